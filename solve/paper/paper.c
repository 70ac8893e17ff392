/* paper.c: the step of the papers hot spot by hot spot, each with the loop, the way to settle races
 * and the splitting that the case asks for.
 */
#include "paper/paper.h"

#include "mem.h"

#include <string.h>

typedef void (*paper_launch)(lid, lid, const struct paper_args *);

/* ---- creation ---- */

/* The words of the keys differ, since not every hot spot has every loop; ways have one list of them. */
static enum paper_loop gradient_loop(enum paper_gradient_loop loop)
{
    switch (loop) {
    case GRADIENT_LOOP_FACE:
        return LOOP_FACE;
    case GRADIENT_LOOP_CELL:
        return LOOP_CELL;
    case GRADIENT_LOOP_NODE:
        break;
    }
    return LOOP_NODE;
}

static enum paper_loop cell_loop(enum paper_cell_loop loop)
{
    return loop == CELL_LOOP_CELL ? LOOP_CELL : LOOP_FACE;
}

/* Way: which loop (over faces, cells or nodes), how two threads that add to one value are kept apart (atomic
 * operations or colours), and whether variables are treated one per launch (split) or together. */
static void choose_ways(const struct case_file *c, struct paper *p)
{
    enum paper_race race = c->paper.race;
    bool split = c->paper.split;
    p->interpolation = (struct paper_way){c->paper.interpolation, race, split};
    p->gradient = (struct paper_way){gradient_loop(c->paper.gradient), race, split};
    p->extremes = (struct paper_way){cell_loop(c->paper.extremes), race, split};
    p->limiter = (struct paper_way){LOOP_FACE, race, split};
    p->states = (struct paper_way){LOOP_FACE, race, split};
    p->sum = (struct paper_way){cell_loop(c->paper.flux_sum), race, split};
    p->limited = c->numerics.order == 2 && c->numerics.limiter != LIMITER_NONE;
    p->with_gradients = c->numerics.order == 2 || equations_are_viscous(c->model.equations);
}

/* [components][n]; zeroed by alloc(). */
static real *new_array(const struct paper *p, const char *label, int components, lid n)
{
    return p->backend->alloc(label, (size_t)components * (size_t)n * sizeof(real));
}

void paper_create(struct domain *d, const struct case_file *c, const struct flux_args *f, const struct update_args *u,
                  real *q_node, struct paper *p)
{
    const struct mesh_view *m = &d->view;
    struct paper_args *a = &p->a;
    int nv = equations_variables(c->model.equations);
    p->backend = d->backend;
    p->kernels = strcmp(d->backend->name, "cuda") == 0 ? paper_kernels_cuda() : &paper_kernels_cpu;
    p->equations = c->model.equations;
    choose_ways(c, p);
    a->m = *m;
    a->f = *f;
    a->n_variables = a->v_end = nv;
    a->v_begin = 0;
    a->q = f->q;
    a->q_node = q_node;
    a->gradient = (real *)(uintptr_t)f->gradient;
    a->terms = (stored *)(uintptr_t)u->terms;
    a->flux = (real *)(uintptr_t)f->flux;
    /* What the default pipeline does not have: weights at nodes, extremes and limiter of cells, states
     * on both sides of faces, sums of fluxes. Together they are what the papers' kernels hand from one
     * to the next through memory. */
    a->count = new_array(p, "count", 1, m->n_nodes);
    a->least = new_array(p, "least", 1, m->n_stencil);
    a->most = new_array(p, "most", 1, m->n_stencil);
    a->phi = new_array(p, "phi", 1, m->n_stencil);
    a->q_left = new_array(p, "q_left", nv, m->n_flux);
    a->q_right = new_array(p, "q_right", nv, m->n_flux);
    a->sum = new_array(p, "sum", nv, m->n_owned);
    p->update = (struct paper_update_args){.u = *u, .sum = a->sum};
}

void paper_free(struct paper *p)
{
    const struct paper_view *v = &p->a.p;
    const void *arrays[] = {v->cell_face_offset, v->cell_face, v->cell_cell, v->cell_side, v->cell_node_access,
                            v->node_cell_access, v->node_face_offset, v->node_face, v->colour_face, p->a.count,
                            p->a.least, p->a.most, p->a.phi, p->a.q_left, p->a.q_right, p->a.sum};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        p->backend->free((void *)(uintptr_t)arrays[k]);
    mem_free(p->colour_offset);
    memset(p, 0, sizeof *p);
}

/* ---- launching ---- */

static void fill(const struct paper *p, real *target, int components, lid n, double value)
{
    /* Component by component, since a launch counts items in lid and three gradients of seven variables
     * may be more of them. */
    struct fill_args a = {.target = target, .value = (real)value};
    for (int k = 0; k < components; k++) {
        a.target = target + (size_t)k * (size_t)n;
        p->kernels->fill(0, n, &a);
    }
}

/* Over items begin .. end - 1, for each variable where the loops are split. */
static void launch(const struct paper *p, const struct paper_way *way, paper_launch kernel, lid begin, lid end)
{
    struct paper_args a = p->a;
    if (!way->split) {
        kernel(begin, end, &a);
        return;
    }
    for (int v = p->a.v_begin; v < p->a.v_end; v++) {
        a.v_begin = v;
        a.v_end = v + 1;
        kernel(begin, end, &a);
    }
}

/* Over faces 0 .. end - 1. Only the first n_flux have colours; those behind them, of
 * halo cells alone, are left to atomic operations. */
static void launch_faces(const struct paper *p, const struct paper_way *way, paper_launch atomic, paper_launch colour,
                         lid end)
{
    if (way->race == BY_ATOMICS) {
        launch(p, way, atomic, 0, end);
        return;
    }
    for (int k = 0; k < p->n_colours; k++)
        launch(p, way, colour, p->colour_offset[k], p->colour_offset[k + 1]);
    launch(p, way, atomic, p->a.m.n_flux, end);
}

/* ---- hot spots ---- */

/* The weights at a node, the number of its cells, must be counted once, not once per variable: split launches
 * therefore begin with one of no variable that counts alone. */
static void interpolate_by(const struct paper *p, paper_launch kernel, lid begin, lid end)
{
    struct paper counting = *p;
    counting.a.v_end = counting.a.v_begin;
    if (!p->interpolation.split) {
        kernel(begin, end, &p->a);
        return;
    }
    kernel(begin, end, &counting.a); /* no variable: counts */
    counting.a = p->a;
    counting.a.count = NULL;
    launch(&counting, &p->interpolation, kernel, begin, end);
}

void paper_interpolate_loop(const struct paper *p)
{
    const struct paper_kernels *k = p->kernels;
    const struct mesh_view *m = &p->a.m;
    lid inner = p->a.p.n_inner_nodes;
    switch (p->interpolation.loop) {
    case LOOP_FACE:
        interpolate_by(p, k->nodes_face, 0, m->n_flux);
        break;
    case LOOP_CELL:
        interpolate_by(p, k->nodes_cell, 0, m->n_owned);
        break;
    case LOOP_CELL_ACCESS:
        interpolate_by(p, k->nodes_cell_access, 0, m->n_owned);
        break;
    case LOOP_NODE:
        interpolate_by(p, k->nodes_node, 0, m->n_nodes);
        return;
    }
    /* nodes that touch halo cells, which the other loops leave out */
    interpolate_by(p, p->interpolation.loop == LOOP_CELL ? k->nodes_node : k->nodes_node_access, inner, m->n_nodes);
}

/* Sums and counts from zero, then the division: the mean. */
void paper_interpolate(const struct paper *p)
{
    fill(p, p->a.q_node, p->a.n_variables, p->a.m.n_nodes, 0);
    fill(p, p->a.count, 1, p->a.m.n_nodes, 0);
    paper_interpolate_loop(p);
    p->kernels->nodes_divide(0, p->a.m.n_nodes, &p->a);
}

void paper_gradients_loop(const struct paper *p)
{
    const struct paper_kernels *k = p->kernels;
    const struct mesh_view *m = &p->a.m;
    switch (p->gradient.loop) {
    case LOOP_FACE:
        launch_faces(p, &p->gradient, k->gradient_face_atomic, k->gradient_face_colour, m->n_faces);
        break;
    case LOOP_CELL:
        launch(p, &p->gradient, k->gradient_cell, 0, m->n_stencil);
        break;
    case LOOP_CELL_ACCESS: /* of averages at nodes alone: no word for gradients gives it */
    case LOOP_NODE:
        /* Nodes see the faces between cells; boundary faces, whose values are means of cell and ghost,
         * are added by faces. */
        launch(p, &p->gradient, k->gradient_node, 0, m->n_nodes);
        launch(p, &p->gradient, k->gradient_face_atomic, 0, m->n_boundary);
        launch(p, &p->gradient, k->gradient_face_atomic, m->n_flux, m->n_flux + m->n_halo_boundary);
        break;
    }
}

/* A loop over cells stores what it has summed; the others add to what stands there. */
void paper_gradients(const struct paper *p)
{
    if (p->gradient.loop != LOOP_CELL)
        fill(p, p->a.gradient, 3 * p->a.n_variables, p->a.m.n_stencil, 0);
    paper_gradients_loop(p);
    p->kernels->gradient_divide(0, p->a.m.n_stencil, &p->a);
}

/* The kernels of pressure know no variables: never split. */
void paper_extremes_loop(const struct paper *p)
{
    const struct paper_way way = {p->extremes.loop, p->extremes.race, false};
    if (way.loop == LOOP_CELL)
        launch(p, &way, p->kernels->extremes_cell, 0, p->a.m.n_stencil);
    else
        launch_faces(p, &way, p->kernels->extremes_face_atomic, p->kernels->extremes_face_colour, p->a.m.n_faces);
}

void paper_extremes(const struct paper *p)
{
    p->kernels->extremes_start(0, p->a.m.n_stencil, &p->a);
    paper_extremes_loop(p);
}

void paper_limiter_loop(const struct paper *p)
{
    const struct paper_way way = {LOOP_FACE, p->limiter.race, false};
    launch_faces(p, &way, p->kernels->limiter_face_atomic, p->kernels->limiter_face_colour, p->a.m.n_faces);
}

void paper_limiter(const struct paper *p)
{
    fill(p, p->a.phi, 1, p->a.m.n_stencil, 1);
    paper_limiter_loop(p);
}

void paper_states(const struct paper *p)
{
    launch(p, &p->states, p->kernels->face_states, 0, p->a.m.n_flux);
}

void paper_reconstruction(const struct paper *p)
{
    launch(p, &p->states, p->kernels->reconstruct, 0, p->a.m.n_flux);
}

void paper_sum_loop(const struct paper *p)
{
    if (p->sum.loop == LOOP_CELL)
        launch(p, &p->sum, p->kernels->sum_cell, 0, p->a.m.n_owned);
    else
        launch_faces(p, &p->sum, p->kernels->sum_face_atomic, p->kernels->sum_face_colour, p->a.m.n_flux);
}

void paper_sum(const struct paper *p)
{
    if (p->sum.loop != LOOP_CELL)
        fill(p, p->a.sum, p->a.n_variables, p->a.m.n_owned, 0);
    paper_sum_loop(p);
}

/* ---- a step ---- */

struct equations_kernels {
    paper_launch flux, boundary, viscous; /* viscous: NULL in inviscid flow */
    void (*update)(lid, lid, const struct paper_update_args *);
};

static struct equations_kernels kernels_of(const struct paper_kernels *k, enum equations equations)
{
    /* check_paper() (case/case_model.c) refuses the equations that have no row. */
    const struct equations_kernels table[] = {
        [EQUATIONS_EULER] = {k->flux_roe_euler, k->flux_boundary_euler, NULL, k->update_euler},
        [EQUATIONS_LAMINAR] = {k->flux_roe_laminar, k->flux_boundary_laminar, k->flux_viscous_laminar,
                               k->update_laminar},
        [EQUATIONS_SA] = {k->flux_roe_sa, k->flux_boundary_sa, k->flux_viscous_sa, k->update_sa}};
    return table[equations];
}

static void fluxes(const struct paper *p)
{
    const struct equations_kernels k = kernels_of(p->kernels, p->equations);
    const struct mesh_view *m = &p->a.m;
    /* Viscous fluxes are added to what Roe's kernel has stored; boundary faces have both in one kernel. */
    k.flux(m->n_boundary, m->n_flux, &p->a);
    if (k.viscous)
        k.viscous(m->n_boundary, m->n_flux, &p->a);
    k.boundary(0, m->n_boundary, &p->a);
}

/* In the order of the papers' step: states on faces, averages at nodes, gradients, limiter, reconstruction, fluxes,
 * sums. Each hot spot is a call of its own so that the kernel lab can time it alone. */
void paper_evaluate(struct paper *p, real *speed)
{
    /* Fluxes add wave speeds up only where they are asked for. */
    p->a.f.speed = speed;
    paper_states(p);
    if (p->with_gradients) {
        paper_interpolate(p);
        paper_gradients(p);
        fill(p, p->a.phi, 1, p->a.m.n_stencil, 1);
        if (p->limited) {
            paper_extremes(p);
            paper_limiter_loop(p);
        }
        paper_reconstruction(p);
    }
    if (p->a.terms)
        p->kernels->terms_sa(0, p->a.m.n_owned, &p->a);
    fluxes(p);
    paper_sum(p);
}

void paper_step(struct paper *p, const struct update_args *u)
{
    p->update.u = *u;
    kernels_of(p->kernels, p->equations).update(0, p->a.m.n_owned, &p->update);
}
