/* pack_set.h: what ufv-prep makes of a mesh on its way to packs, and the packs of all ranks. */
#ifndef UFV_TESTS_PACK_SET_H
#define UFV_TESTS_PACK_SET_H

#include "check.h"

#include "error.h"
#include "mesh/geometry.h"
#include "mesh/mesh_check.h"
#include "order/colour.h"
#include "order/partition.h"
#include "pack/local_mesh.h"
#include "run/mesh_from_raw.h"
#include "unit/box_mesh.h"
#include "wall/wall_distance.h"

struct set {
    struct mesh mesh;
    struct metrics metrics;
    struct mesh_findings found;
    struct ordering ordering;
    struct halos halos;
    struct cell_colours colours;
    double *wall;
    int32_t *rank_of;
    int n_ranks;
    int64_t n_cells; /* of the mesh */
    struct pack pack[8];
    enum box_kind kind; /* of a box */
    char name[64];      /* for messages */
};

/* The last stages: halos, colours and the packs, from mesh, metrics, ordering and wall distances. */
static inline void set_make_packs(struct set *s)
{
    struct local_maps maps;
    halos_build(&s->mesh, &s->ordering, &s->halos);
    CHECK(colour_cells(&s->mesh, NULL, &s->colours) == 0, "%s", error_message());
    struct whole w = {&s->mesh, &s->metrics, &s->ordering, &s->halos, &s->colours, s->wall, "id", "source", "options"};
    local_maps_init(&maps, &s->mesh);
    for (int r = 0; r < s->n_ranks; r++) {
        local_mesh_build(&w, &maps, r, &s->pack[r]);
        colour_faces(&s->pack[r]);
        CHECK(pack_check(&s->pack[r]) == 0, "rank %d of %d: %s", r, s->n_ranks, error_message());
    }
    for (int64_t c = 0; c < s->mesh.n_cells; c++)
        /* local_mesh_build() uses the maps for one rank after another and has to leave them as it found them. */
        CHECK(maps.cell[c] == -1, "map is left clean");
    local_maps_free(&maps);
}

static inline void set_free(struct set *s)
{
    for (int r = 0; r < s->n_ranks; r++)
        pack_free(&s->pack[r]);
    halos_free(&s->halos);
    cell_colours_free(&s->colours);
    ordering_free(&s->ordering);
    mem_free(s->rank_of);
    mem_free(s->wall);
    metrics_free(&s->metrics);
    mesh_free(&s->mesh);
}

#endif
