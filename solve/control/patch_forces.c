/* patch_forces.c: forces added up over patches, and their coefficients by pressure and friction. */
#include "control/patch_forces.h"

#include "force_coefficients.h"

#include <string.h>

/* Coefficients are linear in the force, so that sums of them are those of the sum. */
static struct force_coefficients coefficients_sum(struct force_coefficients a, struct force_coefficients b)
{
    struct force_coefficients s = {a.cl + b.cl, a.cd + b.cd, a.cy + b.cy, {0, 0, 0}};
    for (int i = 0; i < 3; i++)
        s.cm[i] = a.cm[i] + b.cm[i];
    return s;
}

/* A mesh that moves has its forces in its own axes; the free stream's axes are turned into them as they
 * are at `time`, so that lift and drag are those of an observer at rest. */
struct force_parts patch_force_parts(const struct case_file *c, double time, const double force[N_FORCES])
{
    struct force_parts p;
    struct solution_reference turned = motion_reference(&c->derived.motion, time, &c->derived.reference);
    struct force_reference r = solution_force_reference(&turned);
    p.pressure = force_coefficients(&r, force, force + 3);
    p.friction = force_coefficients(&r, force + N_FORCE_MOMENT, force + N_FORCE_MOMENT + 3);
    p.total = coefficients_sum(p.pressure, p.friction);
    return p;
}

/* Adds to the moments (N m) what makes them those about another centre: (from - to) x force. */
static void move_moments(double force[N_FORCES], const double from[3], const double to[3])
{
    for (int part = 0; part < N_FORCES; part += N_FORCE_MOMENT)
        for (int d = 0; d < 3; d++) {
            int u = (d + 1) % 3, v = (d + 2) % 3;
            force[part + 3 + d] += (from[u] - to[u]) * force[part + v] - (from[v] - to[v]) * force[part + u];
        }
}

struct force_parts patch_force_parts_of_group(const struct case_file *c, const struct patch_groups *g, int k,
                                              double time, const double force[N_FORCES])
{
    const struct group_reference *own = &g->reference[k];
    double moved[N_FORCES];
    struct case_file changed;
    if (!own->is_own)
        return patch_force_parts(c, time, force);
    memcpy(moved, force, sizeof moved);
    move_moments(moved, c->derived.reference.centre, own->centre);
    changed = *c; /* borrows all that it holds */
    changed.derived.reference.area = own->area;
    changed.derived.reference.length = own->length;
    return patch_force_parts(&changed, time, moved);
}

/* In the order of patches: the same bits on all ranks. */
void patch_forces_add(double (*force)[N_FORCES], int n_patches, double total[N_FORCES])
{
    memset(total, 0, N_FORCES * sizeof *total);
    for (int k = 0; k < n_patches; k++)
        for (int i = 0; i < N_FORCES; i++)
            total[i] += force[k][i];
}

/* By patches ascending, so that the sum has the same bits whatever the order of names in the case file. */
void patch_forces_of_group(const struct patch_groups *g, double (*force)[N_FORCES], int k, double sum[N_FORCES])
{
    memset(sum, 0, N_FORCES * sizeof *sum);
    for (int b = 0; b < g->n_patches; b++) {
        if (!g->member[k * g->n_patches + b])
            continue;
        for (int i = 0; i < N_FORCES; i++)
            sum[i] += force[b][i];
    }
}
