/* time_signal.h: a number recorded over time, from a file of probes or from history.csv. */
#ifndef UFV_POST_HISTORY_TIME_SIGNAL_H
#define UFV_POST_HISTORY_TIME_SIGNAL_H

#include "types.h"

struct signal {
    char *path;               /* owned; of the file */
    char name[NAME_SIZE], unit[16];
    int64_t point;            /* of probes, from 1; 0: not of probes */
    double x[3];              /* m, of that point */
    int64_t n;
    double *time, *value;     /* owned; [n] s */
    double dt;                /* s, of signal_check_steps() */
};

/* The file that is meant by a results folder or a file of it, and perhaps a set of probes: a new text, protected from
 * being written over, as the other files of that run are. NULL after error_set(). */
char *signal_path(const char *source, const char *probe);

/* Fails, with the names of the sets, where source is a results folder and no set of probes is named. */
int signal_need_probe(const char *source, const char *probe);

/* Reads variable (NULL: pressure, or cl of a history) at a point of probes. signal_free() it. */
int signal_read(const char *source, const char *probe, const char *variable, long point, struct signal *s);
void signal_free(struct signal *s);

/* Leaves the rows of times from .. to (s; NAN: no bound). Fails when fewer than two are left. */
int signal_cut(struct signal *s, double from, double to);

/* Fails unless the times stand in equal steps, and sets s->dt. A last row that stands closer than the others, as at
 * the end of a run, is left out, with *dropped set. */
int signal_check_steps(struct signal *s, bool *dropped);

#endif
