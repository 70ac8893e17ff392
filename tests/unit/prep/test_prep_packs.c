/* The packs of boxes on 1, 2, 3 and 8 ranks, against definitions by brute force. */
#include "pack_set.h"

#include "mesh/coarse.h"
#include "mesh/refine.h"
#include "order/fragments.h"
#include "unit/pack_lists.h"

static const char *const order_name[3] = {
    [REORDER_RCM] = "rcm", [REORDER_HILBERT] = "hilbert", [REORDER_NONE] = "none"};

static void set_make(struct set *s, enum box_kind kind, int n_ranks, enum partition_method method,
                     enum reorder_method order)
{
    struct raw_mesh raw;
    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s on %d, %s", box_name[kind], n_ranks, order_name[order]);
    box_mesh(kind, 6, 0.2, &raw);
    CHECK(mesh_build(&raw, &s->mesh, &s->found) == 0, "%s", error_message());
    raw_mesh_free(&raw);
    metrics_compute(&s->mesh, &s->metrics);
    MEM_NEW(s->wall, s->mesh.n_cells);
    wall_distance_compute(&s->mesh, &s->metrics, NULL, s->wall);
    MEM_NEW(s->rank_of, s->mesh.n_cells);
    s->kind = kind;
    s->n_ranks = n_ranks;
    CHECK(partition_cells(&s->mesh, &s->metrics, method, n_ranks, s->rank_of) == 0, "%s", error_message());
    reorder_cells(&s->mesh, &s->metrics, n_ranks, s->rank_of, order, &s->ordering);
    set_make_packs(s);
}

/* Runs a check on every kind of mesh, number of ranks, partition and order. */
static void for_each_set(void (*check)(struct set *))
{
    static const int ranks[4] = {1, 2, 3, 8};
    static const enum reorder_method order[3] = {REORDER_RCM, REORDER_NONE, REORDER_HILBERT};
    for (int kind = 0; kind < BOX_N_KINDS; kind++)
        for (int k = 0; k < 4; k++)
            for (int how = 0; how < 3; how++) {
                struct set s;
                set_make(&s, (enum box_kind)kind, ranks[k], how == 1 ? PARTITION_BISECT : PARTITION_METIS,
                         order[how]);
                check(&s);
                set_free(&s);
            }
}

static void check_invariants(struct set *s)
{
    for (int r = 0; r < s->n_ranks; r++)
        CHECK(pack_check(&s->pack[r]) == 0, "%s, rank %d: %s", s->name, r, error_message());
}

static void packs_keep_their_invariants(void)
{
    for_each_set(check_invariants);
}

/* Owned cells divide the mesh; values are the mesh's own, bit for bit. */
static void check_cells(struct set *s)
{
    int64_t n = s->mesh.n_cells;
    int *owned = calloc((size_t)n, sizeof *owned);
    for (int r = 0; r < s->n_ranks; r++) {
        const struct pack *p = &s->pack[r];
        int *here = calloc((size_t)n, sizeof *here);
        CHECK(p->n_owned > 0, "%s: rank %d is empty", s->name, r);
        for (int64_t i = 0; i < p->n_cells; i++) {
            gid c = p->cell_gid[i];
            here[c]++;
            if (i < p->n_owned) {
                owned[c]++;
                CHECK(s->rank_of[c] == r, "owner");
            }
            CHECK(p->volume[i] == s->metrics.volume[c] && p->wall_distance[i] == s->wall[c], "cell %d", (int)i);
            for (int d = 0; d < 3; d++)
                CHECK(p->centroid[d * p->n_slots + i] == s->metrics.centroid[d * n + c], "centroid of %d", (int)i);
        }
        for (int64_t c = 0; c < n; c++)
            CHECK(here[c] <= 1, "%s: cell %d is %d times on rank %d", s->name, (int)c, here[c], r);
        free(here);
    }
    for (int64_t c = 0; c < n; c++)
        CHECK(owned[c] == 1, "%s: cell %d has %d owners", s->name, (int)c, owned[c]);
    free(owned);
}

static void owned_cells_divide_the_mesh(void)
{
    for_each_set(check_cells);
}

/* Flux faces: a boundary face on one rank, an inner one on the ranks of its two
 * cells; its normal is the mesh's, up to the sign that left < right asks for. */
static void check_faces(struct set *s)
{
    const struct mesh *m = &s->mesh;
    int *seen = calloc((size_t)m->n_faces, sizeof *seen);
    for (int r = 0; r < s->n_ranks; r++) {
        const struct pack *p = &s->pack[r];
        for (int64_t i = 0; i < p->n_faces; i++) {
            gid f = p->face_gid[i];
            seen[f] += i < p->n_flux;
            double sign = p->cell_gid[p->left[i]] == m->left[f] ? 1.0 : -1.0;
            bool ghost = p->right[i] >= p->n_cells;
            CHECK(ghost == mesh_is_boundary(m, f), "face %d", (int)i);
            if (!ghost)
                CHECK(p->cell_gid[p->left[i]] + p->cell_gid[p->right[i]] == (gid)m->left[f] + m->right[f], "cells");
            struct vec3 n, x;
            face_geometry(m, f, &n, &x);
            const double normal[3] = {n.x, n.y, n.z};
            for (int d = 0; d < 3; d++)
                CHECK(p->normal[d * p->n_faces + i] == sign * normal[d], "normal");
        }
        for (int b = 0; b < p->n_patches; b++) {
            for (lid i = p->patch[b].begin; i < p->patch[b].end; i++)
                CHECK(m->right[p->face_gid[i]] == ~b, "patch of face %d", (int)i);
            for (lid i = p->patch[b].halo_begin; i < p->patch[b].halo_end; i++)
                CHECK(m->right[p->face_gid[i]] == ~b, "patch of halo face %d", (int)i);
        }
    }
    for (int64_t f = 0; f < m->n_faces; f++) {
        bool cut = !mesh_is_boundary(m, f) && s->rank_of[m->left[f]] != s->rank_of[m->right[f]];
        CHECK(seen[f] == 1 + cut, "%s: face %d is on %d ranks", s->name, (int)f, seen[f]);
    }
    free(seen);
}

static void flux_faces_cover_the_mesh(void)
{
    for_each_set(check_faces);
}

/* Algorithm 2: a walk over the cells meets the interior faces in ascending order. */
static void check_order(struct set *s)
{
    for (int r = 0; r < s->n_ranks; r++) {
        const struct pack *p = &s->pack[r];
        lid next = (lid)p->n_boundary;
        for (lid c = 0; c < p->n_owned; c++)
            for (lid k = p->cell_face_offset[c]; k < p->cell_face_offset[c + 1]; k++)
                if (p->cell_face[k] >= p->n_boundary && p->left[p->cell_face[k]] == c) {
                    CHECK(p->cell_face[k] == next, "%s: face %d where %d is next", s->name, (int)p->cell_face[k],
                          (int)next);
                    next++;
                }
        CHECK(next == p->n_flux, "%d of %d", (int)next, (int)p->n_flux);
    }
    if (s->ordering.method == REORDER_NONE && s->n_ranks == 1)
        for (int64_t c = 0; c < s->mesh.n_cells; c++)
            CHECK(s->pack[0].cell_gid[c] == c, "file order is kept");
}

static void faces_follow_algorithm_2(void)
{
    for_each_set(check_order);
}

/* layer[c]: 0 owned, 1..3 halo layers, 4 none, by the words of pack.h. */
static void find_layers(const struct set *s, int rank, int *layer)
{
    const struct mesh *m = &s->mesh;
    uint8_t *node = calloc((size_t)m->n_nodes, 1);
    for (int64_t c = 0; c < m->n_cells; c++)
        layer[c] = s->rank_of[c] == rank ? 0 : 4;
    for (int depth = 1; depth <= 2; depth++)
        for (int64_t f = 0; f < m->n_faces; f++) {
            if (mesh_is_boundary(m, f))
                continue;
            lid a = m->left[f], b = m->right[f];
            if (layer[a] == depth - 1 && layer[b] == 4)
                layer[b] = depth;
            if (layer[b] == depth - 1 && layer[a] == 4)
                layer[a] = depth;
        }
    for (int64_t c = 0; c < m->n_cells; c++)
        for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1] && layer[c] <= 1; i++)
            node[m->cell_node[i]] = 1;
    for (int64_t c = 0; c < m->n_cells; c++)
        for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1]; i++)
            if (layer[c] == 4 && node[m->cell_node[i]])
                layer[c] = 3;
    free(node);
}

/* Against find_layers(), which spreads over the whole mesh. Within a layer cells stand by owner and then in the owner's
 * order, which makes receive lists runs. */
static void check_layers(struct set *s)
{
    int64_t n = s->mesh.n_cells;
    int *layer = calloc((size_t)n, sizeof *layer);
    for (int r = 0; r < s->n_ranks; r++) {
        const struct pack *p = &s->pack[r];
        int64_t end[4] = {p->n_owned, p->n_stencil, p->n_stencil + p->n_halo_second, p->n_cells}, size[5] = {0};
        find_layers(s, r, layer);
        for (int64_t c = 0; c < n; c++)
            size[layer[c]]++;
        for (int64_t i = 0, l = 0; i < p->n_cells; i++) {
            while (i >= end[l])
                l++;
            CHECK(layer[p->cell_gid[i]] == l, "%s: rank %d, cell %d is of layer %d, not %d", s->name, r, (int)i,
                  layer[p->cell_gid[i]], (int)l);
        }
        CHECK(size[1] == p->n_halo_face && size[2] == p->n_halo_second && size[3] == p->n_halo_node,
              "%s: rank %d: sizes of layers", s->name, r);
        for (int64_t i = p->n_owned + 1; i < p->n_cells; i++) {
            gid a = p->cell_gid[i - 1], b = p->cell_gid[i];
            if (layer[a] != layer[b])
                continue;
            int ra = s->rank_of[a], rb = s->rank_of[b];
            CHECK(ra < rb || (ra == rb && s->ordering.position[a] < s->ordering.position[b]), "order in a layer");
        }
    }
    free(layer);
}

static void halo_layers_by_brute_force(void)
{
    for_each_set(check_layers);
}

static void check_lists(struct set *s)
{
    check_exchange(s->pack, s->n_ranks, s->name);
}

static void exchange_lists_agree(void)
{
    for_each_set(check_lists);
}

/* The ghost of a boundary face mirrors its cell: it lies outside, and the middle between the two lies in the face's
 * plane. */
static void check_ghosts(struct set *s)
{
    for (int r = 0; r < s->n_ranks; r++) {
        const struct pack *p = &s->pack[r];
        for (int64_t f = 0; f < p->n_boundary; f++) {
            double along = 0.0, across = 0.0;
            for (int d = 0; d < 3; d++) {
                double a = p->centroid[d * p->n_slots + p->left[f]], b = p->centroid[d * p->n_slots + p->right[f]];
                along += (b - a) * p->normal[d * p->n_faces + f];
                across += (0.5 * (a + b) - p->face_centroid[d * p->n_faces + f]) * p->normal[d * p->n_faces + f];
            }
            CHECK(along > 0.0, "ghost of face %d is outside", (int)f);
            CHECK_NEAR(across, 0.0, 1e-16); /* area 1/36 times rounding of coordinates of order 1 */
        }
    }
}

static void ghosts_mirror_their_cells(void)
{
    for_each_set(check_ghosts);
}

/* Node data: all cells around, and how many of their faces hold the node. */
static void check_nodes(struct set *s)
{
    for (int r = 0; r < s->n_ranks; r++) {
        const struct pack *p = &s->pack[r];
        for (int64_t c = 0; c < p->n_stencil; c++)
            for (lid k = p->cell_node_offset[c]; k < p->cell_node_offset[c + 1]; k++) {
                /* Three faces of a cell meet at a corner, four at the top of a pyramid. */
                int type = p->cell_type[c], place = (int)(k - p->cell_node_offset[c]);
                int expected = type == ELEMENT_PYRA && place == 4 ? 4 : 3;
                CHECK(p->cell_node_access[k] == expected, "access of node %d of cell %d", place, (int)c);
                gid cell = p->cell_gid[c];
                CHECK(p->node_gid[p->cell_node[k]] == s->mesh.cell_node[s->mesh.cell_node_offset[cell] + place],
                      "node %d of cell %d", place, (int)c);
            }
        for (int64_t v = 0; v < p->n_nodes; v++) {
            gid g = p->node_gid[v];
            CHECK(p->node_cell_offset[v + 1] - p->node_cell_offset[v] ==
                      s->halos.node_cell_offset[g + 1] - s->halos.node_cell_offset[g],
                  "cells around node %d", (int)v);
        }
    }
}

static void nodes_know_their_cells(void)
{
    for_each_set(check_nodes);
}

/* Against those of one rank. */
static void check_colours(struct set *s)
{
    struct set one;
    uint8_t *colour = check_cell_colours(s->pack, s->n_ranks, s->name);
    set_make(&one, s->kind, 1, PARTITION_METIS, REORDER_RCM);
    uint8_t *alone = check_cell_colours(one.pack, 1, one.name);
    CHECK(one.pack[0].n_cell_colours == s->pack[0].n_cell_colours, "%s: number of colours", s->name);
    for (int64_t c = 0; c < s->mesh.n_cells; c++)
        CHECK(colour[c] == alone[c], "%s: cell %d has colour %d, on one rank %d", s->name, (int)c, colour[c], alone[c]);
    mem_free(alone);
    mem_free(colour);
    set_free(&one);
}

static void cell_colours_are_those_of_one_rank(void)
{
    for_each_set(check_colours);
}

/* What pack_check() is for. */
static void spoilt_colours_are_found(void)
{
    struct set s;
    set_make(&s, BOX_HEXA, 2, PARTITION_METIS, REORDER_RCM);
    struct pack *p = &s.pack[0];
    for (lid k = 1; k < p->n_cell_colours; k++) /* all cells in one colour */
        p->cell_colour_offset[k] = (lid)p->n_owned;
    CHECK(pack_check(p) != 0 && strstr(error_message(), "shares faces and a colour with three others"), "%s",
          error_message());
    p->halo_colour[0] = (uint8_t)p->n_cell_colours;
    CHECK(pack_check(p) != 0 && strstr(error_message(), "halo/colour"), "%s", error_message());
    set_free(&s);
}

static void colours_are_few(void)
{
    struct set s;
    set_make(&s, BOX_TETRA, 1, PARTITION_METIS, REORDER_RCM);
    /* Greedy needs at most one more than the conflicts of an item: 2 * 3 and 4. */
    CHECK(s.pack[0].n_face_colours <= 7 && s.pack[0].n_cell_colours <= 5, "%d and %d", (int)s.pack[0].n_face_colours,
          (int)s.pack[0].n_cell_colours);
    set_free(&s);
}

/* ---- partition ---- */

/* Slabs differ by one cell at most and ascend along one axis; METIS keeps its tolerance. */
static void partitions_are_even(void)
{
    struct set s;
    struct partition_quality q;
    set_make(&s, BOX_TETRA, 8, PARTITION_BISECT, REORDER_RCM);
    partition_measure(&s.mesh, 8, s.rank_of, &q);
    CHECK(q.most - q.fewest <= 1, "slabs of %d to %d", (int)q.fewest, (int)q.most);
    bool along[3] = {true, true, true}; /* slabs: one axis along which ranks ascend */
    for (int64_t c = 0; c < s.mesh.n_cells; c++)
        for (int64_t e = 0; e < s.mesh.n_cells; e++)
            for (int d = 0; d < 3 && s.rank_of[c] < s.rank_of[e]; d++)
                if (s.metrics.centroid[d * s.mesh.n_cells + c] > s.metrics.centroid[d * s.mesh.n_cells + e])
                    along[d] = false;
    CHECK(along[0] + along[1] + along[2] == 1, "%d %d %d", along[0], along[1], along[2]);
    set_free(&s);
    set_make(&s, BOX_TETRA, 8, PARTITION_METIS, REORDER_RCM);
    partition_measure(&s.mesh, 8, s.rank_of, &q);
    CHECK(q.imbalance < 1.06, "%g", q.imbalance); /* METIS allows 3 % and rounds on 1296 cells */
    set_free(&s);
}

/* One cell for each rank is allowed, more ranks than cells are not. */
static void odd_numbers_of_ranks(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    int32_t rank_of[8], seen[8] = {0};
    box_mesh(BOX_HEXA, 2, 0.0, &raw);
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    metrics_compute(&m, &g);
    CHECK(partition_cells(&m, &g, PARTITION_METIS, 9, rank_of) != 0, "more ranks than cells");
    CHECK(strstr(error_message(), "only 8 cells"), "%s", error_message());
    CHECK(partition_cells(&m, &g, PARTITION_METIS, 8, rank_of) == 0, "%s", error_message());
    for (int c = 0; c < 8; c++)
        seen[rank_of[c]]++;
    for (int r = 0; r < 8; r++)
        CHECK(seen[r] == 1, "rank %d has %d cells", r, (int)seen[r]);
    raw_mesh_free(&raw);
    metrics_free(&g);
    mesh_free(&m);
}

/* Stray cells inside other ranks' parts go to the rank around them; halves stay. */
static void parts_in_one_piece(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct mesh_findings found;
    enum { N = 8 };
    int32_t rank_of[N * N * N];
    int64_t moved;
    box_mesh(BOX_HEXA, N, 0.0, &raw);
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    for (int c = 0; c < N * N * N; c++) /* four slabs in x */
        rank_of[c] = c % N / 2;
    rank_of[(3 * N + 3) * N + 0] = 3; /* a cell of rank 3 in the midst of rank 0's */
    rank_of[(3 * N + 3) * N + 5] = 0; /* of rank 0 in rank 2's, two cells */
    rank_of[(4 * N + 3) * N + 5] = 0;
    CHECK(fragments_join(&m, 4, rank_of, &moved) == 0 && moved == 3, "%d moved", (int)moved);
    for (int c = 0; c < N * N * N; c++)
        CHECK(rank_of[c] == c % N / 2, "cell %d went to rank %d", c, (int)rank_of[c]);
    CHECK(fragments_join(&m, 4, rank_of, &moved) == 0 && moved == 0, "%d moved again", (int)moved);
    raw_mesh_free(&raw);
    mesh_free(&m);
}

/* METIS leaves parts in one piece each, and none more than 1 % over the mean by its own weights. */
static void parts_are_balanced(void)
{
    enum { N = 16, RANKS = 24 };
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    struct partition_quality q;
    int64_t moved;
    box_mesh(BOX_TETRA, N, 0.2, &raw);
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    raw_mesh_free(&raw);
    metrics_compute(&m, &g);
    int32_t *rank_of = mem_alloc("ranks", (size_t)m.n_cells, sizeof *rank_of);
    CHECK(partition_cells(&m, &g, PARTITION_METIS, RANKS, rank_of) == 0, "%s", error_message());
    partition_measure(&m, RANKS, rank_of, &q);
    CHECK(q.imbalance < 1.012, "imbalance %g", q.imbalance); /* 1 % and a cell or two of a thousand */
    CHECK(fragments_join(&m, RANKS, rank_of, &moved) == 0 && moved == 0, "%d moved", (int)moved);
    mem_free(rank_of);
    metrics_free(&g);
    mesh_free(&m);
}

/* Cells of every type, refined twice: what a cell has become goes where it goes. */
static void descendants_stay_together(void)
{
    for (int k = 0; k < BOX_N_KINDS; k++) {
        struct raw_mesh raw, before;
        struct mesh_findings found;
        struct coarse c = {.depth = 2};
        box_mesh((enum box_kind)k, 2, 0.1, &raw);
        raw_mesh_copy(&raw, &before);
        int64_t n = raw.n_cells;
        CHECK(mesh_build(&before, &c.mesh, &found) == 0, "%s", error_message());
        metrics_compute(&c.mesh, &c.metrics);
        CHECK(raw.n_cells == n && raw.cell_node != before.cell_node, "the mesh was not copied");
        CHECK(refine_raw_mesh(&raw) == 0 && refine_raw_mesh(&raw) == 0, "%s", error_message());
        int32_t *parent = mem_alloc("parents", (size_t)n, sizeof *parent);
        int32_t *of = mem_alloc("parents of the refined", (size_t)raw.n_cells, sizeof *of);
        for (int32_t i = 0; i < n; i++)
            parent[i] = i;
        memset(of, 0xff, (size_t)raw.n_cells * sizeof *of);
        coarse_spread(&c, parent, of);
        struct mesh fine;
        struct metrics g;
        CHECK(mesh_build(&raw, &fine, &found) == 0, "%s", error_message());
        metrics_compute(&fine, &g);
        double *volume = mem_zalloc("volumes", (size_t)n, sizeof *volume);
        for (int64_t i = 0; i < fine.n_cells; i++)
            if (of[i] >= 0 && of[i] < n)
                volume[of[i]] += g.volume[i];
        for (int64_t i = 0; i < n; i++) /* of pyramids and prisms whose quadrilaterals are not plane only nearly */
            CHECK(fabs(volume[i] / c.metrics.volume[i] - 1) < 0.05, "%s: cell %d: %g of its volume", box_name[k],
                  (int)i, volume[i] / c.metrics.volume[i]);
        mem_free(volume);
        mem_free(parent);
        mem_free(of);
        metrics_free(&g);
        mesh_free(&fine);
        raw_mesh_free(&raw);
        raw_mesh_free(&before);
        coarse_free(&c);
    }
}

/* What --count says without packs is what packs hold. */
static void halos_are_counted(void)
{
    for (int n_ranks = 1; n_ranks <= 8; n_ranks++) {
        struct set s;
        set_make(&s, BOX_MIXED, n_ranks, PARTITION_METIS, REORDER_NONE);
        struct halo_counts c = halos_count(&s.halos);
        int64_t cells = 0, most = 0;
        int neighbours = 0, all = 0;
        for (int r = 0; r < n_ranks; r++) {
            int64_t halo = s.pack[r].n_cells - s.pack[r].n_owned;
            cells += halo;
            most = halo > most ? halo : most;
            all += s.pack[r].n_neighbours;
            neighbours = s.pack[r].n_neighbours > neighbours ? s.pack[r].n_neighbours : neighbours;
        }
        CHECK(c.cells == cells && c.most == most, "%d ranks: %d, %d halo cells", n_ranks, (int)c.cells, (int)c.most);
        CHECK(c.neighbours_most == neighbours, "%d ranks: %d neighbours", n_ranks, c.neighbours_most);
        CHECK_NEAR(c.neighbours_mean, (double)all / n_ranks, 1e-12);
        set_free(&s);
    }
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    CASE(packs_keep_their_invariants);
    CASE(owned_cells_divide_the_mesh);
    CASE(flux_faces_cover_the_mesh);
    CASE(faces_follow_algorithm_2);
    CASE(halo_layers_by_brute_force);
    CASE(exchange_lists_agree);
    CASE(ghosts_mirror_their_cells);
    CASE(nodes_know_their_cells);
    CASE(cell_colours_are_those_of_one_rank);
    CASE(spoilt_colours_are_found);
    CASE(colours_are_few);
    CASE(partitions_are_even);
    CASE(odd_numbers_of_ranks);
    CASE(parts_in_one_piece);
    CASE(parts_are_balanced);
    CASE(descendants_stay_together);
    CASE(halos_are_counted);
    CASE(nothing_leaks);
    return check_end();
}
