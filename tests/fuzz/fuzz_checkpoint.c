/* fuzz_checkpoint.c: the readers of a run's fields, of which one file is damaged: ufv-post's, which form forces,
 * extremes, gradients and a section of them, and the restart of ufv-solve, on the same packs, on others of the same
 * mesh and on another mesh. First byte of the input: who reads (bits 0-1), which rank's file is damaged (bit 2), a
 * `latest` comes first in the input (bit 3: a byte for its length, then its text), what ufv-post forms (bits 4-5:
 * forces, extremes, a section, all of them); then the records of fake_h5_io.h.
 */
#include "../unit/post/post_box.h"
#include "cp/cp.h"
#include "report/extremes.h"
#include "fake_h5_io.h"
#include "forces/forces.h"
#include "fuzz.h"
#include "checkpoint/checkpoint.h"

#include <unistd.h>

enum { N_RANKS = 2, FILE_BYTES = 1 << 14, N_WINDOW = 3, NEW_LATEST = 8 };

static char results[96], old_packs[96];
static struct fuzz_file latest;
static struct pack same, other_packs, other_mesh;

/* ---- a run --------------------------------------------------------------------------------- */

static double pressure(const double x[3])
{
    return 10 + x[0] + 2 * x[1];
}

static void add_extra(struct solution *s, const char *name, int n, double value)
{
    double *to = solution_add_extra(s, name, n);
    for (int i = 0; i < n; i++)
        to[i] = value;
}

static void add_what_a_run_writes(struct solution *s)
{
    static const char *const wall[] = {"wall_shear_x", "wall_shear_y", "wall_shear_z", "heat_flux", "y_plus"};
    for (int i = 0; i < 5; i++)
        box_add_field(&s->boundary_field[s->n_boundary_fields++], wall[i], "Pa", s->n_boundary);
    add_extra(s, "patch_kind", 6, BC_SLIP);
    add_extra(s, "largest_residual", 1, 2);
    add_extra(s, "cauchy_window", 3 * N_WINDOW, 7);
    add_extra(s, "integrator", 4, TIME_IMPLICIT);
    add_extra(s, "wall_seconds", 1, 2);
    add_extra(s, "frozen_limiter", 5 * (int)s->n_cells, 0.5);
}

/* What stands at the paths has a size; its contents are those of fake_h5_io.c. */
static void make_file(const char *folder, int rank)
{
    char path[160];
    snprintf(path, sizeof path, "%s/rank-%05d.h5", folder, rank);
    FILE *f = fopen(path, "w");
    if (!f || ftruncate(fileno(f), FILE_BYTES) != 0)
        FATAL("%s", path);
    fclose(f);
}

static void make_run(const struct box *b)
{
    char fields[128];
    snprintf(old_packs, sizeof old_packs, "%s/packs", fuzz_folder());
    snprintf(results, sizeof results, "%s/results", fuzz_folder());
    snprintf(fields, sizeof fields, "%s/fields-000000043", results);
    if (box_write(b, fuzz_folder()) != 0 || mkdir(fields, 0777) != 0)
        FATAL("%s", error_message());
    for (int rank = 0; rank < N_RANKS; rank++) {
        struct pack p;
        struct solution s;
        box_make_pack(b, rank, "box-2-2-1-on-2", &p);
        box_make_solution(b, &p, old_packs, &s);
        add_what_a_run_writes(&s);
        if (solution_write(fields, &s) != 0)
            FATAL("%s", error_message());
        make_file(fields, rank);
        make_file(old_packs, rank);
        solution_free(&s);
        pack_free(&p);
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    struct box b = {.n = {2, 2, 1}, .length = {1, 1, 1}, .n_ranks = N_RANKS, .pressure = pressure};
    char path[128];
    fuzz_silence();
    make_run(&b);
    snprintf(path, sizeof path, "%s/latest", results);
    unlink(path);
    fuzz_file_make("results/latest", &latest);
    box_make_pack(&b, 0, "box-2-2-1-on-2", &same);
    b.n_ranks = 1;
    box_make_pack(&b, 0, "box-2-2-1-on-1", &other_packs);
    b.n[0] = 3;
    box_make_pack(&b, 0, "box-3-2-1-on-1", &other_mesh);
    return 0;
}

/* ---- ufv-post -------------------------------------------------------------------------------- */

/* what: forces, extremes, a section, or all of them. */
static int post(int what)
{
    struct results r;
    struct cp_options o = {
        .patches = {.n = 1, .item = {"*"}}, .sections = {.n = 1, .item = {"y=0.4"}}, .quantity = "cp"};
    TRY(results_open(results, NULL, RESULTS_GEOMETRY, &r));
    int status = (what == 0 || what == 3) && forces_command(&r, &(struct forces_options){.quiet = false}) != 0;
    status = status || ((what == 1 || what == 3) && extremes_command(&r, "all", NULL, false) != 0);
    status = status || (what >= 2 && cp_command(&r, &o) != 0);
    results_close(&r);
    return status;
}

/* ---- ufv-solve: one rank on the CPU, as far as a restart needs it --------------------------------- */

int comm_agree(int status)
{
    return status;
}

void comm_broadcast(void *data, int bytes, int root)
{
    (void)data, (void)root;
    if (bytes < 0)
        FATAL("%d bytes", bytes);
}

void comm_maximum(double *value, int n)
{
    (void)value, (void)n;
}

void comm_maximum_int(int *value, int n)
{
    (void)value, (void)n;
}

int64_t comm_sum_int(int64_t value)
{
    return value;
}

/* Every cell has got a state. */
void flow_upload(struct flow *f, const double *q)
{
    lid n = f->domain->view.n_owned;
    for (lid i = 0; i < n; i++)
        if (!(q[i] > 0 && q[4 * n + i] > 0))
            FATAL("cell %d has density %g and pressure %g", i, q[i], q[4 * n + i]);
}

void flow_freeze_limiter(struct flow *f)
{
    (void)f;
}

void flow_took_held_limiters(struct flow *f)
{
    (void)f;
}

/* The ids are those of cells, whatever the file says. */
void flow_set_first_order(struct flow *f, const gid *cell, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        if (cell[k] < 0 || cell[k] >= f->domain->pack.n_cells_global)
            FATAL("cell %" PRI_GID " of first order", cell[k]);
}

/* The case is unsteady: a state is never made one of another free stream. */
void flow_download(const struct flow *f, double *q)
{
    (void)f, (void)q;
    FATAL("a state is downloaded%s", "");
}

/* Nothing moves. */
void flow_turn(const struct flow *f, const double by[9], real *state, double *rate)
{
    (void)f, (void)by, (void)state, (void)rate;
    FATAL("a state is turned%s", "");
}

void integrator_disturbed(struct integrator *it, bool afresh)
{
    (void)it, (void)afresh;
    FATAL("a scheme is disturbed%s", "");
}

void convert_upload(const struct backend *b, void *device, const double *host, int64_t n, size_t size)
{
    (void)b, (void)device, (void)size;
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += host[i];
    printf("%g", sum);
}

int integrator_save(const struct integrator *it, double number[INTEGRATOR_NUMBERS])
{
    (void)it, (void)number;
    return 0;
}

void integrator_load(struct integrator *it, int n, const double *number)
{
    (void)it, (void)number;
    if (n < 1 || n > INTEGRATOR_NUMBERS)
        FATAL("%d numbers", n);
}

static int restart(const struct pack *p)
{
    static struct case_file c = {.time.scheme = TIME_IMPLICIT};
    static stored phi[1];
    double window[N_WINDOW - 1][3];
    struct bc_values values[8] = {{.kind = BC_WALL}}; /* the box has six patches */
    struct domain d = {.pack = *p, .comm = {.size = (int)p->n_ranks}, .values = values};
    struct flow f = {.domain = &d, .n_variables = 5};
    struct integrator it = {.flow = &f};
    struct monitor m = {.c = &c, .flow = &f, .integrator = &it, .cauchy.row = window, .cauchy.capacity = N_WINDOW - 1};
    struct checkpoint_start start;
    d.view.n_owned = (lid)p->n_owned;
    d.view.n_stencil = (lid)p->n_stencil;
    f.phi = phi;
    f.shape = (struct state_shape){.nv = f.n_variables, .n_owned = p->n_owned, .n_stencil = p->n_stencil,
                                   .n_slots = p->n_slots};
    TRY(checkpoint_read(results, NULL, &c, &f, &start));
    TRY(checkpoint_read_monitor(results, &start, &m));
    if (m.cauchy.n < 0 || m.cauchy.n > m.cauchy.capacity)
        FATAL("%d rows in the window", m.cauchy.n);
    return 0;
}

/* ---- an input ---------------------------------------------------------------------------------- */

/* Takes it off the input. */
static void set_latest(const uint8_t **data, size_t *size)
{
    size_t n = **data < *size - 1 ? **data : *size - 1;
    fuzz_file_fill(&latest, *data + 1, n);
    *data += n + 1;
    *size -= n + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const file[N_RANKS] = {"fields-000000043/rank-00000.h5", "fields-000000043/rank-00001.h5"};
    int options = size > 0 ? data[0] : 0;
    data += size > 0;
    size -= size > 0;
    fuzz_begin();
    if (options & NEW_LATEST && size > 0)
        set_latest(&data, &size);
    else
        fuzz_file_fill(&latest, "fields-000000043\n", strlen("fields-000000043\n"));
    fake_h5_io_damage(file[options >> 2 & 1], data, size, false);
    const struct pack *const packs[] = {&same, &other_packs, &other_mesh};
    fuzz_end(options & 3 ? restart(packs[(options & 3) - 1]) : post(options >> 4 & 3));
    return 0;
}
