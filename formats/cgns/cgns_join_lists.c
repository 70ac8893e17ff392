/* cgns_join_lists.c: GridConnectivity_t of kind Abutting1to1: point i of a list (or
 * range) of one zone meets point i of a list of another's, or of its own. Points
 * are vertices or faces; zones are structured or not. The nodes of two faces that
 * meet are paired by their places, since CGNS does not say which is which.
 */
#include "cgns/cgns_join.h"

#include "mem.h"
#include "raw/exterior_faces.h"
#include "raw/face_set.h"

#include <string.h>

enum { MOST_NODES = 64 }; /* of one face */

struct lists {
    struct cgns_interface *f;
    bool faces;      /* else vertices */
    char facing;     /* 'I', 'J', 'K' of a location that says so, else 0 */
    int64_t n;       /* points on each side */
    int64_t *index[2]; /* [2][n * indices of a point] 1-based; owned */
};

static int dimension(const struct cgns_zone *z)
{
    return z->structured ? z->dim : 1;
}

static int wrong(const struct lists *l, const char *what)
{
    const struct cgns_interface *f = l->f;
    return cgns_error(f->node, "joins zone '%s' to zone '%s' %s", f->zone->node->name, f->donor->node->name, what);
}

/* ---- reading ---------------------------------------------------------------------- */

static int read_location(struct lists *l)
{
    char text[NAME_SIZE] = "Vertex";
    const struct cgns_node *n = cgns_find(l->f->child, "GridLocation_t", NULL);
    if (n)
        TRY(cgns_read_text(n, text, sizeof text));
    l->faces = strcmp(text, "Vertex") != 0;
    if (l->faces && text[0] >= 'I' && text[0] <= 'K' && strcmp(text + 1, "FaceCenter") == 0)
        l->facing = text[0];
    /* EdgeCenter is allowed in a plane, where edges are the faces. */
    else if (l->faces && strcmp(text, "FaceCenter") != 0 &&
             !(strcmp(text, "EdgeCenter") == 0 && l->f->zone->dim == 2))
        return cgns_error(n, "is %s; interfaces are read by vertices or faces: export the mesh with these", text);
    return 0;
}

static int read_list(const struct cgns_node *node, int dim, int64_t **index, int64_t *n)
{
    TRY(cgns_check_integers(node));
    if (node->count % dim != 0)
        return cgns_error(node, "holds %" PRId64 " numbers, which are no points of %d indices; export the mesh again",
                          node->count, dim);
    MEM_NEW(*index, node->count);
    *n = node->count / dim;
    return cgns_read_int64(node, *index);
}

/* A range as a list, the first index fastest, each in the range's own direction.
 * A range may run downwards (from > to): the order of its points is what pairs them with the donor's. */
static int read_range(const struct cgns_node *node, int dim, int64_t most, int64_t **index, int64_t *n)
{
    int64_t r[6], steps[3] = {0, 0, 0}, s[3], at = 0;
    TRY(cgns_read_few(node, 2 * dim, r));
    *n = 1;
    for (int d = 0; d < dim; d++) {
        if (r[d] < 1 || r[dim + d] < 1 || r[d] > most || r[dim + d] > most)
            return cgns_error(node, "goes from %" PRId64 " to %" PRId64 ", beyond the zone; correct the interface",
                              r[d], r[dim + d]);
        steps[d] = r[dim + d] > r[d] ? r[dim + d] - r[d] : r[d] - r[dim + d];
        /* Checked before room is made: the bounds come from the file. */
        if (__builtin_mul_overflow(*n, steps[d] + 1, n) || *n > most)
            return cgns_error(node, "has more points than the zone; correct the interface");
    }
    MEM_NEW(*index, *n * dim);
    for (s[2] = 0; s[2] <= steps[2]; s[2]++)
        for (s[1] = 0; s[1] <= steps[1]; s[1]++)
            for (s[0] = 0; s[0] <= steps[0]; s[0]++)
                for (int d = 0; d < dim; d++)
                    (*index)[at++] = r[d] + (r[dim + d] < r[d] ? -s[d] : s[d]);
    return 0;
}

/* Nodes, or elements up to the last of any section: the largest number that a list of faces may name. */
static int64_t most_points(const struct cgns_zone *z)
{
    int64_t most = z->n_nodes;
    for (int i = 0; i < z->n_sections; i++)
        most = z->section[i].last > most ? z->section[i].last : most;
    return most;
}

static int read_points(struct lists *l)
{
    const struct cgns_interface *f = l->f;
    const struct cgns_node *list = cgns_find(f->child, NULL, "PointList");
    const struct cgns_node *range = cgns_find(f->child, NULL, "PointRange");
    const struct cgns_node *donor = cgns_find(f->child, NULL, "PointListDonor");
    int64_t n = 0;
    if (!donor)
        return wrong(l, "without a PointListDonor; export the mesh with points on both sides of the interface");
    if (list)
        TRY(read_list(list, dimension(f->zone), &l->index[0], &l->n));
    else if (range)
        TRY(read_range(range, dimension(f->zone), most_points(f->zone), &l->index[0], &l->n));
    else
        return wrong(l, "without a PointList or PointRange; export the mesh again");
    TRY(read_list(donor, dimension(f->donor), &l->index[1], &n));
    if (n != l->n)
        return cgns_error(f->node, "joins %" PRId64 " points of zone '%s' to %" PRId64
                                   " of zone '%s'; correct the interface",
                          l->n, f->zone->node->name, n, f->donor->node->name);
    return 0;
}

/* ---- points to nodes ------------------------------------------------------------------ */

static int no_point(const struct lists *l, const struct cgns_zone *z, const int64_t *index)
{
    return cgns_error(l->f->node, "joins zone '%s' to zone '%s' and names a %s of zone '%s' that it has not (%" PRId64
                                  "%s); correct the interface",
                      l->f->zone->node->name, l->f->donor->node->name, l->faces ? "face" : "vertex", z->node->name,
                      index[0], dimension(z) > 1 ? ", ..." : "");
}

static bool lattice_place(const struct cgns_zone *z, const int64_t *index, int64_t at[3])
{
    at[2] = 0;
    for (int d = 0; d < z->dim; d++) {
        at[d] = index[d] - 1;
        if (at[d] < 0 || at[d] >= z->size[d])
            return false;
    }
    return true;
}

static int vertex_node(const struct lists *l, const struct cgns_zone *z, const int64_t *index, lid *node)
{
    int64_t at[3] = {index[0] - 1, 0, 0};
    if (z->structured ? !lattice_place(z, index, at) : at[0] < 0 || at[0] >= z->n_nodes)
        return no_point(l, z, index);
    *node = z->structured ? cgns_lattice_node(z, at[0], at[1], at[2]) : (lid)(z->first_node + at[0]);
    return 0;
}

/* The index that the faces of a structured zone's list face: the one that all of
 * them share, -1 when there is none or several. */
static int find_facing(const struct lists *l, const struct cgns_zone *z, const int64_t *index)
{
    int facing = -1, n = 0;
    if (l->facing)
        return l->facing - 'I';
    for (int d = 0; d < z->dim; d++) {
        bool same = true;
        for (int64_t i = 1; i < l->n && same; i++)
            same = index[z->dim * i + d] == index[d];
        if (same) {
            facing = d;
            n++;
        }
    }
    return n == 1 ? facing : -1;
}

static int face_nodes(const struct lists *l, const struct cgns_zone *z, int facing, const int64_t *index, int *n,
                      const lid **node, lid lattice[4])
{
    int64_t at[3];
    if (!z->structured)
        return cgns_zone_face_nodes(z, index[0], n, node) != 0 ? no_point(l, z, index) : 0;
    if (!lattice_place(z, index, at))
        return no_point(l, z, index);
    for (int d = 0; d < z->dim; d++)
        /* A face begins at the lowest of its corners, so the last vertex along the other indices begins none. */
        if (d != facing && at[d] > z->size[d] - 2)
            return no_point(l, z, index);
    *n = cgns_lattice_face(z, facing, at, lattice);
    *node = lattice;
    return 0;
}

/* ---- faces ------------------------------------------------------------------------------ */

/* Lists the nodes of all faces of one side; those of face i begin at offset[i]. A face of a structured zone is named by
 * the indices of its first corner. Which index it faces is said by GridLocation (IFaceCenter) or found from the list,
 * in which that index is constant. */
static int list_faces(const struct lists *l, int side, int64_t *offset, lid **node)
{
    const struct cgns_zone *z = side == 0 ? l->f->zone : l->f->donor;
    int facing = z->structured ? find_facing(l, z, l->index[side]) : -1, n;
    int64_t end = 0, capacity = 0;
    const lid *around;
    lid lattice[4];
    if (z->structured && (facing < 0 || facing >= z->dim))
        return wrong(l, "by faces of several sides of a structured zone; export the interface by vertices");
    for (int64_t i = 0; i < l->n; i++) {
        TRY(face_nodes(l, z, facing, l->index[side] + i * dimension(z), &n, &around, lattice));
        /* pair_face() takes n squared steps a face. */
        if (n > MOST_NODES)
            return wrong(l, "by faces of more than 64 nodes; split them");
        if (end + n > capacity) {
            capacity = 2 * capacity + MOST_NODES + 4 * l->n;
            MEM_RESIZE(*node, capacity);
        }
        offset[i] = end;
        memcpy(*node + end, around, (size_t)n * sizeof **node);
        end += n;
    }
    offset[l->n] = end;
    return 0;
}

/* Puts the n nodes b in the order of the nodes a that they are nearest to.
 * The motion is applied to a's places first. n squared distances for a few nodes. */
static void pair_face(const struct cgns_interface *f, int n, const lid *a, lid *b)
{
    for (int i = 0; i < n; i++) {
        int nearest = i;
        /* b[0 .. i - 1] have found their partners; a swap leaves every node in the face. */
        double least = cgns_distance(f->j, &f->motion, a[i], b[i]);
        for (int k = i + 1; k < n; k++) {
            double distance = cgns_distance(f->j, &f->motion, a[i], b[k]);
            if (distance < least) {
                least = distance;
                nearest = k;
            }
        }
        lid t = b[i];
        b[i] = b[nearest];
        b[nearest] = t;
    }
}

/* Each face is paired again from whatever order the last try left, so that tries do not depend on one another. */
static void pair_faces(const struct lists *l, const int64_t *offset, const lid *a, lid *b)
{
    for (int64_t i = 0; i < l->n; i++)
        pair_face(l->f, (int)(offset[i + 1] - offset[i]), a + offset[i], b + offset[i]);
}

/* Files give a Periodic motion the wrong way round at times. Faces cannot be tried as vertices are, by
 * cgns_check_pairs(), since the motion decides how their nodes are paired: both ways are paired and the one that fits
 * is taken. When neither does, the file's own way stays, for the sentence about it. */
static int join_faces(const struct lists *l, const int64_t *offset, const lid *a, lid *b)
{
    struct cgns_interface *f = l->f;
    int64_t n = offset[l->n];
    pair_faces(l, offset, a, b);
    if (f->motion.moves && !cgns_pairs_fit(f, n, a, b)) {
        struct cgns_motion there = f->motion;
        f->motion = cgns_motion_back(&there);
        pair_faces(l, offset, a, b);
        if (cgns_pairs_fit(f, n, a, b)) {
            cgns_note_turned(f);
        } else {
            f->motion = there;
            pair_faces(l, offset, a, b);
        }
    }
    TRY(cgns_check_pairs(f, n, a, b));
    if (f->motion.moves)
        cgns_add_periodic(f, l->n, offset, a, b);
    for (int64_t i = 0; i < n && !f->motion.moves; i++)
        node_merge_unite(&f->j->merge, a[i], b[i]);
    return 0;
}

static int read_faces(const struct lists *l)
{
    int64_t *offset[2];
    lid *node[2] = {NULL, NULL};
    MEM_NEW(offset[0], l->n + 1);
    MEM_NEW(offset[1], l->n + 1);
    int status = list_faces(l, 0, offset[0], &node[0]) || list_faces(l, 1, offset[1], &node[1]);
    if (status == 0 && memcmp(offset[0], offset[1], (size_t)(l->n + 1) * sizeof *offset[0]) != 0)
        status = wrong(l, "by faces of unequal numbers of nodes; correct the interface");
    if (status == 0)
        status = join_faces(l, offset[0], node[0], node[1]);
    for (int side = 0; side < 2; side++) {
        MEM_FREE(offset[side]);
        MEM_FREE(node[side]);
    }
    return status;
}

/* ---- vertices ------------------------------------------------------------------------------ */

/* Marks these nodes alone and finds the zone's outer faces that have no others. */
static void faces_of(const struct cgns_join *j, const struct cgns_zone *z, const lid *node, int64_t n, uint8_t *mark,
                     struct exterior_faces *e)
{
    const struct node_merge none = {.parent = NULL};
    memset(mark, 0, (size_t)j->m->n_nodes);
    for (int64_t i = 0; i < n; i++)
        mark[node[i]] = 1;
    exterior_faces_find(j->m, &none, z->first_cell, z->n_cells, mark, e);
}

/* A face all of whose nodes are listed need not be one of the interface. Leaves in `here` the faces whose images are
 * among `there`; image[v]: the node that v meets. Returns the images' nodes, the caller's. */
static lid *leave_pairs(struct exterior_faces *here, const struct exterior_faces *there, const lid *image)
{
    struct face_set set;
    lid *other;
    int64_t kept = 0, at = 0, begin = 0;
    face_set_init(&set, there->n);
    for (int64_t i = 0; i < there->n; i++)
        face_set_add(&set, face_key(there->node + there->offset[i], there->offset[i + 1] - there->offset[i]), i);
    MEM_NEW(other, here->offset[here->n]);
    for (int64_t i = 0; i < here->n; i++) {
        int64_t end = here->offset[i + 1], n = end - begin;
        memmove(here->node + at, here->node + begin, (size_t)n * sizeof *here->node);
        for (int64_t k = 0; k < n; k++)
            other[at + k] = image[here->node[at + k]];
        begin = end;
        if (!face_set_find(&set, face_key(other + at, n)))
            continue;
        at += n;
        here->offset[++kept] = at;
    }
    here->n = kept;
    face_set_free(&set);
    return other;
}

/* The faces between vertices that are joined periodically: outer faces of the zone
 * whose images are outer faces of the donor.
 * image[] is set for the listed vertices alone; faces_of() names no others. */
static void add_faces_between(const struct lists *l, const lid *a, const lid *b)
{
    struct cgns_join *j = l->f->j;
    struct exterior_faces here, there;
    uint8_t *mark;
    lid *image;
    MEM_NEW(mark, j->m->n_nodes);
    MEM_NEW(image, j->m->n_nodes);
    for (int64_t i = 0; i < l->n; i++)
        image[a[i]] = b[i];
    faces_of(j, l->f->zone, a, l->n, mark, &here);
    faces_of(j, l->f->donor, b, l->n, mark, &there);
    lid *other = leave_pairs(&here, &there, image);
    cgns_add_periodic(l->f, here.n, here.offset, here.node, other);
    MEM_FREE(other);
    MEM_FREE(image);
    MEM_FREE(mark);
    exterior_faces_free(&here);
    exterior_faces_free(&there);
}

static int join_vertices(const struct lists *l, lid *a, lid *b)
{
    struct cgns_interface *f = l->f;
    for (int64_t i = 0; i < l->n; i++) {
        TRY(vertex_node(l, f->zone, l->index[0] + i * dimension(f->zone), &a[i]));
        TRY(vertex_node(l, f->donor, l->index[1] + i * dimension(f->donor), &b[i]));
    }
    TRY(cgns_check_pairs(f, l->n, a, b));
    if (f->motion.moves)
        add_faces_between(l, a, b);
    for (int64_t i = 0; i < l->n && !f->motion.moves; i++)
        node_merge_unite(&f->j->merge, a[i], b[i]);
    return 0;
}

static int read_vertices(const struct lists *l)
{
    lid *a, *b;
    MEM_NEW(a, l->n);
    MEM_NEW(b, l->n);
    int status = join_vertices(l, a, b);
    MEM_FREE(a);
    MEM_FREE(b);
    return status;
}

int cgns_join_lists(struct cgns_interface *f)
{
    struct lists l = {.f = f};
    int status = read_location(&l) || read_points(&l) || (l.faces ? read_faces(&l) : read_vertices(&l));
    MEM_FREE(l.index[0]);
    MEM_FREE(l.index[1]);
    return status;
}
