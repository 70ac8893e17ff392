/* Cells of first order one by one: which hold the residual of a run that stands, when that is looked at, and what
 * becomes of them.
 */
#include "check.h"
#include "kernels/gradient.h"
#include "kernels/newton.h"
#include "pipeline.h"
#include "scheme/implicit_bounds.h"
#include "scheme/implicit_stiff_cells.h"
#include "scheme/implicit_system.h"
#include "unit/solve/scheme/steering_bed.h"

#include <string.h>

static struct comm comm;

/* ---- which cells are few ---- */

static void bins_go_by_exponents(void)
{
    CHECK(implicit_stiff_bin(1.0, 1.0) == 0 && implicit_stiff_bin(0.5, 1.0) == 1, "halves");
    CHECK(implicit_stiff_bin(1.0, 1.9) == 0 && implicit_stiff_bin(0.99, 1.9) == 1, "by exponents");
    CHECK(implicit_stiff_bin(0, 1.0) == STIFF_BINS - 1, "none");
    CHECK(implicit_stiff_bin(1e-30, 1.0) == STIFF_BINS - 1, "small");
}

/* Bins of so many cells with that part each in bins 0 and 5, and of all others in the last. */
static struct stiff_bins bins_of(double n0, double part0, double n5, double part5, double rest)
{
    struct stiff_bins b;
    memset(&b, 0, sizeof b);
    b.cells[0] = n0;
    b.sum[0] = n0 * part0;
    b.cells[5] = n5;
    b.sum[5] = n5 * part5;
    b.cells[STIFF_BINS - 1] = 1e6;
    b.sum[STIFF_BINS - 1] = rest;
    return b;
}

static int count(double n0, double part0, double n5, double part5, double rest, double cells)
{
    const struct stiff_bins b = bins_of(n0, part0, n5, part5, rest);
    return implicit_stiff_count(&b, cells);
}

static void few_cells_hold_nine_tenths(void)
{
    CHECK(count(14, 1, 0, 0, 1, 4.6e6) > 0, "14 of millions hold 14/15");
    CHECK(count(14, 1, 0, 0, 1, 5e4) == 0, "14 of 50,000 are more than two in 10,000");
    CHECK(count(14, 1, 0, 0, 2, 4.6e6) == 0, "14/16 are less than nine tenths");
    CHECK(count(4, 1, 0, 0, 0.1, 1000) > 0 && count(5, 1, 0, 0, 0.1, 1000) == 0, "four of a small mesh");
    CHECK(count(10, 1, 20, 0.03, 0.5, 1e6) > 5, "of bin 5 it takes those, too, for nine tenths");
}
/* All that hold more than 1e-4 of it come along, up to twice as many as are few. */
static void the_next_ones_come_along(void)
{
    CHECK(count(20, 1, 50, 0.01, 0.3, 1e6) > 5, "0.01 of 20.8");
    CHECK(count(20, 1, 50, 0.001, 0.3, 1e6) == 5, "0.001 of 20.35");
    CHECK(count(100, 1, 200, 0.02, 0.3, 1e6) > 5, "300 of a million");
    CHECK(count(100, 1, 500, 0.02, 0.3, 1e6) == 5, "600 of a million");
}

/* ---- when it is looked at ---- */

static void rest(struct bed *b, double r, int steps)
{
    for (int n = 0; n < steps; n++)
        bed_step(b, r);
}
static bool stands(const struct bed *b, double r)
{
    struct bed next = *b;
    return bed_ask(&next, r, true).change == CHANGE_CELLS;
}
static void a_run_stands_after_fifteen_steps(void)
{
    struct bed b = bed_begin((struct steering_means){.corrects = false});
    rest(&b, 1, 30);
    CHECK(!stands(&b, 1) && !stands(&b, 0.6), "at its start");
    rest(&b, 0.01, 14);
    CHECK(!stands(&b, 0.01), "14 steps");
    rest(&b, 0.01, 1);
    CHECK(stands(&b, 0.01), "15 steps");
    b.k.equations = PHASE_FIRST_ORDER;
    b.first_order = true;
    CHECK(!stands(&b, 0.01), "of first order");
    b.k.equations = PHASE_CASE;
    b.first_order = false;
    CHECK(bed_ask(&b, 0.01, false).change == CHANGE_NONE && stands(&b, 0.01), "cannot look");
    CHECK(bed_ask(&b, 0.01, true).change == CHANGE_CELLS && bed_ask(&b, 0.01, true).change == CHANGE_NONE,
          "looks once");
    CHECK(!stands(&b, 0.01), "looked at just now");
    rest(&b, 0.01, 15);
    CHECK(stands(&b, 0.01), "15 steps later");
    b.k.newton_step = b.k.steps - 14;
    CHECK(!stands(&b, 0.01), "14 steps of Newton-Krylov");
    b = bed_begin((struct steering_means){.corrects = true});
    rest(&b, 1, 1);
    rest(&b, 0.01, 22);
    b.k.newton_step = 0;
    b.k.method = PHASE_NEWTON;
    CHECK(stands(&b, 0.01), "Newton-Krylov");
    b.k.method = PHASE_CORRECTION;
    CHECK(!stands(&b, 0.01), "defect correction");
}

/* ---- what becomes of them ---- */

static struct case_file c;
static struct domain d;
static struct flow f;
static struct integrator it;

/* A free stream on a box of 7,680 cells, with these lines more in the case. */
static bool begin(const char *lines)
{
    char config[PATH_MAX], packs[PATH_MAX];
    const char *b = pipeline_build(), *s = pipeline_scratch();
    snprintf(config, sizeof config, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    char text[512];
    snprintf(text, sizeof text, "[flow]\nmach = 0.5\nalpha = 3\nup = z\n[patches]\n* = farfield\n[numerics]\n%s",
             lines);
    pipeline_write(config, text);
    CHECK(pipeline_run("[ -d %s ] || { %s/tools/box_mesh --n 24 20 16 --perturb 0.2 --out %s/box.cgns >/dev/null && "
                       "%s/ufv-prep --quiet %s/box.cgns --out %s >/dev/null; }",
                       packs, b, s, b, s, packs) == 0, "no packs");
    if (case_read(config, NULL, 0, &c) || domain_load(packs, &c, &comm, backend_cpu(1), &d) ||
        flow_create(&d, &c, EXCHANGE_STAGED, &f) || integrator_create(&f, &c, &it)) {
        CHECK(false, "%s", error_message());
        return false;
    }
    return true;
}
static void end(void)
{
    integrator_free(&it);
    flow_free(&f);
    domain_free(&d);
    case_free(&c);
}

/* The largest component of the limited gradient of any variable in a cell (Euler: [component][n_stencil] in slices). */
static double slope(lid i)
{
    double most = 0;
    for (int k = 0; k < 3 * NV; k++)
        most = fmax(most, fabs((double)f.gradient[gradient_entry(&f.domain->view, 3 * NV, k, i)]));
    return most;
}

/* Density and pressure rise along x. */
static void tilt(void)
{
    for (lid i = 0; i < d.view.n_owned; i++) {
        double x = d.pack.centroid[i];
        f.q[i] *= (real)(1 + 1e-3 * x);
        f.q[Q_P * (int64_t)d.view.n_slots + i] *= (real)(1 + 1e-3 * x);
    }
    flow_evaluate(&f, true);
}

static void their_slopes_are_zero(void)
{
    if (!begin("limiter = venkatakrishnan\n"))
        return;
    tilt();
    const gid cell[] = {d.pack.cell_gid[100], d.pack.cell_gid[7], d.pack.cell_gid[100]};
    CHECK(slope(100) > 0 && slope(7) > 0 && slope(8) > 0, "slopes");
    const double other = slope(8);
    flow_set_first_order(&f, cell, 3);
    flow_set_first_order(&f, cell, 1); /* again */
    flow_evaluate(&f, true);
    CHECK(f.first_order.n == 2 && f.first_order.cell[0] < f.first_order.cell[1], "two cells");
    CHECK(flow_is_first_order(&f, 100) && flow_is_first_order(&f, 7) && !flow_is_first_order(&f, 8), "which");
    CHECK(slope(100) == 0 && slope(7) == 0 && slope(8) == other, "slopes of these alone are zero");
    gradient_body(100, &f.args.gradients, GRADIENT_NODE_LSQ, (int)f.equations, ROWS_ANY);
    CHECK(slope(100) == 0, "by the kernel's body alone");
    end();
}
static void without_a_limiter_there_are_none(void)
{
    if (!begin("limiter = none\n"))
        return;
    const gid cell = d.pack.cell_gid[100];
    CHECK(!flow_has_first_order_cells(&f), "no limiter");
    flow_set_first_order(&f, &cell, 1);
    CHECK(f.first_order.n == 0, "nothing was done");
    end();
    if (!begin("limiter = venkatakrishnan\nfreeze_limiter = 5\n"))
        return;
    CHECK(flow_has_first_order_cells(&f), "not frozen yet");
    flow_freeze_limiter(&f);
    CHECK(!flow_has_first_order_cells(&f), "frozen");
    end();
}

/* The residual of a free stream with the density of one cell disturbed, from which a step begins: an entropy wave,
 * which goes to the next cell downstream. */
static struct implicit_norms disturb(struct implicit *s, lid cell, double by)
{
    f.q[cell] *= (real)(1 + by);
    flow_evaluate(&f, true);
    return implicit_begin_step(s);
}
static bool neighbours_are_first_order(lid cell)
{
    bool all = true;
    for (lid k = 0; k < d.view.n_faces; k++) {
        const lid l = d.view.left[k], r = d.view.right[k];
        all = all && (l != cell || r >= d.view.n_cells || flow_is_first_order(&f, r)) &&
              (r != cell || flow_is_first_order(&f, l));
    }
    return all;
}

/* A cell's part is its share of the norm's square. */
static void parts_make_up_the_norm(void)
{
    if (!begin("limiter = venkatakrishnan\n"))
        return;
    struct implicit *s = it.own;
    const struct implicit_norms r = disturb(s, 3210, 1e-2);
    struct implicit_args a = s->a;
    double sum = 0;
    a.residual = s->residual;
    a.to = s->work;
    for (lid i = 0; i < d.view.n_owned; i++) {
        implicit_part_body(i, &a);
        sum += (double)s->work[i];
    }
    CHECK_NEAR(sqrt(sum / d.view.n_owned), r.all, 1e-12 * r.all);
    end();
}
/* How many cells hold the residual or lie across a face of one that does, by implicit_stiff_bin() and _count(). */
static int64_t stiff_and_neighbours(const struct implicit *s)
{
    struct implicit_args a = s->a;
    struct stiff_bins b = {.cells = {0}};
    double largest = 0;
    int64_t n = 0;
    bool *counts;
    MEM_NEW_ZERO(counts, d.view.n_cells);
    a.residual = s->residual;
    a.to = s->work;
    for (lid i = 0; i < d.view.n_owned; i++) {
        implicit_part_body(i, &a);
        largest = fmax(largest, (double)s->work[i]);
    }
    for (lid i = 0; i < d.view.n_owned; i++) {
        const int bin = implicit_stiff_bin((double)s->work[i], largest);
        b.cells[bin]++;
        b.sum[bin] += (double)s->work[i];
    }
    const int bins = implicit_stiff_count(&b, d.view.n_owned);
    for (lid k = 0; k < d.view.n_faces; k++) {
        const lid l = d.view.left[k], r = d.view.right[k];
        if (r < d.view.n_cells && (implicit_stiff_bin((double)s->work[l], largest) < bins ||
                                   implicit_stiff_bin((double)s->work[r], largest) < bins))
            counts[l] = counts[r] = true;
    }
    for (lid i = 0; i < d.view.n_owned; i++)
        n += counts[i];
    mem_free(counts);
    return n;
}
static void the_cell_that_holds_the_residual_is_found(void)
{
    if (!begin("limiter = venkatakrishnan\n"))
        return;
    struct implicit *s = it.own;
    struct implicit_norms r = disturb(s, 3210, 1e-2);
    c.numerics.first_order_cells = false;
    CHECK(!implicit_can_look(s, &c, r), "switched off");
    c.numerics.first_order_cells = true;
    CHECK(!implicit_can_look(s, &c, (struct implicit_norms){.flow = r.flow, .all = 9e-13}), "rounding");
    CHECK(implicit_can_look(s, &c, r) && implicit_reduce_stiff_cells(s) && flow_is_first_order(&f, 3210), "found");
    CHECK(f.first_order.n >= 7 && f.first_order.n <= 8 * 7, "%" PRId64 " cells", f.first_order.n);
    CHECK(neighbours_are_first_order(3210), "its neighbours, too");
    const int64_t expected = stiff_and_neighbours(s);
    CHECK(f.first_order.n == expected, "%" PRId64 " cells, not %" PRId64, f.first_order.n, expected);
    const int64_t n = f.first_order.n;
    CHECK(!implicit_reduce_stiff_cells(s) && f.first_order.n == n, "nothing new");
    end();
}
static void many_cells_are_left_alone(void)
{
    if (!begin("limiter = venkatakrishnan\n"))
        return;
    struct implicit *s = it.own;
    for (lid i = 0; i < d.view.n_owned; i += 200)
        disturb(s, i, 1e-2);
    implicit_begin_step(s);
    CHECK(!implicit_reduce_stiff_cells(s) && f.first_order.n == 0, "40 of 7,680 cells");
    /* Ten times as many as are few are the most of a run. */
    gid cell[40];
    for (int k = 0; k < 40; k++)
        cell[k] = d.pack.cell_gid[k];
    end();
    if (!begin("limiter = venkatakrishnan\n"))
        return;
    s = it.own;
    const struct implicit_norms r = disturb(s, 3210, 1e-2);
    flow_set_first_order(&f, cell, 40);
    CHECK(!implicit_can_look(s, &c, r) && f.first_order.n == 40, "enough of them");
    end();
}

/* ---- cells that are hotter than anything that enters ---- */

/* The cell across the largest face of an owned cell. */
static lid across_largest_face(lid cell)
{
    const struct mesh_view *m = &d.view;
    double most = 0;
    lid found = -1;
    for (lid k = 0; k < m->n_faces; k++) {
        const double x = m->normal[k], y = m->normal[m->n_faces + k], z = m->normal[2 * m->n_faces + k];
        const lid l = m->left[k], r = m->right[k];
        if ((l != cell && r != cell) || r >= m->n_cells || x * x + y * y + z * z <= most)
            continue;
        most = x * x + y * y + z * z;
        found = l == cell ? r : l;
    }
    return found;
}
static void check_brought_back(bool first_order)
{
    struct implicit *s = it.own;
    const lid hot = 3210, donor = across_largest_face(hot);
    CHECK(implicit_count_beyond(s, &c) == 0, "a uniform flow");
    f.q[hot] *= (real)0.5; /* twice the temperature */
    f.q[1234] *= (real)0.9;
    CHECK(implicit_count_beyond(s, &c) == 1, "%g cells", implicit_count_beyond(s, &c));
    c.numerics.first_order_cells = false;
    CHECK(implicit_count_beyond(s, &c) == 0, "switched off");
    c.numerics.first_order_cells = true;
    f.q[donor] *= (real)1.1; /* so that it is told from the others */
    implicit_bring_back(s, &c);
    for (int64_t v = 0; v < NV; v++)
        CHECK_NEAR(f.q[v * d.view.n_slots + hot], f.q[v * d.view.n_slots + donor], 0);
    flow_evaluate(&f, true);
    CHECK(implicit_count_beyond(s, &c) == 0, "%g cells are left", implicit_count_beyond(s, &c));
    CHECK(flow_is_first_order(&f, hot) == first_order && !flow_is_first_order(&f, 1234), "order");
    CHECK(!first_order || neighbours_are_first_order(hot), "its neighbours, too");
    f.q[hot] *= (real)0.5;
    CHECK((implicit_count_beyond(s, &c) == 0) == first_order, "once of first order a cell is left alone");
}
static void cells_beyond_bounds_come_back(void)
{
    if (!begin("limiter = venkatakrishnan\n"))
        return;
    check_brought_back(true);
    end();
    if (!begin("limiter = none\n"))
        return;
    check_brought_back(false);
    end();
}

/* Neither takes the other's state. */
static void neighbours_that_are_both_hot(void)
{
    if (!begin("limiter = none\n"))
        return;
    f.q[3210] *= (real)0.5;
    f.q[across_largest_face(3210)] *= (real)0.5;
    implicit_bring_back(it.own, &c);
    flow_evaluate(&f, true);
    CHECK(implicit_count_beyond(it.own, &c) == 0, "%g cells are left", implicit_count_beyond(it.own, &c));
    end();
}

static enum steering_change asked_with(const struct bed *b, double r, double beyond)
{
    struct bed next = *b;
    const struct steering_facts facts = {.r = bed_norms(r), .evaluations = b->evaluations, .beyond = beyond};
    return steering_before(&next.k, &next.cfl, &facts).change;
}
static void they_are_brought_back_once_the_rest_settles(void)
{
    struct bed b = bed_begin((struct steering_means){.corrects = false});
    rest(&b, 1, 12);
    CHECK(asked_with(&b, 1, 1e-3) == CHANGE_NONE, "at a run's start");
    rest(&b, 0.01, 1);
    CHECK(asked_with(&b, 0.9e-3, 1e-3) == CHANGE_BOUNDS && asked_with(&b, 1.1e-3, 1e-3) == CHANGE_NONE,
          "three decades");
    CHECK(asked_with(&b, 0.9e-3, 0) == CHANGE_NONE && asked_with(&b, 0.9e-3, 0.06) == CHANGE_NONE, "none; too many");
    rest(&b, 0.05, 8);
    CHECK(asked_with(&b, 0.05, 1e-3) == CHANGE_NONE, "nine steps without a halving");
    rest(&b, 0.05, 1);
    CHECK(asked_with(&b, 0.05, 1e-3) == CHANGE_BOUNDS, "ten");
    b.k.look_step = b.k.steps - 9;
    CHECK(asked_with(&b, 0.05, 1e-3) == CHANGE_NONE, "not so soon again");
    b.k.look_step = 0;
    b.k.brought_back = 20;
    CHECK(asked_with(&b, 0.05, 1e-3) == CHANGE_NONE, "not for ever");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm);
    CASE(bins_go_by_exponents);
    CASE(few_cells_hold_nine_tenths);
    CASE(the_next_ones_come_along);
    CASE(a_run_stands_after_fifteen_steps);
    CASE(their_slopes_are_zero);
    CASE(without_a_limiter_there_are_none);
    CASE(parts_make_up_the_norm);
    CASE(the_cell_that_holds_the_residual_is_found);
    CASE(many_cells_are_left_alone);
    CASE(cells_beyond_bounds_come_back);
    CASE(neighbours_that_are_both_hot);
    CASE(they_are_brought_back_once_the_rest_settles);
    comm_finish();
    return check_end();
}
