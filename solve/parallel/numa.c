/* numa.c: which cores stand near a PCI device, as Linux tells in /sys, and the process's threads
 * kept on them. */
#include "parallel/numa.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list such as "0-31,64-95"; 0 when it names no core.
 * Reads as far as it understands; cores beyond CPU_SETSIZE are passed over. */
static int parse_cores(const char *text, cpu_set_t *cores)
{
    CPU_ZERO(cores);
    while (isdigit((unsigned char)*text)) {
        char *end;
        long first = strtol(text, &end, 10), last = first;
        /* A range; a single number is one of itself. */
        if (*end == '-')
            last = strtol(end + 1, &end, 10);
        for (long k = first; k <= last && k < CPU_SETSIZE; k++)
            CPU_SET((size_t)k, cores);
        text = *end == ',' ? end + 1 : end;
    }
    return CPU_COUNT(cores) > 0;
}

/* The first line, which is all that these files have. */
static int read_line(const char *path, char *line, int size)
{
    FILE *f = fopen(path, "r");
    int found = f && fgets(line, size, f) != NULL;
    if (f)
        fclose(f);
    return found;
}

/* sys: "/sys", or a folder of a test. PCI addresses are in lower case there, and CUDA gives them in upper
 * case. */
int numa_node_of(const char *sys, const char *pci, cpu_set_t *cores)
{
    char path[512], line[4096], lower[64];
    size_t n = 0;
    for (; pci[n] && n + 1 < sizeof lower; n++)
        lower[n] = (char)tolower((unsigned char)pci[n]);
    lower[n] = '\0';
    snprintf(path, sizeof path, "%s/bus/pci/devices/%s/numa_node", sys, lower);
    if (!read_line(path, line, sizeof line))
        return NUMA_UNKNOWN;
    int node = (int)strtol(line, NULL, 10);
    snprintf(path, sizeof path, "%s/devices/system/node/node%d/cpulist", sys, node);
    /* -1 is what the kernel says where a machine has one node alone or does not tell. */
    if (node < 0 || !read_line(path, line, sizeof line) || !parse_cores(line, cores))
        return NUMA_UNKNOWN;
    return node;
}

/* Only within the cores that the launcher allows (both): a binding by Slurm or mpirun is narrowed, never
 * widened. *far: none of these cores is near the device.
 * Before any thread is made: threads inherit the binding. */
int numa_bind(const char *pci, int *far)
{
    cpu_set_t close, now, both;
    int node = numa_node_of("/sys", pci, &close);
    *far = 0;
    if (node == NUMA_UNKNOWN || sched_getaffinity(0, sizeof now, &now) != 0)
        return NUMA_UNKNOWN;
    CPU_AND(&both, &now, &close);
    *far = CPU_COUNT(&both) == 0;
    if (!*far && !CPU_EQUAL(&both, &now))
        sched_setaffinity(0, sizeof both, &both); /* when it fails the threads stay where they were */
    return node;
}
