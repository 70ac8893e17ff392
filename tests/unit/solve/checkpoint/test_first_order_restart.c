/* Cells of first order one by one are part of a checkpoint: a restart goes on with them, on any number of ranks, unless
 * the case does without or has become unsteady.
 */
#include "check.h"
#include "pipeline.h"

#include <math.h>

static const int64_t CELLS[3] = {5, 300, 17};

/* ufv-solve with what follows the packs' folder, on so many ranks; prints what it says where it fails. */
static int solve(int ranks, const char *arguments)
{
    const char *s = pipeline_scratch();
    return pipeline_run("mpirun -np %d %s/ufv-solve %s/case.cfg --packs %s/packs-%d --device cpu --threads 1 --quiet "
                        "%s >%s/log 2>&1 || { cat %s/log; false; }",
                        ranks, pipeline_build(), s, s, ranks, arguments, s, s);
}

static void results_of(const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", pipeline_scratch(), name);
}

static bool read_newest(const char *name, struct solution *s, char folder[PATH_MAX])
{
    char results[PATH_MAX];
    results_of(name, results);
    bool found = solution_latest(results, folder, PATH_MAX) == 0 && solution_read(folder, 0, s) == 0;
    CHECK(found, "%s", error_message());
    return found;
}

/* As if the run had stood still for these cells. */
static bool write_cells(const char *name)
{
    struct solution s;
    char folder[PATH_MAX];
    if (!read_newest(name, &s, folder))
        return false;
    double *cell = solution_add_extra(&s, "first_order_cells", 3);
    for (int k = 0; k < 3; k++)
        cell[k] = (double)CELLS[k];
    bool written = solution_write(folder, &s) == 0;
    CHECK(written, "%s", error_message());
    solution_free(&s);
    return written;
}

/* How many cells of first order run.json speaks of. */
static int told(const char *name)
{
    char path[PATH_MAX], line[256];
    int n = 0;
    bool inside = false;
    snprintf(path, sizeof path, "%s/%s/run.json", pipeline_scratch(), name);
    FILE *f = fopen(path, "r");
    CHECK(f != NULL, "%s", path);
    while (f && fgets(line, sizeof line, f)) {
        inside = inside || strstr(line, "\"first_order_cells\": {");
        if (inside && sscanf(line, " \"cells\": %d", &n) == 1)
            break;
    }
    if (f)
        fclose(f);
    return n;
}

/* Largest difference of the fields of two states on one rank, of a field's largest value; < 0: they cannot be
 * compared. */
static double difference(const char *one, const char *other)
{
    struct solution a, b;
    char folder[PATH_MAX];
    double most = -1;
    if (!read_newest(one, &a, folder))
        return -1;
    if (read_newest(other, &b, folder)) {
        most = a.n_cells == b.n_cells && a.iteration == b.iteration ? 0 : -1;
        for (int v = 0; most >= 0 && v < a.n_fields; v++) {
            double largest = 0, apart = 0;
            for (int64_t i = 0; i < a.n_cells; i++) {
                largest = fmax(largest, fabs(a.field[v].value[i]));
                apart = fmax(apart, fabs(a.field[v].value[i] - b.field[v].value[i]));
            }
            most = fmax(most, largest > 0 ? apart / largest : 0);
        }
        solution_free(&b);
    }
    solution_free(&a);
    return most;
}

/* A coarse wing, on one rank and on two; `start` has 12 steps and these cells. */
static bool prepare(void)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char config[PATH_MAX], arguments[PATH_MAX];
    snprintf(config, sizeof config, "%s/case.cfg", s);
    pipeline_write(config, "[flow]\nmach = 0.84\nalpha = 3\nup = z\n[patches]\nWING* = slip\nFARFIELD* = farfield\n"
                           "SYMMETRY* = symmetry\n");
    /* Parts of so few cells would cut lines, and more than the order of sums would differ. */
    if (pipeline_run("%s/tools/wing_mesh --n 8 --far 20 --out %s/m.cgns >/dev/null && for n in 1 2; do %s/ufv-prep "
                     "--quiet --no-lines %s/m.cgns --ranks $n --out %s/packs-$n || exit 1; done", b, s, b, s, s) != 0)
        return false;
    snprintf(arguments, sizeof arguments, "--out %s/start --steps 12", s);
    return solve(1, arguments) == 0 && write_cells("start");
}

static int go_on(int ranks, const char *from, const char *to, int steps, const char *more)
{
    const char *s = pipeline_scratch();
    char arguments[3 * PATH_MAX];
    snprintf(arguments, sizeof arguments, "--restart %s/%s --out %s/%s --steps %d %s", s, from, s, to, steps, more);
    return solve(ranks, arguments);
}

static void a_restart_goes_on_with_them(void)
{
    CHECK(go_on(1, "start", "whole", 4, "") == 0 && told("whole") == 3, "%d cells", told("whole"));
    CHECK(go_on(1, "start", "half", 2, "") == 0 && go_on(1, "half", "rest", 2, "") == 0, "in two parts");
    CHECK(told("rest") == 3, "%d cells", told("rest"));
    CHECK(difference("whole", "rest") == 0, "not the same bits: %g", difference("whole", "rest"));
}
static void on_two_ranks_as_well(void)
{
    CHECK(go_on(2, "start", "two", 4, "") == 0 && told("two") == 3, "%d cells", told("two"));
    CHECK(go_on(1, "two", "back", 1, "") == 0 && told("back") == 3, "%d cells", told("back"));
    CHECK(go_on(1, "whole", "on", 1, "") == 0, "one rank");
    CHECK(difference("on", "back") >= 0 && difference("on", "back") < 1e-7, "%g", difference("on", "back"));
}
/* Their order is a part of the flow: without them it is another one. */
static void without_them_it_is_another_flow(void)
{
    CHECK(go_on(1, "start", "without", 4, "--set numerics.first_order_cells=no") == 0, "without");
    CHECK(told("without") == 0 && difference("whole", "without") > 1e-6, "%g", difference("whole", "without"));
    CHECK(go_on(1, "start", "unsteady", 2, "--set time.local=no --set time.scheme=shu-osher --set time.cfl=0.5") == 0 &&
          told("unsteady") == 0, "unsteady");
    CHECK(go_on(1, "start", "explicit", 2, "--set time.scheme=rk --set time.cfl=0.5") == 0 && told("explicit") == 3,
          "explicit steps to a steady flow");
}

int main(void)
{
    if (!prepare()) {
        CHECK(false, "no start");
        return check_end();
    }
    CASE(a_restart_goes_on_with_them);
    CASE(on_two_ranks_as_well);
    CASE(without_them_it_is_another_flow);
    return check_end();
}
