/* structured_meshes.c: structured meshes as CGNS and as PLOT3D with a neutral map file.
 *
 *   structured_meshes FOLDER            a bent box of three blocks: blocks.cgns, and blocks-FORM.p3d in every form
 *   structured_meshes IN.cgns OUT.p3d   another mesh, as little-endian bytes
 *
 * Coordinates of the box are multiples of 2^-12, which single precision holds too.
 */
#include <cgnslib.h>
#include <endian.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int N[3] = {6, 4, 5};

static void check(int bad, const char *what)
{
    if (bad) {
        fprintf(stderr, "structured_meshes: %s: %s\n", what, cg_get_error());
        exit(1);
    }
}

/* ---- the box as CGNS -------------------------------------------------------------------------- */

/* A part of the lattice: index d runs along axis[d], upwards or downwards. */
struct part {
    const char *name;
    int low[3], high[3], axis[3], up[3];
};
static const struct part part[] = {{"A", {0, 0, 0}, {3, 4, 5}, {0, 1, 2}, {1, 1, 1}},
                                   {"B", {3, 0, 0}, {6, 2, 5}, {1, 2, 0}, {0, 1, 1}},
                                   {"C", {3, 2, 0}, {6, 4, 5}, {1, 0, 2}, {0, 1, 1}}};
enum { PARTS = sizeof part / sizeof *part };

static void place(const int g[3], double x[3])
{
    double s = 1.0;
    for (int d = 0; d < 3; d++) {
        x[d] = (double)g[d] / N[d];
        s *= sin(3.14159265358979 * x[d]);
    }
    for (int d = 0; d < 3; d++)
        x[d] = rint(4096.0 * (x[d] + 0.05 * s * (d - 1.3))) / 4096.0;
}

/* 1-based index of the lattice's point g in a part. */
static void index_in(const struct part *p, const int g[3], cgsize_t at[3])
{
    for (int d = 0; d < 3; d++) {
        int a = p->axis[d];
        at[d] = p->up[d] ? g[a] - p->low[a] + 1 : p->high[a] - g[a] + 1;
    }
}

static void write_zone(int fn, const struct part *p)
{
    cgsize_t size[9] = {0}, n = 1, at[3];
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    int z, c, g[3];
    for (int d = 0; d < 3; d++) {
        size[d] = p->high[p->axis[d]] - p->low[p->axis[d]] + 1;
        size[3 + d] = size[d] - 1;
        n *= size[d];
    }
    double *x = malloc((size_t)n * 3 * sizeof *x), v[3];
    for (g[2] = p->low[2]; g[2] <= p->high[2]; g[2]++)
        for (g[1] = p->low[1]; g[1] <= p->high[1]; g[1]++)
            for (g[0] = p->low[0]; g[0] <= p->high[0]; g[0]++) {
                index_in(p, g, at);
                place(g, v);
                for (int d = 0; d < 3; d++)
                    x[d * n + at[0] - 1 + size[0] * (at[1] - 1 + size[1] * (at[2] - 1))] = v[d];
            }
    check(cg_zone_write(fn, 1, p->name, size, CGNS_ENUMV(Structured), &z), p->name);
    for (int d = 0; d < 3; d++)
        check(cg_coord_write(fn, 1, z, CGNS_ENUMV(RealDouble), name[d], x + d * n, &c), name[d]);
    free(x);
}

static void write_sides(int fn, int z, const struct part *p)
{
    static const char *const name[6] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};
    for (int side = 0; side < 6; side++) {
        int a = side / 2, low[3], high[3], bc;
        cgsize_t range[6];
        if (side % 2 ? p->high[a] != N[a] : p->low[a] != 0)
            continue;
        memcpy(low, p->low, sizeof low);
        memcpy(high, p->high, sizeof high);
        low[a] = high[a] = side % 2 ? N[a] : 0;
        index_in(p, low, range);
        index_in(p, high, range + 3);
        check(cg_boco_write(fn, 1, z, name[side], CGNS_ENUMV(BCFarfield), CGNS_ENUMV(PointRange), 2, range, &bc),
              name[side]);
    }
}

/* Where two parts meet in a plane. */
static void write_join(int fn, int z, const struct part *p, const struct part *q)
{
    int low[3], high[3], transform[3], thin = 0, c;
    cgsize_t range[6], donor[6];
    char name[32];
    for (int d = 0; d < 3; d++) {
        low[d] = p->low[d] > q->low[d] ? p->low[d] : q->low[d];
        high[d] = p->high[d] < q->high[d] ? p->high[d] : q->high[d];
        thin += low[d] == high[d];
        if (low[d] > high[d])
            return;
    }
    if (thin != 1)
        return;
    index_in(p, low, range);
    index_in(p, high, range + 3);
    index_in(q, low, donor);
    index_in(q, high, donor + 3);
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++)
            if (q->axis[e] == p->axis[d])
                transform[d] = q->up[e] == p->up[d] ? e + 1 : -(e + 1);
    snprintf(name, sizeof name, "to%s", q->name);
    check(cg_1to1_write(fn, 1, z, name, q->name, range, donor, transform, &c), name);
}

static void write_box(const char *path)
{
    int fn, base;
    check(cg_open(path, CG_MODE_WRITE, &fn) || cg_base_write(fn, "Base", 3, 3, &base), path);
    for (int p = 0; p < PARTS; p++)
        write_zone(fn, &part[p]);
    for (int p = 0; p < PARTS; p++) {
        write_sides(fn, p + 1, &part[p]);
        for (int q = 0; q < PARTS; q++)
            if (q > p)
                write_join(fn, p + 1, &part[p], &part[q]);
    }
    check(cg_close(fn), path);
}

/* ---- the neutral map file --------------------------------------------------------------------- */

enum { ZONES_MAX = 1000 };

struct grid {
    int fn, n, dim;
    char name[ZONES_MAX][33];
    cgsize_t size[ZONES_MAX][3];
    double *x[ZONES_MAX][3];
};

/* The axes of the two ranges on sides across i, j, k. */
static const int along[3][2] = {{1, 2}, {2, 0}, {0, 1}}, first_side[3] = {3, 5, 1};

/* Block, side and ranges; the axis across. r: 2 x dim corners. */
static int put_range(FILE *f, const struct grid *g, int z, const cgsize_t *r)
{
    int axis = -1;
    cgsize_t v[6] = {1, 1, 1, 1, 1, 1};
    for (int d = 0; d < g->dim; d++) {
        v[d] = r[d];
        v[3 + d] = r[g->dim + d];
        if (v[d] == v[3 + d] && (v[d] == 1 || v[d] == g->size[z][d]) && (axis < 0 || g->dim == 3))
            axis = d;
    }
    check(axis < 0, "a range across no axis");
    fprintf(f, " %d %d", z + 1, first_side[axis] + (v[axis] > 1));
    for (int k = 0; k < 2; k++)
        fprintf(f, " %d %d", (int)v[along[axis][k]], (int)v[3 + along[axis][k]]);
    return axis;
}

static void write_map(const struct grid *g, const char *path)
{
    FILE *f = fopen(path, "w");
    check(!f, path);
    fprintf(f, "# a map of blocks\n %d\n\n", g->n);
    for (int z = 0; z < g->n; z++)
        fprintf(f, " %d %d %d %d\n", z + 1, (int)g->size[z][0], (int)g->size[z][1], (int)g->size[z][2]);
    fprintf(f, "# Type B1 F1 S1 E1 S2 E2 B2 F2 S1 E1 S2 E2 Swap\n");
    for (int z = 0; z < g->n; z++) {
        int n, transform[3], normal;
        char name[33], donor[33];
        cgsize_t r[6], q[6], count, length;
        CGNS_ENUMT(BCType_t) type;
        CGNS_ENUMT(PointSetType_t) points;
        CGNS_ENUMT(DataType_t) data;
        check(cg_nbocos(g->fn, 1, z + 1, &n), g->name[z]);
        for (int b = 1; b <= n; b++) {
            int sets;
            check(cg_boco_info(g->fn, 1, z + 1, b, name, &type, &points, &count, &normal, &length, &data, &sets) ||
                      cg_boco_read(g->fn, 1, z + 1, b, r, NULL), name);
            fprintf(f, "'%s'", name);
            put_range(f, g, z, r);
            fputc('\n', f);
        }
        check(cg_n1to1(g->fn, 1, z + 1, &n), g->name[z]);
        for (int c = 1; c <= n; c++) {
            int other = 0;
            check(cg_1to1_read(g->fn, 1, z + 1, c, name, donor, r, q, transform), name);
            while (other < g->n && strcmp(g->name[other], donor) != 0)
                other++;
            check(other == g->n, donor);
            if (other < z) /* told by the other one */
                continue;
            fprintf(f, "'One-To-One'");
            int axis = put_range(f, g, z, r), across = put_range(f, g, other, q);
            int primary = along[axis][0];
            int swap = primary < g->dim ? abs(transform[primary]) - 1 != along[across][0]
                                        : along[across][0] != 2; /* the index that a plane has not */
            fprintf(f, swap ? " true\n" : " FALSE\n");
        }
    }
    fclose(f);
}

/* ---- grids ------------------------------------------------------------------------------------ */

struct form {
    const char *name;
    int text, records, big, real, iblank;
};

static void put_bytes(FILE *f, const void *value, int n, int big)
{
    uint64_t v = 0;
    unsigned char byte[8];
    memcpy(&v, value, (size_t)n); /* little-endian hosts */
    for (int k = 0; k < n; k++)
        byte[big ? n - 1 - k : k] = (unsigned char)(v >> 8 * k);
    fwrite(byte, 1, (size_t)n, f);
}

static void put_integer(FILE *f, const struct form *o, int v)
{
    if (o->text)
        fprintf(f, " %d", v);
    else
        put_bytes(f, &v, 4, o->big);
}

static void put_real(FILE *f, const struct form *o, double v)
{
    float single = (float)v;
    if (o->text)
        fprintf(f, " %.17g\n", v);
    else if (o->real == 4)
        put_bytes(f, &single, 4, o->big);
    else
        put_bytes(f, &v, 8, o->big);
}

static void put_mark(FILE *f, const struct form *o, int64_t bytes)
{
    if (o->records)
        put_integer(f, o, (int)bytes);
}

static void write_grid(const struct grid *g, const char *path, const struct form *o)
{
    FILE *f = fopen(path, "wb");
    check(!f, path);
    if (g->n > 1) {
        put_mark(f, o, 4);
        put_integer(f, o, g->n);
        put_mark(f, o, 4);
    }
    put_mark(f, o, 4 * g->dim * g->n);
    for (int z = 0; z < g->n; z++)
        for (int d = 0; d < g->dim; d++)
            put_integer(f, o, (int)g->size[z][d]);
    put_mark(f, o, 4 * g->dim * g->n);
    for (int z = 0; z < g->n; z++) {
        int64_t n = g->size[z][0] * g->size[z][1] * g->size[z][2], bytes = n * (g->dim * o->real + 4 * o->iblank);
        put_mark(f, o, bytes);
        for (int d = 0; d < g->dim; d++)
            for (int64_t i = 0; i < n; i++)
                put_real(f, o, g->x[z][d][i]);
        for (int64_t i = 0; i < n && o->iblank; i++)
            put_integer(f, o, 1);
        put_mark(f, o, bytes);
    }
    fclose(f);
}

static void read_grid(const char *path, struct grid *g)
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    char base[33];
    int physical;
    check(cg_open(path, CG_MODE_READ, &g->fn) || cg_base_read(g->fn, 1, base, &g->dim, &physical) ||
              cg_nzones(g->fn, 1, &g->n), path);
    check(g->n > ZONES_MAX, "too many zones");
    for (int z = 0; z < g->n; z++) {
        cgsize_t size[9], one[3] = {1, 1, 1};
        check(cg_zone_read(g->fn, 1, z + 1, g->name[z], size), path);
        for (int d = 0; d < 3; d++)
            g->size[z][d] = d < g->dim ? size[d] : 1;
        size_t n = (size_t)(g->size[z][0] * g->size[z][1] * g->size[z][2]);
        for (int d = 0; d < g->dim; d++) {
            g->x[z][d] = malloc(n * sizeof(double));
            check(cg_coord_read(g->fn, 1, z + 1, name[d], CGNS_ENUMV(RealDouble), one, g->size[z], g->x[z][d]),
                  name[d]);
        }
    }
}

static void write_forms(struct grid *g, const char *folder)
{
    static const struct form form[] = {
        {"text", 1, 0, 0, 8, 0}, {"text-i", 1, 0, 0, 8, 1}, {"b8", 0, 0, 1, 8, 0}, {"lb8", 0, 0, 0, 8, 0},
        {"b4", 0, 0, 1, 4, 0}, {"lb4", 0, 0, 0, 4, 0}, {"r8", 0, 1, 1, 8, 0}, {"lr8", 0, 1, 0, 8, 0},
        {"r4", 0, 1, 1, 4, 0}, {"lr4", 0, 1, 0, 4, 0}, {"b8-i", 0, 0, 1, 8, 1}, {"lb8-i", 0, 0, 0, 8, 1},
        {"b4-i", 0, 0, 1, 4, 1}, {"lb4-i", 0, 0, 0, 4, 1}, {"r8-i", 0, 1, 1, 8, 1}, {"lr8-i", 0, 1, 0, 8, 1},
        {"r4-i", 0, 1, 1, 4, 1}, {"lr4-i", 0, 1, 0, 4, 1}};
    char path[4096];
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        snprintf(path, sizeof path, "%s/blocks-%s.p3d", folder, form[i].name);
        write_grid(g, path, &form[i]);
        snprintf(path, sizeof path, "%s/blocks-%s.nmf", folder, form[i].name);
        write_map(g, path);
    }
}

int main(int argc, char **argv)
{
    static struct grid g;
    static const struct form usual = {"", 0, 0, 0, 8, 0};
    char path[4096];
    if (argc == 2) {
        snprintf(path, sizeof path, "%s/blocks.cgns", argv[1]);
        write_box(path);
        read_grid(path, &g);
        write_forms(&g, argv[1]);
    } else if (argc == 3) {
        read_grid(argv[1], &g);
        write_grid(&g, argv[2], &usual);
        snprintf(path, sizeof path, "%.*s.nmf", (int)(strrchr(argv[2], '.') - argv[2]), argv[2]);
        write_map(&g, path);
    } else {
        fprintf(stderr, "structured_meshes FOLDER, or structured_meshes IN.cgns OUT.p3d\n");
        return 2;
    }
    check(cg_close(g.fn), "end");
    return 0;
}
