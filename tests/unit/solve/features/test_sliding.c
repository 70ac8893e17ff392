/* A sliding interface between two rings of unequal cells: pieces that add up, ghosts of linear fields, a uniform
 * stream, which stays, sums over a closed box, a density wave across the interface beside one across a mesh without it,
 * and what does not fit.
 */
#include "check.h"
#include "features/sliding/sliding.h"
#include "unit/solve/feature_bed.h"
#include "unit/solve/sliding_bed.h"
#include "mem.h"
#include "features/sliding/sliding_create.h"
#include "features/sliding/sliding_edges.h"
#include "features/sliding/sliding_lists.h"
#include "random.h"
#include "scheme/integrator.h"

static const char head[] = "[flow]\nmach = 0.5\nalpha = 20\nup = y\npressure = 1\ndensity = 1\n[numerics]\n"
                           "limiter = none\ngradient = lsq\n[time]\nscheme = dual-time\ndt = 0.05\nsub_drop = 6\n";
static const char slides[] = "[motion]\nspin = 3\naxis = 0 0 1\nzone_radius = 1\n[patches]\nINNER = sliding\n"
                             "OUTER = sliding\n";

static const struct sliding *interface_of(const struct bed *t)
{
    const struct sliding_run *own = feature_own(t->d.features, "motion.zone_radius");
    return own ? &own->interface : NULL;
}

/* The case with the interface. */
static int make_sliding(const char *mesh, const char *keys, struct bed *t)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s", head, slides, keys);
    int status = make(mesh, text, t) || !interface_of(t);
    CHECK(status == 0, "%s", error_message());
    return status;
}

static bool cell_turns(const struct bed *t, lid i)
{
    const double *x = t->d.pack.centroid;
    return hypot(x[i], x[t->d.pack.n_slots + i]) < 1;
}

/* ---- pieces and ghosts ---- */

/* Faces bounded by lines along the axis and arcs about it, and by other edges. */
static const char *const meshes[] = {"--inner 17 3 --outer 24 3 --layers 3 2 --skew 0.3",
                                     "--inner 17 3 --outer 24 3 --layers 3 2 --twist 20 --wave 0.3"};

/* At any angle each face is covered by its pieces, and both sides of the cylinder have the same vectors. */
static void pieces_of(const char *mesh)
{
    struct bed t;
    uint64_t seed = 3;
    if (make_sliding(mesh, "", &t) == 0) {
        const struct sliding *s = interface_of(&t);
        CHECK(s->n == 17 * 3 + 24 * 2 && s->n_own == s->n, "%d faces", (int)s->n);
        CHECK_NEAR(s->radius, 1, 1e-14);
        for (int turn = 0; turn < 20; turn++) {
            struct sliding_lists l;
            double sum[3] = {0, 0, 0}, worst = 0;
            sliding_lists_make(s, 20 * random_signed(&seed), &l);
            for (lid k = 0; k < s->n_own; k++) {
                const struct mesh_view *v = &t.d.view;
                double area[3] = {0, 0, 0}, length = 0, face = 0;
                for (lid i = l.begin[k]; i < l.begin[k + 1]; i++)
                    for (int d = 0; d < 3; d++) {
                        area[d] += l.piece[i].normal[d];
                        sum[d] += (s->face[s->own[k]].turns ? 1 : -1) * l.piece[i].normal[d];
                    }
                for (int d = 0; d < 3; d++) {
                    length += area[d] * area[d];
                    face += pow((double)v->normal[(int64_t)d * v->n_faces + s->face[s->own[k]].local], 2);
                }
                worst = fmax(worst, fabs(sqrt(length / face) - 1));
            }
            CHECK(l.worst < 1e-12 && worst < 1e-12, "%.2e of an area, %.2e of a vector", l.worst, worst);
            CHECK(fabs(sum[0]) + fabs(sum[1]) + fabs(sum[2]) < 1e-15 * (double)s->n, "%g %g %g", sum[0], sum[1],
                  sum[2]);
            sliding_lists_free(&l);
        }
    }
    bed_free(&t);
}

static void pieces(void)
{
    for (int k = 0; k < 2; k++)
        pieces_of(meshes[k]);
}

/* Is it within the other face and three quarters of its size on all sides, with the own turned by `shift`? */
static bool is_near(const struct sliding_face *own, const struct sliding_face *other, double shift)
{
    const double length = other->most[1] - other->least[1], width = other->most[0] - other->least[0];
    if (own->least[1] > other->most[1] + 0.75 * length || own->most[1] < other->least[1] - 0.75 * length)
        return false;
    for (int turns = -6; turns <= 6; turns++) {
        const double by = shift + 2 * acos(-1.0) * turns;
        if (own->least[0] + by <= other->most[0] + 0.75 * width && own->most[0] + by >= other->least[0] - 0.75 * width)
            return true;
    }
    return false;
}

/* Of each ghost: the own face's first, then that of each face across which is near, and of no other. */
static void check_shares(const struct sliding *s, double angle)
{
    struct sliding_lists l;
    sliding_lists_make(s, angle, &l);
    for (int64_t g = 0; g < s->n_ghosts; g++) {
        const struct sliding_face *own = &s->face[s->ghost[g]];
        lid k = l.share_begin[g];
        CHECK(l.share[k++].of == s->ghost[g], "ghost %d begins with another face", (int)g);
        for (lid i = 0; i < s->n; i++)
            if (s->face[i].turns != own->turns && is_near(own, &s->face[i], own->turns ? angle : -angle))
                CHECK(k < l.share_begin[g + 1] && l.share[k++].of == i, "ghost %d has no share of %d", (int)g, (int)i);
        CHECK(k == l.share_begin[g + 1], "ghost %d has %d shares more", (int)g, (int)(l.share_begin[g + 1] - k));
    }
    sliding_lists_free(&l);
}

static void ghosts_have_shares_of_faces_nearby(void)
{
    struct bed t;
    uint64_t seed = 8;
    if (make_sliding(meshes[1], "", &t) == 0)
        for (int turn = 0; turn < 10; turn++)
            check_shares(interface_of(&t), 20 * random_signed(&seed));
    bed_free(&t);
}

/* Rectangles of any size in any place: large ones reach over others that begin before or behind them. */
static void faces_may_be_of_any_size(void)
{
    enum { FACES = 300 };
    uint64_t seed = 5;
    struct sliding s = {.axis = {0, 0, 1}, .across = {{1, 0, 0}, {0, 1, 0}}, .radius = 1, .n = FACES, .n_bins = 20,
                        .n_ghosts = FACES};
    MEM_NEW_ZERO(s.face, FACES);
    MEM_NEW(s.ghost, FACES);
    MEM_NEW_ZERO(s.ghost_place, FACES);
    for (int i = 0; i < FACES; i++) {
        struct sliding_face *f = &s.face[i];
        f->turns = i % 2;
        s.ghost[i] = i;
        for (int d = 0; d < 3; d++)
            s.ghost_place[i][d] = (f->cell[d] = random_signed(&seed)) + 0.1;
        for (int d = 0; d < 2; d++) {
            const double middle = 4 * random_signed(&seed), half = 0.002 + pow(random_signed(&seed), 8);
            f->least[d] = middle - half;
            f->most[d] = middle + half;
        }
    }
    sliding_fill_bins(&s);
    for (int turn = 0; turn < 5; turn++)
        check_shares(&s, 20 * random_signed(&seed));
    sliding_free(&s);
}

/* A field at rest that is linear, in the axes of cell i with the zone turned by the angle. */
static void linear_state(const double x[3], double angle, bool turns, double q[NV])
{
    double c = cos(angle), s = sin(angle), a = turns ? angle : 0;
    double at[3] = {turns ? c * x[0] - s * x[1] : x[0], turns ? s * x[0] + c * x[1] : x[1], x[2]};
    double u = 0.3 + 0.1 * at[0] - 0.2 * at[1] + 0.3 * at[2], v = -0.1 + 0.2 * at[0] + 0.1 * at[1];
    q[0] = 2 + 0.3 * at[0] - 0.2 * at[1] + 0.5 * at[2];
    q[1] = cos(a) * u + sin(a) * v;
    q[2] = cos(a) * v - sin(a) * u;
    q[3] = 0.2 - 0.1 * at[0];
    q[4] = 3 + 0.2 * at[0] + 0.4 * at[1] - at[2];
}

/* The ghosts, and so the gradients of cells at the interface. */
static void ghosts_are_linear(void)
{
    struct bed t;
    const double angle = 0.7;
    if (make_sliding("--inner 17 2 --outer 24 2 --layers 3 2 --skew 0.3", "", &t) == 0) {
        const struct pack *p = &t.d.pack;
        double *q = mem_alloc("state", (size_t)(NV * p->n_owned), sizeof *q), worst = 0;
        flow_set_time(&t.f, angle / 3);
        for (int64_t i = 0; i < p->n_owned; i++) {
            const double x[3] = {p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]};
            double value[NV];
            linear_state(x, angle, cell_turns(&t, (lid)i), value);
            for (int v = 0; v < NV; v++)
                q[v * p->n_owned + i] = value[v];
        }
        flow_upload(&t.f, q);
        flow_evaluate(&t.f, true);
        for (int64_t g = 0; g < interface_of(&t)->n_ghosts; g++) {
            int64_t slot = p->n_cells + interface_of(&t)->ghost_boundary[g];
            double value[NV];
            linear_state(interface_of(&t)->ghost_place[g], angle,
                         interface_of(&t)->face[interface_of(&t)->ghost[g]].turns, value);
            for (int v = 0; v < NV; v++)
                worst = fmax(worst, fabs((double)t.f.q[v * p->n_slots + slot] - value[v]));
        }
        CHECK(worst < 1e-8, "%.2e", worst); /* little of solve() in sliding_lists.c: 1e-10 */
        mem_free(q);
    }
    bed_free(&t);
}

/* ---- conservation ---- */

/* The largest residual of a uniform stream, of fluxes of size 1 through areas of 0.01, as the zone turns. */
static void uniform_stream_on(const char *mesh)
{
    struct bed t;
    if (make_sliding(mesh, "", &t) == 0) {
        struct integrator it = {0};
        lid n = t.d.view.n_owned;
        double *r = mem_alloc("residual", (size_t)NV * (size_t)n, sizeof *r),
               *q = mem_alloc("state", (size_t)NV * (size_t)n, sizeof *q);
        int status = integrator_create(&t.f, &t.c, &it);
        flow_evaluate(&t.f, true);
        for (int64_t k = 0; k < 8 && status == 0; k++) {
            double worst = 0, change = 0, angle;
            status = integrator_step(&it, k, 1, (k % 2 ? 0.5 : 1) * integrator_time_step(&it, k));
            flow_residual(&t.f, r, NULL);
            flow_download(&t.f, q);
            angle = motion_at(&t.f.motion, t.f.time).angle;
            for (lid i = 0; i < NV * n; i++)
                worst = fmax(worst, fabs(r[i]));
            for (lid i = 0; i < n; i++) {
                double a = cell_turns(&t, i) ? angle : 0, u = t.c.derived.reference.velocity[0],
                       v = t.c.derived.reference.velocity[1];
                change = fmax(change, fabs(q[i] - 1) + fabs(q[Q_P * n + i] - 1));
                change = fmax(change, fabs(q[Q_U * n + i] - cos(a) * u - sin(a) * v));
                change = fmax(change, fabs(q[Q_V * n + i] - cos(a) * v + sin(a) * u));
            }
            CHECK(worst < 1e-14 && change < 1e-13, "step %d: residual %.2e, change %.2e", (int)k, worst, change);
        }
        CHECK(status == 0 && motion_at(&t.f.motion, t.f.time).angle > 0.8, "%s", error_message());
        struct solution_reference seen =
            motion_reference(&t.c.derived.motion, t.f.time, &t.c.derived.reference); /* from rest */
        CHECK(seen.velocity[0] == t.c.derived.reference.velocity[0] &&
                  seen.lift_axis[1] == t.c.derived.reference.lift_axis[1],
              "turned");
        integrator_free(&it);
        mem_free(r);
        mem_free(q);
    }
    bed_free(&t);
}

static void uniform_stream(void)
{
    for (int k = 0; k < 2; k++)
        uniform_stream_on(meshes[k]);
}

/* Of any state in a closed box: what leaves the cells of mass and energy adds up to nothing. Walls that are warped
 * sweep volume and work on the gas, so that energy is not looked at there. */
static void sums_on(const char *mesh, bool warped)
{
    struct bed t;
    uint64_t seed = 11;
    if (make_sliding(mesh, "HUB = slip\nRIM = slip\n", &t) == 0) {
        lid n = t.d.view.n_owned;
        double *r = mem_alloc("residual", (size_t)NV * (size_t)n, sizeof *r),
               *q = mem_alloc("state", (size_t)NV * (size_t)n, sizeof *q);
        flow_set_time(&t.f, 0.123);
        for (lid i = 0; i < NV * n; i++)
            q[i] = (i / n == Q_RHO || i / n == Q_P) + 0.2 * random_signed(&seed);
        flow_upload(&t.f, q);
        flow_evaluate(&t.f, true);
        flow_residual(&t.f, r, NULL);
        const int conserved[2] = {0, 4};
        for (int k = 0; k < (warped ? 1 : 2); k++) {
            double sum = 0, size = 0;
            for (lid i = 0; i < n; i++) {
                sum += r[conserved[k] * n + i];
                size += fabs(r[conserved[k] * n + i]);
            }
            CHECK(size > 1e-2 && fabs(sum) < 1e-14 * size, "variable %d: %.2e of %.2e", conserved[k], sum, size);
        }
        mem_free(r);
        mem_free(q);
    }
    bed_free(&t);
}

static void sums(void)
{
    for (int k = 0; k < 2; k++)
        sums_on(meshes[k], k == 1);
}

/* A shock tube bent to a ring: mass and energy after a march, as the equations of each step are solved. */
static void closed_box(void)
{
    struct bed t;
    if (make_sliding("--inner 17 3 --outer 24 3",
                     "HUB = slip\nRIM = slip\n[initial]\nkind = riemann\nposition = 0.1\nleft = 1 0 0 0 1\n"
                     "right = 0.5 0 0 0 0.4\n", &t) == 0) {
        struct integrator it = {0};
        lid n = t.d.view.n_owned;
        double *q = mem_alloc("state", (size_t)NV * (size_t)n, sizeof *q), mass[2] = {0, 0}, energy[2] = {0, 0},
               moved = 0;
        t.c.time.sub_drop = 12;
        t.c.time.sub_steps = 200;
        int status = integrator_create(&t.f, &t.c, &it);
        flow_evaluate(&t.f, true);
        for (int after = 0; after < 2; after++) {
            for (int64_t k = 0; k < 5 * after && status == 0; k++)
                status = integrator_step(&it, k, 1, integrator_time_step(&it, k));
            flow_download(&t.f, q);
            for (lid i = 0; i < n; i++) {
                double volume = (double)t.d.view.volume[i], speed2 = 0;
                for (int d = 0; d < 3; d++)
                    speed2 += q[(Q_U + d) * n + i] * q[(Q_U + d) * n + i];
                mass[after] += volume * q[i];
                energy[after] += volume * (q[Q_P * n + i] / 0.4 + q[i] * speed2 / 2);
                moved = fmax(moved, sqrt(speed2));
            }
        }
        CHECK(status == 0 && moved > 0.2, "%s", error_message());
        CHECK(fabs(mass[1] / mass[0] - 1) < 1e-12 && fabs(energy[1] / energy[0] - 1) < 1e-12, "mass %.2e, energy %.2e",
              mass[1] / mass[0] - 1, energy[1] / energy[0] - 1);
        printf("  change of mass %.1e, of energy %.1e\n", mass[1] / mass[0] - 1, energy[1] / energy[0] - 1);
        integrator_free(&it);
        mem_free(q);
    }
    bed_free(&t);
}

/* ---- order ---- */

/* Mean error of the density of a wave that the stream carries, after 0.25 s, between the radii 0.75 and 1.7 m, where
 * no sound from the boundaries has come. */
static double wave_error(int fine, bool sliding)
{
    struct bed t;
    char mesh[256], keys[512], text[2048];
    snprintf(mesh, sizeof mesh, "--radii 0.3 1 2.2 --inner %d %d --outer %d %d --layers 1 1%s", 32 * fine, 6 * fine,
             40 * fine, 9 * fine, sliding ? "" : " --joined");
    snprintf(keys, sizeof keys, "[initial]\nkind = wave\namplitude = 0.1\nwave_number = 0.6 0.3 0\n");
    snprintf(text, sizeof text, "%s%s%s", head, sliding ? slides : "", keys);
    int status = make(mesh, text, &t);
    struct integrator it = {0};
    double error = 0, volume = 0;
    status = status || integrator_create(&t.f, &t.c, &it);
    if (status == 0)
        flow_evaluate(&t.f, true);
    for (int64_t k = 0; k < 8 * fine && status == 0; k++)
        status = integrator_step(&it, k, 1, 0.25 / (8 * fine));
    CHECK(status == 0, "%s", error_message());
    if (status == 0) {
        const struct pack *p = &t.d.pack;
        double *q = mem_alloc("state", (size_t)(NV * p->n_owned), sizeof *q);
        const double *v = t.c.derived.reference.velocity, angle = sliding ? 3 * 0.25 : 0;
        flow_download(&t.f, q);
        for (int64_t i = 0; i < p->n_owned; i++) {
            double x = p->centroid[i], y = p->centroid[p->n_slots + i], radius = hypot(x, y);
            double a = radius < 1 ? angle : 0, X = cos(a) * x - sin(a) * y, Y = sin(a) * x + cos(a) * y;
            double exact = 1 + 0.1 * sin(2 * M_PI * (0.6 * (X - 0.25 * v[0]) + 0.3 * (Y - 0.25 * v[1])));
            if (radius < 0.75 || radius > 1.7)
                continue;
            error += fabs(q[i] - exact) * (double)t.d.view.volume[i];
            volume += (double)t.d.view.volume[i];
        }
        mem_free(q);
    }
    integrator_free(&it);
    bed_free(&t);
    return error / volume;
}

/* The meshes' cells are alike, so are their errors; both fall fourfold. */
static void wave(void)
{
    double with[2] = {wave_error(1, true), wave_error(2, true)};
    double without[2] = {wave_error(1, false), wave_error(2, false)};
    printf("  errors %.3e %.3e with, %.3e %.3e without; orders %.2f, %.2f\n", with[0], with[1], without[0], without[1],
           log2(with[0] / with[1]), log2(without[0] / without[1]));
    CHECK(log2(with[0] / with[1]) > 1.7 && with[1] < 1.2 * without[1], "see above");
}

/* ---- mistakes ---- */

static void check_says(const char *mesh, const char *text, const char *sentence)
{
    struct bed t;
    char all[2048];
    snprintf(all, sizeof all, "%s%s", head, text);
    CHECK(make(mesh, all, &t) != 0, "accepted: %s", text);
    CHECK(strstr(error_message(), sentence) != NULL, "not '%s' but: %s", sentence, error_message());
    bed_free(&t);
}

static void what_does_not_fit(void)
{
    const char *plain = "--inner 17 1 --outer 24 1";
    check_says(plain, "[motion]\nzone_radius = 1\n", "needs spin: the zone would not move");
    check_says(plain, "[motion]\nspin = 0\nzone_radius = 1\n", "needs spin: the zone would not move");
    check_says(plain, "[motion]\nspin = 1\nvelocity = 1 0 0\nzone_radius = 1\n", "goes with spin alone");
    char table[PATH_MAX];
    snprintf(table, sizeof table, "%s/table.csv", pipeline_scratch());
    pipeline_write(table, "0 1\n1 2\n");
    check_says(plain, "[motion]\nspin = 1\ntable = table.csv\nzone_radius = 1\n",
               "zone_radius = 1: goes with spin alone");
    check_says(plain, "[motion]\nspin = 1\nzone_radius = 0.9\nradius = 1\n", "radius = 1: is more than zone_radius");
    check_says(plain, "[patches]\nINNER = sliding\n", "kind sliding needs [motion] spin and zone_radius");
    check_says(plain, "[motion]\nspin = 1\naxis = 0 0 1\nzone_radius = 1\n", "no face of kind sliding");
    check_says(plain, "[motion]\nspin = 1\naxis = 0 0 1\nzone_radius = 1\n[patches]\nOUTER = sliding\n",
               "no face of kind sliding belongs to a cell that turns");
    check_says(plain, "[motion]\nspin = 1\naxis = 0 0 1\nzone_radius = 1\n[patches]\nINNER = sliding\n",
               "no face of kind sliding belongs to a cell that is at rest");
    check_says(plain, "[motion]\nspin = 1\naxis = 0 0 1\nzone_radius = 0.1\n[patches]\n*ER = sliding\n",
               "the faces of kind sliding are 1 m from the axis; write that radius");
    check_says(plain,
               "[motion]\nspin = 1\naxis = 0 0 1\nzone_radius = 1\ncentre = 0.01 0 0\n[patches]\n*ER = sliding\n",
               "must lie on one cylinder");
    check_says(plain, "[motion]\nspin = 1\naxis = 0 1 0\nzone_radius = 1\n[patches]\n*ER = sliding\n",
               "must lie on one cylinder about the axis of [motion]; correct axis or centre");
    check_says(plain, "[motion]\nspin = 1\naxis = 0 0 1\nzone_radius = 1\n[patches]\n*ER = sliding\nHUB = sliding\n",
               "m in the mean; its faces must lie on one cylinder");
    check_says("--inner 17 4 --outer 24 1",
               "[motion]\nspin = 1\naxis = 0 0 1\nzone_radius = 0.8\n[patches]\n*ER = sliding\n",
               "the mesh goes on across the zone's surface");
    check_says("--inner 17 1 --outer 24 1 --sector 90",
               "[motion]\nspin = 1\naxis = 0 0 1\nzone_radius = 1\n[patches]\n*ER = "
               "sliding\n",
               "must be whole cylinders of the same extent");
}

static void on_helix(const struct sliding_cylinder *s, double angle, double along, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = s->centre[d] + along * s->axis[d] +
               s->radius * (cos(angle) * s->across[0][d] + sin(angle) * s->across[1][d]);
}

/* Half the sum of x cross dx along the helix and back along the chord, x from the helix's beginning. */
static void slivers_are_their_integrals(void)
{
    enum { PIECES = 4000 };
    const struct sliding_cylinder s = {.axis = {0, 0.6, 0.8}, .across = {{1, 0, 0}, {0, 0.8, -0.6}},
                                       .centre = {0.3, -0.2, 0.5}, .radius = 1.7};
    uint64_t seed = 5;
    for (int trial = 0; trial < 20; trial++) {
        double first = 3 * random_signed(&seed), angle[2] = {first, first + random_signed(&seed)}, out[3];
        double along[2] = {random_signed(&seed), random_signed(&seed)}, begin[3], last[3] = {0}, sum[3] = {0};
        on_helix(&s, angle[0], along[0], begin);
        for (int k = 1; k <= PIECES; k++) {
            double part = (double)k / PIECES, x[3];
            on_helix(&s, angle[0] + part * (angle[1] - angle[0]), along[0] + part * (along[1] - along[0]), x);
            for (int d = 0; d < 3; d++)
                x[d] -= begin[d];
            for (int d = 0; d < 3; d++) /* the chord ends where it began, so that it adds nothing */
                sum[d] += 0.5 * (last[(d + 1) % 3] * x[(d + 2) % 3] - last[(d + 2) % 3] * x[(d + 1) % 3]);
            memcpy(last, x, sizeof last);
        }
        sliding_sliver(&s, angle, along, out);
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(out[d], sum[d], 1e-6);
    }
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm);
    CASE(slivers_are_their_integrals);
    CASE_OF("motion", pieces);
    CASE_OF("motion", ghosts_have_shares_of_faces_nearby);
    CASE_OF("motion", faces_may_be_of_any_size);
    CASE_OF("motion", ghosts_are_linear);
    CASE_OF("motion", uniform_stream);
    CASE_OF("motion", sums);
    CASE_OF("motion", closed_box);
    CASE_OF("motion", wave);
    CASE_OF("motion", what_does_not_fit);
    comm_finish();
    return check_end();
}
