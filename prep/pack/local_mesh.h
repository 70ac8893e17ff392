/* local_mesh.h: makes the pack of one rank from the whole mesh. */
#ifndef UFV_PREP_PACK_LOCAL_MESH_H
#define UFV_PREP_PACK_LOCAL_MESH_H

#include "mesh/geometry.h"
#include "pack/halo_build.h"
#include "mesh/mesh.h"
#include "order/colour.h"
#include "pack/pack.h"
#include "order/reorder.h"

/* Everything packs are made from; borrowed. */
struct whole {
    const struct mesh *mesh;
    const struct metrics *metrics;
    const struct ordering *ordering;
    const struct halos *halos;
    const struct cell_colours *colours;
    const double *wall_distance; /* [n_cells] m, of the mesh's own cells */
    const char *id, *source, *options;
};

/* Maps from the whole mesh to the rank at work, -1 where it has nothing; made
 * once and cleaned by local_mesh_build(), so that many ranks cost no more. */
struct local_maps {
    lid *cell; /* [all cells] */
    lid *node; /* [all nodes] */
    uint8_t *corner_faces; /* [all cells] faces that hold each node of a cell; 0: not the same number for all */
    size_t base_bytes;     /* held before the first pack is begun */
    struct metrics *last_use; /* before the last pack: the metrics, to be freed when they are copied; otherwise NULL */
};
/* m must have its images. Free the maps with local_maps_free(). */
void local_maps_init(struct local_maps *maps, const struct mesh *m);
void local_maps_free(struct local_maps *maps);

/* Fills p (pack_free() it) but for the colours of faces (colour.h): rank 0 .. n_ranks - 1. One pack at a time: maps
 * are shared. */
void local_mesh_build(const struct whole *w, struct local_maps *maps, int rank, struct pack *p);

/* Makes the pack, colours of faces included, and has a writer write it piece by piece (all but pack_write_end()): of
 * p only counts, patches, neighbours and small arrays remain. The writer keeps what fails and says it at its end. */
void local_mesh_write(const struct whole *w, struct local_maps *maps, int rank, struct pack_writer *writer,
                      struct pack *p);

/* ---- between local_*.c ---- */

/* Items a thread takes at a time: one of the cores writes meanwhile, equal shares would
 * make the others wait for it. */
enum { LOCAL_CHUNK = 1 << 14 };

struct local {
    const struct whole *w;
    struct local_maps *maps;
    struct pack *p;
    lid *cell; /* [p->n_cells] the mesh's number of each local one */
    lid *face; /* [p->n_faces], ~number of those turned round with respect to the mesh: left < right here */
    lid *node; /* [p->n_nodes] */
    struct pack_writer *writer; /* NULL: everything is kept in p */
    size_t most_bytes; /* to hold in all, arrays that wait to be written included */
};

static inline lid local_mesh_face(const struct local *l, int64_t i)
{
    return l->face[i] < 0 ? ~l->face[i] : l->face[i];
}

/* In the order of the calls; each needs those before it. They fill arrays and counts of l->p, which owns them
 * (shapes and index ranges: formats/pack/pack.h), and none fails. */

/* local_faces.c: l->face, left and right, the patches and the counts of faces and slots. Boundary faces come first, by
 * patch, then interior ones in the order of a walk over the cells (paper 1 of docs/kernel-lab.md, Algorithm 2). */
void local_faces_list(struct local *l);
void local_faces_gid(struct local *l); /* face_gid */

/* local_tables.c: rows of faces and of neighbours for each stencil cell, as CSR and in slices of equal width. */
void local_tables_csr(struct local *l);
void local_tables_slices(struct local *l);

/* local_nodes.c: l->node and its map, coordinates, node_gid, and the nodes of stencil cells. */
void local_nodes_number(struct local *l);

/* local_geometry.c: nodes of faces; centroids of cells, and of ghosts, which are mirrored in their boundary face; area
 * vectors, areas and centroids of faces, with the mesh's own bits. */
void local_face_nodes(struct local *l);
void local_centroids(struct local *l);
void local_faces_fill(struct local *l);

/* local_nodes.c: the cells around each node. */
void local_node_cells(struct local *l);

/* local_halo.c: what is sent to and received from each neighbour. */
void local_halo_build(struct local *l);

uint8_t *local_corner_faces(const struct mesh *m); /* local_nodes.c: as in struct local_maps; owned by the caller */

/* Widths in offset[1 .. n] become CSR offsets. Returns the last one. */
lid local_offsets(lid *offset, int64_t n); /* local_tables.c */

#endif
