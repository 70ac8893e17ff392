/* test_ugrid_read.c: UGRID meshes of all suffixes, their .mapbc files, and damaged ones of both.
 */
#include "cgns_files.h"
#include "foreign_mesh.h"
#include "same_mesh.h"
#include "ugrid/ugrid_read.h"

static int read_ugrid(double scale, struct raw_mesh *m)
{
    notes[0] = '\0';
    return ugrid_read(file_path, scale, keep_note, NULL, m);
}

static void write_text(const char *name, const char *text)
{
    name_file(name);
    FILE *f = fopen(file_path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s", file_path);
}

/* The file at file_path must be refused with both fragments in one sentence, which names a file. */
static void expect_refusal(const char *place, const char *fragment)
{
    struct raw_mesh m;
    size_t before = mem_current_bytes();
    int status = read_ugrid(1.0, &m);
    CHECK(status != 0, "'%s' was expected", fragment);
    CHECK(strncmp(error_message(), folder, strlen(folder)) == 0, "%s", error_message());
    CHECK(strstr(error_message(), place) && strstr(error_message(), fragment), "'%s' and '%s' are not in: %s", place,
          fragment, error_message());
    CHECK(mem_current_bytes() == before, "%zu bytes left", mem_current_bytes() - before);
    raw_mesh_free(&m);
}

static void refuse(const char *text, const char *place, const char *fragment)
{
    write_text("refused.ugrid", text);
    expect_refusal(place, fragment);
}

/* A mesh in the format of a suffix ("" for text), as CASE.SUFFIX.ugrid. */
static void write_mesh(const char *name, const char *suffix, const struct raw_mesh *m)
{
    char file[64];
    struct ugrid_format format;
    snprintf(file, sizeof file, "%s%s%s.ugrid", name, suffix[0] ? "." : "", suffix);
    name_file(file);
    CHECK(ugrid_format_of(file_path, &format, NULL), "%s", file_path);
    FILE *f = fopen(file_path, "wb");
    foreign_write_ugrid(f, &format, m);
    fclose(f);
}

/* ---- whole meshes ------------------------------------------------------------------------------- */

static void all_suffixes(void)
{
    struct raw_mesh m, read;
    struct ugrid_format format = {.suffix = ""};
    foreign_mesh(2, &m);
    name_file("case.mapbc");
    FILE *f = fopen(file_path, "w");
    foreign_write_mapbc(f, &m);
    fclose(f);
    for (int i = -1; i < 0 || ugrid_format_number(i, &format); i++) {
        write_mesh("case", format.suffix, &m);
        CHECK(ugrid_is_mesh(file_path), "%s", file_path);
        CHECK(read_ugrid(1.0, &read) == 0, "%s", error_message());
        check_same_mesh(&m, &read, format.suffix);
        CHECK(read.n_patches == 6 && read.patch[0].kind == BC_WALL && read.patch[1].kind == BC_FARFIELD &&
                  read.patch[2].kind == BC_SYMMETRY && read.patch[3].kind == BC_SLIP &&
                  read.patch[4].kind == BC_PRESSURE_OUTLET && strcmp(read.patch[4].bc_type, "FUN3D 5051") == 0,
                         "kinds");
        CHECK(notes[0] == '\0', "%s: %s", format.suffix, notes);
        raw_mesh_free(&read);
    }
    CHECK(read_ugrid(0.5, &read) == 0 && read.x[0][m.n_nodes - 1] == 0.5 * m.x[0][m.n_nodes - 1], "scale");
    raw_mesh_free(&read);
    CHECK(read_ugrid(-1.0, &read) != 0 && strstr(error_message(), "scaled by -1"), "%s", error_message());
    raw_mesh_free(&m);
}

/* Records of more than 2 GB come in parts, the first with a negative mark, and a number may stand across two. */
static void records_in_parts(void)
{
    struct raw_mesh m, read;
    foreign_mesh(2, &m);
    name_file("parts.mapbc");
    FILE *f = fopen(file_path, "w");
    foreign_write_mapbc(f, &m);
    fclose(f);
    write_mesh("whole", "lr8", &m);
    static unsigned char byte[1 << 20];
    f = fopen(file_path, "rb");
    size_t n = fread(byte, 1, sizeof byte, f), at = 7 * 4 + 8 + 4, rest = n - at - 4;
    fclose(f);
    name_file("parts.lr8.ugrid");
    f = fopen(file_path, "wb");
    struct foreign_file out = {.file = f};
    fwrite(byte, 1, at - 4, f);
    for (size_t part = 1001; rest > 0; at += part, rest -= part) {
        part = part < rest ? part : rest;
        foreign_bytes(&out, (uint64_t)(part < rest ? -(int64_t)part : (int64_t)part), 4);
        fwrite(byte + at, 1, part, f);
        foreign_bytes(&out, (uint64_t)(at > 40 ? -(int64_t)part : (int64_t)part), 4);
    }
    fclose(f);
    CHECK(read_ugrid(1.0, &read) == 0, "%s", error_message());
    check_same_mesh(&m, &read, "parts");
    raw_mesh_free(&read);
    /* the mark behind the first part */
    f = fopen(file_path, "rb+");
    fseek(f, 36 + 4 + 1001, SEEK_SET);
    fputc(7, f);
    fclose(f);
    expect_refusal("byte ", "a record of 1001 bytes ends with the mark ");
    raw_mesh_free(&m);
}

/* A tetrahedron with the nodes 1 2 3 4, two surfaces; Fortran's exponents, a number of the generator behind it. */
#define NODES "0 0 0\n1.D0 0 0\n0 1 0\n+0 0 1d+0\n"
#define FACES "1 2 3\n1 2 4\n1 3 4\n2 3 4\n7\n7\n-3\n7\n"
static const char tetra[] = "4 4 0 1 0 0 0\n" NODES FACES "1 2 3 4\n";

static void without_mapbc(void)
{
    struct raw_mesh m;
    char text[512];
    snprintf(text, sizeof text, "%s0\n", tetra);
    write_text("alone.ugrid", text);
    CHECK(read_ugrid(1.0, &m) == 0, "%s", error_message());
    CHECK(m.n_patches == 2 && strcmp(m.patch[0].name, "-3") == 0 && strcmp(m.patch[1].name, "7") == 0 &&
              m.patch[0].kind == BC_NONE && m.patch_face_patch[2] == 0 && m.patch_face_patch[3] == 1, "patches");
    CHECK(m.x[0][1] == 1.0 && m.x[2][3] == 1.0, "coordinates");
    CHECK(strstr(notes, "alone.mapbc: is not there, so patches are named by the tags of their faces (-3, 7)"), "%s",
          notes);
    CHECK(strstr(notes, "2 bytes behind the elements are not read") || strstr(notes, "1 bytes behind"), "%s", notes);
    raw_mesh_free(&m);
}

/* Of one name and kind: one patch; of one name and two kinds: two. Old numbers, unknown ones, names in quotes. */
static void names_and_kinds(void)
{
    struct raw_mesh m;
    write_text("kinds.mapbc", "! remark\n 2\n\n-3 4 'wing'\n7 9999\tfar field\n5 1 x\n");
    write_text("kinds.ugrid", tetra);
    CHECK(read_ugrid(1.0, &m) == 0, "%s", error_message());
    CHECK(m.n_patches == 2 && strcmp(m.patch[0].name, "wing") == 0 && m.patch[0].kind == BC_WALL &&
              strcmp(m.patch[1].name, "far") == 0 && m.patch[1].kind == BC_NONE, "patches");
    CHECK(strstr(notes, "kinds.mapbc: gives far (9999) a boundary condition that is not known here"), "%s", notes);
    CHECK(strstr(notes, "has 1 lines behind the 2 surfaces"), "%s", notes);
    raw_mesh_free(&m);
    write_text("kinds.mapbc", "2\n-3 4000 wing\n7 4000 wing");
    write_text("kinds.ugrid", tetra);
    CHECK(read_ugrid(1.0, &m) == 0 && m.n_patches == 1 && notes[0] == '\0', "%s %s", error_message(), notes);
    raw_mesh_free(&m);
    write_text("kinds.mapbc", "2\n-3 4000 wing\n7 3000 wing\n");
    write_text("kinds.ugrid", tetra);
    CHECK(read_ugrid(1.0, &m) == 0 && m.n_patches == 2 && strcmp(m.patch[1].name, "wing-7") == 0 &&
              m.patch[1].kind == BC_SLIP, "%s", error_message());
    raw_mesh_free(&m);
    write_text("kinds.mapbc", "1\n7 4000\n");
    write_text("kinds.ugrid", tetra);
    CHECK(read_ugrid(1.0, &m) == 0 && strcmp(m.patch[1].name, "7") == 0, "%s", error_message());
    CHECK(strstr(notes, "does not name the surfaces -3 of the mesh"), "%s", notes);
    raw_mesh_free(&m);
}

static void meshes_are_known(void)
{
    static const char *const good[] = {"a.ugrid", "b8.UGRID", "a.lb8l.ugrid"}, *const bad[] = {"ugrid", "a.b8",
           "a.su2"};
    struct ugrid_format f;
    size_t stem;
    for (int i = 0; i < 3; i++)
        CHECK(ugrid_is_mesh(good[i]) && !ugrid_is_mesh(bad[i]), "%s %s", good[i], bad[i]);
    CHECK(ugrid_format_of("x/a.v2.lb8l.ugrid", &f, &stem) && stem == 6 && !f.big && f.int_bytes == 8 && !f.records,
           "lb8l");
    CHECK(ugrid_format_of("x/a.b9.ugrid", &f, &stem) && stem == 6 && !f.binary, "no suffix");
    CHECK(ugrid_format_of("x.b8/a.ugrid", &f, &stem) && stem == 6 && !f.binary, "a folder's");
    CHECK(ugrid_format_of("a.r4.ugrid", &f, &stem) && stem == 1 && f.big && f.records && f.real_bytes == 4, "r4");
}

/* ---- damage ------------------------------------------------------------------------------------- */

static void broken_texts(void)
{
    refuse("", ":1: ", "ends where the number of nodes or elements belongs");
    refuse("4 4 0 1 0 0\n", ":2: ", "ends where the number of nodes or elements belongs");
    refuse("4 4 0 one 0 0 0\n", ":1: ", "has 'one' where the number of nodes or elements belongs");
    refuse("4 4 0 1.5 0 0 0\n", ":1: ", "has '1.5' where");
    refuse("4 4 0 -1 0 0 0\n" NODES, "refused.ugrid: ", "has -1 among its first seven numbers");
    refuse("4 4 0 99999999999999999999 0 0 0\n", ":1: ", "has '99999999999999999999' where");
    refuse("4 4 0 9999999999 0 0 0\n" NODES, "refused.ugrid: ", "has 9999999999 among its first seven numbers");
    refuse("4 4 0 2000000000 0 0 0\n" NODES, "refused.ugrid: ", "and 4 nodes and 2000000000 cells, by its first seven");
    refuse("2000000000 4 0 1 0 0 0\n" NODES FACES, "refused.ugrid: ", "and 2000000000 nodes and 1 cells");
    refuse("4 4 0 0 0 0 0\n" NODES FACES, "refused.ugrid: ", "has no cells by its first seven numbers");
    refuse("0 0 0 1 0 0 0\n1 2 3 4\n", "refused.ugrid: ", "has no nodes by its first seven numbers");
    refuse("4 4 0 1 0 0 0\n" NODES FACES "1 2 3 \n", ":15: ", "ends where a node of a tetrahedron belongs");
    refuse("4 4 0 1 0 0 0\n" NODES FACES "1 2 3 5\n", ":14: ",
           "has 5 as a node of a tetrahedron, which must be in 1..4");
    refuse("4 4 0 1 0 0 0\n" NODES FACES "0 2 3 4\n", ":14: ", "has 0 as a node of a tetrahedron");
    refuse("4 1 0 1 0 0 0\n" NODES "1 2 9 7\n1 2 3 4\n", ":6: ", "has 9 as a node of a boundary triangle");
    refuse("4 1 0 1 0 0 0\n" NODES "1 2 3 x\n1 2 3 4\n", ":6: ", "has 'x' where the tag of a boundary face belongs");
    refuse("4 1 0 1 0 0 0\n0 0 nan\n1 0 0\n0 1 0\n0 0 1\n1 2 3 7\n1 2 3 4\n", ":2: ", "has 'nan' where a coordinate");
    refuse("4 1 0 1 0 0 0\n0 0 1e999\n1 0 0\n0 1 0\n0 0 1\n1 2 3 7\n1 2 3 4\n", ":2: ",
           "has '1e999' where a coordinate");
    refuse("4 1 0 1 0 0 0\n0 0 1e95\n1 0 0\n0 1 0\n0 0 1\n1 2 3 7\n1 2 3 4\n", ":2: ", "too far away");
    refuse("4 1 0 1 0 0 0\n0 0 0x1\n1 0 0\n0 1 0\n0 0 1\n1 2 3 7\n1 2 3 4\n", ":2: ", "has '0x1' where a coordinate");
}

/* A file of bytes whose name says another format; the sentence says which it is. */
static void wrong_suffixes(void)
{
    static const char *const as[][2] = {{"b8", "lb8"}, {"lb8", "b8"}, {"lb8", "lr8"}, {"b8l", "b8"}, {"lb4", "lb8"},
                                        {"r8", "lr8"}, {"", "b8"}, {"", "lr4"}};
    struct raw_mesh m;
    char file[64], said[64];
    foreign_mesh(2, &m);
    for (size_t i = 0; i < sizeof as / sizeof *as; i++) {
        char old[PATH_SIZE];
        write_mesh("good", as[i][1], &m);
        memcpy(old, file_path, sizeof old);
        snprintf(file, sizeof file, "named%s%s.ugrid", as[i][0][0] ? "." : "", as[i][0]);
        name_file(file);
        CHECK(rename(old, file_path) == 0, "%s", old);
        snprintf(said, sizeof said, "its bytes are those of .%s.ugrid (", as[i][1]);
        expect_refusal(file, said);
    }
    raw_mesh_free(&m);
}

static void broken_bytes(void)
{
    struct raw_mesh m;
    foreign_mesh(2, &m);
    write_mesh("cut", "lb8", &m);
    FILE *f = fopen(file_path, "rb");
    static unsigned char byte[1 << 20];
    size_t n = fread(byte, 1, sizeof byte, f);
    fclose(f);
    static const size_t keep[] = {0, 5, 28, 1000};
    for (int i = 0; i < 5; i++) {
        f = fopen(file_path, "wb");
        fwrite(byte, 1, i < 4 ? keep[i] : n - 1, f);
        fclose(f);
        expect_refusal("cut.lb8.ugrid: ", i < 2 ? "ends where the number of nodes or elements belongs"
                                                : "copy the whole file");
    }
    static const struct {
        size_t at;
        unsigned char value;
        const char *place, *fragment;
    } change[] = {{3, 0x80, "cut.lb8.ugrid: ", "among its first seven numbers"},
                  {3, 0x7f, "cut.lb8.ugrid: ", "by its first seven numbers, take"},
                  {28 + 7, 0x7f, "byte 36: ", "has a coordinate of "}};
    for (int i = 0; i < 3; i++) {
        f = fopen(file_path, "wb");
        unsigned char old = byte[change[i].at];
        byte[change[i].at] = change[i].value;
        if (i == 2)
            byte[change[i].at - 1] = 0xe0;
        fwrite(byte, 1, n, f);
        fclose(f);
        byte[change[i].at] = old;
        expect_refusal(change[i].place, change[i].fragment);
    }
    /* the last node of the last cell */
    byte[n - 1] = 0xff;
    f = fopen(file_path, "wb");
    fwrite(byte, 1, n, f);
    fclose(f);
    expect_refusal("byte ", "as a node of a hexahedron, which must be in 1..");
    raw_mesh_free(&m);
}

static void broken_mapbc(void)
{
    static const struct {
        const char *text, *place, *fragment;
    } broken[] = {{"", "broken.mapbc: ", "is empty; its first line must be the number of surfaces"},
                  {"wing\n", "broken.mapbc:1: ", "has 'wing' where the number of surfaces belongs"},
                  {"-2\n", "broken.mapbc:1: ", "has '-2' where the number of surfaces belongs"},
                  {"2000000000\n", "broken.mapbc:1: ", "where the number of surfaces belongs"},
                  {"2\n7 4000 wing\n", "broken.mapbc: ", "ends after 1 of the 2 surfaces"},
                  {"2\n7 4000 wing\n\n-3\n", "broken.mapbc:4: ", "has '-3' where the tag of a surface and the number"},
                  {"2\n7 4000 wing\n7 3000 tail\n", "broken.mapbc:3: ", "gives surface 7 a condition a second time"},
                  {"2\n7 4000 wing\n-3 symmetry\n", "broken.mapbc:3: ", "has '-3 symmetry' where the tag"},
                  {"1\n7 4000 a234567890b234567890c234567890d234567890e234567890f2345678901234\n", "broken.mapbc:2: ",
                   "where a shorter name (of 63 characters at most) belongs"}};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        write_text("broken.mapbc", broken[i].text);
        write_text("broken.ugrid", tetra);
        expect_refusal(broken[i].place, broken[i].fragment);
    }
    write_text("broken.mapbc", "3\n-3 4000 wing\n7 3000 wing\n8 4000 wing-7\n");
    write_text("broken.ugrid", "4 4 0 1 0 0 0\n" NODES "1 2 3\n1 2 4\n1 3 4\n2 3 4\n-3\n7\n8\n8\n1 2 3 4\n");
    struct raw_mesh m; /* a name that is made from another is found for what it is: */
    CHECK(read_ugrid(1.0, &m) == 0 && m.n_patches == 3 && strcmp(m.patch[2].name, "wing-7-8") == 0, "%s",
          error_message());
    raw_mesh_free(&m);
}

static void no_mesh(void)
{
    name_file("absent.b8.ugrid");
    expect_refusal("absent.b8.ugrid: ", "No such file");
    struct raw_mesh m;
    name_file("other.su2");
    CHECK(read_ugrid(1.0, &m) != 0 && strstr(error_message(), "is no UGRID mesh by its name"), "%s", error_message());
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(all_suffixes);
    CASE(records_in_parts);
    CASE(without_mapbc);
    CASE(names_and_kinds);
    CASE(meshes_are_known);
    CASE(broken_texts);
    CASE(wrong_suffixes);
    CASE(broken_bytes);
    CASE(broken_mapbc);
    CASE(no_mesh);
    return cgns_files_end();
}
