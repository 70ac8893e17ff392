/* Halves that the stored Jacobian's blocks are kept in (kernels/jacobian_entry.h), against IEEE 754 binary16
 * written with ldexp() in long double. */
#include "check.h"
#include "kernels/jacobian_entry.h"
#include "mem.h"
#include "random.h"

#include <string.h>

enum { LEAST_BITS = 0x0400, LARGEST_BITS = 0x7bff, SIGN = 0x8000, TRIALS = 200000 };
static const float least = 0x1p-20f, largest = 1023.5f;

/* What a normal half stands for: 64 times the entry. */
static long double value_of(uint16_t half)
{
    int exponent = half >> 10 & 31, mantissa = half & 1023;
    return (half & SIGN ? -1 : 1) * ldexpl(1024 + mantissa, exponent - 25 - 6);
}

/* The half nearest to an entry of any size, the even one of two, by bisection between all halves. */
static uint16_t nearest(float entry)
{
    const long double size = fabsl((long double)entry);
    const uint16_t sign = entry < 0 ? SIGN : 0;
    int low = LEAST_BITS, high = LARGEST_BITS;
    if (isnan(entry) || size < least)
        return sign;
    if (size >= largest)
        return sign | LARGEST_BITS;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(value_of((uint16_t)middle) <= size ? &low : &high) = middle;
    }
    long double below = size - value_of((uint16_t)low), above = value_of((uint16_t)high) - size;
    int up = below == above ? low % 2 : above < below;
    return sign | (uint16_t)(low + up);
}

/* Normal halves come back as they were; zeros lose their sign, and what no entry becomes goes to 0 (halves below the
 * normal ones) or to the largest. */
static void all_halves_come_back(void)
{
    for (int k = 0; k < 0x10000; k++) {
        uint16_t half = (uint16_t)k, size = half & 0x7fff, sign = half & SIGN;
        uint16_t expected = size == 0 ? 0 : size < LEAST_BITS ? sign : size > LARGEST_BITS ? sign | LARGEST_BITS : half;
        if (size == 0)
            CHECK(half_to(half) == 0, "half %#x is %g", k, (double)half_to(half));
        else if (size >= LEAST_BITS && size <= LARGEST_BITS)
            CHECK((long double)half_to(half) == value_of(half), "half %#x is %.9g", k, (double)half_to(half));
        CHECK(half_from(half_to(half)) == expected, "half %#x comes back as %#x", k, half_from(half_to(half)));
    }
}

static void check_nearest(float entry)
{
    CHECK(half_from(entry) == nearest(entry), "%.9g becomes %#x instead of %#x", (double)entry, half_from(entry),
          nearest(entry));
    CHECK(half_from(-entry) == nearest(-entry), "%.9g becomes %#x instead of %#x", (double)-entry, half_from(-entry),
          nearest(-entry));
}

/* Each half, the middle to the next, and the floats beside both. */
static void rounded_to_nearest_at_every_half(void)
{
    for (int k = LEAST_BITS; k < LARGEST_BITS; k++) {
        float half = (float)value_of((uint16_t)k), next = (float)value_of((uint16_t)(k + 1)), middle = (half + next) / 2;
        for (int side = -1; side <= 1; side++) {
            check_nearest(side ? nextafterf(half, side * HUGE_VALF) : half);
            check_nearest(side ? nextafterf(middle, side * HUGE_VALF) : middle);
        }
    }
}

static void rounded_to_nearest_anywhere(void)
{
    uint64_t seed = 5;
    for (int k = 0; k < TRIALS; k++)
        check_nearest((float)(random_signed(&seed) * exp2(-23 + 35 * random_unit(&seed))));
}

static void sizes_without_a_half(void)
{
    CHECK(half_from(least) == LEAST_BITS && half_from(-least) == (SIGN | LEAST_BITS), "%#x", half_from(least));
    CHECK_NEAR(half_to(half_from(nextafterf(least, 0))), 0, 0);
    CHECK_NEAR(half_to(half_from(0x1p-149f)), 0, 0);
    CHECK(half_from(0.0f) == 0 && half_from(-0.0f) == 0, "%#x %#x", half_from(0.0f), half_from(-0.0f));
    const float large[] = {largest, nextafterf(largest, HUGE_VALF), 1024, 65504, 3e38f, HUGE_VALF};
    for (size_t k = 0; k < sizeof large / sizeof *large; k++) {
        CHECK_NEAR(half_to(half_from(large[k])), largest, 0);
        CHECK_NEAR(half_to(half_from(-large[k])), -largest, 0);
    }
    CHECK_NEAR(half_to(half_from(NAN)), 0, 0);
    CHECK_NEAR(half_to(half_from(-NAN)), 0, 0);
}

/* Numbers of a block come back as what was stored, those of the lanes beside it stay, and no word is missing. */
static void blocks_in_both_storages(void)
{
    uint64_t seed = 3;
    for (int storage = 0; storage < 2; storage++) {
        const int as = storage ? JACOBIAN_HALF : JACOBIAN_SINGLE;
        const size_t words = 2 * (size_t)jacobian_block_words(as) * SLICE;
        uint32_t *room = mem_alloc("two slices of blocks", words, sizeof *room);
        struct block5 m[2 * SLICE];
        memset(room, 0xff, words * sizeof *room);
        for (int e = 0; e < 2 * SLICE; e++) {
            for (int n = 0; n < NV * NV; n++)
                m[e].a[n / NV][n % NV] = (real)random_signed(&seed);
            jacobian_entry_store(room, e / SLICE, e % SLICE, &m[e], as);
        }
        int differ = 0;
        for (int e = 0; e < 2 * SLICE; e++)
            for (int n = 0; n < NV * NV; n++) {
                float entry = (float)m[e].a[n / NV][n % NV], half = half_to(half_from(entry));
                differ += jacobian_entry(room, e / SLICE, e % SLICE, n, as) != (storage ? half : entry);
            }
        CHECK(differ == 0, "storage %d: %d numbers differ", as, differ);
        for (size_t k = 0; k < words; k++)
            CHECK(room[k] != 0xffffffffu, "word %zu of storage %d was not written", k, as);
        mem_free(room);
    }
}

int main(void)
{
    CASE(all_halves_come_back);
    CASE(rounded_to_nearest_at_every_half);
    CASE(rounded_to_nearest_anywhere);
    CASE(sizes_without_a_half);
    CASE(blocks_in_both_storages);
    return check_end();
}
