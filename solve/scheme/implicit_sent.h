/* implicit_sent.h: sweeps whose values go straight into the halos of the ranks that wait for them
 * (exchange/peer_halo.h): a colour is one launch, whose first blocks solve the rows that are sent.
 *
 *   wait for the neighbours' values of the colour before | solve, write here and there | raise flags
 *   meanwhile the others, which read no halo
 *
 * Lines of several cells are solved by a second launch, which then sends those that are sent and raises the flags.
 *
 * One array is enough. A neighbour writes a colour's new values over those that this rank has read only when it has
 * seen this rank's flag of the colour before: raised when all rows that read the halo had been solved up to then, and
 * rows of the same colour do not read one another. Before the first colour flags say that x is zero everywhere.
 */
#ifndef UFV_SOLVE_SCHEME_IMPLICIT_SENT_H
#define UFV_SOLVE_SCHEME_IMPLICIT_SENT_H

#include "exchange/peer_halo.h"
#include "scheme/implicit_rows.h"

struct implicit_sent {
    const struct backend *backend;       /* borrowed */
    struct peer_halo *halo;              /* owned; x is its array */
    int n_colours;
    lid *first;                          /* device, owned: jacobian_sent_args.first of all colours one after another */
    struct sent_place *place;            /* [halo->n_values] device, owned: in the order of rows */
    struct jacobian_sent_args *colour;   /* [n_colours] owned; `solve` is the caller's to fill */
};

/* Collective. n_variables: of x. rows: borrowed while this runs. NULL on all ranks where a rank cannot have it, or
 * shares a line with another: its cells there read one another, so that one would be overwritten while the other reads
 * it. */
struct implicit_sent *implicit_sent_create(const struct domain *d, enum exchange_mode mode,
                                           const struct implicit_rows *rows, int n_variables);

/* Collective. NULL is allowed on all ranks. */
void implicit_sent_free(struct implicit_sent *s);

/* Collective. Before the first colour: says to the others that x is zero; behind the last colour: waits until the
 * halo's values are there. Both in the compute stream: each rank's stream waits there for the others' calls, the host
 * does not. */
void implicit_sent_begin(const struct implicit_sent *s);
void implicit_sent_end(const struct implicit_sent *s);

#endif
