/* step_mesh: CGNS mesh of hexahedra of a channel with a backward-facing step and a periodic span.
 */
#include "../mesh_build.h"

#include <stdint.h>

static const char help[] =
    "step_mesh: a channel with a backward-facing step of height 1; x downstream, y up, z along the span\n"
    "\n"
    "  --out FILE.cgns   required\n"
    "  --coarse F        all spacings but that at walls times F (0.5 to 8); default 1\n"
    "  --span B          metres; default 3\n"
    "  --n N             cells along the span; default 24\n"
    "  --shake F         nodes behind the step move along x by up to F of the spacing (0 to 0.2), so that the flow\n"
    "                    does not stay plane; default 0.05\n"
    "  --ahead L         cells up to L ahead of the step are at most 0.1 long; default 0: they grow from the step on\n"
    "  --help\n";

/* Channel of TMR's case 2DBFS: 8 step heights ahead of the step, 9 behind. */
static const double inflow = -110, outflow = 40, lid = 9, at_wall = 0.0012;

struct line {
    double *x; /* owned; n + 1 of them, increasing */
    int n;     /* cells */
};

struct channel {
    struct line x, y;
    int edge, floor, nz; /* index of x = 0, index of y = 1, cells along the span */
    double span, shake, ahead;
    const char *out;
};

static void line_add(struct line *l, double x)
{
    l->x = mesh_grow(l->x, (size_t)(l->n + 2) * sizeof *l->x);
    l->x[++l->n] = x;
}

/* Cells of h, h * ratio, ... but at most `most` from the line's end towards `to`, then all scaled to end there. */
static void line_walk(struct line *l, double h, double ratio, double most, double to)
{
    double from = l->x[l->n], length = 0;
    int n = 0;
    for (double s = h; length < to - from; s = fmin(s * ratio, most), n++)
        length += s;
    double scale = (to - from) / length;
    for (; n > 1; n--, h = fmin(h * ratio, most))
        line_add(l, l->x[l->n] + h * scale);
    line_add(l, to);
}

/* The same with the smallest cells at `to`. */
static void line_walk_back(struct line *l, double h, double ratio, double most, double to)
{
    struct line back = {NULL, -1};
    line_add(&back, 0);
    double from = l->x[l->n];
    line_walk(&back, h, ratio, most, to - from);
    for (int i = back.n - 1; i >= 0; i--)
        line_add(l, to - back.x[i]);
    free(back.x);
}

static void channel_lines(struct channel *c, double coarse)
{
    c->x = c->y = (struct line){NULL, -1};
    line_add(&c->x, inflow);
    if (c->ahead > 0) {
        line_walk_back(&c->x, 0.1 * coarse, 1.15, 4, -c->ahead);
        line_walk_back(&c->x, 0.03 * coarse, 1.15, 0.1 * coarse, 0);
    } else
        line_walk_back(&c->x, 0.03 * coarse, 1.15, 4, 0);
    c->edge = c->x.n;
    line_walk(&c->x, 0.03 * coarse, 1.03, 0.1 * coarse, 8);
    line_walk(&c->x, 0.1 * coarse, 1.08, 4, outflow);
    double core = 0.04 * coarse, grow = coarse > 1 ? 1.4 : 1.25;
    line_add(&c->y, 0);
    line_walk(&c->y, at_wall, grow, core, 0.5);
    line_walk_back(&c->y, at_wall, grow, core, 1);
    c->floor = c->y.n;
    line_walk(&c->y, at_wall, grow, core, 2);
    line_walk(&c->y, core, 1.1, 0.5 * coarse, 5);
    line_walk_back(&c->y, at_wall, 1.4, 0.5 * coarse, lid);
}

/* -1 to 1, of the column of nodes: flat cells keep their angles; k counts modulo the cells along the span, since its
 * two ends have to agree. */
static double channel_random(uint64_t i, uint64_t k)
{
    uint64_t h = i * 0x9e3779b97f4a7c15u ^ (k + 1) * 0x165667b19e3779f9u;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    return (double)(h >> 11) / 4503599627370496.0 - 1;
}

static bool channel_solid(const struct channel *c, int i, int j)
{
    return i < 0 || j < 0 || i >= c->x.n || j >= c->y.n || (i < c->edge && j < c->floor);
}

/* Nodes of the whole rectangle that touch a cell; number[] gives 1-based numbers of the plane k = 0, plane by plane. */
static size_t channel_nodes(const struct channel *c, struct mesh *m, cgsize_t *number)
{
    size_t plane = 0;
    for (int k = 0; k <= c->nz; k++)
        for (int j = 0; j <= c->y.n; j++)
            for (int i = 0; i <= c->x.n; i++) {
                if (channel_solid(c, i, j) && channel_solid(c, i - 1, j) && channel_solid(c, i, j - 1) &&
                    channel_solid(c, i - 1, j - 1))
                    continue;
                double x = c->x.x[i], y = c->y.x[j];
                if (x > 0.1 && x < 7 && y > 0.3 && y < 1.7)
                    x += c->shake * (x - c->x.x[i - 1]) * channel_random((uint64_t)i, (uint64_t)(k % c->nz));
                cgsize_t node = mesh_node(m, x, y, c->span * k / c->nz);
                if (k == 0) {
                    number[(size_t)j * (size_t)(c->x.n + 1) + (size_t)i] = node;
                    plane++;
                }
            }
    return plane;
}

enum { INFLOW, OUTFLOW, LOWER, STEP, UPPER, BACK, FRONT };

/* The cell's sides that lie on the boundary. */
static void channel_sides(const struct channel *c, struct mesh *m, int i, int j, int k, const cgsize_t h[8])
{
    static const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}, face[4] = {4, 2, 1, 3};
    for (int s = 0; s < 6; s++) {
        int f = s < 4 ? face[s] : s == 4 ? 0 : 5, patch;
        if (s < 4 ? !channel_solid(c, i + step[s][0], j + step[s][1]) : k != (s == 4 ? 0 : c->nz - 1))
            continue;
        if (s < 2)
            patch = s == 1 ? OUTFLOW : i == 0 ? INFLOW : STEP;
        else
            patch = s == 2 ? LOWER : s == 3 ? UPPER : s == 4 ? BACK : FRONT;
        cgsize_t q[4];
        for (int a = 0; a < 4; a++)
            q[a] = h[mesh_shape_face[STYLE_HEX][f][a]];
        mesh_boundary(m, patch, STYLE_HEX, q, false);
    }
}

static void channel_fill(const struct channel *c, struct mesh *m)
{
    size_t row = (size_t)c->x.n + 1;
    cgsize_t *number = mesh_grow(NULL, row * (size_t)(c->y.n + 1) * sizeof *number);
    size_t plane = channel_nodes(c, m, number);
    for (int k = 0; k < c->nz; k++)
        for (int j = 0; j < c->y.n; j++)
            for (int i = 0; i < c->x.n; i++) {
                if (channel_solid(c, i, j))
                    continue;
                const cgsize_t *at = number + (size_t)j * row + i;
                cgsize_t low = (cgsize_t)(plane * (size_t)k), high = low + (cgsize_t)plane;
                cgsize_t h[8] = {at[0] + low,  at[1] + low,  at[row + 1] + low,  at[row] + low,
                                 at[0] + high, at[1] + high, at[row + 1] + high, at[row] + high};
                mesh_hex(m, STYLE_HEX, h);
                channel_sides(c, m, i, j, k, h);
            }
    free(number);
}

static void channel_options(struct channel *c, double *coarse, int argc, char **argv)
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
            c->out = v;
        else if (strcmp(o, "--coarse") == 0)
            *coarse = mesh_to_double(o, v);
        else if (strcmp(o, "--span") == 0)
            c->span = mesh_to_double(o, v);
        else if (strcmp(o, "--n") == 0)
            c->nz = (int)mesh_to_long(o, v, 1);
        else if (strcmp(o, "--ahead") == 0)
            c->ahead = mesh_to_double(o, v);
        else if (strcmp(o, "--shake") == 0)
            c->shake = mesh_to_double(o, v);
        else
            mesh_usage(o, "not an option; see --help");
    }
    if (!c->out)
        mesh_usage("step_mesh", "--out FILE.cgns is missing; see --help");
    if (!(c->span > 0 && *coarse >= 0.5 && *coarse <= 8 && c->shake >= 0 && c->shake <= 0.2 &&
          c->ahead >= 0 && c->ahead <= 20))
        mesh_usage("step_mesh", "a value is out of its range; see --help");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        BCType_t bc;
    } patch[] = {{"INFLOW", BCFarfield},          {"OUTFLOW", BCFarfield},      {"WALL_LOWER", BCWallViscous},
                 {"WALL_STEP", BCWallViscous},    {"WALL_UPPER", BCWallViscous}, {"BACK", BCSymmetryPlane},
                 {"FRONT", BCSymmetryPlane}};
    struct channel c = {.span = 3, .nz = 24, .shake = 0.05};
    struct mesh m = {0};
    double coarse = 1;
    channel_options(&c, &coarse, argc, argv);
    mesh_check_output(c.out);
    channel_lines(&c, coarse);
    for (size_t p = 0; p < sizeof patch / sizeof *patch; p++)
        mesh_patch_add(&m, patch[p].name, patch[p].bc);
    channel_fill(&c, &m);
    mesh_finish(&m, c.out);
    mesh_free(&m);
    free(c.x.x);
    free(c.y.x);
    return 0;
}
