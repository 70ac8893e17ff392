/* Checkpoints written beside the march: what is in them is the state at the time they were
 * begun, `latest` always names a whole one, and the right ones stay.
 */
#include "unit/solve/flow_bed.h"
#include "checkpoint/checkpoint_writer.h"

static const char flow_text[] = "[flow]\nmach = 0.4\n[patches]\n* = farfield\n[output]\ncheckpoint = 10\n";

struct bed {
    struct flow_bed t;
    struct monitor m;
    struct checkpoint_writer w;
    const char *results;
    double *held; /* [NV][n_owned] at the last begin() */
};

/* beside: the state is copied and written while the march goes on; afresh: what lies in the folder is another run's. */
static int bed_make(const char *more, bool afresh, bool beside, const char *results, struct bed *b)
{
    char text[1024];
    memset(b, 0, sizeof *b);
    snprintf(text, sizeof text, "%s%s", flow_text, more);
    b->results = results;
    TRY(flow_bed_make("", text, &b->t));
    TRY(monitor_create(&b->t.c, &b->t.f, NULL, NULL, 0, &b->m));
    b->held = mem_alloc("held", (size_t)b->t.d.view.n_owned * NV, sizeof *b->held);
    checkpoint_writer_create(results, afresh, &b->m, beside, &b->w);
    return 0;
}

static void bed_free(struct bed *b)
{
    checkpoint_writer_free(&b->w);
    monitor_free(&b->m);
    flow_bed_free(&b->t);
    mem_free(b->held);
}

/* Begins one of this iteration, and marches on. */
static int begin(struct bed *b, int64_t iteration)
{
    flow_evaluate(&b->t.f, true);
    CHECK(monitor_report(&b->m, iteration, 1e-3 * (double)iteration) == 0, "%s", error_message());
    flow_download(&b->t.f, b->held);
    return checkpoint_writer_begin(&b->w, iteration, 1e-3 * (double)iteration);
}

/* Changes every number of the state, so that a checkpoint which still looks at it would show. */
static void march_on(struct bed *b)
{
    size_t n = (size_t)b->t.d.view.n_owned * NV;
    double *q = mem_alloc("state", n, sizeof *q);
    flow_download(&b->t.f, q);
    for (size_t k = 0; k < n; k++)
        q[k] *= 1.25;
    flow_upload(&b->t.f, q);
    mem_free(q);
}

/* "" without one. */
static const char *latest(const char *results)
{
    static char folder[PATH_MAX];
    if (solution_latest(results, folder, sizeof folder) != 0)
        folder[0] = '\0';
    const char *slash = strrchr(folder, '/');
    return slash ? slash + 1 : folder;
}

/* To the bit: fields are doubles, as the state. */
static void check_file(const struct bed *b, int64_t iteration)
{
    char folder[PATH_MAX], name[NAME_SIZE];
    struct solution s;
    solution_folder_name(iteration, name);
    CHECK(strcmp(latest(b->results), name) == 0, "latest is %s", latest(b->results));
    snprintf(folder, sizeof folder, "%s/%s", b->results, name);
    if (solution_read(folder, 0, &s) != 0) {
        CHECK(false, "%s", error_message());
        return;
    }
    CHECK(s.iteration == iteration && s.n_cells == b->t.d.view.n_owned && s.n_ranks == 1, "%d cells", (int)s.n_cells);
    CHECK_NEAR(s.time, 1e-3 * (double)iteration, 0);
    for (int v = 0; v < NV; v++)
        for (int64_t i = 0; i < s.n_cells; i++)
            CHECK_NEAR(s.field[v].value[i], b->held[v * s.n_cells + i], 0);
    for (int64_t i = 0; i < s.n_cells; i++)
        CHECK(s.cell_gid[i] == b->t.d.pack.cell_gid[i], "cell %d", (int)i);
    solution_free(&s);
}

/* look() never waits: the state goes from writing to publishing to none. */
static void written_beside_the_march(void)
{
    struct bed b;
    CHECK(bed_make("", true, true, flow_new_folder(), &b) == 0, "%s", error_message());
    CHECK(begin(&b, 10) == 0, "%s", error_message());
    march_on(&b);
    for (int k = 0; k < 600000 && b.w.state != CHECKPOINT_NONE; k++) {
        CHECK(checkpoint_writer_look(&b.w) == 0, "%s", error_message());
        usleep(1000);
    }
    CHECK(b.w.state == CHECKPOINT_NONE, "not written in ten minutes");
    check_file(&b, 10);
    CHECK(begin(&b, 20) == 0 && checkpoint_writer_finish(&b.w) == 0, "%s", error_message());
    check_file(&b, 20);
    CHECK(b.w.seconds_behind > 0, "%g s", b.w.seconds_behind);
    bed_free(&b);
}

/* Without memory for a copy it is finished before the march goes on. */
static void written_at_once(void)
{
    struct bed b;
    CHECK(bed_make("", true, false, flow_new_folder(), &b) == 0, "%s", error_message());
    CHECK(begin(&b, 10) == 0 && checkpoint_writer_finish(&b.w) == 0, "%s", error_message());
    march_on(&b);
    check_file(&b, 10);
    bed_free(&b);
}

static int count_folders(const char *results)
{
    char command[PATH_MAX];
    int n = 0;
    snprintf(command, sizeof command, "ls '%s' | grep -c '^fields-'", results);
    FILE *f = popen(command, "r");
    CHECK(f && fscanf(f, "%d", &n) == 1 && pclose(f) >= 0, "ls");
    return n;
}

/* A begin() finishes what is under way; the two newest stay, or all. */
static void those_that_stay(void)
{
    for (int all = 0; all < 2; all++) {
        struct bed b;
        CHECK(bed_make(all ? "keep_all = yes\n" : "", true, true, flow_new_folder(), &b) == 0, "%s", error_message());
        for (int k = 1; k <= 4; k++) {
            CHECK(begin(&b, 10 * k) == 0, "%s", error_message());
            march_on(&b);
        }
        CHECK(checkpoint_writer_finish(&b.w) == 0, "%s", error_message());
        check_file(&b, 40);
        CHECK(count_folders(b.results) == (all ? 4 : 2), "%d folders", count_folders(b.results));
        CHECK(flow_there(b.results, "fields-000000030"), "the one before the newest");
        bed_free(&b);
    }
}

/* What an earlier run has left goes when this one has its first, and stays where this one goes on from it. */
static void fields_of_an_earlier_run(void)
{
    for (int afresh = 0; afresh < 2; afresh++) {
        struct bed b;
        const char *results = flow_new_folder();
        CHECK(bed_make("", true, true, results, &b) == 0 && begin(&b, 990) == 0 && checkpoint_writer_finish(&b.w) == 0,
              "%s", error_message());
        bed_free(&b);
        CHECK(bed_make("", afresh, true, results, &b) == 0, "%s", error_message());
        CHECK(begin(&b, 10) == 0, "%s", error_message());
        CHECK(flow_there(results, "fields-000000990") && strcmp(latest(results), "fields-000000990") == 0,
              "gone before there is another");
        CHECK(checkpoint_writer_finish(&b.w) == 0, "%s", error_message());
        check_file(&b, 10);
        CHECK(flow_there(results, "fields-000000990") == !afresh, "afresh %d", afresh);
        bed_free(&b);
    }
}

/* The same iteration again, as a restarted run may: the new one takes the place of the old. */
static void the_same_iteration_again(void)
{
    struct bed b;
    CHECK(bed_make("", true, true, flow_new_folder(), &b) == 0, "%s", error_message());
    for (int k = 0; k < 3; k++) {
        CHECK(begin(&b, 10) == 0 && checkpoint_writer_finish(&b.w) == 0, "%s", error_message());
        check_file(&b, 10);
        march_on(&b);
    }
    CHECK(count_folders(b.results) == 1, "%d folders", count_folders(b.results));
    bed_free(&b);
}

/* Of a folder that cannot be made a sentence; `latest` names the last good one. */
static void failures(void)
{
    struct bed b;
    char path[PATH_MAX];
    CHECK(bed_make("", true, true, flow_new_folder(), &b) == 0, "%s", error_message());
    CHECK(begin(&b, 10) == 0 && checkpoint_writer_finish(&b.w) == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/fields-000000020.tmp", b.results);
    pipeline_write(path, "in the way");
    CHECK(begin(&b, 20) != 0 && strstr(error_message(), "fields-000000020.tmp"), "%s", error_message());
    CHECK(b.w.state == CHECKPOINT_NONE && strcmp(latest(b.results), "fields-000000010") == 0, "latest is %s",
          latest(b.results));
    unlink(path);
    CHECK(begin(&b, 30) == 0 && checkpoint_writer_finish(&b.w) == 0, "%s", error_message());
    check_file(&b, 30);
    bed_free(&b);
}

/* The estimate of what a copy takes on the device: each variable's owned cells, and mu_t of SST. */
static void size_of_a_copy(void)
{
    static const int words[N_EQUATIONS] = {
        [EQUATIONS_EULER] = 5, [EQUATIONS_LAMINAR] = 5, [EQUATIONS_SA] = 6, [EQUATIONS_SST] = 8};
    for (int e = 0; e < N_EQUATIONS; e++) {
        struct state_shape s = {.n_owned = 1000, .n_slots = 1700, .nv = equations_variables(e)};
        s.keeps_eddies = e == EQUATIONS_SST;
        int64_t bytes = state_checkpoint_bytes(&s), right = 1000 * words[e] * (int64_t)sizeof(real);
        CHECK(bytes == right, "%d bytes instead of %d", (int)bytes, (int)right);
    }
}

/* Copies, the writer's thread and its files: all given back by the cases before. */
static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(written_beside_the_march);
    CASE(written_at_once);
    CASE(those_that_stay);
    CASE(fields_of_an_earlier_run);
    CASE(the_same_iteration_again);
    CASE(failures);
    CASE(size_of_a_copy);
    CASE(nothing_leaks);
    comm_finish();
    return check_end();
}
