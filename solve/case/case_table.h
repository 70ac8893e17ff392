/* case_table.h: sections of the case file whose keys are known, as rows of data: the core's (case_options.inc), and
 * those of features. A row says where in a struct its value is: the core's in struct case_file, a feature's in its own.
 *
 * Nothing is collective. A function that returns int returns 0, or nonzero with error_set(), which names the place.
 */
#ifndef UFV_SOLVE_CASE_CASE_TABLE_H
#define UFV_SOLVE_CASE_CASE_TABLE_H

#include "config.h"
#include "json_write.h"

#include <stddef.h>

/* Characters of a word that a key takes, and its end. */
enum { WORD_SIZE = 32 };

enum case_row_type { CASE_SECTION, CASE_NUMBER, CASE_INTEGER, CASE_SWITCH, CASE_WORD, CASE_VECTOR, CASE_TEXT };

struct case_row {
    enum case_row_type type;
    const char *section, *key;
    size_t offset;                      /* of the value in the struct */
    int n;                              /* of a vector */
    double number;                      /* default of numbers, integers, switches, words (their enumerator) */
    const char *text, *choices;         /* default of vectors; the words */
    const char *unit, *help;
    double least, most;                 /* of numbers, integers and vectors */
};

/* Rows for values in a struct `of`; the rest as in case_options.inc. */
#define CASE_ROW_SECTION(name, help) {CASE_SECTION, #name, "", 0, 0, 0, NULL, NULL, "", help, 0, 0}
#define CASE_ROW_NUMBER(of, section, key, member, fallback, least, most, unit, help)               \
    {CASE_NUMBER, #section, #key, offsetof(of, member), 0, fallback, NULL, NULL, unit, help, least, most}
#define CASE_ROW_INTEGER(of, section, key, member, fallback, least, most, unit, help)              \
    {CASE_INTEGER, #section, #key, offsetof(of, member), 0, fallback, NULL, NULL, unit, help, least, most}
#define CASE_ROW_SWITCH(of, section, key, member, fallback, help)                                  \
    {CASE_SWITCH, #section, #key, offsetof(of, member), 0, fallback, NULL, NULL, "", help, 0, 0}
#define CASE_ROW_WORD(of, section, key, member, fallback, choices, help)                           \
    {CASE_WORD, #section, #key, offsetof(of, member), 0, fallback, NULL, choices, "", help, 0, 0}
#define CASE_ROW_VECTOR(of, section, key, member, n, fallback, least, most, unit, help)            \
    {CASE_VECTOR, #section, #key, offsetof(of, member), n, 0, fallback, NULL, unit, help, least, most}
#define CASE_ROW_TEXT(of, section, key, member, help)                                              \
    {CASE_TEXT, #section, #key, offsetof(of, member), 0, NAN, NULL, NULL, "", help, 0, 0}

/* A feature's section, whose rows stand together behind the section's; or rows alone, of sections of the core. */
struct case_table {
    const struct case_row *row; /* [n] */
    int n;
};

void case_row_default(const struct case_row *r, void *value);

/* Reads all entries of the key: those that a later one overrides first, since a slip in them is a slip, too. */
int case_row_read(struct config *c, const struct case_row *r, void *value);

/* The word that a row of words has, into word[]; returns word. */
const char *case_row_word(const struct case_row *r, const void *value, char word[WORD_SIZE]);

/* Into an open object. */
void case_row_echo(const struct case_row *r, const void *value, struct json *j);

/* A line of Markdown, or the heading of a section. */
void case_row_print(const struct case_row *r);

#endif
