/* Meshes that move, against what they must not change: a uniform stream; an airfoil's forces, which are the same
 * whether it moves or the air; the flow between two cylinders of which one turns (White, Viscous Fluid Flow, 2006,
 * Section 3-2.3), seen from rest, from the cylinder and from a ring beside it, which is exact for constant viscosity at any density.
 */
#include "check.h"
#include "pipeline.h"
#include "unit/solve/feature_bed.h"

/* ---- a uniform stream ---- */

/* Of the speed of sound and its like, after ten steps. Without the source for warped faces, or with earlier states that
 * are not turned, it is 1e-4 and more. */
static const double bound = 1e-12;

/* As in test_freestream.c, but of a stream seen from a mesh that has turned: solution_reference holds it in the axes of
 * the mesh at the end, so that a velocity that was not turned with the mesh shows. */
static double largest_change(const char *results, const char *packs)
{
    struct gathered g;
    if (gathered_read(results, packs, &g) != 0)
        return NAN;
    const struct solution_reference *r = &g.reference; /* in the axes of the mesh */
    double sound = sqrt(r->gamma * r->pressure / r->density), worst = 0;
    const double stream[5] = {r->density, r->velocity[0], r->velocity[1], r->velocity[2], r->pressure};
    const double unit[5] = {r->density, sound, sound, sound, r->density * sound * sound};
    for (int64_t i = 0; i < g.n; i++)
        for (int v = 0; v < 5; v++) {
            double change = fabs(g.q[v][i] - stream[v]) / unit[v];
            worst = change <= worst ? worst : change; /* keeps a not-a-number */
        }
    gathered_free(&g);
    return worst;
}

/* A box of all kinds of cells with warped faces, far field around it. keys: how it moves, and the steps; turned: degrees
 * that the last row of the history must have.
 * The history's last column is the angle: it shows that the mesh did move, without which the bound would prove
 * nothing. */
static void check_stream(const char *cells, int ranks, const char *keys, double turned)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char path[2 * PATH_MAX], packs[PATH_MAX], results[PATH_MAX], text[1024], line[1024] = "";
    snprintf(path, sizeof path, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    snprintf(results, sizeof results, "%s/results", s);
    snprintf(text, sizeof text, "[flow]\nmach = 0.5\n%s[patches]\n* = farfield\n[output]\nhistory = 1\n", keys);
    pipeline_write(path, text);
    if (pipeline_run("rm -rf %s %s; %s/tools/box_mesh --cells %s --n 5 4 4 --perturb 0.2 --seed 7 --out %s/box.cgns "
                     ">/dev/null && %s/ufv-prep --quiet %s/box.cgns --ranks %d --out %s >/dev/null",
                     packs, results, b, cells, s, b, s, ranks, packs) != 0 ||
        pipeline_steps_made(pipeline_run("mpirun -np %d %s/ufv-solve --quiet %s --packs %s --out %s", ranks, b, path,
                                         packs, results)) != 0) {
        CHECK(false, "no run");
        return;
    }
    double change = largest_change(results, packs);
    CHECK(change < bound, "%s on %d ranks: %.2e", cells, ranks, change);
    snprintf(path, sizeof path, "%s/history.csv", results);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
    }
    if (f)
        fclose(f);
    /* Of the last row: the loop above has read on to the end of the file. */
    const char *angle = strrchr(line, ',');
    CHECK_NEAR(angle ? atof(angle + 1) : NAN, turned, 1e-9);
}

/* 10 sin(30 + 180 degrees) after half a period. */
static const char pitching[] = "alpha = 3\nbeta = 2\n[time]\nscheme = dual-time\nsteps_per_period = 20\nsteps = 10\n"
                               "[motion]\npitch = 10\npitch_phase = 30\nplunge = 0.1 0.2 -0.05\nfrequency = 100\n"
                               "velocity = 10 -20 30\naxis = 1 2 3\ncentre = 0.2 0.3 0.1\n";

/* Turning about an axis that is none of the mesh's, moving along all three, and a constant velocity at once. */
static void pitching_and_plunging(void)
{
    check_stream("mixed", 1, pitching, -5);
    check_stream("pyramid", 3, pitching, -5);
}

/* Explicit first stages, and slopes that turn. The first step is one with implicit stages only. */
static void third_order_and_spinning(void)
{
    check_stream("mixed", 3, "alpha = 3\nbeta = 2\n[time]\nscheme = dual-time\nmethod = esdirk3\nsteps_per_period = 20\n"
                             "periods = 0.25\n[motion]\nspin_rpm = 12000\naxis = 1 2 3\ncentre = 0.2 0.3 0.1\n", 90);
}

/* The stream runs along the axis, the one direction in which a uniform stream is steady in the frame
 * (docs/numerics.md). By explicit and by implicit steps. */
static void in_a_rotating_frame(void)
{
    static const char frame[] = "alpha = 0\n[frame]\ntype = rotating\nrpm = 12000\naxis = 2 0 0\ncentre = 0.2 0.3 0.1\n"
                                "[time]\n%s\nsteps = 10\n";
    char text[512];
    snprintf(text, sizeof text, frame, "scheme = rk\ncfl = 0.5");
    check_stream("mixed", 3, text, 0);
    snprintf(text, sizeof text, frame, "scheme = implicit");
    check_stream("tet", 1, text, 0);
}

/* The cells of a zone that turn, its surface ragged, among some at rest, on all ranks. */
static void beside_a_zone_that_turns(void)
{
    static const char zone[] = "alpha = 0\n[frame]\ntype = rotating\nrpm = 6000\naxis = 2 0 0\ncentre = 0.2 0.3 0.1\n"
                               "zone_radius = 0.6\nzone_end = 0.45\n[time]\n%s\nsteps = 10\n";
    char text[512];
    snprintf(text, sizeof text, zone, "scheme = rk\ncfl = 0.5");
    check_stream("mixed", 3, text, 0);
    snprintf(text, sizeof text, zone, "scheme = implicit");
    check_stream("tet", 3, text, 0);
}

/* ---- an airfoil ---- */

/* The force on patch WALL in forces.json, N.
 * The three numbers stand on the three lines after the first "force": [. WALL is the only wall, so that sums over
 * patches are the same. */
static int read_force(const char *results, double force[3])
{
    char path[2 * PATH_MAX], line[256];
    int n = -1;
    snprintf(path, sizeof path, "%s/forces.json", results);
    FILE *f = fopen(path, "r");
    while (f && n < 3 && fgets(line, sizeof line, f)) {
        if (n >= 0)
            force[n++] = atof(line);
        else if (strstr(line, "\"force\": ["))
            n = 0;
    }
    if (f)
        fclose(f);
    return n == 3 ? 0 : error_set("%s: no force", path);
}

/* Mesh, then a run with the keys.
 * The mesh is made once for both runs. */
static int airfoil_force(const char *keys, double force[3])
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char path[PATH_MAX], results[PATH_MAX], text[1024];
    snprintf(path, sizeof path, "%s/airfoil.cfg", s);
    snprintf(results, sizeof results, "%s/airfoil", s);
    snprintf(text, sizeof text, "[flow]\nmach = 0.25\nup = y\n%s[numerics]\nlimiter = none\ngradient = lsq\n[patches]\n"
                                "WALL = slip\nFARFIELD = farfield\nSIDES = symmetry\n", keys);
    pipeline_write(path, text);
    TRY(pipeline_run("test -d %s/naca || { %s/tools/plane_mesh naca0012 --wall 1e-2 --far 20 --depth 0.05 --out "
                     "%s/naca.cgns >/dev/null && %s/ufv-prep --quiet %s/naca.cgns --out %s/naca; }", s, b, s, b, s, s) ||
        pipeline_run("rm -rf %s; %s/ufv-solve --quiet %s --packs %s/naca --out %s", results, b, path, s, results));
    return read_force(results, force);
}

/* The stream from 5 degrees below, and a mesh that moves so that it sees that stream.
 * With the mesh at velocity v the stream it sees is u - v: the velocity is chosen so that this has the same size and
 * comes from 5 degrees below. Steps of 1 s are so long that the last ones are steady; the forces of the two converged
 * runs agree to what the sub-iterations leave. */
static void airfoil_or_air_moves(void)
{
    double rest[3] = {NAN, NAN, NAN}, moved[3] = {NAN, NAN, NAN}, u = 0.25 * sqrt(1.4 * 287.05 * 288.15), a = 5 * acos(-1.0) / 180;
    char keys[512];
    snprintf(keys, sizeof keys, "[motion]\nvelocity = %.17g %.17g 0\n[time]\nscheme = dual-time\ndt = 1\nsteps = 20\n"
                                "sub_drop = 4\n", u - u * cos(a), -u * sin(a));
    CHECK(airfoil_force("alpha = 5\n[stop]\nresidual_drop = 10\n", rest) == 0, "%s", error_message());
    CHECK(airfoil_force(keys, moved) == 0, "%s", error_message());
    for (int d = 0; d < 2; d++)
        CHECK_NEAR(moved[d], rest[d], 1e-7 * fabs(rest[1]));
}

/* ---- two cylinders ---- */

static const double turning = 0.3; /* rad/s of the inner cylinder, radius 1; the outer one of radius 2 rests */

/* Largest error of the velocity round the axis over that of the wall. n: cells in a quarter and across.
 * A quarter of the ring, closed on itself by a rotational interface. The exact solution: u = A r + B / r with u = W r
 * at r = 1 and 0 at r = 2, hence W / 3 (4 / r - r). */
static double ring_error(const char *walls, int n)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char path[PATH_MAX], packs[PATH_MAX], results[PATH_MAX], text[1024];
    struct gathered g;
    double worst = 0;
    snprintf(path, sizeof path, "%s/ring.cfg", s);
    snprintf(packs, sizeof packs, "%s/ring-%d", s, n);
    snprintf(results, sizeof results, "%s/ring", s);
    pipeline_write(path, "[periodic]\nx = xmin xmax angle=-90 axis=0,0,1 centre=0,0,0\n");
    if (pipeline_run("test -d %s || { %s/tools/box_mesh --n %d %d 1 --map annulus:1,2 --size 1 1 0.1 --bc "
                     "ymin=BCWallViscous --bc ymax=BCWallViscous --out %s/ring.cgns >/dev/null && %s/ufv-prep --quiet "
                     "%s/ring.cgns --config %s --out %s; }", packs, b, n, n, s, b, s, path, packs) != 0)
        return NAN;
    snprintf(text, sizeof text, "[flow]\nmach = 0\ndensity = 1\npressure = 1\ngas_constant = 1\nviscosity = 0.05\n"
                                "sutherland = 0\n[model]\nequations = laminar\n[numerics]\nlimiter = none\ngradient = lsq"
                                "\n[time]\nscheme = dual-time\ndt = 20\nsteps = 12\nsub_drop = 5\nsub_steps = 60\n"
                                "[patches]\nzm* = symmetry\n%s", walls);
    pipeline_write(path, text);
    if (pipeline_run("rm -rf %s; %s/ufv-solve --quiet %s --packs %s --out %s", results, b, path, packs, results) != 0 ||
        gathered_read(results, packs, &g) != 0)
        return NAN;
    for (int64_t i = 0; i < g.n; i++) {
        double x = g.x[0][i], y = g.x[1][i], r = hypot(x, y);
        double found = (x * g.q[2][i] - y * g.q[1][i]) / r, exact = turning / 3 * (4 / r - r);
        double error = fabs(found - exact) / turning;
        worst = error <= worst ? worst : error;
    }
    gathered_free(&g);
    return worst;
}

/* One halving of the spacing: of second order, 0.3 for the curved walls made of flat faces and grids this coarse; the
 * same bounds for all three points of view. */
static void check_ring(const char *walls)
{
    double error[2] = {ring_error(walls, 8), ring_error(walls, 16)};
    CHECK(error[1] < 0.005 && log2(error[0] / error[1]) > 1.7, "errors %.2e, %.2e", error[0], error[1]);
}

/* Seen from rest: the wall's own velocity makes the flow. */
static void cylinder_that_turns(void)
{
    check_ring("ymin = wall temperature=1 rotation=0,0,0.3\nymax = wall temperature=1\n");
}

/* Seen from the cylinder, which rests in the frame; the outer wall, at rest in truth, turns backwards there. Results
 * hold velocities as an observer at rest sees them, so that one exact solution serves. */
static void cylinder_in_a_rotating_frame(void)
{
    check_ring("ymin = wall temperature=1\nymax = wall temperature=1 rotation=0,0,-0.3\n"
               "[frame]\ntype = rotating\nrate = 0.3\naxis = 0 0 1\n");
}

/* The ring of cells beside the cylinder turns with it, the outer half of the mesh rests. */
static void cylinder_in_a_zone_that_turns(void)
{
    check_ring("ymin = wall temperature=1\nymax = wall temperature=1\n"
               "[frame]\ntype = rotating\nrate = 0.3\naxis = 0 0 1\nzone_radius = 1.5\n");
}

int main(void)
{
    CASE_OF("motion", pitching_and_plunging);
    CASE_OF("motion", third_order_and_spinning);
    CASE_OF("motion", in_a_rotating_frame);
    CASE_OF("motion", beside_a_zone_that_turns);
    CASE_OF("motion", airfoil_or_air_moves);
    CASE_OF("motion", cylinder_that_turns);
    CASE_OF("motion", cylinder_in_a_rotating_frame);
    CASE_OF("motion", cylinder_in_a_zone_that_turns);
    return check_end();
}
