/* rank_place.h: where a rank runs: which GPU, or how many threads on which cores.
 */
#ifndef UFV_SOLVE_RUN_RANK_PLACE_H
#define UFV_SOLVE_RUN_RANK_PLACE_H

#include "backend/backend.h"
#include "parallel/comm.h"

struct rank_place {
    int device_number; /* among those the process may see (CUDA_VISIBLE_DEVICES); -1 on the CPU */
    int numa_node;     /* that the GPU is attached to; -1: not known */
    int far;           /* the launcher has bound the rank to cores of another node */
    int cores;         /* that the rank's threads may use */
};

/* The back end that --device (auto, cpu or cuda) and --threads (0: a share of the host's cores) ask
 * for; ranks of a host take its GPUs in turn. Binds the process's threads to cores near the GPU, hence
 * to be called before anything large is allocated. NULL with error_set() when there is no such device.
 * The back end is a static object. Not collective. */
const struct backend *rank_place_choose(const char *device, long threads, const struct comm *comm,
                                        struct rank_place *place);

#endif
