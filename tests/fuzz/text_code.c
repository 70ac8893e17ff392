/* text_code.c: see text_code.h for the code. Words make the fuzzer reach the second half of a parser, which it hardly
 * does by guessing "reduced_frequency" letter by letter. */
#include "text_code.h"

#include <string.h>

size_t text_decode(const uint8_t *data, size_t size, const char *const *word, int n_words, char *text)
{
    size_t n = 0;
    for (size_t i = 0; i < size; i++) {
        char character = (char)data[i];
        const char *from = &character;
        size_t length = 1;
        if (data[i] >= 128) {
            int number = (data[i] - 128) * 256 + (i + 1 < size ? data[i + 1] : 0);
            from = word[number % n_words];
            length = strlen(from);
            i++;
        }
        /* Ends at the first word that does not fit: a text that goes on behind a hole would not be what the string
         * says. */
        if (n + length > TEXT_CODE_MOST)
            break;
        memcpy(text + n, from, length);
        n += length;
    }
    return n;
}
