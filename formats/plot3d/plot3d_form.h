/* plot3d_form.h: the ways in which PLOT3D grids are written, of which no file says which it is: found by the numbers at
 * the beginning and the size of the file, which fit one way alone.
 *
 *   [blocks]                                   of several blocks
 *   ni nj [nk] of each block
 *   of each block: all x, all y[, all z][, all iblank], i fastest
 *
 * As text, as bytes, or as bytes in records of Fortran: one for the number of blocks, one for all sizes, one for each
 * block (W. Kirkwood and others, "PLOT3D User's Manual", NASA TM 101067, 1990).
 */
#ifndef UFV_FORMATS_PLOT3D_PLOT3D_FORM_H
#define UFV_FORMATS_PLOT3D_PLOT3D_FORM_H

#include "stream/stream.h"

enum { PLOT3D_WORDS_SIZE = 160, PLOT3D_BLOCKS_MAX = 100000, PLOT3D_INT_BYTES = 4 };

struct plot3d_form {
    bool binary, records, big; /* as struct stream has them */
    int real_bytes;            /* 4 or 8; of a text 0 */
    bool multi;                /* the number of blocks comes first */
    int dim;                   /* indices and coordinates: 2 or 3 */
    bool iblank;
};

/* Finds the form of the file that `in` has open at its beginning, and sets `in` to read it from there. Fails, with what
 * would have fitted nearly, if none fits. *n_blocks, *size: [n_blocks][3] nodes along each index (1 along k of dim 2);
 * the caller's (mem_free()), NULL after a failure. */
int plot3d_form_find(struct stream *in, struct plot3d_form *form, int64_t *n_blocks, int64_t (**size)[3]);

/* "3-D, several blocks, double precision, little-endian, records of Fortran". text: [PLOT3D_WORDS_SIZE]. */
void plot3d_form_words(const struct plot3d_form *form, char *text);

/* The next number of a text, whose words may stand for several (Fortran writes 3*0.0): *left of *value are still to
 * come; both zero at first. `what` names it in messages. */
int plot3d_text_number(struct stream *in, const char *what, int64_t *left, double *value);

#endif
