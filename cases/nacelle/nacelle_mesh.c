/* nacelle_mesh: a CGNS mesh of an isolated axisymmetric nacelle with an engine, as a wedge about the x axis.
 *
 *      r ^          ______-----------_____                 upper block: outside of the cowl
 *        |  - - - - _ cowl                -----____- - -   the lines of both blocks meet before and behind it
 *        |           -----|           |-----               lower block: intake and nozzle
 *        +----------------|  engine   |-----------------> x
 *                       FAN          EXHAUST               cells between the two are left out
 *
 * Lengths are metres. Lines of constant i run from the axis to the far field, finest at the cowl on both sides.
 */
#include "../plane/plane.h"

static const char help[] =
    "nacelle_mesh: a wedge of an axisymmetric nacelle with intake, fan face, exhaust and nozzle\n"
    "\n"
    "  --out FILE.cgns        required\n"
    "  --level L              0 to 4, default 0: each level halves the spacing\n"
    "  --wall D               height of the cells at the cowl on level 0, metres; default 0.01\n"
    "  --far R                distance of the far field, metres; default 40\n"
    "  --angle A              of the wedge, 0.5 to 20 degrees, default 4\n"
    "  --help\n"
    "\n"
    "x downstream along the axis, the wedge about the plane z = 0. Patches: FAN, EXHAUST, INTAKE, COWL, NOZZLE (walls),\n"
    "FARFIELD, SIDES (symmetry planes).\n";

enum { AHEAD, INSIDE, ENGINE, DUCT, BEHIND, N_PARTS }; /* along x */
enum { FAN, EXHAUST, INTAKE, COWL, NOZZLE, OUTSIDE, CUTS, N_NACELLE_PATCHES };
static const int part_cells[N_PARTS] = {28, 32, 20, 32, 40}; /* of level 0 */
enum { LOWER = 36, UPPER = 40 };

/* The cowl: a lip of two quarter ellipses, a throat, the fan face, the largest radius, and a sharp trailing edge. */
static const double lip = 0.85, throat_x = 0.35, throat = 0.75, fan_x = 0.8, fan = 0.8, top_x = 1, top = 0.95,
                    exhaust_x = 2.2, exit_x = 3.8, exit_radius = 0.65;

struct nacelle {
    const char *out;
    int level, ni, lower, nj;
    int end[N_PARTS]; /* i where each part ends */
    double wall, far, angle;
    double k[N_PARTS], k_lower, k_upper;
    cgsize_t *id[2]; /* [2][nj + 1][ni + 1] of the lower and of the upper block */
};

/* A quarter of an ellipse from 0 at s = 0, where it is steep, to 1 at s = 1, where it is level. */
static double quarter(double s)
{
    return sqrt(fmax(0, 1 - (1 - s) * (1 - s)));
}

/* From 0 to 1, level at both ends. */
static double smooth(double s)
{
    return s <= 0 ? 0 : s >= 1 ? 1 : s * s * (3 - 2 * s);
}

static double inner_radius(double x)
{
    if (x <= 0)
        return lip;
    if (x < throat_x)
        return lip + (throat - lip) * quarter(x / throat_x);
    if (x < exhaust_x)
        return throat + (fan - throat) * smooth((x - throat_x) / (fan_x - throat_x));
    return fan + (exit_radius - fan) * smooth((x - exhaust_x) / (exit_x - exhaust_x));
}

static double outer_radius(double x)
{
    double s = (x - top_x) / (exit_x - top_x);
    if (x <= 0)
        return lip;
    if (x < top_x)
        return lip + (top - lip) * quarter(x / top_x);
    return s < 1 ? top + (exit_radius - top) * s * s : exit_radius;
}

static void prepare(struct nacelle *n)
{
    const double lip_cell = 0.008, edge_cell = 0.02;
    const double length[N_PARTS] = {n->far, fan_x, exhaust_x - fan_x, exit_x - exhaust_x, n->far};
    const double first[N_PARTS] = {lip_cell, lip_cell, 1, edge_cell, edge_cell};
    int scale = 1 << n->level, i = 0;
    for (int p = 0; p < N_PARTS; p++) {
        n->end[p] = i += part_cells[p] * scale;
        n->k[p] = plane_stretch_for(first[p], length[p], part_cells[p], 0);
    }
    n->ni = i;
    n->lower = LOWER * scale;
    n->nj = n->lower + UPPER * scale;
    n->k_lower = plane_stretch_for(n->wall, fan, LOWER, 0);
    n->k_upper = plane_stretch_for(n->wall, n->far, UPPER, 0);
}

/* Finest at the lip and at the trailing edge. */
static double place(const struct nacelle *n, int i)
{
    int p = 0;
    while (i > n->end[p])
        p++;
    int begin = p > 0 ? n->end[p - 1] : 0;
    double s = (double)(i - begin) / (n->end[p] - begin);
    switch (p) {
    case AHEAD:
        return -n->far * plane_stretch(1 - s, n->k[p]);
    case INSIDE:
        return fan_x * plane_stretch(s, n->k[p]);
    case ENGINE:
        return fan_x + (exhaust_x - fan_x) * s;
    case DUCT:
        return exit_x - (exit_x - exhaust_x) * plane_stretch(1 - s, n->k[p]);
    default:
        return exit_x + n->far * plane_stretch(s, n->k[p]);
    }
}

static double radius(const struct nacelle *n, bool upper, int j, double x)
{
    if (upper)
        return outer_radius(x) +
               (n->far - outer_radius(x)) * plane_stretch((double)(j - n->lower) / (n->nj - n->lower), n->k_upper);
    return inner_radius(x) * (1 - plane_stretch(1 - (double)j / n->lower, n->k_lower));
}

/* ---- building ---- */

static cgsize_t *id_of(const struct nacelle *n, bool upper, int i, int j, int k)
{
    return n->id[upper] + ((size_t)k * (size_t)(n->nj + 1) + (size_t)j) * (size_t)(n->ni + 1) + i;
}

static bool is_left_out(const struct nacelle *n, int i, int j)
{
    return j < n->lower && i >= n->end[INSIDE] && i < n->end[ENGINE];
}

static void add_nodes(struct nacelle *n, struct mesh *m, bool upper)
{
    double half = 0.5 * n->angle * acos(-1.0) / 180;
    for (int k = 0; k < 2; k++)
        for (int j = upper ? n->lower : 0; j <= (upper ? n->nj : n->lower); j++)
            for (int i = 0; i <= n->ni; i++) {
                bool both = j == n->lower && (i <= n->end[AHEAD] || i >= n->end[DUCT]);
                double x = place(n, i), r = radius(n, upper, j, x), a = k == 0 ? -half : half;
                cgsize_t *id = id_of(n, upper, i, j, k);
                if (!upper && i > n->end[INSIDE] && i < n->end[ENGINE])
                    continue;
                if (upper && both)
                    *id = *id_of(n, false, i, j, k);
                else if (j == 0 && k == 1)
                    *id = *id_of(n, false, i, 0, 0);
                else
                    *id = mesh_node(m, x, r * cos(a), r * sin(a));
            }
}

/* Of the side of cell (i, j); NO_PATCH inside. */
static int patch_of(const struct nacelle *n, int i, int j, int side)
{
    bool cowl = i >= n->end[AHEAD] && i < n->end[DUCT];
    if ((side == SIDE_LEFT && i == 0) || (side == SIDE_RIGHT && i == n->ni - 1) ||
        (side == SIDE_HIGH && j == n->nj - 1))
        return OUTSIDE;
    if (side == SIDE_RIGHT && is_left_out(n, i + 1, j))
        return FAN;
    if (side == SIDE_LEFT && is_left_out(n, i - 1, j))
        return EXHAUST;
    if (side == SIDE_HIGH && j == n->lower - 1 && cowl)
        return i < n->end[INSIDE] ? INTAKE : NOZZLE;
    return side == SIDE_LOW && j == n->lower && cowl ? COWL : NO_PATCH;
}

/* A side of four corners, of three at the axis, seen from outside. */
static void add_face(struct mesh *m, int patch, const cgsize_t q[4])
{
    cgsize_t corner[4];
    int count = 0;
    for (int a = 0; a < 4; a++)
        if (q[a] != q[(a + 1) % 4])
            corner[count++] = q[a];
    mesh_list_add(count == 4 ? &m->patch[patch].quad : &m->patch[patch].tri, corner, (size_t)count);
}

static void add_cell(const struct nacelle *n, struct mesh *m, int i, int j)
{
    static const int face[4][4] = {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 7, 6, 2}};
    static const int cut[2][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}};
    cgsize_t h[8], q[4];
    for (int k = 0; k < 2; k++)
        for (int a = 0; a < 4; a++)
            h[4 * k + a] = *id_of(n, j >= n->lower, i + (a == 1 || a == 2), j + (a >= 2), k);
    if (j > 0)
        mesh_list_add(&m->cell[STYLE_HEX], h, 8);
    else
        mesh_list_add(&m->cell[STYLE_PRISM], (cgsize_t[]){h[0], h[3], h[7], h[1], h[2], h[6]}, 6);
    for (int f = 0; f < 6; f++) {
        int patch = f < 4 ? patch_of(n, i, j, f) : CUTS;
        for (int a = 0; a < 4; a++)
            q[a] = h[f < 4 ? face[f][a] : cut[f - 4][a]];
        if (patch != NO_PATCH)
            add_face(m, patch, q);
    }
}

static void build(struct nacelle *n, struct mesh *m)
{
    static const char *const name[N_NACELLE_PATCHES] = {"FAN", "EXHAUST", "INTAKE", "COWL", "NOZZLE", "FARFIELD",
                                                        "SIDES"};
    static const BCType_t bc[N_NACELLE_PATCHES] = {BCOutflowSubsonic, BCInflowSubsonic, BCWall,         BCWall,
                                                   BCWall,            BCFarfield,       BCSymmetryPlane};
    prepare(n);
    for (int b = 0; b < 2; b++)
        n->id[b] = mesh_grow(NULL, 2 * (size_t)(n->nj + 1) * (size_t)(n->ni + 1) * sizeof *n->id[b]);
    for (int p = 0; p < N_NACELLE_PATCHES; p++)
        mesh_patch_add(m, name[p], bc[p]);
    add_nodes(n, m, false);
    add_nodes(n, m, true);
    for (int j = 0; j < n->nj; j++)
        for (int i = 0; i < n->ni; i++)
            if (!is_left_out(n, i, j))
                add_cell(n, m, i, j);
    for (int b = 0; b < 2; b++)
        free(n->id[b]);
}

/* ---- arguments ---- */

static void read_option(struct nacelle *n, const char *option, const char *text)
{
    if (!text)
        mesh_usage(option, "needs a value; see --help");
    if (strcmp(option, "--out") == 0)
        n->out = text;
    else if (strcmp(option, "--level") == 0)
        n->level = (int)mesh_to_long(option, text, 0);
    else if (strcmp(option, "--wall") == 0)
        n->wall = mesh_to_double(option, text);
    else if (strcmp(option, "--far") == 0)
        n->far = mesh_to_double(option, text);
    else if (strcmp(option, "--angle") == 0)
        n->angle = mesh_to_double(option, text);
    else
        mesh_usage(option, "unknown option; see --help");
}

static void check(const struct nacelle *n)
{
    if (!n->out)
        mesh_usage("--out", "is required; see --help");
    if (n->level > 4)
        mesh_usage("--level", "at most 4");
    if (!(n->wall > 0 && n->wall < 0.05))
        mesh_usage("--wall", "more than 0 and less than 0.05 metres");
    if (!(n->far >= 5))
        mesh_usage("--far", "at least 5 metres");
    if (!(n->angle >= 0.5 && n->angle <= 20))
        mesh_usage("--angle", "0.5 to 20 degrees");
}

int main(int argc, char **argv)
{
    struct nacelle n = {.wall = 0.01, .far = 40, .angle = 4};
    struct mesh m = {0};
    for (int a = 1; a < argc; a += 2) {
        if (strcmp(argv[a], "--help") == 0) {
            fputs(help, stdout);
            return 0;
        }
        read_option(&n, argv[a], a + 1 < argc ? argv[a + 1] : NULL);
    }
    check(&n);
    build(&n, &m);
    mesh_finish(&m, n.out);
    mesh_free(&m);
    return 0;
}
