/* span_plot.c: two panels over one data block: cl c / l and cd c / l. */
#include "span_plot.h"

#include "error.h"
#include "gnuplot.h"

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
    fprintf(g.script, "EOD\nset key off\n" /* an empty key is drawn as an empty box */
                      "set multiplot layout 2,1 margins char 12, char 4, char 4, char 1.5 spacing char 0, char 5\n"
                      "set ylabel 'c_l c / l'\nplot $load using 1:2 with lines linestyle 1 notitle\n"
                      "set key on top right opaque box linecolor rgb '#d8d8d8' height 0.4 width 1 samplen 2\n"
                      "set ylabel 'c_d c / l'\nset xlabel '%s'\n"
                      "plot $load using 1:3 with lines linestyle 2 title '%s'",
            c->span > 0 ? "{/Symbol h}" : s->axis == 0 ? "x, m" : s->axis == 1 ? "y, m" : "z, m",
            c->has_friction ? "total" : "pressure");
    if (c->has_friction)
        fprintf(g.script, ", $load using 1:4 with lines linestyle 3 title 'pressure', "
                          "$load using 1:5 with lines linestyle 4 title 'friction'");
    fprintf(g.script, "\nunset multiplot\n");
    return gnuplot_finish(&g, 0);
}
