/* motion_rows.c: [motion] table: the file, and what its rows must be. */
#include "features/motion/motion_case.h"

#include "angle.h"
#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_record.h"
#include "error.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* time, angle, x, y, z; more rows than any instrument writes of one manoeuvre */
enum { COLUMNS = 1 + MOTION_VALUES, ROWS_MOST = 1000000 };

/* Two or five numbers, as many as in the rows before. */
static int take_row(void *to, const struct case_record_row *row)
{
    struct motion_table *t = to;
    const char *at = config_place(&row->c->config, row->e);
    double value[COLUMNS] = {0};
    int n = 0;
    char *rest = NULL;
    for (char *part = strtok_r(row->text, " \t,;", &rest); part; part = strtok_r(NULL, " \t,;", &rest), n++)
        if (n == COLUMNS || text_to_double(part, &value[n]) != 0 || !(fabs(value[n]) <= 1e9))
            return error_set("%s: %s:%d: needs a time (s), an angle (degrees) and, where the mesh moves along too, x, "
                             "y and z (m)", at, row->path, row->number);
    if ((n != 2 && n != COLUMNS) || (t->n > 0 && n != t->columns))
        return error_set("%s: %s:%d: holds %d number%s; all lines need two, time (s) and angle (degrees), or all five, "
                         "with x, y and z (m)", at, row->path, row->number, n, n == 1 ? "" : "s");
    if (t->n > 0 && !(value[0] > t->time[t->n - 1]))
        return error_set("%s: %s:%d: the time %.9g s is not later than that of the line before, %.9g s; put the lines "
                         "in the order of their times", at, row->path, row->number, value[0], t->time[t->n - 1]);
    if (t->n == ROWS_MOST)
        return error_set("%s: %s: more than %d lines; take fewer times", at, row->path, ROWS_MOST);
    t->columns = n;
    value[1 + MOTION_ANGLE] *= ANGLE_PI / 180;
    motion_table_add(t, value[0], value + 1);
    return 0;
}

/* Numbers as they are written, so that the last line of a period need not have all digits of the first. */
static bool closes(const struct motion_table *t)
{
    for (int k = 0; k < MOTION_VALUES; k++) {
        double largest = 0;
        for (int i = 0; i < t->n; i++)
            largest = fmax(largest, fabs(t->value[k][i]));
        if (!(fabs(t->value[k][t->n - 1] - t->value[k][0]) <= 1e-5 * largest))
            return false;
    }
    return true;
}

int motion_rows_read(struct case_file *c, struct motion_case *s)
{
    struct motion_table *t = &s->rows;
    CASE_NEED(s->table || !case_gives(c, "motion", "table_repeats"), "motion", "table_repeats",
              "needs table");
    if (!s->table)
        return 0;
    const struct config_entry *e = config_find(&c->config, "motion", "table");
    TRY(case_record_rows(c, e, s->table, "a table of a motion", take_row, t));
    CASE_NEED(t->n >= 2, "motion", "table", "needs two lines at least, each with a time (s) and an angle (degrees)");
    if (t->time[0] > 0)
        return error_set("%s: the table begins at %.9g s, after the start of the run at 0 s; add a line for 0 s",
                         config_place(&c->config, e), t->time[0]);
    CASE_NEED(s->table_repeats || t->time[t->n - 1] > 0, "motion", "table",
              "ends at 0 s or before, where the run begins; count the times (s) from the start of the run");
    CASE_NEED(!s->table_repeats || closes(t), "motion", "table_repeats",
              "needs a table whose last line has the angle and the displacement of the first, a period later");
    motion_table_join(t, s->table_repeats);
    return 0;
}

/* Behind the last row the mesh would stand still. Rounding: of a number of steps or periods times their length. */
int motion_rows_check_end(struct case_file *c, const struct motion_case *s)
{
    const double last = c->derived.motion_end;
    if (s->rows.n > 0 && c->time.end_time > last * (1 + 1e-9))
        return error_set("%s: the table ends at %.9g s, before the end of the run at %.9g s; add lines, or end the run "
                         "sooner", config_place(&c->config, config_find(&c->config, "motion", "table")), last,
                         c->time.end_time);
    return 0;
}
