/* ring_mesh: a CGNS mesh of hexahedra about the z axis: a ring inside a ring, which touch on a cylinder, as two bodies
 * that share no node, for sliding interfaces; or as one body.
 */
#include "../../cases/mesh_build.h"

static const char help[] =
    "ring_mesh: a CGNS mesh of two rings about the z axis that touch on a cylinder\n"
    "\n"
    "  --out FILE.cgns         required\n"
    "  --radii R0 R1 R2        of the hub, the interface and the rim, metres; default 0.5 1 2\n"
    "  --inner NT NR           cells about the axis and outward of the inner ring; default 24 4\n"
    "  --outer NT NR           of the outer ring; default 30 6\n"
    "  --layers N N            along the axis, inner and outer; default 1 1\n"
    "  --height H              metres; default 0.1\n"
    "  --skew F                the inner ring's layers end at heights moved by F of their spacing (0 to 0.4)\n"
    "  --wave F                both rings' layers end at heights that go up and down by F of their spacing three times\n"
    "                          around (0 to 0.4)\n"
    "  --twist DEG             the inner ring's upper end is turned by this, so that its lines along are helices\n"
    "  --joined                one body, without interface; the outer ring has NT and N of the inner\n"
    "  --sector DEG            only that part of the circle, of both rings; ends: BEGIN, END\n"
    "  --turn DEG              the inner ring turned about the axis\n"
    "\n"
    "Patches: HUB, RIM (BCFarfield), SIDES (BCSymmetryPlane), INNER and OUTER, the two sides of the interface\n";

enum { HUB, RIM, SIDES, INNER, OUTER, BEGIN, END };

struct ring {
    double from, to, height, turn, twist, sector, skew, wave;
    long n[3]; /* about the axis, outward, along */
    int inside, outside; /* patches; -1: another ring follows */
};

struct rings {
    struct ring ring[2];
    bool joined;
    const char *out;
};

static cgsize_t node_of(const struct ring *r, cgsize_t first, long i, long j, long k)
{
    bool closed = r->sector >= 360;
    long around = closed ? r->n[0] : r->n[0] + 1;
    return first + (i % around) + around * (j + (r->n[1] + 1) * k);
}

/* Node by node about the axis, then outward, then along. */
static void add_nodes(const struct ring *r, struct mesh *m)
{
    long around = r->sector >= 360 ? r->n[0] : r->n[0] + 1;
    for (long k = 0; k <= r->n[2]; k++)
        for (long j = 0; j <= r->n[1]; j++)
            for (long i = 0; i < around; i++) {
                double angle = (r->turn + r->twist * (double)k / (double)r->n[2] + r->sector * (double)i / (double)r->n[0]) *
                               acos(-1.0) / 180;
                double radius = r->from + (r->to - r->from) * (double)j / (double)r->n[1];
                double move = k > 0 && k < r->n[2] ? r->skew + r->wave * sin(3 * angle) : 0;
                mesh_node(m, radius * cos(angle), radius * sin(angle), r->height * ((double)k + move) / (double)r->n[2]);
            }
}

static void add_side(struct mesh *m, int patch, const cgsize_t h[8], int side)
{
    cgsize_t q[4];
    for (int a = 0; a < 4; a++)
        q[a] = h[mesh_shape_face[STYLE_HEX][side][a]];
    mesh_boundary(m, patch, STYLE_HEX, q, false);
}

/* Corners 0-1-2-3: inner, outer at the angle, outer, inner at the next. */
static void add_cells(const struct ring *r, struct mesh *m, cgsize_t first)
{
    enum { LOWER = 0, BEFORE = 1, OUTWARD = 2, AFTER = 3, INWARD = 4, UPPER = 5 };
    for (long k = 0; k < r->n[2]; k++)
        for (long j = 0; j < r->n[1]; j++)
            for (long i = 0; i < r->n[0]; i++) {
                cgsize_t h[8];
                for (int a = 0; a < 8; a++)
                    h[a] = node_of(r, first, i + (a % 4 >= 2), j + (a % 4 == 1 || a % 4 == 2), k + (a >= 4));
                mesh_hex(m, STYLE_HEX, h);
                if (j == 0 && r->inside >= 0)
                    add_side(m, r->inside, h, INWARD);
                if (j == r->n[1] - 1 && r->outside >= 0)
                    add_side(m, r->outside, h, OUTWARD);
                if (k == 0)
                    add_side(m, SIDES, h, LOWER);
                if (k == r->n[2] - 1)
                    add_side(m, SIDES, h, UPPER);
                if (r->sector < 360 && i == 0)
                    add_side(m, BEGIN, h, BEFORE);
                if (r->sector < 360 && i == r->n[0] - 1)
                    add_side(m, END, h, AFTER);
            }
}

/* Options that take a pair of whole numbers. */
static bool read_pair(struct rings *r, const char *o, char **value)
{
    struct ring *in = &r->ring[0], *out = &r->ring[1];
    bool layers = strcmp(o, "--layers") == 0;
    if (layers || strcmp(o, "--inner") == 0 || strcmp(o, "--outer") == 0) {
        long a = mesh_to_long(o, value[0], 1), b = mesh_to_long(o, value[1], 1);
        struct ring *of = strcmp(o, "--inner") == 0 ? in : out;
        (layers ? &in->n[2] : &of->n[0])[0] = a;
        (layers ? &out->n[2] : &of->n[1])[0] = b;
        return true;
    }
    return false;
}

static void read_options(struct rings *r, int argc, char **argv)
{
    struct ring *in = &r->ring[0], *out = &r->ring[1];
    for (int a = 1; a < argc; a++) {
        const char *o = argv[a];
        int left = argc - a - 1;
        if (strcmp(o, "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (strcmp(o, "--joined") == 0) {
            r->joined = true;
        } else if (strcmp(o, "--radii") == 0 && left >= 3) {
            in->from = mesh_to_double(o, argv[a + 1]);
            in->to = out->from = mesh_to_double(o, argv[a + 2]);
            out->to = mesh_to_double(o, argv[a + 3]);
            a += 3;
        } else if (left >= 2 && read_pair(r, o, argv + a + 1)) {
            a += 2;
        } else if (left < 1) {
            mesh_usage(o, "not an option, or its values are missing; see --help");
        } else {
            const char *v = argv[++a];
            if (strcmp(o, "--out") == 0)
                r->out = v;
            else if (strcmp(o, "--height") == 0)
                in->height = out->height = mesh_to_double(o, v);
            else if (strcmp(o, "--sector") == 0)
                in->sector = out->sector = mesh_to_double(o, v);
            else if (strcmp(o, "--skew") == 0)
                in->skew = mesh_to_double(o, v);
            else if (strcmp(o, "--wave") == 0)
                in->wave = out->wave = mesh_to_double(o, v);
            else if (strcmp(o, "--twist") == 0)
                in->twist = mesh_to_double(o, v);
            else if (strcmp(o, "--turn") == 0)
                in->turn = mesh_to_double(o, v);
            else
                mesh_usage(o, "not an option; see --help");
        }
    }
    if (!r->out)
        mesh_usage("ring_mesh", "--out FILE.cgns is missing; see --help");
    if (!(in->from > 0 && in->to > in->from && out->to > out->from && in->height > 0))
        mesh_usage("--radii", "not ascending and positive, or --height is not positive");
    if (!(in->sector > 0 && in->sector <= 360) || !(in->skew >= 0 && in->skew <= 0.4) ||
        !(in->wave >= 0 && in->wave <= 0.4))
        mesh_usage("--sector", "not in 0 to 360, or --skew or --wave is not in 0 to 0.4");
}

/* One body: a ring of both, whose cells have the inner ring's size outward. */
static void join(struct rings *r)
{
    struct ring *in = &r->ring[0], *out = &r->ring[1];
    in->to = out->to;
    in->n[1] += out->n[1];
    in->outside = RIM;
}

int main(int argc, char **argv)
{
    struct rings r = {.ring = {{.from = 0.5, .to = 1, .height = 0.1, .sector = 360, .n = {24, 4, 1}, .inside = HUB,
                                .outside = INNER},
                               {.from = 1, .to = 2, .height = 0.1, .sector = 360, .n = {30, 6, 1}, .inside = OUTER,
                                .outside = RIM}}};
    static const char *const name[] = {"HUB", "RIM", "SIDES", "INNER", "OUTER", "BEGIN", "END"};
    struct mesh m = {0};
    read_options(&r, argc, argv);
    for (int k = HUB; k <= END; k++)
        mesh_patch_add(&m, name[k], mesh_bc_type(k == SIDES ? "BCSymmetryPlane" : "BCFarfield"));
    if (r.joined)
        join(&r);
    for (int k = 0; k < (r.joined ? 1 : 2); k++) {
        cgsize_t first = (cgsize_t)m.n_nodes + 1;
        add_nodes(&r.ring[k], &m);
        add_cells(&r.ring[k], &m, first);
    }
    mesh_finish(&m, r.out);
    mesh_free(&m);
    return 0;
}
