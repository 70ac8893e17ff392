/* Faces of a cell: CSR for the papers' kernels, slices for ours. */
#include "local_mesh.h"

#include "mem.h"

lid local_offsets(lid *offset, int64_t n)
{
    offset[0] = 0;
    for (int64_t i = 0; i < n; i++)
        offset[i + 1] += offset[i];
    return offset[n];
}

void local_tables_csr(struct local *l)
{
    const struct mesh *m = l->w->mesh;
    struct pack *p = l->p;
    MEM_NEW(p->cell_face_offset, p->n_stencil + 1);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_stencil; i++)
        p->cell_face_offset[i + 1] = (lid)(m->cell_face_offset[l->cell[i] + 1] - m->cell_face_offset[l->cell[i]]);
    p->n_cell_faces = local_offsets(p->cell_face_offset, p->n_stencil);
    MEM_NEW(p->cell_face, p->n_cell_faces);
    MEM_NEW(p->cell_cell, p->n_cell_faces);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < p->n_stencil; i++) {
        lid begin = p->cell_face_offset[i], end = p->cell_face_offset[i + 1];
        const lid *face = m->cell_face + m->cell_face_offset[l->cell[i]] - begin;
        for (lid k = begin; k < end; k++) {
            lid f = l->maps->face[face[k]], at = k;
            for (; at > begin && p->cell_face[at - 1] > f; at--)
                p->cell_face[at] = p->cell_face[at - 1];
            p->cell_face[at] = f;
        }
        for (lid k = begin; k < end; k++) {
            lid f = p->cell_face[k];
            p->cell_cell[k] = p->left[f] == i ? p->right[f] : p->left[f];
        }
    }
}

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
#pragma omp parallel for schedule(static)
    for (lid s = 0; s < p->n_slices; s++)
        fill_slice(p, s);
}
