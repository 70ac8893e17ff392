/* forces.c: the sums over patches.
 *
 * The pressure on a face is the one that ufv-solve stored for it, not that of the cell: so the sums are those of the
 * run's own forces.json, but for rounding: faces are added in another order.
 */
#include "forces/forces.h"

#include "error.h"
#include "mem.h"
#include "vec3.h"
#include "fields/wall_fields.h"

#include <math.h>
#include <string.h>

/* force (N) acts on the body; arm (m) is measured from the reference centre. */
static void add_face(struct force *sum, struct vec3 force, struct vec3 arm)
{
    struct vec3 moment = vec3_cross(arm, force);
    sum->force[0] += force.x;
    sum->force[1] += force.y;
    sum->force[2] += force.z;
    sum->moment[0] += moment.x;
    sum->moment[1] += moment.y;
    sum->moment[2] += moment.z;
}

/* Item i of an array [3][n]. */
static struct vec3 component3(const double *x, int64_t n, int64_t i)
{
    return vec3_make(x[i], x[n + i], x[2 * n + i]);
}

/* Adds the faces of patch b on one rank. The free stream's pressure is subtracted on each face: a closed body feels
 * none of it, and for an open one (a wing cut by a symmetry plane) the missing part then does not count as a force. */
static void add_patch(const struct results *r, const struct pack *p, const struct wall_fields *w, int b,
                      struct forces *f)
{
    struct vec3 centre = component3(r->reference.centre, 1, 0);
    for (lid i = p->patch[b].begin; i < p->patch[b].end; i++) {
        /* p->normal has the length of the face's area, m^2, and points out of the fluid, that is into the body: (p -
         * p_inf) times it is the force on the body. */
        struct vec3 arm = vec3_sub(component3(p->face_centroid, p->n_faces, i), centre);
        struct vec3 normal = component3(p->normal, p->n_faces, i);
        add_face(&f->pressure[b], vec3_scale(w->pressure[i] - r->reference.pressure, normal), arm);
        f->area[b] += p->area[i];
        if (!w->friction[0])
            continue;
        struct vec3 stress = vec3_make(w->friction[0][i], w->friction[1][i], w->friction[2][i]);
        add_face(&f->friction[b], vec3_scale(p->area[i], stress), arm);
    }
}

/* No fluid crosses it, so that its pressure and friction are the whole force on it. Symmetry planes count as
 * closed: their force is the reaction of the other half. */
bool forces_is_closed(const struct results *r, int b)
{
    return bc_kind_is_wall(r->kind[b]) || r->kind[b] == BC_SYMMETRY;
}

/* An inflow or outlet of an engine or a duct, with fluxes that the run has recorded; far fields and
 * supersonic boundaries are not. */
bool forces_is_duct(const struct results *r, int b)
{
    enum bc_kind kind = r->kind[b];
    return r->flow && r->flow[b][OPEN_AREA] > 0 &&
           (kind == BC_PRESSURE_OUTLET || kind == BC_TOTAL_INFLOW || kind == BC_MASS_INFLOW);
}

bool forces_mass_balance(const struct results *r, double *sum, double *largest)
{
    *sum = *largest = 0;
    for (int b = 0; r->flow && b < r->manifest.n_patches; b++) {
        *sum += r->flow[b][OPEN_MASS];
        if (forces_is_duct(r, b))
            *largest = fmax(*largest, fabs(r->flow[b][OPEN_MASS]));
    }
    return *largest > 0;
}

/* What the run recorded; the pressure is counted apart, here of the faces alone that symmetry_plane leaves in
 * the patch,
 * as in the run's sums. */
static void take_flow(const double recorded[N_OPEN], struct patch_flow *flow)
{
    flow->mass = recorded[OPEN_MASS];
    for (int d = 0; d < 3; d++)
        flow->momentum[d] = recorded[OPEN_FORCE + d] - recorded[OPEN_PRESSURE_FORCE + d];
}

/* One rank's faces of patch b that fluid crosses.
 * By the state of the cell at the face, where the run recorded no fluxes: exact for uniform flow, elsewhere
 * of first order. Of fields without these variables nothing is added. */
static void add_flow(const struct pack *p, const struct solution *s, int b, struct patch_flow *flow)
{
    const double *rho = solution_field(s, "density"), *u = solution_field(s, "velocity_x");
    const double *v = solution_field(s, "velocity_y"), *w = solution_field(s, "velocity_z");
    for (lid i = p->patch[b].begin; rho && u && v && w && i < p->patch[b].end; i++) {
        /* normal points out of the fluid: mass and momentum count as positive where they leave. */
        lid c = p->left[i];
        struct vec3 velocity = vec3_make(u[c], v[c], w[c]);
        double mass = rho[c] * vec3_dot(velocity, component3(p->normal, p->n_faces, i));
        flow->mass += mass;
        flow->momentum[0] += mass * velocity.x;
        flow->momentum[1] += mass * velocity.y;
        flow->momentum[2] += mass * velocity.z;
    }
}

static int add_rank(const struct results *r, const struct pack *p, const struct solution *s, struct forces *f)
{
    struct wall_fields w;
    TRY(wall_fields_find(r, s, &w));
    f->has_friction |= w.friction[0] != NULL;
    for (int b = 0; b < p->n_patches; b++) {
        if (!f->chosen[b])
            continue;
        TRY(wall_fields_check(r, p, s, &w, b));
        add_patch(r, p, &w, b, f);
        if (!forces_is_closed(r, b))
            add_flow(p, s, b, &f->flow[b]);
    }
    return 0;
}

/* Adds up the ranks, with the pack and fields of one in memory at a time. Where the run recorded fluxes, which are
 * those of whole patches, they replace what the cells gave. */
static int add_ranks(const struct results *r, const struct cli_list *globs, struct forces *f)
{
    TRY(results_choose_patches(r, globs, f->chosen));
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        struct solution s;
        TRY(results_read_rank(r, rank, PACK_CORE, &p, &s));
        int status = add_rank(r, &p, &s, f);
        pack_free(&p);
        solution_free(&s);
        TRY(status);
    }
    for (int b = 0; b < r->manifest.n_patches; b++)
        if (r->flow && f->chosen[b] && r->flow[b][OPEN_AREA] > 0)
            take_flow(r->flow[b], &f->flow[b]);
    return 0;
}

/* globs: empty: all walls. forces_free() it; on errors nothing is left. */
int forces_integrate(const struct results *r, const struct cli_list *globs, struct forces *f)
{
    memset(f, 0, sizeof *f);
    f->n_patches = r->manifest.n_patches;
    MEM_NEW_ZERO(f->chosen, f->n_patches);
    MEM_NEW_ZERO(f->pressure, f->n_patches);
    MEM_NEW_ZERO(f->friction, f->n_patches);
    MEM_NEW_ZERO(f->flow, f->n_patches);
    MEM_NEW_ZERO(f->area, f->n_patches);
    int status = add_ranks(r, globs, f);
    if (status != 0)
        forces_free(f);
    return status;
}

void forces_free(struct forces *f)
{
    mem_free(f->chosen);
    mem_free(f->pressure);
    mem_free(f->friction);
    mem_free(f->flow);
    mem_free(f->area);
    memset(f, 0, sizeof *f);
}

/* Forces in N, moments in N m, about the same centre. */
struct force force_sum(const struct force *a, const struct force *b)
{
    struct force sum = *a;
    for (int c = 0; c < 3; c++) {
        sum.force[c] += b->force[c];
        sum.moment[c] += b->moment[c];
    }
    return sum;
}

struct force_coefficients forces_coefficients(const struct solution_reference *r, const struct force *f)
{
    struct force_reference reference = solution_force_reference(r);
    return force_coefficients(&reference, f->force, f->moment);
}
