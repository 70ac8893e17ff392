/* plot3d_form.c: forms are tried one after another; each says how large the file would be. */
#include "plot3d/plot3d_form.h"

#include "mem.h"
#include "printable.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 4, DIMS_MAX = 3 };
/* gfortran's and Intel's records have parts of at most so many bytes. */
static const int64_t part_most = 2147483639;

/* The whole numbers at the beginning: of a text those before the first that is none, of bytes those of one form. */
struct numbers {
    int64_t *number; /* owned; [n] */
    int64_t n, room;
    int64_t words;   /* of a text: all numbers of the file */
};

static void add(struct numbers *h, int64_t v)
{
    if (h->n == h->room) {
        h->room += h->room / 2 + 64;
        MEM_RESIZE(h->number, h->room);
    }
    h->number[h->n++] = v;
}

void plot3d_form_words(const struct plot3d_form *f, char *text)
{
    snprintf(text, PLOT3D_WORDS_SIZE, "%d-D, %s%s%s%s%s%s", f->dim, f->multi ? "several blocks" : "one block",
             f->iblank ? ", with iblank" : "",
             !f->binary           ? ", text"
             : f->real_bytes == 8 ? ", double precision"
                                  : ", single precision",
             !f->binary ? ""
             : f->big   ? ", big-endian"
                        : ", little-endian",
             f->records ? ", records of Fortran" : "", "");
}

/* ---- sizes ------------------------------------------------------------------------------------ */

/* Nodes of all blocks; -1: these are no sizes. Along an index there is one node at least; a block of one node, or of a
 * line, is no mesh. */
static int64_t count_nodes(const int64_t *size, int64_t n_blocks, int dim)
{
    int64_t all = 0;
    for (int64_t b = 0; b < n_blocks; b++) {
        int64_t n = 1;
        int wide = 0;
        for (int d = 0; d < dim; d++) {
            int64_t s = size[b * dim + d];
            if (s < 1 || s >= LID_MAX || n > LID_MAX / s)
                return -1;
            n *= s;
            wide += s > 1;
        }
        if (wide < 2 || n > LID_MAX - all)
            return -1;
        all += n;
    }
    return all;
}

/* Bytes of marks around a record of so many bytes. */
static int64_t marks(const struct plot3d_form *f, int64_t bytes)
{
    return f->records ? 2 * MARK * ((bytes + part_most - 1) / part_most) : 0;
}

/* Size of the file in bytes by its head; -1: it is no head. */
static int64_t bytes_of(const struct plot3d_form *f, int64_t n_blocks, const int64_t *size)
{
    if (count_nodes(size, n_blocks, f->dim) < 0)
        return -1;
    int64_t head = n_blocks * f->dim * PLOT3D_INT_BYTES;
    int64_t all = head + marks(f, head) + (f->multi ? PLOT3D_INT_BYTES + marks(f, PLOT3D_INT_BYTES) : 0);
    for (int64_t b = 0; b < n_blocks; b++) {
        int64_t n = count_nodes(size + b * f->dim, 1, f->dim);
        int64_t bytes = n * (f->dim * f->real_bytes + (f->iblank ? PLOT3D_INT_BYTES : 0));
        all += bytes + marks(f, bytes);
    }
    return all;
}

/* The head of a file of bytes, to h; false: it holds none of this form. byte: [n] the first ones of the file. */
static bool read_head(const struct plot3d_form *f, const unsigned char *byte, size_t n, struct numbers *h)
{
    size_t at = f->records ? MARK : 0;
    int64_t n_blocks = 1;
    h->n = 0;
    for (int64_t i = f->multi ? -1 : 0; i < n_blocks * f->dim; i++) {
        uint32_t v = 0;
        if (at + PLOT3D_INT_BYTES > n)
            return false;
        for (int k = 0; k < PLOT3D_INT_BYTES; k++)
            v = v << 8 | byte[at + (size_t)(f->big ? k : PLOT3D_INT_BYTES - 1 - k)];
        at += PLOT3D_INT_BYTES;
        if (v > LID_MAX)
            return false;
        if (i >= 0)
            add(h, v);
        else if (v < 1 || v > PLOT3D_BLOCKS_MAX)
            return false;
        else
            n_blocks = v, at += f->records ? 2 * MARK : 0;
    }
    h->words = n_blocks;
    return true;
}

/* Form i of all that there are; false: there are no more. */
static bool form_number(int i, bool binary, struct plot3d_form *f)
{
    *f = (struct plot3d_form){.binary = binary, .multi = i & 1, .dim = i & 2 ? 2 : 3, .iblank = i & 4};
    f->real_bytes = !binary ? 0 : i & 8 ? 4 : 8;
    f->records = binary && i & 16;
    f->big = binary && i & 32;
    return i < (binary ? 64 : 8);
}

static void set_stream(struct stream *in, const struct plot3d_form *f)
{
    in->binary = f->binary;
    in->records = f->records;
    in->big = f->big;
    in->real_bytes = f->real_bytes;
}

static void take_sizes(const int64_t *from, int64_t n_blocks, int dim, int64_t (**size)[3])
{
    MEM_NEW(*size, n_blocks);
    for (int64_t b = 0; b < n_blocks; b++)
        for (int d = 0; d < DIMS_MAX; d++)
            (*size)[b][d] = d < dim ? from[b * dim + d] : 1;
}

/* ---- files of bytes --------------------------------------------------------------------------- */

/* Goes behind the head, which was looked at before. */
static int pass_head(struct stream *in, const struct plot3d_form *f, int64_t n_blocks)
{
    int64_t v;
    const char *what = "the number of blocks or of nodes of one";
    if (f->multi) {
        TRY(f->records ? stream_record_begin(in, PLOT3D_INT_BYTES) : 0);
        TRY(stream_integer(in, PLOT3D_INT_BYTES, 0, INT32_MAX, what, &v));
        TRY(f->records ? stream_record_end(in) : 0);
    }
    TRY(f->records ? stream_record_begin(in, n_blocks * f->dim * PLOT3D_INT_BYTES) : 0);
    for (int64_t i = 0; i < n_blocks * f->dim; i++)
        TRY(stream_integer(in, PLOT3D_INT_BYTES, 0, INT32_MAX, what, &v));
    return f->records ? stream_record_end(in) : 0;
}

/* The head that the nearest form would have, for the message: that of the sizes which need least more than there is. */
static int no_form(const struct stream *in, const struct plot3d_form *near, int64_t bytes, int64_t n_blocks)
{
    char words[PLOT3D_WORDS_SIZE];
    if (bytes < 0)
        return error_set("%s: its first numbers are no sizes of the blocks of a PLOT3D grid, as bytes of either order, "
                         "with records of Fortran or without; give the grid (not the solution), or write it again",
                         in->path);
    plot3d_form_words(near, words);
    return error_set("%s: has %" PRId64 " bytes, which fit no form of PLOT3D; its first numbers are %" PRId64
                     " blocks of "
                     "a grid that takes %" PRId64 " bytes (%s): copy or write the whole file",
                     in->path, in->bytes, n_blocks, bytes, words);
}

static int find_bytes(struct stream *in, struct plot3d_form *form, int64_t *n_blocks, int64_t (**size)[3])
{
    struct numbers h = {0};
    struct plot3d_form f, near = {0};
    const unsigned char *byte;
    size_t n = stream_peek(in, &byte);
    int64_t best = -1, near_blocks = 0;
    bool found = false;
    for (int i = 0; !found && form_number(i, true, &f); i++) {
        int64_t bytes = read_head(&f, byte, n, &h) ? bytes_of(&f, h.words, h.number) : -1;
        found = bytes == in->bytes;
        if (bytes > in->bytes && (best < 0 || bytes < best)) {
            best = bytes;
            near = f;
            near_blocks = h.words;
        }
        if (found) {
            *form = f;
            *n_blocks = h.words;
            take_sizes(h.number, h.words, f.dim, size);
        }
    }
    mem_free(h.number);
    if (!found)
        return no_form(in, &near, best, near_blocks);
    set_stream(in, form);
    return pass_head(in, form, *n_blocks);
}

/* ---- texts ------------------------------------------------------------------------------------ */

static int no_number(const struct stream *in, char *word, const char *what)
{
    word[48] = '\0';
    printable_clean(word);
    return stream_error(in, "has '%s' where %s belongs; write the grid again", word, what);
}

/* "3*0.0" is 0.0 three times. */
static int read_word(struct stream *in, const char *what, int64_t *times, double *value, bool *whole, bool *end)
{
    char word[STREAM_WORD_SIZE], *stop, *number = word;
    TRY(stream_word(in, what, word, end));
    if (end && *end)
        return 0;
    *times = 1;
    size_t digits = strspn(word, "0123456789");
    if (word[digits] == '*') {
        *times = strtoll(word, NULL, 10);
        number = word + digits + 1;
    }
    if (number[0] && number[strlen(number) - 1] == ',') /* Fortran takes commas too */
        number[strlen(number) - 1] = '\0';
    *value = text_scan_fortran(number, &stop);
    *whole = number == word && strspn(number, "0123456789") == strlen(number);
    if (stop == number || *stop != '\0' || !isfinite(*value) || *times < 1 || *times > LID_MAX)
        return no_number(in, word, what);
    return 0;
}

int plot3d_text_number(struct stream *in, const char *what, int64_t *left, double *value)
{
    bool whole;
    if (*left == 0)
        TRY(read_word(in, what, left, value, &whole, NULL));
    (*left)--;
    return 0;
}

/* Counts the numbers of the whole file. */
static int count_words(struct stream *in, struct numbers *h)
{
    bool end = false, whole = true, head = true;
    int64_t times;
    double v = 0.0;
    for (;;) {
        TRY(read_word(in, "a number", &times, &v, &whole, &end));
        if (end)
            return 0;
        h->words += times;
        head = head && whole && v <= LID_MAX && h->n <= DIMS_MAX * PLOT3D_BLOCKS_MAX;
        if (head)
            add(h, (int64_t)v);
    }
}

/* Numbers of the file by its head; -1: it is no head. */
static int64_t words_of(const struct plot3d_form *f, const struct numbers *h, int64_t *n_blocks)
{
    *n_blocks = f->multi && h->n > 0 ? h->number[0] : 1;
    if (*n_blocks < 1 || *n_blocks > PLOT3D_BLOCKS_MAX || f->multi + *n_blocks * f->dim > h->n)
        return -1;
    int64_t nodes = count_nodes(h->number + f->multi, *n_blocks, f->dim);
    return nodes < 0 ? -1 : f->multi + *n_blocks * f->dim + nodes * (f->dim + f->iblank);
}

static int no_text_form(const struct stream *in, const struct numbers *h, const struct plot3d_form *near, int64_t need)
{
    char words[PLOT3D_WORDS_SIZE];
    if (need < 0)
        return error_set(
            "%s: its first numbers are no sizes of the blocks of a PLOT3D grid; give the grid, or write it "
            "again",
            in->path);
    plot3d_form_words(near, words);
    return error_set("%s: holds %" PRId64 " numbers, which fit no form of PLOT3D; by its first ones it is a grid of %"
                     PRId64 " (%s): copy or write the whole file", in->path, h->words, need, words);
}

static int choose_text(const struct stream *in, const struct numbers *h, struct plot3d_form *form, int64_t *n_blocks,
                       int64_t (**size)[3])
{
    struct plot3d_form f, near = {0};
    int64_t n, best = -1;
    for (int i = 0; form_number(i, false, &f); i++) {
        int64_t words = words_of(&f, h, &n);
        if (words > h->words && (best < 0 || words < best)) {
            best = words;
            near = f;
        }
        if (words == h->words) {
            *form = f;
            *n_blocks = n;
            take_sizes(h->number + f.multi, n, f.dim, size);
            return 0;
        }
    }
    return no_text_form(in, h, &near, best);
}

/* Reads the file twice: no line of it says where coordinates end. */
static int find_text(struct stream *in, struct plot3d_form *form, int64_t *n_blocks, int64_t (**size)[3])
{
    struct numbers h = {0};
    const char *path = in->path;
    int64_t left = 0;
    double v;
    int status = count_words(in, &h) || choose_text(in, &h, form, n_blocks, size);
    mem_free(h.number);
    TRY(status);
    stream_close(in);
    TRY(stream_open(path, "a PLOT3D grid", in));
    set_stream(in, form);
    for (int64_t i = 0; i < form->multi + *n_blocks * form->dim; i++)
        TRY(plot3d_text_number(in, "a number of nodes", &left, &v));
    return 0;
}

int plot3d_form_find(struct stream *in, struct plot3d_form *form, int64_t *n_blocks, int64_t (**size)[3])
{
    const unsigned char *byte;
    size_t n = stream_peek(in, &byte);
    bool text = n > 0;
    *size = NULL;
    for (size_t i = 0; i < n && i < 256; i++)
        text = text && (strchr("\t\r\n\f", byte[i]) ? byte[i] != '\0' : byte[i] >= 32 && byte[i] < 127);
    int status = text ? find_text(in, form, n_blocks, size) : find_bytes(in, form, n_blocks, size);
    if (status != 0)
        MEM_FREE(*size);
    return status;
}
