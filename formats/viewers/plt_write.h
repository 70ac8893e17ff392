/* plt_write.h: Tecplot binary data files (.plt), one zone per grid.
 *
 * Tecplot Data Format Guide, "Binary Data File Format", version 112. The head
 * lists all zones before the data of the first, so they are first counted, then
 * written, in the same order. tecplot_zone.h says how cells become elements.
 *
 *   struct plt_file f;
 *   plt_begin(file, "title", &f);
 *   TRY(plt_count(&f, "rank 0", &view));  each zone; arrays are not looked at
 *   status = plt_write(&f, &view);        each zone again
 *   plt_end(&f);
 */
#ifndef UFV_FORMATS_VIEWERS_PLT_WRITE_H
#define UFV_FORMATS_VIEWERS_PLT_WRITE_H

#include "viewers/grid_view.h"
#include "viewers/tecplot_zone.h"

#include <stdio.h>

struct plt_zone {
    char name[NAME_SIZE];
    enum tecplot_kind kind;
    int32_t n_points, n_elements, n_faces, n_face_nodes; /* faces: of FEPOLYHEDRON only */
};

struct plt_file {
    FILE *file;  /* borrowed */
    char *title; /* owned */
    int n_zones, zone; /* counted, and written so far */
    struct plt_zone *zones; /* owned; [n_zones] */
};

/* file: at its start, borrowed until plt_end(); title: copied. Output errors are left in ferror(file) for whoever
 * closes it. */
void plt_begin(FILE *file, const char *title, struct plt_file *f);

/* plt_count(): one more zone of that name (copied); an error when the grid is larger than the format's 32-bit
 * numbers. plt_write(): the next zone's data; all have the same arrays, and the grid must be the one that was
 * counted. Grids without cells are left out by both. plt_end(): frees f, not the file. */
int plt_count(struct plt_file *f, const char *name, const struct grid_view *g);
int plt_write(struct plt_file *f, const struct grid_view *g);
void plt_end(struct plt_file *f);

#endif
