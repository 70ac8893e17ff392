/* cell_bed.h: what the tests of gradients as values share: one cell, its neighbours and
 * ghosts across up to six faces, and nodes with cells around them, all at random places with
 * random numbers; and fits solved by elimination in long double.
 *
 *   cells 0 .. n_inner-1, neighbours   SELF, the cell   n_cells .. , ghosts behind faces without neighbour
 *
 * SELF stands in the second slice of the tables, so that places in them count.
 */
#ifndef UFV_TESTS_KERNELS_CELL_BED_H
#define UFV_TESTS_KERNELS_CELL_BED_H

#include "check.h"
#include "random.h"

#include "kernels/gradient_choice.h"

#include <string.h>

enum { SELF = SLICE + 3, CELLS = SELF + 1, FACES_MAX = 6, SLOTS = CELLS + FACES_MAX, NODES = 9, AROUND = 8 };
enum { WIDTH = FACES_MAX + 1, NODES_OF_CELL = 5, NODE_WIDTH = NODES_OF_CELL + 1 };

struct cell_bed {
    int n_faces, n_inner, n_nodes; /* of the cell */
    double centroid[3 * SLOTS], face_centroid[3 * FACES_MAX];
    stored normal[3 * FACES_MAX];
    real volume[CELLS], size[CELLS], q[NV_MAX * SLOTS], ghost_weight[FACES_MAX + 1], q_node[NV_MAX * NODES];
    lid left[FACES_MAX], right[FACES_MAX];
    uint8_t face_patch[FACES_MAX], by_faces[CELLS], fitted[NODES];
    struct bc_values patch[2];
    lid slice_offset[3], slice_face[(WIDTH + 1) * SLICE], slice_cell[(WIDTH + 1) * SLICE];
    lid node_slice_offset[3], node_slice[(NODE_WIDTH + 1) * SLICE];
    stored node_weight[3 * (NODE_WIDTH + 1) * SLICE], side_weight[3 * (WIDTH + 1) * SLICE];
    lid side_begin[2];
    lid node_cell_offset[NODES + 1], node_cell[NODES * AROUND];
    struct record_pair record[CELLS * RECORD_PAIRS_MAX];
    struct record_position position[CELLS];
    stored gradient_node[(3 * NV_MAX + 1) * NODES], phi[NV_MAX * CELLS];
    real node_extremes[2 * NV_MAX * NODES];
    stored gradient[3 * NV_MAX * 2 * SLICE];
    struct limited_gradient limited[NV_MAX * 2 * SLICE];
    struct mesh_view m;
    struct gradient_args a;
    struct gradient_choice_args choice;
};

static uint64_t seed = 53;

static inline lid slot_of(const struct cell_bed *b, int j)
{
    return j < b->n_inner ? j : CELLS + j - b->n_inner;
}

/* Faces are numbered from the last to the first, so that a face's number is not its place. */
static inline lid face_of(const struct cell_bed *b, int j)
{
    return b->n_faces - 1 - j;
}

/* The cell's nodes: 8, 6, .. 0. */
static inline lid node_of(int k)
{
    return NODES - 1 - 2 * k;
}

static inline double at(const double *x, int n, int d, int i)
{
    return x[d * n + i];
}

/* Neighbours about 1 away along +-x, +-y, +-z, moved by up to `askew`; faces near the middle. */
static inline void bed_place(struct cell_bed *b, double askew)
{
    for (int c = 0; c < 3 * SLOTS; c++)
        b->centroid[c] = 4 + 3 * random_signed(&seed);
    for (int j = 0; j < b->n_faces; j++) {
        lid f = face_of(b, j), o = slot_of(b, j);
        double sign = b->left[f] == SELF ? 1 : -1;
        for (int d = 0; d < 3; d++) {
            double out = d == j / 2 ? 1 - 2 * (j % 2) : 0, x = b->centroid[d * SLOTS + SELF];
            b->centroid[d * SLOTS + o] = x + out + askew * random_signed(&seed);
            b->face_centroid[d * FACES_MAX + f] = x + 0.5 * out + 0.5 * askew * random_signed(&seed);
            b->normal[d * FACES_MAX + f] = (stored)(sign * (out + 0.3 * random_signed(&seed)));
        }
    }
}

static inline void bed_faces(struct cell_bed *b)
{
    b->slice_offset[1] = SLICE;
    b->slice_offset[2] = SLICE + WIDTH * SLICE;
    for (int k = 0; k < (WIDTH + 1) * SLICE; k++) {
        b->slice_face[k] = SLICE_PAD;
        b->slice_cell[k] = SELF;
    }
    for (int j = 0; j < b->n_faces; j++) {
        lid f = face_of(b, j), o = slot_of(b, j), place = SLICE + j * SLICE + SELF % SLICE;
        bool inward = j < b->n_inner && random_signed(&seed) < 0;
        b->left[f] = inward ? o : SELF;
        b->right[f] = inward ? SELF : o;
        b->slice_face[place] = inward ? ~f : f;
        b->slice_cell[place] = o;
    }
    for (int k = 0; k < FACES_MAX; k++) {
        b->face_patch[k] = random_signed(&seed) < 0;
        b->ghost_weight[k] = (real)(0.1 + random_unit(&seed));
    }
    b->patch[0].ghost_weight = (real)0.25;
    b->patch[1].ghost_weight = (real)0.5;
}

/* Around each node SELF and others that are not across its faces. */
static inline void bed_nodes(struct cell_bed *b)
{
    b->node_slice_offset[1] = SLICE;
    b->node_slice_offset[2] = SLICE + NODE_WIDTH * SLICE;
    for (int k = 0; k < NODE_WIDTH; k++) {
        lid place = SLICE + k * SLICE + SELF % SLICE, first = NODES - 1;
        b->node_slice[place] = k < b->n_nodes ? node_of(k) : ~first;
        for (int d = 0; d < 3; d++)
            b->node_weight[d * (NODE_WIDTH + 1) * SLICE + place] =
                k < b->n_nodes ? (stored)(0.3 * random_signed(&seed)) : (stored)0;
    }
    for (int n = 0, at_cell = 0; n < NODES; n++) {
        int around = 5 + random_below(&seed, AROUND - 4);
        for (int k = 0; k < around; k++)
            b->node_cell[at_cell++] = k == 2 ? SELF : 8 + random_below(&seed, 3) * 8 + k;
        b->node_cell_offset[n + 1] = at_cell;
    }
}

/* None in the first slice; those of the second do not begin at 0. */
static inline void bed_sides(struct cell_bed *b)
{
    b->side_begin[0] = -1;
    b->side_begin[1] = SLICE;
    for (int k = 0; k < 3 * (WIDTH + 1) * SLICE; k++)
        b->side_weight[k] = (stored)random_signed(&seed);
}

static inline void bed_point(struct cell_bed *b)
{
    b->m = (struct mesh_view){.n_owned = CELLS, .n_stencil = CELLS, .n_cells = CELLS, .n_slots = SLOTS,
        .n_boundary = FACES_MAX, .n_flux = FACES_MAX, .n_faces = FACES_MAX, .n_face_centroids = FACES_MAX,
        .volume = b->volume, .normal = b->normal, .centroid = b->centroid, .face_centroid = b->face_centroid,
        .left = b->left, .right = b->right, .slice_offset = b->slice_offset, .slice_face = b->slice_face,
        .slice_cell = b->slice_cell, .face_patch = b->face_patch, .n_nodes = NODES,
        .node_cell_offset = b->node_cell_offset, .node_cell = b->node_cell,
        .n_node_entries = (NODE_WIDTH + 1) * SLICE, .node_slice_offset = b->node_slice_offset,
        .node_slice = b->node_slice, .node_weight = b->node_weight};
    b->a = (struct gradient_args){.m = b->m, .q = b->q, .q_node = b->q_node, .gradient_node = b->gradient_node,
        .ghost_weight = b->ghost_weight, .by_faces = b->by_faces, .gradient = b->gradient, .limited = b->limited,
        .phi = b->phi, .size = b->size, .side_begin = b->side_begin, .side_weight = b->side_weight};
    b->choice = (struct gradient_choice_args){.m = b->m, .position = b->position, .ghost_weight = b->ghost_weight,
        .by_faces = b->by_faces};
}

/* Records of states and positions, as they are now. */
static inline void bed_records(struct cell_bed *b, int nv)
{
    struct record_args records = {.m = b->m, .q = b->q, .record = b->record, .position = b->position};
    for (lid i = 0; i < CELLS * record_pairs(nv); i++)
        record_state_body(i, &records, nv);
    for (lid i = 0; i < CELLS; i++)
        record_position_body(i, &records);
}

/* n_inner of the faces have a cell behind them, the others a ghost. */
static inline void bed_make(struct cell_bed *b, int n_faces, int n_inner, double askew)
{
    memset(b, 0, sizeof *b);
    b->n_faces = n_faces;
    b->n_inner = n_inner;
    b->n_nodes = NODES_OF_CELL;
    bed_faces(b);
    bed_place(b, askew);
    bed_nodes(b);
    for (int k = 0; k < NV_MAX * SLOTS; k++)
        b->q[k] = (real)(2 + random_signed(&seed));
    for (int k = 0; k < NV_MAX * NODES; k++)
        b->q_node[k] = (real)(2 + random_signed(&seed));
    for (int c = 0; c < CELLS; c++)
        b->volume[c] = (real)(1 + 0.5 * random_signed(&seed));
    memset(b->fitted, 1, sizeof b->fitted);
    bed_sides(b);
    bed_point(b);
}

/* From SELF's centroid: to that of the slot across face j; to the face's. */
static inline void to_slot(const struct cell_bed *b, int j, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = at(b->centroid, SLOTS, d, slot_of(b, j)) - at(b->centroid, SLOTS, d, SELF);
}

static inline void to_face(const struct cell_bed *b, int j, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = at(b->face_centroid, FACES_MAX, d, face_of(b, j)) - at(b->centroid, SLOTS, d, SELF);
}

/* Component d of the weight of SELF's side of face j. */
static inline stored *side_weight_of(struct cell_bed *b, int j, int d)
{
    return &b->side_weight[3 * SLICE + (3 * j + d) * SLICE + SELF % SLICE];
}

/* Area vector of face j out of SELF. */
static inline void outward(const struct cell_bed *b, int j, double s[3])
{
    for (int d = 0; d < 3; d++)
        s[d] = (b->left[face_of(b, j)] == SELF ? 1 : -1) * b->normal[d * FACES_MAX + face_of(b, j)];
}

static inline double jump(const struct cell_bed *b, int v, int j)
{
    return b->q[v * SLOTS + slot_of(b, j)] - b->q[v * SLOTS + SELF];
}

static inline double square(const double x[3])
{
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

/* ---- fits by elimination ---- */

static inline void moments_add(long double m[3][3], double weight, const double x[3])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            m[r][c] += (long double)weight * x[r] * x[c];
}

/* Determinant over the trace's cube. */
static inline double goodness(long double m[3][3])
{
    long double det = 0, trace = m[0][0] + m[1][1] + m[2][2];
    for (int c = 0; c < 3; c++)
        det += m[0][c] * (m[1][(c + 1) % 3] * m[2][(c + 2) % 3] - m[1][(c + 2) % 3] * m[2][(c + 1) % 3]);
    return (double)(det / (trace * trace * trace));
}

/* x of m x = b; m positive definite. */
static inline void eliminate(long double m[3][3], const long double b[3], double x[3])
{
    long double a[3][4];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            a[r][c] = c < 3 ? m[r][c] : b[r];
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < 3; r++) {
            long double share = r == k ? 0 : a[r][k] / a[k][k];
            for (int c = k; c < 4; c++)
                a[r][c] -= share * a[k][c];
        }
    for (int k = 0; k < 3; k++)
        x[k] = (double)(a[k][3] / a[k][k]);
}

/* Moves cells that are across no face: along z by that factor of their distance from SELF, then all
 * ways by the other. */
static inline void bed_squeeze(struct cell_bed *b, double flat, double size)
{
    for (int d = 0; d < 3; d++)
        for (int c = FACES_MAX; c < SELF; c++) {
            double *x = &b->centroid[d * SLOTS + c], self = b->centroid[d * SLOTS + SELF];
            *x = self + size * (d == 2 ? flat : 1) * (*x - self);
        }
}

/* Moments of the cells around a node about their mean. */
static inline void node_moments_of(const struct cell_bed *b, int n, long double m[3][3], double mean[3])
{
    lid begin = b->node_cell_offset[n], end = b->node_cell_offset[n + 1];
    memset(m, 0, 9 * sizeof(long double));
    for (int d = 0; d < 3; d++) {
        mean[d] = 0;
        for (lid k = begin; k < end; k++)
            mean[d] += at(b->centroid, SLOTS, d, b->node_cell[k]) / (end - begin);
    }
    for (lid k = begin; k < end; k++) {
        double x[3];
        for (int d = 0; d < 3; d++)
            x[d] = at(b->centroid, SLOTS, d, b->node_cell[k]) - mean[d];
        moments_add(m, 1, x);
    }
}

#endif
