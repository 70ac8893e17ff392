/* results.h: a run's fields and the mesh they live on, one rank's part at a time.
 *
 * Memory stays that of one rank. None of these is collective. Errors name the file.
 */
#ifndef UFV_POST_FIELDS_RESULTS_H
#define UFV_POST_FIELDS_RESULTS_H

#include "cli.h"
#include "open_flow.h"
#include "pack/pack.h"
#include "pack/solution.h"

/* How often the newest fields are looked for again when a run replaces them meanwhile. */
enum { RESULTS_ATTEMPTS = 20 };

struct results {
    char *path;   /* owned; as given on the command line */
    char *folder; /* owned; the fields folder */
    char *packs;  /* owned; the folder of the packs, "": not known */
    bool is_latest; /* the folder was found by the file `latest` of path */
    int n_ranks;
    int64_t iteration;
    double time; /* s, of unsteady runs; else 0 */
    char pack_id[NAME_SIZE];
    struct solution_reference reference;
    char *note;  /* owned; NULL, or a sentence: the fields are those of a run that has diverged, or it diverged after
                    them; or forces of them may lack friction */
    bool has_diverged; /* the fields are of a state that has */

    /* With RESULTS_GEOMETRY only: */
    struct pack_manifest manifest;
    enum bc_kind *kind; /* owned; [manifest.n_patches] as the run used them */
    int n_groups;
    struct results_group {
        char name[NAME_SIZE];
        bool *member; /* owned; [manifest.n_patches] */
        bool has_reference; /* of its own, below; else that of the run counts */
        double area, length, span, centre[3]; /* m^2, m, m, m */
    } *group; /* owned; [n_groups] of patches, as the run had them */
    double (*flow)[N_OPEN]; /* owned; [manifest.n_patches] what crossed them, by the run's own fluxes; NULL: not
                               recorded */
};

enum results_need { RESULTS_FIELDS, RESULTS_GEOMETRY };

/* Opens RESULTS/latest, or a fields folder itself, and protects its files, the run's and
 * those of the packs from being written over (protect.h). packs: NULL for the folder that
 * the run recorded. A run that goes on may replace the fields that `latest` named: then the
 * next ones are opened. An error, with nothing to close, when the folder or a file of it
 * cannot be read, or the packs are not the run's. */
int results_open(const char *path, const char *packs, enum results_need need, struct results *r);

/* Frees what it holds and zeroes the struct; also of a zeroed one. */
void results_close(struct results *r);

/* After a failure: has the run written newer fields and perhaps removed these? Then it is
 * worth opening them again. The recorded sentence stays. */
bool results_moved_on(const struct results *r);

/* One rank's fields, 0 .. n_ranks - 1, checked to belong to the others'; free with
 * solution_free(). An error when the file is missing or damaged, or of another state. */
int results_read_fields(const struct results *r, int rank, struct solution *s);

/* The same, and that they match the rank's pack, as far as that was read. */
int results_read_fields_of(const struct results *r, int rank, const struct pack *p, struct solution *s);

/* Both, checked to match; free with pack_free() and solution_free(). groups: PACK_CORE | ... */
int results_read_rank(const struct results *r, int rank, unsigned groups, struct pack *p, struct solution *s);

/* Sets chosen[manifest.n_patches] for the patches that match any of the globs or are in a group of that name, or,
 * without globs, for the solid walls. An error when a glob matches none, or there is no wall. */
int results_choose_patches(const struct results *r, const struct cli_list *globs, bool *chosen);

/* The axis (0, 1, 2: x, y, z) that a direction is nearest to; z before x before y. */
int axis_nearest(const double direction[3]);

/* 0, 1, 2 for the text "x", "y", "z"; -1 for any other. */
int axis_of_text(const char *text);

/* What coefficients are formed with where these globs choose patches: the run's reference, or where they are the name
 * of one group with values of its own, with those. */
struct solution_reference results_reference_of(const struct results *r, const struct cli_list *globs);

/* The same for the sums over group g, 0 .. n_groups - 1. */
struct solution_reference results_reference_of_group(const struct results *r, int g);

/* What eta = 1 stands for, m: --span, as `asked`, or where that is 0 the reference span of what globs choose (0: there
 * is none). An error when asked is not 0 to 1e9. */
int results_span(const struct results *r, const struct cli_list *globs, double asked, double *span);

/* *q: 0.5 rho V^2 of the free stream, or of a rotor's tips in air at rest, Pa. Nonzero with error_set() when it is not
 * positive: there are no coefficients then. */
int results_dynamic_pressure(const struct results *r, double *q);

/* What the coefficients of a surface at the point x [3] (m) are formed with, Pa: the same, but with the speed at which
 * the free stream passes that point where the frame turns, as is usual on rotor blades. */
double results_local_pressure(const struct results *r, const double x[3]);

/* Can they be formed? An error as of results_dynamic_pressure(), but not where the frame turns. */
int results_check_coefficients(const struct results *r);

#endif
