/* CGNS files of a box with known fields, read back by the CGNS library: volumes,
 * patches and values against the exact ones.
 */
#include "post_files.h"
#include "viewers/cgns_write.h"

#include <cgnslib.h>

struct cgns {
    int file, n_sections;
    int64_t n_nodes, n_cells;
    double x[3 * ROOM], pressure[ROOM];
};

/* The cell values as doubles, by the name that the standard has for pressure. */
static void read_cgns(const char *path, struct cgns *g)
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    char zone[33], solution[33];
    cgsize_t size[9] = {0}, one = 1, last;
    CGNS_ENUMT(GridLocation_t) place;
    CHECK(cg_open(path, CG_MODE_READ, &g->file) == CG_OK, "%s", cg_get_error());
    CHECK(cg_zone_read(g->file, 1, 1, zone, size) == CG_OK, "%s", cg_get_error());
    g->n_nodes = last = size[0];
    g->n_cells = size[1];
    CHECK(g->n_nodes == 7 * 6 * 5 && g->n_cells == 120, "%d nodes, %d cells", (int)size[0], (int)size[1]);
    for (int c = 0; c < 3 && check_case_failures == 0; c++)
        CHECK(cg_coord_read(g->file, 1, 1, name[c], CGNS_ENUMV(RealDouble), &one, &last, g->x + c * g->n_nodes) ==
                  CG_OK, "%s", cg_get_error());
    CHECK(cg_sol_info(g->file, 1, 1, 1, solution, &place) == CG_OK && place == CGNS_ENUMV(CellCenter), "%s",
          cg_get_error());
    last = size[1];
    CHECK(cg_field_read(g->file, 1, 1, 1, "Pressure", CGNS_ENUMV(RealDouble), &one, &last, g->pressure) == CG_OK, "%s",
          cg_get_error());
    CHECK(cg_nsections(g->file, 1, 1, &g->n_sections) == CG_OK, "%s", cg_get_error());
}

/* Nodes of the box are numbered along x, then y, then z. */
static void check_numbering(const struct cgns *g)
{
    for (int64_t i = 0; i < g->n_nodes; i++) {
        CHECK_NEAR(g->x[i], 2.0 / 6 * (double)(i % 7), 1e-15);
        CHECK_NEAR(g->x[2 * g->n_nodes + i], 0.5 / 4 * (double)(i / 42), 1e-15);
    }
    for (int64_t i = 0; i < g->n_cells; i++) {
        double centre[3] = {2.0 / 6 * ((double)(i % 6) + 0.5), 0.2 * ((double)(i / 6 % 5) + 0.5),
                            0.125 * ((double)(i / 30) + 0.5)};
        CHECK_NEAR(g->pressure[i], linear(centre), 1e-12);
    }
}

/* Its family has its name and says that it is a slip wall. */
static void check_family(int file, int b, const char *name)
{
    char family[33] = "", other[33], fambc[33];
    int n_bc = 0, n_geo = 0;
    CGNS_ENUMT(BCType_t) type = CGNS_ENUMV(BCTypeNull);
    CHECK(cg_goto(file, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", b, "end") == CG_OK && cg_famname_read(family) == CG_OK &&
              strcmp(family, name) == 0, "family %s", family);
    CHECK(cg_family_read(file, 1, b, other, &n_bc, &n_geo) == CG_OK && n_bc == 1 && strcmp(other, name) == 0, "%s",
          other);
    CHECK(cg_fambc_read(file, 1, b, 1, fambc, &type) == CG_OK && type == CGNS_ENUMV(BCWallInviscid), "type %d",
          (int)type);
}

/* Six patches of slip walls, each a run of as many faces as it should have. */
static void check_patches(const struct cgns *g, int64_t first)
{
    static const int expected[6] = {20, 20, 24, 24, 30, 30};
    int n = 0;
    CHECK(cg_nbocos(g->file, 1, 1, &n) == CG_OK && n == 6, "%d patches", n);
    for (int b = 1; b <= n; b++) {
        char name[33];
        CGNS_ENUMT(BCType_t) type;
        CGNS_ENUMT(PointSetType_t) set;
        CGNS_ENUMT(DataType_t) normals;
        int index, sets;
        cgsize_t points, normal_size, range[2] = {0, 0};
        cg_boco_info(g->file, 1, 1, b, name, &type, &set, &points, &index, &normal_size, &normals, &sets);
        CHECK(cg_boco_read(g->file, 1, 1, b, range, NULL) == CG_OK, "%s", cg_get_error());
        CHECK(strcmp(name, box_patch[b - 1]) == 0 && type == CGNS_ENUMV(FamilySpecified), "patch %s of type %d", name,
              (int)type);
        check_family(g->file, b, name);
        CHECK(range[0] == first && range[1] == first + expected[b - 1] - 1, "%s: %d to %d", name, (int)range[0],
              (int)range[1]);
        first = range[1] + 1;
    }
}

/* Hexahedra in one section and a section of faces for each patch; the faces' cones enclose the box's volume only if all
 * their normals point out. */
static void cgns_sections(void)
{
    static struct cgns g;
    char out[96];
    CHECK(export_box("cgns", false, false, out) == 0, "%s", error_message());
    read_cgns(out, &g);
    if (check_case_failures)
        return;
    check_numbering(&g);
    CHECK(g.n_sections == 7, "%d sections", g.n_sections);
    check_patches(&g, 121);
    double enclosed = 0;
    for (int s = 1; s <= g.n_sections; s++) {
        char name[33];
        CGNS_ENUMT(ElementType_t) type;
        cgsize_t start, end, node[8 * 120];
        int n_boundary, parents, corners = s == 1 ? 8 : 4;
        cg_section_read(g.file, 1, 1, s, name, &type, &start, &end, &n_boundary, &parents);
        CHECK(type == (s == 1 ? CGNS_ENUMV(HEXA_8) : CGNS_ENUMV(QUAD_4)), "%s is of type %d", name, (int)type);
        CHECK(cg_elements_read(g.file, 1, 1, s, node, NULL) == CG_OK, "%s", cg_get_error());
        for (int64_t i = 0; i <= end - start; i++) {
            int64_t corner[8];
            for (int k = 0; k < corners; k++)
                corner[k] = node[corners * i + k] - 1;
            double centre[3];
            centre_of(g.x, g.n_nodes, corner, corners, centre);
            if (s == 1)
                CHECK_NEAR(g.pressure[i], linear(centre), 1e-12); /* elements in the mesh's order */
            else
                enclosed += cone(g.x, g.n_nodes, corner, 4);
        }
    }
    CHECK_NEAR(enclosed, 1, 1e-12);
    cg_close(g.file);
}

/* The same box by its faces: each cell's volume by the signs in NFACE_n. */
static void cgns_polyhedra(void)
{
    static struct cgns g;
    static cgsize_t node[ROOM], face_offset[ROOM], face[ROOM], offset[ROOM];
    char out[96];
    CHECK(export_box("cgns", false, true, out) == 0, "%s", error_message());
    read_cgns(out, &g);
    if (check_case_failures)
        return;
    check_numbering(&g);
    CHECK(g.n_sections == 2, "%d sections", g.n_sections);
    check_patches(&g, 1); /* boundary faces come first */
    CHECK(cg_poly_elements_read(g.file, 1, 1, 1, node, face_offset, NULL) == CG_OK, "%s", cg_get_error());
    CHECK(cg_poly_elements_read(g.file, 1, 1, 2, face, offset, NULL) == CG_OK, "%s", cg_get_error());
    for (int64_t i = 0; i < g.n_cells; i++) {
        double volume = 0;
        CHECK(offset[i + 1] - offset[i] == 6, "cell %d", (int)i);
        for (cgsize_t k = offset[i]; k < offset[i + 1]; k++) {
            cgsize_t f = (face[k] < 0 ? -face[k] : face[k]) - 1;
            int64_t corner[4];
            for (int m = 0; m < 4; m++)
                corner[m] = node[face_offset[f] + m] - 1;
            volume += (face[k] < 0 ? -1 : 1) * cone(g.x, g.n_nodes, corner, 4);
        }
        CHECK_NEAR(volume, 1.0 / 120, 1e-13); /* signs say which way normals point */
    }
    cg_close(g.file);
}

/* A zone of quadrilaterals: the volume of the cones below them. */
static double cgns_surface_zone(int file, int zone, int64_t *n_faces)
{
    static const char *const axis[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    static double x[3 * ROOM], pressure[ROOM];
    static cgsize_t node[ROOM];
    char name[33];
    cgsize_t size[9] = {0}, one = 1;
    double volume = 0;
    CHECK(cg_zone_read(file, 1, zone, name, size) == CG_OK, "%s", cg_get_error());
    for (int c = 0; c < 3; c++)
        CHECK(cg_coord_read(file, 1, zone, axis[c], CGNS_ENUMV(RealDouble), &one, size, x + c * size[0]) == CG_OK, "%s",
              cg_get_error());
    CHECK(cg_elements_read(file, 1, zone, 1, node, NULL) == CG_OK, "%s", cg_get_error());
    CHECK(cg_field_read(file, 1, zone, 1, "Pressure", CGNS_ENUMV(RealDouble), &one, &size[1], pressure) == CG_OK, "%s",
          cg_get_error());
    for (cgsize_t i = 0; i < size[1] && check_case_failures == 0; i++) {
        int64_t corner[4];
        double centre[3];
        for (int k = 0; k < 4; k++)
            corner[k] = node[4 * i + k] - 1;
        centre_of(x, size[0], corner, 4, centre);
        CHECK_NEAR(pressure[i], linear(centre), 1e-12); /* rounding */
        volume += cone(x, size[0], corner, 4);
    }
    *n_faces += size[1];
    return volume;
}

/* One zone for each rank, in a base of cell dimension 2. */
static void cgns_surface(void)
{
    char out[96], base[33];
    int file, cells = 0, space = 0, n_zones = 0;
    int64_t n_faces = 0;
    double volume = 0;
    CHECK(export_box("cgns", true, false, out) == 0, "%s", error_message());
    CHECK(cg_open(out, CG_MODE_READ, &file) == CG_OK, "%s", cg_get_error());
    CHECK(cg_base_read(file, 1, base, &cells, &space) == CG_OK && cells == 2 && space == 3, "%d, %d", cells, space);
    CHECK(cg_nzones(file, 1, &n_zones) == CG_OK && n_zones == 3, "%d zones", n_zones);
    for (int zone = 1; zone <= n_zones; zone++)
        volume += cgns_surface_zone(file, zone, &n_faces);
    CHECK(n_faces == 148, "%d faces", (int)n_faces);
    CHECK_NEAR(volume, 1, 1e-12); /* the boundary encloses the box */
    cg_close(file);
}

/* Patches and families whose names agree in the characters that a file has room for, and
 * a name that the cut one of another would be. */
static void cgns_names_once_each(void)
{
    static const char *const name[6] = {"wing_upper_surface_section_inner", "wing_upper_surface_section_outer",
                                        "wing_upper_surface_of_the_flap_on_the_left",
                                        "wing_upper_surface_of_the_flap_on_the_right", "a/b", "a_b"};
    /* two patches each */
    const char *const family[6] = {name[0], name[0], name[1], name[1], name[2], name[2]};
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 1, .pressure = linear, .name = name,
                    .family = family};
    char folder[64], results[80], out[80], found[16][33];
    snprintf(folder, sizeof folder, "%s/long", files_top);
    snprintf(results, sizeof results, "%s/results", folder);
    snprintf(out, sizeof out, "%s/long.cgns", files_top);
    CHECK(box_write(&b, folder) == 0, "%s", error_message());
    struct results r;
    CHECK(results_open(results, NULL, RESULTS_GEOMETRY, &r) == 0, "%s", error_message());
    struct export_options o = {.format = "cgns", .out = out, .quiet = true};
    CHECK(export_command(&r, &o) == 0, "%s", error_message());
    results_close(&r);
    int file, n_sections = 0, n_patches = 0, n_families = 0;
    CHECK(cg_open(out, CG_MODE_READ, &file) == CG_OK, "%s", cg_get_error());
    if (check_case_failures)
        return;
    cg_nsections(file, 1, 1, &n_sections);
    cg_nbocos(file, 1, 1, &n_patches);
    cg_nfamilies(file, 1, &n_families);
    CHECK(n_sections == 7 && n_patches == 6 && n_families == 3, "%d, %d, %d", n_sections, n_patches, n_families);
    for (int i = 0; i < 6 && n_patches == 6; i++) {
        CGNS_ENUMT(BCType_t) type;
        CGNS_ENUMT(PointSetType_t) set;
        CGNS_ENUMT(DataType_t) normals;
        int index, sets;
        cgsize_t points, normal_size;
        cg_boco_info(file, 1, 1, i + 1, found[i], &type, &set, &points, &index, &normal_size, &normals, &sets);
    }
    CHECK(strcmp(found[0], name[0]) == 0 && strcmp(found[1], name[1]) == 0, "%s, %s: 32 characters fit", found[0],
          found[1]);
    CHECK(strcmp(found[2], "wing_upper_surface_of_the_flap_o") == 0, "%s", found[2]);
    CHECK(strcmp(found[3], "wing_upper_surface_of_the_flap~2") == 0, "%s", found[3]);
    CHECK(strcmp(found[4], "a_b~2") == 0 && strcmp(found[5], "a_b") == 0, "%s, %s", found[4], found[5]);
    cg_close(file);
}

/* Patches of one family and of several kinds get families of their own names. */
static void families_are_of_one_kind(void)
{
    static const char *const patch[5] = {"a", "b", "c", "d", "f"}, *const own[5] = {"f", "f", "g", "g", ""};
    static const enum bc_kind kind[5] = {BC_WALL, BC_WALL, BC_WALL, BC_SLIP, BC_WALL};
    static const char *const expected[5] = {"f", "f", "c", "d", "f"};
    const char *out[5];
    cgns_write_choose_families(5, patch, own, kind, out);
    for (int i = 0; i < 5; i++)
        CHECK(strcmp(out[i], expected[i]) == 0, "patch %s: %s", patch[i], out[i]);
}

int main(void)
{
    if (!files_begin())
        return 1;
    CASE(cgns_sections);
    CASE(cgns_polyhedra);
    CASE(cgns_surface);
    CASE(cgns_names_once_each);
    CASE(families_are_of_one_kind);
    return files_end();
}
