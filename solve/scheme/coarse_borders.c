/* coarse_borders.c: borders in the order in which the cells of the mesh meet the coarse cells, so that borders of one
 * number stand near one another.
 */
#include "scheme/coarse_borders.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* Borders that a warp of a GPU has should be alike long, and near one another on the mesh: they are sorted by length
 * among so many. */
enum { SORTED_BORDERS = 1024 };

/* A border and, among all that are found, its faces. near and far: coarse cells. */
struct border {
    lid near, far, begin, count;
};

/* All that are found. */
struct borders {
    lid n;
    struct border *border; /* [n], owned */
    lid *face;             /* as coarse_level.border.item, owned */
};

/* A face of a coarse cell, seen from it, and the number of its border. */
struct side {
    lid face, border;
};

/* The number of the border to that coarse cell among those of v from `first` on, made if it is new. */
static lid border_to(lid first, lid v, lid far, struct borders *to)
{
    lid k = first;
    while (k < to->n && to->border[k].far != far)
        k++;
    if (k == to->n)
        to->border[to->n++] = (struct border){.near = v, .far = far};
    return k;
}

/* The borders of v to the halo and to coarse cells that come behind it. id: as coarse_borders_create(). n_faces: in all
 * borders so far; returned with these. side: room for its faces. */
static lid find_borders_of(const struct face_table *t, const struct coarse_pattern *p, const lid *id, lid v,
                           lid n_faces, struct side *side, struct borders *to)
{
    const lid first = to->n;
    int64_t sides = 0;
    for (lid k = p->part_begin[v]; k < p->part_begin[v + 1]; k++) {
        struct inner_face found[UINT8_MAX + 1];
        const int faces = face_table_inner(t, p->part[k], found);
        for (int j = 0; j < faces; j++) {
            const lid far = id[found[j].cell];
            if (far <= v)
                continue;
            side[sides].face = found[j].is_left ? found[j].face : ~found[j].face;
            side[sides].border = border_to(first, v, far, to);
            to->border[side[sides++].border].count++;
        }
    }
    for (lid b = first; b < to->n; b++) {
        to->border[b].begin = n_faces;
        n_faces += to->border[b].count;
        to->border[b].count = 0;
    }
    for (int64_t j = 0; j < sides; j++) {
        struct border *b = &to->border[side[j].border];
        to->face[b->begin + b->count++] = side[j].face;
    }
    return n_faces;
}

/* The longest first; those alike as they were found. */
static int compare_borders(const void *a, const void *b)
{
    const struct border *p = a, *q = b;
    if (p->count != q->count)
        return p->count > q->count ? -1 : 1;
    return (p->begin > q->begin) - (p->begin < q->begin);
}

/* to: out, owned by the caller. */
static void find_borders(const struct domain *d, const struct face_table *t, const struct coarse_pattern *p,
                         const lid *id, struct borders *to)
{
    struct side *side;
    lid faces = 0;
    *to = (struct borders){0};
    MEM_NEW(to->border, d->view.n_faces);
    MEM_NEW(to->face, d->view.n_faces);
    MEM_NEW(side, d->view.n_faces);
    for (lid v = 0; v < p->n; v++)
        faces = find_borders_of(t, p, id, v, faces, side, to);
    for (lid b = 0; b < to->n; b += SORTED_BORDERS)
        qsort(to->border + b, (size_t)(to->n - b < SORTED_BORDERS ? to->n - b : SORTED_BORDERS), sizeof *to->border,
              compare_borders);
    mem_free(side);
}

/* The entry in the row of coarse cell v whose column is that other one; -1: v is of the halo. */
static lid entry_of(const struct coarse_pattern *p, lid v, lid other)
{
    if (v >= p->n)
        return -1;
    int64_t k = p->begin[v];
    while (p->other[k] != other)
        k++;
    return p->entry[k];
}

/* Faces in all of them. */
static lid upload_borders(const struct domain *d, const struct borders *found, const struct coarse_pattern *p,
                          struct coarse_level *l)
{
    lid *begin, *stands, *face, n = 0;
    MEM_NEW(begin, found->n + 1);
    MEM_NEW(stands, 2 * (int64_t)found->n);
    MEM_NEW(face, d->view.n_faces);
    for (lid b = 0; b < found->n; b++) {
        const struct border *w = &found->border[b];
        begin[b] = n;
        stands[2 * b] = entry_of(p, w->far, w->near);
        stands[2 * b + 1] = entry_of(p, w->near, w->far);
        memcpy(face + n, found->face + w->begin, (size_t)w->count * sizeof *face);
        n += w->count;
    }
    begin[found->n] = n;
    l->n_borders = found->n;
    l->stands = domain_upload(d, "coarse borders", stands, 2 * (size_t)found->n * sizeof *stands);
    l->border.begin = domain_upload(d, "coarse borders", begin, ((size_t)found->n + 1) * sizeof *begin);
    l->border.item = domain_upload(d, "faces of coarse borders", face, (size_t)n * sizeof *face);
    mem_free(begin);
    mem_free(stands);
    mem_free(face);
    return n;
}

/* Faces on boundaries or to the halo, by rows: neither ghosts nor cells of the halo are owned. */
static void upload_edges(const struct domain *d, const struct face_table *t, const struct coarse_pattern *p,
                         struct coarse_level *l)
{
    const lid rows = l->rows.n_rows;
    lid *begin, *edge, n = 0;
    MEM_NEW_ZERO(begin, rows + 1);
    MEM_NEW(edge, d->view.n_faces);
    for (lid r = 0; r < rows; r++) {
        const lid v = p->cell[r];
        for (lid k = v < 0 ? 0 : p->part_begin[v]; k < (v < 0 ? 0 : p->part_begin[v + 1]); k++) {
            const lid i = p->part[k], end = t->offset[i / SLICE + 1];
            for (lid e = t->offset[i / SLICE] + i % SLICE; e < end; e += SLICE)
                if (t->face[e] != SLICE_PAD && t->cell[e] >= d->view.n_owned)
                    edge[n++] = t->face[e];
        }
        begin[r + 1] = n;
    }
    l->edge.begin = domain_upload(d, "coarse edges", begin, ((size_t)rows + 1) * sizeof *begin);
    l->edge.item = domain_upload(d, "faces of coarse edges", edge, (size_t)n * sizeof *edge);
    mem_free(begin);
    mem_free(edge);
}

lid coarse_borders_create(const struct domain *d, const struct face_table *t, const struct coarse_pattern *p,
                          const lid *id, struct coarse_level *l)
{
    struct borders found;
    find_borders(d, t, p, id, &found);
    const lid n = upload_borders(d, &found, p, l);
    upload_edges(d, t, p, l);
    mem_free(found.border);
    mem_free(found.face);
    return n;
}
