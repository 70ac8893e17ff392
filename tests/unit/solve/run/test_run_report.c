/* What the table of ranks says about GPUs that are shared. */
#include "check.h"
#include "pipeline.h"
#include "run/run_report.h"

enum { N = 4 };

static void make_rows(struct rank_row *r)
{
    memset(r, 0, N * sizeof *r);
    for (int k = 0; k < N; k++) {
        text_copy(r[k].host, sizeof r[k].host, k < 2 ? "alpha" : "beta");
        text_copy(r[k].device, sizeof r[k].device, "H200");
        snprintf(r[k].device_id, sizeof r[k].device_id, "id%d", k);
        r[k].place.cores = 8;
    }
}

/* Lines of what is printed that hold `pattern`.
 * The table goes to stderr: it is turned to a file for the call and back again. */
static int lines_with(const struct rank_row *r, const char *pattern)
{
    char path[600], line[512];
    int n = 0;
    snprintf(path, sizeof path, "%s/table", pipeline_scratch());
    fflush(stderr);
    int before = dup(2);
    FILE *f = freopen(path, "w", stderr);
    if (f)
        run_report_print_ranks(r, N);
    fflush(stderr);
    dup2(before, 2);
    close(before);
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        n += strstr(line, pattern) != NULL;
    if (f)
        fclose(f);
    return n;
}

/* Each rank sees its own GPU as number 0, as Slurm binds them. */
static void own_gpus_of_the_same_number(void)
{
    struct rank_row r[N];
    make_rows(r);
    CHECK(lines_with(r, "GPU 0 H200") == N, "a line for each rank");
    CHECK(lines_with(r, "share") == 0, "nothing is shared");
}

/* By the device's own id and host, not by its number: two hosts may have GPUs of one id here. */
static void shared_gpus(void)
{
    struct rank_row r[N];
    make_rows(r);
    text_copy(r[3].device_id, sizeof r[3].device_id, "id2");
    CHECK(lines_with(r, "2 ranks share GPU 0 of beta") == 1, "beta's ranks share one");
    text_copy(r[3].device_id, sizeof r[3].device_id, "id0"); /* alpha's, another machine */
    CHECK(lines_with(r, "share") == 0, "nothing is shared");
}

/* Cores of another socket than the GPU's, and a launcher that gave one core only: both cost and are easily
 * overlooked. */
static void bound_ranks(void)
{
    struct rank_row r[N];
    make_rows(r);
    CHECK(lines_with(r, "is bound") == 0, "nothing to say");
    r[2].place.far = 1;
    CHECK(lines_with(r, "rank 2 is bound to cores far from its GPU") == 1, "far");
    make_rows(r);
    r[1].place.cores = 1;
    CHECK(lines_with(r, "rank 1 is bound to one core") == 1, "one core");
}

static void cpus_are_not_shared(void)
{
    struct rank_row r[N];
    make_rows(r);
    for (int k = 0; k < N; k++) {
        r[k].place.device_number = -1;
        r[k].device_id[0] = '\0';
    }
    CHECK(lines_with(r, "CPU H200") == N && lines_with(r, "share") == 0, "no GPU at all");
}

int main(void)
{
    CASE(own_gpus_of_the_same_number);
    CASE(shared_gpus);
    CASE(bound_ranks);
    CASE(cpus_are_not_shared);
    return check_end();
}
