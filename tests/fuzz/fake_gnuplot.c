/* fake_gnuplot.c: in place of post/plot/gnuplot.c: scripts go nowhere, and no picture is made. */
#include "plot/gnuplot.h"

#include "error.h"
#include "fuzz.h"

int gnuplot_begin(const char *picture, int width, int height, struct gnuplot *g)
{
    (void)picture, (void)width, (void)height;
    *g = (struct gnuplot){.script = fuzz_silence()};
    return 0;
}

int gnuplot_finish(struct gnuplot *g, int status)
{
    (void)g;
    return status;
}

void gnuplot_panel(struct gnuplot *g, const char *x, const char *y, double y_factor, unsigned logarithmic)
{
    (void)g, (void)x, (void)y, (void)y_factor, (void)logarithmic;
}

void gnuplot_text(struct gnuplot *g, const char *text)
{
    fprintf(g->script, "'%s'", text);
}
