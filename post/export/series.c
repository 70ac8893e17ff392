/* series.c: finds the fields folders of a run and writes them one after another. */
#include "export/series.h"

#include "error.h"
#include "export/export_grid.h"
#include "mem.h"
#include "out_file.h"
#include "pack/results_files.h"
#include "protect.h"
#include "slice/slice.h"
#include "text.h"
#include "viewers/vtk_write.h"
#include "viewers/vtkhdf_write.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The fields folders of a run, ascending. */
struct series {
    const struct export_options *o;
    const char *path, *packs; /* borrowed */
    int n;
    char **folder;   /* owned; [n] */
    double *time;    /* owned; [n] s, or iterations */
    int64_t *number; /* owned; [n] iterations */
};

/* ---- finding ------------------------------------------------------------------------------- */

/* Iterations have nine digits with leading zeros, hence up to 999999999 the order of names is that of time. */
static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int find_folders(struct series *s)
{
    DIR *d = opendir(s->path);
    if (!d)
        return error_set("%s: %s; give the folder that ufv-solve wrote with --out", s->path, strerror(errno));
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        /* A folder that is still being written has another ending. */
        if (solution_folder_iteration(e->d_name) < 0)
            continue;
        MEM_RESIZE(s->folder, s->n + 1);
        s->folder[s->n] = text_join_path(s->path, e->d_name);
        protect_folder(s->folder[s->n++]);
    }
    closedir(d);
    results_files_protect(s->path);
    if (s->n == 0)
        return error_set("%s: there is no fields folder; is it a results folder whose run has written its first "
                         "fields?", s->path);
    qsort(s->folder, (size_t)s->n, sizeof *s->folder, by_name);
    return 0;
}

/* Times where any step has one, else iterations.
 * Only the headers of the files are read here.
 * A steady run's times are all 0: viewers would lay all of its steps on one. */
static int find_times(struct series *s)
{
    bool moves = false;
    MEM_NEW(s->time, s->n);
    MEM_NEW(s->number, s->n);
    for (int i = 0; i < s->n; i++) {
        struct solution head;
        TRY(solution_read_header(s->folder[i], 0, &head));
        s->time[i] = head.time;
        s->number[i] = head.iteration;
        moves = moves || head.time > 0;
    }
    for (int i = 0; i < s->n && !moves; i++)
        s->time[i] = (double)s->number[i];
    return 0;
}

/* ---- vtu ------------------------------------------------------------------------------------ */

static int write_index(const struct series *s, const char *base)
{
    struct out_file o;
    char *path = text_format("%s.pvd", base);
    int status = out_file_open(path, &o);
    if (status == 0) {
        fprintf(o.file, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n");
        for (int i = 0; i < s->n; i++) {
            fprintf(o.file, "<DataSet timestep=\"%.17g\" file=\"", s->time[i]);
            /* Names relative to the .pvd file, which lies beside the steps, so that the folder may be moved. */
            vtk_write_text(o.file, text_base_name(base));
            fprintf(o.file, "-%09" PRId64 ".%s\"/>\n", s->number[i], s->o->plane ? "vtu" : "pvtu");
        }
        fprintf(o.file, "</Collection>\n</VTKFile>\n");
        status = out_file_finish(&o, 0);
    }
    if (status == 0 && !s->o->quiet)
        printf("%s, %d steps\n", path, s->n);
    mem_free(path);
    return status;
}

/* Each step has files of its own with the mesh in each; a .pvd file lists them. Steps may have different meshes.
 * As the command export would write this step alone. */
static int write_vtu_step(const struct series *s, int i, const char *base)
{
    struct results r;
    struct export_options o = *s->o;
    TRY(results_open(s->folder[i], s->packs, RESULTS_GEOMETRY, &r));
    char *out = text_format("%s-%09" PRId64 "%s", base, s->number[i], o.plane ? ".vtu" : "");
    const struct slice_options cut = {.plane = o.plane, .out = out, .variables = o.variables, .surface = o.surface,
                                      .quiet = true};
    o.out = out;
    o.quiet = true;
    int status = o.plane ? slice_command(&r, &cut) : export_command(&r, &o);
    mem_free(out);
    results_close(&r);
    return status;
}

/* The list comes last: where it is, all steps are. */
static int write_vtu(const struct series *s, const char *base)
{
    TRY(vtk_check_name(base));
    for (int i = 0; i < s->n; i++)
        TRY(write_vtu_step(s, i, base));
    return write_index(s, base);
}

/* ---- VTKHDF ------------------------------------------------------------------------------------ */

static int count_part(void *to, int rank, const struct grid_view *g)
{
    (void)rank;
    vtkhdf_count(to, g);
    return 0;
}

static int write_part(void *to, int rank, const struct grid_view *g)
{
    (void)rank;
    return vtkhdf_write(to, g);
}

/* What all steps have alike. */
struct first_step {
    char pack_id[NAME_SIZE];
    struct variable_list variables;
};

/* Which variable does one list have and the other not? NULL: none. */
static const char *odd_variable(const struct variable_list *a, const struct variable_list *b)
{
    for (int i = 0; i < a->n || i < b->n; i++)
        if (i >= a->n || i >= b->n || strcmp(a->item[i].name, b->item[i].name) != 0)
            return i < a->n ? a->item[i].name : b->item[i].name;
    return NULL;
}

static int check_variables(const struct series *s, int step, const struct variable_list *v, struct first_step *first)
{
    if (step == 0)
        first->variables = *v;
    const char *odd = odd_variable(v, &first->variables);
    return odd ? error_set("%s: its fields are not those of %s (%s); choose those of both with --variables, or "
                           "use --format vtu", s->folder[step], s->folder[0], odd)
               : 0;
}

/* In step 0 the sizes of all parts are added up first, for arrays that are created with their full length. */
static int write_parts(const struct series *s, int step, struct first_step *first, struct export_plan *plan,
                       struct vtkhdf_file *f)
{
    const struct results *r = plan->r;
    TRY(export_check_surface(r, s->o));
    TRY(variables_choose(r, s->o->variables, s->o->surface, true, &plan->variables));
    TRY(check_variables(s, step, &plan->variables, first));
    if (s->o->surface && s->o->point_data)
        TRY(surface_nodes_gather(r, &plan->variables, &plan->nodes));
    for (int rank = 0; step == 0 && rank < r->n_ranks; rank++)
        TRY(export_grid_of_rank(plan, rank, false, count_part, f));
    for (int rank = 0; rank < r->n_ranks; rank++)
        TRY(export_grid_of_rank(plan, rank, true, write_part, f));
    return 0;
}

/* The mesh is written once, with step 0; the id of the packs says that later steps have the same one.
 * One step's results are open at a time, and of these one rank's. */
static int write_step(const struct series *s, int step, struct first_step *first, struct vtkhdf_file *f)
{
    struct results r;
    TRY(results_open(s->folder[step], s->packs, RESULTS_GEOMETRY, &r));
    struct export_plan *plan;
    MEM_NEW_ZERO(plan, 1);
    *plan = (struct export_plan){.r = &r, .surface = s->o->surface, .point_data = s->o->point_data};
    int status = 0;
    if (step == 0)
        text_copy(first->pack_id, NAME_SIZE, r.pack_id);
    else if (strcmp(first->pack_id, r.pack_id) != 0)
        status = error_set("%s: its packs (id %s) are not those of %s (id %s); a VTKHDF series has one mesh, use "
                           "--format vtu", s->folder[step], r.pack_id, s->folder[0], first->pack_id);
    else
        vtkhdf_next_step(f);
    if (status == 0)
        status = write_parts(s, step, first, plan, f);
    surface_nodes_free(&plan->nodes);
    mem_free(plan);
    results_close(&r);
    return status;
}

static int write_vtkhdf(const struct series *s, const char *base)
{
    struct vtkhdf_file f;
    struct first_step *first;
    char *path = text_format("%s.vtkhdf", base);
    MEM_NEW_ZERO(first, 1);
    int status = protect_check(path) || vtkhdf_create(path, &f);
    if (status == 0) {
        f.steps = (struct vtkhdf_steps){.n = s->n, .time = s->time};
        for (int i = 0; status == 0 && i < s->n; i++)
            status = write_step(s, i, first, &f);
        status = vtkhdf_finish(&f, status);
    }
    if (status == 0 && !s->o->quiet)
        printf("%s, %d steps\n", path, s->n);
    mem_free(path);
    mem_free(first);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------------- */

static int write_series(struct series *s)
{
    static const char *const ending[] = {".pvd", ".vtkhdf", ".hdf", NULL};
    bool vtu = strcmp(s->o->format, "vtu") == 0;
    if (!vtu && strcmp(s->o->format, "vtkhdf") != 0)
        return error_set("--format %s: a series is written as vtu or vtkhdf", s->o->format);
    if (s->o->plane && (!vtu || s->o->point_data))
        return error_set("series --plane: polygons are written with --format vtu and without --point-data");
    TRY(export_check_name(s->o->out, ending));
    TRY(find_folders(s));
    TRY(find_times(s));
    char *base = export_base(s->o->out, ending);
    int status = vtu ? write_vtu(s, base) : write_vtkhdf(s, base);
    mem_free(base);
    return status;
}

int series_command(const char *path, const char *packs, const struct export_options *o)
{
    struct series s = {.o = o, .path = path, .packs = packs};
    int status = write_series(&s);
    for (int i = 0; i < s.n; i++)
        mem_free(s.folder[i]);
    mem_free(s.folder);
    mem_free(s.time);
    mem_free(s.number);
    return status;
}
