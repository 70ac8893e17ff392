/* test_cgns_read.c: the CGNS importer on files written here, whole, odd and
 * damaged; and, when UFV_MESHES names a folder, on the meshes found there.
 */
#include "cgns_read.h"
#include "check.h"
#include "element.h"
#include "error.h"
#include "mem.h"

#include <cgns_io.h>
#include <cgnslib.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ADF = CG_FILE_ADF, HDF = CG_FILE_HDF5, PATH_SIZE = 512 };

static char folder[] = "/tmp/ufv-cgns-XXXXXX";
static char file_path[PATH_SIZE]; /* of the file under test */
static char notes[8192];          /* the notes of the last reading, one a line */

static void name_file(const char *name)
{
    snprintf(file_path, sizeof file_path, "%s/%s", folder, name);
    remove(file_path);
}

static void keep_note(void *context, const char *sentence)
{
    (void)context;
    strncat(notes, sentence, sizeof notes - strlen(notes) - 2);
    strcat(notes, "\n");
}

static int read_with(const struct cgns_read_options *o, struct raw_mesh *m)
{
    notes[0] = '\0';
    return cgns_read(file_path, o, keep_note, NULL, m);
}

/* Reads file_path, which must succeed. */
static struct raw_mesh read_good(void)
{
    struct raw_mesh m;
    int status = read_with(NULL, &m);
    CHECK(status == 0, "%s", error_message());
    return m;
}

/* Reading must fail with a sentence that names the file and has the fragment. */
static void expect_error(const char *fragment)
{
    struct raw_mesh m;
    size_t before = mem_current_bytes();
    int status = read_with(NULL, &m);
    CHECK(status != 0, "'%s' was expected of %s", fragment, file_path);
    if (status == 0) {
        raw_mesh_free(&m);
        return;
    }
    CHECK(strstr(error_message(), file_path) == error_message(), "%s", error_message());
    CHECK(strstr(error_message(), fragment) != NULL, "'%s' is not in: %s", fragment, error_message());
    CHECK(mem_current_bytes() == before, "%zu bytes left", mem_current_bytes() - before);
    CHECK(m.n_nodes == 0 && m.x[0] == NULL && m.source == NULL, "mesh not emptied");
}

/* ---- a cube of 2 x 2 x 2 hexahedra ------------------------------------------------ */

enum { N = 3, CUBE_NODES = N * N * N, CUBE_CELLS = 8 };

/* 1-based number of lattice point (i, j, k) */
static cgsize_t point(int i, int j, int k)
{
    return 1 + i + N * j + N * N * k;
}

static void cube_cells(cgsize_t *node)
{
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++) {
                cgsize_t cell[8] = {point(i, j, k),         point(i + 1, j, k),         point(i + 1, j + 1, k),
                                    point(i, j + 1, k),     point(i, j, k + 1),         point(i + 1, j, k + 1),
                                    point(i + 1, j + 1, k + 1), point(i, j + 1, k + 1)};
                memcpy(node + 8 * (i + 2 * j + 4 * k), cell, sizeof cell);
            }
}

/* The four quadrilaterals of the plane k. */
static void cube_plane(int k, cgsize_t *node)
{
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            cgsize_t face[4] = {point(i, j, k), point(i + 1, j, k), point(i + 1, j + 1, k), point(i, j + 1, k)};
            memcpy(node + 4 * (i + 2 * j), face, sizeof face);
        }
}

static void put(int status)
{
    CHECK(status == 0, "%s", cg_get_error());
}

static void write_coordinates(int fn, int z, int single, int n, double (*x)[3])
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    for (int d = 0; d < 3; d++) {
        double column[64];
        float column4[64];
        int c;
        for (int i = 0; i < n; i++) {
            column[i] = x[i][d];
            column4[i] = (float)x[i][d];
        }
        put(cg_coord_write(fn, 1, z, single ? CGNS_ENUMV(RealSingle) : CGNS_ENUMV(RealDouble), name[d],
                           single ? (void *)column4 : (void *)column, &c));
    }
}

static void write_cube_zone(int fn, const char *name, int single)
{
    double x[CUBE_NODES][3];
    cgsize_t size[3] = {CUBE_NODES, CUBE_CELLS, 0}, cell[8 * CUBE_CELLS], face[16];
    int z, s;
    for (int p = 0; p < CUBE_NODES; p++)
        for (int d = 0; d < 3; d++)
            x[p][d] = 0.5 * (d == 0 ? p % N : d == 1 ? p / N % N : p / (N * N));
    put(cg_zone_write(fn, 1, name, size, CGNS_ENUMV(Unstructured), &z));
    write_coordinates(fn, z, single, CUBE_NODES, x);
    /* Sections out of order: the top plane stands first in the file. */
    cube_plane(2, face);
    put(cg_section_write(fn, 1, z, "Top", CGNS_ENUMV(QUAD_4), 13, 16, 0, face, &s));
    cube_cells(cell);
    put(cg_section_write(fn, 1, z, "Hexes", CGNS_ENUMV(HEXA_8), 1, 8, 0, cell, &s));
    cube_plane(0, face);
    put(cg_section_write(fn, 1, z, "Bottom", CGNS_ENUMV(QUAD_4), 9, 12, 0, face, &s));
    cube_plane(1, face);
    put(cg_section_write(fn, 1, z, "Middle", CGNS_ENUMV(QUAD_4), 17, 20, 0, face, &s));
}

static void write_cube_patches(int fn)
{
    cgsize_t range[2] = {9, 12}, list[4] = {16, 13, 14, 15}, vertices[10];
    int bc, family, family_bc;
    put(cg_boco_write(fn, 1, 1, "floor", CGNS_ENUMV(BCWallInviscid), CGNS_ENUMV(PointRange), 2, range, &bc));
    put(cg_boco_gridlocation_write(fn, 1, 1, bc, CGNS_ENUMV(FaceCenter)));
    put(cg_boco_write(fn, 1, 1, "lid", CGNS_ENUMV(BCFarfield), CGNS_ENUMV(ElementList), 4, list, &bc));
    for (int i = 0; i < 9; i++) /* x = 1, from the last to the first, one of them twice */
        vertices[i] = point(2, 2 - i / 3, 2 - i % 3);
    vertices[9] = vertices[4];
    put(cg_boco_write(fn, 1, 1, "east", CGNS_ENUMV(FamilySpecified), CGNS_ENUMV(PointList), 10, vertices, &bc));
    put(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", bc, "end"));
    put(cg_famname_write("exit"));
    put(cg_family_write(fn, 1, "exit", &family));
    put(cg_fambc_write(fn, 1, family, "FamBC", CGNS_ENUMV(BCOutflowSubsonic), &family_bc));
}

/* ---- changing files node by node ----------------------------------------------------- */

static int cgio;

static double node_at(const char *path)
{
    double root, id = 0;
    CHECK(cgio_get_root_id(cgio, &root) == 0, "no root");
    if (path[0] == '\0')
        return root;
    CHECK(cgio_get_node_id(cgio, root, path, &id) == 0, "no node %s", path);
    return id;
}

static void change_begin(void)
{
    CHECK(cgio_open_file(file_path, CGIO_MODE_MODIFY, CGIO_FILE_NONE, &cgio) == 0, "%s not opened", file_path);
}

static void change_end(void)
{
    CHECK(cgio_close_file(cgio) == 0, "not closed");
}

/* New data of n items for a node. */
static void set_data(const char *path, const char *type, int n, const void *data)
{
    cgsize_t dim = n;
    change_begin();
    double id = node_at(path);
    CHECK(cgio_set_dimensions(cgio, id, type, 1, &dim) == 0, "dimensions of %s", path);
    CHECK(cgio_write_all_data(cgio, id, data) == 0, "data of %s", path);
    change_end();
}

static void set_ints(const char *path, int n, const int *value)
{
    set_data(path, "I4", n, value);
}

static void set_text(const char *path, const char *text)
{
    set_data(path, "C1", (int)strlen(text), text);
}

static void add_node(const char *parent, const char *name, const char *label, const char *type, int n, const void *data)
{
    cgsize_t dim = n;
    double id;
    char label33[33] = ""; /* the library reads that many characters whatever is there */
    strncpy(label33, label, sizeof label33 - 1);
    change_begin();
    CHECK(cgio_new_node(cgio, node_at(parent), name, label33, type, 1, &dim, data, &id) == 0, "%s/%s", parent, name);
    change_end();
}

static void delete_node(const char *parent, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", parent, name);
    change_begin();
    CHECK(cgio_delete_node(cgio, node_at(parent), node_at(path)) == 0, "delete %s", path);
    change_end();
}

static void rename_node(const char *parent, const char *name, const char *new_name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", parent, name);
    change_begin();
    CHECK(cgio_set_name(cgio, node_at(parent), node_at(path), new_name) == 0, "rename %s", path);
    change_end();
}

/* The library writes an ElementList as PointList and FaceCenter; older ones did not. */
static void restore_element_list(void)
{
    rename_node("/Base/Zone/ZoneBC/lid", "PointList", "ElementList");
    delete_node("/Base/Zone/ZoneBC/lid", "GridLocation");
}

static void write_cube_as(const char *name, int type, int single)
{
    int fn, base;
    name_file(name);
    put(cg_set_file_type(type));
    put(cg_open(file_path, CG_MODE_WRITE, &fn));
    put(cg_base_write(fn, "Base", 3, 3, &base));
    write_cube_zone(fn, "Zone", single);
    write_cube_patches(fn);
    put(cg_close(fn));
    restore_element_list();
}

static void write_cube(const char *name)
{
    write_cube_as(name, HDF, 0);
}

/* ---- whole files -------------------------------------------------------------------- */

static void check_cube_cells(const struct raw_mesh *m)
{
    cgsize_t node[8 * CUBE_CELLS];
    cube_cells(node);
    CHECK(m->n_nodes == CUBE_NODES && m->n_cells == CUBE_CELLS, "%ld nodes, %ld cells", (long)m->n_nodes,
          (long)m->n_cells);
    if (m->n_cells != CUBE_CELLS)
        return;
    for (int c = 0; c < CUBE_CELLS; c++) {
        CHECK(m->cell_type[c] == ELEMENT_HEXA && m->cell_node_offset[c + 1] == 8 * (c + 1), "cell %d", c);
        for (int k = 0; k < 8; k++)
            CHECK(m->cell_node[8 * c + k] == node[8 * c + k] - 1, "cell %d node %d", c, k);
    }
}

static void check_cube_points(const struct raw_mesh *m, double scale)
{
    for (int p = 0; p < CUBE_NODES && m->n_nodes == CUBE_NODES; p++) {
        double x[3] = {0.5 * (p % N), 0.5 * (p / N % N), 0.5 * (p / (N * N))};
        for (int d = 0; d < 3; d++) /* one rounding in the product of two factors */
            CHECK_NEAR(m->x[d][p], scale * x[d], 1e-15 * scale);
    }
}

static void check_patch(const struct raw_patch *p, const char *name, const char *family, const char *type,
                        enum bc_kind kind)
{
    CHECK(strcmp(p->name, name) == 0, "%s", p->name);
    CHECK(strcmp(p->family, family) == 0, "%s", p->family);
    CHECK(strcmp(p->bc_type, type) == 0, "%s", p->bc_type);
    CHECK(p->kind == kind, "%s", bc_kind_name(p->kind));
}

/* The four faces of plane k are faces first...first+3 of the mesh, elements
 * element...element+3, in that patch. */
static void check_plane(const struct raw_mesh *m, int first, int k, int patch, int element)
{
    cgsize_t node[16];
    cube_plane(k, node);
    for (int f = 0; f < 4; f++) {
        CHECK(m->patch_face_patch[first + f] == patch, "face %d", first + f);
        CHECK(m->patch_face_element[first + f] == element + f, "face %d", first + f);
        CHECK(m->patch_face_node_offset[first + f + 1] == 4 * (first + f + 1), "face %d", first + f);
        for (int i = 0; i < 4; i++)
            CHECK(m->patch_face_node[4 * (first + f) + i] == node[4 * f + i] - 1, "face %d node %d", first + f, i);
    }
}

static void check_cube_patches(const struct raw_mesh *m)
{
    CHECK(m->n_patches == 4 && m->n_patch_faces == 12, "%ld patches, %ld faces", (long)m->n_patches,
          (long)m->n_patch_faces);
    if (m->n_patches != 4 || m->n_patch_faces != 12)
        return;
    check_patch(&m->patch[0], "floor", "", "BCWallInviscid", BC_SLIP);
    check_patch(&m->patch[1], "lid", "", "BCFarfield", BC_FARFIELD);
    check_patch(&m->patch[2], "east", "exit", "BCOutflowSubsonic", BC_PRESSURE_OUTLET);
    check_patch(&m->patch[3], "Middle", "", "", BC_NONE);
    check_plane(m, 0, 0, 0, 9);
    check_plane(m, 4, 2, 1, 13);
    check_plane(m, 8, 1, 3, 17);
    CHECK(m->patch[0].node == NULL && m->patch[2].n_nodes_listed == 9, "%ld", (long)m->patch[2].n_nodes_listed);
    for (int i = 0; i < 9 && m->patch[2].n_nodes_listed == 9; i++)
        CHECK(m->patch[2].node[i] == 2 + 3 * i, "%d", (int)m->patch[2].node[i]);
    CHECK(strstr(notes, "Middle") != NULL, "%s", notes);
}

static void check_whole_cube(void)
{
    struct raw_mesh m = read_good();
    check_cube_cells(&m);
    check_cube_points(&m, 1.0);
    check_cube_patches(&m);
    CHECK(m.source && strcmp(m.source, file_path) == 0, "source");
    raw_mesh_free(&m);
}

static void cube_in_hdf5(void)
{
    write_cube_as("cube.hdf", HDF, 0);
    check_whole_cube();
}

static void cube_in_adf(void)
{
    write_cube_as("cube.adf", ADF, 0);
    check_whole_cube();
}

static void single_precision_coordinates(void)
{
    write_cube_as("single.hdf", HDF, 1);
    check_whole_cube();
    write_cube_as("single.adf", ADF, 1);
    check_whole_cube();
}

/* Puts 64-bit numbers in place of the 32-bit ones of the whole cube. */
static void widen_cube(void)
{
    cgsize_t node[8 * CUBE_CELLS];
    int64_t wide[8 * CUBE_CELLS], range[2] = {1, 8}, floor[2] = {9, 12}, lid[4] = {16, 13, 14, 15},
                                  size[3] = {CUBE_NODES, CUBE_CELLS, 0};
    cube_cells(node);
    for (int i = 0; i < 8 * CUBE_CELLS; i++)
        wide[i] = node[i];
    set_data("/Base/Zone", "I8", 3, size);
    set_data("/Base/Zone/Hexes/ElementConnectivity", "I8", 8 * CUBE_CELLS, wide);
    set_data("/Base/Zone/Hexes/ElementRange", "I8", 2, range);
    set_data("/Base/Zone/ZoneBC/floor/PointRange", "I8", 2, floor);
    set_data("/Base/Zone/ZoneBC/lid/ElementList", "I8", 4, lid);
}

static void wide_integers(void)
{
    write_cube_as("wide.hdf", HDF, 0);
    widen_cube();
    check_whole_cube();
    write_cube_as("wide.adf", ADF, 0);
    widen_cube();
    check_whole_cube();
    int64_t beyond[8 * CUBE_CELLS] = {0};
    beyond[0] = INT64_C(1) << 40;
    set_data("/Base/Zone/Hexes/ElementConnectivity", "I8", 8 * CUBE_CELLS, beyond);
    expect_error("names node 2147483647 in element 1");
}

static void newer_version(void)
{
    float version = 4.4f;
    write_cube("v44.cgns");
    set_data("/CGNSLibraryVersion", "R4", 1, &version);
    check_whole_cube();
}

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
    expect_error("polyhedra (NGON_n)");
}

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

/* ---- units ----------------------------------------------------------------------------- */

static void set_unit(const char *parent, const char *unit)
{
    char text[160];
    static const char *const other[5] = {"Kilogram", "", "Second", "Kelvin", "Radian"};
    memset(text, ' ', sizeof text);
    for (int i = 0; i < 5; i++) {
        const char *word = i == 1 ? unit : other[i];
        memcpy(text + 32 * i, word, strlen(word));
    }
    add_node(parent, "DimensionalUnits", "DimensionalUnits_t", "C1", 160, text);
}

static void check_scale(double scale, double option)
{
    struct raw_mesh m;
    struct cgns_read_options o = {.base = "Base", .scale = option};
    CHECK(read_with(&o, &m) == 0, "%s", error_message());
    check_cube_points(&m, scale);
    raw_mesh_free(&m);
}

static void units_and_scale(void)
{
    write_cube("units.cgns");
    check_scale(2.0, 2.0);
    set_unit("/Base", "Foot");
    check_scale(0.3048, 0.0);
    set_unit("/Base/Zone", "Null"); /* says nothing: the base's holds */
    check_scale(0.3048, 1.0);
    set_unit("/Base/Zone/GridCoordinates", "Inch");
    check_scale(0.0254 * 3.0, 3.0);
    const char *axis[3] = {"X", "Y", "Z"};
    for (int d = 0; d < 3; d++) {
        char path[64];
        snprintf(path, sizeof path, "/Base/Zone/GridCoordinates/Coordinate%s", axis[d]);
        set_unit(path, "Millimeter");
    }
    check_scale(0.001, 1.0);
    write_cube("cubit.cgns");
    set_unit("/Base", "Cubit");
    check_scale(1.0, 1.0);
    CHECK(strstr(notes, "'Cubit'") != NULL, "%s", notes);
}

/* ---- odd boundary conditions -------------------------------------------------------------- */

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

/* Faces of each patch, summed. */
static void count_faces(const struct raw_mesh *m, int *count)
{
    for (int64_t p = 0; p < m->n_patches; p++)
        count[p] = 0;
    for (int64_t f = 0; f < m->n_patch_faces; f++)
        count[m->patch_face_patch[f]]++;
}

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
    CHECK(strstr(notes, "both names 2 faces that an earlier patch has") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

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

/* ---- links ------------------------------------------------------------------------------- */

static void link_to(const char *parent, const char *name, const char *target)
{
    double id;
    change_begin();
    CHECK(cgio_create_link(cgio, node_at(parent), name, target, "/Base/Zone/GridCoordinates", &id) == 0, "link");
    change_end();
}

static void links_are_followed(void)
{
    write_cube("target.cgns");
    write_cube("linked.cgns");
    delete_node("/Base/Zone", "GridCoordinates");
    link_to("/Base/Zone", "GridCoordinates", "target.cgns");
    check_whole_cube();
    link_to("/Base/Zone", "Elsewhere", "missing.cgns"); /* of no concern */
    check_whole_cube();
    delete_node("/Base/Zone", "GridCoordinates");
    link_to("/Base/Zone", "GridCoordinates", "missing.cgns");
    expect_error("has no GridCoordinates");
    CHECK(strstr(notes, "/Base/Zone/GridCoordinates cannot be read") != NULL, "%s", notes);
}

/* ---- what is refused ------------------------------------------------------------------------ */

static void not_a_mesh(void)
{
    name_file("absent.cgns");
    expect_error("no such file");
    snprintf(file_path, sizeof file_path, "%s", folder);
    expect_error("is a folder");
    name_file("text.cgns");
    FILE *f = fopen(file_path, "w");
    CHECK(f != NULL, "open");
    expect_error("is empty");
    for (int i = 0; i < 500; i++)
        fprintf(f, "line %d of a text\n", i);
    fclose(f);
    expect_error("is not a CGNS file");
    name_file("other.h5");
    H5Fclose(H5Fcreate(file_path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    expect_error("");
    memset(file_path, 'x', sizeof file_path - 1);
    expect_error("no such file");
    name_file("scaled.cgns");
    struct raw_mesh m;
    struct cgns_read_options o = {.scale = -1.0};
    CHECK(read_with(&o, &m) != 0 && strstr(error_message(), "scaled by -1") != NULL, "%s", error_message());
}

/* However short the file is cut: an error, or the whole mesh, never a crash. */
static void cut_short(void)
{
    static const int types[2] = {HDF, ADF};
    struct raw_mesh m;
    for (int t = 0; t < 2; t++) {
        write_cube_as("cut.cgns", types[t], 0);
        FILE *f = fopen(file_path, "rb");
        CHECK(f && fseek(f, 0, SEEK_END) == 0, "seek");
        long bytes = ftell(f);
        fclose(f);
        for (int i = 19; i >= 1; i--) {
            CHECK(truncate(file_path, bytes * i / 20) == 0, "truncate");
            /* ADF fills its last block up: cutting that off takes nothing away. */
            if (t == 1 && i > 15 && cgns_read(file_path, NULL, NULL, NULL, &m) == 0) {
                raw_mesh_free(&m);
                check_whole_cube();
            } else {
                expect_error("");
            }
        }
    }
}

static void refused_kinds(void)
{
    int dim2[2] = {2, 3}, dim1[2] = {3, 2}, type[2] = {22, 0};
    write_cube("kind.cgns");
    set_text("/Base/Zone/ZoneType", "Structured");
    expect_error("/Base/Zone holds 3 numbers where 9 belong");
    set_text("/Base/Zone/ZoneType", "Unheard");
    expect_error("'Unheard'");
    set_text("/Base/Zone/ZoneType", "Unstructured");
    set_ints("/Base", 2, dim2);
    expect_error("holds a two-dimensional mesh whose nodes span 1 x 1 x 1 m");
    set_ints("/Base", 2, dim1);
    expect_error("physical dimension 2");
    write_cube("poly.cgns");
    set_ints("/Base/Zone/Hexes", 2, type);
    expect_error("/Base/Zone/Hexes is a section of polyhedra (NGON_n)");
    delete_node("/Base", "Zone");
    expect_error("has no zones");
    struct raw_mesh m;
    struct cgns_read_options o = {.base = "Bass"};
    CHECK(read_with(&o, &m) != 0 && strstr(error_message(), "no base 'Bass'") != NULL, "%s", error_message());
    delete_node("", "Base");
    expect_error("holds no CGNS base");
}

static void broken_coordinates(void)
{
    double x[CUBE_NODES] = {0};
    int number[CUBE_NODES] = {0};
    const char *path = "/Base/Zone/GridCoordinates/CoordinateZ";
    write_cube("coordinates.cgns");
    set_data(path, "R8", CUBE_NODES - 1, x);
    expect_error("CoordinateZ holds 26 numbers, and the zone has 27 nodes");
    set_ints(path, CUBE_NODES, number);
    expect_error("CoordinateZ holds data of type I4");
    x[4] = NAN;
    set_data(path, "R8", CUBE_NODES, x);
    expect_error("no finite number at node 5");
    delete_node("/Base/Zone/GridCoordinates", "CoordinateZ");
    expect_error("has no CoordinateZ");
    rename_node("/Base/Zone/GridCoordinates", "CoordinateX", "CoordinateR");
    expect_error("has no CoordinateX");
    delete_node("/Base/Zone", "GridCoordinates");
    expect_error("/Base/Zone has no GridCoordinates");
}

static void broken_zone(void)
{
    int size[3] = {0, 8, 0};
    int64_t large[3] = {INT64_C(1) << 33, 8, 0};
    write_cube("zone.cgns");
    set_ints("/Base/Zone", 3, size);
    expect_error("0 nodes");
    size[0] = -5;
    set_ints("/Base/Zone", 3, size);
    expect_error("-5 nodes");
    size[0] = 2000000000;
    set_ints("/Base/Zone", 3, size);
    expect_error("CoordinateX holds 27 numbers");
    set_data("/Base/Zone", "I8", 3, large);
    expect_error("8589934592 nodes; a mesh of at most 2147483647");
    set_ints("/Base/Zone", 2, size);
    expect_error("/Base/Zone holds 2 numbers where 3 belong");
    set_text("/Base/Zone", "twenty");
    expect_error("type C1");
    size[0] = CUBE_NODES;
    size[1] = 99;
    set_ints("/Base/Zone", 3, size);
    struct raw_mesh m = read_good();
    CHECK(strstr(notes, "says it has 99 cells, and its sections hold 8") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

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

/* A data set that says it is huge and holds nothing must not be made room for. */
static void absurd_size(void)
{
    write_cube("absurd.cgns");
    int range[2] = {1, 250000000};
    set_ints("/Base/Zone/Hexes/ElementRange", 2, range);
    hid_t f = H5Fopen(file_path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t g = H5Gopen2(f, "/Base/Zone/Hexes/ElementConnectivity", H5P_DEFAULT);
    hsize_t dim = 2000000000, chunk = 1000000;
    H5Ldelete(g, " data", H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &dim, NULL), list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 1, &chunk);
    hid_t d = H5Dcreate2(g, " data", H5T_NATIVE_INT, space, H5P_DEFAULT, list, H5P_DEFAULT);
    CHECK(d >= 0, "data set");
    H5Dclose(d);
    H5Pclose(list);
    H5Sclose(space);
    H5Gclose(g);
    H5Fclose(f);
    expect_error("says it holds 2000000000 numbers, more than a file of");
}

/* ---- other people's meshes --------------------------------------------------------------------- */

static const struct {
    const char *name;
    long cells;       /* 0: to be refused */
    long patch_faces; /* all boundary faces of files with face patches */
    int patches;
} known[] = {
    {"BHCLLBHCLL__cgns2openfoam__build__bladerotating_coarser_hdf.cgns", 82704, 13562, 2},
    {"CGNS__CGNS__src__tests__data__cgnslib_vers-3110.cgns", 2560, 1216, 3},
    {"CGNS__CGNS__src__tests__data__cgnslib_vers-4400.cgns", 2560, 1216, 3},
    {"CGNS__cgns.github.io__example_cgns_files__AdapcoTut21__tut21_hdf5.cgns", 1584, 960, 3},
    {"CGNS__cgns.github.io__example_cgns_files__CFX__StaticMixer.cgns", 13761, 0, 4},
    {"felipegiacomelli__MSHtoCGNS__Zeta__Test__CgnsInterface__3D-Region1-Mixed__12523v_57072e.cgns", 57072, 0, 6},
    {"oneram6_pyhyp_rans_366k_hex.cgns", 365568, 16064, 3},
    {"oneram6_tmrcad_tet_167k.cgns", 166835, 18800, 3},
    {"oneram6_tmrcad_tet_582k.cgns", 581753, 47860, 3},
    {"su2_bluntbody_91.cgns", 3060, 6368, 4},
    {"su2_brick_prism.cgns", 29640, 5284, 6},
    {"su2_brick_pyra.cgns", 72625, 6631, 6},
    {"su2_bump_inv_256x128.cgns", 32385, 65534, 6},
    {"su2_cylinder_lam.cgns", 26192, 52864, 4},
    {"su2_flatplate_tmr_035x025.cgns", 816, 1748, 7},
    {"su2_flatplate_tmr_069x049.cgns", 3264, 6760, 7},
    {"su2_lam_flatplate_65x65.cgns", 4096, 8448, 7},
    {"su2_naca0012_inv.cgns", 10216, 20682, 4},
    {"su2_naca0012_lam_v1.cgns", 13156, 26562, 4},
    {"su2_rae2822_hybrid.cgns", 22842, 45916, 4},
    {"su2_sphere_slice_2syms.cgns", 8454, 5834, 4},
    {"su2_wedge_inv.cgns", 3626, 7498, 6},
    {"su2code__TestCases__incomp_navierstokes__bend__mesh_bend_coarse.cgns", 1288, 620, 5},
    {"tmr_bump3d_17x177x81_hex.cgns", 225280, 36352, 5},
    {"tmr_bump3d_9x89x41_hex.cgns", 28160, 9088, 5},
    {"tmr_flatplate_137x97_hex.cgns", 13056, 26576, 6},
    {"tmr_n0012_113x33_hex.cgns", 3584, 7408, 3},
    {"tmr_n0012_225x65_hex.cgns", 14336, 29152, 3},
    {"ugawg_om6ste01.cgns", 29822, 2446, 12},
    {"zeliboba7__freecfd__examples__channel__channel.cgns", 5000, 10300, 5},
    {"BHCLLBHCLL__cradlecgns__box_ngons.cgns", 0, 0, 0},
    {"CGNS__cgns.github.io__example_cgns_files__Chris__multi.cgns", 28168, 57220, 6},
    {"CGNS__cgns.github.io__example_cgns_files__ConstrictingChannel__sqnz_s.hdf.cgns", 11264, 3328, 4},
    {"maia_U_ATB_45.cgns", 0, 0, 0},
    {"mdolab__adflow__reg_tests__mdo_tutorial_000_vol.cgns", 24192, 3072, 3},
    {"mdolab__cgnsutilities__examples__717_wl_L2.cgns", 15120, 2312, 3},
    {"oneram6_pyhyp_rans_183k_str.cgns", 182784, 11840, 22},
    {"oneram6_snappy_ngon.cgns", 0, 0, 0},
    {"sphere_polydual_ngon.cgns", 0, 0, 0},
    {"su2code__VandV__rans__bump_in_channel_2d__mesh_bump_2d_0177x081.cgns", 14080, 28672, 8},
    {"tmr_bump2d_177x81_str.cgns", 14080, 28672, 8},
    {"tmr_flatplate_35x25_str.cgns", 816, 1748, 7},
    {"tmr_n0012_225x65_str.cgns", 14336, 29152, 6},
};

static void real_meshes(void)
{
    int n_found = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        snprintf(file_path, sizeof file_path, "%s/%s", getenv("UFV_MESHES"), known[i].name);
        if (access(file_path, R_OK) != 0)
            continue;
        n_found++;
        if (known[i].cells == 0) {
            expect_error("so far");
            continue;
        }
        struct raw_mesh m = read_good();
        CHECK(m.n_cells == known[i].cells, "%s: %ld cells", known[i].name, (long)m.n_cells);
        CHECK(m.n_patch_faces == known[i].patch_faces, "%s: %ld faces", known[i].name, (long)m.n_patch_faces);
        CHECK(m.n_patches == known[i].patches, "%s: %ld patches", known[i].name, (long)m.n_patches);
        raw_mesh_free(&m);
    }
    CHECK(n_found > 0, "none of the known meshes is in %s", getenv("UFV_MESHES"));
}

static void nothing_left_behind(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    if (!mkdtemp(folder)) {
        printf("FAIL no temporary folder\n");
        return 1;
    }
    CASE(cube_in_hdf5);
    CASE(cube_in_adf);
    CASE(single_precision_coordinates);
    CASE(wide_integers);
    CASE(newer_version);
    CASE(mixed_of_both_layouts);
    CASE(mixed_damaged);
    CASE(higher_order_keeps_corners);
    CASE(units_and_scale);
    CASE(odd_types_and_families);
    CASE(overlapping_patches);
    CASE(faces_called_otherwise);
    CASE(face_numbers_taken_for_vertices);
    CASE(unnamed_section_under_vertices);
    CASE(no_boundary_conditions);
    CASE(links_are_followed);
    CASE(not_a_mesh);
    CASE(cut_short);
    CASE(refused_kinds);
    CASE(broken_coordinates);
    CASE(broken_zone);
    CASE(broken_sections);
    CASE(broken_boundary);
    CASE(absurd_size);
    if (getenv("UFV_MESHES"))
        CASE(real_meshes);
    else
        printf("skip real_meshes UFV_MESHES names no folder\n");
    CASE(nothing_left_behind);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return check_end() || system(command) != 0;
}
