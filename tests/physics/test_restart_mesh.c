/* A run that starts from results of another mesh: refined, coarser, of other cells.
 * Each cell must hold values like those of the old cells around it, of a smooth field those at its own centroid. */
#include "check.h"
#include "pipeline.h"

static const char wave_text[] = "[initial]\nkind = wave\namplitude = 0.3\nwave_number = 0.5 0.3 0.2\n";
static const char *case_text =
    "[flow]\nmach = 0.7\nalpha = 2\n[numerics]\nlimiter_k = 0.5\n[time]\ncfl = 0.6\nsteps = 40\n"
    "[patches]\nxmin = farfield\nxmax = pressure-outlet\nymin = slip\nymax = symmetry\nzmin = slip\nzmax = farfield\n";

/* A perturbed box and its packs. Nodes are moved so that no cell of one mesh lies equally near to two of the other by
 * symmetry; the answer would then depend on the order of the search. */
static int prepare(const char *mesh, const char *cells, const char *options, int ranks, const char *packs)
{
    const char *t = pipeline_scratch(), *b = pipeline_build();
    return pipeline_run("%s/tools/box_mesh --cells %s --perturb 0.1 --seed 3 --out %s/%s.cgns >/dev/null && "
                        "%s/ufv-prep --quiet %s/%s.cgns %s --ranks %d --out %s/%s",
                        b, cells, t, mesh, b, t, mesh, options, ranks, t, packs);
}

/* 0 when the solver ended well; what it said stays in "err" for said(). */
static int solve(int ranks, const char *packs, const char *results, const char *options)
{
    const char *t = pipeline_scratch();
    char path[600];
    snprintf(path, sizeof path, "%s/case.cfg", t);
    pipeline_write(path, case_text);
    int status = pipeline_run("rm -rf %s/%s; mpirun -np %d %s/ufv-solve %s/case.cfg --packs %s/%s --out %s/%s "
                              "--device cpu --threads 1 %s 2>%s/err",
                              t, results, ranks, pipeline_build(), t, t, packs, t, results, options, t);
    return pipeline_steps_made(status);
}

/* The cell of `from` nearest to cell i of `to`; of equally near ones the first. */
static int64_t nearest_cell(const struct gathered *from, const struct gathered *to, int64_t i, double *distance)
{
    double best = HUGE_VAL;
    int64_t found = -1;
    for (int64_t k = 0; k < from->n; k++) {
        double d2 = 0;
        for (int d = 0; d < 3; d++)
            d2 += (from->x[d][k] - to->x[d][i]) * (from->x[d][k] - to->x[d][i]);
        if (d2 < best) {
            best = d2;
            found = k;
        }
    }
    *distance = sqrt(best);
    return found;
}

static int gather(const char *results, const char *packs, struct gathered *g)
{
    char r[600], p[600];
    snprintf(r, sizeof r, "%s/%s", pipeline_scratch(), results);
    snprintf(p, sizeof p, "%s/%s", pipeline_scratch(), packs);
    return gathered_read(r, p, g);
}

/* Whether a line of the last run's stderr holds the text; prints it, for the log. */
static bool said(const char *text)
{
    char path[600], line[1024];
    bool found = false;
    snprintf(path, sizeof path, "%s/err", pipeline_scratch());
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strstr(line, text)) {
            printf("  %s", line);
            found = true;
        }
    if (f)
        fclose(f);
    return found;
}

/* Does value v of cell i of `to` lie among those of `from` within the distance, or beyond by no more than they
 * differ? */
static bool is_among(const struct gathered *from, const struct gathered *to, int64_t i, int v, double distance)
{
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int64_t k = 0; k < from->n; k++) {
        double d2 = 0;
        for (int d = 0; d < 3; d++)
            d2 += (from->x[d][k] - to->x[d][i]) * (from->x[d][k] - to->x[d][i]);
        if (d2 > distance * distance)
            continue;
        least = fmin(least, from->q[v][k]);
        most = fmax(most, from->q[v][k]);
    }
    double range = most - least;
    return to->q[v][i] >= least - range && to->q[v][i] <= most + range;
}

/* A restart with 0 steps writes at once what it read, so that the new results are the transfer and nothing else. The
 * search here goes over all pairs of cells, independent of the tree that the solver searches. */
static void compare(const char *old_packs, const char *new_packs, int ranks)
{
    struct gathered from = {0}, to = {0};
    char options[600], note[256];
    double largest = 0;
    int64_t wrong = 0;
    snprintf(options, sizeof options, "--steps 0 --restart %s/old", pipeline_scratch());
    CHECK(solve(ranks, new_packs, "new", options) == 0, "restart on %s", new_packs);
    CHECK(gather("old", old_packs, &from) == 0 && gather("new", new_packs, &to) == 0, "results");
    CHECK(to.iteration == 40, "iteration %" PRId64, to.iteration);
    for (int64_t i = 0; i < to.n; i++) {
        double distance;
        nearest_cell(&from, &to, i, &distance);
        largest = fmax(largest, distance);
    }
    for (int64_t i = 0; i < to.n; i++)
        for (int v = 0; v < 5; v++)
            wrong += !is_among(&from, &to, i, v, 5 * largest);
    CHECK(wrong == 0, "%" PRId64 " values of %" PRId64 " cells are unlike those of the cells around", wrong, to.n);
    snprintf(note, sizeof note,
             "restart from iteration 40 of another mesh: %" PRId64 " cells take the values within the nearest of its "
             "%" PRId64 " cells, at most %.3g m away; 0 lie outside it", to.n, from.n, largest);
    CHECK(said(note), "not said: %s", note);
    gathered_free(&from);
    gathered_free(&to);
}

/* A density wave: the error of what is taken over, beside that of the nearest cell's own value. exact: the wave at the
 * new centroids, which a run on the new mesh writes that starts from it. */
static void smooth_fields_keep_their_slopes(void)
{
    struct gathered from = {0}, to = {0}, exact = {0};
    double copied = 0, taken = 0;
    char text[600], options[600];
    snprintf(text, sizeof text, "%s%s", case_text, wave_text);
    snprintf(options, sizeof options, "--steps 0 --restart %s/old", pipeline_scratch());
    const char *plain = case_text;
    case_text = text;
    CHECK(solve(3, "c3", "old", "--steps 0") == 0 && solve(2, "f2", "exact", "--steps 0") == 0 &&
          solve(2, "f2", "new", options) == 0, "runs of the wave");
    case_text = plain;
    CHECK(gather("old", "c3", &from) == 0 && gather("new", "f2", &to) == 0 && gather("exact", "f2", &exact) == 0,
          "results");
    for (int64_t i = 0; i < to.n; i++) {
        double distance;
        copied += fabs(from.q[0][nearest_cell(&from, &to, i, &distance)] - exact.q[0][i]) / (double)to.n;
        taken += fabs(to.q[0][i] - exact.q[0][i]) / (double)to.n;
    }
    CHECK(taken < 0.25 * copied, "density is wrong by %g in the mean, that of the nearest cell by %g", taken, copied);
    gathered_free(&from);
    gathered_free(&to);
    gathered_free(&exact);
}

/* From 3 ranks to 2, on the mesh cut in eight: the cells of the new mesh look for old ones on other ranks. */
static void refined(void)
{
    CHECK(prepare("c", "mixed --n 8 6 5", "", 3, "c3") == 0 && solve(3, "c3", "old", "") == 0, "coarse run");
    CHECK(prepare("c", "mixed --n 8 6 5", "--refine 1", 2, "f2") == 0, "refined packs");
    compare("c3", "f2", 2);
}

/* Another mesh of the same box: no cell, node or face in common. */
static void other_cells(void)
{
    CHECK(prepare("t", "tet --n 7 7 4", "", 1, "t1") == 0, "packs of tetrahedra");
    compare("c3", "t1", 1);
}

/* The other way round: most of the old cells give nothing. */
static void coarser(void)
{
    CHECK(solve(2, "f2", "old", "") == 0, "fine run");
    compare("f2", "c3", 3);
}

/* And it marches on. */
static void goes_on(void)
{
    char options[600];
    snprintf(options, sizeof options, "--steps 10 --restart %s/old", pipeline_scratch());
    CHECK(solve(3, "c3", "new", options) == 0, "ten steps");
    struct gathered g;
    CHECK(gather("new", "c3", &g) == 0 && g.iteration == 50, "iteration %" PRId64, g.iteration);
    gathered_free(&g);
}

/* Centroids of the old mesh are in its packs, which have moved. Packs that are not those of the run would give wrong
 * places in silence: they are told by their id. */
static void packs_moved(void)
{
    const char *t = pipeline_scratch();
    char options[1300];
    CHECK(pipeline_run("mv %s/f2 %s/moved", t, t) == 0, "mv");
    snprintf(options, sizeof options, "--steps 0 --restart %s/old", t);
    CHECK(solve(3, "c3", "new", options) == 1 && said("--restart-packs"), "without the old packs");
    snprintf(options, sizeof options, "--steps 0 --restart %s/old --restart-packs %s/moved", t, t);
    CHECK(solve(3, "c3", "new", options) == 0, "with their new place");
    snprintf(options, sizeof options, "--steps 0 --restart %s/old --restart-packs %s/t1", t, t);
    CHECK(solve(3, "c3", "new", options) == 1 && said("are not the packs of that run"), "with others");
}

/* A mesh in millimetres read as metres by one of the two runs is the common mistake: every cell lies outside. */
static void other_unit_of_length(void)
{
    char options[1300];
    CHECK(prepare("c", "mixed --n 8 6 5", "--scale 1000", 1, "mm") == 0, "packs");
    snprintf(options, sizeof options, "--steps 0 --restart %s/old --restart-packs %s/moved", pipeline_scratch(),
             pipeline_scratch());
    CHECK(solve(1, "mm", "new", options) == 1 && said("lie outside the mesh of these results"), "refused");
}

int main(void)
{
    CASE(refined);
    CASE(other_cells);
    CASE(smooth_fields_keep_their_slopes);
    CASE(coarser);
    CASE(goes_on);
    CASE(packs_moved);
    CASE(other_unit_of_length);
    return check_end();
}
