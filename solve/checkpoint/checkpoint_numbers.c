/* checkpoint_numbers.c: the table of numbers of a checkpoint. */
#include "checkpoint/checkpoint_numbers.h"

#include "case/case_changes.h"
#include "checkpoint/restart_stream.h"
#include "features/features.h"

#include <string.h>

/* ---- how many ---- */

static int64_t one(const struct monitor *m)
{
    (void)m;
    return 1;
}

static int64_t two(const struct monitor *m)
{
    (void)m;
    return 2;
}

static int64_t count_settings(const struct monitor *m)
{
    struct case_settings set;
    case_settings(m->c, &set);
    return set.n;
}

static int64_t count_given(const struct monitor *m)
{
    struct case_settings set;
    case_settings(m->c, &set);
    return set.n_keys;
}

static int64_t count_flows(const struct monitor *m)
{
    return m->c->numerics.pipeline == PIPELINE_FAST ? N_OPEN * (int64_t)m->flow->domain->pack.n_patches : -1;
}

static int64_t count_stream_start(const struct monitor *m)
{
    return m->stream.start > 0 ? 1 : -1;
}

static int64_t count_window(const struct monitor *m)
{
    return 3 * (int64_t)m->cauchy.n;
}

/* The scheme, and what it goes on with. */
static int64_t count_integrator(const struct monitor *m)
{
    double number[INTEGRATOR_NUMBERS];
    int n = m->integrator ? integrator_save(m->integrator, number) : 0;
    return n > 0 ? n + 1 : -1;
}

static int64_t count_first_order(const struct monitor *m)
{
    return m->flow->first_order.n > 0 ? m->flow->first_order.n : -1;
}

static int64_t count_zone(const struct monitor *m)
{
    return motion_is_of_zone(&m->c->derived.motion) ? 1 : -1;
}

/* ---- writing ---- */

static void save_settings(const struct monitor *m, double *value)
{
    struct case_settings set;
    case_settings(m->c, &set);
    memcpy(value, set.value, (size_t)set.n * sizeof *value);
}

static void save_given(const struct monitor *m, double *value)
{
    struct case_settings set;
    case_settings(m->c, &set);
    memcpy(value, set.given, (size_t)set.n_keys * sizeof *value);
}

static void save_keys(const struct monitor *m, double *value)
{
    struct case_settings set;
    case_settings(m->c, &set);
    *value = set.keys;
}

static void save_flows(const struct monitor *m, double *value)
{
    memcpy(value, m->sums.patch_flow, (size_t)m->flow->domain->pack.n_patches * sizeof *m->sums.patch_flow);
}

static void save_largest(const struct monitor *m, double *value)
{
    *value = m->largest_residual;
}

static void save_viscosity(const struct monitor *m, double *value)
{
    *value = restart_stream_viscosity(m->c);
}

static void save_stream_start(const struct monitor *m, double *value)
{
    *value = (double)m->stream.start;
}

static void save_stream_largest(const struct monitor *m, double *value)
{
    *value = m->stream.largest;
}

static void save_window(const struct monitor *m, double *value)
{
    if (m->cauchy.n > 0)
        memcpy(value, m->cauchy.row, 3 * (size_t)m->cauchy.n * sizeof *value);
}

static void save_integrator(const struct monitor *m, double *value)
{
    double number[INTEGRATOR_NUMBERS];
    int n = integrator_save(m->integrator, number);
    value[0] = m->c->time.scheme;
    memcpy(value + 1, number, (size_t)n * sizeof *value);
}

static void save_wall_seconds(const struct monitor *m, double *value)
{
    *value = m->row.wall_seconds;
}

/* Of the whole mesh, as every rank knows them. */
static void save_first_order(const struct monitor *m, double *value)
{
    for (int64_t k = 0; k < m->flow->first_order.n; k++)
        value[k] = (double)m->flow->first_order.cell[k];
}

/* rad, that the cells of a zone that moves have their states turned by. */
static void save_zone(const struct monitor *m, double *value)
{
    *value = motion_at(&m->c->derived.motion, m->flow->time).angle;
}

/* The precision of the run (real.h). */
static void save_word_bytes(const struct monitor *m, double *value)
{
    (void)m;
    value[0] = sizeof(real);
    value[1] = sizeof(stored);
}

/* ---- reading ---- */

static void take_largest(const struct solution *s, const struct solution_extra *e, struct checkpoint_reading *r,
                         struct monitor *m)
{
    (void)s, (void)r;
    if (e->n == 1)
        m->largest_residual = e->value[0];
}

static void take_stream_start(const struct solution *s, const struct solution_extra *e, struct checkpoint_reading *r,
                              struct monitor *m)
{
    (void)s, (void)r;
    if (e->n == 1)
        m->stream.start = (int64_t)e->value[0];
}

static void take_stream_largest(const struct solution *s, const struct solution_extra *e,
                                struct checkpoint_reading *r, struct monitor *m)
{
    (void)s, (void)r;
    if (e->n == 1)
        m->stream.largest = e->value[0];
}

/* As many of the newest rows as there is place for; that of this iteration is made again by the first report. */
static void take_window(const struct solution *s, const struct solution_extra *e, struct checkpoint_reading *r,
                        struct monitor *m)
{
    int held = (int)(e->n / 3), keep = held < m->cauchy.capacity ? held : m->cauchy.capacity;
    (void)r;
    memcpy(m->cauchy.row, e->value + 3 * (held - keep), (size_t)keep * sizeof *m->cauchy.row);
    m->cauchy.n = keep;
    if (keep > 0 && m->cauchy.row[keep - 1][0] >= (double)s->iteration)
        m->cauchy.n--;
}

static void take_integrator(const struct solution *s, const struct solution_extra *e, struct checkpoint_reading *r,
                            struct monitor *m)
{
    (void)s, (void)m;
    if (e->n > INTEGRATOR_NUMBERS + 1)
        return;
    r->integrator[0] = (double)e->n;
    memcpy(r->integrator + 1, e->value, (size_t)e->n * sizeof *e->value);
}

/* ---- the table ---- */

/* In the order of the file, where each has a name of its own. Readers take those that they know: of rows without take()
 * checkpoint.c and ufv-post. */
static const struct number_row {
    const char *name;
    int64_t (*count)(const struct monitor *m); /* numbers; -1: the run has none */
    void (*save)(const struct monitor *m, double *value);
    void (*take)(const struct solution *s, const struct solution_extra *e, struct checkpoint_reading *r,
                 struct monitor *m);
} rows[] = {
    {"settings", count_settings, save_settings, NULL},
    {"settings_given", count_given, save_given, NULL},
    {"settings_keys", one, save_keys, NULL},
    {"patch_flow", count_flows, save_flows, NULL},
    {"largest_residual", one, save_largest, take_largest},
    {"viscosity", one, save_viscosity, NULL},
    {"stream_start", count_stream_start, save_stream_start, take_stream_start},
    {"stream_largest", one, save_stream_largest, take_stream_largest},
    {"cauchy_window", count_window, save_window, take_window},
    {"integrator", count_integrator, save_integrator, take_integrator},
    {"wall_seconds", one, save_wall_seconds, NULL},
    {"first_order_cells", count_first_order, save_first_order, NULL},
    {"zone_angle", count_zone, save_zone, NULL},
    {"word_bytes", two, save_word_bytes, NULL},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

void checkpoint_numbers_gather(const struct monitor *m, struct solution *s)
{
    for (int k = 0; k < N_ROWS; k++) {
        int64_t n = rows[k].count(m);
        if (n >= 0)
            rows[k].save(m, solution_add_extra(s, rows[k].name, n));
    }
    for (int k = 0; k < FEATURES_MOST; k++) {
        void *own;
        const struct feature_numbers *of = features_numbers(m->flow->domain->features, k, &own);
        int64_t n = of ? of->count(own) : -1;
        if (n >= 0)
            of->save(own, solution_add_extra(s, of->name, n));
    }
}

void checkpoint_numbers_take(const struct solution *s, struct checkpoint_reading *r, struct monitor *m)
{
    for (int k = 0; k < N_ROWS; k++)
        for (int i = 0; i < s->n_extra && rows[k].take; i++)
            if (strcmp(s->extra[i].name, rows[k].name) == 0)
                rows[k].take(s, &s->extra[i], r, m);
}
