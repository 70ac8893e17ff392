/* The matrices of solve/physics/jacobian_*.h together: a duct of cells in a row, first-order
 * Roe fluxes, between two boundaries. Each step solves the linear system exactly (block
 * Thomas), so that the steps to the steady state tell whether the matrix is the residual's
 * derivative.
 *
 *   left | 0 | 1 | ... | N_DUCT - 1 | right
 */
#include "unit/solve/jacobian_probe.h"

#include "physics/jacobian_boundary.h"

enum { N_DUCT = 40, STEPS = 40 };

static const double fix = 0.1, ahead[3] = {1, 0, 0}, back[3] = {-1, 0, 0};

struct duct {
    struct state q[N_DUCT], held;
    struct bc_values left, right;
    double r[N_DUCT][5];
    struct block5 diagonal[N_DUCT], lower[N_DUCT], upper[N_DUCT];
};

/* ---- the residual ---- */

static struct flux5 end_flux(struct state in, struct state held, const struct bc_values *given, const double n[3])
{
    real speed;
    if (given->kind == BC_PRESCRIBED)
        return roe_flux(face_states(in, held, n, gamma_air), fix, &speed);
    struct state face = boundary_state(in, given, n[0], n[1], n[2], gamma_air);
    return gas_flux(face, n[0], n[1], n[2], gamma_air); /* on a wall the pressure */
}

static void add_flux(double r[5], double sign, struct flux5 flux)
{
    double f[5];
    probe_numbers(flux, f);
    for (int k = 0; k < 5; k++)
        r[k] += sign * f[k];
}

/* What leaves each cell; the root of its mean square. */
static double residual(struct duct *d)
{
    double sum = 0;
    real speed;
    for (int i = 0; i < N_DUCT; i++)
        for (int k = 0; k < 5; k++)
            d->r[i][k] = 0;
    add_flux(d->r[0], 1, end_flux(d->q[0], d->held, &d->left, back));
    add_flux(d->r[N_DUCT - 1], 1, end_flux(d->q[N_DUCT - 1], d->held, &d->right, ahead));
    for (int i = 0; i + 1 < N_DUCT; i++) {
        struct flux5 f =
            roe_flux(face_states(d->q[i], d->q[i + 1], (const real[]){1, 0, 0}, gamma_air), fix, &speed);
        add_flux(d->r[i], 1, f);
        add_flux(d->r[i + 1], -1, f);
    }
    for (int i = 0; i < N_DUCT; i++)
        for (int k = 0; k < 5; k++)
            sum += d->r[i][k] * d->r[i][k];
    return sqrt(sum / N_DUCT);
}

/* ---- its matrix ---- */

static void add_face(struct block5 *diagonal, struct block5 *beside, struct state own, struct state other,
                     const double n[3])
{
    struct jacobian_gas roe = jacobian_roe(jacobian_gas(own, gamma_air), jacobian_gas(other, gamma_air));
    jacobian_add_own(diagonal, upwind_face(1, n, gamma_air, fix, 0, false), roe);
    jacobian_add_other(beside, upwind_face(1, n, gamma_air, fix, 0, false), roe);
}

static void matrix(struct duct *d, double cfl)
{
    for (int i = 0; i < N_DUCT; i++) {
        struct state s = d->q[i];
        d->diagonal[i] = d->lower[i] = d->upper[i] = block5_zero();
        block5_add_identity(&d->diagonal[i], (fabs(s.u) + sqrt(gamma_air * s.p / s.rho)) / cfl);
        if (i > 0)
            add_face(&d->diagonal[i], &d->lower[i], s, d->q[i - 1], back);
        else
            jacobian_add_boundary(&d->diagonal[i], upwind_face(1, back, gamma_air, fix, 0, false), s, d->held, &d->left);
        if (i + 1 < N_DUCT)
            add_face(&d->diagonal[i], &d->upper[i], s, d->q[i + 1], ahead);
        else
            jacobian_add_boundary(&d->diagonal[i], upwind_face(1, ahead, gamma_air, fix, 0, false), s, d->held, &d->right);
    }
}

static void subtract_product(const struct block5 *m, const double x[5], double y[5])
{
    double product[5];
    block5_times(m, x, product);
    for (int k = 0; k < 5; k++)
        y[k] -= product[k];
}

/* x = -matrix^-1 r; the diagonal becomes the inverse pivots. */
static void solve(struct duct *d, double x[N_DUCT][5])
{
    for (int i = 0; i < N_DUCT; i++) {
        for (int k = 0; k < 5; k++)
            x[i][k] = -d->r[i][k];
        if (i > 0) {
            struct block5 factor = block5_product(&d->lower[i], &d->diagonal[i - 1]);
            struct block5 filled = block5_product(&factor, &d->upper[i - 1]);
            subtract_product(&factor, x[i - 1], x[i]);
            for (int k = 0; k < 25; k++)
                d->diagonal[i].a[k / 5][k % 5] -= filled.a[k / 5][k % 5];
        }
        block5_invert(&d->diagonal[i]);
    }
    for (int i = N_DUCT - 1; i >= 0; i--) {
        double y[5];
        if (i + 1 < N_DUCT)
            subtract_product(&d->upper[i], x[i + 1], x[i]);
        block5_times(&d->diagonal[i], x[i], y);
        for (int k = 0; k < 5; k++)
            x[i][k] = y[k];
    }
}

/* The step, halved until density and pressure stay within a factor of 3. */
static struct state stepped(struct state q, const double x[5])
{
    for (double w = 1; w > 1e-6; w *= 0.5) {
        struct flux5 change = {w * x[0], w * x[1], w * x[2], w * x[3], w * x[4]};
        struct state s = gas_advance(q, change, gamma_air);
        if (state_is_physical(s) && fabs(log(s.rho / q.rho)) < log(3) && fabs(log(s.p / q.p)) < log(3))
            return s;
    }
    return q;
}

/* Steps to a residual 1e-10 times the first, the CFL number 10 and twice that of the step
 * before; STEPS when it takes more. */
static int steps_to_steady(struct duct *d)
{
    double x[N_DUCT][5], first = residual(d), cfl = 10;
    for (int step = 0; step < STEPS; step++, cfl *= 2) {
        if (residual(d) <= 1e-10 * first)
            return step;
        matrix(d, cfl);
        solve(d, x);
        for (int i = 0; i < N_DUCT; i++)
            d->q[i] = stepped(d->q[i], x[i]);
    }
    return STEPS;
}

/* ---- ducts ---- */

/* A stream along the duct that fits all kinds, with a hump of pressure, density and velocity. */
static void make_duct(struct duct *d, int left, int right, double mach)
{
    double total = 1 + 0.2 * mach * mach;
    struct state s = {1, mach * sqrt(gamma_air), 0, 0, 1};
    struct bc_values given = {.plane_axis = -1, .gas_constant = 1, .dx = 1, .outside = s, .pressure = 1};
    given.total_pressure = pow(total, 3.5);
    given.total_temperature = total;
    given.mass_flux = s.u;
    d->held = s;
    d->left = d->right = given;
    d->left.kind = left;
    d->right.kind = right;
    d->left.outside.u = left == BC_OPENING ? 0 : s.u; /* air at rest */
    d->right.outside.u = right == BC_OPENING ? 0 : s.u;
    if (left == BC_OPENING)
        d->left.pressure = given.total_pressure;
    for (int i = 0; i < N_DUCT; i++) {
        double hump = exp(-pow((i - 15) / 5.0, 2));
        d->q[i] = s;
        d->q[i].p *= 1 + 0.3 * mach * hump;
        d->q[i].rho *= 1 + 0.2 * mach * hump;
        d->q[i].u *= 1 - (mach > 1 ? 0.1 : 0.5) * hump;
        d->q[i].v = 0.1 * mach * hump;
    }
}

/* Newton's method: 10 orders in 20 steps, of which some 12 let the CFL number grow. With the open
 * form at given pressure and at inflows it takes 40 (Mach 0.5) to thousands. */
static void ducts(void)
{
    static const int kinds[][2] = {
        {BC_TOTAL_INFLOW, BC_PRESSURE_OUTLET}, {BC_MASS_INFLOW, BC_PRESSURE_OUTLET}, {BC_FARFIELD, BC_FARFIELD},
        {BC_FARFIELD, BC_PRESSURE_OUTLET},     {BC_TOTAL_INFLOW, BC_FARFIELD},       {BC_MASS_INFLOW, BC_FARFIELD},
        {BC_PRESCRIBED, BC_PRESSURE_OUTLET},   {BC_PRESCRIBED, BC_PRESCRIBED},
        {BC_OPENING, BC_OPENING},              {BC_TOTAL_INFLOW, BC_OPENING},        {BC_OPENING, BC_PRESSURE_OUTLET},
        {BC_MASS_INFLOW, BC_OPENING}};
    static const double machs[] = {0.01, 0.03, 0.1, 0.3, 0.6, 0.9};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t m = 0; m < sizeof machs / sizeof *machs; m++) {
            static struct duct d;
            make_duct(&d, kinds[k][0], kinds[k][1], machs[m]);
            int steps = steps_to_steady(&d);
            CHECK(steps <= 20, "%s to %s at Mach %g: %d steps", bc_kind_name(kinds[k][0]), bc_kind_name(kinds[k][1]),
                  machs[m], steps);
        }
}

/* Gas at rest between a wall and an open end. */
static void closed_ends(void)
{
    const int wall[3] = {BC_WALL, BC_SLIP, BC_SYMMETRY};
    for (int k = 0; k < 6; k++) {
        static struct duct d;
        make_duct(&d, wall[k % 3], k < 3 ? BC_PRESSURE_OUTLET : BC_OPENING, 0.1);
        for (int i = 0; i < N_DUCT; i++)
            d.q[i].u = 0;
        int steps = steps_to_steady(&d);
        CHECK(steps <= 20, "%s: %d steps", bc_kind_name(wall[k % 3]), steps);
    }
}

static void supersonic_ducts(void)
{
    for (double mach = 1.2; mach < 6; mach += 0.7) {
        static struct duct d;
        make_duct(&d, BC_SUPERSONIC_INFLOW, BC_SUPERSONIC_OUTFLOW, mach);
        int steps = steps_to_steady(&d);
        CHECK(steps <= 20, "Mach %g: %d steps", mach, steps);
        make_duct(&d, BC_FARFIELD, BC_PRESSURE_OUTLET, mach);
        steps = steps_to_steady(&d);
        CHECK(steps <= 20, "Mach %g, far field: %d steps", mach, steps);
    }
}

int main(void)
{
    CASE(ducts);
    CASE(closed_ends);
    CASE(supersonic_ducts);
    return check_end();
}
