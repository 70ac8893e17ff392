#include "cgns_zone.h"

#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

static const char *const axis_name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};

/* ---- units ------------------------------------------------------------------ */

enum { UNIT_SIZE = 32, UNITS_TEXT_MAX = 8 * UNIT_SIZE }; /* mass, length, time, temperature, angle, ... */

/* Metres in one unit, 0 for a word that says nothing about it. The foot and the
 * inch are the international ones of 1959. */
static double metres_of(const char *unit)
{
    static const struct {
        const char *name;
        double metres;
    } known[] = {{"Meter", 1.0}, {"Centimeter", 0.01}, {"Millimeter", 0.001}, {"Foot", 0.3048}, {"Inch", 0.0254}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(unit, known[i].name) == 0)
            return known[i].metres;
    return 0.0;
}

/* The length unit that a node's children name, "" when they name none. */
static int read_length_unit(const struct cgns_list *child, char unit[UNIT_SIZE + 1])
{
    char text[UNITS_TEXT_MAX];
    size_t n = 0;
    unit[0] = '\0';
    const struct cgns_node *units = cgns_find(child, "DimensionalUnits_t", NULL);
    if (!units)
        return 0;
    TRY(cgns_read_characters(units, text, sizeof text, &n));
    if (n < 2 * UNIT_SIZE)
        return cgns_error(units, "holds %zu characters where units have 32 each; export the mesh again", n);
    memcpy(unit, text + UNIT_SIZE, UNIT_SIZE);
    unit[UNIT_SIZE] = '\0';
    unit[strcspn(unit, " ")] = '\0';
    if (strcmp(unit, "Null") == 0)
        unit[0] = '\0';
    return 0;
}

/* Is there a DataConversion_t (scale, offset) other than 1, 0? */
static bool converts(const struct cgns_list *child)
{
    double conversion[2];
    const struct cgns_node *n = cgns_find(child, "DataConversion_t", NULL);
    if (!n)
        return false;
    return n->count != 2 || cgns_read_double(n, conversion) != 0 || conversion[0] != 1.0 || conversion[1] != 0.0;
}

/* The nearest node that names a unit decides: array, grid, zone, base. */
static int find_factor(const struct cgns_zone *z, const struct cgns_list *grid, const struct cgns_node *array,
                       double *factor)
{
    char unit[UNIT_SIZE + 1];
    struct cgns_list own;
    TRY(cgns_children(array, &own));
    const struct cgns_list *level[4] = {&own, grid, &z->child, z->base};
    int status = 0;
    unit[0] = '\0';
    for (int i = 0; i < 4 && status == 0 && !unit[0]; i++)
        status = read_length_unit(level[i], unit);
    bool first = strcmp(array->name, axis_name[0]) == 0; /* one note for all three */
    if (first && converts(&own))
        cgns_note(z->file, "%s has a DataConversion that is not applied; check the scale of the mesh", array->path);
    cgns_list_free(&own);
    TRY(status);
    double metres = unit[0] ? metres_of(unit) : 1.0;
    if (metres == 0.0) {
        if (first)
            cgns_note(z->file, "%s is in the length unit '%s', which is not known; the numbers are taken as metres",
                      array->path, unit);
        metres = 1.0;
    }
    *factor = metres * z->scale;
    return 0;
}

/* ---- arrays ------------------------------------------------------------------ */

static int check_array(const struct cgns_zone *z, const struct cgns_node *array)
{
    TRY(cgns_check_reals(array));
    if (array->count != z->n_nodes)
        return cgns_error(array, "holds %" PRId64 " numbers, and the zone has %" PRId64 " nodes; export the mesh again",
                          array->count, z->n_nodes);
    return 0;
}

static int read_axis(const struct cgns_zone *z, const struct cgns_list *grid, const struct cgns_node *array, double *x)
{
    double factor;
    TRY(find_factor(z, grid, array, &factor));
    TRY(cgns_read_double(array, x));
    for (int64_t i = 0; i < z->n_nodes; i++) {
        x[i] *= factor;
        if (!isfinite(x[i]))
            return cgns_error(array, "has no finite number at node %" PRId64 "; export the mesh again", i + 1);
    }
    return 0;
}

static int check_axes(const struct cgns_node *node, const struct cgns_list *grid, const struct cgns_node *array[3])
{
    for (int d = 0; d < 3; d++) {
        array[d] = cgns_find(grid, "DataArray_t", axis_name[d]);
        if (array[d])
            continue;
        if (cgns_find(grid, NULL, "CoordinateR") || cgns_find(grid, NULL, "CoordinateTheta"))
            return cgns_error(node, "holds cylindrical coordinates, which are not read; export CoordinateX, "
                                    "CoordinateY and CoordinateZ");
        return cgns_error(node, "has no %s; export the mesh with its Cartesian coordinates", axis_name[d]);
    }
    return 0;
}

static int read_grid(struct cgns_zone *z, const struct cgns_node *node, const struct cgns_list *grid,
                     struct raw_mesh *m)
{
    const struct cgns_node *array[3];
    TRY(check_axes(node, grid, array));
    for (int d = 0; d < 3; d++)
        TRY(check_array(z, array[d]));
    z->first_node = m->n_nodes;
    for (int d = 0; d < 3; d++)
        MEM_RESIZE(m->x[d], m->n_nodes + z->n_nodes);
    m->n_nodes += z->n_nodes;
    for (int d = 0; d < 3; d++)
        TRY(read_axis(z, grid, array[d], m->x[d] + z->first_node));
    return 0;
}

int cgns_read_coordinates(struct cgns_zone *z, struct raw_mesh *m)
{
    /* The original grid has this name; others are later shapes of a moving one. */
    const struct cgns_node *node = cgns_find(&z->child, "GridCoordinates_t", "GridCoordinates");
    if (!node)
        node = cgns_find(&z->child, "GridCoordinates_t", NULL);
    if (!node)
        return cgns_error(z->node, "has no GridCoordinates; export the mesh with its coordinates");
    struct cgns_list grid;
    TRY(cgns_children(node, &grid));
    int status = read_grid(z, node, &grid, m);
    cgns_list_free(&grid);
    return status;
}
