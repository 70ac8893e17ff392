/* flow_kernels.c: the kernels that a case's equations and scheme need. */
#include "scheme/flow.h"

#include "kernels/face_geometry.h"
#include "physics/inviscid.h"

#include <math.h>
#include <string.h>

enum { N_ROWS = 3 };

static const char *const method_names[N_GRADIENTS] = {[GRADIENT_LSQ] = "lsq",
                                                      [GRADIENT_FACE] = "face",
                                                      [GRADIENT_NODE] = "node",
                                                      [GRADIENT_NODE_LSQ] = "node-lsq"};
static const char *const limiter_names[N_LIMITERS] = {
#define ROW(NAME, word, what) [LIMITER_##NAME] = (word),
    LIMITERS(ROW)
#undef ROW
};
static const char *const flux_names[FLUX_N_SCHEMES] = {
#define ROW(kernel, NAME, word, what, call, ...) [FLUX_##NAME] = (word),
    FLUX_SCHEMES(ROW, )
#undef ROW
};

/* Place of a name in a list that holds it: case_file.c has checked the choices. */
static int place(const char *name, const char *const *names, int n)
{
    int k = 0;
    while (k < n - 1 && strcmp(name, names[k]) != 0)
        k++;
    return k;
}

typedef void (*gradient_kernel)(int, lid, lid, const struct gradient_args *);

/* Instances by the widest row of the mesh. */
struct gradient_row {
    gradient_kernel rows[N_ROWS];
};

static struct gradient_row gradient_row(const struct backend *b, enum equations equations, int method)
{
#define ROW(m, e) {{b->gradient_##m##_of_4_##e, b->gradient_##m##_to_6_##e, b->gradient_##m##_##e}}
#define ROWS(e)                                                                                                        \
    {                                                                                                                  \
        [GRADIENT_LSQ] = ROW(lsq, e), [GRADIENT_FACE] = ROW(face, e), [GRADIENT_NODE] = ROW(node, e),                  \
        [GRADIENT_NODE_LSQ] = ROW(node_lsq, e)                                                                         \
    }
    const struct gradient_row table[N_EQUATIONS][N_GRADIENTS] = {[EQUATIONS_EULER] = ROWS(euler),
                                                                 [EQUATIONS_LAMINAR] = ROWS(laminar),
                                                                 [EQUATIONS_SA] = ROWS(sa),
                                                                 [EQUATIONS_SST] = ROWS(sst)};
#undef ROWS
#undef ROW
    return table[equations][method];
}

/* What depends on the equations and the widest row alone. */
static struct flow_kernels equations_kernels(const struct backend *b, enum equations equations, int rows)
{
#define ROW(e)                                                                                                         \
    {                                                                                                                  \
        .ghost = b->ghost_##e, .flux_boundary = b->flux_boundary_##e, .residual_sum = b->residual_sum_##e,             \
        .update = rows == 0 ? b->update_of_4_##e : rows == 1 ? b->update_to_6_##e : b->update_##e                      \
    }
    const struct flow_kernels table[N_EQUATIONS] = {[EQUATIONS_EULER] = ROW(euler),
                                                    [EQUATIONS_LAMINAR] = ROW(laminar),
                                                    [EQUATIONS_SA] = ROW(sa),
                                                    [EQUATIONS_SST] = ROW(sst)};
#undef ROW
    return table[equations];
}

typedef void (*flux_kernel)(int, lid, lid, const struct flux_args *);

/* Of the faces inside, and of all. */
struct flux_row {
    flux_kernel inside, all;
};

static struct flux_row flux_row(const struct backend *b, enum equations equations, int scheme)
{
#define ROW(kernel, NAME, word, what, call, e) [FLUX_##NAME] = {b->flux_##kernel##_##e, b->flux_all_##kernel##_##e},
#define ROWS(e) {FLUX_SCHEMES(ROW, e)}
    const struct flux_row table[N_EQUATIONS][FLUX_N_SCHEMES] = {[EQUATIONS_EULER] = ROWS(euler),
                                                                [EQUATIONS_LAMINAR] = ROWS(laminar),
                                                                [EQUATIONS_SA] = ROWS(sa),
                                                                [EQUATIONS_SST] = ROWS(sst)};
#undef ROWS
#undef ROW
    return table[equations][scheme];
}

double flow_scheme_parameter(const struct case_file *c)
{
    switch (place(c->flux, flux_names, FLUX_N_SCHEMES)) {
    case FLUX_AUSM_UP:
        return isnan(c->cutoff_mach) ? c->mach : c->cutoff_mach;
    case FLUX_STEGER_WARMING:
        return c->eigenvalue_smoothing;
    default:
        return c->entropy_fix;
    }
}

int flow_gradient_method(const struct case_file *c)
{
    return place(c->gradient, method_names, N_GRADIENTS);
}

/* First order: gradients for viscous terms only. */
int flow_limiter(const struct case_file *c)
{
    return c->order == 1 ? LIMITER_NONE : place(c->limiter, limiter_names, N_LIMITERS);
}

struct flow_kernels flow_choose_kernels(const struct backend *b, const struct case_file *c, int widest_row)
{
    int rows = widest_row <= ROWS_OF_4 ? 0 : widest_row <= ROWS_TO_6 ? 1 : 2;
    struct flow_kernels k = equations_kernels(b, c->model, rows);
    int method = flow_gradient_method(c), extra = equations_variables(c->model) - NV;
    k.gradient = gradient_row(b, c->model, method).rows[rows];
    struct flux_row flux = flux_row(b, c->model, place(c->flux, flux_names, FLUX_N_SCHEMES));
    k.flux = flux.inside;
    k.flux_all = flux.all;
    void (*const record[])(int, lid, lid, const struct record_args *) = {b->record_state_5, b->record_state_6,
                                                                         b->record_state_7};
    void (*const average[])(int, lid, lid, const struct node_args *) = {b->node_average_5, b->node_average_6,
                                                                        b->node_average_7};
    void (*const fitted[])(int, lid, lid, const struct node_args *) = {b->node_gradient_5, b->node_gradient_6,
                                                                       b->node_gradient_7};
    k.node = method == GRADIENT_NODE ? average[extra] : method == GRADIENT_NODE_LSQ ? fitted[extra] : NULL;
    k.record = k.node ? record[extra] : NULL;
    return k;
}
