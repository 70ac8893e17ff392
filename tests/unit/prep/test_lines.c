/* Lines of cells: the columns of thin layers, none where cells are not thin or are tetrahedra, every cell in one of
 * them, cut where they come back to themselves; the colours of lines; and parts that leave lines whole.
 */
#include "check.h"

#include "unit/split_box.h"
#include "error.h"
#include "mesh/mesh.h"
#include "order/colour.h"
#include "order/lines.h"
#include "order/partition.h"
#include "run/mesh_from_raw.h"

enum { EDGE = 6, CELLS = EDGE * EDGE * EDGE };

struct bed {
    struct mesh m;
    struct metrics g;
    struct cell_lines l;
};

/* raw is freed. */
static void bed_make_of(struct bed *b, struct raw_mesh *raw)
{
    struct mesh_findings found;
    CHECK(mesh_build(raw, &b->m, &found) == 0, "%s", error_message());
    raw_mesh_free(raw);
    metrics_compute(&b->m, &b->g);
    cell_lines_find(&b->m, &b->l);
}

/* A cube of hexahedra; the height of its lower part is multiplied by `height`. */
static void bed_make(struct bed *b, double part, double height)
{
    struct raw_mesh raw;
    box_mesh(BOX_HEXA, EDGE, 0.0, &raw);
    for (int64_t v = 0; v < raw.n_nodes; v++)
        raw.x[2][v] = raw.x[2][v] < part + 1e-9 ? height * raw.x[2][v] : raw.x[2][v];
    bed_make_of(b, &raw);
}

static void bed_free(struct bed *b)
{
    cell_lines_free(&b->l);
    metrics_free(&b->g);
    mesh_free(&b->m);
}

static bool share_face(const struct mesh *m, lid a, lid b)
{
    for (int64_t k = m->cell_face_offset[a]; k < m->cell_face_offset[a + 1]; k++)
        if (mesh_across(m, m->cell_face[k], a) == b)
            return true;
    return false;
}

/* Every cell once, and neighbours follow one another. */
static void check_whole(const struct bed *b)
{
    int seen[CELLS] = {0};
    CHECK(b->l.begin[0] == 0 && b->l.begin[b->l.n] == CELLS, "%d cells", (int)b->l.begin[b->l.n]);
    for (int64_t k = 0; k < b->l.n; k++)
        for (int64_t i = b->l.begin[k]; i < b->l.begin[k + 1]; i++) {
            CHECK(seen[b->l.cell[i]]++ == 0, "cell %d is in two lines", (int)b->l.cell[i]);
            for (int64_t j = b->l.begin[k]; j < i; j++)
                CHECK(share_face(&b->m, b->l.cell[i], b->l.cell[j]) == (j == i - 1),
                      "cells %d and %d of line %d", (int)i, (int)j, (int)k);
        }
}

/* Layers half as high as the limit: each column of the box is one line, and its cells stand above one another. */
static void columns_of_thin_layers(void)
{
    struct bed b;
    bed_make(&b, 1, 0.5 / LINE_RATIO);
    check_whole(&b);
    CHECK(b.l.n == EDGE * EDGE && b.l.longest == EDGE && b.l.joined == CELLS, "%d lines, the longest of %d", (int)b.l.n,
          (int)b.l.longest);
    for (int64_t k = 0; k < b.l.n; k++)
        for (int64_t i = b.l.begin[k] + 1; i < b.l.begin[k + 1]; i++)
            for (int d = 0; d < 2; d++)
                CHECK_NEAR(b.g.centroid[d * b.g.stride + b.l.cell[i]], b.g.centroid[d * b.g.stride + b.l.cell[i - 1]],
                           1e-12);
    bed_free(&b);
}

/* Faces between layers that are two triangles each count as one, by their sum: each triangle alone is below the limit
 * here. */
static void columns_of_split_faces(void)
{
    struct bed b;
    struct raw_mesh raw;
    split_box(EDGE, 0.7 / LINE_RATIO, &raw);
    bed_make_of(&b, &raw);
    CHECK(b.m.n_faces == 3 * EDGE * EDGE * (EDGE + 1) + EDGE * EDGE * (EDGE - 1), "%d faces", (int)b.m.n_faces);
    check_whole(&b);
    CHECK(b.l.n == EDGE * EDGE && b.l.longest == EDGE && b.l.joined == CELLS, "%d lines, the longest of %d", (int)b.l.n,
          (int)b.l.longest);
    bed_free(&b);
    split_box(EDGE, 2.0 / LINE_RATIO, &raw);
    bed_make_of(&b, &raw);
    CHECK(b.l.joined == 0, "%d cells are joined though not thin", (int)b.l.joined);
    bed_free(&b);
}

/* Of a box that is as flat as that of columns_of_thin_layers(). */
static void no_lines_in_tetrahedra(void)
{
    struct bed b;
    struct raw_mesh raw;
    box_mesh(BOX_TETRA, EDGE, 0.0, &raw);
    for (int64_t v = 0; v < raw.n_nodes; v++)
        raw.x[2][v] *= 0.1 / LINE_RATIO;
    bed_make_of(&b, &raw);
    CHECK(b.m.n_cells > CELLS && b.l.n == b.m.n_cells && b.l.joined == 0, "%d of %d tetrahedra are joined",
          (int)b.l.joined, (int)b.m.n_cells);
    bed_free(&b);
}

/* Just above the limit each cell is a line of its own, and the colours of lines are those of cells alone. */
static void none_where_cells_are_not_thin(void)
{
    struct bed b;
    bed_make(&b, 1, 2.0 / LINE_RATIO);
    check_whole(&b);
    CHECK(b.l.n == CELLS && b.l.longest == 1 && b.l.joined == 0, "%d lines", (int)b.l.n);
    struct cell_colours lines = {0}, cells = {0};
    CHECK(colour_cells(&b.m, &b.l, &lines) == 0 && colour_cells(&b.m, NULL, &cells) == 0, "%s", error_message());
    CHECK(lines.n == cells.n && lines.colour && cells.colour && memcmp(lines.colour, cells.colour, CELLS) == 0,
          "colours of cells alone");
    cell_colours_free(&lines);
    cell_colours_free(&cells);
    bed_free(&b);
}

/* The third layer's upper face is large for it, not for the cells above: lines end there. */
static void lines_end_where_layers_do(void)
{
    struct bed b;
    bed_make(&b, 0.5, 0.5 / LINE_RATIO);
    check_whole(&b);
    CHECK(b.l.longest == EDGE / 2 && b.l.joined == CELLS / 2, "the longest of %d, %d joined", (int)b.l.longest,
          (int)b.l.joined);
    bed_free(&b);
}

/* All cells of a line have one colour, and lines that touch have different ones: only faces across the columns (level:
 * normal to x or y) lie between two colours. */
static void colours_of_lines(void)
{
    struct bed b;
    struct cell_colours c = {0};
    bed_make(&b, 1, 0.5 / LINE_RATIO);
    CHECK(colour_cells(&b.m, &b.l, &c) == 0, "%s", error_message());
    CHECK(c.n == 2, "%d colours of a checkerboard of columns", c.n);
    for (int64_t k = 0; k < b.l.n; k++)
        for (int64_t i = b.l.begin[k]; i < b.l.begin[k + 1]; i++)
            CHECK(c.colour[b.l.cell[i]] == c.colour[b.l.cell[b.l.begin[k]]], "line %d has two colours", (int)k);
    for (int64_t f = 0; f < b.m.n_faces; f++) {
        struct vec3 n, x;
        face_geometry(&b.m, f, &n, &x);
        bool between = !mesh_is_boundary(&b.m, f), level = fabs(n.z) < fabs(n.x) + fabs(n.y);
        CHECK(!between || (c.colour[b.m.left[f]] == c.colour[b.m.right[f]]) == !level, "face %d", (int)f);
    }
    cell_colours_free(&c);
    bed_free(&b);
}

/* Cells in any order: two colours are enough, and two are found. */
static void few_colours_in_any_order(void)
{
    struct raw_mesh raw;
    struct mesh_findings found;
    struct bed b;
    struct cell_colours c = {0};
    box_mesh(BOX_HEXA, EDGE, 0.0, &raw);
    for (int64_t i = CELLS - 1; i > 0; i--) {
        lid *a = raw.cell_node + 8 * i, *other = raw.cell_node + 8 * ((i * 7919 + 31) % (i + 1)), kept[8];
        memcpy(kept, a, sizeof kept);
        memcpy(a, other, sizeof kept);
        memcpy(other, kept, sizeof kept);
    }
    CHECK(mesh_build(&raw, &b.m, &found) == 0, "%s", error_message());
    raw_mesh_free(&raw);
    metrics_compute(&b.m, &b.g);
    CHECK(colour_cells(&b.m, NULL, &c) == 0, "%s", error_message());
    CHECK(c.n == 2, "%d colours of a cube", c.n);
    for (int64_t f = 0; f < b.m.n_faces; f++)
        CHECK(mesh_is_boundary(&b.m, f) || c.colour[b.m.left[f]] != c.colour[b.m.right[f]], "face %d", (int)f);
    cell_colours_free(&c);
    metrics_free(&b.g);
    mesh_free(&b.m);
}

/* Where only the lower half is thin its columns have two colours, and none has a third. */
static void lines_have_few_colours(void)
{
    struct bed b;
    struct cell_colours c = {0};
    bed_make(&b, 0.5, 0.5 / LINE_RATIO);
    CHECK(colour_cells(&b.m, &b.l, &c) == 0, "%s", error_message());
    for (int64_t k = 0; k < b.l.n; k++)
        CHECK(b.l.begin[k + 1] - b.l.begin[k] == 1 || c.colour[b.l.cell[b.l.begin[k]]] < 2, "line %d", (int)k);
    CHECK(c.n <= 4, "%d colours", c.n);
    cell_colours_free(&c);
    bed_free(&b);
}

/* Lines that are short enough for METIS's 1 % stay whole; where one would weigh too much, cells are divided. */
static void parts_leave_lines_whole(void)
{
    struct bed b;
    int32_t rank_of[CELLS], by_cells[CELLS];
    double cost[CELLS];
    int broken = 0;
    bed_make(&b, 1, 0.5 / LINE_RATIO);
    for (int c = 0; c < CELLS; c++)
        cost[c] = 1;
    CHECK(partition_by_cost(&b.m, &b.g, PARTITION_METIS, cost, NULL, 2, by_cells) == 0 &&
              partition_by_cost(&b.m, &b.g, PARTITION_METIS, cost, &b.l, 2, rank_of) == 0, "%s", error_message());
    CHECK(memcmp(rank_of, by_cells, sizeof by_cells) == 0, "lines of 6 cells of 216 weigh more than 1 %% of a half");
    b.l.longest = 1; /* as if they were short enough */
    CHECK(partition_by_cost(&b.m, &b.g, PARTITION_METIS, cost, &b.l, 2, rank_of) == 0, "%s", error_message());
    for (int64_t k = 0; k < b.l.n; k++)
        for (int64_t i = b.l.begin[k] + 1; i < b.l.begin[k + 1]; i++)
            broken += rank_of[b.l.cell[i]] != rank_of[b.l.cell[i - 1]];
    CHECK(broken == 0, "%d lines are cut", broken);
    bed_free(&b);
}

int main(void)
{
    CASE(columns_of_thin_layers);
    CASE(columns_of_split_faces);
    CASE(no_lines_in_tetrahedra);
    CASE(none_where_cells_are_not_thin);
    CASE(lines_end_where_layers_do);
    CASE(colours_of_lines);
    CASE(few_colours_in_any_order);
    CASE(lines_have_few_colours);
    CASE(parts_leave_lines_whole);
    return check_end();
}
