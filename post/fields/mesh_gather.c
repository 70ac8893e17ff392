/* mesh_gather.c: each cell and face of the mesh is taken from one rank, and faces are sorted as files want them.
 *
 * A face between two ranks stands in both packs; the lower rank's is taken. A periodic pair is two faces of the file,
 * each with a cell on one side, so both are. Faces inside are needed only where there are polyhedra, which files give
 * by their faces; the ranks are read a second time then.
 */
#include "fields/mesh_gather.h"

#include "element.h"
#include "error.h"
#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* ---- cells ------------------------------------------------------------------------- */

enum { NOT_SEEN = 255 };

static int take_types(const struct results *r, const struct pack *p, struct mesh_gather *m)
{
    for (int64_t i = 0; i < p->n_owned; i++) {
        gid cell = p->cell_gid[i];
        if (cell < 0 || cell >= m->n_cells || m->type[cell] != NOT_SEEN)
            return error_set("%s/rank-%05d.h5: cell %" PRI_GID " is not in the mesh or on two ranks; run ufv-prep "
                             "again", r->packs, (int)p->rank, cell);
        m->type[cell] = p->cell_type[i];
        m->polyhedra = m->polyhedra || p->cell_type[i] == ELEMENT_POLYHEDRON;
    }
    return 0;
}

/* ---- faces ---------------------------------------------------------------------------- */

/* Is there a periodic image behind the face? */
static bool is_periodic(const struct pack *p, int64_t f)
{
    return p->right[f] >= p->n_owned && p->right[f] < p->n_cells && p->halo_transform[p->right[f] - p->n_owned] != 0;
}

/* A face between two ranks is taken from the lower one, a periodic one from both sides. */
static bool is_ours(const struct pack *p, const int *owner, int64_t f)
{
    /* left < right on every face and owned cells come first, so that only the right cell can be another rank's; of
     * an inner face the owned left one is taken. */
    lid other = p->right[f] >= p->n_owned ? p->right[f] : p->left[f];
    return other < p->n_owned || is_periodic(p, f) || owner[other - p->n_owned] > p->rank;
}

static void add_face(struct mesh_gather *m, const struct pack *p, int64_t f, int patch)
{
    struct mesh_face *face = &m->face[m->n_faces++];
    int n = p->face_node_offset[f + 1] - p->face_node_offset[f];
    *face = (struct mesh_face){.id = p->face_gid[f], .left = p->cell_gid[p->left[f]], .right = -1, .patch = patch,
                               .node = m->n_face_nodes, .n_nodes = n};
    /* A boundary face's right is a ghost slot, a periodic one's an image of a cell elsewhere: in the file both have one
     * cell. */
    if (f >= p->n_boundary && !is_periodic(p, f))
        face->right = p->cell_gid[p->right[f]];
    for (int k = 0; k < n; k++)
        m->face_node[m->n_face_nodes++] = p->node_gid[p->face_node[p->face_node_offset[f] + k]];
}

/* The rank that owns each halo cell. */
static int *halo_owners(const struct pack *p)
{
    int *owner;
    MEM_NEW(owner, p->n_cells - p->n_owned);
    for (int k = 0; k < p->n_neighbours; k++) {
        const struct pack_neighbour *nb = &p->neighbour[k];
        for (lid i = nb->recv_begin[0]; i < nb->recv_begin[3]; i++)
            owner[p->recv_cell[i] - p->n_owned] = nb->rank;
    }
    return owner;
}

/* Takes the boundary faces, or all faces. */
static void take_faces(const struct pack *p, bool all, struct mesh_gather *m)
{
    int64_t n = all ? p->n_flux : p->n_boundary;
    int *owner = halo_owners(p);
    /* Room for all faces of the rank; those that are another one's leave it unused. */
    MEM_RESIZE(m->face, m->n_faces + n);
    MEM_RESIZE(m->face_node, m->n_face_nodes + (n > 0 ? p->face_node_offset[n] : 0));
    for (int b = 0; b < p->n_patches; b++)
        for (lid f = p->patch[b].begin; f < p->patch[b].end; f++)
            add_face(m, p, f, b);
    for (int64_t f = p->n_boundary; f < n; f++)
        if (is_ours(p, owner, f))
            add_face(m, p, f, -1);
    mem_free(owner);
}

/* Faces of three nodes, of four, and of more go into three sections. */
static int shape(const struct mesh_face *f)
{
    return f->n_nodes < 5 ? f->n_nodes : 5;
}

static int by_place(const void *a, const void *b)
{
    const struct mesh_face *x = a, *y = b;
    if (x->patch != y->patch)
        return (unsigned)x->patch < (unsigned)y->patch ? -1 : 1; /* -1, inside, is the last */
    if (x->patch >= 0 && shape(x) != shape(y))
        return shape(x) - shape(y);
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->left < y->left ? -1 : x->left > y->left; /* the two sides of a periodic face */
}

/* Types and boundary faces. */
static int gather_cells(const struct results *r, struct mesh_gather *m)
{
    memset(m->type, NOT_SEEN, (size_t)m->n_cells);
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        TRY(pack_read(r->packs, rank, PACK_SIDES, &p));
        int status = take_types(r, &p, m);
        if (status == 0)
            take_faces(&p, false, m);
        pack_free(&p);
        TRY(status);
    }
    for (gid i = 0; i < m->n_cells; i++)
        if (m->type[i] == NOT_SEEN)
            return error_set("%s: cell %" PRI_GID " is on no rank; run ufv-prep again", r->packs, i);
    return 0;
}

/* All faces, which a mesh with polyhedra is written by. */
static int gather_faces(const struct results *r, struct mesh_gather *m)
{
    /* The boundary faces of the first reading are taken again, with the others. */
    m->n_faces = m->n_face_nodes = 0;
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        TRY(pack_read(r->packs, rank, PACK_SIDES, &p));
        take_faces(&p, true, m);
        pack_free(&p);
    }
    return 0;
}

int mesh_gather(const struct results *r, struct mesh_gather *m)
{
    memset(m, 0, sizeof *m);
    m->n_cells = r->manifest.cells;
    m->n_nodes = r->manifest.nodes;
    MEM_NEW(m->type, m->n_cells);
    int status = gather_cells(r, m) || (m->polyhedra && gather_faces(r, m));
    if (status != 0)
        mesh_gather_free(m);
    else
        qsort(m->face, (size_t)m->n_faces, sizeof *m->face, by_place);
    return status;
}

void mesh_gather_free(struct mesh_gather *m)
{
    mem_free(m->type);
    mem_free(m->face);
    mem_free(m->face_node);
    memset(m, 0, sizeof *m);
}
