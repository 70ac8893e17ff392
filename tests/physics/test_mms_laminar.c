/* Order of accuracy of the laminar equations on manufactured solutions (tests/mms_model.h). */
#include "mms.h"

static const struct mms laminar = {.model = MMS_LAMINAR, .nv = 5, .mu = 0.03, .pr = 0.7, .prt = 0.9, .sutherland = 0.4,
                                   .mean = {1, 0.5, 0.3, 0.2, 1}, .amplitude = {0.1, 0.15, 0.12, 0.1, 0.1}};

static void hexes(void)
{
    const int levels[2] = {6, 10};
    mms_check_order(&laminar, "hex", levels, "lsq", NULL, 0, 1.9, 0);
}
static void prisms(void)
{
    const int levels[2] = {6, 10};
    mms_check_order(&laminar, "prism", levels, "lsq", NULL, 0, 1.9, 0);
}
static void pyramids(void)
{
    const int levels[2] = {4, 7};
    mms_check_order(&laminar, "pyramid", levels, "node-lsq", NULL, 0, 1.9, 0);
}
static void tets(void)
{
    const int levels[2] = {5, 8};
    mms_check_order(&laminar, "tet", levels, "node-lsq", NULL, 0, 1.9, 0);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &mms_comm);
    CASE(hexes);
    CASE(prisms);
    CASE(pyramids);
    CASE(tets);
    comm_finish();
    return check_end();
}
