/* slice_cut.c: cells and boundary faces cut by a plane: each edge that passes the plane
 * gives a point, each face that does gives lines between its points, and the lines of a
 * cell close to polygons.
 */
#include "slice/slice_cut.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Where an edge goes through the plane, by its two nodes. */
struct crossing {
    lid node[2]; /* ascending */
    double x[3];
    int line[2]; /* the lines that end there, -1: none */
};

/* What the plane makes of a cell: its faces give lines from crossing to crossing,
 * which close to one loop or, in a cell that is not convex, to several. */
struct cut {
    int n, capacity, n_lines, lines_capacity;
    struct crossing *at; /* owned; [n] */
    int (*line)[2];      /* owned; [n_lines] crossings at their ends; -1: used */
};

/* Nodes meant to lie in a plane of the mesh miss it by rounding: as a part of the
 * largest coordinate along any axis. */
static const double rounding = 1e-10;

int slice_plane_read(const char *text, struct slice_plane *p)
{
    static const char axes[] = "xyz";
    const char *axis = text && text[0] ? strchr(axes, text[0]) : NULL;
    if (!axis || text[1] != '=' || text_to_double(text + 2, &p->value) != 0 || !isfinite(p->value))
        return error_set("--plane %s: write AXIS=VALUE in metres, such as y=0.5", text ? text : "is missing");
    p->axis = (int)(axis - axes);
    return 0;
}

/* What counts as 0 among heights. */
static double thickness(const struct pack *p, const struct slice_plane *plane)
{
    /* As a part of the coordinates' size and not of the cells': that is what rounding scales with. A cell thinner than
     * this counts as lying in the plane. */
    double largest = fabs(plane->value);
    for (int64_t i = 0; i < 3 * p->n_nodes; i++)
        largest = fmax(largest, fabs(p->node[i]));
    return rounding * largest;
}

/* Heights within the rounding of coordinates are 0, so that a plane through nodes meets them exactly. */
static double height(const struct pack *p, const struct slice_plane *plane, lid node)
{
    double h = -plane->value;
    if (plane->axis != SLICE_TILTED)
        h += p->node[plane->axis * p->n_nodes + node];
    else
        for (int d = 0; d < 3; d++)
            h += plane->normal[d] * p->node[d * p->n_nodes + node];
    return fabs(h) <= plane->thickness ? 0 : h;
}

/* Every node is above or below, none in between: a plane through nodes then cuts the cells on one side only
 * (below: the other side, for slices at the upper end of the mesh). */
static bool is_above(const struct slice_plane *plane, double h)
{
    return plane->below ? h > 0 : h >= 0;
}

/* By the edge's two nodes in ascending order, so that all faces at the edge find one point with the same
 * coordinates. A cell has a dozen crossings: a linear search. */
static int add_crossing(const struct pack *p, const struct slice_plane *plane, lid a, lid b, struct cut *c)
{
    lid low = a < b ? a : b, high = a < b ? b : a;
    for (int i = 0; i < c->n; i++)
        if (c->at[i].node[0] == low && c->at[i].node[1] == high)
            return i;
    if (c->n == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 16;
        MEM_RESIZE(c->at, c->capacity);
    }
    struct crossing *to = &c->at[c->n];
    /* One of the two counts as above and one as below, so that hl and hh differ and the quotient exists. From the lower
     * node's end on every face and cell, so that all get the same bits. */
    double hl = height(p, plane, low), hh = height(p, plane, high), t = hl / (hl - hh);
    *to = (struct crossing){.node = {low, high}, .line = {-1, -1}};
    for (int d = 0; d < 3; d++)
        to->x[d] = (1 - t) * p->node[d * p->n_nodes + low] + t * p->node[d * p->n_nodes + high];
    /* Exactly in the plane, whatever interpolation makes of it. */
    if (plane->axis != SLICE_TILTED)
        to->x[plane->axis] = plane->value;
    return c->n++;
}

/* Each crossing ends two lines, since each edge of a closed cell is in two of its faces. */
static void add_line(struct cut *c, int a, int b)
{
    if (c->n_lines == c->lines_capacity) {
        c->lines_capacity = c->lines_capacity ? 2 * c->lines_capacity : 16;
        MEM_RESIZE(c->line, c->lines_capacity);
    }
    c->line[c->n_lines][0] = a;
    c->line[c->n_lines][1] = b;
    c->at[a].line[c->at[a].line[0] >= 0] = c->n_lines;
    c->at[b].line[c->at[b].line[0] >= 0] = c->n_lines++;
}

/* Around a face the plane is crossed downwards and upwards in turn; each stretch
 * below it gives a line. Both cells of a face get the same ones, from the same nodes in the same order: the polygons on
 * both sides have the same points, to the last bit on one rank and but for rounding on two. */
static void cross_face(const struct pack *p, const struct slice_plane *plane, lid face, struct cut *c)
{
    lid begin = p->face_node_offset[face], n = p->face_node_offset[face + 1] - begin;
    int first_up = -1, down = -1;
    for (lid k = 0; k < n; k++) {
        lid a = p->face_node[begin + k], b = p->face_node[begin + (k + 1) % n];
        bool from = is_above(plane, height(p, plane, a)), to = is_above(plane, height(p, plane, b));
        if (from == to)
            continue;
        int crossing = add_crossing(p, plane, a, b, c);
        if (from)
            down = crossing;
        else if (down >= 0)
            add_line(c, down, crossing);
        else
            first_up = crossing;
        if (!from)
            down = -1;
    }
    /* The walk began below the plane: the stretch below it that goes around the end of the list begins at the last
     * crossing downwards. */
    if (first_up >= 0)
        add_line(c, down, first_up);
}

/* offset has one entry more than there are pieces, which moves on with each point. */
static void begin_piece(struct slice *s, lid item, int rank)
{
    if (s->n_pieces + 1 >= s->pieces_capacity) {
        s->pieces_capacity = 2 * s->pieces_capacity + 64;
        MEM_RESIZE(s->offset, s->pieces_capacity);
        MEM_RESIZE(s->item, s->pieces_capacity);
        MEM_RESIZE(s->rank, s->pieces_capacity);
    }
    s->offset[s->n_pieces] = s->n_points;
    s->item[s->n_pieces] = item;
    s->rank[s->n_pieces++] = rank;
    s->offset[s->n_pieces] = s->n_points;
}

static void add_point(struct slice *s, const double x[3])
{
    if (s->n_points == s->points_capacity) {
        s->points_capacity = 2 * s->points_capacity + 64;
        MEM_RESIZE(s->x, 3 * s->points_capacity);
    }
    memcpy(s->x + 3 * s->n_points++, x, 3 * sizeof *x);
    s->offset[s->n_pieces] = s->n_points;
}

/* Follows lines from one of them around; takes them away. */
static void add_loop(struct slice *s, struct cut *c, int line, lid item, int rank)
{
    int at = c->line[line][0];
    begin_piece(s, item, rank);
    /* Every crossing ends two lines: the loop leaves each by the line that it did not come by, until it is back at the
     * first, which is used. In a damaged cell whose faces do not close, a crossing has one line alone and the loop ends
     * there. */
    while (line >= 0 && c->line[line][0] >= 0) {
        int next = c->line[line][0] == at ? c->line[line][1] : c->line[line][0];
        add_point(s, c->at[at].x);
        c->line[line][0] = -1;
        line = c->at[next].line[0] == line ? c->at[next].line[1] : c->at[next].line[0];
        at = next;
    }
}

static void cut_free(struct cut *c)
{
    mem_free(c->at);
    mem_free(c->line);
}

/* Marks the owned cells that have a node on each side of the plane. It looks at nodes alone: few cells are cut, and
 * only the faces of those are listed. */
static bool *find_cut_cells(const struct pack *p, const struct slice_plane *plane)
{
    bool *cut;
    MEM_NEW(cut, p->n_owned);
    for (int64_t i = 0; i < p->n_owned; i++) {
        bool above = false, below = false;
        for (lid k = p->cell_node_offset[i]; k < p->cell_node_offset[i + 1]; k++) {
            bool up = is_above(plane, height(p, plane, p->cell_node[k]));
            above = above || up;
            below = below || !up;
        }
        cut[i] = above && below;
    }
    return cut;
}

/* The faces of the cut cells: those of cell i are face[offset[i]] ..
 * CSR over all owned cells, empty for those that are not cut. */
static void faces_of_cut(const struct pack *p, const bool *cut, int64_t **offset, lid **face)
{
    int64_t *at, n = p->n_owned;
    *offset = mem_zalloc("offsets of cut cells", (size_t)n + 1, sizeof **offset);
    for (int64_t f = 0; f < p->n_flux; f++) {
        const lid side[2] = {p->left[f], p->right[f]};
        for (int k = 0; k < 2; k++)
            if (side[k] < n && cut[side[k]])
                (*offset)[side[k] + 1]++;
    }
    MEM_NEW(at, n);
    for (int64_t i = 0; i < n; i++) {
        (*offset)[i + 1] += (*offset)[i];
        at[i] = (*offset)[i];
    }
    *face = mem_alloc("faces of cut cells", (size_t)(*offset)[n], sizeof **face);
    for (int64_t f = 0; f < p->n_flux; f++) {
        const lid side[2] = {p->left[f], p->right[f]};
        for (int k = 0; k < 2; k++)
            if (side[k] < n && cut[side[k]])
                (*face)[at[side[k]]++] = (lid)f;
    }
    mem_free(at);
}

/* A cell that is not convex may give several polygons; each is a piece with the number of its cell. */
void slice_cells(const struct pack *p, struct slice_plane *plane, struct slice *s)
{
    struct cut c = {.n = 0};
    int64_t *offset;
    lid *face;
    plane->thickness = thickness(p, plane);
    bool *cut = find_cut_cells(p, plane);
    faces_of_cut(p, cut, &offset, &face);
    for (int64_t i = 0; i < p->n_owned; i++) {
        c.n = c.n_lines = 0;
        for (int64_t k = offset[i]; k < offset[i + 1]; k++)
            cross_face(p, plane, face[k], &c);
        for (int line = 0; line < c.n_lines; line++)
            if (c.line[line][0] >= 0)
                add_loop(s, &c, line, (lid)i, (int)p->rank);
    }
    cut_free(&c);
    mem_free(offset);
    mem_free(face);
    mem_free(cut);
}

/* Pieces of two points: lines along the surface. */
void slice_faces(const struct pack *p, const bool *chosen, struct slice_plane *plane, struct slice *s)
{
    struct cut c = {.n = 0};
    plane->thickness = thickness(p, plane);
    for (int b = 0; b < p->n_patches; b++)
        for (lid f = p->patch[b].begin; chosen[b] && f < p->patch[b].end; f++) {
            c.n = c.n_lines = 0;
            cross_face(p, plane, f, &c);
            for (int line = 0; line < c.n_lines; line++) {
                begin_piece(s, f, (int)p->rank);
                add_point(s, c.at[c.line[line][0]].x);
                add_point(s, c.at[c.line[line][1]].x);
            }
        }
    cut_free(&c);
}

void slice_free(struct slice *s)
{
    mem_free(s->offset);
    mem_free(s->item);
    mem_free(s->rank);
    mem_free(s->x);
    memset(s, 0, sizeof *s);
}

/* Area (m^2) by the shoelace formula in the plane, or the length (m) of a line; centre: mean of the corners. */
double slice_measure(const struct slice *s, int64_t piece, int axis, double centre[3])
{
    int64_t begin = s->offset[piece], n = s->offset[piece + 1] - begin;
    const double *x = s->x + 3 * begin;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    double area = 0;
    for (int d = 0; d < 3; d++) {
        centre[d] = 0;
        for (int64_t k = 0; k < n; k++)
            centre[d] += x[3 * k + d] / (double)n;
    }
    if (n == 2)
        return hypot(x[3 + u] - x[u], x[3 + v] - x[v]);
    for (int64_t k = 0; k < n; k++) {
        const double *a = x + 3 * k, *b = x + 3 * ((k + 1) % n);
        area += 0.5 * ((a[u] - centre[u]) * (b[v] - centre[v]) - (a[v] - centre[v]) * (b[u] - centre[u]));
    }
    return fabs(area);
}
