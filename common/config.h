/* config.h: INI files as a list of (section, key, value, place).
 *
 *   # comment        ; comment
 *   [section]
 *   key = value      # a comment may follow a value after white space
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
    bool used;
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

/* Reads a file; a key may stand once in a section. Errors name file and line. Free with
 * config_free(). */
int config_read(const char *path, struct config *c);
void config_free(struct config *c);

/* Sets section.key as `--set section.key=value` does, replacing the file's. */
int config_set(struct config *c, const char *assignment);

/* The entry of that section and key, marked used, or NULL. The last one wins.*/
struct config_entry *config_find(struct config *c, const char *section, const char *key);

/* Value converters: read the whole of text or fail with a sentence that names
 * the entry's place. `e` is for the message only. */
int config_to_double(const struct config *c, const struct config_entry *e, double *out);
int config_to_long(const struct config *c, const struct config_entry *e, long *out);
int config_to_bool(const struct config *c, const struct config_entry *e, bool *out);
/* n numbers separated by white space or commas */
int config_to_doubles(const struct config *c, const struct config_entry *e, int n, double *out);

/* "FILE:LINE: [section] key" for messages; a static buffer per thread. */
const char *config_place(const struct config *c, const struct config_entry *e);

/* Path value made relative to the file's directory; malloc'ed with mem_alloc. */
char *config_resolve_path(const struct config *c, const char *value);

#endif
