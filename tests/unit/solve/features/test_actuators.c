/* Actuator disks: lines of [actuators], the distribution over the radius, what cells get of it, and the sources with
 * their derivatives.
 */
#include "unit/solve/flow_bed.h"
#include "unit/solve/jacobian_bed.h"

#include "backend/convert.h"
#include "kernels/actuator_source.h"
#include "kernels/jacobian.h"
#include "mem.h"
#include "features/actuators/actuator_report.h"
#include "unit/solve/feature_bed.h"

static const double pi = 3.14159265358979323846;

/* ---- lines ---- */

static const struct actuators_case *cases_of(const struct case_file *c)
{
    return feature_spec(c->features, "actuators");
}

static struct actuators *own_of(const struct flow_bed *t)
{
    return feature_own(t->d.features, "actuators");
}

static int read_line(const char *line, struct case_file *c)
{
    char all[1024];
    snprintf(all, sizeof all, "[flow]\nmach = 0.1\n[actuators]\nprop = %s\n", line);
    return case_read(flow_case_file(all), NULL, 0, c);
}

/* Every key once: the axis becomes a unit vector, turns per minute become rad/s. */
static void lines(void)
{
    struct case_file c;
    CHECK(read_line("disk centre=1,2,3 axis=0,3,4 radius=2 hub_radius=0.5 thickness=0.1 thrust=100 torque=-20 rpm=60 "
                    "heat=5 load=goldstein part=0.5", &c) == 0, "%s", error_message());
    CHECK(cases_of(&c)->n == 1, "%d", cases_of(&c)->n);
    const struct actuator *a = cases_of(&c)->actuator;
    CHECK_NEAR(a->axis[1], 0.6, 1e-15);
    CHECK_NEAR(a->rate, 2 * pi, 1e-14);
    CHECK(a->load == LOAD_GOLDSTEIN && a->thrust == 100 && a->torque == -20, "%g, %g", a->thrust, a->torque);
    CHECK(a->heat == 5 && a->part == 0.5, "%g, %g", a->heat, a->part);
    case_free(&c);
}

/* A table of thrust 6 r (N/m) and torque 2 (N) from 1 to 2 m: 9 N and 2 N m by the trapezoidal rule, which is exact for
 * lines. */
static void tables(void)
{
    struct case_file c;
    char path[PATH_MAX], line[PATH_MAX + 128];
    snprintf(path, sizeof path, "%s/load.csv", pipeline_scratch());
    pipeline_write(path, "radius,thrust,torque\n# metres\n1,6,2\n1.5 9 2\n2, 12, 2\n");
    snprintf(line, sizeof line, "disk centre=0,0,0 axis=1,0,0 thickness=0.1 file=%s", path);
    CHECK(read_line(line, &c) == 0, "%s", error_message());
    const struct actuator *a = cases_of(&c)->actuator;
    CHECK_NEAR(a->thrust, 9, 1e-14);
    CHECK_NEAR(a->torque, 2, 1e-14);
    CHECK(a->radius == 2 && a->hub_radius == 1, "%g to %g", a->hub_radius, a->radius);
    double thrust, torque;
    /* Per area of the ring: what the table has per radius over 2 pi r. */
    actuator_shape(a, 1.6, &thrust, &torque);
    CHECK_NEAR(thrust, 9.6 / (2 * pi * 1.6), 1e-15);
    CHECK_NEAR(torque, 2 / (2 * pi * 1.6), 1e-15);
    actuator_shape(a, 2.5, &thrust, &torque);
    CHECK_NEAR(thrust, 0, 0);
    case_free(&c);
}

/* As spreadsheets save it: with the byte order mark of UTF-8, the names of columns in quotes, and CR LF. */
static void table_of_a_spreadsheet(void)
{
    struct case_file c;
    char path[PATH_MAX], line[PATH_MAX + 128];
    snprintf(path, sizeof path, "%s/marked.csv", pipeline_scratch());
    pipeline_write(path, "\xef\xbb\xbf\"radius\";\"thrust\"\r\n1;6\r\n2;12\r\n");
    snprintf(line, sizeof line, "disk centre=0,0,0 axis=1,0,0 thickness=0.1 file=%s", path);
    CHECK(read_line(line, &c) == 0, "%s", error_message());
    CHECK(cases_of(&c)->n == 1 && cases_of(&c)->actuator[0].n_rows == 2, "rows");
    CHECK_NEAR(cases_of(&c)->actuator[0].thrust, 9, 1e-14);
    case_free(&c);
}

/* Of a table, what stands behind a zero byte would be passed over; and a number that is none, in the first row, as a
 * name. */
static void wrong_tables(void)
{
    static const struct {
        const char *text;
        size_t bytes;
        const char *says;
    } row[] = {
        {"1,6,2\n2,12,2\n\0003,18,2\n", 21, "holds a zero byte"},
        {"nan,6,2\n1,6,2\n2,12,2\n", 21, "1: needs a radius (m)"},
        {"1,6,2\n1,12,2\n", 13, "2: needs a radius larger"},
        {"1,6,2\n", 6, "needs two radii"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct case_file c;
        char path[PATH_MAX], line[PATH_MAX + 128];
        snprintf(path, sizeof path, "%s/wrong-%zu.csv", pipeline_scratch(), k);
        FILE *f = fopen(path, "w");
        CHECK(f && fwrite(row[k].text, 1, row[k].bytes, f) == row[k].bytes && fclose(f) == 0, "written");
        snprintf(line, sizeof line, "disk centre=0,0,0 axis=1,0,0 thickness=0.1 file=%s", path);
        CHECK(read_line(line, &c) != 0, "taken: %zu", k);
        CHECK(strstr(error_message(), row[k].says) != NULL, "%s", error_message());
        case_free(&c);
    }
}

/* The sentence must name what is wrong with the line; one per rule. */
static void mistakes(void)
{
    char both[PATH_MAX + 128], twice[2 * PATH_MAX + 128], file[PATH_MAX];
    snprintf(file, sizeof file, "%s/disk.csv", pipeline_scratch());
    pipeline_write(file, "1,6,2\n2,12,2\n");
    snprintf(both, sizeof both, "disk centre=0,0,0 axis=1,0,0 thickness=1 file=%s load=uniform", file);
    snprintf(twice, sizeof twice, "disk centre=0,0,0 axis=1,0,0 thickness=1 file=%s file=%s", file, file);
    const struct {
        const char *line, *says;
    } row[] = {
        {both, "load and file both"},
        {twice, "file stands twice"},
        {"propeller radius=1", "does not begin with disk"},
        {"disk axis=1,0,0 radius=1 thickness=1 thrust=1", "needs centre=X,Y,Z"},
        {"disk centre=0,0,0 axis=0,0,0 radius=1 thickness=1 thrust=1", "needs axis=X,Y,Z, not all zero"},
        {"disk centre=0,0,0 axis=1,0,0 thickness=1 thrust=1", "needs radius"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thrust=1", "needs thickness"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1", "needs thrust=N"},
        {"disk centre=0,0 axis=1,0,0 radius=1 thickness=1 thrust=1", "centre needs 3 numbers"},
        {"disk centre=0,0,0 axis=1,0,0 radius=-1 thickness=1 thrust=1", "radius needs 1 number of 1e-09"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 radius=2 thickness=1 thrust=1", "radius is given twice"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 hub_radius=1 thickness=1 thrust=1", "hub_radius must be less"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 thrust=1 rpm=3", "need a torque"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 torque=1 rpm=3 rate=2", "leave one out"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 thrust=1 load=betz", "not one of uniform, goldstein"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 thrust=1 load=uniform load=uniform", "load is given twice"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 thrust=1 width=2",
         "takes no 'width'; it takes centre, axis, radius, hub_radius, thickness, thrust, torque, rpm, rate, load, file, "
         "heat, part, blade, blades, pitch, rotor, loss, unit, polars"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 trust=1", "did you mean thrust?"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 fiel=disk.csv", "did you mean file?"},
        {"disk centre=0,0,0 axis=1,0,0 radius=1 thickness=1 thrust", "is not key=value"},
        {"disk centre=0,0,0 axis=1,0,0 thickness=1 file=none.csv", "none.csv"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct case_file c;
        CHECK(read_line(row[k].line, &c) != 0, "taken: %s", row[k].line);
        CHECK(strstr(error_message(), row[k].says) != NULL, "%s: %s", row[k].line, error_message());
        case_free(&c);
    }
}

/* ---- shapes ---- */

/* Hough & Ordway's: with s from hub to tip axial force s sqrt(1 - s), tangential force that over the radius. */
static void goldstein_shape(void)
{
    struct actuator a = {.axis = {1, 0, 0}, .radius = 2, .hub_radius = 0.5, .load = LOAD_GOLDSTEIN};
    for (double r = 0.5; r <= 2; r += 0.25) {
        double s = (r / 2 - 0.25) / 0.75, thrust, torque;
        actuator_shape(&a, r, &thrust, &torque);
        CHECK_NEAR(thrust, s * sqrt(1 - s), 1e-15);
        /* the tangential force s sqrt(1 - s) / (s (1 - 0.25) + 0.25), up to a factor, times the radius */
        CHECK_NEAR(torque, r / 2 * s * sqrt(1 - s) / (0.75 * s + 0.25), 1e-15);
    }
}

/* The same force on each area, along the axis and around it. */
static void uniform_shape(void)
{
    struct actuator a = {.axis = {1, 0, 0}, .radius = 2, .load = LOAD_UNIFORM};
    double thrust[2], torque[2];
    actuator_shape(&a, 0.5, &thrust[0], &torque[0]);
    actuator_shape(&a, 1.5, &thrust[1], &torque[1]);
    CHECK_NEAR(thrust[1] / thrust[0], 1, 0);
    CHECK_NEAR(torque[1] / torque[0], 3, 1e-15);
}

/* ---- cells ---- */

static const char disk_case[] = "[flow]\nmach = 0.2\ndensity = 1\npressure = 1\ngas_constant = 1\n[patches]\n"
                                "* = farfield\n[actuators]\n%s\n";

/* A perturbed box of unit size in a stream along x. */
static int make(const char *line, struct flow_bed *t)
{
    char text[1024];
    snprintf(text, sizeof text, disk_case, line);
    return flow_bed_make("--perturb 0.2 --seed 3", text, t);
}

/* Forces, their moments and the power against sums over cells of what the device holds. An oblique axis; the disk holds
 * most of the box of 4 x 4 x 4 cells. */
static void sums(void)
{
    struct flow_bed t;
    struct actuator_result r;
    int status = make("prop = disk centre=0.5,0.5,0.5 axis=1,2,2 radius=0.45 thickness=0.5 thrust=3 torque=0.7 rate=11 "
                      "heat=2 part=0.9", &t);
    CHECK(status == 0, "%s", error_message());
    if (status == 0) {
        const struct pack *p = &t.d.pack;
        const lid n = t.d.view.n_owned;
        double *load = mem_alloc("load", (size_t)n * N_ACTUATOR_NUMBERS, sizeof *load), thrust = 0, torque = 0;
        double *volume = mem_alloc("volume", (size_t)n, sizeof *volume);
        convert_download(t.d.backend, load, t.f.load, N_ACTUATOR_NUMBERS * n, sizeof *t.f.load);
        convert_download(t.d.backend, volume, t.d.view.volume, n, sizeof *t.d.view.volume);
        for (lid i = 0; i < n; i++) {
            const double axis[3] = {1. / 3, 2. / 3, 2. / 3};
            double f[3], x[3];
            for (int d = 0; d < 3; d++) {
                f[d] = volume[i] * load[d * n + i];
                x[d] = p->centroid[d * p->n_slots + i] - 0.5;
                thrust += f[d] * axis[d];
            }
            for (int d = 0; d < 3; d++) {
                int e = (d + 1) % 3, g = (d + 2) % 3;
                torque += axis[d] * (x[e] * f[g] - x[g] * f[e]);
            }
        }
        CHECK_NEAR(thrust, 0.9 * 3, 1e-14);
        CHECK_NEAR(torque, 0.9 * 0.7, 1e-14);
        actuators_measure(own_of(&t));
        r = own_of(&t)->result[0];
        CHECK_NEAR(r.thrust, 0.9 * 3, 1e-14);
        CHECK_NEAR(r.torque, 0.9 * 0.7, 1e-15);
        CHECK_NEAR(r.power, 0.9 * (0.7 * 11 + 2), 1e-13); /* of the shaft, whatever the fluid does */
        /* a uniform stream along x of Mach 0.2: c = sqrt(1.4) */
        CHECK_NEAR(r.velocity, 0.2 * sqrt(1.4) / 3, 1e-15);
        CHECK_NEAR(r.mass_flow, 0.2 * sqrt(1.4) / 3 * pi * 0.45 * 0.45 * 0.9, 1e-14);
        mem_free(load);
        mem_free(volume);
    }
    flow_bed_free(&t);
}

/* A disk outside the mesh, one with too few cells to carry its shape, one that the mesh cuts without being told so, and
 * two that overlap. */
static void no_cells(void)
{
    static const struct {
        const char *line, *says;
    } row[] = {
        {"prop = disk centre=5,0,0 axis=1,0,0 radius=1 thickness=1 thrust=1", "about (5, 0, 0) has 0 cells and needs at least 12"},
        {"prop = disk centre=0.5,0.5,0.5 axis=1,0,0 radius=0.2 thickness=0.3 thrust=1", "cells and needs at least 12"},
        {"prop = disk centre=0,0.5,0.5 axis=1,0,0 radius=0.5 thickness=0.6 thrust=1",
         "0.38 of the disk's volume, not 1; say part=0.38"},
        {"a = disk centre=0.5,0.5,0.5 axis=1,0,0 radius=0.5 thickness=0.6 thrust=1\n"
         "b = disk centre=0.5,0.5,0.5 axis=0,1,0 radius=0.5 thickness=0.6 thrust=1", "a and b share cells"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct flow_bed t;
        CHECK(make(row[k].line, &t) != 0, "taken: %s", row[k].line);
        CHECK(strstr(error_message(), row[k].says) != NULL, "%s: %s", row[k].line, error_message());
        flow_bed_free(&t);
    }
}

/* ---- the source and its derivative ---- */

static void args_for(struct bed *b, uint8_t *disk, real *load, real *source, struct actuator_args *a)
{
    *a = (struct actuator_args){.n_owned = BED_CELLS, .n_slots = BED_SLOTS, .n_variables = NV, .volume = b->volume,
                                .q = b->q, .disk = disk, .load = load, .source = source};
}

/* Both ways of the kernel: adding to what is there and, in cells without a disk too, setting. */
static void sources(void)
{
    uint64_t seed = 7;
    struct bed b;
    uint8_t disk[BED_CELLS] = {1, 0};
    real load[N_ACTUATOR_NUMBERS * BED_CELLS], source[NV * BED_CELLS];
    struct actuator_args a;
    bed_make(&b, &seed, EQUATIONS_EULER, 0);
    for (int k = 0; k < N_ACTUATOR_NUMBERS * BED_CELLS; k++)
        load[k] = random_signed(&seed);
    load[ACTUATOR_WORKS * BED_CELLS] = 1;
    for (int k = 0; k < NV * BED_CELLS; k++)
        source[k] = 5 + k;
    args_for(&b, disk, load, source, &a);
    for (int adds = 1; adds >= 0; adds--) {
        a.adds = adds;
        for (int k = 0; k < NV * BED_CELLS; k++)
            source[k] = 5 + k;
        actuator_source_body(0, &a);
        actuator_source_body(1, &a);
        struct state s = bed_state(&b, 0);
        double work = load[0] * s.u + load[BED_CELLS] * s.v + load[2 * BED_CELLS] * s.w;
        work += load[ACTUATOR_GIVEN * BED_CELLS];
        const double expected[NV] = {0, load[0], load[BED_CELLS], load[2 * BED_CELLS], work};
        for (int v = 0; v < NV; v++) {
            CHECK_NEAR(source[v * BED_CELLS], (adds ? 5 + v * BED_CELLS : 0) + expected[v], 1e-14);
            CHECK_NEAR(source[v * BED_CELLS + 1], adds ? 5 + v * BED_CELLS + 1 : 0, 0);
        }
    }
}

/* Of the turbulence variables the first is drained, in cells of disks alone. */
static void drained(void)
{
    uint64_t seed = 17;
    struct bed b;
    uint8_t disk[BED_CELLS] = {1, 0};
    real load[N_ACTUATOR_NUMBERS * BED_CELLS], source[NV_MAX * BED_CELLS];
    struct actuator_args a;
    bed_make(&b, &seed, EQUATIONS_SST, 0);
    for (int k = 0; k < N_ACTUATOR_NUMBERS * BED_CELLS; k++)
        load[k] = 2 + k;
    args_for(&b, disk, load, source, &a);
    a.n_variables = NV + 2;
    actuator_source_body(0, &a);
    actuator_source_body(1, &a);
    const double rate = load[ACTUATOR_DRAIN * BED_CELLS];
    CHECK_NEAR(source[NV * BED_CELLS], -rate * b.q[0] * b.q[NV * BED_SLOTS], 1e-12);
    CHECK(source[NV * BED_CELLS] != 0, "nothing drained");
    CHECK_NEAR(source[(NV + 1) * BED_CELLS], 0, 0);
    for (int v = 0; v < NV + 2; v++)
        CHECK_NEAR(source[v * BED_CELLS + 1], 0, 0);
}

/* Of the disk's own cells alone. */
static void sums_of_cells(void)
{
    uint64_t seed = 8;
    struct bed b;
    uint8_t disk[BED_CELLS] = {2, 1};
    real load[N_ACTUATOR_NUMBERS * BED_CELLS];
    struct actuator_args a;
    double out[N_ACTUATOR_SUMS];
    bed_make(&b, &seed, EQUATIONS_EULER, 0);
    for (int k = 0; k < N_ACTUATOR_NUMBERS * BED_CELLS; k++)
        load[k] = random_signed(&seed);
    args_for(&b, disk, load, NULL, &a);
    a.which = 1;
    a.axis[0] = 0.6, a.axis[2] = 0.8;
    actuator_sum_body(1, &a, out);
    for (int k = 0; k < N_ACTUATOR_SUMS; k++)
        CHECK_NEAR(out[k], 0, 0);
    actuator_sum_body(0, &a, out);
    struct state s = bed_state(&b, 0);
    double v = b.volume[0], along = 0.6 * s.u + 0.8 * s.w;
    double fx = load[0], fy = load[BED_CELLS], fz = load[2 * BED_CELLS];
    double work = load[ACTUATOR_WORKS * BED_CELLS] * (fx * s.u + fy * s.v + fz * s.w);
    CHECK_NEAR(out[ACTUATOR_SUM_FORCE + 1], v * fy, 1e-18);
    CHECK_NEAR(out[ACTUATOR_SUM_POWER], v * (work + load[ACTUATOR_GIVEN * BED_CELLS]), 1e-16);
    CHECK_NEAR(out[ACTUATOR_SUM_MASS], v * s.rho * along, 1e-16);
    CHECK_NEAR(out[ACTUATOR_SUM_VELOCITY], v * (0.6 * fx + 0.8 * fz) * along, 1e-16);
    CHECK_NEAR(out[ACTUATOR_SUM_ALONG], v * along, 1e-16);
    CHECK_NEAR(out[ACTUATOR_SUM_VOLUME], v, 0);
    CHECK_NEAR(out[ACTUATOR_SUM_CELLS], 1, 0);
}

struct loaded {
    struct bed *b;
    uint8_t disk[BED_CELLS];
    real load[N_ACTUATOR_NUMBERS * BED_CELLS];
};

/* The residual's part of the source in cell 0 with conserved variables w. */
static void source_at(struct flux5 w, const void *context, double out[5])
{
    const struct loaded *l = context;
    struct bed b = *l->b;
    real source[NV * BED_CELLS];
    struct actuator_args a;
    bed_set_state(&b, 0, gas_primitive(w, gamma_air));
    args_for(&b, (uint8_t *)l->disk, (real *)l->load, source, &a);
    actuator_source_body(0, &a);
    for (int k = 0; k < 5; k++)
        out[k] = -b.volume[0] * source[k * BED_CELLS];
}

/* By differences of the source. Loads that do no work (every fourth) do not depend on the state: the block must be
 * exactly 0. */
static void derivative(void)
{
    uint64_t seed = 9;
    for (int i = 0; i < 200; i++) {
        struct bed b;
        struct loaded l = {.b = &b, .disk = {1, 1}};
        bed_make(&b, &seed, EQUATIONS_EULER, 0);
        for (int k = 0; k < N_ACTUATOR_NUMBERS * BED_CELLS; k++)
            l.load[k] = random_signed(&seed);
        l.load[ACTUATOR_WORKS * BED_CELLS] = i % 4 ? 1 : 0;
        struct jacobian_args a = {.u = {.m = b.a.m}, .load = l.load};
        struct jacobian_sum got = {.d = block5_zero()};
        jacobian_add_actuator(&got, 0, bed_state(&b, 0), &a);
        struct block5 expected = probe_derivative(source_at, &l, bed_state(&b, 0));
        if (i % 4)
            probe_compare("work", &got.d, &expected, 1e-8);
        else /* differences of a constant: rounding of 1 over a step of 1e-4, times a volume of 1e-3 */
            CHECK(probe_largest(&got.d) == 0 && probe_largest(&expected) < 1e-12, "%g", probe_largest(&expected));
    }
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(lines);
    CASE(tables);
    CASE(table_of_a_spreadsheet);
    CASE(wrong_tables);
    CASE(mistakes);
    CASE(goldstein_shape);
    CASE(uniform_shape);
    CASE(sums);
    CASE(no_cells);
    CASE(sources);
    CASE(drained);
    CASE(sums_of_cells);
    CASE(derivative);
    comm_finish();
    return check_end();
}
