#include "export_grid.h"

#include "element.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* An owned block of n items. */
static void *new_block(struct export_grid *g, const char *label, int64_t n, size_t size)
{
    return g->block[g->n_blocks++] = mem_alloc(label, (size_t)n, size);
}

static void add_array(struct export_grid *g, const char *name, enum grid_type type, const void *values)
{
    int i = g->view.n_arrays++;
    text_copy(g->name[i], NAME_SIZE, name);
    g->array[i] = (struct grid_array){.name = g->name[i], .type = type, .n_components = 1, .component = {values}};
}

/* ---- nodes: only those in use, renumbered ------------------------------------------ */

struct renumber {
    const struct pack *p;
    int64_t *number; /* [p->n_nodes], -1: not in use */
    int64_t n;
};

static void renumber_begin(struct renumber *m, const struct pack *p)
{
    m->p = p;
    m->n = 0;
    MEM_NEW(m->number, p->n_nodes);
    for (int64_t i = 0; i < p->n_nodes; i++)
        m->number[i] = -1;
}

static int64_t renumber_node(struct renumber *m, lid node)
{
    if (m->number[node] < 0)
        m->number[node] = m->n++;
    return m->number[node];
}

static void renumber_finish(struct renumber *m, struct export_grid *g)
{
    double *x = new_block(g, "coordinates to view", 3 * m->n, sizeof *x);
    for (int64_t i = 0; i < m->p->n_nodes; i++)
        for (int c = 0; c < 3 && m->number[i] >= 0; c++)
            x[c * m->n + m->number[i]] = m->p->node[c * m->p->n_nodes + i];
    g->view.n_points = m->n;
    for (int c = 0; c < 3; c++)
        g->view.x[c] = x + c * m->n;
    MEM_FREE(m->number);
}

/* CSR begin .. begin + n - 1 of the pack, renumbered. */
static void take_csr(struct export_grid *g, struct renumber *m, const lid *offset, const lid *node, int64_t n,
                     const int64_t **out_offset, const int64_t **out_node)
{
    int64_t *to_offset = new_block(g, "offsets to view", n + 1, sizeof *to_offset);
    int64_t *to_node = new_block(g, "nodes to view", n > 0 ? offset[n] : 0, sizeof *to_node);
    for (int64_t i = 0; i <= n; i++)
        to_offset[i] = n > 0 ? offset[i] : 0;
    for (int64_t k = 0; k < to_offset[n]; k++)
        to_node[k] = renumber_node(m, node[k]);
    *out_offset = to_offset;
    *out_node = to_node;
}

/* ---- values --------------------------------------------------------------------------- */

static void add_constant(struct export_grid *g, const char *name, int64_t n, int32_t value)
{
    int32_t *values = new_block(g, name, n, sizeof *values);
    for (int64_t i = 0; i < n; i++)
        values[i] = value;
    add_array(g, name, GRID_INT32, values);
}

static void add_cp(struct export_grid *g, const struct solution_reference *r, const double *pressure, int64_t n)
{
    double q = 0.5 * r->density *
               (r->velocity[0] * r->velocity[0] + r->velocity[1] * r->velocity[1] + r->velocity[2] * r->velocity[2]);
    if (!pressure || !(q > 0))
        return;
    double *cp = new_block(g, "cp", n, sizeof *cp);
    for (int64_t i = 0; i < n; i++)
        cp[i] = (pressure[i] - r->pressure) / q;
    add_array(g, "cp", GRID_DOUBLE, cp);
}

static void add_mach(struct export_grid *g, double gamma, const double *density, const double *const velocity[3],
                     const double *pressure, int64_t n)
{
    double *mach = new_block(g, "mach", n, sizeof *mach);
    for (int64_t i = 0; i < n; i++) {
        double u = velocity[0][i], v = velocity[1][i], w = velocity[2][i];
        mach[i] = sqrt((u * u + v * v + w * w) * density[i] / (gamma * pressure[i]));
    }
    add_array(g, "mach", GRID_DOUBLE, mach);
}

static void add_fields(struct export_grid *g, int n, const struct solution_field *field)
{
    for (int i = 0; i < n; i++)
        if (strncmp(field[i].name, "velocity_", 9) != 0)
            add_array(g, field[i].name, GRID_DOUBLE, field[i].value);
}

static void add_velocity(struct export_grid *g, const double *const velocity[3])
{
    add_array(g, "velocity", GRID_DOUBLE, velocity[0]);
    struct grid_array *a = &g->array[g->view.n_arrays - 1];
    a->n_components = 3;
    a->component[1] = velocity[1];
    a->component[2] = velocity[2];
}

/* ---- polyhedra need their faces ---------------------------------------------------------- */

static bool has_polyhedra(const struct pack *p)
{
    for (int64_t i = 0; i < p->n_owned; i++)
        if (p->cell_type[i] == ELEMENT_POLYHEDRON)
            return true;
    return false;
}

/* Faces 0 .. n_flux-1 are those that touch an owned cell. */
static void take_faces(struct export_grid *g, struct renumber *m, const struct pack *p)
{
    g->view.n_faces = p->n_flux;
    take_csr(g, m, p->face_node_offset, p->face_node, p->n_flux, &g->view.face_offset, &g->view.face_node);
    int64_t *left = new_block(g, "left cells to view", p->n_flux, sizeof *left);
    int64_t *right = new_block(g, "right cells to view", p->n_flux, sizeof *right);
    for (int64_t f = 0; f < p->n_flux; f++) {
        left[f] = p->left[f] < p->n_owned ? p->left[f] : -1;
        right[f] = p->right[f] < p->n_owned ? p->right[f] : -1;
    }
    g->view.left = left;
    g->view.right = right;
}

/* ---- grids --------------------------------------------------------------------------------- */

void export_grid_volume(const struct results *r, const struct pack *p, const struct solution *s,
                        struct export_grid *g)
{
    memset(g, 0, sizeof *g);
    struct renumber m;
    renumber_begin(&m, p);
    take_csr(g, &m, p->cell_node_offset, p->cell_node, p->n_owned, &g->view.offset, &g->view.node);
    if (has_polyhedra(p))
        take_faces(g, &m, p);
    renumber_finish(&m, g);
    g->view.n_cells = p->n_owned;
    g->view.type = p->cell_type;
    g->view.array = g->array;
    add_fields(g, s->n_fields, s->field);
    const double *density = solution_field(s, "density"), *pressure = solution_field(s, "pressure");
    const double *velocity[3] = {solution_field(s, "velocity_x"), solution_field(s, "velocity_y"),
                                 solution_field(s, "velocity_z")};
    if (velocity[0] && velocity[1] && velocity[2]) {
        add_velocity(g, velocity);
        if (density && pressure)
            add_mach(g, r->reference.gamma, density, velocity, pressure, p->n_owned);
    }
    add_cp(g, &r->reference, pressure, p->n_owned);
    add_constant(g, "rank", p->n_owned, (int32_t)s->rank);
    add_array(g, "global_id", GRID_INT64, s->cell_gid);
}

void export_grid_surface(const struct results *r, const struct pack *p, const struct solution *s,
                         struct export_grid *g)
{
    memset(g, 0, sizeof *g);
    struct renumber m;
    renumber_begin(&m, p);
    take_csr(g, &m, p->face_node_offset, p->face_node, p->n_boundary, &g->view.offset, &g->view.node);
    renumber_finish(&m, g);
    g->view.n_cells = p->n_boundary;
    g->view.array = g->array;
    add_fields(g, s->n_boundary_fields, s->boundary_field);
    add_cp(g, &r->reference, solution_boundary_field(s, "pressure"), p->n_boundary);
    int32_t *patch = new_block(g, "patch", p->n_boundary, sizeof *patch);
    for (int b = 0; b < p->n_patches; b++)
        for (lid i = p->patch[b].begin; i < p->patch[b].end; i++)
            patch[i] = b;
    add_array(g, "patch", GRID_INT32, patch);
    add_constant(g, "rank", p->n_boundary, (int32_t)s->rank);
    add_array(g, "global_id", GRID_INT64, s->face_gid);
}

void export_grid_free(struct export_grid *g)
{
    for (int i = 0; i < g->n_blocks; i++)
        mem_free(g->block[i]);
    memset(g, 0, sizeof *g);
}
