/* Gives boundary faces to patches: by the faces that the file names, then by its lists of vertices; what is
 * left becomes a patch of its own. */
#include "mesh/mesh_patches.h"

#include "mem.h"
#include "text.h"

#include <string.h>

/* Number of the element in the file, for messages; SU2 meshes have none (0). */
static int64_t element_of(const struct raw_mesh *raw, int64_t i)
{
    return raw->patch_face_element ? raw->patch_face_element[i] : 0;
}

static lid entry_of_face(const struct mesh *m, const struct patch_table *t, int64_t f)
{
    int64_t begin = m->face_node_offset[f];
    return patch_table_entry(t, m->face_node_offset[f + 1] - begin, m->face_node + begin);
}

/* A face that two patches name goes to the one that named it first; the other is noted. Periodic faces keep their
 * partner and are counted for their patch alone. seen [entries]: set where a boundary face is found. */
static void assign_by_faces(struct mesh *m, const struct raw_mesh *raw, const struct patch_table *t, uint8_t *seen,
                            struct mesh_findings *found)
{
    for (int64_t f = 0; f < m->n_faces; f++) {
        lid e = m->right[f] == MESH_NO_PATCH || mesh_is_periodic(m, f) ? entry_of_face(m, t, f) : -1;
        if (e < 0)
            continue;
        seen[e] = 1;
        if (mesh_is_periodic(m, f)) {
            m->patch[raw->patch_face_patch[t->face[e]]].n_joined++;
            continue;
        }
        m->right[f] = ~raw->patch_face_patch[t->face[e]];
        if (t->rival[e] >= 0 && found->doubly++ == 0) {
            found->doubly_face = f;
            found->doubly_patch[0] = raw->patch_face_patch[t->face[e]];
            found->doubly_patch[1] = t->rival[e];
        }
    }
}

static bool all_marked(const struct mesh *m, int64_t face, const uint8_t *mark)
{
    for (int64_t i = m->face_node_offset[face]; i < m->face_node_offset[face + 1]; i++)
        if (!mark[m->face_node[i]])
            return false;
    return true;
}

/* Patch faces that are no boundary faces: are they faces inside the volume? Faces with a node that is of none of them
 * need not be looked up. */
static void find_inside(const struct mesh *m, const struct raw_mesh *raw, const struct patch_table *t, uint8_t *seen,
                        struct mesh_findings *found)
{
    uint8_t *mark;
    MEM_NEW_ZERO(mark, m->n_nodes);
    for (int64_t e = 0; e < t->nodes.n_entries; e++)
        /* Only of entries that no boundary face has met. */
        for (int64_t k = raw->patch_face_node_offset[t->face[e]];
             k < raw->patch_face_node_offset[t->face[e] + 1] && !seen[e]; k++)
            mark[raw->patch_face_node[k]] = 1;
    for (int64_t f = 0; f < m->n_faces; f++) {
        if (mesh_is_boundary(m, f) || !all_marked(m, f, mark))
            continue;
        lid e = entry_of_face(m, t, f);
        if (e < 0 || seen[e])
            continue;
        seen[e] = 1;
        if (found->inside++ == 0) {
            found->inside_face = f;
            found->inside_patch = raw->patch_face_patch[t->face[e]];
        }
    }
    mem_free(mark);
}

/* Mostly there is none, and the walk over all faces in find_inside() is spared. */
static bool any_unseen(const struct patch_table *t, const uint8_t *seen)
{
    for (int64_t e = 0; e < t->nodes.n_entries; e++)
        if (!seen[e])
            return true;
    return false;
}

/* What became of the patch faces that are not among the boundary faces.
 * Entries from the last to the first, so that the first is the one that the note names. */
static void note_rest(const struct mesh *m, const struct raw_mesh *raw, const struct patch_table *t, uint8_t *seen,
                      struct mesh_findings *found)
{
    if (any_unseen(t, seen))
        find_inside(m, raw, t, seen, found);
    for (int64_t e = t->nodes.n_entries - 1; e >= 0; e--)
        if (!seen[e]) {
            found->stray++;
            found->stray_element = element_of(raw, t->face[e]);
            found->stray_patch = raw->patch_face_patch[t->face[e]];
        }
    found->repeated = t->repeated;
    if (t->repeated) {
        found->repeated_element = element_of(raw, t->first_repeated);
        found->repeated_patch = raw->patch_face_patch[t->first_repeated];
    }
}

/* A list of vertices names the faces all of whose nodes are in it; that may be one too many where a corner of the
 * boundary is cut by a single face. So faces that were named as faces are not asked, and of two lists the first
 * wins. */
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

/* The patch is added only where faces need it. Its kind is none: the run refuses it until the case file or
 * --config names one, rather than guess. */
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

/* Faces named as faces first, then vertex lists, then the rest: the more exact statement of the file wins.
 * n_patches + 1: room for "unassigned". */
void mesh_assign_patches(struct mesh *m, const struct raw_mesh *raw, const struct patch_table *table,
                         struct mesh_findings *found)
{
    uint8_t *seen;
    m->n_patches = (int)raw->n_patches;
    MEM_NEW_ZERO(m->patch, m->n_patches + 1);
    for (int p = 0; p < m->n_patches; p++) {
        text_copy(m->patch[p].name, NAME_SIZE, raw->patch[p].name);
        text_copy(m->patch[p].family, NAME_SIZE, raw->patch[p].family);
        m->patch[p].kind = raw->patch[p].kind;
        text_copy(m->patch[p].bc_type, NAME_SIZE, raw->patch[p].bc_type);
    }
    MEM_NEW_ZERO(seen, table->nodes.n_entries);
    assign_by_faces(m, raw, table, seen, found);
    note_rest(m, raw, table, seen, found);
    mem_free(seen);
    assign_by_vertices(m, raw);
    assign_rest(m, found);
    for (int64_t f = 0; f < m->n_faces; f++)
        if (mesh_is_on_patch(m, f))
            m->patch[~m->right[f]].n_faces++;
}
