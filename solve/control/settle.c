/* settle.c: when a flow has answered a change (settle.h): how many looks it takes, what the residual must have done,
 * and what of the quantity's trend is taken for the answer.
 */
#include "control/settle.h"

#include <math.h>
#include <string.h>

/* Figures that did best on airfoils and wings. */
enum { LOOKS_LEAST = 6, LOOKS_SURE = 3, LOOKS_PATIENT = 40, LOOKS_LEAST_EXPLICIT = 40, EXPLICIT_EVERY = 20 };
static const double SETTLED = 0.2;    /* of what is missing may still be to come when something changes */
static const double FALL_SURE = 1e-3; /* of the peak: the newest value is the one, whatever came before */

/* fall: part of the residual's peak at which the flow is taken to have answered. */
void settle_begin(const struct case_file *c, double fall, struct settle *s)
{
    memset(s, 0, sizeof *s);
    s->fall = fall;
    s->looks_least = c->time.scheme == TIME_IMPLICIT ? LOOKS_LEAST : LOOKS_LEAST_EXPLICIT;
}

int settle_every(const struct case_file *c)
{
    return c->time.scheme == TIME_IMPLICIT ? 1 : EXPLICIT_EVERY;
}

/* value is what is to settle, other goes with it; residual: of the density. */
void settle_look(struct settle *s, double value, double other, double residual)
{
    s->peak = fmax(s->peak, residual);
    s->before = s->newest;
    s->newest = value;
    trend_history_add(&s->history, (const double[TREND_VALUES]){value, other});
}

/* A steady direction with a limit gives that limit, with half of the way as doubt. Else the newest value,
 * with what may still come as doubt. Two ways out of waiting: after LOOKS_PATIENT more looks the residual has
 * stalled, and far below its peak the newest value is good whatever the history. */
bool settle_answer(const struct settle *s, double residual, double *end, double *doubt)
{
    struct trend trend = trend_history_of(&s->history, 0);
    bool heads = trend.direction != 0 && !isnan(trend.end);
    *end = heads ? trend.end : trend.newest;
    *doubt = heads ? 0.5 * trend.remaining : trend.remaining;
    /* Without it a value that stands still since the flow has not begun to answer would pass for
     * settled. */
    bool fell = residual <= s->fall * s->peak || s->history.seen >= s->looks_least + LOOKS_PATIENT;
    if (s->history.seen >= s->looks_least && !isnan(trend.remaining) && fell)
        return true;
    /* Too short a history for a trend, or a residual that has not fallen so far: the newest value is
     * good if the residual is far below anyway. */
    *end = s->newest;
    *doubt = fabs(s->newest - s->before);
    return s->history.seen >= LOOKS_SURE && residual <= FALL_SURE * s->peak;
}

/* hold: what is not worth a change. */
bool settle_is_clear(double missing, double doubt, double hold)
{
    return fabs(missing) > hold && doubt <= SETTLED * fabs(missing);
}

/* newest stays, since the quantity has not moved yet. */
void settle_changed(struct settle *s)
{
    s->peak = 0;
    memset(&s->history, 0, sizeof s->history);
}

/* ---- checkpoints ---- */

/* Rows of the history behind the head, as many as there are. */
int settle_save(const struct settle *s, double number[SETTLE_NUMBERS])
{
    const struct trend_history *h = &s->history;
    const double head[SETTLE_HEAD] = {(double)h->seen, (double)h->spacing, h->n,     h->newest[0],
                                      h->newest[1],    s->peak,            s->newest};
    memcpy(number, head, sizeof head);
    return SETTLE_HEAD + trend_history_save_rows(h, number + SETTLE_HEAD);
}

/* Of a file that somebody may have changed. */
static bool is_sound(int n, const double *number)
{
    const double many = 1e15;
    for (int k = 0; k < n; k++)
        if (!isfinite(number[k]))
            return false;
    return number[0] >= 0 && number[0] <= many && number[2] >= 0 && number[2] <= TREND_ROWS &&
           number[1] >= (number[2] > 0) && number[1] <= many && n == SETTLE_HEAD + TREND_VALUES * (int)number[2];
}

void settle_load(struct settle *s, int n, const double *number)
{
    struct trend_history *h = &s->history;
    /* Numbers of another version or a damaged file: the history begins anew, which costs a look or two. */
    if (n < SETTLE_HEAD || !is_sound(n, number))
        return;
    h->seen = (int64_t)number[0];
    h->spacing = (int64_t)number[1];
    h->n = (int)number[2];
    h->newest[0] = number[3];
    h->newest[1] = number[4];
    s->peak = number[5];
    s->newest = number[6];
    trend_history_load_rows(h, number + SETTLE_HEAD);
}
