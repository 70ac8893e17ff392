/* fuzz_cgns.c: the CGNS importer on trees of nodes that the fuzzer makes, and what it
 * made of them through ufv-prep's building and checking of a mesh. Built with clang's
 * libFuzzer (make fuzz). Aborts when a mesh that was read breaks the promises of
 * raw_mesh.h or memory is left behind.
 */
#include "cgns_read.h"
#include "element.h"
#include "error.h"
#include "fake_cgio.h"
#include "mem.h"
#include "mesh_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_BYTES = 4096 }; /* what the importer takes for the size of the file */

static char path[] = "/tmp/ufv-fuzz-XXXXXX";
static struct tree tree;
static char last_note[4096];
static bool talks; /* FUZZ_TALK=1: says what became of each string, to look into one */

/* In place of prep/progress.c: sentences are made and not printed. */
void progress_note(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(last_note, sizeof last_note, format, ap);
    va_end(ap);
}

static void keep_note(void *context, const char *sentence)
{
    (void)context;
    snprintf(last_note, sizeof last_note, "%s", sentence);
}

static void remove_file(void)
{
    unlink(path);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    talks = getenv("FUZZ_TALK") != NULL;
    char zeros[FILE_BYTES] = {0};
    int file = mkstemp(path);
    if (file < 0 || write(file, zeros, sizeof zeros) != (ssize_t)sizeof zeros || close(file) != 0) {
        perror(path);
        exit(1);
    }
    atexit(remove_file);
    return 0;
}

/* ---- what raw_mesh.h promises ------------------------------------------------------ */

static void demand(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "the mesh that was read is wrong: %s\n", what);
    abort();
}

static void demand_lists(const int64_t *offset, int64_t n, const lid *number, int64_t end, const char *what)
{
    demand(offset[0] == 0, what);
    for (int64_t i = 0; i < n; i++)
        demand(offset[i] <= offset[i + 1], what);
    for (int64_t k = 0; k < offset[n]; k++)
        demand(number[k] >= 0 && number[k] < end, what);
}

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

/* ---- one string ------------------------------------------------------------------------ */

static void build(struct raw_mesh *raw)
{
    struct mesh m = {0};
    struct mesh_findings found;
    struct metrics g = {0};
    if (mesh_build(raw, &m, &found) == 0) {
        metrics_compute(&m, &g);
        mesh_check("mesh", &m, &g, &found);
    }
    if (talks)
        fprintf(stderr, "built %ld cells, %ld faces; %s; %s\n", (long)m.n_cells, (long)m.n_faces, last_note,
                error_message());
    metrics_free(&g);
    mesh_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct raw_mesh raw;
    tree_decode(data, size, &tree);
    fake_cgio_set(&tree);
    struct cgns_read_options o = {.join = tree.options & TREE_JOIN ? 1e-6 : 0.0};
    if (cgns_read(path, &o, keep_note, NULL, &raw) == 0) {
        demand_mesh(&raw);
        build(&raw);
        raw_mesh_free(&raw);
    } else {
        demand(error_message()[0] != '\0', "no sentence about the error");
        if (talks)
            fprintf(stderr, "refused: %s\n", error_message());
    }
    demand(mem_report_leaks() == 0, "memory left behind");
    return 0;
}
