/* jacobian_entry.h: how the blocks beside the diagonal of the stored Jacobian are kept.
 *
 * Rows are stored solved (kernels/jacobian.h), so that entries are of order one and a preconditioner needs few
 * digits of them: in half precision (IEEE 754 binary16, 11 bits) they take half the bytes, which is what a sweep's
 * time goes by. Conversions are integer arithmetic, the same on CPUs and GPUs and in loops over several entries.
 */
#ifndef UFV_SOLVE_KERNELS_JACOBIAN_ENTRY_H
#define UFV_SOLVE_KERNELS_JACOBIAN_ENTRY_H

#include "kernels/kernel_args.h"
#include "physics/jacobian_block.h"

#include <string.h>

/* Halves hold 64 times the entry: magnitudes from 1e-6 to 1023. What is smaller becomes 0, what is larger 1023. */
#define HALF_SCALE_LOG2 6

/* Its bits; memcpy(), since reading one type as another is undefined. */
UFV_HD uint32_t bits_of_float(float f)
{
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    return b;
}

/* The number of these bits. */
UFV_HD float float_of_bits(uint32_t b)
{
    float f;
    memcpy(&f, &b, sizeof f);
    return f;
}

/* The half of an entry: sign, 5 bits of exponent, 10 of mantissa, rounded to nearest. Not-a-number becomes 0.
 * Subnormal halves are not made: they would take another rounding, and entries below 1e-6 do nothing beside those of
 * order one. The added 0xfff and the lowest bit that is kept round to nearest, ties to even. */
UFV_HD uint16_t half_from(float entry)
{
    const float largest = 1023.5f, least = 0x1p-20f; /* 2^-14, the least normal half, over the scale */
    float size = entry < 0.0f ? -entry : entry, held = size < largest ? size : largest;
    /* a half's exponent is 112 less than a float's */
    uint32_t b = bits_of_float(held) - ((uint32_t)(112 - HALF_SCALE_LOG2) << 23);
    uint32_t rounded = (b + 0xfffu + (b >> 13 & 1u)) >> 13;
    uint32_t kept = size >= least ? rounded : 0u;
    return (uint16_t)(kept | (entry < 0.0f ? 0x8000u : 0u));
}

/* The entry of a half, exactly. */
UFV_HD float half_to(uint16_t half)
{
    uint32_t b = (uint32_t)(half & 0x7fffu), sign = (uint32_t)(half & 0x8000u) << 16;
    uint32_t size = (b << 13) + ((uint32_t)(112 - HALF_SCALE_LOG2) << 23);
    return float_of_bits((b ? size : 0u) | sign);
}

/* As half_to(); GPUs have an instruction for it, and the product is exact. */
UFV_HD float half_entry(uint16_t half)
{
    return ON_DEVICE ? DEVICE_HALF(half) * (1.0f / (1 << HALF_SCALE_LOG2)) : half_to(half);
}

/* Numbers of a block are [NV NV] by rows, those of SLICE entries side by side: single ones [NV NV][SLICE], halves two
 * and two in words of 32 bits, [JACOBIAN_WORDS][SLICE], so that a thread of a GPU loads four bytes at once. */
enum { JACOBIAN_WORDS = (NV * NV + 1) / 2 };

/* 32-bit words of a block. */
UFV_HD int64_t jacobian_block_words(const int storage)
{
    return storage == JACOBIAN_HALF ? (int64_t)JACOBIAN_WORDS : (int64_t)(NV * NV);
}

/* The word that number n of the block of entry SLICE slice + lane is in; n and storage are constants where it
 * counts. */
UFV_HD uint32_t jacobian_word(const void *beside, int64_t slice, lid lane, const int n, const int storage)
{
    const int64_t word = slice * jacobian_block_words(storage) + (storage == JACOBIAN_HALF ? n / 2 : n);
    return DEVICE_LOAD_ONCE((const uint32_t *)beside + word * SLICE + lane);
}

/* Number n out of its word. */
UFV_HD jacobian_number jacobian_number_of(uint32_t word, const int n, const int storage)
{
    if (storage == JACOBIAN_HALF)
        return half_entry((uint16_t)(n % 2 ? word >> 16 : word & 0xffffu));
    return float_of_bits(word);
}

UFV_HD jacobian_number jacobian_entry(const void *beside, int64_t slice, lid lane, const int n, const int storage)
{
    return jacobian_number_of(jacobian_word(beside, slice, lane, n, storage), n, storage);
}

/* Stores the whole block. */
UFV_HD void jacobian_entry_store(void *beside, int64_t slice, lid lane, const struct block5 *m, const int storage)
{
    if (storage == JACOBIAN_HALF)
        for (int w = 0; w < JACOBIAN_WORDS; w++) {
            /* Two halves a word; of 25 numbers the last one stands twice in its word. */
            const int n = 2 * w, next = n + 1 < NV * NV ? n + 1 : n;
            uint32_t low = half_from((jacobian_number)m->a[n / NV][n % NV]);
            uint32_t high = half_from((jacobian_number)m->a[next / NV][next % NV]);
            ((uint32_t *)beside)[(slice * JACOBIAN_WORDS + w) * SLICE + lane] = low | high << 16;
        }
    else
        for (int n = 0; n < NV * NV; n++)
            ((uint32_t *)beside)[(slice * NV * NV + n) * SLICE + lane] =
                bits_of_float((jacobian_number)m->a[n / NV][n % NV]);
}

#endif
