/* synthetic_waves.h: the waves that synthetic turbulence is the sum of (Shur, Spalart, Strelets & Travin 2014, Flow
 * Turb. Combust. 93, 63-92). Nothing is collective.
 */
#ifndef UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_WAVES_H
#define UFV_SOLVE_FEATURES_SYNTHETIC_TURBULENCE_SYNTHETIC_WAVES_H

struct synthetic_wave {
    double number;       /* 1/m: the wave number whose energy it has */
    double k[3];         /* 1/m: its wave vector, of about that length (see period) */
    double direction[3]; /* unit vector normal to k */
    double phase;        /* rad */
};

/* Wave numbers from least to most (1/m), each larger than the one before by the same factor. */
struct synthetic_band {
    double least, most;
};

/* The waves of a band, in random directions of random phase, into *waves (mem_free() it); returns how many. period[3]:
 * m, along each axis; 0: none. Wave vectors are changed by half of 2 pi / period at most, so that the field repeats.
 * The same waves for the same seed everywhere. */
int synthetic_waves_make(struct synthetic_band band, const double period[3], long seed, struct synthetic_wave **waves);

/* The share that a wave has of the energy of a cell, up to a factor of the cell: E(k) times k, with Eqs. 8 to 12 of the
 * source but for the end of the spectrum by viscosity. largest: wave length of the eddies that hold most energy (its
 * l_e, m); smallest: that of the shortest waves that the mesh carries (l_cut, m). */
double synthetic_wave_energy(double number, double largest, double smallest);

#endif
