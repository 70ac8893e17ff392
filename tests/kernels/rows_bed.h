/* rows_bed.h: packs of a box, a rough state on it, its residual, and rows of the stored Jacobian, for test_slices.c.
 */
#ifndef UFV_TESTS_ROWS_BED_H
#define UFV_TESTS_ROWS_BED_H

#include "check.h"
#include "pipeline.h"
#include "random.h"
#include "scheme/flow.h"
#include "scheme/implicit_rows.h"

static struct comm comm_self;

struct bed {
    struct case_file c;
    struct domain d;
    struct flow f;
    stored *residual, *spectral;
};

static const char *const equations_words[] = {"euler", "laminar", "sa", "sst"};

/* cells: of box_mesh; in thin layers, whose columns are lines, more than one group of a colour, if `thin`. */
static void make_packs(const char *cells, bool thin)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char config[PATH_MAX];
    snprintf(config, sizeof config, "%s/case.cfg", s);
    pipeline_write(config, "[flow]\nmach = 0.7\nalpha = 2\nreynolds = 5e3\n[time]\nscheme = implicit\n[patches]\n"
                           "xmin = farfield\nxmax = pressure-outlet pressure=101000\nymin = wall\nymax = symmetry\n"
                           "zmin = total-inflow\nzmax = supersonic-outflow\n");
    CHECK(pipeline_run("rm -rf %s/packs; %s/tools/box_mesh --cells %s --n %s --size 1.2 %s 0.9 --perturb %s "
                       "--seed 5 --bc ymin=BCWallViscous --out %s/box.cgns >/dev/null && "
                       "%s/ufv-prep %s --quiet %s/box.cgns --out %s/packs >/dev/null", s, b, cells,
                       thin ? "13 5 11" : "7 5 4", thin ? "0.002" : "1", thin ? "0" : "0.15", s, b,
                       thin ? "--lines" : "", s, s) == 0,
          "no packs");
}

/* A rough but physical state in all slots. */
static void fill_state(struct bed *t)
{
    uint64_t seed = 9;
    lid n = t->d.view.n_slots;
    for (lid i = 0; i < n; i++) {
        struct state s = {(real)(1.2 + 0.3 * random_signed(&seed)), (real)(200 + 150 * random_signed(&seed)),
                          (real)(80 * random_signed(&seed)), (real)(60 * random_signed(&seed)),
                          (real)(1e5 + 3e4 * random_signed(&seed))};
        state_store(t->f.q, n, i, s);
        for (int v = NV; v < t->f.n_variables; v++)
            t->f.q[v * (int64_t)n + i] =
                (real)(t->c.derived.freestream_turbulence[v - NV] * (50.5 + 49.5 * random_signed(&seed)));
    }
}

/* Of the packs that are there; evaluated, as before an assembly. */
static int bed_make(const char *equations, struct bed *t)
{
    char model[64], path[PATH_MAX];
    const char *set[] = {model}, *s = pipeline_scratch();
    memset(t, 0, sizeof *t);
    snprintf(model, sizeof model, "model.equations=%s", equations);
    snprintf(path, sizeof path, "%s/case.cfg", s);
    TRY(case_read(path, set, 1, &t->c));
    snprintf(path, sizeof path, "%s/packs", s);
    TRY(domain_load(path, &t->c, &comm_self, backend_cpu(1), &t->d));
    TRY(flow_create(&t->d, &t->c, EXCHANGE_STAGED, &t->f));
    fill_state(t);
    flow_evaluate(&t->f, true);
    MEM_NEW_ZERO(t->residual, t->f.n_variables * t->d.view.n_owned);
    MEM_NEW_ZERO(t->spectral, t->d.view.n_owned);
    flow_residual(&t->f, t->residual, t->spectral);
    return 0;
}

static void bed_free(struct bed *t)
{
    mem_free(t->residual);
    mem_free(t->spectral);
    flow_free(&t->f);
    domain_free(&t->d);
    case_free(&t->c);
}

/* Arrays hold not-a-numbers, as new ones might. */
static void rows_make(const struct bed *t, enum jacobian_storage storage, struct implicit_rows *r)
{
    const int nt = t->f.n_variables - NV;
    implicit_rows_create(&t->d, nt, storage, r);
    const struct jacobian_rows *k = &r->rows;
    memset(k->inverse, 0xff, (size_t)k->n_rows * NV * NV * sizeof *k->inverse);
    memset(k->beside, 0xff, (size_t)k->n_entries * (size_t)jacobian_block_words((int)storage) * sizeof(uint32_t));
    memset(k->inverse_turbulence, 0xff, (size_t)(nt * k->n_rows) * sizeof *k->inverse_turbulence);
    memset(k->beside_turbulence, 0xff, (size_t)(nt * k->n_entries) * sizeof *k->beside_turbulence);
}

#endif
