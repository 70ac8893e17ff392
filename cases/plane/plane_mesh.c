/* plane_mesh: CGNS meshes of plane flows, one layer of cells thick: families of
 * nested grids that the cases in this folder's neighbours run on.
 */
#include "airfoil.h"
#include "channels.h"

static const struct shape shapes[] = {
    {"plate", "flat plate from x = 0; --length, --height, --wall; 34 x 24 cells", 34, 24, 2, 1, 0, 5e-7, 1, 0,
     plate_prepare, plate_node, plate_patch, NULL, NULL},
    {"bump", "bump in a channel; --height, --wall; 88 x 40 cells", 88, 40, 0, 5, 0, 5e-7, 1, 0, bump_prepare, bump_node,
     bump_patch, NULL, NULL},
    {"naca0012", "C-grid around the section; --far, --wall, --thickness; 112 x 32 cells", 112, 32, 0, 0, 500, 5e-7, 1, 0.12,
     naca_prepare, naca_node, naca_patch, NULL, naca_same_as},
    {"cylinder", "O-grid, diameter 1; --far; 32 x 20 cells", 32, 20, 0, 0, 25.4, 0, 0.1, 0, cylinder_prepare,
     cylinder_node, cylinder_patch, NULL, cylinder_same_as},
    {"inlet", "half of a 30 degree inlet; 52 x 16 cells", 52, 16, 0, 0, 0, 0, 0.05, 0, NULL, inlet_node, inlet_patch, NULL,
     NULL},
    {"step", "forward-facing step in a tunnel; 60 x 20 cells", 60, 20, 0, 0, 0, 0, 0.05, 0, NULL, step_node, step_patch,
     step_left_out, NULL},
    {"layer", "two streams that meet at x = 0, y = 0; --length, --height; 64 x 64 cells", 64, 64, 1, 1, 0, 0, 1, 0,
     layer_prepare, layer_node, layer_patch, NULL, NULL},
};
enum { N_SHAPE = sizeof shapes / sizeof *shapes, MOST_LEVELS = 8, MOST_LAYERS = 64 };

static void print_help(void)
{
    printf("plane_mesh SHAPE --out FILE.cgns: a CGNS mesh of a plane flow, one layer of cells thick along z or more\n\n");
    for (int k = 0; k < N_SHAPE; k++)
        printf("  %-18s %s on level 0\n", shapes[k].name, shapes[k].about);
    printf("\n"
           "  --out FILE.cgns    required\n"
           "  --level L          0 to %d, default 0: each level halves the spacing, and its nodes hold those of\n"
           "                     the one below\n"
           "  --wall D           height of the first cell on level %d, metres; level L has about 2^(%d - L) times it\n"
           "                     (plate, bump, naca0012: default 5e-7)\n"
           "  --length L         plate: default 2 metres; layer: 1\n"
           "  --height H         plate, layer: default 1 metre; bump: 5\n"
           "  --far R            distance of the far field, metres: naca0012: default 500; cylinder: from the axis, to\n"
           "                     the next row of cells, which are as high as wide; default 25.4\n"
           "  --thickness T      naca0012: of the chord, 0.01 to 0.3, default 0.12: a section of the same family\n"
           "  --layers N         of cells along z, 1 to 64; default 1\n"
           "  --depth D          of all layers, metres; default 1 (plate, bump, naca0012, layer), 0.1 (cylinder), 0.05\n"
           "  --cells KIND       hex (default), prism (triangles in the plane), tet\n"
           "  --help\n\n"
           "Metres; x downstream, y up. Patches, as far as the shape has them: WALL (BCWall), SYMMETRY and SIDES\n"
           "(BCSymmetryPlane), INFLOW (BCInflow), OUTFLOW (BCOutflow), FARFIELD (BCFarfield).\n",
           MOST_LEVELS, FINEST, FINEST);
}

static const struct shape *find_shape(const char *name)
{
    for (int k = 0; k < N_SHAPE; k++)
        if (strcmp(shapes[k].name, name) == 0)
            return &shapes[k];
    mesh_usage(name, "not a shape; see --help");
    return NULL;
}

/* A length that the shape has (its default is not 0); must be positive. */
static double read_length(const char *option, const char *text, double fallback)
{
    double v = mesh_to_double(option, text);
    if (!(fallback > 0))
        mesh_usage(option, "not an option of this shape; see --help");
    if (!(v > 0))
        mesh_usage(option, "not positive");
    return v;
}

static void read_option(struct plane *p, const char *o, const char *v)
{
    const struct shape *s = p->shape;
    if (strcmp(o, "--out") == 0)
        p->out = v;
    else if (strcmp(o, "--level") == 0)
        p->level = (int)mesh_to_long(o, v, 0);
    else if (strcmp(o, "--layers") == 0)
        p->layers = (int)mesh_to_long(o, v, 1);
    else if (strcmp(o, "--wall") == 0)
        p->wall = read_length(o, v, s->wall);
    else if (strcmp(o, "--length") == 0)
        p->length = read_length(o, v, s->length);
    else if (strcmp(o, "--height") == 0)
        p->height = read_length(o, v, s->height);
    else if (strcmp(o, "--far") == 0)
        p->far = read_length(o, v, s->far);
    else if (strcmp(o, "--thickness") == 0)
        p->thickness = read_length(o, v, s->thickness);
    else if (strcmp(o, "--depth") == 0)
        p->depth = read_length(o, v, s->depth);
    else if (strcmp(o, "--cells") == 0 && strcmp(v, "hex") == 0)
        p->style = STYLE_HEX;
    else if (strcmp(o, "--cells") == 0 && strcmp(v, "prism") == 0)
        p->style = STYLE_PRISM;
    else if (strcmp(o, "--cells") == 0 && strcmp(v, "tet") == 0)
        p->style = STYLE_TET;
    else
        mesh_usage(o, "not an option, or not one of its values; see --help");
}

static void read_arguments(struct plane *p, int argc, char **argv)
{
    if (argc < 2)
        mesh_usage("plane_mesh", "a shape is missing; see --help");
    if (strcmp(argv[1], "--help") == 0) {
        print_help();
        exit(0);
    }
    const struct shape *s = p->shape = find_shape(argv[1]);
    p->length = s->length;
    p->height = s->height;
    p->far = s->far;
    p->wall = s->wall;
    p->depth = s->depth;
    p->thickness = s->thickness;
    for (int a = 2; a < argc; a += 2) {
        if (strcmp(argv[a], "--help") == 0) {
            print_help();
            exit(0);
        }
        if (a + 1 == argc)
            mesh_usage(argv[a], "not an option, or its value is missing; see --help");
        read_option(p, argv[a], argv[a + 1]);
    }
    if (!p->out)
        mesh_usage("plane_mesh", "--out FILE.cgns is missing; see --help");
    if (p->level > MOST_LEVELS)
        mesh_usage("--level", "more than 8; the node numbers of a 32-bit CGNS file would not do");
    if (p->layers > MOST_LAYERS)
        mesh_usage("--layers", "more than 64");
    if (p->thickness > 0 && (p->thickness < 0.01 || p->thickness > 0.3))
        mesh_usage("--thickness", "not 0.01 to 0.3");
    if (p->far > 0 && p->far < 3)
        mesh_usage("--far", "less than 3 metres");
}

int main(int argc, char **argv)
{
    struct plane p = {.style = STYLE_HEX, .layers = 1};
    struct mesh m = {0};
    read_arguments(&p, argc, argv);
    plane_build(&p, &m);
    mesh_finish(&m, p.out);
    mesh_free(&m);
    return 0;
}
