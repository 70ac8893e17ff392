/* flow_bytes.c: the byte model: what the rows of the state arrays say (state_traffic()), and
 * the arrays of the mesh that a pass reads. */
#include "scheme/flow_bytes.h"

/* The mesh of a case, per owned cell. */
struct mesh_bytes {
    double entries;    /* of the slice table, as many faces as cells: 4 bytes each */
    double places;     /* centroids of cells and faces, or the two vectors of each face */
    double normals;
    double left_right; /* the cells of faces */
    double word;       /* a volume, a wall distance */
};

/* Bytes for each owned cell; places: positions, or the vectors that stand for them. */
static struct mesh_bytes mesh_bytes_of(const struct flow *f)
{
    const struct pack *p = &f->domain->pack;
    double cells = (double)p->n_owned, faces = (double)p->n_flux / cells, stored_bytes = sizeof(stored);
    return (struct mesh_bytes){
        .entries = (double)p->n_slice_entries / cells,
        .places = GEOMETRY_IS_RELATIVE ? stored_bytes * 6 * faces : sizeof(double) * (3 + 3 * faces),
        .normals = stored_bytes * 3 * faces,
        .left_right = 2 * sizeof(lid) * faces,
        .word = sizeof(real)};
}

/* Counts the cells around nodes, the table of nodes and, with gradient = node, its weights, which are three numbers for
 * each pair of node and cell. All nodes count as fitted: node-lsq moves less than that where cells are stretched. */
static double bytes_of_nodes(const struct flow *f)
{
    const struct pack *p = &f->domain->pack;
    double cells = (double)p->n_owned, weights = f->gradient_node ? 0 : 3 * sizeof(stored);
    if (!f->with.nodes)
        return 0;
    double table = (double)f->domain->view.n_node_entries / cells * (sizeof(lid) + weights);
    return state_traffic(&f->shape, PASS_NODES, f->steps.stages) + (double)p->n_node_cells / cells * sizeof(lid) +
           table;
}

/* The model is a lower bound: what a cell gathers from its neighbours is counted as if the cache had
 * it. --bench divides it by the measured time and by the bandwidth of a copy, and a kernel that reaches
 * less than the others has a poor order of its cells or another bound than memory
 * (docs/performance.md). */
struct flow_bytes flow_model_bytes(const struct flow *f)
{
    struct mesh_bytes m = mesh_bytes_of(f);
    struct flow_bytes b = {0, 0, 0, 0, 0};
    if (f->paper) { /* and in the first stage: q saved, wave speeds out and in */
        double faces = (double)f->shape.n_flux / (double)f->shape.n_owned;
        b.all = paper_model_bytes(f->paper, f->steps.local) + m.word * (f->n_variables + 2 * faces) / f->steps.stages;
        return b;
    }
    b.nodes = bytes_of_nodes(f);
    if (f->with.gradients)
        b.gradients =
            state_traffic(&f->shape, PASS_GRADIENTS, f->steps.stages) + m.places + 2 * sizeof(lid) * m.entries;
    b.fluxes = state_traffic(&f->shape, PASS_FLUXES, f->steps.stages) + m.places + m.normals + m.left_right;
    b.updates = state_traffic(&f->shape, PASS_UPDATES, f->steps.stages) + sizeof(lid) * m.entries + m.word +
                (f->shape.turbulent ? m.word : 0); /* volume, wall distance */
    b.all = b.nodes + b.gradients + b.fluxes + b.updates;
    return b;
}
