/* id_places.c: ids sorted once and then searched by halves. */
#include "checkpoint/id_places.h"

#include "mem.h"

#include <stdlib.h>

static int compare_ids(const void *a, const void *b)
{
    gid x = ((const struct id_place *)a)->id, y = ((const struct id_place *)b)->id;
    return (x > y) - (x < y);
}

/* n log n once, log n a search: a file of another partition holds cells of many ranks, most of which
 * are not this one's. */
struct id_place *id_places_make(const gid *id, lid n)
{
    struct id_place *places;
    MEM_NEW(places, n);
    for (lid i = 0; i < n; i++)
        places[i] = (struct id_place){.id = id[i], .place = i};
    qsort(places, (size_t)n, sizeof *places, compare_ids);
    return places;
}

struct id_place *id_places_find(struct id_place *places, lid n, gid id)
{
    struct id_place key = {.id = id};
    return bsearch(&key, places, (size_t)n, sizeof *places, compare_ids);
}
