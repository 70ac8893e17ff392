/* box_mesh: CGNS meshes of a box of hexahedra, tetrahedra, prisms, pyramids or
 * all four, straight or bent into a ramp or a quarter of an annulus.
 */
#include "../../cases/mesh_build.h"
#include "random.h"

#include <stdbool.h>
#include <stdint.h>

static const char help[] =
    "box_mesh: a CGNS mesh of a simple shape\n"
    "\n"
    "  --out FILE.cgns        required\n"
    "  --cells KIND           hex (default), tet, prism, pyramid, mixed\n"
    "                         pyramid: each hexahedron is cut into 6 around a new node\n"
    "                         mixed: hexahedra, prisms, pyramids and tetrahedra along x; needs NX >= 4\n"
    "  --n NX NY NZ           hexahedra along each axis before cutting; default 8 8 8\n"
    "  --size LX LY LZ        metres; default 1 1 1\n"
    "  --origin X Y Z         corner, metres; default 0 0 0\n"
    "  --perturb F            moves nodes at random by up to F of the spacing (0 to 0.4); nodes of a side\n"
    "                         stay in its plane, nodes of an edge on it\n"
    "  --seed S               of the random moves; default 1\n"
    "  --stretch AXIS:R       heights along y or z grow by a constant factor from cell to cell, such that one more\n"
    "                         cell at the end would be R times as high as the first; default y:1\n"
    "  --gap I                leaves out the hexahedra number I along x (1 to NX - 2): two bodies that share\n"
    "                         nothing; the new sides belong to no patch\n"
    "  --joint edge           leaves out two opposite quarters in x and y: two bodies that share an edge;\n"
    "                         the new sides belong to no patch\n"
    "  --map none\n"
    "  --map ramp:DEG[,X0]    the lower side rises by DEG degrees from x = X0 (from the corner, default a\n"
    "                         third of LX) on; the upper side stays flat. For an attached shock at beta to\n"
    "                         leave through xmax: LY > (LX - X0) tan(beta)\n"
    "  --map annulus:R0,R1    a quarter ring: x becomes the angle (LX is not used) from the y axis clockwise\n"
    "                         to the x axis, y the radius from R0 to R1; xmin lies on the y axis, ymin is\n"
    "                         the inner wall\n"
    "  --map shell:R0,R1      the same with z as the radius, from the z axis to the x axis: zmin is the inner side\n"
    "  --bc PATCH=TYPE        CGNS type of a patch; PATCH: xmin xmax ymin ymax zmin zmax; TYPE: BCFarfield,\n"
    "                         BCWallInviscid, BCWallViscous, BCSymmetryPlane, BCInflowSupersonic,\n"
    "                         BCOutflowSupersonic, ... Defaults: none: BCFarfield everywhere; ramp:\n"
    "                         supersonic in and outflow, wall below, far field above, symmetry planes in z;\n"
    "                         annulus: far field at the ends, walls, symmetry planes in z;\n"
    "                         shell: the same with y and z exchanged\n"
    "  --help\n";

enum map_kind { MAP_NONE, MAP_RAMP, MAP_ANNULUS, MAP_SHELL, N_MAPS };
enum { CELLS_MIXED = 100 };

struct box {
    int cells; /* an enum mesh_style or CELLS_MIXED */
    int n[3];
    int gap; /* 0: none */
    bool edge; /* two quarters alone */
    double size[3], origin[3];
    double perturb;
    double stretch; /* R of --stretch, */
    int along;      /* and its axis */
    uint64_t random; /* state; starts as the seed */
    enum map_kind map;
    double map_value[2]; /* ramp: tangent, start of it; annulus, shell: radii */
    const char *bc[6];   /* NULL: default of the map */
    const char *out;
};

static const char *const side_name[6] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};
static const char *const default_bc[N_MAPS][6] = {
    {"BCFarfield", "BCFarfield", "BCFarfield", "BCFarfield", "BCFarfield", "BCFarfield"},
    {"BCInflowSupersonic", "BCOutflowSupersonic", "BCWallInviscid", "BCFarfield", "BCSymmetryPlane", "BCSymmetryPlane"},
    {"BCFarfield", "BCFarfield", "BCWallInviscid", "BCWallInviscid", "BCSymmetryPlane", "BCSymmetryPlane"},
    {"BCFarfield", "BCFarfield", "BCSymmetryPlane", "BCSymmetryPlane", "BCWallInviscid", "BCWallInviscid"},
};

/* DEG is kept as the tangent, which is what box_map() multiplies by; X0 that is not given stays -1 until
 * box_check_options() knows the size, since --size may come after --map. */
static void box_read_map(struct box *b, const char *text)
{
    double v[2] = {0, -1};
    char kind[16];
    int n = sscanf(text, "%15[a-z]:%lf,%lf", kind, &v[0], &v[1]);
    if (n == 1 && strcmp(kind, "none") == 0)
        b->map = MAP_NONE;
    else if (n >= 2 && strcmp(kind, "ramp") == 0 && fabs(v[0]) < 80)
        b->map = MAP_RAMP;
    else if (n == 3 && strcmp(kind, "annulus") == 0 && v[0] > 0 && v[1] > v[0])
        b->map = MAP_ANNULUS;
    else if (n == 3 && strcmp(kind, "shell") == 0 && v[0] > 0 && v[1] > v[0])
        b->map = MAP_SHELL;
    else
        mesh_usage("--map", "not none, ramp:DEG[,X0], annulus:R0,R1 or shell:R0,R1");
    b->map_value[0] = b->map == MAP_RAMP ? tan(v[0] * acos(-1.0) / 180) : v[0];
    b->map_value[1] = v[1];
}

static void box_read_stretch(struct box *b, const char *text)
{
    char axis;
    if (sscanf(text, "%c:%lf", &axis, &b->stretch) != 2 || (axis != 'y' && axis != 'z') ||
        !(b->stretch >= 1 && b->stretch <= 1e9))
        mesh_usage("--stretch", "not y:R or z:R with R from 1 to 1e9");
    b->along = axis - 'x';
}

/* Either a style of cases/mesh_build.h for all hexahedra or CELLS_MIXED, where box_style() chooses by the place along
 * x. */
static void box_read_cells(struct box *b, const char *text)
{
    b->cells = strcmp(text, "mixed") == 0 ? CELLS_MIXED : -1;
    for (int s = 0; s < N_SHAPES; s++)
        if (strcmp(mesh_shape_name[s], text) == 0)
            b->cells = s;
    if (b->cells < 0)
        mesh_usage("--cells", "not hex, tet, prism, pyramid or mixed");
}

static void box_read_bc(struct box *b, const char *text)
{
    for (int s = 0; s < 6; s++)
        if (strncmp(text, side_name[s], 4) == 0 && text[4] == '=') {
            b->bc[s] = text + 5;
            return;
        }
    mesh_usage("--bc", "not PATCH=TYPE with a patch xmin xmax ymin ymax zmin zmax");
}

/* Options that take three numbers; false when `o` is none of them. */
static bool box_read_triple(struct box *b, const char *o, char **value, int left)
{
    bool is_n = strcmp(o, "--n") == 0, is_size = strcmp(o, "--size") == 0;
    if (!is_n && !is_size && strcmp(o, "--origin") != 0)
        return false;
    if (left < 3)
        mesh_usage(o, "three numbers follow it");
    for (int d = 0; d < 3; d++)
        if (is_n)
            b->n[d] = (int)mesh_to_long(o, value[d], 1);
        else
            (is_size ? b->size : b->origin)[d] = mesh_to_double(o, value[d]);
    return true;
}

static void box_read_options(struct box *b, int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        const char *o = argv[a], *v = a + 1 < argc ? argv[a + 1] : NULL;
        if (strcmp(o, "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (box_read_triple(b, o, argv + a + 1, argc - a - 1)) {
            a += 3;
            continue;
        }
        if (!v)
            mesh_usage(o, "not an option, or its value is missing; see --help");
        if (strcmp(o, "--out") == 0)
            b->out = v;
        else if (strcmp(o, "--cells") == 0)
            box_read_cells(b, v);
        else if (strcmp(o, "--map") == 0)
            box_read_map(b, v);
        else if (strcmp(o, "--bc") == 0)
            box_read_bc(b, v);
        else if (strcmp(o, "--seed") == 0)
            b->random = (uint64_t)mesh_to_long(o, v, 0);
        else if (strcmp(o, "--gap") == 0)
            b->gap = (int)mesh_to_long(o, v, 1);
        else if (strcmp(o, "--joint") == 0)
            b->edge = strcmp(v, "edge") == 0 || (mesh_usage(o, "only edge is known"), false);
        else if (strcmp(o, "--perturb") == 0)
            b->perturb = mesh_to_double(o, v);
        else if (strcmp(o, "--stretch") == 0)
            box_read_stretch(b, v);
        else
            mesh_usage(o, "not an option; see --help");
        a++;
    }
}

/* What depends on more than one option, once all are read. The limit of nodes leaves room for the numbers of cut cells:
 * a hexahedron becomes 6 tetrahedra or 6 pyramids, and elements are numbered in 32 bits too. */
static void box_check_options(struct box *b)
{
    if (!b->out)
        mesh_usage("box_mesh", "--out FILE.cgns is missing; see --help");
    if (!(b->size[0] > 0 && b->size[1] > 0 && b->size[2] > 0))
        mesh_usage("--size", "not positive");
    if (!(b->perturb >= 0 && b->perturb <= 0.4))
        mesh_usage("--perturb", "not between 0 and 0.4");
    if (b->cells == CELLS_MIXED && b->n[0] < 4)
        mesh_usage("--cells mixed", "needs at least 4 cells along x");
    if (b->gap && b->gap > b->n[0] - 2)
        mesh_usage("--gap", "not between 1 and NX - 2");
    if (b->map == MAP_RAMP) {
        if (b->map_value[1] < 0)
            b->map_value[1] = b->size[0] / 3;
        if (b->map_value[0] * (b->size[0] - b->map_value[1]) >= b->size[1])
            mesh_usage("--map ramp", "the ramp reaches the upper side; make LY larger");
    }
    if ((double)(b->n[0] + 1) * (b->n[1] + 1) * (b->n[2] + 1) > 1.5e8)
        mesh_usage("--n", "more nodes than a 32-bit CGNS file numbers comfortably (1.5e8)");
}

/* p: metres from the corner of the box */
static void box_map(const struct box *b, double p[3])
{
    double *height = &p[b->along], whole = b->size[b->along];
    if (b->stretch > 1)
        *height = whole * (pow(b->stretch, *height / whole) - 1) / (b->stretch - 1);
    if (b->map == MAP_RAMP) {
        double floor_y = fmax(0, p[0] - b->map_value[1]) * b->map_value[0];
        p[1] = floor_y + (b->size[1] - floor_y) * p[1] / b->size[1];
    } else if (b->map == MAP_ANNULUS || b->map == MAP_SHELL) {
        int outward = b->map == MAP_ANNULUS ? 1 : 2;
        double angle = p[0] / b->size[0] * acos(0.0);
        double r = b->map_value[0] + (b->map_value[1] - b->map_value[0]) * p[outward] / b->size[outward];
        p[0] = r * sin(angle);
        p[outward] = r * cos(angle);
    }
    for (int d = 0; d < 3; d++)
        p[d] += b->origin[d];
}

/* Nodes in the order i, then j, then k, which box_corners() counts on. A number is drawn for every coordinate, used or
 * not, so that the inner nodes of one seed move alike whatever stays in place around them. The moves are made in the
 * straight box, before the map bends it. */
static void box_add_nodes(struct box *b, struct mesh *m)
{
    int at[3];
    for (at[2] = 0; at[2] <= b->n[2]; at[2]++)
        for (at[1] = 0; at[1] <= b->n[1]; at[1]++)
            for (at[0] = 0; at[0] <= b->n[0]; at[0]++) {
                double p[3];
                for (int d = 0; d < 3; d++) {
                    double move = b->perturb * random_signed(&b->random);
                    bool inside = at[d] > 0 && at[d] < b->n[d];
                    p[d] = (at[d] + (inside ? move : 0)) * b->size[d] / b->n[d];
                }
                box_map(b, p);
                mesh_node(m, p[0], p[1], p[2]);
            }
}

/* mixed: hexahedra | prisms | pyramids that end in tetrahedra | tetrahedra */
static enum mesh_style box_style(const struct box *b, int i)
{
    if (b->cells != CELLS_MIXED)
        return (enum mesh_style)b->cells;
    int quarter = b->n[0] / 4 > 0 ? b->n[0] / 4 : 1;
    int joint = 2 * quarter;
    return i < quarter ? STYLE_HEX : i < joint ? STYLE_PRISM : i == joint ? STYLE_JOINT : STYLE_TET;
}

/* The eight corners in the order of HEXA_8 (CGNS SIDS, element numbering): the base k counter-clockwise, then the top;
 * 1-based. */
static void box_corners(const struct box *b, const int at[3], cgsize_t h[8])
{
    static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int a = 0; a < 8; a++) {
        cgsize_t i = at[0] + corner[a][0], j = at[1] + corner[a][1], k = at[2] + corner[a][2];
        h[a] = 1 + i + (b->n[0] + 1) * (j + (b->n[1] + 1) * k);
    }
}

/* Cells in the order i, j, k, each with those of its sides that lie on the box. A hexahedron beside a gap gives no face
 * there: these faces are left without a patch on purpose, as --gap and --joint say. */
static void box_add_cells(const struct box *b, struct mesh *m)
{
    static const int face_of_side[6] = {4, 2, 1, 3, 0, 5}; /* of mesh_shape_face */
    int at[3];
    for (at[2] = 0; at[2] < b->n[2]; at[2]++)
        for (at[1] = 0; at[1] < b->n[1]; at[1]++)
            for (at[0] = 0; at[0] < b->n[0]; at[0]++) {
                bool left = at[0] < b->n[0] / 2, low = at[1] < b->n[1] / 2;
                /* --joint edge keeps the quarters left-low and right-high, which touch along one line of nodes only. */
                if ((b->gap && at[0] == b->gap) || (b->edge && left != low))
                    continue;
                cgsize_t h[8], q[4];
                enum mesh_style style = box_style(b, at[0]);
                box_corners(b, at, h);
                mesh_hex(m, style, h);
                for (int s = 0; s < 6; s++) {
                    if (at[s / 2] != (s % 2 ? b->n[s / 2] - 1 : 0))
                        continue;
                    for (int a = 0; a < 4; a++)
                        q[a] = h[mesh_shape_face[STYLE_HEX][face_of_side[s]][a]];
                    mesh_boundary(m, s, style, q, s >= 4);
                }
            }
}

int main(int argc, char **argv)
{
    struct box b = {.cells = STYLE_HEX, .n = {8, 8, 8}, .size = {1, 1, 1}, .stretch = 1, .along = 1, .random = 1};
    struct mesh m = {0};
    box_read_options(&b, argc, argv);
    box_check_options(&b);
    for (int s = 0; s < 6; s++)
        mesh_patch_add(&m, side_name[s], mesh_bc_type(b.bc[s] ? b.bc[s] : default_bc[b.map][s]));
    box_add_nodes(&b, &m);
    box_add_cells(&b, &m);
    mesh_finish(&m, b.out);
    mesh_free(&m);
    return 0;
}
