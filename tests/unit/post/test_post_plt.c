/* Binary Tecplot files of a box with known fields, read back by a reader written from
 * Tecplot's Data Format Guide: volumes and values against the exact ones.
 */
#include "post_files.h"

struct words {
    const char *at, *end;
};

static void take(struct words *w, void *out, size_t size)
{
    memset(out, 0, size);
    CHECK((size_t)(w->end - w->at) >= size, "the file ends early");
    if ((size_t)(w->end - w->at) >= size) {
        memcpy(out, w->at, size);
        w->at += size;
    }
}

/* Numbers of a file of this machine's byte order, one after another. */
static int32_t take_int(struct words *w)
{
    int32_t v;
    take(w, &v, sizeof v);
    return v;
}

static float take_float(struct words *w)
{
    float v;
    take(w, &v, sizeof v);
    return v;
}

static double take_double(struct words *w)
{
    double v;
    take(w, &v, sizeof v);
    return v;
}

/* A character for each 4 bytes, zero at the end. */
static void take_text(struct words *w, char *out, size_t size)
{
    size_t n = 0;
    for (int32_t c; (c = take_int(w)) != 0;)
        if (n + 1 < size)
            out[n++] = (char)c;
    out[n] = '\0';
}

enum { PLT_VARIABLES = 16 };

struct plt {
    int n_variables, pressure, n_zones;
    struct plt_zone {
        int type, place[PLT_VARIABLES], n_points, n_faces, n_face_nodes, n_elements;
    } zone[4];
};

/* The zone's record of the header section. Types: 3 quadrilaterals, 5 bricks, 7 polyhedra, which have the numbers of
 * their faces as well. */
static void take_plt_zone(struct words *w, struct plt *p)
{
    char name[64];
    struct plt_zone *z = &p->zone[p->n_zones++ % 4];
    take_text(w, name, sizeof name);
    CHECK(strncmp(name, "rank ", 5) == 0, "%s", name);
    CHECK(take_int(w) == -1, "parent");
    CHECK(take_int(w) == -1, "strand");
    CHECK_NEAR(take_double(w), 0, 0);
    CHECK(take_int(w) == -1, "unused");
    z->type = take_int(w);
    CHECK(take_int(w) == 1, "places follow");
    for (int v = 0; v < p->n_variables; v++)
        z->place[v] = take_int(w);
    CHECK(take_int(w) == 0, "raw neighbours");
    CHECK(take_int(w) == 0, "user's neighbours");
    z->n_points = take_int(w);
    if (z->type == 7) {
        z->n_faces = take_int(w);
        z->n_face_nodes = take_int(w);
        CHECK(take_int(w) == 0, "boundary faces");
        CHECK(take_int(w) == 0, "boundary connections");
    }
    z->n_elements = take_int(w);
    for (int k = 0; k < 4; k++)
        CHECK(take_int(w) == 0, "dimensions and auxiliary data");
}

/* Marker 299 before each zone, 357 at the end of the header. */
static void take_plt_head(struct words *w, struct plt *p)
{
    char magic[8], text[256];
    take(w, magic, 8);
    CHECK(memcmp(magic, "#!TDV112", 8) == 0, "%.8s", magic);
    CHECK(take_int(w) == 1, "byte order");
    CHECK(take_int(w) == 0, "file type");
    take_text(w, text, sizeof text);
    CHECK(strstr(text, "iteration 42"), "%s", text);
    p->n_variables = take_int(w);
    CHECK(p->n_variables <= PLT_VARIABLES, "%d variables", p->n_variables);
    for (int v = 0; v < p->n_variables; v++) {
        take_text(w, text, sizeof text);
        p->pressure = strcmp(text, "pressure") == 0 ? v : p->pressure;
    }
    float marker;
    while ((marker = take_float(w)) == 299 && p->n_zones < 4)
        take_plt_zone(w, p);
    CHECK(marker == 357, "marker %g", marker);
}

/* Values of a variable as doubles. */
static void take_values(struct words *w, int format, int64_t n, double *out)
{
    for (int64_t i = 0; i < n; i++) {
        unsigned char byte = 0;
        if (format == 5)
            take(w, &byte, 1);
        out[i] = format == 2 ? take_double(w) : format == 3 ? take_int(w) : byte;
    }
}

/* Elements by faces: the volume they enclose on their left. */
static void check_plt_faces(struct words *w, const struct plt_zone *z, const double *x, double *volume)
{
    static int64_t offset[ROOM], node[ROOM], left[ROOM];
    for (int i = 0; i <= z->n_faces; i++)
        offset[i] = take_int(w);
    for (int i = 0; i < z->n_face_nodes; i++)
        node[i] = take_int(w);
    for (int i = 0; i < z->n_faces; i++)
        left[i] = take_int(w);
    for (int i = 0; i < z->n_faces; i++) {
        int right = take_int(w);
        double v = cone(x, z->n_points, node + offset[i], offset[i + 1] - offset[i]);
        CHECK(left[i] < z->n_elements && right < z->n_elements && (left[i] >= 0 || right >= 0), "face %d", i);
        *volume += (left[i] >= 0 ? v : 0) - (right >= 0 ? v : 0);
    }
}

/* The data section of a zone: formats, least and greatest of each variable, values, then nodes or faces. Coordinates
 * stand at nodes, all else in cells. */
static void check_plt_zone(struct words *w, const struct plt *p, const struct plt_zone *z, double *volume)
{
    static double value[PLT_VARIABLES][ROOM], x[3 * ROOM];
    int format[PLT_VARIABLES];
    double low[PLT_VARIABLES], high[PLT_VARIABLES];
    CHECK(take_float(w) == 299, "data marker");
    for (int v = 0; v < p->n_variables; v++)
        format[v] = take_int(w);
    CHECK(take_int(w) == 0, "passive");
    CHECK(take_int(w) == 0, "shared");
    CHECK(take_int(w) == -1, "shared elements");
    for (int v = 0; v < p->n_variables; v++) {
        low[v] = take_double(w);
        high[v] = take_double(w);
    }
    for (int v = 0; v < p->n_variables; v++) {
        int64_t n = z->place[v] ? z->n_elements : z->n_points;
        CHECK(z->place[v] == (v >= 3), "place of variable %d", v);
        take_values(w, format[v], n, value[v]);
        double least = INFINITY, most = -INFINITY;
        for (int64_t i = 0; i < n; i++) {
            least = fmin(least, value[v][i]);
            most = fmax(most, value[v][i]);
        }
        CHECK(least == low[v] && most == high[v], "range of variable %d", v);
    }
    for (int c = 0; c < 3; c++)
        memcpy(x + c * z->n_points, value[c], (size_t)z->n_points * sizeof *x);
    if (z->type == 7) {
        check_plt_faces(w, z, x, volume);
        return;
    }
    int corners = z->type == 5 ? 8 : 4;
    for (int i = 0; i < z->n_elements; i++) {
        int64_t node[8];
        double centre[3];
        for (int k = 0; k < corners; k++)
            node[k] = take_int(w);
        centre_of(x, z->n_points, node, corners, centre);
        CHECK_NEAR(value[p->pressure][i], linear(centre), 1e-12);
        *volume += corners == 4 ? cone(x, z->n_points, node, 4) : 0;
    }
}

/* Bricks, polyhedra and the surface; nothing is left over at the end of the file. */
static void plt_files(void)
{
    static const int type[3] = {5, 7, 3}, elements[3] = {120, 120, 148};
    for (int kind = 0; kind < 3; kind++) {
        char out[96], *text;
        CHECK(export_box("plt", kind == 2, kind == 1, out) == 0, "%s", error_message());
        MEM_NEW_ZERO(text, 1 << 20);
        FILE *f = fopen(out, "rb");
        size_t n = f ? fread(text, 1, 1 << 20, f) : 0;
        struct words w = {text, text + n};
        static struct plt p;
        memset(&p, 0, sizeof p);
        if (f)
            fclose(f);
        take_plt_head(&w, &p);
        CHECK(p.n_zones == 3, "%d zones", p.n_zones);
        int n_elements = 0;
        double volume = 0;
        for (int z = 0; z < 3 && check_case_failures == 0; z++) {
            CHECK(p.zone[z].type == type[kind], "type %d", p.zone[z].type);
            n_elements += p.zone[z].n_elements;
            check_plt_zone(&w, &p, &p.zone[z], &volume);
        }
        CHECK(w.at == w.end, "%d bytes are left", (int)(w.end - w.at));
        CHECK(n_elements == elements[kind], "%d elements", n_elements);
        if (kind > 0)
            CHECK_NEAR(volume, 1, 1e-12); /* faces point out of what they enclose */
        mem_free(text);
    }
}

int main(void)
{
    if (!files_begin())
        return 1;
    CASE(plt_files);
    return files_end();
}
