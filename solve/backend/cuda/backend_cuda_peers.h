/* backend_cuda_peers.h: values packed into the memory of other GPUs with the flags that say so, and unpacked behind
 * such flags, in one launch each: a halo of a few thousand cells takes less time to move than a launch.
 *
 *   sender    all blocks write | the last one raises the flags of all neighbours
 *   receiver                     all blocks wait for the flags | read
 *
 * A flag counts exchanges (struct peer_count). A waiting block keeps its place on a multiprocessor, so that there are
 * few; what they wait for is another GPU's work alone, which never waits for later work of this one.
 */
#ifndef UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_PEERS_H
#define UFV_SOLVE_BACKEND_CUDA_BACKEND_CUDA_PEERS_H

#include "backend/cuda/backend_cuda.h"
#include "kernels/transfer.h"

enum {
    PEER_BLOCK = 256,   /* threads */
    PEER_BLOCKS = 64    /* of a launch with flags, at most: half of the multiprocessors */
};

static __device__ unsigned long long peers_nanoseconds(void)
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

/* Loads and stores of flags and counts that order what other threads of the block, which meets this one at a barrier,
 * read behind them and have written before. One thread for all: with fences of every thread (__threadfence_system()) a
 * colour of a sweep took 10 us more (docs/decisions/028-sweep-kernels.md). */
static __device__ uint32_t peers_load_acquire(const uint32_t *flag)
{
    uint32_t number;
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(number) : "l"(flag) : "memory");
    return number;
}

static __device__ void peers_store_release(uint32_t *flag, uint32_t number)
{
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(number) : "memory");
}

static __device__ uint32_t peers_add(uint32_t *count)
{
    uint32_t before;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(count) : "memory");
    return before;
}

/* The number of the exchange that is under way. */
static __device__ uint32_t peers_exchange(const struct peer_count *count)
{
    return *(const volatile uint32_t *)&count->exchanges + 1;
}

/* Waits until all flags have the number of the exchange, which is given; all threads of all blocks that read what it
 * brought. It is counted up when the last of them has read it (peers_count). */
static __device__ uint32_t peers_await(const struct peer_flags *f)
{
    if (f->n == 0)
        return 0;
    const int thread = (int)(threadIdx.y * blockDim.x + threadIdx.x);
    const uint32_t exchange = peers_exchange(f->count);
    if (thread < f->n) {
        const unsigned long long begin = peers_nanoseconds();
        bool waited = false;
        while ((int32_t)(*(volatile uint32_t *)f->flag[thread] - exchange) < 0) {
            waited = true;
            __nanosleep(50);
        }
        (void)peers_load_acquire(f->flag[thread]); /* not in the loop: it empties the cache */
        if (blockIdx.x == 0 && thread == 0 && waited)
            *f->nanoseconds += peers_nanoseconds() - begin; /* one such kernel runs at a time */
    }
    __syncthreads();
    return exchange;
}

static __device__ uint32_t peers_await(const struct transfer_args *a)
{
    return peers_await(&a->awaited);
}

static __device__ uint32_t peers_await(const struct transfer_targets_args *a)
{
    return a->raised.n == 0 ? 0 : peers_exchange(a->raised.count);
}

/* Is this the last of so many blocks to arrive here? It then sees all that the threads of the other blocks wrote before
 * they arrived. All threads of a block get the same answer. */
static __device__ bool peers_are_last(struct peer_count *count, unsigned blocks)
{
    __shared__ bool last;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0)
        last = peers_add(&count->blocks) == blocks - 1;
    __syncthreads();
    return last;
}

/* Called by the last block alone. */
static __device__ void peers_count(struct peer_count *count, uint32_t exchange)
{
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        count->blocks = 0;
        count->exchanges = exchange;
    }
}

static __device__ void peers_raise(const struct peer_flags *f, uint32_t exchange)
{
    const int thread = (int)(threadIdx.y * blockDim.x + threadIdx.x);
    if (thread < f->n)
        peers_store_release(f->flag[thread], exchange);
    peers_count(f->count, exchange);
}

static __device__ void peers_done(const struct transfer_args *a, uint32_t exchange)
{
    if (a->awaited.n > 0 && peers_are_last(a->awaited.count, gridDim.x))
        peers_count(a->awaited.count, exchange);
}

static __device__ void peers_done(const struct transfer_targets_args *a, uint32_t exchange)
{
    if (a->raised.n > 0 && peers_are_last(a->raised.count, gridDim.x))
        peers_raise(&a->raised, exchange);
}

/* Blocks for that many values; of a launch with flags at least one, which sees to them. */
static unsigned peer_blocks_of(int flags, lid values)
{
    unsigned blocks = values > 0 ? (unsigned)((values + PEER_BLOCK - 1) / PEER_BLOCK) : 0;
    if (flags == 0)
        return blocks;
    return blocks < 1 ? 1 : blocks < PEER_BLOCKS ? blocks : (unsigned)PEER_BLOCKS;
}

static unsigned peer_blocks(const struct transfer_args *a, lid values)
{
    return peer_blocks_of(a->awaited.n, values);
}

static unsigned peer_blocks(const struct transfer_targets_args *a, lid values)
{
    return peer_blocks_of(a->raised.n, values);
}

#endif
