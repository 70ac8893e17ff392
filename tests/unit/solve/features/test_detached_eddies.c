/* Detached-eddy models in the solver's own evaluation, on a box of 4 x 4 x 4 cells of 1/4 x 1/2 x 1 m above a wall: sizes
 * of cells, lengths in linear fields, and what the residual has more than that of the model without them, against the
 * models' formulas written here.
 */
#include "features/detached_eddies/detached_eddies.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/flow_bed.h"
#include "kernels/cell_scales.h"

#include <string.h>

static const char text[] = "[flow]\nmach = 0.2\nup = y\ngamma = 1.4\ngas_constant = 1\n"
                           "temperature = 0.7142857142857143\npressure = 1\nviscosity = 1e-4\nsutherland = 0\n"
                           "[model]\nequations = %s\n[numerics]\ngradient = face\nlimiter = none\nflux = keep\n"
                           "[patches]\n* = farfield\nymin = wall\n[time]\nlocal = no\ncfl = 0.5\nsteps = 1\n";

enum { N = 64 };
static const double edge[3] = {0.25, 0.5, 1}, nu = 1e-4 / 1.4, kappa = 0.41;

struct made {
    struct flow_bed t;
    double q[NV_MAX * N], residual[NV_MAX * N];
    const struct detached_eddies *e; /* NULL: the case has none */
};

/* The centre of owned cell i. */
static void place(const struct made *m, lid i, double x[3])
{
    const struct pack *p = &m->t.d.pack;
    for (int d = 0; d < 3; d++)
        x[d] = p->centroid[d * (int64_t)p->n_slots + i];
}

/* Cells that have four others around along each axis that counts: their gradients hold nothing of the boundary. */
static bool is_inside(const double x[3])
{
    for (int d = 0; d < 3; d++)
        if (x[d] < edge[d] || x[d] > 3 * edge[d])
            return false;
    return true;
}

/* velocity(x, u) and turbulence(x, values) are the field; model: rest of [model]. */
static void make(const char *model, void (*velocity)(const double x[3], double u[3]),
                 void (*turbulence)(const double x[3], double values[2]), struct made *m)
{
    char whole[1024];
    snprintf(whole, sizeof whole, text, model);
    memset(m, 0, sizeof *m);
    if (flow_bed_make("--size 1 2 4", whole, &m->t) != 0)
        FATAL("%s", error_message());
    m->e = feature_own(m->t.d.features, "model.scales");
    for (lid i = 0; i < N; i++) {
        double x[3] = {0}, u[3] = {0}, values[2] = {0, 0};
        place(m, i, x);
        velocity(x, u);
        turbulence(x, values);
        m->q[i] = 1.4;
        m->q[Q_P * N + i] = 1;
        for (int d = 0; d < 3; d++)
            m->q[(Q_U + d) * N + i] = u[d];
        for (int v = NV; v < m->t.f.n_variables; v++)
            m->q[v * N + i] = values[v - NV];
    }
    flow_upload(&m->t.f, m->q);
    flow_evaluate(&m->t.f, true);
    flow_residual(&m->t.f, m->residual, NULL);
}

/* ---- fields ---- */

static const double spin[3] = {1, 2, -0.5}; /* half the vorticity */

/* Solid rotation: no strain, |u_i,j| = root(2) |spin|. */
static void turning(const double x[3], double u[3])
{
    for (int d = 0; d < 3; d++)
        u[d] = 0.05 * (spin[(d + 1) % 3] * x[(d + 2) % 3] - spin[(d + 2) % 3] * x[(d + 1) % 3]);
}

static const double u_tau = 0.01;

static void layer(const double x[3], double u[3])
{
    u[0] = u_tau / kappa * log(x[1] / 1e-4);
    u[1] = u[2] = 0;
}

static void layer_sa(const double x[3], double values[2])
{
    values[0] = 4 * kappa * u_tau * x[1]; /* so much that f_d is 0 on such coarse cells too */
}

static void thin_sa(const double x[3], double values[2])
{
    values[0] = 20 * nu * (1 + 0.1 * x[0]);
}

static void thin_sst(const double x[3], double values[2])
{
    values[0] = 1e-4 * (1 + 0.1 * x[0]);
    values[1] = 2 + 0.3 * x[2];
}

/* ---- tests ---- */

/* Twice the distances to faces: of a box its edges, to rounding. */
static void sizes(void)
{
    static struct made m;
    make("sa\nscales = ddes", turning, thin_sa, &m);
    for (lid i = 0; i < N; i++) {
        CHECK_NEAR(m.e->size[i], 1, 1e-14);
        CHECK_NEAR(m.e->size[m.t.d.view.n_stencil + i], 0.25, 1e-14);
    }
    flow_bed_free(&m.t);
}

/* Spalart et al. 2006 with h_max, or with the root of the section along the axis (Deck 2012). Gradients on faces by
 * Green-Gauss are exact on such cells for linear fields. Bound: as in test_scales.c. */
static void lengths(void)
{
    static struct made m;
    int inside = 0;
    const double w2 = spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2];
    double shadow = 0; /* of a box along the axis of rotation, m^2 */
    for (int d = 0; d < 3; d++)
        shadow += fabs(spin[d]) / sqrt(w2) * edge[(d + 1) % 3] * edge[(d + 2) % 3];
    for (int k = 0; k < 2; k++) {
        make(k ? "sa\nscales = ddes\nscales_length = vorticity" : "sa\nscales = ddes", turning, thin_sa, &m);
        for (lid i = 0; i < N; i++) {
            double x[3];
            place(&m, i, x);
            if (!is_inside(x))
                continue;
            double chi = m.q[NV * N + i] / nu, fv1 = pow(chi, 3) / (pow(chi, 3) + pow(7.1, 3));
            double gradient = 0.05 * sqrt(2 * w2), rd = nu * (1 + chi * fv1) / (gradient * pow(kappa * x[1], 2));
            double fd = 1 - tanh(pow(8 * rd, 3)), delta = k ? sqrt(shadow) : 1;
            double cw1 = 0.1355 / (kappa * kappa) + 1.622 * 1.5;
            double psi = sqrt((1 - 0.1355 / (cw1 * kappa * kappa * 0.424) * (1 - chi / (1 + chi * fv1))) / fv1);
            double expected = x[1] - fd * fmax(0, x[1] - 0.65 * psi * delta);
            CHECK_NEAR(m.e->length[i], expected, 1e-11);
            inside += fd > 0.5 && expected < 0.9 * x[1];
        }
        flow_bed_free(&m.t);
    }
    CHECK(inside >= 8, "%d cells resolve", inside);
}

/* Shear in the plane of x and y, in which vortices do not tilt, and a vorticity along z across a strain in the plane of
 * x and z, which tilts it by 1. */
static void plane_shear(const double x[3], double u[3])
{
    u[0] = 0.15 * x[1], u[1] = -0.06 * x[0], u[2] = 0;
}

static void tilted(const double x[3], double u[3])
{
    u[0] = 0.03 * x[1] + 0.15 * x[2], u[1] = -0.03 * x[0], u[2] = 0.15 * x[0];
}

static void even_sa(const double x[3], double values[2])
{
    (void)x;
    values[0] = 8 * nu; /* nu_t is above 0.2 nu */
}

/* The mean measure of the cell at x and of those a cell away. */
static double mean_tilting(const struct made *m, const double x[3])
{
    double sum = 0;
    int n = 0;
    for (lid i = 0; i < N; i++) {
        double y[3], steps = 0;
        place(m, i, y);
        for (int d = 0; d < 3; d++)
            steps += fabs(x[d] - y[d]) / edge[d];
        if (steps < 1.5)
            sum += m->e->tilting[i], n++;
    }
    CHECK(n == 7, "%d cells", n);
    return sum / n;
}

/* Shur et al. 2015: the diagonal of the section of the cell across z, over root(3), times F_KH. Cells at the boundary,
 * whose measures are what their gradients are, count in means. */
static void shear_layers(void)
{
    static struct made m;
    int rolls = 0, resolves = 0, shielded = 0;
    for (int k = 0; k < 2; k++) {
        make("sa\nscales = ddes\nscales_length = sla", k ? tilted : plane_shear, even_sa, &m);
        double gradient = k ? 0.03 * sqrt(2) : sqrt(0.15 * 0.15 + 0.06 * 0.06), chi = 8;
        gradient = k ? sqrt(gradient * gradient + 2 * 0.15 * 0.15) : gradient;
        for (lid i = 0; i < N; i++) {
            double x[3], fv1 = pow(chi, 3) / (pow(chi, 3) + pow(7.1, 3));
            place(&m, i, x);
            if (!is_inside(x))
                continue;
            CHECK_NEAR(m.e->tilting[i], k, 1e-11);
            double fd = 1 - tanh(pow(8 * nu * (1 + chi * fv1) / (gradient * pow(kappa * x[1], 2)), 3));
            double factor = fmin(fmax(0.1 + 6 * (mean_tilting(&m, x) - 0.15), 0.1), 1);
            double delta = sqrt((edge[0] * edge[0] + edge[1] * edge[1]) / 3) * (fd < 0.99 ? 1 : factor);
            double psi = sa_low_reynolds(chi), expected = x[1] - fd * fmax(0, x[1] - 0.65 * psi * delta);
            CHECK_NEAR(m.e->length[i], expected, 1e-11);
            rolls += fd > 0.99 && factor < 0.9;
            resolves += fd > 0.99 && factor == 1;
            shielded += fd < 0.99;
        }
        flow_bed_free(&m.t);
    }
    CHECK(rolls > 0 && resolves > 0, "%d roll up, %d resolve, %d are shielded", rolls, resolves, shielded);
}

/* In the attached layer the residual is that of the model, to the last bit. */
static void attached_layer(void)
{
    static struct made rans, ddes;
    int inside = 0;
    make("sa", layer, layer_sa, &rans);
    make("sa\nscales = ddes\nc_des = 0.05", layer, layer_sa, &ddes);
    for (lid i = 0; i < N; i++) {
        double x[3];
        place(&ddes, i, x);
        if (!is_inside(x))
            continue;
        inside++;
        CHECK(ddes.e->length[i] == ddes.t.d.view.wall_distance[i], "%g of %g", (double)ddes.e->length[i],
              (double)ddes.t.d.view.wall_distance[i]);
        for (int v = 0; v < 6; v++)
            CHECK(ddes.residual[v * N + i] == rans.residual[v * N + i], "variable %d", v);
    }
    CHECK(inside == 8, "%d", inside);
    flow_bed_free(&rans.t);
    flow_bed_free(&ddes.t);
}

/* P - D of SA-noft2 (Allmaras, Johnson & Spalart 2012) at the distance d. */
static double sum_of_sa(double value, double vorticity, double d)
{
    double chi = value / nu, fv1 = pow(chi, 3) / (pow(chi, 3) + pow(7.1, 3)), fv2 = 1 - chi / (1 + chi * fv1);
    double modified = vorticity + value / pow(kappa * d, 2) * fv2; /* above the limit of note (c) here */
    double r = fmin(value / (modified * pow(kappa * d, 2)), 10), g = r + 0.3 * (pow(r, 6) - r);
    double fw = g * pow((1 + 64) / (pow(g, 6) + 64), 1.0 / 6), cw1 = 0.1355 / (kappa * kappa) + 1.622 * 1.5;
    return 0.1355 * modified * value - cw1 * fw * pow(value / d, 2);
}

/* What the residual of the variable of SA has more. */
static void sources_of_sa(void)
{
    static struct made rans, ddes;
    make("sa", turning, thin_sa, &rans);
    make("sa\nscales = ddes", turning, thin_sa, &ddes);
    for (lid i = 0; i < N; i++) {
        double x[3], volume = 0.125, vorticity = 0.1 * sqrt(5.25), value = ddes.q[NV * N + i];
        place(&ddes, i, x);
        if (!is_inside(x))
            continue;
        double length = ddes.e->length[i], more = ddes.residual[NV * N + i] - rans.residual[NV * N + i];
        double expected = 1.4 * volume * (sum_of_sa(value, vorticity, length) - sum_of_sa(value, vorticity, x[1]));
        CHECK_NEAR(more, expected, 1e-11 * fabs(expected));
        CHECK(expected != 0, "no difference at %g", x[1]);
    }
    flow_bed_free(&rans.t);
    flow_bed_free(&ddes.t);
}

/* The destruction of k is rho k^(3/2) / length; nothing else changes. Improved lengths here. */
static void sources_of_sst(void)
{
    static struct made rans, iddes;
    make("sst", turning, thin_sst, &rans);
    make("sst\nscales = iddes", turning, thin_sst, &iddes);
    for (lid i = 0; i < N; i++) {
        double x[3], k = iddes.q[NV * N + i], omega = iddes.q[(NV + 1) * N + i];
        place(&iddes, i, x);
        if (!is_inside(x))
            continue;
        double length = iddes.e->length[i], own = sqrt(k) / (0.09 * omega);
        double more = iddes.residual[NV * N + i] - rans.residual[NV * N + i];
        double expected = -0.125 * 1.4 * (pow(k, 1.5) / length - 0.09 * k * omega);
        CHECK(length < 0.999 * own || length > 1.001 * own, "length %g", length);
        CHECK_NEAR(more, expected, 1e-11 * fabs(expected));
        CHECK(iddes.residual[(NV + 1) * N + i] == rans.residual[(NV + 1) * N + i], "omega");
    }
    flow_bed_free(&rans.t);
    flow_bed_free(&iddes.t);
}

/* Travin's function stands in all cells, by the field's strain and vorticity; without it there is no array. */
static void upwinding(void)
{
    static struct made m;
    make("sa\nscales = ddes\n[numerics]\nblending = travin", turning, thin_sa, &m);
    for (lid i = 0; i < N; i++) {
        double x[3], chi = m.q[NV * N + i] / nu, ratio = pow(chi, 4) / (pow(chi, 3) + pow(7.1, 3));
        place(&m, i, x);
        if (!is_inside(x))
            continue;
        double rate = 0.1 * 0.2, vorticity = 0.1 * sqrt(5.25); /* a tenth of Mach 0.2 over 1 m; no strain */
        double expected = scales_upwinding(0.65, (1 + ratio) * nu, 0, vorticity, rate);
        CHECK_NEAR(m.e->upwinding[i], expected, 1e-9); /* strain is rounding, not 0 */
    }
    flow_bed_free(&m.t);
    make("sa\nscales = ddes", turning, thin_sa, &m);
    CHECK(!m.e->upwinding, "an array that nobody asked for");
    flow_bed_free(&m.t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(sizes);
    CASE(lengths);
    CASE(shear_layers);
    CASE(attached_layer);
    CASE(sources_of_sa);
    CASE(sources_of_sst);
    CASE(upwinding);
    comm_finish();
    return check_end();
}
