/* post_main.c: ufv-post turns results into what an aerodynamicist looks at. Each command is a row with its options,
 * its help and a function; the help, the manual page and the completion follow from the rows.
 */
#include "cli.h"
#include "command.h"
#include "compare/compare.h"
#include "cp/cp.h"
#include "error.h"
#include "export/export.h"
#include "compare/extrapolate.h"
#include "report/extremes.h"
#include "forces/forces.h"
#include "slice/layer.h"
#include "slice/plane_flux.h"
#include "h5/h5_io.h"
#include "history/history.h"
#include "compare/overlay.h"
#include "input/processes.h"
#include "report/report.h"
#include "fields/results.h"
#include "export/series.h"
#include "slice/slice.h"
#include "forces/span.h"
#include "history/spectrum.h"
#include "text.h"
#include "unfinished.h"
#include "history/watch.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#define N_ROWS(rows) ((int)(sizeof(rows) / sizeof *(rows)))

static void print_libraries(void)
{
    printf("%s\nzlib %s\n", h5_io_version(), zlibVersion());
}

/* ---- options that several commands have: one command runs, so one place each ------------------ */

static struct {
    const char *packs, *json, *variables;
    struct cli_list patches;
    struct cp_options cp;
    double span; /* NaN: not given */
} given = {.cp = {.quantity = "cp"}, .span = NAN};

/* What commands take has 0 for the run's own span, which a user must not be able to say. */
static int take_span(double *span)
{
    if (isnan(given.span))
        return 0;
    *span = given.span;
    return *span != 0 ? 0
                      : error_set("--span 0: give a span of 1e-9 to 1e9 m, or leave the option out for the run's own");
}

#define PACKS_ROW \
    {"--packs", "DIR", CLI_TEXT, &given.packs, NULL, "folder of the packs, if they were moved after the run"}
#define VARIABLES_ROW(address, default_text, help) {"--variables", "LIST", CLI_TEXT, address, default_text, help}
#define SECTION_ROWS \
    {"--patch", "NAME", CLI_LIST, &given.cp.patches, NULL, "the surface to cut; a glob, may be repeated"}, \
    {"--section", "AXIS=VALUE", CLI_LIST, &given.cp.sections, NULL, \
     "where to cut: x, y or z in metres, or eta, a fraction\nof the span; may be repeated"}, \
    {"--reference", "FILE.csv", CLI_LIST, &given.cp.references, NULL, \
     "points to compare with: columns x_over_c, the quantity and,\n" \
     "optionally, side (1 upper, -1 lower); the n-th file\n" \
     "belongs to the n-th section"}, \
    {"--span", "B", CLI_DOUBLE, &given.span, "the run's", "span (m), where eta = 1"}, \
    {"--span-axis", "AXIS", CLI_TEXT, &given.cp.span_axis, "the run's", "axis of eta: x, y or z"}

/* What every command says of itself besides its rows. */
#define COMMAND_CLI_OF(name_, usage_, about_, rows_, least, most) \
    {.program = "ufv-post " name_, .usage = usage_, .about = about_, .option = rows_, .n_options = N_ROWS(rows_), \
     .min_arguments = least, .max_arguments = most, .print_libraries = print_libraries, \
     .no_argument = "use ufv-post overlay to put several runs on one page, and put a value with blanks in quotes"}
#define COMMAND_CLI(name_, usage_, about_, rows_, n_arguments) \
    COMMAND_CLI_OF(name_, usage_, about_, rows_, n_arguments, n_arguments)

/* ---- forces ---------------------------------------------------------------------------------- */

static struct forces_options forces;
static double forces_area = NAN, forces_length = NAN;

static const struct cli_option forces_rows[] = {
    {"--json", "FILE", CLI_OUTPUT, &forces.json, NULL, "also write the coefficients as JSON"},
    {"--patch", "NAME", CLI_LIST, &forces.patches, "all walls",
     "sum over these patches only; a glob or a group, may be repeated"},
    {"--centre", "X,Y,Z", CLI_TEXT, &forces.centre, "the run's", "moment reference point (m)"},
    {"--area", "A", CLI_DOUBLE, &forces_area, "the run's", "reference area of all coefficients (m^2)"},
    {"--length", "L", CLI_DOUBLE, &forces_length, "the run's", "reference length of moments (m)"},
    PACKS_ROW,
};

/* NaN: not given. least, most: as of the key of [reference]; others would make coefficients that are no numbers. */
static int take_reference(const char *name, const char *unit, double least, double most, double given_value,
                          double *value)
{
    if (isnan(given_value))
        return 0;
    *value = given_value;
    if (given_value >= least && given_value <= most)
        return 0;
    return error_set("%s %g: give a positive number of %s, or leave the option out for that of the run; from %g to "
                     "%g are possible", name, given_value, unit, least, most);
}

static int run_forces(const struct results *r, const struct cli_result *args)
{
    forces.quiet = args->quiet;
    TRY(take_reference("--area", "m^2", 1e-18, 1e18, forces_area, &forces.area));
    TRY(take_reference("--length", "m", 1e-9, 1e9, forces_length, &forces.length));
    return forces_command(r, &forces);
}

/* ---- span ------------------------------------------------------------------------------------ */

static struct span_options span = {.n = 20};

static const struct cli_option span_rows[] = {
    {"--patch", "NAME", CLI_LIST, &span.patches, "all walls", "these patches only; a glob, may be repeated"},
    {"--strips", "N", CLI_LONG, &span.n, "20", "strips of equal width"},
    {"--span-axis", "AXIS", CLI_TEXT, &span.axis, "the run's", "direction of the span: x, y or z"},
    {"--span", "B", CLI_DOUBLE, &given.span, "the run's", "span (m), where eta = 1"},
    {"--out", "FILE.csv", CLI_OUTPUT, &span.out, NULL, "write the strips as a table"},
    {"--plot", "FILE.png", CLI_OUTPUT, &span.plot, NULL, "plot them over eta (needs gnuplot)"},
    PACKS_ROW,
};

static int run_span(const struct results *r, const struct cli_result *args)
{
    span.quiet = args->quiet;
    TRY(take_span(&span.span));
    return span_command(r, &span);
}

/* ---- cp ---------------------------------------------------------------------------------------- */

static const struct cli_option cp_rows[] = {
    SECTION_ROWS,
    {"--quantity", "NAME", CLI_TEXT, &given.cp.quantity, "cp",
     "cp: pressure coefficient; cf: skin-friction coefficient,\nnegative where the friction points against the wind;\n"
     "y_plus: y+ of the first cell; heat_flux: heat flux into\nthe wall (W/m^2)"},
    {"--out", "FILE.csv", CLI_OUTPUT, &given.cp.out, NULL, "write x,y,z,x_over_c,QUANTITY,section,curve,side"},
    {"--plot", "FILE.png", CLI_OUTPUT, &given.cp.plot, NULL, "plot the quantity (-Cp) over x/c (needs gnuplot)"},
    PACKS_ROW,
};

static int run_cp(const struct results *r, const struct cli_result *args)
{
    given.cp.quiet = args->quiet;
    TRY(take_span(&given.cp.span));
    return cp_command(r, &given.cp);
}

/* ---- export -------------------------------------------------------------------------------------- */

static struct export_options exported = {.format = "vtu"};

/* What export and series have in common. */
#define EXPORT_ROWS \
    {"--surface", NULL, CLI_FLAG, &exported.surface, NULL, "write the boundary faces instead of the cells"}, \
    VARIABLES_ROW(&exported.variables, "the stored ones, mach, cp", \
                  "names separated by commas, all, or primitive; an unknown\nname prints a list"), \
    {"--point-data", NULL, CLI_FLAG, &exported.point_data, NULL, \
     "write averages at the nodes instead of values in the cells"}, \
    {"--out", "PATH", CLI_OUTPUT, &exported.out, NULL, "file to write, with or without its extension"}

static const struct cli_option export_rows[] = {
    {"--format", "FORMAT", CLI_TEXT, &exported.format, "vtu",
     "vtu: one compressed .vtu per rank and a .pvtu that joins\nthem; vtkhdf: one HDF5 file; tecplot: one ASCII .dat;\n"
     "plt: one binary Tecplot file; cgns: one zone in the\nmesh's own numbering"},
    EXPORT_ROWS,
    PACKS_ROW,
};

static const struct cli_option series_rows[] = {
    {"--format", "FORMAT", CLI_TEXT, &exported.format, "vtu",
     "vtu: a .pvtu for each step and a .pvd that joins them;\nvtkhdf: one file, with the mesh stored once"},
    {"--plane", "AXIS=X", CLI_TEXT, &exported.plane, NULL,
     "with --format vtu: write a plane cut, such as z=0.05,\ninstead of the cells"},
    EXPORT_ROWS,
    PACKS_ROW,
};

/* Asked before results are opened, which may take long. */
static int check_export(void)
{
    return exported.out && exported.out[0] ? 0 : error_set("say where to write with --out PATH");
}

static int run_series(const struct results *r, const struct cli_result *args)
{
    (void)r;
    exported.quiet = args->quiet;
    return series_command(args->argument[0], given.packs, &exported);
}

/* Other formats are one file and are written by the first process alone. */
static int run_export(const struct results *r, const struct cli_result *args)
{
    exported.quiet = args->quiet;
    if (strcmp(exported.format, "vtu") == 0) /* a file for each rank of the run */
        processes_share();
    return export_command(r, &exported);
}

/* ---- slice ---------------------------------------------------------------------------------------- */

static struct slice_options cut;

static const struct cli_option slice_rows[] = {
    {"--plane", "AXIS=VALUE", CLI_TEXT, &cut.plane, NULL, "where to cut: x, y or z in metres"},
    {"--out", "FILE", CLI_OUTPUT, &cut.out, NULL, ".vtu: polygons or lines for viewers; .csv: a row for each"},
    {"--plot", "FILE", CLI_OUTPUT, &cut.plot, NULL, "picture of the first variable: .png or .svg"},
    {"--window", "U0:U1,V0:V1", CLI_TEXT, &cut.window, "around the walls",
     "with --plot: the part to show, in metres along the\nplane's axes; all: the whole slice"},
    {"--range", "LOW:HIGH", CLI_TEXT, &cut.range, "values in view", "with --plot: values that the colours cover"},
    {"--isolines", "N", CLI_LONG, &cut.isolines, "0",
     "with --plot: draw N lines of equal value; pictures of\nmach also show the sonic line"},
    VARIABLES_ROW(&cut.variables, "the stored ones, mach, cp", "as for ufv-post export"),
    {"--surface", NULL, CLI_FLAG, &cut.surface, NULL, "cut the boundary (into lines) instead of the cells"},
    {"--patch", "NAME", CLI_LIST, &cut.patches, "all", "with --surface: only these patches; a glob, may be repeated"},
    PACKS_ROW,
};

static int run_slice(const struct results *r, const struct cli_result *args)
{
    cut.quiet = args->quiet;
    return slice_command(r, &cut);
}

/* ---- flux ----------------------------------------------------------------------------------------- */

static struct flux_options through;

static const struct cli_option flux_rows[] = {
    {"--plane", "AXIS=VALUE", CLI_LIST, &through.planes, NULL, "a plane: x, y or z in metres; may be repeated"},
    {"--point", "X,Y,Z", CLI_TEXT, &through.point, NULL, "with --normal: a point (m) of a plane in any direction"},
    {"--normal", "X,Y,Z", CLI_TEXT, &through.normal, NULL, "its normal, along which fluxes are positive"},
    {"--box", "X0:X1,Y0:Y1,Z0:Z1", CLI_TEXT, &through.box, NULL,
     "only the part of the planes in this box (m); a bound that\nis left out is none, such as :,0:1,-0.5:"},
    {"--circle", "X,Y,Z,R", CLI_TEXT, &through.circle, NULL,
     "only the part within R (m) of this point, measured along\nthe plane from the point of it that is nearest"},
    {"--patch", "NAME", CLI_LIST, &through.patches, NULL,
     "a patch that fluid crosses, by the run's own fluxes; a glob\nor a group, may be repeated"},
    {"--out", "FILE.csv", CLI_OUTPUT, &through.out, NULL, "also write them as a table"},
    {"--json", "FILE", CLI_OUTPUT, &through.json, NULL, "also write them as JSON"},
    PACKS_ROW,
};

static int run_flux(const struct results *r, const struct cli_result *args)
{
    through.quiet = args->quiet;
    return flux_command(r, &through);
}

/* ---- layer ------------------------------------------------------------------------------------------ */

static struct layer_options layer;

static const struct cli_option layer_rows[] = {
    {"--centre", "X,Y,Z", CLI_TEXT, &layer.centre, NULL, "a point of the plane (m)"},
    {"--axis", "X,Y,Z", CLI_TEXT, &layer.axis, NULL, "the plane's normal: the direction of the flow"},
    {"--radius", "R", CLI_TEXT, &layer.radius, NULL, "only cells within this distance (m) of the point"},
    {"--out", "FILE.csv", CLI_OUTPUT, &layer.out, NULL, "the table"},
    PACKS_ROW,
};

static int run_layer(const struct results *r, const struct cli_result *args)
{
    layer.quiet = args->quiet;
    return layer_command(r, &layer);
}

/* ---- extremes --------------------------------------------------------------------------------------- */

static const struct cli_option extremes_rows[] = {
    VARIABLES_ROW(&given.variables, "all", "as for ufv-post export"),
    {"--json", "FILE", CLI_OUTPUT, &given.json, NULL, "also write them as JSON"},
    PACKS_ROW,
};

static int run_extremes(const struct results *r, const struct cli_result *args)
{
    return extremes_command(r, given.variables, given.json, args->quiet);
}

/* ---- history ----------------------------------------------------------------------------------------- */

static const char *history_plot;
static long history_n_rows = 10;
static bool follow, once;

static const struct cli_option history_rows[] = {
    {"--plot", "FILE.png", CLI_OUTPUT, &history_plot, NULL, "plot residuals, cl and cd (needs gnuplot)"},
    {"--rows", "N", CLI_LONG, &history_n_rows, "10", "number of rows to print, from the end"},
    {"--follow", NULL, CLI_FLAG, &follow, NULL, "print new rows as the run writes them, until it ends"},
};

static const struct cli_option watch_rows[] = {
    {"--once", NULL, CLI_FLAG, &once, NULL, "print the present state once and end, for logs"},
};

static int run_history(const struct results *r, const struct cli_result *args)
{
    (void)r;
    if (history_n_rows < 0)
        return error_set("history --rows %ld: give a number of rows to print, 0 for none", history_n_rows);
    /* --follow prints the rows itself; the picture is drawn when the run has ended. */
    if (follow)
        TRY(history_follow(args->argument[0], history_n_rows));
    return history_command(args->argument[0], history_n_rows, history_plot, args->quiet || follow);
}

static int run_watch(const struct results *r, const struct cli_result *args)
{
    (void)r;
    return watch_command(args->argument[0], once);
}

/* ---- probes and spectrum ---------------------------------------------------------------------------------- */

/* NAN: not given. An overlap of a half is what Welch (1967) takes. */
static struct spectrum_options spectrum = {.point = 1, .from = NAN, .to = NAN, .segments = 8, .overlap = 0.5,
                                           .window = "hann", .length = NAN, .speed = NAN};
static long probes_point = LONG_MIN; /* not given */

#define PROBE_ROW {"--probe", "NAME", CLI_TEXT, &spectrum.probe, NULL, "a set of [probes] in RESULTS"}

static const struct cli_option probes_rows[] = {
    PROBE_ROW,
    {"--point", "N", CLI_LONG, &probes_point, "all", "number of one point, from 1"},
    {"--out", "FILE.csv", CLI_OUTPUT, &spectrum.out, NULL, "write the rows as a table"},
};

static const struct cli_option spectrum_rows[] = {
    PROBE_ROW,
    {"--variable", "NAME", CLI_TEXT, &spectrum.variable, "pressure, cl",
     "a variable of the probes, or a column of the history"},
    {"--point", "N", CLI_LONG, &spectrum.point, "1", "number of the point, from 1"},
    {"--from", "T", CLI_DOUBLE, &spectrum.from, "the start", "start of the time range (s)"},
    {"--to", "T", CLI_DOUBLE, &spectrum.to, "the end", "end of the time range (s)"},
    {"--segments", "N", CLI_LONG, &spectrum.segments, "8",
     "number of segments whose spectra are averaged; fewer give a\n"
     "finer resolution in frequency, more give less scatter"},
    {"--overlap", "F", CLI_DOUBLE, &spectrum.overlap, "0.5", "overlap of successive segments, as a fraction"},
    {"--window", "NAME", CLI_TEXT, &spectrum.window, "hann", "hann, hamming or none (Harris 1978)"},
    {"--length", "L", CLI_DOUBLE, &spectrum.length, NULL, "length (m) of the Strouhal number, frequency L / V"},
    {"--speed", "V", CLI_DOUBLE, &spectrum.speed, NULL, "speed (m/s) of the Strouhal number"},
    {"--out", "FILE.csv", CLI_OUTPUT, &spectrum.out, NULL,
     "write frequency,density,amplitude and, with --length,\nstrouhal"},
    {"--json", "FILE", CLI_OUTPUT, &spectrum.json, NULL, "write the peak and the settings used"},
    {"--plot", "FILE.png", CLI_OUTPUT, &spectrum.plot, NULL, "plot the density (needs gnuplot)"},
};

static int run_probes(const struct results *r, const struct cli_result *args)
{
    (void)r;
    return probes_command(args->argument[0], spectrum.probe, probes_point == LONG_MIN ? NULL : &probes_point,
                          spectrum.out, args->quiet);
}

static int run_spectrum(const struct results *r, const struct cli_result *args)
{
    (void)r;
    spectrum.quiet = args->quiet;
    return spectrum_command(args->argument[0], &spectrum);
}

/* ---- compare ------------------------------------------------------------------------------------------- */

static double tolerance = INFINITY;

static const struct cli_option compare_rows[] = {
    {"--tolerance", "R", CLI_DOUBLE, &tolerance, "none", "end with status 1 if a relative difference is larger"},
    {"--packs", "DIR", CLI_TEXT, &given.packs, NULL, "folder of A's packs, if they were moved after the run"},
};

static int run_compare(const struct results *r, const struct cli_result *args)
{
    (void)r;
    const char *a = args->argument[0], *b = args->argument[1];
    bool within = true;
    TRY(compare_command(a, b, given.packs, tolerance, args->quiet, &within));
    return within ? 0 : error_set("%s and %s differ by more than %g", a, b, tolerance);
}

/* ---- overlay and extrapolate ------------------------------------------------------------------------------ */

static struct overlay_options overlay;
static struct cli_list extrapolate_columns;

static const struct cli_option overlay_rows[] = {
    {"--out", "FILE.html", CLI_OUTPUT, &overlay.out, NULL, "the page to write"},
    {"--name", "TEXT", CLI_LIST, &overlay.names, "the folders",
     "name of a run; the n-th belongs to the n-th folder"},
    {"--family", NULL, CLI_FLAG, &overlay.family, NULL,
     "the runs are of one flow on successively finer meshes:\nplot and extrapolate lift and drag over cells^(-2/3)"},
    {"--table", "FILE.csv", CLI_OUTPUT, &overlay.table, NULL, "also write the table"},
    SECTION_ROWS,
    {"--quantity", "NAME", CLI_TEXT, &given.cp.quantity, "cp", "quantity along sections: cp, cf, y_plus or heat_flux"},
};

static const struct cli_option extrapolate_rows[] = {
    {"--column", "NAME", CLI_LIST, &extrapolate_columns, "all", "column to extrapolate; may be repeated"},
};

static int run_overlay(const struct results *r, const struct cli_result *args)
{
    (void)r;
    TRY(take_span(&given.cp.span));
    overlay.cp = given.cp;
    overlay.quiet = args->quiet;
    return overlay_command((const char *const *)args->argument, args->n_arguments, &overlay);
}

static int run_extrapolate(const struct results *r, const struct cli_result *args)
{
    (void)r;
    return extrapolate_command(args->argument[0], &extrapolate_columns);
}

/* ---- report ---------------------------------------------------------------------------------------------- */

static const char *page;

static const struct cli_option report_rows[] = {
    {"--out", "FILE.html", CLI_OUTPUT, &page, NULL, "the page to write"},
    SECTION_ROWS,
    PACKS_ROW,
};

static int run_report(const struct results *r, const struct cli_result *args)
{
    TRY(take_span(&given.cp.span));
    const struct report_options o = {.out = page, .cp = given.cp, .quiet = args->quiet};
    return report_command(r, &o);
}

/* ---- all commands ------------------------------------------------------------------------------------------ */

static const struct command commands[] = {
    {"forces",
     COMMAND_CLI("forces",
                 "ufv-post forces RESULTS [--json FILE] [--patch NAME ...] [--centre X,Y,Z] [--area A] [--length L]",
                 "Sums pressure and friction over the walls and prints the coefficients of forces and moments, in\n"
                 "total, for each patch and for each group of patches ([groups] of the case file). For a patch that\n"
                 "fluid crosses (--patch FARFIELD) it also prints the mass and momentum that pass through it.",
                 forces_rows, 1),
     true, NULL, run_forces},
    {"span",
     COMMAND_CLI("span", "ufv-post span RESULTS [--patch NAME ...] [--strips N] [--out FILE.csv] [--plot FILE.png]",
                 "Divides the span into strips and prints the lift, pressure drag, friction drag and moment of\n"
                 "each. A face that lies in several strips is divided among them by area, so that the strips\n"
                 "add up to the forces that `ufv-post forces` prints.",
                 span_rows, 1),
     true, NULL, run_span},
    {"cp",
     COMMAND_CLI("cp",
                 "ufv-post cp RESULTS --patch NAME --section AXIS=VALUE [--quantity NAME]\n"
                 "            [--reference FILE.csv] [--out FILE.csv] [--plot FILE.png]",
                 "Cuts a surface by planes and evaluates the pressure coefficient, or another quantity on the\n"
                 "wall, along the cuts. Values are averaged from faces to nodes, weighted by area, and\n"
                 "interpolated along edges.",
                 cp_rows, 1),
     true, NULL, run_cp},
    {"export",
     COMMAND_CLI("export",
                 "ufv-post export RESULTS --format vtu|vtkhdf|tecplot|plt|cgns [--surface] --out PATH\n"
                 "            [--variables LIST] [--point-data]",
                 "Writes fields for viewers, in SI units: the variables of the run, variables derived from\n"
                 "them, the rank and the global id. docs/output.md describes each format.",
                 export_rows, 1),
     true, check_export, run_export},
    {"series",
     COMMAND_CLI("series", "ufv-post series RESULTS --format vtu|vtkhdf [--surface] --out PATH [--variables LIST]",
                 "Writes all fields folders of a run as one animation, each at its time, or in a steady run at\n"
                 "its iteration. A run keeps all its checkpoints with `[output] keep_all = yes` in the case file.",
                 series_rows, 1),
     false, check_export, run_series},
    {"slice",
     COMMAND_CLI("slice",
                 "ufv-post slice RESULTS --plane AXIS=VALUE --out FILE.vtu|FILE.csv\n"
                 "            [--surface [--patch NAME ...]]\n"
                 "ufv-post slice RESULTS --plane AXIS=VALUE --plot FILE.png [--variables NAME]\n"
                 "            [--window U0:U1,V0:V1] [--range LOW:HIGH]",
                 "Cuts the cells by a plane. --out writes the polygons (with --surface: the lines on the boundary)\n"
                 "with the values of their cells or faces. --plot draws the polygons, coloured by a variable.",
                 slice_rows, 1),
     true, NULL, run_slice},
    {"flux",
     COMMAND_CLI("flux",
                 "ufv-post flux RESULTS --plane AXIS=VALUE ... [--box X0:X1,Y0:Y1,Z0:Z1] [--circle X,Y,Z,R]\n"
                 "            [--point X,Y,Z --normal X,Y,Z] [--patch NAME ...] [--out FILE.csv] [--json FILE]",
                 "Prints what crosses planes and patches: mass flow, momentum flux without and with pressure,\n"
                 "mean pressure (by area), mean total pressure and total temperature (by mass flow).",
                 flux_rows, 1),
     true, NULL, run_flux},
    {"layer",
     COMMAND_CLI("layer", "ufv-post layer RESULTS --centre X,Y,Z --axis X,Y,Z [--radius R] --out FILE.csv",
                 "Writes the table of a wall layer that [synthetic_turbulence] of a case file takes: distance from\n"
                 "the wall, mean velocity along the axis and turbulent kinetic energy at a plane, from a solution\n"
                 "with Spalart-Allmaras or SST.",
                 layer_rows, 1),
     true, NULL, run_layer},
    {"extremes",
     COMMAND_CLI("extremes", "ufv-post extremes RESULTS [--variables LIST] [--json FILE]",
                 "Prints the minimum and maximum of each variable and the cells that have them.", extremes_rows, 1),
     true, NULL, run_extremes},
    {"history",
     COMMAND_CLI("history", "ufv-post history RESULTS [--plot FILE.png] [--follow]",
                 "Prints the last rows of a run's history.csv; --plot draws the convergence.", history_rows, 1),
     false, NULL, run_history},
    {"probes",
     COMMAND_CLI("probes",
                 "ufv-post probes RESULTS --probe NAME [--point N] [--out FILE.csv]\n"
                 "ufv-post probes FILE.h5 [--point N] [--out FILE.csv]",
                 "Prints a summary of a set of probes; --out writes all its rows as a table.", probes_rows, 1),
     false, NULL, run_probes},
    {"spectrum",
     COMMAND_CLI("spectrum",
                 "ufv-post spectrum RESULTS --probe NAME [--variable NAME] [--point N] [--length L --speed V]\n"
                 "ufv-post spectrum RESULTS [--variable COLUMN]\n"
                 "ufv-post spectrum FILE.h5|history.csv",
                 "Computes the power spectrum of a probe's record, or of a column of the history, by Welch's\n"
                 "method. It prints the frequency and the amplitude of the peak and, with --length and\n"
                 "--speed, the Strouhal number. The rows must be at equal intervals of time ([time] dt).",
                 spectrum_rows, 1),
     false, NULL, run_spectrum},
    {"watch",
     COMMAND_CLI("watch", "ufv-post watch RESULTS",
                 "Shows the progress of a run in the terminal: residual, lift, drag, iterations per second,\n"
                 "time left and the time that each rank waits. It ends with the run; Ctrl-C does not stop the run.",
                 watch_rows, 1),
     false, NULL, run_watch},
    {"compare",
     COMMAND_CLI("compare", "ufv-post compare RESULTS_A RESULTS_B [--tolerance R]",
                 "Compares two results on the same mesh cell by cell; their numbers of ranks may differ. For\n"
                 "each field it prints the largest difference, also relative to the largest magnitude in A.",
                 compare_rows, 2),
     false, NULL, run_compare},
    {"overlay",
     COMMAND_CLI_OF("overlay",
                    "ufv-post overlay RESULTS RESULTS ... --out FILE.html [--name TEXT ...] [--family]\n"
                    "            [--patch NAME --section AXIS=VALUE [--reference FILE.csv]] [--table FILE.csv]",
                    "Writes one HTML page that compares two to seven runs: a table of lift, drag, moment and\n"
                    "convergence, and plots (by gnuplot) of the sections, span loads and histories of all runs.\n"
                    "With --family it also plots lift and drag over the cell size and extrapolates them.",
                    overlay_rows, 2, 16),
     false, NULL, run_overlay},
    {"extrapolate",
     COMMAND_CLI("extrapolate", "ufv-post extrapolate TABLE.csv [--column NAME ...]",
                 "Extrapolates the columns of a table to zero cell size. Each row is a mesh, the column `cells` its\n"
                 "number of cells, ascending. The order is that observed on the three finest meshes, else 2.",
                 extrapolate_rows, 1),
     false, NULL, run_extrapolate},
    {"report",
     COMMAND_CLI("report",
                 "ufv-post report RESULTS --out FILE.html\n"
                 "            [--patch NAME --section AXIS=VALUE [--reference FILE.csv]]",
                 "Writes one HTML page that needs no other file: convergence, forces, Cp along sections, mesh,\n"
                 "extreme values, timings and settings. Pictures are drawn by gnuplot.",
                 report_rows, 1),
     true, NULL, run_report},
};

static const struct commands all = {
    .command = commands,
    .n = N_ROWS(commands),
    .packs = &given.packs,
    .print_libraries = print_libraries,
};

int main(int argc, char **argv)
{
    processes_begin(&argc, &argv);
    unfinished_remove_on_signals("ufv-post");
    return processes_end(processes_are_called() ? command_run_any(&all, argc, argv) : EXIT_DONE);
}
