/* Damages files in ways that a shell cannot, for tests/cli/faults.sh:
 *
 *   test_fault_files nan FOLDER RANK FIELD      a NaN in a field, with a right checksum
 *   test_fault_files shift FOLDER RANK STEPS    another iteration number, everything else right
 *   test_fault_files flip FILE DATASET          one bit in the middle of an array
 *   test_fault_files attribute FILE NAME VALUE  a whole number of the file itself
 *   test_fault_files hdf5 FILE                  a good HDF5 file that is none of ours
 *   test_fault_files overset FILE               a CGNS mesh that lies over another one
 *   test_fault_files faces FILE                 a CGNS mesh of faces without cells
 *   test_fault_files fold FILE                  moves a node of a CGNS mesh through its cells
 *
 * Without arguments it tests that they do what they say.
 */
#include "check.h"
#include "error.h"
#include "mem.h"
#include "pack/solution.h"
#include "text.h"

#include <cgnslib.h>
#include <hdf5.h>
#include <string.h>
#include <unistd.h>

/* Through the writer, so that the checksum is that of the damaged numbers. */
static int put_nan(const char *folder, int rank, const char *field)
{
    struct solution s;
    TRY(solution_read(folder, rank, &s));
    int status = error_set("%s: no field %s", folder, field);
    for (int i = 0; i < s.n_fields; i++)
        if (strcmp(s.field[i].name, field) == 0) {
            s.field[i].value[s.n_cells / 2] = NAN;
            status = solution_write(folder, &s);
        }
    solution_free(&s);
    return status;
}

static int shift(const char *folder, int rank, int steps)
{
    struct solution s;
    TRY(solution_read(folder, rank, &s));
    s.iteration += steps;
    int status = solution_write(folder, &s);
    solution_free(&s);
    return status;
}

/* Past HDF5, in the bytes of the file: the array is stored in one piece, whose place HDF5 tells. */
static int flip(const char *path, const char *dataset)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), set = file < 0 ? -1 : H5Dopen2(file, dataset, H5P_DEFAULT);
    if (set < 0)
        return error_set("%s: no array %s", path, dataset);
    long at = (long)(H5Dget_offset(set) + H5Dget_storage_size(set) / 2);
    H5Dclose(set);
    H5Fclose(file);
    FILE *f = fopen(path, "r+b");
    int byte = f && fseek(f, at, SEEK_SET) == 0 ? fgetc(f) : EOF;
    if (byte == EOF || fseek(f, at, SEEK_SET) != 0 || fputc(byte ^ 1, f) == EOF || fclose(f) != 0)
        return error_set("%s: byte %ld cannot be changed", path, at);
    return 0;
}

static int set_attribute(const char *path, const char *name, long value)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), a = file < 0 ? -1 : H5Aopen(file, name, H5P_DEFAULT);
    int status = a < 0 || H5Awrite(a, H5T_NATIVE_LONG, &value) < 0;
    if (a >= 0)
        H5Aclose(a);
    status = (file >= 0 && H5Fclose(file) < 0) || status;
    return status ? error_set("%s: no attribute %s", path, name) : 0;
}

static int make_hdf5(const char *path)
{
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t group = file < 0 ? -1 : H5Gcreate2(file, "weather", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (group < 0)
        return error_set("%s: cannot be written", path);
    H5Gclose(group);
    return H5Fclose(file) < 0;
}

/* A cube of 2 x 2 x 2 nodes; size: as CGNS keeps it of the zone's kind. */
static int begin_cube(const char *path, CGNS_ENUMT(ZoneType_t) kind, const cgsize_t *size, int *file)
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    int base, zone, coordinate, status = cg_open(path, CG_MODE_WRITE, file);
    status = status || cg_base_write(*file, "Base", 3, 3, &base) ||
             cg_zone_write(*file, base, "Block", size, kind, &zone);
    for (int d = 0; d < 3 && !status; d++) {
        double x[8];
        for (int p = 0; p < 8; p++)
            x[p] = p >> d & 1;
        status = cg_coord_write(*file, 1, 1, CGNS_ENUMV(RealDouble), name[d], x, &coordinate);
    }
    return status ? error_set("%s: %s", path, cg_get_error()) : 0;
}

/* One block with an interface of kind Overset, which ufv-prep must refuse. */
static int make_overset(const char *path)
{
    const cgsize_t size[9] = {2, 2, 2, 1, 1, 1, 0, 0, 0}, side[6] = {1, 1, 1, 1, 2, 2};
    int file, number;
    TRY(begin_cube(path, CGNS_ENUMV(Structured), size, &file));
    TRY(cg_conn_write_short(file, 1, 1, "chimera", CGNS_ENUMV(Vertex), CGNS_ENUMV(Overset), CGNS_ENUMV(PointRange), 2,
                            side, "Block", &number));
    return cg_close(file);
}

/* Two sides of the cube as elements; the zone's size says one cell, which no section holds. */
static int make_faces(const char *path)
{
    const cgsize_t size[3] = {8, 1, 0}, quad[8] = {1, 2, 4, 3, 5, 6, 8, 7};
    int file, section;
    TRY(begin_cube(path, CGNS_ENUMV(Unstructured), size, &file));
    if (cg_section_write(file, 1, 1, "Sides", CGNS_ENUMV(QUAD_4), 1, 2, 0, quad, &section))
        return error_set("%s: %s", path, cg_get_error());
    return cg_close(file);
}

/* The node in the middle of the list goes to twice the mesh's length beyond: cells around it turn inside out. */
static int fold(const char *path)
{
    int file, coordinate;
    char name[33];
    cgsize_t size[9], first = 1;
    if (cg_open(path, CG_MODE_MODIFY, &file) || cg_zone_read(file, 1, 1, name, size))
        return error_set("%s: %s", path, cg_get_error());
    double *x = mem_alloc("coordinate", (size_t)size[0], sizeof *x), least = HUGE_VAL, most = -HUGE_VAL;
    int status = cg_coord_read(file, 1, 1, "CoordinateX", CGNS_ENUMV(RealDouble), &first, size, x);
    for (cgsize_t i = 0; i < size[0] && !status; i++) {
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    x[size[0] / 2] += 2 * (most - least);
    status = status || cg_coord_write(file, 1, 1, CGNS_ENUMV(RealDouble), "CoordinateX", x, &coordinate);
    mem_free(x);
    return cg_close(file) || status ? error_set("%s: %s", path, cg_get_error()) : 0;
}

/* ---- itself ---- */

static char folder[] = "/tmp/ufv-test-faults-XXXXXX";
static char file[128];

static void write_a_rank(void)
{
    struct solution s;
    memset(&s, 0, sizeof s);
    s.n_ranks = 1;
    s.n_cells = 4;
    MEM_NEW_ZERO(s.cell_gid, s.n_cells);
    MEM_NEW(s.face_gid, 0);
    s.n_fields = 1;
    text_copy(s.field[0].name, sizeof s.field[0].name, "pressure");
    MEM_NEW_ZERO(s.field[0].value, s.n_cells);
    CHECK(solution_write(folder, &s) == 0, "%s", error_message());
    solution_free(&s);
}

static void nan_keeps_the_checksum(void)
{
    struct solution s;
    write_a_rank();
    CHECK(put_nan(folder, 0, "pressure") == 0 && shift(folder, 0, 7) == 0, "%s", error_message());
    CHECK(solution_read(folder, 0, &s) == 0, "%s", error_message());
    CHECK(s.n_fields == 1 && isnan(s.field[0].value[2]) && s.iteration == 7, "as asked");
    solution_free(&s);
}

static void flipped_bit_breaks_the_checksum(void)
{
    struct solution s;
    write_a_rank();
    CHECK(flip(file, "cell/field/pressure") == 0, "%s", error_message());
    CHECK(solution_read(folder, 0, &s) != 0 && strstr(error_message(), "checksum"), "%s", error_message());
}

static void attribute_is_set(void)
{
    struct solution s;
    write_a_rank();
    CHECK(set_attribute(file, "version", 99) == 0, "%s", error_message());
    CHECK(solution_read(folder, 0, &s) != 0 && strstr(error_message(), "newer"), "%s", error_message());
}

static int test_itself(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/rank-00000.h5", folder);
    CASE(nan_keeps_the_checksum);
    CASE(flipped_bit_breaks_the_checksum);
    CASE(attribute_is_set);
    unlink(file);
    rmdir(folder);
    return check_end();
}

int main(int argc, char **argv)
{
    int status = -1;
    if (argc == 1)
        return test_itself();
    const char *what = argv[1];
    if (strcmp(what, "nan") == 0 && argc == 5)
        status = put_nan(argv[2], (int)strtol(argv[3], NULL, 10), argv[4]);
    else if (strcmp(what, "shift") == 0 && argc == 5)
        status = shift(argv[2], (int)strtol(argv[3], NULL, 10), (int)strtol(argv[4], NULL, 10));
    else if (strcmp(what, "flip") == 0 && argc == 4)
        status = flip(argv[2], argv[3]);
    else if (strcmp(what, "attribute") == 0 && argc == 5)
        status = set_attribute(argv[2], argv[3], strtol(argv[4], NULL, 10));
    else if (strcmp(what, "hdf5") == 0 && argc == 3)
        status = make_hdf5(argv[2]);
    else if (strcmp(what, "overset") == 0 && argc == 3)
        status = make_overset(argv[2]);
    else if (strcmp(what, "faces") == 0 && argc == 3)
        status = make_faces(argv[2]);
    else if (strcmp(what, "fold") == 0 && argc == 3)
        status = fold(argv[2]);
    if (status)
        fprintf(stderr, "test_fault_files: %s\n", status < 0 ? "see the top of its source" : error_message());
    return status != 0;
}
