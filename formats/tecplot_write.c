#include "tecplot_write.h"

#include "element.h"

#include <string.h>

/* How a zone stands in the file. */
enum zone_kind { ZONE_TETRA, ZONE_BRICK, ZONE_POLYHEDRON, ZONE_QUAD };

static const char *const zone_name[] = {"FETETRAHEDRON", "FEBRICK", "FEPOLYHEDRON", "FEQUADRILATERAL"};

/* Corners of a brick by those of each element, CGNS order. */
static const int8_t brick_corner[ELEMENT_N_TYPES][8] = {
    [ELEMENT_TETRA] = {0, 1, 2, 2, 3, 3, 3, 3},
    [ELEMENT_PYRA] = {0, 1, 2, 3, 4, 4, 4, 4},
    [ELEMENT_PENTA] = {0, 1, 2, 2, 3, 4, 5, 5},
    [ELEMENT_HEXA] = {0, 1, 2, 3, 4, 5, 6, 7},
};

static void write_quoted(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++)
        fputc(*text == '"' ? '\'' : *text, f);
    fputc('"', f);
}

void tecplot_write_head(FILE *f, const char *title, const struct grid_view *g)
{
    static const char suffix[3][3] = {"_x", "_y", "_z"};
    fprintf(f, "TITLE = ");
    write_quoted(f, title);
    fprintf(f, "\nVARIABLES = \"x\" \"y\" \"z\"");
    for (int i = 0; i < g->n_arrays; i++)
        for (int c = 0; c < g->array[i].n_components; c++) {
            char name[NAME_SIZE + 4];
            snprintf(name, sizeof name, "%.*s%s", NAME_SIZE, g->array[i].name,
                     g->array[i].n_components > 1 ? suffix[c] : "");
            fputc(' ', f);
            write_quoted(f, name);
        }
    fputc('\n', f);
}

static enum zone_kind choose_kind(const struct grid_view *g)
{
    if (!g->type)
        return ZONE_QUAD;
    enum zone_kind kind = ZONE_TETRA;
    for (int64_t i = 0; i < g->n_cells; i++) {
        if (g->type[i] == ELEMENT_POLYHEDRON)
            return ZONE_POLYHEDRON;
        if (g->type[i] != ELEMENT_TETRA)
            kind = ZONE_BRICK;
    }
    return kind;
}

/* Elements that cell i becomes: polygons of more than four nodes become a fan. */
static int64_t n_parts(const struct grid_view *g, enum zone_kind kind, int64_t i)
{
    int64_t n = g->offset[i + 1] - g->offset[i];
    return kind == ZONE_QUAD && n > 4 ? (n - 1) / 2 : 1;
}

/* Line ends: well below the format's 32000 characters a line. */
static void separate(FILE *f, int64_t *n, int per_line)
{
    fputc(++*n % per_line == 0 ? '\n' : ' ', f);
}

static void write_value(FILE *f, enum grid_type type, const void *values, int64_t i)
{
    switch (type) {
    case GRID_UINT8: fprintf(f, "%d", ((const uint8_t *)values)[i]); break;
    case GRID_INT32: fprintf(f, "%" PRId32, ((const int32_t *)values)[i]); break;
    case GRID_INT64: fprintf(f, "%" PRId64, ((const int64_t *)values)[i]); break;
    case GRID_DOUBLE: fprintf(f, "%.12g", ((const double *)values)[i]); break;
    }
}

static void write_values(FILE *f, const struct grid_view *g, enum zone_kind kind)
{
    for (int c = 0; c < 3; c++) {
        int64_t n = 0;
        for (int64_t i = 0; i < g->n_points; i++) {
            fprintf(f, "%.12g", g->x[c][i]);
            separate(f, &n, 6);
        }
        fputc('\n', f);
    }
    for (int a = 0; a < g->n_arrays; a++)
        for (int c = 0; c < g->array[a].n_components; c++) {
            int64_t n = 0;
            for (int64_t i = 0; i < g->n_cells; i++)
                for (int64_t k = n_parts(g, kind, i); k > 0; k--) {
                    write_value(f, g->array[a].type, g->array[a].component[c], i);
                    separate(f, &n, 6);
                }
            fputc('\n', f);
        }
}

static void write_line(FILE *f, int64_t n, const int64_t *node)
{
    for (int64_t k = 0; k < n; k++)
        fprintf(f, "%" PRId64 "%c", node[k] + 1, k == n - 1 ? '\n' : ' ');
}

static void write_elements(FILE *f, const struct grid_view *g, enum zone_kind kind)
{
    for (int64_t i = 0; i < g->n_cells; i++) {
        const int64_t *node = g->node + g->offset[i];
        int64_t n = g->offset[i + 1] - g->offset[i];
        if (kind == ZONE_TETRA) {
            write_line(f, 4, node);
        } else if (kind == ZONE_BRICK) {
            int64_t corner[8];
            for (int k = 0; k < 8; k++)
                corner[k] = node[brick_corner[g->type[i]][k]];
            write_line(f, 8, corner);
        } else {
            for (int64_t part = 0; part < n_parts(g, kind, i); part++) {
                int64_t corner[4] = {node[0]};
                for (int64_t k = 1; k < 4; k++)
                    corner[k] = node[2 * part + k < n ? 2 * part + k : n - 1];
                write_line(f, 4, corner);
            }
        }
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

void tecplot_write_zone(FILE *f, const char *name, const struct grid_view *g)
{
    if (g->n_cells == 0)
        return;
    enum zone_kind kind = choose_kind(g);
    int64_t n_elements = 0;
    for (int64_t i = 0; i < g->n_cells; i++)
        n_elements += n_parts(g, kind, i);
    int n_variables = 3;
    for (int a = 0; a < g->n_arrays; a++)
        n_variables += g->array[a].n_components;
    fprintf(f, "ZONE T = ");
    write_quoted(f, name);
    fprintf(f, "\nZONETYPE = %s, NODES = %" PRId64 ", ELEMENTS = %" PRId64, zone_name[kind], g->n_points, n_elements);
    if (kind == ZONE_POLYHEDRON)
        fprintf(f, ", FACES = %" PRId64 ", TOTALNUMFACENODES = %" PRId64
                   ", NUMCONNECTEDBOUNDARYFACES = 0, TOTALNUMBOUNDARYCONNECTIONS = 0",
                g->n_faces, g->face_offset[g->n_faces]);
    fprintf(f, "\nDATAPACKING = BLOCK");
    if (n_variables > 3)
        fprintf(f, ", VARLOCATION = ([4-%d] = CELLCENTERED)", n_variables);
    fputc('\n', f);
    write_values(f, g, kind);
    if (kind == ZONE_POLYHEDRON)
        write_face_map(f, g);
    else
        write_elements(f, g, kind);
}
