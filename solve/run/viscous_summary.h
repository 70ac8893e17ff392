/* viscous_summary.h: what tells whether a viscous run was resolved and its turbulence model at work: y+ of the walls,
 * the largest eddy viscosity.
 */
#ifndef UFV_SOLVE_RUN_VISCOUS_SUMMARY_H
#define UFV_SOLVE_RUN_VISCOUS_SUMMARY_H

#include "scheme/flow.h"
#include "json_write.h"

/* The y+ of first cells up to which wall functions are for: farther out the law of the wall ends. */
enum { WALL_FUNCTIONS_MOST = 300 };

struct viscous_summary {
    enum equations equations;
    double wall_faces;    /* of no-slip walls, all ranks */
    bool modelled_walls;  /* the walls have wall functions */
    double y_plus_least, y_plus_mean, y_plus_most; /* of first cells' centres; mean by face */
    double eddy_ratio;    /* largest eddy viscosity over the free stream's viscosity */
    double clipped;       /* times a turbulence variable was set to its least value */
};

/* Collective: of the state evaluated last; the same on all ranks. */
struct viscous_summary viscous_summary_of(const struct flow *f, const struct case_file *c);

/* Into an open JSON object, as "viscous"; nothing for inviscid runs. Not collective. */
void viscous_summary_write(const struct viscous_summary *s, struct json *j);

/* A line on stdout; nothing for inviscid runs. Not collective. */
void viscous_summary_print(const struct viscous_summary *s);

#endif
