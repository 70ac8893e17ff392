/* test_cgns_polygons.c: NGON_n and NFACE_n where they are damaged, left over or named
 * by boundary conditions, and the nodes of a zone's face elements.
 */
#include "cgns_poly_cube.h"
#include "cgns/cgns_zone.h"

static const char *const inside = "/Base/Zone/Inside/ElementConnectivity";
static const char *const cells = "/Base/Zone/Cells/ElementConnectivity";
static const char *const cells_offset = "/Base/Zone/Cells/ElementStartOffset";

static void write_whole(const char *name, enum layout layout)
{
    write_bare(name, HDF);
    add_polygons(layout);
    add_cells(0, layout);
}

/* ---- damage ----------------------------------------------------------------------- */

enum { N_CELL_NUMBERS = CUBE_CELLS * CELL_FACES, N_INSIDE_NUMBERS = (N_FACES - N_BOUNDARY) * FACE_NODES };

/* Too few, not from 0, descending, beyond the numbers, and a cell of too few faces: each before anything is read by
 * them. */
static void broken_offsets(void)
{
    int offset[CUBE_CELLS + 2];
    for (int i = 0; i <= CUBE_CELLS + 1; i++)
        offset[i] = CELL_FACES * i;
    write_whole("offsets.cgns", OFFSETS);
    set_ints(cells_offset, CUBE_CELLS, offset);
    expect_error("ElementStartOffset holds 8 numbers, and the section's range 101..108 needs 9");
    set_ints(cells_offset, CUBE_CELLS + 1, offset + 1);
    expect_error("ElementStartOffset from 6 to 54, and its ElementConnectivity holds 48");
    offset[3] = 7;
    set_ints(cells_offset, CUBE_CELLS + 1, offset);
    expect_error("goes from 12 to 7 at element 103");
    offset[3] = -2000000000;
    set_ints(cells_offset, CUBE_CELLS + 1, offset);
    expect_error("goes from 12 to -2000000000 at element 103");
    offset[3] = 49;
    set_ints(cells_offset, CUBE_CELLS + 1, offset);
    expect_error("goes from 12 to 49 at element 103");
    offset[3] = 15;
    set_ints(cells_offset, CUBE_CELLS + 1, offset);
    expect_error("gives element 103 3 faces, and it needs 4 at least");
}

/* Lists whose lengths and numbers do not come out even, at the end and in the middle, and lengths that are none. */
static void broken_lengths(void)
{
    int number[2 * N_INSIDE_NUMBERS];
    for (int i = 0; i < 12 * 5; i++)
        number[i] = i % 5 ? i % 5 : 4;
    write_whole("lengths.cgns", LENGTHS_INLINE);
    set_ints(inside, 12 * 5 - 1, number);
    expect_error("gives element 212 the length 4 with 3 numbers left");
    set_ints(inside, 11 * 5, number);
    expect_error("gives element 212 the length 0 with 0 numbers left");
    set_ints(inside, 12 * 5 + 1, number);
    expect_error("1 numbers left over behind element 212");
    set_ints(inside, 12, number);
    expect_error("holds 12 numbers, too few for the section's range 201..212 of NGON_n");
    number[5] = 2147483647;
    set_ints(inside, 12 * 5, number);
    expect_error("gives element 202 the length 2147483647");
    number[5] = -1;
    set_ints(inside, 12 * 5, number);
    expect_error("gives element 202 the length -1");
    number[5] = 2, number[8] = 6;
    set_ints(inside, 12 * 5, number);
    expect_error("gives element 202 2 nodes, and it needs 3 at least");
}

/* Faces that no section holds, the number 0, which has no sign, and the smallest number there is, whose negative is
 * none; then a node that the zone does not have. */
static void broken_numbers(void)
{
    int number[N_INSIDE_NUMBERS], face[N_CELL_NUMBERS];
    write_whole("numbers.cgns", OFFSETS);
    for (int i = 0; i < N_CELL_NUMBERS; i++)
        face[i] = 1 + i % N_BOUNDARY;
    face[7] = -105;
    set_ints(cells, N_CELL_NUMBERS, face);
    expect_error("/Base/Zone/Cells names element 105 in cell 102, which no section holds as a face");
    face[7] = 0;
    set_ints(cells, N_CELL_NUMBERS, face);
    expect_error("names element 0 in cell 102");
    face[7] = 100;
    set_ints(cells, N_CELL_NUMBERS, face);
    expect_error("names element 100 in cell 102");
    face[7] = INT32_MIN;
    set_ints(cells, N_CELL_NUMBERS, face);
    expect_error("names element 2147483648 in cell 102");
    for (int i = 0; i < N_INSIDE_NUMBERS; i++)
        number[i] = 1 + i % 4;
    number[9] = 28;
    set_ints(inside, N_INSIDE_NUMBERS, number);
    expect_error("/Base/Zone/Inside names node 28 in element 203, and the zone has nodes 1..27");
}

/* No cells at all, parents for some sections alone, numbers that leave cells without faces, and a table of another
 * shape. */
static void broken_parents(void)
{
    int table[2 * N_FACES];
    write_whole("parents.cgns", OFFSETS);
    delete_node("/Base/Zone", "Cells");
    expect_error("/Base/Zone has polygons (NGON_n), and neither NFACE_n sections nor ParentElements");
    add_parents("Outside", 0, N_BOUNDARY, "ParentElements", 2, 101);
    expect_error("/Base/Zone/Inside has no ParentElements, and other sections of the zone have");
    add_parents("Inside", N_BOUNDARY, N_FACES, "ParentElements", 2, 1101);
    expect_error("name cells 101..1108 with 48 faces in all, too few for so many");
    delete_node("/Base/Zone/Inside", "ParentElements");
    add_parents("Inside", N_BOUNDARY, N_FACES, "ParentElements", 2, 103);
    expect_error("give cell 101 3 faces, and it needs 4 at least");
    delete_node("/Base/Zone/Inside", "ParentElements");
    for (int i = 0; i < 24; i++)
        table[i] = i - 3;
    add_table("/Base/Zone/Inside", "ParentElements", "DataArray_t", "I4", 12, 2, table);
    expect_error("gives element 201 the parent -3");
    delete_node("/Base/Zone/Inside", "ParentElements");
    add_table("/Base/Zone/Inside", "ParentElements", "DataArray_t", "I4", 2, 12, table);
    expect_error("holds 24 numbers, and 12 faces need two or four columns of as many");
}

/* Where NFACE_n sections say what the cells are, parents are not looked at. */
static void parents_of_no_concern(void)
{
    int nonsense[5] = {-7, 0, 2000000000, 3, 3};
    write_whole("ignored.cgns", OFFSETS);
    add_node("/Base/Zone/Inside", "ParentElements", "DataArray_t", "I4", 5, nonsense);
    struct raw_mesh m = read_good();
    CHECK(m.n_cells == CUBE_CELLS && m.n_polygons == N_FACES, "%ld cells", (long)m.n_cells);
    raw_mesh_free(&m);
    write_cube("hexes.cgns");
    add_node("/Base/Zone/Top", "ParentElements", "DataArray_t", "I4", 5, nonsense);
    check_whole_cube();
}

/* ---- boundary ------------------------------------------------------------------------ */

/* Without boundary conditions a section that holds boundary faces only becomes a
 * patch; one with faces between cells does not. */
static void patches_of_sections(void)
{
    write_whole("sections.cgns", OFFSETS);
    delete_node("/Base/Zone", "ZoneBC");
    struct raw_mesh m = read_good();
    CHECK(m.n_patches == 1 && m.n_patch_faces == N_BOUNDARY, "%ld patches, %ld faces", (long)m.n_patches,
          (long)m.n_patch_faces);
    CHECK(m.n_patches > 0 && strcmp(m.patch[0].name, "Outside") == 0, "name");
    raw_mesh_free(&m);
}

/* Left over polygons are told and left out. */
static void faces_of_no_cell(void)
{
    int loose[8] = {1, 2, 5, 4, 1, 2, 11, 10}, offset[3] = {0, 4, 8};
    write_whole("loose.cgns", OFFSETS);
    add_section("Loose", NGON, 301, 302, loose, 8, offset);
    struct raw_mesh m = read_good();
    CHECK(m.n_cells == CUBE_CELLS && m.n_patches == 3, "%ld patches", (long)m.n_patches);
    CHECK(strstr(notes, "/Base/Zone has 2 polygons (NGON_n) that no cell names") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

/* A list that names a face twice and one of another patch; 64-bit numbers; one that
 * is empty. */
static void lists_that_repeat(void)
{
    int64_t list[6] = {5, 6, 5, 7, 4, 8}, size[3] = {CUBE_NODES, CUBE_CELLS, 0};
    int count[8];
    write_whole("repeat.cgns", LENGTHS_INLINE);
    set_data("/Base/Zone", "I8", 3, size);
    set_data("/Base/Zone/ZoneBC/lid/ElementList", "I8", 6, list);
    add_node("/Base/Zone/ZoneBC", "void", "BC_t", "C1", 6, "BCWall");
    add_node("/Base/Zone/ZoneBC/void", "GridLocation", "GridLocation_t", "C1", 10, "FaceCenter");
    add_node("/Base/Zone/ZoneBC/void", "PointList", "IndexArray_t", "MT", 0, NULL);
    struct raw_mesh m = read_good();
    count_faces(&m, count);
    CHECK(m.n_patches == 4 && count[0] == 4 && count[1] == 4 && count[3] == 0, "%d %d", count[0], count[1]);
    CHECK(strstr(notes, "lid repeats faces that it has already named, 1 times") != NULL, "%s", notes);
    CHECK(strstr(notes, "lid names 1 faces of an earlier patch") != NULL, "%s", notes);
    CHECK(strstr(notes, "void names no faces of its own") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

/* A solid mesh in a base of the wrong dimension. */
static void polygons_in_a_plane(void)
{
    int dim[2] = {2, 3};
    write_whole("plane.cgns", OFFSETS);
    set_ints("/Base", 2, dim);
    expect_error("/Base/Zone has NFACE_n cells and NGON_n faces of more than two nodes in a two-dimensional base");
}

/* ---- polygons of any size ---------------------------------------------------------------- */

static double hexagon_x[12][3];

/* One prism over a hexagon: two faces of six nodes, six of four. */
static void write_hexagonal_prism(void)
{
    int face[8][6] = {{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}}, number[36], offset[9] = {0, 6, 12}, end = 12;
    int cell[8] = {1, 2, 3, 4, 5, 6, 7, 8}, cell_offset[2] = {0, 8};
    cgsize_t size[3] = {12, 1, 0};
    int fn, base, zone;
    for (int i = 0; i < 12; i++) {
        hexagon_x[i][0] = cos(i % 6 * acos(0.5));
        hexagon_x[i][1] = sin(i % 6 * acos(0.5));
        hexagon_x[i][2] = i / 6;
    }
    memcpy(number, face, 12 * sizeof(int));
    for (int i = 0; i < 6; i++) {
        int side[4] = {1 + i, 1 + (i + 1) % 6, 7 + (i + 1) % 6, 7 + i};
        memcpy(number + end, side, sizeof side);
        offset[3 + i] = end += 4;
    }
    name_file("hexagon.cgns");
    put(cg_set_file_type(HDF));
    put(cg_open(file_path, CG_MODE_WRITE, &fn));
    put(cg_base_write(fn, "Base", 3, 3, &base));
    put(cg_zone_write(fn, 1, "Zone", size, CGNS_ENUMV(Unstructured), &zone));
    write_coordinates(fn, zone, 0, 12, hexagon_x);
    put(cg_close(fn));
    add_section("Faces", NGON, 1, 8, number, 36, offset);
    add_section("Cell", NFACE, 9, 9, cell, 8, cell_offset);
}

/* Lists of different lengths, and a cell all of whose faces are boundary. */
static void hexagonal_prism(void)
{
    write_hexagonal_prism();
    struct raw_mesh m = read_good();
    CHECK(m.n_cells == 1 && m.n_polygons == 8 && m.n_patches == 1 && m.n_patch_faces == 8, "%ld polygons",
          (long)m.n_polygons);
    if (m.n_cells == 1 && m.n_patch_faces == 8) {
        CHECK(m.cell_type[0] == ELEMENT_POLYHEDRON && m.cell_polygon_offset[1] == 8, "cell");
        for (int f = 0; f < 8; f++) {
            CHECK(m.polygon_node_offset[f + 1] == (f < 2 ? 6 * (f + 1) : 12 + 4 * (f - 1)), "face %d", f);
            CHECK(m.patch_face_node_offset[f + 1] == m.polygon_node_offset[f + 1], "face %d", f);
        }
        for (int k = 0; k < 12; k++)
            CHECK(m.polygon_node[k] == k && m.patch_face_node[k] == k, "node %d", k);
    }
    raw_mesh_free(&m);
}

/* Faces 5...7 (a quadrilateral, a hexagon, a triangle) in two sections. */
static void nodes_of_a_face_element(void)
{
    static const lid quad[4] = {3, 1, 4, 0}, hexagon[6] = {9, 8, 7, 6, 5, 4}, triangle[3] = {2, 3, 5};
    struct cgns_section section[2] = {{.first = 5, .last = 6, .n_faces = 2},
                                      {.first = 7, .last = 9, .n_faces = 1, .first_face = 2}};
    struct cgns_zone z = {.section = section, .n_sections = 2};
    int n = 0;
    const lid *node = NULL;
    CHECK(cgns_zone_face_nodes(&z, 4, &n, &node) != 0, "element 4");
    cgns_faces_add(&z.face, 5, quad, 4);
    cgns_faces_add(&z.face, 6, hexagon, 6);
    cgns_faces_add(&z.face, 8, triangle, 3);
    CHECK(cgns_zone_face_nodes(&z, 5, &n, &node) == 0 && n == 4 && memcmp(node, quad, sizeof quad) == 0, "quad");
    CHECK(cgns_zone_face_nodes(&z, 6, &n, &node) == 0 && n == 6 && memcmp(node, hexagon, sizeof hexagon) == 0, "%d", n);
    CHECK(cgns_zone_face_nodes(&z, 8, &n, &node) == 0 && n == 3 && node[2] == 5, "%d", n);
    CHECK(cgns_zone_face_nodes(&z, 7, &n, &node) != 0 && cgns_zone_face_nodes(&z, 9, &n, &node) != 0, "no faces");
    CHECK(cgns_zone_face_nodes(&z, 10, &n, &node) != 0 && cgns_zone_face_nodes(&z, -1, &n, &node) != 0, "outside");
    cgns_faces_free(&z.face);
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(broken_offsets);
    CASE(broken_lengths);
    CASE(broken_numbers);
    CASE(broken_parents);
    CASE(parents_of_no_concern);
    CASE(patches_of_sections);
    CASE(faces_of_no_cell);
    CASE(lists_that_repeat);
    CASE(polygons_in_a_plane);
    CASE(hexagonal_prism);
    CASE(nodes_of_a_face_element);
    return cgns_files_end();
}
