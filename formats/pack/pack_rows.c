/* pack_rows.c: the schema (pack_schema.inc) expanded into rows and lists of counts. */
#include "pack/pack_rows.h"

#include <string.h>

const char *const pack_count_name[PACK_N_COUNTS] = {
#define PACK_COUNT(name, doc) #name,
#include "pack/pack_schema.inc"
#undef PACK_COUNT
};

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

void pack_rows(const struct pack *p, struct pack_row row[PACK_N_ROWS])
{
    /* The schema's expressions name counts: bring them into scope. */
#define PACK_COUNT(name, doc) const int64_t name = p->name; (void)name;
#include "pack/pack_schema.inc"
#undef PACK_COUNT
    int n = 0;
#define PACK_ARRAY(group, member, type, components, count, path, unit, range, doc)                            \
    row[n++] = (struct pack_row){group, #member, path, unit, H5_IO_TYPE_OF((type)0), components, count, range, \
                                 ends_with(#member, "_offset"), offsetof(struct pack, member)};
#include "pack/pack_schema.inc"
#undef PACK_ARRAY
}

void *pack_row_array(const struct pack *p, const struct pack_row *r)
{
    /* Copied as bytes, since the members are pointers to several types. */
    void *array;
    memcpy(&array, (const char *)p + r->offset, sizeof array);
    return array;
}

void pack_row_set_array(struct pack *p, const struct pack_row *r, void *array)
{
    memcpy((char *)p + r->offset, &array, sizeof array);
}

void pack_counts(const struct pack *p, int64_t count[PACK_N_COUNTS])
{
    int n = 0;
#define PACK_COUNT(name, doc) count[n++] = p->name;
#include "pack/pack_schema.inc"
#undef PACK_COUNT
}

void pack_set_counts(struct pack *p, const int64_t count[PACK_N_COUNTS])
{
    int n = 0;
#define PACK_COUNT(name, doc) p->name = count[n++];
#include "pack/pack_schema.inc"
#undef PACK_COUNT
}
