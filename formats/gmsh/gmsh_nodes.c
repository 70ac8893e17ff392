/* gmsh_nodes.c: coordinates, and which node a tag names. */
#include "gmsh/gmsh_mesh.h"

#include "mem.h"

#include <math.h>
#include <string.h>

/* The shortest node of a text: "1 0 0 0\n"; of bytes: a tag and three doubles. The head of a block: four numbers. */
enum { TEXT_NODE = 8, BINARY_NODE = 28, BINARY_NODE_4 = 32, TEXT_BLOCK = 8, BINARY_BLOCK = 20 };
enum { DIRECT = 4 /* entries of a table for a node, at most */ };

/* Node i has that tag. */
static void put_tag(struct gmsh_nodes *s, int64_t n_nodes, int64_t i, int64_t tag)
{
    if (i == 0)
        s->first = s->least = s->most = tag;
    if (!s->tag && tag != s->first + i) {
        MEM_NEW(s->tag, n_nodes);
        for (int64_t k = 0; k < i; k++)
            s->tag[k] = s->first + k;
    }
    if (s->tag)
        s->tag[i] = tag;
    s->least = tag < s->least ? tag : s->least;
    s->most = tag > s->most ? tag : s->most;
}

/* The table of tags that are not in order: an array where they are close to one another, else a hash table. */
static int make_table(struct gmsh *g)
{
    struct gmsh_nodes *s = &g->nodes;
    int64_t n = g->m->n_nodes, range = s->most - s->least + 1, twice = -1;
    s->complete = true;
    if (!s->tag)
        return 0;
    if (range <= DIRECT * n) {
        MEM_NEW(s->of_tag, range);
        memset(s->of_tag, -1, (size_t)range * sizeof *s->of_tag);
    }
    for (int64_t i = 0; i < n && twice < 0; i++) {
        lid *at = s->of_tag ? &s->of_tag[s->tag[i] - s->least] : NULL;
        if (at ? *at >= 0 : number_index_add(&s->sparse, s->tag[i]) != i)
            twice = s->tag[i];
        else if (at)
            *at = (lid)i;
    }
    MEM_FREE(s->tag);
    return twice >= 0 ? stream_error(&g->in, "lists node %" PRId64 " twice; export the mesh again", twice) : 0;
}

lid gmsh_node(const struct gmsh_nodes *s, int64_t tag)
{
    return s->of_tag ? s->of_tag[tag - s->least] : s->sparse.n > 0 ? number_index_find(&s->sparse, tag)
                                                                    : (lid)(tag - s->least);
}

void gmsh_nodes_free(struct gmsh_nodes *s)
{
    mem_free(s->tag);
    mem_free(s->of_tag);
    number_index_free(&s->sparse);
    *s = (struct gmsh_nodes){0};
}

static int read_point(struct gmsh *g, int64_t i)
{
    for (int d = 0; d < 3; d++) {
        double x = 0.0;
        TRY(stream_real(&g->in, "a coordinate", &x));
        g->m->x[d][i] = x * g->scale;
        if (!(fabs(g->m->x[d][i]) <= RAW_COORDINATE_MOST))
            return stream_error(&g->in, "has a coordinate of %g before this, too far away for areas and volumes; "
                                "export the mesh again", g->m->x[d][i]);
    }
    return 0;
}

/* Tags far below 2^63 keep differences of two of them within range. */
static int read_tag(struct gmsh *g, int64_t i)
{
    int64_t tag = 0;
    TRY(g->newer ? gmsh_size(g, 1, INT64_MAX / 2, "the tag of a node", &tag)
                 : gmsh_int(g, 1, INT32_MAX, "the number of a node", &tag));
    put_tag(&g->nodes, g->m->n_nodes, i, tag);
    return 0;
}

static void allocate(struct gmsh *g, int64_t n)
{
    g->m->n_nodes = n;
    for (int d = 0; d < 3; d++)
        MEM_NEW(g->m->x[d], n);
}

static int read_old(struct gmsh *g)
{
    int64_t n = 0;
    TRY(gmsh_count(g, true, 1, TEXT_NODE, BINARY_NODE, "nodes", &n));
    allocate(g, n);
    for (int64_t i = 0; i < n; i++) {
        TRY(read_tag(g, i));
        TRY(read_point(g, i));
    }
    return 0;
}

/* Nodes of one entity: their tags, then their coordinates, with parameters on it that are not needed. */
static int read_block(struct gmsh *g, int64_t *done)
{
    int64_t dimension = 0, entity, parametric = 0, n = 0;
    TRY(gmsh_int(g, 0, GMSH_MAX_DIMENSION, "the dimension of an entity", &dimension));
    TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the tag of an entity", &entity));
    TRY(gmsh_int(g, 0, 1, "the mark of parametric nodes (0 or 1)", &parametric));
    TRY(gmsh_size(g, 0, g->m->n_nodes - *done, "the number of nodes of an entity", &n));
    for (int64_t i = 0; i < n; i++)
        TRY(read_tag(g, *done + i));
    for (int64_t i = 0; i < n; i++) {
        TRY(read_point(g, *done + i));
        for (int64_t k = 0; parametric && k < dimension; k++) {
            double parameter;
            TRY(stream_real(&g->in, "a parameter of a node", &parameter));
        }
    }
    *done += n;
    return 0;
}

static int read_new(struct gmsh *g)
{
    int64_t n_blocks = 0, n = 0, tag, done = 0;
    TRY(gmsh_count(g, false, 0, TEXT_BLOCK, BINARY_BLOCK, "blocks of nodes", &n_blocks));
    TRY(gmsh_count(g, false, 1, TEXT_NODE, BINARY_NODE_4, "nodes", &n));
    TRY(gmsh_size(g, INT64_MIN, INT64_MAX, "the least tag of a node", &tag));
    TRY(gmsh_size(g, INT64_MIN, INT64_MAX, "the largest tag of a node", &tag));
    allocate(g, n);
    for (int64_t b = 0; b < n_blocks; b++)
        TRY(read_block(g, &done));
    return done == n ? 0 : stream_error(&g->in, "has %" PRId64 " nodes in its blocks, and announces %" PRId64
                                        "; export the mesh again", done, n);
}

int gmsh_read_nodes(struct gmsh *g)
{
    TRY(g->newer ? read_new(g) : read_old(g));
    return make_table(g);
}
