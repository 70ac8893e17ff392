/* printable.h: text from files and command lines as it may reach a terminal.
 *
 * Names of patches, values of case files and paths can hold escape sequences that recolour a terminal, move
 * its cursor or type for its user. Sentences (error.h) and the names of patches are cleaned of them here.
 */
#ifndef UFV_COMMON_PRINTABLE_H
#define UFV_COMMON_PRINTABLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Puts '?' in place of each byte that is not printable text in UTF-8: control characters (also those of
 * two bytes, U+0080 to U+009F, and the marks that turn the direction of writing), and bytes that form no
 * character. Line ends stay. The length stays. */
void printable_clean(char *text);

#ifdef __cplusplus
}
#endif

#endif
