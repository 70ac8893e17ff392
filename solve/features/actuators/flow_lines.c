/* flow_lines.c: actuator lines (Sorensen & Shen 2002, J. Fluids Eng. 124, 393-399): blades that turn as rows of
 * points, whose forces follow from the flow around them and are spread over the cells by a Gaussian.
 *
 * The velocity at a point is the mean over the same cells with the same weights (Churchfield et al. 2017, AIAA
 * 2017-1998): what the point itself induces cancels in it, and the work of the force on the mean velocity is that of
 * the cells' forces on theirs. Weights are divided by their sum, so that the cells get the force to rounding.
 *
 * The host does it all for the cells that blades can reach, in double: it fetches their states and sets their loads.
 * Sums over cells are made in parts of fixed extent, so that bits do not depend on the number of threads.
 */
#include "features/actuators/flow_blades.h"

#include "angle.h"
#include "backend/convert.h"
#include "error.h"
#include "mem.h"
#include "scheme/cell_loads.h"

#include <math.h>

/* Cells beyond so many widths get nothing: exp(-9), a ten-thousandth of the most. */
static const double REACH = 3;
/* What the sum of a point's weights may differ from the integral of the Gaussian by: more, and it reaches out of the
 * mesh. On uniform cells of the size of the width the sum is off by a ten-thousandth. */
static const double WEIGHT_OFF_MOST = 0.4;
/* Widths that the tips may move by in a step. */
static const double STEP_MOST = 2;
/* Instants of the turn from one blade to the next at which that is looked at. */
enum { LOOKS = 12 };
enum { PARTS = 64 };

/* Sums over cells for a point, of weights and of weights times values; then what counts for the whole line: volume and
 * momentum along the axis of the cells in the circle. */
enum { SUM_WEIGHT, SUM_DENSITY, SUM_AXIAL, SUM_AROUND, SUM_PRESSURE, N_SUMS };
enum { LINE_VOLUME, LINE_MOMENTUM, N_LINE_SUMS };

struct flow_line {
    int actuator; /* its number in the case */
    int blades, points;
    double axis[3], e1[3], e2[3]; /* as actuator_across() */
    double radius, hub, width;    /* m */
    double rate, phase;           /* rad/s, rad */
    double first, step;           /* m: radius of the first point, from one to the next */
    struct blade_section *section; /* owned; [points] */
    struct fluid fluid;

    lid n;                       /* owned cells that the line can reach */
    double *along, *x, *y;       /* owned; [n] m, from the centre along axis, e1 and e2 */
    double *volume;              /* owned; [n] m^3 */
    struct probe_args fetch;     /* its cell, dx and value owned, on the device */
    struct load_args set;        /* its value owned, on the device */
    double *state, *load;        /* owned; [NV][n], [N_ACTUATOR_NUMBERS][n] */

    double *sum;                 /* owned; [blades * points][N_SUMS], then [N_LINE_SUMS] */
    double *parts;               /* owned; [PARTS][those] */
    double *force[2];            /* owned; [blades * points] N on the fluid: along the axis, the way blades move */
    double *attack;              /* owned; [blades * points] rad */
};

static int n_all(const struct flow_line *l)
{
    return l->blades * l->points;
}

static double radius_of(const struct flow_line *l, int point)
{
    return l->first + point * l->step;
}

/* ---- creation ---- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static bool is_in_circle(const struct flow_line *l, double along, double across)
{
    return fabs(along) <= l->width && across >= l->hub && across <= l->radius;
}

/* Lists the owned cells within reach of the circle. *largest: the size of the largest in it, m. */
static lid *list_cells(const struct pack *p, const double *volume, const double centre[3], struct flow_line *l,
                       double *largest)
{
    lid *cell;
    const double reach = REACH * l->width;
    MEM_NEW(cell, p->n_owned);
    MEM_NEW(l->along, p->n_owned);
    MEM_NEW(l->x, p->n_owned);
    MEM_NEW(l->y, p->n_owned);
    MEM_NEW(l->volume, p->n_owned);
    for (lid i = 0; i < p->n_owned; i++) {
        double arm[3];
        for (int d = 0; d < 3; d++)
            arm[d] = p->centroid[d * p->n_slots + i] - centre[d];
        double along = dot(arm, l->axis), x = dot(arm, l->e1), y = dot(arm, l->e2), across = hypot(x, y);
        if (fabs(along) > reach || across > l->radius + reach || across < l->hub - reach)
            continue;
        if (is_in_circle(l, along, across))
            *largest = fmax(*largest, cbrt(volume[i]));
        l->along[l->n] = along;
        l->x[l->n] = x;
        l->y[l->n] = y;
        l->volume[l->n] = volume[i];
        cell[l->n++] = i;
    }
    /* A line reaches few of a mesh's cells. */
    MEM_RESIZE(l->along, l->n);
    MEM_RESIZE(l->x, l->n);
    MEM_RESIZE(l->y, l->n);
    MEM_RESIZE(l->volume, l->n);
    return cell;
}

static int take_cells(const struct actuators *x, struct flow *f, int owner, const struct flow_line *l,
                      const lid *cell)
{
    for (lid i = 0; i < l->n; i++) {
        const char *other = cell_loads_take(f, owner, cell[i]);
        if (other)
            return error_set("%s: [actuators] %s and %s share cells; move them apart, or make them thinner",
                             x->c->config.path, other, x->cases->actuator[l->actuator].name);
    }
    return 0;
}

static void take_numbers(const struct actuators *x, int k, struct flow_line *l)
{
    const struct actuator *a = &x->cases->actuator[k];
    l->blades = a->blades;
    l->points = a->points;
    l->radius = a->radius;
    l->hub = a->hub_radius;
    l->width = a->width;
    l->rate = a->rate;
    l->phase = a->phase;
    l->fluid = x->c->derived.fluid;
    l->step = (a->radius - a->hub_radius) / a->points;
    l->first = a->hub_radius + 0.5 * l->step;
    for (int d = 0; d < 3; d++)
        l->axis[d] = a->axis[d];
    actuator_across(a, l->e1, l->e2);
    MEM_NEW(l->section, l->points);
    for (int j = 0; j < l->points; j++)
        l->section[j] = actuator_section(a, radius_of(l, j), flow_blades_airfoils(x->cases, k));
}

static void allocate(struct flow *f, const lid *cell, struct flow_line *l)
{
    const struct domain *d = f->domain;
    const size_t n = (size_t)l->n, sums = (size_t)n_all(l) * N_SUMS + N_LINE_SUMS;
    l->fetch = (struct probe_args){.m = d->view, .nv = f->n_variables, .n_points = l->n, .q = f->q};
    for (int v = 0; v < NV; v++)
        l->fetch.variable[v] = v;
    l->fetch.cell = domain_upload(d, "cells of lines", cell, n * sizeof *cell);
    l->fetch.dx = d->backend->alloc("cells of lines", 3 * n * sizeof(real));
    l->fetch.value = d->backend->alloc("states at lines", NV * n * sizeof(double));
    l->set = (struct load_args){.n = l->n, .n_owned = d->view.n_owned, .cell = l->fetch.cell, .load = f->load};
    l->set.value = d->backend->alloc("loads of lines", N_ACTUATOR_NUMBERS * n * sizeof(real));
    MEM_NEW_ZERO(l->state, NV * n);
    MEM_NEW_ZERO(l->load, N_ACTUATOR_NUMBERS * n);
    MEM_NEW_ZERO(l->sum, sums);
    MEM_NEW_ZERO(l->parts, PARTS * sums);
    MEM_NEW_ZERO(l->force[0], n_all(l));
    MEM_NEW_ZERO(l->force[1], n_all(l));
    MEM_NEW_ZERO(l->attack, n_all(l));
}

/* ---- cells near points ---- */

/* The direction of a blade across the axis, by its parts along e1 and e2. */
struct direction {
    double x, y;
};

static struct direction direction_of(const struct flow_line *l, int blade, double time)
{
    double turns = l->rate * time / (2 * ANGLE_PI), angle = l->phase + 2 * ANGLE_PI * (turns - floor(turns)) +
                                                            2 * ANGLE_PI * blade / l->blades;
    return (struct direction){cos(angle), sin(angle)};
}

/* The points of a blade within reach of a cell: first .. last, none where last < first. */
struct span {
    int first, last;
    double along, beside; /* m from the axis, along the blade; m^2 from the blade */
};

static struct span span_of(const struct flow_line *l, struct direction d, lid i)
{
    double along = l->x[i] * d.x + l->y[i] * d.y, across = l->y[i] * d.x - l->x[i] * d.y;
    double beside = across * across + l->along[i] * l->along[i], reach = REACH * l->width;
    struct span s = {0, -1, along, beside};
    if (beside >= reach * reach)
        return s;
    double half = sqrt(reach * reach - beside);
    s.first = (int)fmax(ceil((along - half - l->first) / l->step), 0);
    s.last = (int)fmin(floor((along + half - l->first) / l->step), l->points - 1);
    return s;
}

/* The Gaussian at a cell, of a point on the span. */
static double gaussian(const struct flow_line *l, const struct span *s, int point)
{
    double arm = (radius_of(l, point) - s->along) / l->width;
    return exp(-(arm * arm + s->beside / (l->width * l->width)));
}

/* What a cell adds to the sums of the points of one blade: sum[points][N_SUMS]. */
static void add_cell(const struct flow_line *l, struct direction d, lid i, bool with_state, double *sum)
{
    const struct span s = span_of(l, d, i);
    const double way = l->rate < 0 ? -1 : 1;
    double value[N_SUMS] = {1, 0, 0, 0, 0};
    if (with_state && s.last >= s.first) {
        const double *q = l->state + i;
        double u[3] = {q[Q_U * (int64_t)l->n], q[Q_V * (int64_t)l->n], q[Q_W * (int64_t)l->n]};
        value[SUM_DENSITY] = q[0];
        value[SUM_AXIAL] = dot(u, l->axis);
        value[SUM_AROUND] = way * (d.x * dot(u, l->e2) - d.y * dot(u, l->e1));
        value[SUM_PRESSURE] = q[Q_P * (int64_t)l->n];
    }
    for (int j = s.first; j <= s.last; j++) {
        double weight = l->volume[i] * gaussian(l, &s, j);
        for (int k = 0; k < N_SUMS; k++)
            sum[j * N_SUMS + k] += weight * value[k];
    }
}

static void add_to_line(const struct flow_line *l, lid i, double *sum)
{
    const double *q = l->state + i;
    double u[3] = {q[Q_U * (int64_t)l->n], q[Q_V * (int64_t)l->n], q[Q_W * (int64_t)l->n]};
    if (!is_in_circle(l, l->along[i], hypot(l->x[i], l->y[i])))
        return;
    sum[LINE_VOLUME] += l->volume[i];
    sum[LINE_MOMENTUM] += l->volume[i] * q[0] * dot(u, l->axis);
}

/* l->sum over this rank's cells, of weights alone or of the states fetched too. */
static void sum_cells(struct flow_line *l, double time, bool with_state)
{
    const int64_t n = (int64_t)n_all(l) * N_SUMS + N_LINE_SUMS;
#pragma omp parallel for schedule(dynamic)
    for (int p = 0; p < PARTS; p++) {
        double *sum = l->parts + p * n;
        for (int64_t k = 0; k < n; k++)
            sum[k] = 0;
        lid begin = (lid)((int64_t)l->n * p / PARTS), end = (lid)((int64_t)l->n * (p + 1) / PARTS);
        for (int b = 0; b < l->blades; b++) {
            const struct direction d = direction_of(l, b, time);
            for (lid i = begin; i < end; i++)
                add_cell(l, d, i, with_state, sum + (int64_t)b * l->points * N_SUMS);
        }
        for (lid i = begin; i < end && with_state; i++)
            add_to_line(l, i, sum + n - N_LINE_SUMS);
    }
    for (int64_t k = 0; k < n; k++) {
        double all = 0;
        for (int p = 0; p < PARTS; p++)
            all += l->parts[p * n + k];
        /* What the fetched states gave stays while only weights are made again. */
        if (with_state || (k < n - N_LINE_SUMS && k % N_SUMS == SUM_WEIGHT))
            l->sum[k] = all;
    }
}

/* Collective. The weights alone, with all that the states have given left as it is. */
static void sum_weights(struct flow_line *l, double time)
{
    double *weight;
    const int n = n_all(l);
    sum_cells(l, time, false);
    MEM_NEW(weight, n);
    for (int i = 0; i < n; i++)
        weight[i] = l->sum[(int64_t)i * N_SUMS + SUM_WEIGHT];
    comm_sum(weight, n);
    for (int i = 0; i < n; i++)
        l->sum[(int64_t)i * N_SUMS + SUM_WEIGHT] = weight[i];
    mem_free(weight);
}

/* ---- checks ---- */

static int check_width(const struct case_file *c, const struct actuator *a, double largest)
{
    if (a->width >= largest)
        return 0;
    return error_set("%s: [actuators] %s: width is %g m, and the cells at the blades are up to %.3g m in size; take "
                     "two of them or more, or refine the mesh there", c->config.path, a->name, a->width, largest);
}

/* Blades that jump over their own Gaussian in a step leave rows of spots in the flow. */
static int check_step(const struct case_file *c, const struct actuator *a)
{
    const double way = fabs(a->rate) * a->radius * c->time.dt;
    if (isnan(c->time.dt) || way <= STEP_MOST * a->width)
        return 0;
    return error_set("%s: [actuators] %s: the tips move by %.3g m in a step of %.4g s, and width is %g m; lower [time] "
                     "dt until they move by a cell or so", c->config.path, a->name, way, c->time.dt, a->width);
}

/* Collective; the same on all ranks. Has each point cells all around, wherever the blades turn? */
static int check_place(const struct case_file *c, const struct actuator *a, struct flow_line *l)
{
    const double whole = pow(ANGLE_PI, 1.5) * l->width * l->width * l->width;
    for (int look = 0; look < LOOKS; look++) {
        double time = 2 * ANGLE_PI * look / (fabs(l->rate) * l->blades * LOOKS);
        sum_weights(l, time);
        for (int i = 0; i < n_all(l); i++) {
            double share = l->sum[(int64_t)i * N_SUMS + SUM_WEIGHT] / whole;
            if (!(fabs(share - 1) <= WEIGHT_OFF_MOST))
                return error_set("%s: [actuators] %s: around the point of a blade at the radius %.4g m the cells fill "
                                 "%.3g of the Gaussian that width = %g m spreads its force by; move the line into the "
                                 "mesh, or take another width", c->config.path, a->name, radius_of(l, i % l->points),
                                 share, l->width);
        }
    }
    return 0;
}

int flow_line_create(struct actuators *x, struct flow *f, int k, const double *volume, int owner)
{
    struct flow_blades *b = x->blades;
    const struct actuator *a = &x->cases->actuator[k];
    struct flow_line *l;
    double largest = 0;
    MEM_RESIZE(b->line, b->n_lines + 1);
    l = &b->line[b->n_lines++];
    *l = (struct flow_line){.actuator = k};
    take_numbers(x, k, l);
    lid *cell = list_cells(&f->domain->pack, volume, a->centre, l, &largest);
    comm_maximum(&largest, 1);
    allocate(f, cell, l);
    int status = check_width(x->c, a, largest) || check_step(x->c, a) || check_place(x->c, a, l);
    status = comm_agree(status ? status : take_cells(x, f, owner, l, cell));
    mem_free(cell);
    return status;
}

static void line_free(const struct backend *b, struct flow_line *l)
{
    const void *on_device[] = {l->fetch.cell, l->fetch.dx, l->fetch.value, l->set.value};
    void *on_host[] = {l->section, l->along, l->x,     l->y,        l->volume,   l->state, l->load,
                       l->sum,     l->parts, l->force[0], l->force[1], l->attack};
    for (size_t k = 0; k < sizeof on_device / sizeof *on_device; k++)
        b->free((void *)(uintptr_t)on_device[k]);
    for (size_t k = 0; k < sizeof on_host / sizeof *on_host; k++)
        mem_free(on_host[k]);
}

void flow_free_lines(const struct actuators *x)
{
    struct flow_blades *b = x->blades;
    for (int k = 0; b && k < b->n_lines; k++)
        line_free(x->d->backend, &b->line[k]);
    if (b)
        MEM_FREE(b->line);
}

/* ---- forces ---- */

static void fetch_states(const struct flow *f, struct flow_line *l)
{
    const struct backend *b = f->domain->backend;
    BACKEND_LAUNCH(b, KERNEL_probe, STREAM_COMPUTE, 0, NV * l->n, &l->fetch);
    b->stream_synchronize(STREAM_COMPUTE);
    b->download(l->state, l->fetch.value, NV * (size_t)l->n * sizeof *l->state);
}

/* The forces of all points, by the means around them. */
static void find_forces(const struct polars *polars, struct flow_line *l)
{
    for (int k = 0; k < n_all(l); k++) {
        const double *sum = l->sum + (int64_t)k * N_SUMS, weight = sum[SUM_WEIGHT];
        const struct blade_section *section = &l->section[k % l->points];
        const double speed = fabs(l->rate) * radius_of(l, k % l->points);
        l->force[0][k] = l->force[1][k] = l->attack[k] = 0;
        if (!(weight > 0))
            continue;
        const double density = sum[SUM_DENSITY] / weight, pressure = sum[SUM_PRESSURE] / weight;
        const real temperature = fluid_temperature(&l->fluid, (real)density, (real)pressure);
        const struct blade_wind w = {.axial = (real)(sum[SUM_AXIAL] / weight),
                                     .around = (real)(speed - sum[SUM_AROUND] / weight),
                                     .density = (real)density,
                                     .sound = (real)sqrt((double)l->fluid.gamma * pressure / density),
                                     .viscosity = fluid_viscosity(&l->fluid, temperature)};
        const struct blade_load load = blade_element(section, polars, &w);
        const double area = (double)section->chord * l->step;
        l->force[0][k] = area * (double)load.axial;
        l->force[1][k] = area * (double)load.around;
        l->attack[k] = (double)load.attack;
    }
}

/* The load of a cell, N/m^3 and W/m^3: of all points that reach it. */
static void load_cell(const struct flow_line *l, double time, lid i, double load[N_ACTUATOR_NUMBERS])
{
    const double way = l->rate < 0 ? -1 : 1;
    for (int k = 0; k < N_ACTUATOR_NUMBERS; k++)
        load[k] = 0;
    for (int b = 0; b < l->blades; b++) {
        const struct direction d = direction_of(l, b, time);
        const struct span s = span_of(l, d, i);
        double axial = 0, around = 0, power = 0;
        for (int j = s.first; j <= s.last; j++) {
            const int k = b * l->points + j;
            const double share = gaussian(l, &s, j) / l->sum[(int64_t)k * N_SUMS + SUM_WEIGHT];
            axial += share * l->force[0][k];
            around += share * l->force[1][k];
            power += share * l->force[1][k] * fabs(l->rate) * radius_of(l, j);
        }
        for (int c = 0; c < 3; c++)
            load[ACTUATOR_FORCE + c] += axial * l->axis[c] + way * around * (d.x * l->e2[c] - d.y * l->e1[c]);
        load[ACTUATOR_GIVEN] += power;
    }
}

/* By the weights of l->sum, which are of that time. */
static void set_loads(const struct flow *f, struct flow_line *l, double time)
{
    const struct backend *b = f->domain->backend;
#pragma omp parallel for schedule(static)
    for (lid i = 0; i < l->n; i++) {
        double load[N_ACTUATOR_NUMBERS];
        load_cell(l, time, i, load);
        for (int k = 0; k < N_ACTUATOR_NUMBERS; k++)
            l->load[k * (int64_t)l->n + i] = load[k];
    }
    b->stream_synchronize(STREAM_COMPUTE); /* the loads before may still be on their way */
    convert_upload(b, (void *)(uintptr_t)l->set.value, l->load, N_ACTUATOR_NUMBERS * (int64_t)l->n, sizeof(real));
    BACKEND_LAUNCH(b, KERNEL_actuator_load, STREAM_COMPUTE, 0, l->n, &l->set);
}

/* ---- in a run ---- */

bool flow_lines_load(struct actuators *x, struct flow *f, double time)
{
    struct flow_blades *b = x->blades;
    if (!b || b->n_lines == 0)
        return false;
    f->time = time;
    for (int k = 0; k < b->n_lines; k++) {
        struct flow_line *l = &b->line[k];
        fetch_states(f, l);
        sum_cells(l, time, true);
        comm_sum(l->sum, n_all(l) * N_SUMS + N_LINE_SUMS);
        find_forces(&b->polars, l);
        set_loads(f, l, time);
    }
    return true;
}

bool flow_lines_turn(struct actuators *x, struct flow *f, double time)
{
    struct flow_blades *b = x->blades;
    if (!b || b->n_lines == 0)
        return false;
    f->time = time;
    for (int k = 0; k < b->n_lines; k++) {
        sum_weights(&b->line[k], time);
        set_loads(f, &b->line[k], time);
    }
    return true;
}

/* ---- reports ---- */

static const struct flow_line *find_line(const struct actuators *x, int k)
{
    const struct flow_blades *b = x->blades;
    for (int i = 0; b && i < b->n_lines; i++)
        if (b->line[i].actuator == k)
            return &b->line[i];
    return NULL;
}

double flow_line_mass_flow(const struct actuators *x, int k)
{
    const struct flow_line *l = find_line(x, k);
    const double *sum = l->sum + (int64_t)n_all(l) * N_SUMS;
    return sum[LINE_MOMENTUM] / sum[LINE_VOLUME] * ANGLE_PI * (l->radius * l->radius - l->hub * l->hub);
}

int flow_line_points(const struct actuators *x, int k)
{
    const struct flow_line *l = find_line(x, k);
    return l ? l->points : 0;
}

struct flow_line_point flow_line_point(const struct actuators *x, int k, int point)
{
    const struct flow_line *l = find_line(x, k);
    struct flow_line_point p = {.radius = radius_of(l, point)};
    for (int b = 0; b < l->blades; b++) {
        const int i = b * l->points + point;
        p.attack += l->attack[i] / l->blades;
        p.axial += l->force[0][i] / (l->step * l->blades);
        p.around += l->force[1][i] / (l->step * l->blades);
    }
    return p;
}
