/* A uniform stream stays uniform: on every cell type, perturbed, in every
 * gradient and limiter; and, when UFV_MESHES names a folder, on every mesh in it
 * that ufv-prep reads (UFV_SETTINGS: more arguments of ufv-solve for these).
 *
 * Bound: after 10 steps of CFL 0.5 no cell has changed by more than 1e-12 of the
 * flux scale: the change per step is dt / V times the residual, and dt / V is the
 * CFL number over the flux scale. In mixed precision area vectors are rounded to
 * 6e-8, so that a cell of a dozen faces leaves that much of the stream's own momentum
 * in each step; in single precision so do the fluxes.
 */
#include "check.h"
#include "pipeline.h"

#include <dirent.h>

static const double bound = 1e-12, mixed_bound = 2e-7, single_bound = 1e-6;

/* Through interfaces that turn, only a stream along their axis is uniform. */
static const char *stream_of(const char *packs)
{
    struct pack_manifest m;
    const char *stream = "alpha = 3\nbeta = 2\n";
    if (pack_manifest_read(packs, &m) != 0)
        return stream;
    for (int i = 0; i < m.n_periodic; i++) {
        const double *r = m.periodic[i].rotation;
        bool turns = fmin(r[0], fmin(r[4], r[8])) < 1 - 1e-9;
        if (turns)
            stream = r[0] > 1 - 1e-9 ? "alpha = 0\n" : r[8] > 1 - 1e-9 ? "alpha = 90\n" : "beta = 90\n";
    }
    pack_manifest_free(&m);
    return stream;
}

/* Far field on every patch, periodic ones excepted by their nature: a wall would disturb the stream. */
static void write_case(const char *path, const char *packs)
{
    char text[256];
    snprintf(text, sizeof text, "[flow]\nmach = 0.5\n%s[time]\ncfl = 0.5\nsteps = 10\n[patches]\n* = farfield\n",
             stream_of(packs));
    pipeline_write(path, text);
}

/* Largest relative change of a run from its free stream, NAN when it failed. */
static double largest_change(const char *mesh, const char *settings, int ranks)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char config[PATH_MAX], packs[PATH_MAX], results[PATH_MAX];
    snprintf(config, sizeof config, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    snprintf(results, sizeof results, "%s/results", s);
    if (pipeline_run("rm -rf %s %s; %s/ufv-prep --quiet %s --ranks %d --out %s >/dev/null", packs, results, b, mesh,
                     ranks, packs) != 0)
        return NAN;
    write_case(config, packs);
    if (pipeline_steps_made(pipeline_run("mpirun -np %d %s/ufv-solve --quiet %s --packs %s --out %s %s", ranks, b,
                                         config, packs, results, settings)) != 0)
        return NAN;
    struct gathered g;
    if (gathered_read(results, packs, &g) != 0)
        return NAN;
    const struct solution_reference *r = &g.reference;
    double sound = sqrt(r->gamma * r->pressure / r->density), worst = 0;
    /* Velocities are held against the speed of sound, pressure against rho a^2, so that a component of the stream that
     * is zero has a scale too. */
    double free_stream[5] = {r->density, r->velocity[0], r->velocity[1], r->velocity[2], r->pressure};
    double unit[5] = {r->density, sound, sound, sound, r->density * sound * sound};
    for (int64_t i = 0; i < g.n; i++)
        for (int v = 0; v < 5; v++) {
            double change = fabs(g.q[v][i] - free_stream[v]) / unit[v];
            worst = change <= worst ? worst : change; /* keeps a not-a-number */
        }
    gathered_free(&g);
    return worst;
}

/* shape: arguments of box_mesh.
 * Perturbed by a fifth of the spacing: quadrilateral faces are warped and no cell is like another, so that closed
 * surfaces are what keeps the stream, not symmetry. */
static void check_shape(double most, const char *shape, const char *settings, int ranks)
{
    char mesh[PATH_MAX];
    snprintf(mesh, sizeof mesh, "%s/box.cgns", pipeline_scratch());
    CHECK(pipeline_run("%s/tools/box_mesh --cells %s --perturb 0.2 --seed 7 --out %s >/dev/null", pipeline_build(),
                       shape, mesh) == 0,
          "box_mesh failed");
    double worst = largest_change(mesh, settings, ranks);
    CHECK(worst <= most, "%s, %s: a cell changed by %g of the flux scale", shape, settings, worst);
    printf("  %s %s: %.2g\n", shape, settings, worst);
}

static void check_box_within(double most, const char *cells, const char *settings, int ranks)
{
    char shape[64];
    snprintf(shape, sizeof shape, "%s --n 6 5 4 --size 1 1 1", cells);
    check_shape(most, shape, settings, ranks);
}

static void check_box(const char *cells, const char *settings, int ranks)
{
    check_box_within(bound, cells, settings, ranks);
}

/* Each shape takes another gradient or limiter along, so that all are met without running all pairs. */
static void uniform_hexes(void)
{
    check_box("hex", "", 1);
}
static void uniform_tets(void)
{
    check_box("tet", "--set numerics.gradient=node", 1);
}
/* Flat tetrahedra, a thirtieth as high as wide, of a thin ring: no fit around a node has an
 * answer, and least squares over four neighbours that lie almost in a plane would multiply
 * rounding threefold in each step: 2.5e-4 after these 30. */
static void uniform_flat_tets(void)
{
    check_shape(bound, "tet --n 12 4 4 --size 1 1 0.03 --map annulus:1,1.1", "--set time.steps=30", 1);
}
static void uniform_prisms(void)
{
    check_box("prism", "--set numerics.limiter=barth", 1);
}
static void uniform_pyramids(void)
{
    check_box("pyramid", "--set numerics.limiter=pressure", 1);
}
/* With viscosity the stream must be uniform too; the turbulence variables decay, which
 * the flow does not see. Two ranks: one message carries all variables. */
static void uniform_viscous(void)
{
    check_box("mixed", "--set model.equations=laminar --set flow.reynolds=1e3", 2);
    check_box("tet", "--set model.equations=sa --set flow.reynolds=1e3 --set numerics.turbulence_order=2", 2);
    check_box("hex", "--set model.equations=sst --set flow.reynolds=1e3", 2);
}
static void uniform_mixed_three_ranks(void)
{
    check_box("mixed", "--set numerics.limiter=none --set time.local=no", 3);
}

#define MIXED "--set numerics.precision=mixed "
#define SINGLE "--set numerics.precision=single "
/* Each combination that rounds in another place: all cell types, gradients by nodes with one step for all cells, and a
 * turbulence model. */
static void uniform_mixed_precision(void)
{
    if (!pipeline_has_precision("mixed")) {
        check_skip("there is no ufv-solve-mixed");
        return;
    }
    check_box_within(mixed_bound, "mixed", MIXED, 2);
    check_box_within(mixed_bound, "tet", MIXED "--set numerics.gradient=node --set time.local=no", 1);
    check_box_within(mixed_bound, "hex", MIXED "--set model.equations=sst --set flow.reynolds=1e3", 1);
}
static void uniform_single_precision(void)
{
    if (!pipeline_has_precision("single")) {
        check_skip("there is no ufv-solve-single");
        return;
    }
    check_box_within(single_bound, "mixed", SINGLE, 2);
    check_box_within(single_bound, "tet", SINGLE "--set numerics.gradient=lsq --set time.scheme=shu-osher", 1);
    check_box_within(single_bound, "prism", SINGLE "--set model.equations=sa --set flow.reynolds=1e3", 1);
}

/* Meshes that ufv-prep refuses are passed over: the sets of other makers hold files on purpose that nobody reads. One
 * that is read must hold the stream. */
static void uniform_real_meshes(void)
{
    const char *folder = getenv("UFV_MESHES");
    DIR *d = opendir(folder);
    CHECK(d != NULL, "%s cannot be opened", folder);
    int read = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        char mesh[PATH_MAX];
        snprintf(mesh, sizeof mesh, "%s/%s", folder, e->d_name);
        if (!strstr(e->d_name, ".cgns") ||
            pipeline_run("%s/ufv-prep --quiet --check %s >/dev/null 2>&1", pipeline_build(), mesh) != 0)
            continue;
        double worst = largest_change(mesh, getenv("UFV_SETTINGS") ? getenv("UFV_SETTINGS") : "", 1);
        CHECK(worst <= bound, "%s: a cell changed by %g of the flux scale", e->d_name, worst);
        printf("  %s: %.2g\n", e->d_name, worst);
        read++;
    }
    if (d)
        closedir(d);
    CHECK(read > 0, "no mesh of %s was read", folder);
    printf("  %d meshes\n", read);
}

int main(void)
{
    CASE(uniform_hexes);
    CASE(uniform_tets);
    CASE(uniform_flat_tets);
    CASE(uniform_prisms);
    CASE(uniform_pyramids);
    CASE(uniform_mixed_three_ranks);
    CASE(uniform_viscous);
    CASE(uniform_mixed_precision);
    CASE(uniform_single_precision);
    if (getenv("UFV_MESHES"))
        CASE(uniform_real_meshes);
    else
        printf("skip uniform_real_meshes UFV_MESHES names no folder\n");
    return check_end();
}
