/* similar_layer MODEL MACH [CELLS]: how a plane mixing layer grows far from its origin, from the equations of thin
 * layers with the model's own terms: what ufv-solve is compared with in ./run. MODEL: sst, sst-cc, sa, sa-comp. MACH:
 * convective Mach number of two streams of equal density, the lower one half as fast. Prints the growth rates of the
 * width between 10 and 90 % of the velocity difference and of the vorticity thickness.
 *
 * With the stream function psi in place of y a thin layer at constant pressure obeys, d/dy = rho u d/dpsi,
 *
 *     df/dx = d/dpsi (rho^2 u nu_f df/dpsi) + source / u
 *
 * for f = u, H, k, omega, nu_tilde. Far downstream f depends on eta = psi / x alone, k as it is, nu_t = x n and
 * omega = W / x; marching in log x until nothing changes gives that profile. Walls are infinitely far (F1 = F2 = 0) and
 * the molecular viscosity is 0. Units: density and speed of sound of the streams are 1.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 20000 };
static const double gamma_gas = 1.4, prandtl = 0.9;

struct layer {
    int n;          /* cells */
    double eta0, h; /* of the first side; spacing */
    double u1, u2;
    bool sst, corrected;
    double u[MOST_CELLS], total[MOST_CELLS], rho[MOST_CELLS], sound2[MOST_CELLS];
    double a[MOST_CELLS], b[MOST_CELLS]; /* k and W; n */
    double diffusion[MOST_CELLS];        /* rho^2 u n, and what is made of it, on the upper side of a cell */
    double source[MOST_CELLS], sink[MOST_CELLS]; /* df/dlog x = ... + source - sink f */
    double lower[MOST_CELLS], middle[MOST_CELLS], upper[MOST_CELLS], right[MOST_CELLS];
};

static double eta_of(const struct layer *l, int j)
{
    return l->eta0 + (j + 0.5) * l->h;
}

/* df/deta in cell j. */
static double slope(const struct layer *l, const double *f, int j)
{
    int low = j > 0 ? j - 1 : j, high = j + 1 < l->n ? j + 1 : j;
    return (f[high] - f[low]) / ((high - low) * l->h);
}

/* What is left of a diffusion where eta df/deta, upwind, is taken beside it: Patankar's (1980) power law, which goes
 * over from central to upwind differences smoothly. */
static double beside_convection(double diffusion, double convection)
{
    double less = 1 - 0.1 * convection / diffusion;
    return less > 0 ? diffusion * pow(less, 5) : 0;
}

/* A step of eta df/deta + factor (diffusion df/deta)' + source - sink f, implicitly; both ends are held. factor: NULL
 * for 1. */
static void advance(struct layer *l, double *f, double step, const double *factor)
{
    const int n = l->n;
    l->middle[0] = l->middle[n - 1] = 1;
    l->upper[0] = l->lower[n - 1] = 0;
    l->right[0] = f[0];
    l->right[n - 1] = f[n - 1];
    for (int j = 1; j + 1 < n; j++) {
        double part = (factor ? factor[j] : 1) / (l->h * l->h), convection = eta_of(l, j) / l->h;
        double below = beside_convection(part * l->diffusion[j - 1], fabs(convection)) + fmax(-convection, 0);
        double above = beside_convection(part * l->diffusion[j], fabs(convection)) + fmax(convection, 0);
        l->lower[j] = -step * below;
        l->upper[j] = -step * above;
        l->middle[j] = 1 + step * (below + above + l->sink[j]);
        l->right[j] = f[j] + step * l->source[j];
    }
    for (int j = 1; j < n; j++) { /* Thomas */
        double m = l->lower[j] / l->middle[j - 1];
        l->middle[j] -= m * l->upper[j - 1];
        l->right[j] -= m * l->right[j - 1];
    }
    for (int j = n - 1; j >= 0; j--) {
        double value = (l->right[j] - (j + 1 < n ? l->upper[j] * l->right[j + 1] : 0)) / l->middle[j];
        l->right[j] = value;
        f[j] = value;
    }
}

/* diffusion on the sides between cells: the mean of weight * rho^2 u n, or of rho u n. */
static void set_diffusion(struct layer *l, double weight, bool density_once)
{
    for (int j = 0; j + 1 < l->n; j++) {
        double sum = 0;
        for (int c = j; c <= j + 1; c++) {
            double eddy = l->sst ? l->a[c] / l->b[c] : l->a[c];
            sum += 0.5 * weight * l->rho[c] * (density_once ? 1 : l->rho[c]) * l->u[c] * eddy;
        }
        l->diffusion[j] = sum;
    }
}

static void no_sources(struct layer *l)
{
    memset(l->source, 0, sizeof l->source);
    memset(l->sink, 0, sizeof l->sink);
}

static void state_from_energy(struct layer *l)
{
    for (int j = 0; j < l->n; j++) {
        l->sound2[j] = (gamma_gas - 1) * (l->total[j] - 0.5 * l->u[j] * l->u[j]);
        l->rho[j] = 1 / l->sound2[j];
    }
}

static void flow_step(struct layer *l, double step)
{
    no_sources(l);
    set_diffusion(l, 1, false);
    advance(l, l->u, step, NULL);
    /* heat flux by h = H - u^2 / 2, work of the shear stress */
    for (int j = 1; j + 1 < l->n; j++) {
        double above = l->diffusion[j] * (l->u[j + 1] * l->u[j + 1] - l->u[j] * l->u[j]);
        double below = l->diffusion[j - 1] * (l->u[j] * l->u[j] - l->u[j - 1] * l->u[j - 1]);
        l->source[j] = (1 - 1 / prandtl) * 0.5 * (above - below) / (l->h * l->h);
    }
    set_diffusion(l, 1 / prandtl, false);
    advance(l, l->total, step, NULL);
    state_from_energy(l);
}

/* Menter, Kuntz & Langtry 2003 with Wilcox's (1992) correction. omega = W / x makes the source W of its own. */
static void sst_step(struct layer *l, double step)
{
    static double rate2[MOST_CELLS], more[MOST_CELLS], cross[MOST_CELLS];
    for (int j = 0; j < l->n; j++) {
        double du = slope(l, l->u, j), mach2 = 2 * l->a[j] / l->sound2[j];
        rate2[j] = l->rho[j] * l->rho[j] * l->u[j] * du * du; /* x^2 (du/dy)^2 / u */
        more[j] = l->corrected ? 0.09 * 1.5 * fmax(mach2 - 1.0 / 16, 0) : 0;
        cross[j] = 2 * 0.856 * l->rho[j] * l->rho[j] * l->u[j] * slope(l, l->a, j) * slope(l, l->b, j) / l->b[j];
    }
    for (int j = 0; j < l->n; j++) {
        double eddy = l->a[j] / l->b[j];
        double most = 10 * 0.09 * l->a[j] * l->b[j] / l->u[j];
        l->source[j] = fmin(eddy * rate2[j], most);
        l->sink[j] = (0.09 + more[j]) * l->b[j] / l->u[j];
    }
    set_diffusion(l, 1, false);
    advance(l, l->a, step, NULL);
    for (int j = 0; j < l->n; j++) {
        l->a[j] = fmax(l->a[j], 1e-9 * l->u1 * l->u1);
        l->source[j] = 0.44 * rate2[j] + cross[j] + l->b[j] + more[j] * l->b[j] * l->b[j] / l->u[j];
        l->sink[j] = 0.0828 * l->b[j] / l->u[j];
    }
    set_diffusion(l, 0.856, false);
    advance(l, l->b, step, NULL);
    for (int j = 0; j < l->n; j++)
        l->b[j] = fmax(l->b[j], 0.1 * l->u2);
}

/* Spalart & Allmaras 1994 with Spalart's (2000) correction. nu_tilde = x n makes the sink n of its own. */
static void sa_step(struct layer *l, double step)
{
    for (int j = 0; j < l->n; j++) {
        double du = slope(l, l->u, j), dn = slope(l, l->a, j), rho = l->rho[j];
        double destroyed = l->corrected ? 3.5 * l->a[j] * rho * rho * l->u[j] * du * du / l->sound2[j] : 0;
        l->source[j] = 0.1355 * rho * fabs(du) * l->a[j] + 0.622 * 1.5 * rho * rho * l->u[j] * dn * dn;
        l->sink[j] = 1 + destroyed;
    }
    set_diffusion(l, 1.5, true);
    advance(l, l->a, step, l->rho);
    for (int j = 0; j < l->n; j++)
        l->a[j] = fmax(l->a[j], 1e-9);
}

static void start(struct layer *l)
{
    for (int j = 0; j < l->n; j++) {
        double s = 0.5 * (1 + erf(eta_of(l, j) / (0.03 * l->u1))), bell = 4 * s * (1 - s);
        l->u[j] = l->u2 + s * (l->u1 - l->u2);
        l->total[j] = 1 / (gamma_gas - 1) + 0.5 * (l->u2 * l->u2 + s * (l->u1 * l->u1 - l->u2 * l->u2));
        if (l->sst) {
            l->a[j] = fmax(0.03 * bell * (l->u1 - l->u2) * (l->u1 - l->u2), 1e-9 * l->u1 * l->u1);
            l->b[j] = l->u[j] / 0.0828;
        } else {
            l->a[j] = fmax(3e-4 * bell * l->u1, 1e-9);
        }
    }
    state_from_energy(l);
}

/* Where the share s of the velocity difference is reached, y / x; the first such place. */
static double place(const struct layer *l, const double *y, double s)
{
    for (int j = 1; j < l->n; j++) {
        double low = (l->u[j - 1] - l->u2) / (l->u1 - l->u2), high = (l->u[j] - l->u2) / (l->u1 - l->u2);
        if (low < s && high >= s)
            return y[j - 1] + (s - low) / (high - low) * (y[j] - y[j - 1]);
    }
    return NAN;
}

struct growth {
    double width, vorticity;
};

static struct growth growth_of(const struct layer *l)
{
    static double y[MOST_CELLS];
    double steepest = 0;
    y[0] = 0;
    for (int j = 1; j < l->n; j++) {
        double mass = 0.5 * (l->rho[j - 1] * l->u[j - 1] + l->rho[j] * l->u[j]);
        y[j] = y[j - 1] + l->h / mass;
        steepest = fmax(steepest, (l->u[j] - l->u[j - 1]) / (y[j] - y[j - 1]));
    }
    struct growth g = {place(l, y, 0.9) - place(l, y, 0.1), (l->u1 - l->u2) / steepest};
    return g;
}

int main(int argc, char **argv)
{
    static struct layer l;
    static const char *const models[] = {"sst", "sst-cc", "sa", "sa-comp"};
    int model = 0;
    while (argc > 2 && model < 4 && strcmp(argv[1], models[model]) != 0)
        model++;
    double mach = argc > 2 ? strtod(argv[2], NULL) : 0;
    l.n = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 2000;
    if (argc < 3 || model == 4 || !(mach > 0) || l.n < 100 || l.n > MOST_CELLS) {
        fprintf(stderr, "similar_layer sst|sst-cc|sa|sa-comp MACH [CELLS, 100 to %d]\n", MOST_CELLS);
        return 2;
    }
    l.sst = model < 2;
    l.corrected = model % 2 == 1;
    l.u1 = 4 * mach;
    l.u2 = 2 * mach;
    l.eta0 = -0.3 * mach;
    l.h = 0.7 * mach / l.n;
    start(&l);
    const double step = 0.02;
    struct growth before = growth_of(&l);
    for (int round = 0; round < 400; round++) {
        for (int m = 0; m < 50; m++) {
            flow_step(&l, step);
            if (l.sst)
                sst_step(&l, step);
            else
                sa_step(&l, step);
        }
        struct growth now = growth_of(&l);
        if (fabs(now.width - before.width) < 1e-7 * now.width &&
            fabs(now.vorticity - before.vorticity) < 1e-7 * now.vorticity) {
            printf("%.6f %.6f\n", now.width, now.vorticity);
            return 0;
        }
        before = now;
    }
    fprintf(stderr, "similar_layer: the profile still changes where x is e^400 times that at the start\n");
    return 1;
}
