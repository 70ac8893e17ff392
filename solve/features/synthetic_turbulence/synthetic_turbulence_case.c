/* synthetic_turbulence_case.c: what a case file says about synthetic turbulence: lines of [synthetic_turbulence]. */
#include "features/synthetic_turbulence/synthetic_turbulence_case.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_record.h"
#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { ROWS_MOST = 100000 };

/* A line while it is read. */
struct line {
    const struct case_file *c;
    const struct config_entry *e;
    struct synthetic *s;
    unsigned given; /* bit k: the key of row k of the table */
};

/* What a line may say: one table for reading, for messages and for docs/case-file.md. n numbers of least to most, in
 * struct synthetic at offset; n = 0: a name of a file, or a whole number. */
struct key {
    const char *name;
    size_t offset;
    int n;
    double least, most;
    const char *value, *unit, *meaning; /* for the document */
};

#define NUMBERS(member, n, least, most) offsetof(struct synthetic, member), n, least, most
static const struct key keys[] = {
    {"centre", NUMBERS(centre, 3, -1e9, 1e9), "X,Y,Z", "m", "a point of the plane"},
    {"axis", NUMBERS(axis, 3, -1e9, 1e9), "X,Y,Z", "",
     "direction in which the flow crosses the plane, normal to it; a vector of any length"},
    {"thickness", NUMBERS(thickness, 1, 1e-9, 1e9), "T", "m",
     "of the layer of cells that the forces act on, half of it on either side; four cells along the axis or more"},
    {"radius", NUMBERS(radius, 1, 1e-9, 1e9), "R", "m",
     "the plane ends at this distance from the centre (when not given nowhere)"},
    {"length", NUMBERS(length, 1, 1e-9, 1e9), "L", "m",
     "wave length of the largest eddies that hold energy; of a wall layer, about its thickness. With `file` eddies are "
     "no longer than twice the distance from the wall"},
    {"file", 0, 0, 0, 0, "NAME", "m, m/s, m²/s²",
     "of a wall layer: a table over the distance from the wall. Its lines hold the distance, the mean velocity along "
     "the axis and the turbulent kinetic energy k, separated by commas or blanks, with ascending distances; beyond the "
     "last there are no fluctuations"},
    {"k", NUMBERS(energy, 1, 1e-12, 1e12), "K", "m²/s²",
     "turbulent kinetic energy, the same everywhere, in place of file"},
    {"velocity", NUMBERS(velocity, 1, 1e-9, 1e6), "V", "m/s",
     "with which the eddies travel along the axis (with `file`, when not given, the mean velocity weighted by k); "
     "without `file` also the velocity of the flow"},
    {"normal", NUMBERS(normal, 3, -1e9, 1e9), "X,Y,Z", "",
     "direction away from the wall: fluctuations then have the stresses of a wall layer, 1.2 k along the flow, 0.3 k "
     "along the normal, 0.5 k across both, and a shear stress of -0.3 k (when not given 2/3 k each and none)"},
    {"viscosity", NUMBERS(viscosity, 1, 1e-6, 1), "F", "",
     "part of the model's nu_tilde, or k, that the flow keeps when it crosses the plane: what the model held of the "
     "fluctuations is taken out (0.1)"},
    {"period", NUMBERS(period, 3, 0, 1e9), "X,Y,Z", "m",
     "after which the fluctuations repeat along each axis: the mesh's own periods; 0: none"},
    {"seed", 0, 0, 0, 0, "N", "", "whole number; another one gives other fluctuations of the same statistics (1)"},
};
#undef NUMBERS
enum { N_KEYS = sizeof keys / sizeof *keys };

static const char *place(const struct line *l)
{
    return config_place(&l->c->config, l->e);
}

static bool is_given(const struct line *l, const char *name)
{
    for (int k = 0; k < N_KEYS; k++)
        if (strcmp(keys[k].name, name) == 0)
            return l->given >> k & 1;
    return false;
}

/* ---- values ---- */

static int take_row(void *to, const struct case_record_row *row)
{
    struct line *l = to;
    struct synthetic *s = l->s;
    double value[SYNTHETIC_COLUMNS];
    int n = 0;
    char *rest = NULL;
    for (char *part = strtok_r(row->text, " \t,;", &rest); part; part = strtok_r(NULL, " \t,;", &rest), n++)
        if (n == SYNTHETIC_COLUMNS || text_to_double(part, &value[n]) != 0 || !(fabs(value[n]) <= 1e12))
            break;
    if (n != SYNTHETIC_COLUMNS || value[0] < 0 || value[2] < 0)
        return error_set("%s: %s:%d: needs three numbers: distance from the wall (m), mean velocity (m/s) and "
                         "turbulent kinetic energy (m^2/s^2), the first and the last not negative", place(l),
                         row->path, row->number);
    if (s->n_rows > 0 && value[0] <= s->table[0][s->n_rows - 1])
        return error_set("%s: %s:%d: needs a distance larger than that of the line before", place(l), row->path,
                         row->number);
    if (s->n_rows == ROWS_MOST)
        return error_set("%s: %s: more than %d lines; take fewer distances", place(l), row->path, ROWS_MOST);
    for (int k = 0; k < SYNTHETIC_COLUMNS; k++) {
        MEM_GROW(s->table[k], s->n_rows + 1);
        s->table[k][s->n_rows] = value[k];
    }
    s->n_rows++;
    return 0;
}

static int take_table(struct line *l, const char *name)
{
    TRY(case_record_rows(l->c, l->e, name, "a table of a wall layer", take_row, l));
    return l->s->n_rows >= 2 ? 0 : error_set("%s: %s: needs two distances at least", place(l), name);
}

static int take_seed(struct line *l, char *text)
{
    return case_record_integers(l->c, l->e, "seed", text, 1, 0, &l->s->seed);
}

static int unknown_key(const struct line *l, const char *name)
{
    const char *names[N_KEYS], *near;
    char all[400] = "";
    for (int k = 0; k < N_KEYS; k++) {
        names[k] = keys[k].name;
        text_list_add(all, sizeof all, names[k]);
    }
    near = text_nearest(name, names, N_KEYS);
    return near ? error_set("%s: a plane takes no '%s'; did you mean %s?", place(l), name, near)
                : error_set("%s: a plane takes no '%s'; it takes %s", place(l), name, all);
}

static int take_pair(void *line, const char *name, char *value)
{
    struct line *l = line;
    for (int k = 0; k < N_KEYS; k++) {
        const struct key *key = &keys[k];
        if (strcmp(key->name, name) != 0)
            continue;
        l->given |= 1u << k;
        if (key->n > 0)
            return case_record_numbers(l->c, l->e, name, value,
                                       (struct case_record_range){key->n, key->least, key->most},
                                       (double *)(void *)((char *)l->s + key->offset));
        return strcmp(name, "file") == 0 ? take_table(l, value) : take_seed(l, value);
    }
    return unknown_key(l, name);
}

static int take_shape(void *line, const char *shape)
{
    struct line *l = line;
    return strcmp(shape, "plane") == 0
               ? 0
               : error_set("%s = %s: does not begin with plane; a line of [synthetic_turbulence] is NAME = plane "
                           "centre=X,Y,Z axis=X,Y,Z thickness=T length=L file=NAME ...", place(l), l->e->value);
}

/* ---- a line ---- */

static int need(const struct line *l, bool there, const char *what)
{
    return there ? 0 : error_set("%s: %s", place(l), what);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* false: it has none. */
static bool make_unit(double a[3])
{
    const double size = sqrt(dot(a, a));
    for (int d = 0; d < 3; d++)
        a[d] /= size;
    return size > 0;
}

/* The mean velocity of the table weighted by energy, by the trapezoidal rule. */
static double mean_velocity(const struct synthetic *s)
{
    double sum = 0, weight = 0;
    for (int i = 1; i < s->n_rows; i++) {
        const double width = s->table[0][i] - s->table[0][i - 1];
        for (int k = i - 1; k <= i; k++) {
            sum += width * s->table[2][k] * s->table[1][k];
            weight += width * s->table[2][k];
        }
    }
    return sum / weight;
}

/* Less its part along the axis. */
static int finish_normal(struct line *l)
{
    struct synthetic *s = l->s;
    const double along = dot(s->normal, s->axis), size = sqrt(dot(s->normal, s->normal));
    for (int d = 0; d < 3; d++)
        s->normal[d] -= along * s->axis[d];
    TRY(need(l, sqrt(dot(s->normal, s->normal)) > 0.5 * size,
             "normal must point away from the wall, across the axis"));
    make_unit(s->normal);
    return 0;
}

/* Waves are up to twice `length` long. Where all three periods are shorter, none may be left for them. */
static bool has_room(const struct synthetic *s)
{
    for (int d = 0; d < 3; d++)
        if (s->period[d] == 0 || s->period[d] >= 2 * s->length)
            return true;
    return false;
}

static int finish(struct line *l)
{
    struct synthetic *s = l->s;
    TRY(need(l, is_given(l, "centre"), "needs centre=X,Y,Z, in metres: a point of the plane"));
    TRY(need(l, is_given(l, "axis") && make_unit(s->axis),
             "needs axis=X,Y,Z, not all zero: where the flow goes"));
    TRY(need(l, is_given(l, "thickness"), "needs thickness, in metres: four cells along the axis or more"));
    TRY(need(l, is_given(l, "length"), "needs length, in metres: that of the largest eddies"));
    TRY(need(l, is_given(l, "file") != is_given(l, "k"),
             "needs either file=NAME, the table of a wall layer, or k=K and velocity=V"));
    if (s->n_rows > 0) {
        const double mean = mean_velocity(s);
        if (!is_given(l, "velocity"))
            s->velocity = mean;
        TRY(need(l, s->velocity > 0, "the table has no energy that moves along the axis"));
    }
    TRY(need(l, has_room(s), "period needs 0, for none, or twice the length or more along one axis at least"));
    TRY(need(l, s->n_rows > 0 || is_given(l, "velocity"), "needs velocity, in m/s: that of the flow along the axis"));
    return is_given(l, "normal") ? finish_normal(l) : 0;
}

static int read_plane(const struct case_file *c, const struct config_entry *e, void *to)
{
    struct synthetic_case *all = to;
    TRY(case_record_name(c, e));
    if (all->n == SYNTHETIC_MOST)
        return error_set("%s: is one plane too many; at most %d are possible", config_place(&c->config, e),
                         SYNTHETIC_MOST);
    /* Counted before it is read, so that forget_planes() frees the table of a line that fails. */
    MEM_GROW(all->plane, all->n + 1);
    struct synthetic *s = &all->plane[all->n++];
    *s = (struct synthetic){.radius = HUGE_VAL, .viscosity = 0.1, .seed = 1};
    text_copy(s->name, sizeof s->name, e->key);
    struct line l = {.c = c, .e = e, .s = s};
    TRY(case_record_pairs(c, e, take_shape, take_pair, &l));
    return finish(&l);
}

static void forget_planes(void *to)
{
    struct synthetic_case *s = to;
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < SYNTHETIC_COLUMNS; i++)
            mem_free(s->plane[k].table[i]);
    MEM_FREE(s->plane);
    s->n = 0;
}

static int read_section(struct case_file *c, void *spec, bool *asked)
{
    struct synthetic_case *s = spec;
    TRY(case_record_lines(c, "synthetic_turbulence", read_plane, forget_planes, s));
    *asked = s->n > 0;
    if (!*asked)
        return 0;
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, "numerics", "pipeline", "must be fast for [synthetic_turbulence]");
    CASE_NEED(!c->derived.motion.steady, "frame", "type",
              "does not go with [synthetic_turbulence]; leave one of them out");
    CASE_NEED(!c->derived.motion.unsteady, "motion", "frequency",
              "and other keys of [motion] do not go with [synthetic_turbulence]");
    CASE_NEED(!c->time.local, "time", "scheme",
              "must be dual-time, or rk with local = no, for [synthetic_turbulence], whose fluctuations are of "
              "unsteady flow");
    CASE_NEED(c->model.equations == EQUATIONS_EULER || c->model.equations == EQUATIONS_LAMINAR ||
                  c->derived.turbulence.scales != SCALES_RANS,
              "model", "scales",
              "must be ddes or iddes for [synthetic_turbulence]: a model of all scales damps what it puts into the "
              "flow");
    return 0;
}

static void print_reference(void)
{
    printf("\n## [synthetic_turbulence]: fluctuations for scale-resolving models\n\n"
           "`NAME = plane key=value ...`, a line for each plane, at most %d. The flow that crosses the plane receives "
           "fluctuations of velocity, by forces on a thin layer of cells "
           "([numerics/synthetic-turbulence.md](numerics/synthetic-turbulence.md)). For `[model] "
           "scales = ddes` or `iddes`, whose layers otherwise arrive without resolved fluctuations, and for laminar or "
           "inviscid equations that resolve all eddies; unsteady flow.\n\n"
           "| key | unit | meaning |\n|---|---|---|\n", SYNTHETIC_MOST);
    for (const struct key *key = keys; key < keys + N_KEYS; key++)
        printf("| `%s=%s` | %s%s| %s |\n", key->name, key->value, key->unit, key->unit[0] ? " " : "", key->meaning);
    printf("\nPlanes and actuators must not share cells. They cannot be used with `[frame] type = rotating`, "
           "`[motion]` or `pipeline = paper`.\n");
}

const struct feature_case feature_synthetic_turbulence_case = {.size = sizeof(struct synthetic_case),
                                                               .read = read_section,
                                                               .release = forget_planes,
                                                               .print_reference = print_reference};
