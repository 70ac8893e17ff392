/* capacity.c: adds up what a case will take on the device and on the host, from the sizes in the
 * packs, before anything is allocated; and says how many GPUs or hosts would hold it.
 */
#include "run/capacity.h"

#include "mesh/domain.h"
#include "scheme/flow.h"
#include "scheme/integrator.h"

#include "error.h"
#include "features/features.h"
#include "run/host_memory.h"
#include "checkpoint/last_valid.h"
#include "mem.h"
#include "pack/pack_rows.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Libraries, message buffers of MPI, small arrays. */
static const int64_t HOST_EXTRA = 64 << 20;

/* ---- one rank ---- */

/* What an array of the pack takes on the device: as kernels read it, or worked out from it.
 * Positions are kept as vectors of faces where geometry is relative, and then those of boundary faces
 * beside them. */
static int64_t device_bytes(const struct pack *p, const struct pack_row *row, const struct domain_needs *needs)
{
    int64_t n = row->components * row->count, bytes = domain_array_bytes(needs, row->member, n);
    if (strcmp(row->member, "face_centroid") == 0)
        return GEOMETRY_IS_RELATIVE ? 2 * n * (int64_t)sizeof(stored) + 3 * p->n_boundary * (int64_t)sizeof(double)
                                    : n * (int64_t)sizeof(double);
    if (strcmp(row->member, "centroid") == 0)
        return GEOMETRY_IS_RELATIVE && !needs->node_fits ? 0 : n * (int64_t)sizeof(double);
    return bytes > 0 ? bytes : 0;
}

/* Arrays that kernels do not read as they are stay on the host but for positions, which are counted apart. */
static bool stays_on_host(const struct domain_needs *needs, const char *member)
{
    return domain_array_bytes(needs, member, 0) < 0 && strcmp(member, "centroid") != 0 &&
           strcmp(member, "face_centroid") != 0;
}

/* host: what stays there. */
struct pack_bytes {
    int64_t all, host, device, largest;
};

/* From the same rows as reading and writing (pack_rows.h), so that a new array is counted without a change here. */
static struct pack_bytes bytes_of_pack(const struct pack *p, unsigned groups, struct domain_needs needs)
{
    struct pack_row row[PACK_N_ROWS];
    struct pack_bytes b = {0, 0, 0, 0};
    pack_rows(p, row);
    for (int k = 0; k < PACK_N_ROWS; k++) {
        /* Groups that the case does not need are not read at all. */
        if (!(row[k].group & groups))
            continue;
        int64_t bytes = row[k].components * row[k].count * (int64_t)h5_io_type_size(row[k].type);
        b.all += bytes;
        b.host += stays_on_host(&needs, row[k].member) ? bytes : 0;
        b.device += device_bytes(p, &row[k], &needs);
        b.largest = bytes > b.largest ? bytes : b.largest;
    }
    return b;
}

/* Entries of the lists and buffers of solve/exchange/exchange.c, both ways.
 * Layers 0 and 1 for schemes whose stencil is two cells wide, also layer 2 where cells around nodes are averaged. */
static int64_t entries_of_exchange(const struct pack *p, bool with_nodes)
{
    int layers = with_nodes ? 3 : 2;
    int64_t n = 0;
    for (int k = 0; k < p->n_neighbours; k++) {
        const struct pack_neighbour *nb = &p->neighbour[k];
        n += nb->send_begin[layers] - nb->send_begin[0] + nb->recv_begin[layers] - nb->recv_begin[0];
    }
    return n;
}

/* solve/mesh/node_slices.c, bytes. Where rows are padded for other cells of their slice, they
 * are between as wide as the mesh's own mean of nodes to faces says and as a
 * hexahedron's: taken in the middle. */
static int64_t bytes_of_node_slices(const struct pack *p, struct domain_needs needs)
{
    int64_t entry = (int64_t)sizeof(lid) + (needs.node_weights ? 3 * (int64_t)sizeof(stored) : 0);
    double faces = (double)p->n_cell_faces, rows = (double)p->n_slice_entries;
    double nodes_per_face = (double)p->n_cell_nodes / faces;
    if (!needs.node_fits && !needs.node_weights)
        return 0;
    if (rows > 1.05 * faces)
        nodes_per_face = 0.5 * (nodes_per_face + 8.0 / 6);
    return (int64_t)(rows * nodes_per_face) * entry;
}

/* Arrays of the flow, and their copies for checkpoints written beside the march, bytes. */
static int64_t bytes_of_flow(const struct pack *p, const struct case_file *c, bool device_is_host)
{
    struct state_shape s = state_shape_of(p, c, device_is_host && c->numerics.pipeline != PIPELINE_PAPER);
    return state_bytes(&s) + integrator_bytes(p, c) + (c->output.checkpoint > 0 ? state_checkpoint_bytes(&s) : 0) +
           features_bytes(c->features, c, p, device_is_host) +
           (device_is_host ? last_valid_bytes(p, c) : 0); /* a device has it where there is room */
}

/* What pipeline = paper has besides on the device (solve/paper/paper.c, paper_view.c), bytes.
 * In the order of the arrays there: states left and right of faces, sums, extremes and limiter, counts. */
static int64_t bytes_of_paper(const struct pack *p, const struct case_file *c)
{
    if (c->numerics.pipeline != PIPELINE_PAPER)
        return 0;
    int64_t nv = equations_variables(c->model.equations);
    int64_t words = 2 * nv * p->n_flux + nv * p->n_owned + 3 * p->n_stencil + p->n_nodes;
    int64_t indices = p->n_stencil + 3 * p->n_cell_faces + p->n_nodes + p->n_face_nodes + p->n_flux;
    return words * (int64_t)sizeof(real) + indices * (int64_t)sizeof(lid) + p->n_cell_nodes + p->n_node_cells;
}

/* The host's need is the larger of two moments: all arrays of the pack loaded, before their upload, and the march
 * with what stays, with two copies of the state in double. */
struct capacity_need capacity_estimate(const struct pack *p, const struct case_file *c, bool device_is_host)
{
    struct domain_needs needs = domain_needs(c);
    struct pack_bytes mesh = bytes_of_pack(p, needs.groups & ~(unsigned)PACK_PAPER, needs);
    struct capacity_need need;
    int64_t nv = equations_variables(c->model.equations), state = nv * p->n_owned * (int64_t)sizeof(double);
    int64_t kept = mesh.host + 3 * p->n_slots * (int64_t)sizeof(double); /* with the centroids of cells */
    need.device = mesh.device + bytes_of_node_slices(p, needs) + bytes_of_flow(p, c, device_is_host) +
                  bytes_of_paper(p, c) +
                  entries_of_exchange(p, needs.nodes) * (int64_t)(sizeof(lid) + (size_t)nv * sizeof(real)) +
                  (case_is_implicit(c) ? entries_of_exchange(p, false) : 0) *
                      (int64_t)(sizeof(lid) + (size_t)nv * sizeof(real)); /* once more, colour by colour */
    int64_t loading = mesh.all + (device_is_host ? mesh.largest : 0);
    if (needs.paper)
        loading += bytes_of_pack(p, PACK_PAPER, needs).all;
    int64_t marching = kept + 2 * state + features_host_bytes(c->features, c, p) + (device_is_host ? need.device : 0);
    need.host = (loading > marching ? loading : marching) + HOST_EXTRA;
    return need;
}

/* ---- all ranks ---- */

static bool same_device(const struct capacity_row *a, const struct capacity_row *b)
{
    return a->device_id[0] && strcmp(a->device_id, b->device_id) == 0 && strcmp(a->host, b->host) == 0;
}

/* By name: hosts of one name would be taken for one, and be refused rather than overfilled. */
static bool same_host(const struct capacity_row *a, const struct capacity_row *b)
{
    return strcmp(a->host, b->host) == 0;
}

/* Places with `available` bytes each that hold all ranks: halos grow with the
 * number of parts, hence a tenth more. */
static int places_needed(double all, double available)
{
    double n = ceil(1.1 * all / available);
    return n < 1e6 ? (int)n : 1000000;
}

/* Ranks that share a device add up; each saw its free memory at a slightly different time, of which the least
 * counts. */
static int judge_device(const struct capacity_row *row, int n, int r)
{
    double need = 0, all = 0, available = (double)row[r].device_free;
    int ranks = 0;
    for (int k = 0; k < n; k++) {
        /* Of all devices: how many of this size would hold the whole case. */
        all += (double)row[k].need.device;
        if (same_device(&row[r], &row[k])) {
            need += (double)row[k].need.device;
            available = fmin(available, (double)row[k].device_free);
            ranks++;
        }
    }
    if (need <= available)
        return 0;
    return error_set("%s of %s: %.3f GB are needed for %d rank%s but %.3f GB are free; about %d such GPUs would "
                     "hold the case: run ufv-prep --ranks %d and start one rank per GPU",
                     row[r].device, row[r].host, need * 1e-9, ranks, ranks == 1 ? "" : "s", available * 1e-9,
                     places_needed(all, available), places_needed(all, available));
}

/* As judge_device(), with ranks instead of GPUs to be fewer; a rank that is alone on its host has to be divided. */
static int judge_host(const struct capacity_row *row, int n, int r)
{
    double need = 0, all = 0, available = (double)row[r].host_free;
    int ranks = 0;
    for (int k = 0; k < n; k++) {
        all += (double)row[k].need.host;
        if (same_host(&row[r], &row[k])) {
            need += (double)row[k].need.host;
            available = fmin(available, (double)row[k].host_free);
            ranks++;
        }
    }
    if (need <= available)
        return 0;
    int places = places_needed(all, available);
    (void)error_set("%s: %.3f GB of memory are needed for %d rank%s but %.3f GB are free; about %d such hosts would "
                    "hold the case", row[r].host, need * 1e-9, ranks, ranks == 1 ? "" : "s", available * 1e-9, places);
    return ranks > 1 ? error_set("%s: start fewer ranks on each", error_message())
                     : error_set("%s: run ufv-prep --ranks %d and start one rank per host", error_message(), places);
}

/* The first shortage found is told; ranks in order, so that it is the same one each time. */
int capacity_judge(const struct capacity_row *row, int n)
{
    for (int r = 0; r < n; r++) {
        if (row[r].device_id[0])
            TRY(judge_device(row, n, r));
        TRY(judge_host(row, n, r));
    }
    return 0;
}

/* Zeroed first: rows travel as bytes. */
static int fill_row(const char *packs, const struct case_file *c, const struct comm *comm, const struct backend *b,
                    struct capacity_row *row)
{
    struct pack p;
    memset(row, 0, sizeof *row);
    /* No group of arrays: the counts alone, of which the estimate is made. */
    TRY(pack_read(packs, comm->rank, 0, &p));
    text_copy(row->host, sizeof row->host, comm->host);
    text_copy(row->device, sizeof row->device, b->device_name);
    text_copy(row->device_id, sizeof row->device_id, b->device_id);
    row->need = capacity_estimate(&p, c, b->unified);
    row->device_free = (int64_t)b->device_free_bytes();
    row->host_free = host_memory_available();
    pack_free(&p);
    return 0;
}

/* pack_read() without groups reads no arrays. Rank 0 judges, since only it sees all rows. */
int capacity_check(const char *packs, const struct case_file *c, const struct comm *comm,
                   const struct backend *backend)
{
    struct capacity_row mine, *rows = NULL;
    TRY(comm_agree(fill_row(packs, c, comm, backend, &mine)));
    if (comm->rank == 0)
        MEM_NEW(rows, comm->size);
    comm_gather(&mine, (int)sizeof mine, rows);
    int status = rows ? capacity_judge(rows, comm->size) : 0;
    mem_free(rows);
    return comm_agree(status);
}
