/* report.h: ufv-post report: a run as one HTML page that needs nothing else: its
 * settings, mesh, convergence, forces, sections, extreme values and timings.
 */
#ifndef UFV_POST_REPORT_H
#define UFV_POST_REPORT_H

#include "cp.h"

struct report_options {
    const char *out;
    struct cp_options cp; /* patches, sections and references; no section: no pictures of them */
    bool quiet;
};

int report_command(const struct results *r, const struct report_options *o);

#endif
