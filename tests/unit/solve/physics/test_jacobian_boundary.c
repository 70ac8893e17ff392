/* Derivatives of boundary fluxes (solve/physics/jacobian_boundary.h): against differences of
 * the kernels' fluxes for every kind of boundary.
 */
#include "unit/solve/jacobian_bed.h"

#include "physics/jacobian_boundary.h"

#include <assert.h>

enum { TRIALS = 1000 };

static_assert(BC_N_KINDS == 13, "every kind of boundary is tested");

/* ---- the kernel's flux out of cell 0, as a function of its state ---- */

static void at_boundary(struct flux5 w, const void *context, double out[5])
{
    struct bed b = *(const struct bed *)context;
    bed_set_state(&b, 0, gas_primitive(w, gamma_air));
    b.a.q = b.q;
    b.a.flux = b.flux;
    b.a.pressure = b.pressure;
    flux_boundary_body(BED_BOUNDARY, &b.a, EQUATIONS_EULER);
    for (int k = 0; k < 5; k++)
        out[k] = b.flux[k * BED_FACES + BED_BOUNDARY];
}

/* The state with everything off by up to `share`, the velocity by that of the speed of sound. */
static struct state nearby(struct state s, double share, uint64_t *seed)
{
    double c = sqrt(gamma_air * s.p / s.rho);
    struct state t = {s.rho * (1 + share * random_signed(seed)), s.u + share * c * random_signed(seed),
                      s.v + share * c * random_signed(seed), s.w + share * c * random_signed(seed),
                      s.p * (1 + share * random_signed(seed))};
    return t;
}

/* A stream of Mach number 0.01 to 0.9 into the domain, askew, or straight for every second one with DIRECTION_NORMAL,
 * and what makes it; inside something near. */
static void make_inflow(struct bed *b, uint64_t *seed)
{
    const double *n = b->n[BED_BOUNDARY], g = gamma_air;
    double t[3], length = 0, mach = 0.9 * exp(0.5 * log(90) * (random_signed(seed) - 1)), cosine = 0;
    struct state s = bed_state(b, 0);
    random_direction(seed, t);
    b->patch.direction = t[0] > 0 ? DIRECTION_NORMAL : DIRECTION_GIVEN;
    for (int d = 0; d < 3; d++) {
        t[d] = (b->patch.direction == DIRECTION_NORMAL ? 0 : 0.5) * t[d] - n[d];
        length += t[d] * t[d];
    }
    for (int d = 0; d < 3; d++) {
        t[d] /= sqrt(length);
        cosine -= t[d] * n[d];
    }
    double speed = mach * sqrt(g * s.p / s.rho), total = 1 + 0.5 * (g - 1) * mach * mach;
    s.u = speed * t[0];
    s.v = speed * t[1];
    s.w = speed * t[2];
    if (b->patch.direction == DIRECTION_GIVEN)
        b->patch.dx = t[0], b->patch.dy = t[1], b->patch.dz = t[2];
    b->patch.total_temperature = s.p / s.rho * total; /* gas constant 1 */
    b->patch.total_pressure = s.p * pow(total, g / (g - 1));
    b->patch.mass_flux = s.rho * speed * cosine;
    bed_set_state(b, 0, nearby(s, 0.1 * mach, seed));
}

/* Air outside such that it enters or leaves; for every second face as slowly as what it carries is of both sides. */
static void make_opening(struct bed *b, uint64_t *seed)
{
    const double *n = b->n[BED_BOUNDARY];
    struct state in = bed_state(b, 0), out = b->patch.outside;
    double t = b->patch.total_temperature = in.p / in.rho * (1 + 0.3 * random_signed(seed));
    if (random_signed(seed) > 0)
        return;
    /* The pressure with which that speed is the opening's answer, by the quadratic. */
    double outside = out.u * n[0] + out.v * n[1] + out.w * n[2], un = in.u * n[0] + in.v * n[1] + in.w * n[2];
    double w = 0.8e-4 * sqrt(gamma_air * t) * random_signed(seed) - outside;
    double rc = in.rho * sqrt(gamma_air * in.p / in.rho);
    double goes_out = in.p + rc * (un - outside) - rc * w;
    b->patch.pressure = w < 0 ? goes_out / (1 - 0.5 * w * w / t) : goes_out;
}

static void make_patch(struct bed *b, int kind, uint64_t *seed)
{
    bed_make(b, seed, EQUATIONS_EULER, 0);
    b->patch.kind = kind;
    b->patch.outside = nearby(bed_state(b, 0), 0.3, seed);
    b->patch.pressure = bed_state(b, 0).p * (1 + 0.3 * random_signed(seed));
    if (kind == BC_PRESSURE_OUTLET && random_signed(seed) > 0)
        b->patch.pressure *= 0.4; /* many are choked */
    if (kind == BC_TOTAL_INFLOW || kind == BC_MASS_INFLOW)
        make_inflow(b, seed);
    if (kind == BC_OPENING)
        make_opening(b, seed);
    if (kind == BC_PRESCRIBED)
        state_store(b->prescribed, 1, 0, bed_state(b, 0));
}

/* Of an opening as slow as what it carries is of both sides: within that range. */
static int is_slow(const struct bed *b)
{
    double share = b->patch.kind == BC_OPENING
                       ? opening_find(bed_state(b, 0), &b->patch, b->n[BED_BOUNDARY], gamma_air).share : 0;
    return share > 0 && share < 1;
}

static struct block5 by_differences(const struct bed *b)
{
    return probe_derivative_by(at_boundary, b, bed_state(b, 0), is_slow(b) ? 2e-6 : 2e-4);
}

/* ---- walls ---- */

static void walls(void)
{
    const int kinds[3] = {BC_SLIP, BC_WALL, BC_SYMMETRY};
    uint64_t seed = 1;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        make_patch(&b, kinds[i % 3], &seed);
        double s[3];
        for (int d = 0; d < 3; d++)
            s[d] = b.normal[d * BED_FACES + BED_BOUNDARY];
        struct block5 got = block5_zero(), expected = by_differences(&b);
        jacobian_add_wall_pressure(&got, jacobian_gas(bed_state(&b, 0), gamma_air), s, gamma_air);
        if (b.patch.kind != BC_SYMMETRY) /* the mirrored state comes beside (test_jacobian_motion.c) */
            probe_compare("wall", &got, &expected, 1e-8);
        struct block5 chosen = block5_zero();
        jacobian_add_boundary(&chosen, upwind_face(b.area[BED_BOUNDARY], b.n[BED_BOUNDARY], gamma_air, 0.1, 0, false),
                              bed_state(&b, 0), bed_state(&b, 0), &b.patch);
        probe_compare("wall, chosen", &chosen, &got, 1e-15);
    }
}

/* ---- what the fluid passes ---- */

/* Differences that are to be compared with probe_distance() vanish for faces that let the
 * inside have no say; then both must. */
static void compare_or_none(const char *what, const struct block5 *got, const struct block5 *expected, double size)
{
    if (probe_largest(expected) <= 1e-9 * size)
        CHECK(probe_largest(got) <= 1e-9 * size, "%s: %g instead of nothing", what, probe_largest(got));
    else
        probe_compare(what, got, expected, 1e-8);
}

/* Do differences at that state stay clear of where the kind changes its form? */
static int is_smooth(const struct bed *b, struct state in, const double n[3])
{
    const int kind = b->patch.kind;
    const struct state out = b->patch.outside;
    if (kind == BC_OPENING) {
        struct opening o = opening_find(in, &b->patch, n, gamma_air);
        double through = o.w + out.u * n[0] + out.v * n[1] + out.w * n[2], c = sqrt(gamma_air * in.p / in.rho);
        int clear = fabs(o.w) > 2e-3 * c && fabs(through) > 2e-3 * c;
        return fabs(normal_mach(in, n) - 1) > 0.02 && (is_slow(b) ? fabs(o.w) > 1e-4 * c : clear);
    }
    if (kind == BC_PRESSURE_OUTLET) { /* nor where it chokes */
        const double sonic = in.p * pow(boundary_sonic_ratio(normal_mach(in, n), gamma_air), 7);
        return fabs(sonic - b->patch.pressure) > 2e-3 * in.p && away_from_kinks(in, n);
    }
    return kind == BC_TOTAL_INFLOW || kind == BC_MASS_INFLOW || away_from_kinks(in, n);
}

/* The chain rule for every kind that takes it, and the choice of jacobian_add_boundary(): the same, or the open
 * form; where fluid goes the wrong way more on the diagonal. */
static void chain_rule(void)
{
    enum { N = 6 };
    const int kinds[N] = {BC_SUPERSONIC_INFLOW, BC_SUPERSONIC_OUTFLOW, BC_PRESSURE_OUTLET, BC_TOTAL_INFLOW,
                          BC_MASS_INFLOW,       BC_OPENING};
    uint64_t seed = 2;
    int tried[N] = {0}, slow = 0, choked = 0;
    for (int i = 0; i < N * TRIALS; i++) {
        struct bed b;
        const int k = i % N;
        make_patch(&b, kinds[k], &seed);
        struct state in = bed_state(&b, 0);
        if (!is_smooth(&b, in, b.n[BED_BOUNDARY]))
            continue;
        struct block5 got = block5_zero(), open = got, chosen = got, expected = by_differences(&b);
        double area = b.area[BED_BOUNDARY], *n = b.n[BED_BOUNDARY];
        double through = area * (in.u * n[0] + in.v * n[1] + in.w * n[2]);
        jacobian_add_boundary_exact(&got, upwind_face(area, n, gamma_air, 0, 0, false), in, &b.patch);
        jacobian_add_own(&open, upwind_face(area, n, gamma_air, 0.1, 0, false), jacobian_gas(in, gamma_air));
        jacobian_add_boundary(&chosen, upwind_face(area, n, gamma_air, 0.1, 0, false), in, in, &b.patch);
        compare_or_none(bc_kind_name(b.patch.kind), &got, &expected, probe_largest(&open));
        if (k >= 2 && kinds[k] != BC_OPENING) /* as `kinds` has them */
            block5_add_identity(&got, fmax(k == 2 ? -through : through, 0));
        probe_compare("chosen", &chosen, k >= 2 ? &got : &open, 1e-15);
        tried[k]++;
        slow += is_slow(&b);
        choked += kinds[k] == BC_PRESSURE_OUTLET && normal_mach(in, n) < 1 &&
                  boundary_state(in, &b.patch, n[0], n[1], n[2], gamma_air).p > 1.001 * b.patch.pressure;
    }
    CHECK(choked > TRIALS / 50, "%d outlets that are choked", choked);
    CHECK(slow > TRIALS / 4, "%d openings with what they carry from both sides", slow);
    for (int k = 0; k < N; k++)
        CHECK(tried[k] > TRIALS / 2, "%s: %d trials", bc_kind_name(kinds[k]), tried[k]);
}

/* A far field like the inside has the open form, up to the rounding off and but for streams along it; so has a prescribed
 * face with the Roe average of equal states; supersonic faces whatever is outside. */
static void open_form(void)
{
    uint64_t seed = 3;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        make_patch(&b, i % 2 ? BC_FARFIELD : BC_PRESCRIBED, &seed);
        struct state in = bed_state(&b, 0);
        double m = normal_mach(in, b.n[BED_BOUNDARY]), fix = i % 2 ? 0 : b.a.entropy_fix;
        double along = sqrt((in.u * in.u + in.v * in.v + in.w * in.w) * in.rho / (gamma_air * in.p)); /* Mach number */
        if (fabs(m) < 0.051 * along)
            continue;
        if (fabs(m) < 1)
            b.patch.outside = in;
        if (!away_from_kinks(in, b.n[BED_BOUNDARY]) || fabs(fabs(fabs(m) - 1) - fix) < 0.02)
            continue;
        struct block5 got = block5_zero(), expected = by_differences(&b);
        struct jacobian_gas g = jacobian_gas(in, gamma_air);
        jacobian_add_boundary(&got, upwind_face(b.area[BED_BOUNDARY], b.n[BED_BOUNDARY], gamma_air, fix, 0, false), in, in,
                              &b.patch);
        struct block5 size = block5_zero();
        jacobian_add_dissipation(&size, b.area[BED_BOUNDARY], upwind_face(1, b.n[BED_BOUNDARY], gamma_air, 0, 0, false), g);
        for (int k = 0; k < 25; k++) /* supersonic inflow: nothing, up to rounding */
            CHECK_NEAR(got.a[k / 5][k % 5], expected.a[k / 5][k % 5], 1e-8 * probe_largest(&size));
    }
}

/* A side of a sliding interface: as a face between cells of equal states of which the other stays as it is. */
static void sliding_faces(void)
{
    const struct bc_values sliding = {.kind = BC_SLIDING};
    uint64_t seed = 5;
    for (int i = 0; i < TRIALS; i++) {
        struct state in = random_gas(&seed);
        struct jacobian_gas g = jacobian_gas(in, gamma_air);
        double n[3], v[3];
        random_direction(&seed, n);
        random_direction(&seed, v);
        struct block5 got = block5_zero(), expected = got, moving = got, expected_moving = got;
        jacobian_add_boundary(&got, upwind_face(0.7, n, gamma_air, 0.1, 0, false), in, in, &sliding);
        jacobian_add_own(&expected, upwind_face(0.7, n, gamma_air, 0.1, 0, false), g);
        jacobian_add_moving_boundary(&moving, upwind_face(0.7, n, gamma_air, 0.1, frame_dot(v, n), false), in, in, &sliding,
                                     v);
        jacobian_add_moving(&expected_moving, upwind_face(0.7, n, gamma_air, 0.1, frame_dot(v, n), false), g, 1);
        probe_compare("sliding", &got, &expected, 1e-15);
        probe_compare("sliding, of a mesh that moves", &moving, &expected_moving, 1e-15);
    }
}

/* Prescribed faces take the Roe average with what they hold, as between cells. */
static void prescribed_faces(void)
{
    const struct bc_values given = {.kind = BC_PRESCRIBED};
    uint64_t seed = 4;
    for (int i = 0; i < TRIALS; i++) {
        struct state in = random_gas(&seed), held = nearby(in, 0.5, &seed);
        struct jacobian_gas g = jacobian_gas(in, gamma_air), h = jacobian_gas(held, gamma_air);
        double n[3];
        random_direction(&seed, n);
        struct block5 got = block5_zero(), expected = got;
        jacobian_add_boundary(&got, upwind_face(0.7, n, gamma_air, 0.1, 0, false), in, held, &given);
        jacobian_add_own(&expected, upwind_face(0.7, n, gamma_air, 0.1, 0, false), jacobian_roe(g, h));
        probe_compare("prescribed", &got, &expected, 1e-15);
    }
}

int main(void)
{
    CASE(prescribed_faces);
    CASE(walls);
    CASE(chain_rule);
    CASE(open_form);
    CASE(sliding_faces);
    return check_end();
}
