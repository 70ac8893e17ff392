/* kernel_bed.h: a flow on a mesh of its own with a random state, for tests of kernels.
 *
 * The mesh is a small box, nodes moved at random, cut into packs so that halo cells and halo
 * boundary faces are there where there is more than one; this program loads the first.
 */
#ifndef UFV_TESTS_KERNELS_KERNEL_BED_H
#define UFV_TESTS_KERNELS_KERNEL_BED_H

#include "check.h"
#include "random.h"
#include "mesh/domain.h"
#include "scheme/flow.h"
#include "backend/convert.h"
#include "pipeline.h"

static struct comm comm_self;
static char packs[PATH_MAX], config[PATH_MAX];

/* ---- a domain without the manifest's rank check ---- */

/* n: cells along each edge, of tetrahedra five or six times as many. */
static inline void make_packs_of(const char *cells, const char *n, int ranks)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    snprintf(packs, sizeof packs, "%s/packs", s);
    snprintf(config, sizeof config, "%s/case.cfg", s);
    pipeline_write(config, "[flow]\nmach = 0.7\nalpha = 2\n[numerics]\ngradient = node\nfreeze_limiter = 1\n[patches]\n"
                           "xmin = farfield\nxmax = pressure-outlet pressure=101000\nymin = wall\nymax = symmetry\n"
                           "zmin = total-inflow\nzmax = supersonic-outflow\n");
    CHECK(pipeline_run("rm -rf %s; %s/tools/box_mesh --cells %s --n %s --size 1.2 1 0.9 --perturb 0.15 --seed 5 "
                       "--bc ymin=BCWallViscous --out %s/box.cgns >/dev/null && "
                       "%s/ufv-prep --quiet %s/box.cgns --ranks %d --out %s >/dev/null",
                       packs, b, cells, n, s, b, s, ranks, packs) == 0,
          "no packs");
}

static inline void make_packs(const char *cells, int ranks)
{
    make_packs_of(cells, "8 6 5", ranks);
}

struct bed {
    struct case_file c;
    struct domain d;
    struct flow f;
};

static inline int bed_make(const struct backend *b, const char *gradient, const char *equations, struct bed *t)
{
    char method[64], model[64];
    /* Not implicit: its fluxes are written over the extremes around nodes. */
    const char *set[] = {"numerics.limiter=venkatakrishnan", "numerics.turbulence_order=2", "flow.reynolds=5e3",
                         "time.scheme=rk", method, model};
    memset(t, 0, sizeof *t);
    snprintf(method, sizeof method, "numerics.gradient=%s", gradient);
    snprintf(model, sizeof model, "model.equations=%s", equations);
    TRY(case_read(config, set, 6, &t->c));
    TRY(domain_load(packs, &t->c, &comm_self, b, &t->d));
    return flow_create(&t->d, &t->c, EXCHANGE_STAGED, &t->f);
}

static inline void bed_free(struct bed *t)
{
    flow_free(&t->f);
    domain_free(&t->d);
    case_free(&t->c);
}

/* A rough but physical state in all slots. */
static inline void random_state(struct bed *t, uint64_t seed)
{
    int64_t n = t->d.view.n_slots;
    int nv = t->f.n_variables;
    real *q = mem_alloc("random state", (size_t)n * (size_t)nv, sizeof *q);
    for (lid i = 0; i < n; i++) {
        struct state s = {(real)(1.2 + 0.3 * random_signed(&seed)), (real)(200 + 150 * random_signed(&seed)),
                          (real)(80 * random_signed(&seed)), (real)(60 * random_signed(&seed)),
                          (real)(1e5 + 3e4 * random_signed(&seed))};
        state_store(q, n, i, s);
        for (int v = NV; v < nv; v++) /* up to a hundred times the free stream's */
            q[v * n + i] = (real)(t->c.derived.freestream_turbulence[v - NV] * (50.5 + 49.5 * random_signed(&seed)));
    }
    t->d.backend->upload(t->f.q, q, (size_t)n * (size_t)nv * sizeof *q);
    t->f.recorded = false;
    mem_free(q);
}

/* n numbers of `size` bytes. */
static inline double *fetch(const struct bed *t, const void *device, size_t n, size_t size)
{
    double *host = mem_alloc("fetched", n, sizeof *host);
    convert_download(t->d.backend, host, device, (int64_t)n, size);
    return host;
}

#endif
