/* cgns_box.h: one and the same box of hexahedra written to CGNS files in many ways,
 * and the mesh that each must become.
 *
 * The box is [0,1]^3 with N[0] x N[1] x N[2] cells; inner nodes are displaced
 * smoothly, the sides stay plane, so that the volume is 1 whatever the rest does.
 * A zone is a part of the lattice with its own order and sense of the indices.
 */
#ifndef UFV_TESTS_CGNS_BOX_H
#define UFV_TESTS_CGNS_BOX_H

#include "cgns_files.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "mesh/mesh_check.h"
#include "progress/progress.h"
#include "run/mesh_from_raw.h"

static const int N[3] = {6, 4, 5};

static int fn; /* file being written */

static const char *const side_name[6] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};
static const CGNS_ENUMT(BCType_t) side_type[6] = {CGNS_ENUMV(BCWallViscous),   CGNS_ENUMV(BCFarfield),
                                                  CGNS_ENUMV(BCSymmetryPlane), CGNS_ENUMV(BCWallInviscid),
                                                  CGNS_ENUMV(BCInflow),        CGNS_ENUMV(BCOutflowSubsonic)};

/* What is made of the unit box, NULL for nothing. */
static void (*bend)(double x[3]);

/* Place of lattice point g. */
static inline void place(const int g[3], double x[3])
{
    double s = 0.04 / 6.0;
    for (int d = 0; d < 3; d++) {
        x[d] = (double)g[d] / N[d];
        s *= 6.0 * sin(M_PI * x[d]);
    }
    for (int d = 0; d < 3; d++)
        x[d] += s * (d == 0 ? 0.5 : d == 1 ? -0.3 : 0.2) / 6.0;
    if (bend)
        bend(x);
}

/* A part of the lattice: local index d runs along axis[d], upwards or downwards. */
struct part {
    const char *name;
    int low[3], high[3];
    int axis[3], up[3];
};

static inline void local_index(const struct part *p, const int g[3], cgsize_t index[3])
{
    for (int d = 0; d < 3; d++) {
        int a = p->axis[d];
        index[d] = 1 + (p->up[d] ? g[a] - p->low[a] : p->high[a] - g[a]);
    }
}

static inline void global_index(const struct part *p, const int index[3], int g[3])
{
    for (int d = 0; d < 3; d++) {
        int a = p->axis[d];
        g[a] = p->up[d] ? p->low[a] + index[d] : p->high[a] - index[d];
    }
}

/* The corners in the part's own indices; where it runs downwards the first is the larger, as ranges of interfaces may
 * be. */
static inline void part_range(const struct part *p, const int low[3], const int high[3], cgsize_t range[6])
{
    local_index(p, low, range);
    local_index(p, high, range + 3);
}

static inline void file_begin_as(const char *name, int type, int cell_dim, int physical_dim)
{
    int base;
    name_file(name);
    put(cg_set_file_type(type));
    put(cg_open(file_path, CG_MODE_WRITE, &fn));
    put(cg_base_write(fn, "Base", cell_dim, physical_dim, &base));
}

static inline void file_begin(const char *name)
{
    file_begin_as(name, CG_FILE_HDF5, 3, 3);
}

static inline void file_end(void)
{
    put(cg_close(fn));
}

static inline void coordinates_write(int zone, int n_dims, double *const x[3])
{
    static const char *const axis[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    int c;
    for (int d = 0; d < n_dims; d++)
        put(cg_coord_write(fn, 1, zone, CGNS_ENUMV(RealDouble), axis[d], x[d], &c));
}

/* The zone's number in the file. */
static inline int part_write(const struct part *p)
{
    cgsize_t size[9] = {0};
    double *x[3];
    int zone, n = 1;
    for (int d = 0; d < 3; d++) {
        int a = p->axis[d];
        size[d] = p->high[a] - p->low[a] + 1;
        size[3 + d] = size[d] - 1;
        n *= (int)size[d];
    }
    for (int d = 0; d < 3; d++)
        x[d] = malloc((size_t)n * sizeof **x);
    for (int v = 0; v < n; v++) {
        int index[3] = {v % (int)size[0], v / (int)size[0] % (int)size[1], v / (int)(size[0] * size[1])}, g[3];
        double at[3];
        global_index(p, index, g);
        place(g, at);
        for (int d = 0; d < 3; d++)
            x[d][v] = at[d];
    }
    put(cg_zone_write(fn, 1, p->name, size, CGNS_ENUMV(Structured), &zone));
    coordinates_write(zone, 3, x);
    for (int d = 0; d < 3; d++)
        free(x[d]);
    return zone;
}

/* Boundary conditions on the sides of the box that the part touches. */
static inline void part_sides(const struct part *p, int zone)
{
    for (int side = 0; side < 6; side++) {
        int d = side / 2, end = side % 2 ? N[d] : 0, low[3], high[3], bc;
        cgsize_t range[6];
        memcpy(low, p->low, sizeof low);
        memcpy(high, p->high, sizeof high);
        if ((side % 2 ? high[d] : low[d]) != end)
            continue;
        low[d] = high[d] = end;
        part_range(p, low, high, range);
        put(cg_boco_write(fn, 1, zone, side_name[side], side_type[side], CGNS_ENUMV(PointRange), 2, range, &bc));
    }
}

/* Where the two parts meet, if they share a face: its corners. */
static inline int common_face(const struct part *a, const struct part *b, int low[3], int high[3])
{
    int thin = 0;
    for (int d = 0; d < 3; d++) {
        low[d] = a->low[d] > b->low[d] ? a->low[d] : b->low[d];
        high[d] = a->high[d] < b->high[d] ? a->high[d] : b->high[d];
        if (low[d] > high[d])
            return 0;
        thin += low[d] == high[d];
    }
    return thin == 1;
}

/* CGNS's Transform: entry d says along which index of b, from 1, and in which sense a's index d runs. */
static inline void transform_of(const struct part *a, const struct part *b, int transform[3])
{
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++)
            if (a->axis[d] == b->axis[e])
                transform[d] = (a->up[d] == b->up[e] ? 1 : -1) * (e + 1);
}

/* The 1-to-1 interface of part a with part b, if they meet. */
static inline void part_join(const struct part *a, int zone, const struct part *b)
{
    int low[3], high[3], transform[3], conn;
    cgsize_t range[6], donor[6];
    char name[33];
    if (!common_face(a, b, low, high))
        return;
    part_range(a, low, high, range);
    part_range(b, low, high, donor);
    transform_of(a, b, transform);
    snprintf(name, sizeof name, "to %s", b->name);
    put(cg_1to1_write(fn, 1, zone, name, b->name, range, donor, transform, &conn));
}

/* ---- reading ------------------------------------------------------------------------ */

/* A file read and made into faces and metrics. */
struct built {
    struct raw_mesh raw; /* patches, periodic faces */
    struct mesh mesh;
    struct metrics metrics;
    struct mesh_findings found;
    int good;
};

/* Everything up to mesh_check(): a reader that gives cells inside out, faces that do not meet or patches beside the
 * boundary is found out here. */
static inline struct built build_with(const struct cgns_read_options *o)
{
    struct built b;
    memset(&b, 0, sizeof b);
    b.good = read_with(o, &b.raw) == 0;
    CHECK(b.good, "%s", error_message());
    if (!b.good)
        return b;
    b.good = mesh_build(&b.raw, &b.mesh, &b.found) == 0;
    CHECK(b.good, "%s", error_message());
    if (!b.good)
        return b;
    metrics_compute(&b.mesh, &b.metrics);
    b.good = mesh_check(file_path, &b.mesh, &b.metrics, &b.raw, &b.found) == 0;
    CHECK(b.good, "%s", error_message());
    return b;
}

static inline struct built build(void)
{
    return build_with(NULL);
}

static inline void release(struct built *b)
{
    raw_mesh_free(&b->raw);
    mesh_free(&b->mesh);
    metrics_free(&b->metrics);
}

static inline double total_volume(const struct built *b)
{
    double sum = 0.0;
    for (int64_t c = 0; c < b->mesh.n_cells; c++)
        sum += b->metrics.volume[c];
    return sum;
}

static inline int64_t patch_faces(const struct built *b, const char *name)
{
    for (int p = 0; p < b->mesh.n_patches; p++)
        if (strcmp(b->mesh.patch[p].name, name) == 0)
            return b->mesh.patch[p].n_faces;
    return -1;
}

static inline int64_t cells_of_type(const struct built *b, int type)
{
    int64_t n = 0;
    for (int64_t c = 0; c < b->mesh.n_cells; c++)
        n += b->mesh.cell_type[c] == type;
    return n;
}

/* ---- what the whole box must be -------------------------------------------------------- */

/* Nodes of cell (i, j, k) of the lattice about its vertex mean; eight times that
 * mean identifies the cell. */
static inline void lattice_mean(int i, int j, int k, double mean[3])
{
    for (int d = 0; d < 3; d++)
        mean[d] = 0.0;
    for (int c = 0; c < 8; c++) {
        int g[3] = {i + (c & 1), j + (c >> 1 & 1), k + (c >> 2 & 1)};
        double x[3];
        place(g, x);
        for (int d = 0; d < 3; d++)
            mean[d] += x[d] / 8.0;
    }
}

/* Each cell of the lattice is there once. Sums of eight coordinates below 2 in
 * another order differ by less than 1e-14; cells are 0.1 apart. */
static inline void check_cells_are_the_lattice(const struct built *b)
{
    for (int k = 0; k < N[2]; k++)
        for (int j = 0; j < N[1]; j++)
            for (int i = 0; i < N[0]; i++) {
                double want[3], mean[3];
                int times = 0;
                lattice_mean(i, j, k, want);
                for (int64_t c = 0; c < b->mesh.n_cells; c++) {
                    mesh_cell_place(&b->mesh, c, mean);
                    times += fabs(mean[0] - want[0]) < 1e-14 && fabs(mean[1] - want[1]) < 1e-14 &&
                             fabs(mean[2] - want[2]) < 1e-14;
                }
                CHECK(times == 1, "cell (%d, %d, %d) is there %d times", i, j, k, times);
            }
}

/* Cells, nodes, faces, patches and volume of the whole box. skip: sides without a
 * patch (a bit each). */
static inline void check_whole_box(const struct built *b, int skip)
{
    int n_cells = N[0] * N[1] * N[2], n_nodes = (N[0] + 1) * (N[1] + 1) * (N[2] + 1);
    int n_outer = 2 * (N[0] * N[1] + N[1] * N[2] + N[2] * N[0]);
    if (!b->good)
        return;
    CHECK(b->mesh.n_cells == n_cells && b->mesh.n_nodes == n_nodes, "%ld cells, %ld nodes", (long)b->mesh.n_cells,
          (long)b->mesh.n_nodes);
    CHECK(b->mesh.n_boundary == n_outer && b->mesh.n_faces == (6 * n_cells + n_outer) / 2, "%ld faces, %ld outer",
          (long)b->mesh.n_faces, (long)b->mesh.n_boundary);
    CHECK(b->found.stray == 0 && b->found.doubly == 0, "%ld stray faces", (long)b->found.stray);
    for (int side = 0; side < 6; side++) {
        int d = side / 2, n = N[(d + 1) % 3] * N[(d + 2) % 3];
        if (!(skip >> side & 1))
            CHECK(patch_faces(b, side_name[side]) == n, "%s: %ld faces", side_name[side],
                  (long)patch_faces(b, side_name[side]));
    }
    /* 120 volumes of about 0.01, each rounded at 1e-18. */
    CHECK_NEAR(total_volume(b), 1.0, 1e-14);
    check_cells_are_the_lattice(b);
}

#endif
