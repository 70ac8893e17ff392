/* export.h: ufv-post export: fields on the volume or on the boundary for viewers.
 *
 *   vtu      PATH.pvtu and one PATH-RRRRR.vtu a rank
 *   vtkhdf   PATH.vtkhdf, one part a rank
 *   tecplot  PATH.dat, ASCII, one zone a rank
 *   plt      PATH.plt, binary, one zone a rank
 *   cgns     PATH.cgns, one zone in the mesh's own numbering (export_cgns.h)
 */
#ifndef UFV_POST_EXPORT_EXPORT_H
#define UFV_POST_EXPORT_EXPORT_H

#include "fields/results.h"

struct export_options {
    const char *format;    /* "vtu", ... */
    const char *out;       /* with or without the ending */
    const char *variables; /* names with commas between; NULL: the usual ones */
    bool surface;          /* the boundary faces instead of the cells */
    bool point_data;       /* averages at the nodes instead of values in the cells */
    bool quiet;            /* nothing on stdout */
    const char *plane;     /* series: polygons of this plane (slice.h) instead of cells; NULL: cells */
};

/* Writes the fields of r (opened with RESULTS_GEOMETRY) and prints the name of the file.
 * Collective over the processes that share the work (processes.h). An error when the format
 * or a variable is unknown, a surface is asked for that is not there, or a file cannot be
 * read or written. */
int export_command(const struct results *r, const struct export_options *o);

/* An error when the surface (o->surface) of a mesh without boundary faces is asked for. */
int export_check_surface(const struct results *r, const struct export_options *o);

/* An error where path names a folder alone: what is written would have an ending for a name. */
int export_check_name(const char *path, const char *const *ending);

/* "a/b" of "a/b.vtu"; the path itself when it ends in none of the endings (NULL at
 * their end). A new block, freed with mem_free(). */
char *export_base(const char *path, const char *const *ending);

#endif
