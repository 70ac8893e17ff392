/* Files for viewers: .vtu files taken apart again, Tecplot files counted. */
#include "check.h"
#include "export/export.h"
#include "post_box.h"
#include "viewers/vtk_write.h"

#include <unistd.h>
#include <zlib.h>

static char top[] = "/tmp/ufv-test-post-XXXXXX";

static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

/* A whole file in memory, zero-terminated. */
static char *slurp(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    CHECK(f != NULL, "%s", path);
    *n = 0;
    char *text;
    MEM_NEW_ZERO(text, 1 << 24);
    if (f) {
        *n = fread(text, 1, (1 << 24) - 1, f);
        fclose(f);
    }
    return text;
}

/* The number after key="..." in the first tag that holds `where`. */
static int64_t number_of(const char *text, const char *where, const char *key)
{
    char attribute[64];
    snprintf(attribute, sizeof attribute, " %s=\"", key);
    const char *tag = strstr(text, where);
    const char *at = tag ? strstr(tag, attribute) : NULL;
    if (!at || at > strchr(tag, '>'))
        return -1;
    return strtoll(at + strlen(attribute), NULL, 10);
}

/* Bytes of the array of that name, unpacked; *next: where the next one begins. */
static unsigned char *unpack(const char *text, size_t size, const char *name, size_t *n, int64_t *next)
{
    char where[96];
    snprintf(where, sizeof where, "Name=\"%s\"", name);
    int64_t offset = number_of(text, where, "offset");
    const char *data = strstr(text, "<AppendedData encoding=\"raw\">\n_");
    unsigned char *out = NULL;
    *n = 0;
    CHECK(offset >= 0 && data, "%s has no place", name);
    if (offset < 0 || !data)
        return NULL;
    const unsigned char *at = (const unsigned char *)strchr(data, '_') + 1 + offset;
    CHECK((const char *)at + 24 <= text + size, "%s lies outside the file", name);
    uint64_t head[3];
    memcpy(head, at, sizeof head);
    size_t full = head[2] ? head[0] - 1 : head[0];
    *n = full * head[1] + head[2];
    MEM_NEW_ZERO(out, *n + 1);
    const unsigned char *block = at + 24 + 8 * head[0];
    unsigned char *to = out;
    for (uint64_t i = 0; i < head[0]; i++) {
        uint64_t packed;
        memcpy(&packed, at + 24 + 8 * i, sizeof packed);
        uLongf room = (uLongf)(out + *n - to);
        int status = uncompress(to, &room, block, (uLong)packed);
        CHECK(status == Z_OK, "%s, block %d: zlib says %d", name, (int)i, status);
        CHECK(room == (i < full ? head[1] : head[2]), "%s, block %d: %d bytes", name, (int)i, (int)room);
        to += room;
        block += packed;
    }
    *next = block - ((const unsigned char *)strchr(data, '_') + 1);
    return out;
}

static void check_bytes(const char *text, size_t size, const char *name, const void *expected, size_t n, int64_t *next)
{
    size_t got;
    unsigned char *out = unpack(text, size, name, &got, next);
    CHECK(got == n && out && memcmp(out, expected, n) == 0, "%s: %d bytes, %d expected", name, (int)got, (int)n);
    mem_free(out);
}

enum { N_POINTS = 100000 }; /* 2.4 MB of coordinates: several blocks */

/* Appended data of VTK: for each array the number of blocks, their size, the size of the last one (0: it is full), then
 * the packed size of each, then the blocks. An array of several blocks with a short last one, and a name that XML has
 * to escape. */
static void several_blocks(void)
{
    char path[64];
    double *x, *interleaved;
    int64_t *node;
    MEM_NEW(x, 3 * N_POINTS);
    MEM_NEW(interleaved, 3 * N_POINTS);
    MEM_NEW(node, N_POINTS);
    for (int i = 0; i < N_POINTS; i++) {
        node[i] = i;
        for (int c = 0; c < 3; c++)
            x[c * N_POINTS + i] = interleaved[3 * i + c] = sin(i + 0.1 * c); /* does not compress */
    }
    const int64_t offset[3] = {0, N_POINTS - 4, N_POINTS}; /* a large polygon and a quad */
    const int32_t mark[2] = {7, -9};
    const uint8_t type[2] = {7, 9};
    struct grid_array array = {.name = "a<b", .type = GRID_INT32, .n_components = 1, .component = {mark}};
    struct grid_view g = {.n_points = N_POINTS, .n_cells = 2, .x = {x, x + N_POINTS, x + 2 * N_POINTS},
                          .offset = offset, .node = node, .n_arrays = 1, .array = &array};
    snprintf(path, sizeof path, "%s/blocks.vtu", top);
    FILE *f = fopen(path, "wb+");
    if (!f)
        return;
    CHECK(vtk_write_piece(f, &g) == 0, "%s", error_message());
    CHECK(fclose(f) == 0, "closed");
    size_t size;
    char *text = slurp(path, &size);
    CHECK(number_of(text, "<Piece", "NumberOfPoints") == N_POINTS, "points");
    CHECK(number_of(text, "<Piece", "NumberOfCells") == 2, "cells");
    CHECK(strstr(text, "header_type=\"UInt64\"") && strstr(text, "vtkZLibDataCompressor"), "head");
    int64_t next;
    check_bytes(text, size, "Points", interleaved, 3 * N_POINTS * sizeof *x, &next);
    CHECK(next == number_of(text, "Name=\"connectivity\"", "offset"), "arrays follow one another");
    check_bytes(text, size, "connectivity", node, N_POINTS * sizeof *node, &next);
    check_bytes(text, size, "offsets", offset + 1, 2 * sizeof *offset, &next);
    check_bytes(text, size, "types", type, 2, &next);
    check_bytes(text, size, "a&lt;b", mark, sizeof mark, &next);
    const char end[] = "\n</AppendedData>\n</VTKFile>\n";
    CHECK(size > sizeof end && strcmp(text + size - sizeof end + 1, end) == 0, "the end");
    mem_free(text);
    mem_free(x);
    mem_free(interleaved);
    mem_free(node);
}

static int open_box(const struct box *b, const char *name, struct results *r)
{
    char folder[64], results[80];
    snprintf(folder, sizeof folder, "%s/%s", top, name);
    snprintf(results, sizeof results, "%s/results", folder);
    TRY(box_write(b, folder));
    return results_open(results, NULL, RESULTS_GEOMETRY, r);
}

/* The volume of a hexahedron or a polyhedron by its corners, axis-aligned. */
static double box_volume(const double *x, const int64_t *node, int n)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < n; k++)
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], x[3 * node[k] + c]);
            high[c] = fmax(high[c], x[3 * node[k] + c]);
        }
    return (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
}

/* Adds up what a rank's piece holds. */
static void check_volume_piece(const char *path, bool polyhedra, int64_t *n_cells, double *volume, double *gids)
{
    size_t size, n;
    int64_t next;
    char *text = slurp(path, &size);
    int64_t cells = number_of(text, "<Piece", "NumberOfCells"), points = number_of(text, "<Piece", "NumberOfPoints");
    double *x = (double *)(void *)unpack(text, size, "Points", &n, &next);
    CHECK(n == (size_t)points * 24, "%d bytes of points", (int)n);
    int64_t *node = (int64_t *)(void *)unpack(text, size, "connectivity", &n, &next);
    CHECK(n == (size_t)cells * 64, "%d bytes of nodes", (int)n);
    int64_t *id = (int64_t *)(void *)unpack(text, size, "global_id", &n, &next);
    unsigned char *type = unpack(text, size, "types", &n, &next);
    double *pressure = (double *)(void *)unpack(text, size, "pressure", &n, &next);
    double *velocity = (double *)(void *)unpack(text, size, "velocity", &n, &next);
    CHECK(n == (size_t)cells * 24, "%d bytes of velocity", (int)n);
    double *mach = (double *)(void *)unpack(text, size, "mach", &n, &next);
    double *cp = (double *)(void *)unpack(text, size, "cp", &n, &next);
    for (int64_t i = 0; i < cells && x && node && id && type && pressure && velocity && mach && cp; i++) {
        double centre[3] = {0, 0, 0};
        for (int k = 0; k < 8; k++) {
            CHECK(node[8 * i + k] >= 0 && node[8 * i + k] < points, "node %d", (int)node[8 * i + k]);
            for (int c = 0; c < 3; c++)
                centre[c] += x[3 * node[8 * i + k] + c] / 8;
        }
        CHECK(type[i] == (polyhedra ? 42 : 12), "type %d", type[i]);
        CHECK_NEAR(pressure[i], linear(centre), 1e-12);
        CHECK_NEAR(cp[i], (linear(centre) - 10) / 2, 1e-12);
        CHECK_NEAR(velocity[3 * i], 2, 0);
        CHECK_NEAR(velocity[3 * i + 1], 0.1 * centre[2], 1e-13);
        double v2 = 4 + 0.01 * centre[2] * centre[2], rho = 1 + 0.1 * centre[0];
        CHECK_NEAR(mach[i] * mach[i], v2 * rho / (1.4 * linear(centre)), 1e-12);
        *volume += box_volume(x, node + 8 * i, 8);
        *gids += (double)id[i];
    }
    *n_cells += cells;
    void *all[] = {text, x, node, id, type, pressure, velocity, mach, cp};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        mem_free(all[i]);
}

/* VTK's face streams: every polyhedron has six quads of its own eight nodes. */
static void check_faces(const char *path)
{
    size_t size, n, n_face, n_node;
    int64_t next;
    char *text = slurp(path, &size);
    int64_t *face = (int64_t *)(void *)unpack(text, size, "faces", &n_face, &next);
    int64_t *end = (int64_t *)(void *)unpack(text, size, "faceoffsets", &n, &next);
    int64_t *node = (int64_t *)(void *)unpack(text, size, "connectivity", &n_node, &next);
    int64_t cells = number_of(text, "<Piece", "NumberOfCells"), at = 0;
    CHECK(n == (size_t)cells * 8 && n_node == (size_t)cells * 64 && n_face == (size_t)cells * 31 * 8, "%d cells",
          (int)cells);
    if (check_case_failures)
        cells = 0;
    for (int64_t i = 0; i < cells && face && end && node; i++) {
        CHECK(face[at++] == 6, "cell %d: %d faces", (int)i, (int)face[at - 1]);
        for (int f = 0; f < 6; f++) {
            CHECK(face[at++] == 4, "cell %d, face %d", (int)i, f);
            for (int k = 0; k < 4; k++, at++) {
                bool own = false;
                for (int m = 0; m < 8; m++)
                    own = own || node[8 * i + m] == face[at];
                CHECK(own, "cell %d, face %d: node %d is not its own", (int)i, f, (int)face[at]);
            }
        }
        CHECK(end[i] == at, "cell %d ends at %d, not %d", (int)i, (int)end[i], (int)at);
    }
    mem_free(text);
    mem_free(face);
    mem_free(end);
    mem_free(node);
}

/* Hexahedra and polyhedra: cells, volume and ids of all pieces together, and values at the cells' centres. */
static void volumes(void)
{
    for (int polyhedra = 0; polyhedra < 2; polyhedra++) {
        struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 3, .polyhedra = polyhedra,
                        .pressure = linear};
        struct results r;
        char out[64], path[96];
        CHECK(open_box(&b, polyhedra ? "polyhedra" : "hexes", &r) == 0, "%s", error_message());
        snprintf(out, sizeof out, "%s/volume%d.pvtu", top, polyhedra);
        struct export_options o = {.format = "vtu", .out = out, .quiet = true};
        CHECK(export_command(&r, &o) == 0, "%s", error_message());
        int64_t n_cells = 0;
        double volume = 0, gids = 0;
        for (int rank = 0; rank < 3; rank++) {
            snprintf(path, sizeof path, "%s/volume%d-%05d.vtu", top, polyhedra, rank);
            check_volume_piece(path, polyhedra, &n_cells, &volume, &gids);
            if (polyhedra)
                check_faces(path);
        }
        CHECK(n_cells == 120, "%d cells", (int)n_cells);
        CHECK_NEAR(volume, 1, 1e-13);
        CHECK_NEAR(gids, 120 * 119 / 2, 0); /* every id once */
        size_t n;
        char *text = slurp(out, &n);
        snprintf(path, sizeof path, "Source=\"volume%d-00002.vtu\"", polyhedra);
        CHECK(strstr(text, path), "%s is not in the index", path);
        mem_free(text);
        results_close(&r);
    }
}

/* Each patch has its number of faces, and the index says which number is which patch. */
static void surfaces(void)
{
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 2, .pressure = linear};
    struct results r;
    char out[64], path[96];
    CHECK(open_box(&b, "surface", &r) == 0, "%s", error_message());
    snprintf(out, sizeof out, "%s/surface", top); /* the ending is added */
    struct export_options o = {.format = "vtu", .out = out, .surface = true, .quiet = true};
    CHECK(export_command(&r, &o) == 0, "%s", error_message());
    int per_patch[6] = {0};
    for (int rank = 0; rank < 2; rank++) {
        size_t size, n;
        int64_t next;
        snprintf(path, sizeof path, "%s/surface-%05d.vtu", top, rank);
        char *text = slurp(path, &size);
        int32_t *patch = (int32_t *)(void *)unpack(text, size, "patch", &n, &next);
        for (size_t i = 0; i < n / 4; i++)
            if (patch[i] >= 0 && patch[i] < 6)
                per_patch[patch[i]]++;
        mem_free(patch);
        mem_free(text);
    }
    for (int p = 0; p < 6; p++)
        CHECK(per_patch[p] == 120 / b.n[p / 2], "patch %d: %d faces", p, per_patch[p]);
    size_t n;
    snprintf(path, sizeof path, "%s/surface.pvtu", top);
    char *text = slurp(path, &n);
    CHECK(strstr(text, "4 zmin"), "the patches' names");
    mem_free(text);
    results_close(&r);
}

/* Numbers and zones of a Tecplot file, by its own head. */
static void tecplot(void)
{
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 2, .pressure = linear};
    struct results r;
    char out[64];
    CHECK(open_box(&b, "tecplot", &r) == 0, "%s", error_message());
    for (int surface = 0; surface < 2; surface++) {
        snprintf(out, sizeof out, "%s/tecplot%d.dat", top, surface);
        struct export_options o = {.format = "tecplot", .out = out, .surface = surface, .quiet = true};
        CHECK(export_command(&r, &o) == 0, "%s", error_message());
        size_t n;
        char *text = slurp(out, &n), *at = strstr(text, "VARIABLES = ");
        int variables = 0, zones = 0, elements = 0;
        for (char *c = at; c && *c != '\n'; c++)
            variables += *c == '"';
        variables /= 2;
        while (at && (at = strstr(at, "\nZONETYPE = "))) {
            char kind[32];
            int nodes = 0, cells = 0, corners = surface ? 4 : 8;
            CHECK(sscanf(at, "\nZONETYPE = %31[A-Z], NODES = %d, ELEMENTS = %d", kind, &nodes, &cells) == 3, "%.60s",
                  at);
            CHECK(strcmp(kind, surface ? "FEQUADRILATERAL" : "FEBRICK") == 0, "%s", kind);
            at = strstr(at, "CELLCENTERED)\n") + 14;
            char *end = strstr(at, "ZONE T");
            int numbers = 0;
            double value;
            for (int used; (!end || at < end) && sscanf(at, "%lf%n", &value, &used) == 1; at += used)
                numbers++;
            CHECK(numbers == 3 * nodes + (variables - 3 + corners) * cells, "%d numbers", numbers);
            zones++;
            elements += cells;
        }
        CHECK(zones == 2 && elements == (surface ? 148 : 120), "%d zones, %d elements", zones, elements);
        mem_free(text);
    }
    results_close(&r);
}

/* Formats that do not exist, a folder that does not, and a pack that is cut off: no index is left. */
static void refusals(void)
{
    struct box b = {.n = {3, 3, 3}, .length = {1, 1, 1}, .n_ranks = 1, .pressure = linear};
    struct results r;
    CHECK(open_box(&b, "refused", &r) == 0, "%s", error_message());
    char out[64];
    snprintf(out, sizeof out, "%s/x", top);
    const char *const format[] = {"vtk", "stl", ""};
    for (size_t i = 0; i < sizeof format / sizeof *format; i++) {
        struct export_options o = {.format = format[i], .out = out, .quiet = true};
        CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "--format"), "%s", error_message());
    }
    struct export_options o = {.format = "vtu", .out = "/nowhere/at/all", .quiet = true};
    CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "/nowhere/at/all"), "%s", error_message());
    /* A rank that cannot be read leaves no index behind. */
    char path[160];
    snprintf(path, sizeof path, "%s/refused/packs/rank-00000.h5", top);
    CHECK(truncate(path, 5000) == 0, "%s", path);
    o.out = out;
    CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "rank-00000.h5"), "%s", error_message());
    snprintf(path, sizeof path, "%s/x.pvtu", top);
    CHECK(access(path, F_OK) != 0, "%s is there", path);
    strcat(path, ".tmp");
    CHECK(access(path, F_OK) != 0, "%s is there", path);
    results_close(&r);
}

/* Formats of one file leave none behind that they cannot fill. */
static void refusals_of_single_files(void)
{
    static const char *const format[] = {"vtkhdf", "plt", "cgns"};
    struct box b = {.n = {3, 3, 3}, .length = {1, 1, 1}, .n_ranks = 1, .pressure = linear};
    struct results r;
    CHECK(open_box(&b, "single", &r) == 0, "%s", error_message());
    for (int i = 0; i < 3; i++) {
        char out[64];
        struct export_options o = {.format = format[i], .out = "/nowhere/at/all", .quiet = true};
        CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "/nowhere/at/all"), "%s", error_message());
        snprintf(out, sizeof out, "%s/single.%s", top, format[i]);
        o.out = out;
        o.variables = "density,presure";
        CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "did you mean pressure"), "%s", error_message());
        CHECK(access(out, F_OK) != 0, "%s is there", out);
    }
    struct export_options o = {.format = "ply", .out = "/nowhere/at/all", .quiet = true};
    CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "did you mean plt"), "%s", error_message());
    results_close(&r);
}

/* A mesh that is periodic on all sides has no surface: no empty file is left for one. */
static void no_surface(void)
{
    static const char *const format[] = {"vtu", "vtkhdf", "tecplot", "plt", "cgns"};
    struct box b = {.n = {3, 3, 3}, .length = {1, 1, 1}, .n_ranks = 1, .pressure = linear};
    struct results r;
    char path[96];
    CHECK(open_box(&b, "periodic", &r) == 0, "%s", error_message());
    r.manifest.boundary_faces = 0;
    for (int i = 0; i < 5; i++) {
        snprintf(path, sizeof path, "%s/periodic.%s", top, format[i]);
        struct export_options o = {.format = format[i], .out = path, .surface = true, .quiet = true};
        CHECK(export_command(&r, &o) != 0 && strstr(error_message(), "no boundary faces"), "%s", error_message());
        CHECK(access(path, F_OK) != 0, "%s is there", path);
    }
    results_close(&r);
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(several_blocks);
    CASE(volumes);
    CASE(surfaces);
    CASE(tecplot);
    CASE(refusals);
    CASE(refusals_of_single_files);
    CASE(no_surface);
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
