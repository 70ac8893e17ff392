/* mesh_report.h: what was done, for people (stdout) and programs (JSON). */
#ifndef UFV_PREP_RUN_MESH_REPORT_H
#define UFV_PREP_RUN_MESH_REPORT_H

#include "pack/halo_build.h"
#include "mesh/mesh.h"
#include "mesh/mesh_quality.h"
#include "run/quality_summary.h"
#include "order/partition.h"
#include "order/reorder.h"

#include <stdbool.h>
#include <stdio.h>

struct mesh_report {
    const char *source, *id; /* borrowed; id NULL with --check */
    const char *partition, *order; /* as on the command line */
    int64_t cells, faces, nodes, boundary_faces, cells_by_type[8], mirrored;
    int n_patches;
    const struct mesh_patch *patch; /* borrowed */
    int n_interfaces;
    const struct mesh_interface *interface; /* periodic ones; borrowed */
    struct mesh_quality quality;
    struct quality_summary summary;
    /* The rest is of packs: n_ranks 0 with --check. */
    int n_ranks;
    struct partition_quality split;
    const char *weights;   /* file that costs were read from, borrowed; NULL: cells cost their faces */
    double cost_imbalance; /* largest cost of a rank over the mean */
    int64_t extra_fragments; /* pieces of the ranks' parts beyond one each (METIS) */
    struct rcm_bandwidth before, after, final;
    struct halo_counts halo;
    int64_t inner_cells;
    int64_t face_colours, cell_colours; /* most of any rank; of the whole mesh; 0 without packs */
    int64_t line_cells, longest_line;   /* cells in lines of more than one (order/lines.h); cells of the longest */
    double seconds_total;
};

/* Counts of m, before images are added; r borrows its patches and interfaces. */
void mesh_report_count(const struct mesh *m, struct mesh_report *r);
/* For people. */
void mesh_report_print(const struct mesh_report *r, FILE *f);
/* One line: what a number of ranks does to the mesh. */
void mesh_report_print_halos(const struct mesh_report *r, FILE *f);
/* JSON, by way of a temporary name; an error where path cannot be written. */
int mesh_report_write(const struct mesh_report *r, const char *path);

#endif
