/* convert.c: numbers between the host, where they are double, and the device, where they have the
 * type of the kernels; piece by piece, so that the host never holds a second whole array.
 */
#include "backend/convert.h"

#include "mem.h"

/* Rounded or widened in pieces, so that the host needs little memory for it. */
enum { PIECE = 1 << 20 };

static int64_t piece_size(int64_t n, int64_t begin)
{
    return n - begin < PIECE ? n - begin : PIECE;
}

/* `size` is the size of a number on the device in bytes. Nothing is converted where that is the size of a double. */
void convert_upload(const struct backend *b, void *device, const double *from, int64_t n, size_t size)
{
    if (size == sizeof *from || n == 0) {
        b->upload(device, from, (size_t)n * sizeof *from);
        return;
    }
    /* upload() has finished with the piece when it returns, so that one buffer serves them all. */
    float *host = mem_alloc("rounded numbers", (size_t)piece_size(n, 0), sizeof *host);
    for (int64_t begin = 0; begin < n; begin += PIECE) {
        int64_t held = piece_size(n, begin);
        for (int64_t i = 0; i < held; i++)
            host[i] = (float)from[begin + i];
        b->upload((float *)device + begin, host, (size_t)held * sizeof *host);
    }
    mem_free(host);
}

void convert_download(const struct backend *b, double *to, const void *device, int64_t n, size_t size)
{
    if (size == sizeof *to || n == 0) {
        b->download(to, device, (size_t)n * sizeof *to);
        return;
    }
    float *host = mem_alloc("numbers of the device", (size_t)piece_size(n, 0), sizeof *host);
    for (int64_t begin = 0; begin < n; begin += PIECE) {
        int64_t held = piece_size(n, begin);
        b->download(host, (const float *)device + begin, (size_t)held * sizeof *host);
        for (int64_t i = 0; i < held; i++)
            to[begin + i] = (double)host[i];
    }
    mem_free(host);
}
