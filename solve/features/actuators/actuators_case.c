/* actuators_case.c: what a case file says about actuator disks and actuator lines: lines of [actuators]. */
#include "features/actuators/actuators_case.h"

#include "angle.h"
#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_record.h"
#include "error.h"
#include "features/actuators/case_blades.h"
#include "mem.h"
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Of tables; a file of more rows is taken for a wrong one. */
enum { COLUMNS = 3, ROWS_MOST = 100000 };
static const char *const load_names[] = {"uniform", "goldstein"};
static const char *const rotor_names[] = {"propeller", "turbine"};
static const char *const loss_names[] = {"none", "prandtl"};
static const char *const unit_names[] = {"m", "R"};
static const char *const polars_names[] = {"alone", "mach", "reynolds"}; /* the first is not to be written */

/* A line while it is read. */
struct line {
    const struct case_file *c;
    const struct config_entry *e;
    struct actuator *a;
    unsigned given; /* bit k: the key of row k of the table */
    char *blade;    /* owned; the name of the blade's file; NULL: there is none */
};

/* Which of the shapes take a key; of a disk, whose forces are given, or those of blades. */
enum { OF_DISK = 1, OF_LINE = 2, OF_ALL = 3, OF_GIVEN = 4, OF_BLADES = 8 };

/* What a line may say of a disk or line: one table for reading, for what is said of unknown keys and for
 * docs/case-file.md. Numbers are found in struct actuator at offset: n doubles, of least to most; a whole number, a
 * word's number likewise. */
struct key {
    const char *name;
    int of;
    int (*take)(struct line *l, const struct key *key, char *text);
    size_t offset;
    int n;
    double least, most;
    const char *value, *unit, *meaning; /* for the document */
};

static int take_numbers(struct line *l, const struct key *key, char *text);
static int take_whole(struct line *l, const struct key *key, char *text);
static int take_degrees(struct line *l, const struct key *key, char *text);
static int take_load(struct line *l, const struct key *key, char *text);
static int take_rotor(struct line *l, const struct key *key, char *text);
static int take_loss(struct line *l, const struct key *key, char *text);
static int take_unit(struct line *l, const struct key *key, char *text);
static int take_polars(struct line *l, const struct key *key, char *text);
static int take_table(struct line *l, const struct key *key, char *text);
static int take_blade(struct line *l, const struct key *key, char *text);

/* rpm and rate share one member, and finish() sees that only one was given. */
#define NUMBERS(member, n, least, most) take_numbers, offsetof(struct actuator, member), n, least, most
#define WHOLE(member, least, most) take_whole, offsetof(struct actuator, member), 1, least, most
#define DEGREES(member) take_degrees, offsetof(struct actuator, member), 1, -360, 360
#define WORD(take) take, 0, 0, 0, 0
static const struct key keys[] = {
    {"centre", OF_ALL, NUMBERS(centre, 3, -1e9, 1e9), "X,Y,Z", "m", "of the disk, or of the circle of the blades"},
    {"axis", OF_ALL, NUMBERS(axis, 3, -1e9, 1e9), "X,Y,Z", "",
     "direction in which a positive thrust drives the fluid; a vector of any length. For blades: downstream, for "
     "propellers and turbines alike"},
    {"radius", OF_ALL, NUMBERS(radius, 1, 1e-9, 1e9), "R", "m",
     "of the tips (when not given the last radius of the table or of the blade)"},
    {"hub_radius", OF_ALL, NUMBERS(hub_radius, 1, 0, 1e9), "R", "m",
     "of the hole in the disk, where blades begin (0, or the first radius of the table or of the blade)"},
    {"thickness", OF_DISK, NUMBERS(thickness, 1, 1e-9, 1e9), "T", "m",
     "along the axis, half of it on either side of the centre; take two cells or more"},
    {"thrust", OF_DISK | OF_GIVEN, NUMBERS(thrust, 1, -1e12, 1e12), "T", "N",
     "of the whole disk (0, or that of the table)"},
    {"torque", OF_DISK | OF_GIVEN, NUMBERS(torque, 1, -1e12, 1e12), "Q", "N m",
     "right-handed about the axis, of the whole disk: swirl (0, or that of the table)"},
    {"rpm", OF_ALL, NUMBERS(rate, 1, -1e7, 1e7), "N", "1/min",
     "of the blades, right-handed about the axis. With rpm or rate the fluid receives the shaft power, torque times "
     "angular velocity; without them only the work of the disk's forces, as from a propeller without losses"},
    {"rate", OF_ALL, NUMBERS(rate, 1, -1e6, 1e6), "W", "rad/s", "the same in rad/s; give one of the two"},
    {"load", OF_DISK | OF_GIVEN, WORD(take_load), "WORD", "",
     "`uniform` (the default): the same force per area everywhere; `goldstein`: the optimum of Hough and Ordway, which "
     "falls to zero at hub and tip"},
    {"file", OF_DISK | OF_GIVEN, WORD(take_table), "NAME", "m, N/m, N",
     "a table instead of load. Its lines hold radius, thrust per radius and torque per radius, separated by commas or "
     "blanks, with ascending radii; it is scaled to `thrust` and `torque` where these are given"},
    {"heat", OF_DISK, NUMBERS(heat, 1, -1e15, 1e15), "P", "W", "additional power, such as that of combustion (0)"},
    {"part", OF_DISK, NUMBERS(part, 1, 1e-3, 1), "F", "",
     "the fraction of the disk that lies in the mesh; it gets this fraction of thrust, torque and heat: 0.5 where a "
     "symmetry plane cuts the disk in half (1)"},
    {"blade", OF_ALL | OF_BLADES, WORD(take_blade), "NAME", "",
     "file of a blade (see below), from which, and from the flow at the blades, thrust and torque follow"},
    {"blades", OF_ALL | OF_BLADES, WHOLE(blades, 1, BLADES_MOST), "B", "", "number of blades"},
    {"pitch", OF_ALL | OF_BLADES, DEGREES(pitch), "A", "degrees", "added to the twist of the blade (0)"},
    {"rotor", OF_ALL | OF_BLADES, WORD(take_rotor), "WORD", "",
     "`propeller` (the default): the angle of attack is twist less inflow angle, and lift drives the fluid along the "
     "axis; `turbine`: inflow angle less twist, and lift holds the fluid back"},
    {"loss", OF_ALL | OF_BLADES, WORD(take_loss), "WORD", "",
     "at the tips: `none` (the default), or `prandtl`: the forces are multiplied by Prandtl's factor, which takes too "
     "much where blades induce little velocity ([numerics/actuators.md](numerics/actuators.md))"},
    {"unit", OF_ALL | OF_BLADES, WORD(take_unit), "WORD", "",
     "of radii and chords in the blade's file: `m` (the default), or `R`, fractions of `radius`"},
    {"polars", OF_ALL | OF_BLADES, WORD(take_polars), "WORD", "",
     "what the fourth number in polars' lines is: `mach` or `reynolds` number (when not given there is none)"},
    {"width", OF_LINE, NUMBERS(width, 1, 1e-9, 1e9), "E", "m",
     "of the Gaussian exp(-(d/E)²) that spreads the forces of a point over the cells around; take two cells or more"},
    {"points", OF_LINE, WHOLE(points, 2, LINE_POINTS_MOST), "N", "",
     "along each blade, at equal distances (when not given half of `width` apart or less)"},
    {"phase", OF_LINE, DEGREES(phase), "A", "degrees",
     "of the first blade at time 0, right-handed about the axis from the direction of y, or of z where the axis is "
     "that of y (0)"},
};
#undef NUMBERS
#undef WHOLE
#undef DEGREES
#undef WORD
enum { N_KEYS = sizeof keys / sizeof *keys };
_Static_assert((int)N_KEYS <= 32, "bits of line.given");

static const char *place(const struct line *l)
{
    return config_place(&l->c->config, l->e);
}

/* The row of a key; NULL: there is no such key. */
static const struct key *find_key(const char *name)
{
    for (const struct key *key = keys; key < keys + N_KEYS; key++)
        if (strcmp(key->name, name) == 0)
            return key;
    return NULL;
}

static bool is_given(const struct line *l, const char *name)
{
    const struct key *key = find_key(name);
    return key && (l->given >> (key - keys) & 1);
}

/* ---- words ---- */

/* text: is cut into numbers. */
static int take_numbers(struct line *l, const struct key *key, char *text)
{
    /* Numbers are stored as they are read: a line that is refused leaves half a disk, which nothing
     * uses. */
    double *to = (double *)(void *)((char *)l->a + key->offset);
    char *rest = text, *part;
    int n = 0;
    for (; (part = strsep(&rest, ",")) && n < key->n; n++)
        if (text_to_double(part, &to[n]) != 0 || !(to[n] >= key->least && to[n] <= key->most))
            return error_set("%s: %s needs %d number%s of %g to %g%s, not '%s'", place(l), key->name, key->n,
                             key->n > 1 ? "s" : "", key->least, key->most,
                             key->n > 1 ? " with commas between" : "", part);
    return n == key->n && !part
               ? 0
               : error_set("%s: %s needs %d number%s with nothing but commas between", place(l), key->name, key->n,
                           key->n > 1 ? "s" : "");
}

static int take_whole(struct line *l, const struct key *key, char *text)
{
    int *to = (int *)(void *)((char *)l->a + key->offset);
    long value;
    if (text_to_long(text, &value) != 0 || !(value >= (long)key->least && value <= (long)key->most))
        return error_set("%s: %s needs a whole number of %g to %g, not '%s'", place(l), key->name, key->least,
                         key->most, text);
    *to = (int)value;
    return 0;
}

static int take_degrees(struct line *l, const struct key *key, char *text)
{
    TRY(take_numbers(l, key, text));
    *(double *)(void *)((char *)l->a + key->offset) *= ANGLE_PI / 180;
    return 0;
}

/* The number of a word; -1: it is none of them. */
static int find_word(const char *text, const char *const *names, int n)
{
    for (int k = 0; k < n; k++)
        if (strcmp(text, names[k]) == 0)
            return k;
    return -1;
}

static int take_load(struct line *l, const struct key *key, char *text)
{
    int k = find_word(text, load_names, sizeof load_names / sizeof *load_names);
    if (k < 0)
        return error_set("%s: %s=%s: not one of uniform, goldstein; a distribution of your own is file=NAME", place(l),
                         key->name, text);
    l->a->load = (enum actuator_load)k;
    return 0;
}

/* One of two words, from names[0]. */
static int take_word(const struct line *l, const struct key *key, const char *text, const char *const names[2], int *to)
{
    *to = find_word(text, names, 2);
    return *to >= 0 ? 0
                    : error_set("%s: %s=%s: not one of %s, %s", place(l), key->name, text, names[0], names[1]);
}

static int take_rotor(struct line *l, const struct key *key, char *text)
{
    int k;
    TRY(take_word(l, key, text, rotor_names, &k));
    l->a->rotor = (enum actuator_rotor)k;
    return 0;
}

static int take_loss(struct line *l, const struct key *key, char *text)
{
    int k;
    TRY(take_word(l, key, text, loss_names, &k));
    l->a->loss = (enum actuator_loss)k;
    return 0;
}

static int take_unit(struct line *l, const struct key *key, char *text)
{
    int k;
    TRY(take_word(l, key, text, unit_names, &k));
    l->a->unit = (enum actuator_unit)k;
    return 0;
}

static int take_polars(struct line *l, const struct key *key, char *text)
{
    int k;
    TRY(take_word(l, key, text, polars_names + POLAR_MACH, &k));
    l->a->polars = (enum polar_level)(POLAR_MACH + k);
    return 0;
}

/* Read when the whole line is known: its numbers may be fractions of the radius. */
static int take_blade(struct line *l, const struct key *key, char *text)
{
    (void)key;
    l->blade = text_format("%s", text);
    l->a->load = LOAD_BLADES;
    return 0;
}

/* ---- tables ---- */

/* Two or three numbers with commas or blanks between. */
static int take_row(void *to, const struct case_record_row *row)
{
    struct line *l = to;
    struct actuator *a = l->a;
    double value[COLUMNS] = {0, 0, 0};
    int n = 0;
    char *rest = NULL;
    for (char *part = strtok_r(row->text, " \t,;", &rest); part; part = strtok_r(NULL, " \t,;", &rest), n++)
        if (n == COLUMNS || text_to_double(part, &value[n]) != 0 || !(fabs(value[n]) <= 1e12))
            return error_set("%s: %s:%d: needs a radius (m), the thrust per radius (N/m) and, where there is one, the "
                             "torque per radius (N)", place(l), row->path, row->number);
    if (n < 2 || value[0] < 0 || (a->n_rows > 0 && value[0] <= a->table[0][a->n_rows - 1]))
        return error_set("%s: %s:%d: needs a radius larger than that of the line before, and a thrust per radius",
                         place(l), row->path, row->number);
    if (a->n_rows == ROWS_MOST)
        return error_set("%s: %s: more than %d lines; take fewer radii", place(l), row->path, ROWS_MOST);
    for (int k = 0; k < COLUMNS; k++) {
        MEM_GROW(a->table[k], a->n_rows + 1);
        a->table[k][a->n_rows] = value[k];
    }
    a->n_rows++;
    return 0;
}

static int take_table(struct line *l, const struct key *key, char *text)
{
    (void)key;
    TRY(case_record_rows(l->c, l->e, text, "a table of thrust and torque over the radius", take_row, l));
    l->a->load = LOAD_TABLE;
    return l->a->n_rows >= 2 ? 0 : error_set("%s: %s: needs two radii at least", place(l), text);
}

/* The trapezoidal sum over the radii of column k. */
static double table_total(const struct actuator *a, int k)
{
    double sum = 0;
    for (int i = 1; i < a->n_rows; i++)
        sum += 0.5 * (a->table[k][i] + a->table[k][i - 1]) * (a->table[0][i] - a->table[0][i - 1]);
    return sum;
}

/* Radii, thrust and torque of a table stand for those that are not given.
 * Thrust and torque of the table itself are its integrals; where others are given the shape of the
 * table is kept and scaled to them. */
static int use_table(struct line *l)
{
    struct actuator *a = l->a;
    const char *const key[COLUMNS] = {NULL, "thrust", "torque"};
    double *const total[COLUMNS] = {NULL, &a->thrust, &a->torque};
    if (!is_given(l, "radius"))
        a->radius = a->table[0][a->n_rows - 1];
    if (!is_given(l, "hub_radius"))
        a->hub_radius = a->table[0][0];
    for (int k = 1; k < COLUMNS; k++) {
        double sum = table_total(a, k);
        if (!is_given(l, key[k]))
            *total[k] = sum;
        else if (*total[k] != 0 && !(fabs(sum) > 0))
            return error_set("%s: %s = %g, but the table has none; add the column, or leave %s out", place(l), key[k],
                             *total[k], key[k]);
    }
    return 0;
}

/* ---- a line ---- */

static const char *shape_of(const struct line *l)
{
    return l->a->is_line ? "line" : "disk";
}

static int unknown_key(const struct line *l, const char *name)
{
    const char *names[N_KEYS], *near, *shape = shape_of(l);
    char all[400] = "";
    int n = 0;
    for (int k = 0; k < N_KEYS; k++) {
        if (!(keys[k].of & (l->a->is_line ? OF_LINE : OF_DISK)))
            continue;
        names[n++] = keys[k].name;
        text_list_add(all, sizeof all, keys[k].name);
    }
    if (strcmp(name, "diameter") == 0)
        return error_set("%s: a %s takes no 'diameter'; write radius, half of it", place(l), shape);
    near = text_nearest(name, names, n);
    return near ? error_set("%s: a %s takes no '%s'; did you mean %s?", place(l), shape, name, near)
                : error_set("%s: a %s takes no '%s'; it takes %s", place(l), shape, name, all);
}

static int take_pair(void *line, const char *name, char *value)
{
    struct line *l = line;
    const struct key *key = find_key(name);
    if (!key || !(key->of & (l->a->is_line ? OF_LINE : OF_DISK)))
        return unknown_key(l, name);
    if (is_given(l, name))
        return error_set("%s: %s stands twice; leave one out", place(l), name);
    l->given |= 1u << (key - keys);
    return key->take(l, key, value);
}

static int need(const struct line *l, bool there, const char *what)
{
    return there ? 0 : error_set("%s: %s", place(l), what);
}

/* Keys that go with given forces only, or with blades only. */
static int check_keys(const struct line *l)
{
    for (const struct key *key = keys; key < keys + N_KEYS; key++) {
        if (!is_given(l, key->name))
            continue;
        if (l->blade && (key->of & OF_GIVEN))
            return error_set("%s: %s and blade both say what the forces are; leave one out", place(l), key->name);
        if (!l->blade && (key->of & OF_BLADES))
            return error_set("%s: %s is of blades, and needs blade=FILE, their file", place(l), key->name);
    }
    return 0;
}

/* Radii of the blade stand for those that are not given. */
static int use_blade(struct line *l)
{
    struct actuator *a = l->a;
    TRY(need(l, is_given(l, "blades"), "needs blades=B, how many blades there are"));
    TRY(need(l, !isnan(a->rate) && a->rate != 0, "needs rpm or rate of the blades, not 0"));
    TRY(need(l, a->unit == UNIT_METRE || is_given(l, "radius"), "needs radius, in metres, which unit=R counts in"));
    TRY(need(l, a->polars != POLAR_REYNOLDS || l->c->model.equations != EQUATIONS_EULER,
             "polars=reynolds needs a viscous fluid, which [model] equations = euler is not; take polars=mach, or one "
             "polar"));
    TRY(case_read_blade(l->c, l->e, l->blade, a->polars, a->unit == UNIT_RADIUS ? a->radius : 1, &a->blade));
    if (!is_given(l, "radius"))
        a->radius = a->blade.radius[a->blade.n - 1];
    if (!is_given(l, "hub_radius"))
        a->hub_radius = fmin(a->blade.radius[0], a->radius);
    return 0;
}

/* The points of a line are at equal distances, half of the width or less: their Gaussians then add up to a smooth
 * force. */
static int finish_line(struct line *l)
{
    struct actuator *a = l->a;
    TRY(need(l, l->blade != NULL, "needs blade=FILE, the file of its blades"));
    TRY(need(l, is_given(l, "width"), "needs width, in metres: that of two cells or more"));
    double points = ceil(2 * (a->radius - a->hub_radius) / a->width - 1e-9); /* 6.000...1 is 6 */
    if (is_given(l, "points"))
        return 0;
    TRY(need(l, points <= LINE_POINTS_MOST, "width is less than 1/500 of the blade; take that of two cells or more"));
    a->points = (int)fmax(points, 2);
    return 0;
}

static int finish_disk(struct line *l)
{
    struct actuator *a = l->a;
    bool table = a->n_rows > 0;
    TRY(need(l, is_given(l, "thickness"), "needs thickness, in metres: some cells along the axis"));
    TRY(need(l, table || l->blade || is_given(l, "thrust") || is_given(l, "torque") || is_given(l, "heat"),
             "needs thrust=N, torque=NM, heat=W, file=NAME or blade=NAME"));
    /* With a rate the fluid gets the power of the shaft, torque times rate: without a torque the thrust would act
     * without any. */
    return need(l, l->blade || isnan(a->rate) || a->torque != 0,
                "rpm and rate need a torque, whose power is all that the disk then gives to the fluid");
}

/* What a whole line must have; the axis gets its length. */
static int finish(struct line *l)
{
    struct actuator *a = l->a;
    bool table = a->n_rows > 0;
    double length = sqrt(a->axis[0] * a->axis[0] + a->axis[1] * a->axis[1] + a->axis[2] * a->axis[2]);
    TRY(need(l, !table || !is_given(l, "load"), "load and file both say how thrust is distributed; leave one out"));
    TRY(check_keys(l));
    TRY(need(l, is_given(l, "centre"), "needs centre=X,Y,Z, in metres"));
    TRY(need(l, length > 0, "needs axis=X,Y,Z, not all zero: where a positive thrust drives the fluid"));
    TRY(need(l, table || l->blade || is_given(l, "radius"), "needs radius, in metres"));
    TRY(need(l, !is_given(l, "rpm") || !is_given(l, "rate"), "rpm and rate say the same; leave one out"));
    if (table)
        TRY(use_table(l));
    if (l->blade)
        TRY(use_blade(l));
    TRY(a->is_line ? 0 : finish_disk(l));
    TRY(need(l, a->hub_radius < a->radius, "hub_radius must be less than radius"));
    TRY(a->is_line ? finish_line(l) : 0);
    if (is_given(l, "rpm"))
        a->rate *= 2 * ANGLE_PI / 60;
    for (int d = 0; d < 3; d++)
        a->axis[d] /= length;
    return 0;
}

static int take_shape(void *line, const char *shape)
{
    struct line *l = line;
    l->a->is_line = strcmp(shape, "line") == 0;
    if (l->a->is_line || strcmp(shape, "disk") == 0)
        return 0;
    return error_set("%s = %s: does not begin with disk or line; a line of [actuators] is NAME = disk centre=X,Y,Z "
                     "axis=X,Y,Z radius=R thickness=T thrust=T ...", place(l), l->e->value);
}

/* Names become parts of columns in history.csv, as those of groups do (case_groups.c). */
static int check_name(const struct case_file *c, const struct config_entry *e, int before)
{
    const char *at = config_place(&c->config, e);
    for (const char *s = e->key; *s; s++)
        if (!isalnum((unsigned char)*s) && !strchr("_-.+/", *s))
            return error_set("%s: the name of an actuator may contain only letters, digits and _ - . + /", at);
    if (before == ACTUATORS_MOST)
        return error_set("%s: is one actuator too many; at most %d are possible", at, ACTUATORS_MOST);
    return strlen(e->key) < NAME_SIZE
               ? 0
               : error_set("%s: the name of an actuator may have at most %d letters", at, NAME_SIZE - 1);
}

static int read_actuator(const struct case_file *c, const struct config_entry *e, void *to)
{
    struct actuators_case *all = to;
    TRY(check_name(c, e, all->n));
    /* Counted before it is read, so that forget_actuators() frees the table of a line that fails. */
    MEM_GROW(all->actuator, all->n + 1);
    struct actuator *a = &all->actuator[all->n++];
    *a = (struct actuator){.part = 1, .rate = NAN};
    text_copy(a->name, sizeof a->name, e->key);
    struct line l = {.c = c, .e = e, .a = a};
    int status = case_record_pairs(c, e, take_shape, take_pair, &l) || finish(&l);
    mem_free(l.blade);
    return status;
}

static void forget_actuators(void *to)
{
    struct actuators_case *all = to;
    for (int k = 0; k < all->n; k++) {
        for (int i = 0; i < COLUMNS; i++)
            mem_free(all->actuator[k].table[i]);
        blade_free(&all->actuator[k].blade);
    }
    MEM_FREE(all->actuator);
    all->n = 0;
}

static int read_section(struct case_file *c, void *spec, bool *asked)
{
    struct actuators_case *all = spec;
    TRY(case_record_lines(c, "actuators", read_actuator, forget_actuators, all));
    *asked = all->n > 0;
    if (!*asked)
        return 0;
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, "numerics", "pipeline", "must be fast for [actuators]");
    /* The forces stand in axes at rest, and the cells of a disk are found once: not with a mesh that
     * moves. */
    CASE_NEED(!c->derived.motion.steady, "frame", "type", "does not go with [actuators]; leave one of them out");
    CASE_NEED(!c->derived.motion.unsteady, "motion", "frequency",
              "and other keys of [motion] do not go with [actuators]");
    for (int k = 0; k < all->n; k++)
        if (all->actuator[k].is_line && c->time.local)
            return error_set("%s: [actuators] %s: the blades of a line turn in time, and the run is of steady flow; "
                             "set [time] scheme = dual-time and dt, or scheme = rk and local = no, or take a disk with "
                             "the same blades", c->config.path, all->actuator[k].name);
    return 0;
}

static void print_keys(void)
{
    printf("| key | of | unit | meaning |\n|---|---|---|---|\n");
    for (const struct key *key = keys; key < keys + N_KEYS; key++)
        printf("| `%s=%s` | %s | %s%s| %s |\n", key->name, key->value,
               (key->of & OF_ALL) == OF_ALL ? "both" : key->of & OF_LINE ? "line" : "disk", key->unit,
               key->unit[0] ? " " : "", key->meaning);
}

static void print_files(void)
{
    printf("\nA blade's file has a line for each section: radius (m), chord (m), twist (degrees, between the chord and "
           "the plane of rotation) and the name of the file with the airfoil's polar, which is looked for beside the "
           "blade's file. Between sections all of these are linear, also lift and drag of two airfoils; beyond the "
           "ends they stay as there. A polar has a line for each angle of attack: the angle (degrees), cl, cd and, "
           "with `polars`, the Mach or Reynolds number, by which polars follow one another in ascending order. Polars "
           "are linear between their lines and constant beyond the ends; give all angles that may occur. In all these "
           "files entries are separated by commas or blanks, and a first line of names and what follows a # are passed "
           "over. For example:\n\n"
           "    radius,chord,twist,polar          alpha,cl,cd\n"
           "    0.30,0.14,48,clark-y.csv          -4,-0.05,0.012\n"
           "    1.00,0.08,21,clark-y.csv          12,1.35,0.025\n\n");
}

static void print_reference(void)
{
    printf("\n## [actuators]: propellers, fans and engines as actuator disks and lines\n\n"
           "`NAME = disk key=value ...` or `NAME = line key=value ...`, a line for each actuator, at most %d. The "
           "cells of a disk, those whose centroids lie in a cylinder, receive thrust, torque and the power of both as "
           "sources ([numerics/actuators.md](numerics/actuators.md)). These are given, or follow with `blade` from "
           "blades of which each cell has the mean over the turn. An actuator line is for unsteady flow (`[time] "
           "scheme = dual-time`, or explicit steps with `local = no`): its blades turn with time, and each acts on the "
           "cells around it. Positive values are those that the fluid receives along or about the axis; the aircraft "
           "is driven in the opposite direction.\n\n",
           ACTUATORS_MOST);
    print_keys();
    print_files();
    printf("Actuators must not share cells. They cannot be used with `[frame] type = rotating`, `[motion]` or "
           "`pipeline = paper`.\n");
}

const struct feature_case feature_actuators_case = {.size = sizeof(struct actuators_case),
                                                    .read = read_section,
                                                    .release = forget_actuators,
                                                    .print_reference = print_reference};
