/* in_file.c: looking at what is to be read before it is opened, and reading texts whole. */
#include "in_file.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Settings and manifests are far smaller; a pipe that never ends is not. */
enum { TEXT_MOST = 1 << 29 };

static const char *oddity(mode_t mode)
{
    return S_ISREG(mode)    ? NULL
           : S_ISDIR(mode)  ? "a folder"
           : S_ISFIFO(mode) ? "a FIFO"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

/* For those who only want to know: NULL for a plain file and also when there is nothing. */
const char *in_file_oddity(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? oddity(s.st_mode) : NULL;
}

/* wanted: what the caller needs, for the end of the sentence ("a CGNS file"). */
static int refuse(const char *path, const char *what, const char *wanted)
{
    return error_set("%s: is %s, not a plain file; give %s", path, what, wanted);
}

static int cannot_open(const char *path)
{
    bool no_number = errno == EMFILE || errno == ENFILE; /* the file may be all right */
    return error_set("%s: %s; %s", path, strerror(errno),
                     no_number ? "raise the limit: ulimit -n"
                               : errno == EACCES ? "check the path and its permissions" : "check the path");
}

int in_file_check(const char *path, const char *wanted)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return cannot_open(path);
    const char *what = oddity(s.st_mode);
    return what ? refuse(path, what, wanted) : 0;
}

/* A descriptor, or -1 after error_set(). What stands there may have changed since it was looked at: a FIFO
 * is opened without waiting, and then seen to be one. */
static int open_plain(const char *path, const char *wanted)
{
    struct stat s;
    if (in_file_check(path, wanted) != 0)
        return -1;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return cannot_open(path), -1;
    const char *what = fstat(fd, &s) == 0 ? oddity(s.st_mode) : "nothing that can be seen";
    if (!what)
        return fd;
    close(fd);
    return refuse(path, what, wanted), -1;
}

FILE *in_file_open(const char *path, const char *wanted)
{
    int fd = open_plain(path, wanted);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
    if (fd >= 0 && !f) {
        cannot_open(path);
        close(fd);
    }
    return f;
}

bool in_file_opens(const char *path)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return false;
    close(file);
    return true;
}

/* ---- whole texts ---- */

/* The descriptor that a path names, -1 when it names none. */
static int descriptor_of(const char *path)
{
    static const char *const folder[] = {"/dev/fd/", "/proc/self/fd/"};
    long number = -1;
    if (strcmp(path, "/dev/stdin") == 0)
        return STDIN_FILENO;
    for (int i = 0; i < 2; i++)
        if (strncmp(path, folder[i], strlen(folder[i])) == 0 && text_to_long(path + strlen(folder[i]), &number) != 0)
            number = -1;
    return number >= 0 && number <= INT_MAX ? (int)number : -1;
}

/* Reads to the end, whatever size stat() told: files of /proc and pipes tell none. One byte is kept free for
 * the zero behind the text, so a capacity is never quite used up. On errors *text is still the caller's to
 * free. */
static int read_all(const char *path, int fd, char **text, size_t *bytes)
{
    size_t capacity = 1 << 16;
    *bytes = 0;
    *text = mem_alloc("text of a file", capacity, 1);
    for (;;) {
        ssize_t n = read(fd, *text + *bytes, capacity - *bytes - 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return error_set("%s: cannot be read: %s", path, strerror(errno));
        *bytes += (size_t)n;
        if (*bytes > TEXT_MOST)
            return error_set("%s: is longer than %d MB; is it a text file?", path, TEXT_MOST >> 20);
        if (n == 0)
            return (*text)[*bytes] = '\0', 0;
        if (*bytes + 1 == capacity)
            *text = mem_realloc("text of a file", *text, capacity *= 2, 1);
    }
}

/* Puts a file in memory with that text behind a descriptor. Where the system has none of these the text
 * can be read once only. */
static void take_place(int descriptor, const char *text, size_t bytes)
{
    int fd = memfd_create("ufv", 0);
    size_t done = 0;
    while (fd >= 0 && done < bytes) {
        ssize_t n = write(fd, text + done, bytes - done);
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    if (fd >= 0 && done == bytes && lseek(fd, 0, SEEK_SET) == 0)
        dup2(fd, descriptor);
    if (fd >= 0)
        close(fd);
}

/* A pipe can be read once, but ufv-solve reads its case file and may then start ufv-solve-mixed by exec, which
 * reads the same path: what was read takes the pipe's place. */
static int read_pipe(const char *path, int descriptor, char **text, size_t *bytes)
{
    TRY(read_all(path, descriptor, text, bytes));
    take_place(descriptor, *text, *bytes);
    return 0;
}

/* Only /dev/stdin and /dev/fd/N may be pipes: there the reader is known to wait for a writer. A FIFO by its
 * name is refused, since opening it could wait for ever. */
int in_file_read(const char *path, const char *wanted, char **text, size_t *bytes)
{
    struct stat s;
    int descriptor = descriptor_of(path), status = 1;
    *text = NULL;
    if (descriptor >= 0 && fstat(descriptor, &s) != 0)
        return error_set("%s: the pipe is not open in this program (mpirun does not hand pipes on): %s; write the "
                         "text to a file",
                         path, strerror(errno));
    bool is_pipe = descriptor >= 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode));
    int fd = is_pipe ? -1 : open_plain(path, wanted);
    if (is_pipe)
        status = read_pipe(path, descriptor, text, bytes);
    else if (fd >= 0)
        status = read_all(path, fd, text, bytes);
    if (fd >= 0)
        close(fd);
    if (status != 0)
        MEM_FREE(*text);
    return status;
}
