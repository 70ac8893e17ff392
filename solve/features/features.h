/* features.h: the features of a case and of a run, for the core: each function calls one member of struct feature_type
 * (feature.h says what it does) for the rows of features.inc, in their order, up to the first that fails. "Collective"
 * is said there, too. NULL in place of `cases` or `run` stands for no feature.
 */
#ifndef UFV_SOLVE_FEATURES_FEATURES_H
#define UFV_SOLVE_FEATURES_FEATURES_H

#include "features/aim.h"
#include "features/feature.h"

struct feature_cases; /* what a case asks for: the specs of all rows */
struct feature_run;   /* what a run has of them */

/* The section of row k, from 0, or its keys of the core's sections, "model.qcr model.sst"; NULL behind the last. */
const char *features_section(int k);

/* The name of the feature of that section or key that this program was built without (make FEATURES=); else NULL. */
const char *features_left_out(const char *section);

/* The keys of row k; NULL where they are the user's names. */
const struct case_table *features_table(int k);

/* With all specs zero; features_release() frees it. */
struct feature_cases *features_begin(void);

/* The spec of row k, borrowed. */
void *features_spec(const struct feature_cases *cases, int k);

int features_work_out(struct case_file *c, struct feature_cases *cases);
int features_read(struct case_file *c, struct feature_cases *cases);
int features_check_patches(const struct feature_cases *cases, struct case_file *c, const struct pack *p,
                           const struct bc_values *values);
int features_check_open_faces(const struct feature_cases *cases, const struct case_file *c, const struct pack *p,
                              const struct bc_values *values, double (*face)[2]);

/* What a case with a patch of that enum bc_kind has to have, as the end of a message; NULL: nothing, or it has it. */
const char *features_kind_needs(const struct feature_cases *cases, int kind);

/* Does a feature of the case set that key, "flow.alpha", itself? */
bool features_set_key(const struct feature_cases *cases, const char *key);
void features_note(const struct case_file *c, const struct feature_cases *cases, FILE *f);
void features_note_patches(const struct case_file *c, const struct feature_cases *cases, const struct pack_patch *patch,
                           int n, const struct bc_values *values, FILE *f);

/* Lines of the table of kinds of patches in docs/case-file.md, to stdout. */
void features_print_kinds(void);
const char *features_hint(const char *section, const char *key);
void features_release(struct feature_cases *cases);
void features_print_reference(int k);

int features_check_files(const struct feature_cases *cases, const char *results, bool goes_on);
int features_check_numbered_files(const struct feature_cases *cases, const char *results, int64_t first, int64_t last);
int features_leave_old_files(const struct feature_cases *cases, const char *results);
void features_forget_old_files(const char *results);

void features_need(const struct feature_cases *cases, struct domain_needs *needs);
int64_t features_bytes(const struct feature_cases *cases, const struct case_file *c, const struct pack *p, bool host);

int64_t features_host_bytes(const struct feature_cases *cases, const struct case_file *c, const struct pack *p);

/* cases, and the domain of the next two: borrowed until features_end(), which frees the result. */
struct feature_run *features_begin_run(const struct feature_cases *cases);
int features_fit(struct feature_run *run, struct case_file *c, struct domain *d);
void features_place(struct feature_run *run, struct domain *d);

/* Does any feature of the case add sources, or put loads on cells, which are sources too? Loads? */
bool features_have_sources(const struct feature_cases *cases);
bool features_have_loads(const struct feature_cases *cases);

int features_create(const struct case_file *c, struct flow *f, struct feature_run *run);
void features_set_time(const struct feature_run *run, const struct flow *f);
bool features_exchange(const struct feature_run *run);
void features_after_ghosts(const struct feature_run *run, const struct flow *f);
void features_after_gradients(const struct feature_run *run, const struct flow *f);
void features_add_fluxes(const struct feature_run *run, const struct flow *f);
void features_after_fluxes(const struct feature_run *run, const struct flow *f);

/* Of all; true: one of them holds something. */
bool features_hold(struct feature_run *run, bool held);
void features_update_loads(const struct feature_run *run, const struct flow *f);
void features_add_sources(const struct feature_run *run, const struct flow *f, bool adds);

/* Calls all rows; true: one of them asks for sources to be summed again. */
bool features_advance(struct feature_run *run, struct flow *f, double time, bool known);

/* Of the row that has it; NULL: none. */
const double *features_scaling(const struct feature_run *run);
void features_find_scaling(const struct feature_run *run, const struct flow *f, const struct jacobian_args *a,
                           double rate);

void features_count_step(struct feature_run *run, double began, double dt);
void features_take_back(struct feature_run *run);

/* The fields of row k, from 0; n is 0 where it has none. false: behind the last row. */
bool features_fields(const struct feature_run *run, int k, struct feature_fields *fields);
void features_gather(const struct feature_run *run, struct solution *to);

/* The numbers of row k, 0 .. FEATURES_MOST - 1, and what they are of; NULL: there are none. */
const struct feature_numbers *features_numbers(const struct feature_run *run, int k, void **own);
int features_load_fields(struct feature_run *run, const struct feature_restart *from);

int features_prepare_restart(const struct feature_cases *cases, const struct solution_reference *old,
                             struct case_file *c, struct domain *d);

int features_start(const struct case_file *c, const struct flow *f, struct feature_run *run);
void features_say(const struct feature_run *run);
void features_check_flow(const struct feature_run *run);
void features_measure(struct feature_run *run, const struct monitor *m);
void features_columns(const struct feature_run *run, struct history_columns *columns);
void features_conditions(const struct feature_run *run, struct json *j);
void features_write_forces(const struct feature_run *run, const double force[3], struct json *j);
void features_write_run(const struct feature_run *run, struct json *j);
void features_print(const struct feature_run *run);
int features_check_restart(const struct feature_run *run, const char *restart);
int features_open(struct feature_run *run, const struct feature_results *r);
int64_t features_steps_until_due(const struct feature_cases *cases, int64_t iteration);
int features_sample(struct feature_run *run, int64_t iteration, double time);
/* decide() and change() of row k, 0 .. FEATURES_MOST - 1. */
bool features_decide(struct feature_run *run, int k, const struct monitor *m);
int features_change(struct feature_run *run, int k, struct case_file *c, struct integrator *it);

/* change() of all, resumed. */
int features_resume(struct feature_run *run, struct case_file *c, struct integrator *it);

/* Of all; true: one has put values there. */
bool features_set_values(const struct feature_run *run, struct domain *d);

/* Of those that seek something, in their order; returns how many. */
int features_aims(const struct feature_run *run, struct aim aim[FEATURES_MOST]);
bool features_trends(const struct feature_run *run, struct trend *cl, struct trend *cd);

void features_say_at_end(const struct feature_run *run, double time);
int features_look(struct feature_run *run);

/* Calls all rows, also behind one that fails; the message is that of the first. */
int features_finish(struct feature_run *run);

/* A number for each feature that has some, by its name, into an open object. */
void features_write_seconds(const struct feature_run *run, struct json *j);

/* What the run has of row k, borrowed: for tests. */
void *features_own(const struct feature_run *run, int k);

/* Rows from the last to the first; what was created later may borrow from what was created before. */
void features_end(struct feature_run *run);

#endif
