/* What a case needs, against what a run of it then holds; and the sentences about
 * GPUs and hosts that are too small, from figures made up here. */
#include "run/capacity.h"
#include "unit/solve/feature_bed.h"
#include "check.h"
#include "pipeline.h"

static const char *const case_text = "[flow]\nmach = 0.5\n[patches]\n* = farfield\n[time]\nsteps = 0\n";

static int make_packs(void)
{
    const char *t = pipeline_scratch(), *b = pipeline_build();
    char path[600];
    snprintf(path, sizeof path, "%s/case.cfg", t);
    pipeline_write(path, case_text);
    return pipeline_run("%s/tools/box_mesh --cells mixed --n 16 12 10 --out %s/m.cgns >/dev/null && "
                        "%s/ufv-prep --quiet %s/m.cgns --ranks 2 --out %s/p", b, t, b, t, t);
}

/* The entries "device_bytes" of run.json. */
static int read_device_bytes(int64_t bytes[2])
{
    char path[600], line[512];
    int n = 0;
    snprintf(path, sizeof path, "%s/r/run.json", pipeline_scratch());
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        char *at = strstr(line, "\"device_bytes\":");
        if (at && n < 2)
            bytes[n++] = strtoll(at + strlen("\"device_bytes\":"), NULL, 10);
    }
    if (f)
        fclose(f);
    return n;
}

/* What is counted for cells with Green-Gauss behind node-lsq, as if there were none but those. */
static int64_t possible_sides(const struct pack *p, const struct case_file *c)
{
    return c->numerics.order == 2 && c->numerics.gradient == GRADIENT_NODE_LSQ
               ? 3 * p->n_slice_entries * (int64_t)sizeof(stored)
               : 0;
}

/* within: how far the estimate may be from what is held, as a part of it. */
static void check_against_run(const char *scheme, const char *settings, double within)
{
    const char *set[] = {scheme, settings};
    const char *t = pipeline_scratch(), *b = pipeline_build();
    struct case_file c;
    char path[600];
    int64_t held[2] = {0, 0};
    int status = pipeline_run("rm -rf %s/r; mpirun -np 2 %s/ufv-solve --quiet %s/case.cfg --packs %s/p --out %s/r "
                              "--device cpu --threads 1 --set %s --set %s >/dev/null", t, b, t, t, t, scheme, settings);
    CHECK(pipeline_steps_made(status) == 0, "run with %s", settings);
    CHECK(read_device_bytes(held) == 2, "run.json");
    snprintf(path, sizeof path, "%s/case.cfg", t);
    CHECK(case_read(path, set, 2, &c) == 0, "%s", error_message());
    for (int r = 0; r < 2; r++) {
        struct pack p;
        snprintf(path, sizeof path, "%s/p", t);
        CHECK(pack_read(path, r, 0, &p) == 0, "%s", error_message());
        struct capacity_need need = capacity_estimate(&p, &c, true);
        CHECK((double)need.device > (1 - within) * (double)held[r], "%lld against %lld", (long long)need.device,
              (long long)held[r]);
        CHECK((double)(need.device - possible_sides(&p, &c)) < (1 + within) * (double)held[r], "%lld against %lld",
              (long long)need.device, (long long)held[r]);
        CHECK(need.host > need.device, "host");
        pack_free(&p);
    }
    case_free(&c);
}

static void estimate_like_a_run(void)
{
    CHECK(make_packs() == 0, "packs");
    /* boundary values and flags of bad cells, a few kB, are not counted */
    static const char *const settings[] = {"numerics.gradient=lsq",      "numerics.gradient=node",
                                           "numerics.gradient=node-lsq", "numerics.freeze_limiter=5",
                                           "numerics.order=1",           "output.checkpoint=5"};
    for (int k = 0; k < 6; k++)
        check_against_run("time.scheme=rk", settings[k], 0.01);
    /* nor how wide slices become in which rows of different lengths meet: on this small mesh of all kinds of cells
     * 1.5 and 2.6 % of all */
    check_against_run("time.scheme=implicit", "numerics.gradient=lsq", 0.02);
    check_against_run("time.scheme=implicit", "numerics.jacobian=single", 0.03);
    check_against_run("time.scheme=implicit", "numerics.krylov=single", 0.03);
    check_against_run("time.scheme=dual-time", "time.dt=1e-5", 0.03);
}

/* A zone that slides in rings of many layers, and the same mesh as a whole that turns: what the interface takes is what
 * one run holds more than the other. */
static void sliding_interface(void)
{
    const char *t = pipeline_scratch(), *b = pipeline_build();
    const char *const lines[2] = {"zone_radius = 1\n[patches]\n*ER = sliding\n", "[patches]\n*ER = farfield\n"};
    CHECK(
        pipeline_run("%s/tools/ring_mesh --inner 60 3 --outer 60 3 --layers 24 24 --height 1 --skew 0.3 --turn 1 --out "
                     "%s/r.cgns >/dev/null",
                     b, t) == 0,
        "mesh");
    for (int ranks = 1; ranks <= 2; ranks++) {
        int64_t held[2][2] = {{0, 0}, {0, 0}};
        struct capacity_need need[2][2];
        CHECK(pipeline_run("rm -rf %s/p; %s/ufv-prep --quiet %s/r.cgns --ranks %d --out %s/p", t, b, t, ranks, t) == 0,
              "packs");
        for (int k = 0; k < 2; k++) {
            struct case_file c;
            char path[600], packs[600], text[600];
            snprintf(path, sizeof path, "%s/slide.cfg", t);
            snprintf(packs, sizeof packs, "%s/p", t);
            snprintf(text, sizeof text,
                     "[flow]\nmach = 0.5\n[numerics]\ngradient = lsq\n[time]\nscheme = dual-time\ndt = 1e-3\n"
                     "steps = 1\n[motion]\nspin = 1\naxis = 0 0 1\n%s",
                     lines[k]);
            pipeline_write(path, text);
            int status = pipeline_run("rm -rf %s/r; mpirun -np %d %s/ufv-solve --quiet %s --packs %s --out %s/r "
                                      "--device cpu --threads 1 >/dev/null", t, ranks, b, path, packs, t);
            CHECK(pipeline_steps_made(status) == 0, "run on %d ranks", ranks);
            CHECK(read_device_bytes(held[k]) == ranks, "run.json");
            CHECK(case_read(path, NULL, 0, &c) == 0, "%s", error_message());
            for (int r = 0; r < ranks; r++) {
                struct pack p;
                CHECK(pack_read(packs, r, 0, &p) == 0, "%s", error_message());
                need[k][r] = capacity_estimate(&p, &c, true);
                pack_free(&p);
            }
            case_free(&c);
        }
        for (int r = 0; r < ranks; r++) {
            double took = (double)(held[0][r] - held[1][r]), counted = (double)(need[0][r].device - need[1][r].device);
            printf("  rank %d of %d: %.0f kB of the interface counted, %.0f kB taken\n", r, ranks, counted * 1e-3,
                   took * 1e-3);
            CHECK(took > 1e6 && counted > 0.95 * took && counted < 1.25 * took, "see above");
            CHECK(need[0][r].host - need[0][r].device > need[1][r].host - need[1][r].device, "what stays on the host");
        }
    }
}

/* Four ranks on two hosts; GPU of 100 GB each, two ranks to a GPU. */
static void make_rows(struct capacity_row *r, int64_t device_need, int64_t host_need)
{
    memset(r, 0, 4 * sizeof *r);
    for (int k = 0; k < 4; k++) {
        text_copy(r[k].host, sizeof r[k].host, k < 2 ? "alpha" : "beta");
        text_copy(r[k].device, sizeof r[k].device, "H200");
        text_copy(r[k].device_id, sizeof r[k].device_id, "0f");
        r[k].need = (struct capacity_need){device_need, host_need};
        r[k].device_free = 100000000000;
        r[k].host_free = 500000000000;
    }
}

static void gpus_too_small(void)
{
    struct capacity_row r[4];
    make_rows(r, 50000000000, 10000000000);
    CHECK(capacity_judge(r, 4) == 0, "%s", error_message());
    make_rows(r, 50000000001, 10000000000);
    CHECK(capacity_judge(r, 4) != 0, "two ranks of 50 GB share a GPU of 100 GB");
    /* 200 GB in all, a tenth more, 100 GB a GPU: 2.2, so 3 */
    CHECK(strstr(error_message(), "H200 of alpha: 100.000 GB are needed for 2 ranks but 100.000 GB are free; about 3 "
                                  "such GPUs") != NULL, "%s", error_message());
    text_copy(r[1].device_id, sizeof r[1].device_id, "1e");
    text_copy(r[3].device_id, sizeof r[3].device_id, "1e");
    CHECK(capacity_judge(r, 4) == 0, "each its own: %s", error_message());
}

static void hosts_too_small(void)
{
    struct capacity_row r[4];
    make_rows(r, 1, 250000000001);
    CHECK(capacity_judge(r, 4) != 0, "two ranks of 250 GB on a host of 500 GB");
    CHECK(strstr(error_message(), "alpha: 500.000 GB of memory are needed for 2 ranks but 500.000 GB are free; about 3 "
                                  "such hosts") != NULL, "%s", error_message());
    r[0].need.host = r[1].need.host = 1;
    CHECK(capacity_judge(r, 4) != 0 && strncmp(error_message(), "beta:", 5) == 0, "%s", error_message());
    /* nothing is fewer than a rank that is alone; 600 GB, a tenth more, 500 GB a host: 1.32, so 2 */
    make_rows(r, 1, 600000000000);
    CHECK(capacity_judge(r, 1) != 0, "one rank of 600 GB on a host of 500 GB");
    CHECK(strstr(error_message(), "for 1 rank but 500.000 GB are free; about 2 such hosts would hold the case: run "
                                  "ufv-prep --ranks 2 and start one rank per host") != NULL, "%s", error_message());
}

int main(void)
{
    CASE(estimate_like_a_run);
    if (features_left_out("motion"))
        CASE_OF("motion", sliding_interface);
    else
        CASE_OF("motion.zone_radius", sliding_interface);
    CASE(gpus_too_small);
    CASE(hosts_too_small);
    return check_end();
}
