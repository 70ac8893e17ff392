/* Values of what a mesh that moves takes: fluxes, ghosts and sources against formulas of the absolute state, written
 * out here.
 */
#include "unit/solve/jacobian_bed.h"

#include "kernels/frame_terms.h"

enum { TRIALS = 200 };

static uint64_t seed = 11;

static void make(struct bed *b, enum equations equations)
{
    struct frame *f;
    bed_make(b, &seed, equations, 0.02);
    f = &b->a.frame;
    for (int d = 0; d < 3; d++) {
        f->velocity[d] = random_signed(&seed);
        f->omega[d] = random_signed(&seed);
        f->centre[d] = random_signed(&seed);
    }
    const real turned[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0}; /* (a, b, c) to (c, a, b) */
    memcpy(f->from_rest, turned, sizeof turned);
    bed_spin(b, &seed);
}

/* V + omega x (x - centre) at the centroid of face f. */
static void centroid_velocity(const struct bed *b, int f, double v[3])
{
    const struct frame *m = &b->a.frame;
    double x[3];
    for (int d = 0; d < 3; d++)
        x[d] = b->face_centroid[d * BED_FACES + f] - m->centre[d];
    v[0] = m->velocity[0] + m->omega[1] * x[2] - m->omega[2] * x[1];
    v[1] = m->velocity[1] + m->omega[2] * x[0] - m->omega[0] * x[2];
    v[2] = m->velocity[2] + m->omega[0] * x[1] - m->omega[1] * x[0];
}

/* And along its normal what it sweeps beside. */
static void velocity_of(const struct bed *b, int f, double v[3])
{
    centroid_velocity(b, f, v);
    for (int d = 0; d < 3; d++)
        v[d] += b->a.frame.spin * b->swept[f] * b->n[f][d];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void check_flux(const char *what, const struct bed *b, int f, const double expected[5])
{
    double scale = 1;
    for (int k = 0; k < 5; k++)
        scale = fmax(scale, fabs(expected[k]));
    for (int k = 0; k < 5; k++)
        CHECK(fabs(b->flux[k * BED_FACES + f] - expected[k]) <= 1e-12 * scale, "%s, equation %d: %g against %g", what, k,
              b->flux[k * BED_FACES + f], expected[k]);
}

/* F(W) . n - v . n W of one state, times the area. */
static void moving_flux(struct state s, const double n[3], const double v[3], double area, double out[5])
{
    const double u[3] = {s.u, s.v, s.w};
    double un = dot(u, n) - dot(v, n), w[5];
    probe_numbers(gas_conserved(s, gamma_air), w);
    for (int k = 0; k < 5; k++)
        out[k] = area * (un * w[k] + (k >= 1 && k <= 3 ? s.p * n[k - 1] : k == 4 ? s.p * dot(u, n) : 0));
}

/* ---- fluxes ---- */

/* Every third time the whole mesh moves; else a zone with both cells, or with one, whose faces to the other rest. Is
 * the face between them one that moves? */
static int set_zone(struct bed *b, int trial)
{
    static const uint8_t zone[4][BED_CELLS] = {{1, 1}, {1, 0}, {0, 1}, {0, 0}};
    b->a.frame.turning = trial % 3 ? zone[trial / 3 % 4] : NULL;
    return trial % 3 == 0 || trial / 3 % 4 == 0;
}

/* Of equal states every scheme gives that flux. */
static void between_equal_states(void)
{
    for (int i = 0; i < FLUX_N_SCHEMES * TRIALS; i++) {
        struct bed b;
        double v[3], expected[5];
        make(&b, EQUATIONS_EULER);
        velocity_of(&b, BED_INTERIOR, v);
        int moves = set_zone(&b, i / FLUX_N_SCHEMES);
        for (int d = 0; d < 3; d++)
            v[d] *= moves;
        bed_set_state(&b, 1, bed_state(&b, 0));
        b.a.scheme = i % FLUX_N_SCHEMES;
        b.a.scheme_parameter = b.a.scheme == FLUX_STEGER_WARMING ? 0 : 0.1;
        flux_moving_body(BED_INTERIOR, &b.a, EQUATIONS_EULER, 0);
        moving_flux(bed_state(&b, 0), b.n[BED_INTERIOR], v, b.area[BED_INTERIOR], expected);
        check_flux("between cells", &b, BED_INTERIOR, expected);
    }
}

/* FLUX_KEEP with the values of the cells: on a face at rest that of a mesh at rest, and on one that moves the flux of
 * states seen from it, brought back. */
static void keeping_kinetic_energy(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double v[3], at_rest[5], expected[5];
        make(&b, EQUATIONS_EULER);
        b.a.scheme = FLUX_KEEP;
        b.a.dissipation = (real)0.3;
        struct frame moves = b.a.frame, rests = {.steady = 0};
        b.a.frame = rests;
        flux_body(BED_INTERIOR, &b.a, FLUX_KEEP, EQUATIONS_EULER);
        for (int k = 0; k < 5; k++)
            at_rest[k] = b.flux[k * BED_FACES + BED_INTERIOR];
        flux_moving_body(BED_INTERIOR, &b.a, EQUATIONS_EULER, 1);
        check_flux("of a face at rest", &b, BED_INTERIOR, at_rest);
        /* the face moves, and the gas and its reconstruction with it: what passes is as before */
        b.a.frame = moves;
        velocity_of(&b, BED_INTERIOR, v);
        for (int c = 0; c < 2; c++) {
            struct state s = bed_state(&b, c);
            s.u += v[0], s.v += v[1], s.w += v[2];
            bed_set_state(&b, c, s);
        }
        expected[0] = at_rest[0];
        for (int d = 0; d < 3; d++)
            expected[1 + d] = at_rest[1 + d] + v[d] * at_rest[0];
        expected[4] = at_rest[4] + dot(v, at_rest + 1) + 0.5 * dot(v, v) * at_rest[0];
        flux_moving_body(BED_INTERIOR, &b.a, EQUATIONS_EULER, 1);
        check_flux("of a face that moves", &b, BED_INTERIOR, expected);
    }
}

/* The far field has the stream outside, in the axes of the mesh; the state inside is that stream. */
static void far_fields(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double v[3], expected[5];
        make(&b, EQUATIONS_EULER);
        velocity_of(&b, BED_BOUNDARY, v);
        struct state s = bed_state(&b, 0);
        b.patch.kind = BC_FARFIELD;
        b.patch.outside = (struct state){s.rho, s.v, s.w, s.u, s.p}; /* turned: (w', u', v') of it */
        flux_moving_body(BED_BOUNDARY, &b.a, EQUATIONS_EULER, 0);
        moving_flux(s, b.n[BED_BOUNDARY], v, b.area[BED_BOUNDARY], expected);
        check_flux("far field", &b, BED_BOUNDARY, expected);
    }
}

/* No mass passes; the pressure works on the wall. */
static void slip_walls(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double v[3], at_centroid[3], area, p, ghost[3];
        make(&b, EQUATIONS_EULER);
        velocity_of(&b, BED_BOUNDARY, v);
        b.patch.kind = BC_SLIP;
        flux_moving_body(BED_BOUNDARY, &b.a, EQUATIONS_EULER, 0);
        area = b.area[BED_BOUNDARY], p = bed_state(&b, 0).p;
        const double *n = b.n[BED_BOUNDARY];
        const double expected[5] = {0, area * p * n[0], area * p * n[1], area * p * n[2], area * p * dot(n, v)};
        check_flux("slip wall", &b, BED_BOUNDARY, expected);
        struct ghost_args g = {.m = b.a.m, .patch = &b.patch, .fluid = b.a.fluid, .q = b.q, .frame = b.a.frame};
        ghost_of(0, &g, EQUATIONS_EULER, FRAME_MOVES);
        struct state in = bed_state(&b, 0), out = bed_state(&b, 2);
        ghost[0] = out.u + in.u, ghost[1] = out.v + in.v, ghost[2] = out.w + in.w; /* normal: twice the wall's */
        centroid_velocity(&b, BED_BOUNDARY, at_centroid);
        CHECK_NEAR(dot(ghost, n), 2 * dot(at_centroid, n), 1e-13);
    }
}

/* A gas that turns as a whole with its wall has no stress, whatever turns it: the mesh, the wall, or both by half. */
static void turning_walls(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double v[3], spin[3], share = 0.5 * (i % 3), x[3];
        make(&b, EQUATIONS_LAMINAR);
        b.patch.kind = BC_WALL;
        for (int d = 0; d < 3; d++) {
            b.patch.wall_rotation[d] = share * b.a.frame.omega[d];
            b.patch.wall_centre[d] = b.a.frame.centre[d];
            b.a.frame.omega[d] *= 1 - share;
            b.a.frame.velocity[d] = 0;
            spin[d] = b.patch.wall_rotation[d] + b.a.frame.omega[d];
            x[d] = b.centroid[d * BED_SLOTS] - b.a.frame.centre[d];
        }
        struct state s = bed_state(&b, 0);
        s.u = spin[1] * x[2] - spin[2] * x[1];
        s.v = spin[2] * x[0] - spin[0] * x[2];
        s.w = spin[0] * x[1] - spin[1] * x[0];
        bed_set_state(&b, 0, s);
        velocity_of(&b, BED_BOUNDARY, v);
        flux_moving_body(BED_BOUNDARY, &b.a, EQUATIONS_LAMINAR, 0);
        double area = b.area[BED_BOUNDARY];
        const double *n = b.n[BED_BOUNDARY];
        const double expected[5] = {0, area * s.p * n[0], area * s.p * n[1], area * s.p * n[2], area * s.p * dot(n, v)};
        check_flux("wall", &b, BED_BOUNDARY, expected);
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(b.wall[WALL_SHEAR + d], 0, 1e-13);
    }
}

/* The work of viscous stresses at faces where the fluid passes and at slip walls depends on the velocity that an
 * observer at rest sees: Galilei's transformation by w, of the gas, the mesh and the outside, leaves the stress and adds
 * w . stress to the energy. What is not viscous is taken away as the same face's flux of an inviscid gas. */
static void viscous_work(void)
{
    static const int kinds[] = {BC_FARFIELD, BC_PRESSURE_OUTLET, BC_SLIP, BC_SYMMETRY, BC_OPENING};
    double largest = 0;
    for (int i = 0; i < 5 * TRIALS; i++) {
        double w[3], diffused[2][5];
        struct bed made;
        make(&made, EQUATIONS_LAMINAR);
        made.patch.kind = kinds[i % 5];
        made.patch.outside = random_gas(&seed);
        made.patch.pressure = bed_state(&made, 0).p;
        made.patch.total_temperature = exp(random_signed(&seed));
        bed_set_state(&made, 2, random_gas(&seed)); /* whatever stands behind the face */
        for (int d = 0; d < 3; d++)
            w[d] = random_signed(&seed);
        for (int moved = 0; moved < 2; moved++)
            for (int viscous = 0; viscous < 2; viscous++) {
                struct bed b = made;
                b.a.q = b.q, b.a.flux = b.flux, b.a.pressure = b.pressure, b.a.wall = b.wall, b.a.patch = &b.patch;
                for (int d = 0; moved && d < 3; d++) {
                    for (int slot = 0; slot < BED_SLOTS; slot++)
                        b.q[(Q_U + d) * BED_SLOTS + slot] += w[d];
                    b.a.frame.velocity[d] += w[d];
                }
                if (moved) { /* (a, b, c) of the outside is (c, a, b) of the mesh */
                    b.patch.outside.u += w[1];
                    b.patch.outside.v += w[2];
                    b.patch.outside.w += w[0];
                }
                flux_moving_body(BED_BOUNDARY, &b.a, viscous ? EQUATIONS_LAMINAR : EQUATIONS_EULER, 0);
                for (int k = 0; k < 5; k++)
                    diffused[moved][k] =
                        b.flux[k * BED_FACES + BED_BOUNDARY] - (viscous ? diffused[moved][k] : 0);
            }
        for (int k = 0; k < 4; k++)
            CHECK_NEAR(diffused[1][k], diffused[0][k], 1e-12);
        CHECK_NEAR(diffused[1][4], diffused[0][4] + dot(w, diffused[0] + 1), 1e-12); /* rounding of fluxes of about 10 */
        largest = fmax(largest, fabs(dot(w, diffused[0] + 1)));
    }
    CHECK(largest > 0.01, "the stresses do next to no work: %g", largest);
}

/* ---- sources ---- */

static void sources(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double w[5], swept, *o;
        real kept[BED_CELLS], source[NV_MAX * BED_CELLS];
        make(&b, EQUATIONS_SST);
        b.a.frame.steady = i % 2;
        (void)set_zone(&b, i / 2);
        int turns = i % 2 && (!b.a.frame.turning || b.a.frame.turning[1]);
        for (int k = 0; k < BED_CELLS; k++)
            kept[k] = 1e-3 * random_signed(&seed);
        struct frame_args a = {.m = b.a.m, .frame = b.a.frame, .n_variables = 7, .gamma = gamma_air, .q = b.q,
                               .kept = i % 5 ? kept : NULL, .source = source};
        frame_source_body(1, &a);
        o = b.a.frame.omega;
        swept = i % 5 ? b.a.frame.spin * kept[1] / b.volume[1] : 0;
        probe_numbers(gas_conserved(bed_state(&b, 1), gamma_air), w);
        const double turned[5] = {0, o[1] * w[3] - o[2] * w[2], o[2] * w[1] - o[0] * w[3], o[0] * w[2] - o[1] * w[1], 0};
        for (int k = 0; k < 5; k++)
            CHECK_NEAR(source[k * BED_CELLS + 1], -swept * w[k] - turns * turned[k], 1e-12 * (1 + w[4]));
        for (int k = 5; k < 7; k++)
            CHECK_NEAR(source[k * BED_CELLS + 1], -swept * w[0] * b.q[k * BED_SLOTS + 1], 1e-12 * (1 + w[4]));
    }
}

static void vectors_turned(void)
{
    real state[NV * 2] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}; /* cell 1: velocity 4, 6, 8 */
    double rate[NV * 2] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    struct turn_args a = {.stride = 2, .by = {0, 0, 1, 1, 0, 0, 0, 1, 0}, .state = state};
    turn_body(1, &a);
    a.state = NULL, a.rate = rate;
    turn_body(1, &a);
    static const double wanted[NV * 2] = {1, 2, 3, 8, 5, 4, 7, 6, 9, 10};
    for (int k = 0; k < NV * 2; k++) {
        CHECK_NEAR(state[k], wanted[k], 0);
        CHECK_NEAR(rate[k], wanted[k], 0);
    }
}

int main(void)
{
    CASE(between_equal_states);
    CASE(keeping_kinetic_energy);
    CASE(far_fields);
    CASE(slip_walls);
    CASE(turning_walls);
    CASE(viscous_work);
    CASE(sources);
    CASE(vectors_turned);
    return check_end();
}
