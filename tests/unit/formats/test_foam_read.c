/* test_foam_read.c: OpenFOAM meshes as text and bytes, whole, odd and damaged. The mesh of four cell types, with its
 * faces listed as OpenFOAM does, must have the cells that its nodes give.
 */
#include "cgns_files.h"
#include "foam/foam_read.h"
#include "foreign_mesh.h"
#include "mesh/geometry.h"
#include "run/mesh_from_raw.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static const char *const names[] = {"points", "faces", "owner", "neighbour", "boundary"};
enum { FILES = 5, POINTS = 0, FACES, OWNER, NEIGHBOUR, BOUNDARY };

static char mesh_folder[PATH_SIZE]; /* of the mesh under test */

static int read_foam(const char *path, double scale, struct raw_mesh *m)
{
    notes[0] = '\0';
    return foam_read(path, scale, keep_note, NULL, m);
}

static FILE *create(int i)
{
    char path[PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s/%s", mesh_folder, names[i]);
    FILE *f = fopen(path, "wb");
    CHECK(f != NULL, "%s", path);
    return f;
}

/* An empty folder for a mesh. */
static void begin_mesh(const char *name)
{
    snprintf(mesh_folder, sizeof mesh_folder, "%s/%s", folder, name);
    mkdir(mesh_folder, 0777);
    for (int i = 0; i < FILES; i++)
        fclose(create(i));
}

/* ---- the mesh of four types ----------------------------------------------------------------------- */

struct face {
    int n;
    lid node[4];
    lid sorted[4];
    lid owner, neighbour; /* -1: of the boundary */
    int patch;
};

static int by_value(const void *a, const void *b)
{
    return (*(const lid *)a > *(const lid *)b) - (*(const lid *)a < *(const lid *)b);
}

static struct face face_of(const lid *node, int n)
{
    struct face f = {.n = n, .neighbour = -1, .patch = -1};
    memcpy(f.node, node, (size_t)n * sizeof *node);
    memcpy(f.sorted, node, (size_t)n * sizeof *node);
    qsort(f.sorted, (size_t)n, sizeof *node, by_value);
    return f;
}

static bool same_face(const struct face *a, const struct face *b)
{
    return a->n == b->n && memcmp(a->sorted, b->sorted, (size_t)a->n * sizeof *a->sorted) == 0;
}

enum { MOST_FACES = 2000 };

/* Inner faces first, then those of patch 0, 1, ...; returns how many, *n_inner: between cells. */
static int list_faces(const struct raw_mesh *m, struct face *face, int *n_inner)
{
    static struct face all[MOST_FACES];
    int n = 0, end = 0;
    for (int64_t c = 0; c < m->n_cells; c++) {
        const struct element_info *e = element_info(m->cell_type[c]);
        for (int k = 0; k < e->n_faces; k++) {
            lid node[4];
            for (int i = 0; i < e->face_n_nodes[k]; i++)
                node[i] = m->cell_node[m->cell_node_offset[c] + e->face_node[k][i]];
            struct face f = face_of(node, e->face_n_nodes[k]);
            int i = 0;
            while (i < n && !same_face(&all[i], &f))
                i++;
            if (i == n)
                all[n++] = f, all[i].owner = (lid)c;
            else
                all[i].neighbour = (lid)c;
        }
    }
    for (int64_t p = 0; p < m->n_patch_faces; p++) {
        const lid *node = m->patch_face_node + m->patch_face_node_offset[p];
        struct face f = face_of(node, (int)(m->patch_face_node_offset[p + 1] - m->patch_face_node_offset[p]));
        for (int i = 0; i < n; i++)
            if (same_face(&all[i], &f))
                all[i].patch = (int)m->patch_face_patch[p];
    }
    for (int patch = -1; patch < m->n_patches; patch++) {
        for (int i = 0; i < n; i++)
            if (all[i].patch == patch)
                face[end++] = all[i];
        if (patch < 0)
            *n_inner = end;
    }
    return end;
}

static void write_head(struct foreign_file *f, const char *class, const char *object)
{
    fprintf(f->file, "/*---- a banner; { ( *\\\n\\*---*/\nFoamFile\n{\n    version 2.0;\n    format %s;\n"
            "    class %s;\n    arch \"%s;label=%d;scalar=%d\";\n    note \"a; b {\";\n    object %s;\n}\n"
            "// * * * //\n\n",
            f->as.binary ? "binary" : "ascii", class, f->as.big ? "MSB" : "LSB", 8 * f->as.int_bytes,
            8 * f->as.real_bytes, object);
}

static void write_labels(struct foreign_file *f, int n, const struct face *face, lid (*label)(const struct face *, int))
{
    fprintf(f->file, "%d\n(", n);
    for (int i = 0; i < n; i++)
        foreign_integer(f, label(face, i), f->as.int_bytes);
    fprintf(f->file, ")\n");
}

static lid owner_of(const struct face *face, int i)
{
    return face[i].owner;
}

static lid neighbour_of(const struct face *face, int i)
{
    return face[i].neighbour;
}

static lid place_of(const struct face *face, int i)
{
    lid n = 0;
    for (int k = 0; k < i; k++)
        n += face[k].n;
    return n;
}

static void write_points(struct foreign_file *f, const struct raw_mesh *m)
{
    f->file = create(POINTS);
    write_head(f, "vectorField", "points");
    fprintf(f->file, "%d\n(", (int)m->n_nodes);
    for (int64_t v = 0; v < m->n_nodes; v++) {
        if (!f->as.binary)
            fputc('(', f->file);
        for (int d = 0; d < 3; d++)
            foreign_real(f, m->x[d][v]);
        if (!f->as.binary)
            fputs(")\n", f->file);
    }
    fprintf(f->file, ")\n");
    fclose(f->file);
}

static void write_faces(struct foreign_file *f, int n, const struct face *face)
{
    f->file = create(FACES);
    write_head(f, f->as.binary ? "faceCompactList" : "faceList", "faces");
    if (f->as.binary) {
        write_labels(f, n + 1, face, place_of);
        fprintf(f->file, "%d(", (int)place_of(face, n));
    } else {
        fprintf(f->file, "%d(", n);
    }
    for (int i = 0; i < n; i++) {
        if (!f->as.binary)
            fprintf(f->file, "\n%d(", face[i].n);
        for (int k = 0; k < face[i].n; k++)
            foreign_integer(f, face[i].node[k], f->as.int_bytes);
        if (!f->as.binary)
            fputc(')', f->file);
    }
    fprintf(f->file, ")\n");
    fclose(f->file);
}

static void write_boundary(struct foreign_file *f, const struct raw_mesh *m, int n, int n_inner,
                           const struct face *face)
{
    static const char *const type[6] = {"wall", "patch", "symmetryPlane", "empty", "patch", "symmetry"};
    f->file = create(BOUNDARY);
    write_head(f, "polyBoundaryMesh", "boundary");
    fprintf(f->file, "%d\n(\n", (int)m->n_patches);
    for (int p = 0, first = n_inner; p < m->n_patches; p++) {
        int count = 0;
        for (int i = n_inner; i < n; i++)
            count += face[i].patch == p;
        fprintf(f->file, "%s\n{\n  type %s;\n  inGroups 1(%s);\n  nFaces %d; // faces\n  startFace %d;\n}\n",
                m->patch[p].name, type[p], type[p], count, first);
        first += count;
    }
    fprintf(f->file, ")\n");
    fclose(f->file);
}

static void write_mesh(const char *name, const struct ugrid_format *as, const struct raw_mesh *m)
{
    static struct face face[MOST_FACES];
    struct foreign_file f = {.as = *as};
    int n_inner = 0, n = list_faces(m, face, &n_inner);
    begin_mesh(name);
    write_points(&f, m);
    write_faces(&f, n, face);
    f.file = create(OWNER);
    write_head(&f, "labelList", "owner");
    write_labels(&f, n, face, owner_of);
    fclose(f.file);
    f.file = create(NEIGHBOUR);
    write_head(&f, "labelList", "neighbour");
    write_labels(&f, n_inner, face, neighbour_of);
    fclose(f.file);
    write_boundary(&f, m, n, n_inner, face);
}

/* Volumes by faces and by nodes differ by rounding. */
static void check_volumes(struct raw_mesh *m, struct raw_mesh *same)
{
    struct mesh a = {0}, b = {0};
    struct metrics g = {0}, h = {0};
    struct mesh_findings found;
    CHECK(mesh_build(m, &a, &found) == 0, "%s", error_message());
    CHECK(mesh_build(same, &b, &found) == 0, "%s", error_message());
    metrics_compute(&a, &g);
    metrics_compute(&b, &h);
    CHECK(a.n_faces == b.n_faces && a.n_cells == b.n_cells, "%ld faces, not %ld", (long)b.n_faces, (long)a.n_faces);
    for (int64_t c = 0; c < a.n_cells && c < b.n_cells; c++)
        CHECK_NEAR(h.volume[c] / g.volume[c], 1.0, 1e-12);
    metrics_free(&g);
    metrics_free(&h);
    mesh_free(&a);
    mesh_free(&b);
}

static void all_forms(void)
{
    static const struct ugrid_format as[] = {{.binary = false, .int_bytes = 4, .real_bytes = 8},
                                             {.binary = true, .int_bytes = 4, .real_bytes = 8},
                                             {.binary = true, .int_bytes = 8, .real_bytes = 8, .big = true},
                                             {.binary = true, .int_bytes = 8, .real_bytes = 4}};
    static const enum bc_kind kind[6] = {BC_WALL, BC_NONE, BC_SYMMETRY, BC_SYMMETRY, BC_NONE, BC_SYMMETRY};
    for (int i = 0; i < 4; i++) {
        struct raw_mesh m, read;
        foreign_mesh(2, &m);
        write_mesh("whole", &as[i], &m);
        CHECK(foam_is_mesh(mesh_folder), "%s", mesh_folder);
        CHECK(read_foam(mesh_folder, 1.0, &read) == 0, "%s", error_message());
        CHECK(read.n_nodes == m.n_nodes && read.n_cells == m.n_cells && read.n_patches == 6 &&
                  read.n_patch_faces == m.n_patch_faces, "counts");
        for (int d = 0; d < 3 && read.n_nodes == m.n_nodes; d++)
            CHECK(memcmp(read.x[d], m.x[d], (size_t)m.n_nodes * sizeof *m.x[d]) == 0, "coordinates");
        for (int p = 0; p < 6 && read.n_patches == 6; p++)
            CHECK(strcmp(read.patch[p].name, m.patch[p].name) == 0 && read.patch[p].kind == kind[p], "patch %d", p);
        check_volumes(&m, &read);
        raw_mesh_free(&m);
        raw_mesh_free(&read);
    }
}

/* ---- small meshes --------------------------------------------------------------------------------- */

#define HEAD(class) "FoamFile { format ascii; class " class "; }\n"

/* Two tetrahedra with a common face. */
static const char *const good[FILES] = {
    HEAD("vectorField") "5((0 0 0)(1 0 0)(0 1 0)(0 0 1)(0 0 -1))\n",
    HEAD("faceList") "7(3(0 1 2) 3(0 1 3) 3(1 2 3) 3(2 0 3) 3(1 0 4) 3(2 1 4) 3(0 2 4))\n",
    HEAD("labelList") "7(0 0 0 0 1 1 1)\n",
    HEAD("labelList") "1(1)\n",
    HEAD("polyBoundaryMesh") "2(up{type wall;nFaces 3;startFace 1;}\nlow{type patch;nFaces 3;startFace 4;})\n"};

/* The mesh with one of its files replaced; NULL: as it is. */
static void write_small(int file, const char *text)
{
    begin_mesh("small");
    for (int i = 0; i < FILES; i++) {
        FILE *f = create(i);
        fputs(i == file && text ? text : good[i], f);
        fclose(f);
    }
}

static void refuse(int file, const char *text, const char *fragment)
{
    struct raw_mesh m;
    char place[PATH_SIZE + 16];
    write_small(file, text);
    snprintf(place, sizeof place, "%s/%s", mesh_folder, names[file]);
    size_t before = mem_current_bytes();
    int status = read_foam(mesh_folder, 1.0, &m);
    CHECK(status != 0, "'%s' was expected", fragment);
    CHECK(strncmp(error_message(), place, strlen(place)) == 0, "%s is not in %s", error_message(), place);
    CHECK(strstr(error_message(), fragment) != NULL, "'%s' is not in: %s", fragment, error_message());
    CHECK(mem_current_bytes() == before, "%zu bytes left", mem_current_bytes() - before);
    raw_mesh_free(&m);
}

static void odd_but_right(void)
{
    struct raw_mesh m;
    write_small(0, NULL);
    CHECK(read_foam(mesh_folder, 2.0, &m) == 0 && m.n_cells == 2 && m.x[0][1] == 2.0 && notes[0] == '\0', "%s %s",
          error_message(), notes);
    raw_mesh_free(&m);
    write_small(NEIGHBOUR, HEAD("labelList") "7(1 -1 -1 -1 -1 -1 -1)\n");
    CHECK(read_foam(mesh_folder, 1.0, &m) == 0 && m.n_cells == 2, "%s", error_message());
    raw_mesh_free(&m);
    write_small(NEIGHBOUR, HEAD("labelList") "1{1}\n");
    CHECK(read_foam(mesh_folder, 1.0, &m) == 0 && m.n_cells == 2, "%s", error_message());
    raw_mesh_free(&m);
    write_small(BOUNDARY, HEAD("polyBoundaryMesh") "// no number\n(a{type wall;nFaces 6;startFace 1;})\n");
    CHECK(read_foam(mesh_folder, 1.0, &m) == 0 && m.n_patches == 1, "%s", error_message());
    raw_mesh_free(&m);
    write_small(BOUNDARY, HEAD("polyBoundaryMesh") "3(a{type cyclic;neighbourPatch b;nFaces 3;startFace 1;}"
                "b{type cyclic;neighbourPatch a;d{x 1;y(2 3);}nFaces 3;startFace 4;}\n"
                "none{type wedge;nFaces 0;startFace 7;})\n");
    CHECK(read_foam(mesh_folder, 1.0, &m) == 0 && m.n_patches == 3, "%s", error_message());
    CHECK(strstr(notes, "has cyclic patches, which --config joins by lines of [periodic]: a = a b") &&
              strstr(notes, "has sides of a wedge"), "%s", notes);
    raw_mesh_free(&m);
}

/* All files by gzip; then one that is cut, one with a wrong byte, and one that announces too much. */
static void packed_files(void)
{
    struct raw_mesh m;
    char path[PATH_SIZE + 16];
    for (int how = 0; how < 4; how++) {
        begin_mesh("packed");
        for (int i = 0; i < FILES; i++) {
            snprintf(path, sizeof path, "%s/%s", mesh_folder, names[i]);
            remove(path);
            snprintf(path, sizeof path, "%s/%s.gz", mesh_folder, names[i]);
            gzFile f = gzopen(path, "wb");
            gzputs(f, how == 3 && i == FACES ? HEAD("faceList") "99999999(3(0 1 2))" : good[i]);
            gzclose(f);
        }
        snprintf(path, sizeof path, "%s/faces.gz", mesh_folder);
        CHECK(how != 1 || truncate(path, 60) == 0, "%s", path);
        FILE *f = fopen(path, "rb+");
        fseek(f, -6, SEEK_END);
        int byte = fgetc(f);
        fseek(f, -6, SEEK_END);
        fputc(how == 2 ? byte ^ 1 : byte, f);
        fclose(f);
        int status = read_foam(mesh_folder, 1.0, &m);
        if (how == 0)
            CHECK(status == 0 && m.n_cells == 2, "%s", error_message());
        else
            CHECK(status != 0 && strncmp(error_message(), path, strlen(path)) == 0, "%s", error_message());
        if (how > 0)
            CHECK(strstr(error_message(), how == 3 ? "more than the packed file can hold" : "cannot be read"), "%s",
                  error_message());
        raw_mesh_free(&m);
    }
}

static void broken_files(void)
{
    refuse(POINTS, "", ":1: ends where FoamFile belongs");
    refuse(POINTS, "NDIME= 3\n", "has 'NDIME=' where 'FoamFile' belongs");
    refuse(POINTS, "FoamFile { format ascii;\n", "ends where '}' behind the head belongs");
    refuse(POINTS, "FoamFile { format hdf; }\n", "says that its format is 'hdf'; ascii and binary can be read");
    refuse(POINTS, "FoamFile { arch \"LSB;label=16\"; }\n", "says that numbers have 16 and 64 bits");
    refuse(POINTS, "/* no end\n", "ends where */ belongs");
    refuse(POINTS, "FoamFile { note \"no end }\n", "ends where the end of a text in quotes belongs");
    refuse(POINTS, HEAD("vectorField") "0()\n", "announces 0 points, and by the rest of the mesh there are 1..");
    refuse(POINTS, HEAD("vectorField") "2000000000((0 0 0))\n", "announces 2000000000 points, and the 9 bytes behind");
    refuse(POINTS, HEAD("vectorField") "5{(0 0 0)}\n", "has one point for all");
    refuse(POINTS, HEAD("vectorField") "1((0 0 a))\n", "has 'a' where a coordinate belongs");
    refuse(POINTS, HEAD("vectorField") "1((0 0))\n", "has ')' where a coordinate belongs");
    refuse(POINTS, HEAD("vectorField") "1((0 0 1e99))\n", "too far away");
    refuse(POINTS, HEAD("vectorField") "1((0 0 0) (1 0 0))\n", "has '(' where ')' belongs");
    refuse(FACES, HEAD("faceList") "0()\n", "announces 0 faces");
    refuse(FACES, HEAD("faceList") "1(2(0 1))\n", "has 2 as the number of nodes of a face");
    refuse(FACES, HEAD("faceList") "1(900(0 1 2))\n", "has 900 as the number of nodes of a face");
    refuse(FACES, HEAD("faceList") "1(3(0 1 5))\n", "has 5 as a node of a face, which must be in 0..4");
    refuse(FACES, HEAD("faceList") "2(3(0 1 2))\n", "has ')' where the number of nodes of a face belongs");
    refuse(FACES, "FoamFile { format binary; class faceList; }\n1(", "holds bytes of the class 'faceList'");
    refuse(OWNER, HEAD("labelList") "6(0 0 0 0 1 1)\n", "announces 6 owners of faces, and by the rest of");
    refuse(OWNER, HEAD("labelList") "7(0 0 0 0 1 1 7)\n", "has 7 as the owner of a face, which must be in 0..6");
    refuse(OWNER, HEAD("labelList") "7(0 0 0 0 2 2 2)\n", "cell 1 has 1 faces, and a cell has 4 at least");
    refuse(NEIGHBOUR, HEAD("labelList") "8(1 1 1 1 1 1 1 1)\n", "announces 8 neighbours of faces");
    refuse(NEIGHBOUR, HEAD("labelList") "1(0)\n", "gives face 0 its owner as neighbour");
    refuse(NEIGHBOUR, HEAD("labelList") "2(-1 1)\n", "gives face 0 no neighbour");
}

#define PATCHES(text) HEAD("polyBoundaryMesh") text

static void broken_boundaries(void)
{
    refuse(BOUNDARY, PATCHES("1(a{type wall;nFaces 5;startFace 1;})"), "gives its patches faces up to 6 of 7");
    refuse(BOUNDARY, PATCHES("1(a{type wall;nFaces 7;startFace 1;})"), "gives patch a 7 faces from 1 on, and of 7");
    refuse(BOUNDARY, PATCHES("1(a{type wall;nFaces 6;startFace 0;})"), "gives patch a 6 faces from 0 on");
    refuse(BOUNDARY, PATCHES("1(a{type wall;nFaces x;startFace 1;})"), "has 'nFaces x', and there are 7 faces");
    refuse(BOUNDARY, PATCHES("1(a{type wall;nFaces 6;})"), "gives patch a no startFace");
    refuse(BOUNDARY, PATCHES("1(a{type wall;startFace 1;})"), "gives patch a no nFaces");
    refuse(BOUNDARY, PATCHES("1(a{nFaces 6;startFace 1;})"), "gives patch a no type");
    refuse(BOUNDARY, PATCHES("1(a{type processor;nFaces 6;startFace 1;})"), "so the mesh is divided already");
    refuse(BOUNDARY, PATCHES("2(a{type wall;nFaces 3;startFace 1;}a{type wall;nFaces 3;startFace 4;})"),
           "has two patches with the name a");
    refuse(BOUNDARY, PATCHES("1(a{type wall;nFaces 6;startFace 1;)"), "has ')' where '}' behind a patch belongs");
    refuse(BOUNDARY, PATCHES("9(a{type wall;nFaces 6;startFace 1;})"), "announces 9 patches, and the 35 bytes behind");
}

static void meshes_are_known(void)
{
    struct raw_mesh m;
    char path[PATH_SIZE + 32];
    begin_mesh("case");
    CHECK(foam_is_mesh(mesh_folder), "the folder itself");
    snprintf(path, sizeof path, "%s/case.foam", mesh_folder);
    CHECK(foam_is_mesh(path), "CASE.foam");
    CHECK(!foam_is_mesh(folder) && !foam_is_mesh("/nowhere") && !foam_is_mesh("/nowhere/a.foam"), "no mesh");
    CHECK(read_foam(folder, 1.0, &m) != 0 && strstr(error_message(), "has no points in constant/polyMesh"), "%s",
          error_message());
    snprintf(path, sizeof path, "%s/packed", folder);
    mkdir(path, 0777);
    strcat(path, "/points.gz");
    fclose(fopen(path, "w"));
    snprintf(path, sizeof path, "%s/packed", folder);
    CHECK(foam_is_mesh(path), "a packed one");
    CHECK(read_foam(path, 1.0, &m) != 0 && strstr(error_message(), "points.gz:1: ends where FoamFile belongs"), "%s",
          error_message());
    CHECK(read_foam(path, -1.0, &m) != 0 && strstr(error_message(), "scaled by -1"), "%s", error_message());
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(all_forms);
    CASE(odd_but_right);
    CASE(packed_files);
    CASE(broken_files);
    CASE(broken_boundaries);
    CASE(meshes_are_known);
    return cgns_files_end();
}
