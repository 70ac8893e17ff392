/* probes_case.h: what a case file says about probes, lines of [probes]. Nothing is collective. */
#ifndef UFV_SOLVE_FEATURES_PROBES_PROBES_CASE_H
#define UFV_SOLVE_FEATURES_PROBES_PROBES_CASE_H

#include "case/case_file.h"
#include "pack/probe_file.h"

struct probes_case {
    int n;                 /* sets, as they are written */
    struct probe_set *set; /* owned; [n] */
};

/* As read(), release() and print_reference() of a feature; *spec is a struct probes_case. */
int probes_case_read(struct case_file *c, void **spec);
void probes_case_release(void *spec);
void probes_case_print(void);

#endif
