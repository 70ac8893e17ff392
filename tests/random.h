/* random.h: the random numbers of tests and of tests/meshes: a state of 64 bits that its
 * user keeps, so that each test draws the same numbers in every run, whatever ran before it.
 *
 *   uint64_t seed = 17;
 *   double x = random_signed(&seed);
 */
#ifndef UFV_TESTS_RANDOM_H
#define UFV_TESTS_RANDOM_H

#include <math.h>
#include <stdint.h>

/* The next state, which is returned too: the linear congruential generator of Knuth's MMIX (The Art of
 * Computer Programming 2, 3rd edition, section 3.3.4, table 1, line 26). Its low bits have short periods:
 * take the high ones, as the functions below do. */
static inline uint64_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state;
}

/* In [0, 1), 53 bits. */
static inline double random_unit(uint64_t *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

/* In [-1, 1), 53 bits. */
static inline double random_signed(uint64_t *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-52 - 1.0;
}

/* 0 .. n - 1; n > 0. */
static inline int random_below(uint64_t *state, int n)
{
    return (int)((random_next(state) >> 33) % (uint64_t)n);
}

/* A unit vector; no direction is left out. */
static inline void random_direction(uint64_t *state, double n[3])
{
    double length;
    do {
        for (int d = 0; d < 3; d++)
            n[d] = random_signed(state);
        length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    } while (!(length > 0.1));
    for (int d = 0; d < 3; d++)
        n[d] /= length;
}

/* 64 bits that are all as good as the high ones. */
static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t high = random_next(state) >> 32;
    return high << 32 | random_next(state) >> 32;
}

#endif
