/* Faces, metrics, checks, refinement and wall distance on boxes made in memory. */
#include "check.h"

#include "unit/box_mesh.h"
#include "error.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "mesh/mesh_check.h"
#include "mesh/mesh_quality.h"
#include "run/quality_summary.h"
#include "mesh/side_table.h"
#include "run/patch_config.h"
#include "progress/progress.h"
#include "order/rcm.h"
#include "mesh/refine.h"
#include "triangle_tree.h"
#include "wall/wall_distance.h"
#include "run/mesh_from_raw.h"

#include <unistd.h>

static void build(enum box_kind kind, int n, double move, long levels, struct mesh *m, struct metrics *g,
                  struct mesh_findings *found)
{
    struct raw_mesh raw;
    box_mesh(kind, n, move, &raw);
    for (long k = 0; k < levels; k++)
        CHECK(refine_raw_mesh(&raw) == 0, "%s", error_message());
    CHECK(mesh_build(&raw, m, found) == 0, "%s", error_message());
    metrics_compute(m, g);
    CHECK(mesh_check("box", m, g, &raw, found) == 0, "%s: %s", box_name[kind], error_message());
    raw_mesh_free(&raw);
}

static void release(struct mesh *m, struct metrics *g)
{
    mesh_free(m);
    metrics_free(g);
}

static double total(const struct metrics *g)
{
    double sum = 0.0;
    for (int64_t c = 0; c < g->n_cells; c++)
        sum += g->volume[c];
    return sum;
}

/* Each inner face has two cells and each boundary face one, left before right; patches have as many faces as the box's
 * sides, the one given by vertices too. */
static void faces_seen_by_two_cells(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++) {
        struct mesh m;
        struct metrics g;
        struct mesh_findings found;
        build((enum box_kind)kind, 4, 0.2, 0, &m, &g, &found);
        int *seen = calloc((size_t)m.n_faces, sizeof *seen);
        int64_t boundary = 0;
        for (lid c = 0; c < m.n_cells; c++)
            for (int64_t i = m.cell_face_offset[c]; i < m.cell_face_offset[c + 1]; i++) {
                lid f = m.cell_face[i];
                seen[f]++;
                CHECK(m.left[f] == c || m.right[f] == c, "face %d of cell %d", (int)f, (int)c);
            }
        for (int64_t f = 0; f < m.n_faces; f++) {
            CHECK(seen[f] == (mesh_is_boundary(&m, f) ? 1 : 2), "%s: face %d seen %d times", box_name[kind], (int)f,
                  seen[f]);
            CHECK(m.right[f] < 0 || m.left[f] < m.right[f], "face %d", (int)f);
            boundary += mesh_is_boundary(&m, f);
        }
        CHECK(boundary == m.n_boundary, "%d of %d", (int)boundary, (int)m.n_boundary);
        for (int p = 0; p < m.n_patches; p++) {
            int per_quad = kind == BOX_TETRA || (kind == BOX_PRISM && p >= 4) ? 2 : 1;
            int64_t expected = 16 * per_quad;
            if (kind == BOX_MIXED && p >= 4)
                expected = 24; /* half of the columns are prisms */
            CHECK(m.patch[p].n_faces == expected, "%s %s: %d", box_name[kind], m.patch[p].name,
                  (int)m.patch[p].n_faces);
        }
        CHECK(m.n_patches == 6 && found.mirrored == 0 && found.unassigned == 0, "%s", box_name[kind]);
        free(seen);
        release(&m, &g);
    }
}

/* Area vectors of a cell add up to zero and volumes to the box, also where inner nodes were moved. */
static void cells_close_and_fill_the_box(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++)
        for (int move = 0; move < 2; move++) {
            struct mesh m;
            struct metrics g;
            struct mesh_findings found;
            build((enum box_kind)kind, 5, 0.2 * move, 0, &m, &g, &found);
            /* Six areas of rounding 1e-16 each. */
            CHECK(g.closure_max < 1e-14, "%s: %g", box_name[kind], g.closure_max);
            /* A sum of at most 750 volumes, each good to 1e-16 of its size. */
            CHECK_NEAR(total(&g), 1.0, 1e-13);
            release(&m, &g);
        }
}

/* Sum of f S over the faces is V grad f for linear f: exact on planar faces. */
static void linear_fields_by_gauss(void)
{
    static const double slope[3] = {1.7, -0.6, 2.3};
    for (int kind = 0; kind < BOX_N_KINDS; kind++) {
        struct mesh m;
        struct metrics g;
        struct mesh_findings found;
        build((enum box_kind)kind, 4, kind == BOX_TETRA ? 0.2 : 0.0, 0, &m, &g, &found);
        for (lid c = 0; c < m.n_cells; c++) {
            double sum[3] = {0, 0, 0}, first[3] = {0, 0, 0};
            for (int64_t i = m.cell_face_offset[c]; i < m.cell_face_offset[c + 1]; i++) {
                lid f = m.cell_face[i];
                double value = 0.5, sign = m.left[f] == c ? 1.0 : -1.0;
                struct vec3 n, x;
                face_geometry(&m, f, &n, &x);
                const double normal[3] = {n.x, n.y, n.z}, place[3] = {x.x, x.y, x.z};
                for (int d = 0; d < 3; d++)
                    value += slope[d] * place[d];
                for (int d = 0; d < 3; d++) {
                    sum[d] += sign * value * normal[d];
                    first[d] += sign * normal[d] * place[d];
                }
            }
            /* Areas of about 1/16 times rounding of values of order 5. */
            for (int d = 0; d < 3; d++) {
                CHECK_NEAR(sum[d], slope[d] * g.volume[c], 1e-15);
                CHECK_NEAR(first[d], g.volume[c], 1e-15);
            }
        }
        release(&m, &g);
    }
}

/* The one shape whose centroid is known without integration. */
static void centroid_of_tetrahedra_is_the_mean(void)
{
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    build(BOX_TETRA, 4, 0.2, 0, &m, &g, &found);
    for (lid c = 0; c < m.n_cells; c++) {
        double x[3];
        mesh_cell_place(&m, c, x);
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(g.centroid[d * m.n_cells + c], x[d], 1e-14);
    }
    release(&m, &g);
}

/* A cell whose nodes run the other way is turned round, and the metrics are the same. */
static void mirrored_cells_are_turned(void)
{
    for (int kind = 0; kind < 4; kind++) {
        struct raw_mesh raw;
        struct mesh m, plain;
        struct metrics g, plain_g;
        struct mesh_findings found;
        build((enum box_kind)kind, 3, 0.0, 0, &plain, &plain_g, &found);
        box_mesh((enum box_kind)kind, 3, 0.0, &raw);
        int64_t turned = 0;
        for (int64_t c = 0; c < raw.n_cells; c += 3, turned++) {
            lid *v = raw.cell_node + raw.cell_node_offset[c], t = v[1];
            int other = raw.cell_type[c] == ELEMENT_TETRA || raw.cell_type[c] == ELEMENT_PENTA ? 2 : 3;
            v[1] = v[other];
            v[other] = t;
            if (raw.cell_type[c] == ELEMENT_PENTA || raw.cell_type[c] == ELEMENT_HEXA) {
                int up = raw.cell_type[c] == ELEMENT_PENTA ? 3 : 4;
                t = v[1 + up];
                v[1 + up] = v[other + up];
                v[other + up] = t;
            }
        }
        CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
        metrics_compute(&m, &g);
        CHECK(found.mirrored == turned && found.folded == 0, "%d of %d", (int)found.mirrored, (int)turned);
        CHECK(mesh_check("box", &m, &g, &raw, &found) == 0, "%s", error_message());
        for (int64_t c = 0; c < m.n_cells; c++)
            CHECK_NEAR(g.volume[c], plain_g.volume[c], 1e-15);
        raw_mesh_free(&raw);
        release(&m, &g);
        release(&plain, &plain_g);
    }
}

/* Blocks of 8 x 1 x 2, turned about an axis askew: the measures know nothing of axes. */
static void quality_of_turned_blocks(void)
{
    static const double size[3] = {8.0, 1.0, 2.0};
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    struct mesh_quality q;
    box_mesh(BOX_HEXA, 4, 0.0, &raw);
    double c = cos(0.7), s = sin(0.7), d = cos(0.4), e = sin(0.4);
    for (int64_t v = 0; v < raw.n_nodes; v++) {
        double x = size[0] * raw.x[0][v], y = size[1] * raw.x[1][v], z = size[2] * raw.x[2][v];
        raw.x[0][v] = c * x - s * y;
        raw.x[1][v] = d * (s * x + c * y) - e * z;
        raw.x[2][v] = e * (s * x + c * y) + d * z;
    }
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    metrics_compute(&m, &g);
    mesh_quality_measure(&m, &g, &q);
    mesh_quality_measure_more(&m, &g, &q);
    /* Rounding of areas of order one; the angle of a right-angled mesh is the root of it,
     * and so are the eigenvalues of equal edges. */
    CHECK_NEAR(q.of[QUALITY_ASPECT].worst, 8.0, 1e-6);
    CHECK_NEAR(q.of[QUALITY_ASPECT].sum / 64, 8.0, 1e-6);
    CHECK(q.of[QUALITY_ASPECT].n == 64 && q.of[QUALITY_ASPECT].count[2] == 64, "cells in the bin below 10");
    CHECK_NEAR(q.of[QUALITY_ORTHOGONALITY].worst, 0.0, 1e-5);
    CHECK_NEAR(q.of[QUALITY_SKEWNESS].worst, 0.0, 1e-13);
    CHECK_NEAR(q.of[QUALITY_SIZE_RATIO].worst, 1.0, 1e-12);
    CHECK(q.of[QUALITY_SKEWNESS].n == m.n_faces - m.n_boundary, "%d faces", (int)q.of[QUALITY_SKEWNESS].n);
    /* Walls are at xmin and ymax (slip): half a block away, 1 and 1/8. */
    CHECK_NEAR(q.height_min, 0.125, 1e-14);
    CHECK_NEAR(q.height_max, 1.0, 1e-14);
    CHECK(q.n_wall_faces == 32, "%d wall faces", (int)q.n_wall_faces);
    CHECK_NEAR(q.patch_area[0], 2.0, 1e-13);
    CHECK_NEAR(q.patch_area[3], 16.0, 1e-13);
    CHECK_NEAR(q.patch_area[5], 8.0, 1e-13);
    CHECK_NEAR(q.low[0], -s, 1e-14);
    CHECK_NEAR(q.high[0], 8.0 * c, 1e-14);
    raw_mesh_free(&raw);
    mesh_quality_free(&q);
    release(&m, &g);
}

/* Blocks sheared by x += y / 2: two of three faces lean by atan(1/2). */
static void quality_of_sheared_blocks(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    struct mesh_quality q;
    box_mesh(BOX_HEXA, 4, 0.0, &raw);
    for (int64_t v = 0; v < raw.n_nodes; v++)
        raw.x[0][v] += 0.5 * raw.x[1][v];
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    metrics_compute(&m, &g);
    mesh_quality_measure(&m, &g, &q);
    const double lean = atan(0.5) * 180.0 / acos(-1.0);
    const struct quality_values *o = &q.of[QUALITY_ORTHOGONALITY];
    CHECK_NEAR(o->worst, lean, 1e-12); /* rounding of angles of order 10 */
    CHECK_NEAR(o->sum / (double)o->n, 2.0 / 3.0 * lean, 1e-5);
    CHECK(o->count[0] == 48 && o->count[2] == 96, "%d below 10, %d below 30", (int)o->count[0], (int)o->count[2]);
    CHECK_NEAR(q.of[QUALITY_SKEWNESS].worst, 0.0, 1e-13);
    raw_mesh_free(&raw);
    release(&m, &g);
}

/* A mesh in which one node has moved far: what is beyond the limits is said with its place; sound ones have no word. */
static void summary_of_quality(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    struct mesh_quality q;
    struct quality_summary s;
    for (int stretched = 0; stretched < 2; stretched++) {
        box_mesh(BOX_HEXA, 4, 0.0, &raw);
        for (int64_t v = 0; v < raw.n_nodes && stretched; v++)
            /* the first layer is 1e-5 thick, and the second one 40,000 times as thick */
            raw.x[2][v] = raw.x[2][v] == 0.25 ? 1e-5 : raw.x[2][v];
        CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
        metrics_compute(&m, &g);
        mesh_quality_measure(&m, &g, &q);
        quality_summary_make(&m, &q, &s);
        if (!stretched) {
            CHECK(s.n == 0 && q.of[QUALITY_SIZE_RATIO].beyond == 0, "%d lines: %s", s.n, s.line[0]);
        } else {
            CHECK(s.n == 2, "%d lines", s.n);
            CHECK(q.of[QUALITY_SIZE_RATIO].beyond == 16 && q.of[QUALITY_ASPECT].beyond == 16, "%d faces, %d cells",
                  (int)q.of[QUALITY_SIZE_RATIO].beyond, (int)q.of[QUALITY_ASPECT].beyond);
            CHECK(strstr(s.line[0], "16 of 144 faces part cells whose volumes differ by more than 30 (worst 5e+04"),
                  "%s", s.line[0]);
            CHECK(strstr(s.line[1], "16 of 64 cells have an aspect ratio above 10000 (worst 2.5e+04, cell"), "%s",
                  s.line[1]);
        }
        raw_mesh_free(&raw);
        release(&m, &g);
    }
}

/* ---- bad meshes ---- */

/* Builds and checks; returns the status of the check. */
static int status_of(struct raw_mesh *raw, struct mesh_findings *found)
{
    struct mesh m;
    struct metrics g = {0};
    int status = mesh_build(raw, &m, found);
    if (status == 0) {
        metrics_compute(&m, &g);
        status = mesh_check("box", &m, &g, raw, found);
    }
    raw_mesh_free(raw);
    release(&m, &g);
    return status;
}

/* A cell turned inside out by one node, cells without volume, one that stands twice in the file, and no cell at all. */
static void bad_cells_are_refused(void)
{
    struct raw_mesh raw;
    struct mesh_findings found;
    box_mesh(BOX_TETRA, 3, 0.0, &raw);
    raw.x[0][box_node(3, 1, 1, 1)] += 0.9; /* pulled through its neighbours */
    CHECK(status_of(&raw, &found) != 0 && found.folded > 0, "folded %d", (int)found.folded);
    CHECK(strstr(error_message(), "inside out"), "%s", error_message());

    box_mesh(BOX_HEXA, 2, 0.0, &raw);
    for (int d = 0; d < 3; d++)
        for (int v = 0; v < 27; v++)
            raw.x[2][v] = 0.0; /* flat */
    CHECK(status_of(&raw, &found) != 0, "flat cells");
    CHECK(strstr(error_message(), "zero or negative volume"), "%s", error_message());

    box_mesh(BOX_HEXA, 3, 0.0, &raw); /* a cell twice */
    memcpy(raw.cell_node + raw.cell_node_offset[13], raw.cell_node + raw.cell_node_offset[12], 8 * sizeof(lid));
    CHECK(status_of(&raw, &found) != 0, "twice");
    CHECK(strstr(error_message(), "twice") || strstr(error_message(), "three cells"), "%s", error_message());

    memset(&raw, 0, sizeof raw);
    CHECK(status_of(&raw, &found) != 0, "no cells");
}

/* Faces that no patch names and patch faces that lie inside the mesh are no reason to stop, but are told with their
 * numbers. */
static void patch_trouble_is_counted(void)
{
    struct raw_mesh raw;
    struct mesh_findings found;
    box_mesh(BOX_HEXA, 3, 0.0, &raw);
    raw.n_patch_faces -= 2;                                        /* two faces without a patch */
    lid inner[4] = {box_node(3, 1, 1, 1), box_node(3, 2, 1, 1), box_node(3, 2, 2, 1), box_node(3, 1, 2, 1)};
    memcpy(raw.patch_face_node, inner, sizeof inner);              /* an interior face: one more without */
    raw.patch_face_patch[1] = raw.patch_face_patch[1] == 0 ? 1 : 0; /* in another patch: no harm */
    CHECK(status_of(&raw, &found) == 0, "%s", error_message());
    CHECK(found.inside == 1 && found.stray == 0, "inside %d, stray %d", (int)found.inside, (int)found.stray);
    CHECK(found.unassigned == 3, "unassigned %d", (int)found.unassigned);
}

/* A node without cells, and two patches that claim the same face. */
static void unused_nodes_and_double_claims(void)
{
    struct raw_mesh raw;
    struct mesh_findings found;
    box_mesh(BOX_HEXA, 3, 0.0, &raw);
    for (int d = 0; d < 3; d++) {
        MEM_RESIZE(raw.x[d], raw.n_nodes + 1);
        raw.x[d][raw.n_nodes] = 7.0;
    }
    raw.n_nodes++;
    memcpy(raw.patch_face_node + 4, raw.patch_face_node, 4 * sizeof(lid));
    raw.patch_face_patch[1] = (raw.patch_face_patch[0] + 1) % 5;
    CHECK(status_of(&raw, &found) == 0, "%s", error_message());
    CHECK(found.unused_nodes == 1 && found.doubly == 1, "%d %d", (int)found.unused_nodes, (int)found.doubly);
}

/* A hexahedron with one face collapsed to an edge is a prism by its faces. */
static void collapsed_cells(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    box_mesh(BOX_HEXA, 2, 0.0, &raw);
    for (int k = 0; k < 3; k++) /* the edge x = 1, y = 1 .. is pulled into x = 0.5 */
        for (int64_t i = 0; i < raw.cell_node_offset[raw.n_cells]; i++)
            if (raw.cell_node[i] == box_node(2, 2, 2, k))
                raw.cell_node[i] = box_node(2, 1, 2, k);
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    metrics_compute(&m, &g);
    CHECK(mesh_check("box", &m, &g, &raw, &found) == 0, "%s", error_message());
    /* The wedge cut off has the base 1/2 * 1/2 * 1/2 and the height 1. */
    CHECK_NEAR(total(&g), 1.0 - 0.125, 1e-14);
    raw_mesh_free(&raw);
    release(&m, &g);
}

/* ---- refinement ---- */

/* Twice refined: numbers of cells and faces by the patterns of subdivision, the box's volume, and patches with sixteen
 * times as many faces. */
static void refined_meshes(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++)
        for (int move = 0; move < 2; move++) {
            struct mesh m, coarse;
            struct metrics g, coarse_g;
            struct mesh_findings found;
            build((enum box_kind)kind, 3, 0.0, 0, &coarse, &coarse_g, &found);
            build((enum box_kind)kind, 3, 0.15 * move, 2, &m, &g, &found);
            CHECK(found.mirrored == 0 && found.unassigned == 0 && found.stray == 0, "%s: %d %d", box_name[kind],
                  (int)found.mirrored, (int)found.unassigned);
            CHECK_NEAR(total(&g), 1.0, 1e-12); /* thousands of volumes */
            int64_t pyramids = 0;
            for (int64_t c = 0; c < coarse.n_cells; c++)
                pyramids += coarse.cell_type[c] == ELEMENT_PYRA;
            /* A pyramid gives 6 pyramids and 4 tetrahedra: 6 * 10 + 4 * 8 after the second. */
            CHECK(m.n_cells == 64 * (coarse.n_cells - pyramids) + 92 * pyramids, "%s: %d cells", box_name[kind],
                  (int)m.n_cells);
            CHECK(m.n_boundary == 16 * coarse.n_boundary, "%s: %d boundary faces", box_name[kind], (int)m.n_boundary);
            for (int p = 0; p < 6; p++)
                CHECK(m.patch[p].n_faces == 16 * coarse.patch[p].n_faces, "%s %s", box_name[kind], m.patch[p].name);
            release(&m, &g);
            release(&coarse, &coarse_g);
        }
}

/* ---- wall distance ---- */

/* From plane walls the distance is a coordinate of the centroid, to the last bits; slip walls are no walls here, and
 * without walls there is a mark instead of a distance. */
static void distance_to_planes(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++) {
        struct mesh m;
        struct metrics g;
        struct mesh_findings found;
        build((enum box_kind)kind, 5, 0.2, 0, &m, &g, &found);
        double *distance;
        MEM_NEW(distance, m.n_cells);
        wall_distance_compute(&m, &g, NULL, distance);
        for (int64_t c = 0; c < m.n_cells; c++) /* wall: x = 0; y = 1 is a slip wall and does not count */
            CHECK_NEAR(distance[c], g.centroid[c], 1e-15);
        for (int p = 0; p < m.n_patches; p++)
            if (m.patch[p].kind == BC_SLIP)
                m.patch[p].kind = BC_WALL;
        wall_distance_compute(&m, &g, NULL, distance);
        for (int64_t c = 0; c < m.n_cells; c++) /* walls: x = 0 and y = 1 */
            CHECK_NEAR(distance[c], fmin(g.centroid[c], 1.0 - g.centroid[m.n_cells + c]), 1e-15);
        for (int p = 0; p < m.n_patches; p++)
            m.patch[p].kind = BC_FARFIELD;
        wall_distance_compute(&m, &g, NULL, distance);
        CHECK(distance[0] == WALL_DISTANCE_NONE, "%g", distance[0]);
        mem_free(distance);
        release(&m, &g);
    }
}

/* Equal to the bit: whatever the tree leaves out could not have been nearer. The guess to begin with must not
 * matter. */
static void tree_against_brute_force(void)
{
    enum { N = 500 };
    struct tree_triangle *t, copy[N];
    struct triangle_tree tree;
    uint64_t state = 77;
    MEM_NEW(t, N);
    for (int i = 0; i < N; i++) {
        struct vec3 at = {random_signed(&state), random_signed(&state), random_signed(&state)};
        for (int k = 0; k < 3; k++) {
            double size = i % 7 ? 0.1 : 0.0; /* some are points */
            t[i].corner[k] = vec3_add(at, vec3_scale(size, vec3_make(random_signed(&state), random_signed(&state),
                                                                     random_signed(&state))));
        }
        copy[i] = t[i];
    }
    triangle_tree_build(t, N, &tree);
    for (int q = 0; q < 300; q++) {
        struct vec3 x = {2.0 * random_signed(&state), 2.0 * random_signed(&state), 2.0 * random_signed(&state)};
        double best = HUGE_VAL;
        for (int i = 0; i < N; i++)
            best = fmin(best, triangle_distance2(&copy[i], x));
        lid guess = (lid)(q % N);
        CHECK(triangle_tree_distance2(&tree, x, &guess) == best, "%g", best);
        CHECK(triangle_distance2(&tree.triangle[guess], x) == best, "the triangle found");
    }
    triangle_tree_free(&tree);
}

/* ---- small parts ---- */

/* A grid of N x N vertices numbered at random, and two vertices without neighbours, which must get a place as well. */
static void rcm_narrows_a_shuffled_grid(void)
{
    enum { N = 30, ALL = N * N + 2 }; /* and two vertices alone */
    static lid name[ALL], offset[ALL + 1], adjacent[4 * ALL], order[ALL], where[ALL];
    uint64_t state = 5;
    for (lid i = 0; i < ALL; i++)
        name[i] = i;
    for (lid i = ALL - 1; i > 0; i--) {
        lid j = (lid)((random_signed(&state) + 1.0) / 2.0 * i), t = name[i];
        name[i] = name[j];
        name[j] = t;
    }
    for (lid i = 0; i < ALL; i++)
        where[name[i]] = i;
    lid n = 0;
    for (lid v = 0; v < ALL; v++) {
        lid g = where[v], i = g % N, j = g / N;
        offset[v] = n;
        if (g < N * N) {
            if (i > 0) adjacent[n++] = name[g - 1];
            if (i < N - 1) adjacent[n++] = name[g + 1];
            if (j > 0) adjacent[n++] = name[g - N];
            if (j < N - 1) adjacent[n++] = name[g + N];
        }
    }
    offset[ALL] = n;
    struct rcm_bandwidth before, after;
    rcm_order(ALL, offset, adjacent, order);
    rcm_measure(ALL, offset, adjacent, NULL, &before);
    rcm_measure(ALL, offset, adjacent, order, &after);
    int seen[ALL] = {0};
    for (lid i = 0; i < ALL; i++)
        seen[order[i]]++;
    for (lid i = 0; i < ALL; i++)
        CHECK(seen[i] == 1, "%d", (int)i);
    /* A square grid from its corner: levels are diagonals of at most N vertices. */
    CHECK(after.largest <= N + 1 && before.largest > 10 * N, "%d -> %d", (int)before.largest, (int)after.largest);
}

/* Nodes in any order are the same side; sides that share some or even their four smallest nodes are not. */
static void side_table_finds_what_it_holds(void)
{
    struct side_table t;
    bool added;
    side_table_init(&t, 10, 0);
    lid quad = side_table_find_or_add(&t, 4, (lid[]){7, 3, 5, 1}, &added);
    CHECK(added && side_table_find(&t, 4, (lid[]){1, 7, 3, 5}) == quad, "quad");
    CHECK(side_table_find(&t, 3, (lid[]){1, 3, 5}) == -1, "three of its nodes");
    lid tri = side_table_find_or_add(&t, 3, (lid[]){5, 3, 1}, &added);
    CHECK(added && tri == 1, "triangle");
    CHECK(side_table_find_or_add(&t, 3, (lid[]){1, 5, 3}, &added) == tri && !added, "found again");
    lid polygon = side_table_find_or_add(&t, 6, (lid[]){9, 8, 2, 6, 4, 0}, &added);
    CHECK(side_table_find(&t, 6, (lid[]){0, 2, 4, 6, 8, 9}) == polygon, "polygon");
    CHECK(side_table_find(&t, 6, (lid[]){0, 2, 4, 6, 7, 9}) == -1, "four smallest nodes in common");
    CHECK(side_table_find(&t, 5, (lid[]){0, 2, 4, 6, 8}) == -1, "all but one of its nodes");
    side_table_free(&t);
}

/* Globs set several patches; a name, a kind and a section that do not exist are refused with the nearest that does. */
static void patch_kinds_from_a_file(void)
{
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    build(BOX_HEXA, 2, 0.0, 0, &m, &g, &found);
    static const struct {
        const char *text, *error;
    } file[] = {{"[patches]\nx* = slip\nzmin = farfield\n", NULL},
                {"[patches]\nxmni = wall\n", "did you mean 'xmin'"},
                {"[patches]\nxmin = wal\n", "did you mean 'wall'"},
                {"[patch]\nxmin = wall\n", "did you mean 'patches'"}};
    for (int i = 0; i < 4; i++) {
        const char *path = "test_prep_patches.ini";
        FILE *f = fopen(path, "w");
        fputs(file[i].text, f);
        fclose(f);
        int status = patch_config_apply(path, &m);
        CHECK((status == 0) == (file[i].error == NULL), "file %d", i);
        if (file[i].error)
            CHECK(strstr(error_message(), file[i].error), "%s", error_message());
        unlink(path);
    }
    CHECK(m.patch[0].kind == BC_SLIP && m.patch[1].kind == BC_SLIP && m.patch[4].kind == BC_FARFIELD, "kinds");
    CHECK(m.patch[2].kind == BC_SYMMETRY, "others stay");
    release(&m, &g);
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    CASE(faces_seen_by_two_cells);
    CASE(cells_close_and_fill_the_box);
    CASE(linear_fields_by_gauss);
    CASE(centroid_of_tetrahedra_is_the_mean);
    CASE(mirrored_cells_are_turned);
    CASE(quality_of_turned_blocks);
    CASE(quality_of_sheared_blocks);
    CASE(summary_of_quality);
    CASE(bad_cells_are_refused);
    CASE(patch_trouble_is_counted);
    CASE(unused_nodes_and_double_claims);
    CASE(collapsed_cells);
    CASE(refined_meshes);
    CASE(distance_to_planes);
    CASE(tree_against_brute_force);
    CASE(rcm_narrows_a_shuffled_grid);
    CASE(side_table_finds_what_it_holds);
    CASE(patch_kinds_from_a_file);
    CASE(nothing_leaks);
    return check_end();
}
