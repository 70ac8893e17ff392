/* case_groups.c: lines of [groups], resolved depth first: a group that is met again while its own line is read contains
 * itself. */
#include "case/case_groups.h"

#include "case/case_file.h"
#include "case/case_parts.h"
#include "case/case_record.h"
#include "error.h"
#include "mem.h"
#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The three colours of a depth-first search. */
enum line_state { LINE_UNREAD, LINE_OPEN, LINE_READ };

struct reading {
    const struct case_file *c;
    const struct pack *p;
    struct patch_groups *g;
    const struct config_entry *entry[GROUPS_MOST]; /* [g->n] */
    enum line_state state[GROUPS_MOST];
};

static const char *place(const struct reading *r, int k)
{
    return config_place(&r->c->config, r->entry[k]);
}

static int find_group(const struct patch_groups *g, const char *name)
{
    for (int k = 0; k < g->n; k++)
        if (strcmp(g->name[k], name) == 0)
            return k;
    return -1;
}

static bool *members(const struct patch_groups *g, int k)
{
    return g->member + (size_t)k * (size_t)g->n_patches;
}

/* ---- names ---- */

/* Names become parts of columns in history.csv (cl:wing), hence no commas, blanks or quotes, and of fields in HDF5
 * files (group:wing), hence no slashes. */
static bool is_column_name(const char *name)
{
    for (const char *s = name; *s; s++)
        if (!isalnum((unsigned char)*s) && !strchr("_-.+", *s))
            return false;
    return name[0] && strlen(name) <= GROUP_NAME_MOST;
}

/* A patch's name would be ambiguous in --patch of ufv-post and in [patches]. */
static int check_name(const struct reading *r, const struct config_entry *e)
{
    const char *at = config_place(&r->c->config, e);
    if (!is_column_name(e->key))
        return error_set("%s: the name of a group may contain only letters, digits and _ - . +, at most %d of them",
                         at, GROUP_NAME_MOST);
    if (strcmp(e->key, "total") == 0)
        return error_set("%s: total is the row of all walls together; give the group another name", at);
    if (r->g->n == GROUPS_MOST)
        return error_set("%s: is one group too many; at most %d are possible", at, GROUPS_MOST);
    for (int i = 0; i < r->p->n_patches; i++)
        if (strcmp(r->p->patch[i].name, e->key) == 0)
            return error_set("%s: a patch of the mesh has that name; give the group another", at);
    return 0;
}

/* --set replaces a line: the last entry of a name counts. */
static int list_groups(struct case_file *c, struct reading *r)
{
    for (int i = 0; i < c->config.n_entries; i++) {
        const struct config_entry *e = &c->config.entry[i];
        if (strcmp(e->section, "groups") != 0 || e->overridden)
            continue;
        TRY(check_name(r, e));
        r->entry[r->g->n] = e;
        r->g->reference[r->g->n] =
            (struct group_reference){false,
                                     c->reference.area,
                                     c->reference.length,
                                     c->reference.span,
                                     {c->reference.centre[0], c->reference.centre[1], c->reference.centre[2]}};
        text_copy(r->g->name[r->g->n++], NAME_SIZE, e->key);
    }
    return 0;
}

/* ---- members ---- */

static int unknown_word(const struct reading *r, const struct config_entry *e, const char *word)
{
    /* Enough to find a near one; a mesh may have more. */
    const char *names[256];
    int n = 0;
    for (; n < r->g->n; n++)
        names[n] = r->g->name[n];
    for (int i = 0; i < r->p->n_patches && n < 256; i++)
        names[n++] = r->p->patch[i].name;
    const char *near = text_nearest(word, names, n);
    char list[PATCH_LIST_SIZE];
    case_list_patches(r->p, sizeof list, list);
    return error_set("%s: the mesh has no patch '%s', nor is there such a group%s%s%s",
                     config_place(&r->c->config, e), word, near ? ", did you mean '" : "; there are the patches ",
                     near ? near : list, near ? "'?" : "");
}

static bool is_patch(const struct reading *r, int i, const char *word)
{
    return strcmp(word, r->p->patch[i].name) == 0 || text_glob(word, r->p->patch[i].name);
}

/* A glob may match nothing, since one case file serves several meshes; a plain name must exist. */
static bool names_patches(const struct reading *r, const char *word)
{
    bool found = strpbrk(word, "*?[") != NULL;
    for (int i = 0; i < r->p->n_patches && !found; i++)
        found = is_patch(r, i, word);
    return found;
}

static int add_patches(const struct reading *r, int k, const char *word)
{
    if (!names_patches(r, word))
        return unknown_word(r, r->entry[k], word);
    for (int i = 0; i < r->p->n_patches; i++)
        members(r->g, k)[i] |= is_patch(r, i, word);
    return 0;
}

static int read_line(struct reading *r, int k);

/* An open line is one that is being read further up in the recursion: a group in itself, directly or through others. */
static int add_word(struct reading *r, int k, const struct config_entry *e, const char *word)
{
    (void)e;
    int other = find_group(r->g, word);
    if (other < 0)
        return add_patches(r, k, word);
    if (r->state[other] == LINE_OPEN)
        return error_set("%s: group '%s' contains itself, here by '%s'; take that out", place(r, k), r->g->name[other],
                         word);
    TRY(read_line(r, other));
    for (int i = 0; i < r->p->n_patches; i++)
        /* A union: a patch that two words name counts once. */
        members(r->g, k)[i] |= members(r->g, other)[i];
    return 0;
}

/* ---- lines ---- */

/* "area=31": a key of [reference], for this group alone. */
static int add_setting(const struct reading *r, int k, const struct config_entry *e, char *word)
{
    static const char *const keys[] = {"area", "length", "span", "centre"};
    struct group_reference given, *to = e == r->entry[k] ? &r->g->reference[k] : &given;
    char *text = strchr(word, '=');
    *text++ = '\0';
    to->is_own = true;
    if (strcmp(word, "area") == 0)
        return case_record_numbers(r->c, e, word, text, (struct case_record_range){1, 1e-18, 1e18}, &to->area);
    if (strcmp(word, "length") == 0)
        return case_record_numbers(r->c, e, word, text, (struct case_record_range){1, 1e-9, 1e9}, &to->length);
    if (strcmp(word, "span") == 0)
        return case_record_numbers(r->c, e, word, text, (struct case_record_range){1, 1e-9, 1e9}, &to->span);
    if (strcmp(word, "centre") == 0)
        return case_record_numbers(r->c, e, word, text, (struct case_record_range){3, -1e9, 1e9}, to->centre);
    const char *near = text_nearest(word, keys, 4);
    return error_set("%s: a group takes no '%s'; %s%s%s", config_place(&r->c->config, e), word,
                     near ? "did you mean " : "it takes area, length, span and centre", near ? near : "",
                     near ? "?" : "");
}

/* Calls add(r, k, e, word) for the names of patches and groups on the line. A centre has commas, which divide names as
 * blanks do. */
static int read_words(struct reading *r, int k, const struct config_entry *e,
                      int (*add)(struct reading *r, int k, const struct config_entry *e, const char *word))
{
    TRY(case_record_once(r->c, e));
    char *text = text_format("%s", e->value), *rest = NULL;
    int status = 0;
    for (char *part = strtok_r(text, " \t", &rest); part && status == 0; part = strtok_r(NULL, " \t", &rest)) {
        if (strchr(part, '=') && !names_patches(r, part)) {
            status = add_setting(r, k, e, part);
            continue;
        }
        char *behind = NULL;
        for (char *word = strtok_r(part, ",", &behind); word && status == 0; word = strtok_r(NULL, ",", &behind))
            status = add(r, k, e, word);
    }
    mem_free(text);
    return status;
}

/* A group is read when another names it or when its turn comes, once. */
static int read_line(struct reading *r, int k)
{
    if (r->state[k] == LINE_READ)
        return 0;
    r->state[k] = LINE_OPEN;
    TRY(read_words(r, k, r->entry[k], add_word));
    r->state[k] = LINE_READ;
    for (int i = 0; i < r->p->n_patches; i++)
        if (members(r->g, k)[i])
            return 0;
    /* Members may be few on this mesh, but not none: forces of nothing would read as zero lift. */
    return error_set("%s: no patch of the mesh is in this group; name patches, globs (WING*) or groups", place(r, k));
}

static int check_word(struct reading *r, int k, const struct config_entry *e, const char *word)
{
    (void)k;
    return find_group(r->g, word) >= 0 || names_patches(r, word) ? 0 : unknown_word(r, e, word);
}

/* Of a line that is overridden: its words name something, whatever group that was when it was written. */
static int check_overridden(struct reading *r, int k, const struct config_entry *e)
{
    const struct config_entry *before = config_overridden(&r->c->config, e);
    if (!before)
        return 0;
    TRY(read_words(r, k, before, check_word));
    return check_overridden(r, k, before);
}

int case_groups(struct case_file *c, const struct pack *p, struct patch_groups *g)
{
    struct reading r = {.c = c, .p = p, .g = g};
    memset(g, 0, sizeof *g);
    g->n_patches = p->n_patches;
    TRY(list_groups(c, &r));
    if (g->n > 0)
        /* Once the number of groups is known: members of one group may be those of any other. */
        MEM_NEW_ZERO(g->member, g->n * g->n_patches);
    for (int k = 0; k < g->n && r.entry[k]; k++) /* each has one */
        TRY(check_overridden(&r, k, r.entry[k]) || read_line(&r, k));
    return 0;
}

void patch_groups_free(struct patch_groups *g)
{
    MEM_FREE(g->member);
    g->n = 0;
}

void case_print_groups(void)
{
    printf("\n## [groups]: groups of patches\n\n"
           "`NAME = PATCH ...` defines a group of patches, globs and other groups, separated by spaces. The forces "
           "and moments of a group are reported in `history.csv`, in `forces.json` and by `ufv-post forces` "
           "([output.md](output.md#"
           "forces)). A patch may be in several groups and counts once in each; only walls contribute to forces. "
           "There are at most %d groups. A name consists of letters, digits and `_ - . +`, and must differ from the "
           "names of all patches.\n\n"
           "The coefficients of a group are formed with the values of [reference], unless its line gives others: "
           "`area=S` (m^2), `length=L` (m), `span=B` (m), `centre=X,Y,Z` (m). They hold for this group only, not for "
           "groups that contain it.\n\n"
           "    [groups]\n"
           "    tail = HTP* VTP area=31.2 length=3.8 span=12.4 centre=34.1,0,5.2\n"
           "    aircraft = WING* FUSELAGE tail\n",
           GROUPS_MOST);
}
