/* cp.c: the command: gathers a surface, cuts it, and prints, writes and draws the cuts. */
#include "cp/cp.h"

#include "cp/cp_cut.h"
#include "cp/cp_plot.h"
#include "cp/cp_shock.h"
#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "printable.h"

#include <math.h>
#include <string.h>

/* A reference with a column `side` is compared side by side; else each point with the nearer curve, which gives
 * smaller differences. */
static void print_difference(const struct cp_context *c, const struct cp_cut *cut)
{
    int64_t n;
    double rms = cp_difference(c, cut, &n);
    if (n == 0)
        printf("  no point of %s lies on the cut, so no difference is given\n", cut->reference.path);
    else
        printf("  root mean square difference of %s from the %" PRId64 " points of %s: %.4f (%s)\n",
               quantity_name(c->quantity), n, cut->reference.path, rms,
               csv_column(&cut->reference, "side") ? "upper to upper side, lower to lower" : "to the nearer side");
}

/* The point where the field times `sign` is lowest: sign -1 finds the highest value. It is the first point where none
 * has a coefficient. Points on the axis of a rotor in air at rest have NaN for a coefficient. */
static int64_t lowest(const struct cp_context *c, const struct section *s, double sign)
{
    int64_t found = -1;
    for (int64_t i = 0; i < s->n_points; i++)
        if (!isnan(cp_value(c, &s->point[i])) && (found < 0 || sign * s->point[i].value < sign * s->point[found].value))
            found = i;
    return found < 0 ? 0 : found;
}

static void print_shock(const struct cp_context *c, const struct section *s, int side, const char *name)
{
    struct cp_shock k = cp_shock_find(c, s, side);
    if (!isnan(k.x))
        printf("  %s side: %s at x/c = %.3f\n", name,
               k.is_steep ? "shock," : "no shock; the flow falls below Mach 1 gradually,", k.x);
}

/* The lowest value is the suction peak, the highest the stagnation point's: what a user looks for first. */
static void print_cut(const struct cp_context *c, const struct cp_cut *cut)
{
    const struct section *s = &cut->section;
    int64_t low = lowest(c, s, 1), high = lowest(c, s, -1);
    printf("%s: %" PRId64 " points on %d curve%s, chord %g m from %c = %g to %g m\n", cut->label, s->n_points,
           s->n_curves, s->n_curves == 1 ? "" : "s", s->trailing - s->leading, "xyz"[s->chord_axis], s->leading,
           s->trailing);
    printf("  %s from %.4f at x/c = %.4f to %.4f at x/c = %.4f\n", quantity_name(c->quantity),
           cp_value(c, &s->point[low]), s->point[low].chord_fraction, cp_value(c, &s->point[high]),
           s->point[high].chord_fraction);
    print_shock(c, s, 1, "upper");
    print_shock(c, s, -1, "lower");
    if (cut->reference.path)
        print_difference(c, cut);
}

static int write_csv(const struct cp_context *c, const char *path)
{
    struct out_file o;
    TRY(out_file_open(path, &o));
    fprintf(o.file, "# ufv-post cp: ");
    printable_write(o.file, c->name);
    fprintf(o.file, " of ");
    printable_write(o.file, c->r->path);
    fprintf(o.file, ", iteration %" PRId64 ", Mach %g, alpha %g degrees\n", c->r->iteration, c->r->reference.mach,
            c->r->reference.alpha);
    for (int i = 0; i < c->n_cuts; i++) {
        const struct section *s = &c->cut[i].section;
        fprintf(o.file, "# section %d: %s, chord %.9g m from %c = %.9g m\n", i + 1, c->cut[i].label,
                s->trailing - s->leading, "xyz"[s->chord_axis], s->leading);
    }
    if (rotor_turns(&c->r->reference.rotor))
        fprintf(o.file, "# cp and cf refer to the speed at which the free stream passes each point of the rotor\n");
    fprintf(o.file, "# x, y, z in m; side: 1 upper, -1 lower, 0 not split; each curve runs along the lower side to the "
                    "leading edge and back along the upper\n");
    fprintf(o.file, "x,y,z,x_over_c,%s,section,curve,side\n", quantity_name(c->quantity));
    for (int i = 0; i < c->n_cuts; i++) {
        const struct section *s = &c->cut[i].section;
        for (int64_t k = 0; k < s->n_points; k++) {
            const struct section_point *p = &s->point[k];
            double value = cp_value(c, p);
            fprintf(o.file, "%.12g,%.12g,%.12g,%.12g,", p->x[0], p->x[1], p->x[2], p->chord_fraction);
            if (!isnan(value))
                fprintf(o.file, "%.12g", value);
            fprintf(o.file, ",%d,%d,%d\n", i + 1, p->curve, p->side);
        }
    }
    return out_file_finish(&o, 0);
}

/* Reads, and asks for the columns now, so that a wrong file is refused before packs are read. */
static int read_reference(const char *path, enum quantity quantity, struct csv *t)
{
    TRY(csv_read(path, t));
    const double *column;
    TRY(csv_need_column(t, "x_over_c", &column));
    const double *side = csv_column(t, "side");
    for (int64_t i = 0; side && i < t->n_rows; i++)
        if (!isnan(side[i]) && side[i] != 1 && side[i] != 0 && side[i] != -1)
            return error_set("%s: row %" PRId64 " has side %g; write 1 for the upper side, -1 for the lower one, and 0 "
                             "or nothing where it is not known", path, i + 1, side[i]);
    return cp_reference_column(t, quantity, &column);
}

/* The chord runs along the axis that is neither the cut's nor lift's. Everything of the i-th section goes
 * into cut[i]. */
static int make_cuts(const struct results *r, const struct cp_options *o, enum quantity quantity,
                     const struct surface *s, const char *name, struct cp_cut *cut)
{
    static const char *const axes[] = {"x", "y", "z"};
    /* The span's axis is named by a letter so that the label of a section given by eta reads like one given in
     * metres. */
    double span;
    const char *span_axis = o->span_axis ? o->span_axis : axes[axis_nearest(r->reference.side_axis)];
    TRY(results_span(r, &o->patches, o->span, &span));
    for (int i = 0; i < o->sections.n; i++) {
        int axis;
        double value;
        TRY(cp_parse_section(o->sections.item[i], span, span_axis, &axis, &value, cut[i].label, sizeof cut[i].label));
        TRY(section_cut(s, axis, value, axis_nearest(r->reference.lift_axis), name, &cut[i].section));
        if (i < o->references.n)
            TRY(read_reference(o->references.item[i], quantity, &cut[i].reference));
    }
    return 0;
}

/* Printed first: a picture or file that cannot be written does not take the numbers along. */
static int report_cuts(const struct cp_context *c, const struct cp_options *o)
{
    for (int i = 0; !o->quiet && i < c->n_cuts; i++)
        print_cut(c, &c->cut[i]);
    if (o->out)
        TRY(write_csv(c, o->out));
    return o->plot ? cp_plot(c, o->plot) : 0;
}

/* All that can be wrong without looking at a pack.
 * eta is tried with a span of 1 here; the run's own span is known later. */
static int check_options(const struct cp_options *o)
{
    if (o->patches.n == 0)
        return error_set("name the surface of the section with --patch NAME, such as --patch WING");
    if (o->sections.n == 0)
        return error_set("say where to cut with --section AXIS=VALUE, such as --section y=0.5");
    if (o->references.n > o->sections.n)
        return error_set("cp: %d references for %d sections; the n-th --reference goes with the n-th --section",
                         o->references.n, o->sections.n);
    for (int i = 0; i < o->sections.n; i++) {
        int axis;
        double value;
        char label[2 * NAME_SIZE];
        const char *span_axis = o->span_axis ? o->span_axis : "y";
        TRY(cp_parse_section(o->sections.item[i], 1, span_axis, &axis, &value, label, sizeof label));
    }
    return 0;
}

/* The surface is gathered once and cut as often as there are sections. */
int cp_cuts_make(const struct results *r, const struct cp_options *o, struct cp_cuts *all)
{
    memset(all, 0, sizeof *all);
    TRY(check_options(o));
    /* Everything that can be refused is, before the first pack is read: gathering the surface is the slow part. */
    enum quantity quantity;
    TRY(quantity_find(o->quantity, &quantity));
    TRY(results_check_coefficients(r));
    for (int i = 0; i < o->patches.n; i++) {
        size_t used = strlen(all->name);
        snprintf(all->name + used, sizeof all->name - used, "%s%s", i ? ", " : "", o->patches.item[i]);
    }
    bool *chosen;
    MEM_NEW(chosen, r->manifest.n_patches);
    struct surface s;
    int status = results_choose_patches(r, &o->patches, chosen);
    if (status == 0)
        status = surface_gather(r, chosen, quantity, &s);
    mem_free(chosen);
    TRY(status);
    MEM_NEW_ZERO(all->cut, o->sections.n);
    all->n = o->sections.n;
    status = make_cuts(r, o, quantity, &s, all->name, all->cut);
    surface_free(&s);
    all->context = (struct cp_context){.r = r, .q = solution_dynamic_pressure(&r->reference), .quantity = quantity,
                                       .name = all->name, .n_cuts = all->n, .cut = all->cut};
    if (status != 0)
        cp_cuts_free(all);
    return status;
}

void cp_cuts_free(struct cp_cuts *all)
{
    for (int i = 0; i < all->n; i++) {
        section_free(&all->cut[i].section);
        csv_free(&all->cut[i].reference);
    }
    mem_free(all->cut);
    memset(all, 0, sizeof *all);
}

int cp_command(const struct results *r, const struct cp_options *o)
{
    struct cp_cuts all;
    TRY(cp_cuts_make(r, o, &all));
    int status = report_cuts(&all.context, o);
    cp_cuts_free(&all);
    return status;
}
