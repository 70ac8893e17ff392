/* forces_report.c: the command: the tables of patches, of groups and of what crosses open patches, and the JSON file.
 */
#include "forces/forces.h"

#include "error.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "printable.h"
#include "fields/run_verdict.h"
#include "input/numbers.h"
#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Columns of %12.6f: a drag count is 1e-4, so two digits of it show. */
static void print_row(const char *name, const struct force_coefficients *c)
{
    printf("%-24s %12.6f %12.6f %12.6f %12.6f %12.6f %12.6f\n", name, c->cl, c->cd, c->cy, c->cm[0], c->cm[1],
           c->cm[2]);
}

static void write_part(struct json *j, const char *key, const struct solution_reference *r, const struct force *f)
{
    struct force_coefficients c = forces_coefficients(r, f);
    json_object(j, key);
    force_coefficients_write(j, &c);
    json_close(j);
}

static void write_vector(struct json *j, const char *key, const double v[3])
{
    json_array(j, key);
    for (int i = 0; i < 3; i++)
        json_number(j, NULL, v[i]);
    json_close(j);
}

static void write_reference(struct json *j, const struct solution_reference *r)
{
    json_object(j, "reference");
    json_number(j, "area", r->area);
    json_number(j, "length", r->length);
    write_vector(j, "centre", r->centre);
    json_close(j);
}

/* What the three rows of the table and the heads of the file are made of. */
struct totals {
    struct force pressure, friction, all;
};

/* The sums over the patches of a group, or over all where member is NULL. Patches that were not chosen are zero. */
static struct totals total_of(const struct forces *f, const bool *member)
{
    struct totals t;
    memset(&t, 0, sizeof t);
    for (int b = 0; b < f->n_patches; b++) {
        if (member && !member[b])
            continue;
        t.pressure = force_sum(&t.pressure, &f->pressure[b]);
        t.friction = force_sum(&t.friction, &f->friction[b]);
    }
    t.all = force_sum(&t.pressure, &t.friction);
    return t;
}

/* About another centre, m: the moment changes by (from - to) x force. */
static void move_moment(struct force *f, const double from[3], const double to[3])
{
    for (int d = 0; d < 3; d++) {
        int u = (d + 1) % 3, v = (d + 2) % 3;
        f->moment[d] += (from[u] - to[u]) * f->force[v] - (from[v] - to[v]) * f->force[u];
    }
}

/* Those of group g, about its own centre. */
static struct totals total_of_group(const struct results *r, const struct forces *f, int g)
{
    struct totals t = total_of(f, r->group[g].member);
    struct solution_reference own = results_reference_of_group(r, g);
    move_moment(&t.pressure, r->reference.centre, own.centre);
    move_moment(&t.friction, r->reference.centre, own.centre);
    move_moment(&t.all, r->reference.centre, own.centre);
    return t;
}

/* Without friction (Euler) the row of pressure would repeat the total. */
static void print_table(const struct results *r, const struct forces *f, const struct totals *t)
{
    printf("iteration %" PRId64, r->iteration);
    if (r->time > 0) /* of unsteady runs: forces are those of this instant */
        printf(", time %.9g s", r->time);
    printf(", reference area %g m^2, length %g m, moments about (%g, %g, %g) m\n", r->reference.area,
           r->reference.length, r->reference.centre[0], r->reference.centre[1], r->reference.centre[2]);
    printf("%-24s %12s %12s %12s %12s %12s %12s\n", "", "cl", "cd", "cy", "cmx", "cmy", "cmz");
    for (int b = 0; b < f->n_patches; b++) {
        if (!f->chosen[b])
            continue;
        struct force sum = force_sum(&f->pressure[b], &f->friction[b]);
        struct force_coefficients c = forces_coefficients(&r->reference, &sum);
        print_row(r->manifest.patch[b].name, &c);
    }
    const struct force *part[3] = {&t->pressure, &t->friction, &t->all};
    static const char *const name[3] = {"pressure", "friction", "total"};
    for (int i = f->has_friction ? 0 : 2; i < 3; i++) {
        struct force_coefficients c = forces_coefficients(&r->reference, part[i]);
        print_row(name[i], &c);
    }
}

/* Of rotors in air at rest there is no pitch. */
static void print_pitching_moment(const struct results *r, const struct force *f)
{
    struct force_coefficients c = forces_coefficients(&r->reference, f);
    double cm = force_pitching_moment(r->reference.lift_axis, r->reference.drag_axis, c.cm);
    if (!rotor_turns(&r->reference.rotor))
        printf("moments: right-handed about the axes of the mesh; pitching moment, nose up positive: %.6f\n", cm);
}

/* ---- engines and ducts ---- */

static struct open_flow open_flow_of_patch(const struct results *r, int b)
{
    return open_flow_of(r->flow[b], r->reference.gamma, r->reference.gas_constant, r->reference.drag_axis);
}

/* Of the patches of a group together; false: none is of an engine or a duct. */
static bool open_flow_of_group(const struct results *r, const bool *member, struct open_flow *flow)
{
    double sum[N_OPEN] = {0};
    bool any = false;
    for (int b = 0; b < r->manifest.n_patches; b++) {
        /* Of all members the sums are added, of walls they are zero: what a group's inflow and outlet carry together is
         * the engine's balance. */
        any = any || (member[b] && forces_is_duct(r, b));
        for (int s = 0; r->flow && s < N_OPEN && member[b]; s++)
            sum[s] += r->flow[b][s];
    }
    *flow = open_flow_of(sum, r->reference.gamma, r->reference.gas_constant, r->reference.drag_axis);
    return any;
}

/* Prints "-" for NaN, a mean over nothing: total values of a patch whose mass flows nearly cancel, and those of moving
 * meshes (open_flow.h). */
static void print_number(double x)
{
    if (isnan(x))
        printf(" %12s", "-");
    else
        printf(" %12.6g", x);
}

static void print_duct(const char *name, const struct open_flow *w)
{
    printf("%-24s", name);
    const double value[] = {w->mass, w->pressure, w->total_pressure, w->total_temperature, w->thrust, w->power};
    for (int k = 0; k < 6; k++)
        print_number(value[k]);
    printf("\n");
}

/* Prints the patches named, or all. Groups are printed only where no patch is named: otherwise a part of a group would
 * stand under its name. */
static void print_ducts(const struct results *r, const struct cli_list *globs, const struct forces *f)
{
    bool any = false;
    for (int b = 0; b < f->n_patches; b++) {
        if (!forces_is_duct(r, b) || (globs->n > 0 && !f->chosen[b]))
            continue;
        if (!any)
            printf("inflows and outlets: mass flow out of the fluid is positive; thrust and power: what the fluid "
                   "receives\n"
                   "%-24s %12s %12s %12s %12s %12s %12s\n", "", "mass kg/s", "p Pa", "total p Pa", "total T K",
                   "thrust N", "power W");
        any = true;
        struct open_flow w = open_flow_of_patch(r, b);
        print_duct(r->manifest.patch[b].name, &w);
    }
    for (int g = 0; any && globs->n == 0 && g < r->n_groups; g++) {
        struct open_flow w;
        if (open_flow_of_group(r, r->group[g].member, &w))
            print_duct(r->group[g].name, &w);
    }
    double sum, largest;
    if (any && globs->n == 0 && forces_mass_balance(r, &sum, &largest))
        printf("mass flow through all boundaries, the far field included: %.3g kg/s, %.2g %% of the largest above\n",
               sum, 100 * fabs(sum) / largest);
}

static void write_duct(struct json *j, const struct open_flow *w)
{
    json_object(j, "flow");
    open_flow_write(w, j);
    json_close(j);
}

/* ---- groups ---- */

/* Of lift and drag; drag has counts of 1e-4. */
static const double counts = 1e4;

static void print_group(const struct solution_reference *r, const char *name, const struct totals *t)
{
    struct force_coefficients c = forces_coefficients(r, &t->all);
    double pressure = forces_coefficients(r, &t->pressure).cd;
    double friction = forces_coefficients(r, &t->friction).cd;
    printf("%-24s %12.6f %12.6f %12.6f %12.6f %12.2f ", name, c.cl, c.cd, pressure, friction, counts * c.cd);
    if (c.cd != 0)
        printf("%12.4f\n", c.cl / c.cd);
    else
        printf("%12s\n", "-");
}

/* Groups hold whole patches: with --patch there would be parts of them. */
static bool has_groups(const struct results *r, const struct cli_list *globs)
{
    return r->n_groups > 0 && globs->n == 0;
}

/* The walls of a group have forces, and only these are its drag; an engine of a fan face and an exhaust has none. */
static bool group_has_wall(const struct results *r, const bool *member)
{
    for (int b = 0; b < r->manifest.n_patches; b++)
        if (member[b] && bc_kind_is_wall(r->kind[b]))
            return true;
    return false;
}

static void print_groups(const struct results *r, const struct forces *f, const struct totals *all)
{
    printf("%-24s %12s %12s %12s %12s %12s %12s\n", "by group", "cl", "cd", "cd pressure", "cd friction", "drag counts",
           "cl/cd");
    for (int g = 0; g < r->n_groups; g++) {
        struct totals t = total_of_group(r, f, g);
        struct solution_reference own = results_reference_of_group(r, g);
        if (group_has_wall(r, r->group[g].member))
            print_group(&own, r->group[g].name, &t);
    }
    print_group(&r->reference, "total", all);
    for (int g = 0; g < r->n_groups; g++) {
        const struct results_group *of = &r->group[g];
        if (of->has_reference && group_has_wall(r, of->member))
            printf("%s: reference area %g m^2, length %g m, moments about (%g, %g, %g) m\n", of->name, of->area,
                   of->length, of->centre[0], of->centre[1], of->centre[2]);
    }
}

/* What the table of groups says of the total, where there are no groups and all that was chosen are walls. */
static void print_drag(const struct results *r, const struct forces *f, const struct totals *t)
{
    for (int b = 0; b < f->n_patches; b++)
        if (f->chosen[b] && !bc_kind_is_wall(r->kind[b]))
            return;
    struct force_coefficients c = forces_coefficients(&r->reference, &t->all);
    double pressure = forces_coefficients(&r->reference, &t->pressure).cd;
    double friction = forces_coefficients(&r->reference, &t->friction).cd;
    printf("drag: %.2f counts (pressure %.2f, friction %.2f)", counts * c.cd, counts * pressure, counts * friction);
    if (c.cd > 0)
        printf("; cl/cd %.4f", c.cl / c.cd);
    printf("\n");
}

/* A group is a sum over its patches; a patch in two groups is in both sums, so that groups need not add up to the
 * total. */
static void write_groups(struct json *j, const struct results *r, const struct forces *f)
{
    json_object(j, "groups");
    for (int g = 0; g < r->n_groups; g++) {
        struct totals t = total_of_group(r, f, g);
        struct solution_reference own = results_reference_of_group(r, g);
        struct force_coefficients c = forces_coefficients(&own, &t.all);
        json_object(j, r->group[g].name);
        force_coefficients_write(j, &c);
        json_number(j, "drag_counts", counts * c.cd);
        json_number(j, "lift_to_drag", c.cd != 0 ? c.cl / c.cd : NAN);
        write_vector(j, "force", t.all.force);
        write_part(j, "pressure", &own, &t.pressure);
        write_part(j, "friction", &own, &t.friction);
        if (r->group[g].has_reference)
            write_reference(j, &own);
        struct open_flow w;
        if (open_flow_of_group(r, r->group[g].member, &w))
            write_duct(j, &w);
        json_close(j);
    }
    json_close(j);
}

/* ---- patches that fluid crosses ---- */

static void print_flow(const char *name, const struct patch_flow *w)
{
    printf("%-24s %14.6g %14.6g %14.6g %14.6g\n", name, w->mass, w->momentum[0], w->momentum[1], w->momentum[2]);
}

/* Of a patch that fluid crosses the pressure alone would be half of its balance of momentum. The sum shows whether mass
 * balances, once all such patches are chosen. */
static void print_flows(const struct results *r, const struct forces *f)
{
    struct patch_flow sum = {0};
    int n = 0;
    for (int b = 0; b < f->n_patches; b++) {
        const struct patch_flow *w = &f->flow[b];
        if (!f->chosen[b] || forces_is_closed(r, b))
            continue;
        if (n++ == 0)
            printf("flow out through patches that are not walls, from the %s (the table above has the pressure "
                   "alone)\n%-24s %14s %14s %14s %14s\n",
                   r->flow ? "fluxes of the run" : "state of the cells there", "", "mass kg/s",
                   "momentum x N", "momentum y N", "momentum z N");
        print_flow(r->manifest.patch[b].name, w);
        sum.mass += w->mass;
        for (int d = 0; d < 3; d++)
            sum.momentum[d] += w->momentum[d];
    }
    if (n > 1)
        print_flow("sum", &sum);
}

/* Members of a patch: coefficients, area (m^2), force (N), parts, and mass_flux (kg/s), momentum_flux (N) of
 * what fluid crosses. */
static void write_patches(struct json *j, const struct results *r, const struct forces *f)
{
    json_object(j, "patches");
    for (int b = 0; b < f->n_patches; b++) {
        if (!f->chosen[b])
            continue;
        struct force sum = force_sum(&f->pressure[b], &f->friction[b]);
        struct force_coefficients c = forces_coefficients(&r->reference, &sum);
        json_object(j, r->manifest.patch[b].name);
        force_coefficients_write(j, &c);
        json_number(j, "area", f->area[b]);
        write_vector(j, "force", sum.force);
        write_part(j, "pressure", &r->reference, &f->pressure[b]);
        write_part(j, "friction", &r->reference, &f->friction[b]);
        if (!forces_is_closed(r, b)) {
            json_number(j, "mass_flux", f->flow[b].mass);
            write_vector(j, "momentum_flux", f->flow[b].momentum);
        }
        if (forces_is_duct(r, b))
            write_duct(j, (struct open_flow[]){open_flow_of_patch(r, b)});
        json_close(j);
    }
    json_close(j);
}

/* Thrust and torque are of all sectors: the mesh's force times their number. */
static struct rotor_coefficients rotor_of(const struct results *r, const struct force *f)
{
    return rotor_coefficients(&r->reference.rotor, r->reference.density, r->reference.centre, f->force, f->moment);
}

static void print_rotor(const struct results *r, const struct force *f)
{
    struct rotor_coefficients k = rotor_of(r, f);
    if (!rotor_turns(&r->reference.rotor))
        return;
    printf("rotor of %g sector%s: thrust %.6g N, torque %.6g N m", r->reference.rotor.sectors,
           r->reference.rotor.sectors == 1 ? "" : "s", k.thrust, k.torque);
    if (!isnan(k.ct))
        printf(", C_T %.6f, C_Q %.6f", k.ct, k.cq);
    if (!isnan(k.merit))
        printf(", figure of merit %.4f", k.merit);
    printf("\n");
}

/* Force and moment in the axes of the mesh, N and N m. */
static int write_file(const char *path, const struct results *r, const struct forces *f, const struct totals *t,
                      bool groups)
{
    struct out_file o;
    TRY(out_file_open(path, &o));
    struct json j;
    json_begin(&j, o.file);
    struct force_coefficients c = forces_coefficients(&r->reference, &t->all);
    force_coefficients_write(&j, &c);
    json_number(&j, "cm_nose_up", force_pitching_moment(r->reference.lift_axis, r->reference.drag_axis, c.cm));
    json_integer(&j, "iteration", r->iteration);
    write_vector(&j, "force", t->all.force);
    write_vector(&j, "moment", t->all.moment);
    write_part(&j, "pressure", &r->reference, &t->pressure);
    write_part(&j, "friction", &r->reference, &t->friction);
    if (rotor_turns(&r->reference.rotor)) {
        struct rotor_coefficients k = rotor_of(r, &t->all);
        rotor_coefficients_write(&j, &r->reference.rotor, &k);
    }
    write_patches(&j, r, f);
    if (groups)
        write_groups(&j, r, f);
    write_reference(&j, &r->reference);
    json_end(&j);
    return out_file_finish(&o, 0);
}

/* The sentence comes from a file that anybody may have written. Frees it. */
static void print_note(char *sentence)
{
    if (!sentence)
        return;
    printable_clean(sentence);
    printf("note: %s\n", sentence);
    mem_free(sentence);
}

/* "X,Y,Z", within the range of [reference] centre, so that moments are numbers. */
static int read_centre(const char *text, double centre[3])
{
    if (numbers_read(text, ",,", 3, NULL, centre) != 0)
        return error_set("--centre %s: write X,Y,Z in metres, such as 8,0,-0.2", text);
    for (int d = 0; d < 3; d++)
        if (fabs(centre[d]) > 1e9)
            return error_set("--centre %s: give coordinates from -1e9 to 1e9 m", text);
    return 0;
}

/* What coefficients are formed with instead of what the run recorded, those of groups too. r->group is the caller's. */
static int change_reference(const struct forces_options *o, struct results *r)
{
    double centre[3];
    r->reference = results_reference_of(r, &o->patches);
    if (o->centre)
        TRY(read_centre(o->centre, centre));
    if (!(o->area >= 0 && isfinite(o->area)) || !(o->length >= 0 && isfinite(o->length)))
        return error_set("forces --%s: give a positive number", o->area >= 0 && isfinite(o->area) ? "length" : "area");
    for (int g = -1; g < r->n_groups; g++) {
        double *of = g < 0 ? r->reference.centre : r->group[g].centre;
        double *area = g < 0 ? &r->reference.area : &r->group[g].area;
        double *length = g < 0 ? &r->reference.length : &r->group[g].length;
        *area = o->area > 0 ? o->area : *area;
        *length = o->length > 0 ? o->length : *length;
        if (o->centre)
            memcpy(of, centre, sizeof centre);
    }
    return 0;
}

static int report(const struct results *r, const struct forces_options *o)
{
    struct forces f;
    /* After the reference was changed: --area mends a run that has none. */
    TRY(results_check_coefficients(r));
    if (!(r->reference.area > 0 && r->reference.length > 0))
        return error_set("%s: the run's reference area is %g m^2 and its length %g m; set [reference] area and length "
                         "in its case file, or give --area and --length", r->path, r->reference.area,
                         r->reference.length);
    TRY(forces_integrate(r, &o->patches, &f));
    struct totals t = total_of(&f, NULL);
    if (!o->quiet) {
        print_table(r, &f, &t);
        print_pitching_moment(r, &t.all);
        print_rotor(r, &t.all);
        if (has_groups(r, &o->patches))
            print_groups(r, &f, &t);
        else if (!rotor_turns(&r->reference.rotor))
            print_drag(r, &f, &t);
        print_flows(r, &f);
        print_ducts(r, &o->patches, &f);
        print_note(run_verdict_unconverged(r));
        print_note(run_verdict_hot_cells(r));
    }
    int status = o->json ? write_file(o->json, r, &f, &t, has_groups(r, &o->patches)) : 0;
    forces_free(&f);
    return status;
}

int forces_command(const struct results *run, const struct forces_options *o)
{
    struct results changed = *run; /* borrows all that it holds, but for the list of groups */
    MEM_NEW_ZERO(changed.group, run->n_groups + 1);
    memcpy(changed.group, run->group, (size_t)run->n_groups * sizeof *run->group);
    int status = change_reference(o, &changed) || report(&changed, o);
    mem_free(changed.group);
    return status;
}
