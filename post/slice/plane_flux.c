/* plane_flux.c: the command: sums over the polygons of planes, rank after rank, and the sums over patches that the run
 * has recorded, in one table.
 *
 * A polygon takes the state of its cell at its own centroid, by least-squares gradients that are exact for linear
 * fields, so that the sums are of second order in the cell size wherever the plane meets the cells.
 */
#include "slice/plane_flux.h"

#include "error.h"
#include "fields/cell_data.h"
#include "fields/run_verdict.h"
#include "input/numbers.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "printable.h"
#include "slice/plane_clip.h"
#include "slice/slice_cut.h"
#include "text.h"

#include <math.h>
#include <string.h>

enum { N_STATE = 5 };

/* What a row of the table is made of; of a plane with its polygons on the rank that is read. */
struct crossed {
    char name[NAME_SIZE];
    bool is_plane;
    struct slice_plane plane;
    double normal[3];
    double sum[N_OPEN]; /* in the direction of the normal; of patches out of the fluid */
    int64_t n_pieces;   /* of all ranks, before the clip */
};

struct flux_run {
    const struct results *r;
    const struct flux_options *o;
    struct plane_clip clip;
    int n;
    struct crossed *row; /* owned; [n] planes, then patches */
};

/* One rank's fields and their gradients. */
struct rank_state {
    const struct pack *p;
    struct cell_data d;
    const double *value[N_STATE]; /* density, velocity, pressure: [p->n_cells] each */
    double *gradient;             /* owned; [18][p->n_stencil]: velocity 9, density 3, pressure 3, and those again */
};

/* ---- options ---- */

/* m; from farther away an edge of a circle is known to less than a micrometre */
static const double farthest_centre = 1e9;

static int read_clip(const struct flux_options *o, struct plane_clip *clip)
{
    if (o->box) {
        static const double all[6] = {-HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL};
        double x[6];
        bool wrong = numbers_read(o->box, ":,:,:", 6, all, x) != 0;
        for (int d = 0; !wrong && d < 3; d++) {
            wrong = !(x[2 * d] < x[2 * d + 1]);
            clip->low[d] = x[2 * d];
            clip->high[d] = x[2 * d + 1];
        }
        if (wrong)
            return error_set("--box %s: write X0:X1,Y0:Y1,Z0:Z1 in metres, ascending; a bound that is left out, as in "
                             "0:,:,:0.5, is none", o->box);
    }
    if (o->circle) {
        double x[4];
        if (numbers_read(o->circle, ",,,", 4, NULL, x) != 0 || !(x[3] > 0))
            return error_set("--circle %s: write X,Y,Z,R in metres, its centre and a positive radius, such as "
                             "8,4,-1.2,0.9", o->circle);
        if (fmax(fmax(fabs(x[0]), fabs(x[1])), fabs(x[2])) > farthest_centre)
            return error_set("--circle %s: its centre lies beyond 1e9 m; give one nearer to the mesh", o->circle);
        memcpy(clip->centre, x, sizeof clip->centre);
        clip->radius = x[3];
    }
    clip->in_box = o->box;
    clip->in_circle = o->circle;
    return 0;
}

static int read_tilted(const struct flux_options *o, struct crossed *c)
{
    double x[3];
    if (numbers_read(o->point, ",,", 3, NULL, x) != 0)
        return error_set("--point %s: write X,Y,Z in metres, such as 8,0,-0.2", o->point);
    if (numbers_read(o->normal, ",,", 3, NULL, c->normal) != 0)
        return error_set("--normal %s: write X,Y,Z, a direction of any length, such as 1,0,0.1", o->normal);
    double length = sqrt(c->normal[0] * c->normal[0] + c->normal[1] * c->normal[1] + c->normal[2] * c->normal[2]);
    if (!(length > 0 && isfinite(length)))
        return error_set("--normal %s: give a direction that is not zero", o->normal);
    c->plane = (struct slice_plane){.axis = SLICE_TILTED};
    for (int d = 0; d < 3; d++) {
        c->plane.normal[d] = c->normal[d] /= length;
        c->plane.value += c->normal[d] * x[d];
    }
    snprintf(c->name, NAME_SIZE, "%s normal %s", o->point, o->normal);
    return 0;
}

static int check_options(const struct flux_options *o)
{
    bool planes = o->planes.n > 0 || o->point || o->normal;
    if (!o->point != !o->normal)
        return error_set("flux --%s: a plane in any direction needs both --point X,Y,Z and --normal X,Y,Z",
                         o->point ? "point" : "normal");
    if (!planes && o->patches.n == 0)
        return error_set("flux: say through what: --plane x=1.2, or --point X,Y,Z --normal X,Y,Z, or --patch NAME");
    if (!planes && (o->box || o->circle))
        return error_set("flux --%s: a part can be taken of planes, not of patches; add --plane or leave it out",
                         o->box ? "box" : "circle");
    if (o->out && !text_glob("*.csv", o->out))
        return error_set("flux --out %s: what is written is a table; end the name in .csv", o->out);
    return 0;
}

/* ---- rows ---- */

static int list_planes(struct flux_run *c)
{
    for (int k = 0; k < c->o->planes.n; k++) {
        struct crossed *row = &c->row[c->n++];
        row->is_plane = true;
        TRY(slice_plane_read(c->o->planes.item[k], &row->plane));
        row->normal[row->plane.axis] = 1;
        text_copy(row->name, NAME_SIZE, c->o->planes.item[k]);
    }
    if (!c->o->point)
        return 0;
    c->row[c->n].is_plane = true;
    return read_tilted(c->o, &c->row[c->n++]);
}

/* Fluxes through patches are those that the scheme balanced cells with: of first-order sums over cells nothing would be
 * gained beside them. */
static int list_patches(struct flux_run *c)
{
    const struct results *r = c->r;
    if (c->o->patches.n == 0)
        return 0;
    bool *chosen;
    MEM_NEW_ZERO(chosen, r->manifest.n_patches);
    int n = c->n, status = results_choose_patches(r, &c->o->patches, chosen);
    for (int b = 0; status == 0 && b < r->manifest.n_patches; b++) {
        if (!chosen[b] || !(r->flow && r->flow[b][OPEN_AREA] > 0))
            continue;
        struct crossed *row = &c->row[c->n++];
        text_copy(row->name, NAME_SIZE, r->manifest.patch[b].name);
        memcpy(row->sum, r->flow[b], sizeof row->sum);
    }
    if (status == 0 && c->n == n)
        status = error_set("flux --patch %s: the run has recorded no flow through it; a wall or a symmetry plane has "
                           "none, and with [numerics] pipeline = paper no patch has", c->o->patches.item[0]);
    mem_free(chosen);
    return status;
}

/* ---- the state on a plane ---- */

static int take_state(const struct results *r, const struct pack *p, const struct solution *s, struct rank_state *t)
{
    static const char *const name[N_STATE] = {"density", "velocity_x", "velocity_y", "velocity_z", "pressure"};
    t->p = p;
    TRY(cell_data_read(r, p, s, CELL_DATA_HALO, &t->d));
    for (int k = 0; k < N_STATE; k++)
        if (!(t->value[k] = cell_data_field(&t->d, name[k])))
            return error_set("%s: there is no %s among the fields, which fluxes are formed from; use the fields of a "
                             "whole run", r->folder, name[k]);
    MEM_NEW(t->gradient, 18 * p->n_stencil);
    gradient_least_squares(p, t->value + 1, t->gradient);
    gradient_least_squares(p, (const double *const[3]){t->value[0], t->value[4], t->value[4]},
                           t->gradient + 9 * p->n_stencil);
    return 0;
}

static void free_state(struct rank_state *t)
{
    cell_data_free(&t->d);
    MEM_FREE(t->gradient);
}

/* The least and the greatest value in the cell and in all that share a node with it. */
static void find_bounds(const struct rank_state *t, const double *value, lid cell, double *low, double *high)
{
    const struct pack *p = t->p;
    *low = *high = value[cell];
    for (lid k = p->cell_node_offset[cell]; k < p->cell_node_offset[cell + 1]; k++) {
        lid node = p->cell_node[k];
        for (lid m = p->node_cell_offset[node]; m < p->node_cell_offset[node + 1]; m++) {
            *low = fmin(*low, value[p->node_cell[m]]);
            *high = fmax(*high, value[p->node_cell[m]]);
        }
    }
}

/* At x, in or near an owned cell. At a shock a gradient would carry the state beyond all that is around it: it goes no
 * farther from the cell's value than the values around it do, to either side, since at a boundary there are neighbours
 * on one side alone. A gas without pressure or density is none: then the value of the cell stands. */
static void state_at(const struct rank_state *t, lid cell, const double x[3], double q[N_STATE])
{
    static const int place[N_STATE] = {9, 0, 3, 6, 12}; /* of the gradient's three numbers */
    const struct pack *p = t->p;
    for (int k = 0; k < N_STATE; k++) {
        double low, high;
        find_bounds(t, t->value[k], cell, &low, &high);
        q[k] = t->value[k][cell];
        for (int d = 0; d < 3; d++)
            q[k] += t->gradient[(place[k] + d) * p->n_stencil + cell] * (x[d] - p->centroid[d * p->n_slots + cell]);
        double reach = fmax(high - t->value[k][cell], t->value[k][cell] - low);
        q[k] = fmin(fmax(q[k], t->value[k][cell] - reach), t->value[k][cell] + reach);
    }
    for (int k = 0; k < N_STATE && !(q[0] > 0 && q[4] > 0); k++)
        q[k] = t->value[k][cell];
}

/* The same sums as over a patch (open_flow.h), of a polygon with that area, m^2. Total values are those of an
 * isentropic change to rest (NACA Report 1135, Eqs. 43, 44). */
static void add_polygon(const struct solution_reference *r, const double q[N_STATE], double area, struct crossed *c)
{
    double across = 0, speed2 = 0, gamma = r->gamma, heat = gamma / (gamma - 1) * r->gas_constant;
    for (int d = 0; d < 3; d++) {
        across += q[1 + d] * c->normal[d];
        speed2 += q[1 + d] * q[1 + d];
    }
    double mass = q[0] * across * area, temperature = q[4] / (q[0] * r->gas_constant);
    double total = temperature + 0.5 * speed2 / heat;
    c->sum[OPEN_MASS] += mass;
    c->sum[OPEN_BOTH_WAYS] += fabs(mass);
    c->sum[OPEN_ENERGY] += mass * heat * total;
    c->sum[OPEN_TOTAL_PRESSURE] += mass * q[4] * pow(total / temperature, gamma / (gamma - 1));
    c->sum[OPEN_PRESSURE] += q[4] * area;
    c->sum[OPEN_AREA] += area;
    for (int d = 0; d < 3; d++) {
        double push = (q[4] - r->pressure) * area * c->normal[d];
        c->sum[OPEN_PRESSURE_FORCE + d] += push;
        c->sum[OPEN_FORCE + d] += mass * q[1 + d] + push;
    }
}

/* ---- planes ---- */

static void add_plane(const struct flux_run *f, const struct rank_state *t, const struct slice *s, struct crossed *c)
{
    for (int64_t i = 0; i < s->n_pieces; i++) {
        double x[3], q[N_STATE], area = plane_clip_measure(s, i, c->normal, &f->clip, x);
        if (!(area > 0))
            continue;
        state_at(t, s->item[i], x, q);
        add_polygon(&f->r->reference, q, area, c);
    }
}

/* The planes of the given `below`. Most ranks are not cut at all; their neighbours need not be read. */
static int add_rank(struct flux_run *f, int rank, bool below)
{
    struct pack p;
    struct solution s;
    struct rank_state t = {.p = NULL};
    int status = 0;
    TRY(results_read_rank(f->r, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p, &s));
    for (int k = 0; status == 0 && k < f->n; k++) {
        struct crossed *c = &f->row[k];
        struct slice cut = {0};
        if (!c->is_plane || c->plane.below != below)
            continue;
        slice_cells(&p, &c->plane, &cut);
        if (cut.n_pieces > 0 && !t.p)
            status = take_state(f->r, &p, &s, &t);
        if (status == 0)
            add_plane(f, &t, &cut, c);
        c->n_pieces += cut.n_pieces;
        slice_free(&cut);
    }
    free_state(&t);
    solution_free(&s);
    pack_free(&p);
    return status;
}

/* As `slice` does: the cells on one side of a plane of nodes, and those on the other where the first gave nothing, as
 * at the end of a mesh and at an inflow within it. */
static int add_planes(struct flux_run *f)
{
    bool any = f->o->planes.n > 0 || f->o->point;
    for (int side = 0; any && side < 2; side++) {
        for (int rank = 0; rank < f->r->n_ranks; rank++)
            TRY(add_rank(f, rank, side == 1));
        any = false;
        for (int k = 0; k < f->n; k++)
            if (f->row[k].is_plane && !(f->row[k].sum[OPEN_AREA] > 0))
                any = f->row[k].plane.below = true;
    }
    for (int k = 0; k < f->n; k++) {
        const struct crossed *c = &f->row[k];
        if (c->is_plane && c->n_pieces == 0)
            return error_set("flux: the plane %s cuts no cell; choose one within the mesh (ufv-prep --check prints its "
                             "box)", c->name);
        if (c->is_plane && !(c->sum[OPEN_AREA] > 0))
            return error_set("flux: nothing of the plane %s is within %s%s%s", c->name,
                             f->o->box ? "--box" : "", f->o->box && f->o->circle ? " and " : "",
                             f->o->circle ? "--circle" : "");
    }
    return 0;
}

/* ---- what users read ---- */

static struct open_flow flow_of(const struct flux_run *f, const struct crossed *c)
{
    return open_flow_of(c->sum, f->r->reference.gamma, f->r->reference.gas_constant, f->r->reference.drag_axis);
}

/* "-" for NaN: there is no mean over a mass flow that nearly cancels. */
static void print_number(double x)
{
    if (isnan(x))
        printf(" %12s", "-");
    else
        printf(" %12.6g", x);
}

static void print_table(const struct flux_run *f)
{
    printf("positive along the normal of a plane, and out of the fluid at a patch\n"
           "%-24s %12s %12s %12s %12s %12s\n", "", "area m^2", "mass kg/s", "p Pa", "total p Pa", "total T K");
    for (int k = 0; k < f->n; k++) {
        struct open_flow w = flow_of(f, &f->row[k]);
        const double value[] = {w.area, w.mass, w.pressure, w.total_pressure, w.total_temperature};
        printf("%-24s", f->row[k].name);
        for (int i = 0; i < 5; i++)
            print_number(value[i]);
        printf("\n");
    }
    printf("momentum flux, N, and the same with (p - p_inf) times the area\n"
           "%-24s %12s %12s %12s %12s %12s %12s\n", "", "momentum x", "y", "z", "with p: x", "y", "z");
    for (int k = 0; k < f->n; k++) {
        const double *sum = f->row[k].sum;
        printf("%-24s", f->row[k].name);
        for (int d = 0; d < 3; d++)
            print_number(sum[OPEN_FORCE + d] - sum[OPEN_PRESSURE_FORCE + d]);
        for (int d = 0; d < 3; d++)
            print_number(sum[OPEN_FORCE + d]);
        printf("\n");
    }
}

static int write_csv(const struct flux_run *f)
{
    struct out_file file;
    TRY(out_file_open(f->o->out, &file));
    fprintf(file.file, "surface,area,mass_flow,pressure,total_pressure,total_temperature,momentum_x,momentum_y,"
                       "momentum_z,momentum_pressure_x,momentum_pressure_y,momentum_pressure_z\n");
    for (int k = 0; k < f->n; k++) {
        const double *sum = f->row[k].sum;
        struct open_flow w = flow_of(f, &f->row[k]);
        text_write_field(file.file, f->row[k].name);
        fprintf(file.file, ",%.12g,%.12g,%.12g,%.12g,%.12g", w.area, w.mass, w.pressure, w.total_pressure,
                w.total_temperature);
        for (int d = 0; d < 3; d++)
            fprintf(file.file, ",%.12g", sum[OPEN_FORCE + d] - sum[OPEN_PRESSURE_FORCE + d]);
        for (int d = 0; d < 3; d++)
            fprintf(file.file, ",%.12g", sum[OPEN_FORCE + d]);
        fputc('\n', file.file);
    }
    return out_file_finish(&file, 0);
}

static void write_row(const struct flux_run *f, const struct crossed *c, struct json *j)
{
    struct open_flow w = flow_of(f, c);
    json_object(j, NULL);
    json_text(j, c->is_plane ? "plane" : "patch", c->name);
    json_number(j, "area", w.area);
    json_number(j, "mass_flow", w.mass);
    json_number(j, "pressure", w.pressure);
    json_number(j, "total_pressure", w.total_pressure);
    json_number(j, "total_temperature", w.total_temperature);
    json_array(j, "momentum");
    for (int d = 0; d < 3; d++)
        json_number(j, NULL, c->sum[OPEN_FORCE + d] - c->sum[OPEN_PRESSURE_FORCE + d]);
    json_close(j);
    json_array(j, "momentum_pressure");
    for (int d = 0; d < 3; d++)
        json_number(j, NULL, c->sum[OPEN_FORCE + d]);
    json_close(j);
    json_close(j);
}

static int write_json(const struct flux_run *f)
{
    struct out_file file;
    struct json j;
    TRY(out_file_open(f->o->json, &file));
    json_begin(&j, file.file);
    json_integer(&j, "iteration", f->r->iteration);
    json_array(&j, "surfaces");
    for (int k = 0; k < f->n; k++)
        write_row(f, &f->row[k], &j);
    json_close(&j);
    json_end(&j);
    return out_file_finish(&file, 0);
}

static void print_note(const struct results *r)
{
    char *sentence = run_verdict_unconverged(r);
    if (!sentence)
        return;
    printable_clean(sentence);
    printf("note: %s\n", sentence);
    mem_free(sentence);
}

static int flux_all(struct flux_run *f)
{
    TRY(read_clip(f->o, &f->clip));
    TRY(list_planes(f) || list_patches(f) || add_planes(f));
    if (!f->o->quiet) {
        print_table(f);
        print_note(f->r);
    }
    TRY(f->o->out ? write_csv(f) : 0);
    return f->o->json ? write_json(f) : 0;
}

int flux_command(const struct results *r, const struct flux_options *o)
{
    struct flux_run f = {.r = r, .o = o};
    TRY(check_options(o));
    MEM_NEW_ZERO(f.row, o->planes.n + 1 + r->manifest.n_patches); /* 1: the tilted plane */
    int status = flux_all(&f);
    mem_free(f.row);
    return status;
}
