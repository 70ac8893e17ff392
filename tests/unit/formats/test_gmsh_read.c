/* test_gmsh_read.c: Gmsh meshes of both versions, as text and bytes, whole, odd and damaged.
 */
#include "cgns_files.h"
#include "foreign_mesh.h"
#include "gmsh/gmsh_element.h"
#include "gmsh/gmsh_read.h"
#include "same_mesh.h"

static int read_msh(double scale, struct raw_mesh *m)
{
    notes[0] = '\0';
    return gmsh_read(file_path, scale, keep_note, NULL, m);
}

static void write_bytes(const char *name, const void *data, size_t n)
{
    name_file(name);
    FILE *f = fopen(file_path, "wb");
    CHECK(f && fwrite(data, 1, n, f) == n && fclose(f) == 0, "%s", file_path);
}

static void expect_refusal(const char *place, const char *fragment)
{
    struct raw_mesh m;
    size_t before = mem_current_bytes();
    int status = read_msh(1.0, &m);
    CHECK(status != 0, "'%s' was expected", fragment);
    CHECK(strncmp(error_message(), file_path, strlen(file_path)) == 0, "%s", error_message());
    CHECK(strstr(error_message(), place) && strstr(error_message(), fragment), "'%s' and '%s' are not in: %s", place,
          fragment, error_message());
    CHECK(mem_current_bytes() == before, "%zu bytes left", mem_current_bytes() - before);
    raw_mesh_free(&m);
}

/* The text must be refused at that place (":LINE: ") with the fragment. */
static void refuse(const char *text, const char *place, const char *fragment)
{
    write_bytes("refused.msh", text, strlen(text));
    expect_refusal(place, fragment);
}

static struct raw_mesh take(const char *text)
{
    struct raw_mesh m;
    write_bytes("taken.msh", text, strlen(text));
    int status = read_msh(1.0, &m);
    CHECK(status == 0, "%s", error_message());
    return m;
}

/* ---- whole meshes ------------------------------------------------------------------------------- */

static int64_t backwards(int64_t v)
{
    return 1000 - v;
}

static int64_t far_apart(int64_t v)
{
    return 5 + v * 100003 % 1000003 * 1000; /* within int32 for the first thousand */
}

static void write_mesh(const char *name, bool newer, bool binary, bool big, int64_t (*tag)(int64_t),
                       const struct raw_mesh *m)
{
    struct ugrid_format as = {.binary = binary, .big = big, .real_bytes = 8, .int_bytes = 4};
    name_file(name);
    FILE *f = fopen(file_path, "wb");
    foreign_write_msh(f, newer, &as, tag, m);
    fclose(f);
}

static void all_forms(void)
{
    int64_t (*const tag[])(int64_t) = {foreign_tag_in_order, backwards, far_apart};
    struct raw_mesh m, read;
    foreign_mesh(2, &m);
    for (int i = 0; i < 18; i++) {
        bool newer = i % 2, binary = i / 2 % 3 > 0, big = i / 2 % 3 > 1;
        char what[64];
        snprintf(what, sizeof what, "%s, %s, tags %d", newer ? "4.1" : "2.2", big ? "big" : binary ? "bytes" : "text",
                 i / 6);
        write_mesh("mesh.msh", newer, binary, big, tag[i / 6], &m);
        CHECK(gmsh_is_mesh(file_path), "%s", what);
        CHECK(read_msh(1.0, &read) == 0, "%s: %s", what, error_message());
        check_same_mesh(&m, &read, what);
        CHECK(strstr(notes, "physical groups have no kinds of boundary") != NULL, "%s", notes);
        raw_mesh_free(&read);
    }
    CHECK(read_msh(0.5, &read) == 0 && read.x[0][m.n_nodes - 1] == 0.5 * m.x[0][m.n_nodes - 1], "scale");
    raw_mesh_free(&read);
    CHECK(read_msh(-1.0, &read) != 0 && strstr(error_message(), "scaled by -1"), "%s", error_message());
    raw_mesh_free(&m);
}

#define HEAD2 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" /* three lines */
#define HEAD4 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define FOUR "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n" /* seven */

/* Elements of higher order keep their corners, and the nodes between them go; unknown sections and remarks pass. */
static void higher_order(void)
{
    struct raw_mesh m = take("$Comments\n4.1 $Nodes\n$EndComments\n" HEAD2 "$Periodic\n1\n0 1 2\n$EndPeriodic\n"
                             "$Nodes\n11\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 .5 0 0\n6 .5 .5 0\n7 0 .5 0\n8 0 0 .5\n"
                             "9 0 .5 .5\n10 .5 0 .5\n99 7 7 7\n$EndNodes\n$Elements\n4\n1 15 2 0 1 99\n2 1 2 3 1 1 2\n"
                             "3 9 2 6 1 1 2 3 5 6 7\n4 11 2 0 1 1 2 3 4 5 6 7 8 9 10\n$EndElements\n"
                             "$NodeData\n1\n\"a\"\n$EndNodeData\n");
    CHECK(m.n_nodes == 4 && m.n_cells == 1 && m.n_patches == 1 && m.n_patch_faces == 1, "%ld nodes", (long)m.n_nodes);
    CHECK(m.n_patches == 1 && strcmp(m.patch[0].name, "6") == 0, "a group without a name");
    CHECK(m.n_nodes == 4 && m.x[2][3] == 1.0 && m.cell_node[3] == 3, "nodes");
    CHECK(strstr(notes, "has 1 cells of higher order, of which the corners are used"), "%s", notes);
    raw_mesh_free(&m);
}

/* In 2.2 elements of an entity in two groups come twice; groups of one name form one patch. */
static void groups(void)
{
    struct raw_mesh m = take(HEAD2 "$PhysicalNames\n3\n2 1 \"wing\"\n2 3 \"the wing\"\n2 4 \"wing\"\n"
                                   "$EndPhysicalNames\n" FOUR
                                   "$Elements\n7\n1 2 2 3 1 1 2 3\n2 2 2 1 1 1 2 3\n3 2 2 4 2 1 2 4\n4 2 2 1 3 1 3 4\n"
                                   "5 4 2 8 1 1 2 3 4\n6 4 2 9 1 1 2 3 4\n7 2 2 0 4 2 3 4\n$EndElements\n");
    CHECK(m.n_cells == 1 && m.n_patches == 2 && m.n_patch_faces == 3, "%ld cells, %ld patches, %ld faces",
          (long)m.n_cells, (long)m.n_patches, (long)m.n_patch_faces);
    if (m.n_patch_faces == 3)
        CHECK(strcmp(m.patch[0].name, "wing") == 0 && strcmp(m.patch[1].name, "the wing") == 0 &&
                  m.patch_face_patch[0] == 1 && m.patch_face_patch[1] == 0 && m.patch_face_patch[2] == 0, "patches");
    CHECK(strstr(notes, "has 1 faces in no physical group"), "%s", notes);
    CHECK(strstr(notes, "has faces in more than one physical group; each stays in the first"), "%s", notes);
    raw_mesh_free(&m);
    m = take(HEAD4 "$Nodes\n1 4 1 4\n3 1 1 4\n1\n2\n3\n4\n0 0 0 0 0 0\n1 0 0 0 0 0\n0 1 0 0 0 0\n0 0 1 0 0 0\n"
             "$EndNodes\n"
             "$Elements\n2 2 1 2\n2 17 2 1\n1 1 2 3\n3 1 4 1\n2 1 2 3 4\n$EndElements\n");
    CHECK(m.n_cells == 1 && m.n_patches == 1 && strcmp(m.patch[0].name, "surface-17") == 0 && m.x[2][3] == 1.0,
          "without groups, with parameters");
    CHECK(strstr(notes, "has no physical groups of boundary faces, so patches are named by the surfaces"), "%s", notes);
    raw_mesh_free(&m);
}

/* A square of a quadrilateral and two triangles, clockwise: 2 x 1 m. */
static void a_plane_mesh_becomes_a_layer(void)
{
    struct raw_mesh m = take(HEAD2 "$PhysicalNames\n1\n1 1 \"wall\"\n$EndPhysicalNames\n"
                             "$Nodes\n7\n1 0 0 3\n2 1 0 3\n3 2 0 3\n4 0 1 3\n5 1 1 3\n6 2 1 3\n7 0 0 0\n$EndNodes\n"
                             "$Elements\n6\n1 1 2 1 1 1 2\n2 1 2 1 1 2 3\n3 1 2 2 1 6 4\n4 3 2 5 1 1 2 5 4\n"
                             "5 2 2 5 1 2 3 6\n6 2 2 5 1 2 6 5\n$EndElements\n");
    CHECK(m.n_nodes == 12 && m.n_cells == 3 && m.n_patches == 4, "%ld nodes, %ld cells, %ld patches", (long)m.n_nodes,
          (long)m.n_cells, (long)m.n_patches);
    if (m.n_cells == 3 && m.n_patches == 4)
        CHECK(m.cell_type[0] == ELEMENT_HEXA && m.cell_type[1] == ELEMENT_PENTA && m.patch[3].kind == BC_SYMMETRY &&
                  strcmp(m.patch[0].name, "wall") == 0 && strcmp(m.patch[1].name, "2") == 0, "cells and patches");
    CHECK(strstr(notes, "two-dimensional mesh; it becomes one layer of cells, 1 m thick along z") != NULL, "%s", notes);
    raw_mesh_free(&m);
}

/* Corners and nodes by dimension: complete elements of order p have as many nodes as monomials. */
static void element_types(void)
{
    struct gmsh_element e;
    int n = 0;
    for (int t = -3; t < 300; t++) {
        if (!gmsh_element_find(t, &e))
            continue;
        n++;
        CHECK(e.n_nodes >= e.n_corners && e.dimension <= 3 && e.dimension >= 0, "type %d", t);
        if (e.dimension > 1)
            CHECK((e.type >= ELEMENT_TETRA) == (e.dimension == 3) && e.n_corners == element_info(e.type)->n_nodes,
                  "type %d", t);
    }
    CHECK(n == 117, "%d types", n);
    static const int cubes[][2] = {{92, 4}, {93, 5}, {98, 10}}, prisms[][2] = {{90, 3}, {91, 4}, {110, 9}};
    for (int i = 0; i < 3; i++) {
        int p = cubes[i][1], q = prisms[i][1];
        CHECK(gmsh_element_find(cubes[i][0], &e) && e.n_nodes == p * p * p, "hexahedron %d", cubes[i][0]);
        CHECK(gmsh_element_find(prisms[i][0], &e) && e.n_nodes == (q + 1) * (q + 1) * (q + 2) / 2, "prism %d",
              prisms[i][0]);
    }
}

static void meshes_are_known(void)
{
    write_bytes("named.MSH", "x", 1);
    CHECK(gmsh_is_mesh(file_path), "by its name");
    write_bytes("unnamed", HEAD2, strlen(HEAD2));
    CHECK(gmsh_is_mesh(file_path), "by its first line");
    write_bytes("other", "$Mesh", 5);
    CHECK(!gmsh_is_mesh(file_path), "another text");
    write_bytes("cgns.msh", "\x89HDF\r\n", 6);
    CHECK(!gmsh_is_mesh(file_path), "an HDF5 file");
    CHECK(!gmsh_is_mesh("/nowhere/at/all.msh") && !gmsh_is_mesh(folder), "no file");
}

/* ---- damage ------------------------------------------------------------------------------------- */

#define TETRA "$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n"

static void broken_heads(void)
{
    refuse("", "refused.msh: ", "is empty");
    refuse("(0 \"Fluent\")\n", ":1: ", "begins with '(0' where a Gmsh mesh has $MeshFormat; give");
    refuse("$NOD\n1\n", ":1: ", "begins with '$NOD' where a Gmsh mesh has $MeshFormat; give");
    refuse("NDIME= 3\n", ":1: ", "begins with 'NDIME=' where a Gmsh mesh has $MeshFormat; give");
    refuse("$MeshFormat\n", ":2: ", "ends where the version of the format belongs");
    refuse("$MeshFormat\nfour 0 8\n", ":2: ", "has 'four' where the version of the format belongs");
    refuse("$MeshFormat\n4.0 0 8\n", ":2: ", "says that the mesh is MSH 4; 2.2 and 4.1 can be read");
    refuse("$MeshFormat\n4.1 2 8\n", ":2: ", "has 2 as the kind of the file (0: text, 1: bytes)");
    refuse("$MeshFormat\n4.1 0 4\n", ":2: ", "says that numbers have 4 bytes");
    refuse("$MeshFormat\n4.1 0 8\n$Nodes\n", ":3: ", "has no $EndMeshFormat behind the version");
    refuse("$MeshFormat\n4.1 1 8\nabcd\n$EndMeshFormat\n", "byte 24: ", "has other bytes than the number 1");
    refuse("$Comments\nabc\n", ":", "ends where $EndComments belongs");
    refuse(HEAD2, "refused.msh: ", "has no section $Nodes");
    refuse(HEAD2 FOUR, "refused.msh: ", "has no cells, so it is no mesh of a volume or a plane");
    refuse(HEAD2 FOUR "$Elements\n1\n1 1 2 0 1 1 2\n$EndElements\n", "refused.msh: ", "has no cells");
    refuse(HEAD2 TETRA, ":4: ", "lists elements before the nodes");
    refuse(HEAD2 FOUR FOUR, ":11: ", "lists the nodes a second time");
    refuse(HEAD2 FOUR TETRA TETRA, ":15: ", "lists the elements a second time");
    refuse(HEAD2 FOUR TETRA "1 2 3\n", ":15: ", "has '1' where a section ($NAME) belongs");
    refuse(HEAD2 "$Elsewhere\n1\n", ":", "ends where $EndElsewhere belongs");
    refuse(HEAD4 "$PartitionedEntities\n2\n", ":5: ", "has a mesh that is divided already");
}

static void broken_old_sections(void)
{
    refuse(HEAD2 "$Nodes\n", ":5: ", "ends where the number of nodes belongs");
    refuse(HEAD2 "$Nodes\n-4\n", ":5: ", "announces -4 nodes; there can be 1..2147483646, so");
    refuse(HEAD2 "$Nodes\n2000000000\n1 0 0 0\n", ":5: ",
           "announces 2000000000 nodes, and the 9 bytes behind this hold 2 at");
    refuse(HEAD2 "$Nodes\n2\n1 0 0 0\n", ":7: ", "ends where the number of a node belongs");
    refuse(HEAD2 "$Nodes\n1\n0 0 0 0\n", ":6: ", "has 0 as the number of a node");
    refuse(HEAD2 "$Nodes\n1\n1 0 x 0\n", ":6: ", "has 'x' where a coordinate belongs");
    refuse(HEAD2 "$Nodes\n1\n1 0 inf 0\n", ":6: ", "has 'inf' where a coordinate belongs");
    refuse(HEAD2 "$Nodes\n1\n1 0 1e91 0\n", ":6: ", "too far away");
    refuse(HEAD2 "$Nodes\n2\n7 0 0 0\n7 0 0 0\n$EndNodes\n", ":7: ", "lists node 7 twice");
    refuse(HEAD2 "$Nodes\n3\n7 0 0 0\n900000000 0 0 0\n7 0 0 0\n$EndNodes\n", ":8: ", "lists node 7 twice");
    refuse(HEAD2 "$Nodes\n1\n1 0 0 0\n2 0 0 0\n$EndNodes\n", ":7: ", "has '2' where $EndNodes belongs; is the number");
    refuse(HEAD2 FOUR "$Elements\n2\n1 4 2 0 1 1 2 3 4\n$EndElements\n", ":14: ",
           "has '$EndElements' where the number of");
    refuse(HEAD2 FOUR "$Elements\n1\n1 4 2 0 1 1 2 3 5\n", ":13: ",
           "has 5 as a node of an element, which must be in 1..4");
    refuse(HEAD2 FOUR "$Elements\n1\n1 77 2 0 1 1\n", ":13: ", "has elements of Gmsh's type 77");
    refuse(HEAD2 FOUR "$Elements\n1\n1 34 2 0 1 1\n", ":13: ", "has elements of Gmsh's type 34");
    refuse(HEAD2 FOUR "$Elements\n1\n1 4 -1 1 2 3 4\n", ":13: ", "has -1 as the number of tags of an element");
    refuse(HEAD2 FOUR "$Elements\n1\n1 4 2 a 1 1 2 3 4\n", ":13: ", "has 'a' where a tag of an element belongs");
    refuse(HEAD2 FOUR "$Elements\n900000000\n", ":12: ",
           "announces 900000000 elements, and the 1 bytes behind this hold 1 at");
    refuse(HEAD2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n9 0 0 1\n$EndNodes\n$Elements\n1\n1 4 2 0 1 1 2 3 5\n", ":13: ",
           "names node 5, which $Nodes does not list");
    refuse(HEAD2 "$PhysicalNames\n1\n4 1 \"a\"\n", ":6: ", "has 4 as the dimension of a physical group");
    refuse(HEAD2 "$PhysicalNames\n1\n2 1 \"a234567890b234567890c234567890d234567890e234567890f234567890g2345\"\n", ":",
           "has a physical group with a name of 65 characters");
    refuse(HEAD2 "$PhysicalNames\n2\n2 1 \"a\"\n$EndPhysicalNames\n", ":7: ",
           "has '$EndPhysicalNames' where the dimension");
}

#define NODES4 "$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n" /* twelve lines */

static void broken_new_sections(void)
{
    refuse(HEAD4 "$Nodes\n1 4 1 4\n3 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n", ":12: ",
           "has 3 nodes in its blocks, and announces 4");
    refuse(HEAD4 "$Nodes\n1 4 1 4\n3 1 0 5\n1\n2\n3\n4\n0 0 0\n1 0 0\n", ":6: ",
           "has 5 as the number of nodes of an entity, which must be in 0..4");
    refuse(HEAD4 "$Nodes\n1 4 1 4\n3 1 2 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n", ":6: ",
           "has 2 as the mark of parametric nodes");
    refuse(HEAD4 "$Nodes\n1 4 1 4\n4 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n", ":6: ", "has 4 as the dimension of an entity");
    refuse(HEAD4 "$Nodes\n99999999 1 1 1\n", ":5: ", "announces 99999999 blocks of nodes, and the 7 bytes behind");
    refuse(HEAD4 NODES4 "$Elements\n1 1 1 1\n3 1 4 2\n", ":18: ", "has 2 as the number of elements of an entity");
    refuse(HEAD4 NODES4 "$Elements\n1 1 1 1\n2 1 4 1\n", ":18: ",
           "has elements of dimension 3 in an entity of dimension 2");
    refuse(HEAD4 NODES4 "$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 9\n", ":19: ", "has 9 as a node of an element");
    refuse(HEAD4 NODES4 "$Elements\n1 2 1 2\n3 1 4 1\n1 1 2 3 4\n$EndElements\n", ":19: ",
           "has 1 elements in its blocks, and announces 2");
    refuse(HEAD4 NODES4 "$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3\n", ":20: ", "ends where a node of an element belongs");
    refuse(HEAD4 "$Entities\n0 0 -1 0\n", ":5: ", "announces -1 entities; there can be 0..2147483646");
    refuse(HEAD4 "$Entities\n0 0 1 0\n1 0 0 0 1 1 1 99999 5\n", ":6: ",
           "announces 99999 groups of an entity, and the 3 bytes");
    refuse(HEAD4 "$Entities\n1 0 0 0\n1 0 0\n$EndEntities\n", ":7: ",
           "has '$EndEntities' where a coordinate of an entity");
}

/* Each of these files of bytes is cut at every place: none may be taken, and each has a sentence. */
static void cut_bytes(void)
{
    static unsigned char byte[1 << 18];
    struct raw_mesh m, read;
    foreign_mesh(2, &m);
    for (int newer = 0; newer < 2; newer++) {
        write_mesh("cut.msh", newer, true, newer, foreign_tag_in_order, &m);
        FILE *f = fopen(file_path, "rb");
        size_t n = fread(byte, 1, sizeof byte, f);
        fclose(f);
        for (size_t keep = 0; keep + 2 < n; keep += keep < 400 ? 1 : 37) {
            write_bytes("cut.msh", byte, keep);
            int status = read_msh(1.0, &read);
            CHECK(status != 0 && strstr(error_message(), "cut.msh"), "%zu bytes: %s", keep, error_message());
            raw_mesh_free(&read);
        }
        write_bytes("cut.msh", byte, n - 14);
        expect_refusal("byte ", "ends where $EndElements belongs");
    }
    raw_mesh_free(&m);
}

static void no_mesh(void)
{
    name_file("absent.msh");
    expect_refusal("absent.msh: ", "No such file");
    static char bytes[5000];
    memset(bytes, 1, sizeof bytes);
    write_bytes("bytes.msh", bytes, sizeof bytes);
    expect_refusal("bytes.msh:1: ", "has a word of 512 characters or more");
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(all_forms);
    CASE(higher_order);
    CASE(groups);
    CASE(a_plane_mesh_becomes_a_layer);
    CASE(element_types);
    CASE(meshes_are_known);
    CASE(broken_heads);
    CASE(broken_old_sections);
    CASE(broken_new_sections);
    CASE(cut_bytes);
    CASE(no_mesh);
    return cgns_files_end();
}
