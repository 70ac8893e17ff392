/* cp_plot.c: one panel a cut, up to three beside one another, each with data blocks of
 * its own in the script.
 */
#include "cp/cp_plot.h"

#include "cp/cp_shock.h"
#include "error.h"
#include "fields/run_verdict.h"
#include "plot/gnuplot.h"
#include "plot/plot_values.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Arranges the panels: one, 2 x 1, 2 x 2, then three to a row. */
static void choose_layout(int n, int *columns, int *rows)
{
    *columns = n == 1 ? 1 : n <= 4 ? 2 : 3;
    *rows = (n + *columns - 1) / *columns;
}

/* $cutN: a blank line between curves lifts the pen. */
static void write_data(struct gnuplot *g, const struct cp_context *c, int i)
{
    const struct section *s = &c->cut[i].section;
    /* Reference points are drawn with the same sign; the axis label of quantity.c carries the minus. */
    double sign = c->quantity == QUANTITY_CP ? -1 : 1; /* suction upwards */
    fprintf(g->script, "$cut%d << EOD\n", i);
    for (int64_t k = 0; k < s->n_points; k++) {
        if (k > 0 && s->point[k].curve != s->point[k - 1].curve)
            fputc('\n', g->script);
        double value = cp_value(c, &s->point[k]);
        if (!isnan(value))
            fprintf(g->script, "%.9g %.9g\n", s->point[k].chord_fraction, sign * value);
    }
    fprintf(g->script, "EOD\n");
    const struct csv *t = &c->cut[i].reference;
    if (!t->path)
        return;
    const double *x = csv_column(t, "x_over_c"), *value;
    if (cp_reference_column(t, c->quantity, &value) != 0)
        return;
    fprintf(g->script, "$reference%d << EOD\n", i);
    for (int64_t k = 0; k < t->n_rows; k++)
        fprintf(g->script, "%.9g %.9g\n", x[k], sign * value[k]);
    fprintf(g->script, "EOD\n");
}

/* Does the quantity go from below a value to above it? NaN: no. */
static bool crosses(const struct cp_context *c, const struct section *s, double value)
{
    bool below = false, above = false;
    for (int64_t k = 0; k < s->n_points; k++) {
        below = below || cp_value(c, &s->point[k]) < value;
        above = above || cp_value(c, &s->point[k]) > value;
    }
    return below && above;
}

static void write_panel(struct gnuplot *g, const struct cp_context *c, int i)
{
    const struct cp_cut *cut = &c->cut[i];
    char title[4 * NAME_SIZE], key[2 * NAME_SIZE], instant[80];
    snprintf(title, sizeof title, "%s, %s", c->name, cut->label);
    fprintf(g->script, "set title ");
    gnuplot_text(g, title);
    fprintf(g->script, " noenhanced\nplot $cut%d with lines linestyle 1 title ", i);
    run_verdict_instant(c->r, sizeof instant, instant);
    snprintf(key, sizeof key, "ufv, %s", instant);
    gnuplot_text(g, key);
    if (cut->reference.path) {
        fprintf(g->script, " noenhanced, $reference%d with points linestyle 8 title ", i);
        gnuplot_text(g, text_base_name(cut->reference.path));
    }
    fprintf(g->script, " noenhanced");
    /* The sonic line is drawn only where the flow passes Mach 1 somewhere on the cut: in a slow flow sonic Cp lies far
     * outside the picture and would squeeze the curve. */
    double sonic = cp_sonic(&c->r->reference);
    if (c->quantity == QUANTITY_CP && crosses(c, &cut->section, sonic))
        fprintf(g->script, ", %.6g with lines linestyle 9 linewidth 1 title 'Mach 1'", -sonic);
    fprintf(g->script, "\n");
    gnuplot_panel(g, "x/c", quantity_name(c->quantity), c->quantity == QUANTITY_CP ? -1 : 1, 0);
}

int cp_plot_check_reference(const struct cp_context *c, const struct csv *t)
{
    const double *x = csv_column(t, "x_over_c"), *value;
    TRY(cp_reference_column(t, c->quantity, &value));
    return plot_check_values(t->path, "x_over_c", t->n_rows, x) ||
           plot_check_values(t->path, quantity_name(c->quantity), t->n_rows, value);
}

int cp_plot(const struct cp_context *c, const char *png)
{
    int columns, rows;
    for (int i = 0; i < c->n_cuts; i++)
        if (c->cut[i].reference.path)
            TRY(cp_plot_check_reference(c, &c->cut[i].reference));
    choose_layout(c->n_cuts, &columns, &rows);
    struct gnuplot g;
    TRY(gnuplot_begin(png, columns == 1 ? 900 : 620 * columns, columns == 1 ? 600 : 440 * rows, &g));
    for (int i = 0; i < c->n_cuts; i++)
        write_data(&g, c, i);
    fprintf(g.script,
            "set xlabel 'x / c'\nset ylabel '{/=13 %s}' rotate by 0\nset xrange [-0.03:1.03]\n"
            "set offsets 0, 0, graph 0.06, graph 0.06\n"
            "set arrow from graph 0, first 0 to graph 1, first 0 nohead linecolor rgb '#909090' linewidth 1 back\n",
            quantity_symbol(c->quantity));
    /* A key outside of its panel would stand at the edge of the picture, all of a column in one place. */
    if (c->n_cuts > 1)
        fprintf(g.script, "set key inside right top vertical samplen 1.5\n"
                "set multiplot layout %d,%d margins char 11, char 2, char 4, char 3 spacing char 12, char 7\n", rows,
                columns);
    for (int i = 0; i < c->n_cuts; i++)
        write_panel(&g, c, i);
    if (c->n_cuts > 1)
        fprintf(g.script, "unset multiplot\n");
    return gnuplot_finish(&g, 0);
}
