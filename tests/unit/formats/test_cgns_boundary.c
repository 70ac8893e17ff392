/* test_cgns_boundary.c: boundary conditions of unstructured zones. */
#include "cgns_cube.h"

/* A type that the standard does not have, a family that the base does not have, and one within another: the word is
 * kept, the kind is left open, and the patch is there all the same. */
static void odd_types_and_families(void)
{
    write_cube("odd.cgns");
    set_text("/Base/Zone/ZoneBC/floor", "BCMagic");
    set_text("/Base/exit/FamBC", "BCOfTheFuture");
    struct raw_mesh m = read_good();
    check_patch(&m.patch[0], "floor", "", "BCMagic", BC_NONE);
    check_patch(&m.patch[2], "east", "exit", "BCOfTheFuture", BC_NONE);
    raw_mesh_free(&m);
    set_text("/Base/Zone/ZoneBC/east/FamilyName", "nowhere");
    m = read_good();
    check_patch(&m.patch[2], "east", "nowhere", "FamilySpecified", BC_NONE);
    CHECK(strstr(notes, "family 'nowhere'") != NULL, "%s", notes);
    raw_mesh_free(&m);
    write_cube("tree.cgns");
    add_node("/Base", "wing", "Family_t", "MT", 0, NULL);
    add_node("/Base/wing", "tip", "Family_t", "MT", 0, NULL);
    add_node("/Base/wing/tip", "FamilyBC", "FamilyBC_t", "C1", 6, "BCWall");
    set_text("/Base/Zone/ZoneBC/east/FamilyName", "/Base/wing/tip");
    m = read_good();
    check_patch(&m.patch[2], "east", "/Base/wing/tip", "BCWall", BC_WALL);
    raw_mesh_free(&m);
}

/* Further families of a patch (AdditionalFamilyName_t) are tags, wherever they stand. */
static void several_families(void)
{
    write_cube("families.cgns");
    delete_node("/Base/Zone/ZoneBC/east", "FamilyName");
    add_node("/Base/Zone/ZoneBC/east", "Also", "AdditionalFamilyName_t", "C1", 4, "tags");
    add_node("/Base/Zone/ZoneBC/east", "FamilyName", "FamilyName_t", "C1", 4, "exit");
    struct raw_mesh m = read_good();
    check_patch(&m.patch[2], "east", "exit", "BCOutflowSubsonic", BC_PRESSURE_OUTLET);
    raw_mesh_free(&m);
}

/* Of two conditions that name a face the first in the file has it; how many faces the other lost is noted. */
static void overlapping_patches(void)
{
    int range[2] = {11, 14}, count[8];
    write_cube("overlap.cgns");
    delete_node("/Base/Zone/ZoneBC", "lid");
    add_node("/Base/Zone/ZoneBC", "both", "BC_t", "C1", 6, "BCWall");
    add_node("/Base/Zone/ZoneBC/both", "ElementRange", "IndexRange_t", "I4", 2, range);
    struct raw_mesh m = read_good();
    CHECK(m.n_patches == 4 && strcmp(m.patch[2].name, "both") == 0, "%ld", (long)m.n_patches);
    count_faces(&m, count);
    CHECK(count[0] == 4 && count[2] == 2 && count[3] == 4, "%d %d %d", count[0], count[2], count[3]);
    CHECK(strstr(notes, "both names 2 faces of an earlier patch") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

/* A range of elements under the location CellCenter, as old files have it, means the elements that are faces: 9 is
 * one, 8 is a cell. Edges are noted and left out. A list of vertices must have vertices of the zone. */
static void faces_called_otherwise(void)
{
    int cells[4] = {7, 8, 9, 10}, faces[3] = {28, 17, 18}, count[8];
    write_cube("cells.cgns");
    set_text("/Base/Zone/ZoneBC/floor/GridLocation", "CellCenter");
    set_ints("/Base/Zone/ZoneBC/floor/PointRange", 2, cells + 1);
    struct raw_mesh m = read_good();
    count_faces(&m, count);
    CHECK(count[0] == 2 - 1, "%d", count[0]);
    CHECK(strstr(notes, "floor names 1 elements that are no faces") != NULL, "%s", notes);
    raw_mesh_free(&m);
    set_text("/Base/Zone/ZoneBC/floor/GridLocation", "EdgeCenter");
    m = read_good();
    CHECK(m.n_patches >= 3 && strstr(notes, "EdgeCenter") != NULL, "%s", notes);
    raw_mesh_free(&m);
    set_ints("/Base/Zone/ZoneBC/east/PointList", 3, faces);
    expect_error("names vertex 28, and the zone has 1..27");
}

/* Numbers that count the faces of sections from 1, behind those of the cells: as they stand they name cells. A list
 * that names faces as well as cells, or a face twice by the other reading, is believed. */
static void faces_counted_from_one(void)
{
    int range[2] = {1, 4}, list[4] = {8, 5, 6, 7}, twice[4] = {4, 5, 6, 7}, count[8];
    write_cube("one.cgns");
    set_ints("/Base/Zone/ZoneBC/floor/PointRange", 2, range);
    set_ints("/Base/Zone/ZoneBC/lid/ElementList", 4, list);
    struct raw_mesh m = read_good();
    count_faces(&m, count);
    CHECK(count[0] == 4 && count[1] == 4, "%d %d", count[0], count[1]);
    check_plane(&m, 0, 0, 0, 9);
    check_plane(&m, 4, 2, 1, 13);
    CHECK(strstr(notes, "count the boundary faces from 1: read so, they name 8 of the 12 faces") != NULL, "%s", notes);
    raw_mesh_free(&m);
    set_ints("/Base/Zone/ZoneBC/lid/ElementList", 4, twice);
    m = read_good();
    count_faces(&m, count);
    CHECK(count[0] == 0 && count[1] == 0 && !strstr(notes, "from 1"), "%d %d %s", count[0], count[1], notes);
    raw_mesh_free(&m);
    write_cube("right.cgns");
    m = read_good();
    CHECK(!strstr(notes, "from 1"), "%s", notes);
    raw_mesh_free(&m);
}

/* A base with planes k to `last` of the cube's nodes, with cells between them or, of one, faces; moved along x. */
static void write_base_of(int fn, const char *name, int k, int last, double aside)
{
    int n = 9 * (last - k + 1), dim = last > k ? 3 : 2, base, z, s;
    double x[CUBE_NODES];
    cgsize_t size[3] = {n, dim == 3 ? CUBE_CELLS : 4, 0}, node[8 * CUBE_CELLS];
    put(cg_base_write(fn, name, dim, 3, &base));
    put(cg_zone_write(fn, base, "Zone", size, CGNS_ENUMV(Unstructured), &z));
    for (int d = 0, c; d < 3; d++) {
        char axis[16] = "CoordinateX";
        axis[10] = (char)('X' + d);
        for (int p = 0; p < n; p++)
            x[p] = d == 0 ? 0.5 * (p % 3) + aside : d == 1 ? 0.5 * (p / 3 % 3) : 0.5 * (k + p / 9);
        put(cg_coord_write(fn, base, z, CGNS_ENUMV(RealDouble), axis, x, &c));
    }
    if (dim == 3)
        cube_cells(node);
    else
        cube_plane(0, node);
    put(cg_section_write(fn, base, z, "Cells", dim == 3 ? CGNS_ENUMV(HEXA_8) : CGNS_ENUMV(QUAD_4), 1, size[1], 0, node,
                         &s));
}

/* Boundaries in bases of their own: faces by their nodes. The volume is read, whichever base stands first. */
static void bases_of_boundaries(void)
{
    int fn;
    name_file("bases.cgns");
    put(cg_open(file_path, CG_MODE_WRITE, &fn));
    write_base_of(fn, "ALower", 0, 0, 0.0);
    write_base_of(fn, "Base", 0, 2, 0.0);
    write_base_of(fn, "Upper", 2, 2, 0.0);
    write_base_of(fn, "Aside", 0, 0, 7.0);
    put(cg_close(fn));
    struct raw_mesh m = read_good();
    CHECK(m.n_cells == CUBE_CELLS && m.n_nodes == CUBE_NODES && m.n_patches == 2, "%ld cells, %ld nodes, %ld patches",
          (long)m.n_cells, (long)m.n_nodes, (long)m.n_patches);
    if (m.n_patches == 2) {
        CHECK(strcmp(m.patch[0].name, "ALower") == 0 && strcmp(m.patch[1].name, "Upper") == 0, "names");
        CHECK(m.patch[0].n_nodes_listed == 9 && m.patch[0].node[8] == 8, "nodes");
        CHECK(m.patch[1].n_nodes_listed == 9 && m.patch[1].node[0] == 18, "nodes");
    }
    CHECK(strstr(notes, "has 4 bases; the one of the volume, 'Base', is read") != NULL, "%s", notes);
    CHECK(strstr(notes, "9 of the 9 nodes of /Aside/Zone are no nodes of the mesh") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

/* A PointList without GridLocation means vertices by the standard, but some programs write face elements there. Numbers
 * beyond the zone's vertices that are all faces can only be that. */
static void face_numbers_taken_for_vertices(void)
{
    int range[2] = {21, 28}, faces[8] = {21, 22, 23, 24, 25, 26, 27, 28}, node[32], type[2] = {7, 0}, count[8];
    for (int i = 0; i < 32; i++)
        node[i] = 1 + i % 27;
    write_cube("beyond.cgns");
    add_node("/Base/Zone", "More", "Elements_t", "I4", 2, type);
    add_node("/Base/Zone/More", "ElementRange", "IndexRange_t", "I4", 2, range);
    add_node("/Base/Zone/More", "ElementConnectivity", "DataArray_t", "I4", 32, node);
    set_ints("/Base/Zone/ZoneBC/east/PointList", 8, faces);
    struct raw_mesh m = read_good();
    count_faces(&m, count);
    CHECK(count[2] == 8 && m.patch[2].node == NULL, "%d", count[2]);
    CHECK(strstr(notes, "read as faces") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

/* Vertices that cover a section's faces: "Middle" belongs to the condition by vertices and is no patch of its own. */
static void unnamed_section_under_vertices(void)
{
    int range[2] = {1, 27};
    write_cube("covered.cgns");
    delete_node("/Base/Zone/ZoneBC/east", "PointList");
    add_node("/Base/Zone/ZoneBC/east", "PointRange", "IndexRange_t", "I4", 2, range);
    struct raw_mesh m = read_good();
    CHECK(m.n_patches == 3 && m.n_patch_faces == 8, "%ld patches", (long)m.n_patches);
    CHECK(m.patch[2].n_nodes_listed == 27, "%ld", (long)m.patch[2].n_nodes_listed);
    raw_mesh_free(&m);
}

/* Sections of faces become patches with their names. */
static void no_boundary_conditions(void)
{
    write_cube("bare.cgns");
    delete_node("/Base/Zone", "ZoneBC");
    struct raw_mesh m = read_good();
    CHECK(m.n_patches == 3 && m.n_patch_faces == 12, "%ld patches", (long)m.n_patches);
    CHECK(strcmp(m.patch[0].name, "Bottom") == 0 && strcmp(m.patch[1].name, "Top") == 0, "%s", m.patch[0].name);
    CHECK(strstr(notes, "no boundary conditions") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

/* Elements beyond the zone's, numbers of a type that is no number of elements, and a condition without any points. */
static void broken_boundary(void)
{
    int range[2] = {9, 30}, list[2] = {13, 1000000};
    write_cube("boundary.cgns");
    set_ints("/Base/Zone/ZoneBC/floor/PointRange", 2, range);
    expect_error("/Base/Zone/ZoneBC/floor names elements 9..30");
    range[0] = range[1] = 9;
    set_ints("/Base/Zone/ZoneBC/floor/PointRange", 2, range);
    set_ints("/Base/Zone/ZoneBC/lid/ElementList", 2, list);
    expect_error("/Base/Zone/ZoneBC/lid names element 1000000");
    double x[2] = {1, 2};
    set_data("/Base/Zone/ZoneBC/lid/ElementList", "R8", 2, x);
    expect_error("ElementList holds data of type R8");
    delete_node("/Base/Zone/ZoneBC/lid", "ElementList");
    struct raw_mesh m = read_good();
    CHECK(strstr(notes, "lid names no faces of its own") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(odd_types_and_families);
    CASE(several_families);
    CASE(overlapping_patches);
    CASE(faces_called_otherwise);
    CASE(faces_counted_from_one);
    CASE(bases_of_boundaries);
    CASE(face_numbers_taken_for_vertices);
    CASE(unnamed_section_under_vertices);
    CASE(no_boundary_conditions);
    CASE(broken_boundary);
    return cgns_files_end();
}
