/* case_record.h: what the lines of [probes], [series], [actuators] and [synthetic_turbulence] have in common: NAME =
 * SHAPE key=value ..., a line for each set of points, series of frames, disk or plane; the files of numbers that such a
 * line may name; and, of what is recorded, how often. Nothing here is collective; every rank reads the same. All return
 * nonzero with error_set(), which names the line.
 */
#ifndef UFV_SOLVE_CASE_CASE_RECORD_H
#define UFV_SOLVE_CASE_CASE_RECORD_H

#include "case/case_file.h"

enum {
    CASE_RECORD_MOST = 10000000,   /* the largest whole number */
    CASE_RECORD_LINES_MOST = 10000 /* of a section: each line has files or memory of its own */
};

/* Calls read(c, e, to) for the lines of a section in the order in which they stand, until one fails; more than
 * CASE_RECORD_LINES_MOST are refused before. Of lines of one name, as --set makes them, the last alone counts: the
 * others are read before, so that a slip in them is told, and forget(to) takes each of them out again. What such a line
 * may say of keys that are overridden with it is not held against it: the functions below let names of variables and
 * intervals of it pass. */
int case_record_lines(const struct case_file *c, const char *section,
                      int (*read)(const struct case_file *c, const struct config_entry *e, void *to),
                      void (*forget)(void *to), void *to);

/* Refuses a value, WORD key=value ..., that gives a key twice, of which the last would count. Points of probes are
 * lists: at and file may be repeated. */
int case_record_once(const struct case_file *c, const struct config_entry *e);

/* Takes the value of a line apart, SHAPE key=value ...: calls begin(to, SHAPE), "" where there is none, then
 * pair(to, key, value) for each pair, until one fails. Words are cut out of a copy. */
int case_record_pairs(const struct case_file *c, const struct config_entry *e,
                      int (*begin)(void *to, const char *shape), int (*pair)(void *to, const char *key, char *value),
                      void *to);

/* A row of a file of numbers that the line e names; text: without its comment and the end of the line, not empty, to be
 * cut by whoever takes it. number: of the row in the file, from 1. */
struct case_record_row {
    const struct case_file *c;
    const struct config_entry *e;
    const char *path;
    int number;
    char *text;
};

/* Calls take(to, row) for the rows of the text file `name`, which is relative to the case file, until one fails. Left
 * out: empty rows, what follows a #, a first row of names, and the byte order mark of UTF-8. A file with a zero byte
 * (UTF-16) is refused. what: "a list of points". */
int case_record_rows(const struct case_file *c, const struct config_entry *e, const char *name, const char *what,
                     int (*take)(void *to, const struct case_record_row *row), void *to);

/* Can the line's name be that of a file or folder? */
int case_record_name(const struct case_file *c, const struct config_entry *e);

/* How many numbers a setting takes, and which ones; ends included. */
struct case_record_range {
    int n;
    double least, most;
};

/* Numbers with commas between, into value[in.n]; text: is cut into them. */
int case_record_numbers(const struct case_file *c, const struct config_entry *e, const char *key, char *text,
                        struct case_record_range in, double *value);

/* The same for whole numbers up to CASE_RECORD_MOST; n, how many, is at most 2. */
int case_record_integers(const struct case_file *c, const struct config_entry *e, const char *key, char *text, int n,
                         long least, long *value);

/* The words that a list may have, and what messages call them. */
struct case_record_choice {
    const char *const *name; /* [n], borrowed */
    int n;
    const char *what, *example; /* "variable", "pressure" */
};

/* Reads a list of words with commas between, each one of those of the choice and none twice. chosen[choice->n] gets
 * their indices in the order in which they stand, *n_chosen of them. text: is cut into the words. */
int case_record_words(const struct case_file *c, const struct config_entry *e, char *text,
                      const struct case_record_choice *choice, int *chosen, int *n_chosen);

/* How often: every so many steps (0: not given), or an interval (s; NAN: not given) that is so many of [time] dt; 1
 * when neither is given. */
int case_record_steps(const struct case_file *c, const struct config_entry *e, long every, double interval,
                      int64_t *steps);

#endif
