/* case_file.h: the case as the user writes it: an INI file of known keys
 * (case_options.inc), `--set` on top, and the free stream worked out from them.
 */
#ifndef UFV_SOLVE_CASE_FILE_H
#define UFV_SOLVE_CASE_FILE_H

#include "bc_kind.h"
#include "config.h"
#include "json_write.h"
#include "pack.h"
#include "physics/boundary.h"
#include "solution.h"

enum { WORD_SIZE = 32, MAX_STAGES = 4 };

struct case_file {
#define SECTION(name, help)
#define NUMBER(section, key, member, fallback, unit, help) double member;
#define INTEGER(section, key, member, fallback, unit, help) long member;
#define SWITCH(section, key, member, fallback, help) bool member;
#define WORD(section, key, member, fallback, choices, help) char member[WORD_SIZE];
#define VECTOR(section, key, member, n, fallback, unit, help) double member[n];
#include "case_options.inc"
#undef SECTION
#undef NUMBER
#undef INTEGER
#undef SWITCH
#undef WORD
#undef VECTOR
    struct config config; /* owned; [patches] is read from it once the packs are known */
    struct solution_reference reference; /* worked out: free stream, axes */
};

/* Reads and checks a case file with the assignments of --set on top. Every rank
 * reads it; not collective. Free with case_free(). */
int case_read(const char *path, const char *const *assignments, int n_assignments, struct case_file *c);
void case_free(struct case_file *c);

/* What the case says about the patches of a mesh: values[n_patches], kinds from
 * the pack unless [patches] overrides them. Refuses a patch of no kind, a name that
 * matches nothing (a glob may) and keys a kind does not take. */
int case_patches(struct case_file *c, const struct pack *p, struct bc_values *values);

/* Every setting as used, into an open JSON object. */
void case_echo(const struct case_file *c, struct json *j);

/* Markdown of all keys to stdout (docs/case-file.md). */
void case_print_reference(void);

/* Stage coefficients in use, [stages]. */
void case_stage_coefficients(const struct case_file *c, double coefficient[MAX_STAGES]);

#endif
