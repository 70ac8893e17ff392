/* Faces of one rank: which, in what order, between which cells.
 *
 *   0 .. n_boundary-1            boundary faces of owned cells, by patch
 *     .. n_flux-1                interior faces of owned cells
 *     .. +n_halo_boundary        boundary faces of halo cells of layer 1, by patch
 *     .. n_faces-1               other interior faces of halo cells of layer 1
 *
 * Fluxes run over the first two parts; the other two serve the gradients of layer 1. Interior faces follow a walk over
 * the cells, which numbers each face at the first of its two cells: then faces that are near one another in number
 * share cells. Threads walk blocks of cells and leave what they find in the blocks' own part of one list; the places in
 * the end are sums over the blocks before, the same for any number of threads.
 */
#include "pack/local_mesh.h"

#include "mem.h"

#include <string.h>

/* A face where the walk over the cells meets it first. */
struct crossing {
    lid face;  /* of the mesh, ~face when turned round here */
    lid other; /* the cell across; of a boundary face the cell itself */
};

enum { BLOCK = 4096 }; /* cells */

/* Cells begin .. end-1, which the walk takes block by block. */
struct range {
    lid begin, end;
    int64_t n_blocks;
    int64_t *interior, *boundary; /* [n_blocks + 1] faces of a block; then those in the blocks before */
};

/* What the walk finds. A block has room for all its cells' faces where their rows of
 * cell_face will be: interior ones stand at its beginning, boundary ones at its end,
 * last first. */
struct walk {
    struct crossing *crossing; /* [n_cell_faces] */
    lid *n_first;              /* [n_stencil] interior faces that a cell is the first of */
};

/* Makes the rows of owned cells and of layer 1. Halo cells further out have no rows, since nothing is computed in
 * them. */
static void make_rows(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    MEM_NEW(p->cell_face_offset, p->n_stencil + 1);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_stencil; i++)
        p->cell_face_offset[i + 1] = (lid)(m->cell_face_offset[l->cell[i] + 1] - m->cell_face_offset[l->cell[i]]);
    p->n_cell_faces = local_offsets(p->cell_face_offset, p->n_stencil);
}

/* Fetches what the cells a few places behind i will need: neighbours here are far apart
 * in the mesh, and waiting for memory is most of the time of the walk. */
static void look_ahead(const struct local *l, lid i)
{
    enum { FAR = 32, MIDDLE = 24, NEAR = 16, NEXT = 8 };
    const struct mesh *m = l->w->mesh;
    if (i + FAR >= l->p->n_stencil)
        return;
    __builtin_prefetch(&m->cell_face_offset[l->cell[i + FAR]]);
    __builtin_prefetch(&m->cell_face[m->cell_face_offset[l->cell[i + MIDDLE]]]);
    lid near = l->cell[i + NEAR], next = l->cell[i + NEXT];
    for (int64_t k = m->cell_face_offset[near]; k < m->cell_face_offset[near + 1]; k++) {
        __builtin_prefetch(&m->left[m->cell_face[k]]);
        __builtin_prefetch(&m->right[m->cell_face[k]]);
    }
    for (int64_t k = m->cell_face_offset[next]; k < m->cell_face_offset[next + 1]; k++) {
        lid other = mesh_across(m, m->cell_face[k], next);
        __builtin_prefetch(&l->maps->cell[other < 0 ? 0 : other]);
    }
}

static lid face_number(const struct crossing *x)
{
    return x->face < 0 ? ~x->face : x->face;
}

/* Interior faces of a cell whose other cell comes later: Algorithm 2 of paper 1 (docs/kernel-lab.md), a
 * walk over the cells that numbers each face at first sight; within a cell by the
 * other cell (or as in the file). */
static void walk_cell(const struct local *l, lid i, struct walk *w, struct crossing **interior,
                      struct crossing **boundary)
{
    const struct mesh *m = l->w->mesh;
    /* File order is asked for to compare with it: then faces too stay as the file has them. */
    bool by_cell = l->w->ordering->method != REORDER_NONE;
    struct crossing *first = *interior, *end = first;
    lid c = l->cell[i];
    for (int64_t k = m->cell_face_offset[c]; k < m->cell_face_offset[c + 1]; k++) {
        lid f = m->cell_face[k], across = mesh_across(m, f, c);
        if (across < 0) {
            /* The block's boundary faces grow downwards from the end of its room. */
            *--*boundary = (struct crossing){f, i};
            continue;
        }
        struct crossing x = {m->left[f] == c ? f : ~f, l->maps->cell[across]}, *at = end;
        /* The other cell has numbered it. A cell beyond the stencil is never walked and has a larger number. */
        if (x.other < i)
            continue;
        for (end++; at > first; at--) {
            if (by_cell ? at[-1].other <= x.other : face_number(at - 1) <= face_number(&x))
                break;
            *at = at[-1];
        }
        *at = x;
    }
    w->n_first[i] = (lid)(end - first);
    *interior = end;
}

/* The cell after the last one of block b. */
static lid block_end(const struct range *r, int64_t b)
{
    return r->end - r->begin > (b + 1) * BLOCK ? (lid)(r->begin + (b + 1) * BLOCK) : r->end;
}

/* Interior faces fill the block's room from the front, boundary ones from the back: together they are at most
 * the entries of its rows. */
static void walk_block(const struct local *l, struct range *r, struct walk *w, int64_t b)
{
    lid begin = (lid)(r->begin + b * BLOCK), end = block_end(r, b);
    struct crossing *room = w->crossing + l->p->cell_face_offset[begin], *interior = room;
    struct crossing *room_end = w->crossing + l->p->cell_face_offset[end], *boundary = room_end;
    for (lid i = begin; i < end; i++) {
        look_ahead(l, i);
        walk_cell(l, i, w, &interior, &boundary);
    }
    r->interior[b + 1] = interior - room;
    r->boundary[b + 1] = room_end - boundary;
}

static void add_up(int64_t *offset, int64_t n)
{
    for (int64_t b = 0; b < n; b++)
        offset[b + 1] += offset[b];
}

static struct range walk_range(const struct local *l, int64_t begin, int64_t end, struct walk *w)
{
    struct range r = {.begin = (lid)begin, .end = (lid)end, .n_blocks = (end - begin + BLOCK - 1) / BLOCK};
    MEM_NEW_ZERO(r.interior, r.n_blocks + 1);
    MEM_NEW_ZERO(r.boundary, r.n_blocks + 1);
#pragma omp parallel for schedule(dynamic)
    for (int64_t b = 0; b < r.n_blocks; b++)
        walk_block(l, &r, w, b);
    add_up(r.interior, r.n_blocks);
    add_up(r.boundary, r.n_blocks);
    return r;
}

static int64_t n_interior(const struct range *r)
{
    return r->interior[r->n_blocks];
}

static int64_t n_boundary(const struct range *r)
{
    return r->boundary[r->n_blocks];
}

/* The interior faces of a range, in the order of the walk, to `to` and what follows. */
static void place_interior(struct local *l, const struct range *r, const struct walk *w, int64_t to)
{
    struct pack *p = l->p;
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < r->n_blocks; b++) {
        lid begin = (lid)(r->begin + b * BLOCK);
        /* x walks through the block's interior faces in step with the counts of its cells. */
        const struct crossing *x = w->crossing + p->cell_face_offset[begin];
        int64_t at = to + r->interior[b];
        for (lid i = begin; i < block_end(r, b); i++)
            for (lid k = 0; k < w->n_first[i]; k++, at++, x++) {
                l->face[at] = x->face;
                p->left[at] = i;
                p->right[at] = x->other;
            }
    }
}

/* The boundary faces of a range, by patch, each patch's in the order of the walk, to `to`
 * and what follows; `ghost`: the first one's. first: per patch, where its faces begin;
 * [n_patches + 1]. */
static void place_boundary(struct local *l, const struct range *r, const struct walk *w, int64_t to, int64_t ghost,
                           lid *first)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    int64_t n = n_boundary(r);
    struct crossing *list;
    MEM_NEW(list, n);
    for (int64_t b = 0; b < r->n_blocks; b++)
        for (int64_t k = r->boundary[b]; k < r->boundary[b + 1]; k++)
            /* Last first in the block's room (struct walk): turned round here. */
            list[k] = w->crossing[p->cell_face_offset[block_end(r, b)] - 1 - (k - r->boundary[b])];
    memset(first, 0, (size_t)(m->n_patches + 1) * sizeof *first);
    for (int64_t k = 0; k < n; k++)
        first[~m->right[list[k].face] + 1]++;
    first[0] = (lid)to;
    for (int patch = 0; patch < m->n_patches; patch++)
        first[patch + 1] += first[patch];
    for (int64_t k = 0; k < n; k++) {
        /* Counting sort by patch: moves each first[] to the next patch's begin; the loop below moves them back. */
        lid at = first[~m->right[list[k].face]]++;
        l->face[at] = list[k].face;
        p->left[at] = list[k].other;
        p->right[at] = (lid)(ghost + at - to);
    }
    for (int patch = m->n_patches; patch > 0; patch--)
        first[patch] = first[patch - 1];
    first[0] = (lid)to;
    mem_free(list);
}

/* Patches of all ranks have the same order and names, also where a rank has no face of one (begin == end).
 * n_faces: of the whole mesh. */
static void list_patches(struct local *l, const lid *first, const lid *halo_first)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
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
}

/* Counts, and room for the faces of both ranges.
 * Ghost slots follow the cells: one for each boundary face, in the order of the faces. */
static void make_room(struct local *l, const struct range *owned, const struct range *halo)
{
    struct pack *p = l->p;
    p->n_boundary = n_boundary(owned);
    p->n_halo_boundary = n_boundary(halo);
    p->n_flux = p->n_boundary + n_interior(owned);
    p->n_faces = p->n_flux + p->n_halo_boundary + n_interior(halo);
    p->n_slots = p->n_cells + p->n_boundary + p->n_halo_boundary;
    MEM_NEW(l->face, p->n_faces);
    MEM_NEW(p->left, p->n_faces);
    MEM_NEW(p->right, p->n_faces);
}

/* The halo's part comes second, since numbers of ghosts and faces go on behind those of the owned cells. */
void local_faces_list(struct local *l)
{
    struct pack *p = l->p;
    struct walk w;
    lid *first, *halo_first;
    make_rows(l);
    MEM_NEW(w.crossing, p->n_cell_faces);
    MEM_NEW(w.n_first, p->n_stencil);
    MEM_NEW(first, l->w->mesh->n_patches + 1);
    MEM_NEW(halo_first, l->w->mesh->n_patches + 1);
    struct range owned = walk_range(l, 0, p->n_owned, &w), halo = walk_range(l, p->n_owned, p->n_stencil, &w);
    make_room(l, &owned, &halo);
    place_boundary(l, &owned, &w, 0, p->n_cells, first);
    place_interior(l, &owned, &w, p->n_boundary);
    place_boundary(l, &halo, &w, p->n_flux, p->n_cells + p->n_boundary, halo_first);
    place_interior(l, &halo, &w, p->n_flux + p->n_halo_boundary);
    list_patches(l, first, halo_first);
    mem_free(owned.interior);
    mem_free(owned.boundary);
    mem_free(halo.interior);
    mem_free(halo.boundary);
    mem_free(first);
    mem_free(halo_first);
    mem_free(w.crossing);
    mem_free(w.n_first);
}

/* Of a face behind a periodic side: the number of the face of the mesh that it is an image of. */
void local_faces_gid(struct local *l)
{
    struct pack *p = l->p;
    MEM_NEW(p->face_gid, p->n_faces);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < p->n_faces; i++)
        p->face_gid[i] = mesh_face_base(l->w->mesh, local_mesh_face(l, i));
}
