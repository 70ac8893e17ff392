/* cgns_structured_boundary.c: ZoneBC_t of a structured zone.
 *
 * A BC_t names vertices or faces by their indices: a PointRange, two corners in
 * any order, or a PointList. A range of vertices is a patch when it is one thick
 * along just one index. Faces have the index of their lowest vertex, and the
 * index they face may run to the last vertex (SIDS, "Structured Grid
 * Boundaries"); which index that is, the location says (IFaceCenter, ...), or,
 * for FaceCenter and EdgeCenter, the index along which the range is one thick.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"

/* One BC_t while it is read. All borrowed. */
struct boundary {
    struct cgns_zone *z;
    const struct cgns_node *node;
    struct raw_mesh *m;
    lid patch_id;
    struct cgns_place place;
    int64_t n_inside; /* faces that are no faces of the zone's sides */
};

/* ---- the faces of a range --------------------------------------------------------- */

/* Adds the face that faces index d and begins at vertex `at` (0-based). */
static void add_face(struct boundary *b, int d, const int64_t at[3])
{
    struct cgns_zone *z = b->z;
    lid node[4];
    /* Not on either side of the zone along d: a baffle or an interface, which patches are not made of. */
    if (at[d] != 0 && at[d] != z->size[d] - 1) {
        b->n_inside++;
        return;
    }
    int n = cgns_lattice_face(z, d, at, node);
    /* Structured zones number no elements: 0. */
    cgns_faces_add(&z->face, 0, node, n);
    z->face.patch[z->face.n - 1] = b->patch_id;
}

/* All faces that face index d and begin at vertices first...last (0-based). */
static void add_faces(struct boundary *b, int d, const int64_t first[3], const int64_t last[3])
{
    int64_t at[3];
    for (at[2] = first[2]; at[2] <= last[2]; at[2]++)
        for (at[1] = first[1]; at[1] <= last[1]; at[1]++)
            for (at[0] = first[0]; at[0] <= last[0]; at[0]++)
                add_face(b, d, at);
}

/* The index along which the range is one thick; -1 when there is none, or when
 * there are several and none of them, or more than one, lies at a far side. */
static int thin_index(const struct cgns_zone *z, const int64_t first[3], const int64_t last[3], bool vertices)
{
    int thin = -1, n_thin = 0, far = -1, n_far = 0;
    for (int d = 0; d < z->dim; d++)
        if (first[d] == last[d]) {
            thin = d;
            n_thin++;
            if (first[d] == z->size[d] - 1 && !vertices) { /* no face begins there unless it faces d */
                far = d;
                n_far++;
            }
        }
    return n_thin == 1 ? thin : n_far == 1 ? far : -1;
}

static int outside(const struct boundary *b, const struct cgns_node *points, int d, int64_t index, int64_t most)
{
    return cgns_error(points, "goes to index %" PRId64 " along %c, and the zone has %s 1..%" PRId64
                              " there; export the mesh again",
                      index, "ijk"[d], b->place.location == CGNS_AT_VERTICES ? "vertices" : "faces", most);
}

static int take_range(struct boundary *b, const struct cgns_node *points)
{
    const struct cgns_zone *z = b->z;
    int64_t r[6], first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
    bool vertices = b->place.location == CGNS_AT_VERTICES;
    TRY(cgns_read_few(points, 2 * z->dim, r));
    for (int d = 0; d < z->dim; d++) {
        int64_t p = r[d], q = r[z->dim + d];
        first[d] = (p < q ? p : q) - 1;
        last[d] = (p < q ? q : p) - 1;
        if (first[d] < 0 || last[d] >= z->size[d])
            return outside(b, points, d, first[d] < 0 ? first[d] + 1 : last[d] + 1, z->size[d]);
    }
    int facing = b->place.facing >= 0 ? b->place.facing : thin_index(z, first, last, vertices);
    if (facing < 0) {
        cgns_note(z->file, "%s is a line, a point or a volume instead of a range of faces; it is left out",
                  b->node->path);
        return 0;
    }
    for (int d = 0; d < z->dim; d++) {
        if (d == facing)
            continue;
        /* A range of n vertices has n - 1 faces along each of the other indices. */
        last[d] -= vertices;
        if (last[d] > z->size[d] - 2)
            return outside(b, points, d, last[d] + 1, z->size[d] - 1);
    }
    add_faces(b, facing, first, last);
    return 0;
}

/* ---- the faces or vertices of a list ------------------------------------------------ */

static int check_list(const struct boundary *b, const struct cgns_node *points, const int64_t *index, int64_t n)
{
    for (int64_t p = 0; p < n; p++)
        for (int d = 0; d < b->z->dim; d++) {
            int64_t v = index[b->z->dim * p + d];
            if (v < 1 || v > b->z->size[d])
                return outside(b, points, d, v, b->z->size[d]);
        }
    return 0;
}

/* Point p of a list, 0-based, a third index of 0 added in two dimensions. */
static void point(const struct cgns_zone *z, const int64_t *index, int64_t p, int64_t at[3])
{
    at[2] = 0;
    for (int d = 0; d < z->dim; d++)
        at[d] = index[z->dim * p + d] - 1;
}

static void list_vertices(struct boundary *b, const int64_t *index, int64_t n)
{
    lid *node;
    int64_t at[3];
    MEM_NEW(node, n);
    for (int64_t p = 0; p < n; p++) {
        point(b->z, index, p, at);
        node[p] = cgns_lattice_node(b->z, at[0], at[1], at[2]);
    }
    cgns_patch_take_nodes(&b->m->patch[b->patch_id], node, n);
}

static int list_faces(struct boundary *b, const struct cgns_node *points, const int64_t *index, int64_t n)
{
    const struct cgns_zone *z = b->z;
    int64_t low[3], high[3], at[3];
    point(z, index, 0, low);
    point(z, index, 0, high);
    for (int64_t p = 1; p < n; p++) {
        point(z, index, p, at);
        for (int d = 0; d < 3; d++) {
            low[d] = at[d] < low[d] ? at[d] : low[d];
            high[d] = at[d] > high[d] ? at[d] : high[d];
        }
    }
    /* A list of faces faces one index throughout: the one along which its box is thin. */
    int facing = b->place.facing >= 0 ? b->place.facing : thin_index(z, low, high, false);
    if (facing < 0) {
        cgns_note(z->file, "%s lists faces of several sides without saying which index they face; it is left out",
                  b->node->path);
        return 0;
    }
    for (int d = 0; d < z->dim; d++)
        if (d != facing && high[d] > z->size[d] - 2)
            return outside(b, points, d, high[d] + 1, z->size[d] - 1);
    for (int64_t p = 0; p < n; p++) {
        point(z, index, p, at);
        add_face(b, facing, at);
    }
    return 0;
}

static int take_list(struct boundary *b, const struct cgns_node *points)
{
    int64_t *index, dim = b->z->dim;
    TRY(cgns_check_integers(points));
    if (points->count % dim != 0)
        return cgns_error(points, "holds %" PRId64 " numbers, which are no points of %" PRId64
                                  " indices; export the mesh again",
                          points->count, dim);
    MEM_NEW(index, points->count);
    int status = cgns_read_int64(points, index) || check_list(b, points, index, points->count / dim);
    if (status == 0 && b->place.location == CGNS_AT_VERTICES)
        list_vertices(b, index, points->count / dim);
    else if (status == 0)
        status = list_faces(b, points, index, points->count / dim);
    MEM_FREE(index);
    return status;
}

/* ---- one BC_t ------------------------------------------------------------------------- */

static int read_bc(struct cgns_zone *z, const struct cgns_node *node, const struct cgns_list *child, struct raw_mesh *m)
{
    struct boundary b = {.z = z, .node = node, .m = m, .patch_id = (lid)m->n_patches - 1};
    int64_t n_before = z->face.n;
    TRY(cgns_find_place(z, node, child, &b.place));
    if (b.place.points)
        TRY(b.place.range ? take_range(&b, b.place.points) : take_list(&b, b.place.points));
    if (b.n_inside > 0)
        cgns_note(z->file, "%s names %" PRId64 " faces inside the zone's volume; they are left out", node->path,
                  b.n_inside);
    if (z->face.n == n_before && m->patch[b.patch_id].n_nodes_listed == 0)
        m->n_patches--; /* a line, a point, nothing: said above */
    return 0;
}

int cgns_structured_boundary(struct cgns_zone *z, struct raw_mesh *m)
{
    TRY(cgns_each_bc(z, m, read_bc));
    cgns_faces_to_patches(&z->face, m);
    return 0;
}
