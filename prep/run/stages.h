/* stages.h: the steps of a run of ufv-prep, in the order in which prep_run.c takes them, and what
 * they hand on. */
#ifndef UFV_PREP_RUN_STAGES_H
#define UFV_PREP_RUN_STAGES_H

#include "mesh/coarse.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "order/cell_cost.h"
#include "order/colour.h"
#include "order/reorder.h"
#include "pack/halo_build.h"
#include "pack/pack_folder.h"
#include "raw/raw_mesh.h"
#include "run/mesh_report.h"
#include "run/prep_options.h"

/* Everything a run has so far. Each stage fills its lines from those above; zero before. Owned, freed by
 * prep_run() also after an error, unless it says borrowed. */
struct prep_work {
    const struct prep_options *o; /* borrowed; o->mesh names the mesh file also where packs are divided anew */
    double started;               /* timer_now() when the run began, s */
    struct pack_folder folder;    /* where packs or counts go, locked; zero with --check */
    struct cell_cost cost;        /* what a cell costs, from --weights or by its faces */

    /* stage_read() */
    struct raw_mesh raw;          /* emptied by stage_mesh() */
    int32_t *packs_rank;          /* [mesh.n_cells] which of the packs that are divided anew held the cell; NULL: a mesh
                                     file was read */
    int n_packs;

    /* stage_mesh() */
    struct mesh mesh;
    struct metrics metrics;
    struct mesh_findings found;
    struct coarse *coarse;        /* the mesh before its last refinements, to be divided; NULL: mesh itself is */

    /* stage_divide() */
    int32_t *rank_of;             /* [mesh.n_cells] 0 .. number of ranks - 1 */

    /* mode_packs() */
    struct ordering ordering;
    double *wall_distance;        /* [mesh.n_cells] m */
    struct halos halos;
    struct cell_lines lines;      /* until they are coloured */
    struct cell_colours colours;
    char id[NAME_SIZE];           /* of the set */

    struct mesh_report report;    /* every stage adds what it counted */
};

/* All return nonzero with error_set() when the run cannot go on. */

/* stage_read.c: fills raw from a mesh file, or from packs with --repartition. */
int stage_read(struct prep_work *w);

/* stage_mesh.c: refines raw, makes faces and metrics, joins periodic faces, gives patches their kinds, checks
 * the mesh and measures it. A mesh that no solver can live with is an error, but for --check. */
int stage_mesh(struct prep_work *w);

/* stage_divide.c: rank_of for so many ranks (1 or more), by equal cost; may be called again. */
int stage_divide(struct prep_work *w, int n_ranks);

/* stage_divide.c: which cells each rank keeps copies of, from w->ordering; counts them in the report. */
void stage_halos(struct prep_work *w);

/* mode_packs.c: divides and orders the mesh and writes the packs. */
int mode_packs(struct prep_work *w);

/* mode_count.c, --count: halos of several divisions, without packs. */
int mode_count(struct prep_work *w);

/* mode_check.c, --check: prints what the mesh is like and every fault of it; an error if there is one. */
int mode_check(struct prep_work *w);

/* mode_case.c, --case: prints a case file for the mesh. Needs stage_mesh() of a --check. */
int mode_case(struct prep_work *w);

/* stage_report.c: writes the report with the seconds so far to path; nothing where path is NULL. */
int stage_report(struct prep_work *w, const char *path);

#endif
