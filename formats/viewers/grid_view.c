/* grid_view.c: the faces of polyhedra, gathered cell by cell from the list of faces. */
#include "viewers/grid_view.h"

#include "element.h"
#include "mem.h"

/* cell is -1, which is no cell, on the right of a boundary face. */
static bool is_polyhedron(const struct grid_view *g, int64_t cell)
{
    return cell >= 0 && g->type[cell] == ELEMENT_POLYHEDRON;
}

bool grid_has_polyhedra(const struct grid_view *g)
{
    for (int64_t i = 0; g->type && i < g->n_cells; i++)
        if (is_polyhedron(g, i))
            return true;
    return false;
}

/* Numbers of faces of each cell into begin[i + 1], and the sum of their nodes.
 * begin comes zeroed; only polyhedra have entries. */
static int64_t count_faces(const struct grid_view *g, int64_t *begin)
{
    int64_t n_nodes = 0;
    for (int64_t f = 0; f < g->n_faces; f++) {
        const int64_t side[2] = {g->left[f], g->right[f]};
        for (int k = 0; k < 2; k++)
            if (is_polyhedron(g, side[k])) {
                begin[side[k] + 1]++;
                n_nodes += g->face_offset[f + 1] - g->face_offset[f];
            }
    }
    return n_nodes;
}

/* Which faces each cell has: face f when the cell is left of it, ~f when right. */
static void list_faces(const struct grid_view *g, const int64_t *begin, int64_t *face)
{
    int64_t *at;
    MEM_NEW(at, g->n_cells);
    for (int64_t i = 0; i < g->n_cells; i++)
        at[i] = begin[i];
    for (int64_t f = 0; f < g->n_faces; f++) {
        /* Ascending by face within each cell, as the walk is. */
        if (is_polyhedron(g, g->left[f]))
            face[at[g->left[f]]++] = f;
        if (is_polyhedron(g, g->right[f]))
            face[at[g->right[f]]++] = ~f;
    }
    mem_free(at);
}

/* A face between two polyhedra is listed for both, each time with its normal outward: viewers want cells that
 * are whole by themselves. */
void grid_faces_make(const struct grid_view *g, struct grid_faces *f)
{
    int64_t *face;
    MEM_NEW_ZERO(f->cell_offset, g->n_cells + 1);
    MEM_NEW(f->node, count_faces(g, f->cell_offset));
    for (int64_t i = 0; i < g->n_cells; i++)
        f->cell_offset[i + 1] += f->cell_offset[i];
    f->n = f->cell_offset[g->n_cells];
    MEM_NEW(f->offset, f->n + 1);
    MEM_NEW(face, f->n);
    list_faces(g, f->cell_offset, face);
    f->offset[0] = 0;
    for (int64_t k = 0; k < f->n; k++) {
        bool reverse = face[k] < 0;
        int64_t source = reverse ? ~face[k] : face[k], begin = g->face_offset[source];
        int64_t n = g->face_offset[source + 1] - begin;
        for (int64_t m = 0; m < n; m++)
            f->node[f->offset[k] + m] = g->face_node[begin + (reverse ? n - 1 - m : m)];
        f->offset[k + 1] = f->offset[k] + n;
    }
    mem_free(face);
}

void grid_faces_free(struct grid_faces *f)
{
    mem_free(f->cell_offset);
    mem_free(f->offset);
    mem_free(f->node);
    *f = (struct grid_faces){0};
}
