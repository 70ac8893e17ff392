/* stream.c: a buffer over a file, words and numbers in it. */
#include "stream/stream.h"

#include "in_file.h"
#include "mem.h"
#include "printable.h"
#include "text.h"

#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Beyond STREAM_WORD_SIZE, so that whole words stay in it. */
enum { STREAM_BUFFER = 1 << 16, MARK_BYTES = 4, LOCAL_SIZE = 64 };

/* Deflate makes at most so many bytes of one (zlib's documentation, "Maximum Compression Factor"). */
enum { UNPACKED_MOST = 1032 };

int stream_open(const char *path, const char *wanted, struct stream *s)
{
    struct stat info = {0};
    *s = (struct stream){.path = path, .number = 1, .real_bytes = 8};
    s->file = in_file_open(path, wanted);
    if (!s->file || fstat(fileno(s->file), &info) != 0)
        return 1;
    setvbuf(s->file, NULL, _IONBF, 0);
    s->bytes = info.st_size;
    MEM_NEW(s->buffer, STREAM_BUFFER + 1);
    s->buffer[0] = '\0';
    return 0;
}

int stream_open_packed(const char *path, const char *wanted, struct stream *s)
{
    unsigned char begin[2] = {0};
    TRY(stream_open(path, wanted, s));
    if (fread(begin, 1, sizeof begin, s->file) != sizeof begin || begin[0] != 0x1f || begin[1] != 0x8b) {
        rewind(s->file);
        return 0;
    }
    rewind(s->file);
    int fd = dup(fileno(s->file));
    s->packed = fd < 0 ? NULL : gzdopen(fd, "rb");
    if (!s->packed) {
        if (fd >= 0)
            close(fd);
        return error_set("%s: cannot be unpacked: %s; unpack it by gunzip", path, strerror(errno));
    }
    fclose(s->file);
    s->file = NULL;
    s->bytes *= UNPACKED_MOST;
    return 0;
}

void stream_close(struct stream *s)
{
    if (s->file)
        fclose(s->file);
    if (s->packed)
        gzclose(s->packed);
    mem_free(s->buffer);
    *s = (struct stream){0};
}

int64_t stream_place(const struct stream *s)
{
    return s->before + (int64_t)s->at;
}

int64_t stream_left(const struct stream *s)
{
    return s->bytes - stream_place(s);
}

int stream_error(const struct stream *s, const char *format, ...)
{
    char sentence[1024];
    va_list ap;
    va_start(ap, format);
    vsnprintf(sentence, sizeof sentence, format, ap);
    va_end(ap);
    return s->binary || s->by_byte ? error_set("%s: byte %" PRId64 ": %s", s->path, stream_place(s), sentence)
                     : error_set("%s:%" PRId64 ": %s", s->path, s->number, sentence);
}

/* So many bytes of the file, or fewer at its end. */
static size_t read_file(struct stream *s, void *to, size_t n)
{
    if (!s->packed) {
        size_t got = fread(to, 1, n, s->file);
        s->failed = s->failed || ferror(s->file);
        return got;
    }
    int got = gzread(s->packed, to, (unsigned)n), code = Z_OK;
    gzerror(s->packed, &code);
    s->failed = s->failed || got < 0 || code != Z_OK;
    return got > 0 ? (size_t)got : 0;
}

/* Moves what is left to the front and reads more behind it; returns how much. */
static size_t fill(struct stream *s)
{
    memmove(s->buffer, s->buffer + s->at, s->end - s->at);
    s->before += (int64_t)s->at;
    s->end -= s->at;
    s->at = 0;
    size_t n = read_file(s, s->buffer + s->end, STREAM_BUFFER - s->end);
    s->end += n;
    s->buffer[s->end] = '\0';
    return n;
}

static int ends(const struct stream *s, const char *what)
{
    return stream_error(s, "%s where %s belongs; copy or export the whole file again",
                        s->failed ? "cannot be read" : "ends", what);
}

/* ---- bytes ------------------------------------------------------------------------------------ */

int stream_bytes(struct stream *s, size_t n, void *to, const char *what)
{
    for (size_t done = 0; done < n;) {
        if (s->at == s->end)
            fill(s);
        size_t part = s->end - s->at < n - done ? s->end - s->at : n - done;
        if (part == 0)
            return ends(s, what);
        memcpy((char *)to + done, s->buffer + s->at, part);
        s->at += part;
        done += part;
    }
    return 0;
}

size_t stream_peek(struct stream *s, const unsigned char **next)
{
    fill(s);
    *next = s->buffer + s->at;
    return s->end - s->at;
}

static uint64_t unsigned_of(const unsigned char *byte, int n, bool big)
{
    uint64_t v8;
    uint32_t v4;
    if (n == 8) {
        memcpy(&v8, byte, sizeof v8);
        return big ? be64toh(v8) : le64toh(v8);
    }
    memcpy(&v4, byte, sizeof v4);
    return big ? be32toh(v4) : le32toh(v4);
}

static int read_mark(struct stream *s, int32_t *mark)
{
    unsigned char byte[MARK_BYTES];
    TRY(stream_bytes(s, sizeof byte, byte, "the mark of a record"));
    *mark = (int32_t)(uint32_t)unsigned_of(byte, MARK_BYTES, s->big);
    return 0;
}

/* A negative mark at the beginning: another part follows (gfortran's manual, "File format of unformatted sequential
 * files"). */
static int begin_part(struct stream *s)
{
    int32_t mark = 0;
    TRY(read_mark(s, &mark));
    s->part_goes_on = mark < 0;
    s->part_bytes = s->part_left = mark < 0 ? -(int64_t)mark : mark;
    return 0;
}

/* The sign of the mark behind a part says whether one came before, which is known here. */
static int end_part(struct stream *s)
{
    int32_t mark = 0;
    TRY(read_mark(s, &mark));
    if (s->part_left != 0 || (mark < 0 ? -(int64_t)mark : mark) != s->part_bytes)
        return stream_error(s, "a record of %" PRId64 " bytes ends with the mark %" PRId32 " after %" PRId64 "; copy "
                               "or export the file again", s->part_bytes, mark, s->part_bytes - s->part_left);
    return 0;
}

/* Some programs write wrong marks where the lengths of all records are known; a part that goes on is believed. */
int stream_record_begin(struct stream *s, int64_t bytes)
{
    TRY(begin_part(s));
    if (!s->part_goes_on)
        s->part_left = bytes;
    else if (s->part_left > bytes)
        return stream_error(s, "the first part of a record has %" PRId64 " bytes where the whole has %" PRId64 "; is "
                               "the byte order that of the file's name?", s->part_left, bytes);
    return 0;
}

int stream_record_end(struct stream *s)
{
    int32_t mark = 0;
    return s->part_goes_on ? stream_error(s, "a record goes on behind what it must hold; copy or export the file again")
                           : read_mark(s, &mark);
}

/* n bytes of numbers: of the file, or of its records without their marks. */
static int number_bytes(struct stream *s, size_t n, unsigned char *to, const char *what)
{
    if (!s->records)
        return stream_bytes(s, n, to, what);
    for (size_t done = 0; done < n;) {
        while (s->part_left == 0) {
            if (!s->part_goes_on)
                return stream_error(s, "a record ends where %s belongs; copy or export the file again", what);
            TRY(end_part(s));
            TRY(begin_part(s));
        }
        size_t part = s->part_left < (int64_t)(n - done) ? (size_t)s->part_left : n - done;
        TRY(stream_bytes(s, part, to + done, what));
        s->part_left -= (int64_t)part;
        done += part;
    }
    return 0;
}

/* The next n bytes of numbers: in the buffer where they are all there, else in byte: [n]; NULL after an error. */
static const unsigned char *find_bytes(struct stream *s, size_t n, unsigned char *byte, const char *what)
{
    if (s->end - s->at < n || (s->records && s->part_left < (int64_t)n))
        return number_bytes(s, n, byte, what) == 0 ? byte : NULL;
    s->at += n;
    s->part_left -= s->records ? (int64_t)n : 0;
    return s->buffer + s->at - n;
}

/* ---- text ------------------------------------------------------------------------------------- */

/* To the next byte that is no blank; false: there is none. */
static bool skip_blanks(struct stream *s)
{
    for (;;) {
        if (s->at == s->end)
            fill(s);
        if (s->at == s->end)
            return false;
        for (; s->at < s->end; s->at++) {
            if (!isspace(s->buffer[s->at]))
                return true;
            s->number += s->buffer[s->at] == '\n';
        }
    }
}

int stream_next(struct stream *s)
{
    return skip_blanks(s) ? s->buffer[s->at] : -1;
}

static bool is_mark(const struct stream *s, unsigned char c)
{
    return s->marks && c && strchr(s->marks, c);
}

/* The next word, in the buffer, *n bytes; a zero or a blank stands behind it. */
static int find_word(struct stream *s, const char *what, char **word, size_t *n)
{
    if (!skip_blanks(s))
        return ends(s, what);
    if (s->end - s->at < STREAM_WORD_SIZE)
        fill(s);
    *word = (char *)s->buffer + s->at;
    if (is_mark(s, s->buffer[s->at])) {
        *n = 1;
        return 0;
    }
    for (*n = 0; s->at + *n < s->end && !isspace(s->buffer[s->at + *n]) &&
                 !is_mark(s, s->buffer[s->at + *n]); ++*n)
        if (*n == STREAM_WORD_SIZE - 1)
            return stream_error(s, "has a word of %d characters or more where %s belongs; is it a text?",
                                STREAM_WORD_SIZE, what);
    return 0;
}

int stream_word(struct stream *s, const char *what, char *word, bool *end)
{
    char *at;
    size_t n;
    word[0] = '\0';
    if (end) {
        *end = !skip_blanks(s) && !s->failed;
        if (*end)
            return 0;
    }
    TRY(find_word(s, what, &at, &n));
    memcpy(word, at, n);
    word[n] = '\0';
    s->at += n;
    return 0;
}

int stream_line(struct stream *s, char *line, bool *end)
{
    size_t n = 0;
    *end = true;
    for (;;) {
        if (s->at == s->end)
            fill(s);
        if (s->at == s->end)
            break;
        *end = false;
        char c = (char)s->buffer[s->at++];
        if (c == '\n')
            break;
        if (n < STREAM_WORD_SIZE - 1 && (n > 0 || !isspace((unsigned char)c)))
            line[n++] = c;
    }
    while (n > 0 && isspace((unsigned char)line[n - 1]))
        n--;
    line[n] = '\0';
    s->number += !*end;
    return s->failed ? ends(s, "a line") : 0;
}

static void pass(struct stream *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        s->number += s->buffer[s->at++] == '\n';
}

int stream_skip_past(struct stream *s, const char *word)
{
    size_t n = strlen(word);
    for (;;) {
        size_t more = fill(s), left = s->end - s->at;
        const unsigned char *found = memmem(s->buffer + s->at, left, word, n);
        if (found) {
            pass(s, (size_t)(found - (s->buffer + s->at)) + n);
            return 0;
        }
        if (more == 0 && s->end < STREAM_BUFFER)
            return ends(s, word);
        pass(s, left < n ? 0 : left - n + 1); /* the last bytes may be the first of the word */
    }
}

static int no_number(const struct stream *s, const char *word, size_t n, const char *what)
{
    char text[LOCAL_SIZE];
    text_copy(text, n < sizeof text ? n + 1 : sizeof text, word);
    printable_clean(text);
    return stream_error(s, "has '%s' where %s belongs; correct it, or export the mesh again", text, what);
}

static int text_integer(struct stream *s, const char *what, int64_t *value)
{
    char *word;
    size_t n, i = 0;
    uint64_t v = 0;
    TRY(find_word(s, what, &word, &n));
    bool minus = word[0] == '-';
    i += minus || word[0] == '+';
    size_t first = i;
    for (; i < n && isdigit((unsigned char)word[i]) && i - first < 19; i++) /* 19 digits are below 2^64 */
        v = 10 * v + (uint64_t)(word[i] - '0');
    if (i < n || i == first || v > INT64_MAX)
        return no_number(s, word, n, what);
    *value = minus ? -(int64_t)v : (int64_t)v;
    s->at += n;
    return 0;
}

static int text_real(struct stream *s, const char *what, double *value)
{
    char *word, *end;
    size_t n;
    TRY(find_word(s, what, &word, &n));
    *value = text_scan_fortran(word, &end);
    if (end != word + n || !isfinite(*value))
        return no_number(s, word, n, what);
    s->at += n;
    return 0;
}

/* ---- numbers ---------------------------------------------------------------------------------- */

static int outside(const struct stream *s, int64_t v, int64_t least, int64_t most, const char *what)
{
    if (most < least)
        return stream_error(s, "has %s, and there can be none; export the mesh again", what);
    return stream_error(s, "has %" PRId64 " as %s, which must be in %" PRId64 "..%" PRId64 "; export the mesh again", v,
                        what, least, most);
}

static int64_t integer_of(const unsigned char *byte, int bytes, bool big)
{
    uint64_t v = unsigned_of(byte, bytes, big);
    return bytes == 4 ? (int64_t)(int32_t)(uint32_t)v : (int64_t)v;
}

int stream_integer(struct stream *s, int bytes, int64_t least, int64_t most, const char *what, int64_t *value)
{
    unsigned char byte[8];
    if (!s->binary) {
        TRY(text_integer(s, what, value));
    } else {
        const unsigned char *at = find_bytes(s, (size_t)bytes, byte, what);
        if (!at)
            return 1;
        *value = integer_of(at, bytes, s->big);
    }
    return *value < least || *value > most ? outside(s, *value, least, most, what) : 0;
}

/* Those that are in the buffer at once. *n: how many; *wrong: one outside 1..most ends them, and is the last. */
static void take_indices(struct stream *s, int bytes, int64_t most, int64_t limit, lid *index, int64_t *n, bool *wrong)
{
    int64_t room = (int64_t)(s->end - s->at);
    room = (s->records && s->part_left < room ? s->part_left : room) / bytes;
    int64_t end = limit < room ? limit : room;
    const unsigned char *byte = s->buffer + s->at;
    for (*n = 0, *wrong = false; *n < end && !*wrong; byte += bytes) {
        int64_t v = integer_of(byte, bytes, s->big);
        *wrong = v < 1 || v > most;
        index[(*n)++] = *wrong ? 0 : (lid)(v - 1);
    }
    s->at += (size_t)(*n * bytes);
    s->part_left -= s->records ? *n * bytes : 0;
}

int stream_indices(struct stream *s, int bytes, int64_t most, const char *what, int64_t n, lid *index)
{
    for (int64_t done = 0; done < n;) {
        int64_t part = 0, v = 0;
        bool wrong = false;
        if (s->binary)
            take_indices(s, bytes, most, n - done, index + done, &part, &wrong);
        if (wrong)
            return outside(s, integer_of(s->buffer + s->at - bytes, bytes, s->big), 1, most, what);
        done += part;
        if (part > 0 || done == n)
            continue;
        TRY(stream_integer(s, bytes, 1, most, what, &v)); /* across two fillings of the buffer */
        index[done++] = (lid)(v - 1);
    }
    return 0;
}

int stream_real(struct stream *s, const char *what, double *value)
{
    unsigned char byte[8];
    if (!s->binary)
        return text_real(s, what, value);
    const unsigned char *at = find_bytes(s, (size_t)s->real_bytes, byte, what);
    if (!at)
        return 1;
    uint64_t v = unsigned_of(at, s->real_bytes, s->big);
    if (s->real_bytes == 4) {
        uint32_t bits = (uint32_t)v;
        float f;
        memcpy(&f, &bits, sizeof f);
        *value = (double)f;
    } else {
        memcpy(value, &v, sizeof v);
    }
    return isfinite(*value) ? 0 : stream_error(s, "has %g as %s; export the mesh again", *value, what);
}
