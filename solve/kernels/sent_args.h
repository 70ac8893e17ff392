/* sent_args.h: arguments of sweeps whose values go straight to other GPUs.
 */
#ifndef UFV_SOLVE_KERNELS_SENT_ARGS_H
#define UFV_SOLVE_KERNELS_SENT_ARGS_H

#include "kernels/kernel_args.h"
#include "kernels/transfer_args.h"

/* Sweeps whose first rows other GPUs wait for (scheme/implicit_sent.h); index: rows, and lanes along lines. */
struct sent_place {
    lid place; /* of the other rank's x */
    int peer;
    lid row;   /* of this one's; 0 before rows have places (exchange/peer_halo.h) */
};
struct jacobian_sent_args {
    struct jacobian_solve_args solve;
    lid begin, end;      /* rows that are sent; begin is the first of all that are solved */
    lid single;          /* begin .. single - 1 are those of lines of several cells, sent when their lines are solved */
    lid lanes, other_lanes; /* where the lanes of lines end that are sent, and begin of those that are not */
    const lid *first;    /* [end - begin + 1] where each row's places begin */
    const struct sent_place *place;
    jacobian_number *x[PEER_MAX_FLAGS]; /* the other ranks' solve.x, device memory of theirs */
    lid stride[PEER_MAX_FLAGS];         /* and its rows.stride; rows.step is 1 as here */
    struct peer_flags awaited, raised;  /* before and behind the rows that are sent */
};

#endif
