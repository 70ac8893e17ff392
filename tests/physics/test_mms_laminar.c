/* Order of accuracy of the laminar equations on manufactured solutions (tests/mms.h). */
#include "mms.h"

/* A viscosity at which convection and diffusion are of one order in a box of size 1, so that an error in either shows
 * in the order; Sutherland's constant is not 0, so that the viscosity's own gradient takes part. The velocity has no
 * component that is zero or that another one equals: terms that are swapped do not cancel. */
static const struct mms laminar = {.model = MMS_LAMINAR, .nv = 5, .mu = 0.03, .pr = 0.7, .prt = 0.9, .sutherland = 0.4,
                                   .mean = {1, 0.5, 0.3, 0.2, 1}, .amplitude = {0.1, 0.15, 0.12, 0.1, 0.1}};

static void hexes(void)
{
    mms_check_order(&laminar, &mms_hex, NULL, 0, 2);
}
static void prisms(void)
{
    mms_check_order(&laminar, &mms_prism, NULL, 0, 2);
}
static void pyramids(void)
{
    mms_check_order(&laminar, &mms_pyramid, NULL, 0, 2);
}
static void tets(void)
{
    mms_check_order(&laminar, &mms_tet, NULL, 0, 2);
}

int main(int argc, char **argv)
{
    if (mms_begin(argc, argv) != 0)
        return 1;
    CASE(hexes);
    CASE(prisms);
    CASE(pyramids);
    CASE(tets);
    comm_finish();
    return check_end();
}
