/* Synthetic turbulence: lines of [synthetic_turbulence], tables of wall layers, the waves, and the statistics of the
 * forces that cells receive.
 */
#include "unit/solve/flow_bed.h"

#include "backend/convert.h"
#include "features/synthetic_turbulence/synthetic.h"
#include "mem.h"
#include "features/synthetic_turbulence/synthetic_planes.h"
#include "features/synthetic_turbulence/synthetic_waves.h"
#include "unit/solve/feature_bed.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- lines ---- */

static const struct synthetic_case *cases_of(const struct case_file *c)
{
    return feature_spec(c->features, "synthetic_turbulence");
}

static struct synthetic_planes *own_of(const struct flow_bed *t)
{
    return feature_own(t->d.features, "synthetic_turbulence");
}

static int read_line(const char *line, const char *more, struct case_file *c)
{
    char all[2048];
    snprintf(all, sizeof all,
             "[flow]\nmach = 0.1\nreynolds = 1e5\n[model]\nequations = laminar\n[time]\nscheme = dual-time\ndt = 1\n%s\n"
             "[synthetic_turbulence]\nlayer = %s\n", more, line);
    return case_read(flow_case_file(all), NULL, 0, c);
}

/* Every key once: the axis becomes a unit vector, and the normal one across it. */
static void lines(void)
{
    struct case_file c;
    CHECK(read_line("plane centre=1,2,3 axis=2,0,0 normal=1,0,3 thickness=0.1 radius=4 length=0.7 k=5 velocity=30 "
                    "period=0,0,2 seed=9 viscosity=0.3", "", &c) == 0, "%s", error_message());
    CHECK(cases_of(&c)->n == 1, "%d", cases_of(&c)->n);
    const struct synthetic *s = cases_of(&c)->plane;
    CHECK(strcmp(s->name, "layer") == 0 && s->centre[2] == 3 && s->axis[0] == 1, "%s", s->name);
    CHECK_NEAR(s->normal[0], 0, 0);
    CHECK_NEAR(s->normal[2], 1, 0);
    CHECK(s->thickness == 0.1 && s->radius == 4 && s->length == 0.7 && s->energy == 5 && s->velocity == 30, "%g",
          s->radius);
    CHECK(s->period[2] == 2 && s->seed == 9 && s->viscosity == 0.3, "%ld", s->seed);
    case_free(&c);
}

static int read_table(const char *text, const char *keys, struct case_file *c)
{
    char path[PATH_MAX], line[PATH_MAX + 256];
    snprintf(path, sizeof path, "%s/layer.csv", pipeline_scratch());
    pipeline_write(path, text);
    snprintf(line, sizeof line, "plane centre=0,0,0 axis=1,0,0 thickness=0.1 length=1 file=%s %s", path, keys);
    return read_line(line, "", c);
}

/* Linear between the rows, to zero at the wall, and nothing beyond the last; eddies travel with the velocity weighted by
 * energy, by the trapezoidal rule. */
static void tables(void)
{
    struct case_file c;
    double u, k;
    CHECK(read_table("distance,velocity,k\n1,10,4\n2 20 8\n4;30;0\n", "", &c) == 0, "%s", error_message());
    const struct synthetic *s = cases_of(&c)->plane;
    static const double expected[][3] = {{0.25, 2.5, 1}, {1, 10, 4}, {1.5, 15, 6}, {3, 25, 4}, {4, 30, 0}, {5, 30, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        synthetic_at(s, expected[i][0], &u, &k);
        CHECK_NEAR(u, expected[i][1], 1e-14);
        CHECK_NEAR(k, expected[i][2], 1e-14);
    }
    CHECK_NEAR(s->velocity, (1 * (40 + 160) + 2 * (160 + 0)) / (1 * 12. + 2 * 8.), 1e-13);
    case_free(&c);
    CHECK(read_table("1,10,4\n2,20,8\n", "k=1", &c) != 0 && strstr(error_message(), "needs either file"), "%s",
          error_message());
    case_free(&c);
    CHECK(read_table("1,10,4\n2,20,8\n", "velocity=7", &c) == 0 && cases_of(&c)->plane->velocity == 7, "%s", error_message());
    case_free(&c);
}

static void mistakes(void)
{
    static const struct {
        const char *line, *more, *says;
    } row[] = {
        {"box centre=0,0,0", "", "does not begin with plane"},
        {"plane axis=1,0,0 thickness=1 length=1 k=1 velocity=1", "", "needs centre=X,Y,Z"},
        {"plane centre=0,0,0 axis=0,0,0 thickness=1 length=1 k=1 velocity=1", "", "needs axis=X,Y,Z, not all zero"},
        {"plane centre=0,0,0 axis=1,0,0 length=1 k=1 velocity=1", "", "needs thickness"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=1 k=1 velocity=1", "", "needs length"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=1 length=1 velocity=1", "", "needs either file=NAME"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=1 length=1 k=1", "", "needs velocity, in m/s"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=1 length=1 k=1 velocity=1 normal=2,0,0.1", "", "across the axis"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=1 length=1 k=1 velocity=1 lenght=2", "", "did you mean length?"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=-1 length=1 k=1 velocity=1", "", "thickness needs 1 number"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=1 length=1 k=1 velocity=1 seed=x", "", "seed needs"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=1 length=1 k=1 velocity=1 period=1,1.9,1", "",
         "period needs 0, for none, or twice the length"},
        {"plane centre=0,0,0 axis=1,0,0 thickness=1 length=1 k=1 velocity=1", "[motion]\nfrequency=0.01\npitch=1",
         "[motion] do not go with"},
    };
    struct case_file c;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        CHECK(read_line(row[k].line, row[k].more, &c) != 0, "taken: %s", row[k].line);
        CHECK(strstr(error_message(), row[k].says) != NULL, "%s: %s", row[k].line, error_message());
        case_free(&c);
    }
    static const char *const table[][2] = {
        {"1,10,4\n", "needs two distances"}, {"1,10,4\n1,10,4\n", "2: needs a distance larger"},
        {"1,10\n2,3\n", "1: needs three numbers"}, {"1,10,4\n2,20,-1\n", "2: needs three numbers"},
        {"1,10,0\n2,20,0\n", "has no energy that moves"},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        CHECK(read_table(table[k][0], "", &c) != 0, "taken: %s", table[k][0]);
        CHECK(strstr(error_message(), table[k][1]) != NULL, "%s: %s", table[k][0], error_message());
        case_free(&c);
    }
}

/* Steady flow, and a model of all scales, would make nothing of it. */
static void wrong_flows(void)
{
    static const char line[] = "[synthetic_turbulence]\nlayer = plane centre=0,0,0 axis=1,0,0 thickness=1 length=1 k=1 "
                               "velocity=1\n";
    static const char *const row[][2] = {
        {"[flow]\nmach = 0.1\n", "must be dual-time, or rk with local = no"},
        {"[flow]\nmach = 0.1\nreynolds = 1e5\n[model]\nequations = sa\n[time]\nscheme = dual-time\ndt = 1\n",
         "must be ddes or iddes"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct case_file c;
        char all[1024];
        snprintf(all, sizeof all, "%s%s", row[k][0], line);
        CHECK(case_read(flow_case_file(all), NULL, 0, &c) != 0, "taken");
        CHECK(strstr(error_message(), row[k][1]) != NULL, "%s", error_message());
        case_free(&c);
    }
}

/* ---- waves ---- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Wave numbers fill the band in equal steps; directions are unit vectors normal to wave vectors, which the period makes
 * whole numbers of turns along its axis alone. */
static void waves(void)
{
    const double period[3] = {0, 0, 2.5};
    struct synthetic_wave *w, *again;
    const int n = synthetic_waves_make((struct synthetic_band){2, 60}, period, 4, &w);
    const int m = synthetic_waves_make((struct synthetic_band){2, 60}, period, 4, &again);
    CHECK(n == m && n > 80 && n <= 256, "%d", n);
    CHECK_NEAR(w[0].number, 2, 0);
    CHECK(w[n - 1].number <= 60 * (1 + 1e-9) && w[n - 1].number > 60 / 1.05, "%g", w[n - 1].number);
    for (int i = 0; i < n; i++) {
        const double turns = w[i].k[2] * 2.5 / (2 * pi), size = sqrt(dot(w[i].k, w[i].k));
        CHECK_NEAR(turns, rint(turns), 1e-12);
        CHECK_NEAR(dot(w[i].k, w[i].direction), 0, 1e-12 * size);
        CHECK_NEAR(dot(w[i].direction, w[i].direction), 1, 1e-14);
        CHECK(fabs(size - w[i].number) <= pi / 2.5 && size >= 0.5 * w[i].number * (1 - 1e-9), "%g for %g", size,
              w[i].number);
        CHECK(w[i].k[0] == again[i].k[0] && w[i].phase == again[i].phase, "another wave");
    }
    mem_free(w);
    mem_free(again);
    /* of the longest, along z, the period alone would leave nothing */
    for (long seed = 0; seed < 100; seed++) {
        const int few = synthetic_waves_make((struct synthetic_band){1.2, 1.3}, period, seed, &w);
        for (int i = 0; i < few; i++)
            CHECK(dot(w[i].k, w[i].k) >= 0.25 * w[i].number * w[i].number * (1 - 1e-9), "%ld: %g", seed, w[i].k[2]);
        mem_free(w);
    }
    const int wide = synthetic_waves_make((struct synthetic_band){1, 1e6}, period, 4, &w);
    CHECK(wide == 256, "%d", wide);
    CHECK_NEAR(w[wide - 1].number, 1e6, 1);
    mem_free(w);
}

/* Energy over k: (k/k_e)^4 at long waves, k^(-5/3) at short ones, nothing beyond the mesh's; most of it near 2 pi over
 * the largest eddies. */
static void spectrum(void)
{
    const double largest = 0.5, most = 2 * pi / largest, none = 1e-6;
    double ratio = synthetic_wave_energy(0.02 * most, largest, none) / synthetic_wave_energy(0.01 * most, largest, none);
    CHECK_NEAR(ratio, 32, 0.2); /* k E(k) */
    ratio = synthetic_wave_energy(200 * most, largest, none) / synthetic_wave_energy(100 * most, largest, none);
    CHECK_NEAR(ratio, pow(2, -2. / 3), 1e-3);
    const double smallest = 0.02, end = 2 * pi / smallest;
    CHECK_NEAR(synthetic_wave_energy(0.9 * end, largest, smallest) / synthetic_wave_energy(0.9 * end, largest, none), 1,
               1e-12);
    CHECK(synthetic_wave_energy(1.5 * end, largest, smallest) < 1e-5 * synthetic_wave_energy(1.5 * end, largest, none),
          "beyond the mesh");
    double peak = 0, at = 0;
    for (double k = 0.1 * most; k < 10 * most; k *= 1.01) {
        const double e = synthetic_wave_energy(k, largest, none) / k;
        if (e > peak)
            peak = e, at = k;
    }
    CHECK_NEAR(at / most, 1, 0.05); /* of (k/k_e)^4 / (1 + 2.4 (k/k_e)^2)^(17/6) the maximum is at 1.0 k_e */
}

/* ---- forces ---- */

static const char bed_case[] = "[flow]\nmach = 0.2\ndensity = 2\npressure = 1\ngas_constant = 1\nreynolds = 1e4\n"
                               "[model]\nequations = laminar\n[time]\nscheme = dual-time\ndt = 0.1\n"
                               "[patches]\n* = farfield\n[synthetic_turbulence]\nlayer = %s\n";

static int make(const char *line, struct flow_bed *t)
{
    char text[1024];
    snprintf(text, sizeof text, bed_case, line);
    return flow_bed_make("", text, t);
}

/* Mean products of the components of force in the layer's cells over seeds and instants, over what they should be for
 * stresses of k: density times velocity times the raised cosine. Into sum[6]: xx, yy, zz, xy, xz, yz. */
static int products(const char *keys, double k, double sum[6])
{
    enum { SEEDS = 60, INSTANTS = 12 };
    int n_all = 0;
    memset(sum, 0, 6 * sizeof *sum);
    for (int seed = 1; seed <= SEEDS; seed++) {
        struct flow_bed t;
        char line[512];
        snprintf(line, sizeof line, "plane centre=0.5,0.5,0.5 axis=1,0,0 thickness=1 length=0.6 velocity=3 k=%g seed=%d "
                 "viscosity=0.25 %s", k, seed, keys);
        if (make(line, &t) != 0)
            return 1;
        const lid n = t.d.view.n_owned;
        double *load = mem_alloc("load", (size_t)n * N_ACTUATOR_NUMBERS, sizeof *load);
        flow_evaluate(&t.f, false);
        for (int instant = 0; instant < INSTANTS; instant++) {
            flow_actuate(&t.f, 0.37 * instant);
            convert_download(t.d.backend, load, t.f.load, N_ACTUATOR_NUMBERS * n, sizeof *t.f.load);
            for (lid i = 0; i < n; i++) {
                const double x = t.d.pack.centroid[i] - 0.5, size = 2 * 3 * (1 + cos(2 * pi * x)) * sqrt(k);
                const double f[3] = {load[i] / size, load[n + i] / size, load[2 * n + i] / size};
                for (int d = 0; d < 3; d++) {
                    sum[d] += f[d] * f[d];
                    sum[3 + d] += f[d == 2 ? 1 : 0] * f[d == 0 ? 1 : 2];
                }
                n_all++;
            }
        }
        for (lid i = 0; i < n; i++)
            CHECK_NEAR(load[ACTUATOR_DRAIN * n + i], log(4) * 3 * (1 + cos(2 * pi * (t.d.pack.centroid[i] - 0.5))), 1e-13);
        CHECK_NEAR(load[ACTUATOR_WORKS * n], 1, 0);
        CHECK_NEAR(load[ACTUATOR_GIVEN * n], 0, 0);
        mem_free(load);
        flow_bed_free(&t);
    }
    for (int d = 0; d < 6; d++)
        sum[d] /= n_all;
    return 0;
}

static void isotropic_forces(void)
{
    double sum[6];
    CHECK(products("", 0.01, sum) == 0, "%s", error_message());
    for (int d = 0; d < 3; d++) {
        CHECK_NEAR(sum[d], 2. / 3, 0.06);
        CHECK_NEAR(sum[3 + d], 0, 0.05);
    }
}

/* The wall's normal along z: 1.2 along the flow, 0.3 along z, 0.5 along y, and -0.3 of x with z. */
static void wall_forces(void)
{
    double sum[6];
    CHECK(products("normal=0,0,1", 0.01, sum) == 0, "%s", error_message());
    CHECK_NEAR(sum[0], 1.2, 0.1);
    CHECK_NEAR(sum[1], 0.5, 0.05);
    CHECK_NEAR(sum[2], 0.3, 0.03);
    CHECK_NEAR(sum[4], -0.3, 0.05);
    CHECK_NEAR(sum[3], 0, 0.05);
    CHECK_NEAR(sum[5], 0, 0.03);
}

/* What the field is at a place now is, `velocity` times a time further on, that time later: cells 1 m / 4 apart along x.
 * flow_actuate_at() keeps the density. Outside the layer and its radius there is nothing. */
static void travelling(void)
{
    struct flow_bed t;
    CHECK(make("plane centre=0.5,0.5,0.5 axis=1,0,0 thickness=1 length=0.6 velocity=0.5 k=0.01 radius=0.3", &t) == 0, "%s",
          error_message());
    const lid n = t.d.view.n_owned;
    double *load[2];
    for (int k = 0; k < 2; k++)
        load[k] = mem_alloc("load", (size_t)n * N_ACTUATOR_NUMBERS, sizeof **load);
    flow_evaluate(&t.f, false);
    flow_actuate(&t.f, 1);
    convert_download(t.d.backend, load[0], t.f.load, N_ACTUATOR_NUMBERS * n, sizeof *t.f.load);
    flow_actuate_at(&t.f, 1.5);
    convert_download(t.d.backend, load[1], t.f.load, N_ACTUATOR_NUMBERS * n, sizeof *t.f.load);
    const double *x = t.d.pack.centroid;
    const int64_t slots = t.d.pack.n_slots;
    int pairs = 0, outside = 0;
    for (lid i = 0; i < n; i++) {
        if (hypot(x[slots + i] - 0.5, x[2 * slots + i] - 0.5) > 0.3) {
            CHECK_NEAR(load[0][i], 0, 0);
            outside++;
            continue;
        }
        for (lid j = 0; j < n; j++) {
            if (fabs(x[j] - x[i] - 0.25) > 1e-9 || fabs(x[slots + j] - x[slots + i]) > 1e-9 ||
                fabs(x[2 * slots + j] - x[2 * slots + i]) > 1e-9)
                continue;
            const double at[2] = {1 + cos(2 * pi * (x[i] - 0.5)), 1 + cos(2 * pi * (x[j] - 0.5))};
            for (int d = 0; d < 3; d++)
                CHECK_NEAR(load[1][d * n + j] / at[1], load[0][d * n + i] / at[0], 1e-6);
            pairs++;
        }
    }
    const struct synthetic_crossing u = synthetic_planes_crossing(own_of(&t), 0);
    CHECK_NEAR(u.found, 0.2 * sqrt(1.4 / 2), 1e-14); /* Mach 0.2 at pressure 1 and density 2 */
    CHECK_NEAR(u.told, 0.5, 1e-15);
    CHECK(pairs == 12 && outside == 48, "%d pairs, %d outside", pairs, outside);
    CHECK_NEAR(t.f.time, 1.5, 0);
    for (int k = 0; k < 2; k++)
        mem_free(load[k]);
    flow_bed_free(&t);
}

/* Of a table: the box's lower side is a wall of the case, though not of the mesh. Rates fall off towards it; beyond the
 * last distance there is nothing. What flows backwards receives fluctuations too, and loses eddy viscosity. */
static const char wall_line[] = "plane centre=0.5,0,0.5 axis=1,0,0 thickness=1 length=0.8 velocity=3 viscosity=0.25 "
                                "file=%s\n[patches]\nymin = wall";

static int make_wall(const char *table, struct flow_bed *t)
{
    char path[PATH_MAX], line[PATH_MAX + 256];
    snprintf(path, sizeof path, "%s/wall.csv", pipeline_scratch());
    pipeline_write(path, table);
    snprintf(line, sizeof line, wall_line, path);
    return make(line, t);
}

static void wall_of_case(void)
{
    struct flow_bed t;
    CHECK(make_wall("0.25,-2,1\n0.5,4,1\n0.7,4,0\n", &t) == 0, "%s", error_message());
    const lid n = t.d.view.n_owned;
    double *load = mem_alloc("load", (size_t)n * N_ACTUATOR_NUMBERS, sizeof *load);
    flow_evaluate(&t.f, false);
    flow_actuate(&t.f, 1);
    convert_download(t.d.backend, load, t.f.load, N_ACTUATOR_NUMBERS * n, sizeof *t.f.load);
    int backwards = 0;
    for (lid i = 0; i < n; i++) {
        const double x = t.d.pack.centroid[i], y = t.d.pack.centroid[t.d.pack.n_slots + i];
        const double speed = y < 0.2 ? 1 : y < 0.5 ? 1 : y < 0.7 ? 4 : 0; /* of -1, 1, 4 m/s at 1/8, 3/8 and 5/8 m */
        CHECK_NEAR(load[ACTUATOR_DRAIN * n + i], log(4) * speed * (1 + cos(2 * pi * (x - 0.5))), 1e-12);
        CHECK((load[i] != 0) == (y < 0.7), "%g at y = %g", load[i], y);
        backwards += y < 0.2;
    }
    CHECK(backwards == 16, "%d", backwards);
    /* k and u of the three rows of cells: 0.5, -1; 1, 1; 0.375, 4; weights sqrt(k) |u| */
    const double weight = sqrt(0.5) + 1 + 4 * sqrt(0.375);
    CHECK_NEAR(synthetic_planes_crossing(own_of(&t), 0).told, (-sqrt(0.5) + 1 + 16 * sqrt(0.375)) / weight, 1e-13);
    CHECK_NEAR(synthetic_planes_summary(own_of(&t), 0).energy, 1, 1e-14);
    CHECK_NEAR(synthetic_planes_summary(own_of(&t), 0).velocity, 4, 1e-14);
    mem_free(load);
    flow_bed_free(&t);
    /* a table whose eddies no wave of the mesh can be */
    CHECK(make_wall("0.1,2,1\n0.2,4,1\n", &t) != 0, "taken");
    CHECK(strstr(error_message(), "gives k to cells up to 0.125 m from the wall") != NULL, "%s", error_message());
    flow_bed_free(&t);
}

/* Half of the layer lies in the mesh: it ends at x = 0.6. */
static void ends_of_layer(void)
{
    struct flow_bed t;
    CHECK(make("plane centre=0.1,0.5,0.5 axis=1,0,0 thickness=1 length=0.6 velocity=1 k=1", &t) == 0, "%s",
          error_message());
    const lid n = t.d.view.n_owned;
    double *load = mem_alloc("load", (size_t)n * N_ACTUATOR_NUMBERS, sizeof *load);
    flow_evaluate(&t.f, false);
    flow_actuate(&t.f, 1);
    convert_download(t.d.backend, load, t.f.load, N_ACTUATOR_NUMBERS * n, sizeof *t.f.load);
    for (lid i = 0; i < n; i++)
        CHECK((load[i] != 0) == (t.d.pack.centroid[i] < 0.6), "%g at x = %g", load[i], t.d.pack.centroid[i]);
    mem_free(load);
    flow_bed_free(&t);
}

static void no_cells(void)
{
    static const struct {
        const char *line, *says;
    } row[] = {
        {"plane centre=5,0,0 axis=1,0,0 thickness=1 length=1 velocity=1 k=1", "about (5, 0, 0) has 0 cells and needs"},
        {"plane centre=0.5,0.5,0.5 axis=1,0,0 thickness=0.6 length=1 velocity=1 k=1",
         "thickness is 0.6 m, and its cells are up to 0.25 m long"},
        {"plane centre=0.5,0.5,0.5 axis=1,0,0 thickness=1 length=0.4 velocity=1 k=1",
         "length is 0.4 m, and its cells are up to 0.25 m in size"},
        {"plane centre=0.5,0.5,0.5 axis=1,0,0 thickness=1 length=1 velocity=1 k=1\n"
         "other = plane centre=0.5,0.5,0.5 axis=0,1,0 thickness=1 length=1 velocity=1 k=1", "other and layer share cells"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct flow_bed t;
        CHECK(make(row[k].line, &t) != 0, "taken: %s", row[k].line);
        CHECK(strstr(error_message(), row[k].says) != NULL, "%s: %s", row[k].line, error_message());
        flow_bed_free(&t);
    }
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(lines);
    CASE(tables);
    CASE_OF("motion", mistakes);
    CASE(wrong_flows);
    CASE(waves);
    CASE(spectrum);
    CASE(isotropic_forces);
    CASE(wall_forces);
    CASE(travelling);
    CASE(wall_of_case);
    CASE(ends_of_layer);
    CASE(no_cells);
    comm_finish();
    return check_end();
}
