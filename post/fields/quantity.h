/* quantity.h: what a wall carries face by face, and how it is printed. */
#ifndef UFV_POST_FIELDS_QUANTITY_H
#define UFV_POST_FIELDS_QUANTITY_H

#include "fields/results.h"

/* Raw values are what is averaged and interpolated: pressure, Pa; friction, Pa, with
 * the sign of its component along the wind; y+; heat into the wall, W/m^2. */
enum quantity { QUANTITY_CP, QUANTITY_CF, QUANTITY_Y_PLUS, QUANTITY_HEAT_FLUX, N_QUANTITIES };

/* Reads "cp", "cf", "y_plus" or "heat_flux" (earlier "yplus", "heatflux"); an error that
 * names the nearest for any other word. */
int quantity_find(const char *name, enum quantity *quantity);

/* That name, also of the column in CSV files: the word that exports use. */
const char *quantity_name(enum quantity quantity);

/* What earlier versions called it, which is still read; the same where it is. */
const char *quantity_old_name(enum quantity quantity);

/* The label of an axis in gnuplot's enhanced text, with its unit. */
const char *quantity_symbol(enum quantity quantity);

/* Raw values of a rank's boundary faces, (*value)[s->n_boundary], owned by the caller.
 * An error, with *value NULL, where the run kept none. */
int quantity_of_faces(enum quantity quantity, const struct results *r, int rank, const struct solution *s,
                      double **value);

/* A raw value as it is printed: (p - p_inf) / q, friction / q, or as it is. q: dynamic
 * pressure that coefficients refer to there, Pa (results_local_pressure()); where it is 0, as on the axis of a rotor in
 * air at rest, coefficients are NAN. */
double quantity_scale(enum quantity quantity, const struct results *r, double q, double raw);

#endif
