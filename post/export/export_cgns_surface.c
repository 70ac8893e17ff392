/* export_cgns_surface.c: a zone a rank: triangles, then quadrilaterals, with the values
 * in the same order.
 */
#include "export/export_cgns_surface.h"

#include "element.h"
#include "error.h"
#include "export/export_cgns_values.h"
#include "mem.h"
#include "text.h"

#include <string.h>

/* Where the ranks' grids go. */
struct surface_file {
    const struct export_plan *plan;
    struct cgns_writer w;
};

/* Faces in the order of the file: of three nodes, then of four; *n_triangles: of three.
 * CGNS numbers elements through all sections of a zone, and solution values follow that order: triangles first, then
 * quadrilaterals. */
static int order_faces(const struct surface_file *s, const struct grid_view *g, int64_t *order, int64_t *n_triangles)
{
    int64_t at = 0;
    for (int corners = 3; corners <= 4; corners++) {
        for (int64_t i = 0; i < g->n_cells; i++)
            if (g->offset[i + 1] - g->offset[i] == corners)
                order[at++] = i;
        if (corners == 3)
            *n_triangles = at;
    }
    if (at < g->n_cells)
        return error_set("%s: %" PRId64 " boundary faces have more than four nodes, which --format cgns --surface does "
                         "not write; use --format vtkhdf", s->w.path, g->n_cells - at);
    return 0;
}

static int write_section(struct surface_file *s, const struct grid_view *g, int type, int64_t begin, int64_t n,
                         const int64_t *order)
{
    int section, corners = element_info(type)->n_nodes;
    int64_t *node;
    if (n == 0)
        return 0;
    MEM_NEW(node, n * corners);
    for (int64_t i = 0; i < n; i++)
        memcpy(node + i * corners, g->node + g->offset[order[begin + i]], (size_t)corners * sizeof *node);
    int status = cgns_write_section(&s->w, element_info(type)->name, type, begin, n, &section) ||
                 cgns_write_elements(&s->w, section, corners, begin, n, node);
    mem_free(node);
    return status;
}

static const struct variable *find_variable(const struct export_plan *plan, const char *name)
{
    for (int i = 0; i < plan->variables.n; i++)
        if (strcmp(plan->variables.item[i].name, name) == 0)
            return &plan->variables.item[i];
    FATAL("%s is not among the variables", name);
}

/* order: of the items in the file; NULL: their own. */
static int write_array(const struct surface_file *s, const struct grid_array *a, int64_t n, const int64_t *order)
{
    const struct variable *v = find_variable(s->plan, a->name);
    size_t size = a->type == GRID_INT32 ? 4 : 8;
    char name[NAME_SIZE], *value = mem_alloc("values in the file's order", (size_t)n, size);
    int status = 0;
    for (int c = 0; status == 0 && c < a->n_components; c++) {
        const char *from = a->component[c];
        for (int64_t i = 0; i < n; i++)
            memcpy(value + (size_t)i * size, from + (size_t)(order ? order[i] : i) * size, size);
        variable_component_name(v, c, name);
        status = cgns_write_values(&s->w, cgns_export_name(name), v->unit, a->type, 0, n, value);
    }
    mem_free(value);
    return status;
}

static int write_solution(struct surface_file *s, bool at_nodes, int n_arrays, const struct grid_array *array,
                          int64_t n, const int64_t *order)
{
    if (n_arrays == 0)
        return 0;
    TRY(cgns_write_solution(&s->w, at_nodes ? "FlowSolution#Nodes" : "FlowSolution", at_nodes));
    for (int a = 0; a < n_arrays; a++)
        TRY(write_array(s, &array[a], n, order));
    return 0;
}

static int write_rank(void *to, int rank, const struct grid_view *g)
{
    struct surface_file *s = to;
    int64_t *order, n_triangles = 0;
    char name[NAME_SIZE];
    /* A rank that has no boundary gets no zone. */
    if (g->n_cells == 0)
        return 0;
    snprintf(name, sizeof name, "Rank %d", rank);
    MEM_NEW(order, g->n_cells);
    int status = order_faces(s, g, order, &n_triangles) || cgns_write_zone(&s->w, name, g->n_points, g->n_cells) ||
                 cgns_write_coordinates(&s->w, 0, g->n_points, g->x) ||
                 write_section(s, g, ELEMENT_TRI, 0, n_triangles, order) ||
                 write_section(s, g, ELEMENT_QUAD, n_triangles, g->n_cells - n_triangles, order) ||
                 write_solution(s, false, g->n_arrays, g->array, g->n_cells, order) ||
                 write_solution(s, true, g->n_point_arrays, g->point_array, g->n_points, NULL);
    mem_free(order);
    return status;
}

/* One zone per rank and no merging: surfaces are for pictures, and nodes on the seams appear twice. */
int export_cgns_surface(const struct export_plan *plan, const char *path, const char *title)
{
    struct surface_file s = {.plan = plan};
    int status = cgns_write_begin(path, title, 2, &s.w);
    if (status != 0)
        return status;
    for (int rank = 0; status == 0 && rank < plan->r->n_ranks; rank++)
        status = export_grid_of_rank(plan, rank, true, write_rank, &s);
    return cgns_write_finish(&s.w, status);
}
