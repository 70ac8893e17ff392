/* plane_clip.h: the part of a plane's polygons that lies in a box and in a circle: its area and its centroid. */
#ifndef UFV_POST_SLICE_PLANE_CLIP_H
#define UFV_POST_SLICE_PLANE_CLIP_H

#include "slice/slice_cut.h"

struct plane_clip {
    bool in_box, in_circle;
    double low[3], high[3];   /* m; infinite where there is no bound */
    double centre[3], radius; /* m; of the circle: measured along the plane, from the point of it nearest to `centre` */
};

/* Area (m^2) of what is left of the polygon `piece` of s, 0 .. n_pieces - 1, which lies in a plane with that normal [3]
 * (of length 1), and its centroid (m), which is untouched where nothing is left. Exact but for rounding, also for
 * polygons that are not convex. */
double plane_clip_measure(const struct slice *s, int64_t piece, const double normal[3], const struct plane_clip *clip,
                          double centroid[3]);

#endif
