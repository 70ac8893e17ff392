/* cgns_read.h: a CGNS file (HDF5 or ADF, any version) into a raw_mesh.
 *
 * Read: the zones of one base, structured and unstructured, joined where their
 * interfaces say so, and their boundary conditions (docs/importing.md). Everything
 * else is refused with a sentence that names the node.
 */
#ifndef UFV_FORMATS_CGNS_CGNS_READ_H
#define UFV_FORMATS_CGNS_CGNS_READ_H

#include "raw/raw_mesh.h"

struct cgns_read_options {
    const char *base; /* name of the CGNSBase_t node; NULL: the first */
    double scale;     /* 0 or 1: none; multiplies coordinates after the change to metres */
    double join;      /* m; boundary nodes at most this far apart become one; 0: only interfaces join */
};

/* Reads base o->base of the file at path into m, whose former contents are
 * overwritten, not freed. o may be NULL. Warnings are handed to note, one
 * sentence each, valid during the call; note may be NULL, context is handed on to it. Fails
 * with a sentence that names the file and the node in it; m is then zeroed. When the file is
 * damaged so that the library crashes, the program ends (crash_guard.h). HDF5 is used: one
 * thread at a time. Free with raw_mesh_free(). */
int cgns_read(const char *path, const struct cgns_read_options *o,
              void (*note)(void *context, const char *sentence), void *context, struct raw_mesh *m);

/* "CGNS 3.4.0 (32-bit)" for --version: the library and its integers. A static buffer. */
const char *cgns_library_version(void);

#endif
