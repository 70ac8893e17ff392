/* slice.h: ufv-post slice: cells cut by a plane, as polygons, or boundary faces, as
 * lines, with the values of what was cut.
 */
#ifndef UFV_POST_SLICE_SLICE_H
#define UFV_POST_SLICE_SLICE_H

#include "fields/results.h"

struct slice_options {
    const char *plane;        /* "y=0.5": an axis and metres */
    const char *out;          /* FILE.vtu or FILE.csv; NULL: only a picture */
    const char *plot;         /* FILE.png or FILE.svg: of the first variable; NULL: none */
    const char *window;       /* what of the plane the picture shows: "U0:U1,V0:V1", or "all"; NULL: around the walls */
    const char *range;        /* values of its first and last colour: "LOW:HIGH"; NULL: those in view */
    int pixels;               /* longer side of the picture's field; 0: 900. Letters do not shrink with it */
    long isolines;            /* the picture has so many lines of equal value, 0 .. 100 */
    const char *variables;    /* as variables_choose() takes them */
    bool surface;             /* lines on the boundary instead of polygons in the volume */
    struct cli_list patches;  /* surface: globs; none: all patches */
    bool quiet;               /* nothing on stdout */
};

/* Cuts r (opened with RESULTS_GEOMETRY), writes o->out and o->plot and prints how many
 * pieces there are and their area or length. An error when options contradict one
 * another, when nothing is cut, or when a file cannot be read or written. */
int slice_command(const struct results *r, const struct slice_options *o);

#endif
