/* forces_file.c: forces.json, from what the monitor holds of the newest report. */
#include "control/forces_file.h"

#include "error.h"
#include "features/features.h"
#include "force_coefficients.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "control/patch_forces.h"
#include "text.h"

static void all_forces(const struct monitor *m, double total[N_FORCES])
{
    patch_forces_add(m->sums.patch_force, m->flow->domain->pack.n_patches, total);
}

/* Totals, and pressure and friction in objects of their own. */
static void json_parts(struct json *j, struct force_parts p)
{
    force_coefficients_write(j, &p.total);
    json_object(j, "pressure");
    force_coefficients_write(j, &p.pressure);
    json_close(j);
    json_object(j, "friction");
    force_coefficients_write(j, &p.friction);
    json_close(j);
}

/* Pressure and friction together, N, in the axes of the mesh. */
static void json_force(struct json *j, const double force[N_FORCES])
{
    json_array(j, "force");
    for (int i = 0; i < 3; i++)
        json_number(j, NULL, force[i] + force[N_FORCE_MOMENT + i]);
    json_close(j);
}

bool monitor_rotor(const struct monitor *m, struct rotor_coefficients *k)
{
    const struct solution_reference *r = &m->c->derived.reference;
    double total[N_FORCES];
    if (!rotor_turns(&r->rotor))
        return false;
    all_forces(m, total);
    for (int i = 0; i < 6; i++)
        total[i] += total[N_FORCE_MOMENT + i]; /* friction */
    *k = rotor_coefficients(&r->rotor, r->density, r->centre, total, total + 3);
    return true;
}

static void json_reference(struct json *j, const struct group_reference *r)
{
    json_object(j, "reference");
    json_number(j, "area", r->area);
    json_number(j, "length", r->length);
    json_number(j, "span", r->span);
    json_array(j, "centre");
    for (int i = 0; i < 3; i++)
        json_number(j, NULL, r->centre[i]);
    json_close(j);
    json_close(j);
}

/* From the patches' sums of the newest report; groups may overlap, so that they need not add up to the
 * total. */
static void json_groups(struct json *j, const struct monitor *m)
{
    const struct patch_groups *g = &m->flow->domain->groups;
    if (g->n == 0)
        return;
    json_object(j, "groups");
    for (int k = 0; k < g->n; k++) {
        double sum[N_FORCES];
        patch_forces_of_group(g, m->sums.patch_force, k, sum);
        json_object(j, g->name[k]);
        json_parts(j, patch_force_parts_of_group(m->c, g, k, m->flow->time, sum));
        json_force(j, sum);
        if (g->reference[k].is_own)
            json_reference(j, &g->reference[k]);
        json_close(j);
    }
    json_close(j);
}

/* Walls alone: other patches have no force here, but what crosses them is in "flows". */
static void json_patches(struct json *j, const struct monitor *m)
{
    const struct domain *d = m->flow->domain;
    json_object(j, "patches");
    for (int k = 0; k < d->pack.n_patches; k++) {
        if (!bc_kind_is_wall((enum bc_kind)d->values[k].kind))
            continue;
        json_object(j, d->pack.patch[k].name);
        json_parts(j, patch_force_parts(m->c, m->flow->time, m->sums.patch_force[k]));
        json_force(j, m->sums.patch_force[k]);
        json_close(j);
    }
    json_close(j);
}

/* The order of the members is that in which people read them; programs find them by name. With
 * actuators, the force on the walls is what the disks' thrust is set against. */
static void json_forces(const struct monitor *m, FILE *f)
{
    double total[N_FORCES];
    struct json j;
    all_forces(m, total);
    json_begin(&j, f);
    json_parts(&j, patch_force_parts(m->c, m->flow->time, total));
    struct rotor_coefficients rotor;
    if (monitor_rotor(m, &rotor))
        rotor_coefficients_write(&j, &m->c->derived.reference.rotor, &rotor);
    json_integer(&j, "iteration", m->row.iteration);
    features_conditions(m->flow->domain->features, &j);
    verdict_write(&m->verdict, &j);
    json_patches(&j, m);
    json_groups(&j, m);
    patch_flows_write(m->c, m->flow, m->sums.patch_flow, &j);
    for (int i = 0; i < 3; i++)
        total[i] += total[N_FORCE_MOMENT + i]; /* friction */
    features_write_forces(m->flow->domain->features, total, &j);
    json_end(&j);
}

/* By way of a temporary name (out_file.h): another program may read forces.json at any time. */
int monitor_write_forces(const struct monitor *m)
{
    char *path = text_join_path(m->folder->path, "forces.json");
    struct out_file o;
    int status = out_file_open(path, &o);
    if (status == 0) {
        json_forces(m, o.file);
        status = out_file_finish(&o, 0);
    }
    mem_free(path);
    return status;
}
