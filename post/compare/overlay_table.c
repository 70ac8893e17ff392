/* overlay_table.c: numbers are rounded as in the report: lift and moment to four decimals, drag to a tenth of a
 * count. */
#include "compare/overlay_table.h"

#include "error.h"
#include "plot/html.h"
#include "out_file.h"
#include "text.h"

#include <string.h>

static const char *converged_word(const struct overlay_run *r)
{
    return !r->is_judged ? "-" : r->has_converged ? "yes" : "no";
}

static void write_order(FILE *f, const char *name, const struct extrapolation *e)
{
    fprintf(f, "%s %.2f%s", name, e->order, e->order_is_assumed ? " (assumed)" : "");
}

/* Is an order that was found far from the scheme's? Below 1 the extrapolated value is farther away than the finest mesh
 * can tell. */
static bool is_doubtful(const struct overlay *v)
{
    const struct extrapolation *const all[] = {&v->cl, &v->cd};
    for (int k = 0; k < 2; k++)
        if (all[k]->order_is_assumed ? v->n > 2 : all[k]->order < 1 || all[k]->order > 4)
            return true;
    return false;
}

void overlay_table_print(const struct overlay *v)
{
    int width = 12;
    for (int i = 0; i < v->n; i++)
        width = (int)strlen(v->run[i].name) > width ? (int)strlen(v->run[i].name) : width;
    printf("%-*s %10s %6s %7s %8s %8s %8s %10s %7s %9s\n", width, "run", "cells", "Mach", "alpha", "cl", "counts", "cm",
           "iterations", "decades", "converged");
    for (int i = 0; i < v->n; i++) {
        const struct overlay_run *r = &v->run[i];
        printf("%-*s %10.0f %6.3f %7.4g %8.4f %8.1f %8.4f %10.0f %7.1f %9s\n", width, r->name, r->cells, r->mach,
               r->alpha, r->cl, 1e4 * r->cd, r->cm, r->iterations, r->drop, converged_word(r));
    }
    if (v->o->family) {
        printf("%-*s %10s %6s %7s %8.4f %8.1f %8.4f\n", width, "extrapolated", "", "", "", v->cl.value,
               1e4 * v->cd.value, v->cm.value);
        write_order(stdout, "order of cl", &v->cl);
        write_order(stdout, ", of cd", &v->cd);
        write_order(stdout, ", of cm", &v->cm);
        putchar('\n');
        if (is_doubtful(v))
            printf("an order far from 2 means that the coarsest of these meshes are too coarse to extrapolate from\n");
    }
    for (int i = 0; i < v->n; i++) {
        if (v->run[i].is_judged && !v->run[i].has_converged)
            printf("%s: %s\n", v->run[i].name, v->run[i].verdict);
        if (v->run[i].hot)
            printf("%s: %s\n", v->run[i].name, v->run[i].hot);
    }
}

int overlay_table_write(const struct overlay *v, const char *path)
{
    struct out_file o;
    TRY(out_file_open(path, &o));
    fprintf(o.file, "run,cells,mach,alpha,cl,cd,cd_counts,cm_nose_up,iterations,residual_drop,converged\n");
    for (int i = 0; i < v->n; i++) {
        const struct overlay_run *r = &v->run[i];
        text_write_field(o.file, r->name);
        fprintf(o.file, ",%.0f,%.9g,%.9g,%.9g,%.9g,%.6g,%.9g,%.0f,%.4g,%s\n", r->cells, r->mach, r->alpha, r->cl, r->cd,
                1e4 * r->cd, r->cm, r->iterations, r->drop, r->is_judged ? converged_word(r) : "");
    }
    if (v->o->family)
        fprintf(o.file, "extrapolated,,,,%.9g,%.9g,%.6g,%.9g,,,\n", v->cl.value, v->cd.value, 1e4 * v->cd.value,
                v->cm.value);
    return out_file_finish(&o, 0);
}

/* ---- the page ---- */

static void write_row(FILE *f, const struct overlay_run *r, int i)
{
    fprintf(f, "<tr><th><span class=\"key k%d\"></span>", i + 1);
    html_text(f, r->name);
    fprintf(f, "</th><td class=\"%s\">%s</td>", !r->is_judged ? "" : r->has_converged ? "good" : "bad",
            converged_word(r));
    html_number(f, r->cl, 4);
    html_number(f, 1e4 * r->cd, 1);
    html_number(f, r->cm, 4);
    html_number(f, r->cells, 0);
    html_number(f, r->mach, 3);
    html_number(f, r->alpha, 3);
    html_number(f, r->iterations, 0);
    html_number(f, r->drop, 1);
    fprintf(f, "</tr>\n");
}

static void write_extrapolated(const struct overlay *v, FILE *f)
{
    fprintf(f, "<tr class=\"sum\"><th>extrapolated</th><td></td>");
    html_number(f, v->cl.value, 4);
    html_number(f, 1e4 * v->cd.value, 1);
    html_number(f, v->cm.value, 4);
    fprintf(f, "<td></td><td></td><td></td><td></td><td></td></tr>\n");
}

void overlay_table_html(const struct overlay *v, FILE *f)
{
    fprintf(f, "<div class=\"scroll\"><table>\n<tr><th></th><th>converged</th><th class=\"n\">c<sub>L</sub></th>"
               "<th class=\"n\">drag, counts</th><th class=\"n\">c<sub>m</sub>, nose up</th><th class=\"n\">cells</th>"
               "<th class=\"n\">Mach</th><th class=\"n\">&alpha;, degrees</th><th class=\"n\">iterations</th>"
               "<th class=\"n\">decades</th></tr>\n");
    for (int i = 0; i < v->n; i++)
        write_row(f, &v->run[i], i);
    if (v->o->family)
        write_extrapolated(v, f);
    fprintf(f, "</table></div>\n<p class=\"note\">Decades: how far the residual has dropped.");
    if (v->o->family) {
        fprintf(f, " Extrapolated to zero cell size by the order that the three finest meshes show: ");
        write_order(f, "c<sub>L</sub>", &v->cl);
        write_order(f, ", c<sub>D</sub>", &v->cd);
        write_order(f, ", c<sub>m</sub>", &v->cm);
        fprintf(f, ".%s", is_doubtful(v) ? " An order far from 2 says that the coarsest of these meshes are too coarse "
                                           "to extrapolate from." : "");
    }
    fprintf(f, "</p>\n");
    for (int i = 0; i < v->n; i++) {
        fprintf(f, "<p class=\"note\"><b>");
        html_text(f, v->run[i].name);
        fprintf(f, "</b>: ");
        html_text(f, v->run[i].verdict[0] ? v->run[i].verdict : "no verdict");
        if (v->run[i].hot) {
            fprintf(f, "; <b>too hot</b>: ");
            html_text(f, v->run[i].hot);
        }
        fprintf(f, "</p>\n");
    }
}
