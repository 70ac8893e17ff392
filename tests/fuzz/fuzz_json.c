/* fuzz_json.c: the readers of what ufv-solve writes as JSON, on the fuzzer's text. First byte of the input: the file
 * that it is (bits 0-1: run.json, forces.json, progress.json, the report of a benchmark), and what the rest is: the
 * text itself, a string of text_code.h, or one of json_code.h (bits 2-3).
 */
#include "error.h"
#include "fuzz.h"
#include "history/history.h"
#include "json_code.h"
#include "mem.h"
#include "order/cell_cost.h"
#include "report/report.h"
#include "fields/run_verdict.h"
#include "text.h"
#include "text_code.h"
#include "history/watch.h"

#include <string.h>

static const char *const word[] = {
    "cl", "cd", "cy", "cmx", "cmy", "cmz", "pressure", "friction", "patches", "mesh", "stopped_by", "verdict", "converged",
    "cells", "seconds", "total", "ranks", "settings", "flow", "mach", "alpha", "versions", "running", "iteration",
    "last_iteration", "iterations_per_second", "seconds_left", "seconds_waiting", "ranks_report",
    "kernel_seconds_per_step", "cost", "cell", "face", "node", "boundary_face", "stretched_face", "stretched_factor", "area",
    "force", "", "wing", "a.b", "*", "<b>&", "%s%n", "\\u0041", "\\u001b[2J", "\\n", "\\\"", "\\u0000", "\\ud83d", "\\x",
    "\xc3\xa9", "\xff",
    "a name that is longer than any that a program has, so that places of fixed size do not hold the whole of it",
};
enum { N_WORDS = sizeof word / sizeof *word };

/* For text_code.h: these in quotes, and the rest of JSON. */
static char quoted[N_WORDS][256];
static const char *text_word[N_WORDS + 64];
static int n_text_words;

static const char good_run[] = "{\"mesh\": \"m.cgns\", \"stopped_by\": \"steps\", \"verdict\": \"it has not converged\", "
                               "\"converged\": false, \"iteration\": 42, \"settings\": {\"flow\": {\"mach\": 0.5}}}";
static const char good_forces[] = "{\"cl\": 0.1, \"cd\": 0.2, \"patches\": {\"wing\": {\"cl\": 0.1}}}";
static const char history[] = "iteration,wall_seconds,res_density,cl,cd\n1,0.1,1,0.2,0.3\n2,0.2,0.1,0.2,0.3\n";

enum { RUN, FORCES, PROGRESS, BENCH, N_FILES };
static struct fuzz_file file[N_FILES], rows;

/* In place of post/history/history.c, which is fuzz_csv.c's: no picture. */
int history_command(const char *results, long n, const char *png, bool quiet)
{
    (void)n, (void)png, (void)quiet;
    return error_set("%s: no picture here", results);
}

/* Words as names in quotes with their colon, since text_code.h puts them down as they are; and the marks that JSON is
 * made of, whole and broken. */
static void add_words(void)
{
    static const char *const marks[] = {"{", "}", "[", "]", ":", ",", "null", "true", "false", "0", "-1.5e3", "1e400", "{\"",
                                        "\":", "\"", "\\", "nul", "-", ".5", "[[[[[[[[[[[[[[[[", "\n"};
    for (int i = 0; i < N_WORDS; i++) {
        snprintf(quoted[i], sizeof quoted[i], "\"%s\":", word[i]);
        text_word[n_text_words++] = quoted[i];
    }
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        text_word[n_text_words++] = marks[i];
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    static const char *const name[N_FILES] = {"run.json", "forces.json", "progress.json", "bench.json"};
    fuzz_silence();
    add_words();
    for (int i = 0; i < N_FILES; i++)
        fuzz_file_make(name[i], &file[i]);
    fuzz_file_make("history.csv", &rows);
    fuzz_file_fill(&rows, history, strlen(history));
    return 0;
}

/* The page is written up to its pictures.
 * A page up to the first picture counts as taken: pictures need gnuplot and fields. */
static int read_report(int what)
{
    char results_path[128], out[160];
    snprintf(results_path, sizeof results_path, "%s", fuzz_folder());
    snprintf(out, sizeof out, "%s/page.html", fuzz_folder());
    char packs[] = "";
    struct results r = {.path = results_path, .folder = results_path, .packs = packs, .n_ranks = 0, .iteration = 42};
    struct report_options o = {.out = out, .quiet = true};
    if (what == RUN)
        mem_free(run_verdict_unconverged(&r));
    int status = report_command(&r, &o);
    bool drawn = status == 0 || strstr(error_message(), "no picture here");
    return drawn ? 0 : status;
}

static int read_bench(void)
{
    struct cell_cost cost = cell_cost_by_faces();
    TRY(cell_cost_read(file[BENCH].path, &cost));
    if (!(cost.cell >= 0 && cost.face >= 0 && cost.node >= 0 && cost.boundary_face >= 0))
        FATAL("costs %g, %g, %g, %g", cost.cell, cost.face, cost.node, cost.boundary_face);
    cell_cost_free(&cost);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[TEXT_CODE_MOST];
    int options = size > 0 ? data[0] : 0, what = options & 3, code = options >> 2 & 3;
    data += size > 0;
    size -= size > 0;
    if (code == 0)
        memcpy(text, data, size = size < sizeof text ? size : sizeof text);
    else if (code == 1)
        size = text_decode(data, size, text_word, n_text_words, text);
    else
        size = json_decode(data, size, word, N_WORDS, text);
    fuzz_begin();
    /* Of run.json and forces.json one is the fuzzer's, the other good, so that the reading goes on past it. */
    fuzz_file_fill(&file[RUN], good_run, strlen(good_run));
    fuzz_file_fill(&file[FORCES], good_forces, strlen(good_forces));
    fuzz_file_fill(&file[what], text, size);
    fuzz_end(what == PROGRESS ? watch_command(fuzz_folder(), true) : what == BENCH ? read_bench() : read_report(what));
    return 0;
}
