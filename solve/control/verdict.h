/* verdict.h: has a steady run converged? What a run knows at its end, judged, and said in one
 * sentence.
 *
 * A run has converged if its last row meets a stop rule of the case, and
 *   by the residual: neither cl nor cd is known to change still, by the smaller one of two estimates (trend.h,
 *     residual_tail.h); and those of the turbulence variables have dropped by at least half as many decades as
 *     the density residual, or cl and cd have settled by trend.h. The first often follow later and settle at a
 *     higher floor than the density residual, while the forces depend on them;
 *   by the window: cl and cd have settled, and the residual has dropped by VERDICT_SETTLED decades. A slow drift passes
 *     a short window.
 * A run that could make no further step, or has unphysical cells at its end (unphysical.h), has failed.
 * What controllers seek must be reached (aim.h), and no turbulence variable may have a residual that is no number. A
 * coefficient has settled if its estimated change still to come (trend.h) is at most VERDICT_TOLERANCES times what
 * [stop] tolerance or tolerance_relative allows. Of a run that meets the rule of the residual and lacks no
 * turbulence, the change that is said to be still to come is that of residual_tail.h, where that is less.
 */
#ifndef UFV_SOLVE_CONTROL_VERDICT_H
#define UFV_SOLVE_CONTROL_VERDICT_H

#include "json_write.h"
#include "features/aim.h"
#include "control/residual_peak.h"
#include "control/stop_reason.h"
#include "control/trend.h"
#include "control/unphysical.h"

#include <stdbool.h>

/* VERDICT_FURTHER: decades beyond those asked for, after which a run may end whose rows cannot tell where forces go.
 * VERDICT_SETTLED: decades before which forces that stand still are not said to have settled: steps may be too short
 * for anything to move. */
enum { VERDICT_SIZE = 896, VERDICT_TOLERANCES = 10, VERDICT_FURTHER = 2, VERDICT_SETTLED = 2 };

/* What is known at the end of a run. */
struct verdict_facts {
    bool steady;                 /* local time steps */
    enum stop_reason reason;     /* what ended the run */
    enum stop_reason rule;       /* STOP_RESIDUAL, STOP_ROUNDING, STOP_FORCES: met by the last row; STOP_NONE */
    int64_t steps;               /* of this run */
    bool first_order;            /* the flow that the last row is of has no slopes (PHASE_FIRST_ORDER), */
    bool held_limiters;          /* or its limiters are held (PHASE_HELD) */
    double drop, drop_asked;     /* decades of the density residual; asked NAN: no such rule */
    double turbulence_drop;      /* decades, the least of the turbulence variables; NAN: a residual is not a number,
                                    or there is no variable */
    const char *turbulence_name; /* of that variable; NULL: there is none. Borrowed */
    long window;                 /* iterations; 0: no such rule */
    double tolerance, tolerance_relative;
    struct trend cl, cd;
    double cl_by_residual, cd_by_residual; /* what is still to come by residual_tail.h; NAN: not known */
    bool rounding;               /* the last digits of a state in double precision are all that is left of the residual:
                                    forces go nowhere. False with STOP_ROUNDING: of gradients in single precision,
                                    where forces have to settle as with STOP_RESIDUAL */
    const struct unphysical *unphysical; /* NULL: not known; borrowed */
    const struct residual_peak *peak; /* NULL: not known; borrowed */
    int n_aims;
    const struct aim *aim;       /* [n_aims] borrowed; what controllers seek */
};

enum verdict_answer { VERDICT_UNKNOWN, VERDICT_CONVERGED, VERDICT_NOT_CONVERGED };

struct verdict {
    enum verdict_answer answer;          /* unknown: an unsteady run, or none yet */
    bool failed;                         /* no further step was possible, or cells are unphysical */
    char text[VERDICT_SIZE];             /* one sentence without its full stop; "": none yet */
    double cl_remaining, cd_remaining;   /* estimated change still to come; NAN: cannot be told */
};

/* Is the estimated change still to come at most VERDICT_TOLERANCES times what is allowed? False where it cannot be
 * told. Not collective. */
bool verdict_has_settled(const struct trend *t, double tolerance, double tolerance_relative);

/* Has a steady run that meets the rule of the residual to go on? It has while cl or cd is known to change still, while
 * that cannot be told and the residual has not dropped VERDICT_FURTHER decades further, and while turbulence lags
 * behind and cl or cd has not settled. Needs the facts of the rows: steady, drop, drop_asked, those of turbulence, the
 * tolerances, cl, cd and what residual_tail.h says of them. Not collective. */
bool verdict_waits(const struct verdict_facts *facts);

/* Answer, sentence and changes still to come; of an unsteady run that it is not judged. facts is not kept. Not
 * collective. */
void verdict_judge(const struct verdict_facts *facts, struct verdict *v);

/* Members converged (null: unknown), verdict, cl_remaining and cd_remaining into an open object. Not collective. */
void verdict_write(const struct verdict *v, struct json *j);

#endif
