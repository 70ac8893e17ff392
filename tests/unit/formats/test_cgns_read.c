/* test_cgns_read.c: the CGNS importer on whole files written here: storage, number
 * types, versions, units, links, damage.
 */
#include "cgns_cube.h"

#include <hdf5.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- whole files -------------------------------------------------------------------- */

/* The two kinds of storage that the library has. */
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

/* 0, 0.5 and 1 are exact in either precision. */
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

/* Numbers of nodes, elements and zones as I8; one that no int holds is told, not cut off. */
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

/* A version that the library may not know yet is no reason to refuse. */
static void newer_version(void)
{
    float version = 4.4f;
    write_cube("v44.cgns");
    set_data("/CGNSLibraryVersion", "R4", 1, &version);
    check_whole_cube();
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

/* option: --scale, 0 for none given; scale: what the coordinates must come out multiplied by. */
static void check_scale(double scale, double option)
{
    struct raw_mesh m;
    struct cgns_read_options o = {.base = "Base", .scale = option};
    CHECK(read_with(&o, &m) == 0, "%s", error_message());
    check_cube_points(&m, scale);
    raw_mesh_free(&m);
}

/* The nearest unit counts: the array's own before the grid's, the zone's and the base's; "Null" says nothing. --scale
 * comes on top. A unit that nobody knows is metres, with a note. */
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

/* ---- links ------------------------------------------------------------------------------- */

static void link_to(const char *parent, const char *name, const char *target)
{
    double id;
    change_begin();
    CHECK(cgio_create_link(cgio, node_at(parent), name, target, "/Base/Zone/GridCoordinates", &id) == 0, "link");
    change_end();
}

/* A link that leads nowhere matters only where its data are needed. */
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

/* Nothing waits for a writer that does not come. */
static void links_to_what_is_no_file(void)
{
    char fifo[PATH_SIZE + 8];
    name_file("fifo.cgns");
    snprintf(fifo, sizeof fifo, "%s", file_path);
    CHECK(mkfifo(fifo, 0666) == 0, "%s", fifo);
    expect_error("is a FIFO, not a plain file; give a CGNS file");
    write_cube("waits.cgns");
    link_to("/Base/Zone", "Elsewhere", "fifo.cgns");
    expect_error("refers to fifo.cgns, which is a FIFO");
    write_cube("far.cgns"); /* by way of a file in between, and not as CGNS does it */
    hid_t f = H5Fopen(file_path, H5F_ACC_RDWR, H5P_DEFAULT);
    CHECK(H5Lcreate_external("waits.cgns", "/", f, "/Base/Zone/Further", H5P_DEFAULT, H5P_DEFAULT) >= 0, "link");
    H5Fclose(f);
    expect_error("refers to fifo.cgns, which is a FIFO");
    write_cube("array.cgns"); /* an array whose bytes lie in it */
    f = H5Fopen(file_path, H5F_ACC_RDWR, H5P_DEFAULT);
    hsize_t size = 4;
    hid_t group = H5Gcreate2(f, "/Base/Outside", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t layout = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &size, NULL);
    CHECK(H5Pset_external(layout, fifo, 0, H5F_UNLIMITED) >= 0, "layout");
    H5Dclose(H5Dcreate2(group, " data", H5T_NATIVE_INT, space, H5P_DEFAULT, layout, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(layout);
    H5Gclose(group);
    H5Fclose(f);
    expect_error("which is a FIFO");
    write_cube_as("adf.cgns", ADF, 0);
    delete_node("/Base/Zone", "GridCoordinates");
    link_to("/Base/Zone", "GridCoordinates", "fifo.cgns");
    expect_error("has no GridCoordinates");
}

/* ---- what is refused ------------------------------------------------------------------------ */

/* No file, a folder, nothing, a text, HDF5 of other programs, a path that is too long for the system, and a scale that
 * makes no mesh. */
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

/* Zone types and dimensions that contradict what is there, and bases without zones. */
static void refused_kinds(void)
{
    int dim2[2] = {2, 3}, dim1[2] = {3, 2};
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
    write_cube("zones.cgns");
    delete_node("/Base", "Zone");
    expect_error("has no zones");
    struct raw_mesh m;
    struct cgns_read_options o = {.base = "Bass"};
    CHECK(read_with(&o, &m) != 0 && strstr(error_message(), "no base 'Bass'") != NULL, "%s", error_message());
    delete_node("", "Base");
    expect_error("holds no CGNS base");
}

/* Too few numbers, of another type, not finite, far away, of other axes, and none at all. */
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
    x[4] = -1e300;
    set_data(path, "R8", CUBE_NODES, x);
    expect_error("has -1e+300 at node 5, too far away");
    delete_node("/Base/Zone/GridCoordinates", "CoordinateZ");
    expect_error("has no CoordinateZ");
    rename_node("/Base/Zone/GridCoordinates", "CoordinateX", "CoordinateR");
    expect_error("has no CoordinateX");
    delete_node("/Base/Zone", "GridCoordinates");
    expect_error("/Base/Zone has no GridCoordinates");
}

/* Sizes that are none, that the arrays do not have or that no id can number. A wrong number of cells alone is only
 * noted: the sections decide. */
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

/* A data set that says it is huge and holds nothing must not be made room for. */
static void make_absurd(void)
{
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
}

/* Both in the file itself and in one that it links to. */
static void absurd_size(void)
{
    double id;
    write_cube("absurd.cgns");
    make_absurd();
    expect_error("says it holds 2000000000 numbers, more than a file of");
    write_cube("innocent.cgns"); /* its elements are links to that file's */
    delete_node("/Base/Zone", "Hexes");
    change_begin();
    CHECK(cgio_create_link(cgio, node_at("/Base/Zone"), "Hexes", "absurd.cgns", "/Base/Zone/Hexes", &id) == 0, "link");
    change_end();
    expect_error("says it holds 2000000000 numbers, more than a file of");
}

/* What the library makes of changed bytes is its affair; the program ends with a status and a sentence. */
static void changed_bytes_end_with_a_sentence(void)
{
    static unsigned char whole[1 << 20];
    uint64_t state = 88172645463325252U;
    write_cube("whole.cgns");
    FILE *f = fopen(file_path, "rb");
    size_t n = fread(whole, 1, sizeof whole, f);
    fclose(f);
    name_file("changed.cgns");
    for (int k = 0; k < 300; k++) {
        f = fopen(file_path, "wb");
        fwrite(whole, 1, n, f);
        for (int i = 0; i < 8; i++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17; /* Marsaglia 2003 */
            fseek(f, (long)(state % n), SEEK_SET);
            fputc((int)(state >> 32 & 255), f);
        }
        fclose(f);
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) {
            struct raw_mesh m;
            alarm(600);
            _exit(!freopen("/dev/null", "w", stderr) || read_with(NULL, &m) != 0);
        }
        int status = -1;
        waitpid(pid, &status, 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) <= 1, "copy %d: wait status %d", k, status);
    }
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(cube_in_hdf5);
    CASE(cube_in_adf);
    CASE(single_precision_coordinates);
    CASE(wide_integers);
    CASE(newer_version);
    CASE(units_and_scale);
    CASE(links_are_followed);
    CASE(links_to_what_is_no_file);
    CASE(not_a_mesh);
    CASE(cut_short);
    CASE(refused_kinds);
    CASE(broken_coordinates);
    CASE(broken_zone);
    CASE(absurd_size);
    CASE(changed_bytes_end_with_a_sentence);
    return cgns_files_end();
}
