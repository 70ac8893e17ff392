/* Cells divided among ranks: by METIS on the cell graph, or by bisection into slabs along the longest axis.
 *
 * The graph has an edge for each interior face; periodic faces make none, since images are not there yet. METIS gets
 * whole numbers as weights and a fixed seed: the same mesh and options give the same packs.
 *
 * Bisection does not sort the cells, of which there may be hundreds of millions. The axis is cut into 65,536 intervals;
 * from the weight in front of it an interval knows whether all its cells go to one part, and only the cells of the
 * others, less than one interval a cut, are sorted. Equal places go by the cells' numbers.
 */
#include "order/partition.h"

#include "error.h"
#include "order/fragments.h"
#include "mem.h"

#include <math.h>
#include <metis.h>
#include <stdlib.h>
#include <string.h>

/* ---- METIS ---- */

/* What is divided: cells, or lines of cells that stay together. */
struct units {
    int64_t n;
    const int64_t *begin; /* NULL: cells */
    const lid *cell;
    int64_t *of;          /* [n_cells] the line of a cell */
};

static struct units units_of(const struct mesh *m, const struct cell_lines *l)
{
    struct units u = {.n = l ? l->n : m->n_cells};
    if (!l)
        return u;
    u.begin = l->begin;
    u.cell = l->cell;
    MEM_NEW(u.of, m->n_cells);
    for (int64_t k = 0; k < l->n; k++)
        for (int64_t i = l->begin[k]; i < l->begin[k + 1]; i++)
            u.of[l->cell[i]] = k;
    return u;
}

/* Without lines a unit is a cell. */
static int64_t unit_of(const struct units *u, lid cell)
{
    return u->of ? u->of[cell] : cell;
}

struct graph {
    idx_t *offset, *adjacent, *weight, *shared; /* shared: faces between two units */
};

/* The edges from unit k to others; place: of each unit the place of its edge, valid from offset[k] on. */
static idx_t add_edges(const struct mesh *m, const struct units *u, int64_t k, lid cell, idx_t *place, idx_t at,
                       struct graph *g)
{
    for (int64_t i = m->cell_face_offset[cell]; i < m->cell_face_offset[cell + 1]; i++) {
        lid other = mesh_across(m, m->cell_face[i], cell);
        int64_t to = other >= 0 ? unit_of(u, other) : k;
        if (to == k)
            continue;
        /* A place before the row's begin is of an earlier row: this row has no edge to that unit yet. Nothing is
         * cleared. */
        if (place[to] < g->offset[k]) {
            place[to] = at;
            g->shared[at] = 0;
            g->adjacent[at++] = (idx_t)to;
        }
        g->shared[place[to]]++;
    }
    return at;
}

/* METIS wants the graph in CSR form with every edge in both rows, and without an edge from a unit to itself.
 * 2 (n_faces - n_boundary) entries are the most that there can be; with lines there are fewer, since inner
 * faces of lines make no edges and parallel ones are one edge with a weight. */
static void make_graph(const struct mesh *m, const struct units *u, const int32_t *weight, struct graph *g)
{
    idx_t *place, at = 0;
    MEM_NEW(g->offset, u->n + 1);
    MEM_NEW(g->weight, u->n);
    MEM_NEW(g->adjacent, 2 * (m->n_faces - m->n_boundary));
    MEM_NEW(g->shared, 2 * (m->n_faces - m->n_boundary));
    MEM_NEW(place, u->n);
    memset(place, -1, (size_t)u->n * sizeof *place);
    for (int64_t k = 0; k < u->n; k++) {
        int64_t begin = u->begin ? u->begin[k] : k, end = u->begin ? u->begin[k + 1] : k + 1;
        g->offset[k] = at;
        g->weight[k] = 0;
        for (int64_t i = begin; i < end; i++) {
            lid cell = u->cell ? u->cell[i] : (lid)i;
            g->weight[k] += (idx_t)weight[cell];
            at = add_edges(m, u, k, cell, place, at, g);
        }
    }
    g->offset[u->n] = at;
    mem_free(place);
}

/* How much heavier than the mean a part may be, k-way: METIS's own 30 is what the slowest rank would
 * cost all others, and with 10 halos are no larger. */
enum { THOUSANDTHS_OVER_MEAN = 10 };

/* While METIS is at work, SIGTERM is a fault of METIS's like any other (METIS_ERROR). */
static int metis_failed(int status, int64_t n_cells)
{
    if (status == METIS_ERROR_MEMORY)
        return error_set("METIS has run out of memory on %" PRId64 " cells; use a machine with more memory, divide the "
                         "mesh before it is refined (--partition-before), or use --partition bisect", n_cells);
    if (status == METIS_ERROR)
        return error_set("METIS was stopped by SIGTERM, or failed, on %" PRId64 " cells; start again, and if it fails "
                         "again use --partition bisect", n_cells);
    return error_set("METIS failed (status %d) on %" PRId64 " cells; use --partition bisect", status, n_cells);
}

/* lines: to be kept together; NULL: none. halving: by recursive bisection instead of k-way.
 * METIS's numbers may have 32 or 64 bits, by how it was built; entries of the graph are what exceeds 32 bits
 * first (some 540 million tetrahedra). */
static int split_metis(const struct mesh *m, const struct cell_lines *lines, const int32_t *weight, int n_ranks,
                       bool halving, int32_t *rank_of)
{
    if (2 * (m->n_faces - m->n_boundary) > (int64_t)IDX_MAX)
        return error_set("the cell graph is too large for this METIS (%d-bit); divide a coarser mesh (--refine with "
                         "--partition-before), or use --partition bisect", IDXTYPEWIDTH);
    struct units u = units_of(m, lines);
    idx_t options[METIS_NOPTIONS], n = (idx_t)u.n, n_constraints = 1, n_parts = n_ranks, cut = 0, *part;
    METIS_SetDefaultOptions(options);
    /* From 0, as in C; the seed makes METIS, which starts from random matchings, repeat its result. */
    options[METIS_OPTION_NUMBERING] = 0;
    options[METIS_OPTION_SEED] = 1;
    if (!halving) {
        options[METIS_OPTION_UFACTOR] = THOUSANDTHS_OVER_MEAN;
        options[METIS_OPTION_CONTIG] = mesh_is_connected(m); /* METIS expects a connected graph then */
    }
    struct graph g;
    make_graph(m, &u, weight, &g);
    MEM_NEW(part, n);
    /* Weights of edges (shared) make METIS count faces that are cut, also where lines have several in
     * common. The NULLs: no volumes of communication, parts of equal weight, tolerances by UFACTOR. */
    memset(part, 0, (size_t)n * sizeof *part); /* which METIS leaves alone when it fails */
    int status = (halving ? METIS_PartGraphRecursive : METIS_PartGraphKway)(
        &n, &n_constraints, g.offset, g.adjacent, g.weight, NULL, g.shared, &n_parts, NULL, NULL, options, &cut, part);
    for (int64_t c = 0; c < m->n_cells; c++)
        rank_of[c] = (int32_t)part[unit_of(&u, (lid)c)];
    mem_free(part);
    mem_free(g.offset);
    mem_free(g.adjacent);
    mem_free(g.weight);
    mem_free(g.shared);
    mem_free(u.of);
    return status == METIS_OK ? 0 : metis_failed(status, m->n_cells);
}

/* ---- bisection ---- */

struct place {
    double x;
    lid cell;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->cell > q->cell) - (p->cell < q->cell);
}

/* By centroids. Slabs across the longest axis have the smallest cuts that parallel planes can make. */
static int longest_axis(const struct metrics *g)
{
    int longest = 0;
    double most = -1.0;
    for (int d = 0; d < 3; d++) {
        const double *x = g->centroid + d * g->stride;
        double low = x[0], high = x[0];
        for (int64_t c = 1; c < g->n_cells; c++) {
            low = x[c] < low ? x[c] : low;
            high = x[c] > high ? x[c] : high;
        }
        if (high - low > most) {
            most = high - low;
            longest = d;
        }
    }
    return longest;
}

/* Intervals of the axis; a cut's place among the cells of one is found by sorting those. */
enum { INTERVALS = 1 << 16 };
struct axis {
    const double *x; /* [n_cells] */
    double low, per_length; /* intervals a metre */
};

static struct axis choose_axis(const struct metrics *g)
{
    struct axis a = {.x = g->centroid + longest_axis(g) * g->stride, .low = HUGE_VAL};
    double high = -HUGE_VAL;
    for (int64_t c = 0; c < g->n_cells; c++) {
        a.low = fmin(a.low, a.x[c]);
        high = fmax(high, a.x[c]);
    }
    a.per_length = high > a.low ? INTERVALS / (high - a.low) : 0;
    return a;
}

/* Clamped: the cell at the upper end, and what rounding puts beyond it. With all cells at one place
 * (per_length 0) everything is in interval 0, which is then sorted whole. */
static int interval_of(const struct axis *a, int64_t c)
{
    int k = (int)((a->x[c] - a->low) * a->per_length);
    return k < INTERVALS ? k : INTERVALS - 1;
}

/* The part of the cell that has `before` in front of it: the middle of the cell's weight decides, so
 * that no part's index reaches n_parts. */
static int32_t part_of(int64_t before, int64_t weight, int64_t total, int n_parts)
{
    return (int32_t)((2 * before + weight) * n_parts / (2 * total));
}

/* The cells of the intervals that are cut: sorted, and each given its part. */
static void split_cut_intervals(const struct axis *a, const int32_t *weights, int64_t n_cells, const int64_t *before,
                                const int32_t *part, int n_parts, int32_t *part_of_cell)
{
    struct place *place;
    int64_t n = 0;
    for (int64_t c = 0; c < n_cells; c++)
        n += part[interval_of(a, c)] < 0;
    MEM_NEW(place, n);
    n = 0;
    for (int64_t c = 0; c < n_cells; c++)
        if (part[interval_of(a, c)] < 0)
            place[n++] = (struct place){a->x[c], (lid)c};
    qsort(place, (size_t)n, sizeof *place, compare_places);
    /* Weight in front of the cell: starts anew with each interval, since only cut ones are in the list. */
    int64_t passed = 0;
    for (int64_t i = 0; i < n; i++) {
        lid c = place[i].cell;
        int k = interval_of(a, c);
        if (i == 0 || k != interval_of(a, place[i - 1].cell))
            passed = before[k];
        part_of_cell[c] = part_of(passed, weights[c], before[INTERVALS], n_parts);
        passed += weights[c];
    }
    mem_free(place);
}

/* first and last: the parts that a weight of one at the beginning and at the end of the interval would go to.
 * Where they agree all of the interval's cells go there. */
static void split_bisect(const struct mesh *m, const struct metrics *g, const int32_t *weights, int n_ranks,
                         int32_t *rank_of)
{
    struct axis a = choose_axis(g);
    int64_t *before; /* weight of the cells in front of an interval */
    int32_t *part;   /* of all its cells; -1: it is cut */
    MEM_NEW_ZERO(before, INTERVALS + 1);
    MEM_NEW(part, INTERVALS);
    for (int64_t c = 0; c < m->n_cells; c++)
        before[interval_of(&a, c) + 1] += weights[c];
    for (int k = 0; k < INTERVALS; k++)
        before[k + 1] += before[k];
    for (int k = 0; k < INTERVALS; k++) {
        int64_t weight = before[k + 1] - before[k], total = before[INTERVALS];
        int32_t first = part_of(before[k], 1, total, n_ranks), last = part_of(before[k + 1] - 1, 1, total, n_ranks);
        part[k] = weight == 0 || first == last ? first : -1;
    }
#pragma omp parallel for schedule(static)
    for (int64_t c = 0; c < m->n_cells; c++)
        rank_of[c] = part[interval_of(&a, c)];
    split_cut_intervals(&a, weights, m->n_cells, before, part, n_ranks, rank_of);
    mem_free(before);
    mem_free(part);
}

/* ---- */

/* Ranks without cells, which partition_by_cost() refuses. */
static int64_t count_empty(int64_t n_cells, int n_ranks, const int32_t *rank_of)
{
    int64_t empty = 0;
    uint8_t *used;
    MEM_NEW_ZERO(used, n_ranks);
    for (int64_t c = 0; c < n_cells; c++)
        used[rank_of[c]] = 1;
    for (int r = 0; r < n_ranks; r++)
        empty += !used[r];
    mem_free(used);
    return empty;
}

static int split(const struct mesh *m, const struct metrics *g, enum partition_method method, const int32_t *weight,
                 const struct cell_lines *lines, int n_ranks, int32_t *rank_of)
{
    /* no part becomes heavier by lines than METIS may make it anyway */
    bool together = lines && lines->joined > 0 && lines->longest * n_ranks * 1000 <= m->n_cells * THOUSANDTHS_OVER_MEAN;
    if (n_ranks == 1) {
        memset(rank_of, 0, (size_t)m->n_cells * sizeof *rank_of);
        return 0;
    }
    if (method == PARTITION_BISECT) {
        split_bisect(m, g, weight, n_ranks, rank_of);
        return 0;
    }
    TRY(split_metis(m, together ? lines : NULL, weight, n_ranks, false, rank_of));
    /* k-way leaves parts of a few cells empty at times; halving again and again rarely does. */
    return count_empty(m->n_cells, n_ranks, rank_of) ? split_metis(m, NULL, weight, n_ranks, true, rank_of) : 0;
}

/* The error offers what would work: as many ranks as got cells, or the other method. */
int partition_by_cost(const struct mesh *m, const struct metrics *g, enum partition_method method,
                      const double *cost, const struct cell_lines *lines, int n_ranks, int32_t *rank_of)
{
    int32_t *weight;
    if (n_ranks > m->n_cells)
        return error_set("--ranks %d: the mesh has only %" PRId64 " cells; ask for fewer ranks", n_ranks, m->n_cells);
    MEM_NEW(weight, m->n_cells);
    cell_cost_round(m->n_cells, cost, weight);
    int status = split(m, g, method, weight, lines, n_ranks, rank_of);
    mem_free(weight);
    TRY(status);
    int64_t empty = count_empty(m->n_cells, n_ranks, rank_of);
    if (empty)
        return error_set("--ranks %d: %" PRId64 " ranks would get none of the %" PRId64 " cells; ask for %" PRId64
                         " ranks or fewer, or use --partition %s",
                         n_ranks, empty, m->n_cells, n_ranks - empty,
                         method == PARTITION_METIS ? "bisect" : "metis");
    return 0;
}

/* Where nothing was measured: cells weigh as many as they have faces, which is what most kernels' time
 * follows. */
int partition_cells(const struct mesh *m, const struct metrics *g, enum partition_method method, int n_ranks,
                    int32_t *rank_of)
{
    const struct cell_cost by_faces = cell_cost_by_faces();
    double *cost = cell_costs(m, g, &by_faces);
    int status = partition_by_cost(m, g, method, cost, NULL, n_ranks, rank_of);
    mem_free(cost);
    return status;
}

/* imbalance is by numbers of cells, for the report; cell_cost_imbalance() is by cost. */
void partition_measure(const struct mesh *m, int n_ranks, const int32_t *rank_of, struct partition_quality *q)
{
    int64_t *size;
    MEM_NEW_ZERO(size, n_ranks);
    for (int64_t c = 0; c < m->n_cells; c++)
        size[rank_of[c]]++;
    q->fewest = q->most = size[0];
    for (int r = 1; r < n_ranks; r++) {
        q->fewest = size[r] < q->fewest ? size[r] : q->fewest;
        q->most = size[r] > q->most ? size[r] : q->most;
    }
    q->imbalance = (double)q->most * n_ranks / (double)m->n_cells;
    int64_t cut = 0;
#pragma omp parallel for schedule(static) reduction(+ : cut) if (n_ranks > 1)
    for (int64_t f = 0; f < (n_ranks > 1 ? m->n_faces : 0); f++)
        cut += !mesh_is_boundary(m, f) && rank_of[m->left[f]] != rank_of[m->right[f]];
    q->edge_cut = cut;
    mem_free(size);
}
