/* numerics.flux = keep in the solver's own evaluation of the residual, on perturbed hexahedra between slip walls with
 * random states in the cells: kinetic energy changes by the work of the pressure alone, and total energy and mass not at
 * all; what the dissipation and the sensor add takes kinetic energy out.
 */
#include "unit/solve/flow_bed.h"
#include "random.h"

#include <string.h>

static const char text[] = "[flow]\nmach = 0.5\ngamma = 1.4\ngas_constant = 1\ntemperature = 0.7142857142857143\n"
                           "pressure = 1\n[numerics]\nflux = keep\n%s[patches]\n* = slip\n[time]\nlocal = no\nsteps = 1\n";

struct made {
    struct flow_bed t;
    double *residual; /* [NV][n] */
    lid n;
};

/* Velocities at random up to `speed`, m/s, density and pressure within 10 %. numerics: lines of the case. */
static void make(const char *numerics, double speed, struct made *m)
{
    char whole[1024];
    uint64_t seed = 5;
    snprintf(whole, sizeof whole, text, numerics);
    memset(m, 0, sizeof *m);
    if (flow_bed_make("--perturb 0.2", whole, &m->t) != 0)
        FATAL("%s", error_message());
    m->n = m->t.d.view.n_owned;
    double *q = mem_zalloc("state", (size_t)m->n * NV, sizeof *q);
    m->residual = mem_zalloc("residual", (size_t)m->n * NV, sizeof *m->residual);
    for (lid i = 0; i < m->n; i++) {
        q[i] = 1.4 * (1 + 0.1 * random_signed(&seed));
        for (int d = 0; d < 3; d++)
            q[(Q_U + d) * m->n + i] = speed * random_signed(&seed);
        q[Q_P * m->n + i] = 1 + 0.1 * random_signed(&seed);
    }
    flow_upload(&m->t.f, q);
    mem_free(q);
    flow_evaluate(&m->t.f, true);
    flow_residual(&m->t.f, m->residual, NULL);
}

static void unmake(struct made *m)
{
    mem_free(m->residual);
    flow_bed_free(&m->t);
}

static double state(const struct made *m, int v, lid slot)
{
    return m->t.f.q[v * (int64_t)m->t.d.view.n_slots + slot];
}

/* u . S of a slot through face f. */
static double through(const struct made *m, lid slot, lid f)
{
    const struct mesh_view *v = &m->t.d.view;
    double sum = 0;
    for (int d = 0; d < 3; d++)
        sum += state(m, Q_U + d, slot) * v->normal[d * (int64_t)v->n_faces + f];
    return sum;
}

/* d/dt of the kinetic energy of all cells by their residuals. */
static double gained(const struct made *m)
{
    double sum = 0;
    for (lid i = 0; i < m->n; i++)
        for (int d = 0; d < 3; d++) {
            double u = state(m, Q_U + d, i);
            sum += u * m->residual[(1 + d) * m->n + i] - 0.5 * u * u * m->residual[i];
        }
    return sum;
}

/* The work of the pressure: of the mean on a face between cells, of that on the face at walls. */
static double work(const struct made *m)
{
    const struct mesh_view *v = &m->t.d.view;
    double sum = 0;
    for (lid f = 0; f < v->n_flux; f++) {
        lid l = v->left[f], r = v->right[f];
        if (f < v->n_boundary)
            sum -= m->t.f.pressure[f] * through(m, l, f);
        else
            sum += 0.5 * (state(m, Q_P, l) + state(m, Q_P, r)) * (through(m, r, f) - through(m, l, f));
    }
    return sum;
}

static double total(const struct made *m, int v)
{
    double sum = 0;
    for (lid i = 0; i < m->n; i++)
        sum += m->residual[v * m->n + i];
    return sum;
}

/* Bound: rounding of some 1000 fluxes of order one through faces of 1/16. */
static void energies(void)
{
    struct made m;
    make("dissipation = 0\nshock_sensor = none\n", 0.3, &m);
    CHECK_NEAR(gained(&m), work(&m), 1e-13);
    CHECK(fabs(work(&m)) > 1e-3, "no work: %g", work(&m));
    CHECK_NEAR(total(&m, 0), 0, 1e-13);
    CHECK_NEAR(total(&m, 4), 0, 1e-13);
    unmake(&m);
}

/* Twice the share takes twice as much out; total energy stays. */
static void dissipation(void)
{
    struct made m[3];
    double lost[3];
    const char *const numerics[3] = {"dissipation = 0\nshock_sensor = none\norder = 1\n",
                                     "dissipation = 0.3\nshock_sensor = none\norder = 1\n",
                                     "dissipation = 0.6\nshock_sensor = none\norder = 1\n"};
    for (int k = 0; k < 3; k++) {
        make(numerics[k], 0.3, &m[k]);
        lost[k] = work(&m[k]) - gained(&m[k]);
        CHECK_NEAR(total(&m[k], 4), 0, 1e-13);
        unmake(&m[k]);
    }
    CHECK(lost[1] > 0.01, "%g", lost[1]);
    CHECK_NEAR(lost[2], 2 * lost[1], 1e-12);
}

/* The sensor is closed where cells rest and open where they meet at several times the speed of sound. */
static void sensor(void)
{
    struct made none, few, many;
    make("dissipation = 0\nshock_sensor = ducros\nlimiter = none\n", 0, &none);
    CHECK_NEAR(gained(&none), work(&none), 1e-13);
    unmake(&none);
    make("dissipation = 0\nshock_sensor = none\nlimiter = none\n", 4, &few);
    make("dissipation = 0\nshock_sensor = ducros\nlimiter = none\n", 4, &many);
    CHECK(work(&many) - gained(&many) > work(&few) - gained(&few) + 0.01, "%g against %g", work(&many) - gained(&many),
          work(&few) - gained(&few));
    unmake(&few);
    unmake(&many);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(energies);
    CASE(dissipation);
    CASE(sensor);
    comm_finish();
    return check_end();
}
