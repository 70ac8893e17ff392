/* Viscous flow across a sliding interface between two rings of unequal cells: a uniform stream stays, what leaves one
 * side enters the other, and Couette flow between a cylinder that spins with the zone and one at rest, which has an
 * exact solution.
 */
#include "check.h"
#include "features/sliding/sliding.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/sliding_bed.h"
#include "random.h"
#include "scheme/integrator.h"

static const char *const equations[] = {"laminar", "sa", "sst"};

static bool cell_turns(const struct bed *t, lid i)
{
    const double *x = t->d.pack.centroid;
    return hypot(x[i], x[t->d.pack.n_slots + i]) < 1;
}

/* A stream through both rings. wall: of both ends, or an open boundary. */
static int make_stream(const char *model, struct bed *t)
{
    char text[2048];
    snprintf(
        text, sizeof text,
        "[flow]\nmach = 0.5\nalpha = 20\nup = y\npressure = 1\ndensity = 1\nreynolds = 50\n[model]\nequations = %s\n"
        "slip_only = yes\n[numerics]\nlimiter = none\ngradient = lsq\n[time]\nscheme = dual-time\ndt = 0.05\n"
        "sub_drop = 6\n[motion]\nspin = 3\naxis = 0 0 1\nzone_radius = 1\n[patches]\nINNER = sliding\nOUTER = "
        "sliding\n%s",
        model, strcmp(model, "laminar") == 0 ? "" : "HUB = wall\n");
    int status = make("--inner 17 3 --outer 24 3 --layers 3 2 --twist 20 --wave 0.3", text, t) ||
                 !feature_own(t->d.features, "motion.zone_radius");
    CHECK(status == 0, "%s: %s", model, error_message());
    return status;
}

/* ---- conservation ---- */

/* Residuals of the flow in a uniform stream, at several angles, but for cells at walls. */
static void uniform_stream(void)
{
    for (int e = 0; e < 3; e++) {
        struct bed t;
        if (make_stream(equations[e], &t) == 0) {
            lid n = t.d.view.n_owned;
            const int nv = t.f.n_variables;
            double *r = mem_alloc("residual", (size_t)nv * (size_t)n, sizeof *r);
            double *q = mem_alloc("state", (size_t)nv * (size_t)n, sizeof *q);
            flow_download(&t.f, q);
            for (int turn = 0; turn < 5; turn++) {
                double worst = 0, angle;
                flow_set_time(&t.f, 0.17 * turn);
                angle = motion_at(&t.f.motion, t.f.time).angle;
                for (lid i = 0; i < n; i++) {
                    double a = cell_turns(&t, i) ? angle : 0, u = t.c.derived.reference.velocity[0],
                           v = t.c.derived.reference.velocity[1];
                    q[Q_U * n + i] = cos(a) * u + sin(a) * v;
                    q[Q_V * n + i] = cos(a) * v - sin(a) * u;
                }
                flow_upload(&t.f, q);
                flow_evaluate(&t.f, true);
                flow_residual(&t.f, r, NULL);
                for (lid i = 0; i < n; i++) {
                    const double *x = t.d.pack.centroid;
                    double radius = hypot(x[i], x[t.d.pack.n_slots + i]);
                    for (int v = 0; radius > 0.85 && v < NV; v++)
                        worst = fmax(worst, fabs(r[v * n + i]));
                }
                CHECK(worst < 1e-14, "%s, turn %d: %.2e", equations[e], turn, worst);
            }
            mem_free(r);
            mem_free(q);
        }
        bed_free(&t);
    }
}

/* Of any state: what leaves one side of the interface, of every variable, enters the other; vectors in axes at rest. */
static void sums(void)
{
    uint64_t seed = 11;
    for (int e = 0; e < 3; e++) {
        struct bed t;
        if (make_stream(equations[e], &t) == 0) {
            lid n = t.d.view.n_owned;
            const int nv = t.f.n_variables;
            const struct sliding_run *own = feature_own(t.d.features, "motion.zone_radius");
            const struct sliding *s = &own->interface;
            double *q = mem_alloc("state", (size_t)nv * (size_t)n, sizeof *q), sum[NV_MAX] = {0}, size[NV_MAX] = {0};
            flow_download(&t.f, q);
            for (lid i = 0; i < nv * n; i++)
                q[i] = i < NV * n ? (i / n == Q_RHO || i / n == Q_P) + 0.2 * random_signed(&seed)
                                  : q[i] * (1 + 0.5 * random_signed(&seed));
            flow_set_time(&t.f, 0.123);
            double angle = motion_at(&t.f.motion, t.f.time).angle, c = cos(angle), sn = sin(angle);
            flow_upload(&t.f, q);
            flow_evaluate(&t.f, true);
            for (int64_t k = 0; k < s->n_own; k++) {
                const struct sliding_face *face = &s->face[s->own[k]];
                double out[NV_MAX] = {0};
                for (int v = 0; v < nv; v++)
                    out[v] = t.f.flux[(int64_t)v * t.d.view.n_flux + face->local];
                double mx = out[1], my = out[2];
                out[1] = face->turns ? c * mx - sn * my : mx;
                out[2] = face->turns ? sn * mx + c * my : my;
                for (int v = 0; v < nv; v++) {
                    sum[v] += out[v];
                    size[v] += fabs(out[v]);
                }
            }
            for (int v = 0; v < nv; v++)
                CHECK(size[v] > 0 && fabs(sum[v]) < 1e-14 * size[v], "%s, variable %d: %.2e of %.2e", equations[e], v,
                      sum[v], size[v]);
            mem_free(q);
        }
        bed_free(&t);
    }
}

/* ---- Couette flow ---- */

/* Radii of the walls, m; spin of the inner one, rad/s; viscosity, Pa s. */
static const double r_hub = 0.5, r_rim = 2, spin = 0.6, mu = 0.2;

/* m/s, along the circle. */
static double exact(double r)
{
    double b = spin * r_hub * r_hub * r_rim * r_rim / (r_rim * r_rim - r_hub * r_hub);
    return b * (1 / r - r / (r_rim * r_rim));
}

/* Mean error of the velocity along the circle over the spinning wall's speed; torque: N m per metre, on the hub.
 * Without interface the wall turns in its own plane. */
static double couette(int fine, bool sliding, double *torque)
{
    struct bed t;
    struct integrator it = {0};
    char mesh[256], text[2048];
    double error = 0, volume = 0;
    snprintf(mesh, sizeof mesh, "--radii %g 1 %g --inner %d %d --outer %d %d%s", r_hub, r_rim, 20 * fine, 3 * fine,
             28 * fine, 5 * fine, sliding ? "" : " --joined");
    snprintf(text, sizeof text,
             "[flow]\nmach = 0\nup = y\npressure = 1\ndensity = 1\ngas_constant = 1\nviscosity = %g\nsutherland = "
             "0\n[model]\n"
             "equations = laminar\n[numerics]\nlimiter = none\ngradient = lsq\n[time]\nscheme = dual-time\nmethod = "
             "esdirk3\n"
             "dt = 1.5\nsub_drop = 4\n%s\nHUB = wall temperature=1%s\nRIM = wall "
             "temperature=1\n",
             mu,
             sliding
                 ? "[motion]\nspin = 0.6\naxis = 0 0 1\nzone_radius = 1\n[patches]\nINNER = sliding\nOUTER = sliding"
                 : "[patches]",
             sliding ? "" : " rotation=0,0,0.6 centre=0,0,0");
    int status = make(mesh, text, &t) || integrator_create(&t.f, &t.c, &it);
    if (status == 0)
        flow_evaluate(&t.f, true);
    for (int64_t k = 0; k < 20 && status == 0; k++)
        status = integrator_step(&it, k, 1, integrator_time_step(&it, k));
    CHECK(status == 0, "%s", error_message());
    *torque = 0;
    if (status == 0) {
        const struct pack *p = &t.d.pack;
        double *q = mem_alloc("state", (size_t)(NV * p->n_owned), sizeof *q);
        flow_evaluate(&t.f, true);
        flow_download(&t.f, q);
        for (int64_t i = 0; i < p->n_owned; i++) {
            double x = p->centroid[i], y = p->centroid[p->n_slots + i], r = hypot(x, y);
            double along = (x * q[Q_V * p->n_owned + i] - y * q[Q_U * p->n_owned + i]) / r;
            error += fabs(along - exact(r)) / (spin * r_hub) * (double)t.d.view.volume[i];
            volume += (double)t.d.view.volume[i];
        }
        for (int k = 0; k < p->n_patches; k++)
            for (lid f = p->patch[k].begin; f < p->patch[k].end && strcmp(p->patch[k].name, "HUB") == 0; f++) {
                const struct mesh_view *v = &t.d.view;
                double x = p->centroid[v->left[f]], y = p->centroid[p->n_slots + v->left[f]], area = 0;
                for (int d = 0; d < 3; d++)
                    area += pow((double)v->normal[(int64_t)d * v->n_faces + f], 2);
                *torque +=
                    sqrt(area) / 0.1 * r_hub / hypot(x, y) *
                    (x * t.f.wall[(WALL_SHEAR + 1) * v->n_boundary + f] - y * t.f.wall[WALL_SHEAR * v->n_boundary + f]);
            }
        mem_free(q);
    }
    integrator_free(&it);
    bed_free(&t);
    return error / volume;
}

/* The velocity of the exact solution does not depend on density and temperature where viscosity is constant. */
static void cylinders(void)
{
    double torque[4], error[4], off[4], whole = -4 * M_PI * mu * spin * r_hub * r_hub * r_rim * r_rim /
                                                (r_rim * r_rim - r_hub * r_hub);
    for (int k = 0; k < 4; k++) {
        error[k] = couette(1 + k % 2, k < 2, &torque[k]);
        off[k] = fabs(torque[k] / whole - 1);
    }
    for (int k = 0; k < 4; k += 2)
        printf("  %s: velocity: errors %.2e, %.2e, order %.2f; torque: %.2e, %.2e, order %.2f\n",
               k ? "without" : "with", error[k], error[k + 1], log2(error[k] / error[k + 1]), off[k], off[k + 1],
               log2(off[k] / off[k + 1]));
    CHECK(log2(error[0] / error[1]) > 1.8 && error[1] < 1.2 * error[3], "see above");
    CHECK(log2(off[0] / off[1]) > 1.8 && off[1] < 1.2 * off[3], "see above");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm);
    CASE_OF("motion", uniform_stream);
    CASE_OF("motion", sums);
    CASE_OF("motion", cylinders);
    comm_finish();
    return check_end();
}
