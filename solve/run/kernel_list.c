/* kernel_list.c: the rows of all kernels (kernels/kernels_of_equations.inc, kernels/kernels_shared.inc and, of the
 * papers' pipeline, kernels/paper/paper_list.inc) as text, and where functions begin, which the Makefile finds in the
 * sources and writes into the build folder.
 */
#include "run/kernel_list.h"

#include "backend/kernel_table.h"
#include "cli.h"
#include "error.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MOST = 128 };

static const struct place {
    const char *function, *file;
    int line;
} places[] = {
#define PLACE(function, file, line) {function, file, line},
#include "kernel_places.inc"
#undef PLACE
};
enum { N_PLACES = sizeof places / sizeof *places };

struct listed {
    const char *family, *variant, *call;
};
#define LISTED(variant, number, family, call) {family, #variant, call},
#define KERNEL(family, over, cpu, gpu, args, variants, call) VARIANTS_##variants(LISTED, #family, #call)
#define SUM(family, over, n, args, variants, call) VARIANTS_##variants(LISTED, #family, #call)
#define MINIMUM(family, over, args, variants, call) VARIANTS_##variants(LISTED, #family, #call)
static const struct listed of_equations[] = {
#include "kernels/kernels_of_equations.inc"
};
static const struct listed shared[] = {
#include "kernels/kernels_shared.inc"
};
#undef KERNEL
#undef SUM
#undef MINIMUM
#undef LISTED
#define KERNEL(name, args, call) {"paper", #name, #call},
static const struct listed papers[] = {
#include "kernels/paper/paper_list.inc"
};
#undef KERNEL
enum { N_OF_EQUATIONS = sizeof of_equations / sizeof *of_equations, N_SHARED = sizeof shared / sizeof *shared,
       N_PAPERS = sizeof papers / sizeof *papers };

/* NULL: there is no such function. length: of its name. */
static const struct place *place_of(const char *function, size_t length)
{
    for (int k = 0; k < N_PLACES; k++)
        if (strlen(places[k].function) == length && strncmp(places[k].function, function, length) == 0)
            return &places[k];
    return NULL;
}

/* A kernel's name as functions have it: without what back ends put before it and without arguments. */
static void plain_name(const char *from, char to[NAME_MOST])
{
    static const char *const before[] = {"void ", "sum_kernel_", "minimum_kernel_", "kernel_", "launch_", "all_"};
    for (size_t k = 0; k < sizeof before / sizeof *before; k++)
        if (strncmp(from, before[k], strlen(before[k])) == 0)
            from += strlen(before[k]);
    snprintf(to, NAME_MOST, "%.*s", (int)strcspn(from, "(<"), from);
    for (char *c = to; *c; c++)
        *c = *c == '.' ? '_' : *c;
    char *end = strstr(to, "_shared");
    if (end && strcmp(end, "_shared") == 0)
        *end = '\0';
}

/* How well a name answers a question: equal to it, of that family, or with it in front. */
enum match { MATCH_NONE, MATCH_FRONT, MATCH_FAMILY, MATCH_EQUAL };

static enum match match_of(const struct listed *l, const char *name, const char *asked)
{
    char plain[NAME_MOST];
    size_t n = strlen(asked);
    plain_name(name, plain);
    if (strcmp(plain, asked) == 0)
        return MATCH_EQUAL;
    if (strcmp(l->family, asked) == 0)
        return MATCH_FAMILY;
    return strncmp(plain, asked, n) == 0 && plain[n] == '_' ? MATCH_FRONT : MATCH_NONE;
}

static void print_kernel(const struct listed *l, const char *name)
{
    const struct place *p = place_of(l->call, strcspn(l->call, "("));
    char where[NAME_MOST] = "-";
    if (p)
        snprintf(where, sizeof where, "%s:%d", p->file, p->line);
    printf("%-38s %-22s %-38s %s\n", name, l->family, where, l->call);
}

/* Looks at kernel l of that name: prints it where it answers as well as `best`. Returns how well it does. */
static enum match look_at(const struct listed *l, const char *name, const char *asked, enum match best)
{
    enum match m = asked ? match_of(l, name, asked) : MATCH_EQUAL;
    if (m == best && m != MATCH_NONE)
        print_kernel(l, name);
    return m;
}

static enum match better(enum match a, enum match b)
{
    return a > b ? a : b;
}

/* Looks at all kernels, and prints those that answer as well as `print`. Returns the best answer. */
static enum match look_at_all(const char *asked, enum match print)
{
    static const char *const sets[] = {
#define SET_NAME(name, NAME, ...) #name,
        EQUATIONS(SET_NAME, )
#undef SET_NAME
    };
    enum match best = MATCH_NONE;
    char name[NAME_MOST];
    for (int k = 0; k < N_OF_EQUATIONS; k++)
        for (int e = 0; e < N_EQUATIONS; e++) {
            snprintf(name, sizeof name, "%s.%s.%s", of_equations[k].family, of_equations[k].variant, sets[e]);
            best = better(best, look_at(&of_equations[k], name, asked, print));
        }
    for (int k = 0; k < N_SHARED; k++) {
        snprintf(name, sizeof name, "%s.%s", shared[k].family, shared[k].variant);
        best = better(best, look_at(&shared[k], name, asked, print));
    }
    for (int k = 0; k < N_PAPERS; k++)
        best = better(best, look_at(&papers[k], papers[k].variant, asked, print));
    return best;
}

int kernel_list_print(const char *name)
{
    char asked[NAME_MOST];
    const struct place *p = name ? place_of(name, strcspn(name, "(<")) : NULL;
    if (name)
        plain_name(name, asked);
    enum match best = look_at_all(name ? asked : NULL, MATCH_NONE);
    if (best == MATCH_NONE && !p)
        return error_set("--kernels: there is no kernel %s; without a name it prints all of them", name);
    if (best == MATCH_NONE)
        printf("%s:%d %s\n", p->file, p->line, p->function);
    else
        look_at_all(name ? asked : NULL, best);
    return cli_flush_stdout();
}
