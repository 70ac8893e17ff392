/* config.h: INI files as a list of (section, key, value, place).
 *
 *   # comment        ; comment
 *   [section]
 *   key = value      # a comment may follow a value after white space
 *   "WING #2" = wall   a name with such signs stands in quotes, as a key and among the words of a value, where it
 *                      becomes a pattern with ? for each sign that divides words
 *
 * Case files, ufv-prep's --config files and pack manifests are all read by it.
 * The file is kept as text; who asks for a value says its type. Each entry
 * remembers whether it was asked for, so that a misspelt key is found by
 * whoever owns the table of known keys.
 */
#ifndef UFV_COMMON_CONFIG_H
#define UFV_COMMON_CONFIG_H

#include "name_index.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { NAME_MAX_CONFIG = 128 }; /* longest section name kept */

struct config_entry {
    char *section, *key, *value; /* owned */
    int line;                    /* 1-based; 0: set on the command line */
    bool used, overridden;       /* overridden: a later entry has the same key */
};

struct config {
    char *path; /* owned; as given, for messages */
    char *dir;  /* owned; the file's directory, for relative paths */
    struct config_entry *entry;
    int n_entries, capacity;
    struct config_entry *heading; /* [n_headings] the file's lines [section]; key "", value NULL */
    int n_headings;
    struct name_index keys; /* "section\nkey" of the entries, each once; n_keys = keys.n */
    int *last, *previous;   /* [capacity] last entry of key i; entry of the same key before entry i, -1: none */
    int n_keys;
};

/* Reads a plain file, or a pipe that the shell opened (in_file_read()), in UTF-8 or any 8-bit letters, with
 * or without a byte order mark, lines ended as on Unix or DOS. Overwrites c, without freeing it. Fails,
 * naming file and line, when a key stands twice in a section, a line is neither heading nor setting, or the
 * file is no text. Free with config_free(), also after a failure. Takes time in proportion to the file. */
int config_read(const char *path, struct config *c);

/* Frees everything; c is then empty. A zeroed struct is allowed. */
void config_free(struct config *c);

/* Sets section.key as `--set section.key=value` does, replacing the file's. assignment: copied. Fails when it
 * has no dot before an equals sign, or nothing between them. */
int config_set(struct config *c, const char *assignment);

/* The entry of that section and key, or NULL. Of several (a file's and --set's) the last one wins; all are
 * marked used. Borrowed until the next config_set() or config_free(). */
struct config_entry *config_find(struct config *c, const char *section, const char *key);

/* Is that key given, in the file or by --set? Marks nothing. */
bool config_has(const struct config *c, const char *section, const char *key);

/* The entry that e of this config overrides: the one of the same key before it; NULL: none. Borrowed as above. */
const struct config_entry *config_overridden(const struct config *c, const struct config_entry *e);

/* The value of an entry as a number (not NaN), a whole number, or yes/no (also true, on, 1, and their
 * contraries). Its whole text must be that: else they fail with a sentence that names the entry's place,
 * and *out is not to be used. */
int config_to_double(const struct config *c, const struct config_entry *e, double *out);
int config_to_long(const struct config *c, const struct config_entry *e, long *out);
int config_to_bool(const struct config *c, const struct config_entry *e, bool *out);
/* out: [n] numbers, none NaN, separated by white space or commas; fails as above unless there are n. */
int config_to_doubles(const struct config *c, const struct config_entry *e, int n, double *out);

/* "FILE:LINE: [section] key", or "--set section.key", for messages; a static buffer per thread, which the
 * next call overwrites. */
const char *config_place(const struct config *c, const struct config_entry *e);

/* A path that the file names, seen from where the program runs: relative ones are relative to the file's
 * folder. A new string; free with mem_free(). */
char *config_resolve_path(const struct config *c, const char *value);

#endif
