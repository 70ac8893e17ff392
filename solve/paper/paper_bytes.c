/* paper_bytes.c: the byte model of the papers' pipeline. */
#include "paper/paper.h"

static const double word = sizeof(real), index_word = sizeof(lid);

/* The number of variables in one launch; the kernel lab runs fewer than all. */
static double variables(const struct paper *p)
{
    return p->a.v_end - p->a.v_begin;
}

/* How often connectivity is read. */
static double launches(const struct paper *p, const struct paper_way *way)
{
    return way->split ? variables(p) : 1;
}

/* left and right of n faces, and their place among the colours. */
static double face_indices(const struct paper_way *way, double n)
{
    return index_word * (2 + (way->race == BY_COLOURS ? 1 : 0)) * n;
}

double paper_bytes_interpolation(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    const struct paper_way *way = &p->interpolation;
    double nodes = m->n_nodes, counting = p->a.count ? 1 : 0;
    /* cells are read, nodes are read and written */
    double data = word * (variables(p) * (m->n_owned + 2 * nodes) + counting * 2 * nodes);
    double entries = way->loop == LOOP_FACE ? 3.0 * m->n_flux + p->n_face_nodes
                     : way->loop == LOOP_NODE ? nodes + p->n_node_cells
                                              : m->n_owned + p->n_cell_nodes;
    double access = way->loop == LOOP_CELL_ACCESS ? p->n_cell_nodes : 0;
    return data + (index_word * entries + access) * (launches(p, way) + (way->split ? counting : 0));
}

double paper_bytes_gradient(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    const struct paper_way *way = &p->gradient;
    bool cell = way->loop == LOOP_CELL, node = way->loop == LOOP_NODE;
    double faces = m->n_faces, once = cell ? 1 : 2;
    /* A loop over cells stores each gradient once; the others read, add and store. */
    double data = word * variables(p) * (m->n_nodes + once * 3 * m->n_stencil);
    double shared = word * 3 * faces + face_indices(way, faces) + index_word * (faces + p->n_face_nodes);
    if (cell)
        shared += index_word * (m->n_stencil + 2.0 * p->n_cell_faces);
    if (node)
        shared += index_word * (m->n_nodes + 0.0);
    return data + shared * launches(p, way);
}

double paper_bytes_extremes(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    double indices = p->extremes.loop == LOOP_CELL ? index_word * (m->n_stencil + (double)p->n_cell_faces)
                                                   : face_indices(&p->extremes, m->n_faces);
    /* The pressure once; least and most read and written. */
    return word * (1 + 4) * m->n_stencil + indices;
}

double paper_bytes_limiter(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    /* pressure, its gradient and extremes, centroid; phi twice */
    return word * (1 + 3 + 2 + 3 + 2) * m->n_stencil + word * 3 * m->n_faces + face_indices(&p->limiter, m->n_faces);
}

/* States of cells are read once, those of both sides of faces written. */
double paper_bytes_states(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    return word * variables(p) * (m->n_owned + 2.0 * m->n_flux) +
           2 * index_word * m->n_flux * launches(p, &p->states);
}

/* Limiter and centroid of cells, 4; centroids of faces, 3; both states read and written. */
double paper_bytes_reconstruction(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    double shared = word * (4.0 * m->n_stencil + 3.0 * m->n_flux) + 2 * index_word * m->n_flux;
    return word * variables(p) * (3.0 * m->n_stencil + 4.0 * m->n_flux) + shared * launches(p, &p->states);
}

double paper_bytes_sum(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    const struct paper_way *way = &p->sum;
    bool cell = way->loop == LOOP_CELL;
    double indices = cell ? index_word * (m->n_owned + 2.0 * p->n_cell_faces) : face_indices(way, m->n_flux);
    return word * variables(p) * (m->n_flux + (cell ? 1 : 2) * (double)m->n_owned) + indices * launches(p, way);
}

double paper_bytes_viscous(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    double nv = p->a.n_variables;
    /* cells: variables, gradients, centroid; faces: both states, normal, centroid, flux twice */
    return word * (4 * nv + 3) * m->n_stencil + (word * (2 * nv + 6 + 2 * (nv - 1)) + 2 * index_word) * m->n_flux;
}

double paper_bytes_diffusion(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    return word * (3 + 3 + 2) * m->n_owned + (word * 3 + 2 * index_word) * m->n_flux;
}

/* Starting and ending the hot spots: sums set to zero, divisions. */
static double bytes_between(const struct paper *p)
{
    const struct mesh_view *m = &p->a.m;
    double nv = p->a.n_variables, gradient = p->gradient.loop == LOOP_CELL ? 6 * nv + 1 : 9 * nv + 1;
    double sum = p->sum.loop == LOOP_CELL ? 0 : nv;
    double cells = p->with_gradients ? gradient + 1 + (p->limited ? 3 : 0) : 0;
    return word * ((p->with_gradients ? (3 * nv + 2) * (double)m->n_nodes : 0) + cells * m->n_stencil +
                   sum * m->n_owned);
}

double paper_model_bytes(const struct paper *p, bool local)
{
    const struct mesh_view *m = &p->a.m;
    double nv = p->a.n_variables, faces = m->n_flux, cells = m->n_owned;
    double bytes = bytes_between(p) + paper_bytes_states(p) + paper_bytes_sum(p);
    if (p->with_gradients)
        bytes += paper_bytes_interpolation(p) + paper_bytes_gradient(p) + paper_bytes_reconstruction(p);
    if (p->limited)
        bytes += paper_bytes_extremes(p) + paper_bytes_limiter(p);
    if (equations_are_viscous(p->equations))
        bytes += paper_bytes_viscous(p);
    bytes += word * (3 * nv + 3) * faces;                   /* states, normals, fluxes */
    bytes += word * (3 * nv + (local ? 2 : 1)) * cells;     /* update: sums, q0, q; volume, time step */
    if (nv > NV)
        bytes += word * (4 * nv + 1) * cells;               /* sources: gradients, q, wall distance */
    return bytes / cells;
}
