/* cgns_coordinates.c: GridCoordinates_t: the nodes of a zone in metres.
 *
 * Cartesian (X, Y, Z; any two of them in a plane) or cylindrical (R, Theta, Z).
 * Rind planes around the nodes proper are passed over.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

#define COORDINATE_MOST 1e90 /* m; cubes of lengths stay far from overflow */

static const char *const cartesian[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
static const char *const cylindrical[3] = {"CoordinateR", "CoordinateTheta", "CoordinateZ"};

/* The arrays of a zone's grid while it is read. */
struct grid {
    const struct cgns_zone *z;
    const struct cgns_node *node;     /* GridCoordinates_t */
    struct cgns_list child;           /* owned */
    const struct cgns_node *array[3]; /* X, Y, Z or R, Theta, Z; NULL for the one a plane has not */
    bool cylindrical;
    int64_t size[3], low[3], high[3]; /* nodes along each index, rind planes before and behind them */
    int64_t count;                    /* numbers in each array */
};

/* ---- units ------------------------------------------------------------------ */

enum { UNIT_SIZE = 32, UNITS_TEXT_MAX = 8 * UNIT_SIZE }; /* mass, length, time, temperature, angle, ... */
enum { LENGTH = 1, ANGLE = 4 };                          /* their places among them */

/* Metres or radians in one unit, 0 for a word that says nothing about it. The
 * foot and the inch are the international ones of 1959. */
static double factor_of(const char *unit)
{
    static const struct {
        const char *name;
        double factor;
    } known[] = {{"Meter", 1.0},   {"Centimeter", 0.01}, {"Millimeter", 0.001},
                 {"Foot", 0.3048}, {"Inch", 0.0254},     {"Radian", 1.0},
                 {"Degree", 0.017453292519943295}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(unit, known[i].name) == 0)
            return known[i].factor;
    return 0.0;
}

/* The unit at that place that a node's children name, "" when they name none. */
static int read_unit(const struct cgns_list *child, int place, char unit[UNIT_SIZE + 1])
{
    char text[UNITS_TEXT_MAX];
    size_t n = 0;
    unit[0] = '\0';
    const struct cgns_node *units = cgns_find(child, "DimensionalUnits_t", NULL);
    if (!units)
        return 0;
    TRY(cgns_read_characters(units, text, sizeof text, &n));
    /* DimensionalUnits_t holds words of 32 characters each, filled up with blanks. */
    if (n < (size_t)(place + 1) * UNIT_SIZE)
        return cgns_error(units, "holds %zu characters where units have 32 each; export the mesh again", n);
    memcpy(unit, text + place * UNIT_SIZE, UNIT_SIZE);
    unit[UNIT_SIZE] = '\0';
    unit[strcspn(unit, " ")] = '\0';
    if (strcmp(unit, "Null") == 0)
        unit[0] = '\0';
    return 0;
}

/* Unit of a node: the nearest of its own children, those of `above` (NULL ends
 * it), the zone and the base decides. */
static int find_unit(const struct cgns_zone *z, const struct cgns_node *array, const struct cgns_list *above,
                     int place, char unit[UNIT_SIZE + 1])
{
    struct cgns_list own;
    TRY(cgns_children(array, &own));
    const struct cgns_list *level[4] = {&own, above, &z->child, z->base};
    int status = 0;
    unit[0] = '\0';
    for (int i = 0; i < 4 && status == 0 && !unit[0]; i++)
        if (level[i])
            status = read_unit(level[i], place, unit);
    cgns_list_free(&own);
    return status;
}

int cgns_length_factor(const struct cgns_zone *z, const struct cgns_node *array, const struct cgns_list *above,
                       double *factor)
{
    char unit[UNIT_SIZE + 1];
    TRY(find_unit(z, array, above, LENGTH, unit));
    *factor = unit[0] ? factor_of(unit) : 1.0;
    bool first = strcmp(array->name, cartesian[0]) == 0 || strcmp(array->name, cylindrical[0]) == 0;
    if (*factor == 0.0 && first) /* one note for all arrays */
        cgns_note(z->file, "%s is in the length unit '%s', which is not known; the numbers are taken as metres",
                  array->path, unit);
    /* scale (ufv-prep --scale) on top of what the file says of its unit, for files that say it wrong or not at all. */
    *factor = (*factor == 0.0 ? 1.0 : *factor) * z->scale;
    return 0;
}

int cgns_angle_factor(const struct cgns_zone *z, const struct cgns_node *array, const struct cgns_list *above,
                      double *factor)
{
    char unit[UNIT_SIZE + 1];
    TRY(find_unit(z, array, above, ANGLE, unit));
    *factor = unit[0] ? factor_of(unit) : 1.0;
    if (*factor == 0.0) {
        cgns_note(z->file, "%s is in the angle unit '%s', which is not known; the numbers are taken as radians",
                  array->path, unit);
        *factor = 1.0;
    }
    return 0;
}

/* Is there a DataConversion_t (scale, offset) other than 1, 0?
 * Nothing is multiplied by it: the note asks to look at the scale, and --scale can set it. */
static bool converts(const struct cgns_list *child)
{
    double conversion[2];
    const struct cgns_node *n = cgns_find(child, "DataConversion_t", NULL);
    if (!n)
        return false;
    return n->count != 2 || cgns_read_double(n, conversion) != 0 || conversion[0] != 1.0 || conversion[1] != 0.0;
}

static int note_conversion(const struct cgns_zone *z, const struct cgns_node *array)
{
    struct cgns_list own;
    TRY(cgns_children(array, &own));
    if (converts(&own))
        cgns_note(z->file, "%s has a DataConversion that is not applied; check the scale of the mesh", array->path);
    cgns_list_free(&own);
    return 0;
}

/* ---- what the grid holds -------------------------------------------------------- */

/* In a base of physical dimension 2 any two of the three axes; the missing one is set to zero (read_axis()). */
static int find_axes(struct grid *g)
{
    int n = 0;
    g->cylindrical = cgns_find(&g->child, NULL, cylindrical[0]) && cgns_find(&g->child, NULL, cylindrical[1]);
    for (int d = 0; d < 3; d++) {
        g->array[d] = cgns_find(&g->child, "DataArray_t", g->cylindrical ? cylindrical[d] : cartesian[d]);
        n += g->array[d] != NULL;
    }
    if (n == 3 || (n == 2 && g->z->physical_dim == 2))
        return 0;
    if (cgns_find(&g->child, NULL, "CoordinateR") && cgns_find(&g->child, NULL, "CoordinatePhi"))
        return cgns_error(g->node, "holds spherical coordinates, which are not read; export CoordinateX, CoordinateY "
                                   "and CoordinateZ");
    for (int d = 0; d < 3; d++)
        if (!g->array[d])
            return cgns_error(g->node, "has no %s; export the mesh with its Cartesian or cylindrical coordinates",
                              g->cylindrical ? cylindrical[d] : cartesian[d]);
    return 0;
}

/* Rind_t holds the numbers of extra planes, low and high for each index. The product is checked for overflow, since the
 * numbers come from the file. */
static int find_rind(struct grid *g)
{
    const struct cgns_zone *z = g->z;
    int n = z->structured ? z->dim : 1;
    int64_t planes[6] = {0};
    const struct cgns_node *rind = cgns_find(&g->child, "Rind_t", NULL);
    if (rind)
        TRY(cgns_read_few(rind, 2 * n, planes));
    g->count = 1;
    for (int d = 0; d < 3; d++) {
        g->size[d] = z->structured ? z->size[d] : d == 0 ? z->n_nodes : 1;
        /* An unstructured zone has rind nodes before and behind its own, as along a single index. */
        g->low[d] = d < n ? planes[2 * d] : 0;
        g->high[d] = d < n ? planes[2 * d + 1] : 0;
        if (g->low[d] < 0 || g->high[d] < 0 || g->low[d] > LID_MAX || g->high[d] > LID_MAX ||
            __builtin_mul_overflow(g->count, g->low[d] + g->size[d] + g->high[d], &g->count))
            return cgns_error(rind, "says that there are %" PRId64 " and %" PRId64
                                    " rind planes; export the mesh without them",
                              g->low[d], g->high[d]);
    }
    return 0;
}

static int check_arrays(const struct grid *g)
{
    for (int d = 0; d < 3; d++) {
        const struct cgns_node *array = g->array[d];
        if (!array)
            continue;
        TRY(cgns_check_reals(array));
        if (array->count != g->count)
            return cgns_error(array,
                              "holds %" PRId64 " numbers, and the zone has %" PRId64 " nodes%s; export the mesh again",
                              array->count, g->count, g->count == g->z->n_nodes ? "" : " with its rind planes");
    }
    return 0;
}

static void grid_close(struct grid *g)
{
    cgns_list_free(&g->child);
}

/* Finds and checks a zone's coordinates; close also when it fails. */
static int grid_open(const struct cgns_zone *z, struct grid *g)
{
    *g = (struct grid){.z = z};
    /* The original grid has this name; others are later shapes of a moving one. */
    g->node = cgns_find(&z->child, "GridCoordinates_t", "GridCoordinates");
    if (!g->node)
        g->node = cgns_find(&z->child, "GridCoordinates_t", NULL);
    if (!g->node)
        return cgns_error(z->node, "has no GridCoordinates; export the mesh with its coordinates");
    TRY(cgns_children(g->node, &g->child));
    TRY(find_axes(g));
    TRY(find_rind(g));
    return check_arrays(g);
}

int cgns_check_coordinates(const struct cgns_zone *z)
{
    struct grid g;
    int status = grid_open(z, &g);
    grid_close(&g);
    return status;
}

/* ---- reading it -------------------------------------------------------------------- */

/* The nodes proper of an array with rind planes.
 * The first index runs fastest, as in Fortran. */
static void leave_rind_out(const struct grid *g, const double *all, double *x)
{
    int64_t width[3], at = 0;
    for (int d = 0; d < 3; d++)
        width[d] = g->low[d] + g->size[d] + g->high[d];
    for (int64_t k = 0; k < g->size[2]; k++)
        for (int64_t j = 0; j < g->size[1]; j++) {
            /* Nodes of a row lie one behind another in the file as well: whole rows are copied. */
            int64_t row = g->low[0] + width[0] * (g->low[1] + j + width[1] * (g->low[2] + k));
            memcpy(x + at, all + row, (size_t)g->size[0] * sizeof *x);
            at += g->size[0];
        }
}

static int read_array(const struct grid *g, const struct cgns_node *array, double *x)
{
    double *all;
    if (g->count == g->z->n_nodes)
        return cgns_read_double(array, x);
    MEM_NEW(all, g->count);
    int status = cgns_read_double(array, all);
    if (status == 0)
        leave_rind_out(g, all, x);
    MEM_FREE(all);
    return status;
}

/* Read in place into the mesh's arrays; cylindrical coordinates are turned into Cartesian ones afterwards. */
static int read_axis(const struct grid *g, int d, double *x)
{
    double factor;
    const struct cgns_node *array = g->array[d];
    int64_t n = g->z->n_nodes;
    if (!array) {
        memset(x, 0, (size_t)n * sizeof *x);
        return 0;
    }
    if (g->cylindrical && d == 1)
        TRY(cgns_angle_factor(g->z, array, &g->child, &factor));
    else
        TRY(cgns_length_factor(g->z, array, &g->child, &factor));
    TRY(read_array(g, array, x));
    for (int64_t i = 0; i < n; i++) {
        x[i] *= factor;
        if (!isfinite(x[i]))
            return cgns_error(array, "has no finite number at node %" PRId64 "; export the mesh again", i + 1);
        if (fabs(x[i]) > COORDINATE_MOST)
            return cgns_error(array, "has %g at node %" PRId64 ", too far away for areas and volumes; check the units",
                              x[i], i + 1);
    }
    /* Looked for at the first array alone: one note for all. */
    return d == 0 ? note_conversion(g->z, array) : 0;
}

/* x holds R and y holds Theta (radians) until then; z is the same in both. */
static void make_cartesian(const struct grid *g, const struct raw_mesh *m)
{
    double *x = m->x[0] + g->z->first_node, *y = m->x[1] + g->z->first_node;
    for (int64_t i = 0; i < g->z->n_nodes; i++) {
        double r = x[i], theta = y[i];
        x[i] = r * cos(theta);
        y[i] = r * sin(theta);
    }
}

int cgns_read_coordinates(struct cgns_zone *z, struct raw_mesh *m)
{
    struct grid g;
    int status = grid_open(z, &g);
    z->first_node = m->n_nodes;
    m->n_nodes += z->n_nodes;
    for (int d = 0; d < 3 && status == 0; d++)
        status = read_axis(&g, d, m->x[d] + z->first_node);
    if (status == 0 && g.cylindrical)
        make_cartesian(&g, m);
    grid_close(&g);
    return status;
}
