/* gnuplot.c: gnuplot as a child: its script comes from a pipe, and its picture goes to memory that is opened here, so
 * that no name of a file is part of a script, where it could be a command. From there it is written to the file:
 * gnuplot itself does not notice a full disk.
 */
#include "plot/gnuplot.h"

#include "error.h"
#include "printable.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
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
    /* Pictures are the same for everybody: no ~/.gnuplot, and no terminal of the user's that this gnuplot may lack. */
    static char name[] = "gnuplot", defaults[] = "-d";
    char *arguments[] = {name, defaults, NULL};
    unsetenv("GNUTERM");
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
        return error_set("%s: gnuplot was not found, so there is no picture; install it (package gnuplot-nox), or copy "
                         "results and packs to a host that has it (--packs)", g->out.path);
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

static const char style[] =
#include "plot/plot_style.inc"
    ;

int gnuplot_begin(const char *picture, int width, int height, struct gnuplot *g)
{
    memset(g, 0, sizeof *g);
    g->is_svg = text_glob("*.svg", picture);
    signal(SIGPIPE, SIG_IGN); /* a gnuplot that ends early is told by its status */
    /* The file is opened before the child is started, so that a folder that cannot be written to is told at once; it
     * appears under its name only when the picture is whole (out_file.h). */
    TRY(out_file_open(picture, &g->out));
    /* Behind that, which says first where a picture would replace an input. */
    if (!g->is_svg && !text_glob("*.png", picture)) {
        (void)error_set("%s: pictures are PNG or SVG; give it a name that ends in .png or .svg", picture);
        return out_file_finish(&g->out, 1);
    }
    if (start(g) != 0) {
        close_streams(g);
        return out_file_finish(&g->out, 1);
    }
    g->height = g->is_svg ? height * 3 / 5 : height;
    fprintf(g->script, "%sset terminal @%s size %d,%d\n", style, g->is_svg ? "svg" : "png",
            g->is_svg ? width * 3 / 5 : width, g->height);
    return 0;
}

/* ---- axes of panels ---- */

static const char panel_mark[] = "panel: ";

/* gnuplot says on stderr where it has put the axes, in pixels from the lower left corner, and their ranges. */
void gnuplot_panel(struct gnuplot *g, const char *x, const char *y, double y_factor, unsigned logarithmic)
{
    if (!g->is_svg || g->n_panels == GNUPLOT_PANELS)
        return;
    struct gnuplot_panel *p = &g->panel[g->n_panels++];
    text_copy(p->x, sizeof p->x, x);
    text_copy(p->y, sizeof p->y, y);
    p->y_factor = y_factor;
    p->logarithmic = logarithmic;
    fprintf(g->script,
            "print sprintf('%s%%.4f %%.4f %%.4f %%.4f %%.12g %%.12g %%.12g %%.12g', GPVAL_TERM_XMIN, "
            "GPVAL_TERM_XMAX, GPVAL_TERM_YMIN, GPVAL_TERM_YMAX, GPVAL_X_MIN, GPVAL_X_MAX, GPVAL_Y_MIN, GPVAL_Y_MAX)\n",
            panel_mark);
}

/* One panel as JSON, from a line of gnuplot's; false: it is none. */
static bool write_panel(const struct gnuplot *g, const char *line, int n)
{
    double at[4], range[4];
    const struct gnuplot_panel *p = &g->panel[n];
    if (n >= g->n_panels || strncmp(line, panel_mark, sizeof panel_mark - 1) != 0 ||
        sscanf(line + sizeof panel_mark - 1, "%lf %lf %lf %lf %lf %lf %lf %lf", &at[0], &at[1], &at[2], &at[3],
               &range[0], &range[1], &range[2], &range[3]) != 8)
        return false;
    fprintf(g->out.file,
            "%s{\"x\":\"%s\",\"y\":\"%s\",\"factor\":%.9g,\"box\":[%.2f,%.2f,%.2f,%.2f],\"range\":[%.12g,%.12g,%.12g,"
            "%.12g],\"log\":[%d,%d]}", n ? "," : "", p->x, p->y, p->y_factor, at[0], at[1], g->height - at[2],
            g->height - at[3], range[0], range[1], range[2], range[3], (p->logarithmic & GNUPLOT_LOG_X) != 0,
            (p->logarithmic & GNUPLOT_LOG_Y) != 0);
    return true;
}

/* What a page needs to tell the value under the pointer, in an element that viewers pass over. */
static void write_panels(const struct gnuplot *g)
{
    char line[512];
    int n = 0;
    fputs("<metadata>[", g->out.file);
    rewind(g->complaints);
    while (fgets(line, sizeof line, g->complaints))
        n += write_panel(g, line, n);
    fputs("]</metadata>\n", g->out.file);
}

/* The last line gnuplot said something in, or "".
 * Gnuplot marks the place of an error with lines of blanks and '^'; they are left out, as are the axes. */
static void last_complaint(FILE *f, char *text, size_t size)
{
    char line[256];
    text[0] = '\0';
    rewind(f);
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (strspn(line, " \t^") != strlen(line) && strncmp(line, panel_mark, sizeof panel_mark - 1) != 0)
            text_copy(text, size, line);
    }
}

/* The picture, as far as the file takes it, which out_file_finish() looks at. True: there is one. The panels go before
 * the tag that ends an SVG file, which is gnuplot's last line. */
static bool copy_picture(struct gnuplot *g)
{
    static const char end[] = "</svg>";
    char line[1 << 14];
    size_t n, all = 0;
    rewind(g->picture);
    while (!g->is_svg && (n = fread(line, 1, sizeof line, g->picture)) > 0) {
        fwrite(line, 1, n, g->out.file);
        all += n;
    }
    while (g->is_svg && fgets(line, sizeof line, g->picture)) {
        if (strncmp(line, end, sizeof end - 1) == 0)
            write_panels(g);
        fputs(line, g->out.file);
        all++;
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
    for (int n; *text; text += n == 0 ? 1 : n) {
        n = printable_bytes(text);
        if (*text == '\'')
            fputs("\xe2\x80\x99", g->script); /* U+2019: a doubled quote at the beginning would end the string */
        else if (n == 0)
            fputc('?', g->script);
        else
            fwrite(text, 1, (size_t)n, g->script);
    }
    fputc('\'', g->script);
}
