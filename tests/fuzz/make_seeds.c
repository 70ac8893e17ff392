/* make_seeds.c: writes the seeds of the CGNS fuzzer: small files made by the writers of
 * the unit tests, turned into strings of bytes (tree_code.h). Run by make fuzz-corpus:
 *
 *   make_seeds FOLDER
 */
#include "cgns_poly_cube.h"
#include "tree_code.h"

#include <sys/stat.h>

/* ---- a file as a string of bytes ---------------------------------------------------- */

static uint8_t bytes[1 << 16];
static size_t n_bytes;

static void give(const void *data, size_t n)
{
    if (n_bytes + n > sizeof bytes) {
        fprintf(stderr, "make_seeds: %s is too large for a seed\n", file_path);
        exit(1);
    }
    memcpy(bytes + n_bytes, data, n);
    n_bytes += n;
}

static void give_byte(int v)
{
    uint8_t b = (uint8_t)v;
    give(&b, 1);
}

/* Names that are words take one byte, so that a mutation exchanges a name for another that means something. */
static void give_text(const char *text)
{
    for (int i = 0; i < tree_n_words; i++)
        if (strcmp(tree_word[i], text) == 0) {
            give_byte(i);
            return;
        }
    give_byte(TREE_TEXT);
    give_byte((int)strlen(text));
    give(text, strlen(text));
}

/* The last place, "??", for a type that the list has not. */
static int type_place(const char *type)
{
    int i = 0;
    while (i < TREE_N_TYPES - 1 && strcmp(tree_type[i], type) != 0)
        i++;
    return i;
}

/* The size of a number is the digit of its type: I4, R8, C1. */
static void give_data(double id, const char *type)
{
    int n_dims = 0;
    cgsize_t dim[TREE_MAX_DIMS], count = 1;
    static char data[1 << 15];
    put(cgio_get_dimensions(cgio, id, &n_dims, dim));
    give_byte(n_dims);
    for (int d = 0; d < n_dims; d++) {
        int32_t v = (int32_t)dim[d];
        give(&v, sizeof v);
        count *= dim[d];
    }
    uint16_t n = (uint16_t)(count * (type[1] - '0'));
    put(cgio_read_all_data(cgio, id, data));
    give(&n, sizeof n);
    give(data, n);
}

static void give_children(double id, int n);

static void give_node(double id)
{
    char name[256], label[256], type[256];
    int n = 0;
    put(cgio_number_children(cgio, id, &n));
    put(cgio_get_name(cgio, id, name));
    put(cgio_get_label(cgio, id, label));
    put(cgio_get_data_type(cgio, id, type));
    give_byte(n);
    give_text(name);
    give_text(label);
    give_byte(type_place(type));
    if (strcmp(type, "MT") != 0)
        give_data(id, type);
    give_children(id, n);
}

static void give_children(double id, int n)
{
    double child[64];
    int n_read = 0;
    if (n == 0)
        return;
    put(cgio_children_ids(cgio, id, 1, n < 64 ? n : 64, &n_read, child));
    for (int i = 0; i < n_read; i++)
        give_node(child[i]);
}

/* The file under test as OUT/NAME. */
static void save(const char *out, const char *name, int options)
{
    char path[PATH_SIZE];
    double root;
    int n = 0;
    n_bytes = 0;
    give_byte(options);
    put(cgio_open_file(file_path, CGIO_MODE_READ, CGIO_FILE_NONE, &cgio));
    put(cgio_get_root_id(cgio, &root));
    put(cgio_number_children(cgio, root, &n));
    give_children(root, n);
    put(cgio_close_file(cgio));
    snprintf(path, sizeof path, "%s/%s", out, name);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, n_bytes, f) != n_bytes || fclose(f) != 0) {
        perror(path);
        exit(1);
    }
}

/* ---- the files ------------------------------------------------------------------------- */

/* The three ways in which CGNS has written polyhedra: with offsets (since 3.4), with lengths inside the list (before),
 * and by the parents of faces. */
static void save_polyhedra(const char *out)
{
    write_bare("a.cgns", HDF);
    add_polygons(OFFSETS);
    add_cells(0, OFFSETS);
    save(out, "polyhedra-offsets", 0);
    write_bare("b.cgns", HDF);
    add_polygons(LENGTHS_INLINE);
    add_cells(0, LENGTHS_INLINE);
    save(out, "polyhedra-inline", TREE_ADF);
    write_bare("c.cgns", HDF);
    add_polygons(OFFSETS);
    add_parents("Outside", 0, N_BOUNDARY, "ParentElements", 2, FIRST_CELL);
    add_parents("Inside", N_BOUNDARY, N_FACES, "ParentElements", 2, FIRST_CELL);
    save(out, "polyhedra-parents", 0);
}

/* All shapes of cells in one MIXED section, each element led by its type (17 hexahedron, 12 pyramid, 14 prism, 10
 * tetrahedron, 7 quadrilateral, 5 triangle); then the same with a patch that takes its kind from a family. */
static void save_mixed(const char *out)
{
    int stream[] = {17, 1, 2, 5, 4, 10, 11, 14, 13, 12, 10, 11, 14, 13, 19, 14, 2, 3, 5, 11, 12, 14, 10, 3, 5, 6, 14,
                    7,  1, 2, 5, 4, 5,  10, 11, 14};
    int range[2] = {5, 6};
    write_bare("d.cgns", HDF);
    set_ints("/Base/Zone/ZoneBC/floor/PointRange", 2, range);
    delete_node("/Base/Zone/ZoneBC", "lid");
    add_section("All", CGNS_ENUMV(MIXED), 1, 6, stream, (int)(sizeof stream / sizeof *stream), NULL);
    save(out, "mixed", 0);
    set_text("/Base/Zone/ZoneBC/floor", "FamilySpecified");
    add_node("/Base/Zone/ZoneBC/floor", "FamilyName", "FamilyName_t", "C1", 9, "/Base/tip");
    add_node("/Base", "tip", "Family_t", "MT", 0, NULL);
    save(out, "families", TREE_ADF);
}

/* Two structured zones of 2 x 2 x 2 cells, the second behind the first along i, joined
 * by an interface; the first with a patch and a unit. */
static void save_structured(const char *out)
{
    cgsize_t size[9] = {3, 3, 3, 2, 2, 2, 0, 0, 0}, wall[6] = {1, 1, 1, 1, 3, 3};
    cgsize_t here[6] = {3, 1, 1, 3, 3, 3}, there[6] = {1, 1, 1, 1, 3, 3};
    int transform[3] = {1, 2, 3}, fn, base, z, bc, c;
    double x[CUBE_NODES][3];
    name_file("e.cgns");
    put(cg_set_file_type(HDF));
    put(cg_open(file_path, CG_MODE_WRITE, &fn));
    put(cg_base_write(fn, "Base", 3, 3, &base));
    for (int zone = 0; zone < 2; zone++) {
        for (int p = 0; p < CUBE_NODES; p++) {
            x[p][0] = p % N + 2 * zone;
            x[p][1] = p / N % N;
            x[p][2] = p / (N * N);
        }
        put(cg_zone_write(fn, 1, zone ? "Zone2" : "Zone", size, CGNS_ENUMV(Structured), &z));
        write_coordinates(fn, z, 1, CUBE_NODES, x);
    }
    put(cg_boco_write(fn, 1, 1, "floor", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, wall, &bc));
    put(cg_1to1_write(fn, 1, 1, "tip", "Zone2", here, there, transform, &c));
    put(cg_1to1_write(fn, 1, 2, "wing", "Zone", there, here, transform, &c));
    put(cg_close(fn));
    save(out, "structured", 0);
    save(out, "structured-join", TREE_JOIN);
}

/* The cube with its faces z = 0 and z = 1 periodic. */
static void save_periodic(const char *out)
{
    int below[4] = {9, 10, 11, 12}, above[4] = {13, 14, 15, 16};
    float zero[3] = {0, 0, 0}, shift[3] = {0, 0, 1};
    const char *c = "/Base/Zone/ZoneGridConnectivity/tip";
    write_cube("f.cgns");
    delete_node("/Base/Zone/ZoneBC", "floor");
    delete_node("/Base/Zone/ZoneBC", "lid");
    add_node("/Base/Zone", "ZoneGridConnectivity", "ZoneGridConnectivity_t", "MT", 0, NULL);
    add_node("/Base/Zone/ZoneGridConnectivity", "tip", "GridConnectivity_t", "C1", 4, "Zone");
    add_node(c, "GridLocation", "GridLocation_t", "C1", 10, "FaceCenter");
    add_node(c, "GridConnectivityType", "GridConnectivityType_t", "C1", 12, "Abutting1to1");
    add_table(c, "PointList", "IndexArray_t", "I4", 1, 4, below);
    add_table(c, "PointListDonor", "IndexArray_t", "I4", 1, 4, above);
    add_node(c, "GridConnectivityProperty", "GridConnectivityProperty_t", "MT", 0, NULL);
    add_node("/Base/Zone/ZoneGridConnectivity/tip/GridConnectivityProperty", "Periodic", "Periodic_t", "MT", 0, NULL);
    c = "/Base/Zone/ZoneGridConnectivity/tip/GridConnectivityProperty/Periodic";
    add_node(c, "RotationCenter", "DataArray_t", "R4", 3, zero);
    add_node(c, "RotationAngle", "DataArray_t", "R4", 3, zero);
    add_node(c, "Translation", "DataArray_t", "R4", 3, shift);
    save(out, "periodic", 0);
}

/* A plane mesh of a quadrilateral and a triangle with edges. */
static void save_plane(const char *out)
{
    double x[5][3] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}};
    int stream[] = {7, 1, 2, 3, 4, 5, 2, 5, 3}, edge[] = {1, 2, 2, 5, 3, 4}, range[2] = {11, 12};
    cgsize_t size[3] = {5, 2, 0};
    int fn, base, z;
    name_file("g.cgns");
    put(cg_set_file_type(HDF));
    put(cg_open(file_path, CG_MODE_WRITE, &fn));
    put(cg_base_write(fn, "Base", 2, 3, &base));
    put(cg_zone_write(fn, 1, "Zone", size, CGNS_ENUMV(Unstructured), &z));
    write_coordinates(fn, z, 1, 5, x);
    put(cg_close(fn));
    add_section("All", CGNS_ENUMV(MIXED), 1, 2, stream, 9, NULL);
    add_section("Wire", CGNS_ENUMV(BAR_2), 11, 13, edge, 6, NULL);
    add_node("/Base/Zone", "ZoneBC", "ZoneBC_t", "MT", 0, NULL);
    add_node("/Base/Zone/ZoneBC", "floor", "BC_t", "C1", 6, "BCWall");
    add_node("/Base/Zone/ZoneBC/floor", "GridLocation", "GridLocation_t", "C1", 10, "EdgeCenter");
    add_node("/Base/Zone/ZoneBC/floor", "PointRange", "IndexRange_t", "I4", 2, range);
    save(out, "plane", 0);
}

/* The plane mesh's cells by their nodes, then by their edges.
 * NGON_n of nodes, then NFACE_n of edges whose sign is their direction. */
static void save_plane_polygons(const char *out)
{
    int around[] = {1, 2, 3, 4, 2, 5, 3}, begin[] = {0, 4, 7};
    int ends[] = {1, 2, 2, 5, 3, 4, 1, 4, 2, 3, 5, 3}, every_two[] = {0, 2, 4, 6, 8, 10, 12};
    int faces[] = {11, 13, 14, 15, 12, -15, 16};
    delete_node("/Base/Zone", "All");
    add_section("Cells", CGNS_ENUMV(NGON_n), 1, 2, around, 7, begin);
    save(out, "plane-polygons", 0);
    delete_node("/Base/Zone", "Cells");
    delete_node("/Base/Zone", "Wire");
    add_section("Wire", CGNS_ENUMV(NGON_n), 11, 16, ends, 12, every_two);
    add_section("Cells", CGNS_ENUMV(NFACE_n), 1, 2, faces, 7, begin);
    save(out, "plane-edges", 0);
}

/* Rind elements and nodes. */
static void save_rind(const char *out)
{
    int rind[2] = {1, 2};
    write_cube("h.cgns");
    add_node("/Base/Zone/Hexes", "Rind", "Rind_t", "I4", 2, rind);
    add_node("/Base/Zone/Top", "Rind", "Rind_t", "I4", 2, rind);
    save(out, "rind", 0);
}

int main(int argc, char **argv)
{
    if (argc != 2 || cgns_files_begin() != 0) {
        fprintf(stderr, "usage: make_seeds FOLDER\n");
        return 2;
    }
    mkdir(argv[1], 0777);
    write_cube("cube.cgns");
    save(argv[1], "hexahedra", 0);
    write_cube_as("single.cgns", ADF, 1);
    save(argv[1], "hexahedra-single", TREE_ADF);
    save_polyhedra(argv[1]);
    save_mixed(argv[1]);
    save_structured(argv[1]);
    save_periodic(argv[1]);
    save_plane(argv[1]);
    save_plane_polygons(argv[1]);
    save_rind(argv[1]);
    return cgns_files_end();
}
