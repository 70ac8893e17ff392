/* Scalar rows of turbulence variables (solve/physics/jacobian_turbulence.h): against
 * differences of the kernels' fluxes at first order, in advective form.
 */
#include "unit/solve/jacobian_bed.h"

#include "physics/jacobian_turbulence.h"

enum { TRIALS = 1000 };

/* Molecular viscosity of every bed. */
static const double viscosity = 0.05;

/* What leaves cell 0 through a face of rho f less f times what leaves of mass, f variable v,
 * with `value` for it in `slot`. */
static double advected(const struct bed *from, int face, int v, int slot, double value)
{
    struct bed b = *from;
    b.a.q = b.q;
    b.a.flux = b.flux;
    b.a.pressure = b.pressure;
    b.a.wall = b.wall;
    b.a.patch = &b.patch;
    b.q[v * BED_SLOTS + slot] = value;
    if (face == BED_INTERIOR) {
        flux_body(face, &b.a, FLUX_ROE, b.equations);
    } else {
        bed_ghost(&b);
        flux_boundary_body(face, &b.a, b.equations);
    }
    return b.flux[v * BED_FACES + face] - b.q[v * BED_SLOTS] * b.flux[face];
}

/* The face's share of the source cb2 / sigma rho |grad nu|^2 in cell 0, taken in: area times
 * distance / 2 of the square of the slope. */
static double gradient_source(const struct bed *b, int slot, double value)
{
    const double cb2 = 0.622, sigma = 2.0 / 3;
    double own = slot == 0 ? value : b->q[Q_NU * BED_SLOTS], other = slot == 1 ? value : b->q[Q_NU * BED_SLOTS + 1];
    double d = b->distance[BED_INTERIOR], slope = (other - own) / d;
    return -cb2 / sigma * b->q[0] * slope * slope * b->area[BED_INTERIOR] * d / 2;
}

static double with_source(const struct bed *b, int face, int v, int slot, double value)
{
    return advected(b, face, v, slot, value) + gradient_source(b, slot, value);
}

/* Derivative by rho f in the slot. The functions are at most quadratic, so that central
 * differences are exact whatever the step; a large one keeps rounding small beside omega on walls. */
static double derivative(double (*f)(const struct bed *, int, int, int, double), const struct bed *b, int face, int v,
                         int slot)
{
    double value = b->q[v * BED_SLOTS + slot], h = 0.25 * fabs(value);
    return (f(b, face, v, slot, value + h) - f(b, face, v, slot, value - h)) / (2 * h) / b->q[slot];
}

/* Bound for what is compared: rounding, of the convection too where it cancels, and of wall
 * values of omega of up to 1e5. */
static double bound(const struct bed *b, int face)
{
    double carried = b->area[face] * 10 / fmin(b->q[0], b->q[1]);
    return 1e-11 * (carried + b->area[face] / b->distance[face]);
}

static double area_over_distance(const struct bed *b, int face)
{
    return b->area[face] / b->distance[face];
}

static double mass_through(struct bed *b, int face)
{
    if (face == BED_INTERIOR) {
        flux_body(face, &b->a, FLUX_ROE, b->equations);
    } else {
        bed_ghost(b);
        flux_boundary_body(face, &b->a, b->equations);
    }
    return b->flux[face];
}

/* ---- Spalart-Allmaras ---- */

/* Convection and diffusion with the source's share; where the bounds hold, they do: 0.2 of the own
 * value, none of the other's. */
static void sa_between_cells(void)
{
    uint64_t seed = 1;
    int bounded = 0, in = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_SA, viscosity);
        double mass = mass_through(&b, BED_INTERIOR), s = area_over_distance(&b, BED_INTERIOR);
        const double *nu = b.q + Q_NU * BED_SLOTS;
        struct jacobian_pair p =
            jacobian_sa_face(mass, s, viscosity, (struct sa_cell){b.q[0], nu[0]}, (struct sa_cell){b.q[1], nu[1]});
        double own = derivative(with_source, &b, BED_INTERIOR, Q_NU, 0);
        double other = derivative(with_source, &b, BED_INTERIOR, Q_NU, 1);
        double rho = 0.5 * (b.q[0] + b.q[1]), enters = fmax(-mass, 0);
        double least = (enters + 1.5 * s * (viscosity + 0.2 * rho * nu[0])) / b.q[0];
        double most = -(enters + 1.5 * s * viscosity) / b.q[1];
        CHECK_NEAR(p.own, fmax(own, least), bound(&b, BED_INTERIOR));
        CHECK_NEAR(p.other, fmin(other, most), bound(&b, BED_INTERIOR));
        bounded += own < least || other > most;
        in += mass < 0;
    }
    CHECK(bounded > TRIALS / 20 && bounded < TRIALS / 2, "%d bounded", bounded);
    CHECK(in > TRIALS / 4 && in < TRIALS * 3 / 4, "%d with mass coming in", in);
}

/* Negative variables (SA-neg) of any size leave the row's signs. */
static void sa_negative(void)
{
    uint64_t seed = 2;
    for (int i = 0; i < TRIALS; i++) {
        double nu[2] = {exp(5 * random_signed(&seed)), exp(5 * random_signed(&seed))};
        nu[i % 2] *= -1;
        nu[(i + 1) % 2] *= i % 3 ? 1 : -1;
        struct jacobian_pair p = jacobian_sa_face(random_signed(&seed), 1, viscosity, (struct sa_cell){1, nu[0]},
                                                  (struct sa_cell){2, nu[1]});
        CHECK(p.own >= 1.5 * viscosity && p.other <= -0.75 * viscosity, "%g, %g", p.own, p.other);
    }
}

/* ---- SST ---- */

static void sst_between_cells(void)
{
    uint64_t seed = 3;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_SST, viscosity);
        double mass = mass_through(&b, BED_INTERIOR), s = area_over_distance(&b, BED_INTERIOR);
        double mu_t = 0.5 * (b.mu_t[0] + b.mu_t[1]), f1 = 0.5 * (b.f1[0] + b.f1[1]);
        double sigma[2] = {sst_sigma_k(f1), sst_sigma_w(f1)};
        for (int k = 0; k < 2; k++) {
            struct jacobian_pair p = jacobian_scalar_face(mass, s, viscosity + sigma[k] * mu_t, b.q[0], b.q[1]);
            CHECK_NEAR(p.own, derivative(advected, &b, BED_INTERIOR, Q_K + k, 0), bound(&b, BED_INTERIOR));
            CHECK_NEAR(p.other, derivative(advected, &b, BED_INTERIOR, Q_K + k, 1), bound(&b, BED_INTERIOR));
        }
    }
}

/* A row that has nothing else changes its variable by this: to twice its value and a thousand times the floor, or
 * to three tenths. No residual, no restraint; never a number that is none. */
static void restraints(void)
{
    uint64_t seed = 7;
    for (int i = 0; i < TRIALS; i++) {
        double old = exp(10 * random_signed(&seed)), floor = exp(10 * random_signed(&seed));
        double rho = exp(random_signed(&seed)), r = exp(20 * random_signed(&seed));
        double rise = r / (rho * jacobian_turbulence_restraint(r, rho, old, floor));
        double fall = -r / (rho * jacobian_turbulence_restraint(-r, rho, old, floor));
        CHECK_NEAR(old + rise, 2 * old + 1000 * floor, 1e-12 * (old + rise));
        CHECK_NEAR(old + fall, 0.3 * old, 1e-12 * old);
        CHECK_NEAR(jacobian_turbulence_restraint(0, rho, old, floor), 0, 0);
    }
    for (int sign = -1; sign <= 1; sign++)
        CHECK_NEAR(jacobian_turbulence_restraint(sign, 1, 0, 0), 0, 0);
}

/* ---- boundaries ---- */

static void walls(void)
{
    uint64_t seed = 4;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, i % 2 ? EQUATIONS_SST : EQUATIONS_SA, viscosity);
        b.patch.kind = BC_WALL;
        double s = area_over_distance(&b, BED_BOUNDARY), wall = i % 2 ? viscosity : viscosity / SA_SIGMA;
        for (int v = NV; v < equations_variables(b.equations); v++)
            CHECK_NEAR(jacobian_turbulence_held(0, s, wall, b.q[0]), derivative(advected, &b, BED_BOUNDARY, v, 0),
                       bound(&b, BED_BOUNDARY));
    }
}

/* Far field and prescribed faces of SA: the diffusivity is that of the value given where the
 * fluid enters, and of what is prescribed. */
static void open_faces(void)
{
    uint64_t seed = 5;
    int in = 0, out = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_SA, viscosity);
        b.patch.kind = i % 2 ? BC_FARFIELD : BC_PRESCRIBED;
        b.patch.outside = bed_state(&b, 0);
        b.q[Q_NU * BED_SLOTS] = 0.02 * exp(random_signed(&seed)); /* below twice the given: the ghost is mirrored */
        state_store(b.prescribed, 1, 0, bed_state(&b, 0));
        b.prescribed[Q_NU] = 0.13;
        double mass = mass_through(&b, BED_BOUNDARY), s = area_over_distance(&b, BED_BOUNDARY), rho = b.q[0];
        double given = 1.5 * (viscosity + rho * 0.11), held = 1.5 * (viscosity + rho * 0.13);
        double got = i % 2 ? jacobian_turbulence_open(mass, s, given, rho)
                           : jacobian_turbulence_held(mass, 0.5 * s, held, rho);
        CHECK_NEAR(got, derivative(advected, &b, BED_BOUNDARY, Q_NU, 0), bound(&b, BED_BOUNDARY));
        in += i % 2 && mass < 0;
        out += i % 2 && mass > 0;
    }
    CHECK(in > TRIALS / 8 && out > TRIALS / 8, "%d in, %d out", in, out);
}

/* Slip walls and symmetry planes let nothing through: nothing to add. */
static void slip_walls(void)
{
    uint64_t seed = 6;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, i % 2 ? EQUATIONS_SST : EQUATIONS_SA, viscosity);
        b.patch.kind = i % 4 < 2 ? BC_SLIP : BC_SYMMETRY;
        for (int v = NV; v < equations_variables(b.equations); v++)
            CHECK_NEAR(derivative(advected, &b, BED_BOUNDARY, v, 0), 0, 0);
    }
}

int main(void)
{
    CASE(sa_between_cells);
    CASE(sa_negative);
    CASE(sst_between_cells);
    CASE(restraints);
    CASE(walls);
    CASE(open_faces);
    CASE(slip_walls);
    return check_end();
}
