/* lab_tables.c: the variants of papers 1 and 2 (docs/references.md), under the names that docs/kernel-lab.md explains.
 * Each variant sets one way of walking over the mesh and leaves everything else as the plain answers have it, so that a
 * row of the table is about one hot spot alone. */
#include "lab.h"

#include <stdio.h>

/* ---- before and after a run ---- */

/* By a kernel, since the array lies on the device; each component apart, as arrays are [components][n]. */
static void fill(const struct lab *l, real *target, int components, lid n, double value)
{
    struct fill_args a = {.value = (real)value};
    for (int k = 0; k < components; k++) {
        a.target = target + (size_t)k * (size_t)n;
        l->p.kernels->fill(0, n, &a);
    }
}

/* Loops over faces and cells add to node values and counts, which start from zero; loops over nodes write them. */
static void start_nodes(const struct lab *l)
{
    fill(l, l->p.a.q_node, l->p.a.n_variables, l->p.a.m.n_nodes, 0);
    fill(l, l->p.a.count, 1, l->p.a.m.n_nodes, 0);
}

static void finish_nodes(const struct paper *p)
{
    p->kernels->nodes_divide(0, p->a.m.n_nodes, &p->a);
}

static void start_gradient(const struct lab *l)
{
    fill(l, l->p.a.gradient, 3 * l->p.a.n_variables, l->p.a.m.n_stencil, 0);
}

static void finish_gradient(const struct paper *p)
{
    p->kernels->gradient_divide(0, p->a.m.n_stencil, &p->a);
}

static void start_extremes(const struct lab *l)
{
    l->p.kernels->extremes_start(0, l->p.a.m.n_stencil, &l->p.a);
}

/* Faces take the least of what is there: 1 does not limit. */
static void start_limiter(const struct lab *l)
{
    fill(l, l->p.a.phi, 1, l->p.a.m.n_stencil, 1);
}

static void start_sum(const struct lab *l)
{
    fill(l, l->p.a.sum, l->p.a.n_variables, l->p.a.m.n_owned, 0);
}

static void start_nothing(const struct lab *l)
{
    (void)l;
}

/* States at faces as the cells'. */
static void start_states(const struct lab *l)
{
    paper_states(&l->p);
}

/* The viscous kernel takes its part off the fluxes that are there: those of the plain answers, inviscid. */
static void start_flux(const struct lab *l)
{
    size_t n = (size_t)l->p.a.n_variables * (size_t)l->p.a.m.n_flux;
    l->backend->upload(l->p.a.flux, l->answer.flux, n * sizeof(real));
}

static void start_diffusion(const struct lab *l)
{
    fill(l, l->p.a.diffusion, 1, l->p.a.m.n_owned, 0);
}

/* Inner faces only: a boundary face has its whole flux from one kernel. */
static void run_viscous(const struct paper *p)
{
    p->kernels->flux_viscous_sa(p->a.m.n_boundary, p->a.m.n_flux, &p->a);
}

static void run_diffusion(const struct paper *p)
{
    p->kernels->diffusion_face(p->a.m.n_boundary, p->a.m.n_flux, &p->a);
}

/* ---- hot spots by way ---- */

/* The row's words. races: two threads of this loop may write one place, so that atomics or colours are worth a word;
 * variables: the loop may be split by variable. */
static const char *describe(const struct paper_way *way, bool races, bool variables, char text[96])
{
    static const char *const loop[] = {[LOOP_FACE] = "faces", [LOOP_CELL] = "cells",
                                       [LOOP_CELL_ACCESS] = "cells, by access", [LOOP_NODE] = "nodes"};
    snprintf(text, 96, "loop over %s%s%s", loop[way->loop],
             !races ? "" : way->race == BY_COLOURS ? ", colours" : ", atomics",
             !variables ? "" : way->split ? ", split" : ", whole");
    return text;
}

/* Two right answers: means weighted by how many faces bring a cell to a node (access), as loops over faces do and the
 * loop over cells by access repeats, and means with each cell once. */
static void nodes(struct lab *l, const char *paper, const char *name, enum paper_loop loop, bool split)
{
    char text[96];
    struct paper p = l->p;
    p.interpolation = (struct paper_way){loop, BY_ATOMICS, split};
    int access = loop == LOOP_FACE || loop == LOOP_CELL_ACCESS;
    struct variant v = {paper, name, describe(&p.interpolation, loop != LOOP_NODE, true, text),
                        start_nodes, paper_interpolate_loop, finish_nodes,
                        {{p.a.q_node, l->answer.q_node[access], p.a.n_variables, p.a.m.n_nodes, NULL, NULL}},
                        paper_bytes_interpolation(&p), l->runs};
    lab_measure(l, &p, &v);
}

static void gradients(struct lab *l, const char *paper, const char *name, struct paper_way way)
{
    char text[96];
    struct paper p = l->p;
    const struct lab_answers *s = &l->answer;
    p.gradient = way;
    struct variant v = {paper, name, describe(&way, way.loop != LOOP_CELL, true, text),
                        start_gradient, paper_gradients_loop, finish_gradient,
                        {{p.a.gradient, s->gradient, 3 * p.a.n_variables, p.a.m.n_stencil, s->length,
                          s->gradient_size}},
                        paper_bytes_gradient(&p), l->runs};
    lab_measure(l, &p, &v);
}

/* The flow's five variables, or the turbulence variable alone.
 * From v_begin on only: the check skips the variables before it, which this run does not write. */
static void sums(struct lab *l, const char *paper, const char *name, struct paper_way way, bool turbulence)
{
    char text[96];
    struct paper p = l->p;
    p.sum = way;
    p.a.v_begin = turbulence ? NV : 0;
    p.a.v_end = turbulence ? NV + 1 : NV;
    int64_t first = p.a.v_begin * (int64_t)p.a.m.n_owned;
    struct variant v = {paper, name, describe(&way, way.loop != LOOP_CELL, true, text), start_sum, paper_sum_loop, NULL,
                        {{p.a.sum + first, l->answer.sum + first, p.a.v_end - p.a.v_begin, p.a.m.n_owned, NULL, NULL}},
                        paper_bytes_sum(&p), l->runs};
    lab_measure(l, &p, &v);
}

static void extremes(struct lab *l, const char *paper, const char *name, struct paper_way way)
{
    char text[96];
    struct paper p = l->p;
    p.extremes = way;
    struct variant v = {paper, name, describe(&way, way.loop != LOOP_CELL, false, text),
                        start_extremes, paper_extremes_loop, NULL,
                        {{p.a.least, l->answer.least, 1, p.a.m.n_stencil, NULL, NULL},
                         {p.a.most, l->answer.most, 1, p.a.m.n_stencil, NULL, NULL}},
                        paper_bytes_extremes(&p), l->runs};
    lab_measure(l, &p, &v);
}

static void limiters(struct lab *l, const char *paper, const char *name, struct paper_way way)
{
    char text[96];
    struct paper p = l->p;
    p.limiter = way;
    struct variant v = {paper, name, describe(&way, true, false, text), start_limiter, paper_limiter_loop, NULL,
                        {{p.a.phi, l->answer.phi, 1, p.a.m.n_stencil, NULL, NULL}}, paper_bytes_limiter(&p), l->runs};
    lab_measure(l, &p, &v);
}

/* ---- tables ---- */

/* {loop, how races are met, variables one by one} */
static const struct paper_way FACE = {LOOP_FACE, BY_ATOMICS, false}, FACE_SPLIT = {LOOP_FACE, BY_ATOMICS, true};
static const struct paper_way CELL = {LOOP_CELL, BY_ATOMICS, false}, CELL_SPLIT = {LOOP_CELL, BY_ATOMICS, true};
static const struct paper_way NODE = {LOOP_NODE, BY_ATOMICS, false}, COLOUR = {LOOP_FACE, BY_COLOURS, false};

static void face_kernels(struct lab *l)
{
    struct paper p = l->p;
    const struct paper_args *a = &p.a;
    const struct lab_answers *s = &l->answer;
    p.states = FACE;
    struct variant viscous = {"1", "K3", "viscous flux, loop over faces", start_flux, run_viscous, NULL,
                              {{a->flux, s->flux_viscous, a->n_variables, a->m.n_flux, NULL, NULL}},
                              paper_bytes_viscous(&p), l->runs};
    lab_measure(l, &p, &viscous);
    lab_restore(l);
    struct variant states = {"1", "K7", "states at faces, loop over faces, whole", start_nothing, paper_states, NULL,
                             {{a->q_left, s->q_left, a->n_variables, a->m.n_flux, NULL, NULL},
                              {a->q_right, s->q_right, a->n_variables, a->m.n_flux, NULL, NULL}},
                             paper_bytes_states(&p), l->runs};
    lab_measure(l, &p, &states);
    struct variant carried = {"1", "K5", "reconstruction, loop over faces, whole", start_states, paper_reconstruction,
                              NULL,
                              {{a->q_left, s->carried_left, a->n_variables, a->m.n_flux, NULL, NULL},
                               {a->q_right, s->carried_right, a->n_variables, a->m.n_flux, NULL, NULL}},
                              paper_bytes_reconstruction(&p), l->runs};
    lab_measure(l, &p, &carried);
    struct variant diffusion = {"1", "K9", "turbulence coefficients, loop over faces, atomics", start_diffusion,
                                run_diffusion, NULL, {{a->diffusion, s->diffusion, 1, a->m.n_owned, NULL, NULL}},
                                paper_bytes_diffusion(&p), l->runs};
    lab_measure(l, &p, &diffusion);
}

/* lab_restore() comes after each group, since a variant leaves its own rounding in arrays that the next group reads. */
void lab_paper_1(struct lab *l)
{
    gradients(l, "1", "K1", FACE);
    gradients(l, "1", "K1-SL", FACE_SPLIT);
    lab_restore(l);
    nodes(l, "1", "K2", LOOP_FACE, false);
    nodes(l, "1", "K2-SL", LOOP_FACE, true);
    nodes(l, "1", "K2-C", LOOP_CELL_ACCESS, false);
    nodes(l, "1", "K2-C-SL", LOOP_CELL_ACCESS, true);
    lab_restore(l);
    face_kernels(l);
    limiters(l, "1", "K4", FACE);
    limiters(l, "1", "K4-GC", COLOUR);
    sums(l, "1", "K6", FACE, false);
    sums(l, "1", "K6-GC", COLOUR, false);
    sums(l, "1", "K6-SL", FACE_SPLIT, false);
    extremes(l, "1", "K8", FACE);
    extremes(l, "1", "K8-C", CELL);
    sums(l, "1", "K10", FACE, true);
    lab_restore(l);
}

void lab_paper_2(struct lab *l)
{
    nodes(l, "2", "NV-F", LOOP_FACE, false);
    nodes(l, "2", "NV-C", LOOP_CELL, false);
    nodes(l, "2", "NV-N", LOOP_NODE, false);
    lab_restore(l);
    gradients(l, "2", "GQ-F", FACE_SPLIT);
    gradients(l, "2", "GQ-C", CELL_SPLIT);
    gradients(l, "2", "GQ-N", (struct paper_way){LOOP_NODE, BY_ATOMICS, true});
    gradients(l, "2", "GQ-F-W", FACE);
    gradients(l, "2", "GQ-C-W", CELL);
    gradients(l, "2", "GQ-N-W", NODE);
    gradients(l, "2", "GQ-F-GC", COLOUR);
    lab_restore(l);
    sums(l, "2", "SF-F", FACE, false);
    sums(l, "2", "SF-C", CELL, false);
    extremes(l, "2", "LM-F", FACE);
    extremes(l, "2", "LM-C", CELL);
    lab_restore(l);
}
