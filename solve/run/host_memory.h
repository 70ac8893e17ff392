/* host_memory.h: memory of this host that a process may still take. */
#ifndef UFV_SOLVE_RUN_HOST_MEMORY_H
#define UFV_SOLVE_RUN_HOST_MEMORY_H

#include <stdint.h>

/* Bytes: the least of what the kernel calls available, what the control groups
 * of this process leave (batch systems set those), and what its address-space
 * limit leaves (ulimit -v). Linux; INT64_MAX when nothing can be read. Not collective. */
int64_t host_memory_available(void);

/* Of that the kernel's and the control groups' part, from the files proc/meminfo, proc/self/cgroup and
 * sys/fs/cgroup under the folder `root` ("" for those of this host). What cannot be read does not limit. */
int64_t host_memory_of(const char *root);

#endif
