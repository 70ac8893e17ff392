/* The order in which a mesh is built from what a file holds. */
#include "run/mesh_from_raw.h"

#include "error.h"
#include "mesh/mesh_faces.h"
#include "mesh/mesh_patches.h"
#include "mesh/patch_table.h"
#include "periodic/periodic.h"

#include <string.h>

int mesh_build_split(struct raw_mesh *raw, const char *internal_walls, struct mesh *m, struct mesh_findings *found)
{
    struct patch_table table;
    memset(m, 0, sizeof *m);
    memset(found, 0, sizeof *found);
    TRY(mesh_raw_check(raw));
    patch_table_make(raw, raw->n_nodes, &table);
    int status = mesh_faces_make(raw, &table, internal_walls, m, found);
    /* Joined faces belong to no patch, so that they come first. */
    status = status || periodic_join_raw(m, raw);
    if (status == 0)
        mesh_assign_patches(m, raw, &table, found);
    patch_table_free(&table);
    return status;
}

/* Without --internal-walls. */
int mesh_build(struct raw_mesh *raw, struct mesh *m, struct mesh_findings *found)
{
    return mesh_build_split(raw, NULL, m, found);
}
