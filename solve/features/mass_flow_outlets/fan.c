/* fan.c: the pressure of outlets with a mass flow (fan.h): a stream of given total pressure and temperature as the
 * relation between pressure and mass flow, the first guess by it, and the looks by which the pressure changes.
 */
#include "features/mass_flow_outlets/fan.h"

#include "h5/h5_io.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Enough for all digits of a double between 0 and 1, whatever the mass flow; Newton's method would fail
 * at Mach 1, where the mass flow has its maximum and its slope is zero. */
enum { BISECTIONS = 60 };
static const double FALL = 0.01;     /* struct settle; waves cross a duct, there and back, while the mass flow rests */
static const double HOLD = 0.25;     /* of the tolerance: nothing is changed for less */
static const double STEP_MOST = 0.2; /* of the pressure, at once */
static const double CHOKED = 0.999;  /* of the mass flow at Mach 1: beyond it the pressure says little */
static const double CLEAR = 5;       /* times the doubt: a change that the response is learned from */
static const double RESPONSE_CHANGE = 2, RESPONSE_MOST = 5; /* times that before, times 1; and their inverses */

/* ---- which there are ---- */

static struct fan *find(const struct fans *fans, int line)
{
    for (int k = 0; k < fans->n; k++)
        if (fans->fan[k].line == line)
            return &fans->fan[k];
    return NULL;
}

static bool has_fan(const struct domain *d, int patch)
{
    return d->values[patch].kind == BC_PRESSURE_OUTLET && d->values[patch].line > 0;
}

/* ---- a stream of constant total pressure and temperature ---- */

struct stream {
    double gamma, total_pressure;
    double most;     /* kg/s at Mach 1 */
};

/* Mass flow over that at Mach 1 (NACA Report 1135, Eq. 99).
 * Monotone in 0 .. 1, where stream_pressure() inverts it. */
static double mass_share(double mach, double gamma)
{
    double power = 0.5 * (gamma + 1) / (gamma - 1), t = 1 + 0.5 * (gamma - 1) * mach * mach;
    return mach * pow(0.5 * (gamma + 1) / t, power);
}

/* The static pressure of the subsonic stream that passes `mass`; beyond rest in proportion, so that a stream that comes
 * in is one to be turned.
 * Capped at CHOKED: near Mach 1 the pressure hardly changes the mass flow, and the inverse would throw
 * the pressure about. */
static double stream_pressure(const struct stream *s, double mass)
{
    double share = fmin(fabs(mass) / s->most, CHOKED), low = 0, high = 1, g = s->gamma;
    for (int k = 0; k < BISECTIONS; k++) {
        /* The subsonic branch alone: the share rises from 0 at rest to 1 at Mach 1. */
        double mach = 0.5 * (low + high);
        if (mass_share(mach, g) < share)
            low = mach;
        else
            high = mach;
    }
    double p = s->total_pressure * pow(1 + 0.5 * (g - 1) * low * low, -g / (g - 1));
    return mass < 0 ? 2 * s->total_pressure - p : p;
}

/* The stream of given total pressure (Pa) and total temperature (K) through an area (m^2). A perfect gas chokes at the
 * mass flow A p0 sqrt(gamma / (R T0)) (2 / (gamma + 1))^((gamma + 1) / (2 (gamma - 1))). */
static struct stream stream_make(const struct case_file *c, double area, double total_pressure,
                                 double total_temperature)
{
    double g = c->flow.gamma, choked = pow(0.5 * (g + 1), -0.5 * (g + 1) / (g - 1));
    struct stream s = {.gamma = g, .total_pressure = total_pressure};
    s.most = area * total_pressure * sqrt(g / (c->flow.gas_constant * total_temperature)) * choked;
    return s;
}

/* Of the free stream's total pressure, or least where that is more. */
static struct stream free_stream(const struct case_file *c, double area, double least)
{
    double g = c->flow.gamma, factor = 1 + 0.5 * (g - 1) * c->flow.mach * c->flow.mach;
    return stream_make(c, area, fmax(c->flow.pressure * pow(factor, g / (g - 1)), least), c->flow.temperature * factor);
}

/* Through faces whose sums these are; the free stream where none leaves through them.
 * Faces through which fluid comes in have no total state of the flow inside to tell; then the free
 * stream is the best guess of what will leave once the pressure is right. */
static struct stream stream_of(const struct case_file *c, const double sum[N_OPEN])
{
    struct open_flow f = open_flow_of(sum, c->flow.gamma, c->flow.gas_constant, c->derived.reference.drag_axis);
    if (f.mass > 0 && f.total_pressure > f.pressure && f.total_temperature > 0)
        return stream_make(c, f.area, f.total_pressure, f.total_temperature);
    return free_stream(c, f.area, f.pressure);
}

/* ---- the first pressure ---- */

/* The area of all patches of the line together, m^2. */
static double area_of(const struct domain *d, int line)
{
    double area = 0;
    for (int k = 0; k < d->pack.n_patches; k++)
        area += has_fan(d, k) && d->values[k].line == line ? d->measured.open_face[k][0] : 0;
    return area;
}

/* The stream that arrives where a run begins: the free stream, but in a duct that it does not reach that of the first
 * reservoir.
 * Backwards, so that of several reservoirs the first remains. */
static struct stream first_stream(const struct case_file *c, const struct domain *d, double area)
{
    const struct bc_values *reservoir = NULL;
    for (int k = d->pack.n_patches - 1; k >= 0; k--) {
        const struct bc_values *v = &d->values[k];
        if (d->measured.open_face[k][0] > 0 && (v->kind == BC_FARFIELD || v->kind == BC_SUPERSONIC_INFLOW))
            return free_stream(c, area, 0);
        if (d->measured.open_face[k][0] > 0 && v->kind == BC_TOTAL_INFLOW)
            reservoir = v;
    }
    return reservoir ? stream_make(c, area, reservoir->total_pressure, reservoir->total_temperature)
                     : free_stream(c, area, 0);
}

/* patch: the first of the line, whose name stands for all.
 * response 1: losses upstream of the faces do not change with the mass flow. */
static struct fan fan_of(const struct case_file *c, const struct domain *d, int patch)
{
    const struct bc_values *v = &d->values[patch];
    struct fan f = {.line = v->line, .patch = patch, .wanted = (double)v->mass_flow, .has = NAN, .most = NAN,
                    .response = 1};
    struct stream s = first_stream(c, d, area_of(d, v->line));
    f.pressure = stream_pressure(&s, f.wanted);
    text_copy(f.name, sizeof f.name, d->pack.patch[patch].name);
    settle_begin(c, FALL, &f.settle);
    return f;
}

/* Makes one controller for each line of the case file, whose patches share it. */
void fans_begin(const struct case_file *c, const struct domain *d, struct fans *fans)
{
    fans->n = 0;
    MEM_NEW_ZERO(fans->fan, d->pack.n_patches + 1);
    for (int k = 0; k < d->pack.n_patches; k++)
        if (has_fan(d, k) && !find(fans, d->values[k].line))
            fans->fan[fans->n++] = fan_of(c, d, k);
}

void fans_free(struct fans *fans)
{
    MEM_FREE(fans->fan);
    fans->n = 0;
}

/* ---- looks ---- */

/* Sums of all patches of the line; sets what passes now and what could at Mach 1.
 * By the line and not by patch: patches of a line have one pressure and one mass flow together. */
static struct stream measure(const struct case_file *c, const struct domain *d, double (*sum)[N_OPEN], struct fan *f)
{
    double total[N_OPEN] = {0};
    for (int k = 0; k < d->pack.n_patches; k++)
        for (int s = 0; s < N_OPEN && d->values[k].line == f->line; s++)
            total[s] += sum[k][s];
    struct stream s = stream_of(c, total);
    f->has = total[OPEN_MASS];
    f->most = s.most;
    return s;
}

void fans_measure(const struct case_file *c, const struct domain *d, double (*sum)[N_OPEN], struct fans *fans)
{
    for (int k = 0; k < fans->n; k++)
        measure(c, d, sum, &fans->fan[k]);
}

/* From the settled pressure before to this one, where the change stands out of the doubt about both.
 * Asked for: a change that was made, that stands out of the noise, and an answer of its sign (a
 * negative response would drive the pressure away from the solution). At most twice and at least half
 * the one before: one look that was misled must not undo what many have taught. */
static void learn_response(struct fan *f, const struct stream *s, double stream, double doubt)
{
    double changed = f->pressure - f->point_pressure, answered = stream - stream_pressure(s, f->point_mass);
    if (!f->has_point || changed == 0 || fabs(answered) < CLEAR * (doubt + f->point_doubt) || answered / changed <= 0)
        return;
    double r = fmin(fmax(answered / changed, f->response / RESPONSE_CHANGE), f->response * RESPONSE_CHANGE);
    f->response = fmin(fmax(r, 1 / RESPONSE_MOST), RESPONSE_MOST);
}

/* end: the settled mass flow, doubt of it.
 * A secant in the stream's pressure and not in the mass flow: along a stream of constant total pressure
 * the two are far from linear in each other near Mach 1, while pressure against pressure is nearly a
 * line of slope 1. doubt is turned into pascals by the same relation, central to both sides. True only
 * if the kernels, in their precision, see a change. */
static bool change(struct fan *f, const struct stream *s, double end, double doubt)
{
    double stream = stream_pressure(s, end), before = f->pressure, most = STEP_MOST * before;
    /* Converts the doubt from kg/s to Pa. */
    doubt = 0.5 * fabs(stream_pressure(s, end + doubt) - stream_pressure(s, end - doubt));
    learn_response(f, s, stream, doubt);
    /* response: how much the stream's pressure answers to a change of the outlet's, near 1. */
    double by = (stream_pressure(s, f->wanted) - stream) / f->response;
    f->has_point = true;
    f->point_pressure = before;
    f->point_mass = end;
    f->point_doubt = doubt;
    f->pressure += fmin(fmax(by, -most), most);
    f->changes++;
    settle_changed(&f->settle);
    return (real)f->pressure != (real)before;
}

/* What settles is the mass flow; the stream's pressure goes along in the history. */
static bool look(struct fan *f, const struct stream *s, double residual)
{
    double end, doubt;
    settle_look(&f->settle, f->has, stream_pressure(s, f->has), residual);
    return settle_answer(&f->settle, residual, &end, &doubt) &&
           settle_is_clear(f->wanted - end, doubt, HOLD * FAN_TOLERANCE * f->wanted) && change(f, s, end, doubt);
}

/* All of them are looked at, also after one has changed: each has its own history. */
bool fans_look(const struct case_file *c, const struct domain *d, double (*sum)[N_OPEN], double residual,
               struct fans *fans)
{
    bool changed = false;
    for (int k = 0; k < fans->n; k++) {
        struct stream s = measure(c, d, sum, &fans->fan[k]);
        changed |= look(&fans->fan[k], &s, residual);
    }
    return changed;
}

/* On the host; the caller renews the device's copy and evaluates. */
void fans_apply(const struct fans *fans, struct domain *d)
{
    for (int k = 0; k < d->pack.n_patches; k++)
        if (has_fan(d, k))
            d->values[k].pressure = (real)find(fans, d->values[k].line)->pressure;
}

static bool is_met(const struct fan *f)
{
    return fabs(f->has - f->wanted) <= FAN_TOLERANCE * f->wanted;
}

/* The first that has not what it asks for, for the verdict. */
const struct fan *fans_unmet(const struct fans *fans)
{
    for (int k = 0; k < fans->n; k++)
        if (!is_met(&fans->fan[k]))
            return &fans->fan[k];
    return NULL;
}

/* More than that stream passes at Mach 1: no pressure gives it, and waiting is of no use. */
bool fan_is_beyond(const struct fan *f)
{
    return f->wanted > CHOKED * f->most;
}

void fan_aim(const struct fan *f, struct aim *aim)
{
    const size_t size = sizeof aim->said;
    aim->but = "an outlet does not yet pass the mass flow asked for";
    int n = snprintf(aim->said, size, "; %s passes %.6g kg/s, not the %.6g asked for", f->name, f->has, f->wanted);
    if (fan_is_beyond(f) && n >= 0 && (size_t)n < size)
        snprintf(aim->said + n, size - (size_t)n, "; at most %.6g kg/s can pass, at Mach 1", f->most);
}

/* A fan that asks for more than can pass does not hold up the end of the run: it would never be met. */
bool fans_hold_up(const struct fans *fans)
{
    for (int k = 0; k < fans->n; k++)
        if (!is_met(&fans->fan[k]) && !fan_is_beyond(&fans->fan[k]))
            return true;
    return false;
}

/* ---- checkpoints ---- */

/* Of another mesh the patches may come in another order.
 * A checkpoint holds numbers only, hence a sum of the name's letters; two names of one sum would have
 * to be outlets with a mass flow both. */
static double key_of(const struct fan *f)
{
    return h5_io_crc32(f->name, strlen(f->name));
}

/* Each fan has FAN_NUMBERS of its own, zeros behind those that its history takes: load() finds a fan by
 * its key, whatever the order of lines is then. */
void fans_save(const struct fans *fans, double *number)
{
    memset(number, 0, (size_t)fans->n * FAN_NUMBERS * sizeof *number);
    for (int k = 0; k < fans->n; k++, number += FAN_NUMBERS) {
        const struct fan *f = &fans->fan[k];
        const double head[FAN_HEAD - 1] = {key_of(f),     f->wanted,         f->pressure,     f->response,
                                           f->has_point, f->point_pressure, f->point_mass, f->point_doubt};
        memcpy(number, head, sizeof head);
        number[FAN_HEAD - 1] = settle_save(&f->settle, number + FAN_HEAD);
    }
}

/* Of a file that somebody may have changed. */
static bool is_sound(const double number[FAN_NUMBERS])
{
    for (int k = 0; k < FAN_HEAD; k++)
        if (!isfinite(number[k]))
            return false;
    return number[2] > 0 && number[3] > 0 && number[FAN_HEAD - 1] >= 0 && number[FAN_HEAD - 1] <= SETTLE_NUMBERS;
}

/* What was learned (response) holds for another stream too; the history and the point before do not. */
static void load(struct fan *f, const double number[FAN_NUMBERS], bool same_flow, double scale)
{
    f->pressure = same_flow ? number[2] : number[2] * scale;
    /* Learned of the duct more than of the flow: kept also where the rest is not. */
    f->response = number[3];
    if (!same_flow || number[1] != f->wanted)
        return;
    f->has_point = number[4] != 0;
    f->point_pressure = number[5];
    f->point_mass = number[6];
    f->point_doubt = number[7];
    settle_load(&f->settle, (int)number[FAN_HEAD - 1], number + FAN_HEAD);
}

/* Lines of the case file that the checkpoint does not know keep what fans_begin() gave them; what is
 * left over is ignored. */
void fans_load(struct fans *fans, int64_t n, const double *number, bool same_flow, double scale)
{
    for (int64_t i = 0; i + FAN_NUMBERS <= n; i += FAN_NUMBERS)
        for (int k = 0; k < fans->n; k++)
            if (is_sound(number + i) && number[i] == key_of(&fans->fan[k]))
                load(&fans->fan[k], number + i, same_flow, scale);
}
