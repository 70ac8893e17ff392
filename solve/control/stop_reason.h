/* stop_reason.h: what ended a run. Those from STOP_WALL_TIME on mean that somebody asked for it: exit status 3. */
#ifndef UFV_SOLVE_CONTROL_STOP_REASON_H
#define UFV_SOLVE_CONTROL_STOP_REASON_H

enum stop_reason {
    STOP_NONE,
    STOP_STEPS,
    STOP_END_TIME,
    STOP_RESIDUAL,
    STOP_ROUNDING,  /* the residual cannot drop as asked: what is left of it is rounding */
    STOP_FORCES,
    STOP_STUCK,     /* the scheme can make no further step */
    STOP_UNREACHABLE, /* what a controller seeks (aim.h) */
    STOP_DIVERGED,
    STOP_WALL_TIME, /* from here on: stopped on request */
    STOP_FILE,
    STOP_SIGNAL,
};

/* As people read it: "all steps done". A static string. Not collective. */
const char *stop_reason_text(enum stop_reason reason);

#endif
