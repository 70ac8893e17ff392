/* numa.h: host threads and buffers near the GPU they serve. A host of several
 * processors (NUMA nodes) has each of its GPUs attached to one of them; a rank whose
 * threads run on another one moves its halos through both.
 */
#ifndef UFV_SOLVE_PARALLEL_NUMA_H
#define UFV_SOLVE_PARALLEL_NUMA_H

#include <sched.h>

enum { NUMA_UNKNOWN = -1 };

/* The node that the PCI device `pci` ("0000:3B:00.0", capitals or not) is attached to, 0 or more, and
 * its cores; NUMA_UNKNOWN (*cores is then undefined) where Linux does not tell. sys: "/sys", another
 * folder in tests. Not collective. */
int numa_node_of(const char *sys, const char *pci, cpu_set_t *cores);

/* Keeps this process's threads, those to come too, on the cores near the device; memory
 * follows, as it comes from where it is first written. A binding by the launcher is
 * narrowed, never widened; one to far cores is left, and *far (0 or 1) says so. Returns the device's node,
 * or NUMA_UNKNOWN, and then changes nothing. Not collective. */
int numa_bind(const char *pci, int *far);

#endif
