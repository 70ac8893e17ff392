/* peer_links.h: the neighbours of a rank whose receive buffers it can write to, and who
 * can write to its own: those on other GPUs of the same host (backend/peer_memory.h).
 *
 * Each rank has two receive buffers, used by turns, and a flag per neighbour. Two
 * are enough where values are packed and unpacked: a neighbour writes for exchange e + 2 after it has seen this rank's
 * flag of e + 1, which this rank raised after unpacking e.
 *
 * k is the number of a neighbour as given to peer_links_create(), 0 <= k < n. Unless it says
 * otherwise a function is not collective. stream: a stream of the back end.
 */
#ifndef UFV_SOLVE_EXCHANGE_PEER_LINKS_H
#define UFV_SOLVE_EXCHANGE_PEER_LINKS_H

#include "kernels/transfer_args.h"

#include <stdbool.h>
#include <stddef.h>

struct peer_links;

/* Collective between neighbours (rank[n], every one of which calls it too). Offers one
 * or two buffers of `bytes` each and tries to reach those of the neighbours. Never
 * NULL; reaches nobody where there is no CUDA. rank[k] may be MPI_PROC_NULL, which is not reached. */
struct peer_links *peer_links_create(int n, const int *rank, size_t bytes, int n_buffers);

/* Collective over all ranks: none frees what another has open. NULL is allowed on all ranks. */
void peer_links_free(struct peer_links *p);

/* Can neighbour k and this rank write into one another's memory? Both sides get the same answer. */
bool peer_links_reach(const struct peer_links *p, int k);

/* Collective between neighbours that reach one another. place[k]: where in this
 * rank's buffers neighbour k is to write, bytes. */
void peer_links_agree(struct peer_links *p, const size_t *place);

/* Begins the next exchange: the other of two buffers is in use from now on. Both ends of a link
 * must have called it the same number of times. */
void peer_links_next(struct peer_links *p);

/* Which of them is in use? */
bool peer_links_second_buffer(const struct peer_links *p);

/* This rank's buffer of the exchange, NULL where it can offer none, and where in neighbour k's, which is reached, this
 * rank's part goes; device, borrowed. */
void *peer_links_own(const struct peer_links *p);
void *peer_links_target(const struct peer_links *p, int k);

/* For the kernel that writes to all neighbours that are reached: the flags that tell them that their parts are there;
 * and for that which reads: those that say that theirs are here. Borrowed. */
struct peer_flags peer_links_raised(const struct peer_links *p);
struct peer_flags peer_links_awaited(const struct peer_links *p);

/* s that streams have waited for neighbours' flags so far. */
double peer_links_seconds_awaited(const struct peer_links *p);

#endif
