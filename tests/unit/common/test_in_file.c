/* test_in_file: what is read is a plain file; what is not is named at once, without waiting for it. */
#include "check.h"
#include "error.h"
#include "in_file.h"
#include "pipeline.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

static char path[PATH_MAX];

static const char *name(const char *what)
{
    snprintf(path, sizeof path, "%s/%s", pipeline_scratch(), what);
    return path;
}

/* All three refuse it with those words and its path. */
static void check_refused(const char *words)
{
    char *text;
    size_t bytes;
    CHECK(in_file_check(path, "a mesh") != 0, "%s was taken", path);
    CHECK(strstr(error_message(), path) && strstr(error_message(), words), "%s", error_message());
    CHECK(in_file_open(path, "a mesh") == NULL && strstr(error_message(), words), "%s", error_message());
    CHECK(in_file_read(path, "a mesh", &text, &bytes) != 0 && strstr(error_message(), words), "%s", error_message());
    CHECK(text == NULL, "text is left");
}

/* Also by way of a link. */
static void plain_files(void)
{
    char *text;
    size_t bytes;
    pipeline_write(name("plain"), "two\nlines");
    CHECK(in_file_check(path, "a mesh") == 0 && in_file_oddity(path) == NULL, "%s", error_message());
    FILE *f = in_file_open(path, "a mesh");
    CHECK(f && fgetc(f) == 't', "%s", error_message());
    if (f)
        fclose(f);
    CHECK(in_file_read(path, "a mesh", &text, &bytes) == 0 && bytes == 9 && strcmp(text, "two\nlines") == 0, "%s",
          error_message());
    mem_free(text);
    CHECK(symlink("plain", name("link")) == 0 && in_file_check(path, "a mesh") == 0, "%s", error_message());
}

/* None of these must be waited for: the alarm in main() would end the program. */
static void everything_else(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    name("absent");
    check_refused("No such file");
    CHECK(mkdir(name("folder"), 0777) == 0, "%s", path);
    check_refused("is a folder, not a plain file; give a mesh");
    CHECK(mkfifo(name("fifo"), 0666) == 0, "%s", path);
    check_refused("is a FIFO");
    CHECK(symlink("fifo", name("link-to-fifo")) == 0, "%s", path);
    check_refused("is a FIFO");
    CHECK(symlink("/dev/zero", name("device")) == 0, "%s", path);
    check_refused("is a device");
    name("socket");
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", path);
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(bind(s, (struct sockaddr *)&address, sizeof address) == 0, "%s", path);
    check_refused("is a socket");
    close(s);
}

/* As the shell gives one: its text can be read again, from the same path. */
static void pipe_of_the_shell(void)
{
    int ends[2];
    CHECK(pipe(ends) == 0 && write(ends[1], "some text", 9) == 9 && close(ends[1]) == 0, "pipe");
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    for (int times = 0; times < 3; times++) {
        char *text;
        size_t bytes;
        CHECK(in_file_read(path, "settings", &text, &bytes) == 0 && bytes == 9, "%s", error_message());
        CHECK(text && strcmp(text, "some text") == 0, "time %d", times);
        mem_free(text);
    }
    close(ends[0]);
    char *text;
    size_t bytes;
    CHECK(in_file_read(path, "settings", &text, &bytes) != 0 && strstr(error_message(), "mpirun"), "%s",
          error_message());
}

/* Longer than a pipe and than the first room for it. */
static void long_texts(void)
{
    enum { N = 300000 };
    char *text, *sent = malloc(N);
    size_t bytes;
    int ends[2];
    for (int i = 0; i < N; i++)
        sent[i] = (char)('a' + i % 23);
    CHECK(pipe(ends) == 0, "pipe");
    if (fork() == 0)
        _exit(write(ends[1], sent, N) != N);
    close(ends[1]);
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
    CHECK(in_file_read(path, "settings", &text, &bytes) == 0 && bytes == N && memcmp(text, sent, N) == 0, "%s",
          error_message());
    mem_free(text);
    free(sent);
    close(ends[0]);
}

int main(void)
{
    alarm(600); /* nothing here waits */
    CASE(plain_files);
    CASE(everything_else);
    CASE(pipe_of_the_shell);
    CASE(long_texts);
    return check_end();
}
