/* export_cgns_values.c: values are gathered from all ranks into windows of the file's
 * order, as many variables at a time as fit into one, and written window by window.
 */
#include "export/export_cgns_values.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <string.h>

/* SIDS, "Data-Name Identifiers for Flow Solution Quantities", where it has one. */
const char *cgns_export_name(const char *name)
{
    static const char *const row[][2] = {
        {"density", "Density"}, {"pressure", "Pressure"}, {"temperature", "Temperature"}, {"mach", "Mach"},
        {"cp", "CoefPressure"}, {"total_pressure", "PressureStagnation"}, {"sound_speed", "VelocitySound"},
        {"total_temperature", "TemperatureStagnation"}, {"wall_distance", "TurbulentDistance"},
        {"velocity_x", "VelocityX"}, {"velocity_y", "VelocityY"}, {"velocity_z", "VelocityZ"},
        {"vorticity_x", "VorticityX"}, {"vorticity_y", "VorticityY"}, {"vorticity_z", "VorticityZ"},
        {"nu_tilde", "TurbulentSANuTilde"}, {"k", "TurbulentEnergyKinetic"},
        {"omega", "TurbulentDissipationRate"}, {"eddy_viscosity", "ViscosityEddy"},
        {"entropy", "EntropyRise"}, {"q_criterion", "QCriterion"}, {"divergence", "VelocityDivergence"},
        {"rank", "Rank"}, {"global_id", "GlobalNumber"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcmp(row[i][0], name) == 0)
            return row[i][1];
    return name;
}

static size_t item_size(enum grid_type type)
{
    return type == GRID_INT32 ? 4 : 8;
}

/* A component of an array for the items begin .. begin + n - 1 of the file. */
struct window {
    gid begin;
    int64_t n;
    bool at_nodes;
    char *value; /* owned; [n] items of at most 8 bytes */
    char name[NAME_SIZE], unit[16];
    enum grid_type type;
};

static void scatter(const struct cgns_export *e, const struct pack *p, const gid *cell, const struct export_grid *g,
                    const struct grid_array *a, int c, struct window *w)
{
    /* At nodes: g->number[i] is the node's place in the rank's grid, -1 for nodes of halo cells alone, whose values
     * another rank has. A node that ranks share is written by each; the means differ by rounding at most
     * (export_grid.c), and the highest rank's stays. */
    size_t size = item_size(a->type);
    int64_t n = w->at_nodes ? p->n_nodes : p->n_owned;
    for (int64_t i = 0; i < n; i++) {
        int64_t from = w->at_nodes ? g->number[i] : i;
        gid at = (w->at_nodes ? p->node_gid[i] : cgns_export_place(e, cell[i])) - w->begin;
        if (from >= 0 && at >= 0 && at < w->n)
            memcpy(w->value + (size_t)at * size, (const char *)a->component[c] + (size_t)from * size, size);
    }
}

/* Takes the components of a rank's arrays into their windows, w[0 ..]. */
static void scatter_all(const struct cgns_export *e, const struct pack *p, const gid *cell,
                        const struct export_grid *g, struct window *w)
{
    const struct grid_array *array = w->at_nodes ? g->view.point_array : g->view.array;
    int n_arrays = w->at_nodes ? g->view.n_point_arrays : g->view.n_arrays, k = 0;
    for (int a = 0; a < n_arrays; a++)
        for (int c = 0; c < array[a].n_components; c++, k++)
            scatter(e, p, cell, g, &array[a], c, &w[k]);
}

static int gather_values(const struct cgns_export *e, struct window *w)
{
    for (int rank = 0; rank < e->plan->r->n_ranks; rank++) {
        struct pack p;
        struct solution s;
        struct export_grid g;
        TRY(export_grid_values(e->plan, rank, &p, &s, &g));
        scatter_all(e, &p, s.cell_gid, &g, w);
        export_grid_free(&g);
        pack_free(&p);
        solution_free(&s);
    }
    return 0;
}

/* The components that will stand in cells or at nodes. */
static int list_components(const struct export_plan *plan, bool at_nodes, struct window *w)
{
    int n = 0;
    for (int i = 0; i < plan->variables.n; i++) {
        const struct variable *v = &plan->variables.item[i];
        bool here = (plan->point_data && v->kind != VARIABLE_LABEL) == at_nodes;
        for (int c = 0; here && c < v->n_components; c++, n++) {
            w[n] = (struct window){.at_nodes = at_nodes, .type = GRID_DOUBLE};
            if (v->kind == VARIABLE_LABEL)
                w[n].type = strcmp(v->name, "global_id") == 0 ? GRID_INT64 : GRID_INT32;
            variable_component_name(v, c, w[n].name);
            text_copy(w[n].unit, sizeof w[n].unit, v->unit);
        }
    }
    return n;
}

/* Components that stand in cells, or at nodes. */
static int count_components(const struct export_plan *plan, bool at_nodes)
{
    struct window w[3 * VARIABLES_MAX];
    return list_components(plan, at_nodes, w);
}

/* Writes all variables of the plan together. */
static int write_variables(const struct cgns_export *e, bool at_nodes)
{
    struct window w[3 * VARIABLES_MAX];
    int n_components = list_components(e->plan, at_nodes, w), status = 0;
    if (n_components == 0)
        return 0;
    /* 8: the widest item. Nodes that belong to no cell keep the zero of mem_zalloc(). */
    int64_t total = at_nodes ? e->m.n_nodes : e->m.n_cells, size = cgns_window_bytes / (8 * n_components);
    size = size < total ? size : total;
    for (int k = 0; k < n_components; k++)
        w[k].value = mem_zalloc("values to export", (size_t)size, 8);
    for (gid begin = 0; status == 0 && begin < total; begin += size) {
        for (int k = 0; k < n_components; k++) {
            w[k].begin = begin;
            w[k].n = begin + size < total ? size : total - begin;
        }
        status = gather_values(e, w);
        for (int k = 0; status == 0 && k < n_components; k++)
            status = cgns_write_values(&e->w, cgns_export_name(w[k].name), w[k].unit, w[k].type, begin, w[k].n,
                                       w[k].value);
    }
    for (int k = 0; k < n_components; k++)
        mem_free(w[k].value);
    return status;
}

/* Writes variable after variable, as many at a time as fit into a window as a whole. */
int cgns_export_solution(struct cgns_export *e, bool at_nodes)
{
    const struct variable_list *all = &e->plan->variables;
    if (count_components(e->plan, at_nodes) == 0)
        return 0;
    TRY(cgns_write_solution(&e->w, at_nodes ? "FlowSolution#Nodes" : "FlowSolution", at_nodes));
    /* Ranks are read once for each batch of variables that fits into a window as a whole, so that as few batches as can
     * be are wanted; with a window of 1 GB every pack of 37 million cells is read three times. */
    int64_t bytes = 8 * (at_nodes ? e->m.n_nodes : e->m.n_cells);
    for (int at = 0; at < all->n;) {
        struct export_plan some = *e->plan;
        struct cgns_export part = *e;
        part.plan = &some;
        some.variables.n = 0;
        /* At least one variable, which may then need several windows of the file. */
        do {
            some.variables.item[some.variables.n++] = all->item[at++];
        } while (at < all->n && (count_components(&some, at_nodes) + all->item[at].n_components) * bytes <=
                                    cgns_window_bytes);
        TRY(write_variables(&part, at_nodes));
    }
    return 0;
}
