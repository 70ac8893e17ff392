/* patch_flows.c: sums over patches by a kernel, and over groups of them. */
#include "control/patch_flows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* open_face[patch][0] is the area over all ranks, so that ranks without a face of the patch agree. */
static bool is_open(const struct domain *d, int patch)
{
    return bc_kind_is_open((enum bc_kind)d->values[patch].kind) && d->measured.open_face[patch][0] > 0;
}

bool patch_flows_is_duct(const struct domain *d, int patch)
{
    int kind = d->values[patch].kind;
    return is_open(d, patch) && (kind == BC_PRESSURE_OUTLET || kind == BC_TOTAL_INFLOW || kind == BC_MASS_INFLOW);
}

/* The energy flux through a face that moves holds the power of the pressure on it too (kernels/frame_terms.h), so that
 * no total enthalpy can be told from it; nor, without the velocity of each face, which faces move. */
static void leave_out_energy(const struct domain *d, double (*sum)[N_OPEN])
{
    for (int k = 0; k < d->pack.n_patches; k++)
        if (sum[k][OPEN_AREA] > 0)
            sum[k][OPEN_ENERGY] = sum[k][OPEN_TOTAL_PRESSURE] = NAN;
}

/* One kernel per open patch over its own faces, and one sum over the ranks for all patches together. f->flux holds
 * the fluxes of the evaluation; with relative geometry the reference pressure has been subtracted from them, which
 * the kernel puts back (taken_off). */
void patch_flows_measure(const struct case_file *c, const struct flow *f, bool sought_alone, double (*sum)[N_OPEN])
{
    const struct domain *d = f->domain;
    struct kernel *kernel = backend_kernel(d->backend, KERNEL_open_sum, EQUATIONS_ANY, 0);
    memset(sum, 0, (size_t)d->pack.n_patches * sizeof *sum);
    if (c->numerics.pipeline != PIPELINE_FAST) /* which keeps no fluxes through the boundary */
        return;
    for (int k = 0; k < d->pack.n_patches; k++) {
        const struct pack_patch *p = &d->pack.patch[k];
        if (!is_open(d, k) || (sought_alone && d->values[k].line == 0))
            continue;
        struct open_args a = {.m = d->view, .flux = f->flux, .pressure = f->pressure, .gamma = c->flow.gamma,
                              .reference = c->derived.reference.pressure, .patch = k, .begin = p->begin,
                              .taken_off = GEOMETRY_IS_RELATIVE ? (double)f->args.fluxes.reference_pressure : 0};
        BACKEND_SUM(d->backend, kernel, p->end - p->begin, &a, sum[k]);
    }
    comm_sum(&sum[0][0], N_OPEN * d->pack.n_patches);
    if (c->derived.motion.steady || c->derived.motion.unsteady)
        leave_out_energy(d, sum);
}

/* ---- groups ---- */

static bool is_member(const struct patch_groups *g, int k, int patch)
{
    return g->member[k * g->n_patches + patch];
}

/* A group counts with all of its open patches, but only if one of them is a duct's. */
static bool group_has_duct(const struct domain *d, int k)
{
    for (int i = 0; i < d->groups.n_patches; i++)
        if (is_member(&d->groups, k, i) && patch_flows_is_duct(d, i))
            return true;
    return false;
}

/* By patches ascending, so that the sum has the same bits each time. */
static void group_sum(const struct domain *d, int k, double (*sum)[N_OPEN], double total[N_OPEN])
{
    memset(total, 0, N_OPEN * sizeof *total);
    for (int i = 0; i < d->groups.n_patches; i++)
        for (int s = 0; s < N_OPEN && is_member(&d->groups, k, i); s++)
            total[s] += sum[i][s];
}

/* ---- columns ---- */

/* patch_flows_masses() must go through patches and groups in the same order, since columns are told apart by
 * position. */
int patch_flows_names(const struct domain *d, const char *name[HISTORY_MASSES_MOST])
{
    int n = 0;
    for (int k = 0; k < d->pack.n_patches && n < HISTORY_MASSES_MOST; k++)
        if (patch_flows_is_duct(d, k))
            name[n++] = d->pack.patch[k].name;
    for (int k = 0; k < d->groups.n && n < HISTORY_MASSES_MOST; k++)
        if (group_has_duct(d, k))
            name[n++] = d->groups.name[k];
    return n;
}

/* In the order of patch_flows_names(), which gives the columns their names. */
void patch_flows_masses(const struct domain *d, double (*sum)[N_OPEN], double mass[HISTORY_MASSES_MOST])
{
    int n = 0;
    double total[N_OPEN];
    for (int k = 0; k < d->pack.n_patches && n < HISTORY_MASSES_MOST; k++)
        if (patch_flows_is_duct(d, k))
            mass[n++] = sum[k][OPEN_MASS];
    for (int k = 0; k < d->groups.n && n < HISTORY_MASSES_MOST; k++)
        if (group_has_duct(d, k)) {
            group_sum(d, k, sum, total);
            mass[n++] = total[OPEN_MASS];
        }
}

/* ---- progress ---- */

struct mass_balance patch_flows_balance(const struct domain *d, double (*sum)[N_OPEN])
{
    struct mass_balance b = {.any = false};
    double largest = 0;
    for (int k = 0; k < d->pack.n_patches; k++) {
        double mass = sum[k][OPEN_MASS];
        b.net += mass;
        if (!patch_flows_is_duct(d, k))
            continue;
        b.in += fmax(0 - mass, 0);
        b.out += fmax(mass, 0);
        largest = fmax(largest, fabs(mass));
    }
    b.any = largest > 0;
    b.share = b.any ? fabs(b.net) / largest : 0;
    return b;
}

void patch_flows_print(const struct domain *d, double (*sum)[N_OPEN])
{
    struct mass_balance b = patch_flows_balance(d, sum);
    if (!b.any)
        return;
    printf("mass flow out of the fluid, kg/s:");
    for (int k = 0; k < d->pack.n_patches; k++)
        if (patch_flows_is_duct(d, k))
            printf("  %s %.6g", d->pack.patch[k].name, sum[k][OPEN_MASS]);
    printf("; through all boundaries %.2g (%.2g %% of the largest)\n", b.net, 100 * b.share);
}

/* ---- forces.json ---- */

static void write_one(const struct case_file *c, double time, const char *name, const double sum[N_OPEN],
                      struct json *j)
{
    struct solution_reference r = motion_reference(&c->derived.motion, time, &c->derived.reference);
    struct open_flow f = open_flow_of(sum, c->flow.gamma, c->flow.gas_constant, r.drag_axis);
    json_object(j, name);
    open_flow_write(&f, j);
    json_close(j);
}

static void write_groups(const struct case_file *c, const struct domain *d, double time, double (*sum)[N_OPEN],
                         struct json *j)
{
    double total[N_OPEN];
    json_object(j, "group_flows");
    for (int k = 0; k < d->groups.n; k++) {
        group_sum(d, k, sum, total);
        if (total[OPEN_AREA] > 0)
            write_one(c, time, d->groups.name[k], total, j);
    }
    json_close(j);
}

/* Nothing in a case of walls alone. An area of zero: a patch that lets nothing through, or one without
 * faces. */
void patch_flows_write(const struct case_file *c, const struct flow *f, double (*sum)[N_OPEN], struct json *j)
{
    const struct domain *d = f->domain;
    bool any = false;
    for (int k = 0; k < d->pack.n_patches; k++)
        any = any || sum[k][OPEN_AREA] > 0;
    if (!any)
        return;
    json_object(j, "flows");
    for (int k = 0; k < d->pack.n_patches; k++)
        if (sum[k][OPEN_AREA] > 0)
            write_one(c, f->time, d->pack.patch[k].name, sum[k], j);
    json_close(j);
    if (d->groups.n > 0)
        write_groups(c, d, f->time, sum, j);
}
