/* mapbc.h: FUN3D's .mapbc files, which give the surfaces of a UGRID mesh names and boundary conditions:
 *
 *   n
 *   tag  condition  [name]        n lines
 */
#ifndef UFV_FORMATS_UGRID_MAPBC_H
#define UFV_FORMATS_UGRID_MAPBC_H

#include "raw/number_index.h"
#include "raw/raw_mesh.h"

struct mapbc_row {
    int64_t condition;    /* FUN3D's number */
    char name[NAME_SIZE]; /* "" when the file gives none */
};

/* A zeroed struct is an empty one. */
struct mapbc {
    struct number_index tags; /* tag i of these has row i */
    struct mapbc_row *row;    /* owned; [tags.n] */
    int64_t more;             /* lines with text behind the last row, which are not read */
};

/* Reads a file. Names are a row's third word, without quotes, printable. Fails, naming file and line, on what is no
 * such file; m may then be freed or thrown away. */
int mapbc_read(const char *path, struct mapbc *m);

/* The row of a tag, NULL where there is none. Borrowed. */
const struct mapbc_row *mapbc_find(const struct mapbc *m, int64_t tag);

/* Frees everything and zeroes the struct. */
void mapbc_free(struct mapbc *m);

#endif
