/* checksum.c: CRC-32 by tables (zlib), and by carry-less products where the processor has them. */
#include "h5/checksum.h"

#include <zlib.h>

static uint32_t add_by_tables(uint32_t sum, const unsigned char *data, size_t n)
{
    enum { MOST = 1 << 30 }; /* zlib counts in 32 bits */
    uLong all = sum;
    for (size_t part; n > 0; data += part, n -= part) {
        part = n < MOST ? n : MOST;
        all = crc32(all, data, (uInt)part);
    }
    return (uint32_t)all;
}

#if defined(__x86_64__)
#include <immintrin.h>

/* V. Gopal et al., Fast CRC Computation for Generic Polynomials Using PCLMULQDQ (Intel
 * 2009): a remainder of 128 bits moves on by 512 or by 128 bits when its halves are
 * multiplied by these powers of x modulo the polynomial, bits reflected. */
#define PCLMUL __attribute__((target("pclmul,sse4.1")))

/* Carry-less: both halves times their powers, added without carries (xor). */
PCLMUL static inline __m128i move_on(__m128i x, __m128i by)
{
    return _mm_xor_si128(_mm_clmulepi64_si128(x, by, 0x00), _mm_clmulepi64_si128(x, by, 0x11));
}

PCLMUL static inline __m128i load(const unsigned char *data)
{
    return _mm_loadu_si128((const __m128i *)(const void *)data);
}

/* n is a multiple of 64 and not 0. The tables take the last 16 bytes of the remainder. */
PCLMUL static uint32_t add_by_products(uint32_t sum, const unsigned char *data, size_t n)
{
    /* The paper's constants for the polynomial 0x04c11db7. The low half of a register (second argument) has the earlier
     * eight bytes, which move further. */
    const __m128i by512 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4), by128 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    __m128i x[4];
    for (int k = 0; k < 4; k++)
        x[k] = load(data + 16 * k);
    /* A sum so far enters as the first 32 bits; CRC-32 stands inverted between calls, hence ~. */
    x[0] = _mm_xor_si128(x[0], _mm_cvtsi32_si128((int)~sum));
    /* Four remainders side by side, since a product takes several cycles and they do not wait for one another. */
    for (size_t at = 64; at < n; at += 64)
        for (int k = 0; k < 4; k++)
            x[k] = _mm_xor_si128(move_on(x[k], by512), load(data + at + 16 * k));
    for (int k = 1; k < 4; k++)
        x[k] = _mm_xor_si128(move_on(x[k - 1], by128), x[k]);
    /* They are folded into one, whose 16 bytes have the remainder of all that was read. */
    unsigned char rest[16];
    _mm_storeu_si128((__m128i *)(void *)rest, x[3]);
    return (uint32_t)crc32(0xffffffff, rest, sizeof rest);
}

/* The same number as zlib's crc32() whatever the processor: packs are checked on other machines than they are
 * written on. The processor is asked at run time, since a program may run on another one than it was built
 * on. */
uint32_t checksum_add(uint32_t sum, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    size_t whole = n / 64 * 64;
    if (whole == 0 || !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1"))
        return add_by_tables(sum, bytes, n);
    return add_by_tables(add_by_products(sum, bytes, whole), bytes + whole, n - whole);
}
#else
uint32_t checksum_add(uint32_t sum, const void *data, size_t n)
{
    return add_by_tables(sum, data, n);
}
#endif
