/* What is asked of a flow between steps: bad cells and how often turbulence variables were
 * set to their least value. A flow at rest in a box, whose turbulence variable decays
 * towards zero and stays above it.
 */
#include "unit/solve/flow_bed.h"

static struct flow_bed t;

static void step(void)
{
    flow_evaluate(&t.f, true);
    flow_step(&t.f, 0);
}

static void set_count(lid n)
{
    t.d.backend->upload(t.f.clips.now, &n, sizeof n);
}

/* A count that is one short of what the device's number holds, three times over: the
 * number is started anew at each look. */
static void clipped_counts_far(void)
{
    step();
    CHECK(!flow_check(&t.f).found && flow_clipped(&t.f) == 0, "clipped %lld times", (long long)flow_clipped(&t.f));
    for (int k = 0; k < 3; k++) {
        set_count(LID_MAX - 1);
        step();
        CHECK(!flow_check(&t.f).found, "a bad cell");
    }
    set_count(5);
    CHECK(flow_clipped(&t.f) == 3 * ((int64_t)LID_MAX - 1) + 5, "clipped %lld times", (long long)flow_clipped(&t.f));
}

/* The cell with a pressure below zero is named, once, with the age of the update. */
static void bad_cells(void)
{
    const lid cell = 7;
    double *q = mem_alloc("state", (size_t)t.d.view.n_owned * (size_t)t.f.n_variables, sizeof *q);
    flow_download(&t.f, q);
    q[(int64_t)Q_P * t.d.view.n_owned + cell] = -1e5;
    flow_upload(&t.f, q);
    mem_free(q);
    step();
    struct flow_diverged_cell bad = flow_check(&t.f);
    CHECK(bad.found && bad.updates_ago == t.f.steps.stages, "found %d, %d updates ago", bad.found, bad.updates_ago);
    CHECK(!flow_check(&t.f).found, "found again without an update");
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &flow_comm);
    if (flow_bed_make("--bc ymin=BCWallViscous", "[flow]\nmach = 0\nviscosity = 1e-3\n[model]\nequations = sa\n"
                      "[patches]\n* = symmetry\nymin = wall\nymax = farfield\n", &t) != 0) {
        printf("FAIL flow_bed_make: %s\n", error_message());
        return 1;
    }
    CASE(clipped_counts_far);
    CASE(bad_cells);
    flow_bed_free(&t);
    comm_finish();
    return check_end();
}
