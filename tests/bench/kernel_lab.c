/* kernel_lab: the hot spots of papers 1 to 3 in all their variants on one mesh: each
 * checked against plain loops on the CPU and timed.
 */
#include "cli.h"
#include "error.h"
#include "lab.h"

#include <stdlib.h>
#include <string.h>

struct options {
    const char *packs, *csv, *device;
    long runs, colour_runs, threads;
};

/* NULL when CUDA is asked for by name and there is none; error_message() says why. */
static const struct backend *choose(const struct options *o)
{
    if (strcmp(o->device, "cpu") == 0)
        return backend_cpu((int)o->threads);
    return strcmp(o->device, "auto") == 0 && backend_cuda_count() == 0 ? backend_cpu((int)o->threads)
                                                                      : backend_cuda(0);
}

/* 1 also when a variant was wrong: the table is whole then, with FAIL in its rows. */
static int run(const struct options *o, struct lab *l)
{
    const struct backend *b = choose(o);
    l->runs = o->runs;
    l->colour_runs = o->colour_runs;
    if (!b || lab_create(o->packs, b, l) != 0)
        return 1;
    l->csv = fopen(o->csv, "w");
    if (!l->csv)
        return error_set("%s: cannot be written", o->csv);
    fprintf(l->csv, "# device %s\n# copy %.6e\n# cells %d faces %d nodes %d\n", b->device_name, l->copy_bandwidth,
            l->p.a.m.n_owned, l->p.a.m.n_flux, l->p.a.m.n_nodes);
    fprintf(l->csv, "paper,name,what,cells,runs,seconds,bytes,bytes_per_second,fraction_of_copy,difference,verdict\n");
    printf("%s, copies at %.1f GB/s; %d cells, %d faces, %d nodes\n", b->device_name, 1e-9 * l->copy_bandwidth,
           l->p.a.m.n_owned, l->p.a.m.n_flux, l->p.a.m.n_nodes);
    lab_paper_1(l);
    lab_paper_2(l);
    lab_paper_3(l);
    int status = ferror(l->csv) | fclose(l->csv);
    printf("%d variants wrong\n", l->failures);
    lab_free(l);
    return status ? error_set("%s: cannot be written", o->csv) : l->failures > 0;
}

int main(int argc, char **argv)
{
    struct options o = {.csv = "kernels.csv", .device = "auto", .runs = 100, .colour_runs = 1000};
    const struct cli_option rows[] = {
        {"--out", "FILE.csv", CLI_TEXT, &o.csv, "kernels.csv", "table to write"},
        {"--device", "WHERE", CLI_TEXT, &o.device, "auto", "auto, cpu or cuda"},
        {"--threads", "T", CLI_LONG, &o.threads, "OpenMP's", "CPU threads"},
        {"--runs", "N", CLI_LONG, &o.runs, "100", "repetitions of the variants of papers 1 and 2"},
        {"--colour-runs", "N", CLI_LONG, &o.colour_runs, "1000", "repetitions of those of paper 3"},
    };
    const struct cli c = {.program = "kernel_lab",
                          .usage = "kernel_lab PACKS [options]",
                          .about = "Times and checks every variant of the papers' hot spots on packs of one rank.",
                          .option = rows,
                          .n_options = (int)(sizeof rows / sizeof *rows),
                          .min_arguments = 1,
                          .max_arguments = 1};
    struct cli_result r;
    struct lab l = {.failures = 0};
    int status;
    if (cli_parse(&c, argc, argv, &r, &status) != 0)
        return status;
    if (o.runs < 1 || o.colour_runs < 1) {
        fprintf(stderr, "kernel_lab: --runs and --colour-runs take 1 or more\n");
        return EXIT_USAGE;
    }
    o.packs = r.argument[0];
    comm_init(&argc, &argv, &l.comm);
    status = run(&o, &l);
    if (status && l.failures == 0)
        fprintf(stderr, "kernel_lab: %s\n", error_message());
    comm_finish();
    return status;
}
