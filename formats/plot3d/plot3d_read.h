/* plot3d_read.h: PLOT3D grids, with a neutral map file (.nmf) for patches and joins, into a raw_mesh. */
#ifndef UFV_FORMATS_PLOT3D_PLOT3D_READ_H
#define UFV_FORMATS_PLOT3D_PLOT3D_READ_H

#include "raw/raw_mesh.h"

/* Does the file's name end as those of PLOT3D grids do (.p3d, .p3dfmt, .plot3d, .xyz, .x, .xfmt, .g, .gfmt, .grd, .fmt,
 * .ufmt)? Also where there is no such file. */
bool plot3d_is_mesh(const char *path);

/* Reads the grid, and CASE.nmf beside it if it is there, into m, whose former contents are overwritten, not freed.
 * Scale and notes: as of su2_read(). Fails, naming file and place, on what is no such grid, on overset grids and on
 * map files that do not fit; m is then zeroed. Takes time in proportion to the file. Free with raw_mesh_free(). */
int plot3d_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
                struct raw_mesh *m);

#endif
