/* case_file.h: the case as the user writes it: an INI file of known keys (case_options.inc), `--set` on top, and the
 * free stream worked out from them. case_parts.h has the parts that read it.
 */
#ifndef UFV_SOLVE_CASE_CASE_FILE_H
#define UFV_SOLVE_CASE_CASE_FILE_H

#include "bc_kind.h"
#include "case/case_choices.h"
#include "case/case_table.h"
#include "case/motion.h"
#include "config.h"
#include "json_write.h"
#include "pack/pack.h"
#include "physics/boundary.h"
#include "physics/turbulence_model.h"
#include "pack/solution.h"

struct feature_cases;

enum { MAX_STAGES = 4 };

/* What is worked out from the keys. */
struct case_derived {
    struct solution_reference reference; /* free stream, axes */
    struct motion motion;                /* a wall that turns sets its `moves` in case_patches() */
    double motion_period;                /* s, of an oscillation, or else of a turn; NAN: it has neither */
    double motion_end;                   /* s, at which the motion ends and with it the run at the latest; NAN: none */
    struct fluid fluid;                  /* euler: the viscosity is 0 */
    struct turbulence turbulence;
    double freestream_turbulence[NV_MODEL]; /* the model's variables */
    double slowest; /* m/s, the speed below which preconditioning for low Mach numbers (physics/low_mach.h) scales
                       nothing further down; 0: not preconditioned */
};

/* The sections of the file, c->motion.radius, and what belongs to them. */
struct case_file {
#define SECTION(name, help) struct case_##name {
#define NUMBER(section, key, fallback, least, most, unit, help) double key;
#define INTEGER(section, key, fallback, least, most, unit, help) long key;
#define SWITCH(section, key, fallback, help) bool key;
#define WORD(section, key, type, fallback, choices, help) enum type key;
#define VECTOR(section, key, n, fallback, least, most, unit, help) double key[n];
#define TEXT(section, key, help) const char *key; /* borrowed from config */
#define SECTION_END(name) } name;
#include "case/case_options.inc"
    struct config config; /* owned; [patches] is read from it once the packs are known */
    struct feature_cases *features; /* owned; what the case asks for of features (features/features.h) */
    struct case_derived derived;
};

/* Nothing here is collective: every rank reads the case file and comes to the same values. Units are those of
 * docs/case-file.md. */

/* Reads and checks a case file with the assignments (SECTION.KEY=VALUE, [n_assignments]) of --set on top, and works
 * out what follows from them. c: out, case_free() it, after a failure too. Nonzero with error_set(), which names file
 * and line, for the first thing that is wrong. */
int case_read(const char *path, const char *const *assignments, int n_assignments, struct case_file *c);
void case_free(struct case_file *c);

/* Another angle of attack, degrees: the free stream and the axes turn with it. What patches prescribe does not yet
 * (domain_renew_free_stream()). */
void case_set_alpha(struct case_file *c, double alpha);

/* What the case says about the patches of a mesh: values[n_patches], out, kinds from
 * the pack unless [patches] overrides them. Refuses a patch of no kind, a name that
 * matches nothing (a glob may) and keys a kind does not take, with error_set(). */
int case_patches(struct case_file *c, const struct pack *p, struct bc_values *values);

/* Every setting as used, into an open JSON object. */
void case_echo(const struct case_file *c, struct json *j);

/* A walk through all rows, section by section, the core's first; in each its owner's rows are followed by those that
 * other features have there:
 *
 *   for (struct case_walk w = {0}; case_walk(c, &w);)
 *
 * c may be NULL: then there are no values. */
struct case_walk {
    int section, table, place;  /* the walk's own */
    bool of_feature;            /* out: is the row a feature's? */
    int owner;                  /* out: the row of features.inc that its section is of, from 0; -1: one of the core's */
    const struct case_row *row; /* out */
    void *value;                /* out; of the type of the row; NULL without a case, and of a section */
};
bool case_walk(const struct case_file *c, struct case_walk *w);

/* The word that a key of words has, into word[]; returns word. "" for any other key. */
const char *case_word(const struct case_file *c, const char *section, const char *key, char word[WORD_SIZE]);

/* Markdown of all keys to stdout (docs/case-file.md). */
void case_print_reference(void);

/* How many stages a step has, and their coefficients, 0 behind the last; keep: the share of the state at the start of
 * the step (kernels/kernel_args.h). Blazek 2015, Table 6.1; Shu & Osher 1988, Eq. 2.18. */
int case_stages(const struct case_file *c, double coefficient[MAX_STAGES], double keep[MAX_STAGES]);

/* Does the case say which [time] scheme it wants, or was one chosen for it? */
bool case_names_scheme(const struct case_file *c);

/* Does the case solve with the stored Jacobian: time.scheme = implicit or dual-time? */
bool case_is_implicit(const struct case_file *c);

/* CFL number of an iteration (>= 0): from time.cfl_start to time.cfl in equal parts over the first time.cfl_ramp
 * iterations. */
double case_cfl(const struct case_file *c, int64_t iteration);

/* Refuses an end, of time.end_time or time.periods, before the time from which a restart goes on, s. The same on all
 * ranks. */
int case_check_end(struct case_file *c, double start);

/* Checks the patches against the mesh. face[n_patches] is their area, m^2, over all ranks, and the part of it, with
 * sign, through which the direction of an inflow leaves the domain. Refuses, with error_set(), a mass flow through no
 * area, one larger than the area passes at Mach 1, and a direction out of the domain. */
int case_check_open_faces(const struct case_file *c, const struct pack *p, const struct bc_values *values,
                          double (*face)[2]);

#endif
