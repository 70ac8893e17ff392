/* name_glob.h: which of many names a pattern may mean, without looking at all of them.
 *
 * For lists whose length a file decides and that are looked through by each line of another file: patches by the
 * lines of [patches]. Names that begin alike stand together, so that a name, or a pattern such as blade_17*, is
 * found among those that begin as it does.
 */
#ifndef UFV_COMMON_NAME_GLOB_H
#define UFV_COMMON_NAME_GLOB_H

/* A zeroed struct holds no names. */
struct name_glob {
    int n;
    const char **name; /* [n] owned, the texts borrowed; in the order of strcmp() */
    int *number;       /* [n] owned; which of the caller's names it is */
};

/* name: [n], the texts borrowed until name_glob_free(). */
void name_glob_make(struct name_glob *g, int n, const char *const *name);

/* Frees the lists and zeroes the struct. */
void name_glob_free(struct name_glob *g);

/* Places first .. end - 1 in g of all names that begin with what stands in the pattern before its first *, ?, [ or
 * backslash: no others can match it (text_glob()) or be equal to it. */
void name_glob_range(const struct name_glob *g, const char *pattern, int *first, int *end);

#endif
