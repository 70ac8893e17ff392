#include "mesh_patches.h"

#include "mem.h"
#include "text.h"

#include <string.h>

static void note_stray(struct mesh_findings *found, const struct raw_mesh *raw, int64_t i)
{
    if (found->stray++ == 0) {
        found->stray_element = raw->patch_face_element ? raw->patch_face_element[i] : 0;
        found->stray_patch = raw->patch_face_patch[i];
    }
}

static void assign(struct mesh *m, lid face, lid patch, struct mesh_findings *found)
{
    if (m->right[face] == MESH_NO_PATCH)
        m->right[face] = ~patch;
    else if (mesh_is_periodic(m, face))
        m->patch[patch].n_joined++;
    else if (m->right[face] != ~patch && found->doubly++ == 0)
        found->doubly_face = face;
}

static void assign_by_faces(struct mesh *m, const struct raw_mesh *raw, const struct node_table *table,
                            struct mesh_findings *found)
{
    for (int64_t i = 0; i < raw->n_patch_faces; i++) {
        int64_t begin = raw->patch_face_node_offset[i];
        int n = (int)(raw->patch_face_node_offset[i + 1] - begin), used = 0;
        lid node[64];
        for (int k = 0; k < n && used < 64; k++) {
            bool seen = false;
            for (int j = 0; j < used; j++)
                seen = seen || node[j] == raw->patch_face_node[begin + k];
            if (!seen)
                node[used++] = raw->patch_face_node[begin + k];
        }
        lid face = used >= 3 ? node_table_find(table, used, node) : -1;
        if (face >= 0)
            assign(m, face, raw->patch_face_patch[i], found);
        else
            note_stray(found, raw, i);
    }
}

static bool all_marked(const struct mesh *m, int64_t face, const uint8_t *mark)
{
    for (int64_t i = m->face_node_offset[face]; i < m->face_node_offset[face + 1]; i++)
        if (!mark[m->face_node[i]])
            return false;
    return true;
}

static void assign_by_vertices(struct mesh *m, const struct raw_mesh *raw)
{
    uint8_t *mark = NULL;
    for (lid p = 0; p < raw->n_patches; p++) {
        const struct raw_patch *patch = &raw->patch[p];
        if (!patch->node)
            continue;
        if (!mark)
            MEM_NEW_ZERO(mark, m->n_nodes);
        for (int64_t i = 0; i < patch->n_nodes_listed; i++)
            mark[patch->node[i]] = 1;
        for (int64_t f = 0; f < m->n_faces; f++)
            if (m->right[f] == MESH_NO_PATCH && all_marked(m, f, mark))
                m->right[f] = ~p;
            else if (mesh_is_periodic(m, f) && all_marked(m, f, mark))
                m->patch[p].n_joined++;
        for (int64_t i = 0; i < patch->n_nodes_listed; i++)
            mark[patch->node[i]] = 0;
    }
    mem_free(mark);
}

static void assign_rest(struct mesh *m, struct mesh_findings *found)
{
    for (int64_t f = 0; f < m->n_faces; f++)
        if (m->right[f] == MESH_NO_PATCH) {
            m->right[f] = ~(lid)m->n_patches;
            if (found->unassigned++ == 0)
                found->unassigned_face = f;
        }
    if (found->unassigned == 0)
        return;
    struct mesh_patch *p = &m->patch[m->n_patches++];
    text_copy(p->name, NAME_SIZE, "unassigned");
    p->kind = BC_NONE;
}

void mesh_assign_patches(struct mesh *m, const struct raw_mesh *raw, const struct node_table *table,
                         struct mesh_findings *found)
{
    m->n_patches = (int)raw->n_patches;
    MEM_NEW_ZERO(m->patch, m->n_patches + 1);
    for (int p = 0; p < m->n_patches; p++) {
        text_copy(m->patch[p].name, NAME_SIZE, raw->patch[p].name);
        text_copy(m->patch[p].family, NAME_SIZE, raw->patch[p].family);
        m->patch[p].kind = raw->patch[p].kind;
    }
    assign_by_faces(m, raw, table, found);
    assign_by_vertices(m, raw);
    assign_rest(m, found);
    for (int64_t f = 0; f < m->n_faces; f++)
        if (mesh_is_boundary(m, f) && !mesh_is_periodic(m, f))
            m->patch[~m->right[f]].n_faces++;
}
