/* foam_boundary.c: patches by name, each a range of faces, with what their types mean here. */
#include "foam/foam_mesh.h"

#include "mem.h"
#include "name_index.h"
#include "printable.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* The shortest patch: "a{type b;nFaces 0;startFace 0;}". */
enum { TEXT_PATCH = 28 };

struct range {
    char name[FOAM_WORD_SIZE], type[FOAM_WORD_SIZE], other[FOAM_WORD_SIZE]; /* other: neighbourPatch, "" for none */
    int64_t first, n; /* -1: not said */
};

struct boundary {
    struct foam *f;
    struct foam_file in;
    struct name_index names;
    int64_t next;            /* face at which the next patch begins */
    char pairs[512];         /* cyclic patches, for a note */
    bool pairs_full, wedge;
};

static int take_number(struct boundary *b, const char *key, const char *value, int64_t *number)
{
    char *end;
    *number = strtoll(value, &end, 10);
    return *end == '\0' && end != value && *number >= 0 && *number <= b->f->m->n_polygons
               ? 0
               : stream_error(&b->in.in, "has '%s %.40s', and there are %" PRId64 " faces; copy or write the mesh "
                              "again", key, value, b->f->m->n_polygons);
}

/* Up to ';' or, where the value is a dictionary, behind its '}'. value: the first word. */
static int read_value(struct boundary *b, char *value)
{
    char word[FOAM_WORD_SIZE];
    int depth = 0;
    TRY(foam_word(&b->in, "a value", value, NULL));
    text_copy(word, sizeof word, value);
    for (;;) {
        if (depth == 0 && strcmp(word, ";") == 0)
            return 0;
        depth += word[0] == '{' || word[0] == '(';
        depth -= word[0] == '}' || word[0] == ')';
        if (depth == 0 && word[0] == '}')
            return 0;
        if (depth < 0)
            return stream_error(&b->in.in, "has '%c' where ';' belongs; correct it", word[0]);
        TRY(foam_word(&b->in, "';'", word, NULL));
    }
}

static int read_patch(struct boundary *b, struct range *r)
{
    char key[FOAM_WORD_SIZE], value[FOAM_WORD_SIZE];
    *r = (struct range){.first = -1, .n = -1};
    TRY(foam_word(&b->in, "the name of a patch", r->name, NULL));
    TRY(foam_expect(&b->in, "{"));
    for (;;) {
        TRY(foam_word(&b->in, "'}' behind a patch", key, NULL));
        if (strcmp(key, "}") == 0)
            return 0;
        if (key[0] && strchr("(){;", key[0]))
            return stream_error(&b->in.in, "has '%c' where '}' behind a patch belongs; correct it", key[0]);
        TRY(read_value(b, value));
        printable_clean(value);
        if (strcmp(key, "type") == 0)
            text_copy(r->type, sizeof r->type, value);
        else if (strcmp(key, "neighbourPatch") == 0)
            text_copy(r->other, sizeof r->other, value);
        else if (strcmp(key, "nFaces") == 0)
            TRY(take_number(b, key, value, &r->n));
        else if (strcmp(key, "startFace") == 0)
            TRY(take_number(b, key, value, &r->first));
    }
}

static enum bc_kind kind_of(const char *type)
{
    static const struct {
        const char *type;
        enum bc_kind kind;
    } rows[] = {{"wall", BC_WALL}, {"mappedWall", BC_WALL}, {"symmetry", BC_SYMMETRY}, {"symmetryPlane", BC_SYMMETRY},
                {"empty", BC_SYMMETRY}, {"wedge", BC_SYMMETRY}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].type, type) == 0)
            return rows[i].kind;
    return BC_NONE;
}

/* Ranges follow one another behind the inner faces. */
static int check_patch(struct boundary *b, const struct range *r)
{
    const struct stream *s = &b->in.in;
    if (strlen(r->name) >= NAME_SIZE || strlen(r->type) >= NAME_SIZE)
        return stream_error(s, "has a patch with a name or type of more than %d characters before this; give it a "
                            "shorter one", NAME_SIZE - 1);
    if (r->n < 0 || r->first < 0 || !r->type[0])
        return stream_error(s, "gives patch %s no %s; copy or write the mesh again", r->name,
                            !r->type[0] ? "type" : r->n < 0 ? "nFaces" : "startFace");
    if (strncmp(r->type, "processor", 9) == 0)
        return stream_error(s, "has the patch %s of type %s, so the mesh is divided already; give the whole one "
                            "(reconstructParMesh)", r->name, r->type);
    if (r->n > 0 && (r->first != b->next || r->n > b->f->m->n_polygons - r->first))
        return stream_error(s, "gives patch %s %" PRId64 " faces from %" PRId64 " on, and of %" PRId64 " faces the "
                            "next patch begins at %" PRId64 "; copy or write the mesh again", r->name, r->n, r->first,
                            b->f->m->n_polygons, b->next);
    if (name_index_find(&b->names, r->name) >= 0)
        return stream_error(s, "has two patches with the name %s; give one of them another name", r->name);
    return 0;
}

static void add_patch(struct boundary *b, struct range *r)
{
    struct raw_mesh *m = b->f->m;
    char pair[3 * FOAM_WORD_SIZE + 8];
    printable_clean(r->name);
    lid patch = raw_append_patch(&b->f->append, r->name, r->type, kind_of(r->type));
    name_index_add(&b->names, r->name);
    for (int64_t i = r->first; i < r->first + r->n; i++)
        raw_append_face(&b->f->append, patch, (int)(m->polygon_node_offset[i + 1] - m->polygon_node_offset[i]),
                        m->polygon_node + m->polygon_node_offset[i]);
    b->next += r->n;
    b->wedge = b->wedge || strcmp(r->type, "wedge") == 0;
    /* Once for the two. */
    if (strcmp(r->type, "cyclic") == 0 && name_index_find(&b->names, r->other) < 0) {
        snprintf(pair, sizeof pair, "%s = %s %s", r->name, r->name, r->other);
        b->pairs_full = b->pairs_full || !text_list_add(b->pairs, sizeof b->pairs, pair);
    }
}

static int read_patches(struct boundary *b, int64_t n)
{
    struct range r;
    for (int64_t i = 0; n < 0 ? stream_next(&b->in.in) != ')' : i < n; i++) {
        TRY(read_patch(b, &r));
        TRY(check_patch(b, &r));
        add_patch(b, &r);
    }
    return 0;
}

/* Files written by hand have no number in front of the list. */
static int read_all(struct boundary *b)
{
    const struct foam *f = b->f;
    bool one = false, bare;
    int64_t n = -1;
    b->in.binary = false; /* text in all meshes */
    b->next = f->n_inner;
    TRY(foam_is_next(&b->in, '(', &bare));
    TRY(bare ? foam_expect(&b->in, "(")
             : foam_list_begin(&b->in, "patches", 0, LID_MAX - 1, TEXT_PATCH, TEXT_PATCH, &n, &one));
    TRY(read_patches(b, one ? 0 : n));
    TRY(foam_list_end(&b->in, n, one));
    if (one || b->next != f->m->n_polygons)
        return stream_error(&b->in.in, "gives its patches faces up to %" PRId64 " of %" PRId64 "; copy or write the "
                            "mesh again", b->next, f->m->n_polygons);
    return 0;
}

static void say(const struct boundary *b)
{
    const struct raw_notes *notes = &b->f->notes;
    if (b->pairs[0])
        raw_notes_say(notes, "has cyclic patches, which --config joins by lines of [periodic]: %s", b->pairs);
    if (b->wedge)
        raw_notes_say(notes, "has sides of a wedge, which are taken as symmetry planes; forces are those of the wedge");
}

int foam_read_boundary(struct foam *f)
{
    struct boundary b = {.f = f};
    int status = foam_file_open(f->folder, "boundary", &b.in) || read_all(&b);
    if (status == 0)
        say(&b);
    foam_file_close(&b.in);
    name_index_free(&b.names);
    return status;
}
