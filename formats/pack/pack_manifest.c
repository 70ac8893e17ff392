/* The manifest of a set of packs: an INI file, small enough to read by eye. */
#include "pack/pack.h"

#include "config.h"
#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "out_file.h"
#include "printable.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char manifest_name[] = "manifest.ini";

/* Text values: what INI files give a meaning to is written as %XX.
 * %XX as in addresses: config.c would take # and ; for comments and trim blanks at the ends. decode_text()
 * reverses it. */
static void write_text(FILE *f, const char *key, const char *text)
{
    fprintf(f, "%s = ", key);
    for (const char *c = text; *c; c++)
        /* strchr() also finds the zero at the end of its text, which *c never is here. */
        if (strchr("#;%\"", *c) || (unsigned char)*c < 0x20 || (*c == ' ' && (c == text || c[1] == '\0')))
            fprintf(f, "%%%02x", (unsigned char)*c);
        else
            fputc(*c, f);
    fputc('\n', f);
}

static void decode_text(const char *value, size_t size, char *text)
{
    size_t n = 0;
    for (const char *c = value; *c && n + 1 < size; c++) {
        char hex[3] = {0};
        if (*c == '%' && c[1] && c[2]) {
            memcpy(hex, c + 1, 2);
            text[n++] = (char)strtol(hex, NULL, 16);
            c += 2;
        } else {
            text[n++] = *c;
        }
    }
    text[n] = '\0';
    printable_clean(text); /* a manifest that is not ours may hold anything */
}

/* 17 digits give the same double back. */
static void write_numbers(FILE *f, const char *key, int n, const double *value)
{
    fprintf(f, "%s =", key);
    for (int i = 0; i < n; i++)
        fprintf(f, " %.17g", value[i]);
    fputc('\n', f);
}

/* Members are written by hand and read by hand below; a new one is added in both and in struct pack_manifest,
 * with a higher PACK_SCHEMA_VERSION. */
static void write_all(FILE *f, const struct pack_manifest *m)
{
    fprintf(f, "# Manifest of a set of packs, written by ufv-prep. The arrays are in rank-*.h5.\n[pack]\n");
    fprintf(f, "schema_version = %" PRId64 "\nid = %s\nranks = %" PRId64 "\n", m->schema_version, m->id, m->ranks);
    fprintf(f, "cells = %" PRId64 "\nfaces = %" PRId64 "\nnodes = %" PRId64 "\nboundary_faces = %" PRId64 "\n",
            m->cells, m->faces, m->nodes, m->boundary_faces);
    fprintf(f, "patches = %d\nperiodic = %d\n", m->n_patches, m->n_periodic);
    write_text(f, "source", m->source);
    for (int i = 0; i < m->n_patches; i++) {
        fprintf(f, "\n[patch %d]\n", i);
        write_text(f, "name", m->patch[i].name);
        write_text(f, "family", m->patch[i].family);
        fprintf(f, "kind = %s\nfaces = %" PRId64 "\n", bc_kind_name(m->patch[i].kind), m->patch[i].n_faces);
    }
    for (int i = 0; i < m->n_periodic; i++) {
        fprintf(f, "\n[periodic %d]\n", i);
        write_text(f, "name", m->periodic[i].name);
        fprintf(f, "faces = %" PRId64 "\n", m->periodic[i].n_faces);
        write_numbers(f, "rotation", 9, m->periodic[i].rotation);
        write_numbers(f, "translation", 3, m->periodic[i].translation);
    }
}

int pack_manifest_write(const char *directory, const struct pack_manifest *m)
{
    char *path = text_join_path(directory, manifest_name);
    struct out_file o;
    int status = out_file_open(path, &o);
    if (status == 0) {
        write_all(o.file, m);
        status = out_file_finish(&o, 0);
    }
    mem_free(path);
    return status;
}

/* Every key is needed: there are no defaults that a damaged file could fall back to. */
static int get(struct config *c, const char *section, const char *key, struct config_entry **e)
{
    *e = config_find(c, section, key);
    return *e ? 0
              : error_set("%s: [%s] has no '%s': the manifest is damaged; run ufv-prep again", c->path, section, key);
}

/* Counts: none is negative. */
static int get_integer(struct config *c, const char *section, const char *key, int64_t *value)
{
    struct config_entry *e;
    long number;
    TRY(get(c, section, key, &e));
    TRY(config_to_long(c, e, &number));
    if (number < 0)
        return error_set("%s = %ld: cannot be negative; run ufv-prep again", config_place(c, e), number);
    *value = number;
    return 0;
}

static int get_text(struct config *c, const char *section, const char *key, size_t size, char *text)
{
    struct config_entry *e;
    TRY(get(c, section, key, &e));
    decode_text(e->value, size, text);
    return 0;
}

static int read_patch(struct config *c, int i, struct pack_patch *p)
{
    char section[NAME_MAX_CONFIG];
    struct config_entry *e;
    snprintf(section, sizeof section, "patch %d", i);
    TRY(get_text(c, section, "name", sizeof p->name, p->name));
    TRY(get_text(c, section, "family", sizeof p->family, p->family));
    TRY(get_integer(c, section, "faces", &p->n_faces));
    TRY(get(c, section, "kind", &e));
    int kind = bc_kind_from_name(e->value);
    if (kind < 0)
        return error_set("%s = %s: is not a kind of boundary; run ufv-prep again", config_place(c, e), e->value);
    p->kind = (enum bc_kind)kind;
    return 0;
}

static int read_periodic(struct config *c, int i, struct pack_periodic *p)
{
    char section[NAME_MAX_CONFIG];
    struct config_entry *e;
    snprintf(section, sizeof section, "periodic %d", i);
    TRY(get_text(c, section, "name", sizeof p->name, p->name));
    TRY(get_integer(c, section, "faces", &p->n_faces));
    TRY(get(c, section, "rotation", &e));
    TRY(config_to_doubles(c, e, 9, p->rotation));
    TRY(get(c, section, "translation", &e));
    return config_to_doubles(c, e, 3, p->translation);
}

/* Counts of sections are compared with the headings that the file has before arrays are made: a damaged
 * number must not ask for memory. */
static int read_all(struct config *c, struct pack_manifest *m)
{
    int64_t n_patches = 0, n_periodic = 0;
    TRY(get_integer(c, "pack", "schema_version", &m->schema_version));
    if (m->schema_version != PACK_SCHEMA_VERSION)
        return error_set("%s: pack format %" PRId64 " is not the %d that this program reads; run ufv-prep again",
                         c->path, m->schema_version, PACK_SCHEMA_VERSION);
    TRY(get_integer(c, "pack", "ranks", &m->ranks));
    TRY(get_integer(c, "pack", "cells", &m->cells));
    TRY(get_integer(c, "pack", "faces", &m->faces));
    TRY(get_integer(c, "pack", "nodes", &m->nodes));
    TRY(get_integer(c, "pack", "boundary_faces", &m->boundary_faces));
    TRY(get_integer(c, "pack", "patches", &n_patches));
    TRY(get_integer(c, "pack", "periodic", &n_periodic));
    TRY(get_text(c, "pack", "id", sizeof m->id, m->id));
    TRY(get_text(c, "pack", "source", sizeof m->source, m->source));
    /* 100,000: names of packs have five digits. */
    if (m->ranks < 1 || m->ranks > 100000 || n_patches > c->n_headings || n_periodic > c->n_headings - n_patches)
        return error_set("%s: ranks are out of range, or sections of patches or periodic interfaces are missing; run "
                         "ufv-prep again", c->path);
    m->n_patches = (int)n_patches;
    MEM_NEW_ZERO(m->patch, m->n_patches);
    for (int i = 0; i < m->n_patches; i++)
        TRY(read_patch(c, i, &m->patch[i]));
    m->n_periodic = (int)n_periodic;
    MEM_NEW_ZERO(m->periodic, m->n_periodic);
    for (int i = 0; i < m->n_periodic; i++)
        TRY(read_periodic(c, i, &m->periodic[i]));
    return 0;
}

static bool holds(const char *directory, const char *name)
{
    struct stat s;
    char *path = text_join_path(directory, name);
    bool there = stat(path, &s) == 0;
    mem_free(path);
    return there;
}

/* Of a run: there is a history, whatever else it has written by now. */
static bool holds_results(const char *directory)
{
    return holds(directory, "history.csv");
}

bool pack_manifest_is_in(const char *directory)
{
    return holds(directory, manifest_name);
}

/* The manifest is written last (mode_packs.c): where there is one, all packs are whole. */
int pack_manifest_read(const char *directory, struct pack_manifest *m)
{
    memset(m, 0, sizeof *m);
    struct config c = {0};
    char *path = text_join_path(directory, manifest_name);
    struct stat s;
    bool is_file = stat(directory, &s) == 0 && !S_ISDIR(s.st_mode);
    int status = is_file || in_file_check(path, "a folder of packs") || config_read(path, &c);
    if (is_file)
        status = error_set("%s: is a file, not a folder of packs; give the folder that ufv-prep --out has written",
                           directory);
    else if (status != 0 && holds_results(directory))
        status = error_set("%s: holds results of ufv-solve, not packs; their run.json names the packs", directory);
    else if (status != 0)
        status = error_set("%s; is %s a folder that ufv-prep --out has written?", error_message(), directory);
    else
        status = read_all(&c, m);
    config_free(&c);
    mem_free(path);
    if (status != 0)
        pack_manifest_free(m);
    return status;
}

void pack_manifest_free(struct pack_manifest *m)
{
    mem_free(m->patch);
    mem_free(m->periodic);
    memset(m, 0, sizeof *m);
}
