/* export_cgns_parts.h: shared by the files of export_cgns.h, for no one else. */
#ifndef UFV_POST_EXPORT_CGNS_PARTS_H
#define UFV_POST_EXPORT_CGNS_PARTS_H

#include "viewers/cgns_write.h"
#include "export_cgns.h"
#include "mesh_gather.h"

/* Bytes gathered at a time: all ranks are read again for each window. Below 2 GiB with what else is held. */
static const int64_t cgns_window_bytes = INT64_C(1500) << 20;

/* Of each patch what the file calls it, its faces and its family ("": it has none). */
struct cgns_names {
    char (*patch)[CGNS_WRITE_NAME_SIZE]; /* owned; [n_patches], as the others */
    char (*faces)[CGNS_WRITE_NAME_SIZE], (*family)[CGNS_WRITE_NAME_SIZE];
};

struct cgns_export {
    const struct export_plan *plan;
    struct cgns_names names;
    struct mesh_gather m;
    struct cgns_writer w;
    gid *place; /* owned; [m.n_cells] where each cell stands in the file; NULL: at its number */
};

/* Where a cell stands among those of the file. */
static inline gid cgns_export_place(const struct cgns_export *e, gid cell)
{
    return e->place ? e->place[cell] : cell;
}

/* The standard's name of an array, or its own. */
const char *cgns_export_name(const char *name);

/* Writes the variables that stand in cells, or those at nodes. */
int cgns_export_solution(struct cgns_export *e, bool at_nodes);

#endif
