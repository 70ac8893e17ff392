/* motion_check.c: symmetry planes and periodic pairs of a mesh that moves. */
#include "features/motion/motion_check.h"

#include "angle.h"
#include "error.h"
#include "mesh/vector3.h"

#include <math.h>

/* Of the lengths that are compared: geometry that comes from files. */
static const double tolerance = 1e-5;

static double length(const double a[3])
{
    return sqrt(vector3_dot(a, a));
}

enum { WAYS_MOST = 5 };

/* Vectors along which the mesh moves as a whole, of any lengths; how many. The rows of a part's spread span the same
 * directions as its ways. */
static int list_ways(const struct motion *m, const double *way[WAYS_MOST])
{
    int n = 0;
    way[n++] = m->plunge;
    way[n++] = m->velocity;
    for (int d = 0; m->part && d < 3; d++)
        way[n++] = m->part->spread + 3 * d;
    return n;
}

/* ---- symmetry planes ---- */

/* Does the plane of boundary face f stay where it is?
 * A rotation moves the face by axis x arm, a translation by its own vector; the plane stays if neither has a part
 * along the face's normal. A mesh that only moves along has no axis to be checked. */
static bool plane_stays(const struct motion *m, const struct pack *p, lid f)
{
    double normal[3], arm[3], turned[3];
    const double *way[WAYS_MOST];
    for (int d = 0; d < 3; d++) {
        normal[d] = p->normal[d * p->n_faces + f] / p->area[f];
        arm[d] = p->face_centroid[d * p->n_faces + f] - m->centre[d];
    }
    vector3_cross(m->axis, arm, turned);
    bool stays = !motion_turns(m) || fabs(vector3_dot(turned, normal)) <= tolerance * length(arm);
    for (int k = list_ways(m, way) - 1; k >= 0; k--)
        stays = stays && fabs(vector3_dot(way[k], normal)) <= tolerance * length(way[k]);
    return stays;
}

static int refuse_plane(const struct motion *m, const struct pack *p, const int *face_patch, lid f)
{
    int patch = face_patch[f];
    const char *name = patch < p->n_patches ? p->patch[patch].name : NULL;
    return error_set("the mesh moves across a symmetry plane%s%s, at (%.6g, %.6g, %.6g): %s allows only symmetry "
                     "planes that are normal to its axis and along which the mesh moves; take a mesh of both sides, "
                     "or, if these are the sides of a sector, join them by [periodic] of ufv-prep --config",
                     name ? ", patch " : "", name ? name : "", p->face_centroid[f], p->face_centroid[p->n_faces + f],
                     p->face_centroid[2 * p->n_faces + f], m->steady ? "[frame]" : "[motion]");
}

/* Faces that symmetry_plane takes out of their patch count too: face_patch gives them the symmetry behind the last
 * patch. */
static int check_planes(const struct motion *m, const struct pack *p, const struct bc_values *values,
                        const int *face_patch, const uint8_t *turning)
{
    for (lid f = 0; f < p->n_boundary; f++)
        if ((!turning || turning[p->left[f]]) && values[face_patch[f]].kind == BC_SYMMETRY && p->area[f] > 0 &&
            !plane_stays(m, p, f))
            return refuse_plane(m, p, face_patch, f);
    return 0;
}

/* ---- inflows ---- */

/* Those that a mesh that moves may not have (case_check_moving_patches()), of a zone. */
static int check_inflows(const struct pack *p, const struct bc_values *values, const int *face_patch,
                         const uint8_t *turning)
{
    for (lid f = 0; f < p->n_boundary && turning; f++) {
        int kind = values[face_patch[f]].kind;
        if (turning[p->left[f]] && (kind == BC_TOTAL_INFLOW || kind == BC_MASS_INFLOW || kind == BC_PRESCRIBED))
            return error_set("patch '%s', of kind %s, has faces in the zone of [frame] or [motion] that turns; make "
                             "the zone smaller or the patch another kind", p->patch[face_patch[f]].name,
                             bc_kind_name((enum bc_kind)kind));
    }
    return 0;
}

/* ---- periodic pairs ---- */

struct pair {
    double rotation[9], translation[3];
};

static void turn(const struct pair *pair, const double v[3], double out[3])
{
    for (int d = 0; d < 3; d++)
        out[d] = vector3_dot(pair->rotation + 3 * d, v);
}

/* Does the rotation leave the vector as it is? */
static bool keeps(const struct pair *pair, const double v[3])
{
    double turned[3];
    turn(pair, v, turned);
    for (int d = 0; d < 3; d++)
        turned[d] -= v[d];
    return length(turned) <= tolerance * length(v);
}

/* A point and its image move alike if the axis goes to itself: its direction, and the centre to a point of it.
 * off: how far the image of the centre is from the axis, as the cross product with its direction. */
static bool moves_alike(const struct motion *m, const struct pair *pair)
{
    double image[3], off[3];
    const double *way[WAYS_MOST];
    turn(pair, m->centre, image);
    for (int d = 0; d < 3; d++)
        image[d] += pair->translation[d] - m->centre[d];
    vector3_cross(m->axis, image, off);
    bool axis = keeps(pair, m->axis) && length(off) <= tolerance * (length(pair->translation) + length(m->centre));
    bool alike = !motion_turns(m) || axis;
    for (int k = list_ways(m, way) - 1; k >= 0; k--)
        alike = alike && keeps(pair, way[k]);
    return alike;
}

static int check_pairs(const struct motion *m, const struct pack *p)
{
    /* Values go from one side of a pair to the other, turned but else as they are: both must move alike. */
    for (lid k = 0; k < p->n_transforms; k++) {
        struct pair pair;
        for (int c = 0; c < 9; c++)
            pair.rotation[c] = p->transform[c * p->n_transforms + k];
        for (int d = 0; d < 3; d++)
            pair.translation[d] = p->transform[(9 + d) * p->n_transforms + k];
        if (!moves_alike(m, &pair))
            return error_set(
                "the periodic sides of the mesh would not move alike: with %s, one side must be the other turned "
                "about its axis or moved along it, and both must have the same velocity; choose another axis, or take "
                "a mesh of the whole",
                m->steady ? "[frame]" : "[motion]");
    }
    return 0;
}

/* The trace of a rotation by an angle is 1 + 2 cos(angle). Its arguments are limited, since rounding may leave -1 ..
 * 1. The mesh's own transforms include combinations, as by two sectors, hence the smallest. */
double motion_smallest_turn(const struct pack *p)
{
    double smallest = 2 * ANGLE_PI;
    for (lid k = 0; k < p->n_transforms; k++) {
        double trace = 0;
        for (int d = 0; d < 3; d++)
            trace += p->transform[4 * d * p->n_transforms + k];
        double angle = acos(fmin(fmax((trace - 1) / 2, -1), 1));
        smallest = angle > tolerance ? fmin(smallest, angle) : smallest;
    }
    return smallest;
}

/* A wall that turns in a mesh at rest (`moves` alone) moves no face: nothing to be checked here. */
int motion_check(const struct motion *m, const struct pack *p, const struct bc_values *values,
                 const int *face_patch, const uint8_t *turning)
{
    if (!m->steady && !m->unsteady)
        return 0;
    return check_planes(m, p, values, face_patch, turning) || check_inflows(p, values, face_patch, turning) ||
           check_pairs(m, p);
}
