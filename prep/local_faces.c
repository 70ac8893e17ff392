/* Faces of one rank: which, in what order, and their geometry. */
#include "local_mesh.h"

#include "mem.h"

#include <string.h>

/* Appends the boundary faces of cells begin..end-1 to l->face from *n on, by
 * patch, then by cell. first: per patch, where its faces begin; [n_patches + 1]. */
static void list_boundary(struct local *l, lid begin, lid end, int64_t *n, lid *first)
{
    const struct mesh *m = l->w->mesh;
    memset(first, 0, (size_t)(m->n_patches + 1) * sizeof *first);
    for (int fill = 0; fill < 2; fill++) {
        for (lid i = begin; i < end; i++)
            for (int64_t k = m->cell_face_offset[l->cell[i]]; k < m->cell_face_offset[l->cell[i] + 1]; k++) {
                lid f = m->cell_face[k];
                if (!mesh_is_boundary(m, f))
                    continue;
                if (fill)
                    l->face[first[~m->right[f]]++] = f;
                else
                    first[~m->right[f]]++;
            }
        lid at = (lid)*n;
        for (int p = 0; p < m->n_patches; p++) {
            lid size = fill ? first[p] - at : first[p];
            first[p] = at;
            at += size;
        }
        first[m->n_patches] = at;
    }
    *n = first[m->n_patches];
}

struct crossing {
    lid other, face;
};

/* Interior faces of cells begin..end-1 whose other cell comes later: Algorithm 2
 * of paper 1, a walk over the cells that numbers each face at first sight; within
 * a cell by the other cell (or as in the file). */
static void list_interior(struct local *l, lid begin, lid end, int64_t *n)
{
    const struct mesh *m = l->w->mesh;
    bool by_cell = l->w->ordering->method == REORDER_RCM;
    int64_t capacity = 16;
    struct crossing *list;
    MEM_NEW(list, capacity);
    for (lid i = begin; i < end; i++) {
        lid c = l->cell[i];
        int64_t used = 0;
        if (m->cell_face_offset[c + 1] - m->cell_face_offset[c] > capacity) {
            capacity = 2 * (m->cell_face_offset[c + 1] - m->cell_face_offset[c]);
            MEM_RESIZE(list, capacity);
        }
        for (int64_t k = m->cell_face_offset[c]; k < m->cell_face_offset[c + 1]; k++) {
            lid f = m->cell_face[k], other = mesh_across(m, f, c);
            if (other < 0 || l->maps->cell[other] < i)
                continue;
            struct crossing x = {by_cell ? l->maps->cell[other] : f, f};
            int64_t at = used++;
            for (; at > 0 && list[at - 1].other > x.other; at--)
                list[at] = list[at - 1];
            list[at] = x;
        }
        for (int64_t k = 0; k < used; k++)
            l->face[(*n)++] = list[k].face;
    }
    mem_free(list);
}

static void list_faces(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    int64_t most = 0, n = 0;
    for (lid i = 0; i < p->n_stencil; i++)
        most += m->cell_face_offset[l->cell[i] + 1] - m->cell_face_offset[l->cell[i]];
    MEM_NEW(l->face, most);
    lid *first, *halo_first, n_owned = (lid)p->n_owned, n_stencil = (lid)p->n_stencil;
    MEM_NEW(first, m->n_patches + 1);
    MEM_NEW(halo_first, m->n_patches + 1);
    list_boundary(l, 0, n_owned, &n, first);
    p->n_boundary = n;
    list_interior(l, 0, n_owned, &n);
    p->n_flux = n;
    list_boundary(l, n_owned, n_stencil, &n, halo_first);
    p->n_halo_boundary = n - p->n_flux;
    list_interior(l, n_owned, n_stencil, &n);
    p->n_faces = n;
    p->n_slots = p->n_cells + p->n_boundary + p->n_halo_boundary;
    MEM_NEW_ZERO(p->patch, m->n_patches);
    p->n_patches = m->n_patches;
    for (int i = 0; i < m->n_patches; i++) {
        struct pack_patch *b = &p->patch[i];
        memcpy(b->name, m->patch[i].name, NAME_SIZE);
        memcpy(b->family, m->patch[i].family, NAME_SIZE);
        b->kind = m->patch[i].kind;
        b->n_faces = m->patch[i].n_faces;
        b->begin = first[i];
        b->end = first[i + 1];
        b->halo_begin = halo_first[i];
        b->halo_end = halo_first[i + 1];
    }
    mem_free(first);
    mem_free(halo_first);
}

/* Left, right and whether the normal must be turned: left < right here. */
static bool place_face(const struct local *l, lid i, lid *left, lid *right)
{
    const struct mesh *m = l->w->mesh;
    const struct pack *p = l->p;
    lid f = l->face[i];
    *left = l->maps->cell[m->left[f]];
    if (mesh_is_boundary(m, f)) {
        int64_t ghost = i < p->n_boundary ? i : p->n_boundary + i - p->n_flux;
        *right = (lid)(p->n_cells + ghost);
        return false;
    }
    *right = l->maps->cell[m->right[f]];
    if (*left < *right)
        return false;
    lid t = *left;
    *left = *right;
    *right = t;
    return true;
}

static void copy_nodes(struct local *l, lid i, bool turned)
{
    const struct mesh *m = l->w->mesh;
    const lid *from = m->face_node + m->face_node_offset[l->face[i]];
    lid *to = l->p->face_node + l->p->face_node_offset[i];
    lid n = l->p->face_node_offset[i + 1] - l->p->face_node_offset[i];
    for (lid k = 0; k < n; k++)
        to[k] = from[turned ? (n - k) % n : k]; /* numbers of the mesh; local_nodes.c maps them */
}

static void store(double *array, int64_t n, int64_t i, struct vec3 v)
{
    array[i] = v.x;
    array[n + i] = v.y;
    array[2 * n + i] = v.z;
}

static void fill_faces(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_faces; i++) {
        lid f = l->face[i];
        bool turned = place_face(l, i, &p->left[i], &p->right[i]);
        struct vec3 normal, centroid;
        face_geometry(m, f, &normal, &centroid);
        store(p->normal, p->n_faces, i, turned ? vec3_scale(-1.0, normal) : normal);
        store(p->face_centroid, p->n_faces, i, centroid);
        p->area[i] = vec3_norm(normal);
        p->face_gid[i] = mesh_face_base(m, f);
        l->maps->face[f] = i;
        copy_nodes(l, i, turned);
    }
}

void local_faces_build(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    list_faces(l);
    MEM_NEW(p->normal, 3 * p->n_faces);
    MEM_NEW(p->area, p->n_faces);
    MEM_NEW(p->face_centroid, 3 * p->n_faces);
    MEM_NEW(p->left, p->n_faces);
    MEM_NEW(p->right, p->n_faces);
    MEM_NEW(p->face_gid, p->n_faces);
    MEM_NEW(p->centroid, 3 * p->n_slots);
    MEM_NEW(p->face_node_offset, p->n_faces + 1);
    p->face_node_offset[0] = 0;
    for (lid i = 0; i < p->n_faces; i++) {
        lid f = l->face[i];
        p->face_node_offset[i + 1] = p->face_node_offset[i] + (lid)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
    }
    p->n_face_nodes = p->face_node_offset[p->n_faces];
    MEM_NEW(p->face_node, p->n_face_nodes);
    fill_faces(l);
}
