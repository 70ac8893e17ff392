/* pack_rows.h: the arrays of pack_schema.inc as rows that can be looped over.
 * For the reader, the writer and the checks; users of packs need pack.h only.
 */
#ifndef UFV_FORMATS_PACK_PACK_ROWS_H
#define UFV_FORMATS_PACK_PACK_ROWS_H

#include "h5/h5_io.h"
#include "pack/pack.h"

struct pack_row {
    unsigned group; /* PACK_CORE, ... */
    const char *member, *path, *unit;
    enum h5_io_type type;
    int64_t components, count; /* items count, each of that many components */
    int64_t range;             /* exclusive upper bound of its entries, 0: not an index */
    bool is_offset;            /* CSR offsets: ascending from 0 to range - 1 */
    size_t offset;             /* of the member in struct pack */
};

enum {
    PACK_N_ROWS = 0
#define PACK_ARRAY(group, member, type, components, count, path, unit, range, doc) +1
#include "pack/pack_schema.inc"
#undef PACK_ARRAY
    ,
    PACK_N_COUNTS = 0
#define PACK_COUNT(name, doc) +1
#include "pack/pack_schema.inc"
#undef PACK_COUNT
};

/* Fills the rows, in the order of the schema, from the counts of p, which have been checked. */
void pack_rows(const struct pack *p, struct pack_row row[PACK_N_ROWS]);

/* The array of a row, NULL when it is not loaded, and to set it: it becomes p's. */
void *pack_row_array(const struct pack *p, const struct pack_row *r);
void pack_row_set_array(struct pack *p, const struct pack_row *r, void *array);

/* Fails unless the counts are in range and one another's sums. To be asked before pack_rows(),
 * whose products then do not overflow. The sentence names no file. */
int pack_check_counts(const struct pack *p);

/* The counts in the order of the schema, and to set them. */
void pack_counts(const struct pack *p, int64_t count[PACK_N_COUNTS]);
void pack_set_counts(struct pack *p, const int64_t count[PACK_N_COUNTS]);
extern const char *const pack_count_name[PACK_N_COUNTS];

#endif
