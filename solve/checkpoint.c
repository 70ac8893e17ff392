#include "checkpoint.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct field_row {
    const char *name, *unit;
};

/* Name and unit of variable v. */
static struct field_row state_field(enum equations equations, int v)
{
    static const struct field_row flow[NV] = {{"density", "kg/m^3"},
                                              {"velocity_x", "m/s"},
                                              {"velocity_y", "m/s"},
                                              {"velocity_z", "m/s"},
                                              {"pressure", "Pa"}};
    static const struct field_row nu_tilde = {"nu_tilde", "m^2/s"}, k = {"k", "m^2/s^2"}, omega = {"omega", "1/s"};
    return v < NV ? flow[v] : equations == EQUATIONS_SA ? nu_tilde : v == Q_K ? k : omega;
}

static const struct field_row wall_fields[N_WALL] = {[WALL_SHEAR] = {"wall_shear_x", "Pa"},
                                                     [WALL_SHEAR + 1] = {"wall_shear_y", "Pa"},
                                                     [WALL_SHEAR + 2] = {"wall_shear_z", "Pa"},
                                                     [WALL_HEAT_FLUX] = {"heat_flux", "W/m^2"},
                                                     [WALL_Y_PLUS] = {"y_plus", "1"}};

/* ---- writing ---- */

static double *copy_of(const char *label, const double *from, size_t n)
{
    double *to = mem_alloc(label, n, sizeof *to);
    if (n > 0)
        memcpy(to, from, n * sizeof *to);
    return to;
}

static void set_field(struct solution_field *field, const char *name, const char *unit, double *value)
{
    text_copy(field->name, sizeof field->name, name);
    text_copy(field->unit, sizeof field->unit, unit);
    field->value = value;
}

static void add_extra(struct solution *s, const char *name, const double *value, int64_t n)
{
    struct solution_extra *e = &s->extra[s->n_extra++];
    text_copy(e->name, sizeof e->name, name);
    e->n = n;
    e->value = copy_of(name, value, (size_t)n);
}

static void gather_state(const struct flow *f, struct solution *s)
{
    lid n = f->domain->view.n_owned;
    int nv = f->n_variables;
    real *q = mem_alloc("state", (size_t)n * (size_t)nv, sizeof *q);
    flow_download(f, q);
    s->n_cells = n;
    s->cell_gid = mem_alloc("cell ids", (size_t)n, sizeof *s->cell_gid);
    memcpy(s->cell_gid, f->domain->pack.cell_gid, (size_t)n * sizeof *s->cell_gid);
    s->n_fields = nv;
    for (int v = 0; v < nv; v++)
        set_field(&s->field[v], state_field(f->equations, v).name, state_field(f->equations, v).unit,
                  copy_of("field", q + (size_t)v * (size_t)n, (size_t)n));
    mem_free(q);
    if (f->equations >= EQUATIONS_SA) {
        double *mu_t = mem_alloc("eddy viscosity", (size_t)n, sizeof *mu_t);
        flow_download_eddy_viscosity(f, mu_t);
        set_field(&s->field[s->n_fields++], "eddy_viscosity", "Pa s", mu_t);
    }
}

static void gather_boundary(const struct flow *f, struct solution *s)
{
    lid n = f->domain->view.n_boundary;
    double *pressure = mem_alloc("pressure", (size_t)n, sizeof *pressure);
    f->domain->backend->download(pressure, f->pressure, (size_t)n * sizeof *pressure);
    s->n_boundary = n;
    s->face_gid = mem_alloc("face ids", (size_t)n, sizeof *s->face_gid);
    memcpy(s->face_gid, f->domain->pack.face_gid, (size_t)n * sizeof *s->face_gid);
    s->n_boundary_fields = 1;
    set_field(&s->boundary_field[0], "pressure", "Pa", pressure);
    for (int k = 0; f->wall && k < N_WALL; k++) {
        double *value = mem_alloc("wall values", (size_t)n, sizeof *value);
        f->domain->backend->download(value, f->wall + (size_t)k * (size_t)n, (size_t)n * sizeof *value);
        set_field(&s->boundary_field[s->n_boundary_fields++], wall_fields[k].name, wall_fields[k].unit, value);
    }
}

static void gather_extras(const struct monitor *m, struct solution *s)
{
    const struct flow *f = m->flow;
    const struct domain *d = f->domain;
    double *kinds = mem_alloc("patch kinds", (size_t)d->pack.n_patches, sizeof *kinds);
    for (int k = 0; k < d->pack.n_patches; k++)
        kinds[k] = d->values[k].kind;
    add_extra(s, "patch_kind", kinds, d->pack.n_patches);
    mem_free(kinds);
    add_extra(s, "first_residual", &m->first_residual, 1);
    add_extra(s, "cauchy_window", &m->window[0][0], 3 * m->n_window);
    add_extra(s, "wall_seconds", &m->row.wall_seconds, 1);
    if (f->limiter_frozen) {
        size_t n = (size_t)f->n_variables * (size_t)d->view.n_stencil;
        double *phi = mem_alloc("frozen limiter", n, sizeof *phi);
        d->backend->download(phi, f->phi, n * sizeof *phi);
        add_extra(s, "frozen_limiter", phi, (int64_t)n);
        mem_free(phi);
    }
}

static int write_this_rank(const char *folder, const struct monitor *m, int64_t iteration, double time)
{
    const struct domain *d = m->flow->domain;
    struct solution s;
    memset(&s, 0, sizeof s);
    text_copy(s.pack_id, sizeof s.pack_id, d->pack.id);
    text_copy(s.packs, sizeof s.packs, d->packs);
    s.rank = d->comm.rank;
    s.n_ranks = d->comm.size;
    s.iteration = iteration;
    s.time = time;
    s.reference = m->c->reference;
    gather_state(m->flow, &s);
    gather_boundary(m->flow, &s);
    gather_extras(m, &s);
    int status = solution_write(folder, &s);
    solution_free(&s);
    return status;
}

/* A folder of fields and the ranks' files in it; nothing when it is not there. */
static void remove_fields(const char *folder)
{
    DIR *d = opendir(folder);
    if (!d)
        return;
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (text_glob("rank-[0-9]*.h5*", e->d_name)) {
            char *file = text_join_path(folder, e->d_name);
            unlink(file);
            mem_free(file);
        }
    closedir(d);
    rmdir(folder);
}

/* An empty folder; what an interrupted run left there is removed. */
static int make_empty_folder(const char *folder)
{
    remove_fields(folder);
    if (mkdir(folder, 0777) != 0)
        return error_set("%s: cannot be made: %s", folder, strerror(errno));
    return 0;
}

/* Renames the complete folder and lets `latest` name it. A folder of that name
 * from an earlier run is kept until then. */
static int put_in_place(const char *results, const char *temporary, const char *name)
{
    char *folder = text_join_path(results, name), *old = text_format("%s.old", folder);
    remove_fields(old);
    bool replaced = rename(folder, old) == 0;
    int status = 0;
    if (rename(temporary, folder) != 0)
        status = error_set("%s: cannot be renamed to %s: %s", temporary, folder, strerror(errno));
    else
        status = solution_set_latest(results, name);
    if (status == 0) {
        remove_fields(old);
    } else {
        remove_fields(temporary);
        remove_fields(folder);
        if (replaced && rename(old, folder) != 0)
            error_prefix("the older fields are in %s", old);
    }
    mem_free(folder);
    mem_free(old);
    return status;
}

int checkpoint_write(const char *results, const struct monitor *m, int64_t iteration, double time)
{
    static char newest[NAME_SIZE], before[NAME_SIZE]; /* folders this run has written */
    bool first = m->flow->domain->comm.rank == 0;
    char name[NAME_SIZE];
    solution_folder_name(iteration, name);
    char *temporary = text_format("%s/%s.tmp", results, name);
    int status = comm_agree(first ? make_empty_folder(temporary) : 0);
    if (status == 0)
        status = comm_agree(write_this_rank(temporary, m, iteration, time));
    if (first && status != 0)
        remove_fields(temporary);
    if (status == 0)
        status = comm_agree(first ? put_in_place(results, temporary, name) : 0);
    mem_free(temporary);
    if (status != 0 || strcmp(name, newest) == 0)
        return status;
    if (first && before[0] && !m->c->keep_all) {
        char *folder = text_join_path(results, before);
        remove_fields(folder);
        mem_free(folder);
    }
    text_copy(before, sizeof before, newest);
    text_copy(newest, sizeof newest, name);
    return 0;
}

/* ---- reading ---- */

/* head: rank 0's file without its arrays; all files must be of the same moment. */
int checkpoint_check(const char *folder, int rank, const struct solution *s, const struct solution *head,
                     const struct flow *f)
{
    if (s->iteration != head->iteration || s->n_ranks != head->n_ranks || strcmp(s->pack_id, head->pack_id) != 0)
        return error_set("%s/rank-%05d.h5: iteration %" PRId64 " on %" PRId64 " ranks does not belong to rank 0's file "
                         "(iteration %" PRId64 " on %" PRId64 "); restart from an older checkpoint",
                         folder, rank, s->iteration, s->n_ranks, head->iteration, head->n_ranks);
    for (int v = 0; v < f->n_variables; v++) {
        const char *name = state_field(f->equations, v).name;
        if (v >= s->n_fields || strcmp(s->field[v].name, name) != 0)
            return error_set("%s/rank-%05d.h5: does not hold %s; restart from results of the same [model] equations",
                             folder, rank, name);
    }
    for (int64_t i = 0; i < s->n_cells; i++) {
        struct state q = {(real)s->field[0].value[i], (real)s->field[1].value[i], (real)s->field[2].value[i],
                          (real)s->field[3].value[i], (real)s->field[4].value[i]};
        if (!state_is_physical(q))
            return error_set("%s/rank-%05d.h5: cell %" PRI_GID " holds density %g and pressure %g; restart from an "
                             "older checkpoint",
                             folder, rank, s->cell_gid[i], (double)q.rho, (double)q.p);
    }
    return 0;
}

static void take_frozen_limiter(struct flow *f, const struct solution *s)
{
    size_t n = (size_t)f->n_variables * (size_t)f->domain->view.n_stencil;
    for (int k = 0; k < s->n_extra; k++)
        if (strcmp(s->extra[k].name, "frozen_limiter") == 0 && f->phi && s->extra[k].n == (int64_t)n) {
            f->domain->backend->upload(f->phi, s->extra[k].value, n * sizeof(real));
            f->limiter_frozen = true;
        }
}

/* The same packs: this rank's own file. */
static int read_same(const char *folder, const struct solution *head, struct flow *f)
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
        real *q = mem_alloc("state", (size_t)s.n_cells * (size_t)f->n_variables, sizeof *q);
        for (int v = 0; v < f->n_variables; v++)
            memcpy(q + (size_t)v * (size_t)s.n_cells, s.field[v].value, (size_t)s.n_cells * sizeof *q);
        flow_upload(f, q);
        mem_free(q);
        take_frozen_limiter(f, &s);
    }
    solution_free(&s);
    return status;
}

struct id_place {
    gid id;
    lid cell;
};

static int compare_ids(const void *a, const void *b)
{
    gid x = ((const struct id_place *)a)->id, y = ((const struct id_place *)b)->id;
    return (x > y) - (x < y);
}

/* Takes from one file the cells that are this rank's; returns how many. */
static lid take_cells(const struct solution *s, const struct id_place *places, lid n, int n_variables, real *q)
{
    lid taken = 0;
    for (int64_t i = 0; i < s->n_cells; i++) {
        struct id_place key = {s->cell_gid[i], 0};
        const struct id_place *found = bsearch(&key, places, (size_t)n, sizeof *places, compare_ids);
        if (!found)
            continue;
        for (int v = 0; v < n_variables; v++)
            q[(size_t)v * (size_t)n + (size_t)found->cell] = (real)s->field[v].value[i];
        taken++;
    }
    return taken;
}

/* same_mesh: false when the ids are not those of this mesh; the flow is then as it was. */
static int read_by_id(const char *folder, const struct solution *head, struct flow *f, bool *same_mesh)
{
    const struct domain *d = f->domain;
    lid n = d->view.n_owned, taken = 0;
    int64_t total = 0;
    real *q = mem_alloc("state", (size_t)n * (size_t)f->n_variables, sizeof *q);
    struct id_place *places;
    MEM_NEW(places, n);
    for (lid i = 0; i < n; i++)
        places[i] = (struct id_place){d->pack.cell_gid[i], i};
    qsort(places, (size_t)n, sizeof *places, compare_ids);
    int status = 0;
    for (int r = 0; r < (int)head->n_ranks && status == 0; r++) {
        struct solution s;
        status = solution_read(folder, r, &s);
        if (status == 0) {
            status = checkpoint_check(folder, r, &s, head, f);
            taken += status == 0 ? take_cells(&s, places, n, f->n_variables, q) : 0;
            total += s.n_cells;
            solution_free(&s);
        }
    }
    *same_mesh = taken == n && total == d->pack.n_cells_global;
    if (status == 0 && *same_mesh)
        flow_upload(f, q);
    mem_free(places);
    mem_free(q);
    return status;
}

static int read_head(const char *results, char *folder, size_t size, struct solution *head)
{
    TRY(solution_latest(results, folder, size));
    return solution_read_header(folder, 0, head);
}

int checkpoint_read(const char *results, const char *old_packs, struct flow *f, struct checkpoint_start *start)
{
    char folder[4096];
    struct solution head;
    memset(start, 0, sizeof *start);
    TRY(comm_agree(read_head(results, folder, sizeof folder, &head)));
    start->iteration = head.iteration;
    start->time = head.time;
    start->exact = strcmp(head.pack_id, f->domain->pack.id) == 0 && head.n_ranks == f->domain->comm.size;
    if (start->exact)
        return comm_agree(read_same(folder, &head, f));
    bool same_mesh = false;
    TRY(comm_agree(read_by_id(folder, &head, f, &same_mesh)));
    int other = !same_mesh;
    comm_maximum_int(&other, 1);
    start->other_mesh = other;
    return other ? restart_mesh_read(folder, &head, old_packs, f, &start->note) : 0;
}

int checkpoint_read_monitor(const char *results, struct monitor *m)
{
    char folder[4096];
    struct solution s;
    TRY(solution_latest(results, folder, sizeof folder));
    TRY(solution_read(folder, 0, &s));
    for (int k = 0; k < s.n_extra; k++) {
        const struct solution_extra *e = &s.extra[k];
        if (strcmp(e->name, "first_residual") == 0 && e->n == 1)
            m->first_residual = e->value[0];
        if (strcmp(e->name, "cauchy_window") == 0) {
            int held = (int)(e->n / 3), keep = held < m->window_capacity ? held : m->window_capacity;
            memcpy(m->window, e->value + 3 * (held - keep), (size_t)keep * sizeof *m->window);
            m->n_window = keep;
            /* the row of this iteration is made again by the first report */
            if (keep > 0 && m->window[keep - 1][0] >= (double)s.iteration)
                m->n_window--;
        }
    }
    solution_free(&s);
    return 0;
}
