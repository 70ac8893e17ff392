/* The controller of outlets with a mass flow, on a stream of a few numbers: from a reservoir, with a loss that grows
 * with the mass flow, and a mass of fluid that answers with a delay; what a checkpoint keeps; and the sums that it is
 * told, of faces with a known stream.
 */
#include "check.h"
#include "error.h"
#include "kernels/open_patch.h"
#include "features/mass_flow_outlets/fan.h"
#include "features/mass_flow_outlets/mass_flow_outlets_case.h"
#include "text.h"

#include <math.h>
#include <string.h>

static const double g = 1.4, R = 287.05, T0 = 300, area = 0.5;

/* A domain with an outlet of two patches and a far field, and nothing else of one. */
struct model {
    struct case_file c;
    struct domain d;
    struct bc_values value[4];
    struct pack_patch patch[3];
    double face[3][2], sum[3][N_OPEN];
    double loss, lag; /* of total pressure at Mach 1; part of the way in a look */
    double mass, shock;
    double pressure;  /* the outlet's, before */
};

static struct model *begin(struct model *m, double wanted)
{
    memset(m, 0, sizeof *m);
    m->c.flow.gamma = g, m->c.flow.gas_constant = R, m->c.flow.mach = 0.4, m->c.flow.pressure = 9e4,
    m->c.time.scheme = TIME_IMPLICIT;
    m->c.flow.temperature = T0 / (1 + 0.2 * 0.16);
    m->d.pack.n_patches = 3, m->d.pack.patch = m->patch, m->d.values = m->value, m->d.measured.open_face = m->face;
    for (int k = 0; k < 3; k++) {
        snprintf(m->patch[k].name, sizeof m->patch[k].name, "P%d", k);
        m->face[k][0] = k < 2 ? area * (k + 1) / 3 : 10;
        m->value[k] = (struct bc_values){.kind = BC_PRESSURE_OUTLET, .outlet = OUTLET_MASS_FLOW, .line = 7,
                                         .mass_flow = wanted, .pressure = 9e4};
    }
    m->value[2] = (struct bc_values){.kind = BC_FARFIELD};
    m->lag = 0.4;
    return m;
}

/* Mass flow (kg/s) of a stream of that Mach number and total pressure through the whole area. */
static double mass_of(double mach, double p0)
{
    return area * p0 * sqrt(g / (R * T0)) * mach * pow(1 + 0.2 * mach * mach, -3);
}

static double total_pressure(const struct model *m, double mach)
{
    return 9e4 * pow(1 + 0.2 * 0.16, 3.5) * (1 - m->loss * mach * mach);
}

/* The Mach number that a steady stream has at an outlet of the pressure p.
 * By bisection. */
static double steady_mach(const struct model *m, double p)
{
    double low = 0, high = 1;
    for (int k = 0; k < 100; k++) {
        double mach = 0.5 * (low + high);
        if (total_pressure(m, mach) * pow(1 + 0.2 * mach * mach, -3.5) > p)
            low = mach;
        else
            high = mach;
    }
    return low;
}

/* The mass flow goes part of the way to that; the sums are of the faces then.
 * The residual it returns: what the mass flow has still to go, a shock after each change of the pressure, and 1e-12
 * where real ones stop. */
static double step(struct model *m, double p)
{
    double mach = steady_mach(m, p), p0 = total_pressure(m, mach), steady = mass_of(mach, p0);
    m->shock = p != m->pressure ? 1 : m->shock * (1 - m->lag);
    m->pressure = p;
    m->mass += m->lag * (steady - m->mass);
    for (int k = 0; k < 2; k++) {
        double part = m->face[k][0] / area;
        double sum[N_OPEN] = {[OPEN_MASS] = part * m->mass,
                              [OPEN_BOTH_WAYS] = part * fabs(m->mass),
                              [OPEN_ENERGY] = part * m->mass * 3.5 * R * T0,
                              [OPEN_TOTAL_PRESSURE] = part * m->mass * p0,
                              [OPEN_PRESSURE] = part * area * p,
                              [OPEN_AREA] = part * area};
        memcpy(m->sum[k], sum, sizeof sum);
    }
    return fabs(steady - m->mass) + 1e-3 * m->shock + 1e-12;
}

/* Looks until the mass flow is met and steady, at most `most`.
 * most + 1 when it was not met in that many. */
static int looks(struct model *m, struct fans *fans, int most)
{
    for (int n = 1; n <= most; n++) {
        double residual = step(m, fans->fan[0].pressure);
        bool changed = fans_look(&m->c, &m->d, m->sum, residual, fans);
        if (!changed && !fans_unmet(fans) && residual < 1e-9)
            return n;
    }
    return most + 1;
}

/* Without a loss the mass flow and the total pressure of the stream give the static pressure in closed form: the first
 * guess is the answer. 1.032 and 1.018: 1 + 0.2 M^2 at Mach 0.4 and 0.3. */
static void first_pressure(void)
{
    struct model m;
    struct fans fans;
    fans_begin(&begin(&m, mass_of(0.3, 9e4 * pow(1.032, 3.5)))->c, &m.d, &fans);
    CHECK(fans.n == 1 && fans.fan[0].patch == 0, "two patches of a line are one fan");
    CHECK_NEAR(fans.fan[0].pressure, 9e4 * pow(1.032 / 1.018, 3.5), 1e-6);
    CHECK(looks(&m, &fans, 100) < 60 && fans.fan[0].changes == 0, "without a loss it is the last");
    fans_free(&fans);
}

/* From a trickle to near choking, with losses of several sizes, in streams that answer slowly and fast; a few changes
 * must do. */
static void finds_it(void)
{
    for (int i = 0; i < 12; i++) {
        struct model m;
        struct fans fans;
        double wanted = mass_of(0.05 + 0.06 * i, 9.5e4);
        begin(&m, wanted)->loss = 0.02 + 0.01 * (i % 5);
        m.lag = i % 2 ? 0.15 : 0.6;
        fans_begin(&m.c, &m.d, &fans);
        int n = looks(&m, &fans, 1000);
        CHECK(n <= 600, "%g kg/s: %d looks, %g", wanted, n, fans.fan[0].has);
        CHECK(fabs(m.mass - wanted) <= 1e-4 * wanted, "%g kg/s instead of %g", m.mass, wanted);
        CHECK(fans.fan[0].changes <= 6, "%g kg/s: %d changes", wanted, (int)fans.fan[0].changes);
        fans_free(&fans);
    }
}

/* What no pressure brings about is said to be beyond the stream. */
static void beyond(void)
{
    struct model m;
    struct fans fans;
    begin(&m, 1.02 * mass_of(1, 9e4 * pow(1.032, 3.5)));
    fans_begin(&m.c, &m.d, &fans);
    CHECK(looks(&m, &fans, 200) > 200 && fans_unmet(&fans) == &fans.fan[0], "it is not met");
    CHECK(fan_is_beyond(&fans.fan[0]), "%g kg/s at most", fans.fan[0].most);
    fans_free(&fans);
}

/* A stream that comes in is one to be turned: the pressure falls.
 * 1e-9 n keeps the mass flow from standing still to the bit. The total pressure of what comes in is nobody's. */
static void turned(void)
{
    struct model m;
    struct fans fans;
    fans_begin(&begin(&m, 20)->c, &m.d, &fans);
    double first = fans.fan[0].pressure;
    for (int n = 0; n < 100 && fans.fan[0].changes == 0; n++) {
        step(&m, first);
        for (int k = 0; k < 2; k++)
            m.sum[k][OPEN_MASS] = -8 * m.face[k][0] - 1e-9 * n, m.sum[k][OPEN_TOTAL_PRESSURE] = 0;
        fans_look(&m.c, &m.d, m.sum, 1.0 / (1 << (n < 30 ? n : 30)), &fans);
    }
    CHECK(fans.fan[0].pressure < first, "%g Pa from %g", fans.fan[0].pressure, first);
    CHECK(fans.fan[0].changes == 1, "once");
    fans_free(&fans);
}

/* A run in one piece and one that stops after 20 looks; then what is taken of a checkpoint of another mass flow,
 * another stream, another patch, and of one with no number in it. */
static void goes_on(void)
{
    struct model m, n;
    struct fans whole, part, next;
    static double number[FAN_NUMBERS];
    begin(&m, 40)->loss = 0.1;
    fans_begin(&m.c, &m.d, &whole);
    n = m;
    n.d.pack.patch = n.patch, n.d.values = n.value, n.d.measured.open_face = n.face;
    fans_begin(&n.c, &n.d, &part);
    fans_begin(&n.c, &n.d, &next);
    for (int k = 0; k < 20; k++) {
        fans_look(&m.c, &m.d, m.sum, step(&m, whole.fan[0].pressure), &whole);
        fans_look(&n.c, &n.d, n.sum, step(&n, part.fan[0].pressure), &part);
    }
    CHECK(part.fan[0].changes > 0, "something to keep");
    fans_save(&part, number);
    fans_load(&next, FAN_NUMBERS, number, true, 1);
    for (int k = 0; k < 60; k++) {
        fans_look(&m.c, &m.d, m.sum, step(&m, whole.fan[0].pressure), &whole);
        fans_look(&n.c, &n.d, n.sum, step(&n, next.fan[0].pressure), &next);
        CHECK(whole.fan[0].pressure == next.fan[0].pressure, "look %d: the same to the bit", k);
    }
    next.fan[0].wanted = 41;
    settle_changed(&next.fan[0].settle);
    fans_load(&next, FAN_NUMBERS, number, true, 1);
    CHECK(next.fan[0].settle.history.seen == 0 && next.fan[0].pressure == number[2],
          "another flow: the pressure alone");
    fans_load(&next, FAN_NUMBERS, number, false, 0.5);
    CHECK(next.fan[0].pressure == 0.5 * number[2], "another stream: in proportion");
    text_copy(next.fan[0].name, sizeof next.fan[0].name, "OTHER");
    fans_load(&next, FAN_NUMBERS, number, false, 3);
    CHECK(next.fan[0].pressure == 0.5 * number[2], "another patch's is not taken");
    text_copy(next.fan[0].name, sizeof next.fan[0].name, part.fan[0].name);
    number[2] = NAN;
    fans_load(&next, FAN_NUMBERS, number, true, 1);
    CHECK(next.fan[0].pressure > 0, "no number is not taken");
    fans_free(&whole);
    fans_free(&part);
    fans_free(&next);
}

/* Of patches without faces; of more than Mach 1; of what comes in too. */
static void refused(void)
{
    struct config_entry entry[7] = {{0}};
    struct model m;
    entry[6] = (struct config_entry){.section = (char[]){"patches"}, .key = (char[]){"P0"}, .value = (char[]){""}};
    double most = mass_of(1, 9e4 * pow(1.032, 3.5));
    begin(&m, 0.99 * most)->c.config = (struct config){.entry = entry, .n_entries = 7};
    CHECK(feature_mass_flow_outlets_case.check_open_faces(&m.c, &m.d.pack, m.value, m.face) == 0, "it passes");
    m.value[0].mass_flow = m.value[1].mass_flow = 1.001 * most;
    m.patch[0].n_faces = m.patch[1].n_faces = m.patch[2].n_faces = 1;
    CHECK(feature_mass_flow_outlets_case.check_open_faces(&m.c, &m.d.pack, m.value, m.face) != 0 &&
              strstr(error_message(), "at Mach 1"),
          "choked");
    m.value[2] = (struct bc_values){.kind = BC_MASS_INFLOW};
    CHECK(feature_mass_flow_outlets_case.check_open_faces(&m.c, &m.d.pack, m.value, m.face) == 0, "any total pressure");
    m.face[0][0] = m.face[1][0] = 0;
    CHECK(feature_mass_flow_outlets_case.check_open_faces(&m.c, &m.d.pack, m.value, m.face) != 0 &&
              strstr(error_message(), "has no area"),
          "none");
}

/* ---- the sums ---- */

enum { FACES = 3 };

/* Three faces of one area vector that a stream crosses; the last belongs to another patch. */
static void sums_of_faces(void)
{
    const double rho = 1.1, p = 8e4, s[3] = {0.3, -0.2, 0.1}, u[3] = {120, 30, -20}, reference = 1e5, off = 7e4;
    double un = u[0] * s[0] + u[1] * s[1] + u[2] * s[2], v2 = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    double mass = rho * un, h0 = 3.5 * p / rho + 0.5 * v2, t = p / (rho * R), sum[N_OPEN] = {0}, out[N_OPEN];
    real flux[5 * FACES];
    stored normal[3 * FACES];
    real pressure[FACES];
    uint8_t patch[FACES] = {4, 4, 5};
    for (int f = 0; f < FACES; f++) {
        pressure[f] = p;
        flux[f] = mass, flux[4 * FACES + f] = mass * h0;
        for (int d = 0; d < 3; d++) {
            normal[d * FACES + f] = s[d];
            flux[(1 + d) * FACES + f] = mass * u[d] + (p - off) * s[d];
        }
    }
    struct open_args a = {.m = {.n_faces = FACES, .n_flux = FACES, .normal = normal, .face_patch = patch}, .flux = flux,
                          .pressure = pressure, .reference = reference, .taken_off = off, .gamma = g, .patch = 4};
    for (int f = 0; f < FACES; f++) {
        open_sum_body(f, &a, out);
        for (int k = 0; k < N_OPEN; k++)
            sum[k] += out[k];
    }
    /* Thrust along y: what leaves pushes backwards, and the pressure counts over the reference. */
    struct open_flow w = open_flow_of(sum, g, R, (double[]){0, 1, 0});
    double ratio = 1 + 0.5 * v2 / (3.5 * R * t);
    CHECK_NEAR(w.mass, 2 * mass, 1e-12 * mass);
    CHECK_NEAR(w.area, 2 * sqrt(0.14), 1e-14);
    CHECK_NEAR(w.pressure, p, 1e-9);
    CHECK_NEAR(w.total_temperature, t * ratio, 1e-10 * t);
    CHECK_NEAR(w.total_pressure, p * pow(ratio, 3.5), 1e-10 * p);
    CHECK_NEAR(w.thrust, -2 * (mass * u[1] + (p - reference) * s[1]), 1e-9);
    CHECK_NEAR(w.power, -2 * mass * h0, 1e-9 * mass * h0);
    for (int d = 0; d < 3; d++)
        CHECK_NEAR(sum[OPEN_PRESSURE_FORCE + d], 2 * (p - reference) * s[d], 1e-9);
    sum[OPEN_MASS] *= 0.95; /* a fortieth comes back: still a mean of what leaves */
    CHECK(isfinite(open_flow_of(sum, g, R, u).total_pressure), "nearly all leaves");
    sum[OPEN_MASS] *= 0.2;
    CHECK(isnan(open_flow_of(sum, g, R, u).total_pressure), "fan face and exhaust together");
}

int main(void)
{
    CASE(first_pressure);
    CASE(finds_it);
    CASE(beyond);
    CASE(turned);
    CASE(goes_on);
    CASE(refused);
    CASE(sums_of_faces);
    return check_end();
}
