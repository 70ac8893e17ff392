/* lab.c: the mesh, the fields, the plain answers, and the measuring. */
#include "lab.h"

#include "error.h"
#include "kernels/transfer_args.h"
#include "mem.h"
#include "pipeline.h"
#include "timer.h"

#include <float.h>
#include <math.h>

/* Sums of some thirty terms in another order; sums of fluxes are a hundredth of them. */
static const double tolerance = 4096 * (sizeof(real) == sizeof(double) ? DBL_EPSILON : FLT_EPSILON);

/* ---- the bench ---- */

/* Smooth and rough parts, so that limiters have something to do; all physical. */
static real field(const struct case_file *c, int v, const double x[3])
{
    double s = sin(3 * x[0] + 2 * x[1]) * cos(2 * x[2] - x[0]), rough = sin(157 * x[0] + 211 * x[1] + 97 * x[2]);
    double sound = sqrt(c->flow.gamma * c->flow.pressure / c->flow.density);
    switch (v) {
    case Q_RHO:
        return (real)(c->flow.density * (1 + 0.2 * s + 0.01 * rough));
    case Q_P:
        return (real)(c->flow.pressure * (1 + 0.3 * s - 0.01 * rough));
    case Q_NU:
        return (real)(c->derived.freestream_turbulence[0] * (2 + s + 0.1 * rough));
    default:
        return (real)(sound * (0.8 * (v == Q_U) + 0.1 * s + 0.01 * v * rough));
    }
}

static real *host_array(const char *label, double components, lid n)
{
    return mem_zalloc(label, (size_t)components * (size_t)n, sizeof(real));
}

static void make_fields(struct lab *l)
{
    const struct pack *p = &l->d.pack;
    int nv = equations_variables(l->c.model.equations);
    l->answer.q = host_array("q", nv, (lid)p->n_slots);
    for (int64_t i = 0; i < p->n_slots; i++) {
        double x[3] = {p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]};
        for (int v = 0; v < nv; v++)
            l->answer.q[v * p->n_slots + i] = field(&l->c, v, x);
    }
}

/* Spalart-Allmaras: six variables, as in the papers' tables. slip_only lets meshes whose walls all slip through as
 * well. */
static int load(const char *packs, const struct backend *b, struct case_file *c, const struct comm *comm,
                struct domain *d)
{
    char config[PATH_MAX];
    snprintf(config, sizeof config, "%s/lab.cfg", pipeline_scratch());
    pipeline_write(config, "[flow]\nmach = 0.84\nreynolds = 1e7\n[model]\nequations = sa\nslip_only = yes\n[numerics]\n"
                           "pipeline = paper\ngradient = node\nlimiter = pressure\n[time]\nlocal = no\n");
    TRY(case_read(config, NULL, 0, c));
    return domain_load(packs, c, comm, b, d);
}

/* The papers' arrays and arguments on a back end, with the fields uploaded. */
static void make_paper(const struct lab *l, struct domain *d, struct flux_args *f, struct paper *p)
{
    const struct backend *b = d->backend;
    const struct mesh_view *m = &d->view;
    int nv = equations_variables(l->c.model.equations);
    size_t w = sizeof(real);
    real *q = b->alloc("q", (size_t)nv * (size_t)m->n_slots * w);
    b->upload(q, l->answer.q, (size_t)nv * (size_t)m->n_slots * w);
    *f = (struct flux_args){.m = *m, .q = q, .patch = d->values_device, .fluid = l->c.derived.fluid,
                            .turbulence = l->c.derived.turbulence, .scheme_parameter = (real)0.1, .slope = 1,
                            .turbulence_slope = 1};
    f->gradient = b->alloc("gradient", 3 * (size_t)nv * (size_t)m->n_stencil * w);
    f->flux = b->alloc("flux", (size_t)nv * (size_t)m->n_flux * w);
    f->speed = b->alloc("speed", (size_t)m->n_flux * w);
    f->pressure = b->alloc("pressure", (size_t)m->n_boundary * w);
    f->wall = b->alloc("wall", N_WALL * (size_t)m->n_boundary * w);
    struct update_args u = {.m = *m};
    paper_view_create(d, p);
    paper_create(d, &l->c, f, &u, b->alloc("q_node", (size_t)nv * (size_t)m->n_nodes * w), p);
    p->a.diffusion = b->alloc("diffusion", (size_t)m->n_owned * w);
}

static void free_paper(const struct domain *d, const struct flux_args *f, struct paper *p)
{
    const void *arrays[] = {f->q, f->gradient, f->flux, f->speed, f->pressure, f->wall, p->a.q_node, p->a.diffusion};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        d->backend->free((void *)(uintptr_t)arrays[k]);
    paper_free(p);
}

/* The CPU back end's arrays are the host's: plain copies. */
static real *keep(const real *from, int components, lid n)
{
    real *copy = host_array("answer", components, n);
    memcpy(copy, from, (size_t)components * (size_t)n * sizeof *copy);
    return copy;
}

/* What rounding of a gradient is in proportion to: the variable's size over the cell's
 * length (volume over surface), since terms of that size cancel in a closed surface. */
static void gradient_scales(const struct paper *p, struct lab_answers *s)
{
    const struct mesh_view *m = &p->a.m;
    int64_t nf = m->n_faces;
    s->length = host_array("length", 1, m->n_stencil);
    for (lid c = 0; c < m->n_stencil; c++) {
        double surface = 0;
        for (lid e = p->a.p.cell_face_offset[c]; e < p->a.p.cell_face_offset[c + 1]; e++) {
            const real *n = m->normal + p->a.p.cell_face[e];
            surface += sqrt((double)(n[0] * n[0] + n[nf] * n[nf] + n[2 * nf] * n[2 * nf]));
        }
        s->length[c] = (real)((double)m->volume[c] / surface);
    }
    /* Component k is of variable k modulo their number: [direction][variable]. */
    for (int k = 0; k < 3 * p->a.n_variables; k++)
        for (lid i = 0; i < m->n_slots; i++) {
            double q = fabs((double)s->q[(k % p->a.n_variables) * (int64_t)m->n_slots + i]);
            s->gradient_size[k] = fmax(s->gradient_size[k], q);
        }
}

/* By loops over nodes and cells alone, each value from one index, in order. */
static void make_answers(struct lab *l, const struct paper *plain)
{
    struct paper p = *plain;
    struct lab_answers *s = &l->answer;
    const struct mesh_view *m = &p.a.m;
    int nv = p.a.n_variables;
    p.extremes = p.sum = p.gradient = (struct paper_way){LOOP_CELL, BY_ATOMICS, false};
    p.limiter = p.states = (struct paper_way){LOOP_FACE, BY_ATOMICS, false};
    for (int access = 1; access >= 0; access--) {
        p.interpolation = (struct paper_way){LOOP_NODE, BY_ATOMICS, false};
        if (access) {
            memset(p.a.q_node, 0, (size_t)nv * (size_t)m->n_nodes * sizeof(real));
            memset(p.a.count, 0, (size_t)m->n_nodes * sizeof(real));
            p.kernels->nodes_node_access(0, m->n_nodes, &p.a);
            p.kernels->nodes_divide(0, m->n_nodes, &p.a);
        } else {
            paper_interpolate(&p);
        }
        s->q_node[access] = keep(p.a.q_node, nv, m->n_nodes);
    }
    gradient_scales(&p, s);
    paper_gradients(&p);
    s->gradient = keep(p.a.gradient, 3 * nv, m->n_stencil);
    paper_extremes(&p);
    s->least = keep(p.a.least, 1, m->n_stencil);
    s->most = keep(p.a.most, 1, m->n_stencil);
    paper_limiter(&p);
    s->phi = keep(p.a.phi, 1, m->n_stencil);
    paper_states(&p);
    s->q_left = keep(p.a.q_left, nv, m->n_flux);
    s->q_right = keep(p.a.q_right, nv, m->n_flux);
    paper_reconstruction(&p);
    s->carried_left = keep(p.a.q_left, nv, m->n_flux);
    s->carried_right = keep(p.a.q_right, nv, m->n_flux);
    p.kernels->flux_roe_sa(m->n_boundary, m->n_flux, &p.a);
    p.kernels->flux_boundary_sa(0, m->n_boundary, &p.a);
    s->flux = keep(p.a.flux, nv, m->n_flux);
    paper_sum(&p);
    s->sum = keep(p.a.sum, nv, m->n_owned);
    p.kernels->flux_viscous_sa(m->n_boundary, m->n_flux, &p.a);
    s->flux_viscous = keep(p.a.flux, nv, m->n_flux);
    p.kernels->diffusion_face(m->n_boundary, m->n_flux, &p.a);
    s->diffusion = keep(p.a.diffusion, 1, m->n_owned);
}

/* What the memory can do at best, by which the fractions of the table are taken: the best of twelve copies of blocks
 * that no cache holds, each byte read once and written once. */
static double measure_copy(const struct backend *b)
{
    size_t bytes = strcmp(b->name, "cuda") == 0 ? (size_t)2 << 30 : (size_t)256 << 20;
    struct copy_args a = {.from = b->alloc("copy from", bytes), .to = b->alloc("copy to", bytes)};
    lid words = (lid)(bytes / sizeof *a.from);
    double best = HUGE_VAL;
    for (int k = 0; k < 12; k++) {
        b->stream_synchronize(STREAM_COMPUTE);
        double start = timer_now();
        BACKEND_LAUNCH(b, KERNEL_copy, STREAM_COMPUTE, 0, words, &a);
        b->stream_synchronize(STREAM_COMPUTE);
        best = fmin(best, timer_now() - start);
    }
    b->free((void *)(uintptr_t)a.from);
    b->free(a.to);
    return 2 * (double)bytes / best;
}

/* Gradients, extremes and the like are inputs of the next hot spot: each must find the plain ones, or a wrong variant
 * would make the next one look wrong. */
void lab_restore(const struct lab *l)
{
    const struct backend *b = l->backend;
    const struct paper_args *a = &l->p.a;
    const struct lab_answers *s = &l->answer;
    size_t w = sizeof(real), nv = (size_t)a->n_variables;
    b->upload(a->q_node, s->q_node[0], nv * (size_t)a->m.n_nodes * w);
    b->upload(a->gradient, s->gradient, 3 * nv * (size_t)a->m.n_stencil * w);
    b->upload(a->least, s->least, (size_t)a->m.n_stencil * w);
    b->upload(a->most, s->most, (size_t)a->m.n_stencil * w);
    b->upload(a->phi, s->phi, (size_t)a->m.n_stencil * w);
    b->upload(a->q_left, s->carried_left, nv * (size_t)a->m.n_flux * w);
    b->upload(a->q_right, s->carried_right, nv * (size_t)a->m.n_flux * w);
    b->upload(a->flux, s->flux, nv * (size_t)a->m.n_flux * w);
}

/* Two domains of the same packs: the one to be measured, and a plain one on a CPU without threads that makes the
 * answers and goes again. */
int lab_create(const char *packs, const struct backend *b, struct lab *l)
{
    struct domain plain_domain;
    struct case_file plain_case;
    struct flux_args plain_flux;
    struct paper plain = {0};
    l->backend = b;
    TRY(load(packs, b, &l->c, &l->comm, &l->d));
    make_fields(l);
    make_paper(l, &l->d, &l->f, &l->p);
    TRY(load(packs, backend_cpu(0), &plain_case, &l->comm, &plain_domain));
    make_paper(l, &plain_domain, &plain_flux, &plain);
    make_answers(l, &plain);
    free_paper(&plain_domain, &plain_flux, &plain);
    domain_free(&plain_domain);
    case_free(&plain_case);
    lab_restore(l);
    l->copy_bandwidth = measure_copy(b);
    return 0;
}

void lab_free(struct lab *l)
{
    struct lab_answers *s = &l->answer;
    real *arrays[] = {s->q, s->q_node[0], s->q_node[1], s->gradient, s->least, s->most, s->phi, s->q_left, s->q_right,
                      s->carried_left, s->carried_right, s->flux, s->flux_viscous, s->sum, s->diffusion, s->length};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        mem_free(arrays[k]);
    free_paper(&l->d, &l->f, &l->p);
    domain_free(&l->d);
    case_free(&l->c);
}

/* ---- measuring ---- */

/* Largest (weighted) difference over the size, component by component; NaN when a value
 * is none or a component's size is zero. */
static double difference(const real *got, const struct check *c)
{
    double worst = 0;
    for (int k = 0; k < c->components; k++) {
        double off = 0, size = 0;
        for (int64_t i = 0; i < c->n; i++) {
            double a = (double)got[k * c->n + i], b = (double)c->host[k * c->n + i], d = fabs(a - b);
            if (!(d <= HUGE_VAL))
                return NAN;
            off = fmax(off, c->weight ? d * (double)c->weight[i] : d);
            size = fmax(size, fabs(b));
        }
        if (size == 0)
            return NAN; /* nothing to be held against */
        worst = fmax(worst, off / (c->size ? c->size[k] : size));
    }
    return worst;
}

/* One run from a fresh start, downloaded and held against the answers: timed runs follow one another without a start,
 * and what they add up is nobody's answer. NaN when anything is not a number. */
static double checked(const struct lab *l, const struct paper *p, const struct variant *v)
{
    double worst = 0;
    v->start(l);
    v->run(p);
    if (v->finish)
        v->finish(p);
    for (int k = 0; k < 2 && v->check[k].host; k++) {
        size_t n = (size_t)v->check[k].components * (size_t)v->check[k].n;
        real *got = mem_alloc("result", n, sizeof *got);
        l->backend->download(got, v->check[k].device, n * sizeof *got);
        double d = difference(got, &v->check[k]);
        worst = isnan(d) || isnan(worst) ? NAN : fmax(worst, d);
        mem_free(got);
    }
    return worst;
}

void lab_measure(struct lab *l, const struct paper *p, const struct variant *v)
{
    double worst = checked(l, p, v);
    bool right = worst <= tolerance;
    /* Warms caches, clocks and the first launches; not timed. */
    for (int k = 0; k < 3; k++)
        v->run(p);
    v->start(l);
    l->backend->stream_synchronize(STREAM_COMPUTE);
    double start = timer_now();
    for (long k = 0; k < v->runs; k++)
        v->run(p);
    l->backend->stream_synchronize(STREAM_COMPUTE);
    /* Launches are asynchronous on GPUs: one synchronisation at the end, so that the gaps between launches are not
     * counted. */
    double seconds = (timer_now() - start) / (double)v->runs;
    v->start(l);
    l->failures += !right;
    fprintf(l->csv, "%s,%s,\"%s\",%d,%ld,%.6e,%.6e,%.6e,%.4f,%.2e,%s\n", v->paper, v->name, v->what, p->a.m.n_owned,
            v->runs, seconds, v->bytes, v->bytes / seconds, v->bytes / seconds / l->copy_bandwidth, worst,
            right ? "ok" : "FAIL");
    printf("%-4s %-10s %-46s %9.4f ms %8.1f GB/s %6.3f  off %.1e\n", right ? "ok" : "FAIL", v->name, v->what,
           1e3 * seconds, 1e-9 * v->bytes / seconds, v->bytes / seconds / l->copy_bandwidth, worst);
    fflush(stdout);
}
