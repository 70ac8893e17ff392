/* From the cells of a file, by their nodes, to the faces between them: cells are turned to the CGNS
 * order (orient.h), polyhedra get their nodes (polyhedra.h), sides with the same nodes become one
 * face (face_match.h), and what is odd about them is counted. */
#include "mesh/mesh_faces.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "mesh/face_match.h"
#include "mesh/orient.h"
#include "mesh/polyhedra.h"
#include "text.h"

#include <string.h>

/* The mesh takes nodes and cells over.
 * Moved, not copied: nodes and cells are the largest arrays of a mesh, and ufv-prep's peak of memory is in
 * this stage. */
static void take_over(struct raw_mesh *raw, struct mesh *m)
{
    m->n_nodes = raw->n_nodes;
    m->n_cells = raw->n_cells;
    for (int d = 0; d < 3; d++) {
        m->x[d] = raw->x[d];
        raw->x[d] = NULL;
    }
    m->cell_type = raw->cell_type;
    m->cell_node_offset = raw->cell_node_offset;
    m->cell_node = raw->cell_node;
    raw->cell_type = NULL;
    raw->cell_node_offset = NULL;
    raw->cell_node = NULL;
    raw->n_nodes = raw->n_cells = 0;
}

/* A cell all of whose faces lead to one and the same cell is given twice.
 * other > c counts each pair once, at its smaller cell. A boundary face (-1) ends the search: a cell in a
 * corner may have one neighbour only, but has boundary faces as well. */
static void find_twins(const struct mesh *m, struct mesh_findings *found)
{
    int64_t twins = 0, first = INT64_MAX;
#pragma omp parallel for schedule(static) reduction(+ : twins) reduction(min : first)
    for (lid c = 0; c < m->n_cells; c++) {
        int64_t begin = m->cell_face_offset[c], end = m->cell_face_offset[c + 1];
        /* A twin's sides pair with those of its double, so that none of them leads anywhere else. */
        lid other = begin < end ? mesh_across(m, m->cell_face[begin], c) : -1;
        for (int64_t i = begin + 1; i < end && other >= 0; i++)
            if (mesh_across(m, m->cell_face[i], c) != other)
                other = -1;
        if (other > c) {
            twins++;
            first = c < first ? c : first;
        }
    }
    found->twins = twins;
    found->twin_cell = twins ? first : 0;
}

/* Harmless, but often the trace of a section that the reader left out. They stay in the mesh; packs do not
 * get them. */
static void count_unused_nodes(const struct mesh *m, struct mesh_findings *found)
{
    uint8_t *used;
    MEM_NEW_ZERO(used, m->n_nodes);
    for (int64_t i = 0; i < m->cell_node_offset[m->n_cells]; i++)
        used[m->cell_node[i]] = 1;
    for (int64_t v = 0; v < m->n_nodes; v++)
        found->unused_nodes += !used[v];
    mem_free(used);
}

static void free_polygons(struct raw_mesh *raw)
{
    MEM_FREE(raw->polygon_node_offset);
    MEM_FREE(raw->polygon_node);
    MEM_FREE(raw->cell_polygon_offset);
    MEM_FREE(raw->cell_polygon);
    raw->n_polygons = 0;
}

/* Called before anything is allocated by these numbers. */
int mesh_raw_check(const struct raw_mesh *raw)
{
    if (raw->n_cells < 1)
        return error_set("%s: has no volume cells", raw->source ? raw->source : "mesh");
    if (raw->n_cells > LID_MAX || raw->n_nodes > LID_MAX)
        return error_set("%s: more than %d cells or nodes cannot be numbered", raw->source, LID_MAX);
    for (int64_t c = 0; c < raw->n_cells; c++) {
        int type = raw->cell_type[c];
        bool polyhedron = type == ELEMENT_POLYHEDRON && raw->cell_polygon_offset;
        if (element_info(type)->n_faces == 0 && !polyhedron)
            return error_set("%s: cell %" PRId64 " is of type %s, which cannot be built from its nodes", raw->source,
                             c + 1, element_info(type)->name);
    }
    return 0;
}

/* Which patches the glob means: owned by the caller. */
static int list_split_patches(const struct raw_mesh *raw, const char *glob, uint8_t **split)
{
    bool any = false;
    MEM_NEW_ZERO(*split, raw->n_patches);
    for (int64_t p = 0; p < raw->n_patches; p++) {
        /* A name is taken as it is before it is read as a pattern: names of patches may hold * or [. */
        (*split)[p] = strcmp(glob, raw->patch[p].name) == 0 || text_glob(glob, raw->patch[p].name);
        any = any || (*split)[p];
    }
    return any ? 0 : error_set("%s: --internal-walls %s matches no patch of the mesh", raw->source, glob);
}

/* The table of patch faces is needed here already because a split face must become two boundary faces before
 * it is numbered; patches themselves are assigned later (mesh_patches.c). */
static int match_sides(struct raw_mesh *raw, const struct patch_table *table, const char *internal_walls,
                       struct mesh *m, struct mesh_findings *found)
{
    struct cell_sides sides;
    uint8_t *split = NULL;
    int status = internal_walls ? list_split_patches(raw, internal_walls, &split) : 0;
    cell_sides_init(&sides, m, raw);
    status = status || faces_match(&sides, &(struct face_split){split, table}, m, found);
    mem_free(split);
    return status;
}

/* The order is needed: polygons must be cleaned before nodes are counted, and cells turned (orient_cells())
 * before sides are read off the element table, since a mirrored cell's sides point inward. */
int mesh_faces_make(struct raw_mesh *raw, const struct patch_table *table, const char *internal_walls,
                    struct mesh *m, struct mesh_findings *found)
{
    TRY(polyhedra_prepare(raw));
    take_over(raw, m);
    count_unused_nodes(m, found);
    found->mirrored = orient_cells(m);
    int status = match_sides(raw, table, internal_walls, m, found);
    free_polygons(raw);
    if (status == 0)
        find_twins(m, found);
    return status;
}
