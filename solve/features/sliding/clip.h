/* clip.h: convex polygons on a cylinder, unrolled: a corner is (angle about the axis in rad, distance along it in m),
 * corners stand counter-clockwise. Edges are straight in these coordinates: lines along the axis, arcs, and parts of
 * helices. Plain functions of values; nothing is collective.
 */
#ifndef UFV_SOLVE_FEATURES_SLIDING_CLIP_H
#define UFV_SOLVE_FEATURES_SLIDING_CLIP_H

#include <stdbool.h>

/* Corners of a face, and those that two faces have in common at most. */
enum { CLIP_FACE = 8, CLIP_CORNERS = 2 * CLIP_FACE };

struct clip_polygon {
    int n;                      /* corners, at most CLIP_CORNERS; 0: empty */
    double corner[CLIP_CORNERS][2]; /* rad, m */
};

/* Integrals over a polygon, for a cylinder of radius 1 m. */
struct clip_moments {
    double area;      /* rad m */
    double normal[2]; /* m: of cos(angle) and sin(angle); times the radius, the area vector of the piece of surface */
    double along;     /* rad m^2: of the distance along the axis */
};

/* The part that a and b have in common, each of CLIP_FACE corners at most (Sutherland & Hodgman 1974); both convex. */
void clip_common(const struct clip_polygon *a, const struct clip_polygon *b, struct clip_polygon *common);

/* Exact for straight edges, so that moments of the parts of a polygon add up to its own. */
struct clip_moments clip_moments(const struct clip_polygon *p);

/* Does the polygon turn left at every corner (or go straight on, to rounding)? */
bool clip_is_convex(const struct clip_polygon *p);

#endif
