/* folder_lock.h: one program at a time writes into a folder of packs or results.
 *
 * The lock is a small file that says who holds it: host, process, since when. It is made by a hard link to
 * a file that is complete already, or with O_EXCL where there are no links, so that of any number of
 * programs one gets it, on network file systems too, and nobody reads half of it.
 *
 * A lock whose holder is gone is stale and is taken over without a word:
 *   seen from the same running machine (boot id and process namespace are the same), when there is no
 *   process of that number that started when the holder did: at once, also after kill -9;
 *   seen from elsewhere, when the file has not been touched for FOLDER_LOCK_STALE seconds by the file
 *   server's clock. A thread of the holder's touches it every FOLDER_LOCK_BEAT seconds.
 * What is older on another host, or cut off from it, is for the user to judge: --force.
 *
 *   struct folder_lock *lock;
 *   TRY(folder_lock_take("R.lock", "R", force, &lock));
 *   ... write; before what cannot be undone: TRY(folder_lock_check(lock)); ...
 *   folder_lock_release(lock);
 *
 * No function here is collective: one rank takes the lock for all and tells the others.
 */
#ifndef UFV_COMMON_FOLDER_LOCK_H
#define UFV_COMMON_FOLDER_LOCK_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FOLDER_LOCK_BEAT = 20, FOLDER_LOCK_STALE = 300 }; /* s; far apart: attributes are cached on NFS for up to 60 s */

struct folder_lock;

/* Takes the lock that is the file `file` (its folder must exist; it need not lie in the folder it stands
 * for). folder: what messages call the folder. force: takes it from a holder that lives, too. *lock: to be
 * released, NULL after an error. The errors: "FOLDER is in use by process P on HOST since TIME; wait for it,
 * or use --force when it is gone"; the file cannot be made; a file of that name that is no lock, which is
 * never touched. Released at exit, too, and by signals (unfinished.h); a child made by fork() has no part in it. */
int folder_lock_take(const char *file, const char *folder, bool force, struct folder_lock **lock);

/* Is it still ours? An error when it was removed, or taken by force or as stale by another program, with
 * that one's name: then nothing more should be written. NULL is no error. */
int folder_lock_check(const struct folder_lock *lock);

/* Did this process take it, and does the file still say so? May be asked in a signal handler; one that cannot be read
 * is not ours. */
bool folder_lock_is_ours(const struct folder_lock *lock);

/* Removes the lock, unless it is another's by now, and frees it. NULL is allowed. */
void folder_lock_release(struct folder_lock *lock);

#ifdef __cplusplus
}
#endif

#endif
