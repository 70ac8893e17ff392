/* test_cgns_sections.c: element sections of all types, whole, odd and damaged. */
#include "cgns_cube.h"
#include "cgns/cgns_element.h"

/* ---- four cell types in MIXED --------------------------------------------------------- */

static const cgsize_t mixed_stream[] = {
    17, 1, 2, 3, 4, 5, 6, 7, 8,   /* 1 hexahedron */
    5,  9, 6, 7,                  /* 2 triangle */
    12, 5, 6, 7, 8, 9,            /* 3 pyramid */
    3,  1, 2,                     /* 4 edge: dropped */
    14, 2, 10, 3, 6, 11, 7,       /* 5 prism */
    7,  1, 4, 3, 2,               /* 6 quadrilateral */
    10, 6, 11, 7, 9,              /* 7 tetrahedron */
};
static const cgsize_t mixed_offset[] = {0, 9, 13, 19, 22, 29, 34, 39};
enum { MIXED_NUMBERS = 39, MIXED_NODES = 11 };

/* A hexahedron, a pyramid on its top, a prism beside it and a tetrahedron between: each type once, with a triangle, an
 * edge and a quadrilateral among them in the stream. */
static void write_mixed(const char *name, int type)
{
    double x[MIXED_NODES][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1},
                                {1, 1, 1}, {0, 1, 1}, {.5, .5, 2}, {2, .5, 0}, {2, .5, 1}};
    cgsize_t size[3] = {MIXED_NODES, 4, 0}, range[2] = {6, 6};
    int fn, base, z, s, bc;
    name_file(name);
    put(cg_set_file_type(type));
    put(cg_open(file_path, CG_MODE_WRITE, &fn));
    put(cg_base_write(fn, "Base", 3, 3, &base));
    put(cg_zone_write(fn, 1, "Zone", size, CGNS_ENUMV(Unstructured), &z));
    write_coordinates(fn, z, 0, MIXED_NODES, x);
    put(cg_poly_section_write(fn, 1, z, "All", CGNS_ENUMV(MIXED), 1, 7, 0, mixed_stream, mixed_offset, &s));
    put(cg_boco_write(fn, 1, 1, "floor", CGNS_ENUMV(BCSymmetryPlane), CGNS_ENUMV(ElementRange), 2, range, &bc));
    put(cg_close(fn));
}

static void check_mixed(void)
{
    static const int type[4] = {ELEMENT_HEXA, ELEMENT_PYRA, ELEMENT_PENTA, ELEMENT_TETRA};
    static const lid node[] = {0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 1, 9, 2, 5, 10, 6, 5, 10, 6, 8};
    static const int64_t offset[5] = {0, 8, 13, 19, 23};
    struct raw_mesh m = read_good();
    CHECK(m.n_cells == 4 && m.n_patches == 1 && m.n_patch_faces == 1, "%ld cells, %ld patches, %ld faces",
          (long)m.n_cells, (long)m.n_patches, (long)m.n_patch_faces);
    if (m.n_cells == 4 && m.n_patch_faces == 1) {
        for (int c = 0; c < 4; c++)
            CHECK(m.cell_type[c] == type[c], "cell %d", c);
        CHECK(memcmp(m.cell_node_offset, offset, sizeof offset) == 0, "offsets");
        CHECK(memcmp(m.cell_node, node, sizeof node) == 0, "nodes");
        CHECK(m.patch_face_element[0] == 6 && m.patch_face_node_offset[1] == 4 && m.patch_face_node[1] == 3, "face");
        check_patch(&m.patch[0], "floor", "", "BCSymmetryPlane", BC_SYMMETRY);
    }
    raw_mesh_free(&m);
}

static void mixed_of_both_layouts(void)
{
    static const int types[2] = {HDF, ADF};
    float version = 4.4f;
    for (int i = 0; i < 2; i++) {
        write_mixed("mixed.cgns", types[i]);
        check_mixed();
        set_data("/CGNSLibraryVersion", "R4", 1, &version);
        check_mixed();
        delete_node("/Base/Zone/All", "ElementStartOffset"); /* as before 3.4 */
        check_mixed();
    }
}

/* Streams that end within an element, go on behind the last, or have types that MIXED cannot. */
static void mixed_damaged(void)
{
    int stream[MIXED_NUMBERS + 1];
    const char *path = "/Base/Zone/All/ElementConnectivity";
    write_mixed("broken.cgns", HDF);
    for (int i = 0; i < MIXED_NUMBERS; i++)
        stream[i] = mixed_stream[i];
    stream[MIXED_NUMBERS] = 10;
    set_ints(path, MIXED_NUMBERS - 1, stream);
    expect_error("too few nodes left for element 7 (TETRA_4)");
    set_ints(path, MIXED_NUMBERS + 1, stream);
    expect_error("1 numbers left over behind element 7");
    set_ints(path, 34, stream);
    expect_error("no nodes left for element 7");
    set_ints(path, 9, stream);
    expect_error("too few for the section's range 1..7");
    stream[9] = 77;
    set_ints(path, MIXED_NUMBERS, stream);
    expect_error("gives element 2 the type number 77");
    stream[9] = 22;
    set_ints(path, MIXED_NUMBERS, stream);
    expect_error("type number 22, which no element of a MIXED section has");
}

/* Two TETRA_10 of which the first four nodes count. */
static void higher_order_keeps_corners(void)
{
    int type[2] = {11, 0}, range[2] = {1, 2}, node[20], size[3] = {MIXED_NODES, 2, 0};
    write_mixed("ten.cgns", HDF);
    for (int i = 0; i < 20; i++)
        node[i] = 1 + (i < 10 ? i : i - 9);
    set_ints("/Base/Zone", 3, size);
    set_ints("/Base/Zone/All", 2, type);
    set_ints("/Base/Zone/All/ElementRange", 2, range);
    set_ints("/Base/Zone/All/ElementConnectivity", 20, node);
    delete_node("/Base/Zone", "ZoneBC");
    struct raw_mesh m = read_good();
    CHECK(m.n_cells == 2 && m.cell_node_offset[2] == 8, "%ld cells", (long)m.n_cells);
    for (int k = 0; k < 8; k++)
        CHECK(m.cell_node[k] == (k < 4 ? k : k - 3), "node %d", k);
    CHECK(strstr(notes, "higher order") != NULL, "%s", notes);
    CHECK(m.n_patches == 0 && m.patch_face_node_offset[0] == 0, "patches");
    raw_mesh_free(&m);
}

/* A section's own faults, one after another, from the nodes up to the type; each sentence names the section. */
static void broken_sections(void)
{
    int range[2] = {1, 9}, node[64], type[2] = {99, 0};
    const char *path = "/Base/Zone/Hexes/ElementConnectivity";
    for (int i = 0; i < 64; i++)
        node[i] = 1;
    write_cube("sections.cgns");
    node[17] = 28;
    set_ints(path, 64, node);
    expect_error("/Base/Zone/Hexes names node 28 in element 3, and the zone has nodes 1..27");
    node[17] = 0;
    set_ints(path, 64, node);
    expect_error("names node 0 in element 3");
    set_ints("/Base/Zone/Hexes/ElementRange", 2, range);
    expect_error("holds 64 node numbers, and the section's range 1..9 of HEXA_8 needs 8");
    range[1] = 0;
    set_ints("/Base/Zone/Hexes/ElementRange", 2, range);
    expect_error("says 1..0");
    range[0] = 12, range[1] = 19;
    set_ints("/Base/Zone/Hexes/ElementRange", 2, range);
    expect_error("both hold element 12");
    delete_node("/Base/Zone/Hexes", "ElementConnectivity");
    expect_error("has no ElementConnectivity");
    delete_node("/Base/Zone/Hexes", "ElementRange");
    expect_error("has no ElementRange");
    set_ints("/Base/Zone/Hexes", 2, type);
    expect_error("element type number 99");
    delete_node("/Base/Zone", "Hexes");
    expect_error("has no cells");
}

/* ---- types ----------------------------------------------------------------------------- */

/* Names and numbers of nodes against the library's own. */
static void types_of_the_library(void)
{
    for (int type = CGNS_ENUMV(NODE); type < NofValidElementTypes; type++) {
        const struct cgns_element *e = cgns_element(type, 0);
        int n_nodes = -1;
        CHECK(e && cg_npe((CGNS_ENUMT(ElementType_t))type, &n_nodes) == 0, "type %d", type);
        if (!e)
            continue;
        CHECK(strcmp(e->name, cg_ElementTypeName((CGNS_ENUMT(ElementType_t))type)) == 0, "%d is %s", type, e->name);
        CHECK(e->n_nodes == (n_nodes > 0 ? n_nodes : 0), "%s has %d nodes", e->name, e->n_nodes);
        if (e->kind >= 0)
            CHECK(e->n_corners == element_info(e->kind)->n_nodes, "%s has %d corners", e->name, e->n_corners);
    }
    CHECK(cgns_element(NofValidElementTypes, 0) == NULL && cgns_element(-1, 0) == NULL, "beyond the table");
}

/* One cell or face of each type, its corners being nodes 1, 2, 3, ... */
static void every_type_keeps_its_corners(void)
{
    int node[128], size[3] = {MIXED_NODES, 1, 0}, type[2] = {0, 0}, range[2] = {1, 1};
    write_mixed("every.cgns", HDF);
    delete_node("/Base/Zone", "ZoneBC");
    delete_node("/Base/Zone/All", "ElementStartOffset");
    set_ints("/Base/Zone", 3, size);
    set_ints("/Base/Zone/All/ElementRange", 2, range);
    for (int i = 0; i < 128; i++)
        node[i] = i < 8 ? 1 + i : 9;
    for (type[0] = CGNS_ENUMV(TETRA_4); type[0] < NofValidElementTypes; type[0]++) {
        const struct cgns_element *e = cgns_element(type[0], 0);
        if (!e || e->kind < ELEMENT_TETRA)
            continue;
        set_ints("/Base/Zone/All", 2, type);
        set_ints("/Base/Zone/All/ElementConnectivity", e->n_nodes, node);
        struct raw_mesh m = read_good();
        CHECK(m.n_cells == 1 && m.cell_type[0] == e->kind && m.cell_node_offset[1] == e->n_corners, "%s", e->name);
        for (int k = 0; k < e->n_corners; k++)
            CHECK(m.cell_node[k] == k, "%s node %d", e->name, k);
        CHECK((strstr(notes, "higher order") != NULL) == (e->n_nodes > e->n_corners), "%s: %s", e->name, notes);
        raw_mesh_free(&m);
    }
}

/* CGNS 3.0 had PYRA_13 in front of PYRA_14; before there were no types behind MIXED. */
static void type_numbers_of_old_versions(void)
{
    float version = 3.0f;
    int type[2] = {18, 0}, boundary[2] = {7, 0};
    write_cube("old.cgns");
    set_data("/CGNSLibraryVersion", "R4", 1, &version);
    set_ints("/Base/Zone/Hexes", 2, type);
    set_ints("/Base/Zone/Top", 2, boundary);
    check_whole_cube();
    type[0] = 17, version = 2.54f;
    set_data("/CGNSLibraryVersion", "R4", 1, &version);
    expect_error("");
    set_ints("/Base/Zone/Hexes", 2, type);
    check_whole_cube();
    type[0] = 21;
    set_ints("/Base/Zone/Hexes", 2, type);
    expect_error("/Base/Zone/Hexes has element type number 21, which is not known");
    CHECK(strcmp(cgns_element(13, 3000)->name, "PYRA_13") == 0, "%s", cgns_element(13, 3000)->name);
    CHECK(strcmp(cgns_element(14, 3050)->name, "PYRA_14") == 0, "%s", cgns_element(14, 3050)->name);
    CHECK(strcmp(cgns_element(21, 3000)->name, "MIXED") == 0, "%s", cgns_element(21, 3000)->name);
    CHECK(strcmp(cgns_element(22, 3000)->name, "NGON_n") == 0, "%s", cgns_element(22, 3000)->name);
    CHECK(strcmp(cgns_element(13, 3100)->name, "PYRA_14") == 0, "%s", cgns_element(13, 3100)->name);
    CHECK(cgns_element(24, 3110) == NULL && cgns_element(24, 3200) != NULL, "BAR_4");
}

/* Edges and nodes are no part of a 3-D mesh, whatever their connectivity says. */
static void edges_are_passed_over(void)
{
    int nodes[4] = {1, 2, 99, -1}, count[8];
    write_cube("edges.cgns");
    add_section("Wire", CGNS_ENUMV(BAR_2), 31, 32, nodes, 4, NULL);
    add_section("Dots", CGNS_ENUMV(NODE), 41, 44, nodes, 4, NULL);
    struct raw_mesh m = read_good();
    count_faces(&m, count);
    CHECK(m.n_cells == CUBE_CELLS && m.n_patches == 4 && count[3] == 4, "%ld patches", (long)m.n_patches);
    raw_mesh_free(&m);
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(mixed_of_both_layouts);
    CASE(mixed_damaged);
    CASE(higher_order_keeps_corners);
    CASE(broken_sections);
    CASE(types_of_the_library);
    CASE(every_type_keeps_its_corners);
    CASE(type_numbers_of_old_versions);
    CASE(edges_are_passed_over);
    return cgns_files_end();
}
