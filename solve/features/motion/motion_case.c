/* motion_case.c: [frame] and [motion] of a case: what they come to, and what they do not go with. */
#include "features/motion/motion_case.h"

#include "angle.h"
#include "bc_kind.h"
#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_table.h"
#include "error.h"

#include <math.h>
#include <string.h>

static const struct case_row rows[] = {
    CASE_ROW_SECTION(frame, "a steadily rotating frame of the whole mesh or of a zone, for rotors as steady flow"),
    CASE_ROW_WORD(struct motion_case, frame, type, frame.type, FRAME_INERTIAL, CHOICES(FRAME_TYPES),
                  "inertial: the mesh is at rest; rotating: the mesh rotates and the flow is steady in its axes (any "
                  "[time] scheme; velocities are those seen by an observer at rest, walls rotate with the mesh, the "
                  "free stream is along the axis or at rest; precision = double)"),
    CASE_ROW_NUMBER(struct motion_case, frame, rate, frame.rate, NAN, -1e6, 1e6, "rad/s",
                    "rotating: angular velocity, right-handed about axis"),
    CASE_ROW_NUMBER(struct motion_case, frame, rpm, frame.rpm, NAN, -1e7, 1e7, "1/min",
                    "rotating: the same in revolutions per minute, instead of rate"),
    CASE_ROW_VECTOR(struct motion_case, frame, axis, frame.axis, 3, "0 0 0", -1e9, 1e9, "",
                    "rotating: direction of the axis, of any length; must be given"),
    CASE_ROW_VECTOR(struct motion_case, frame, centre, frame.centre, 3, "0 0 0", -1e9, 1e9, "m",
                    "rotating: a point of the axis"),
    CASE_ROW_NUMBER(struct motion_case, frame, radius, frame.radius, NAN, 1e-9, 1e9, "m",
                    "rotating: tip radius of the rotor, used in thrust and torque coefficients; in air at rest (mach "
                    "= 0) the tip speed replaces the free-stream speed in all coefficients; with zone_radius the "
                    "walls of the whole mesh count"),
    CASE_ROW_NUMBER(struct motion_case, frame, zone_radius, frame.zone_radius, NAN, 1e-9, 1e9, "m",
                    "rotating: only cells whose centroids are within this distance of the axis rotate (multiple "
                    "reference frames); the rest of the mesh is at rest (the whole mesh rotates when not given)"),
    CASE_ROW_NUMBER(struct motion_case, frame, zone_begin, frame.zone_begin, NAN, -1e9, 1e9, "m",
                    "start of the zone: distance from the centre along the axis (unbounded when not given)"),
    CASE_ROW_NUMBER(struct motion_case, frame, zone_end, frame.zone_end, NAN, -1e9, 1e9, "m",
                    "end of the zone along the axis (unbounded when not given)"),
    CASE_ROW_SECTION(motion, "rigid-body motion of the whole mesh in a constant free stream (scheme = dual-time)"),
    CASE_ROW_NUMBER(struct motion_case, motion, pitch, pitch, 0, -180, 180, "degrees",
                    "amplitude of an oscillation about axis: at time t the mesh is turned by pitch sin(2 pi "
                    "frequency t + pitch_phase), nose up for positive angles, from its position in the file; the "
                    "mean angle of attack is [flow] alpha"),
    CASE_ROW_NUMBER(struct motion_case, motion, pitch_phase, pitch_phase, 0, -360, 360, "degrees", "phase of pitch"),
    CASE_ROW_VECTOR(struct motion_case, motion, plunge, plunge, 3, "0 0 0", -1e6, 1e6, "m",
                    "amplitude and direction of an oscillation in translation: the mesh is displaced by plunge sin(2 "
                    "pi frequency t + plunge_phase)"),
    CASE_ROW_NUMBER(struct motion_case, motion, plunge_phase, plunge_phase, 0, -360, 360, "degrees",
                    "phase of plunge"),
    CASE_ROW_NUMBER(struct motion_case, motion, frequency, frequency, NAN, 1e-9, 1e9, "Hz",
                    "frequency of pitch and plunge"),
    CASE_ROW_NUMBER(struct motion_case, motion, reduced_frequency, reduced_frequency, NAN, 1e-9, 1e6, "",
                    "k = pi frequency c / V with the reference length c and the speed V of the free stream, instead "
                    "of frequency"),
    CASE_ROW_TEXT(struct motion_case, motion, table, table,
                  "a file with the motion as a table over time, instead of formulas or in addition to them. A line "
                  "holds the time (s), the angle about axis (degrees; nose up for positive angles unless axis is "
                  "given) and, optionally, the displacement along x, y and z (m); cubic splines join the lines. The "
                  "run ends with the table unless end_time or periods end it sooner"),
    CASE_ROW_SWITCH(struct motion_case, motion, table_repeats, table_repeats, false,
                    "the table is one period, whose last line is the first one again, and is repeated without end"),
    CASE_ROW_NUMBER(struct motion_case, motion, spin, spin, NAN, -1e6, 1e6, "rad/s",
                    "angular velocity of a steady rotation about axis, right-handed"),
    CASE_ROW_NUMBER(struct motion_case, motion, spin_rpm, spin_rpm, NAN, -1e7, 1e7, "1/min",
                    "the same in revolutions per minute, instead of spin"),
    CASE_ROW_VECTOR(struct motion_case, motion, velocity, velocity, 3, "0 0 0", -1e5, 1e5, "m/s",
                    "steady velocity of the mesh"),
    CASE_ROW_VECTOR(struct motion_case, motion, axis, axis, 3, "0 0 0", -1e9, 1e9, "",
                    "direction of the axis of pitch, table and spin, of any length; zeros: the span axis, such that "
                    "a positive pitch is nose up"),
    CASE_ROW_VECTOR(struct motion_case, motion, centre, centre, 3, "0 0 0", -1e9, 1e9, "m",
                    "a point of that axis, which moves with the mesh"),
    CASE_ROW_NUMBER(struct motion_case, motion, radius, radius, NAN, 1e-9, 1e9, "m",
                    "with spin: tip radius of a rotor, used like [frame] radius: in air at rest the tip speed "
                    "replaces the free-stream speed in all coefficients; thrust, torque and figure of merit of all "
                    "walls of the mesh are reported"),
};
static const struct case_table table = {rows, sizeof rows / sizeof *rows};

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

/* Keys that would have no effect; key: among `keys`, which end with NULL. */
static int check_no_effect(const struct case_file *c, const char *section, const char *const *keys, const char *needs)
{
    for (; *keys; keys++)
        CASE_NEED(!case_gives(c, section, *keys), section, *keys, needs);
    return 0;
}

/* ---- [frame] ---- */

/* What coefficients and ufv-post know of it; the sectors are found with the mesh (motion_check.h).
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

static int work_out_zone(struct case_file *c, const struct motion_case *s)
{
    struct motion *m = &c->derived.motion;
    bool begin = !isnan(s->frame.zone_begin), end = !isnan(s->frame.zone_end);
    m->in_zone = !isnan(s->frame.zone_radius);
    if (!m->in_zone) {
        CASE_NEED(!begin && !end, "frame", begin ? "zone_begin" : "zone_end", "needs zone_radius");
        return 0;
    }
    CASE_NEED(isnan(s->frame.radius) || s->frame.radius <= s->frame.zone_radius, "frame", "radius",
              "is more than zone_radius, so that the tips would lie outside the zone that turns");
    m->zone_radius = s->frame.zone_radius;
    /* An end that is not given is infinitely far: the cylinder goes on to the mesh's boundary. */
    m->zone_begin = begin ? s->frame.zone_begin : -HUGE_VAL;
    m->zone_end = end ? s->frame.zone_end : HUGE_VAL;
    CASE_NEED(m->zone_begin < m->zone_end, "frame", "zone_end", "must lie beyond zone_begin along the axis");
    return 0;
}

static int work_out_frame(struct case_file *c, const struct motion_case *s)
{
    static const char *const of_rotation[] = {"axis", "centre", "zone_radius", "zone_begin", "zone_end", NULL};
    struct motion *m = &c->derived.motion;
    bool rpm = !isnan(s->frame.rpm), rate = !isnan(s->frame.rate);
    if (s->frame.type == FRAME_INERTIAL) {
        CASE_NEED(!rpm && !rate, "frame", rpm ? "rpm" : "rate", "needs type = rotating");
        CASE_NEED(isnan(s->frame.radius), "frame", "radius", "needs type = rotating");
        return check_no_effect(c, "frame", of_rotation, "needs type = rotating");
    }
    CASE_NEED(rpm || rate, "frame", "type", "needs rpm or rate");
    CASE_NEED(!rpm || !rate, "frame", "rpm", "rate is given too; leave one of them out");
    CASE_NEED(set_axis(m, s->frame.axis, s->frame.centre), "frame", "axis",
              "must be given with type = rotating: three numbers, not all zero");
    TRY(case_check_moving(c, "frame", "type"));
    /* Rounding of the angles' sines; a stream that is meant to cross the axis does so by far more. */
    CASE_NEED(stream_across(c, m) < 1e-9, "frame", "axis",
              "the free stream crosses it, so that the flow is not steady in the rotating frame; turn the stream "
              "along the axis, or take [motion] spin with [time] scheme = dual-time");
    m->spin = rpm ? s->frame.rpm * 2 * pi / 60 : s->frame.rate;
    /* moves: the kernels with velocities of faces; steady: axes that do not turn with time. */
    m->moves = m->steady = true;
    TRY(work_out_zone(c, s));
    /* Coefficients are of all walls of the mesh: with a zone only a radius says that they are a rotor's. */
    if (!m->in_zone || !isnan(s->frame.radius))
        set_rotor(c, s->frame.radius);
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
static int work_out_frequency(struct case_file *c, const struct motion_case *s)
{
    bool plain = !isnan(s->frequency), reduced = !isnan(s->reduced_frequency);
    bool oscillates = s->pitch != 0 || has_vector(s->plunge);
    CASE_NEED(!plain || !reduced, "motion", "frequency", "reduced_frequency is given too; leave one of them out");
    CASE_NEED(oscillates || (!plain && !reduced), "motion", plain ? "frequency" : "reduced_frequency",
              "needs pitch or plunge");
    CASE_NEED(!oscillates || plain || reduced, "motion", s->pitch != 0 ? "pitch" : "plunge",
              "needs frequency or reduced_frequency");
    CASE_NEED(!reduced || c->flow.mach > 0, "motion", "reduced_frequency",
              "needs a moving free stream; give frequency");
    c->derived.motion.frequency =
        plain     ? 2 * pi * s->frequency
        : reduced ? 2 * s->reduced_frequency * length_of(c->derived.reference.velocity) / c->reference.length
                  : 0;
    return 0;
}

/* Nose up about the span axis unless the user says otherwise. */
static void set_motion_axis(struct case_file *c, const struct motion_case *s)
{
    /* Right-handed about it x turns away from up, which lifts the nose of a body that points upstream,
     * to -x. */
    const double nose_up[3] = {0, c->flow.up == UP_Z ? 1 : 0, c->flow.up == UP_Z ? 0 : -1};
    if (!set_axis(&c->derived.motion, s->axis, s->centre))
        (void)set_axis(&c->derived.motion, nose_up, s->centre);
}

static int work_out_spin(struct case_file *c, const struct motion_case *s)
{
    bool rpm = !isnan(s->spin_rpm), rate = !isnan(s->spin);
    CASE_NEED(!rpm || !rate, "motion", "spin_rpm", "spin is given too; leave one of them out");
    c->derived.motion.spin = rpm ? s->spin_rpm * 2 * pi / 60 : rate ? s->spin : 0;
    return 0;
}

/* The key that makes the mesh move, for messages; NULL: none does.
 * Messages name the key that the user wrote. */
static const char *moving_key(const struct motion_case *s)
{
    return s->pitch != 0                    ? "pitch"
           : has_vector(s->plunge)          ? "plunge"
           : !isnan(s->spin)                ? "spin"
           : !isnan(s->spin_rpm)            ? "spin_rpm"
           : has_vector(s->velocity) ? "velocity"
           : s->table           ? "table"
                                            : NULL;
}

static int check_phases(const struct case_file *c, const struct motion_case *s)
{
    CASE_NEED(s->pitch != 0 || !case_gives(c, "motion", "pitch_phase"), "motion", "pitch_phase", "needs pitch");
    CASE_NEED(has_vector(s->plunge) || !case_gives(c, "motion", "plunge_phase"), "motion", "plunge_phase",
              "needs plunge");
    return 0;
}

/* A rotor that turns in time. Only with a radius: a mesh that spins need not be one. */
static int work_out_rotor(struct case_file *c, const struct motion_case *s)
{
    const struct motion *m = &c->derived.motion;
    if (isnan(s->radius))
        return 0;
    CASE_NEED(m->spin != 0, "motion", "radius", "needs spin: it is the radius of a rotor's tips");
    CASE_NEED(m->pitch == 0 && !has_vector(m->plunge) && !has_vector(m->velocity) && !m->part, "motion", "radius",
              "is of a rotor, which only spins; leave out pitch, plunge, velocity and table, and give the wind in "
              "[flow]");
    set_rotor(c, s->radius);
    return 0;
}

static int work_out_motion(struct case_file *c, struct motion_case *s)
{
    static const char *const of_motion[] = {"axis", "centre", "radius", NULL};
    struct motion m = {.pitch = s->pitch * pi / 180, .pitch_phase = s->pitch_phase * pi / 180,
                       .plunge_phase = s->plunge_phase * pi / 180};
    const char *key = moving_key(s);
    TRY(check_phases(c, s));
    TRY(motion_rows_read(c, s));
    /* A frequency alone goes on to be refused with a sentence. */
    if (!key && isnan(s->frequency) && isnan(s->reduced_frequency))
        return check_no_effect(c, "motion", of_motion,
                               "needs pitch, plunge, spin, velocity or table, or nothing moves");
    CASE_NEED(!c->derived.motion.steady, "frame", "type", "does not go with [motion]; leave one of them out");
    memcpy(m.plunge, s->plunge, sizeof m.plunge);
    memcpy(m.velocity, s->velocity, sizeof m.velocity);
    m.part = s->rows.n > 0 ? &s->rows.part : NULL;
    c->derived.motion = m;
    set_motion_axis(c, s);
    TRY(work_out_frequency(c, s));
    TRY(work_out_spin(c, s));
    c->derived.motion.moves = c->derived.motion.unsteady = true;
    TRY(work_out_rotor(c, s));
    CASE_NEED(c->time.scheme == TIME_DUAL, "time", "scheme",
              "must be dual-time with [motion], which changes with time");
    return case_check_moving(c, "motion", key); /* a frequency alone has been refused */
}

/* s; with several, the oscillation's, or else that of a table that is repeated: a steady spin alone repeats after a
 * turn. */
static double period_of(const struct motion *m, const struct motion_case *s)
{
    return m->frequency > 0              ? 2 * pi / m->frequency
           : s->rows.period > 0          ? s->rows.period
           : m->unsteady && m->spin != 0 ? 2 * pi / fabs(m->spin)
                                         : NAN;
}

static int work_out(struct case_file *c, void *spec)
{
    struct motion_case *s = spec;
    TRY(work_out_frame(c, s));
    TRY(work_out_motion(c, s));
    c->derived.motion_period = period_of(&c->derived.motion, s);
    if (s->rows.n > 0 && !(s->rows.period > 0))
        c->derived.motion_end = s->rows.time[s->rows.n - 1];
    return 0;
}

static int read(struct case_file *c, void *spec, bool *asked)
{
    struct motion_case *s = spec;
    const bool frame = c->derived.motion.steady;
    s->turns = motion_turns(&c->derived.motion);
    *asked = frame || c->derived.motion.unsteady;
    TRY(motion_rows_check_end(c, s));
    return *asked ? case_check_moving_start(c, frame ? "frame" : "motion", frame ? "type" : moving_key(s)) : 0;
}

/* Of a zone: motion_check.h. */
static int check_patches(struct case_file *c, const void *spec, const struct pack *p, const struct bc_values *values)
{
    (void)spec;
    for (int k = 0; k < p->n_patches && !c->derived.motion.in_zone; k++) {
        const int kind = values[k].kind;
        if (p->patch[k].n_faces > 0 && (kind == BC_TOTAL_INFLOW || kind == BC_MASS_INFLOW || kind == BC_PRESCRIBED))
            return error_set("%s: patch '%s': kind %s does not go with %s; take farfield, opening, pressure-outlet "
                             "or a supersonic inflow",
                             c->config.path, p->patch[k].name, bc_kind_name((enum bc_kind)kind),
                             c->derived.motion.steady ? "[frame] type = rotating" : "[motion]");
    }
    return 0;
}

static void release(void *spec)
{
    motion_table_free(&((struct motion_case *)spec)->rows);
}

const struct feature_case feature_motion_case = {
    .size = sizeof(struct motion_case), .table = &table, .work_out = work_out, .read = read,
    .check_patches = check_patches, .release = release};
