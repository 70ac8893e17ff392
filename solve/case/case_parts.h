/* case_parts.h: the parts that read and check a case, each in a file of its own: for case_read(), case_patches() and
 * case_print_reference(), which call them in their order, and for one another. Others use case_file.h.
 *
 * Unless it says otherwise a function that returns a number returns 0, or nonzero with error_set(), which names the
 * file and the line or the key. Nothing is collective.
 */
#ifndef UFV_SOLVE_CASE_CASE_PARTS_H
#define UFV_SOLVE_CASE_CASE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

/* Of case/case_file.h, whose source includes this file, and of what that includes. */
struct bc_values;
struct case_file;
struct pack;

/* ---- case_value.c: what the case gives ---- */

/* Does the file, or an assignment of the command line, give the key? */
bool case_gives(const struct case_file *c, const char *section, const char *key);

/* Fails for a value that cannot be used, and names its place. */
int case_bad_value(const struct case_file *c, const char *section, const char *key, const char *why);

/* Fails, in the function that it stands in, unless the condition holds; `c` is the case there. */
#define CASE_NEED(condition, section, key, why)                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return case_bad_value(c, section, key, why);                                           \
    } while (0)

/* The names of all patches for a message, with commas between; "..." behind those that fit into text[size]. */
enum { PATCH_LIST_SIZE = 512 };
void case_list_patches(const struct pack *p, size_t size, char *text);

/* ---- sections whose keys are names: their lines, and Markdown about them to stdout ---- */

/* [groups] is read once the patches of the mesh are known (case_groups.h). */
void case_print_groups(void);

/* Kinds of boundary and the keys that they take (case_patches.c). */
void case_print_patches(void);

/* ---- case_stream.c: the free stream ---- */

/* Works out temperature (K), pressure (Pa) and density (kg/m^3): two of them that are given, or values of the standard
 * atmosphere in their place, determine the third. Refuses all three together. */
int case_work_out_gas(struct case_file *c);

/* Works out c->derived.reference: the free stream's velocity (m/s), the wind axes and the reference values of
 * coefficients. Called after case_work_out_gas(), and again for another angle of attack. */
void case_work_out_reference(struct case_file *c);

/* ---- case_model.c ---- */

/* Works out the free stream's viscosity and turbulence, once its thermodynamics are known. */
int case_work_out_model(struct case_file *c);

/* ---- case_motion.c: velocities of faces ---- */

/* Refuses what kernels of faces that move do not have. section, key: what moves them, for the message. */
int case_check_moving(const struct case_file *c, const char *section, const char *key);

/* Another field would have to move with the mesh, unless only a zone does. */
int case_check_moving_start(const struct case_file *c, const char *section, const char *key);

/* Refuses patches that do not go with a mesh at rest, and walls that turn where they may not. */
int case_check_moving_patches(struct case_file *c, const struct pack *p, const struct bc_values *values);

/* ---- case_time.c: [time] ---- */

/* Chooses the scheme where the case names none; called when all keys are read. */
void case_choose_scheme(struct case_file *c);

/* Are the values of the section allowed? */
int case_check_time(const struct case_file *c);

/* Works out the time step and the number of steps that follow from [motion]. */
int case_work_out_time(struct case_file *c);

/* A key of [time] in the case that explicit schemes alone read; NULL when there is none. A static string. */
const char *case_explicit_key(const struct case_file *c);

/* ---- features that the program was built without ---- */

struct config_entry;

/* An error where `key` of e's section is of one of them: e's own key, or a name in its value. Not collective. */
int case_refuse_left_out(const struct case_file *c, const struct config_entry *e, const char *key);

/* ---- what other sections need of one another ---- */

int case_check_initial(const struct case_file *c);

#endif
