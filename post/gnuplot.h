/* gnuplot.h: pictures, SVG when the name ends so and else PNG, by a gnuplot that runs as a child and reads its script
 * from a pipe. The picture appears whole or not at all.
 *
 *   struct gnuplot g;
 *   TRY(gnuplot_begin("cp.png", 900, 600, &g));
 *   fprintf(g.script, "plot sin(x)\n");
 *   return gnuplot_finish(&g, 0);
 */
#ifndef UFV_POST_GNUPLOT_H
#define UFV_POST_GNUPLOT_H

#include "out_file.h"

#include <stdio.h>
#include <sys/types.h>

struct gnuplot {
    FILE *script;           /* what to write the script to */
    FILE *complaints;       /* the child's stderr, in memory */
    FILE *picture;          /* the child's stdout, in memory */
    struct out_file out;    /* what the picture goes to when it is whole */
    pid_t child;
};

/* Starts gnuplot with a terminal of that many pixels and the house look: line
 * styles 1 .. 7 in colours that stay apart in print and for the colour-blind. SIGPIPE is
 * ignored from then on. An error, with nothing to finish, when the picture cannot be
 * written there or gnuplot not be started. */
int gnuplot_begin(const char *picture, int width, int height, struct gnuplot *g);

/* With status 0 waits for the picture and puts it in its place; otherwise stops.
 * Returns nonzero when status was or anything failed; g is freed in any case. */
int gnuplot_finish(struct gnuplot *g, int status);

/* Writes text as a string in single quotes, in which gnuplot replaces nothing; quotes in it
 * become apostrophes, control characters '?'. Every text that is not the program's own goes
 * by here. */
void gnuplot_text(struct gnuplot *g, const char *text);

#endif
