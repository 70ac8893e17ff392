/* report_forces.c: numbers are rounded to what they are worth: lift and moments to four decimals, drag to a tenth of a
 * count.
 */
#include "report/report_forces.h"

#include "force_coefficients.h"
#include "forces/forces.h"
#include "input/too_hot.h"
#include "mem.h"
#include "plot/html.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- the verdict ------------------------------------------------------------------------------------------ */

void report_verdict(FILE *f, const struct json_value *run)
{
    const struct json_value *text = json_member(run, "verdict"), *converged = json_member(run, "converged");
    if (!text || !text->text[0]) { /* as of an old program, or damaged */
        fprintf(f, "<p class=\"verdict note\"><b>No verdict</b>run.json does not say whether the run has "
                   "converged</p>\n");
        return;
    }
    bool known = converged && converged->type == JSON_BOOL, has = known && converged->number != 0;
    const char *said = text->text;
    bool diverged = known && !has && json_member(run, "diverged");
    const char *head = !known ? "No verdict" : has ? "Converged" : diverged ? "Diverged" : "Not converged";
    /* The sentence begins with what the head says already; the rest stands behind the colon. */
    const char *colon = strchr(said, ':');
    if (known && colon && strncmp(said, has ? "converged:" : "not converged:", (size_t)(colon - said) + 1) == 0)
        said = colon + 1 + strspn(colon + 1, " ");
    fprintf(f, "<p class=\"verdict %s\"><b>%s</b>", !known ? "note" : has ? "good" : "warning", head);
    html_text(f, said);
    fprintf(f, "</p>\n");
}

void report_hot_cells(FILE *f, const struct json_value *run)
{
    char *sentence = too_hot_sentence(run);
    if (!sentence)
        return;
    fprintf(f, "<p class=\"verdict warning\"><b>Cells that are too hot</b>");
    html_text(f, sentence);
    fprintf(f, "</p>\n");
    mem_free(sentence);
}

/* ---- key figures --------------------------------------------------------------------------------------------- */

/* name may hold HTML: it is the program's own. A value that is none has no tile. */
static void write_tile(FILE *f, const char *name, double value, int decimals)
{
    if (isfinite(value))
        fprintf(f, "<div class=\"tile\"><b>%.*f</b><span>%s</span></div>\n", decimals, value, name);
}

static void write_plain_tile(FILE *f, const char *name, double value)
{
    if (isfinite(value))
        fprintf(f, "<div class=\"tile\"><b>%.6g</b><span>%s</span></div>\n", value, name);
}

static double number_of(const struct json_value *v, const char *key)
{
    return json_number_of(json_member(v, key));
}

/* Nose up is positive. */
static double pitching_moment(const struct results *r, const struct json_value *c)
{
    const double cm[3] = {number_of(c, "cmx"), number_of(c, "cmy"), number_of(c, "cmz")};
    return force_pitching_moment(r->reference.lift_axis, r->reference.drag_axis, cm);
}

void report_tiles(FILE *f, const struct results *r, const struct json_value *run, const struct json_value *forces,
                  bool instant)
{
    const struct json_value *flow = json_member(json_member(run, "settings"), "flow");
    double cl = number_of(forces, "cl"), cd = number_of(forces, "cd");
    fprintf(f, "<div class=\"tiles\">\n");
    write_tile(f, instant ? "lift coefficient, last instant" : "lift coefficient", cl, 4);
    write_tile(f,
               instant ? "drag, counts (10<sup>&minus;4</sup>), last instant"
                       : "drag, counts (10<sup>&minus;4</sup>)",
               1e4 * cd, 1);
    /* Infinite or NaN without drag: write_tile() leaves it out. */
    write_tile(f, "lift over drag", cl / cd, 2);
    write_tile(f, "pitching moment coefficient, nose up positive", pitching_moment(r, forces), 4);
    write_tile(f, "angle of attack, degrees", number_of(flow, "alpha"), 4);
    write_plain_tile(f, "Mach number", number_of(flow, "mach"));
    write_tile(f, "side force coefficient", number_of(forces, "cy"), 4);
    write_tile(f, "cells", number_of(run, "cells"), 0);
    write_tile(f, "seconds since the last start", number_of(json_member(run, "seconds"), "total"), 1);
    fprintf(f, "</div>\n");
}

/* ---- components ------------------------------------------------------------------------------------------- */

static void begin_row(FILE *f, const char *name, const char *class)
{
    fprintf(f, "<tr%s><th>", class);
    html_text(f, name);
    fprintf(f, "</th>");
}

/* Of walls; what crosses an open patch is no drag. */
static bool is_nothing(const struct json_value *c)
{
    return number_of(c, "cl") == 0 && number_of(c, "cd") == 0;
}

/* parts: of pressure and of friction; without friction the two columns would repeat the drag. */
static void write_component(FILE *f, const struct results *r, const char *name, const struct json_value *c,
                            const char *class, bool parts)
{
    double cl = number_of(c, "cl"), cd = number_of(c, "cd");
    begin_row(f, name, class);
    html_number(f, cl, 4);
    html_number(f, 1e4 * cd, 1);
    if (parts) {
        html_number(f, 1e4 * number_of(json_member(c, "pressure"), "cd"), 1);
        html_number(f, 1e4 * number_of(json_member(c, "friction"), "cd"), 1);
    }
    html_number(f, cl / cd, 2);
    html_number(f, pitching_moment(r, c), 4);
    fprintf(f, "</tr>\n");
}

static void write_components(FILE *f, const struct results *r, const struct json_value *forces)
{
    const struct json_value *groups = json_member(forces, "groups"), *patches = json_member(forces, "patches");
    bool parts = number_of(json_member(forces, "friction"), "cd") != 0;
    html_heading(f, "Forces by component");
    fprintf(f, "<div class=\"scroll\"><table>\n<tr><th></th><th class=\"n\">c<sub>L</sub></th>"
               "<th class=\"n\">drag, counts</th>%s<th class=\"n\">L/D</th>"
               "<th class=\"n\">c<sub>m</sub>, nose up</th></tr>\n",
            parts ? "<th class=\"n\">of pressure</th><th class=\"n\">of friction</th>" : "");
    write_component(f, r, "total", forces, " class=\"sum\"", parts);
    for (const struct json_value *v = groups ? groups->first : NULL; v; v = v->next)
        if (!is_nothing(v))
            write_component(f, r, v->key, v, " class=\"group\"", parts);
    for (const struct json_value *v = patches ? patches->first : NULL; v; v = v->next)
        write_component(f, r, v->key, v, "", parts);
    fprintf(f,
            "</table></div>\n<p class=\"note\">%sReference area %g m<sup>2</sup>, length %g m, moments about "
            "(%g, %g, %g) m.</p>\n",
            groups && groups->first ? "Coloured rows are groups of [groups]; patches follow. " : "",
            r->reference.area, r->reference.length, r->reference.centre[0], r->reference.centre[1],
            r->reference.centre[2]);
    for (int g = 0; g < r->n_groups; g++) {
        const struct results_group *of = &r->group[g];
        if (!of->has_reference)
            continue;
        fprintf(f, "<p class=\"note\">");
        html_text(f, of->name);
        fprintf(f, ": reference area %g m<sup>2</sup>, length %g m, moments about (%g, %g, %g) m.</p>\n", of->area,
                of->length, of->centre[0], of->centre[1], of->centre[2]);
    }
}

/* ---- engines ---------------------------------------------------------------------------------------------- */

static void write_flow_row(FILE *f, const char *name, const struct json_value *w, const char *class)
{
    begin_row(f, name, class);
    html_number(f, number_of(w, "mass_flow"), 3);
    html_number(f, number_of(w, "pressure"), 0);
    html_number(f, number_of(w, "total_pressure"), 0);
    html_number(f, number_of(w, "total_temperature"), 2);
    /* The file has N and W, the page kN and MW. */
    html_number(f, 1e-3 * number_of(w, "thrust"), 3);
    html_number(f, 1e-6 * number_of(w, "power"), 4);
    fprintf(f, "</tr>\n");
}

static bool is_flow(const struct json_value *w)
{
    return w && w->type == JSON_OBJECT;
}

/* Of inflows and outlets and of the groups with one, as ufv-post forces lists them; not of a far field. */
static void write_engines(FILE *f, const struct results *r, const struct json_value *forces)
{
    const struct json_value *flows = json_member(forces, "flows"), *groups = json_member(forces, "group_flows");
    bool any = false;
    for (int b = 0; b < r->manifest.n_patches; b++) {
        /* The same kinds as in forces_is_duct() of forces.c; here the run's forces.json says whether fluxes were
         * recorded. */
        const enum bc_kind kind = r->kind[b];
        if (kind != BC_PRESSURE_OUTLET && kind != BC_TOTAL_INFLOW && kind != BC_MASS_INFLOW)
            continue;
        const struct json_value *w = json_member(flows, r->manifest.patch[b].name);
        if (!is_flow(w))
            continue;
        if (!any) {
            html_heading(f, "Inflows and outlets");
            fprintf(f, "<div class=\"scroll\"><table>\n<tr><th></th><th class=\"n\">mass flow, kg/s</th>"
                       "<th class=\"n\">p, Pa</th><th class=\"n\">total p, Pa</th><th class=\"n\">total T, K</th><th "
                       "class=\"n\">thrust, kN</th>"
                       "<th class=\"n\">power, MW</th></tr>\n");
        }
        any = true;
        write_flow_row(f, r->manifest.patch[b].name, w, "");
    }
    for (const struct json_value *v = any && groups ? groups->first : NULL; v; v = v->next)
        if (is_flow(v))
            write_flow_row(f, v->key, v, " class=\"group\"");
    if (!any)
        return;
    fprintf(f,
            "</table></div>\n<p class=\"note\">Mass flow out of the fluid is positive: a fan face has a positive "
            "mass flow, an exhaust a negative one. Thrust and power are what the fluid receives. Those of a group "
            "are the sums over its patches, without the forces on the engine's walls.</p>\n");
    double sum, largest;
    if (forces_mass_balance(r, &sum, &largest))
        fprintf(f,
                "<p class=\"note\">The mass flows through all boundaries, the far field included, add up to %.3g kg/s, "
                "%.2g %% of the largest in the table.</p>\n",
                sum, 100 * fabs(sum) / largest);
}

/* ---- all coefficients ------------------------------------------------------------------------------------- */

static void write_coefficients(FILE *f, const char *name, const struct json_value *v)
{
    static const char *const key[] = {"cl", "cd", "cy", "cmx", "cmy", "cmz"};
    begin_row(f, name, "");
    for (int k = 0; k < 6; k++)
        html_number(f, number_of(v, key[k]), 6);
    fprintf(f, "</tr>\n");
}

static void write_all(FILE *f, const struct json_value *forces)
{
    static const char *const column[6] = {"L", "D", "Y", "mx", "my", "mz"};
    fprintf(f, "<details><summary>all coefficients</summary><div class=\"scroll\"><table>\n<tr><th></th>");
    for (int k = 0; k < 6; k++)
        fprintf(f, "<th class=\"n\">c<sub>%s</sub></th>", column[k]);
    fprintf(f, "</tr>\n");
    write_coefficients(f, "total", forces);
    write_coefficients(f, "pressure", json_member(forces, "pressure"));
    write_coefficients(f, "friction", json_member(forces, "friction"));
    const struct json_value *patches = json_member(forces, "patches");
    for (const struct json_value *v = patches ? patches->first : NULL; v; v = v->next)
        write_coefficients(f, v->key, v);
    const struct json_value *groups = json_member(forces, "groups");
    for (const struct json_value *v = groups ? groups->first : NULL; v; v = v->next)
        write_coefficients(f, v->key, v);
    fprintf(f,
            "</table></div>\n<p class=\"note\">Moments are right-handed about the axes of the mesh.</p></details>\n");
}

void report_forces(FILE *f, const struct results *r, const struct json_value *forces)
{
    write_components(f, r, forces);
    write_all(f, forces);
    write_engines(f, r, forces);
}
