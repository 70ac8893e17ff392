/* feature.h: what a feature of the solver is: something that a case may ask for and that the core marches without. It
 * is a folder solve/features/NAME/ with a `const struct feature_type feature_NAME`, and a row of features.inc. The
 * core knows no feature: it calls the rows (features.h), in the order of features.inc.
 *
 * The members stand in the order in which they are called. Two things are the feature's own: `spec`, what the case says
 * of it, and `own`, what the run has of it. A row is passed over where the case does not ask for the feature, and where
 * the member is NULL.
 *
 * A function that returns int returns 0, or nonzero with error_set().
 */
#ifndef UFV_SOLVE_FEATURES_FEATURE_H
#define UFV_SOLVE_FEATURES_FEATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct aim;
struct bc_values;
struct case_file;
struct case_table;
struct domain;
struct domain_needs;
struct flow;
struct history_columns;
struct integrator;
struct jacobian_args;
struct json;
struct monitor;
struct pack;
struct pack_patch;
struct solution;
struct solution_reference;
struct trend;
struct variable_name;

/* Features at most, and fields of the cells that one may have in a checkpoint, and of the boundary. */
enum { FEATURES_MOST = 24, FEATURE_FIELDS_MOST = 13 };

/* Where a run writes, and what it continues; the same on all ranks. Strings are borrowed for as long as the run. */
struct feature_results {
    const char *results;     /* the folder */
    const char *restart;     /* the results of the run that is continued; NULL: none is */
    bool goes_on;            /* they are `results` */
    int64_t first_iteration; /* of this run */
};

/* Fields of the owned cells that a feature keeps and a checkpoint holds. */
struct feature_fields {
    int n;                            /* 0: it has none */
    const struct variable_name *name; /* [n] static */
    const double *value;              /* device; [n][n_owned] borrowed */
    bool filled;                      /* is there something in them yet? */
};

/* What a run that is continued was of. */
struct feature_source {
    bool same_flow;                             /* of the same mesh, stream and equations as this one */
    const struct solution_reference *reference; /* its free stream */
};

/* Numbers that a feature keeps in a checkpoint under a name, the same on all ranks. */
struct feature_numbers {
    const char *name;                           /* NULL: it has none */
    int64_t (*count)(const void *own);          /* how many; -1: none now */
    void (*save)(const void *own, double *value);
    /* Takes n numbers back, before the march and on all ranks; NULL: load_fields() or nobody does. */
    void (*take)(void *own, int64_t n, const double *value, const struct feature_source *from);
};

/* A state that is restarted from and is of the same mesh, stream and equations as this run's. */
struct feature_restart {
    const struct solution *same; /* this rank's own file, of the same packs; NULL: they are others */
    const char *folder;          /* of the files of all ranks */
    int n_ranks;                 /* that wrote them */
};

/* What a feature has to do with the case file: in a file NAME_case.c of its own, as
 * `const struct feature_case feature_NAME_case`. Not collective, every rank does the same. */
struct feature_case {
    size_t size;                    /* of spec, bytes; it begins with zeros */
    const struct case_table *table; /* the keys of the section (case/case_table.h), whose values are in spec before
                                       read(); NULL: its keys are the user's names */
    /* What others go by: works out how the mesh moves (c->derived.motion, and with it the reference of a rotor), once
     * the free stream is known and before [time] is. */
    int (*work_out)(struct case_file *c, void *spec);
    /* Reads lines of names, and checks; after all sections of the core, and those of the features above it. *asked:
     * out, false before: does the case ask for the feature? */
    int (*read)(struct case_file *c, void *spec, bool *asked);
    /* Fails where what the case says does not go with the patches of the mesh: values[n_patches], what it sets on
     * them; face[n_patches]: as case_check_open_faces() has it. */
    int (*check_patches)(struct case_file *c, const void *spec, const struct pack *p, const struct bc_values *values);
    int (*check_open_faces)(const struct case_file *c, const struct pack *p, const struct bc_values *values,
                            double (*face)[2]);
    /* The enum bc_kind of patches that this feature alone treats, 0: none; what it is and the keys that it takes, for
     * docs/case-file.md; and what a case with such a patch has to have, as the end of a message where it does not ask
     * for the feature. */
    int kind;
    const char *kind_help, *kind_needs;
    /* The key of the core, "flow.alpha", that the feature sets during the run; NULL: none. */
    const char *sets;
    /* What is allowed and most often meant otherwise, to f, one line each. Rank 0. */
    void (*note)(const struct case_file *c, const void *spec, FILE *f);
    /* The same of patches: patch[n], with values[n]. */
    void (*note_patches)(const struct case_file *c, const struct pack_patch *patch, int n,
                         const struct bc_values *values, FILE *f);
    /* What to write in place of a key that the section does not have, by words of other programs; NULL: not known. */
    const char *(*hint)(const char *key);
    /* Frees what spec holds, after a failure of read() too. */
    void (*release)(void *spec);
    /* Markdown about the section to stdout, for docs/case-file.md, behind its keys. */
    void (*print_reference)(void);
};

struct feature_type {
    const struct feature_case *in_case; /* never NULL */

    /* ---- files in the results folder; rank 0, before the march ---- */

    /* Could the feature's files be written in the folder? Called before anything there is replaced; where the case
     * does not ask for the feature too, with spec NULL, since files of an earlier run may have to be moved. goes_on: as
     * in feature_results. */
    int (*check_files)(const void *spec, const char *results, bool goes_on);
    /* The same of files that carry the iteration in their names, from `first` to `last`. */
    int (*check_numbered_files)(const void *spec, const char *results, int64_t first, int64_t last);
    /* Moves or removes what an earlier run has left there, where the case does not ask for the feature. */
    int (*leave_old_files)(const char *results);
    /* Removes what check_files() and leave_old_files() have moved: the new run has a checkpoint of its own. Called on
     * another thread while the march goes on, whether the case asks for the feature or not. */
    void (*forget_old_files)(const char *results);

    /* ---- the mesh; not collective, but for fit() ---- */

    /* Adds what the feature reads of the mesh. */
    void (*needs)(const void *spec, struct domain_needs *needs);
    /* Bytes on the device of a rank, with those of the copies of its fields that a checkpoint takes. p gives counts
     * alone; host: the device's memory is the host's. */
    int64_t (*bytes)(const void *spec, const struct case_file *c, const struct pack *p, bool host);
    /* Bytes of a rank on the host besides. */
    int64_t (*host_bytes)(const void *spec, const struct case_file *c, const struct pack *p);
    /* While all of the pack is on the host, and before anything of it is measured: begins *own, and makes of the pack
     * what the feature needs: it may change normals of faces, say how the mesh moves (d->moving) and what the case
     * has of the mesh. Collective; on all ranks nonzero where one fails. */
    int (*fit)(const void *spec, struct case_file *c, struct domain *d, void **own);
    /* While faces and nodes of the pack are still on the host: finds the feature's places in it. Returns `own`; not
     * with fit(). */
    void *(*place)(const void *spec, struct domain *d);

    /* ---- the flow ---- */

    /* Does it put loads on cells (scheme/cell_loads.h)? */
    bool loads_cells;
    /* Makes *own, which fit() or place() may have begun, with all that evaluations need. c, spec: borrowed until end(),
     * like the domain of f. Collective; on all ranks nonzero where one fails. */
    int (*create)(const struct case_file *c, const void *spec, struct flow *f, void **own);
    /* Makes the loads of its cells that follow from the state held, in the compute stream. Not collective. */
    void (*update_loads)(const void *own, const struct flow *f);
    /* Makes its loads for the state held at `time`, s; known: for another time, by what the newest call without it has
     * found. true: sources are to be summed again. As flow_actuate(); collective. */
    bool (*advance)(void *own, struct flow *f, double time, bool known);

    /* The instant of f is another, or its state is in other axes: sets what depends on where the mesh stands. May be
     * called before create(). Not collective. */
    void (*set_time)(void *own, const struct flow *f);

    /* Does it exchange values between ranks in evaluations? Not collective, ranks may differ. */
    bool (*exchanges)(const void *own);
    /* In each evaluation, in the compute stream: behind the ghosts of owned faces, before anything reads them; between
     * gradients and fluxes; behind the fluxes, with those of faces that it treats itself; behind corrections, to which
     * it adds. Collective where it exchanges. */
    void (*after_ghosts)(const void *own, const struct flow *f);
    void (*after_gradients)(const void *own, const struct flow *f);
    void (*add_fluxes)(const void *own, const struct flow *f);
    void (*after_fluxes)(const void *own, const struct flow *f);
    /* From the next evaluation on: what it finds in evaluations is held as it is, while the equation of a physical time
     * step is solved (held), or found in each again. Is there anything that it would hold? Not collective, but called
     * on all ranks. */
    bool (*hold)(void *own, bool held);
    /* Adds to f->source[n_variables][n_owned], the right-hand side of the conserved variables per volume and second, in
     * the compute stream; adds: to what is there, else the source is this alone. Of the state held, with its fluxes
     * found. Not collective. */
    void (*add_source)(const void *own, const struct flow *f, bool adds);

    /* ---- implicit schemes; not collective ---- */

    /* [n_owned] b of physics/low_mach.h, on the device, which preconditions steps in pseudo-time; borrowed until end().
     * Of all features that a case asks for at most one has it. */
    const double *(*scaling)(const void *own);
    /* Finds it for the evaluated state, in the compute stream. a: of the assembly, with the spectral radii of that
     * state. rate: 1/s, the factor of physical time; 0: steady flow. */
    void (*find_scaling)(const void *own, const struct flow *f, const struct jacobian_args *a, double rate);

    /* ---- steps and checkpoints; not collective ---- */

    /* A step of dt, s, that began at the time `began` has ended in the state of f, the same on all ranks. */
    void (*count_step)(void *own, double began, double dt);
    /* The run has diverged, and newest steps are taken back. */
    void (*take_back)(void *own);
    /* As in struct feature_fields; of the same n in the whole run. */
    struct feature_fields (*fields)(const void *own);
    /* Adds fields of the boundary (checkpoint_add_boundary_field()). */
    void (*gather)(const void *own, struct solution *to);
    struct feature_numbers numbers;
    /* Takes fields and numbers back, once the state of f is read. */
    int (*load_fields)(void *own, const struct feature_restart *from);

    /* Before a state is restarted from, which is of the free stream `old`: changes the case and what patches prescribe
     * accordingly. Collective. */
    int (*prepare_restart)(const void *spec, const struct solution_reference *old, struct case_file *c,
                           struct domain *d);

    /* ---- the run; collective ---- */

    /* Before the march, with the state that it begins with in f, and before anything in the results is replaced: makes
     * what the run alone needs of *own. c, spec and f: borrowed until end(). */
    int (*start)(const struct case_file *c, const void *spec, const struct flow *f, void **own);
    /* Says on stderr what it is. Rank 0. */
    void (*say)(const void *own);
    /* After the first evaluation: says on stderr what does not go with the flow. */
    void (*check_flow)(const void *own);
    /* Can what the results that are restarted from hold of the feature be carried on? */
    int (*check_restart)(const void *own, const char *restart);
    /* Makes its files; from here on the results folder changes. */
    int (*open)(void *own, const struct feature_results *r);
    /* Steps from `iteration` on, at least 1, until the host has something to do for the feature. Not collective. */
    int64_t (*steps_until_due)(const void *spec, int64_t iteration);
    /* Records the evaluated state at that iteration and time, s. Nothing where that iteration has been recorded. */
    int (*sample)(void *own, int64_t iteration, double time);
    /* Before each row of the history, whose forces and flows through patches m has: measures what it reports of the
     * evaluated state. */
    void (*measure)(void *own, const struct monitor *m);
    /* Adds its columns, all alike each time: names before the first row, then the values of measure(). Not
     * collective. */
    void (*columns)(const void *own, struct history_columns *columns);
    /* Members of forces.json, of run.json, and lines on stdout at the end, by the newest measure(). force[3]: N, of the
     * fluid on the walls. Rank 0. */
    void (*conditions)(const void *own, struct json *j); /* of forces.json, behind the iteration: what it has set */
    void (*write_forces)(const void *own, const double force[3], struct json *j);
    void (*write_run)(const void *own, struct json *j);
    void (*print)(const void *own);
    /* ---- control of the run; collective, the same on all ranks ---- */

    /* Each settle_every() steps, in an evaluated state: looks at the flow. true: what is controlled is to change; the
     * state is evaluated again behind change() and set_values(). */
    bool (*decide)(void *own, const struct monitor *m);
    /* Changes the case, with what patches prescribe by it, and tells the integrator. resumed: before the march, to what
     * the run that is continued had come to (numbers.take()). */
    int (*change)(void *own, struct case_file *c, struct integrator *it, bool resumed);
    /* Puts values that it controls into those of patches, on the host, whenever the case has given these anew. false:
     * there are none. */
    bool (*set_values)(const void *own, struct domain *d);
    /* How what it seeks stands at the newest row. aim: zero before. */
    void (*aim)(const void *own, struct aim *aim);
    /* Where cl and cd are heading, if the history cannot tell since the feature has changed the flow; false: it can. */
    bool (*trends)(const void *own, struct trend *cl, struct trend *cd);

    /* ---- the end of the run; collective unless it says otherwise ---- */

    /* Says on stderr, at the end of the run at `time`, s, what was not reached. Rank 0. */
    void (*say_at_end)(const void *own, double time);
    /* Between steps, now and then: hands on what other threads have finished. */
    int (*look)(void *own);
    /* Returns when all that was recorded is on the disk. Called before a checkpoint and at the end. */
    int (*finish)(void *own);
    /* Seconds for which the march has waited for the feature, on this rank; for run.json. */
    double (*seconds)(const void *own);
    /* Frees own, after a failure of any of the above too; waits for threads. Not collective. */
    void (*end)(void *own);
};

#endif
