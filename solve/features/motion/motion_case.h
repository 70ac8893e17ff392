/* motion_case.h: the sections [frame] and [motion] of a case. */
#ifndef UFV_SOLVE_FEATURES_MOTION_MOTION_CASE_H
#define UFV_SOLVE_FEATURES_MOTION_MOTION_CASE_H

#include "case/case_choices.h"
#include "features/feature.h"
#include "features/motion/motion_table.h"

struct frame_case {
    enum frame_type type;
    double rate, rpm, axis[3], centre[3], radius, zone_radius, zone_begin, zone_end;
};

/* In the units of docs/case-file.md. */
struct motion_case {
    struct frame_case frame;
    double pitch, pitch_phase, plunge[3], plunge_phase, frequency, reduced_frequency;
    const char *table; /* borrowed from config */
    bool table_repeats;
    double spin, spin_rpm, velocity[3], axis[3], centre[3], radius;
    struct motion_table rows; /* owned; none without `table` */
    bool turns;               /* worked out: does the mesh ever turn, or a zone of it? */
};

/* Its spec is a struct motion_case. */
extern const struct feature_case feature_motion_case;

/* motion_rows.c. Reads the table, if there is one, into s->rows. Nonzero with error_set(). */
int motion_rows_read(struct case_file *c, struct motion_case *s);

/* Refuses a table, which is not repeated, that is over before the run is. */
int motion_rows_check_end(struct case_file *c, const struct motion_case *s);

#endif
