/* layer.c: cells that a plane cuts, in the order of their distance from the wall; those of about one distance make a
 * row.
 *
 * The kinetic energy of the fluctuations is k of SST. SA has none: there it follows from the shear stress nu_t |omega|
 * and its share of k in a layer, 0.3 (Bradshaw, Ferriss & Atwell 1967).
 */
#include "slice/layer.h"

#include "error.h"
#include "fields/cell_data.h"
#include "fields/variables.h"
#include "input/numbers.h"
#include "mem.h"
#include "out_file.h"
#include "slice/slice_cut.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the shear stress in k; of the largest k, where the layer ends; of its distance, by which cells of a row differ. */
static const double STRESS = 0.3, EDGE = 0.005, ALIKE = 0.03;

/* A cell, or the mean of some. */
struct row {
    double distance, velocity, energy;
};

struct layer {
    const struct results *r;
    const struct layer_options *o;
    struct slice_plane plane;
    double centre[3], radius; /* m */
    struct variable_list vorticity;
    int64_t n, room;
    struct row *row;  /* owned; [n] */
};

/* ---- options ---- */

static int read_options(const struct layer_options *o, struct layer *l)
{
    double *axis = l->plane.normal;
    if (!o->centre || numbers_read(o->centre, ",,", 3, NULL, l->centre) != 0)
        return error_set("layer --centre %s: write X,Y,Z in metres, a point of the plane, such as --centre=-3.5,1,0",
                         o->centre ? o->centre : "");
    if (!o->axis || numbers_read(o->axis, ",,", 3, NULL, axis) != 0)
        return error_set("layer --axis %s: write X,Y,Z, the direction of the flow through the plane, such as 1,0,0",
                         o->axis ? o->axis : "");
    if (!o->out || !text_glob("*.csv", o->out))
        return error_set("layer: say where to write the table with --out FILE.csv");
    l->radius = HUGE_VAL;
    if (o->radius && (text_to_double(o->radius, &l->radius) != 0 || !(l->radius > 0)))
        return error_set("layer --radius %s: write a positive number of metres", o->radius);
    const double size = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (!(size > 0))
        return error_set("layer --axis %s: give a direction that is not zero", o->axis);
    l->plane.axis = SLICE_TILTED;
    l->plane.value = 0;
    for (int d = 0; d < 3; d++) {
        axis[d] /= size;
        l->plane.value += axis[d] * l->centre[d];
    }
    return 0;
}

/* ---- cells ---- */

static void add(struct layer *l, struct row row)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 1024;
        MEM_RESIZE(l->row, l->room);
    }
    l->row[l->n++] = row;
}

static bool is_near(const struct layer *l, const struct pack *p, lid cell)
{
    double square = 0;
    for (int d = 0; d < 3; d++) {
        const double arm = p->centroid[d * p->n_slots + cell] - l->centre[d];
        square += arm * arm;
    }
    return square <= l->radius * l->radius;
}

/* |omega| of the owned cells, 1/s; *size: to be freed, after a failure too. */
static int find_vorticity(const struct layer *l, const struct cell_data *d, double **size)
{
    const int64_t n = d->p->n_owned;
    MEM_NEW(*size, 3 * n);
    TRY(variable_compute(&l->vorticity.item[0], d, n, *size));
    for (int64_t i = 0; i < n; i++)
        (*size)[i] = hypot(hypot((*size)[i], (*size)[n + i]), (*size)[2 * n + i]);
    return 0;
}

/* vorticity: as find_vorticity(). */
static int take_cells(struct layer *l, const struct cell_data *d, const struct slice *s, const double *vorticity)
{
    static const char *const name[] = {"density", "velocity_x", "velocity_y", "velocity_z"};
    const double *field[4], *k = cell_data_field(d, "k"), *mu_t = cell_data_field(d, "eddy_viscosity");
    for (int i = 0; i < 4; i++)
        if (!(field[i] = cell_data_field(d, name[i])))
            return error_set("%s: its fields have no %s; give results that ufv-solve wrote", l->r->folder, name[i]);
    if (!k && !mu_t)
        return error_set("%s: its fields have neither k nor eddy_viscosity: a layer's turbulence is known of runs with "
                         "[model] equations = sa or sst", l->r->folder);
    for (int64_t i = 0; i < s->n_pieces; i++) {
        const lid cell = s->item[i];
        struct row row = {.distance = d->p->wall_distance[cell]};
        if (!is_near(l, d->p, cell))
            continue;
        for (int c = 0; c < 3; c++)
            row.velocity += field[1 + c][cell] * l->plane.normal[c];
        row.energy = k ? k[cell] : mu_t[cell] / field[0][cell] * vorticity[cell] / STRESS;
        add(l, row);
    }
    return 0;
}

static int cut_rank(struct layer *l, int rank)
{
    struct pack p;
    struct solution s;
    struct cell_data d;
    struct slice pieces = {0};
    TRY(results_read_rank(l->r, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p, &s));
    slice_cells(&p, &l->plane, &pieces);
    int status = 0;
    if (pieces.n_pieces > 0) {
        status = cell_data_read(l->r, &p, &s, CELL_DATA_GRADIENT, &d);
        if (status == 0) {
            double *vorticity;
            status = find_vorticity(l, &d, &vorticity) || take_cells(l, &d, &pieces, vorticity);
            mem_free(vorticity);
            cell_data_free(&d);
        }
    }
    slice_free(&pieces);
    solution_free(&s);
    pack_free(&p);
    return status;
}

/* A plane through nodes cuts the cells on one side of it only: those below when there are none above. */
static int cut_all(struct layer *l)
{
    for (int side = 0; side < 2 && l->n == 0; side++) {
        l->plane.below = side == 1;
        for (int rank = 0; rank < l->r->n_ranks; rank++)
            TRY(cut_rank(l, rank));
    }
    return l->n > 0 ? 0
                    : error_set("layer: the plane cuts no cell%s; choose a point within the mesh (ufv-prep --check "
                                "prints its box)", l->o->radius ? " within the radius" : "");
}

/* ---- rows ---- */

/* By distance, and for cells of one distance in an order that does not depend on ranks. */
static int compare(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    const double pair[3][2] = {{x->distance, y->distance}, {x->velocity, y->velocity}, {x->energy, y->energy}};
    for (int i = 0; i < 3; i++)
        if (pair[i][0] != pair[i][1])
            return pair[i][0] < pair[i][1] ? -1 : 1;
    return 0;
}

/* Cells of about one distance become their mean. */
static void join(struct layer *l)
{
    int64_t rows = 0;
    qsort(l->row, (size_t)l->n, sizeof *l->row, compare);
    for (int64_t i = 0, end; i < l->n; i = end) {
        struct row mean = {0, 0, 0};
        for (end = i; end < l->n && l->row[end].distance <= (1 + ALIKE) * l->row[i].distance; end++) {
            mean.distance += l->row[end].distance;
            mean.velocity += l->row[end].velocity;
            mean.energy += l->row[end].energy;
        }
        const double n = (double)(end - i);
        l->row[rows++] = (struct row){mean.distance / n, mean.velocity / n, mean.energy / n};
    }
    l->n = rows;
}

/* What lies beyond the first row behind the largest k that has hardly any of it is no part of the layer. */
static void cut_off(struct layer *l)
{
    int64_t most = 0, end;
    for (int64_t i = 1; i < l->n; i++)
        if (l->row[i].energy > l->row[most].energy)
            most = i;
    for (end = most; end < l->n && l->row[end].energy >= EDGE * l->row[most].energy; end++)
        ;
    l->n = end;
}

static int write_table(const struct layer *l)
{
    struct out_file f;
    TRY(out_file_open(l->o->out, &f));
    fprintf(f.file, "distance,velocity,k\n");
    for (int64_t i = 0; i < l->n; i++)
        fprintf(f.file, "%.6g,%.6g,%.6g\n", l->row[i].distance, l->row[i].velocity, l->row[i].energy);
    return out_file_finish(&f, 0);
}

static void print_summary(const struct layer *l)
{
    const struct row *last = &l->row[l->n - 1], *most = l->row;
    for (int64_t i = 1; i < l->n; i++)
        if (l->row[i].energy > most->energy)
            most = &l->row[i];
    printf("%s: %" PRId64 " distances from the wall, from %.4g to %.4g m; k is largest at %.4g m, %.4g m^2/s^2; the "
           "velocity at the edge is %.4g m/s\n", l->o->out, l->n, l->row[0].distance, last->distance, most->distance,
           most->energy, last->velocity);
}

static int layer_all(struct layer *l)
{
    TRY(read_options(l->o, l));
    TRY(variables_choose(l->r, "vorticity", false, false, &l->vorticity));
    TRY(cut_all(l));
    join(l);
    cut_off(l);
    if (l->n < 2)
        return error_set("layer: the plane has cells at only %" PRId64 " distance%s from the wall in the layer; choose "
                         "another point, or a larger radius", l->n, l->n == 1 ? "" : "s");
    TRY(write_table(l));
    if (!l->o->quiet)
        print_summary(l);
    return 0;
}

int layer_command(const struct results *r, const struct layer_options *o)
{
    struct layer l = {.r = r, .o = o};
    int status = layer_all(&l);
    mem_free(l.row);
    return status;
}
