/* periodic_set.h: the packs of a periodic mesh, made as ufv-prep makes them. */
#ifndef UFV_TESTS_PERIODIC_SET_H
#define UFV_TESTS_PERIODIC_SET_H

#include "pack_set.h"

#include "periodic/images.h"
#include "periodic/periodic.h"
#include "periodic_box.h"

/* As ufv-prep does; raw is emptied. seed: of a random division, 0: METIS; odd ones along
 * the Hilbert curve. */
static void set_make(struct set *s, struct raw_mesh *raw, int n_ranks, uint64_t seed)
{
    enum reorder_method order = seed % 2 ? REORDER_HILBERT : REORDER_RCM;
    memset(s, 0, sizeof *s);
    s->n_ranks = n_ranks;
    CHECK(mesh_build(raw, &s->mesh, &s->found) == 0, "%s", error_message());
    raw_mesh_free(raw);
    CHECK(periodic_settle(&s->mesh) == 0, "%s", error_message());
    metrics_compute(&s->mesh, &s->metrics);
    s->n_cells = s->mesh.n_cells;
    MEM_NEW(s->wall, s->n_cells);
    wall_distance_compute(&s->mesh, &s->metrics, NULL, s->wall);
    MEM_NEW(s->rank_of, s->n_cells);
    CHECK(partition_cells(&s->mesh, &s->metrics, PARTITION_METIS, n_ranks, s->rank_of) == 0, "%s", error_message());
    for (int64_t c = n_ranks; c < s->n_cells && seed; c++)
        s->rank_of[c] = (int32_t)((random_signed(&seed) + 1.0) * 0.5 * n_ranks);
    for (int64_t c = 0; c < n_ranks && seed; c++)
        s->rank_of[c] = (int32_t)c;
    reorder_cells(&s->mesh, &s->metrics, n_ranks, s->rank_of, order, &s->ordering);
    CHECK(images_add(&s->mesh, &s->metrics) == 0, "%s", error_message());
    CHECK(s->mesh.n_cells == s->n_cells && s->metrics.n_cells == s->n_cells, "counts are the mesh's own");
    CHECK(mesh_all_cells(&s->mesh) == s->n_cells + s->mesh.images.n_cells, "images are counted apart");
    CHECK(s->metrics.stride == mesh_all_cells(&s->mesh), "room for all cells");
    set_make_packs(s);
}

#endif
