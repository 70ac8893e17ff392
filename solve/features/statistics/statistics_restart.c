/* statistics_restart.c: fields of statistics back to the device, field by field. */
#include "features/statistics/statistics.h"

#include "checkpoint/id_places.h"
#include "mem.h"

#include <string.h>

/* Averages over cells, or those over boundary faces. */
struct kind {
    const struct averages *of;
    const double *(*field)(const struct solution *s, const char *name);
    const gid *id;  /* [n] of this rank's, borrowed */
    lid n;
    double *device; /* [n_values + n_pairs][n], borrowed */
};

/* Cells first: find_all() asks them whether there are statistics at all. */
static void kinds_of(const struct statistics *own, struct kind kind[2])
{
    const struct domain *d = own->d;
    kind[0] = (struct kind){&averages_cells, solution_field, d->pack.cell_gid, d->view.n_owned, own->cells};
    kind[1] = (struct kind){own->of_faces, solution_boundary_field, d->pack.face_gid, d->view.n_boundary, own->faces};
}

static int rows_of(const struct kind *k)
{
    return k->of->n_values + k->of->n_pairs;
}

/* A file of an earlier case without viscosity has no wall shear, for example; means without their covariances could
 * not go on. */
static bool has_all(const struct solution *s, const struct kind *k)
{
    for (int row = 0; row < rows_of(k); row++)
        if (!k->field(s, k->of->name[row].name))
            return false;
    return true;
}

/* s, that the statistics of a file are of; 0: it has none that go on.
 * The numbers are [statistics] start, s, and the seconds averaged since. Another start would mix means over different
 * times. */
static double seconds_of(const struct solution *s, const struct statistics *own)
{
    struct kind kind[2];
    kinds_of(own, kind);
    for (int k = 0; k < s->n_extra; k++) {
        const struct solution_extra *e = &s->extra[k];
        if (strcmp(e->name, "statistics") == 0 && e->n == 2 && e->value[0] == own->start && has_all(s, &kind[0]) &&
            has_all(s, &kind[1]))
            return e->value[1];
    }
    return 0;
}

/* The file is of the same packs: the order of cells and faces is the present one and rows are copied whole. */
static void take_all(const struct solution *s, struct statistics *own)
{
    const struct domain *d = own->d;
    struct kind kind[2];
    if (s->n_cells != d->view.n_owned || s->n_boundary != d->view.n_boundary)
        return;
    own->seconds = seconds_of(s, own);
    kinds_of(own, kind);
    for (int k = 0; k < 2 && own->seconds > 0; k++)
        for (int row = 0; row < rows_of(&kind[k]); row++)
            d->backend->upload(kind[k].device + (int64_t)row * kind[k].n, kind[k].field(s, kind[k].of->name[row].name),
                               (size_t)kind[k].n * sizeof *kind[k].device);
}

/* ---- by global ids ---- */

/* What one file has of this rank's, into value[rows][n]. ids: [n] of the file. */
static void take_rows(const struct solution *s, const struct kind *k, const gid *ids, int64_t n,
                      struct id_place *places, double *value)
{
    for (int64_t i = 0; i < n; i++) {
        const struct id_place *found = id_places_find(places, k->n, ids[i]);
        for (int row = 0; found && row < rows_of(k); row++)
            value[(int64_t)row * k->n + found->place] = k->field(s, k->of->name[row].name)[i];
    }
}

/* Each rank reads all files and takes what is its own; id_places_find() looks global ids up in a sorted list.
 * own->seconds is that of the newest file read, the same in all files of a folder. */
static int find_kind(const struct feature_restart *from, const struct kind *k, bool cells, struct statistics *own)
{
    size_t bytes = (size_t)rows_of(k) * (size_t)k->n * sizeof(double);
    double *value = mem_zalloc("statistics", bytes, 1);
    /* Own numbers sorted once, each file's looked up in them. */
    struct id_place *places = id_places_make(k->id, k->n);
    int status = 0;
    for (int r = 0; r < from->n_ranks && status == 0; r++) {
        struct solution s;
        status = solution_read(from->folder, r, &s);
        own->seconds = status == 0 ? seconds_of(&s, own) : 0;
        if (own->seconds > 0)
            take_rows(&s, k, cells ? s.cell_gid : s.face_gid, cells ? s.n_cells : s.n_boundary, places, value);
        solution_free(&s);
    }
    if (own->seconds > 0)
        own->d->backend->upload(k->device, value, bytes);
    mem_free(places);
    mem_free(value);
    return status;
}

/* Cells first; where the old run averaged nothing, faces are not looked for. */
static int find_all(const struct feature_restart *from, struct statistics *own)
{
    struct kind kind[2];
    kinds_of(own, kind);
    int status = find_kind(from, &kind[0], true, own);
    return status || own->seconds == 0 ? status : find_kind(from, &kind[1], false, own);
}

int statistics_load(void *own, const struct feature_restart *from)
{
    if (!from->same)
        return find_all(from, own);
    take_all(from->same, own);
    return 0;
}
