/* wall_view.c: see wall_view.h. */
#include "viewers/wall_view.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MARGIN = 12, LEAST = 60 }; /* pixels */

/* How much taller than wide a picture has to become before the stream goes down the page. */
static const double MUCH_TALLER = 1.3;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int d = 0; d < 3; d++)
        c[d] = a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3];
}

/* The axis of the mesh that a direction is nearest to, with its sign; z before x before y. */
static void axis_of(const double direction[3], double axis[3])
{
    int d = 2;
    for (int e = 0; e < 2; e++)
        d = fabs(direction[e]) > fabs(direction[d]) ? e : d;
    memset(axis, 0, 3 * sizeof *axis);
    axis[d] = direction[d] < 0 ? -1 : 1;
}

/* The least and greatest position of a box along a direction. Instead of walking all eight corners it takes, for each
 * axis, the nearer and the farther side. */
static void extent(const double low[3], const double high[3], const double direction[3], double end[2])
{
    end[0] = end[1] = 0;
    for (int d = 0; d < 3; d++) {
        double a = direction[d] * low[d], b = direction[d] * high[d];
        end[0] += fmin(a, b);
        end[1] += fmax(a, b);
    }
}

static double length_of(const double low[3], const double high[3], const double direction[3])
{
    double end[2];
    extent(low, high, direction, end);
    return end[1] - end[0];
}

/* Looking along the lift axis, from the side that lift points to (sign 1) or from the other. */
static void look_along_lift(const double stream[3], const double up[3], const double low[3], const double high[3],
                            int sign, struct wall_view *v)
{
    double side[3];
    for (int d = 0; d < 3; d++)
        v->eye[d] = sign * up[d];
    cross(stream, v->eye, side); /* down, with the stream to the right */
    /* A wing of large span would be a tall, narrow picture: it is laid on its side. */
    bool turned = length_of(low, high, side) > MUCH_TALLER * length_of(low, high, stream);
    for (int d = 0; d < 3; d++) {
        v->across[d] = turned ? -side[d] : stream[d];
        v->down[d] = turned ? stream[d] : side[d];
    }
}

/* From where v->eye points to, any length but not along `up`, which is up the page. */
static void look_upright(const double up[3], struct wall_view *v)
{
    double norm = sqrt(dot(v->eye, v->eye));
    for (int d = 0; d < 3; d++)
        v->eye[d] /= norm;
    cross(up, v->eye, v->across);
    norm = sqrt(dot(v->across, v->across));
    for (int d = 0; d < 3; d++)
        v->across[d] /= norm;
    cross(v->across, v->eye, v->down);
}

/* From behind, above and outboard: the side of the span to which the box reaches farther, as half models do.
 * The three weights make a direction in which none of a wing's main surfaces is seen edge-on. */
static void look_from_behind(const double stream[3], const double up[3], const double low[3], const double high[3],
                             struct wall_view *v)
{
    double side[3], end[2];
    cross(up, stream, side);
    extent(low, high, side, end);
    double outboard = end[1] >= -end[0] ? 1 : -1;
    for (int d = 0; d < 3; d++)
        v->eye[d] = 0.5 * stream[d] + 0.55 * up[d] + 0.67 * outboard * side[d];
    look_upright(up, v);
}

/* Size, scale and corner of the picture, once the directions are chosen. */
static void fit(const double drag_axis[3], const double low[3], const double high[3], int width, int most,
                struct wall_view *v)
{
    double x[2], y[2];
    extent(low, high, v->across, x);
    extent(low, high, v->down, y);
    /* A flat box has no height to fit. */
    v->scale = fmin((width - 2 * MARGIN) / (x[1] - x[0]), y[1] > y[0] ? (most - 2 * MARGIN) / (y[1] - y[0]) : INFINITY);
    v->width = (int)(v->scale * (x[1] - x[0])) + 2 * MARGIN;
    v->height = (int)(v->scale * (y[1] - y[0])) + 2 * MARGIN;
    v->width = v->width > LEAST ? v->width : LEAST;
    v->height = v->height > LEAST ? v->height : LEAST;
    v->left = x[0];
    v->top = y[0];
    v->stream[0] = dot(drag_axis, v->across);
    v->stream[1] = dot(drag_axis, v->down);
}

void wall_view_choose_further(const double lift_axis[3], const double drag_axis[3], const double low[3],
                              const double high[3], int view, int width, int most, struct wall_view *v)
{
    /* Where the reader stands: along the stream, to starboard (up x stream), and up. */
    static const struct {
        const char *name;
        int stream, side, up;
    } place[N_FURTHER_VIEWS] = {
        {"Seen from the front", -1, 0, 0},
        {"Seen from behind", 1, 0, 0},
        {"Seen from starboard", 0, 1, 0},
        {"Seen from port", 0, -1, 0},
        {"Seen from the front, starboard and above", -1, 1, 1},
        {"Seen from the front, port and above", -1, -1, 1},
        {"Seen from the front, starboard and below", -1, 1, -1},
        {"Seen from the front, port and below", -1, -1, -1},
        {"Seen from behind, starboard and above", 1, 1, 1},
        {"Seen from behind, port and above", 1, -1, 1},
        {"Seen from behind, starboard and below", 1, 1, -1},
        {"Seen from behind, port and below", 1, -1, -1},
    };
    double stream[3], up[3], side[3];
    memset(v, 0, sizeof *v);
    v->name = place[view].name;
    axis_of(lift_axis, up);
    axis_of(drag_axis, stream);
    cross(up, stream, side);
    for (int d = 0; d < 3; d++)
        v->eye[d] = place[view].stream * stream[d] + place[view].side * side[d] + place[view].up * up[d];
    look_upright(up, v);
    fit(drag_axis, low, high, width, most, v);
}

void wall_view_choose(const double lift_axis[3], const double drag_axis[3], const double low[3], const double high[3],
                      int view, int width, int most, struct wall_view *v)
{
    static const char *const name[N_WALL_VIEWS] = {"Seen from the side of positive lift", "Seen from the opposite side",
                                                   "Seen from behind, above and outboard"};
    double stream[3], up[3];
    memset(v, 0, sizeof *v);
    v->name = name[view];
    axis_of(lift_axis, up);
    axis_of(drag_axis, stream);
    if (view < 2)
        look_along_lift(stream, up, low, high, view == 0 ? 1 : -1, v);
    else
        look_from_behind(stream, up, low, high, v);
    fit(drag_axis, low, high, width, most, v);
}

void wall_view_project(const struct wall_view *v, const double x[3], struct picture_point *p)
{
    p->x = MARGIN + v->scale * (dot(x, v->across) - v->left);
    p->y = MARGIN + v->scale * (dot(x, v->down) - v->top);
    p->depth = dot(x, v->eye);
}

/* A triangle without area has a normal that points nowhere; its shade is 1. */
double wall_view_shade(const struct wall_view *v, const double *x)
{
    double a[3], b[3], n[3];
    for (int d = 0; d < 3; d++) {
        a[d] = x[3 + d] - x[d];
        b[d] = x[6 + d] - x[d];
    }
    cross(a, b, n);
    double length = sqrt(dot(n, n));
    /* A lamp at the eye; 0.7 at least, so that the colours can be compared with the scale. Either side of a face is
     * lit. */
    return length > 0 ? 0.7 + 0.3 * fabs(dot(n, v->eye)) / length : 1;
}
