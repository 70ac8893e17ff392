/* slice.c: the command: cuts the ranks one after another, takes the values of what was
 * cut and writes them as a table, a VTU file or a picture.
 */
#include "slice/slice.h"

#include "error.h"
#include "fields/run_verdict.h"
#include "mem.h"
#include "out_file.h"
#include "slice/slice_cut.h"
#include "slice/slice_plot.h"
#include "text.h"
#include "fields/variables.h"
#include "viewers/vtk_write.h"

#include <math.h>
#include <string.h>

/* The pieces of all ranks and their values. */
struct slice_run {
    const struct results *r;
    const struct slice_options *o;
    struct slice_plane plane;
    struct variable_list variables;
    bool *chosen;   /* owned; [n_patches], with o->surface */
    struct slice s;
    double *value[3 * VARIABLES_MAX]; /* owned; [s.n_pieces] of each component */
    gid *id;                          /* owned; [s.n_pieces] of the cells or faces */
    double low[3], high[3];           /* m, of the walls; low > high: there are none */
    double cut_low[3], cut_high[3];   /* m, of the walls that the plane cuts */
};

/* ---- cutting ------------------------------------------------------------------------- */

/* Values of the pieces first .. n_pieces - 1, which are this rank's.
 * Values are formed for all cells of the rank and picked then: derived variables and gradients are formed array by
 * array. */
static int take_values(struct slice_run *c, const struct cell_data *d, int64_t first)
{
    int64_t n = c->o->surface ? d->p->n_boundary : d->p->n_owned;
    double *all;
    int k = 0, status = 0;
    const gid *id = c->o->surface ? d->s->face_gid : d->s->cell_gid;
    MEM_RESIZE(c->id, c->s.n_pieces);
    for (int64_t i = first; i < c->s.n_pieces; i++)
        c->id[i] = id[c->s.item[i]];
    MEM_NEW(all, 3 * n);
    for (int v = 0; status == 0 && v < c->variables.n; v++) {
        const struct variable *var = &c->variables.item[v];
        status = c->o->surface ? variable_compute_surface(var, d, all) : variable_compute(var, d, n, all);
        for (int j = 0; status == 0 && j < var->n_components; j++, k++) {
            MEM_RESIZE(c->value[k], c->s.n_pieces);
            for (int64_t i = first; i < c->s.n_pieces; i++)
                c->value[k][i] = all[j * n + c->s.item[i]];
        }
    }
    mem_free(all);
    return status;
}

static void widen(double low[3], double high[3], const double x[3])
{
    for (int d = 0; d < 3; d++) {
        low[d] = fmin(low[d], x[d]);
        high[d] = fmax(high[d], x[d]);
    }
}

/* The box around the walls that the plane cuts, and that around all walls: what a picture shows unless it is told
 * otherwise. */
static void widen_by_walls(struct slice_run *c, const struct pack *p)
{
    struct slice lines = {0};
    bool *wall;
    MEM_NEW_ZERO(wall, p->n_patches);
    for (int b = 0; b < p->n_patches; b++) {
        wall[b] = bc_kind_is_wall(c->r->kind[b]);
        for (lid f = p->patch[b].begin; wall[b] && f < p->patch[b].end; f++)
            for (lid k = p->face_node_offset[f]; k < p->face_node_offset[f + 1]; k++) {
                double x[3];
                for (int d = 0; d < 3; d++)
                    x[d] = p->node[d * p->n_nodes + p->face_node[k]];
                widen(c->low, c->high, x);
            }
    }
    slice_faces(p, wall, &c->plane, &lines);
    for (int64_t i = 0; i < lines.n_points; i++)
        widen(c->cut_low, c->cut_high, lines.x + 3 * i);
    slice_free(&lines);
    mem_free(wall);
}

static int cut_rank(struct slice_run *c, int rank)
{
    struct pack p;
    struct solution s;
    struct cell_data d;
    int64_t first = c->s.n_pieces;
    TRY(results_read_rank(c->r, rank, PACK_CORE | PACK_NODES | PACK_FACE_NODES, &p, &s));
    if (c->o->surface)
        slice_faces(&p, c->chosen, &c->plane, &c->s);
    else
        slice_cells(&p, &c->plane, &c->s);
    if (c->o->plot && !c->o->window)
        widen_by_walls(c, &p);
    int status = 0;
    /* Most ranks are not cut at all, and need no gradients or neighbours then. */
    if (c->s.n_pieces > first) {
        status = cell_data_read(c->r, &p, &s, variables_need(&c->variables), &d);
        if (status == 0) {
            status = take_values(c, &d, first);
            cell_data_free(&d);
        }
    }
    solution_free(&s);
    pack_free(&p);
    return status;
}

/* A plane through nodes cuts the cells on one side of it only: those below when
 * there are none above.
 * A node on the plane counts as above it, or with plane.below as below; in a mesh that ends in the plane (a symmetry
 * plane) only one of the two cuts anything. */
static int cut_all(struct slice_run *c)
{
    for (int side = 0; side < 2 && c->s.n_pieces == 0; side++) {
        c->plane.below = side == 1;
        for (int rank = 0; rank < c->r->n_ranks; rank++)
            TRY(cut_rank(c, rank));
    }
    if (c->s.n_pieces == 0)
        return error_set("--plane %s: cuts no %s; choose a value within the mesh (ufv-prep --check prints its box)",
                         c->o->plane, c->o->surface ? "boundary face" : "cell");
    return 0;
}

/* ---- files ------------------------------------------------------------------------------ */

/* A row per polygon (or line), at its centroid, with its area (or length), so that sums over rows are integrals over
 * the plane. */
static void write_csv(FILE *f, const struct slice_run *c)
{
    char name[NAME_SIZE];
    fprintf(f, "x,y,z,%s,global_id,rank", c->o->surface ? "length" : "area");
    for (int v = 0; v < c->variables.n; v++)
        for (int j = 0; j < c->variables.item[v].n_components; j++) {
            variable_component_name(&c->variables.item[v], j, name);
            fprintf(f, ",%s", name);
        }
    fputc('\n', f);
    for (int64_t i = 0; i < c->s.n_pieces; i++) {
        double centre[3], size = slice_measure(&c->s, i, c->plane.axis, centre);
        fprintf(f, "%.12g,%.12g,%.12g,%.12g,%" PRI_GID ",%d", centre[0], centre[1], centre[2], size, c->id[i],
                c->s.rank[i]);
        for (int v = 0, k = 0; v < c->variables.n; v++)
            for (int j = 0; j < c->variables.item[v].n_components; j++, k++)
                fprintf(f, ",%.12g", c->value[k][i]);
        fputc('\n', f);
    }
}

static int list_arrays(const struct slice_run *c, struct grid_array *array)
{
    int n = 0;
    for (int v = 0, k = 0; v < c->variables.n; v++) {
        struct grid_array *a = &array[n++];
        *a = (struct grid_array){.name = c->variables.item[v].name, .type = GRID_DOUBLE,
                                 .n_components = c->variables.item[v].n_components};
        for (int j = 0; j < a->n_components; j++, k++)
            a->component[j] = c->value[k];
    }
    array[n++] = (struct grid_array){.name = "global_id", .type = GRID_INT64, .n_components = 1, .component = {c->id}};
    array[n++] = (struct grid_array){.name = "rank", .type = GRID_INT32, .n_components = 1, .component = {c->s.rank}};
    return n;
}

/* Points are not shared between pieces: each polygon has its own, in the order of its corners. */
static int write_vtu(FILE *f, const struct slice_run *c)
{
    const struct slice *s = &c->s;
    struct grid_array array[VARIABLES_MAX + 2];
    double *x;
    int64_t *node;
    MEM_NEW(x, 3 * s->n_points);
    MEM_NEW(node, s->n_points);
    for (int64_t i = 0; i < s->n_points; i++) {
        node[i] = i;
        for (int d = 0; d < 3; d++)
            x[d * s->n_points + i] = s->x[3 * i + d];
    }
    struct grid_view g = {.n_points = s->n_points, .n_cells = s->n_pieces,
                          .x = {x, x + s->n_points, x + 2 * s->n_points}, .offset = s->offset, .node = node,
                          .array = array};
    g.n_arrays = list_arrays(c, array);
    int status = vtk_write_piece(f, &g);
    mem_free(x);
    mem_free(node);
    return status;
}

static int write_file(const struct slice_run *c)
{
    struct out_file f;
    int status = 0;
    TRY(out_file_open(c->o->out, &f));
    if (text_glob("*.csv", c->o->out))
        write_csv(f.file, c);
    else
        status = write_vtu(f.file, c);
    return out_file_finish(&f, status);
}

/* ---- a picture ------------------------------------------------------------------------------- */

/* The first variable; of a vector its length. */
static double *first_value(const struct slice_run *c)
{
    double *value;
    int n = c->variables.item[0].n_components;
    MEM_NEW(value, c->s.n_pieces);
    for (int64_t i = 0; i < c->s.n_pieces; i++)
        value[i] = n == 1 ? c->value[0][i] : hypot(hypot(c->value[0][i], c->value[1][i]), c->value[2][i]);
    return value;
}

static int check_raster(const struct slice_run *c, const struct slice_raster *r, const struct slice_view *v)
{
    if (!c->o->window || !slice_raster_is_too_coarse(r, &c->s, c->plane.axis, v))
        return 0;
    return error_set("--window %s: what it shows of the slice is smaller than a pixel; choose a smaller window, or "
                     "--window all", c->o->window);
}

static int draw(const struct slice_run *c)
{
    enum { PIXELS = 900 };
    const struct variable *var = &c->variables.item[0];
    struct slice_view view;
    struct slice_raster raster;
    bool all = c->o->window && strcmp(c->o->window, "all") == 0;
    TRY(slice_view_read(all ? NULL : c->o->window, c->o->range, &c->s, c->plane.axis, &view));
    if (!c->o->window)
        /* Around the walls that the plane cuts; where it cuts none, as ahead of a body, around all of them. */
        slice_view_near(c->cut_high[0] >= c->cut_low[0] ? c->cut_low : c->low,
                        c->cut_high[0] >= c->cut_low[0] ? c->cut_high : c->high, c->plane.axis, &view);
    double *value = first_value(c);
    char title[256], instant[80];
    bool is_mach = strcmp(var->name, "mach") == 0;
    run_verdict_instant(c->r, sizeof instant, instant);
    snprintf(title, sizeof title, "%s%s%s at %.60s m, %s", is_mach ? "Mach number" : var->name,
             var->unit[0] ? ", " : "", var->unit, c->o->plane, instant);
    slice_raster_make(&c->s, c->plane.axis, value, &view, c->o->pixels > 0 ? c->o->pixels : PIXELS, &raster);
    struct slice_field field = {0};
    if (c->o->isolines > 0 || is_mach)
        slice_field_make(&c->s, c->plane.axis, value, &field);
    int status = check_raster(c, &raster, &view) ||
                 slice_plot(&raster, &view, c->plane.axis, title, field.corner ? &field : NULL, c->o->isolines, is_mach,
                            c->o->plot);
    slice_field_free(&field);
    slice_raster_free(&raster);
    mem_free(value);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int slice_all(struct slice_run *c)
{
    TRY(variables_choose(c->r, c->o->variables, c->o->surface, false, &c->variables));
    if (c->o->surface) {
        MEM_NEW(c->chosen, c->r->manifest.n_patches);
        for (int i = 0; i < c->r->manifest.n_patches; i++)
            /* Without --patch all patches, not the walls alone as results_choose_patches() would have it. */
            c->chosen[i] = c->o->patches.n == 0;
        if (c->o->patches.n > 0)
            TRY(results_choose_patches(c->r, &c->o->patches, c->chosen));
    }
    TRY(cut_all(c));
    if (c->o->plot)
        TRY(draw(c));
    return c->o->out ? write_file(c) : 0;
}

static void print_summary(const struct slice_run *c)
{
    double total = 0, centre[3];
    for (int64_t i = 0; i < c->s.n_pieces; i++)
        total += slice_measure(&c->s, i, c->plane.axis, centre);
    printf("%s: %" PRId64 " %s, %.9g %s\n", c->o->out ? c->o->out : c->o->plot, c->s.n_pieces,
           c->o->surface ? "lines" : "polygons", total, c->o->surface ? "m" : "m^2");
}

static int check_options(const struct slice_options *o)
{
    bool writes = o->out && (text_glob("*.csv", o->out) || text_glob("*.vtu", o->out));
    bool draws = o->plot && (text_glob("*.png", o->plot) || text_glob("*.svg", o->plot));
    if ((!o->out && !o->plot) || (o->out && !writes))
        return error_set("slice: say where to write with --out FILE.vtu or --out FILE.csv, or what to draw with "
                         "--plot FILE.png");
    if (o->plot && !draws)
        return error_set("slice --plot %s: pictures are PNG or SVG; end the name in .png or .svg", o->plot);
    if (o->plot && o->surface)
        return error_set("slice --plot: a picture shows the cells that a plane cuts, not lines; leave out --surface, "
                         "or --plot (ufv-post cp draws curves along walls)");
    if (!o->plot && (o->window || o->range || o->isolines != 0))
        return error_set("slice %s: this is for pictures; add --plot FILE.png",
                         o->window ? "--window" : o->range ? "--range" : "--isolines");
    if (o->isolines < 0 || o->isolines > 100)
        return error_set("slice --isolines %ld: give a number of lines, 0 to 100", o->isolines);
    if (o->patches.n > 0 && !o->surface)
        return error_set("slice --patch: patches are cut with --surface only; add it, or leave out --patch");
    return 0;
}

int slice_command(const struct results *r, const struct slice_options *o)
{
    TRY(check_options(o));
    struct slice_run *c;
    MEM_NEW_ZERO(c, 1);
    c->r = r;
    c->o = o;
    for (int d = 0; d < 3; d++)
        c->low[d] = c->cut_low[d] = HUGE_VAL, c->high[d] = c->cut_high[d] = -HUGE_VAL;
    int status = slice_plane_read(o->plane, &c->plane) || slice_all(c);
    if (status == 0 && !o->quiet)
        print_summary(c);
    for (int k = 0; k < 3 * VARIABLES_MAX; k++)
        mem_free(c->value[k]);
    mem_free(c->id);
    mem_free(c->chosen);
    slice_free(&c->s);
    mem_free(c);
    return status;
}
