/* cgns_section_find.c: which of a zone's sections, sorted and without overlap, hold an element number. */
#include "cgns/cgns_zone.h"

/* The last section whose first element is not behind `element`; -1 when none. */
static int section_before(const struct cgns_zone *z, int64_t element)
{
    int low = 0, high = z->n_sections;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (z->section[middle].first <= element)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

const struct cgns_section *cgns_section_of(const struct cgns_zone *z, int64_t element)
{
    int i = section_before(z, element);
    return i >= 0 && element <= z->section[i].last ? &z->section[i] : NULL;
}

int64_t cgns_elements_within(const struct cgns_zone *z, int64_t first, int64_t last)
{
    int64_t sum = 0;
    for (int i = section_before(z, last); i >= 0 && z->section[i].last >= first; i--) {
        const struct cgns_section *s = &z->section[i];
        sum += (s->last < last ? s->last : last) - (s->first > first ? s->first : first) + 1;
    }
    return sum;
}
