/* report_slices.c: the commands slice and span draw into files, which the page takes up. */
#include "report/report_slices.h"

#include "cp/cp_cut.h"
#include "cp/cp_shock.h"
#include "error.h"
#include "plot/html.h"
#include "mem.h"
#include "slice/slice.h"
#include "forces/span.h"
#include "text.h"
#include "fields/variables.h"

#include <math.h>

enum { N_ISOLINES = 14, N_STRIPS = 30, PIXELS = 480 }; /* pictures stand two beside one another, or on a phone */

/* The walls' least and greatest coordinate along the span, m; any: is there a wall? */
static int find_walls(const struct results *r, int axis, double range[2], bool *any)
{
    range[0] = HUGE_VAL, range[1] = -HUGE_VAL;
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        TRY(pack_read(r->packs, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p));
        for (int b = 0; b < p.n_patches; b++)
            for (lid f = p.patch[b].begin; bc_kind_is_wall(r->kind[b]) && f < p.patch[b].end; f++)
                for (lid k = p.face_node_offset[f]; k < p.face_node_offset[f + 1]; k++) {
                    double x = p.node[axis * p.n_nodes + p.face_node[k]];
                    range[0] = fmin(range[0], x);
                    range[1] = fmax(range[1], x);
                }
        pack_free(&p);
    }
    *any = range[1] >= range[0];
    return 0;
}

static bool has_wall(const struct results *r)
{
    for (int b = 0; b < r->manifest.n_patches; b++)
        if (bc_kind_is_wall(r->kind[b]) && r->manifest.patch[b].n_faces > 0)
            return true;
    return false;
}

static int write_slice(FILE *f, const struct results *r, int axis, double value, const char *png)
{
    char *plane = text_format("%c=%.9g", "xyz"[axis], value);
    const struct slice_options o = {
        .plane = plane, .plot = png, .variables = "mach", .isolines = N_ISOLINES, .pixels = PIXELS, .quiet = true};
    int status = slice_command(r, &o);
    if (status == 0)
        status = html_png(f, png, plane);
    mem_free(plane);
    return status;
}

int report_slices(FILE *f, const struct results *r, const struct cp_options *o, const char *png)
{
    int axis = axis_nearest(r->reference.side_axis), status = 0;
    double range[2], span;
    bool any;
    if (!has_wall(r))
        return 0;
    html_heading(f, "Mach number in slices");
    fprintf(f,
            "<p class=\"note\">Thin lines: equal Mach numbers. Thick red line: Mach 1; where it closes a supersonic "
            "region downstream, there is usually a shock.%s</p>\n<div class=\"figures\">\n",
            o->sections.n == 0 ? " With <code>--patch NAME --section AXIS=VALUE</code> the report also gives the "
                                 "position of shocks along the chord." : "");
    /* Without sections the middle of the walls' span: of a half model the mid-span, of a plane case the middle of its
     * cells. */
    if (o->sections.n == 0) {
        TRY(find_walls(r, axis, range, &any));
        status = any ? write_slice(f, r, axis, 0.5 * (range[0] + range[1]), png) : 0;
    }
    for (int i = 0; status == 0 && i < o->sections.n; i++) {
        const char name[2] = {"xyz"[axis], '\0'};
        char label[2 * NAME_SIZE];
        double value;
        /* Sections are read again as cp does, eta included, so that slices and curves of Cp stand at the same
         * places. */
        int across;
        TRY(results_span(r, &o->patches, o->span, &span));
        TRY(cp_parse_section(o->sections.item[i], span, o->span_axis ? o->span_axis : name, &across, &value, label,
                             sizeof label));
        status = write_slice(f, r, across, value, png);
    }
    fprintf(f, "</div>\n");
    return status;
}

static void write_shock(FILE *f, const struct cp_shock *k, const char *side, bool *any)
{
    if (isnan(k->x))
        return;
    fprintf(f, *any ? ", " : " ");
    if (k->is_steep)
        fprintf(f, "<b>shock</b> on the %s side at x/c %.2f", side, k->x);
    else
        fprintf(f, "no shock on the %s side: the flow falls below Mach 1 gradually, at x/c %.2f", side, k->x);
    *any = true;
}

int report_shocks(FILE *f, const struct results *r, const struct cp_options *o)
{
    struct cp_cuts all;
    if (o->sections.n == 0 || !(r->reference.mach > 0))
        return 0;
    TRY(cp_cuts_make(r, o, &all));
    for (int i = 0; i < all.n; i++) {
        bool any = false;
        const struct section *s = &all.cut[i].section;
        const struct cp_shock upper = cp_shock_find(&all.context, s, 1), lower = cp_shock_find(&all.context, s, -1);
        fprintf(f, "<p class=\"note\">Section ");
        html_text(f, all.cut[i].label);
        fprintf(f, ":");
        write_shock(f, &upper, "upper", &any);
        write_shock(f, &lower, "lower", &any);
        fprintf(f, "%s</p>\n", any ? "" : " no shock; nowhere does the flow fall below Mach 1");
    }
    cp_cuts_free(&all);
    return 0;
}

int report_span_load(FILE *f, const struct results *r, const struct cp_options *o, const char *svg)
{
    /* A rotor in air at rest has its span along the blades, which the side axis of the free stream does not tell. */
    bool at_rest = r->reference.velocity[0] == 0 && r->reference.velocity[1] == 0 && r->reference.velocity[2] == 0;
    if (!has_wall(r) || at_rest || !reference_moves(&r->reference) || !(r->reference.length > 0))
        return 0;
    const struct span_options span = {.axis = o->span_axis, .span = o->span, .n = N_STRIPS, .plot = svg, .quiet = true};
    TRY(span_command(r, &span));
    html_heading(f, "Span load of all walls");
    return html_svg(f, svg);
}
