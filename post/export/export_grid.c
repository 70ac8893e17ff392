/* export_grid.c: the nodes in use are renumbered, connectivity and fields are brought into the shape that viewers
 * take, and only what the variables need is read.
 */
#include "export/export_grid.h"

#include "element.h"
#include "error.h"
#include "mem.h"

#include <string.h>

/* An owned block of n items.
 * All blocks of a grid are listed and freed together by export_grid_free(). */
static void *new_block(struct export_grid *g, const char *label, int64_t n, size_t size)
{
    return g->block[g->n_blocks++] = mem_alloc(label, (size_t)n, size);
}

/* ---- nodes: only those in use, renumbered ------------------------------------------ */

/* In the order of first use, which keeps nodes of neighbouring cells near one another. */
static int64_t renumber_node(struct export_grid *g, lid node)
{
    if (g->number[node] < 0)
        g->number[node] = g->view.n_points++;
    return g->number[node];
}

static void take_points(struct export_grid *g, const struct pack *p)
{
    int64_t n = g->view.n_points;
    double *x = new_block(g, "coordinates to view", 3 * n, sizeof *x);
    for (int64_t i = 0; i < p->n_nodes; i++)
        for (int c = 0; c < 3 && g->number[i] >= 0; c++)
            x[c * n + g->number[i]] = p->node[c * p->n_nodes + i];
    for (int c = 0; c < 3; c++)
        g->view.x[c] = x + c * n;
}

/* CSR 0 .. n - 1 of the pack, renumbered. */
static void take_csr(struct export_grid *g, const lid *offset, const lid *node, int64_t n, const int64_t **out_offset,
                     const int64_t **out_node)
{
    /* n = 0: a rank may own no cells, or have no boundary; the pack's arrays are then not looked at. */
    int64_t *to_offset = new_block(g, "offsets to view", n + 1, sizeof *to_offset);
    int64_t *to_node = new_block(g, "nodes to view", n > 0 ? offset[n] : 0, sizeof *to_node);
    for (int64_t i = 0; i <= n; i++)
        to_offset[i] = n > 0 ? offset[i] : 0;
    for (int64_t k = 0; k < to_offset[n]; k++)
        to_node[k] = renumber_node(g, node[k]);
    *out_offset = to_offset;
    *out_node = to_node;
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
static void take_faces(struct export_grid *g, const struct pack *p)
{
    g->view.n_faces = p->n_flux;
    take_csr(g, p->face_node_offset, p->face_node, p->n_flux, &g->view.face_offset, &g->view.face_node);
    int64_t *left = new_block(g, "left cells to view", p->n_flux, sizeof *left);
    int64_t *right = new_block(g, "right cells to view", p->n_flux, sizeof *right);
    for (int64_t f = 0; f < p->n_flux; f++) {
        /* A face's other cell is -1 where it is another rank's: each piece has its own cells only, and such a face is
         * on the piece's border. */
        left[f] = p->left[f] < p->n_owned ? p->left[f] : -1;
        right[f] = p->right[f] < p->n_owned ? p->right[f] : -1;
    }
    g->view.left = left;
    g->view.right = right;
}

void export_grid_shape(const struct export_plan *plan, const struct pack *p, struct export_grid *g)
{
    memset(g, 0, sizeof *g);
    MEM_NEW(g->number, p->n_nodes);
    for (int64_t i = 0; i < p->n_nodes; i++)
        g->number[i] = -1;
    if (plan->surface) {
        take_csr(g, p->face_node_offset, p->face_node, p->n_boundary, &g->view.offset, &g->view.node);
        g->view.n_cells = p->n_boundary;
    } else {
        take_csr(g, p->cell_node_offset, p->cell_node, p->n_owned, &g->view.offset, &g->view.node);
        g->view.n_cells = p->n_owned;
        g->view.type = p->cell_type;
        if (has_polyhedra(p))
            take_faces(g, p);
    }
    take_points(g, p);
    g->view.array = g->array;
    g->view.point_array = g->point_array;
}

/* ---- values --------------------------------------------------------------------------- */

/* step: bytes from one component to the next; values are borrowed until the grid is freed. */
static void add_array(struct grid_array *array, int *n_arrays, const char *name, enum grid_type type, int n_components,
                      const void *values, size_t step)
{
    struct grid_array *a = &array[(*n_arrays)++];
    *a = (struct grid_array){.name = name, .type = type, .n_components = n_components};
    for (int c = 0; c < n_components; c++)
        a->component[c] = (const char *)values + (size_t)c * step;
}

static void add_label(const struct export_plan *plan, const struct pack *p, const struct solution *s, const char *name,
                      struct export_grid *g)
{
    /* Stored with the fields, so that it is borrowed; the others are made here. */
    if (strcmp(name, "global_id") == 0) {
        add_array(g->array, &g->view.n_arrays, name, GRID_INT64, 1, plan->surface ? s->face_gid : s->cell_gid, 0);
        return;
    }
    bool is_patch = strcmp(name, "patch") == 0;
    int32_t *values = new_block(g, name, g->view.n_cells, sizeof *values);
    for (int64_t i = 0; i < g->view.n_cells; i++)
        values[i] = (int32_t)s->rank;
    /* The faces of a patch are a range of the pack's boundary faces. */
    for (int b = 0; is_patch && b < p->n_patches; b++)
        for (lid i = p->patch[b].begin; i < p->patch[b].end; i++)
            values[i] = b;
    add_array(g->array, &g->view.n_arrays, name, GRID_INT32, 1, values, 0);
}

static int add_cell_values(const struct export_plan *plan, const struct cell_data *d, const struct variable *v,
                           struct export_grid *g)
{
    int64_t n = g->view.n_cells;
    double *values = new_block(g, v->name, v->n_components * n, sizeof *values);
    add_array(g->array, &g->view.n_arrays, v->name, GRID_DOUBLE, v->n_components, values,
              (size_t)n * sizeof *values);
    return plan->surface ? variable_compute_surface(v, d, values) : variable_compute(v, d, n, values);
}

/* Means over the cells around each point. Gradients are known in stencil cells only.
 * Halo cells take part, so that a node that two ranks share has the same value, but for rounding, in both pieces. */
static int add_point_values(const struct cell_data *d, const struct variable *v, struct export_grid *g)
{
    const struct pack *p = d->p;
    int64_t n = v->kind == VARIABLE_GRADIENT ? p->n_stencil : d->n;
    double *in_cells, *at_nodes;
    double *values = new_block(g, v->name, v->n_components * g->view.n_points, sizeof *values);
    add_array(g->point_array, &g->view.n_point_arrays, v->name, GRID_DOUBLE, v->n_components, values,
              (size_t)g->view.n_points * sizeof *values);
    MEM_NEW(in_cells, v->n_components * n);
    MEM_NEW(at_nodes, p->n_nodes);
    int status = variable_compute(v, d, n, in_cells);
    for (int c = 0; status == 0 && c < v->n_components; c++) {
        /* node_average() works on all nodes of the pack; those of the grid are picked by number. */
        node_average(p, in_cells + c * n, n, at_nodes);
        for (int64_t i = 0; i < p->n_nodes; i++)
            if (g->number[i] >= 0)
                values[c * g->view.n_points + g->number[i]] = at_nodes[i];
    }
    mem_free(in_cells);
    mem_free(at_nodes);
    return status;
}

/* From the averages that were gathered; first: the variable's first component there. */
static void add_surface_points(const struct export_plan *plan, const struct pack *p, const struct variable *v,
                               int64_t first, struct export_grid *g)
{
    double *values = new_block(g, v->name, v->n_components * g->view.n_points, sizeof *values);
    add_array(g->point_array, &g->view.n_point_arrays, v->name, GRID_DOUBLE, v->n_components, values,
              (size_t)g->view.n_points * sizeof *values);
    for (int64_t i = 0; i < p->n_nodes; i++) {
        if (g->number[i] < 0)
            continue;
        int64_t at = surface_nodes_find(&plan->nodes, p->node_gid[i]);
        for (int c = 0; c < v->n_components; c++)
            values[c * g->view.n_points + g->number[i]] = plan->nodes.value[(first + c) * plan->nodes.n + at];
    }
}

int export_grid_arrays(const struct export_plan *plan, const struct pack *p, const struct solution *s,
                       struct export_grid *g)
{
    /* Averages on a surface were gathered beforehand from all ranks (surface_nodes.c), so that nothing more than the
     * labels is formed of the rank's own fields. */
    struct cell_data d;
    bool gathered = plan->surface && plan->point_data;
    unsigned need = gathered ? CELL_DATA_OWNED : variables_need(&plan->variables);
    if (plan->point_data && !plan->surface)
        need |= CELL_DATA_HALO;
    TRY(cell_data_read(plan->r, p, s, need, &d));
    int status = 0;
    int64_t component = 0;
    for (int i = 0; status == 0 && i < plan->variables.n; i++) {
        const struct variable *v = &plan->variables.item[i];
        if (v->kind == VARIABLE_LABEL) {
            add_label(plan, p, s, v->name, g);
            continue;
        }
        if (gathered)
            add_surface_points(plan, p, v, component, g);
        else if (plan->point_data)
            status = add_point_values(&d, v, g);
        else
            status = add_cell_values(plan, &d, v, g);
        /* Labels have no place among the gathered components. */
        component += v->n_components;
    }
    cell_data_free(&d);
    return status;
}

void export_grid_free(struct export_grid *g)
{
    for (int i = 0; i < g->n_blocks; i++)
        mem_free(g->block[i]);
    mem_free(g->number);
    memset(g, 0, sizeof *g);
}

/* ---- a rank's grid, read, handed over and freed -------------------------------------------- */

/* Can the arrays be made of the fields alone? Otherwise of geometry and neighbours too. */
static bool is_plain(const struct export_plan *plan)
{
    bool plain = !plan->point_data && variables_need(&plan->variables) == CELL_DATA_OWNED;
    for (int i = 0; i < plan->variables.n; i++)
        plain = plain && plan->variables.item[i].kind != VARIABLE_DISTANCE;
    return plain;
}

/* Of a rank's pack what the grid needs, with its arrays or without.
 * The first reading takes types and nodes of cells alone, a small part of a pack; only a pack with polyhedra is read
 * again with its faces. */
static int read_pack(const struct export_plan *plan, int rank, bool arrays, struct pack *p)
{
    unsigned groups = PACK_SHAPE | (plan->surface ? PACK_SIDES : 0u);
    if (arrays && !is_plain(plan))
        groups = PACK_CORE | PACK_NODES | PACK_FACE_NODES;
    TRY(pack_read(plan->r->packs, rank, groups, p));
    if (groups != PACK_SHAPE || !has_polyhedra(p))
        return 0;
    pack_free(p);
    return pack_read(plan->r->packs, rank, PACK_SHAPE | PACK_SIDES, p);
}

static int shape_of_rank(const struct export_plan *plan, int rank, export_take *take, void *to)
{
    struct pack p;
    struct export_grid g;
    TRY(read_pack(plan, rank, false, &p));
    export_grid_shape(plan, &p, &g);
    int status = take(to, rank, &g.view);
    export_grid_free(&g);
    pack_free(&p);
    return status;
}

/* With bare, a grid of values alone: no nodes, and of the pack only its counts. */
static int read_grid(const struct export_plan *plan, int rank, bool bare, struct pack *p, struct solution *s,
                     struct export_grid *g)
{
    *g = (struct export_grid){.n_blocks = 0};
    *s = (struct solution){.n_fields = 0};
    TRY(bare ? pack_read(plan->r->packs, rank, 0, p) : read_pack(plan, rank, true, p));
    int status = results_read_fields_of(plan->r, rank, p, s);
    if (status == 0) {
        g->view.n_cells = p->n_owned;
        if (bare)
            g->view.array = g->array;
        else
            export_grid_shape(plan, p, g);
        status = export_grid_arrays(plan, p, s, g);
    }
    if (status != 0) {
        export_grid_free(g);
        solution_free(s);
        pack_free(p);
    }
    return status;
}

int export_grid_values(const struct export_plan *plan, int rank, struct pack *p, struct solution *s,
                       struct export_grid *g)
{
    return read_grid(plan, rank, is_plain(plan) && !plan->surface, p, s, g);
}

int export_grid_of_rank(const struct export_plan *plan, int rank, bool arrays, export_take *take, void *to)
{
    struct pack p;
    struct solution s;
    struct export_grid g;
    if (!arrays)
        return shape_of_rank(plan, rank, take, to);
    TRY(read_grid(plan, rank, false, &p, &s, &g));
    int status = take(to, rank, &g.view);
    export_grid_free(&g);
    pack_free(&p);
    solution_free(&s);
    return status;
}
