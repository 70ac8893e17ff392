/* prep_options.h: what the command line of ufv-prep asks for, checked by prep_main.c. */
#ifndef UFV_PREP_RUN_PREP_OPTIONS_H
#define UFV_PREP_RUN_PREP_OPTIONS_H

#include <stdbool.h>

/* Texts are borrowed, NULL where an option is not given. */
struct prep_options {
    const char *mesh;              /* the mesh file; with repartition the folder of packs */
    const char *out;               /* folder for the packs, or the counts; NULL with check_only */
    const char *config;            /* file with [patches] and [periodic] */
    const char *report;            /* JSON file to write */
    const char *write;             /* CGNS file to write: the mesh */
    const char *picture;           /* HTML file to write: pictures of the patches */
    const char *partition, *order; /* "metis", "bisect"; "rcm", "hilbert", "none" */
    const char *base;              /* CGNSBase_t to read, NULL: the first */
    const char *internal_walls;    /* glob of patches, NULL: none */
    const char *weights;           /* report of a benchmark, NULL: cells weigh what their faces do */
    const char *command_line;      /* recorded in the packs */
    long n_ranks;                  /* 1 .. 99,999 */
    long refine;                   /* uniform refinements, 0 .. 8 */
    long partition_before;         /* the mesh is divided before so many of its refinements, 0 .. refine */
    const int *count;              /* [n_counts] numbers of ranks to count halos for, instead of packs */
    int n_counts;
    double scale;                  /* factor on the coordinates that makes them metres, > 0 */
    double depth;                  /* m, of a plane mesh; 0: as read, or 1 where the file has none */
    double join;                   /* m, 0: zones are joined by interfaces alone */
    bool check_only, quiet, compress;
    bool write_only;               /* with check_only: no report either, but --write */
    bool write_case;               /* with check_only: print a case file instead of the report */
    bool lines;                    /* lines across thin layers, order/lines.h */
    bool repartition;              /* mesh is a folder of packs, to be divided anew */
    bool force;                    /* a folder that is in use is taken all the same */
};

#endif
