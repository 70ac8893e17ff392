/* overlay_plot.c: run i has the line style i + 1 in every picture, as on the page's table (html.c). */
#include "compare/overlay_plot.h"

#include "cp/cp_plot.h"
#include "error.h"
#include "plot/gnuplot.h"
#include "plot/plot_values.h"
#include "text.h"

#include <math.h>

/* gnuplot's name of a run in the key. */
static void write_title(struct gnuplot *g, const struct overlay_run *r)
{
    fprintf(g->script, " title ");
    gnuplot_text(g, r->name);
    fprintf(g->script, " noenhanced");
}

/* ---- histories ---- */

static const struct panel {
    const char *column, *label, *said;
    double factor;
} panels[] = {
    {"res_density", "residual / its largest", "residual", 1},
    {"cl", "c_L", "cL", 1},
    {"cd", "c_D, counts (10^{-4})", "cD, counts", 1e4},
};
enum { N_PANELS = 3 };

static double largest(const struct csv *t, const double *v)
{
    double found = 0;
    for (int64_t i = 0; i < t->n_rows; i++)
        if (isfinite(v[i]))
            found = fmax(found, v[i]);
    return found;
}

/* $hN: iteration, then the panels' columns. Rows are iterations of this run, those of a run that it continues
 * included. */
static int write_history(struct gnuplot *g, const struct overlay_run *r, int i)
{
    const struct csv *t = &r->history;
    const double *iteration, *column[N_PANELS];
    TRY(csv_need_column(t, "iteration", &iteration));
    for (int k = 0; k < N_PANELS; k++)
        TRY(csv_need_column(t, panels[k].column, &column[k]) ||
            plot_check_values(t->path, panels[k].column, t->n_rows, column[k]));
    TRY(plot_check_values(t->path, "iteration", t->n_rows, iteration));
    double scale = largest(t, column[0]);
    fprintf(g->script, "$h%d << EOD\n", i);
    for (int64_t row = 0; row < t->n_rows; row++) {
        fprintf(g->script, "%.9g", iteration[row]);
        for (int k = 0; k < N_PANELS; k++) {
            double value = panels[k].factor * column[k][row] / (k == 0 && scale > 0 ? scale : 1);
            if (isfinite(value) && (k > 0 || value > 0))
                fprintf(g->script, " %.9g", value);
            else
                fprintf(g->script, " NaN");
        }
        fputc('\n', g->script);
    }
    fprintf(g->script, "EOD\n");
    return 0;
}

/* What all runs have in the last three quarters of their histories, widened: starts would hide it. */
static void write_range(struct gnuplot *g, const struct overlay *v, int k)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < v->n; i++) {
        const struct csv *t = &v->run[i].history;
        const double *c = csv_column(t, panels[k].column);
        for (int64_t row = t->n_rows / 4; row < t->n_rows; row++)
            if (isfinite(c[row])) {
                low = fmin(low, panels[k].factor * c[row]);
                high = fmax(high, panels[k].factor * c[row]);
            }
    }
    double margin = fmax(0.1 * (high - low), 1e-3 * fmax(fabs(low), fabs(high)));
    if (low <= high && margin > 0)
        fprintf(g->script, "set yrange [%.9g:%.9g]\n", low - margin, high + margin);
    else
        fprintf(g->script, "set autoscale y\n");
}

static void write_panel(struct gnuplot *g, const struct overlay *v, int k)
{
    if (k == 0)
        fprintf(g->script, "set logscale y\nunset mytics\nset format y '10^{%%T}'\nset yrange [*:2]\n");
    else
        write_range(g, v, k);
    if (k == N_PANELS - 1)
        fprintf(g->script, "set xlabel 'iteration'\n");
    fprintf(g->script, "set ylabel '%s'\nplot ", panels[k].label);
    for (int i = 0; i < v->n; i++) {
        fprintf(g->script, "%s$h%d using 1:%d with lines linestyle %d", i ? ", " : "", i, k + 2, i + 1);
        write_title(g, &v->run[i]);
    }
    fprintf(g->script, "\n");
    gnuplot_panel(g, "iteration", panels[k].said, 1, k == 0 ? GNUPLOT_LOG_Y : 0);
    fprintf(g->script, "unset logscale y\nset format y '%% h'\nset key off\n");
}

int overlay_plot_histories(const struct overlay *v, const char *picture)
{
    struct gnuplot g;
    int status = 0;
    TRY(gnuplot_begin(picture, 900, 1300, &g));
    for (int i = 0; status == 0 && i < v->n; i++)
        status = write_history(&g, &v->run[i], i);
    fprintf(g.script, "set key at graph 0, graph 1.02 left bottom horizontal maxcols 3 width 1 samplen 1.5\n"
                      "set multiplot layout 3,1 margins char 11, char 3, char 4, char 2.5 spacing char 0, char 3\n");
    for (int k = 0; status == 0 && k < N_PANELS; k++)
        write_panel(&g, v, k);
    fprintf(g.script, "unset multiplot\n");
    return gnuplot_finish(&g, status);
}

/* ---- sections ---- */

static void write_reference(struct gnuplot *g, const struct cp_context *c, const struct csv *t, double sign)
{
    const double *x = csv_column(t, "x_over_c"), *value;
    if (cp_reference_column(t, c->quantity, &value) != 0)
        return;
    fprintf(g->script, "$reference << EOD\n");
    for (int64_t k = 0; k < t->n_rows; k++)
        if (isfinite(x[k]) && isfinite(value[k]))
            fprintf(g->script, "%.9g %.9g\n", x[k], sign * value[k]);
    fprintf(g->script, "EOD\n");
}

/* A blank line between curves lifts the pen. */
static void write_cut(struct gnuplot *g, const struct overlay_run *r, int i, int section, double sign)
{
    const struct section *s = &r->cuts.cut[section].section;
    fprintf(g->script, "$c%d << EOD\n", i);
    for (int64_t k = 0; k < s->n_points; k++) {
        double value = cp_value(&r->cuts.context, &s->point[k]);
        if (k > 0 && s->point[k].curve != s->point[k - 1].curve)
            fputc('\n', g->script);
        if (!isnan(value))
            fprintf(g->script, "%.9g %.9g\n", s->point[k].chord_fraction, sign * value);
    }
    fprintf(g->script, "EOD\n");
}

int overlay_plot_section(const struct overlay *v, int i, const char *picture)
{
    struct gnuplot g;
    const struct cp_cuts *first = &v->run[0].cuts;
    const enum quantity quantity = first->context.quantity;
    const struct csv *reference = &first->cut[i].reference;
    double sign = quantity == QUANTITY_CP ? -1 : 1; /* suction upwards */
    TRY(reference->path ? cp_plot_check_reference(&first->context, reference) : 0);
    TRY(gnuplot_begin(picture, 900, 640, &g));
    for (int r = 0; r < v->n; r++)
        write_cut(&g, &v->run[r], r, i, sign);
    if (reference->path)
        write_reference(&g, &first->context, reference, sign);
    char title[sizeof first->name + sizeof first->cut->label + 2];
    snprintf(title, sizeof title, "%s, %s", first->name, first->cut[i].label);
    fprintf(g.script, "set title ");
    gnuplot_text(&g, title);
    fprintf(g.script, " noenhanced\nset xlabel 'x / c'\nset ylabel '{/=13 %s}' rotate by 0\nset xrange [-0.03:1.03]\n"
                      "set offsets 0, 0, graph 0.06, graph 0.06\nplot ", quantity_symbol(quantity));
    for (int r = 0; r < v->n; r++) {
        fprintf(g.script, "%s$c%d with lines linestyle %d", r ? ", " : "", r, r + 1);
        write_title(&g, &v->run[r]);
    }
    if (reference->path) {
        fprintf(g.script, ", $reference with points linestyle 8 title ");
        gnuplot_text(&g, text_base_name(reference->path));
        fprintf(g.script, " noenhanced");
    }
    fprintf(g.script, "\n");
    gnuplot_panel(&g, "x/c", quantity_name(quantity), sign, 0);
    return gnuplot_finish(&g, 0);
}

/* ---- span loads ---- */

static void write_load(struct gnuplot *g, const struct overlay_run *r, int i)
{
    const struct span_load *s = r->span.load;
    fprintf(g->script, "$s%d << EOD\n", i);
    for (int64_t k = 0; k < s->n; k++) {
        struct span_coefficients a = span_coefficients(&r->span, k);
        double at = s->low + ((double)k + 0.5) * s->width;
        if (!isnan(a.cl))
            fprintf(g->script, "%.9g %.9g %.9g\n", r->span.span > 0 ? at / r->span.span : at, a.cl,
                    a.cd_pressure + a.cd_friction);
    }
    fprintf(g->script, "EOD\n");
}

int overlay_plot_span(const struct overlay *v, const char *picture)
{
    struct gnuplot g;
    static const char *const label[2] = {"c_l c / l", "c_d c / l"}, *const said[2] = {"cl c/l", "cd c/l"};
    bool has_eta = v->run[0].span.span > 0;
    TRY(gnuplot_begin(picture, 900, 900, &g));
    for (int i = 0; i < v->n; i++)
        write_load(&g, &v->run[i], i);
    fprintf(g.script, "set key at graph 0, graph 1.02 left bottom horizontal maxcols 3 width 1 samplen 1.5\n"
                      "set multiplot layout 2,1 margins char 11, char 3, char 4, char 2.5 spacing char 0, char 3\n");
    for (int k = 0; k < 2; k++) {
        if (k == 1)
            fprintf(g.script, "set xlabel '%s'\n", has_eta ? "\xce\xb7" : "along the span, m");
        fprintf(g.script, "set ylabel '%s'\nplot ", label[k]);
        for (int i = 0; i < v->n; i++) {
            fprintf(g.script, "%s$s%d using 1:%d with lines linestyle %d", i ? ", " : "", i, k + 2, i + 1);
            write_title(&g, &v->run[i]);
        }
        fprintf(g.script, "\n");
        gnuplot_panel(&g, has_eta ? "eta" : "m", said[k], 1, 0);
        fprintf(g.script, "set key off\n");
    }
    fprintf(g.script, "unset multiplot\n");
    return gnuplot_finish(&g, 0);
}

/* ---- a family of meshes ---- */

static void write_family(struct gnuplot *g, const struct overlay *v)
{
    fprintf(g->script, "$family << EOD\n");
    for (int i = 0; i < v->n; i++)
        fprintf(g->script, "%.9g %.9g %.9g\n", 1e4 * pow(v->run[i].cells, -2.0 / 3), 1e4 * v->run[i].cd, v->run[i].cl);
    fprintf(g->script, "EOD\n$limit << EOD\n0 %.9g %.9g\nEOD\n", 1e4 * v->cd.value, v->cl.value);
}

int overlay_plot_family(const struct overlay *v, const char *picture)
{
    struct gnuplot g;
    static const char *const label[2] = {"c_D, counts (10^{-4})", "c_L"}, *const said[2] = {"cD, counts", "cL"};
    TRY(gnuplot_begin(picture, 900, 900, &g));
    write_family(&g, v);
    fprintf(g.script, "set key at graph 0, graph 1.02 left bottom horizontal maxcols 2 width 1 samplen 1.5\nset xrange "
                      "[0:*]\nset offsets 0, graph 0.05, graph 0.08, graph 0.08\n"
                      "set multiplot layout 2,1 margins char 11, char 3, char 4, char 2.5 spacing char 0, char 5\n");
    for (int k = 0; k < 2; k++) {
        if (k == 1)
            fprintf(g.script, "set xlabel '10^4 / cells^{2/3}'\n");
        fprintf(g.script, "set ylabel '%s'\nplot $family using 1:%d with linespoints linestyle 1 pointtype 7 title "
                          "'meshes', $limit using 1:%d with points linestyle 8 title 'extrapolated: %.*f'\n",
                label[k], k + 2, k + 2, k == 0 ? 1 : 4, k == 0 ? 1e4 * v->cd.value : v->cl.value);
        gnuplot_panel(&g, "10^4/cells^(2/3)", said[k], 1, 0);
    }
    fprintf(g.script, "unset multiplot\n");
    return gnuplot_finish(&g, 0);
}
