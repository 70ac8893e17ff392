/* Polyhedra: the same meshes as elements and by their faces, random joins of cells,
 * broken cells, and packs of them through the solver and the exporter. */
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

/* A patch "sheet" of one face of a block inside the box of n = 7, with a wall's kind. */
static void add_walls(struct raw_mesh *raw)
{
    int64_t n = raw->n_patch_faces, at = raw->patch_face_node_offset[n];
    MEM_RESIZE(raw->patch, raw->n_patches + 1);
    raw->patch[raw->n_patches] = (struct raw_patch){.name = "sheet", .kind = BC_WALL};
    MEM_RESIZE(raw->patch_face_node_offset, n + 2);
    MEM_RESIZE(raw->patch_face_node, at + 4);
    MEM_RESIZE(raw->patch_face_patch, n + 1);
    MEM_RESIZE(raw->patch_face_element, n + 1);
    const lid node[4] = {box_node(7, 1, 1, 0), box_node(7, 1, 2, 0), box_node(7, 1, 2, 1), box_node(7, 1, 1, 1)};
    for (int k = 0; k < 4; k++)
        raw->patch_face_node[at + k] = node[k];
    raw->patch_face_patch[n] = (lid)raw->n_patches;
    raw->patch_face_element[n] = 0;
    raw->patch_face_node_offset[n + 1] = at + 4;
    raw->n_patch_faces++;
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

/* ---- the programs on packs of polyhedra ---- */

static const char case_text[] = "[flow]\nmach = 0.8395\nalpha = 3.06\nbeta = 5\npressure = 101325\n"
                                "temperature = 288.15\n[model]\nequations = euler\n"
                                "[numerics]\nflux = roe\norder = 1\nlimiter = none\n"
                                "[time]\ncfl = 0.5\nsteps = 10\n[patches]\n* = farfield\n";

/* Largest relative change from the free stream after ten steps. */
static double change_of_run(const char *results, const char *packs)
{
    struct gathered g;
    if (gathered_read(results, packs, &g) != 0)
        return NAN;
    const struct solution_reference *r = &g.reference;
    double sound = sqrt(r->gamma * r->pressure / r->density), most = 0.0;
    double free_stream[5] = {r->density, r->velocity[0], r->velocity[1], r->velocity[2], r->pressure};
    double unit[5] = {r->density, sound, sound, sound, r->pressure};
    for (int v = 0; v < 5; v++)
        for (int64_t i = 0; i < g.n; i++) {
            double change = fabs(g.q[v][i] - free_stream[v]) / unit[v];
            most = change > most || change != change ? change : most;
        }
    gathered_free(&g);
    return most;
}

/* Uniform flow over random polyhedra, askew to everything: cells that are closed leave it as it is. Then the exporters,
 * with cells that have no element type. */
static void the_programs_take_polyhedra(void)
{
    const char *top = pipeline_scratch();
    char packs[600], results[600], config[600];
    struct raw_mesh raw;
    snprintf(packs, sizeof packs, "%s/packs", top);
    snprintf(results, sizeof results, "%s/results", top);
    snprintf(config, sizeof config, "%s/free.cfg", top);
    pipeline_write(config, case_text);
    poly_box(BOX_MIXED, 6, 0.2, &(struct poly_options){.as_polyhedra = 0.5, .joined = 0.4, .seed = 11}, &raw, NULL);
    struct prep_options o = {.mesh = "box", .out = packs, .partition = "metis", .order = "rcm", .n_ranks = 2,
                             .scale = 1.0, .quiet = true, .command_line = "box"};
    CHECK(prep_run_raw(&o, &raw) == 0, "%s", error_message());
    CHECK(pipeline_run("%s/ufv-prep --info '%s' --verbose > '%s/info.txt'", pipeline_build(), packs, top) == 0, "info");
    CHECK(pipeline_run("mpirun -np 2 %s/ufv-solve '%s' --packs '%s' --out '%s' --threads 1 > '%s/solve.txt'",
                       pipeline_build(), config, packs, results, top) == 0, "solve");
    /* Ten steps, each leaves rounding of the flux sums of a cell. */
    CHECK(change_of_run(results, packs) <= 1e-12, "change %g", change_of_run(results, packs));
    CHECK(pipeline_run("%s/ufv-post export '%s' --format vtu --out '%s/a.pvtu' > '%s/post.txt'", pipeline_build(),
                       results, top, top) == 0, "vtu");
    CHECK(pipeline_run("%s/ufv-post export '%s' --format tecplot --out '%s/a.dat' > '%s/post.txt'", pipeline_build(),
                       results, top, top) == 0, "tecplot");
    CHECK(pipeline_run("grep -q 'FEPOLYHEDRON' '%s'/a*.dat", top) == 0, "a zone of polyhedra");
}

static void write_packs(const struct prep_options *o, const struct poly_options *cells)
{
    struct raw_mesh raw;
    poly_box(BOX_MIXED, 7, 0.2, cells, &raw, NULL);
    add_walls(&raw);
    CHECK(prep_run_raw(o, &raw) == 0, "%s", error_message());
}

static void same_pack(const char *a_folder, const char *b_folder, int rank)
{
    struct pack a = {0}, b = {0};
    CHECK(pack_read(a_folder, rank, PACK_ALL, &a) == 0 && pack_read(b_folder, rank, PACK_ALL, &b) == 0, "%s",
          error_message());
    CHECK(a.n_cells == b.n_cells && a.n_faces == b.n_faces && a.n_slots == b.n_slots && a.n_nodes == b.n_nodes,
          "counts of rank %d", rank);
    if (check_case_failures == 0) {
#define SAME(member, n)                                                                                                \
    CHECK(a.member && b.member && memcmp(a.member, b.member, (size_t)(n) * sizeof *a.member) == 0, #member)
        SAME(normal, 3 * a.n_faces);
        SAME(face_gid, a.n_faces);
        SAME(volume, a.n_cells);
        SAME(centroid, 3 * a.n_slots);
        SAME(wall_distance, a.n_cells);
        SAME(cell_gid, a.n_cells);
        SAME(recv_cell, a.n_recv);
        SAME(node, 3 * a.n_nodes);
        SAME(cell_node, a.n_cell_nodes);
#undef SAME
    }
    pack_free(&a);
    pack_free(&b);
}

/* The area of each patch and the volume, over all ranks. */
static void measure_packs(const char *folder, int n_ranks, double sum[8])
{
    memset(sum, 0, 8 * sizeof *sum);
    for (int r = 0; r < n_ranks; r++) {
        struct pack p;
        CHECK(pack_read(folder, r, PACK_ALL, &p) == 0 && pack_check(&p) == 0, "%s", error_message());
        for (int64_t i = 0; i < p.n_owned; i++)
            sum[7] += p.volume[i];
        for (int b = 0; b < p.n_patches && b < 7; b++)
            for (lid f = p.patch[b].begin; f < p.patch[b].end; f++)
                sum[b] += p.area[f];
        pack_free(&p);
    }
}

/* Three packs' cells are of the ranks whose packs have them. */
static void owners_are_known(const char *three)
{
    struct raw_mesh raw;
    int32_t *rank_of;
    int n_ranks;
    CHECK(packs_gather(three, &raw, &rank_of, &n_ranks) == 0 && n_ranks == 3, "%s", error_message());
    for (int r = 0; r < 3; r++) {
        struct pack of;
        CHECK(pack_read(three, r, PACK_ALL, &of) == 0, "%s", error_message());
        for (int64_t i = 0; i < of.n_owned; i++)
            CHECK(rank_of[of.cell_gid[i]] == r, "cell %d of rank %d", (int)i, r);
        pack_free(&of);
    }
    mem_free(rank_of);
    raw_mesh_free(&raw);
}

/* Three ranks become two. Elements: the very packs that the mesh itself gives. */
static void packs_divided_anew(void)
{
    const char *top = pipeline_scratch();
    static const char *const order[4] = {"rcm", "hilbert", "none", "hilbert"}; /* of the three ranks' packs */
    for (int way = 0; way < 4; way++) {
        int polyhedra = way % 2;
        struct poly_options cells = {.as_polyhedra = 0.6 * polyhedra, .joined = 0.3 * polyhedra, .seed = 8};
        char three[600], direct[600], anew[600];
        double a[8], b[8];
        snprintf(three, sizeof three, "%s/three%d", top, way);
        snprintf(direct, sizeof direct, "%s/direct%d", top, way);
        snprintf(anew, sizeof anew, "%s/anew%d", top, way);
        struct prep_options o = {.mesh = "box", .out = three, .partition = "metis", .order = order[way],
                                 .n_ranks = 3, .scale = 1.0, .internal_walls = "sheet", .quiet = true,
                                 .command_line = "box"};
        write_packs(&o, &cells);
        o.n_ranks = 2;
        o.order = "rcm";
        o.out = direct;
        write_packs(&o, &cells);
        o.out = anew;
        o.mesh = three;
        o.internal_walls = NULL;
        o.repartition = true;
        CHECK(prep_run(&o) == 0, "%s", error_message());
        measure_packs(direct, 2, a);
        measure_packs(anew, 2, b);
        /* The same faces and cells, added up in another order. */
        for (int i = 0; i < 8; i++)
            CHECK_NEAR(a[i], b[i], 1e-12);
        for (int r = 0; r < 2 && !polyhedra; r++)
            same_pack(direct, anew, r);
        struct pack_manifest m;
        CHECK(pack_manifest_read(anew, &m) == 0 && strcmp(m.source, "box") == 0, "the mesh's name");
        CHECK(m.n_patches == 7 && m.patch[6].n_faces == 2, "both sides of the sheet");
        pack_manifest_free(&m);
        owners_are_known(three);
    }
    struct raw_mesh raw;
    int32_t *rank_of;
    int n_ranks;
    CHECK(packs_gather("/nowhere", &raw, &rank_of, &n_ranks) != 0, "a folder that is not there");
}

/* The same arrays come back from compressed packs. */
static void compressed_packs_hold_the_same(void)
{
    const char *top = pipeline_scratch();
    char folder[2][600];
    for (int compress = 0; compress < 2; compress++) {
        struct raw_mesh raw;
        snprintf(folder[compress], sizeof folder[compress], "%s/compress%d", top, compress);
        poly_box(BOX_MIXED, 8, 0.2, &(struct poly_options){.as_polyhedra = 0.5, .joined = 0.4, .seed = 5}, &raw, NULL);
        struct prep_options o = {.mesh = "box", .out = folder[compress], .partition = "metis", .order = "rcm",
                                 .n_ranks = 1, .scale = 1.0, .quiet = true, .compress = compress,
                                 .command_line = "box"};
        CHECK(prep_run_raw(&o, &raw) == 0, "%s", error_message());
    }
    struct pack a, b;
    CHECK(pack_read(folder[0], 0, PACK_ALL, &a) == 0 && pack_read(folder[1], 0, PACK_ALL, &b) == 0, "%s",
          error_message());
    CHECK(pack_check(&b) == 0, "%s", error_message());
#define SAME(member, n)                                                                                                \
    CHECK(a.member && b.member && memcmp(a.member, b.member, (size_t)(n) * sizeof *a.member) == 0, #member)
    SAME(normal, 3 * a.n_faces);
    SAME(centroid, 3 * a.n_slots);
    SAME(cell_gid, a.n_cells);
    SAME(slice_face, a.n_slice_entries);
    SAME(cell_node_access, a.n_cell_nodes);
    SAME(face_node, a.n_face_nodes);
#undef SAME
    pack_free(&a);
    pack_free(&b);
    CHECK(pipeline_run("test $(stat -c %%s '%s/rank-00000.h5') -lt $(stat -c %%s '%s/rank-00000.h5')", folder[1],
                       folder[0]) == 0, "smaller");
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
    CASE(the_programs_take_polyhedra);
    CASE(packs_divided_anew);
    CASE(compressed_packs_hold_the_same);
    CASE(nothing_leaks);
    return check_end();
}
