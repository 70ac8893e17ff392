/* test_cgns_random.c: one and the same box cut into random zones of random forms, in random
 * order, with random numbers, joined in random ways: always the same cells, faces, patches,
 * nodes and wall distances, on a random number of ranks, by global geometry.
 *
 * UFV_RANDOM: how many meshes (default 150), UFV_RANDOM_FIRST: the first one's number.
 */
#include "cgns_lattice_join.h"
#include "order/colour.h"
#include "pack/local_mesh.h"
#include "unit/pack_lists.h"
#include "unit/pack_shape.h"
#include "order/partition.h"
#include "wall/wall_distance.h"

enum { MOST_ZONES = 5, MOST_RANKS = 4 };

/* An eighth of a ring about the z axis, radius 1 to 2, that rises as it turns: no side
 * is plane but those along the radius. */
static void bend_to_ring(double x[3])
{
    double r = 1.0 + x[0], angle = 0.25 * M_PI * x[1];
    x[2] += 0.3 * x[1] * x[0];
    x[0] = r * cos(angle);
    x[1] = r * sin(angle);
}

/* ---- what is read, as packs ---------------------------------------------------------------- */

/* No two faces of a colour share a cell that this rank owns. */
static void check_colours(const struct pack *p)
{
    int *last;
    MEM_NEW_ZERO(last, p->n_cells);
    for (int colour = 0; colour < p->n_face_colours; colour++)
        for (lid i = p->face_colour_offset[colour]; i < p->face_colour_offset[colour + 1]; i++) {
            lid cell[2] = {p->left[p->face_colour_face[i]], p->right[p->face_colour_face[i]]};
            for (int side = 0; side < 2; side++)
                if (cell[side] < p->n_owned) {
                    CHECK(last[cell[side]] != colour + 1, "two faces of colour %d at cell %d", colour, (int)cell[side]);
                    last[cell[side]] = colour + 1;
                }
        }
    MEM_FREE(last);
}

/* By any method of partition and order: each cell has one owner, faces' colours do not conflict, lists agree. */
static void make_packs(const struct built *b, int n_ranks, struct pack *pack)
{
    struct ordering ordering;
    struct halos halos;
    struct cell_colours colours = {0};
    struct local_maps maps;
    double *wall;
    int32_t *rank_of;
    MEM_NEW(wall, b->mesh.n_cells);
    MEM_NEW(rank_of, b->mesh.n_cells);
    wall_distance_compute(&b->mesh, &b->metrics, NULL, wall);
    enum partition_method method = draw(2) ? PARTITION_METIS : PARTITION_BISECT;
    CHECK(partition_cells(&b->mesh, &b->metrics, method, n_ranks, rank_of) == 0, "%s", error_message());
    const enum reorder_method orders[] = {REORDER_NONE, REORDER_RCM, REORDER_HILBERT};
    reorder_cells(&b->mesh, &b->metrics, n_ranks, rank_of, orders[draw(3)], &ordering);
    int *times;
    MEM_NEW_ZERO(times, b->mesh.n_cells);
    halos_build(&b->mesh, &ordering, &halos);
    struct whole w = {&b->mesh, &b->metrics, &ordering, &halos, &colours, wall, "id", "source", "options"};
    CHECK(colour_cells(&b->mesh, NULL, &colours) == 0, "%s", error_message());
    local_maps_init(&maps, &b->mesh);
    for (int r = 0; r < n_ranks; r++) {
        local_mesh_build(&w, &maps, r, &pack[r]);
        colour_faces(&pack[r]);
        CHECK(pack_check(&pack[r]) == 0, "rank %d: %s", r, error_message());
        check_colours(&pack[r]);
        for (int64_t i = 0; i < pack[r].n_owned; i++)
            times[pack[r].cell_gid[i]]++;
    }
    for (int64_t c = 0; c < b->mesh.n_cells; c++)
        CHECK(times[c] == 1, "cell %ld is owned %d times", (long)c, times[c]);
    check_exchange(pack, n_ranks, "random");
    MEM_FREE(times);
    local_maps_free(&maps);
    halos_free(&halos);
    cell_colours_free(&colours);
    ordering_free(&ordering);
    MEM_FREE(rank_of);
    MEM_FREE(wall);
}

/* On failure the shape is empty, which no reference is. */
static void read_shape(int n_ranks, struct shape *s)
{
    struct pack pack[MOST_RANKS];
    struct built b = build();
    memset(s, 0, sizeof *s);
    if (b.good) {
        CHECK(b.found.stray == 0 && b.found.doubly == 0 && b.found.unused_nodes <= b.mesh.n_nodes, "findings");
        make_packs(&b, n_ranks, pack);
        shape_of_packs(pack, n_ranks, s);
        for (int r = 0; r < n_ranks; r++)
            pack_free(&pack[r]);
    }
    release(&b);
}

/* ---- random meshes ---------------------------------------------------------------------------- */

/* The box cut at random planes, part by part. */
static int cut_box(struct lattice_zone *zone)
{
    static const char *const name[MOST_ZONES] = {"One", "Two", "Three", "Four", "Five"};
    int n = 1, want = 1 + draw(MOST_ZONES);
    bool families = draw(3) == 0;
    memset(zone, 0, MOST_ZONES * sizeof *zone);
    zone[0].part = (struct part){"", {0, 0, 0}, {N[0], N[1], N[2]}, {0, 1, 2}, {1, 1, 1}};
    while (n < want) {
        struct part *p = &zone[draw(n)].part;
        int d = draw(3), size = p->high[d] - p->low[d];
        if (size < 2)
            continue;
        zone[n].part = *p;
        p->high[d] = zone[n++].part.low[d] = p->low[d] + 1 + draw(size - 1);
    }
    for (int z = 0; z < n; z++) {
        struct part *p = &zone[z].part;
        p->name = name[z];
        shuffle(p->axis, 3);
        for (int d = 0; d < 3; d++)
            p->up[d] = draw(2);
        zone[z].layout = (enum lattice_layout)draw(LATTICE_LAYOUTS);
        zone[z].bc = (enum lattice_bc)draw(BC_FORMS);
        zone[z].families = families;
    }
    return n;
}

static void describe(int number, const struct lattice_zone *zone, int n)
{
    printf("  mesh %d:", number);
    for (int z = 0; z < n; z++)
        printf(" %s (%s, %d%s)", zone[z].part.name, layout_name[zone[z].layout], (int)zone[z].bc,
               zone[z].families ? ", families" : "");
    printf("\n");
}

/* The box as one structured zone, or that bent. */
static void make_reference(struct shape *s)
{
    struct lattice_zone whole = {.part = {"Box", {0, 0, 0}, {N[0], N[1], N[2]}, {0, 1, 2}, {1, 1, 1}},
                                 .layout = LATTICE_STRUCTURED};
    lattice_write("reference.cgns", HDF, &whole, 1);
    read_shape(1, s);
}

/* Each mesh draws from a state of its own, so that one that fails can be made again alone (UFV_RANDOM_FIRST). */
static void random_meshes(void)
{
    struct shape reference[2], s;
    int n = getenv("UFV_RANDOM") ? atoi(getenv("UFV_RANDOM")) : 150;
    int first = getenv("UFV_RANDOM_FIRST") ? atoi(getenv("UFV_RANDOM_FIRST")) : 0;
    for (int bent = 0; bent < 2; bent++) {
        bend = bent ? bend_to_ring : NULL;
        make_reference(&reference[bent]);
    }
    for (int i = first; i < first + n; i++) {
        struct lattice_zone zone[MOST_ZONES];
        int before = check_case_failures;
        lattice_state = (uint64_t)i + 1000;
        draw(2);
        int bent = draw(2), n_zones = cut_box(zone);
        bend = bent ? bend_to_ring : NULL;
        lattice_write("random.cgns", draw(8) ? HDF : ADF, zone, n_zones);
        read_shape(1 + draw(MOST_RANKS), &s);
        /* The same sums of numbers below 3 in other orders; walls are found by roots. */
        shape_same(&s, &reference[bent], 1e-13);
        shape_free(&s);
        if (check_case_failures > before)
            describe(i, zone, n_zones);
    }
    shape_free(&reference[0]);
    shape_free(&reference[1]);
}

int main(void)
{
    progress_set_quiet(true);
    if (cgns_files_begin() != 0)
        return 1;
    CASE(random_meshes);
    return cgns_files_end();
}
