/* solve_main.c: ufv-solve: load the packs of a mesh and march a case on them: parse, read, set up,
 * run, report, free.
 */
#include "backend/backend.h"
#include "case/case_notes.h"
#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "run_ended.h"
#include "parallel/stall.h"
#include "parallel/timeline.h"
#include "parallel/timeline_file.h"
#include "parallel/waiting.h"
#include "control/forces_file.h"
#include "control/patch_flows.h"
#include "run/requested_outputs.h"
#include "run/bench.h"
#include "run/outcome.h"
#include "run/capacity.h"
#include "results/fields_folder.h"
#include "results/superseded.h"
#include "run/precision.h"
#include "checkpoint/restart_blend.h"
#include "run/run_notes.h"
#include "run/run_report.h"
#include "run/solve_options.h"
#include "results/stop_signal.h"
#include "text.h"
#include "timer.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct run {
    struct solve_options o;
    struct comm comm;
    struct case_file c;
    struct results_folder results;
    struct domain domain;
    struct flow flow;
    struct integrator integrator;
    struct monitor monitor;
    struct march march;
    struct run_timings seconds;
    enum exchange_mode exchange;
    struct rank_place place;
    double start, read_from; /* timer_now() of the program's start, and of the case's reading */
    int stopped_by;          /* the signal that ended the run before its first step; 0: none */
    bool domain_loaded, flow_created, monitor_created, marched;
    bool ended_before;       /* the run is one that --until has already ended */
};

/* ---- parse ---- */

/* Starts the program of another precision in place of this one, where the case asks for it. To be called before MPI
 * starts: a process that is a rank already cannot be replaced. Prints nothing, since whichever program goes on reads
 * the command line again. */
static void switch_precision(int argc, char **argv)
{
    struct solve_options o;
    /* The parser prints mistakes and --help; the program that goes on is to print them, once. */
    int status, out = dup(1), errors = dup(2), nowhere = open("/dev/null", O_WRONLY);
    if (out >= 0 && errors >= 0 && nowhere >= 0) {
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        bool go_on = solve_options_parse(argc, argv, &o, &status) == 0;
        fflush(NULL);
        dup2(out, 1);
        dup2(errors, 2);
        close(out), close(errors), close(nowhere);
        if (go_on && o.case_path && !o.kernels)
            precision_switch(o.case_path, o.set.item, o.set.n, argv);
    }
}

/* Every rank parses the same command line, all but rank 0 with their output closed, so that a mistake or --help is
 * printed once. False: the program is to end with *status. */
static bool parse(struct run *r, int argc, char **argv, int *status)
{
    int errors = dup(2);
    if (r->comm.rank != 0 && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
        return *status = EXIT_BAD, false;
    bool go_on = solve_options_parse(argc, argv, &r->o, status) == 0;
    fflush(stderr);
    dup2(errors, 2);
    close(errors);
    const char *wrong = go_on && !solve_options_print_only(&r->o) ? solve_options_wrong(&r->o) : NULL;
    if (!wrong)
        return go_on;
    if (r->comm.rank == 0)
        fprintf(stderr, "ufv-solve: %s. See ufv-solve --help.\n", wrong);
    return *status = EXIT_USAGE, false;
}

/* ---- read ---- */

/* Collective. Fails when a signal has come; nothing has been computed yet that a checkpoint would have to save. */
static int check_signals(struct run *r)
{
    r->stopped_by = stop_signal_any();
    return r->stopped_by ? error_set("stopped by %s before the first step; nothing was written, start it again",
                                     stop_signal_name(r->stopped_by))
                         : 0;
}

/* Every rank reads the file itself, as it reads its pack. */
static int read_case(struct run *r)
{
    char word[WORD_SIZE];
    TRY(solve_options_read_case(&r->o, &r->c));
    return precision_check(case_word(&r->c, "numerics", "precision", word));
}

/* Rank 0. */
static int open_results(struct run *r)
{
    if (results_folder_is(r->o.results, r->o.packs))
        return error_set("%s: holds the packs; name another folder for results with --out", r->o.results);
    if (pack_manifest_is_in(r->o.results))
        return error_set("%s: holds packs of a mesh; name another folder for results with --out", r->o.results);
    return results_folder_open(&r->results, r->o.force);
}

/* Collective. Cheap checks come first (the case, the results folder, which another run may use, the device, the
 * manifest of the packs, the memory), and only then are the packs read, which may be many gigabytes. Signals are
 * looked for where a long step has ended. */
static int read_input(struct run *r)
{
    r->read_from = timer_now();
    stop_signal_ignore_lost_readers();
    TRY(comm_agree(read_case(r)));
    TRY(comm_agree(r->comm.rank == 0 && r->o.bench == 0 ? open_results(r) : 0));
    TRY(comm_agree(r->comm.rank == 0 ? requested_outputs_check(&r->o, &r->c) : 0));
    const struct backend *backend = rank_place_choose(r->o.device, r->o.threads, &r->comm, &r->place);
    /* error_set() has said why on the rank that has none. */
    TRY(comm_agree(backend == NULL));
    TRY(comm_agree(exchange_mode_from_name(r->o.exchange, backend && !backend->unified, &r->exchange)));
    TRY(check_signals(r));
    TRY(domain_check_packs(r->o.packs, &r->comm));
    TRY(capacity_check(r->o.packs, &r->c, &r->comm, backend));
    /* Before the call: what a failure leaves half loaded is freed too. Likewise flow_created and
     * marched below. */
    r->domain_loaded = true;
    TRY(domain_load(r->o.packs, &r->c, &r->comm, backend, &r->domain));
    return check_signals(r);
}

/* ---- set up ---- */

/* Collective. */
static void say_where_ranks_run(struct run *r)
{
    struct rank_row *rows = run_report_gather(&r->flow, &r->place);
    if (rows) {
        run_report_print_ranks(rows, r->comm.size);
        run_notes_domain(&r->domain);
        features_say(r->domain.features);
        run_report_print_constant(&r->flow);
        case_notes(&r->c, stderr);
        if (!r->o.restart)
            internal_start_note(&r->c, &r->domain.measured.start, stderr);
        case_note_patches(&r->c, r->domain.pack.patch, r->domain.pack.n_patches, r->domain.values,
                          &r->domain.measured.walls, stderr);
    }
    mem_free(rows);
}

/* Collective. A run that cannot converge is worth a line under --quiet too. */
static void say_what_crosses_symmetry(struct run *r)
{
    const struct pack *p = &r->domain.pack;
    comm_sum(&r->domain.measured.symmetry[0][0], 2 * p->n_patches);
    if (r->comm.rank == 0)
        case_note_symmetry(&r->c, p->patch, p->n_patches, r->domain.measured.symmetry, r->o.quiet, stderr);
}

/* Does the run continue what stands in its own results folder? */
static bool goes_on_in_place(const struct run *r)
{
    return r->o.restart && results_folder_is(r->o.results, r->o.restart);
}

/* Before monitor_create(), which gives the history of the earlier run another name. */
static void say_what_is_replaced(const struct run *r)
{
    if (!goes_on_in_place(r) && results_folder_holds_run(&r->results) && !r->o.quiet)
        fprintf(stderr, "ufv-solve: note: %s holds an earlier run, which this one replaces; to go on from it: "
                        "--restart %s\n", r->o.results, r->o.results);
}

/* What differs from the run that is continued, for stderr and run.json. */
static void find_changes(struct run *r)
{
    struct checkpoint_start *s = &r->march.start;
    char *all = r->march.changes;
    case_changes(&r->c, &s->set, sizeof r->march.changes, all);
    if (s->kinds[0])
        text_list_add(all, sizeof r->march.changes, s->kinds);
    if (all[0] && r->comm.rank == 0 && !r->o.quiet)
        fprintf(stderr, "ufv-solve: changed since: %s\n", all);
}

/* Collective. Features go on with what the earlier run had come to. */
static int continue_features(struct run *r)
{
    const struct checkpoint_start *start = &r->march.start;
    const bool same_flow = !start->other_mesh && start->other_flow == RESTART_SAME;
    TRY(checkpoint_read_features(r->o.restart, same_flow, &r->domain));
    return features_resume(r->domain.features, &r->c, &r->integrator);
}

/* Collective. The first step that changes the results folder: monitor_create() begins the new history. A failure before
 * it leaves the folder as it was. */
static int create_monitor(struct run *r)
{
    char *old = r->o.restart ? superseded_history_find(r->o.restart) : NULL;
    r->monitor_created = true;
    if (r->comm.rank == 0)
        say_what_is_replaced(r);
    int status = comm_agree(
        monitor_create(&r->c, &r->flow, &r->results, old, r->march.start.iteration, &r->monitor));
    mem_free(old);
    TRY(status);
    r->monitor.quiet = r->o.quiet;
    r->monitor.integrator = &r->integrator;
    /* residuals and coefficients of another mesh are no measure for this one */
    if (r->o.restart && !r->march.start.other_mesh) {
        TRY(checkpoint_read_monitor(r->o.restart, &r->march.start, &r->monitor));
        TRY(comm_agree(r->comm.rank == 0 ? monitor_recall(&r->monitor) : 0));
    }
    if (r->o.restart)
        TRY(continue_features(r));
    march_set_values(&r->domain);
    if (r->comm.rank == 0)
        fields_folder_remove_diverged(r->o.results);
    if (r->o.restart && r->comm.rank == 0 && !r->o.quiet)
        run_notes_restart(&r->march.start);
    if (r->o.restart)
        find_changes(r);
    return 0;
}

/* Iteration and --until are the same on all ranks, so that all fail together without comm_agree(). */
static int check_until(const struct run *r)
{
    if (r->o.until != SOLVE_NOT_GIVEN && r->march.start.iteration > r->o.until)
        return error_set("%s: is at iteration %" PRId64
                         " already, beyond --until %ld; give a larger number, or restart "
                         "from an older checkpoint",
                         r->o.restart, r->march.start.iteration, r->o.until);
    return 0;
}

/* Would this run, without a step, replace what it has itself found and said? Chains of jobs may call it again. */
static bool has_ended_before(const struct run *r)
{
    const struct checkpoint_start *start = &r->march.start;
    char changes[64];
    if (r->o.until == SOLVE_NOT_GIVEN || start->iteration != r->o.until || !goes_on_in_place(r) ||
        !run_has_ended(r->o.results))
        return false;
    case_changes(&r->c, &start->set, sizeof changes, changes);
    return !changes[0] && !start->kinds[0] && !start->other_mesh;
}

/* Collective. */
static int read_restart(struct run *r)
{
    const struct checkpoint_start *start = &r->march.start;
    TRY(checkpoint_read(r->o.restart, r->o.restart_packs, &r->c, &r->flow, &r->march.start));
    if (r->o.blend.n == 0)
        return 0;
    if (!r->c.time.local || features_set_key(r->c.features, "flow.alpha"))
        return error_set("--blend: is for steady flow at a given angle of attack; leave it out");
    /* A blend is a first guess between other flows; a run that goes on has better than a
     * guess. */
    if (start->other_flow == RESTART_SAME)
        return error_set("--blend: %s is of the same flow as this run, which goes on from it; leave out --blend",
                         r->o.restart);
    return restart_blend(&r->o.blend, r->o.restart_packs, &r->c, &r->flow);
}

/* Rank 0. */
static int check_fields(const struct run *r)
{
    int64_t first = r->march.start.iteration;
    return requested_fields_check(r->o.results, &r->c, first, march_last_iteration(&r->c, first, r->march.until));
}

/* Collective. flow_set_time() comes after the restart, which gives the time; features start before the
 * monitor, since a probe outside the mesh must not cost the old history. */
static int set_up(struct run *r)
{
    r->flow_created = true;
    TRY(flow_create(&r->domain, &r->c, r->exchange, &r->flow));
    TRY(integrator_create(&r->flow, &r->c, &r->integrator));
    if (r->o.restart)
        TRY(read_restart(r));
    TRY(case_check_end(&r->c, r->march.start.time));
    flow_set_time(&r->flow, r->march.start.time);
    TRY(check_until(r));
    /* --until counts iterations of all runs together. */
    r->march.until = r->o.until == SOLVE_NOT_GIVEN ? INT64_MAX : r->o.until;
    TRY(check_signals(r));
    r->ended_before = comm_sum_int(r->comm.rank == 0 && has_ended_before(r)) > 0;
    if (r->ended_before && r->comm.rank == 0)
        fprintf(stderr, "ufv-solve: note: %s is at iteration %" PRId64 ", where --until ends it: there is nothing to "
                        "do\n", r->o.results, r->march.start.iteration);
    if (r->ended_before)
        return 0;
    r->seconds.load = timer_now() - r->read_from;
    if (r->o.bench)
        return 0;
    TRY(features_start(&r->c, &r->flow, r->domain.features));
    TRY(features_check_restart(r->domain.features, r->o.restart));
    if (!r->o.quiet)
        say_where_ranks_run(r);
    say_what_crosses_symmetry(r);
    TRY(comm_agree(r->comm.rank == 0 ? check_fields(r) : 0));
    TRY(create_monitor(r));
    bool replaces = r->comm.rank == 0 && !goes_on_in_place(r);
    TRY(comm_agree(replaces ? requested_outputs_leave_old(r->o.results, &r->c) : 0));
    const struct feature_results to = {r->o.results, r->o.restart, goes_on_in_place(r), r->march.start.iteration};
    return features_open(r->domain.features, &to);
}

/* ---- run ---- */

/* Collective. Waiting times and the timeline count from here, without loading. */
static int march(struct run *r)
{
    r->march.results = r->o.results;
    r->march.c = &r->c;
    r->march.afresh = !goes_on_in_place(r);
    r->march.steps_asked = solve_options_ask_for_steps(&r->o);
    TRY(stall_start(&r->comm, r->c.output.stall, r->o.results));
    if (r->o.timeline)
        timeline_file_start(&r->comm);
    waiting_reset();
    r->seconds.start_to_first_step = timer_now() - r->start;
    r->marched = true;
    return march_run(&r->integrator, &r->monitor, &r->march);
}

/* ---- report ---- */

static void say_how_it_ended(const struct run *r, const struct viscous_summary *viscous)
{
    viscous_summary_print(viscous);
    printf("%s after %" PRId64 " iteration%s: cl %.6f  cd %.6f  in %.1f s; results in %s\n",
           stop_reason_text(r->march.reason), r->march.iteration, r->march.iteration == 1 ? "" : "s",
           r->monitor.row.cl, r->monitor.row.cd, r->seconds.total, r->o.results);
    patch_flows_print(r->monitor.flow->domain, r->monitor.sums.patch_flow);
    features_print(r->domain.features);
    struct rotor_coefficients k;
    if (!monitor_rotor(&r->monitor, &k))
        return;
    printf("rotor: thrust %.6g N  torque %.6g N m", k.thrust, k.torque);
    if (!isnan(k.ct))
        printf("  C_T %.6f  C_Q %.6f", k.ct, k.cq);
    printf("\n");
}

/* Where a case gives both [time] steps and end_time, the user may have expected the other one to end the run. */
static void say_what_was_not_reached(const struct run *r)
{
    const double now = r->march.time, end = r->c.time.end_time;
    fflush(stdout);
    if (r->march.reason == STOP_STEPS && now < end)
        fprintf(stderr, "ufv-solve: note: [time] steps ended the run at %.6g s, before %s = %.6g s; raise steps, or "
                        "restart\n", now, isnan(r->c.time.periods) ? "end_time" : "the end of periods", end);
    run_report_print_unsolved(&r->march);
    features_say_at_end(r->domain.features, now);
}

/* Steady runs only. Under --quiet only a failure, and a stop rule of the case that was not met. */
static void say_verdict(const struct run *r)
{
    const struct verdict *v = &r->monitor.verdict;
    bool asked = !isnan(r->c.stop.residual_drop) || r->c.stop.window > 0;
    if (!r->c.time.local || (r->o.quiet && !v->failed && (v->answer != VERDICT_NOT_CONVERGED || !asked)))
        return;
    fflush(stdout); /* the last line where both go to one file */
    fprintf(stderr, "ufv-solve: %s\n", v->text);
}

/* Rank 0. history.csv is closed first, then forces.json, then run.json: a run.json that is newer than history.csv says
 * that the run has ended (post/history/watch.c). */
static int write_reports(struct run *r, const struct rank_row *rows, const struct run_findings *found)
{
    TRY(results_folder_check(&r->results));
    TRY(history_file_end(&r->monitor.history));
    TRY(monitor_write_forces(&r->monitor));
    TRY(run_report_write(&r->march, &r->monitor, rows, found, &r->seconds));
    if (!r->o.quiet) {
        say_how_it_ended(r, &found->viscous);
        hot_cells_print(&found->hot);
        first_order_box_print(&found->first_order);
    }
    say_what_was_not_reached(r);
    say_verdict(r);
    return 0;
}

/* Collective. */
static int report(struct run *r)
{
    struct rank_row *rows = run_report_gather(&r->flow, &r->place);
    struct run_findings found = {.viscous = viscous_summary_of(&r->flow, &r->c),
                                 .hot = hot_cells_find(&r->flow, &r->c),
                                 .first_order = first_order_box_find(&r->flow)};
    r->seconds.march = r->march.seconds_marching;
    r->seconds.write = r->march.seconds_writing;
    r->seconds.write_behind = r->march.writer.seconds_behind;
    r->seconds.total = timer_now() - r->start;
    int status = comm_agree(r->comm.rank == 0 ? write_reports(r, rows, &found) : 0);
    mem_free(rows);
    TRY(status);
    r->domain.backend->timeline_flush();
    if (!r->o.timeline)
        return 0;
    /* There are new checkpoints by now. */
    TRY(comm_agree(r->comm.rank == 0 ? requested_outputs_check(&r->o, &r->c) : 0));
    return timeline_file_write(r->o.timeline, &r->comm);
}

/* ---- what is left of a run that has diverged ---- */

/* Rank 0. */
static int write_divergence(struct run *r, const struct rank_row *rows, const struct run_findings *found)
{
    struct verdict *v = &r->monitor.verdict;
    /* run.json and the report say so too, with the sentence of the failure as the verdict. */
    v->answer = r->c.time.local ? VERDICT_NOT_CONVERGED : VERDICT_UNKNOWN;
    v->cl_remaining = v->cd_remaining = NAN;
    text_copy(v->text, sizeof v->text, error_message());
    if (!r->o.quiet)
        divergence_print(&r->march.divergence, &r->domain);
    TRY(results_folder_check(&r->results));
    TRY(history_file_end(&r->monitor.history));
    if (r->monitor.reported)
        TRY(monitor_write_forces(&r->monitor));
    return run_report_write(&r->march, &r->monitor, rows, found, &r->seconds);
}

/* Appended to the sentence of the failure, which is the last that the run prints. */
static void say_where_it_is(const struct run *r)
{
    const struct divergence *d = &r->march.divergence;
    if (!d->written)
        return;
    char *sentence = text_format("%s", error_message());
    error_set("%s; %s/%s holds the state after iteration %" PRId64 " with %" PRId64 " lost cell%s marked", sentence,
              r->o.results, fields_folder_diverged, r->march.iteration, d->lost, d->lost == 1 ? "" : "s");
    mem_free(sentence);
}

/* Collective. The sentence of the failure stays what is told. */
static void report_divergence(struct run *r)
{
    char *sentence = text_format("%s", error_message());
    struct rank_row *rows = run_report_gather(&r->flow, &r->place);
    /* Of hot cells in a field that is lost there is nothing to say. */
    const struct run_findings found = {.viscous = viscous_summary_of(&r->flow, &r->c),
                                       .first_order = first_order_box_find(&r->flow)};
    r->march.reason = STOP_DIVERGED;
    r->seconds.march = r->march.seconds_marching;
    r->seconds.write = r->march.seconds_writing;
    r->seconds.total = timer_now() - r->start;
    error_set("%s", sentence); /* of rank 0 too */
    if (r->comm.rank == 0 && write_divergence(r, rows, &found) != 0)
        fprintf(stderr, "ufv-solve: note: %s\n", error_message());
    error_set("%s", sentence);
    say_where_it_is(r);
    mem_free(rows);
    mem_free(sentence);
}

/* ---- all of it ---- */

/* Collective.
 * From stop_signal_leave_to_march() on a signal no longer ends the program by itself but asks for a checkpoint. */
static int run_case(struct run *r)
{
    TRY(read_input(r));
    TRY(set_up(r));
    if (r->ended_before)
        return 0;
    if (r->o.bench)
        return bench_run(&r->integrator, r->o.bench, r->o.report);
    stop_signal_leave_to_march();
    int status = march(r);
    if (status && r->march.divergence.found)
        report_divergence(r);
    return status ? status : report(r);
}

/* A signal that came while there was nothing to lose, a failure, then what has come of a run. The verdict is rank 0's,
 * and launchers take any rank's status. */
static int exit_status(struct run *r, int status)
{
    if (r->stopped_by)
        return EXIT_STOPPED;
    if (status)
        return r->march.divergence.found ? EXIT_FAILED : EXIT_BAD;
    if (!r->marched)
        return EXIT_DONE;
    enum outcome o = outcome_of(r->march.reason, &r->monitor.verdict, r->march.steps_asked);
    comm_broadcast(&o, (int)sizeof o, 0);
    return outcome_status(o);
}

/* Collective; of whatever there is.
 * In the reverse order of creation: what is freed may still borrow from what is freed after it. */
static void release(struct run *r)
{
    stall_stop();
    timeline_free();
    features_end(r->domain.features); /* before the march's, which ends copies in the background */
    r->domain.features = NULL;
    march_free(&r->march);
    if (r->monitor_created)
        monitor_free(&r->monitor);
    integrator_free(&r->integrator);
    if (r->flow_created)
        flow_free(&r->flow);
    if (r->domain_loaded)
        domain_free(&r->domain);
    results_folder_close(&r->results, !r->marched);
    case_free(&r->c);
}

int main(int argc, char **argv)
{
    struct run r = {.start = timer_now()};
    int end;
    mem_set_advice("use more ranks on more hosts (ufv-prep --ranks), or hosts with more memory");
    stop_signal_catch();
    /* Takes the numbers of closed standard files, and looks at the stack, before MPI does. */
    if (solve_options_parse(1, argv, &r.o, &end) != 0)
        return end;
    switch_precision(argc, argv);
    comm_init(&argc, &argv, &r.comm);
    if (parse(&r, argc, argv, &end)) {
        r.results = results_folder_of(r.o.results);
        int status = solve_options_print_only(&r.o) ? solve_options_print(&r.o) : run_case(&r);
        if (status && r.comm.rank == 0)
            fprintf(stderr, "ufv-solve: %s\n", error_message());
        end = exit_status(&r, status);
    } else {
        r.results = results_folder_of(NULL);
    }
    release(&r);
    comm_finish();
    return end;
}
