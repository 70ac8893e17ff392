/* Couette flow with heat transfer between a wall at rest and one that slides (White,
 * Viscous Fluid Flow, 2006, Section 3-2.1), constant viscosity: an exact solution of
 * the compressible equations with walls of every thermal kind.
 *
 *   u = U y,  T = T1 + (T1's own part below),  p constant,  y from 0 to 1
 *
 * The ends in x hold the exact solution. Bound: velocity is linear in y, which the
 * scheme carries exactly but for the density's error; temperature is quadratic: second
 * order, 0.1 for grids this coarse. Shear and heat flux within 1 % on the finer grid.
 */
#include "check.h"
#include "scheme/flow.h"
#include "pipeline.h"

enum wall_case { ISOTHERMAL, ADIABATIC, HEATED, N_CASES };

/* Gas constant and density 1; speed of sound about 1.18. */
static const double u_wall = 0.6, t_upper = 1.1, t_lower = 0.9, mu = 0.05, prandtl = 0.7, heat = 0.05;
static struct comm comm_self;

/* k = cp mu / Pr with cp = gamma R / (gamma - 1) = 3.5 for gamma = 1.4 and R = 1. */
static double conductivity(void)
{
    return 3.5 * mu / prandtl;
}

/* k T'' = -mu U^2 with T(1) = t_upper and, at y = 0, a temperature or k dT/dy = -q. */
static double temperature(enum wall_case c, double y)
{
    double half = 0.5 * mu * u_wall * u_wall / conductivity();
    if (c == ISOTHERMAL)
        return t_lower + (t_upper - t_lower) * y + half * y * (1 - y);
    double slope = c == HEATED ? -heat / conductivity() : 0;
    return t_upper + half * (1 - y * y) + slope * (y - 1);
}

/* Into the wall at y = 0, W/m^2. */
static double heat_into_wall(enum wall_case c)
{
    double half = 0.5 * mu * u_wall * u_wall / conductivity();
    return c == ISOTHERMAL ? conductivity() * (t_upper - t_lower + half) : c == HEATED ? -heat : 0;
}

/* The exact state, variable by variable, at the heights y[first .. first + n - 1]: of cells, ghosts or boundary faces.
 * p = 1 and R = 1, so that density is 1 / T. */
static real *exact(enum wall_case c, const double *y, int64_t first, int64_t n)
{
    real *q = mem_alloc("exact", (size_t)(NV * n), sizeof *q);
    for (int64_t i = 0; i < n; i++) {
        double at = y[first + i];
        struct state s = {(real)(1 / temperature(c, at)), (real)(u_wall * at), 0, 0, 1};
        state_store(q, n, (lid)i, s);
    }
    return q;
}

/* Starts from the exact solution and holds it at the ends: what is measured is how far the scheme's own steady state
 * lies from it, not how it gets there. Both the ghosts (for gradients) and the faces (for fluxes) are given. */
static int prepare(struct flow *f, const char *packs, enum wall_case c)
{
    const struct mesh_view *v = &f->domain->view;
    struct pack p;
    pack_init(&p);
    TRY(pack_read(packs, 0, PACK_CORE, &p));
    real *cells = exact(c, p.centroid + p.n_slots, 0, v->n_owned);
    real *ghosts = exact(c, p.centroid + p.n_slots, p.n_cells, v->n_boundary);
    real *faces = exact(c, p.face_centroid + p.n_faces, 0, v->n_boundary);
    flow_upload(f, cells);
    f->domain->backend->upload(f->prescribed_ghost, ghosts, (size_t)(NV * v->n_boundary) * sizeof *ghosts);
    f->domain->backend->upload(f->prescribed_face, faces, (size_t)(NV * v->n_boundary) * sizeof *faces);
    mem_free(cells);
    mem_free(ghosts);
    mem_free(faces);
    pack_free(&p);
    return 0;
}

/* Mean over the faces of the lower wall, of component k of the wall values. */
static double lower_wall(const struct flow *f, int k)
{
    const struct domain *d = f->domain;
    double sum = 0;
    lid begin = 0, end = 0;
    for (int p = 0; p < d->pack.n_patches; p++)
        if (strcmp(d->pack.patch[p].name, "ymin") == 0) {
            begin = d->pack.patch[p].begin;
            end = d->pack.patch[p].end;
        }
    for (lid i = begin; i < end; i++)
        sum += f->wall[(int64_t)k * d->view.n_boundary + i];
    return sum / (end - begin);
}

/* Mean error of the temperature. */
static double temperature_error(const struct flow *f, enum wall_case c)
{
    const struct pack *p = &f->domain->pack;
    int64_t ns = p->n_slots;
    double sum = 0;
    for (int64_t i = 0; i < p->n_owned; i++)
        sum += fabs(f->q[Q_P * ns + i] / f->q[i] - temperature(c, p->centroid[ns + i]));
    return sum / (double)p->n_owned;
}

/* n by n cells in the plane, one across it between symmetry planes. The steps grow with n, as does the number of steps
 * that a wave needs to cross the box at one CFL number. */
static int run(enum wall_case c, int n, double *error)
{
    static const char *const lower[N_CASES] = {"temperature=0.9", "", "heat_flux=0.05"};
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char config[PATH_MAX], packs[PATH_MAX], text[1024];
    struct case_file k;
    struct domain d;
    struct flow f;
    snprintf(config, sizeof config, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    snprintf(text, sizeof text,
             "[flow]\nmach = 0.5\ndensity = 1\npressure = 1\ngas_constant = 1\nviscosity = %g\nsutherland = 0\n"
             "prandtl = %g\n[model]\nequations = laminar\n[numerics]\nlimiter = none\ngradient = lsq\n"
             "[time]\ncfl = 0.9\n[patches]\nx* = prescribed\nz* = symmetry\nymin = wall %s\n"
             "ymax = wall temperature=1.1 velocity=0.6,0,0\n",
             mu, prandtl, lower[c]);
    pipeline_write(config, text);
    if (pipeline_run("rm -rf %s; %s/tools/box_mesh --n %d %d 1 --size 1 1 0.1 --out %s/box.cgns >/dev/null && "
                     "%s/ufv-prep --quiet %s/box.cgns --out %s >/dev/null",
                     packs, b, n, n, s, b, s, packs) != 0)
        return error_set("no packs");
    TRY(case_read(config, NULL, 0, &k));
    TRY(domain_load(packs, &k, &comm_self, backend_cpu(1), &d));
    TRY(flow_create(&d, &k, EXCHANGE_STAGED, &f));
    TRY(prepare(&f, packs, c));
    for (int step = 0; step < 100 * n; step++) {
        flow_evaluate(&f, true);
        flow_step(&f, 0);
    }
    flow_evaluate(&f, true);
    *error = temperature_error(&f, c);
    double shear = lower_wall(&f, WALL_SHEAR), flux = lower_wall(&f, WALL_HEAT_FLUX);
    printf("  %d cells across: temperature error %.3e, shear %.6f (exact %.6f), heat into the wall %.6f (exact %.6f)\n",
           n, *error, shear, mu * u_wall, flux, heat_into_wall(c));
    /* The heat flux within 1 % of the heated wall's 0.05 in all cases: that of the adiabatic wall is 0. */
    if (n == 16) {
        CHECK_NEAR(shear, mu * u_wall, 0.01 * mu * u_wall);
        CHECK_NEAR(flux, heat_into_wall(c), 0.01 * 0.05);
    }
    flow_free(&f);
    domain_free(&d);
    case_free(&k);
    return 0;
}

/* The order of the temperature's error from 8 to 16 cells; see the head of this file for the bound. */
static void check_walls(enum wall_case c)
{
    double coarse = NAN, fine = NAN;
    int status = run(c, 8, &coarse) || run(c, 16, &fine);
    CHECK(status == 0, "%s", error_message());
    CHECK(log(coarse / fine) / log(2.0) >= 1.9, "order %g", log(coarse / fine) / log(2.0));
}

static void isothermal_walls(void)
{
    check_walls(ISOTHERMAL);
}
static void adiabatic_wall(void)
{
    check_walls(ADIABATIC);
}
static void heated_wall(void)
{
    check_walls(HEATED);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm_self);
    CASE(isothermal_walls);
    CASE(adiabatic_wall);
    CASE(heated_wall);
    comm_finish();
    return check_end();
}
