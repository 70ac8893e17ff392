/* foam_mesh.h: an OpenFOAM mesh while it is read. For the files of this folder only. */
#ifndef UFV_FORMATS_FOAM_FOAM_MESH_H
#define UFV_FORMATS_FOAM_FOAM_MESH_H

#include "foam/foam_file.h"
#include "raw/raw_append.h"
#include "raw/raw_notes.h"

struct foam {
    char *folder; /* owned; constant/polyMesh */
    double scale;
    struct raw_mesh *m;
    struct raw_append append;
    struct raw_notes notes;
    int64_t n_inner; /* faces between two cells; they come first */
    lid *owner;      /* owned; [m->n_polygons] the cell of a face, 0..m->n_cells-1 */
    lid *neighbour;  /* owned; [n_inner] the other one */
};

/* foam_faces.c: the files points, faces, owner and neighbour, into nodes, polygons and cells of the mesh. Nonzero after
 * an error that names the file and the place, as below. */
int foam_read_cells(struct foam *f);

/* foam_boundary.c: the file boundary, into patches and their faces. */
int foam_read_boundary(struct foam *f);

#endif
