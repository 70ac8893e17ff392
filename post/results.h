/* results.h: a run's fields and the mesh they live on, one rank's part at a time.
 */
#ifndef UFV_POST_RESULTS_H
#define UFV_POST_RESULTS_H

#include "cli.h"
#include "pack/pack.h"
#include "pack/solution.h"

struct results {
    char *path;   /* owned; as given on the command line */
    char *folder; /* owned; the fields folder */
    char *packs;  /* owned; the folder of the packs */
    int n_ranks;
    int64_t iteration;
    double time; /* s, of unsteady runs; else 0 */
    char pack_id[NAME_SIZE];
    struct solution_reference reference;

    /* With RESULTS_GEOMETRY only: */
    struct pack_manifest manifest;
    enum bc_kind *kind; /* [manifest.n_patches] as the run used them */
};

enum results_need { RESULTS_FIELDS, RESULTS_GEOMETRY };

/* Opens RESULTS/latest, or a fields folder itself. packs: NULL for the folder the
 * run recorded. */
int results_open(const char *path, const char *packs, enum results_need need, struct results *r);
void results_close(struct results *r);

/* One rank's fields, checked to belong to the others'. */
int results_read_fields(const struct results *r, int rank, struct solution *s);

/* The same, and that they match the rank's pack, as far as that was read. */
int results_read_fields_of(const struct results *r, int rank, const struct pack *p, struct solution *s);

/* Both, checked to match. groups: PACK_CORE | ... */
int results_read_rank(const struct results *r, int rank, unsigned groups, struct pack *p, struct solution *s);

/* Sets chosen[n_patches] for the patches that match any of the globs, or, without
 * globs, for the solid walls. An error when a glob matches none. */
int results_choose_patches(const struct results *r, const struct cli_list *globs, bool *chosen);

/* The axis (0, 1, 2: x, y, z) that a direction is nearest to; z before x before y. */
int axis_nearest(const double direction[3]);

/* 0.5 rho V^2 of the free stream, Pa; an error when it is not positive. */
int results_dynamic_pressure(const struct results *r, double *q);

#endif
