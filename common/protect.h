/* protect.h: what a command reads is not written over by it.
 *
 * Whoever opens an input registers it here; common/out_file asks before it opens an output
 * and again before it renames it. The list lasts until the program ends, unless
 * protect_nothing() is called, and is not for several threads to add to.
 */
#ifndef UFV_COMMON_PROTECT_H
#define UFV_COMMON_PROTECT_H

#include <stdbool.h>
#include <stddef.h>

/* From now on the file must not be replaced, by whatever name or link it is called; it
 * need not exist yet. path: copied. */
void protect_file(const char *path);

/* The same for a folder, every file that lies in it itself, and new ones there; nothing
 * where there is no such folder. */
void protect_folder(const char *path);

/* How many places are protected, and forgets those that were added since there were n. */
size_t protect_count(void);
void protect_forget_from(size_t n);

/* Forgets all of it: between commands, in a program that runs several. */
void protect_nothing(void);

/* Do two paths, whose files need not exist, lead to the same place: one name in one folder, by whatever spelling, or
 * one file by links? */
bool protect_is_one_place(const char *a, const char *b);

/* An error when a path, or PATH.tmp, is or leads to something protected. For outputs that
 * other libraries write, before they begin; out_file_open() asks by itself. */
int protect_check(const char *path);

#endif
