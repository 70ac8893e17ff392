/* slice_plot.c: the raster of a slice as an image of gnuplot's, with axes, title and a
 * scale of colours.
 */
#include "slice/slice_plot.h"

#include "error.h"
#include "plot/gnuplot.h"
#include "text.h"

#include <math.h>

/* Values in view; colours need a width. */
static void find_range(const struct slice_raster *r, const struct slice_view *v, double *least, double *greatest)
{
    *least = HUGE_VAL;
    *greatest = -HUGE_VAL;
    for (int64_t i = 0; i < (int64_t)r->width * r->height; i++)
        if (isfinite(r->value[i])) {
            *least = fmin(*least, r->value[i]);
            *greatest = fmax(*greatest, r->value[i]);
        }
    if (isfinite(v->least)) {
        *least = v->least;
        *greatest = v->greatest;
    }
    /* A uniform field has one value; gnuplot refuses a range of colours without width. */
    double narrow = 1e-6 * fmax(fabs(*least), fabs(*greatest)) + 1e-30;
    if (*greatest - *least < narrow) {
        *least -= narrow;
        *greatest += narrow;
    }
}

static void write_data(struct gnuplot *g, const struct slice_raster *r)
{
    fprintf(g->script, "$field << EOD\n");
    for (int j = 0; j < r->height; j++) {
        for (int i = 0; i < r->width; i++) {
            double value = r->value[(int64_t)j * r->width + i];
            if (isfinite(value))
                fprintf(g->script, "%.5g ", value);
            else
                fprintf(g->script, "NaN ");
        }
        fputc('\n', g->script);
    }
    fprintf(g->script, "EOD\n");
}

/* A data block of pieces of lines: the part in view, a blank line between them. False: there are none. */
static bool write_lines(struct gnuplot *g, const char *name, const struct slice_lines *l, const struct slice_view *v)
{
    bool any = false;
    for (int64_t i = 0; i < l->n; i++) {
        const double *x = l->x + 4 * i;
        /* Lines outside of the view are left out, since the script holds each line as text; those that reach into it
         * are cut off by gnuplot. */
        bool seen = false;
        for (int k = 0; k < 4; k += 2)
            seen = seen || (x[k] >= v->low[0] && x[k] <= v->high[0] && x[k + 1] >= v->low[1] && x[k + 1] <= v->high[1]);
        if (!seen)
            continue;
        if (!any)
            fprintf(g->script, "$%s << EOD\n", name);
        any = true;
        fprintf(g->script, "%.6g %.6g\n%.6g %.6g\n\n", x[0], x[1], x[2], x[3]);
    }
    if (any)
        fprintf(g->script, "EOD\n");
    return any;
}

/* The levels divide the range evenly, its ends left out. */
static bool write_isolines(struct gnuplot *g, const struct slice_field *f, long n, double least, double greatest,
                           const struct slice_view *v)
{
    struct slice_lines l = {0};
    for (long k = 1; f && k <= n; k++)
        slice_lines_add(f, least + (greatest - least) * (double)k / (double)(n + 1), &l);
    bool any = write_lines(g, "isolines", &l, v);
    slice_lines_free(&l);
    return any;
}

static bool write_sonic_line(struct gnuplot *g, const struct slice_field *f, bool sonic, const struct slice_view *v)
{
    struct slice_lines l = {0};
    if (f && sonic)
        slice_lines_add(f, 1, &l);
    bool any = write_lines(g, "sonic", &l, v);
    slice_lines_free(&l);
    return any;
}

int slice_plot(const struct slice_raster *r, const struct slice_view *v, int axis, const char *title,
               const struct slice_field *field, long n_lines, bool sonic, const char *picture)
{
    /* Pixels around the field. On the right, behind the scale of colours, there is room for a number of nine signs,
     * which are larger in pages (plot_style.inc): 100500 Pa cut off would read 10050. */
    enum { LEFT = 90, RIGHT = 175, RIGHT_SVG = 240, ABOVE = 50, BELOW = 70 };
    const int right = text_glob("*.svg", picture) ? RIGHT_SVG : RIGHT;
    double least, greatest;
    struct gnuplot g;
    find_range(r, v, &least, &greatest);
    if (!(least <= greatest))
        return error_set("--window: no part of the slice lies in it; choose another one, or --window all");
    /* Margins in pixels around the raster, so that one value is one pixel of the picture. */
    int width = r->width + LEFT + right, height = r->height + ABOVE + BELOW;
    TRY(gnuplot_begin(picture, width, height, &g));
    write_data(&g, r);
    bool has_isolines = write_isolines(&g, field, n_lines, least, greatest, v);
    bool has_sonic = write_sonic_line(&g, field, sonic, v);
    fprintf(g.script, "set title ");
    gnuplot_text(&g, title);
    /* five colours of growing lightness, told apart without red and green */
    fprintf(g.script,
            " noenhanced\nset xlabel '%c, m'\nset ylabel '%c, m'\nunset key\nunset grid\nset tics out\n"
            "set lmargin at screen %.6f\nset rmargin at screen %.6f\nset bmargin at screen %.6f\n"
            "set tmargin at screen %.6f\nset xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n"
            "set cbrange [%.17g:%.17g]\nset format cb '%%.6g'\n"
            "set palette defined (0 '#2d1160', 1 '#31688e', 2 '#21a585', 3 '#8fd744', 4 '#fff3a0')\n"
            "plot $field matrix using (%.17g + $1 * %.17g):(%.17g + $2 * %.17g):3 with image",
            "xyz"[slice_axis(axis, 0)], "xyz"[slice_axis(axis, 1)], (double)LEFT / width, 1 - (double)right / width,
            (double)BELOW / height, 1 - (double)ABOVE / height, v->low[0], v->high[0], v->low[1], v->high[1], least,
            greatest, r->low[0] + 0.5 * r->step[0], r->step[0], r->low[1] + 0.5 * r->step[1], r->step[1]);
    if (has_isolines)
        fprintf(g.script, ", $isolines using 1:2 with lines linecolor rgb '#50000000' linewidth 0.7");
    if (has_sonic)
        fprintf(g.script, ", $sonic using 1:2 with lines linestyle 2");
    fprintf(g.script, "\n");
    return gnuplot_finish(&g, 0);
}
