/* detached_eddies_case.h: the keys of detached-eddy models: scales, scales_length and c_des of [model], blending of
 * [numerics], hold_scales of [time].
 */
#ifndef UFV_SOLVE_FEATURES_DETACHED_EDDIES_DETACHED_EDDIES_CASE_H
#define UFV_SOLVE_FEATURES_DETACHED_EDDIES_DETACHED_EDDIES_CASE_H

#include "features/feature.h"
#include "physics/scales.h"

/* Where flux = keep has more dissipation (scales_upwinding()): ROW(ENUMERATOR, word). */
#define BLENDINGS(ROW) ROW(BLENDING_NONE, "none") ROW(BLENDING_TRAVIN, "travin")
#define BLENDING_ENUMERATOR(NAME, word) NAME,
enum blending { BLENDINGS(BLENDING_ENUMERATOR) };
#undef BLENDING_ENUMERATOR

struct detached_eddies_case {
    enum scales scales;
    enum scales_length length;
    double constant; /* NAN: the model's */
    enum blending blending;
    bool hold; /* lengths are held while the equation of a step is solved */
};

/* Its spec is a struct detached_eddies_case. */
extern const struct feature_case feature_detached_eddies_case;

#endif
