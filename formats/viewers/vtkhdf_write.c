/* vtkhdf_write.c: the datasets of a VTKHDF file, made as long as all parts together and then filled. */
#include "viewers/vtkhdf_write.h"

#include "element.h"
#include "error.h"
#include "h5/h5_errors.h"
#include "mem.h"
#include "out_file.h"
#include "text.h"
#include "unfinished.h"
#include "viewers/vtk_write.h"

#include <hdf5.h>
#include <string.h>
#include <unistd.h>

/* Items turned at a time: vectors and offsets pass through a buffer. */
enum { CHUNK = 1 << 18 };

static int failed(const struct vtkhdf_file *f, const char *what)
{
    return error_set("%s: %s cannot be written; is the disk full?", f->temporary, what);
}

/* ---- datasets ------------------------------------------------------------------------ */

/* Little-endian on any machine: the file is for others. */
static hid_t hdf5_type(enum grid_type type)
{
    switch (type) {
    case GRID_UINT8: return H5T_STD_U8LE;
    case GRID_INT32: return H5T_STD_I32LE;
    case GRID_INT64: return H5T_STD_I64LE;
    case GRID_DOUBLE: return H5T_IEEE_F64LE;
    }
    FATAL("%d is not a type of array", (int)type);
}

/* Made at full length before anything is written: ranks then fill their stretch one after another.
 * Contiguous, not chunked: readers take whole stretches, and the length is known. */
static int create_dataset(struct vtkhdf_file *f, const char *name, enum grid_type type, int64_t n, int n_components)
{
    hsize_t dims[2] = {(hsize_t)n, (hsize_t)n_components};
    hid_t space = H5Screate_simple(n_components > 1 ? 2 : 1, dims, NULL);
    hid_t set = H5Dcreate2(f->group, name, hdf5_type(type), space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    int bad = set < 0 || H5Dclose(set) < 0;
    bad |= H5Sclose(space) < 0;
    return bad ? failed(f, name) : 0;
}

/* Items begin .. begin + n - 1 of a dataset, from memory of the same layout. */
static int write_items(struct vtkhdf_file *f, const char *name, enum grid_type type, int64_t begin, int64_t n,
                       int n_components, const void *data)
{
    if (n == 0)
        return 0;
    hsize_t start[2] = {(hsize_t)begin, 0}, count[2] = {(hsize_t)n, (hsize_t)n_components};
    int rank = n_components > 1 ? 2 : 1;
    hid_t set = H5Dopen2(f->group, name, H5P_DEFAULT);
    hid_t memory = H5Screate_simple(rank, count, NULL), space = set < 0 ? -1 : H5Dget_space(set);
    int bad = set < 0 || space < 0 || H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) < 0 ||
              H5Dwrite(set, hdf5_type(type), memory, space, H5P_DEFAULT, data) < 0;
    H5Sclose(memory);
    if (space >= 0)
        H5Sclose(space);
    if (set >= 0)
        bad |= H5Dclose(set) < 0;
    return bad ? failed(f, name) : 0;
}

/* Components that stand apart, interleaved.
 * VTK interleaves x y z; a buffer of CHUNK vectors instead of a whole interleaved copy. */
static int write_vectors(struct vtkhdf_file *f, const char *name, const double *const component[3], int64_t begin,
                         int64_t n)
{
    double *buffer;
    int status = 0;
    MEM_NEW(buffer, 3 * (n < CHUNK ? n : CHUNK));
    for (int64_t at = 0; status == 0 && at < n; at += CHUNK) {
        int64_t m = n - at < CHUNK ? n - at : CHUNK;
        for (int64_t i = 0; i < m; i++)
            for (int c = 0; c < 3; c++)
                buffer[3 * i + c] = component[c][at + i];
        status = write_items(f, name, GRID_DOUBLE, begin + at, m, 3, buffer);
    }
    mem_free(buffer);
    return status;
}

/* ---- counting --------------------------------------------------------------------------- */

/* A face between two polyhedra counts twice, once for each (write_faces()). */
static void sizes_of(const struct grid_view *g, int64_t size[VTKHDF_N_SIZES])
{
    memset(size, 0, VTKHDF_N_SIZES * sizeof *size);
    size[VTKHDF_POINTS] = g->n_points;
    size[VTKHDF_CELLS] = g->n_cells;
    size[VTKHDF_CONNECTIVITY] = g->offset[g->n_cells];
    for (int64_t i = 0; grid_has_polyhedra(g) && i < g->n_faces; i++) {
        int sides = (g->left[i] >= 0 && g->type[g->left[i]] == ELEMENT_POLYHEDRON) +
                    (g->right[i] >= 0 && g->type[g->right[i]] == ELEMENT_POLYHEDRON);
        size[VTKHDF_FACES] += sides;
        size[VTKHDF_CELL_FACES] += sides;
        size[VTKHDF_FACE_NODES] += sides * (g->face_offset[i + 1] - g->face_offset[i]);
    }
}

/* First pass: one call for each part, in the order of writing. */
void vtkhdf_count(struct vtkhdf_file *f, const struct grid_view *g)
{
    MEM_GROW(f->size, (f->n_parts + 1) * VTKHDF_N_SIZES);
    int64_t *size = f->size + f->n_parts++ * VTKHDF_N_SIZES;
    sizes_of(g, size);
    for (int k = 0; k < VTKHDF_N_SIZES; k++)
        f->total[k] += size[k];
    f->polyhedra = f->polyhedra || size[VTKHDF_CELL_FACES] > 0;
}

/* ---- the file's head ------------------------------------------------------------------------ */

/* The lowest version that has what the file uses, for older readers. */
static int write_attributes(struct vtkhdf_file *f)
{
    static const char type[] = "UnstructuredGrid";
    /* 1.0: plain unstructured grids; 2.0: steps; 2.5: polyhedra. */
    int64_t version[2] = {f->polyhedra || f->steps.n > 0 ? 2 : 1, f->polyhedra ? 5 : 0};
    hsize_t two = 2;
    hid_t space = H5Screate_simple(1, &two, NULL), scalar = H5Screate(H5S_SCALAR), text = H5Tcopy(H5T_C_S1);
    /* VTKHDF wants Type as a text of fixed length. */
    H5Tset_size(text, sizeof type - 1);
    H5Tset_strpad(text, H5T_STR_NULLPAD);
    hid_t a = H5Acreate2(f->group, "Version", H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    hid_t b = H5Acreate2(f->group, "Type", text, scalar, H5P_DEFAULT, H5P_DEFAULT);
    int bad = a < 0 || b < 0 || H5Awrite(a, H5T_NATIVE_INT64, version) < 0 || H5Awrite(b, text, type) < 0;
    bad |= a >= 0 && H5Aclose(a) < 0;
    bad |= b >= 0 && H5Aclose(b) < 0;
    H5Tclose(text);
    H5Sclose(scalar);
    H5Sclose(space);
    return bad ? failed(f, "the head") : 0;
}

/* Writes one number for each part: NumberOfPoints and the like. */
static int write_sizes(struct vtkhdf_file *f)
{
    static const char *const name[VTKHDF_N_SIZES] = {
        "NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds",
        "NumberOfFaces", "NumberOfFaceConnectivityIds", "NumberOfPolyhedronToFaceIds",
    };
    int64_t *column;
    int status = 0;
    MEM_NEW(column, f->n_parts);
    /* The last three are of polyhedra: files of version 1.0 have none. */
    for (int k = 0; status == 0 && k < (f->polyhedra ? VTKHDF_N_SIZES : VTKHDF_FACES); k++) {
        for (int i = 0; i < f->n_parts; i++)
            column[i] = f->size[i * VTKHDF_N_SIZES + k];
        status = create_dataset(f, name[k], GRID_INT64, f->n_parts, 1) ||
                 write_items(f, name[k], GRID_INT64, 0, f->n_parts, 1, column);
    }
    mem_free(column);
    return status;
}

/* n: items of all parts together, and of all steps of a series.
 * Steps stand one after another in each array: step k begins at k times the items of all parts. */
static int create_values(struct vtkhdf_file *f, const char *group, int64_t n, int n_arrays,
                         const struct grid_array *array)
{
    char path[NAME_SIZE + 16];
    hid_t g = H5Gcreate2(f->group, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (g < 0 || H5Gclose(g) < 0)
        return failed(f, group);
    for (int a = 0; a < n_arrays; a++) {
        snprintf(path, sizeof path, "%s/%s", group, array[a].name);
        TRY(create_dataset(f, path, array[a].type, n, array[a].n_components));
    }
    return 0;
}

/* One number a step, the same growth from each to the next. */
static int write_step_column(struct vtkhdf_file *f, const char *name, int64_t first, int64_t growth)
{
    int64_t *column;
    char *path = text_format("Steps/%s", name);
    MEM_NEW(column, f->steps.n);
    for (int i = 0; i < f->steps.n; i++)
        column[i] = first + i * growth;
    int status = create_dataset(f, path, GRID_INT64, f->steps.n, 1) ||
                 write_items(f, path, GRID_INT64, 0, f->steps.n, 1, column);
    mem_free(column);
    mem_free(path);
    return status;
}

/* Where the values of each step begin. */
static int write_step_offsets(struct vtkhdf_file *f, const char *group, int64_t n, int n_arrays,
                              const struct grid_array *array)
{
    char path[2 * NAME_SIZE];
    snprintf(path, sizeof path, "Steps/%s", group);
    hid_t g = H5Gcreate2(f->group, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (g < 0 || H5Gclose(g) < 0)
        return failed(f, path);
    for (int a = 0; a < n_arrays; a++) {
        snprintf(path, sizeof path, "%s/%s", group, array[a].name);
        TRY(write_step_column(f, path, 0, n));
    }
    return 0;
}

/* The mesh is that of the first step throughout: its offsets are 0. */
static int create_steps(struct vtkhdf_file *f, const struct grid_view *g)
{
    static const char *const of_mesh[] = {"PartOffsets", "PointOffsets", "CellOffsets", "ConnectivityIdOffsets"};
    int64_t n = f->steps.n;
    hid_t group = H5Gcreate2(f->group, "Steps", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t scalar = H5Screate(H5S_SCALAR);
    hid_t a = group < 0 ? -1 : H5Acreate2(group, "NSteps", H5T_STD_I64LE, scalar, H5P_DEFAULT, H5P_DEFAULT);
    int bad = a < 0 || H5Awrite(a, H5T_NATIVE_INT64, &n) < 0;
    bad |= a >= 0 && H5Aclose(a) < 0;
    bad |= group >= 0 && H5Gclose(group) < 0;
    H5Sclose(scalar);
    if (bad)
        return failed(f, "Steps");
    TRY(create_dataset(f, "Steps/Values", GRID_DOUBLE, n, 1));
    TRY(write_items(f, "Steps/Values", GRID_DOUBLE, 0, n, 1, f->steps.time));
    TRY(write_step_column(f, "NumberOfParts", f->n_parts, 0));
    for (int k = 0; k < 4; k++)
        TRY(write_step_column(f, of_mesh[k], 0, 0));
    TRY(write_step_offsets(f, "PointDataOffsets", f->total[VTKHDF_POINTS], g->n_point_arrays, g->point_array));
    return write_step_offsets(f, "CellDataOffsets", f->total[VTKHDF_CELLS], g->n_arrays, g->array);
}

/* Offsets have one item more than they have ranges, in every part. */
static int create_all(struct vtkhdf_file *f, const struct grid_view *g)
{
    const int64_t *n = f->total;
    TRY(write_attributes(f));
    TRY(write_sizes(f));
    TRY(create_dataset(f, "Points", GRID_DOUBLE, n[VTKHDF_POINTS], 3));
    TRY(create_dataset(f, "Connectivity", GRID_INT64, n[VTKHDF_CONNECTIVITY], 1));
    TRY(create_dataset(f, "Offsets", GRID_INT64, n[VTKHDF_CELLS] + f->n_parts, 1));
    TRY(create_dataset(f, "Types", GRID_UINT8, n[VTKHDF_CELLS], 1));
    if (f->polyhedra) {
        TRY(create_dataset(f, "FaceConnectivity", GRID_INT64, n[VTKHDF_FACE_NODES], 1));
        TRY(create_dataset(f, "FaceOffsets", GRID_INT64, n[VTKHDF_FACES] + f->n_parts, 1));
        TRY(create_dataset(f, "PolyhedronToFaces", GRID_INT64, n[VTKHDF_CELL_FACES], 1));
        TRY(create_dataset(f, "PolyhedronOffsets", GRID_INT64, n[VTKHDF_CELLS] + f->n_parts, 1));
    }
    int64_t n_steps = f->steps.n > 0 ? f->steps.n : 1;
    TRY(create_values(f, "PointData", n_steps * n[VTKHDF_POINTS], g->n_point_arrays, g->point_array));
    TRY(create_values(f, "CellData", n_steps * n[VTKHDF_CELLS], g->n_arrays, g->array));
    return f->steps.n > 0 ? create_steps(f, g) : 0;
}

/* ---- parts -------------------------------------------------------------------------------------- */

/* Volumes have an element's type each, surfaces a face's by its nodes. */
static int write_types(struct vtkhdf_file *f, const struct grid_view *g)
{
    uint8_t *type;
    MEM_NEW(type, g->n_cells);
    for (int64_t i = 0; i < g->n_cells; i++)
        type[i] = g->type ? (uint8_t)element_info(g->type[i])->vtk_type
                          : vtk_face_type(g->offset[i + 1] - g->offset[i]);
    int status = write_items(f, "Types", GRID_UINT8, f->done[VTKHDF_CELLS], g->n_cells, 1, type);
    mem_free(type);
    return status;
}

/* Every polyhedron has faces of its own, which point out of it (grid_faces_make()), so their numbers are just counted
 * up. */
static int write_faces(struct vtkhdf_file *f, const struct grid_view *g, const int64_t size[VTKHDF_N_SIZES])
{
    struct grid_faces own;
    int64_t *number;
    const int64_t *done = f->done;
    grid_faces_make(g, &own);
    MEM_NEW(number, own.n);
    for (int64_t i = 0; i < own.n; i++)
        number[i] = i;
    int status = write_items(f, "FaceConnectivity", GRID_INT64, done[VTKHDF_FACE_NODES], size[VTKHDF_FACE_NODES], 1,
                             own.node) ||
                 write_items(f, "FaceOffsets", GRID_INT64, done[VTKHDF_FACES] + f->part, own.n + 1, 1, own.offset) ||
                 write_items(f, "PolyhedronToFaces", GRID_INT64, done[VTKHDF_CELL_FACES], own.n, 1, number) ||
                 write_items(f, "PolyhedronOffsets", GRID_INT64, done[VTKHDF_CELLS] + f->part, g->n_cells + 1, 1,
                             own.cell_offset);
    mem_free(number);
    grid_faces_free(&own);
    return status;
}

static int write_values(struct vtkhdf_file *f, const char *group, int64_t begin, int64_t n, int n_arrays,
                        const struct grid_array *array)
{
    char path[NAME_SIZE + 16];
    for (int a = 0; a < n_arrays; a++) {
        snprintf(path, sizeof path, "%s/%s", group, array[a].name);
        if (array[a].n_components == 1) {
            TRY(write_items(f, path, array[a].type, begin, n, 1, array[a].component[0]));
            continue;
        }
        const double *component[3] = {array[a].component[0], array[a].component[1], array[a].component[2]};
        TRY(write_vectors(f, path, component, begin, n));
    }
    return 0;
}

/* done: items that parts before have written; offsets have one entry more for each of these parts, hence +
 * f->part.
 * Node and face numbers count from 0 in each part, as VTK expects of a file of several parts. */
static int write_geometry(struct vtkhdf_file *f, const struct grid_view *g, const int64_t size[VTKHDF_N_SIZES])
{
    TRY(write_vectors(f, "Points", g->x, f->done[VTKHDF_POINTS], g->n_points));
    TRY(write_items(f, "Connectivity", GRID_INT64, f->done[VTKHDF_CONNECTIVITY], size[VTKHDF_CONNECTIVITY], 1,
                    g->node));
    TRY(write_items(f, "Offsets", GRID_INT64, f->done[VTKHDF_CELLS] + f->part, g->n_cells + 1, 1, g->offset));
    TRY(write_types(f, g));
    return f->polyhedra ? write_faces(f, g, size) : 0;
}

/* The file is created with the first part because the names of the arrays are known only then. */
int vtkhdf_write(struct vtkhdf_file *f, const struct grid_view *g)
{
    int64_t size[VTKHDF_N_SIZES];
    sizes_of(g, size);
    if (f->steps.n > 0 && f->polyhedra)
        return error_set("%s: a series with polyhedra cannot be written as VTKHDF; use --format vtu", f->path);
    if (f->part == 0 && f->steps.at == 0)
        TRY(create_all(f, g));
    /* The datasets have the sizes of the first pass: a part that has grown would write over the next one. */
    if (f->part >= f->n_parts || memcmp(size, f->size + f->part * VTKHDF_N_SIZES, sizeof size) != 0)
        return error_set("%s: part %d has changed since its size was counted; export again when no run writes these "
                         "results", f->path, f->part);
    if (f->steps.at == 0)
        TRY(write_geometry(f, g, size));
    const int64_t *done = f->done, *total = f->total;
    TRY(write_values(f, "PointData", f->steps.at * total[VTKHDF_POINTS] + done[VTKHDF_POINTS], g->n_points,
                     g->n_point_arrays, g->point_array));
    TRY(write_values(f, "CellData", f->steps.at * total[VTKHDF_CELLS] + done[VTKHDF_CELLS], g->n_cells, g->n_arrays,
                     g->array));
    for (int k = 0; k < VTKHDF_N_SIZES; k++)
        f->done[k] += size[k];
    f->part++;
    return 0;
}

/* The geometry is not written again: write() adds values only, behind those of the steps before. */
void vtkhdf_next_step(struct vtkhdf_file *f)
{
    f->steps.at++;
    f->part = 0;
    memset(f->done, 0, sizeof f->done);
}

/* ---- beginning and end ----------------------------------------------------------------------------- */

int vtkhdf_create(const char *path, struct vtkhdf_file *f)
{
    TRY(out_file_check(path));
    *f = (struct vtkhdf_file){.group = -1};
    if (!(f->temporary = out_file_temporary(path)))
        return 1;
    f->path = text_format("%s", path);
    unfinished_begin(f->temporary, NULL);
    h5_errors_take(); /* our own sentences instead of the library's stack */
    f->file = H5Fcreate(f->temporary, H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
    if (f->file >= 0)
        f->group = H5Gcreate2(f->file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (f->group >= 0)
        return 0;
    return vtkhdf_finish(f, error_set("%s: cannot be written; does its folder exist?", f->temporary));
}

/* Also after a failure, with its status: nothing but a whole file gets the name. */
int vtkhdf_finish(struct vtkhdf_file *f, int status)
{
    int bad = f->group >= 0 && H5Gclose(f->group) < 0;
    bad |= f->file >= 0 && H5Fclose(f->file) < 0;
    if (bad && status == 0)
        status = failed(f, "the end");
    if (status == 0)
        status = out_file_publish(f->temporary, f->path);
    if (status != 0)
        unlink(f->temporary);
    unfinished_end(f->temporary);
    MEM_FREE(f->temporary);
    MEM_FREE(f->path);
    MEM_FREE(f->size);
    return status;
}
