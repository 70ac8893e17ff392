/* halo_rotations.c: the pack's transforms, by received cell. */
#include "exchange/halo_rotations.h"

#include "mem.h"

#include <string.h>

/* Exactly: translations have the unit matrix to the last digit. Row c / 3, column c % 3 of the
 * rotation. */
static bool is_turned(const struct pack *p, lid transform)
{
    for (int c = 0; c < 9; c++)
        if (p->transform[c * p->n_transforms + transform] != (c % 4 == 0 ? 1.0 : 0.0))
            return true;
    return false;
}

void halo_rotations_create(const struct pack *p, const struct exchange_lists *l, struct halo_rotations *t)
{
    size_t n = 9 * (size_t)p->n_transforms;
    *t = (struct halo_rotations){.n_transforms = (lid)p->n_transforms};
    MEM_NEW(t->transform, l->n_recv);
    MEM_NEW(t->rotation, n);
    for (lid i = 0; i < l->n_recv; i++) {
        t->transform[i] = p->halo_transform[l->recv[i] - p->n_owned];
        t->any = t->any || is_turned(p, t->transform[i]);
    }
    for (size_t c = 0; c < n; c++)
        t->rotation[c] = (real)p->transform[c];
}

void halo_rotations_free(struct halo_rotations *t)
{
    mem_free(t->transform);
    mem_free(t->rotation);
    memset(t, 0, sizeof *t);
}
