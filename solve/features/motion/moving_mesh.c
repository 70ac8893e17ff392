/* moving_mesh.c: the mesh of a case that moves it: which cells turn, does the mesh fit, and what its faces sweep. What
 * kernels do with that is in physics/frame.h.
 */
#include "features/motion/moving_mesh.h"

#include "error.h"
#include "features/motion/motion_case.h"
#include "features/motion/motion_check.h"
#include "features/motion/swept_volume.h"
#include "mem.h"
#include "mesh/domain.h"
#include "mesh/patch_faces.h"

static void needs(const void *spec, struct domain_needs *needs)
{
    needs->swept = ((const struct motion_case *)spec)->turns;
}

static int64_t bytes(const void *spec, const struct case_file *c, const struct pack *p, bool host)
{
    const struct motion *m = &c->derived.motion;
    int64_t kept = m->in_zone && m->steady ? p->n_owned * (int64_t)sizeof(real) : 0;
    (void)spec, (void)host;
    return (swept_volume_matters(m) ? p->n_faces * (int64_t)sizeof(real) : 0) + kept + (m->in_zone ? p->n_cells : 0);
}

/* ---- this rank's part of the mesh ---- */

/* [n_boundary] the patch of each owned boundary face, n_patches where symmetry_plane takes it out of its patch; the
 * caller's. */
static int *find_patches(const struct pack *p, const struct bc_values *values)
{
    int *patch;
    MEM_NEW_ZERO(patch, p->n_boundary);
    for (int k = 0; k < p->n_patches; k++)
        for (lid f = p->patch[k].begin; f < p->patch[k].end; f++)
            patch[f] = patch_faces_in_plane(p, f, &values[k]) ? p->n_patches : k;
    return patch;
}

static void upload_swept(struct domain *d, const struct motion *m, const uint8_t *turning)
{
    const struct pack *p = &d->pack;
    if (!swept_volume_matters(m))
        return;
    struct swept_volume s = swept_volume_find(m, p, motion_is_of_zone(m) ? NULL : turning, d->moving.ends_at);
    d->view.swept_beyond = domain_upload_reals(d, "swept_beyond", s.beyond, p->n_faces);
    if (s.kept)
        d->moving.swept_kept = domain_upload_reals(d, "swept_kept", s.kept, p->n_owned);
    swept_volume_free(&s);
}

/* turning: [n_cells] of a zone; NULL: none. */
static int check_and_upload(struct domain *d, const struct motion *m, const uint8_t *turning)
{
    int *patch = find_patches(&d->pack, d->values);
    int status = motion_check(m, &d->pack, d->values, patch, turning);
    mem_free(patch);
    if (status == 0)
        upload_swept(d, m, turning);
    return status;
}

static int fit_zone(struct domain *d, const struct motion *m, double sum[N_ZONE])
{
    const struct pack *p = &d->pack;
    uint8_t *turning;
    MEM_NEW_ZERO(turning, p->n_cells);
    int status = motion_zone_find(m, p, turning);
    motion_zone_measure(m, p, turning, sum);
    d->moving.turning = domain_upload(d, "zone", turning, (size_t)p->n_cells);
    status = status ? status : check_and_upload(d, m, turning);
    mem_free(turning);
    return status;
}

/* ---- all ranks ---- */

static int check_zone(const struct case_file *c, const struct motion_run *o)
{
    return o->zone[ZONE_CELLS] > 0
               ? 0
               : error_set("%s: [%s] zone_radius = %g: no cell of the mesh lies in the zone that is to turn; check "
                           "centre, axis%s, in metres",
                           c->config.path, o->section, c->derived.motion.zone_radius,
                           c->derived.motion.unsteady ? "" : ", zone_begin and zone_end");
}

/* The mesh of a rotor repeats by its smallest turn.
 * Ranks that hold no periodic images know no turn: the smallest of all ranks is taken. */
static void set_sectors(struct case_file *c, const struct domain *d)
{
    double turn = motion_smallest_turn(&d->pack);
    comm_minimum(&turn, 1);
    if (rotor_turns(&c->derived.reference.rotor))
        c->derived.reference.rotor.sectors = rotor_sectors(turn);
}

/* Behind sliding, which changes normals and says where the mesh ends. */
static int fit(const void *spec, struct case_file *c, struct domain *d, void **own)
{
    const struct motion *m = &c->derived.motion;
    struct motion_run *o;
    (void)spec;
    MEM_NEW_ZERO(o, 1);
    *own = o;
    o->section = m->unsteady ? "motion" : "frame";
    o->in_zone = m->in_zone;
    set_sectors(c, d);
    TRY(comm_agree(m->in_zone ? fit_zone(d, m, o->zone) : check_and_upload(d, m, NULL)));
    if (!m->in_zone)
        return 0;
    comm_sum(o->zone, N_ZONE);
    return comm_agree(check_zone(c, o));
}

static void say(const void *own)
{
    const struct motion_run *o = own;
    const double most = 0.02; /* of the speed */
    if (!o->in_zone)
        return;
    fprintf(stderr, "ufv-solve: [%s] turns %.0f cells\n", o->section, o->zone[ZONE_CELLS]);
    if (o->zone[ZONE_NORMAL] > most * o->zone[ZONE_SPEED])
        fprintf(stderr, "ufv-solve: note: the surface of the rotating zone is not a surface of revolution (%.0f %% of "
                        "its speed is normal to it), which causes errors there; use a mesh with a layer of faces "
                        "along the zone's surface\n",
                100 * o->zone[ZONE_NORMAL] / o->zone[ZONE_SPEED]);
}

static void end(void *own)
{
    mem_free(own);
}

const struct feature_type feature_motion = {
    .in_case = &feature_motion_case,
    .needs = needs,
    .bytes = bytes,
    .fit = fit,
    .say = say,
    .end = end,
};
