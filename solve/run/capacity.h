/* capacity.h: will the case fit into the memory there is? Worked out from the
 * counts of the packs and the arrays of the case, before anything large is
 * allocated.
 */
#ifndef UFV_SOLVE_RUN_CAPACITY_H
#define UFV_SOLVE_RUN_CAPACITY_H

#include "backend/backend.h"
#include "case/case_file.h"
#include "parallel/comm.h"

/* Bytes that one rank needs. */
struct capacity_need {
    int64_t device; /* arrays of the mesh and the flow, message buffers */
    int64_t host;   /* the most at any time, device included where that is the host's memory */
};

/* p: counts and neighbours of a pack; its arrays are not looked at. device_is_host: kernels run on the CPU. Not
 * collective. */
struct capacity_need capacity_estimate(const struct pack *p, const struct case_file *c, bool device_is_host);

/* What one rank needs and sees; a place is a GPU or a host's memory. */
struct capacity_row {
    char host[64], device[256], device_id[64];
    struct capacity_need need;
    int64_t device_free, host_free; /* bytes */
};

/* Checks row[n] of all ranks: nonzero with error_set() when the ranks of some GPU or host together need more than is
 * free there; the message says how many GPUs or hosts would do. Not collective. */
int capacity_judge(const struct capacity_row *row, int n);

/* Collective. The above for the packs of this run, before anything large is allocated. On all ranks nonzero with
 * error_set() when there is too little memory or a pack cannot be read. */
int capacity_check(const char *packs, const struct case_file *c, const struct comm *comm,
                   const struct backend *backend);

#endif
