#include "scheme/flow_bytes.h"

#include "kernels/node_values.h"

/* The mesh and the types of a case, per owned cell. */
struct sizes {
    double nv, faces, entries, nodes; /* of the slice table; of nodes */
    double word, kept;                /* bytes of a real and of a stored number */
    double gradients;                 /* a cell's gradients, limiters and eddy viscosity */
    double terms;                     /* what its sources take of them */
    double places;                    /* centroids of cells and faces, or the two vectors of each face */
    bool turbulent;
};

static struct sizes sizes_of(const struct flow *f)
{
    const struct pack *p = &f->domain->pack;
    double cells = (double)p->n_owned;
    struct sizes s = {.nv = f->n_variables, .faces = (double)p->n_flux / cells,
                      .entries = (double)p->n_slice_entries / cells, .nodes = (double)p->n_nodes / cells,
                      .word = sizeof(real), .kept = sizeof(stored), .turbulent = f->n_variables > NV};
    s.gradients = s.kept * (f->limited ? 4 : 3) * s.nv + s.word * (f->mu_t ? 2 : 0);
    s.terms = s.kept * equations_terms(f->equations);
    s.places = GEOMETRY_IS_RELATIVE ? s.kept * 6 * s.faces : sizeof(double) * (3 + 3 * s.faces);
    return s;
}

/* Records made and read, the cells around nodes, the values out and in, the table of
 * nodes; with gradient = node its weights. As if all nodes were fitted: behind node-lsq less is
 * moved where cells are stretched. */
static double bytes_of_nodes(const struct flow *f, const struct sizes *s)
{
    const struct pack *p = &f->domain->pack;
    double cells = (double)p->n_owned;
    if (!f->with_nodes)
        return 0;
    double record = 2.0 * record_pairs(f->n_variables) * s->word;
    double values = f->gradient_node ? (3 * s->nv + 1) * s->kept : s->nv * s->word;
    double table = (double)f->domain->view.n_node_entries / cells *
                   (sizeof(lid) + (f->gradient_node ? 0 : 3 * s->kept));
    return s->nv * s->word + 2 * record + (f->position ? sizeof *f->position : 0) +
           (double)p->n_node_cells / cells * sizeof(lid) + 2 * s->nodes * values + table;
}

/* q, places, face and cell tables in; gradients and terms of the sources out. */
static double bytes_of_gradients(const struct flow *f, const struct sizes *s)
{
    return f->with_gradients ? s->word * s->nv + s->places + s->gradients + s->terms + 4 * 2 * s->entries : 0;
}

/* q, gradients, places, normals, left, right in; fluxes and, in the first stage, wave speeds out. */
static double bytes_of_fluxes(const struct flow *f, const struct sizes *s)
{
    return s->word * s->nv + s->kept * s->nv * s->faces + s->gradients + s->places + s->kept * 3 * s->faces +
           8 * s->faces + s->word * s->faces / f->stages;
}

/* Fluxes, table, q0, volume and time step in, q out; for sources their terms, q and wall
 * distance in; in the first stage also wave speeds in, the copy of q and time steps out. */
static double bytes_of_updates(const struct flow *f, const struct sizes *s)
{
    double local = f->local ? 1 : 0, eddy = f->mu_t ? 2 : 0;
    double sources = s->turbulent ? s->word * (s->nv + 1 + eddy) + s->terms : 0;
    double first = s->word * (s->faces + s->nv + local);
    return s->kept * s->nv * s->faces + 4 * s->entries + s->word * (2 * s->nv + 1 + local) + sources +
           first / f->stages;
}

struct flow_bytes flow_model_bytes(const struct flow *f)
{
    struct sizes s = sizes_of(f);
    struct flow_bytes b = {0, 0, 0, 0, 0};
    if (f->paper) { /* and in the first stage: q saved, wave speeds out and in */
        b.all = paper_model_bytes(f->paper, f->local) + s.word * (s.nv + 2 * s.faces) / f->stages;
        return b;
    }
    b.nodes = bytes_of_nodes(f, &s);
    b.gradients = bytes_of_gradients(f, &s);
    b.fluxes = bytes_of_fluxes(f, &s);
    b.updates = bytes_of_updates(f, &s);
    b.all = b.nodes + b.gradients + b.fluxes + b.updates;
    return b;
}
