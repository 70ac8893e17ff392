/* report_wall.c: the walls of a run seen from above and from below, coloured by the
 * pressure coefficient.
 */
#include "report_wall.h"

#include "error.h"
#include "html.h"
#include "mem.h"
#include "picture.h"
#include "surface_nodes.h"
#include "variables.h"

#include <math.h>

enum { WIDTH = 900, MARGIN = 12, MAX_HEIGHT = 1100 };

/* Wall faces with cp at their nodes. */
struct wall {
    int64_t n_corners, capacity;
    double *x;           /* owned; [n_corners][3]; three corners a triangle */
    double *cp;          /* owned; [n_corners] */
    double low[3], high[3];
};

static void add_corner(struct wall *w, const struct pack *p, lid node, double cp)
{
    if (w->n_corners == w->capacity) {
        w->capacity = 2 * w->capacity + 1024;
        MEM_RESIZE(w->x, 3 * w->capacity);
        MEM_RESIZE(w->cp, w->capacity);
    }
    for (int d = 0; d < 3; d++) {
        double x = p->node[d * p->n_nodes + node];
        w->x[3 * w->n_corners + d] = x;
        w->low[d] = fmin(w->low[d], x);
        w->high[d] = fmax(w->high[d], x);
    }
    w->cp[w->n_corners++] = cp;
}

/* Faces as fans of triangles. */
static void add_rank(struct wall *w, const struct results *r, const struct pack *p, const struct surface_nodes *nodes)
{
    for (int b = 0; b < p->n_patches; b++)
        for (lid f = p->patch[b].begin; bc_kind_is_wall(r->kind[b]) && f < p->patch[b].end; f++) {
            const lid *node = p->face_node + p->face_node_offset[f];
            int n = p->face_node_offset[f + 1] - p->face_node_offset[f];
            for (int k = 1; k + 1 < n; k++) {
                const lid corner[3] = {node[0], node[k], node[k + 1]};
                for (int c = 0; c < 3; c++)
                    add_corner(w, p, corner[c], nodes->value[surface_nodes_find(nodes, p->node_gid[corner[c]])]);
            }
        }
}

static int gather(const struct results *r, struct wall *w)
{
    struct variable_list v;
    struct surface_nodes nodes;
    TRY(variables_choose(r, "cp", true, false, &v));
    TRY(surface_nodes_gather(r, &v, &nodes));
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

/* ---- views --------------------------------------------------------------------------------- */

/* across to the right, down the page, towards the eye: axes of the mesh, with signs. */
struct view {
    int across, down, eye;
    double sign_down, sign_eye;
    double scale; /* pixels a metre */
};

/* Seen along the lift axis, the wider of the other two extents across. */
static struct view choose_view(const struct results *r, const struct wall *w, double sign_eye)
{
    struct view v = {.eye = axis_nearest(r->reference.lift_axis), .sign_eye = sign_eye};
    v.across = (v.eye + 1) % 3;
    v.down = (v.eye + 2) % 3;
    if (w->high[v.across] - w->low[v.across] < w->high[v.down] - w->low[v.down]) {
        int t = v.across;
        v.across = v.down;
        v.down = t;
    }
    /* Right-handed as the eye sees it: across x down points away from the eye. */
    bool cyclic = (v.across + 1) % 3 == v.down;
    v.sign_down = cyclic ? -sign_eye : sign_eye;
    double wide = w->high[v.across] - w->low[v.across], tall = w->high[v.down] - w->low[v.down];
    v.scale = fmin((WIDTH - 2 * MARGIN) / wide, tall > 0 ? (MAX_HEIGHT - 2 * MARGIN) / tall : INFINITY);
    return v;
}

/* Light from the eye: faces that it sees edge-on are darker. */
static double shade(const double *x, const struct view *v)
{
    double a[3], b[3], n[3], length = 0;
    for (int d = 0; d < 3; d++) {
        a[d] = x[3 + d] - x[d];
        b[d] = x[6 + d] - x[d];
    }
    for (int d = 0; d < 3; d++) {
        n[d] = a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3];
        length += n[d] * n[d];
    }
    return length > 0 ? 0.7 + 0.3 * fabs(n[v->eye]) / sqrt(length) : 1;
}

static void draw(const struct wall *w, const struct view *v, const double range[2], struct picture *p)
{
    int height = (int)(v->scale * (w->high[v->down] - w->low[v->down])) + 2 * MARGIN;
    picture_begin(WIDTH, height > 60 ? height : 60, p);
    for (int64_t t = 0; t < w->n_corners; t += 3) {
        struct picture_point corner[3];
        for (int k = 0; k < 3; k++) {
            const double *x = w->x + 3 * (t + k);
            double below = v->sign_down > 0 ? x[v->down] - w->low[v->down] : w->high[v->down] - x[v->down];
            corner[k] = (struct picture_point){MARGIN + v->scale * (x[v->across] - w->low[v->across]),
                                               MARGIN + v->scale * below, v->sign_eye * x[v->eye], w->cp[t + k]};
        }
        picture_triangle(p, corner, range[0], range[1], shade(w->x + 3 * t, v));
    }
}

static void write_picture(FILE *f, const struct picture *p, const char *name)
{
    size_t n;
    uint8_t *png = picture_png(p, &n);
    fprintf(f, "<figure><img alt=\"%s\" src=\"data:image/png;base64,", name);
    picture_base64(f, png, n);
    fprintf(f, "\"><figcaption>%s</figcaption></figure>\n", name);
    mem_free(png);
}

/* A bar of the colours with its numbers. */
static void write_scale(FILE *f, const double range[2])
{
    fprintf(f, "<p class=\"note\">C<sub>p</sub> %.2f <span class=\"bar\" style=\"background:linear-gradient(90deg",
            range[0]);
    for (int k = 0; k <= 4; k++) {
        uint8_t rgb[3];
        picture_colour(0.25 * k, rgb);
        fprintf(f, ",#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    }
    fprintf(f, ")\"></span> %.2f</p>\n", range[1]);
}

/* Both pictures have one scale of colours, from the least to the largest value on the walls. */
static void write_views(FILE *f, const struct results *r, const struct wall *w)
{
    static const char *const name[2] = {"Seen from the side of positive lift", "Seen from the opposite side"};
    double range[2] = {INFINITY, -INFINITY};
    const double *lift = r->reference.lift_axis;
    for (int64_t i = 0; i < w->n_corners; i++) {
        range[0] = fmin(range[0], w->cp[i]);
        range[1] = fmax(range[1], w->cp[i]);
    }
    if (!(range[1] > range[0]))
        range[1] = range[0] + 1;
    html_heading(f, "Pressure on the walls");
    write_scale(f, range);
    fprintf(f, "<div class=\"figures\">\n");
    for (int k = 0; k < 2; k++) {
        struct picture p;
        struct view v = choose_view(r, w, k == 0 ? 1 : -1);
        if (lift[v.eye] < 0)
            v = choose_view(r, w, k == 0 ? -1 : 1);
        draw(w, &v, range, &p);
        write_picture(f, &p, name[k]);
        picture_free(&p);
    }
    fprintf(f, "</div>\n");
}

int report_wall(FILE *f, const struct results *r)
{
    bool any = false;
    for (int b = 0; b < r->manifest.n_patches; b++)
        any = any || (bc_kind_is_wall(r->kind[b]) && r->manifest.patch[b].n_faces > 0);
    if (!any || !reference_moves(&r->reference))
        return 0;
    struct wall w = {.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
    int status = gather(r, &w);
    if (status == 0)
        write_views(f, r, &w);
    mem_free(w.x);
    mem_free(w.cp);
    return status;
}
