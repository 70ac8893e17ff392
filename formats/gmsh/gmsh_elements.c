/* gmsh_elements.c: the lists of elements, by dimension, with the nodes at their corners. */
#include "gmsh/gmsh_mesh.h"

#include "element.h"
#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* The shortest element of a text: "1 1\n" (4.1), "1 15 0 1\n" (2.2); of bytes: a tag and a node. The head of a block:
 * four numbers. */
enum { TEXT_ELEMENT = 4, BINARY_ELEMENT = 8, TEXT_BLOCK = 8, BINARY_BLOCK = 20, TAGS_MOST = 64 };

void gmsh_list_free(struct gmsh_list *s)
{
    mem_free(s->type);
    mem_free(s->key);
    mem_free(s->node);
    *s = (struct gmsh_list){0};
}

static void add(struct gmsh *g, const struct gmsh_element *e, lid key, const lid *node)
{
    struct gmsh_list *s = &g->list[e->dimension];
    if (s->n == s->room) {
        s->room += s->room / 2 + 256;
        MEM_RESIZE(s->type, s->room);
        if (e->dimension < GMSH_MAX_DIMENSION)
            MEM_RESIZE(s->key, s->room);
    }
    if (s->n_nodes + e->n_corners > s->node_room) {
        s->node_room += s->node_room / 2 + 1024;
        MEM_RESIZE(s->node, s->node_room);
    }
    s->type[s->n] = (uint8_t)e->type;
    if (s->key)
        s->key[s->n] = key;
    memcpy(s->node + s->n_nodes, node, (size_t)e->n_corners * sizeof *node);
    s->n_nodes += e->n_corners;
    s->n_high += e->n_nodes > e->n_corners;
    s->n++;
}

/* All nodes of an element, the corners among them into node. */
static int read_nodes(struct gmsh *g, const struct gmsh_element *e, lid *node)
{
    const struct gmsh_nodes *s = &g->nodes;
    for (int k = 0; k < e->n_nodes; k++) {
        int64_t tag = 0;
        TRY(g->newer ? gmsh_size(g, s->least, s->most, "a node of an element", &tag)
                     : gmsh_int(g, s->least, s->most, "a node of an element", &tag));
        lid v = gmsh_node(s, tag);
        if (v < 0)
            return stream_error(&g->in, "names node %" PRId64 ", which $Nodes does not list; export the mesh again",
                                tag);
        if (k < e->n_corners)
            node[k] = v;
    }
    return 0;
}

static int find_type(struct gmsh *g, int64_t number, struct gmsh_element *e)
{
    if (gmsh_element_find(number, e))
        return 0;
    return stream_error(&g->in, "has elements of Gmsh's type %" PRId64 ", which are no points, lines, triangles, "
                        "quadrilaterals, tetrahedra, pyramids, prisms or hexahedra; export the mesh with these",
                        number);
}

/* What a face goes by: its group, or its entity where it is in none. Of an element that is no face: nothing. */
static lid key_of(struct gmsh *g, const struct gmsh_element *e, int64_t group, int64_t entity)
{
    if (e->dimension == 0 || e->dimension == GMSH_MAX_DIMENSION)
        return -1;
    return number_index_add(&g->groups[e->dimension].keys, group != 0 ? 2 * group : 2 * entity + 1);
}

/* ---- MSH 2.2 ------------------------------------------------------------------------------------ */

/* One element behind its number and type: tags and nodes. The first tag is its group, the second its entity. */
static int read_old_element(struct gmsh *g, const struct gmsh_element *e, int64_t n_tags)
{
    int64_t tag[2] = {0, 0}, other;
    lid node[ELEMENT_MAX_NODES];
    for (int64_t k = 0; k < n_tags; k++)
        TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "a tag of an element", k < 2 ? &tag[k] : &other));
    TRY(read_nodes(g, e, node));
    if (e->dimension == 0)
        return 0;
    tag[0] = llabs(tag[0]);
    if (tag[0] != 0)
        gmsh_groups_put(&g->groups[e->dimension], tag[1], tag[0]);
    add(g, e, key_of(g, e, tag[0], tag[1]), node);
    return 0;
}

/* Elements of one type follow one head. */
static int read_old_block(struct gmsh *g, int64_t left, int64_t *n)
{
    int64_t number = 0, n_tags = 0, tag;
    struct gmsh_element e = {0};
    TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the type of an element", &number));
    TRY(find_type(g, number, &e));
    TRY(gmsh_int(g, 1, left, "the number of elements behind this", n));
    TRY(gmsh_int(g, 0, TAGS_MOST, "the number of tags of an element", &n_tags));
    for (int64_t i = 0; i < *n; i++) {
        TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the number of an element", &tag));
        TRY(read_old_element(g, &e, n_tags));
    }
    return 0;
}

static int read_old_line(struct gmsh *g)
{
    int64_t number = 0, n_tags = 0, tag;
    struct gmsh_element e = {0};
    TRY(gmsh_int(g, INT64_MIN, INT64_MAX, "the number of an element", &tag));
    TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the type of an element", &number));
    TRY(find_type(g, number, &e));
    TRY(gmsh_int(g, 0, TAGS_MOST, "the number of tags of an element", &n_tags));
    return read_old_element(g, &e, n_tags);
}

static int read_old(struct gmsh *g)
{
    int64_t n = 0, block = 1;
    TRY(gmsh_count(g, true, 0, TEXT_ELEMENT, BINARY_ELEMENT, "elements", &n));
    for (int64_t i = 0; i < n; i += block)
        TRY(g->binary ? read_old_block(g, n - i, &block) : read_old_line(g));
    return 0;
}

/* ---- MSH 4.1 ------------------------------------------------------------------------------------ */

/* Elements of one type and entity. */
static int read_block(struct gmsh *g, int64_t left, int64_t *n)
{
    int64_t dimension = 0, entity = 0, number = 0, tag;
    struct gmsh_element e = {0};
    lid node[ELEMENT_MAX_NODES];
    TRY(gmsh_int(g, 0, GMSH_MAX_DIMENSION, "the dimension of an entity", &dimension));
    TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the tag of an entity", &entity));
    TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the type of an element", &number));
    TRY(find_type(g, number, &e));
    TRY(gmsh_size(g, 0, left, "the number of elements of an entity", n));
    if (*n > 0 && e.dimension != dimension)
        return stream_error(&g->in, "has elements of dimension %d in an entity of dimension %" PRId64 "; export the "
                            "mesh again", e.dimension, dimension);
    lid key = *n > 0 ? key_of(g, &e, gmsh_groups_of(&g->groups[dimension], entity), entity) : -1;
    for (int64_t i = 0; i < *n; i++) {
        TRY(gmsh_size(g, INT64_MIN, INT64_MAX, "the tag of an element", &tag));
        TRY(read_nodes(g, &e, node));
        if (dimension > 0)
            add(g, &e, key, node);
    }
    return 0;
}

static int read_new(struct gmsh *g)
{
    int64_t n_blocks = 0, n = 0, tag, done = 0, block = 0;
    TRY(gmsh_count(g, false, 0, TEXT_BLOCK, BINARY_BLOCK, "blocks of elements", &n_blocks));
    TRY(gmsh_count(g, false, 0, TEXT_ELEMENT, BINARY_ELEMENT, "elements", &n));
    TRY(gmsh_size(g, INT64_MIN, INT64_MAX, "the least tag of an element", &tag));
    TRY(gmsh_size(g, INT64_MIN, INT64_MAX, "the largest tag of an element", &tag));
    for (int64_t b = 0; b < n_blocks; b++, done += block)
        TRY(read_block(g, n - done, &block));
    return done == n ? 0 : stream_error(&g->in, "has %" PRId64 " elements in its blocks, and announces %" PRId64
                                        "; export the mesh again", done, n);
}

int gmsh_read_elements(struct gmsh *g)
{
    g->listed_elements = true;
    return g->newer ? read_new(g) : read_old(g);
}
