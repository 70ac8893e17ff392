/* test_prep_periodic_input.c: periodic interfaces as users write them in a configuration
 * file and as files have them, and what of it is refused. */
#include "periodic_set.h"

#include "periodic/periodic_config.h"
#include "mesh/refine.h"
#include "run/mesh_from_raw.h"

#include <unistd.h>

static int apply(const char *text, struct mesh *m)
{
    char path[] = "/tmp/ufv-test-XXXXXX";
    int file = mkstemp(path);
    FILE *f = fdopen(file, "w");
    fputs(text, f);
    fclose(f);
    int status = periodic_config_apply(path, m);
    unlink(path);
    return status;
}

static void make_box(struct mesh *m, enum box_kind kind)
{
    struct raw_mesh raw;
    struct mesh_findings found;
    box_mesh(kind, 3, 0.2, &raw);
    CHECK(mesh_build(&raw, m, &found) == 0, "%s", error_message());
    raw_mesh_free(&raw);
}

/* The same two interfaces written in several ways: sides in either order, translations given or found, rotations, names
 * with quotes and globs. */
static void pairs_by_config(void)
{
    static const char *const text[] = {
        "[periodic]\nx = xmin xmax\ny = ymax ymin translation=0,-1,0\n",
        "[patches]\nzmin = slip\n[periodic]\nx = \"xmin\" xmax\ny = ymin ymax angle=0 translation=0,1,0\n",
        /* quarter turns about two edges of the box */
        "[periodic]\nx = xmax ymin angle=90 axis=0,0,2 centre=1,0,0\ny = xmin ymax angle=90 axis=0,0,1 centre=0,1,0\n",
        /* one glob for both sides */
        "[periodic]\nx = x* x* translation=1,0,0\ny = y??? ym[ai]* translation=0,-1,0\n"};
    for (int k = 0; k < 4; k++) {
        struct mesh m;
        make_box(&m, BOX_HEXA);
        CHECK(apply(text[k], &m) == 0, "%s", error_message());
        CHECK(periodic_settle(&m) == 0, "%s", error_message());
        CHECK(m.periodic.n_interfaces == 2 && m.periodic.n_pairs == 18 && m.n_patches == 2, "%d pairs, %d patches",
              (int)m.periodic.n_pairs, m.n_patches);
        const struct mesh_interface *last = &m.periodic.interface[m.periodic.n_interfaces - 1];
        CHECK(strcmp(last->name, "y") == 0 && last->n_faces == 9, "%s", last->name);
        for (int64_t f = 0; f < m.n_faces; f++)
            CHECK(!mesh_is_boundary(&m, f) || mesh_is_periodic(&m, f) || ~m.right[f] < 2, "face %d", (int)f);
        mesh_free(&m);
    }
}

/* Each line with what its sentence must say. */
static void bad_config_is_refused(void)
{
    static const char *const text[][2] = {
        {"x = xmin", "two patches"},
        {"x = xmin xmaxx", "did you mean 'xmax'"},
        {"x = xmin xmin", "one patch for both sides"},
        {"x = xmin xmin translation=1,0,0", "0 of the 18 faces of patch xmin"},
        {"x = x* xmin", "a patch is on both sides"},
        {"x = xmin xmax translation=1,0", "three numbers"},
        {"x = xmin xmax translation=1,0,2e9", "translation=1,0,2e9: must be -1e+09 to 1e+09"},
        {"x = xmin xmax angle=90 axis=0,0,inf", "axis=0,0,inf: must be"},
        {"x = xmin xmax angle=361", "angle=361: must be -360 to 360"},
        {"x = xmin xmax angle=0x10", "angle=0x10: a number is needed"},
        {"x = xmin xmax shift=1,0,0", "unknown setting"},
        {"x = xmin xmax 1,0,0", "key=value"},
        {"x = xmin xmax axis=0,0,1", "need an angle"},
        {"x = xmin xmax angle=90 axis=0,0,0", "no length"},
        {"x = xmin xmax translation=1,0.2,0", "0.133333 m from the nearest node of patch xmax"},
        {"x = xmin ymin", "nearest node"},
        {"x = xmin xmax\ny = ymin xmax", "patch xmax are periodic already"},
    };
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        struct mesh m;
        char whole[256];
        make_box(&m, BOX_TETRA);
        snprintf(whole, sizeof whole, "[periodic]\n%s\n", text[k][0]);
        int status = apply(whole, &m);
        if (status == 0)
            status = periodic_settle(&m);
        CHECK(status != 0 && strstr(error_message(), text[k][1]), "%s: %s", text[k][0], error_message());
        mesh_free(&m);
    }
}

/* A translation that misses, one of no length, and a face that lies inside the mesh. */
static void bad_interfaces_of_files_are_refused(void)
{
    for (int k = 0; k < 3; k++) {
        struct raw_mesh raw;
        struct mesh m;
        struct mesh_findings found;
        static const char *const words[3] = {"misses its partner by 0.5 m", "neither rotates nor translates",
                                             "is not a boundary face"};
        periodic_box(BOX_HEXA, 2, 0.0, 1, &raw);
        if (k == 0)
            raw.periodic[0].translation[0] = 1.5;
        if (k == 1)
            raw.periodic[0].translation[0] = 0.0;
        if (k == 2)
            raw.periodic[0].node[1][0] = raw.periodic[0].node[0][0];
        CHECK(mesh_build(&raw, &m, &found) != 0 && strstr(error_message(), words[k]), "%s", error_message());
        mesh_free(&m);
        raw_mesh_free(&raw);
    }
}

/* An interface given from both sides counts once. */
static void interfaces_given_twice(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct mesh_findings found;
    periodic_box(BOX_TETRA, 2, 0.0, 1, &raw);
    struct raw_periodic back = raw.periodic[0];
    back.translation[0] = -1.0;
    MEM_NEW(back.node_offset, back.n_faces + 1);
    memcpy(back.node_offset, raw.periodic[0].node_offset, (size_t)(back.n_faces + 1) * sizeof *back.node_offset);
    for (int side = 0; side < 2; side++) {
        size_t n = (size_t)back.node_offset[back.n_faces];
        MEM_NEW(back.node[side], n);
        memcpy(back.node[side], raw.periodic[0].node[1 - side], n * sizeof(lid));
    }
    periodic_add(&raw, "back", &back);
    CHECK(mesh_build(&raw, &m, &found) == 0 && periodic_settle(&m) == 0, "%s", error_message());
    CHECK(m.periodic.n_interfaces == 1 && m.periodic.n_pairs == 8, "%d pairs", (int)m.periodic.n_pairs);
    mesh_free(&m);
    raw_mesh_free(&raw);
}

/* Nodes of single precision are moved onto one another's images, and cells close. */
static void rough_coordinates_are_settled(void)
{
    struct raw_mesh raw;
    struct mesh m;
    struct metrics g;
    struct mesh_findings found;
    periodic_sector(30, 2, (const double[2]){1.0, 2.0}, 1.0, (const int[3]){3, 3, 2}, &raw);
    for (int d = 0; d < 3; d++)
        for (int64_t v = 0; v < raw.n_nodes; v++)
            raw.x[d][v] = (float)raw.x[d][v];
    CHECK(mesh_build(&raw, &m, &found) == 0 && periodic_settle(&m) == 0, "%s", error_message());
    metrics_compute(&m, &g);
    CHECK(m.periodic.interface[0].gap > 1e-9 && m.periodic.interface[0].gap < 1e-6, "%g", m.periodic.interface[0].gap);
    CHECK(g.closure_max < 1e-15, "%g", g.closure_max); /* rounding of unit areas */
    metrics_free(&g);
    mesh_free(&m);
    raw_mesh_free(&raw);
}

/* Refined with the mesh: four pairs from each, and still a mesh that closes. */
static void refined_interfaces(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++) {
        struct raw_mesh raw;
        struct set s;
        periodic_box((enum box_kind)kind, 2, 0.2, 7, &raw);
        int64_t coarse = raw.periodic[0].n_faces + raw.periodic[1].n_faces + raw.periodic[2].n_faces;
        CHECK(refine_raw_mesh(&raw) == 0, "%s", error_message());
        set_make(&s, &raw, 2, 0);
        CHECK(s.mesh.periodic.n_pairs == 4 * coarse && s.mesh.n_patches == 0, "%d of %d pairs",
              (int)s.mesh.periodic.n_pairs, (int)(4 * coarse));
        set_free(&s);
    }
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    CASE(pairs_by_config);
    CASE(bad_config_is_refused);
    CASE(bad_interfaces_of_files_are_refused);
    CASE(interfaces_given_twice);
    CASE(rough_coordinates_are_settled);
    CASE(refined_interfaces);
    CASE(nothing_leaks);
    return check_end();
}
