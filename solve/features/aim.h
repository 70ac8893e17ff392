/* aim.h: how what a controller seeks stands at the newest row of the history: a lift by the angle of attack, say. The
 * rules that end a run (monitor_stop.c) and the verdict go by it.
 */
#ifndef UFV_SOLVE_FEATURES_AIM_H
#define UFV_SOLVE_FEATURES_AIM_H

#include <stdbool.h>

struct aim {
    bool agrees;         /* it is reached, and has settled; otherwise the run has not converged */
    bool holds_up;       /* the run is to go on, whatever rule it meets */
    bool out_of_reach;   /* more steps change nothing about it: the run is to end */
    const char *but;     /* why a run that meets a rule has not converged, a static text; NULL: not for this */
    char said[320];      /* for the verdict's sentence, "; cl 0.5 at alpha 2.1 degrees", or "" */
    char missed[96];     /* behind that, unless the run has ended since it is out of reach */
    char obstacle[192];  /* why it is out of reach */
};

#endif
