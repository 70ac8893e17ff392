/* fuzz_case.c: the readers of settings on the fuzzer's text: case files with what is made of them, packs' manifests,
 * and ufv-prep's --config on the mesh of a box. First byte of the input: which of these (bits 0-1; 3: single values),
 * the rest is a string of text_code.h rather than the text itself (bit 2), its last line is given by --set (bit 3).
 */
#include "../unit/box_mesh.h"
#include "case/case_groups.h"
#include "case/case_notes.h"
#include "case/patch_keys.h"
#include "config.h"
#include "case/case_table.h"
#include "error.h"
#include "fuzz.h"
#include "periodic/periodic.h"
#include "periodic/periodic_config.h"
#include "run/mesh_from_raw.h"
#include "run/patch_config.h"
#include "text_code.h"

enum { MAX_WORDS = 512, CODED = 4, WITH_SET = 8 };

static const char *const other_words[] = {
    "\n", " = ", "=", "#", ";", "[", "]\n", ",", " ", "0", "1", "-1", "0.5", "2.5", "1e9", "1e-9", "1e400", "nan", "inf",
    "0x10", "9223372036854775807", "99999999999999999999", "yes", "no", "*", "?", "[a-", "w*", "wall", "wing", "far",
    "sym y", "out", "\n[patches]\n", "\n[groups]\n", "wing = ", "far = ", "\"sym y\" = ", "out = ", "* = ", "?[!x]* = ",
    "velocity=", "symmetry_plane=", "y:0", "x:nan", "1,2,3", "xmin = ", "zmax = ", "\n[periodic]\n", "a = xmin xmax", "b = ymin ymax", "x* ", "xmin ", "zmax ",
    "translation=", "1,0,0", "angle=", "90", "axis=", "0,0,1", "centre=", "\"", "\n[pack]\n", "schema_version = ", "id = ",
    "ranks = ", "cells = ", "faces = ", "nodes = ", "boundary_faces = ", "patches = ", "periodic = ", "source = ",
    "\n[patch ", "\n[periodic ", "name = ", "family = ", "kind = ", "rotation = ", "translation = ",
    "1 0 0 0 1 0 0 0 1", "%41", "%0", "%zz", "\xef\xbb\xbf", "\r\n", "\x1b[2J", "\xff",
};

static const char *word[MAX_WORDS];
static int n_words;
static struct fuzz_file file, manifest;
static FILE *nowhere;

static void add_word(const char *format, const char *a)
{
    static char text[MAX_WORDS][48];
    if (n_words == MAX_WORDS)
        FATAL("more words than room");
    snprintf(text[n_words], sizeof text[n_words], format, a);
    word[n_words] = text[n_words];
    n_words++;
}

/* "roe|hllc|...". */
static void add_choices(const char *choices)
{
    char one[48];
    for (const char *p = choices; *p; p += strcspn(p, "|"), p += *p == '|') {
        snprintf(one, sizeof one, "%.*s", (int)strcspn(p, "|"), p);
        add_word("%s", one);
    }
}

/* From case_options.inc itself: a new key or choice is a word of the fuzzer without a line here. */
static void add_words(void)
{
#define SECTION(name, help) add_word("\n[%s]\n", #name);
#define SECTION_END(name)
#define KEY(section, key) add_word("\n" #key "%s", " = ");
#define NUMBER(section, key, fallback, least, most, unit, help) KEY(section, key)
#define INTEGER(section, key, fallback, least, most, unit, help) KEY(section, key)
#define SWITCH(section, key, fallback, help) KEY(section, key)
#define WORD(section, key, type, fallback, choices, help) KEY(section, key) add_choices(choices);
#define VECTOR(section, key, n, fallback, least, most, unit, help) KEY(section, key)
#define TEXT(section, key, help) KEY(section, key)
#include "case/case_options.inc"
#define PATCH_KEY(key, ...) add_word("%s=", #key);
    PATCH_NUMBERS(PATCH_KEY)
#undef PATCH_KEY
    for (int k = 1; k < BC_N_KINDS; k++)
        add_word("%s ", bc_kind_name((enum bc_kind)k));
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        add_word("%s", other_words[i]);
    for (struct case_walk w = {0}; case_walk(NULL, &w);)
        if (w.of_feature && w.row->type == CASE_SECTION)
            add_word("\n[%s]\n", w.row->section);
        else if (w.of_feature) {
            add_word("\n%s = ", w.row->key);
            add_choices(w.row->choices ? w.row->choices : "");
        }
}

/* The order of words is part of the code of the corpus: keys that are added to case_options.inc, or move to a feature,
 * shift what the numbers of words in old inputs mean. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    nowhere = fuzz_silence();
    add_words();
    fuzz_file_make("case.cfg", &file);
    fuzz_file_make("manifest.ini", &manifest);
    return 0;
}

/* ---- a case file ---------------------------------------------------------------------- */

/* A group without any patch must have been refused: forces of nothing would be written for it. */
static int use_groups(struct case_file *c, const struct pack *p)
{
    struct patch_groups g;
    int status = case_groups(c, p, &g);
    for (int k = 0; k < g.n && status == 0; k++) {
        bool any = false;
        for (int b = 0; b < g.n_patches; b++)
            any = any || g.member[k * g.n_patches + b];
        if (!any)
            FATAL("group %s was taken without any patch", g.name[k]);
    }
    patch_groups_free(&g);
    return status;
}

/* What a run would do with a case that was read: its patches and groups, its notes, its echo, its steps. */
static int use_case(struct case_file *c)
{
    struct pack_patch patch[4] = {{.name = "wing", .kind = BC_WALL, .n_faces = 2},
                                  {.name = "far", .kind = BC_FARFIELD, .n_faces = 2},
                                  {.name = "sym y", .kind = BC_SYMMETRY, .n_faces = 1},
                                  {.name = "out", .kind = BC_NONE, .n_faces = 0}};
    struct pack p = {.n_patches = 4, .patch = patch};
    struct bc_values values[4];
    double stage[MAX_STAGES], keep[MAX_STAGES], crossed[4][2] = {{0, 0}, {0, 0}, {1, 0.5}, {0, 0}};
    struct json j;
    TRY(case_patches(c, &p, values));
    TRY(use_groups(c, &p));
    case_notes(c, nowhere);
    case_note_symmetry(c, patch, 4, crossed, false, nowhere);
    json_begin(&j, nowhere);
    case_echo(c, &j);
    json_end(&j);
    int n = case_stages(c, stage, keep);
    if (n < 1 || n > MAX_STAGES || !(case_cfl(c, 0) > 0) || !(case_cfl(c, INT64_MAX) > 0))
        FATAL("%d stages, CFL number %g at the start", n, case_cfl(c, 0));
    return 0;
}

/* What a case that was taken must be: finite, and positive where it has to be. */
static void demand_case(const struct case_file *c)
{
    double number[] = {c->flow.mach,   c->flow.pressure, c->flow.density, c->flow.temperature, c->flow.gamma,
                       c->reference.area,   c->reference.length,   c->derived.reference.velocity[0],   c->derived.reference.lift_axis[0],
                       (double)c->derived.fluid.viscosity, c->derived.freestream_turbulence[0], c->derived.freestream_turbulence[1]};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        /* Neither infinite nor no number. */
        if (!(number[i] - number[i] == 0))
            FATAL("number %zu of the case is %g", i, number[i]);
    if (!(c->flow.pressure > 0 && c->flow.density > 0 && c->flow.temperature > 0 && c->flow.gamma > 1))
        FATAL("pressure %g, density %g, temperature %g", c->flow.pressure, c->flow.density, c->flow.temperature);
}

static int read_case(const char *assignment)
{
    struct case_file c;
    int status = case_read(file.path, &assignment, assignment != NULL, &c);
    if (status == 0) {
        demand_case(&c);
        status = use_case(&c);
    }
    case_free(&c);
    return status;
}

/* ---- other settings -------------------------------------------------------------------- */

static int read_manifest(void)
{
    struct pack_manifest m;
    TRY(pack_manifest_read(fuzz_folder(), &m));
    pack_manifest_free(&m);
    return 0;
}

/* In the order of ufv-prep: interfaces change which faces are boundary ones, and patches are given keys after that. */
static int read_config(void)
{
    struct raw_mesh raw;
    struct mesh m = {0};
    struct mesh_findings found;
    box_mesh(BOX_HEXA, 1, 0, &raw);
    int status = mesh_build(&raw, &m, &found) || periodic_config_apply(file.path, &m) || periodic_settle(&m) ||
                 patch_config_apply(file.path, &m);
    mesh_free(&m);
    raw_mesh_free(&raw);
    return status;
}

/* Every value as every type. */
static int read_values(const char *assignment)
{
    struct config c;
    double number[3];
    long whole;
    bool yes;
    int status = config_read(file.path, &c) || (assignment && config_set(&c, assignment) != 0);
    for (int i = 0; i < c.n_entries && status == 0; i++) {
        const struct config_entry *e = config_find(&c, c.entry[i].section, c.entry[i].key);
        if (!e)
            FATAL("entry %d is not found again", i);
        int types = (config_to_double(&c, e, number) == 0) + (config_to_long(&c, e, &whole) == 0) +
                    (config_to_bool(&c, e, &yes) == 0) + (config_to_doubles(&c, e, 3, number) == 0);
        fprintf(nowhere, "%d", types);
    }
    config_free(&c);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[TEXT_CODE_MOST + 1];
    int options = size > 0 ? data[0] : 0;
    const char *assignment = NULL;
    data += size > 0;
    size -= size > 0;
    if (options & CODED)
        size = text_decode(data, size, word, n_words, text);
    else
        memcpy(text, data, size = size < TEXT_CODE_MOST ? size : TEXT_CODE_MOST);
    text[size] = '\0';
    char *line = options & WITH_SET ? memrchr(text, '\n', size) : NULL;
    if (line) {
        assignment = line + 1;
        size = (size_t)(line - text);
    }
    fuzz_begin();
    fuzz_file_fill((options & 3) == 1 ? &manifest : &file, text, size);
    fuzz_end((options & 3) == 0   ? read_case(assignment)
             : (options & 3) == 1 ? read_manifest()
             : (options & 3) == 2 ? read_config()
                                  : read_values(assignment));
    return 0;
}
