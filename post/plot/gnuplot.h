/* gnuplot.h: pictures, PNG or SVG by the end of the name, by a gnuplot that runs as a child and reads its script
 * from a pipe. The picture appears whole or not at all.
 *
 *   struct gnuplot g;
 *   TRY(gnuplot_begin("cp.png", 900, 600, &g));
 *   fprintf(g.script, "plot sin(x)\n");
 *   return gnuplot_finish(&g, 0);
 */
#ifndef UFV_POST_PLOT_GNUPLOT_H
#define UFV_POST_PLOT_GNUPLOT_H

#include "out_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

enum { GNUPLOT_PANELS = 16, GNUPLOT_LOG_X = 1, GNUPLOT_LOG_Y = 2 };

/* A pair of axes of a picture. */
struct gnuplot_panel {
    char x[32], y[32]; /* what its axes are, for the value under the pointer */
    double y_factor;   /* times what is drawn is what is said */
    unsigned logarithmic; /* sum of GNUPLOT_LOG_X and GNUPLOT_LOG_Y */
};

struct gnuplot {
    FILE *script;           /* what to write the script to */
    FILE *complaints;       /* the child's stderr, in memory */
    FILE *picture;          /* the child's stdout, in memory */
    struct out_file out;    /* what the picture goes to when it is whole */
    pid_t child;
    bool is_svg;
    int height;             /* pixels */
    int n_panels;
    struct gnuplot_panel panel[GNUPLOT_PANELS];
};

/* Starts gnuplot with a terminal of that many pixels (of an SVG picture three fifths) and the house look of
 * plot_style.inc: line styles 1 .. 9, keys below. SIGPIPE is
 * ignored from then on. An error, with nothing to finish, when the picture cannot be
 * written there or gnuplot not be started. */
int gnuplot_begin(const char *picture, int width, int height, struct gnuplot *g);

/* With status 0 waits for the picture and puts it in its place; otherwise stops.
 * Returns nonzero when status was or anything failed; g is freed in any case. */
int gnuplot_finish(struct gnuplot *g, int status);

/* After each `plot` whose values a page shows under the pointer (html.h): what x and y are, plain words of the
 * program's own, and the factor from what is drawn to what is said (-1 of -Cp);
 * logarithmic: the sum of axes that are. Without effect on PNG pictures, and after
 * GNUPLOT_PANELS. */
void gnuplot_panel(struct gnuplot *g, const char *x, const char *y, double y_factor, unsigned logarithmic);

/* Writes text as a string in single quotes, in which gnuplot replaces nothing; quotes in it
 * become apostrophes, control characters '?'. Every text that is not the program's own goes
 * by here. */
void gnuplot_text(struct gnuplot *g, const char *text);

#endif
