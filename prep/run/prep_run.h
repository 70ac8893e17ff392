/* prep_run.h: the stages from a mesh file to packs. */
#ifndef UFV_PREP_RUN_PREP_RUN_H
#define UFV_PREP_RUN_PREP_RUN_H

#include "raw/raw_mesh.h"

#include <stdbool.h>

struct prep_options {
    const char *mesh, *out, *config, *report;
    const char *partition, *order; /* "metis", "bisect"; "rcm", "hilbert", "none" */
    const char *base;              /* CGNSBase_t to read, NULL: the first */
    const char *internal_walls;    /* glob of patches, NULL: none */
    const char *weights;           /* report of a benchmark, NULL: cells weigh what their faces do */
    char *command_line;            /* owned by the caller; recorded in the packs */
    long n_ranks, refine;
    long partition_before;         /* the mesh is divided before so many of its refinements */
    const int *count;              /* [n_counts] numbers of ranks to count halos for, instead of packs; borrowed */
    int n_counts;
    double scale, join; /* join: m, 0 for interfaces alone */
    bool check_only, quiet, compress;
    bool repartition;              /* mesh is a folder of packs, to be divided anew */
};

/* Reads the mesh and does what the options say. */
int prep_run(const struct prep_options *o);

/* The same from a mesh in memory, which is emptied. */
int prep_run_raw(const struct prep_options *o, struct raw_mesh *raw);

/* Prints what a folder of packs holds; verbose: checks every pack. */
int prep_info(const char *folder, bool verbose);

#endif
