/* host_memory.h: memory of this host that a process may still take. */
#ifndef UFV_SOLVE_RUN_HOST_MEMORY_H
#define UFV_SOLVE_RUN_HOST_MEMORY_H

#include <stdint.h>

/* Bytes: the least of what the kernel calls available, what the control groups
 * of this process leave (batch systems set those), and what its address-space
 * limit leaves (ulimit -v). Linux; INT64_MAX when nothing can be read. Not collective. */
int64_t host_memory_available(void);

#endif
