/* VTKHDF, binary Tecplot and CGNS files of a box with known fields, read back by
 * HDF5, by a reader written from Tecplot's Data Format Guide, and by the CGNS
 * library: volumes, patches and values against the exact ones.
 */
#include "check.h"
#include "export.h"
#include "post_box.h"

#include <cgnslib.h>
#include <hdf5.h>
#include <unistd.h>

static char top[] = "/tmp/ufv-test-formats-XXXXXX";

static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

/* 120 cells of 1/120 m^3 on three ranks. */
static int export_box(const char *format, bool surface, bool polyhedra, char out[96])
{
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 3, .polyhedra = polyhedra, .pressure = linear};
    struct results r;
    char folder[64], results[80];
    static int number;
    snprintf(folder, sizeof folder, "%s/box%d", top, number);
    snprintf(results, sizeof results, "%s/results", folder);
    snprintf(out, 96, "%s/out%d.%s", top, number++, format);
    TRY(box_write(&b, folder));
    TRY(results_open(results, NULL, RESULTS_GEOMETRY, &r));
    struct export_options o = {.format = format, .out = out, .surface = surface, .quiet = true};
    int status = export_command(&r, &o);
    results_close(&r);
    return status;
}

/* The centre of axis-aligned hexahedra, and of any cell whose corners are. */
static void centre_of(const double *x, int64_t stride, const int64_t *node, int64_t n, double centre[3])
{
    for (int c = 0; c < 3; c++) {
        centre[c] = 0;
        for (int64_t k = 0; k < n; k++)
            centre[c] += x[c * stride + node[k]] / (double)n;
    }
}

/* Volume under a polygon: a third of x . S about the origin (divergence theorem). */
static double cone(const double *x, int64_t stride, const int64_t *node, int64_t n)
{
    double centre[3], volume = 0;
    centre_of(x, stride, node, n, centre);
    for (int64_t k = 0; k < n; k++) {
        double a[3], b[3];
        for (int c = 0; c < 3; c++) {
            a[c] = x[c * stride + node[k]];
            b[c] = x[c * stride + node[(k + 1) % n]];
        }
        volume += (centre[0] * (a[1] * b[2] - a[2] * b[1]) + centre[1] * (a[2] * b[0] - a[0] * b[2]) +
                   centre[2] * (a[0] * b[1] - a[1] * b[0])) / 6;
    }
    return volume;
}

/* ---- VTKHDF ---------------------------------------------------------------------------- */

static int64_t read_set(hid_t f, const char *name, hid_t type, void *out, int64_t room)
{
    hid_t set = H5Dopen2(f, name, H5P_DEFAULT);
    CHECK(set >= 0, "%s is not there", name);
    if (set < 0)
        return 0;
    hid_t space = H5Dget_space(set);
    int64_t n = H5Sget_simple_extent_npoints(space);
    CHECK(n <= room, "%s has %d items", name, (int)n);
    CHECK(n <= room && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0, "%s", name);
    H5Sclose(space);
    H5Dclose(set);
    return n;
}

enum { ROOM = 20000 };

struct vtkhdf {
    int64_t points[3], cells[3], links[3], faces[3], face_links[3], cell_faces[3];
    double x[ROOM], pressure[ROOM], velocity[ROOM];
    int64_t node[ROOM], offset[ROOM], face_node[ROOM], face_offset[ROOM], face[ROOM], face_begin[ROOM], id[ROOM];
    unsigned char type[ROOM];
};

static void read_vtkhdf(const char *path, bool polyhedra, struct vtkhdf *v)
{
    hid_t f = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    int64_t version[2] = {0, 0};
    hid_t group = H5Gopen2(f, "VTKHDF", H5P_DEFAULT), a = H5Aopen(group, "Version", H5P_DEFAULT);
    H5Aread(a, H5T_NATIVE_INT64, version);
    H5Aclose(a);
    H5Gclose(group);
    CHECK(version[0] == (polyhedra ? 2 : 1) && version[1] == (polyhedra ? 5 : 0), "version %d.%d", (int)version[0],
          (int)version[1]);
    const hid_t number = H5T_NATIVE_INT64, real = H5T_NATIVE_DOUBLE;
    CHECK(read_set(f, "VTKHDF/NumberOfPoints", number, v->points, 3) == 3, "parts");
    read_set(f, "VTKHDF/NumberOfCells", number, v->cells, 3);
    read_set(f, "VTKHDF/NumberOfConnectivityIds", number, v->links, 3);
    read_set(f, "VTKHDF/Points", real, v->x, ROOM);
    read_set(f, "VTKHDF/Connectivity", number, v->node, ROOM);
    read_set(f, "VTKHDF/Offsets", number, v->offset, ROOM);
    read_set(f, "VTKHDF/Types", H5T_NATIVE_UINT8, v->type, ROOM);
    read_set(f, "VTKHDF/CellData/pressure", real, v->pressure, ROOM);
    if (polyhedra) {
        read_set(f, "VTKHDF/NumberOfFaces", number, v->faces, 3);
        read_set(f, "VTKHDF/NumberOfFaceConnectivityIds", number, v->face_links, 3);
        read_set(f, "VTKHDF/NumberOfPolyhedronToFaceIds", number, v->cell_faces, 3);
        read_set(f, "VTKHDF/FaceConnectivity", number, v->face_node, ROOM);
        read_set(f, "VTKHDF/FaceOffsets", number, v->face_offset, ROOM);
        read_set(f, "VTKHDF/PolyhedronToFaces", number, v->face, ROOM);
        read_set(f, "VTKHDF/PolyhedronOffsets", number, v->face_begin, ROOM);
    }
    read_set(f, "VTKHDF/CellData/global_id", number, v->id, ROOM);
    H5Fclose(f);
}

/* Points of a file stand x, y, z by point; the checks want them by component. */
static void turn(const double *in, int64_t n, double *out)
{
    for (int64_t i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            out[c * n + i] = in[3 * i + c];
}

static void check_vtkhdf_part(const struct vtkhdf *v, int part, bool polyhedra, double *volume, double *ids)
{
    int64_t point = 0, cell = 0, link = 0, face = 0, face_link = 0, cell_face = 0, n = v->points[part];
    for (int k = 0; k < part; k++) {
        point += v->points[k], cell += v->cells[k], link += v->links[k];
        face += v->faces[k], face_link += v->face_links[k], cell_face += v->cell_faces[k];
    }
    static double x[ROOM];
    turn(v->x + 3 * point, n, x);
    const int64_t *offset = v->offset + cell + part, *begin = v->face_begin + cell + part;
    CHECK(offset[0] == 0 && offset[v->cells[part]] == v->links[part], "offsets of part %d", part);
    for (int64_t i = 0; i < v->cells[part]; i++) {
        double centre[3];
        CHECK(v->type[cell + i] == (polyhedra ? 42 : 12), "type %d", v->type[cell + i]);
        centre_of(x, n, v->node + link + offset[i], offset[i + 1] - offset[i], centre);
        CHECK_NEAR(v->pressure[cell + i], linear(centre), 1e-12);
        *ids += (double)v->id[cell + i];
        for (int64_t k = begin[i]; polyhedra && k < begin[i + 1]; k++) {
            int64_t f = v->face[cell_face + k];
            const int64_t *range = v->face_offset + face + part + f;
            *volume += cone(x, n, v->face_node + face_link + range[0], range[1] - range[0]);
        }
    }
}

static void vtkhdf_volume(void)
{
    static struct vtkhdf v;
    for (int polyhedra = 0; polyhedra < 2; polyhedra++) {
        char out[96];
        double volume = 0, ids = 0;
        memset(&v, 0, sizeof v);
        CHECK(export_box("vtkhdf", false, polyhedra, out) == 0, "%s", error_message());
        read_vtkhdf(out, polyhedra, &v);
        CHECK(v.cells[0] + v.cells[1] + v.cells[2] == 120, "cells");
        for (int part = 0; part < 3; part++)
            check_vtkhdf_part(&v, part, polyhedra, &volume, &ids);
        CHECK_NEAR(ids, 120 * 119 / 2, 0); /* every cell once */
        if (polyhedra)
            CHECK_NEAR(volume, 1, 1e-12); /* rounding; only outward faces sum to it */
    }
}

static void vtkhdf_surface(void)
{
    static struct vtkhdf v;
    char out[96];
    memset(&v, 0, sizeof v);
    CHECK(export_box("vtkhdf", true, false, out) == 0, "%s", error_message());
    read_vtkhdf(out, false, &v);
    CHECK(v.cells[0] + v.cells[1] + v.cells[2] == 148, "faces");
    double volume = 0;
    for (int part = 0; part < 3; part++) {
        int64_t point = 0, cell = 0, link = 0, n = v.points[part];
        for (int k = 0; k < part; k++)
            point += v.points[k], cell += v.cells[k], link += v.links[k];
        static double x[ROOM];
        turn(v.x + 3 * point, n, x);
        for (int64_t i = 0; i < v.cells[part]; i++) {
            CHECK(v.type[cell + i] == 9, "type %d", v.type[cell + i]);
            volume += cone(x, n, v.node + link + v.offset[cell + part + i], 4);
        }
    }
    CHECK_NEAR(volume, 1, 1e-12); /* the boundary encloses the box */
}

/* ---- Tecplot binary ----------------------------------------------------------------------- */

struct words {
    const char *at, *end;
};

static void take(struct words *w, void *out, size_t size)
{
    memset(out, 0, size);
    CHECK((size_t)(w->end - w->at) >= size, "the file ends early");
    if ((size_t)(w->end - w->at) >= size) {
        memcpy(out, w->at, size);
        w->at += size;
    }
}

static int32_t take_int(struct words *w)
{
    int32_t v;
    take(w, &v, sizeof v);
    return v;
}

static float take_float(struct words *w)
{
    float v;
    take(w, &v, sizeof v);
    return v;
}

static double take_double(struct words *w)
{
    double v;
    take(w, &v, sizeof v);
    return v;
}

static void take_text(struct words *w, char *out, size_t size)
{
    size_t n = 0;
    for (int32_t c; (c = take_int(w)) != 0;)
        if (n + 1 < size)
            out[n++] = (char)c;
    out[n] = '\0';
}

enum { PLT_VARIABLES = 16 };

struct plt {
    int n_variables, pressure, n_zones;
    struct plt_zone {
        int type, place[PLT_VARIABLES], n_points, n_faces, n_face_nodes, n_elements;
    } zone[4];
};

static void take_plt_zone(struct words *w, struct plt *p)
{
    char name[64];
    struct plt_zone *z = &p->zone[p->n_zones++ % 4];
    take_text(w, name, sizeof name);
    CHECK(strncmp(name, "rank ", 5) == 0, "%s", name);
    CHECK(take_int(w) == -1, "parent");
    CHECK(take_int(w) == -1, "strand");
    CHECK_NEAR(take_double(w), 0, 0);
    CHECK(take_int(w) == -1, "unused");
    z->type = take_int(w);
    CHECK(take_int(w) == 1, "places follow");
    for (int v = 0; v < p->n_variables; v++)
        z->place[v] = take_int(w);
    CHECK(take_int(w) == 0, "raw neighbours");
    CHECK(take_int(w) == 0, "user's neighbours");
    z->n_points = take_int(w);
    if (z->type == 7) {
        z->n_faces = take_int(w);
        z->n_face_nodes = take_int(w);
        CHECK(take_int(w) == 0, "boundary faces");
        CHECK(take_int(w) == 0, "boundary connections");
    }
    z->n_elements = take_int(w);
    for (int k = 0; k < 4; k++)
        CHECK(take_int(w) == 0, "dimensions and auxiliary data");
}

static void take_plt_head(struct words *w, struct plt *p)
{
    char magic[8], text[256];
    take(w, magic, 8);
    CHECK(memcmp(magic, "#!TDV112", 8) == 0, "%.8s", magic);
    CHECK(take_int(w) == 1, "byte order");
    CHECK(take_int(w) == 0, "file type");
    take_text(w, text, sizeof text);
    CHECK(strstr(text, "iteration 42"), "%s", text);
    p->n_variables = take_int(w);
    CHECK(p->n_variables <= PLT_VARIABLES, "%d variables", p->n_variables);
    for (int v = 0; v < p->n_variables; v++) {
        take_text(w, text, sizeof text);
        p->pressure = strcmp(text, "pressure") == 0 ? v : p->pressure;
    }
    float marker;
    while ((marker = take_float(w)) == 299 && p->n_zones < 4)
        take_plt_zone(w, p);
    CHECK(marker == 357, "marker %g", marker);
}

/* Values of a variable as doubles. */
static void take_values(struct words *w, int format, int64_t n, double *out)
{
    for (int64_t i = 0; i < n; i++) {
        unsigned char byte = 0;
        if (format == 5)
            take(w, &byte, 1);
        out[i] = format == 2 ? take_double(w) : format == 3 ? take_int(w) : byte;
    }
}

/* Elements by faces: the volume they enclose on their left. */
static void check_plt_faces(struct words *w, const struct plt_zone *z, const double *x, double *volume)
{
    static int64_t offset[ROOM], node[ROOM], left[ROOM];
    for (int i = 0; i <= z->n_faces; i++)
        offset[i] = take_int(w);
    for (int i = 0; i < z->n_face_nodes; i++)
        node[i] = take_int(w);
    for (int i = 0; i < z->n_faces; i++)
        left[i] = take_int(w);
    for (int i = 0; i < z->n_faces; i++) {
        int right = take_int(w);
        double v = cone(x, z->n_points, node + offset[i], offset[i + 1] - offset[i]);
        CHECK(left[i] < z->n_elements && right < z->n_elements && (left[i] >= 0 || right >= 0), "face %d", i);
        *volume += (left[i] >= 0 ? v : 0) - (right >= 0 ? v : 0);
    }
}

static void check_plt_zone(struct words *w, const struct plt *p, const struct plt_zone *z, double *volume)
{
    static double value[PLT_VARIABLES][ROOM], x[3 * ROOM];
    int format[PLT_VARIABLES];
    double low[PLT_VARIABLES], high[PLT_VARIABLES];
    CHECK(take_float(w) == 299, "data marker");
    for (int v = 0; v < p->n_variables; v++)
        format[v] = take_int(w);
    CHECK(take_int(w) == 0, "passive");
    CHECK(take_int(w) == 0, "shared");
    CHECK(take_int(w) == -1, "shared elements");
    for (int v = 0; v < p->n_variables; v++) {
        low[v] = take_double(w);
        high[v] = take_double(w);
    }
    for (int v = 0; v < p->n_variables; v++) {
        int64_t n = z->place[v] ? z->n_elements : z->n_points;
        CHECK(z->place[v] == (v >= 3), "place of variable %d", v);
        take_values(w, format[v], n, value[v]);
        double least = INFINITY, most = -INFINITY;
        for (int64_t i = 0; i < n; i++) {
            least = fmin(least, value[v][i]);
            most = fmax(most, value[v][i]);
        }
        CHECK(least == low[v] && most == high[v], "range of variable %d", v);
    }
    for (int c = 0; c < 3; c++)
        memcpy(x + c * z->n_points, value[c], (size_t)z->n_points * sizeof *x);
    if (z->type == 7) {
        check_plt_faces(w, z, x, volume);
        return;
    }
    int corners = z->type == 5 ? 8 : 4;
    for (int i = 0; i < z->n_elements; i++) {
        int64_t node[8];
        double centre[3];
        for (int k = 0; k < corners; k++)
            node[k] = take_int(w);
        centre_of(x, z->n_points, node, corners, centre);
        CHECK_NEAR(value[p->pressure][i], linear(centre), 1e-12);
        *volume += corners == 4 ? cone(x, z->n_points, node, 4) : 0;
    }
}

static void plt_files(void)
{
    static const int type[3] = {5, 7, 3}, elements[3] = {120, 120, 148};
    for (int kind = 0; kind < 3; kind++) {
        char out[96], *text;
        CHECK(export_box("plt", kind == 2, kind == 1, out) == 0, "%s", error_message());
        MEM_NEW_ZERO(text, 1 << 20);
        FILE *f = fopen(out, "rb");
        size_t n = f ? fread(text, 1, 1 << 20, f) : 0;
        struct words w = {text, text + n};
        static struct plt p;
        memset(&p, 0, sizeof p);
        if (f)
            fclose(f);
        take_plt_head(&w, &p);
        CHECK(p.n_zones == 3, "%d zones", p.n_zones);
        int n_elements = 0;
        double volume = 0;
        for (int z = 0; z < 3 && check_case_failures == 0; z++) {
            CHECK(p.zone[z].type == type[kind], "type %d", p.zone[z].type);
            n_elements += p.zone[z].n_elements;
            check_plt_zone(&w, &p, &p.zone[z], &volume);
        }
        CHECK(w.at == w.end, "%d bytes are left", (int)(w.end - w.at));
        CHECK(n_elements == elements[kind], "%d elements", n_elements);
        if (kind > 0)
            CHECK_NEAR(volume, 1, 1e-12); /* faces point out of what they enclose */
        mem_free(text);
    }
}

/* ---- CGNS ------------------------------------------------------------------------------------- */

struct cgns {
    int file, n_sections;
    int64_t n_nodes, n_cells;
    double x[3 * ROOM], pressure[ROOM];
};

static void read_cgns(const char *path, struct cgns *g)
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    char zone[33], solution[33];
    cgsize_t size[9] = {0}, one = 1, last;
    CGNS_ENUMT(GridLocation_t) place;
    CHECK(cg_open(path, CG_MODE_READ, &g->file) == CG_OK, "%s", cg_get_error());
    CHECK(cg_zone_read(g->file, 1, 1, zone, size) == CG_OK, "%s", cg_get_error());
    g->n_nodes = last = size[0];
    g->n_cells = size[1];
    CHECK(g->n_nodes == 7 * 6 * 5 && g->n_cells == 120, "%d nodes, %d cells", (int)size[0], (int)size[1]);
    for (int c = 0; c < 3 && check_case_failures == 0; c++)
        CHECK(cg_coord_read(g->file, 1, 1, name[c], CGNS_ENUMV(RealDouble), &one, &last, g->x + c * g->n_nodes) ==
                  CG_OK, "%s", cg_get_error());
    CHECK(cg_sol_info(g->file, 1, 1, 1, solution, &place) == CG_OK && place == CGNS_ENUMV(CellCenter), "%s",
          cg_get_error());
    last = size[1];
    CHECK(cg_field_read(g->file, 1, 1, 1, "Pressure", CGNS_ENUMV(RealDouble), &one, &last, g->pressure) == CG_OK, "%s",
          cg_get_error());
    CHECK(cg_nsections(g->file, 1, 1, &g->n_sections) == CG_OK, "%s", cg_get_error());
}

/* Nodes of the box are numbered along x, then y, then z. */
static void check_numbering(const struct cgns *g)
{
    for (int64_t i = 0; i < g->n_nodes; i++) {
        CHECK_NEAR(g->x[i], 2.0 / 6 * (double)(i % 7), 1e-15);
        CHECK_NEAR(g->x[2 * g->n_nodes + i], 0.5 / 4 * (double)(i / 42), 1e-15);
    }
    for (int64_t i = 0; i < g->n_cells; i++) {
        double centre[3] = {2.0 / 6 * ((double)(i % 6) + 0.5), 0.2 * ((double)(i / 6 % 5) + 0.5),
                            0.125 * ((double)(i / 30) + 0.5)};
        CHECK_NEAR(g->pressure[i], linear(centre), 1e-12);
    }
}

/* Six patches of slip walls, each a run of as many faces as it should have. */
static void check_patches(const struct cgns *g, int64_t first)
{
    static const int expected[6] = {20, 20, 24, 24, 30, 30};
    int n = 0;
    CHECK(cg_nbocos(g->file, 1, 1, &n) == CG_OK && n == 6, "%d patches", n);
    for (int b = 1; b <= n; b++) {
        char name[33];
        CGNS_ENUMT(BCType_t) type;
        CGNS_ENUMT(PointSetType_t) set;
        CGNS_ENUMT(DataType_t) normals;
        int index, sets;
        cgsize_t points, normal_size, range[2] = {0, 0};
        cg_boco_info(g->file, 1, 1, b, name, &type, &set, &points, &index, &normal_size, &normals, &sets);
        CHECK(cg_boco_read(g->file, 1, 1, b, range, NULL) == CG_OK, "%s", cg_get_error());
        CHECK(strcmp(name, box_patch[b - 1]) == 0 && type == CGNS_ENUMV(BCWallInviscid), "patch %s of type %d", name,
              (int)type);
        CHECK(range[0] == first && range[1] == first + expected[b - 1] - 1, "%s: %d to %d", name, (int)range[0],
              (int)range[1]);
        first = range[1] + 1;
    }
}

static void cgns_sections(void)
{
    static struct cgns g;
    char out[96];
    CHECK(export_box("cgns", false, false, out) == 0, "%s", error_message());
    read_cgns(out, &g);
    if (check_case_failures)
        return;
    check_numbering(&g);
    CHECK(g.n_sections == 7, "%d sections", g.n_sections);
    check_patches(&g, 121);
    double enclosed = 0;
    for (int s = 1; s <= g.n_sections; s++) {
        char name[33];
        CGNS_ENUMT(ElementType_t) type;
        cgsize_t start, end, node[8 * 120];
        int n_boundary, parents, corners = s == 1 ? 8 : 4;
        cg_section_read(g.file, 1, 1, s, name, &type, &start, &end, &n_boundary, &parents);
        CHECK(type == (s == 1 ? CGNS_ENUMV(HEXA_8) : CGNS_ENUMV(QUAD_4)), "%s is of type %d", name, (int)type);
        CHECK(cg_elements_read(g.file, 1, 1, s, node, NULL) == CG_OK, "%s", cg_get_error());
        for (int64_t i = 0; i <= end - start; i++) {
            int64_t corner[8];
            for (int k = 0; k < corners; k++)
                corner[k] = node[corners * i + k] - 1;
            double centre[3];
            centre_of(g.x, g.n_nodes, corner, corners, centre);
            if (s == 1)
                CHECK_NEAR(g.pressure[i], linear(centre), 1e-12); /* elements in the mesh's order */
            else
                enclosed += cone(g.x, g.n_nodes, corner, 4);
        }
    }
    CHECK_NEAR(enclosed, 1, 1e-12);
    cg_close(g.file);
}

static void cgns_polyhedra(void)
{
    static struct cgns g;
    static cgsize_t node[ROOM], face_offset[ROOM], face[ROOM], offset[ROOM];
    char out[96];
    CHECK(export_box("cgns", false, true, out) == 0, "%s", error_message());
    read_cgns(out, &g);
    if (check_case_failures)
        return;
    check_numbering(&g);
    CHECK(g.n_sections == 2, "%d sections", g.n_sections);
    check_patches(&g, 1); /* boundary faces come first */
    CHECK(cg_poly_elements_read(g.file, 1, 1, 1, node, face_offset, NULL) == CG_OK, "%s", cg_get_error());
    CHECK(cg_poly_elements_read(g.file, 1, 1, 2, face, offset, NULL) == CG_OK, "%s", cg_get_error());
    for (int64_t i = 0; i < g.n_cells; i++) {
        double volume = 0;
        CHECK(offset[i + 1] - offset[i] == 6, "cell %d", (int)i);
        for (cgsize_t k = offset[i]; k < offset[i + 1]; k++) {
            cgsize_t f = (face[k] < 0 ? -face[k] : face[k]) - 1;
            int64_t corner[4];
            for (int m = 0; m < 4; m++)
                corner[m] = node[face_offset[f] + m] - 1;
            volume += (face[k] < 0 ? -1 : 1) * cone(g.x, g.n_nodes, corner, 4);
        }
        CHECK_NEAR(volume, 1.0 / 120, 1e-13); /* signs say which way normals point */
    }
    cg_close(g.file);
}

/* A zone of quadrilaterals: the volume of the cones below them. */
static double cgns_surface_zone(int file, int zone, int64_t *n_faces)
{
    static const char *const axis[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    static double x[3 * ROOM], pressure[ROOM];
    static cgsize_t node[ROOM];
    char name[33];
    cgsize_t size[9] = {0}, one = 1;
    double volume = 0;
    CHECK(cg_zone_read(file, 1, zone, name, size) == CG_OK, "%s", cg_get_error());
    for (int c = 0; c < 3; c++)
        CHECK(cg_coord_read(file, 1, zone, axis[c], CGNS_ENUMV(RealDouble), &one, size, x + c * size[0]) == CG_OK, "%s",
              cg_get_error());
    CHECK(cg_elements_read(file, 1, zone, 1, node, NULL) == CG_OK, "%s", cg_get_error());
    CHECK(cg_field_read(file, 1, zone, 1, "Pressure", CGNS_ENUMV(RealDouble), &one, &size[1], pressure) == CG_OK, "%s",
          cg_get_error());
    for (cgsize_t i = 0; i < size[1] && check_case_failures == 0; i++) {
        int64_t corner[4];
        double centre[3];
        for (int k = 0; k < 4; k++)
            corner[k] = node[4 * i + k] - 1;
        centre_of(x, size[0], corner, 4, centre);
        CHECK_NEAR(pressure[i], linear(centre), 1e-12); /* rounding */
        volume += cone(x, size[0], corner, 4);
    }
    *n_faces += size[1];
    return volume;
}

static void cgns_surface(void)
{
    char out[96], base[33];
    int file, cells = 0, space = 0, n_zones = 0;
    int64_t n_faces = 0;
    double volume = 0;
    CHECK(export_box("cgns", true, false, out) == 0, "%s", error_message());
    CHECK(cg_open(out, CG_MODE_READ, &file) == CG_OK, "%s", cg_get_error());
    CHECK(cg_base_read(file, 1, base, &cells, &space) == CG_OK && cells == 2 && space == 3, "%d, %d", cells, space);
    CHECK(cg_nzones(file, 1, &n_zones) == CG_OK && n_zones == 3, "%d zones", n_zones);
    for (int zone = 1; zone <= n_zones; zone++)
        volume += cgns_surface_zone(file, zone, &n_faces);
    CHECK(n_faces == 148, "%d faces", (int)n_faces);
    CHECK_NEAR(volume, 1, 1e-12); /* the boundary encloses the box */
    cg_close(file);
}

static void refusals(void)
{
    char out[96];
    CHECK(export_box("ply", true, false, out) != 0 && strstr(error_message(), "plt"), "%s", error_message());
    struct box b = {.n = {3, 3, 3}, .length = {1, 1, 1}, .n_ranks = 1, .pressure = linear};
    struct results r;
    char folder[64], results[80];
    snprintf(folder, sizeof folder, "%s/refused", top);
    snprintf(results, sizeof results, "%s/results", folder);
    CHECK(box_write(&b, folder) == 0 && results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    static const char *const format[] = {"vtkhdf", "plt", "cgns"};
    for (int i = 0; i < 3; i++) {
        struct export_options o = {.format = format[i], .out = "/nowhere/at/all", .quiet = true};
        CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "/nowhere/at/all"), "%s", error_message());
        o.out = out;
        o.variables = "density,presure";
        CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "did you mean pressure"), "%s", error_message());
        CHECK(access(out, F_OK) != 0, "%s is there", out);
    }
    results_close(&r);
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(vtkhdf_volume);
    CASE(vtkhdf_surface);
    CASE(plt_files);
    CASE(cgns_sections);
    CASE(cgns_polyhedra);
    CASE(cgns_surface);
    CASE(refusals);
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
