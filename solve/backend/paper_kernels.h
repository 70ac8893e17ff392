/* paper_kernels.h: launchers of the kernels of `pipeline = paper`, by back end; work
 * goes into STREAM_COMPUTE.
 */
#ifndef UFV_SOLVE_BACKEND_PAPER_KERNELS_H
#define UFV_SOLVE_BACKEND_PAPER_KERNELS_H

#include "backend/backend.h"
#include "kernels/paper/paper_args.h"

struct paper_update_args;

struct paper_kernels {
    /* body(i, a) for i = begin .. end - 1 */
#define KERNEL(name, args, call) void (*name)(lid begin, lid end, const struct args *a);
#include "kernels/paper/paper_list.inc"
#undef KERNEL
    /* By colours through shared memory (paper 3, Algorithms 7 and 8), as sum_face_colour
     * and extremes_face_colour; NULL on the CPU, which has no such memory. */
    void (*sum_face_shared)(lid begin, lid end, const struct paper_args *a);
    void (*extremes_face_shared)(lid begin, lid end, const struct paper_args *a);
};

#ifdef __cplusplus
extern "C" {
#endif

extern const struct paper_kernels paper_kernels_cpu;

/* Those of the CUDA back end; NULL in builds without it. */
const struct paper_kernels *paper_kernels_cuda(void);

#ifdef __cplusplus
}
#endif

#endif
