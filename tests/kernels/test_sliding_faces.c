/* Kernels of a sliding interface (kernels/sliding_faces.h) on two cells, one that turns and one at rest, with one piece
 * and a zone turned by an angle: ghosts and fluxes against states and gradients that are written in axes at rest; and
 * what else knows of a zone that moves in time: faces at rest have axes at rest, and vectors turn in the zone alone. In
 * viscous flow the flux through a piece is that through a face between the two cells whose middle is on their line.
 */
#include "check.h"
#include "kernels/frame_terms.h"
#include "kernels/sliding_faces.h"
#include "random.h"

enum { TURNING, RESTING, N = 2, SLOTS = 4 };

static const double angle = 0.6;

struct bed {
    double from_rest[9];
    real state[N * SLIDING_STATE], slope[N * SLIDING_SLOPE];
    double at_rest[N][NV], slope_at_rest[N][NV][3]; /* the same in axes at rest */
    double piece[N_SLIDING], way[N][3];             /* way: from the centroids in axes at rest */
    real q[NV * SLOTS];
    real flux[NV * N];
    real pressure[N], speed[N];
    uint8_t turns[N];
    lid face[N], row[N], begin[N + 1], across[N];
};

static uint64_t seed = 7;

/* out = v in the axes of the zone, about z. */
static void into_zone(const double v[3], double out[3])
{
    out[0] = cos(angle) * v[0] + sin(angle) * v[1];
    out[1] = cos(angle) * v[1] - sin(angle) * v[0];
    out[2] = v[2];
}

/* A cell's state and gradients into the table, in its own axes. */
static void store(struct bed *b, int cell)
{
    double u[3] = {0}, g[NV][3], turned[3][3];
    for (int v = 0; v < NV; v++) {
        for (int d = 0; d < 3; d++)
            g[v][d] = b->slope_at_rest[cell][v][d];
        if (cell == TURNING)
            into_zone(b->slope_at_rest[cell][v], g[v]);
    }
    for (int d = 0; d < 3; d++)
        u[d] = b->at_rest[cell][Q_U + d];
    if (cell == TURNING) { /* the components of the velocity too */
        into_zone(b->at_rest[cell] + Q_U, u);
        for (int d = 0; d < 3; d++) {
            double column[3] = {g[Q_U][d], g[Q_V][d], g[Q_W][d]};
            into_zone(column, turned[d]);
        }
        for (int d = 0; d < 3; d++)
            for (int v = 0; v < 3; v++)
                g[Q_U + v][d] = turned[d][v];
    }
    for (int v = 0; v < NV; v++) {
        b->state[cell * SLIDING_STATE + v] = (real)(v >= Q_U && v <= Q_W ? u[v - Q_U] : b->at_rest[cell][v]);
        for (int d = 0; d < 3; d++)
            b->slope[cell * SLIDING_SLOPE + d * NV + v] = (real)g[v][d];
    }
}

static void bed_make(struct bed *b)
{
    const double c = cos(angle), s = sin(angle), from_rest[9] = {c, s, 0, -s, c, 0, 0, 0, 1};
    memset(b, 0, sizeof *b);
    memcpy(b->from_rest, from_rest, sizeof from_rest);
    for (int i = 0; i < N; i++) {
        b->turns[i] = i == TURNING;
        b->face[i] = b->row[i] = b->begin[i] = i;
        b->across[i] = !i;
        for (int v = 0; v < NV; v++) {
            b->at_rest[i][v] = (v == Q_RHO || v == Q_P) + 0.3 * random_signed(&seed);
            for (int d = 0; d < 3; d++)
                b->slope_at_rest[i][v][d] = 0.3 * random_signed(&seed);
        }
        for (int d = 0; d < 3; d++)
            b->way[i][d] = 0.2 * random_signed(&seed);
        store(b, i);
    }
    b->begin[N] = N;
    for (int d = 0; d < 3; d++) {
        b->piece[SLIDING_NORMAL + d] = random_signed(&seed);
        b->piece[SLIDING_FROM_RESTING + d] = b->way[RESTING][d];
    }
    into_zone(b->way[TURNING], b->piece + SLIDING_FROM_TURNING);
}

static struct sliding_flux_args flux_args(struct bed *b, const double pieces[N * N_SLIDING])
{
    struct sliding_flux_args a = {.face = b->face, .row = b->row, .turns = b->turns, .begin = b->begin, .across = b->across,
                                  .piece = pieces, .state = b->state, .slope = b->slope};
    a.f.m.n_flux = N;
    a.f.fluid.gamma = (real)1.4;
    a.f.scheme = FLUX_ROE;
    a.f.scheme_parameter = (real)0.05;
    a.f.flux = b->flux;
    a.f.pressure = b->pressure;
    a.f.speed = b->speed;
    for (int k = 0; k < 9; k++)
        a.from_rest[k] = (real)b->from_rest[k];
    return a;
}

static struct state at_piece(const struct bed *b, int cell)
{
    double q[NV];
    for (int v = 0; v < NV; v++) {
        q[v] = b->at_rest[cell][v];
        for (int d = 0; d < 3; d++)
            q[v] += b->slope_at_rest[cell][v][d] * b->way[cell][d];
    }
    struct state s = {(real)q[0], (real)q[1], (real)q[2], (real)q[3], (real)q[4]};
    return s;
}

/* Roe's flux of the two states in axes at rest, out of the turning cell. */
static void fluxes(void)
{
    for (int turn = 0; turn < 20; turn++) {
        struct bed b;
        double pieces[N * N_SLIDING], size = 0, n[3];
        bed_make(&b);
        for (int k = 0; k < N * N_SLIDING; k++)
            pieces[k] = b.piece[k % N_SLIDING];
        struct sliding_flux_args a = flux_args(&b, pieces);
        for (lid i = 0; i < N; i++)
            sliding_flux_body(i, &a, EQUATIONS_EULER);
        for (int d = 0; d < 3; d++)
            size += b.piece[d] * b.piece[d];
        size = sqrt(size);
        for (int d = 0; d < 3; d++)
            n[d] = b.piece[d] / size;
        real speed;
        struct flux5 f = roe_flux(face_states(at_piece(&b, TURNING), at_piece(&b, RESTING),
                                                  (const real[]){(real)n[0], (real)n[1], (real)n[2]}, (real)1.4),
                                  (real)0.05, &speed);
        const double whole[NV] = {(double)f.mass, (double)f.mx, (double)f.my, (double)f.mz, (double)f.energy};
        double turned[3], near = 1e-13;
        into_zone(whole + Q_U, turned);
        for (int v = 0; v < NV; v++) {
            CHECK_NEAR((double)b.flux[v * N + RESTING], -size * whole[v], near);
            CHECK_NEAR((double)b.flux[v * N + TURNING], size * (v >= Q_U && v <= Q_W ? turned[v - Q_U] : whole[v]), near);
        }
        CHECK(b.flux[TURNING] == -b.flux[RESTING] && b.flux[Q_P * N] == -b.flux[Q_P * N + 1], "not one flux");
        CHECK_NEAR((double)b.speed[TURNING], size * (double)speed, near);
        CHECK(b.pressure[RESTING] == b.state[RESTING * SLIDING_STATE + Q_P], "pressure");
    }
}

/* ---- viscous flow ---- */

enum { WIDTH = NV_MAX, SLOPES = 4 * NV_MAX + 2 };

/* Two cells, the face between them and its piece, at rest; and the rows of the table, the first in the zone's axes. */
struct pair {
    double centroid[3 * N], face_centroid[3];
    stored normal[3];
    lid left[1], right[1];
    real q[NV_MAX * N], mu_t[N], f1[N];
    struct limited_gradient limited[NV_MAX * N];
    real flux[NV_MAX * N];
    real speed[N], pressure[N];
    double piece[N_SLIDING];
    real state[N * WIDTH], slope[N * SLOPES];
};

/* The row of a cell, of nv variables, from what kernels of faces read. */
static void row_of_pair(struct pair *p, int cell, int nv, int equations)
{
    real *state = p->state + cell * nv, *slope = p->slope + cell * sliding_slope_width(equations);
    double g[NV_MAX][3], u[3];
    for (int v = 0; v < nv; v++) {
        state[v] = p->q[v * N + cell];
        for (int d = 0; d < 3; d++)
            g[v][d] = (double)p->limited[v * N + cell].g[d];
        if (cell == TURNING)
            into_zone((double[3]){g[v][0], g[v][1], g[v][2]}, g[v]);
        slope[4 * v + 3] = (real)p->limited[v * N + cell].phi;
    }
    if (cell == TURNING) {
        into_zone((double[3]){(double)state[1], (double)state[2], (double)state[3]}, u);
        for (int d = 0; d < 3; d++) {
            double column[3];
            state[Q_U + d] = (real)u[d];
            into_zone((double[3]){g[Q_U][d], g[Q_V][d], g[Q_W][d]}, column);
            for (int v = 0; v < 3; v++)
                g[Q_U + v][d] = column[v];
        }
    }
    for (int v = 0; v < nv; v++)
        for (int d = 0; d < 3; d++)
            slope[4 * v + d] = (real)g[v][d];
    if (equations == EQUATIONS_SST) {
        slope[4 * nv] = p->mu_t[cell];
        slope[4 * nv + 1] = p->f1[cell];
    }
}

/* Eddy viscosities of the size of the molecular one; gradients that limiters and bounds cut now and then. */
static void pair_make(struct pair *p, int equations)
{
    const int nv = equations_variables(equations);
    double half[3];
    memset(p, 0, sizeof *p);
    p->right[0] = 1;
    for (int d = 0; d < 3; d++) {
        half[d] = (d == 0) + 0.3 * random_signed(&seed);
        p->face_centroid[d] = random_signed(&seed);
        for (int i = 0; i < N; i++)
            p->centroid[d * N + i] = p->face_centroid[d] + (i ? half[d] : -half[d]);
        p->normal[d] = (stored)((d == 0) + 0.3 * random_signed(&seed));
        p->piece[SLIDING_NORMAL + d] = (double)p->normal[d];
        p->piece[SLIDING_FROM_RESTING + d] = -half[d];
    }
    into_zone(half, p->piece + SLIDING_FROM_TURNING);
    for (int i = 0; i < N; i++) {
        for (int v = 0; v < nv; v++) {
            double mean = v == Q_RHO || v == Q_P ? 1 : v == Q_OMEGA && nv == NV_MAX ? 30 : v >= NV ? 0.02 : 0, size = v < NV ? 0.3 : 0.5 * mean;
            p->q[v * N + i] = (real)(mean + size * random_signed(&seed));
            for (int d = 0; d < 3; d++)
                p->limited[v * N + i].g[d] = (stored)(size * random_signed(&seed));
            p->limited[v * N + i].phi = v == Q_V || v == Q_W ? p->limited[Q_U * N + i].phi /* or they would depend on axes */
                                                             : (stored)(0.5 + 0.5 * random_signed(&seed));
        }
        p->mu_t[i] = (real)(0.03 + 0.02 * random_signed(&seed));
        p->f1[i] = (real)(0.5 + 0.5 * random_signed(&seed));
        row_of_pair(p, i, nv, equations);
    }
}

static struct flux_args pair_args(struct pair *p)
{
    struct flux_args a = {.q = p->q, .limited = p->limited, .mu_t = p->mu_t, .f1 = p->f1, .flux = p->flux, .speed = p->speed,
                          .pressure = p->pressure, .slope = (real)1, .turbulence_slope = (real)1, .scheme = FLUX_ROE,
                          .scheme_parameter = (real)0.05};
    a.m.n_slots = a.m.n_stencil = a.m.n_cells = N;
    a.m.n_flux = a.m.n_faces = 1;
    a.m.centroid = p->centroid;
    a.m.face_centroid = p->face_centroid;
    a.m.normal = p->normal;
    a.m.left = p->left;
    a.m.right = p->right;
    a.fluid.gamma = (real)1.4;
    a.fluid.gas_constant = (real)1;
    a.fluid.prandtl = (real)0.7;
    a.fluid.prandtl_turbulent = (real)0.9;
    a.fluid.viscosity = (real)0.05;
    a.fluid.temperature = (real)1;
    return a;
}

static void viscous_of(int equations)
{
    const int nv = equations_variables(equations);
    const uint8_t turns[N] = {1, 0};
    const double c = cos(angle), s = sin(angle), from_rest[9] = {c, s, 0, -s, c, 0, 0, 0, 1};
    const lid face[N] = {0, 1}, row[N] = {0, 1}, begin[N + 1] = {0, 1, 2}, across[N] = {1, 0};
    double pieces[N * N_SLIDING], size[NV_MAX] = {0}, worst = 0, turned[3];
    for (int turn = 0; turn < 50; turn++) {
        struct pair p;
        stored whole[NV_MAX], other[NV_MAX * N];
        real speed[N], pressure[N];
        pair_make(&p, equations);
        struct flux_args a = pair_args(&p);
        if (equations == EQUATIONS_SA)
            flux_inside(0, &a, FLUX_ROE, 0, EQUATIONS_SA, FRAME_RESTS);
        else if (equations == EQUATIONS_SST)
            flux_inside(0, &a, FLUX_ROE, 0, EQUATIONS_SST, FRAME_RESTS);
        else
            flux_inside(0, &a, FLUX_ROE, 0, EQUATIONS_LAMINAR, FRAME_RESTS);
        memcpy(whole, p.flux, (size_t)nv * sizeof *whole);
        for (int k = 0; k < N * N_SLIDING; k++)
            pieces[k] = p.piece[k % N_SLIDING];
        struct sliding_flux_args b = {.f = a, .face = face, .row = row, .turns = turns, .begin = begin, .across = across,
                                      .piece = pieces, .state = p.state, .slope = p.slope};
        b.f.m.n_flux = N;
        b.f.flux = other;
        b.f.speed = speed;
        b.f.pressure = pressure;
        for (int k = 0; k < 9; k++)
            b.from_rest[k] = (real)from_rest[k];
        for (lid i = 0; i < N; i++)
            sliding_flux_body(i, &b, equations);
        into_zone((double[3]){(double)whole[1], (double)whole[2], (double)whole[3]}, turned);
        for (int v = 0; v < nv; v++) {
            worst = fmax(worst, fabs((double)other[v * N + RESTING] + (double)whole[v]));
            worst = fmax(worst, fabs((double)other[v * N + TURNING] -
                                     (v >= Q_U && v <= Q_W ? turned[v - Q_U] : (double)whole[v])));
            size[v] += fabs((double)whole[v]);
        }
        worst = fmax(worst, fabs((double)(speed[TURNING] - p.speed[0])));
    }
    CHECK(worst < 1e-12, "equations %d: %.2e", equations, worst);
    for (int v = 0; v < nv; v++)
        CHECK(size[v] > 0.1, "variable %d: nothing", v);
}

static void viscous(void)
{
    viscous_of(EQUATIONS_LAMINAR);
    viscous_of(EQUATIONS_SA);
    viscous_of(EQUATIONS_SST);
}

/* A ghost's turbulence variables: as others, each on its own held above a fifth of the cell's. */
static void turbulent_ghosts(void)
{
    const lid begin[2] = {0, 2}, of[2] = {0, 1}, slot[1] = {2};
    const uint8_t turns[N] = {1, 0};
    const double weight[2] = {-0.5, 1.5};
    const real state[2 * NV_MAX] = {1, 0, 0, 0, 1, (real)0.3, 20, 1, 0, 0, 0, 1, (real)0.2, 4};
    real q[NV_MAX * SLOTS] = {0};
    struct sliding_ghost_args a = {.n_slots = SLOTS, .slot = slot, .turns = turns, .begin = begin, .of = of, .weight = weight,
                                   .state = state, .q = q, .from_rest = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    sliding_ghost_body(0, &a, EQUATIONS_SST);
    CHECK_NEAR((double)q[Q_K * SLOTS + 2], 0.15, 1e-15);
    CHECK_NEAR((double)q[Q_OMEGA * SLOTS + 2], 20, 1e-15);
}

/* 0.25 of the own cell and 0.75 of that across; a share that leaves no density is not taken. */
static void ghosts(void)
{
    for (int cell = 0; cell < N; cell++) {
        struct bed b;
        bed_make(&b);
        const lid begin[2] = {0, 2}, of[2] = {cell, !cell}, slot[1] = {2};
        double weight[2] = {0.25, 0.75}, across[3], own[NV];
        struct sliding_ghost_args a = {.n_slots = SLOTS, .slot = slot, .turns = b.turns, .begin = begin, .of = of,
                                       .weight = weight, .state = b.state, .q = b.q};
        for (int k = 0; k < 9; k++)
            a.from_rest[k] = (real)b.from_rest[k];
        sliding_ghost_body(0, &a, EQUATIONS_EULER);
        for (int d = 0; d < 3; d++)
            across[d] = 0.25 * b.at_rest[cell][Q_U + d] + 0.75 * b.at_rest[!cell][Q_U + d];
        memcpy(own, across, sizeof across);
        if (cell == TURNING)
            into_zone(across, own);
        for (int d = 0; d < 3; d++)
            CHECK_NEAR((double)b.q[(Q_U + d) * SLOTS + 2], own[d], 1e-15);
        CHECK_NEAR((double)b.q[2], 0.25 * b.at_rest[cell][0] + 0.75 * b.at_rest[!cell][0], 1e-15);
        weight[0] = 5;
        weight[1] = -4 - 4 * b.at_rest[cell][Q_RHO] / b.at_rest[!cell][Q_RHO];
        sliding_ghost_body(0, &a, EQUATIONS_EULER);
        for (int v = 0; v < NV; v++)
            CHECK(b.q[v * SLOTS + 2] == b.state[cell * SLIDING_STATE + v], "variable %d", v);
    }
}

/* Two cells and a face between them. */
static void faces_and_vectors_of_the_zone(void)
{
    const uint8_t turning[N] = {1, 0};
    const lid left[2] = {0, 0}, right[2] = {1, 2};
    struct mesh_view m = {.n_cells = N, .left = left, .right = right};
    struct frame frame = {.turning = turning, .omega = {0, 0, 1}, .from_rest = {0, 1, 0, -1, 0, 0, 0, 0, 1}};
    struct frame inside = frame_of_face(&frame, &m, 0), boundary = frame_of_face(&frame, &m, 1);
    for (int k = 0; k < 9; k++) {
        CHECK(inside.from_rest[k] == (k % 4 == 0), "entry %d", k);
        CHECK(boundary.from_rest[k] == frame.from_rest[k], "entry %d", k);
    }
    real q[NV * N] = {1, 1, 0.5, 0.5, 0.25, 0.25, 3, 3, 1, 1};
    struct turn_args a = {.stride = N, .by = {0, 1, 0, -1, 0, 0, 0, 0, 1}, .turning = turning, .state = q};
    for (lid i = 0; i < N; i++)
        turn_body(i, &a);
    CHECK(q[Q_U * N] == (real)0.25 && q[Q_V * N] == (real)-0.5 && q[Q_W * N] == (real)3, "the cell of the zone");
    CHECK(q[Q_U * N + 1] == (real)0.5 && q[Q_V * N + 1] == (real)0.25, "the cell at rest");
}

int main(void)
{
    CASE(fluxes);
    CASE(viscous);
    CASE(ghosts);
    CASE(turbulent_ghosts);
    CASE(faces_and_vectors_of_the_zone);
    return check_end();
}
