/* growth.h: does work grow in proportion to its size? Told by the ratio of two times of the processor, so that neither
 * the speed of the machine nor other programs on it matter.
 */
#ifndef UFV_TESTS_GROWTH_H
#define UFV_TESTS_GROWTH_H

#include "check.h"

#include <time.h>

/* Seconds of the processor that this process has taken. */
static inline double growth_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* work(n) returns the seconds of the processor of what is measured for n items. Eight times as many take eight times as
 * long in proportion and 64 times by the square; caches and clocks blur both. */
static inline void growth_check(double (*work)(int n), int n)
{
    double small = work(n / 8), large = work(n);
    printf("  %d items: %.3f s, %d: %.3f s\n", n / 8, small, n, large);
    CHECK(large < 40 * small + 0.05, "%g times as long", large / small);
}

#endif
