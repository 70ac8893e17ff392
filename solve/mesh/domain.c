/* domain.c: loads a rank's pack and puts on the device what the case's scheme reads of it; the
 * host keeps what reports, checkpoints and messages need.
 */
#include "mesh/chosen_cells.h"
#include "mesh/domain.h"

#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "mesh/cell_layer.h"
#include "mesh/node_slices.h"
#include "mesh/patch_faces.h"
#include "mesh/wall_changes.h"
#include "pack/patches_most.h"
#include "pack/pack_rows.h"
#include "backend/convert.h"
#include "text.h"
#include "timer.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Small beside 1, large beside rounding. */
#define WALL_GHOST_WEIGHT 1e-3

/* Also what capacity.c counts by, before anything is loaded: an array that is uploaded below and not asked for here
 * would be missing from the estimate. */
struct domain_needs domain_needs(const struct case_file *c)
{
    struct domain_needs n = {.paper = c->numerics.pipeline == PIPELINE_PAPER,
                             .wall_distance = equations_are_turbulent(c->model.equations),
                             .colours = case_is_implicit(c)};
    /* A first-order inviscid scheme has no gradients. The papers' pipeline finds its own over nodes. */
    bool gradients = (c->numerics.order == 2 || equations_are_viscous(c->model.equations)) && !n.paper;
    n.node_fits = gradients && c->numerics.gradient == GRADIENT_NODE_LSQ;
    n.node_weights = gradients && c->numerics.gradient == GRADIENT_NODE;
    n.nodes = n.paper || n.node_fits || n.node_weights;
    features_need(c->features, &n);
    n.groups = PACK_CORE | (n.nodes || n.cell_nodes || n.host_nodes || n.swept ? PACK_NODES : 0u) |
               (n.paper || n.node_weights || n.swept ? PACK_FACE_NODES : 0u) |
               (n.paper ? PACK_PAPER : 0u) | (n.colours ? PACK_COLOURS : 0u);
    return n;
}

/* id: of the set.
 * The number of ranks is fixed by ufv-prep, since halos and exchange lists are made for it. */
static int check_manifest(const char *packs, const struct comm *comm, char id[NAME_SIZE])
{
    struct pack_manifest m;
    int status = pack_manifest_read(packs, &m);
    if (status == 0 && m.ranks != comm->size)
        status = error_set("%s: holds packs for %" PRId64 " rank%s but this run has %d; start %" PRId64
                           " rank%s (mpirun -np %" PRId64 ") or run ufv-prep --ranks %d again",
                           packs, m.ranks, m.ranks == 1 ? "" : "s", comm->size, m.ranks, m.ranks == 1 ? "" : "s",
                           m.ranks, comm->size);
    text_copy(id, NAME_SIZE, m.id);
    pack_manifest_free(&m);
    return status;
}

/* Hosts may each have their own copy on a local disk; ranks that march with packs of different sets would exchange
 * cells that do not belong together. The id is a hash of the mesh and of its division (prep/pack/set_id.c). */
int domain_check_packs(const char *packs, const struct comm *comm)
{
    char id[NAME_SIZE] = "", first[NAME_SIZE];
    TRY(comm_agree(check_manifest(packs, comm, id)));
    memcpy(first, id, sizeof first);
    comm_broadcast(first, (int)sizeof first, 0);
    int status = 0;
    if (strcmp(id, first) != 0)
        status = error_set("%s: holds another set of packs (%s) than rank 0 sees there (%s); copy the same packs to "
                           "every host", packs, id, first);
    return comm_agree(status);
}

void *domain_upload(const struct domain *d, const char *label, const void *host, size_t bytes)
{
    void *device = d->backend->alloc(label, bytes);
    if (bytes)
        d->backend->upload(device, host, bytes);
    return device;
}

/* An array of the pack of n entries of pack_size bytes as entries of `size` bytes: its own, or numbers
 * (double) in the kernels' type. */
static void *upload_array(const struct domain *d, const char *label, const void *host, int64_t n, size_t pack_size,
                          size_t size, bool numbers)
{
    void *device = d->backend->alloc(label, (size_t)n * size);
    if (numbers)
        convert_upload(d->backend, device, host, n, size);
    else if (n > 0)
        d->backend->upload(device, host, (size_t)n * pack_size);
    return device;
}

void *domain_upload_reals(const struct domain *d, const char *label, const double *host, int64_t n)
{
    return upload_array(d, label, host, n, sizeof *host, sizeof(real), true);
}

int64_t domain_array_bytes(const struct domain_needs *needs, const char *member, int64_t n)
{
#define MESH_ARRAY(name, type, when)                                                               \
    if (strcmp(member, #name) == 0)                                                                \
        return (when) ? n * (int64_t)sizeof(type) : 0;
#include "mesh/mesh_arrays.inc"
#undef MESH_ARRAY
    return -1;
}

/* Every member of mesh_arrays.inc is one of the pack; a new row there without one runs off the table at once, in any
 * test. */
static const struct pack_row *row_of_member(const struct pack_row row[PACK_N_ROWS], const char *member)
{
    int k = 0;
    while (strcmp(row[k].member, member) != 0)
        k++;
    return &row[k];
}

/* The rows of mesh_arrays.inc that are needed, to the device; all of them are released on the host, but where gradients
 * are fitted the positions of nodes, which weights are made from (scheme/flow_gradients.c). */
static void upload_arrays(struct domain *d, const struct domain_needs *needs)
{
    struct pack *p = &d->pack;
    struct pack_row row[PACK_N_ROWS];
    const void *kept = needs->node_fits ? p->node : NULL;
    pack_rows(p, row);
#define MESH_ARRAY(name, type_, when)                                                              \
    if (when) {                                                                                    \
        const struct pack_row *r = row_of_member(row, #name);                                      \
        d->view.name = upload_array(d, #name, p->name, r->components * r->count, sizeof *p->name,  \
                                    sizeof(type_), r->type == H5_IO_TYPE_OF((double)0));             \
    }                                                                                              \
    if ((const void *)p->name != kept)                                                              \
        MEM_FREE(p->name);
#include "mesh/mesh_arrays.inc"
#undef MESH_ARRAY
}

/* Vectors [3][n_faces] from the centroids of the faces' left or right cells. Differenced in double here and rounded
 * then: coordinates in single precision would leave no digits of a thin cell's height. */
static stored *upload_face_vectors(const struct domain *d, const char *label, const lid *cell)
{
    const struct pack *p = &d->pack;
    stored *host = mem_alloc(label, 3 * (size_t)p->n_faces, sizeof *host);
    for (int k = 0; k < 3; k++) {
        /* cell: of each face, p->left or p->right. Ghosts have slots of their own, whose centroids
         * ufv-prep has written. */
        const double *face = p->face_centroid + k * p->n_faces, *centre = p->centroid + k * p->n_slots;
#pragma omp parallel for schedule(static)
        for (int64_t f = 0; f < p->n_faces; f++)
            host[k * p->n_faces + f] = (stored)(face[f] - centre[cell[f]]);
    }
    stored *device = domain_upload(d, label, host, 3 * (size_t)p->n_faces * sizeof *host);
    mem_free(host);
    return device;
}

/* Patch number of every boundary face, the halo's behind the owned ones; n_patches
 * for faces that symmetry_plane takes out of their patch.
 * n_patches itself is the number of the symmetry plane. */
static int upload_face_patches(struct domain *d)
{
    struct pack *p = &d->pack;
    uint8_t *patch;
    /* Boundary faces of halo cells have their numbers behind the faces that this rank computes fluxes
     * of: from n_flux on. */
    int64_t n = p->n_boundary + p->n_halo_boundary;
    _Static_assert(PATCHES_MOST < UINT8_MAX, "a byte for each face");
    if (p->n_patches > PATCHES_MOST)
        return error_set("%s: %d patches; at most %d can be used: join those of one kind in the program that made the "
                         "mesh", d->packs, p->n_patches, PATCHES_MOST);
    MEM_NEW_ZERO(patch, n);
    for (int k = 0; k < p->n_patches; k++) {
        for (lid f = p->patch[k].begin; f < p->patch[k].end; f++)
            patch[f] = (uint8_t)(patch_faces_in_plane(p, f, &d->values[k]) ? p->n_patches : k);
        for (lid f = p->patch[k].halo_begin; f < p->patch[k].halo_end; f++)
            patch[p->n_boundary + f - p->n_flux] =
                (uint8_t)(patch_faces_in_plane(p, f, &d->values[k]) ? p->n_patches : k);
    }
    d->view.face_patch = domain_upload(d, "face_patch", patch, (size_t)n);
    mem_free(patch);
    return 0;
}

/* Positions, or vectors in their stead: for relative geometry positions of boundary
 * faces are left, for moments, and those of cells for fits around nodes.
 * GEOMETRY_IS_RELATIVE: where geometry is stored in 4 bytes. Vectors from a cell's centroid to its faces keep their
 * digits in 4 bytes; positions of a mesh 100 m long would not resolve a first cell of 1e-6 m. */
static void upload_positions(struct domain *d, bool with_node_fits)
{
    const struct pack *p = &d->pack;
    struct mesh_view *v = &d->view;
    if (!GEOMETRY_IS_RELATIVE || with_node_fits)
        v->centroid = domain_upload(d, "centroid", p->centroid, (size_t)p->n_slots * 3 * sizeof *p->centroid);
    if (!GEOMETRY_IS_RELATIVE) {
        v->n_face_centroids = v->n_faces;
        v->face_centroid =
            domain_upload(d, "face_centroid", p->face_centroid, (size_t)p->n_faces * 3 * sizeof *p->face_centroid);
        return;
    }
    size_t row = (size_t)p->n_boundary;
    double *boundary = mem_alloc("boundary centroids", 3 * row, sizeof *boundary);
    for (size_t i = 0; i < 3 * row; i++)
        boundary[i] = p->face_centroid[i / row * (size_t)p->n_faces + i % row];
    v->n_face_centroids = v->n_boundary;
    v->face_centroid = domain_upload(d, "face_centroid", boundary, 3 * row * sizeof *boundary);
    mem_free(boundary);
    v->left_to_face = upload_face_vectors(d, "left_to_face", p->left);
    v->right_to_face = upload_face_vectors(d, "right_to_face", p->right);
}

/* Entries in a row of the slice table, at most. */
static int widest_row(const struct pack *p)
{
    lid widest = 0;
    for (int64_t s = 0; s < p->n_slices; s++) {
        lid width = (p->slice_offset[s + 1] - p->slice_offset[s]) / SLICE;
        widest = width > widest ? width : widest;
    }
    return (int)widest;
}

static int upload_mesh(struct domain *d, struct domain_needs needs)
{
    struct pack *p = &d->pack;
    struct mesh_view *v = &d->view;
    v->n_owned = (lid)p->n_owned;
    v->n_stencil = (lid)p->n_stencil;
    v->n_cells = (lid)p->n_cells;
    v->n_slots = (lid)p->n_slots;
    v->n_boundary = (lid)p->n_boundary;
    v->n_flux = (lid)p->n_flux;
    v->n_halo_boundary = (lid)p->n_halo_boundary;
    v->n_faces = (lid)p->n_faces;
    /* A CPU reads gradients cell by cell, for which those of a slice stand together
     * (kernels/layout.h). */
    v->gradients_in_slices = d->backend->unified && !needs.paper;
    v->gradients_in_fours = d->backend->on_device && !needs.paper;
    TRY(upload_face_patches(d));
    d->inner.cells = (lid)p->n_inner;
    d->inner.nodes = (lid)p->n_inner_nodes;
    upload_positions(d, needs.node_fits);
    v->n_nodes = needs.nodes || needs.cell_nodes ? (lid)p->n_nodes : 0;
    if (needs.nodes && !needs.paper)
        node_slices_upload(d->backend, p, needs.node_weights, v);
    d->widest_row = widest_row(p);
    upload_arrays(d, &needs);
    MEM_FREE(p->area);
    MEM_FREE(p->cell_type);
    return 0;
}

/* Before the faces' normals go to the device.
 * For the note that the free stream crosses a symmetry plane (case/case_notes.c): the second number over the first
 * is the mean of |wind . normal|. Of this rank; the caller adds ranks up. */
static void measure_symmetry(struct domain *d, const double wind[3])
{
    const struct pack *p = &d->pack;
    MEM_NEW_ZERO(d->measured.symmetry, p->n_patches + 1);
    for (int k = 0; k < p->n_patches; k++)
        for (lid f = p->patch[k].begin; d->values[k].kind == BC_SYMMETRY && f < p->patch[k].end; f++) {
            /* Area vectors: the sums are of m^2. */
            const double *normal = p->normal + f;
            d->measured.symmetry[k][0] += p->area[f];
            d->measured.symmetry[k][1] +=
                fabs(wind[0] * normal[0] + wind[1] * normal[p->n_faces] + wind[2] * normal[2 * p->n_faces]);
        }
}

/* Likewise of this rank. A wall's faces count whatever the mesh calls them. */
static void measure_walls(struct domain *d)
{
    const struct pack *p = &d->pack;
    struct wall_extent *w = &d->measured.walls;
    for (int i = 0; i < 3; i++) {
        w->low[i] = w->far_low[i] = INFINITY;
        w->high[i] = w->far_high[i] = -INFINITY;
        w->projected[i] = 0;
    }
    for (int k = 0; k < p->n_patches; k++) {
        bool wall = bc_kind_is_wall((enum bc_kind)d->values[k].kind), far = d->values[k].kind == BC_FARFIELD;
        double *low = wall ? w->low : w->far_low, *high = wall ? w->high : w->far_high;
        for (lid f = p->patch[k].begin; (wall || far) && f < p->patch[k].end; f++)
            for (int i = 0; i < 3; i++) {
                double x = p->face_centroid[i * p->n_faces + f];
                low[i] = fmin(low[i], x);
                high[i] = fmax(high[i], x);
                w->projected[i] += wall ? 0.5 * fabs(p->normal[i * p->n_faces + f]) : 0;
            }
    }
}

/* Before faces and nodes are released. */
static void find_cells(const struct case_file *c, struct domain *d)
{
    const lid n = d->pack.n_owned;
    if (!isnan(c->time.dt_cfl)) {
        MEM_NEW(d->step_cells, n + 1);
        chosen_cells_step(c, &d->pack, d->step_cells);
    }
}

static int read_this_rank(struct case_file *c, struct domain *d)
{
    TRY(pack_read(d->packs, d->comm.rank, domain_needs(c).groups, &d->pack));
    /* The one behind the patches is the symmetry of faces that symmetry_plane takes out of theirs. It
     * belongs to no line. */
    MEM_NEW_ZERO(d->values, d->pack.n_patches + 1);
    TRY(case_patches(c, &d->pack, d->values));
    TRY(case_groups(c, &d->pack, &d->groups));
    d->values[d->pack.n_patches] = (struct bc_values){.kind = BC_SYMMETRY, .plane_axis = -1};
    return 0;
}

/* Collective.
 * ufv-prep measured wall distances to the patches that the mesh or its configuration calls walls. Where [patches]
 * makes others walls, or no walls, distances are computed again, collectively, before anything is uploaded. */
static int settle_walls(const struct case_file *c, struct domain *d)
{
    const bool wanted = domain_needs(c).wall_distance || domain_needs(c).host_walls;
    if (!wanted || !wall_changes_any(&d->pack, d->values))
        return 0;
    /* The time is reported by itself: it is a search of ufv-prep's within a run of the solver. */
    double start = timer_now();
    TRY(wall_changes_measure(d->packs, &d->comm, d->values, &d->pack));
    d->new_walls.seconds = timer_now() - start;
    /* A copy for results: upload_arrays() releases the pack's. */
    MEM_NEW(d->new_walls.distance, d->pack.n_owned);
    memcpy(d->new_walls.distance, d->pack.wall_distance, (size_t)d->pack.n_owned * sizeof *d->new_walls.distance);
    return 0;
}

/* The velocity behind a no-slip wall says what its gradient is.
 * At a slip wall a mirrored pressure contradicts the gradient of a curved path (docs/numerics/gradients.md), so
 * that its ghost hardly counts; a weight of zero could leave the fit without a direction. */
static void set_ghost_weights(const struct case_file *c, struct domain *d)
{
    for (int k = 0; k <= d->pack.n_patches; k++) {
        int kind = d->values[k].kind;
        bool slip = kind == BC_SLIP || (kind == BC_WALL && !equations_are_viscous(c->model.equations));
        d->values[k].ghost_weight = slip ? (real)WALL_GHOST_WEIGHT : 1;
    }
}

/* All lines are read again, since the values of every patch begin with those of the free stream. */
int domain_renew_free_stream(struct domain *d, struct case_file *c)
{
    TRY(case_patches(c, &d->pack, d->values));
    set_ghost_weights(c, d);
    domain_renew_values(d);
    return 0;
}

/* Called while the march goes on, by controllers of outlets: few bytes, but a wait for the device. */
void domain_renew_values(struct domain *d)
{
    d->backend->stream_synchronize(STREAM_COMPUTE); /* kernels at work still read the old ones */
    d->backend->upload(d->values_device, d->values, ((size_t)d->pack.n_patches + 1) * sizeof *d->values);
}

/* Measures first: upload_mesh() frees the host's copies of normals and areas as it goes. */
static int upload_this_rank(const struct case_file *c, struct domain *d)
{
    /* Everything that reads normals, areas and nodes on the host stands before upload_mesh(). */
    int n_values = d->pack.n_patches + 1;
    set_ghost_weights(c, d);
    measure_symmetry(d, c->derived.reference.drag_axis);
    MEM_NEW_ZERO(d->measured.open_face, d->pack.n_patches + 1);
    MEM_NEW_ZERO(d->measured.open_vector, d->pack.n_patches + 1);
    patch_faces_measure(&d->pack, d->values, d->measured.open_face, d->measured.open_vector);
    measure_walls(d);
    features_place(d->features, d);
    find_cells(c, d);
    d->values_device = domain_upload(d, "boundary values", d->values, (size_t)n_values * sizeof *d->values);
    return upload_mesh(d, domain_needs(c));
}

/* Results name the packs by it. */
static int set_packs_path(struct domain *d, const char *packs)
{
    char full[PATH_MAX];
    const char *path = realpath(packs, full) ? full : packs;
    if (strlen(path) >= sizeof d->packs)
        return error_set("%s: its path from the root has more than %zu characters; move the packs to where it is "
                         "shorter", path, sizeof d->packs - 1);
    text_copy(d->packs, sizeof d->packs, path);
    return 0;
}

/* Every step that can fail on one rank ends in comm_agree(), so that all ranks take the same way out; a rank that
 * returned alone would leave the others waiting in the next collective call. */
int domain_load(const char *packs, struct case_file *c, const struct comm *comm, const struct backend *backend,
                struct domain *d)
{
    memset(d, 0, sizeof *d);
    pack_init(&d->pack);
    d->backend = backend;
    d->comm = *comm;
    TRY(comm_agree(set_packs_path(d, packs)));
    TRY(domain_check_packs(packs, comm));
    TRY(comm_agree(read_this_rank(c, d)));
    TRY(settle_walls(c, d));
    d->features = features_begin_run(c->features);
    TRY(features_fit(d->features, c, d));
    cell_layer_find(&d->pack, d->values, &d->view.layer);
    TRY(comm_agree(upload_this_rank(c, d)));
    /* All ranks judge the same sums, added in the order of ranks. */
    comm_sum(&d->measured.open_face[0][0], 2 * d->pack.n_patches);
    comm_sum(&d->measured.open_vector[0][0], 3 * d->pack.n_patches);
    internal_start_find(c, d->values, d->pack.n_patches, d->measured.open_face, d->measured.open_vector,
                        &d->measured.start);
    comm_minimum(d->measured.walls.low, 3);
    comm_maximum(d->measured.walls.high, 3);
    comm_sum(d->measured.walls.projected, 3);
    comm_minimum(d->measured.walls.far_low, 3);
    comm_maximum(d->measured.walls.far_high, 3);
    return comm_agree(case_check_open_faces(c, &d->pack, d->values, d->measured.open_face));
}

void domain_free(struct domain *d)
{
    const struct backend *b = d->backend;
    if (!b)
        return;
    features_end(d->features);
#define MESH_ARRAY(name, type, when) b->free((void *)(uintptr_t)d->view.name);
#include "mesh/mesh_arrays.inc"
#undef MESH_ARRAY
    const void *arrays[] = {d->view.centroid, d->view.face_centroid, d->view.left_to_face, d->view.right_to_face,
                            d->view.face_patch, d->view.node_slice_offset, d->view.node_slice, d->view.node_weight,
                            d->view.swept_beyond, d->values_device, d->moving.turning,
                            d->moving.swept_kept};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        b->free((void *)(uintptr_t)arrays[i]);
    mem_free(d->values);
    patch_groups_free(&d->groups);
    mem_free(d->new_walls.distance);
    mem_free(d->measured.symmetry);
    mem_free(d->measured.open_face);
    mem_free(d->measured.open_vector);
    mem_free(d->step_cells);
    pack_free(&d->pack);
    memset(d, 0, sizeof *d);
}

/* By the ranges of faces; patches follow one another. */
int domain_patch_of_face(const struct domain *d, lid face)
{
    for (int k = 0; k < d->pack.n_patches; k++)
        if (face >= d->pack.patch[k].begin && face < d->pack.patch[k].end)
            return k;
    return -1;
}

bool domain_patch_is_everywhere(const struct domain *d, int patch)
{
    return 2 * (double)d->pack.patch[patch].n_faces > (double)d->pack.n_cells_global;
}
