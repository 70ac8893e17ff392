/* gmsh_read.h: Gmsh meshes (.msh, MSH 2.2 and 4.1, text or bytes) into a raw_mesh.
 *
 * Elements of any order by their corners; a plane mesh becomes one layer of cells (extrude.h). Physical groups of
 * surfaces (of curves, in a plane mesh) become patches without a kind: the format has none. Groups of volumes mean
 * nothing here.
 */
#ifndef UFV_FORMATS_GMSH_GMSH_READ_H
#define UFV_FORMATS_GMSH_GMSH_READ_H

#include "raw/raw_mesh.h"

/* Does the file's name end in .msh, or does it begin with $MeshFormat? Also false when it cannot be read. */
bool gmsh_is_mesh(const char *path);

/* Like su2_read(): reads the file into m, whose former contents are overwritten, not freed; scale, note and context are
 * the same. Fails, naming the file and the line or byte, on what is no such mesh; m is then zeroed. Takes time in
 * proportion to the file, and memory for m and the faces of patches once more. Free with raw_mesh_free(). */
int gmsh_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
              struct raw_mesh *m);

#endif
