/* transfer_args.h: arguments of the kernels that pack and unpack halo messages (kernels/transfer.h), and of what orders
 * them where GPUs write to one another.
 */
#ifndef UFV_SOLVE_KERNELS_TRANSFER_ARGS_H
#define UFV_SOLVE_KERNELS_TRANSFER_ARGS_H

#include "arithmetic/real.h"
#include "types.h"

/* Flags in the memory of GPUs of this host that write to one another (backend/peer_memory.h); on CPUs n is 0. */
enum { PEER_MAX_FLAGS = 64 };

/* How often: device, one for what is raised and one for what is awaited. */
struct peer_count {
    uint32_t exchanges; /* counted on the device, so that what is recorded once can run often */
    uint32_t blocks;    /* of the launch under way, that have done their part */
};

struct peer_flags {
    int n;                          /* 0: none */
    uint32_t *flag[PEER_MAX_FLAGS];
    struct peer_count *count;
    unsigned long long *nanoseconds; /* device; time that was waited is added. NULL of flags that are raised */
};

/* Values of listed cells into a message buffer, and out of it; index: values of
 * the list; [n][n_variables], so that a neighbour's part is one piece. */
struct transfer_args {
    lid n_slots;
    int n_variables;
    lid step;        /* variable v of cell c stands at q[v n_slots + c step]; 1 for the state */
    const lid *cell; /* [n] */
    real *q;         /* [n_variables][n_slots] */
    float *numbers;  /* in place of q, where not NULL */
    real *buffer;    /* [n][n_variables] */
    const lid *transform;  /* [n] transform of each entry, for images that turn; else NULL */
    const real *rotation;  /* [9][n_transforms] by rows; of velocities only */
    lid n_transforms;
    struct peer_flags awaited; /* before values are unpacked */
};

/* The same into the buffers of several ranks: entries begin[k] .. begin[k + 1] - 1 of the list to
 * target[k]; index: values of entries begin[0] .. begin[n] - 1. */
struct transfer_targets_args {
    struct transfer_args pack; /* its buffer: not used */
    lid begin[PEER_MAX_FLAGS + 1]; /* entries of the list, ascending */
    real *target[PEER_MAX_FLAGS];  /* device memory of the other ranks; target[k] gets its first entry first */
    struct peer_flags raised;      /* when all values are there */
};

/* Plain copy, to measure the bandwidth by; index: words. */
struct UFV_ALIGN(16) copy_word {
    double number[2];
};
struct copy_args {
    const struct copy_word *from;
    struct copy_word *to;
};

#endif
