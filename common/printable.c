/* printable.c: a walk over the characters of UTF-8 (RFC 3629). */
#include "printable.h"

#include <stdbool.h>

int printable_character(const char *text, uint32_t *character)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000}; /* longer forms than needed are not allowed */
    const unsigned char *s = (const unsigned char *)text;
    int n = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    *character = n == 1 ? s[0] : s[0] & (0x7fU >> n);
    for (int i = 1; i < n; i++) {
        if (s[i] >> 6 != 2) /* also ends at the text's end */
            return -1;
        *character = *character << 6 | (s[i] & 0x3fU);
    }
    bool half = *character >= 0xd800 && *character < 0xe000; /* of a pair of UTF-16 */
    if (n == 0 || half || *character < least[n] || *character > 0x10ffff)
        return -1;
    return *text ? n : 0;
}

static bool is_control(uint32_t c)
{
    /* Marks that turn the direction of writing (UAX 9) can make a path read as another; C0 and C1 controls move a
     * terminal's cursor and colours. */
    bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f;
    return (c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0) || turns;
}

int printable_bytes(const char *text)
{
    uint32_t character;
    int n = printable_character(text, &character);
    return n < 1 || *text == '\n' || is_control(character) ? 0 : n;
}

void printable_clean(char *text)
{
    while (*text) {
        uint32_t character;
        int n = printable_character(text, &character);
        bool bad = n < 0 || is_control(character);
        for (int i = 0; i < (n > 0 ? n : 1); i++, text++)
            *text = bad ? '?' : *text;
    }
}

static void write_escaped(FILE *f, char byte)
{
    switch (byte) {
    case '\n': fputs("\\n", f); break;
    case '\t': fputs("\\t", f); break;
    case '\\': fputs("\\\\", f); break;
    default: fprintf(f, "\\x%02x", (unsigned char)byte); break;
    }
}

void printable_write(FILE *f, const char *text)
{
    while (*text) {
        uint32_t character;
        int n = printable_character(text, &character);
        bool bad = n < 0 || is_control(character) || character == '\n' || character == '\\';
        for (int i = 0; i < (n > 0 ? n : 1); i++, text++) {
            if (bad)
                write_escaped(f, *text);
            else
                fputc(*text, f);
        }
    }
}
