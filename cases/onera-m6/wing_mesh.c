/* wing_mesh: CGNS meshes of the ONERA M6 wing with a sharp trailing edge and a
 * rounded tip, at any resolution.
 *
 * A C-shaped grid around each section, stacked along the span. With the
 * singular point (x0, 0) half a leading-edge radius inside the section,
 *
 *     (x - x0) + i z = c0 (xi + i eta)^2        (c0: root chord)
 *
 * unwraps the section and its wake into a shallow bump over the xi axis, on
 * which the grid is a sheared rectangle (Jameson 1974, "Iterative solution of
 * transonic flows over airfoils and wings"):
 *
 *     eta                  far field                      z
 *      ^  +---+---+---+---+---+---+---+                  .-----
 *      |  |   |   |   |   |   |   |   |                 /  .----
 *      |  +---+---+--_+_--+---+---+---+      ->        |  (LE  TE- - wake
 *      |  +---+---+-/LE \-+---+---+---+                 \  '----
 *      +---wake--TE-------TE---wake--> xi                '-----  x
 *
 * i runs along xi from the lower wake round the leading edge (i = 0) to the
 * upper wake, j along eta, k along the span. Wake nodes of both sides are one
 * node. Past the last station of the planform the thickness falls to nothing
 * over the rounded tip, which reaches out the farther the thicker the section is;
 * from there on upper and lower side are one sheet, which widens on its way to the
 * far field.
 */
#include "../mesh_build.h"

#include <stddef.h>

static const char help[] =
    "wing_mesh: a CGNS mesh of the ONERA M6 wing (half model, sharp trailing edge, rounded tip)\n"
    "\n"
    "  --out FILE.cgns   required\n"
    "  --n N             cells along the chord, on each side; everything else follows; 8 to 400, default 32\n"
    "  --cells KIND      hex (default), prism (triangles across the span), tet\n"
    "  --normal N        cells from the wing outwards, default half of --n\n"
    "  --wall D          height of the cells on the wing, metres, for flow with boundary layers: 2.5e-6 makes y+\n"
    "                    about 1 at Reynolds number 11.72e6; WING becomes BCWallViscous\n"
    "  --far R           distance of the far field, metres; 3 to 200 (tet: about 30 at most), default 8\n"
    "  --help\n"
    "\n"
    "Metres; x downstream, y along the span, z up. Patches WING (BCWallInviscid without --wall),\n"
    "FARFIELD (BCFarfield), SYMMETRY (BCSymmetryPlane).\n";

/* Streamwise section at the root, upper side, in chords with the blunt trailing
 * edge (source: profile.csv). */
static const double section_table[][2] = {
    {0.0000000, 0.0000000}, {0.0000165, 0.0006914}, {0.0000696, 0.0014416}, {0.0001675, 0.0022554},
    {0.0003232, 0.0031382}, {0.0005508, 0.0040959}, {0.0008657, 0.0051343}, {0.0012868, 0.0062598},
    {0.0018364, 0.0074784}, {0.0025441, 0.0087958}, {0.0034428, 0.0102163}, {0.0045704, 0.0117419},
    {0.0059751, 0.0133708}, {0.0077112, 0.0150951}, {0.0098413, 0.0168984}, {0.0124479, 0.0187537},
    {0.0156171, 0.0206220}, {0.0194609, 0.0224545}, {0.0241067, 0.0242004}, {0.0297008, 0.0258245},
    {0.0364261, 0.0273317}, {0.0444852, 0.0287912}, {0.0541248, 0.0303278}, {0.0656303, 0.0320138},
    {0.0793366, 0.0338372}, {0.0956354, 0.0357742}, {0.1149796, 0.0377923}, {0.1378963, 0.0398522},
    {0.1649976, 0.0419089}, {0.1919327, 0.0436214}, {0.2187096, 0.0450507}, {0.2453310, 0.0462358},
    {0.2717978, 0.0471987}, {0.2981113, 0.0479494}, {0.3242726, 0.0484902}, {0.3502830, 0.0488183},
    {0.3761446, 0.0489296}, {0.4018567, 0.0488202}, {0.4274223, 0.0484833}, {0.4528441, 0.0479351},
    {0.4781197, 0.0471661}, {0.5032514, 0.0461903}, {0.5282426, 0.0450209}, {0.5530937, 0.0436741},
    {0.5778043, 0.0421684}, {0.6023757, 0.0405241}, {0.6268104, 0.0387613}, {0.6511093, 0.0368990},
    {0.6752726, 0.0349542}, {0.6993027, 0.0329402}, {0.7231995, 0.0308662}, {0.7469658, 0.0287365},
    {0.7705998, 0.0265505}, {0.7941055, 0.0243027}, {0.8174828, 0.0219842}, {0.8407324, 0.0195838},
    {0.8638564, 0.0170915}, {0.8868235, 0.0145051}, {0.9061905, 0.0122389}, {0.9225336, 0.0102727},
    {0.9363346, 0.0085827}, {0.9479946, 0.0071423}, {0.9578511, 0.0059224}, {0.9661860, 0.0048907},
    {0.9732361, 0.0040180}, {0.9792020, 0.0032796}, {0.9842508, 0.0026547}, {0.9885252, 0.0021257},
    {0.9921438, 0.0016778}, {0.9952080, 0.0012985}, {0.9978030, 0.0009773}, {1.0000000, 0.0007052},
};
enum { N_TABLE = sizeof section_table / sizeof *section_table, N_SECTION = N_TABLE + 1 };

/* Planform with the sharp trailing edge (planform.csv, column cad), metres. */
static const double root_chord = 0.810491484086, tip_chord = 0.455914415721, semispan = 1.1963;
static const double sweep_tangent = 0.577327; /* 29.999 degrees */
static const double tip_width = 0.022235;     /* of the rounded tip, where it is widest */
static const double TIP_LEAST = 0.3;          /* of that, at its nose and its trailing edge */

struct section {
    double u[N_SECTION];      /* sqrt(x/c), 0 .. 1 */
    double z[N_SECTION];      /* z/c */
    double second[N_SECTION]; /* d2z/du2 of the natural cubic spline */
    double nose_radius;       /* in chords */
};

struct wing {
    int chord, wake, normal, span, tip, outer; /* cells */
    enum mesh_style style;
    double far, wall; /* metres; wall 0: spacing for inviscid flow */
    const char *out;
    struct section section;
    int n_i, n_k; /* i = -n_i .. n_i, k = 0 .. n_k */
    int k_tip;    /* first station of the sheet */
    double *t;    /* [chord + 1] chord fraction of node i */
    cgsize_t *id; /* [(n_k + 1) * (normal + 1) * (2 n_i + 1)] node numbers */
};

/* One station along the span. */
struct station {
    double part;           /* k / n_k */
    double y, nose, chord; /* metres; nose: x of the leading edge or of the sheet's edge */
    double bulge;          /* times wing_tip_width(): what is added to y, which varies along the chord */
    double thickness;      /* 1 on the wing, 0 on the sheet */
    double relax;          /* 0 at the tip .. 1 far away: spacing no longer follows the wing */
};

/* ---- section ------------------------------------------------------------------*/
static void section_spline(struct section *s)
{
    double c[N_SECTION] = {0}, d[N_SECTION] = {0};
    for (int i = 1; i < N_SECTION - 1; i++) {
        double h0 = s->u[i] - s->u[i - 1], h1 = s->u[i + 1] - s->u[i];
        double slope = (s->z[i + 1] - s->z[i]) / h1 - (s->z[i] - s->z[i - 1]) / h0;
        double pivot = 2 * (h0 + h1) - h0 * c[i - 1];
        c[i] = h1 / pivot;
        d[i] = (6 * slope - h0 * d[i - 1]) / pivot;
    }
    for (int i = N_SECTION - 2; i > 0; i--)
        s->second[i] = d[i] - c[i] * s->second[i + 1];
}

/* The table, carried on along its last slope until the thickness is nought. */
static void section_init(struct section *s)
{
    const double *a = section_table[N_TABLE - 2], *b = section_table[N_TABLE - 1];
    double length = b[0] + b[1] * (b[0] - a[0]) / (a[1] - b[1]);
    memset(s, 0, sizeof *s);
    for (int i = 0; i < N_TABLE; i++) {
        s->u[i] = sqrt(section_table[i][0] / length);
        s->z[i] = section_table[i][1] / length;
    }
    s->u[N_TABLE] = 1;
    section_spline(s);
    const int near = 4; /* z^2 = 2 r x holds closely up to there */
    s->nose_radius = s->z[near] * s->z[near] / (2 * s->u[near] * s->u[near]);
}

static double section_z(const struct section *s, double t)
{
    double u = sqrt(t);
    int i = 0;
    while (i < N_SECTION - 2 && u > s->u[i + 1])
        i++;
    double h = s->u[i + 1] - s->u[i], b = (u - s->u[i]) / h, a = 1 - b;
    return a * s->z[i] + b * s->z[i + 1] +
           ((a * a * a - a) * s->second[i] + (b * b * b - b) * s->second[i + 1]) * h * h / 6;
}

/* ---- spacing --------------------------------------------------------------------*/
/* Ratio r with 1 + r + ... + r^(n-1) = sum, by bisection. */
static double growth(int n, double sum)
{
    double low = 1e-3, high = 1e3;
    for (int it = 0; it < 200; it++) {
        double r = sqrt(low * high);
        double s = fabs(r - 1) < 1e-9 ? n : (pow(r, n) - 1) / (r - 1);
        *(s < sum ? &low : &high) = r;
    }
    return sqrt(low * high);
}

/* Place 0 .. 1 of node a of n intervals whose first is `first` (of the whole). */
static double one_sided(int a, int n, double first)
{
    double r = growth(n, 1 / first);
    return fabs(r - 1) < 1e-9 ? (double)a / n : (pow(r, a) - 1) / (pow(r, n) - 1);
}

/* Place 0 .. 1 of node a of n intervals, about `first` and `last` long at the
 * ends (Vinokur 1983, "On one-dimensional stretching functions"; first * last *
 * n^2 < 1). */
static double two_sided(int a, int n, double first, double last)
{
    double lopsided = sqrt(last / first), b = 1 / (n * sqrt(first * last)), low = 1e-6, high = 60;
    for (int it = 0; it < 200; it++) {
        double d = (low + high) / 2;
        *(sinh(d) / d < b ? &low : &high) = d;
    }
    double u = (1 + tanh(low * ((double)a / n - 0.5)) / tanh(low / 2)) / 2;
    return u / (lopsided + (1 - lopsided) * u);
}

/* Steps at the leading and the trailing edge, times 1 / chord of the section's arc. Half as long with boundary layers:
 * on 62,720 cells the longer ones cost 2.8 % of the drag and 0.8 % of the lift. */
static double wing_nose_step(const struct wing *w)
{
    return w->wall > 0 ? 0.1 : 0.2;
}

static double wing_tail_step(const struct wing *w)
{
    return 2 * wing_nose_step(w);
}

/* Chord fractions with even steps of arc length between the two end spacings. */
static void wing_chord_nodes(struct wing *w)
{
    enum { FINE = 20000 };
    const double nose = wing_nose_step(w) / w->chord, tail = wing_tail_step(w) / w->chord;
    double *arc = mesh_grow(NULL, (FINE + 1) * sizeof *arc);
    double x0 = 0, z0 = 0;
    arc[0] = 0;
    for (int a = 1; a <= FINE; a++) {
        double t = (double)a / FINE * a / FINE, z = section_z(&w->section, t);
        arc[a] = arc[a - 1] + hypot(t - x0, z - z0);
        x0 = t, z0 = z;
    }
    w->t = mesh_grow(NULL, (size_t)(w->chord + 1) * sizeof *w->t);
    for (int i = 0, a = 0; i <= w->chord; i++) {
        double s = two_sided(i, w->chord, nose, tail) * arc[FINE];
        while (a < FINE - 1 && arc[a + 1] < s)
            a++;
        double f = (a + (s - arc[a]) / (arc[a + 1] - arc[a])) / FINE;
        w->t[i] = f * f;
    }
    w->t[0] = 0, w->t[w->chord] = 1;
    free(arc);
}

/* ---- stations along the span ----------------------------------------------------*/
static struct station wing_station(const struct wing *w, int k)
{
    const double root_step = 1.6 / w->span, tip_step = 0.15 / w->span;
    double taper = (tip_chord - root_chord) / semispan;
    struct station s = {.part = (double)k / w->n_k, .thickness = 1};
    if (k <= w->span) {
        s.y = semispan * two_sided(k, w->span, root_step, tip_step);
    } else if (k < w->k_tip) { /* between even steps and even angles of an ellipse */
        double part = (double)(k - w->span) / w->tip, sigma = (part + sin(part * acos(0.0))) / 2;
        s.y = semispan;
        s.bulge = sigma;
        s.thickness = sqrt(1 - sigma * sigma);
    } else {
        double first = tip_width / w->tip * 0.8 / (w->far - semispan);
        s.y = semispan + (w->far - semispan) * one_sided(k - w->k_tip, w->outer, first);
        s.bulge = (w->far - s.y) / (w->far - semispan);
        s.thickness = 0;
    }
    double on_wing = fmin(s.y, semispan), past = s.y - on_wing;
    s.chord = root_chord + taper * on_wing;
    s.nose = sweep_tangent * (on_wing + 0.3 * (1 - exp(-past / 0.3))); /* the sweep fades out within 0.3 m */
    double reach = w->far / 8;
    s.relax = 1 - exp(-past * past / (past + reach) / reach);
    return s;
}

/* xi of node i far from the wing. */
static double wing_far_xi(const struct wing *w, int i)
{
    double part = (double)i / w->n_i;
    return sqrt(1.25 * w->far / root_chord) * part * (0.6 + 0.4 * part);
}

/* y of a station far from the wing, where spacing need not follow the tip. */
static double wing_far_y(const struct wing *w, double part)
{
    return w->far * part * (0.4 + 0.6 * part * part);
}

/* Distance of the singular point from the nose, in root chords. */
static double wing_focus(const struct wing *w, const struct station *s)
{
    return 0.5 * w->section.nose_radius * s->thickness * s->thickness * s->chord / root_chord;
}

/* xi (>= 0) and eta of surface, wake or sheet at node i >= 0. */
static void wing_surface(const struct wing *w, const struct station *s, int i, double *xi, double *eta)
{
    double xi_max = wing_far_xi(w, w->n_i);
    double scale = s->chord / root_chord, focus = wing_focus(w, s), end = sqrt(scale - focus);
    *eta = 0;
    if (i <= w->chord) {
        double x = w->t[i] * scale - focus, z = s->thickness * section_z(&w->section, w->t[i]) * scale;
        double r = hypot(x, z);
        *xi = i == 0 ? 0 : sqrt((r + x) / 2);
        *eta = i == w->chord ? 0 : sqrt(fmax(0, r - x) / 2);
        if (i == w->chord)
            *xi = end;
    } else {
        double first = wing_tail_step(w) / w->chord / 2 * scale / end / (xi_max - end);
        *xi = end + (xi_max - end) * one_sided(i - w->chord, w->wake, first);
    }
    *xi += s->relax * (xi_max * pow((double)i / w->n_i, 0.7) - *xi); /* x - nose goes with xi^2 on the sheet */
    *eta *= 1 - s->relax;
}

/* Height of the first cell in e at node i >= 0. At zeta = xi + i eta lengths are 2 root_chord |zeta|
 * times those in zeta. Where there is no wall any more, in the wake and past the tip, cells grow with the distance
 * from the wing, slowly at first: as thin as on the wing they would be 40,000 times as long as thin downstream. */
static double wing_first(const struct wing *w, const struct station *s, int i, double xi1, double eta1)
{
    double spacing = 0.2 / w->normal * (1 + s->relax);
    if (w->wall <= 0)
        return spacing;
    double end = sqrt(s->chord / root_chord - wing_focus(w, s));
    double behind = i > w->chord ? root_chord * (xi1 * xi1 - end * end) : 0, past = fmax(0, s->y - semispan);
    double away = hypot(fmax(0, behind), past), height = w->wall + 0.002 * away * away / (away + 0.1);
    return fmin(spacing, height / (2 * root_chord * hypot(xi1, eta1)));
}

/* How far the tip reaches past the last station of the planform at node i >= 0: like half a body of revolution, as far
 * as the tip section is thick there on one side, but nowhere less than TIP_LEAST of its widest. */
static double wing_tip_width(const struct wing *w, int i)
{
    double thickest = 0.04893 * tip_chord; /* of section_table, on one side */
    double z = i < w->chord ? section_z(&w->section, w->t[i]) * tip_chord / thickest : 0;
    return tip_width * sqrt((1 - TIP_LEAST * TIP_LEAST) * z * z + TIP_LEAST * TIP_LEAST);
}

/* With eta1 the surface of the full section, eta = eta1 + e(j) off the wing. Where
 * the section is thinned to eta_s, eta^2 - eta_s^2 keeps its value (so x is the
 * same): grid lines stay where they are while the wing below them vanishes, and
 * the cells at the edge of the sheet, where xi + i eta = 0, are no smaller than
 * those at the wing's nose. */
static void wing_point(const struct wing *w, const struct station *s, int i, int j, double p[3])
{
    double xi, eta, xi1, eta1, eta_max = sqrt(w->far / root_chord);
    struct station full = *s;
    full.thickness = 1;
    wing_surface(w, s, abs(i), &xi, &eta);
    wing_surface(w, &full, abs(i), &xi1, &eta1);
    double out = one_sided(j, w->normal, wing_first(w, s, abs(i), xi1, eta1) / (eta_max - eta1));
    double e = (eta_max - eta1) * out;
    eta1 += 0.3 * s->relax; /* wider cells along the sheet's edge, too, where nothing happens */
    eta = sqrt(eta * eta + e * (e + 2 * eta1));
    xi += (wing_far_xi(w, abs(i)) - xi) * out * out;
    xi = i < 0 ? -xi : xi;
    double y = s->y + s->bulge * wing_tip_width(w, abs(i));
    p[0] = s->nose + wing_focus(w, s) * root_chord + root_chord * (xi * xi - eta * eta);
    p[2] = 2 * root_chord * xi * eta;
    /* nought on the wing: the section lies within 0.6 chords of its middle */
    double away = fmax(0, hypot(p[0] - s->nose - 0.5 * s->chord, p[2]) - 0.6 * s->chord) / (0.75 * w->far);
    p[1] = y + (wing_far_y(w, s->part) - y) * away * away / (away * away + 1);
}

/* ---- nodes and cells --------------------------------------------------------------*/
static cgsize_t *wing_id(const struct wing *w, int i, int j, int k)
{
    return w->id + (i + w->n_i) + (2 * w->n_i + 1) * (j + (w->normal + 1) * (ptrdiff_t)k);
}

static void wing_add_nodes(struct wing *w, struct mesh *m)
{
    size_t n = (size_t)(2 * w->n_i + 1) * (size_t)(w->normal + 1) * (size_t)(w->n_k + 1);
    w->id = mesh_grow(NULL, n * sizeof *w->id);
    for (int k = 0; k <= w->n_k; k++) {
        struct station s = wing_station(w, k);
        for (int j = 0; j <= w->normal; j++)
            /* 1, -1, 2, -2, ..., 0: the upper side of a sheet before the lower, and at both corners of the
             * tip the wing's own node before those on its edges, or cutting would join upper and lower side */
            for (int a = 2; a <= 2 * w->n_i + 2; a++) {
                int i = a > 2 * w->n_i + 1 ? 0 : a % 2 ? -(a / 2) : a / 2;
                bool sheet = j == 0 && i < 0 && (i <= -w->chord || k >= w->k_tip);
                double p[3];
                wing_point(w, &s, i, j, p);
                *wing_id(w, i, j, k) = sheet ? *wing_id(w, -i, j, k) : mesh_node(m, p[0], p[1], p[2]);
            }
    }
}

enum { WING, FARFIELD, SYMMETRY };

/* Corners a, b, c, d of the base in turn (seen from outboard: clockwise about
 * the leading edge outwards), then the same outboard. */
static void wing_add_cell(const struct wing *w, struct mesh *m, int i, int j, int k)
{
    static const int corner[8][3] = {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0},
                                     {0, 0, 1}, {0, 1, 1}, {1, 1, 1}, {1, 0, 1}};
    cgsize_t v[8], h[8];
    for (int a = 0; a < 8; a++)
        v[a] = *wing_id(w, i + corner[a][0], j + corner[a][1], k + corner[a][2]);
    /* Cuts start at the corner nearest the leading edge, where a sheet's edge
     * would make the other cut flat. */
    int turn = i < 0 ? 3 : 0;
    for (int a = 0; a < 4; a++) {
        h[a] = v[(a + turn) % 4];
        h[a + 4] = v[4 + (a + turn) % 4];
    }
    mesh_hex(m, w->style, h);
    if (j == 0 && k < w->k_tip && i >= -w->chord && i < w->chord)
        mesh_boundary(m, WING, w->style, (cgsize_t[]){v[0], v[4], v[7], v[3]}, false);
    if (j == w->normal - 1)
        mesh_boundary(m, FARFIELD, w->style, (cgsize_t[]){v[1], v[2], v[6], v[5]}, false);
    if (i == -w->n_i)
        mesh_boundary(m, FARFIELD, w->style, (cgsize_t[]){v[0], v[1], v[5], v[4]}, false);
    if (i == w->n_i - 1)
        mesh_boundary(m, FARFIELD, w->style, (cgsize_t[]){v[2], v[3], v[7], v[6]}, false);
    if (k == w->n_k - 1)
        mesh_boundary(m, FARFIELD, w->style, h + 4, true);
    if (k == 0)
        mesh_boundary(m, SYMMETRY, w->style, (cgsize_t[]){h[0], h[3], h[2], h[1]}, true);
}

static void wing_read_options(struct wing *w, int argc, char **argv)
{
    for (int a = 1; a < argc; a += 2) {
        const char *o = argv[a], *v = a + 1 < argc ? argv[a + 1] : NULL;
        if (strcmp(o, "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (!v)
            mesh_usage(o, "not an option, or its value is missing; see --help");
        if (strcmp(o, "--out") == 0)
            w->out = v;
        else if (strcmp(o, "--n") == 0)
            w->chord = (int)mesh_to_long(o, v, 8);
        else if (strcmp(o, "--normal") == 0)
            w->normal = (int)mesh_to_long(o, v, 4);
        else if (strcmp(o, "--wall") == 0)
            w->wall = mesh_to_double(o, v);
        else if (strcmp(o, "--far") == 0)
            w->far = mesh_to_double(o, v);
        else if (strcmp(o, "--cells") == 0 && strcmp(v, "hex") == 0)
            w->style = STYLE_HEX;
        else if (strcmp(o, "--cells") == 0 && strcmp(v, "prism") == 0)
            w->style = STYLE_PRISM;
        else if (strcmp(o, "--cells") == 0 && strcmp(v, "tet") == 0)
            w->style = STYLE_TET;
        else
            mesh_usage(o, "not an option, or not one of its values; see --help");
    }
    if (!w->out)
        mesh_usage("wing_mesh", "--out FILE.cgns is missing; see --help");
    if (w->chord > 400)
        mesh_usage("--n", "more than 400; the node numbers of a 32-bit CGNS file would not do");
    if (w->normal > 400)
        mesh_usage("--normal", "more than 400");
    if (!(w->wall >= 0 && w->wall <= 1e-2))
        mesh_usage("--wall", "not between 0 and 0.01 metres");
    if (!(w->far >= 3 && w->far <= 200))
        mesh_usage("--far", "not between 3 and 200 metres");
}

static void wing_set_counts(struct wing *w)
{
    w->wake = (7 * w->chord + 8) / 16;
    if (w->normal == 0)
        w->normal = (w->chord + 1) / 2;
    w->span = (9 * w->chord + 8) / 16;
    w->tip = (w->chord + 4) / 8 > 3 ? (w->chord + 4) / 8 : 3;
    w->outer = (7 * w->chord + 8) / 16;
    w->n_i = w->chord + w->wake;
    w->k_tip = w->span + w->tip;
    w->n_k = w->k_tip + w->outer;
}

int main(int argc, char **argv)
{
    struct wing w = {.chord = 32, .style = STYLE_HEX, .far = 8};
    struct mesh m = {0};
    wing_read_options(&w, argc, argv);
    wing_set_counts(&w);
    section_init(&w.section);
    wing_chord_nodes(&w);
    mesh_patch_add(&m, "WING", w.wall > 0 ? BCWallViscous : BCWallInviscid);
    mesh_patch_add(&m, "FARFIELD", BCFarfield);
    mesh_patch_add(&m, "SYMMETRY", BCSymmetryPlane);
    wing_add_nodes(&w, &m);
    for (int k = 0; k < w.n_k; k++)
        for (int j = 0; j < w.normal; j++)
            for (int i = -w.n_i; i < w.n_i; i++)
                wing_add_cell(&w, &m, i, j, k);
    mesh_finish(&m, w.out);
    mesh_free(&m);
    free(w.t);
    free(w.id);
    return 0;
}
