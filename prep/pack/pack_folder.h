/* pack_folder.h: puts a whole set of packs in place at once.
 *
 * Packs are written to OUT.tmp; when all are there, an older set at OUT makes way
 * and OUT.tmp is renamed. A folder that holds anything but packs is refused.
 */
#ifndef UFV_PREP_PACK_PACK_FOLDER_H
#define UFV_PREP_PACK_PACK_FOLDER_H

struct pack_folder {
    char *out, *temporary; /* owned */
};

/* Can a set be put there? Asked before the work begins; leaves nothing. */
int pack_folder_probe(const char *out);
/* Refuses early what commit would refuse; makes OUT.tmp, emptied of an earlier try. */
int pack_folder_begin(const char *out, struct pack_folder *f);
/* status 0: puts the set in place; otherwise removes it. */
int pack_folder_finish(struct pack_folder *f, int status);

#endif
