/* foam_read.h: OpenFOAM meshes (polyMesh folders, text or bytes) into a raw_mesh.
 *
 * All cells become polyhedra. Patches have the kinds that their types name: wall, symmetry; the empty sides of a plane
 * mesh and those of a wedge are symmetry planes. Other types name no kind.
 */
#ifndef UFV_FORMATS_FOAM_FOAM_READ_H
#define UFV_FORMATS_FOAM_FOAM_READ_H

#include "raw/raw_mesh.h"

/* Is the path that of a case (a folder with constant/polyMesh), of such a folder itself, or of CASE.foam in a case? */
bool foam_is_mesh(const char *path);

/* Like su2_read(): reads the mesh into m, whose former contents are overwritten, not freed; scale, note and context are
 * the same. Fails, naming a file of the mesh and the line or byte, on what is no such mesh; m is then zeroed. Takes
 * time in proportion to the files. Free with raw_mesh_free(). */
int foam_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
              struct raw_mesh *m);

#endif
