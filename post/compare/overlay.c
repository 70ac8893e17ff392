/* overlay.c: all runs are read before the page is begun; each picture goes into a file beside it, which is removed. */
#include "compare/overlay.h"

#include "error.h"
#include "force_coefficients.h"
#include "input/run_end.h"
#include "input/too_hot.h"
#include "plot/html.h"
#include "mem.h"
#include "out_file.h"
#include "compare/overlay_plot.h"
#include "compare/overlay_table.h"
#include "protect.h"
#include "text.h"
#include "unfinished.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N_STRIPS = 30 };

/* ---- reading a run ---- */

static const struct json_shape run_shape[] = {
    {"", JSON_IS(JSON_OBJECT)}, {"cells", JSON_IS_COUNT}, {"iteration", JSON_IS_COUNT}, {"verdict", JSON_IS(JSON_TEXT)},
    {"converged", JSON_IS(JSON_BOOL) | JSON_IS(JSON_NULL)},
};
static const struct json_shape forces_shape[] = {
    {"", JSON_IS(JSON_OBJECT)}, {"cl", JSON_IS_NUMBER}, {"cd", JSON_IS_NUMBER}, {"cmx", JSON_IS_NUMBER},
    {"cmy", JSON_IS_NUMBER}, {"cmz", JSON_IS_NUMBER},
};

static const char *const run_members[] = {"cells", "iteration", "stopped_by"}, *const forces_members[] = {"cl", "cd"};

/* After the history, whose last row the report must be of. */
static int read_run(struct overlay_run *r)
{
    struct json_value *run = NULL;
    int status = run_end_read(r->results.path, "run.json", run_shape, sizeof run_shape / sizeof *run_shape, &run) ||
                 run_end_need(r->results.path, "run.json", run, run_members,
                              sizeof run_members / sizeof *run_members) ||
                 run_end_check(r->results.path, run, &r->history);
    const struct json_value *converged = json_member(run, "converged"), *verdict = json_member(run, "verdict");
    r->cells = json_number_of(json_member(run, "cells"));
    r->is_judged = status == 0 && converged && converged->type == JSON_BOOL;
    r->has_converged = r->is_judged && converged->number != 0;
    r->verdict = text_format("%s", status == 0 && verdict && verdict->text ? verdict->text : "");
    r->hot = status == 0 ? too_hot_sentence(run) : NULL;
    json_free(run);
    return status;
}

static int read_forces(struct overlay_run *r)
{
    struct json_value *forces = NULL;
    int status = run_end_read(r->results.path, "forces.json", forces_shape, sizeof forces_shape / sizeof *forces_shape,
                              &forces) ||
                 run_end_need(r->results.path, "forces.json", forces, forces_members,
                              sizeof forces_members / sizeof *forces_members);
    const double cm[3] = {json_number_of(json_member(forces, "cmx")), json_number_of(json_member(forces, "cmy")),
                          json_number_of(json_member(forces, "cmz"))};
    r->cl = json_number_of(json_member(forces, "cl"));
    r->cd = json_number_of(json_member(forces, "cd"));
    r->cm = force_pitching_moment(r->results.reference.lift_axis, r->results.reference.drag_axis, cm);
    json_free(forces);
    return status;
}

static int read_history(struct overlay_run *r)
{
    char *path = text_join_path(r->results.path, "history.csv");
    int status = csv_read_history(path, &r->history);
    mem_free(path);
    TRY(status);
    const double *drop = csv_column(&r->history, "residual_drop");
    r->iterations = (double)r->results.iteration;
    r->drop = drop ? drop[r->history.n_rows - 1] : NAN;
    return 0;
}

/* A run without walls along the span, or with air at rest, has no load to draw. */
static void find_span(struct overlay_run *r, const struct cp_options *o)
{
    const struct span_options span = {.axis = o->span_axis, .span = o->span, .n = N_STRIPS, .quiet = true};
    r->has_span = span_prepare(&r->results, &span, &r->load, &r->span) == 0;
}

static int read_all(struct overlay_run *r, const char *path, const struct overlay_options *o, const char *name)
{
    TRY(results_open(path, NULL, RESULTS_GEOMETRY, &r->results));
    text_copy(r->name, sizeof r->name, name);
    if (!r->results.is_latest)
        return error_set("%s: is a fields folder; an overlay shows whole runs: name the results folder that it is in",
                         path);
    r->mach = r->results.reference.mach;
    r->alpha = r->results.reference.alpha;
    TRY(read_history(r));
    TRY(read_run(r));
    TRY(read_forces(r));
    if (o->cp.sections.n > 0)
        TRY(cp_cuts_make(&r->results, &o->cp, &r->cuts));
    find_span(r, &o->cp);
    return 0;
}

static void free_run(struct overlay_run *r)
{
    cp_cuts_free(&r->cuts);
    if (r->has_span)
        mem_free(r->load.strip);
    mem_free(r->verdict);
    mem_free(r->hot);
    csv_free(&r->history);
    results_close(&r->results);
}

/* ---- a family of meshes ---- */

static int compare_cells(const void *a, const void *b)
{
    double x = ((const struct overlay_run *)a)->cells, y = ((const struct overlay_run *)b)->cells;
    return (x > y) - (x < y);
}

static bool differ(double a, double b)
{
    return !(fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)));
}

/* Another angle is no objection where each was found for the same lift, which the table shows. */
static int check_family(const struct overlay *v)
{
    for (int i = 1; i < v->n; i++) {
        const struct overlay_run *a = &v->run[i - 1], *b = &v->run[i];
        if (!(b->cells > a->cells))
            return error_set("--family: %s and %s both have %.0f cells; a family has meshes of different fineness",
                             a->name, b->name, a->cells);
        if (differ(a->mach, b->mach) || (differ(a->alpha, b->alpha) && fabs(a->cl - b->cl) > 1e-3))
            return error_set("--family: %s is at Mach %g and alpha %g, %s at Mach %g and alpha %g; a family is one "
                             "flow on several meshes: leave out --family", a->name, a->mach, a->alpha, b->name, b->mach,
                             b->alpha);
    }
    return 0;
}

/* Sorts the meshes from the coarsest to the finest. */
static int make_family(struct overlay *v)
{
    double cells[OVERLAY_MOST], cl[OVERLAY_MOST], cd[OVERLAY_MOST], cm[OVERLAY_MOST];
    qsort(v->run, (size_t)v->n, sizeof *v->run, compare_cells);
    for (int i = 0; i < v->n; i++) { /* what points at other members of a run that has moved */
        v->run[i].cuts.context.r = v->run[i].span.r = &v->run[i].results;
        v->run[i].cuts.context.name = v->run[i].cuts.name;
        v->run[i].span.load = &v->run[i].load;
        cells[i] = v->run[i].cells, cl[i] = v->run[i].cl, cd[i] = v->run[i].cd, cm[i] = v->run[i].cm;
    }
    TRY(check_family(v));
    v->cl = extrapolate(v->n, cells, cl);
    v->cd = extrapolate(v->n, cells, cd);
    v->cm = extrapolate(v->n, cells, cm);
    return 0;
}

/* ---- the page ---- */

static bool all_have_span(const struct overlay *v)
{
    for (int i = 0; i < v->n; i++)
        if (!v->run[i].has_span)
            return false;
    return true;
}

static int write_sections(const struct overlay *v, FILE *f, const char *svg)
{
    int n = v->run[0].cuts.n, status = 0;
    if (n == 0)
        return 0;
    html_heading(f, "Sections");
    fprintf(f, "<div class=\"figures\">\n");
    for (int i = 0; status == 0 && i < n; i++)
        status = overlay_plot_section(v, i, svg) || html_svg(f, svg);
    fprintf(f, "</div>\n");
    return status;
}

static int write_parts(const struct overlay *v, FILE *f, const char *svg)
{
    int n_bad = 0;
    for (int i = 0; i < v->n; i++)
        n_bad += v->run[i].is_judged && !v->run[i].has_converged;
    fprintf(f, "<h1>%d runs%s</h1>\n", v->n, v->o->family ? " of a family of meshes" : "");
    if (n_bad > 0)
        fprintf(f, "<p class=\"warning\">%d of them %s not converged: compare with care.</p>\n", n_bad,
                n_bad == 1 ? "has" : "have");
    overlay_table_html(v, f);
    if (v->o->family) {
        html_heading(f, "Lift and drag over the size of cells");
        TRY(overlay_plot_family(v, svg) || html_svg(f, svg));
    }
    TRY(write_sections(v, f, svg));
    if (all_have_span(v)) {
        html_heading(f, "Span load of all walls");
        TRY(overlay_plot_span(v, svg) || html_svg(f, svg));
    }
    html_heading(f, "Histories");
    return overlay_plot_histories(v, svg) || html_svg(f, svg);
}

/* unfinished_make() makes the picture's file at once, so that no other process can have it under that name. */
static int write_page(const struct overlay *v)
{
    struct out_file out;
    TRY(out_file_open(v->o->out, &out));
    char *svg = text_format("%s.XXXXXX.svg", v->o->out);
    int fd = unfinished_make(svg, (int)strlen(".svg"));
    int status = fd < 0 || close(fd) != 0 ? error_set("%s: cannot be made: %s", svg, strerror(errno)) : 0;
    if (status == 0) {
        html_begin(out.file, "runs compared");
        status = write_parts(v, out.file, svg);
        html_hover_script(out.file);
        html_end(out.file);
        unlink(svg);
        unfinished_end(svg);
    }
    mem_free(svg);
    return out_file_finish(&out, status);
}

/* ---- the command ---- */

static int check_options(int n, const struct overlay_options *o)
{
    if (!o->out || !o->out[0])
        return error_set("overlay: say where to write with --out FILE.html");
    TRY(html_check_name(o->out));
    if (n > OVERLAY_MOST)
        return error_set("overlay: %d runs; %d at most can be told apart in one picture", n, OVERLAY_MOST);
    if (o->names.n > 0 && o->names.n != n)
        return error_set("overlay: %d --name for %d runs; give one for each, in the same order", o->names.n, n);
    if (o->cp.patches.n > 0 && o->cp.sections.n == 0)
        return error_set("overlay: --patch names the surface of sections; say where to cut it with --section "
                         "AXIS=VALUE, such as --section eta=0.5");
    for (int i = 0; i < o->cp.references.n; i++)
        protect_file(o->cp.references.item[i]);
    return 0;
}

static int write_all(struct overlay *v)
{
    if (v->o->family)
        TRY(make_family(v));
    TRY(write_page(v));
    if (v->o->table)
        TRY(overlay_table_write(v, v->o->table));
    if (!v->o->quiet)
        overlay_table_print(v);
    return 0;
}

int overlay_command(const char *const *results, int n, const struct overlay_options *o)
{
    struct overlay v = {.o = o, .n = n};
    TRY(check_options(n, o));
    MEM_NEW_ZERO(v.run, n);
    int status = 0;
    for (int i = 0; status == 0 && i < n; i++)
        status = read_all(&v.run[i], results[i], o, o->names.n > 0 ? o->names.item[i] : results[i]);
    status = status || write_all(&v);
    for (int i = 0; i < n; i++)
        free_run(&v.run[i]);
    mem_free(v.run);
    return status;
}
