/* case_groups.h: groups of patches, by lines of [groups]: `wing = WING* FLAP*`, with reference values of their own
 * where a line gives some: `tail = HTP* VTP area=31 length=3.8`. */
#ifndef UFV_SOLVE_CASE_CASE_GROUPS_H
#define UFV_SOLVE_CASE_CASE_GROUPS_H

#include "case/case_file.h"

/* Of names, so that a group's name with a short word before it is a name too (NAME_SIZE). */
enum { GROUPS_MOST = 16, GROUP_NAME_MOST = 40 };

/* What the coefficients of a group are formed with: that of [reference], but for what its line gives. */
struct group_reference {
    bool is_own; /* does the line give anything? */
    double area, length, span, centre[3]; /* m^2, m, m, m */
};

struct patch_groups {
    int n, n_patches;
    struct group_reference reference[GROUPS_MOST]; /* [n] */
    char name[GROUPS_MOST][NAME_SIZE]; /* [n] in the order of the case file */
    bool *member;                      /* owned; [n][n_patches]; NULL: no groups */
};

/* What the case says of groups, for the patches of a mesh: g, out, patch_groups_free() it, after a failure too. Refuses
 * with error_set() names that are neither a patch's nor a group's (a glob may match nothing), groups without any patch,
 * groups that contain themselves, names that a patch has or that make no column's name, and reference values that are
 * none. Not collective: the same on all ranks. */
int case_groups(struct case_file *c, const struct pack *p, struct patch_groups *g);

/* Frees what g owns: it has no groups then. Accepts a zeroed one. Not collective. */
void patch_groups_free(struct patch_groups *g);

#endif
