/* channels.h: grids whose lines of constant i run from a lower to an upper side:
 * flat plate, bump in a channel, inlet, forward-facing step, mixing layer.
 */
#ifndef UFV_CASES_CHANNELS_H
#define UFV_CASES_CHANNELS_H

#include "plane.h"

/* ---- flat plate ---------------------------------------------------------------
 * A symmetry line of a sixth of the plate's length leads up to x = 0; finest
 * there, where each level 0 cell is 0.0081 of the plate's length, and at y = 0. The
 * counts, the length and the spacings are those of the NASA Turbulence Modeling
 * Resource's family (35 x 25 to 545 x 385 nodes) within a few per cent. */
enum { PLATE_BEFORE = 6, PLATE_ON = 28 };

static inline void plate_prepare(struct plane *p)
{
    double first = 0.0081 * p->length;
    p->k[0] = plane_stretch_for(first, p->length / 6, PLATE_BEFORE, 0);
    p->k[1] = plane_stretch_for(first, p->length, PLATE_ON, 0);
    p->k[2] = plane_stretch_for(p->wall, p->height, p->shape->nj, FINEST);
}

static inline void plate_node(const struct plane *p, int i, int j, double xy[2])
{
    int edge = PLATE_BEFORE * p->scale;
    if (i < edge)
        xy[0] = -p->length / 6 * plane_stretch((double)(edge - i) / edge, p->k[0]);
    else
        xy[0] = p->length * plane_stretch((double)(i - edge) / (p->ni - edge), p->k[1]);
    xy[1] = p->height * plane_stretch((double)j / p->nj, p->k[2]);
}

static inline int plate_patch(const struct plane *p, int i, int j, int side)
{
    static const int other[4] = {INFLOW, OUTFLOW, WALL, FARFIELD};
    (void)j;
    return side == SIDE_LOW && i < PLATE_BEFORE * p->scale ? SYMMETRY : other[side];
}

/* ---- bump ---------------------------------------------------------------------
 * The Turbulence Modeling Resource's bump: wall from x = 0 to 1.5, symmetry lines
 * of 25 before and behind it, a symmetry line above. Half of the cells along x
 * stand on the wall, finest at its ends, four times as long on the bump. */
enum { BUMP_BEFORE = 22, BUMP_ON = 44 };
static const double bump_wall = 1.5, bump_outside = 25;

static inline double bump_height(double x)
{
    const double pi = acos(-1.0);
    return x > 0.3 && x < 1.2 ? 0.05 * pow(sin(pi * x / 0.9 - pi / 3), 4) : 0;
}

static inline void bump_prepare(struct plane *p)
{
    const double first = 0.012;
    p->k[0] = plane_stretch_for(first, bump_outside, BUMP_BEFORE, 0);
    p->k[1] = plane_stretch_for(first, bump_wall, BUMP_ON, 0);
    p->k[2] = plane_stretch_for(p->wall, p->height, p->shape->nj, FINEST);
}

/* From the bump's middle outwards. */
static inline double bump_x(const struct plane *p, int from_middle)
{
    int half = BUMP_ON / 2 * p->scale, outside = BUMP_BEFORE * p->scale;
    if (from_middle <= half)
        return 0.5 * bump_wall * plane_crowd((double)from_middle / half, p->k[1]);
    return 0.5 * bump_wall + bump_outside * plane_stretch((double)(from_middle - half) / outside, p->k[0]);
}

static inline void bump_node(const struct plane *p, int i, int j, double xy[2])
{
    int middle = p->ni / 2;
    double out = i >= middle ? bump_x(p, i - middle) : -bump_x(p, middle - i);
    xy[0] = 0.5 * bump_wall + out;
    double low = bump_height(xy[0]);
    xy[1] = low + (p->height - low) * plane_stretch((double)j / p->nj, p->k[2]);
}

static inline int bump_patch(const struct plane *p, int i, int j, int side)
{
    static const int other[4] = {INFLOW, OUTFLOW, SYMMETRY, SYMMETRY};
    int before = BUMP_BEFORE * p->scale;
    (void)j;
    return side == SIDE_LOW && i >= before && i < before + BUMP_ON * p->scale ? WALL : other[side];
}

/* ---- inlet --------------------------------------------------------------------
 * Half of a 30 degree inlet: the wall turns by 15 degrees to the middle (a
 * symmetry line, 1 above the lip) from x = 0.48 to 2.88 and then runs on level. */
static const double inlet_length = 4.16, inlet_from = 0.48, inlet_to = 2.88, inlet_degrees = 15;

static inline void inlet_node(const struct plane *p, int i, int j, double xy[2])
{
    double x = inlet_length * i / p->ni;
    double low = tan(inlet_degrees * acos(-1.0) / 180) * (fmin(fmax(x, inlet_from), inlet_to) - inlet_from);
    xy[0] = x;
    xy[1] = low + (1 - low) * j / p->nj;
}

static inline int inlet_patch(const struct plane *p, int i, int j, int side)
{
    static const int patch[4] = {INFLOW, OUTFLOW, WALL, SYMMETRY};
    (void)p, (void)i, (void)j;
    return patch[side];
}

/* ---- step ---------------------------------------------------------------------
 * Wind tunnel of 3 x 1 with a step of 0.2 at x = 0.6 (Woodward & Colella 1984). */
static inline void step_node(const struct plane *p, int i, int j, double xy[2])
{
    xy[0] = 3.0 * i / p->ni;
    xy[1] = 1.0 * j / p->nj;
}

static inline bool step_left_out(const struct plane *p, int i, int j)
{
    return 5 * i >= p->ni && 5 * j < p->nj;
}

static inline int step_patch(const struct plane *p, int i, int j, int side)
{
    (void)j;
    if (side == SIDE_LEFT)
        return INFLOW;
    return side == SIDE_RIGHT && i == p->ni - 1 ? OUTFLOW : WALL;
}

/* ---- mixing layer -------------------------------------------------------------
 * Two streams that meet at x = 0, one on either side of y = 0. The lines spread with the layer: on level 0 the cells
 * at y = 0 are 0.0004 of the length high where it begins and 0.0024 where it ends. */
static inline void layer_prepare(struct plane *p)
{
    p->k[0] = plane_stretch_for(0.004 * p->length, p->length, p->shape->ni, 0);
}

static inline void layer_node(const struct plane *p, int i, int j, double xy[2])
{
    const int half = p->nj / 2, from_middle = abs(j - half);
    xy[0] = p->length * plane_stretch((double)i / p->ni, p->k[0]);
    const double first = 0.0004 * p->length + 0.002 * xy[0];
    const double k = plane_stretch_for(first, 0.5 * p->height, p->shape->nj / 2, 0);
    const double y = 0.5 * p->height * plane_stretch((double)from_middle / half, k);
    xy[1] = j < half ? -y : y;
}

static inline int layer_patch(const struct plane *p, int i, int j, int side)
{
    static const int patch[4] = {INFLOW, OUTFLOW, FARFIELD, FARFIELD};
    (void)p, (void)i, (void)j;
    return patch[side];
}

#endif
