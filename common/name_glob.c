/* name_glob.c: the names sorted, and two searches by halves. */
#include "name_glob.h"

#include "mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b, void *names)
{
    const char *const *name = names;
    return strcmp(name[*(const int *)a], name[*(const int *)b]);
}

/* The names are borrowed and must stay where they are; only pointers are sorted. */
void name_glob_make(struct name_glob *g, int n, const char *const *name)
{
    g->n = n;
    MEM_NEW(g->name, n);
    MEM_NEW(g->number, n);
    for (int i = 0; i < n; i++)
        g->number[i] = i;
    memcpy(g->name, name, (size_t)n * sizeof *name);
    qsort_r(g->number, (size_t)n, sizeof *g->number, compare, g->name);
    for (int i = 0; i < n; i++)
        g->name[i] = name[g->number[i]];
}

void name_glob_free(struct name_glob *g)
{
    mem_free(g->name);
    mem_free(g->number);
    memset(g, 0, sizeof *g);
}

/* The first place whose name's beginning comes behind the text by strncmp(), or with `or_equal` is it or behind. */
static int place(const struct name_glob *g, const char *text, size_t length, bool or_equal)
{
    int low = 0, high = g->n;
    while (low < high) {
        int middle = low + (high - low) / 2, order = strncmp(g->name[middle], text, length);
        if (order > 0 || (or_equal && order == 0))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* A pattern begins with plain characters (WING in WING*): names that can match stand together in the sorted
 * list, and only first .. end-1 have to be tried with text_glob(). A mesh may have thousands of patches, and
 * a case file as many globs. A backslash ends the plain part, since it takes the meaning from what follows. */
void name_glob_range(const struct name_glob *g, const char *pattern, int *first, int *end)
{
    size_t length = strcspn(pattern, "*?[\\");
    if (pattern[length] == '\0')
        length++; /* nothing follows the name either */
    *first = place(g, pattern, length, true);
    *end = place(g, pattern, length, false);
}
