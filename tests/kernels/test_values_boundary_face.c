/* Boundary faces as values (face_bed.h): fluxes and ghosts of each kind of boundary
 * against the equations written with tensors, sharing nothing with solve/physics but
 * the inviscid fluxes and boundary states (tests/unit/test_values_*). Bound
 * everywhere: rounding.
 */
#include "face_bed.h"

/* Diffusion through boundary faces that the fluid passes: the cell's gradients with the
 * difference to the ghost; the prescribed ones as they are, but for the turbulence variables'.
 * q: the state on the face. */
static struct diffusion open_diffusion(const struct bed *b, enum equations equations, const double q[NV_MAX],
                                       const double turbulence[2], int prescribed, const double n[3])
{
    struct bed copy = *b;
    double mean[6][3] = {{0}}, jump[6] = {0}, u[3] = {q[1], q[2], q[3]}, mu_t, diffusivity[2], turbulent[2] = {0, 0};
    for (int k = 0; k < 3 * b->nv && prescribed; k++)
        copy.limited[k % b->nv * CELLS].g[k / b->nv] = b->prescribed_gradient[k];
    copy.q[0] = prescribed ? (real)q[0] : b->q[0];
    copy.q[Q_P * SLOTS] = prescribed ? (real)q[4] : b->q[Q_P * SLOTS];
    for (int i = 0; i < 4; i++) {
        flow_slope(&copy, 0, i, mean[i]);
        jump[i] = i < 3 ? b->q[(Q_U + i) * SLOTS + 2] - b->q[(Q_U + i) * SLOTS]
                        : b->q[Q_P * SLOTS + 2] / (gas * b->q[2]) - b->q[Q_P * SLOTS] / (gas * b->q[0]);
    }
    for (int v = NV; v < b->nv; v++) {
        for (int d = 0; d < 3; d++)
            mean[4 + v - NV][d] = grad(&copy, v, d, 0);
        jump[4 + v - NV] = b->q[v * SLOTS + 2] - b->q[v * SLOTS];
    }
    for (int i = 0; i < 4 && prescribed; i++) {
        jump[i] = 0;
        for (int d = 0; d < 3; d++)
            jump[i] += mean[i][d] * (b->centroid[d * SLOTS + 2] - b->centroid[d * SLOTS]);
    }
    turbulent[0] = turbulence[0];
    if (equations == EQUATIONS_SST) { /* the cell's mu_t in proportion to rho k / omega */
        turbulent[0] = b->mu_t[0] * (q[0] * turbulence[0] / turbulence[1]) /
                       (b->q[0] * b->q[Q_K * SLOTS] / b->q[Q_OMEGA * SLOTS]);
        turbulent[1] = b->f1[0];
    }
    double mu = viscosity(temperature_of(q));
    model_viscosities(equations, mu, q[0], turbulent, &mu_t, diffusivity);
    return tensor_diffusion(b, 0, 2, mean, jump, u, mu, mu_t, diffusivity, q[0], n);
}

/* Far field, in- and outflow. */
static void open_boundaries(void)
{
    int in = 0, out = 0;
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], q[NV_MAX];
            bed_make(&b, e);
            double area = face_area(&b, BOUNDARY, n);
            b.patch.kind = BC_FARFIELD;
            b.patch.outside = (struct state){1, (real)(0.3 * random_signed(&seed)), 0, 0, 1};
            reconstructed(&b, 0, BOUNDARY, q);
            struct state face = boundary_state(state_of(q), &b.patch, n[0], n[1], n[2], g);
            struct flux5 f = gas_flux(face, n[0], n[1], n[2], g);
            double at[NV_MAX] = {face.rho, face.u, face.v, face.w, face.p}, value[2] = {0, 0}, convected[2];
            for (int v = NV; v < b.nv; v++)
                value[v - NV] = f.mass < 0 ? b.patch.turbulence[v - NV] : q[v];
            for (int k = 0; k < 2; k++)
                convected[k] = f.mass * value[k];
            flux_boundary_body(BOUNDARY, &b.a, e);
            struct diffusion d = open_diffusion(&b, e, at, value, 0, n);
            check_face(&b, BOUNDARY, area, f, convected, &d);
            CHECK_NEAR(b.pressure[0], face.p, 1e-14);
            in += f.mass < 0;
            out += f.mass > 0;
        }
    CHECK(in > 100 && out > 100, "%d in, %d out", in, out);
}

/* Prescribed faces enter through the Roe flux and bring their gradients. */
static void prescribed_boundaries(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], q[NV_MAX], at[NV_MAX], convected[2] = {0, 0};
            real speed;
            bed_make(&b, e);
            b.patch.kind = BC_PRESCRIBED;
            double area = face_area(&b, BOUNDARY, n);
            reconstructed(&b, 0, BOUNDARY, q);
            for (int v = 0; v < NV_MAX; v++)
                at[v] = b.prescribed[v];
            struct flux5 f = roe_flux(face_states(state_of(q), state_of(at), n, g), b.a.entropy_fix, &speed);
            for (int v = NV; v < b.nv; v++)
                convected[v - NV] = f.mass * (f.mass < 0 ? at[v] : q[v]);
            flux_boundary_body(BOUNDARY, &b.a, e);
            struct diffusion d = open_diffusion(&b, e, at, at + NV, 1, n);
            check_face(&b, BOUNDARY, area, f, convected, &d);
        }
}

/* Makes cell 1 and the ghost the mirror images of cell 0 in the boundary face, and the interior face that face. */
static void mirror_cell(struct bed *b)
{
    double n[3], turn[3][3], off = 0;
    face_area(b, BOUNDARY, n);
    for (int d = 0; d < 3; d++) {
        off += 2 * (b->face_centroid[d * FACES] - b->centroid[d * SLOTS]) * n[d];
        b->normal[d * FACES + INTERIOR] = b->normal[d * FACES];
        b->face_centroid[d * FACES + INTERIOR] = b->face_centroid[d * FACES];
        for (int k = 0; k < 3; k++)
            turn[d][k] = (d == k) - 2 * n[d] * n[k];
    }
    for (int d = 0; d < 3; d++)
        b->centroid[d * SLOTS + 1] = b->centroid[d * SLOTS + 2] = (real)(b->centroid[d * SLOTS] + off * n[d]);
    for (int v = 0; v < b->nv; v++) {
        double q = b->q[v * SLOTS], slope[3] = {0, 0, 0};
        int vector = v >= Q_U && v <= Q_W;
        for (int k = 0; k < 3; k++)
            for (int d = 0; d < 3; d++)
                for (int m = 0; m < (vector ? 3 : 1); m++)
                    slope[d] += (vector ? turn[v - Q_U][m] : 1) * grad(b, vector ? Q_U + m : v, k, 0) * turn[d][k];
        for (int m = 0; m < 3 && vector; m++)
            q = (m ? q : 0) + turn[v - Q_U][m] * b->q[(Q_U + m) * SLOTS];
        b->q[v * SLOTS + 1] = b->q[v * SLOTS + 2] = (real)q;
        b->limited[v * CELLS + 1].phi = b->limited[v * CELLS].phi;
        for (int d = 0; d < 3; d++)
            b->limited[v * CELLS + 1].g[d] = (stored)slope[d];
    }
    b->mu_t[1] = b->mu_t[0], b->f1[1] = b->f1[0];
}

/* A plane of symmetry passes on what the face between the cell and its mirror image would. The limiter is the same for
 * the velocity's components, which the mirror mixes. */
static void symmetry_planes(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            bed_make(&b, e);
            b.patch.kind = BC_SYMMETRY;
            b.limited[Q_V * CELLS].phi = b.limited[Q_W * CELLS].phi = b.limited[Q_U * CELLS].phi;
            mirror_cell(&b);
            flux_boundary_body(BOUNDARY, &b.a, e);
            flux_body(INTERIOR, &b.a, FLUX_ROE, e);
            for (int v = 0; v < b.nv; v++)
                CHECK_NEAR(b.flux[v * FACES], b.flux[v * FACES + INTERIOR], 1e-12);
            CHECK_NEAR(b.speed[BOUNDARY], b.speed[INTERIOR], 1e-12);
        }
}

/* The sides of a wedge have the pressure inside and no share in the time step but by diffusion; those of a plane layer
 * pass nothing on. */
static void sides_of_layers(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double n[3], q[NV_MAX];
        bed_make(&b, EQUATIONS_LAMINAR);
        b.patch.kind = BC_SYMMETRY;
        double area = face_area(&b, BOUNDARY, n);
        b.a.m.layer.kind = i % 2 ? LAYER_PLANE : LAYER_WEDGE;
        for (int d = 0; d < 3; d++)
            b.a.m.layer.side[i / 2 % 2][d] = (real)n[d];
        reconstructed(&b, 0, BOUNDARY, q);
        flux_boundary_body(BOUNDARY, &b.a, EQUATIONS_LAMINAR);
        double turbulence[2] = {0, 0};
        struct diffusion d = open_diffusion(&b, EQUATIONS_LAMINAR, q, turbulence, 0, n);
        double stress = 0, push = 0;
        for (int k = 0; k < 3; k++) {
            stress += d.f[Q_U + k] * n[k];
            push += b.flux[(Q_U + k) * FACES] * n[k];
        }
        CHECK_NEAR(push, i % 2 ? 0 : area * (q[Q_P] - stress), 1e-12);
        CHECK_NEAR(b.speed[BOUNDARY], i % 2 ? 0 : 2 * d.nu * d.inverse * area, 1e-12);
        CHECK(b.flux[0] == 0 && b.flux[Q_P * FACES] == 0, "mass and energy pass");
    }
}

/* Slip walls: pressure and the normal viscous stress, no more. */
static void slip_walls(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], q[NV_MAX], turbulence[2] = {0, 0}, none[2] = {0, 0};
            bed_make(&b, e);
            b.patch.kind = BC_SLIP;
            double area = face_area(&b, BOUNDARY, n);
            reconstructed(&b, 0, BOUNDARY, q);
            for (int v = NV; v < b.nv; v++)
                turbulence[v - NV] = b.q[v * SLOTS];
            flux_boundary_body(BOUNDARY, &b.a, e);
            struct diffusion d = open_diffusion(&b, e, q, turbulence, 0, n), normal = {{0}, d.nu, d.inverse};
            for (int k = 0; k < 3; k++)
                for (int m = 0; m < 3; m++)
                    normal.f[Q_U + k] += d.f[Q_U + m] * n[m] * n[k];
            struct flux5 f = {0, (real)(q[4] * n[0]), (real)(q[4] * n[1]), (real)(q[4] * n[2]), 0};
            check_face(&b, BOUNDARY, area, f, none, &normal);
        }
}

/* Of a wall that the cell at temperature t lies at a distance d from. */
static double temperature_on_wall(const struct bc_values *patch, double t, double d)
{
    if (patch->thermal == WALL_ISOTHERMAL)
        return patch->wall_temperature;
    return patch->thermal == WALL_HEAT_GIVEN ? t + patch->heat_flux * d * prandtl / (viscosity(t) * g * gas / (g - 1))
                                             : t;
}

/* What turbulence variables diffuse from a wall: they are 0 there, omega ten times 6 nu / (0.075 d^2). */
static void wall_turbulence(const struct bed *b, enum equations e, double mu, double rho, double d, double f[NV_MAX])
{
    if (e == EQUATIONS_SA)
        f[NV] = 1.5 * mu * (0 - b->q[Q_NU * SLOTS]) / d;
    if (e == EQUATIONS_SST) {
        f[NV] = mu * (0 - b->q[Q_K * SLOTS]) / d;
        f[NV + 1] = mu * (10 * 6 * mu / rho / (0.075 * d * d) - b->q[Q_OMEGA * SLOTS]) / d;
    }
}

/* No-slip walls of each thermal kind: one-sided differences over the distance d of the
 * cell from the face's plane, properties at the wall's temperature. */
static void no_slip_walls(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], q[NV_MAX], none[2] = {0, 0}, u[3], un = 0, work = 0, tangential = 0;
            bed_make(&b, e);
            double d = wall_distance_of(&b, i);
            double area = face_area(&b, BOUNDARY, n), t = b.q[Q_P * SLOTS] / (gas * b.q[0]);
            b.patch.kind = BC_WALL;
            b.patch.thermal = i % 3;
            b.patch.wall_temperature = 1.1f;
            b.patch.heat_flux = 0.05f;
            fill(b.patch.wall_velocity, 3, 0, 0.3);
            reconstructed(&b, 0, BOUNDARY, q);
            double tw = temperature_on_wall(&b.patch, t, d), mu = viscosity(tw), rho = q[Q_P] / (gas * tw), shear[3];
            struct diffusion expected = {{0}, 0, 1 / d};
            for (int k = 0; k < 3; k++) { /* tau_ij n_j with du_i/dx_j = u_i n_j: u_i + n_i un / 3 */
                u[k] = (b.patch.wall_velocity[k] - b.q[(Q_U + k) * SLOTS]) / d;
                un += u[k] * n[k];
            }
            for (int k = 0; k < 3; k++) {
                expected.f[Q_U + k] = mu * (u[k] + n[k] * un / 3);
                shear[k] = -expected.f[Q_U + k];
                work += expected.f[Q_U + k] * b.patch.wall_velocity[k];
                tangential += pow(mu * (u[k] - n[k] * un), 2);
            }
            double heat = b.patch.thermal == WALL_HEAT_GIVEN ? b.patch.heat_flux
                                                             : mu * g * gas / (g - 1) / prandtl * (tw - t) / d;
            expected.f[Q_P] = work + heat;
            wall_turbulence(&b, e, mu, rho, d, expected.f);
            flux_boundary_body(BOUNDARY, &b.a, e);
            struct flux5 f = {0, (real)(q[4] * n[0]), (real)(q[4] * n[1]), (real)(q[4] * n[2]), 0};
            check_face(&b, BOUNDARY, area, f, none, &expected);
            for (int k = 0; k < 3; k++)
                CHECK_NEAR(b.wall[WALL_SHEAR + k], shear[k], 1e-13);
            CHECK_NEAR(b.wall[WALL_HEAT_FLUX], -heat, 1e-12);
            CHECK_NEAR(b.wall[WALL_Y_PLUS], d * sqrt(sqrt(tangential) * rho) / mu, 1e-12 * b.wall[WALL_Y_PLUS]);
        }
}

/* Turbulence variables in the ghosts: their mean with the cell is the face's value. */
static void ghosts(void)
{
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_SA; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], un = 0;
            bed_make(&b, e);
            face_area(&b, BOUNDARY, n);
            double d = wall_distance_of(&b, i);
            static const int kinds[3] = {BC_WALL, BC_SYMMETRY, BC_SUPERSONIC_OUTFLOW};
            int kind = b.patch.kind = kinds[i % 3];
            struct ghost_args a = {.m = b.a.m, .patch = &b.patch, .fluid = b.a.fluid, .q = b.q};
            for (int k = 0; k < 3; k++)
                un += b.q[(Q_U + k) * SLOTS] * n[k];
            ghost_body(BOUNDARY, &a, e);
            double nu = viscosity(b.q[Q_P * SLOTS] / (gas * b.q[0])) / b.q[0];
            for (int v = NV; v < b.nv; v++) {
                double own = b.q[v * SLOTS], face = own;
                if (kind == BC_WALL)
                    face = v == Q_OMEGA ? 60 * nu / (0.075 * d * d) : 0;
                else if (kind == BC_SUPERSONIC_OUTFLOW && un < 0)
                    face = b.patch.turbulence[v - NV];
                double ghost = kind != BC_WALL && 2 * face - own < 0 ? face : 2 * face - own;
                CHECK_NEAR(b.q[v * SLOTS + 2], ghost, 1e-12 * (1 + fabs(ghost)));
            }
        }
}

/* Of an opening the mean of ghost and cell has entropy and tangential velocity of the cell, and the normal velocity and
 * pressure of the face, whichever way fluid passes. */
static void ghosts_at_openings(void)
{
    int in_count = 0;
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double n[3], q[NV_MAX] = {0};
        bed_make(&b, EQUATIONS_LAMINAR);
        face_area(&b, BOUNDARY, n);
        b.patch.kind = BC_OPENING;
        b.patch.outside = (struct state){1, 0, 0, 0, 1};
        for (int v = 0; v < NV; v++)
            q[v] = b.q[v * SLOTS];
        b.patch.gas_constant = gas;
        b.patch.pressure = (real)(q[Q_P] * (1 + 0.05 * random_signed(&seed)));
        b.patch.total_temperature = (real)(q[Q_P] / (gas * q[Q_RHO]));
        const struct state in = state_of(q), face = boundary_state(in, &b.patch, n[0], n[1], n[2], g);
        const struct state wanted = boundary_ghost(in, boundary_opening_slope(in, &b.patch, n, g));
        const double values[NV] = {wanted.rho, wanted.u, wanted.v, wanted.w, wanted.p};
        struct ghost_args a = {.m = b.a.m, .patch = &b.patch, .fluid = b.a.fluid, .q = b.q};
        ghost_body(BOUNDARY, &a, EQUATIONS_LAMINAR);
        for (int v = 0; v < NV; v++)
            CHECK_NEAR(b.q[v * SLOTS + 2], values[v], 1e-12 * (1 + fabs(values[v])));
        in_count += face.u * n[0] + face.v * n[1] + face.w * n[2] < 0;
    }
    CHECK(in_count > TRIALS / 10, "%d faces through which fluid enters", in_count);
}

int main(void)
{
    CASE(open_boundaries);
    CASE(prescribed_boundaries);
    CASE(symmetry_planes);
    CASE(sides_of_layers);
    CASE(slip_walls);
    CASE(no_slip_walls);
    CASE(ghosts);
    CASE(ghosts_at_openings);
    return check_end();
}
