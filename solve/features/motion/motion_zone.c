/* motion_zone.c: which cells turn, by their centroids, and how well their outer faces follow a surface of revolution.
 */
#include "features/motion/motion_zone.h"

#include "error.h"

#include <math.h>

/* Of the zone's radius: images of a point agree to rounding.
 * So a cell whose centroid is no nearer than that is on the same side as all its images. */
static const double ON_SURFACE = 1e-9;

/* Halo cells too: their owners come to the same answer, since the surface passes no centroid. */
int motion_zone_find(const struct motion *m, const struct pack *p, uint8_t *turning)
{
    for (lid i = 0; i < p->n_cells; i++) {
        const double x[3] = {p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]};
        double nearest;
        turning[i] = motion_zone_holds(m, x, &nearest);
        if (!(nearest > ON_SURFACE * m->zone_radius))
            return error_set("[frame] zone_radius, zone_begin, zone_end: the zone's surface passes through the "
                             "centroid of a cell, at (%.9g, %.9g, %.9g); change the radius or the ends by a part "
                             "of a cell", x[0], x[1], x[2]);
    }
    return 0;
}

/* Adds speed times area of face f, and the share of it along its normal. */
static void add_face(const struct motion *m, const struct pack *p, lid f, double sum[N_ZONE])
{
    double arm[3], s[3], v[3], speed = 0, normal = 0, area = 0;
    for (int d = 0; d < 3; d++) {
        arm[d] = p->face_centroid[d * p->n_faces + f] - m->centre[d];
        s[d] = p->normal[d * p->n_faces + f];
        area += s[d] * s[d];
    }
    /* v = omega x arm, of a point of the face. */
    for (int d = 0; d < 3; d++) {
        int next = (d + 1) % 3, last = (d + 2) % 3;
        v[d] = m->spin * (m->axis[next] * arm[last] - m->axis[last] * arm[next]);
        speed += v[d] * v[d];
        normal += v[d] * s[d];
    }
    sum[ZONE_SPEED] += sqrt(speed * area);
    sum[ZONE_NORMAL] += fabs(normal);
}

void motion_zone_measure(const struct motion *m, const struct pack *p, const uint8_t *turning, double sum[N_ZONE])
{
    for (lid i = 0; i < p->n_owned; i++)
        sum[ZONE_CELLS] += turning[i];
    /* Faces that two ranks share count on both: what is asked for is a ratio of two such sums. */
    for (lid f = p->n_boundary; f < p->n_flux; f++)
        if (turning[p->left[f]] != turning[p->right[f]])
            add_face(m, p, f, sum);
}
