/* Coarse levels of the implicit scheme: which cells are joined, that the equations of each level are the sums of the
 * cells' equations, and that what is found is a solution of them. On several ranks: e2e/implicit_coarse.
 */
#include "check.h"
#include "exchange/exchange.h"
#include "exchange/exchange_lists.h"
#include "kernels/coarse_level.h"
#include "kernels/newton.h"
#include "pipeline.h"
#include "random.h"
#include "scheme/coarse_cells.h"
#include "scheme/coarse_rows.h"
#include "scheme/implicit_coarse.h"
#include "scheme/implicit_rows.h"

#include <float.h>

struct bed {
    struct comm comm;
    struct case_file c;
    struct domain d;
    struct flow f;
    double *residual, *spectral;
};

static struct bed t;    /* 24 x 16 x 12 cells with walls */
static struct bed ring; /* 18 x 18 x 15 cells between two periodic sides */

static void fill_state(struct bed *b)
{
    uint64_t seed = 9;
    const lid n = b->d.view.n_slots;
    for (lid i = 0; i < n; i++) {
        struct state s = {(real)(1.2 + 0.1 * random_signed(&seed)), (real)(200 + 50 * random_signed(&seed)),
                          (real)(40 * random_signed(&seed)), (real)(30 * random_signed(&seed)),
                          (real)(1e5 + 1e4 * random_signed(&seed))};
        state_store(b->f.q, n, i, s);
        for (int v = NV; v < b->f.n_variables; v++)
            b->f.q[v * (int64_t)n + i] =
                (real)(b->c.derived.freestream_turbulence[v - NV] * (5 + 4 * random_signed(&seed)));
    }
}

/* shape: of box_mesh; periodic: a file for ufv-prep, or ""; a state that varies from cell to cell, evaluated. */
static int make_bed(struct bed *b, const char *shape, const char *periodic)
{
    const char *build = pipeline_build(), *s = pipeline_scratch();
    char config[PATH_MAX], packs[PATH_MAX];
    snprintf(config, sizeof config, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs", s);
    pipeline_write(config, "[flow]\nmach = 0.6\nup = y\nreynolds = 1e4\n[model]\nequations = sa\n"
                           "[time]\nscheme = implicit\n[numerics]\ncoarse = yes\n"
                           "[patches]\n* = farfield\nymin = wall\nymax = symmetry\n");
    if (pipeline_run("%s/tools/box_mesh %s --bc ymin=BCWallViscous --out %s/box.cgns >/dev/null && rm -rf %s && "
                     "%s/ufv-prep --quiet %s%s %s/box.cgns --out %s >/dev/null", build, shape, s, packs, build,
                     *periodic ? "--config " : "", periodic, s, packs))
        return error_set("no packs");
    TRY(case_read(config, NULL, 0, &b->c));
    TRY(domain_load(packs, &b->c, &t.comm, backend_cpu(1), &b->d));
    TRY(flow_create(&b->d, &b->c, EXCHANGE_STAGED, &b->f));
    fill_state(b);
    flow_evaluate(&b->f, true);
    MEM_NEW_ZERO(b->residual, b->f.n_variables * b->d.view.n_owned);
    MEM_NEW_ZERO(b->spectral, b->d.view.n_owned);
    flow_residual(&b->f, b->residual, b->spectral);
    return 0;
}

static void free_bed(struct bed *b)
{
    mem_free(b->residual);
    mem_free(b->spectral);
    flow_free(&b->f);
    domain_free(&b->d);
    case_free(&b->c);
}

/* ---- which cells are joined ---- */

/* Five cells: 0 touches 1 and, by a larger face, 2; 1 touches 3 likewise. 4 touches 3 alone, and stays alone. */
static void pairs_share_the_largest_faces(void)
{
    static const struct {
        lid a, b;
        float area;
    } face[] = {{0, 1, 1}, {0, 2, 9}, {1, 3, 8}, {2, 3, 2}, {3, 4, 3}};
    static const lid pairs[5] = {0, 1, 0, 1, 2};
    struct cell_graph g = {.n = 5};
    lid coarse[5];
    MEM_NEW(g.offset, 6);
    MEM_NEW(g.other, 10);
    MEM_NEW(g.weight, 10);
    MEM_NEW_ZERO(g.outside, 5);
    MEM_NEW_ZERO(g.size, 5);
    g.offset[0] = 0;
    for (lid i = 0; i < 5; i++) {
        int64_t at = g.offset[i];
        for (int k = 0; k < 5; k++)
            if (face[k].a == i || face[k].b == i) {
                g.other[at] = face[k].a == i ? face[k].b : face[k].a;
                g.weight[at++] = face[k].area;
            }
        g.offset[i + 1] = at;
    }
    coarse_cells_join(&g, 1, coarse);
    for (int i = 0; i < 5; i++)
        CHECK(coarse[i] == pairs[i], "cell %d in %d", i, (int)coarse[i]);
    CHECK(g.n == 3 && g.offset[3] == 4, "%d coarse cells, %d neighbours", (int)g.n, (int)g.offset[3]);
    CHECK_NEAR(g.weight[g.offset[0]], 1 + 2, 0); /* the faces 0 | 1 and 2 | 3 */
    coarse_cells_join(&g, 1, coarse);
    CHECK(g.n == 2, "%d coarse cells", (int)g.n);
    cell_graph_free(&g);
}

/* The scheme's own levels, two of them, assembled; implicit_coarse_free() them. fine: [out] rows of the cells. */
static struct implicit_coarse *make_levels(struct bed *b, struct implicit_rows *fine)
{
    implicit_rows_create(&b->d, 1, JACOBIAN_SINGLE, fine);
    struct implicit_coarse *c = implicit_coarse_create(&b->f, &b->c, fine);
    CHECK(c && implicit_coarse_levels(c)->n == 2, "not two levels");
    return c;
}

/* All cells are in coarse cells, those of the first level of up to eight; what rows of the second are made of belongs
 * to them by `up`; no row has itself as a neighbour, and neighbours' entries mirror one another. */
static void check_level(const struct coarse_rows *c, const struct coarse_rows *before, lid parts)
{
    const struct coarse_level *l = &c->level;
    const struct jacobian_rows *r = &l->rows;
    lid seen = 0, cells = 0, *times = mem_zalloc("times", (size_t)parts, sizeof *times);
    for (lid p = 0; p < r->n_rows; p++) {
        cells += r->cell[p] >= 0;
        for (lid k = l->parts.begin[p]; k < l->parts.begin[p + 1]; k++, seen++) {
            const lid part = l->parts.item[k];
            CHECK(r->cell[p] >= 0 && (before ? c->up[part] : c->place[part]) == p, "%d of row %d", (int)part, (int)p);
            CHECK(times[part]++ == 0, "%d twice", (int)part);
        }
        for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE) {
            const lid q = r->column[e], m = l->mirror[e];
            CHECK(q != p && (m >= 0) == (q >= 0 && q < r->n_rows), "entry %d of row %d", (int)e, (int)p);
            CHECK(m < 0 || (r->column[m] == p && m % SLICE == q % SLICE && l->mirror[m] == e), "entry %d", (int)e);
        }
    }
    CHECK(cells >= seen / 8 && cells <= seen / 5, "%d in %d", (int)seen, (int)cells);
    mem_free(times);
}

static void coarse_cells_are_the_mesh(void)
{
    struct bed *const beds[] = {&t, &ring};
    for (int k = 0; k < 2; k++) {
        struct implicit_rows fine;
        struct implicit_coarse *c = make_levels(beds[k], &fine);
        const struct coarse_levels *l = implicit_coarse_levels(c);
        check_level(&l->level[0], NULL, beds[k]->d.view.n_owned);
        check_level(&l->level[1], &l->level[0], l->level[0].level.rows.n_rows);
        for (lid i = 0; i < beds[k]->d.view.n_cells; i++)
            CHECK(l->level[0].place[i] < 0 || (l->level[0].up[fine.place[i]] == l->level[0].place[i] &&
                                               l->level[1].up[l->level[0].place[i]] == l->level[1].place[i]),
                  "cell %d", (int)i);
        implicit_coarse_free(c);
        implicit_rows_free(beds[k]->d.backend, &fine);
    }
}

/* ---- equations ---- */

/* Of what differs from face to face, what is checked. */
static const struct setting {
    int kind;           /* enum frame_kind */
    real omega[3];      /* rad/s, of the mesh */
    real slowest;       /* m/s, as jacobian_args */
} settings[] = {{FRAME_RESTS, {0, 0, 0}, 0}, {FRAME_RESTS, {0, 0, 0}, 20}, {FRAME_MOVES, {10, 60, -20}, 0}};

static struct jacobian_args fine_arguments(const struct bed *b)
{
    struct jacobian_args a = {.u = b->f.args.update, .patch = b->f.args.fluxes.patch,
                              .prescribed_face = b->f.args.fluxes.prescribed_face, .frame = b->f.args.fluxes.frame,
                              .load = b->f.load, .entropy_fix = b->f.args.fluxes.entropy_fix, .spectral = b->spectral,
                              .cfl = 50, .residual = b->residual};
    for (int v = 0; v < NV; v++)
        a.unit[v] = (real)(1 + v);
    return a;
}

/* What the conserved variables are like in the state: kg/m^3, kg/(m^2 s), J/m^3. */
static const double size[NV] = {1.2, 400, 400, 400, 1.4e5};

/* The block of a column in units of one: D^-1 O with the units taken out. */
static double entry_of(const struct jacobian_rows *r, const real *unit, lid e, int n)
{
    const float *block = (const float *)r->beside + (int64_t)(e / SLICE) * NV * NV * SLICE + e % SLICE;
    return (double)block[n * SLICE] * (double)unit[n / NV] / (double)unit[n % NV];
}

/* The sum over a coarse cell's cells of diagonals and of blocks between its own, by the formulas of the cells' rows:
 * what is left between two of its own must cancel, and what leads out is the block of that neighbour. */
static void check_row(const struct bed *b, const struct coarse_rows *c, const struct jacobian_args *a, int kind, lid p,
                      double *worst, double *worst_product)
{
    const struct coarse_level *l = &c->level;
    struct jacobian_sum sum = {block5_zero(), {(real)0, (real)0}};
    struct block5 out[64];
    lid place[64];
    int n = 0;
    for (lid i = 0; i < b->d.view.n_owned; i++) {
        if (c->place[i] != p)
            continue;
        const struct jacobian_cell own = jacobian_cell_load(i, a, EQUATIONS_SA);
        const struct row row = row_of(&b->d.view, i, ROWS_ANY);
        jacobian_add_boundaries(&sum, i, &own, a, EQUATIONS_SA, kind);
        block5_add_identity(&sum.d, (real)(b->spectral[i] / a->cfl));
        for (int j = 0; j < row.turns; j++) {
            int is_face, at = 0;
            real beside[2];
            const lid face = row_signed_face(&b->d.view, row, j, &is_face);
            if (!is_face || (face >= 0 && face < b->d.view.n_boundary))
                continue;
            jacobian_add_entry(&sum, i, face, &own, a, EQUATIONS_SA, kind);
            struct jacobian_face f = jacobian_face_load(i, face, 0, a, kind);
            struct block5 o = jacobian_other(beside, i, &f, &own, a, EQUATIONS_SA, kind);
            const lid to = c->place[row_cell(&b->d.view, row, j)];
            while (at < n && place[at] != to)
                at++;
            if (at == n && to != p) {
                place[n] = to;
                out[n++] = block5_zero();
            }
            struct block5 *into = to == p ? &sum.d : &out[at];
            for (int m = 0; m < NV * NV; m++)
                into->a[m / NV][m % NV] += o.a[m / NV][m % NV];
        }
    }
    const struct block5 diagonal = sum.d;
    block5_invert(&sum.d);
    int found = 0;
    for (lid e = l->rows.offset[p / SLICE] + p % SLICE; e < l->rows.offset[p / SLICE + 1]; e += SLICE)
        for (int at = 0; at < n && l->rows.column[e] >= 0; at++)
            if (place[at] == l->rows.column[e]) {
                const struct block5 o = block5_product(&sum.d, &out[at]);
                found++;
                for (int m = 0; m < NV * NV; m++) {
                    const double exact = (double)o.a[m / NV][m % NV];
                    const double error = fabs(entry_of(&l->rows, a->unit, e, m) - exact);
                    *worst = fmax(*worst, error / (fabs(exact) + 1e-3 * size[m / NV] / size[m % NV]));
                }
            }
    CHECK(found == n, "row %d has %d of its %d neighbours", (int)p, found, n);
    for (int m = 0; m < NV * NV; m++) {
        double product = m / NV == m % NV ? -1 : 0, terms = 0;
        for (int k = 0; k < NV; k++) {
            const int64_t at = ((int64_t)(p / SLICE) * NV * NV + m / NV * NV + k) * SLICE + p % SLICE;
            const double term = (double)l->rows.inverse[at] * (double)a->unit[m / NV] * (double)diagonal.a[k][m % NV];
            product += term;
            terms += fabs(term);
        }
        *worst_product = fmax(*worst_product, fabs(product) / terms);
    }
}

/* What implicit_coarse_assemble() does, by the bodies of its kernels. */
static void assemble_by_bodies(const struct coarse_levels *l, const struct jacobian_args *fine, int kind)
{
    const struct coarse_first_args first = {.fine = *fine, .level = l->level[0].level};
    struct coarse_level_args a[COARSE_LEVELS_MOST];
    for (lid k = 0; k < 2 * first.level.n_borders; k++)
        coarse_border_of(k, &first, EQUATIONS_SA, kind);
    for (lid p = 0; p < first.level.rows.n_rows; p++)
        coarse_own_of(p, &first, EQUATIONS_SA, kind);
    for (int k = 0; k < l->n; k++) {
        a[k] = (struct coarse_level_args){.before = l->level[k > 0 ? k - 1 : 0].level, .level = l->level[k].level};
        memcpy(a[k].unit, fine->unit, sizeof fine->unit);
        for (lid e = 0; k > 0 && e < a[k].level.rows.n_entries; e++)
            coarse_entry_body(e, &a[k]);
        for (lid p = 0; k > 0 && p < a[k].level.rows.n_rows; p++)
            coarse_own_body(p, &a[k]);
    }
    for (int k = 0; k < l->n; k++) {
        for (lid p = 0; p < a[k].level.rows.n_rows; p++)
            coarse_diagonal_body(p, &a[k]);
        for (lid e = 0; e < a[k].level.rows.n_entries; e++)
            coarse_solve_body(e, &a[k]);
    }
}

/* Twice, since what was there before does not count, and by bodies once more. Diagonals are added up from blocks kept
 * as floats, much of which cancels around a coarse cell: 1e-4 of an entry beside the diagonal, or of a thousandth of
 * what such entries are like; and the inverse times the diagonal is one to two thousand roundings of its terms, as
 * states differ here by shocks. */
static void check_equations(struct bed *b, const struct setting *s, bool by_body)
{
    struct implicit_rows fine;
    struct jacobian_args a = fine_arguments(b);
    b->c.derived.motion.moves = s->kind == FRAME_MOVES;
    struct implicit_coarse *c = make_levels(b, &fine);
    b->c.derived.motion.moves = false;
    a.slowest = s->slowest;
    a.frame.steady = s->kind == FRAME_MOVES;
    memcpy(a.frame.omega, s->omega, sizeof s->omega);
    for (int turn = 0; turn < 2; turn++)
        implicit_coarse_assemble(c, &a, STREAM_COMPUTE);
    if (by_body)
        assemble_by_bodies(implicit_coarse_levels(c), &a, s->kind);
    for (int k = 0; k < implicit_coarse_levels(c)->n; k++) {
        const struct coarse_rows *rows = &implicit_coarse_levels(c)->level[k];
        double worst = 0, product = 0;
        for (lid p = 0; p < rows->level.rows.n_rows; p++)
            if (rows->level.rows.cell[p] >= 0)
                check_row(b, rows, &a, s->kind, p, &worst, &product);
        CHECK(worst < 1e-4, "level %d: largest error %g", k, worst);
        CHECK(product < 2000 * 0.5 * FLT_EPSILON, "level %d: largest error of a diagonal %g", k, product);
    }
    implicit_coarse_free(c);
    implicit_rows_free(b->d.backend, &fine);
}

static void equations_are_sums_of_the_cells(void)
{
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        for (int by_body = 0; by_body < 2; by_body++) {
            check_equations(&t, &settings[k], by_body);
            check_equations(&ring, &settings[k], by_body);
        }
}

/* ---- what comes of it ---- */

/* Images of cells have got what the cells have. */
static void check_images(const struct bed *b, const struct implicit_rows *fine, const jacobian_number *x)
{
    const struct exchange_choice choice = {.layers = 1};
    struct exchange_lists l;
    exchange_lists_create(&b->d.pack, &choice, NULL, &l);
    CHECK((l.itself.recv_count > 0) == (b == &ring), "%d images", (int)l.itself.recv_count);
    for (lid k = 0; k < l.itself.recv_count; k++) {
        const lid cell = l.send[l.itself.send_begin + k], image = l.recv[l.itself.recv_begin + k];
        for (int v = 0; v < NV; v++)
            CHECK(x[(int64_t)fine->place[cell] * (NV + 1) + v] == x[(int64_t)fine->place[image] * (NV + 1) + v],
                  "variable %d of cell %d and its image %d", v, (int)cell, (int)image);
    }
    exchange_lists_free(&l);
}

/* Once more by the bodies of the kernels: the same right-hand sides, and the same change in the cells. */
static void begin_by_bodies(const struct bed *b, const struct coarse_levels *l, struct jacobian_solve_args *s)
{
    for (int k = 0; k < l->n; k++) {
        const struct coarse_level_args a = {.before = l->level[k > 0 ? k - 1 : 0].level, .level = l->level[k].level,
                                            .residual = s->residual, .n_owned = b->d.view.n_owned};
        const lid rows = a.level.rows.n_rows;
        int apart = 0;
        for (lid p = 0; p < rows; p++) {
            jacobian_number before[NV];
            for (int v = 0; v < NV; v++)
                before[v] = a.level.b[v * rows + p];
            coarse_restrict_body(p, &a, k == 0);
            for (int v = 0; v < NV && a.level.rows.cell[p] >= 0; v++)
                apart += bits_of_float(before[v]) != bits_of_float(a.level.b[v * rows + p]);
        }
        CHECK(apart == 0, "level %d: %d right-hand sides differ", k, apart);
    }
    const struct coarse_level *first = &l->level[0].level;
    const struct coarse_prolong_args a = {.up = l->level[0].up, .x = first->x, .stride = first->rows.stride,
                                          .step = first->rows.step, .to_stride = s->rows.stride,
                                          .to_step = s->rows.step, .to = s->x};
    for (lid k = 0; k < s->rows.n_places; k++)
        for (int v = 0; v < NV; v++)
            s->x[v * (int64_t)s->rows.stride + k * (int64_t)s->rows.step] = 0;
    for (lid k = 0; k < s->rows.n_places; k++)
        coarse_prolong_body(k, &a);
}

/* The residual of each row of each level is the sum of its cells'. */
static void check_restriction(const struct bed *b, const struct coarse_levels *l)
{
    for (int k = 0; k < l->n; k++) {
        const struct coarse_level *v = &l->level[k].level;
        const lid rows = v->rows.n_rows;
        double *sum = mem_zalloc("sums", NV * (size_t)rows, sizeof *sum), worst = 0;
        for (lid i = 0; i < b->d.view.n_owned; i++)
            for (int n = 0; n < NV; n++)
                sum[n * rows + l->level[k].place[i]] += b->residual[n * (int64_t)b->d.view.n_owned + i];
        for (lid p = 0; p < rows; p++)
            for (int n = 0; n < NV && v->rows.cell[p] >= 0; n++)
                worst = fmax(worst, fabs((double)v->sum[n * rows + p] - sum[n * rows + p]) /
                                        (fabs(sum[n * rows + p]) + size[n]));
        CHECK(worst < 1e-5, "level %d: %g", k, worst);
        mem_free(sum);
    }
}

/* All cells of a coarse cell, and the cells of the halo, get the same change; turbulence gets none; and it solves the
 * coarse cells' equations: the residuals of each, less those of the change, add up to nothing. */
static void cells_begin_with_the_coarse_solution(struct bed *b, bool by_body)
{
    const struct mesh_view *m = &b->d.view;
    struct implicit_rows fine;
    struct jacobian_args a = fine_arguments(b);
    a.cfl = 0.5; /* so that forty sweeps solve them */
    struct implicit_coarse *c = make_levels(b, &fine);
    jacobian_number *x = mem_zalloc("x", (size_t)fine.rows.n_places * (NV + 1), sizeof *x);
    struct jacobian_solve_args s = {.rows = fine.rows, .n_owned = m->n_owned, .n_variables = NV + 1,
                                    .residual = b->residual, .x = x};
    implicit_coarse_assemble(c, &a, STREAM_COMPUTE);
    implicit_coarse_begin(c, &s, 40);
    if (by_body)
        begin_by_bodies(b, implicit_coarse_levels(c), &s);
    check_restriction(b, implicit_coarse_levels(c));
    const struct coarse_level *l = &implicit_coarse_levels(c)->level[0].level;
    double worst = 0, largest = 0;
    for (lid p = 0; p < l->rows.n_rows; p++) {
        double left[NV] = {0}, right[NV] = {0};
        for (lid k = l->parts.begin[p]; k < l->parts.begin[p + 1]; k++) {
            const lid i = l->parts.item[k];
            const struct jacobian_cell own = jacobian_cell_load(i, &a, EQUATIONS_SA);
            struct jacobian_sum sum = {block5_zero(), {(real)0, (real)0}};
            const struct row row = row_of(m, i, ROWS_ANY);
            jacobian_add_boundaries(&sum, i, &own, &a, EQUATIONS_SA, FRAME_RESTS);
            block5_add_identity(&sum.d, (real)(b->spectral[i] / a.cfl));
            for (int j = 0; j < row.turns; j++) {
                int is_face;
                real beside[2];
                const lid face = row_signed_face(m, row, j, &is_face), other = row_cell(m, row, j);
                if (!is_face || (face >= 0 && face < m->n_boundary))
                    continue;
                jacobian_add_entry(&sum, i, face, &own, &a, EQUATIONS_SA, FRAME_RESTS);
                struct jacobian_face f = jacobian_face_load(i, face, 0, &a, FRAME_RESTS);
                struct block5 o = jacobian_other(beside, i, &f, &own, &a, EQUATIONS_SA, FRAME_RESTS);
                for (int n = 0; n < NV * NV; n++)
                    left[n / NV] += (double)o.a[n / NV][n % NV] * (double)a.unit[n % NV] *
                                    (double)x[(int64_t)fine.place[other] * (NV + 1) + n % NV];
            }
            for (int n = 0; n < NV * NV; n++)
                left[n / NV] += (double)sum.d.a[n / NV][n % NV] * (double)a.unit[n % NV] *
                                (double)x[(int64_t)fine.place[i] * (NV + 1) + n % NV];
            for (int v = 0; v < NV; v++)
                right[v] += b->residual[v * (int64_t)m->n_owned + i];
            CHECK(x[(int64_t)fine.place[i] * (NV + 1) + NV] == 0, "turbulence changes in cell %d", (int)i);
            for (int v = 0; v < NV; v++) {
                const lid first = l->parts.item[l->parts.begin[p]];
                CHECK(x[(int64_t)fine.place[i] * (NV + 1) + v] == x[(int64_t)fine.place[first] * (NV + 1) + v],
                      "cells %d and %d change differently", (int)i, (int)first);
            }
        }
        for (int v = 0; v < NV; v++) {
            worst = fmax(worst, fabs(left[v] - right[v]) / (double)a.unit[v]);
            largest = fmax(largest, fabs(right[v]) / (double)a.unit[v]);
        }
    }
    CHECK(worst < 1e-5 * largest, "%g is left of %g", worst, largest);
    check_images(b, &fine, x);
    implicit_coarse_free(c);
    implicit_rows_free(b->d.backend, &fine);
    mem_free(x);
}

static void sweeps_begin_with_the_coarse_solution(void)
{
    for (int by_body = 0; by_body < 2; by_body++) {
        cells_begin_with_the_coarse_solution(&t, by_body);
        cells_begin_with_the_coarse_solution(&ring, by_body);
    }
}

/* Implicit flow but on small meshes, or where it is asked for; its bytes are what it is going to take, to a tenth. */
static void small_meshes_take_none(void)
{
    struct case_file c = t.c;
    struct pack p = t.d.pack;
    CHECK(implicit_coarse_bytes(&p, &c) > 0, "asked for");
    c.numerics.coarse = COARSE_NO;
    CHECK(implicit_coarse_bytes(&p, &c) == 0, "not asked for");
    c.numerics.coarse = COARSE_AUTO;
    for (int unsteady = 0; unsteady < 2; unsteady++) {
        c.time.scheme = unsteady ? TIME_DUAL : TIME_IMPLICIT;
        CHECK(implicit_coarse_is_taken(&c, 2000) && !implicit_coarse_is_taken(&c, 1999), "from 2,000 cells on");
        p.n_cells_global = 1999;
        CHECK(implicit_coarse_bytes(&p, &c) == 0, "bytes of a small mesh");
        p.n_cells_global = 2000;
        CHECK(implicit_coarse_bytes(&p, &c) > 0, "a large mesh");
    }
    c.numerics.coarse = COARSE_YES;
    CHECK(implicit_coarse_is_taken(&c, 100), "on few cells that ask for it");
    c.time.scheme = TIME_RK;
    CHECK(implicit_coarse_bytes(&p, &c) == 0, "explicit flow");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &t.comm);
    char config[PATH_MAX];
    snprintf(config, sizeof config, "%s/periodic.cfg", pipeline_scratch());
    pipeline_write(config, "[periodic]\nspan = zmin zmax\n");
    if (make_bed(&t, "--n 24 16 12 --perturb 0.1 --seed 3", "") || make_bed(&ring, "--n 18 18 15", config)) {
        printf("FAIL make_bed: %s\n", error_message());
        return 1;
    }
    CASE(pairs_share_the_largest_faces);
    CASE(coarse_cells_are_the_mesh);
    CASE(equations_are_sums_of_the_cells);
    CASE(sweeps_begin_with_the_coarse_solution);
    CASE(small_meshes_take_none);
    free_bed(&ring);
    free_bed(&t);
    comm_finish();
    return check_end();
}
