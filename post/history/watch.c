/* watch.c: a screen of text drawn from history.csv and progress.json, again and again. */
#include "history/watch.h"

#include "cli.h"
#include "input/csv.h"
#include "error.h"
#include "input/too_hot.h"
#include "input/json_read.h"
#include "mem.h"
#include "pack/solution.h"
#include "printable.h"
#include "run_ended.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Columns of a curve, ranks in the list of those that wait most, seconds between two
 * screens, and without news before that is said. */
enum { WIDTH = 60, N_RANKS = 8, PERIOD = 2, SILENCE = 60 };

/* A run that is ended by a time alone has this many steps or more. */
static const double UNCOUNTED = 1e15;

static bool modified(const char *results, const char *name, time_t *when)
{
    struct stat st;
    char *path = text_join_path(results, name);
    bool there = stat(path, &st) == 0;
    mem_free(path);
    *when = there ? st.st_mtime : 0;
    return there;
}

static const struct json_shape progress_shape[] = {
    {"", JSON_IS(JSON_OBJECT)}, {"running", JSON_IS(JSON_BOOL)}, {"iteration", JSON_IS_COUNT},
    {"last_iteration", JSON_IS_COUNT}, {"seconds", JSON_IS_NUMBER}, {"iterations_per_second", JSON_IS_NUMBER},
    {"seconds_left", JSON_IS_NUMBER}, {"mass_in", JSON_IS_NUMBER}, {"mass_out", JSON_IS_NUMBER},
    {"mass_net", JSON_IS_NUMBER}, {"mass_share", JSON_IS_NUMBER}, {"verdict", JSON_IS(JSON_TEXT)},
    {"seconds_waiting", JSON_IS(JSON_ARRAY)}, {"seconds_waiting.*", JSON_IS_NUMBER},
};

/* *progress: NULL when there is none yet; the run replaces it by renaming, so one that is there is whole. */
static int read_progress(const char *results, struct json_value **progress)
{
    time_t when;
    int status = 0;
    char *path = text_join_path(results, "progress.json");
    *progress = NULL;
    if (modified(results, "progress.json", &when) && json_read(path, progress) != 0)
        status = modified(results, "progress.json", &when); /* else it has gone, with a run that begins anew */
    if (status == 0 && *progress)
        status = json_check(path, *progress, progress_shape, (int)(sizeof progress_shape / sizeof *progress_shape));
    mem_free(path);
    return status;
}

static bool is_over(const char *results, const struct json_value *progress)
{
    const struct json_value *running = json_member(progress, "running");
    return running ? running->number == 0 : run_has_ended(results);
}

int watch_is_over(const char *results, bool *over)
{
    struct json_value *progress;
    int status = read_progress(results, &progress);
    *over = status != 0 || is_over(results, progress);
    json_free(progress);
    return status;
}

int watch_wait_for_rows(const char *results)
{
    struct stat st;
    char *path = text_join_path(results, "history.csv");
    bool said = false, over = false;
    int status = 0;
    while (stat(results, &st) == 0 && S_ISDIR(st.st_mode) && !csv_has_rows(path)) {
        status = watch_is_over(results, &over);
        if (status != 0 || over)
            break;
        if (!said)
            fprintf(stderr, "ufv-post: %s has no row yet; waiting for the run's first (results are the folder that "
                            "ufv-solve --out names)\n", path);
        said = true;
        sleep(1);
    }
    mem_free(path);
    return status;
}

/* ---- one screen -------------------------------------------------------------------------------- */

/* The values as a line of blocks of eight heights: each column the last value of its
 * share of the rows.
 * Column k shows row (k + 1) n / width - 1: the last column is the newest row. The range is that of what is drawn. */
static void draw_curve(const char *name, const char *format, const double *value, int64_t n, bool logarithmic)
{
    double low = INFINITY, high = -INFINITY, column[WIDTH];
    int width = n < WIDTH ? (int)n : WIDTH;
    for (int k = 0; k < width; k++) {
        double v = value[(k + 1) * n / width - 1];
        column[k] = logarithmic ? log10(v) : v;
        if (isfinite(column[k])) {
            low = fmin(low, column[k]);
            high = fmax(high, column[k]);
        }
    }
    printf("%-10s ", name);
    for (int k = 0; k < width; k++) {
        /* A constant is drawn at a height in the middle; 7.999 keeps the largest value within the eight blocks. */
        double part = high > low ? (column[k] - low) / (high - low) : 0.4;
        if (isfinite(column[k]) && isfinite(part))
            printf("\xe2\x96%c", 0x81 + (int)(7.999 * part)); /* U+2581 .. U+2588 */
        else
            putchar(' ');
    }
    printf("  ");
    printf(format, n > 0 ? value[n - 1] : NAN);
    putchar('\n');
}

static double number(const struct json_value *progress, const char *key)
{
    return json_number_of(json_member(progress, key));
}

static void draw_head(const char *results, const struct json_value *progress, bool over)
{
    double at = number(progress, "iteration"), end = number(progress, "last_iteration"),
           left = number(progress, "seconds_left"), gone = number(progress, "seconds");
    bool counted = end < UNCOUNTED; /* else the end is a time, which nobody knows how many steps will take */
    double part = counted && end > 0 ? at / end : !counted && left >= 0 ? gone / fmax(gone + left, 1e-9) : 0;
    printf("%s", results);
    if (!progress) {
        printf(over ? "   ended\n" : "   no progress.json yet\n");
        return;
    }
    printf("   iteration %.0f", at);
    if (counted)
        printf(" of %.0f", end);
    if (number(progress, "time") > 0) /* of unsteady runs */
        printf("   time %.6g s", number(progress, "time"));
    printf("   %.3g iterations/s   ", number(progress, "iterations_per_second"));
    if (over)
        printf("ended after %.0f s\n", number(progress, "seconds"));
    else if (left >= 0 && left < 1e9)
        printf("at most %ld:%02ld:%02ld left\n", (long)left / 3600, (long)left / 60 % 60, (long)left % 60);
    else
        printf("time left unknown\n");
    printf("%-10s ", "");
    for (int k = 0; k < WIDTH; k++)
        printf("%s", k < part * WIDTH ? "\xe2\x94\x81" : "\xe2\x94\x80"); /* heavy and light lines */
    printf("  %.0f %%\n", 100 * part);
}

/* Of engines and ducts. */
static void draw_flows(const struct json_value *progress)
{
    double in = number(progress, "mass_in"), out = number(progress, "mass_out");
    if (!json_member(progress, "mass_in"))
        return;
    printf("mass flow  ");
    if (in > 0 || !(out > 0))
        printf("in %.6g, out %.6g kg/s through inflows and outlets", in, out);
    else
        printf("out %.6g kg/s through outlets", out);
    printf("; through all boundaries %.2g kg/s (%.2g %%)\n", number(progress, "mass_net"),
           100 * number(progress, "mass_share"));
}

/* Ranks that wait little are those that the others wait for.
 * Bars per rank only for up to N_RANKS ranks; for more the line of mean, most and least has to do. */
static void draw_waiting(const struct json_value *progress)
{
    const struct json_value *waiting = json_member(progress, "seconds_waiting");
    double seconds = number(progress, "seconds"), sum = 0, least = INFINITY, most = 0;
    int n = 0, slowest = 0;
    for (const struct json_value *v = waiting ? waiting->first : NULL; v; v = v->next, n++) {
        sum += v->number;
        most = fmax(most, v->number);
        if (v->number < least)
            slowest = n;
        least = fmin(least, v->number);
    }
    if (n < 2 || !(seconds > 0))
        return;
    printf("waiting    %.1f %% of the time, mean of %d ranks; at most %.1f %%, at least %.1f %% (rank %d)\n",
           100 * sum / n / seconds, n, 100 * most / seconds, 100 * least / seconds, slowest);
    int k = 0;
    for (const struct json_value *v = waiting->first; v && n <= N_RANKS; v = v->next, k++) {
        printf("  rank %-3d ", k);
        for (int c = 0; c < WIDTH; c++)
            printf("%s", c < v->number / seconds * WIDTH ? "\xe2\x96\x92" : "\xc2\xb7"); /* shade, middle dot */
        printf("  %.1f %%\n", 100 * v->number / seconds);
    }
}

/* The run touches its lock while it lives, also while it works on one row for long (folder_lock.h). */
static void draw_silence(const char *results, bool over)
{
    time_t when, beat, now = time(NULL);
    if (over || !modified(results, "history.csv", &when) || now - when < SILENCE)
        return;
    if (modified(results, ".lock", &beat) && now - beat < SILENCE)
        printf("no new row for %ld s; the run is alive, and its iterations take long\n", (long)(now - when));
    else
        printf("no new row for %ld s; is the run still alive?\n", (long)(now - when));
}

/* progress.json has it once the run has ended. */
static void draw_verdict(const struct json_value *progress)
{
    const struct json_value *verdict = json_member(progress, "verdict");
    char text[1024];
    if (!verdict)
        return;
    text_copy(text, sizeof text, verdict->text);
    printable_clean(text);
    printf("%s\n", text);
}

/* A run.json that is older than history.csv is of a run before this one. */
static void draw_hot_cells(const char *results)
{
    struct json_value *run = NULL;
    char *path = text_join_path(results, "run.json"), *sentence = NULL;
    if (is_over(results, NULL) && json_read(path, &run) == 0)
        sentence = too_hot_sentence(run);
    if (sentence) {
        printable_clean(sentence);
        printf("note: %s\n", sentence);
    }
    mem_free(sentence);
    json_free(run);
    mem_free(path);
}

static int draw(const char *results, const struct json_value *progress, bool over)
{
    static const struct {
        const char *column, *name, *format;
        bool logarithmic;
    } curves[] = {{"res_density", "residual", "%.3e", true}, {"cl", "cl", "%.6f", false}, {"cd", "cd", "%.6f", false}};
    struct csv t;
    char *path = text_join_path(results, "history.csv");
    int status = csv_read_history(path, &t);
    mem_free(path);
    TRY(status);
    draw_head(results, progress, over);
    for (int k = 0; k < 3; k++) {
        const double *value;
        status = status || csv_need_column(&t, curves[k].column, &value);
        if (status == 0 && t.n_rows > 0)
            draw_curve(curves[k].name, curves[k].format, value, t.n_rows, curves[k].logarithmic);
    }
    csv_free(&t);
    draw_flows(progress);
    draw_waiting(progress);
    draw_silence(results, over);
    if (over) {
        draw_verdict(progress);
        draw_hot_cells(results);
    }
    return status;
}

/* ---- the command ---------------------------------------------------------------------------------- */

/* Reads files alone and has no connection to the run: it may run on another host that sees the folder, and leaving
 * it does nothing to the run. */
int watch_command(const char *results, bool once)
{
    TRY(solution_refuse_sweep(results));
    if (!once)
        TRY(watch_wait_for_rows(results));
    for (;;) {
        struct json_value *progress;
        int status = read_progress(results, &progress);
        bool over = status == 0 && is_over(results, progress);
        /* Escape sequences of ECMA-48 that every terminal knows, and no log. */
        if (status == 0 && !once && isatty(STDOUT_FILENO))
            printf("\033[H\033[J"); /* to the corner, clear what is below */
        status = status || draw(results, progress, over);
        json_free(progress);
        if (status != 0 || once || over)
            return status;
        printf("Ctrl-C leaves the run alone; `touch %s/stop` ends it after a checkpoint\n", results);
        TRY(cli_flush_stdout());
        sleep(PERIOD);
    }
}
