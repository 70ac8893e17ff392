/* What crosses planes: exact for fields that are linear, through planes in any direction and parts of them, on several
 * ranks; areas of circles and boxes; refusals.
 */
#include "check.h"
#include "input/json_read.h"
#include "post_box.h"
#include "slice/plane_flux.h"

#include <unistd.h>

static char top[] = "/tmp/ufv-test-flux-XXXXXX";
static struct results r;

static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

/* 6 x 5 x 4 cells in [0, 2] x [0, 1] x [0, 0.5] on three ranks, with density 1 + x / 10 and velocity (2, z / 10, 0). */
static int open_box(bool polyhedra)
{
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 3, .polyhedra = polyhedra, .pressure = linear};
    char folder[64], results[80];
    snprintf(folder, sizeof folder, "%s/box%d", top, polyhedra);
    snprintf(results, sizeof results, "%s/results", folder);
    TRY(box_write(&b, folder));
    return results_open(results, NULL, RESULTS_GEOMETRY, &r);
}

/* Of the first surface in the file of the command: a number, or number `k` of a vector; NAN after a failure. */
static double value_at(struct flux_options o, const char *name, int k)
{
    char file[64];
    struct json_value *v;
    snprintf(file, sizeof file, "%s/flux.json", top);
    protect_nothing();
    o.json = file;
    o.quiet = true;
    if (flux_command(&r, &o) != 0 || json_read(file, &v) != 0) {
        CHECK(false, "%s", error_message());
        return NAN;
    }
    const struct json_value *surfaces = json_member(v, "surfaces");
    const struct json_value *x = surfaces ? json_member(surfaces->first, name) : NULL;
    for (x = x && x->type == JSON_ARRAY ? x->first : x; x && k > 0; k--)
        x = x->next;
    double value = json_number_of(x);
    json_free(v);
    return value;
}

static double value_of(struct flux_options o, const char *name)
{
    return value_at(o, name, 0);
}

static struct flux_options plane(const char *text)
{
    struct flux_options o = {.quiet = true};
    o.planes.item[o.planes.n++] = text;
    return o;
}

static struct flux_options tilted(const char *normal)
{
    return (struct flux_options){.point = "1,0.5,0.25", .normal = normal, .quiet = true};
}

static const double tolerance = 1e-13; /* of values of order 1: sums of a hundred roundings */

/* Through cells off their middles, through nodes and at both ends of the mesh: of a linear density and a constant
 * velocity the mass flow is exact everywhere. */
static void planes_along_axes(void)
{
    static const struct {
        const char *plane;
        double x;
    } row[] = {{"x=0", 0}, {"x=0.1", 0.1}, {"x=1", 1}, {"x=1.9", 1.9}, {"x=2", 2}};
    for (int polyhedra = 0; polyhedra < 2; polyhedra++) {
        CHECK(open_box(polyhedra) == 0, "%s", error_message());
        for (int i = 0; i < 5 && !check_case_failures; i++) {
            double mass = 0.5 * 2 * (1 + 0.1 * row[i].x), p = 10 + 3 * row[i].x - 2.5 + 1.75;
            CHECK_NEAR(value_of(plane(row[i].plane), "area"), 0.5, tolerance);
            CHECK_NEAR(value_of(plane(row[i].plane), "mass_flow"), mass, tolerance);
            CHECK_NEAR(value_of(plane(row[i].plane), "momentum"), 2 * mass, tolerance);
            CHECK_NEAR(value_of(plane(row[i].plane), "pressure"), p, 1e-12);
            CHECK_NEAR(value_of(plane(row[i].plane), "momentum_pressure"), 2 * mass + 0.5 * (p - 10), 1e-12);
        }
        results_close(&r);
    }
}

/* A plane normal to (1, 0, 1) leaves the box by its lids: the strip between them. One normal to (1, 2, 0.5) in the
 * middle: a parallelogram with all corners on the lids or sides, area by its projection. */
static void planes_in_any_direction(void)
{
    CHECK(open_box(false) == 0, "%s", error_message());
    /* x + z = 1.25: from (1.25, 0) to (0.75, 0.5), length sqrt(0.5), width 1; mean of x: 1 */
    double area = sqrt(0.5), mass = area * 2 / sqrt(2) * 1.1;
    CHECK_NEAR(value_of(tilted("1,0,1"), "area"), area, tolerance);
    CHECK_NEAR(value_of(tilted("1,0,1"), "mass_flow"), mass, tolerance);
    CHECK_NEAR(value_of(tilted("2,0,2"), "mass_flow"), mass, tolerance);
    CHECK_NEAR(value_of(tilted("-1,0,-1"), "mass_flow"), -mass, tolerance);
    CHECK_NEAR(value_of(tilted("-1,0,-1"), "momentum"), -2 * mass, tolerance);
    /* 4 x + y + z = 4.75 cuts the box for all y, z: projected on x 1 x 0.5, area 0.5 |n| / n_x */
    area = 0.5 * sqrt(18) / 4;
    CHECK_NEAR(value_of(tilted("4,1,1"), "area"), area, tolerance);
    CHECK_NEAR(value_of(tilted("4,1,1"), "pressure"), 10 + 3 - 2.5 + 1.75, 1e-12);
    /* rho u . n, integrated: A [4 (2) 1.1 + mean of (1 + x / 10) z / 10] / |n|; x = 1 - (y' + z') / 4 with z' = z - 1/4 of
     * variance 1 / 48: the mean is 0.1 (1.1 * 0.25 - 0.1 / 4 / 48). A polygon takes the product at its centroid, which
     * leaves out the variance within it: at most that of cells, (1/8)^2 / 12 in place of 1 / 48. */
    mass = area / sqrt(18) * (8 * 1.1 + 0.1 * (1.1 * 0.25 - 0.1 / 4 / 48));
    CHECK_NEAR(value_of(tilted("4,1,1"), "mass_flow"), mass, area / sqrt(18) * 0.1 * 0.1 / 4 / 64 / 12);
    results_close(&r);
}

/* The first has cells cut off, the second lies inside a few, the third leaves a quarter of a circle about a corner. */
static void parts(void)
{
    static const double pi = 3.14159265358979323846;
    CHECK(open_box(true) == 0, "%s", error_message());
    struct flux_options o = plane("x=0.7");
    o.box = ":,0.13:0.77,0.1:";
    CHECK_NEAR(value_of(o, "area"), 0.64 * 0.4, tolerance);
    CHECK_NEAR(value_of(o, "mass_flow"), 0.64 * 0.4 * 2 * 1.07, tolerance);
    CHECK_NEAR(value_of(o, "pressure"), 10 + 2.1 - 5 * 0.45 + 7 * 0.3, 1e-12);
    o = plane("x=0.7");
    o.circle = "5,0.47,0.26,0.21"; /* off the plane: measured along it */
    CHECK_NEAR(value_of(o, "area"), pi * 0.21 * 0.21, tolerance);
    CHECK_NEAR(value_of(o, "pressure"), 10 + 2.1 - 5 * 0.47 + 7 * 0.26, 1e-12);
    o.circle = "0.7,0.5,0.25,0.15";
    o.box = ":,0.5:,0.25:";
    double quarter = pi * 0.15 * 0.15 / 4, middle = 4 * 0.15 / 3 / pi; /* of a quarter, from either side */
    CHECK_NEAR(value_of(o, "area"), quarter, tolerance);
    CHECK_NEAR(value_at(o, "momentum", 1), 1.07 * 2 * 0.1 * (0.25 + middle) * quarter, tolerance);
    o.circle = "0.7,0,0,0.4"; /* of which a quarter is in the mesh */
    o.box = NULL;
    CHECK_NEAR(value_of(o, "area"), pi * 0.04, tolerance);
    o.box = ":,:0.1,:"; /* the part of that quarter below y = 0.1 */
    double strip = 0.5 * (0.1 * sqrt(0.15) + 0.16 * asin(0.25));
    CHECK_NEAR(value_of(o, "area"), strip, tolerance);
    static const char *const around[] = {"0.7,0.5,0.25,1e4", "0.7,0.5,0.25,1e7", "0.7,3,0,1e12", "0,0,0,1e300"};
    for (int k = 0; k < 4; k++) { /* circles that hold all of the plane */
        o = plane("x=0.7");
        o.circle = around[k];
        CHECK_NEAR(value_of(o, "area"), 0.5, tolerance);
        CHECK_NEAR(value_of(o, "pressure"), 10 + 2.1 - 5 * 0.5 + 7 * 0.25, 1e-12);
    }
    /* The half below y = 0.3, by circles whose curvature is not seen. They bulge by 0.25^2 / 2 / radius; a double near
     * 1e7 is true to 1e-9. */
    o.circle = "0.7,-1e7,0.25,10000000.3";
    CHECK_NEAR(value_of(o, "area"), 0.3 * 0.5, 4e-9);
    CHECK_NEAR(value_of(o, "pressure"), 10 + 2.1 - 5 * 0.15 + 7 * 0.25, 4e-8);
    /* The segment that a circle of radius 1000 cuts off a rectangle: sagitta 5e-6 at half a chord of 0.1. */
    o.circle = "0.7,-999.999995,0.25,1000";
    double turn = asin(1e-4), bulge = 4.0 / 3 * turn * turn * turn * 1e6 / 2;
    CHECK_NEAR(value_of(o, "area"), bulge, 1e-4 * bulge);
    o = tilted("4,1,1");
    o.circle = "1,0.5,0.25,0.2";
    CHECK_NEAR(value_of(o, "area"), pi * 0.04, tolerance);
    results_close(&r);
}

static void refused(struct flux_options o, const char *why)
{
    o.quiet = true;
    CHECK(flux_command(&r, &o) != 0 && strstr(error_message(), why), "%s: %s", why, error_message());
}

static void refusals(void)
{
    CHECK(open_box(false) == 0, "%s", error_message());
    refused((struct flux_options){0}, "say through what");
    refused(plane("w=1"), "AXIS=VALUE");
    refused(plane("x=7"), "cuts no cell");
    refused((struct flux_options){.point = "1,0,0"}, "needs both --point");
    refused((struct flux_options){.point = "1,0", .normal = "1,0,0"}, "--point 1,0: write X,Y,Z");
    refused((struct flux_options){.point = "1,0,0", .normal = "0,0,0"}, "direction that is not zero");
    struct flux_options o = plane("x=1");
    o.circle = "1,0,0";
    refused(o, "its centre and a positive radius");
    o.circle = "1,0,0,-1";
    refused(o, "its centre and a positive radius");
    o.circle = "1,5,0,1";
    refused(o, "is within --circle");
    o.circle = "1,-1e10,0,1e10";
    refused(o, "its centre lies beyond 1e9 m");
    o.circle = NULL;
    o.box = "0:1,0:1";
    refused(o, "X0:X1,Y0:Y1,Z0:Z1");
    o.box = "0:1,1:0,:";
    refused(o, "ascending");
    o = plane("x=1");
    o.out = "/tmp/x.txt";
    refused(o, "end the name in .csv");
    o = (struct flux_options){.box = "0:1,0:1,0:1"};
    o.patches.item[o.patches.n++] = "xmin";
    refused(o, "a part can be taken of planes");
    o.box = NULL;
    refused(o, "has recorded no flow through it"); /* a wall */
    results_close(&r);
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(planes_along_axes);
    CASE(planes_in_any_direction);
    CASE(parts);
    CASE(refusals);
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
