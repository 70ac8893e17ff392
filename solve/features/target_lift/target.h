/* target.h: the angle of attack that gives a lift coefficient, found on the way: a controller that is told
 * the lift now and then and says when the angle is to change.
 *
 * It waits until cl has settled, which is until what trend.h expects to come is a small part of what is missing, and
 * until the residual has fallen since the change before, without which the flow has not answered yet; and then changes
 * alpha by what is missing over the slope dcl/dalpha. The slope is at first that of a flat plate, 2 pi / beta
 * (Prandtl-Glauert) or 4 / beta (Ackeret) per radian with beta^2 = |1 - M^2|, which is too steep for a wing and so on
 * the safe side; from the second settled angle on it is the secant through the two newest ones. So each change is small
 * beside the one before, and the residual falls meanwhile.
 *
 * It knows nothing of the flow. Ranks that are told the same numbers come to the same angles.
 */
#ifndef UFV_SOLVE_FEATURES_TARGET_LIFT_TARGET_H
#define UFV_SOLVE_FEATURES_TARGET_LIFT_TARGET_H

#include "case/case_file.h"
#include "control/settle.h"
#include "features/target_lift/target_lift_case.h"

enum target_obstacle {
    TARGET_FREE,
    TARGET_LIMIT, /* alpha stands at alpha_min or alpha_max */
    TARGET_FLAT,  /* lift hardly rises with alpha, or falls: stall, or no surface that lifts */
};

struct target {
    double cl, tolerance, alpha_min, alpha_max; /* as the case has them; degrees */
    double alpha;                  /* degrees, now */
    double slope, theory;          /* 1/degree */
    bool has_point;
    double point_alpha, point_cl, point_doubt; /* the settled angle before this one; doubt: of its cl */
    int64_t changes;
    int flat;                      /* changes in a row that hardly raised the lift */
    enum target_obstacle obstacle;
    struct settle settle;          /* cl, with cd, at the newest angle */
};

/* From the case, [flow] alpha being the first angle. Not collective, as nothing here is. */
void target_begin(const struct case_file *c, const struct target_lift_case *asked, struct target *t);

/* At a look (settle_every()): the lift, the drag and the density residual (any norm) of the state at alpha. True: alpha
 * has changed. */
bool target_look(struct target *t, double cl, double cd, double residual);

/* Is that the lift asked for? */
bool target_is_met(const struct target *t, double cl);

/* Is the change of cl still to come at the newest angle, as trend.h estimates it, within the tolerance? False after too
 * few looks to tell. */
bool target_has_settled(const struct target *t);

/* Numbers for a checkpoint: how many, at most TARGET_NUMBERS; load() takes them in a target that has begun. same_flow:
 * lift so far counts. An obstacle is forgotten. Where the checkpoint was for another cl, alpha goes there at once by
 * the slope. */
enum { TARGET_NUMBERS = 20 + TREND_VALUES * TREND_ROWS };
int target_save(const struct target *t, double number[TARGET_NUMBERS]);
void target_load(struct target *t, int n, const double *number, bool same_flow);

#endif
