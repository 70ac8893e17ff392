/* forces.c: the sums over patches, and the command that prints them and writes them as JSON.
 *
 * The pressure on a face is the one that ufv-solve stored for it, not that of the cell: so the sums are those of the
 * run's own forces.json, but for rounding: faces are added in another order.
 */
#include "forces.h"

#include "error.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "printable.h"
#include "run_verdict.h"
#include "vec3.h"
#include "wall_fields.h"

#include <string.h>

static void add_face(struct force *sum, struct vec3 force, struct vec3 arm)
{
    struct vec3 moment = vec3_cross(arm, force);
    sum->force[0] += force.x;
    sum->force[1] += force.y;
    sum->force[2] += force.z;
    sum->moment[0] += moment.x;
    sum->moment[1] += moment.y;
    sum->moment[2] += moment.z;
}

static struct vec3 component3(const double *x, int64_t n, int64_t i)
{
    return vec3_make(x[i], x[n + i], x[2 * n + i]);
}

/* One rank's faces of patch b. The free stream's pressure is taken off each face: a closed body feels none of it, and
 * of an open one (a wing cut by a symmetry plane) the part that is left out does not count as a force. */
static void add_patch(const struct results *r, const struct pack *p, const struct wall_fields *w, int b,
                      struct forces *f)
{
    struct vec3 centre = component3(r->reference.centre, 1, 0);
    for (lid i = p->patch[b].begin; i < p->patch[b].end; i++) {
        struct vec3 arm = vec3_sub(component3(p->face_centroid, p->n_faces, i), centre);
        struct vec3 normal = component3(p->normal, p->n_faces, i);
        add_face(&f->pressure[b], vec3_scale(w->pressure[i] - r->reference.pressure, normal), arm);
        f->area[b] += p->area[i];
        if (!w->friction[0])
            continue;
        struct vec3 stress = vec3_make(w->friction[0][i], w->friction[1][i], w->friction[2][i]);
        add_face(&f->friction[b], vec3_scale(p->area[i], stress), arm);
    }
}

/* Solid or not crossed by anything. */
static bool is_closed(const struct results *r, int b)
{
    return bc_kind_is_wall(r->kind[b]) || r->kind[b] == BC_SYMMETRY;
}

/* One rank's faces of patch b that fluid crosses. */
static void add_flow(const struct pack *p, const struct solution *s, int b, struct patch_flow *flow)
{
    const double *rho = solution_field(s, "density"), *u = solution_field(s, "velocity_x");
    const double *v = solution_field(s, "velocity_y"), *w = solution_field(s, "velocity_z");
    for (lid i = p->patch[b].begin; rho && u && v && w && i < p->patch[b].end; i++) {
        lid c = p->left[i];
        struct vec3 velocity = vec3_make(u[c], v[c], w[c]);
        double mass = rho[c] * vec3_dot(velocity, component3(p->normal, p->n_faces, i));
        flow->mass += mass;
        flow->momentum[0] += mass * velocity.x;
        flow->momentum[1] += mass * velocity.y;
        flow->momentum[2] += mass * velocity.z;
    }
}

static int add_rank(const struct results *r, const struct pack *p, const struct solution *s, struct forces *f)
{
    struct wall_fields w;
    TRY(wall_fields_find(r, s, &w));
    f->has_friction |= w.friction[0] != NULL;
    for (int b = 0; b < p->n_patches; b++) {
        if (!f->chosen[b])
            continue;
        TRY(wall_fields_check(r, p, s, &w, b));
        add_patch(r, p, &w, b, f);
        if (!is_closed(r, b))
            add_flow(p, s, b, &f->flow[b]);
    }
    return 0;
}

static int add_ranks(const struct results *r, const struct cli_list *globs, struct forces *f)
{
    TRY(results_choose_patches(r, globs, f->chosen));
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        struct solution s;
        TRY(results_read_rank(r, rank, PACK_CORE, &p, &s));
        int status = add_rank(r, &p, &s, f);
        pack_free(&p);
        solution_free(&s);
        TRY(status);
    }
    return 0;
}

int forces_integrate(const struct results *r, const struct cli_list *globs, struct forces *f)
{
    memset(f, 0, sizeof *f);
    f->n_patches = r->manifest.n_patches;
    MEM_NEW_ZERO(f->chosen, f->n_patches);
    MEM_NEW_ZERO(f->pressure, f->n_patches);
    MEM_NEW_ZERO(f->friction, f->n_patches);
    MEM_NEW_ZERO(f->flow, f->n_patches);
    MEM_NEW_ZERO(f->area, f->n_patches);
    int status = add_ranks(r, globs, f);
    if (status != 0)
        forces_free(f);
    return status;
}

void forces_free(struct forces *f)
{
    mem_free(f->chosen);
    mem_free(f->pressure);
    mem_free(f->friction);
    mem_free(f->flow);
    mem_free(f->area);
    memset(f, 0, sizeof *f);
}

struct force force_sum(const struct force *a, const struct force *b)
{
    struct force sum = *a;
    for (int c = 0; c < 3; c++) {
        sum.force[c] += b->force[c];
        sum.moment[c] += b->moment[c];
    }
    return sum;
}

struct force_coefficients forces_coefficients(const struct solution_reference *r, const struct force *f)
{
    struct force_reference reference = solution_force_reference(r);
    return force_coefficients(&reference, f->force, f->moment);
}

/* ---- report ------------------------------------------------------------------- */

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

/* What the three rows of the table and the heads of the file are made of. */
struct totals {
    struct force pressure, friction, all;
};

static struct totals total_of(const struct forces *f)
{
    struct totals t;
    memset(&t, 0, sizeof t);
    for (int b = 0; b < f->n_patches; b++) {
        t.pressure = force_sum(&t.pressure, &f->pressure[b]);
        t.friction = force_sum(&t.friction, &f->friction[b]);
    }
    t.all = force_sum(&t.pressure, &t.friction);
    return t;
}

static void print_table(const struct results *r, const struct forces *f, const struct totals *t)
{
    printf("iteration %" PRId64 ", reference area %g m^2, length %g m, moments about (%g, %g, %g) m\n", r->iteration,
           r->reference.area, r->reference.length, r->reference.centre[0], r->reference.centre[1],
           r->reference.centre[2]);
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

/* Of a patch that fluid crosses the pressure alone would be half of its balance of momentum. */
static void print_flows(const struct results *r, const struct forces *f)
{
    bool any = false;
    for (int b = 0; b < f->n_patches; b++) {
        const struct patch_flow *w = &f->flow[b];
        if (!f->chosen[b] || is_closed(r, b))
            continue;
        if (!any)
            printf("out of the fluid through patches that are no walls, by the state of the cells there (above: pressure "
                   "alone)\n%-24s %14s %14s %14s %14s\n", "", "mass kg/s", "momentum x N", "momentum y N",
                   "momentum z N");
        any = true;
        printf("%-24s %14.6g %14.6g %14.6g %14.6g\n", r->manifest.patch[b].name, w->mass, w->momentum[0],
               w->momentum[1], w->momentum[2]);
    }
}

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
        if (!is_closed(r, b)) {
            json_number(j, "mass_flux", f->flow[b].mass);
            write_vector(j, "momentum_flux", f->flow[b].momentum);
        }
        json_close(j);
    }
    json_close(j);
}

static int write_file(const char *path, const struct results *r, const struct forces *f, const struct totals *t)
{
    struct out_file o;
    TRY(out_file_open(path, &o));
    struct json j;
    json_begin(&j, o.file);
    struct force_coefficients c = forces_coefficients(&r->reference, &t->all);
    force_coefficients_write(&j, &c);
    json_integer(&j, "iteration", r->iteration);
    write_vector(&j, "force", t->all.force);
    write_vector(&j, "moment", t->all.moment);
    write_part(&j, "pressure", &r->reference, &t->pressure);
    write_part(&j, "friction", &r->reference, &t->friction);
    write_patches(&j, r, f);
    json_object(&j, "reference");
    json_number(&j, "area", r->reference.area);
    json_number(&j, "length", r->reference.length);
    write_vector(&j, "centre", r->reference.centre);
    json_close(&j);
    json_end(&j);
    return out_file_finish(&o, 0);
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

int forces_command(const struct results *r, const struct cli_list *globs, const char *json, bool quiet)
{
    double q;
    TRY(results_dynamic_pressure(r, &q));
    if (!(r->reference.area > 0 && r->reference.length > 0))
        return error_set("%s: the run's reference area is %g m^2 and its length %g m; set [reference] area and length "
                         "in its case file", r->path, r->reference.area, r->reference.length);
    struct forces f;
    TRY(forces_integrate(r, globs, &f));
    struct totals t = total_of(&f);
    if (!quiet) {
        print_table(r, &f, &t);
        print_flows(r, &f);
        print_note(r);
    }
    int status = json ? write_file(json, r, &f, &t) : 0;
    forces_free(&f);
    return status;
}
