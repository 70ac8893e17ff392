/* Order of accuracy on manufactured solutions (tests/mms.h) in layers as at walls: the lowest cells are a thousand
 * times as long as high, on a plane and about an axis, where the neighbours along the layer lie many cell heights
 * below. The gradient is the default one; plain Green-Gauss has an order of 1.83 in the curved prisms.
 */
#include "mms.h"

static const struct mms laminar = {.model = MMS_LAMINAR, .nv = 5, .mu = 0.03, .pr = 0.7, .prt = 0.9, .sutherland = 0.4,
                                   .mean = {1, 0.5, 0.3, 0.2, 1}, .amplitude = {0.1, 0.15, 0.12, 0.1, 0.1}};
static const struct mms sa = {.model = MMS_SA, .nv = 6, .mu = 0.003, .pr = 0.7, .prt = 0.9, .sutherland = 0.4,
                              .distance = 1, .mean = {1, 0.5, 0.3, 0.2, 1, 0.04},
                              .amplitude = {0.1, 0.15, 0.12, 0.1, 0.1, 0.014}};
/* Twice as far from walls, for prisms and tetrahedra: r of the destruction term is 0.25 to 0.89 in nine tenths of the
 * curved layer, and not 1.0 to 3.6, where fw rises steeply and ends. There the errors of the vorticity, which are larger
 * in them than in hexahedra, come to their order on finer grids only (docs/validation.md). */
static const struct mms sa_far = {.model = MMS_SA, .nv = 6, .mu = 0.003, .pr = 0.7, .prt = 0.9, .sutherland = 0.4,
                                  .distance = 2, .mean = {1, 0.5, 0.3, 0.2, 1, 0.04},
                                  .amplitude = {0.1, 0.15, 0.12, 0.1, 0.1, 0.014}};

/* Three cells across the layer for each one along it. With R = 3,000 the lowest cells are 850 to 1,020 times as long as
 * high on a plane and half as much more about the axis, where an edge along the layer deviates from the arc by 22 to 52
 * heights. Tetrahedra on a plane have four cells across, with SA six, and are 1,110 to 1,290 times as long as high: the
 * uppermost of three are too high for the density to have its order (docs/validation.md). About the axis they
 * have four with SA. */
static const struct mms_family hex = {.cells = "hex", .suite = {5, 7}, .coarsest = 5, .gradient = "node-lsq",
                                      .shape = "--stretch y:3000", .across = {2, 6, 1}},
                               curved_hex = {.cells = "hex", .suite = {5, 7}, .coarsest = 5, .gradient = "node-lsq",
                                             .shape = "--stretch y:3000 --map annulus:1,2", .across = {2, 6, 1}},
                               prism = {.cells = "prism", .suite = {5, 7}, .coarsest = 5, .gradient = "node-lsq",
                                        .shape = "--stretch z:3000", .across = {1, 1, 3}},
                               curved_prism = {.cells = "prism", .suite = {5, 7}, .coarsest = 5, .gradient = "node-lsq",
                                               .shape = "--stretch z:3000 --map shell:1,2", .across = {1, 1, 3}},
                               finer_curved_prism = {.cells = "prism", .suite = {6, 8}, .coarsest = 6,
                                                     .gradient = "node-lsq", .across = {1, 1, 3},
                                                     .shape = "--stretch z:3000 --map shell:1,2"},
                               tet = {.cells = "tet", .suite = {5, 7}, .coarsest = 5, .gradient = "node-lsq",
                                      .shape = "--stretch z:3000", .across = {1, 1, 4}, .newton = true},
                               sa_tet = {.cells = "tet", .suite = {6, 8}, .coarsest = 6, .gradient = "node-lsq",
                                         .shape = "--stretch z:1500", .across = {1, 1, 6}, .drop = 1e-3,
                                         .newton = true},
                               curved_tet = {.cells = "tet", .suite = {5, 7}, .coarsest = 5, .gradient = "node-lsq",
                                             .shape = "--stretch z:3000 --map shell:1,2", .across = {1, 1, 3},
                                             .newton = true},
                               curved_sa_tet = {.cells = "tet", .suite = {5, 7}, .coarsest = 5, .gradient = "node-lsq",
                                                .shape = "--stretch z:3000 --map shell:1,2", .across = {1, 1, 4},
                                                .newton = true};

static void hexes(void)
{
    mms_check_order(&laminar, &hex, NULL, 0, 2);
    mms_check_order(&sa, &hex, NULL, 0, 2);
}
static void curved_hexes(void)
{
    mms_check_order(&laminar, &curved_hex, NULL, 0, 2);
    mms_check_order(&sa, &curved_hex, NULL, 0, 2);
}
static void prisms(void)
{
    mms_check_order(&laminar, &prism, NULL, 0, 2);
    mms_check_order(&sa_far, &prism, NULL, 0, 2);
}
static void curved_prisms(void)
{
    mms_check_order(&laminar, &curved_prism, NULL, 0, 2);
    mms_check_order(&sa_far, &finer_curved_prism, NULL, 0, 2);
}
/* With SA on a plane residuals fall to a thousandth, which gives the errors to three digits in half the time. */
static void tets(void)
{
    mms_check_order(&laminar, &tet, NULL, 0, 2);
    mms_check_order(&sa_far, &sa_tet, NULL, 0, 2);
}
static void curved_tets(void)
{
    mms_check_order(&laminar, &curved_tet, NULL, 0, 2);
    mms_check_order(&sa_far, &curved_sa_tet, NULL, 0, 2);
}

int main(int argc, char **argv)
{
    if (mms_begin(argc, argv) != 0)
        return 1;
    CASE(hexes);
    CASE(curved_hexes);
    CASE(prisms);
    CASE(curved_prisms);
    CASE(tets);
    CASE(curved_tets);
    comm_finish();
    return check_end();
}
