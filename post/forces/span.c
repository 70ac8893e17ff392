/* span.c: the command: options, the table, the CSV file. */
#include "forces/span.h"

#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "printable.h"
#include "forces/span_load.h"
#include "forces/span_plot.h"

#include <math.h>
#include <string.h>

/* The middle of strip k along the span's axis, m. */
static double middle(const struct span_load *s, int64_t k)
{
    return s->low + ((double)k + 0.5) * s->width;
}

/* A cell of the file and the comma before it; NAN is an empty one. */
static void print_cell(FILE *file, double x)
{
    fprintf(file, isnan(x) ? "," : ",%.12g", x);
}

/* The columns are cl c / l and so on, the local coefficient times the local chord c over the reference length l:
 * loads per metre of span, for which the chord need not be known. */
static void print_table(const struct span_context *c)
{
    const struct span_load *s = c->load;
    printf("%" PRId64 " strips of %g m along %c; coefficients per metre of span, over the reference length of %g m\n",
           s->n, s->width, "xyz"[s->axis], c->r->reference.length);
    /* eta: the place over the span, where the run or the user gives one. */
    printf("%12c %8s %12s %12s %12s %12s %12s\n", "xyz"[s->axis], "eta", "cl c/l", "cd c/l", "cd_p c/l", "cd_f c/l",
           "cm c2/l2");
    for (int64_t k = 0; k < s->n; k++) {
        struct span_coefficients a = span_coefficients(c, k);
        double at = middle(s, k);
        printf("%12.6g %8.4f %12.6f %12.6f %12.6f %12.6f %12.6f\n", at, c->span > 0 ? at / c->span : NAN, a.cl,
               a.cd_pressure + a.cd_friction, a.cd_pressure, a.cd_friction, a.cm);
    }
}

static int write_csv(const struct span_context *c, const char *path)
{
    const struct span_load *s = c->load;
    struct out_file o;
    TRY(out_file_open(path, &o));
    fprintf(o.file, "# ufv-post span: ");
    printable_write(o.file, c->r->path);
    fprintf(o.file, ", iteration %" PRId64 "; strips of %.9g m along %c; coefficients for each "
                    "metre of span over the reference length of %.9g m\n",
            c->r->iteration, s->width, "xyz"[s->axis], c->r->reference.length);
    fprintf(o.file, "%c,eta,cl_c_over_l,cd_c_over_l,cd_pressure_c_over_l,cd_friction_c_over_l,"
                    "cy_c_over_l,cm_c2_over_l2\n", "xyz"[s->axis]);
    for (int64_t k = 0; k < s->n; k++) {
        struct span_coefficients a = span_coefficients(c, k);
        fprintf(o.file, "%.12g", middle(s, k));
        const double cell[] = {c->span > 0 ? middle(s, k) / c->span : NAN, a.cl, a.cd_pressure + a.cd_friction,
                               a.cd_pressure, a.cd_friction, a.cy, a.cm};
        for (size_t i = 0; i < sizeof cell / sizeof *cell; i++)
            print_cell(o.file, cell[i]);
        fprintf(o.file, "\n");
    }
    return out_file_finish(&o, 0);
}

/* An Euler run's curves of friction would all be zero; the picture leaves them out. */
static bool any_friction(const struct span_load *s)
{
    for (int64_t k = 0; k < s->n; k++)
        for (int d = 0; d < 3; d++)
            if (s->strip[k].force[1][d] != 0)
                return true;
    return false;
}

static int report(const struct span_context *c, const struct span_options *o)
{
    if (!o->quiet)
        print_table(c);
    if (o->out)
        TRY(write_csv(c, o->out));
    return o->plot ? span_plot(c, o->plot) : 0;
}

/* Strips along the axis of a rotor would all have their middles on it, where gas at rest does not move past them. */
static int check_axis(const struct results *r, int axis)
{
    const double *rotation = r->reference.rotor.rotation, *v = r->reference.velocity;
    /* The part of the rotation's vector across the span's axis: none of it means that the two are parallel. */
    double across = hypot(rotation[(axis + 1) % 3], rotation[(axis + 2) % 3]);
    bool rests = v[0] == 0 && v[1] == 0 && v[2] == 0;
    if (!rests || !rotor_turns(&r->reference.rotor) || across > 1e-9 * fabs(rotation[axis]))
        return 0;
    return error_set("span: %c is the axis of the rotor, so that there is no speed to form coefficients with; give "
                     "the direction of a blade with --span-axis", "xyz"[axis]);
}

int span_prepare(const struct results *r, const struct span_options *o, struct span_load *s, struct span_context *c)
{
    int axis = o->axis ? axis_of_text(o->axis) : axis_nearest(r->reference.side_axis);
    *c = (struct span_context){.r = r, .load = s};
    TRY(results_span(r, &o->patches, o->span, &c->span));
    if (axis < 0 || axis > 2)
        return error_set("--span-axis %s: the axis is x, y or z", o->axis);
    if (o->n < 1 || o->n > SPAN_MAX_STRIPS)
        return error_set("--strips %ld: give a number from 1 to %d", o->n, SPAN_MAX_STRIPS);
    TRY(results_check_coefficients(r));
    TRY(check_axis(r, axis));
    if (!(r->reference.length > 0))
        return error_set("%s: the run's reference length is %g m; set [reference] length in its case file", r->path,
                         r->reference.length);
    bool *chosen;
    MEM_NEW(chosen, r->manifest.n_patches);
    int status = results_choose_patches(r, &o->patches, chosen);
    if (status == 0)
        status = span_integrate(r, chosen, axis, o->n, s);
    mem_free(chosen);
    TRY(status);
    c->has_friction = any_friction(s);
    return 0;
}

int span_command(const struct results *run, const struct span_options *o)
{
    struct results r = *run; /* borrows all that it holds */
    struct span_context c;
    struct span_load s;
    r.reference = results_reference_of(run, &o->patches);
    TRY(span_prepare(&r, o, &s, &c));
    int status = report(&c, o);
    mem_free(s.strip);
    return status;
}
