/* timeline.c: the ring of spans of this rank, and when its last iterations began. */
#include "parallel/timeline.h"

#include "mem.h"
#include "timer.h"

#include <string.h>

/* Spans kept: 20 iterations of four stages need some 2,000. */
enum { SPANS = 1 << 14 };

static struct {
    struct timeline_span *span; /* [SPANS] ring; NULL: off */
    int64_t n;                  /* ever added */
    double zero;                /* s; the moment that times are counted from */
    double began[TIMELINE_ITERATIONS]; /* s; of the last iterations, by iteration modulo their number */
    int64_t iteration, n_iterations;   /* the newest one's number; how many there have been */
} t;

void timeline_start(double zero)
{
    t.zero = zero;
    MEM_NEW(t.span, SPANS);
}

void timeline_free(void)
{
    mem_free(t.span);
    memset(&t, 0, sizeof t);
}

bool timeline_is_on(void)
{
    return t.span != NULL;
}

/* name: a static text, since only the pointer is kept. Nothing is allocated or written while the run goes on;
 * the oldest spans are overwritten. */
void timeline_add(enum timeline_lane lane, const char *name, double start, double end)
{
    if (t.span)
        t.span[t.n++ % SPANS] = (struct timeline_span){start, end, name, lane};
}

/* Noted whether spans are kept or not: two numbers an iteration. */
void timeline_iteration(int64_t iteration)
{
    t.iteration = iteration;
    t.began[t.n_iterations++ % TIMELINE_ITERATIONS] = timer_now();
}

double timeline_zero(void)
{
    return t.zero;
}

int timeline_iterations(void)
{
    return t.n_iterations < TIMELINE_ITERATIONS ? (int)t.n_iterations : TIMELINE_ITERATIONS;
}

/* k = 0 is the oldest iteration that is kept. */
int64_t timeline_iteration_at(int k, double *began)
{
    int64_t behind = timeline_iterations() - 1 - k; /* the newest one */
    *began = t.began[(t.n_iterations - 1 - behind) % TIMELINE_ITERATIONS];
    return t.iteration - behind;
}

/* Once the ring is full it holds the newest SPANS of them. */
int timeline_spans(void)
{
    return t.n < SPANS ? (int)t.n : SPANS;
}

struct timeline_span timeline_span_at(int k)
{
    return t.span[(t.n - timeline_spans() + k) % SPANS];
}
