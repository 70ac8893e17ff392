#include "mesh.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "mesh_patches.h"
#include "node_table.h"
#include "orient.h"
#include "periodic.h"

#include <string.h>

int mesh_cell_face_nodes(int type, const lid *cell_node, int j, lid node[4])
{
    const struct element_info *e = element_info(type);
    int n = e->face_n_nodes[j], used = 0;
    for (int i = 0; i < n; i++) {
        lid v = cell_node[e->face_node[j][i]];
        bool seen = false;
        for (int k = 0; k < used; k++)
            seen = seen || node[k] == v;
        if (!seen)
            node[used++] = v;
    }
    return used >= 3 ? used : 0;
}

void mesh_face_place(const struct mesh *m, int64_t face, double x[3])
{
    int64_t begin = m->face_node_offset[face], end = m->face_node_offset[face + 1];
    for (int d = 0; d < 3; d++) {
        x[d] = 0.0;
        for (int64_t i = begin; i < end; i++)
            x[d] += m->x[d][m->face_node[i]] / (double)(end - begin);
    }
}

void mesh_cell_place(const struct mesh *m, int64_t cell, double x[3])
{
    int64_t begin = m->cell_node_offset[cell], end = m->cell_node_offset[cell + 1];
    for (int d = 0; d < 3; d++) {
        x[d] = 0.0;
        for (int64_t i = begin; i < end; i++)
            x[d] += m->x[d][m->cell_node[i]] / (double)(end - begin);
    }
}

/* The mesh takes nodes and cells over. */
static void take_over(struct raw_mesh *raw, struct mesh *m)
{
    m->n_nodes = raw->n_nodes;
    m->n_cells = raw->n_cells;
    for (int d = 0; d < 3; d++) {
        m->x[d] = raw->x[d];
        raw->x[d] = NULL;
    }
    m->cell_type = raw->cell_type;
    m->cell_node_offset = raw->cell_node_offset;
    m->cell_node = raw->cell_node;
    raw->cell_type = NULL;
    raw->cell_node_offset = NULL;
    raw->cell_node = NULL;
    raw->n_nodes = raw->n_cells = 0;
}

/* Numbers the faces; leaves in the table's chains those seen once. */
static void number_faces(struct mesh *m, struct node_table *t)
{
    int64_t most = 0;
    for (int64_t c = 0; c < m->n_cells; c++)
        most += element_info(m->cell_type[c])->n_faces;
    node_table_init(t, m->n_nodes, most / 2 + most / 16);
    MEM_NEW(m->cell_face_offset, m->n_cells + 1);
    MEM_NEW(m->cell_face, most);
    int64_t at = 0;
    for (int64_t c = 0; c < m->n_cells; c++) {
        int n_faces = element_info(m->cell_type[c])->n_faces;
        const lid *cell_node = m->cell_node + m->cell_node_offset[c];
        m->cell_face_offset[c] = at;
        for (int j = 0; j < n_faces; j++) {
            lid node[4];
            bool added;
            int n = mesh_cell_face_nodes(m->cell_type[c], cell_node, j, node);
            if (n)
                m->cell_face[at++] = node_table_take_or_add(t, n, node, &added);
        }
    }
    m->cell_face_offset[m->n_cells] = at;
    m->n_faces = t->n_entries;
    m->n_boundary = 2 * m->n_faces - at;
}

/* Does the other cell see the face's nodes the other way round? */
static bool is_opposite(int n, const lid *face_node, const lid *node)
{
    for (int i = 0; i < n; i++)
        if (node[i] == face_node[0])
            return node[(i + 1) % n] == face_node[n - 1];
    return false;
}

/* Calls for each face of each cell, in the order of number_faces(). */
static void fill_face(struct mesh *m, struct mesh_findings *found, lid c, lid f, int n, const lid *node)
{
    if (m->left[f] < 0) {
        m->left[f] = c;
        memcpy(m->face_node + m->face_node_offset[f], node, (size_t)n * sizeof *node);
        return;
    }
    m->right[f] = c;
    if (!is_opposite(n, m->face_node + m->face_node_offset[f], node) && found->folded++ == 0)
        found->folded_face = f;
}

static void fill_faces(struct mesh *m, struct mesh_findings *found)
{
    int64_t n_nodes = 0;
    for (lid f = 0; f < m->n_faces; f++) {
        int64_t n = m->face_node_offset[f];
        m->face_node_offset[f] = n_nodes;
        n_nodes += n;
        m->left[f] = -1;
        m->right[f] = MESH_NO_PATCH;
    }
    m->face_node_offset[m->n_faces] = n_nodes;
    MEM_NEW(m->face_node, n_nodes);
    for (lid c = 0; c < m->n_cells; c++) {
        const lid *cell_node = m->cell_node + m->cell_node_offset[c], *face = m->cell_face + m->cell_face_offset[c];
        for (int j = 0; j < element_info(m->cell_type[c])->n_faces; j++) {
            lid node[4];
            int n = mesh_cell_face_nodes(m->cell_type[c], cell_node, j, node);
            if (n)
                fill_face(m, found, c, *face++, n, node);
        }
    }
}

/* Number of nodes of each face, kept in face_node_offset until fill_faces(). */
static void count_face_nodes(struct mesh *m)
{
    for (int64_t c = 0; c < m->n_cells; c++) {
        const lid *cell_node = m->cell_node + m->cell_node_offset[c], *face = m->cell_face + m->cell_face_offset[c];
        for (int j = 0; j < element_info(m->cell_type[c])->n_faces; j++) {
            lid node[4];
            int n = mesh_cell_face_nodes(m->cell_type[c], cell_node, j, node);
            if (n)
                m->face_node_offset[*face++] = n;
        }
    }
}

/* What remains in the chains are the boundary faces: an interior face found
 * there has a third cell. */
static void find_triples(const struct mesh *m, const struct node_table *t, struct mesh_findings *found)
{
    for (int64_t f = 0; f < m->n_faces; f++) {
        const lid *node = m->face_node + m->face_node_offset[f];
        int n = (int)(m->face_node_offset[f + 1] - m->face_node_offset[f]);
        if (mesh_is_boundary(m, f) || node_table_find(t, n, node) < 0)
            continue;
        if (found->triple++ == 0)
            found->triple_face = f;
    }
}

/* A cell all of whose faces lead to one and the same cell is given twice. */
static void find_twins(const struct mesh *m, struct mesh_findings *found)
{
    for (lid c = 0; c < m->n_cells; c++) {
        int64_t begin = m->cell_face_offset[c], end = m->cell_face_offset[c + 1];
        lid other = begin < end ? mesh_across(m, m->cell_face[begin], c) : -1;
        for (int64_t i = begin + 1; i < end && other >= 0; i++)
            if (mesh_across(m, m->cell_face[i], c) != other)
                other = -1;
        if (other > c && found->twins++ == 0)
            found->twin_cell = c;
    }
}

static void count_unused_nodes(const struct mesh *m, struct mesh_findings *found)
{
    uint8_t *used;
    MEM_NEW_ZERO(used, m->n_nodes);
    for (int64_t i = 0; i < m->cell_node_offset[m->n_cells]; i++)
        used[m->cell_node[i]] = 1;
    for (int64_t v = 0; v < m->n_nodes; v++)
        found->unused_nodes += !used[v];
    mem_free(used);
}

int mesh_build(struct raw_mesh *raw, struct mesh *m, struct mesh_findings *found)
{
    struct node_table table;
    memset(m, 0, sizeof *m);
    memset(found, 0, sizeof *found);
    if (raw->n_cells < 1)
        return error_set("%s: holds no volume cells", raw->source ? raw->source : "mesh");
    if (raw->n_cells > LID_MAX || raw->n_nodes > LID_MAX)
        return error_set("%s: more than %d cells or nodes cannot be numbered", raw->source, LID_MAX);
    for (int64_t c = 0; c < raw->n_cells; c++)
        if (element_info(raw->cell_type[c])->n_faces == 0)
            return error_set("%s: cell %" PRId64 " is of type %s, which cannot be built from its nodes", raw->source,
                             c + 1, element_info(raw->cell_type[c])->name);
    take_over(raw, m);
    count_unused_nodes(m, found);
    found->mirrored = orient_cells(m);
    number_faces(m, &table);
    MEM_NEW(m->face_node_offset, m->n_faces + 1);
    MEM_NEW(m->left, m->n_faces);
    MEM_NEW(m->right, m->n_faces);
    count_face_nodes(m);
    fill_faces(m, found);
    find_triples(m, &table, found);
    find_twins(m, found);
    int status = periodic_join_raw(m, raw, &table);
    mesh_assign_patches(m, raw, &table, found);
    node_table_free(&table);
    return status;
}

void mesh_free(struct mesh *m)
{
    for (int d = 0; d < 3; d++)
        mem_free(m->x[d]);
    mem_free(m->cell_type);
    mem_free(m->cell_node_offset);
    mem_free(m->cell_node);
    mem_free(m->cell_face_offset);
    mem_free(m->cell_face);
    mem_free(m->left);
    mem_free(m->right);
    mem_free(m->face_node_offset);
    mem_free(m->face_node);
    mem_free(m->patch);
    periodic_free(&m->periodic);
    mem_free(m->images.cell);
    mem_free(m->images.face);
    mem_free(m->images.node);
    mem_free(m->images.transform);
    memset(m, 0, sizeof *m);
}
