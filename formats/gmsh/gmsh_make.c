/* gmsh_make.c: which elements are cells and which are faces of patches, and the nodes that they need. */
#include "gmsh/gmsh_mesh.h"

#include "element.h"
#include "mem.h"
#include "name_index.h"
#include "raw/face_set.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static int n_corners(int dimension, int type)
{
    return dimension == 1 ? 2 : element_info(type)->n_nodes;
}

/* MSH 2.2 has an element of an entity in two groups twice: leaves each in its first place alone. Returns how many went.
 * Elements of the same nodes are the same one. */
static int64_t drop_repeated(struct gmsh_list *s, int dimension)
{
    struct face_set seen;
    int64_t n = 0, end = 0, at = 0;
    face_set_init(&seen, s->n);
    for (int64_t i = 0; i < s->n; i++) {
        int k = n_corners(dimension, s->type[i]);
        uint64_t key = face_key(s->node + at, k);
        if (!face_set_find(&seen, key)) {
            face_set_add(&seen, key, i);
            memmove(s->node + end, s->node + at, (size_t)k * sizeof *s->node);
            s->type[n] = s->type[i];
            if (s->key)
                s->key[n] = s->key[i];
            end += k;
            n++;
        }
        at += k;
    }
    face_set_free(&seen);
    int64_t gone = s->n - n;
    s->n = n;
    s->n_nodes = end;
    return gone;
}

/* ---- patches ------------------------------------------------------------------------------------ */

struct patches {
    struct gmsh *g;
    const struct gmsh_groups *groups;
    bool by_group;           /* faces of groups become patches; else those of entities, as there are no groups */
    struct name_index names; /* name i of these is patch i */
    lid *of_key;             /* [groups->keys.n] patch, -1: none */
};

/* A group without a name goes by its number, an entity by its kind and number. */
static void add_patch(struct patches *p, int64_t key, int dimension)
{
    char name[NAME_SIZE] = "";
    int64_t tag = key >= 0 ? key / 2 : (key - 1) / 2;
    if (p->by_group) {
        lid k = number_index_find(&p->groups->names, tag);
        text_copy(name, sizeof name, k >= 0 ? p->groups->name[k] : "");
        if (!name[0])
            snprintf(name, sizeof name, "%" PRId64, tag);
    } else {
        snprintf(name, sizeof name, "%s-%" PRId64, dimension == 1 ? "curve" : "surface", tag);
    }
    lid patch = name_index_add(&p->names, name);
    if (patch == p->g->m->n_patches)
        raw_append_patch(&p->g->append, name, "", BC_NONE);
    p->of_key[number_index_find(&p->groups->keys, key)] = patch;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* In the order of tags. */
static void add_patches(struct patches *p, int dimension)
{
    const struct number_index *keys = &p->groups->keys;
    int64_t *sorted;
    MEM_NEW(sorted, keys->n);
    MEM_NEW(p->of_key, keys->n);
    for (int64_t i = 0; i < keys->n; i++) {
        sorted[i] = keys->number[i];
        p->of_key[i] = -1;
        p->by_group = p->by_group || keys->number[i] % 2 == 0;
    }
    qsort(sorted, (size_t)keys->n, sizeof *sorted, by_number);
    for (int64_t i = 0; i < keys->n; i++)
        if ((sorted[i] % 2 == 0) == p->by_group)
            add_patch(p, sorted[i], dimension);
    mem_free(sorted);
}

/* Faces in no group lie mostly inside the volume; where they do not, the mesh's check finds them without a patch. */
static void make_faces(struct gmsh *g, int dimension)
{
    struct gmsh_list *s = &g->list[dimension];
    struct patches p = {.g = g, .groups = &g->groups[dimension]};
    const char *face = dimension == 1 ? "edges" : "faces";
    int64_t left_out = 0, at = 0, twice = g->groups[dimension].several && !g->newer ? drop_repeated(s, dimension) : 0;
    add_patches(&p, dimension);
    for (int64_t i = 0; i < s->n; i++) {
        int n = n_corners(dimension, s->type[i]);
        lid patch = p.of_key[s->key[i]];
        if (patch >= 0)
            raw_append_face(&g->append, patch, n, s->node + at);
        left_out += patch < 0;
        at += n;
    }
    if (left_out > 0)
        raw_notes_say(&g->notes, "has %" PRId64 " %s in no physical group, which are left out as others are in groups",
                      left_out, face);
    if (twice > 0 || (g->newer && g->groups[dimension].several))
        raw_notes_say(&g->notes, "has %s in more than one physical group; each stays in the first", face);
    if (s->n > 0)
        raw_notes_say(&g->notes, "%s; the case file or --config must give one to each",
                      p.by_group ? "physical groups have no kinds of boundary"
                                 : "has no physical groups of boundary faces, so patches are named by the surfaces or "
                                   "curves of the geometry, and have no kinds");
    mem_free(p.of_key);
    name_index_free(&p.names);
}

/* ---- cells and nodes ---------------------------------------------------------------------------- */

/* The list becomes that of the mesh. */
static void make_cells(struct gmsh *g, int dimension)
{
    struct gmsh_list *s = &g->list[dimension];
    struct raw_mesh *m = g->m;
    if (g->groups[dimension].several && !g->newer)
        drop_repeated(s, dimension);
    m->n_cells = s->n;
    m->cell_type = s->type;
    m->cell_node = s->node;
    s->type = NULL;
    s->node = NULL;
    MEM_NEW(m->cell_node_offset, s->n + 1);
    m->cell_node_offset[0] = 0;
    for (int64_t c = 0; c < s->n; c++)
        m->cell_node_offset[c + 1] = m->cell_node_offset[c] + n_corners(dimension, m->cell_type[c]);
}

/* Nodes that no cell and no face has (inside elements of higher order, of the geometry alone) go; the others keep their
 * order. */
static void drop_nodes(struct raw_mesh *m)
{
    lid *new_of;
    int64_t n = 0, n_face_nodes = m->n_patch_faces > 0 ? m->patch_face_node_offset[m->n_patch_faces] : 0;
    MEM_NEW_ZERO(new_of, m->n_nodes);
    for (int64_t k = 0; k < m->cell_node_offset[m->n_cells]; k++)
        new_of[m->cell_node[k]] = 1;
    for (int64_t k = 0; k < n_face_nodes; k++)
        new_of[m->patch_face_node[k]] = 1;
    for (int64_t v = 0; v < m->n_nodes; v++) {
        if (!new_of[v])
            continue;
        for (int d = 0; d < 3; d++)
            m->x[d][n] = m->x[d][v];
        new_of[v] = (lid)n++;
    }
    for (int64_t k = 0; k < m->cell_node_offset[m->n_cells]; k++)
        m->cell_node[k] = new_of[m->cell_node[k]];
    for (int64_t k = 0; k < n_face_nodes; k++)
        m->patch_face_node[k] = new_of[m->patch_face_node[k]];
    m->n_nodes = n;
    mem_free(new_of);
}

int gmsh_make_mesh(struct gmsh *g)
{
    int dimension = g->list[3].n > 0 ? 3 : 2;
    if (!g->nodes.complete || g->list[dimension].n == 0)
        return error_set("%s: has no %s, so it is no mesh of a volume or a plane; mesh it first: gmsh -3 MESH.geo (-2: "
                         "a plane one)", g->in.path, g->nodes.complete ? "cells" : "section $Nodes");
    if (g->list[dimension].n >= LID_MAX)
        return error_set("%s: has %" PRId64 " cells, and %d are the most that can be read", g->in.path,
                         g->list[dimension].n, LID_MAX - 1);
    if (g->list[dimension].n_high > 0)
        raw_notes_say(&g->notes, "has %" PRId64 " cells of higher order, of which the corners are used",
                      g->list[dimension].n_high);
    make_faces(g, dimension - 1);
    make_cells(g, dimension);
    for (int d = 1; d <= GMSH_MAX_DIMENSION; d++)
        gmsh_list_free(&g->list[d]);
    drop_nodes(g->m);
    return dimension == 2 ? raw_notes_extrude(&g->notes, g->m) : 0;
}
