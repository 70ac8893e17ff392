/* jacobian_entry.h: how the blocks beside the diagonal of the stored Jacobian are kept.
 *
 * Rows are stored solved (kernels/jacobian.h), so that entries are of order one and a preconditioner needs few
 * digits of them: in half precision (IEEE 754 binary16, 11 bits) they take half the bytes, which is what a sweep's
 * time goes by. Conversions are integer arithmetic, the same on CPUs and GPUs and in loops over several entries.
 */
#ifndef UFV_SOLVE_KERNELS_JACOBIAN_ENTRY_H
#define UFV_SOLVE_KERNELS_JACOBIAN_ENTRY_H

#include "kernels/kernel_args.h"

#include <string.h>

/* Halves hold 64 times the entry: magnitudes from 1e-6 to 1023. What is smaller becomes 0, what is larger 1023. */
#define HALF_SCALE_LOG2 6

UFV_HD uint32_t half_bits_of(float f)
{
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    return b;
}

UFV_HD float half_float_of(uint32_t b)
{
    float f;
    memcpy(&f, &b, sizeof f);
    return f;
}

/* The half of an entry: sign, 5 bits of exponent, 10 of mantissa, rounded to nearest. Not-a-number becomes 0. */
UFV_HD uint16_t half_from(float entry)
{
    const float largest = 1023.5f, least = 0x1p-20f; /* 2^-14, the least normal half, over the scale */
    float size = entry < 0.0f ? -entry : entry, held = size < largest ? size : largest;
    /* a half's exponent is 112 less than a float's */
    uint32_t b = half_bits_of(held) - ((uint32_t)(112 - HALF_SCALE_LOG2) << 23);
    uint32_t rounded = (b + 0xfffu + (b >> 13 & 1u)) >> 13;
    uint32_t kept = size >= least ? rounded : 0u;
    return (uint16_t)(kept | (entry < 0.0f ? 0x8000u : 0u));
}

UFV_HD float half_to(uint16_t half)
{
    uint32_t b = (uint32_t)(half & 0x7fffu), sign = (uint32_t)(half & 0x8000u) << 16;
    uint32_t size = (b << 13) + ((uint32_t)(112 - HALF_SCALE_LOG2) << 23);
    return half_float_of((b ? size : 0u) | sign);
}

/* Entry number k; storage: a constant where it counts. */
UFV_HD jacobian_number jacobian_entry(const void *entries, int64_t k, const int storage)
{
    if (storage == JACOBIAN_HALF)
        return half_to(((const uint16_t *)entries)[k]);
    return ((const jacobian_number *)entries)[k];
}

UFV_HD void jacobian_entry_store(void *entries, int64_t k, jacobian_number value, const int storage)
{
    if (storage == JACOBIAN_HALF)
        ((uint16_t *)entries)[k] = half_from(value);
    else
        ((jacobian_number *)entries)[k] = value;
}

#endif
