/* tecplot_write.c: the ASCII format: numbers in blocks, a few a line. */
#include "viewers/tecplot_write.h"

#include "viewers/tecplot_zone.h"

/* The format has no escape for a quote within a name. */
static void write_quoted(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++)
        fputc(*text == '"' ? '\'' : *text, f);
    fputc('"', f);
}

static void write_names(FILE *f, int n_arrays, const struct grid_array *array)
{
    for (int i = 0; i < n_arrays; i++)
        for (int c = 0; c < array[i].n_components; c++) {
            char name[NAME_SIZE + 4];
            tecplot_name(&array[i], c, name);
            fputc(' ', f);
            write_quoted(f, name);
        }
}

void tecplot_write_head(FILE *f, const char *title, const struct grid_view *g)
{
    fprintf(f, "TITLE = ");
    write_quoted(f, title);
    fprintf(f, "\nVARIABLES = \"x\" \"y\" \"z\"");
    write_names(f, g->n_point_arrays, g->point_array);
    write_names(f, g->n_arrays, g->array);
    fputc('\n', f);
}

/* Line ends: well below the format's 32000 characters a line. */
static void separate(FILE *f, int64_t *n, int per_line)
{
    fputc(++*n % per_line == 0 ? '\n' : ' ', f);
}

/* 12 digits: more than a picture shows, and half the size of all 17. Whoever needs every bit takes another format. */
static void write_value(FILE *f, enum grid_type type, const void *values, int64_t i)
{
    switch (type) {
    case GRID_UINT8: fprintf(f, "%d", ((const uint8_t *)values)[i]); break;
    case GRID_INT32: fprintf(f, "%" PRId32, ((const int32_t *)values)[i]); break;
    case GRID_INT64: fprintf(f, "%" PRId64, ((const int64_t *)values)[i]); break;
    case GRID_DOUBLE: fprintf(f, "%.12g", ((const double *)values)[i]); break;
    }
}

/* DATAPACKING = BLOCK: all values of one variable, then the next; coordinates and point values first, as VARLOCATION
 * says. */
static void write_values(FILE *f, const struct grid_view *g, enum tecplot_kind kind)
{
    for (int c = 0; c < 3; c++) {
        int64_t n = 0;
        for (int64_t i = 0; i < g->n_points; i++) {
            fprintf(f, "%.12g", g->x[c][i]);
            separate(f, &n, 6);
        }
        fputc('\n', f);
    }
    for (int a = 0; a < g->n_point_arrays; a++)
        for (int c = 0; c < g->point_array[a].n_components; c++) {
            int64_t n = 0;
            for (int64_t i = 0; i < g->n_points; i++) {
                write_value(f, g->point_array[a].type, g->point_array[a].component[c], i);
                separate(f, &n, 6);
            }
            fputc('\n', f);
        }
    for (int a = 0; a < g->n_arrays; a++)
        for (int c = 0; c < g->array[a].n_components; c++) {
            int64_t n = 0;
            for (int64_t i = 0; i < g->n_cells; i++)
                for (int64_t k = tecplot_n_parts(g, kind, i); k > 0; k--) {
                    write_value(f, g->array[a].type, g->array[a].component[c], i);
                    separate(f, &n, 6);
                }
            fputc('\n', f);
        }
}

/* Nodes and elements are numbered from 1. */
static void write_line(FILE *f, int64_t n, const int64_t *node)
{
    for (int64_t k = 0; k < n; k++)
        fprintf(f, "%" PRId64 "%c", node[k] + 1, k == n - 1 ? '\n' : ' ');
}

/* Writes a line for each element. */
static void write_elements(FILE *f, const struct grid_view *g, enum tecplot_kind kind)
{
    for (int64_t i = 0; i < g->n_cells; i++)
        for (int64_t part = 0; part < tecplot_n_parts(g, kind, i); part++) {
            int64_t corner[8];
            int n = tecplot_corners(g, kind, i, part, corner);
            write_line(f, n, corner);
        }
}

/* Nodes of each face, the nodes, then the elements left and right (0: none). */
static void write_face_map(FILE *f, const struct grid_view *g)
{
    int64_t n = 0;
    for (int64_t i = 0; i < g->n_faces; i++) {
        fprintf(f, "%" PRId64, g->face_offset[i + 1] - g->face_offset[i]);
        separate(f, &n, 20);
    }
    fputc('\n', f);
    for (int64_t i = 0; i < g->n_faces; i++)
        write_line(f, g->face_offset[i + 1] - g->face_offset[i], g->face_node + g->face_offset[i]);
    /* -1, no cell, becomes 0. */
    const int64_t *side[2] = {g->left, g->right};
    for (int k = 0; k < 2; k++) {
        n = 0;
        for (int64_t i = 0; i < g->n_faces; i++) {
            fprintf(f, "%" PRId64, side[k][i] + 1);
            separate(f, &n, 10);
        }
        fputc('\n', f);
    }
}

/* A rank without cells to show has no zone. */
void tecplot_write_zone(FILE *f, const char *name, const struct grid_view *g)
{
    if (g->n_cells == 0)
        return;
    enum tecplot_kind kind = tecplot_kind(g);
    int64_t n_elements = tecplot_n_elements(g, kind);
    int n_nodal = 3, n_variables;
    for (int a = 0; a < g->n_point_arrays; a++)
        n_nodal += g->point_array[a].n_components;
    n_variables = n_nodal;
    for (int a = 0; a < g->n_arrays; a++)
        n_variables += g->array[a].n_components;
    fprintf(f, "ZONE T = ");
    write_quoted(f, name);
    fprintf(f, "\nZONETYPE = %s, NODES = %" PRId64 ", ELEMENTS = %" PRId64, tecplot_kind_name(kind), g->n_points,
            n_elements);
    if (kind == TECPLOT_POLYHEDRON)
        fprintf(f, ", FACES = %" PRId64 ", TOTALNUMFACENODES = %" PRId64
                   ", NUMCONNECTEDBOUNDARYFACES = 0, TOTALNUMBOUNDARYCONNECTIONS = 0",
                g->n_faces, g->face_offset[g->n_faces]);
    fprintf(f, "\nDATAPACKING = BLOCK");
    if (n_variables > n_nodal)
        fprintf(f, ", VARLOCATION = ([%d-%d] = CELLCENTERED)", n_nodal + 1, n_variables);
    fputc('\n', f);
    write_values(f, g, kind);
    if (kind == TECPLOT_POLYHEDRON)
        write_face_map(f, g);
    else
        write_elements(f, g, kind);
}
