/* ugrid_format.h: how the numbers of a UGRID file are written, which its name says, and how many bytes they take. */
#ifndef UFV_FORMATS_UGRID_UGRID_FORMAT_H
#define UFV_FORMATS_UGRID_UGRID_FORMAT_H

#include "types.h"

#include <stddef.h>

enum { UGRID_COUNTS = 7, UGRID_SUFFIX_SIZE = 8 };

/* The counts at the beginning of a file, in its order. */
enum ugrid_count {
    UGRID_NODES, UGRID_TRIANGLES, UGRID_QUADS, UGRID_TETRAHEDRA, UGRID_PYRAMIDS, UGRID_PRISMS, UGRID_HEXAHEDRA
};

struct ugrid_format {
    char suffix[UGRID_SUFFIX_SIZE]; /* "lb8l"; "" for text */
    bool binary, big, records; /* as in stream.h */
    int real_bytes, int_bytes; /* 4 or 8 */
};

/* The format that a path ending in .ugrid names: CASE[.[l](b|r)(4|8)[l]].ugrid, with l in front little-endian, b bytes,
 * r records of Fortran, 4 or 8 bytes a coordinate, l behind whole numbers of 8 bytes. *stem (may be NULL): the length
 * of CASE. Returns false, and nothing, for other endings. */
bool ugrid_format_of(const char *path, struct ugrid_format *format, size_t *stem);

/* The formats of bytes one after another, i = 0, 1, ...; false behind the last one. */
bool ugrid_format_number(int i, struct ugrid_format *format);

/* Bytes of the numbers behind the counts, without marks of records. count: [UGRID_COUNTS], each 0..LID_MAX. */
int64_t ugrid_format_bytes(const struct ugrid_format *format, const int64_t *count);

/* The least size of a whole file of bytes: counts, numbers and, of one record each, their marks. */
int64_t ugrid_format_size(const struct ugrid_format *format, const int64_t *count);

/* "big-endian, 8 bytes a coordinate, 4 a whole number" and the like; text: [size]. */
void ugrid_format_words(const struct ugrid_format *format, char *text, size_t size);

#endif
