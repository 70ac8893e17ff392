/* gmsh_mesh.h: a Gmsh file while it is read: what its sections give, before a raw_mesh is made of it. For the files of
 * this folder only. */
#ifndef UFV_FORMATS_GMSH_GMSH_MESH_H
#define UFV_FORMATS_GMSH_GMSH_MESH_H

#include "gmsh/gmsh_element.h"
#include "raw/number_index.h"
#include "raw/raw_append.h"
#include "raw/raw_notes.h"
#include "stream/stream.h"

/* Nodes are named by tags, which mostly count from 1 but need not. */
struct gmsh_nodes {
    int64_t first;       /* tag of node 0 */
    int64_t *tag;        /* [room] in the order of the file; NULL while node i has the tag first + i */
    lid *of_tag;         /* [most - least + 1] the node of tag least + i, -1: none; NULL where tags are in order or far
                            apart */
    int64_t least, most;
    struct number_index sparse; /* node i is number i of these, where tags are far apart */
    bool complete;              /* $Nodes has been read */
};

/* Elements of one dimension, with their corners only. */
struct gmsh_list {
    int64_t n, room;
    uint8_t *type; /* [room] enum element_type; no meaning for lines */
    lid *key;      /* [room] place in gmsh_groups.keys, of faces; NULL for dimension 3 */
    int64_t n_nodes, node_room;
    lid *node;     /* [node_room] of one element behind another */
    int64_t n_high; /* elements of higher order */
};

/* Of one dimension, 1..3: physical groups and elementary entities (curves, surfaces, volumes). */
struct gmsh_groups {
    struct number_index names; /* tag of each group that has a name */
    char (*name)[NAME_SIZE];   /* [names.n] */
    struct number_index entities; /* tag of each entity */
    int64_t *group_of;         /* [entities.n] the tag of its first group, 0 for none */
    bool several;              /* an entity is in more than one group */
    struct number_index keys;  /* what a face goes by: 2 tag of a group, or 2 tag + 1 of an entity in none */
};

struct gmsh {
    struct stream in;
    bool newer;   /* MSH 4.1, else 2.2 */
    bool binary;
    double scale;
    struct raw_mesh *m;
    struct raw_append append;
    struct raw_notes notes;
    struct gmsh_nodes nodes;
    struct gmsh_groups groups[GMSH_MAX_DIMENSION + 1]; /* by dimension; 0 is not used */
    struct gmsh_list list[GMSH_MAX_DIMENSION + 1];
    bool listed_elements;
};

/* All that return int return nonzero after an error that names the file and the place. */

/* gmsh_numbers.c: whole numbers of the present section, by g->in.binary: of 4 bytes, and of 8 (size_t of MSH 4.1). */
int gmsh_int(struct gmsh *g, int64_t least, int64_t most, const char *what, int64_t *value);
int gmsh_size(struct gmsh *g, int64_t least, int64_t most, const char *what, int64_t *value);

/* *n: how many items follow, `least` or more of them, each of so many bytes at the least in a text and in a file of
 * bytes. Refused where the rest of the file cannot hold them. is_text: this number is text in both. */
int gmsh_count(struct gmsh *g, bool is_text, int64_t least, int text_bytes, int binary_bytes, const char *what,
               int64_t *n);

/* gmsh_groups.c: the sections $PhysicalNames and $Entities. */
int gmsh_read_names(struct gmsh *g);
int gmsh_read_entities(struct gmsh *g);

/* gmsh_groups.c: entity `entity` of that dimension is in the group of that tag; 0: in none. */
void gmsh_groups_put(struct gmsh_groups *s, int64_t entity, int64_t group);

/* gmsh_groups.c: the group that an entity is in, 0 for none. */
int64_t gmsh_groups_of(const struct gmsh_groups *s, int64_t entity);

void gmsh_groups_free(struct gmsh_groups *s);

/* gmsh_nodes.c: the section $Nodes, once; a node by its tag, in g->nodes.least..most, -1: there is none. */
int gmsh_read_nodes(struct gmsh *g);
lid gmsh_node(const struct gmsh_nodes *s, int64_t tag);
void gmsh_nodes_free(struct gmsh_nodes *s);

/* gmsh_elements.c: the section $Elements, once, behind the nodes. */
int gmsh_read_elements(struct gmsh *g);
void gmsh_list_free(struct gmsh_list *s);

/* gmsh_make.c: fills g->m from the lists. */
int gmsh_make_mesh(struct gmsh *g);

#endif
