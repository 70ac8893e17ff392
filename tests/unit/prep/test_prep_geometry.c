/* Volumes, centroids and area vectors against integrals that are known: polygons and prisms
 * over them, cells with bent sides, all turned and far from the origin; sides of a periodic pair.
 */
#include "check.h"

#include "unit/box_mesh.h"
#include "error.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "run/mesh_from_raw.h"
#include "periodic/periodic.h"
#include "periodic_box.h"
#include "vec3.h"

/* The plane's axes and normal of polygons here: a rotation. */
static const double frame[3][3] = {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}};

static void placed(const double u[3], const double origin[3], double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = origin[d] + u[0] * frame[0][d] + u[1] * frame[1][d] + u[2] * frame[2][d];
}

/* Area and centroid in the plane by the shoelace formula. */
static double shoelace(int n, const double (*u)[3], double centre[3])
{
    double area = 0;
    centre[0] = centre[1] = centre[2] = 0;
    for (int k = 0; k < n; k++) {
        const double *a = u[k], *b = u[(k + 1) % n];
        double cross = a[0] * b[1] - a[1] * b[0];
        area += 0.5 * cross;
        for (int d = 0; d < 2; d++)
            centre[d] += cross * (a[d] + b[d]) / 6;
    }
    for (int d = 0; d < 2; d++)
        centre[d] /= area;
    return area;
}

/* Polygons of 3 to 6 corners, one of them not convex; 1e5 of their lengths from the origin rounding is that much
 * coarser, not its square. */
static void polygons(void)
{
    static const double corner[6][3] = {{0, 0}, {2, 0.1}, {2.5, 1.5}, {1, 0.9}, {0.4, 2}, {-0.5, 1}};
    for (int n = 3; n <= 6; n++)
        for (int far = 0; far < 2; far++) {
            double x[3][6], centre[3], wanted[3], origin[3] = {1e5 * far, -2e5 * far, 3e5 * far};
            lid node[6];
            struct vec3 normal, centroid;
            for (int k = 0; k < n; k++) {
                double at[3];
                placed(corner[k], origin, at);
                node[k] = k;
                for (int d = 0; d < 3; d++)
                    x[d][k] = at[d];
            }
            double area = shoelace(n, corner, centre);
            placed(centre, origin, wanted);
            polygon_geometry((const double *const[3]){x[0], x[1], x[2]}, n, node, &normal, &centroid);
            const double s[3] = {normal.x, normal.y, normal.z}, c[3] = {centroid.x, centroid.y, centroid.z};
            for (int d = 0; d < 3; d++) {
                CHECK_NEAR(s[d], area * frame[2][d], far ? 1e-9 : 1e-14);
                CHECK_NEAR(c[d], wanted[d], far ? 3e-10 : 1e-14);
            }
        }
}

/* The box of 1 m with x = X + X Y / 4 + Z^2 / 5 and the like of all its nodes: what its cells hold together is known
 * where their sides are, and each cell's volume and centroid add up to the integrals of 1 and x over the whole, as
 * Gauss has them over its outer faces, taken as triangles about their means. */
static void bend(struct raw_mesh *raw)
{
    for (int64_t v = 0; v < raw->n_nodes; v++) {
        double x = raw->x[0][v], y = raw->x[1][v], z = raw->x[2][v];
        raw->x[0][v] = 3 + x + 0.25 * x * y + 0.2 * z * z;
        raw->x[1][v] = -2 + y + 0.1 * x * z;
        raw->x[2][v] = 5 + z - 0.15 * x * x * y;
    }
}

struct whole {
    double volume, moment[3];
};

/* By tetrahedra from a point to the triangles of all outer faces: volume, and volume times centroid. */
static struct whole by_outer_faces(const struct mesh *m, const double from[3])
{
    struct whole w = {0, {0, 0, 0}};
    for (int64_t f = 0; f < m->n_faces; f++) {
        int64_t begin = m->face_node_offset[f], n = m->face_node_offset[f + 1] - begin;
        double mean[3] = {0, 0, 0};
        if (!mesh_is_boundary(m, f))
            continue;
        for (int64_t k = 0; k < n; k++)
            for (int d = 0; d < 3; d++)
                mean[d] += m->x[d][m->face_node[begin + k]] / (double)n;
        for (int64_t k = 0; k < n; k++) {
            double a[3], b[3], c[3], sum[3];
            for (int d = 0; d < 3; d++) {
                a[d] = m->x[d][m->face_node[begin + k]] - from[d];
                b[d] = m->x[d][m->face_node[begin + (k + 1) % n]] - from[d];
                c[d] = mean[d] - from[d];
                sum[d] = 4 * from[d] + a[d] + b[d] + c[d];
            }
            double volume = (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                             a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
            w.volume += volume;
            for (int d = 0; d < 3; d++)
                w.moment[d] += 0.25 * volume * sum[d];
        }
    }
    return w;
}

/* Cells on both sides of a bent face must take the same triangles: what one cell has less the other has more, and the
 * sum over all cells is the integral over the outer faces. */
static void bent_boxes(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++)
        for (int n = 1; n <= 3; n += 2) { /* of one cell, and of cells with bent sides between them */
            struct raw_mesh raw;
            struct mesh m;
            struct metrics g;
            struct mesh_findings found;
            double sum[4] = {0, 0, 0, 0};
            box_mesh((enum box_kind)kind, n, 0.0, &raw);
            bend(&raw);
            CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
            metrics_compute(&m, &g);
            for (int64_t c = 0; c < m.n_cells; c++)
                for (int d = 0; d < 4; d++)
                    sum[d] += g.volume[c] * (d < 3 ? g.centroid[d * m.n_cells + c] : 1);
            struct whole w = by_outer_faces(&m, (const double[3]){2, 1, 4});
            CHECK_NEAR(sum[3], w.volume, 1e-13);
            for (int d = 0; d < 3; d++)
                CHECK_NEAR(sum[d], w.moment[d], 1e-12);
            CHECK(g.closure_max < 1e-14, "%s: %g", box_name[kind], g.closure_max);
            raw_mesh_free(&raw);
            mesh_free(&m);
            metrics_free(&g);
        }
}

/* A cell with a face too few is named, the first of those that are open most; before it one with a place that is no
 * number, and one whose areas are beyond all numbers. */
static void open_cells(void)
{
    static const double place[3] = {0, NAN, 1.3e200};
    for (int k = 0; k < 3; k++) {
        struct raw_mesh raw;
        struct mesh m;
        struct metrics g;
        struct mesh_findings found;
        box_mesh(BOX_HEXA, 3, 0.2, &raw);
        CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
        for (int cell = 10; cell < 24; cell += 13) /* face 0 of cells 10 and 23 once more instead of another */
            m.cell_face[m.cell_face_offset[cell] + 1] = m.cell_face[m.cell_face_offset[cell]];
        m.x[1][box_node(3, 0, 0, 0)] = place[k];
        metrics_compute(&m, &g);
        CHECK(g.open_cell == (k ? 0 : 10), "cell %d", (int)g.open_cell);
        /* two areas of six too many and too few, at right angles or opposite: 0.24 or 0.33 of a cube's surface */
        CHECK(k ? !(g.closure_max <= 0.1) : g.closure_max > 0.2 && g.closure_max < 0.4, "%g", g.closure_max);
        raw_mesh_free(&raw);
        mesh_free(&m);
        metrics_free(&g);
    }
}

/* What leaves through one side of a pair enters through the other: side 1 is the image of side 0, with its area
 * vector turned round, to the last bit where the image is a copy. */
static void periodic_pairs(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct mesh_findings found;
    periodic_box(BOX_TETRA, 3, 0.2, 7, &raw);
    CHECK(mesh_build(&raw, &m, &found) == 0 && periodic_settle(&m) == 0, "%s", error_message());
    const struct mesh_periodic *q = &m.periodic;
    CHECK(q->n_pairs == 3 * 18, "%d pairs", (int)q->n_pairs);
    for (int64_t k = 0; k < q->n_pairs; k++) {
        const struct transform *t = &q->interface[q->face_interface[k]].map;
        struct vec3 s[2], x[2];
        for (int side = 0; side < 2; side++)
            face_geometry(&m, q->face[side][k], &s[side], &x[side]);
        struct vec3 moved = transform_point(t, x[0]), turned = transform_vector(t, s[0]), apart = vec3_sub(x[1], x[0]);
        CHECK_NEAR(vec3_norm(vec3_sub(moved, x[1])), 0, 1e-15);
        CHECK_NEAR(vec3_norm(vec3_add(turned, s[1])), 0, 0);
        CHECK_NEAR(fabs(vec3_norm(apart)), 1, 1e-15); /* the box is 1 m long */
        CHECK(vec3_dot(apart, s[1]) > 0, "pair %d: outward on side 1", (int)k);
    }
    raw_mesh_free(&raw);
    mesh_free(&m);
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    CASE(polygons);
    CASE(bent_boxes);
    CASE(open_cells);
    CASE(periodic_pairs);
    CASE(nothing_leaks);
    return check_end();
}
