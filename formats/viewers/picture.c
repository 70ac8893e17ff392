/* picture.c: triangles into pixels with a depth buffer, and PNG by zlib. */
#include "viewers/picture.h"

#include "error.h"
#include "mem.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

/* Makes a white picture of level 0 ("nothing here"), infinitely far away. */
void picture_begin(int width, int height, struct picture *p)
{
    size_t n = (size_t)width * (size_t)height;
    p->width = width;
    p->height = height;
    MEM_NEW(p->rgb, 3 * n);
    MEM_NEW(p->depth, n);
    MEM_NEW_ZERO(p->level, n);
    memset(p->rgb, 255, 3 * n);
    for (size_t i = 0; i < n; i++)
        p->depth[i] = -INFINITY;
}

void picture_free(struct picture *p)
{
    mem_free(p->rgb);
    mem_free(p->depth);
    mem_free(p->level);
    memset(p, 0, sizeof *p);
}

/* Blue, almost white, red: a scale with two ends, linear in between. */
void picture_colour(double t, uint8_t rgb[3])
{
    static const double end[3][3] = {{59, 76, 192}, {242, 242, 242}, {180, 4, 38}};
    t = t >= 0 ? fmin(t, 1) : 0; /* a NaN is the lowest */
    int half = t > 0.5;
    double s = 2 * t - half;
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)(end[half][c] + s * (end[half + 1][c] - end[half][c]) + 0.5);
}

/* Twice the area of the triangle a b (x, y), signed. */
static double cross(const struct picture_point *a, const struct picture_point *b, double x, double y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static void set_pixel(struct picture *p, int x, int y, double depth, const uint8_t rgb[3], uint8_t level, double shade)
{
    size_t at = (size_t)y * (size_t)p->width + (size_t)x;
    /* Nearer is larger (picture.h). Written so that NaN draws nothing. */
    if (!(depth > (double)p->depth[at]))
        return;
    p->depth[at] = (float)depth;
    p->level[at] = level;
    for (int c = 0; c < 3; c++)
        p->rgb[3 * at + (size_t)c] = (uint8_t)(shade * rgb[c] + 0.5);
}

/* Before the conversion to int, which is undefined beyond its range. */
static int clamp(double v, int high)
{
    return v < 0 ? 0 : v > high ? high : (int)v;
}

/* 1 .. 255 for 0 .. 1; a NaN is the lowest. */
static uint8_t level_of(double t)
{
    return (uint8_t)(1 + lround(254 * (t >= 0 ? fmin(t, 1) : 0)));
}

/* Pixels whose middle lies within; barycentric coordinates carry depth and value. plain: the colour of all, or NULL.
 * Either sense of rotation: u, v and w are divided by the signed area. */
static void fill(struct picture *p, const struct picture_point corner[3], double low, double high, const uint8_t *plain,
                 uint8_t level, double shade)
{
    const struct picture_point *a = &corner[0], *b = &corner[1], *c = &corner[2];
    double area = cross(a, b, c->x, c->y);
    if (!(fabs(area) > 0) || !isfinite(area))
        return;
    int right = p->width - 1, bottom = p->height - 1;
    int x0 = clamp(fmin(a->x, fmin(b->x, c->x)), right), x1 = clamp(fmax(a->x, fmax(b->x, c->x)), right);
    int y0 = clamp(fmin(a->y, fmin(b->y, c->y)), bottom), y1 = clamp(fmax(a->y, fmax(b->y, c->y)), bottom);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            double u = cross(b, c, x + 0.5, y + 0.5) / area, v = cross(c, a, x + 0.5, y + 0.5) / area, w = 1 - u - v;
            /* A little beyond the edge counts, so that no pixel between two triangles stays white. */
            if (u < -1e-9 || v < -1e-9 || w < -1e-9)
                continue;
            double value = u * a->value + v * b->value + w * c->value, t = (value - low) / (high - low);
            double depth = u * a->depth + v * b->depth + w * c->depth;
            uint8_t rgb[3];
            if (!plain)
                picture_colour(t, rgb);
            set_pixel(p, x, y, depth, plain ? plain : rgb,
                      plain ? level : level_of(t), shade);
        }
}

void picture_triangle(struct picture *p, const struct picture_point corner[3], double low, double high, double shade)
{
    fill(p, corner, low, high, NULL, 0, shade);
}

void picture_triangle_plain(struct picture *p, const struct picture_point corner[3], const uint8_t rgb[3],
                            uint8_t level, double shade)
{
    fill(p, corner, 0, 1, rgb, level, shade);
}

/* ---- PNG ------------------------------------------------------------------------------- */

static void put_big_endian(uint8_t *out, uint32_t v)
{
    for (int k = 0; k < 4; k++)
        out[k] = (uint8_t)(v >> (24 - 8 * k));
}

/* Length, name, data, CRC of name and data. Returns where the next one goes. */
static uint8_t *put_chunk(uint8_t *out, const char *name, const uint8_t *data, size_t n)
{
    put_big_endian(out, (uint32_t)n);
    memcpy(out + 4, name, 4);
    if (n > 0)
        memcpy(out + 8, data, n);
    put_big_endian(out + 8 + n, (uint32_t)crc32(crc32(0, NULL, 0), out + 4, (uInt)(n + 4)));
    return out + 12 + n;
}

/* PNG (RFC 2083): each row of pixels begins with the number of its filter; the rows are one zlib stream in one IDAT
 * chunk. */
uint8_t *picture_png(const struct picture *p, size_t *n)
{
    static const uint8_t signature[8] = {137, 'P', 'N', 'G', '\r', '\n', 26, '\n'};
    size_t row = 3 * (size_t)p->width, size = ((size_t)p->height) * (row + 1);
    uLongf packed_size = compressBound((uLong)size);
    uint8_t *raw, *packed, *out, head[13] = {[8] = 8, [9] = 2}; /* 8 bits a sample, RGB */
    MEM_NEW(raw, size);
    MEM_NEW(packed, packed_size);
    for (int y = 0; y < p->height; y++) {
        raw[(size_t)y * (row + 1)] = 0; /* no filter */
        memcpy(raw + (size_t)y * (row + 1) + 1, p->rgb + (size_t)y * row, row);
    }
    if (compress2(packed, &packed_size, raw, (uLong)size, Z_BEST_COMPRESSION) != Z_OK)
        FATAL("zlib cannot compress a picture of %d x %d pixels", p->width, p->height);
    put_big_endian(head, (uint32_t)p->width);
    put_big_endian(head + 4, (uint32_t)p->height);
    MEM_NEW(out, 8 + 3 * 12 + sizeof head + packed_size);
    memcpy(out, signature, 8);
    uint8_t *at = put_chunk(out + 8, "IHDR", head, sizeof head);
    at = put_chunk(at, "IDAT", packed, packed_size);
    at = put_chunk(at, "IEND", NULL, 0);
    mem_free(raw);
    mem_free(packed);
    *n = (size_t)(at - out);
    return out;
}

/* RFC 4648: three bytes become four digits of 6 bits; the last group is filled up with '='. */
void picture_base64(FILE *f, const uint8_t *bytes, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t v = (uint32_t)bytes[i] << 16;
        v |= i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0;
        v |= i + 2 < n ? bytes[i + 2] : 0;
        fputc(digit[v >> 18], f);
        fputc(digit[v >> 12 & 63], f);
        fputc(i + 1 < n ? digit[v >> 6 & 63] : '=', f);
        fputc(i + 2 < n ? digit[v & 63] : '=', f);
    }
}

int picture_free_corner(const struct picture *p, int size)
{
    int n[4] = {0}, best = 0, across = size < p->width ? size : p->width, down = size < p->height ? size : p->height;
    for (int corner = 0; corner < 4; corner++) {
        int x0 = corner & 1 ? 0 : p->width - across, y0 = corner & 2 ? p->height - down : 0;
        for (int y = y0; y < y0 + down; y++)
            for (int x = x0; x < x0 + across; x++)
                n[corner] += p->level[(size_t)y * (size_t)p->width + (size_t)x] != 0;
        if (n[corner] < n[best])
            best = corner;
    }
    return best;
}
