/* solve_options.c: the options of ufv-solve as rows, and which of them go together. */
#include "run/solve_options.h"

#include "error.h"
#include "run/kernel_list.h"
#include "text.h"
#include "threads.h"

#include <hdf5.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

const long SOLVE_NOT_GIVEN = LONG_MIN;

static void print_libraries(void)
{
    unsigned major, minor, release;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    /* As write_versions() (run_report.c) cuts it. */
    text[strcspn(text, ",\n")] = '\0';
    H5get_libversion(&major, &minor, &release);
    printf("MPI %s\nHDF5 %u.%u.%u\n", text, major, minor, release);
}

/* What is written here in place of other programs' options. */
static const struct elsewhere elsewhere[] = {
    {"np n ranks nproc processes", "mpirun -np N starts N ranks, before the name of the program"},
    {"nt omp", "write --threads T"},
    {"gpu cuda", "write --device cuda"},
    {"cpu", "write --device cpu"},
    {"iterations iteration iter niter max-iter", "write --steps N"},
    {"resume continue", "write --restart RESULTS, the folder of the earlier run"},
    {"mesh grid m", "ufv-prep makes packs of a mesh, and --packs names their folder"},
    {"o output results", "write --out RESULTS"},
    {"case config cfg c f i input", "the case file stands without an option, ufv-solve CASE.cfg"},
};

/* Rows are built in the function, since they hold addresses of *o. */
int solve_options_parse(int argc, char **argv, struct solve_options *o, int *status)
{
    *o = (struct solve_options){
        .device = "auto", .exchange = "auto", .steps = SOLVE_NOT_GIVEN, .until = SOLVE_NOT_GIVEN,
        .bench = SOLVE_NOT_GIVEN};
    const struct cli_option rows[] = {
        {"--packs", "PACKS", CLI_TEXT, &o->packs, NULL, "folder that ufv-prep wrote"},
        {"--out", "RESULTS", CLI_OUTPUT, &o->results, NULL, "folder for results"},
        {"--device", "WHERE", CLI_TEXT, &o->device, "auto", "auto, cpu or cuda"},
        {"--threads", "T", CLI_LONG, &o->threads, "share of the host's cores", "CPU threads per rank"},
        {"--restart", "OLD_RESULTS", CLI_TEXT, &o->restart, NULL, "continue from the newest checkpoint there"},
        {"--restart-packs", "OLD_PACKS", CLI_TEXT, &o->restart_packs, "those the results name",
         "packs of OLD_RESULTS, for a restart on another mesh"},
        {"--blend", "RESULTS=WEIGHT", CLI_LIST, &o->blend, NULL,
         "a restart at another free stream begins from\n(1 - WEIGHT) OLD_RESULTS + WEIGHT RESULTS; may be repeated"},
        {"--steps", "N", CLI_LONG, &o->steps, NULL, "the same as --set time.steps=N"},
        {"--until", "N", CLI_LONG, &o->until, NULL,
         "stop at iteration N, counted over all restarts; cannot be\ngiven with --steps; [time] steps of the case file "
         "then has\nno effect, unless --set gives it"},
        {"--set", "S.KEY=VALUE", CLI_LIST, &o->set, NULL, "change a key of the case file; may be repeated"},
        {"--exchange", "MODE", CLI_TEXT, &o->exchange, "auto",
         "auto, blocking, staged, staged-cpu-pack,\ncuda-aware or peer"},
        {"--force", NULL, CLI_FLAG, &o->force, NULL,
         "write into RESULTS even if another run seems to use it;\nonly for a run that is known to have ended"},
        {"--timeline", "FILE.json", CLI_OUTPUT, &o->timeline, NULL,
         "write what each rank did in the last 20 iterations, for a trace viewer"},
        {"--bench", "STEPS", CLI_LONG, &o->bench, NULL, "time STEPS iterations, print JSON, write no results"},
        {"--report", "FILE.json", CLI_OUTPUT, &o->report, NULL, "with --bench: also write the JSON to this file"},
        {"--case-reference", NULL, CLI_FLAG, &o->case_reference, NULL, "print every key of a case file and end"},
        {"--kernels", NULL, CLI_FLAG, &o->kernels, NULL,
         "print the kernels and end: names as in profiles, families,\n"
         "places of their bodies; or those of a name in place of CASE.cfg"},
    };
    const struct cli c = {
        .program = "ufv-solve",
        .usage = "mpirun -np N ufv-solve CASE.cfg --packs PACKS --out RESULTS [options]\n"
                 "mpirun -np N ufv-solve CASE.cfg --packs PACKS --bench STEPS [--report FILE.json]",
        .about = "Solves the compressible flow equations on the packs of a mesh, one rank per pack, on GPUs or CPUs.\n"
                 "A file named `stop` in RESULTS, SIGTERM, SIGINT, SIGHUP or SIGUSR1 ends a run after a checkpoint.",
        .option = rows,
        .n_options = (int)(sizeof rows / sizeof *rows),
        .min_arguments = 0,
        .max_arguments = 1,
        .print_libraries = print_libraries,
        .no_option = "keys of the case file are set by --set SECTION.KEY=VALUE, such as --set flow.alpha=2",
        .elsewhere = elsewhere,
        .n_elsewhere = (int)(sizeof elsewhere / sizeof *elsewhere),
        .no_argument = "the folder of packs is named by --packs, that of results by --out; a value "
                       "with blanks needs quotes",
    };
    struct cli_result r;
    int end = cli_parse(&c, argc, argv, &r, status);
    o->case_path = r.n_arguments > 0 ? r.argument[0] : NULL;
    o->quiet = r.quiet;
    o->has_bench = o->bench != SOLVE_NOT_GIVEN;
    o->bench = o->has_bench ? o->bench : 0;
    return end;
}

/* The first mistake found; in the order in which a beginner meets them. */
const char *solve_options_wrong(const struct solve_options *o)
{
    if (!o->case_path)
        return "a case file is needed";
    if (!o->packs)
        return "--packs PACKS is needed (the folder ufv-prep wrote)";
    if (!o->results && !o->has_bench)
        return "--out RESULTS is needed (or --bench STEPS, at least 1)";
    if (!o->packs[0] || (o->restart && !o->restart[0]))
        return "--packs and --restart take the name of a folder, which is empty here";
    if (o->has_bench && o->bench < 1)
        return "--bench takes a positive number; give --bench STEPS, at least 1";
    if (o->restart_packs && !o->restart)
        return "--restart-packs belongs to --restart OLD_RESULTS";
    if (o->blend.n > 0 && !o->restart)
        return "--blend belongs to --restart OLD_RESULTS";
    if (o->report && o->bench == 0)
        return "--report belongs to --bench STEPS";
    if (o->timeline && o->bench)
        return "--timeline belongs to a run, not to --bench";
    if (o->until != SOLVE_NOT_GIVEN && o->bench)
        return "--until belongs to a run, not to --bench";
    if (o->threads < 0 || o->threads > THREADS_MOST)
        return "--threads must be between 1 and 4096, or 0 for a share of the host's cores";
    if (o->steps != SOLVE_NOT_GIVEN && o->steps < 0)
        return "--steps takes a number that is not negative";
    if (o->until != SOLVE_NOT_GIVEN && o->steps != SOLVE_NOT_GIVEN)
        return "--until counts iterations in all and --steps those of this run; give one of them";
    if (o->until != SOLVE_NOT_GIVEN && o->until < 1)
        return "--until takes a positive number";
    return NULL;
}

bool solve_options_print_only(const struct solve_options *o)
{
    return o->case_reference || o->kernels;
}

int solve_options_print(const struct solve_options *o)
{
    if (o->kernels)
        return kernel_list_print(o->case_path);
    case_print_reference();
    return cli_flush_stdout();
}

bool solve_options_ask_for_steps(const struct solve_options *o)
{
    static const char key[] = "time.steps=";
    for (int i = 0; i < o->set.n; i++)
        if (strncmp(o->set.item[i], key, strlen(key)) == 0)
            return true;
    return o->steps != SOLVE_NOT_GIVEN || o->until != SOLVE_NOT_GIVEN;
}

/* Later assignments win: --until, then --set, then --steps. */
int solve_options_read_case(const struct solve_options *o, struct case_file *c)
{
    const char *assignment[sizeof o->set.item / sizeof *o->set.item + 2];
    char steps[64], until[64];
    int n = 0;
    if (o->until != SOLVE_NOT_GIVEN) { /* first, so that what is given beside it counts */
        snprintf(until, sizeof until, "time.steps=%ld", o->until);
        assignment[n++] = until;
    }
    for (int i = 0; i < o->set.n; i++)
        assignment[n++] = o->set.item[i];
    if (o->steps != SOLVE_NOT_GIVEN) {
        snprintf(steps, sizeof steps, "time.steps=%ld", o->steps);
        assignment[n++] = steps;
    }
    TRY(case_read(o->case_path, assignment, n, c));
    if (o->bench > 0 && !case_names_scheme(c)) /* rates are those of explicit stages */
        c->time.scheme = TIME_RK;
    c->model.slip_only |= o->bench > 0; /* a rate needs no boundary layer */
    return 0;
}
