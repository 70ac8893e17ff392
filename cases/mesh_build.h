/* mesh_build.h: what the mesh generators share: a growing unstructured mesh,
 * hexahedra split into other shapes so that neighbours still match, volumes and
 * angles, and a CGNS file. Header only: each generator is one object file.
 *
 * A generator adds nodes, then hexahedra in some style, then the boundary
 * quadrilaterals in the same style. Corners of a hexahedron are in the order of
 * CGNS HEXA_8; 0-1-2-3 is its base:
 *
 *        7-------6        prisms and tetrahedra: base and top are cut from
 *       /|      /|        corner 0 to 2 and 4 to 6; the other faces (of
 *      4-------5 |        tetrahedra) from the corner with the lowest number,
 *      | 3-----|-2        so that both sides of a face agree (Dompierre,
 *      |/      |/         Labbe, Vallet, Camarero 1999, "How to subdivide
 *      0-------1          pyramids, prisms and hexahedra into tetrahedra").
 */
#ifndef UFV_CASES_MESH_BUILD_H
#define UFV_CASES_MESH_BUILD_H

#include <cgnslib.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum mesh_style { STYLE_TET, STYLE_PYRAMID, STYLE_PRISM, STYLE_HEX, STYLE_JOINT, N_SHAPES = 4 };

static const char *const mesh_shape_name[N_SHAPES] = {"tet", "pyramid", "prism", "hex"};
static const ElementType_t mesh_shape_type[N_SHAPES] = {TETRA_4, PYRA_5, PENTA_6, HEXA_8};
static const int mesh_shape_nodes[N_SHAPES] = {4, 5, 6, 8};

/* Faces seen from outside, corners 0-based, -1: a triangle. */
static const int mesh_shape_faces[N_SHAPES] = {4, 5, 5, 6};
static const int mesh_shape_face[N_SHAPES][6][4] = {
    {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}},
    {{0, 3, 2, 1}, {0, 1, 4, -1}, {1, 2, 4, -1}, {2, 3, 4, -1}, {3, 0, 4, -1}},
    {{0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}, {0, 2, 1, -1}, {3, 4, 5, -1}},
    {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {0, 4, 7, 3}, {4, 5, 6, 7}},
};

struct mesh_list {
    cgsize_t *v; /* owned; node numbers, 1-based */
    size_t n, capacity;
};

enum { MESH_MAX_PATCHES = 8, MESH_NAME = 33 };

struct mesh_patch {
    char name[MESH_NAME];
    BCType_t bc;
    struct mesh_list tri, quad;
};

struct mesh {
    double *x; /* [3 * n_nodes], node by node */
    size_t n_nodes, node_capacity;
    struct mesh_list cell[N_SHAPES];
    struct mesh_patch patch[MESH_MAX_PATCHES];
    int n_patches;
};

struct mesh_quality {
    double volume_min, volume_max, volume_sum;
    double angle_min, angle_max; /* degrees, between neighbouring edges of a face */
    size_t n_negative;
};

static char mesh_temporary[4096]; /* the file that is being written, while it is */

static inline void mesh_fail(const char *what, const char *about)
{
    fprintf(stderr, "%s: %s\n", what, about);
    if (mesh_temporary[0])
        remove(mesh_temporary);
    exit(1);
}

/* wrong usage, as in the programs proper */
static inline void mesh_usage(const char *what, const char *about)
{
    fprintf(stderr, "%s: %s\n", what, about);
    exit(2);
}

static inline void *mesh_grow(void *p, size_t bytes)
{
    p = realloc(p, bytes);
    if (!p)
        mesh_fail("memory", "not enough for this mesh; ask for fewer cells");
    return p;
}

static inline cgsize_t mesh_node(struct mesh *m, double x, double y, double z)
{
    if (m->n_nodes == m->node_capacity) {
        m->node_capacity = m->node_capacity ? 2 * m->node_capacity : 4096;
        m->x = mesh_grow(m->x, 3 * m->node_capacity * sizeof *m->x);
    }
    double *p = m->x + 3 * m->n_nodes++;
    p[0] = x, p[1] = y, p[2] = z;
    return (cgsize_t)m->n_nodes;
}

static inline void mesh_list_add(struct mesh_list *l, const cgsize_t *v, size_t n)
{
    if (l->n + n > l->capacity) {
        l->capacity = 2 * l->capacity + n + 1024;
        l->v = mesh_grow(l->v, l->capacity * sizeof *l->v);
    }
    memcpy(l->v + l->n, v, n * sizeof *v);
    l->n += n;
}

static inline void mesh_free(struct mesh *m)
{
    free(m->x);
    for (int s = 0; s < N_SHAPES; s++)
        free(m->cell[s].v);
    for (int p = 0; p < m->n_patches; p++) {
        free(m->patch[p].tri.v);
        free(m->patch[p].quad.v);
    }
}

static inline int mesh_patch_add(struct mesh *m, const char *name, BCType_t bc)
{
    if (m->n_patches == MESH_MAX_PATCHES)
        mesh_fail(name, "too many patches");
    struct mesh_patch *p = &m->patch[m->n_patches];
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s", name);
    p->bc = bc;
    return m->n_patches++;
}

/* ---- splitting ----------------------------------------------------------------*/
static inline int mesh_lowest(const cgsize_t *v, int n)
{
    int low = 0;
    for (int a = 1; a < n; a++)
        low = v[a] < v[low] ? a : low;
    return low;
}

/* The two triangles of a quadrilateral, cut at its lowest node or at corner 0. */
static inline void mesh_cut_quad(const cgsize_t q[4], bool is_base, cgsize_t t[2][3])
{
    int a = is_base ? 0 : mesh_lowest(q, 4);
    for (int h = 0; h < 2; h++) {
        t[h][0] = q[a];
        t[h][1] = q[(a + 1 + h) % 4];
        t[h][2] = q[(a + 2 + h) % 4];
    }
}

static inline void mesh_cut_prism(struct mesh *m, const cgsize_t p[6])
{
    static const int turn[6][6] = {{0, 1, 2, 3, 4, 5}, {1, 2, 0, 4, 5, 3}, {2, 0, 1, 5, 3, 4},
                                   {3, 5, 4, 0, 2, 1}, {4, 3, 5, 1, 0, 2}, {5, 4, 3, 2, 1, 0}};
    static const int tets[2][3][4] = {{{0, 1, 2, 5}, {0, 1, 5, 4}, {0, 4, 5, 3}},
                                      {{0, 1, 2, 4}, {0, 4, 2, 5}, {0, 4, 5, 3}}};
    cgsize_t v[6];
    const int *order = turn[mesh_lowest(p, 6)];
    for (int a = 0; a < 6; a++)
        v[a] = p[order[a]];
    cgsize_t far[4] = {v[1], v[2], v[5], v[4]}; /* the face that does not touch v[0] */
    int low = mesh_lowest(far, 4);
    const int(*cut)[4] = tets[low == 0 || low == 2 ? 0 : 1];
    for (int t = 0; t < 3; t++) {
        cgsize_t tet[4];
        for (int a = 0; a < 4; a++)
            tet[a] = v[cut[t][a]];
        mesh_list_add(&m->cell[STYLE_TET], tet, 4);
    }
}

/* A node in the middle and one pyramid per face; faces in `cut` (a bit each)
 * become two tetrahedra instead, to meet a neighbour made of tetrahedra. */
static inline void mesh_cut_around_centre(struct mesh *m, const cgsize_t h[8], unsigned cut)
{
    double c[3] = {0, 0, 0};
    for (int a = 0; a < 8; a++)
        for (int d = 0; d < 3; d++)
            c[d] += m->x[3 * (h[a] - 1) + d] / 8;
    cgsize_t centre = mesh_node(m, c[0], c[1], c[2]);
    for (int f = 0; f < 6; f++) {
        cgsize_t q[4], t[2][3];
        for (int a = 0; a < 4; a++)
            q[a] = h[mesh_shape_face[STYLE_HEX][f][a]];
        if (cut & (1u << f)) {
            mesh_cut_quad(q, false, t);
            for (int s = 0; s < 2; s++)
                mesh_list_add(&m->cell[STYLE_TET], (cgsize_t[]){t[s][0], t[s][2], t[s][1], centre}, 4);
        } else {
            mesh_list_add(&m->cell[STYLE_PYRAMID], (cgsize_t[]){q[0], q[3], q[2], q[1], centre}, 5);
        }
    }
}

/* STYLE_JOINT: pyramids, but tetrahedra on face 1-2-6-5. */
static inline void mesh_hex(struct mesh *m, enum mesh_style style, const cgsize_t h[8])
{
    cgsize_t prism[2][6] = {{h[0], h[1], h[2], h[4], h[5], h[6]}, {h[0], h[2], h[3], h[4], h[6], h[7]}};
    if (style == STYLE_HEX)
        mesh_list_add(&m->cell[STYLE_HEX], h, 8);
    else if (style == STYLE_PYRAMID || style == STYLE_JOINT)
        mesh_cut_around_centre(m, h, style == STYLE_JOINT ? 1u << 2 : 0);
    else
        for (int s = 0; s < 2; s++)
            if (style == STYLE_PRISM)
                mesh_list_add(&m->cell[STYLE_PRISM], prism[s], 6);
            else
                mesh_cut_prism(m, prism[s]);
}

/* A boundary quadrilateral, seen from outside; is_base: it is the base or the
 * top of its hexahedron, and q[0] is corner 0, 2, 4 or 6. */
static inline void mesh_boundary(struct mesh *m, int patch, enum mesh_style style, const cgsize_t q[4], bool is_base)
{
    if (style == STYLE_TET || (style == STYLE_PRISM && is_base)) {
        cgsize_t t[2][3];
        mesh_cut_quad(q, is_base, t);
        mesh_list_add(&m->patch[patch].tri, t[0], 6);
    } else {
        mesh_list_add(&m->patch[patch].quad, q, 4);
    }
}

/* ---- checking -------------------------------------------------------------------*/
static inline void mesh_difference(const double a[3], const double b[3], double d[3])
{
    for (int k = 0; k < 3; k++)
        d[k] = a[k] - b[k];
}

static inline double mesh_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double mesh_triple(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

static inline void mesh_mean(const struct mesh *m, const cgsize_t *v, int n, double c[3])
{
    c[0] = c[1] = c[2] = 0;
    for (int a = 0; a < n; a++)
        for (int d = 0; d < 3; d++)
            c[d] += m->x[3 * (v[a] - 1) + d] / n;
}

static inline void mesh_face_angles(const struct mesh *m, const cgsize_t *v, int n, struct mesh_quality *q)
{
    for (int a = 0; a < n; a++) {
        double e[3], f[3];
        const double *at = m->x + 3 * (v[a] - 1);
        mesh_difference(m->x + 3 * (v[(a + 1) % n] - 1), at, e);
        mesh_difference(m->x + 3 * (v[(a + n - 1) % n] - 1), at, f);
        double cosine = mesh_dot(e, f) / sqrt(mesh_dot(e, e) * mesh_dot(f, f));
        double angle = acos(fmax(-1, fmin(1, cosine))) * 180 / acos(-1.0);
        q->angle_min = fmin(q->angle_min, angle);
        q->angle_max = fmax(q->angle_max, angle);
    }
}

/* Volume by tetrahedra from the cell's mean point to the triangles around each
 * face's mean point; a cell with any of them not positive counts as negative
 * (it could not be seen whole from its centre). */
static inline double mesh_cell_volume(const struct mesh *m, int shape, const cgsize_t *cell, struct mesh_quality *q)
{
    double centre[3], sum = 0;
    bool positive = true;
    mesh_mean(m, cell, mesh_shape_nodes[shape], centre);
    for (int f = 0; f < mesh_shape_faces[shape]; f++) {
        const int *corner = mesh_shape_face[shape][f];
        int n = corner[3] < 0 ? 3 : 4;
        cgsize_t v[4];
        double mid[3], part = 0;
        for (int a = 0; a < n; a++)
            v[a] = cell[corner[a]];
        mesh_mean(m, v, n, mid);
        mesh_difference(mid, centre, mid);
        mesh_face_angles(m, v, n, q);
        for (int a = 0; a < n; a++) {
            double e[3], g[3];
            mesh_difference(m->x + 3 * (v[a] - 1), centre, e);
            mesh_difference(m->x + 3 * (v[(a + 1) % n] - 1), centre, g);
            part += mesh_triple(mid, e, g) / 6;
        }
        positive &= part > 0;
        sum += part;
    }
    q->n_negative += !(positive && sum > 0);
    return sum;
}

static inline struct mesh_quality mesh_measure(const struct mesh *m)
{
    struct mesh_quality q = {.volume_min = HUGE_VAL, .angle_min = 180};
    for (int s = 0; s < N_SHAPES; s++)
        for (size_t i = 0; i < m->cell[s].n; i += (size_t)mesh_shape_nodes[s]) {
            double v = mesh_cell_volume(m, s, m->cell[s].v + i, &q);
            q.volume_min = fmin(q.volume_min, v);
            q.volume_max = fmax(q.volume_max, v);
            q.volume_sum += v;
        }
    return q;
}

/* ---- writing --------------------------------------------------------------------*/
static inline void mesh_cg(int status, const char *path)
{
    if (status != CG_OK)
        mesh_fail(path, cg_get_error());
}

static inline cgsize_t mesh_write_section(int f, const char *path, const char *name, ElementType_t type,
                                          const struct mesh_list *l, int nodes, cgsize_t next)
{
    int section;
    if (l->n == 0)
        return next;
    cgsize_t n = (cgsize_t)(l->n / (size_t)nodes);
    mesh_cg(cg_section_write(f, 1, 1, name, type, next, next + n - 1, 0, l->v, &section), path);
    return next + n;
}

static inline cgsize_t mesh_write_patch(int f, const char *path, const struct mesh_patch *p, cgsize_t next)
{
    char tri[MESH_NAME + 8], quad[MESH_NAME + 8];
    bool both = p->tri.n && p->quad.n;
    int boco;
    snprintf(tri, sizeof tri, "%.27s%s", p->name, both ? "_TRI" : "");
    snprintf(quad, sizeof quad, "%.27s%s", p->name, both ? "_QUAD" : "");
    cgsize_t first = next;
    next = mesh_write_section(f, path, tri, TRI_3, &p->tri, 3, next);
    next = mesh_write_section(f, path, quad, QUAD_4, &p->quad, 4, next);
    if (next > first) {
        cgsize_t range[2] = {first, next - 1};
        mesh_cg(cg_boco_write(f, 1, 1, p->name, p->bc, PointRange, 2, range, &boco), path);
        mesh_cg(cg_boco_gridlocation_write(f, 1, 1, boco, FaceCenter), path);
    }
    return next;
}

static inline void mesh_write_coordinates(int f, const char *path, const struct mesh *m)
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    static const double metre[5] = {0, 1, 0, 0, 0}; /* mass, length, time, temperature, angle */
    double *c = mesh_grow(NULL, (m->n_nodes + 1) * sizeof *c);
    for (int d = 0; d < 3; d++) {
        int index;
        for (size_t i = 0; i < m->n_nodes; i++)
            c[i] = m->x[3 * i + (size_t)d];
        mesh_cg(cg_coord_write(f, 1, 1, RealDouble, name[d], c, &index), path);
        mesh_cg(cg_goto(f, 1, "Zone_t", 1, "GridCoordinates_t", 1, "DataArray_t", index, "end"), path);
        mesh_cg(cg_exponents_write(RealDouble, metre), path);
    }
    free(c);
}

static inline size_t mesh_cells(const struct mesh *m)
{
    size_t n = 0;
    for (int s = 0; s < N_SHAPES; s++)
        n += m->cell[s].n / (size_t)mesh_shape_nodes[s];
    return n;
}

/* ---- files: written beside their names and renamed --------------------------------*/

/* A rename would put a file in place of a device or FIFO. */
static inline void mesh_check_output(const char *path)
{
    struct stat s;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        mesh_fail(path, S_ISDIR(s.st_mode) ? "is a folder; give the name of a file"
                                           : "is no plain file, which the mesh would replace; give another name");
}

/* An HDF5 CGNS file to write; closed by mesh_close_output(). */
static inline int mesh_open_output(const char *path)
{
    int f;
    mesh_check_output(path);
    if (snprintf(mesh_temporary, sizeof mesh_temporary, "%s.tmp", path) >= (int)sizeof mesh_temporary) {
        mesh_temporary[0] = '\0';
        mesh_fail(path, "the name is too long");
    }
    remove(mesh_temporary);
    mesh_cg(cg_set_file_type(CG_FILE_HDF5), path);
    mesh_cg(cg_open(mesh_temporary, CG_MODE_WRITE, &f), path);
    return f;
}

static inline void mesh_close_output(int f, const char *path)
{
    mesh_cg(cg_close(f), path);
    if (rename(mesh_temporary, path) != 0)
        mesh_fail(path, "cannot be written; check the folder and its permissions");
    mesh_temporary[0] = '\0';
}

/* One zone, metres. */
static inline void mesh_write(const struct mesh *m, const char *path)
{
    static const char *const section[N_SHAPES] = {"Tetrahedra", "Pyramids", "Prisms", "Hexahedra"};
    int f = mesh_open_output(path), base, zone;
    mesh_cg(cg_base_write(f, "Base", 3, 3, &base), path);
    mesh_cg(cg_goto(f, base, "end"), path);
    mesh_cg(cg_dataclass_write(Dimensional), path);
    mesh_cg(cg_units_write(Kilogram, Meter, Second, Kelvin, Degree), path);
    cgsize_t size[3] = {(cgsize_t)m->n_nodes, (cgsize_t)mesh_cells(m), 0}, next = 1;
    mesh_cg(cg_zone_write(f, base, "Zone", size, Unstructured, &zone), path);
    mesh_write_coordinates(f, path, m);
    for (int s = 0; s < N_SHAPES; s++)
        next = mesh_write_section(f, path, section[s], mesh_shape_type[s], &m->cell[s], mesh_shape_nodes[s], next);
    for (int p = 0; p < m->n_patches; p++)
        next = mesh_write_patch(f, path, &m->patch[p], next);
    mesh_close_output(f, path);
}

/* Measures, prints one line per fact, refuses a mesh with a bad cell, writes. */
static inline void mesh_finish(const struct mesh *m, const char *path)
{
    struct mesh_quality q = mesh_measure(m);
    printf("cells %zu", mesh_cells(m));
    for (int s = 0; s < N_SHAPES; s++)
        if (m->cell[s].n)
            printf("  %s %zu", mesh_shape_name[s], m->cell[s].n / (size_t)mesh_shape_nodes[s]);
    printf("\nnodes %zu\nvolume %.6g, of a cell %.4g to %.4g m3\nface angles %.2f to %.2f degrees\n", m->n_nodes,
           q.volume_sum, q.volume_min, q.volume_max, q.angle_min, q.angle_max);
    for (int p = 0; p < m->n_patches; p++)
        printf("patch %s %s faces %zu\n", m->patch[p].name, BCTypeName[m->patch[p].bc],
               m->patch[p].tri.n / 3 + m->patch[p].quad.n / 4);
    if (q.n_negative) {
        fprintf(stderr, "%s: %zu cells have no positive volume; nothing written; ask for a milder shape\n", path,
                q.n_negative);
        exit(1);
    }
    mesh_write(m, path);
}

static inline BCType_t mesh_bc_type(const char *name)
{
    for (int b = 0; b < NofValidBCTypes; b++)
        if (strcmp(BCTypeName[b], name) == 0)
            return (BCType_t)b;
    mesh_usage(name, "not a CGNS boundary condition type; see --help");
    return BCTypeNull;
}

static inline long mesh_to_long(const char *option, const char *text, long least)
{
    char *end;
    long v = strtol(text, &end, 10);
    if (end == text || *end || v < least || v > 100000)
        mesh_usage(option, "not a whole number in range; see --help");
    return v;
}

static inline double mesh_to_double(const char *option, const char *text)
{
    char *end;
    double v = strtod(text, &end);
    if (end == text || *end || !isfinite(v))
        mesh_usage(option, "not a number; see --help");
    return v;
}

#endif
