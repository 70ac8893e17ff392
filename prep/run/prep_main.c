/* ufv-prep: the command line. What is then done, and in what order, is in prep_run.c. */
#include "cgns/cgns_read.h"
#include "cli.h"
#include "error.h"
#include "h5/h5_io.h"
#include "mem.h"
#include "pack/pack.h"
#include "run/prep_info.h"
#include "run/prep_run.h"
#include "progress/progress.h"
#include "text.h"
#include "threads.h"
#include "unfinished.h"

#include <metis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] = "ufv-prep MESH.cgns --out PACKS [--ranks N] [options]\n"
                            "ufv-prep --check MESH.cgns            read, check, report; write nothing\n"
                            "ufv-prep --case MESH.cgns >CASE.cfg     begin a case file\n"
                            "ufv-prep --write FILE.cgns MESH            convert a mesh to CGNS\n"
                            "ufv-prep --repartition PACKS --out NEW --ranks N\n"
                            "ufv-prep --info PACKS                 what the packs hold";

static const char about[] = "Reads a CGNS, SU2, UGRID, Gmsh, OpenFOAM or PLOT3D mesh, checks it, divides it and writes "
                            "one pack for each rank of "
                            "ufv-solve.";

/* The rows below need addresses of what they set; everything else takes the options as an argument. */
static struct prep_options given = {.n_ranks = 1, .scale = 1.0, .partition = "metis", .order = "rcm"};
static bool info, format, lines, no_lines;
static const char *count;
/* Names of packs have five digits (pack_file_name()). */
enum { COUNTS_MAX = 64, RANKS_MAX = 99999 };
static int counts[COUNTS_MAX];
static long threads;

static const struct cli_option rows[] = {
    {"--out", "PACKS", CLI_OUTPUT, &given.out, NULL, "folder to write; an older set of packs there is replaced"},
    {"--ranks", "N", CLI_LONG, &given.n_ranks, "1", "number of packs: ranks, and GPUs, of ufv-solve"},
    {"--partition", "METHOD", CLI_TEXT, &given.partition, "metis",
     "metis: k-way; bisect: slabs along the longest axis"},
    {"--partition-before", "K", CLI_LONG, &given.partition_before, "0",
     "divide the mesh before its last K refinements, and keep\nthe children of a cell on its rank: faster, and takes\n"
     "less memory"},
    {"--weights", "FILE.json", CLI_TEXT, &given.weights, NULL,
     "divide by measured cost, from the file that ufv-solve\n--bench --report wrote for this mesh or a similar one;\n"
     "with --repartition of the packs measured there, also by\nthe time that each of their ranks took"},
    {"--order", "METHOD", CLI_TEXT, &given.order, "rcm",
     "rcm: number cells by reverse Cuthill-McKee, and faces and\nnodes in the order in which the cells use them;\n"
     "hilbert: cells along a Hilbert curve, faces and nodes\nlikewise; none: as in the file"},
    {"--lines", NULL, CLI_FLAG, &lines, NULL,
     "the default: join cells across thin layers into lines,\neach of which implicit runs solve as a whole"},
    {"--no-lines", NULL, CLI_FLAG, &no_lines, NULL,
     "make no lines; explicit runs do not use them"},
    {"--refine", "K", CLI_LONG, &given.refine, "0", "refine the mesh K times: 8 cells from each (pyramid: 10)"},
    {"--scale", "S", CLI_DOUBLE, &given.scale, "1", "multiply the coordinates by S, to get metres"},
    {"--depth", "D", CLI_DOUBLE, &given.depth, NULL,
     "depth (m) of a plane mesh, 1 where the file has none:\nforces are those of this depth"},
    {"--join", "TOLERANCE", CLI_DOUBLE, &given.join, "0",
     "merge outer nodes within this distance (m), also where no\ninterface of zones is given"},
    {"--base", "NAME", CLI_TEXT, &given.base, "the first", "CGNSBase_t node to read"},
    {"--internal-walls", "PATCHES", CLI_TEXT, &given.internal_walls, NULL,
     "patches (a name or glob) whose faces inside the volume\nbecome boundary faces, on both sides"},
    {"--count", "N,N,...", CLI_TEXT, &count, NULL,
     "write no packs; for each of these numbers of ranks write\nthe sizes of halos and the neighbours to\n"
     "OUT/ranks-N.json (for scripts/scaling-model)"},
    {"--config", "FILE", CLI_TEXT, &given.config, NULL,
     "[patches] NAME-or-glob = kind, in place of the mesh's kind;\n[periodic] NAME = PATCH PATCH [translation=x,y,z |\n"
     "angle=deg axis=x,y,z centre=x,y,z]: joins two patches"},
    {"--report", "FILE.json", CLI_OUTPUT, &given.report, NULL,
     "write counts, quality and times to this file, as to\nPACKS/report.json"},
    {"--picture", "FILE.html", CLI_OUTPUT, &given.picture, NULL,
     "write a page with pictures of the patches, each in its\ncolour"},
    {"--write", "FILE.cgns", CLI_OUTPUT, &given.write, NULL,
     "write the mesh, as read, joined and refined, as CGNS,\nwhich viewers show with its patches; --out is not needed"},
    {"--threads", "T", CLI_LONG, &threads, "all", "OpenMP threads; results do not depend on it"},
    {"--force", NULL, CLI_FLAG, &given.force, NULL,
     "write even if a process on another host has locked the\nfolder; only if that process is known to have ended"},
    {"--compress", NULL, CLI_FLAG, &given.compress, NULL,
     "compress packs with zlib: smaller, slower to write and read"},
    {"--check", NULL, CLI_FLAG, &given.check_only, NULL, "read, check and report only"},
    {"--case", NULL, CLI_FLAG, &given.write_case, NULL,
     "print a case file for the mesh: patches, guesses of lengths\nand areas, in CAPITALS what must be decided"},
    {"--repartition", NULL, CLI_FLAG, &given.repartition, NULL,
     "the argument is a folder of packs: divide its mesh again;\nthe mesh file is not needed"},
    {"--info", NULL, CLI_FLAG, &info, NULL,
     "the argument is a folder of packs: print what it holds;\nwith --verbose check every pack"},
    {"--pack-format", NULL, CLI_FLAG, &format, NULL, "print the description of the pack format (Markdown)"},
};

static void print_libraries(void)
{
    printf("%s\nMETIS %d.%d.%d (%d-bit)\n%s\n", h5_io_version(), METIS_VER_MAJOR, METIS_VER_MINOR,
           METIS_VER_SUBMINOR, IDXTYPEWIDTH, cgns_library_version());
}

static int usage_error(const char *sentence)
{
    fprintf(stderr, "ufv-prep: %s See ufv-prep --help.\n", sentence);
    return EXIT_USAGE;
}

static bool one_of(const char *word, const char *a, const char *b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* o->count stays NULL where these are not numbers of ranks with commas between them. */
static void read_counts(const char *list, struct prep_options *o)
{
    char *end;
    do {
        long n = strtol(list, &end, 10);
        if (end == list || n < 1 || n > RANKS_MAX || o->n_counts == COUNTS_MAX)
            return;
        counts[o->n_counts++] = (int)n;
        list = end + 1;
    } while (*end == ',');
    o->count = *end == '\0' ? counts : NULL;
}

/* NULL: no name was given. */
static bool names_picture(const char *path)
{
    static const char *const other[] = {"*.png", "*.svg", "*.pdf", "*.jpg"};
    bool found = false;
    for (size_t i = 0; path && i < sizeof other / sizeof *other; i++)
        found = found || text_glob(other[i], path);
    return found;
}

/* A sentence about what is wrong with the options, or NULL.
 * Before anything is read: a slip costs no time. What needs the mesh (names of patches, --ranks against its cells) is
 * checked where it is known. Comparisons are written so that NaN fails. */
static const char *find_fault(const struct prep_options *o)
{
    if (o->write_case && (o->check_only || o->out || o->report || o->repartition || count))
        return "--case prints a case file; leave --check, --out, --report, --repartition and --count out.";
    if (o->write && !text_glob("*.cgns", o->write))
        return "--write writes a CGNS file: give it a name that ends in .cgns.";
    if (!o->check_only && !o->write_case && !o->write && !o->out)
        return "--out PACKS is missing.";
    if (!one_of(o->partition, "metis", "bisect"))
        return "--partition must be metis or bisect.";
    if (!one_of(o->order, "rcm", "hilbert") && strcmp(o->order, "none") != 0)
        return "--order must be rcm, hilbert or none.";
    if (o->n_ranks < 1 || o->n_ranks > RANKS_MAX)
        return "--ranks must be between 1 and 99999.";
    if (count && !o->count)
        return "--count takes at most 64 numbers of ranks from 1 to 99999, with commas between them.";
    if (count && (o->check_only || o->report || o->n_ranks != 1))
        return "--count takes neither --check nor --report nor --ranks: it writes a report for each of its numbers.";
    if (o->refine < 0 || o->refine > 8)
        return "--refine must be between 0 and 8.";
    if (o->partition_before < 0 || o->partition_before > o->refine)
        return "--partition-before must be between 0 and the number given to --refine.";
    if (!(o->scale >= 1e-12 && o->scale <= 1e12))
        return "--scale must be between 1e-12 and 1e12.";
    if (!(o->depth == 0.0 || (o->depth >= 1e-9 && o->depth <= 1e9)))
        return "--depth must be between 1e-9 and 1e9 metres.";
    if (!(o->join >= 0.0 && o->join <= 1e9))
        return "--join takes a distance of 0 to 1e9 metres.";
    if (o->repartition && (o->scale != 1.0 || o->join > 0.0 || o->base || o->depth > 0.0))
        return "--scale, --depth, --join and --base are for mesh files, not for --repartition.";
    if (names_picture(o->picture))
        return "--picture writes an HTML page: give it a name that ends in .html.";
    if (lines && no_lines)
        return "--lines and --no-lines contradict one another; --lines is the default.";
    if (threads < 0 || threads > THREADS_MOST)
        return "--threads must be between 1 and 4096, or 0 for all.";
    return NULL;
}

/* The line as it was given goes into the packs (pack.options), to tell later how they were made; to be freed. */
static char *join_arguments(int argc, char **argv)
{
    char *all = text_format("ufv-prep");
    for (int i = 1; i < argc; i++) {
        char *longer = text_format("%s %s", all, argv[i]);
        mem_free(all);
        all = longer;
    }
    return all;
}

/* The exit status; what was printed and did not arrive makes it a failure. */
static int end(int status)
{
    if (status == 0)
        status = cli_flush_stdout();
    if (status != 0)
        fprintf(stderr, "ufv-prep: %s\n", error_message());
    return status == 0 ? EXIT_DONE : EXIT_BAD;
}

int main(int argc, char **argv)
{
    static const struct elsewhere elsewhere[] = {
        {"o output packs", "write --out PACKS"},
        {"n np nparts parts partitions nproc", "write --ranks N"},
        {"mesh grid m i input file", "the mesh stands without an option, ufv-prep MESH.cgns --out PACKS"},
        {"bc boundary patches", "kinds of boundaries are set in the case file, or here by --config FILE"},
    };
    mem_set_advice("ufv-prep holds the whole mesh on one machine, whatever --ranks says: use one with more memory, or "
                   "a mesh of fewer cells; with --refine, a smaller K or --partition-before takes less");
    const struct cli c = {.program = "ufv-prep",
                          .usage = usage,
                          .about = about,
                          .option = rows,
                          .n_options = (int)(sizeof rows / sizeof *rows),
                          .max_arguments = 1,
                          .print_libraries = print_libraries,
                          .elsewhere = elsewhere,
                          .n_elsewhere = (int)(sizeof elsewhere / sizeof *elsewhere),
                          .no_argument = "the folder of packs is named by --out"};
    struct cli_result r;
    int status;
    unfinished_remove_on_signals("ufv-prep");
    /* --help, --version and faults have been printed; status is the exit status. */
    if (cli_parse(&c, argc, argv, &r, &status) != 0)
        return status;
    if (format) {
        pack_format_print(stdout);
        return end(0);
    }
    if (r.n_arguments < 1)
        return usage_error("the name of a mesh or of a folder of packs is missing.");
    if (info)
        return end(threads_start("ufv-prep", 0) || prep_info(r.argument[0], r.verbose));
    if (count)
        read_counts(count, &given);
    given.lines = !no_lines;
    const char *fault = find_fault(&given);
    if (fault)
        return usage_error(fault);
    if (threads_start("ufv-prep", threads) != 0)
        return end(1);
    given.write_only = given.write && !given.out && !given.check_only && !given.write_case;
    given.check_only = given.check_only || given.write_case || given.write_only;
    given.mesh = r.argument[0];
    given.quiet = r.quiet;
    progress_set_quiet(r.quiet);
    char *command_line = join_arguments(argc, argv);
    given.command_line = command_line;
    status = prep_run(&given);
    mem_free(command_line);
    return end(status);
}
