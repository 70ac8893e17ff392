/* wall_view.h: from where pictures of walls look, and where a point of a wall then lies in the picture.
 *
 * The free stream goes to the right, or down the page where that makes the picture less tall; the third view looks from
 * behind, above and outboard, so that all three directions are seen.
 */
#ifndef UFV_FORMATS_VIEWERS_WALL_VIEW_H
#define UFV_FORMATS_VIEWERS_WALL_VIEW_H

#include "viewers/picture.h"

enum { N_WALL_VIEWS = 3 };

struct wall_view {
    const char *name;                  /* borrowed, of the program's own text */
    double across[3], down[3], eye[3]; /* unit vectors: to the right, down the page, towards the reader */
    double left, top;                  /* m along the first two, of the picture's corner */
    double scale;                      /* pixels a metre */
    int width, height;                 /* pixels */
    double stream[2];                  /* the free stream's unit vector, across and down */
};

/* View 0 .. N_WALL_VIEWS - 1, by the directions of lift and of the free stream (unit vectors), of what lies in the box
 * low .. high (m), `width` pixels wide or less if it would be taller than `most`. */
void wall_view_choose(const double lift_axis[3], const double drag_axis[3], const double low[3], const double high[3],
                      int view, int width, int most, struct wall_view *v);

/* One of further views, 0 .. N_FURTHER_VIEWS - 1: along the axes and the diagonals of the box, for what the three above
 * do not show; otherwise the same. */
enum { N_FURTHER_VIEWS = 12 };
void wall_view_choose_further(const double lift_axis[3], const double drag_axis[3], const double low[3],
                              const double high[3], int view, int width, int most, struct wall_view *v);

/* Projects a point x of the mesh (m): its pixel, counted from the left and from the top, and its depth go into p, whose
 * value is left as it is. */
void wall_view_project(const struct wall_view *v, const double x[3], struct picture_point *p);

/* Light from the eye, 0.7 to 1: triangles that it sees edge-on are darker. x: [3][3] of the corners. */
double wall_view_shade(const struct wall_view *v, const double *x);

#endif
