/* A state of one free stream as the first guess of another, and sums of such states.
 */
#include "check.h"
#include "unit/solve/flow_bed.h"
#include "random.h"
#include "checkpoint/restart_blend.h"
#include "checkpoint/restart_stream.h"

#include <math.h>
#include <string.h>

enum { N = 40 };

/* A case whose [flow] has these lines. */
static struct case_file read_flow(const char *lines)
{
    char text[400];
    struct case_file c;
    snprintf(text, sizeof text, "[flow]\n%s[model]\nequations = laminar\n[time]\nlocal = yes\nscheme = rk\n", lines);
    CHECK(case_read(flow_case_file(text), NULL, 0, &c) == 0, "%s", error_message());
    return c;
}

#define FLOW "temperature = 300\npressure = 90000\nreynolds = 1e5\n"

static struct restart_flow flow_of(const struct case_file *c)
{
    return (struct restart_flow){&c->derived.reference, restart_stream_viscosity(c), (int)c->model.equations};
}

/* [variable][cell], as fields are read. */
static void fill_stream(const struct solution_reference *r, double *q)
{
    for (lid i = 0; i < N; i++) {
        q[i] = r->density;
        for (int d = 0; d < 3; d++)
            q[(1 + d) * N + i] = r->velocity[d];
        q[4 * N + i] = r->pressure;
    }
}

/* The old uniform stream becomes the new one: angles, Mach number, density and pressure, both ways of `up`. */
static void uniform_flow_stays_uniform(void)
{
    static const char *const flow[] = {
        "mach = 0.8\nalpha = 1\n" FLOW, "mach = 0.8\nalpha = -7\nbeta = 4\n" FLOW,
        "mach = 0.5\nalpha = 3\n" FLOW, "mach = 0.8\nalpha = 1\ntemperature = 250\npressure = 40000\nreynolds = 1e6\n",
        "mach = 0.8\nalpha = 9\nbeta = -2\nup = y\n" FLOW};
    struct case_file old = read_flow(flow[0]);
    double q[5 * N], wanted[5 * N];
    for (size_t k = 1; k < sizeof flow / sizeof *flow; k++) {
        struct case_file now = read_flow(flow[k]);
        fill_stream(&old.derived.reference, q);
        fill_stream(&now.derived.reference, wanted);
        restart_stream_adapt(&old.derived.reference, &now.derived.reference, q, N);
        for (int i = 0; i < 5 * N; i++)
            CHECK_NEAR(q[i], wanted[i], 1e-12 * fmax(fabs(wanted[i]), 300));
        case_free(&now);
    }
    case_free(&old);
}

/* Speeds go with that of the stream, components along the wind axes with them; pressure coefficients stay, to first
 * order; what is below the stream's pressure never becomes negative. */
static void coefficients_stay(void)
{
    struct case_file old = read_flow("mach = 0.4\nalpha = 1\n" FLOW), now = read_flow("mach = 0.7\nalpha = 5\n" FLOW);
    const struct solution_reference *a = &old.derived.reference, *b = &now.derived.reference;
    double q[5 * N], before[5 * N];
    fill_stream(a, q);
    for (lid i = 0; i < N; i++)
        q[4 * N + i] *= i < N / 2 ? 1 + 1e-5 * (i - 10) : 1e-3 * (1 + i);
    for (int i = N; i < 4 * N; i++)
        q[i] *= 0.3 + 0.1 * (i % 7);
    memcpy(before, q, sizeof q);
    restart_stream_adapt(a, b, q, N);
    for (lid i = 0; i < N; i++) {
        double along[2] = {0, 0}, size[2] = {0, 0};
        for (int d = 1; d < 4; d++) {
            along[0] += before[d * N + i] * a->lift_axis[d - 1];
            along[1] += q[d * N + i] * b->lift_axis[d - 1];
            size[0] += before[d * N + i] * before[d * N + i];
            size[1] += q[d * N + i] * q[d * N + i];
        }
        CHECK_NEAR(along[1], along[0] * 0.7 / 0.4, 1e-9);
        CHECK_NEAR(sqrt(size[1]), sqrt(size[0]) * 0.7 / 0.4, 1e-9);
        CHECK(q[4 * N + i] > 0, "pressure %g", q[4 * N + i]);
        if (i < N / 2) {
            double was = (before[4 * N + i] - a->pressure) / solution_dynamic_pressure(a);
            CHECK_NEAR((q[4 * N + i] - b->pressure) / solution_dynamic_pressure(b), was, 2e-3 * fabs(was) + 1e-12);
        }
    }
    case_free(&old);
    case_free(&now);
}

/* What is new is named with both values; whether the stream's state or only the model is decides what is done with the
 * field. */
static void differences_are_named(void)
{
    static const char *const base = "mach = 0.4\nalpha = 1\n" FLOW;
    static const struct {
        const char *lines, *says;
        enum restart_difference is;
    } row[] = {
        {"mach = 0.4\nalpha = 1\n" FLOW, "", RESTART_SAME},
        {"mach = 0.4\nalpha = 3\n" FLOW, "angle of attack 1 -> 3 degrees", RESTART_OTHER_STREAM},
        {"mach = 0.4\nalpha = 1\nbeta = -2\n" FLOW, "angle of sideslip 0 -> -2 degrees", RESTART_OTHER_STREAM},
        {"mach = 0.4\nalpha = 1\nup = y\n" FLOW,
         "velocity (138.866 0 2.42392) -> (138.866 2.42392 0) m/s", RESTART_OTHER_STREAM},
        {"mach = 0.4\nalpha = 1\ntemperature = 300\npressure = 90000\nreynolds = 2e5\n",
         "viscosity 0.00145153 -> 0.000725767 Pa s", RESTART_OTHER_MODEL},
        {"mach = 0.4\nalpha = 1\ntemperature = 300\npressure = 45000\nreynolds = 1e5\n",
         "density 1.04511 -> 0.522557 kg/m^3, pressure 90000 -> 45000 Pa, viscosity 0.00145153 -> 0.000725767 Pa s",
         RESTART_OTHER_STREAM},
        {"mach = 0.8\nalpha = 1\n" FLOW, "Mach number 0.4 -> 0.8, viscosity 0.00145153 -> 0.00290307 Pa s",
         RESTART_OTHER_STREAM},
    };
    struct case_file old = read_flow(base);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct case_file now = read_flow(row[k].lines);
        struct restart_flow before = flow_of(&old), after = flow_of(&now);
        char text[RESTART_DIFFERENCES_SIZE];
        CHECK(restart_stream_compare(&before, &after, text) == row[k].is, "row %zu", k);
        CHECK(strcmp(text, row[k].says) == 0, "row %zu: %s", k, text);
        case_free(&now);
    }
    case_free(&old);
}

/* A difference of 1e-14 is none: velocities come from sines that another library rounds otherwise. Nor is one of 1e-7
 * of the viscosity, which single precision has rounded. A viscosity of NAN and equations of N_EQUATIONS are not known,
 * of fields from before they were written. */
static void what_is_no_difference(void)
{
    struct case_file c = read_flow("mach = 0.4\nalpha = 1\n" FLOW);
    struct solution_reference nearly = c.derived.reference;
    struct restart_flow now = flow_of(&c), old = now, model = now;
    char text[RESTART_DIFFERENCES_SIZE];
    nearly.velocity[0] *= 1 + 1e-14; /* of another library's sine */
    old.reference = &nearly;
    CHECK(restart_stream_compare(&old, &now, text) == RESTART_SAME, "%s", text);
    model.viscosity *= 1 + 1e-7;
    CHECK(restart_stream_compare(&model, &now, text) == RESTART_SAME, "%s", text);
    model.viscosity *= 1 + 1e-5;
    CHECK(restart_stream_compare(&model, &now, text) == RESTART_OTHER_MODEL, "a viscosity");
    model.viscosity = NAN;
    model.equations = N_EQUATIONS;
    CHECK(restart_stream_compare(&model, &now, text) == RESTART_SAME, "not known: %s", text);
    nearly.velocity[0] *= 1 + 1e-8;
    CHECK(restart_stream_compare(&old, &now, text) == RESTART_OTHER_STREAM, "a velocity");
    case_free(&c);
}

/* Inviscid flow is of viscosity 0; with the same viscosity the fields tell the equations. */
static void equations_differ(void)
{
    static const char *const names[] = {"euler", "laminar", "sa", "sst"};
    struct case_file c = read_flow("mach = 0.4\nalpha = 1\n" FLOW);
    for (int a = 0; a < N_EQUATIONS; a++)
        for (int b = 0; b < N_EQUATIONS; b++) {
            struct restart_flow old = flow_of(&c), now = old;
            char text[RESTART_DIFFERENCES_SIZE], wanted[64];
            old.equations = a;
            now.equations = b;
            snprintf(wanted, sizeof wanted, a == b ? "" : "equations %s -> %s", names[a], names[b]);
            CHECK(restart_stream_compare(&old, &now, text) == (a == b ? RESTART_SAME : RESTART_OTHER_MODEL), "%d, %d",
                  a, b);
            CHECK(strcmp(text, wanted) == 0, "%s, not %s", text, wanted);
        }
    case_free(&c);
}

static void equations_of_fields(void)
{
    double value = 0;
    struct solution s = {.n_fields = 7};
    CHECK(restart_stream_equations(&s, 0) == EQUATIONS_EULER, "no viscosity");
    CHECK(restart_stream_equations(&s, 1e-5) == EQUATIONS_LAMINAR, "viscosity");
    CHECK(restart_stream_equations(&s, NAN) == N_EQUATIONS, "not known");
    s.field[5].value = &value;
    strcpy(s.field[5].name, "nu_tilde");
    CHECK(restart_stream_equations(&s, NAN) == EQUATIONS_SA, "nu_tilde");
    strcpy(s.field[5].name, "k");
    CHECK(restart_stream_equations(&s, 1e-5) == EQUATIONS_SST, "k");
}

/* Extrapolation from several results may give nonsense in single cells: those whose density or pressure leaves half to
 * twice the base's, whose turbulence is not positive or that are no numbers keep the base, all variables of a cell
 * together. */
static void sums_of_states(void)
{
    double base[6 * N], sum[6 * N], more[6 * N];
    for (int i = 0; i < 6 * N; i++) {
        base[i] = 2 + 0.01 * (i % 50);
        more[i] = base[i] - 0.3;
        sum[i] = base[i];
    }
    restart_blend_add(sum, -1, more, 6 * N);
    restart_blend_add(sum, 1, base, 6 * N);
    CHECK_NEAR(sum[17], base[17] + 0.3, 1e-14);
    CHECK(restart_blend_hold(sum, base, N, 6) == 0, "all are near");
    sum[3] = 2.1 * base[3];           /* density */
    sum[4 * N + 4] = 0.45 * base[4 * N + 4]; /* pressure */
    sum[5 * N + 5] = 0;               /* turbulence */
    sum[6] = NAN;
    CHECK(restart_blend_hold(sum, base, N, 6) == 4, "four are far");
    for (int i = 3; i < 7; i++)
        for (int v = 0; v < 6; v++)
            CHECK(sum[v * N + i] == base[v * N + i], "variable %d of cell %d", v, i);
    CHECK_NEAR(sum[7], base[7] + 0.3, 1e-14);
}

/* The last = divides: paths may hold one. Weights are decimal numbers up to 1000 in size. */
static void words_of_blend(void)
{
    static const char *const wrong[] = {"results", "results=", "=1",     "a=1x",     "a=nan",
                                        "a=inf",   "a=0x1",    "a=1001", "a=-1e300", ""};
    char name[64];
    double weight;
    CHECK(restart_blend_parse("a=b/c=-1.5", name, sizeof name, &weight) == 0 && strcmp(name, "a=b/c") == 0 &&
          weight == -1.5, "%s %g", name, weight);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        CHECK(restart_blend_parse(wrong[k], name, sizeof name, &weight) != 0, "'%s' is taken", wrong[k]);
    CHECK(restart_blend_parse("abcdefgh=1", name, 8, &weight) != 0, "too long");
}

int main(void)
{
    CASE(uniform_flow_stays_uniform);
    CASE(coefficients_stay);
    CASE(differences_are_named);
    CASE(what_is_no_difference);
    CASE(equations_differ);
    CASE(equations_of_fields);
    CASE(sums_of_states);
    CASE(words_of_blend);
    return check_end();
}
