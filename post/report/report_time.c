/* report_time.c: means by the trapezoidal rule between the rows of history.csv, whose steps in time may differ. */
#include "report/report_time.h"

#include "plot/html.h"

#include <math.h>

bool report_is_unsteady(const struct csv *history)
{
    const double *time = csv_column(history, "time");
    return time && time[history->n_rows - 1] > time[0];
}

struct mean {
    double mean, least, largest;
};

/* Of a column over the rows from `first` on. */
static struct mean mean_of(const struct csv *t, const double *time, const double *value, int64_t first)
{
    struct mean m = {0, value[first], value[first]};
    for (int64_t i = first + 1; i < t->n_rows; i++) {
        m.mean += 0.5 * (value[i] + value[i - 1]) * (time[i] - time[i - 1]);
        m.least = fmin(m.least, value[i]);
        m.largest = fmax(m.largest, value[i]);
    }
    m.mean /= time[t->n_rows - 1] - time[first];
    return m;
}

static void write_row(FILE *f, const char *name, struct mean m, double factor, int decimals)
{
    const double value[3] = {m.mean, m.least, m.largest};
    fprintf(f, "<tr><th>%s</th>", name);
    for (int k = 0; k < 3; k++)
        fprintf(f, "<td class=\"n\">%.*f</td>", decimals, factor * value[k]);
    fprintf(f, "</tr>\n");
}

void report_means(FILE *f, const struct csv *history)
{
    if (!report_is_unsteady(history))
        return;
    const double *time = csv_column(history, "time"), *cl = csv_column(history, "cl"), *cd = csv_column(history, "cd");
    int64_t end = history->n_rows - 1, first = 0;
    while (first < end - 1 && time[first] < 0.5 * (time[0] + time[end]))
        first++;
    if (!cl || !cd)
        return;
    html_heading(f, "Forces in time");
    fprintf(f, "<div class=\"scroll\"><table>\n<tr><th></th><th class=\"n\">mean</th><th class=\"n\">least</th>"
               "<th class=\"n\">largest</th></tr>\n");
    write_row(f, "c<sub>L</sub>", mean_of(history, time, cl, first), 1, 4);
    write_row(f, "drag, counts", mean_of(history, time, cd, first), 1e4, 1);
    fprintf(f, "</table></div>\n<p class=\"note\">Values over the second half of the history, from t = %.6g s to %.6g "
               "s. The figures above, the forces by component and the pictures are those at the last instant.</p>\n",
            time[first], time[end]);
}
