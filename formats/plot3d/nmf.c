/* nmf.c: words of the file, a remark being a line's rest from # on. */
#include "plot3d/nmf.h"

#include "error.h"
#include "mem.h"
#include "printable.h"
#include "stream/stream.h"
#include "text.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

enum { WORDS_MAX = 16, ROW_PATCH = 7, ROW_JOIN = 14 };

struct reader {
    struct stream in;
    char line[STREAM_WORD_SIZE];
    char *word[WORDS_MAX];
    int n_words;
    int64_t n_blocks;
    int64_t (*size)[3];
};

static int wrong(const struct reader *r, const char *format, ...) PRINTF_LIKE(2, 3);

static int wrong(const struct reader *r, const char *format, ...)
{
    char sentence[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(sentence, sizeof sentence, format, ap);
    va_end(ap);
    return error_set("%s:%" PRId64 ": %s", r->in.path, r->in.number - 1, sentence);
}

/* Types stand in quotes, in which blanks may be. */
static void split(struct reader *r)
{
    char *at = r->line;
    r->n_words = 0;
    for (;;) {
        while (isspace((unsigned char)*at) || *at == ',')
            at++;
        if (*at == '\0' || *at == '#' || *at == '!' || r->n_words == WORDS_MAX)
            return;
        char quote = *at == '\'' || *at == '"' ? *at++ : '\0';
        r->word[r->n_words++] = at;
        while (*at && (quote ? *at != quote : !isspace((unsigned char)*at) && *at != ','))
            at++;
        if (*at)
            *at++ = '\0';
    }
}

/* The next line with words; *end: there is none. */
static int next(struct reader *r, bool *end)
{
    do {
        TRY(stream_line(&r->in, r->line, end));
        split(r);
    } while (!*end && r->n_words == 0);
    return 0;
}

static int number(const struct reader *r, int i, const char *what, int64_t least, int64_t most, int64_t *value)
{
    long v = 0;
    if (i >= r->n_words)
        return wrong(r, "ends where %s belongs; correct the line", what);
    if (text_to_long(r->word[i], &v) != 0 || v < least || v > most) {
        char text[64];
        text_copy(text, sizeof text, r->word[i]);
        printable_clean(text);
        return wrong(r, "has '%s' where %s of %" PRId64 "..%" PRId64 " belongs; correct the line", text, what, least,
                     most);
    }
    *value = v;
    return 0;
}

/* A side and its ranges, from word i on. */
static int read_range(const struct reader *r, int i, struct nmf_range *g)
{
    static const struct {
        int axis, along[2];
    } side[3] = {{2, {0, 1}}, {0, {1, 2}}, {1, {2, 0}}};
    int64_t block, face;
    TRY(number(r, i, "the number of a block", 1, r->n_blocks, &block));
    TRY(number(r, i + 1, "the number of a side", 1, 6, &face));
    g->block = block - 1;
    g->axis = side[(face - 1) / 2].axis;
    g->high = face % 2 == 0;
    for (int k = 0; k < 2; k++) {
        g->along[k] = side[(face - 1) / 2].along[k];
        int64_t most = r->size[g->block][g->along[k]];
        TRY(number(r, i + 2 + 2 * k, "the beginning of a range", 1, most, &g->begin[k]));
        TRY(number(r, i + 3 + 2 * k, "the end of a range", 1, most, &g->end[k]));
        g->begin[k]--;
        g->end[k]--;
    }
    return 0;
}

/* Letters of either case, - and blanks like _; what follows a * in `like` may be anything. */
static bool is_word(const char *word, const char *like)
{
    for (; *like && *like != '*'; word++, like++)
        if ((*word == '-' || *word == ' ' ? '_' : tolower((unsigned char)*word)) != *like)
            return false;
    return *like == '*' || *word == '\0';
}

enum bc_kind nmf_kind_of(const char *type)
{
    static const struct {
        const char *type;
        enum bc_kind kind;
    } rows[] = {
        {"wall*", BC_WALL}, {"viscous*", BC_WALL}, {"no_slip*", BC_WALL}, {"noslip*", BC_WALL}, {"solid*", BC_WALL},
        {"tangency*", BC_SLIP}, {"slip*", BC_SLIP}, {"inviscid*", BC_SLIP},
        {"sym*", BC_SYMMETRY}, {"reflect*", BC_SYMMETRY},
        {"far*", BC_FARFIELD}, {"freestream*", BC_FARFIELD}, {"riemann*", BC_FARFIELD},
        {"extrapolate*", BC_SUPERSONIC_OUTFLOW}, {"supersonic_out*", BC_SUPERSONIC_OUTFLOW},
        {"fixed_inflow*", BC_SUPERSONIC_INFLOW}, {"supersonic_in*", BC_SUPERSONIC_INFLOW},
        {"subsonic_inflow*", BC_TOTAL_INFLOW}, {"inflow*", BC_TOTAL_INFLOW},
        {"back_pressure*", BC_PRESSURE_OUTLET}, {"subsonic_outflow*", BC_PRESSURE_OUTLET},
        {"outflow*", BC_PRESSURE_OUTLET},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_word(type, rows[i].type))
            return rows[i].kind;
    return BC_NONE;
}

static int read_swap(const struct reader *r, bool *swap)
{
    const char *word = r->word[ROW_JOIN - 1];
    if (strcasecmp(word, "true") == 0 || strcasecmp(word, ".true.") == 0 || strcasecmp(word, "t") == 0)
        return *swap = true, 0;
    if (strcasecmp(word, "false") == 0 || strcasecmp(word, ".false.") == 0 || strcasecmp(word, "f") == 0)
        return *swap = false, 0;
    return wrong(r, "says neither true nor false at its end, whether the ranges are exchanged; correct the line");
}

static int check_ranges(const struct reader *r, const struct nmf_row *row)
{
    for (int k = 0; k < 2; k++) {
        int o = row->swap ? 1 - k : k;
        int64_t a = row->range.end[k] - row->range.begin[k], b = row->other.end[o] - row->other.begin[o];
        if ((a < 0 ? -a : a) != (b < 0 ? -b : b))
            return wrong(r, "joins a range of %" PRId64 " nodes to one of %" PRId64 "; correct the ranges, or whether "
                         "they are exchanged", (a < 0 ? -a : a) + 1, (b < 0 ? -b : b) + 1);
    }
    return 0;
}

static int read_row(struct reader *r, struct nmf_row *row)
{
    *row = (struct nmf_row){.line = r->in.number - 1};
    if (strlen(r->word[0]) >= NAME_SIZE)
        return wrong(r, "has a type of more than %d characters; give it a shorter one", NAME_SIZE - 1);
    text_copy(row->type, sizeof row->type, r->word[0]);
    printable_clean(row->type);
    if (is_word(row->type, "patched*") || is_word(row->type, "overset*"))
        return wrong(r, "joins sides whose nodes do not lie on one another (%s), which is not read; write a grid whose "
                     "blocks meet node to node", row->type);
    TRY(read_range(r, 1, &row->range));
    if (is_word(row->type, "one_to_one") || is_word(row->type, "1_to_1") || is_word(row->type, "one2one")) {
        row->what = NMF_JOIN;
        TRY(read_range(r, ROW_PATCH, &row->other));
        if (r->n_words < ROW_JOIN)
            return wrong(r, "ends where true or false belongs, whether the ranges are exchanged; correct the line");
        return read_swap(r, &row->swap) || check_ranges(r, row);
    }
    row->what = is_word(row->type, "collapsed*") || is_word(row->type, "pole*") ? NMF_COLLAPSED : NMF_PATCH;
    return r->n_words > ROW_PATCH ? wrong(r, "has something behind the ranges of %s; correct the line", row->type) : 0;
}

/* The sizes of the blocks, which must be those of the grid. */
static int read_sizes(struct reader *r)
{
    int64_t n, value;
    bool end;
    TRY(next(r, &end));
    if (end)
        return error_set("%s: is empty; write it again, or remove it to name patches by sides", r->in.path);
    TRY(number(r, 0, "the number of blocks", 1, INT32_MAX, &n));
    if (n != r->n_blocks)
        return wrong(r, "says there are %" PRId64 " blocks, and the grid has %" PRId64 "; give the file of this grid",
                     n, r->n_blocks);
    for (int64_t b = 0; b < n; b++) {
        TRY(next(r, &end));
        if (end)
            return error_set("%s: ends after the sizes of %" PRId64 " of the %" PRId64 " blocks; copy the whole file",
                             r->in.path, b, n);
        TRY(number(r, 0, "the number of a block", b + 1, b + 1, &value));
        for (int d = 0; d < 3; d++) {
            if (d == 2 && r->n_words == 3)
                break; /* of a plane grid */
            TRY(number(r, 1 + d, "a number of nodes", 1, INT32_MAX, &value));
            if (value != r->size[b][d])
                return wrong(r,
                             "gives block %" PRId64 " %" PRId64 " nodes along %c, and the grid has %" PRId64 "; give "
                             "the file of this grid",
                             b + 1, value, "ijk"[d], r->size[b][d]);
        }
    }
    return 0;
}

static int read_all(struct reader *r, struct nmf *map)
{
    int64_t room = 0;
    bool end;
    TRY(read_sizes(r));
    for (;;) {
        TRY(next(r, &end));
        if (end)
            return 0;
        if (map->n == room) {
            room += room / 2 + 64;
            MEM_RESIZE(map->row, room);
        }
        TRY(read_row(r, &map->row[map->n]));
        map->n++;
    }
}

int nmf_read(const char *path, int64_t n_blocks, int64_t (*size)[3], struct nmf *map)
{
    struct reader r = {.n_blocks = n_blocks, .size = size};
    *map = (struct nmf){0};
    int status = stream_open(path, "a neutral map file", &r.in) || read_all(&r, map);
    stream_close(&r.in);
    if (status != 0)
        nmf_free(map);
    return status;
}

void nmf_free(struct nmf *map)
{
    mem_free(map->row);
    *map = (struct nmf){0};
}
