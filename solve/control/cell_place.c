/* cell_place.c: a cell by its global id, its centroid and the patch that it touches, for messages. */
#include "control/cell_place.h"

#include "mem.h"

#include <stdio.h>

/* Of the first boundary face of the cell that is not on a side of a plane mesh; -1: it has none.
 * The cells of faces are on the device alone; one download for a message is cheaper than a copy kept
 * all the time. */
static int patch_of_cell(const struct domain *d, lid cell)
{
    int patch = -1;
    lid *left = mem_alloc("left", (size_t)d->view.n_boundary, sizeof *left);
    d->backend->download(left, d->view.left, (size_t)d->view.n_boundary * sizeof *left);
    for (lid b = 0; b < d->view.n_boundary && patch < 0; b++)
        if (left[b] == cell) {
            patch = domain_patch_of_face(d, b);
            if (patch >= 0 && domain_patch_is_everywhere(d, patch))
                patch = -1;
        }
    mem_free(left);
    return patch;
}

/* The number is the global one, as in results and in ufv-post. */
void cell_place(const struct domain *d, lid cell, char text[CELL_PLACE_SIZE])
{
    const struct pack *p = &d->pack;
    int patch = patch_of_cell(d, cell);
    snprintf(text, CELL_PLACE_SIZE, "cell %" PRI_GID " at (%.6g, %.6g, %.6g)%s%s", p->cell_gid[cell], p->centroid[cell],
             p->centroid[p->n_slots + cell], p->centroid[2 * p->n_slots + cell], patch >= 0 ? " on patch " : "",
             patch >= 0 ? p->patch[patch].name : "");
}
