/* Flows through periodic faces, from the mesh file to the solver's results.
 *
 * Boxes: a density wave carried once round by a uniform stream, which is an exact
 * solution of the Euler equations; what a box periodic in three directions holds
 * of mass, momentum and energy stays; the number of ranks does not matter.
 * Sectors: a stream along the axis stays uniform, and a swirling flow in a sector
 * of 30 degrees is that of a sector of 60 degrees.
 */
#include "check.h"
#include "pipeline.h"

#include "unit/prep/periodic_box.h"
#include "run/prep_run.h"
#include "progress/progress.h"

static const char wave_case[] = "[flow]\nmach = 2\nalpha = %g\nbeta = %g\npressure = 1\ndensity = 1\n"
                                "[initial]\nkind = wave\nwave_number = %g %g %g\n"
                                "[numerics]\nlimiter = none\n"
                                "[time]\nlocal = no\nstages = 3\ncfl = %g\nend_time = %.17g\nsteps = 100000\n"
                                "[patches]\n? = slip\n?min = slip\n?max = slip\n[output]\nhistory = 0\n";

struct wave {
    double alpha, beta, k[3], cfl;
    double time; /* that the stream takes from x = 0 to x = 1 at alpha = beta = 0, times the passages */
};

/* Mach 2 with pressure and density 1: the speed is 2 sqrt(1.4), which the box of length 1 is passed with in 1 / (2
 * sqrt(1.4)). Writes case.cfg for run_case(). */
static struct wave make_wave(double alpha, double beta, double kx, double ky, double kz, double passages)
{
    struct wave w = {alpha, beta, {kx, ky, kz}, 0.8, passages / (2 * sqrt(1.4))};
    char text[1024], path[PATH_MAX];
    snprintf(text, sizeof text, wave_case, alpha, beta, kx, ky, kz, w.cfl, w.time);
    snprintf(path, sizeof path, "%s/case.cfg", pipeline_scratch());
    pipeline_write(path, text);
    return w;
}

/* Packs of a box of nx by ny by nz blocks with cubes of 1/nx, periodic along the
 * axes named; 0 when made. */
static int make_box(const char *cells, const int n[3], const char *axes, int ranks, const char *packs)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char path[PATH_MAX], text[256] = "[periodic]\n";
    for (const char *a = axes; *a; a++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%c = %cmin %cmax\n", *a, *a, *a);
    snprintf(path, sizeof path, "%s/periodic.cfg", s);
    pipeline_write(path, text);
    return pipeline_run("%s/tools/box_mesh --cells %s --n %d %d %d --size 1 %.17g %.17g --out %s/box.cgns > /dev/null",
                        b, cells, n[0], n[1], n[2], (double)n[1] / n[0], (double)n[2] / n[0], s) ||
           pipeline_run("rm -rf %s/%s; %s/ufv-prep --quiet %s/box.cgns --ranks %d --config %s --out %s/%s > /dev/null",
                        s, packs, b, s, ranks, path, s, packs);
}

/* Runs case.cfg on packs and gathers; 0 when done. */
static int run_case(int ranks, const char *packs, const char *settings, struct gathered *g)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char results[PATH_MAX], folder[PATH_MAX];
    snprintf(results, sizeof results, "%s/results", s);
    snprintf(folder, sizeof folder, "%s/%s", s, packs);
    memset(g, 0, sizeof *g);
    char mpirun[32] = "";
    if (ranks > 1)
        snprintf(mpirun, sizeof mpirun, "mpirun -np %d ", ranks);
    int status = pipeline_run("rm -rf %s; %s%s/ufv-solve --quiet --device cpu --threads 1 %s/case.cfg --packs %s "
                              "--out %s %s", results, mpirun, b, s, folder, results, settings);
    return pipeline_steps_made(status) || gathered_read(results, folder, g);
}

/* Exact density at that time: what was at x - u t at the start. */
static double wave_density(const struct wave *w, const struct gathered *g, int64_t i, double time)
{
    double phase = 0;
    for (int d = 0; d < 3; d++)
        phase += w->k[d] * (g->x[d][i] - time * g->reference.velocity[d]);
    return 1 + 0.2 * sin(2 * acos(-1.0) * phase);
}

/* L1 error of density at the end. */
static double wave_error(const struct wave *w, const struct gathered *g)
{
    double error = 0, volume = 0;
    for (int64_t i = 0; i < g->n; i++) {
        error += g->volume[i] * fabs(g->q[0][i] - wave_density(w, g, i, w->time));
        volume += g->volume[i];
    }
    return error / volume;
}

/* ---- order ---- */

/* Bound: order 1.9 at least from the second level to the third (a second-order
 * scheme; 0.1 for levels this coarse). n: blocks of the coarsest level; those along
 * an axis that the wave does not run along stay as many. */
static void check_order(const char *cells, const char *axes, const char *gradient, const struct wave *w, int coarsest)
{
    double error[3] = {NAN, NAN, NAN};
    char settings[128];
    snprintf(settings, sizeof settings, "--set numerics.gradient=%s", gradient);
    for (int level = 0; level < 3; level++) {
        struct gathered g;
        int n[3];
        for (int d = 0; d < 3; d++)
            n[d] = w->k[d] > 0 ? coarsest << level : 3;
        CHECK(make_box(cells, n, axes, 1, "packs") == 0, "no packs");
        CHECK(run_case(1, "packs", settings, &g) == 0, "no results");
        error[level] = g.n ? wave_error(w, &g) : NAN;
        gathered_free(&g);
    }
    double order = log2(error[1] / error[2]);
    printf("  %s, periodic in %s, %s: errors %.3e %.3e %.3e, order %.3f\n", cells, axes, gradient, error[0], error[1],
           error[2], order);
    CHECK(order >= 1.9, "order %.3f", order);
}

/* One pair of periodic faces, slip walls on the other sides: interfaces without edges or corners in common. */
static void wave_in_hexes_round_x(void)
{
    struct wave w = make_wave(0, 0, 1, 0, 0, 1);
    check_order("hex", "x", "lsq", &w, 16);
}
/* Two pairs: nodes on the edges of the box have four images, which gradients by nodes must all gather. */
static void wave_in_prisms_round_x_and_y(void)
{
    struct wave w = make_wave(0, 0, 1, 0, 0, 1);
    check_order("prism", "xy", "node-lsq", &w, 16);
}
/* Three pairs: corners have eight images. */
static void wave_in_tets_round_all_axes(void)
{
    struct wave w = make_wave(0, 0, 1, 0, 0, 1);
    check_order("tet", "xyz", "node-lsq", &w, 16);
}
/* Plain averages about nodes, whose rings the images must complete. The cells are regular: on others this gradient is
 * not exact for linear fields. */
static void wave_in_tets_by_node_averages(void)
{
    struct wave w = make_wave(0, 0, 1, 0, 0, 1);
    check_order("tet", "xyz", "node", &w, 16);
}
/* across the edges of the box */
static void oblique_wave_in_hexes(void)
{
    struct wave w = make_wave(20, 35, 1, 1, 0, 1);
    check_order("hex", "xyz", "node-lsq", &w, 10);
}

/* ---- conservation, ranks ---- */

/* Mass, momentum, energy of the box; with `density` given, those of the exact wave at the start: pressure 1 and the
 * stream's velocity. 0.4 is gamma - 1. */
static void totals(const struct gathered *g, const double *density, double total[5])
{
    memset(total, 0, 5 * sizeof *total);
    for (int64_t i = 0; i < g->n; i++) {
        double rho = density ? density[i] : g->q[0][i], u[3], p = density ? 1.0 : g->q[4][i], square = 0;
        for (int d = 0; d < 3; d++) {
            u[d] = density ? g->reference.velocity[d] : g->q[1 + d][i];
            square += u[d] * u[d];
            total[1 + d] += g->volume[i] * rho * u[d];
        }
        total[0] += g->volume[i] * rho;
        total[4] += g->volume[i] * (p / 0.4 + 0.5 * rho * square);
    }
}

/* Bound: 1e-13 of the total energy and mass, of the largest momentum; rounding of
 * 1e-16 a step and cell, of random sign, about a hundred steps. */
static void check_conserved(const struct wave *w, const struct gathered *g, const char *what)
{
    double *density = calloc((size_t)g->n, sizeof *density), before[5], after[5];
    for (int64_t i = 0; i < g->n; i++)
        density[i] = wave_density(w, g, i, 0);
    totals(g, density, before);
    totals(g, NULL, after);
    double momentum = fmax(fabs(before[1]), fmax(fabs(before[2]), fabs(before[3])));
    for (int v = 0; v < 5; v++) {
        double unit = v == 0 || v == 4 ? before[v] : momentum;
        CHECK(fabs(after[v] - before[v]) <= 1e-13 * unit, "%s: total %d changed by %.3g of itself", what, v,
              (after[v] - before[v]) / unit);
    }
    free(density);
}

static double largest_difference(const struct gathered *a, const struct gathered *b)
{
    double most = a->n == b->n && a->n > 0 ? 0 : NAN;
    for (int v = 0; v < 5; v++)
        for (int64_t i = 0; i < a->n && a->n == b->n; i++) {
            double d = fabs(a->q[v][i] - b->q[v][i]);
            most = d <= most ? most : d; /* keeps a not-a-number */
        }
    return most;
}

/* An oblique wave in a box periodic in three directions, not aligned with it. */
static void check_ranks(const char *cells, const char *gradient)
{
    struct wave w = make_wave(25, 35, 1, 1, 1, 4);
    char settings[128];
    struct gathered one, many;
    snprintf(settings, sizeof settings, "--set numerics.gradient=%s", gradient);
    CHECK(make_box(cells, (const int[3]){6, 6, 6}, "xyz", 1, "packs") == 0, "no packs");
    CHECK(run_case(1, "packs", settings, &one) == 0, "no results");
    check_conserved(&w, &one, gradient);
    for (int ranks = 2; ranks <= 8; ranks = ranks == 3 ? 8 : ranks + 1) {
        CHECK(make_box(cells, (const int[3]){6, 6, 6}, "xyz", ranks, "packs") == 0, "no packs");
        CHECK(run_case(ranks, "packs", settings, &many) == 0, "no results");
        double d = largest_difference(&one, &many);
        printf("  %s, %s: %d ranks differ from 1 by %.2g after %d steps\n", cells, gradient, ranks, d,
               (int)many.iteration);
        CHECK(d <= 1e-10, "%d ranks differ by %g", ranks, d); /* orders of summation, values of order 1 */
        check_conserved(&w, &many, gradient);
        gathered_free(&many);
    }
    gathered_free(&one);
}

static void ranks_and_totals_hexes(void)
{
    check_ranks("hex", "lsq");
}
static void ranks_and_totals_tets(void)
{
    check_ranks("tet", "node-lsq");
}
static void ranks_and_totals_prisms(void)
{
    check_ranks("prism", "node");
}

/* Messages and copies to itself in all modes; one cell wide along z, where a cell
 * is its own neighbour and nothing may change along z. */
static void thin_boxes_and_modes(void)
{
    struct gathered staged, blocking, by_host, thick;
    make_wave(0, 0, 1, 0, 0, 1);
    CHECK(make_box("hex", (const int[3]){16, 4, 1}, "xyz", 3, "packs") == 0, "no packs");
    CHECK(run_case(3, "packs", "--exchange staged", &staged) == 0, "no results");
    CHECK(run_case(3, "packs", "--exchange blocking", &blocking) == 0, "no results");
    CHECK(largest_difference(&staged, &blocking) == 0, "modes differ");
    CHECK(run_case(3, "packs", "--exchange staged-cpu-pack", &by_host) == 0, "no results");
    CHECK(largest_difference(&staged, &by_host) == 0, "modes differ");
    CHECK(make_box("hex", (const int[3]){16, 4, 3}, "xyz", 1, "packs") == 0, "no packs");
    CHECK(run_case(1, "packs", "", &thick) == 0, "no results");
    for (int64_t i = 0; i < thick.n && staged.n == 64; i++) /* as many cells below as above: orders of summation */
        CHECK_NEAR(thick.q[0][i], staged.q[0][i % 64], 1e-12);
    gathered_free(&staged);
    gathered_free(&blocking);
    gathered_free(&by_host);
    gathered_free(&thick);
}

/* ---- sectors ---- */

/* Through ufv-prep's own function, without a mesh file in between. */
static int make_sector(double degrees, int axis, const double r[2], const int n[3], int ranks, const char *packs)
{
    struct raw_mesh raw;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", pipeline_scratch(), packs);
    struct prep_options o = {.mesh = "sector", .out = path, .partition = "metis", .order = "rcm",
                             .command_line = (char[]){"test"}, .n_ranks = ranks, .scale = 1.0, .quiet = true};
    periodic_sector(degrees, axis, r, 1.0, n, &raw);
    int status = prep_run_raw(&o, &raw);
    if (status)
        printf("  %s\n", error_message());
    return status;
}

/* Bound: 1e-12 of density, speed of sound and pressure after 20 steps (test_freestream.c).
 * Along the axis of rotation only: any other uniform stream is not periodic in a sector. With the inner radius 0 the
 * cells beside the axis are wedges, and nodes on the axis are their own images. */
static void check_stream(double inner, const char *gradient, int ranks)
{
    char path[PATH_MAX], settings[64];
    struct gathered g;
    snprintf(path, sizeof path, "%s/case.cfg", pipeline_scratch());
    snprintf(settings, sizeof settings, "--set numerics.gradient=%s", gradient);
    pipeline_write(path, "[flow]\nmach = 0.5\npressure = 1\ndensity = 1\n[time]\ncfl = 0.5\nsteps = 20\n"
                         "[patches]\ninner = slip\nouter = slip\nlow = farfield\nhigh = farfield\n");
    CHECK(make_sector(30, 0, (const double[2]){inner, 2.0}, (const int[3]){3, 5, 6}, ranks, "packs") == 0, "no packs");
    CHECK(run_case(ranks, "packs", settings, &g) == 0, "no results");
    double worst = g.n ? 0 : NAN, stream[5] = {1, 0.5 * sqrt(1.4), 0, 0, 1};
    for (int v = 0; v < 5; v++)
        for (int64_t i = 0; i < g.n; i++) {
            double d = fabs(g.q[v][i] - stream[v]);
            worst = d <= worst ? worst : d;
        }
    printf("  sector from radius %g, %s, %d ranks: %.2g\n", inner, gradient, ranks, worst);
    CHECK(worst <= 1e-12, "the stream changed by %g", worst);
    gathered_free(&g);
}

static void stream_along_sectors(void)
{
    check_stream(1.0, "lsq", 2);
    check_stream(1.0, "node-lsq", 1);
    check_stream(0.0, "node-lsq", 3); /* wedges about the axis */
    check_stream(0.0, "node", 1);
}

/* Cell i of a sector turned into the sector's direction: radial and tangential.
 * Density, radial, tangential and axial velocity, pressure. */
static void swirl_of(const struct gathered *g, int64_t i, double w[5])
{
    double r = hypot(g->x[0][i], g->x[1][i]), c = g->x[0][i] / r, s = g->x[1][i] / r;
    w[0] = g->q[0][i];
    w[1] = c * g->q[1][i] + s * g->q[2][i];
    w[2] = c * g->q[2][i] - s * g->q[1][i];
    w[3] = g->q[3][i];
    w[4] = g->q[4][i];
}

/* A vortex between slip walls: every cell of a ring stays alike, in 30 degrees as
 * in 60, while the flow moves away from the vortex, which the facets deny.
 * In cells of sector b six lie along the turn, in a three: cell i of b is held against cell i / 6 * 3, the first of the
 * same ring in a; then the cells of a's rings against their first ones. */
static void check_swirl(const char *gradient, int ranks)
{
    static const int narrow[3] = {3, 6, 2}, wide[3] = {6, 6, 2};
    char path[PATH_MAX], settings[64];
    struct gathered a, b;
    snprintf(path, sizeof path, "%s/case.cfg", pipeline_scratch());
    snprintf(settings, sizeof settings, "--set numerics.gradient=%s", gradient);
    pipeline_write(path, "[flow]\nmach = 1\npressure = 1\ndensity = 1\n[initial]\nkind = vortex\nmach_inner = 2.25\n"
                         "[time]\ncfl = 0.5\nsteps = 60\nlocal = no\n[numerics]\nlimiter = none\n"
                         "[patches]\ninner = slip\nouter = slip\nlow = slip\nhigh = slip\n");
    CHECK(make_sector(30, 2, (const double[2]){1.0, 1.4}, narrow, ranks, "packs") == 0, "no packs");
    CHECK(run_case(ranks, "packs", settings, &a) == 0, "no results");
    CHECK(make_sector(60, 2, (const double[2]){1.0, 1.4}, wide, 1, "packs") == 0, "no packs");
    CHECK(run_case(1, "packs", settings, &b) == 0, "no results");
    double across = a.n && b.n ? 0 : NAN, moved = 0;
    for (int64_t i = 0; i < b.n && a.n; i++) {
        double v[5], w[5];
        swirl_of(&a, i / 6 * 3, v);
        swirl_of(&b, i, w);
        for (int k = 0; k < 5; k++)
            across = fabs(v[k] - w[k]) <= across ? across : fabs(v[k] - w[k]);
        moved = fmax(moved, fabs(w[1]));
    }
    for (int64_t i = 0; i < a.n; i++) {
        double v[5], w[5];
        swirl_of(&a, i, v);
        swirl_of(&a, i / 3 * 3, w);
        for (int k = 0; k < 5; k++)
            across = fabs(v[k] - w[k]) <= across ? across : fabs(v[k] - w[k]);
    }
    printf("  %s, %d ranks: sectors differ by %.2g, radial speed up to %.2g\n", gradient, ranks, across, moved);
    /* rounding, values of order 1, 60 steps of a settling flow */
    CHECK(across <= 1e-11, "sectors differ by %g", across);
    CHECK(moved > 1e-4, "nothing happens");
    gathered_free(&a);
    gathered_free(&b);
}

static void swirl_in_sectors(void)
{
    check_swirl("lsq", 1);
    check_swirl("node", 2);
    check_swirl("node-lsq", 3);
}

int main(void)
{
    progress_set_quiet(true);
    CASE(wave_in_hexes_round_x);
    CASE(wave_in_prisms_round_x_and_y);
    CASE(wave_in_tets_round_all_axes);
    CASE(wave_in_tets_by_node_averages);
    CASE(oblique_wave_in_hexes);
    CASE(ranks_and_totals_hexes);
    CASE(ranks_and_totals_tets);
    CASE(ranks_and_totals_prisms);
    CASE(thin_boxes_and_modes);
    CASE(stream_along_sectors);
    CASE(swirl_in_sectors);
    return check_end();
}
