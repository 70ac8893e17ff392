/* test_cgns_plane.c: two-dimensional bases, structured and not, as one layer of cells.
 */
#include "cgns_box.h"

/* Two zones side by side, [0,2] x [0,1] of 4 x 3 and 2 x 3 cells, indices i and j
 * of the second one exchanged; physical: 2 or 3 coordinates. */
static void write_plane(int physical, int const_axis)
{
    cgsize_t size_a[6] = {5, 4, 4, 3, 0, 0}, size_b[6] = {4, 3, 3, 2, 0, 0};
    cgsize_t join_a[4] = {5, 1, 5, 4}, join_b[4] = {1, 1, 4, 1};
    cgsize_t left[4] = {1, 1, 1, 4}, right[4] = {1, 3, 4, 3}, low_a[4] = {1, 1, 5, 1};
    cgsize_t low_b[4] = {1, 1, 1, 2};
    int u = physical == 2 ? 0 : (const_axis + 1) % 3, v = physical == 2 ? 1 : (const_axis + 2) % 3;
    int transform[2] = {2, 1};
    int zone_a, zone_b, bc, conn;
    double x[3][20], *p[3] = {x[0], x[1], x[2]};
    file_begin_as("plane.cgns", CG_FILE_HDF5, 2, physical);
    for (int d = 0; d < 3; d++)
        for (int k = 0; k < 20; k++)
            x[d][k] = 7.0;
    for (int k = 0; k < 20; k++) {
        x[u][k] = 0.25 * (k % 5);
        x[v][k] = (k / 5) / 3.0;
    }
    put(cg_zone_write(fn, 1, "A", size_a, CGNS_ENUMV(Structured), &zone_a));
    coordinates_write(zone_a, physical, p);
    for (int k = 0; k < 12; k++) {
        x[u][k] = 1.0 + 0.5 * (k / 4);
        x[v][k] = (k % 4) / 3.0;
    }
    put(cg_zone_write(fn, 1, "B", size_b, CGNS_ENUMV(Structured), &zone_b));
    coordinates_write(zone_b, physical, p);
    put(cg_1to1_write(fn, 1, zone_a, "join", "B", join_a, join_b, transform, &conn));
    put(cg_boco_write(fn, 1, zone_a, "left", CGNS_ENUMV(BCInflow), CGNS_ENUMV(PointRange), 2, left, &bc));
    put(cg_boco_write(fn, 1, zone_a, "low", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, low_a, &bc));
    put(cg_boco_write(fn, 1, zone_b, "right", CGNS_ENUMV(BCOutflow), CGNS_ENUMV(PointRange), 2, right, &bc));
    put(cg_boco_write(fn, 1, zone_b, "low", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, low_b, &bc));
    put(cg_boco_gridlocation_write(fn, 1, zone_b, bc, CGNS_ENUMV(EdgeCenter)));
    file_end();
}

/* Both zones as one layer of hexahedra: edges' conditions become faces, the two sides of the layer symmetry planes. */
static void check_plane_mesh(void)
{
    struct built b = build();
    CHECK(b.good && b.mesh.n_cells == 18 && cells_of_type(&b, ELEMENT_HEXA) == 18, "%ld cells", (long)b.mesh.n_cells);
    CHECK(b.mesh.n_nodes == 2 * 7 * 4, "%ld nodes", (long)b.mesh.n_nodes);
    CHECK(patch_faces(&b, "left") == 3 && patch_faces(&b, "right") == 3 && patch_faces(&b, "low") == 6, "patches");
    CHECK(patch_faces(&b, "symmetry-lower") == 18 && patch_faces(&b, "symmetry-upper") == 18, "symmetry planes");
    CHECK(patch_faces(&b, "unassigned") == 6, "%ld faces above", (long)patch_faces(&b, "unassigned"));
    CHECK_NEAR(total_volume(&b), 2.0, 1e-14); /* one metre thick */
    CHECK(strstr(notes, "one layer of cells of 1 m") != NULL, "%s", notes);
    release(&b);
}

/* Two coordinates, and three of which one is the same everywhere, along each axis in turn. */
static void plane_zones(void)
{
    write_plane(2, 2);
    check_plane_mesh();
    for (int axis = 0; axis < 3; axis++) {
        write_plane(3, axis);
        check_plane_mesh();
    }
}

/* Two triangles and a quadrilateral of a millimetre's size, the bar elements as
 * patches by edges, or by vertices; clockwise. */
static void write_triangles(bool vertices)
{
    cgsize_t size[3] = {6, 3, 0}, tri[6] = {1, 4, 2, 2, 4, 5}, quad[4] = {2, 5, 6, 3}, bar[6] = {1, 2, 2, 3, 4, 1};
    cgsize_t range[2] = {1, 2}, list[2] = {1, 4}, one[2] = {3, 3};
    double x[2][6] = {{0, 1e-4, 2e-4, 0, 1e-4, 2e-4}, {0, 0, 0, 1e-4, 1e-4, 1e-4}}, *p[3] = {x[0], x[1], NULL};
    int zone, s, bc;
    file_begin_as("triangles.cgns", CG_FILE_HDF5, 2, 2);
    put(cg_zone_write(fn, 1, "Zone", size, CGNS_ENUMV(Unstructured), &zone));
    coordinates_write(zone, 2, p);
    put(cg_section_write(fn, 1, zone, "Bars", CGNS_ENUMV(BAR_2), 1, 3, 0, bar, &s));
    put(cg_section_write(fn, 1, zone, "Tri", CGNS_ENUMV(TRI_3), 4, 5, 0, tri, &s));
    put(cg_section_write(fn, 1, zone, "Quad", CGNS_ENUMV(QUAD_4), 6, 6, 0, quad, &s));
    put(cg_boco_write(fn, 1, zone, "floor", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, range, &bc));
    put(cg_boco_gridlocation_write(fn, 1, zone, bc, CGNS_ENUMV(EdgeCenter)));
    put(cg_boco_write(fn, 1, zone, "west", CGNS_ENUMV(BCInflow),
                      vertices ? CGNS_ENUMV(PointList) : CGNS_ENUMV(PointRange), 2, vertices ? list : one, &bc));
    if (!vertices)
        put(cg_boco_gridlocation_write(fn, 1, zone, bc, CGNS_ENUMV(EdgeCenter)));
    file_end();
}

/* A unit square of 4 x 3 cells, periodic along y, as it stands in the plane and as
 * one layer of cells. */
static void plane_periodic(void)
{
    cgsize_t size[6] = {5, 4, 4, 3, 0, 0}, low[4] = {1, 1, 5, 1}, high[4] = {1, 4, 5, 4};
    const float zero[2] = {0, 0}, up[2] = {0, 1};
    int zone, conn, t[2] = {1, 2};
    double x[2][20], *p[3] = {x[0], x[1], NULL};
    for (int v = 0; v < 20; v++) {
        x[0][v] = 0.25 * (v % 5);
        x[1][v] = (v / 5) / 3.0;
    }
    file_begin_as("square.cgns", CG_FILE_HDF5, 2, 2);
    put(cg_zone_write(fn, 1, "Square", size, CGNS_ENUMV(Structured), &zone));
    coordinates_write(zone, 2, p);
    put(cg_1to1_write(fn, 1, zone, "up", "Square", low, high, t, &conn));
    put(cg_1to1_periodic_write(fn, 1, zone, conn, zero, zero, up));
    file_end();
    struct raw_mesh m;
    CHECK(read_with(NULL, &m) == 0, "%s", error_message());
    CHECK(m.n_periodic == 1 && m.n_nodes == 40 && m.n_cells == 12, "%ld interfaces", (long)m.n_periodic);
    if (m.n_periodic == 1) {
        const struct raw_periodic *q = &m.periodic[0];
        CHECK(q->n_faces == 4 && q->node_offset[4] == 16 && q->translation[1] == 1.0, "%ld faces", (long)q->n_faces);
        for (int i = 0; i < 16; i++) /* same x and z, y one apart, exactly */
            for (int d = 0; d < 3; d++)
                CHECK(m.x[d][q->node[1][i]] - m.x[d][q->node[0][i]] == (d == 1), "node %d axis %d", i, d);
    }
    raw_mesh_free(&m);
}

/* Cells given clockwise are turned; the layer is 1 m thick, however small the cells are. */
static void plane_elements(void)
{
    for (int vertices = 0; vertices < 2; vertices++) {
        write_triangles(vertices);
        struct built b = build();
        CHECK(b.good && cells_of_type(&b, ELEMENT_PENTA) == 2 && cells_of_type(&b, ELEMENT_HEXA) == 1, "%ld cells",
              (long)b.mesh.n_cells);
        CHECK(patch_faces(&b, "floor") == 2 && patch_faces(&b, "west") == 1, "%ld, %ld", (long)patch_faces(&b, "floor"),
              (long)patch_faces(&b, "west"));
        CHECK(b.found.mirrored == 3, "%ld turned", (long)b.found.mirrored);
        CHECK_NEAR(total_volume(&b), 2e-8, 1e-22);
        release(&b);
    }
}

int main(void)
{
    progress_set_quiet(true);
    if (cgns_files_begin() != 0)
        return 1;
    CASE(plane_zones);
    CASE(plane_periodic);
    CASE(plane_elements);
    return cgns_files_end();
}
