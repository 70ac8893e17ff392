/* probes_case.c: what a case file says about probes: lines of [probes], each a set of points and how often what
 * is recorded at them.
 */
#include "features/probes/probes_case.h"

#include "case/case_parts.h"
#include "case/case_record.h"
#include "error.h"
#include "mem.h"
#include "arithmetic/variable_names.h"
#include "text.h"

#include <math.h>
#include <string.h>

static const double most_metres = 1e9;
enum { MOST_POINTS = CASE_RECORD_MOST };

enum shape { SHAPE_POINTS, SHAPE_LINE, SHAPE_PLANE, N_SHAPES };
static const char *const shape_names[N_SHAPES] = {"points", "line", "plane"};

/* What the words of a line have said; vectors are NAN where they have not. */
struct words {
    const struct case_file *c;
    const struct config_entry *e;
    struct probe_set *set;
    enum shape shape;
    double from[3], to[3], origin[3], edge1[3], edge2[3], interval;
    long every, count, counts[2];
};

/* x: [n_points][3] while they are collected. */
static void add_point(struct probe_set *set, const double x[3])
{
    set->x = mem_grow("points", set->x, 3 * (size_t)(set->n_points + 1), sizeof *set->x);
    memcpy(set->x + 3 * set->n_points++, x, 3 * sizeof *x);
}

/* Three numbers with commas or blanks between. */
static int take_row(void *to, const struct case_record_row *row)
{
    struct probe_set *set = to;
    const char *place = config_place(&row->c->config, row->e);
    double x[3];
    int n = 0;
    char *rest = NULL;
    for (char *part = strtok_r(row->text, " \t,;", &rest); part; part = strtok_r(NULL, " \t,;", &rest), n++)
        if (n == 3 || text_to_double(part, &x[n]) != 0 || !(fabs(x[n]) <= most_metres))
            return error_set("%s: %s:%d: needs three numbers, x, y and z in metres", place, row->path, row->number);
    if (n != 3)
        return error_set("%s: %s:%d: needs three numbers, x, y and z in metres", place, row->path, row->number);
    add_point(set, x);
    return set->n_points <= MOST_POINTS ? 0
                                        : error_set("%s: %s: more than %d points", place, row->path, MOST_POINTS);
}

/* Names and units are copied: the set goes into files of results, which know nothing of equations. */
static void add_variable(struct variable_name row, struct probe_set *set)
{
    struct probe_variable *to = &set->variable[set->n_variables++];
    text_copy(to->name, sizeof to->name, row.name);
    text_copy(to->unit, sizeof to->unit, row.unit);
}

static void take_all_variables(const struct case_file *c, struct probe_set *set)
{
    for (int v = 0; v < equations_variables(c->model.equations); v++)
        add_variable(variable_of(c->model.equations, v), set);
}

/* variables=pressure,velocity_x */
static int take_variables(const struct case_file *c, const struct config_entry *e, char *text, struct probe_set *set)
{
    const char *names[NV_MAX];
    int n = equations_variables(c->model.equations), chosen[NV_MAX], n_chosen;
    for (int v = 0; v < n; v++)
        names[v] = variable_of(c->model.equations, v).name;
    const struct case_record_choice choice = {names, n, "variable", "pressure"};
    TRY(case_record_words(c, e, text, &choice, chosen, &n_chosen));
    for (int k = 0; k < n_chosen; k++)
        add_variable(variable_of(c->model.equations, chosen[k]), set);
    return 0;
}

static int take_value(const struct case_file *c, const struct config_entry *e, const char *text, struct probe_set *set)
{
    set->linear = strcmp(text, "linear") == 0;
    return set->linear || strcmp(text, "cell") == 0
               ? 0
               : error_set("%s: value=%s: not one of linear, cell", config_place(&c->config, e), text);
}

/* Reads one key=value that follows the shape. A key that belongs to another shape is refused like an unknown one:
 * `counts` after line from=... to=... is most often a slip. */
static int take_pair(void *words, const char *key, char *value)
{
    struct words *w = words;
    const struct case_file *c = w->c;
    const struct config_entry *e = w->e;
    const enum shape shape = w->shape;
    const struct vector_key {
        const char *key;
        double *to;
        enum shape shape;
    } vectors[] = {{"from", w->from, SHAPE_LINE}, {"to", w->to, SHAPE_LINE}, {"origin", w->origin, SHAPE_PLANE},
                   {"edge1", w->edge1, SHAPE_PLANE}, {"edge2", w->edge2, SHAPE_PLANE}};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if (vectors[k].shape == shape && strcmp(key, vectors[k].key) == 0)
            return case_record_numbers(c, e, key, value, (struct case_record_range){3, -most_metres, most_metres},
                                       vectors[k].to);
    double x[3];
    if (shape == SHAPE_POINTS && strcmp(key, "at") == 0) {
        TRY(case_record_numbers(c, e, key, value, (struct case_record_range){3, -most_metres, most_metres}, x));
        add_point(w->set, x);
        return 0;
    }
    if (shape == SHAPE_POINTS && strcmp(key, "file") == 0)
        return case_record_rows(c, e, value, "a list of points", take_row, w->set);
    if (shape == SHAPE_LINE && strcmp(key, "count") == 0)
        return case_record_integers(c, e, key, value, 1, 2, &w->count);
    if (shape == SHAPE_PLANE && strcmp(key, "counts") == 0)
        return case_record_integers(c, e, key, value, 2, 2, w->counts);
    if (strcmp(key, "every") == 0)
        return case_record_integers(c, e, key, value, 1, 1, &w->every);
    if (strcmp(key, "interval") == 0)
        return case_record_numbers(c, e, key, value, (struct case_record_range){1, 1e-20, 1e9}, &w->interval);
    if (strcmp(key, "variables") == 0)
        return take_variables(c, e, value, w->set);
    if (strcmp(key, "value") == 0)
        return take_value(c, e, value, w->set);
    return error_set("%s: %s takes no '%s' (points: at, file; line: from, to, count; plane: origin, edge1, edge2, "
                     "counts; all: every, interval, variables, value)",
                     config_place(&c->config, e), shape_names[shape], key);
}

static int need(const struct case_file *c, const struct config_entry *e, bool there, const char *what)
{
    return there ? 0 : error_set("%s: needs %s", config_place(&c->config, e), what);
}

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* A line has one direction, a plane two. The sine of the angle between its edges: a slip makes them parallel to
 * rounding. */
static int check_directions(const struct case_file *c, const struct config_entry *e, enum shape shape,
                            const struct words *w)
{
    const double *a = w->edge1, *b = w->edge2;
    const double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    if (shape == SHAPE_LINE && !(length_of(a) > 0))
        return error_set("%s: from and to are the same point; a line needs two", config_place(&c->config, e));
    if (shape == SHAPE_PLANE && !(length_of(cross) > 1e-9 * length_of(a) * length_of(b)))
        return error_set("%s: edge1 and edge2 are parallel, or one of them has no length; they must span a plane",
                         config_place(&c->config, e));
    return 0;
}

/* The points of a line, its ends among them, or of a plane, its first edge running fastest. */
static int make_points(const struct case_file *c, const struct config_entry *e, enum shape shape, struct words *w)
{
    if (shape == SHAPE_POINTS)
        return need(c, e, w->set->n_points > 0, "a point, at=X,Y,Z, or a list of them, file=NAME");
    if (shape == SHAPE_LINE) {
        TRY(need(c, e, !isnan(w->from[0]) && !isnan(w->to[0]) && w->count > 0, "from=X,Y,Z, to=X,Y,Z and count=N"));
        for (int d = 0; d < 3; d++)
            w->origin[d] = w->from[d], w->edge1[d] = w->to[d] - w->from[d], w->edge2[d] = 0;
        w->counts[0] = w->count;
        w->counts[1] = 1;
    } else {
        TRY(need(c, e, !isnan(w->origin[0]) && !isnan(w->edge1[0]) && !isnan(w->edge2[0]) && w->counts[0] > 0,
                 "origin=X,Y,Z, edge1=X,Y,Z, edge2=X,Y,Z and counts=N,N"));
    }
    TRY(check_directions(c, e, shape, w));
    if ((double)w->counts[0] * (double)w->counts[1] > MOST_POINTS)
        return error_set("%s: more than %d points", config_place(&c->config, e), MOST_POINTS);
    for (long j = 0; j < w->counts[1]; j++)
        for (long i = 0; i < w->counts[0]; i++) {
            /* Both counts of a plane are two at least, and so is that of a line: no division by zero. */
            double x[3], s = (double)i / (double)(w->counts[0] - 1);
            double t = w->counts[1] > 1 ? (double)j / (double)(w->counts[1] - 1) : 0;
            for (int d = 0; d < 3; d++)
                x[d] = w->origin[d] + s * w->edge1[d] + t * w->edge2[d];
            add_point(w->set, x);
        }
    w->set->counts[0] = w->counts[0];
    w->set->counts[1] = w->counts[1];
    return 0;
}

/* [3][n_points] from [n_points][3]. */
static void turn_points(struct probe_set *set)
{
    double *x = mem_alloc("points", 3 * (size_t)set->n_points, sizeof *x);
    for (int64_t i = 0; i < set->n_points; i++)
        for (int d = 0; d < 3; d++)
            x[d * set->n_points + i] = set->x[3 * i + d];
    mem_free(set->x);
    set->x = x;
}

static int take_shape(void *words, const char *name)
{
    struct words *w = words;
    int shape = 0;
    while (shape < N_SHAPES && strcmp(name, shape_names[shape]) != 0)
        shape++;
    w->shape = (enum shape)shape;
    if (shape < N_SHAPES)
        return 0;
    return error_set("%s = %s: begins with none of points, line, plane; a line of [probes] is NAME = points at=X,Y,Z "
                     "..., for example", config_place(&w->c->config, w->e), w->e->value);
}

/* Counted before it is read, so that forget_sets() frees the points of a line that fails.
 * Only the first member of each vector is NAN here; case_record_numbers() sets all three or
 * fails. */
static int read_set(const struct case_file *c, const struct config_entry *e, void *to)
{
    struct probes_case *p = to;
    TRY(case_record_name(c, e));
    MEM_GROW(p->set, p->n + 1);
    struct probe_set *set = &p->set[p->n++];
    memset(set, 0, sizeof *set);
    set->linear = true;
    text_copy(set->name, sizeof set->name, e->key);
    struct words w = {.c = c, .e = e, .set = set, .from = {NAN}, .to = {NAN}, .origin = {NAN}, .edge1 = {NAN},
                      .edge2 = {NAN}, .interval = NAN};
    TRY(case_record_pairs(c, e, take_shape, take_pair, &w));
    TRY(make_points(c, e, w.shape, &w));
    turn_points(set);
    if (set->n_variables == 0)
        take_all_variables(c, set);
    return case_record_steps(c, e, w.every, w.interval, &set->every);
}

/* Also of a line that another one overrides. */
static void forget_sets(void *to)
{
    struct probes_case *p = to;
    for (int k = 0; k < p->n; k++)
        mem_free(p->set[k].x);
    MEM_FREE(p->set);
    p->n = 0;
}

static int read_section(struct case_file *c, void *spec, bool *asked)
{
    struct probes_case *p = spec;
    TRY(case_record_lines(c, "probes", read_set, forget_sets, p));
    CASE_NEED(p->n == 0 || c->numerics.pipeline == PIPELINE_FAST, "numerics", "pipeline",
              "must be fast for [probes], which read its gradients");
    *asked = p->n > 0;
    return 0;
}

static void print_reference(void)
{
    printf("\n## [probes]: points in the flow whose values are recorded\n\n"
           "`NAME = SHAPE key=value ...`, a line for each set; its records go to `probes/NAME.h5` in the results "
           "([output.md](output.md)).\n\n"
           "| shape | keys |\n|---|---|\n"
           "| `points` | `at=X,Y,Z` (m), may be repeated; `file=NAME`: a list of points, x, y and z in each line |\n"
           "| `line` | `from=X,Y,Z`, `to=X,Y,Z` (m), `count=N` points at equal distances, including both ends |\n"
           "| `plane` | `origin=X,Y,Z` (m), `edge1=X,Y,Z`, `edge2=X,Y,Z` (m, from the origin), `counts=N1,N2` points "
           "along them |\n"
           "| all | `every=N` steps between rows (1), or `interval=T` (s), a multiple of `[time] dt`; `variables=LIST`"
           ", separated by commas (all that are solved for); `value=linear` (the default: the value at the point, by "
           "the limited gradient of its cell) or `value=cell` (the value of its cell) |\n\n"
           "A point must lie in the mesh. If it lies on a face between cells, the mesh alone decides which of them is "
           "taken, so that the number of ranks makes no difference.\n");
}

const struct feature_case feature_probes_case = {
    .size = sizeof(struct probes_case),
    .read = read_section,
    .release = forget_sets,
    .print_reference = print_reference,
};
