/* rank_place.c: a GPU per rank of a host, counted round; else threads, as many as the launcher's
 * binding and the other ranks of the host leave. */
#include "run/rank_place.h"

#include "backend/peer_memory.h"
#include "error.h"
#include "parallel/numa.h"
#include "threads.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* That this process's threads may use. */
static int allowed_cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* Cores of this process shared among the ranks that may run on them. */
static int default_threads(const struct comm *comm)
{
    if (getenv("OMP_NUM_THREADS"))
        return 0;
    int mine = allowed_cores(), all = (int)sysconf(_SC_NPROCESSORS_ONLN);
    int threads = mine >= all ? mine / comm->node_size : mine; /* bound by mpirun: all of its own */
    return threads > 1 ? threads : 1;
}

/* One of `count` that this process may see. Threads go near it before anything is
 * allocated, so that pinned buffers are near too. */
static const struct backend *choose_gpu(const struct comm *comm, int count, struct rank_place *place)
{
    char address[32];
    if (threads_start("ufv-solve", 0) != 0)
        return NULL;
    place->device_number = comm->node_rank % count;
    if (peer_memory_device_address(place->device_number, address, sizeof address))
        place->numa_node = numa_bind(address, &place->far);
    return backend_cuda(place->device_number);
}

/* auto: a GPU where there is one. "cuda" without a GPU is an error and not a run on the CPU. */
static const struct backend *choose(const char *device, long threads, const struct comm *comm,
                                    struct rank_place *place)
{
    /* With cpu the driver is not asked at all. */
    int count = strcmp(device, "cpu") == 0 ? 0 : backend_cuda_count();
    if (strcmp(device, "cuda") == 0 || (strcmp(device, "auto") == 0 && count > 0)) {
        if (count > 0)
            return choose_gpu(comm, count, place);
        error_set("--device cuda: no GPU can be used on %s (rank %d); see nvidia-smi, or use --device cpu", comm->host,
                  comm->rank);
        return NULL;
    }
    if (strcmp(device, "cpu") != 0 && strcmp(device, "auto") != 0) {
        error_set("--device %s: not one of auto, cpu, cuda%s", device,
                  strncmp(device, "gpu", 3) == 0 || strncmp(device, "cuda", 4) == 0
                      ? "; write cuda (CUDA_VISIBLE_DEVICES chooses among several GPUs)"
                      : "");
        return NULL;
    }
    if (threads_start("ufv-solve", threads > 0 ? threads : default_threads(comm)) != 0)
        return NULL;
    return backend_cpu(0);
}

/* cores is counted behind choose(), which may have bound this process. */
const struct backend *rank_place_choose(const char *device, long threads, const struct comm *comm,
                                        struct rank_place *place)
{
    *place = (struct rank_place){.device_number = -1, .numa_node = -1};
    const struct backend *backend = choose(device, threads, comm, place);
    place->cores = allowed_cores();
    return backend;
}
