/* fan.h: outlets whose pressure is found on the way, so that their faces pass a mass flow: a controller for each line
 * of [patches] with mass_flow, which is told what crosses the faces and says what the pressure is to be.
 *
 * It takes the stream through the faces for one of constant total pressure and temperature, their means over the mass
 * flow, through the whole area, so that static pressure and mass flow belong together (NACA Report 1135, Eqs. 44 and
 * 99). The first pressure is that of the free stream at the mass flow. From then on it waits until the mass flow has
 * settled (settle.h), and changes the pressure by the difference between the stream's at the mass flow wanted and at
 * the one there is, over what the stream's pressure changed for each pascal at the change before, which is 1 where
 * losses do not depend on the mass flow. So each change is small beside the one before, and the residual falls
 * meanwhile. Between changes the outlet is one of given pressure: a law that changes it each step swings with the mass
 * of fluid that it moves, and at low Mach numbers beyond rest.
 *
 * Nothing here is collective, and ranks that are told the same sums come to the same pressures.
 */
#ifndef UFV_SOLVE_FEATURES_MASS_FLOW_OUTLETS_FAN_H
#define UFV_SOLVE_FEATURES_MASS_FLOW_OUTLETS_FAN_H

#include "features/aim.h"
#include "control/settle.h"
#include "open_flow.h"
#include "scheme/flow.h"

/* A fan is met when it passes what is wanted within this part of it. */
#define FAN_TOLERANCE 1e-4

struct fan {
    int line;             /* of struct bc_values: its patches */
    int patch;            /* the first of them */
    char name[NAME_SIZE]; /* of that one */
    double wanted;        /* kg/s */
    double pressure;      /* Pa, now: what struct bc_values has */
    double has;           /* kg/s at the newest look; NAN: not looked yet */
    double most;          /* kg/s that the newest look's stream would pass at Mach 1; NAN likewise */
    double response;      /* Pa of the stream's pressure for one of the outlet's */
    bool has_point;
    double point_pressure, point_mass, point_doubt; /* Pa, kg/s, Pa: the settled pressure before this one, and what
                                                       passed then */
    int64_t changes;
    struct settle settle; /* mass flow and stream's pressure at the newest pressure */
};

struct fans {
    int n;
    struct fan *fan; /* owned; [n] in the order of their first patches */
};

/* From what the case gives the patches of the domain, which may have areas (domain_load() is through). fans_free()
 * it. */
void fans_begin(const struct case_file *c, const struct domain *d, struct fans *fans);
void fans_free(struct fans *fans);

/* At a look (settle_every()): what crosses the patches, sum[n_patches] (patch_flows.h), and the density residual (any
 * norm) of the state at the present pressures. True: one has another pressure, for fans_apply(). */
bool fans_look(const struct case_file *c, const struct domain *d, double (*sum)[N_OPEN], double residual,
               struct fans *fans);

/* What the fans pass, without a look. */
void fans_measure(const struct case_file *c, const struct domain *d, double (*sum)[N_OPEN], struct fans *fans);

/* The pressures into the domain's values, which domain_renew_values() takes to the device. */
void fans_apply(const struct fans *fans, struct domain *d);

/* The first that does not pass what is wanted; NULL: all do. */
const struct fan *fans_unmet(const struct fans *fans);

/* Is as much wanted as the stream passes at Mach 1, or more? */
bool fan_is_beyond(const struct fan *f);

/* What the verdict says of an outlet that does not pass what is wanted. */
void fan_aim(const struct fan *f, struct aim *aim);

/* Is one neither met nor beyond that, so that the run must go on? */
bool fans_hold_up(const struct fans *fans);

/* Numbers for a checkpoint, [n fans][FAN_NUMBERS]. load() takes n numbers in fans that have begun, for those whose
 * first patch has the same name. same_flow: of the same mesh and stream, so that mass flows so far count; else
 * pressures are taken times scale, what the free stream's total pressure has grown by. */
enum { FAN_HEAD = 9, FAN_NUMBERS = FAN_HEAD + SETTLE_NUMBERS };
void fans_save(const struct fans *fans, double *number);
void fans_load(struct fans *fans, int64_t n, const double *number, bool same_flow, double scale);

#endif
