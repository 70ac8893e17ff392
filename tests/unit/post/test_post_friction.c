/* Pressure and friction of a box, on the whole and by patch, in what `ufv-post forces` returns
 * and in its file, against sums over the sides written here.
 */
#include "check.h"
#include "forces/forces.h"
#include "input/json_read.h"
#include "post_box.h"

#include <unistd.h>

static char top[] = "/tmp/ufv-test-friction-XXXXXX";
static const struct box box = {.n = {5, 4, 3}, .origin = {-0.3, 0.2, 1.1}, .length = {2, 1, 0.5}, .n_ranks = 3};
static const double centre[3] = {0.4, -0.6, 0.2};
static struct results opened;

static double pressure(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

static void stress(const double x[3], double t[3])
{
    t[0] = 2 + x[1];
    t[1] = 3 * x[0] - 1;
    t[2] = -x[2];
}

/* Gives the files friction and a centre of moments of their own; boundary fields: the first n of pressure and three
 * components. */
static int add_friction(const char *folder, int rank, int n)
{
    static const char *const name[3] = {"wall_shear_x", "wall_shear_y", "wall_shear_z"};
    char packs[96], fields[96];
    struct pack p;
    struct solution s;
    snprintf(packs, sizeof packs, "%s/packs", folder);
    snprintf(fields, sizeof fields, "%s/results/fields-000000042", folder);
    pack_init(&p);
    TRY(pack_read(packs, rank, PACK_CORE, &p));
    TRY(solution_read(fields, rank, &s));
    memcpy(s.reference.centre, centre, sizeof centre);
    for (int d = 0; d < 3; d++) {
        box_add_field(&s.boundary_field[1 + d], name[d], "Pa", s.n_boundary);
        for (int64_t i = 0; i < s.n_boundary; i++) {
            double x[3] = {p.face_centroid[i], p.face_centroid[p.n_faces + i], p.face_centroid[2 * p.n_faces + i]},
                   t[3];
            stress(x, t);
            s.boundary_field[1 + d].value[i] = t[d];
        }
    }
    for (int k = n; k < 4; k++)
        MEM_FREE(s.boundary_field[k].value);
    s.n_boundary_fields = n;
    int status = solution_write(fields, &s);
    solution_free(&s);
    pack_free(&p);
    return status;
}

static int write_results(const char *name, int n)
{
    char folder[64];
    struct box b = box;
    b.pressure = pressure;
    snprintf(folder, sizeof folder, "%s/%s", top, name);
    TRY(box_write(&b, folder));
    for (int rank = 0; rank < box.n_ranks; rank++)
        TRY(add_friction(folder, rank, n));
    return 0;
}

static int open_results(const char *name, struct results *r)
{
    char results[80];
    snprintf(results, sizeof results, "%s/%s/results", top, name);
    return results_open(results, NULL, RESULTS_GEOMETRY, r);
}

static int make_results(const char *name, int n, struct results *r)
{
    TRY(write_results(name, n));
    return open_results(name, r);
}

/* Sums of p - p_inf (10 Pa) and of stress over the faces of a side: force, then moment about the centre. */
static double side_sums(int side, double p_sum[6], double t_sum[6])
{
    int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    double h[3], area;
    for (int d = 0; d < 3; d++)
        h[d] = box.length[d] / box.n[d];
    area = h[u] * h[v];
    memset(p_sum, 0, 6 * sizeof *p_sum);
    memset(t_sum, 0, 6 * sizeof *t_sum);
    for (int i = 0; i < box.n[u]; i++)
        for (int j = 0; j < box.n[v]; j++) {
            double x[3], f[2][3] = {{0}}, arm[3];
            x[axis] = box.origin[axis] + (side % 2) * box.length[axis];
            x[u] = box.origin[u] + (i + 0.5) * h[u];
            x[v] = box.origin[v] + (j + 0.5) * h[v];
            f[0][axis] = (side % 2 ? 1 : -1) * area * (pressure(x) - 10);
            stress(x, f[1]);
            for (int d = 0; d < 3; d++) {
                f[1][d] *= area;
                arm[d] = x[d] - centre[d];
            }
            for (int d = 0; d < 3; d++) {
                int a = (d + 1) % 3, b = (d + 2) % 3;
                p_sum[d] += f[0][d];
                t_sum[d] += f[1][d];
                p_sum[3 + d] += arm[a] * f[0][b] - arm[b] * f[0][a];
                t_sum[3 + d] += arm[a] * f[1][b] - arm[b] * f[1][a];
            }
        }
    return area * box.n[u] * box.n[v];
}

static void check_force(const struct force *f, const double wanted[6])
{
    for (int d = 0; d < 3; d++) {
        CHECK_NEAR(f->force[d], wanted[d], 1e-13); /* rounding of at most 20 faces of order one */
        CHECK_NEAR(f->moment[d], wanted[3 + d], 1e-13);
    }
}

/* Force, moment and area of each side, by the face centres as ufv-post takes them: sums in another order. */
static void each_patch(void)
{
    static const struct cli_list all = {.n = 0};
    struct forces f;
    CHECK(forces_integrate(&opened, &all, &f) == 0 && f.has_friction && f.n_patches == 6, "%s", error_message());
    for (int side = 0; side < f.n_patches; side++) {
        double p[6], t[6], area = side_sums(side, p, t);
        check_force(&f.pressure[side], p);
        check_force(&f.friction[side], t);
        CHECK_NEAR(f.area[side], area, 1e-14);
    }
    forces_free(&f);
}

/* Patches that were not asked for count nowhere. */
static void chosen_patches(void)
{
    const struct cli_list some = {.item = {"y*"}, .n = 1};
    struct forces f;
    CHECK(forces_integrate(&opened, &some, &f) == 0, "%s", error_message());
    for (int side = 0; side < 6; side++) {
        CHECK(f.chosen[side] == (side / 2 == 1), "patch %s", box_patch[side]);
        CHECK((f.area[side] > 0) == (side / 2 == 1), "area of %s", box_patch[side]);
    }
    forces_free(&f);
}

/* ---- the file ---- */

static double number(const struct json_value *v, const char *key)
{
    const struct json_value *member = json_member(v, key);
    return member && member->type == JSON_NUMBER ? member->number : NAN;
}

/* Of the box's reference: lift along z, drag along x, dynamic pressure 2 Pa on 1 m^2, length 1 m. */
static void check_coefficients(const struct json_value *v, const double sum[6])
{
    static const char *const key[6] = {"cd", "cy", "cl", "cmx", "cmy", "cmz"};
    for (int k = 0; k < 6; k++)
        CHECK_NEAR(number(v, key[k]), sum[k] / 2, 1e-13);
}

static void check_vector(const struct json_value *v, const char *key, const double wanted[3])
{
    const struct json_value *array = json_member(v, key), *at = array ? array->first : NULL;
    for (int d = 0; d < 3; d++, at = at ? at->next : NULL)
        CHECK_NEAR(at ? at->number : NAN, wanted[d], 1e-13);
}

/* The same numbers in the file: on the whole, by patch, pressure and friction apart, and the reference they belong
 * to. */
static void forces_file(void)
{
    struct json_value *v = NULL;
    char path[96];
    double p_all[6] = {0}, t_all[6] = {0}, both[6];
    snprintf(path, sizeof path, "%s/forces.json", top);
    CHECK(forces_command(&opened, &(struct forces_options){.json = path, .quiet = true}) == 0 && json_read(path, &v) == 0, "%s", error_message());
    for (int side = 0; side < 6; side++) {
        const struct json_value *patch = json_member(json_member(v, "patches"), box_patch[side]);
        double p[6], t[6], area = side_sums(side, p, t);
        for (int k = 0; k < 6; k++) {
            both[k] = p[k] + t[k];
            p_all[k] += p[k];
            t_all[k] += t[k];
        }
        check_coefficients(patch, both);
        check_coefficients(json_member(patch, "pressure"), p);
        check_coefficients(json_member(patch, "friction"), t);
        check_vector(patch, "force", both);
        CHECK_NEAR(number(patch, "area"), area, 1e-14);
    }
    for (int k = 0; k < 6; k++)
        both[k] = p_all[k] + t_all[k];
    check_coefficients(v, both);
    check_coefficients(json_member(v, "pressure"), p_all);
    check_coefficients(json_member(v, "friction"), t_all);
    check_vector(v, "force", both);
    check_vector(v, "moment", both + 3);
    check_vector(json_member(v, "reference"), "centre", centre);
    CHECK_NEAR(number(v, "iteration"), 42, 0);
    json_free(v);
}

/* Without one of the three components there is no friction; without pressure nothing to integrate. */
static void fields_that_are_missing(void)
{
    static const struct cli_list all = {.n = 0};
    struct forces f;
    for (int n = 3; n >= 0; n -= 3) {
        struct results r;
        CHECK(make_results(n ? "two" : "none", n, &r) == 0, "%s", error_message());
        int status = forces_integrate(&r, &all, &f);
        CHECK((status == 0) == (n == 3), "%d fields: status %d", n, status);
        if (status == 0) {
            CHECK(!f.has_friction && f.friction[0].force[0] == 0, "friction of two components");
            forces_free(&f);
        } else {
            CHECK(strstr(error_message(), "rank-0000") && strstr(error_message(), "pressure"), "%s", error_message());
        }
        results_close(&r);
    }
}

/* Turns the files into frames of a surface, with the extra that says whether the run was viscous (0 or 1), or, as an
 * older ufv-solve wrote them, without it (-1). */
static int make_frame(const char *name, int n, int viscous, struct results *r)
{
    char folder[112];
    TRY(write_results(name, n));
    snprintf(folder, sizeof folder, "%s/%s/results/fields-000000042", top, name);
    for (int rank = 0; rank < box.n_ranks; rank++) {
        struct solution s;
        TRY(solution_read(folder, rank, &s));
        for (int k = 0; k < s.n_fields; k++)
            MEM_FREE(s.field[k].value);
        s.n_fields = 0;
        if (viscous >= 0)
            *solution_add_extra(&s, SOLUTION_VISCOUS, 1) = viscous;
        int status = solution_write(folder, &s);
        solution_free(&s);
        TRY(status);
    }
    return open_results(name, r);
}

/* Forces of an old frame without friction may lack it, which is said; a run's fields and newer frames know. */
static void old_frames(void)
{
    static const struct {
        int n_fields, viscous;
        bool is_noted;
    } row[] = {{1, -1, true}, {4, -1, false}, {1, 0, false}, {1, 1, false}, {0, -1, false}};
    struct results r;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char name[16];
        snprintf(name, sizeof name, "frame-%zu", i);
        CHECK(make_frame(name, row[i].n_fields, row[i].viscous, &r) == 0, "%s", error_message());
        bool is_noted = r.note && strstr(r.note, "without saying whether its run was viscous");
        CHECK(is_noted == row[i].is_noted, "row %zu: %s", i, r.note ? r.note : "no note");
        results_close(&r);
    }
    CHECK(make_results("bare", 1, &r) == 0 && !r.note, "a run's fields: %s", r.note ? r.note : error_message());
    results_close(&r);
}

int main(void)
{
    char command[64];
    if (!mkdtemp(top))
        return 1;
    if (make_results("box", 4, &opened) == 0) {
        CASE(each_patch);
        CASE(chosen_patches);
        CASE(forces_file);
        CASE(fields_that_are_missing);
        CASE(old_frames);
        results_close(&opened);
        CHECK(mem_report_leaks() == 0, "blocks left");
    } else {
        printf("FAIL make_results: %s\n", error_message());
    }
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command) != 0 || check_end() || check_case_failures;
}
