/* Reads the lines of [periodic]: the patches of both sides, the transform, and what is wrong with a line. */
#include "periodic/periodic_config.h"

#include "config.h"
#include "error.h"
#include "mem.h"
#include "periodic/periodic.h"
#include "periodic/periodic_match.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* What a line says. */
struct request {
    char text[1024]; /* the line, cut into words */
    struct periodic_sides sides;
    bool has_translation, has_angle, has_axis, has_centre;
    double translation[3], axis[3], centre[3], angle; /* m, degrees */
};

/* The next word of *text, which is cut up: up to a blank, or within quotes.
 * Quotes are for names of patches with blanks. */
static char *next_word(char **text)
{
    char *s = *text;
    s += strspn(s, " \t");
    if (*s == '\0')
        return NULL;
    const char *end = *s == '"' ? "\"" : " \t";
    s += *s == '"';
    char *stop = s + strcspn(s, end);
    *text = *stop ? stop + 1 : stop;
    *stop = '\0';
    return s;
}

static int no_patch(const struct config *c, const struct config_entry *e, const struct mesh *m, const char *word)
{
    const char **names;
    MEM_NEW(names, m->n_patches + 1);
    for (int p = 0; p < m->n_patches; p++)
        names[p] = m->patch[p].name;
    const char *near = text_nearest(word, names, m->n_patches);
    error_set("%s: the mesh has no patch '%s'%s%s%s", config_place(c, e), word, near ? "; did you mean '" : "",
              near ? near : "", near ? "'?" : "; ufv-prep --check lists them");
    mem_free(names);
    return 1;
}

/* A glob may name several patches of one side. m->patch's n_joined tells patches that an earlier line or the
 * file has joined. */
static int read_patches(const struct config *c, const struct config_entry *e, const struct mesh *m, const char *word,
                        struct periodic_sides *sides, int side)
{
    if (!word)
        return error_set("%s = %s: two patches are needed: NAME = PATCH PATCH [translation=x,y,z | angle=deg "
                         "axis=x,y,z centre=x,y,z]",
                         config_place(c, e), e->value);
    bool any = false;
    sides->name[side] = word;
    MEM_NEW_ZERO(sides->in[side], m->n_patches + 1);
    for (int p = 0; p < m->n_patches; p++) {
        if (strcmp(m->patch[p].name, word) != 0 && !text_glob(word, m->patch[p].name))
            continue;
        sides->in[side][p] = 1;
        any = true;
        /* A face has one partner: it cannot belong to two interfaces. */
        if (m->patch[p].n_joined > 0)
            return error_set("%s = %s: the faces of patch %s are periodic already", config_place(c, e), e->value,
                             m->patch[p].name);
    }
    return any ? 0 : no_patch(c, e, m, word);
}

/* Sides are apart or the same. */
static int compare_sides(const struct config *c, const struct config_entry *e, const struct mesh *m,
                         struct periodic_sides *sides)
{
    int common = 0, different = 0;
    for (int p = 0; p < m->n_patches; p++) {
        common += sides->in[0][p] && sides->in[1][p];
        different += sides->in[0][p] != sides->in[1][p];
    }
    sides->same = different == 0;
    return common && different
               ? error_set("%s = %s: a patch is on both sides; name other patches", config_place(c, e), e->value)
               : 0;
}

static int read_numbers(const struct config *c, const struct config_entry *e, const char *key, char *value, int n,
                        double most, double *out)
{
    struct config_entry part = {e->section, e->key, value, e->line, true, false};
    if (config_to_doubles(c, &part, n, out) != 0)
        return error_set("%s: %s=%s: %s", config_place(c, e), key, value,
                         n == 1 ? "a number is needed" : "three numbers are needed, with commas and no blanks");
    for (int i = 0; i < n; i++)
        if (!(fabs(out[i]) <= most))
            return error_set("%s: %s=%s: must be %g to %g", config_place(c, e), key, value, -most, most);
    return 0;
}

/* axis may have any length; lengths are bounded only to catch text that reads as a number by mistake. */
static int read_setting(const struct config *c, const struct config_entry *e, char *word, struct request *r)
{
    static const char *const keys[] = {"translation", "angle", "axis", "centre"};
    struct {
        bool *has;
        int n;
        double most, *value; /* m, degrees, any unit, m */
    } target[] = {{&r->has_translation, 3, 1e9, r->translation},
                  {&r->has_angle, 1, 360, &r->angle},
                  {&r->has_axis, 3, 1e9, r->axis},
                  {&r->has_centre, 3, 1e9, r->centre}};
    char *equals = strchr(word, '=');
    if (!equals)
        return error_set("%s: '%s' is not key=value", config_place(c, e), word);
    *equals = '\0';
    for (int k = 0; k < 4; k++)
        if (strcmp(word, keys[k]) == 0) {
            *target[k].has = true;
            return read_numbers(c, e, keys[k], equals + 1, target[k].n, target[k].most, target[k].value);
        }
    const char *near = text_nearest(word, keys, 4);
    return error_set("%s: unknown setting '%s'%s%s%s", config_place(c, e), word, near ? "; did you mean '" : "",
                     near ? near : "", near ? "'?" : "; there are: translation, angle, axis, centre");
}

/* All that can be found wrong with a line before its faces are looked at. */
static int read_request(const struct config *c, const struct config_entry *e, const struct mesh *m, struct request *r)
{
    char *rest = r->text, *word;
    text_copy(r->text, sizeof r->text, e->value);
    TRY(read_patches(c, e, m, next_word(&rest), &r->sides, 0));
    TRY(read_patches(c, e, m, next_word(&rest), &r->sides, 1));
    TRY(compare_sides(c, e, m, &r->sides));
    while ((word = next_word(&rest)))
        TRY(read_setting(c, e, word, r));
    if (r->sides.same && !r->has_angle && !r->has_translation)
        return error_set("%s = %s: one patch for both sides needs translation=x,y,z or angle=deg", config_place(c, e),
                         e->value);
    /* A line that says something without effect was meant otherwise. */
    if ((r->has_axis || r->has_centre) && !r->has_angle)
        return error_set("%s = %s: axis and centre need an angle", config_place(c, e), e->value);
    if (r->axis[0] == 0.0 && r->axis[1] == 0.0 && r->axis[2] == 0.0)
        return error_set("%s = %s: the axis has no length", config_place(c, e), e->value);
    return 0;
}

/* Neither given: the translation from the mean node of one side to that of the other (periodic_guess()).
 * Angle and translation may be given together (a screw). */
static struct transform make_transform(const struct mesh *m, const struct request *r)
{
    struct transform t;
    if (!r->has_angle && !r->has_translation) {
        periodic_guess(m, &r->sides, &t);
        return t;
    }
    return transform_rotation(r->angle / DEGREES_PER_RADIAN, vec3_make(r->axis[0], r->axis[1], r->axis[2]),
                              vec3_make(r->centre[0], r->centre[1], r->centre[2]),
                              vec3_make(r->translation[0], r->translation[1], r->translation[2]));
}

/* The transform takes side 0 to side 1: x' = R x + t. */
static int join(const struct config *c, const struct config_entry *e, const struct request *r, struct mesh *m)
{
    struct periodic_match p = {0};
    struct transform t = make_transform(m, r);
    int status = periodic_match(m, config_place(c, e), &r->sides, &t, &p);
    text_copy(p.pairs.name, sizeof p.pairs.name, e->key);
    memcpy(p.pairs.rotation, t.rotation, sizeof t.rotation);
    memcpy(p.pairs.translation, t.translation, sizeof t.translation);
    status = status || periodic_join(m, c->path, &p.pairs, (const lid *const[2]){p.face[0], p.face[1]});
    periodic_match_free(&p);
    return status;
}

static int apply_entry(const struct config *c, const struct config_entry *e, struct mesh *m)
{
    struct request r = {.axis = {0, 0, 1}};
    int status = read_request(c, e, m, &r) || join(c, e, &r, m);
    mem_free(r.sides.in[0]);
    mem_free(r.sides.in[1]);
    return status;
}

/* Line by line in the order of the file; [patches] of the same file is for patch_config.c. */
int periodic_config_apply(const char *path, struct mesh *m)
{
    struct config c;
    int status = config_read(path, &c);
    for (int i = 0; i < c.n_entries && status == 0; i++)
        if (strcmp(c.entry[i].section, "periodic") == 0)
            status = apply_entry(&c, &c.entry[i], m);
    config_free(&c);
    return status;
}
