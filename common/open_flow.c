/* open_flow.c: means and thrust of the flow through inflows and outlets, from sums over their faces that ufv-solve
 * makes and ufv-post reads. */
#include "open_flow.h"

#include <math.h>

/* Of what crosses either way; a mean over less is of nothing: that of a fan face and an exhaust together would be a
 * difference over a difference. */
static const double NET_LEAST = 0.9;

struct open_flow open_flow_of(const double sum[N_OPEN], double gamma, double gas_constant, const double stream[3])
{
    /* heat: specific heat at constant pressure, J/(kg K); the energy flux over mass flow and heat is the mean total
     * temperature. */
    double mass = sum[OPEN_MASS], heat = gamma / (gamma - 1) * gas_constant;
    struct open_flow f = {.area = sum[OPEN_AREA],
                          .mass = mass,
                          .pressure = sum[OPEN_AREA] > 0 ? sum[OPEN_PRESSURE] / sum[OPEN_AREA] : NAN,
                          .total_pressure = NAN,
                          .total_temperature = NAN,
                          .power = 0 - sum[OPEN_ENERGY]};
    if (fabs(mass) > NET_LEAST * sum[OPEN_BOTH_WAYS]) {
        f.total_pressure = sum[OPEN_TOTAL_PRESSURE] / mass;
        f.total_temperature = sum[OPEN_ENERGY] / (mass * heat);
    }
    for (int d = 0; d < 3; d++)
        /* The sums are out of the fluid: what it receives is their negative. */
        f.thrust -= sum[OPEN_FORCE + d] * stream[d];
    return f;
}

void open_flow_write(const struct open_flow *f, struct json *j)
{
    json_number(j, "mass_flow", f->mass);
    json_number(j, "area", f->area);
    json_number(j, "pressure", f->pressure);
    json_number(j, "total_pressure", f->total_pressure);
    json_number(j, "total_temperature", f->total_temperature);
    json_number(j, "thrust", f->thrust);
    json_number(j, "power", f->power);
}
