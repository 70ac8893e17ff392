/* test_cgns_same.c: one mesh said in many ways, through ufv-prep as a user runs it: the same
 * packs by global geometry, and a uniform stream kept by ufv-solve on each.
 */
#include "cgns_lattice_join.h"
#include "unit/pack_shape.h"
#include "pipeline.h"

enum { MOST_RANKS = 3 };

/* A quarter of a ring, radius 1 to 2, that rises as it turns, so that faces are warped. */
static void bend_to_ring(double x[3])
{
    double r = 1.0 + x[0], angle = 0.5 * M_PI * x[1];
    x[2] += 0.25 * x[1] * (1.0 + x[0]);
    x[0] = r * cos(angle);
    x[1] = r * sin(angle);
}

static const struct part whole = {"Box", {0, 0, 0}, {6, 4, 5}, {0, 1, 2}, {1, 1, 1}};
static const struct part quarter[4] = {{"SouthWest", {0, 0, 0}, {3, 2, 5}, {0, 1, 2}, {1, 1, 1}},
                                       {"SouthEast", {3, 0, 0}, {6, 2, 5}, {1, 2, 0}, {1, 0, 1}},
                                       {"NorthWest", {0, 2, 0}, {3, 4, 5}, {2, 1, 0}, {0, 0, 1}},
                                       {"NorthEast", {3, 2, 0}, {6, 4, 5}, {0, 2, 1}, {0, 1, 0}}};

/* ---- the programs -------------------------------------------------------------------------- */

static void read_packs(const char *packs, int n_ranks, struct shape *s)
{
    struct pack pack[MOST_RANKS];
    int n = 0;
    memset(s, 0, sizeof *s);
    while (n < n_ranks && pack_read(packs, n, PACK_ALL, &pack[n]) == 0)
        n++;
    CHECK(n == n_ranks, "%s", error_message());
    if (n == n_ranks)
        shape_of_packs(pack, n, s);
    for (int r = 0; r < n; r++)
        pack_free(&pack[r]);
}

/* Largest change of a cell from the free stream after ten steps, over the stream's own. */
static double largest_change(const char *packs, const char *results)
{
    struct gathered g;
    double worst = 0.0;
    if (gathered_read(results, packs, &g) != 0)
        return NAN;
    const struct solution_reference *r = &g.reference;
    double sound = sqrt(r->gamma * r->pressure / r->density);
    double stream[5] = {r->density, r->velocity[0], r->velocity[1], r->velocity[2], r->pressure};
    double unit[5] = {r->density, sound, sound, sound, r->density * sound * sound};
    for (int64_t i = 0; i < g.n; i++)
        for (int v = 0; v < 5; v++) {
            double change = fabs(g.q[v][i] - stream[v]) / unit[v];
            worst = change <= worst ? worst : change; /* keeps a not-a-number */
        }
    gathered_free(&g);
    return worst;
}

/* file_path through ufv-prep on so many ranks: its shape; marched: ten steps keep the
 * stream. */
static void run_file(int n_ranks, bool marched, struct shape *s)
{
    const char *b = pipeline_build(), *scratch = pipeline_scratch();
    char packs[PATH_MAX], results[PATH_MAX], config[PATH_MAX];
    snprintf(packs, sizeof packs, "%s/packs", scratch);
    snprintf(results, sizeof results, "%s/results", scratch);
    snprintf(config, sizeof config, "%s/case.cfg", scratch);
    pipeline_write(config, "[flow]\nmach = 0.5\nalpha = 3\nbeta = 2\n[time]\ncfl = 0.5\nsteps = 10\n"
                           "[patches]\n* = farfield\n");
    CHECK(pipeline_run("rm -rf %s %s; %s/ufv-prep --quiet --threads 1 %s --ranks %d --out %s >/dev/null 2>&1", packs,
                       results, b, file_path, n_ranks, packs) == 0,
          "ufv-prep failed");
    read_packs(packs, n_ranks, s);
    if (!marched)
        return;
    int status = pipeline_run("OMP_NUM_THREADS=1 mpirun -np %d %s/ufv-solve --quiet %s --packs %s --out %s", n_ranks,
                              b, config, packs, results);
    CHECK(pipeline_steps_made(status) == 0, "ufv-solve failed");
    double change = largest_change(packs, results);
    /* As in test_freestream: ten steps of CFL 0.5, each the residual over the flux scale. */
    CHECK(change <= 1e-12, "a cell changed by %g of the flux scale", change);
}

/* ---- the meshes ------------------------------------------------------------------------------ */

static struct shape reference;

static void make_reference(void)
{
    struct lattice_zone z = {.part = whole, .layout = LATTICE_HEXA, .bc = BC_BY_RANGE, .orderly = true};
    lattice_write("reference.cgns", HDF, &z, 1);
    run_file(1, true, &reference);
    int outer = 2 * (N[0] * N[1] + N[1] * N[2] + N[2] * N[0]), cells = N[0] * N[1] * N[2];
    CHECK(reference.cell.n == cells && reference.boundary.n == outer && reference.face.n == (6 * cells - outer) / 2 &&
              reference.node.n == (N[0] + 1) * (N[1] + 1) * (N[2] + 1), "%ld cells", (long)reference.cell.n);
}

/* The zones as one file; its packs must hold the reference's shape. */
static void check_same(const char *what, int type, struct lattice_zone *zone, int n_zones, int n_ranks)
{
    struct shape s;
    int before = check_case_failures;
    lattice_write("same.cgns", type, zone, n_zones);
    run_file(n_ranks, !zone[0].orderly, &s);
    /* Coordinates below 3, their sums and products in other orders. */
    shape_same(&s, &reference, 1e-13);
    shape_free(&s);
    if (check_case_failures > before)
        printf("  %s\n", what);
}

/* Each layout in order and permuted, in HDF5 and ADF in turn, patches told in all ways. */
static void one_zone_of_each_layout(void)
{
    for (int layout = 0; layout < LATTICE_LAYOUTS; layout++)
        for (int permuted = 0; permuted < 2; permuted++) {
            struct lattice_zone z = {.part = whole, .layout = (enum lattice_layout)layout, .orderly = !permuted};
            z.bc = (enum lattice_bc)((2 * layout + permuted) % BC_FORMS);
            z.families = (layout + permuted) % 3 == 0;
            check_same(layout_name[layout], (layout + permuted) % 2 ? ADF : HDF, &z, 1,
                       1 + (layout + permuted) % MOST_RANKS);
        }
}

/* Blocks of other index orders and senses that meet at an edge of four. */
static void four_blocks(void)
{
    struct lattice_zone z[4] = {{.layout = LATTICE_STRUCTURED}};
    for (int i = 0; i < 4; i++)
        z[i] = (struct lattice_zone){.part = quarter[i], .layout = LATTICE_STRUCTURED};
    check_same("four structured blocks", HDF, z, 4, 2);
}

/* Four zones by elements, then one of each kind, joined by lists. */
static void four_unstructured_zones(void)
{
    static const enum lattice_layout layout[2][4] = {
        {LATTICE_HEXA, LATTICE_MIXED, LATTICE_HEXA, LATTICE_MIXED_OLD},
        {LATTICE_NFACE, LATTICE_HEXA_27, LATTICE_STRUCTURED, LATTICE_PARENTS}};
    struct lattice_zone z[4];
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 4; i++)
            z[i] = (struct lattice_zone){.part = quarter[i], .layout = layout[k][i], .bc = BC_BY_LIST};
        check_same(k ? "four zones of all kinds" : "four unstructured zones", HDF, z, 4, 3);
    }
}

/* On warped faces a reader that starts a face at another node would give other triangles; the mean point of a face
 * makes areas and volumes the same. */
static void all_forms(void (*shape)(double x[3]))
{
    bend = shape;
    make_reference();
    one_zone_of_each_layout();
    four_blocks();
    four_unstructured_zones();
    shape_free(&reference);
}

static void same_packs_of_a_box(void)
{
    all_forms(NULL);
}

static void same_packs_of_a_bent_box(void)
{
    all_forms(bend_to_ring);
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(same_packs_of_a_box);
    CASE(same_packs_of_a_bent_box);
    return cgns_files_end();
}
