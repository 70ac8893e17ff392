/* isotropic.c: as many waves of each whole number of waves in the box as there are, or MOST_OF_SHELL drawn of them,
 * with random phases and directions normal to their wave vectors, so that nothing diverges (Kraichnan 1970, Phys.
 * Fluids 13, 22). The waves of a shell share the spectrum's energy over its thickness.
 */
#include "case/isotropic.h"

#include "case/random_draw.h"
#include "mem.h"

#include <math.h>

/* A shell of wave number s has some 2 pi s^2 vectors, one of each pair; every cell sums over all waves. */
enum { MOST_OF_SHELL = 100 };

struct wave {
    double k[3], phase, u[3]; /* 1/m; m/s: u cos(k . x + phase) */
};

struct isotropic {
    int n;
    struct wave *wave; /* owned; [n] */
};

double isotropic_spectrum(double k, double fluctuation, double length, double viscosity)
{
    /* most: the wave number where most of the energy is; rate: of dissipation, m^2/s^3; end:
     * Kolmogorov's wave number. */
    double most = 0.747 / length, ratio = k / most, rate = pow(fluctuation, 3) / length;
    double end = viscosity > 0 ? pow(rate, 0.25) * pow(viscosity, -0.75) : HUGE_VAL;
    return 1.453 * fluctuation * fluctuation / most * pow(ratio, 4) / pow(1 + ratio * ratio, 17.0 / 6) *
           exp(-2 * (k / end) * (k / end));
}

/* Whole numbers of waves n[3] of shell s, one of each pair of opposites; out: [MOST_OF_SHELL]. Each is kept with the
 * same chance where there are more (Vitter 1985). */
static int vectors_of_shell(int s, uint64_t *state, int out[MOST_OF_SHELL][3])
{
    int n = 0, seen = 0;
    /* Half of the sphere: z > 0, or z = 0 and y > 0, or both 0 and x > 0. k and -k are one real wave. */
    for (int z = 0; z <= s; z++)
        for (int y = z > 0 ? -s : 0; y <= s; y++)
            for (int x = z > 0 || y > 0 ? -s : 1; x <= s; x++) {
                double r = sqrt((double)x * x + (double)y * y + (double)z * z);
                if (r < s - 0.5 || r >= s + 0.5)
                    continue;
                /* The n-th vector takes a place with the chance MOST_OF_SHELL / n, that of any of those
                 * before. */
                int place = seen < MOST_OF_SHELL ? seen : (int)(random_draw(state) * (seen + 1));
                seen++;
                if (place >= MOST_OF_SHELL)
                    continue;
                n = n < MOST_OF_SHELL ? n + 1 : n;
                out[place][0] = x, out[place][1] = y, out[place][2] = z;
            }
    return n;
}

static void add_shell(struct isotropic *t, const struct case_file *c, int s, uint64_t *state)
{
    int whole[MOST_OF_SHELL][3], n = vectors_of_shell(s, state, whole);
    double one = 2 * acos(-1.0) / c->initial.box;
    double viscosity = equations_are_viscous(c->model.equations) ? c->flow.viscosity / c->flow.density : 0;
    MEM_RESIZE(t->wave, t->n + n);
    for (int i = 0; i < n; i++) {
        struct wave *w = &t->wave[t->n++];
        double size = 0;
        for (int d = 0; d < 3; d++) {
            w->k[d] = one * whole[i][d];
            size += w->k[d] * w->k[d];
        }
        /* A shell is as thick as the distance of wave numbers in the box, 2 pi / side; its n waves
         * share its energy. */
        double energy =
            isotropic_spectrum(sqrt(size), c->initial.fluctuation, c->initial.integral_length, viscosity) * one / n;
        random_normal(w->k, state, w->u);
        for (int d = 0; d < 3; d++)
            w->u[d] *= sqrt(4 * energy); /* of u cos the mean of u^2 / 2 is a quarter of u^2 */
        w->phase = 2 * acos(-1.0) * random_draw(state);
    }
}

struct isotropic *isotropic_create(const struct case_file *c)
{
    struct isotropic *t;
    /* The generator is the program's own, so that one seed gives the same field on every machine and
     * any number of ranks. */
    uint64_t state = (uint64_t)c->initial.seed;
    if (c->initial.kind != INITIAL_ISOTROPIC)
        return NULL;
    MEM_NEW_ZERO(t, 1);
    for (int s = 1; s <= c->initial.waves; s++)
        add_shell(t, c, s, &state);
    return t;
}

void isotropic_free(struct isotropic *t)
{
    if (t)
        mem_free(t->wave);
    mem_free(t);
}

/* In the order of the waves, so that the sum has the same bits on every rank that has the point. */
void isotropic_add(const struct isotropic *t, const double x[3], double u[3])
{
    for (int i = 0; i < t->n; i++) {
        const struct wave *w = &t->wave[i];
        double value = cos(w->k[0] * x[0] + w->k[1] * x[1] + w->k[2] * x[2] + w->phase);
        for (int d = 0; d < 3; d++)
            u[d] += w->u[d] * value;
    }
}
