/* json_write.h: JSON text, one value after another, with its commas and indents.
 *
 *   struct json j;
 *   json_begin(&j, file);          {
 *   json_number(&j, "cl", cl);       "cl": 0.28,
 *   json_object(&j, "seconds");      "seconds": {
 *   ...
 *   json_close(&j);                  }
 *   json_end(&j);                  }
 *
 * key is NULL inside an array. Doubles are written so that they read back the
 * same; a not-a-number or infinity becomes null.
 */
#ifndef UFV_COMMON_JSON_WRITE_H
#define UFV_COMMON_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_MAX_DEPTH = 16 };

struct json {
    FILE *file; /* borrowed */
    int depth;
    bool first[JSON_MAX_DEPTH], array[JSON_MAX_DEPTH];
};

/* None of these fails: what cannot be written is seen by whoever closes the file (ferror()). Keys and texts
 * are copied into the file with what JSON reserves escaped; a byte b that is not UTF-8 becomes \udc00 + b. */

/* Begins the outermost object. file: borrowed until json_end(), which ends it and the line. */
void json_begin(struct json *j, FILE *file);
void json_end(struct json *j);

/* Begin an object or an array inside the present one, at most JSON_MAX_DEPTH - 1 deep in all; json_close()
 * ends the one begun last. */
void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
void json_close(struct json *j);

/* One value, of `key` in an object, of the next place in an array (key NULL). */
void json_number(struct json *j, const char *key, double value);
void json_integer(struct json *j, const char *key, int64_t value);
void json_bool(struct json *j, const char *key, bool value);
void json_text(struct json *j, const char *key, const char *value);

#endif
