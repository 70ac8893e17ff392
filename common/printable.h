/* printable.h: text from files and command lines as it may reach a terminal.
 *
 * Names of patches, values of case files and paths can hold escape sequences that recolour a terminal, move
 * its cursor or type for its user. Sentences (error.h) and the names of patches are cleaned of them here.
 */
#ifndef UFV_COMMON_PRINTABLE_H
#define UFV_COMMON_PRINTABLE_H

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many bytes the character of UTF-8 (RFC 3629) has with which a text begins, 0 for its end, -1 where the bytes form
 * none. *character: its number. Names of files may hold any bytes. */
int printable_character(const char *text, uint32_t *character);

/* How many bytes the character has with which a text begins, not at its end, if it may stand in a page or a script; 0:
 * it is a control character, a line end too, a mark that turns the direction of writing, or its byte forms none. */
int printable_bytes(const char *text);

/* Puts '?' in place of each byte that is not printable text in UTF-8: control characters (also those of
 * two bytes, U+0080 to U+009F, and the marks that turn the direction of writing), and bytes that form no
 * character. Line ends stay. The length stays. */
void printable_clean(char *text);

/* Writes a text as a part of one line, such as a comment: each byte that printable_clean() would replace as \n, \t or
 * \xHH, line ends likewise, and a backslash as two. */
void printable_write(FILE *f, const char *text);

#ifdef __cplusplus
}
#endif

#endif
