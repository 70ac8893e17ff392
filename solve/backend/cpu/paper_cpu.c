/* paper_cpu.c: OpenMP loops around the papers' kernels. */
#include "backend/cpu/backend_cpu.h"
#include "backend/paper_profile.h"

#include "kernels/paper/paper_update.h"

/* As published the papers' loops are loops over single items: no slices, no blocks and no `omp simd`. */
#define KERNEL(name, args, call)                                                                   \
    static void launch_##name(lid begin, lid end, const struct args *a)                           \
    {                                                                                              \
        paper_profile_begin();                                                                     \
        _Pragma("omp parallel for schedule(static) if (end - begin > SERIAL_BELOW)")               \
        for (lid i = begin; i < end; i++)                                                          \
            call;                                                                                  \
        paper_profile_end(PAPER_##name);                                                           \
    }
#include "kernels/paper/paper_list.inc"
#undef KERNEL

const struct paper_kernels paper_kernels_cpu = {
#define KERNEL(name, args, call) .name = launch_##name,
#include "kernels/paper/paper_list.inc"
#undef KERNEL
};
