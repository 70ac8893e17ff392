/* report.c: the page is written part by part, in the order of this file, from what the run left (run.json, forces.json,
 * history.csv) and from its fields; gnuplot draws each picture into a file beside the page, which is removed.
 */
#include "report/report.h"

#include "error.h"
#include "report/extremes.h"
#include "history/history.h"
#include "input/run_end.h"
#include "plot/html.h"
#include "mem.h"
#include "out_file.h"
#include "protect.h"
#include "report/report_forces.h"
#include "report/report_slices.h"
#include "report/report_time.h"
#include "report/report_wall.h"
#include "text.h"
#include "unfinished.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct report {
    const struct results *r;
    const struct report_options *o;
    FILE *f;
    struct json_value *run, *forces; /* owned; run.json and forces.json */
    struct csv history;              /* owned */
};

/* ---- parts of the page ------------------------------------------------------------------- */

/* The mesh's name as the title, what became of the run, key figures. */
static void write_head(const struct report *p)
{
    const struct json_value *mesh = json_member(p->run, "mesh"), *ended = json_member(p->run, "stopped_by");
    const char *path = mesh && mesh->text ? mesh->text : p->r->path;
    fprintf(p->f, "<h1>");
    html_text(p->f, text_base_name(path));
    fprintf(p->f, "</h1>\n");
    report_verdict(p->f, p->run);
    report_hot_cells(p->f, p->run);
    fprintf(p->f, "<p class=\"note\">");
    html_text(p->f, p->r->path);
    fprintf(p->f, ", iteration %" PRId64, p->r->iteration);
    if (p->r->time > 0)
        fprintf(p->f, ", time %.6g s", p->r->time);
    fprintf(p->f, "%s", ended && ended->text ? ", ended by: " : "");
    html_text(p->f, ended && ended->text ? ended->text : "");
    fprintf(p->f, "</p>\n");
    if (p->r->note) {
        fprintf(p->f, "<p class=\"warning\">");
        html_text(p->f, p->r->note);
        fprintf(p->f, "</p>\n");
    }
    report_tiles(p->f, p->r, p->run, p->forces, report_is_unsteady(&p->history));
    report_means(p->f, &p->history);
}

static void write_mesh(const struct report *p)
{
    const struct pack_manifest *m = &p->r->manifest;
    char value[64];
    html_heading(p->f, "Mesh");
    fprintf(p->f, "<div class=\"scroll\"><table>\n");
    html_row(p->f, "file", m->source);
    snprintf(value, sizeof value, "%" PRId64 " cells, %" PRId64 " faces, %" PRId64 " nodes", m->cells, m->faces,
             m->nodes);
    html_row(p->f, "size", value);
    snprintf(value, sizeof value, "%d", p->r->n_ranks);
    html_row(p->f, "ranks", value);
    for (int b = 0; b < m->n_patches; b++) {
        snprintf(value, sizeof value, "%s, %" PRId64 " faces", bc_kind_name(p->r->kind[b]), m->patch[b].n_faces);
        html_row(p->f, m->patch[b].name, value);
    }
    fprintf(p->f, "</table></div>\n");
}

static int write_extremes(const struct report *p)
{
    struct variable_list v;
    struct extremes *e;
    TRY(variables_choose(p->r, NULL, false, false, &v));
    MEM_NEW_ZERO(e, 1);
    int status = extremes_find(p->r, &v, e);
    if (status == 0) {
        html_heading(p->f, "Minimum and maximum values");
        fprintf(p->f, "<div class=\"scroll\"><table>\n<tr><th></th><th class=\"n\">minimum</th><th>at x, y, z (m)</th>"
                      "<th class=\"n\">maximum</th><th>at x, y, z (m)</th></tr>\n");
    }
    for (int i = 0; status == 0 && i < e->n; i++) {
        const struct extreme *end[2] = {&e->row[i].least, &e->row[i].greatest};
        fprintf(p->f, "<tr><th>%s%s", e->row[i].name, e->row[i].unit[0] ? ", " : "");
        html_unit(p->f, e->row[i].unit);
        fprintf(p->f, "</th>");
        for (int k = 0; k < 2; k++)
            fprintf(p->f, "<td class=\"n\">%.6g</td><td class=\"p\">%.4g, %.4g, %.4g</td>", end[k]->value,
                    end[k]->x[0], end[k]->x[1], end[k]->x[2]);
        fprintf(p->f, "</tr>\n");
    }
    if (status == 0)
        fprintf(p->f, "</table></div>\n");
    mem_free(e);
    return status;
}

/* Whatever run.json has: members of older or newer programs appear without a line here. */
static void write_settings(const struct report *p)
{
    const struct json_value *settings = json_member(p->run, "settings"), *seconds = json_member(p->run, "seconds"),
                            *ranks = json_member(p->run, "ranks"), *versions = json_member(p->run, "versions");
    if (seconds) {
        html_heading(p->f, "Timings (s)");
        html_object(p->f, seconds);
    }
    if (ranks) {
        fprintf(p->f, "<details><summary>each rank</summary><div class=\"scroll\"><table>\n");
        int n = 0;
        for (const struct json_value *v = ranks->first; v; v = v->next) {
            fprintf(p->f, "<tr><th>rank %d</th><td>", n++);
            html_value(p->f, v);
            fprintf(p->f, "</td></tr>\n");
        }
        fprintf(p->f, "</table></div></details>\n");
    }
    if (settings) {
        html_heading(p->f, "Settings");
        html_object(p->f, settings);
    }
    if (versions) {
        html_heading(p->f, "Versions");
        html_object(p->f, versions);
    }
}

/* ---- pictures: gnuplot draws each into a file beside the page ---------------------------------- */

static int write_convergence(const struct report *p, const char *svg)
{
    html_heading(p->f, report_is_unsteady(&p->history) ? "History" : "Convergence");
    if (p->history.n_rows < 2) {
        fprintf(p->f, "<p class=\"note\">The history has a single row, so that there is nothing to draw.</p>\n");
        return 0;
    }
    TRY(history_command(p->r->path, 0, svg, true));
    return html_svg(p->f, svg);
}

/* One picture per section, each drawn by the command `cp` as a user would, over and over into the same file. */
static int write_sections(const struct report *p, const char *svg)
{
    const struct cp_options *all = &p->o->cp;
    if (all->sections.n == 0)
        return 0;
    html_heading(p->f, "Pressure along sections");
    fprintf(p->f, "<div class=\"figures\">\n");
    for (int i = 0; i < all->sections.n; i++) {
        /* The struct holds its lists by value: what is set here leaves the caller's as they are. */
        struct cp_options o = *all;
        o.sections.item[0] = all->sections.item[i];
        o.sections.n = 1;
        o.references.item[0] = i < all->references.n ? all->references.item[i] : NULL;
        o.references.n = i < all->references.n;
        o.plot = svg;
        o.quiet = true;
        TRY(cp_command(p->r, &o));
        TRY(html_svg(p->f, svg));
    }
    fprintf(p->f, "</div>\n");
    return 0;
}

static int write_parts(const struct report *p, const char *svg)
{
    /* Pictures of slices are images of many pixels and are drawn as PNG, next to the name that is
     * ours. */
    char *png = text_format("%.*s.png", (int)(strlen(svg) - strlen(".svg")), svg);
    unfinished_begin(png, NULL);
    write_head(p);
    int status = report_shocks(p->f, p->r, &p->o->cp);
    report_forces(p->f, p->r, p->forces);
    status = status || write_convergence(p, svg) || report_wall(p->f, p->r) ||
                 report_slices(p->f, p->r, &p->o->cp, png) || write_sections(p, svg) ||
                 report_span_load(p->f, p->r, &p->o->cp, svg);
    unlink(png);
    unfinished_end(png);
    mem_free(png);
    /* After a failure the tables are still written, but out_file_finish() then removes the page; the status decides. */
    write_mesh(p);
    status = status || write_extremes(p);
    write_settings(p);
    report_wall_script(p->f);
    html_hover_script(p->f);
    return status;
}

/* The picture's name is one that nobody has.
 * unfinished_make() makes the file at once, so that no other process can have it under that name. */
static int write_page(const struct report *p)
{
    char *svg = text_format("%s.XXXXXX.svg", p->o->out);
    int fd = unfinished_make(svg, (int)strlen(".svg"));
    int status = fd < 0 || close(fd) != 0 ? error_set("%s: cannot be made: %s", svg, strerror(errno)) : 0;
    if (status == 0) {
        html_begin(p->f, p->r->path);
        status = write_parts(p, svg);
        html_end(p->f);
        unlink(svg);
        unfinished_end(svg);
    }
    mem_free(svg);
    return status;
}

/* ---- the command -------------------------------------------------------------------------------- */

#define COEFFICIENT_SHAPES(path) \
    {path "cl", JSON_IS_NUMBER}, {path "cd", JSON_IS_NUMBER}, {path "cy", JSON_IS_NUMBER}, \
    {path "cmx", JSON_IS_NUMBER}, {path "cmy", JSON_IS_NUMBER}, {path "cmz", JSON_IS_NUMBER}

/* What the page reads of the two files is checked before: a member of another type (a file that was edited, or is of
 * another program) is told with its place instead of being taken for NaN or followed as a pointer. */
static const struct json_shape forces_shape[] = {
    {"", JSON_IS(JSON_OBJECT)}, COEFFICIENT_SHAPES(""),
    {"pressure", JSON_IS(JSON_OBJECT)}, COEFFICIENT_SHAPES("pressure."),
    {"friction", JSON_IS(JSON_OBJECT)}, COEFFICIENT_SHAPES("friction."),
    {"patches", JSON_IS(JSON_OBJECT)}, {"patches.*", JSON_IS(JSON_OBJECT)}, COEFFICIENT_SHAPES("patches.*."),
    {"groups", JSON_IS(JSON_OBJECT)}, {"groups.*", JSON_IS(JSON_OBJECT)}, COEFFICIENT_SHAPES("groups.*."),
    {"flows", JSON_IS(JSON_OBJECT) | JSON_IS(JSON_NULL)}, {"group_flows", JSON_IS(JSON_OBJECT) | JSON_IS(JSON_NULL)},
};

static const struct json_shape run_shape[] = {
    {"", JSON_IS(JSON_OBJECT)}, {"mesh", JSON_IS(JSON_TEXT)}, {"stopped_by", JSON_IS(JSON_TEXT)},
    {"verdict", JSON_IS(JSON_TEXT)}, {"converged", JSON_IS(JSON_BOOL) | JSON_IS(JSON_NULL)},
    {"cells", JSON_IS_COUNT}, {"iteration", JSON_IS_COUNT},
    {"seconds", JSON_IS(JSON_OBJECT)}, {"seconds.total", JSON_IS_NUMBER}, {"ranks", JSON_IS(JSON_ARRAY)},
    {"settings", JSON_IS(JSON_OBJECT)}, {"settings.*", JSON_IS(JSON_OBJECT)}, {"settings.flow.mach", JSON_IS_NUMBER},
    {"settings.flow.alpha", JSON_IS_NUMBER}, {"versions", JSON_IS(JSON_OBJECT)},
};

/* What the page is made of, before anything is written. */
static int read_inputs(struct report *p)
{
    for (int i = 0; i < p->o->cp.references.n; i++)
        protect_file(p->o->cp.references.item[i]); /* read when the page has been begun */
    char *history = text_join_path(p->r->path, "history.csv");
    int status = csv_read_history(history, &p->history);
    mem_free(history);
    TRY(status);
    TRY(run_end_read(p->r->path, "run.json", run_shape, sizeof run_shape / sizeof *run_shape, &p->run));
    TRY(run_end_check(p->r->path, p->run, &p->history));
    TRY(run_end_read(p->r->path, "forces.json", forces_shape, sizeof forces_shape / sizeof *forces_shape,
                     &p->forces));
    static const char *const members[] = {"cl", "cd"};
    return run_end_need(p->r->path, "forces.json", p->forces, members, sizeof members / sizeof *members);
}

int report_command(const struct results *r, const struct report_options *o)
{
    struct report p = {.r = r, .o = o};
    struct out_file out;
    if (!o->out || !o->out[0])
        return error_set("report: say where to write with --out FILE.html");
    TRY(html_check_name(o->out));
    if (o->cp.references.n > o->cp.sections.n)
        return error_set("report: %d references for %d sections; the n-th --reference goes with the n-th --section",
                         o->cp.references.n, o->cp.sections.n);
    int status = read_inputs(&p) || out_file_open(o->out, &out);
    if (status == 0) {
        p.f = out.file;
        status = out_file_finish(&out, write_page(&p));
    }
    json_free(p.run);
    json_free(p.forces);
    csv_free(&p.history);
    if (status == 0 && !o->quiet)
        printf("%s\n", o->out);
    return status;
}
