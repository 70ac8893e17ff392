/* gmsh_groups.c: names of physical groups, and which entities are in which group. */
#include "gmsh/gmsh_mesh.h"

#include "mem.h"
#include "printable.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* The shortest lines: "1 2 a\n", and an entity "1 0 0 0 0\n"; of bytes, tag, place and number of groups. */
enum { TEXT_NAME = 6, TEXT_ENTITY = 10, BINARY_ENTITY = 36 };

/* Names stand in quotes; a blank may be part of one. */
static int take_name(struct gmsh *g, struct gmsh_groups *s, lid i)
{
    char line[STREAM_WORD_SIZE], *name = line;
    bool end;
    TRY(stream_line(&g->in, line, &end));
    size_t n = strlen(name);
    if (n >= 2 && name[0] == '"' && name[n - 1] == '"') {
        name[n - 1] = '\0';
        name++;
    }
    if (strlen(name) >= NAME_SIZE)
        return stream_error(&g->in, "has a physical group with a name of %zu characters before this; patches have at "
                            "most %d, so give it a shorter one", strlen(name), NAME_SIZE - 1);
    printable_clean(name);
    text_copy(s->name[i], NAME_SIZE, name);
    return 0;
}

int gmsh_read_names(struct gmsh *g)
{
    int64_t n = 0, dimension = 0, tag = 0;
    TRY(gmsh_count(g, true, 0, TEXT_NAME, TEXT_NAME, "physical groups", &n));
    g->in.binary = false; /* text in all files */
    for (int64_t i = 0; i < n; i++) {
        TRY(stream_integer(&g->in, 0, 0, GMSH_MAX_DIMENSION, "the dimension of a physical group", &dimension));
        TRY(stream_integer(&g->in, 0, INT32_MIN, INT32_MAX, "the tag of a physical group", &tag));
        struct gmsh_groups *s = &g->groups[dimension];
        lid k = number_index_add(&s->names, llabs(tag));
        MEM_GROW(s->name, k + 1);
        TRY(take_name(g, s, k));
    }
    return 0;
}

void gmsh_groups_put(struct gmsh_groups *s, int64_t entity, int64_t group)
{
    lid k = number_index_find(&s->entities, entity);
    if (k < 0) {
        k = number_index_add(&s->entities, entity);
        MEM_GROW(s->group_of, k + 1);
        s->group_of[k] = group;
    } else if (s->group_of[k] != group) {
        s->several = true;
    }
}

int64_t gmsh_groups_of(const struct gmsh_groups *s, int64_t entity)
{
    lid k = number_index_find(&s->entities, entity);
    return k < 0 ? 0 : s->group_of[k];
}

void gmsh_groups_free(struct gmsh_groups *s)
{
    number_index_free(&s->names);
    mem_free(s->name);
    number_index_free(&s->entities);
    mem_free(s->group_of);
    number_index_free(&s->keys);
    *s = (struct gmsh_groups){0};
}

/* One entity of $Entities: its box, its groups and what bounds it. */
static int read_entity(struct gmsh *g, int dimension)
{
    int64_t tag = 0, n = 0, group = 0;
    TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the tag of an entity", &tag));
    for (int i = 0; i < (dimension == 0 ? 3 : 6); i++) {
        double x;
        TRY(stream_real(&g->in, "a coordinate of an entity", &x));
    }
    TRY(gmsh_count(g, false, 0, 2, 4, "groups of an entity", &n));
    for (int64_t i = 0; i < n; i++) {
        TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the tag of a physical group", &group));
        gmsh_groups_put(&g->groups[dimension], tag, llabs(group)); /* a sign: turned round */
    }
    if (dimension == 0)
        return 0;
    TRY(gmsh_count(g, false, 0, 2, 4, "entities around one", &n));
    for (int64_t i = 0; i < n; i++)
        TRY(gmsh_int(g, INT32_MIN, INT32_MAX, "the tag of an entity around one", &tag));
    return 0;
}

int gmsh_read_entities(struct gmsh *g)
{
    int64_t n[GMSH_MAX_DIMENSION + 1] = {0};
    for (int d = 0; d <= GMSH_MAX_DIMENSION; d++)
        TRY(gmsh_count(g, false, 0, TEXT_ENTITY, BINARY_ENTITY, "entities", &n[d]));
    for (int d = 0; d <= GMSH_MAX_DIMENSION; d++)
        for (int64_t i = 0; i < n[d]; i++)
            TRY(read_entity(g, d));
    return 0;
}
