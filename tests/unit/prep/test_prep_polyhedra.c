/* Polyhedra: the same meshes as elements and by their faces, random joins of cells, and broken cells.
 * test_polyhedra_packs.c has packs of them. */
#include "check.h"

#include "order/colour.h"
#include "error.h"
#include "mesh/geometry.h"
#include "pack/local_mesh.h"
#include "mesh/mesh_check.h"
#include "order/partition.h"
#include "pipeline.h"
#include "unit/poly_box.h"
#include "run/prep_run.h"
#include "progress/progress.h"
#include "mesh/refine.h"
#include "pack/repartition.h"
#include "wall/wall_distance.h"
#include "run/mesh_from_raw.h"

struct built {
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
};

static void build(struct raw_mesh *raw, struct built *b)
{
    memset(b, 0, sizeof *b);
    CHECK(mesh_build(raw, &b->m, &b->found) == 0, "%s", error_message());
    metrics_compute(&b->m, &b->g);
    CHECK(mesh_check("box", &b->m, &b->g, raw, &b->found) == 0, "%s", error_message());
    raw_mesh_free(raw);
}

static void release(struct built *b)
{
    metrics_free(&b->g);
    mesh_free(&b->m);
}

/* The nodes of a cell, ascending; returns their number. */
static int64_t sorted_nodes(const struct mesh *m, int64_t c, lid *node)
{
    int64_t n = m->cell_node_offset[c + 1] - m->cell_node_offset[c];
    memcpy(node, m->cell_node + m->cell_node_offset[c], (size_t)n * sizeof *node);
    qsort(node, (size_t)n, sizeof *node, lid_compare);
    return n;
}

/* A cell is its faces: as polyhedra the mesh has the same faces in the same order. */
static void polyhedra_are_the_elements(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++) {
        struct built a, b;
        struct raw_mesh raw;
        box_mesh((enum box_kind)kind, 4, 0.2, &raw);
        build(&raw, &a);
        poly_box((enum box_kind)kind, 4, 0.2, &(struct poly_options){.as_polyhedra = 1.0, .seed = 3}, &raw, NULL);
        build(&raw, &b);
        CHECK(a.m.n_cells == b.m.n_cells && a.m.n_faces == b.m.n_faces && a.m.n_boundary == b.m.n_boundary,
              "%s: counts", box_name[kind]);
        for (int64_t f = 0; f < a.m.n_faces && !check_case_failures; f++) {
            CHECK(a.m.left[f] == b.m.left[f] && a.m.right[f] == b.m.right[f], "%s: face %d", box_name[kind], (int)f);
            /* The same triangles added up from another corner: areas of order 0.1. */
            struct vec3 n, k, x;
            face_geometry(&a.m, f, &n, &x);
            face_geometry(&b.m, f, &k, &x);
            CHECK_NEAR(vec3_norm(vec3_sub(n, k)), 0.0, 1e-16);
        }
        for (int64_t c = 0; c < a.m.n_cells && !check_case_failures; c++) {
            lid u[8], v[8];
            CHECK_NEAR(a.g.volume[c], b.g.volume[c], 1e-16);
            CHECK(b.m.cell_type[c] == ELEMENT_POLYHEDRON, "type of cell %d", (int)c);
            int64_t n = sorted_nodes(&a.m, c, u);
            CHECK(b.m.cell_node_offset[c + 1] - b.m.cell_node_offset[c] == n, "cell %d has %d nodes", (int)c, (int)n);
            if (check_case_failures)
                break;
            memcpy(v, b.m.cell_node + b.m.cell_node_offset[c], (size_t)n * sizeof *v);
            CHECK(memcmp(u, v, (size_t)n * sizeof *u) == 0, "nodes of cell %d ascend", (int)c);
        }
        release(&a);
        release(&b);
    }
}

/* Faces have two cells or a patch, and the cells' lists of faces agree with them. */
static void check_faces(const struct mesh *m)
{
    int *seen = calloc((size_t)m->n_faces, sizeof *seen);
    int64_t boundary = 0;
    for (lid c = 0; c < m->n_cells; c++)
        for (int64_t i = m->cell_face_offset[c]; i < m->cell_face_offset[c + 1]; i++) {
            seen[m->cell_face[i]]++;
            CHECK(m->left[m->cell_face[i]] == c || m->right[m->cell_face[i]] == c, "face %d", (int)m->cell_face[i]);
        }
    for (int64_t f = 0; f < m->n_faces; f++) {
        CHECK(seen[f] == (mesh_is_boundary(m, f) ? 1 : 2), "face %d is seen %d times", (int)f, seen[f]);
        CHECK(m->right[f] < 0 || m->left[f] < m->right[f], "face %d: left %d, right %d", (int)f, (int)m->left[f],
              (int)m->right[f]);
        boundary += mesh_is_boundary(m, f);
    }
    CHECK(boundary == m->n_boundary, "%d of %d boundary faces", (int)boundary, (int)m->n_boundary);
    free(seen);
}

/* Packs of n_ranks keep their invariants and hold each cell once. */
static void check_packs(const struct built *b, int n_ranks, enum reorder_method order)
{
    int32_t *rank_of;
    double *wall;
    struct ordering o;
    struct halos h;
    struct cell_colours colours = {0};
    struct local_maps maps;
    int64_t owned = 0;
    MEM_NEW(rank_of, b->m.n_cells);
    MEM_NEW(wall, b->m.n_cells);
    CHECK(partition_cells(&b->m, &b->g, PARTITION_METIS, n_ranks, rank_of) == 0, "%s", error_message());
    reorder_cells(&b->m, &b->g, n_ranks, rank_of, order, &o);
    wall_distance_compute(&b->m, &b->g, o.cell, wall);
    halos_build(&b->m, &o, &h);
    CHECK(colour_cells(&b->m, NULL, &colours) == 0, "%s", error_message());
    local_maps_init(&maps, &b->m);
    struct whole w = {&b->m, &b->g, &o, &h, &colours, wall, "id", "source", "options"};
    for (int r = 0; r < n_ranks; r++) {
        struct pack p;
        local_mesh_build(&w, &maps, r, &p);
        colour_faces(&p);
        CHECK(pack_check(&p) == 0, "rank %d of %d: %s", r, n_ranks, error_message());
        owned += p.n_owned;
        pack_free(&p);
    }
    CHECK(owned == b->m.n_cells, "%d of %d cells", (int)owned, (int)b->m.n_cells);
    local_maps_free(&maps);
    halos_free(&h);
    cell_colours_free(&colours);
    ordering_free(&o);
    mem_free(wall);
    mem_free(rank_of);
}

/* Random splits of the box: volumes are those of the parts, patches keep their faces. */
static void random_polyhedra(void)
{
    for (int round = 0; round < 3000; round++) {
        enum box_kind kind = (enum box_kind)(round % BOX_N_KINDS);
        struct built a, b;
        struct raw_mesh raw;
        lid *parts;
        int n = 2 + round % 3;
        box_mesh(kind, n, 0.2, &raw);
        build(&raw, &a);
        struct poly_options o = {.as_polyhedra = round % 4 / 3.0, .joined = round % 7 / 6.0, .seed = (uint64_t)round};
        poly_box(kind, n, 0.2, &o, &raw, &parts);
        build(&raw, &b);
        check_faces(&b.m);
        for (int64_t c = 0; c < b.m.n_cells; c++) {
            double v = a.g.volume[parts[2 * c]] + (parts[2 * c + 1] < 0 ? 0.0 : a.g.volume[parts[2 * c + 1]]);
            /* Sums of some ten tetrahedra, each good to rounding of at most 1/8. */
            CHECK_NEAR(b.g.volume[c], v, 1e-15);
        }
        CHECK(b.m.n_boundary == a.m.n_boundary && b.found.unassigned == 0, "round %d: boundary faces", round);
        for (int p = 0; p < a.m.n_patches; p++)
            CHECK(b.m.patch[p].n_faces == a.m.patch[p].n_faces, "round %d: patch %d", round, p);
        if (round % 10 == 0 && b.m.n_cells >= 3)
            check_packs(&b, 1 + 2 * (round % 20 == 0), round % 30 ? REORDER_RCM : REORDER_HILBERT);
        mem_free(parts);
        release(&a);
        release(&b);
        if (check_case_failures > 20)
            break;
    }
}

/* ---- what is refused ---- */

/* A box of hexahedra as polyhedra with polygons of their own order; build fails. */
static void expect_fault(struct raw_mesh *raw, const char *words)
{
    struct mesh m;
    struct mesh_findings found;
    CHECK(mesh_build(raw, &m, &found) != 0, "'%s' is not noticed", words);
    CHECK(strstr(error_message(), words), "%s", error_message());
    raw_mesh_free(raw);
    mesh_free(&m);
}

/* 27 hexahedra as polyhedra, six polygons each. */
static void plain(struct raw_mesh *raw)
{
    poly_box(BOX_HEXA, 3, 0.0, &(struct poly_options){.as_polyhedra = 1.0, .seed = 1}, raw, NULL);
}

/* A cell with a face missing, one that is two, one of a single face, and a mesh whose polyhedra have no faces at all:
 * each is told with its number in the file, from 1. */
static void broken_polyhedra_are_named(void)
{
    struct raw_mesh raw;
    plain(&raw); /* cell 5 loses its last face */
    for (int64_t i = raw.cell_polygon_offset[5] - 1 + 6; i + 1 < raw.cell_polygon_offset[raw.n_cells]; i++)
        raw.cell_polygon[i] = raw.cell_polygon[i + 1];
    for (int64_t c = 6; c <= raw.n_cells; c++)
        raw.cell_polygon_offset[c]--;
    expect_fault(&raw, "the first is cell 6, 1 of whose faces meet at the edge of nodes");

    plain(&raw); /* the faces of two cells that do not touch, as one cell */
    lid joined[12];
    memcpy(joined, raw.cell_polygon, 6 * sizeof *joined);
    memcpy(joined + 6, raw.cell_polygon + raw.cell_polygon_offset[26], 6 * sizeof *joined);
    MEM_RESIZE(raw.cell_polygon, raw.cell_polygon_offset[27] + 6);
    memcpy(raw.cell_polygon + raw.cell_polygon_offset[26], joined, sizeof joined);
    raw.cell_polygon_offset[27] += 6;
    expect_fault(&raw, "cell 27 near (");
    CHECK(strstr(error_message(), "separate pieces"), "%s", error_message());

    plain(&raw); /* a cell of one face */
    raw.cell_polygon_offset[26] = raw.cell_polygon_offset[27] - 1;
    expect_fault(&raw, "not closed surfaces");

    plain(&raw);
    MEM_FREE(raw.cell_polygon_offset); /* no faces at all */
    expect_fault(&raw, "cannot be built from its nodes");
}

/* The Klein bottle of 3 x 3 quads: each edge has two faces, and there is no inside. */
static void one_sided_surfaces_are_refused(void)
{
    struct raw_mesh raw;
    box_mesh(BOX_HEXA, 3, 0.0, &raw);
    mem_free(raw.cell_type);
    mem_free(raw.cell_node_offset);
    raw.n_cells = 1;
    raw.n_polygons = 9;
    MEM_NEW(raw.cell_type, 1);
    raw.cell_type[0] = ELEMENT_POLYHEDRON;
    MEM_NEW_ZERO(raw.cell_node_offset, 2);
    MEM_NEW(raw.cell_polygon_offset, 2);
    raw.cell_polygon_offset[0] = 0;
    raw.cell_polygon_offset[1] = 9;
    MEM_NEW(raw.cell_polygon, 9);
    MEM_NEW(raw.polygon_node_offset, 10);
    MEM_NEW(raw.polygon_node, 36);
    raw.polygon_node_offset[0] = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int f = 3 * i + j, next = (j + 1) % 3;
            /* The last column meets the first one turned round: j becomes -j. */
            lid here[2] = {(lid)(3 * i + j), (lid)(3 * i + next)};
            lid there[2] = {(lid)(i < 2 ? 3 * (i + 1) + j : (3 - j) % 3),
                            (lid)(i < 2 ? 3 * (i + 1) + next : (3 - next) % 3)};
            lid node[4] = {here[0], here[1], there[1], there[0]};
            memcpy(raw.polygon_node + 4 * f, node, sizeof node);
            raw.polygon_node_offset[f + 1] = 4 * (f + 1);
            raw.cell_polygon[f] = (lid)f;
        }
    expect_fault(&raw, "has no inside");
}

/* There is no pattern of subdivision for them. */
static void refinement_refuses_polyhedra(void)
{
    struct raw_mesh raw;
    plain(&raw);
    CHECK(refine_raw_mesh(&raw) != 0, "refined");
    CHECK(strstr(error_message(), "polyhedron, which cannot be refined; run without --refine"), "%s", error_message());
    raw_mesh_free(&raw);
}

/* ---- patches inside the volume, repeated and overlapping ones ---- */

/* Adds a patch "sheet": the faces at z = 1/3 of the box of hexahedra with n = 3, and
 * one triangle that is nothing. */
static void add_sheet(struct raw_mesh *raw)
{
    int64_t n = raw->n_patch_faces, at = raw->patch_face_node_offset[n];
    MEM_RESIZE(raw->patch, raw->n_patches + 1);
    raw->patch[raw->n_patches] = (struct raw_patch){.name = "sheet", .kind = BC_WALL};
    MEM_RESIZE(raw->patch_face_node_offset, n + 11);
    MEM_RESIZE(raw->patch_face_node, at + 40);
    MEM_RESIZE(raw->patch_face_patch, n + 10);
    MEM_RESIZE(raw->patch_face_element, n + 10);
    for (int f = 0; f < 10; f++) {
        int i = f % 3, j = f / 3, size = f == 9 ? 3 : 4;
        lid node[4] = {box_node(3, i, j, 1), box_node(3, i + 1, j, 1), box_node(3, i + 1, j + 1, 1),
                       box_node(3, i, j + 1, 1)};
        if (f == 9)
            node[0] = 0, node[1] = 1, node[2] = 30;
        memcpy(raw->patch_face_node + at, node, (size_t)size * sizeof *node);
        at += size;
        raw->patch_face_patch[n + f] = (lid)raw->n_patches;
        raw->patch_face_element[n + f] = 1000 + f;
        raw->patch_face_node_offset[n + f + 1] = at;
    }
    raw->n_patch_faces += 10;
    raw->n_patches++;
}

/* A patch of faces within the volume is nothing unless --internal-walls names it; then each of its faces becomes two
 * boundary faces, whose area vectors cancel. */
static void walls_inside_the_volume(void)
{
    for (int polyhedra = 0; polyhedra < 2; polyhedra++)
        for (int walls = 0; walls < 2; walls++) {
            struct raw_mesh raw;
            struct built b = {0};
            struct poly_options o = {.as_polyhedra = polyhedra, .seed = 4};
            poly_box(BOX_HEXA, 3, 0.0, &o, &raw, NULL);
            add_sheet(&raw);
            CHECK(mesh_build_split(&raw, walls ? "sh*" : NULL, &b.m, &b.found) == 0, "%s", error_message());
            metrics_compute(&b.m, &b.g);
            CHECK(mesh_check("box", &b.m, &b.g, &raw, &b.found) == 0, "%s", error_message());
            check_faces(&b.m);
            CHECK(b.m.patch[6].n_faces == (walls ? 18 : 0), "%d faces", (int)b.m.patch[6].n_faces);
            CHECK(b.found.inside == (walls ? 0 : 9) && b.found.split == (walls ? 9 : 0), "%d inside, %d split",
                  (int)b.found.inside, (int)b.found.split);
            CHECK(b.found.stray == 1 && b.found.stray_element == 1009, "%d stray", (int)b.found.stray);
            struct vec3 sum = {0, 0, 0}, n, x; /* a wall on both sides has no area vector */
            for (int64_t f = 0; f < b.m.n_faces; f++) {
                face_geometry(&b.m, f, &n, &x);
                sum = vec3_add(sum, vec3_scale(b.m.right[f] == ~6, n));
            }
            CHECK_NEAR(vec3_norm(sum), 0.0, 1e-15); /* eighteen areas of 1/9 */
            raw_mesh_free(&raw);
            release(&b);
        }
    struct raw_mesh raw;
    struct mesh m;
    struct mesh_findings found;
    plain(&raw);
    CHECK(mesh_build_split(&raw, "sheet", &m, &found) != 0, "no such patch");
    CHECK(strstr(error_message(), "--internal-walls sheet matches no patch"), "%s", error_message());
    raw_mesh_free(&raw);
    mesh_free(&m);
}

/* A face that two patches name, and one that a patch names twice, are counted with the patches and elements
 * concerned. */
static void repeated_and_overlapping_patches(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct mesh_findings found;
    plain(&raw);
    add_sheet(&raw);
    int64_t n = raw.n_patch_faces - 10; /* the sheet becomes: xmin's first face, and twice its second */
    for (int f = 0; f < 3; f++)
        memcpy(raw.patch_face_node + raw.patch_face_node_offset[n + f],
               raw.patch_face_node + raw.patch_face_node_offset[f > 0], 4 * sizeof(lid));
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    CHECK(found.doubly == 2 && found.doubly_patch[0] != 6 && found.doubly_patch[1] == 6, "%d overlap",
          (int)found.doubly);
    CHECK(found.inside == 6, "%d inside", (int)found.inside);
    raw_mesh_free(&raw);
    mesh_free(&m);

    plain(&raw); /* the second face of the first patch is the first again */
    memcpy(raw.patch_face_node + 4, raw.patch_face_node, 4 * sizeof(lid));
    raw.patch_face_patch[1] = raw.patch_face_patch[0];
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    CHECK(found.repeated == 1 && found.repeated_element == 2 && found.unassigned == 1, "%d repeated, %d unassigned",
          (int)found.repeated, (int)found.unassigned);
    raw_mesh_free(&raw);
    mesh_free(&m);
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    progress_set_quiet(true);
    CASE(polyhedra_are_the_elements);
    CASE(random_polyhedra);
    CASE(broken_polyhedra_are_named);
    CASE(one_sided_surfaces_are_refused);
    CASE(refinement_refuses_polyhedra);
    CASE(walls_inside_the_volume);
    CASE(repeated_and_overlapping_patches);
    CASE(nothing_leaks);
    return check_end();
}
