/* cgns_lattice_join.h: zones of cgns_lattice.h joined to one another: by ranges, by lists
 * of vertices, by lists of faces, told from one side or from both.
 */
#ifndef UFV_TESTS_CGNS_LATTICE_JOIN_H
#define UFV_TESTS_CGNS_LATTICE_JOIN_H

#include "cgns_lattice.h"

/* ---- joins ---------------------------------------------------------------------------------------- */

/* Indices of lattice point g in the zone: three of a structured one. */
static inline int point_index(const struct lattice_zone *z, const int g[3], int *index)
{
    cgsize_t at[3];
    if (z->layout != LATTICE_STRUCTURED) {
        index[0] = z->node[zone_node(z, g[0] - z->part.low[0], g[1] - z->part.low[1], g[2] - z->part.low[2])];
        return 1;
    }
    local_index(&z->part, g, at);
    for (int d = 0; d < 3; d++)
        index[d] = (int)at[d];
    return 3;
}

/* Two structured zones: ranges of vertices and the Transform between their indices. */
static inline void join_by_ranges(double id, const struct lattice_zone *a, const struct lattice_zone *b,
                                  const int low[3], const int high[3])
{
    cgsize_t dim[2] = {3, 2}, corner[2][6];
    int range[2][6], transform[3];
    part_range(&a->part, low, high, corner[0]);
    part_range(&b->part, low, high, corner[1]);
    for (int i = 0; i < 12; i++)
        range[i / 6][i % 6] = (int)corner[i / 6][i % 6];
    transform_of(&a->part, &b->part, transform);
    sub_table(id, "PointRange", "IndexRange_t", "I4", 2, dim, range[0]);
    sub_table(id, "PointRangeDonor", "IndexRange_t", "I4", 2, dim, range[1]);
    sub(id, "Transform", "\"int[IndexDimension]\"", "I4", 3, transform);
}

/* Pairs of vertices in any order, of one number each or of three where the zone is structured. */
static inline void join_by_vertices(double id, const struct lattice_zone *a, const struct lattice_zone *b,
                                    const int low[3], const int high[3])
{
    int size[3] = {high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1}, n = size[0] * size[1] * size[2];
    int *order = malloc((size_t)n * sizeof *order), *here = malloc((size_t)n * 3 * sizeof *here);
    int *there = malloc((size_t)n * 3 * sizeof *there), indices[2] = {1, 1};
    for (int i = 0; i < n; i++)
        order[i] = i;
    shuffle(order, n);
    for (int i = 0, at[2] = {0, 0}; i < n; i++) {
        int v = order[i];
        int g[3] = {low[0] + v % size[0], low[1] + v / size[0] % size[1], low[2] + v / (size[0] * size[1])};
        indices[0] = point_index(a, g, here + at[0]);
        indices[1] = point_index(b, g, there + at[1]);
        at[0] += indices[0];
        at[1] += indices[1];
    }
    sub_points(id, "PointList", indices[0], n, here);
    sub_points(id, "PointListDonor", indices[1], n, there);
    free(order);
    free(here);
    free(there);
}

/* The element of the quad whose first corner is lattice point g and that faces d. */
static inline int quad_number(const struct lattice_zone *z, int d, const int g[3])
{
    int e = (d + 1) % 3, f = (d + 2) % 3, p[3] = {g[0], g[1], g[2]};
    int first = zone_node(z, p[0] - z->part.low[0], p[1] - z->part.low[1], p[2] - z->part.low[2]);
    p[e]++;
    p[f]++;
    int third = zone_node(z, p[0] - z->part.low[0], p[1] - z->part.low[1], p[2] - z->part.low[2]);
    for (int q = 0; q < z->n_quads; q++)
        if (z->quad[q].node[0] == first && z->quad[q].node[2] == third)
            return z->quad[q].number;
    return 0;
}

/* Pairs of face elements: which of the four corners meet has to be found by the reader. */
static inline void join_by_faces(double id, const struct lattice_zone *a, const struct lattice_zone *b,
                                 const int low[3], const int high[3])
{
    int d = low[0] == high[0] ? 0 : low[1] == high[1] ? 1 : 2, e = (d + 1) % 3, f = (d + 2) % 3;
    int n_e = high[e] - low[e], n = n_e * (high[f] - low[f]);
    int *order = malloc((size_t)n * sizeof *order), *here = malloc((size_t)n * sizeof *here);
    int *there = malloc((size_t)n * sizeof *there);
    for (int i = 0; i < n; i++)
        order[i] = i;
    shuffle(order, n);
    for (int i = 0; i < n; i++) {
        int g[3] = {low[0], low[1], low[2]};
        g[e] += order[i] % n_e;
        g[f] += order[i] / n_e;
        here[i] = quad_number(a, d, g);
        there[i] = quad_number(b, d, g);
    }
    sub_points(id, "PointList", 1, n, here);
    sub_points(id, "PointListDonor", 1, n, there);
    sub_text(id, "GridLocation", "GridLocation_t", "FaceCenter");
    free(order);
    free(here);
    free(there);
}

/* Has the zone elements for the faces where another part is? */
static inline bool has_cut_quads(const struct lattice_zone *z)
{
    for (int q = 0; q < z->n_quads && z->layout != LATTICE_STRUCTURED; q++)
        if (z->quad[q].side == 6)
            return z->quad[q].number > 0;
    return false;
}

/* The interface of a with b, below a, if they meet. connectivity: a's
 * ZoneGridConnectivity_t, made when it is 0. */
static inline void lattice_join(const struct lattice_zone *a, const struct lattice_zone *b, double *connectivity)
{
    int low[3], high[3];
    char name[33], donor[40];
    if (!common_face(&a->part, &b->part, low, high))
        return;
    if (*connectivity == 0)
        *connectivity = sub(a->id, "ZoneGridConnectivity", "ZoneGridConnectivity_t", "MT", 0, NULL);
    snprintf(name, sizeof name, "to %s", b->part.name);
    snprintf(donor, sizeof donor, "%s%s", draw(4) ? "" : "Base/", b->part.name);
    bool ranges = a->layout == LATTICE_STRUCTURED && b->layout == LATTICE_STRUCTURED && draw(3) > 0;
    double id = sub_text(*connectivity, name, ranges ? "GridConnectivity1to1_t" : "GridConnectivity_t", donor);
    if (ranges) {
        join_by_ranges(id, a, b, low, high);
        return;
    }
    sub_text(id, "GridConnectivityType", "GridConnectivityType_t", "Abutting1to1");
    if (has_cut_quads(a) && has_cut_quads(b) && draw(2))
        join_by_faces(id, a, b, low, high);
    else
        join_by_vertices(id, a, b, low, high);
}

/* Zones as they are told in `zone`, joined, as one file. */
static inline void lattice_write(const char *name, int type, struct lattice_zone *zone, int n_zones)
{
    double base = lattice_begin(name, type);
    for (int z = 0; z < n_zones; z++)
        lattice_zone_write(&zone[z], base);
    for (int a = 0; a < n_zones; a++) {
        double connectivity = 0;
        for (int b = 0; b < n_zones; b++)
            if (b > a || (b < a && draw(2)))
                lattice_join(&zone[a], &zone[b], &connectivity);
    }
    lattice_end();
    for (int z = 0; z < n_zones; z++)
        lattice_zone_free(&zone[z]);
}

#endif
