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
    int given = !isnan(c->flow.temperature) + !isnan(c->flow.pressure) + !isnan(c->flow.density);
    CASE_NEED(!(c->flow.temperature <= 0), "flow", "temperature", "must be positive");
    CASE_NEED(!(c->flow.pressure <= 0), "flow", "pressure", "must be positive");
    CASE_NEED(!(c->flow.density <= 0), "flow", "density", "must be positive");
    /* All three could contradict each other. */
    CASE_NEED(given < 3, "flow", "density", "pressure and temperature already give the density; leave one out");
    if (isnan(c->flow.density)) {
        c->flow.temperature = isnan(c->flow.temperature) ? 288.15 : c->flow.temperature;
        c->flow.pressure = isnan(c->flow.pressure) ? 101325.0 : c->flow.pressure;
        c->flow.density = c->flow.pressure / (c->flow.gas_constant * c->flow.temperature);
    } else if (isnan(c->flow.pressure)) {
        c->flow.temperature = isnan(c->flow.temperature) ? 288.15 : c->flow.temperature;
        c->flow.pressure = c->flow.density * c->flow.gas_constant * c->flow.temperature;
    } else {
        c->flow.temperature = c->flow.pressure / (c->flow.gas_constant * c->flow.density);
    }
    return 0;
}

/* Wind axes: drag along the wind; lift in the plane of x and `up`, normal to it;
 * side completes a right-handed system with the span axis positive. */
void case_work_out_reference(struct case_file *c)
{
    struct solution_reference *r = &c->derived.reference;
    const double degree = ANGLE_PI / 180.0;
    double ca = cos(c->flow.alpha * degree), sa = sin(c->flow.alpha * degree);
    double cb = cos(c->flow.beta * degree), sb = sin(c->flow.beta * degree);
    /* x is 0, so that up and span are 1 and 2 in either order. */
    int up = c->flow.up == UP_Z ? 2 : 1, span = 3 - up;
    memset(r, 0, sizeof *r);
    r->gamma = c->flow.gamma;
    r->gas_constant = c->flow.gas_constant;
    r->density = c->flow.density;
    r->pressure = c->flow.pressure;
    r->mach = c->flow.mach;
    r->alpha = c->flow.alpha;
    r->beta = c->flow.beta;
    r->area = c->reference.area;
    r->length = c->reference.length;
    r->span = c->reference.span;
    memcpy(r->centre, c->reference.centre, sizeof r->centre);
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
    double speed = c->flow.mach * sqrt(c->flow.gamma * c->flow.pressure / c->flow.density);
    for (int d = 0; d < 3; d++)
        r->velocity[d] = speed * r->drag_axis[d];
}

/* For [target] cl, during a run: turns the wind axes and the free stream; Mach number and state stay. */
void case_set_alpha(struct case_file *c, double alpha)
{
    c->flow.alpha = alpha;
    case_work_out_reference(c);
}
