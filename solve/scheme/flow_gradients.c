/* flow_gradients.c: what gradients need of the geometry, when a run starts: weights of ghosts, sizes of cells for the
 * limiter, which cells take Green-Gauss behind node-lsq, and the weights of their face sides and nodes.
 */
#include "scheme/flow.h"
#include "scheme/flow_parts.h"

#include "mem.h"
#include "parallel/comm.h"

/* Once, at the start, and again when walls or the frame change what a ghost stands for. */
static void set_ghost_weights(const struct flow *f)
{
    const struct domain *d = f->domain;
    struct ghost_weight_args a = {.m = d->view, .patch = d->values_device, .weight = f->ghost_weight};
    BACKEND_LAUNCH(d->backend, KERNEL_ghost_weight, STREAM_COMPUTE, 0, d->view.n_stencil, &a);
}

/* Which stencil cells are periodic with themselves: those with a face between a cell and an image of it.
 * Such a mesh is one cell thick in a periodic direction. A cell that is its own neighbour tells a fit
 * nothing about that direction, and counting it twice would weigh it wrongly; kernels/gradient_choice.h
 * says what they do instead. */
static void find_layer(const struct flow *f)
{
    const struct pack *p = &f->domain->pack;
    const struct backend *b = f->domain->backend;
    uint8_t *layer;
    lid *left, *right;
    if (!f->layer)
        return;
    MEM_NEW_ZERO(layer, p->n_stencil);
    MEM_NEW(left, p->n_faces);
    MEM_NEW(right, p->n_faces);
    b->download(left, f->domain->view.left, (size_t)p->n_faces * sizeof *left);
    b->download(right, f->domain->view.right, (size_t)p->n_faces * sizeof *right);
    for (lid k = 0; k < p->n_faces; k++) {
        /* An image has the global number of its cell. */
        if (right[k] >= p->n_cells || p->cell_gid[left[k]] != p->cell_gid[right[k]])
            continue;
        if (left[k] < p->n_stencil)
            layer[left[k]] = 1;
        if (right[k] < p->n_stencil)
            layer[right[k]] = 1;
    }
    b->upload(f->layer, layer, (size_t)p->n_stencil);
    mem_free(layer);
    mem_free(left);
    mem_free(right);
}

/* Positions are recorded first: the choice reads them, as the fits do later. Once, since the mesh is
 * rigid. */
static void choose_cells(const struct flow *f)
{
    const struct domain *d = f->domain;
    struct gradient_choice_args a = {.m = d->view, .position = f->position, .ghost_weight = f->ghost_weight,
                                     .layer = f->layer, .by_faces = f->by_faces};
    BACKEND_LAUNCH(d->backend, KERNEL_record_position, STREAM_COMPUTE, 0, d->view.n_cells, &f->args.records);
    BACKEND_LAUNCH(d->backend, KERNEL_gradient_choice, STREAM_COMPUTE, 0, d->view.n_stencil, &a);
}

/* Rows of the slices that have cells with Green-Gauss, one after another; how many face sides they hold, and four nodes
 * a cell where a slice has tetrahedra that take values at nodes. Sets f->shape.node_values.
 * Most meshes have stretched cells near walls only. Weights of whole slices are stored, but none for
 * slices without such a cell (begin -1): 3 numbers a side over the whole mesh would cost more than the
 * gradients. */
static int64_t place_sides(struct flow *f)
{
    const struct backend *b = f->domain->backend;
    lid n = f->domain->view.n_stencil, slices = (lid)f->shape.n_slices, sides = 0, *offset, *begin;
    uint8_t *by_faces;
    MEM_NEW(by_faces, n);
    MEM_NEW(offset, slices + 1);
    MEM_NEW(begin, slices);
    /* by_faces is of a kernel that may still be at work. */
    b->stream_synchronize(STREAM_COMPUTE);
    b->download(by_faces, f->by_faces, (size_t)n);
    b->download(offset, f->domain->view.slice_offset, (size_t)(slices + 1) * sizeof *offset);
    f->shape.node_values = false;
    for (lid s = 0; s < slices; s++) {
        bool any = false, nodes = false;
        for (lid i = s * SLICE; i < (s + 1) * SLICE && i < n; i++) {
            any = any || by_faces[i];
            nodes = nodes || by_faces[i] == GREEN_GAUSS_NODES;
        }
        begin[s] = any ? sides : -1;
        sides += (any ? offset[s + 1] - offset[s] : 0) + (nodes ? 4 * SLICE : 0);
        f->shape.node_values = f->shape.node_values || nodes;
    }
    b->upload(f->side_begin, begin, (size_t)slices * sizeof *begin);
    mem_free(by_faces);
    mem_free(offset);
    mem_free(begin);
    return sides;
}

/* The arrays are as long as the slices and nodes of such cells need, which is known only now; old ones are freed
 * first. */
static void allocate_weights(struct flow *f)
{
    const struct backend *b = f->domain->backend;
    b->free(f->side_weight);
    b->free(f->node_reach);
    b->free(f->q_node);
    f->side_weight = NULL;
    f->node_reach = f->q_node = NULL;
    f->shape.n_sides = place_sides(f);
    /* Allocates what is not there yet: these alone. */
    state_allocate(b, &f->shape, &f->arrays);
    f->args.gradients.side_weight = f->side_weight;
    f->args.gradients.q_node = f->args.node.q_node = f->q_node;
    f->args.node.reach = f->node_reach;
}

/* Where the nodes are, and what their values lack, is on the device for as long as the weights are made. */
struct node_places {
    double *place, *lack; /* [3][n_nodes] m; NULL: no cell takes values at nodes */
};

static struct node_places make_nodes(const struct flow *f)
{
    const struct domain *d = f->domain;
    const size_t bytes = 3 * (size_t)d->view.n_nodes * sizeof(double);
    struct node_places p = {NULL, NULL};
    if (!f->shape.node_values)
        return p;
    p.place = domain_upload(d, "positions of nodes", d->pack.node, bytes);
    p.lack = d->backend->alloc("ways from values to nodes", bytes);
    struct node_reach_args a = {.m = d->view, .position = f->position, .fitted = f->fitted, .reach = f->node_reach,
                                .lack = p.lack};
    a.m.node = p.place;
    BACKEND_LAUNCH(d->backend, KERNEL_node_reach, STREAM_COMPUTE, 0, d->view.n_nodes, &a);
    return p;
}

static struct side_weight_args side_weight_args_of(const struct flow *f, struct node_places nodes)
{
    struct side_weight_args a = {.m = f->domain->view, .ghost_weight = f->ghost_weight, .by_faces = f->by_faces,
                                 .position = f->position, .reach = f->node_reach, .lack = nodes.lack,
                                 .begin = f->side_begin, .weight = f->side_weight};
    a.m.node = nodes.place;
    return a;
}

/* Collective: by_faces is there on all ranks or on none. */
static void count_reduced_cells(struct flow *f, const struct side_weight_args *a)
{
    const struct backend *b = f->domain->backend;
    double count;
    BACKEND_SUM(b, backend_kernel(b, KERNEL_side_weight_sum, EQUATIONS_ANY, 0), a->m.n_owned, a, &count);
    comm_sum(&count, 1);
    f->fits.reduced = (int64_t)count;
}

/* Collective, as count_reduced_cells(). The choice of nodes first: the others read it. */
void flow_weigh_sides(struct flow *f)
{
    const struct backend *b = f->domain->backend;
    allocate_weights(f);
    struct node_choice_args n = {.m = f->domain->view, .by_faces = f->by_faces, .layer = f->layer, .fitted = f->fitted};
    BACKEND_LAUNCH(b, KERNEL_node_choice, STREAM_COMPUTE, 0, n.m.n_nodes, &n);
    struct node_places nodes = make_nodes(f);
    struct side_weight_args a = side_weight_args_of(f, nodes);
    BACKEND_LAUNCH(b, KERNEL_side_weight, STREAM_COMPUTE, 0, a.m.n_stencil, &a);
    count_reduced_cells(f, &a);
    b->stream_synchronize(STREAM_COMPUTE);
    b->free(nodes.place);
    b->free(nodes.lack);
}

void flow_count_choice(const struct flow *f, double count[N_CHOICE])
{
    const struct backend *b = f->domain->backend;
    struct gradient_choice_args a = {.m = f->domain->view, .by_faces = f->by_faces};
    BACKEND_SUM(b, backend_kernel(b, KERNEL_gradient_choice_sum, EQUATIONS_ANY, 0), a.m.n_owned, &a, count);
}

/* Collective: by_faces is there on all ranks or on none. */
static void count_constant_cells(struct flow *f)
{
    double count[N_CHOICE];
    flow_count_choice(f, count);
    comm_sum(count, N_CHOICE);
    f->fits.constant = (int64_t)count[CHOICE_CONSTANT];
}

/* After flow_weigh_sides(). The loss counts where K is not one for all cells. */
static void measure_cells(const struct flow *f)
{
    const struct domain *d = f->domain;
    bool found = f->args.gradients.eps2_rise > 0;
    struct limiter_size_args a = {.m = d->view, .by_faces = found ? f->by_faces : NULL, .side_begin = f->side_begin,
                                  .side_weight = f->side_weight, .size = f->limiter_size};
    if (!f->limiter_size)
        return;
    BACKEND_LAUNCH(d->backend, KERNEL_limiter_size, STREAM_COMPUTE, 0, d->view.n_stencil, &a);
}

/* Weights of ghosts first, since the fits that decide use them; the layer before the choice, which it
 * overrules. */
void flow_choose_gradients(struct flow *f)
{
    set_ghost_weights(f);
    if (f->gradient_node) {
        find_layer(f);
        choose_cells(f);
        count_constant_cells(f);
        flow_weigh_sides(f);
    }
    measure_cells(f);
}
