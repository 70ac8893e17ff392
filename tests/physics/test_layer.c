/* Gradients in boundary layers.
 *   test_layer                  generated meshes, with verdicts
 *   test_layer NAME=PACKS...    only measures the meshes in those packs (docs/validation.md)
 *
 * Meshes of one layer of cells: the C-grid around the turbulent NACA 0012 section, 112 x
 * 32 cells up to 20,000 times as long as high (cases/plane).
 *
 * linear   x + 2 y + 3 z: least squares is exact, and so is what stands in for it where the
 *          wall bends the cells; Green-Gauss over stretched askew cells is not.
 * layer    a function of the wall distance alone, as in a boundary layer: carried to a
 *          face between two neighbours along the wall it must not leave their values by
 *          much; least squares makes 0.8 there of values of 0.2.
 *
 * In space: a wing whose thin cells are bent and twisted by more than their height. Of the
 * linear field's slope less than half of what Green-Gauss gets wrong is wrong: the
 * correction towards it is bounded (docs/decisions, 003). The
 * wall distance, carried from a cell to the next one above or below, must come near
 * that one's; a mean of fits about nodes makes -0.1 of a difference of 1.
 */
#include "check.h"
#include "scheme/flow.h"
#include "pipeline.h"

static struct comm comm_self;

/* A boundary layer of thickness 0.01 with a sublayer: 0 at the wall, 1 outside. */
static double layer(double distance)
{
    double share = fmin(distance / 0.01, 1);
    return 0.5 * pow(share, 1.0 / 7) + 0.5 * fmin(distance / 1e-4, 1);
}

/* Velocity of the cells (sign 1) or of the ghosts behind the boundary faces from their
 * cells (n_cells onwards): linear, the layer along y, the wall distance along z; the
 * last two are 0 on walls. */
static real *fields(const struct pack *p, bool ghosts)
{
    int64_t n = ghosts ? p->n_boundary : p->n_owned, ns = p->n_slots;
    real *q = mem_alloc("fields", (size_t)(NV * n), sizeof *q);
    for (int64_t i = 0; i < n; i++) {
        int64_t slot = ghosts ? p->n_cells + i : i, cell = ghosts ? p->left[i] : i;
        double sign = 1, distance = p->wall_distance[cell];
        for (int k = 0; ghosts && k < p->n_patches; k++) {
            bool wall = strcmp(p->patch[k].name, "WALL") == 0 || strcmp(p->patch[k].name, "WING") == 0;
            if (wall && i >= p->patch[k].begin && i < p->patch[k].end)
                sign = -1;
        }
        double linear = p->centroid[slot] + 2 * p->centroid[ns + slot] + 3 * p->centroid[2 * ns + slot];
        struct state s = {1, (real)linear, (real)(sign * layer(distance)), (real)(sign * distance), 1};
        state_store(q, n, (lid)i, s);
    }
    return q;
}

static real gradient_of(const struct flow *f, int v, int d, lid i)
{
    return f->gradient[gradient_entry(&f->domain->view, 3 * NV, d * NV + v, i)];
}

/* Share of the cells so far from walls whose gradient of the linear field is off by more than `bound`. */
static double share_not_exact(const struct flow *f, const struct pack *p, double nearest, double farthest, double bound)
{
    static const double expected[3] = {1, 2, 3};
    int not_exact = 0, n = 0;
    for (lid i = 0; i < p->n_owned; i++) {
        double e = 0, distance = p->wall_distance ? p->wall_distance[i] : 0;
        bool about = distance >= nearest && distance <= farthest;
        for (int d = 0; d < 3; d++)
            e += fabs((double)gradient_of(f, Q_U, d, i) - expected[d]);
        n += about;
        not_exact += about && !(e <= bound);
    }
    return (double)not_exact / n;
}

/* Mean over the cells of the error of the linear field's gradient, as a share of it. */
static double mean_error(const struct flow *f, const struct pack *p)
{
    static const double expected[3] = {1, 2, 3};
    double sum = 0;
    for (lid i = 0; i < p->n_owned; i++) {
        double square = 0;
        for (int d = 0; d < 3; d++) {
            double e = (double)gradient_of(f, Q_U, d, i) - expected[d];
            square += e * e;
        }
        sum += sqrt(square / 14);
    }
    return sum / (double)p->n_owned;
}

/* How far the layer, carried from a cell to the faces between it and its neighbours along
 * the wall, leaves both values; before the trailing edge. */
static double worst_overshoot(const struct flow *f, const struct pack *p)
{
    double worst = 0;
    for (int64_t face = p->n_boundary; face < p->n_flux; face++)
        for (int side = 0; side < 2; side++) {
            lid i = side ? p->right[face] : p->left[face], o = side ? p->left[face] : p->right[face];
            double own = f->q[Q_V * p->n_slots + i], other = f->q[Q_V * p->n_slots + o], at = own;
            for (int d = 0; d < 3; d++)
                at += gradient_of(f, Q_V, d, i) *
                      (p->face_centroid[d * p->n_faces + face] - p->centroid[d * p->n_slots + i]);
            double over = fmax(at - fmax(own, other), fmin(own, other) - at);
            double near = fmin(p->wall_distance[i], p->wall_distance[o]);
            bool along = near > 0.8 * fmax(p->wall_distance[i], p->wall_distance[o]);
            if (along && p->centroid[i] < 0.95)
                worst = isnan(worst) || over <= worst ? worst : over;
        }
    return worst;
}

/* Least share of the difference of wall distances that a cell within 0.02 m of the wing gives its
 * neighbour above or below. */
static double least_across(const struct flow *f, const struct pack *p)
{
    double least = 1;
    for (int64_t face = p->n_boundary; face < p->n_flux; face++)
        for (int side = 0; side < 2; side++) {
            lid i = side ? p->right[face] : p->left[face], o = side ? p->left[face] : p->right[face];
            double step = p->wall_distance[o] - p->wall_distance[i], at = 0, length2 = 0;
            for (int d = 0; d < 3; d++) {
                double dx = p->centroid[d * p->n_slots + o] - p->centroid[d * p->n_slots + i];
                at += gradient_of(f, Q_W, d, i) * dx;
                length2 += dx * dx;
            }
            if (fabs(step) >= 0.8 * sqrt(length2) && p->wall_distance[i] <= 0.02)
                least = isnan(least) || at / step >= least ? least : at / step;
        }
    return least;
}

static void evaluate(struct flow *f, const struct pack *p)
{
    real *cells = fields(p, false), *ghosts = fields(p, true);
    flow_upload(f, cells);
    f->domain->backend->upload(f->prescribed_ghost, ghosts, (size_t)(NV * p->n_boundary) * sizeof *ghosts);
    mem_free(cells);
    mem_free(ghosts);
    flow_evaluate(f, true);
}

struct measured {
    double inexact, inexact_about, overshoot, across, error; /* see measure() */
};

/* inexact: rounding of coordinates of 10 over cells of 1e-6 is 1e-9; _about: beyond a section's boundary layer,
 * rounding of coordinates of 1 over cells of 1e-5. */
static struct measured measure(const struct flow *f, const struct pack *p)
{
    return (struct measured){share_not_exact(f, p, 0, HUGE_VAL, 1e-6), share_not_exact(f, p, 0.01, 0.5, 1e-10),
                             worst_overshoot(f, p), least_across(f, p), mean_error(f, p)};
}

static int with_gradient(const char *packs, const char *gradient, struct measured *to)
{
    char config[PATH_MAX], text[256];
    struct case_file c;
    struct domain d;
    struct flow f;
    struct pack p;
    snprintf(config, sizeof config, "%s/case.cfg", pipeline_scratch());
    snprintf(text, sizeof text, "[flow]\nmach = 0.5\n[numerics]\nlimiter = none\ngradient = %s\n[patches]\n"
                                "* = prescribed\n", gradient);
    pipeline_write(config, text);
    pack_init(&p);
    TRY(pack_read(packs, 0, PACK_CORE, &p));
    TRY(case_read(config, NULL, 0, &c));
    TRY(domain_load(packs, &c, &comm_self, backend_cpu(1), &d));
    TRY(flow_create(&d, &c, EXCHANGE_STAGED, &f));
    evaluate(&f, &p);
    *to = measure(&f, &p);
    printf("  %s: of %lld cells %.4f not exact, beyond the layer %.3g; overshoot %.3g, least share across %.3g, "
           "mean error %.3g\n",
           gradient, (long long)p.n_owned, to->inexact, to->inexact_about, to->overshoot, to->across,
           to->error);
    flow_free(&f);
    domain_free(&d);
    case_free(&c);
    pack_free(&p);
    return 0;
}

/* Packs of a mesh of one of the tools, in the scratch folder. */
static int make_packs(const char *tool, char packs[PATH_MAX])
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    snprintf(packs, PATH_MAX, "%s/packs", s);
    return pipeline_run("rm -rf %s && %s/tools/%s --out %s/m.cgns >/dev/null && %s/ufv-prep --quiet %s/m.cgns --out %s",
                        packs, b, tool, s, b, s, packs);
}

static void gradients_around_the_section(void)
{
    char packs[PATH_MAX];
    struct measured m = {NAN, NAN, NAN, NAN, NAN};
    CHECK(make_packs("plane_mesh naca0012", packs) == 0, "no packs");
    int status = with_gradient(packs, "node-lsq", &m);
    CHECK(status == 0, "%s", error_message());
    CHECK(m.inexact_about <= 0.002, "%g", m.inexact_about);
    CHECK(m.overshoot <= 0.05, "%g", m.overshoot); /* a tenth (CROSSING_MOST) of what changes across, up to 0.5 */
    /* that the field would show it */
    status = with_gradient(packs, "lsq", &m);
    CHECK(status == 0, "%s", error_message());
    CHECK(m.inexact_about <= 0, "%g", m.inexact_about);
    CHECK(m.overshoot > 0.5, "%g", m.overshoot);
}

static void gradients_around_the_wing(void)
{
    char packs[PATH_MAX];
    struct measured m = {NAN, NAN, NAN, NAN, NAN}, face = m;
    CHECK(make_packs("wing_mesh --n 12 --normal 24 --wall 1e-5", packs) == 0, "no packs");
    int status = with_gradient(packs, "node-lsq", &m);
    CHECK(status == 0, "%s", error_message());
    CHECK(m.across > 0.5, "%g", m.across); /* Green-Gauss: 0.55, about the rounded tip */
    status = with_gradient(packs, "face", &face);
    CHECK(status == 0, "%s", error_message());
    CHECK(face.inexact > 0.9, "%g", face.inexact);
    CHECK(m.inexact < 0.5 && m.error < 0.5 * face.error, "%g, %g and %g", m.inexact, m.error, face.error);
}

/* Layers cut into tetrahedra, most of whose fits about nodes are of no use. */
static void gradients_of_tetrahedra(void)
{
    char packs[PATH_MAX];
    struct measured m = {NAN, NAN, NAN, NAN, NAN};
    CHECK(make_packs("wing_mesh --n 8 --cells tet", packs) == 0, "no packs");
    int status = with_gradient(packs, "node-lsq", &m);
    CHECK(status == 0, "%s", error_message());
    CHECK(m.inexact <= 0.01, "%g", m.inexact);
    status = with_gradient(packs, "face", &m);
    CHECK(status == 0, "%s", error_message());
    CHECK(m.inexact > 0.9, "%g", m.inexact);
}

/* NAME=PACKS */
static void measure_packs(const char *named)
{
    static const char *const gradients[] = {"node-lsq", "face"};
    struct measured m;
    const char *packs = strchr(named, '=');
    printf("%s\n", named);
    for (int k = 0; k < 2; k++)
        if (with_gradient(packs ? packs + 1 : named, gradients[k], &m) != 0)
            printf("  %s\n", error_message());
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm_self);
    for (int k = 1; k < argc; k++)
        measure_packs(argv[k]);
    if (argc > 1) {
        comm_finish();
        return 0;
    }
    CASE(gradients_around_the_section);
    CASE(gradients_around_the_wing);
    CASE(gradients_of_tetrahedra);
    comm_finish();
    return check_end();
}
