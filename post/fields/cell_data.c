/* cell_data.c: halo values are looked up by global id in the fields of the ranks that own them; a periodic image
 * turns its velocity.
 *
 * The packs' exchange lists say which ranks to read, but not where: fields stand in the order of the owner's cells,
 * which only the owner's pack knows. Ids are in both files, so that pack need not be read.
 */
#include "fields/cell_data.h"

#include "error.h"
#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* A halo cell by its global id. */
struct wanted {
    gid id;
    lid cell;
};

static int by_id(const void *a, const void *b)
{
    const struct wanted *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->cell < y->cell ? -1 : x->cell > y->cell;
}

/* The first entry of that id, or n. */
static int64_t find_wanted(const struct wanted *w, int64_t n, gid id)
{
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (w[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Takes what a neighbour owns of the wanted cells. A cell may be wanted for
 * several places. */
static int take_fields(struct cell_data *d, const struct pack_neighbour *nb, const struct wanted *w, int64_t n,
                       const struct solution *s)
{
    /* The neighbour's fields are asked for by the names that this rank has: the order of fields may differ between
     * files, and a missing one is told before anything is copied. */
    int64_t n_found = 0;
    for (int f = 0; f < d->s->n_fields; f++)
        if (!solution_field(s, d->s->field[f].name))
            return error_set("%s/rank-%05d.h5: there is no field %s, which rank %d has; use another fields folder",
                             d->r->folder, nb->rank, d->s->field[f].name, (int)d->s->rank);
    for (int64_t i = 0; i < s->n_cells; i++)
        for (int64_t k = find_wanted(w, n, s->cell_gid[i]); k < n && w[k].id == s->cell_gid[i]; k++) {
            n_found++;
            for (int f = 0; f < d->s->n_fields; f++)
                d->halo[f * d->n + w[k].cell] = solution_field(s, d->s->field[f].name)[i];
        }
    /* Every wanted cell must have been met, and once: a folder that mixes the files of two partitions has cells missing
     * here, or cells twice. */
    if (n_found != n)
        return error_set("%s/rank-%05d.h5: has %" PRId64 " of the %" PRId64 " cells that rank %d shares with it; use "
                         "another fields folder", d->r->folder, nb->rank, n_found, n, (int)d->s->rank);
    return 0;
}

/* Takes the values of one neighbour, so that the fields of only one are in memory at a time. */
static int take_neighbour(struct cell_data *d, const struct pack_neighbour *nb)
{
    /* recv_begin[l] .. recv_begin[l + 1] - 1 are the cells of layer l; all three layers are wanted here. */
    int64_t n = nb->recv_begin[3] - nb->recv_begin[0];
    struct wanted *w;
    struct solution s;
    TRY(results_read_fields(d->r, nb->rank, &s));
    MEM_NEW(w, n);
    for (int64_t k = 0; k < n; k++) {
        lid cell = d->p->recv_cell[nb->recv_begin[0] + k];
        w[k] = (struct wanted){.id = d->p->cell_gid[cell], .cell = cell};
    }
    qsort(w, (size_t)n, sizeof *w, by_id);
    int status = take_fields(d, nb, w, n, &s);
    mem_free(w);
    solution_free(&s);
    return status;
}

/* Velocities of periodic images turn with their transform. */
static void turn_images(struct cell_data *d)
{
    static const char *const name[3] = {"velocity_x", "velocity_y", "velocity_z"};
    const struct pack *p = d->p;
    double *v[3] = {NULL, NULL, NULL};
    for (int f = 0; f < d->s->n_fields; f++)
        for (int c = 0; c < 3; c++)
            if (strcmp(d->s->field[f].name, name[c]) == 0)
                v[c] = d->halo + f * d->n;
    for (int64_t i = 0; v[0] && v[1] && v[2] && i < p->n_recv; i++) {
        lid t = p->halo_transform[i];
        /* Halo cells follow the owned ones, so that entry i of halo_transform is cell n_owned + i. Transform 0 is the
         * identity; transform: [9][n_transforms], row by row. Pressure and density are scalars and stay. */
        int64_t cell = p->n_owned + i;
        const double was[3] = {v[0][cell], v[1][cell], v[2][cell]};
        for (int c = 0; t != 0 && c < 3; c++) {
            v[c][cell] = 0;
            for (int k = 0; k < 3; k++)
                v[c][cell] += p->transform[(3 * c + k) * p->n_transforms + t] * was[k];
        }
    }
}

/* halo: [n_fields][n_cells], own values in front, so that fields with and without halo are read alike. */
static int take_halo(struct cell_data *d)
{
    d->n = d->p->n_cells;
    MEM_NEW_ZERO(d->halo, d->s->n_fields * d->n);
    for (int f = 0; f < d->s->n_fields; f++) {
        memcpy(d->halo + f * d->n, d->s->field[f].value, (size_t)d->p->n_owned * sizeof(double));
        d->field[f] = d->halo + f * d->n;
    }
    for (int k = 0; k < d->p->n_neighbours; k++)
        TRY(take_neighbour(d, &d->p->neighbour[k]));
    turn_images(d);
    return 0;
}

/* Of owned cells and layer 1, which have all their neighbours here. */
static int make_gradient(struct cell_data *d)
{
    const double *velocity[3] = {cell_data_field(d, "velocity_x"), cell_data_field(d, "velocity_y"),
                                 cell_data_field(d, "velocity_z")};
    if (!velocity[0] || !velocity[1] || !velocity[2])
        return error_set("%s/rank-%05d.h5: there is no velocity to take gradients of; leave out vorticity and "
                         "q_criterion", d->r->folder, (int)d->s->rank);
    MEM_NEW(d->gradient, 9 * d->p->n_stencil);
    gradient_least_squares(d->p, velocity, d->gradient);
    return 0;
}

/* r, p, s are borrowed as long as d lives. The halo is read only where it is needed: it multiplies reading by
 * the number of neighbours. */
int cell_data_read(const struct results *r, const struct pack *p, const struct solution *s, unsigned need,
                   struct cell_data *d)
{
    *d = (struct cell_data){.r = r, .p = p, .s = s, .n = p->n_owned};
    for (int f = 0; f < s->n_fields; f++)
        d->field[f] = s->field[f].value;
    int status = 0;
    if (need & (CELL_DATA_HALO | CELL_DATA_GRADIENT))
        status = take_halo(d);
    if (status == 0 && (need & CELL_DATA_GRADIENT))
        status = make_gradient(d);
    if (status != 0)
        cell_data_free(d);
    return status;
}

void cell_data_free(struct cell_data *d)
{
    mem_free(d->halo);
    mem_free(d->gradient);
    memset(d, 0, sizeof *d);
}

const double *cell_data_field(const struct cell_data *d, const char *name)
{
    for (int f = 0; f < d->s->n_fields; f++)
        if (strcmp(d->s->field[f].name, name) == 0)
            return d->field[f];
    return NULL;
}
