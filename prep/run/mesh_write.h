/* mesh_write.h: --write: the mesh as it was read, refined and joined, as a CGNS file. */
#ifndef UFV_PREP_RUN_MESH_WRITE_H
#define UFV_PREP_RUN_MESH_WRITE_H

#include "mesh/mesh.h"

/* Writes path: one zone, cells in sections of one type in the order of the mesh as long as that gives few of them, else
 * sorted by type; with polyhedra all cells by their faces; boundary faces by patch, each with a family that has its
 * kind. m: before images are made. Fails where the mesh has periodic faces, which the file would lose. */
int mesh_write_cgns(const char *path, const struct mesh *m);

#endif
