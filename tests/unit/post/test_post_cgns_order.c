/* CGNS files of meshes whose cells change type from one to the next: sections by
 * type, each in the mesh's order, and values that followed their cells. The mesh is
 * a box of four cell types whose packs have had their cells renumbered.
 */
#include "check.h"
#include "export/export.h"
#include "pipeline.h"

#include <cgnslib.h>
#include <sys/stat.h>

enum { N_RANKS = 2, ROOM = 8000 };

static char packs[600], results[600], out[600];

/* One to one on 0 .. n - 1, as 7 does not divide n. */
static gid renumbered(gid cell, gid n)
{
    return cell * 7 % n;
}

static double density_at(const double x[3])
{
    return 2 + x[0] - 0.5 * x[1] + 0.25 * x[2];
}

static int write_fields(const struct pack *p, const char *folder)
{
    struct solution s;
    memset(&s, 0, sizeof s);
    memcpy(s.pack_id, p->id, sizeof s.pack_id);
    text_copy(s.packs, sizeof s.packs, packs);
    s.rank = p->rank;
    s.n_ranks = N_RANKS;
    s.n_cells = p->n_owned;
    MEM_NEW(s.cell_gid, s.n_cells);
    memcpy(s.cell_gid, p->cell_gid, (size_t)s.n_cells * sizeof(gid));
    s.n_fields = 1;
    text_copy(s.field[0].name, NAME_SIZE, "density");
    MEM_NEW(s.field[0].value, s.n_cells);
    for (int64_t i = 0; i < s.n_cells; i++) {
        double x[3] = {p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]};
        s.field[0].value[i] = density_at(x);
    }
    s.n_boundary = p->n_boundary;
    MEM_NEW(s.face_gid, s.n_boundary);
    memcpy(s.face_gid, p->face_gid, (size_t)s.n_boundary * sizeof(gid));
    int status = solution_write(folder, &s);
    solution_free(&s);
    return status;
}

/* Only global ids change: places and types stay, so that types alternate in the order of ids. */
static int renumber_rank(int rank, const char *folder)
{
    struct pack p;
    TRY(pack_read(packs, rank, PACK_ALL, &p));
    for (int64_t i = 0; i < p.n_cells; i++)
        p.cell_gid[i] = renumbered(p.cell_gid[i], p.n_cells_global);
    int status = pack_write(packs, &p) || write_fields(&p, folder);
    pack_free(&p);
    return status;
}

static int prepare(void)
{
    const char *b = pipeline_build(), *t = pipeline_scratch();
    char fields[640];
    struct results r;
    snprintf(packs, sizeof packs, "%s/packs", t);
    snprintf(results, sizeof results, "%s/results", t);
    snprintf(out, sizeof out, "%s/out.cgns", t);
    snprintf(fields, sizeof fields, "%s/fields-000000000", results);
    if (pipeline_run("%s/tools/box_mesh --cells mixed --n 8 4 4 --out %s/box.cgns >/dev/null", b, t) != 0 ||
        pipeline_run("%s/ufv-prep %s/box.cgns --out %s --ranks %d --quiet", b, t, packs, N_RANKS) != 0)
        return 1;
    mkdir(results, 0777), mkdir(fields, 0777);
    for (int rank = 0; rank < N_RANKS; rank++)
        TRY(renumber_rank(rank, fields));
    TRY(solution_set_latest(results, "fields-000000000"));
    TRY(results_open(results, NULL, RESULTS_GEOMETRY, &r));
    struct export_options o = {.format = "cgns", .out = out, .quiet = true};
    int status = r.manifest.cells % 7 == 0 ? error_set("choose another factor") : export_command(&r, &o);
    results_close(&r);
    return status;
}

static double x[3][ROOM], density[ROOM];
static long number[ROOM];

static void read_values(int f, cgsize_t n_nodes, cgsize_t n_cells)
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    cgsize_t one = 1;
    for (int c = 0; c < 3; c++)
        CHECK(cg_coord_read(f, 1, 1, name[c], CGNS_ENUMV(RealDouble), &one, &n_nodes, x[c]) == CG_OK, "%s",
              cg_get_error());
    CHECK(cg_field_read(f, 1, 1, 1, "Density", CGNS_ENUMV(RealDouble), &one, &n_cells, density) == CG_OK, "%s",
          cg_get_error());
    CHECK(cg_field_read(f, 1, 1, 1, "GlobalNumber", CGNS_ENUMV(LongInteger), &one, &n_cells, number) == CG_OK, "%s",
          cg_get_error());
}

/* Tetrahedra have their centroids in the mean of their corners, bricks too. */
static void check_section(int f, int section, int corners, cgsize_t start, cgsize_t end)
{
    static cgsize_t node[8 * ROOM];
    CHECK(cg_elements_read(f, 1, 1, section, node, NULL) == CG_OK, "%s", cg_get_error());
    for (cgsize_t i = start; i <= end; i++) {
        double centre[3] = {0, 0, 0};
        for (int k = 0; k < corners; k++)
            for (int c = 0; c < 3; c++)
                centre[c] += x[c][node[corners * (i - start) + k] - 1] / corners;
        CHECK(i == start || number[i - 1] > number[i - 2], "cell %d is out of order", (int)i);
        if (corners == 4 || corners == 8)
            CHECK_NEAR(density[i - 1], density_at(centre), 1e-13);
    }
}

/* One section for each type, in it ascending ids, and each cell's density that of its own centroid: the values
 * followed. */
static void sections_by_type(void)
{
    static const CGNS_ENUMT(ElementType_t) expected[4] = {CGNS_ENUMV(TETRA_4), CGNS_ENUMV(PYRA_5), CGNS_ENUMV(PENTA_6),
                                                          CGNS_ENUMV(HEXA_8)};
    static const int corners[4] = {4, 5, 6, 8};
    static bool seen[ROOM];
    int f;
    char name[33];
    cgsize_t size[9] = {0}, next = 1;
    CHECK(cg_open(out, CG_MODE_READ, &f) == CG_OK, "%s", cg_get_error());
    CHECK(cg_zone_read(f, 1, 1, name, size) == CG_OK && size[0] < ROOM && size[1] < ROOM, "%s", cg_get_error());
    if (check_case_failures)
        return;
    read_values(f, size[0], size[1]);
    for (int s = 1; s <= 4; s++) {
        CGNS_ENUMT(ElementType_t) type;
        cgsize_t start, end;
        int boundary, parents;
        CHECK(cg_section_read(f, 1, 1, s, name, &type, &start, &end, &boundary, &parents) == CG_OK, "%s",
              cg_get_error());
        CHECK(type == expected[s - 1] && start == next, "%s is of type %d and starts at %d", name, (int)type,
              (int)start);
        check_section(f, s, corners[s - 1], start, end);
        next = end + 1;
    }
    CHECK(next == size[1] + 1, "%d cells in sections", (int)next - 1);
    for (cgsize_t i = 0; i < size[1]; i++) {
        CHECK(number[i] >= 0 && number[i] < size[1] && !seen[number[i]], "cell %d has number %ld", (int)i, number[i]);
        if (number[i] >= 0 && number[i] < ROOM)
            seen[number[i]] = true;
    }
    cg_close(f);
}

int main(void)
{
    if (prepare() != 0) {
        printf("FAIL prepare: %s\n", error_message());
        return 1;
    }
    CASE(sections_by_type);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
