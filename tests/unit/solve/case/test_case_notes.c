/* What is said of a free stream that crosses symmetry patches: which, at what angle, and whether it
 * is a note, a warning or nothing.
 */
#include "case/case_notes.h"
#include "unit/solve/flow_bed.h"

/* A box of 1 m, its sides z symmetry. up: the axis that alpha turns the wind towards. */
static int bed_make(double mach, double alpha, const char *up, struct flow_bed *t)
{
    char text[256];
    snprintf(text, sizeof text,
             "[flow]\nmach = %g\nalpha = %g\nup = %s\n[patches]\n* = farfield\nz* = symmetry\n", mach, alpha, up);
    return flow_bed_make("", text, t);
}

/* The line printed, "" when there is none. A static string. */
static const char *line_for(double mach, double alpha, const char *up, bool important)
{
    static char line[512];
    struct flow_bed t;
    char path[PATH_MAX];
    memset(line, 0, sizeof line);
    snprintf(path, sizeof path, "%s/said", pipeline_scratch());
    FILE *f = fopen(path, "w+");
    CHECK(bed_make(mach, alpha, up, &t) == 0, "%s", error_message());
    if (!f)
        return line;
    case_note_symmetry(&t.c, t.d.pack.patch, t.d.pack.n_patches, t.d.symmetry, important, f);
    rewind(f);
    if (!fgets(line, sizeof line, f))
        line[0] = '\0';
    fclose(f);
    flow_bed_free(&t);
    return line;
}

/* alpha towards z, symmetry planes normal to z: the common mistake of a mesh that has y up. Said as a warning wherever
 * it is asked. */
static void wind_across(void)
{
    for (int important = 0; important < 2; important++) {
        const char *line = line_for(0.5, 30, "z", important);
        CHECK(strstr(line, "warning: the free stream crosses the symmetry patches zmin (at 30 degrees), zmax (at 30 "
                           "degrees), so that a steady run stalls; alpha turns the wind towards [flow] up = z"),
              "'%s'", line);
        CHECK(!strstr(line, "xmin") && !strstr(line, "ymin"), "%s", line);
    }
}

/* A note below 0.57 degrees (much_wind), not among the important lines, and nothing at the angle of a mesh that is not
 * quite even. */
static void little_wind_across(void)
{
    const char *line = line_for(0.5, 0.3, "z", false);
    CHECK(strstr(line, "note: the free stream crosses the symmetry patches zmin (at 0.3 degrees)"), "'%s'", line);
    CHECK(!strstr(line, "stalls"), "%s", line);
    line = line_for(0.5, 0.3, "z", true);
    CHECK(!line[0], "%s", line);
    line = line_for(0.5, 0.01, "z", false);
    CHECK(!line[0], "%s", line);
}

/* up = y: the wind stays in the planes at any alpha; without wind there is no angle. */
static void wind_along(void)
{
    CHECK(!line_for(0.5, 30, "y", false)[0], "along the planes");
    CHECK(!line_for(0, 30, "z", false)[0], "no wind");
}

/* Of the patches that are crossed only. */
static void one_of_two(void)
{
    struct pack_patch patch[2] = {{.name = "floor"}, {.name = "side"}};
    double symmetry[2][2] = {{4, 0}, {10, 0.5}};
    char line[512] = "", path[PATH_MAX];
    struct case_file c = {.mach = 0.5};
    snprintf(path, sizeof path, "%s/said", pipeline_scratch());
    FILE *f = fopen(path, "w+");
    if (!f)
        return;
    case_note_symmetry(&c, patch, 2, symmetry, true, f);
    rewind(f);
    CHECK(fgets(line, sizeof line, f) && strstr(line, "patches side (at 2.87 degrees), so"), "'%s'", line);
    fclose(f);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(wind_across);
    CASE(little_wind_across);
    CASE(wind_along);
    CASE(one_of_two);
    comm_finish();
    return check_end();
}
