/* report_wall.c: the walls of a run in three views, coloured by what they feel. Each view has the direction of the free
 * stream as an arrow, and its values once more, coarsely, for the script that shows the one under the pointer.
 */
#include "report/report_wall.h"

#include "error.h"
#include "plot/html.h"
#include "mem.h"
#include "viewers/picture.h"
#include "fields/surface_nodes.h"
#include "fields/variables.h"
#include "viewers/wall_view.h"

#include <math.h>
#include <stdlib.h>

/* Pixels; HOVER_STEP: every third one's value is in the page, a ninth of the bytes. */
enum { WIDTH = 900, MAX_HEIGHT = 1100, N_QUANTITIES = 3, HOVER_STEP = 3 };

/* What is shown, if the run has it. */
static const struct quantity_row {
    const char *variable, *heading, *symbol;
    bool logarithm; /* colours by the logarithm */
    bool viscous;   /* runs with friction alone have it */
} quantities[N_QUANTITIES] = {
    {"cp", "Pressure on the walls", "C<sub>p</sub>", false, false},
    {"cf", "Friction on the walls", "C<sub>f</sub>", false, true},
    {"y_plus", "y<sup>+</sup> of the first cells", "y<sup>+</sup>", true, true},
};

/* Wall faces with values at their nodes. */
struct wall {
    int n_values;
    int64_t n_corners, capacity;
    double *x;                   /* owned; [n_corners][3]; three corners a triangle */
    double *value[N_QUANTITIES]; /* owned; [n_corners] */
    double low[3], high[3];
};

static void add_corner(struct wall *w, const struct pack *p, lid node, const struct surface_nodes *nodes)
{
    if (w->n_corners == w->capacity) {
        w->capacity = 2 * w->capacity + 1024;
        MEM_RESIZE(w->x, 3 * w->capacity);
        for (int q = 0; q < w->n_values; q++)
            MEM_RESIZE(w->value[q], w->capacity);
    }
    for (int d = 0; d < 3; d++) {
        double x = p->node[d * p->n_nodes + node];
        w->x[3 * w->n_corners + d] = x;
        w->low[d] = fmin(w->low[d], x);
        w->high[d] = fmax(w->high[d], x);
    }
    /* All nodes of boundary faces are in the list, so that each is found. */
    int64_t at = surface_nodes_find(nodes, p->node_gid[node]);
    for (int q = 0; q < w->n_values; q++)
        w->value[q][w->n_corners] = nodes->value[q * nodes->n + at];
    w->n_corners++;
}

/* Adds the wall faces of a rank as fans of triangles. */
static void add_rank(struct wall *w, const struct results *r, const struct pack *p, const struct surface_nodes *nodes)
{
    for (int b = 0; b < p->n_patches; b++)
        for (lid f = p->patch[b].begin; bc_kind_is_wall(r->kind[b]) && f < p->patch[b].end; f++) {
            const lid *node = p->face_node + p->face_node_offset[f];
            int n = p->face_node_offset[f + 1] - p->face_node_offset[f];
            for (int k = 1; k + 1 < n; k++) {
                const lid corner[3] = {node[0], node[k], node[k + 1]};
                for (int c = 0; c < 3; c++)
                    add_corner(w, p, corner[c], nodes);
            }
        }
}

static int gather(const struct results *r, const char *variables, struct wall *w)
{
    struct variable_list v;
    struct surface_nodes nodes;
    TRY(variables_choose(r, variables, true, false, &v));
    TRY(surface_nodes_gather(r, &v, &nodes));
    w->n_values = v.n;
    int status = 0;
    for (int rank = 0; status == 0 && rank < r->n_ranks; rank++) {
        struct pack p;
        status = pack_read(r->packs, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p);
        if (status == 0) {
            add_rank(w, r, &p, &nodes);
            pack_free(&p);
        }
    }
    surface_nodes_free(&nodes);
    return status;
}

/* ---- colours --------------------------------------------------------------------------------------------- */

/* Values of the first and of the last colour: all but a hundredth of the corners at each end, so that a single corner
 * in a nozzle does not take the colours from the wing. */
static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void find_range(const struct wall *w, int q, double range[2])
{
    double *sorted;
    MEM_NEW(sorted, w->n_corners);
    int64_t n = 0;
    for (int64_t i = 0; i < w->n_corners; i++)
        if (isfinite(w->value[q][i]))
            sorted[n++] = w->value[q][i];
    qsort(sorted, (size_t)n, sizeof *sorted, compare_numbers);
    range[0] = n > 0 ? sorted[n / 100] : 0;
    range[1] = n > 0 ? sorted[n - 1 - n / 100] : 0;
    mem_free(sorted);
    if (!(range[1] > range[0]))
        range[1] = range[0] + 1;
}

/* Draws a bar of the colours with its numbers. */
static void write_scale(FILE *f, const struct quantity_row *q, const double range[2])
{
    fprintf(f, "<p class=\"note\">%s %.3g <span class=\"bar\" style=\"background:linear-gradient(90deg", q->symbol,
            range[0]);
    for (int k = 0; k <= 4; k++) {
        uint8_t rgb[3];
        picture_colour(0.25 * k, rgb);
        fprintf(f, ",#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    }
    fprintf(f, ")\"></span> %.3g%s; the arrow shows the free stream</p>\n", range[1],
            q->logarithm ? ", logarithmic" : "");
}

/* ---- pictures --------------------------------------------------------------------------------------------- */

static void draw(const struct wall *w, int q, const struct wall_view *v, const double range[2], struct picture *p)
{
    bool logarithm = quantities[q].logarithm;
    double low = logarithm ? log(range[0]) : range[0], high = logarithm ? log(range[1]) : range[1];
    picture_begin(v->width, v->height, p);
    for (int64_t t = 0; t < w->n_corners; t += 3) {
        struct picture_point corner[3];
        for (int k = 0; k < 3; k++) {
            wall_view_project(v, w->x + 3 * (t + k), &corner[k]);
            double value = w->value[q][t + k];
            /* Values below the range, y+ of 0 among them, take the first colour: 0 has no logarithm. */
            corner[k].value = logarithm ? log(fmax(value, range[0])) : value;
        }
        picture_triangle(p, corner, low, high, wall_view_shade(v, w->x + 3 * t));
    }
}

/* One byte for every third pixel: 0 where there is no wall, else 1 .. 255 between the ends of the range. */
static void write_hover(FILE *f, const struct picture *p)
{
    int columns = p->width / HOVER_STEP, rows = p->height / HOVER_STEP;
    size_t n = (size_t)columns * (size_t)rows;
    uint8_t *level;
    MEM_NEW(level, n);
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++)
            /* Takes the middle pixel of each square of HOVER_STEP. */
            level[j * columns + i] = p->level[(size_t)(j * HOVER_STEP + HOVER_STEP / 2) * (size_t)p->width +
                                              (size_t)(i * HOVER_STEP + HOVER_STEP / 2)];
    fprintf(f, " data-columns=\"%d\" data-rows=\"%d\" data-levels=\"", columns, rows);
    picture_base64(f, level, n);
    fputc('"', f);
    mem_free(level);
}

/* In the corner where it covers least of the body (picture_free_corner()). */
static void write_arrow(FILE *f, const struct wall_view *v, int corner)
{
    const double *a = v->stream; /* across and down, at most 1 long */
    fprintf(f,
            "<svg class=\"arrow%s%s\" viewBox=\"-34 -34 68 68\" aria-hidden=\"true\"><g fill=\"none\" "
            "stroke=\"#1d2733\" stroke-width=\"4\"><path d=\"M%.1f %.1fL%.1f %.1f\"/></g><path fill=\"#1d2733\" "
            "d=\"M0 0L-16 -8L-16 8Z\" transform=\"translate(%.1f %.1f) rotate(%.1f)\"/></svg>",
            corner & 1 ? " left" : "", corner & 2 ? " low" : "", -26 * a[0], -26 * a[1], 14 * a[0], 14 * a[1],
            28 * a[0], 28 * a[1], atan2(a[1], a[0]) * 180 / acos(-1.0));
}

static void write_picture(FILE *f, const struct picture *p, const struct wall_view *v, int q, const double range[2])
{
    size_t n;
    uint8_t *png = picture_png(p, &n);
    fprintf(f, "<figure class=\"wall\" data-low=\"%.6g\" data-high=\"%.6g\" data-log=\"%d\"", range[0], range[1],
            quantities[q].logarithm);
    write_hover(f, p);
    fprintf(f, "><div><img alt=\"%s\" src=\"data:image/png;base64,", v->name);
    picture_base64(f, png, n);
    fprintf(f, "\">");
    write_arrow(f, v, picture_free_corner(p, p->width / 5)); /* about its size in a row of three views */
    fprintf(f, "</div><figcaption>%s <output></output></figcaption></figure>\n", v->name);
    mem_free(png);
}

static void write_views(FILE *f, const struct results *r, const struct wall *w, int q)
{
    double range[2];
    find_range(w, q, range);
    if (quantities[q].logarithm)
        /* Three decades of colours at most: below, y+ is small enough whatever it is. */
        range[0] = fmax(range[0], 1e-3 * range[1]);
    html_heading_html(f, quantities[q].heading);
    write_scale(f, &quantities[q], range);
    fprintf(f, "<div class=\"figures views\">\n");
    for (int k = 0; k < N_WALL_VIEWS; k++) {
        struct wall_view v;
        struct picture p;
        wall_view_choose(r->reference.lift_axis, r->reference.drag_axis, w->low, w->high, k, WIDTH, MAX_HEIGHT, &v);
        draw(w, q, &v, range, &p);
        write_picture(f, &p, &v, q, range);
        picture_free(&p);
    }
    fprintf(f, "</div>\n");
}

/* ---- the section ------------------------------------------------------------------------------------------ */

/* Has the run fields of friction on its walls? */
static bool has_friction(const struct results *r)
{
    struct variable_list v;
    /* A failed choice leaves a sentence behind, which nobody prints: the next failure replaces it. */
    return variables_choose(r, "cf,y_plus", true, false, &v) == 0;
}

int report_wall(FILE *f, const struct results *r)
{
    bool any = false;
    for (int b = 0; b < r->manifest.n_patches; b++)
        any = any || (bc_kind_is_wall(r->kind[b]) && r->manifest.patch[b].n_faces > 0);
    /* cp and cf need a dynamic pressure. */
    if (!any || !reference_moves(&r->reference))
        return 0;
    struct wall w = {.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
    int status = gather(r, has_friction(r) ? "cp,cf,y_plus" : "cp", &w);
    for (int q = 0; status == 0 && q < w.n_values; q++)
        write_views(f, r, &w, q);
    mem_free(w.x);
    for (int q = 0; q < N_QUANTITIES; q++)
        mem_free(w.value[q]);
    return status;
}

void report_wall_script(FILE *f)
{
    fprintf(f, "<script>\n"
               "for(const g of document.querySelectorAll('figure.wall')){\n"
               "  const d=g.dataset,b=atob(d.levels),o=g.querySelector('output'),i=g.querySelector('img');\n"
               "  const lo=+d.low,hi=+d.high,log=d.log==='1';\n"
               "  const show=e=>{const r=i.getBoundingClientRect();\n"
               "    const x=Math.floor((e.clientX-r.left)/r.width*d.columns);\n"
               "    const y=Math.floor((e.clientY-r.top)/r.height*d.rows);\n"
               "    const l=x>=0&&y>=0&&x<d.columns&&y<d.rows?b.charCodeAt(y*d.columns+x):0,t=(l-1)/254;\n"
               "    const v=log?lo*Math.pow(hi/lo,t):lo+t*(hi-lo);\n"
               "    o.textContent=l?(l===1?'at most ':l===255?'at least ':'')+v.toPrecision(3):'';};\n"
               "  i.addEventListener('pointermove',show);i.addEventListener('pointerdown',show);\n"
               "  i.addEventListener('pointerleave',()=>{o.textContent='';});\n"
               "}\n</script>\n");
}
