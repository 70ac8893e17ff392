/* section.c: faces give segments between points on edges, segments are chained into curves, and each curve is put
 * in order along the chord.
 *
 * Points are known by the edge that they lie on and not by coordinates, so that the segments of two faces meet exactly
 * and the chain does not depend on a tolerance. A node in the plane counts as above it (or below it, in a second try)
 * and the point on each of its edges is then the node itself: no edge is cut twice, none is missed.
 */
#include "cp/section.h"

#include "error.h"
#include "mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char axis_letter[] = "xyz";

/* ---- cutting: segments between points on edges ------------------------------------ */

/* One end of a segment. A point is known by the edge it lies on, a < b, or by the
 * node a = b when the plane goes through a node. */
struct end {
    int64_t a, b;
    int64_t place; /* 2 * segment + 0 or 1 */
};

struct cut_work {
    const struct surface *s;
    double *distance; /* [n_nodes] from the plane; exactly 0 when very near */
    bool above_is_positive; /* whether nodes on the plane count as above */
    int64_t n_ends, capacity;
    struct end *end;
    /* after number_points(): */
    int64_t n_points, n_segments;
    int64_t (*segment)[2]; /* point numbers */
    struct section_point *point;
};

/* With the second try (above_is_positive false) a plane through the outermost nodes cuts something, too. */
static bool is_above(const struct cut_work *w, int64_t node)
{
    return w->above_is_positive ? w->distance[node] >= 0 : w->distance[node] > 0;
}

/* Distances of exactly 0 (section_cut() rounds small ones) make the point the node itself. */
static void add_end(struct cut_work *w, int64_t m, int64_t n)
{
    if (w->n_ends == w->capacity) {
        w->capacity = w->capacity ? 2 * w->capacity : 256;
        MEM_RESIZE(w->end, w->capacity);
    }
    struct end *e = &w->end[w->n_ends];
    e->a = m < n ? m : n;
    e->b = m < n ? n : m;
    if (w->distance[m] == 0)
        e->a = e->b = m;
    if (w->distance[n] == 0)
        e->a = e->b = n;
    e->place = w->n_ends++;
}

/* A convex face is crossed twice or not at all; a warped one perhaps four times,
 * paired in order. */
static void cut_faces(struct cut_work *w)
{
    const struct surface *s = w->s;
    /* The two ends of a segment are added one after another (places 2 k and 2 k + 1): crossings around a face alternate
     * between up and down, so that their number is even. */
    for (int64_t i = 0; i < s->n_faces; i++) {
        int64_t begin = s->offset[i], n = s->offset[i + 1] - begin;
        for (int64_t k = 0; k < n; k++) {
            int64_t from = s->node[begin + k], to = s->node[begin + (k + 1) % n];
            if (is_above(w, from) != is_above(w, to))
                add_end(w, from, to);
        }
    }
}

static int compare_ends(const void *a, const void *b)
{
    const struct end *m = a, *n = b;
    if (m->a != n->a)
        return m->a < n->a ? -1 : 1;
    if (m->b != n->b)
        return m->b < n->b ? -1 : 1;
    return m->place < n->place ? -1 : m->place > n->place;
}

/* Linear along the edge, coordinates and value alike. */
static void place_point(const struct cut_work *w, const struct end *e, struct section_point *p)
{
    const struct surface *s = w->s;
    /* da and db differ in sign, or one is 0 and the point a node: da - db is not 0. */
    double da = w->distance[e->a], db = w->distance[e->b];
    double t = e->a == e->b ? 0 : da / (da - db);
    for (int c = 0; c < 3; c++)
        p->x[c] = (1 - t) * s->x[c][e->a] + t * s->x[c][e->b];
    p->value = (1 - t) * s->value[e->a] + t * s->value[e->b];
}

/* Equal ends stand together after sorting and get one number; segments then name points by it. */
static void number_points(struct cut_work *w)
{
    w->n_segments = w->n_ends / 2;
    MEM_NEW(w->segment, w->n_segments);
    MEM_NEW_ZERO(w->point, w->n_ends);
    qsort(w->end, (size_t)w->n_ends, sizeof *w->end, compare_ends);
    for (int64_t i = 0; i < w->n_ends; i++) {
        const struct end *e = &w->end[i];
        if (i == 0 || e->a != e[-1].a || e->b != e[-1].b)
            place_point(w, e, &w->point[w->n_points++]);
        w->segment[e->place / 2][e->place % 2] = w->n_points - 1;
    }
    /* A face that touches the plane in one node gives a segment of no length. */
    int64_t kept = 0;
    for (int64_t i = 0; i < w->n_segments; i++) {
        if (w->segment[i][0] == w->segment[i][1])
            continue;
        w->segment[kept][0] = w->segment[i][0];
        w->segment[kept][1] = w->segment[i][1];
        kept++;
    }
    w->n_segments = kept;
}

/* ---- chaining segments into curves -------------------------------------------------- */

struct chain {
    int64_t *first; /* [n_points] first half-segment of a point, -1: none */
    int64_t *next;  /* [2 n_segments] the next half-segment of the same point */
    bool *used;     /* [n_segments] */
    int64_t *path;  /* [n_segments + 1] points in order */
    int64_t n_path;
    bool closed;
};

/* Lists of half-segments at each point: 2 k and 2 k + 1 are the ends of segment k. */
static void chain_begin(const struct cut_work *w, struct chain *c)
{
    memset(c, 0, sizeof *c);
    MEM_NEW(c->first, w->n_points);
    MEM_NEW(c->next, 2 * w->n_segments);
    MEM_NEW_ZERO(c->used, w->n_segments);
    MEM_NEW(c->path, w->n_segments + 1);
    for (int64_t p = 0; p < w->n_points; p++)
        c->first[p] = -1;
    /* From the back, so that each point's list begins with its lowest half-segment: curves do not depend on anything
     * but the order of the faces. */
    for (int64_t h = 2 * w->n_segments - 1; h >= 0; h--) {
        int64_t p = w->segment[h / 2][h % 2];
        c->next[h] = c->first[p];
        c->first[p] = h;
    }
}

static void chain_end(struct chain *c)
{
    mem_free(c->first);
    mem_free(c->next);
    mem_free(c->used);
    mem_free(c->path);
}

static int64_t unused_half(const struct chain *c, int64_t point)
{
    int64_t h = c->first[point];
    while (h >= 0 && c->used[h / 2])
        h = c->next[h];
    return h;
}

static int count_unused(const struct chain *c, int64_t point)
{
    int n = 0;
    for (int64_t h = c->first[point]; h >= 0; h = c->next[h])
        n += !c->used[h / 2];
    return n;
}

/* Follows unused segments from start; path holds the points passed. Where more than two segments meet, as at the root
 * of a fin, the first one is taken and the others begin curves of their own. */
static void walk(const struct cut_work *w, struct chain *c, int64_t start)
{
    c->n_path = 0;
    c->path[c->n_path++] = start;
    for (int64_t at = start, h; (h = unused_half(c, at)) >= 0;) {
        c->used[h / 2] = true;
        at = w->segment[h / 2][1 - h % 2];
        c->path[c->n_path++] = at;
        if (at == start)
            break;
    }
    /* A closed path lists its first point once: path[n_path - 1] is joined to path[0]. */
    c->closed = c->n_path > 2 && c->path[c->n_path - 1] == start;
    if (c->closed)
        c->n_path--;
}

/* ---- ordering a curve ------------------------------------------------------------------ */

/* sign -1: the smallest coordinate. */
static int64_t extreme(const struct cut_work *w, const struct chain *c, int axis, double sign)
{
    int64_t best = 0;
    for (int64_t i = 1; i < c->n_path; i++)
        if (sign * w->point[c->path[i]].x[axis] > sign * w->point[c->path[best]].x[axis])
            best = i;
    return best;
}

static void append(struct section *cut, const struct section_point *p, int side)
{
    struct section_point *out = &cut->point[cut->n_points++];
    *out = *p;
    out->curve = cut->n_curves;
    out->side = side;
    double chord = cut->trailing - cut->leading;
    out->chord_fraction = chord > 0 ? (p->x[cut->chord_axis] - cut->leading) / chord : 0;
}

/* Points path[from], path[from + step], ..., path[to], around the end when closed. */
static void append_branch(const struct cut_work *w, const struct chain *c, int64_t from, int64_t to, int step,
                          int side, struct section *cut)
{
    for (int64_t i = from;; i = (i + step + c->n_path) % c->n_path) {
        append(cut, &w->point[c->path[i]], side);
        if (i == to)
            break;
    }
}

/* Mean height of a branch, weighted by length along the chord. */
static double mean_height(const struct cut_work *w, const struct chain *c, int64_t from, int64_t to, int step,
                          const struct section *cut)
{
    double sum = 0, length = 0;
    for (int64_t i = from; i != to;) {
        int64_t next = (i + step + c->n_path) % c->n_path;
        const double *a = w->point[c->path[i]].x, *b = w->point[c->path[next]].x;
        double d = fabs(b[cut->chord_axis] - a[cut->chord_axis]);
        sum += d * 0.5 * (a[cut->up_axis] + b[cut->up_axis]);
        length += d;
        i = next;
    }
    return length > 0 ? sum / length : w->point[c->path[from]].x[cut->up_axis];
}

static void append_curve(const struct cut_work *w, const struct chain *c, struct section *cut)
{
    cut->n_curves++;
    /* The points farthest forward and aft split the curve. In the order of the path one branch runs from le to te with
     * steps of +1, the other with steps of -1; which of them is the upper one is told by their mean heights, since a
     * curve may be walked in either sense. */
    int64_t le = extreme(w, c, cut->chord_axis, -1), te = extreme(w, c, cut->chord_axis, 1), last = c->n_path - 1;
    int64_t te_back = te; /* where the branch against the path's direction ends */
    if (!c->closed) {
        /* A blunt trailing edge that is another patch leaves two ends aft. */
        if (le == 0 || le == last) {
            bool forward = le == 0;
            append_branch(w, c, forward ? 0 : last, forward ? last : 0, forward ? 1 : -1, 0, cut);
            return;
        }
        /* An open curve whose foremost point lies within: both ends are trailing edges, and neither branch goes
         * around. */
        te = last;
        te_back = 0;
    }
    bool upper_forward = mean_height(w, c, le, te, 1, cut) >= mean_height(w, c, le, te_back, -1, cut);
    if (upper_forward) {
        append_branch(w, c, te_back, le, 1, -1, cut);
        append_branch(w, c, le, te, 1, 1, cut);
    } else {
        append_branch(w, c, te, le, -1, -1, cut);
        append_branch(w, c, le, te_back, -1, 1, cut);
    }
}

static void choose_axes(const struct cut_work *w, int up, struct section *cut)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int64_t i = 0; i < w->n_points; i++)
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], w->point[i].x[c]);
            high[c] = fmax(high[c], w->point[i].x[c]);
        }
    /* x for planes normal to y and z, as section.h says. */
    cut->chord_axis = 0;
    if (cut->axis == 0)
        cut->chord_axis = high[1] - low[1] > high[2] - low[2] ? 1 : 2;
    cut->up_axis = up != cut->axis && up != cut->chord_axis ? up : 3 - cut->axis - cut->chord_axis;
    cut->leading = low[cut->chord_axis];
    cut->trailing = high[cut->chord_axis];
}

static void order_points(const struct cut_work *w, int up, struct section *cut)
{
    choose_axes(w, up, cut);
    /* An upper bound: a closed curve lists its leading and its trailing edge twice, an open one its leading edge. */
    MEM_NEW(cut->point, 2 * (w->n_segments + 1) + w->n_points);
    struct chain c;
    chain_begin(w, &c);
    /* Open curves from their ends first, then closed ones from anywhere. */
    for (int pass = 0; pass < 2; pass++)
        for (int64_t p = 0; p < w->n_points; p++) {
            int n = count_unused(&c, p);
            /* A point with an odd number of unused segments is the end of an open curve; were one begun in its middle,
             * it would come out in two pieces. */
            if (n == 0 || (pass == 0 && n % 2 == 0))
                continue;
            walk(w, &c, p);
            append_curve(w, &c, cut);
        }
    chain_end(&c);
}

/* ---- the whole ---------------------------------------------------------------------------- */

static void measure(const struct surface *s, int axis, double value, double *distance, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int64_t n = 0; n < s->n_nodes; n++) {
        *low = fmin(*low, s->x[axis][n]);
        *high = fmax(*high, s->x[axis][n]);
    }
    /* Nodes nearer than this lie on the plane: rounding of coordinates. */
    double tolerance = 1e-10 * (*high - *low);
    for (int64_t n = 0; n < s->n_nodes; n++) {
        distance[n] = s->x[axis][n] - value;
        if (fabs(distance[n]) <= tolerance)
            distance[n] = 0;
    }
}

int section_cut(const struct surface *s, int axis, double value, int up, const char *name, struct section *cut)
{
    memset(cut, 0, sizeof *cut);
    cut->axis = axis;
    cut->value = value;
    struct cut_work w;
    memset(&w, 0, sizeof w);
    w.s = s;
    MEM_NEW(w.distance, s->n_nodes);
    double low, high;
    measure(s, axis, value, w.distance, &low, &high);
    /* A plane through the outermost nodes touches from one side only. */
    for (int pass = 0; pass < 2 && w.n_segments == 0; pass++) {
        w.above_is_positive = pass == 0;
        w.n_ends = w.n_points = 0;
        MEM_FREE(w.segment);
        MEM_FREE(w.point);
        cut_faces(&w);
        if (w.n_ends > 0)
            number_points(&w);
    }
    int status = 0;
    if (w.n_segments > 0)
        order_points(&w, up, cut);
    else if (s->n_faces == 0)
        status = error_set("%s: the patches have no faces to cut", name);
    else
        status = error_set("the plane %c = %g m does not cut %s, which reaches from %c = %g to %g m", axis_letter[axis],
                           value, name, axis_letter[axis], low, high);
    mem_free(w.distance);
    mem_free(w.end);
    mem_free(w.segment);
    mem_free(w.point);
    return status;
}

void section_free(struct section *cut)
{
    mem_free(cut->point);
    memset(cut, 0, sizeof *cut);
}
