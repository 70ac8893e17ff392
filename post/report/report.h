/* report.h: ufv-post report: a run as one HTML page that needs nothing else: its
 * settings, mesh, convergence, forces, sections, extreme values and timings.
 */
#ifndef UFV_POST_REPORT_REPORT_H
#define UFV_POST_REPORT_REPORT_H

#include "cp/cp.h"

struct report_options {
    const char *out;      /* the page to write */
    struct cp_options cp; /* patches, sections and references; no section: no pictures of them */
    bool quiet;
};

/* Writes the page of r (opened with RESULTS_GEOMETRY) whole or not at all and prints its
 * name unless quiet. An error when run.json, forces.json or history.csv is missing or not
 * what ufv-solve writes, a picture cannot be drawn, a section not be cut, or a file not be
 * read or written. */
int report_command(const struct results *r, const struct report_options *o);

#endif
