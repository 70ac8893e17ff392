/* [frame] and [motion]: what they come to, and the sentences about what does not fit. */
#include "features/motion/motion_table.h"
#include "unit/solve/flow_bed.h"

/* ---- values ---- */

static const double pi = 3.14159265358979323846;

/* A gas in which the speed of sound is 1, so that Mach numbers are speeds. */
static int read_case(const char *text, struct case_file *c)
{
    char all[1024];
    snprintf(all, sizeof all, "[flow]\nmach = 0.5\ngas_constant = 1\npressure = 1\ndensity = 1.4\n%s", text);
    return case_read(flow_case_file(all), NULL, 0, c);
}

/* The free stream has 0.5 m/s.
 * Reduced frequency k = omega L / (2 u): omega = 2 k u / L, from [reference] length. Steps and the end follow from the
 * period; a period of a spin is one turn. */
static void frequencies_and_steps(void)
{
    struct case_file c;
    CHECK(read_case("up = y\n[reference]\nlength = 2\n[motion]\npitch = 90\nreduced_frequency = 0.1\n[time]\n"
               "scheme = dual-time\nsteps_per_period = 50\nperiods = 3\n", &c) == 0, "%s", error_message());
    CHECK_NEAR(c.derived.motion.frequency, 2 * 0.1 * 0.5 / 2, 1e-15);
    CHECK_NEAR(c.time.dt, 2 * pi / 0.05 / 50, 1e-9);
    CHECK_NEAR(c.time.end_time, 3 * 2 * pi / 0.05, 1e-9);
    CHECK(c.time.steps >= 150 && c.time.steps <= 151, "%ld", c.time.steps);
    CHECK_NEAR(c.derived.motion.axis[2], -1, 0); /* nose up */
    case_free(&c);
    CHECK(read_case("[motion]\nspin_rpm = 120\naxis = 0 3 0\n[time]\nscheme = dual-time\nsteps_per_period = 10\n",
                    &c) == 0,
          "%s", error_message());
    CHECK_NEAR(c.time.dt, 0.05, 1e-15);
    CHECK_NEAR(c.derived.motion.axis[1], 1, 0);
    case_free(&c);
}

/* A quarter of a period after the start, and the rates against differences of the angle and of the way. */
static void instants(void)
{
    struct motion m = {.unsteady = true, .axis = {0, 0, 1}, .spin = 0.3, .frequency = 2, .pitch = 0.2,
                       .pitch_phase = 0.4, .plunge = {0.1, 0, 0}, .plunge_phase = 0.7, .velocity = {0, 1, 0}};
    struct motion_state s = motion_at(&m, 1.3), a = motion_at(&m, 1.3 - 1e-5), b = motion_at(&m, 1.3 + 1e-5);
    CHECK_NEAR(s.angle, 0.3 * 1.3 + 0.2 * sin(2.6 + 0.4), 1e-15);
    CHECK_NEAR(s.omega[2], (b.angle - a.angle) / 2e-5, 1e-8);
    /* in axes that are turned by the angle, about z */
    double x = 0.2 * cos(2.6 + 0.7), y = 1, cosine = cos(s.angle), sine = sin(s.angle);
    CHECK_NEAR(s.velocity[0], x * cosine + y * sine, 1e-14);
    CHECK_NEAR(s.velocity[1], y * cosine - x * sine, 1e-14);
}

/* The free stream and the lift's axis as the mesh sees them at an instant: the mesh turns, they do not. */
static void wind_turns(void)
{
    struct case_file c;
    CHECK(read_case("[motion]\npitch = 30\nfrequency = 1\npitch_phase = 90\n[time]\nscheme = dual-time\ndt = 0.1\n",
                    &c) == 0,
          "%s", error_message());
    struct solution_reference r = motion_reference(&c.derived.motion, 0, &c.derived.reference);
    /* up = z: nose up by 30 degrees, the wind comes from below in the axes of the mesh */
    CHECK_NEAR(r.velocity[0], 0.5 * cos(pi / 6), 1e-14);
    CHECK_NEAR(r.velocity[2], 0.25, 1e-14);
    CHECK_NEAR(r.lift_axis[0], -0.5, 1e-14);
    CHECK_NEAR(r.lift_axis[2], cos(pi / 6), 1e-14);
    case_free(&c);
}

/* ---- tables ---- */

/* Rows at t = i + 0.3 sin(i), which are unequally far apart, of a function of time in each column. */
static void fill(struct motion_table *t, int n, bool repeats, double (*f)(double t, int k))
{
    *t = (struct motion_table){.n = 0};
    for (int i = 0; i < n; i++) {
        double time = i + 0.3 * sin(i), value[MOTION_VALUES];
        for (int k = 0; k < MOTION_VALUES; k++)
            value[k] = f(time, k);
        motion_table_add(t, time, value);
    }
    motion_table_join(t, repeats);
}

static int degree; /* of the polynomial */

static double polynomial(double t, int k)
{
    return (k + 1) * pow(t - 1.3, degree) - 2 * t;
}

/* A spline through n points keeps polynomials of degree n - 1, and of 3 at most. Values are up to 400. */
static void splines_keep_cubics(void)
{
    for (int n = 2; n <= 9; n++) {
        struct motion_table t;
        degree = n < 4 ? n - 1 : 3;
        fill(&t, n, false, polynomial);
        for (double time = 0; time <= t.time[n - 1]; time += 0.0625) {
            double value[MOTION_VALUES], rate[MOTION_VALUES];
            motion_table_at(&t, time, value, rate);
            for (int k = 0; k < MOTION_VALUES; k++) {
                CHECK_NEAR(value[k], polynomial(time, k), 1e-11);
                CHECK_NEAR(rate[k], (k + 1) * degree * pow(time - 1.3, degree - 1) - 2, 1e-11);
            }
        }
        motion_table_free(&t);
    }
}

/* A sine of the period of n equal steps: the largest error of its rate over ten periods, per radian of its phase. */
static double error_of_sine(int n)
{
    struct motion_table t = {.n = 0};
    double most = 0, value[MOTION_VALUES] = {0}, rate[MOTION_VALUES];
    for (int i = 0; i <= n; i++) {
        value[MOTION_ANGLE] = sin(2 * pi * i / n + 0.3);
        motion_table_add(&t, 5 + 2 * pi * i / n, value);
    }
    motion_table_join(&t, true);
    CHECK_NEAR(t.period, 2 * pi, 1e-14);
    for (double time = -20; time < 40; time += 0.01) {
        motion_table_at(&t, time, value, rate);
        most = fmax(most, fabs(rate[MOTION_ANGLE] - cos(time - 5 + 0.3)));
    }
    motion_table_free(&t);
    return most;
}

/* Slopes of a spline are of fourth order at its rows and rates of third order between them, also where the last row
 * meets the first: 8 times less error from step to step, within 10 %. */
static void repeated_tables(void)
{
    double coarse = error_of_sine(24), fine = error_of_sine(48);
    CHECK(coarse < 2e-3 && fabs(coarse / fine - 8) < 0.8, "%g %g", coarse, fine);
}

/* A table in a file beside the case. */
static int read_table(const char *table, const char *text, struct case_file *c)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/table.csv", pipeline_scratch());
    pipeline_write(path, table);
    return read_case(text, c);
}

/* The angle in degrees and the way of a file; formulas beside it are added; before and behind it nothing moves. */
static void tables_of_files(void)
{
    struct case_file c;
    CHECK(read_table("time angle x y z # names\n0, 90, 0, 1, 0\n2; 180; 0; 3; 0\n\n4 270 0 5 0\n",
                     "[motion]\ntable = table.csv\nspin = 0.5\naxis = 0 0 2\n[time]\nscheme = dual-time\ndt = 0.1\n",
                     &c) == 0, "%s", error_message());
    struct motion_state s = motion_at(&c.derived.motion, 3);
    CHECK_NEAR(s.angle, 1.5 + pi / 2 + 3 * pi / 4, 1e-14);
    CHECK_NEAR(s.spin, 0.5 + pi / 4, 1e-14);
    CHECK_NEAR(s.velocity[0], sin(s.angle), 1e-14); /* 1 m/s along y at rest */
    CHECK_NEAR(s.velocity[1], cos(s.angle), 1e-14);
    CHECK_NEAR(motion_at(&c.derived.motion, 5).spin, 0.5, 1e-14);
    CHECK_NEAR(c.time.end_time, 4, 0);
    CHECK(c.time.steps >= 40 && c.time.steps <= 41, "%ld", c.time.steps);
    CHECK(motion_turns(&c.derived.motion), "a table of angles turns the mesh");
    case_free(&c);
    CHECK(read_table("-1 0\n1 5\n3 0\n", "[motion]\ntable = table.csv\ntable_repeats = yes\n[time]\n"
                     "scheme = dual-time\nsteps_per_period = 8\nperiods = 3\n", &c) == 0, "%s", error_message());
    CHECK_NEAR(c.time.dt, 0.5, 1e-15);
    CHECK_NEAR(c.time.end_time, 12, 1e-14);
    CHECK_NEAR(motion_at(&c.derived.motion, 9).angle, 5 * pi / 180, 1e-14);
    CHECK_NEAR(c.derived.motion.axis[1], 1, 0); /* nose up, with up = z */
    case_free(&c);
}

/* ---- sentences ---- */

static void check_says(const char *text, const char *sentence)
{
    struct case_file c;
    CHECK(read_case(text, &c) != 0, "accepted: %s", text);
    CHECK(strstr(error_message(), sentence) != NULL, "not '%s' but: %s", sentence, error_message());
    case_free(&c);
}

/* Each pair of settings that contradict each other, with words of the sentence that must be said about it. */
static void what_does_not_fit(void)
{
    static const char *const rows[][2] = {
        {"[frame]\nrpm = 3\n", "[frame] rpm = 3: needs type = rotating"},
        {"[frame]\ntype = rotating\naxis = 1 0 0\n", "needs rpm or rate"},
        {"[frame]\ntype = rotating\naxis = 1 0 0\nrpm = 1\nrate = 1\n", "leave one of them out"},
        {"[frame]\ntype = rotating\nrpm = 1\n", "[frame] axis: must be given"},
        {"alpha = 2\n[frame]\ntype = rotating\nrpm = 1\naxis = 1 0 0\n", "the free stream crosses it"},
        {"[frame]\ntype = rotating\nrpm = 1\naxis = 1 0 0\n[motion]\nspin = 1\n", "does not go with [motion]"},
        {"[frame]\ntype = rotating\nrpm = 1\naxis = 1 0 0\n[numerics]\nprecision = mixed\n", "precision = double"},
        {"[motion]\nspin_rpm = 9\n[time]\nscheme = dual-time\ndt = 1\n[initial]\nkind = wave\n",
         "[motion] spin_rpm = 9: needs"},
        {"[motion]\nvelocity = 1 0 0\n[time]\nscheme = dual-time\ndt = 1\n[initial]\nkind = wave\n",
         "[motion] velocity = 1 0 0: needs"},
        {"[motion]\npitch = 2\n", "[motion] pitch = 2: needs frequency"},
        {"[motion]\nfrequency = 2\n", "[motion] frequency = 2: needs pitch or plunge"},
        {"[motion]\npitch = 2\nfrequency = 2\nreduced_frequency = 1\n", "leave one of them out"},
        {"[motion]\npitch = 2\nfrequency = 2\n", "must be dual-time with [motion]"},
        {"[motion]\npitch = 2\nfrequency = 2\n[time]\nscheme = rk\nlocal = no\n", "must be dual-time with [motion]"},
        {"[motion]\nspin = 2\n[time]\nscheme = dual-time\ndt = 0.1\n[initial]\nkind = wave\n", "kind = uniform"},
        {"[time]\nscheme = dual-time\nsteps_per_period = 5\n", "needs period"},
        {"[time]\nscheme = dual-time\ndt = 1\nperiods = 5\n", "needs period"},
        {"[motion]\nspin = 1\n[time]\nscheme = dual-time\nsteps_per_period = 5\nperiods = 2\nend_time = 3\n",
         "leave out end_time"},
        {"[frame]\naxis = 1 0 0\n", "[frame] axis = 1 0 0: needs type = rotating"},
        {"[frame]\ncentre = 0 0 0\n", "[frame] centre = 0 0 0: needs type = rotating"},
        {"[frame]\nzone_radius = 1\n", "[frame] zone_radius = 1: needs type = rotating"},
        {"[frame]\nzone_begin = 1\n", "[frame] zone_begin = 1: needs type = rotating"},
        {"[frame]\ntype = rotating\nrpm = 1\naxis = 0 0 0\n", "three numbers, not all zero"},
        {"[motion]\naxis = 0 0 1\n", "[motion] axis = 0 0 1: needs pitch, plunge, spin, velocity or table"},
        {"[motion]\ncentre = 0 0 1\n", "[motion] centre = 0 0 1: needs pitch, plunge, spin, velocity or table"},
        {"[motion]\nradius = 1\n", "[motion] radius = 1: needs pitch, plunge, spin, velocity or table"},
        {"[motion]\npitch = 1\nfrequency = 1\nradius = 1\n", "[motion] radius = 1: needs spin"},
        {"[motion]\nspin = 1\nvelocity = 1 0 0\nradius = 1\n", "[motion] radius = 1: is of a rotor, which only spins"},
        {"[motion]\npitch_phase = 9\nspin = 1\n", "[motion] pitch_phase = 9: needs pitch"},
        {"[motion]\nplunge_phase = 9\npitch = 1\nfrequency = 1\n", "[motion] plunge_phase = 9: needs plunge"},
        {"[motion]\npitch = 1\nfrequency = 1\n[time]\nscheme = dual-time\ndt = 0.3\n",
         "[time] dt = 0.3: leaves fewer than 4 steps to a period"},
        {"[motion]\nspin = 1\n[time]\nscheme = dual-time\nsteps_per_period = 3\n",
         "[time] steps_per_period = 3: leaves fewer than 4 steps"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        check_says(rows[k][0], rows[k][1]);
}

static void what_a_table_must_be(void)
{
    static const char use[] = "[motion]\ntable = table.csv\n[time]\nscheme = dual-time\ndt = 0.1\n";
    static const char repeated[] = "[motion]\ntable = table.csv\ntable_repeats = yes\n[time]\nscheme = dual-time\n"
                                   "dt = 0.1\n";
    static const char *const rows[][3] = {
        {"0 1\n1 2 3\n", use, "table.csv:2: holds 3 numbers; all lines need two"},
        {"0 1\n1 2 0 0 0\n", use, "table.csv:2: holds 5 numbers"},
        {"0 1 0 0 0\n1 2\n", use, "table.csv:2: holds 2 numbers"},
        {"0 1\n1\n", use, "table.csv:2: holds 1 number;"},
        {"0 1\n1 two\n", use, "table.csv:2: needs a time (s), an angle (degrees)"},
        {"0 1\n1 nan\n", use, "table.csv:2: needs a time (s), an angle (degrees)"},
        {"0 1\n1 2 0 0 0 0\n", use, "table.csv:2: needs a time (s), an angle (degrees)"},
        {"0 1\n1 2\n1 3\n", use, "table.csv:3: the time 1 s is not later than that of the line before, 1 s"},
        {"0 1\n", use, "needs two lines at least"},
        {"0.5 1\n1 2\n", use, "the table begins at 0.5 s, after the start of the run at 0 s"},
        {"-2 1\n-1 2\n", use, "ends at 0 s or before, where the run begins"},
        {"0 1\n1 2\n", repeated, "[motion] table_repeats = yes: needs a table whose last line has"},
        {"0 1 0 0 0\n1 1 0 1 0\n", repeated, "[motion] table_repeats = yes: needs a table whose last line has"},
        {"0 1\n0.2 2\n0.3 1\n", repeated, "[time] dt = 0.1: leaves fewer than 4 steps to a period"},
        {"0 1\n1 2\n", "[motion]\ntable_repeats = yes\n", "[motion] table_repeats = yes: needs table"},
        {"0 1\n1 2\n", "[motion]\ntable = table.csv\n", "must be dual-time with [motion]"},
        {"0 1\n1 2\n", "[motion]\ntable = table.csv\n[time]\nscheme = dual-time\ndt = 0.1\nend_time = 1.001\n",
         "the table ends at 1 s, before the end of the run at 1.001 s"},
        {"0 1\n1 2\n", "[motion]\ntable = table.csv\nspin = 1\nradius = 1\n", "[motion] radius = 1: is of a rotor"},
        {"0 1\n1 2\n", "[motion]\ntable = nowhere.csv\n", "nowhere.csv: No such file"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/table.csv", pipeline_scratch());
        pipeline_write(path, rows[k][0]);
        check_says(rows[k][1], rows[k][2]);
    }
}

/* Of patches and of the mesh, which is a box. */
static void check_box_says(const char *text, const char *sentence)
{
    struct flow_bed t;
    CHECK(flow_bed_make("", text, &t) != 0, "accepted: %s", text);
    CHECK(strstr(error_message(), sentence) != NULL, "not '%s' but: %s", sentence, error_message());
    flow_bed_free(&t);
}

static void what_does_not_fit_the_mesh(void)
{
    check_box_says(
        "[flow]\nmach = 0.5\n[frame]\ntype = rotating\nrpm = 9\naxis = 1 0 0\n[time]\nscheme = rk\n[patches]\n"
        "* = farfield\nxmin = total-inflow\n",
        "kind total-inflow does not go with [frame]");
    check_box_says(
        "[flow]\nmach = 0.5\n[frame]\ntype = rotating\nrpm = 9\naxis = 1 0 0\n[time]\nscheme = rk\n[patches]\n"
        "* = farfield\nzmin = symmetry\n",
        "the mesh moves across a symmetry plane");
    check_box_says("[flow]\nmach = 0.5\n[motion]\nvelocity = 0 0 1\n[time]\nscheme = dual-time\ndt = 1\n[patches]\n"
                   "* = farfield\nzmin = symmetry\n", "the mesh moves across a symmetry plane");
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/table.csv", pipeline_scratch());
    pipeline_write(path, "0 0 0 0 0\n1 0 0.1 0 0\n2 0 0 0 0.1\n");
    check_box_says("[flow]\nmach = 0.5\n[motion]\ntable = table.csv\n[time]\nscheme = dual-time\ndt = 1\n[patches]\n"
                   "* = farfield\nzmin = symmetry\n", "the mesh moves across a symmetry plane");
    pipeline_write(path, "0 0\n1 3\n2 0\n");
    check_box_says("[flow]\nmach = 0.5\n[motion]\ntable = table.csv\n[time]\nscheme = dual-time\ndt = 1\n[patches]\n"
                   "* = farfield\nzmin = symmetry\n", "the mesh moves across a symmetry plane");
}

/* A table that moves along a symmetry plane is allowed; its motion is that of the formula. */
static void a_table_along_the_plane(void)
{
    struct flow_bed t;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/table.csv", pipeline_scratch());
    pipeline_write(path, "0 0 0 0 0\n1 0 0.1 0.3 0\n2 0 0 0 0\n");
    CHECK(flow_bed_make("", "[flow]\nmach = 0.5\n[motion]\ntable = table.csv\n[time]\nscheme = dual-time\ndt = 1\n"
                        "[patches]\n* = farfield\nzmin = symmetry\n", &t) == 0, "%s", error_message());
    CHECK(!motion_turns(&t.c.derived.motion), "a table of ways alone does not turn the mesh");
    flow_bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(frequencies_and_steps);
    CASE(instants);
    CASE(wind_turns);
    CASE(what_does_not_fit);
    CASE(splines_keep_cubics);
    CASE(repeated_tables);
    CASE(tables_of_files);
    CASE(what_a_table_must_be);
    CASE(what_does_not_fit_the_mesh);
    CASE(a_table_along_the_plane);
    comm_finish();
    return check_end();
}
