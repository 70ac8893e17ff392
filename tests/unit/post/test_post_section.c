/* Surfaces gathered from ranks, cuts of them, and the CSV tables beside them. */
#include "check.h"
#include "cp/cp.h"
#include "cp/cp_cut.h"
#include "input/csv.h"
#include "post_box.h"
#include "cp/section.h"
#include "fields/surface.h"

#include <unistd.h>

static char top[] = "/tmp/ufv-test-post-XXXXXX";

/* Constant over z, so that the average over the edges of the box keeps it. */
static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1];
}

static const double low[3] = {-0.3, 0.2, 1.1}, length[3] = {2, 1, 0.5};

/* The box's surface patches that match, on that many ranks. */
static int gather(int n_ranks, const char *glob, struct surface *s)
{
    char folder[64], results[80];
    struct box b = {.n = {8, 5, 4}, .n_ranks = n_ranks, .pressure = linear};
    memcpy(b.origin, low, sizeof low);
    memcpy(b.length, length, sizeof length);
    snprintf(folder, sizeof folder, "%s/on%d", top, n_ranks);
    snprintf(results, sizeof results, "%s/results", folder);
    TRY(box_write(&b, folder));
    struct results r;
    TRY(results_open(results, NULL, RESULTS_GEOMETRY, &r));
    struct cli_list globs = {.item = {glob}, .n = 1};
    bool chosen[6];
    int status = results_choose_patches(&r, &globs, chosen) || surface_gather(&r, chosen, QUANTITY_CP, s);
    results_close(&r);
    return status;
}

/* On one rank and on three: the same nodes and, but for the order of sums, values; a closed surface of quadrilaterals
 * has two nodes more than faces. */
static void gathered_surface(void)
{
    struct surface one, three;
    CHECK(gather(1, "*", &one) == 0, "%s", error_message());
    CHECK(gather(3, "*", &three) == 0, "%s", error_message());
    CHECK(one.n_faces == 2 * (8 * 5 + 5 * 4 + 4 * 8), "%d faces", (int)one.n_faces);
    CHECK(one.n_faces == three.n_faces, "%d faces", (int)three.n_faces);
    CHECK(one.n_nodes == one.n_faces + 2, "Euler's formula for quads: %d nodes", (int)one.n_nodes);
    CHECK(one.n_nodes == three.n_nodes, "%d nodes", (int)three.n_nodes);
    for (int64_t n = 0; n < one.n_nodes && n < three.n_nodes; n++) {
        CHECK(one.node_gid[n] == three.node_gid[n], "node %d", (int)n);
        CHECK_NEAR(one.value[n], three.value[n], 1e-13); /* sums in another order */
        double x[3] = {one.x[0][n], one.x[1][n], one.x[2][n]};
        bool inside = true; /* the mean over symmetric neighbours is exact there */
        for (int c = 0; c < 2; c++)
            inside = inside && x[c] > low[c] + 1e-9 && x[c] < low[c] + length[c] - 1e-9;
        if (inside)
            CHECK_NEAR(one.value[n], linear(x), 1e-13);
    }
    surface_free(&one);
    surface_free(&three);
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

static double path_length(const struct section *cut)
{
    double sum = 0;
    for (int64_t i = 1; i < cut->n_points; i++)
        sum += distance(cut->point[i - 1].x, cut->point[i].x);
    return sum;
}

/* One closed curve: lower side forward, upper side aft, once around. */
static void check_around(const struct section *cut)
{
    CHECK(cut->n_curves == 1, "%d curves", cut->n_curves);
    CHECK(cut->n_points == 2 * (8 + 4) + 2, "%d points", (int)cut->n_points); /* both edges twice */
    CHECK_NEAR(path_length(cut), 2 * (2 + 0.5), 1e-12);
    CHECK(cut->chord_axis == 0 && cut->up_axis == 2, "axes %d %d", cut->chord_axis, cut->up_axis);
    CHECK_NEAR(cut->leading, -0.3, 1e-14);
    CHECK_NEAR(cut->trailing, 1.7, 1e-14);
    const struct section_point *first = &cut->point[0], *last = &cut->point[cut->n_points - 1];
    CHECK(distance(first->x, last->x) == 0, "it starts and ends at the trailing edge");
    CHECK(first->chord_fraction == 1 && first->side == -1 && last->side == 1, "sides");
    double mean[2] = {0, 0};
    for (int64_t i = 0; i < cut->n_points; i++) {
        const struct section_point *p = &cut->point[i];
        CHECK(p->side == 1 || p->side == -1, "side %d", p->side);
        CHECK(i == 0 || p->side >= p[-1].side, "the lower side comes first");
        mean[p->side > 0] += p->x[2];
        CHECK_NEAR(p->x[1], cut->value, 1e-12);
        CHECK_NEAR(p->chord_fraction, (p->x[0] + 0.3) / 2, 1e-14);
    }
    CHECK(mean[1] > mean[0], "upper is up");
}

static void box_outline(void)
{
    for (int n_ranks = 1; n_ranks <= 3; n_ranks += 2) {
        struct surface s;
        struct section cut;
        CHECK(gather(n_ranks, "[xz]*", &s) == 0, "%s", error_message());
        /* Between nodes, through nodes, at both rims. */
        const double value[] = {0.47, 0.6, 0.2, 1.2};
        for (int i = 0; i < 4; i++) {
            int status = section_cut(&s, 1, value[i], 2, "box", &cut);
            CHECK(status == 0, "%s", error_message());
            if (status == 0)
                check_around(&cut);
            for (int64_t k = 0; status == 0 && i < 2 && k < cut.n_points; k++)
                if (cut.point[k].x[0] > low[0] + 1e-9 && cut.point[k].x[0] < low[0] + length[0] - 1e-9)
                    CHECK_NEAR(cut.point[k].value, linear(cut.point[k].x), 1e-12);
            section_free(&cut);
        }
        surface_free(&s);
    }
}

/* Beyond the box, and two sheets that do not close. */
static void missed(void)
{
    struct surface s;
    struct section cut;
    CHECK(gather(2, "z*", &s) == 0, "%s", error_message());
    CHECK(section_cut(&s, 1, 1.3, 2, "box", &cut) != 0, "beyond the box");
    CHECK(strstr(error_message(), "0.2") && strstr(error_message(), "1.2"), "%s", error_message());
    /* Two sheets: two curves that do not turn around and run aft. */
    CHECK(section_cut(&s, 1, 0.47, 2, "box", &cut) == 0, "%s", error_message());
    CHECK(cut.n_curves == 2 && cut.n_points == 18, "%d curves, %d points", cut.n_curves, (int)cut.n_points);
    for (int64_t i = 0; i < cut.n_points; i++) {
        CHECK(cut.point[i].side == 0, "side %d", cut.point[i].side);
        CHECK(i % 9 == 0 || cut.point[i].x[0] > cut.point[i - 1].x[0], "point %d runs forward", (int)i);
    }
    section_free(&cut);
    surface_free(&s);
}

/* A strip of quads along the points (x, z), one wide in y, from y = 0 to 1.
 * The value at a node is the number of its point. */
static void make_strip(int n, const double (*xz)[2], struct surface *s)
{
    memset(s, 0, sizeof *s);
    s->n_nodes = 2 * n;
    s->n_faces = n - 1;
    MEM_NEW_ZERO(s->node_gid, s->n_nodes);
    MEM_NEW(s->value, s->n_nodes);
    for (int c = 0; c < 3; c++)
        MEM_NEW(s->x[c], s->n_nodes);
    MEM_NEW(s->offset, s->n_faces + 1);
    MEM_NEW(s->node, 4 * s->n_faces);
    for (int i = 0; i < 2 * n; i++) {
        s->x[0][i] = xz[i / 2][0];
        s->x[1][i] = i % 2;
        s->x[2][i] = xz[i / 2][1];
        s->value[i] = i / 2;
    }
    for (int i = 0; i <= s->n_faces; i++)
        s->offset[i] = 4 * i;
    for (int i = 0; i < s->n_faces; i++) {
        const int64_t corner[4] = {2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2};
        memcpy(s->node + 4 * i, corner, sizeof corner);
    }
}

/* A blunt trailing edge of another patch: open at its end, split at the nose. */
static void blunt_profile(void)
{
    static const double xz[7][2] = {{1, 0.01}, {0.7, 0.05}, {0.2, 0.06}, {0, 0}, {0.2, -0.02}, {0.7, -0.01}, {0.9, 0}};
    struct surface s;
    struct section cut;
    make_strip(7, xz, &s);
    CHECK(section_cut(&s, 1, 0.25, 2, "profile", &cut) == 0, "%s", error_message());
    CHECK(cut.n_curves == 1 && cut.n_points == 8, "%d points", (int)cut.n_points);
    const double order[8] = {6, 5, 4, 3, 3, 2, 1, 0}; /* pressure is the number of the point */
    for (int i = 0; i < 8 && i < cut.n_points; i++) {
        CHECK_NEAR(cut.point[i].value, order[i], 1e-14);
        CHECK(cut.point[i].side == (i < 4 ? -1 : 1), "point %d: side %d", i, cut.point[i].side);
    }
    section_free(&cut);
    surface_free(&s);
}

/* Lengths, fractions of the span, and words that are neither. */
static void section_words(void)
{
    int axis;
    double value;
    char label[128];
    CHECK(cp_parse_section("y=0.5", 0, "y", &axis, &value, label, sizeof label) == 0, "%s", error_message());
    CHECK(axis == 1 && value == 0.5, "%d %g", axis, value);
    CHECK(cp_parse_section("eta=0.65", 2, "z", &axis, &value, label, sizeof label) == 0, "%s", error_message());
    CHECK(axis == 2 && value == 1.3, "%d %g", axis, value);
    const char *const bad[] = {"", "y", "y=", "y=one", "w=1", "=1", "y=1m", "eta=nan", "yy=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(cp_parse_section(bad[i], 2, "y", &axis, &value, label, sizeof label) != 0, "\"%s\"", bad[i]);
    CHECK(cp_parse_section("eta=0.5", 0, "y", &axis, &value, label, sizeof label) != 0, "no span");
    CHECK(cp_parse_section("eta=0.5", 1, "u", &axis, &value, label, sizeof label) != 0, "axis u");
}

static void spit(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (f) {
        fputs(text, f);
        fclose(f);
    }
}

/* Comments, blanks, empty cells, a last line without an end or cut off, a byte order mark; and what is refused. */
static void tables(void)
{
    char path[64];
    struct csv t;
    const double *column;
    snprintf(path, sizeof path, "%s/table.csv", top);
    spit(path, "# a comment\n\n x_over_c , cp\r\n0,1\n# more\n0.5, -1.5e-1\n1,nan\n0.7,");
    CHECK(csv_read(path, &t) == 0, "%s", error_message());
    CHECK(t.n_rows == 4 && t.n_columns == 2, "%d rows", (int)t.n_rows);
    CHECK(csv_need_column(&t, "cp", &column) == 0 && column[1] == -0.15 && isnan(column[2]) && isnan(column[3]), "cp");
    CHECK(csv_need_column(&t, "c_p", &column) != 0 && strstr(error_message(), "cp"), "%s", error_message());
    csv_free(&t);
    spit(path, "x,y\n1,2\n3");
    CHECK(csv_read(path, &t) == 0 && t.n_rows == 1, "a last line cut short is left out");
    csv_free(&t);
    spit(path, "\xef\xbb\xbfx,y\r\n1,2\r\n"); /* with a byte order mark, as spreadsheets write it */
    CHECK(csv_read(path, &t) == 0 && csv_need_column(&t, "x", &column) == 0 && column[0] == 1, "%s", error_message());
    csv_free(&t);
    const char *const bad[] = {"", "x,y\n", "1,2\n", "x,y\n1,2\n3\n4,5\n", "x,y\n1,2,3\n", "x,y\n1,two\n",
                               "x,y, x\n1,2,3\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        spit(path, bad[i]);
        CHECK(csv_read(path, &t) != 0, "table %d", (int)i);
        CHECK(strstr(error_message(), "table.csv"), "%s", error_message());
    }
}

/* The whole command: a CSV file that reads back, differences from a reference. */
static void cp_file(void)
{
    char path[64], reference[64], results[64];
    struct surface s;
    CHECK(gather(3, "[xz]*", &s) == 0, "%s", error_message());
    surface_free(&s);
    snprintf(results, sizeof results, "%s/on3/results", top);
    snprintf(path, sizeof path, "%s/cp.csv", top);
    snprintf(reference, sizeof reference, "%s/reference.csv", top);
    /* y = 0.6, x = 0.7: p - p_inf = 3 * 0.7 - 5 * 0.6 = -0.9 Pa, q = 2 Pa */
    spit(reference, "x_over_c,cp,side\n0.5,-0.45,1\n0.5,-0.45,-1\n");
    struct cp_options o = {.quantity = "cp",
                           .patches = {.item = {"[xz]*"}, .n = 1}, .sections = {.item = {"eta=0.3", "y=0.47"}, .n = 2},
                           .references = {.item = {reference}, .n = 1}, .span_axis = "y", .out = path, .quiet = true};
    struct results r;
    CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    CHECK(cp_command(&r, &o) == 0, "%s", error_message());
    struct csv t;
    CHECK(csv_read(path, &t) == 0, "%s", error_message());
    const double *x = csv_column(&t, "x"), *y = csv_column(&t, "y"), *cp = csv_column(&t, "cp");
    const double *section = csv_column(&t, "section");
    CHECK(t.n_rows == 52 && x && y && csv_column(&t, "z") && csv_column(&t, "x_over_c") && cp && section, "%d rows",
          (int)t.n_rows);
    for (int64_t i = 0; x && y && cp && section && i < t.n_rows; i++) {
        CHECK_NEAR(y[i], section[i] == 1 ? 0.6 : 0.47, 1e-12);
        if (x[i] > -0.29 && x[i] < 1.69)
            CHECK_NEAR(cp[i], (3 * x[i] - 5 * y[i]) / 2, 1e-11); /* 12 digits written */
    }
    csv_free(&t);
    o.references.item[0] = "/nowhere/reference.csv";
    CHECK(cp_command(&r, &o) != 0 && strstr(error_message(), "/nowhere/reference.csv"), "%s", error_message());
    o.references.n = 0;
    o.sections.n = 0;
    CHECK(cp_command(&r, &o) != 0 && strstr(error_message(), "--section"), "%s", error_message());
    results_close(&r);
}

/* A cut of four points, one curve with two sides; a reference with and without sides, beyond the chord, and with an
 * empty cell. */
static void differences(void)
{
    struct section_point point[4] = {{.chord_fraction = 1, .value = 10, .curve = 1, .side = -1},
                                     {.chord_fraction = 0, .value = 12, .curve = 1, .side = -1},
                                     {.chord_fraction = 0, .value = 12, .curve = 1, .side = 1},
                                     {.chord_fraction = 1, .value = 4, .curve = 1, .side = 1}};
    struct results r = {.n_ranks = 1};
    box_reference(&r.reference);
    struct cp_cut cut = {.section = {.n_points = 4, .point = point}};
    struct cp_context c = {.r = &r, .q = 2, .n_cuts = 1, .cut = &cut};
    /* cp at mid chord: 0.5 below, -1 above; beyond the chord there is none. */
    double value[9] = {0.5, 0.5, 2, 0.6, -1.2, 0, 1, 1, 1};
    cut.reference = (struct csv){.n_columns = 2, .n_rows = 3, .value = value, .name = {"x_over_c", "cp", "side"}};
    int64_t n = 0;
    CHECK_NEAR(cp_difference(&c, &cut, &n), sqrt((0.01 + 0.04) / 2), 1e-12);
    CHECK(n == 2, "%d", (int)n);
    cut.reference.n_columns = 3; /* both are said to be upper now */
    CHECK_NEAR(cp_difference(&c, &cut, &n), sqrt((1.6 * 1.6 + 0.04) / 2), 1e-12);
    value[6] = 0, value[7] = NAN; /* sides that are not said: the nearer */
    CHECK_NEAR(cp_difference(&c, &cut, &n), sqrt((0.01 + 0.04) / 2), 1e-12);
    for (int k = 0; k < 4; k++)
        point[k].side = 0; /* the cut is not split: its one curve is meant */
    value[6] = 1, value[7] = -1;
    CHECK_NEAR(cp_difference(&c, &cut, &n), sqrt((0.01 + 0.04) / 2), 1e-12);
    value[3] = NAN; /* an empty cell is no point */
    CHECK_NEAR(cp_difference(&c, &cut, &n), 0.2, 1e-12);
    CHECK(n == 1, "%d", (int)n);
}

/* Friction has the sign of its component along the wind, here (0.6, 0.8, 0). */
static void quantities(void)
{
    double x[3] = {3, -3, 0}, y[3] = {4, -4, 0}, z[3] = {0, 0, -2}, wet[3] = {1, 2, 3}, *value;
    struct results r = {.folder = "/results", .n_ranks = 1};
    struct solution s = {.n_boundary = 3, .n_boundary_fields = 4,
                         .boundary_field = {{.name = "wall_shear_x", .value = x}, {.name = "wall_shear_y", .value = y},
                                            {.name = "wall_shear_z", .value = z}, {.name = "y_plus", .value = wet}}};
    enum quantity q;
    box_reference(&r.reference);
    r.reference.drag_axis[0] = 0.6;
    r.reference.drag_axis[1] = 0.8;
    CHECK(quantity_find("cf", &q) == 0 && q == QUANTITY_CF, "cf");
    CHECK(quantity_of_faces(q, &r, 0, &s, &value) == 0, "%s", error_message());
    CHECK_NEAR(quantity_scale(q, &r, 2, value[0]), 2.5, 1e-15);
    CHECK_NEAR(quantity_scale(q, &r, 2, value[1]), -2.5, 1e-15);
    CHECK_NEAR(quantity_scale(q, &r, 2, value[2]), 1, 1e-15);
    CHECK(isnan(quantity_scale(q, &r, 0, value[2])) && isnan(quantity_scale(QUANTITY_CP, &r, 0, 1)), "q is 0");
    mem_free(value);
    CHECK(quantity_find("yplus", &q) == 0 && quantity_of_faces(q, &r, 0, &s, &value) == 0, "%s", error_message());
    CHECK_NEAR(quantity_scale(q, &r, 2, value[1]), 2, 0);
    CHECK_NEAR(quantity_scale(q, &r, 0, value[1]), 2, 0);
    mem_free(value);
    CHECK(quantity_find("heatflux", &q) == 0 && quantity_of_faces(q, &r, 0, &s, &value) != 0 &&
              strstr(error_message(), "heat_flux"), "%s", error_message());
    CHECK(quantity_find("cff", &q) != 0 && strstr(error_message(), "did you mean cf"), "%s", error_message());
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(gathered_surface);
    CASE(box_outline);
    CASE(missed);
    CASE(blunt_profile);
    CASE(section_words);
    CASE(tables);
    CASE(cp_file);
    CASE(differences);
    CASE(quantities);
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
