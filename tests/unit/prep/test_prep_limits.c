/* What a pack will hold, foretold, against what it holds; and that too much for one
 * rank is refused before anything is made.
 */
#include "check.h"

#include "unit/box_mesh.h"
#include "error.h"
#include "mesh/geometry.h"
#include "pack/local_mesh.h"
#include "pack/pack_limits.h"
#include "order/partition.h"
#include "run/mesh_from_raw.h"

/* Cells that a rank's face nodes may be counted twice between: those of its halo. */
static int64_t halo_face_nodes(const struct pack *p)
{
    int64_t n = 0;
    for (int64_t f = p->n_flux; f < p->n_faces; f++)
        n += p->face_node_offset[f + 1] - p->face_node_offset[f];
    return n;
}

/* Counts that are exact, and two that are upper bounds: a foretold number that is too small would let a pack overflow
 * its 32-bit offsets. */
static void compare(const struct pack *p, const struct pack_sizes *s, const char *name)
{
    CHECK(s->cell_nodes == p->n_cell_nodes, "%s: %d nodes of cells, not %d", name, (int)p->n_cell_nodes,
          (int)s->cell_nodes);
    CHECK(s->cell_faces == p->n_cell_faces, "%s: %d faces of cells, not %d", name, (int)p->n_cell_faces,
          (int)s->cell_faces);
    CHECK(s->slice_entries == p->n_slice_entries, "%s: %d entries of slices, not %d", name, (int)p->n_slice_entries,
          (int)s->slice_entries);
    CHECK(s->face_nodes >= p->n_face_nodes && s->face_nodes <= p->n_face_nodes + halo_face_nodes(p),
          "%s: %d nodes of faces, foretold %d", name, (int)p->n_face_nodes, (int)s->face_nodes);
    CHECK(s->node_cells >= p->n_node_cells, "%s: %d cells around nodes, foretold %d", name, (int)p->n_node_cells,
          (int)s->node_cells);
}

/* A mesh on n ranks, up to its halos. */
struct divided {
    struct mesh mesh;
    struct metrics metrics;
    struct ordering ordering;
    struct halos halos;
    int32_t *rank_of;
    double *wall;
};

static void divide(struct divided *d, enum box_kind kind, int n_ranks)
{
    struct raw_mesh raw;
    struct mesh_findings found;
    memset(d, 0, sizeof *d);
    box_mesh(kind, 6, 0.2, &raw);
    CHECK(mesh_build(&raw, &d->mesh, &found) == 0, "%s", error_message());
    raw_mesh_free(&raw);
    metrics_compute(&d->mesh, &d->metrics);
    MEM_NEW(d->rank_of, d->mesh.n_cells);
    MEM_NEW_ZERO(d->wall, d->mesh.n_cells);
    CHECK(partition_cells(&d->mesh, &d->metrics, PARTITION_METIS, n_ranks, d->rank_of) == 0, "%s", error_message());
    reorder_cells(&d->mesh, &d->metrics, n_ranks, d->rank_of, REORDER_RCM, &d->ordering);
    halos_build(&d->mesh, &d->ordering, &d->halos);
}

static void divided_free(struct divided *d)
{
    halos_free(&d->halos);
    ordering_free(&d->ordering);
    mem_free(d->rank_of);
    mem_free(d->wall);
    metrics_free(&d->metrics);
    mesh_free(&d->mesh);
}

/* On 1, 2 and 5 ranks, for all types of cells. */
static void sizes_are_foretold(void)
{
    static const int ranks[3] = {1, 2, 5};
    for (int kind = 0; kind < BOX_N_KINDS; kind++)
        for (int k = 0; k < 3; k++) {
            struct divided d;
            struct local_maps maps;
            struct cell_colours colours = {0};
            divide(&d, (enum box_kind)kind, ranks[k]);
            CHECK(colour_cells(&d.mesh, NULL, &colours) == 0, "%s", error_message());
            struct whole w = {&d.mesh, &d.metrics, &d.ordering, &d.halos, &colours, d.wall, "id", "source", "options"};
            local_maps_init(&maps, &d.mesh);
            for (int r = 0; r < ranks[k]; r++) {
                struct pack p;
                struct pack_sizes s;
                local_mesh_build(&w, &maps, r, &p);
                pack_sizes_find(&d.mesh, &d.ordering, &d.halos, r, &s);
                compare(&p, &s, box_name[kind]);
                pack_free(&p);
            }
            local_maps_free(&maps);
            cell_colours_free(&colours);
            divided_free(&d);
        }
}

/* 216 hexahedra: 12 nodes of faces each, and those of half the boundary's faces. */
static void too_much_for_a_rank(void)
{
    struct divided d;
    enum { FACE_NODES = 4 * 3 * 36 * 7 };
    divide(&d, BOX_HEXA, 1);
    CHECK(pack_limits_check(&d.mesh, &d.ordering, &d.halos, FACE_NODES) == 0, "%s", error_message());
    CHECK(pack_limits_check(&d.mesh, &d.ordering, &d.halos, FACE_NODES - 1) != 0 &&
              strstr(error_message(), "3024 nodes of faces") && strstr(error_message(), "ask for more ranks"), "%s",
          error_message());
    divided_free(&d);
    divide(&d, BOX_HEXA, 5); /* more ranks: each holds less */
    CHECK(pack_limits_check(&d.mesh, &d.ordering, &d.halos, FACE_NODES - 1) == 0, "%s", error_message());
    divided_free(&d);
    CHECK(mem_report_leaks() == 0, "leaks");
}

int main(void)
{
    CASE(sizes_are_foretold);
    CASE(too_much_for_a_rank);
    return check_end();
}
