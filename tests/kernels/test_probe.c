/* Probes in boxes of all cell types: which cell holds a point, from its nodes where it is a tetrahedron, and linear
 * fields, which are exact at every point.
 */
#include "kernel_bed.h"

#include "kernels/all_kernels.h"
#include "mesh/point_search.h"

enum { POINTS = 200 };
static const double low[3] = {0, 0, 0}, size[3] = {1.2, 1, 0.9};

/* In the box of the packs, [3][POINTS]. */
static void random_points(double x[3 * POINTS], uint64_t seed)
{
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < POINTS; i++)
            x[d * POINTS + i] = low[d] + size[d] * 0.5 * (1 + random_signed(&seed));
}

/* Barycentric coordinates of x in a tetrahedron are 0 or more. Bound: rounding of positions of about 1 m over cells of
 * about 0.1 m. */
static bool is_in_tetrahedron(const struct pack *p, lid cell, const double x[3])
{
    double v[4][3], whole = 0;
    for (int k = 0; k < 4; k++)
        for (int d = 0; d < 3; d++)
            v[k][d] = p->node[d * p->n_nodes + p->cell_node[p->cell_node_offset[cell] + k]];
    bool in = true;
    for (int k = -1; k < 4; k++) {
        double c[4][3], e[3][3];
        memcpy(c, v, sizeof c);
        for (int d = 0; k >= 0 && d < 3; d++)
            c[k][d] = x[d];
        for (int i = 0; i < 3; i++)
            for (int d = 0; d < 3; d++)
                e[i][d] = c[i + 1][d] - c[0][d];
        double volume = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
                        e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                        e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
        if (k < 0)
            whole = volume;
        else
            in = in && volume / whole > -1e-12;
    }
    return in;
}

/* Necessary, not sufficient: for cells with warped faces nobody else's rule says which side of a face a point is on. */
static bool is_in_box_of_nodes(const struct pack *p, lid cell, const double x[3])
{
    bool in = true;
    for (int d = 0; d < 3; d++) {
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (lid k = p->cell_node_offset[cell]; k < p->cell_node_offset[cell + 1]; k++) {
            least = fmin(least, p->node[d * p->n_nodes + p->cell_node[k]]);
            most = fmax(most, p->node[d * p->n_nodes + p->cell_node[k]]);
        }
        in = in && x[d] >= least - 1e-12 && x[d] <= most + 1e-12;
    }
    return in;
}

/* dx is what probes extrapolate along: from the centroid of the cell found to the point. */
static void check_places(const char *cells)
{
    struct pack p;
    struct point_place place[POINTS];
    double x[3 * POINTS];
    make_packs(cells, 1);
    pack_init(&p);
    CHECK(pack_read(packs, 0, PACK_CORE | PACK_NODES, &p) == 0, "%s", error_message());
    random_points(x, 11);
    point_search(&p, x, POINTS, place);
    for (int i = 0; i < POINTS; i++) {
        const double at[3] = {x[i], x[POINTS + i], x[2 * POINTS + i]};
        CHECK(place[i].cell >= 0 && place[i].cell < p.n_owned && !point_is_outside(place[i].depth, place[i].behind),
              "%s: point %d in cell %d", cells, i, (int)place[i].cell);
        if (place[i].cell < 0)
            continue;
        CHECK(strcmp(cells, "tet") == 0 ? is_in_tetrahedron(&p, place[i].cell, at)
                                        : is_in_box_of_nodes(&p, place[i].cell, at),
              "%s: point %d is not in cell %d", cells, i, (int)place[i].cell);
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(place[i].dx[d], at[d] - p.centroid[d * p.n_slots + place[i].cell], 1e-15);
    }
    pack_free(&p);
}
static void points_are_in_their_cells(void)
{
    check_places("tet");
    check_places("hex");
    check_places("prism");
    check_places("pyramid");
    check_places("mixed");
}

/* Behind every side of the box, by 0.01 (a tenth of a cell's half) to 0.4. */
static void check_outside(const char *cells)
{
    struct pack p;
    struct point_place place[POINTS];
    double x[3 * POINTS];
    uint64_t seed = 5;
    make_packs(cells, 1);
    pack_init(&p);
    CHECK(pack_read(packs, 0, PACK_CORE | PACK_NODES, &p) == 0, "%s", error_message());
    /* Each point is then put behind one of the six sides in turn, its other two coordinates left inside. */
    random_points(x, 31);
    for (int i = 0; i < POINTS; i++) {
        int d = i % 3;
        double off = 0.01 + (i % 2 ? 0.39 : 0.02) * random_unit(&seed);
        x[d * POINTS + i] = i / 3 % 2 ? low[d] - off : low[d] + size[d] + off;
    }
    point_search(&p, x, POINTS, place);
    for (int i = 0; i < POINTS; i++)
        CHECK(point_is_outside(place[i].depth, place[i].behind), "%s: point %d at (%g, %g, %g) in cell %d", cells, i,
              x[i], x[POINTS + i], x[2 * POINTS + i], (int)place[i].cell);
    pack_free(&p);
}
static void points_outside_are_told(void)
{
    check_outside("tet");
    check_outside("hex");
    check_outside("prism");
    check_outside("pyramid");
    check_outside("mixed");
}

/* A point on a face belongs to one cell, whichever of the packs' ranks it is asked of: the one of the lower depth and
 * id. */
static void faces_have_one_owner(void)
{
    struct pack one, part;
    enum { RANKS = 3 };
    struct point_place whole[POINTS], place, best;
    make_packs("mixed", 1);
    pack_init(&one);
    CHECK(pack_read(packs, 0, PACK_CORE | PACK_NODES, &one) == 0, "%s", error_message());
    double x[3 * POINTS];
    for (int i = 0; i < POINTS; i++)
        for (int d = 0; d < 3; d++)
            x[d * POINTS + i] = one.face_centroid[d * one.n_faces + (one.n_boundary + i)];
    point_search(&one, x, POINTS, whole);
    pack_free(&one);
    make_packs("mixed", RANKS);
    for (int i = 0; i < POINTS; i++) {
        best = (struct point_place){.depth = HUGE_VAL, .cell = -1};
        for (int r = 0; r < RANKS; r++) {
            const double at[3] = {x[i], x[POINTS + i], x[2 * POINTS + i]};
            pack_init(&part);
            CHECK(pack_read(packs, r, PACK_CORE | PACK_NODES, &part) == 0, "%s", error_message());
            point_search(&part, at, 1, &place);
            if (place.cell >= 0 && (place.depth < best.depth || (place.depth == best.depth && place.id < best.id)))
                best = place;
            pack_free(&part);
        }
        CHECK(best.depth == whole[i].depth && best.id == whole[i].id, "point %d: cell %d and %d", i, (int)best.id,
              (int)whole[i].id);
    }
}

/* As test_kernels.c has it for gradients. Bound: of the gradient, 1e-10 (1e-5 and 2e-4 with gradients in single
 * precision), of values up to 2000. */
static void check_linear(const char *cells, const char *equations)
{
    static const double g[7][3] = {{0.3, -0.2, 0.5}, {10, 20, -30}, {5, 0, 1}, {-7, 8, 9}, {100, -2000, 300},
                                   {1, 2, 3}, {3, 2, 1}};
    struct bed t;
    struct point_place place[POINTS];
    struct pack p;
    double x[3 * POINTS], *value;
    lid cell[POINTS];
    real dx[3 * POINTS];
    make_packs(cells, 1);
    random_points(x, 23);
    pack_init(&p);
    CHECK(pack_read(packs, 0, PACK_CORE | PACK_NODES, &p) == 0, "%s", error_message());
    point_search(&p, x, POINTS, place);
    CHECK(bed_make(backend_cpu(1), "lsq", equations, &t) == 0, "%s", error_message());
    const struct mesh_view *v = &t.d.view;
    int nv = t.f.n_variables;
    for (lid i = 0; i < v->n_slots; i++)
        for (int k = 0; k < nv; k++)
            t.f.q[(size_t)k * (size_t)v->n_slots + (size_t)i] =
                (real)(3000 + g[k][0] * p.centroid[i] + g[k][1] * p.centroid[p.n_slots + i] +
                       g[k][2] * p.centroid[2 * p.n_slots + i]);
    t.f.args.gradients.limiter = LIMITER_NONE;
    KERNEL_LAUNCH(t.f.kernels.gradient, STREAM_COMPUTE, 0, v->n_stencil, &t.f.args.gradients);
    for (int i = 0; i < POINTS; i++) {
        cell[i] = place[i].cell;
        for (int d = 0; d < 3; d++)
            dx[d * POINTS + i] = (real)place[i].dx[d];
    }
    MEM_NEW(value, nv * POINTS);
    struct probe_args a = {.m = *v, .nv = nv, .linear = 1, .n_points = POINTS, .cell = cell, .dx = dx, .q = t.f.q,
                           .gradient = t.f.gradient, .limited = t.f.limited, .value = value};
    for (int k = 0; k < nv; k++)
        a.variable[k] = nv - 1 - k;
    BACKEND_LAUNCH(t.d.backend, KERNEL_probe, STREAM_COMPUTE, 0, nv * POINTS, &a);
    double worst = 0, bound = sizeof(real) == sizeof(float) ? 2e-3 : sizeof(stored) == sizeof(float) ? 1e-5 : 1e-10;
    for (int k = 0; k < nv; k++)
        for (int i = 0; i < POINTS; i++) {
            /* The probe was asked for the variables in reverse order: rows follow the request, not the state. */
            const double *s = g[nv - 1 - k];
            double exact = 3000 + s[0] * x[i] + s[1] * x[POINTS + i] + s[2] * x[2 * POINTS + i];
            double e = fabs(value[k * POINTS + i] - exact) / 3000;
            worst = e <= worst ? worst : e;
        }
    CHECK(worst < bound, "%s, %s: off by %g", cells, equations, worst);
    a.linear = 0; /* the cell's own */
    BACKEND_LAUNCH(t.d.backend, KERNEL_probe, STREAM_COMPUTE, 0, nv * POINTS, &a);
    for (int i = 0; i < POINTS; i++)
        CHECK(value[i] == (double)t.f.q[(size_t)(nv - 1) * (size_t)v->n_slots + (size_t)cell[i]], "point %d", i);
    mem_free(value);
    bed_free(&t);
    pack_free(&p);
}
static void linear_fields_are_exact(void)
{
    check_linear("tet", "euler");
    check_linear("mixed", "euler");
    check_linear("mixed", "laminar");
    check_linear("hex", "sst");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm_self);
    CASE(points_are_in_their_cells);
    CASE(points_outside_are_told);
    CASE(faces_have_one_owner);
    CASE(linear_fields_are_exact);
    comm_finish();
    return check_end();
}
