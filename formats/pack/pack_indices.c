/* pack_check_indices(): whatever a file holds, nothing read from it can index
 * outside an array. */
#include "pack/pack_rows.h"

#include "error.h"

#include <string.h>

#define GLOBAL_MOST (INT64_MAX / 4) /* cells of a whole mesh, far from overflow */

/* LID_MAX - 1: one behind the last item, as offsets and ghost slots need it, still fits 32 bits. Each sum
 * below is one that readers rely on without asking again. */
int pack_check_counts(const struct pack *p)
{
    int64_t count[PACK_N_COUNTS];
    pack_counts(p, count);
    for (int i = 0; i < PACK_N_COUNTS; i++)
        if (count[i] < 0 || count[i] > (strcmp(pack_count_name[i], "n_cells_global") == 0 ? GLOBAL_MOST : LID_MAX - 1))
            return error_set("%s is %" PRId64 ": out of range", pack_count_name[i], count[i]);
    if (p->n_cell_colours > PACK_COLOURS_MOST)
        return error_set("n_cell_colours is %" PRId64 ": more than %d", p->n_cell_colours, PACK_COLOURS_MOST);
    /* More cells than the mesh has: only images of periodic sides, which need a transform besides the identity. */
    bool cells = p->n_stencil == p->n_owned + p->n_halo_face && p->n_inner <= p->n_owned &&
                 p->n_cells == p->n_stencil + p->n_halo_second + p->n_halo_node &&
                 p->n_recv == p->n_cells - p->n_owned && p->n_owned <= p->n_cells_global && p->n_transforms >= 1 &&
                 (p->n_cells <= p->n_cells_global || p->n_transforms > 1);
    bool faces = p->n_boundary <= p->n_flux && p->n_flux + p->n_halo_boundary <= p->n_faces &&
                 p->n_slots == p->n_cells + p->n_boundary + p->n_halo_boundary;
    bool slices = p->n_slices == (p->n_stencil + SLICE - 1) / SLICE && p->n_slice_entries % SLICE == 0;
    if (!cells || !faces || !slices || p->rank >= p->n_ranks || p->n_inner_nodes > p->n_nodes)
        return error_set("the counts of %s contradict one another",
                         !cells ? "cells" : !faces ? "faces" : !slices ? "slices" : "ranks or nodes");
    return 0;
}

/* Position of the first entry outside 0..range-1, or -1.
 * The smallest position, by reduction, so that the message is the same on any number of threads. range: from
 * pack_schema.inc; rows without one (range 0) hold no indices. */
static int64_t first_outside(const struct pack_row *r, const void *array)
{
    const uint8_t *byte = array;
    const int32_t *small = array;
    const int64_t *large = array;
    int64_t n = r->components * r->count, first = INT64_MAX;
    if (r->type == H5_IO_UINT8) {
        for (int64_t i = 0; i < n && first == INT64_MAX; i++)
            /* Bytes are few enough (types, colours) to be read by one thread. */
            if (byte[i] >= r->range)
                first = i;
    } else if (r->type == H5_IO_INT32) {
#pragma omp parallel for schedule(static) reduction(min : first)
        for (int64_t i = 0; i < n; i++)
            if ((small[i] < 0 || small[i] >= r->range) && i < first)
                first = i;
    } else if (r->type == H5_IO_INT64) {
#pragma omp parallel for schedule(static) reduction(min : first)
        for (int64_t i = 0; i < n; i++)
            if ((large[i] < 0 || large[i] >= r->range) && i < first)
                first = i;
    }
    return first == INT64_MAX ? -1 : first;
}

/* r->range - 1: the length of the array that the offsets point into. Ascending from 0 to that end, so that
 * every item belongs to one row. */
static int check_offsets(const struct pack_row *r, const lid *offset)
{
    int64_t wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
    for (int64_t i = 1; i < r->count; i++)
        wrong += offset[i] < offset[i - 1];
    if (wrong || offset[0] != 0 || offset[r->count - 1] != r->range - 1)
        return error_set("%s does not ascend from 0 to %" PRId64, r->path, r->range - 1);
    return 0;
}

static int check_rows(const struct pack *p)
{
    struct pack_row row[PACK_N_ROWS];
    pack_rows(p, row);
    for (int i = 0; i < PACK_N_ROWS; i++) {
        const void *array = pack_row_array(p, &row[i]);
        if (!array || row[i].range == 0)
            continue;
        int64_t at = first_outside(&row[i], array);
        if (at >= 0)
            return error_set("entry %" PRId64 " of %s is not in 0..%" PRId64, at, row[i].path, row[i].range - 1);
        if (row[i].is_offset)
            TRY(check_offsets(&row[i], array));
    }
    return 0;
}

/* Face numbers of slices have signs (~face) and a padding value, so that their rows have no plain range. */
static int check_slices(const struct pack *p)
{
    if (!p->slice_offset || !p->slice_face)
        return 0;
    int64_t wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
    for (int64_t s = 0; s <= p->n_slices; s++)
        wrong += p->slice_offset[s] % SLICE != 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong)
    for (int64_t i = 0; i < p->n_slice_entries; i++) {
        lid f = p->slice_face[i];
        wrong += f != SLICE_PAD && (f < 0 ? ~f : f) >= p->n_faces;
    }
    return wrong ? error_set("%" PRId64 " entries of cell/slice_face name no face", wrong) : 0;
}

/* Patches follow one another without gaps, on owned and on halo boundary faces. */
static int check_patches(const struct pack *p)
{
    lid at = 0, halo_at = (lid)p->n_flux;
    for (int i = 0; i < p->n_patches; i++) {
        const struct pack_patch *b = &p->patch[i];
        if (b->begin != at || b->end < at || b->halo_begin != halo_at || b->halo_end < halo_at)
            return error_set("the faces of patch %s do not follow those of the patch before", b->name);
        at = b->end;
        halo_at = b->halo_end;
    }
    if (at != p->n_boundary || halo_at != p->n_flux + p->n_halo_boundary)
        return error_set("the patches do not cover the boundary faces");
    return 0;
}

/* Ascending by rank, lists without gaps; a rank is its own neighbour only for periodic images (n_transforms >
 * 1). */
static int check_neighbours(const struct pack *p)
{
    lid send = 0, recv = 0;
    for (int i = 0; i < p->n_neighbours; i++) {
        const struct pack_neighbour *n = &p->neighbour[i];
        bool itself = n->rank == p->rank, good = n->rank >= 0 && n->rank < p->n_ranks && n->send_begin[0] == send &&
                                                 n->recv_begin[0] == recv;
        good = good && (i == 0 || n->rank > p->neighbour[i - 1].rank) && (!itself || p->n_transforms > 1);
        for (int l = 0; l < 3; l++)
            good = good && n->send_begin[l + 1] >= n->send_begin[l] && n->recv_begin[l + 1] >= n->recv_begin[l];
        if (!good)
            return error_set("the exchange lists of neighbour %d contradict one another", i);
        send = n->send_begin[3];
        recv = n->recv_begin[3];
    }
    if (send != p->n_send || recv != p->n_recv)
        return error_set("the neighbours do not cover the exchange lists");
    return 0;
}

int pack_check_indices(const struct pack *p)
{
    TRY(pack_check_counts(p));
    TRY(check_rows(p));
    TRY(check_slices(p));
    TRY(check_patches(p));
    return check_neighbours(p);
}
