/* The report of a run as text and as JSON; the keys are part of the interface of scripts. */
#include "run/mesh_report.h"

#include "element.h"
#include "error.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "progress/progress.h"

#include <string.h>

/* Faces of periodic pairs are boundary faces of m twice, once on each side, but none of the flow's boundary. */
void mesh_report_count(const struct mesh *m, struct mesh_report *r)
{
    r->cells = m->n_cells;
    r->faces = m->n_faces;
    r->nodes = m->n_nodes;
    r->boundary_faces = m->n_boundary - 2 * m->periodic.n_pairs;
    memset(r->cells_by_type, 0, sizeof r->cells_by_type);
    for (int64_t c = 0; c < m->n_cells; c++)
        r->cells_by_type[m->cell_type[c]]++;
    r->n_patches = m->n_patches;
    r->patch = m->patch;
    r->n_interfaces = m->periodic.n_interfaces;
    r->interface = m->periodic.interface;
}

/* A rank with a single cell has no edges, and the mean would be NaN, which JSON cannot hold. */
static double mean_jump(const struct rcm_bandwidth *b)
{
    return b->n_edges ? b->sum / (double)b->n_edges : 0.0;
}

/* The measures by name of quality_row[]: the largest value of a cell or face, and the mean over those that have one. */
static double worst(const struct mesh_quality *q, enum quality_measure k)
{
    return q->of[k].worst;
}

static double mean(const struct mesh_quality *q, enum quality_measure k)
{
    return q->of[k].n ? q->of[k].sum / (double)q->of[k].n : 0.0;
}

/* Words in a column of ten, then what they name: for people, free to change; scripts read the JSON. */
static void print_mesh(const struct mesh_report *r, FILE *f)
{
    const struct mesh_quality *q = &r->quality;
    fprintf(f, "mesh       %s\n", r->source);
    fprintf(f, "cells      %" PRId64 " (", r->cells);
    bool first = true;
    /* Types that the mesh has, in the order of element.h. */
    for (int t = 0; t < ELEMENT_N_TYPES; t++)
        if (r->cells_by_type[t]) {
            fprintf(f, "%s%s %" PRId64, first ? "" : ", ", element_info(t)->name, r->cells_by_type[t]);
            first = false;
        }
    fprintf(f, ")\nfaces      %" PRId64 ", of these %" PRId64 " on the boundary\n", r->faces, r->boundary_faces);
    fprintf(f, "nodes      %" PRId64 "\n", r->nodes);
    for (int p = 0; p < r->n_patches; p++)
        fprintf(f, "%s %-28s %-20s %9" PRId64 " faces\n", p ? "          " : "patches   ", r->patch[p].name,
                bc_kind_name(r->patch[p].kind), r->patch[p].n_faces);
    for (int i = 0; i < r->n_interfaces; i++) {
        char text[200];
        transform_describe(&r->interface[i].map, sizeof text, text);
        fprintf(f, "%s %-28s %-20s %9" PRId64 " faces, %s\n", i ? "          " : "periodic  ", r->interface[i].name,
                "joined in pairs", r->interface[i].n_faces, text);
    }
    fprintf(f, "volume     %g m^3 in all, cells %g .. %g\n", q->volume_sum, q->volume_min, q->volume_max);
    fprintf(f, "quality    non-orthogonality %.1f deg at most, %.1f mean; skewness %.2f at most, %.3f mean; size ratio "
               "%.1f at most, %.2f mean\n",
            worst(q, QUALITY_ORTHOGONALITY), mean(q, QUALITY_ORTHOGONALITY), worst(q, QUALITY_SKEWNESS),
            mean(q, QUALITY_SKEWNESS), worst(q, QUALITY_SIZE_RATIO), mean(q, QUALITY_SIZE_RATIO));
}

/* A line per number of ranks of --count; flushed, since the next one may take minutes. */
void mesh_report_print_halos(const struct mesh_report *r, FILE *f)
{
    fprintf(f, "%5d ranks  %10" PRId64 " cells at most, imbalance %.4f, halo %9" PRId64 " at most, %5.1f %% of the "
               "cells inner, neighbours %d at most, %.1f mean\n",
            r->n_ranks, r->split.most, r->split.imbalance, r->halo.most,
            100.0 * (double)r->inner_cells / (double)r->cells, r->halo.neighbours_most, r->halo.neighbours_mean);
    fflush(f);
}

/* Bandwidth is the largest and jump the mean distance, in cell numbers, between cells that share a face: smaller
 * ones keep a kernel's reads nearer together. */
static void print_packs(const struct mesh_report *r, FILE *f)
{
    fprintf(f, "packs      %d, set %s\n", r->n_ranks, r->id);
    fprintf(f,
            "partition  %s: %" PRId64 "..%" PRId64 " cells per rank, imbalance %.4f, in cost%s %.4f, edge cut "
            "%" PRId64 "\n",
            r->partition, r->split.fewest, r->split.most, r->split.imbalance, r->weights ? "" : " (faces)",
            r->cost_imbalance, r->split.edge_cut);
    if (r->weights)
        fprintf(f, "weights    %s\n", r->weights);
    fprintf(f, "halo       %" PRId64 " cells in all, %" PRId64 " at most; neighbours %d at most, %.1f mean\n",
            r->halo.cells, r->halo.most, r->halo.neighbours_most, r->halo.neighbours_mean);
    fprintf(f, "order      %s: bandwidth %" PRId64 " -> %" PRId64 ", mean jump %.0f -> %.0f\n", r->order,
            r->before.largest, r->after.largest, mean_jump(&r->before), mean_jump(&r->after));
    fprintf(f, "colours    %" PRId64 " of faces, %" PRId64 " of cells\n", r->face_colours, r->cell_colours);
    if (r->line_cells)
        fprintf(f, "lines      %.0f %% of the cells in lines across thin layers, the longest of %" PRId64 "\n",
                100.0 * (double)r->line_cells / (double)r->cells, r->longest_line);
}

void mesh_report_print(const struct mesh_report *r, FILE *f)
{
    print_mesh(r, f);
    if (r->n_ranks)
        print_packs(r, f);
    fprintf(f, "seconds   ");
    /* Stages that this run did not go through have no time: left out here, 0 in the JSON. */
    for (int s = 0; s < N_STAGES; s++)
        if (progress_seconds((enum stage)s) > 0.0)
            fprintf(f, " %s %.2f", stage_name((enum stage)s), progress_seconds((enum stage)s));
    fprintf(f, " total %.2f\nmemory     %.0f MB at most\n", r->seconds_total, (double)mem_peak_resident_bytes() * 1e-6);
}

/* area is there with --check only, as it is measured then. */
static void write_mesh(const struct mesh_report *r, struct json *j)
{
    json_text(j, "source", r->source);
    json_integer(j, "cells", r->cells);
    json_integer(j, "faces", r->faces);
    json_integer(j, "nodes", r->nodes);
    json_integer(j, "boundary_faces", r->boundary_faces);
    json_integer(j, "mirrored_cells", r->mirrored);
    json_object(j, "cells_by_type");
    for (int t = 0; t < ELEMENT_N_TYPES; t++)
        if (r->cells_by_type[t])
            json_integer(j, element_info(t)->name, r->cells_by_type[t]);
    json_close(j);
    json_array(j, "patches");
    for (int p = 0; p < r->n_patches; p++) {
        json_object(j, NULL);
        json_text(j, "name", r->patch[p].name);
        json_text(j, "family", r->patch[p].family);
        json_text(j, "kind", bc_kind_name(r->patch[p].kind));
        json_integer(j, "faces", r->patch[p].n_faces);
        if (r->quality.more)
            json_number(j, "area", r->quality.patch_area[p]);
        json_close(j);
    }
    json_close(j);
}

/* QUALITY_EDGES edges part QUALITY_BINS = edges + 1 counts: below the first, between, beyond the last. */
static void write_measure(const struct mesh_quality *q, enum quality_measure k, struct json *j)
{
    char key[64];
    if (q->of[k].n == 0)
        return;
    snprintf(key, sizeof key, "%s_max", quality_row[k].key);
    json_number(j, key, worst(q, k));
    snprintf(key, sizeof key, "%s_mean", quality_row[k].key);
    json_number(j, key, mean(q, k));
    snprintf(key, sizeof key, "%s_limit", quality_row[k].key);
    json_number(j, key, quality_row[k].limit);
    snprintf(key, sizeof key, "%s_beyond", quality_row[k].key);
    json_integer(j, key, q->of[k].beyond);
    snprintf(key, sizeof key, "%s_bins", quality_row[k].key);
    json_array(j, key);
    for (int b = 0; b < QUALITY_EDGES; b++)
        json_number(j, NULL, quality_row[k].edge[b]);
    json_close(j);
    snprintf(key, sizeof key, "%s_counts", quality_row[k].key);
    json_array(j, key);
    for (int b = 0; b < QUALITY_BINS; b++)
        json_integer(j, NULL, q->of[k].count[b]);
    json_close(j);
}

/* --check only. The box as six numbers, low then high, m; heights of the first cells at walls, m, which a user holds
 * against the y+ that is wanted. */
static void write_more(const struct mesh_quality *q, struct json *j)
{
    json_array(j, "bounding_box");
    for (int d = 0; d < 6; d++)
        json_number(j, NULL, d < 3 ? q->low[d] : q->high[d - 3]);
    json_close(j);
    json_integer(j, "wall_faces", q->n_wall_faces);
    if (q->n_wall_faces == 0)
        return;
    json_number(j, "wall_height_min", q->height_min);
    json_number(j, "wall_height_median", q->height_median);
    json_number(j, "wall_height_max", q->height_max);
}

static void write_interfaces(const struct mesh_report *r, struct json *j)
{
    json_array(j, "periodic");
    for (int i = 0; i < r->n_interfaces; i++) {
        const struct mesh_interface *f = &r->interface[i];
        char text[200];
        transform_describe(&f->map, sizeof text, text);
        json_object(j, NULL);
        json_text(j, "name", f->name);
        json_integer(j, "faces", f->n_faces);
        json_text(j, "transform", text);
        /* m; of the nodes as the file has them. */
        json_number(j, "gap", f->gap);
        json_close(j);
    }
    json_close(j);
}

static void write_quality(const struct mesh_quality *q, struct json *j)
{
    json_object(j, "quality");
    json_number(j, "volume", q->volume_sum);
    json_number(j, "volume_min", q->volume_min);
    json_number(j, "volume_max", q->volume_max);
    json_integer(j, "smallest_cell", q->smallest_cell);
    json_integer(j, "largest_cell", q->largest_cell);
    for (int k = 0; k < QUALITY_N; k++)
        write_measure(q, (enum quality_measure)k, j);
    if (q->more)
        write_more(q, j);
    json_number(j, "closure_max", q->closure_max);
    json_close(j);
}

/* scripts/scaling-model reads halos and neighbours from here by these keys. */
static void write_packs(const struct mesh_report *r, struct json *j)
{
    json_integer(j, "ranks", r->n_ranks);
    json_text(j, "id", r->id);
    json_text(j, "partition", r->partition);
    json_text(j, "order", r->order);
    json_integer(j, "edge_cut", r->split.edge_cut);
    json_number(j, "imbalance", r->split.imbalance);
    json_number(j, "cost_imbalance", r->cost_imbalance);
    json_integer(j, "extra_fragments", r->extra_fragments);
    json_integer(j, "cells_per_rank_min", r->split.fewest);
    json_integer(j, "cells_per_rank_max", r->split.most);
    json_integer(j, "inner_cells", r->inner_cells);
    json_integer(j, "halo_cells", r->halo.cells);
    json_integer(j, "halo_cells_max", r->halo.most);
    json_integer(j, "neighbours_max", r->halo.neighbours_most);
    json_number(j, "neighbours_mean", r->halo.neighbours_mean);
    json_integer(j, "bandwidth_before", r->before.largest);
    json_integer(j, "bandwidth_after", r->after.largest);
    json_integer(j, "bandwidth_packed", r->final.largest);
    json_number(j, "mean_jump_before", mean_jump(&r->before));
    json_number(j, "mean_jump_after", mean_jump(&r->after));
    json_number(j, "mean_jump_packed", mean_jump(&r->final));
    /* With --count nothing is coloured. */
    if (r->face_colours > 0) {
        json_integer(j, "colours", r->face_colours);
        json_integer(j, "cell_colours", r->cell_colours);
        json_integer(j, "cells_in_lines", r->line_cells);
        json_integer(j, "longest_line", r->longest_line);
    }
}

/* Packs' keys are there where packs or their counts were made; readers test for them and not for their values. */
static void write_all(const struct mesh_report *r, FILE *f)
{
    struct json j;
    json_begin(&j, f);
    write_mesh(r, &j);
    write_interfaces(r, &j);
    write_quality(&r->quality, &j);
    if (r->n_ranks)
        write_packs(r, &j);
    json_object(&j, "seconds");
    for (int s = 0; s < N_STAGES; s++)
        json_number(&j, stage_name((enum stage)s), progress_seconds((enum stage)s));
    json_number(&j, "total", r->seconds_total);
    json_close(&j);
    json_object(&j, "processor_seconds");
    for (int s = 0; s < N_STAGES; s++)
        json_number(&j, stage_name((enum stage)s), progress_processor_seconds((enum stage)s));
    json_close(&j);
    /* The peak as the system counts it, libraries included; mem.h counts only its own blocks. */
    json_integer(&j, "peak_bytes", (int64_t)mem_peak_resident_bytes());
    json_end(&j);
}

int mesh_report_write(const struct mesh_report *r, const char *path)
{
    struct out_file o;
    TRY(out_file_open(path, &o));
    write_all(r, o.file);
    return out_file_finish(&o, 0);
}
