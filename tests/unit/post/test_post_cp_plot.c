/* What gnuplot is given of a section: the sonic Cp where the flow crosses it, and only there. The script is caught by a
 * program called gnuplot that comes first in PATH; it draws a picture of one byte.
 */
#include "check.h"
#include "cp/cp_plot.h"
#include "cp/cp_shock.h"
#include "error.h"
#include "fields/quantity.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char top[] = "/tmp/ufv-test-cp-plot-XXXXXX";

/* The value drawn as the line called Mach 1; NaN when there is none. Cp is `cp` at the points, M and gamma = 1.4. */
static double sonic_line(double mach, int n, const double *cp)
{
    struct section_point point[4] = {{.value = 0}};
    for (int k = 0; k < n; k++) /* with a free stream of 1 Pa and q = 1 Pa */
        point[k] = (struct section_point){.value = 1 + cp[k], .chord_fraction = k / 3.0, .curve = 1};
    struct results r = {.path = top, .reference = {.gamma = 1.4, .mach = mach, .pressure = 1}};
    struct cp_cut cut = {.section = {.n_curves = 1, .n_points = n, .point = point}};
    struct cp_context c = {.r = &r, .q = 1, .quantity = QUANTITY_CP, .name = "WING", .n_cuts = 1, .cut = &cut};
    char picture[96], script[96], line[512];
    snprintf(picture, sizeof picture, "%s/cp.png", top);
    snprintf(script, sizeof script, "%s/script", top);
    CHECK(cp_plot(&c, picture) == 0, "%s", error_message());
    double value = NAN;
    int lines = 0;
    FILE *f = fopen(script, "r");
    while (f && fgets(line, sizeof line, f)) {
        char *end = strstr(line, " with lines linestyle 9");
        lines++;
        if (!end)
            continue;
        *end = '\0';
        char *start = strrchr(line, ',');
        if (start)
            value = strtod(start + 1, NULL);
    }
    CHECK(f && fclose(f) == 0 && lines > 5, "%d lines of script", lines);
    return value;
}

/* Critical pressure coefficients as textbooks print them: -0.435 at Mach 0.8, -1.29 at 0.6 (Anderson, Fundamentals of
 * Aerodynamics, critical Mach number); the picture has -Cp. Tolerance: half of the last digit printed. */
static void sonic_cp(void)
{
    const double strong[4] = {0.8, -1.4, -0.2, 0.3};
    CHECK_NEAR(sonic_line(0.8, 4, strong), 0.435, 0.0005);
    CHECK_NEAR(sonic_line(0.6, 4, strong), 1.29, 0.005);
}

/* The title of a section of a run whose run.json says at that iteration that it has not converged. */
static void title_of_a_run_that_has_not_converged(void)
{
    static const char *const word[] = {"true", "false"};
    const double weak[4] = {0.8, -0.4, -0.2, 0.3};
    char path[96], line[512], script[96];
    snprintf(path, sizeof path, "%s/run.json", top);
    snprintf(script, sizeof script, "%s/script", top);
    for (int k = 0; k < 2; k++) {
        FILE *f = fopen(path, "w");
        CHECK(f && fprintf(f, "{\"iteration\": 0, \"converged\": %s, \"verdict\": \"it says\"}\n",
                           word[k]) > 0 && fclose(f) == 0, "%s", path);
        sonic_line(0.8, 4, weak);
        int marked = 0;
        f = fopen(script, "r");
        while (f && fgets(line, sizeof line, f))
            marked += strstr(line, "(not converged)") != NULL;
        CHECK(f && fclose(f) == 0 && marked == !!k, "converged %s: marked %d times", word[k], marked);
    }
    CHECK(unlink(path) == 0, "%s", path);
}

/* At Mach 0.1 sonic Cp is far below all points. */
static void no_line_where_all_is_subsonic(void)
{
    const double weak[4] = {0.8, -0.4, -0.2, 0.3};
    CHECK(isnan(sonic_line(0.8, 4, weak)), "a line");
    CHECK(isnan(sonic_line(0.1, 4, weak)), "a line");
}

/* A lower side from 1 to 0 and an upper side from 0 to 1 in tenths; Cp of the upper one is given. Mach 0.8. */
static struct cp_shock shock_of(const double upper[11], int side)
{
    struct section_point point[22] = {{.value = 0}};
    for (int k = 0; k <= 10; k++) {
        point[k] = (struct section_point){.value = 1.1, .chord_fraction = 1 - 0.1 * k, .curve = 1, .side = -1};
        point[11 + k] = (struct section_point){.value = 1 + upper[k], .chord_fraction = 0.1 * k, .curve = 1, .side = 1};
    }
    struct results r = {.reference = {.gamma = 1.4, .mach = 0.8, .pressure = 1}};
    const struct section s = {.n_curves = 1, .n_points = 22, .point = point};
    const struct cp_context c = {.r = &r, .q = 1, .quantity = QUANTITY_CP, .name = "WING"};
    return cp_shock_find(&c, &s, side);
}

/* Sonic at -0.4346: through a jump from -1 at 0.5 to -0.1 at 0.6, (1 - 0.4346) / 0.9 of the way; twice supersonic, the
 * place downstream counts; a slow rise is no shock; a side that stays below is none. */
static void shocks(void)
{
    const double jump[11] = {1, -0.8, -0.9, -1, -1, -1, -0.1, 0, 0, 0.1, 0.2};
    const double two[11] = {1, -0.8, -0.1, -0.1, -0.6, -0.7, -0.7, -0.6, -0.1, 0.1, 0.2};
    const double slow[11] = {1, -0.8, -0.75, -0.7, -0.6, -0.5, -0.4, -0.3, -0.2, -0.1, 0};
    struct cp_shock k = shock_of(jump, 1);
    CHECK_NEAR(k.x, 0.5 + 0.1 * (1 - 0.4346) / 0.9, 1e-4);
    CHECK(k.is_steep, "the jump");
    CHECK(isnan(shock_of(jump, -1).x), "the lower side");
    k = shock_of(two, 1);
    CHECK_NEAR(k.x, 0.7 + 0.1 * (0.6 - 0.4346) / 0.5, 1e-4);
    CHECK(k.is_steep, "the second");
    k = shock_of(slow, 1);
    CHECK_NEAR(k.x, 0.5 + 0.1 * (0.5 - 0.4346) / 0.1, 1e-4);
    CHECK(!k.is_steep, "a slow rise");
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    char tool[96], path[4096];
    snprintf(tool, sizeof tool, "%s/gnuplot", top);
    FILE *f = fopen(tool, "w");
    if (!f)
        return 1;
    fprintf(f, "#!/bin/sh\ncat >%s/script\nprintf x\n", top);
    if (fclose(f) != 0 || chmod(tool, 0700) != 0)
        return 1;
    snprintf(path, sizeof path, "%s:%s", top, getenv("PATH"));
    setenv("PATH", path, 1);
    CASE(sonic_cp);
    CASE(no_line_where_all_is_subsonic);
    CASE(title_of_a_run_that_has_not_converged);
    CASE(shocks);
    char remove[128];
    snprintf(remove, sizeof remove, "rm -r %s", top);
    return system(remove) != 0 || check_end();
}
