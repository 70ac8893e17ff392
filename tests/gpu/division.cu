// The division and the root of solve/arithmetic/division.h on a GPU against CUDA's own, which round
// correctly: 10^10 pairs of numbers, many of them with long runs of equal digits.
#include "arithmetic/real.h"

#include <cstdio>

enum { BLOCKS = 400000, THREADS = 256, LAUNCHES = 100 };

struct wrong {
    unsigned long long quotients, roots, float_quotients, float_roots;
};

static __device__ uint64_t mixed(uint64_t x) // a finalizer of bits: every input bit changes half of the output's
{
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

static __device__ uint64_t digits(uint64_t random, int n)
{
    uint64_t all = (1ull << n) - 1, more = random >> 8;
    switch (random % 5) {
    case 0:
        return all - more % 64;
    case 1:
        return more % 64;
    case 2:
        return more << (random >> 3) % n & all;
    case 3:
        return all;
    default:
        return more & all;
    }
}

static __device__ double any_double(uint64_t random)
{
    uint64_t sign = random & 1ull << 63, exponent = 1023 - 200 + (random >> 40) % 400;
    return __longlong_as_double((long long)(sign | exponent << 52 | digits(mixed(random), 52)));
}

static __device__ float any_float(uint64_t random)
{
    uint64_t sign = random >> 63 << 31, exponent = 127 - 30 + (random >> 20) % 60;
    return __uint_as_float((unsigned)(sign | exponent << 23 | digits(mixed(random + 1), 23)));
}

static __global__ void compare(uint64_t first, struct wrong *wrong)
{
#ifdef __CUDA_ARCH__ // the functions compared are the device's
    uint64_t i = first + blockIdx.x * (uint64_t)blockDim.x + threadIdx.x, one = mixed(2 * i), two = mixed(2 * i + 1);
    double a = any_double(one), b = any_double(two);
    float c = any_float(one), d = any_float(two);
    if (device_divide(a, b) != __ddiv_rn(a, b))
        atomicAdd(&wrong->quotients, 1);
    if (device_sqrt(fabs(b)) != __dsqrt_rn(fabs(b)))
        atomicAdd(&wrong->roots, 1);
    if (device_divide(c, d) != __fdiv_rn(c, d))
        atomicAdd(&wrong->float_quotients, 1);
    if (device_sqrt(fabsf(d)) != __fsqrt_rn(fabsf(d)))
        atomicAdd(&wrong->float_roots, 1);
#endif
}

int main()
{
    struct wrong *wrong;
    if (cudaMallocManaged(&wrong, sizeof *wrong) != cudaSuccess)
        return 1;
    *wrong = {0, 0, 0, 0};
    for (uint64_t k = 0; k < LAUNCHES; k++)
        compare<<<BLOCKS, THREADS>>>(k * BLOCKS * THREADS, wrong);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    bool good = !wrong->quotients && !wrong->roots && !wrong->float_quotients && !wrong->float_roots;
    printf("%s division_rounds_correctly: of %g wrong: quotients %llu and %llu (float), roots %llu and %llu (float)\n",
           good ? "ok" : "FAIL", (double)BLOCKS * THREADS * LAUNCHES, wrong->quotients, wrong->float_quotients,
           wrong->roots, wrong->float_roots);
    return !good;
}
