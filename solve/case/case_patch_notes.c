/* case_patch_notes.c: what is allowed of a case on its mesh and most often meant otherwise: globs of no patch, no
 * walls, outlets all around, a mesh in other units than the reference values.
 */
#include "case/case_notes.h"

#include "features/features.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Walls this many reference lengths long, or the reverse: millimetres for metres are a factor of 1000. */
static const double odd_lengths = 300;

/* Likewise of areas, for which they are a factor of a million. */
static const double odd_areas = 1e5;

/* ---- globs ---- */

static void note_glob(const struct config *config, const struct config_entry *e, const char *glob,
                      const struct pack_patch *patch, int n, FILE *f)
{
    if (!strpbrk(glob, "*?["))
        return;
    for (int k = 0; k < n; k++)
        if (text_glob(glob, patch[k].name))
            return;
    bool in_group = strcmp(e->section, "groups") == 0;
    fprintf(f,
            "ufv-solve: note: %s: no patch of the mesh matches '%s', so that %s has no effect (ufv-prep --info lists "
            "patches; capitals count)\n",
            config_place(config, e), glob, in_group ? "it" : "the line");
}

/* Plain names that are wrong have been refused. A glob in a value of [patches] is none, but for groups the value is the
 * list. */
static void note_globs(const struct case_file *c, const struct pack_patch *patch, int n, FILE *f)
{
    for (int i = 0; i < c->config.n_entries; i++) {
        const struct config_entry *e = &c->config.entry[i];
        if (strcmp(e->section, "patches") == 0)
            note_glob(&c->config, e, e->key, patch, n, f);
        if (strcmp(e->section, "groups") != 0)
            continue;
        char *words = text_format("%s", e->value), *rest = NULL;
        for (char *word = strtok_r(words, " \t,", &rest); word; word = strtok_r(NULL, " \t,", &rest))
            note_glob(&c->config, e, word, patch, n, f);
        mem_free(words);
    }
}

/* ---- kinds ---- */

static bool any_wall(const struct pack_patch *patch, int n, const struct bc_values *values)
{
    for (int k = 0; k < n; k++)
        if (patch[k].n_faces > 0 && bc_kind_is_wall((enum bc_kind)values[k].kind))
            return true;
    return false;
}

/* Where the fluid passes and its pressure alone is given: nothing there says how fast it comes. */
static void note_outlets(const struct case_file *c, const struct pack_patch *patch, int n,
                         const struct bc_values *values, FILE *f)
{
    int outlets = 0;
    for (int k = 0; k < n; k++) {
        if (patch[k].n_faces == 0 || values[k].kind == BC_SYMMETRY || bc_kind_is_wall((enum bc_kind)values[k].kind))
            continue;
        if (values[k].kind != BC_PRESSURE_OUTLET && values[k].kind != BC_SUPERSONIC_OUTFLOW)
            return;
        outlets++;
    }
    if (outlets > 0 && c->flow.mach > 0)
        fprintf(f,
                "ufv-solve: note: all boundaries that fluid passes are outlets, so that nothing maintains the free "
                "stream of Mach %g; write [patches] NAME = farfield for the outer boundary of a body, or give an "
                "inflow\n",
                c->flow.mach);
}

static bool lets_rest(const struct bc_values *v)
{
    if (v->kind == BC_SYMMETRY || v->kind == BC_FARFIELD ||
        (v->kind == BC_PRESSURE_OUTLET && v->outlet == OUTLET_STREAM))
        return true;
    double moves = 0;
    for (int i = 0; i < 3; i++)
        moves += fabs((double)v->wall_velocity[i]) + fabs((double)v->wall_rotation[i]);
    return bc_kind_is_wall((enum bc_kind)v->kind) && moves == 0;
}

/* Gas that begins at rest and stays so. */
static void note_rest(const struct case_file *c, const struct pack_patch *patch, int n, const struct bc_values *values,
                      FILE *f)
{
    bool rests = c->flow.mach == 0 && c->time.local && c->initial.kind == INITIAL_UNIFORM &&
                 !c->derived.motion.steady && !features_have_sources(c->features);
    for (int k = 0; k < n; k++)
        rests = rests && (patch[k].n_faces == 0 || lets_rest(&values[k]));
    if (rests)
        fprintf(f, "ufv-solve: note: [flow] mach = 0 and nothing else moves the gas, so that it stays at rest and all "
                   "coefficients are zero\n");
}

/* ---- units ---- */

static double longest_side(const struct wall_extent *w)
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = fmax(most, w->high[i] - w->low[i]);
    return most;
}

/* Walls all around a far field that is less than half as large along each axis: a body that was called far field, in a
 * far field that was called wall. The ends of a duct reach as far as its walls along one axis at least. An axis across
 * a plane mesh does not count. */
static void note_swapped(const struct wall_extent *w, FILE *f)
{
    const double thin = 0.01, small = 0.5;
    double side = longest_side(w), far = 0;
    for (int i = 0; i < 3; i++) {
        double of_walls = w->high[i] - w->low[i], of_far = w->far_high[i] - w->far_low[i];
        if (of_walls < thin * side)
            continue;
        if (!(of_far <= small * of_walls) || w->far_low[i] < w->low[i] || w->far_high[i] > w->high[i])
            return;
        far = fmax(far, of_far);
    }
    if (far > 0) /* without a far field of_far is -inf */
        fprintf(f, "ufv-solve: note: the walls, %.4g m long, surround all far-field patches, which reach over %.4g m; "
                   "if the two kinds are swapped, exchange them in [patches]\n", side, far);
}

static bool has_far_field(const struct wall_extent *w)
{
    return w->far_high[0] >= w->far_low[0];
}

/* An airfoil of unit chord on a mesh one metre deep needs no area: its shadow is 1 m^2, of a thick one a bit more. */
static bool is_near_one(double areas)
{
    return areas > 0.8 && areas < 1.25;
}

/* Whose coefficients are formed with the disk. */
static bool is_rotor(const struct case_file *c)
{
    return c->derived.reference.rotor.radius > 0;
}

/* One note at most: a wrong unit makes both ratios odd. */
static void note_units(const struct case_file *c, const struct wall_extent *w, FILE *f)
{
    double side = longest_side(w), lengths = side / c->reference.length,
           reynolds_lengths = side / c->flow.reynolds_length;
    double seen = fmax(w->projected[0], fmax(w->projected[1], w->projected[2])), areas = seen / c->reference.area;
    if (!(side > 0))
        return;
    if (config_has(&c->config, "reference", "length") && (lengths > odd_lengths || lengths < 1 / odd_lengths))
        fprintf(f,
                "ufv-solve: note: the walls are %.4g m long, %.3g times the [reference] length of %g m; %s\n",
                side, lengths, c->reference.length,
                lengths > 1 ? "if the mesh is in other units, run ufv-prep --scale 0.001 (from millimetres); otherwise "
                              "correct length" : "write length in metres");
    else if (config_has(&c->config, "flow", "reynolds_length") && equations_are_viscous(c->model.equations) &&
             (reynolds_lengths > odd_lengths || reynolds_lengths < 1 / odd_lengths))
        fprintf(f,
                "ufv-solve: note: the walls are %.4g m long, %.3g times the [flow] reynolds_length of %g m; write it "
                "in metres%s\n",
                side, reynolds_lengths, c->flow.reynolds_length,
                reynolds_lengths > 1 ? ", or, if the mesh is in millimetres, run ufv-prep --scale 0.001" : "");
    else if (config_has(&c->config, "reference", "area") && (areas > odd_areas || areas < 1 / odd_areas))
        fprintf(f,
                "ufv-solve: note: [reference] area = %g m^2 is %.3g times the largest projected area of the walls, "
                "%.4g m^2; if it is in other units, write it in m^2\n",
                c->reference.area, 1 / areas, seen);
    else if (!config_has(&c->config, "reference", "area") && has_far_field(w) && !is_rotor(c) && !is_near_one(areas))
        fprintf(f,
                "ufv-solve: note: [reference] area is not given, so that coefficients are formed with %g m^2; the "
                "largest projected area of the walls is %.4g m^2\n", c->reference.area, seen);
}

void case_note_patches(const struct case_file *c, const struct pack_patch *patch, int n, const struct bc_values *values,
                       const struct wall_extent *w, FILE *f)
{
    note_globs(c, patch, n, f);
    note_outlets(c, patch, n, values, f);
    note_rest(c, patch, n, values, f);
    features_note_patches(c, c->features, patch, n, values, f);
    if (!any_wall(patch, n, values))
        fprintf(f,
                "ufv-solve: note: no patch is a wall, so that there are no forces and %s; write [patches] NAME = "
                "%s if there is a body\n",
                equations_are_viscous(c->model.equations) ? "no boundary layer" : "all coefficients are zero",
                equations_are_viscous(c->model.equations) ? "wall" : "slip");
    else {
        note_swapped(w, f);
        note_units(c, w, f);
    }
}
