/* picture.h: surfaces drawn into pixels, without a graphics library: triangles with
 * a depth each, coloured by a value, written as PNG (ISO/IEC 15948).
 */
#ifndef UFV_FORMATS_VIEWERS_PICTURE_H
#define UFV_FORMATS_VIEWERS_PICTURE_H

#include <stdint.h>
#include <stdio.h>

struct picture {
    int width, height;
    uint8_t *rgb;  /* owned; [height][width][3] */
    float *depth;  /* owned; [height][width] of the nearest yet; larger is nearer */
    uint8_t *level; /* owned; [height][width]; 0: nothing there, else the value from 1 at the low end to 255 */
};

/* A white picture of that many pixels; free with picture_free(). */
void picture_begin(int width, int height, struct picture *p);

/* Frees the pixels and zeroes the struct. */
void picture_free(struct picture *p);

/* A corner: pixels from the left and from the top, depth, and what is coloured. */
struct picture_point {
    double x, y, depth, value;
};

/* Colours of values low .. high, interpolated between the corners; shade: 1 as they
 * are, 0 black. What is nearer than what is there covers it; a triangle without area draws
 * nothing. */
void picture_triangle(struct picture *p, const struct picture_point corner[3], double low, double high, double shade);

/* The same in one colour; level, 1 .. 255, goes into p->level. */
void picture_triangle_plain(struct picture *p, const struct picture_point corner[3], const uint8_t rgb[3],
                            uint8_t level, double shade);

/* Blue, white and red for 0 .. 1 (Moreland 2009, "Diverging color maps", end colours);
 * beyond them the end colours, for NaN the first. */
void picture_colour(double t, uint8_t rgb[3]);

/* Which corner has least in a square of that many pixels: bit 0: the left one, not the right one; bit 1: the lower one,
 * not the upper one. Of equal ones the first of 0, 1, 2, 3. */
int picture_free_corner(const struct picture *p, int size);

/* The PNG's bytes; a new block of *n, freed with mem_free(). */
uint8_t *picture_png(const struct picture *p, size_t *n);

/* bytes[n] as base64 text (RFC 4648) onto f, in one line; errors of f are the caller's to look for. */
void picture_base64(FILE *f, const uint8_t *bytes, size_t n);

#endif
