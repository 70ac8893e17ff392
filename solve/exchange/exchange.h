/* exchange.h: halo values of the state, one message per neighbour. Images behind
 * periodic faces are halo cells like others; those of a rank's own cells are copied
 * on the device, and the velocities of rotated ones turn when they are unpacked.
 *
 *   compute stream   ... update |---- inner nodes, inner gradients ----------------------|wait| fluxes ...
 *   transfer stream             | pack | download |        | upload | unpack |
 *   host                                          | Isend ... Waitall |
 *   stream beside                                                            | halo, its gradients |
 *
 * In mode peer neighbours on other GPUs of the host are written to (peer_links.h): pack
 * goes straight into their buffers, and the host waits for nothing.
 *
 *   compute stream   ... update |---- inner nodes, inner gradients --------------------|wait| fluxes ...
 *   transfer stream             | pack, raise flags | await flags, unpack |
 *   stream beside                                                         | halo, its gradients |
 *
 * "Collective between neighbours": each rank's call returns only when its neighbours have
 * made theirs, the same number of times in the same order. All is for the host thread.
 */
#ifndef UFV_SOLVE_EXCHANGE_EXCHANGE_H
#define UFV_SOLVE_EXCHANGE_EXCHANGE_H

#include "mesh/domain.h"

enum exchange_mode {
    EXCHANGE_BLOCKING,
    EXCHANGE_STAGED,
    EXCHANGE_STAGED_CPU_PACK, /* staged, packed and unpacked by the host (cpu_packing.h) */
    EXCHANGE_CUDA_AWARE,      /* staged without the copies: MPI takes the device's buffers */
    EXCHANGE_PEER
};

struct exchange;

/* The mode of a name of --exchange; fails with a sentence on those that this run
 * cannot do. "auto" is peer on GPUs and staged on CPUs. Not collective. */
int exchange_mode_from_name(const char *name, bool on_gpus, enum exchange_mode *mode);

/* The name on the command line. A static string. Not collective. */
const char *exchange_mode_name(enum exchange_mode mode);

/* What is exchanged: an array of values at cells. */
struct exchange_array {
    real *q;             /* on the device, borrowed until exchange_free() */
    float *numbers;      /* in place of q, where not NULL; likewise */
    int n_variables;     /* of more than three number 1 to 3 are a vector, which turns behind rotated periodic faces */
    lid stride, step;    /* variable v of the place p stands at q[v stride + p step] */
    const lid *place;    /* [n_cells] host: place of a cell; NULL: its slot */
    const uint8_t *part; /* [n_cells] host: of each cell, which of several exchanges it belongs to; NULL: all
                            to this one. The same on the rank that owns it and on those that have it in their halo */
    int number;          /* which one this is */
};

/* For an array (borrowed, as d is, until exchange_free(), place and part only while this runs). layers: of the
 * halo that are exchanged, 1 (face neighbours), 2, or 3 (also the cells that only gradients about nodes need).
 * mode, layers, n_variables and number are the same on all ranks. Collective in mode peer, whose neighbours
 * on other hosts or on the same GPU are sent messages; in the other modes not. Places are not for mode
 * staged-cpu-pack, which becomes staged. Never NULL; memory that cannot be had is FATAL. Several may exist; one
 * exchange is finished before the next begins. */
struct exchange *exchange_create(const struct domain *d, enum exchange_mode mode, int layers,
                                 struct exchange_array array);

/* Collective over all ranks in mode peer, else not. NULL is allowed on all ranks. */
void exchange_free(struct exchange *x);

/* What is done: staged where peer reaches nobody. Not collective; ranks may differ. */
enum exchange_mode exchange_mode(const struct exchange *x);

/* No cell's value goes anywhere: a rank without neighbours and images. Not collective. */
bool exchange_is_nothing(const struct exchange *x);

/* Collective between neighbours. Begins when the work in the compute stream is done. What
 * is put into the stream `stream` after exchange_finish() begins when the halo's values are there.
 * Between the calls the values of cells that are sent may be read but not changed; the halo's neither. */
void exchange_begin(struct exchange *x);
void exchange_finish(struct exchange *x, int stream);

/* Can exchanges be recorded into a CUDA graph (backend.h) and run again? Only where the host has no part in
 * them: none with messages. Not collective; ranks may differ. */
bool exchange_can_be_in_graph(const struct exchange *x);

/* Which of two receive buffers the last exchange used: recorded ones run again only where it is what it was
 * before they were recorded. Not collective. */
bool exchange_second_buffer(const struct exchange *x);

/* n recorded exchanges are about to run again. Not collective, but neighbours that reach one another must
 * have counted the same number when they next exchange. */
void exchange_replayed(struct exchange *x, int64_t n);

/* Figures for reports, of this rank since they were reset. */
struct exchange_figures {
    int neighbours;
    int64_t bytes_sent;    /* per exchange, this rank */
    int64_t exchanges;
    double seconds_wait;   /* s; host waiting for messages */
    double seconds_total;  /* s; host inside begin and finish */
    double seconds_flags;  /* s; mode peer: the transfer stream waiting for neighbours, hidden behind inner work
                              or not */
};

/* Not collective. */
struct exchange_figures exchange_figures(const struct exchange *x);
void exchange_reset_figures(struct exchange *x);

#endif
