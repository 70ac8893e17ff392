/* section.h: a surface cut by a plane normal to an axis, as ordered curves.
 *
 * Chord direction: x; in planes x = VALUE the longer of the other two extents.
 * A curve is split where it is farthest forward and aft into an upper and a lower
 * branch and runs
 *
 *      trailing edge -- lower --> leading edge -- upper --> trailing edge
 *
 * with the leading edge listed in both branches. A curve that does not turn
 * around (a wall in a channel) has one branch, of side 0, that runs aft.
 */
#ifndef UFV_POST_CP_SECTION_H
#define UFV_POST_CP_SECTION_H

#include "fields/surface.h"

struct section_point {
    double x[3]; /* m */
    double value; /* as in the surface */
    double chord_fraction; /* 0 at the leading edge of the cut, 1 at its trailing edge */
    int curve;   /* 1-based */
    int side;    /* 1 upper, -1 lower, 0 not split */
};

struct section {
    int axis;     /* 0, 1, 2: x, y, z */
    double value; /* m */
    int chord_axis, up_axis;
    double leading, trailing; /* along chord_axis, m */
    int n_curves;
    int64_t n_points;
    struct section_point *point; /* owned; curve after curve */
};

/* Cuts s by the plane where axis (0, 1, 2) has a value (m); free with section_free(). `name`
 * is what messages call the surface; up: the axis whose larger values mean upper, used when
 * it lies in the plane, else the remaining axis. An error when the plane misses the
 * surface, or the surface has no faces. */
int section_cut(const struct surface *s, int axis, double value, int up, const char *name, struct section *cut);

/* Frees the points and zeroes the struct. */
void section_free(struct section *cut);

#endif
