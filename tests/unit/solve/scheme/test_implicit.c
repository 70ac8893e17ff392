/* The implicit scheme, from its pieces to a converged flow: rows and sweeps against a dense
 * solution of the same numbers, what a checkpoint holds, and first-order flow over a
 * ramp. GMRES: test_krylov.c.
 */
#include "check.h"
#include "kernels/newton.h"
#include "pipeline.h"
#include "random.h"
#include "run/prep_run.h"
#include "scheme/implicit_rows.h"
#include "scheme/implicit_sweeps.h"
#include "scheme/integrator.h"
#include "unit/split_box.h"

struct bed {
    struct comm comm;
    struct case_file c;
    struct domain d;
    struct flow f;
    struct integrator it;
};

static struct bed t;    /* a ramp */
static struct bed thin; /* a box of 6 x 12 x 2 thin layers, whose columns are lines */
static struct bed split; /* a box of 6 x 6 x 6 thin layers, whose faces within a line are two triangles */
static struct bed ring; /* a box of 9 x 7 x 6 cells between periodic sides: cells at both are in its halo */

/* On packs that have been made. */
static int load_bed(struct bed *bed, const char *packs)
{
    char config[PATH_MAX];
    snprintf(config, sizeof config, "%s/case.cfg", pipeline_scratch());
    pipeline_write(config, "[flow]\nmach = 2\nup = y\n[numerics]\norder = 1\n[time]\nscheme = implicit\n"
                           "[patches]\n* = symmetry\nxmin = supersonic-inflow\nxmax = supersonic-outflow\n"
                           "ymin = slip\nymax = farfield\n");
    TRY(case_read(config, NULL, 0, &bed->c));
    TRY(domain_load(packs, &bed->c, &t.comm, backend_cpu(1), &bed->d));
    TRY(flow_create(&bed->d, &bed->c, EXCHANGE_STAGED, &bed->f));
    return integrator_create(&bed->f, &bed->c, &bed->it);
}

/* shape: for box_mesh; lines: for ufv-prep. */
static int make_bed(struct bed *bed, const char *shape, const char *lines)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char packs[PATH_MAX];
    snprintf(packs, sizeof packs, "%s/packs", s);
    if (pipeline_run("%s/tools/box_mesh %s --out %s/box.cgns >/dev/null && "
                     "rm -rf %s && %s/ufv-prep %s --quiet %s/box.cgns --out %s >/dev/null", b, shape, s, packs, b,
                     lines, s, packs) != 0)
        return error_set("no packs");
    return load_bed(bed, packs);
}

static int make_split_bed(void)
{
    char packs[PATH_MAX];
    struct raw_mesh raw;
    snprintf(packs, sizeof packs, "%s/split", pipeline_scratch());
    split_box(6, 2e-3, &raw);
    const struct prep_options o = {.mesh = "box", .out = packs, .partition = "metis", .order = "rcm", .n_ranks = 1,
                                   .scale = 1.0, .lines = true, .quiet = true, .command_line = "box"};
    TRY(prep_run_raw(&o, &raw));
    return load_bed(&split, packs);
}

/* a [n][n] x = b by elimination; x in place of b. Diagonally dominant. */
static void dense_solve(double *a, double *b, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
            b[i] -= factor * b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

/* ---- rows ---- */

/* Every owned cell has one row; every column is a neighbour across a face, seen from both sides; cells of a colour
 * that share a face are a line's, one slice apart, and their entries are those in front. How many of these. */
static lid check_rows(const struct bed *bed)
{
    struct implicit_rows r;
    implicit_rows_create(&bed->d, 0, JACOBIAN_SINGLE, &r);
    lid n = bed->d.view.n_owned, seen = 0, faces = 0, joined = 0;
    int *colour = mem_zalloc("colour", (size_t)n, sizeof *colour);
    for (int k = 0; k < r.n_parts; k++)
        for (lid p = r.part[k].row; p < r.part[k].row_end; p++)
            if (r.rows.cell[p] >= 0) {
                CHECK(colour[r.rows.cell[p]] == 0, "cell %d has two rows", (int)r.rows.cell[p]);
                colour[r.rows.cell[p]] = k / 2 + 1;
                seen++;
            }
    CHECK(seen == n && r.part[r.n_parts - 1].row_end == r.rows.n_rows, "%d rows of %d cells", (int)seen, (int)n);
    for (int k = 0; k < r.n_parts; k++) {
        const struct row_part *q = &r.part[k];
        CHECK(r.rows.first[q->lane / SLICE] * SLICE == q->row &&
                  r.rows.first[q->lane_end / SLICE] * SLICE == q->row_end,
              "lanes and rows of part %d", k);
        for (lid g = q->lane / SLICE; g < q->lane_end / SLICE; g++)
            CHECK((r.rows.first[g + 1] - r.rows.first[g] > 1) == (g < q->single_lane / SLICE), "group %d", (int)g);
    }
    for (lid p = 0; p < r.rows.n_rows; p++)
        for (lid e = r.rows.offset[p / SLICE] + p % SLICE, j = 0; e < r.rows.offset[p / SLICE + 1]; e += SLICE, j++) {
            lid other = r.rows.column[e], c = other < 0 ? -1 : r.rows.cell[other];
            faces += c >= 0;
            if (c < 0 || colour[c] != colour[r.rows.cell[p]])
                continue;
            joined++;
            CHECK((other == p - SLICE && j == 0) || (other == p + SLICE && j <= 1),
                  "cells %d and %d share a colour and a face, in entry %d of row %d", (int)c, (int)r.rows.cell[p],
                  (int)j, (int)p);
        }
    faces += r.rows.doubled_begin[r.rows.n_doubled]; /* further faces within lines, which no sweep reads */
    CHECK(faces == 2 * (bed->d.view.n_flux - bed->d.view.n_boundary), "%d entries", (int)faces);
    mem_free(colour);
    implicit_rows_free(bed->d.backend, &r);
    return joined;
}

static void rows_are_the_mesh(void)
{
    lid joined = check_rows(&t);
    CHECK(joined == 0, "%d entries of lines where there are none", (int)joined);
    joined = check_rows(&thin);
    CHECK(joined == 2 * 6 * 2 * 11, "%d entries of 12 lines of 12 cells", (int)joined);
    joined = check_rows(&split);
    CHECK(joined == 2 * 6 * 6 * 5, "%d entries of 36 lines of 6 cells", (int)joined);
}

/* The face of an entry, as in the slice table; SLICE_PAD: it has none. */
static lid face_of_entry(const struct bed *bed, const struct jacobian_rows *r, lid e)
{
    const struct mesh_view *m = &bed->d.view;
    lid s = 0;
    while (r->offset[s + 1] <= e)
        s++;
    lid i = r->cell[s * SLICE + (e - r->offset[s]) % SLICE];
    lid begin = m->slice_offset[i / SLICE] + i % SLICE;
    return r->side[e] == ENTRY_PAD ? SLICE_PAD : m->slice_face[begin + r->side[e] * SLICE];
}

/* Two faces between the same two cells of a line: the second one's block is added to the first one's. */
static void further_faces_of_a_line_are_added(void)
{
    struct implicit_rows r;
    implicit_rows_create(&split.d, 0, JACOBIAN_SINGLE, &r);
    const lid *left = split.d.view.left, *right = split.d.view.right;
    CHECK(r.rows.n_doubled == 2 * 6 * 6 * 5 && r.rows.doubled_begin[r.rows.n_doubled] == r.rows.n_doubled,
          "%d entries for %d", (int)r.rows.doubled_begin[r.rows.n_doubled], (int)r.rows.n_doubled);
    for (lid k = 0; k < r.rows.n_doubled; k++) {
        lid into = r.rows.doubled[k], from = r.rows.doubled_entry[k];
        lid f = face_of_entry(&split, &r.rows, into), g = face_of_entry(&split, &r.rows, from);
        CHECK((f < 0) == (g < 0) && f != g && r.rows.column[into] >= 0 && r.rows.column[from] < 0,
              "faces %d and %d", (int)f, (int)g);
        f = f < 0 ? ~f : f;
        g = g < 0 ? ~g : g;
        CHECK(left[f] == left[g] && right[f] == right[g], "faces %d and %d of different cells", (int)f, (int)g);
    }
    implicit_rows_free(split.d.backend, &r);
    implicit_rows_create(&thin.d, 0, JACOBIAN_SINGLE, &r);
    CHECK(r.rows.n_doubled == 0, "%d where each face has cells of its own", (int)r.rows.n_doubled);
    implicit_rows_free(thin.d.backend, &r);
}

/* Of each colour the rows of cells that images are copies of come first, and those alone: the others need no halo. */
static void rows_that_are_sent_come_first(void)
{
    const struct pack *p = &ring.d.pack;
    struct implicit_rows r;
    implicit_rows_create(&ring.d, 0, JACOBIAN_SINGLE, &r);
    bool *sent = mem_zalloc("sent", (size_t)p->n_owned, sizeof *sent);
    lid n[2] = {0, 0};
    for (int k = 0; k < p->n_neighbours; k++)
        for (lid e = p->neighbour[k].send_begin[0]; e < p->neighbour[k].send_begin[1]; e++)
            sent[p->send_cell[e]] = true;
    for (int k = 0; k < r.n_parts; k++)
        for (lid i = r.part[k].row; i < r.part[k].row_end; i++)
            if (r.rows.cell[i] >= 0) {
                CHECK(sent[r.rows.cell[i]] == (k % 2 == 0), "cell %d in part %d", (int)r.rows.cell[i], k);
                n[k % 2]++;
            }
    CHECK(n[0] == 2 * 9 * 7 && n[1] == 4 * 9 * 7, "%d and %d rows", (int)n[0], (int)n[1]);
    for (int k = 1; k < r.n_parts; k += 2)
        for (lid i = r.part[k].row; i < r.part[k].row_end; i++)
            for (lid e = r.rows.offset[i / SLICE] + i % SLICE; e < r.rows.offset[i / SLICE + 1]; e += SLICE)
                CHECK(r.rows.column[e] < r.rows.n_rows, "row %d reads the halo", (int)i);
    mem_free(sent);
    implicit_rows_free(ring.d.backend, &r);
}

/* Where rows of lines end: the thin box has no others, the ramp has none. */
static void rows_of_lines_end(void)
{
    struct implicit_rows all, none;
    implicit_rows_create(&thin.d, 0, JACOBIAN_SINGLE, &all);
    implicit_rows_create(&t.d, 0, JACOBIAN_SINGLE, &none);
    for (int k = 0; k < all.n_parts; k++) {
        const struct row_part *q = &all.part[k];
        CHECK(q->single_row == q->row_end && q->single_lane == q->lane_end, "part %d of the thin box", k);
    }
    for (int k = 0; k < none.n_parts; k++) {
        const struct row_part *q = &none.part[k];
        CHECK(q->single_row == q->row && q->single_lane == q->lane, "part %d of the ramp", k);
    }
    implicit_rows_free(thin.d.backend, &all);
    implicit_rows_free(t.d.backend, &none);
}

/* As if all images had the first colour: each of the ring's cells that one lies beside has a face in between. */
static void lines_that_are_cut_are_counted(void)
{
    const struct pack *p = &ring.d.pack;
    const size_t n = (size_t)(p->n_cells - p->n_owned);
    struct implicit_rows r, cut;
    uint8_t *kept = mem_alloc("colours", n, sizeof *kept);
    implicit_rows_create(&ring.d, 0, JACOBIAN_SINGLE, &r);
    memcpy(kept, p->halo_colour, n);
    memset(p->halo_colour, 0, n);
    implicit_rows_create(&ring.d, 0, JACOBIAN_SINGLE, &cut);
    memcpy(p->halo_colour, kept, n);
    int64_t beside = 0;
    for (lid i = r.part[0].row; i < r.part[0].row_end; i++)
        beside += r.rows.cell[i] >= 0;
    CHECK(r.cut == 0 && cut.cut == beside && beside > 0, "%d faces, %d of %d", (int)r.cut, (int)cut.cut, (int)beside);
    mem_free(kept);
    implicit_rows_free(ring.d.backend, &r);
    implicit_rows_free(ring.d.backend, &cut);
}

/* ---- sweeps ---- */

/* Blocks of weight 0.15 beside the diagonal, so that rows are dominant; all numbers are floats. */
static void fill_rows(struct jacobian_rows *r, jacobian_number *b, uint64_t *seed)
{
    for (lid e = 0; e < r->n_entries; e++) {
        struct block5 m;
        for (int k = 0; k < NV * NV; k++)
            m.a[k / NV][k % NV] = (real)(0.03 * random_signed(seed));
        jacobian_entry_store(r->beside, e / SLICE, e % SLICE, &m, r->storage);
    }
    for (int64_t k = 0; k < (int64_t)r->n_rows * NV; k++)
        b[k] = (jacobian_number)random_signed(seed);
}

/* The cell across the face of an entry; -1: it has none. By the mesh, not by the columns of sweeps. */
static lid across(const struct bed *bed, const struct jacobian_rows *r, lid e)
{
    lid code = face_of_entry(bed, r, e);
    return code == SLICE_PAD ? -1 : code < 0 ? bed->d.view.left[~code] : bed->d.view.right[code];
}

/* The system x_i + sum of O'_ij x_j = b_i, unknown v of cell i at 5 i + v. */
static void dense_system(const struct bed *bed, const struct jacobian_rows *r, const jacobian_number *b, int n,
                         double *a, double *right)
{
    for (lid p = 0; p < r->n_rows; p++) {
        lid i = r->cell[p];
        for (int v = 0; v < NV && i >= 0; v++) {
            right[NV * i + v] = b[v * r->n_rows + p];
            a[(size_t)(NV * i + v) * (size_t)n + (size_t)(NV * i + v)] = 1;
        }
        for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1] && i >= 0; e += SLICE)
            for (int k = 0; k < NV * NV && across(bed, r, e) >= 0; k++)
                a[(size_t)(NV * i + k / NV) * (size_t)n + (size_t)(NV * across(bed, r, e) + k % NV)] +=
                    jacobian_entry(r->beside, e / SLICE, p % SLICE, k, r->storage);
    }
}

/* Nothing beside the diagonal but what lines are solved with. */
static void keep_lines(const struct bed *bed, struct jacobian_rows *r)
{
    const struct block5 nothing = block5_zero();
    for (lid p = 0; p < r->n_rows; p++)
        for (lid e = r->offset[p / SLICE] + p % SLICE; e < r->offset[p / SLICE + 1]; e += SLICE)
            if (across(bed, r, e) < 0 ||
                (r->place[across(bed, r, e)] != p - SLICE && r->place[across(bed, r, e)] != p + SLICE))
                jacobian_entry_store(r->beside, e / SLICE, p % SLICE, &nothing, r->storage);
}

/* Elimination, right-hand side and sweeps by the kernels: the largest error. What is in place of D^-1 becomes that of
 * the eliminated rows. */
static double solve_rows(const struct bed *bed, struct implicit_rows *r, const jacobian_number *b, int sweeps,
                         const double *solution)
{
    const struct backend *k = bed->d.backend;
    const lid n = bed->d.view.n_owned;
    jacobian_number *x = mem_zalloc("x", (size_t)r->rows.n_places * NV, sizeof *x);
    double *residual = mem_zalloc("residual", (size_t)n * NV, sizeof *residual), worst = 0;
    jacobian_number *right = mem_zalloc("b", (size_t)r->rows.n_rows * NV, sizeof *right);
    struct jacobian_solve_args s = {.rows = r->rows, .n_owned = n, .n_variables = NV, .residual = residual, .b = right,
                                    .x = x};
    for (lid p = 0; p < r->rows.n_rows; p++)
        for (int v = 0; v < NV; v++) {
            r->rows.inverse[((int64_t)(p / SLICE) * NV * NV + v * (NV + 1)) * SLICE + p % SLICE] = 1;
            if (r->rows.cell[p] >= 0)
                residual[v * n + r->rows.cell[p]] = b[v * r->rows.n_rows + p];
        }
    KERNEL_LAUNCH(backend_kernel(k, KERNEL_jacobian_join, EQUATIONS_ANY, (int)r->rows.storage), STREAM_COMPUTE, 0,
                  r->rows.n_doubled, &s);
    KERNEL_LAUNCH(backend_kernel(k, KERNEL_jacobian_line, EQUATIONS_ANY, (int)r->rows.storage), STREAM_COMPUTE, 0,
                  r->rows.n_lanes, &s);
    BACKEND_LAUNCH(k, KERNEL_jacobian_rhs, STREAM_COMPUTE, 0, r->rows.n_rows, &s);
    const int place = KERNEL_PLACE(r->rows.storage, NV);
    struct kernel *sweep = backend_kernel(k, KERNEL_jacobian_sweep, EQUATIONS_ANY, place);
    struct kernel *along = backend_kernel(k, KERNEL_jacobian_along, EQUATIONS_ANY, place);
    for (int turn = 0; turn < sweeps; turn++)
        for (int c = 0; c < r->n_parts; c++) {
            KERNEL_LAUNCH(sweep, STREAM_COMPUTE, r->part[c].row, r->part[c].row_end, &s);
            KERNEL_LAUNCH(along, STREAM_COMPUTE, r->part[c].lane, r->part[c].single_lane, &s);
        }
    for (lid i = 0; i < n; i++)
        for (int v = 0; v < NV; v++)
            worst = fmax(worst, fabs((double)x[(int64_t)v * r->rows.stride + (int64_t)r->rows.place[i] * r->rows.step] -
                                     solution[NV * i + v]));
    mem_free(x);
    mem_free(residual);
    mem_free(right);
    return worst;
}

/* Against the dense system. lines_alone: nothing else is beside the diagonal, and one sweep is enough. */
static void check_sweeps(const struct bed *bed, bool lines_alone)
{
    struct implicit_rows r;
    int n = NV * bed->d.view.n_owned;
    uint64_t seed = 7;
    implicit_rows_create(&bed->d, 0, JACOBIAN_SINGLE, &r);
    jacobian_number *b = mem_zalloc("b", (size_t)r.rows.n_rows * NV, sizeof *b);
    double *a = mem_zalloc("dense", (size_t)n * (size_t)n, sizeof *a), *right = mem_zalloc("right", (size_t)n, 8);
    fill_rows(&r.rows, b, &seed);
    if (lines_alone)
        keep_lines(bed, &r.rows);
    dense_system(bed, &r.rows, b, n, a, right);
    dense_solve(a, right, n);
    double worst = solve_rows(bed, &r, b, lines_alone ? 1 : 60, right);
    CHECK_NEAR(worst, 0, 2e-6); /* rounding of floats of order one */
    mem_free(b);
    mem_free(a);
    mem_free(right);
    implicit_rows_free(bed->d.backend, &r);
}

/* The sum of two entries, of the flow and of both turbulence variables; other entries stay as they are. */
static void check_added(enum jacobian_storage storage, bool launched)
{
    struct implicit_rows r;
    uint64_t seed = 11;
    implicit_rows_create(&split.d, 2, storage, &r);
    const lid n = r.rows.n_entries;
    jacobian_number *b = mem_zalloc("b", (size_t)r.rows.n_rows * NV, sizeof *b);
    jacobian_number *expected = mem_zalloc("expected", (size_t)n * (NV * NV + 2), sizeof *expected);
    fill_rows(&r.rows, b, &seed);
    for (lid e = 0; e < n; e++) {
        for (int k = 0; k < NV * NV; k++)
            expected[(NV * NV + 2) * e + k] = jacobian_entry(r.rows.beside, e / SLICE, e % SLICE, k, storage);
        for (int v = 0; v < 2; v++)
            expected[(NV * NV + 2) * e + NV * NV + v] = r.rows.beside_turbulence[v * n + e] =
                (jacobian_number)random_signed(&seed);
    }
    for (lid d = 0; d < r.rows.n_doubled; d++)
        for (int k = 0; k < NV * NV + 2; k++)
            expected[(NV * NV + 2) * r.rows.doubled[d] + k] += expected[(NV * NV + 2) * r.rows.doubled_entry[d] + k];
    struct jacobian_solve_args s = {.rows = r.rows, .n_variables = NV + 2};
    if (launched)
        KERNEL_LAUNCH(backend_kernel(split.d.backend, KERNEL_jacobian_join, EQUATIONS_ANY, (int)storage),
                      STREAM_COMPUTE, 0, r.rows.n_doubled, &s);
    for (lid k = 0; k < r.rows.n_doubled && !launched; k++)
        jacobian_join_body(k, &s, storage);
    double rounding = storage == JACOBIAN_HALF ? ldexp(1, -10) : ldexp(1, -23), worst = 0; /* relative to 0.06 and 2 */
    for (lid e = 0; e < n; e++) {
        for (int k = 0; k < NV * NV; k++)
            worst = fmax(worst, fabs(jacobian_entry(r.rows.beside, e / SLICE, e % SLICE, k, storage) -
                                     expected[(NV * NV + 2) * e + k]) / 0.06);
        for (int v = 0; v < 2; v++)
            CHECK_NEAR(r.rows.beside_turbulence[v * n + e], expected[(NV * NV + 2) * e + NV * NV + v], 0);
    }
    CHECK_NEAR(worst, 0, rounding);
    mem_free(expected);
    mem_free(b);
    implicit_rows_free(split.d.backend, &r);
}

static void added_faces_are_sums(void)
{
    for (int launched = 0; launched < 2; launched++) {
        check_added(JACOBIAN_SINGLE, launched);
        check_added(JACOBIAN_HALF, launched);
    }
}

/* 60 sweeps of a dominant system: what is left is rounding. With lines and without. */
static void sweeps_solve_the_system(void)
{
    check_sweeps(&t, false);
    check_sweeps(&thin, false);
    check_sweeps(&split, false);
}

/* Elimination along a line is exact: nothing is left for a second sweep. */
static void one_sweep_solves_lines(void)
{
    check_sweeps(&thin, true);
    check_sweeps(&split, true);
}

/* ---- limits of a step ---- */

/* Against its residual it falls to no less than 0.3 of what it was, with it to 0.1; it rises to five times that and a
 * thousand floors at most; never below the floor; a change that is no number is none. */
static void turbulence_falls_slowly_against_its_residual(void)
{
    const real floor = (real)0.001;
    CHECK_NEAR(implicit_turbulence(1, (real)-0.95, floor, -1), 0.1, 1e-6);
    CHECK_NEAR(implicit_turbulence(1, (real)-0.95, floor, 1), 0.3, 1e-6);
    CHECK_NEAR(implicit_turbulence(1, (real)-0.2, floor, 1), 0.8, 1e-6);
    CHECK_NEAR(implicit_turbulence(1, 100, floor, 1), 6, 1e-5);
    CHECK_NEAR(implicit_turbulence((real)0.0011, -1, floor, 1), 0.001, 1e-9);
    CHECK_NEAR(implicit_turbulence(2, (real)NAN, floor, 1), 2, 0);
}

/* Two cells, k of both held at its floor: a step by less than that leaves it there, one by more does not. Omega, which
 * is not held, takes a step however small. */
static void held_turbulence_stays_or_doubles(void)
{
    enum { CELLS = 2, VARIABLES = NV + 2 };
    const real state[VARIABLES] = {1, 100, 0, 0, 100000, (real)1e-3, 700};
    const lid place[CELLS] = {1, 0};
    real q0[VARIABLES * CELLS], q[VARIABLES * CELLS];
    jacobian_number x[VARIABLES * CELLS] = {0};
    double base[VARIABLES * CELLS] = {0};
    uint8_t held[2 * CELLS] = {1, 1, 0, 0};
    lid limited = 0;
    for (int v = 0; v < VARIABLES; v++)
        for (int i = 0; i < CELLS; i++)
            q0[v * CELLS + i] = state[v];
    /* Of the cells whose places they are, the second and the first. */
    x[Q_K * CELLS] = (jacobian_number)1.1e-3;
    x[Q_K * CELLS + 1] = (jacobian_number)0.9e-3;
    x[Q_OMEGA * CELLS] = x[Q_OMEGA * CELLS + 1] = (jacobian_number)0.25;
    const struct implicit_args a = {.n_owned = CELLS,
                                    .n_slots = CELLS,
                                    .n_variables = VARIABLES,
                                    .gamma = (real)1.4,
                                    .unit = {1, 1, 1, 1, 1, 0.5, 1},
                                    .floor = {1e-3, 1},
                                    .q = q,
                                    .q0 = q0,
                                    .x = x,
                                    .x_stride = CELLS,
                                    .x_step = 1,
                                    .place = place,
                                    .base = base,
                                    .held = held,
                                    .by_value = Q_OMEGA,
                                    .limited = &limited,
                                    .share = 1,
                                    .fall_most = 0.5,
                                    .rise_most = 0.5};
    for (lid i = 0; i < CELLS; i++)
        implicit_update_body(i, &a);
    CHECK_NEAR(q[Q_K * CELLS], 1e-3, 1e-9);
    CHECK_NEAR(q[Q_K * CELLS + 1], 2.1e-3, 1e-8);
    CHECK_NEAR(q[Q_OMEGA * CELLS], 700.25, 1e-3);
    CHECK_NEAR(q[Q_OMEGA * CELLS + 1], 700.25, 1e-3);
}

/* ---- flow ---- */

static double residual_norm(void)
{
    double sum[NV_MAX];
    BACKEND_SUM(t.d.backend, t.f.kernels.residual_sum, t.d.view.n_owned, &t.f.args.update, sum);
    return sqrt(sum[0]);
}

static int make_steps(int64_t *iteration)
{
    do {
        double dt = integrator_time_step(&t.it, *iteration);
        TRY(integrator_step(&t.it, *iteration, integrator_batch(&t.it, 1), dt));
    } while (t.it.report.steps == 0);
    *iteration += t.it.report.steps;
    return 0;
}

/* First order: the stored Jacobian is nearly the true one. */
static void first_order_converges(void)
{
    int64_t iteration = 0;
    double largest = 0, now;
    flow_evaluate(&t.f, true);
    do {
        now = residual_norm();
        largest = fmax(largest, now);
    } while (now > 1e-10 * largest && iteration < 60 && make_steps(&iteration) == 0);
    CHECK(now <= 1e-10 * largest && largest > 0, "residual %g of %g after %d steps", now, largest, (int)iteration);
    CHECK(t.it.report.evaluations >= iteration, "%d evaluations", (int)t.it.report.evaluations);
}

static void free_bed(struct bed *bed)
{
    integrator_free(&bed->it);
    flow_free(&bed->f);
    domain_free(&bed->d);
    case_free(&bed->c);
}

/* Its rows fill a slice, for which the fluxes of six faces have no room: the right-hand side then has an array of its
 * own. The evaluation before each reading of fluxes is what lets it stand there otherwise (first_order_converges()). */
static void one_cell_converges(void)
{
    struct bed bed;
    memset(&bed, 0, sizeof bed);
    CHECK(make_bed(&bed, "--n 1 1 1 --map ramp:8", "") == 0, "%s", error_message());
    CHECK(!implicit_sweeps_fit_fluxes(bed.d.view.n_flux, SLICE) && implicit_sweeps_fit_fluxes(6, 12) &&
              !implicit_sweeps_fit_fluxes(6, 13), "room for the right-hand side");
    flow_evaluate(&bed.f, true);
    double first[NV_MAX], last[NV_MAX];
    BACKEND_SUM(bed.d.backend, bed.f.kernels.residual_sum, 1, &bed.f.args.update, first);
    for (int k = 0; k < 40; k++)
        CHECK(integrator_step(&bed.it, k, integrator_batch(&bed.it, 1), integrator_time_step(&bed.it, k)) == 0, "%s",
              error_message());
    BACKEND_SUM(bed.d.backend, bed.f.kernels.residual_sum, 1, &bed.f.args.update, last);
    CHECK(first[0] > 0 && last[0] <= 1e-20 * first[0], "%g of %g", last[0], first[0]);
    free_bed(&bed);
}

/* What one integrator saves another goes on with. */
static void control_is_saved(void)
{
    double number[INTEGRATOR_NUMBERS], again[INTEGRATOR_NUMBERS];
    int n = integrator_save(&t.it, number);
    struct integrator other;
    CHECK(n > 0 && n <= INTEGRATOR_NUMBERS && integrator_create(&t.f, &t.c, &other) == 0, "%d numbers", n);
    double cfl = t.f.steps.cfl; /* of the newest step */
    flow_set_cfl(&t.f, 0.5 * cfl);
    number[n - 1] = 1; /* the next system is solved with floats: this run of few vectors never does */
    integrator_load(&other, n, number);
    CHECK(t.f.steps.cfl == cfl, "CFL number of the row %g, not %g", t.f.steps.cfl, cfl);
    CHECK(integrator_save(&other, again) == n && memcmp(number, again, (size_t)n * sizeof *number) == 0,
          "other numbers come out");
    CHECK(other.cfl.cfl == t.it.cfl.cfl && other.cfl.most == t.it.cfl.most, "CFL number %g", other.cfl.cfl);
    integrator_free(&other);
}

int main(int argc, char **argv)
{
    char file[PATH_MAX], config[PATH_MAX + 16];
    comm_init(&argc, &argv, &t.comm);
    snprintf(file, sizeof file, "%s/periodic.cfg", pipeline_scratch());
    snprintf(config, sizeof config, "--config %s", file);
    pipeline_write(file, "[periodic]\nspan = zmin zmax\n");
    if (make_bed(&t, "--n 9 7 2 --map ramp:8", "") || make_bed(&thin, "--n 6 12 2 --size 1 0.002 1", "--lines") ||
        make_bed(&ring, "--n 9 7 6", config) || make_split_bed()) {
        printf("FAIL make_bed: %s\n", error_message());
        return 1;
    }
    CASE(rows_are_the_mesh);
    CASE(further_faces_of_a_line_are_added);
    CASE(rows_that_are_sent_come_first);
    CASE(rows_of_lines_end);
    CASE(lines_that_are_cut_are_counted);
    CASE(added_faces_are_sums);
    CASE(sweeps_solve_the_system);
    CASE(one_sweep_solves_lines);
    CASE(turbulence_falls_slowly_against_its_residual);
    CASE(held_turbulence_stays_or_doubles);
    CASE(first_order_converges);
    CASE(one_cell_converges);
    CASE(control_is_saved);
    free_bed(&split);
    free_bed(&ring);
    free_bed(&thin);
    free_bed(&t);
    comm_finish();
    return check_end();
}
