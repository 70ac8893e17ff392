/* Derivatives of the viscous flux (solve/physics/jacobian_viscous.h): against differences of
 * the tree's own diffusion between cells, on no-slip walls and on slip walls, at first order.
 */
#include "unit/solve/jacobian_bed.h"

#include "physics/jacobian_viscous.h"

enum { TRIALS = 500 };

/* What diffusion takes out of cell 0 through a face, times the area. */
static void diffused(struct face_diffusion d, double area, double out[5])
{
    probe_numbers(flux5_scale(-area, d.flow), out);
}

struct moved {
    const struct bed *bed;
    int slot;
};

/* ---- between cells ---- */

static void inside(struct flux5 w, const void *context, double out[5])
{
    const struct moved *m = context;
    struct bed b = *m->bed;
    bed_set_state(&b, m->slot, gas_primitive(w, gamma_air));
    b.a.q = b.q;
    struct face_states at = face_states(bed_state(&b, 0), bed_state(&b, 1), b.n[BED_INTERIOR], gamma_air);
    diffused(viscous_interior(BED_INTERIOR, &b.a, at, b.equations, GRADIENTS_TOGETHER), b.area[BED_INTERIOR], out);
}

/* Laminar, and with the eddy viscosity of SST, which the kernel takes as it is stored: what is
 * held is constant, and the derivative exact. */
static void between_cells(void)
{
    uint64_t seed = 1;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, i % 2 ? EQUATIONS_SST : EQUATIONS_LAMINAR, 0.02);
        double mu_t = i % 2 ? 0.5 * (b.mu_t[0] + b.mu_t[1]) : 0, s = b.area[BED_INTERIOR] / b.distance[BED_INTERIOR];
        struct jacobian_conduction c = jacobian_conduction(&b.a.fluid, 0.02, mu_t);
        struct block5 own = block5_zero(), other = own;
        jacobian_add_viscous(&own, s, bed_state(&b, 0), c, b.n[BED_INTERIOR], gamma_air);
        jacobian_add_viscous(&other, -s, bed_state(&b, 1), c, b.n[BED_INTERIOR], gamma_air);
        struct moved here = {&b, 0}, across = {&b, 1};
        struct block5 expected = probe_derivative(inside, &here, bed_state(&b, 0));
        probe_compare("own", &own, &expected, 1e-8);
        expected = probe_derivative(inside, &across, bed_state(&b, 1));
        probe_compare("other", &other, &expected, 1e-8);
    }
}

/* Rows of mass are empty; a gas that moves as one with its neighbour does not feel it: K maps
 * the change of density at constant velocity and temperature to zero; the eigenvalues' sum. */
static void conduction(void)
{
    uint64_t seed = 2;
    for (int i = 0; i < TRIALS; i++) {
        struct state q = random_gas(&seed);
        struct jacobian_conduction c = {exp(random_signed(&seed)), exp(random_signed(&seed))};
        double n[3], w[5], zero[5], trace = 0;
        random_direction(&seed, n);
        struct block5 k = block5_zero();
        jacobian_add_viscous(&k, 1, q, c, n, gamma_air);
        probe_numbers(gas_conserved(q, gamma_air), w); /* d rho at constant u and T: W itself */
        block5_times(&k, w, zero);
        for (int j = 0; j < 5; j++) {
            CHECK_NEAR(k.a[0][j], 0, 0);
            CHECK_NEAR(zero[j], 0, 1e-13 * (1 + probe_largest(&k) * fabs(w[4])));
            trace += k.a[j][j];
        }
        double expected = ((2 + 4.0 / 3) * c.mu + (gamma_air - 1) * c.heat) / q.rho;
        CHECK_NEAR(trace, expected, 1e-13 * expected);
    }
}

/* ---- walls ---- */

static void at_wall(struct flux5 w, const void *context, double out[5])
{
    const struct moved *m = context;
    struct bed b = *m->bed;
    bed_set_state(&b, 0, gas_primitive(w, gamma_air));
    b.a.q = b.q;
    struct boundary_face face = boundary_face_of(&b.a.m, BED_BOUNDARY, &b.patch);
    diffused(viscous_wall(&face, &b.a, bed_state(&b, 0), b.equations, FRAME_RESTS), b.area[BED_BOUNDARY], out);
}

/* A wall of each thermal kind that moves along itself. */
static void make_wall(struct bed *b, int thermal, uint64_t *seed)
{
    double t[3], along = 0;
    bed_make(b, seed, EQUATIONS_LAMINAR, 0.02);
    b->patch.kind = BC_WALL;
    b->patch.thermal = thermal;
    b->patch.wall_temperature = exp(random_signed(seed));
    b->patch.heat_flux = 0.1 * random_signed(seed);
    random_direction(seed, t);
    for (int d = 0; d < 3; d++)
        along += t[d] * b->n[BED_BOUNDARY][d];
    for (int d = 0; d < 3; d++)
        b->patch.wall_velocity[d] = t[d] - along * b->n[BED_BOUNDARY][d];
}

static void no_slip_walls(void)
{
    uint64_t seed = 3;
    for (int i = 0; i < 3 * TRIALS; i++) {
        struct bed b;
        make_wall(&b, i % 3, &seed);
        struct jacobian_conduction c = jacobian_conduction(&b.a.fluid, 0.02, 0);
        struct block5 got = block5_zero();
        jacobian_add_wall(&got, b.area[BED_BOUNDARY] / b.distance[BED_BOUNDARY], bed_state(&b, 0), &b.patch, c,
                          b.n[BED_BOUNDARY], gamma_air);
        struct moved here = {&b, 0};
        struct block5 expected = probe_derivative(at_wall, &here, bed_state(&b, 0));
        probe_compare(b.patch.thermal == WALL_ISOTHERMAL ? "isothermal" : "heat flux", &got, &expected, 1e-8);
    }
}

static void at_slip(struct flux5 w, const void *context, double out[5])
{
    const struct moved *m = context;
    struct bed b = *m->bed;
    bed_set_state(&b, 0, gas_primitive(w, gamma_air));
    b.a.q = b.q;
    bed_ghost(&b);
    struct state face = boundary_tangential(bed_state(&b, 0), b.n[BED_BOUNDARY][0], b.n[BED_BOUNDARY][1],
                                            b.n[BED_BOUNDARY][2]);
    diffused(viscous_slip(BED_BOUNDARY, &b.a, face, b.n[BED_BOUNDARY], b.equations, GRADIENTS_TOGETHER),
             b.area[BED_BOUNDARY], out);
}

static void slip_walls(void)
{
    uint64_t seed = 4;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        bed_make(&b, &seed, EQUATIONS_LAMINAR, 0.02);
        b.patch.kind = i % 2 ? BC_SYMMETRY : BC_SLIP;
        struct block5 got = block5_zero();
        jacobian_add_slip(&got, b.area[BED_BOUNDARY] / b.distance[BED_BOUNDARY], bed_state(&b, 0), 0.02,
                          b.n[BED_BOUNDARY]);
        struct moved here = {&b, 0};
        struct block5 expected = probe_derivative(at_slip, &here, bed_state(&b, 0));
        probe_compare("slip", &got, &expected, 1e-8);
    }
}

int main(void)
{
    CASE(between_cells);
    CASE(conduction);
    CASE(no_slip_walls);
    CASE(slip_walls);
    return check_end();
}
