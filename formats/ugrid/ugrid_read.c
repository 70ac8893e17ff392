/* ugrid_read.c: the format, as UG_IO's documentation gives it (Mississippi State University, SimCenter, "UGRID 3D grid
 * file type"): seven counts; coordinates; nodes of boundary triangles and quadrilaterals, tags of both; nodes of
 * tetrahedra, pyramids, prisms, hexahedra. Nodes are numbered from 1. Records of Fortran: one for the counts, one for
 * the rest. What may follow (numbers for the generator) is not read.
 */
#include "ugrid/ugrid_read.h"

#include "element.h"
#include "in_file.h"
#include "mem.h"
#include "raw/raw_append.h"
#include "raw/raw_notes.h"
#include "stream/stream.h"
#include "text.h"
#include "ugrid/ugrid_format.h"
#include "ugrid/ugrid_patches.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { WORDS_SIZE = 128 };

struct ugrid {
    struct stream in;
    struct ugrid_format format;
    int64_t count[UGRID_COUNTS];
    struct raw_mesh *m;
    struct raw_append append;
    double scale;
    struct number_index tags; /* until patches are made, patch_face_patch holds places in these */
    struct raw_notes notes;
};

/* ---- counts ------------------------------------------------------------------------------------ */

/* Would the file, by its size, be a whole one of this format? byte: [n] its first ones. */
static bool fits(const struct ugrid_format *f, const unsigned char *byte, size_t n, int64_t size)
{
    int64_t count[UGRID_COUNTS];
    size_t at = f->records ? 4 : 0;
    if (n < at + (size_t)(UGRID_COUNTS * f->int_bytes))
        return false;
    for (int i = 0; i < UGRID_COUNTS; i++) {
        uint64_t v = 0;
        for (int k = 0; k < f->int_bytes; k++)
            v = v << 8 | byte[at + (size_t)(f->big ? k : f->int_bytes - 1 - k)];
        if (v > LID_MAX)
            return false;
        count[i] = (int64_t)v;
        at += (size_t)f->int_bytes;
    }
    return count[UGRID_NODES] > 0 && ugrid_format_size(f, count) == size;
}

/* The format, other than that of the file's name, of which it would be a whole one; false: none is. */
static bool find_format(const struct ugrid *u, const unsigned char *begin, size_t n, struct ugrid_format *f)
{
    for (int i = 0; ugrid_format_number(i, f); i++)
        if (strcmp(f->suffix, u->format.suffix) != 0 && fits(f, begin, n, u->in.bytes))
            return true;
    return false;
}

/* The file is not of the format that its name says: which is it? begin: its first bytes. */
static int wrong_format(const struct ugrid *u, const unsigned char *begin, size_t n, const char *why)
{
    struct ugrid_format f;
    char words[WORDS_SIZE];
    if (find_format(u, begin, n, &f)) {
        ugrid_format_words(&f, words, sizeof words);
        return error_set("%s: %s; its bytes are those of .%s.ugrid (%s), so give it that ending", u->in.path, why,
                         f.suffix, words);
    }
    ugrid_format_words(&u->format, words, sizeof words);
    return error_set("%s: %s; its name says %s: copy the whole file, or give it the ending that it was written with",
                     u->in.path, why, words);
}

/* Cells and nodes are numbered by int32, and a file can hold no more of them than it has bytes for. */
static int check_counts(const struct ugrid *u, const unsigned char *begin, size_t n)
{
    const int64_t *count = u->count;
    int64_t numbers = UGRID_COUNTS, cells = 0, need;
    char why[256];
    for (int i = 0; i < UGRID_COUNTS; i++)
        if (count[i] < 0 || count[i] >= LID_MAX) {
            snprintf(why, sizeof why, "has %" PRId64 " among its first seven numbers, which count nodes and elements",
                     count[i]);
            return wrong_format(u, begin, n, why);
        }
    for (int i = UGRID_TETRAHEDRA; i < UGRID_COUNTS; i++)
        cells += count[i];
    if (u->format.binary) {
        need = ugrid_format_size(&u->format, count);
    } else {
        /* A digit and a blank each, and no blank behind the last one. */
        numbers += ugrid_format_bytes(&u->format, count) / u->format.int_bytes;
        need = 2 * numbers - 1;
    }
    /* A larger file may hold more numbers behind the elements, unless it is just what another name would have. */
    struct ugrid_format other;
    bool is_other = u->format.binary && need < u->in.bytes && find_format(u, begin, n, &other);
    if (need > u->in.bytes || cells >= LID_MAX || is_other) {
        snprintf(why, sizeof why, "has %" PRId64 " bytes, and %" PRId64 " nodes and %" PRId64 " cells, by its first "
                 "seven numbers, take %" PRId64 "%s", u->in.bytes, count[UGRID_NODES], cells, need,
                 u->format.binary ? "" : " or more");
        return wrong_format(u, begin, n, why);
    }
    if (count[UGRID_NODES] == 0 || cells == 0)
        return error_set("%s: has no %s by its first seven numbers, so it is a surface or a plane mesh; give the mesh "
                         "of the volume", u->in.path, cells == 0 ? "cells" : "nodes");
    return 0;
}

static int read_counts(struct ugrid *u)
{
    struct stream *in = &u->in;
    unsigned char begin[64] = {0};
    const unsigned char *next;
    size_t n = stream_peek(in, &next), n_begin = n < sizeof begin ? n : sizeof begin;
    memcpy(begin, next, n_begin);
    if (!u->format.binary && memchr(begin, '\0', n_begin))
        return wrong_format(u, begin, n_begin, "is no text");
    if (u->format.records)
        TRY(stream_record_begin(in, UGRID_COUNTS * u->format.int_bytes));
    for (int i = 0; i < UGRID_COUNTS; i++)
        TRY(stream_integer(in, u->format.int_bytes, INT64_MIN, INT64_MAX, "the number of nodes or elements",
                           &u->count[i]));
    TRY(check_counts(u, begin, n_begin));
    if (!u->format.records)
        return 0;
    TRY(stream_record_end(in));
    return stream_record_begin(in, ugrid_format_bytes(&u->format, u->count));
}

/* ---- lists --------------------------------------------------------------------------------------- */

static int read_nodes(struct ugrid *u)
{
    struct raw_mesh *m = u->m;
    m->n_nodes = u->count[UGRID_NODES];
    for (int d = 0; d < 3; d++)
        MEM_NEW(m->x[d], m->n_nodes);
    for (int64_t i = 0; i < m->n_nodes; i++)
        for (int d = 0; d < 3; d++) {
            double x = 0.0;
            TRY(stream_real(&u->in, "a coordinate", &x));
            m->x[d][i] = x * u->scale;
            if (!(fabs(m->x[d][i]) <= RAW_COORDINATE_MOST))
                return stream_error(&u->in, "has a coordinate of %g before this, too far away for areas and volumes; "
                                    "export the mesh again", m->x[d][i]);
        }
    return 0;
}

/* n nodes of faces or cells, 0-based. */
static int read_nodes_of(struct ugrid *u, const char *what, int64_t n, lid *node)
{
    return stream_indices(&u->in, u->format.int_bytes, u->m->n_nodes, what, n, node);
}

static int read_faces(struct ugrid *u)
{
    lid node[ELEMENT_MAX_FACE_NODES];
    for (int64_t i = 0; i < u->count[UGRID_TRIANGLES]; i++) {
        TRY(read_nodes_of(u, "a node of a boundary triangle", 3, node));
        raw_append_face(&u->append, 0, 3, node);
    }
    for (int64_t i = 0; i < u->count[UGRID_QUADS]; i++) {
        TRY(read_nodes_of(u, "a node of a boundary quadrilateral", 4, node));
        raw_append_face(&u->append, 0, 4, node);
    }
    for (int64_t f = 0, last = 0, place = -1; f < u->m->n_patch_faces; f++) {
        int64_t tag = 0;
        TRY(stream_integer(&u->in, u->format.int_bytes, INT64_MIN, INT64_MAX, "the tag of a boundary face", &tag));
        if (place < 0 || tag != last)
            place = number_index_add(&u->tags, tag);
        last = tag;
        u->m->patch_face_patch[f] = (lid)place;
    }
    return 0;
}

/* Nodes of a pyramid come in an order of the format's own: 1 2 5 4 around the base the other way, 3 the top. */
static void turn_pyramid(lid *node)
{
    const lid old[5] = {node[0], node[1], node[2], node[3], node[4]};
    static const int order[5] = {1, 0, 3, 4, 2};
    for (int k = 0; k < 5; k++)
        node[k] = old[order[k]];
}

static int read_cells(struct ugrid *u)
{
    static const struct {
        enum ugrid_count count;
        int type;
        const char *what;
    } list[] = {{UGRID_TETRAHEDRA, ELEMENT_TETRA, "a node of a tetrahedron"},
                {UGRID_PYRAMIDS, ELEMENT_PYRA, "a node of a pyramid"},
                {UGRID_PRISMS, ELEMENT_PENTA, "a node of a prism"},
                {UGRID_HEXAHEDRA, ELEMENT_HEXA, "a node of a hexahedron"}};
    enum { LISTS = sizeof list / sizeof *list };
    int64_t n_cells = 0, n_nodes = 0;
    for (int k = 0; k < LISTS; k++) {
        n_cells += u->count[list[k].count];
        n_nodes += u->count[list[k].count] * element_info(list[k].type)->n_nodes;
    }
    raw_append_begin(&u->append, n_cells, n_nodes);
    for (int k = 0; k < LISTS; k++) {
        int n = element_info(list[k].type)->n_nodes;
        lid *node = u->m->cell_node + u->m->cell_node_offset[u->m->n_cells];
        TRY(read_nodes_of(u, list[k].what, n * u->count[list[k].count], node));
        for (int64_t i = 0; i < u->count[list[k].count]; i++, node += n) {
            if (list[k].type == ELEMENT_PYRA)
                turn_pyramid(node);
            u->m->cell_type[u->m->n_cells++] = (uint8_t)list[k].type;
            u->m->cell_node_offset[u->m->n_cells] = node + n - u->m->cell_node;
        }
    }
    return 0;
}

/* ---- file ---------------------------------------------------------------------------------------- */

/* Patches by CASE.mapbc, which need not be there. */
static int read_patches(struct ugrid *u, size_t stem)
{
    struct mapbc map = {0};
    char *path = text_format("%.*s.mapbc", (int)stem, u->in.path);
    bool is_there = in_file_opens(path) || errno != ENOENT;
    int status = is_there ? mapbc_read(path, &map) : 0;
    if (status == 0)
        status = ugrid_patches_make(&u->append, &u->tags, path, is_there ? &map : NULL, &u->notes);
    mapbc_free(&map);
    mem_free(path);
    return status;
}

static void note_rest(struct ugrid *u)
{
    const unsigned char *next;
    size_t n = stream_peek(&u->in, &next), blanks = 0;
    int64_t left = stream_left(&u->in) - (u->format.records ? 4 : 0);
    while (!u->format.binary && blanks < n && strchr(" \t\r\n", next[blanks]))
        blanks++;
    left -= (int64_t)blanks;
    if (left > 0)
        raw_notes_say(&u->notes, "%" PRId64 " bytes behind the elements are not read (optional numbers of the format)",
                      left);
}

static int read_all(struct ugrid *u)
{
    TRY(read_counts(u));
    TRY(read_nodes(u));
    TRY(read_faces(u));
    TRY(read_cells(u));
    note_rest(u);
    return 0;
}

bool ugrid_is_mesh(const char *path)
{
    struct ugrid_format format;
    return ugrid_format_of(path, &format, NULL);
}

int ugrid_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
               struct raw_mesh *m)
{
    struct ugrid u = {.m = m, .append = {.m = m}, .scale = scale != 0.0 ? scale : 1.0,
                      .notes = {path, note, context}};
    size_t stem = 0;
    memset(m, 0, sizeof *m);
    if (!(u.scale > 0.0) || !isfinite(u.scale))
        return error_set("%s: cannot be scaled by %g; give a positive factor", path, u.scale);
    if (!ugrid_format_of(path, &u.format, &stem))
        return error_set("%s: is no UGRID mesh by its name; let it end in .ugrid, .b8.ugrid or the like", path);
    int status = stream_open(path, "a UGRID mesh", &u.in);
    u.in.binary = u.format.binary;
    u.in.big = u.format.big;
    u.in.records = u.format.records;
    u.in.real_bytes = u.format.real_bytes;
    m->source = text_format("%s", path);
    if (status == 0)
        status = read_all(&u);
    stream_close(&u.in);
    u.in.path = path;
    if (status == 0)
        status = read_patches(&u, stem);
    number_index_free(&u.tags);
    if (status != 0)
        raw_mesh_free(m);
    return status;
}
