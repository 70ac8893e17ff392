/* face_geometry.h: faces of cells: the slice table, area vectors, vectors between centroids.
 *
 * A cell's faces and the slots across them come from the slice table
 * (formats/pack/pack.h). Every cell of a slice has the same width, so a warp runs the
 * loops in step.
 */
#ifndef UFV_SOLVE_KERNELS_FACE_GEOMETRY_H
#define UFV_SOLVE_KERNELS_FACE_GEOMETRY_H

#include "kernels/kernel_args.h"
#include "kernels/layout.h"

/* Pairs of numbers in the record of a state; the last is half empty where nv is odd. */
UFV_HD int record_pairs(const int nv)
{
    return (nv + 1) / 2;
}

/* From the record of cell c its nv variables, and where they are odd one more number. */
UFV_HD void record_load(const struct record_pair *record, lid c, const int nv, real q[2 * RECORD_PAIRS_MAX])
{
    for (int k = 0; k < record_pairs(nv); k++) {
        struct record_pair p = record[(int64_t)c * record_pairs(nv) + k];
        q[2 * k] = p.first;
        q[2 * k + 1] = p.second;
    }
}

/* Area vector of a face made outward of the cell it was found from. */
UFV_HD void face_outward(const struct mesh_view *m, lid signed_face, lid *face, real s[3])
{
    lid f = signed_face >= 0 ? signed_face : ~signed_face;
    real sign = signed_face >= 0 ? (real)1 : (real)-1;
    *face = f;
    s[0] = sign * (real)m->normal[f];
    s[1] = sign * (real)m->normal[(int64_t)m->n_faces + f];
    s[2] = sign * (real)m->normal[2 * (int64_t)m->n_faces + f];
}

/* Where component k of `components`, 3 nv, of cell c's gradient stands. A face needs all of two cells:
 * with a page of memory for each component a CPU would look up places all the time. */
UFV_HD int64_t gradient_entry(const struct mesh_view *m, const int components, int k, lid c)
{
    if (m->gradients_in_fours)
        return layout_fours(m->n_stencil, components, k, c);
    return layout_entry(m->gradients_in_slices, SLICE, m->n_stencil, components, k, c);
}

/* Loads all components of cell c's gradient. The papers' pipeline stores its gradients otherwise and does not use
 * it. */
UFV_HD void gradient_load_all(const struct mesh_view *m, const stored *gradient, const int components, lid c,
                              stored g[3 * NV_MAX])
{
    if (ON_DEVICE)
        layout_fours_load(m->n_stencil, components, c, gradient, g);
    for (int k = 0; !ON_DEVICE && k < components; k++)
        g[k] = gradient[layout_entry(m->gradients_in_slices, SLICE, m->n_stencil, components, k, c)];
}

/* Likewise. */
UFV_HD void gradient_store_all(const struct mesh_view *m, const stored g[3 * NV_MAX], const int components, lid c,
                               stored *gradient)
{
    for (int k = 0; ON_DEVICE && k < components; k += 2) {
        stored *at = gradient + layout_fours(m->n_stencil, components, k, c);
        struct stored_pair p = {g[k], k + 1 < components ? g[k + 1] : (stored)0};
        if (k + 1 < components)
            *(struct stored_pair *)(void *)at = p;
        else
            *at = p.first;
    }
    for (int k = 0; !ON_DEVICE && k < components; k++)
        gradient[layout_entry(m->gradients_in_slices, SLICE, m->n_stencil, components, k, c)] = g[k];
}

/* Place of component k of `components` of node n in node_args.gradient_node and in the extremes. An odd component
 * stands beside the one before it, so that a GPU loads and stores them in pairs. */
UFV_HD int64_t node_entry(const struct mesh_view *m, const int components, int k, lid n)
{
    return layout_node_entry(m->gradients_in_slices, m->n_nodes, components, k, n);
}

/* Variable v's gradient and limiter in cell c, of gradient_args.limited. */
UFV_HD struct limited_gradient limited_load(const struct mesh_view *m, const struct limited_gradient *limited,
                                            const int nv, int v, lid c)
{
    return layout_load(m->gradients_in_slices, SLICE, m->n_stencil, nv, v, c, limited);
}

/* Cells that an array of gradients has room for. */
UFV_HD lid gradient_capacity(const struct mesh_view *m)
{
    return m->gradients_in_slices ? (m->n_stencil + SLICE - 1) / SLICE * SLICE : m->n_stencil;
}

/* Sides of a face, for face_from_cell(). */
enum { SIDE_LEFT, SIDE_RIGHT };

/* The vector from the centroid of cell c, on that side of face f, to the centroid of the face, m. */
UFV_HD void face_from_cell(const struct mesh_view *m, lid c, lid f, int side, real dx[3])
{
    int64_t nf = m->n_faces, ns = m->n_slots;
    const stored *vector = side == SIDE_LEFT ? m->left_to_face : m->right_to_face;
    for (int d = 0; d < 3; d++)
        dx[d] = GEOMETRY_IS_RELATIVE ? (real)vector[d * nf + f]
                                     : (real)(m->face_centroid[d * nf + f] - m->centroid[d * ns + c]);
}

/* The centroid of face f, m. Where geometry is relative, only boundary faces have one. */
UFV_HD void face_place(const struct mesh_view *m, lid f, real x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = (real)m->face_centroid[d * (int64_t)m->n_face_centroids + f];
}

/* Does face f move with the frame? The slot across a boundary is a ghost.
 * A face between a zone that turns and one that rests is at rest: both its cells have to move. */
UFV_HD int frame_has_face(const struct frame *frame, const struct mesh_view *m, lid f)
{
    lid other = m->right[f];
    return frame_has_cell(frame, m->left[f]) && (other >= m->n_cells || frame_has_cell(frame, other));
}

/* The frame as face f has it: at rest, in axes at rest, where the face is. */
UFV_HD struct frame frame_of_face(const struct frame *frame, const struct mesh_view *m, lid f)
{
    struct frame r = *frame;
    if (frame_has_face(frame, m, f))
        return r;
    for (int d = 0; d < 3; d++)
        r.velocity[d] = r.omega[d] = (real)0;
    for (int k = 0; k < 9; k++)
        r.from_rest[k] = k % 4 ? (real)0 : (real)1;
    return r;
}

/* The velocity of face f's centroid, m/s. */
UFV_HD void frame_centroid_velocity(const struct frame *frame, const struct mesh_view *m, lid f, real v[3])
{
    real x[3];
    const struct frame here = frame_of_face(frame, m, f);
    face_place(m, f, x);
    frame_velocity(&here, x, v);
}

/* The velocity v of face f for fluxes, m/s: that of its centroid, and along its unit normal n, from left to right, what
 * it sweeps beside if it is warped: v . n times the area is the volume that it sweeps, exactly
 * (mesh/swept_volume.h). */
UFV_HD void frame_face_velocity(const struct frame *frame, const struct mesh_view *m, lid f, const real n[3],
                                real v[3])
{
    frame_centroid_velocity(frame, m, f, v);
    if (m->swept_beyond) {
        real beyond = frame_has_face(frame, m, f) ? frame->spin * m->swept_beyond[f] : (real)0;
        for (int d = 0; d < 3; d++)
            v[d] += beyond * n[d];
    }
}

/* From the centroid of cell c to that of slot o across its face `signed_face` (as in
 * slice_face; a face's own number: c is its left cell), m.
 * Relative vectors of both sides are stored with the face in `stored` precision; differences of global
 * coordinates would lose the height of a thin cell far from the origin in single precision. Across a
 * periodic face they are those to the image, whose centroid the pack has. */
UFV_HD void face_across(const struct mesh_view *m, lid c, lid o, lid signed_face, real dx[3])
{
    int64_t nf = m->n_faces, ns = m->n_slots;
    for (int d = 0; d < 3; d++) {
        if (GEOMETRY_IS_RELATIVE) {
            lid f = signed_face >= 0 ? signed_face : ~signed_face;
            real across = (real)m->left_to_face[d * nf + f] - (real)m->right_to_face[d * nf + f];
            dx[d] = signed_face >= 0 ? across : -across;
        } else {
            dx[d] = (real)(m->centroid[d * ns + o] - m->centroid[d * ns + c]);
        }
    }
}

/* n: unit normal from left to right, 0 where the face has no area; area: m^2. */
UFV_HD void face_unit_normal(const struct mesh_view *m, lid f, real n[3], real *area)
{
    int64_t nf = m->n_faces;
    real sx = (real)m->normal[f], sy = (real)m->normal[nf + f], sz = (real)m->normal[2 * nf + f];
    real s = real_sqrt(sx * sx + sy * sy + sz * sz);
    real share = real_divide((real)1, s), inverse = s > (real)0 ? share : (real)0;
    n[0] = sx * inverse;
    n[1] = sy * inverse;
    n[2] = sz * inverse;
    *area = s;
}

/* Is a boundary face with the unit normal n, out of the mesh, one of the two sides of a layer of one cell? */
UFV_HD int layer_has_side(const struct layer *layer, const real n[3])
{
    int side = 0;
    for (int k = 0; k < 2; k++)
        side |= layer->side[k][0] * n[0] + layer->side[k][1] * n[1] + layer->side[k][2] * n[2] > LAYER_COSINE_LEAST;
    return layer->kind != LAYER_NONE && side;
}

/* A cell's row of the slice table. Loops make `turns` turns, of which those behind the
 * last face count nothing (row_signed_face's is_face); there is no leaving early, so that the
 * loads of several faces are under way together. Kernels come in instances for the
 * widest row of the mesh: ROWS_OF_4 (every cell a tetrahedron), ROWS_TO_6 (at most
 * hexahedra), where the loops are unrolled, and ROWS_ANY. */
enum { ROWS_OF_4 = 4, ROWS_TO_6 = 6, ROWS_ANY = 0 };

struct row {
    lid begin, self;
    int width, turns;
};

/* rows: ROWS_OF_4 or ROWS_TO_6 where no cell of the mesh has more faces, so that loops over a row have a length that
 * the compiler knows; else ROWS_ANY. */
UFV_HD struct row row_of(const struct mesh_view *m, lid i, const int rows)
{
    lid s = i / SLICE, begin = m->slice_offset[s];
    int width = rows == ROWS_OF_4 ? 4 : (int)((m->slice_offset[s + 1] - begin) / SLICE);
    struct row r = {begin + i % SLICE, i, width, rows == ROWS_ANY ? width : rows};
    return r;
}

/* The cell across face j of the row; the cell itself behind the last face. */
UFV_HD lid row_cell(const struct mesh_view *m, struct row r, int j)
{
    return j < r.width ? m->slice_cell[r.begin + j * SLICE] : r.self;
}

/* Where component k of face side j of the row stands in side_weight_args.weight. Anywhere, in range, behind the
 * last face and where the slice has none: cells done together load them too.
 * Three components of SLICE numbers follow one another for each face j, as side_weight_args.weight
 * says. */
UFV_HD int64_t side_entry(const lid *begin, struct row r, int j, int k)
{
    int64_t first = begin[r.self / SLICE];
    return j < r.width && first >= 0 ? 3 * first + (3 * j + k) * SLICE + r.self % SLICE : 0;
}

/* The same of component k of node j, 0 to 3, of a tetrahedron with GREEN_GAUSS_NODES: behind the faces of its slice. */
UFV_HD int64_t side_node_entry(const lid *begin, struct row r, int j, int k)
{
    return 3 * (int64_t)begin[r.self / SLICE] + (3 * (r.width + j) + k) * SLICE + r.self % SLICE;
}

/* A cell's row of the table of nodes; `turns` as in struct row. */
struct node_row {
    lid begin;
    int turns;
};

/* The same for a row of the table of nodes. */
UFV_HD struct node_row node_row_of(const struct mesh_view *m, lid i, const int rows)
{
    lid s = i / SLICE, begin = m->node_slice_offset[s];
    struct node_row r = {begin + i % SLICE,
                         rows == ROWS_OF_4 ? 4 : (int)((m->node_slice_offset[s + 1] - begin) / SLICE)};
    return r;
}

/* Face j of the row, signed as in slice_face. After the last face it is any face. */
UFV_HD lid row_signed_face(const struct mesh_view *m, struct row r, int j, int *is_face)
{
    lid signed_face = j < r.width ? m->slice_face[r.begin + j * SLICE] : SLICE_PAD;
    *is_face = signed_face != SLICE_PAD;
    return *is_face ? signed_face : 0;
}

#endif
