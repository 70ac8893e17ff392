/* pack_check(): the invariants of a pack; each check runs when its arrays are loaded.
 *
 * pack_check_indices(), which every reader runs, makes sure that nothing read can index outside an array. The checks
 * here are about meaning: what the solver relies on and could compute wrongly, but not crash, without.
 */
#include "pack/pack.h"

#include "error.h"
#include "mem.h"

#include <math.h>
#include <stdlib.h>

/*    slots:  0 .. n_cells-1 | ghosts of owned cells' boundary faces | of the halo's boundary faces
 *    faces:                   0 .. n_boundary-1                       n_flux .. n_flux+n_halo_boundary-1 */
static int64_t ghost_of(const struct pack *p, int64_t f)
{
    return p->n_cells + (f < p->n_boundary ? f : p->n_boundary + f - p->n_flux);
}

static bool is_boundary(const struct pack *p, int64_t f)
{
    return f < p->n_boundary || (f >= p->n_flux && f < p->n_flux + p->n_halo_boundary);
}

/* 1e-14: area and normal are stored as doubles that were computed from one another. */
static int check_faces(const struct pack *p)
{
    for (int64_t f = 0; f < p->n_faces; f++) {
        double square = 0.0;
        for (int d = 0; d < 3; d++)
            square += p->normal[d * p->n_faces + f] * p->normal[d * p->n_faces + f];
        if (!(p->area[f] > 0.0) || !(fabs(sqrt(square) - p->area[f]) <= 1e-14 * p->area[f]))
            return error_set("face %" PRId64 ": area %g is not the length of its normal", f, p->area[f]);
        if (p->left[f] >= p->right[f])
            return error_set("face %" PRId64 ": left %d is not below right %d", f, (int)p->left[f], (int)p->right[f]);
        if (is_boundary(p, f) ? p->right[f] != ghost_of(p, f) : p->right[f] >= p->n_cells)
            return error_set("face %" PRId64 ": right %d is not its ghost or a cell", f, (int)p->right[f]);
        bool owned = p->left[f] < p->n_owned;
        if (owned != (f < p->n_flux) || p->left[f] >= p->n_stencil)
            return error_set("face %" PRId64 " of cell %d stands in the wrong group", f, (int)p->left[f]);
        /* Within each group of interior faces; flux faces and the halo's are numbered by two walks (local_faces.c). */
        bool follows = f > 0 && !is_boundary(p, f) && !is_boundary(p, f - 1) && f != p->n_flux;
        if (follows && p->left[f] < p->left[f - 1])
            return error_set("face %" PRId64 ": interior faces do not ascend by left cell", f);
    }
    return 0;
}

/* Every face of a stencil cell is here, so its outward normals sum to zero. */
static int check_closed(const struct pack *p)
{
    double *sum;
    int status = 0;
    /* Of each slot the sum of outward area vectors and, fourth, of areas; ghosts get sums that nobody looks at. */
    MEM_NEW_ZERO(sum, 4 * p->n_slots);
    for (int64_t f = 0; f < p->n_faces; f++) {
        for (int d = 0; d < 3; d++) {
            sum[4 * (int64_t)p->left[f] + d] += p->normal[d * p->n_faces + f];
            sum[4 * (int64_t)p->right[f] + d] -= p->normal[d * p->n_faces + f];
        }
        sum[4 * (int64_t)p->left[f] + 3] += p->area[f];
        sum[4 * (int64_t)p->right[f] + 3] += p->area[f];
    }
    for (int64_t c = 0; c < p->n_stencil && status == 0; c++) {
        const double *s = sum + 4 * c;
        /* Rounding of thin cells far from the origin; a missing face gives order 1. */
        if (!(sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) <= 1e-6 * s[3]))
            status = error_set("cell %" PRId64 " does not close", c);
        else if (!(p->volume[c] > 0.0))
            status = error_set("cell %" PRId64 ": volume %g is not positive", c, p->volume[c]);
    }
    mem_free(sum);
    return status;
}

/* The padded table against left and right, and, where loaded, against CSR. */
static int check_cell_slices(const struct pack *p, int64_t c)
{
    lid begin = p->slice_offset[c / SLICE], end = p->slice_offset[c / SLICE + 1], before = -1, n = 0;
    for (lid k = begin + (lid)(c % SLICE); k < end; k += SLICE) {
        lid entry = p->slice_face[k], f = entry < 0 ? ~entry : entry;
        if (entry == SLICE_PAD) {
            if (p->slice_cell[k] != c)
                return error_set("cell %" PRId64 ": padding of its slice names another cell", c);
            continue;
        }
        bool left = entry >= 0;
        lid here = left ? p->left[f] : p->right[f], there = left ? p->right[f] : p->left[f];
        if (here != c || there != p->slice_cell[k] || f <= before || n != (k - begin) / SLICE)
            return error_set("cell %" PRId64 ": entry %d of its slice contradicts face %d", c, (int)n, (int)f);
        if (p->cell_face_offset && p->cell_face) {
            lid at = p->cell_face_offset[c] + n;
            if (at >= p->cell_face_offset[c + 1] || p->cell_face[at] != f || p->cell_cell[at] != there)
                return error_set("cell %" PRId64 ": its slice contradicts its CSR row", c);
        }
        before = f;
        n++;
    }
    if (p->cell_face_offset && n != p->cell_face_offset[c + 1] - p->cell_face_offset[c])
        return error_set("cell %" PRId64 ": its slice and its CSR row differ in length", c);
    return 0;
}

static int check_slices(const struct pack *p)
{
    int64_t used = 0, expected = 0;
    for (int64_t c = 0; c < p->n_stencil; c++)
        TRY(check_cell_slices(p, c));
    for (int64_t k = 0; k < p->n_slice_entries; k++)
        used += p->slice_face[k] != SLICE_PAD;
    for (int64_t f = 0; f < p->n_faces; f++)
        /* A face is in the row of its left cell, and of its right one if that has a row: no ghost, no cell further
         * out. */
        expected += 1 + (p->right[f] < p->n_stencil);
    return used == expected ? 0 : error_set("the slices hold %" PRId64 " faces instead of %" PRId64, used, expected);
}

/* pack_check_counts() has n_recv = halo cells: with none received twice, each is received once. */
static int check_halo(const struct pack *p)
{
    uint8_t *filled;
    int status = 0;
    MEM_NEW_ZERO(filled, p->n_cells);
    for (int i = 0; i < p->n_neighbours; i++)
        for (int l = 0; l < 3; l++) {
            lid first = (lid)(l == 0 ? p->n_owned : l == 1 ? p->n_stencil : p->n_stencil + p->n_halo_second);
            lid end = (lid)(l == 0 ? p->n_stencil : l == 1 ? p->n_stencil + p->n_halo_second : p->n_cells);
            for (lid k = p->neighbour[i].recv_begin[l]; k < p->neighbour[i].recv_begin[l + 1]; k++) {
                lid c = p->recv_cell[k];
                if (status == 0 && (c < first || c >= end || filled[c]))
                    status = error_set("halo cell %d is received twice or in the wrong layer", (int)c);
                filled[c] = 1;
            }
        }
    mem_free(filled);
    return status;
}

/* The first transform is the identity, all are rotations: R R^T = 1, det R = 1. */
static int check_transforms(const struct pack *p)
{
    int64_t n = p->n_transforms;
    const double *t = p->transform;
    for (int64_t i = 0; i < n; i++) {
        double off = 0.0, determinant = 0.0;
        for (int a = 0; a < 3; a++) {
            int b = (a + 1) % 3, c = (a + 2) % 3;
            const double *x = t + i, *y = x + 3 * n, *z = x + 6 * n;
            /* Orthonormal alone would let a mirror image pass. */
            determinant += x[a * n] * (y[b * n] * z[c * n] - y[c * n] * z[b * n]);
            for (int d = 0; d < 3; d++) {
                double dot = a == d ? -1.0 : 0.0;
                for (int k = 0; k < 3; k++)
                    dot += t[(3 * a + k) * n + i] * t[(3 * d + k) * n + i];
                off = fmax(off, fabs(dot));
            }
        }
        /* Products of many rotations drift by rounding; a damaged entry is off by far more. */
        if (!(off <= 1e-9) || !(fabs(determinant - 1.0) <= 1e-9))
            return error_set("transform %" PRId64 " is not a rotation", i);
    }
    for (int c = 0; c < 12; c++)
        if (t[c * n] != (c < 9 && c % 4 == 0 ? 1.0 : 0.0))
            return error_set("the first transform is not the identity");
    return 0;
}

/* What a rank keeps of its own cells are images, and images alone, of the cells it
 * sends itself. */
static int check_images(const struct pack *p)
{
    for (int i = 0; i < p->n_neighbours; i++) {
        const struct pack_neighbour *nb = &p->neighbour[i];
        lid n = nb->recv_begin[3] - nb->recv_begin[0];
        if (nb->rank != p->rank)
            continue;
        if (n != nb->send_begin[3] - nb->send_begin[0])
            return error_set("this rank receives %d cells of its own but sends another number", (int)n);
        for (lid k = 0; k < n; k++) {
            lid c = p->recv_cell[nb->recv_begin[0] + k], from = p->send_cell[nb->send_begin[0] + k];
            if (p->halo_transform[c - p->n_owned] == 0 || p->cell_gid[c] != p->cell_gid[from])
                return error_set("halo cell %d is not an image of owned cell %d", (int)c, (int)from);
        }
    }
    return 0;
}

/* The order of cells: by global id, and for images of one cell by transform. */
static bool comes_before(const struct pack *p, int64_t a, int64_t b)
{
    lid t = a < p->n_owned ? 0 : p->halo_transform[a - p->n_owned];
    lid u = b < p->n_owned ? 0 : p->halo_transform[b - p->n_owned];
    return p->cell_gid[a] < p->cell_gid[b] || (p->cell_gid[a] == p->cell_gid[b] && t < u);
}

/* Is cell c around node v? The list ascends. */
static bool is_around(const struct pack *p, lid v, int64_t c)
{
    lid low = p->node_cell_offset[v], high = p->node_cell_offset[v + 1];
    while (low < high) {
        lid middle = low + (high - low) / 2;
        if (comes_before(p, p->node_cell[middle], c))
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->node_cell_offset[v + 1] && p->node_cell[low] == c;
}

static int check_nodes(const struct pack *p)
{
    for (int64_t v = 0; v < p->n_nodes; v++) {
        bool halo = false;
        for (lid k = p->node_cell_offset[v]; k < p->node_cell_offset[v + 1]; k++) {
            halo = halo || p->node_cell[k] >= p->n_owned;
            if (k > p->node_cell_offset[v] && !comes_before(p, p->node_cell[k - 1], p->node_cell[k]))
                return error_set("node %" PRId64 ": its cells do not ascend by global id", v);
        }
        if (halo != (v >= p->n_inner_nodes))
            return error_set("node %" PRId64 " stands in the wrong group", v);
    }
    for (int64_t c = 0; c < p->n_stencil; c++) {
        /* Inner cells touch inner nodes alone, and the other way round: both groups are found by the halo. */
        bool outer = false;
        for (lid k = p->cell_node_offset[c]; k < p->cell_node_offset[c + 1]; k++) {
            lid v = p->cell_node[k];
            outer = outer || v >= p->n_inner_nodes;
            if (!is_around(p, v, c))
                return error_set("cell %" PRId64 " is missing around its node %d", c, (int)v);
        }
        if (outer != (c >= p->n_inner))
            return error_set("cell %" PRId64 " is %s but stands in the other group", c, outer ? "outer" : "inner");
    }
    return 0;
}

/* The area vector of a face from its nodes points along its normal. */
static int check_face_nodes(const struct pack *p)
{
    for (int64_t f = 0; f < p->n_faces; f++) {
        const lid *node = p->face_node + p->face_node_offset[f];
        lid n = p->face_node_offset[f + 1] - p->face_node_offset[f];
        double along = 0.0;
        if (n < 3)
            return error_set("face %" PRId64 " has %d nodes", f, (int)n);
        for (lid k = 1; k + 1 < n; k++)
            for (int d = 0; d < 3; d++) {
                int e = (d + 1) % 3, g = (d + 2) % 3;
                const double *y = p->node + e * p->n_nodes, *z = p->node + g * p->n_nodes;
                along += 0.5 * p->normal[d * p->n_faces + f] *
                         ((y[node[k]] - y[node[0]]) * (z[node[k + 1]] - z[node[0]]) -
                          (z[node[k]] - z[node[0]]) * (y[node[k + 1]] - y[node[0]]));
            }
        /* Splits of a warped face from one corner and about its mean have the same area vector. */
        if (!(fabs(along - p->area[f] * p->area[f]) <= 1e-6 * p->area[f] * p->area[f]))
            return error_set("face %" PRId64 ": its nodes do not run round its normal", f);
    }
    return 0;
}

/* last[cell]: the colour, from 1, of the last face that touched it. */
static int check_face_colours(const struct pack *p)
{
    lid *last;
    uint8_t *seen;
    int status = 0;
    MEM_NEW_ZERO(last, p->n_slots);
    MEM_NEW_ZERO(seen, p->n_flux);
    for (lid k = 0; k < p->n_face_colours; k++)
        for (lid i = p->face_colour_offset[k]; i < p->face_colour_offset[k + 1]; i++) {
            lid f = p->face_colour_face[i];
            if (status == 0 && (seen[f] || last[p->left[f]] == k + 1 || last[p->right[f]] == k + 1))
                status = error_set("face %d is coloured twice or shares a cell with one of its colour", (int)f);
            seen[f] = 1;
            last[p->left[f]] = last[p->right[f]] = k + 1;
        }
    mem_free(last);
    mem_free(seen);
    return status;
}

/* The colours of the cells, [n_cells], from 1; 0 where a cell has none. Owned by the caller; NULL after error_set(). */
static lid *cell_colours(const struct pack *p)
{
    lid *colour;
    MEM_NEW_ZERO(colour, p->n_cells);
    for (lid k = 0; k < p->n_cell_colours; k++)
        for (lid i = p->cell_colour_offset[k]; i < p->cell_colour_offset[k + 1]; i++) {
            lid c = p->cell_colour_cell[i];
            if (colour[c]) {
                error_set("cell %d has two colours", (int)c);
                mem_free(colour);
                return NULL;
            }
            colour[c] = k + 1;
        }
    for (int64_t c = p->n_owned; c < p->n_cells; c++)
        colour[c] = p->halo_colour[c - p->n_owned] + 1;
    return colour;
}

/* Two cells that share a face and a colour follow one another in a line, so that none has three such neighbours. */
static int check_cell_colours(const struct pack *p)
{
    int status = 0;
    uint8_t *beside;
    lid *colour = cell_colours(p);
    if (!colour)
        return -1;
    MEM_NEW_ZERO(beside, p->n_cells);
    for (int64_t f = p->n_boundary; f < p->n_flux && status == 0; f++) {
        lid left = p->left[f], right = p->right[f];
        bool own_image = p->cell_gid[left] == p->cell_gid[right];
        if (colour[left] == colour[right] && !own_image && (++beside[left] > 2 || ++beside[right] > 2))
            status = error_set("cell %d shares faces and a colour with three others",
                               (int)(beside[left] > 2 ? left : right));
        if (colour[left] != colour[right] && own_image)
            status = error_set("cell %d and its image %d differ in colour", (int)left, (int)right);
    }
    mem_free(beside);
    mem_free(colour);
    return status;
}

int pack_check(const struct pack *p)
{
    TRY(pack_check_indices(p));
    if (p->left) {
        TRY(check_faces(p));
        TRY(check_closed(p));
        TRY(check_slices(p));
        TRY(check_halo(p));
        TRY(check_transforms(p));
        TRY(check_images(p));
    }
    if (p->node_cell && p->cell_gid)
        TRY(check_nodes(p));
    if (p->face_node && p->node && p->normal)
        TRY(check_face_nodes(p));
    if (p->face_colour_face && p->left)
        TRY(check_face_colours(p));
    if (p->cell_colour_cell && p->left && p->cell_gid)
        TRY(check_cell_colours(p));
    return 0;
}
