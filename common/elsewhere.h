/* elsewhere.h: words of other programs, and what is written here in their place. For messages that refuse
 * a word: what is meant is often known although it resembles no word of ours.
 */
#ifndef UFV_COMMON_ELSEWHERE_H
#define UFV_COMMON_ELSEWHERE_H

struct elsewhere {
    const char *words; /* with blanks between them, in small letters, - within a word */
    const char *here;  /* for a sentence: "write alpha" */
};

/* What stands beside the word in rows[0 .. n-1]; NULL where none has it. Capital letters count as small ones, and
 * _ as -. Borrowed from the row. Not collective. */
const char *elsewhere_find(const struct elsewhere *rows, int n, const char *word);

#endif
