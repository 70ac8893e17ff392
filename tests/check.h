/* check.h: the test programs' few words. A program is a list of cases; it prints
 * "ok NAME" or "FAIL NAME" for each, what went wrong before it, and ends with
 * status 1 when any failed; "skip NAME reason" where a case said check_skip().
 * tests/run adds the lines up. Where UFV_CASE is set in the environment, only the cases whose name matches that glob
 * are run: make test TEST=physics/test_shocks CASE='ramp_*'.
 *
 *   static void closed_cells(void) { CHECK(sum < 1e-12, "sum %g", sum); }
 *   int main(void) { CASE(closed_cells); return check_end(); }
 */
#ifndef UFV_TESTS_CHECK_H
#define UFV_TESTS_CHECK_H

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int check_failures, check_case_failures __attribute__((unused)); /* of a program that has no case */
static const char *check_skipped; /* why; NULL: the case was run */

/* Nothing of this case can be tested here: what is missing. To be called before any CHECK. */
static inline void check_skip(const char *reason)
{
    check_skipped = reason;
}

/* Is the case to be run? */
static inline int check_is_wanted(const char *name)
{
    const char *glob = getenv("UFV_CASE");
    return !glob || !glob[0] || fnmatch(glob, name, 0) == 0;
}

/* Fails unless the condition holds; the message takes printf arguments. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            check_case_failures++;                                                                 \
            printf("  %s:%d: %s: ", __FILE__, __LINE__, #condition);                               \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
    } while (0)

/* |a - b| <= tolerance; a NaN on either side fails. */
#define CHECK_NEAR(a, b, tolerance)                                                                \
    CHECK(fabs((double)(a) - (double)(b)) <= (tolerance), "%.17g against %.17g, tolerance %g", (double)(a), \
          (double)(b), (double)(tolerance))

#define CASE(function)                                                                             \
    do {                                                                                           \
        if (!check_is_wanted(#function))                                                           \
            break;                                                                                 \
        check_case_failures = 0;                                                                   \
        check_skipped = NULL;                                                                      \
        function();                                                                                \
        if (check_skipped && !check_case_failures)                                                 \
            printf("skip %s %s\n", #function, check_skipped);                                      \
        else                                                                                       \
            printf("%s %s\n", check_case_failures ? "FAIL" : "ok", #function);                     \
        fflush(stdout);                                                                            \
        check_failures += check_case_failures;                                                     \
    } while (0)

static inline int check_end(void)
{
    return check_failures != 0;
}

#endif
