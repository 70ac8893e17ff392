/* json_code.h: JSON texts as strings of bytes: any string is a whole JSON value, of known names and odd values.
 *
 *   value      byte: kind (its low 3 bits: enum json_code_kind), number of children (its next 3 bits); what the
 *              kind wants; then the children
 *   name, text number of a word (1 byte, modulo their number)
 *
 * What is missing at the end is null.
 */
#ifndef UFV_TESTS_JSON_CODE_H
#define UFV_TESTS_JSON_CODE_H

#include <stddef.h>
#include <stdint.h>

enum json_code_kind {
    JSON_CODE_NULL,
    JSON_CODE_BOOL,     /* the number of children is odd: true */
    JSON_CODE_INTEGER,  /* 2 bytes, little-endian, signed */
    JSON_CODE_NUMBER,   /* 1 byte: one of the odd numbers */
    JSON_CODE_TEXT,     /* a word */
    JSON_CODE_ARRAY,
    JSON_CODE_OBJECT,   /* a name before each child */
    JSON_CODE_CHARACTERS /* as many bytes as there are children, as they are but for quotes and backslashes */
};

enum { JSON_CODE_MOST = 1 << 16 };

/* text: [JSON_CODE_MOST]; a longer one is cut. word: names of members and texts, escaped as in JSON. Returns the
 * length; no zero is added. */
size_t json_decode(const uint8_t *data, size_t size, const char *const *word, int n_words, char *text);

#endif
