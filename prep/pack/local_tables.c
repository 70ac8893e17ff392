/* Faces of a cell: CSR for the papers' kernels, slices for ours. */
#include "pack/local_mesh.h"

#include "mem.h"

#include <string.h>

/* From counts in offset[1 .. n] to running sums; returns the last. offset: [n + 1]. */
lid local_offsets(lid *offset, int64_t n)
{
    offset[0] = 0;
    for (int64_t i = 0; i < n; i++)
        offset[i + 1] += offset[i];
    return offset[n];
}

/* Behind what its row has; `end`: of each row, as filled so far. */
static void add_face(struct pack *p, lid *end, lid cell, lid face, lid other)
{
    if (cell >= p->n_stencil)
        return;
    p->cell_face[end[cell]] = face;
    p->cell_cell[end[cell]++] = other;
}

/* A walk over the faces fills the rows in ascending order; cells of neighbouring faces
 * are near one another, so that no thread would wait for memory less than one. */
void local_tables_csr(struct local *l)
{
    struct pack *p = l->p;
    lid *end;
    MEM_NEW(end, p->n_stencil);
    MEM_NEW(p->cell_face, p->n_cell_faces);
    MEM_NEW(p->cell_cell, p->n_cell_faces);
    memcpy(end, p->cell_face_offset, (size_t)p->n_stencil * sizeof *end);
    for (lid f = 0; f < p->n_faces; f++) {
        lid left = p->left[f], right = p->right[f];
        add_face(p, end, left, f, right);
        if (right != left)
            add_face(p, end, right, f, left);
    }
    mem_free(end);
}

/*    entry begin + 32 j + t : face j of row t of the slice, t = 0 .. 31
 *
 *    slice of width 3:   f0 of rows 0..31 | f1 of rows 0..31 | f2 of rows 0..31
 *
 * ~f: the normal of the face points into the cell. Padding names the row's own cell, so that a kernel may
 * read it and add nothing. */
static void fill_slice(struct pack *p, lid s)
{
    lid begin = p->slice_offset[s], end = p->slice_offset[s + 1], last = (lid)p->n_stencil - 1;
    for (lid k = begin; k < end; k++) {
        lid row = s * SLICE + (k - begin) % SLICE, j = (k - begin) / SLICE;
        lid i = row < last ? row : last;
        if (row > last || j >= p->cell_face_offset[i + 1] - p->cell_face_offset[i]) {
            p->slice_face[k] = SLICE_PAD;
            p->slice_cell[k] = i;
            continue;
        }
        lid at = p->cell_face_offset[i] + j, f = p->cell_face[at];
        p->slice_face[k] = p->left[f] == i ? f : ~f;
        p->slice_cell[k] = p->cell_cell[at];
    }
}

/* The width of a slice is that of its widest row; reorder.c puts cells of as many faces side by side, so that
 * little is padding. */
void local_tables_slices(struct local *l)
{
    struct pack *p = l->p;
    p->n_slices = (p->n_stencil + SLICE - 1) / SLICE;
    MEM_NEW(p->slice_offset, p->n_slices + 1);
    p->slice_offset[0] = 0;
    for (lid s = 0; s < p->n_slices; s++) {
        lid widest = 0;
        for (lid i = s * SLICE; i < (s + 1) * SLICE && i < p->n_stencil; i++) {
            lid width = p->cell_face_offset[i + 1] - p->cell_face_offset[i];
            widest = width > widest ? width : widest;
        }
        p->slice_offset[s + 1] = p->slice_offset[s] + widest * SLICE;
    }
    p->n_slice_entries = p->slice_offset[p->n_slices];
    MEM_NEW(p->slice_face, p->n_slice_entries);
    MEM_NEW(p->slice_cell, p->n_slice_entries);
#pragma omp parallel for schedule(dynamic, LOCAL_CHUNK / SLICE)
    for (lid s = 0; s < p->n_slices; s++)
        fill_slice(p, s);
}
