/* peers.h: the neighbours of a rank whose receive buffers it can write to, and who
 * can write to its own: those on other GPUs of the same host (peer.h).
 *
 * Each rank has two receive buffers, used by turns, and a flag per neighbour. Two
 * are enough: a neighbour writes for exchange e + 2 after it has seen this rank's
 * flag of e + 1, which this rank raised after unpacking e.
 */
#ifndef UFV_SOLVE_PEERS_H
#define UFV_SOLVE_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct peers;

/* Collective between neighbours (rank[n], every one of which calls it too). Offers
 * two buffers of `bytes` each and tries to reach those of the neighbours. Never
 * NULL; reaches nobody where there is no CUDA. */
struct peers *peers_create(int n, const int *rank, size_t bytes);

/* Collective over all ranks. */
void peers_free(struct peers *p);

/* Do neighbour k and this rank reach one another? The same answer on both sides. */
bool peers_reach(const struct peers *p, int k);
int peers_count(const struct peers *p);

/* Collective between neighbours that reach one another. place[k]: where in this
 * rank's buffers neighbour k is to write, bytes. */
void peers_agree(struct peers *p, const size_t *place);

/* Begins the next exchange: the other of the two buffers is in use from now on. */
void peers_next(struct peers *p);

/* Which of them is in use? */
bool peers_second_buffer(const struct peers *p);

/* This rank's buffer of the exchange, and where neighbour k's part goes; device. */
void *peers_own(const struct peers *p);
void *peers_target(const struct peers *p, int k);

/* In the queue: tells all neighbours that are reached that their parts are there;
 * and waits until theirs are here. */
void peers_raise(struct peers *p, int queue);
void peers_await(struct peers *p, int queue);

/* s that queues have waited for neighbours' flags so far. */
double peers_seconds_awaited(const struct peers *p);

#endif
