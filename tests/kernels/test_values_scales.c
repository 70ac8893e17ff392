/* Kernels of resolved turbulence as values: the flux that keeps kinetic energy on a face between two random cells, with
 * its sensor and the share of upwinding, what cells add to integrals, and in cells the lengths of detached-eddy models and what they change in the
 * sources, against formulas written here. Bound: rounding of numbers of order one, 1e-12 of what is compared.
 */
#include "face_bed.h"

#include "kernels/correction.h"
#include "kernels/cell_scales.h"
#include "kernels/volume_integral.h"

/* Of the inner face, by the whole kernel, viscous part and all. */
static void flux_of(struct bed *b, int scheme, double flux[5])
{
    flux_body(INTERIOR, &b->a, scheme, EQUATIONS_LAMINAR);
    for (int k = 0; k < 5; k++)
        flux[k] = b->flux[k * FACES + INTERIOR];
}

/* What keep and Roe's flux differ by, from the cells' values and what stands on the face.
 * The difference of the two schemes: the viscous flux, which both have, drops out. */
static void keep_and_roe(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double q[2][NV_MAX], c[2][NV_MAX], kept[5], roe[5], n[3], area;
        real speed;
        bed_make(&b, EQUATIONS_LAMINAR);
        b.a.entropy_fix = b.a.scheme_parameter = (real)0.1;
        b.a.dissipation = (real)0.3;
        b.a.shock_sensor = SENSOR_NONE;
        area = face_area(&b, INTERIOR, n);
        for (int s = 0; s < 2; s++) {
            reconstructed(&b, s, INTERIOR, q[s]);
            for (int v = 0; v < NV; v++)
                c[s][v] = b.q[v * SLOTS + s];
        }
        flux_of(&b, FLUX_KEEP, kept);
        flux_of(&b, FLUX_ROE, roe);
        struct flux5 k = keep_flux(face_states(state_of(c[0]), state_of(c[1]), n, g),
                                   face_states(state_of(q[0]), state_of(q[1]), n, g), 0.1, 0.3, &speed);
        struct flux5 r = roe_flux(face_states(state_of(q[0]), state_of(q[1]), n, g), 0.1, &speed);
        double expected[5] = {k.mass - r.mass, k.mx - r.mx, k.my - r.my, k.mz - r.mz, k.energy - r.energy};
        for (int j = 0; j < 5; j++)
            CHECK_NEAR(kept[j] - roe[j], area * expected[j], 1e-12);
    }
}

/* Vorticity and divergence of cell c by its gradients. */
static double vorticity_of(const struct bed *b, int c, double w[3])
{
    for (int d = 0; d < 3; d++)
        w[d] = grad(b, Q_U + (d + 2) % 3, (d + 1) % 3, c) - grad(b, Q_U + (d + 1) % 3, (d + 2) % 3, c);
    return sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

static double divergence_of(const struct bed *b, int c)
{
    return grad(b, Q_U, 0, c) + grad(b, Q_V, 1, c) + grad(b, Q_W, 2, c);
}

/* The share is the largest of the constant one, the mean of the cells' upwinding and the larger sensor. */
static void shares(void)
{
    int by[3] = {0};
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        real upwinding[CELLS];
        double w[3], flux[5], expected[5], distance = 0, sensor = 0;
        bed_make(&b, EQUATIONS_LAMINAR);
        b.a.dissipation = (real)0.2;
        b.a.shock_sensor = i % 2 ? SENSOR_DUCROS : SENSOR_NONE;
        fill(upwinding, CELLS, 0.4, 0.4);
        b.a.upwinding = i % 3 ? upwinding : NULL;
        for (int d = 0; d < 3; d++)
            distance += pow(b.centroid[d * SLOTS + 1] - b.centroid[d * SLOTS], 2);
        distance = sqrt(distance);
        for (int c = 0; c < 2 && i % 2; c++) {
            double spin = vorticity_of(&b, c, w), squeeze = fmin(divergence_of(&b, c), 0);
            double sound = sqrt(g * b.q[Q_P * SLOTS + c] / b.q[c]) / distance;
            sensor = fmax(sensor, squeeze * squeeze / (squeeze * squeeze + spin * spin + pow(0.05 * sound, 2)));
        }
        double mean = i % 3 ? (upwinding[0] + upwinding[1]) / 2 : 0, share = fmax(0.2, fmax(mean, sensor));
        by[share == 0.2 ? 0 : share == mean ? 1 : 2]++;
        flux_of(&b, FLUX_KEEP, flux);
        b.a.shock_sensor = SENSOR_NONE;
        b.a.upwinding = NULL;
        b.a.dissipation = (real)share;
        flux_of(&b, FLUX_KEEP, expected);
        for (int j = 0; j < 5; j++)
            CHECK_NEAR(flux[j], expected[j], 1e-12);
    }
    CHECK(by[0] > 20 && by[1] > 20 && by[2] > 20, "%d %d %d", by[0], by[1], by[2]);
}

/* ---- cells ---- */

static void integrals(void)
{
    for (int i = 0; i < TRIALS; i++) {
        struct bed b;
        double out[N_INTEGRALS], w[3], square = 0;
        bed_make(&b, EQUATIONS_LAMINAR);
        struct integral_args a = {.m = b.a.m, .q = b.q, .limited = b.limited};
        integral_sum_body(1, &a, EQUATIONS_LAMINAR, out);
        double spin = vorticity_of(&b, 1, w), rho = b.q[1], volume = b.volume[1];
        for (int d = 0; d < 3; d++)
            square += pow(b.q[(Q_U + d) * SLOTS + 1], 2);
        CHECK_NEAR(out[INTEGRAL_KINETIC_ENERGY], 0.5 * rho * square * volume, 1e-14);
        CHECK_NEAR(out[INTEGRAL_ENSTROPHY], 0.5 * rho * spin * spin * volume, 1e-14);
        CHECK_NEAR(out[INTEGRAL_DILATATION], pow(divergence_of(&b, 1), 2) * volume, 1e-14);
    }
}

enum { VERTICES = 5 };

/* Scales of cell 0 of the bed, whose row of the slice table has both faces. */
struct scale_bed {
    struct bed b;
    lid offset[2], face[2 * SLICE], cell[2 * SLICE];
    real size[2 * CELLS], length[CELLS], upwinding[CELLS], tilting[CELLS];
    lid node_offset[2], cell_node[VERTICES];
    double node[3 * (VERTICES + 1)];
    struct scale_args a;
};

/* The row of cell 0 in the sliced table: entry k of row r stands at k SLICE + r; the other rows are padding. */
static void scale_make(struct scale_bed *s, enum equations equations, int scales, int length)
{
    bed_make(&s->b, equations);
    s->offset[0] = 0, s->offset[1] = 2 * SLICE;
    for (int k = 0; k < 2 * SLICE; k++)
        s->face[k] = SLICE_PAD, s->cell[k] = k % SLICE;
    s->face[0] = BOUNDARY, s->cell[0] = 2;
    s->face[SLICE] = INTERIOR, s->cell[SLICE] = 1;
    s->b.a.m.slice_offset = s->offset, s->b.a.m.slice_face = s->face, s->b.a.m.slice_cell = s->cell;
    fill(s->size, 2 * CELLS, 0.8, 0.3);
    /* a cell of five vertices, of six nodes, in another order */
    s->node_offset[0] = 0, s->node_offset[1] = VERTICES;
    for (int k = 0; k < VERTICES; k++)
        s->cell_node[k] = VERTICES - k;
    for (int k = 0; k < 3 * (VERTICES + 1); k++)
        s->node[k] = 7 + random_signed(&seed);
    s->b.a.m.n_nodes = VERTICES + 1, s->b.a.m.node = s->node;
    s->b.a.m.cell_node_offset = s->node_offset, s->b.a.m.cell_node = s->cell_node;
    fill(s->tilting, CELLS, 0.22, 0.12);
    s->a = (struct scale_args){.m = s->b.a.m, .q = s->b.q, .limited = s->b.limited, .mu_t = s->b.mu_t, .f1 = s->b.f1,
                               .fluid = s->b.a.fluid, .size = s->size, .length = s->length, .tilting = s->tilting,
                               .upwinding = s->upwinding, .least_rate = (real)0.2};
    s->a.turbulence.scales = scales;
    s->a.turbulence.scales_length = length;
}

/* The largest distance of two vertices across w, over root(3), by Pythagoras. */
static double widest_across(const struct scale_bed *s, const double w[3], double size)
{
    double widest = 0;
    for (int k = 0; k < VERTICES; k++)
        for (int l = 0; l < VERTICES; l++) {
            double whole = 0, along = 0;
            for (int d = 0; d < 3; d++) {
                const double *x = s->node + d * (VERTICES + 1);
                double part = x[s->cell_node[k]] - x[s->cell_node[l]];
                whole += part * part;
                along += part * w[d] / size;
            }
            widest = fmax(widest, whole - along * along);
        }
    return sqrt(widest / 3);
}

/* Shur et al. 2015: with the mean of both cells' measures; the ghost behind the boundary face has none. */
static double shear_layer_length(const struct scale_bed *s, const double w[3], double size, double fd)
{
    double factor = 0.1 + 0.9 / 0.15 * ((s->tilting[0] + s->tilting[1]) / 2 - 0.15);
    return widest_across(s, w, size) * (fd < 0.99 ? 1 : fmax(0.1, fmin(1, factor)));
}

/* What the lengths are made of: by hand from the bed. */
static void scale_expected(const struct scale_bed *s, enum equations equations, double *length, double *upwinding)
{
    const struct bed *b = &s->b;
    double rho = b->q[0], mu = viscosity(b->q[Q_P * SLOTS] / (gas * rho)), gradient = 0, strain = 0, w[3], section = 0;
    double spin = vorticity_of(b, 0, w);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double a = grad(b, Q_U + i, j, 0), t = grad(b, Q_U + j, i, 0);
            gradient += a * a;
            strain += 0.5 * (a + t) * (a + t); /* 2 S_ij S_ij */
        }
    for (int f = 0; f < 2; f++) {
        double dot = 0;
        for (int d = 0; d < 3; d++)
            dot += w[d] * b->normal[d * FACES + f];
        section += 0.5 * fabs(dot) / spin;
    }
    struct scales_point p = {.d = b->distance[0], .nu = mu / rho, .gradient = sqrt(gradient), .most = s->size[0],
                             .normal = s->size[CELLS]};
    double c = 0.65, psi = 1;
    if (equations == EQUATIONS_SA) {
        double chi = b->q[NV * SLOTS] / p.nu;
        p.own = p.d;
        p.nu_t = p.nu * pow(chi, 4) / (pow(chi, 3) + pow(7.1, 3));
        psi = sa_low_reynolds(chi);
    } else {
        c = b->f1[0] * 0.78 + (1 - b->f1[0]) * 0.61;
        p.own = sqrt(b->q[NV * SLOTS]) / (0.09 * b->q[(NV + 1) * SLOTS]);
        p.nu_t = b->mu_t[0] / rho;
        p.normal = 0; /* Gritskevich et al. 2012: min(0.15 max(d, h_max), h_max) */
    }
    double rd = (p.nu + p.nu_t) / (p.gradient * pow(0.41 * p.d, 2));
    double fd = 1 - tanh(pow((equations == EQUATIONS_SA ? 8 : 20) * rd, 3));
    double delta = p.most;
    if (s->a.turbulence.scales_length == LENGTH_VORTICITY)
        delta = sqrt(section);
    else if (s->a.turbulence.scales_length == LENGTH_SLA)
        delta = shear_layer_length(s, w, spin, fd);
    const struct scales_constants k = scales_constants((int)equations);
    *length = s->a.turbulence.scales == SCALES_IDDES ? scales_improved(&p, c * psi, psi, delta, k)
                                                     : scales_delayed(&p, c * psi * delta, k);
    *upwinding = scales_upwinding(c * delta, p.nu + p.nu_t, sqrt(strain), spin, 0.2);
}

/* Both models, delayed and improved detached-eddy simulation, with their lengths of the grid. Every second cell is far
 * from the wall and has little eddy viscosity, so that shear layers are not shielded. */
static void lengths(void)
{
    static struct scale_bed s;
    static const int scales[] = {SCALES_DDES, SCALES_DDES, SCALES_DDES, SCALES_IDDES, SCALES_IDDES};
    static const int length_of[] = {LENGTH_HMAX, LENGTH_VORTICITY, LENGTH_SLA, LENGTH_HMAX, LENGTH_SLA};
    for (int i = 0; i < 10 * TRIALS; i++) {
        const int sa = i % 2;
        double length, upwinding;
        scale_make(&s, sa ? EQUATIONS_SA : EQUATIONS_SST, scales[i % 5], length_of[i % 5]);
        if (i % 4 < 2)
            s.b.distance[0] *= 10, s.b.mu_t[0] *= (real)0.01;
        if (sa)
            scale_body(0, &s.a, EQUATIONS_SA);
        else
            scale_body(0, &s.a, EQUATIONS_SST);
        scale_expected(&s, sa ? EQUATIONS_SA : EQUATIONS_SST, &length, &upwinding);
        CHECK_NEAR(s.length[0], length, 1e-11 * length);
        CHECK_NEAR(s.upwinding[0], upwinding, 1e-10);
    }
}

/* The measure of cell 0 by its own gradients and viscosities; every fourth cell has less eddy viscosity than the free
 * stream. */
static void tilting(void)
{
    static struct scale_bed s;
    for (int i = 0; i < 2 * TRIALS; i++) {
        const int sa = i % 2;
        struct flow_gradient g;
        scale_make(&s, sa ? EQUATIONS_SA : EQUATIONS_SST, SCALES_DDES, LENGTH_SLA);
        double rho = s.b.q[0], nu = viscosity(s.b.q[Q_P * SLOTS] / (gas * rho)) / rho, nu_t = s.b.mu_t[0] / rho;
        double chi = s.b.q[NV * SLOTS] / nu;
        if (sa)
            nu_t = nu * pow(chi, 4) / (pow(chi, 3) + pow(7.1, 3));
        for (int d = 0; d < 3; d++) {
            g.u[d] = (stored)grad(&s.b, Q_U, d, 0);
            g.v[d] = (stored)grad(&s.b, Q_V, d, 0);
            g.w[d] = (stored)grad(&s.b, Q_W, d, 0);
        }
        s.a.stream_nu_t = nu_t * (i % 4 < 2 ? 0.9 : 1.1);
        double expected = scales_tilting(&g, nu, i % 4 < 2 ? 0.1 * nu_t : 0);
        if (sa)
            scale_tilting_body(0, &s.a, EQUATIONS_SA);
        else
            scale_tilting_body(0, &s.a, EQUATIONS_SST);
        CHECK_NEAR(s.tilting[0], expected, 1e-11 * (1 + expected));
    }
}

/* Twice the largest and the least distance to a face's centroid. */
static void sizes(void)
{
    static struct scale_bed s;
    for (int i = 0; i < TRIALS; i++) {
        double distance[2];
        scale_make(&s, EQUATIONS_SA, SCALES_DDES, LENGTH_HMAX);
        struct scale_size_args a = {.m = s.b.a.m, .size = s.size};
        for (int f = 0; f < 2; f++) {
            distance[f] = 0;
            for (int d = 0; d < 3; d++)
                distance[f] += pow(s.b.face_centroid[d * FACES + f] - s.b.centroid[d * SLOTS], 2);
            distance[f] = 2 * sqrt(distance[f]);
        }
        scale_size_body(0, &a);
        CHECK_NEAR(s.size[0], fmax(distance[0], distance[1]), 1e-14);
        CHECK_NEAR(s.size[CELLS], fmin(distance[0], distance[1]), 1e-14);
    }
}

/* What the lengths add to the sources and to the derivatives of the destruction: differences of the model's own at the
 * two lengths; of SST rho k^(3/2) (1 / length - 1 / own). */
static void sources(void)
{
    static struct scale_bed s;
    for (int i = 0; i < TRIALS; i++) {
        const int sa = i % 2;
        real correction[4 * CELLS];
        stored terms[3 * CELLS] = {(stored)(1 + 0.5 * random_signed(&seed))};
        scale_make(&s, sa ? EQUATIONS_SA : EQUATIONS_SST, SCALES_DDES, LENGTH_HMAX);
        struct correction_args a = {.u = {.m = s.b.a.m, .terms = terms, .mu_t = s.b.mu_t, .f1 = s.b.f1, .q = s.b.q,
                                          .fluid = s.b.a.fluid, .turbulence = s.a.turbulence},
                                    .limited = s.b.limited, .length = s.length, .correction = correction};
        fill(s.length, CELLS, 0.5, 0.3);
        double rho = s.b.q[0], l = s.length[0];
        if (sa) {
            double nu = viscosity(s.b.q[Q_P * SLOTS] / (gas * rho)) / rho, value = s.b.q[NV * SLOTS];
            struct sa_source with = sa_production_destruction(value, nu, terms[0], l, 0);
            struct sa_source without = sa_production_destruction(value, nu, terms[0], s.b.distance[0], 0);
            correction_body(0, &a, EQUATIONS_SA);
            CHECK_NEAR(correction[0], rho * (with.value - without.value), 1e-12 * (1 + fabs(with.value)));
            CHECK_NEAR(correction[CELLS], with.source_jacobian - without.source_jacobian,
                       1e-12 * (1 + with.source_jacobian));
        } else {
            double k = s.b.q[NV * SLOTS], omega = s.b.q[(NV + 1) * SLOTS], own = sqrt(k) / (0.09 * omega);
            correction_body(0, &a, EQUATIONS_SST);
            CHECK_NEAR(correction[0], -rho * pow(k, 1.5) * (1 / l - 1 / own), 1e-12);
            CHECK_NEAR(correction[2 * CELLS], sqrt(k) * (1 / l - 1 / own), 1e-12);
            CHECK_NEAR(correction[CELLS], 0, 0);
            CHECK_NEAR(correction[3 * CELLS], 0, 0);
        }
    }
}

int main(void)
{
    CASE(keep_and_roe);
    CASE(shares);
    CASE(integrals);
    CASE(lengths);
    CASE(tilting);
    CASE(sizes);
    CASE(sources);
    return check_end();
}
