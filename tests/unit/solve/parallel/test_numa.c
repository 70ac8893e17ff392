/* Which cores are near a GPU, from a made-up /sys of a host with two processors; and a
 * binding that narrows what the launcher has given. */
#include "check.h"

#include "parallel/numa.h"
#include "pipeline.h"

#include <limits.h>
#include <stdio.h>

static char root[PATH_MAX - 200];

/* As Linux has it: the node of a PCI device in numa_node (-1: not known), the cores of a node in cpulist as ranges. */
static void make_sys(void)
{
    snprintf(root, sizeof root, "%s/sys", pipeline_scratch());
    CHECK(pipeline_run("mkdir -p %s/bus/pci/devices/0000:3b:00.0 %s/bus/pci/devices/0000:d8:00.0 "
                       "%s/bus/pci/devices/0000:01:00.0 %s/devices/system/node/node0 %s/devices/system/node/node1",
                       root, root, root, root, root) == 0, "folders");
    CHECK(pipeline_run("cd %s && echo 0 >bus/pci/devices/0000:3b:00.0/numa_node && "
                       "echo 1 >bus/pci/devices/0000:d8:00.0/numa_node && "
                       "echo -1 >bus/pci/devices/0000:01:00.0/numa_node && "
                       "echo 0-3,8-11 >devices/system/node/node0/cpulist && "
                       "echo 4-7,12 >devices/system/node/node1/cpulist", root) == 0, "files");
}

/* CUDA writes addresses in capitals, /sys in small letters. */
static void cores_of_a_device(void)
{
    cpu_set_t cores;
    make_sys();
    CHECK(numa_node_of(root, "0000:3B:00.0", &cores) == 0 && CPU_COUNT(&cores) == 8, "node 0");
    for (size_t k = 0; k < 16; k++)
        CHECK(!!CPU_ISSET(k, &cores) == (k < 4 || (k >= 8 && k < 12)), "core %d", (int)k);
    CHECK(numa_node_of(root, "0000:D8:00.0", &cores) == 1 && CPU_COUNT(&cores) == 5 && CPU_ISSET(12, &cores), "node 1");
}

/* Then nothing is bound and nothing is called far. */
static void nothing_known(void)
{
    cpu_set_t cores;
    int far = 1;
    CHECK(numa_node_of(root, "0000:01:00.0", &cores) == NUMA_UNKNOWN, "a virtual machine says -1");
    CHECK(numa_node_of(root, "0000:99:00.0", &cores) == NUMA_UNKNOWN, "no such device");
    CHECK(numa_bind("ffff:ff:1f.7", &far) == NUMA_UNKNOWN && far == 0, "no such device on this host");
}

int main(void)
{
    CASE(cores_of_a_device);
    CASE(nothing_known);
    return check_end();
}
