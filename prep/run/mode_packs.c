/* The packs: the mesh divided, ordered, with wall distances and halos, and written rank by rank while
 * a thread of its own puts the arrays to disk. */
#include "run/stages.h"

#include "error.h"
#include "mem.h"
#include "pack/local_mesh.h"
#include "pack/pack_limits.h"
#include "pack/set_id.h"
#include "pack/write_queue.h"
#include "periodic/images.h"
#include "progress/progress.h"
#include "text.h"
#include "wall/wall_distance.h"

#include <string.h>

/* The command line has checked the word: what is neither is rcm. */
static enum reorder_method order_method(const char *name)
{
    return strcmp(name, "none") == 0 ? REORDER_NONE : strcmp(name, "hilbert") == 0 ? REORDER_HILBERT : REORDER_RCM;
}

/* All that packs are made of. The order matters: cells' order, wall distances, the set's id and lines are those of the
 * mesh alone; halos, the check of their sizes and colours are of the mesh with its images. */
static int prepare_packs(struct prep_work *w)
{
    struct mesh *m = &w->mesh;
    int n_ranks = (int)w->o->n_ranks;
    TRY(stage_divide(w, n_ranks));
    progress_begin(STAGE_ORDER);
    reorder_cells(m, &w->metrics, n_ranks, w->rank_of, order_method(w->o->order), &w->ordering);
    progress_end(STAGE_ORDER);
    progress_begin(STAGE_WALL_DISTANCE);
    MEM_NEW(w->wall_distance, m->n_cells);
    wall_distance_compute(m, &w->metrics, w->ordering.cell, w->wall_distance);
    progress_end(STAGE_WALL_DISTANCE);
    progress_begin(STAGE_HALO);
    set_id_make(m, &w->ordering, w->id);
    if (w->o->lines)
        cell_lines_find(m, &w->lines);
    TRY(images_add(m, &w->metrics));
    stage_halos(w);
    TRY(pack_limits_check(m, &w->ordering, &w->halos, LID_MAX - 1));
    progress_end(STAGE_HALO);
    progress_begin(STAGE_COLOUR);
    TRY(colour_cells(m, w->o->lines ? &w->lines : NULL, &w->colours));
    progress_end(STAGE_COLOUR);
    struct mesh_report *r = &w->report;
    r->cell_colours = w->colours.n;
    r->line_cells = w->lines.joined;
    r->longest_line = w->lines.longest;
    cell_lines_free(&w->lines);
    r->id = w->id;
    r->before = w->ordering.before;
    r->after = w->ordering.after;
    r->final = w->ordering.final;
    return 0;
}

/* ---- writing ---- */

/* The most of any rank. */
static void count_pack(struct mesh_report *r, const struct pack *p)
{
    r->face_colours = p->n_face_colours > r->face_colours ? p->n_face_colours : r->face_colours;
}

static void list_interfaces(const struct mesh *m, struct pack_manifest *manifest)
{
    manifest->n_periodic = m->periodic.n_interfaces;
    MEM_NEW_ZERO(manifest->periodic, manifest->n_periodic);
    for (int i = 0; i < manifest->n_periodic; i++) {
        const struct mesh_interface *from = &m->periodic.interface[i];
        struct pack_periodic *to = &manifest->periodic[i];
        text_copy(to->name, NAME_SIZE, from->name);
        to->n_faces = from->n_faces;
        memcpy(to->rotation, from->map.rotation, sizeof to->rotation);
        memcpy(to->translation, from->map.translation, sizeof to->translation);
    }
}

static int write_manifest(const struct prep_work *w, const char *folder)
{
    const struct mesh *m = &w->mesh;
    struct pack_manifest manifest = {.schema_version = PACK_SCHEMA_VERSION,
                                     .ranks = w->o->n_ranks,
                                     .cells = w->report.cells,
                                     .faces = w->report.faces,
                                     .nodes = w->report.nodes,
                                     .boundary_faces = w->report.boundary_faces,
                                     .n_patches = m->n_patches};
    text_copy(manifest.id, sizeof manifest.id, w->id);
    text_copy(manifest.source, sizeof manifest.source, w->o->mesh);
    MEM_NEW_ZERO(manifest.patch, m->n_patches);
    for (int p = 0; p < m->n_patches; p++) {
        text_copy(manifest.patch[p].name, NAME_SIZE, m->patch[p].name);
        text_copy(manifest.patch[p].family, NAME_SIZE, m->patch[p].family);
        manifest.patch[p].kind = m->patch[p].kind;
        manifest.patch[p].n_faces = m->patch[p].n_faces;
    }
    list_interfaces(m, &manifest);
    int status = pack_manifest_write(folder, &manifest);
    pack_manifest_free(&manifest);
    return status;
}

/* A job of the writing thread, queued behind the pack's arrays: it runs when they are on disk. */
static int free_pack(void *pack, bool failed)
{
    (void)failed;
    pack_free(pack);
    mem_free(pack);
    return 0;
}

/* Makes the arrays here while the queue's thread writes those that are finished; a failure there shows in
 * write_queue_failed() and at the end. */
static void write_pack(struct prep_work *w, const struct whole *whole, struct local_maps *maps, int rank,
                       struct write_queue *queue, const char *folder)
{
    /* From here on p belongs to the queue: free_pack() runs behind the last of its arrays. */
    struct pack_writer *writer = pack_write_begin(queue, folder, rank, w->o->compress);
    struct pack *p = mem_alloc("pack", 1, sizeof *p);
    local_mesh_write(whole, maps, rank, writer, p);
    count_pack(&w->report, p);
    pack_write_end(writer, p);
    write_queue_add(queue, free_pack, p);
}

/* With the last rank the metrics are no longer needed: maps.last_use lets them be freed as soon as they are
 * copied, which lowers the peak of memory. */
static int write_packs(struct prep_work *w, const char *folder)
{
    struct whole whole = {&w->mesh,         &w->metrics, &w->ordering, &w->halos, &w->colours,
                          w->wall_distance, w->id,       w->o->mesh,   w->o->command_line};
    struct local_maps maps;
    /* The queue is ended in every case: it holds packs that only its thread frees. */
    struct write_queue *queue = write_queue_begin();
    int n_ranks = (int)w->o->n_ranks;
    local_maps_init(&maps, &w->mesh);
    for (int r = 0; r < n_ranks && !write_queue_failed(queue); r++) {
        if (r == n_ranks - 1)
            maps.last_use = &w->metrics;
        write_pack(w, &whole, &maps, r, queue, folder);
        progress_rank(r + 1, n_ranks);
    }
    local_maps_free(&maps);
    progress_begin(STAGE_WRITE);
    int status = write_queue_end(queue);
    progress_end(STAGE_WRITE);
    return status;
}

/* The manifest is written last: a folder that has one holds a whole set. */
static int write_set(struct prep_work *w)
{
    const char *folder = w->folder.temporary;
    TRY(pack_folder_begin(&w->folder));
    int status = write_packs(w, folder);
    char *report = text_join_path(folder, "report.json");
    /* stage_report() counts the seconds of writing too, hence after write_packs(). */
    status = status || stage_report(w, report) || write_manifest(w, folder);
    mem_free(report);
    return pack_folder_finish(&w->folder, status);
}

/* The report is written twice when --report names a file: beside the packs and there. */
int mode_packs(struct prep_work *w)
{
    TRY(prepare_packs(w));
    TRY(write_set(w));
    TRY(stage_report(w, w->o->report));
    if (!w->o->quiet) {
        mesh_report_print(&w->report, stdout);
        quality_summary_print(&w->report.summary, stdout);
    }
    return 0;
}
