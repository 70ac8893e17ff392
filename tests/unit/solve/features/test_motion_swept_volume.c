/* What faces sweep when the mesh turns: against sums over triangles, of cells in total, and at surfaces of zones.
 */
#include "check.h"
#include "features/motion/swept_volume.h"
#include "unit/solve/sliding_bed.h"
#include "vec3.h"

enum { ARRAYS = PACK_CORE | PACK_NODES | PACK_FACE_NODES };

static const struct motion oblique = {.axis = {0.48, 0.6, 0.64}, .centre = {0.1, -0.2, 0.3}, .spin = 1};
static const struct motion upright = {.axis = {0, 0, 1}, .spin = 1};

static struct vec3 place(const double *x, int64_t n, int64_t i)
{
    return vec3_make(x[i], x[n + i], x[2 * n + i]);
}

static struct vec3 vector(const double x[3])
{
    return vec3_make(x[0], x[1], x[2]);
}

/* (axis x (x - centre)) . s, m^3 a radian. */
static double rotation(const struct motion *m, struct vec3 x, struct vec3 s)
{
    return vec3_dot(vec3_cross(vector(m->axis), vec3_sub(x, vector(m->centre))), s);
}

/* With the velocity of the centroid. */
static double by_centroid(const struct motion *m, const struct pack *p, lid f)
{
    return rotation(m, place(p->face_centroid, p->n_faces, f), place(p->normal, p->n_faces, f));
}

static double sweep(const struct motion *m, const struct pack *p, const struct swept_volume *s, lid f)
{
    return by_centroid(m, p, f) + s->beyond[f] * vec3_norm(place(p->normal, p->n_faces, f));
}

/* Of flat triangles about the mean of the face's nodes, the sum with the velocity of each one's middle. */
static double by_triangles(const struct motion *m, const struct pack *p, lid f)
{
    lid first = p->face_node_offset[f], n = p->face_node_offset[f + 1] - first;
    struct vec3 mean = {0, 0, 0};
    double sum = 0;
    for (lid k = 0; k < n; k++)
        mean = vec3_add(mean, vec3_scale(1.0 / n, place(p->node, p->n_nodes, p->face_node[first + k])));
    for (lid k = 0; k < n; k++) {
        struct vec3 a = place(p->node, p->n_nodes, p->face_node[first + k]);
        struct vec3 b = place(p->node, p->n_nodes, p->face_node[first + (k + 1) % n]);
        struct vec3 middle = vec3_scale(1.0 / 3, vec3_add(a, vec3_add(b, mean)));
        sum += rotation(m, middle, vec3_scale(0.5, vec3_cross(vec3_sub(a, mean), vec3_sub(b, mean))));
    }
    return sum;
}

static int load(const char *generator, struct pack *p)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char packs[PATH_MAX];
    static int n;
    snprintf(packs, sizeof packs, "%s/swept%d", s, ++n);
    pack_init(p);
    if (pipeline_run("%s/tools/%s --out %s/swept.cgns >/dev/null && %s/ufv-prep --quiet %s/swept.cgns --out %s >/dev/null", b,
                     generator, s, b, s, packs) != 0)
        return error_set("no packs");
    return pack_read(packs, 0, ARRAYS, p);
}

/* Largest total of a cell's faces, m^3; exact: with what s adds. */
static double worst_total(const struct motion *m, const struct pack *p, const struct swept_volume *s, bool exact)
{
    double *sum = mem_zalloc("sums", (size_t)p->n_owned, sizeof *sum), worst = 0;
    for (lid f = 0; f < p->n_flux; f++) {
        double out = exact ? sweep(m, p, s, f) : by_centroid(m, p, f);
        sum[p->left[f]] += out;
        if (p->right[f] < p->n_owned)
            sum[p->right[f]] -= out;
    }
    for (lid i = 0; i < p->n_owned; i++)
        worst = fmax(worst, fabs(sum[i]));
    mem_free(sum);
    return worst;
}

/* Of warped faces of a box whose edges are about 0.25 m long. */
static void integrals(void)
{
    struct pack p;
    CHECK(load("box_mesh --n 4 4 4 --perturb 0.2 --seed 3", &p) == 0, "%s", error_message());
    if (p.n_faces > 0) {
        struct swept_volume s = swept_volume_find(&oblique, &p, NULL, 0);
        double worst = 0, most = 0;
        for (lid f = 0; f < p.n_faces; f++) {
            worst = fmax(worst, fabs(sweep(&oblique, &p, &s, f) - by_triangles(&oblique, &p, f)));
            most = fmax(most, fabs(s.beyond[f]));
        }
        CHECK(worst < 1e-16 * 10, "%.2e m^3", worst); /* rounding of sums of size 0.1 */
        CHECK(most > 1e-3, "no face is warped: %.2e m", most);
        double exact = worst_total(&oblique, &p, &s, true), middle = worst_total(&oblique, &p, &s, false);
        CHECK(exact < 1e-16 * 10 && middle > 1e-5, "cells: %.2e m^3, by centroids %.2e", exact, middle);
        CHECK(s.kept == NULL, "kept without a zone");
        swept_volume_free(&s);
    }
    pack_free(&p);
}

/* Has face f a node at the radius 1? */
static bool touches_surface(const struct pack *p, lid f)
{
    bool touches = false;
    for (lid k = p->face_node_offset[f]; k < p->face_node_offset[f + 1]; k++) {
        struct vec3 x = place(p->node, p->n_nodes, p->face_node[k]);
        touches = touches || fabs(hypot(x.x, x.y) - 1) < 1e-9;
    }
    return touches;
}

/* A zone inside the radius 1 of one body, whose surface is made of quadrilaterals with slanted edges: it sweeps nothing,
 * and no cell keeps anything; nor where the radius says where the surface lies. A zone of cells here and there keeps
 * what its outer faces would sweep. */
static void surfaces(void)
{
    struct pack p;
    CHECK(load("ring_mesh --inner 17 3 --outer 24 3 --layers 3 2 --twist 20 --wave 0.3 --joined", &p) == 0, "%s",
          error_message());
    if (p.n_faces > 0) {
        uint8_t *turning = mem_zalloc("zone", (size_t)p.n_cells, 1);
        for (lid i = 0; i < p.n_cells; i++)
            turning[i] = hypot(p.centroid[i], p.centroid[p.n_slots + i]) < 1;
        struct swept_volume s = swept_volume_find(&upright, &p, turning, 0);
        struct swept_volume by_radius = swept_volume_find(&upright, &p, NULL, 1);
        double worst = 0, flat = 0, most = 0;
        for (lid f = p.n_boundary; f < p.n_flux; f++)
            if (turning[p.left[f]] != turning[p.right[f]]) {
                worst = fmax(worst, fabs(sweep(&upright, &p, &s, f)) + fabs(sweep(&upright, &p, &by_radius, f)));
                flat = fmax(flat, fabs(by_triangles(&upright, &p, f)));
            }
        for (lid i = 0; i < p.n_owned; i++)
            most = fmax(most, fabs(s.kept[i]));
        CHECK(worst < 1e-16 * 10 && most < 1e-16 * 10 && flat > 1e-5, "%.2e, %.2e m^3, of flat faces %.2e", worst, most,
              flat);
        double exact = worst_total(&upright, &p, &s, true), inside = 0;
        CHECK(exact < 1e-16 * 10, "cells: %.2e m^3", exact);
        for (lid f = 0; f < p.n_faces; f++)
            if (!touches_surface(&p, f))
                inside = fmax(inside, fabs(sweep(&upright, &p, &s, f) - by_triangles(&upright, &p, f)));
        CHECK(inside < 1e-16 * 10, "edges away from the surface are not straight: %.2e m^3", inside);
        swept_volume_free(&s);
        swept_volume_free(&by_radius);
        double total = 0;
        for (lid i = 0; i < p.n_cells; i++)
            turning[i] = p.centroid[i] > 0.1 && p.centroid[i] < 0.8;
        s = swept_volume_find(&upright, &p, turning, 0);
        for (lid i = 0; i < p.n_owned; i++) {
            CHECK(turning[i] || s.kept[i] == 0, "a cell at rest");
            most = fmax(most, fabs(s.kept[i]));
            total += s.kept[i];
        }
        double walls = 0; /* the boundary of the zone turns too */
        for (lid f = 0; f < p.n_boundary; f++)
            walls += turning[p.left[f]] ? sweep(&upright, &p, &s, f) : 0;
        CHECK(most > 1e-4 && fabs(total - walls) < 1e-15, "%.2e m^3, in total %.2e, of walls %.2e", most, total, walls);
        swept_volume_free(&s);
        mem_free(turning);
    }
    pack_free(&p);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm);
    CASE(integrals);
    CASE(surfaces);
    comm_finish();
    return check_end();
}
