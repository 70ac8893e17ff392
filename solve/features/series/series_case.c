/* series_case.c: what a case file says about series: lines of [series], each a set of fields of the volume, of the
 * surface or of the cells at a plane that is written every so many steps.
 */
#include "features/series/series_case.h"

#include "arithmetic/variable_names.h"
#include "case/case_parts.h"
#include "case/case_record.h"
#include "error.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *shape_of(const struct series_spec *s)
{
    return s->surface ? "surface" : s->plane ? "plane" : "volume";
}

static int count_variables(const struct case_file *c, bool surface)
{
    return surface ? surface_variables(c->model.equations) : equations_variables(c->model.equations);
}

static int take_variables(const struct case_file *c, const struct config_entry *e, char *text, struct series_spec *s)
{
    const char *names[NV_MAX];
    int n = count_variables(c, s->surface);
    for (int v = 0; v < n; v++)
        names[v] = (s->surface ? surface_variable_of(v) : variable_of(c->model.equations, v)).name;
    const struct case_record_choice choice = {names, n, s->surface ? "variable of surfaces" : "variable", "pressure"};
    return case_record_words(c, e, text, &choice, s->variable, &s->n_variables);
}

static int take_precision(const struct case_file *c, const struct config_entry *e, const char *text,
                          struct series_spec *s)
{
    s->full = strcmp(text, "double") == 0;
    return s->full || strcmp(text, "single") == 0
               ? 0
               : error_set("%s: precision=%s: not one of single, double", config_place(&c->config, e), text);
}

static int take_patches(const struct case_file *c, const struct config_entry *e, const char *text,
                        struct series_spec *s)
{
    if (!text[0] || strlen(text) >= sizeof s->patches)
        return error_set("%s: patches needs names of patches or groups with commas between, up to %zu characters",
                         config_place(&c->config, e), sizeof s->patches - 1);
    text_copy(s->patches, sizeof s->patches, text);
    return 0;
}

/* at=AXIS:X, as symmetry_plane of patches. */
static int take_place(const struct case_file *c, const struct config_entry *e, const char *text, struct series_spec *s)
{
    static const char axes[] = "xyz";
    const char *axis = text[0] ? strchr(axes, text[0]) : NULL;
    if (!axis || text[1] != ':' || text_to_double(text + 2, &s->at) != 0 || !isfinite(s->at))
        return error_set("%s: at=%s: write an axis, a colon and metres, such as at=y:0.5", config_place(&c->config, e),
                         text);
    s->axis = (int)(axis - axes);
    return 0;
}

/* What the words of a line have said; every, interval: as given to case_record_steps(). */
struct words {
    const struct case_file *c;
    const struct config_entry *e;
    struct series_spec *s;
    long every;
    double interval;
};

static int take_shape(void *words, const char *shape)
{
    struct words *w = words;
    w->s->surface = strcmp(shape, "surface") == 0;
    w->s->plane = strcmp(shape, "plane") == 0;
    if (strcmp(shape, shape_of(w->s)) == 0)
        return 0;
    return error_set("%s = %s: begins with none of volume, surface, plane; a line of [series] is NAME = surface "
                     "every=100, for example", config_place(&w->c->config, w->e), w->e->value);
}

/* Reads one key=value that follows the shape. */
static int take_pair(void *words, const char *key, char *value)
{
    struct words *w = words;
    const struct case_file *c = w->c;
    const struct config_entry *e = w->e;
    struct series_spec *s = w->s;
    if (strcmp(key, "every") == 0)
        return case_record_integers(c, e, key, value, 1, 1, &w->every);
    if (strcmp(key, "interval") == 0)
        return case_record_numbers(c, e, key, value, (struct case_record_range){1, 1e-20, 1e9}, &w->interval);
    if (strcmp(key, "variables") == 0)
        return take_variables(c, e, value, s);
    if (strcmp(key, "precision") == 0)
        return take_precision(c, e, value, s);
    if (s->surface && strcmp(key, "patches") == 0)
        return take_patches(c, e, value, s);
    if (s->plane && strcmp(key, "at") == 0)
        return take_place(c, e, value, s);
    return error_set("%s: %s takes no '%s' (every, interval, variables, precision%s)", config_place(&c->config, e),
                     shape_of(s), key, s->surface ? ", patches" : s->plane ? ", at" : "");
}

static int read_set(const struct case_file *c, const struct config_entry *e, void *to)
{
    struct series_case *all = to;
    TRY(case_record_name(c, e));
    MEM_GROW(all->line, all->n + 1);
    struct series_spec *s = &all->line[all->n++];
    memset(s, 0, sizeof *s);
    text_copy(s->name, sizeof s->name, e->key);
    s->at = NAN;
    struct words w = {.c = c, .e = e, .s = s, .interval = NAN};
    TRY(case_record_pairs(c, e, take_shape, take_pair, &w));
    /* No default here, other than of probes: frames of every step would fill a disk. */
    if (w.every == 0 && isnan(w.interval))
        return error_set("%s = %s: needs every=N, steps between frames, or interval=T, seconds",
                         config_place(&c->config, e), e->value);
    if (s->plane && isnan(s->at))
        return error_set("%s = %s: needs at=AXIS:X, where the plane is", config_place(&c->config, e), e->value);
    /* Without `variables` all of them, in the order of files. */
    for (int v = 0; s->n_variables == 0 && v < count_variables(c, s->surface); v++)
        s->variable[v] = v;
    if (s->n_variables == 0)
        s->n_variables = count_variables(c, s->surface);
    return case_record_steps(c, e, w.every, w.interval, &s->every);
}

static void forget_lines(void *to)
{
    struct series_case *s = to;
    MEM_FREE(s->line);
    s->n = 0;
}

static int read_section(struct case_file *c, void *spec, bool *asked)
{
    struct series_case *s = spec;
    TRY(case_record_lines(c, "series", read_set, forget_lines, s));
    CASE_NEED(s->n == 0 || c->numerics.pipeline == PIPELINE_FAST, "numerics", "pipeline", "must be fast for [series]");
    *asked = s->n > 0;
    return 0;
}

static void print_reference(void)
{
    printf("\n## [series]: fields that are written while the run marches\n\n"
           "`NAME = SHAPE key=value ...`, a line for each series; its frames go to `series/NAME/` in the results "
           "([output.md](output.md#series-and-movies)).\n\n"
           "| shape | what is written |\n|---|---|\n"
           "| `volume` | values in cells: the variables that are solved for |\n"
           "| `surface` | values on boundary faces: `pressure` and, in viscous runs, `wall_shear_x`, `wall_shear_y`, "
           "`wall_shear_z`, `heat_flux`, `y_plus` |\n"
           "| `plane` | the values of `volume` in the cells that touch a plane normal to an axis, `at=AXIS:X`: "
           "`at=y:0.5` is that of y = 0.5 m |\n\n"
           "Keys: `every=N` steps between frames, or `interval=T` (s), a multiple of `[time] dt`; one of them must be "
           "given. `variables=LIST`, separated by commas (all); `precision=single` (the default) or `double`; for a "
           "surface `patches=LIST`, globs of patches and names of groups, separated by commas (all).\n\n"
           "    [series]\n"
           "    movie = volume every=10 variables=density,velocity_x,velocity_y,velocity_z,pressure\n"
           "    cut = plane at=z:0.05 every=2 variables=velocity_x,velocity_y,velocity_z,pressure\n"
           "    skin = surface interval=1e-3 variables=pressure patches=wing*,tail\n");
}

const struct feature_case feature_series_case = {
    .size = sizeof(struct series_case),
    .read = read_section,
    .release = forget_lines,
    .print_reference = print_reference,
};
