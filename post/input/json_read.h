/* json_read.h: JSON text as a tree: what ufv-solve wrote about a run (RFC 8259;
 * of \u escapes only those below U+0080).
 */
#ifndef UFV_POST_INPUT_JSON_READ_H
#define UFV_POST_INPUT_JSON_READ_H

#include <stdbool.h>

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json_value {
    enum json_type type;
    char *key;     /* owned; of a member, else NULL */
    char *text;    /* owned; of a text, and of a number as it was written */
    double number; /* of a number; 1 or 0 of a bool */
    struct json_value *first, *next; /* owned; children, and the next of the same parent */
};

/* Reads a file, which is protected from being written over from then on; *value: free with
 * json_free(), NULL after an error: the file cannot be read, or is not JSON. */
int json_read(const char *path, struct json_value **value);

/* Frees a value with all that it holds and what comes after it; NULL is nothing. */
void json_free(struct json_value *value);

/* The first member of that name of an object, or NULL; value may be NULL. Borrowed. */
const struct json_value *json_member(const struct json_value *value, const char *key);

/* What a reader counts on: wherever a path leads, there is a value of one of these types.
 * "patches.*.cl": names with points between; * for every member of an object or element of
 * an array; "" for the whole. What is not there is not checked. */
struct json_shape {
    const char *path;
    unsigned types; /* sum of 1 << enum json_type, or JSON_IS_COUNT */
};
#define JSON_IS(type) (1U << (type))

/* A number as json_write.h writes it: null where it is not finite. */
#define JSON_IS_NUMBER (JSON_IS(JSON_NUMBER) | JSON_IS(JSON_NULL))
/* A number of cells, steps or other things: whole, from 0 to 1e19. */
#define JSON_IS_COUNT (1U << 16)

/* An error that names the file and the place of the first value that is none of the types
 * of its row, shape[n]. path: of the file, for the sentence. Files may be anybody's: what
 * has not passed here must be looked at for its type before it is used. */
int json_check(const char *path, const struct json_value *value, const struct json_shape *shape, int n);

/* The number; NaN for a value of another type, and for NULL. */
double json_number_of(const struct json_value *value);

#endif
