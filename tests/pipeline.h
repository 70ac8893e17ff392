/* pipeline.h: for tests that run the programs as a user does and look at what
 * came out: commands, a scratch folder, and the gathered result of a run.
 */
#ifndef UFV_TESTS_PIPELINE_H
#define UFV_TESTS_PIPELINE_H

#include "check.h"
#include "error.h"
#include "mem.h"
#include "pack/pack.h"
#include "pack/solution.h"
#include "text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the programs are: $BUILD, else build. */
static inline const char *pipeline_build(void)
{
    const char *b = getenv("BUILD");
    return b ? b : "build";
}

/* Was the program of that precision built (make PRECISIONS=)? Where not, the case is skipped. */
static inline bool pipeline_has_precision(const char *precision)
{
    static char reason[64];
    char program[PATH_MAX];
    snprintf(program, sizeof program, "%s/ufv-solve-%s", pipeline_build(), precision);
    if (access(program, X_OK) == 0)
        return true;
    snprintf(reason, sizeof reason, "ufv-solve-%s was not built", precision);
    check_skip(reason);
    return false;
}

/* A scratch folder, removed at exit. */
static char pipeline_folder[512];

static inline void pipeline_remove(void)
{
    char command[544];
    snprintf(command, sizeof command, "rm -rf '%s'", pipeline_folder);
    if (system(command) != 0)
        fprintf(stderr, "%s could not be removed\n", pipeline_folder);
}

static inline const char *pipeline_scratch(void)
{
    if (!pipeline_folder[0]) {
        const char *t = getenv("TMPDIR");
        snprintf(pipeline_folder, sizeof pipeline_folder, "%s/ufv-test-XXXXXX", t ? t : "/tmp");
        if (!mkdtemp(pipeline_folder)) {
            perror(pipeline_folder);
            exit(1);
        }
        atexit(pipeline_remove);
    }
    return pipeline_folder;
}

/* Runs a shell command; its exit status, or -1. The command is printed. */
__attribute__((format(printf, 1, 2))) static inline int pipeline_run(const char *format, ...)
{
    char command[4096];
    va_list ap;
    va_start(ap, format);
    vsnprintf(command, sizeof command, format, ap);
    va_end(ap);
    printf("  $ %s\n", command);
    fflush(stdout);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The exit status of a run that is to make its steps, not to converge: 0 where it has made them, which ufv-solve
 * says with 0 or, of a steady run by the steps of its case file, with 5. */
static inline int pipeline_steps_made(int status)
{
    return status == 5 ? 0 : status;
}

/* Writes a text file into the scratch folder. */
static inline void pipeline_write(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0) {
        perror(path);
        exit(1);
    }
}

/* All cells of a run, by global id: index = global cell id. */
struct gathered {
    int64_t n;
    double *x[3], *volume, *q[5]; /* [n] */
    int64_t iteration;
    struct solution_reference reference;
};

static inline void gathered_free(struct gathered *g)
{
    for (int d = 0; d < 3; d++)
        mem_free(g->x[d]);
    for (int v = 0; v < 5; v++)
        mem_free(g->q[v]);
    mem_free(g->volume);
    memset(g, 0, sizeof *g);
}

static inline int gathered_take_rank(const char *packs, const char *folder, int rank, struct gathered *g)
{
    struct pack p;
    struct solution s;
    pack_init(&p);
    TRY(pack_read(packs, rank, PACK_CORE, &p));
    TRY(solution_read(folder, rank, &s));
    if (!g->volume) {
        g->n = p.n_cells_global;
        g->iteration = s.iteration;
        g->reference = s.reference;
        for (int d = 0; d < 3; d++)
            g->x[d] = mem_zalloc("x", (size_t)g->n, sizeof(double));
        for (int v = 0; v < 5; v++)
            g->q[v] = mem_zalloc("q", (size_t)g->n, sizeof(double));
        g->volume = mem_zalloc("volume", (size_t)g->n, sizeof(double));
    }
    for (int64_t i = 0; i < s.n_cells; i++) {
        gid c = p.cell_gid[i];
        for (int d = 0; d < 3; d++)
            g->x[d][c] = p.centroid[d * p.n_slots + i];
        for (int v = 0; v < 5; v++)
            g->q[v][c] = s.field[v].value[i];
        g->volume[c] = p.volume[i];
    }
    solution_free(&s);
    pack_free(&p);
    return 0;
}

/* Gathers RESULTS over its packs; 0, or nonzero with the reason printed. */
static inline int gathered_read(const char *results, const char *packs, struct gathered *g)
{
    char folder[PATH_MAX];
    int n_ranks = 0;
    memset(g, 0, sizeof *g);
    int status = solution_latest(results, folder, sizeof folder);
    status = status || solution_read_n_ranks(folder, &n_ranks);
    for (int r = 0; r < n_ranks && status == 0; r++)
        status = gathered_take_rank(packs, folder, r, g);
    if (status)
        printf("  %s\n", error_message());
    return status;
}

#endif
