/* host_pack.h: halo messages packed and unpacked by the CPU, as the papers compare it
 * with the GPU: the cells that are sent come to the host as whole stretches of the
 * state, and what was received goes back as the whole halo.
 *
 *   device   q [variable][... first_sent ... n_owned | halo ...]
 *                         `---- download ----'   ^
 *   host     mirror, packed into messages        `-- upload of the mirror's halo
 */
#ifndef UFV_SOLVE_HOST_PACK_H
#define UFV_SOLVE_HOST_PACK_H

#include "domain.h"
#include "exchange_lists.h"

struct host_pack;

/* unpack: the device's, whose state is mirrored. send, recv: the messages, [entries]
 * [n_variables] on the host, borrowed. */
struct host_pack *host_pack_create(const struct domain *d, const struct exchange_lists *l,
                                   const struct transfer_args *unpack, real *send, real *recv);
void host_pack_free(struct host_pack *h);

/* In the queue: the stretches that hold what is sent. */
void host_pack_download(struct host_pack *h, int queue);

/* What was downloaded into the messages; images of own cells straight into what is received. */
void host_pack_send(struct host_pack *h);

/* What was received, in the queue, into the halo. */
void host_pack_receive(struct host_pack *h, int queue);

#endif
