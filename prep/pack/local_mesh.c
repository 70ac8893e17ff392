/* The pack of one rank, made piece by piece in an order that lets each array go to disk and be freed as soon
 * as no later piece needs it.
 *
 *   cells -> faces -> tables of faces and neighbours -> colours of faces -> nodes -> geometry -> cells around nodes
 *
 * Packs are made one after another while the whole mesh stays in memory, and a thread of the writer's writes the last
 * pieces meanwhile. Arrays that wait for the disk count towards the peak, so a piece waits (make_room()) rather than
 * raise it. The maps from the mesh to the rank are shared by all packs: each pack clears only what it has set.
 */
#include "pack/local_mesh.h"

#include "error.h"
#include "mem.h"
#include "progress/progress.h"
#include "text.h"

#include <string.h>

/* A map of all cells or all nodes of the whole mesh; -1 marks those that a rank does not have. Since it is so large,
 * one serves all packs in turn. */
static lid *new_map(int64_t n)
{
    lid *map;
    MEM_NEW(map, n);
    memset(map, -1, (size_t)n * sizeof *map);
    return map;
}

/* base_bytes: what is held before any pack is made, for make_room(). */
void local_maps_init(struct local_maps *maps, const struct mesh *m)
{
    maps->cell = new_map(mesh_all_cells(m));
    maps->node = new_map(mesh_all_nodes(m));
    maps->corner_faces = local_corner_faces(m);
    maps->last_use = NULL;
    maps->base_bytes = mem_current_bytes();
}

void local_maps_free(struct local_maps *maps)
{
    MEM_FREE(maps->cell);
    MEM_FREE(maps->node);
    MEM_FREE(maps->corner_faces);
}

/* Only what the pack has set, so that making many small packs of a large mesh stays linear. */
static void clean(lid *map, const lid *used, int64_t n)
{
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++)
        map[used[i]] = -1;
}

/* Local numbers: 0 .. n_owned-1 in the order of reorder.c, then the halo's layers as halo_build.c has them.
 *
 *    0       n_inner       n_owned     n_stencil                 n_cells
 *    | inner |  owned, outer |  layer 1   |  layer 2  |  layer 3 | */
static void number_cells(struct local *l)
{
    const struct ordering *o = l->w->ordering;
    const struct halos *h = l->w->halos;
    struct pack *p = l->p;
    const int64_t *layer = h->layer_begin + 3 * p->rank;
    p->n_ranks = o->n_ranks;
    p->n_cells_global = l->w->mesh->n_cells;
    p->n_owned = o->rank_offset[p->rank + 1] - o->rank_offset[p->rank];
    p->n_inner = o->n_inner[p->rank];
    p->n_halo_face = layer[1] - layer[0];
    p->n_halo_second = layer[2] - layer[1];
    p->n_halo_node = layer[3] - layer[2];
    p->n_stencil = p->n_owned + p->n_halo_face;
    p->n_cells = p->n_owned + layer[3] - layer[0];
    MEM_NEW(l->cell, p->n_cells);
    memcpy(l->cell, o->cell + o->rank_offset[p->rank], (size_t)p->n_owned * sizeof(lid));
    memcpy(l->cell + p->n_owned, h->cell + layer[0], (size_t)(p->n_cells - p->n_owned) * sizeof(lid));
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_cells; i++)
        l->maps->cell[l->cell[i]] = i;
}

static void copy_cells(struct local *l)
{
    struct pack *p = l->p;
    MEM_NEW(p->volume, p->n_cells);
    MEM_NEW(p->wall_distance, p->n_cells);
    MEM_NEW(p->cell_type, p->n_cells);
    MEM_NEW(p->cell_gid, p->n_cells);
#pragma omp parallel for schedule(dynamic, LOCAL_CHUNK)
    for (int64_t i = 0; i < p->n_cells; i++) {
        lid c = l->cell[i];
        p->volume[i] = l->w->metrics->volume[c];
        p->cell_type[i] = l->w->mesh->cell_type[c];
        p->cell_gid[i] = mesh_cell_base(l->w->mesh, c);
        p->wall_distance[i] = l->w->wall_distance[p->cell_gid[i]];
    }
}

/* ---- the pieces, each written and freed when no later one needs it ---- */

/* Has what is there written. */
static void write_piece(struct local *l)
{
    if (l->writer)
        pack_write_arrays(l->writer, l->p);
}

/* Waits until so many bytes more can be held: what waits to be written is not to raise
 * the peak. */
static void make_room(struct local *l, int64_t bytes)
{
    /* What has been held already may be held again: waiting is only for what would be a new peak. */
    size_t peak = mem_peak_bytes(), most = peak > l->most_bytes ? peak : l->most_bytes;
    if (!l->writer || mem_current_bytes() + (size_t)bytes <= most)
        return;
    progress_end(STAGE_LOCAL);
    progress_begin(STAGE_WRITE);
    pack_write_wait(l->writer, most > (size_t)bytes ? most - (size_t)bytes : 0);
    progress_end(STAGE_WRITE);
    progress_begin(STAGE_LOCAL);
}

/* An array that no later piece needs is freed as soon as it is written. */
#define LET_GO(l, member)                                                                                              \
    do {                                                                                                               \
        if ((l)->writer) {                                                                                             \
            pack_write_release((l)->writer, (l)->p->member);                                                           \
            (l)->p->member = NULL;                                                                                     \
        }                                                                                                              \
    } while (0)

static void make_cells(struct local *l)
{
    number_cells(l);
    copy_cells(l);
    write_piece(l);
    LET_GO(l, volume);
    LET_GO(l, wall_distance);
    LET_GO(l, cell_type);
    LET_GO(l, cell_gid);
    colour_copy_cells(l->w->mesh, l->w->colours, l->cell, l->p);
    write_piece(l);
    LET_GO(l, cell_colour_cell);
    LET_GO(l, halo_colour);
}

static void make_faces(struct local *l)
{
    enum { FULLEST = 80 }; /* bytes a face: while geometry is made, 56 for itself, about 24 for nodes and numbers */
    struct pack *p = l->p;
    local_faces_list(l);
    l->most_bytes = l->maps->base_bytes + (size_t)(FULLEST * p->n_faces);
    make_room(l, 8 * p->n_faces);
    local_faces_gid(l);
    write_piece(l);
    LET_GO(l, face_gid);
}

static void make_tables(struct local *l)
{
    make_room(l, 8 * l->p->n_cell_faces);
    local_tables_csr(l);
    write_piece(l);
    make_room(l, 8 * l->p->n_cell_faces);
    local_tables_slices(l);
    write_piece(l);
    LET_GO(l, slice_face);
    LET_GO(l, slice_cell);
}

/* Without a writer (local_mesh_build()) packs have no colours of faces, which only the papers' kernels read. */
static void make_face_colours(struct local *l)
{
    struct pack *p = l->p;
    if (!l->writer)
        return;
    make_room(l, 8 * p->n_faces);
    progress_end(STAGE_LOCAL);
    progress_begin(STAGE_COLOUR);
    colour_faces(p);
    progress_end(STAGE_COLOUR);
    progress_begin(STAGE_LOCAL);
    write_piece(l);
    LET_GO(l, face_colour_face);
    LET_GO(l, cell_face);
    LET_GO(l, cell_cell);
}

static void make_nodes(struct local *l)
{
    struct pack *p = l->p;
    make_room(l, 12 * p->n_cell_faces);
    local_nodes_number(l);
    write_piece(l);
    LET_GO(l, cell_node);
    LET_GO(l, cell_node_access);
    make_room(l, 8 * p->n_cell_faces);
    local_face_nodes(l);
    write_piece(l);
}

/* After the centroids nobody needs the whole mesh's metrics any more: for the last pack (last_use) they are
 * freed before the largest arrays of the pack are made. */
static void make_geometry(struct local *l)
{
    struct pack *p = l->p;
    make_room(l, 24 * p->n_slots); /* three doubles */
    local_centroids(l);
    write_piece(l);
    LET_GO(l, centroid);
    LET_GO(l, left);
    LET_GO(l, right);
    if (l->maps->last_use)
        metrics_free(l->maps->last_use);
    make_room(l, 56 * p->n_faces); /* normal, area and centroid: seven doubles */
    local_faces_fill(l);
    write_piece(l);
    LET_GO(l, face_node);
    LET_GO(l, face_node_offset);
    LET_GO(l, normal);
    LET_GO(l, area);
    LET_GO(l, face_centroid);
}

/* The last piece that reads h->node_cell. */
static void make_node_cells(struct local *l)
{
    make_room(l, 5 * l->p->n_cell_nodes);
    local_node_cells(l);
    write_piece(l);
    LET_GO(l, node_cell);
    LET_GO(l, node_cell_access);
}

/* The order of the calls is the order of arrays in the file, and each needs what those before have made:
 * colours of faces need the CSR rows, nodes are numbered by a walk over cells, faces name nodes by those
 * numbers, geometry reads the nodes. */
static void make_pack(struct local *l, int rank)
{
    const struct whole *w = l->w;
    struct pack *p = l->p;
    pack_init(p);
    p->rank = rank;
    text_copy(p->id, sizeof p->id, w->id);
    text_copy(p->source, sizeof p->source, w->source);
    text_copy(p->options, sizeof p->options, w->options);
    make_cells(l);
    make_faces(l);
    make_tables(l);
    make_face_colours(l);
    make_nodes(l);
    make_geometry(l);
    make_node_cells(l);
    local_halo_build(l);
    write_piece(l);
    clean(l->maps->cell, l->cell, p->n_cells);
    clean(l->maps->node, l->node, p->n_nodes);
    mem_free(l->cell);
    mem_free(l->face);
    mem_free(l->node);
}

/* All arrays stay in p; for tests. */
void local_mesh_build(const struct whole *w, struct local_maps *maps, int rank, struct pack *p)
{
    struct local l = {.w = w, .maps = maps, .p = p};
    make_pack(&l, rank);
}

void local_mesh_write(const struct whole *w, struct local_maps *maps, int rank, struct pack_writer *writer,
                      struct pack *p)
{
    struct local l = {.w = w, .maps = maps, .p = p, .writer = writer};
    progress_begin(STAGE_LOCAL);
    make_pack(&l, rank);
    progress_end(STAGE_LOCAL);
}
