/* Faces of one rank: which, in what order, their geometry and nodes. */
#include "local_mesh.h"

#include "mem.h"

#include <string.h>

struct crossing {
    lid other, face;
};

enum { BLOCK = 4096 }; /* cells */

/* What a walk over a range of cells finds, block by block. The cells of block b have
 * room for all their faces from place[b] on: interior ones stand at its beginning,
 * boundary ones at its end, last first. */
struct walk {
    int64_t n_blocks, *place;     /* [n_blocks + 1] */
    int64_t *interior, *boundary; /* [n_blocks + 1] how many; then how many in the blocks before */
    int64_t widest;               /* most faces of a cell */
    lid *face;                    /* [place[n_blocks]] */
};

static int64_t n_cell_faces(const struct mesh *m, lid c)
{
    return m->cell_face_offset[c + 1] - m->cell_face_offset[c];
}

/* Is this the face's first cell here, and is it not at the boundary? */
static bool is_first_of_interior(const struct local *l, lid i, lid face, lid *other)
{
    *other = mesh_across(l->w->mesh, face, l->cell[i]);
    if (*other < 0)
        return false;
    *other = l->maps->cell[*other];
    return *other >= i;
}

/* Interior faces of a cell whose other cell comes later: Algorithm 2 of paper 1, a
 * walk over the cells that numbers each face at first sight; within a cell by the
 * other cell (or as in the file). */
static int64_t list_cell(const struct local *l, lid i, struct crossing *list)
{
    const struct mesh *m = l->w->mesh;
    bool by_cell = l->w->ordering->method != REORDER_NONE;
    int64_t used = 0;
    for (int64_t k = m->cell_face_offset[l->cell[i]]; k < m->cell_face_offset[l->cell[i] + 1]; k++) {
        lid f = m->cell_face[k], other;
        if (!is_first_of_interior(l, i, f, &other))
            continue;
        struct crossing x = {by_cell ? other : f, f};
        int64_t at = used++;
        for (; at > 0 && list[at - 1].other > x.other; at--)
            list[at] = list[at - 1];
        list[at] = x;
    }
    return used;
}

static void walk_block(const struct local *l, lid begin, lid end, struct walk *w, int64_t b)
{
    const struct mesh *m = l->w->mesh;
    struct crossing *list;
    lid *interior = w->face + w->place[b], *boundary = w->face + w->place[b + 1];
    MEM_NEW(list, w->widest);
    for (lid i = begin; i < end; i++) {
        int64_t n = list_cell(l, i, list);
        for (int64_t k = 0; k < n; k++)
            *interior++ = list[k].face;
        for (int64_t k = m->cell_face_offset[l->cell[i]]; k < m->cell_face_offset[l->cell[i] + 1]; k++)
            if (mesh_is_boundary(m, m->cell_face[k]))
                *--boundary = m->cell_face[k];
    }
    w->interior[b + 1] = interior - (w->face + w->place[b]);
    w->boundary[b + 1] = w->face + w->place[b + 1] - boundary;
    mem_free(list);
}

static lid block_end(lid begin, lid end, int64_t b)
{
    return end - begin > (b + 1) * BLOCK ? (lid)(begin + (b + 1) * BLOCK) : end;
}

static void add_up(int64_t *offset, int64_t n)
{
    for (int64_t b = 0; b < n; b++)
        offset[b + 1] += offset[b];
}

static void walk_range(const struct local *l, lid begin, lid end, struct walk *w)
{
    int64_t widest = 0;
    w->n_blocks = (end - begin + BLOCK - 1) / BLOCK;
    MEM_NEW_ZERO(w->place, w->n_blocks + 1);
    MEM_NEW_ZERO(w->interior, w->n_blocks + 1);
    MEM_NEW_ZERO(w->boundary, w->n_blocks + 1);
#pragma omp parallel for schedule(static) reduction(max : widest)
    for (int64_t b = 0; b < w->n_blocks; b++)
        for (lid i = (lid)(begin + b * BLOCK); i < block_end(begin, end, b); i++) {
            int64_t n = n_cell_faces(l->w->mesh, l->cell[i]);
            w->place[b + 1] += n;
            widest = n > widest ? n : widest;
        }
    w->widest = widest;
    add_up(w->place, w->n_blocks);
    MEM_NEW(w->face, w->place[w->n_blocks]);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < w->n_blocks; b++)
        walk_block(l, (lid)(begin + b * BLOCK), block_end(begin, end, b), w, b);
    add_up(w->interior, w->n_blocks);
    add_up(w->boundary, w->n_blocks);
}

/* Puts the blocks' faces together, in the order of the walk. */
static void gather_walk(const struct walk *w, lid *interior, lid *boundary)
{
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < w->n_blocks; b++) {
        int64_t n_boundary = w->boundary[b + 1] - w->boundary[b];
        memcpy(interior + w->interior[b], w->face + w->place[b],
               (size_t)(w->interior[b + 1] - w->interior[b]) * sizeof *interior);
        for (int64_t k = 0; k < n_boundary; k++)
            boundary[w->boundary[b] + k] = w->face[w->place[b + 1] - 1 - k];
    }
}

static void walk_free(struct walk *w)
{
    mem_free(w->place);
    mem_free(w->interior);
    mem_free(w->boundary);
    mem_free(w->face);
}

/* By patch, each patch's in the order they come. first: per patch, where its faces
 * begin, counted from base; [n_patches + 1]. */
static void sort_by_patch(const struct mesh *m, const lid *face, int64_t n, lid base, lid *to, lid *first)
{
    memset(first, 0, (size_t)(m->n_patches + 1) * sizeof *first);
    for (int64_t i = 0; i < n; i++)
        first[~m->right[face[i]]]++;
    lid at = 0;
    for (int p = 0; p <= m->n_patches; p++) {
        lid size = first[p];
        first[p] = at;
        at += size;
    }
    for (int64_t i = 0; i < n; i++)
        to[first[~m->right[face[i]]]++] = face[i];
    for (int p = m->n_patches; p > 0; p--)
        first[p] = base + first[p - 1];
    first[0] = base;
}

/* Appends the faces of cells begin..end-1 to l->face from *n on: those at the boundary
 * by patch, then the interior ones whose other cell comes later. */
static void list_range(struct local *l, lid begin, lid end, int64_t *n, int64_t *n_boundary, lid *first)
{
    struct walk w;
    lid *boundary;
    walk_range(l, begin, end, &w);
    *n_boundary = w.boundary[w.n_blocks];
    MEM_NEW(boundary, *n_boundary);
    MEM_RESIZE(l->face, *n + *n_boundary + w.interior[w.n_blocks]);
    gather_walk(&w, l->face + *n + *n_boundary, boundary);
    sort_by_patch(l->w->mesh, boundary, *n_boundary, (lid)*n, l->face + *n, first);
    *n += *n_boundary + w.interior[w.n_blocks];
    mem_free(boundary);
    walk_free(&w);
}

void local_faces_list(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    int64_t n = 0;
    lid *first, *halo_first, n_owned = (lid)p->n_owned, n_stencil = (lid)p->n_stencil;
    MEM_NEW(first, m->n_patches + 1);
    MEM_NEW(halo_first, m->n_patches + 1);
    list_range(l, 0, n_owned, &n, &p->n_boundary, first);
    p->n_flux = n;
    list_range(l, n_owned, n_stencil, &n, &p->n_halo_boundary, halo_first);
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

bool local_face_is_turned(const struct local *l, lid i)
{
    const struct mesh *m = l->w->mesh;
    lid f = l->face[i];
    return !mesh_is_boundary(m, f) && l->maps->cell[m->left[f]] > l->maps->cell[m->right[f]];
}

static void place_face(const struct local *l, lid i, bool turned, lid *left, lid *right)
{
    const struct mesh *m = l->w->mesh;
    const struct pack *p = l->p;
    lid f = l->face[i], cell = l->maps->cell[m->left[f]], other;
    if (mesh_is_boundary(m, f))
        other = (lid)(p->n_cells + (i < p->n_boundary ? i : p->n_boundary + i - p->n_flux));
    else
        other = l->maps->cell[m->right[f]];
    *left = turned ? other : cell;
    *right = turned ? cell : other;
}

static void store(double *array, int64_t n, int64_t i, struct vec3 v)
{
    array[i] = v.x;
    array[n + i] = v.y;
    array[2 * n + i] = v.z;
}

void local_faces_fill(struct local *l)
{
    struct pack *p = l->p;
    MEM_NEW(p->normal, 3 * p->n_faces);
    MEM_NEW(p->area, p->n_faces);
    MEM_NEW(p->face_centroid, 3 * p->n_faces);
    MEM_NEW(p->left, p->n_faces);
    MEM_NEW(p->right, p->n_faces);
    MEM_NEW(p->face_gid, p->n_faces);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_faces; i++) {
        lid f = l->face[i];
        bool turned = local_face_is_turned(l, i);
        struct vec3 normal, centroid;
        place_face(l, i, turned, &p->left[i], &p->right[i]);
        face_geometry(l->w->mesh, f, &normal, &centroid);
        store(p->normal, p->n_faces, i, turned ? vec3_scale(-1.0, normal) : normal);
        store(p->face_centroid, p->n_faces, i, centroid);
        p->area[i] = vec3_norm(normal);
        p->face_gid[i] = mesh_face_base(l->w->mesh, f);
        l->maps->face[f] = i;
    }
}

void local_face_nodes(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    MEM_NEW(p->face_node_offset, p->n_faces + 1);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_faces; i++)
        p->face_node_offset[i + 1] = (lid)(m->face_node_offset[l->face[i] + 1] - m->face_node_offset[l->face[i]]);
    p->n_face_nodes = local_offsets(p->face_node_offset, p->n_faces);
    MEM_NEW(p->face_node, p->n_face_nodes);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_faces; i++) {
        const lid *from = m->face_node + m->face_node_offset[l->face[i]];
        lid *to = p->face_node + p->face_node_offset[i], n = p->face_node_offset[i + 1] - p->face_node_offset[i];
        bool turned = local_face_is_turned(l, i);
        for (lid k = 0; k < n; k++)
            to[k] = l->maps->node[from[turned ? (n - k) % n : k]];
    }
}
