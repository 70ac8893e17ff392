/* sliding_bed.h: a flow on rings that ring_mesh makes, on one rank. */
#ifndef UFV_TESTS_UNIT_SOLVE_SLIDING_BED_H
#define UFV_TESTS_UNIT_SOLVE_SLIDING_BED_H

#include "pipeline.h"
#include "scheme/flow.h"

static struct comm comm; /* of the test, which begins it */

struct bed {
    struct case_file c;
    struct domain d;
    struct flow f;
};

/* mesh: arguments of ring_mesh; text: the case file. 0, or nonzero with error_set(). */
static inline int make(const char *mesh, const char *text, struct bed *t)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char path[PATH_MAX], packs[PATH_MAX];
    static int n;
    snprintf(path, sizeof path, "%s/case.cfg", s);
    snprintf(packs, sizeof packs, "%s/packs%d", s, n);
    pipeline_write(path, text);
    memset(t, 0, sizeof *t);
    if (pipeline_run("%s/tools/ring_mesh %s --out %s/ring%d.cgns >/dev/null && %s/ufv-prep --quiet %s/ring%d.cgns --out %s "
                     ">/dev/null", b, mesh, s, n, b, s, n, packs) != 0)
        return error_set("no packs");
    n++;
    TRY(case_read(path, NULL, 0, &t->c));
    TRY(domain_load(packs, &t->c, &comm, backend_cpu(1), &t->d));
    return flow_create(&t->d, &t->c, EXCHANGE_STAGED, &t->f);
}

static inline void bed_free(struct bed *t)
{
    flow_free(&t->f);
    domain_free(&t->d);
    case_free(&t->c);
}

#endif
