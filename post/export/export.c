/* export.c: the formats as rows of functions, and the loop over ranks that calls them. */
#include "export/export.h"

#include "error.h"
#include "export/export_cgns.h"
#include "export/export_cgns_surface.h"
#include "export/export_grid.h"
#include "mem.h"
#include "out_file.h"
#include "input/processes.h"
#include "protect.h"
#include "printable.h"
#include "text.h"
#include "viewers/plt_write.h"
#include "viewers/tecplot_write.h"
#include "viewers/vtk_write.h"
#include "viewers/vtkhdf_write.h"

#include <stdlib.h>
#include <string.h>

/* The file being written, by whichever format. */
struct export_run {
    struct export_plan plan;
    const char *base;     /* the path without its ending */
    const char *path;     /* of the file, or of the one that joins the others */
    char *title;          /* owned, by malloc() */
    struct grid_facts facts;
    const char **names;   /* owned; [facts.n_names] */
    struct out_file file; /* all but vtkhdf and cgns */
    struct vtkhdf_file vtkhdf;
    struct plt_file plt;
};

/* Formats that are written one rank after another. `count`, when there is one, is
 * called with the shapes of all ranks before the first is written. */
struct export_format {
    const char *name;
    const char *ending[4]; /* the first is added to the path; any of them may be given */
    int (*begin)(struct export_run *e);
    int (*count)(struct export_run *e, int rank, const struct grid_view *g);
    int (*write)(struct export_run *e, int rank, const struct grid_view *g);
    int (*finish)(struct export_run *e, int status);
};

/* ---- VTU ------------------------------------------------------------------------------- */

static int begin_file(struct export_run *e)
{
    return out_file_open(e->path, &e->file);
}

static int finish_file(struct export_run *e, int status)
{
    return out_file_finish(&e->file, status);
}

static char *piece_path(const char *base, int rank)
{
    return text_format("%s-%05d.vtu", base, rank);
}

static int write_index(const struct export_run *e, const struct grid_view *g)
{
    int n = e->plan.r->n_ranks;
    char **piece;
    MEM_NEW(piece, n);
    for (int i = 0; i < n; i++) {
        char *path = piece_path(e->base, i);
        piece[i] = text_format("%s", text_base_name(path));
        mem_free(path);
    }
    int status = vtk_write_index(e->file.file, g, n, (const char *const *)piece, e->title);
    for (int i = 0; i < n; i++)
        mem_free(piece[i]);
    mem_free(piece);
    return status;
}

/* The index is the first process's; it appears when all pieces are there.
 * Several processes (--processes) each write pieces of some ranks. */
static int begin_vtu(struct export_run *e)
{
    TRY(vtk_check_name(e->path));
    return processes_agree(processes_is_first() ? begin_file(e) : 0);
}

static int write_vtu(struct export_run *e, int rank, const struct grid_view *g)
{
    char *path = piece_path(e->base, rank);
    struct out_file o;
    struct grid_view with = *g;
    with.facts = &e->facts;
    int status = out_file_open(path, &o);
    if (status == 0)
        status = out_file_finish(&o, vtk_write_piece(o.file, &with));
    mem_free(path);
    TRY(status);
    /* The index lists the arrays of the pieces, which rank 0's grid has like all others; the process that has rank 0 is
     * the first one (processes_is_mine()), which has the index open. */
    return rank == 0 ? write_index(e, &with) : 0;
}

static int finish_vtu(struct export_run *e, int status)
{
    status = processes_agree(status);
    return processes_is_first() ? finish_file(e, status) : status;
}

/* ---- VTKHDF ------------------------------------------------------------------------------ */

static int begin_vtkhdf(struct export_run *e)
{
    return vtkhdf_create(e->path, &e->vtkhdf);
}

static int count_vtkhdf(struct export_run *e, int rank, const struct grid_view *g)
{
    (void)rank;
    vtkhdf_count(&e->vtkhdf, g);
    return 0;
}

static int write_vtkhdf(struct export_run *e, int rank, const struct grid_view *g)
{
    (void)rank;
    return vtkhdf_write(&e->vtkhdf, g);
}

static int finish_vtkhdf(struct export_run *e, int status)
{
    return vtkhdf_finish(&e->vtkhdf, status);
}

/* ---- Tecplot ------------------------------------------------------------------------------- */

static int write_tecplot(struct export_run *e, int rank, const struct grid_view *g)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "rank %d", rank);
    /* The head names the variables once; each rank is a zone of its own. */
    if (rank == 0)
        tecplot_write_head(e->file.file, e->title, g);
    tecplot_write_zone(e->file.file, name, g);
    return 0;
}

static int begin_plt(struct export_run *e)
{
    TRY(out_file_open(e->path, &e->file));
    plt_begin(e->file.file, e->title, &e->plt);
    return 0;
}

static int count_plt(struct export_run *e, int rank, const struct grid_view *g)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "rank %d", rank);
    return plt_count(&e->plt, name, g);
}

static int write_plt(struct export_run *e, int rank, const struct grid_view *g)
{
    (void)rank;
    return plt_write(&e->plt, g);
}

static int finish_plt(struct export_run *e, int status)
{
    plt_end(&e->plt);
    return out_file_finish(&e->file, status);
}

static const struct export_format formats[] = {
    {"vtu", {".pvtu", ".vtu"}, begin_vtu, NULL, write_vtu, finish_vtu},
    {"vtkhdf", {".vtkhdf", ".hdf"}, begin_vtkhdf, count_vtkhdf, write_vtkhdf, finish_vtkhdf},
    {"tecplot", {".dat", ".tec"}, begin_file, NULL, write_tecplot, finish_file},
    {"plt", {".plt"}, begin_plt, count_plt, write_plt, finish_plt},
    {"cgns", {".cgns"}, NULL, NULL, NULL, NULL}, /* by a gathering of its own */
};
enum { N_FORMATS = sizeof formats / sizeof *formats };

/* ---- all ranks --------------------------------------------------------------------------------- */

/* Receives the grids from export_grid_of_rank(). */
struct taker {
    struct export_run *e;
    int (*take)(struct export_run *e, int rank, const struct grid_view *g);
};

static int take_grid(void *to, int rank, const struct grid_view *g)
{
    const struct taker *t = to;
    return t->take(t->e, rank, g);
}

static int write_ranks(struct export_run *e, const struct export_format *format)
{
    /* Formats whose arrays or headers need the sizes of all ranks first take the shapes, which needs the small part of
     * each pack alone, and then everything. */
    struct taker count = {e, format->count}, write = {e, format->write};
    for (int rank = 0; format->count && rank < e->plan.r->n_ranks; rank++)
        TRY(export_grid_of_rank(&e->plan, rank, false, take_grid, &count));
    for (int rank = 0; rank < e->plan.r->n_ranks; rank++)
        if (processes_is_mine(rank))
            TRY(export_grid_of_rank(&e->plan, rank, true, take_grid, &write));
    return 0;
}

/* ---- the command --------------------------------------------------------------------------------- */

static int find_format(const char *name, const struct export_format **format)
{
    const char *known[N_FORMATS];
    for (int i = 0; i < N_FORMATS; i++) {
        known[i] = formats[i].name;
        *format = &formats[i];
        if (strcmp(name, known[i]) == 0)
            return 0;
    }
    const char *near = text_nearest(name, known, N_FORMATS);
    return error_set("--format %s: no such format%s%s; the formats are vtu, vtkhdf, tecplot, plt and cgns", name,
                     near ? ", did you mean " : "", near ? near : "");
}

/* A name such as x.dat in the format vtu, which is taken where none is given, would become x.dat.pvtu, which nobody
 * means. Another format was asked for by its name. */
static int check_ending(const char *path, const struct export_format *format)
{
    TRY(export_check_name(path, format->ending));
    if (strcmp(format->name, "vtu") != 0)
        return 0;
    for (int i = 0; i < N_FORMATS; i++) {
        char *base = export_base(path, formats[i].ending);
        bool ends = strlen(base) < strlen(path);
        mem_free(base);
        if (ends && &formats[i] != format)
            return error_set("--out %s: this ending belongs to --format %s, but the format is %s; change one of them",
                             path, formats[i].name, format->name);
    }
    return 0;
}

/* Behind "." and ".." too, which are folders: the ending behind them would make a hidden file. */
int export_check_name(const char *path, const char *const *ending)
{
    char *base = export_base(path, ending);
    const char *name = text_base_name(base);
    bool folder = strcmp(name, ".") == 0 || strcmp(name, "..") == 0, missing = folder || !name[0];
    if (missing)
        error_set("--out %s: the name of the file is missing behind the folder; write for example %s%swing", path, base,
                  folder ? "/" : "");
    mem_free(base);
    return missing;
}

char *export_base(const char *path, const char *const *ending)
{
    size_t length = strlen(path);
    for (int i = 0; ending[i]; i++) {
        size_t tail = strlen(ending[i]);
        if (length >= tail && strcmp(path + length - tail, ending[i]) == 0)
            return text_format("%.*s", (int)(length - tail), path);
    }
    return text_format("%s", path);
}

int export_check_surface(const struct results *r, const struct export_options *o)
{
    if (!o->surface || r->manifest.boundary_faces > 0)
        return 0;
    return error_set("%s: the mesh has no boundary faces, so --surface has nothing to write; leave it out", r->path);
}

/* "results, iteration 42; patch 0 wing, 1 symmetry": also what the numbers in the
 * array patch stand for. */
static char *describe(const struct results *r, bool surface)
{
    const struct pack_manifest *m = &r->manifest;
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        FATAL("out of memory");
    printable_write(f, r->path); /* a title is one line, and a folder may have any name */
    fprintf(f, ", iteration %" PRId64, r->iteration);
    for (int b = 0; surface && b < m->n_patches; b++)
        fprintf(f, "%s %d %s", b ? "," : "; patch", b, m->patch[b].name);
    if (fclose(f) != 0)
        FATAL("out of memory");
    return text;
}

/* The flow and the moment, and on surfaces the names that the array patch counts through. */
static void note_facts(struct export_run *e)
{
    const struct results *r = e->plan.r;
    int n = e->plan.surface ? r->manifest.n_patches : 0;
    MEM_NEW(e->names, n);
    for (int b = 0; b < n; b++)
        e->names[b] = r->manifest.patch[b].name;
    e->facts = (struct grid_facts){.n = 5,
                                   .item = {{"freestream_mach", r->reference.mach},
                                            {"alpha", r->reference.alpha},
                                            {"beta", r->reference.beta},
                                            {"iteration", (double)r->iteration},
                                            {"time", r->time}},
                                   .n_names = n,
                                   .names_title = "patch_names",
                                   .names = e->names};
}

static int write_file(struct export_run *e, const struct export_format *format)
{
    TRY(processes_agree(protect_check(e->path))); /* vtkhdf and cgns are written by libraries */
    if (!format->write)
        return e->plan.surface ? export_cgns_surface(&e->plan, e->path, e->title)
                               : export_cgns(&e->plan, e->path, e->title);
    TRY(format->begin(e));
    return format->finish(e, write_ranks(e, format));
}

static int prepare(const struct results *r, const struct export_options *o, struct export_plan *plan)
{
    *plan = (struct export_plan){.r = r, .surface = o->surface, .point_data = o->point_data};
    TRY(export_check_surface(r, o));
    TRY(variables_choose(r, o->variables, o->surface, true, &plan->variables));
    return o->surface && o->point_data ? surface_nodes_gather(r, &plan->variables, &plan->nodes) : 0;
}

static int export_as(const struct results *r, const struct export_options *o, const struct export_format *format,
                     struct export_run *e)
{
    int status = processes_agree(prepare(r, o, &e->plan));
    if (status == 0) {
        e->title = describe(r, o->surface);
        note_facts(e);
        status = write_file(e, format);
        mem_free(e->names);
        free(e->title);
    }
    surface_nodes_free(&e->plan.nodes);
    return status;
}

int export_command(const struct results *r, const struct export_options *o)
{
    const struct export_format *format;
    struct export_run *e;
    TRY(find_format(o->format, &format));
    TRY(check_ending(o->out, format));
    char *base = export_base(o->out, format->ending), *path = text_format("%s%s", base, format->ending[0]);
    /* On the heap: a plan holds a list of VARIABLES_MAX variables, which is large for a stack. */
    MEM_NEW_ZERO(e, 1);
    e->base = base;
    e->path = path;
    int status = export_as(r, o, format, e);
    if (status == 0 && !o->quiet && processes_is_first())
        printf("%s\n", path);
    mem_free(e);
    mem_free(path);
    mem_free(base);
    return status;
}
