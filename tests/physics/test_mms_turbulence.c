/* Order of accuracy of the equations with turbulence models on manufactured
 * solutions (tests/mms_model.h). The fields keep clear of the models' switches (limits of
 * production, of r, of the vorticity), where they are only continuous; those are
 * compared value by value in tests/kernels/test_turbulence.c.
 */
#include "mms.h"

static const struct mms sa = {.model = MMS_SA, .nv = 6, .mu = 0.003, .pr = 0.7, .prt = 0.9, .sutherland = 0.4,
                              .distance = 1, .mean = {1, 0.5, 0.3, 0.2, 1, 0.04},
                              .amplitude = {0.1, 0.15, 0.12, 0.1, 0.1, 0.014}};
static const struct mms sst = {.model = MMS_SST, .nv = 7, .mu = 0.002, .pr = 0.7, .prt = 0.9, .sutherland = 0.4,
                               .sst_2003 = true, .distance = 1, .mean = {1, 0.5, 0.3, 0.2, 1, 0.08, 5},
                               .amplitude = {0.1, 0.15, 0.12, 0.1, 0.1, 0.03, 1}};

/* All four kinds of cells, no further settings, order 2. */
static void families(const struct mms *m)
{
    mms_check_order(m, &mms_hex, NULL, 0, 2);
    mms_check_order(m, &mms_prism, NULL, 0, 2);
    mms_check_order(m, &mms_pyramid, NULL, 0, 2);
    mms_check_order(m, &mms_tet, NULL, 0, 2);
}

static void spalart_allmaras(void)
{
    families(&sa);
}

static void k_omega_sst(void)
{
    families(&sst);
}

static void spalart_allmaras_with_ft2(void)
{
    static const char *const set[] = {"model.sa_ft2=yes"};
    struct mms m = sa;
    m.ft2 = true;
    m.mu = 0.02; /* f_t2 counts where nu_tilde is of the order of nu */
    mms_check_order(&m, &mms_hex, set, 1, 2);
}

/* nu_tilde below zero throughout: the other branch of sources and diffusion. */
static void spalart_allmaras_negative(void)
{
    static const char *const set[] = {"model.sa_negative=yes"};
    struct mms m = sa;
    m.mean[5] = -m.mean[5];
    m.mu = 0.03;
    mms_check_order(&m, &mms_hex, set, 1, 2);
}

/* Production from the vorticity instead of the strain rate, with the constants of 1994: both sides of the comparison
 * switch. */
static void k_omega_sst_1994_vorticity(void)
{
    static const char *const set[] = {"model.sst=1994-v"};
    struct mms m = sst;
    m.sst_2003 = false;
    m.sst_vorticity = true;
    mms_check_order(&m, &mms_hex, set, 1, 2);
}

/* The extra stress acts in the momentum equations and their work. */
static void quadratic_stress(void)
{
    static const char *const year_2000[] = {"model.qcr=2000"}, *const year_2013[] = {"model.qcr=2013-v"};
    struct mms m = sa;
    m.qcr = 2000;
    mms_check_order(&m, &mms_hex, year_2000, 1, 2);
    mms_check_order(&m, &mms_tet, year_2000, 1, 2);
    m.qcr = 2013;
    mms_check_order(&m, &mms_hex, year_2013, 1, 2);
    m = sst;
    m.qcr = 2000;
    mms_check_order(&m, &mms_hex, year_2000, 1, 2);
}

static void compressibility(void)
{
    static const char *const set[] = {"model.compressibility_correction=yes"};
    struct mms m = sa;
    m.compressible = true;
    mms_check_order(&m, &mms_hex, set, 1, 2);
    mms_check_order(&m, &mms_tet, set, 1, 2);
    m = sst; /* 2 k > a^2 / 16 throughout */
    m.compressible = true;
    mms_check_order(&m, &mms_hex, set, 1, 2);
}

/* How the strain rate changes along the flow is a difference of gradients, of lower order in the cells beside the
 * boundary: with SA the order comes to 2 from below, 1.74 from 8 to 12 cells a side, 1.83 from 12 to 18. */
static void rotation(void)
{
    static const char *const set[] = {"model.rotation_correction=yes"};
    static const struct mms_family finer = {.cells = "hex", .suite = {12, 18}, .coarsest = 8, .gradient = "lsq"};
    struct mms m = sa;
    m.rotation = true;
    mms_check_order(&m, &finer, set, 1, 1.9);
    m = sst;
    m.rotation = true;
    mms_check_order(&m, &mms_hex, set, 1, 2);
}

/* The flow shares the error of the eddy viscosity. */
static void first_order_convection(void)
{
    static const char *const set[] = {"numerics.turbulence_order=1"};
    mms_check_order(&sa, &mms_hex, set, 1, 1);
    mms_check_order(&sst, &mms_hex, set, 1, 1);
}

int main(int argc, char **argv)
{
    if (mms_begin(argc, argv) != 0)
        return 1;
    CASE(spalart_allmaras);
    CASE(k_omega_sst);
    CASE(spalart_allmaras_with_ft2);
    CASE(spalart_allmaras_negative);
    CASE(k_omega_sst_1994_vorticity);
    CASE(quadratic_stress);
    CASE(compressibility);
    CASE(rotation);
    CASE(first_order_convection);
    comm_finish();
    return check_end();
}
