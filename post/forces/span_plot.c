/* span_plot.c: two panels over one data block: cl c / l and cd c / l. */
#include "forces/span_plot.h"

#include "error.h"
#include "plot/gnuplot.h"

#include <math.h>

int span_plot(const struct span_context *c, const char *path)
{
    const struct span_load *s = c->load;
    struct gnuplot g;
    TRY(gnuplot_begin(path, 900, 800, &g));
    fprintf(g.script, "$load << EOD\n");
    for (int64_t k = 0; k < s->n; k++) {
        struct span_coefficients a = span_coefficients(c, k);
        if (isnan(a.cl))
            continue;
        double at = s->low + ((double)k + 0.5) * s->width;
        fprintf(g.script, "%.9g %.9g %.9g %.9g %.9g\n", c->span > 0 ? at / c->span : at, a.cl,
                a.cd_pressure + a.cd_friction, a.cd_pressure, a.cd_friction);
    }
    const char *axis = c->span > 0 ? "eta" : s->axis == 0 ? "x, m" : s->axis == 1 ? "y, m" : "z, m";
    fprintf(g.script, "EOD\nset key at graph 0, graph 1.02 left bottom horizontal width 1 samplen 2\n"
                      "set multiplot layout 2,1 margins char 11, char 3, char 4, char 2.5 spacing char 0, char 5\n"
                      "set ylabel 'c_l c / l'\nplot $load using 1:2 with lines linestyle 1 title 'lift'\n");
    gnuplot_panel(&g, axis, "cl c/l", 1, 0);
    fprintf(g.script, "set ylabel 'c_d c / l'\nset xlabel '%s'\n"
                      "plot $load using 1:3 with lines linestyle 2 title 'drag%s'",
            c->span > 0 ? "\xce\xb7" : axis, c->has_friction ? "" : " (of pressure)");
    if (c->has_friction)
        fprintf(g.script, ", $load using 1:4 with lines linestyle 3 title 'of pressure', "
                          "$load using 1:5 with lines linestyle 4 title 'of friction'");
    fprintf(g.script, "\n");
    gnuplot_panel(&g, axis, "cd c/l", 1, 0);
    fprintf(g.script, "unset multiplot\n");
    return gnuplot_finish(&g, 0);
}
