/* spectrum.c: the power spectrum of a signal, its peak and Strouhal number: printed, as CSV, JSON and picture; and the
 * rows of probes as a table. */
#include "history/spectrum.h"

#include "error.h"
#include "plot/gnuplot.h"
#include "json_write.h"
#include "mem.h"
#include "out_file.h"
#include "pack/probe_file.h"
#include "history/time_signal.h"
#include "history/welch.h"

#include <math.h>
#include <string.h>

#define WINDOW_WORD(NAME, word) word,
static const char *const window_words[] = {WELCH_WINDOWS(WINDOW_WORD)};
#undef WINDOW_WORD

/* NaN: the option was not given; check_options() has seen that both are or none is. */
static bool has_strouhal(const struct spectrum_options *o)
{
    return !isnan(o->length);
}

/* St = f L / U; L in m, U in m/s. */
static double strouhal(const struct spectrum_options *o, double frequency)
{
    return frequency * o->length / o->speed;
}

/* NaN: the option was not given. */
static int check_options(const struct spectrum_options *o, struct welch *w)
{
    if (isnan(o->length) != isnan(o->speed))
        return error_set("a Strouhal number needs --length and --speed; give both");
    if (!(o->length > 0 || isnan(o->length)) || !(o->speed > 0 || isnan(o->speed)))
        return error_set("--length and --speed must be positive");
    for (int k = 0; k < WELCH_N_WINDOWS; k++)
        if (strcmp(o->window, window_words[k]) == 0) {
            w->window = (enum welch_window)k;
            return 0;
        }
    return error_set("--window %s: not one of hann, hamming, none", o->window);
}

/* ---- what is written ---- */

/* All frequencies from 0 to half the sampling rate.
 * density: of power, unit^2/Hz; amplitude: of a sine wave that would give it. */
static int write_csv(const struct spectrum_options *o, const struct welch *w)
{
    struct out_file f;
    TRY(out_file_open(o->out, &f));
    fprintf(f.file, "frequency,density,amplitude%s\n", has_strouhal(o) ? ",strouhal" : "");
    for (int64_t k = 0; k < w->n; k++) {
        double frequency = (double)k * w->resolution;
        fprintf(f.file, "%.9g,%.9g,%.9g", frequency, w->density[k], welch_amplitude(w, w->density[k]));
        if (has_strouhal(o))
            fprintf(f.file, ",%.9g", strouhal(o, frequency));
        fputc('\n', f.file);
    }
    return out_file_finish(&f, 0);
}

/* point 0: the signal is a column of history.csv, which has no place. */
static int write_json(const struct spectrum_options *o, const struct signal *s, const struct welch *w)
{
    struct out_file f;
    struct json j;
    TRY(out_file_open(o->json, &f));
    json_begin(&j, f.file);
    json_text(&j, "file", s->path);
    json_text(&j, "variable", s->name);
    json_text(&j, "unit", s->unit);
    if (s->point > 0) {
        json_integer(&j, "point", s->point);
        json_array(&j, "position");
        for (int d = 0; d < 3; d++)
            json_number(&j, NULL, s->x[d]);
        json_close(&j);
    }
    json_integer(&j, "rows", s->n);
    json_number(&j, "from", s->time[0]);
    json_number(&j, "to", s->time[s->n - 1]);
    json_number(&j, "time_step", s->dt);
    json_text(&j, "window", o->window);
    json_number(&j, "overlap", w->overlap);
    json_integer(&j, "segments", w->segments);
    json_integer(&j, "segment_rows", w->length);
    json_number(&j, "resolution", w->resolution);
    json_number(&j, "mean", w->mean);
    json_number(&j, "rms", w->rms);
    json_number(&j, "peak_frequency", w->peak);
    json_number(&j, "peak_amplitude", w->peak_amplitude);
    /* NaN becomes null (json_write.h): readers find the member in every file. */
    json_number(&j, "strouhal", has_strouhal(o) ? strouhal(o, w->peak) : NAN);
    json_end(&j);
    return out_file_finish(&f, 0);
}

/* Without frequency 0, which a logarithmic axis has no place for. */
static int write_plot(const struct spectrum_options *o, const struct signal *s, const struct welch *w)
{
    struct gnuplot g;
    TRY(gnuplot_begin(o->plot, 900, 600, &g));
    fprintf(g.script, "$spectrum << EOD\n");
    for (int64_t k = 1; k < w->n; k++)
        if (w->density[k] > 0)
            fprintf(g.script, "%.9g %.9g\n", (double)k * w->resolution, w->density[k]);
    fprintf(g.script, "EOD\nset logscale xy\nset format y '10^{%%T}'\nset xlabel 'frequency, Hz'\nset ylabel ");
    char label[256];
    bool has_unit = strcmp(s->unit, "1") != 0;
    snprintf(label, sizeof label, has_unit ? "power density of %s, (%s)^2/Hz" : "power density of %s, 1/Hz", s->name,
             s->unit);
    gnuplot_text(&g, label);
    fprintf(g.script, " noenhanced\nset rmargin 6\n"
                      "plot $spectrum using 1:2 with lines linestyle 1 title 'peak at %.6g Hz", w->peak);
    if (has_strouhal(o))
        fprintf(g.script, ", Strouhal number %.4f", strouhal(o, w->peak));
    fprintf(g.script, "'\n");
    gnuplot_panel(&g, "frequency, Hz", "density", 1, GNUPLOT_LOG_X | GNUPLOT_LOG_Y);
    return gnuplot_finish(&g, 0);
}

/* Coefficients have the unit 1, which is not printed. */
static void print_unit(const struct signal *s)
{
    printf(strcmp(s->unit, "1") == 0 ? "\n" : " %s\n", s->unit);
}

/* The main lobe of a Hann window reaches over two frequencies on either side: what the mean leaves, or a drift, is as
 * likely there as an oscillation. */
static void note_resolution(const struct welch *w)
{
    enum { LEAST_LINES = 3 };
    if (w->peak < LEAST_LINES * w->resolution)
        fprintf(stderr, "ufv-post: note: the peak at %.4g Hz is less than %d times the distance of the frequencies, "
                        "%.4g Hz, and so uncertain; take fewer segments (--segments), or a longer signal\n", w->peak,
                LEAST_LINES, w->resolution);
}

static void print_result(const struct spectrum_options *o, const struct signal *s, const struct welch *w)
{
    printf("%s of %s", s->name, s->path);
    if (s->point > 0)
        printf(", point %" PRId64 " at (%g, %g, %g) m", s->point, s->x[0], s->x[1], s->x[2]);
    printf("\nrows            %" PRId64 ", from %g to %g s, every %g s\n", s->n, s->time[0], s->time[s->n - 1], s->dt);
    printf("segments        %ld of %" PRId64 " rows, window %s, %.4g Hz apart\n", w->segments, w->length, o->window,
           w->resolution);
    printf("mean, rms       %.9g, %.6g", w->mean, w->rms);
    print_unit(s);
    if (isnan(w->peak)) {
        printf("peak            none: the signal is constant\n");
        return;
    }
    printf("peak            %.6g Hz, amplitude %.6g", w->peak, w->peak_amplitude);
    print_unit(s);
    if (has_strouhal(o))
        printf("Strouhal number %.5f\n", strouhal(o, w->peak));
}

/* ---- the commands ---- */

/* Prints and writes after all checks, so that a failure leaves no half of the outputs.
 * Cut first, checked then: equal steps are needed only where the spectrum is formed. */
static int use_signal(struct signal *s, const struct spectrum_options *o, struct welch *w)
{
    bool dropped;
    TRY(signal_cut(s, o->from, o->to));
    TRY(signal_check_steps(s, &dropped));
    if (dropped && !o->quiet)
        fprintf(stderr, "ufv-post: note: the last row is left out, since its time step is shorter than the others\n");
    w->dt = s->dt;
    TRY(welch_find(s->value, s->n, w));
    if (o->plot && isnan(w->peak))
        return error_set("%s: %s is constant, so that there is no spectrum to draw; leave --plot out, or choose "
                         "another --variable or --point", s->path, s->name);
    if (!o->quiet)
        print_result(o, s, w);
    if (!o->quiet)
        note_resolution(w);
    if (o->out)
        TRY(write_csv(o, w));
    if (o->json)
        TRY(write_json(o, s, w));
    return o->plot ? write_plot(o, s, w) : 0;
}

int spectrum_command(const char *source, const struct spectrum_options *o)
{
    struct signal s;
    struct welch w = {.segments = o->segments, .overlap = o->overlap};
    TRY(check_options(o, &w));
    int status = signal_read(source, o->probe, o->variable, o->point, &s);
    if (status == 0)
        status = use_signal(&s, o, &w);
    welch_free(&w);
    signal_free(&s);
    return status;
}

static void print_set(const struct probe_file *f, const double *time)
{
    printf("%s: set %s\npoints    %" PRId64 "\nrows      %" PRId64 ", every %" PRId64 " step%s", f->path, f->set.name,
           f->set.n_points, f->n_rows, f->set.every, f->set.every > 1 ? "s" : "");
    if (f->n_rows > 0)
        printf(", from %g to %g s", time[0], time[f->n_rows - 1]);
    printf("\nvalues    %s\nvariables", f->set.linear ? "at the points" : "of the cells around the points");
    for (int v = 0; v < f->set.n_variables; v++)
        printf(" %s (%s)", f->set.variable[v].name, f->set.variable[v].unit);
    putchar('\n');
}

/* Points first .. first + n - 1 at row i; value[n_variables][n].
 * Points are numbered from 1 for users, from 0 in the file. */
static int write_row(const struct probe_file *f, FILE *to, int64_t i, int64_t iteration, double time, int64_t first,
                     int64_t n, double *value)
{
    for (int v = 0; v < f->set.n_variables; v++)
        TRY(probe_file_read(f, v, i, 1, first, n, value + v * n));
    for (int64_t p = 0; p < n; p++) {
        fprintf(to, "%" PRId64 ",%.17g", iteration, time);
        if (n > 1)
            fprintf(to, ",%" PRId64, first + p + 1);
        for (int d = 0; d < 3 && n > 1; d++)
            fprintf(to, ",%.9g", f->set.x[d * f->set.n_points + first + p]);
        for (int v = 0; v < f->set.n_variables; v++)
            fprintf(to, ",%.17g", value[v * n + p]);
        fputc('\n', to);
    }
    return 0;
}

/* One row of the file at a time: a set may have thousands of points and rows.
 * A single point has neither number nor place in its rows: they would be the same in all. */
static int write_table(const struct probe_file *f, const int64_t *iteration, const double *time, const long *point,
                       const char *out)
{
    struct out_file to;
    int64_t n = point ? 1 : f->set.n_points, first = point ? *point - 1 : 0;
    TRY(out_file_open(out, &to));
    fprintf(to.file, "iteration,time%s", n > 1 ? ",point,x,y,z" : "");
    for (int v = 0; v < f->set.n_variables; v++)
        fprintf(to.file, ",%s", f->set.variable[v].name);
    fputc('\n', to.file);
    double *value = mem_alloc("row", (size_t)(n * f->set.n_variables), sizeof *value);
    int status = 0;
    for (int64_t i = 0; i < f->n_rows && status == 0; i++)
        status = write_row(f, to.file, i, iteration[i], time[i], first, n, value);
    mem_free(value);
    return out_file_finish(&to, status);
}

/* All points: each a line of its own with its number and place. */
int probes_command(const char *source, const char *probe, const long *point, const char *out, bool quiet)
{
    struct probe_file f;
    int64_t *iteration;
    double *time;
    TRY(signal_need_probe(source, probe));
    char *path = signal_path(source, probe);
    int status = path ? probe_file_open(path, &f) : 1;
    mem_free(path);
    TRY(status);
    MEM_NEW(iteration, f.n_rows);
    MEM_NEW(time, f.n_rows);
    status = probe_file_read_times(&f, iteration, time);
    if (status == 0 && point && (*point < 1 || *point > f.set.n_points))
        status = error_set("%s: has %" PRId64 " points, so --point is 1 to %" PRId64 ", not %ld", f.path,
                           f.set.n_points, f.set.n_points, *point);
    if (status == 0 && !quiet)
        print_set(&f, time);
    if (status == 0 && out)
        status = write_table(&f, iteration, time, point, out);
    mem_free(iteration);
    mem_free(time);
    probe_file_close(&f);
    return status;
}
