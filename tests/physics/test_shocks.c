/* Shocks against exact relations: Sod's tube (cases/sod) and the Mach 4 flow over
 * a 30 degree ramp (cases/ramp-mach4), by the programs and the case files that a
 * user runs. All of it takes long under sanitizers; one case alone: make test SAN=1 TEST=physics/test_shocks
 * CASE=ramp_hexes.
 */
#include "check.h"
#include "pipeline.h"

/* On two ranks throughout: the shock crosses a boundary between them. */
static int run_case(const char *mesh_arguments, const char *config, const char *settings, struct gathered *g)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char results[PATH_MAX], packs[PATH_MAX];
    snprintf(results, sizeof results, "%s/results", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    TRY(pipeline_run("rm -rf %s %s", results, packs));
    TRY(pipeline_run("%s/tools/box_mesh %s --out %s/m.cgns > /dev/null", b, mesh_arguments, s));
    TRY(pipeline_run("%s/ufv-prep --quiet %s/m.cgns --ranks 2 --out %s > /dev/null", b, s, packs));
    TRY(pipeline_run("mpirun -np 2 %s/ufv-solve --quiet %s --packs %s --out %s %s", b, config, packs, results,
                     settings));
    return gathered_read(results, packs, g);
}

/* ---- Sod ---- */

/* Exact density at n cell centres, from cases/sod/exact. */
static double *exact_sod(int n)
{
    char command[128], line[256];
    double *rho;
    int held = 0;
    snprintf(command, sizeof command, "cases/sod/exact %d", n);
    FILE *f = popen(command, "r");
    MEM_NEW_ZERO(rho, n);
    while (f && fgets(line, sizeof line, f)) {
        double x, r;
        if (sscanf(line, "%lf,%lf", &x, &r) == 2 && held < n)
            rho[held++] = r;
    }
    CHECK(f && pclose(f) == 0 && held == n, "cases/sod/exact gave %d of %d values", held, n);
    return rho;
}

/* Means of pressure and x-velocity where the exact solution is flat: between the
 * contact and the shock, a tenth of the tube's length clear of neither. */
static void check_plateau(const struct gathered *g)
{
    double p = 0, u = 0, weight = 0;
    for (int64_t i = 0; i < g->n; i++)
        if (g->x[0][i] > 0.72 && g->x[0][i] < 0.82) {
            p += g->volume[i] * g->q[4][i];
            u += g->volume[i] * g->q[1][i];
            weight += g->volume[i];
        }
    CHECK_NEAR(p / weight, 0.303130, 0.002 * 0.303130); /* Toro 2009, Table 4.2: test 1's star values */
    CHECK_NEAR(u / weight, 0.927453, 0.002 * 0.927453);
}

/* L1, weighted by volumes. Cells are as wide as long, so that those of all kinds are well shaped; the exact solution is
 * taken at the centre of that of n slices along x which holds the cell. */
static double sod_error(const char *cells, int n, int across, const char *settings)
{
    char mesh[256];
    struct gathered g;
    snprintf(mesh, sizeof mesh, "--cells %s --n %d %d %d --size 1 %.17g %.17g", cells, n, across, across,
             (double)across / n, (double)across / n);
    CHECK(run_case(mesh, "cases/sod/sod.cfg", settings, &g) == 0, "the run failed");
    double *exact = exact_sod(n), error = 0, volume = 0;
    for (int64_t i = 0; i < g.n; i++) {
        int k = (int)(g.x[0][i] * n);
        error += g.volume[i] * fabs(g.q[0][i] - exact[k < n ? k : n - 1]);
        volume += g.volume[i];
    }
    check_plateau(&g);
    printf("  %s %d: L1 error of density %.3e\n", cells, n, error / volume);
    mem_free(exact);
    gathered_free(&g);
    return error / volume;
}

/* A limited second-order scheme: the error of a contact falls with order 2/3, of
 * a shock with order 1; so order 0.75 at least between these two. */
static void sod_hexes(void)
{
    double coarse = sod_error("hex", 100, 1, ""), fine = sod_error("hex", 400, 1, "");
    CHECK(log(coarse / fine) / log(4.0) > 0.75, "order %g", log(coarse / fine) / log(4.0));
    CHECK(fine < 3e-3, "%g", fine);
}

/* One grid alone, held against a bound and the exact plateau; three cells across, since a tube of one would be all
 * boundary. */
static void sod_tets(void)
{
    CHECK(sod_error("tet", 100, 3, "--set numerics.gradient=node-lsq") < 1.5e-2, "the error on tetrahedra");
}

/* The tube in other precisions: their rounding (6e-8 of a gradient, or of the state in
 * each of some hundred steps) is far below the scheme's error of 1 %. */
static void sod_precisions(void)
{
    if (!pipeline_has_precision("mixed") || !pipeline_has_precision("single")) {
        check_skip("there is no ufv-solve-mixed or ufv-solve-single");
        return;
    }
    double exact = sod_error("hex", 100, 1, "");
    CHECK_NEAR(sod_error("hex", 100, 1, "--set numerics.precision=mixed"), exact, 1e-4 * exact);
    CHECK_NEAR(sod_error("hex", 100, 1, "--set numerics.precision=single"), exact, 1e-3 * exact);
}

/* ---- ramp ---- */

/* Pressure at height y of the column of cells around x, linear between centres. */
struct point {
    double y, p;
};

static int compare_points(const void *a, const void *b)
{
    double x = ((const struct point *)a)->y, y = ((const struct point *)b)->y;
    return (x > y) - (x < y);
}

/* Height at which the pressure of column x falls through `level`, NAN when none. */
static double crossing(const struct gathered *g, double x, double width, double level)
{
    struct point *column;
    int n = 0;
    double y = NAN;
    MEM_NEW(column, g->n);
    for (int64_t i = 0; i < g->n; i++)
        if (fabs(g->x[0][i] - x) < 0.5 * width)
            column[n++] = (struct point){g->x[1][i], g->q[4][i]};
    qsort(column, (size_t)n, sizeof *column, compare_points);
    for (int k = 1; k < n; k++)
        if (column[k - 1].p >= level && column[k].p < level)
            y = column[k - 1].y +
                (column[k].y - column[k - 1].y) * (column[k - 1].p - level) / (column[k - 1].p - column[k].p);
    mem_free(column);
    return y;
}

/* Slope of the least-squares line through the shock's heights, degrees.
 * From 0.3 behind the corner on, where the shock has formed, to 0.1 before the outlet; column by column. */
static double shock_angle(const struct gathered *g, double width, double level)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    int n = 0;
    for (double x = 0.8; x < 1.4; x += width, n++) {
        double y = crossing(g, x, width, level);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return atan((n * sxy - sx * sy) / (n * sxx - sx * sx)) * 180 / 3.14159265358979;
}

/* Mean pressure well between ramp and shock, over the free stream's.
 * In the wedge between 32 and 41 degrees about the corner: ramp at 30, shock at 45.2, clear of both. */
static double pressure_ratio(const struct gathered *g)
{
    double p = 0, weight = 0;
    for (int64_t i = 0; i < g->n; i++) {
        double x = g->x[0][i] - 0.5, angle = atan2(g->x[1][i], x) * 180 / 3.14159265358979;
        if (x > 0.4 && x < 0.9 && angle > 32 && angle < 41) {
            p += g->volume[i] * g->q[4][i];
            weight += g->volume[i];
        }
    }
    return p / weight / g->reference.pressure;
}

/* Bound: one per cent, of the exact weak oblique shock (cases/ramp-mach4/theory). */
static void check_ramp(const char *cells, const char *settings)
{
    struct gathered g;
    char mesh[256];
    snprintf(mesh, sizeof mesh, "--cells %s --n 104 64 1 --size 1.5 1.4 0.05 --map ramp:30,0.5", cells);
    CHECK(run_case(mesh, "cases/ramp-mach4/ramp.cfg", settings, &g) == 0, "the run failed");
    double exact = 9.239669, ratio = pressure_ratio(&g);
    double angle = shock_angle(&g, 1.5 / 104, 0.5 * (1 + exact) * g.reference.pressure);
    printf("  %s: pressure ratio %.4f (exact %.4f), shock angle %.3f degrees (exact 45.224), %lld iterations\n", cells,
           ratio, exact, angle, (long long)g.iteration);
    CHECK_NEAR(ratio, exact, 0.01 * exact);
    CHECK_NEAR(angle, 45.2241, 0.01 * 45.2241);
    gathered_free(&g);
}

static void ramp_hexes(void)
{
    check_ramp("hex", "");
}

static void ramp_prisms(void)
{
    check_ramp("prism", "");
}

int main(void)
{
    CASE(sod_hexes);
    CASE(sod_precisions);
    CASE(sod_tets);
    CASE(ramp_hexes);
    CASE(ramp_prisms);
    return check_end();
}
