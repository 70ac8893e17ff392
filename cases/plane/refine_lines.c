/* refine_lines: reads a structured grid from a CGNS file, refines it (refine_lines.h) and
 * writes it with its patches, interfaces and units.
 */
#include "refine_lines.h"

/* ---- reading ----------------------------------------------------------------------*/
static void read_patches(int f, const char *path, struct grid *g)
{
    mesh_cg(cg_nbocos(f, 1, 1, &g->n_patches), path);
    if (g->n_patches > MOST_PATCHES)
        mesh_fail(path, "more than 64 patches; join some");
    for (int b = 0; b < g->n_patches; b++) {
        struct patch *p = &g->patch[b];
        PointSetType_t set;
        DataType_t type;
        cgsize_t n, n_normals;
        int normal[3], n_data;
        mesh_cg(cg_boco_info(f, 1, 1, b + 1, p->name, &p->bc, &set, &n, normal, &n_normals, &type, &n_data), path);
        if (set != PointRange || n != 2)
            mesh_fail(p->name, "not a range of nodes; only grids whose patches are PointRange can be refined");
        mesh_cg(cg_boco_read(f, 1, 1, b + 1, p->range, NULL), path);
    }
}

static void read_joints(int f, const char *path, struct grid *g)
{
    mesh_cg(cg_n1to1(f, 1, 1, &g->n_joints), path);
    if (g->n_joints > MOST_PATCHES)
        mesh_fail(path, "more than 64 interfaces");
    for (int k = 0; k < g->n_joints; k++) {
        struct joint *j = &g->joint[k];
        float centre[3], angle[3], shift[3];
        mesh_cg(cg_1to1_read(f, 1, 1, k + 1, j->name, j->donor, j->range, j->donor_range, j->transform), path);
        if (cg_1to1_periodic_read(f, 1, 1, k + 1, centre, angle, shift) == CG_OK)
            mesh_fail(j->name, "a periodic interface; take the grid with symmetry planes in its place");
    }
}

static void read_units(int f, const char *path, struct grid *g)
{
    MassUnits_t mass;
    LengthUnits_t length;
    TimeUnits_t time;
    TemperatureUnits_t temperature;
    AngleUnits_t angle;
    mesh_cg(cg_goto(f, 1, "end"), path);
    if (cg_dataclass_read(&g->data_class) != CG_OK)
        g->data_class = DataClassNull;
    g->has_units = cg_units_read(&mass, &length, &time, &temperature, &angle) == CG_OK;
    if (g->has_units)
        memcpy(g->units, (int[]){(int)mass, (int)length, (int)time, (int)temperature, (int)angle}, sizeof g->units);
}

static void read_grid(const char *path, struct grid *g)
{
    static const char *const axis[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    int f, n_zones;
    ZoneType_t type;
    cgsize_t size[9], first[3] = {1, 1, 1};
    mesh_cg(cg_open(path, CG_MODE_READ, &f), path);
    mesh_cg(cg_nzones(f, 1, &n_zones), path);
    mesh_cg(cg_zone_type(f, 1, 1, &type), path);
    if (n_zones != 1 || type != Structured)
        mesh_fail(path, "not a grid of one structured zone; use ufv-prep --refine");
    mesh_cg(cg_zone_read(f, 1, 1, g->name, size), path);
    for (int d = 0; d < 3; d++)
        g->n[d] = (int)size[d];
    for (int d = 0; d < 3; d++) {
        g->x[d] = mesh_grow(NULL, nodes_of(g->n) * sizeof *g->x[d]);
        mesh_cg(cg_coord_read(f, 1, 1, axis[d], RealDouble, first, size, g->x[d]), path);
    }
    read_patches(f, path, g);
    read_joints(f, path, g);
    read_units(f, path, g);
    mesh_cg(cg_close(f), path);
}

/* ---- writing ----------------------------------------------------------------------*/
static void write_faces(int f, const char *path, const struct grid *g)
{
    int index;
    for (int p = 0; p < g->n_patches; p++)
        mesh_cg(cg_boco_write(f, 1, 1, g->patch[p].name, g->patch[p].bc, PointRange, 2, g->patch[p].range, &index),
                path);
    for (int k = 0; k < g->n_joints; k++) {
        const struct joint *j = &g->joint[k];
        mesh_cg(cg_1to1_write(f, 1, 1, j->name, j->donor, j->range, j->donor_range, j->transform, &index), path);
    }
}

static void write_grid(const char *path, const struct grid *g)
{
    static const char *const axis[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    int f = mesh_open_output(path), index;
    cgsize_t size[9] = {0};
    for (int d = 0; d < 3; d++) {
        size[d] = g->n[d];
        size[3 + d] = g->n[d] - 1;
    }
    mesh_cg(cg_base_write(f, "Base", 3, 3, &index), path);
    mesh_cg(cg_goto(f, 1, "end"), path);
    if (g->data_class != DataClassNull)
        mesh_cg(cg_dataclass_write(g->data_class), path);
    if (g->has_units)
        mesh_cg(cg_units_write((MassUnits_t)g->units[0], (LengthUnits_t)g->units[1], (TimeUnits_t)g->units[2],
                               (TemperatureUnits_t)g->units[3], (AngleUnits_t)g->units[4]),
                path);
    mesh_cg(cg_zone_write(f, 1, g->name, size, Structured, &index), path);
    for (int d = 0; d < 3; d++)
        mesh_cg(cg_coord_write(f, 1, 1, RealDouble, axis[d], g->x[d], &index), path);
    write_faces(f, path, g);
    mesh_close_output(f, path);
}

/* The grid that is read stays, by whatever name the output is called. */
static void check_other(const char *in, const char *out)
{
    struct stat a, b;
    if (stat(in, &a) == 0 && stat(out, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
        mesh_fail(out, "is the grid that is read; give another name");
    if (stat(in, &a) == 0 && !S_ISREG(a.st_mode))
        mesh_fail(in, "is no plain file; give a grid");
}

static void print_help(void)
{
    printf("refine_lines GRID.cgns --out FILE.cgns [--level L]: the grid with its spacing halved L times (default 1),\n"
           "new nodes on smooth curves through the nodes of grid lines; for one structured zone whose patches are\n"
           "ranges. Directions of one cell are left as they are. Patches, interfaces and units are kept.\n");
}

int main(int argc, char **argv)
{
    const char *in = NULL, *out = NULL;
    long level = 1;
    static struct grid g;
    for (int a = 1; a < argc; a++) {
        const char *value = a + 1 < argc ? argv[a + 1] : NULL;
        if (strcmp(argv[a], "--help") == 0)
            return print_help(), 0;
        if (strcmp(argv[a], "--out") == 0 && value)
            out = argv[++a];
        else if (strcmp(argv[a], "--level") == 0 && value)
            level = mesh_to_long(argv[a++], value, 0);
        else if (argv[a][0] != '-' && !in)
            in = argv[a];
        else
            mesh_usage(argv[a], "not an option, or its value is missing; see --help");
    }
    if (!in || !out)
        mesh_usage("refine_lines", "a grid or --out FILE.cgns is missing; see --help");
    check_other(in, out);
    read_grid(in, &g);
    for (long l = 0; l < level; l++)
        refine(&g);
    write_grid(out, &g);
    printf("nodes %d x %d x %d\n", g.n[0], g.n[1], g.n[2]);
    for (int d = 0; d < 3; d++)
        free(g.x[d]);
    return 0;
}
