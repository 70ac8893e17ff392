/* foreign.h: what a file is that was given in place of a mesh: told by its first bytes and its shape.
 *
 * Meshes of other programs, archives, pointers to files that were not fetched, pages that a server sent instead. Every
 * reader would say no more than where it stopped; this says what stands there and what to do.
 */
#ifndef UFV_FORMATS_FOREIGN_FOREIGN_H
#define UFV_FORMATS_FOREIGN_FOREIGN_H

#include <stdbool.h>

/* Fails with "PATH: is WHAT; ADVICE" if a file at path is known to be no mesh that is read here, or is empty; 0 where
 * it may be one, and where it cannot be opened. Reads some thousand bytes of it, never waits. */
int foreign_check(const char *path);

/* The same for files that no reader knows by name or first bytes: a text of any kind is refused, with its first words.
 * A folder is refused too, with what it seems to hold. */
int foreign_check_unclaimed(const char *path);

/* Does the file begin as CGNS files do, in HDF5 or ADF, whatever its name says? false where it cannot be read. */
bool foreign_is_cgns(const char *path);

/* A sentence "is WHAT; ADVICE" for a file of HDF5 or ADF without a CGNS base, by a name below its root; NULL: none is
 * known. has(context, name): does the root have such a child? A static text. */
const char *foreign_tree(bool (*has)(void *context, const char *name), void *context);

#endif
