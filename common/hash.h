/* hash.h: mixing the bits of whole numbers for hash tables, and numbers that stand for bytes. */
#ifndef UFV_COMMON_HASH_H
#define UFV_COMMON_HASH_H

#include <stddef.h>
#include <stdint.h>

/* 2^64 over the golden ratio, for multiplicative hashing (Knuth, The Art of Computer Programming, volume 3, section
 * 6.4): the upper bits of a product are the well mixed ones. */
#define HASH_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* Mixes all bits of v into all bits of the result, one to one: the finalizer of SplitMix64 (Steele, Lea & Flood
 * 2014). */
static inline uint64_t hash_mix(uint64_t v)
{
    v = (v ^ v >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    v = (v ^ v >> 27) * UINT64_C(0x94d049bb133111eb);
    return v ^ v >> 31;
}

/* FNV-1a of 64 bits (Fowler, Noll & Vo 1991): adds data[n] to the hash so far, which is HASH_BYTES_BEGIN at first. The
 * same bytes give the same hash on every machine. */
#define HASH_BYTES_BEGIN UINT64_C(0xcbf29ce484222325)
static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t n)
{
    const unsigned char *byte = (const unsigned char *)data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
