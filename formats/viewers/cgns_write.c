/* cgns_write.c: writing CGNS through the library's mid-level calls, with its limits (names of 32 characters,
 * perhaps 32-bit numbers) looked after.
 */
#include "viewers/cgns_write.h"

#include "crash_guard.h"
#include "element.h"
#include "error.h"
#include "h5/h5_errors.h"
#include "mem.h"
#include "out_file.h"
#include "text.h"
#include "unfinished.h"

#include <cgnslib.h>
#include <hdf5.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Elements converted at a time: some MB of node numbers. */
enum { CHUNK = 1 << 18 };

/* The library keeps the reason of its last failure. */
static int failed(const struct cgns_writer *w, const char *what)
{
    return error_set("%s: %s cannot be written; is the disk full? (%s)", w->temporary, what, cg_get_error());
}

/* The library opens HDF5 itself and turns its messages on; they are taken over again. */
static int open_file(struct cgns_writer *w)
{
    if (cg_set_file_type(CG_FILE_HDF5) != CG_OK || cg_open(w->temporary, CG_MODE_WRITE, &w->file) != CG_OK)
        return 1;
    h5_errors_take();
    h5_errors_forget();
    return 0;
}

/* ---- names ----------------------------------------------------------------------------- */

/* Cut to what the format takes. */
static void short_name(const char *name, char out[CGNS_WRITE_NAME_SIZE])
{
    text_copy(out, CGNS_WRITE_NAME_SIZE, name);
    for (char *c = out; *c; c++)
        if (*c == '/')
            *c = '_';
}

/* Names not made yet are empty and equal nothing. */
static bool is_taken(int n, char (*out)[CGNS_WRITE_NAME_SIZE], const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(out[i], name) == 0)
            return true;
    return false;
}

/* Name i of n, different from those of out that are there. */
static void make_name(int n, const char *const *name, int i, int most, char (*out)[CGNS_WRITE_NAME_SIZE])
{
    char shorter[CGNS_WRITE_NAME_SIZE], text[CGNS_WRITE_NAME_SIZE], number[16] = "";
    /* The same name given twice is one name, such as a family of several patches. */
    for (int k = 0; k < i; k++)
        if (strcmp(name[k], name[i]) == 0) {
            memcpy(out[i], out[k], CGNS_WRITE_NAME_SIZE);
            return;
        }
    short_name(name[i], shorter);
    snprintf(text, sizeof text, "%.*s", most, shorter);
    for (int k = 2; is_taken(n, out, text); k++) {
        snprintf(number, sizeof number, "~%d", k);
        /* Names that are cut to the same 32 characters are told apart by ~2, ~3, ... */
        snprintf(text, sizeof text, "%.*s%s", most - (int)strlen(number), shorter, number);
    }
    memcpy(out[i], text, sizeof text);
}

void cgns_write_names(int n, const char *const *name, int most, char (*out)[CGNS_WRITE_NAME_SIZE])
{
    memset(out, 0, (size_t)n * sizeof *out);
    for (int pass = 0; pass < 2; pass++) /* those that fit keep theirs */
        for (int i = 0; i < n; i++) {
            bool fits = (int)strlen(name[i]) <= most && !strchr(name[i], '/');
            if (name[i][0] && fits == (pass == 0))
                make_name(n, name, i, most, out);
        }
}

/* Debian's library counts with 32 bits. */
static bool countable(int64_t n)
{
    return sizeof(cgsize_t) >= sizeof(int64_t) || n <= INT32_MAX;
}

/* n numbers + shift as the library counts; a new block. */
static cgsize_t *counts(const int64_t *value, int64_t n, int64_t shift)
{
    cgsize_t *out;
    MEM_NEW(out, n);
    for (int64_t i = 0; i < n; i++)
        out[i] = (cgsize_t)(value[i] + shift);
    return out;
}

/* Exponents of mass, length, time, temperature and angle in a unit. Whatever has
 * none of these units is a pure number.
 * CGNS SIDS, DimensionalExponents: in the order mass, length, time, temperature, angle. */
static const float *exponents_of(const char *unit)
{
    static const struct {
        const char *unit;
        float exponent[5];
    } row[] = {
        {"kg/m^3", {1, -3, 0, 0, 0}}, {"m/s", {0, 1, -1, 0, 0}}, {"Pa", {1, -1, -2, 0, 0}}, {"K", {0, 0, 0, 1, 0}},
        {"1/s", {0, 0, -1, 0, 0}},    {"1/s^2", {0, 0, -2, 0, 0}}, {"m", {0, 1, 0, 0, 0}},
        {"m^2/s", {0, 2, -1, 0, 0}},  {"m^2/s^2", {0, 2, -2, 0, 0}}, {"Pa s", {1, -1, -1, 0, 0}},
        {"kg/(m s)", {1, -1, -1, 0, 0}}, {"W/m^2", {1, 0, -3, 0, 0}},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcmp(row[i].unit, unit) == 0)
            return row[i].exponent;
    return NULL;
}

/* Writes the unit of the array that cg_goto() stands at. */
static bool write_unit(const char *unit)
{
    const float *exponent = exponents_of(unit);
    if (exponent)
        return cg_exponents_write(CGNS_ENUMV(RealSingle), exponent) == CG_OK;
    return cg_dataclass_write(CGNS_ENUMV(NondimensionalParameter)) == CG_OK;
}

int cgns_write_zone(struct cgns_writer *w, const char *name, int64_t n_nodes, int64_t n_cells)
{
    /* Eight nodes a cell: the connectivity of hexahedra is the longest array that the library counts. */
    if (!countable(8 * n_cells) || !countable(n_nodes))
        return error_set("%s: %" PRId64 " cells and %" PRId64 " nodes are more than this CGNS library counts (it was "
                         "built with 32-bit numbers); use --format vtkhdf", w->path, n_cells, n_nodes);
    cgsize_t size[3] = {(cgsize_t)n_nodes, (cgsize_t)n_cells, 0};
    bool good = cg_zone_write(w->file, w->base, name, size, CGNS_ENUMV(Unstructured), &w->zone) == CG_OK;
    return good ? 0 : failed(w, name);
}

/* A title of ufv-post's has this in it: "results, iteration 42". */
static const char title_mark[] = ", iteration ", title_of_meshes[] = CGNS_TITLE_OF_MESHES;
enum { TITLE_MOST = 1 << 20 };

static bool has_mark(hid_t data, hid_t space)
{
    char *text;
    hssize_t n = H5Sget_simple_extent_npoints(space);
    if (n <= 0 || n > TITLE_MOST)
        return false;
    MEM_NEW_ZERO(text, n + 1);
    bool has = H5Dread(data, H5T_NATIVE_CHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0 &&
               (strstr(text, title_mark) || strstr(text, title_of_meshes));
    mem_free(text);
    return has;
}

/* Has an open file the title of cgns_write_begin()? The library keeps the text of a node in its dataset " data". */
static bool has_title(hid_t file)
{
    static const char *const node[] = {"/Base", "/Base/Title", "/Base/Title/ data"};
    for (int i = 0; i < 3; i++)
        if (H5Lexists(file, node[i], H5P_DEFAULT) <= 0)
            return false;
    hid_t data = H5Dopen2(file, node[2], H5P_DEFAULT), space = data < 0 ? -1 : H5Dget_space(data);
    bool has = space >= 0 && has_mark(data, space);
    if (space >= 0)
        H5Sclose(space);
    if (data >= 0)
        H5Dclose(data);
    return has;
}

/* What is written here has the ending of meshes, and a mesh that took days to make may stand there. */
static int refuse_mesh(const char *path)
{
    if (access(path, F_OK) != 0)
        return 0;
    h5_errors_take();
    int guard = crash_guard_begin(path, "give the output another name");
    hid_t file = H5Fis_hdf5(path) > 0 ? H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
    bool ours = file >= 0 && has_title(file);
    if (file >= 0)
        H5Fclose(file);
    crash_guard_end(guard);
    h5_errors_forget();
    return ours ? 0 : error_set("%s: is there already and was not written by ufv-post, so that it is not replaced: it "
                                "may be a mesh; give the output another name", path);
}

int cgns_write_check(const char *path)
{
    return out_file_check(path) || refuse_mesh(path);
}

int cgns_write_begin(const char *path, const char *title, int cell_dimension, struct cgns_writer *w)
{
    TRY(cgns_write_check(path));
    *w = (struct cgns_writer){.file = -1};
    if (!(w->temporary = out_file_temporary(path)))
        return 1;
    w->path = text_format("%s", path);
    unfinished_begin(w->temporary, NULL);
    bool good = open_file(w) == 0 &&
                cg_base_write(w->file, "Base", cell_dimension, 3, &w->base) == CG_OK &&
                cg_goto(w->file, w->base, "end") == CG_OK && cg_descriptor_write("Title", title) == CG_OK &&
                cg_dataclass_write(CGNS_ENUMV(Dimensional)) == CG_OK &&
                cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Meter), CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin),
                               CGNS_ENUMV(Degree)) == CG_OK;
    return good ? 0 : cgns_write_finish(w, failed(w, "the head"));
}

/* Written piece by piece, rank after rank, so that coordinates of the whole mesh are never in memory at once; the
 * unit is attached with the first piece. */
int cgns_write_coordinates(struct cgns_writer *w, int64_t begin, int64_t n, const double *const x[3])
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    cgsize_t first = (cgsize_t)(begin + 1), last = (cgsize_t)(begin + n);
    int id;
    for (int c = 0; c < 3 && n > 0; c++) {
        bool good = cg_coord_partial_write(w->file, w->base, w->zone, CGNS_ENUMV(RealDouble), name[c], &first, &last,
                                           x[c], &id) == CG_OK;
        if (good && begin == 0)
            good = cg_goto(w->file, w->base, "Zone_t", w->zone, "GridCoordinates_t", 1, "DataArray_t", id, "end") ==
                       CG_OK &&
                   write_unit("m");
        if (!good)
            return failed(w, name[c]);
    }
    return 0;
}

/* ---- sections ------------------------------------------------------------------------ */

/* Node orders of these are the tree's own (element.h): no corner is moved. */
static CGNS_ENUMT(ElementType_t) library_type(int type)
{
    static const CGNS_ENUMT(ElementType_t) code[ELEMENT_N_TYPES] = {
        [ELEMENT_TRI] = CGNS_ENUMV(TRI_3),     [ELEMENT_QUAD] = CGNS_ENUMV(QUAD_4),
        [ELEMENT_TETRA] = CGNS_ENUMV(TETRA_4), [ELEMENT_PYRA] = CGNS_ENUMV(PYRA_5),
        [ELEMENT_PENTA] = CGNS_ENUMV(PENTA_6), [ELEMENT_HEXA] = CGNS_ENUMV(HEXA_8),
    };
    return code[type];
}

int cgns_write_section(struct cgns_writer *w, const char *name, int type, int64_t first, int64_t n, int *section)
{
    char shorter[CGNS_WRITE_NAME_SIZE];
    short_name(name, shorter);
    if (cg_section_partial_write(w->file, w->base, w->zone, shorter, library_type(type), (cgsize_t)(first + 1),
                                 (cgsize_t)(first + n), 0, section) != CG_OK)
        return failed(w, name);
    return 0;
}

/* In chunks, because numbers are converted from 64 bits to what the library was built with. */
int cgns_write_elements(struct cgns_writer *w, int section, int n_corners, int64_t begin, int64_t n,
                        const int64_t *node)
{
    for (int64_t at = 0; at < n; at += CHUNK) {
        int64_t m = n - at < CHUNK ? n - at : CHUNK;
        cgsize_t *corner = counts(node + at * n_corners, m * n_corners, 1);
        int bad = cg_elements_partial_write(w->file, w->base, w->zone, section, (cgsize_t)(begin + at + 1),
                                            (cgsize_t)(begin + at + m), corner);
        mem_free(corner);
        if (bad)
            return failed(w, "a section of elements");
    }
    return 0;
}

/* item is freed here, whatever becomes of it. */
static int write_poly(struct cgns_writer *w, const char *name, CGNS_ENUMT(ElementType_t) type, int64_t first,
                      int64_t n, const int64_t *offset, cgsize_t *item)
{
    int id;
    char shorter[CGNS_WRITE_NAME_SIZE];
    short_name(name, shorter);
    cgsize_t *begin = counts(offset, n + 1, 0);
    int bad = cg_poly_section_write(w->file, w->base, w->zone, shorter, type, (cgsize_t)(first + 1),
                                    (cgsize_t)(first + n), 0, item, begin, &id);
    mem_free(begin);
    mem_free(item);
    return bad ? failed(w, name) : 0;
}

int cgns_write_polygons(struct cgns_writer *w, const char *name, int64_t first, int64_t n, const int64_t *offset,
                        const int64_t *node)
{
    if (!countable(offset[n]))
        return error_set("%s: the faces have more nodes than this CGNS library counts; use --format vtkhdf", w->path);
    return write_poly(w, name, CGNS_ENUMV(NGON_n), first, n, offset, counts(node, offset[n], 1));
}

/* NFACE_n: a face is named by its number from 1, negative where its normal points into the cell (here ~face). */
int cgns_write_polyhedra(struct cgns_writer *w, const char *name, int64_t first, int64_t n, const int64_t *offset,
                         const int64_t *face)
{
    cgsize_t *item;
    MEM_NEW(item, offset[n]);
    for (int64_t k = 0; k < offset[n]; k++)
        item[k] = (cgsize_t)(face[k] >= 0 ? face[k] + 1 : -(~face[k] + 1));
    return write_poly(w, name, CGNS_ENUMV(NFACE_n), first, n, offset, item);
}

/* ---- patches ------------------------------------------------------------------------------ */

/* The type that reads back as the same kind (bc_kind_from_cgns), where there is one. No default: a new kind that has
 * no case does not compile. */
static CGNS_ENUMT(BCType_t) library_kind(enum bc_kind kind)
{
    switch (kind) {
    case BC_SLIP: return CGNS_ENUMV(BCWallInviscid);
    case BC_WALL: return CGNS_ENUMV(BCWallViscous);
    case BC_SYMMETRY: return CGNS_ENUMV(BCSymmetryPlane);
    case BC_FARFIELD: return CGNS_ENUMV(BCFarfield);
    case BC_SUPERSONIC_INFLOW: return CGNS_ENUMV(BCInflowSupersonic);
    case BC_SUPERSONIC_OUTFLOW: return CGNS_ENUMV(BCOutflowSupersonic);
    case BC_PRESSURE_OUTLET: return CGNS_ENUMV(BCOutflowSubsonic);
    case BC_TOTAL_INFLOW: return CGNS_ENUMV(BCInflowSubsonic);
    case BC_PRESCRIBED:
    case BC_MASS_INFLOW:
    case BC_SLIDING:
    case BC_OPENING:
    case BC_NONE:
    case BC_N_KINDS: break;
    }
    return CGNS_ENUMV(BCTypeUserDefined);
}

int cgns_write_family(struct cgns_writer *w, const char *name, enum bc_kind kind)
{
    int id, bc;
    char shorter[CGNS_WRITE_NAME_SIZE];
    short_name(name, shorter);
    bool good = cg_family_write(w->file, w->base, shorter, &id) == CG_OK &&
                cg_fambc_write(w->file, w->base, id, "FamilyBC", library_kind(kind), &bc) == CG_OK;
    return good ? 0 : failed(w, name);
}

void cgns_write_choose_families(int n, const char *const *patch, const char *const *own, const enum bc_kind *kind,
                                const char **out)
{
    for (int i = 0; i < n; i++) {
        out[i] = own[i][0] ? own[i] : patch[i];
        for (int k = 0; k < n; k++) {
            const char *other = own[k][0] ? own[k] : patch[k];
            if (kind[k] != kind[i] && strcmp(other, out[i]) == 0)
                out[i] = patch[i];
        }
    }
}

int cgns_write_patch(struct cgns_writer *w, const char *name, const char *family, int64_t first, int64_t n)
{
    int id;
    char shorter[CGNS_WRITE_NAME_SIZE], group[CGNS_WRITE_NAME_SIZE];
    short_name(name, shorter);
    short_name(family, group);
    /* Element numbers of the patch's faces, which stand in one section each. */
    cgsize_t range[2] = {(cgsize_t)(first + 1), (cgsize_t)(first + n)};
    bool good = cg_boco_write(w->file, w->base, w->zone, shorter, CGNS_ENUMV(FamilySpecified), CGNS_ENUMV(PointRange),
                              2, range, &id) == CG_OK &&
                cg_boco_gridlocation_write(w->file, w->base, w->zone, id, CGNS_ENUMV(FaceCenter)) == CG_OK &&
                cg_goto(w->file, w->base, "Zone_t", w->zone, "ZoneBC_t", 1, "BC_t", id, "end") == CG_OK &&
                cg_famname_write(group) == CG_OK;
    return good ? 0 : failed(w, name);
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* w->solution is the one that cgns_write_values() adds to until the next. */
int cgns_write_solution(struct cgns_writer *w, const char *name, bool at_nodes)
{
    CGNS_ENUMT(GridLocation_t) place = at_nodes ? CGNS_ENUMV(Vertex) : CGNS_ENUMV(CellCenter);
    return cg_sol_write(w->file, w->base, w->zone, name, place, &w->solution) == CG_OK ? 0 : failed(w, name);
}

int cgns_write_values(const struct cgns_writer *w, const char *name, const char *unit, enum grid_type type,
                      int64_t begin, int64_t n, const void *values)
{
    CGNS_ENUMT(DataType_t) kind = type == GRID_DOUBLE  ? CGNS_ENUMV(RealDouble)
                                  : type == GRID_INT64 ? CGNS_ENUMV(LongInteger)
                                                       : CGNS_ENUMV(Integer);
    int id;
    char shorter[CGNS_WRITE_NAME_SIZE];
    short_name(name, shorter);
    cgsize_t first = (cgsize_t)(begin + 1), last = (cgsize_t)(begin + n);
    if (n == 0)
        return 0;
    bool good = cg_field_partial_write(w->file, w->base, w->zone, w->solution, kind, shorter, &first, &last, values,
                                       &id) == CG_OK;
    if (good && begin == 0)
        good = cg_goto(w->file, w->base, "Zone_t", w->zone, "FlowSolution_t", w->solution, "DataArray_t", id, "end") ==
                   CG_OK &&
               write_unit(unit);
    return good ? 0 : failed(w, name);
}

/* ---- the end ---------------------------------------------------------------------------- */

/* Does a text of that name in the file begin with a character? */
static bool holds_text(hid_t file, const char *name)
{
    char text[64] = "";
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    bool holds = set >= 0 && H5Dget_storage_size(set) < sizeof text &&
                 H5Dread(set, H5T_NATIVE_CHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0 && text[0] != '\0';
    if (set >= 0)
        H5Dclose(set);
    return holds;
}

/* What cg_open() writes before our handler of errors can be there. */
static int check_head(const char *path)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    bool whole = file >= 0 && holds_text(file, " format") && holds_text(file, " hdf5version");
    if (file >= 0)
        H5Fclose(file);
    return whole ? 0 : 1;
}

int cgns_write_finish(struct cgns_writer *w, int status)
{
    if (w->file >= 0 && cg_close(w->file) != CG_OK && status == 0)
        status = failed(w, "the end");
    if (status == 0 && (h5_errors_lost() || check_head(w->temporary) != 0))
        status = error_set("%s: not all of it could be written: is the disk full?", w->temporary);
    w->file = -1;
    if (status == 0)
        status = out_file_publish(w->temporary, w->path);
    if (status != 0)
        unlink(w->temporary);
    unfinished_end(w->temporary);
    MEM_FREE(w->temporary);
    MEM_FREE(w->path);
    return status;
}
