/* case_notes.c: settings that are allowed and most often meant otherwise.
 */
#include "case/case_notes.h"

#include "angle.h"
#include "case/case_file.h"
#include "case/case_parts.h"
#include "features/features.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Angles below this many degrees are rare, and as radians they are 11 degrees or less. */
static const double small_angle = 0.2;

/* Parts of the wind that cross a symmetry patch on average: what a note is worth, and a warning. */
static const double some_wind = 1e-3, much_wind = 1e-2;

static void note_angle(FILE *f, const char *name, double angle)
{
    if (angle != 0 && fabs(angle) < small_angle)
        fprintf(f, "ufv-solve: note: [flow] %s = %g is in degrees; if radians are meant, write %.4g\n", name, angle,
                angle * 180 / ANGLE_PI);
    double same = remainder(angle, 360);
    if (fabs(angle) > 90 && fabs(same) <= 90)
        fprintf(f, "ufv-solve: note: [flow] %s = %g is in degrees and means the same wind as %s = %g\n", name, angle,
                name, same);
    else if (fabs(angle) > 90)
        fprintf(f, "ufv-solve: note: [flow] %s = %g is in degrees; beyond 90 the wind blows against the x axis\n", name,
                angle);
}

/* Air this cold occurs in hypersonic tunnels only. Nothing is said in units of the user's own (gas_constant = 1). */
static void note_temperature(const struct case_file *c, FILE *f)
{
    if (c->flow.gas_constant > 100 && c->flow.temperature < 100 && c->flow.mach < 2)
        fprintf(f, "ufv-solve: note: [flow] temperature = %g is in kelvin; if degrees Celsius are meant, write %g\n",
                c->flow.temperature, c->flow.temperature + 273.15);
}

/* bar, psi, kPa and hPa near the ground. Nothing is said of hypersonic tunnels, nor in units of the user's own. */
static void note_pressure(const struct case_file *c, FILE *f)
{
    static const struct {
        const char *name;
        double least, most, pascals;
    } unit[] = {{"bar", 0.2, 1.2, 1e5}, {"psi", 3, 17.5, 6894.757}, {"kPa", 20, 120, 1e3},
                {"hPa (mbar)", 800, 1100, 100}};
    for (size_t i = 0; c->flow.gas_constant > 100 && c->flow.mach < 2 && i < sizeof unit / sizeof *unit; i++)
        if (c->flow.pressure >= unit[i].least && c->flow.pressure <= unit[i].most)
            fprintf(f, "ufv-solve: note: [flow] pressure = %g is in pascals; if %s is meant, write %g\n",
                    c->flow.pressure, unit[i].name, c->flow.pressure * unit[i].pascals);
}

/* Beyond this no vehicle flies: it is a velocity (m/s), or a number in per cent. */
static const double much_mach = 40;

static void note_mach(const struct case_file *c, FILE *f)
{
    if (c->flow.mach > much_mach)
        fprintf(f, "ufv-solve: note: [flow] mach = %g is far beyond any flight; the Mach number is the velocity over "
                   "the speed of sound, neither m/s nor per cent\n", c->flow.mach);
}

/* Turbulent layers begin at Reynolds numbers of some 1e5, so that fewer than a thousand are most often millions. */
static void note_reynolds(const struct case_file *c, FILE *f)
{
    if (equations_are_turbulent(c->model.equations) && c->flow.reynolds < 1000)
        fprintf(f, "ufv-solve: note: [flow] reynolds = %g is too small for a turbulent flow; if millions are meant, "
                   "write %ge6\n", c->flow.reynolds, c->flow.reynolds);
}

/* A steady case that names no scheme is told which one it got, and why. The papers' pipeline has explicit steps
 * alone. */
static void note_scheme(const struct case_file *c, FILE *f)
{
    char word[WORD_SIZE];
    const char *key = case_explicit_key(c);
    if (case_names_scheme(c) || !c->time.local || c->numerics.pipeline != PIPELINE_FAST)
        return;
    if (c->time.scheme == TIME_IMPLICIT)
        fprintf(f, "ufv-solve: steady flow, implicit, at most %ld step%s\n", c->time.steps,
                c->time.steps == 1 ? "" : "s");
    else if (c->numerics.precision == PRECISION_SINGLE)
        fprintf(f, "ufv-solve: note: steps are explicit, since [numerics] precision = %s; in double or mixed "
                   "precision%s%s the case is solved implicitly, in far fewer steps\n",
                case_word(c, "numerics", "precision", word), key ? " and without [time] " : "", key ? key : "");
    else if (key)
        fprintf(f, "ufv-solve: note: steps are explicit, since [time] %s is given; without it the case is solved "
                   "implicitly, in far fewer steps\n", key);
}

/* The floors of docs/validation.md: 4.7 and 5.7 decades in single, 6.8 to 8.7 in mixed precision, in which
 * implicit steps end by themselves there. */
static void note_floor(const struct case_file *c, FILE *f)
{
    char word[WORD_SIZE];
    const bool single = c->numerics.precision == PRECISION_SINGLE, mixed = c->numerics.precision == PRECISION_MIXED;
    if (c->time.scheme != TIME_IMPLICIT && c->time.local && c->stop.window == 0 &&
        ((single && c->stop.residual_drop > 5) || (mixed && c->stop.residual_drop > 6.5)))
        fprintf(f, "ufv-solve: note: [stop] residual_drop = %g may never be reached in %s precision, in which "
                   "residuals stop falling after %s decades; stop by cl and cd ([stop] window), or take double "
                   "precision\n",
                c->stop.residual_drop, case_word(c, "numerics", "precision", word),
                single ? "about five" : "seven to nine");
}

/* Loops over a period do not close, and periods cannot be compared row by row.
 * dt as it was written: rounding of a period in decimal digits passes within a millionth. */
static void note_period(const struct case_file *c, FILE *f)
{
    double period = isnan(c->time.period) ? c->derived.motion_period : c->time.period, steps = period / c->time.dt;
    if (c->time.scheme == TIME_DUAL && isnan(c->time.tolerance) && fabs(steps - round(steps)) > 1e-6 * steps)
        fprintf(f, "ufv-solve: note: the period of [motion], %.6g s, is %.6g steps of [time] dt = %.6g s, no whole "
                   "number; write steps_per_period = %.0f instead of dt\n",
                period, steps, c->time.dt, fmax(round(steps), 1));
}

/* A step that is cut short by the end: most often a time without dimensions, or zeros that are missing. */
static void note_end(const struct case_file *c, FILE *f)
{
    if (c->time.scheme == TIME_DUAL && isnan(c->time.tolerance) && c->time.end_time < c->time.dt)
        fprintf(f, "ufv-solve: note: [time] end_time = %.6g s is shorter than a step, dt = %.6g s, so that the run has "
                   "one step, of that length\n", c->time.end_time, c->time.dt);
}

/* Behind a name and '=' in the value of a line of [patches]; NaN: it does not set that. total_pressure is not pressure:
 * a blank stands before a name. */
static double patch_value(const char *line, const char *name)
{
    char *end;
    size_t n = strlen(name);
    for (const char *at = strstr(line, name); at; at = strstr(at + n, name))
        if (at > line && (at[-1] == ' ' || at[-1] == '\t') && at[n] == '=')
            return text_scan_double(at + n + 1, &end);
    return NAN;
}

static void note_cold(const struct case_file *c, const char *patch, const char *name, double kelvin, FILE *f)
{
    if (kelvin < 0.5 * c->flow.temperature)
        fprintf(f, "ufv-solve: note: %s: %s %g K is less than half of the free stream's temperature of %g K; it is in "
                   "kelvin, not in degrees Celsius\n", patch, name, kelvin, c->flow.temperature);
}

/* kPa, bar and the like, or zeros too many. */
static void note_outlet(const struct case_file *c, const char *patch, double pressure, FILE *f)
{
    if (pressure < 0.02 * c->flow.pressure || pressure > 50 * c->flow.pressure)
        fprintf(f, "ufv-solve: note: %s: pressure %g Pa is %.3g times the free stream's pressure of %g Pa; it is in "
                   "pascals\n", patch, pressure, pressure / c->flow.pressure, c->flow.pressure);
}

/* Boundaries whose gas is none that the free stream could be beside: degrees Celsius, other units of pressure, or the
 * static pressure of somewhere else in place of a total one. */
static void note_boundaries(const struct case_file *c, FILE *f)
{
    for (int i = 0; i < c->config.n_entries; i++) {
        const struct config_entry *e = &c->config.entry[i];
        if (strcmp(e->section, "patches") != 0)
            continue;
        double pressure = patch_value(e->value, "total_pressure");
        if (pressure < c->flow.pressure)
            fprintf(f, "ufv-solve: note: %s: total_pressure %g Pa is below the free stream's pressure of %g Pa, so "
                       "that flow enters only where the pressure is lower still\n", e->key, pressure, c->flow.pressure);
        note_cold(c, e->key, "total_temperature", patch_value(e->value, "total_temperature"), f);
        note_cold(c, e->key, "temperature", patch_value(e->value, "temperature"), f);
        note_outlet(c, e->key, patch_value(e->value, "pressure"), f);
    }
}

/* Rank 0 alone, once the case has been read; nothing here changes it. */
void case_notes(struct case_file *c, FILE *f)
{
    note_boundaries(c, f);
    note_period(c, f);
    note_end(c, f);
    features_note(c, c->features, f);
    note_scheme(c, f);
    note_floor(c, f);
    note_temperature(c, f);
    note_pressure(c, f);
    note_mach(c, f);
    note_angle(f, "alpha", c->flow.alpha);
    note_angle(f, "beta", c->flow.beta);
    bool reynolds = !isnan(c->flow.reynolds);
    if (!equations_are_viscous(c->model.equations) && (reynolds || !isnan(c->flow.viscosity)))
        fprintf(f, "ufv-solve: note: [flow] %s has no effect, since [model] equations = euler\n",
                reynolds ? "reynolds" : "viscosity");
    note_reynolds(c, f);
    if (equations_are_viscous(c->model.equations) && reynolds && !config_find(&c->config, "flow", "reynolds_length"))
        fprintf(f, "ufv-solve: note: [flow] reynolds is for a length of %g m; set reynolds_length when it is for "
                   "another\n", c->flow.reynolds_length);
}

static double wind_across(const double symmetry[2])
{
    return symmetry[0] > 0 ? symmetry[1] / symmetry[0] : 0;
}

/* A plane mesh lies in x-y as a rule, across which the default `up` turns the wind. */
void case_note_symmetry(const struct case_file *c, const struct pack_patch *patch, int n, double (*symmetry)[2],
                        bool important, FILE *f)
{
    /* symmetry[k]: area and what of it the wind sees (mesh/domain.h): their ratio is the sine of the
     * angle between wind and plane. */
    double most = 0, least = important ? much_wind : some_wind;
    for (int k = 0; k < n; k++)
        most = fmax(most, wind_across(symmetry[k]));
    if (most <= least || !(c->flow.mach > 0))
        return;
    fprintf(f, "ufv-solve: %s: the free stream crosses the symmetry patches ", most > much_wind ? "warning" : "note");
    const char *comma = "";
    for (int k = 0; k < n; k++) {
        double across = wind_across(symmetry[k]);
        if (across <= least)
            continue;
        fprintf(f, "%s%s (at %.3g degrees)", comma, patch[k].name, asin(fmin(across, 1)) * 180 / ANGLE_PI);
        comma = ", ";
    }
    fprintf(f, "%s; alpha turns the wind towards [flow] up = %s, beta out of that plane\n",
            most > much_wind ? ", so that a steady run stalls" : "", c->flow.up == UP_Z ? "z" : "y");
}
