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
    case_note_symmetry(&t.c, t.d.pack.patch, t.d.pack.n_patches, t.d.measured.symmetry, important, f);
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
    struct case_file c = {.flow.mach = 0.5};
    snprintf(path, sizeof path, "%s/said", pipeline_scratch());
    FILE *f = fopen(path, "w+");
    if (!f)
        return;
    case_note_symmetry(&c, patch, 2, symmetry, true, f);
    rewind(f);
    CHECK(fgets(line, sizeof line, f) && strstr(line, "patches side (at 2.87 degrees), so"), "'%s'", line);
    fclose(f);
}

/* ---- walls and the far field ---- */

/* All that is said of walls of this extent; reference: a section, or "". A static string. */
static const char *said_of(const struct wall_extent *w, const char *reference)
{
    static char said[4096];
    struct flow_bed t;
    char text[512], path[PATH_MAX];
    snprintf(text, sizeof text, "[flow]\nmach = 0.5\n[patches]\n* = farfield\nymin = slip\n%s", reference);
    snprintf(path, sizeof path, "%s/said", pipeline_scratch());
    memset(said, 0, sizeof said);
    FILE *f = fopen(path, "w+");
    CHECK(flow_bed_make("", text, &t) == 0, "%s", error_message());
    if (!f)
        return said;
    case_note_patches(&t.c, t.d.pack.patch, t.d.pack.n_patches, t.d.values, w, f);
    rewind(f);
    said[fread(said, 1, sizeof said - 1, f)] = '\0';
    fclose(f);
    flow_bed_free(&t);
    return said;
}

static void without_far_field(struct wall_extent *w)
{
    for (int i = 0; i < 3; i++) {
        w->far_low[i] = INFINITY;
        w->far_high[i] = -INFINITY;
    }
}

/* A far field of 1 m in a plane mesh of two layers across z: around it walls of 20 m are those of swapped patches. The
 * same is not said of a duct of 20 m by 1.5 m whose end is the far field, of a far field that is as wide as half of the
 * walls and more, of one that reaches beyond them on either side, nor where there is none. */
static void swapped_patches(void)
{
    static const char area[] = "[reference]\narea = 1\n";
    const struct wall_extent swapped = {.low = {-10, -10, 0.4}, .high = {10, 10, 0.5}, .projected = {20, 20, 0},
                                        .far_low = {0, -0.1, 0.4}, .far_high = {1, 0.1, 0.5}};
    const char *said = said_of(&swapped, area);
    CHECK(strstr(said, "the walls, 20 m long, surround all far-field patches, which reach over 1 m; if"), "'%s'", said);
    struct wall_extent w[5] = {swapped, swapped, swapped, swapped, swapped};
    w[0].low[1] = -0.75;
    w[0].high[1] = 0.75;
    w[0].far_low[1] = -0.7;
    w[0].far_high[1] = 0.7;
    w[1].far_low[0] = -5.1;
    w[1].far_high[0] = 5.1;
    w[2].far_low[0] = -10.1;
    w[2].far_high[0] = -9.9;
    w[3].far_low[1] = 9.9;
    w[3].far_high[1] = 10.1;
    without_far_field(&w[4]);
    for (int k = 0; k < 5; k++)
        CHECK(!strstr(said_of(&w[k], area), "surround"), "case %d: %s", k, said_of(&w[k], area));
}

/* Walls with a shadow of 2 m^2, or of 0.5 m^2, need a reference area; of about 1 m^2 they need none, nor where one is
 * given, nor where no far field is around a body. */
static void no_area(void)
{
    struct wall_extent w = {.high = {1, 1, 0}, .projected = {0.1, 2, 0}, .far_low = {-9, -9, 0}, .far_high = {9, 9, 0}};
    CHECK(strstr(said_of(&w, ""), "so that coefficients are formed with 1 m^2; the largest projected area of the walls "
                                  "is 2 m^2"), "%s", said_of(&w, ""));
    CHECK(!strstr(said_of(&w, "[reference]\narea = 1\n"), "area"), "given");
    w.projected[1] = 0.5;
    CHECK(strstr(said_of(&w, ""), "is 0.5 m^2"), "%s", said_of(&w, ""));
    w.projected[1] = 1.1;
    CHECK(!strstr(said_of(&w, ""), "area"), "%s", said_of(&w, ""));
    w.projected[1] = 2;
    without_far_field(&w);
    CHECK(!strstr(said_of(&w, ""), "area"), "%s", said_of(&w, ""));
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    CASE(wind_across);
    CASE(little_wind_across);
    CASE(wind_along);
    CASE(one_of_two);
    CASE(swapped_patches);
    CASE(no_area);
    comm_finish();
    return check_end();
}
