/* test_plot3d_read.c: PLOT3D grids written here, small, odd and damaged. tests/cli/plot3d.sh holds all forms of one
 * mesh to the packs that its CGNS file gives.
 */
#include "cgns_files.h"
#include "plot3d/nmf.h"
#include "plot3d/plot3d_read.h"

static void write_text(const char *name, const char *text)
{
    name_file(name);
    FILE *f = fopen(file_path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s", file_path);
}

static int read_grid(double scale, struct raw_mesh *m)
{
    notes[0] = '\0';
    return plot3d_read(file_path, scale, keep_note, NULL, m);
}

static void refuse(const char *text, const char *fragment)
{
    struct raw_mesh m;
    write_text("refused.fmt", text);
    size_t before = mem_current_bytes();
    CHECK(read_grid(1.0, &m) != 0 && strstr(error_message(), fragment), "'%s' is not in: %s", fragment,
          error_message());
    CHECK(strncmp(error_message(), file_path, strlen(file_path)) == 0, "%s", error_message());
    CHECK(mem_current_bytes() == before, "%zu bytes left", mem_current_bytes() - before);
    raw_mesh_free(&m);
}

#define CUBE "0 1 0 1 0 1 0 1\n0 0 1 1 0 0 1 1\n4*0 4*1\n"

/* One block, whose sides are patches; nodes i fastest. */
static void one_block(void)
{
    static const lid cell[8] = {0, 1, 3, 2, 4, 5, 7, 6};
    struct raw_mesh m;
    write_text("cube.fmt", "2 2 2\n" CUBE);
    CHECK(read_grid(3.0, &m) == 0, "%s", error_message());
    CHECK(m.n_cells == 1 && m.n_nodes == 8 && m.n_patches == 6 && m.n_patch_faces == 6, "%ld cells", (long)m.n_cells);
    if (m.n_cells == 1 && m.n_patches == 6) {
        CHECK(memcmp(m.cell_node, cell, sizeof cell) == 0, "nodes");
        CHECK(m.x[0][7] == 3.0 && m.x[1][2] == 3.0 && m.x[2][3] == 0.0 && m.x[2][4] == 3.0, "coordinates");
        CHECK(strcmp(m.patch[0].name, "imin") == 0 && strcmp(m.patch[5].name, "kmax") == 0, "names");
        for (int k = 0; k < 4; k++)
            CHECK(m.x[1][m.patch_face_node[4 * 3 + k]] == 3.0, "node %d of jmax", k);
    }
    CHECK(strstr(notes, "is read as a PLOT3D grid: 3-D, one block, text") && strstr(notes, "has no cube.nmf beside it"),
          "%s", notes);
    raw_mesh_free(&m);
}

/* Two blocks, the second with its indices exchanged, that meet by a map; a collapsed edge. */
static void two_blocks(void)
{
    struct raw_mesh m;
    int count[8];
    write_text("two.nmf", "# remark\n2\n1 2 2 2\n2 2 2 2 # remark\n'one_to_one' 1 4 1 2 1 2 2 5 1 2 1 2 false\n"
                          "'the wall' 1 3 1 2 1 2\n\"far-field\", 2 6 1 2 2 1\n'Symmetry_Z' 1 1 1 2 1 2\n"
                          "'symmetry_z' 2 3 1 2 1 2\n'pole_dir1' 1 2 1 2 1 2\n");
    /* of block 2 i runs along z, j along x, k along y */
    write_text("two.fmt", "2\n2 2 2\n2 2 2\n" CUBE "2*1 2*2 2*1 2*2\n4*0 4*1\n0 1 0 1 0 1 0 1\n");
    CHECK(read_grid(1.0, &m) == 0, "%s", error_message());
    CHECK(m.n_cells == 2 && m.n_nodes == 12 && m.n_patches == 4, "%ld nodes, %ld patches", (long)m.n_nodes,
          (long)m.n_patches);
    if (m.n_patches == 4) {
        count_faces(&m, count);
        CHECK(count[0] == 1 && count[1] == 1 && count[2] == 1 && count[3] == 1, "%d %d %d", count[0], count[1],
              count[2]);
        CHECK(strcmp(m.patch[0].name, "the wall") == 0 && m.patch[0].kind == BC_NONE, "%s", m.patch[0].name);
        CHECK(strcmp(m.patch[1].name, "far-field") == 0 && m.patch[1].kind == BC_FARFIELD, "%s", m.patch[1].name);
        CHECK(m.patch[2].kind == BC_SYMMETRY && m.patch[3].kind == BC_SYMMETRY, "kinds");
    }
    CHECK(strstr(notes, "4 nodes were joined") && strstr(notes, "gives no kind of boundary by the types the wall"),
          "%s", notes);
    raw_mesh_free(&m);
    write_text("pole.fmt", "2 2 2\n0 1 0 1 0 1 0 1\n0 0 0 1 0 0 0 1\n4*0 4*1\n");
    CHECK(read_grid(1.0, &m) == 0, "%s", error_message());
    CHECK(m.n_cells == 1 && m.n_nodes == 6 && m.cell_type[0] == ELEMENT_PENTA && m.n_patch_faces == 5, "%ld nodes",
          (long)m.n_nodes);
    raw_mesh_free(&m);
}

static void kinds_of_types(void)
{
    static const struct {
        const char *type;
        enum bc_kind kind;
    } row[] = {{"Viscous-Solid", BC_WALL}, {"wall", BC_WALL}, {"tangency", BC_SLIP}, {"SYM", BC_SYMMETRY},
               {"symmetry-y", BC_SYMMETRY}, {"farfield_riem", BC_FARFIELD}, {"Back Pressure", BC_PRESSURE_OUTLET},
               {"EXTRAPOLATE", BC_SUPERSONIC_OUTFLOW}, {"fixed_inflow", BC_SUPERSONIC_INFLOW},
               {"inflow", BC_TOTAL_INFLOW}, {"unprocessed", BC_NONE}, {"wal", BC_NONE}, {"", BC_NONE}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        CHECK(nmf_kind_of(row[i].type) == row[i].kind, "%s: %s", row[i].type, bc_kind_name(nmf_kind_of(row[i].type)));
}

static void broken_grids(void)
{
    refuse("", "no sizes of the blocks of a PLOT3D grid");
    refuse("x\n", "has 'x' where a number belongs");
    refuse("2 2 2\n0 1 0 1\n", "holds 7 numbers, which fit no form of PLOT3D; by its first ones it is a grid of");
    refuse("1 1 1\n0 0 0\n", "no sizes of the blocks");
    refuse("2\n2 2 2\n2 2 1\n" CUBE "0 1 0 1 0 0 1 1 0 0 0 0\n", "block 2 is one node thick, and block 1 is not");
    refuse("2 2 2\n" CUBE "1 1 1 1 1 1 1 0\n", "blanks 1 of the 8 nodes of block 1 out");
    refuse("2 2 2\n1e95 1 0 1 0 1 0 1\n0 0 1 1 0 0 1 1\n4*0 4*1\n", "too far away for areas and volumes");
    refuse("2 2 2\n" CUBE "nan\n", "where a number belongs");
    refuse("2 2 2\n0 1 0 1 0 1 0 1\n0 0 1 1 0 0 1 1\n8*0\n", "has no cell with a volume");
}

static void broken_maps(void)
{
    static const struct {
        const char *text, *fragment;
    } row[] = {{"", "is empty"},
               {"2\n1 2 2 2\n", ":1: says there are 2 blocks, and the grid has 1"},
               {"1\n", "ends after the sizes of 0 of the 1 blocks"},
               {"1\n1 2 2 3\n", ":2: gives block 1 3 nodes along k, and the grid has 2"},
               {"1\n1 2 2\n'wall' 1 3 1 2 1 2 7\n", ":3: has something behind the ranges of wall"},
               {"1\n1 2 2 2\n'wall' 1 3 1 2\n", ":3: ends where the beginning of a range belongs"},
               {"1\n1 2 2 2\n'wall' 2 3 1 2 1 2\n", ":3: has '2' where the number of a block of 1..1 belongs"},
               {"1\n1 2 2 2\n'wall' 1 3 1 1 1 2\n", ":3: names a line of nodes"},
               {"1\n1 2 2 2\n'one_to_one' 1 3 1 2 1 2 1 4 1 2 1 2 maybe\n", ":3: says neither true nor false"},
               {"1\n1 2 2 2\n'one_to_one' 1 3 1 2 1 2 1 4 1 2 1 1 false\n", ":3: joins a range of 2 nodes to one of 1"},
               {"1\n1 2 2 2\n'one_to_one' 1 3 1 2 1 2 1 4 1 2 1 2 false\n", ":3: joins nodes that lie 1 m apart"},
               {"1\n1 2 2 2\n'overset' 1 3 1 2 1 2\n", ":3: joins sides whose nodes do not lie on one another"}};
    struct raw_mesh m;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        write_text("map.nmf", row[i].text);
        write_text("map.fmt", "2 2 2\n" CUBE);
        CHECK(read_grid(1.0, &m) != 0 && strstr(error_message(), row[i].fragment) && strstr(error_message(), "map.nmf"),
              "'%s' is not in: %s", row[i].fragment, error_message());
        raw_mesh_free(&m);
    }
}

static void meshes_are_known(void)
{
    CHECK(plot3d_is_mesh("a.p3d") && plot3d_is_mesh("b/A.XYZ") && plot3d_is_mesh("c.grd"), "by their endings");
    CHECK(!plot3d_is_mesh("a.cgns") && !plot3d_is_mesh(".p3d") && !plot3d_is_mesh("p3d"), "others");
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(one_block);
    CASE(two_blocks);
    CASE(kinds_of_types);
    CASE(broken_grids);
    CASE(broken_maps);
    CASE(meshes_are_known);
    return cgns_files_end();
}
