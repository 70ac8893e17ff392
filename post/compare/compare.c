/* compare.c: values of A are held for a window of global ids, those of B are looked up in it, window after window, so
 * that any mesh fits into memory.
 */
#include "compare/compare.h"

#include "error.h"
#include "mem.h"
#include "printable.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The number of ids held at a time. With five fields they take 1.3 GB on meshes larger than this. */
static const int64_t default_window = INT64_C(1) << 25;

/* Values of A for the ids begin .. begin + size - 1. */
struct window {
    gid begin;
    int64_t size;
    double *value; /* [n_fields][size] */
    int32_t *rank; /* [size] which rank of A, -1: none yet, -2: seen in B */
};

enum { ID_ABSENT = -1, ID_MATCHED = -2 };

/* Fields that only the first has. */
static void list_others(const struct solution *s, const struct solution *other, int *n, char name[][NAME_SIZE])
{
    for (int i = 0; i < s->n_fields; i++)
        if (!solution_field(other, s->field[i].name))
            text_copy(name[(*n)++], NAME_SIZE, s->field[i].name);
}

/* By rank 0's files; other ranks must have the same fields (find_fields()). */
static int choose_fields(const struct results *a, const struct results *b, struct comparison *c)
{
    struct solution sa, sb;
    TRY(results_read_fields(a, 0, &sa));
    int status = results_read_fields(b, 0, &sb);
    if (status != 0) {
        solution_free(&sa);
        return status;
    }
    list_others(&sa, &sb, &c->n_only[0], c->only[0]);
    list_others(&sb, &sa, &c->n_only[1], c->only[1]);
    for (int i = 0; i < sa.n_fields; i++) {
        if (!solution_field(&sb, sa.field[i].name))
            continue;
        struct field_difference *d = &c->field[c->n_fields++];
        text_copy(d->name, sizeof d->name, sa.field[i].name);
        /* Nothing differs yet: cell and rank -1, and a position that find_positions() fills in where there are
         * packs. */
        d->cell = -1;
        d->rank = -1;
        d->position[0] = d->position[1] = d->position[2] = NAN;
    }
    solution_free(&sa);
    solution_free(&sb);
    if (c->n_fields == 0)
        return error_set("%s and %s have no field in common", a->path, b->path);
    return 0;
}

/* Each rank's own copy of a field, or an error. */
static int find_fields(const struct results *r, const struct solution *s, const struct comparison *c,
                       const double **value)
{
    for (int i = 0; i < c->n_fields; i++) {
        value[i] = solution_field(s, c->field[i].name);
        if (!value[i])
            return error_set("%s/rank-%05d.h5: there is no field %s, which rank 0 has; use another fields folder",
                             r->folder, (int)s->rank, c->field[i].name);
    }
    return 0;
}

static int fill_rank(const struct results *a, const struct solution *s, const struct comparison *c, struct window *w,
                     gid *largest)
{
    const double *value[SOLUTION_MAX_FIELDS];
    TRY(find_fields(a, s, c, value));
    for (int64_t i = 0; i < s->n_cells; i++) {
        gid id = s->cell_gid[i];
        *largest = id > *largest ? id : *largest;
        /* Ids outside the window are left to another one. A cell of two ranks would be compared with whichever came
         * last, so it is refused. */
        int64_t at = id - w->begin;
        if (at < 0 || at >= w->size)
            continue;
        if (w->rank[at] != ID_ABSENT)
            return error_set("%s: cell %" PRI_GID " is on ranks %d and %d; the folder mixes two runs", a->folder, id,
                             w->rank[at], (int)s->rank);
        w->rank[at] = (int32_t)s->rank;
        for (int f = 0; f < c->n_fields; f++)
            w->value[f * w->size + at] = value[f][i];
    }
    return 0;
}

/* d->largest keeps the first NaN, with its cell: no later difference is larger. magnitude is of A's values that are
 * numbers, what a relative difference is measured by. */
static void compare_value(struct field_difference *d, double a, double b, gid cell, int rank)
{
    double difference = fabs(a - b);
    if (a == b) /* infinities of one sign too */
        difference = 0;
    if (fabs(a) > d->magnitude || isnan(a))
        d->magnitude = isnan(a) ? d->magnitude : fabs(a);
    if (isnan(d->largest) || difference <= d->largest)
        return;
    d->largest = difference; /* a NaN stays */
    d->cell = cell;
    d->rank = rank;
}

/* With B's last rank every id of the window must have been matched. */
static int compare_rank(const struct results *a, const struct results *b, const struct solution *s,
                        struct comparison *c, struct window *w)
{
    const double *value[SOLUTION_MAX_FIELDS];
    TRY(find_fields(b, s, c, value));
    for (int64_t i = 0; i < s->n_cells; i++) {
        int64_t at = s->cell_gid[i] - w->begin;
        if (at < 0 || at >= w->size)
            continue;
        if (w->rank[at] < 0)
            return error_set("cell %" PRI_GID " of %s %s; these are results of different meshes, or a folder mixes two "
                             "runs", s->cell_gid[i], b->folder,
                             w->rank[at] == ID_ABSENT ? "is not in the other results" : "is there twice");
        for (int f = 0; f < c->n_fields; f++)
            compare_value(&c->field[f], w->value[f * w->size + at], value[f][i], s->cell_gid[i], w->rank[at]);
        w->rank[at] = ID_MATCHED;
        c->n_cells++;
    }
    /* What is not ID_ABSENT and not ID_MATCHED still carries a rank of A: B has no such cell. */
    for (int64_t at = 0; s->rank == s->n_ranks - 1 && at < w->size; at++)
        if (w->rank[at] >= 0)
            return error_set("cell %" PRI_GID " of %s is not in %s; these are results of different meshes",
                             w->begin + at, a->folder, b->folder);
    return 0;
}

/* Compares one window of ids: reads all ranks of A, then all of B. *largest is the largest id of A. The files are read
 * once for each window; most meshes fit into one. */
static int compare_window(const struct results *a, const struct results *b, struct comparison *c, struct window *w,
                          gid *largest)
{
    struct solution s;
    for (int64_t at = 0; at < w->size; at++)
        w->rank[at] = ID_ABSENT;
    for (int rank = 0; rank < a->n_ranks; rank++) {
        TRY(results_read_fields(a, rank, &s));
        int status = fill_rank(a, &s, c, w, largest);
        solution_free(&s);
        TRY(status);
    }
    for (int rank = 0; rank < b->n_ranks; rank++) {
        TRY(results_read_fields(b, rank, &s));
        int status = compare_rank(a, b, &s, c, w);
        /* B's ids count too: where B has more cells than A, the windows must go on until those are met and refused. */
        for (int64_t i = 0; i < s.n_cells; i++)
            *largest = s.cell_gid[i] > *largest ? s.cell_gid[i] : *largest;
        solution_free(&s);
        TRY(status);
    }
    return 0;
}

/* Twice the largest id of rank 0's cells, so that a small mesh does not take the memory of a large one: where the cells
 * of every rank are spread over all ids this covers the mesh; where it does not, more windows follow. */
static int choose_window(const struct results *a, int64_t *window)
{
    struct solution s;
    TRY(results_read_fields(a, 0, &s));
    gid largest = 0;
    for (int64_t i = 0; i < s.n_cells; i++)
        largest = s.cell_gid[i] > largest ? s.cell_gid[i] : largest;
    solution_free(&s);
    int64_t likely = 2 * (largest + 1) > 1024 ? 2 * (largest + 1) : 1024;
    *window = likely < default_window ? likely : default_window;
    return 0;
}

int compare_results(const struct results *a, const struct results *b, int64_t window, struct comparison *c)
{
    memset(c, 0, sizeof *c);
    TRY(choose_fields(a, b, c));
    if (window <= 0)
        TRY(choose_window(a, &window));
    struct window w = {.size = window};
    w.value = mem_alloc("fields to compare", (size_t)(window * c->n_fields), sizeof *w.value);
    MEM_NEW(w.rank, window);
    gid largest = -1;
    int status = 0;
    /* At least one window, even of an empty mesh; the largest id is known only after the first. */
    do {
        status = compare_window(a, b, c, &w, &largest);
        w.begin += window;
    } while (status == 0 && w.begin <= largest);
    mem_free(w.value);
    mem_free(w.rank);
    return status;
}

/* largest / magnitude, 0 when nothing differs; NaN where either holds one. */
static double relative_difference(const struct field_difference *d)
{
    return d->largest == 0 ? 0 : d->largest / d->magnitude;
}

/* The centroids of the cells named, as far as A's packs are there. */
static void find_positions(const struct results *a, struct comparison *c)
{
    for (int f = 0; f < c->n_fields; f++) {
        struct field_difference *d = &c->field[f];
        if (d->cell < 0 || !isnan(d->position[0]))
            continue;
        struct pack p;
        struct solution s;
        /* Positions are a courtesy: where a pack cannot be read the table says "unknown", and the comparison stands. */
        if (results_read_rank(a, d->rank, PACK_CORE, &p, &s) != 0)
            return;
        for (int g = f; g < c->n_fields; g++) { /* all that this rank holds */
            struct field_difference *e = &c->field[g];
            for (int64_t i = 0; e->rank == d->rank && i < p.n_owned; i++)
                for (int k = 0; k < 3 && p.cell_gid[i] == e->cell; k++)
                    e->position[k] = p.centroid[k * p.n_slots + i];
        }
        pack_free(&p);
        solution_free(&s);
    }
}

/* A field's name, whatever bytes the file has there. */
static void print_name(const char *name)
{
    char shown[NAME_SIZE];
    text_copy(shown, sizeof shown, name);
    printable_clean(shown);
    printf("%-20s", shown);
}

static void print_comparison(const struct results *a, const struct results *b, const struct comparison *c)
{
    printf("%" PRId64 " cells, iteration %" PRId64 " on %d rank%s against iteration %" PRId64 " on %d\n", c->n_cells,
           a->iteration, a->n_ranks, a->n_ranks == 1 ? "" : "s", b->iteration, b->n_ranks);
    printf("%-20s %14s %14s %12s  %s\n", "field", "absolute", "relative", "cell", "position (m)");
    for (int f = 0; f < c->n_fields; f++) {
        const struct field_difference *d = &c->field[f];
        print_name(d->name);
        printf(" %14.6e %14.6e ", d->largest, relative_difference(d));
        if (d->cell < 0)
            printf("%12s\n", "none");
        else if (isnan(d->position[0]))
            printf("%12" PRI_GID "  unknown without the packs\n", d->cell);
        else
            printf("%12" PRI_GID "  %.6g %.6g %.6g\n", d->cell, d->position[0], d->position[1], d->position[2]);
    }
    for (int k = 0; k < 2; k++)
        for (int f = 0; f < c->n_only[k]; f++) {
            print_name(c->only[k][f]);
            printf(" not compared: only %s has it\n", k == 0 ? a->path : b->path);
        }
}

static int compare_opened(const struct results *a, const struct results *b, double tolerance, bool quiet, bool *within)
{
    struct comparison c;
    TRY(compare_results(a, b, 0, &c));
    if (a->manifest.patch)
        find_positions(a, &c);
    if (!quiet)
        print_comparison(a, b, &c);
    *within = true;
    for (int f = 0; f < c.n_fields; f++)
        /* Written with a negation so that a NaN on either side fails any tolerance. */
        if (isfinite(tolerance) && !(relative_difference(&c.field[f]) <= tolerance))
            *within = false;
    return 0;
}

/* *again: one of them is a run that has replaced its fields meanwhile. */
static int compare_once(const char *path_a, const char *path_b, const char *packs, double tolerance, bool quiet,
                        bool *within, bool *again)
{
    struct results a, b;
    *again = false;
    /* Packs only tell where a cell lies: asked for, they must be right; else they
     * may have gone. */
    if (packs || results_open(path_a, NULL, RESULTS_GEOMETRY, &a) != 0)
        TRY(results_open(path_a, packs, packs ? RESULTS_GEOMETRY : RESULTS_FIELDS, &a));
    int status = results_open(path_b, NULL, RESULTS_FIELDS, &b);
    if (status == 0) {
        status = compare_opened(&a, &b, tolerance, quiet, within);
        *again = status != 0 && (results_moved_on(&a) || results_moved_on(&b));
        results_close(&b);
    }
    results_close(&a);
    return status;
}

int compare_command(const char *path_a, const char *path_b, const char *packs, double tolerance, bool quiet,
                    bool *within)
{
    if (!(tolerance >= 0))
        return error_set("compare --tolerance %g: a relative difference is 0 or more; give such a number, or leave the "
                         "option out", tolerance);
    bool again = true;
    int status = 1;
    for (int attempt = 0; attempt < RESULTS_ATTEMPTS && status != 0 && again; attempt++)
        status = compare_once(path_a, path_b, packs, tolerance, quiet, within, &again);
    return status;
}
