/* Reads a set of packs rank by rank and puts nodes, cells, polygons and patch faces back at their global
 * numbers. */
#include "pack/repartition.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "pack/pack.h"
#include "text.h"

#include <string.h>

struct gather {
    const char *folder;
    const struct pack_manifest *set;
    struct raw_mesh *m;
    int32_t *rank_of; /* [cells] -1: not seen yet */
    int64_t n_patch_nodes;
};

static int bad(const struct gather *g, int rank, const char *what)
{
    return error_set("%s: rank %d %s: the packs are not of one set; run ufv-prep again", g->folder, rank, what);
}

static bool is_polyhedron(const struct pack *p, lid cell)
{
    return cell < p->n_owned && p->cell_type[cell] == ELEMENT_POLYHEDRON;
}

static lid face_size(const struct pack *p, lid f)
{
    return p->face_node_offset[f + 1] - p->face_node_offset[f];
}

/* Packs are read twice: for the sizes, then for the values, so that no more than the mesh and one pack is held. What a
 * pack names by global numbers is checked against the manifest in the first pass. */

/* ---- sizes: kept in the entry behind until they are added up ---- */

/* Sizes are stored one entry further on (c + 1), so that adding up turns them into offsets in place. A polyhedron
 * has faces and no nodes of its own, any other cell nodes alone. */
static int count_cells(struct gather *g, const struct pack *p)
{
    struct raw_mesh *m = g->m;
    for (lid i = 0; i < p->n_owned; i++) {
        gid c = p->cell_gid[i];
        /* Every cell belongs to one rank; make_room_for_values() looks for cells that belong to none. */
        if (g->rank_of[c] >= 0)
            return bad(g, (int)p->rank, "owns a cell of another rank");
        g->rank_of[c] = (int32_t)p->rank;
        m->cell_type[c] = p->cell_type[i];
        if (is_polyhedron(p, i))
            m->cell_polygon_offset[c + 1] = p->cell_face_offset[i + 1] - p->cell_face_offset[i];
        else
            m->cell_node_offset[c + 1] = p->cell_node_offset[i + 1] - p->cell_node_offset[i];
    }
    return 0;
}

/* A face between two ranks is in both packs and is counted twice with the same size, which is harmless. Faces of a
 * polyhedron on another rank only are given by that rank. */
static int count_faces(struct gather *g, const struct pack *p)
{
    for (lid f = 0; f < p->n_flux; f++) {
        if (p->face_gid[f] < 0 || p->face_gid[f] >= g->set->faces)
            return bad(g, (int)p->rank, "has a face beyond the last one of the mesh");
        /* Only faces of polyhedra are kept as polygons; the numbers of the others stay without nodes. */
        if (is_polyhedron(p, p->left[f]) || is_polyhedron(p, p->right[f]))
            g->m->polygon_node_offset[p->face_gid[f] + 1] = face_size(p, f);
    }
    for (int64_t v = 0; v < p->n_nodes; v++)
        if (p->node_gid[v] < 0 || p->node_gid[v] >= g->set->nodes)
            return bad(g, (int)p->rank, "has a node beyond the last one of the mesh");
    g->m->n_patch_faces += p->n_boundary;
    g->n_patch_nodes += p->face_node_offset[p->n_boundary];
    return 0;
}

static int count_rank(struct gather *g, const struct pack *p)
{
    if (p->n_cells_global != g->set->cells || p->n_patches != g->set->n_patches || strcmp(p->id, g->set->id) != 0)
        return bad(g, (int)p->rank, "is of another mesh");
    TRY(count_cells(g, p));
    return count_faces(g, p);
}

static void add_up(int64_t *offset, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        offset[i + 1] += offset[i];
}

/* ---- values ---- */

/* Nodes that several packs have are written several times with the same coordinates. */
static void copy_cells(struct gather *g, const struct pack *p)
{
    struct raw_mesh *m = g->m;
    for (int64_t v = 0; v < p->n_nodes; v++)
        for (int d = 0; d < 3; d++)
            m->x[d][p->node_gid[v]] = p->node[d * p->n_nodes + v];
    for (lid i = 0; i < p->n_owned; i++) {
        gid c = p->cell_gid[i];
        lid *node = m->cell_node + m->cell_node_offset[c], *polygon = m->cell_polygon + m->cell_polygon_offset[c];
        if (is_polyhedron(p, i))
            for (lid k = p->cell_face_offset[i]; k < p->cell_face_offset[i + 1]; k++)
                *polygon++ = (lid)p->face_gid[p->cell_face[k]];
        else
            for (lid k = p->cell_node_offset[i]; k < p->cell_node_offset[i + 1]; k++)
                *node++ = (lid)p->node_gid[p->cell_node[k]];
    }
}

static void copy_polygons(struct gather *g, const struct pack *p)
{
    for (lid f = 0; f < p->n_flux; f++) {
        if (!is_polyhedron(p, p->left[f]) && !is_polyhedron(p, p->right[f]))
            continue;
        lid *to = g->m->polygon_node + g->m->polygon_node_offset[p->face_gid[f]];
        for (lid k = p->face_node_offset[f]; k < p->face_node_offset[f + 1]; k++)
            *to++ = (lid)p->node_gid[p->face_node[k]];
    }
}

static void copy_patches(struct gather *g, const struct pack *p)
{
    struct raw_mesh *m = g->m;
    for (int b = 0; b < p->n_patches; b++)
        for (lid f = p->patch[b].begin; f < p->patch[b].end; f++) {
            /* patch_face_element stays NULL: elements of the mesh file are not in packs. */
            int64_t at = m->patch_face_node_offset[m->n_patch_faces];
            for (lid k = p->face_node_offset[f]; k < p->face_node_offset[f + 1]; k++)
                m->patch_face_node[at++] = (lid)p->node_gid[p->face_node[k]];
            m->patch_face_patch[m->n_patch_faces++] = b;
            m->patch_face_node_offset[m->n_patch_faces] = at;
        }
}

static int copy_rank(struct gather *g, const struct pack *p)
{
    copy_cells(g, p);
    copy_polygons(g, p);
    copy_patches(g, p);
    return 0;
}

static int for_each_rank(struct gather *g, int (*work)(struct gather *g, const struct pack *p))
{
    int status = 0;
    for (int r = 0; r < (int)g->set->ranks && status == 0; r++) {
        struct pack p;
        TRY(pack_read(g->folder, r, PACK_ALL, &p));
        status = work(g, &p);
        pack_free(&p);
    }
    return status;
}

static void make_room_for_counts(struct gather *g)
{
    struct raw_mesh *m = g->m;
    m->source = text_format("%s", g->set->source);
    m->n_cells = g->set->cells;
    m->n_nodes = g->set->nodes;
    m->n_polygons = g->set->faces;
    for (int d = 0; d < 3; d++)
        MEM_NEW_ZERO(m->x[d], m->n_nodes); /* nodes of no cell are in no pack */
    MEM_NEW_ZERO(m->cell_type, m->n_cells);
    MEM_NEW_ZERO(m->cell_node_offset, m->n_cells + 1);
    MEM_NEW_ZERO(m->cell_polygon_offset, m->n_cells + 1);
    MEM_NEW_ZERO(m->polygon_node_offset, m->n_polygons + 1);
    MEM_NEW(g->rank_of, m->n_cells);
    /* All bits set is -1. */
    memset(g->rank_of, 0xff, (size_t)m->n_cells * sizeof *g->rank_of);
    m->n_patches = g->set->n_patches;
    MEM_NEW_ZERO(m->patch, m->n_patches);
    for (int p = 0; p < g->set->n_patches; p++) {
        text_copy(m->patch[p].name, NAME_SIZE, g->set->patch[p].name);
        text_copy(m->patch[p].family, NAME_SIZE, g->set->patch[p].family);
        m->patch[p].kind = g->set->patch[p].kind;
    }
}

/* n_patch_faces, counted in the first pass, is set back to 0 and counts what is copied in the second. */
static int make_room_for_values(struct gather *g)
{
    struct raw_mesh *m = g->m;
    for (int64_t c = 0; c < m->n_cells; c++)
        if (g->rank_of[c] < 0)
            return error_set("%s: no rank owns cell %" PRId64 ": the packs are not of one set; run ufv-prep again",
                             g->folder, c + 1);
    add_up(m->cell_node_offset, m->n_cells);
    add_up(m->cell_polygon_offset, m->n_cells);
    add_up(m->polygon_node_offset, m->n_polygons);
    MEM_NEW(m->cell_node, m->cell_node_offset[m->n_cells]);
    MEM_NEW(m->cell_polygon, m->cell_polygon_offset[m->n_cells]);
    MEM_NEW(m->polygon_node, m->polygon_node_offset[m->n_polygons]);
    MEM_NEW(m->patch_face_node_offset, m->n_patch_faces + 1);
    MEM_NEW(m->patch_face_node, g->n_patch_nodes);
    MEM_NEW(m->patch_face_patch, m->n_patch_faces);
    m->patch_face_node_offset[0] = 0;
    m->n_patch_faces = 0;
    return 0;
}

/* A mesh without polyhedra must look like one that was read from a file: no polygons at all. */
static void forget_polygons(struct raw_mesh *m)
{
    if (m->cell_polygon_offset[m->n_cells] > 0)
        return;
    MEM_FREE(m->polygon_node_offset);
    MEM_FREE(m->polygon_node);
    MEM_FREE(m->cell_polygon_offset);
    MEM_FREE(m->cell_polygon);
    m->n_polygons = 0;
}

/* Periodic faces are joined in packs; which patch each side had is no longer known. */
static int gather_all(struct gather *g)
{
    if (g->set->n_periodic > 0)
        return error_set("%s: its mesh has periodic faces, which cannot be recovered from packs; run ufv-prep on the "
                         "mesh file",
                         g->folder);
    if (g->set->cells > LID_MAX || g->set->nodes > LID_MAX || g->set->faces > LID_MAX)
        return error_set("%s: its manifest has more than %d cells, faces or nodes; run ufv-prep again", g->folder,
                         LID_MAX);
    make_room_for_counts(g);
    TRY(for_each_rank(g, count_rank));
    TRY(make_room_for_values(g));
    TRY(for_each_rank(g, copy_rank));
    forget_polygons(g->m);
    return 0;
}

int packs_gather(const char *folder, struct raw_mesh *raw, int32_t **rank_of, int *n_ranks)
{
    struct pack_manifest set;
    struct gather g = {.folder = folder, .set = &set, .m = raw};
    memset(raw, 0, sizeof *raw);
    TRY(pack_manifest_read(folder, &set));
    int status = gather_all(&g);
    *n_ranks = (int)set.ranks;
    *rank_of = g.rank_of;
    pack_manifest_free(&set);
    if (status != 0) {
        raw_mesh_free(raw);
        MEM_FREE(*rank_of);
    }
    return status;
}
