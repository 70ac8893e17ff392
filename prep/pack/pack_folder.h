/* pack_folder.h: puts a whole set of packs in place at once, and nothing else out of it.
 *
 * Packs are written to OUT.tmp; when all are there, an older set at OUT makes way
 * and OUT.tmp is renamed. OUT.lock keeps other runs of ufv-prep away meanwhile (folder_lock.h).
 *
 * Only what is ours is ever removed: a folder with a manifest of ours in it, and in it the packs that the
 * manifest counts (files of HDF5 that are packs by their attributes, or too damaged to have any), the
 * manifest, and the report that bears the set's id; or an OUT.tmp with our mark, which an earlier run has
 * left. A folder that holds anything besides, or no manifest, is refused as it is.
 *
 *   struct pack_folder f;
 *   TRY(pack_folder_open(out, force, &f));        before the work begins
 *   status = ... pack_folder_begin(&f) ...         writes to f.temporary
 *   status = pack_folder_finish(&f, status);       after a successful pack_folder_begin() only
 *   pack_folder_close(&f);
 */
#ifndef UFV_PREP_PACK_PACK_FOLDER_H
#define UFV_PREP_PACK_PACK_FOLDER_H

#include <stdbool.h>

struct folder_lock;

struct pack_folder {
    char *out, *temporary;    /* owned; a link at OUT is followed, so that the folder behind it is replaced */
    struct folder_lock *lock; /* owned */
};

/* Can a set be put at out? Locks the folder; makes nothing else. An error when out is not a folder of packs,
 * cannot be made, or is in use by another process (force: taken all the same). f is then zeroed. */
int pack_folder_open(const char *out, bool force, struct pack_folder *f);

/* The lock alone, for a folder that other files than packs go into, whatever is in it: nobody puts packs there
 * meanwhile. An error when it is in use by another process (force: taken all the same); f is then zeroed. */
int pack_folder_lock(const char *out, bool force, struct pack_folder *f);

/* Makes OUT.tmp, emptied of an earlier try. */
int pack_folder_begin(const struct pack_folder *f);

/* status 0: puts the set in place; otherwise, or when that fails, removes OUT.tmp and an older set stays. Returns
 * nonzero when status was or anything failed. */
int pack_folder_finish(const struct pack_folder *f, int status);

/* Releases the lock. Accepts a zeroed struct. */
void pack_folder_close(struct pack_folder *f);

#endif
