/* su2_halo.c: copies of cells behind periodic boundaries, as SU2_MSH wrote them until version 6.
 *
 *   NPOIN= total physical      points beyond the physical ones are copies
 *   MARKER_TAG= SEND_RECEIVE
 *   MARKER_ELEMS= n
 *   SEND_RECV= 1, or -1        -1: its points receive values
 *   1 node index               n lines; index: of the periodic transformation, 0: none; of copies it is even
 *
 * ufv joins periodic patches itself, so that the copies are taken away. Without a transformation the file is a part of
 * a divided mesh.
 */
#include "su2/su2_mesh.h"

#include "mem.h"

#include <string.h>

enum { VERTEX = 1 };

static int read_vertex(struct su2 *s, bool receives)
{
    struct su2_lines *l = &s->lines;
    struct su2_zone *z = &s->zone;
    lid type = 0, node = 0, index = 0;
    TRY(su2_lines_integer(l, "the type of a vertex (1)", &type));
    TRY(su2_lines_integer(l, "a node number", &node));
    if (type != VERTEX || node < 0)
        return su2_lines_error(l, "has an element of type %" PRI_LID " and node %" PRI_LID " in SEND_RECEIVE, which "
                                  "lists vertices (type 1); export the mesh again", type, node);
    if (*l->at)
        TRY(su2_lines_integer(l, "the number of a transformation", &index));
    z->periodic = z->periodic || index > 0;
    z->n_nodes = node >= z->n_nodes ? (int64_t)node + 1 : z->n_nodes;
    if (receives && index > 0 && index % 2 == 0) {
        if (z->n_halo == z->halo_room) {
            z->halo_room += z->halo_room / 2 + 64;
            MEM_RESIZE(z->halo, z->halo_room);
        }
        z->halo[z->n_halo++] = node;
    }
    return su2_lines_end_item(l);
}

int su2_read_halo(struct su2 *s, int64_t n)
{
    struct su2_lines *l = &s->lines;
    bool end;
    TRY(su2_lines_next(l, &end));
    if (end || strcmp(l->key, "SEND_RECV") != 0)
        return su2_lines_error(l, "%s where SEND_RECV= belongs, behind the MARKER_ELEMS of SEND_RECEIVE; export the "
                                  "mesh again", end ? "ends the file" : "has something else");
    bool receives = l->word[0] == '-';
    for (int64_t i = 0; i < n; i++) {
        TRY(su2_lines_item(l, "vertices of SEND_RECEIVE", i, n));
        TRY(read_vertex(s, receives));
    }
    return 0;
}

static bool any_marked(const uint8_t *mark, const struct su2_zone *z, const lid *node, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        if (mark[node[k] - z->first_node])
            return true;
    return false;
}

/* number: [n_points] the new number of each node that stays. */
static void put_nodes(lid *to, const lid *from, int64_t n, const struct su2_zone *z, const lid *number)
{
    for (int64_t k = 0; k < n; k++)
        to[k] = number[from[k] - z->first_node];
}

/* What follows walks over the zone's items, which are the last ones of the mesh, and moves those that stay forwards. */

static int64_t drop_cells(struct raw_mesh *m, const struct su2_zone *z, const uint8_t *mark, const lid *number)
{
    int64_t kept = z->first_cell, at = m->cell_node_offset[kept], begin = at, n_before = m->n_cells;
    for (int64_t c = z->first_cell; c < n_before; c++) {
        int64_t end = m->cell_node_offset[c + 1], n = end - begin;
        if (!any_marked(mark, z, m->cell_node + begin, n)) {
            put_nodes(m->cell_node + at, m->cell_node + begin, n, z, number);
            at += n;
            m->cell_type[kept++] = m->cell_type[c];
            m->cell_node_offset[kept] = at;
        }
        begin = end;
    }
    m->n_cells = kept;
    return n_before - kept;
}

static void drop_faces(struct raw_mesh *m, const struct su2_zone *z, const uint8_t *mark, const lid *number)
{
    int64_t kept = z->first_face, n_before = m->n_patch_faces;
    if (kept == n_before)
        return;
    int64_t at = m->patch_face_node_offset[kept], begin = at;
    for (int64_t f = z->first_face; f < n_before; f++) {
        int64_t end = m->patch_face_node_offset[f + 1], n = end - begin;
        if (!any_marked(mark, z, m->patch_face_node + begin, n)) {
            put_nodes(m->patch_face_node + at, m->patch_face_node + begin, n, z, number);
            at += n;
            m->patch_face_patch[kept++] = m->patch_face_patch[f];
            m->patch_face_node_offset[kept] = at;
        }
        begin = end;
    }
    m->n_patch_faces = kept;
}

static void drop_nodes(struct raw_mesh *m, const struct su2_zone *z, const uint8_t *mark, lid *number)
{
    int64_t kept = z->first_node;
    for (int64_t i = 0; i < z->n_points; i++) {
        if (mark[i])
            continue;
        for (int d = 0; d < 3; d++)
            m->x[d][kept] = m->x[d][z->first_node + i];
        number[i] = (lid)kept++;
    }
    m->n_nodes = kept;
}

int su2_drop_halo(struct su2 *s)
{
    struct su2_zone *z = &s->zone;
    uint8_t *mark;
    lid *number;
    if (!z->sends)
        return 0;
    if (!z->periodic)
        return error_set("%s: has markers SEND_RECEIVE and no periodic transformation in them, so it is one part of a "
                         "mesh that is divided already; give the whole one", s->lines.path);
    MEM_NEW_ZERO(mark, z->n_points);
    MEM_NEW(number, z->n_points);
    for (int64_t i = 0; i < z->n_halo; i++)
        mark[z->halo[i]] = 1;
    for (int64_t i = z->n_physical; i < z->n_points; i++)
        mark[i] = 1;
    drop_nodes(s->m, z, mark, number);
    int64_t n_cells = drop_cells(s->m, z, mark, number);
    drop_faces(s->m, z, mark, number);
    raw_notes_say(&s->notes, "has copies of cells behind periodic boundaries (SEND_RECEIVE): %" PRId64 " points and %"
                             PRId64 " cells are left out; join the two markers of each boundary by a line in "
                             "[periodic] of --config", z->first_node + z->n_points - s->m->n_nodes, n_cells);
    mem_free(mark);
    mem_free(number);
    return s->m->n_cells > z->first_cell ? 0
                                         : error_set("%s: its markers SEND_RECEIVE make copies of all cells; export "
                                                     "the mesh again",
                                                     s->lines.path);
}
