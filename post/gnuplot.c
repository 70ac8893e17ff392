/* gnuplot.c: gnuplot as a child: its script comes from a pipe, and its picture goes to memory that is opened here, so
 * that no name of a file is part of a script, where it could be a command. From there it is written to the file:
 * gnuplot itself does not notice a full disk.
 */
#include "gnuplot.h"

#include "error.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The pipe's ends are closed in the child by O_CLOEXEC, but for the copy that is its standard input; were the
 * writing end left open there, gnuplot would never see the end of its script. */
static int spawn(struct gnuplot *g)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set("%s: no pipe to gnuplot: %s", g->out.path, strerror(errno));
    /* The duplicates have no O_CLOEXEC, so that the child keeps these three streams and nothing else of ours. */
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(g->picture), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(g->complaints), STDERR_FILENO);
    static char name[] = "gnuplot";
    char *arguments[] = {name, NULL};
    int reason = posix_spawnp(&g->child, name, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    /* The reading end is the child's alone: were a copy open here, writing to a gnuplot that has died would never
     * fail. */
    close(ends[0]);
    if (reason == 0 && !(g->script = fdopen(ends[1], "w")))
        reason = errno;
    if (reason == 0)
        return 0;
    close(ends[1]);
    if (reason == ENOENT)
        return error_set("%s: gnuplot was not found, so there is no picture; install it (package gnuplot-nox) or leave "
                         "out --plot", g->out.path);
    return error_set("%s: gnuplot could not be started: %s", g->out.path, strerror(reason));
}

static void close_streams(struct gnuplot *g)
{
    if (g->complaints)
        fclose(g->complaints);
    if (g->picture)
        fclose(g->picture);
}

/* A file without a name in memory, which grows as needed; a pipe would fill up and block gnuplot while nobody reads. */
static FILE *open_memory(void)
{
    int fd = memfd_create("picture", MFD_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w+");
    if (fd >= 0 && !f)
        close(fd);
    return f;
}

/* Starts the child. The file that the picture will go to is open. */
static int start(struct gnuplot *g)
{
    g->complaints = open_memory();
    g->picture = open_memory();
    if (!g->complaints || !g->picture)
        return error_set("%s: no memory for a picture: %s", g->out.path, strerror(errno));
    return spawn(g);
}

static void write_head(struct gnuplot *g, int width, int height)
{
    enum { N_COLOURS = 7 };
    static const char *const colour[N_COLOURS] = {"#0060ad", "#d1495b", "#2a9d8f", "#edae49",
                                                  "#7b4fa3", "#555555", "#8c564b"};
    if (text_glob("*.svg", g->out.path)) /* scaled by who shows it: larger letters for small screens */
        fprintf(g->script, "set terminal svg size %d,%d dynamic font 'sans,14' enhanced rounded background '#ffffff'\n",
                width * 3 / 5, height * 3 / 5);
    else
        fprintf(g->script, "set terminal pngcairo size %d,%d font 'sans,11' enhanced rounded\n", width, height);
    fprintf(g->script, "set border linewidth 1 linecolor rgb '#404040'\nset tics nomirror\n"
                       "set grid linecolor rgb '#d8d8d8' linewidth 1 linetype 1\nset datafile missing 'NaN'\n");
    for (int i = 0; i < N_COLOURS; i++)
        fprintf(g->script, "set style line %d linecolor rgb '%s' linewidth 2 pointtype 6 pointsize 1\n", i + 1,
                colour[i]);
}

int gnuplot_begin(const char *picture, int width, int height, struct gnuplot *g)
{
    memset(g, 0, sizeof *g);
    signal(SIGPIPE, SIG_IGN); /* a gnuplot that ends early is told by its status */
    /* The file is opened before the child is started, so that a folder that cannot be written to is told at once; it
     * appears under its name only when the picture is whole (out_file.h). */
    TRY(out_file_open(picture, &g->out));
    if (start(g) != 0) {
        close_streams(g);
        return out_file_finish(&g->out, 1);
    }
    write_head(g, width, height);
    return 0;
}

/* The last line gnuplot said something in, or "".
 * Gnuplot marks the place of an error with lines of blanks and '^'; they are left out. */
static void last_complaint(FILE *f, char *text, size_t size)
{
    char line[256];
    text[0] = '\0';
    rewind(f);
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (strspn(line, " \t^") != strlen(line))
            text_copy(text, size, line);
    }
}

/* The picture, as far as the file takes it, which out_file_finish() looks at. True: there is one. */
static bool copy_picture(struct gnuplot *g)
{
    char part[1 << 14];
    size_t n, all = 0;
    rewind(g->picture);
    while ((n = fread(part, 1, sizeof part, g->picture)) > 0) {
        fwrite(part, 1, n, g->out.file);
        all += n;
    }
    return all > 0;
}

/* After a failure of the caller the child is ended before the pipe is closed, so that it does not draw half a
 * script. */
int gnuplot_finish(struct gnuplot *g, int status)
{
    if (status != 0)
        kill(g->child, SIGTERM);
    else
        fputc('\n', g->script);
    fclose(g->script);
    int ending = 0;
    /* After fclose() gnuplot sees the end of its script, draws and ends. */
    while (waitpid(g->child, &ending, 0) < 0 && errno == EINTR)
        ;
    bool made = WIFEXITED(ending) && WEXITSTATUS(ending) == 0 && copy_picture(g);
    if (status == 0 && !made) {
        char complaint[256];
        last_complaint(g->complaints, complaint, sizeof complaint);
        status = error_set("%s: gnuplot failed to draw it%s%s", g->out.path, complaint[0] ? ": " : "",
                           complaint);
    }
    close_streams(g);
    return out_file_finish(&g->out, status);
}

/* In single quotes gnuplot replaces nothing but a doubled quote; line ends would end the command. */
void gnuplot_text(struct gnuplot *g, const char *text)
{
    fputc('\'', g->script);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\'')
            fputs("\xe2\x80\x99", g->script); /* U+2019: a doubled quote at the beginning would end the string */
        else
            fputc(c < ' ' || c == 127 ? '?' : c, g->script);
    }
    fputc('\'', g->script);
}
