/* test_cgns_forms.c: lesser known forms of the standard, as programs other than ours
 * write them: rind elements, empty sections, zones without cells, mixing planes.
 */
#include "cgns_poly_cube.h"

/* ---- rind ----------------------------------------------------------------------- */

static void add_rind(const char *section, int before, int behind)
{
    int rind[2] = {before, behind};
    char path[64];
    snprintf(path, sizeof path, "/Base/Zone/%s", section);
    add_node(path, "Rind", "Rind_t", "I4", 2, rind);
}

/* Two ghost cells before the cube's and one behind, of nodes that the zone has not. */
static void rind_cells(void)
{
    int node[8 * (CUBE_CELLS + 3)], range[2] = {101, 100 + CUBE_CELLS + 3};
    cgsize_t own[8 * CUBE_CELLS];
    cube_cells(own);
    for (int k = 0; k < 8 * (CUBE_CELLS + 3); k++)
        node[k] = k < 16 || k >= 16 + 8 * CUBE_CELLS ? 1000 + k : (int)own[k - 16];
    write_cube("rind.cgns");
    set_ints("/Base/Zone/Hexes/ElementRange", 2, range);
    set_ints("/Base/Zone/Hexes/ElementConnectivity", 8 * (CUBE_CELLS + 3), node);
    add_rind("Hexes", 2, 1);
    check_whole_cube();
    CHECK(strstr(notes, "3 rind elements") != NULL, "%s", notes);
    int too_many[2] = {8, 4};
    set_ints("/Base/Zone/Hexes/Rind", 2, too_many);
    expect_error("says that 8 and 4 of the section's 11 elements are rind");
}

/* A ghost polyhedron behind the cells, of a ghost face behind the faces inside. */
static void rind_polyhedra(void)
{
    struct face f[N_FACES];
    int number[(N_FACES - N_BOUNDARY + 1) * FACE_NODES], n = N_FACES - N_BOUNDARY;
    make_faces(f);
    for (int layout = LENGTHS_INLINE; layout <= OFFSETS; layout++) {
        write_bare("rind-poly.cgns", HDF);
        add_polygons(layout);
        delete_node("/Base/Zone", "Inside");
        for (int i = 0; i < n; i++)
            memcpy(number + FACE_NODES * (i + 1), f[N_BOUNDARY + i].node, sizeof f[i].node);
        for (int k = 0; k < FACE_NODES; k++)
            number[k] = 1000 + k;
        add_lists("Inside", NGON, FIRST_INSIDE - 1, n + 1, FACE_NODES, number, layout);
        add_rind("Inside", 1, 0);
        add_cells(0, layout);
        struct raw_mesh m = read_good();
        CHECK(m.n_cells == CUBE_CELLS && m.n_polygons == N_FACES, "%ld cells of %ld faces", (long)m.n_cells,
              (long)m.n_polygons);
        CHECK(strstr(notes, "1 rind elements") != NULL, "%s", notes);
        raw_mesh_free(&m);
    }
    delete_node("/Base/Zone", "Cells");
    add_node("/Base/Zone/Inside", "ParentElements", "DataArray_t", "I4", 2, number);
    expect_error("has rind faces, and its cells are told by ParentElements alone");
}

/* Ghost nodes before and behind the zone's own in an unstructured zone. */
static void rind_nodes(void)
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    int rind[2] = {2, 3};
    write_cube("rind-nodes.cgns");
    for (int d = 0; d < 3; d++) {
        char path[64];
        double x[CUBE_NODES + 5];
        for (int p = -2; p < CUBE_NODES + 3; p++)
            x[p + 2] = p < 0 || p >= CUBE_NODES ? 1e6 : 0.5 * (d == 0 ? p % N : d == 1 ? p / N % N : p / (N * N));
        snprintf(path, sizeof path, "/Base/Zone/GridCoordinates/%s", name[d]);
        set_data(path, "R8", CUBE_NODES + 5, x);
    }
    add_node("/Base/Zone/GridCoordinates", "Rind", "Rind_t", "I4", 2, rind);
    check_whole_cube();
}

/* ---- nothing there ---------------------------------------------------------------- */

/* Ranges that hold no element, in the ways in which files say so, with and without connectivity. */
static void empty_sections(void)
{
    static const int range[4][2] = {{21, 20}, {0, 0}, {1, 0}, {0, -1}};
    for (int i = 0; i < 4; i++) {
        int kind[2] = {7, 0};
        write_cube("empty.cgns");
        add_node("/Base/Zone", "None", "Elements_t", "I4", 2, kind);
        add_node("/Base/Zone/None", "ElementRange", "IndexRange_t", "I4", 2, range[i]);
        if (i % 2)
            add_node("/Base/Zone/None", "ElementConnectivity", "DataArray_t", "MT", 0, NULL);
        check_whole_cube();
    }
}

/* A zone of that size and type beside the cube's, with whatever `also` adds. */
static void add_zone(const char *name, const char *type, int n_numbers, const int *size)
{
    char path[64];
    snprintf(path, sizeof path, "/Base/%s", name);
    add_table("/Base", name, "Zone_t", "I4", n_numbers / 3, 3, size);
    add_node(path, "ZoneType", "ZoneType_t", "C1", (int)strlen(type), type);
}

/* Zones of nothing, of one vertex along an index, and of two indices lie beside the cube and are left out with a note;
 * where nothing else is left, that is an error. */
static void zones_without_cells(void)
{
    int nothing[3] = {0, 0, 0}, thin[9] = {3, 3, 1, 2, 2, 0, 0, 0, 0}, surface[6] = {3, 3, 2, 2, 0, 0};
    write_cube("without.cgns");
    add_zone("Nothing", "Unstructured", 3, nothing);
    add_zone("Thin", "Structured", 9, thin);
    add_zone("Surface", "Structured", 6, surface);
    check_whole_cube();
    CHECK(strstr(notes, "/Base/Nothing has no nodes; the zone is left out") != NULL, "%s", notes);
    CHECK(strstr(notes, "/Base/Thin is a surface, one vertex thick") != NULL, "%s", notes);
    CHECK(strstr(notes, "/Base/Surface is a surface of two indices") != NULL, "%s", notes);
    delete_node("/Base", "Zone");
    expect_error("/Base has zones, and none of them has cells");
    delete_node("/Base", "Nothing");
    delete_node("/Base", "Surface");
    expect_error("/Base/Thin is a surface, one vertex thick (plane meshes belong in a base of cell dimension 2)");
}

/* A second zone that has the faces of the first and no cells; either one first. */
static void zone_of_faces_alone(void)
{
    for (int order = 0; order < 2; order++) {
        int fn, base;
        name_file("faces.cgns");
        put(cg_open(file_path, CG_MODE_WRITE, &fn));
        put(cg_base_write(fn, "Base", 3, 3, &base));
        for (int z = 0; z < 2; z++)
            write_cube_zone(fn, (z == order) ? "Zone" : "Faces", 0);
        put(cg_close(fn));
        delete_node("/Base/Faces", "Hexes");
        struct raw_mesh m = read_good();
        check_cube_cells(&m);
        check_cube_points(&m, 1.0);
        CHECK(strstr(notes, "/Base/Faces has no cells in its sections; the zone is left out") != NULL, "%s", notes);
        raw_mesh_free(&m);
    }
}

/* ---- whole numbers of eight bytes --------------------------------------------------- */

/* The same numbers as I8. */
static void widen(const char *path, int n, const int *value)
{
    long long wide[512];
    for (int i = 0; i < n; i++)
        wide[i] = value[i];
    set_data(path, "I8", n, wide);
}

/* I4 and I8 may stand side by side in one file, whatever the library's cgsize_t is. */
static void numbers_of_both_lengths(void)
{
    for (int hdf = 0; hdf < 2; hdf++) {
        cgsize_t own[8 * CUBE_CELLS];
        int node[8 * CUBE_CELLS], range[2] = {1, 8}, floor[2] = {9, 12}, list[4] = {16, 13, 14, 15}, type[2] = {17, 0};
        cube_cells(own);
        for (int k = 0; k < 8 * CUBE_CELLS; k++)
            node[k] = (int)own[k];
        write_cube_as("wide.cgns", hdf ? HDF : ADF, 0);
        widen("/Base/Zone/Hexes", 2, type);
        widen("/Base/Zone/Hexes/ElementRange", 2, range);
        widen("/Base/Zone/Hexes/ElementConnectivity", 8 * CUBE_CELLS, node);
        widen("/Base/Zone/ZoneBC/floor/PointRange", 2, floor);
        widen("/Base/Zone/ZoneBC/lid/ElementList", 4, list);
        check_whole_cube();
    }
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(rind_cells);
    CASE(rind_polyhedra);
    CASE(rind_nodes);
    CASE(empty_sections);
    CASE(zones_without_cells);
    CASE(zone_of_faces_alone);
    CASE(numbers_of_both_lengths);
    return cgns_files_end();
}
