/* Frames of another run that are brought along where the file system has no hard links: they are copied, and a copy
 * that cannot be made or written says so and leaves nothing that looks whole. */
#include "check.h"

#include "error.h"
#include "pipeline.h"
#include "features/series/series_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* In place of the C library's: a file system without hard links. */
int link(const char *from, const char *to)
{
    (void)from, (void)to;
    errno = EPERM;
    return -1;
}

static char from[PATH_MAX - 200], to[PATH_MAX - 200];

/* A series of one frame of 200,000 bytes, and a place for its copy. */
static void make_series(const char *name)
{
    snprintf(from, sizeof from, "%s/%s/from", pipeline_scratch(), name);
    snprintf(to, sizeof to, "%s/%s/to", pipeline_scratch(), name);
    CHECK(pipeline_run("mkdir -p %s/fields-000000010 && head -c 200000 /dev/zero | tr '\\0' x "
                       ">%s/fields-000000010/rank-00000.h5", from, from) == 0, "a series");
}

/* With `what` limited to `most` for this call alone. */
static int make_limited(int what, rlim_t most)
{
    struct rlimit before, now;
    getrlimit(what, &before);
    now = before;
    now.rlim_cur = most;
    setrlimit(what, &now);
    int status = series_folder_make(to, from, 20);
    setrlimit(what, &before);
    return status;
}

static void copied(void)
{
    make_series("copied");
    CHECK(series_folder_make(to, from, 20) == 0, "%s", error_message());
    CHECK(pipeline_run("cmp %s/fields-000000010/rank-00000.h5 %s/fields-000000010/rank-00000.h5", from, to) == 0,
          "the same bytes");
}

/* Three files are open when the copy's is to be: two folders and the file that is read. */
static void no_file_can_be_made(void)
{
    make_series("none");
    int next = open("/dev/null", O_RDONLY);
    close(next);
    CHECK(make_limited(RLIMIT_NOFILE, (rlim_t)next + 3) != 0, "it fails");
    CHECK(strstr(error_message(), "rank-00000.h5: cannot be written: ") != NULL, "%s", error_message());
    CHECK(pipeline_run("test ! -e %s/fields-000000010", to) == 0, "no frame");
}

static void the_disk_is_full(void)
{
    make_series("full");
    signal(SIGXFSZ, SIG_IGN);
    error_set("an older sentence");
    CHECK(make_limited(RLIMIT_FSIZE, 100000) != 0, "it fails");
    CHECK(strstr(error_message(), "rank-00000.h5: cannot be written: ") != NULL, "%s", error_message());
    CHECK(pipeline_run("test ! -e %s/fields-000000010", to) == 0, "no frame");
}

int main(void)
{
    CASE(copied);
    CASE(no_file_can_be_made);
    CASE(the_disk_is_full);
    return check_end();
}
