/* ufv-post history and watch of folders written here: rows printed, what the picture is
 * drawn from, whether a run is over, and the screen with its bars and curves.
 */
#include "check.h"
#include "error.h"
#include "history/history.h"
#include "mem.h"
#include "history/watch.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static char top[] = "/tmp/ufv-test-history-XXXXXX";
static char printed[1 << 16];

/* A file of the folder, `age` seconds old. */
static void put(const char *name, const char *text, long age)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", top, name);
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s", path);
    struct utimbuf times = {time(NULL) - age, time(NULL) - age};
    CHECK(utime(path, &times) == 0, "%s", path);
}

static void take_away(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", top, name);
    unlink(path);
}

/* What the command prints; its status. */
static int print_of(int (*command)(void))
{
    fflush(stdout);
    int keep = dup(1);
    FILE *f = tmpfile();
    dup2(fileno(f), 1);
    int status = command();
    fflush(stdout);
    dup2(keep, 1);
    close(keep);
    rewind(f);
    printed[fread(printed, 1, sizeof printed - 1, f)] = '\0';
    fclose(f);
    return status;
}

/* The line that begins with that, "" without one. */
static const char *line_of(const char *begin)
{
    static char line[2048];
    const char *at = strncmp(printed, begin, strlen(begin)) == 0 ? printed : NULL;
    for (const char *p = strchr(printed, '\n'); p && !at; p = strchr(p + 1, '\n'))
        at = strncmp(p + 1, begin, strlen(begin)) == 0 ? p + 1 : NULL;
    snprintf(line, sizeof line, "%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
    return line;
}

static int times_of(const char *word, const char *text)
{
    int n = 0;
    for (const char *p = strstr(text, word); p; p = strstr(p + 1, word))
        n++;
    return n;
}

static const char names[] = "iteration,wall_seconds,time,res_density,res_energy,cl,cd,cfl\n";

/* Rows 0, 10, .. 90: the residual falls by 10 each, cl rises to 0.5, cd stays; a line that is still being written. */
static void put_history(long age)
{
    char text[4096];
    int n = snprintf(text, sizeof text, "%s", names);
    for (int r = 0; r < 10; r++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d,%d.5,0,%.3e,0,%.3f,0.02,1.5\n", 10 * r, r, pow(10, -r),
                      0.05 + 0.05 * r);
    snprintf(text + n, sizeof text - (size_t)n, "100,10.5,0,1e-");
    put("history.csv", text, age);
}

/* ---- history ---- */

static int last_three(void)
{
    return history_command(top, 3, NULL, false);
}

static int quietly(void)
{
    return history_command(top, 3, NULL, true);
}

/* Three of ten rows, numbers as printed; the half line at the end is no row. --quiet prints nothing. */
static void last_rows(void)
{
    double iteration, seconds, t, density, energy, cl, cd, cfl;
    put_history(0);
    CHECK(print_of(last_three) == 0, "%s", error_message());
    CHECK(times_of("\n", printed) == 4 && strstr(printed, "res_density"), "%s", printed);
    for (int r = 7; r < 10; r++) {
        char begin[32];
        snprintf(begin, sizeof begin, "%13d ", 10 * r);
        const char *line = line_of(begin);
        CHECK(sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf", &iteration, &seconds, &t, &density, &energy, &cl, &cd,
                     &cfl) == 8, "%s", line);
        CHECK_NEAR(seconds, r + 0.5, 0);
        CHECK_NEAR(density, pow(10, -r), 1e-4 * pow(10, -r));
        CHECK_NEAR(cl, 0.05 + 0.05 * r, 1e-7);
    }
    CHECK(print_of(quietly) == 0 && printed[0] == '\0', "%s", printed);
}

/* No file, and one that is no table. */
static void no_history(void)
{
    take_away("history.csv");
    CHECK(print_of(last_three) != 0 && strstr(error_message(), "history.csv"), "%s", error_message());
    put("history.csv", "iteration,cl\n0,x\n1,2\n", 0);
    CHECK(print_of(last_three) != 0 && strstr(error_message(), "history.csv"), "%s", error_message());
}

static int draw(void)
{
    char picture[96];
    snprintf(picture, sizeof picture, "%s/history.png", top);
    return history_command(top, 0, picture, true);
}

/* Residuals by their largest, in columns of the table; coefficients to the last digits of their last value. The
 * residual that is nowhere positive has no place on a log axis. */
static void picture(void)
{
    char path[96];
    put_history(0);
    CHECK(draw() == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/script", top);
    FILE *f = fopen(path, "r");
    printed[f ? fread(printed, 1, sizeof printed - 1, f) : 0] = '\0';
    CHECK(f && fclose(f) == 0, "no script");
    CHECK(strstr(printed, "$history using 1:($4/1)") && strstr(printed, "'density'"), "%s", printed);
    CHECK(!strstr(printed, "'energy'"), "a residual of zero is drawn");
    CHECK(strstr(printed, "using 1:($6*1)") && strstr(printed, "'c_L: 0.5000'"), "cl");
    CHECK(strstr(printed, "using 1:($7*10000)") && strstr(printed, "'c_D, counts (10^{-4}): 200.0'"), "cd");
    double low = NAN, high = NAN, first = NAN, last = NAN;
    const char *at = strstr(printed, "set yrange [");
    at = at ? strstr(at + 1, "set yrange [") : NULL; /* the residuals' comes before */
    CHECK(at && sscanf(at, "set yrange [%lf:%lf]", &low, &high) == 2, "no range of cl");
    /* the last three quarters: 0.15 to 0.5, and 0.15 of that on either side */
    CHECK_NEAR(low, 0.15 - 0.15 * 0.35, 1e-12);
    CHECK_NEAR(high, 0.5 + 0.15 * 0.35, 1e-12);
    at = strstr(printed, "set xrange [");
    CHECK(at && sscanf(at, "set xrange [%lf:%lf]", &first, &last) == 2, "no range of iterations");
    CHECK_NEAR(first, 0, 0);
    CHECK_NEAR(last, 90, 0);
}

/* Of a run in time: over seconds, without the momentum that is rounding alone. */
static void picture_in_time(void)
{
    char path[96];
    put("history.csv", "iteration,time,res_momentum_x,res_momentum_y,cl,cd\n0,0.5,100,1e-9,0,1\n8,0.75,9,2e-9,0.1,1\n"
                       "16,1,7,1e-9,0.2,1\n", 0);
    CHECK(draw() == 0, "%s", error_message());
    snprintf(path, sizeof path, "%s/script", top);
    FILE *f = fopen(path, "r");
    printed[f ? fread(printed, 1, sizeof printed - 1, f) : 0] = '\0';
    CHECK(f && fclose(f) == 0, "no script");
    CHECK(strstr(printed, "set xrange [0.5:1]") && strstr(printed, "set xlabel 'time, s'"), "%s", printed);
    CHECK(strstr(printed, "using 2:($3/100)") && !strstr(printed, "'momentum y'"), "%s", printed);
    CHECK(strstr(printed, "using 2:($5*1)"), "%s", printed);
}

static int follow(void)
{
    return history_follow(top, 2);
}

/* Of a run that is over: the last rows, once. */
static void follow_to_the_end(void)
{
    put_history(0);
    put("progress.json", "{\"running\": false}\n", 0);
    CHECK(print_of(follow) == 0 && times_of("\n", printed) == 3, "%s", printed);
    take_away("progress.json");
}

/* ---- watch ---- */

static bool is_over(void)
{
    bool over = false;
    CHECK(watch_is_over(top, &over) == 0, "%s", error_message());
    return over;
}

/* progress.json says it; without one a run.json no older than the history. */
static void is_it_over(void)
{
    take_away("history.csv");
    take_away("run.json");
    CHECK(!is_over(), "there is nothing");
    put_history(100);
    CHECK(!is_over(), "nothing says so");
    put("run.json", "{}\n", 200);
    CHECK(!is_over(), "the report is of an earlier run");
    put("run.json", "{}\n", 50);
    CHECK(is_over(), "there is a report");
    put("progress.json", "{\"running\": true}\n", 0);
    CHECK(!is_over(), "it is running");
    put("progress.json", "{\"running\": false}\n", 0);
    take_away("run.json");
    CHECK(is_over(), "it is not running");
    put("progress.json", "{\"runni", 0);
    bool over = false;
    CHECK(watch_is_over(top, &over) != 0 && over && strstr(error_message(), "progress.json"), "%s", error_message());
    take_away("progress.json");
}

static int watch_once(void)
{
    return watch_command(top, true);
}

/* A third of the way, three quarters of an hour left; rank 1 waits for the others most, rank 2 least. */
static void screen_of_a_run(void)
{
    put_history(0);
    put("progress.json",
        "{\"running\": true, \"iteration\": 90, \"last_iteration\": 270, \"seconds\": 100,\n"
        "\"iterations_per_second\": 1.5, \"seconds_left\": 2705, \"seconds_waiting\": [10, 40, 4]}\n",
        0);
    CHECK(print_of(watch_once) == 0, "%s", error_message());
    const char *head = line_of(top);
    CHECK(strstr(head, "iteration 90 of 270") && strstr(head, "1.5 iterations/s") && strstr(head, "0:45:05 left"), "%s",
          head);
    const char *bar = strstr(printed, "  33 %");
    CHECK(bar && times_of("\xe2\x94\x81", printed) == 20 && times_of("\xe2\x94\x80", printed) == 40, "the bar of 60");
    const char *waiting = line_of("waiting");
    CHECK(strstr(waiting, "18.0 %") && strstr(waiting, "most 40.0 %") && strstr(waiting, "least 4.0 % (rank 2)"), "%s",
          waiting);
    CHECK(times_of("\xe2\x96\x92", line_of("  rank 1")) == 24 && times_of("\xc2\xb7", line_of("  rank 1")) == 36, "%s",
          line_of("  rank 1"));
    CHECK(line_of("no ")[0] == 0 && !strchr(printed, '\033'), "%s", printed);
}

/* Ten rows, ten columns: the residual falls evenly in its logarithm, from the highest block to the lowest; cl
 * rises; cd stays at half height. */
static void curves(void)
{
    const char *line = line_of("residual");
    CHECK(strstr(line, "1.000e-09"), "%s", line);
    for (int k = 0; k < 10; k++) { /* heights 7.999 (9 - k) / 9, rounded down */
        char block[4] = {'\xe2', '\x96', (char)(0x81 + (int)(7.999 * (9 - k) / 9)), 0};
        CHECK(strncmp(line + 11 + 3 * k, block, 3) == 0, "column %d of: %s", k, line);
    }
    line = line_of("cl ");
    CHECK(strncmp(line + 11, "\xe2\x96\x81", 3) == 0 && strncmp(line + 11 + 27, "\xe2\x96\x88", 3) == 0 &&
              strstr(line, "0.500000"), "%s", line);
    CHECK(times_of("\xe2\x96\x84", line_of("cd ")) == 10, "%s", line_of("cd "));
}

/* Of more rows than columns each column shows the last of its share: here of two, the very last of which is low. */
static void many_rows(void)
{
    char text[8192];
    int n = snprintf(text, sizeof text, "%s", names);
    for (int r = 0; r < 120; r++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d,0,0,%s,0,0.1,0.02,1\n", r, r < 119 ? "1" : "1e-5");
    put("history.csv", text, 0);
    CHECK(print_of(watch_once) == 0, "%s", error_message());
    const char *line = line_of("residual");
    CHECK(times_of("\xe2\x96\x88", line) == 59 && strncmp(line + 11 + 3 * 59, "\xe2\x96\x81", 3) == 0, "%s", line);
}

/* After a minute without a row it asks; not of a run that is over. */
static void silence(void)
{
    put_history(90);
    put("progress.json", "{\"running\": true, \"iteration\": 90, \"last_iteration\": 270}\n", 90);
    CHECK(print_of(watch_once) == 0 && strstr(line_of("no "), " 9") && strstr(printed, "still alive?"), "%s", printed);
    put(".lock", "of a run that is gone\n", 90);
    CHECK(print_of(watch_once) == 0 && strstr(printed, "still alive?"), "%s", printed);
    put(".lock", "of a run that is there\n", 10);
    CHECK(print_of(watch_once) == 0 && strstr(line_of("no "), "the run is alive"), "%s", printed);
    take_away(".lock");
    put("progress.json", "{\"running\": false, \"iteration\": 90, \"last_iteration\": 270, \"seconds\": 100}\n", 0);
    CHECK(print_of(watch_once) == 0 && line_of("no ")[0] == 0 && strstr(line_of(top), "ended after 100 s"), "%s",
          printed);
    put("progress.json", "{\"running\": true, \"verdict\": \"not converged: of a run before\"}\n", 0);
    CHECK(print_of(watch_once) == 0 && !strstr(printed, "converged"), "%s", printed);
    put("progress.json", "{\"running\": false, \"verdict\": \"not converged: \x7f\"}\n", 0);
    CHECK(print_of(watch_once) == 0 && strcmp(line_of("not "), "not converged: ?") == 0, "%s", printed);
    take_away("progress.json");
    put("run.json", "{}\n", 0);
    CHECK(print_of(watch_once) == 0 && strstr(line_of(top), "ended"), "%s", printed);
    take_away("history.csv");
    CHECK(print_of(watch_once) != 0 && strstr(error_message(), "history.csv"), "%s", error_message());
}

/* Cells that are too hot, at the end of the run that run.json is of; not while it runs, and not of a run before. */
static void hot_cells(void)
{
    static const char running[] = "{\"running\": true}\n", ended[] = "{\"running\": false}\n",
                      hot[] = "{\"hot_cells\": {\"cells\": 3, \"source_temperature\": 305, \"temperature_max\": 9776,\n"
                              "\"hottest\": \"cell 71 at (1, 2, 3) on patch CORE\\u007f\"}}\n";
    put_history(50);
    put("run.json", hot, 20);
    put("progress.json", ended, 0);
    CHECK(print_of(watch_once) == 0, "%s", error_message());
    const char *line = line_of("note: ");
    CHECK(strstr(line, "note: 3 cells are far hotter than the 305 K of the hottest stream or wall, up to 9776 K in "
                       "cell 71 at (1, 2, 3) on patch CORE?: this is not physical"), "%s", printed);
    put("progress.json", running, 0);
    CHECK(print_of(watch_once) == 0 && line_of("note: ")[0] == 0, "while it runs: %s", printed);
    put("progress.json", ended, 0);
    put("run.json", hot, 80);
    CHECK(print_of(watch_once) == 0 && line_of("note: ")[0] == 0, "of a run before: %s", printed);
    /* types that are others, by anybody's hand */
    static const char *const odd[] = {"{\"hot_cells\": 3}", "{\"hot_cells\": {\"cells\": \"3\"}}", "[]",
                                      "{\"hot_cells\": {\"cells\": 3, \"source_temperature\": 305,\n"
                                      "\"temperature_max\": 9776, \"hottest\": {}}}"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        put("run.json", odd[i], 20);
        CHECK(print_of(watch_once) == 0 && line_of("note: ")[0] == 0, "%s", odd[i]);
    }
    take_away("run.json");
    take_away("progress.json");
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

/* A program called gnuplot that comes first in PATH: it keeps the script and draws a picture of one byte. */
static bool fake_gnuplot(void)
{
    char path[96], text[512], all[4096];
    snprintf(path, sizeof path, "%s/gnuplot", top);
    snprintf(text, sizeof text, "#!/bin/sh\ncat >%s/script\nprintf x\n", top);
    put("gnuplot", text, 0);
    snprintf(all, sizeof all, "%s:%s", top, getenv("PATH"));
    return chmod(path, 0755) == 0 && setenv("PATH", all, 1) == 0;
}

int main(void)
{
    char command[64];
    if (!mkdtemp(top) || !fake_gnuplot())
        return 1;
    CASE(last_rows);
    CASE(no_history);
    CASE(picture);
    CASE(picture_in_time);
    CASE(follow_to_the_end);
    CASE(is_it_over);
    CASE(screen_of_a_run);
    CASE(curves);
    CASE(many_rows);
    CASE(silence);
    CASE(hot_cells);
    CASE(nothing_leaks);
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command) != 0 || check_end();
}
