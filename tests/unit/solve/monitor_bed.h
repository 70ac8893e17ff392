/* monitor_bed.h: a monitor over a box of gas whose states are given, its results in a folder of their own.
 */
#ifndef UFV_TESTS_UNIT_MONITOR_BED_H
#define UFV_TESTS_UNIT_MONITOR_BED_H

#include "unit/solve/flow_bed.h"
#include "control/monitor.h"
#include "input/json_read.h"

/* Free stream: 1.4 kg/m^3 of a gas with R = 1 at 1/1.4 K: 1 Pa, speed of sound 1 m/s. The wall is the side
 * y = 0 of the box of 1 m. Behind it comes how fast the stream is, and at what angle. */
static const char flow_text[] = "[flow]\nup = y\ngamma = 1.4\ngas_constant = 1\n"
                                "temperature = 0.7142857142857143\npressure = 1\n"
                                "[reference]\narea = 2\nlength = 0.25\ncentre = 0.1 -0.2 0.4\n"
                                "[patches]\n* = farfield\n[time]\nsteps = 1000\n";
static const char moving[] = "[patches]\nymin = slip\n[flow]\nmach = 0.5\nalpha = 30\n";
static const char steep[] = "[patches]\nymin = slip\n[flow]\nmach = 0.5\nalpha = 80\n";
static const char at_rest[] = "[patches]\nymin = slip\n[flow]\nmach = 0\nalpha = 30\n";
static const char viscous[] = "[patches]\nymin = wall\n[flow]\nmach = 0.5\nalpha = 30\nviscosity = 0.05\n"
                              "[model]\nequations = laminar\n";

struct bed {
    struct flow_bed t;
    struct monitor m;
    const char *results;
    struct results_folder folder;
};

static int bed_make(const char *stream, const char *more, const char *old_history, int64_t first, struct bed *b)
{
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s", flow_text, stream, more);
    b->results = flow_new_folder();
    TRY(flow_bed_make("", text, &b->t));
    b->folder = results_folder_of(b->results);
    TRY(results_folder_open(&b->folder, false));
    TRY(monitor_create(&b->t.c, &b->t.f, &b->folder, old_history, first, &b->m));
    b->m.quiet = true;
    return 0;
}

static void bed_free(struct bed *b)
{
    monitor_free(&b->m);
    results_folder_close(&b->folder, false);
    flow_bed_free(&b->t);
}

/* Of the gas at that pressure (Pa) everywhere, with that speed (m/s) along x. */
static void report_moving(struct bed *b, int64_t iteration, double time, double pressure, double speed)
{
    size_t n = (size_t)b->t.d.view.n_owned;
    double *q = mem_zalloc("state", n * NV, sizeof *q);
    for (size_t i = 0; i < n; i++) {
        q[i] = 1.4;
        q[Q_U * n + i] = speed;
        q[Q_P * n + i] = pressure;
    }
    flow_upload(&b->t.f, q);
    mem_free(q);
    flow_evaluate(&b->t.f, true);
    CHECK(monitor_report(&b->m, iteration, time) == 0, "%s", error_message());
}

/* Of the gas at rest. */
static void report_at(struct bed *b, int64_t iteration, double time, double pressure)
{
    report_moving(b, iteration, time, pressure, 0);
}

/* NaN where there is no such number. */
static double number_of(const struct json_value *v, const char *key)
{
    return json_number_of(json_member(v, key));
}

#endif
