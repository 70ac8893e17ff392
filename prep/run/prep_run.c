#include "run/prep_run.h"

#include "cgns/cgns_read.h"
#include "run/check_report.h"
#include "mesh/coarse.h"
#include "error.h"
#include "order/fragments.h"
#include "periodic/images.h"
#include "pack/local_mesh.h"
#include "mem.h"
#include "mesh/mesh_check.h"
#include "run/mesh_report.h"
#include "pack/pack_folder.h"
#include "pack/pack_limits.h"
#include "run/patch_config.h"
#include "mesh/patch_planes.h"
#include "periodic/periodic.h"
#include "periodic/periodic_config.h"
#include "progress/progress.h"
#include "mesh/refine.h"
#include "pack/repartition.h"
#include "pack/set_id.h"
#include "su2/su2_read.h"
#include "text.h"
#include "timer.h"
#include "wall/wall_distance.h"
#include "pack/write_queue.h"
#include "run/mesh_from_raw.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* What the stages hand on. */
struct work {
    const struct prep_options *o;
    struct mesh mesh;
    struct metrics metrics;
    struct mesh_findings found;
    double *wall_distance;
    struct cell_cost cost;
    const int32_t *packs_rank; /* [n_cells] of the packs that are divided anew; NULL: it is a mesh */
    int n_packs;
    struct coarse *coarse; /* NULL: the mesh itself is divided */
    int32_t *rank_of;
    struct ordering ordering;
    struct halos halos;
    char id[NAME_SIZE];
    struct mesh_report report;
    double started;
};

static void note(void *context, const char *sentence)
{
    (void)context;
    progress_note("%s", sentence);
}

/* Faces and metrics; takes raw's cells and nodes. */
static int build_mesh(const struct prep_options *o, struct raw_mesh *raw, struct mesh *m, struct metrics *g,
                      struct mesh_findings *found)
{
    progress_begin(STAGE_FACES);
    TRY(mesh_build_split(raw, o->internal_walls, m, found));
    if (o->config)
        TRY(periodic_config_apply(o->config, m));
    TRY(periodic_settle(m));
    progress_end(STAGE_FACES);
    progress_begin(STAGE_METRICS);
    metrics_compute(m, g);
    progress_end(STAGE_METRICS);
    return 0;
}

/* Of the mesh as it is now, what is divided later. */
static int make_coarse(struct work *w, const struct raw_mesh *raw, long refined)
{
    struct raw_mesh copy;
    struct mesh_findings found = {0};
    MEM_NEW_ZERO(w->coarse, 1);
    w->coarse->depth = (int)(w->o->refine - refined);
    raw_mesh_copy(raw, &copy);
    int status = build_mesh(w->o, &copy, &w->coarse->mesh, &w->coarse->metrics, &found);
    raw_mesh_free(&copy);
    return status;
}

static int refine(struct work *w, struct raw_mesh *raw)
{
    for (long k = 0; k < w->o->refine; k++) {
        if (w->o->partition_before > 0 && k == w->o->refine - w->o->partition_before && !w->o->check_only)
            TRY(make_coarse(w, raw, k));
        progress_begin(STAGE_REFINE);
        TRY(refine_raw_mesh(raw));
        progress_end(STAGE_REFINE);
    }
    return 0;
}

static int make_mesh(struct work *w, struct raw_mesh *raw)
{
    TRY(refine(w, raw));
    TRY(build_mesh(w->o, raw, &w->mesh, &w->metrics, &w->found));
    progress_begin(STAGE_CHECK);
    if (w->o->check_only)
        mesh_say_findings(&w->mesh, raw, &w->found);
    else
        TRY(mesh_check(w->o->mesh, &w->mesh, &w->metrics, raw, &w->found));
    if (w->o->config)
        TRY(patch_config_apply(w->o->config, &w->mesh));
    patch_planes_note(&w->mesh);
    mesh_report_count(&w->mesh, &w->report);
    mesh_quality_measure(&w->mesh, &w->metrics, &w->report.quality);
    if (w->o->check_only)
        mesh_quality_measure_more(&w->mesh, &w->metrics, &w->report.quality);
    w->report.mirrored = w->found.mirrored;
    progress_end(STAGE_CHECK);
    raw_mesh_free(raw);
    return 0;
}

static void join_fragments(struct work *w, const struct mesh *m, int n_ranks, int32_t *rank_of)
{
    int64_t moved;
    w->report.extra_fragments = fragments_join(m, n_ranks, rank_of, &moved);
    if (moved)
        progress_note("%" PRId64 " cells of parts that METIS left in pieces went to the rank around them", moved);
    if (w->report.extra_fragments > 0)
        progress_note("parts are in %" PRId64 " pieces more than there are ranks: the mesh itself is in pieces",
                      w->report.extra_fragments);
}

static enum reorder_method order_method(const char *name)
{
    return strcmp(name, "none") == 0 ? REORDER_NONE : strcmp(name, "hilbert") == 0 ? REORDER_HILBERT : REORDER_RCM;
}

/* cost: of m's cells. */
static int divide_mesh(struct work *w, const struct mesh *m, const struct metrics *g, const double *cost, int n_ranks,
                       int32_t *rank_of)
{
    bool bisect = strcmp(w->o->partition, "bisect") == 0;
    TRY(partition_by_cost(m, g, bisect ? PARTITION_BISECT : PARTITION_METIS, cost, n_ranks, rank_of));
    if (!bisect)
        join_fragments(w, m, n_ranks, rank_of);
    return 0;
}

/* cost: of the fine mesh's cells. */
static int divide_coarse(struct work *w, const double *cost, int n_ranks)
{
    const struct coarse *c = w->coarse;
    int32_t *rank_of;
    double *sum;
    if (n_ranks > c->mesh.n_cells)
        return error_set("--ranks %d: before its last %d refinements the mesh has only %" PRId64 " cells; take a "
                         "smaller --partition-before",
                         n_ranks, c->depth, c->mesh.n_cells);
    MEM_NEW(rank_of, c->mesh.n_cells);
    MEM_NEW(sum, c->mesh.n_cells);
    coarse_add_up(c, cost, sum);
    int status = divide_mesh(w, &c->mesh, &c->metrics, sum, n_ranks, rank_of);
    if (status == 0)
        coarse_spread(c, rank_of, w->rank_of);
    mem_free(sum);
    mem_free(rank_of);
    return status;
}

static int divide_by_cost(struct work *w, int n_ranks)
{
    const struct mesh *m = &w->mesh;
    double *cost = cell_costs(m, &w->metrics, &w->cost);
    int status = w->coarse ? divide_coarse(w, cost, n_ranks)
                           : divide_mesh(w, m, &w->metrics, cost, n_ranks, w->rank_of);
    if (status == 0)
        w->report.cost_imbalance = cell_cost_imbalance(m->n_cells, cost, n_ranks, w->rank_of);
    mem_free(cost);
    return status;
}

/* Which rank owns which cell. */
static int divide(struct work *w, int n_ranks)
{
    struct mesh_report *r = &w->report;
    progress_begin(STAGE_PARTITION);
    r->n_ranks = n_ranks;
    r->weights = w->o->weights;
    r->cost_imbalance = 1;
    memset(w->rank_of, 0, (size_t)w->mesh.n_cells * sizeof *w->rank_of);
    if (n_ranks > 1)
        TRY(divide_by_cost(w, n_ranks));
    partition_measure(&w->mesh, n_ranks, w->rank_of, &r->split);
    progress_end(STAGE_PARTITION);
    return 0;
}

static void find_halos(struct work *w)
{
    struct mesh_report *r = &w->report;
    halos_build(&w->mesh, &w->ordering, &w->halos);
    r->halo = halos_count(&w->halos);
    r->inner_cells = 0;
    for (int k = 0; k < r->n_ranks; k++)
        r->inner_cells += w->ordering.n_inner[k];
}

/* All that packs are made of. */
static int prepare_packs(struct work *w)
{
    struct mesh *m = &w->mesh;
    int n_ranks = (int)w->o->n_ranks;
    TRY(divide(w, n_ranks));
    progress_begin(STAGE_ORDER);
    reorder_cells(m, &w->metrics, n_ranks, w->rank_of, order_method(w->o->order), &w->ordering);
    progress_end(STAGE_ORDER);
    progress_begin(STAGE_WALL_DISTANCE);
    MEM_NEW(w->wall_distance, m->n_cells);
    wall_distance_compute(m, &w->metrics, w->ordering.cell, w->wall_distance);
    progress_end(STAGE_WALL_DISTANCE);
    progress_begin(STAGE_HALO);
    set_id_make(m, &w->ordering, w->id);
    TRY(images_add(m, &w->metrics));
    find_halos(w);
    TRY(pack_limits_check(m, &w->ordering, &w->halos, LID_MAX - 1));
    progress_end(STAGE_HALO);
    struct mesh_report *r = &w->report;
    r->id = w->id;
    r->before = w->ordering.before;
    r->after = w->ordering.after;
    r->final = w->ordering.final;
    return 0;
}

/* ---- --count: halos of divisions, without packs ---- */

static int count_one(struct work *w, int n_ranks)
{
    char name[64];
    TRY(divide(w, n_ranks));
    progress_begin(STAGE_HALO);
    reorder_cells(&w->mesh, &w->metrics, n_ranks, w->rank_of, REORDER_NONE, &w->ordering); /* for inner cells */
    find_halos(w);
    halos_free(&w->halos);
    ordering_free(&w->ordering);
    progress_end(STAGE_HALO);
    snprintf(name, sizeof name, "ranks-%d.json", n_ranks);
    char *path = text_join_path(w->o->out, name);
    w->report.seconds_total = timer_now() - w->started;
    int status = mesh_report_write(&w->report, path);
    mem_free(path);
    if (!w->o->quiet && status == 0)
        mesh_report_print_halos(&w->report, stdout);
    return status;
}

static int make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return error_set("%s: cannot be made: %s; name another folder with --out", path, strerror(errno));
    return 0;
}

static int count_all(struct work *w)
{
    if (w->mesh.periodic.n_interfaces > 0)
        return error_set("%s: has periodic faces, whose images are known in packs only; leave --count out", w->o->mesh);
    TRY(make_folder(w->o->out));
    w->report.id = "";
    w->report.order = "none";
    for (int k = 0; k < w->o->n_counts; k++)
        TRY(count_one(w, w->o->count[k]));
    return 0;
}

/* ---- packs ---- */

static void count_pack(struct mesh_report *r, const struct pack *p)
{
    r->face_colours = p->n_face_colours > r->face_colours ? p->n_face_colours : r->face_colours;
    r->cell_colours = p->n_cell_colours > r->cell_colours ? p->n_cell_colours : r->cell_colours;
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

static int write_manifest(const struct work *w, const char *folder)
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

static int free_pack(void *pack, bool failed)
{
    (void)failed;
    pack_free(pack);
    mem_free(pack);
    return 0;
}

static void write_pack(struct work *w, const struct whole *whole, struct local_maps *maps, int rank,
                       struct write_queue *queue, const char *folder)
{
    struct pack_writer *writer = pack_write_begin(queue, folder, rank, w->o->compress);
    struct pack *p = mem_alloc("pack", 1, sizeof *p);
    local_mesh_write(whole, maps, rank, writer, p);
    count_pack(&w->report, p);
    pack_write_end(writer, p);
    write_queue_add(queue, free_pack, p);
}

static int write_packs(struct work *w, const char *folder)
{
    struct whole whole = {&w->mesh,         &w->metrics, &w->ordering, &w->halos,
                          w->wall_distance, w->id,       w->o->mesh,   w->o->command_line};
    struct local_maps maps;
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

static int finish_report(struct work *w, const char *path)
{
    w->report.seconds_total = timer_now() - w->started;
    return path ? mesh_report_write(&w->report, path) : 0;
}

static int write_set(struct work *w)
{
    struct pack_folder folder;
    TRY(pack_folder_begin(w->o->out, &folder));
    int status = write_packs(w, folder.temporary);
    char *report = text_join_path(folder.temporary, "report.json");
    status = status || finish_report(w, report) || write_manifest(w, folder.temporary);
    mem_free(report);
    return pack_folder_finish(&folder, status);
}

/* Where the report is of the packs that are divided anew. */
static void take_measured_ranks(struct work *w)
{
    const char *path = w->o->weights;
    if (w->o->refine > 0)
        progress_note("%s: with --refine only what kinds of cells cost is taken, not what ranks took", path);
    else if (cell_cost_read_parts(path, &w->mesh, &w->metrics, w->packs_rank, w->n_packs, &w->cost) != 0)
        progress_note("%s: is not of these packs (%s): only what kinds of cells cost is taken", path, error_message());
}

static int run_stages(struct work *w, struct raw_mesh *raw)
{
    const struct prep_options *o = w->o;
    w->report.source = o->mesh;
    w->report.partition = o->partition;
    w->report.order = o->order;
    TRY(make_mesh(w, raw));
    if (o->weights && w->packs_rank)
        take_measured_ranks(w);
    if (!o->check_only)
        MEM_NEW(w->rank_of, w->mesh.n_cells);
    if (o->n_counts > 0)
        return count_all(w);
    if (!o->check_only) {
        TRY(prepare_packs(w));
        TRY(write_set(w));
    }
    TRY(finish_report(w, o->report));
    if (!o->quiet)
        mesh_report_print(&w->report, stdout);
    if (!o->check_only)
        return 0;
    if (!o->quiet)
        check_report_print(&w->mesh, &w->metrics, &w->report.quality, stdout);
    return mesh_list_faults(o->mesh, &w->mesh, &w->metrics, &w->found, stdout);
}

/* packs_rank: as struct work. */
static int run(const struct prep_options *o, struct raw_mesh *raw, const int32_t *packs_rank, int n_packs,
               double started)
{
    struct work w = {.o = o, .started = started, .cost = cell_cost_by_faces(), .packs_rank = packs_rank,
                     .n_packs = n_packs};
    int status = o->weights ? cell_cost_read(o->weights, &w.cost) : 0;
    if (status == 0)
        status = run_stages(&w, raw);
    halos_free(&w.halos);
    ordering_free(&w.ordering);
    if (w.coarse)
        coarse_free(w.coarse);
    mem_free(w.coarse);
    cell_cost_free(&w.cost);
    mem_free(w.rank_of);
    mem_free(w.wall_distance);
    mesh_quality_free(&w.report.quality);
    metrics_free(&w.metrics);
    mesh_free(&w.mesh);
    raw_mesh_free(raw);
    return status;
}

int prep_run_raw(const struct prep_options *o, struct raw_mesh *raw)
{
    return run(o, raw, NULL, 0, timer_now());
}

/* From packs: the mesh they name is the new ones' too, and faces inside the volume
 * that they have as boundary faces remain such. */
static int run_on_packs(const struct prep_options *o, double started)
{
    struct raw_mesh raw;
    struct prep_options as_if = *o;
    int32_t *rank_of = NULL;
    int n_packs = 0;
    progress_begin(STAGE_READ);
    TRY(packs_gather(o->mesh, &raw, &rank_of, &n_packs));
    progress_end(STAGE_READ);
    char *source = text_format("%s", raw.source);
    as_if.mesh = source;
    as_if.internal_walls = "*";
    int status = run(&as_if, &raw, rank_of, n_packs, started);
    mem_free(rank_of);
    mem_free(source);
    return status;
}

static int read_mesh(const struct prep_options *o, struct raw_mesh *raw)
{
    struct cgns_read_options how = {.base = o->base, .scale = o->scale, .join = o->join};
    if (!su2_is_mesh(o->mesh))
        return cgns_read(o->mesh, &how, note, NULL, raw);
    if (o->base || o->join != 0.0)
        return error_set("%s: is an SU2 mesh, which has neither bases nor several zones to join; leave --base and "
                         "--join out",
                         o->mesh);
    return su2_read(o->mesh, o->scale, note, NULL, raw);
}

/* What cannot be done is said before the work begins. */
static int probe_out(const struct prep_options *o)
{
    struct stat s;
    if (o->check_only)
        return 0;
    if (o->n_counts == 0)
        return pack_folder_probe(o->out);
    char *manifest = text_join_path(o->out, "manifest.ini");
    bool packs = stat(manifest, &s) == 0, other = stat(o->out, &s) == 0 && !S_ISDIR(s.st_mode);
    mem_free(manifest);
    return packs || other ? error_set("%s: %s; name another folder for the counts", o->out,
                                      packs ? "holds packs" : "is no folder")
                          : 0;
}

int prep_run(const struct prep_options *o)
{
    struct raw_mesh raw = {0};
    double started = timer_now();
    TRY(probe_out(o));
    if (o->repartition)
        return run_on_packs(o, started);
    progress_begin(STAGE_READ);
    TRY(read_mesh(o, &raw));
    progress_end(STAGE_READ);
    return run(o, &raw, NULL, 0, started);
}
