/* Faces between cells as values (face_bed.h): fluxes of all viscous equations against
 * the inviscid flux of the states carried to the face, less diffusion written with
 * tensors. Bound everywhere: rounding.
 */
#include "face_bed.h"

/* Where the two cells' values meet: in_face: from the point half-way between the cells as far as the
 * interior face's centroid is in the face's plane from the point where the line between the cells
 * crosses it; where that is farther than the cells are from one another, its image in the sphere
 * of that radius about the point half-way; nearer to that point by the square of the cosine of
 * line and normal. Not in_face: as far as the centroid is from the line. 1 for the image. */
static int meeting_point(const struct bed *b, int in_face, double x[3])
{
    double o[3], line[3], n[3], along = 0, crossing = 0, l2 = 0, o2 = 0;
    face_area(b, INTERIOR, n);
    for (int d = 0; d < 3; d++) {
        double l = b->centroid[d * SLOTS], r = b->centroid[d * SLOTS + 1];
        line[d] = r - l;
        x[d] = 0.5 * (l + r);
        o[d] = b->face_centroid[d * FACES + INTERIOR] - x[d];
        along += o[d] * (in_face ? n[d] : line[d]);
        l2 += line[d] * line[d];
        crossing += line[d] * n[d];
    }
    along /= in_face ? (crossing > 1e-6 * sqrt(l2) ? crossing : 1e-3 * sqrt(l2)) : l2;
    for (int d = 0; d < 3; d++)
        o2 += pow(o[d] - along * line[d], 2);
    for (int d = 0; d < 3; d++)
        x[d] += crossing * crossing / l2 * (o2 > l2 ? l2 / o2 : 1) * (o[d] - along * line[d]);
    return o2 > l2;
}

/* The difference to be taken for that of the values: what the mean gradient makes of the way
 * from cell to cell, and the jump of the values carried to the meeting point. */
static double slope_difference(const struct bed *b, int in_face, double values, const double sl[3],
                               const double sr[3])
{
    double x[3], difference = values;
    meeting_point(b, in_face, x);
    for (int d = 0; d < 3; d++) {
        double l = b->centroid[d * SLOTS], r = b->centroid[d * SLOTS + 1];
        difference += 0.5 * (sl[d] + sr[d]) * (r - l) + sr[d] * (x[d] - r) - sl[d] * (x[d] - l);
    }
    return difference;
}

static struct diffusion interior_diffusion(const struct bed *b, enum equations equations, const double ql[NV_MAX],
                                           const double qr[NV_MAX], const double n[3])
{
    double mean[6][3] = {{0}}, jump[6] = {0}, u[3], mu_t, diffusivity[2], turbulent[2] = {0, 0}, l[NV_MAX], r[NV_MAX];
    for (int i = 0; i < 4; i++) {
        double sl[3], sr[3];
        flow_slope(b, 0, i, sl);
        flow_slope(b, 1, i, sr);
        for (int d = 0; d < 3; d++)
            mean[i][d] = 0.5 * (sl[d] + sr[d]);
        jump[i] = i < 3 ? b->q[(Q_U + i) * SLOTS + 1] - b->q[(Q_U + i) * SLOTS]
                        : b->q[Q_P * SLOTS + 1] / (gas * b->q[1]) - b->q[Q_P * SLOTS] / (gas * b->q[0]);
        jump[i] = slope_difference(b, 0, jump[i], sl, sr);
    }
    for (int v = NV; v < b->nv; v++) {
        double sl[3], sr[3];
        for (int d = 0; d < 3; d++) {
            sl[d] = grad(b, v, d, 0);
            sr[d] = grad(b, v, d, 1);
            mean[4 + v - NV][d] = 0.5 * (sl[d] + sr[d]);
        }
        jump[4 + v - NV] = slope_difference(b, equations == EQUATIONS_SST, b->q[v * SLOTS + 1] - b->q[v * SLOTS], sl, sr);
    }
    for (int d = 0; d < 3; d++)
        u[d] = 0.5 * (ql[Q_U + d] + qr[Q_U + d]);
    carried(b, 0, INTERIOR, 0, l);
    carried(b, 1, INTERIOR, 0, r);
    if (equations == EQUATIONS_SA) {
        double both = 0.5 * (b->q[NV * SLOTS] + b->q[NV * SLOTS + 1]);
        turbulent[0] = both > 0 ? fmin(fmax(0.5 * (l[NV] + r[NV]), 0.1 * both), 10 * both) : both;
    } else {
        turbulent[0] = 0.5 * (b->mu_t[0] + b->mu_t[1]);
        turbulent[1] = 0.5 * (b->f1[0] + b->f1[1]);
    }
    double rho = 0.5 * (ql[0] + qr[0]), mu = viscosity(0.5 * (temperature_of(ql) + temperature_of(qr)));
    model_viscosities(equations, mu, rho, turbulent, &mu_t, diffusivity);
    return tensor_diffusion(b, 0, 1, mean, jump, u, mu, mu_t, diffusivity, rho, n);
}

/* Faces between cells in all viscous equations; of each fourth trial the face is beside
 * the cells, of each eighth nearly along the line between them. */
static void interior_faces(void)
{
    int beside = 0;
    for (int i = 0; i < TRIALS; i++)
        for (enum equations e = EQUATIONS_LAMINAR; e < N_EQUATIONS; e++) {
            struct bed b;
            double n[3], l[NV_MAX], r[NV_MAX], convected[2] = {0, 0}, x[3];
            bed_make(&b, e);
            if (i % 4 == 3) { /* near one another too: what is carried stays positive */
                b.centroid[1] -= (real)0.75;
                b.face_centroid[FACES + INTERIOR] += (real)0.5;
            }
            if (i % 8 == 1) { /* the line crosses the face at one to five degrees */
                for (int d = 1; d < 3; d++)
                    b.centroid[d * SLOTS + 1] = b.centroid[d * SLOTS];
                b.normal[INTERIOR] = (real)(0.05 + 0.03 * random_signed(&seed));
                b.normal[FACES + INTERIOR] = 1;
            }
            beside += meeting_point(&b, 0, x);
            double area = face_area(&b, INTERIOR, n);
            reconstructed(&b, 0, INTERIOR, l);
            reconstructed(&b, 1, INTERIOR, r);
            real speed;
            struct flux5 f =
                inviscid_flux(FLUX_ROE, face_states(state_of(l), state_of(r), n, g), b.a.scheme_parameter, &speed);
            flux_body(INTERIOR, &b.a, FLUX_ROE, e);
            for (int v = NV; v < b.nv; v++)
                convected[v - NV] = f.mass * (f.mass > 0 ? l[v] : r[v]);
            struct diffusion d = interior_diffusion(&b, e, l, r, n);
            check_face(&b, INTERIOR, area, f, convected, &d);
            CHECK_NEAR(b.speed[INTERIOR], area * (speed + 2 * d.nu * d.inverse), 1e-12 * b.speed[INTERIOR]);
        }
    CHECK(beside > TRIALS / 4 && beside < TRIALS, "%d", beside);
}

/* The distance along the normal is that itself down to a millionth of the cells' distance: a layer's tetrahedra meet
 * at angles of 1e-5, and a larger distance would damp less than is stable there. Where there is none it is a thousandth
 * of the length. */
static void distance_along_normal(void)
{
    CHECK_NEAR(viscous_distance((stored)2, (stored)1.5), 1.5, 0);
    CHECK_NEAR(viscous_distance((stored)2, (stored)3e-6), (stored)3e-6, 0);
    CHECK_NEAR(viscous_distance((stored)2, (stored)1e-7), 2e-3, 1e-9);
    CHECK_NEAR(viscous_distance((stored)2, (stored)-1), 2e-3, 1e-9);
}

/* nu_tilde where the flow meets: between a tenth of and ten times the cells' mean whatever their gradients say, and
 * that mean where it is negative. The cells are at x = 0 and 2, the face half-way, so that the gradients alone say how
 * far it is from the mean of the two: (left - right) / 2. */
static void nu_tilde_is_held(void)
{
    static const struct {
        real left, right;       /* nu_tilde of the cells */
        stored slope, opposite; /* d/dx of it there */
        real wanted;
    } row[] = {{1, 3, 4, -4, 6},      {1, 3, 14, -16, 17},   {1, 3, 25, -21, 20},  {1, 3, 90, -90, 20},
               {1, 3, -1, 1, 1},      {1, 3, -1.85, 1.85, 0.2}, {1, 3, -8, 8, 0.2}, {-1, -3, 4, -4, -2},
               {-1, -3, -90, 90, -2}, {1, -3, 9, -9, -1},     {1, -1, 9, -9, 0}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct bed b;
        bed_make(&b, EQUATIONS_SA);
        stored gl[NV_MAX][3] = {{0}}, gr[NV_MAX][3] = {{0}};
        memset(b.centroid, 0, sizeof b.centroid);
        memset(b.face_centroid, 0, sizeof b.face_centroid);
        b.centroid[1] = 2;
        b.face_centroid[INTERIOR] = 1;
        b.q[Q_NU * SLOTS] = row[k].left;
        b.q[Q_NU * SLOTS + 1] = row[k].right;
        gl[Q_NU][0] = row[k].slope;
        gr[Q_NU][0] = row[k].opposite;
        real on_face[NV_MODEL];
        face_variables(&b.a, INTERIOR, gl, gr, EQUATIONS_SA, on_face);
        CHECK_NEAR(on_face[0], row[k].wanted, 1e-14); /* rounding of numbers up to 100 */
    }
}

/* Order 1 of flow or turbulence alone; without limiter; a reconstruction that would be negative falls back on the
 * cell, one that leaves little goes part of the way. */
static void reconstruction(void)
{
    struct bed b;
    double q[NV_MAX];
    bed_make(&b, EQUATIONS_SA);
    carried(&b, 0, INTERIOR, 0, q);
    for (int k = 0; k < NV_MAX * CELLS; k++)
        b.limited[k].phi = 1;
    struct face_side s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.flow.rho, q[0], 1e-15);
    CHECK_NEAR(s.flow.w, q[3], 1e-15);
    b.a.turbulence_slope = 0;
    s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.turbulence[0], b.q[Q_NU * SLOTS], 0);
    CHECK_NEAR(s.flow.u, q[1], 1e-15);
    b.a.slope = 0;
    s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.flow.u, b.q[SLOTS], 0);
    b.a.slope = 1;
    b.limited[Q_P * CELLS].g[0] = -1000; /* d/dx of the pressure: below zero half a cell on */
    s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.flow.u, b.q[SLOTS], 0);
    CHECK_NEAR(s.flow.p, b.q[Q_P * SLOTS], 0);
    double p = b.q[Q_P * SLOTS], dx[3];
    for (int d = 0; d < 3; d++) {
        dx[d] = b.face_centroid[d * FACES + INTERIOR] - b.centroid[d * SLOTS];
        b.limited[Q_P * CELLS].g[d] = 0;
    }
    for (int d = 0; d < 3; d++) /* 0.15 p would be left: half of the way */
        b.limited[Q_P * CELLS].g[d] =
            (stored)(-0.85 * p * dx[d] / (dx[0] * dx[0] + dx[1] * dx[1] + dx[2] * dx[2]));
    s = flux_reconstruct(&b.a, 0, INTERIOR, SIDE_LEFT, EQUATIONS_SA);
    CHECK_NEAR(s.flow.p, 0.575 * p, 1e-14);
    CHECK_NEAR(s.flow.u, 0.5 * (b.q[SLOTS] + q[1]), 1e-14);
}

int main(void)
{
    CASE(interior_faces);
    CASE(distance_along_normal);
    CASE(nu_tilde_is_held);
    CASE(reconstruction);
    return check_end();
}
