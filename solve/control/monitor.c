/* monitor.c: residual norms and forces from the kernels' sums, in the coefficients that users read;
 * what they say about stopping is in monitor_stop.c. */
#include "control/monitor.h"

#include "angle.h"
#include "error.h"
#include "features/features.h"
#include "force_coefficients.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "parallel/waiting.h"
#include "control/patch_flows.h"
#include "control/patch_forces.h"
#include "results/progress_file.h"
#include "text.h"
#include "timer.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* On all ranks alike but for the files: the window, the trend and the controllers decide about
 * stopping, and ranks that decided differently would wait for one another for ever. */
int monitor_create(const struct case_file *c, const struct flow *f, const struct results_folder *folder,
                   const char *old_history, int64_t first_iteration, struct monitor *m)
{
    memset(m, 0, sizeof *m);
    m->c = c;
    m->flow = f;
    m->folder = folder;
    m->first_iteration = first_iteration;
    m->first_time = NAN;
    m->clock.start = m->clock.progress = timer_now();
    MEM_NEW_ZERO(m->sums.patch_force, f->domain->pack.n_patches);
    MEM_NEW_ZERO(m->sums.patch_flow, f->domain->pack.n_patches + 1);
    MEM_NEW_ZERO(m->sums.group, f->domain->groups.n);
    m->row.group = m->sums.group;
    MEM_NEW_ZERO(m->sums.columns, 1);
    features_columns(f->domain->features, m->sums.columns);
    m->row.more = m->sums.columns;
    /* Rows over the window's iterations, both ends among them, and one for the row that is added before
     * the oldest goes. */
    m->cauchy.capacity =
        c->stop.window > 0 && c->output.history > 0 ? (int)(c->stop.window / c->output.history) + 2 : 1;
    MEM_NEW_ZERO(m->cauchy.row, m->cauchy.capacity);
    /* Files are rank 0's from here on. What it says about them is agreed on by the caller. */
    if (!folder || f->domain->comm.rank != 0)
        return 0;
    MEM_NEW_ZERO(m->waiting, f->domain->comm.size);
    TRY(results_folder_check(folder));
    struct history_extras extras = {
        .groups = &f->domain->groups, .with_integrals = c->output.integrals, .more = m->sums.columns};
    if (c->numerics.pipeline == PIPELINE_FAST)
        extras.n_masses = patch_flows_names(f->domain, extras.mass);
    TRY(history_file_open(folder->path, old_history, f->equations, &extras, first_iteration, &m->clock.previous,
                          &m->history));
    /* An old run's progress would be taken for this one's until the first is written. */
    progress_file_clear(folder->path);
    return 0;
}

void monitor_free(struct monitor *m)
{
    history_file_close(&m->history);
    mem_free(m->sums.patch_force);
    mem_free(m->sums.patch_flow);
    mem_free(m->sums.group);
    mem_free(m->sums.columns);
    mem_free(m->cauchy.row);
    mem_free(m->waiting);
    memset(m, 0, sizeof *m);
}

/* ---- norms and forces ---- */

/* What the verdict needs of a row, new or recalled. Forces of another free stream say nothing of where these are
 * heading.
 * Rank 0 alone recalls rows of the run that is continued; what it decides from them (guess_is_good())
 * it tells the others. */
static void count_row(struct monitor *m, const struct history_row *row)
{
    if (row->iteration > m->stream.start || m->stream.start == 0) {
        trend_history_add(&m->trend, (const double[TREND_VALUES]){row->cl, row->cd});
        residual_tail_add(&m->tail, row->residual[0], (const double[TAIL_VALUES]){row->cl, row->cd});
    }
    if (m->stream.start > 0 && row->iteration > m->stream.start)
        quick_trend_add(&m->quick, row->residual[0], (const double[QUICK_VALUES]){row->cl, row->cd});
    for (int v = 0; v < m->flow->n_variables; v++)
        m->largest[v] = fmax(m->largest[v], row->residual[v]);
}

static void count_recalled(void *monitor, const struct history_row *row)
{
    count_row(monitor, row);
}

int monitor_recall(struct monitor *m)
{
    return history_file_read(&m->history, count_recalled, m);
}

/* Root mean square over all cells of all ranks; comm_sum() adds ranks in a fixed order.
 * Of the residual over the volume (kernels/update.h), so that histories of different meshes can be
 * compared. */
static void residual_norms(const struct monitor *m, double norm[NV_MAX])
{
    const struct domain *d = m->flow->domain;
    double sum[NV_MAX];
    BACKEND_SUM(d->backend, m->flow->kernels.residual_sum, d->view.n_owned, &m->flow->args.update, sum);
    comm_sum(sum, m->flow->n_variables);
    for (int v = 0; v < m->flow->n_variables; v++)
        norm[v] = sqrt(sum[v] / (double)d->pack.n_cells_global);
}

/* Where the case asks for them. */
static void measure_integrals(struct monitor *m)
{
    const struct flow *f = m->flow;
    const struct domain *d = f->domain;
    struct integral_args a = {.m = d->view, .q = f->q, .gradient = f->gradient, .limited = f->limited};
    if (!m->c->output.integrals)
        return;
    BACKEND_SUM(d->backend, backend_kernel(d->backend, KERNEL_integral_sum, (int)m->c->model.equations, 0),
                d->view.n_owned, &a, m->row.integral);
    comm_sum(m->row.integral, N_INTEGRALS);
}

/* force: out, [n_patches]
 * One launch for each patch over its own faces, which are consecutive (pack_patch.begin .. end), and
 * one sum over ranks for all: a patch without a face on this rank adds zeros, so that all ranks make
 * the same calls. Pressure less the reference: forces of a closed surface do not depend on it, but
 * those of an open one, such as half a wing, do. */
static void patch_forces(const struct monitor *m, double (*force)[N_FORCES])
{
    const struct domain *d = m->flow->domain;
    const struct case_file *c = m->c;
    struct kernel *sum = backend_kernel(d->backend, KERNEL_force_sum, EQUATIONS_ANY, 0);
    for (int k = 0; k < d->pack.n_patches; k++) {
        const struct pack_patch *p = &d->pack.patch[k];
        memset(force[k], 0, sizeof force[k]);
        if (!bc_kind_is_wall((enum bc_kind)d->values[k].kind))
            continue;
        struct force_args a = {.m = d->view, .pressure = m->flow->pressure, .wall = m->flow->wall,
                               .reference = c->derived.reference.pressure, .begin = p->begin};
        for (int i = 0; i < 3; i++)
            a.centre[i] = c->reference.centre[i];
        BACKEND_SUM(d->backend, sum, p->end - p->begin, &a, force[k]);
    }
    comm_sum(&force[0][0], N_FORCES * d->pack.n_patches);
}

/* Between rows of the history: nothing of the monitor's is changed, so that rows are what they would
 * have been. */
void monitor_measure(const struct monitor *m, double *cl, double *cd, double *residual)
{
    double norm[NV_MAX];
    double (*force)[N_FORCES], total[N_FORCES];
    MEM_NEW(force, m->flow->domain->pack.n_patches);
    patch_forces(m, force);
    patch_forces_add(force, m->flow->domain->pack.n_patches, total);
    struct force_coefficients c = patch_force_parts(m->c, m->flow->time, total).total;
    residual_norms(m, norm);
    *residual = norm[0];
    *cl = c.cl;
    *cd = c.cd;
    mem_free(force);
}

/* In the order of the columns of history.csv. */
static void group_coefficients(struct monitor *m)
{
    for (int k = 0; k < m->flow->domain->groups.n; k++) {
        double sum[N_FORCES];
        patch_forces_of_group(&m->flow->domain->groups, m->sums.patch_force, k, sum);
        struct force_coefficients c =
            patch_force_parts_of_group(m->c, &m->flow->domain->groups, k, m->flow->time, sum).total;
        const double value[HISTORY_COEFFICIENTS] = {c.cl, c.cd, c.cy, c.cm[0], c.cm[1], c.cm[2]};
        memcpy(m->sums.group[k], value, sizeof value);
    }
}

/* Oldest first; a full window loses its oldest row. */
static void window_add(struct monitor *m)
{
    if (m->cauchy.n == m->cauchy.capacity) {
        memmove(m->cauchy.row, m->cauchy.row + 1, (size_t)(m->cauchy.n - 1) * sizeof *m->cauchy.row);
        m->cauchy.n--;
    }
    double *entry = m->cauchy.row[m->cauchy.n++];
    entry[0] = (double)m->row.iteration;
    entry[1] = m->row.cl;
    entry[2] = m->row.cd;
}

/* Completes the row on all ranks, which judge by it; rank 0 alone writes it. The integrator's figures are those of the
 * newest step; an explicit scheme leaves most of them 0. */
static int write_row(struct monitor *m)
{
    if (m->integrator) {
        m->row.evaluations = m->integrator->report.evaluations;
        m->row.vectors = m->integrator->report.vectors;
        m->row.reduction = m->integrator->report.reduction;
        m->row.limited = m->integrator->report.limited;
        m->row.sub_steps = m->integrator->report.sub_steps;
        m->row.sub_drop = m->integrator->report.sub_drop;
    }
    m->row.residual_drop = monitor_residual_drop(m);
    if (!m->folder || m->flow->domain->comm.rank != 0)
        return 0;
    double now = timer_now();
    if (now - m->clock.check > 0.5 || !history_file_stands(&m->history)) { /* reports may be a millisecond apart */
        m->clock.check = now;
        TRY(results_folder_check(m->folder)); /* no file is made in what has taken its place */
    }
    return results_folder_cause(m->folder, history_file_write(&m->history, &m->row));
}

/* Collective. What each rank has waited for others so far, to rank 0's m->waiting.
 * Collective, so that it is in each report of a run with results, whether rank 0 writes progress now or
 * not. */
static void gather_waiting(struct monitor *m)
{
    double mine = waiting_seconds(WAITING_EXCHANGE) + waiting_seconds(WAITING_COLLECTIVE);
    comm_gather(&mine, (int)sizeof mine, m->waiting);
}

void monitor_measure_flows(struct monitor *m)
{
    patch_flows_measure(m->c, m->flow, false, m->sums.patch_flow);
}

static void report_flows(struct monitor *m)
{
    const struct domain *d = m->flow->domain;
    monitor_measure_flows(m);
    patch_flows_masses(d, m->sums.patch_flow, m->row.mass);
    features_measure(d->features, m);
    m->sums.columns->n = 0;
    features_columns(d->features, m->sums.columns);
}

double monitor_density_residual(const struct monitor *m)
{
    double norm[NV_MAX];
    residual_norms(m, norm);
    return norm[0];
}

/* Collective from the first line to the last. All ranks hold the row, sums being the same on all; rank
 * 0 writes it, and whether it could is told to all at the end, so that the run ends on all ranks
 * together. */
int monitor_report(struct monitor *m, int64_t iteration, double time)
{
    m->row.iteration = iteration;
    m->row.time = time;
    m->row.wall_seconds = m->clock.previous + timer_now() - m->clock.start;
    residual_norms(m, m->row.residual);
    patch_forces(m, m->sums.patch_force);
    double total[N_FORCES];
    patch_forces_add(m->sums.patch_force, m->flow->domain->pack.n_patches, total);
    struct force_coefficients c = patch_force_parts(m->c, m->flow->time, total).total;
    m->row.cl = c.cl;
    m->row.cd = c.cd;
    m->row.cy = c.cy;
    memcpy(m->row.cm, c.cm, sizeof c.cm);
    /* Of the patches' sums, which have just been made: no further launch. */
    group_coefficients(m);
    report_flows(m);
    measure_integrals(m);
    /* Drops are counted from the largest density residual so far, since it rises at first as a rule. */
    m->largest_residual = fmax(m->largest_residual, m->row.residual[0]);
    m->stream.largest = fmax(m->stream.largest, m->row.residual[0]);
    if (isnan(m->first_time))
        m->first_time = time;
    window_add(m);
    /* Trends and largest residuals, by the function that a restart counts the old rows with (monitor_recall()). */
    count_row(m, &m->row);
    m->row.cfl = m->flow->steps.cfl;
    m->row.angle = motion_at(&m->c->derived.motion, m->flow->time).angle * 180 / ANGLE_PI;
    m->reported = true;
    if (m->folder)
        gather_waiting(m);
    return comm_agree(write_row(m));
}

/* ---- progress ---- */

/* "At most": steps are counted at the mean pace so far, and a rule may end the run before. */
double monitor_seconds_left(const struct monitor *m, int64_t last_iteration)
{
    double seconds = timer_now() - m->clock.start, time = m->row.time - m->first_time;
    int64_t done = m->row.iteration - m->first_iteration;
    double left = done > 0 ? seconds * (double)(last_iteration - m->row.iteration) / (double)done : 0;
    if (!isnan(m->c->time.end_time) && time > 0)
        left = fmin(left, seconds * fmax(0, m->c->time.end_time - m->row.time) / time);
    return left;
}

/* How far the newest density residual lies below `largest`, in decades. */
static double drop_below(const struct monitor *m, double largest)
{
    return m->row.residual[0] > 0 ? log10(largest / m->row.residual[0]) : 0;
}

double monitor_residual_drop(const struct monitor *m)
{
    return drop_below(m, m->largest_residual);
}

double monitor_stream_drop(const struct monitor *m)
{
    return drop_below(m, m->stream.largest);
}

/* "", or "  at most 0:12:30 left".
 * 1e8 s: beyond three years nothing is said. */
static void format_left(double seconds, char *text, size_t size)
{
    long s = seconds < 1e8 ? (long)(seconds + 0.5) : 0;
    text[0] = '\0';
    if (s > 0)
        snprintf(text, size, "  at most %ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
}

/* Rank 0. At most once in two seconds, and at the end. */
static void write_progress(struct monitor *m, int64_t last_iteration, bool last)
{
    double now = timer_now(), seconds = now - m->clock.start;
    if (!last && now - m->clock.written < 2)
        return;
    /* Before the writing, so that a slow file system is not asked more often. */
    m->clock.written = now;
    struct mass_balance b = patch_flows_balance(m->flow->domain, m->sums.patch_flow);
    struct progress p = {.running = !last,
                         .iteration = m->row.iteration,
                         .last_iteration = last_iteration,
                         .time = m->row.time,
                         .seconds = seconds,
                         .seconds_left = last ? 0 : monitor_seconds_left(m, last_iteration),
                         .residual_drop = monitor_residual_drop(m),
                         .cl = m->row.cl,
                         .cd = m->row.cd,
                         .has_flows = b.any,
                         .mass_in = b.in,
                         .mass_out = b.out,
                         .mass_net = b.net,
                         .mass_share = b.share,
                         .verdict = m->verdict.text,
                         .n_ranks = m->flow->domain->comm.size,
                         .seconds_waiting = m->waiting};
    if (seconds > 0)
        p.iterations_per_second = (double)(m->row.iteration - m->first_iteration) / seconds;
    progress_file_write(m->folder->path, &p);
}

/* "", or of unsteady flow "time 0.247 s  period 2.74 (50 steps)  " and with lengths by an estimate of errors "time
 * 0.247 s  step 0.0011 s  ". */
static void format_time(const struct monitor *m, char *text, size_t size)
{
    const struct case_file *c = m->c;
    int n = c->time.local ? 0 : snprintf(text, size, "time %.6g s  ", m->row.time);
    if (c->time.local)
        text[0] = '\0';
    else if (!isnan(c->time.tolerance) && m->integrator)
        snprintf(text + n, size - (size_t)n, "step %.3g s  ", integrator_time_step(m->integrator, m->row.iteration));
    else if (!isnan(c->time.period))
        snprintf(text + n, size - (size_t)n, "period %.2f (%.0f steps)  ", m->row.time / c->time.period,
                 c->time.period / c->time.dt);
}

/* What tells how a scheme gets on: an explicit one by its rate, an implicit one by the length of its steps and the
 * evaluations of the residual that they have cost. rate: steps/s. */
static void format_pace(const struct monitor *m, double rate, char *text, size_t size)
{
    if (m->c->time.scheme == TIME_DUAL)
        snprintf(text, size, "%" PRId64 " sub-steps to %.1f  %" PRId64 " evaluations", m->row.sub_steps,
                 0 - m->row.sub_drop, m->row.evaluations);
    else if (m->c->time.scheme == TIME_IMPLICIT)
        snprintf(text, size, "CFL %.3g  %" PRId64 " evaluations", m->row.cfl, m->row.evaluations);
    else
        snprintf(text, size, "%.3g million cell-stages/s",
                 rate * (double)m->flow->steps.stages * (double)m->flow->domain->pack.n_cells_global * 1e-6);
}

/* "", or with engines and ducts "in 85.02 out 84.99 kg/s, net 0.04 %  "; without "in ..." where nothing but the far
 * field brings fluid in. */
static void format_flows(const struct monitor *m, char *text, size_t size)
{
    struct mass_balance b = patch_flows_balance(m->flow->domain, m->sums.patch_flow);
    text[0] = '\0';
    char in[24] = "", out[24] = "";
    if (b.in > 0)
        snprintf(in, sizeof in, "in %.5g ", b.in);
    if (b.out > 0 || !(b.in > 0))
        snprintf(out, sizeof out, "out %.5g ", b.out);
    if (b.any)
        snprintf(text, size, "%s%skg/s, net %.2g %%  ", in, out, 100 * b.share);
}

/* Carriage returns only to a terminal, where the line is written over; a log gets a line every half
 * minute. */
void monitor_progress(struct monitor *m, int64_t last_iteration, bool last)
{
    const struct domain *d = m->flow->domain;
    double now = timer_now(), seconds = now - m->clock.start;
    bool terminal = isatty(2);
    if (m->folder && d->comm.rank == 0)
        write_progress(m, last_iteration, last);
    if (m->quiet || d->comm.rank != 0 || (!last && now - m->clock.progress < (terminal ? 0.5 : 30)))
        return;
    m->clock.progress = now;
    int64_t done = m->row.iteration - m->first_iteration;
    char left[48], pace[64], time[80], flows[80];
    format_time(m, time, sizeof time);
    format_flows(m, flows, sizeof flows);
    format_pace(m, seconds > 0 ? (double)done / seconds : 0, pace, sizeof pace);
    format_left(last ? 0 : monitor_seconds_left(m, last_iteration), left, sizeof left);
    fprintf(stderr, "%siteration %" PRId64 "  %sresidual %.2f  cl %.6f  cd %.6f  %s%s%s%s",
            terminal ? "\r" : "", m->row.iteration, time, 0 - monitor_residual_drop(m), m->row.cl, m->row.cd, flows,
            pace, left, terminal && !last ? "  " : "\n");
    fflush(stderr);
}
