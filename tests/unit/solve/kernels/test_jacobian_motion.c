/* Derivatives of fluxes through faces that move, and of what a rotating frame adds, against differences of what the
 * kernels compute; and of preconditioned fluxes through faces at rest.
 */
#include "unit/solve/jacobian_bed.h"

#include "kernels/frame_terms.h"
#include "kernels/jacobian.h"
#include "kernels/low_mach_cells.h"

enum { TRIALS = 1000 };

/* ---- the kernels' flux out of cell 0, as a function of the state of cell `cell` ---- */

struct probe {
    struct bed *bed;
    int face, cell, kind; /* kind: enum frame_kind */
};

/* Boundary faces with their ghost anew, which follows the state in front of the boundary. */
static void flux_at(struct flux5 w, const void *context, double out[5])
{
    const struct probe *p = context;
    struct bed b = *p->bed;
    bed_set_state(&b, p->cell, gas_primitive(w, gamma_air));
    b.a.q = b.q;
    b.a.flux = b.flux;
    b.a.pressure = b.pressure;
    b.a.wall = b.wall;
    if (p->face == BED_BOUNDARY) {
        struct ghost_args g = {.m = b.a.m, .patch = &b.patch, .fluid = b.a.fluid, .q = b.q, .frame = b.a.frame,
                               .prescribed = b.prescribed};
        ghost_of(0, &g, b.equations, FRAME_MOVES);
    }
    if (p->kind & FRAME_MOVES)
        flux_moving_body(p->face, &b.a, b.equations, 0);
    else
        flux_body(p->face, &b.a, b.a.scheme, b.equations);
    for (int k = 0; k < 5; k++)
        out[k] = b.flux[k * BED_FACES + p->face];
}

/* A face moves at about the speed of sound; the axes are turned. */
static void set_frame(struct bed *b, uint64_t *seed)
{
    struct frame *f = &b->a.frame;
    for (int d = 0; d < 3; d++) {
        f->velocity[d] = random_signed(seed);
        f->omega[d] = random_signed(seed);
        f->centre[d] = random_signed(seed);
    }
    const real turned[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    memcpy(f->from_rest, turned, sizeof turned);
    f->steady = 1;
    bed_spin(b, seed);
}

static struct jacobian_args args_of(const struct bed *b)
{
    return (struct jacobian_args){.u = {.m = b->a.m, .flux = b->flux, .fluid = b->a.fluid, .q = (real *)b->q},
                                  .patch = &b->patch, .frame = b->a.frame, .prescribed_face = b->prescribed,
                                  .entropy_fix = b->a.entropy_fix, .slowest = b->a.slowest};
}

/* Is the normal Mach number seen from the face away from where fluxes have kinks? */
static int is_smooth(struct state s, const struct jacobian_face *f, double fix)
{
    double m = fabs(normal_mach(frame_relative(s, f->v), f->n));
    return m > 0.01 && fabs(m - 1) > 0.02 && fabs(fabs(m - 1) - fix) > 0.02;
}

/* The same of preconditioned waves. */
static int is_smooth_low_mach(struct state s, const struct jacobian_face *f, double slowest, double fix)
{
    struct state seen = frame_relative(s, f->v);
    double c2 = gamma_air * s.p / s.rho, un = seen.u * f->n[0] + seen.v * f->n[1] + seen.w * f->n[2];
    double q2 = seen.u * seen.u + seen.v * seen.v + seen.w * seen.w;
    struct low_mach_waves w = low_mach_waves(un, c2, low_mach_speed2(q2, c2, slowest * slowest, 0, s.rho));
    double off = 0.03 * w.root, delta = 0.5 * fix * w.root;
    return fabs(q2 / c2 - 1) > 0.02 && fabs(q2 / (slowest * slowest) - 1) > 0.02 && fabs(un) > off &&
           fabs(w.minus) > off && fabs(w.plus) > off && fabs(fabs(w.minus) - delta) > off &&
           fabs(fabs(w.plus) - delta) > off;
}

/* ---- between cells ---- */

/* Every second time in a zone that turns: both cells, or one of them, whose face then rests. */
static void set_zone(struct bed *b, int trial)
{
    static const uint8_t zone[3][BED_CELLS] = {{1, 1}, {1, 0}, {0, 1}};
    b->a.frame.turning = trial % 2 ? zone[trial / 2 % 3] : NULL;
}

/* Held against |A| and not against the block itself: one of the two halves may vanish. */
static void check_between(struct bed *b, const struct jacobian_args *a, const struct jacobian_face *f, int kind)
{
    for (int cell = 0; cell < 2; cell++) {
        struct jacobian_cell own = jacobian_cell_load(0, a, EQUATIONS_EULER);
        struct jacobian_sum got = {block5_zero(), {0, 0}};
        real none[2];
        if (cell == 0)
            jacobian_own(&got, 0, f, &own, a, EQUATIONS_EULER, kind);
        else
            got.d = jacobian_other(none, 0, f, &own, a, EQUATIONS_EULER, kind);
        struct probe p = {b, BED_INTERIOR, cell, kind};
        struct block5 expected = probe_derivative(flux_at, &p, bed_state(b, 0)), size = block5_zero();
        jacobian_add_flux(&size, own.gas, f->n, gamma_air);
        for (int k = 0; k < 25; k++) /* nothing comes from downstream of a supersonic stream */
            CHECK_NEAR(got.d.a[k / 5][k % 5], expected.a[k / 5][k % 5], 1e-8 * f->area * (1 + probe_largest(&size)));
    }
}

/* Of equal states, where Roe's flux has the derivative that is stored; preconditioned too, where small changes of
 * pressure would drive more than the cut-off speed. */
static void between_cells_of(int scheme, double slowest, int kind, uint64_t seed)
{
    int tried = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_EULER, 0);
        if (kind & FRAME_MOVES) {
            set_frame(&b, &seed);
            set_zone(&b, i);
        }
        b.a.scheme = scheme;
        b.a.slowest = slowest;
        bed_set_state(&b, 1, bed_state(&b, 0));
        struct jacobian_args a = args_of(&b);
        struct jacobian_face f = jacobian_face_load(0, BED_INTERIOR, 0, &a, kind);
        if (slowest > 0 ? !is_smooth_low_mach(bed_state(&b, 0), &f, frame_slowest(slowest, f.v), b.a.entropy_fix)
                        : !is_smooth(bed_state(&b, 0), &f, b.a.entropy_fix))
            continue;
        check_between(&b, &a, &f, kind);
        tried++;
    }
    CHECK(tried > TRIALS / 2, "%d trials", tried);
}

static void between_cells(void)
{
    between_cells_of(FLUX_ROE, 0, FRAME_MOVES, 1);
}

static void between_cells_at_low_mach(void)
{
    between_cells_of(FLUX_ROE_LOW_MACH, 0.3, FRAME_MOVES, 11);
}

/* Where the cut-off speed is the case's alone. */
static void between_cells_at_rest_at_low_mach(void)
{
    between_cells_of(FLUX_ROE_LOW_MACH, 0.3, FRAME_RESTS, 13);
}

/* ---- boundaries ---- */

/* Is the flow through an opening about to turn round, where what it carries changes (opening_find())? */
static int is_turning_round(const struct bed *b, struct state s, const struct jacobian_face *f)
{
    const struct frame here = frame_of_face(&b->a.frame, &b->a.m, BED_BOUNDARY);
    real x[3];
    face_place(&b->a.m, BED_BOUNDARY, x);
    struct bc_values seen = frame_boundary(&b->patch, &here, x, f->v);
    const real outside = seen.outside.u * f->n[0] + seen.outside.v * f->n[1] + seen.outside.w * f->n[2];
    struct opening o = opening_find(frame_relative(s, f->v), &seen, f->n, gamma_air);
    const double near = 100 * o.width; /* a hundredth of the speed of sound, as is_smooth() */
    return fabs(o.w + outside) < near || fabs(o.w) < near;
}

/* Where fluxes have kinks a difference has no meaning: such cases are passed over, as are those where the stored block
 * differs from the derivative on purpose. */
static void check_boundary(struct bed *b, const char *what)
{
    struct jacobian_args a = args_of(b);
    struct jacobian_cell own = jacobian_cell_load(0, &a, (int)b->equations);
    struct jacobian_face f = jacobian_face_load(0, BED_BOUNDARY, 1, &a, FRAME_MOVES);
    struct block5 got = block5_zero();
    if (!is_smooth(own.s, &f, b->a.entropy_fix) && b->patch.kind != BC_SYMMETRY) /* whose flux has no kink */
        return;
    const struct jacobian_boundary_face face = {&f, &own, &b->patch, own.s};
    jacobian_moving_boundary(&got, &face, &a, (int)b->equations, FRAME_MOVES);
    double seen = normal_mach(frame_relative(own.s, f.v), f.n);
    if (b->patch.kind == BC_PRESSURE_OUTLET && seen < 0) /* more is on the diagonal where fluid comes in */
        return;
    if (b->patch.kind == BC_OPENING && is_turning_round(b, own.s, &f))
        return;
    if (b->patch.kind == BC_FARFIELD && seen < 1 + b->a.entropy_fix) /* exact where all leaves */
        return;
    struct probe p = {b, BED_BOUNDARY, 0, FRAME_MOVES};
    struct block5 expected = probe_derivative(flux_at, &p, own.s);
    probe_compare(what, &got, &expected, 1e-8);
}

/* Takes off the velocity of cell 0 through the boundary face: on planes of symmetry the stored block is exact there. */
static void rest_across(struct bed *b)
{
    struct jacobian_args a = args_of(b);
    struct jacobian_face f = jacobian_face_load(0, BED_BOUNDARY, 1, &a, FRAME_MOVES);
    struct state s = bed_state(b, 0);
    const real un = (s.u - f.v[0]) * f.n[0] + (s.v - f.v[1]) * f.n[1] + (s.w - f.v[2]) * f.n[2];
    bed_set_state(b, 0, (struct state){s.rho, s.u - un * f.n[0], s.v - un * f.n[1], s.w - un * f.n[2], s.p});
}

static void boundaries(void)
{
    static const int kinds[] = {BC_SLIP, BC_SYMMETRY, BC_PRESSURE_OUTLET, BC_FARFIELD, BC_OPENING};
    uint64_t seed = 2;
    for (int i = 0; i < 5 * TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, i % 10 < 5 ? EQUATIONS_EULER : EQUATIONS_LAMINAR, 0.02);
        set_frame(&b, &seed);
        set_zone(&b, i / 5);
        b.patch.kind = kinds[i % 5];
        b.patch.outside = random_gas(&seed);
        b.patch.pressure = bed_state(&b, 0).p * (1 + 0.3 * random_signed(&seed));
        b.patch.total_temperature = exp(random_signed(&seed));
        if (i % 5 >= 2 && b.equations == EQUATIONS_LAMINAR)
            continue; /* their viscous fluxes are not in the stored Jacobian */
        if (b.patch.kind == BC_SYMMETRY)
            rest_across(&b);
        check_boundary(&b, bc_kind_name((enum bc_kind)kinds[i % 5]));
    }
}

/* That move along themselves beside, and turn. */
static void walls(void)
{
    uint64_t seed = 3;
    for (int i = 0; i < 3 * TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_LAMINAR, 0.02);
        set_frame(&b, &seed);
        set_zone(&b, i);
        b.patch.kind = BC_WALL;
        b.patch.thermal = i % 3;
        b.patch.wall_temperature = exp(random_signed(&seed));
        b.patch.heat_flux = 0.1 * random_signed(&seed);
        for (int d = 0; d < 3; d++) {
            b.patch.wall_velocity[d] = random_signed(&seed);
            b.patch.wall_rotation[d] = random_signed(&seed);
            b.patch.wall_centre[d] = random_signed(&seed);
        }
        check_boundary(&b, "wall");
    }
}

/* V of a cell: the fastest that one of its faces sees it pass or moves itself, the cut-off speed at least, the speed
 * of sound at most. */
static void speed_of_cells(void)
{
    uint64_t seed = 12;
    int by_mesh = 0;
    /* The row of cell 0, the first of a slice: its two faces. */
    lid offset[2] = {0, 2 * SLICE}, across[2 * SLICE] = {0}, face[2 * SLICE] = {0};
    across[0] = 2, across[SLICE] = 1;
    face[0] = BED_BOUNDARY, face[SLICE] = BED_INTERIOR;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_EULER, 0);
        set_frame(&b, &seed);
        set_zone(&b, i);
        b.a.slowest = 0.3;
        b.a.m.slice_offset = offset;
        b.a.m.slice_cell = across;
        b.a.m.slice_face = face;
        struct state s = bed_state(&b, 0);
        double scaling[BED_CELLS], c2 = gamma_air * s.p / s.rho, passes = 0, moves = 0;
        struct low_mach_args a = {.j = args_of(&b), .scaling = scaling};
        const int faces[2] = {BED_BOUNDARY, BED_INTERIOR};
        for (int k = 0; k < 2; k++) {
            real n[3], area, v[3];
            face_unit_normal(&b.a.m, faces[k], n, &area);
            frame_face_velocity(&b.a.frame, &b.a.m, faces[k], n, v);
            struct state seen = frame_relative(s, v);
            passes = fmax(passes, seen.u * seen.u + seen.v * seen.v + seen.w * seen.w);
            moves = fmax(moves, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        }
        low_mach_body(0, &a, EQUATIONS_EULER);
        CHECK_NEAR(scaling[0], fmin(1, fmax(fmax(passes, moves), 0.3 * 0.3) / c2), 1e-12);
        by_mesh += moves > passes && moves < c2;
    }
    CHECK(by_mesh > TRIALS / 100, "%d trials", by_mesh);
}

/* ---- a frame in which the flow is steady ---- */

static void source_at(struct flux5 w, const void *context, double out[5])
{
    const struct bed *b = context;
    real q[NV_MAX * BED_SLOTS], source[NV * BED_CELLS];
    state_store(q, BED_SLOTS, 0, gas_primitive(w, gamma_air));
    struct frame_args a = {.m = b->a.m, .frame = b->a.frame, .n_variables = NV, .gamma = gamma_air, .q = q,
                           .source = source};
    frame_source_body(0, &a);
    for (int k = 0; k < 5; k++)
        out[k] = -b->volume[0] * source[k * BED_CELLS];
}

/* omega x rho u, in cells that turn alone. */
static void rotation(void)
{
    uint64_t seed = 4;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_EULER, 0);
        set_frame(&b, &seed);
        set_zone(&b, i);
        struct jacobian_args a = args_of(&b);
        struct jacobian_sum got = {.d = block5_zero()};
        jacobian_add_rotation(&got, 0, &a);
        struct block5 expected = probe_derivative(source_at, &b, bed_state(&b, 0));
        probe_compare("rotation", &got.d, &expected, 1e-8);
    }
}

int main(void)
{
    CASE(between_cells);
    CASE(between_cells_at_low_mach);
    CASE(between_cells_at_rest_at_low_mach);
    CASE(boundaries);
    CASE(walls);
    CASE(speed_of_cells);
    CASE(rotation);
    return check_end();
}
