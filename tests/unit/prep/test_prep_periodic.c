/* Packs of periodic meshes on 1, 2, 3 and 8 ranks, against the same box repeated:
 * a larger mesh in which what lies behind a periodic face is a cell like others. */
#include "periodic_set.h"
#include "run/mesh_from_raw.h"
#include "unit/pack_lists.h"

/* ---- the repeated box ---- */

/* TILES^3 copies of a box of n^3 blocks, scaled so that the one in the middle is
 * the unit box; copies along axes that are not periodic do not count. */
struct tiled {
    struct mesh mesh;
    struct metrics metrics;
    int n, tiles, per_block, mask;
    int *layer; /* [n_cells] 0 owned, 1..3 halo layers, 4 none, 5 not there */
};

static void tiled_make(struct tiled *t, enum box_kind kind, int n, int tiles, int mask)
{
    struct raw_mesh raw;
    struct mesh_findings found;
    *t = (struct tiled){.n = n, .tiles = tiles, .mask = mask};
    box_mesh(kind, n * tiles, 0.0, &raw);
    for (int d = 0; d < 3; d++)
        for (int64_t v = 0; v < raw.n_nodes; v++)
            raw.x[d][v] = raw.x[d][v] * tiles - tiles / 2;
    CHECK(mesh_build(&raw, &t->mesh, &found) == 0, "%s", error_message());
    raw_mesh_free(&raw);
    metrics_compute(&t->mesh, &t->metrics);
    t->per_block = (int)(t->mesh.n_cells / (n * tiles * n * tiles * n * tiles));
    MEM_NEW(t->layer, t->mesh.n_cells);
}

static void tiled_free(struct tiled *t)
{
    mesh_free(&t->mesh);
    metrics_free(&t->metrics);
    mem_free(t->layer);
}

/* The cell of the box that a cell is a copy of; tile: which copy, 0 in the middle. */
static int64_t tiled_base(const struct tiled *t, int64_t cell, int tile[3])
{
    int64_t block = cell / t->per_block, size = t->n * t->tiles;
    int64_t at[3] = {block % size, block / size % size, block / size / size};
    for (int d = 0; d < 3; d++)
        tile[d] = (int)(at[d] / t->n) - t->tiles / 2;
    return ((at[2] % t->n * t->n + at[1] % t->n) * t->n + at[0] % t->n) * t->per_block + cell % t->per_block;
}

/* The inverse of tiled_base(). */
static int64_t tiled_cell(const struct tiled *t, int64_t base, const int tile[3])
{
    int64_t block = base / t->per_block, size = t->n * t->tiles;
    int64_t at[3] = {block % t->n, block / t->n % t->n, block / t->n / t->n};
    for (int d = 0; d < 3; d++)
        at[d] += (tile[d] + t->tiles / 2) * t->n;
    return ((at[2] * size + at[1]) * size + at[0]) * t->per_block + base % t->per_block;
}

/* Layers of a rank by the words of pack.h. */
static void tiled_layers(struct tiled *t, const int32_t *rank_of, int rank)
{
    const struct mesh *m = &t->mesh;
    uint8_t *node = calloc((size_t)m->n_nodes, 1);
    for (int64_t c = 0; c < m->n_cells; c++) {
        int tile[3];
        int64_t base = tiled_base(t, c, tile);
        bool middle = tile[0] == 0 && tile[1] == 0 && tile[2] == 0, there = true;
        for (int d = 0; d < 3; d++)
            there = there && (tile[d] == 0 || t->mask & 1 << d);
        t->layer[c] = !there ? 5 : middle && rank_of[base] == rank ? 0 : 4;
    }
    for (int depth = 1; depth <= 2; depth++)
        for (int64_t f = 0; f < m->n_faces; f++) {
            if (mesh_is_boundary(m, f))
                continue;
            lid a = m->left[f], b = m->right[f];
            if (t->layer[a] == depth - 1 && t->layer[b] == 4)
                t->layer[b] = depth;
            if (t->layer[b] == depth - 1 && t->layer[a] == 4)
                t->layer[a] = depth;
        }
    for (int64_t c = 0; c < m->n_cells; c++)
        for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1] && t->layer[c] <= 1; i++)
            node[m->cell_node[i]] = 1;
    for (int64_t c = 0; c < m->n_cells; c++)
        for (int64_t i = m->cell_node_offset[c]; i < m->cell_node_offset[c + 1]; i++)
            if (t->layer[c] == 4 && node[m->cell_node[i]])
                t->layer[c] = 3;
    free(node);
}

static lid transform_of(const struct pack *p, int64_t cell)
{
    return cell < p->n_owned ? 0 : p->halo_transform[cell - p->n_owned];
}

/* The tile that a local cell stands in, by its translation. */
static void tile_of(const struct pack *p, int64_t cell, int tile[3])
{
    for (int d = 0; d < 3; d++)
        tile[d] = (int)lround(p->transform[(9 + d) * p->n_transforms + transform_of(p, cell)]);
}

/* Each cell of the pack, images included, is one cell of the repeated box: in the tile that its transform says, in the
 * layer that a search there finds, with that cell's place and volume; and none is missing. */
static void check_rank(const struct set *s, struct tiled *t, int rank)
{
    const struct pack *p = &s->pack[rank];
    int64_t size[6] = {0}, end[4] = {p->n_owned, p->n_stencil, p->n_stencil + p->n_halo_second, p->n_cells};
    tiled_layers(t, s->rank_of, rank);
    for (int64_t c = 0; c < t->mesh.n_cells; c++)
        size[t->layer[c]]++;
    CHECK(size[1] == p->n_halo_face && size[2] == p->n_halo_second && size[3] == p->n_halo_node,
          "rank %d: layers of %d %d %d cells, not %d %d %d", rank, (int)p->n_halo_face, (int)p->n_halo_second,
          (int)p->n_halo_node, (int)size[1], (int)size[2], (int)size[3]);
    for (int64_t i = 0, l = 0; i < p->n_cells; i++) {
        int tile[3];
        while (i >= end[l])
            l++;
        tile_of(p, i, tile);
        int64_t c = tiled_cell(t, p->cell_gid[i], tile);
        CHECK(t->layer[c] == l, "rank %d: cell %d is of layer %d, not %d", rank, (int)i, t->layer[c], (int)l);
        t->layer[c] = -1; /* each once */
        for (int d = 0; d < 3; d++) /* coordinates of order TILES */
            CHECK_NEAR(p->centroid[d * p->n_slots + i], t->metrics.centroid[d * t->mesh.n_cells + c], 1e-14 * t->tiles);
        CHECK_NEAR(p->volume[i], t->metrics.volume[c] , 1e-14);
    }
}

/* Faces join the cells that they join in the repeated box, with the same area
 * vectors; around each node stand as many cells. */
static void check_faces(const struct set *s, const struct tiled *t, int rank)
{
    const struct pack *p = &s->pack[rank];
    for (int64_t f = 0; f < p->n_faces; f++) {
        int tile[3];
        tile_of(p, p->left[f], tile);
        int64_t a = tiled_cell(t, p->cell_gid[p->left[f]], tile), face = -1;
        bool ghost = p->right[f] >= p->n_cells;
        int64_t b = -1;
        if (!ghost) {
            tile_of(p, p->right[f], tile);
            b = tiled_cell(t, p->cell_gid[p->right[f]], tile);
        }
        for (int64_t k = t->mesh.cell_face_offset[a]; k < t->mesh.cell_face_offset[a + 1]; k++) {
            lid g = t->mesh.cell_face[k];
            struct vec3 normal, x;
            face_geometry(&t->mesh, g, &normal, &x);
            double off = fabs(x.x - p->face_centroid[f]) + fabs(x.y - p->face_centroid[p->n_faces + f]) +
                         fabs(x.z - p->face_centroid[2 * p->n_faces + f]);
            if (off < 1e-12)
                face = g;
        }
        CHECK(face >= 0, "face %d stands elsewhere", (int)f);
        if (face < 0)
            continue;
        CHECK(ghost || mesh_across(&t->mesh, (lid)face, (lid)a) == b, "face %d leads to another cell", (int)f);
        double sign = t->mesh.left[face] == a ? 1.0 : -1.0;
        struct vec3 normal, x;
        face_geometry(&t->mesh, face, &normal, &x);
        CHECK_NEAR(p->normal[f], sign * normal.x, 1e-14);
        CHECK_NEAR(p->normal[p->n_faces + f], sign * normal.y, 1e-14);
        CHECK_NEAR(p->normal[2 * p->n_faces + f], sign * normal.z, 1e-14);
    }
}

/* By coordinates, since nodes of the box and of its copies have different numbers. */
static int64_t count_around(const struct tiled *t, const int64_t *near, const double x[3])
{
    int64_t count = 0;
    for (int64_t v = 0; v < t->mesh.n_nodes; v++)
        if (fabs(t->mesh.x[0][v] - x[0]) + fabs(t->mesh.x[1][v] - x[1]) + fabs(t->mesh.x[2][v] - x[2]) < 1e-12)
            count += near[v];
    return count;
}

/* A node on a periodic side has the cells of both sides around it, on an edge of a box periodic in two directions those
 * of four. */
static void check_nodes(const struct set *s, const struct tiled *t, int rank)
{
    const struct pack *p = &s->pack[rank];
    int64_t *near = calloc((size_t)t->mesh.n_nodes, sizeof *near);
    for (int64_t c = 0; c < t->mesh.n_cells; c++)
        for (int64_t i = t->mesh.cell_node_offset[c]; i < t->mesh.cell_node_offset[c + 1]; i++)
            near[t->mesh.cell_node[i]] += t->layer[c] != 5;
    for (int64_t v = 0; v < p->n_nodes; v++) {
        double x[3] = {p->node[v], p->node[p->n_nodes + v], p->node[2 * p->n_nodes + v]};
        int64_t here = p->node_cell_offset[v + 1] - p->node_cell_offset[v];
        CHECK(here == count_around(t, near, x), "%d cells around the node at %g %g %g", (int)here, x[0], x[1], x[2]);
    }
    free(near);
}

static void check_box(enum box_kind kind, int n, int tiles, int mask, int n_ranks, uint64_t seed)
{
    struct raw_mesh raw;
    struct set s;
    struct tiled t;
    int before = check_case_failures;
    periodic_box(kind, n, 0.0, mask, &raw);
    set_make(&s, &raw, n_ranks, seed);
    tiled_make(&t, kind, n, tiles, mask);
    for (int r = 0; r < n_ranks && check_case_failures == before; r++) {
        check_rank(&s, &t, r);
        check_faces(&s, &t, r);
        if (tiles * n <= 12)
            check_nodes(&s, &t, r);
    }
    check_exchange(s.pack, s.n_ranks, "periodic");
    mem_free(check_cell_colours(s.pack, s.n_ranks, "periodic"));
    CHECK(check_case_failures == before, "%s of %d blocks, axes %d, %d ranks, seed %d", box_name[kind], n, mask,
          n_ranks, (int)seed);
    tiled_free(&t);
    set_free(&s);
}

/* Periodic along one, two and three axes, on ranks whose parts meet themselves behind the periodic faces. */
static void boxes_as_if_repeated(void)
{
    static const int mask[3] = {1, 3, 7}, ranks[4] = {1, 2, 3, 8};
    for (int kind = 0; kind < BOX_MIXED; kind++)
        for (int k = 0; k < 3; k++)
            for (int r = 0; r < 4; r++)
                check_box((enum box_kind)kind, 3, 3, mask[k], ranks[r], 0);
}

/* A cell is its own neighbour; images of images. */
static void boxes_one_and_two_cells_wide(void)
{
    static const int mask[4] = {1, 5, 6, 7};
    for (int kind = 0; kind < BOX_MIXED; kind++)
        for (int k = 0; k < 4; k++) {
            check_box((enum box_kind)kind, 1, 7, mask[k], 1, 0);
            check_box((enum box_kind)kind, 2, 5, mask[k], 1 + k, 0);
        }
}

/* Ranks whose cells lie anywhere: every cell may have neighbours of any rank, and images of itself. */
static void random_divisions(void)
{
    static const int mask[3] = {2, 5, 7};
    for (uint64_t seed = 1; seed <= 12; seed++)
        check_box((enum box_kind)(seed % BOX_MIXED), 3, 3, mask[seed % 3], 2 + (int)(seed % 7), seed);
}

/* Inner nodes moved at random, mixed cells: no repeated box to compare with, but
 * packs keep their invariants (set_make() checks them). */
static void invariants_of_moved_boxes(void)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct raw_mesh raw;
        struct set s;
        periodic_box(BOX_MIXED, 4, 0.2, (int)(seed % 7) + 1, &raw);
        set_make(&s, &raw, 1 + (int)seed, seed);
        check_exchange(s.pack, s.n_ranks, "periodic");
        mem_free(check_cell_colours(s.pack, s.n_ranks, "periodic"));
        set_free(&s);
    }
}

/* Both sides of a pair: area vectors opposite after the rotation, bit for bit for
 * translations. */
static void sides_mirror(void)
{
    struct raw_mesh raw;
    struct set s;
    periodic_box(BOX_TETRA, 3, 0.2, 7, &raw);
    set_make(&s, &raw, 1, 0);
    const struct mesh_periodic *q = &s.mesh.periodic;
    CHECK(q->n_pairs == 3 * 18 && q->n_interfaces == 3 && s.mesh.n_patches == 0, "%d pairs", (int)q->n_pairs);
    for (int64_t i = 0; i < q->n_pairs; i++) {
        struct vec3 a, b, x;
        face_geometry(&s.mesh, q->face[0][i], &a, &x);
        face_geometry(&s.mesh, q->face[1][i], &b, &x);
        CHECK(a.x == -b.x && a.y == -b.y && a.z == -b.z, "pair %d", (int)i);
    }
    set_free(&s);
}

/* Sectors: all images lie where turning puts them; on the axis of a sector of 30
 * degrees each node has the wedges of the whole circle around it. */
static void check_sector(double degrees, double inner, int n_ranks, int64_t turns)
{
    struct raw_mesh raw;
    struct set s;
    const int n[3] = {2, 3, 2};
    periodic_sector(degrees, 0, (const double[2]){inner, 2.0}, 1.0, n, &raw);
    set_make(&s, &raw, n_ranks, 0);
    check_exchange(s.pack, s.n_ranks, "periodic");
    mem_free(check_cell_colours(s.pack, s.n_ranks, "periodic"));
    for (int r = 0; r < n_ranks; r++) {
        const struct pack *p = &s.pack[r];
        for (int64_t i = 0; i < p->n_cells; i++) {
            gid c = p->cell_gid[i];
            const double *x = s.metrics.centroid;
            double turned = atan2(p->centroid[2 * p->n_slots + i], p->centroid[p->n_slots + i]) -
                            atan2(x[2 * s.metrics.stride + c], x[s.metrics.stride + c]);
            double whole = turned * 57.29577951308232 / degrees;
            CHECK_NEAR(whole, round(whole), 1e-12);
            CHECK((lround(whole) == 0) == (transform_of(p, i) == 0), "cell %d", (int)i);
        }
        for (int64_t v = 0; v < p->n_nodes; v++) {
            double radius = hypot(p->node[p->n_nodes + v], p->node[2 * p->n_nodes + v]), x = p->node[v];
            bool end = x < 1e-9 || x > 1.0 - 1e-9; /* the axis ends here: cells on one side only */
            if (radius < 1e-9)
                CHECK(p->node_cell_offset[v + 1] - p->node_cell_offset[v] == turns * n[0] * (end ? 1 : 2), "axis");
        }
    }
    set_free(&s);
}

static void sectors(void)
{
    for (int ranks = 1; ranks <= 3; ranks++) {
        check_sector(30, 1.0, ranks, 12);
        check_sector(30, 0.0, ranks, 12);
        check_sector(90, 0.0, ranks, 4);
        check_sector(180, 1.0, ranks, 2); /* one image, behind both sides */
        check_sector(180, 0.0, ranks, 2);
        check_sector(7, 1.0, ranks, 0); /* no whole part of the circle, but nothing on the axis */
    }
}

/* 29 degrees leave the circle open, so the axis has no finite surroundings. */
static void odd_angles_at_the_axis_are_refused(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct mesh_findings found;
    periodic_sector(29, 0, (const double[2]){0.0, 2.0}, 1.0, (const int[3]){2, 2, 1}, &raw);
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    CHECK(periodic_settle(&m) == 0, "360 turns by 29 degrees close: %s", error_message());
    mesh_free(&m);
    raw_mesh_free(&raw);
    periodic_sector(29.123456, 0, (const double[2]){0.0, 2.0}, 1.0, (const int[3]){2, 2, 1}, &raw);
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    CHECK(periodic_settle(&m) != 0 && strstr(error_message(), "angle"), "%s", error_message());
    mesh_free(&m);
    raw_mesh_free(&raw);
}

/* A strip of wall at x < 1/n of z = 0 in a box periodic in x and y: the distance
 * from the nearest of the strips at every whole x. */
static void wall_distance_to_images(void)
{
    struct raw_mesh raw;
    struct set s;
    enum { N = 5 };
    periodic_box(BOX_TETRA, N, 0.2, 3, &raw);
    raw.n_patches = 7;
    MEM_RESIZE(raw.patch, 7);
    memset(&raw.patch[6], 0, sizeof raw.patch[6]);
    text_copy(raw.patch[6].name, NAME_SIZE, "strip");
    raw.patch[6].kind = BC_WALL;
    for (int64_t i = 0; i < raw.n_patch_faces; i++) {
        bool inside = raw.patch_face_patch[i] == 4;
        for (int64_t k = raw.patch_face_node_offset[i]; k < raw.patch_face_node_offset[i + 1]; k++)
            inside = inside && raw.x[0][raw.patch_face_node[k]] < 1.5 / N;
        raw.patch_face_patch[i] = inside ? 6 : raw.patch_face_patch[i];
    }
    set_make(&s, &raw, 1, 0);
    for (int64_t c = 0; c < s.n_cells; c++) {
        double x = s.metrics.centroid[c], z = s.metrics.centroid[2 * s.metrics.stride + c];
        double across = x < 1.0 / N ? 0.0 : fmin(x - 1.0 / N, 1.0 - x);
        CHECK_NEAR(s.wall[c], hypot(across, z), 1e-14); /* coordinates of order 1 */
    }
    set_free(&s);
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    CASE(boxes_as_if_repeated);
    CASE(boxes_one_and_two_cells_wide);
    CASE(random_divisions);
    CASE(invariants_of_moved_boxes);
    CASE(sides_mirror);
    CASE(sectors);
    CASE(odd_angles_at_the_axis_are_refused);
    CASE(wall_distance_to_images);
    CASE(nothing_leaks);
    return check_end();
}
