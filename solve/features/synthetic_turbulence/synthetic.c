/* synthetic.c: see synthetic.h. */
#include "features/synthetic_turbulence/synthetic.h"

#include <math.h>
#include <string.h>

static double linear(double from, double to, double t)
{
    return from + t * (to - from);
}

void synthetic_at(const struct synthetic *s, double distance, double *velocity, double *energy)
{
    const double *x = s->table[0], *u = s->table[1], *k = s->table[2];
    const int n = s->n_rows;
    int i = 1;
    *velocity = s->velocity;
    *energy = s->energy;
    if (n == 0)
        return;
    *velocity = u[n - 1];
    *energy = 0;
    if (distance > x[n - 1])
        return;
    if (distance < x[0]) {
        *velocity = linear(0, u[0], distance / x[0]);
        *energy = linear(0, k[0], distance / x[0]);
        return;
    }
    while (i < n - 1 && x[i] < distance)
        i++;
    const double t = (distance - x[i - 1]) / (x[i] - x[i - 1]);
    *velocity = linear(u[i - 1], u[i], t);
    *energy = linear(k[i - 1], k[i], t);
}

bool synthetic_needs_walls(const struct synthetic *s, int n)
{
    for (int k = 0; k < n; k++)
        if (s[k].n_rows > 0)
            return true;
    return false;
}

static bool has_wall(const struct synthetic *s)
{
    return s->normal[0] != 0 || s->normal[1] != 0 || s->normal[2] != 0;
}

struct synthetic_stress synthetic_stress(const struct synthetic *s)
{
    if (has_wall(s))
        return (struct synthetic_stress){.uu = 1.2, .vv = 0.3, .ww = 0.5, .uv = -0.3};
    return (struct synthetic_stress){.uu = 2. / 3, .vv = 2. / 3, .ww = 2. / 3};
}

/* The axis of the mesh that lies most across a. */
static void any_across(const double a[3], double out[3])
{
    int least = 0;
    for (int d = 1; d < 3; d++)
        if (fabs(a[d]) < fabs(a[least]))
            least = d;
    for (int d = 0; d < 3; d++)
        out[d] = (d == least) - a[d] * a[least];
    const double size = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int d = 0; d < 3; d++)
        out[d] /= size;
}

void synthetic_frame(const struct synthetic *s, double frame[3][3])
{
    memcpy(frame[0], s->axis, sizeof frame[0]);
    if (has_wall(s))
        memcpy(frame[1], s->normal, sizeof frame[1]);
    else
        any_across(s->axis, frame[1]);
    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, g = (d + 2) % 3;
        frame[2][d] = frame[0][e] * frame[1][g] - frame[0][g] * frame[1][e];
    }
}
