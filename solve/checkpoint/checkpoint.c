/* checkpoint.c: a state back from disk: from the rank's own file where the packs are the same, else
 * cell by cell by global id from the files of all ranks. */
#include "checkpoint/checkpoint.h"

#include "angle.h"
#include "backend/convert.h"
#include "error.h"
#include "features/features.h"
#include "mem.h"
#include "checkpoint/checkpoint_check.h"
#include "results/fields_folder.h"
#include "checkpoint/id_places.h"
#include "checkpoint/checkpoint_numbers.h"
#include "checkpoint/restart_patches.h"
#include "text.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* Numbers of case_settings(); returns how many, 0 without any. */
static int take_numbers(const struct solution *s, const char *name, double value[CASE_SETTINGS_MOST])
{
    for (int k = 0; k < s->n_extra; k++) {
        const struct solution_extra *e = &s->extra[k];
        if (!e->value || strcmp(e->name, name) != 0 || e->n > CASE_SETTINGS_MOST)
            continue;
        memcpy(value, e->value, (size_t)e->n * sizeof *value);
        return (int)e->n;
    }
    return 0;
}

static void take_settings(const struct domain *d, const struct solution *s, struct checkpoint_start *start)
{
    start->of_zone = solution_extra_values(s, "zone_angle", 1) != NULL;
    restart_patches_compare(d, s, sizeof start->kinds, start->kinds);
    start->set.n = take_numbers(s, "settings", start->set.value);
    start->set.n_keys = take_numbers(s, "settings_given", start->set.given);
    const double *keys = solution_extra_values(s, "settings_keys", 1);
    start->set.keys = keys ? *keys : NAN;
}

/* The rows of arrays that a checkpoint holds as this (scheme/state_arrays.inc) and that the flow has, in their order;
 * returns how many. */
static int rows_saved_as(const struct flow *f, int as, struct state_row row[STATE_N_ARRAYS])
{
    struct state_row all[STATE_N_ARRAYS];
    int n = 0;
    state_rows(&f->shape, all);
    for (int k = 0; k < STATE_N_ARRAYS; k++)
        if ((int)all[k].saved.as == as && state_array(&f->arrays, &all[k]))
            row[n++] = all[k];
    return n;
}

/* n numbers, as the checkpoint has them, for an array of its length. */
static void upload_row(struct flow *f, const struct state_row *row, const double *number)
{
    convert_upload(f->domain->backend, state_array(&f->arrays, row), number, row->components * row->stride,
                   row->element);
}

/* Local CFL numbers, and a limiter that is frozen if this run has one: only on the same packs, as they are by cell. */
static void take_cell_numbers(struct flow *f, const struct solution *s)
{
    struct state_row row[STATE_N_ARRAYS];
    for (int k = 0, n = rows_saved_as(f, STATE_FROZEN, row); k < n; k++) {
        const double *phi = solution_extra_values(s, row[k].saved.name, row[k].components * row[k].stride);
        if (!phi)
            continue;
        upload_row(f, &row[k], phi);
        flow_freeze_limiter(f);
        flow_took_held_limiters(f);
    }
    for (int k = 0, n = rows_saved_as(f, STATE_CELLS, row); k < n; k++) {
        const double *number = solution_extra_values(s, row[k].saved.name, row[k].components * row[k].stride);
        f->steps.has_local_cfl = f->steps.has_local_cfl || number;
        if (number)
            upload_row(f, &row[k], number);
    }
}

/* Every file has those of the whole mesh. In unsteady flow, and where the case does without, all cells are of the
 * case's order. */
static void take_first_order_cells(struct flow *f, const struct case_file *c, const struct solution *s)
{
    for (int k = 0; k < s->n_extra && c->numerics.first_order_cells && c->time.local; k++) {
        const struct solution_extra *e = &s->extra[k];
        gid *cell;
        int64_t n = 0;
        if (strcmp(e->name, "first_order_cells") != 0)
            continue;
        MEM_NEW(cell, e->n + 1);
        for (int64_t j = 0; j < e->n; j++)
            if (e->value[j] >= 0 && e->value[j] < (double)f->domain->pack.n_cells_global)
                cell[n++] = (gid)e->value[j];
        flow_set_first_order(f, cell, n);
        mem_free(cell);
    }
}

/* States of the physical steps before, the newest first: those that a flow keeps, and what a checkpoint has of them. */
struct levels {
    int n;
    struct state_row row[STATE_N_ARRAYS];
    double *value[STATE_N_ARRAYS]; /* [n_variables][n_owned]; owned where they are put together cell by cell */
    bool found[STATE_N_ARRAYS];
};

static struct levels levels_of(const struct flow *f)
{
    struct levels l = {.n = 0};
    l.n = rows_saved_as(f, STATE_LEVEL, l.row);
    return l;
}

static const double *level_in(const struct solution *s, const struct levels *l, int k)
{
    return solution_extra_values(s, l->row[k].saved.name, l->row[k].components * s->n_cells);
}

/* A level is of use only with those that are newer. value[k]: NULL: the checkpoint has none. */
static void take_levels(struct flow *f, const struct levels *l, const double *const value[STATE_N_ARRAYS])
{
    for (int k = 0; k < l->n && value[k]; k++) {
        upload_row(f, &l->row[k], value[k]);
        f->levels_before = k + 1;
    }
}

static void take_levels_of_file(struct flow *f, const struct solution *s)
{
    const struct levels l = levels_of(f);
    const double *value[STATE_N_ARRAYS];
    for (int k = 0; k < l.n; k++)
        value[k] = level_in(s, &l, k);
    take_levels(f, &l, value);
}

/* What the state of a rank's file, s, is the flow of and what this case is. Fields of features go on in the same flow
 * alone, its stream as the mesh sees it at that moment. An unsteady run (not c->time.local) starts from the state as it
 * is: there the change of the flow is part of what is computed. */
static void compare_flows(const struct solution *s, const struct case_file *c, struct checkpoint_start *start)
{
    char ignored[RESTART_DIFFERENCES_SIZE];
    const double *extra = solution_extra_values(s, "viscosity", 1), viscosity = extra ? *extra : NAN;
    const struct solution_reference seen = motion_reference(&c->derived.motion, s->time, &c->derived.reference);
    const struct restart_flow old = {&s->reference, viscosity, restart_stream_equations(s, viscosity)};
    struct restart_flow now = {&seen, restart_stream_viscosity(c), (int)c->model.equations};
    start->fields_go_on = restart_stream_compare(&old, &now, ignored) == RESTART_SAME;
    now.reference = &c->derived.reference;
    start->other_flow = c->time.local ? restart_stream_compare(&old, &now, start->differences) : RESTART_SAME;
}

/* Reads the state from this rank's own file: the run that wrote it had the same packs. */
static int read_same(const char *folder, const struct solution *head, const struct case_file *c, struct flow *f,
                     struct checkpoint_start *start)
{
    const struct domain *d = f->domain;
    struct solution s;
    TRY(solution_read(folder, d->comm.rank, &s));
    int status = checkpoint_check(folder, d->comm.rank, &s, head, f);
    if (status == 0 && (s.n_cells != d->view.n_owned ||
                        memcmp(s.cell_gid, d->pack.cell_gid, (size_t)s.n_cells * sizeof *s.cell_gid) != 0))
        status = error_set("%s/rank-%05d.h5: its cells are not those of the pack; the results are of other packs",
                           folder, d->comm.rank);
    if (status == 0) {
        double *q = mem_alloc("state", (size_t)s.n_cells * (size_t)f->n_variables, sizeof *q);
        for (int v = 0; v < f->n_variables; v++)
            memcpy(q + (size_t)v * (size_t)s.n_cells, s.field[v].value, (size_t)s.n_cells * sizeof *q);
        flow_upload(f, q);
        mem_free(q);
        take_settings(d, &s, start);
        compare_flows(&s, c, start);
        if (start->other_flow == RESTART_SAME)
            take_first_order_cells(f, c, &s);
        if (start->other_flow == RESTART_SAME)
            take_cell_numbers(f, &s);
        take_levels_of_file(f, &s);
        if (start->fields_go_on)
            status = features_load_fields(d->features, &(struct feature_restart){.same = &s});
    }
    solution_free(&s);
    return status;
}

/* Takes from one file the cells that are this rank's; returns how many it had not had: a file that names a cell twice
 * does not stand for another one. q: [n_variables][n]; levels: those of the steps before, found until a file has
 * none. */
static lid take_cells(const struct solution *s, struct id_place *places, lid n, int n_variables, double *q,
                      struct levels *l)
{
    const double *old[STATE_N_ARRAYS];
    lid taken = 0;
    for (int k = 0; k < l->n; k++) {
        old[k] = level_in(s, l, k);
        l->found[k] = l->found[k] && old[k];
    }
    for (int64_t i = 0; i < s->n_cells; i++) {
        struct id_place *found = id_places_find(places, n, s->cell_gid[i]);
        if (!found)
            continue;
        for (int v = 0; v < n_variables; v++)
            q[(size_t)v * (size_t)n + (size_t)found->place] = s->field[v].value[i];
        for (int k = 0; k < l->n; k++)
            for (int v = 0; old[k] && v < n_variables; v++)
                l->value[k][(size_t)v * (size_t)n + (size_t)found->place] = old[k][v * s->n_cells + i];
        taken += !found->taken;
        found->taken = true;
    }
    return taken;
}

/* This rank's part of the files of another number of ranks. */
struct own_part {
    double *q;            /* [n_variables][n_owned] */
    struct levels levels; /* of earlier steps */
    lid taken;            /* cells of this rank that the files had */
    int64_t total;        /* all cells in them */
};

/* The first half of a set's id stands for the mesh (prep/pack/set_id.h); sets of ids without halves are of one mesh. */
static bool is_same_mesh(const char *id, const char *other)
{
    size_t n = strcspn(id, "-");
    return id[n] == '\0' || strncmp(id, other, n + 1) == 0;
}

/* Reads the files of all old ranks, one after another, and takes what belongs to this rank. */
static int read_all_files(const char *folder, const struct solution *head, const struct case_file *c, struct flow *f,
                          struct checkpoint_start *start, struct own_part *own)
{
    const struct domain *d = f->domain;
    struct id_place *places = id_places_make(d->pack.cell_gid, d->view.n_owned);
    int status = 0;
    own->taken = 0;
    own->total = 0;
    for (int r = 0; r < (int)head->n_ranks && status == 0; r++) {
        struct solution s;
        status = solution_read(folder, r, &s);
        if (status)
            break;
        status = checkpoint_check(folder, r, &s, head, f);
        if (status == 0) {
            take_settings(d, &s, start);
            compare_flows(&s, c, start);
            if (r == 0 && start->other_flow == RESTART_SAME && is_same_mesh(head->pack_id, d->pack.id))
                take_first_order_cells(f, c, &s);
            own->taken += take_cells(&s, places, d->view.n_owned, f->n_variables, own->q, &own->levels);
        }
        own->total += s.n_cells;
        solution_free(&s);
    }
    mem_free(places);
    return status;
}

/* same_mesh: false when the ids are not those of this mesh; the flow is then as it was. Every rank reads all files and
 * keeps what is its own. */
static int read_by_id(const char *folder, const struct solution *head, const struct case_file *c, struct flow *f,
                      struct checkpoint_start *start, bool *same_mesh)
{
    lid n = f->domain->view.n_owned;
    size_t values = (size_t)n * (size_t)f->n_variables;
    struct own_part own = {.q = mem_alloc("state", values, sizeof *own.q), .levels = levels_of(f)};
    struct levels *l = &own.levels;
    for (int k = 0; k < l->n; k++) {
        l->value[k] = mem_alloc("state of a step before", values, sizeof *own.q);
        l->found[k] = true;
    }
    int status = read_all_files(folder, head, c, f, start, &own);
    *same_mesh = own.taken == n && own.total == f->domain->pack.n_cells_global;
    if (status == 0 && *same_mesh) {
        const double *value[STATE_N_ARRAYS];
        for (int k = 0; k < l->n; k++)
            value[k] = l->found[k] ? l->value[k] : NULL;
        flow_upload(f, own.q);
        take_levels(f, l, value);
    }
    for (int k = 0; k < l->n; k++)
        mem_free(l->value[k]);
    mem_free(own.q);
    return status;
}

/* The path without slashes behind it. */
static void plain_path(const char *path, char *plain, size_t size)
{
    text_copy(plain, size, path);
    for (size_t n = strlen(plain); n > 1 && plain[n - 1] == '/'; n--)
        plain[n - 1] = '\0';
}

/* Is it a state of a run that has diverged, by its name? */
static bool is_diverged(const char *plain)
{
    return strcmp(text_base_name(plain), fields_folder_diverged) == 0;
}

static bool has_fields(const char *folder)
{
    char *rank0 = text_join_path(folder, "rank-00000.h5");
    bool there = access(rank0, F_OK) == 0;
    mem_free(rank0);
    return there;
}

/* The newest checkpoint, or what a diverged run has left, if that is what the user names.
 * A diverged state is taken only if the user names it. */
static int find_folder(const char *results, char *folder, size_t size)
{
    char *diverged = text_join_path(results, fields_folder_diverged), *latest = text_join_path(results, "latest");
    int status = 0;
    plain_path(results, folder, size);
    if (is_diverged(folder) && has_fields(folder))
        status = 0;
    else if (access(latest, F_OK) != 0 && has_fields(diverged))
        status = error_set("%s: the run diverged before its first checkpoint; start again with other settings "
                           "(--restart %s continues from the diverged state)", results, diverged);
    else
        status = solution_latest(results, folder, size);
    mem_free(diverged);
    mem_free(latest);
    return status;
}

static int read_head(const char *results, char *folder, size_t size, struct solution *head)
{
    TRY(find_folder(results, folder, size));
    return solution_read_header(folder, 0, head);
}

/* Collective. Reads the state from `folder`: rank by rank where the old run had the same packs (start->exact),
 * otherwise by global ids, and where those belong to another mesh, by place (restart_mesh.h). All ranks take the same
 * way: if the ids of one rank are missing, the mesh counts as another one on all. */
static int read_state(const char *folder, const struct solution *head, const char *old_packs,
                      const struct case_file *c, struct flow *f, struct checkpoint_start *start)
{
    if (start->exact)
        return comm_agree(read_same(folder, head, c, f, start));
    bool same_mesh = false;
    TRY(comm_agree(read_by_id(folder, head, c, f, start, &same_mesh)));
    int other = !same_mesh;
    comm_maximum_int(&other, 1);
    start->other_mesh = other;
    const struct feature_restart from = {.folder = folder, .n_ranks = (int)head->n_ranks};
    if (!other && start->fields_go_on)
        TRY(comm_agree(features_load_fields(f->domain->features, &from)));
    return other ? restart_mesh_read(folder, head, old_packs, f, &start->note) : 0;
}

/* On the host: it is done once. */
static void adapt_to_stream(const struct solution_reference *old, const struct case_file *c, struct flow *f)
{
    lid n = f->domain->view.n_owned;
    double *q = mem_alloc("state", (size_t)n * (size_t)f->n_variables, sizeof *q);
    flow_download(f, q);
    restart_stream_adapt(old, &c->derived.reference, q, n);
    flow_upload(f, q);
    mem_free(q);
}

/* The axes of the stream in components along the mesh's tell how the mesh lies. by: out, by rows, turns components
 * along the old axes into those along the new ones. Returns the angle, degrees. */
static double turn_between(const struct solution_reference *old, const struct solution_reference *now, double by[9])
{
    const double *const from[3] = {old->drag_axis, old->lift_axis, old->side_axis};
    const double *const to[3] = {now->drag_axis, now->lift_axis, now->side_axis};
    double square = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += to[k][i] * from[k][j];
            by[3 * i + j] = sum;
            square += (sum - (i == j)) * (sum - (i == j));
        }
    return 2 * asin(fmin(sqrt(square / 8), 1)) * 180 / ANGLE_PI;
}

/* Another [motion] than that of the run before: the stream must not turn with the mesh. Where its own angles have
 * changed too, nothing tells the two apart, and the state stays as it is. */
static void turn_against_mesh(const struct solution_reference *old, const struct case_file *c, struct flow *f,
                              struct checkpoint_start *start)
{
    const double rounding = 1e-6;
    struct solution_reference now = motion_reference(&c->derived.motion, start->time, &c->derived.reference);
    double by[9], angle = turn_between(old, &now, by);
    bool same_wind = old->alpha == now.alpha && old->beta == now.beta;
    if (!c->derived.motion.unsteady || !same_wind || angle < rounding)
        return;
    start->turned = angle;
    flow_turn(f, by, f->q, NULL);
    f->levels_before = 0; /* the steps before were those of another motion */
}

/* Collective. Likewise for a zone that moves: the angle that it had at that time in the run before, 0 where none
 * did. */
static int turn_zone(const char *folder, const struct case_file *c, struct flow *f, struct checkpoint_start *start)
{
    struct solution s;
    double before = 0, by[9];
    int status = 0;
    if (!motion_is_of_zone(&c->derived.motion))
        return 0;
    if (f->domain->comm.rank == 0) {
        status = solution_read(folder, 0, &s);
        const double *angle = status ? NULL : solution_extra_values(&s, "zone_angle", 1);
        before = angle ? *angle : 0;
        if (status == 0)
            solution_free(&s);
    }
    TRY(comm_agree(status));
    comm_broadcast(&before, (int)sizeof before, 0);
    double more = remainder(motion_at(&c->derived.motion, start->time).angle - before, 2 * ANGLE_PI);
    if (more == 0)
        return 0;
    start->turned = fabs(more) * 180 / ANGLE_PI;
    motion_turn(&c->derived.motion, more, by);
    flow_turn(f, by, f->q, NULL);
    f->levels_before = 0;
    return 0;
}

/* Collective. The flow is left unevaluated. */
int checkpoint_read(const char *results, const char *old_packs, struct case_file *c, struct flow *f,
                    struct checkpoint_start *start)
{
    char folder[4096];
    struct solution head = {.n_ranks = 0};
    memset(start, 0, sizeof *start);
    TRY(comm_agree(read_head(results, folder, sizeof folder, &head)));
    TRY(features_prepare_restart(c->features, &head.reference, c, f->domain));
    start->iteration = head.iteration;
    start->time = head.time;
    start->exact = strcmp(head.pack_id, f->domain->pack.id) == 0 && head.n_ranks == f->domain->comm.size;
    TRY(read_state(folder, &head, old_packs, c, f, start));
    start->other_nodes = !start->other_mesh && !is_same_mesh(head.pack_id, f->domain->pack.id);
    if (start->of_zone && !motion_is_of_zone(&c->derived.motion))
        return error_set("%s: is of a case with a zone that turns in time, whose velocities are in the axes of the "
                         "zone; a case without [motion] zone_radius cannot go on from it",
                         folder);
    if (start->other_flow == RESTART_OTHER_STREAM)
        adapt_to_stream(&head.reference, c, f);
    else
        turn_against_mesh(&head.reference, c, f, start);
    return turn_zone(folder, c, f, start);
}

/* From rank 0's file: its numbers are those of all ranks. */
static int read_numbers(const char *results, struct checkpoint_reading *r, struct monitor *m)
{
    char folder[4096];
    struct solution s;
    TRY(find_folder(results, folder, sizeof folder));
    TRY(solution_read(folder, 0, &s));
    checkpoint_numbers_take(&s, r, m);
    solution_free(&s);
    return 0;
}

/* Older fields have no stream_largest. */
static int read_monitor(const char *results, struct checkpoint_reading *r, struct monitor *m)
{
    m->stream.largest = NAN;
    TRY(read_numbers(results, r, m));
    if (isnan(m->stream.largest))
        m->stream.largest = m->largest_residual;
    return 0;
}

/* Windows and trends of the old flow say nothing of the new one. */
static void begin_flow(const struct checkpoint_start *start, struct monitor *m)
{
    m->stream.start = start->iteration;
    m->stream.largest = 0;
    m->cauchy.n = 0;
    if (m->integrator)
        integrator_disturbed(m->integrator, true);
}

/* Collective. Numbers of the integrator are loaded only if the scheme is the same. */
int checkpoint_read_monitor(const char *results, const struct checkpoint_start *start, struct monitor *m)
{
    struct checkpoint_reading r = {.integrator = {0}};
    const double *number = r.integrator;
    TRY(comm_agree(m->flow->domain->comm.rank == 0 ? read_monitor(results, &r, m) : 0));
    comm_broadcast(r.integrator, (int)sizeof r.integrator, 0);
    if (m->integrator && number[0] > 1 && number[1] == (double)m->c->time.scheme)
        integrator_load(m->integrator, (int)number[0] - 1, number + 2);
    if (start->other_flow != RESTART_SAME)
        begin_flow(start, m);
    comm_broadcast(&m->stream.start, (int)sizeof m->stream.start, 0);
    comm_broadcast(&m->largest_residual, (int)sizeof m->largest_residual, 0);
    comm_broadcast(&m->stream.largest, (int)sizeof m->stream.largest, 0);
    comm_broadcast(&m->cauchy.n, (int)sizeof m->cauchy.n, 0);
    comm_broadcast(m->cauchy.row, m->cauchy.n * (int)sizeof *m->cauchy.row, 0);
    return 0;
}

/* Collective. s: rank 0's file, on rank 0. */
static int take_numbers_of(const struct feature_numbers *numbers, const struct solution *s,
                            const struct feature_source *from, void *own)
{
    const struct solution_extra *e = solution_find_extra(s, numbers->name);
    int64_t n = e ? e->n : -1;
    double *value;
    comm_broadcast(&n, (int)sizeof n, 0);
    if (n < 0)
        return 0;
    if (n > INT_MAX / (int)sizeof *value)
        return error_set("the checkpoint has %" PRId64 " numbers of '%s', more than any run writes: it is damaged; "
                         "restart from an older one", n, numbers->name);
    MEM_NEW(value, n + 1);
    if (e)
        memcpy(value, e->value, (size_t)n * sizeof *value);
    comm_broadcast(value, (int)(n * (int64_t)sizeof *value), 0);
    numbers->take(own, n, value, from);
    mem_free(value);
    return 0;
}

int checkpoint_read_features(const char *results, bool same_flow, struct domain *d)
{
    const struct feature_numbers *numbers[FEATURES_MOST];
    void *own[FEATURES_MOST];
    struct solution s = {.n_extra = 0};
    char folder[4096];
    bool any = false;
    for (int k = 0; k < FEATURES_MOST; k++) {
        numbers[k] = features_numbers(d->features, k, &own[k]);
        any = any || (numbers[k] && numbers[k]->take);
    }
    if (!any)
        return 0;
    int status = 0;
    if (d->comm.rank == 0)
        status = find_folder(results, folder, sizeof folder) || solution_read(folder, 0, &s);
    TRY(comm_agree(status));
    struct solution_reference reference = s.reference;
    comm_broadcast(&reference, (int)sizeof reference, 0);
    const struct feature_source from = {same_flow, &reference};
    for (int k = 0; k < FEATURES_MOST && status == 0; k++)
        if (numbers[k] && numbers[k]->take)
            status = take_numbers_of(numbers[k], &s, &from, own[k]);
    if (d->comm.rank == 0)
        solution_free(&s);
    return status;
}
