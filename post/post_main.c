/* ufv-post: turns results into what an aerodynamicist looks at. */
#include "cli.h"
#include "compare.h"
#include "cp.h"
#include "error.h"
#include "export.h"
#include "extremes.h"
#include "forces.h"
#include "h5_io.h"
#include "history.h"
#include "report.h"
#include "results.h"
#include "slice.h"
#include "text.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#define N_ROWS(rows) ((int)(sizeof(rows) / sizeof *(rows)))

static const char packs_help[] = "folder of the packs, when not where the run recorded it";

static void print_libraries(void)
{
    printf("%s\nzlib %s\n", h5_io_version(), zlibVersion());
}

/* Prints the sentence of a failed command. */
static int end(int status)
{
    if (status == 0)
        return EXIT_DONE;
    fprintf(stderr, "ufv-post: %s\n", error_message());
    return EXIT_BAD;
}

static int run_forces(int argc, char **argv)
{
    const char *json = NULL, *packs = NULL;
    struct cli_list patches = {.n = 0};
    const struct cli_option rows[] = {
        {"--json", "FILE", CLI_TEXT, &json, NULL, "also write the coefficients as JSON"},
        {"--patch", "NAME", CLI_LIST, &patches, "all walls", "sum over these patches only; a glob, may be repeated"},
        {"--packs", "DIR", CLI_TEXT, &packs, NULL, packs_help},
    };
    const struct cli c = {
        .program = "ufv-post forces",
        .usage = "ufv-post forces RESULTS [--json FILE] [--patch NAME ...]",
        .about = "Sums pressure and friction over the walls and prints lift, drag, side force and moment\n"
                 "coefficients, in all and for each patch.",
        .option = rows, .n_options = N_ROWS(rows), .min_arguments = 1, .max_arguments = 1,
        .print_libraries = print_libraries,
    };
    struct cli_result args;
    int status;
    if (cli_parse(&c, argc, argv, &args, &status) != 0)
        return status;
    struct results r;
    if (results_open(args.argument[0], packs, RESULTS_GEOMETRY, &r) != 0)
        return end(1);
    status = forces_command(&r, &patches, json, args.quiet);
    results_close(&r);
    return end(status);
}

static int run_cp(int argc, char **argv)
{
    struct cp_options o = {.span_axis = "y", .quantity = "cp"};
    const char *packs = NULL;
    const struct cli_option rows[] = {
        {"--patch", "NAME", CLI_LIST, &o.patches, NULL, "the surface to cut; a glob, may be repeated"},
        {"--section", "AXIS=VALUE", CLI_LIST, &o.sections, NULL,
         "where to cut: x, y or z in metres, or eta, a fraction\nof the span; may be repeated"},
        {"--quantity", "cp|cf|yplus|heatflux", CLI_TEXT, &o.quantity, "cp",
         "pressure coefficient; friction over the free stream's\ndynamic pressure, negative where it points against "
         "the wind;\ny+ of the first cell; heat into the wall, W/m^2"},
        {"--reference", "FILE.csv", CLI_LIST, &o.references, NULL,
         "points to show, columns x_over_c, the quantity and perhaps\nside (1 upper, -1 lower); the n-th with the n-th "
         "section"},
        {"--span", "B", CLI_DOUBLE, &o.span, "the run's", "m, what eta = 1 stands for"},
        {"--span-axis", "AXIS", CLI_TEXT, &o.span_axis, "y", "the axis of eta"},
        {"--out", "FILE.csv", CLI_TEXT, &o.out, NULL, "write x,y,z,x_over_c,QUANTITY,section,curve,side"},
        {"--plot", "FILE.png", CLI_TEXT, &o.plot, NULL, "draw the quantity (-Cp) against x/c (by gnuplot)"},
        {"--packs", "DIR", CLI_TEXT, &packs, NULL, packs_help},
    };
    const struct cli c = {
        .program = "ufv-post cp",
        .usage = "ufv-post cp RESULTS --patch NAME --section AXIS=VALUE [--quantity NAME]\n"
                 "            [--reference FILE.csv] [--out FILE.csv] [--plot FILE.png]",
        .about = "Cuts a surface by planes and gives the pressure coefficient, or another quantity of the\n"
                 "wall, along the cuts. It is averaged from faces to nodes by area and interpolated along\n"
                 "edges.",
        .option = rows, .n_options = N_ROWS(rows), .min_arguments = 1, .max_arguments = 1,
        .print_libraries = print_libraries,
    };
    struct cli_result args;
    int status;
    if (cli_parse(&c, argc, argv, &args, &status) != 0)
        return status;
    o.quiet = args.quiet;
    struct results r;
    if (results_open(args.argument[0], packs, RESULTS_GEOMETRY, &r) != 0)
        return end(1);
    status = cp_command(&r, &o);
    results_close(&r);
    return end(status);
}

static int run_export(int argc, char **argv)
{
    struct export_options o = {.format = "vtu"};
    const char *packs = NULL;
    const struct cli_option rows[] = {
        {"--format", "FORMAT", CLI_TEXT, &o.format, "vtu",
         "vtu: one compressed .vtu a rank and a .pvtu that joins\nthem; vtkhdf: one HDF5 file; tecplot: one ASCII "
         ".dat;\nplt: one binary Tecplot file; cgns: one zone in the\nmesh's own numbering"},
        {"--surface", NULL, CLI_FLAG, &o.surface, NULL, "the boundary faces instead of the cells"},
        {"--variables", "LIST", CLI_TEXT, &o.variables, "the stored ones, mach, cp",
         "names with commas between, all, or primitive; an\nunknown name lists those there are"},
        {"--point-data", NULL, CLI_FLAG, &o.point_data, NULL, "averages at the nodes instead of values in the cells"},
        {"--out", "PATH", CLI_TEXT, &o.out, NULL, "file to write, with or without its ending"},
        {"--packs", "DIR", CLI_TEXT, &packs, NULL, packs_help},
    };
    const struct cli c = {
        .program = "ufv-post export",
        .usage = "ufv-post export RESULTS --format vtu|vtkhdf|tecplot|plt|cgns [--surface] --out PATH\n"
                 "            [--variables LIST] [--point-data]",
        .about = "Writes fields for viewers in SI units: those of the run and what follows from them, the\n"
                 "rank and the global id. docs/output.md tells what each format holds.",
        .option = rows, .n_options = N_ROWS(rows), .min_arguments = 1, .max_arguments = 1,
        .print_libraries = print_libraries,
    };
    struct cli_result args;
    int status;
    if (cli_parse(&c, argc, argv, &args, &status) != 0)
        return status;
    o.quiet = args.quiet;
    if (!o.out || !o.out[0])
        return end(error_set("export: say where to write with --out PATH"));
    struct results r;
    if (results_open(args.argument[0], packs, RESULTS_GEOMETRY, &r) != 0)
        return end(1);
    status = export_command(&r, &o);
    results_close(&r);
    return end(status);
}

static int run_slice(int argc, char **argv)
{
    struct slice_options o = {.plane = NULL};
    const char *packs = NULL;
    const struct cli_option rows[] = {
        {"--plane", "AXIS=VALUE", CLI_TEXT, &o.plane, NULL, "where to cut: x, y or z in metres"},
        {"--out", "FILE", CLI_TEXT, &o.out, NULL, ".vtu: polygons or lines for viewers; .csv: a row for each"},
        {"--variables", "LIST", CLI_TEXT, &o.variables, "the stored ones, mach, cp", "as ufv-post export takes them"},
        {"--surface", NULL, CLI_FLAG, &o.surface, NULL, "cut the boundary into lines instead"},
        {"--patch", "NAME", CLI_LIST, &o.patches, "all", "with --surface: these only; a glob, may be repeated"},
        {"--packs", "DIR", CLI_TEXT, &packs, NULL, packs_help},
    };
    const struct cli c = {
        .program = "ufv-post slice",
        .usage = "ufv-post slice RESULTS --plane AXIS=VALUE --out FILE.vtu|FILE.csv [--surface [--patch NAME ...]]",
        .about = "Cuts the cells by a plane into polygons, or the boundary into lines, each with the values\n"
                 "of the cell or face it was cut from.",
        .option = rows, .n_options = N_ROWS(rows), .min_arguments = 1, .max_arguments = 1,
        .print_libraries = print_libraries,
    };
    struct cli_result args;
    int status;
    if (cli_parse(&c, argc, argv, &args, &status) != 0)
        return status;
    o.quiet = args.quiet;
    struct results r;
    if (results_open(args.argument[0], packs, RESULTS_GEOMETRY, &r) != 0)
        return end(1);
    status = slice_command(&r, &o);
    results_close(&r);
    return end(status);
}

static int run_extremes(int argc, char **argv)
{
    const char *variables = NULL, *json = NULL, *packs = NULL;
    const struct cli_option rows[] = {
        {"--variables", "LIST", CLI_TEXT, &variables, "all", "as ufv-post export takes them"},
        {"--json", "FILE", CLI_TEXT, &json, NULL, "also write them as JSON"},
        {"--packs", "DIR", CLI_TEXT, &packs, NULL, packs_help},
    };
    const struct cli c = {
        .program = "ufv-post extremes",
        .usage = "ufv-post extremes RESULTS [--variables LIST] [--json FILE]",
        .about = "The least and the greatest value of each variable, and in which cell.",
        .option = rows, .n_options = N_ROWS(rows), .min_arguments = 1, .max_arguments = 1,
        .print_libraries = print_libraries,
    };
    struct cli_result args;
    int status;
    if (cli_parse(&c, argc, argv, &args, &status) != 0)
        return status;
    struct results r;
    if (results_open(args.argument[0], packs, RESULTS_GEOMETRY, &r) != 0)
        return end(1);
    status = extremes_command(&r, variables, json, args.quiet);
    results_close(&r);
    return end(status);
}

static int run_report(int argc, char **argv)
{
    struct report_options o = {.cp = {.span_axis = "y", .quantity = "cp"}};
    const char *packs = NULL;
    const struct cli_option rows[] = {
        {"--out", "FILE.html", CLI_TEXT, &o.out, NULL, "the page to write"},
        {"--patch", "NAME", CLI_LIST, &o.cp.patches, NULL, "the surface that --section cuts; a glob, may be repeated"},
        {"--section", "AXIS=VALUE", CLI_LIST, &o.cp.sections, NULL, "where to draw Cp, as ufv-post cp takes it"},
        {"--reference", "FILE.csv", CLI_LIST, &o.cp.references, NULL, "points to show, the n-th with the n-th section"},
        {"--span", "B", CLI_DOUBLE, &o.cp.span, "the run's", "m, what eta = 1 stands for"},
        {"--span-axis", "AXIS", CLI_TEXT, &o.cp.span_axis, "y", "the axis of eta"},
        {"--packs", "DIR", CLI_TEXT, &packs, NULL, packs_help},
    };
    const struct cli c = {
        .program = "ufv-post report",
        .usage = "ufv-post report RESULTS --out FILE.html [--patch NAME --section AXIS=VALUE [--reference FILE.csv]]",
        .about = "Writes one HTML page that needs no other file: convergence, forces, Cp along sections, mesh,\n"
                 "extreme values, timings and settings. Pictures are drawn by gnuplot.",
        .option = rows, .n_options = N_ROWS(rows), .min_arguments = 1, .max_arguments = 1,
        .print_libraries = print_libraries,
    };
    struct cli_result args;
    int status;
    if (cli_parse(&c, argc, argv, &args, &status) != 0)
        return status;
    o.quiet = args.quiet;
    struct results r;
    if (results_open(args.argument[0], packs, RESULTS_GEOMETRY, &r) != 0)
        return end(1);
    status = report_command(&r, &o);
    results_close(&r);
    return end(status);
}

static int run_history(int argc, char **argv)
{
    const char *plot = NULL;
    long n_rows = 10;
    const struct cli_option rows[] = {
        {"--plot", "FILE.png", CLI_TEXT, &plot, NULL, "draw residuals, cl and cd (by gnuplot)"},
        {"--rows", "N", CLI_LONG, &n_rows, "10", "rows to print, from the end"},
    };
    const struct cli c = {
        .program = "ufv-post history",
        .usage = "ufv-post history RESULTS [--plot FILE.png]",
        .about = "Prints the end of a run's history.csv and draws how it converged.",
        .option = rows, .n_options = N_ROWS(rows), .min_arguments = 1, .max_arguments = 1,
        .print_libraries = print_libraries,
    };
    struct cli_result args;
    int status;
    if (cli_parse(&c, argc, argv, &args, &status) != 0)
        return status;
    return end(history_command(args.argument[0], n_rows, plot, args.quiet));
}

static int run_compare(int argc, char **argv)
{
    const char *packs = NULL;
    double tolerance = -1;
    const struct cli_option rows[] = {
        {"--tolerance", "R", CLI_DOUBLE, &tolerance, "none", "end with status 1 when a relative difference is larger"},
        {"--packs", "DIR", CLI_TEXT, &packs, NULL, "folder of A's packs, when not where the run recorded it"},
    };
    const struct cli c = {
        .program = "ufv-post compare",
        .usage = "ufv-post compare RESULTS_A RESULTS_B [--tolerance R]",
        .about = "The largest difference of each field between two results of one mesh, cell by cell by\n"
                 "global id, on whatever numbers of ranks; relative to the largest magnitude in A.",
        .option = rows, .n_options = N_ROWS(rows), .min_arguments = 2, .max_arguments = 2,
        .print_libraries = print_libraries,
    };
    struct cli_result args;
    int status;
    bool within = true;
    if (cli_parse(&c, argc, argv, &args, &status) != 0)
        return status;
    status = compare_command(args.argument[0], args.argument[1], packs, tolerance, args.quiet, &within);
    if (status == 0 && !within)
        status = error_set("%s and %s differ by more than %g", args.argument[0], args.argument[1], tolerance);
    return end(status);
}

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"forces", run_forces}, {"cp", run_cp},           {"export", run_export},
    {"slice", run_slice},   {"extremes", run_extremes}, {"history", run_history},
    {"compare", run_compare}, {"report", run_report},
};

static const struct cli top = {
    .program = "ufv-post",
    .usage = "ufv-post forces  RESULTS [--json FILE]\n"
             "ufv-post cp      RESULTS --patch NAME --section AXIS=VALUE [--reference FILE.csv] [--out FILE.csv]\n"
             "                 [--plot FILE.png]\n"
             "ufv-post export  RESULTS --format vtu|vtkhdf|tecplot|plt|cgns [--surface] --out PATH\n"
             "                 [--variables LIST] [--point-data]\n"
             "ufv-post slice   RESULTS --plane AXIS=VALUE --out FILE.vtu|FILE.csv [--surface [--patch NAME ...]]\n"
             "ufv-post extremes RESULTS [--variables LIST] [--json FILE]\n"
             "ufv-post history RESULTS [--plot FILE.png]\n"
             "ufv-post compare RESULTS_A RESULTS_B [--tolerance R]\n"
             "ufv-post report  RESULTS --out FILE.html [--patch NAME --section AXIS=VALUE [--reference FILE.csv]]",
    .about = "Forces, pressure along cuts, files for viewers, convergence and differences of results of\n"
             "ufv-solve, on whatever number of ranks they were made. RESULTS is what ufv-solve wrote with\n"
             "--out, or one fields folder in it. `ufv-post COMMAND --help` lists a command's options.",
    .min_arguments = 1,
    .print_libraries = print_libraries,
};

int main(int argc, char **argv)
{
    if (argc < 2 || argv[1][0] == '-') {
        struct cli_result args;
        int status;
        cli_parse(&top, argc, argv, &args, &status);
        return status;
    }
    const char *names[N_ROWS(commands)];
    for (int i = 0; i < N_ROWS(commands); i++) {
        names[i] = commands[i].name;
        if (strcmp(argv[1], names[i]) == 0)
            return commands[i].run(argc - 1, argv + 1);
    }
    const char *near = text_nearest(argv[1], names, N_ROWS(commands));
    fprintf(stderr, "ufv-post: %s: unknown command%s%s%s. See ufv-post --help.\n", argv[1],
            near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return EXIT_USAGE;
}
