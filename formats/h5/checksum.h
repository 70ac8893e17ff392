/* checksum.h: CRC-32 as zlib has it (polynomial of IEEE 802.3), by the processor's
 * carry-less products where it has them: several times as fast as by tables.
 */
#ifndef UFV_FORMATS_H5_CHECKSUM_H
#define UFV_FORMATS_H5_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The CRC-32 of a text that goes on: of the bytes that `sum` is the CRC-32 of (0: of none), followed by n bytes
 * of data, which may be NULL when n is 0. Any thread. */
uint32_t checksum_add(uint32_t sum, const void *data, size_t n);

#endif
