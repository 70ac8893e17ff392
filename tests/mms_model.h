/* mms_model.h: manufactured solutions (Roache 2002): smooth fields are chosen, the equations
 * applied to them give sources, and a solver that is given these and the fields on
 * its boundary must come back to the fields with its order of accuracy.
 *
 * All formulas are written anew here, from the papers and NASA's turbulence modelling
 * resource, and share nothing with solve/physics. Fluxes are exact functions of the
 * point; their divergence is taken by differences of fourth order over 1e-3 (error
 * about 1e-10, below any error of a grid used here).
 */
#ifndef UFV_TESTS_MMS_MODEL_H
#define UFV_TESTS_MMS_MODEL_H

#include <math.h>
#include <stdbool.h>

enum { MMS_MAX = 7 };

enum mms_model { MMS_LAMINAR, MMS_SA, MMS_SST };

struct mms {
    enum mms_model model;
    int nv;
    double mu, pr, prt, sutherland; /* at temperature 1; gamma 1.4, gas constant 1 */
    bool sst_2003, sst_vorticity, ft2;
    int qcr; /* 0, 2000 or 2013 (the latter with the vorticity) */
    bool rotation, compressible;
    double distance; /* factor on the wall distance */
    double mean[MMS_MAX], amplitude[MMS_MAX];
};

/* Field v: mean + amplitude sin(k . x + phase). */
static const double mms_wave[MMS_MAX][4] = {{1.7, -1.1, 0.9, 0.3}, {1.3, 2.6, -1.2, 0.8}, {-2.2, 1.0, 1.6, 1.9},
                                            {1.2, -1.8, 2.1, 0.1}, {0.9, 1.4, 1.3, 2.2}, {1.5, 1.1, -1.4, 0.6},
                                            {-1.2, 1.6, 1.0, 1.3}};

static inline double mms_value(const struct mms *m, int v, const double x[3])
{
    const double *k = mms_wave[v];
    return m->mean[v] + m->amplitude[v] * sin(k[0] * x[0] + k[1] * x[1] + k[2] * x[2] + k[3]);
}

static inline double mms_slope(const struct mms *m, int v, int d, const double x[3])
{
    const double *k = mms_wave[v];
    return m->amplitude[v] * k[d] * cos(k[0] * x[0] + k[1] * x[1] + k[2] * x[2] + k[3]);
}

/* Derivative along d and e. */
static inline double mms_second(const struct mms *m, int v, int d, int e, const double x[3])
{
    return -mms_wave[v][d] * mms_wave[v][e] * (mms_value(m, v, x) - m->mean[v]);
}

/* A wall distance, as smooth as the rest; no wall is there. */
static inline double mms_distance(const struct mms *m, const double x[3])
{
    return m->distance * (0.55 + 0.1 * x[0] + 0.05 * sin(2 * x[1] + x[2]));
}

/* What the fluxes and sources are made from at a point. */
struct mms_point {
    double q[MMS_MAX], g[MMS_MAX][3], t, gt[3], mu, mut, f1, d, vorticity, strain, divergence;
};

/* Spalart & Allmaras 1994: fv1; eddy viscosity rho nu fv1. */
static inline double mms_fv1(double chi)
{
    return chi > 0 ? pow(chi, 3) / (pow(chi, 3) + pow(7.1, 3)) : 0;
}

/* 1 + chi fn of Allmaras, Johnson & Spalart 2012. */
static inline double mms_sa_diffusivity(double chi)
{
    return chi >= 0 ? 1 + chi : 1 + chi * (16 + pow(chi, 3)) / (16 - pow(chi, 3));
}

static inline void mms_sst_eddy(const struct mms *m, struct mms_point *p)
{
    double k = p->q[5], w = p->q[6], rho = p->q[0], d = p->d, nu = p->mu / rho, cross = 0;
    for (int i = 0; i < 3; i++)
        cross += p->g[5][i] * p->g[6][i];
    double cd = fmax(2 * rho * 0.856 / w * cross, m->sst_2003 ? 1e-10 : 1e-20);
    double turbulent = sqrt(k) / (0.09 * w * d), viscous = 500 * nu / (d * d * w);
    double arg1 = fmin(fmax(turbulent, viscous), 4 * rho * 0.856 * k / (cd * d * d));
    double arg2 = fmax(2 * turbulent, viscous);
    p->f1 = fmax(tanh(pow(arg1, 4)), exp(-pow(p->d * sqrt(p->q[5]) * p->q[0] / p->mu, 8)));
    p->mut = 0.31 * rho * k / fmax(0.31 * w, (m->sst_2003 ? p->strain : p->vorticity) * tanh(arg2 * arg2));
}

static inline struct mms_point mms_at(const struct mms *m, const double x[3])
{
    struct mms_point p = {.d = mms_distance(m, x)};
    for (int v = 0; v < m->nv; v++) {
        p.q[v] = mms_value(m, v, x);
        for (int d = 0; d < 3; d++)
            p.g[v][d] = mms_slope(m, v, d, x);
    }
    p.t = p.q[4] / p.q[0];
    for (int d = 0; d < 3; d++)
        p.gt[d] = (p.g[4][d] - p.t * p.g[0][d]) / p.q[0];
    p.mu = m->mu * pow(p.t, 1.5) * (1 + m->sutherland) / (p.t + m->sutherland);
    double s2 = 0, w2 = 0;
    for (int i = 0; i < 3; i++) {
        p.divergence += p.g[1 + i][i];
        for (int j = 0; j < 3; j++) {
            s2 += 0.5 * pow(p.g[1 + i][j] + p.g[1 + j][i], 2);
            w2 += 0.5 * pow(p.g[1 + i][j] - p.g[1 + j][i], 2);
        }
    }
    p.strain = sqrt(s2);
    p.vorticity = sqrt(w2);
    if (m->model == MMS_SA)
        p.mut = p.q[0] * p.q[5] * mms_fv1(p.q[0] * p.q[5] / p.mu);
    if (m->model == MMS_SST)
        mms_sst_eddy(m, &p);
    return p;
}

/* The whole stress of an eddy viscosity mut, [i][j]; g: velocity gradients [i][j]. QCR: Spalart 2000 and, with the
 * vorticity, Mani et al. 2013. */
static inline void mms_eddy_stress(double g[3][3], double mut, int qcr, double stress[3][3])
{
    double divergence = g[0][0] + g[1][1] + g[2][2], norm = 0, spin = 0, linear[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            linear[i][j] = mut * (g[i][j] + g[j][i] - (i == j ? 2.0 / 3 * divergence : 0));
            norm += g[i][j] * g[i][j];
            spin += 2 * pow(0.5 * (g[i][j] - g[j][i]), 2);
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            stress[i][j] = linear[i][j] - (qcr == 2013 && i == j ? 2.5 * mut * sqrt(spin) : 0);
            for (int k = 0; k < 3 && qcr; k++)
                stress[i][j] -= 0.3 / sqrt(norm) * ((g[i][k] - g[k][i]) * linear[j][k] + (g[j][k] - g[k][j]) * linear[i][k]);
        }
}

/* The Spalart-Shur factor from velocity gradients and DS_ij/Dt: Shur et al. 2000 (omega < 0), Smirnov & Menter 2009. */
static inline double mms_rotation_factor(double g[3][3], double ds[3][3], double omega)
{
    double s2 = 0, w2 = 0, turning = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            s2 += 0.5 * pow(g[i][j] + g[j][i], 2);
            w2 += 0.5 * pow(g[i][j] - g[j][i], 2);
            for (int k = 0; k < 3; k++)
                turning += 2 * 0.5 * (g[i][k] - g[k][i]) * 0.5 * (g[j][k] + g[k][j]) * ds[i][j];
        }
    double star = sqrt(s2 / w2), d2 = omega < 0 ? 0.5 * (s2 + w2) : fmax(s2, 0.09 * omega * omega);
    double r = omega < 0 ? turning / (d2 * d2) : turning / (sqrt(w2) * pow(d2, 1.5));
    double factor = 2 * (2 * star / (1 + star)) * (1 - atan((omega < 0 ? 12 : 2) * r)) - 1;
    return omega < 0 ? factor : fmax(fmin(factor, 1.25), 0);
}

/* u . grad S_ij of the fields. */
static inline void mms_strain_rate(const struct mms *m, const double x[3], double ds[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            ds[i][j] = 0;
            for (int k = 0; k < 3; k++)
                ds[i][j] += mms_value(m, 1 + k, x) * 0.5 * (mms_second(m, 1 + i, j, k, x) + mms_second(m, 1 + j, i, k, x));
        }
}

/* Component d of the flux of every conserved variable. */
static inline void mms_flux(const struct mms *m, const double x[3], int d, double f[MMS_MAX])
{
    struct mms_point p = mms_at(m, x);
    const double *u = p.q + 1;
    double rho = p.q[0], pressure = p.q[4], mass = rho * u[d];
    double energy = pressure / 0.4 + 0.5 * rho * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    double heat = 3.5 * (p.mu / m->pr + p.mut / m->prt) * p.gt[d], work = 0, eddy[3][3];
    mms_eddy_stress(p.g + 1, p.mut, m->qcr, eddy);
    f[0] = mass;
    for (int i = 0; i < 3; i++) {
        double tau = p.mu * (p.g[1 + i][d] + p.g[1 + d][i] - (i == d ? 2.0 / 3 * p.divergence : 0)) + eddy[i][d];
        f[1 + i] = mass * u[i] + (i == d ? pressure : 0) - tau;
        work += u[i] * tau;
    }
    f[4] = u[d] * (energy + pressure) - work - heat;
    if (m->model == MMS_SA)
        f[5] = mass * p.q[5] - 1.5 * p.mu * mms_sa_diffusivity(rho * p.q[5] / p.mu) * p.g[5][d];
    if (m->model == MMS_SST) {
        f[5] = mass * p.q[5] - (p.mu + (p.f1 * 0.85 + (1 - p.f1) * 1.0) * p.mut) * p.g[5][d];
        f[6] = mass * p.q[6] - (p.mu + (p.f1 * 0.5 + (1 - p.f1) * 0.856) * p.mut) * p.g[6][d];
    }
}

/* Spalart-Allmaras, Allmaras, Johnson & Spalart 2012, with the resource's note (c). strain: the modified vorticity of a
 * positive nu; NULL: not asked for. */
static inline double mms_sa_balance(double nu, double v, double vorticity, double d, bool ft2, double *strain)
{
    const double kappa2 = 0.41 * 0.41, cb1 = 0.1355, cb2 = 0.622, cw1 = cb1 / kappa2 + 1.5 * (1 + cb2);
    if (nu < 0)
        return cb1 * (1 - 1.2) * vorticity * nu + cw1 * pow(nu / d, 2);
    double chi = nu / v, t2 = ft2 ? 1.2 * exp(-0.5 * chi * chi) : 0;
    double bar = nu / (kappa2 * d * d) * (1 - chi / (1 + chi * mms_fv1(chi)));
    double s = bar >= -0.7 * vorticity
                   ? vorticity + bar
                   : vorticity + vorticity * (0.49 * vorticity + 0.9 * bar) / ((0.9 - 1.4) * vorticity - bar);
    if (strain)
        *strain = s;
    double r = s > 0 ? fmin(nu / (s * kappa2 * d * d), 10) : 10;
    double g = r + 0.3 * (pow(r, 6) - r), fw = g * pow((1 + 64) / (pow(g, 6) + 64), 1.0 / 6);
    return cb1 * (1 - t2) * s * nu - (cw1 * fw - cb1 / kappa2 * t2) * pow(nu / d, 2);
}

static inline double mms_sa_production_destruction(double nu, double v, double vorticity, double d, bool ft2)
{
    return mms_sa_balance(nu, v, vorticity, d, ft2, NULL);
}

/* What the corrections add: Shur et al. 2000 and Spalart 2000; Smirnov & Menter 2009 and Wilcox 1992. */
static inline void mms_sa_corrections(const struct mms *m, const double x[3], const struct mms_point *p, double *s)
{
    double ds[3][3], g[3][3], strain = 0, square = 0, nu = p->q[5];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            g[i][j] = p->g[1 + i][j];
            square += g[i][j] * g[i][j];
        }
    mms_strain_rate(m, x, ds);
    mms_sa_balance(nu, p->mu / p->q[0], p->vorticity, p->d, false, &strain);
    if (m->rotation && nu > 0)
        *s += p->q[0] * (mms_rotation_factor(g, ds, -1) - 1) * 0.1355 * strain * nu;
    if (m->compressible && nu > 0)
        *s -= p->q[0] * 3.5 * nu * nu / (1.4 * p->t) * square;
}

static inline void mms_sst_corrections(const struct mms *m, const double x[3], const struct mms_point *p,
                                       const double production[2], double s[2])
{
    double ds[3][3], g[3][3], k = p->q[5], w = p->q[6], mach2 = 2 * k / (1.4 * p->t);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            g[i][j] = p->g[1 + i][j];
    mms_strain_rate(m, x, ds);
    double factor = m->rotation ? mms_rotation_factor(g, ds, w) : 1;
    double more = m->compressible && mach2 > 0.0625 ? 0.09 * 1.5 * (mach2 - 0.0625) : 0;
    s[0] += (factor - 1) * production[0] - more * p->q[0] * k * w;
    s[1] += (factor - 1) * production[1] + more * p->q[0] * w * w;
}

/* Sources of the two turbulence equations. */
static inline void mms_model_sources(const struct mms *m, const double x[3], double s[2])
{
    struct mms_point p = mms_at(m, x);
    double rho = p.q[0];
    s[0] = s[1] = 0;
    if (m->model == MMS_SA) {
        double gg = 0, rg = 0, v = p.mu / rho;
        for (int d = 0; d < 3; d++) {
            gg += p.g[5][d] * p.g[5][d];
            rg += p.g[0][d] * p.g[5][d];
        }
        s[0] = rho * mms_sa_production_destruction(p.q[5], v, p.vorticity, p.d, m->ft2) + 1.5 * 0.622 * rho * gg -
               1.5 * v * mms_sa_diffusivity(p.q[5] / v) * rg;
        mms_sa_corrections(m, x, &p, s);
    }
    if (m->model == MMS_SST) {
        double k = p.q[5], w = p.q[6], cross = 0;
        for (int d = 0; d < 3; d++)
            cross += p.g[5][d] * p.g[6][d];
        double rate2 = m->sst_vorticity ? p.vorticity * p.vorticity
                                        : p.strain * p.strain - 2.0 / 3 * p.divergence * p.divergence;
        double production = p.mut * rate2, most = (m->sst_2003 ? 10 : 20) * 0.09 * rho * w * k;
        double g1 = m->sst_2003 ? 5.0 / 9 : 0.075 / 0.09 - 0.5 * 0.41 * 0.41 / sqrt(0.09);
        double g2 = m->sst_2003 ? 0.44 : 0.0828 / 0.09 - 0.856 * 0.41 * 0.41 / sqrt(0.09);
        double gamma = p.f1 * g1 + (1 - p.f1) * g2, beta = p.f1 * 0.075 + (1 - p.f1) * 0.0828;
        double made[2] = {fmin(production, most),
                          gamma * rho / p.mut * (m->sst_2003 ? fmin(production, most) : production)};
        s[0] = made[0] - 0.09 * rho * w * k;
        s[1] = made[1] - beta * rho * w * w + 2 * (1 - p.f1) * rho * 0.856 / w * cross;
        mms_sst_corrections(m, x, &p, made, s);
    }
}

/* What must be added to the right-hand side for the fields to be steady. */
static inline void mms_source(const struct mms *m, const double x[3], double s[MMS_MAX])
{
    const double h = 1e-3;
    static const double weight[4] = {1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12}, step[4] = {-2, -1, 1, 2};
    double model[2];
    mms_model_sources(m, x, model);
    for (int v = 0; v < m->nv; v++)
        s[v] = v >= 5 ? -model[v - 5] : 0;
    for (int d = 0; d < 3; d++)
        for (int k = 0; k < 4; k++) {
            double y[3] = {x[0], x[1], x[2]}, f[MMS_MAX];
            y[d] += step[k] * h;
            mms_flux(m, y, d, f);
            for (int v = 0; v < m->nv; v++)
                s[v] += weight[k] / h * f[v];
        }
}

#endif
