/* --case: a case file for a mesh on the standard output. What was measured is marked as a guess, what nobody but the
 * user knows stands in capitals, which ufv-solve refuses. */
#include "run/stages.h"

#include "mem.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct side {
    double area, low[3], high[3]; /* m^2, m */
    double sum[3], projected[3];  /* of area vectors and of their absolute values, m^2 */
};

struct facts {
    const struct mesh *m;
    const struct mesh_quality *q;
    struct side *side;   /* [n_patches] */
    enum bc_kind *guess; /* [n_patches] the kind of the mesh, or one by the name */
    struct side body;    /* of all walls together */
    int n_walls;         /* patches */
    int up, span;        /* axes */
    int across;          /* axis across a plane mesh, -1 in 3-D */
};

/* ---- measures --------------------------------------------------------------------------------- */

static void add_face(struct side *s, const struct mesh *m, int64_t f)
{
    struct vec3 n, x;
    face_geometry(m, f, &n, &x);
    const double v[3] = {n.x, n.y, n.z};
    for (int d = 0; d < 3; d++) {
        s->sum[d] += v[d];
        s->projected[d] += fabs(v[d]);
        for (int64_t i = m->face_node_offset[f]; i < m->face_node_offset[f + 1]; i++) {
            s->low[d] = fmin(s->low[d], m->x[d][m->face_node[i]]);
            s->high[d] = fmax(s->high[d], m->x[d][m->face_node[i]]);
        }
    }
    s->area += vec3_norm(n);
}

/* Rounding of the mesh generator becomes 0. */
static void round_box(double low[3], double high[3])
{
    double size = 0.0;
    for (int d = 0; d < 3; d++)
        size = fmax(size, fmax(fabs(low[d]), fabs(high[d])));
    for (int d = 0; d < 3 && size < INFINITY; d++) {
        low[d] = fabs(low[d]) < 1e-9 * size ? 0.0 : low[d];
        high[d] = fabs(high[d]) < 1e-9 * size ? 0.0 : high[d];
    }
}

static struct side nothing(void)
{
    return (struct side){.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
}

/* In letters of either case. */
static bool has_word(const char *name, const char *word)
{
    for (; *name; name++) {
        size_t n = 0;
        while (word[n] && tolower((unsigned char)name[n]) == word[n])
            n++;
        if (!word[n])
            return true;
    }
    return false;
}

static enum bc_kind kind_by_name(const char *name)
{
    static const struct {
        const char *word;
        enum bc_kind kind;
    } rows[] = {{"far", BC_FARFIELD}, {"freestream", BC_FARFIELD}, {"outer", BC_FARFIELD}, {"sym", BC_SYMMETRY},
                {"slip", BC_SLIP}, {"inlet", BC_TOTAL_INFLOW}, {"inflow", BC_TOTAL_INFLOW},
                {"outlet", BC_PRESSURE_OUTLET}, {"outflow", BC_PRESSURE_OUTLET}, {"exit", BC_PRESSURE_OUTLET},
                {"wall", BC_WALL}, {"wing", BC_WALL}, {"foil", BC_WALL}, {"body", BC_WALL}, {"plate", BC_WALL},
                {"fuselage", BC_WALL}, {"flap", BC_WALL}, {"slat", BC_WALL}, {"nacelle", BC_WALL}, {"tail", BC_WALL},
                {"cylinder", BC_WALL}, {"sphere", BC_WALL}, {"blade", BC_WALL}, {"ramp", BC_WALL}, {"bump", BC_WALL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (has_word(name, rows[i].word))
            return rows[i].kind;
    return BC_NONE;
}

/* The axis that a plane patch is across, -1 where it is bent or askew. */
static int flat_axis(const struct side *s)
{
    for (int d = 0; d < 3; d++)
        if (fabs(s->sum[d]) > 0.9999 * s->area)
            return d;
    return -1;
}

/* A symmetry plane across z means that the wind turns in the plane of x and y. */
static void find_axes(struct facts *a)
{
    int across = -1, sides = 0;
    a->across = -1;
    for (int p = 0; p < a->m->n_patches; p++) {
        int axis = a->guess[p] == BC_SYMMETRY ? flat_axis(&a->side[p]) : -1;
        const char *name = a->m->patch[p].name;
        sides += strcmp(name, "symmetry-lower") == 0 || strcmp(name, "symmetry-upper") == 0;
        if (axis > 0)
            across = axis;
        if (strcmp(name, "symmetry-lower") == 0)
            a->across = axis;
    }
    if (sides < 2)
        a->across = -1;
    a->up = across == 2 ? 1 : 2;
    a->span = 3 - a->up;
}

static void measure(struct prep_work *w, struct facts *a)
{
    const struct mesh *m = &w->mesh;
    *a = (struct facts){.m = m, .q = &w->report.quality, .body = nothing()};
    MEM_NEW(a->side, m->n_patches);
    MEM_NEW(a->guess, m->n_patches);
    for (int p = 0; p < m->n_patches; p++) {
        a->side[p] = nothing();
        a->guess[p] = m->patch[p].kind != BC_NONE ? m->patch[p].kind : kind_by_name(m->patch[p].name);
        a->n_walls += bc_kind_is_wall(a->guess[p]) && m->patch[p].n_faces > 0;
    }
    for (int64_t f = 0; f < m->n_faces; f++)
        if (mesh_is_on_patch(m, f)) {
            int p = ~m->right[f];
            add_face(&a->side[p], m, f);
            if (bc_kind_is_wall(a->guess[p]))
                add_face(&a->body, m, f);
        }
    for (int p = 0; p < m->n_patches; p++)
        round_box(a->side[p].low, a->side[p].high);
    round_box(a->body.low, a->body.high);
    round_box(w->report.quality.low, w->report.quality.high);
    find_axes(a);
}

/* ---- the file --------------------------------------------------------------------------------- */

static void print_head(const struct facts *a, const char *mesh)
{
    const struct mesh_quality *q = a->q;
    printf(
        "# Case file begun by ufv-prep --case for\n# %s\n# Decide what stands in CAPITALS; what is called a guess was "
        "measured on the mesh or taken from a name.\n# ufv-solve --case-reference lists all keys.\n",
        mesh);
    printf("# %" PRId64 " cells; x %g .. %g, y %g .. %g, z %g .. %g m (wrong by 1000? ufv-prep --scale 0.001)\n",
           a->m->n_cells, q->low[0], q->high[0], q->low[1], q->high[1], q->low[2], q->high[2]);
    if (a->across >= 0)
        printf("# a plane mesh, one layer of %g m along %c: forces are those of this depth\n",
               q->high[a->across] - q->low[a->across], "xyz"[a->across]);
    if (q->n_wall_faces > 0)
        printf("# centroids of the first cells are %g m (median %g, at most %g) from the walls\n", q->height_min,
               q->height_median, q->height_max);
}

static void print_flow(const struct facts *a)
{
    printf("\n[flow]\nmach = MACH                   # of the free stream\nalpha = 0                     # degrees\n");
    printf("up = %c                        # %s\n", "xyz"[a->up],
           a->up == 1 ? "a guess: z is across the symmetry plane" : "a guess: lift is along z");
    printf(
        "temperature = 288.15          # K\npressure = 101325             # Pa; with reynolds it only scales forces\n");
    printf("# reynolds = REYNOLDS         # of viscous flow, on reynolds_length; or viscosity = VISCOSITY (Pa s)\n");
    if (a->n_walls > 0)
        printf("# reynolds_length = %-10g # m, a guess: the walls' extent along x\n", a->body.high[0] - a->body.low[0]);
    printf("\n[model]\nequations = EQUATIONS         # euler (no friction), laminar, sa or sst (turbulent)\n");
}

/* Half of what a closed surface shows from above and below; all of a floor. */
static void print_reference(const struct facts *a)
{
    const struct side *b = &a->body;
    printf("\n[reference]\n");
    if (a->n_walls == 0) {
        printf("# no patch is known to be a wall: set area (m^2) and length (m) for coefficients\n");
        return;
    }
    double chord = b->high[0] - b->low[0], span = b->high[a->span] - b->low[a->span], both = b->projected[a->up];
    bool closed = fabs(b->sum[a->up]) < 0.5 * both;
    if (a->across >= 0)
        printf("area = %-10g             # m^2, a guess: the chord times the depth\n",
               chord * (a->q->high[a->across] - a->q->low[a->across]));
    else
        printf("area = %-10g             # m^2, a guess: the walls as seen along %c%s\n", closed ? 0.5 * both : both,
               "xyz"[a->up], closed ? ", of upper and lower side once" : "");
    printf("length = %-10g           # m, a guess: the walls' extent along x (chord)\n", chord);
    if (a->across < 0)
        printf("span = %-10g             # m, a guess: the walls' extent along %c\n", span, "xyz"[a->span]);
    printf("centre = %g 0 0           # m, a guess: a quarter of the chord behind the nose\n",
           b->low[0] + 0.25 * chord);
    printf("# walls: x %g .. %g, y %g .. %g, z %g .. %g m; area %g m^2, frontal area %g m^2\n", b->low[0], b->high[0],
           b->low[1], b->high[1], b->low[2], b->high[2], b->area, 0.5 * b->projected[0]);
}

static void print_name(const char *name)
{
    size_t n = strlen(name);
    bool quote =
        strpbrk(name, "#;=[\"") || isspace((unsigned char)name[0]) || (n && isspace((unsigned char)name[n - 1]));
    printf(quote ? "\"%s\" = " : "%s = ", name);
}

/* Where a patch lies in the box of the mesh. */
static void print_place(const struct facts *a, const struct side *s)
{
    int axis = flat_axis(s);
    double size = 0.0;
    for (int d = 0; d < 3; d++)
        size = fmax(size, a->q->high[d] - a->q->low[d]);
    if (axis >= 0 && s->high[axis] - s->low[axis] < 1e-6 * size)
        printf(", in the plane %c = %g", "xyz"[axis], s->low[axis]);
    else
        printf(", x %g .. %g, y %g .. %g, z %g .. %g", s->low[0], s->high[0], s->low[1], s->high[1], s->low[2],
               s->high[2]);
}

static void print_patches(const struct facts *a)
{
    printf("\n[patches]\n");
    for (int p = 0; p < a->m->n_patches; p++) {
        const struct mesh_patch *patch = &a->m->patch[p];
        print_name(patch->name);
        printf("%s # %" PRId64 " faces, %g m^2", patch->kind == BC_NONE ? "KIND" : bc_kind_name(patch->kind),
               patch->n_faces, a->side[p].area);
        if (patch->n_faces > 0)
            print_place(a, &a->side[p]);
        if (patch->kind == BC_NONE && a->guess[p] != BC_NONE)
            printf("; a guess by the name: %s", bc_kind_name(a->guess[p]));
        else if (patch->kind != BC_NONE && patch->bc_type[0])
            printf("; of %s in the mesh", patch->bc_type);
        printf("\n");
    }
    printf(
        "# kinds: slip, wall, symmetry, farfield, supersonic-inflow, supersonic-outflow, pressure-outlet pressure=PA,\n"
        "# total-inflow total_pressure=PA total_temperature=K, mass-inflow mass_flux=M total_temperature=K\n");
}

static void print_rest(void)
{
    printf("\n[time]\nsteps = 2000                  # at most\n\n[stop]\nresidual_drop = 8             # decades\n");
}

int mode_case(struct prep_work *w)
{
    struct facts a;
    measure(w, &a);
    print_head(&a, w->o->mesh);
    print_flow(&a);
    print_reference(&a);
    print_patches(&a);
    print_rest();
    mem_free(a.side);
    mem_free(a.guess);
    return 0;
}
