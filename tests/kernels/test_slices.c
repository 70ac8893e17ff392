/* Sweeps and assembly of the stored Jacobian a slice of rows at a time, as CPUs do them, against
 * jacobian_sweep_body(), jacobian_along_body(), jacobian_line_body() and jacobian_row_body() row by row: the same bits,
 * in both storages and all sets of equations, in the back end's loops and in the functions behind them. On a box of all
 * four cell types or of tetrahedra, with six kinds of boundary and a wall.
 */
#include "check.h"
#include "kernels/jacobian.h"
#include "kernels/newton.h"
#include "pipeline.h"
#include "random.h"
#include "rows_bed.h"
#include "scheme/flow.h"
#include "scheme/implicit_rows.h"

/* The functions below the back end's loops are made once for each set of equations; here for any. */
static int part_equations;
#define PART_EQUATIONS part_equations
#include "backend/cpu/backend_cpu_assembly.h"
#include "backend/cpu/backend_cpu_sweep.h"

/* ---- assembly ---- */

static struct jacobian_args assembly_args(const struct bed *t, const struct implicit_rows *r)
{
    return (struct jacobian_args){
        .u = t->f.args.update,
        .patch = t->f.args.fluxes.patch,
        .prescribed_face = t->f.args.fluxes.prescribed_face,
        .entropy_fix = t->f.args.fluxes.entropy_fix,
        .cfl = 20,
        .spectral = t->spectral,
        .frame = {.velocity = {30, -20, 10},
                  .omega = {40, 50, -60},
                  .steady = 1,
                  .from_rest = {0, 1, 0, -1, 0, 0, 0, 0, 1}},
        .unit = {(real)1.2, 300, 300, 300, (real)1e5},
        .residual = t->residual,
        .floor = {1e-3 * t->c.derived.freestream_turbulence[0], 1e-3 * t->c.derived.freestream_turbulence[1]},
        .restrained = t->f.equations == EQUATIONS_SST,
        .rows = r->rows};
}

/* Other bits, or no number. */
static int differ(double a, double b)
{
    return !(a == b && signbit(a) == signbit(b) && isfinite(a));
}

static int block_differs(const struct jacobian_rows *a, const struct jacobian_rows *b, lid e)
{
    int n = 0;
    for (int k = 0; k < NV * NV; k++)
        n += differ(jacobian_entry(a->beside, e / SLICE, e % SLICE, k, a->storage),
                    jacobian_entry(b->beside, e / SLICE, e % SLICE, k, b->storage));
    return n;
}

/* Of row p and its entries; *seen: how many entries there are. */
static int row_differs(const struct jacobian_rows *a, const struct jacobian_rows *b, int nt, lid p, int *seen)
{
    int n = 0;
    for (int k = 0; k < NV * NV; k++) {
        int64_t at = ((int64_t)(p / SLICE) * NV * NV + k) * SLICE + p % SLICE;
        n += differ(a->inverse[at], b->inverse[at]);
    }
    for (int v = 0; v < nt; v++) {
        int64_t at = v * (int64_t)a->n_rows + p;
        n += differ(a->inverse_turbulence[at], b->inverse_turbulence[at]);
    }
    for (lid e = a->offset[p / SLICE] + p % SLICE; e < a->offset[p / SLICE + 1]; e += SLICE) {
        if (a->side[e] == ENTRY_PAD)
            continue;
        n += block_differs(a, b, e);
        for (int v = 0; v < nt; v++) {
            int64_t at = v * (int64_t)a->n_entries + e;
            n += differ(a->beside_turbulence[at], b->beside_turbulence[at]);
        }
        ++*seen;
    }
    return n;
}

/* Entries that no row has are multiplied by 0: they must be numbers.
 * rows_make() has filled the arrays with not-a-numbers: whatever the assembly left alone is found. */
static int paddings_without_number(const struct jacobian_rows *a, int nt)
{
    int n = 0;
    for (lid e = 0; e < a->n_entries; e++) {
        for (int k = 0; k < NV * NV; k++)
            n += !isfinite(jacobian_entry(a->beside, e / SLICE, e % SLICE, k, a->storage));
        for (int v = 0; v < nt; v++)
            n += !isfinite(a->beside_turbulence[v * (int64_t)a->n_entries + e]);
    }
    return n;
}

/* The counts show that the comparison was about something: every owned cell has a row, every inner face two entries,
 * and there are rows and entries that are padding. */
static void check_rows(const char *what, const struct bed *t, const struct jacobian_rows *a,
                       const struct jacobian_rows *b)
{
    const int nt = t->f.n_variables - NV;
    int differing = 0, rows = 0, entries = 0;
    for (lid p = 0; p < a->n_rows; p++)
        if (a->cell[p] >= 0) {
            differing += row_differs(a, b, nt, p, &entries);
            rows++;
        }
    const char *equations = equations_words[t->f.equations];
    CHECK(differing == 0, "%s, %s: %d numbers of %d rows differ", what, equations, differing, rows);
    CHECK(paddings_without_number(a, nt) == 0, "%s, %s: padding is no number", what, equations);
    CHECK(rows == t->d.view.n_owned && entries == 2 * (t->d.view.n_flux - t->d.view.n_boundary) &&
              rows < a->n_rows && entries < a->n_entries,
          "%d rows of %d, %d entries of %d", rows, (int)a->n_rows, entries, (int)a->n_entries);
}

static void check_assembly_of(const struct bed *t, enum jacobian_storage storage, enum frame_kind kind)
{
    struct implicit_rows one, slice, launched;
    rows_make(t, storage, &one);
    rows_make(t, storage, &slice);
    rows_make(t, storage, &launched);
    struct jacobian_args by_row = assembly_args(t, &one), by_slice = assembly_args(t, &slice),
                         by_launch = assembly_args(t, &launched);
    part_equations = (int)t->f.equations;
    for (lid p = 0; p < one.rows.n_rows; p++)
        jacobian_row_of(p, &by_row, part_equations, (int)kind);
    block_assembly(0, slice.rows.n_rows, &by_slice, (int)kind);
    KERNEL_LAUNCH(backend_kernel(t->d.backend, KERNEL_jacobian_row, part_equations, (int)kind), STREAM_COMPUTE, 0,
                  launched.rows.n_rows, &by_launch);
    check_rows("by slices", t, &slice.rows, &one.rows);
    check_rows("launched", t, &launched.rows, &one.rows);
    implicit_rows_free(t->d.backend, &one);
    implicit_rows_free(t->d.backend, &slice);
    implicit_rows_free(t->d.backend, &launched);
}

/* Of a mesh at rest, and of one that moves. */
static void check_assembly(const struct bed *t, enum jacobian_storage storage)
{
    check_assembly_of(t, storage, FRAME_RESTS);
    check_assembly_of(t, storage, FRAME_MOVES);
    check_assembly_of(t, storage, WALLS_MODELLED);
}

/* ---- rows that are restrained ---- */

static double restraint(const struct bed *t, const struct jacobian_args *a, int v, lid i)
{
    const lid n = t->d.view.n_slots;
    return jacobian_turbulence_restraint(t->residual[v * t->d.view.n_owned + i], (double)t->f.q[i],
                                         (double)t->f.q[v * n + i], a->floor[v - NV]);
}

/* Diagonals of turbulence variables with and without it, which are kept as inverses of seven digits. */
static void check_restrained_rows(const struct bed *t, enum jacobian_storage storage)
{
    struct implicit_rows with, without;
    const int nt = t->f.n_variables - NV;
    int rose = 0, fell = 0;
    rows_make(t, storage, &with);
    rows_make(t, storage, &without);
    struct jacobian_args a = assembly_args(t, &with), b = assembly_args(t, &without);
    a.restrained = 1;
    b.restrained = 0;
    for (lid p = 0; p < with.rows.n_rows; p++) {
        const lid i = with.rows.cell[p];
        jacobian_row_of(p, &a, (int)t->f.equations, FRAME_RESTS);
        jacobian_row_of(p, &b, (int)t->f.equations, FRAME_RESTS);
        for (int v = 0; v < nt && i >= 0; v++) {
            const int64_t k = v * (int64_t)with.rows.n_rows + p;
            double has = 1 / (double)with.rows.inverse_turbulence[k];
            CHECK_NEAR(has - 1 / (double)without.rows.inverse_turbulence[k], restraint(t, &a, NV + v, i), 4e-7 * has);
            rose += t->residual[(NV + v) * t->d.view.n_owned + i] > 0;
            fell += t->residual[(NV + v) * t->d.view.n_owned + i] < 0;
        }
    }
    CHECK(nt == 0 || (rose > 10 && fell > 10), "%d and %d", rose, fell);
    implicit_rows_free(t->d.backend, &with);
    implicit_rows_free(t->d.backend, &without);
}

/* Products, and norms of what a step leaves: of a state whose residual does not change the product is the diagonal's,
 * and a step over that diagonal leaves nothing of the residual. */
static void check_restrained_vectors(const struct bed *t, enum jacobian_storage storage)
{
    const int64_t n = t->d.view.n_owned, slots = t->d.view.n_slots;
    const int nv = t->f.n_variables;
    const struct jacobian_args j = {.floor = {1e-3 * t->c.derived.freestream_turbulence[0],
                                              1e-3 * t->c.derived.freestream_turbulence[1]}};
    uint64_t seed = 29;
    real *q0 = mem_zalloc("q0", (size_t)(nv * n), sizeof *q0), *q = mem_zalloc("q", (size_t)(nv * slots), sizeof *q);
    double *x = mem_zalloc("x", (size_t)(2 * nv * n), sizeof *x), *to = x + nv * n;
    struct implicit_args a = {.n_owned = (lid)n, .n_slots = (lid)slots, .n_variables = nv, .gamma = (real)1.4, .q = q,
                              .q0 = q0, .residual = t->residual, .base = t->residual, .direction = x, .to = to,
                              .spectral = t->spectral, .cfl = 20, .share = 1, .unsteady = 1, .restrained = 1,
                              .by_value = Q_OMEGA, .floor = {j.floor[0], j.floor[1]}};
    (void)storage;
    for (int v = 0; v < nv; v++) {
        a.unit[v] = 0.5 + v;
        for (lid i = 0; i < n; i++) {
            q0[v * n + i] = q[v * slots + i] = t->f.q[v * slots + i];
            x[v * n + i] = random_signed(&seed);
        }
    }
    for (lid i = 0; i < n; i++) {
        double before[3], after[3];
        implicit_product_body(i, &a);
        for (int v = 0; v < nv; v++) {
            double time = t->spectral[i] / 20 + (v < NV ? 0 : restraint(t, &j, v, i));
            CHECK_NEAR(to[v * n + i], x[v * n + i] * time / t->spectral[i], 1e-12 * fabs(to[v * n + i]));
        }
        implicit_norm_body(i, &a, before);
        for (int v = NV; v < nv; v++)
            q[v * slots + i] += (real)(t->residual[v * n + i] /
                                       ((double)q0[i] * (t->spectral[i] / 20 + restraint(t, &j, v, i))));
        implicit_norm_body(i, &a, after);
        CHECK(after[0] == before[0], "the flow's: %g, %g", after[0], before[0]);
        for (int v = NV; v < nv; v++)
            CHECK(after[v - NV + 1] <= 1e-18 * before[v - NV + 1], "variable %d: %g of %g is left", v,
                  after[v - NV + 1], before[v - NV + 1]);
    }
    mem_free(q0);
    mem_free(q);
    mem_free(x);
}

/* ---- sweeps ---- */

static void fill_blocks(const struct jacobian_rows *r, uint64_t *seed)
{
    for (lid e = 0; e < r->n_entries; e++) {
        struct block5 m;
        for (int k = 0; k < NV * NV; k++)
            m.a[k / NV][k % NV] = (real)(0.1 * random_signed(seed));
        jacobian_entry_store(r->beside, e / SLICE, e % SLICE, &m, r->storage);
    }
}

/* Entries of order 0.1, those of no row of another, and x anywhere. */
static void fill_numbers(const struct jacobian_solve_args *a, uint64_t *seed)
{
    const struct jacobian_rows *r = &a->rows;
    const int nv = a->n_variables;
    fill_blocks(r, seed);
    for (int64_t k = 0; k < (int64_t)r->n_entries * (nv - NV); k++)
        r->beside_turbulence[k] = (jacobian_number)(0.1 * random_signed(seed));
    for (int64_t k = 0; k < (int64_t)r->n_rows * nv; k++)
        a->b[k] = (jacobian_number)random_signed(seed);
    for (int64_t k = 0; k < (int64_t)r->n_places * nv; k++)
        a->x[k] = (jacobian_number)random_signed(seed);
}

static int places_that_differ(const struct bed *t, const struct jacobian_rows *r, const jacobian_number *x,
                              const jacobian_number *y)
{
    int n = 0;
    for (lid i = 0; i < t->d.view.n_owned; i++)
        for (int v = 0; v < t->f.n_variables; v++) {
            int64_t k = v * (int64_t)r->stride + r->place[i] * (int64_t)r->step;
            n += differ(x[k], y[k]);
        }
    return n;
}

/* Two sweeps over all colours.
 * Part by part, as colours must be swept; the same start in three copies: row by row, by slices, and launched. */
static void check_sweep(const struct bed *t, enum jacobian_storage storage)
{
    struct implicit_rows r;
    uint64_t seed = 31;
    const int nv = t->f.n_variables;
    rows_make(t, storage, &r);
    struct jacobian_solve_args a[3];
    size_t n = (size_t)r.rows.n_places * (size_t)nv, rows = (size_t)r.rows.n_rows * (size_t)nv;
    jacobian_number *b = mem_zalloc("b", rows, sizeof *b);
    jacobian_number *x = mem_zalloc("x", 3 * n, sizeof *x);
    for (int k = 0; k < 3; k++)
        a[k] = (struct jacobian_solve_args){.rows = r.rows, .n_owned = t->d.view.n_owned, .n_variables = nv, .b = b,
                                            .x = x + (size_t)k * n};
    fill_numbers(&a[0], &seed);
    memcpy(a[1].x, x, n * sizeof *x);
    memcpy(a[2].x, x, n * sizeof *x);
    const int place = KERNEL_PLACE(r.rows.storage, nv);
    struct kernel *sweep = backend_kernel(t->d.backend, KERNEL_jacobian_sweep, EQUATIONS_ANY, place);
    struct kernel *along = backend_kernel(t->d.backend, KERNEL_jacobian_along, EQUATIONS_ANY, place);
    for (int c = 0; c < 2 * r.n_parts; c++) {
        const int part = c % r.n_parts;
        const struct row_part *q = &r.part[part];
        for (lid p = q->row; p < q->row_end; p++)
            jacobian_sweep_body(p, &a[0], nv, r.rows.storage);
        for (lid i = q->lane; i < q->single_lane; i++)
            jacobian_along_body(i, &a[0], nv, r.rows.storage);
        block_sweep(q->row, q->row_end, &a[1], nv, r.rows.storage);
        block_along(q->lane, q->single_lane, &a[1], nv, r.rows.storage);
        KERNEL_LAUNCH(sweep, STREAM_COMPUTE, q->row, q->row_end, &a[2]);
        KERNEL_LAUNCH(along, STREAM_COMPUTE, q->lane, q->single_lane, &a[2]);
    }
    int slice = places_that_differ(t, &r.rows, a[1].x, a[0].x);
    int launched = places_that_differ(t, &r.rows, a[2].x, a[0].x);
    CHECK(slice == 0 && launched == 0, "%d variables, storage %d: %d differ by slices, %d launched", nv,
          r.rows.storage, slice, launched);
    mem_free(b);
    mem_free(x);
    implicit_rows_free(t->d.backend, &r);
}

/* The rows of the first colour as if two other ranks had some of them in their halos: x is what a plain sweep gives,
 * and their arrays, of other lengths, have the values at the places asked for and nothing else. */
static void check_sent_by(const struct bed *t, enum jacobian_storage storage, bool launched)
{
    enum { SENT = 3 };
    /* The last is of a row behind the end. */
    static const struct sent_place place[] = {{4, 0, 0}, {2, 1, 0}, {0, 1, 2}, {7, 0, 3}};
    const lid first[SENT + 2] = {0, 2, 2, 3, 4}, stride[] = {50, 70}, of[] = {0, 0, 2};
    struct implicit_rows r;
    uint64_t seed = 37;
    const int nv = t->f.n_variables;
    rows_make(t, storage, &r);
    size_t n = (size_t)r.rows.n_places * (size_t)nv, rows = (size_t)r.rows.n_rows * (size_t)nv;
    jacobian_number *b = mem_zalloc("b", rows, sizeof *b), *x = mem_zalloc("x", 2 * n, sizeof *x);
    jacobian_number halo[2][80 * NV_MAX] = {{0}};
    struct jacobian_solve_args plain = {.rows = r.rows, .n_owned = t->d.view.n_owned, .n_variables = nv, .b = b};
    plain.x = x;
    struct jacobian_sent_args a = {.solve = plain, .begin = r.part[0].row, .end = r.part[0].row + SENT, .first = first,
                                   .place = place, .x = {halo[0], halo[1]}, .stride = {stride[0], stride[1]}};
    a.solve.x = x + n;
    fill_numbers(&plain, &seed);
    memcpy(a.solve.x, x, n * sizeof *x);
    const int which = KERNEL_PLACE(r.rows.storage, nv);
    KERNEL_LAUNCH(backend_kernel(t->d.backend, KERNEL_jacobian_sweep, EQUATIONS_ANY, which), STREAM_COMPUTE,
                  r.part[0].row, r.part[1].row_end, &plain);
    if (launched)
        KERNEL_LAUNCH(backend_kernel(t->d.backend, KERNEL_jacobian_sweep_sent, EQUATIONS_ANY, which), STREAM_COMPUTE,
                      r.part[0].row, r.part[1].row_end, &a);
    for (lid p = r.part[0].row; p < r.part[1].row_end && !launched; p++)
        jacobian_sweep_sent_body(p, &a, nv, (int)storage);
    int wrong = 0, filled = 0;
    for (int e = 0; e < SENT; e++)
        for (int v = 0; v < nv; v++)
            wrong += differ(halo[place[e].peer][v * stride[place[e].peer] + place[e].place * r.rows.step],
                            jacobian_x(&plain, r.part[0].row + of[e], v));
    for (size_t k = 0; k < sizeof halo / sizeof **halo; k++)
        filled += (&halo[0][0])[k] != 0;
    int apart = places_that_differ(t, &r.rows, a.solve.x, x);
    CHECK(wrong == 0 && filled == SENT * nv && apart == 0,
          "%d variables, storage %d: %d of those sent are wrong, %d places filled, %d of x differ", nv, r.rows.storage,
          wrong, filled, apart);
    mem_free(b);
    mem_free(x);
    implicit_rows_free(t->d.backend, &r);
}

static void check_sent(const struct bed *t, enum jacobian_storage storage)
{
    check_sent_by(t, storage, false);
    check_sent_by(t, storage, true);
}

/* The lines of the first colour, those of its first group as if another rank had each third of their cells in its halo:
 * a sweep sends none of them, and along the lines x is what a plain sweep gives, there and in the other's array. */
static void check_sent_lines_by(const struct bed *t, enum jacobian_storage storage, bool launched)
{
    struct implicit_rows r;
    uint64_t seed = 41;
    const int nv = t->f.n_variables;
    rows_make(t, storage, &r);
    const lid lane = r.part[1].lane, lines = r.part[1].single_lane, begin = r.part[1].row;
    const lid end = r.rows.first[lane / SLICE + 1] * SLICE;
    const lid n_sent = (end - begin) / 3;
    size_t n = (size_t)r.rows.n_places * (size_t)nv, rows = (size_t)r.rows.n_rows * (size_t)nv;
    lid *first = mem_zalloc("first", (size_t)(end - begin) + 1, sizeof *first);
    struct sent_place *place = mem_zalloc("place", (size_t)n_sent + 1, sizeof *place);
    for (lid p = 0; p < end - begin; p++) {
        first[p + 1] = (p + 1) / 3;
        place[p / 3] = (struct sent_place){.place = n_sent - 1 - p / 3, .row = begin + p / 3 * 3 + 2};
    }
    jacobian_number *b = mem_zalloc("b", rows, sizeof *b), *x = mem_zalloc("x", 2 * n, sizeof *x);
    jacobian_number *halo = mem_zalloc("halo", ((size_t)n_sent + 1) * NV_MAX, sizeof *halo);
    struct jacobian_solve_args plain = {.rows = r.rows, .n_owned = t->d.view.n_owned, .n_variables = nv, .b = b};
    plain.x = x;
    struct jacobian_sent_args a = {.solve = plain, .begin = begin, .end = end, .single = end, .lanes = lane + SLICE,
                                   .other_lanes = lane + SLICE, .first = first, .place = place, .x = {halo},
                                   .stride = {1}};
    const int which = KERNEL_PLACE(r.rows.storage, nv);
    struct kernel *sweep = backend_kernel(t->d.backend, KERNEL_jacobian_sweep_sent, EQUATIONS_ANY, which);
    struct kernel *along = backend_kernel(t->d.backend, KERNEL_jacobian_along_sent, EQUATIONS_ANY, which);
    CHECK(lines > lane + SLICE && n_sent > 1, "%d lanes, %d rows", (int)(lines - lane), (int)(end - begin));
    a.solve.x = x + n;
    fill_numbers(&plain, &seed);
    memcpy(a.solve.x, x, n * sizeof *x);
    if (launched)
        KERNEL_LAUNCH(sweep, STREAM_COMPUTE, begin, end, &a);
    for (lid p = begin; p < end && !launched; p++)
        jacobian_sweep_sent_body(p, &a, nv, (int)storage);
    int early = 0, wrong = 0;
    for (lid k = 0; k < n_sent * nv; k++)
        early += halo[k] != 0;
    memcpy(a.solve.x, x, n * sizeof *x);
    if (launched)
        KERNEL_LAUNCH(along, STREAM_COMPUTE, lane, lines, &a);
    for (lid i = lane; i < lines && !launched; i++)
        jacobian_along_sent_body(i, &a, nv, (int)storage);
    for (lid i = lane; i < lines; i++)
        jacobian_along_body(i, &plain, nv, (int)storage);
    for (lid k = 0; k < n_sent; k++)
        for (int v = 0; v < nv; v++)
            wrong += differ(halo[v + place[k].place * r.rows.step], jacobian_x(&plain, place[k].row, v));
    int apart = places_that_differ(t, &r.rows, a.solve.x, x);
    CHECK(early == 0 && wrong == 0 && apart == 0,
          "%d variables, storage %d: %d were sent before their lines were solved, %d of %d are wrong, %d of x differ",
          nv, r.rows.storage, early, wrong, (int)n_sent * nv, apart);
    mem_free(first);
    mem_free(place);
    mem_free(b);
    mem_free(x);
    mem_free(halo);
    implicit_rows_free(t->d.backend, &r);
}

static void check_sent_lines(const struct bed *t, enum jacobian_storage storage)
{
    check_sent_lines_by(t, storage, false);
    check_sent_lines_by(t, storage, true);
}

/* ---- elimination along lines ---- */

static void fill_lines(const struct bed *t, struct implicit_rows *r)
{
    uint64_t seed = 17;
    const struct jacobian_rows *k = &r->rows;
    const int nt = t->f.n_variables - NV;
    fill_blocks(k, &seed);
    for (int64_t e = 0; e < (int64_t)k->n_entries * nt; e++)
        k->beside_turbulence[e] = (jacobian_number)(0.3 * random_signed(&seed));
    for (int64_t e = 0; e < (int64_t)k->n_rows * NV * NV; e++)
        k->inverse[e] = (jacobian_number)random_signed(&seed);
    for (int64_t e = 0; e < (int64_t)k->n_rows * nt; e++)
        k->inverse_turbulence[e] = (jacobian_number)random_signed(&seed);
}

/* The elimination works in place: entries and inverses of the three copies are compared as an assembly's are. */
static void check_lines(const struct bed *t, enum jacobian_storage storage)
{
    struct implicit_rows rows[3];
    struct jacobian_solve_args a[3];
    for (int k = 0; k < 3; k++) {
        rows_make(t, storage, &rows[k]);
        fill_lines(t, &rows[k]);
        a[k] = (struct jacobian_solve_args){.rows = rows[k].rows, .n_variables = t->f.n_variables};
    }
    for (lid i = 0; i < rows[0].rows.n_lanes; i++)
        jacobian_line_body(i, &a[0], storage);
    block_lines(0, rows[1].rows.n_lanes, &a[1], storage);
    KERNEL_LAUNCH(backend_kernel(t->d.backend, KERNEL_jacobian_line, EQUATIONS_ANY, (int)storage), STREAM_COMPUTE, 0,
                  rows[2].rows.n_lanes, &a[2]);
    check_rows("by slices", t, &rows[1].rows, &rows[0].rows);
    check_rows("launched", t, &rows[2].rows, &rows[0].rows);
    for (int k = 0; k < 3; k++)
        implicit_rows_free(t->d.backend, &rows[k]);
}

static void on_packs(void (*check)(const struct bed *t, enum jacobian_storage storage))
{
    for (int e = 0; e < 4; e++) {
        struct bed t;
        CHECK(bed_make(equations_words[e], &t) == 0, "%s", error_message());
        check(&t, JACOBIAN_SINGLE);
        check(&t, JACOBIAN_HALF);
        bed_free(&t);
    }
}

/* mixed and tet without lines, hex in thin layers with them. */
static void on_all_equations(void (*check)(const struct bed *t, enum jacobian_storage storage))
{
    static const char *const kinds[] = {"mixed", "tet", "hex"};
    for (int k = 0; k < 3; k++) {
        make_packs(kinds[k], k == 2);
        on_packs(check);
    }
}

static void assembly_by_slices(void)
{
    on_all_equations(check_assembly);
}

static void sweeps_by_slices(void)
{
    on_all_equations(check_sweep);
}

static void sweeps_that_send(void)
{
    on_all_equations(check_sent);
}

static void lines_that_send(void)
{
    make_packs("hex", true);
    on_packs(check_sent_lines);
}

static void lines_by_slices(void)
{
    on_all_equations(check_lines);
}

static void rows_that_are_restrained(void)
{
    on_all_equations(check_restrained_rows);
}

static void vectors_that_are_restrained(void)
{
    on_all_equations(check_restrained_vectors);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm_self);
    CASE(assembly_by_slices);
    CASE(rows_that_are_restrained);
    CASE(vectors_that_are_restrained);
    CASE(sweeps_by_slices);
    CASE(sweeps_that_send);
    CASE(lines_that_send);
    CASE(lines_by_slices);
    comm_finish();
    return check_end();
}
