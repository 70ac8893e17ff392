/* test_cgns_join.c: how zones are joined: ranges that do not match, lists of points
 * and faces, coincident nodes.
 */
#include "cgns_box.h"

static const struct part left = {"Left", {0, 0, 0}, {3, 4, 5}, {0, 1, 2}, {1, 1, 1}};
static const struct part right = {"Right", {3, 0, 0}, {6, 4, 5}, {1, 0, 2}, {1, 1, 1}};

/* The interface of Left with Right; its numbers may be changed before writing. */
struct cut {
    cgsize_t range[6], donor[6];
    int transform[3];
};

static struct cut good_cut(void)
{
    int low[3], high[3];
    struct cut c;
    common_face(&left, &right, low, high);
    part_range(&left, low, high, c.range);
    part_range(&right, low, high, c.donor);
    transform_of(&left, &right, c.transform);
    return c;
}

/* Both halves with their outer sides; the numbers of their zones are 1 and 2. */
static void write_halves(const char *name)
{
    file_begin(name);
    part_sides(&left, part_write(&left));
    part_sides(&right, part_write(&right));
}

static void write_cut(const char *donor, const struct cut *c)
{
    int conn;
    put(cg_1to1_write(fn, 1, 1, "cut", donor, c->range, c->donor, c->transform, &conn));
}

/* ---- ranges that do not match ------------------------------------------------------------ */

/* A Transform that contradicts the two ranges, or names an index twice or none. */
static void transform_does_not_fit(void)
{
    static const int straight[3] = {1, 2, 3}, twice[3] = {1, -1, 3}, none[3] = {0, 2, 3};
    const char *path = "/Base/Left/ZoneGridConnectivity/cut/Transform";
    struct cut c = good_cut();
    write_halves("transform.cgns");
    write_cut("Right", &c);
    file_end();
    set_ints(path, 3, straight);
    expect_error("/Base/Left/ZoneGridConnectivity/cut joins zone 'Left' to zone 'Right' and its Transform takes the "
                 "end of PointRange to vertex 1 5 6, not to the end 5 1 6 of PointRangeDonor");
    set_ints(path, 3, twice);
    expect_error("its Transform 1 -1 3 does not name each index once");
    set_ints(path, 3, none);
    expect_error("its Transform 0 2 3 does not name each index once");
}

/* Ranges and Transform agree with one another, but the nodes that they join lie elsewhere. */
static void nodes_do_not_meet(void)
{
    struct cut c = good_cut();
    write_halves("shift.cgns");
    /* k runs the other way on the donor's side. */
    cgsize_t k = c.donor[2];
    c.donor[2] = c.donor[5];
    c.donor[5] = k;
    c.transform[2] = -c.transform[2];
    write_cut("Right", &c);
    file_end();
    expect_error("joins zone 'Left' to zone 'Right', and its node at (0.5, 0, 0) is to meet the one at (0.5, 0, 1)");
}

static void donor_is_missing(void)
{
    struct cut c = good_cut();
    write_halves("missing.cgns");
    write_cut("Nowhere", &c);
    file_end();
    expect_error("joins zone 'Left' to zone 'Nowhere', which base 'Base' does not have");
}

/* The donor with its base in front. */
static void donor_with_its_base(void)
{
    static const char *const name[2] = {"Base/Right", "/Base/Right"};
    struct cut c = good_cut();
    for (int i = 0; i < 2; i++) {
        write_halves("prefix.cgns");
        write_cut("Right", &c);
        file_end();
        set_text("/Base/Left/ZoneGridConnectivity/cut", name[i]);
        struct built b = build();
        check_whole_box(&b, 0);
        release(&b);
    }
}

/* The same interface in a second set; a moving grid's second set is another time's. */
static void several_sets_of_interfaces(void)
{
    struct cut c = good_cut();
    write_halves("sets.cgns");
    write_cut("Right", &c);
    file_end();
    rename_node("/Base/Left", "ZoneGridConnectivity", "Second");
    add_node("/Base/Left", "First", "ZoneGridConnectivity_t", "MT", 0, NULL);
    struct built b = build();
    check_whole_box(&b, 0);
    CHECK(strstr(notes, "sets of interfaces") == NULL, "%s", notes);
    release(&b);
    add_node("/Base/Left", "Times", "ZoneIterativeData_t", "MT", 0, NULL);
    b = build();
    CHECK(strstr(notes, "has 2 sets of interfaces at different times; the first, '") != NULL, "%s", notes);
    release(&b);
}

/* A mixing plane joins no cells; one that averages nothing is a plain interface. */
static void mixing_plane(void)
{
    const char *property = "/Base/Left/ZoneGridConnectivity/cut/GridConnectivityProperty";
    char average[128];
    struct cut c = good_cut();
    write_halves("mixing.cgns");
    write_cut("Right", &c);
    file_end();
    snprintf(average, sizeof average, "%s/AverageInterface", property);
    add_node("/Base/Left/ZoneGridConnectivity/cut", "GridConnectivityProperty", "GridConnectivityProperty_t", "MT", 0,
             NULL);
    add_node(property, "AverageInterface", "AverageInterface_t", "MT", 0, NULL);
    add_node(average, "AverageInterfaceType", "AverageInterfaceType_t", "C1", 22, "AverageCircumferential");
    expect_error("/Base/Left/ZoneGridConnectivity/cut joins zone 'Left' to zone 'Right' by averages "
                 "(AverageCircumferential), a mixing plane, which is not read");
    delete_node(average, "AverageInterfaceType");
    add_node(average, "AverageInterfaceType", "AverageInterfaceType_t", "C1", 4, "Null");
    struct built b = build();
    check_whole_box(&b, 0);
    release(&b);
}

/* A range that is no side but a part of the volume, and one that ends beyond the zone. */
static void range_leaves_the_zone(void)
{
    static const int beyond[6] = {4, 1, 1, 4, 6, 6}, volume[6] = {3, 1, 1, 4, 5, 6}, wide[6] = {1, 1, 1, 5, 2, 6};
    struct cut c = good_cut();
    write_halves("beyond.cgns");
    write_cut("Right", &c);
    file_end();
    set_ints("/Base/Left/ZoneGridConnectivity/cut/PointRange", 6, volume);
    set_ints("/Base/Left/ZoneGridConnectivity/cut/PointRangeDonor", 6, wide);
    expect_error("its PointRange is a part of the zone's volume instead of one of its sides");
    set_ints("/Base/Left/ZoneGridConnectivity/cut/PointRange", 6, beyond);
    expect_error("PointRange goes to vertex 6 along j, and zone 'Left' has 1..5 there");
}

/* Sides 0.04 m apart: refused by what the file's own rounding allows, joined where --join allows it. The nodes of the
 * zone that comes first stay where they are. */
static void nodes_nearly_meet(void)
{
    struct cut c = good_cut();
    struct cgns_read_options o = {.join = 0.05};
    struct built b;
    file_begin("near.cgns");
    part_sides(&left, part_write(&left));
    int zone = part_write(&right);
    part_sides(&right, zone);
    write_cut("Right", &c);
    file_end();
    /* Right is moved by 0.04 along x; its shortest edge at the cut is 0.152 long. */
    put(cg_open(file_path, CG_MODE_MODIFY, &fn));
    double x[5 * 4 * 6];
    cgsize_t low[3] = {1, 1, 1}, high[3] = {5, 4, 6};
    int coordinate;
    put(cg_coord_read(fn, 1, zone, "CoordinateX", CGNS_ENUMV(RealDouble), low, high, x));
    for (int v = 0; v < 5 * 4 * 6; v++)
        x[v] += 0.04;
    put(cg_coord_write(fn, 1, zone, CGNS_ENUMV(RealDouble), "CoordinateX", x, &coordinate));
    file_end();
    expect_error("from which it is 0.04 m away where 0.015");
    b = build_with(&o);
    CHECK(b.good && b.mesh.n_cells == 120 && b.mesh.n_nodes == 7 * 5 * 6, "%ld nodes", (long)b.mesh.n_nodes);
    CHECK_NEAR(total_volume(&b), 1.04, 1e-14); /* Left's nodes are kept: Right's first layer is 0.04 thicker */
    CHECK(strstr(notes, "lay up to 0.04 m apart") != NULL, "%s", notes);
    release(&b);
}

/* ---- lists -------------------------------------------------------------------------------- */

/* Half of the box as an unstructured zone of hexahedra; elements 1... are cells,
 * then come the faces of the outer sides, side after side, then those at x = 0.5.
 * ids: 1-based node numbers begin with the lattice's far corner when reversed. */
struct half {
    int low, high; /* along x */
    int reversed;
    int n_nodes, n_cells, n_sides, n_cut;
    int first_cut; /* element number of the first face at the cut */
};

static int half_node(const struct half *h, int i, int j, int k)
{
    int v = (i - h->low) + (h->high - h->low + 1) * (j + (N[1] + 1) * k);
    return h->reversed ? h->n_nodes - v : v + 1;
}

static void put_face(const struct half *h, int d, int at, int p, int q, cgsize_t *face)
{
    static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int c = 0; c < 4; c++) {
        int g[3];
        /* Reversed zones begin at another corner. */
        int turned = h->reversed ? (c + 2) % 4 : c;
        g[d] = at;
        g[(d + 1) % 3] = p + corner[turned][0];
        g[(d + 2) % 3] = q + corner[turned][1];
        face[c] = half_node(h, g[0], g[1], g[2]);
    }
}

/* Faces of the side x_d = at of the half; returns their number. */
static int put_side(const struct half *h, int d, int at, cgsize_t *face)
{
    int low[3] = {h->low, 0, 0}, high[3] = {h->high, N[1], N[2]}, n = 0, u = (d + 1) % 3, w = (d + 2) % 3;
    for (int q = low[w]; q < high[w]; q++)
        for (int p = low[u]; p < high[u]; p++)
            put_face(h, d, at, p, q, face + 4 * n++);
    return n;
}

static void half_write_cells(const struct half *h, int zone)
{
    cgsize_t cell[8 * 60];
    int n = 0, s;
    for (int k = 0; k < N[2]; k++)
        for (int j = 0; j < N[1]; j++)
            for (int i = h->low; i < h->high; i++) {
                put_face(h, 2, k, i, j, cell + 8 * n);
                put_face(h, 2, k + 1, i, j, cell + 8 * n++ + 4);
            }
    put(cg_section_write(fn, 1, zone, "Cells", CGNS_ENUMV(HEXA_8), 1, n, 0, cell, &s));
}

/* Outer sides as sections and patches; the faces of the cut as a section that no
 * boundary condition names. */
static void half_write_sides(struct half *h, int zone, int with_cut)
{
    int element = h->n_cells + 1, s, bc;
    for (int side = 0; side < 6; side++) {
        cgsize_t face[4 * 30], range[2];
        int d = side / 2, at = side % 2 ? N[d] : 0, cut = d == 0 && at != h->low && at != h->high;
        int n = put_side(h, d, cut ? (h->low == 0 ? h->high : h->low) : at, face);
        if (cut && !with_cut)
            continue;
        if (cut)
            h->first_cut = element;
        range[0] = element;
        range[1] = element + n - 1;
        put(cg_section_write(fn, 1, zone, cut ? "Cut" : side_name[side], CGNS_ENUMV(QUAD_4), range[0], range[1], 0,
                             face, &s));
        element += n;
        if (cut)
            continue;
        put(cg_boco_write(fn, 1, zone, side_name[side], side_type[side], CGNS_ENUMV(PointRange), 2, range, &bc));
        put(cg_boco_gridlocation_write(fn, 1, zone, bc, CGNS_ENUMV(FaceCenter)));
    }
}

static int half_write(struct half *h, const char *name, int with_cut)
{
    cgsize_t size[3] = {0, 0, 0};
    double *x[3];
    int zone;
    h->n_nodes = (h->high - h->low + 1) * (N[1] + 1) * (N[2] + 1);
    h->n_cells = (h->high - h->low) * N[1] * N[2];
    size[0] = h->n_nodes;
    size[1] = h->n_cells;
    for (int d = 0; d < 3; d++)
        x[d] = malloc((size_t)h->n_nodes * sizeof **x);
    for (int k = 0; k <= N[2]; k++)
        for (int j = 0; j <= N[1]; j++)
            for (int i = h->low; i <= h->high; i++) {
                double at[3];
                place((int[3]){i, j, k}, at);
                for (int d = 0; d < 3; d++)
                    x[d][half_node(h, i, j, k) - 1] = at[d];
            }
    put(cg_zone_write(fn, 1, name, size, CGNS_ENUMV(Unstructured), &zone));
    coordinates_write(zone, 3, x);
    half_write_cells(h, zone);
    half_write_sides(h, zone, with_cut);
    for (int d = 0; d < 3; d++)
        free(x[d]);
    return zone;
}

static void join_lists(int zone, const char *donor, CGNS_ENUMT(GridLocation_t) location,
                       CGNS_ENUMT(GridConnectivityType_t) type, CGNS_ENUMT(ZoneType_t) donor_type, int n,
                       const cgsize_t *here, const cgsize_t *there)
{
    int conn;
    put(cg_conn_write(fn, 1, zone, "seam", location, type, CGNS_ENUMV(PointList), n, here, donor, donor_type,
                      CGNS_ENUMV(PointListDonor), CGNS_ENUMV(DataTypeNull), n, there, &conn));
}

/* The 30 vertices of the cut in the half's numbers, or in a structured part's. */
static int cut_vertices(const struct half *h, const struct part *p, cgsize_t *list)
{
    int n = 0;
    for (int k = 0; k <= N[2]; k++)
        for (int j = 0; j <= N[1]; j++, n++) {
            if (h)
                list[n] = half_node(h, 3, j, k);
            else
                local_index(p, (int[3]){3, j, k}, list + 3 * n);
        }
    return n;
}

/* The second zone's nodes are numbered from its far corner, so that equal numbers never meet; the faces of the cut that
 * only one zone has as elements must not become a patch. */
static void two_zones_by_vertex_lists(void)
{
    struct half a = {.low = 0, .high = 3}, b = {.low = 3, .high = 6, .reversed = 1};
    cgsize_t here[30], there[30];
    file_begin("vertices.cgns");
    half_write(&a, "Left", 1);
    half_write(&b, "Right", 0);
    int n = cut_vertices(&a, NULL, here);
    cut_vertices(&b, NULL, there);
    join_lists(1, "Right", CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting1to1), CGNS_ENUMV(Unstructured), n, here, there);
    file_end();
    struct built built = build();
    check_whole_box(&built, 0);
    CHECK(built.mesh.n_patches == 6, "%d patches", built.mesh.n_patches); /* the section of the cut is gone */
    release(&built);
}

/* The same by pairs of faces, told from the second zone. */
static void two_zones_by_face_lists(void)
{
    struct half a = {.low = 0, .high = 3}, b = {.low = 3, .high = 6, .reversed = 1};
    cgsize_t here[20], there[20];
    file_begin("faces.cgns");
    half_write(&a, "Left", 1);
    half_write(&b, "Right", 1);
    for (int f = 0; f < 20; f++) {
        here[f] = a.first_cut + f;
        there[f] = b.first_cut + f;
    }
    join_lists(2, "Left", CGNS_ENUMV(FaceCenter), CGNS_ENUMV(Abutting1to1), CGNS_ENUMV(Unstructured), 20, there, here);
    file_end();
    struct built built = build();
    check_whole_box(&built, 0);
    CHECK(built.mesh.n_patches == 6, "%d patches", built.mesh.n_patches);
    release(&built);
}

/* An unstructured half and a structured one, by vertices. */
static void mixed_zones(void)
{
    struct half a = {.low = 0, .high = 3, .reversed = 1};
    cgsize_t here[30], there[90];
    file_begin("mixed.cgns");
    half_write(&a, "Left", 0);
    part_sides(&right, part_write(&right));
    int n = cut_vertices(&a, NULL, here);
    cut_vertices(NULL, &right, there);
    join_lists(1, "Right", CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting1to1), CGNS_ENUMV(Structured), n, here, there);
    file_end();
    struct built built = build();
    check_whole_box(&built, 0);
    CHECK(strstr(notes, "2 zones (1 structured, 1 unstructured)") != NULL, "%s", notes);
    release(&built);
}

/* Interfaces of other kinds and locations, numbers that the donor does not have, and pairs that do not meet. */
static void lists_that_are_refused(void)
{
    static const struct {
        CGNS_ENUMT(GridLocation_t) location;
        CGNS_ENUMT(GridConnectivityType_t) type;
        cgsize_t first_there;
        const char *fragment;
    } bad[] = {
        {CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting), 0, "joins zone 'Left' to zone 'Right' by an interface of kind"},
        {CGNS_ENUMV(Vertex), CGNS_ENUMV(Overset), 0, "of kind Overset, which is not read"},
        {CGNS_ENUMV(CellCenter), CGNS_ENUMV(Abutting1to1), 0, "GridLocation is CellCenter"},
        {CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting1to1), 121, "names a vertex of zone 'Right' that it has not (121)"},
        {CGNS_ENUMV(FaceCenter), CGNS_ENUMV(Abutting1to1), 1, "names a face of zone 'Left' that it has not"},
        {CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting1to1), 1, "m away where"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct half a = {.low = 0, .high = 3}, b = {.low = 3, .high = 6};
        cgsize_t here[30], there[30];
        file_begin("bad.cgns");
        half_write(&a, "Left", 0);
        half_write(&b, "Right", 0);
        int n = cut_vertices(&a, NULL, here);
        cut_vertices(&b, NULL, there);
        there[0] = bad[i].first_there ? bad[i].first_there : there[0];
        if (bad[i].first_there == 1)
            there[0] = 4;
        join_lists(1, "Right", bad[i].location, bad[i].type, CGNS_ENUMV(Unstructured), n, here, there);
        file_end();
        expect_error(bad[i].fragment);
    }
}

/* ---- coincidence ---------------------------------------------------------------------------- */

/* No interface at all: both sides of the cut are boundary, about which a note is made, unless --join merges what
 * coincides. */
static void coincident_sides(void)
{
    struct cgns_read_options o = {.join = 1e-9};
    write_halves("loose.cgns");
    file_end();
    struct built b = build();
    CHECK(b.good && b.mesh.n_nodes == 2 * 4 * 5 * 6, "%ld nodes", (long)b.mesh.n_nodes);
    CHECK(strstr(notes, "40 outer faces of zones lie on one another") != NULL, "%s", notes);
    CHECK(patch_faces(&b, "unassigned") == 40, "%ld", (long)patch_faces(&b, "unassigned"));
    release(&b);
    b = build_with(&o);
    check_whole_box(&b, 0);
    CHECK(strstr(notes, "30 outer nodes lay within 1e-09 m of others") != NULL, "%s", notes);
    release(&b);
}

/* Walls on both sides of the cut: no note. */
static void coincident_walls(void)
{
    cgsize_t list[2 * 3 * 30];
    struct cut c = good_cut();
    int bc;
    write_halves("walls.cgns");
    put(cg_boco_write(fn, 1, 1, "wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, c.range, &bc));
    int n = cut_vertices(NULL, &right, list);
    put(cg_boco_write(fn, 1, 2, "wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointList), n, list, &bc));
    file_end();
    struct built b = build();
    CHECK(patch_faces(&b, "wall") == 40 && strstr(notes, "lie on one another") == NULL, "%s", notes);
    release(&b);
}

/* A tolerance far beyond the cells' size joins what lies together, and no more. */
static void generous_tolerance(void)
{
    struct half a = {.low = 0, .high = 3}, b = {.low = 3, .high = 6, .reversed = 1};
    struct cgns_read_options o = {.join = 10.0};
    file_begin("generous.cgns");
    half_write(&a, "Left", 0);
    half_write(&b, "Right", 0);
    file_end();
    struct built built = build_with(&o);
    check_whole_box(&built, 0);
    release(&built);
}

int main(void)
{
    progress_set_quiet(true);
    if (cgns_files_begin() != 0)
        return 1;
    CASE(transform_does_not_fit);
    CASE(nodes_do_not_meet);
    CASE(donor_is_missing);
    CASE(donor_with_its_base);
    CASE(several_sets_of_interfaces);
    CASE(mixing_plane);
    CASE(range_leaves_the_zone);
    CASE(nodes_nearly_meet);
    CASE(two_zones_by_vertex_lists);
    CASE(two_zones_by_face_lists);
    CASE(mixed_zones);
    CASE(lists_that_are_refused);
    CASE(coincident_sides);
    CASE(coincident_walls);
    CASE(generous_tolerance);
    return cgns_files_end();
}
