/* flow_kernels.c: the kernels that a case's equations and scheme need. */
#include "flow.h"

#include <string.h>

enum { N_METHODS = 3, N_LIMITERS = 4 };

static const char *const method_names[N_METHODS] = {
    [GRADIENT_LSQ] = "lsq", [GRADIENT_NODE] = "node", [GRADIENT_NODE_LSQ] = "node-lsq"};
static const char *const limiter_names[N_LIMITERS] = {[LIMITER_NONE] = "none",
                                                      [LIMITER_VENKATAKRISHNAN] = "venkatakrishnan",
                                                      [LIMITER_BARTH] = "barth",
                                                      [LIMITER_PRESSURE] = "pressure"};

/* Place of a name in a list that holds it: case_file.c has checked the choices. */
static int place(const char *name, const char *const *names, int n)
{
    int k = 0;
    while (k < n - 1 && strcmp(name, names[k]) != 0)
        k++;
    return k;
}

typedef void (*gradient_kernel)(int, lid, lid, const struct gradient_args *);

/* The last one: limiters kept as they are. */
struct gradient_row {
    gradient_kernel limiter[N_LIMITERS + 1];
};

static struct gradient_row gradient_row(const struct backend *b, enum equations equations, int method)
{
#define ROW(m, e)                                                                                                      \
    {                                                                                                                  \
        {b->gradient_##m##_none_##e, b->gradient_##m##_venkatakrishnan_##e, b->gradient_##m##_barth_##e,               \
         b->gradient_##m##_pressure_##e, b->gradient_##m##_frozen_##e}                                                 \
    }
#define ROWS(e) {[GRADIENT_LSQ] = ROW(lsq, e), [GRADIENT_NODE] = ROW(node, e), [GRADIENT_NODE_LSQ] = ROW(node_lsq, e)}
    const struct gradient_row table[N_EQUATIONS][N_METHODS] = {[EQUATIONS_EULER] = ROWS(euler),
                                                               [EQUATIONS_LAMINAR] = ROWS(laminar),
                                                               [EQUATIONS_SA] = ROWS(sa),
                                                               [EQUATIONS_SST] = ROWS(sst)};
#undef ROWS
#undef ROW
    return table[equations][method];
}

/* What depends on the equations alone. */
static struct flow_kernels equations_kernels(const struct backend *b, enum equations equations)
{
#define ROW(e)                                                                                                         \
    {                                                                                                                  \
        .ghost = b->ghost_##e, .flux = {b->flux_roe_##e, b->flux_roe_speed_##e},                                       \
        .flux_boundary = {b->flux_boundary_##e, b->flux_boundary_speed_##e},                                           \
        .update = {{b->update_global_##e, b->update_local_##e}, {b->update_first_global_##e, b->update_first_local_##e}}, \
        .residual_sum = b->residual_sum_##e                                                                            \
    }
    const struct flow_kernels table[N_EQUATIONS] = {[EQUATIONS_EULER] = ROW(euler),
                                                    [EQUATIONS_LAMINAR] = ROW(laminar),
                                                    [EQUATIONS_SA] = ROW(sa),
                                                    [EQUATIONS_SST] = ROW(sst)};
#undef ROW
    return table[equations];
}

int flow_gradient_method(const struct case_file *c)
{
    return place(c->gradient, method_names, N_METHODS);
}

struct flow_kernels flow_choose_kernels(const struct backend *b, const struct case_file *c)
{
    struct flow_kernels k = equations_kernels(b, c->model);
    int method = flow_gradient_method(c), extra = equations_variables(c->model) - NV;
    struct gradient_row row = gradient_row(b, c->model, method);
    /* first order: gradients for viscous terms only */
    k.gradient = row.limiter[c->order == 1 ? LIMITER_NONE : place(c->limiter, limiter_names, N_LIMITERS)];
    k.gradient_frozen = row.limiter[N_LIMITERS];
    void (*const average[])(int, lid, lid, const struct node_args *) = {b->node_average_5, b->node_average_6,
                                                                        b->node_average_7};
    void (*const fitted[])(int, lid, lid, const struct node_args *) = {b->node_gradient_5, b->node_gradient_6,
                                                                       b->node_gradient_7};
    k.node = method == GRADIENT_NODE ? average[extra] : method == GRADIENT_NODE_LSQ ? fitted[extra] : NULL;
    return k;
}
