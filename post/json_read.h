/* json_read.h: JSON text as a tree: what ufv-solve wrote about a run (RFC 8259;
 * of \u escapes only those below U+0080).
 */
#ifndef UFV_POST_JSON_READ_H
#define UFV_POST_JSON_READ_H

#include <stdbool.h>

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json_value {
    enum json_type type;
    char *key;     /* owned; of a member, else NULL */
    char *text;    /* owned; of a text, and of a number as it was written */
    double number; /* of a number; 1 or 0 of a bool */
    struct json_value *first, *next; /* owned; children, and the next of the same parent */
};

/* Reads a file; *value: free with json_free(). */
int json_read(const char *path, struct json_value **value);
void json_free(struct json_value *value);

/* A member of an object, or NULL; value may be NULL. Borrowed. */
const struct json_value *json_member(const struct json_value *value, const char *key);

#endif
