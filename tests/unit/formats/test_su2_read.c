/* test_su2_read.c: SU2 meshes written here, whole, odd and damaged. The cube is that
 * of the CGNS tests, so that both readers are held to the same cells and faces.
 */
#include "cgns_cube.h"
#include "growth.h"
#include "su2/su2_read.h"

static void write_text(const char *name, const char *text)
{
    name_file(name);
    FILE *f = fopen(file_path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s", file_path);
}

static int read_su2(double scale, struct raw_mesh *m)
{
    notes[0] = '\0';
    return su2_read(file_path, scale, keep_note, NULL, m);
}

static struct raw_mesh read_good_su2(void)
{
    struct raw_mesh m;
    int status = read_su2(1.0, &m);
    CHECK(status == 0, "%s", error_message());
    return m;
}

/* The text must be refused at that line (0: none) with the fragment. */
static void refuse(const char *text, int line, const char *fragment)
{
    struct raw_mesh m;
    char place[PATH_SIZE + 16];
    write_text("refused.su2", text);
    size_t before = mem_current_bytes();
    int status = read_su2(1.0, &m);
    snprintf(place, sizeof place, line ? "%s:%d: " : "%s: ", file_path, line);
    CHECK(status != 0, "'%s' was expected", fragment);
    CHECK(strncmp(error_message(), place, strlen(place)) == 0, "%s is not at %s", error_message(), place);
    CHECK(strstr(error_message(), fragment) != NULL, "'%s' is not in: %s", fragment, error_message());
    CHECK(mem_current_bytes() == before, "%zu bytes left", mem_current_bytes() - before);
    raw_mesh_free(&m);
}

/* ---- the cube --------------------------------------------------------------------- */

static void write_cube_marker(FILE *f, const char *name, int k)
{
    cgsize_t node[16];
    cube_plane(k, node);
    fprintf(f, "MARKER_TAG= %s\nMARKER_ELEMS= 4\n", name);
    for (int i = 0; i < 4; i++)
        fprintf(f, "9 %d %d %d %d\n", (int)node[4 * i] - 1, (int)node[4 * i + 1] - 1, (int)node[4 * i + 2] - 1,
                (int)node[4 * i + 3] - 1);
}

static void write_su2_cube(void)
{
    cgsize_t node[8 * CUBE_CELLS];
    name_file("cube.su2");
    FILE *f = fopen(file_path, "w");
    cube_cells(node);
    fprintf(f, "NDIME= 3\nNELEM= %d\n", CUBE_CELLS);
    for (int c = 0; c < CUBE_CELLS; c++) {
        fprintf(f, "12");
        for (int k = 0; k < 8; k++)
            fprintf(f, "\t%d", (int)node[8 * c + k] - 1);
        fprintf(f, "\t%d\n", c);
    }
    fprintf(f, "NPOIN= %d\n", CUBE_NODES);
    for (int p = 0; p < CUBE_NODES; p++)
        fprintf(f, "%g %g %g %d\n", 0.5 * (p % N), 0.5 * (p / N % N), 0.5 * (p / (N * N)), p);
    fprintf(f, "NMARK= 2\n");
    write_cube_marker(f, "floor", 0);
    write_cube_marker(f, "lid", 2);
    fclose(f);
}

/* Cells, coordinates and faces as the CGNS reader has them; the format names no kinds of boundary, which is noted. */
static void the_cube(void)
{
    write_su2_cube();
    struct raw_mesh m = read_good_su2();
    check_cube_cells(&m);
    check_cube_points(&m, 1.0);
    CHECK(m.n_patches == 2 && m.n_patch_faces == 8, "%ld patches", (long)m.n_patches);
    if (m.n_patches == 2 && m.n_patch_faces == 8) {
        check_patch(&m.patch[0], "floor", "", "", BC_NONE);
        check_patch(&m.patch[1], "lid", "", "", BC_NONE);
        for (int i = 0; i < 8; i++)
            m.patch_face_element[i] = 1 + i; /* the format has no numbers for faces */
        check_plane(&m, 0, 0, 0, 1);
        check_plane(&m, 4, 2, 1, 5);
    }
    CHECK(strstr(notes, "names no kinds of boundary") != NULL, "%s", notes);
    raw_mesh_free(&m);
    CHECK(read_su2(2.5, &m) == 0, "%s", error_message());
    check_cube_points(&m, 2.5);
    raw_mesh_free(&m);
    CHECK(read_su2(-1.0, &m) != 0 && strstr(error_message(), "scaled by -1"), "%s", error_message());
}

/* ---- odd but right ------------------------------------------------------------------- */

/* One cell of each type; markers before points; comments, blank lines, a box of
 * free-form deformation, line ends of another system; a marker in two pieces; a byte order mark. */
static void all_types_in_any_order(void)
{
    static const int type[4] = {ELEMENT_HEXA, ELEMENT_PYRA, ELEMENT_PENTA, ELEMENT_TETRA};
    static const lid node[] = {0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 1, 9, 2, 5, 10, 6, 5, 10, 6, 8};
    static const int64_t offset[5] = {0, 8, 13, 19, 23};
    write_text("types.su2", "\xef\xbb\xbf% a comment = with a key\n\nNZONE= 1\nNDIME = 3 % three\r\n"
                            "MARKER_TAG= floor \r\nMARKER_ELEMS= 1\r\n9 0 3 2 1\r\n"
                            "NELEM=4\n12 0 1 2 3 4 5 6 7 0\n14 4 5 6 7 8\n13 1 9 2 5 10 6 2\n10 5 10 6 8\n"
                            "FFD_NBOX= 1\nFFD_CORNER_POINTS= 1\n0.1 0.2 0.3\n"
                            "NPOIN= 11 11\n0 0 0 0\n1 0 0 1 1\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n.5 .5 2.\n"
                            "2 5e-1 0\n+2 .5 1 10\nNMARK= 2\n"
                            "MARKER_TAG= side\nMARKER_ELEMS= 1\n5 4 5 8\n"
                            "MARKER_TAG= floor\nMARKER_ELEMS= 1\n5 2 9 1\nMARKER_TAG= void\nMARKER_ELEMS= 0\n");
    struct raw_mesh m = read_good_su2();
    CHECK(m.n_cells == 4 && m.n_nodes == 11 && m.n_patches == 3 && m.n_patch_faces == 3, "%ld cells, %ld patches",
          (long)m.n_cells, (long)m.n_patches);
    if (m.n_cells == 4 && m.n_patch_faces == 3) {
        for (int c = 0; c < 4; c++)
            CHECK(m.cell_type[c] == type[c], "cell %d", c);
        CHECK(memcmp(m.cell_node_offset, offset, sizeof offset) == 0, "offsets");
        CHECK(memcmp(m.cell_node, node, sizeof node) == 0, "nodes");
        CHECK(strcmp(m.patch[0].name, "floor") == 0 && strcmp(m.patch[1].name, "side") == 0, "names");
        CHECK(m.patch_face_patch[0] == 0 && m.patch_face_patch[1] == 1 && m.patch_face_patch[2] == 0, "patches");
        CHECK(m.patch_face_node_offset[3] == 10 && m.patch_face_node[8] == 9, "faces");
    }
    CHECK(m.x[1][9] == 0.5 && m.x[2][8] == 2.0, "%g %g", m.x[1][9], m.x[2][8]);
    raw_mesh_free(&m);
}

/* A square of a quadrilateral and two triangles: 2 x 1 m. */
static const char plane[] = "NDIME= 2\nNELEM= 3\n9 0 1 4 3\n5 1 2 5\n5 1 5 4\nNPOIN= 6\n0 0\n1 0\n2 0\n0 1\n1 1\n2 1\n"
                            "NMARK= 2\nMARKER_TAG= wall\nMARKER_ELEMS= 2\n3 0 1\n3 1 2\n"
                            "MARKER_TAG= far\nMARKER_ELEMS= 4\n3 2 5\n3 5 4\n3 4 3\n3 3 0\n";

static void a_plane_mesh_becomes_a_layer(void)
{
    write_text("plane.su2", plane);
    struct raw_mesh m = read_good_su2();
    int count[8];
    CHECK(m.n_nodes == 12 && m.n_cells == 3 && m.n_patches == 4, "%ld nodes, %ld cells, %ld patches", (long)m.n_nodes,
          (long)m.n_cells, (long)m.n_patches);
    if (m.n_cells == 3 && m.n_patches == 4) {
        CHECK(m.cell_type[0] == ELEMENT_HEXA && m.cell_type[1] == ELEMENT_PENTA, "types");
        count_faces(&m, count);
        CHECK(count[0] == 2 && count[1] == 4 && count[2] == 3 && count[3] == 3, "%d %d %d %d", count[0], count[1],
              count[2], count[3]);
        CHECK(m.patch[2].kind == BC_SYMMETRY && m.patch[3].kind == BC_SYMMETRY, "kinds");
        CHECK(m.patch_face_node_offset[1] == 4, "an edge becomes a quadrilateral");
    }
    CHECK(strstr(notes, "two-dimensional mesh; it becomes one layer of cells, 1 m thick along z") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

/* ---- several zones, copies behind periodic boundaries --------------------------------------- */

#define SQUARE(x) "NELEM= 1\n9 0 1 2 3 0\nNPOIN= 4\n" x " 0 0\n1." x " 0 1\n1." x " 1 2\n" x " 1 3\n"
#define SIDES(name) "NMARK= 1\nMARKER_TAG= " name "\nMARKER_ELEMS= 4\n3 0 1\n3 1 2\n3 2 3\n3 3 0\n"

/* Nodes of each zone count from 0; a marker of one name in two zones is one patch. */
static void zones_are_put_together(void)
{
    write_text("zones.su2", "NZONE= 2\nIZONE= 1\nNDIME= 2\nNELEM= 1\n9 0 1 2 3\nNPOIN= 4\n0 0\n1 0\n1 1\n0 1\n"
                            SIDES("a") "IZONE= 2\nNDIME= 2\nNELEM= 2\n5 0 1 2\n5 0 2 3\nNPOIN= 4\n1 0\n2 0\n2 1\n"
                            "1 1\nNMARK= 2\nMARKER_TAG= a\nMARKER_ELEMS= 3\n3 0 1\n3 1 2\n3 2 3\nMARKER_TAG= b\n"
                            "MARKER_ELEMS= 1\n3 3 0\n");
    struct raw_mesh m = read_good_su2();
    CHECK(m.n_nodes == 16 && m.n_cells == 3 && m.n_patches == 4, "%ld nodes, %ld cells, %ld patches", (long)m.n_nodes,
          (long)m.n_cells, (long)m.n_patches);
    if (m.n_cells == 3 && m.n_nodes == 16) {
        CHECK(m.cell_node[8] == 4 && m.cell_node[9] == 5 && m.x[0][5] == 2.0, "nodes of the second zone");
        int count[8];
        count_faces(&m, count);
        CHECK(count[0] == 7 && count[1] == 1, "%d %d", count[0], count[1]);
    }
    CHECK(strstr(notes, "has 2 zones, which are read as one mesh of one gas") != NULL, "%s", notes);
    CHECK(strstr(notes, "2 outer faces of its zones lie on one another") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

static void zones_that_are_wrong(void)
{
    refuse("NZONE= 2\nIZONE= 1\nNDIME= 2\n" SQUARE("0") SIDES("a"), 0, "NZONE announces 2 zones, and 1 are there");
    refuse("NZONE= 2\nIZONE= 2\n", 2, "begins zone 2 behind zone 0 of the 2 of NZONE");
    refuse("NZONE= 1\nIZONE= 1\nNDIME= 2\n" SQUARE("0") "IZONE= 2\n", 11, "begins zone 2 behind zone 1 of the 1");
    refuse("NZONE= 2\nIZONE= 1\nNDIME= 2\nIZONE= 2\n", 0, "has no NPOIN of zone 1");
    refuse("NZONE= 2\nIZONE= 1\nNDIME= 2\n" SQUARE("0") "IZONE= 2\nNDIME= 3\n", 12, "3 dimensions behind one of 2");
    refuse("NZONE= 2\nNDIME= 2\nIZONE= 1\n", 3, "begins zone 1 behind lists of it");
    refuse("NZONE= 2\nIZONE= 1\nNDIME= 2\n" SQUARE("0") SIDES("a") "IZONE= 2\nNDIME= 2\nNELEM= 1\n5 0 1 4\nNPOIN= 3\n"
           "0 0\n1 0\n0 1\n", 0, "elements of zone 2 name node 4, and NPOIN lists 0..2");
}

#define COPIES(index) "NDIME= 2\nNELEM= 3\n9 0 1 4 3 0\n9 1 2 5 4 1\n9 2 6 7 5 2\nNPOIN= 8\t6\n0 0 0\n1 0 1\n2 0 2\n" \
    "0 1 3\n1 1 4\n2 1 5\n3 0 6\n3 1 7\nNMARK= 5\nMARKER_TAG= low\nMARKER_ELEMS= 3\n3 0 1\n3 1 2\n3 2 6\n" \
    "MARKER_TAG= left\nMARKER_ELEMS= 1\n3 3 0\nMARKER_TAG= right\nMARKER_ELEMS= 1\n3 2 5\n" \
    "MARKER_TAG= SEND_RECEIVE\nMARKER_ELEMS= 2\nSEND_RECV= 1\n1 1 " index "\n1 4 " index "\n" \
    "MARKER_TAG= SEND_RECEIVE\nMARKER_ELEMS= 2\nSEND_RECV= -1\n1 6 " index "\n1 7 " index "\n"

/* A periodic row of two cells with a copy of the first behind the second. */
static void copies_are_taken_away(void)
{
    write_text("copies.su2", COPIES("2"));
    struct raw_mesh m = read_good_su2();
    CHECK(m.n_nodes == 12 && m.n_cells == 2 && m.n_patches == 5, "%ld nodes, %ld cells, %ld patches", (long)m.n_nodes,
          (long)m.n_cells, (long)m.n_patches);
    int count[8];
    count_faces(&m, count);
    CHECK(count[0] == 2 && count[1] == 1 && count[2] == 1, "%d %d %d", count[0], count[1], count[2]);
    CHECK(strstr(notes, "2 points and 1 cells are left out; join the two markers of each boundary") != NULL, "%s",
          notes);
    raw_mesh_free(&m);
    /* by the lists alone, with the copies among the points */
    write_text("copies.su2", "NDIME= 2\nNELEM= 2\n9 0 1 4 3\n9 1 2 5 4\nNPOIN= 6\n9 9\n0 0\n1 0\n9 10\n0 1\n1 1\n"
                             "MARKER_TAG= SEND_RECEIVE\nMARKER_ELEMS= 2\nSEND_RECV= -1\n1 0 2\n1 3 2\n"
                             "MARKER_TAG= right\nMARKER_ELEMS= 1\n3 2 5\n");
    m = read_good_su2();
    CHECK(m.n_nodes == 8 && m.n_cells == 1 && m.cell_node[0] == 0 && m.cell_node[1] == 1 && m.x[0][1] == 1.0,
          "%ld nodes", (long)m.n_nodes);
    raw_mesh_free(&m);
    refuse("NDIME= 2\nNELEM= 1\n5 0 1 2\nNPOIN= 3 1\n0 0\n1 0\n0 1\nMARKER_TAG= SEND_RECEIVE\nMARKER_ELEMS= "
           "1\nSEND_RECV= 1\n"
           "1 0 1\n",
           0, "make copies of all cells");
    refuse(COPIES("0"), 0, "it is one part of a mesh that is divided already; give the whole one");
    refuse("NDIME= 2\nMARKER_TAG= SEND_RECEIVE\nMARKER_ELEMS= 1\n1 0 1\n", 4, "has something else where SEND_RECV=");
    refuse("NDIME= 2\nMARKER_TAG= SEND_RECEIVE\nMARKER_ELEMS= 1\nSEND_RECV= 1\n3 0 1\n", 5, "element of type 3");
}

/* Tabs, Fortran's exponents, a third coordinate, which lies in one plane. */
static void numbers_of_other_programs(void)
{
    write_text("numbers.su2",
               "NDIME=\t2\nNELEM=\t1\n5\t0\t1\t2\nNPOIN=\t3\t3\n0.0D+00\t0.0d0\t5.0E-1 0\n"
               "2.5D-01 1e-1 0.5D0 1\n1D2 +3.D1 .5\nNMARK=\t1\nMARKER_TAG=\tthe wall\t\nMARKER_ELEMS=\t1\n"
               "3\t0\t1\n");
    struct raw_mesh m = read_good_su2();
    CHECK(m.n_nodes == 6 && m.x[0][1] == 0.25 && m.x[1][1] == 0.1 && m.x[0][2] == 100.0 && m.x[1][2] == 30.0,
          "%g %g %g", m.x[0][1], m.x[0][2], m.x[1][2]);
    CHECK(m.x[2][0] == 0.0 && strcmp(m.patch[0].name, "the wall") == 0, "%s", m.patch[0].name);
    raw_mesh_free(&m);
    refuse("NDIME= 2\nNELEM= 1\n5 0 1 2\nNPOIN= 3\n0 0 0.\n1 0 0.\n0 1 0.5\n", 0, "third coordinates from 0 to 0.5 m");
    refuse("NDIME= 2\nNPOIN= 1\n0 1D\n", 3, "where a coordinate belongs");
    refuse("NDIME= 2\nNPOIN= 1\n0 1D0x\n", 3, "where a coordinate belongs");
    refuse("NDIME= 2\nNPOIN= 3\n0 0\n1", 4, "ends the file with '' where a coordinate belongs, so that it was cut off");
}

/* By the ending, or by the first key of a text. */
static void meshes_are_known(void)
{
    write_text("named.su2", "");
    CHECK(su2_is_mesh(file_path), "by its name");
    write_text("other.SU2", "x");
    CHECK(su2_is_mesh(file_path), "by its name");
    write_text("unnamed.mesh", "% comment\n\nNDIME= 2\n");
    CHECK(su2_is_mesh(file_path), "by its first key");
    write_text("marked.mesh", "\xef\xbb\xbfNDIME= 2\n");
    CHECK(su2_is_mesh(file_path), "behind a byte order mark");
    write_text("text", "NDIME\n= 3\n");
    CHECK(!su2_is_mesh(file_path), "another text");
    write_text("empty", "");
    CHECK(!su2_is_mesh(file_path), "nothing");
    write_cube("cube.cgns");
    CHECK(!su2_is_mesh(file_path), "a CGNS file");
    CHECK(!su2_is_mesh("/nowhere/at/all") && !su2_is_mesh(folder), "no file");
}

/* ---- damage ------------------------------------------------------------------------------ */

#define SIXTY "the_upper_surface_of_the_inner_wing_between_root_and_kink_12"
#define HEAD "NDIME= 3\nNPOIN= 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n" /* six lines */
#define CELL "NELEM= 1\n10 0 1 2 3\n"

/* Keys that are missing, come twice or out of order, and counts that the file does not hold; with the line's number. */
static void broken_lists(void)
{
    refuse("", 0, "has no NDIME");
    refuse("NDIME= 3\n", 0, "has no NPOIN");
    refuse(HEAD, 0, "has no elements");
    refuse(HEAD "NELEM= 0\n", 0, "has no elements");
    refuse(CELL, 1, "has NELEM before NDIME");
    refuse("NDIME= 4\n", 1, "4 dimensions; 2 and 3 can be read");
    refuse("NDIME= three\n", 1, "NDIME is followed by 'three'");
    refuse("NDIME= 2\nNDIME= 3\n", 2, "NDIME a second time");
    refuse("NZONE= 0\n", 1, "announces no zones");
    refuse(HEAD "NELEM= 2\n10 0 1 2 3\n", 8, "ends the file after 1 of the 2 elements");
    refuse(HEAD "NELEM= 2\n10 0 1 2 3\nNMARK= 0\n", 9, "begins something else after 1 of the 2 elements");
    refuse(HEAD CELL "10 0 1 2 3\n", 9, "where a key (NELEM=, NPOIN=, MARKER_TAG=) belongs");
    refuse(HEAD CELL CELL, 9, "lists the elements a second time");
    refuse(HEAD CELL "NPOIN= 0\n", 9, "lists the points a second time");
    refuse(HEAD "NELEM= 2000000000\n", 7, "NELEM says 2000000000, and a file of");
    refuse("NDIME= 3\nNPOIN= 99999999999999999999\n", 2, "where a whole number belongs");
    refuse("NDIME= 3\nNPOIN= -1\n", 2, "NPOIN says -1");
}

static void broken_lines(void)
{
    refuse(HEAD "NELEM= 1\n10 0 1 2 4\n", 0, "elements name node 4, and NPOIN lists 0..3");
    refuse(HEAD "NELEM= 1\n10 0 1 2\n", 8, "ends where a node number belongs");
    refuse(HEAD "NELEM= 1\n10 0 1 2 -3\n", 8, "names node -3");
    refuse(HEAD "NELEM= 1\n10 0 1 2 3.5\n", 8, "has '3.5' where a node number belongs");
    refuse(HEAD "NELEM= 1\n10 0 1 2 3 x\n", 8, "has 'x");
    refuse(HEAD "NELEM= 1\n24 0 1 2 3\n", 8, "VTK type 24");
    refuse(HEAD "NELEM= 1\n5 0 1 2\n", 8, "cannot be a cell of a mesh of 3 dimensions");
    refuse("NDIME= 2\nNELEM= 1\n10 0 1 2 3\n", 3, "cannot be a cell of a mesh of 2 dimensions");
    refuse("NDIME= 3\nNPOIN= 1\n0 0\n", 3, "where a coordinate belongs");
    refuse("NDIME= 3\nNPOIN= 1\n0 0 nan\n", 3, "where a coordinate belongs");
    refuse("NDIME= 3\nNPOIN= 1\n0 0 1e999\n", 3, "where a coordinate belongs");
    refuse("NDIME= 3\nNPOIN= 1\n0 0 1e95\n", 3, "too far away");
    refuse(HEAD CELL "MARKER_ELEMS= 1\n5 0 1 2\n", 9, "before MARKER_TAG names one");
    refuse(HEAD CELL "MARKER_TAG=\n", 9, "marker without a name");
    refuse(HEAD CELL "MARKER_TAG= " SIXTY "1234\n", 9, "name of 64 characters");
    refuse(HEAD CELL "MARKER_TAG= a\nMARKER_ELEMS= 1\n10 0 1 2 3\n", 11,
           "cannot be a boundary face of a mesh of 3 dimensions");
    refuse(HEAD CELL "MARKER_TAG= SEND_RECEIVE\n", 9, "marker SEND_RECEIVE, before this, has no MARKER_ELEMS");
}

/* A file that is cut between markers, or behind the name of one. */
static void markers_that_are_missing(void)
{
#define MARKERS "NMARK= 2\nMARKER_TAG= a\nMARKER_ELEMS= 1\n5 0 1 2\n"
    refuse(HEAD CELL MARKERS, 0, "NMARK announces 2 markers, and 1 are there");
    refuse(HEAD CELL "NMARK= 2\n", 0, "NMARK announces 2 markers, and 0 are there");
    refuse(HEAD CELL MARKERS "MARKER_TAG= b\n", 13, "marker b, before this, has no MARKER_ELEMS");
    refuse(HEAD CELL MARKERS "MARKER_TAG= b\nMARKER_TAG= c\nMARKER_ELEMS= 0\n", 14, "marker b, before this");
    refuse(HEAD CELL "NMARK= two\n", 9, "NMARK is followed by 'two'");
}

/* No file, a folder, and one that is no text. */
static void no_mesh(void)
{
    struct raw_mesh m;
    name_file("absent.su2");
    CHECK(read_su2(1.0, &m) != 0 && strstr(error_message(), "No such file") != NULL, "%s", error_message());
    snprintf(file_path, sizeof file_path, "%s", folder);
    CHECK(read_su2(1.0, &m) != 0 && strstr(error_message(), "is a folder, not a plain file; give an SU2") != NULL, "%s",
          error_message());
    name_file("bytes.su2");
    FILE *f = fopen(file_path, "wb");
    for (int i = 0; i < 100000; i++)
        fputc(1 + i % 7, f);
    fclose(f);
    CHECK(read_su2(1.0, &m) != 0 && strstr(error_message(), ":1: is too long or no text") != NULL, "%s",
          error_message());
}

/* As many markers as edges; escape characters of their names stay behind. */
static double read_markers(int n)
{
    struct raw_mesh m;
    char last[32];
    name_file("markers.su2");
    FILE *f = fopen(file_path, "w");
    fprintf(f, "NDIME= 2\nNELEM= %d\n", n);
    for (int i = 0; i < n; i++)
        fprintf(f, "9 %d %d %d %d\n", i, i + 1, n + 2 + i, n + 1 + i);
    fprintf(f, "NPOIN= %d\n", 2 * (n + 1));
    for (int i = 0; i < 2 * (n + 1); i++)
        fprintf(f, "%d %d\n", i % (n + 1), i / (n + 1));
    for (int i = 0; i < n; i++)
        fprintf(f, "MARKER_TAG= m%d\033[31m\nMARKER_ELEMS= 1\n3 %d %d\n", i, i, i + 1);
    fclose(f);
    double start = growth_seconds();
    CHECK(read_su2(1.0, &m) == 0, "%s", error_message());
    double seconds = growth_seconds() - start;
    snprintf(last, sizeof last, "m%d?[31m", n - 1);
    CHECK(m.n_patches == n + 2 && strcmp(m.patch[n - 1].name, last) == 0, "%d patches", (int)m.n_patches);
    raw_mesh_free(&m);
    return seconds;
}

static void many_markers(void)
{
    growth_check(read_markers, 100000);
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(the_cube);
    CASE(all_types_in_any_order);
    CASE(a_plane_mesh_becomes_a_layer);
    CASE(zones_are_put_together);
    CASE(zones_that_are_wrong);
    CASE(copies_are_taken_away);
    CASE(numbers_of_other_programs);
    CASE(meshes_are_known);
    CASE(broken_lists);
    CASE(broken_lines);
    CASE(markers_that_are_missing);
    CASE(no_mesh);
    CASE(many_markers);
    return cgns_files_end();
}
