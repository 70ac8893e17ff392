/* extremes.c: the search, rank after rank, and the command that prints and writes what it found. */
#include "report/extremes.h"

#include "error.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "printable.h"
#include "text.h"
#include "wall_search.h"

#include <math.h>
#include <string.h>

/* NaN beats every number, least and greatest alike, and stays once found: a cell that is not a number is what the
 * user has to see. Of equal values the first cell found stays, that of the lowest rank. */
static bool first_or_better(const struct extreme *e, double value, bool greatest)
{
    if (e->cell < 0 || isnan(e->value))
        return e->cell < 0;
    return isnan(value) || (greatest ? value > e->value : value < e->value);
}

static void take(struct extreme *e, const struct pack *p, int64_t cell, double value, bool greatest)
{
    if (!first_or_better(e, value, greatest))
        return;
    *e = (struct extreme){.value = value, .cell = p->cell_gid[cell], .rank = (int)p->rank};
    if (isnan(value))
        e->value = NAN; /* without the sign that an operation left, which would be printed */
    for (int c = 0; c < 3; c++)
        e->x[c] = p->centroid[c * p->n_slots + cell];
}

/* One rank's pack and fields are in memory at a time. k counts components through all variables, as the rows of e
 * do. */
static int take_rank(const struct results *r, const struct variable_list *v, int rank, struct extremes *e)
{
    struct pack p;
    struct solution s;
    struct cell_data d;
    TRY(results_read_rank(r, rank, PACK_CORE | PACK_NODES, &p, &s));
    int status = cell_data_read(r, &p, &s, variables_need(v), &d), k = 0;
    /* A variable has at most three components. */
    double *value;
    MEM_NEW(value, 3 * p.n_owned);
    for (int i = 0; status == 0 && i < v->n; i++) {
        status = variable_compute(&v->item[i], &d, p.n_owned, value);
        for (int c = 0; status == 0 && c < v->item[i].n_components; c++, k++)
            for (int64_t cell = 0; cell < p.n_owned; cell++) {
                if (v->item[i].kind == VARIABLE_DISTANCE && value[cell] >= WALL_DISTANCE_NONE)
                    continue;
                take(&e->row[k].least, &p, cell, value[c * p.n_owned + cell], false);
                take(&e->row[k].greatest, &p, cell, value[c * p.n_owned + cell], true);
            }
    }
    mem_free(value);
    cell_data_free(&d);
    solution_free(&s);
    pack_free(&p);
    return status;
}

/* Where there is no wall there is no distance from it. */
static void leave_out_empty(struct extremes *e)
{
    int n = 0;
    for (int i = 0; i < e->n; i++)
        if (e->row[i].least.cell >= 0)
            e->row[n++] = e->row[i];
    e->n = n;
}

int extremes_find(const struct results *r, const struct variable_list *v, struct extremes *e)
{
    e->n = 0;
    for (int i = 0; i < v->n; i++)
        for (int c = 0; c < v->item[i].n_components; c++, e->n++) {
            variable_component_name(&v->item[i], c, e->row[e->n].name);
            text_copy(e->row[e->n].unit, sizeof e->row[e->n].unit, v->item[i].unit);
            printable_clean(e->row[e->n].name); /* of a file that may be anybody's */
            printable_clean(e->row[e->n].unit);
            /* cell -1: nothing was looked at yet; first_or_better() takes any value then. */
            e->row[e->n].least.cell = e->row[e->n].greatest.cell = -1;
        }
    for (int rank = 0; rank < r->n_ranks; rank++)
        TRY(take_rank(r, v, rank, e));
    leave_out_empty(e);
    return 0;
}

static void print_table(const struct extremes *e)
{
    printf("%-20s %-8s %14s %-36s %14s %s\n", "variable", "unit", "minimum", "at (m), cell", "maximum", "at (m), cell");
    for (int i = 0; i < e->n; i++) {
        const struct extreme *end[2] = {&e->row[i].least, &e->row[i].greatest};
        printf("%-20s %-8s", e->row[i].name, e->row[i].unit);
        for (int k = 0; k < 2; k++) {
            char place[96];
            snprintf(place, sizeof place, "(%.4g, %.4g, %.4g) %" PRI_GID, end[k]->x[0], end[k]->x[1], end[k]->x[2],
                     end[k]->cell);
            printf(k ? " %14.7g %s" : " %14.7g %-36s", end[k]->value, place);
        }
        printf("\n");
    }
}

static void write_extreme(struct json *j, const char *key, const struct extreme *e)
{
    json_object(j, key);
    json_number(j, "value", e->value);
    json_integer(j, "cell", e->cell);
    json_integer(j, "rank", e->rank);
    json_array(j, "position");
    for (int c = 0; c < 3; c++)
        json_number(j, NULL, e->x[c]);
    json_close(j);
    json_close(j);
}

static int write_json(const struct extremes *e, const char *path)
{
    struct out_file f;
    struct json j;
    TRY(out_file_open(path, &f));
    json_begin(&j, f.file);
    for (int i = 0; i < e->n; i++) {
        json_object(&j, e->row[i].name);
        json_text(&j, "unit", e->row[i].unit);
        write_extreme(&j, "least", &e->row[i].least);
        write_extreme(&j, "greatest", &e->row[i].greatest);
        json_close(&j);
    }
    json_end(&j);
    return out_file_finish(&f, 0);
}

int extremes_command(const struct results *r, const char *variables, const char *json, bool quiet)
{
    struct variable_list v;
    struct extremes *e;
    TRY(variables_choose(r, variables ? variables : "all", false, false, &v));
    MEM_NEW_ZERO(e, 1);
    int status = extremes_find(r, &v, e);
    if (status == 0 && e->n == 0)
        status = error_set("%s: the mesh has no wall that a wall_distance could be measured from", r->path);
    if (status == 0 && !quiet)
        print_table(e);
    if (status == 0 && json)
        status = write_json(e, json);
    mem_free(e);
    return status;
}
