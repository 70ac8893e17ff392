/* export_cgns_values.h: a CGNS file of the whole mesh while it is being written, and
 * the values that it gets in cells or at nodes.
 */
#ifndef UFV_POST_EXPORT_EXPORT_CGNS_VALUES_H
#define UFV_POST_EXPORT_EXPORT_CGNS_VALUES_H

#include "export/export_grid.h"
#include "fields/mesh_gather.h"
#include "viewers/cgns_write.h"

/* Bytes gathered at a time: all ranks are read again for each window. Below 2 GiB with what else is held. */
static const int64_t cgns_window_bytes = INT64_C(1500) << 20;

/* Of each patch what the file calls it, its faces and its family ("": it has none). */
struct cgns_names {
    char (*patch)[CGNS_WRITE_NAME_SIZE]; /* owned; [n_patches], as the others */
    char (*faces)[CGNS_WRITE_NAME_SIZE], (*family)[CGNS_WRITE_NAME_SIZE];
};

struct cgns_export {
    const struct export_plan *plan; /* borrowed */
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

/* The name that the standard has for an array (SIDS, "Data-Name Identifiers for Flow
 * Solution Quantities"), or its own; `name` itself when there is none. */
const char *cgns_export_name(const char *name);

/* Writes the variables of e->plan that stand in cells, or those at nodes, as one
 * FlowSolution_t; nothing when there are none. The zone and its elements are written.
 * An error when a rank cannot be read or the file not be written. */
int cgns_export_solution(struct cgns_export *e, bool at_nodes);

#endif
