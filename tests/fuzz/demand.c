/* demand.c: what raw_mesh.h promises of a mesh, asked of one that a reader has just taken from the fuzzer's bytes.
 * Everything behind the readers trusts these promises and checks none of them again; a reader that breaks one is a
 * finding, though nothing may have crashed yet. */
#include "demand.h"

#include "element.h"
#include "error.h"
#include "fuzz.h"
#include "mesh/mesh_check.h"
#include "run/mesh_from_raw.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char last_note[4096];

/* In place of prep/progress/progress.c: sentences are made and not printed. */
void progress_note(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(last_note, sizeof last_note, format, ap);
    va_end(ap);
}

void demand_note(void *context, const char *sentence)
{
    (void)context;
    snprintf(last_note, sizeof last_note, "%s", sentence);
}

/* ---- what raw_mesh.h promises ------------------------------------------------------ */

/* abort() and not exit(): libFuzzer keeps the input of a process that dies by a signal. */
static void demand(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "the mesh that was read is wrong: %s\n", what);
    abort();
}

/* A list of lists: offsets begin at 0 and never fall, numbers lie in 0 .. end - 1. */
static void demand_lists(const int64_t *offset, int64_t n, const lid *number, int64_t end, const char *what)
{
    demand(offset[0] == 0, what);
    for (int64_t i = 0; i < n; i++)
        demand(offset[i] <= offset[i + 1], what);
    for (int64_t k = 0; k < offset[n]; k++)
        demand(number[k] >= 0 && number[k] < end, what);
}

/* A polyhedron has polygons and no nodes of its own, all others have their type's number of nodes and no polygons. */
static void demand_cells(const struct raw_mesh *m)
{
    demand_lists(m->cell_node_offset, m->n_cells, m->cell_node, m->n_nodes, "nodes of cells");
    for (int64_t c = 0; c < m->n_cells; c++) {
        int64_t n = m->cell_node_offset[c + 1] - m->cell_node_offset[c];
        int64_t n_polygons = m->cell_polygon_offset ? m->cell_polygon_offset[c + 1] - m->cell_polygon_offset[c] : 0;
        int type = m->cell_type[c];
        demand(type >= ELEMENT_TETRA && type <= ELEMENT_POLYHEDRON, "type of a cell");
        demand(type == ELEMENT_POLYHEDRON ? n == 0 && n_polygons > 0 : n_polygons == 0, "lists of a cell");
        demand(type == ELEMENT_POLYHEDRON || n == element_info(type)->n_nodes, "nodes of a cell");
    }
    if (!m->cell_polygon_offset)
        return;
    demand_lists(m->polygon_node_offset, m->n_polygons, m->polygon_node, m->n_nodes, "nodes of polygons");
    demand_lists(m->cell_polygon_offset, m->n_cells, m->cell_polygon, m->n_polygons, "polygons of cells");
}

static void demand_patches(const struct raw_mesh *m)
{
    for (int64_t p = 0; p < m->n_patches; p++)
        for (int64_t k = 0; k < m->patch[p].n_nodes_listed; k++) {
            lid node = m->patch[p].node[k];
            demand(node >= 0 && node < m->n_nodes && (k == 0 || node > m->patch[p].node[k - 1]), "nodes of a patch");
        }
    if (m->n_patch_faces == 0)
        return;
    demand_lists(m->patch_face_node_offset, m->n_patch_faces, m->patch_face_node, m->n_nodes, "nodes of patch faces");
    for (int64_t f = 0; f < m->n_patch_faces; f++)
        demand(m->patch_face_patch[f] >= 0 && m->patch_face_patch[f] < m->n_patches, "patch of a face");
}

static void demand_mesh(const struct raw_mesh *m)
{
    demand(m->n_nodes > 0 && m->n_cells > 0, "counts");
    for (int d = 0; d < 3; d++)
        for (int64_t i = 0; i < m->n_nodes; i++)
            demand(isfinite(m->x[d][i]), "coordinates");
    demand_cells(m);
    demand_patches(m);
    for (int64_t p = 0; p < m->n_periodic; p++)
        for (int side = 0; side < 2; side++)
            demand_lists(m->periodic[p].node_offset, m->periodic[p].n_faces, m->periodic[p].node[side], m->n_nodes,
                         "periodic faces");
}

/* The next step of ufv-prep on what was taken: it may refuse (a hole, a twisted cell), which is no finding; the
 * sanitizers watch that it does so cleanly. FUZZ_TALK says what came of it. */
static void build(struct raw_mesh *raw)
{
    struct mesh m = {0};
    struct mesh_findings found;
    struct metrics g = {0};
    if (mesh_build(raw, &m, &found) == 0) {
        metrics_compute(&m, &g);
        mesh_check("mesh", &m, &g, raw, &found);
    }
    if (getenv("FUZZ_TALK"))
        fprintf(stderr, "built %ld cells, %ld faces; %s; %s\n", (long)m.n_cells, (long)m.n_faces, last_note,
                error_message());
    metrics_free(&g);
    mesh_free(&m);
}

void demand_outcome(int status, struct raw_mesh *m)
{
    if (status == 0) {
        demand_mesh(m);
        build(m);
        raw_mesh_free(m);
    }
    fuzz_end(status);
}
