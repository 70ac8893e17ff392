/* The division and the root that GPUs use, with guesses as coarse as the hardware's made
 * up here, against the processor's own. */
#include "arithmetic/real.h"

#include "check.h"
#include "random.h"

static uint64_t state = 88172645463325252u;

/* Digits of all kinds: near a power of two from either side, few ones, any. */
static uint64_t digits(int n)
{
    uint64_t all = (UINT64_C(1) << n) - 1;
    switch (random_bits(&state) % 4) {
    case 0:
        return all - random_bits(&state) % 64;
    case 1:
        return random_bits(&state) % 64;
    case 2:
        return random_bits(&state) << random_bits(&state) % (unsigned)n & all;
    default:
        return random_bits(&state) & all;
    }
}

/* All digits ones: the one kind of divisor for which the last step of the division is not certain to round right. */
static int is_short_of_power(double b)
{
    uint64_t bits;
    memcpy(&bits, &b, sizeof bits);
    return (bits | 0xfff0000000000000u) == UINT64_MAX;
}

/* Either sign, exponents -300 .. 299: quotients neither overflow nor become denormal. */
static double any_double(void)
{
    uint64_t bits = (random_bits(&state) & 1) << 63 | (1023 - 300 + random_bits(&state) % 600) << 52 | digits(52);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Exponents -30 .. 29. */
static float any_float(void)
{
    uint32_t bits =
        (uint32_t)((random_bits(&state) & 1) << 31 | (127 - 30 + random_bits(&state) % 60) << 23 | digits(23));
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The upper word alone, up to two of its last digits off. */
static double guess(double y)
{
    uint64_t bits;
    memcpy(&bits, &y, sizeof bits);
    bits = (bits & 0xffffffff00000000u) + (random_bits(&state) % 5 - 2) * 0x100000000u;
    memcpy(&y, &bits, sizeof y);
    return y;
}

/* Up to one ulp off. */
static float guess_float(float y)
{
    uint32_t bits;
    memcpy(&bits, &y, sizeof bits);
    bits += (uint32_t)(random_bits(&state) % 3) - 1u;
    memcpy(&y, &bits, sizeof y);
    return y;
}

enum { TRIALS = 4000000 };

/* Every result must be the processor's to the bit, since the same flow on CPU and GPU must be the same. */
static void quotients(void)
{
    int64_t wrong = 0, wrong_float = 0;
    for (int i = 0; i < TRIALS; i++) {
        double a = any_double(), b = any_double();
        float c = any_float(), d = i % 100 == 0 ? 2.0f - FLT_EPSILON : any_float();
        /* those in double depend on the hardware's guess */
        wrong += !is_short_of_power(b) && quotient_from(a, b, guess(1 / b)) != a / b;
        wrong_float += quotient_from_float(c, d, guess_float(1 / d)) != c / d;
    }
    CHECK(wrong == 0 && wrong_float == 0, "%lld and %lld of %d wrong", (long long)wrong, (long long)wrong_float,
          (int)TRIALS);
    CHECK(quotient_from(0, 3, guess(1.0 / 3)) == 0 && isnan(quotient_from(1, 0, HUGE_VAL)), "zeros");
}

static void roots(void)
{
    int64_t wrong = 0, wrong_float = 0;
    for (int i = 0; i < TRIALS; i++) {
        double x = fabs(any_double());
        float y = fabsf(any_float());
        wrong += root_from(x, guess(1 / sqrt(x))) != sqrt(x);
        wrong_float += root_from_float(y, guess_float(1 / sqrtf(y))) != sqrtf(y);
    }
    CHECK(wrong == 0 && wrong_float == 0, "%lld and %lld of %d wrong", (long long)wrong, (long long)wrong_float,
          (int)TRIALS);
    CHECK(real_sqrt((real)0) == 0 && real_sqrt(REAL_LEAST / 2) == 0 && isnan(real_sqrt((real)-1)), "ends of the range");
}

int main(void)
{
    CASE(quotients);
    CASE(roots);
    return check_end();
}
