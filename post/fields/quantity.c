/* quantity.c: the quantities of a wall as rows: their names, axis labels and the boundary
 * fields that they are made of.
 */
#include "fields/quantity.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* old_name: what earlier versions called the column and the word of the option; both are still read. */
static const struct {
    const char *name, *old_name, *symbol;
    const char *field[3]; /* boundary fields of the results; NULL: fewer */
} rows[N_QUANTITIES] = {
    [QUANTITY_CP] = {"cp", "cp", "-C_p", {"pressure"}},
    [QUANTITY_CF] = {"cf", "cf", "C_f", {"wall_shear_x", "wall_shear_y", "wall_shear_z"}},
    [QUANTITY_Y_PLUS] = {"y_plus", "yplus", "y^+", {"y_plus"}},
    [QUANTITY_HEAT_FLUX] = {"heat_flux", "heatflux", "q, W/m^2", {"heat_flux"}},
};

int quantity_find(const char *name, enum quantity *quantity)
{
    const char *names[N_QUANTITIES];
    for (int k = 0; k < N_QUANTITIES; k++) {
        names[k] = rows[k].name;
        *quantity = (enum quantity)k;
        if (strcmp(name, names[k]) == 0 || strcmp(name, rows[k].old_name) == 0)
            return 0;
    }
    const char *near = text_nearest(name, names, N_QUANTITIES);
    return error_set("--quantity %s: not cp, cf, y_plus or heat_flux%s%s%s", name, near ? "; did you mean " : "",
                     near ? near : "", near ? "?" : "");
}

const char *quantity_name(enum quantity quantity)
{
    return rows[quantity].name;
}

const char *quantity_old_name(enum quantity quantity)
{
    return rows[quantity].old_name;
}

const char *quantity_symbol(enum quantity quantity)
{
    return rows[quantity].symbol;
}

/* Magnitude of a force per area with the sign of its component along the wind. */
static double signed_magnitude(const double *const field[3], int64_t i, const double wind[3])
{
    double along = 0, square = 0;
    for (int d = 0; d < 3; d++) {
        along += field[d][i] * wind[d];
        square += field[d][i] * field[d][i];
    }
    return copysign(sqrt(square), along);
}

int quantity_of_faces(enum quantity quantity, const struct results *r, int rank, const struct solution *s,
                      double **value)
{
    const double *field[3] = {NULL, NULL, NULL};
    *value = NULL;
    int n = rows[quantity].field[1] ? 3 : 1;
    for (int d = 0; d < n; d++) {
        field[d] = solution_boundary_field(s, rows[quantity].field[d]);
        if (!field[d])
            return error_set("%s/rank-%05d.h5: there is no boundary field %s, which only a run of ufv-solve with "
                             "viscous walls writes",
                             r->folder, rank, rows[quantity].field[d]);
    }
    MEM_NEW(*value, s->n_boundary);
    for (int64_t i = 0; i < s->n_boundary; i++)
        (*value)[i] = n == 3 ? signed_magnitude(field, i, r->reference.drag_axis) : field[0][i];
    return 0;
}

double quantity_scale(enum quantity quantity, const struct results *r, double q, double raw)
{
    if (quantity != QUANTITY_CP && quantity != QUANTITY_CF)
        return raw;
    /* On the axis of a rotor nothing moves past the blade, and there is no coefficient. */
    if (!(q > 0))
        return NAN;
    return (quantity == QUANTITY_CP ? raw - r->reference.pressure : raw) / q;
}
