/* numbers.c: see numbers.h. */
#include "input/numbers.h"

#include "text.h"

#include <math.h>
#include <string.h>

int numbers_read(const char *text, const char *separators, int n, const double *missing, double *x)
{
    const char *at = text;
    for (int k = 0; k < n; k++) {
        char word[64];
        size_t length = strcspn(at, ",:");
        if (length >= sizeof word || at[length] != separators[k])
            return 1;
        memcpy(word, at, length);
        word[length] = '\0';
        if (length == 0 && missing)
            x[k] = missing[k];
        else if (text_to_double(word, &x[k]) != 0 || !isfinite(x[k]))
            return 1;
        at += length + 1;
    }
    return 0;
}
