/* test_cgns_structured.c: structured zones: one and several, each index order and
 * sense, every form of boundary condition, collapsed sides, rind planes.
 */
#include "cgns_box.h"

static const struct part whole = {"Whole", {0, 0, 0}, {6, 4, 5}, {0, 1, 2}, {1, 1, 1}};

/* ---- zones --------------------------------------------------------------------------- */

/* All 48 ways in which three indices may run along three axes. */
static void one_zone_of_each_index_order(void)
{
    static const int axis[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int order = 0; order < 6; order++)
        for (int sense = 0; sense < 8; sense++) {
            struct part p = whole;
            for (int d = 0; d < 3; d++) {
                p.axis[d] = axis[order][d];
                p.up[d] = sense >> d & 1;
            }
            file_begin("one.cgns");
            part_sides(&p, part_write(&p));
            file_end();
            struct built b = build();
            check_whole_box(&b, 0);
            int odd = (order >= 3) + (3 - p.up[0] - p.up[1] - p.up[2]);
            /* mesh_build() turns the cells of left-handed zones round and counts them. */
            CHECK(b.found.mirrored == (odd % 2 ? 120 : 0), "%ld cells turned", (long)b.found.mirrored);
            release(&b);
        }
}

/* Four zones, one of them meeting two others along one side; all turned. */
static const struct part four[4] = {
    {"A", {0, 0, 0}, {2, 4, 5}, {1, 2, 0}, {1, 0, 1}},
    {"B", {2, 0, 0}, {6, 2, 3}, {2, 1, 0}, {0, 0, 1}},
    {"C", {2, 2, 0}, {6, 4, 3}, {0, 1, 2}, {0, 1, 0}},
    {"D", {2, 0, 3}, {6, 4, 5}, {0, 2, 1}, {1, 1, 0}},
};

/* Writes interfaces of zone i to those before it, or to all. */
static void write_four(int both_sides, int type)
{
    int zone[4];
    file_begin_as("four.cgns", type, 3, 3);
    for (int i = 0; i < 4; i++) {
        zone[i] = part_write(&four[i]);
        part_sides(&four[i], zone[i]);
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < (both_sides ? 4 : i); k++)
            if (k != i)
                part_join(&four[i], zone[i], &four[k]);
    file_end();
}

/* Interfaces told from one side or from both, in both kinds of storage. */
static void four_zones_turned(void)
{
    static const int type[2] = {CG_FILE_HDF5, CG_FILE_ADF};
    for (int both = 0; both < 2; both++)
        for (int t = 0; t < 2; t++) {
            write_four(both, type[t]);
            struct built b = build();
            check_whole_box(&b, 0);
            CHECK(b.mesh.n_patches == 6, "%d patches", b.mesh.n_patches);
            CHECK(strstr(notes, "4 zones (4 structured") != NULL, "%s", notes);
            CHECK(strstr(notes, "no interface") == NULL, "%s", notes);
            release(&b);
        }
}

/* Every pair of index orders and senses of two zones that meet, by one interface
 * over half of a side. */
static void two_zones_of_all_turns(void)
{
    static const int axis[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int turn = 0; turn < 48; turn++) {
        struct part a = {"A", {0, 0, 0}, {3, 4, 5}, {2, 0, 1}, {0, 1, 0}}, b = {"B", {3, 0, 0}, {6, 4, 5}, {0}, {0}};
        for (int d = 0; d < 3; d++) {
            b.axis[d] = axis[turn % 6][d];
            b.up[d] = turn / 6 >> d & 1;
        }
        file_begin("two.cgns");
        int zone_a = part_write(&a), zone_b = part_write(&b);
        part_sides(&a, zone_a);
        part_sides(&b, zone_b);
        part_join(&b, zone_b, &a);
        file_end();
        struct built built = build();
        check_whole_box(&built, 0);
        release(&built);
    }
}

/* Conditions of several zones with one family are one patch, by the family's name and kind, whatever each condition is
 * called; without a family equal names of different kinds stay apart. */
static void families_make_patches(void)
{
    int bc, family, family_bc;
    struct part a = {"A", {0, 0, 0}, {3, 4, 5}, {0, 1, 2}, {1, 1, 1}};
    struct part b = {"B", {3, 0, 0}, {6, 4, 5}, {0, 1, 2}, {1, 1, 1}};
    const struct part *part[2] = {&a, &b};
    file_begin("families.cgns");
    for (int i = 0; i < 2; i++) {
        int zone = part_write(part[i]);
        cgsize_t y[6], z[6];
        part_range(part[i], part[i]->low, (int[3]){part[i]->high[0], 0, 5}, y);
        part_range(part[i], part[i]->low, (int[3]){part[i]->high[0], 4, 0}, z);
        put(cg_boco_write(fn, 1, zone, i ? "bc7" : "bc3",
                          i ? CGNS_ENUMV(BCTypeUserDefined) : CGNS_ENUMV(FamilySpecified), CGNS_ENUMV(PointRange), 2, y,
                          &bc));
        put(cg_goto(fn, 1, "Zone_t", zone, "ZoneBC_t", 1, "BC_t", bc, "end"));
        put(cg_famname_write("wing"));
        /* One name for two kinds: no family, so the zones tell them apart. */
        put(cg_boco_write(fn, 1, zone, "side", i ? CGNS_ENUMV(BCWall) : CGNS_ENUMV(BCFarfield), CGNS_ENUMV(PointRange),
                          2, z, &bc));
        if (i == 1)
            part_join(&b, zone, &a);
    }
    put(cg_family_write(fn, 1, "wing", &family));
    put(cg_fambc_write(fn, 1, family, "FamilyBC", CGNS_ENUMV(BCWallInviscid), &family_bc));
    file_end();
    struct built built = build();
    CHECK(built.good && built.mesh.patch[0].kind == BC_SLIP, "kind %d", (int)built.mesh.patch[0].kind);
    CHECK(patch_faces(&built, "wing") == 30, "%ld", (long)patch_faces(&built, "wing"));
    CHECK(patch_faces(&built, "A/side") == 12 && patch_faces(&built, "B/side") == 12, "%d patches",
          built.mesh.n_patches);
    release(&built);
}

/* ---- boundary conditions in all forms ---------------------------------------------------- */

static int add_bc(int zone, const char *name, CGNS_ENUMT(PointSetType_t) set, int n, const cgsize_t *points,
                  CGNS_ENUMT(GridLocation_t) location)
{
    int bc;
    put(cg_boco_write(fn, 1, zone, name, CGNS_ENUMV(BCWall), set, n, points, &bc));
    if (location != CGNS_ENUMV(Vertex))
        put(cg_boco_gridlocation_write(fn, 1, zone, bc, location));
    return bc;
}

/* Each side by another form: ranges of vertices and of faces, lists of either, with the index of the side said or
 * not. */
static void boundary_forms(void)
{
    cgsize_t back[6] = {1, 5, 6, 1, 1, 1}, faces_i[6] = {7, 1, 1, 7, 4, 5}, faces_j[6] = {1, 1, 1, 6, 1, 5};
    cgsize_t vertices[3 * 42], faces[3 * 24], n = 0, half[6] = {1, 1, 6, 3, 4, 6};
    file_begin("forms.cgns");
    int zone = part_write(&whole);
    add_bc(zone, "xmin", CGNS_ENUMV(PointRange), 2, back, CGNS_ENUMV(Vertex));
    add_bc(zone, "xmax", CGNS_ENUMV(PointRange), 2, faces_i, CGNS_ENUMV(IFaceCenter));
    add_bc(zone, "ymin", CGNS_ENUMV(PointRange), 2, faces_j, CGNS_ENUMV(FaceCenter));
    for (int k = 1; k <= 6; k++)
        for (int i = 1; i <= 7; i++, n++) {
            vertices[3 * n] = 8 - i;
            vertices[3 * n + 1] = 5;
            vertices[3 * n + 2] = k;
        }
    add_bc(zone, "ymax", CGNS_ENUMV(PointList), 42, vertices, CGNS_ENUMV(Vertex));
    for (int f = 0; f < 24; f++) {
        faces[3 * f] = 6 - f % 6;
        faces[3 * f + 1] = 1 + f / 6;
        faces[3 * f + 2] = 1;
    }
    add_bc(zone, "zmin", CGNS_ENUMV(PointList), 24, faces, CGNS_ENUMV(KFaceCenter));
    add_bc(zone, "zmax", CGNS_ENUMV(PointRange), 2, half, CGNS_ENUMV(FaceCenter)); /* half of the side */
    file_end();
    struct built b = build();
    check_whole_box(&b, 1 << 5);
    CHECK(patch_faces(&b, "zmax") == 12 && patch_faces(&b, "unassigned") == 12, "%ld and %ld faces",
          (long)patch_faces(&b, "zmax"), (long)patch_faces(&b, "unassigned"));
    release(&b);
}

/* Ranges that are no side, lie inside or mean edges are left out with a note; a list of some faces is a patch of
 * these. */
static void boundary_said_and_left_out(void)
{
    cgsize_t line[6] = {1, 1, 1, 1, 1, 6}, inside[6] = {1, 1, 3, 7, 5, 3}, volume[6] = {1, 1, 1, 7, 5, 6};
    cgsize_t list[6] = {1, 1, 1, 2, 2, 1};
    file_begin("odd.cgns");
    int zone = part_write(&whole);
    add_bc(zone, "line", CGNS_ENUMV(PointRange), 2, line, CGNS_ENUMV(Vertex));
    add_bc(zone, "inside", CGNS_ENUMV(PointRange), 2, inside, CGNS_ENUMV(Vertex));
    add_bc(zone, "volume", CGNS_ENUMV(PointRange), 2, volume, CGNS_ENUMV(Vertex));
    add_bc(zone, "edges", CGNS_ENUMV(PointRange), 2, inside, CGNS_ENUMV(EdgeCenter));
    add_bc(zone, "zmin", CGNS_ENUMV(PointList), 2, list, CGNS_ENUMV(FaceCenter));
    file_end();
    struct built b = build();
    CHECK(b.mesh.n_patches == 2 && patch_faces(&b, "zmin") == 2, "%d patches", b.mesh.n_patches);
    CHECK(strstr(notes, "ZoneBC/line is a line, a point or a volume instead of a range of faces") != NULL, "%s", notes);
    CHECK(strstr(notes, "ZoneBC/volume is a line, a point or a volume instead") != NULL, "%s", notes);
    CHECK(strstr(notes, "ZoneBC/inside names 24 faces inside the zone's volume") != NULL, "%s", notes);
    CHECK(strstr(notes, "ZoneBC/edges has the grid location EdgeCenter") != NULL, "%s", notes);
    release(&b);
}

/* Vertices end one later than faces do. */
static void boundary_out_of_range(void)
{
    cgsize_t beyond[6] = {1, 1, 1, 1, 5, 7}, faces[6] = {7, 1, 1, 7, 5, 5}, list[3] = {0, 1, 1};
    file_begin("beyond.cgns");
    add_bc(part_write(&whole), "bad", CGNS_ENUMV(PointRange), 2, beyond, CGNS_ENUMV(Vertex));
    file_end();
    expect_error("/Base/Whole/ZoneBC/bad/PointRange goes to index 7 along k, and the zone has vertices 1..6");
    file_begin("beyond.cgns");
    add_bc(part_write(&whole), "bad", CGNS_ENUMV(PointRange), 2, faces, CGNS_ENUMV(IFaceCenter));
    file_end();
    expect_error("goes to index 5 along j, and the zone has faces 1..4");
    file_begin("beyond.cgns");
    add_bc(part_write(&whole), "bad", CGNS_ENUMV(PointList), 1, list, CGNS_ENUMV(Vertex));
    file_end();
    expect_error("goes to index 0 along i");
}

/* ---- collapsed sides ------------------------------------------------------------------------ */

enum { RADIAL = 3, AROUND = 12, ALONG = 4 };

/* A zone of RADIAL x AROUND x ALONG cells: a cylinder about z closed on itself by
 * an interface, its axis collapsed; with a tip the end z = 0 shrinks to a point. */
static void write_pole(bool tip)
{
    cgsize_t size[9] = {RADIAL + 1, AROUND + 1, ALONG + 1, RADIAL, AROUND, ALONG, 0, 0, 0};
    cgsize_t cut[6] = {1, 1, 1, RADIAL + 1, 1, ALONG + 1};
    cgsize_t donor[6] = {1, AROUND + 1, 1, RADIAL + 1, AROUND + 1, ALONG + 1};
    cgsize_t range[4][6] = {{RADIAL + 1, 1, 1, RADIAL + 1, AROUND + 1, ALONG + 1},
                            {1, 1, 1, RADIAL + 1, AROUND + 1, 1},
                            {1, 1, ALONG + 1, RADIAL + 1, AROUND + 1, ALONG + 1},
                            {1, 1, 1, 1, AROUND + 1, ALONG + 1}};
    static const char *const name[4] = {"mantle", "bottom", "top", "axis"};
    int transform[3] = {1, 2, 3}, zone, conn;
    int n = (RADIAL + 1) * (AROUND + 1) * (ALONG + 1);
    double *x[3];
    for (int d = 0; d < 3; d++)
        x[d] = malloc((size_t)n * sizeof **x);
    for (int v = 0; v < n; v++) {
        int i = v % (RADIAL + 1), j = v / (RADIAL + 1) % (AROUND + 1), k = v / (RADIAL + 1) / (AROUND + 1);
        double z = (double)k / ALONG, r = (double)i / RADIAL * (tip ? z : 1.0), angle = 2.0 * M_PI * j / AROUND;
        x[0][v] = r * cos(angle); /* the cut closes but for rounding, 2e-16 */
        x[1][v] = r * sin(angle);
        x[2][v] = z;
    }
    file_begin("pole.cgns");
    put(cg_zone_write(fn, 1, "Pole", size, CGNS_ENUMV(Structured), &zone));
    coordinates_write(zone, 3, x);
    put(cg_1to1_write(fn, 1, zone, "cut", "Pole", cut, donor, transform, &conn));
    for (int p = 0; p < 4; p++)
        add_bc(zone, name[p], CGNS_ENUMV(PointRange), 2, range[p], CGNS_ENUMV(Vertex));
    file_end();
    for (int d = 0; d < 3; d++)
        free(x[d]);
}

/* A regular polygon of AROUND corners on the unit circle. */
static double polygon_area(void)
{
    return 0.5 * AROUND * sin(2.0 * M_PI / AROUND);
}

/* The inner side of each cell at the axis is a line: hexahedra become prisms, and the side itself is no patch. */
static void collapsed_axis(void)
{
    write_pole(false);
    struct built b = build();
    int cells = RADIAL * AROUND * ALONG;
    CHECK(b.good && b.mesh.n_cells == cells, "%ld cells", (long)b.mesh.n_cells);
    CHECK(cells_of_type(&b, ELEMENT_PENTA) == AROUND * ALONG, "%ld prisms", (long)cells_of_type(&b, ELEMENT_PENTA));
    CHECK(b.mesh.n_nodes == (RADIAL * AROUND + 1) * (ALONG + 1), "%ld nodes", (long)b.mesh.n_nodes);
    CHECK(patch_faces(&b, "mantle") == AROUND * ALONG && patch_faces(&b, "top") == RADIAL * AROUND, "patches");
    CHECK(b.mesh.n_boundary == AROUND * ALONG + 2 * RADIAL * AROUND, "%ld outer faces", (long)b.mesh.n_boundary);
    CHECK(patch_faces(&b, "axis") == -1, "%ld faces on the axis", (long)patch_faces(&b, "axis"));
    CHECK_NEAR(total_volume(&b), polygon_area(), 1e-14); /* all faces are plane */
    release(&b);
}

/* Where the bottom shrinks to a point too, cells lose a side to a point and become pyramids, at the axis tetrahedra. */
static void collapsed_axis_and_tip(void)
{
    write_pole(true);
    struct built b = build();
    CHECK(b.good && b.mesh.n_cells == RADIAL * AROUND * ALONG, "%ld cells", (long)b.mesh.n_cells);
    CHECK(cells_of_type(&b, ELEMENT_TETRA) == AROUND, "%ld tetrahedra", (long)cells_of_type(&b, ELEMENT_TETRA));
    CHECK(cells_of_type(&b, ELEMENT_PYRA) == (RADIAL - 1) * AROUND, "%ld", (long)cells_of_type(&b, ELEMENT_PYRA));
    CHECK(cells_of_type(&b, ELEMENT_PENTA) == AROUND * (ALONG - 1), "%ld", (long)cells_of_type(&b, ELEMENT_PENTA));
    CHECK(b.mesh.n_nodes == (RADIAL * AROUND + 1) * ALONG + 1, "%ld nodes", (long)b.mesh.n_nodes);
    CHECK(patch_faces(&b, "bottom") == -1, "%ld faces at the tip", (long)patch_faces(&b, "bottom"));
    CHECK_NEAR(total_volume(&b), polygon_area() / 3.0, 1e-14); /* Euclid XII.7 */
    release(&b);
}

/* An edge within the side y = 0 shrinks to its middle: the sides stay plane, two
 * hexahedra lose a node each. */
static void collapsed_edge(void)
{
    enum { NODES = 7 * 5 * 6 };
    cgsize_t low[3] = {1, 1, 1}, high[3] = {7, 5, 6};
    double x[NODES];
    int c, first = 2 + 7 * 5 * 2; /* (2, 0, 2) */
    file_begin("edge.cgns");
    part_sides(&whole, part_write(&whole));
    file_end();
    put(cg_open(file_path, CG_MODE_MODIFY, &fn));
    put(cg_coord_read(fn, 1, 1, "CoordinateX", CGNS_ENUMV(RealDouble), low, high, x));
    x[first] = x[first + 1] = 0.5 * (x[first] + x[first + 1]);
    put(cg_coord_write(fn, 1, 1, CGNS_ENUMV(RealDouble), "CoordinateX", x, &c));
    file_end();
    struct built b = build();
    CHECK(b.good && b.mesh.n_cells == 120 && b.mesh.n_nodes == NODES - 1, "%ld nodes", (long)b.mesh.n_nodes);
    CHECK(patch_faces(&b, "ymin") == 30 && b.mesh.n_boundary == 148, "%ld outer faces", (long)b.mesh.n_boundary);
    CHECK(strstr(notes, "2 cells have a collapsed edge and keep their type") != NULL, "%s", notes);
    CHECK_NEAR(total_volume(&b), 1.0, 1e-14);
    release(&b);
}

/* ---- coordinates ------------------------------------------------------------------------------- */

/* The whole zone with rind planes: three before and none behind along j, none and
 * one along i, one and one along k. */
static void rind_planes(void)
{
    int rind[6] = {0, 1, 3, 0, 1, 1}, zone, g;
    cgsize_t size[9] = {7, 5, 6, 6, 4, 5, 0, 0, 0};
    static const char *const axis[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    double x[3][8 * 8 * 8];
    for (int v = 0; v < 8 * 8 * 8; v++) {
        int i = v % 8, j = v / 8 % 8 - 3, k = v / 64 - 1, at[3] = {i, j, k};
        bool proper = i < 7 && j >= 0 && j < 5 && k >= 0 && k < 6;
        double p[3] = {99.0, 99.0, 99.0};
        if (proper)
            place(at, p);
        for (int d = 0; d < 3; d++)
            x[d][v] = p[d];
    }
    file_begin("rind.cgns");
    put(cg_zone_write(fn, 1, "Whole", size, CGNS_ENUMV(Structured), &zone));
    put(cg_grid_write(fn, 1, zone, "GridCoordinates", &g));
    put(cg_goto(fn, 1, "Zone_t", zone, "GridCoordinates_t", 1, "end"));
    put(cg_rind_write(rind));
    for (int d = 0; d < 3; d++) {
        cgsize_t dims[3] = {8, 8, 8};
        put(cg_array_write(axis[d], CGNS_ENUMV(RealDouble), 3, dims, x[d]));
    }
    part_sides(&whole, zone);
    file_end();
    struct built b = build();
    check_whole_box(&b, 0);
    release(&b);
}

/* A quarter ring 1 <= r <= 2, 0 <= z <= 3 by r, theta in degrees, z. */
static void cylindrical_coordinates(void)
{
    enum { NT = 30 };
    cgsize_t size[9] = {2, NT + 1, 2, 1, NT, 1, 0, 0, 0};
    double *x[3];
    int zone, c, n = 4 * (NT + 1);
    for (int d = 0; d < 3; d++)
        x[d] = malloc((size_t)n * sizeof **x);
    for (int v = 0; v < n; v++) {
        x[0][v] = 1.0 + v % 2;
        x[1][v] = 3.0 * (v / 2 % (NT + 1));
        x[2][v] = 3.0 * (v / (2 * (NT + 1)));
    }
    file_begin("ring.cgns");
    put(cg_zone_write(fn, 1, "Ring", size, CGNS_ENUMV(Structured), &zone));
    put(cg_coord_write(fn, 1, zone, CGNS_ENUMV(RealDouble), "CoordinateR", x[0], &c));
    put(cg_coord_write(fn, 1, zone, CGNS_ENUMV(RealDouble), "CoordinateTheta", x[1], &c));
    put(cg_coord_write(fn, 1, zone, CGNS_ENUMV(RealDouble), "CoordinateZ", x[2], &c));
    put(cg_goto(fn, 1, "end"));
    put(cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Centimeter), CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin),
                       CGNS_ENUMV(Degree)));
    file_end();
    struct built b = build();
    /* Each step has the area (r2^2 - r1^2) sin(3 degrees) / 2. */
    CHECK_NEAR(total_volume(&b), 1e-6 * NT * 1.5 * sin(M_PI / 60.0) * 3.0, 1e-19);
    release(&b);
    for (int d = 0; d < 3; d++)
        free(x[d]);
}

/* One vertex along an index in a base of three dimensions. */
static void odd_zone_sizes(void)
{
    cgsize_t size[9] = {1, 5, 6, 0, 4, 5, 0, 0, 0};
    int zone;
    file_begin("thin.cgns");
    put(cg_zone_write(fn, 1, "Thin", size, CGNS_ENUMV(Structured), &zone));
    file_end();
    expect_error("/Base/Thin is a surface, one vertex thick");
}

/* ---- other people's meshes ------------------------------------------------------------------------------ */

/* Meshes of the turbulence resource, structured and as others made elements of
 * them, some as one layer of another thickness. Volumes are sums of some 10^4
 * numbers: a rounding each, 1e-16 of the whole or less. */
static const struct {
    const char *one, *other;
    double thickness; /* of one over that of the other */
} pairs[] = {
    {"tmr_n0012_225x65_str.cgns", "tmr_n0012_225x65_hex.cgns", 1.0},
    {"tmr_bump2d_177x81_str.cgns", "su2code__VandV__rans__bump_in_channel_2d__mesh_bump_2d_0177x081.cgns", 1.0},
    {"tmr_flatplate_69x49_str.cgns", "su2_flatplate_tmr_069x049.cgns", 10.0},
};

/* Two files of one mesh by different programs: as many cells, nodes and faces, and the same volume. */
static void same_meshes_of_others(void)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct built b[2];
        for (int k = 0; k < 2; k++) {
            snprintf(file_path, sizeof file_path, "%s/%s", getenv("UFV_MESHES"), k ? pairs[i].other : pairs[i].one);
            b[k] = build();
        }
        double volume = total_volume(&b[0]);
        CHECK(b[0].mesh.n_cells == b[1].mesh.n_cells && b[0].mesh.n_nodes == b[1].mesh.n_nodes, "%ld and %ld cells",
              (long)b[0].mesh.n_cells, (long)b[1].mesh.n_cells);
        CHECK(b[0].mesh.n_boundary == b[1].mesh.n_boundary && b[0].mesh.n_faces == b[1].mesh.n_faces, "faces");
        CHECK_NEAR(pairs[i].thickness * total_volume(&b[1]), volume, 1e-12 * volume);
        release(&b[0]);
        release(&b[1]);
    }
}

int main(void)
{
    progress_set_quiet(true);
    if (cgns_files_begin() != 0)
        return 1;
    CASE(one_zone_of_each_index_order);
    CASE(four_zones_turned);
    CASE(two_zones_of_all_turns);
    CASE(families_make_patches);
    CASE(boundary_forms);
    CASE(boundary_said_and_left_out);
    CASE(boundary_out_of_range);
    CASE(collapsed_axis);
    CASE(collapsed_axis_and_tip);
    CASE(collapsed_edge);
    CASE(rind_planes);
    CASE(cylindrical_coordinates);
    CASE(odd_zone_sizes);
    if (getenv("UFV_MESHES"))
        CASE(same_meshes_of_others);
    else
        printf("skip same_meshes_of_others UFV_MESHES names no folder\n");
    return cgns_files_end();
}
