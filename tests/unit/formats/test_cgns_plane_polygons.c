/* test_cgns_plane_polygons.c: two-dimensional bases of polygons, in all ways of saying
 * them: by their nodes, by their edges, by their edges' parents, in both layouts of lists.
 *
 * The mesh: the square [0,2] x [0,2] of five cells about a tilted square in its middle,
 * each corner of which is joined to the middle of a side: four pentagons and one
 * quadrilateral.
 */
#include "cgns_box.h"

enum { POINTS = 12, CELLS = 5, EDGES = 16, OUTER = 8 };
enum { FIRST_CELL = 101 };

/* Corners 1-4, middles of sides 5-8, the tilted square 9-12. */
static const double at[POINTS][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2},         {1, 0},   {2, 1},
                                     {1, 2}, {0, 1}, {1, 0.5}, {1.5, 1}, {1, 1.5}, {0.5, 1}};
static const int cell[CELLS][5] = {
    {1, 5, 9, 12, 8}, {2, 6, 10, 9, 5}, {3, 7, 11, 10, 6}, {4, 8, 12, 11, 7}, {9, 10, 11, 12}};
static const int cell_size[CELLS] = {5, 5, 5, 5, 4};
/* Nodes, and cells on either side (-1: outside); the eight outer ones first, those of
 * y = 0 before all. */
static const int edge[EDGES][4] = {
    {1, 5, 0, -1}, {2, 5, 1, -1}, {2, 6, -1, 1}, {6, 3, 2, -1}, {3, 7, 2, -1},  {7, 4, 3, -1},
    {4, 8, 3, -1}, {8, 1, 0, -1}, {5, 9, 0, 1},  {6, 10, 1, 2}, {11, 7, 2, 3},  {8, 12, 3, 0},
    {9, 12, 0, 4}, {9, 10, 4, 1}, {10, 11, 2, 4}, {11, 12, 3, 4}};

/* Nodes, units and the patch y = 0, which names elements 1 and 2; no sections. */
static void write_points(void)
{
    cgsize_t size[3] = {POINTS, CELLS, 0}, range[2] = {1, 2};
    double x[2][POINTS], *p[3] = {x[0], x[1], NULL};
    int zone, bc;
    for (int v = 0; v < POINTS; v++)
        for (int d = 0; d < 2; d++)
            x[d][v] = at[v][d];
    file_begin_as("polygons.cgns", CG_FILE_HDF5, 2, 2);
    put(cg_zone_write(fn, 1, "Zone", size, CGNS_ENUMV(Unstructured), &zone));
    coordinates_write(zone, 2, p);
    put(cg_boco_write(fn, 1, zone, "floor", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, range, &bc));
    put(cg_boco_gridlocation_write(fn, 1, zone, bc, CGNS_ENUMV(EdgeCenter)));
    file_end();
}

/* n lists of at most five numbers, size[i] long each. */
static void add_lists(const char *name, int type, int first, int n, int (*list)[5], const int *size, bool offsets)
{
    int number[128], offset[EDGES + 1] = {0}, end = 0;
    for (int i = 0; i < n; i++) {
        if (!offsets)
            number[end++] = size[i];
        for (int k = 0; k < size[i]; k++)
            number[end++] = list[i][k];
        offset[i + 1] = offset[i] + size[i];
    }
    add_section(name, type, first, first + n - 1, number, end, offsets ? offset : NULL);
}

static void add_cells_by_nodes(bool offsets)
{
    int list[CELLS][5], bar[2 * OUTER];
    memcpy(list, cell, sizeof list);
    add_lists("Cells", CGNS_ENUMV(NGON_n), FIRST_CELL, CELLS, list, cell_size, offsets);
    for (int e = 0; e < OUTER; e++)
        memcpy(bar + 2 * e, edge[e], 2 * sizeof *bar);
    add_section("Bars", CGNS_ENUMV(BAR_2), 1, OUTER, bar, 2 * OUTER, NULL);
}

static void add_edges(bool offsets)
{
    int list[EDGES][5], size[EDGES];
    for (int e = 0; e < EDGES; e++) {
        memcpy(list[e], edge[e], 2 * sizeof **list);
        size[e] = 2;
    }
    add_lists("Edges", CGNS_ENUMV(NGON_n), 1, EDGES, list, size, offsets);
}

static void add_cells_by_edges(bool offsets)
{
    int list[CELLS][5], size[CELLS] = {0};
    for (int e = 0; e < EDGES; e++)
        for (int side = 0; side < 2; side++)
            if (edge[e][2 + side] >= 0)
                list[edge[e][2 + side]][size[edge[e][2 + side]]++] = side ? -(e + 1) : e + 1;
    add_lists("Cells", CGNS_ENUMV(NFACE_n), FIRST_CELL, CELLS, list, size, offsets);
}

static void add_parents_of_edges(void)
{
    int table[2 * EDGES];
    for (int e = 0; e < EDGES; e++)
        for (int side = 0; side < 2; side++)
            table[side * EDGES + e] = edge[e][2 + side] < 0 ? 0 : FIRST_CELL + edge[e][2 + side];
    add_table("/Base/Zone/Edges", "ParentElements", "DataArray_t", "I4", EDGES, 2, table);
}

/* The four pentagons are one another's images: (4 - 1/2) / 4 m2 each, one metre thick. */
static void check_polygons(void)
{
    struct built b = build();
    CHECK(b.good && b.mesh.n_cells == CELLS && b.mesh.n_nodes == 2 * POINTS, "%ld cells", (long)b.mesh.n_cells);
    CHECK(b.mesh.n_faces == EDGES + 2 * CELLS && b.mesh.n_boundary == OUTER + 2 * CELLS, "%ld faces",
          (long)b.mesh.n_faces);
    for (int64_t c = 0; c < b.mesh.n_cells; c++)
        CHECK_NEAR(b.metrics.volume[c], c < 4 ? 0.875 : 0.5, 1e-15); /* a few sums of numbers below 2 */
    CHECK(patch_faces(&b, "floor") == 2 && patch_faces(&b, "symmetry-lower") == CELLS &&
              patch_faces(&b, "symmetry-upper") == CELLS, "%ld faces", (long)patch_faces(&b, "floor"));
    CHECK(b.found.stray == 0 && b.found.doubly == 0, "%ld stray faces", (long)b.found.stray);
    release(&b);
}

/* In a plane NGON_n may hold the cells themselves, by their corners. */
static void polygons_by_nodes(void)
{
    for (int offsets = 0; offsets < 2; offsets++) {
        write_points();
        add_cells_by_nodes(offsets);
        check_polygons();
    }
}

/* Or the edges, as polygons of two nodes, with NFACE_n for the cells, signs as in space. */
static void polygons_by_edges(void)
{
    for (int offsets = 0; offsets < 2; offsets++) {
        write_points();
        add_edges(offsets);
        add_cells_by_edges(offsets);
        check_polygons();
    }
}

/* Or the edges with the two cells of each. */
static void polygons_by_parents(void)
{
    for (int offsets = 0; offsets < 2; offsets++) {
        write_points();
        add_edges(offsets);
        add_parents_of_edges();
        check_polygons();
    }
}

/* Nodes in place of edges: the outer edges stay without a patch, the floor has its own. */
static void polygons_with_vertex_patches(void)
{
    int node[3] = {2, 5, 1};
    write_points();
    add_cells_by_nodes(true);
    delete_node("/Base/Zone", "Bars");
    delete_node("/Base/Zone/ZoneBC/floor", "PointRange");
    delete_node("/Base/Zone/ZoneBC/floor", "GridLocation");
    add_node("/Base/Zone/ZoneBC/floor", "PointList", "IndexArray_t", "I4", 3, node);
    check_polygons();
}

/* Edges that do not close, a node that is not there, and edges without anything that says which cells they bound. */
static void broken_polygons(void)
{
    int open[4] = {1, 2, 3, 4}, far[5] = {1, 2, 99, 3, 4}, offset[2] = {0, 4}, five[2] = {0, 5};
    write_points();
    add_edges(true);
    add_section("Cells", CGNS_ENUMV(NFACE_n), FIRST_CELL, FIRST_CELL, open, 4, offset);
    expect_error("the 4 edges of cell 1 make no closed polygon");
    write_points();
    add_section("Cells", CGNS_ENUMV(NGON_n), FIRST_CELL, FIRST_CELL, far, 5, five);
    expect_error("Cells names node 99 in element 101");
    write_points();
    add_edges(true);
    expect_error("neither NFACE_n sections nor ParentElements");
}

int main(void)
{
    progress_set_quiet(true);
    if (cgns_files_begin() != 0)
        return 1;
    CASE(polygons_by_nodes);
    CASE(polygons_by_edges);
    CASE(polygons_by_parents);
    CASE(polygons_with_vertex_patches);
    CASE(broken_polygons);
    return cgns_files_end();
}
