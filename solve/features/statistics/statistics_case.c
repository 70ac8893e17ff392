/* statistics_case.c: [statistics], means and fluctuations in time. */
#include "features/statistics/statistics_case.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_table.h"
#include "elsewhere.h"
#include "error.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

static const struct case_row rows[] = {
    CASE_ROW_SECTION(statistics, "means and fluctuations in time, written with the fields (unsteady flow)"),
    CASE_ROW_NUMBER(struct statistics_case, statistics, start, start, NAN, 0, 1e12, "s",
                    "average over the steps that begin at this time or later, each weighted by its length; a restart "
                    "with the same start continues the averages (none when not given; local = no)"),
};
static const struct case_table table = {rows, sizeof rows / sizeof *rows};

static int check(struct case_file *c, void *spec, bool *asked)
{
    *asked = !isnan(((const struct statistics_case *)spec)->start);
    CASE_NEED(!*asked || !c->time.local, "statistics", "start", "is for unsteady flow and needs [time] local = no");
    return 0;
}

/* An end that is not known is NaN. */
static void note(const struct case_file *c, const void *spec, FILE *f)
{
    const double start = ((const struct statistics_case *)spec)->start;
    if (start >= c->time.end_time)
        fprintf(f, "ufv-solve: note: [statistics] start = %.6g s is not before the end of the run at %.6g s, so that "
                   "nothing will be averaged; write an earlier start\n", start, c->time.end_time);
}

static const char *hint(const char *key)
{
    static const struct elsewhere words[] = {
        {"frequency interval every begin start-time from sampling-frequency",
         "write [statistics] start, in seconds; from then on every step is averaged"},
    };
    return elsewhere_find(words, sizeof words / sizeof *words, key);
}

const struct feature_case feature_statistics_case = {
    .size = sizeof(struct statistics_case), .table = &table, .read = check, .note = note, .hint = hint};
