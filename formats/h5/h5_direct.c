/* h5_direct.c: writing past the page cache (O_DIRECT) by way of one aligned buffer. */
#include "h5/h5_direct.h"

#include "h5/checksum.h"
#include "mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes at a time: from memory aligned to a page. */
enum { PIECE = 1 << 21 };

struct h5_direct {
    int direct, plain; /* the same file, past the cache and through it */
    char *piece;
};

/* The file is opened twice, since O_DIRECT takes whole pages only: the last bytes of an array go through the
 * cache. A file system without O_DIRECT (direct -1) is written through the cache as well. */
struct h5_direct *h5_direct_open(const char *path)
{
    struct h5_direct *d = mem_zalloc("file to write past the cache", 1, sizeof *d);
    d->plain = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    d->direct = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_DIRECT);
    d->piece = aligned_alloc(H5_DIRECT_PAGE, PIECE);
    if (d->plain >= 0 && d->piece)
        return d;
    h5_direct_close(d);
    return NULL;
}

void h5_direct_close(struct h5_direct *d)
{
    if (!d)
        return;
    if (d->plain >= 0)
        close(d->plain);
    if (d->direct >= 0)
        close(d->direct);
    free(d->piece);
    mem_free(d);
}

/* Returns errno, 0 when all is written. A short count is continued; 0 bytes written means that the disk is
 * full. */
static int put(int file, const char *data, size_t bytes, int64_t at)
{
    while (bytes > 0) {
        ssize_t n = pwrite(file, data, bytes, (off_t)at);
        if (n < 0 && errno != EINTR)
            return errno;
        if (n == 0)
            return ENOSPC;
        if (n > 0) {
            data += n;
            at += n;
            bytes -= (size_t)n;
        }
    }
    return 0;
}

/* Whole pages past the cache, as long as the file system does it. */
static int put_pages(struct h5_direct *d, size_t bytes, int64_t at)
{
    /* What was refused is written once more, through the cache: a second failure has the reason. */
    if (d->direct >= 0 && put(d->direct, d->piece, bytes, at) == 0)
        return 0;
    return put(d->plain, d->piece, bytes, at);
}

/* One copy through the aligned buffer, with the checksum on the way while the bytes are in the processor's
 * cache. at: a multiple of a page (access_with_checksums() aligns arrays). */
int h5_direct_write(struct h5_direct *d, int64_t at, const void *data, size_t bytes, uint32_t *crc)
{
    const unsigned char *from = data;
    uint32_t sum = 0;
    for (size_t done = 0; done < bytes; done += PIECE) {
        size_t n = bytes - done < PIECE ? bytes - done : PIECE, whole = n / H5_DIRECT_PAGE * H5_DIRECT_PAGE;
        sum = checksum_add(sum, from + done, n);
        memcpy(d->piece, from + done, n);
        int reason = put_pages(d, whole, at + (int64_t)done);
        if (reason == 0)
            reason = put(d->plain, d->piece + whole, n - whole, at + (int64_t)(done + whole));
        if (reason != 0)
            return reason;
    }
    *crc = sum;
    return 0;
}
