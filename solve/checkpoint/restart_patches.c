/* restart_patches.c: kinds and groups of patches in a checkpoint against those of the case. */
#include "checkpoint/restart_patches.h"

#include "bc_kind.h"
#include "mem.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* For the list of what has changed; kinds of an unknown number are of a later version. */
static void compare_kinds(const struct domain *d, const double *old, size_t size, char *text)
{
    for (int k = 0; old && k < d->pack.n_patches; k++) {
        char line[2 * NAME_SIZE];
        bool is_kind = old[k] >= 0 && old[k] < BC_N_KINDS;
        if (old[k] == d->values[k].kind)
            continue;
        snprintf(line, sizeof line, "patches.%s %s -> %s", d->pack.patch[k].name,
                 is_kind ? bc_kind_name((enum bc_kind)old[k]) : "?", bc_kind_name((enum bc_kind)d->values[k].kind));
        if (!text_list_add(text, size, line))
            return;
    }
}

/* The names of a group's patches with blanks between, as far as they fit. member: 1 for each of them. */
static void member_names(const struct domain *d, const double *member, size_t size, char *text)
{
    size_t used = 0;
    text[0] = '\0';
    for (int b = 0; b < d->pack.n_patches && used < size; b++)
        if (member[b] == 1)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "", d->pack.patch[b].name);
    if (used >= size)
        memcpy(text + size - sizeof "...", "...", sizeof "...");
}

/* The patches, and the own reference values, of a group of the same name: columns cl:NAME of the history are of other
 * ones then. What gather_groups() has written. */
static void compare_group(const struct domain *d, const struct solution *s, int k, size_t size, char *text)
{
    static const char *const key[SOLUTION_GROUP_NUMBERS] = {"area",     "length",   "span",
                                                           "centre x", "centre y", "centre z"};
    const struct patch_groups *g = &d->groups;
    const struct group_reference *r = &g->reference[k];
    const double now[] = {r->area, r->length, r->span, r->centre[0], r->centre[1], r->centre[2]};
    const int n = d->pack.n_patches;
    char name[NAME_SIZE], line[4 * NAME_SIZE], before[NAME_SIZE], after[NAME_SIZE];
    snprintf(name, sizeof name, "group:%.*s", GROUP_NAME_MOST, g->name[k]);
    const double *own = solution_extra_values(s, name, n + SOLUTION_GROUP_NUMBERS);
    const double *old = own ? own : solution_extra_values(s, name, n);
    if (!old)
        return;
    double *member = mem_alloc("patches of a group", (size_t)n, sizeof *member);
    for (int b = 0; b < n; b++)
        member[b] = g->member[k * n + b];
    if (memcmp(old, member, (size_t)n * sizeof *member) != 0) {
        member_names(d, old, sizeof before, before);
        member_names(d, member, sizeof after, after);
        snprintf(line, sizeof line, "groups.%s %s -> %s", g->name[k], before, after);
        text_list_add(text, size, line);
    }
    mem_free(member);
    for (int i = 0; i < SOLUTION_GROUP_NUMBERS && (own || r->is_own); i++) {
        if (own && r->is_own && own[n + i] == now[i])
            continue;
        snprintf(before, sizeof before, own ? "%.6g" : "not its own", own ? own[n + i] : 0);
        snprintf(after, sizeof after, r->is_own ? "%.6g" : "not its own", now[i]);
        snprintf(line, sizeof line, "groups.%s %s %s -> %s", g->name[k], key[i], before, after);
        text_list_add(text, size, line);
    }
}

void restart_patches_compare(const struct domain *d, const struct solution *s, size_t size, char *text)
{
    text[0] = '\0';
    compare_kinds(d, solution_extra_values(s, "patch_kind", d->pack.n_patches), size, text);
    for (int k = 0; k < d->groups.n; k++)
        compare_group(d, s, k, size, text);
}
