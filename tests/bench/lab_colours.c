/* lab_colours.c: the variants of paper 3: sums of one flux and extremes of the pressure
 * by colours, as they stand, through shared memory, with cells and faces renumbered by
 * colour, and with the fluxes in the order of the colours.
 */
#include "lab.h"

#include "mem.h"

#include <string.h>

/* What a renumbered mesh has in place of the lab's own. */
struct renumbered {
    lid *left, *right, *colour_face; /* device */
    real *q, *flux;                  /* device: pressure in its place; one flux */
    real *sum, *least, *most;        /* host answers */
};

static void start_sum(const struct lab *l)
{
    struct fill_args a = {.target = l->p.a.sum};
    l->p.kernels->fill(0, l->p.a.m.n_owned, &a);
}

static void start_extremes(const struct lab *l)
{
    l->p.kernels->extremes_start(0, l->p.a.m.n_stencil, &l->p.a);
}

/* No two faces of a colour share a cell, so that no atomics are needed within one; colours come one after the other. */
static void each_colour(const struct paper *p, void (*kernel)(lid, lid, const struct paper_args *))
{
    for (int k = 0; k < p->n_colours; k++)
        kernel(p->colour_offset[k], p->colour_offset[k + 1], &p->a);
}

static void run_sum(const struct paper *p)
{
    each_colour(p, p->kernels->sum_face_colour);
}

static void run_sum_shared(const struct paper *p)
{
    each_colour(p, p->kernels->sum_face_shared);
}

static void run_sum_sorted(const struct paper *p)
{
    each_colour(p, p->kernels->sum_sorted);
}

static void run_extremes(const struct paper *p)
{
    each_colour(p, p->kernels->extremes_face_colour);
}

static void run_extremes_shared(const struct paper *p)
{
    each_colour(p, p->kernels->extremes_face_shared);
}

/* ---- cells and faces renumbered (paper 3, Algorithms 9 and 10) ---- */

static lid *fetch(const struct lab *l, const lid *device, lid n)
{
    lid *host = mem_alloc("fetched", (size_t)n, sizeof *host);
    l->backend->download(host, device, (size_t)n * sizeof *host);
    return host;
}

/* The one whose reads it pays most to put in a row; of equal ones the first. */
static int largest_colour(const struct paper *p)
{
    int best = 0;
    for (int k = 1; k < p->n_colours; k++)
        if (p->colour_offset[k + 1] - p->colour_offset[k] > p->colour_offset[best + 1] - p->colour_offset[best])
            best = k;
    return best;
}

/* new_cell[n_slots]: the left cells of the largest colour's faces in their order, then
 * the right ones, then all others; so that that colour reads and writes cells in a row.
 * Ghosts keep their numbers. */
static void number_cells(const struct paper *p, const lid *left, const lid *right, const lid *faces, lid n,
                         lid *new_cell)
{
    const struct mesh_view *m = &p->a.m;
    lid next = 0;
    for (lid s = 0; s < m->n_slots; s++)
        new_cell[s] = s < m->n_cells ? -1 : s;
    for (lid i = 0; i < n; i++)
        new_cell[left[faces[i]]] = next++;
    for (lid i = 0; i < n; i++)
        if (right[faces[i]] < m->n_cells)
            new_cell[right[faces[i]]] = next++;
    for (lid c = 0; c < m->n_cells; c++)
        if (new_cell[c] < 0)
            new_cell[c] = next++;
}

/* new_face: that colour's first, the others behind in their order. */
static void number_faces(lid n_faces, const lid *faces, lid n, lid *new_face)
{
    lid next = n;
    for (lid f = 0; f < n_faces; f++)
        new_face[f] = -1;
    for (lid i = 0; i < n; i++)
        new_face[faces[i]] = i;
    for (lid f = 0; f < n_faces; f++)
        if (new_face[f] < 0)
            new_face[f] = next++;
}

static void *upload(const struct lab *l, const char *label, void *host, size_t bytes)
{
    void *device = l->backend->alloc(label, bytes);
    l->backend->upload(device, host, bytes);
    mem_free(host);
    return device;
}

/* One component in new numbers: to[new] = from[old]. */
static real *moved(const real *from, const lid *new_index, lid n)
{
    real *to = mem_alloc("moved", (size_t)n, sizeof *to);
    for (lid i = 0; i < n; i++)
        to[new_index[i]] = from[i];
    return to;
}

/* One rank: all cells are owned, all faces are flux faces. */
static void renumber(const struct lab *l, struct renumbered *r)
{
    const struct paper *p = &l->p;
    const struct mesh_view *m = &p->a.m;
    lid nf = m->n_flux, *left = fetch(l, m->left, nf), *right = fetch(l, m->right, nf);
    lid *colour = fetch(l, p->a.p.colour_face, nf), *new_cell, *new_face, *new_left, *new_right;
    int k = largest_colour(p);
    const lid *faces = colour + p->colour_offset[k];
    lid n = p->colour_offset[k + 1] - p->colour_offset[k];
    MEM_NEW(new_cell, m->n_slots);
    MEM_NEW(new_face, nf);
    MEM_NEW(new_left, nf);
    MEM_NEW(new_right, nf);
    number_cells(p, left, right, faces, n, new_cell);
    number_faces(nf, faces, n, new_face);
    for (lid f = 0; f < nf; f++) {
        new_left[new_face[f]] = new_cell[left[f]];
        new_right[new_face[f]] = new_cell[right[f]];
    }
    /* Faces of a colour keep their order; only their numbers change. */
    for (lid i = 0; i < nf; i++)
        colour[i] = new_face[colour[i]];
    r->flux = upload(l, "flux renumbered", moved(l->answer.flux, new_face, nf), (size_t)nf * sizeof(real));
    const real *p_host = l->answer.q + Q_P * (int64_t)m->n_slots;
    real *q = mem_zalloc("q renumbered", (size_t)(Q_P + 1) * (size_t)m->n_slots, sizeof *q);
    for (lid s = 0; s < m->n_slots; s++)
        q[Q_P * (int64_t)m->n_slots + new_cell[s]] = p_host[s];
    r->q = upload(l, "q renumbered", q, (size_t)(Q_P + 1) * (size_t)m->n_slots * sizeof(real));
    r->sum = moved(l->answer.sum, new_cell, m->n_owned);
    r->least = moved(l->answer.least, new_cell, m->n_owned);
    r->most = moved(l->answer.most, new_cell, m->n_owned);
    r->left = upload(l, "left renumbered", new_left, (size_t)nf * sizeof(lid));
    r->right = upload(l, "right renumbered", new_right, (size_t)nf * sizeof(lid));
    r->colour_face = upload(l, "colours renumbered", colour, (size_t)nf * sizeof(lid));
    mem_free(left);
    mem_free(right);
    mem_free(new_cell);
    mem_free(new_face);
}

static void renumbered_free(const struct lab *l, struct renumbered *r)
{
    void *device[] = {r->left, r->right, r->colour_face, r->q, r->flux};
    for (size_t k = 0; k < sizeof device / sizeof *device; k++)
        l->backend->free(device[k]);
    mem_free(r->sum);
    mem_free(r->least);
    mem_free(r->most);
}

/* ---- the tables ---- */

/* right: [n_owned], in the numbers that p has. */
static void measure_sum(struct lab *l, const struct paper *p, const char *name, const char *what,
                        void (*run)(const struct paper *), const real *right)
{
    struct variant v = {"3", name, what, start_sum, run, NULL, {{p->a.sum, right, 1, p->a.m.n_owned, NULL, NULL}},
                        paper_bytes_sum(p), l->colour_runs};
    lab_measure(l, p, &v);
}

static void measure_extremes(struct lab *l, const struct paper *p, const char *name, const char *what,
                             void (*run)(const struct paper *), const real *least, const real *most)
{
    struct variant v = {"3", name, what, start_extremes, run, NULL,
                        {{p->a.least, least, 1, p->a.m.n_owned, NULL, NULL},
                         {p->a.most, most, 1, p->a.m.n_owned, NULL, NULL}},
                        paper_bytes_extremes(p), l->colour_runs};
    lab_measure(l, p, &v);
}

/* The gather is not timed: in a solver the flux kernel would write in this order. */
static void sorted(struct lab *l, struct paper p)
{
    const struct mesh_view *m = &p.a.m;
    real *by_colour = l->backend->alloc("flux by colour", (size_t)m->n_flux * sizeof *by_colour);
    struct gather_args g = {.order = p.a.p.colour_face, .from = p.a.flux, .to = by_colour, .n_variables = 1,
                            .n = m->n_flux};
    p.kernels->gather(0, m->n_flux, &g);
    p.a.flux_by_colour = by_colour;
    measure_sum(l, &p, "A11", "sum of a flux, colours, fluxes by colour", run_sum_sorted, l->answer.sum);
    l->backend->free(by_colour);
}

/* Borrows the lab's paper for the time of the two measurements, since start_extremes() takes it from the lab. */
static void renumbered(struct lab *l, struct paper p)
{
    struct renumbered r;
    struct paper own = l->p;
    renumber(l, &r);
    p.a.m.left = r.left;
    p.a.m.right = r.right;
    p.a.p.colour_face = r.colour_face;
    p.a.flux = r.flux;
    p.a.q = r.q;
    l->p = p; /* what start_extremes() begins from */
    measure_sum(l, &p, "A9", "sum of a flux, colours, renumbered", run_sum, r.sum);
    measure_extremes(l, &p, "A10", "extremes, colours, renumbered", run_extremes, r.least, r.most);
    l->p = own;
    renumbered_free(l, &r);
}

void lab_paper_3(struct lab *l)
{
    struct paper p = l->p;
    const struct lab_answers *s = &l->answer;
    p.a.v_begin = 0;
    p.a.v_end = 1;
    p.sum = p.extremes = (struct paper_way){LOOP_FACE, BY_COLOURS, false};
    for (int k = 0; k < p.n_colours; k++)
        fprintf(l->csv, "3,colour %d,\"faces\",%d,%d,,,,,,\n", k + 1, p.a.m.n_owned,
                p.colour_offset[k + 1] - p.colour_offset[k]);
    measure_sum(l, &p, "A5", "sum of a flux, colours", run_sum, s->sum);
    measure_extremes(l, &p, "A6", "extremes, colours", run_extremes, s->least, s->most);
    if (p.kernels->sum_face_shared) {
        measure_sum(l, &p, "A7", "sum of a flux, colours, shared memory", run_sum_shared, s->sum);
        measure_extremes(l, &p, "A8", "extremes, colours, shared memory", run_extremes_shared, s->least, s->most);
    }
    renumbered(l, p);
    sorted(l, p);
}
