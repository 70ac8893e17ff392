/* raw_notes.h: what readers of meshes say to whoever called them, and what they have in common at the end. */
#ifndef UFV_FORMATS_RAW_RAW_NOTES_H
#define UFV_FORMATS_RAW_RAW_NOTES_H

#include "error.h"
#include "raw/raw_mesh.h"

struct raw_notes {
    const char *path; /* borrowed; of the file that is read */
    void (*note)(void *context, const char *sentence); /* may be NULL; sentence: valid during the call */
    void *context;
};

/* Hands on "PATH: sentence", printable. */
void raw_notes_say(const struct raw_notes *n, const char *format, ...) PRINTF_LIKE(2, 3);

/* A plane mesh becomes one layer (raw_mesh_extrude()), with a note of its thickness. */
int raw_notes_extrude(const struct raw_notes *n, struct raw_mesh *m);

#endif
