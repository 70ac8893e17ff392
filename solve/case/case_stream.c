/* case_stream.c: works out the free stream and the wind axes from [flow] and [reference]. */
#include "case/case_file.h"
#include "case/case_parts.h"

#include "angle.h"
#include "error.h"

#include <math.h>
#include <string.h>

/* Two of temperature, pressure and density give the third by the ideal gas law; what is missing is the
 * standard atmosphere's. */
int case_work_out_gas(struct case_file *c)
{
    int given = !isnan(c->temperature) + !isnan(c->pressure) + !isnan(c->density);
    CASE_NEED(!(c->temperature <= 0), "flow", "temperature", "must be positive");
    CASE_NEED(!(c->pressure <= 0), "flow", "pressure", "must be positive");
    CASE_NEED(!(c->density <= 0), "flow", "density", "must be positive");
    /* All three could contradict each other. */
    CASE_NEED(given < 3, "flow", "density", "pressure and temperature already give the density; leave one out");
    if (isnan(c->density)) {
        c->temperature = isnan(c->temperature) ? 288.15 : c->temperature;
        c->pressure = isnan(c->pressure) ? 101325.0 : c->pressure;
        c->density = c->pressure / (c->gas_constant * c->temperature);
    } else if (isnan(c->pressure)) {
        c->temperature = isnan(c->temperature) ? 288.15 : c->temperature;
        c->pressure = c->density * c->gas_constant * c->temperature;
    } else {
        c->temperature = c->pressure / (c->gas_constant * c->density);
    }
    return 0;
}

/* Wind axes: drag along the wind; lift in the plane of x and `up`, normal to it;
 * side completes a right-handed system with the span axis positive. */
void case_work_out_reference(struct case_file *c)
{
    struct solution_reference *r = &c->reference;
    const double degree = ANGLE_PI / 180.0;
    double ca = cos(c->alpha * degree), sa = sin(c->alpha * degree);
    double cb = cos(c->beta * degree), sb = sin(c->beta * degree);
    /* x is 0, so that up and span are 1 and 2 in either order. */
    int up = c->up == UP_Z ? 2 : 1, span = 3 - up;
    memset(r, 0, sizeof *r);
    r->gamma = c->gamma;
    r->gas_constant = c->gas_constant;
    r->density = c->density;
    r->pressure = c->pressure;
    r->mach = c->mach;
    r->alpha = c->alpha;
    r->beta = c->beta;
    r->area = c->area;
    r->length = c->length;
    r->span = c->span;
    memcpy(r->centre, c->centre, sizeof r->centre);
    /* alpha turns x towards up, beta that direction towards the span axis: three unit vectors, normal
     * to each other. */
    r->drag_axis[0] = ca * cb;
    r->drag_axis[up] = sa * cb;
    r->drag_axis[span] = sb;
    r->lift_axis[0] = -sa;
    r->lift_axis[up] = ca;
    r->side_axis[0] = -ca * sb;
    r->side_axis[up] = -sa * sb;
    r->side_axis[span] = cb;
    /* The speed, m/s: the Mach number times the speed of sound of the ideal gas. */
    double speed = c->mach * sqrt(c->gamma * c->pressure / c->density);
    for (int d = 0; d < 3; d++)
        r->velocity[d] = speed * r->drag_axis[d];
}

/* For [target] cl, during a run: turns the wind axes and the free stream; Mach number and state stay. */
void case_set_alpha(struct case_file *c, double alpha)
{
    c->alpha = alpha;
    case_work_out_reference(c);
}
