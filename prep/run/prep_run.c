/* The order of work: what ufv-prep does from reading a mesh to packs, a count or a check. */
#include "run/prep_run.h"

#include "error.h"
#include "mem.h"
#include "mesh/coarse.h"
#include "pack/pack_folder.h"
#include "progress/progress.h"
#include "protect.h"
#include "run/outputs.h"
#include "run/patch_config.h"
#include "run/stages.h"
#include "text.h"
#include "timer.h"

/* What cannot be written is said before the work begins. */
static int begin_output(struct prep_work *w)
{
    TRY(outputs_check(w->o));
    if (w->o->check_only)
        return 0;
    if (w->o->n_counts > 0)
        return pack_folder_lock(w->o->out, w->o->force, &w->folder) || outputs_check_no_packs(w->o);
    return pack_folder_open(w->o->out, w->o->force, &w->folder);
}

/* What is read beside the mesh: the report of --weights, for what the cells cost, and the settings of --config, which
 * are applied later.
 * Before the mesh is read: a file that is none of these should not cost an hour. */
static int read_beside(struct prep_work *w)
{
    TRY(w->o->weights ? cell_cost_read(w->o->weights, &w->cost) : 0);
    return w->o->config ? patch_config_check(w->o->config) : 0;
}

/* With the packs that the report has measured, costs are also by what each of their ranks took.
 * A report that does not fit is a note, not an error: costs of kinds of cells are still better than none. */
static void read_costs_of_ranks(struct prep_work *w)
{
    const char *path = w->o->weights;
    if (!path || !w->packs_rank)
        return;
    /* Ranks of the packs are known by coarse cells, costs are asked for by fine ones. */
    if (w->o->refine > 0)
        progress_note("%s: with --refine only the costs of the kinds of cells are used, not the times of the ranks",
                      path);
    else if (cell_cost_read_parts(path, &w->mesh, &w->metrics, w->packs_rank, w->n_packs, &w->cost) != 0)
        progress_note("%s: was not measured on these packs (%s): only the costs of the kinds of cells are used", path,
                      error_message());
}

/* From the mesh on: all modes have it. */
static int run_mode(struct prep_work *w)
{
    w->report.source = w->o->mesh;
    w->report.partition = w->o->partition;
    w->report.order = w->o->order;
    TRY(stage_mesh(w));
    read_costs_of_ranks(w);
    if (w->o->n_counts > 0)
        return mode_count(w);
    if (w->o->write_only)
        return 0;
    if (w->o->write_case)
        return mode_case(w);
    return w->o->check_only ? mode_check(w) : mode_packs(w);
}

/* In any state: everything below accepts what was never made. */
static void free_work(struct prep_work *w)
{
    pack_folder_close(&w->folder);
    protect_nothing(); /* the next run reads other files */
    halos_free(&w->halos);
    cell_lines_free(&w->lines);
    cell_colours_free(&w->colours);
    ordering_free(&w->ordering);
    if (w->coarse)
        coarse_free(w->coarse);
    mem_free(w->coarse);
    cell_cost_free(&w->cost);
    mem_free(w->rank_of);
    mem_free(w->packs_rank);
    mem_free(w->wall_distance);
    mesh_quality_free(&w->report.quality);
    metrics_free(&w->metrics);
    mesh_free(&w->mesh);
    raw_mesh_free(&w->raw);
}

static struct prep_work begin(const struct prep_options *o)
{
    return (struct prep_work){.o = o, .started = timer_now(), .cost = cell_cost_by_faces()};
}

/* For callers that have a mesh in memory; raw is taken over, whatever comes of it. */
int prep_run_raw(const struct prep_options *o, struct raw_mesh *raw)
{
    struct prep_work w = begin(o);
    w.raw = *raw;
    *raw = (struct raw_mesh){0};
    int status = begin_output(&w) || read_beside(&w) || run_mode(&w);
    free_work(&w);
    return status;
}

/* Packs name the mesh they were made from, and the new ones will too; faces inside the volume that they have as
 * boundary faces remain such. source: to be freed.
 * internal_walls "*": every patch of the old packs, since their faces inside the volume must not be joined again. */
static struct prep_options options_of_packs(const struct prep_work *w, char **source)
{
    struct prep_options o = *w->o;
    o.mesh = *source = text_format("%s", w->raw.source);
    o.internal_walls = "*";
    return o;
}

int prep_run(const struct prep_options *o)
{
    struct prep_work w = begin(o);
    struct prep_options of_packs;
    char *source = NULL;
    int status = begin_output(&w) || read_beside(&w) || stage_read(&w);
    if (status == 0 && o->repartition) {
        of_packs = options_of_packs(&w, &source);
        w.o = &of_packs;
    }
    status = status || run_mode(&w);
    free_work(&w);
    mem_free(source);
    return status;
}
