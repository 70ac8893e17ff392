/* Nodes and geometry of the faces of one rank, and the centroids of cells and ghosts. */
#include "pack/local_mesh.h"

#include "mem.h"

/* Faces of a rank are in its own order, nodes of the mesh in the mesh's: reads jump. The offset is fetched 32 faces
 * ahead, so that the nodes behind it can be fetched 16 ahead. */
static void fetch_nodes(const struct local *l, int64_t i)
{
    enum { FAR = 32, NEAR = 16 };
    const struct mesh *m = l->w->mesh;
    if (i + FAR >= l->p->n_faces)
        return;
    __builtin_prefetch(&m->face_node_offset[local_mesh_face(l, i + FAR)]);
    __builtin_prefetch(&m->face_node[m->face_node_offset[local_mesh_face(l, i + NEAR)]]);
}

/* A face that is turned round here (~face: its right cell of the mesh is this rank's left one) runs through
 * its nodes backwards, from the same first node: n - k keeps node 0 in place. */
void local_face_nodes(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    MEM_NEW(p->face_node_offset, p->n_faces + 1);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->n_faces; i++) {
        lid f = local_mesh_face(l, i);
        p->face_node_offset[i + 1] = (lid)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
    }
    p->n_face_nodes = local_offsets(p->face_node_offset, p->n_faces);
    MEM_NEW(p->face_node, p->n_face_nodes);
#pragma omp parallel for schedule(dynamic, LOCAL_CHUNK)
    for (int64_t i = 0; i < p->n_faces; i++) {
        fetch_nodes(l, i);
        const lid *from = m->face_node + m->face_node_offset[local_mesh_face(l, i)];
        lid *to = p->face_node + p->face_node_offset[i], n = p->face_node_offset[i + 1] - p->face_node_offset[i];
        bool turned = l->face[i] < 0;
        for (lid k = 0; k < n; k++)
            to[k] = l->maps->node[from[turned ? (n - k) % n : k]];
    }
}

/* Stores v as item i of an array [3][n], the layout of all vectors in a pack. */
static void store(double *array, int64_t n, int64_t i, struct vec3 v)
{
    array[i] = v.x;
    array[n + i] = v.y;
    array[2 * n + i] = v.z;
}

/* As the mesh has the face, to the last bit, so that both ranks beside it and the whole mesh's volumes agree: from its
 * nodes in the mesh's order, here taken from the pack,
 * where those of neighbours are near one another. node: room for all of them. */
static void find_geometry(const struct local *l, int64_t i, lid *node, struct vec3 *normal, struct vec3 *centroid)
{
    struct pack *p = l->p;
    const double *const x[3] = {p->node, p->node + p->n_nodes, p->node + 2 * p->n_nodes};
    const lid *local = p->face_node + p->face_node_offset[i];
    int n = (int)(p->face_node_offset[i + 1] - p->face_node_offset[i]);
    if (l->w->mesh->periodic.n_pairs > 0) { /* one side of a periodic pair is made from the other's nodes */
        face_geometry(l->w->mesh, local_mesh_face(l, i), normal, centroid);
        return;
    }
    for (int k = 0; k < n; k++)
        node[k] = local[l->face[i] < 0 ? (n - k) % n : k];
    polygon_geometry(x, n, node, normal, centroid);
}

/* The largest number of nodes of a face: with it one buffer per thread serves all faces. */
static int64_t most_face_nodes(const struct pack *p)
{
    int64_t most = 0;
    for (int64_t i = 0; i < p->n_faces; i++) {
        lid n = p->face_node_offset[i + 1] - p->face_node_offset[i];
        most = n > most ? n : most;
    }
    return most;
}

void local_faces_fill(struct local *l)
{
    struct pack *p = l->p;
    int64_t most_nodes = most_face_nodes(p);
    MEM_NEW(p->normal, 3 * p->n_faces);
    MEM_NEW(p->area, p->n_faces);
    MEM_NEW(p->face_centroid, 3 * p->n_faces);
#pragma omp parallel
    {
        lid *node;
        MEM_NEW(node, most_nodes);
        /* Each face is made from its own nodes alone: the numbers do not depend on which thread makes it. */
#pragma omp for schedule(dynamic, LOCAL_CHUNK)
        for (int64_t i = 0; i < p->n_faces; i++) {
            struct vec3 normal, centroid;
            find_geometry(l, i, node, &normal, &centroid);
            store(p->normal, p->n_faces, i, l->face[i] < 0 ? vec3_scale(-1.0, normal) : normal);
            store(p->face_centroid, p->n_faces, i, centroid);
            p->area[i] = vec3_norm(normal);
        }
        mem_free(node);
    }
}

/* Sets the centroid of a ghost: that of the cell mirrored in the plane of the face, ghost = x + 2 ((c - x) . n) n with
 * the unit normal n, here normal / area. Boundary faces are never reversed. */
static void mirror_centroid(const struct local *l, int64_t f, lid *node)
{
    struct pack *p = l->p;
    struct vec3 normal, at;
    find_geometry(l, f, node, &normal, &at);
    double *x = p->centroid, *ghost = x + p->right[f], area = vec3_norm(normal);
    const double *cell = x + p->left[f];
    int64_t n = p->n_slots;
    double height = 0.0, square = area * area;
    height += (at.x - cell[0]) * normal.x;
    height += (at.y - cell[n]) * normal.y;
    height += (at.z - cell[2 * n]) * normal.z;
    ghost[0] = cell[0] + 2.0 * height / square * normal.x;
    ghost[n] = cell[n] + 2.0 * height / square * normal.y;
    ghost[2 * n] = cell[2 * n] + 2.0 * height / square * normal.z;
}

/* Cells of the halo have the mesh's own centroids (images those of images), so that both ranks see the same numbers. */
void local_centroids(struct local *l)
{
    const struct metrics *g = l->w->metrics;
    struct pack *p = l->p;
    lid *node;
    MEM_NEW(p->centroid, 3 * p->n_slots);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->n_cells; i++)
        for (int d = 0; d < 3; d++)
            p->centroid[d * p->n_slots + i] = g->centroid[d * g->stride + l->cell[i]];
    MEM_NEW(node, most_face_nodes(p));
    for (int64_t f = 0; f < p->n_boundary; f++)
        mirror_centroid(l, f, node);
    for (int64_t f = p->n_flux; f < p->n_flux + p->n_halo_boundary; f++)
        mirror_centroid(l, f, node);
    mem_free(node);
}
