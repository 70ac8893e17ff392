/* actuator_report.c: sums over the cells of disks by a kernel. */
#include "features/actuators/actuator_report.h"

#include "angle.h"
#include "features/actuators/flow_blades.h"

#include <math.h>
#include <stdio.h>

/* Of blades the torque is that of the cells, from the power that goes with it. Of given forces it is the case's,
 * since shares of it add up to it exactly (actuators.c); thrust and power are those that the cells get, which
 * the fluid's velocities have a part in. The mass flow is the mean of rho u over the cells' volume times the
 * circle's area, not a sum over faces: a disk is a body of cells without a surface of its own. A velocity by
 * thrust is what divides power by thrust in momentum theory; a disk that only heats has no thrust to weigh with. */
static struct actuator_result result_of(const struct actuator *a, const double sum[N_ACTUATOR_SUMS])
{
    struct actuator_result r = {.torque = a->part * a->torque, .power = sum[ACTUATOR_SUM_POWER],
                                .volume = sum[ACTUATOR_SUM_VOLUME], .cells = (int64_t)sum[ACTUATOR_SUM_CELLS]};
    for (int d = 0; d < 3; d++) {
        r.force[d] = sum[ACTUATOR_SUM_FORCE + d];
        r.thrust += a->axis[d] * r.force[d];
    }
    if (a->load == LOAD_BLADES)
        r.torque = (r.power - a->part * a->heat) / a->rate;
    r.mass_flow = sum[ACTUATOR_SUM_MASS] / r.volume * a->part * actuator_area(a);
    const bool has_thrust = a->thrust != 0 || (a->load == LOAD_BLADES && r.thrust != 0);
    r.velocity = has_thrust ? sum[ACTUATOR_SUM_VELOCITY] / r.thrust : sum[ACTUATOR_SUM_ALONG] / r.volume;
    return r;
}

/* A sum over all owned cells for each disk: cells of others count nothing. Disks are few, and reports
 * far apart. */
void actuators_measure(struct actuators *x)
{
    const struct backend *b = x->d->backend;
    struct kernel *kernel = backend_kernel(b, KERNEL_actuator_sum, EQUATIONS_ANY, 0);
    for (int k = 0; k < x->cases->n; k++) {
        const struct actuator *of = &x->cases->actuator[k];
        struct actuator_args a = flow_actuator_args(x->f);
        double sum[N_ACTUATOR_SUMS];
        a.which = x->first_owner - 1 + k;
        for (int d = 0; d < 3; d++)
            a.axis[d] = of->axis[d];
        BACKEND_SUM(b, kernel, a.n_owned, &a, sum);
        comm_sum(sum, N_ACTUATOR_SUMS);
        x->result[k] = result_of(of, sum);
        /* The cells that a line can reach go far beyond its circle. */
        if (of->is_line)
            x->result[k].mass_flow = flow_line_mass_flow(x, k);
    }
}

/* Thrust and torque that are given would be the same in every row. */
void actuators_columns(const struct actuators *x, struct history_columns *columns)
{
    for (int k = 0; k < x->cases->n; k++) {
        const struct actuator *a = &x->cases->actuator[k];
        const struct actuator_result *r = &x->result[k];
        history_columns_add(columns, "disk_power", a->name, r->power);
        history_columns_add(columns, "disk_mass", a->name, r->mass_flow);
        if (a->load == LOAD_BLADES) {
            history_columns_add(columns, "disk_thrust", a->name, r->thrust);
            history_columns_add(columns, "disk_torque", a->name, r->torque);
        }
    }
}

/* Of a line: what the points of its blades have, in the mean over the blades. */
static void write_points(const struct actuators *x, int k, struct json *j)
{
    static const char *const name[] = {"radius", "angle_of_attack", "thrust_per_radius", "torque_per_radius"};
    const int n = flow_line_points(x, k);
    if (n == 0)
        return;
    json_object(j, "blade");
    for (int v = 0; v < 4; v++) {
        json_array(j, name[v]);
        for (int i = 0; i < n; i++) {
            struct flow_line_point p = flow_line_point(x, k, i);
            const double value[] = {p.radius, p.attack * 180 / ANGLE_PI, p.axial, p.radius * p.around};
            json_number(j, NULL, value[v]);
        }
        json_close(j);
    }
    json_close(j);
}

static void write_one(const struct actuator *a, const struct actuator_result *r, struct json *j)
{
    json_object(j, a->name);
    json_number(j, "thrust", r->thrust);
    json_number(j, "torque", r->torque);
    json_number(j, "power", r->power);
    json_number(j, "mass_flow", r->mass_flow);
    json_number(j, "velocity", r->velocity);
    json_array(j, "force");
    for (int d = 0; d < 3; d++)
        json_number(j, NULL, r->force[d]);
    json_close(j);
    json_integer(j, "cells", r->cells);
    json_number(j, "volume", r->volume);
    /* Beside the volume of the cells, so that a reader sees how well the mesh has the disk. */
    if (!a->is_line)
        json_number(j, "volume_of_disk", a->part * actuator_volume(a));
}

/* Along the free stream: what it receives of the disks, and of the walls. */
static void write_propulsion(const struct actuators *x, const double force[3], struct json *j)
{
    const struct actuator_result *result = x->result;
    const double *along = x->c->derived.reference.drag_axis;
    /* N along the free stream, and W. The disks push the fluid downstream, which is the thrust of
     * whoever carries them; drag is the walls' alone. */
    double thrust = 0, drag = 0, power = 0;
    for (int d = 0; d < 3; d++) {
        drag += force[d] * along[d];
        for (int k = 0; k < x->cases->n; k++)
            thrust += result[k].force[d] * along[d];
    }
    for (int k = 0; k < x->cases->n; k++)
        power += result[k].power;
    json_object(j, "propulsion");
    json_number(j, "thrust", thrust);
    json_number(j, "drag", drag);
    json_number(j, "thrust_less_drag", thrust - drag);
    json_number(j, "power", power);
    json_close(j);
}

void actuators_write(const struct actuators *x, const double force[3], struct json *j)
{
    json_object(j, "actuators");
    for (int k = 0; k < x->cases->n; k++) {
        write_one(&x->cases->actuator[k], &x->result[k], j);
        write_points(x, k, j);
        json_close(j);
    }
    json_close(j);
    write_propulsion(x, force, j);
}

void actuators_print(const struct actuators *x)
{
    for (int k = 0; k < x->cases->n; k++) {
        const struct actuator_result *r = &x->result[k];
        printf("actuator %s: thrust %.6g N  torque %.6g N m  power %.6g W  mass flow %.6g kg/s\n",
               x->cases->actuator[k].name, r->thrust, r->torque, r->power, r->mass_flow);
    }
}
