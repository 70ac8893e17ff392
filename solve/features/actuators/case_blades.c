/* case_blades.c: the files of a blade: its sections, and the polars of its airfoils. */
#include "features/actuators/case_blades.h"

#include "angle.h"
#include "case/case_record.h"
#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Files of more rows are taken for wrong ones. */
enum { STATIONS_MOST = 1000, ROWS_MOST = 100000, AIRFOILS_MOST = 100, WORDS = 4 };
static const char separators[] = " \t,;\"";

/* Files while they are read. */
struct reading {
    struct blade *b;
    enum polar_level by;
    double unit;
    int first; /* row of the polars' arrays at which the airfoil's begin */
};

static const char *place(const struct case_record_row *row)
{
    return config_place(&row->c->config, row->e);
}

/* Cuts a row into at most WORDS words; more of them: WORDS + 1. */
static int cut(char *text, char *word[WORDS])
{
    char *rest = NULL;
    int n = 0;
    for (char *part = strtok_r(text, separators, &rest); part; part = strtok_r(NULL, separators, &rest), n++) {
        if (n == WORDS)
            return WORDS + 1;
        word[n] = part;
    }
    return n;
}

/* The number of an airfoil, which is new where no station before has it. */
static int airfoil_of(struct blade *b, const char *name)
{
    for (int k = 0; k < b->n_airfoils; k++)
        if (strcmp(b->name[k], name) == 0)
            return k;
    MEM_GROW(b->name, b->n_airfoils + 1);
    b->name[b->n_airfoils] = text_format("%s", name);
    return b->n_airfoils++;
}

static int take_station(void *to, const struct case_record_row *row)
{
    struct reading *r = to;
    struct blade *b = r->b;
    char *word[WORDS];
    double value[3]; /* radius, chord, twist */
    int n = cut(row->text, word);
    bool good = n == WORDS;
    for (int k = 0; k < 3 && good; k++)
        good = text_to_double(word[k], &value[k]) == 0 && fabs(value[k]) <= 1e6;
    if (!good)
        return error_set("%s: %s:%d: needs four entries: radius and chord (m, or fractions of the tips' radius with "
                         "unit=R), twist (degrees) and the name of the file with the airfoil's polar", place(row),
                         row->path, row->number);
    if (value[0] < 0 || !(value[1] > 0) || fabs(value[2]) > 180)
        return error_set("%s: %s:%d: radius %g, chord %g and twist %g; needs a radius of 0 or more, a chord above 0 "
                         "and a twist of -180 to 180 degrees", place(row), row->path, row->number, value[0], value[1],
                         value[2]);
    if (b->n > 0 && !(value[0] * r->unit > b->radius[b->n - 1]))
        return error_set("%s: %s:%d: needs a radius larger than that of the line before", place(row), row->path,
                         row->number);
    if (b->n == STATIONS_MOST)
        return error_set("%s: %s: more than %d lines; take fewer radii", place(row), row->path, STATIONS_MOST);
    MEM_GROW(b->radius, b->n + 1);
    MEM_GROW(b->chord, b->n + 1);
    MEM_GROW(b->twist, b->n + 1);
    MEM_GROW(b->airfoil, b->n + 1);
    b->radius[b->n] = value[0] * r->unit;
    b->chord[b->n] = value[1] * r->unit;
    b->twist[b->n] = value[2] * ANGLE_PI / 180;
    b->airfoil[b->n] = airfoil_of(b, word[3]);
    b->n++;
    return b->n_airfoils <= AIRFOILS_MOST
               ? 0
               : error_set("%s: %s: more than %d airfoils; take fewer", place(row), row->path, AIRFOILS_MOST);
}

/* A new level begins where its number changes. */
static int take_level(struct reading *r, const struct case_record_row *row, double level)
{
    struct blade *b = r->b;
    bool first = b->n_rows == r->first;
    if (!first && level == b->level[b->n_levels - 1])
        return 0;
    if (!first && level < b->level[b->n_levels - 1])
        return error_set("%s: %s:%d: the %s number %g is smaller than that of the line before; put polars in ascending "
                         "order", place(row), row->path, row->number, r->by == POLAR_MACH ? "Mach" : "Reynolds", level);
    MEM_GROW(b->level, b->n_levels + 1);
    MEM_GROW(b->first_row, b->n_levels + 2);
    b->level[b->n_levels] = level;
    b->first_row[b->n_levels] = b->n_rows;
    b->n_levels++;
    return 0;
}

static int take_polar_row(void *to, const struct case_record_row *row)
{
    struct reading *r = to;
    struct blade *b = r->b;
    char *word[WORDS];
    double value[WORDS] = {0, 0, 0, 0};
    const int expected = r->by == POLAR_ALONE ? 3 : 4;
    int n = cut(row->text, word);
    bool good = n == expected;
    for (int k = 0; k < n && good; k++)
        good = text_to_double(word[k], &value[k]) == 0 && fabs(value[k]) <= 1e12;
    if (!good)
        return error_set("%s: %s:%d: needs %s", place(row), row->path, row->number,
                         r->by == POLAR_ALONE ? "three numbers: angle of attack (degrees), cl and cd; a fourth, Mach "
                                                "or Reynolds number, goes with polars=mach or polars=reynolds"
                                              : "four numbers: angle of attack (degrees), cl, cd and, by polars=, the "
                                                "Mach or Reynolds number");
    TRY(take_level(r, row, value[3]));
    bool begins = b->first_row[b->n_levels - 1] == b->n_rows;
    double alpha = value[0] * ANGLE_PI / 180;
    if (fabs(value[0]) > 180 || (!begins && !(alpha > b->alpha[b->n_rows - 1])))
        return error_set("%s: %s:%d: the angle of attack %g must be larger than that of the line before, and between "
                         "-180 and 180 degrees", place(row), row->path, row->number, value[0]);
    if (b->n_rows - r->first == ROWS_MOST)
        return error_set("%s: %s: more than %d lines; take fewer angles", place(row), row->path, ROWS_MOST);
    MEM_GROW(b->alpha, b->n_rows + 1);
    MEM_GROW(b->cl, b->n_rows + 1);
    MEM_GROW(b->cd, b->n_rows + 1);
    b->alpha[b->n_rows] = alpha;
    b->cl[b->n_rows] = value[1];
    b->cd[b->n_rows] = value[2];
    b->n_rows++;
    b->first_row[b->n_levels] = b->n_rows;
    return 0;
}

/* The path of a polar: that of the blade's file with another last part. */
static char *beside(const char *file, const char *name)
{
    const char *base = text_base_name(file);
    char *folder = text_format("%.*s", (int)(base - file), file), *path = text_join_path(folder, name);
    mem_free(folder);
    return path;
}

static int read_polar(const struct case_file *c, const struct config_entry *e, const char *path, struct reading *r)
{
    struct blade *b = r->b;
    const int first_level = b->n_levels;
    r->first = b->n_rows;
    TRY(case_record_rows(c, e, path, "a polar: angle of attack, cl and cd", take_polar_row, r));
    bool enough = b->n_levels > first_level;
    for (int k = first_level; k < b->n_levels; k++)
        enough = enough && b->first_row[k + 1] - b->first_row[k] >= 2;
    return enough ? 0
                  : error_set("%s: %s: needs two angles of attack at least%s", config_place(&c->config, e), path,
                              r->by == POLAR_ALONE ? "" : " for each Mach or Reynolds number");
}

int case_read_blade(const struct case_file *c, const struct config_entry *e, const char *name, enum polar_level by,
                    double unit, struct blade *b)
{
    struct reading r = {.b = b, .by = by, .unit = unit};
    int status = case_record_rows(c, e, name, "a blade: radius, chord, twist and airfoil", take_station, &r);
    if (status == 0 && b->n < 2)
        status = error_set("%s: %s: needs two radii at least", config_place(&c->config, e), name);
    MEM_NEW_ZERO(b->first_level, b->n_airfoils + 1);
    for (int k = 0; k < b->n_airfoils && status == 0; k++) {
        char *path = beside(name, b->name[k]);
        status = read_polar(c, e, path, &r);
        b->first_level[k + 1] = b->n_levels;
        mem_free(path);
    }
    return status;
}
