/* history.c: the table as text, and the picture with residuals above, lift and drag below. */
#include "history/history.h"

#include "cli.h"
#include "input/csv.h"
#include "error.h"
#include "plot/gnuplot.h"
#include "plot/plot_values.h"
#include "mem.h"
#include "pack/results_files.h"
#include "fields/results.h"
#include "text.h"
#include "history/watch.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_residual(const char *name)
{
    return strncmp(name, "res_", 4) == 0;
}

static bool is_whole(const struct csv *t, int column, int64_t row)
{
    /* Other columns may hold whole numbers by chance; they keep the format of their column. */
    double v = t->value[column * t->n_rows + row];
    return v == floor(v) && fabs(v) < 1e15 && (strcmp(t->name[column], "iteration") == 0);
}

static void print_names(const struct csv *t)
{
    for (int c = 0; c < t->n_columns; c++)
        printf("%*s%s", (int)(strlen(t->name[c]) < 13 ? 13 - strlen(t->name[c]) : 0), "", t->name[c]), putchar(' ');
    putchar('\n');
}

static void print_rows(const struct csv *t, int64_t first)
{
    for (int64_t i = first; i < t->n_rows; i++) {
        for (int c = 0; c < t->n_columns; c++) {
            int width = (int)strlen(t->name[c]) > 13 ? (int)strlen(t->name[c]) : 13;
            double v = t->value[c * t->n_rows + i];
            if (is_whole(t, c, i))
                printf("%*.0f ", width, v);
            else if (is_residual(t->name[c]))
                printf("%*.4e ", width, v);
            else
                printf("%*.7g ", width, v);
        }
        putchar('\n');
    }
}

static void write_number(FILE *f, double v)
{
    /* What gnuplot was told to take for a missing value (set datafile missing in gnuplot.c), whatever the C library
     * prints for it. */
    if (isfinite(v))
        fprintf(f, " %.9g", v);
    else
        fprintf(f, " NaN");
}

/* The data go into the script as a block ($history), since gnuplot must not read files by names from a mesh or a
 * user. */
static void write_data(struct gnuplot *g, const struct csv *t)
{
    fprintf(g->script, "$history << EOD\n");
    for (int64_t i = 0; i < t->n_rows; i++) {
        for (int c = 0; c < t->n_columns; c++)
            write_number(g->script, t->value[c * t->n_rows + i]);
        fputc('\n', g->script);
    }
    fprintf(g->script, "EOD\n");
}

/* As gnuplot counts: from 1; 0: there is none. */
static int column_number(const struct csv *t, const char *name)
{
    for (int c = 0; c < t->n_columns; c++)
        if (strcmp(t->name[c], name) == 0)
            return c + 1;
    return 0;
}

/* What the curves are drawn over. */
struct axis {
    int column; /* of the table, as gnuplot counts */
    const char *name;
    double first, last;
};

/* Physical time, where it passes: it stands still in steady runs. */
static int choose_axis(const struct csv *t, struct axis *x)
{
    const double *iteration, *time = csv_column(t, "time");
    TRY(csv_need_column(t, "iteration", &iteration));
    int64_t end = t->n_rows - 1;
    *x = time && time[end] > time[0]
             ? (struct axis){column_number(t, "time"), "time, s", time[0], time[end]}
             /* A history of one row still needs an axis of some length. */
             : (struct axis){column_number(t, "iteration"), "iteration", iteration[0],
                             fmax(iteration[end], iteration[0] + 1)};
    return 0;
}

/* Largest value of a residual, and its smallest positive one in the last three
 * quarters; 0 when it is nowhere positive, so has no place on a log axis. */
static double residual_scale(const struct csv *t, int column, double *low)
{
    const double *v = t->value + column * t->n_rows;
    double high = 0;
    for (int64_t i = 0; i < t->n_rows; i++)
        if (isfinite(v[i]) && v[i] > high)
            high = v[i];
    for (int64_t i = t->n_rows / 4; i < t->n_rows; i++)
        if (v[i] > 0 && v[i] / high < *low)
            *low = v[i] / high;
    return high;
}

/* Of momentum along an axis in which nothing moves the residual is rounding from first to last: by its largest value
 * it would look like one that does not fall. */
static bool is_rounding(const struct csv *t, int column)
{
    static const char momentum[] = "res_momentum_";
    double unused = 1, most = 0;
    if (strncmp(t->name[column], momentum, strlen(momentum)) != 0)
        return false;
    for (int c = 0; c < t->n_columns; c++)
        if (strncmp(t->name[c], momentum, strlen(momentum)) == 0)
            most = fmax(most, residual_scale(t, c, &unused));
    return residual_scale(t, column, &unused) < 1e-9 * most;
}

/* Each residual by its largest value: they have different units. */
static void plot_residuals(struct gnuplot *g, const struct csv *t, const struct axis *x)
{
    int n = 0;
    /* The axis reaches half a decade of the smallest residual downwards, one decade at least. */
    double low = 0.1;
    for (int c = 0; c < t->n_columns; c++)
        if (is_residual(t->name[c]) && !is_rounding(t, c))
            residual_scale(t, c, &low);
    fprintf(g->script,
            "set logscale y\nunset mytics\nset format y '10^{%%T}'\nset yrange [%.9g:2]\n"
            "set ylabel 'residual / its largest'\nplot ",
            0.5 * low);
    for (int c = 0; c < t->n_columns; c++) {
        double high = is_residual(t->name[c]) ? residual_scale(t, c, &low) : 0;
        if (!(high > 0) || is_rounding(t, c))
            continue;
        char label[NAME_SIZE];
        /* Without "res_". */
        text_copy(label, sizeof label, t->name[c] + 4);
        for (char *p = label; *p; p++)
            if (*p == '_')
                *p = ' ';
        fprintf(g->script, "%s$history using %d:($%d/%.17g) with lines linestyle %d title ", n ? ", " : "", x->column,
                c + 1, high, n % 7 + 1);
        gnuplot_text(g, label);
        fprintf(g->script, " noenhanced");
        n++;
    }
    fprintf(g->script, "%s\n", n ? "" : "NaN title 'no residuals'");
    gnuplot_panel(g, x->name, "residual", 1, GNUPLOT_LOG_Y);
    fprintf(g->script, "unset logscale y\nset format y '%% h'\n");
}

/* The range of the last three quarters, widened: the start's transient would hide them.
 * A steady run's values differ in their last bits only; numbers along the axis are to
 * differ in the digits that gnuplot writes there. */
static void set_range(struct gnuplot *g, const struct csv *t, const double *v, double factor)
{
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = t->n_rows / 4; i < t->n_rows; i++) {
        if (!isfinite(v[i]))
            continue;
        low = fmin(low, factor * v[i]);
        high = fmax(high, factor * v[i]);
    }
    if (!(low <= high))
        return;
    double margin = fmax(0.15 * (high - low), fmax(1e-3 * fmax(fabs(low), fabs(high)), 1e-12));
    fprintf(g->script, "set yrange [%.17g:%.17g]\n", low - margin, high + margin);
}

/* A column that has a panel of its own. */
struct coefficient {
    const char *column, *label, *said; /* its names: in the file, in gnuplot's enhanced text, beside the pointer */
    double factor;                     /* from the column to the axis */
    int decimals, style;
};

static void plot_coefficient(struct gnuplot *g, const struct csv *t, const struct axis *x, const struct coefficient *c)
{
    const double *v = csv_column(t, c->column);
    set_range(g, t, v, c->factor);
    fprintf(g->script, "set ylabel '%s'\nplot $history using %d:($%d*%g) with lines linestyle %d title '%s: %.*f'\n",
            c->label, x->column, column_number(t, c->column), c->factor, c->style, c->label, c->decimals,
            c->factor * v[t->n_rows - 1]);
    gnuplot_panel(g, x->name, c->said, 1, 0);
}

/* 1, 2 or 5 times a power of ten, at most six of which fit into the range: numbers of iterations are
 * long, and gnuplot would let them run into each other. */
static double tick_step(double range)
{
    double power = pow(10, floor(log10(range / 6))), parts = range / (6 * power); /* 1 to 10 */
    return power * (parts <= 1 ? 1 : parts <= 2 ? 2 : parts <= 5 ? 5 : 10);
}

/* Of the columns that are drawn. */
static int check_values(const struct csv *t, const struct axis *x)
{
    for (int c = 0; c < t->n_columns; c++) {
        bool drawn = is_residual(t->name[c]) || strcmp(t->name[c], "cl") == 0 || strcmp(t->name[c], "cd") == 0;
        if (drawn || c + 1 == x->column)
            TRY(plot_check_values(t->path, t->name[c], t->n_rows, t->value + c * t->n_rows));
    }
    return 0;
}

static int plot(const struct csv *t, const char *png)
{
    static const struct coefficient lift = {"cl", "c_L", "cL", 1, 4, 1};
    static const struct coefficient drag = {"cd", "c_D, counts (10^{-4})", "cD, counts", 1e4, 1, 2};
    const double *cl, *cd;
    struct axis x;
    TRY(choose_axis(t, &x));
    TRY(csv_need_column(t, "cl", &cl));
    TRY(csv_need_column(t, "cd", &cd));
    TRY(check_values(t, &x));
    struct gnuplot g;
    TRY(gnuplot_begin(png, 900, 1300, &g));
    write_data(&g, t);
    /* Margins in characters, the same for all panels, so that their axes stand one above the other. */
    fprintf(g.script, "set key at graph 0, graph 1.02 left bottom horizontal maxcols 3 width 1 samplen 1.5 font ',11'\n"
                      "set xrange [%.17g:%.17g]\nset xtics %.17g\n"
                      "set multiplot layout 3,1 margins char 11, char 3, char 4, char 4.5 spacing char 0, char 4\n",
            x.first, x.last, tick_step(x.last - x.first));
    plot_residuals(&g, t, &x);
    plot_coefficient(&g, t, &x, &lift);
    fprintf(g.script, "set xlabel '%s'\n", x.name);
    plot_coefficient(&g, t, &x, &drag);
    fprintf(g.script, "unset multiplot\n");
    return gnuplot_finish(&g, 0);
}

/* history.csv of a results folder, or the file itself. A new block. */
static char *find_file(const char *results)
{
    struct stat st;
    bool is_file = stat(results, &st) == 0 && S_ISREG(st.st_mode);
    if (!is_file)
        results_files_protect(results);
    else
        results_files_protect_around(results);
    return is_file ? text_format("%s", results) : text_join_path(results, "history.csv");
}

int history_command(const char *results, long rows, const char *png, bool quiet)
{
    if (results[0])
        TRY(solution_refuse_sweep(results));
    char *path = find_file(results);
    struct csv t;
    int status = csv_read_history(path, &t);
    mem_free(path);
    TRY(status);
    if (!quiet) {
        print_names(&t);
        print_rows(&t, t.n_rows > rows ? t.n_rows - rows : 0);
    }
    status = png ? plot(&t, png) : 0;
    csv_free(&t);
    return status;
}

/* Prints the rows that are new since *shown (-1: nothing yet), and moves it on. */
static int show_new_rows(const char *path, long rows, int64_t *shown)
{
    struct csv t;
    TRY(csv_read_history(path, &t));
    if (*shown < 0)
        print_names(&t);
    if (*shown < 0 || t.n_rows < *shown) /* the first look, or a run that began anew */
        *shown = t.n_rows > rows ? t.n_rows - rows : 0;
    print_rows(&t, *shown);
    *shown = t.n_rows;
    csv_free(&t);
    return cli_flush_stdout();
}

/* The run is asked before the file is read: what it wrote last is then in the file. */
int history_follow(const char *results, long rows)
{
    TRY(watch_wait_for_rows(results));
    char *path = find_file(results);
    int64_t shown = -1;
    bool over = false;
    int status = 0;
    while (status == 0 && !over) {
        status = watch_is_over(results, &over) || show_new_rows(path, rows, &shown);
        if (status == 0 && !over)
            sleep(1);
    }
    mem_free(path);
    return status;
}
