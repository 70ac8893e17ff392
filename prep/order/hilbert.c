/* The Hilbert order of points: their place along the curve as a 63-bit key, then a radix sort by it. */
#include "order/hilbert.h"

#include "mem.h"

enum { BITS = 21 }; /* of each coordinate: three make a key of 63 */

/* Turns coordinates into the bits of the place along the curve, bit b of it[d] being
 * bit 3 b + 2 - d of the place (Skilling 2004, "Programming the Hilbert curve",
 * AIP Conf. Proc. 707, 381). */
static void transpose(uint32_t it[3])
{
    for (uint32_t bit = 1u << (BITS - 1); bit > 1; bit >>= 1) {
        uint32_t below = bit - 1;
        for (int d = 0; d < 3; d++)
            if (it[d] & bit) {
                it[0] ^= below;
            } else {
                uint32_t differ = (it[0] ^ it[d]) & below;
                it[0] ^= differ;
                it[d] ^= differ;
            }
    }
    it[1] ^= it[0];
    it[2] ^= it[1];
    uint32_t flip = 0;
    for (uint32_t bit = 1u << (BITS - 1); bit > 1; bit >>= 1)
        if (it[2] & bit)
            flip ^= bit - 1;
    for (int d = 0; d < 3; d++)
        it[d] ^= flip;
}

/* Moves bit b of v to bit 3 b. */
static uint64_t spread(uint32_t v)
{
    uint64_t s = v;
    /* Each step moves the upper half of every group of bits up by two of its lengths: 16, 8, 4, 2, 1 bits remain
     * together. */
    s = (s | s << 32) & UINT64_C(0x1F00000000FFFF);
    s = (s | s << 16) & UINT64_C(0x1F0000FF0000FF);
    s = (s | s << 8) & UINT64_C(0x100F00F00F00F00F);
    s = (s | s << 4) & UINT64_C(0x10C30C30C30C30C3);
    return (s | s << 2) & UINT64_C(0x1249249249249249);
}

/* i, j, k: 0 .. 2^21 - 1. Points near one another on the curve are near one another in space, and mostly the
 * other way round: cells that a kernel works on together share neighbours in the caches. */
uint64_t hilbert_key(uint32_t i, uint32_t j, uint32_t k)
{
    uint32_t it[3] = {i, j, k};
    transpose(it);
    return spread(it[0]) << 2 | spread(it[1]) << 1 | spread(it[2]);
}

struct place {
    uint64_t key;
    lid point;
};

/* ---- sorting by the key, one digit after another from the lowest ---- */

enum { DIGIT = 11, N_DIGITS = 6, N_VALUES = 1 << DIGIT };

/* The top digit has 63 - 5 * 11 = 8 bits. */
static uint32_t digit_of(uint64_t key, int digit)
{
    return (uint32_t)(key >> (DIGIT * digit)) & (N_VALUES - 1);
}

/* Keeps the order of equal keys. The result is in *place; *spare is as long. */
static void sort_places(lid n, struct place **place, struct place **spare)
{
    int64_t(*begin)[N_VALUES];
    /* One walk counts all digits, as the keys stay the same whatever their order. */
    MEM_NEW_ZERO(begin, N_DIGITS);
    for (lid i = 0; i < n; i++)
        for (int d = 0; d < N_DIGITS; d++)
            begin[d][digit_of((*place)[i].key, d)]++;
    /* Stable for each digit, so that what lower digits have sorted stays sorted. */
    for (int d = 0; d < N_DIGITS; d++) {
        int64_t at = 0;
        for (int v = 0; v < N_VALUES; v++) {
            int64_t count = begin[d][v];
            begin[d][v] = at;
            at += count;
        }
        for (lid i = 0; i < n; i++)
            (*spare)[begin[d][digit_of((*place)[i].key, d)]++] = (*place)[i];
        struct place *sorted = *spare;
        *spare = *place;
        *place = sorted;
    }
    mem_free(begin);
}

/* The cube around the points: its lowest corner and 2^21 over its edge; 0 for a
 * single place.
 * A cube, not a box: distances along all axes are to count alike. */
static double find_cube(lid n, const lid *point, const double *x, int64_t stride, double low[3])
{
    double edge = 0.0;
    for (int d = 0; d < 3; d++) {
        double least = x[d * stride + point[0]], most = least;
#pragma omp parallel for schedule(static) reduction(min : least) reduction(max : most)
        for (lid p = 0; p < n; p++) {
            double at = x[d * stride + point[p]];
            least = at < least ? at : least;
            most = at > most ? at : most;
        }
        low[d] = least;
        edge = most - least > edge ? most - least : edge;
    }
    return edge > 0.0 ? (double)(1 << BITS) / edge : 0.0;
}

/* The point at the upper end of the cube belongs to the last cell. */
static uint32_t lattice_cell(double at)
{
    const uint32_t last = (1u << BITS) - 1;
    return at < (double)last ? (uint32_t)at : last;
}

void hilbert_order(lid n, const lid *point, const double *x, int64_t stride, lid *order)
{
    struct place *place, *spare;
    double low[3];
    if (n == 0)
        return;
    double scale = find_cube(n, point, x, stride, low);
    MEM_NEW(place, n);
    MEM_NEW(spare, n);
#pragma omp parallel for schedule(static)
    for (lid p = 0; p < n; p++) {
        uint32_t it[3];
        for (int d = 0; d < 3; d++)
            it[d] = lattice_cell((x[d * stride + point[p]] - low[d]) * scale);
        place[p] = (struct place){hilbert_key(it[0], it[1], it[2]), p};
    }
    sort_places(n, &place, &spare);
    for (lid i = 0; i < n; i++)
        order[i] = place[i].point;
    mem_free(place);
    mem_free(spare);
}
