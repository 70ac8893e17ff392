/* actuators.c: the cells of actuator disks, and what each of them gets of the forces, or of the blades.
 *
 * Shares are whole numbers of a common unit, so that their sums over the cells of all ranks are exact in any order: the
 * forces add up to what the case asks for, and to the same bits for any number of ranks.
 */
#include "features/actuators/actuators_run.h"

#include "backend/convert.h"
#include "error.h"
#include "features/actuators/actuator_report.h"
#include "features/actuators/flow_blades.h"
#include "mem.h"
#include "scheme/cell_loads.h"

#include <math.h>
#include <string.h>

/* A disk of fewer cells has no distribution over its radius. */
enum { CELLS_LEAST = 12 };

/* What the cells' volume may differ from the disk's by, of itself: more and parts of it have none, or it is cut. */
static const double VOLUME_OFF_MOST = 0.4;

/* What cells of a disk have a share of. */
enum share { SHARE_THRUST, SHARE_TORQUE, SHARE_HEAT, N_SHARES };
static const char *const share_names[N_SHARES] = {"thrust", "torque", "heat"};

/* The owned cells of a disk. */
struct disk_cells {
    const struct actuator *a;
    lid n;
    lid *cell;                /* [n] */
    double *share[N_SHARES];  /* [n] */
    double total[N_SHARES];   /* of all ranks */
    double n_all;             /* cells of all ranks */
    double filled;            /* their volume over the disk's */
};

static void point_of(const struct pack *p, lid cell, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = p->centroid[d * p->n_slots + cell];
}

static void cells_free(struct disk_cells *c)
{
    mem_free(c->cell);
    for (int k = 0; k < N_SHARES; k++)
        mem_free(c->share[k]);
}

/* Collective. volume: [n_owned] m^3. Fills c but for total: shares are weights still, of any unit, of which only the
 * ratios count (make_whole()). On the axis a torque would need an infinite force and gets none. */
static void find_cells(const struct pack *p, const double *volume, struct disk_cells *c)
{
    double x[3], radius;
    MEM_NEW(c->cell, p->n_owned);
    for (int k = 0; k < N_SHARES; k++)
        MEM_NEW(c->share[k], p->n_owned);
    for (lid i = 0; i < p->n_owned; i++) {
        point_of(p, i, x);
        if (!actuator_holds(c->a, x, &radius))
            continue;
        double thrust, torque;
        actuator_shape(c->a, radius, &thrust, &torque);
        c->share[SHARE_THRUST][c->n] = volume[i] * thrust;
        c->share[SHARE_TORQUE][c->n] = radius > 1e-9 * c->a->radius ? volume[i] * torque : 0;
        c->share[SHARE_HEAT][c->n] = volume[i];
        c->cell[c->n++] = i;
    }
    c->n_all = (double)comm_sum_int(c->n);
    /* The part of the whole disk's volume that was found, for check(). */
    c->filled = 0;
    for (lid i = 0; i < c->n; i++)
        c->filled += volume[c->cell[i]] / actuator_volume(c->a);
    comm_sum(&c->filled, 1);
}

/* Collective. Whole numbers of the largest share over 2^52 / n: all of them together stay below 2^53, up to which
 * doubles are exact.
 * What rint() loses is under half a unit, n / 2^53 of the largest share. */
static void make_whole(struct disk_cells *c)
{
    double most[N_SHARES] = {0, 0, 0};
    for (int k = 0; k < N_SHARES; k++)
        for (lid i = 0; i < c->n; i++)
            most[k] = fmax(most[k], fabs(c->share[k][i]));
    comm_maximum(most, N_SHARES);
    for (int k = 0; k < N_SHARES; k++) {
        /* Whole numbers are added exactly: totals have the same bits on any number of ranks. */
        double unit = most[k] > 0 ? floor(ldexp(1, 52) / fmax(c->n_all, 1)) / most[k] : 0;
        c->total[k] = 0;
        for (lid i = 0; i < c->n; i++) {
            c->share[k][i] = rint(c->share[k][i] * unit);
            c->total[k] += c->share[k][i];
        }
    }
    comm_sum(c->total, N_SHARES);
}

/* ---- what a disk cannot be ---- */

/* Users' errors, not the program's: each message says which key to change. The volume test finds disks
 * that reach out of the domain or that slip between the layers of a coarse mesh, where the sum of the
 * forces would still be right but their place would not. */
static int check(const struct case_file *c, const struct disk_cells *d)
{
    const struct actuator *a = d->a;
    const double asked[N_SHARES] = {a->thrust, a->torque, a->heat};
    if (d->n_all < CELLS_LEAST)
        return error_set("%s: [actuators] %s: the disk of radius %g m and thickness %g m about (%g, %g, %g) has "
                         "%.0f cells and needs at least %d; move it into the mesh, make it thicker, or refine the mesh "
                         "there", c->config.path, a->name, a->radius, a->thickness, a->centre[0], a->centre[1],
                         a->centre[2], d->n_all, CELLS_LEAST);
    if (!(fabs(d->filled - a->part) <= VOLUME_OFF_MOST * a->part))
        return error_set("%s: [actuators] %s: its cells have %.3g of the disk's volume, not %g; say part=%.2g if the "
                         "mesh has no more of the disk, else make it thicker, or refine the mesh there", c->config.path,
                         a->name, d->filled, a->part, fmin(d->filled, 1));
    for (int k = 0; k < N_SHARES; k++) /* the chord of blades is positive everywhere */
        if (asked[k] != 0 && d->total[k] == 0)
            return error_set("%s: [actuators] %s: the distribution has no %s at the radii of the mesh's cells; mend "
                             "its file, or refine the mesh there", c->config.path, a->name, share_names[k]);
    return 0;
}

static int take_cells(const struct case_file *c, struct flow *f, int owner, const struct disk_cells *d)
{
    for (lid i = 0; i < d->n; i++) {
        const char *other = cell_loads_take(f, owner, d->cell[i]);
        if (other)
            return error_set("%s: [actuators] %s and %s share cells; move them apart, or make them thinner",
                             c->config.path, other, d->a->name);
    }
    return 0;
}

/* ---- loads ---- */

/* What cell number i gets of all that the disk has. */
static double part(const struct disk_cells *c, int k, lid i)
{
    return c->total[k] != 0 ? c->a->part * c->share[k][i] / c->total[k] : 0;
}

/* The load on cell number i of the disk, per volume, into load[N_ACTUATOR_NUMBERS][n]. Thrust and torque give its
 * force. The power that goes with it is rate times torque, whatever the flow does, where the rate of turning is known
 * (ACTUATOR_GIVEN). Otherwise it is the work done on the flow that passes, force times local velocity, which the kernel
 * adds (ACTUATOR_WORKS). */
static void load_cell(const struct pack *p, const struct disk_cells *c, lid i, double volume, double *load)
{
    const struct actuator *a = c->a;
    const bool turns = !isnan(a->rate);
    double x[3], tangent[3], radius, torque = a->torque * part(c, SHARE_TORQUE, i);
    point_of(p, c->cell[i], x);
    (void)actuator_holds(a, x, &radius);
    actuator_tangent(a, x, tangent);
    /* N, of this cell; a cell on the axis has no part of the torque. */
    double axial = a->thrust * part(c, SHARE_THRUST, i), around = torque != 0 ? torque / radius : 0;
    double given = a->heat * part(c, SHARE_HEAT, i) + (turns ? a->rate * torque : 0);
    double *to = load + c->cell[i];
    for (int d = 0; d < 3; d++)
        to[(ACTUATOR_FORCE + d) * p->n_owned] = (axial * a->axis[d] + around * tangent[d]) / volume;
    to[ACTUATOR_WORKS * p->n_owned] = turns ? 0 : 1;
    to[ACTUATOR_GIVEN * p->n_owned] = given / volume;
}

/* Cell number i of a disk with blades gets a share of their area, so that all of it is there on a coarse mesh too; what
 * force is on it says the flow (actuator_blade_body()). The heat does not wait for the flow. */
static void blade_cell(struct flow_blades *blades, const struct pack *p, const struct disk_cells *c, int airfoils,
                       lid i, double volume)
{
    const struct actuator *a = c->a;
    const double way = a->rate < 0 ? -1 : 1, area = a->blades * blade_area(&a->blade, a->hub_radius, a->radius);
    double x[3], tangent[3], radius;
    real number[N_BLADE_NUMBERS];
    point_of(p, c->cell[i], x);
    (void)actuator_holds(a, x, &radius);
    actuator_tangent(a, x, tangent);
    for (int d = 0; d < 3; d++) {
        number[BLADE_AXIS + d] = (real)a->axis[d];
        number[BLADE_AROUND + d] = (real)(way * tangent[d]);
    }
    number[BLADE_AREA] = (real)(area * part(c, SHARE_TORQUE, i) / volume);
    number[BLADE_SPEED] = (real)(fabs(a->rate) * radius);
    number[BLADE_HEAT] = (real)(a->heat * part(c, SHARE_HEAT, i) / volume);
    struct blade_section section = actuator_section(a, radius, airfoils);
    flow_blades_add(blades, c->cell[i], &section, number);
}

/* Collective. */
static int add_disk(struct actuators *x, struct flow *f, int k, const double *volume, int owner, double *load)
{
    const struct pack *p = &x->d->pack;
    const int airfoils = flow_blades_airfoils(x->cases, k);
    struct disk_cells d = {.a = &x->cases->actuator[k]};
    find_cells(p, volume, &d);
    make_whole(&d);
    int status = check(x->c, &d);
    /* Before loads are written, since a shared cell would get those of the second disk alone. */
    status = comm_agree(status ? status : take_cells(x->c, f, owner, &d));
    for (lid i = 0; i < d.n && status == 0; i++) {
        if (d.a->load == LOAD_BLADES)
            blade_cell(x->blades, p, &d, airfoils, i, volume[d.cell[i]]);
        else
            load_cell(p, &d, i, volume[d.cell[i]], load);
    }
    cells_free(&d);
    return status;
}

/* The whole of it is done once on the host, in double whatever the precision of the run: loads that are given do not
 * change while the flow runs. */
static int add_all(struct actuators *x, struct flow *f)
{
    const struct domain *d = x->d;
    const lid n = d->pack.n_owned;
    double *volume, *load;
    int status = 0;
    MEM_NEW(volume, n);
    MEM_NEW_ZERO(load, N_ACTUATOR_NUMBERS * n);
    convert_download(d->backend, volume, d->view.volume, n, sizeof *d->view.volume);
    flow_create_blades(x);
    for (int k = 0; k < x->cases->n && status == 0; k++) {
        const int owner = cell_loads_add(f, x->cases->actuator[k].name);
        x->first_owner = k == 0 ? owner : x->first_owner;
        status = x->cases->actuator[k].is_line ? flow_line_create(x, f, k, volume, owner)
                                               : add_disk(x, f, k, volume, owner, load);
    }
    flow_blades_finish(x);
    cell_loads_set(f, load);
    mem_free(volume);
    mem_free(load);
    return status;
}

/* ---- the feature ---- */

static int create(const struct case_file *c, const void *spec, struct flow *f, void **own)
{
    struct actuators *x;
    MEM_NEW_ZERO(x, 1);
    *own = x;
    *x = (struct actuators){.cases = spec, .c = c, .d = f->domain, .f = f};
    MEM_NEW_ZERO(x->result, x->cases->n);
    return add_all(x, f);
}

static void update_loads(const void *own, const struct flow *f)
{
    (void)f;
    flow_blades_load(own);
}

static bool advance(void *own, struct flow *f, double time, bool known)
{
    return known ? flow_lines_turn(own, f, time) : flow_lines_load(own, f, time);
}

static void measure(void *own, const struct monitor *m)
{
    (void)m;
    actuators_measure(own);
}

static void columns(const void *own, struct history_columns *to)
{
    actuators_columns(own, to);
}

static void write_forces(const void *own, const double force[3], struct json *j)
{
    actuators_write(own, force, j);
}

static void print(const void *own)
{
    actuators_print(own);
}

static void end(void *own)
{
    struct actuators *x = own;
    flow_free_lines(x);
    flow_free_blades(x);
    mem_free(x->result);
    mem_free(x);
}

const struct feature_type feature_actuators = {
    .in_case = &feature_actuators_case,
    .loads_cells = true,
    .create = create,
    .update_loads = update_loads,
    .advance = advance,
    .measure = measure,
    .columns = columns,
    .write_forces = write_forces,
    .print = print,
    .end = end,
};
