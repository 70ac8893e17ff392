/* rotor_mesh: CGNS meshes of one blade of a two-bladed hovering rotor: the untwisted
 * NACA 0012 blade of Caradonna and Tung (1981, NASA TM 81232) in half a cylinder.
 *
 * The same plane grid at every station along the span: an O-grid from the section to a
 * box, and a lattice around the box whose left and right sides are the periodic ones.
 * Where there is no blade, inboard of the root and outboard of the tip, further cells
 * fill the section:
 *
 *      z        far field                      section, filled:
 *      ^  +--+--+---+---+---+--+--+
 *      |  +--+--+---+---+---+--+--+                 .---+---.
 *      |  |  |  | \  O-grid / |  |  |            LE <---+---+----> TE
 *      |  |  |  |-- LE==TE ---|  |  |               '---+---'
 *      |  |  |  | /         \ |  |  |
 *      |  +--+--+---+---+---+--+--+             i runs over the upper side from the
 *      |  +--+--+---+---+---+--+--+             trailing edge, back along the lower
 *      +---------------------------> s          one; j outwards
 *
 * Stations are planes normal to the blade near it and cylinders about the axis of the
 * rotor away from it, so that hub and outer boundary are surfaces of revolution and the
 * sides one another's images by half a turn about z.
 *
 * With --interface one of the stations outboard of the tip is a cylinder: there the mesh is cut into two bodies that
 * share no node, or goes on (--joined).
 */
#include "../plane/airfoil.h"

#include <stddef.h>

static const char help[] =
    "rotor_mesh: a CGNS mesh of the hovering rotor of Caradonna and Tung (half of it: one of two blades)\n"
    "\n"
    "  --out FILE.cgns   required\n"
    "  --n N             cells along the chord, on each side; everything else follows; 12 to 256, default 24\n"
    "  --span N          cells along the blade, default as --n\n"
    "  --normal N        cells from the blade to half a chord above it, default half of --n\n"
    "  --wake N          even rows of cells through the wake, from half a chord to 0.4 m below the rotor, default 2/3\n"
    "                    of --n\n"
    "  --wall D          height of the cells on the blade, metres, for flow with boundary layers; BLADE becomes\n"
    "                    BCWallViscous; default: spacing for inviscid flow\n"
    "  --collective A    pitch of the blade about its quarter chord, degrees; -20 to 20, default 8\n"
    "  --far R           of the outer cylinder and of its ends above and below the rotor, metres; 2 to 100,\n"
    "                    default 4.6 (four radii)\n"
    "  --outboard N      cells from the tip to the far field, default half of --n\n"
    "  --interface R     a cylinder of this radius about the axis, metres, between the tip and the far field, at which\n"
    "                    half of the --outboard cells end; the mesh is cut there into two bodies, for a zone that slides\n"
    "  --joined 1        with --interface: the same cells in one body\n"
    "  --even 1          towards the interface or the far field cells around the section become as high as one another\n"
    "                    (default: as thin as on the blade, in proportion to the radius)\n"
    "  --whole 1         both blades and all of the cylinder, without periodic sides\n"
    "  --help\n"
    "\n"
    "Metres; the rotor turns about +z (thrust is along it), the blade lies along y and moves towards -x. Chord 0.1905,\n"
    "radius 1.143, blade from one chord on; square tip and root; a hub of half a chord's radius. Patches BLADE\n"
    "(BCWallInviscid without --wall), HUB (BCWallInviscid), FARFIELD (BCFarfield), PERIODIC-1 and PERIODIC-2\n"
    "(BCSymmetryPlane), to be joined by ufv-prep --config sides.ini; without --joined the interface's two sides are\n"
    "INSIDE and OUTSIDE (BCFarfield; kind sliding of ufv-solve).\n";

/* Caradonna and Tung 1981: rectangular blades of aspect ratio 6, metres. */
static const double chord = 0.1905, radius = 1.143;
static const double root = 0.1905, hub = 0.09525; /* radii; the mount inboard of the root is left out */
static const double quarter = 0.25;               /* of the chord: the axis of pitch */
static const double margin = 0.5;                 /* chords, from the section to its box */
static const double wake_depth = 0.4;             /* m below the rotor that the wake's even rows reach */

struct rotor {
    int chord, span, normal;        /* cells */
    int corner;                     /* of a side of the box, from its middle to a corner */
    int fill;                       /* through the section, where it is filled */
    int beside, above;              /* of the lattice from the box to a side, and up to the far field */
    int wake, below;                /* down through the wake in even steps, and on to the far field */
    int inboard, outboard;          /* along the span, from hub to root and from tip to far field */
    int n_ring, n_i, n_j, n_k;      /* nodes of the ring; cells of the lattice; cells along the span */
    int within;                     /* with an interface: of the outboard cells those inside it */
    int cut;                        /* the station at which the mesh is cut; -1: none */
    long whole, joined, even;
    int half;                       /* 0, 1: which one is made */
    int middle_j;                   /* line of the lattice at z = 0 */
    double far, wall, collective;   /* metres, metres (0: inviscid), radians */
    double interface;               /* metres; 0: none */
    const char *out;
    cgsize_t *id;                   /* [2][n_k + 2][rotor_plane_nodes()] node numbers of both halves, the last station's
                                       the outer side of a cut; 0: no such node */
};

/* What the grid of a station follows from; metres. */
struct station {
    double r;                 /* distance of the blade's part of it from the axis */
    double scale;             /* of chord and box; 1 on the blade */
    double round;             /* 0: a plane near the blade .. 1: a cylinder */
    double open;              /* 0: the section is the blade's .. 1: an ellipse, without edges */
    double even;              /* 0: cells from section to box are as thin as on the blade .. 1: all as high */
    double side;              /* half the length of the arc */
    double left, right, high; /* of the box, from the axis of pitch; it is as low as high */
};

enum { BLADE, HUB, FARFIELD_PATCH, SIDE_1, SIDE_2, INSIDE, OUTSIDE };

/* ---- spacing --------------------------------------------------------------------*/
static double one_sided(int a, int n, double first)
{
    return plane_stretch((double)a / n, plane_stretch_constant(first * n));
}

/* 0 .. 1 with the slopes first and last (shares of the whole a cell) at the ends, by cubic blending of two
 * one-sided spacings. */
static double both_sided(int a, int n, double first, double last)
{
    double s = (double)a / n, w = s * s * (3 - 2 * s);
    return (1 - w) * one_sided(a, n, first) + w * (1 - one_sided(n - a, n, last));
}

static double smooth_step(double t)
{
    t = fmin(fmax(t, 0), 1);
    return t * t * (3 - 2 * t);
}

/* ---- stations along the span ----------------------------------------------------*/
/* Of a station outboard of the tip, metres, with first cells of that height; beyond an interface cells go on with the
 * height that they have there. */
static double outboard_radius(const struct rotor *g, double first, int from_tip)
{
    int n = g->interface > 0 ? g->within : g->outboard, rest = g->outboard - n;
    double length = (g->interface > 0 ? g->interface : g->far) - radius;
    if (from_tip <= n)
        return radius + length * one_sided(from_tip, n, fmin(first / length, 1.0 / n));
    double step = g->interface - outboard_radius(g, first, n - 1), left = g->far - g->interface;
    return g->interface + left * one_sided(from_tip - n, rest, fmin(step / left, 1.0 / rest));
}

static struct station rotor_station(const struct rotor *g, int k)
{
    const double pi = acos(-1.0), tip_step = 0.15 / g->span;
    int from_root = k - g->inboard, from_tip = from_root - g->span;
    struct station s = {.scale = 1};
    if (from_root < 0) {
        s.r = hub + (root - hub) * k / g->inboard;
        s.scale = s.r / root;
        s.round = 1 - smooth_step((s.r - hub) / (root - hub));
    } else if (from_tip <= 0) {
        s.r = root + (radius - root) * both_sided(from_root, g->span, 3 * tip_step, tip_step);
    } else {
        s.r = outboard_radius(g, 0.8 * tip_step * (radius - root), from_tip);
        s.scale = s.r / radius;
        s.round = smooth_step((s.r - radius) / ((g->interface > 0 ? g->interface : g->far) - radius));
        s.even = g->even ? s.round : 0;
    }
    s.open = smooth_step(fmax(root - s.r, s.r - radius) / (root - hub));
    s.side = pi / 2 * s.r;
    double room = s.side - (1 - quarter) * chord * s.scale, m = fmin(margin * chord * s.scale, 0.45 * room);
    s.left = -quarter * chord * s.scale - m;
    s.right = (1 - quarter) * chord * s.scale + m;
    s.high = margin * chord * s.scale;
    return s;
}

/* ---- the plane grid of a station: s along the arc, z up -------------------------------*/
/* Lattice lines I: the left side's, those of the box, the right side's. */
static double lattice_s(const struct rotor *g, const struct station *st, int i)
{
    int middle = g->n_i - 2 * g->beside;
    double step = 0.5 * (st->right - st->left) / middle;
    if (i < g->beside)
        return st->left - (st->side + st->left) * one_sided(g->beside - i, g->beside, step / (st->side + st->left));
    if (i <= g->beside + middle)
        return st->left + (st->right - st->left) * (i - g->beside) / middle;
    i -= g->beside + middle;
    return st->right + (st->side - st->right) * one_sided(i, g->beside, step / (st->side - st->right));
}

/* Of cells `past` the box, over `rows` in all; even down to `even` rows. */
static double lattice_past(const struct rotor *g, const struct station *st, int past, int rows, int even)
{
    double deep = fmax(wake_depth * fmax(st->scale, 1), 2 * st->high);
    double step = st->high / g->corner, wake = even ? deep - st->high : 0;
    double from = st->high + wake, length = g->far - from;
    if (past <= even)
        return st->high + wake * past / even;
    return from + length * one_sided(past - even, rows - even, fmax(step, even ? wake / even : 0) / length);
}

static double lattice_z(const struct rotor *g, const struct station *st, int j)
{
    int from = j - g->middle_j, past = abs(from) - g->corner;
    if (past <= 0)
        return st->high * from / g->corner;
    return from > 0 ? lattice_past(g, st, past, g->above, 0)
                    : -lattice_past(g, st, past, g->wake + g->below, g->wake);
}

/* Lattice lines of node i of the box: from the middle of the right side up, along the top to the left, and on. */
static void box_lines(const struct rotor *g, int i, int *line_i, int *line_j)
{
    int a = g->corner, middle = g->n_i - 2 * g->beside, low = i > g->chord, n = low ? g->n_ring - i : i;
    int up = n < a ? n : n <= a + middle ? a : g->chord - n;
    *line_i = g->beside + (n < a ? middle : n <= a + middle ? middle - (n - a) : 0);
    *line_j = g->middle_j + (low ? -up : up);
}

/* Height above the chord at u^2 chords from the leading edge, and its derivative by u. */
static void section_height(const struct station *st, double u, double *height, double *slope)
{
    const struct plane naca = {.thickness = 0.12};
    double w = sqrt(fmax(1 - u * u, 1e-12)), ellipse = 0.15 * 2 * u * w, part = st->open;
    *height = (1 - part) * naca_half_thickness(&naca, u) + part * ellipse;
    *slope = (1 - part) * naca_half_thickness_slope(&naca, u) + part * 0.15 * 2 * (w - u * u / w);
}

/* Node i of the section before it is pitched, in chords from the axis of pitch, and the unit vector along which its
 * line leaves: normal to the section, but near the trailing edge turned into its direction. */
static void section_node(const struct rotor *g, const struct station *st, int i, double p[2], double leave[2])
{
    const double half_pi = acos(0.0), first = 0.3 / g->chord, last = 0.25 / g->chord;
    int n = i > g->chord ? g->n_ring - i : i, turn = (g->chord + 7) / 8;
    double u = 1 - both_sided(n, g->chord, last, first), side = i > g->chord ? -1 : 1;
    double height, slope;
    section_height(st, u, &height, &slope);
    double angle = n == g->chord ? 2 * half_pi : atan2(2 * u, -slope);
    if (n < turn)
        angle *= (double)n / turn;
    p[0] = u * u - quarter;
    p[1] = n == 0 || n == g->chord ? 0 : side * height;
    leave[0] = cos(angle);
    leave[1] = n == g->chord ? 0 : side * sin(angle);
}

/* Nose up: towards +z at -x. */
static void pitch(const struct rotor *g, double p[2])
{
    double c = cos(g->collective), s = sin(g->collective), x = p[0];
    p[0] = c * x + s * p[1];
    p[1] = c * p[1] - s * x;
}

static void section_point(const struct rotor *g, const struct station *st, int i, double p[2])
{
    double leave[2];
    section_node(g, st, i, p, leave);
    pitch(g, p);
    p[0] *= chord * st->scale;
    p[1] *= chord * st->scale;
}

/* Node (i, j) of the O-grid: on a cubic that leaves the section along its normal and arrives at the box straight. */
static void ring_point(const struct rotor *g, const struct station *st, int i, int j, double p[2])
{
    double at[2], leave[2], box[2], d[2];
    int line_i, line_j;
    section_node(g, st, i, at, leave);
    pitch(g, leave);
    section_point(g, st, i, at);
    box_lines(g, i, &line_i, &line_j);
    box[0] = lattice_s(g, st, line_i);
    box[1] = lattice_z(g, st, line_j);
    for (int a = 0; a < 2; a++)
        d[a] = box[a] - at[a];
    double length = hypot(d[0], d[1]), first = g->wall > 0 ? g->wall : 0.12 * chord / g->normal;
    double even = 1.0 / g->normal, thin = fmin(first * st->scale / length, even);
    /* Far outboard of the tip thin cells are metres long. */
    double t = one_sided(j, g->normal, thin * pow(even / thin, st->even)), u = 1 - t;
    for (int a = 0; a < 2; a++) /* Hermite: slopes length x leave and d */
        p[a] = at[a] + t * t * (3 - 2 * t) * d[a] + t * u * u * length * leave[a] - t * t * u * d[a];
}

/* Node l of column c of the filled section; l = 0 on the lower side. Near the nose, where the section's nodes crowd,
 * columns are bent inwards, by up to 0.02 chords, or the wedges there would be slivers. */
static void fill_point(const struct rotor *g, const struct station *st, int c, int l, double p[2])
{
    double low[2], high[2], nose[2], s = (double)l / g->fill;
    section_point(g, st, c, high);
    section_point(g, st, g->n_ring - c, low);
    section_point(g, st, g->chord, nose);
    double x = hypot(0.5 * (low[0] + high[0]) - nose[0], 0.5 * (low[1] + high[1]) - nose[1]) / (chord * st->scale);
    double in[2] = {0.02 * exp(-x / 0.05) * 4 * s * (1 - s) * chord * st->scale, 0};
    pitch(g, in);
    for (int a = 0; a < 2; a++)
        p[a] = low[a] + s * (high[a] - low[a]) + in[a];
}

/* ---- nodes ------------------------------------------------------------------------*/
/* Numbers of the plane grid's nodes: the O-grid's ring by ring, the filled section's, the lattice's. */
static int ring_node(const struct rotor *g, int i, int j)
{
    return j * g->n_ring + (i + g->n_ring) % g->n_ring;
}

static int fill_node(const struct rotor *g, int c, int l)
{
    if (c == 0 || c == g->chord || l == g->fill)
        return ring_node(g, c, 0);
    if (l == 0)
        return ring_node(g, g->n_ring - c, 0);
    return (g->normal + 1) * g->n_ring + (c - 1) * (g->fill - 1) + l - 1;
}

static int lattice_node(const struct rotor *g, int i, int j)
{
    int box_i = i - g->beside, box_j = j - g->middle_j, middle = g->n_i - 2 * g->beside, a = g->corner;
    int first = (g->normal + 1) * g->n_ring + (g->chord - 1) * (g->fill - 1);
    if (box_i < 0 || box_i > middle || abs(box_j) > a)
        return first + j * (g->n_i + 1) + i;
    int n = box_i == middle ? abs(box_j) : box_i == 0 ? g->chord - abs(box_j) : a + middle - box_i;
    return ring_node(g, box_j < 0 ? -n : n, g->normal); /* on the box; never asked for within it */
}

static int rotor_plane_nodes(const struct rotor *g)
{
    return (g->normal + 1) * g->n_ring + (g->chord - 1) * (g->fill - 1) + (g->n_i + 1) * (g->n_j + 1);
}

static cgsize_t *rotor_id(const struct rotor *g, int k, int node)
{
    return g->id + ((ptrdiff_t)g->half * (g->n_k + 2) + k) * rotor_plane_nodes(g) + node;
}

/* The station's number for a cell that begins there. */
static int begins_at(const struct rotor *g, int k)
{
    return k == g->cut ? g->n_k + 1 : k;
}

static bool has_blade(const struct rotor *g, int k)
{
    return k >= g->inboard && k < g->inboard + g->span;
}

/* From the plane grid into space. */
static void rotor_add_node(struct rotor *g, struct mesh *m, const struct station *st, int k, int node,
                           const double p[2])
{
    double s = p[0], box = s < 0 ? -st->left : st->right;
    /* Stations that become cylinders sooner do so sooner beside the blade too, or they would cross one another. */
    double reach = (g->interface > 0 ? 0.5 : 1) * (st->side - box);
    double round = fmax(st->round, smooth_step((fabs(s) - box) / reach)), angle = s / st->r;
    double x = (1 - round) * s + round * st->r * sin(angle), y = (1 - round) * st->r + round * st->r * cos(angle);
    *rotor_id(g, k, node) = mesh_node(m, g->half ? -x : x, g->half ? -y : y, p[1]);
}

static bool in_box(const struct rotor *g, int i, int j)
{
    return i >= g->beside && i <= g->n_i - g->beside && abs(j - g->middle_j) <= g->corner;
}

/* The node of the first half that node (i, j) of the second half's lattice is, at a side; NULL: it is its own. */
static const cgsize_t *shared_node(const struct rotor *g, int at, int i, int j)
{
    struct rotor first = *g;
    first.half = 0;
    return g->half && (i == 0 || i == g->n_i) ? rotor_id(&first, at, lattice_node(g, g->n_i - i, j)) : NULL;
}

/* at: a station, or n_k + 1 for the outer side of a cut. */
static void rotor_add_station(struct rotor *g, struct mesh *m, int at)
{
    const int k = at > g->n_k ? g->cut : at;
    struct station st = rotor_station(g, k);
    double p[2];
    for (int j = 0; j <= g->normal; j++)
        for (int i = 0; i < g->n_ring; i++) {
            ring_point(g, &st, i, j, p);
            rotor_add_node(g, m, &st, at, ring_node(g, i, j), p);
        }
    for (int c = 1; c < g->chord && (!has_blade(g, k) || !has_blade(g, k - 1)); c++)
        for (int l = 1; l < g->fill; l++) {
            fill_point(g, &st, c, l, p);
            rotor_add_node(g, m, &st, at, fill_node(g, c, l), p);
        }
    for (int j = 0; j <= g->n_j; j++)
        for (int i = 0; i <= g->n_i; i++)
            if (shared_node(g, at, i, j)) {
                *rotor_id(g, at, lattice_node(g, i, j)) = *shared_node(g, at, i, j);
            } else if (!in_box(g, i, j)) {
                p[0] = lattice_s(g, &st, i);
                p[1] = lattice_z(g, &st, j);
                rotor_add_node(g, m, &st, at, lattice_node(g, i, j), p);
            }
}

/* ---- cells ------------------------------------------------------------------------*/
/* The cell between stations k and k + 1 over a quadrilateral of the plane grid, counterclockwise in s and z; v: its
 * corners. Seen from outboard that is clockwise, so the base of the hexahedron is outboard's. */
static void rotor_add_cell(const struct rotor *g, struct mesh *m, int k, const int q[4], cgsize_t v[8])
{
    for (int a = 0; a < 4; a++) {
        v[a] = *rotor_id(g, k + 1, q[a]);
        v[a + 4] = *rotor_id(g, begins_at(g, k), q[a]);
    }
    mesh_hex(m, STYLE_HEX, v);
    if (k == 0 || k == g->cut)
        mesh_list_add(&m->patch[k == 0 ? HUB : OUTSIDE].quad, (cgsize_t[]){v[4], v[5], v[6], v[7]}, 4);
    if (k == g->n_k - 1 || k == g->cut - 1)
        mesh_list_add(&m->patch[k == g->cut - 1 ? INSIDE : FARFIELD_PATCH].quad, (cgsize_t[]){v[3], v[2], v[1], v[0]}, 4);
}

/* The side of the cell over the edge from corner a to the next. */
static void rotor_add_side(struct mesh *m, int patch, const cgsize_t v[8], int a)
{
    int b = (a + 1) % 4;
    mesh_list_add(&m->patch[patch].quad, (cgsize_t[]){v[a], v[b], v[b + 4], v[a + 4]}, 4);
}

static void rotor_add_ring(const struct rotor *g, struct mesh *m, int k)
{
    for (int j = 0; j < g->normal; j++)
        for (int i = 0; i < g->n_ring; i++) {
            const int q[4] = {ring_node(g, i, j), ring_node(g, i, j + 1), ring_node(g, i + 1, j + 1),
                              ring_node(g, i + 1, j)};
            cgsize_t v[8];
            rotor_add_cell(g, m, k, q, v);
            if (j == 0 && has_blade(g, k))
                rotor_add_side(m, BLADE, v, 3);
        }
}

static void rotor_add_lattice(const struct rotor *g, struct mesh *m, int k)
{
    for (int j = 0; j < g->n_j; j++)
        for (int i = 0; i < g->n_i; i++) {
            const int q[4] = {lattice_node(g, i, j), lattice_node(g, i + 1, j), lattice_node(g, i + 1, j + 1),
                              lattice_node(g, i, j + 1)};
            cgsize_t v[8];
            if (in_box(g, i, j) && in_box(g, i + 1, j + 1))
                continue;
            rotor_add_cell(g, m, k, q, v);
            if (i == 0 && !g->whole)
                rotor_add_side(m, SIDE_1, v, 3);
            if (i == g->n_i - 1 && !g->whole)
                rotor_add_side(m, SIDE_2, v, 1);
            if (j == 0)
                rotor_add_side(m, FARFIELD_PATCH, v, 0);
            if (j == g->n_j - 1)
                rotor_add_side(m, FARFIELD_PATCH, v, 2);
        }
}

/* A wedge of the filled section at its leading or trailing edge, over the triangle t, counterclockwise. */
static void rotor_add_wedge(const struct rotor *g, struct mesh *m, int k, const int t[3])
{
    cgsize_t v[6];
    for (int a = 0; a < 3; a++) {
        v[a] = *rotor_id(g, k + 1, t[a]);
        v[a + 3] = *rotor_id(g, begins_at(g, k), t[a]);
    }
    mesh_list_add(&m->cell[STYLE_PRISM], v, 6);
    if (k == 0 || k == g->cut)
        mesh_list_add(&m->patch[k == 0 ? HUB : OUTSIDE].tri, v + 3, 3);
    if (k == g->n_k - 1 || k == g->cut - 1)
        mesh_list_add(&m->patch[k == g->cut - 1 ? INSIDE : FARFIELD_PATCH].tri, (cgsize_t[]){v[2], v[1], v[0]}, 3);
    if (has_blade(g, k + 1))
        mesh_list_add(&m->patch[BLADE].tri, (cgsize_t[]){v[2], v[1], v[0]}, 3);
    if (has_blade(g, k - 1))
        mesh_list_add(&m->patch[BLADE].tri, v + 3, 3);
}

static void rotor_add_fill(const struct rotor *g, struct mesh *m, int k)
{
    for (int c = 0; c < g->chord; c++)
        for (int l = 0; l < g->fill; l++) {
            const int q[4] = {fill_node(g, c, l), fill_node(g, c, l + 1), fill_node(g, c + 1, l + 1),
                              fill_node(g, c + 1, l)};
            cgsize_t v[8];
            if (c == 0 || c == g->chord - 1) {
                rotor_add_wedge(g, m, k, c == 0 ? q + 1 : (const int[]){q[0], q[1], q[2]});
                continue;
            }
            rotor_add_cell(g, m, k, q, v);
            if (has_blade(g, k + 1))
                mesh_list_add(&m->patch[BLADE].quad, (cgsize_t[]){v[3], v[2], v[1], v[0]}, 4);
            if (has_blade(g, k - 1))
                mesh_list_add(&m->patch[BLADE].quad, (cgsize_t[]){v[4], v[5], v[6], v[7]}, 4);
        }
}

/* ---- options ------------------------------------------------------------------------*/
static bool rotor_option(struct rotor *g, const char *o, const char *v)
{
    if (strcmp(o, "--out") == 0)
        g->out = v;
    else if (strcmp(o, "--n") == 0)
        g->chord = (int)mesh_to_long(o, v, 12);
    else if (strcmp(o, "--span") == 0)
        g->span = (int)mesh_to_long(o, v, 4);
    else if (strcmp(o, "--normal") == 0)
        g->normal = (int)mesh_to_long(o, v, 4);
    else if (strcmp(o, "--wake") == 0)
        g->wake = (int)mesh_to_long(o, v, 4);
    else if (strcmp(o, "--outboard") == 0)
        g->outboard = (int)mesh_to_long(o, v, 4);
    else if (strcmp(o, "--interface") == 0)
        g->interface = mesh_to_double(o, v);
    else if (strcmp(o, "--joined") == 0)
        g->joined = mesh_to_long(o, v, 0);
    else if (strcmp(o, "--even") == 0)
        g->even = mesh_to_long(o, v, 0);
    else if (strcmp(o, "--whole") == 0)
        g->whole = mesh_to_long(o, v, 0);
    else if (strcmp(o, "--wall") == 0)
        g->wall = mesh_to_double(o, v);
    else if (strcmp(o, "--collective") == 0)
        g->collective = mesh_to_double(o, v) * acos(-1.0) / 180;
    else if (strcmp(o, "--far") == 0)
        g->far = mesh_to_double(o, v);
    else
        return false;
    return true;
}

static void rotor_check_options(const struct rotor *g)
{
    const double most = 20 * acos(-1.0) / 180;
    if (!g->out)
        mesh_usage("rotor_mesh", "--out FILE.cgns is missing; see --help");
    if (g->chord > 256 || g->span > 256 || g->normal > 256 || g->wake > 256)
        mesh_usage("--n, --span, --normal or --wake",
                   "more than 256; the node numbers of a 32-bit CGNS file would not do");
    if (!(g->wall >= 0 && g->wall <= 1e-2))
        mesh_usage("--wall", "not between 0 and 0.01 metres");
    if (!(fabs(g->collective) <= most * (1 + 1e-12)))
        mesh_usage("--collective", "not between -20 and 20 degrees");
    if (!(g->far >= 2 && g->far <= 100))
        mesh_usage("--far", "not between 2 and 100 metres");
    if (g->interface != 0 && !(g->interface >= 1.2 && g->interface <= 0.9 * g->far))
        mesh_usage("--interface", "not between 1.2 metres and 0.9 times --far");
    if (g->outboard > 256)
        mesh_usage("--outboard", "more than 256");
}

static void rotor_read_options(struct rotor *g, int argc, char **argv)
{
    for (int a = 1; a < argc; a += 2) {
        const char *o = argv[a], *v = a + 1 < argc ? argv[a + 1] : NULL;
        if (strcmp(o, "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (!v || !rotor_option(g, o, v))
            mesh_usage(o, "not an option, or its value is missing; see --help");
    }
    rotor_check_options(g);
}

static void rotor_set_counts(struct rotor *g)
{
    g->span = g->span ? g->span : g->chord;
    g->normal = g->normal ? g->normal : g->chord / 2;
    g->corner = g->chord / 4;
    g->fill = g->chord / 6;
    g->beside = 5 * g->chord / 6;
    g->above = g->chord / 2;
    g->wake = g->wake ? g->wake : 2 * g->chord / 3;
    g->below = g->chord / 3;
    g->inboard = g->chord / 6;
    g->outboard = g->outboard ? g->outboard : g->chord / 2;
    g->within = g->outboard / 2;
    g->n_ring = 2 * g->chord;
    g->n_i = 2 * g->beside + g->chord - 2 * g->corner;
    g->middle_j = g->below + g->wake + g->corner;
    g->n_j = g->middle_j + g->corner + g->above;
    g->n_k = g->inboard + g->span + g->outboard;
    g->cut = g->interface > 0 && !g->joined ? g->inboard + g->span + g->within : -1;
}

static void rotor_build(struct rotor *g, struct mesh *m)
{
    g->id = mesh_grow(NULL, 2 * (size_t)(g->n_k + 2) * (size_t)rotor_plane_nodes(g) * sizeof *g->id);
    for (g->half = 0; g->half < (g->whole ? 2 : 1); g->half++) {
        for (int k = 0; k <= g->n_k + (g->cut >= 0); k++)
            rotor_add_station(g, m, k);
        for (int k = 0; k < g->n_k; k++) {
            rotor_add_ring(g, m, k);
            rotor_add_lattice(g, m, k);
            if (!has_blade(g, k))
                rotor_add_fill(g, m, k);
        }
    }
}

int main(int argc, char **argv)
{
    struct rotor g = {.chord = 24, .far = 4.6, .collective = 8 * acos(-1.0) / 180};
    struct mesh m = {0};
    rotor_read_options(&g, argc, argv);
    rotor_set_counts(&g);
    mesh_patch_add(&m, "BLADE", g.wall > 0 ? BCWallViscous : BCWallInviscid);
    mesh_patch_add(&m, "HUB", BCWallInviscid);
    mesh_patch_add(&m, "FARFIELD", BCFarfield);
    mesh_patch_add(&m, "PERIODIC-1", BCSymmetryPlane);
    mesh_patch_add(&m, "PERIODIC-2", BCSymmetryPlane);
    for (int k = 0; k < 2 && g.cut >= 0; k++)
        mesh_patch_add(&m, k ? "OUTSIDE" : "INSIDE", BCFarfield);
    rotor_build(&g, &m);
    mesh_finish(&m, g.out);
    mesh_free(&m);
    free(g.id);
    return 0;
}
