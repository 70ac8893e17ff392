/* rotor_coefficients.c: one set of formulas for ufv-solve and ufv-post. */
#include "rotor_coefficients.h"

#include "angle.h"
#include "vec3.h"

#include <math.h>

static const double pi = ANGLE_PI;

static struct vec3 of(const double x[3])
{
    return vec3_make(x[0], x[1], x[2]);
}

static double rate_of(const struct rotor_reference *r)
{
    return sqrt(vec3_dot(of(r->rotation), of(r->rotation)));
}

bool rotor_turns(const struct rotor_reference *r)
{
    return rate_of(r) > 0;
}

/* turn: angle (radians) between the mesh's periodic sides. 2 pi / turn is a whole number but for the rounding
 * of angles in mesh files; other ratios (3 blades of 22) are kept. */
double rotor_sectors(double turn)
{
    double ratio = 2 * pi / turn, whole = rint(ratio);
    return fabs(ratio - whole) <= 1e-3 ? whole : ratio;
}

double rotor_tip_speed(const struct rotor_reference *r)
{
    return rate_of(r) * r->radius;
}

/* V - omega x (x - x0)|^2: the speed at which a point of the blade is passed. */
double rotor_square_of_speed(const struct rotor_reference *r, const double stream[3], const double x[3])
{
    struct vec3 way = vec3_cross(of(r->rotation), vec3_sub(of(x), of(r->centre)));
    struct vec3 seen = vec3_sub(of(stream), way);
    return vec3_dot(seen, seen);
}

/* about: the point (m) to which the moment refers; it is shifted to the axis here. Torque has the opposite
 * sign: what turns the rotor, against the moment of the air on it. NAN where no radius is given, or the
 * figure of merit has no meaning (thrust or torque not positive). */
struct rotor_coefficients rotor_coefficients(const struct rotor_reference *r, double density, const double about[3],
                                             const double force[3], const double moment[3])
{
    struct rotor_coefficients k = {.ct = NAN, .cq = NAN, .merit = NAN};
    struct vec3 axis = vec3_scale(1 / rate_of(r), of(r->rotation));
    struct vec3 shift = vec3_cross(vec3_sub(of(about), of(r->centre)), of(force));
    k.thrust = r->sectors * vec3_dot(of(force), axis);
    k.torque = -r->sectors * (vec3_dot(of(moment), axis) + vec3_dot(shift, axis));
    if (!(r->radius > 0))
        return k;
    /* `unit` is rho pi R^2 (Omega R)^2, N; rotor_coefficients.h has the formulas and their source. */
    double speed = rotor_tip_speed(r), unit = density * pi * r->radius * r->radius * speed * speed;
    k.ct = k.thrust / unit;
    k.cq = k.torque / (unit * r->radius);
    if (k.ct > 0 && k.cq > 0)
        k.merit = k.ct * sqrt(k.ct) / (sqrt(2) * k.cq);
    return k;
}

void rotor_coefficients_write(struct json *j, const struct rotor_reference *r, const struct rotor_coefficients *k)
{
    json_object(j, "rotor");
    json_number(j, "thrust", k->thrust);
    json_number(j, "torque", k->torque);
    json_number(j, "ct", k->ct);
    json_number(j, "cq", k->cq);
    json_number(j, "figure_of_merit", k->merit);
    json_number(j, "tip_speed", rotor_tip_speed(r));
    json_number(j, "sectors", r->sectors);
    json_close(j);
}
