/* case_motion.c: [frame] and [motion] of a case: what they come to, and what they do not go with. */
#include "angle.h"
#include "case/case_file.h"
#include "case/case_parts.h"
#include "error.h"
#include "features/features.h"

#include <math.h>
#include <string.h>

static const double pi = ANGLE_PI;

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* axis: the direction that is given; false: it has no length. */
static bool set_axis(struct motion *m, const double axis[3], const double centre[3])
{
    double length = length_of(axis);
    memcpy(m->centre, centre, sizeof m->centre);
    for (int d = 0; d < 3 && length > 0; d++)
        m->axis[d] = axis[d] / length;
    return length > 0;
}

/* Part of the stream's velocity that is across the axis of m.
 * The sine of the angle between stream and axis, 0 to 1; 0 for a fluid at rest, which has no direction. */
static double stream_across(const struct case_file *c, const struct motion *m)
{
    const double *u = c->derived.reference.drag_axis, *n = m->axis;
    const double cross[3] = {u[1] * n[2] - u[2] * n[1], u[2] * n[0] - u[0] * n[2], u[0] * n[1] - u[1] * n[0]};
    return c->flow.mach > 0 ? length_of(cross) : 0;
}

/* What kernels of meshes that move do not have.
 * section, key: what moves the mesh, for the message. */
static int check_numerics(const struct case_file *c, const char *section, const char *key)
{
    CASE_NEED(c->numerics.precision == PRECISION_DOUBLE, section, key, "needs [numerics] precision = double");
    CASE_NEED(c->numerics.pipeline == PIPELINE_FAST, section, key, "does not go with [numerics] pipeline = paper");
    CASE_NEED(c->model.qcr == QCR_NONE, section, key, "does not go with [model] qcr");
    CASE_NEED(!c->model.rotation_correction, section, key,
              "does not go with [model] rotation_correction, which is for axes at rest");
    return 0;
}

/* Another field would have to move with the mesh, unless only a zone does. */
static int check_start(const struct case_file *c, const char *section, const char *key)
{
    CASE_NEED(c->initial.kind == INITIAL_UNIFORM || motion_is_of_zone(&c->derived.motion), section, key,
              "needs [initial] kind = uniform");
    return 0;
}

/* Keys that would have no effect; key: among `keys`, which end with NULL. */
static int check_no_effect(const struct case_file *c, const char *section, const char *const *keys, const char *needs)
{
    for (; *keys; keys++)
        CASE_NEED(!case_gives(c, section, *keys), section, *keys, needs);
    return 0;
}

/* ---- [frame] ---- */

/* What coefficients and ufv-post know of it; the sectors are found with the mesh (mesh/motion_check.h).
 * sectors = 1 until the mesh is loaded: a mesh of one blade of four then gives 4. */
static void set_rotor(struct case_file *c, double radius)
{
    struct rotor_reference *r = &c->derived.reference.rotor;
    for (int d = 0; d < 3; d++) {
        r->rotation[d] = c->derived.motion.spin * c->derived.motion.axis[d];
        r->centre[d] = c->derived.motion.centre[d];
    }
    r->radius = isnan(radius) ? 0 : radius;
    r->sectors = 1;
}

static int work_out_zone(struct case_file *c)
{
    struct motion *m = &c->derived.motion;
    bool begin = !isnan(c->frame.zone_begin), end = !isnan(c->frame.zone_end);
    m->in_zone = !isnan(c->frame.zone_radius);
    if (!m->in_zone) {
        CASE_NEED(!begin && !end, "frame", begin ? "zone_begin" : "zone_end", "needs zone_radius");
        return 0;
    }
    CASE_NEED(isnan(c->frame.radius) || c->frame.radius <= c->frame.zone_radius, "frame", "radius",
              "is more than zone_radius, so that the tips would lie outside the zone that turns");
    m->zone_radius = c->frame.zone_radius;
    /* An end that is not given is infinitely far: the cylinder goes on to the mesh's boundary. */
    m->zone_begin = begin ? c->frame.zone_begin : -HUGE_VAL;
    m->zone_end = end ? c->frame.zone_end : HUGE_VAL;
    CASE_NEED(m->zone_begin < m->zone_end, "frame", "zone_end", "must lie beyond zone_begin along the axis");
    return 0;
}

static int work_out_frame(struct case_file *c)
{
    static const char *const of_rotation[] = {"axis", "centre", "zone_radius", "zone_begin", "zone_end", NULL};
    struct motion *m = &c->derived.motion;
    bool rpm = !isnan(c->frame.rpm), rate = !isnan(c->frame.rate);
    if (c->frame.type == FRAME_INERTIAL) {
        CASE_NEED(!rpm && !rate, "frame", rpm ? "rpm" : "rate", "needs type = rotating");
        CASE_NEED(isnan(c->frame.radius), "frame", "radius", "needs type = rotating");
        return check_no_effect(c, "frame", of_rotation, "needs type = rotating");
    }
    CASE_NEED(rpm || rate, "frame", "type", "needs rpm or rate");
    CASE_NEED(!rpm || !rate, "frame", "rpm", "rate is given too; leave one of them out");
    CASE_NEED(set_axis(m, c->frame.axis, c->frame.centre), "frame", "axis",
              "must be given with type = rotating: three numbers, not all zero");
    TRY(check_numerics(c, "frame", "type"));
    /* Rounding of the angles' sines; a stream that is meant to cross the axis does so by far more. */
    CASE_NEED(stream_across(c, m) < 1e-9, "frame", "axis",
              "the free stream crosses it, so that the flow is not steady in the rotating frame; turn the stream "
              "along the axis, or take [motion] spin with [time] scheme = dual-time");
    m->spin = rpm ? c->frame.rpm * 2 * pi / 60 : c->frame.rate;
    /* moves: the kernels with velocities of faces; steady: axes that do not turn with time. */
    m->moves = m->steady = true;
    TRY(work_out_zone(c));
    /* Coefficients are of all walls of the mesh: with a zone only a radius says that they are a rotor's. */
    if (!m->in_zone || !isnan(c->frame.radius))
        set_rotor(c, c->frame.radius);
    CASE_NEED(c->flow.mach > 0 || c->stop.window == 0 || c->derived.reference.rotor.radius > 0, "stop", "window",
              "needs [frame] radius where the air is at rest, or cl and cd, which it watches, would be 0");
    return 0;
}

/* ---- [motion] ---- */

static bool has_vector(const double v[3])
{
    return length_of(v) > 0;
}

/* rad/s of the oscillations: 2 k V / c with the reduced frequency k.
 * c is the reference length, V the speed of the free stream. With the other common definition, omega c / V, k would
 * be twice as large. */
static int work_out_frequency(struct case_file *c)
{
    bool plain = !isnan(c->motion.frequency), reduced = !isnan(c->motion.reduced_frequency);
    bool oscillates = c->motion.pitch != 0 || has_vector(c->motion.plunge);
    CASE_NEED(!plain || !reduced, "motion", "frequency", "reduced_frequency is given too; leave one of them out");
    CASE_NEED(oscillates || (!plain && !reduced), "motion", plain ? "frequency" : "reduced_frequency",
              "needs pitch or plunge");
    CASE_NEED(!oscillates || plain || reduced, "motion", c->motion.pitch != 0 ? "pitch" : "plunge",
              "needs frequency or reduced_frequency");
    CASE_NEED(!reduced || c->flow.mach > 0, "motion", "reduced_frequency",
              "needs a moving free stream; give frequency");
    c->derived.motion.frequency =
        plain     ? 2 * pi * c->motion.frequency
        : reduced ? 2 * c->motion.reduced_frequency * length_of(c->derived.reference.velocity) / c->reference.length
                  : 0;
    return 0;
}

/* Nose up about the span axis unless the user says otherwise. */
static void set_motion_axis(struct case_file *c)
{
    /* Right-handed about it x turns away from up, which lifts the nose of a body that points upstream,
     * to -x. */
    const double nose_up[3] = {0, c->flow.up == UP_Z ? 1 : 0, c->flow.up == UP_Z ? 0 : -1};
    if (!set_axis(&c->derived.motion, c->motion.axis, c->motion.centre))
        (void)set_axis(&c->derived.motion, nose_up, c->motion.centre);
}

static int work_out_spin(struct case_file *c)
{
    bool rpm = !isnan(c->motion.spin_rpm), rate = !isnan(c->motion.spin);
    CASE_NEED(!rpm || !rate, "motion", "spin_rpm", "spin is given too; leave one of them out");
    c->derived.motion.spin = rpm ? c->motion.spin_rpm * 2 * pi / 60 : rate ? c->motion.spin : 0;
    return 0;
}

/* The key that makes the mesh move, for messages; NULL: none does.
 * Messages name the key that the user wrote. */
static const char *moving_key(const struct case_file *c)
{
    return c->motion.pitch != 0                    ? "pitch"
           : has_vector(c->motion.plunge)          ? "plunge"
           : !isnan(c->motion.spin)                ? "spin"
           : !isnan(c->motion.spin_rpm)            ? "spin_rpm"
           : has_vector(c->motion.velocity) ? "velocity"
           : c->motion.table           ? "table"
                                            : NULL;
}

static int check_phases(const struct case_file *c)
{
    CASE_NEED(c->motion.pitch != 0 || !case_gives(c, "motion", "pitch_phase"), "motion", "pitch_phase", "needs pitch");
    CASE_NEED(has_vector(c->motion.plunge) || !case_gives(c, "motion", "plunge_phase"), "motion", "plunge_phase",
              "needs plunge");
    return 0;
}

/* A rotor that turns in time. Only with a radius: a mesh that spins need not be one. */
static int work_out_rotor(struct case_file *c)
{
    const struct motion *m = &c->derived.motion;
    if (isnan(c->motion.radius))
        return 0;
    CASE_NEED(m->spin != 0, "motion", "radius", "needs spin: it is the radius of a rotor's tips");
    CASE_NEED(m->pitch == 0 && !has_vector(m->plunge) && !has_vector(m->velocity) && !m->table, "motion", "radius",
              "is of a rotor, which only spins; leave out pitch, plunge, velocity and table, and give the wind in "
              "[flow]");
    set_rotor(c, c->motion.radius);
    return 0;
}

static int work_out_motion(struct case_file *c)
{
    static const char *const of_motion[] = {"axis", "centre", "radius", NULL};
    struct motion m = {.pitch = c->motion.pitch * pi / 180, .pitch_phase = c->motion.pitch_phase * pi / 180,
                       .plunge_phase = c->motion.plunge_phase * pi / 180};
    const char *key = moving_key(c);
    TRY(check_phases(c));
    TRY(case_read_motion_table(c));
    /* A frequency alone goes on to be refused with a sentence. */
    if (!key && isnan(c->motion.frequency) && isnan(c->motion.reduced_frequency))
        return check_no_effect(c, "motion", of_motion,
                               "needs pitch, plunge, spin, velocity or table, or nothing moves");
    CASE_NEED(!c->derived.motion.steady, "frame", "type", "does not go with [motion]; leave one of them out");
    memcpy(m.plunge, c->motion.plunge, sizeof m.plunge);
    memcpy(m.velocity, c->motion.velocity, sizeof m.velocity);
    m.table = c->derived.motion_table.n > 0 ? &c->derived.motion_table : NULL;
    c->derived.motion = m;
    set_motion_axis(c);
    TRY(work_out_frequency(c));
    TRY(work_out_spin(c));
    c->derived.motion.moves = c->derived.motion.unsteady = true;
    TRY(work_out_rotor(c));
    CASE_NEED(c->time.scheme == TIME_DUAL, "time", "scheme",
              "must be dual-time with [motion], which changes with time");
    return check_numerics(c, "motion", key); /* a frequency alone has been refused */
}

int case_work_out_motion(struct case_file *c)
{
    TRY(work_out_frame(c));
    return work_out_motion(c);
}

int case_check_motion(const struct case_file *c)
{
    const bool frame = c->derived.motion.steady;
    return c->derived.motion.moves ? check_start(c, frame ? "frame" : "motion", frame ? "type" : moving_key(c)) : 0;
}

/* With several, the oscillation's, or else that of a table that is repeated: a steady spin alone repeats after a
 * turn. */
double case_motion_period(const struct case_file *c)
{
    return c->derived.motion.frequency > 0   ? 2 * pi / c->derived.motion.frequency
           : c->derived.motion_table.period > 0 ? c->derived.motion_table.period
           : c->derived.motion.unsteady && c->derived.motion.spin != 0 ? 2 * pi / fabs(c->derived.motion.spin)
                                                       : NAN;
}

/* ---- [patches] ---- */

static bool turns(const struct bc_values *v)
{
    return v->kind == BC_WALL && (v->wall_rotation[0] != 0 || v->wall_rotation[1] != 0 || v->wall_rotation[2] != 0);
}

/* A wall that turns in its own plane at rest (a wheel, a hub) needs velocities of faces, but the mesh itself does
 * not move: moves is set, steady and unsteady are not. */
static int check_patch(struct case_file *c, const char *name, const struct bc_values *v)
{
    bool mesh = (c->derived.motion.steady || c->derived.motion.unsteady) &&
                !c->derived.motion.in_zone; /* of a zone: mesh/motion_check.h */
    const char *section = c->derived.motion.steady ? "[frame] type = rotating" : "[motion]";
    if (mesh && (v->kind == BC_TOTAL_INFLOW || v->kind == BC_MASS_INFLOW || v->kind == BC_PRESCRIBED))
        return error_set("%s: patch '%s': kind %s does not go with %s; take farfield, opening, pressure-outlet "
                         "or a supersonic inflow",
                         c->config.path, name, bc_kind_name((enum bc_kind)v->kind), section);
    const char *needs = features_kind_needs(c->features, v->kind);
    if (needs)
        return error_set("%s: patch '%s': kind %s needs %s", c->config.path, name,
                         bc_kind_name((enum bc_kind)v->kind), needs);
    if (!turns(v))
        return 0;
    c->derived.motion.moves = true;
    TRY(check_start(c, "patches", name));
    return check_numerics(c, "patches", name);
}

int case_check_moving_patches(struct case_file *c, const struct pack *p, const struct bc_values *values)
{
    for (int k = 0; k < p->n_patches; k++)
        if (p->patch[k].n_faces > 0)
            TRY(check_patch(c, p->patch[k].name, &values[k]));
    return 0;
}
