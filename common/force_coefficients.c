/* force_coefficients.c: the one formula by which ufv-solve, as it runs, and ufv-post, from its fields,
 * form coefficients. */
#include "force_coefficients.h"

#include <math.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* still_air_speed takes over only where the stream is exactly at rest: a rotor in slow axial flow has
 * coefficients of that slow flow. */
struct force_coefficients force_coefficients(const struct force_reference *r, const double force[3],
                                             const double moment[3])
{
    struct force_coefficients k = {0, 0, 0, {0, 0, 0}};
    double square = dot(r->velocity, r->velocity);
    if (square == 0)
        square = r->still_air_speed * r->still_air_speed;
    double qs = 0.5 * r->density * square * r->area;
    if (qs <= 0)
        return k;
    k.cl = dot(force, r->lift_axis) / qs;
    k.cd = dot(force, r->drag_axis) / qs;
    k.cy = dot(force, r->side_axis) / qs;
    for (int i = 0; i < 3; i++)
        k.cm[i] = moment[i] / (qs * r->length);
    return k;
}

double force_pitching_moment(const double lift_axis[3], const double drag_axis[3], const double cm[3])
{
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, f = (d + 2) % 3;
        double axis = lift_axis[e] * drag_axis[f] - lift_axis[f] * drag_axis[e];
        if (fabs(axis) > 1e-12) /* beside an axis of 0 a moment that is not known is nothing */
            sum += axis * cm[d];
    }
    return sum;
}

void force_coefficients_write(struct json *j, const struct force_coefficients *k)
{
    json_number(j, "cl", k->cl);
    json_number(j, "cd", k->cd);
    json_number(j, "cy", k->cy);
    json_number(j, "cmx", k->cm[0]);
    json_number(j, "cmy", k->cm[1]);
    json_number(j, "cmz", k->cm[2]);
}
