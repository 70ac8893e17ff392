/* Cells whose changes are cut, the CFL numbers that they take next, and explicit steps (kernels/newton.h). */
#include "check.h"
#include "kernels/newton.h"

#include <string.h>

enum { GAS_CELLS = 4 };

/* Cells of one state at rest, of density 1, whose steps change density alone, by `ask`. */
struct limited_cells {
    real q0[NV * GAS_CELLS], q[NV * GAS_CELLS];
    jacobian_number x[NV * GAS_CELLS];
    stored base[NV * GAS_CELLS], spectral[GAS_CELLS];
    float local_cfl[GAS_CELLS], taken[GAS_CELLS];
    lid place[GAS_CELLS], limited;
    struct implicit_args a;
};

static void fill_limited_cells(struct limited_cells *l, const double ask[GAS_CELLS], double cfl)
{
    const real state[NV] = {1, 0, 0, 0, 1e5};
    memset(l, 0, sizeof *l);
    for (lid i = 0; i < GAS_CELLS; i++) {
        for (int v = 0; v < NV; v++)
            l->q0[v * GAS_CELLS + i] = state[v];
        l->x[i] = (jacobian_number)ask[i];
        l->spectral[i] = 2;
        l->local_cfl[i] = 1;
        l->place[i] = i;
    }
    l->a = (struct implicit_args){.n_owned = GAS_CELLS, .n_slots = GAS_CELLS, .n_variables = NV, .gamma = (real)1.4,
                                  .unit = {1, 1, 1, 1, 1}, .q = l->q, .q0 = l->q0, .x = l->x, .x_stride = GAS_CELLS,
                                  .by_value = NV, .x_step = 1, .place = l->place, .base = l->base, .spectral = l->spectral,
                                  .local_cfl = l->local_cfl, .taken = l->taken, .limited = &l->limited, .cfl = cfl,
                                  .share = 1, .fall_most = 0.3, .rise_most = 1, .least_cfl = 0.1, .explicit_cfl = 0.5};
}

static void move_limited_cells(struct limited_cells *l)
{
    l->limited = 0;
    for (lid i = 0; i < GAS_CELLS; i++)
        implicit_update_body(i, &l->a);
    for (lid i = 0; i < GAS_CELLS; i++)
        implicit_local_cfl_body(i, &l->a);
}

/* Half of itself asked for: 0.3 are taken, three fifths of the step; twice itself up: half of it; a little: all. */
static void falls_and_rises_have_bounds_of_their_own(void)
{
    const double ask[GAS_CELLS] = {-0.5, 2, 0.2, -50};
    struct limited_cells l;
    fill_limited_cells(&l, ask, 20);
    move_limited_cells(&l);
    CHECK_NEAR(l.q[0], 0.7, 1e-6);
    CHECK_NEAR(l.q[1], 2, 1e-6);
    CHECK_NEAR(l.q[2], 1.2, 1e-6);
    CHECK_NEAR(l.q[3], 0.7, 1e-6);
    CHECK(l.limited == 3, "%d", (int)l.limited);
}

/* The CFL number of a cell falls by the part of the step that it took, by no more than ten at once and not below the
 * least; it doubles in steps that are not limited, up to that of the step. */
static void limited_cells_take_smaller_cfl_numbers(void)
{
    const double ask[GAS_CELLS] = {-0.5, 2, 0.2, -50};
    struct limited_cells l;
    fill_limited_cells(&l, ask, 20);
    move_limited_cells(&l);
    CHECK_NEAR(l.local_cfl[0], 0.6, 1e-6);
    CHECK_NEAR(l.local_cfl[1], 0.5, 1e-6);
    CHECK_NEAR(l.local_cfl[2], 1, 0);
    CHECK_NEAR(l.local_cfl[3], 0.1, 1e-6);
    for (int k = 0; k < 3; k++) {
        l.local_cfl[3] = 1;
        l.a.cfl = 0.5; /* 0.1 over it: a fifth is the least */
        move_limited_cells(&l);
    }
    CHECK_NEAR(l.local_cfl[3], 0.2, 1e-6);
    l.x[0] = l.x[1] = 0;
    move_limited_cells(&l);
    CHECK(l.local_cfl[0] <= 1 && l.local_cfl[1] <= 1, "%g %g", (double)l.local_cfl[0], (double)l.local_cfl[1]);
}

/* At a CFL number of its own of 0.5 or less a cell takes CFL R / spectral, whatever the system says; one that has the CFL
 * number of the step does not, however small that is. */
static void cells_of_small_cfl_numbers_take_explicit_steps(void)
{
    const double ask[GAS_CELLS] = {0.2, 0.2, 0.2, 0.2};
    struct limited_cells l;
    fill_limited_cells(&l, ask, 4);
    for (lid i = 0; i < GAS_CELLS; i++)
        l.base[i] = 0.8;
    l.local_cfl[0] = 0.1f;
    l.local_cfl[1] = 0.25f;
    move_limited_cells(&l);
    CHECK_NEAR(l.q[0], 1 + 0.4 * 0.8 / 2, 1e-6);
    CHECK_NEAR(l.q[1], 1.2, 1e-6); /* CFL 1 */
    CHECK_NEAR(l.q[2], 1.2, 1e-6);
    CHECK_NEAR(l.local_cfl[0], 0.2, 1e-6);
    l.a.cfl = 0.4;
    l.local_cfl[2] = 1;
    move_limited_cells(&l);
    CHECK_NEAR(l.q[2], 1.2, 1e-6);
}

int main(void)
{
    CASE(falls_and_rises_have_bounds_of_their_own);
    CASE(limited_cells_take_smaller_cfl_numbers);
    CASE(cells_of_small_cfl_numbers_take_explicit_steps);
    return check_end();
}
