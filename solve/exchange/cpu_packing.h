/* cpu_packing.h: halo messages packed and unpacked by the CPU, as the papers compare it
 * with the GPU: the cells that are sent come to the host as whole stretches of the
 * state, and what was received goes back as the whole halo.
 *
 *   device   q [variable][... first_sent ... n_owned | halo ...]
 *                         `---- download ----'   ^
 *   host     mirror, packed into messages        `-- upload of the mirror's halo
 *
 * Nothing here is collective; exchange.c sends the messages. stream: a stream of the back end.
 */
#ifndef UFV_SOLVE_EXCHANGE_CPU_PACKING_H
#define UFV_SOLVE_EXCHANGE_CPU_PACKING_H

#include "mesh/domain.h"
#include "exchange/exchange_lists.h"
#include "kernels/transfer_args.h"

struct cpu_packing;

/* unpack: the device's arguments, whose state is mirrored. send, recv: the messages, [entries]
 * [n_variables] on the host. All but d are borrowed until cpu_packing_free(). Never NULL.
 * Downloads the halo once, so that what is uploaded whole later on has the values of layers that are
 * not exchanged. */
struct cpu_packing *cpu_packing_create(const struct domain *d, const struct exchange_lists *l,
                                       const struct transfer_args *unpack, real *send, real *recv);

/* send and recv stay the caller's. NULL is allowed. */
void cpu_packing_free(struct cpu_packing *h);

/* Into the stream: the download of the stretches that hold what is sent. */
void cpu_packing_download(struct cpu_packing *h, int stream);

/* What was downloaded into the messages, once the stream is done; images of own cells straight into what
 * is received. */
void cpu_packing_send(struct cpu_packing *h);

/* Once the messages are there: into the mirror, and by the stream into the halo. */
void cpu_packing_receive(struct cpu_packing *h, int stream);

#endif
