/* plt_write.c: the binary format's head, zones and data, in the order of the Data Format Guide. */
#include "viewers/plt_write.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Variable data formats of the guide, which has 1 for float and 4 for 16-bit numbers too; neither is written. */
enum { FORMAT_DOUBLE = 2, FORMAT_INT32 = 3, FORMAT_UINT8 = 5 };

/* Floats by the guide, though they are marks: 299.0 before each zone's head and again before its data. */
static const float zone_marker = 299, end_of_head = 357;

/* ---- words of a file: the machine is little-endian, which the number 1 tells ------- */

static void put_int(FILE *f, int32_t value)
{
    fwrite(&value, sizeof value, 1, f);
}

static void put_float(FILE *f, float value)
{
    fwrite(&value, sizeof value, 1, f);
}

static void put_double(FILE *f, double value)
{
    fwrite(&value, sizeof value, 1, f);
}

/* Each character is a whole number; a zero ends the text. */
static void put_text(FILE *f, const char *text)
{
    for (; *text; text++)
        put_int(f, (unsigned char)*text);
    put_int(f, 0);
}

/* ---- head ----------------------------------------------------------------------------- */

/* A vector is as many variables as it has components. */
static int n_components(int n_arrays, const struct grid_array *array)
{
    int n = 0;
    for (int i = 0; i < n_arrays; i++)
        n += array[i].n_components;
    return n;
}

static void put_names(FILE *f, int n_arrays, const struct grid_array *array)
{
    char name[NAME_SIZE + 4];
    for (int i = 0; i < n_arrays; i++)
        for (int c = 0; c < array[i].n_components; c++) {
            tecplot_name(&array[i], c, name);
            put_text(f, name);
        }
}

/* The order and the width of each word are the guide's; a reader has no names to go by, so that one word too many or
 * too few makes the rest of the file unreadable. */
static void put_zone_head(FILE *f, const struct plt_zone *z, int n_nodal, int n_in_cells)
{
    put_float(f, zone_marker);
    put_text(f, z->name);
    put_int(f, -1); /* no parent */
    put_int(f, -1); /* static: no strand */
    put_double(f, 0);
    put_int(f, -1);
    /* enum tecplot_kind has the guide's own numbers. */
    put_int(f, (int32_t)z->kind);
    put_int(f, 1); /* places of the variables follow */
    for (int i = 0; i < n_nodal + n_in_cells; i++)
        put_int(f, i >= n_nodal);
    put_int(f, 0); /* no face neighbours, neither raw nor of the user's */
    put_int(f, 0);
    put_int(f, z->n_points);
    if (z->kind == TECPLOT_POLYHEDRON) {
        put_int(f, z->n_faces);
        put_int(f, z->n_face_nodes);
        put_int(f, 0); /* no connections across zones */
        put_int(f, 0);
    }
    put_int(f, z->n_elements);
    /* Cell dimensions along i, j, k, which the guide reserves. */
    for (int k = 0; k < 3; k++)
        put_int(f, 0);
    put_int(f, 0); /* no auxiliary data */
}

/* Variables once for all zones: every part has the same arrays. */
static void put_head(struct plt_file *p, const struct grid_view *g)
{
    FILE *f = p->file;
    int n_nodal = 3 + n_components(g->n_point_arrays, g->point_array);
    int n_in_cells = n_components(g->n_arrays, g->array);
    fwrite("#!TDV112", 1, 8, f);
    put_int(f, 1); /* byte order */
    put_int(f, 0); /* grid and solution */
    put_text(f, p->title);
    put_int(f, n_nodal + n_in_cells);
    put_text(f, "x");
    put_text(f, "y");
    put_text(f, "z");
    put_names(f, g->n_point_arrays, g->point_array);
    put_names(f, g->n_arrays, g->array);
    for (int i = 0; i < p->n_zones; i++)
        put_zone_head(f, &p->zones[i], n_nodal, n_in_cells);
    put_float(f, end_of_head);
}

/* ---- data ------------------------------------------------------------------------------- */

/* The format has no 64-bit whole numbers: those become doubles, exact to 2^53. */
static int format_of(enum grid_type type)
{
    return type == GRID_INT32 ? FORMAT_INT32 : type == GRID_UINT8 ? FORMAT_UINT8 : FORMAT_DOUBLE;
}

static double value_at(enum grid_type type, const void *values, int64_t i)
{
    switch (type) {
    case GRID_UINT8: return ((const uint8_t *)values)[i];
    case GRID_INT32: return ((const int32_t *)values)[i];
    case GRID_INT64: return (double)((const int64_t *)values)[i];
    case GRID_DOUBLE: return ((const double *)values)[i];
    }
    return 0;
}

/* fmin() and fmax() pass over NaN: a diverged field still has a range. */
static void put_range(FILE *f, enum grid_type type, const void *values, int64_t n)
{
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < n; i++) {
        double v = value_at(type, values, i);
        low = fmin(low, v);
        high = fmax(high, v);
    }
    put_double(f, low);
    put_double(f, high);
}

static void put_values(FILE *f, enum grid_type type, const void *values, int64_t n)
{
    static const size_t size[] = {1, 4, 8, 8};
    if (type != GRID_INT64) {
        fwrite(values, size[type], (size_t)n, f);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        put_double(f, value_at(type, values, i));
}

/* A cell's value once for each element it became.
 * Only large polygons of surfaces are split (into quadrilaterals). */
static void put_cell_values(FILE *f, const struct grid_view *g, enum tecplot_kind kind, enum grid_type type,
                            const void *values)
{
    if (kind != TECPLOT_QUAD) {
        put_values(f, type, values, g->n_cells);
        return;
    }
    static const size_t size[] = {1, 4, 8, 8};
    for (int64_t i = 0; i < g->n_cells; i++)
        for (int64_t k = tecplot_n_parts(g, kind, i); k > 0; k--)
            put_values(f, type, (const char *)values + (size_t)i * size[type], 1);
}

/* What stands before a zone's values: formats, what is shared, ranges. */
static void put_data_head(FILE *f, const struct grid_view *g)
{
    put_float(f, zone_marker);
    for (int c = 0; c < 3; c++)
        put_int(f, FORMAT_DOUBLE);
    for (int a = 0; a < g->n_point_arrays; a++)
        for (int c = 0; c < g->point_array[a].n_components; c++)
            put_int(f, format_of(g->point_array[a].type));
    for (int a = 0; a < g->n_arrays; a++)
        for (int c = 0; c < g->array[a].n_components; c++)
            put_int(f, format_of(g->array[a].type));
    put_int(f, 0);  /* no passive variables */
    put_int(f, 0);  /* no shared variables */
    put_int(f, -1); /* nor elements */
    for (int c = 0; c < 3; c++)
        put_range(f, GRID_DOUBLE, g->x[c], g->n_points);
    for (int a = 0; a < g->n_point_arrays; a++)
        for (int c = 0; c < g->point_array[a].n_components; c++)
            put_range(f, g->point_array[a].type, g->point_array[a].component[c], g->n_points);
    for (int a = 0; a < g->n_arrays; a++)
        for (int c = 0; c < g->array[a].n_components; c++)
            put_range(f, g->array[a].type, g->array[a].component[c], g->n_cells);
}

/* From 0 in binary files; the ASCII format counts from 1 (tecplot_write.c). */
static void put_elements(FILE *f, const struct grid_view *g, enum tecplot_kind kind)
{
    for (int64_t i = 0; i < g->n_cells; i++)
        for (int64_t part = 0; part < tecplot_n_parts(g, kind, i); part++) {
            int64_t corner[8];
            int32_t out[8];
            int n = tecplot_corners(g, kind, i, part, corner);
            for (int k = 0; k < n; k++)
                out[k] = (int32_t)corner[k];
            fwrite(out, sizeof *out, (size_t)n, f);
        }
}

/* plt_count() has refused zones whose numbers do not fit 32 bits. */
static void put_narrowed(FILE *f, const int64_t *value, int64_t n)
{
    int32_t out[1024];
    for (int64_t at = 0; at < n; at += 1024) {
        int64_t m = n - at < 1024 ? n - at : 1024;
        for (int64_t i = 0; i < m; i++)
            out[i] = (int32_t)value[at + i];
        fwrite(out, sizeof *out, (size_t)m, f);
    }
}

/* Nodes run right-handed towards the right element; -1: none on that side. */
static void put_faces(FILE *f, const struct grid_view *g)
{
    put_narrowed(f, g->face_offset, g->n_faces + 1);
    put_narrowed(f, g->face_node, g->face_offset[g->n_faces]);
    put_narrowed(f, g->left, g->n_faces);
    put_narrowed(f, g->right, g->n_faces);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* The file is the caller's, opened and published by it; failed writes are seen when it is closed (out_file.h). */
void plt_begin(FILE *file, const char *title, struct plt_file *f)
{
    *f = (struct plt_file){.file = file, .title = text_format("%s", title)};
}

/* The head of the file describes all zones, hence all are counted before the first value is written. */
int plt_count(struct plt_file *f, const char *name, const struct grid_view *g)
{
    if (g->n_cells == 0)
        return 0;
    enum tecplot_kind kind = tecplot_kind(g);
    int64_t n_elements = tecplot_n_elements(g, kind);
    bool by_faces = kind == TECPLOT_POLYHEDRON;
    int64_t n_face_nodes = by_faces ? g->face_offset[g->n_faces] : 0;
    if (n_elements > INT32_MAX || g->n_points > INT32_MAX || n_face_nodes > INT32_MAX)
        return error_set("%s: has %" PRId64 " elements, %" PRId64 " points and %" PRId64 " nodes of faces, and a zone "
                         "of a .plt file counts no further than %d; use --format vtkhdf, or more ranks", name,
                         n_elements, g->n_points, n_face_nodes, INT32_MAX);
    MEM_GROW(f->zones, f->n_zones + 1);
    struct plt_zone *z = &f->zones[f->n_zones++];
    *z = (struct plt_zone){.kind = kind, .n_points = (int32_t)g->n_points, .n_elements = (int32_t)n_elements,
                           .n_faces = by_faces ? (int32_t)g->n_faces : 0, .n_face_nodes = (int32_t)n_face_nodes};
    text_copy(z->name, sizeof z->name, name);
    return 0;
}

/* A run that replaces its results between counting and writing would make a file whose head lies; it is checked. */
int plt_write(struct plt_file *f, const struct grid_view *g)
{
    if (g->n_cells == 0)
        return 0;
    if (f->zone == 0)
        put_head(f, g);
    const struct plt_zone *z = f->zone < f->n_zones ? &f->zones[f->zone] : NULL;
    enum tecplot_kind kind = tecplot_kind(g);
    if (!z || z->kind != kind || z->n_points != g->n_points || z->n_elements != tecplot_n_elements(g, kind))
        return error_set("zone %d of a .plt file has changed since its size was counted; export again when no run "
                         "writes these results", f->zone);
    put_data_head(f->file, g);
    for (int c = 0; c < 3; c++)
        put_values(f->file, GRID_DOUBLE, g->x[c], g->n_points);
    for (int a = 0; a < g->n_point_arrays; a++)
        for (int c = 0; c < g->point_array[a].n_components; c++)
            put_values(f->file, g->point_array[a].type, g->point_array[a].component[c], g->n_points);
    for (int a = 0; a < g->n_arrays; a++)
        for (int c = 0; c < g->array[a].n_components; c++)
            put_cell_values(f->file, g, kind, g->array[a].type, g->array[a].component[c]);
    if (kind == TECPLOT_POLYHEDRON)
        put_faces(f->file, g);
    else
        put_elements(f->file, g, kind);
    f->zone++;
    return 0;
}

void plt_end(struct plt_file *f)
{
    mem_free(f->title);
    mem_free(f->zones);
    memset(f, 0, sizeof *f);
}
