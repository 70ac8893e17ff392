/* cgns_cube.h: a cube of 2 x 2 x 2 hexahedra as a CGNS file, with its three ways of
 * naming a patch, and what reading it must give.
 */
#ifndef UFV_TESTS_CGNS_CUBE_H
#define UFV_TESTS_CGNS_CUBE_H

#include "cgns_files.h"

enum { N = 3, CUBE_NODES = N * N * N, CUBE_CELLS = 8 };

/* 1-based number of lattice point (i, j, k) */
static inline cgsize_t point(int i, int j, int k)
{
    return 1 + i + N * j + N * N * k;
}

/* Corners in the order of HEXA_8 (SIDS), cells with i fastest: node [8 * CUBE_CELLS], 1-based as in files. */
static inline void cube_cells(cgsize_t *node)
{
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++) {
                cgsize_t cell[8] = {point(i, j, k),         point(i + 1, j, k),         point(i + 1, j + 1, k),
                                    point(i, j + 1, k),     point(i, j, k + 1),         point(i + 1, j, k + 1),
                                    point(i + 1, j + 1, k + 1), point(i, j + 1, k + 1)};
                memcpy(node + 8 * (i + 2 * j + 4 * k), cell, sizeof cell);
            }
}

/* The four quadrilaterals of the plane k. */
static inline void cube_plane(int k, cgsize_t *node)
{
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            cgsize_t face[4] = {point(i, j, k), point(i + 1, j, k), point(i + 1, j + 1, k), point(i, j + 1, k)};
            memcpy(node + 4 * (i + 2 * j), face, sizeof face);
        }
}

/* "Middle" is a plane of faces within the volume that no BC_t names. */
static inline void write_cube_zone(int fn, const char *name, int single)
{
    double x[CUBE_NODES][3];
    cgsize_t size[3] = {CUBE_NODES, CUBE_CELLS, 0}, cell[8 * CUBE_CELLS], face[16];
    int z, s;
    for (int p = 0; p < CUBE_NODES; p++)
        for (int d = 0; d < 3; d++)
            x[p][d] = 0.5 * (d == 0 ? p % N : d == 1 ? p / N % N : p / (N * N));
    put(cg_zone_write(fn, 1, name, size, CGNS_ENUMV(Unstructured), &z));
    write_coordinates(fn, z, single, CUBE_NODES, x);
    /* Sections out of order: the top plane stands first in the file. */
    cube_plane(2, face);
    put(cg_section_write(fn, 1, z, "Top", CGNS_ENUMV(QUAD_4), 13, 16, 0, face, &s));
    cube_cells(cell);
    put(cg_section_write(fn, 1, z, "Hexes", CGNS_ENUMV(HEXA_8), 1, 8, 0, cell, &s));
    cube_plane(0, face);
    put(cg_section_write(fn, 1, z, "Bottom", CGNS_ENUMV(QUAD_4), 9, 12, 0, face, &s));
    cube_plane(1, face);
    put(cg_section_write(fn, 1, z, "Middle", CGNS_ENUMV(QUAD_4), 17, 20, 0, face, &s));
}

/* The three ways in which a BC_t may name its faces: a range of elements, a list of elements, and a list of vertices;
 * the last with its kind at a family instead of at the BC_t. */
static inline void write_cube_patches(int fn)
{
    cgsize_t range[2] = {9, 12}, list[4] = {16, 13, 14, 15}, vertices[10];
    int bc, family, family_bc;
    put(cg_boco_write(fn, 1, 1, "floor", CGNS_ENUMV(BCWallInviscid), CGNS_ENUMV(PointRange), 2, range, &bc));
    put(cg_boco_gridlocation_write(fn, 1, 1, bc, CGNS_ENUMV(FaceCenter)));
    put(cg_boco_write(fn, 1, 1, "lid", CGNS_ENUMV(BCFarfield), CGNS_ENUMV(ElementList), 4, list, &bc));
    for (int i = 0; i < 9; i++) /* x = 1, from the last to the first, one of them twice */
        vertices[i] = point(2, 2 - i / 3, 2 - i % 3);
    vertices[9] = vertices[4];
    put(cg_boco_write(fn, 1, 1, "east", CGNS_ENUMV(FamilySpecified), CGNS_ENUMV(PointList), 10, vertices, &bc));
    put(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", bc, "end"));
    put(cg_famname_write("exit"));
    put(cg_family_write(fn, 1, "exit", &family));
    put(cg_fambc_write(fn, 1, family, "FamBC", CGNS_ENUMV(BCOutflowSubsonic), &family_bc));
}

/* The library writes an ElementList as PointList and FaceCenter; older ones did not. */
static inline void restore_element_list(void)
{
    rename_node("/Base/Zone/ZoneBC/lid", "PointList", "ElementList");
    delete_node("/Base/Zone/ZoneBC/lid", "GridLocation");
}

static inline void write_cube_as(const char *name, int type, int single)
{
    int fn, base;
    name_file(name);
    put(cg_set_file_type(type));
    put(cg_open(file_path, CG_MODE_WRITE, &fn));
    put(cg_base_write(fn, "Base", 3, 3, &base));
    write_cube_zone(fn, "Zone", single);
    write_cube_patches(fn);
    put(cg_close(fn));
    restore_element_list();
}

static inline void write_cube(const char *name)
{
    write_cube_as(name, HDF, 0);
}

static inline void check_cube_cells(const struct raw_mesh *m)
{
    cgsize_t node[8 * CUBE_CELLS];
    cube_cells(node);
    CHECK(m->n_nodes == CUBE_NODES && m->n_cells == CUBE_CELLS, "%ld nodes, %ld cells", (long)m->n_nodes,
          (long)m->n_cells);
    if (m->n_cells != CUBE_CELLS)
        return;
    for (int c = 0; c < CUBE_CELLS; c++) {
        CHECK(m->cell_type[c] == ELEMENT_HEXA && m->cell_node_offset[c + 1] == 8 * (c + 1), "cell %d", c);
        for (int k = 0; k < 8; k++)
            CHECK(m->cell_node[8 * c + k] == node[8 * c + k] - 1, "cell %d node %d", c, k);
    }
}

static inline void check_cube_points(const struct raw_mesh *m, double scale)
{
    for (int p = 0; p < CUBE_NODES && m->n_nodes == CUBE_NODES; p++) {
        double x[3] = {0.5 * (p % N), 0.5 * (p / N % N), 0.5 * (p / (N * N))};
        for (int d = 0; d < 3; d++) /* one rounding in the product of two factors */
            CHECK_NEAR(m->x[d][p], scale * x[d], 1e-15 * scale);
    }
}

/* The four faces of plane k are faces first...first+3 of the mesh, elements
 * element...element+3, in that patch. */
static inline void check_plane(const struct raw_mesh *m, int first, int k, int patch, int element)
{
    cgsize_t node[16];
    cube_plane(k, node);
    for (int f = 0; f < 4; f++) {
        CHECK(m->patch_face_patch[first + f] == patch, "face %d", first + f);
        CHECK(m->patch_face_element[first + f] == element + f, "face %d", first + f);
        CHECK(m->patch_face_node_offset[first + f + 1] == 4 * (first + f + 1), "face %d", first + f);
        for (int i = 0; i < 4; i++)
            CHECK(m->patch_face_node[4 * (first + f) + i] == node[4 * f + i] - 1, "face %d node %d", first + f, i);
    }
}

/* What must come out: the range and the list as faces, the vertices as a list of nodes, sorted and each once, and the
 * plane that nothing names as a patch of its own, about which a note is made. */
static inline void check_cube_patches(const struct raw_mesh *m)
{
    CHECK(m->n_patches == 4 && m->n_patch_faces == 12, "%ld patches, %ld faces", (long)m->n_patches,
          (long)m->n_patch_faces);
    if (m->n_patches != 4 || m->n_patch_faces != 12)
        return;
    check_patch(&m->patch[0], "floor", "", "BCWallInviscid", BC_SLIP);
    check_patch(&m->patch[1], "lid", "", "BCFarfield", BC_FARFIELD);
    check_patch(&m->patch[2], "east", "exit", "BCOutflowSubsonic", BC_PRESSURE_OUTLET);
    check_patch(&m->patch[3], "Middle", "", "", BC_NONE);
    check_plane(m, 0, 0, 0, 9);
    check_plane(m, 4, 2, 1, 13);
    check_plane(m, 8, 1, 3, 17);
    CHECK(m->patch[0].node == NULL && m->patch[2].n_nodes_listed == 9, "%ld", (long)m->patch[2].n_nodes_listed);
    for (int i = 0; i < 9 && m->patch[2].n_nodes_listed == 9; i++)
        CHECK(m->patch[2].node[i] == 2 + 3 * i, "%d", (int)m->patch[2].node[i]);
    CHECK(strstr(notes, "Middle") != NULL, "%s", notes);
}

static inline void check_whole_cube(void)
{
    struct raw_mesh m = read_good();
    check_cube_cells(&m);
    check_cube_points(&m, 1.0);
    check_cube_patches(&m);
    CHECK(m.source && strcmp(m.source, file_path) == 0, "source");
    raw_mesh_free(&m);
}

#endif
