/* Packs of polyhedra: through the solver and the exporter, divided anew, and compressed. */
#include "check.h"

#include "error.h"
#include "pack/repartition.h"
#include "pipeline.h"
#include "progress/progress.h"
#include "run/prep_run.h"
#include "unit/poly_box.h"

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
    int status = pipeline_run("mpirun -np 2 %s/ufv-solve '%s' --packs '%s' --out '%s' --threads 1 > '%s/solve.txt'",
                              pipeline_build(), config, packs, results, top);
    CHECK(pipeline_steps_made(status) == 0, "solve");
    /* Ten steps, each leaves rounding of the flux sums of a cell. */
    CHECK(change_of_run(results, packs) <= 1e-12, "change %g", change_of_run(results, packs));
    CHECK(pipeline_run("%s/ufv-post export '%s' --format vtu --out '%s/a.pvtu' > '%s/post.txt'", pipeline_build(),
                       results, top, top) == 0, "vtu");
    CHECK(pipeline_run("%s/ufv-post export '%s' --format tecplot --out '%s/a.dat' > '%s/post.txt'", pipeline_build(),
                       results, top, top) == 0, "tecplot");
    CHECK(pipeline_run("grep -q 'FEPOLYHEDRON' '%s'/a*.dat", top) == 0, "a zone of polyhedra");
}

/* ---- packs divided anew and compressed ---- */

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
    CASE(the_programs_take_polyhedra);
    CASE(packs_divided_anew);
    CASE(compressed_packs_hold_the_same);
    CASE(nothing_leaks);
    return check_end();
}
