/* case_actuators.c: what a case file says about actuator disks: lines of [actuators]. */
#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_record.h"
#include "error.h"
#include "mem.h"
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
/* Of tables; a file of more rows is taken for a wrong one. */
enum { COLUMNS = 3, ROWS_MOST = 100000 };
static const char *const load_names[] = {"uniform", "goldstein"};

/* A line while it is read. */
struct line {
    const struct case_file *c;
    const struct config_entry *e;
    struct actuator *a;
    unsigned given; /* bit k: the key of row k of the table */
};

/* What a line may say of a disk: one table for reading, for what is said of unknown keys and for
 * docs/case-file.md. Numbers are found in struct actuator at offset: n doubles, of least to most. */
struct key {
    const char *name;
    int (*take)(struct line *l, const struct key *key, char *text);
    size_t offset;
    int n;
    double least, most;
    const char *value, *unit, *meaning; /* for the document */
};

static int take_numbers(struct line *l, const struct key *key, char *text);
static int take_load(struct line *l, const struct key *key, char *text);
static int take_table(struct line *l, const struct key *key, char *text);

/* rpm and rate share one member, and finish() sees that only one was given. */
#define NUMBERS(member, n, least, most) take_numbers, offsetof(struct actuator, member), n, least, most
#define WORD(take) take, 0, 0, 0, 0
static const struct key keys[] = {
    {"centre", NUMBERS(centre, 3, -1e9, 1e9), "X,Y,Z", "m", "of the disk"},
    {"axis", NUMBERS(axis, 3, -1e9, 1e9), "X,Y,Z", "",
     "direction in which a positive thrust drives the fluid; a vector of any length"},
    {"radius", NUMBERS(radius, 1, 1e-9, 1e9), "R", "m", "of the tips (when not given the last radius of the table)"},
    {"hub_radius", NUMBERS(hub_radius, 1, 0, 1e9), "R", "m",
     "of the hole in the disk (0, or the first radius of the table)"},
    {"thickness", NUMBERS(thickness, 1, 1e-9, 1e9), "T", "m",
     "along the axis, half of it on either side of the centre; take two cells or more"},
    {"thrust", NUMBERS(thrust, 1, -1e12, 1e12), "T", "N", "of the whole disk (0, or that of the table)"},
    {"torque", NUMBERS(torque, 1, -1e12, 1e12), "Q", "N m",
     "right-handed about the axis, of the whole disk: swirl (0, or that of the table)"},
    {"rpm", NUMBERS(rate, 1, -1e7, 1e7), "N", "1/min",
     "of the blades, right-handed about the axis. With rpm or rate the fluid receives the shaft power, torque times "
     "angular velocity; without them only the work of the disk's forces, as from a propeller without losses"},
    {"rate", NUMBERS(rate, 1, -1e6, 1e6), "W", "rad/s", "the same in rad/s; give one of the two"},
    {"load", WORD(take_load), "WORD", "",
     "`uniform` (the default): the same force per area everywhere; `goldstein`: the optimum of Hough and Ordway, which "
     "falls to zero at hub and tip"},
    {"file", WORD(take_table), "NAME", "m, N/m, N",
     "a table instead of load. Its lines hold radius, thrust per radius and torque per radius, separated by commas or "
     "blanks, with ascending radii; it is scaled to `thrust` and `torque` where these are given"},
    {"heat", NUMBERS(heat, 1, -1e15, 1e15), "P", "W", "additional power, such as that of combustion (0)"},
    {"part", NUMBERS(part, 1, 1e-3, 1), "F", "",
     "the fraction of the disk that lies in the mesh; it gets this fraction of thrust, torque and heat: 0.5 where a "
     "symmetry plane cuts the disk in half (1)"},
};
#undef NUMBERS
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

static int take_load(struct line *l, const struct key *key, char *text)
{
    for (int k = 0; k < (int)(sizeof load_names / sizeof *load_names); k++)
        if (strcmp(text, load_names[k]) == 0) {
            l->a->load = (enum actuator_load)k;
            return 0;
        }
    return error_set("%s: %s=%s: not one of uniform, goldstein; a distribution of your own is file=NAME", place(l),
                     key->name, text);
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
        MEM_RESIZE(a->table[k], a->n_rows + 1);
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

static int unknown_key(const struct line *l, const char *name)
{
    const char *names[N_KEYS], *near;
    char all[256] = "";
    for (int k = 0; k < N_KEYS; k++) {
        names[k] = keys[k].name;
        text_list_add(all, sizeof all, names[k]);
    }
    if (strcmp(name, "diameter") == 0)
        return error_set("%s: a disk takes no 'diameter'; write radius, half of it", place(l));
    near = text_nearest(name, names, N_KEYS);
    return near ? error_set("%s: a disk takes no '%s'; did you mean %s?", place(l), name, near)
                : error_set("%s: a disk takes no '%s'; it takes %s", place(l), name, all);
}

static int take_pair(void *line, const char *name, char *value)
{
    struct line *l = line;
    const struct key *key = find_key(name);
    if (!key)
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

/* What a whole line must have; the axis gets its length. */
static int finish(struct line *l)
{
    struct actuator *a = l->a;
    bool table = a->n_rows > 0;
    double length = sqrt(a->axis[0] * a->axis[0] + a->axis[1] * a->axis[1] + a->axis[2] * a->axis[2]);
    TRY(need(l, !table || !is_given(l, "load"), "load and file both say how thrust is distributed; leave one out"));
    TRY(need(l, is_given(l, "centre"), "needs centre=X,Y,Z, in metres"));
    TRY(need(l, length > 0, "needs axis=X,Y,Z, not all zero: where a positive thrust drives the fluid"));
    TRY(need(l, table || is_given(l, "radius"), "needs radius, in metres"));
    TRY(need(l, is_given(l, "thickness"), "needs thickness, in metres: some cells along the axis"));
    TRY(need(l, !is_given(l, "rpm") || !is_given(l, "rate"), "rpm and rate say the same; leave one out"));
    if (table)
        TRY(use_table(l));
    TRY(need(l, table || is_given(l, "thrust") || is_given(l, "torque") || is_given(l, "heat"),
             "needs thrust=N, torque=NM, heat=W or file=NAME"));
    TRY(need(l, a->hub_radius < a->radius, "hub_radius must be less than radius"));
    if (is_given(l, "rpm"))
        a->rate *= 2 * pi / 60;
    /* With a rate the fluid gets the power of the shaft, torque times rate: without a torque the thrust would act
     * without any. */
    TRY(need(l, isnan(a->rate) || a->torque != 0,
             "rpm and rate need a torque, whose power is all that the disk then gives to the fluid"));
    for (int d = 0; d < 3; d++)
        a->axis[d] /= length;
    return 0;
}

static int take_shape(void *line, const char *shape)
{
    struct line *l = line;
    if (strcmp(shape, "disk") == 0)
        return 0;
    return error_set("%s = %s: does not begin with disk; a line of [actuators] is NAME = disk centre=X,Y,Z axis=X,Y,Z "
                     "radius=R thickness=T thrust=T ...", place(l), l->e->value);
}

/* Names become parts of columns in history.csv, as those of groups do (case_groups.c). */
static int check_name(const struct case_file *c, const struct config_entry *e)
{
    const char *at = config_place(&c->config, e);
    for (const char *s = e->key; *s; s++)
        if (!isalnum((unsigned char)*s) && !strchr("_-.+/", *s))
            return error_set("%s: the name of an actuator may contain only letters, digits and _ - . + /", at);
    if (c->n_actuators == ACTUATORS_MOST)
        return error_set("%s: is one actuator too many; at most %d are possible", at, ACTUATORS_MOST);
    return strlen(e->key) < NAME_SIZE
               ? 0
               : error_set("%s: the name of an actuator may have at most %d letters", at, NAME_SIZE - 1);
}

static int read_disk(struct case_file *c, const struct config_entry *e)
{
    TRY(check_name(c, e));
    /* Counted before it is read, so that case_free_actuators() frees the table of a line that fails. */
    MEM_RESIZE(c->actuator, c->n_actuators + 1);
    struct actuator *a = &c->actuator[c->n_actuators++];
    *a = (struct actuator){.part = 1, .rate = NAN};
    text_copy(a->name, sizeof a->name, e->key);
    struct line l = {.c = c, .e = e, .a = a};
    TRY(case_record_pairs(c, e, take_shape, take_pair, &l));
    return finish(&l);
}

int case_read_actuators(struct case_file *c)
{
    TRY(case_record_lines(c, "actuators", read_disk, case_free_actuators));
    if (c->n_actuators == 0)
        return 0;
    CASE_NEED(c->pipeline == PIPELINE_FAST, "numerics", "pipeline", "must be fast for [actuators]");
    /* The forces stand in axes at rest, and the cells of a disk are found once: not with a mesh that
     * moves. */
    CASE_NEED(!c->motion.steady, "frame", "type", "does not go with [actuators]; leave one of them out");
    CASE_NEED(!c->motion.unsteady, "motion", "frequency", "and other keys of [motion] do not go with [actuators]");
    return 0;
}

void case_free_actuators(struct case_file *c)
{
    for (int k = 0; k < c->n_actuators; k++)
        for (int i = 0; i < COLUMNS; i++)
            mem_free(c->actuator[k].table[i]);
    MEM_FREE(c->actuator);
    c->n_actuators = 0;
}

void case_print_actuators(void)
{
    printf("\n## [actuators]: propellers, fans and engines as actuator disks\n\n"
           "`NAME = disk key=value ...`, a line for each disk, at most %d. The cells whose centroids lie in a cylinder "
           "receive thrust, torque and the power of both as sources ([numerics.md](numerics.md#actuator-disks)). "
           "Positive values are those that the fluid receives along or about the axis; the aircraft is driven in the "
           "opposite direction.\n\n"
           "| key | unit | meaning |\n|---|---|---|\n",
           ACTUATORS_MOST);
    for (const struct key *key = keys; key < keys + N_KEYS; key++)
        printf("| `%s=%s` | %s%s| %s |\n", key->name, key->value, key->unit, key->unit[0] ? " " : "", key->meaning);
    printf("\nDisks must not share cells. They cannot be used with `[frame] type = rotating`, `[motion]` or "
           "`pipeline = paper`.\n");
}
