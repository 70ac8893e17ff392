/* gmsh_numbers.c: whole numbers of a section, and how many items it may announce. */
#include "gmsh/gmsh_mesh.h"

enum { SIZE_BYTES = 8, INT_BYTES = 4 };

int gmsh_int(struct gmsh *g, int64_t least, int64_t most, const char *what, int64_t *value)
{
    return stream_integer(&g->in, INT_BYTES, least, most, what, value);
}

int gmsh_size(struct gmsh *g, int64_t least, int64_t most, const char *what, int64_t *value)
{
    return stream_integer(&g->in, SIZE_BYTES, least, most, what, value);
}

int gmsh_count(struct gmsh *g, bool is_text, int64_t least, int text_bytes, int binary_bytes, const char *what,
               int64_t *n)
{
    char number[80];
    snprintf(number, sizeof number, "the number of %s", what);
    if (is_text)
        g->in.binary = false;
    TRY(stream_integer(&g->in, SIZE_BYTES, INT64_MIN, INT64_MAX, number, n));
    int64_t left = stream_left(&g->in), most = left / (g->binary ? binary_bytes : text_bytes) + 1;
    if (*n < least || *n >= LID_MAX)
        return stream_error(&g->in, "announces %" PRId64 " %s; there can be %" PRId64 "..%d, so export the mesh again",
                            *n, what, least, LID_MAX - 1);
    if (*n > most)
        return stream_error(&g->in, "announces %" PRId64 " %s, and the %" PRId64 " bytes behind this hold %" PRId64
                            " at most; copy the whole file, or correct the number", *n, what, left, most);
    if (is_text && g->binary) { /* bytes begin behind the line's end */
        char line[STREAM_WORD_SIZE];
        bool end;
        TRY(stream_line(&g->in, line, &end));
    }
    g->in.binary = g->binary;
    return 0;
}
