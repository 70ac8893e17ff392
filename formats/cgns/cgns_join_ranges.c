/* cgns_join_ranges.c: GridConnectivity1to1_t: a range of vertices of one structured
 * zone is a range of another's, or of its own.
 *
 * Vertex p of the range meets vertex begin' + T (p - begin) of the donor, where
 * entry d of Transform names, with a sign, the donor's index along which index d
 * of the zone goes (SIDS, "1-to-1 Interface Connectivity Structure Definition").
 */
#include "cgns/cgns_join.h"

#include "mem.h"

#include <stdio.h>
#include <stdlib.h>

struct ranges {
    struct cgns_interface *f;
    int dim;
    int64_t begin[3], donor_begin[3]; /* 0-based */
    int64_t steps[3];                 /* along each index of the zone */
    int sign[3];                      /* of the steps */
    int axis[3], turn[3];             /* donor index and sign for each index of the zone */
};

/* "2 1 -3" */
static const char *numbers(const int64_t *v, int n, char text[96])
{
    int at = 0;
    for (int d = 0; d < n && at < 64; d++)
        at += snprintf(text + at, (size_t)(96 - at), d ? " %" PRId64 : "%" PRId64, v[d]);
    return text;
}

static int wrong(const struct ranges *r, const char *what)
{
    const struct cgns_interface *f = r->f;
    return cgns_error(f->node, "joins zone '%s' to zone '%s' and %s; correct the interface", f->zone->node->name,
                      f->donor->node->name, what);
}

static int read_transform(struct ranges *r)
{
    /* SIDS's default: the two lattices run alike. */
    int64_t t[3] = {1, 2, 3};
    char text[96], what[192];
    const struct cgns_node *n = cgns_find(r->f->child, NULL, "Transform");
    bool taken[3] = {false, false, false};
    if (n)
        TRY(cgns_read_few(n, r->dim, t));
    for (int d = 0; d < 3; d++) {
        int64_t axis = llabs(t[d]) - 1;
        /* llabs() of the least number is not defined. */
        if (t[d] == INT64_MIN || axis < 0 || axis >= (d < r->dim ? r->dim : 3) || taken[axis]) {
            snprintf(what, sizeof what, "its Transform %s does not name each index once", numbers(t, r->dim, text));
            return wrong(r, what);
        }
        taken[axis] = true;
        r->axis[d] = (int)axis;
        r->turn[d] = t[d] < 0 ? -1 : 1;
    }
    return 0;
}

/* Two corners, 0-based, a third index of 0 added in two dimensions. */
static int read_range(const struct ranges *r, const char *name, const struct cgns_zone *z, int64_t begin[3],
                      int64_t end[3])
{
    int64_t v[6];
    const struct cgns_node *n = cgns_find(r->f->child, NULL, name);
    if (!n)
        return cgns_error(r->f->node, "has no %s; export the mesh again", name);
    TRY(cgns_read_few(n, 2 * r->dim, v));
    begin[2] = end[2] = 0;
    for (int d = 0; d < r->dim; d++) {
        begin[d] = v[d] - 1;
        end[d] = v[r->dim + d] - 1;
        int64_t bad = begin[d] < 0 || begin[d] >= z->size[d] ? begin[d] : end[d];
        if (bad < 0 || bad >= z->size[d])
            return cgns_error(n, "goes to vertex %" PRId64 " along %c, and zone '%s' has 1..%" PRId64
                                 " there; correct the interface",
                              bad + 1, "ijk"[d], z->node->name, z->size[d]);
    }
    return 0;
}

static int read_ranges(struct ranges *r)
{
    int64_t end[3], donor_end[3], reached[3];
    TRY(read_range(r, "PointRange", r->f->zone, r->begin, end));
    TRY(read_range(r, "PointRangeDonor", r->f->donor, r->donor_begin, donor_end));
    TRY(read_transform(r));
    for (int d = 0; d < 3; d++) {
        r->steps[d] = llabs(end[d] - r->begin[d]);
        r->sign[d] = end[d] < r->begin[d] ? -1 : 1;
        reached[r->axis[d]] = r->donor_begin[r->axis[d]] + r->turn[d] * (end[d] - r->begin[d]);
    }
    for (int d = 0; d < 3; d++)
        if (reached[d] != donor_end[d]) {
            char what[320], t1[96], t2[96];
            for (int e = 0; e < 3; e++) {
                reached[e]++;
                donor_end[e]++;
            }
            snprintf(what, sizeof what, "its Transform takes the end of PointRange to vertex %s, not to the end %s of "
                     "PointRangeDonor", numbers(reached, r->dim, t1), numbers(donor_end, r->dim, t2));
            return wrong(r, what);
        }
    return 0;
}

/* The two nodes that lie `step` steps from the beginning. */
static void node_pair(const struct ranges *r, const int64_t step[3], lid *a, lid *b)
{
    int64_t p[3], q[3] = {r->donor_begin[0], r->donor_begin[1], r->donor_begin[2]};
    for (int d = 0; d < 3; d++) {
        p[d] = r->begin[d] + r->sign[d] * step[d];
        q[r->axis[d]] += r->turn[d] * r->sign[d] * step[d];
    }
    *a = cgns_lattice_node(r->f->zone, p[0], p[1], p[2]);
    *b = cgns_lattice_node(r->f->donor, q[0], q[1], q[2]);
}

/* All pairs, the first index fastest. */
static int64_t list_pairs(const struct ranges *r, lid *a, lid *b)
{
    int64_t s[3], n = 0;
    for (s[2] = 0; s[2] <= r->steps[2]; s[2]++)
        for (s[1] = 0; s[1] <= r->steps[1]; s[1]++)
            for (s[0] = 0; s[0] <= r->steps[0]; s[0]++, n++)
                node_pair(r, s, &a[n], &b[n]);
    return n;
}

/* Index along which the range is one thick; -1 when it is not a range of faces. */
static int facing(const struct ranges *r)
{
    int thin = -1, n = 0;
    for (int d = 0; d < r->dim; d++)
        if (r->steps[d] == 0) {
            thin = d;
            n++;
        }
    return n == 1 ? thin : -1;
}

/* The faces between the pairs of list_pairs(). */
static void add_periodic_faces(struct ranges *r, int thin, const lid *a, const lid *b)
{
    /* u, w: the two indices along the range. In a plane the face is an edge along u. */
    int u = thin == 0 ? 1 : 0, w = thin == 2 ? 1 : 2, corners = r->dim == 3 ? 4 : 2;
    /* From one node to the next along each index, in the order of list_pairs(). */
    int64_t stride[3] = {1, r->steps[0] + 1, (r->steps[0] + 1) * (r->steps[1] + 1)};
    int64_t n_u = r->steps[u], n_w = r->dim == 3 ? r->steps[w] : 1, n = 0;
    int64_t *offset;
    lid *side[2];
    MEM_NEW(offset, n_u * n_w + 1);
    MEM_NEW(side[0], corners * n_u * n_w);
    MEM_NEW(side[1], corners * n_u * n_w);
    for (int64_t v = 0; v < n_w; v++)
        for (int64_t i = 0; i < n_u; i++, n++) {
            int64_t first = i * stride[u] + v * stride[w];
            int64_t at[4] = {first, first + stride[u], first + stride[u] + stride[w], first + stride[w]};
            offset[n] = n * corners;
            for (int c = 0; c < corners; c++) {
                side[0][n * corners + c] = a[at[c]];
                side[1][n * corners + c] = b[at[c]];
            }
        }
    offset[n] = n * corners;
    cgns_add_periodic(r->f, n, offset, side[0], side[1]);
    MEM_FREE(side[0]);
    MEM_FREE(side[1]);
    MEM_FREE(offset);
}

static int join(struct ranges *r, const lid *a, const lid *b, int64_t n)
{
    int thin = facing(r);
    TRY(cgns_check_pairs(r->f, n, a, b));
    if (!r->f->motion.moves)
        for (int64_t i = 0; i < n; i++)
            node_merge_unite(&r->f->j->merge, a[i], b[i]);
    else if (thin >= 0)
        add_periodic_faces(r, thin, a, b);
    return 0;
}

int cgns_join_ranges(struct cgns_interface *f)
{
    struct ranges r = {.f = f, .dim = f->zone->dim};
    lid *a, *b;
    if (!f->zone->structured || !f->donor->structured)
        return wrong(&r, "is one-to-one by ranges, which takes structured zones on both sides");
    TRY(read_ranges(&r));
    if (r.steps[0] > 0 && r.steps[1] > 0 && (r.dim == 2 || r.steps[2] > 0))
        return wrong(&r, "its PointRange is a part of the zone's volume instead of one of its sides");
    int64_t n = (r.steps[0] + 1) * (r.steps[1] + 1) * (r.steps[2] + 1);
    MEM_NEW(a, n);
    MEM_NEW(b, n);
    list_pairs(&r, a, b);
    int status = join(&r, a, b, n);
    MEM_FREE(a);
    MEM_FREE(b);
    return status;
}
