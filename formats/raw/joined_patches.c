/* joined_patches.c: patch faces that joining nodes made inner or periodic ones: they are no boundary any more.
 *
 * A mesh may list the faces of an interface as a boundary condition of either zone. Such a face has nodes
 * that were joined throughout, and the mesh has it twice, or as a periodic face.
 */
#include "raw/joined_patches.h"

#include "mem.h"
#include "raw/exterior_faces.h"
#include "raw/face_set.h"

#include <string.h>

/* Faces of which all nodes are marked: outer ones have tag 1, periodic ones 0. */
struct known {
    struct face_set set;
    const uint8_t *mark;
};

static void add_periodic_faces(const struct raw_mesh *m, struct face_set *set)
{
    for (int64_t p = 0; p < m->n_periodic; p++) {
        const struct raw_periodic *q = &m->periodic[p];
        for (int side = 0; side < 2; side++)
            for (int64_t i = 0; i < q->n_faces; i++) {
                int64_t begin = q->node_offset[i];
                uint64_t key = face_key(q->node[side] + begin, q->node_offset[i + 1] - begin);
                int64_t *tag = face_set_find(set, key);
                if (tag)
                    *tag = 0;
                else
                    face_set_add(set, key, 0);
            }
    }
}

/* An outer face of marked nodes that is not periodic, or any face with a node
 * that joining did not touch. */
static bool stays(const struct known *k, const lid *node, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (!k->mark[node[i]])
            return true;
    int64_t *tag = face_set_find(&k->set, face_key(node, n));
    return tag && *tag == 1;
}

/* Takes the faces out; returns their number. */
static int64_t take_out(struct raw_mesh *m, const struct known *k)
{
    int64_t kept = 0, begin = 0, at = 0, n_before = m->n_patch_faces;
    for (int64_t f = 0; f < n_before; f++) {
        int64_t end = m->patch_face_node_offset[f + 1], n = end - begin;
        const lid *node = m->patch_face_node + begin;
        begin = end;
        if (!stays(k, node, n))
            continue;
        memmove(m->patch_face_node + at, node, (size_t)n * sizeof *node);
        at += n;
        m->patch_face_patch[kept] = m->patch_face_patch[f];
        m->patch_face_element[kept++] = m->patch_face_element[f];
        m->patch_face_node_offset[kept] = at;
    }
    m->n_patch_faces = kept;
    return n_before - kept;
}

int64_t raw_leave_joined_faces_out(struct raw_mesh *m, const uint8_t *merged)
{
    const struct node_merge none = {.parent = NULL};
    struct exterior_faces outer;
    uint8_t *mark;
    int64_t n_periodic = 0;
    for (int64_t p = 0; p < m->n_periodic; p++)
        n_periodic += m->periodic[p].n_faces;
    /* Most meshes: nothing was joined, and the walk over all cells is spared. */
    if (m->n_patch_faces == 0 || (!merged && n_periodic == 0))
        return 0;
    MEM_NEW_ZERO(mark, m->n_nodes);
    if (merged)
        /* Candidates are faces all of whose nodes took part in a join; exterior_faces_find() then tells which of them
         * are still outer ones. */
        memcpy(mark, merged, (size_t)m->n_nodes);
    for (int64_t p = 0; p < m->n_periodic; p++)
        for (int side = 0; side < 2; side++)
            for (int64_t i = 0; i < m->periodic[p].node_offset[m->periodic[p].n_faces]; i++)
                mark[m->periodic[p].node[side][i]] = 1;
    exterior_faces_find(m, &none, 0, m->n_cells, mark, &outer);
    struct known k = {.mark = mark};
    face_set_init(&k.set, outer.n + 2 * n_periodic);
    for (int64_t i = 0; i < outer.n; i++)
        face_set_add(&k.set, face_key(outer.node + outer.offset[i], outer.offset[i + 1] - outer.offset[i]), 1);
    add_periodic_faces(m, &k.set);
    int64_t n = take_out(m, &k);
    face_set_free(&k.set);
    exterior_faces_free(&outer);
    MEM_FREE(mark);
    return n;
}

bool *raw_patches_with_faces(const struct raw_mesh *m)
{
    bool *has;
    MEM_NEW_ZERO(has, m->n_patches);
    for (int64_t f = 0; f < m->n_patch_faces; f++)
        has[m->patch_face_patch[f]] = true;
    return has;
}

void raw_drop_emptied_patches(struct raw_mesh *m, const bool *had)
{
    lid *number, kept = 0;
    bool *has = raw_patches_with_faces(m);
    MEM_NEW(number, m->n_patches);
    for (int64_t p = 0; p < m->n_patches; p++) {
        number[p] = kept;
        /* A patch that was empty in the file stays, since its name may be in the user's case file. */
        if (has[p] || !had[p] || m->patch[p].node)
            m->patch[kept++] = m->patch[p];
    }
    for (int64_t f = 0; f < m->n_patch_faces; f++)
        m->patch_face_patch[f] = number[m->patch_face_patch[f]];
    m->n_patches = kept;
    MEM_FREE(has);
    MEM_FREE(number);
}
