/* text_code.h: texts as strings of bytes, for fuzzers of text readers: any string is some text, and one changed byte
 * exchanges a whole word of the format.
 *
 *   byte below 128      that character
 *   128 and above       with the next byte: the word of that number, modulo their number
 */
#ifndef UFV_TESTS_TEXT_CODE_H
#define UFV_TESTS_TEXT_CODE_H

#include <stddef.h>
#include <stdint.h>

enum { TEXT_CODE_MOST = 1 << 16 };

/* text: [TEXT_CODE_MOST]; what does not fit is left out. Returns its length; no zero is added. */
size_t text_decode(const uint8_t *data, size_t size, const char *const *word, int n_words, char *text);

#endif
