/* elsewhere.c: words in lists, compared as people write them. */
#include "elsewhere.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static int folded(char letter)
{
    return letter == '_' ? '-' : tolower((unsigned char)letter);
}

/* word, up to its end, against the first n letters of a row's word. */
static int is_word(const char *word, const char *row, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (folded(word[i]) != row[i])
            return 0; /* also where the word ends early: no row holds a zero */
    return word[n] == '\0';
}

static int is_among(const char *word, const char *words)
{
    while (*words) {
        size_t n = strcspn(words, " ");
        if (n > 0 && is_word(word, words, n))
            return 1;
        words += n + (words[n] == ' ');
    }
    return 0;
}

const char *elsewhere_find(const struct elsewhere *rows, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (is_among(word, rows[i].words))
            return rows[i].here;
    return NULL;
}
