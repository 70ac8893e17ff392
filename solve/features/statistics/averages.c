/* averages.c: the tables of statistics: names of the means, then of the covariances with the two values that each is
 * of. Names are those of fields in files, so that they stay as they are.
 */
#include "features/statistics/averages.h"

/* Pairs 1 1, 2 2, 3 3, 1 2, 1 3, 2 3 of velocities in the order xx, yy, zz, xy, xz, yz. */
const struct averages averages_cells = {
    .n_values = 5,
    .n_pairs = 8,
    .first = {0, 1, 2, 3, 1, 1, 2, 4},
    .second = {0, 1, 2, 3, 2, 3, 3, 4},
    .name = {{"mean_density", "kg/m^3"},
             {"mean_velocity_x", "m/s"},
             {"mean_velocity_y", "m/s"},
             {"mean_velocity_z", "m/s"},
             {"mean_pressure", "Pa"},
             {"variance_density", "kg^2/m^6"},
             {"reynolds_stress_xx", "m^2/s^2"},
             {"reynolds_stress_yy", "m^2/s^2"},
             {"reynolds_stress_zz", "m^2/s^2"},
             {"reynolds_stress_xy", "m^2/s^2"},
             {"reynolds_stress_xz", "m^2/s^2"},
             {"reynolds_stress_yz", "m^2/s^2"},
             {"variance_pressure", "Pa^2"}}};

/* Pair 0 0, the zeros that are left out: the variance of the pressure. */
static const struct averages inviscid_faces = {
    .n_values = 1, .n_pairs = 1, .name = {{"mean_pressure", "Pa"}, {"variance_pressure", "Pa^2"}}};

static const struct averages viscous_faces = {.n_values = 5,
                                              .n_pairs = 5,
                                              .first = {0, 1, 2, 3, 4},
                                              .second = {0, 1, 2, 3, 4},
                                              .name = {{"mean_pressure", "Pa"},
                                                       {"mean_wall_shear_x", "Pa"},
                                                       {"mean_wall_shear_y", "Pa"},
                                                       {"mean_wall_shear_z", "Pa"},
                                                       {"mean_heat_flux", "W/m^2"},
                                                       {"variance_pressure", "Pa^2"},
                                                       {"variance_wall_shear_x", "Pa^2"},
                                                       {"variance_wall_shear_y", "Pa^2"},
                                                       {"variance_wall_shear_z", "Pa^2"},
                                                       {"variance_heat_flux", "W^2/m^4"}}};

const struct averages *averages_faces(bool viscous)
{
    return viscous ? &viscous_faces : &inviscid_faces;
}

int averages_of_faces(bool viscous)
{
    const struct averages *a = averages_faces(viscous);
    return a->n_values + a->n_pairs;
}
