/* flow_bed.h: what the tests of a run's parts share: a flow in a box of 4 x 4 x 4 hexahedra,
 * on one rank in this process, by a case file of the test's own.
 */
#ifndef UFV_TESTS_UNIT_FLOW_BED_H
#define UFV_TESTS_UNIT_FLOW_BED_H

#include "check.h"
#include "mem.h"
#include "scheme/flow.h"
#include "pipeline.h"

#include <math.h>

struct flow_bed {
    struct case_file c;
    struct domain d;
    struct flow f;
};

static struct comm flow_comm;

/* The case file's path. */
static inline const char *flow_case_file(const char *text)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/case.cfg", pipeline_scratch());
    pipeline_write(path, text);
    return path;
}

/* Packs are made once. box: arguments of box_mesh besides its size. */
static inline int flow_bed_make(const char *box, const char *text, struct flow_bed *t)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    char packs[PATH_MAX];
    snprintf(packs, sizeof packs, "%s/packs", s);
    memset(t, 0, sizeof *t);
    if (access(packs, F_OK) != 0 &&
        pipeline_run("%s/tools/box_mesh --n 4 4 4 %s --out %s/box.cgns >/dev/null && "
                     "%s/ufv-prep --quiet %s/box.cgns --out %s >/dev/null", b, box, s, b, s, packs) != 0)
        return error_set("no packs");
    const char *scheme = "time.scheme=rk"; /* unless the text names one */
    TRY(case_read(flow_case_file(text), &scheme, strstr(text, "scheme") ? 0 : 1, &t->c));
    TRY(domain_load(packs, &t->c, &flow_comm, backend_cpu(1), &t->d));
    return flow_create(&t->d, &t->c, EXCHANGE_STAGED, &t->f);
}

static inline void flow_bed_free(struct flow_bed *t)
{
    flow_free(&t->f);
    domain_free(&t->d);
    case_free(&t->c);
}

/* An empty folder in the scratch folder, new with each call. */
static inline const char *flow_new_folder(void)
{
    static char path[8][PATH_MAX];
    static int n;
    char *p = path[n++ % 8];
    snprintf(p, PATH_MAX, "%s/results%d", pipeline_scratch(), n);
    if (mkdir(p, 0777) != 0)
        perror(p);
    return p;
}

static inline bool flow_there(const char *folder, const char *name)
{
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* A standing wave of sound, a wave of entropy and a turning stream. */
static inline void flow_bed_set_waves(struct flow_bed *t)
{
    const lid n = t->d.view.n_owned;
    const double pi = acos(-1.0);
    double *q = mem_alloc("state", (size_t)n * (size_t)t->f.n_variables, sizeof *q);
    flow_download(&t->f, q);
    for (lid i = 0; i < n; i++) {
        double x = t->d.pack.centroid[i], y = t->d.pack.centroid[t->d.pack.n_slots + i];
        q[i] = 1 + 0.1 * cos(pi * x) + 0.1 * cos(pi * y);
        q[n + i] = 0.1 * sin(pi * x) * cos(pi * y);
        q[2 * n + i] = -0.1 * cos(pi * x) * sin(pi * y);
        q[3 * n + i] = 0;
        q[4 * n + i] = 1 + 0.1 * cos(pi * x);
    }
    flow_upload(&t->f, q);
    mem_free(q);
}

#endif
