/* synthetic_planes.c: planes behind which a flow has synthetic turbulence.
 *
 * A fluid that crosses the layer about the plane with velocity U receives, in the time that this takes, an impulse: the
 * force on its mass is U u' g, where u' are the fluctuations at its place and time and the integral of g along the axis
 * is one. Its velocity thus changes by u'. Where u' has no divergence and travels with U, the pressure has nothing to
 * correct, and what is carried downstream is u'; g is a raised cosine, whose sum over cells of one size is exact. The
 * eddy viscosity that the fluid brings along, which would damp the fluctuations, is drained by U g ln(1 / f) times
 * itself, so that a part f of it is left.
 *
 * u' is a sum of waves (synthetic_waves.h) that travel along the axis with the plane's velocity, with the stresses of
 * the case by Cholesky's factor (Shur et al. 2014, Eqs. 3 and 4). The phase of a wave in a cell turns with time, so
 * that its cosine and sine are worked out once. The host does it, in the order of the waves: the bits are the same on
 * any number of ranks.
 */
#include "features/synthetic_turbulence/synthetic_planes.h"

#include "angle.h"
#include "backend/convert.h"
#include "features/synthetic_turbulence/synthetic.h"
#include "error.h"
#include "mem.h"
#include "scheme/cell_loads.h"
#include "features/synthetic_turbulence/synthetic_waves.h"

#include <math.h>

/* Fewer have no structure. Along the axis: through two cells a central flux leaves waves of their length, which travel
 * upstream (docs/numerics/synthetic-turbulence.md). */
enum { CELLS_LEAST = 12, CELLS_THICK = 4 };
/* By how much of itself a layer may be thinner than so many of its longest cells: those of a plane differ in length. */
static const double THINNER_MOST = 0.1;
/* Of the band of waves, over the longest and shortest that hold energy (Shur et al. 2014, below Eq. 7). */
static const double BELOW = 0.5, ABOVE = 1.5;

struct synthetic_plane {
    lid n;                         /* owned cells */
    int n_waves;
    struct synthetic_wave *wave;   /* owned; [n_waves] */
    double *rate, *direction;      /* owned; [n_waves] rad/s; [n_waves][3] along the mesh's axes, with the stresses */
    float *wave_cos, *wave_sin;    /* owned; [n][n_waves] of the phase at time 0, times the root of six times the
                                      energy's share */
    double *strength, *drain;      /* owned; [n] 1/s: the acceleration over v; as ACTUATOR_DRAIN */
    double *told;                  /* owned; [n] m/s: mean velocity along the axis, of the case */
    double *density, *load;        /* owned; [n]; [N_ACTUATOR_NUMBERS][n] */
    struct probe_args fetch;       /* its cell, dx and value owned, on the device */
    struct load_args set;          /* its value owned, on the device */
    struct synthetic_summary summary;
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* ---- cells ---- */

/* The largest of all cells of a plane. */
struct largest {
    double eddy, extent, size; /* m */
    double wave;               /* 1/m, of the shortest waves that a cell carries */
    double energy, velocity;   /* m^2/s^2, m/s, as synthetic_at() */
};

/* Collective. */
static void largest_of_ranks(struct largest *most)
{
    double *const number[] = {&most->eddy, &most->extent, &most->size, &most->wave, &most->energy, &most->velocity};
    for (size_t k = 0; k < sizeof number / sizeof *number; k++)
        comm_maximum(number[k], 1);
}

/* Users' errors; the same on all ranks. Eddies smaller than two cells have no waves that the mesh carries: without this
 * check the shares of a cell's energy would be 0 / 0. */
static int check(const struct case_file *c, const struct synthetic *s, double cells, const struct largest *most)
{
    if (cells < CELLS_LEAST)
        return error_set("%s: [synthetic_turbulence] %s: the layer of %g m about (%g, %g, %g) has %.0f cells and needs "
                         "at least %d; move it into the mesh, make it thicker, or refine the mesh there",
                         c->config.path, s->name, s->thickness, s->centre[0], s->centre[1], s->centre[2], cells,
                         CELLS_LEAST);
    if (s->thickness < CELLS_THICK * most->extent * (1 - THINNER_MOST))
        return error_set("%s: [synthetic_turbulence] %s: thickness is %g m, and its cells are up to %.3g m long along "
                         "the axis; take %d of them or more, or refine the mesh there", c->config.path, s->name,
                         s->thickness, most->extent, CELLS_THICK);
    if (s->length < 2 * most->size * (1 - 1e-6))
        return error_set("%s: [synthetic_turbulence] %s: length is %g m, and its cells are up to %.3g m in size, which "
                         "waves need two of; refine the mesh there", c->config.path, s->name, s->length, most->size);
    if (most->eddy < 2 * most->size * (1 - 1e-6))
        return error_set("%s: [synthetic_turbulence] %s: its table gives k to cells up to %.3g m from the wall, whose "
                         "eddies are no longer than twice that, and the cells are up to %.3g m in size, which waves "
                         "need two of; check the table's unit (m), or refine the mesh there", c->config.path, s->name,
                         0.5 * most->eddy, most->size);
    return 0;
}

static int take_cells(const struct case_file *c, struct flow *f, const struct synthetic *s,
                      const struct synthetic_cell *m, lid n)
{
    const int owner = cell_loads_add(f, s->name);
    for (lid i = 0; i < n; i++) {
        const char *other = cell_loads_take(f, owner, m[i].cell);
        if (other)
            return error_set("%s: [synthetic_turbulence] %s and %s share cells; move them apart, or make them thinner",
                             c->config.path, s->name, other);
    }
    return 0;
}

/* ---- waves ---- */

/* The wave length of the eddies that hold most energy (l_e of Shur et al. 2014, Eq. 10, with the length of the case in
 * place of that of the model), and of the shortest waves that cells carry (Eq. 12 with the largest extent). */
static double largest_of(const struct synthetic *s, const struct synthetic_cell *m)
{
    return s->n_rows ? fmin(2 * m->distance, s->length) : s->length;
}

static double smallest_of(const struct synthetic_cell *m)
{
    return 2 * m->size;
}

/* Directions of waves in the mesh's axes, with Cholesky's factor of the stresses over k in them. */
static void make_directions(const struct synthetic *s, struct synthetic_plane *l)
{
    const struct synthetic_stress r = synthetic_stress(s);
    const double a11 = sqrt(r.uu), a21 = r.uv / a11, a22 = sqrt(r.vv - a21 * a21), a33 = sqrt(r.ww);
    double frame[3][3];
    synthetic_frame(s, frame);
    MEM_NEW(l->rate, l->n_waves);
    MEM_NEW(l->direction, 3 * l->n_waves);
    for (int w = 0; w < l->n_waves; w++) {
        double v[3];
        for (int d = 0; d < 3; d++)
            v[d] = dot(l->wave[w].direction, frame[d]);
        const double u[3] = {a11 * v[0], a21 * v[0] + a22 * v[1], a33 * v[2]};
        for (int d = 0; d < 3; d++)
            l->direction[3 * w + d] = u[0] * frame[0][d] + u[1] * frame[1][d] + u[2] * frame[2][d];
        l->rate[w] = dot(l->wave[w].k, s->axis) * s->velocity;
    }
}

/* The mean square of the sum is one in each component: 6 q of each wave's cosine squared, with shares q that add up to
 * one, and a third of each direction's square. A cell at no distance from the wall has none. What crosses the layer
 * backwards receives the same fluctuations, and its eddy viscosity is drained too: rates are positive. */
static void make_phases(const struct synthetic *s, const struct synthetic_cell *m, struct synthetic_plane *l)
{
    MEM_NEW(l->wave_cos, (int64_t)l->n * l->n_waves);
    MEM_NEW(l->wave_sin, (int64_t)l->n * l->n_waves);
    MEM_NEW(l->strength, l->n);
    MEM_NEW(l->drain, l->n);
    MEM_NEW(l->told, l->n);
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < l->n; i++) {
        double velocity, energy, sum = 0;
        for (int w = 0; w < l->n_waves; w++)
            sum += synthetic_wave_energy(l->wave[w].number, largest_of(s, &m[i]), smallest_of(&m[i]));
        for (int w = 0; w < l->n_waves; w++) {
            const struct synthetic_wave *wave = &l->wave[w];
            const double e = synthetic_wave_energy(wave->number, largest_of(s, &m[i]), smallest_of(&m[i]));
            const double q = sum > 0 ? e / sum : 0;
            const double phase = dot(wave->k, m[i].x) + wave->phase, size = sqrt(6 * q);
            l->wave_cos[(int64_t)i * l->n_waves + w] = (float)(size * cos(phase));
            l->wave_sin[(int64_t)i * l->n_waves + w] = (float)(size * sin(phase));
        }
        synthetic_at(s, m[i].distance, &velocity, &energy);
        const double rate = fabs(velocity) * (1 + cos(2 * ANGLE_PI * m[i].along / s->thickness)) / s->thickness;
        l->strength[i] = sqrt(energy) * rate;
        l->drain[i] = -log(s->viscosity) * rate;
        l->told[i] = velocity;
    }
}

static void allocate(struct flow *f, const struct synthetic_cell *m, struct synthetic_plane *l)
{
    const struct domain *d = f->domain;
    const size_t n = (size_t)l->n;
    lid *cell;
    MEM_NEW(cell, l->n);
    for (lid i = 0; i < l->n; i++)
        cell[i] = m[i].cell;
    l->fetch = (struct probe_args){.m = d->view, .nv = f->n_variables, .n_points = l->n, .q = f->q};
    l->fetch.variable[0] = Q_RHO;
    l->fetch.cell = domain_upload(d, "cells of synthetic turbulence", cell, n * sizeof *cell);
    l->fetch.dx = d->backend->alloc("cells of synthetic turbulence", 3 * n * sizeof(real));
    l->fetch.value = d->backend->alloc("density of synthetic turbulence", n * sizeof(double));
    l->set = (struct load_args){.n = l->n, .n_owned = d->view.n_owned, .cell = l->fetch.cell, .load = f->load};
    l->set.value = d->backend->alloc("loads of synthetic turbulence", N_ACTUATOR_NUMBERS * n * sizeof(real));
    MEM_NEW_ZERO(l->density, l->n);
    MEM_NEW_ZERO(l->load, N_ACTUATOR_NUMBERS * l->n);
    mem_free(cell);
}

/* Collective. */
static int create_plane(struct flow *f, const struct case_file *c, int k, struct synthetic_planes *y)
{
    const struct synthetic *s = &y->cases->plane[k];
    struct synthetic_plane *l = &y->plane[k];
    const struct synthetic_cell *m = y->cells[k].cell;
    struct largest most = {0, 0, 0, 0, 0, 0};
    l->n = y->cells[k].n;
    for (lid i = 0; i < l->n; i++) {
        double velocity, energy;
        synthetic_at(s, m[i].distance, &velocity, &energy);
        most.eddy = fmax(most.eddy, largest_of(s, &m[i]));
        most.wave = fmax(most.wave, 1 / smallest_of(&m[i]));
        most.extent = fmax(most.extent, m[i].extent);
        most.size = fmax(most.size, m[i].size);
        most.energy = fmax(most.energy, energy);
        most.velocity = fmax(most.velocity, fabs(velocity));
    }
    largest_of_ranks(&most);
    l->summary.cells = comm_sum_int(l->n);
    int status = check(c, s, (double)l->summary.cells, &most);
    status = comm_agree(status ? status : take_cells(c, f, s, m, l->n));
    if (status == 0) {
        const struct synthetic_band band = {BELOW * 2 * ANGLE_PI / most.eddy, ABOVE * 2 * ANGLE_PI * most.wave};
        l->n_waves = l->summary.waves = synthetic_waves_make(band, s->period, s->seed, &l->wave);
        l->summary.longest = 2 * ANGLE_PI / band.least;
        l->summary.shortest = 2 * ANGLE_PI / band.most;
        l->summary.energy = most.energy;
        l->summary.velocity = most.velocity;
        make_directions(s, l);
        make_phases(s, m, l);
        allocate(f, m, l);
    }
    return status;
}

int synthetic_planes_create(const struct case_file *c, struct flow *f, struct synthetic_planes *y)
{
    y->c = c;
    y->f = f;
    MEM_NEW_ZERO(y->plane, y->cases->n);
    for (int k = 0; k < y->cases->n; k++)
        TRY(create_plane(f, c, k, y));
    return 0;
}

static void plane_free(const struct backend *b, struct synthetic_plane *l)
{
    const void *on_device[] = {l->fetch.cell, l->fetch.dx, l->fetch.value, l->set.value};
    void *on_host[] = {l->wave,     l->rate,  l->direction, l->wave_cos, l->wave_sin,
                       l->strength, l->drain, l->told,      l->density,  l->load};
    for (size_t k = 0; k < sizeof on_device / sizeof *on_device; k++)
        b->free((void *)(uintptr_t)on_device[k]);
    for (size_t k = 0; k < sizeof on_host / sizeof *on_host; k++)
        mem_free(on_host[k]);
}

void synthetic_planes_free(struct synthetic_planes *y)
{
    for (int k = 0; k < y->cases->n; k++) {
        if (y->plane)
            plane_free(y->d->backend, &y->plane[k]);
        mem_free(y->cells[k].cell);
    }
    mem_free(y->plane);
    mem_free(y->cells);
    mem_free(y);
}

/* ---- in a run ---- */

static void fetch_density(const struct flow *f, struct synthetic_plane *l)
{
    const struct backend *b = f->domain->backend;
    BACKEND_LAUNCH(b, KERNEL_probe, STREAM_COMPUTE, 0, l->n, &l->fetch);
    b->stream_synchronize(STREAM_COMPUTE);
    b->download(l->density, l->fetch.value, (size_t)l->n * sizeof *l->density);
}

/* turned: [2][n_waves] cosine and sine of the phase that each wave has made up to now. */
static void load_cell(struct synthetic_plane *l, const double *turned, lid i)
{
    const float *c = l->wave_cos + (int64_t)i * l->n_waves, *s = l->wave_sin + (int64_t)i * l->n_waves;
    double u[3] = {0, 0, 0};
    for (int w = 0; w < l->n_waves; w++) {
        const double value = (double)c[w] * turned[w] + (double)s[w] * turned[l->n_waves + w];
        for (int d = 0; d < 3; d++)
            u[d] += value * l->direction[3 * w + d];
    }
    for (int d = 0; d < 3; d++)
        l->load[(ACTUATOR_FORCE + d) * (int64_t)l->n + i] = l->density[i] * l->strength[i] * u[d];
    l->load[ACTUATOR_WORKS * (int64_t)l->n + i] = 1;
    l->load[ACTUATOR_GIVEN * (int64_t)l->n + i] = 0;
    l->load[ACTUATOR_DRAIN * (int64_t)l->n + i] = l->drain[i];
}

static void set_loads(const struct flow *f, struct synthetic_plane *l, double time)
{
    const struct backend *b = f->domain->backend;
    double *turned;
    MEM_NEW(turned, 2 * l->n_waves);
    for (int w = 0; w < l->n_waves; w++) {
        turned[w] = cos(l->rate[w] * time);
        turned[l->n_waves + w] = sin(l->rate[w] * time);
    }
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < l->n; i++)
        load_cell(l, turned, i);
    mem_free(turned);
    b->stream_synchronize(STREAM_COMPUTE); /* the loads before may still be on their way */
    convert_upload(b, (void *)(uintptr_t)l->set.value, l->load, N_ACTUATOR_NUMBERS * (int64_t)l->n, sizeof(real));
    BACKEND_LAUNCH(b, KERNEL_actuator_load, STREAM_COMPUTE, 0, l->n, &l->set);
}

void synthetic_planes_load(const struct synthetic_planes *y, struct flow *f, double time, bool anew)
{
    f->time = time;
    for (int k = 0; k < y->cases->n; k++) {
        if (y->plane[k].n == 0)
            continue;
        if (anew)
            fetch_density(f, &y->plane[k]);
        set_loads(f, &y->plane[k], time);
    }
}

struct synthetic_crossing synthetic_planes_crossing(const struct synthetic_planes *y, int k)
{
    const struct backend *b = y->d->backend;
    const struct synthetic_plane *l = &y->plane[k];
    double sum[3] = {0, 0, 0}; /* of weights, and with these of the velocities found and told */
    if (l->n > 0) {
        struct probe_args fetch = l->fetch;
        double *velocity;
        MEM_NEW(velocity, 3 * (int64_t)l->n);
        fetch.value = b->alloc("velocity of synthetic turbulence", 3 * (size_t)l->n * sizeof *velocity);
        for (int d = 0; d < 3; d++)
            fetch.variable[d] = Q_U + d;
        BACKEND_LAUNCH(b, KERNEL_probe, STREAM_COMPUTE, 0, 3 * l->n, &fetch);
        b->stream_synchronize(STREAM_COMPUTE);
        b->download(velocity, fetch.value, 3 * (size_t)l->n * sizeof *velocity);
        b->free(fetch.value);
        for (lid i = 0; i < l->n; i++) {
            sum[0] += l->strength[i];
            for (int d = 0; d < 3; d++)
                sum[1] += l->strength[i] * velocity[d * (int64_t)l->n + i] * y->cases->plane[k].axis[d];
            sum[2] += l->strength[i] * l->told[i];
        }
        mem_free(velocity);
    }
    comm_sum(sum, 3);
    return (struct synthetic_crossing){sum[1] / sum[0], sum[2] / sum[0]};
}

struct synthetic_summary synthetic_planes_summary(const struct synthetic_planes *y, int k)
{
    return y->plane[k].summary;
}
