/* Order of accuracy on an exact solution: the steady supersonic vortex about the
 * z axis (solve/case/initial_field.c) in a unit cube with the exact state held on all sides
 * but the two symmetry planes; four levels of hexahedra, prisms, pyramids, all
 * types together (pyramids join hexahedra to tetrahedra), and tetrahedra whose nodes
 * are moved at random by a tenth of the spacing. (Random
 * moves would warp the quadrilateral faces of the others by an angle that does
 * not fall with the spacing, and one flux per face is then of first order.)
 *
 * Bound: the L1 error of density falls with order 1.9 at least, over the last
 * refinement (a second-order scheme; 0.1 for levels this coarse). The mean of the
 * exact solution over a cell differs from its value at the centroid by second
 * order itself, which is what the error is taken against.
 */
#include "check.h"
#include "pipeline.h"

/* Cells along each axis. A hexahedron is cut into two prisms or six of the other kinds: coarse levels of these have
 * numbers of cells comparable to fine ones of hexahedra. */
enum { N_LEVELS = 4 };
static const int coarse[N_LEVELS] = {4, 8, 12, 16}, fine[N_LEVELS] = {8, 16, 24, 32};

static const char case_text[] = "[flow]\nmach = 1\npressure = 101325\ntemperature = 288.15\n"
                                "[initial]\nkind = vortex\nmach_inner = 2.25\nradius_inner = 1\n"
                                "[numerics]\nlimiter = none\n"
                                "[time]\nsteps = 300\n"
                                "[stop]\nresidual_drop = 5\n"
                                "[patches]\nx* = prescribed\ny* = prescribed\nz* = symmetry\n";

/* Exact density (Aftosmis, Gaitonde & Tavares 1994), written anew.
 * About the z axis with the inner radius 1, where Mach is 2.25: rho / rho_i = (1 + (gamma - 1) / 2 M_i^2 (1 - r_i^2 /
 * r^2))^(1 / (gamma - 1)). */
static double exact_density(const struct gathered *g, int64_t i)
{
    const double gamma = 1.4, mach = 2.25;
    double r2 = g->x[0][i] * g->x[0][i] + g->x[1][i] * g->x[1][i];
    return g->reference.density * pow(1 + 0.2 * mach * mach * (1 - 1 / r2), 1 / (gamma - 1));
}

/* Volume-weighted mean error of density relative to the free stream's; spacing
 * from the mean cell volume.
 * NAN when any of the programs failed. The cube's corner lies at (1, 1, 0), so that the radius runs from 1.41 to
 * 2.83. */
static double level_error(const char *cells, double perturb, const char *gradient, int n, double *spacing)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char results[PATH_MAX], packs[PATH_MAX];
    snprintf(results, sizeof results, "%s/results", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    if (pipeline_run("rm -rf %s %s", results, packs) != 0 ||
        pipeline_run("%s/tools/box_mesh --cells %s --n %d %d %d --origin 1 1 0 --perturb %g --seed 3 "
                     "--bc zmin=BCSymmetryPlane --bc zmax=BCSymmetryPlane --out %s/box.cgns > /dev/null",
                     b, cells, n, n, n, perturb, s) != 0 ||
        pipeline_run("%s/ufv-prep --quiet %s/box.cgns --out %s > /dev/null", b, s, packs) != 0 ||
        pipeline_run("%s/ufv-solve --quiet --threads 2 %s/case.cfg --packs %s --out %s --set numerics.gradient=%s", b,
                     s, packs, results, gradient) != 0)
        return NAN;
    struct gathered g;
    if (gathered_read(results, packs, &g) != 0)
        return NAN;
    double error = 0, volume = 0;
    for (int64_t i = 0; i < g.n; i++) {
        error += g.volume[i] * fabs(g.q[0][i] - exact_density(&g, i)) / g.reference.density;
        volume += g.volume[i];
    }
    *spacing = cbrt(volume / (double)g.n);
    printf("  %s %d: %lld cells, %lld iterations, L1 error %.4e\n", cells, n, (long long)g.n, (long long)g.iteration,
           error / volume);
    gathered_free(&g);
    return error / volume;
}

/* All pairs of levels are printed, only the last is judged: the first are not yet where the error's leading term
 * rules. */
static void check_order(const char *cells, double perturb, const char *gradient, const int levels[N_LEVELS])
{
    double error[N_LEVELS], spacing[N_LEVELS], order = NAN;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/case.cfg", pipeline_scratch());
    pipeline_write(path, case_text);
    for (int k = 0; k < N_LEVELS; k++) {
        error[k] = level_error(cells, perturb, gradient, levels[k], &spacing[k]);
        CHECK(error[k] > 0, "%s, level %d failed", cells, k);
        if (k > 0) {
            order = log(error[k - 1] / error[k]) / log(spacing[k - 1] / spacing[k]);
            printf("  %s: order %.3f from level %d to %d\n", cells, order, k - 1, k);
        }
    }
    CHECK(order >= 1.9, "%s: order %.3f", cells, order);
}

/* Least squares over faces where neighbours lie all round, fits about nodes where they do not: each kind with the
 * gradient that docs/numerics.md gives for it. */
static void order_hexes(void)
{
    check_order("hex", 0, "lsq", fine);
}
static void order_prisms(void)
{
    check_order("prism", 0, "lsq", coarse);
}
static void order_pyramids(void)
{
    check_order("pyramid", 0, "node-lsq", coarse);
}
static void order_all_types_together(void)
{
    check_order("mixed", 0, "node-lsq", coarse);
}
static void order_tets(void)
{
    check_order("tet", 0.1, "node-lsq", coarse);
}

int main(void)
{
    CASE(order_hexes);
    CASE(order_prisms);
    CASE(order_pyramids);
    CASE(order_all_types_together);
    CASE(order_tets);
    return check_end();
}
