/* case_choices.h: the words that some keys of a case file take, as enumerators.
 *
 * Each list has one row a word, ROW(ENUMERATOR, word); the keys in case_options.inc name the
 * list. Switches over these have no default, so that a new word that is not handled does not
 * compile. Fluxes, limiters, gradients, storages of the Jacobian, equations and precisions are the rows
 * of physics/inviscid.h, limiter.h, gradient_methods.h, jacobian_storage.h and quadratic_stress.h, and of
 * arithmetic/real.h.
 */
#ifndef UFV_SOLVE_CASE_CASE_CHOICES_H
#define UFV_SOLVE_CASE_CASE_CHOICES_H

#include "physics/gradient_methods.h"
#include "physics/inviscid.h"
#include "physics/jacobian_storage.h"
#include "physics/limiter.h"
#include "physics/quadratic_stress.h"

#define UP_AXES(ROW) ROW(UP_Y, "y") ROW(UP_Z, "z")
#define SST_VERSIONS(ROW)                                                                          \
    ROW(SST_2003, "2003") ROW(SST_1994, "1994") ROW(SST_2003_V, "2003-v") ROW(SST_1994_V, "1994-v")
#define INITIAL_KINDS(ROW)                                                                         \
    ROW(INITIAL_UNIFORM, "uniform") ROW(INITIAL_RIEMANN, "riemann") ROW(INITIAL_VORTEX, "vortex")  \
    ROW(INITIAL_WAVE, "wave") ROW(INITIAL_GRESHO, "gresho") \
    ROW(INITIAL_TAYLOR_GREEN, "taylor-green") ROW(INITIAL_ISOTROPIC, "isotropic")
#define AXES(ROW) ROW(AXIS_X, "x") ROW(AXIS_Y, "y") ROW(AXIS_Z, "z")
#define PIPELINES(ROW) ROW(PIPELINE_FAST, "fast") ROW(PIPELINE_PAPER, "paper")
#define PAPER_LOOPS_OF_NODES(ROW)                                                                  \
    ROW(LOOP_FACE, "face") ROW(LOOP_CELL, "cell") ROW(LOOP_CELL_ACCESS, "cell-access") ROW(LOOP_NODE, "node")
#define PAPER_LOOPS_OF_GRADIENTS(ROW)                                                              \
    ROW(GRADIENT_LOOP_FACE, "face") ROW(GRADIENT_LOOP_CELL, "cell") ROW(GRADIENT_LOOP_NODE, "node")
#define PAPER_LOOPS_OF_CELLS(ROW) ROW(CELL_LOOP_FACE, "face") ROW(CELL_LOOP_CELL, "cell")
#define PAPER_RACES(ROW) ROW(BY_ATOMICS, "atomics") ROW(BY_COLOURS, "colours")
#define TIME_SCHEMES(ROW)                                                                          \
    ROW(TIME_RK, "rk") ROW(TIME_SHU_OSHER, "shu-osher") \
    ROW(TIME_IMPLICIT, "implicit") ROW(TIME_DUAL, "dual-time")
#define KRYLOV_STORAGES(ROW) ROW(KRYLOV_SINGLE, "single") ROW(KRYLOV_HALF, "half")
#define COARSE_USES(ROW) ROW(COARSE_AUTO, "auto") ROW(COARSE_YES, "yes") ROW(COARSE_NO, "no")
#define TIME_METHODS(ROW) ROW(METHOD_BDF2, "bdf2") ROW(METHOD_ESDIRK3, "esdirk3") ROW(METHOD_BDF2OPT, "bdf2opt")
#define TIME_PREDICTORS(ROW)                                                                       \
    ROW(PREDICTOR_NONE, "none") ROW(PREDICTOR_LINEAR, "linear") ROW(PREDICTOR_QUADRATIC, "quadratic")
#define FRAME_TYPES(ROW) ROW(FRAME_INERTIAL, "inertial") ROW(FRAME_ROTATING, "rotating")
#define FIELDS_WRITTEN(ROW) ROW(FIELDS_YES, "yes") ROW(FIELDS_NO, "no")

#define CHOICE_ENUMERATOR(NAME, word) NAME,
enum up_axis { UP_AXES(CHOICE_ENUMERATOR) };
enum sst_version { SST_VERSIONS(CHOICE_ENUMERATOR) };
enum initial_kind { INITIAL_KINDS(CHOICE_ENUMERATOR) };
enum axis { AXES(CHOICE_ENUMERATOR) };
enum pipeline { PIPELINES(CHOICE_ENUMERATOR) };
enum paper_loop { PAPER_LOOPS_OF_NODES(CHOICE_ENUMERATOR) };
enum paper_gradient_loop { PAPER_LOOPS_OF_GRADIENTS(CHOICE_ENUMERATOR) };
enum paper_cell_loop { PAPER_LOOPS_OF_CELLS(CHOICE_ENUMERATOR) };
enum paper_race { PAPER_RACES(CHOICE_ENUMERATOR) };
enum time_scheme { TIME_SCHEMES(CHOICE_ENUMERATOR) };
enum krylov_storage { KRYLOV_STORAGES(CHOICE_ENUMERATOR) };
enum coarse_use { COARSE_USES(CHOICE_ENUMERATOR) };
enum time_method { TIME_METHODS(CHOICE_ENUMERATOR) };
enum time_predictor { TIME_PREDICTORS(CHOICE_ENUMERATOR) };
enum frame_type { FRAME_TYPES(CHOICE_ENUMERATOR) };
enum fields_written { FIELDS_WRITTEN(CHOICE_ENUMERATOR) };
#undef CHOICE_ENUMERATOR

/* A list's words, "a|b|c", in the order of the enumerators. */
#define CHOICE_WORD(NAME, word) "|" word
#define CHOICES(ROWS) (&("" ROWS(CHOICE_WORD))[1])
#define FLUX_WORD(kernel, NAME, word, what, takes, call, ...) "|" word
#define FLUX_CHOICES (&("" FLUX_SCHEMES(FLUX_WORD, ))[1])
#define LIMITER_WORD(NAME, word, what) "|" word
#define LIMITER_CHOICES (&("" LIMITERS(LIMITER_WORD))[1])
#define GRADIENT_WORD(kernel, NAME, word, what, ...) "|" word
#define GRADIENT_CHOICES (&("" GRADIENT_METHODS(GRADIENT_WORD, ))[1])
#define EQUATIONS_WORD(name, NAME, ...) "|" #name
#define EQUATIONS_CHOICES (&("" EQUATIONS(EQUATIONS_WORD, ))[1])

/* Their explanations for the reference: "; roe: Roe 1981...; ausm-up: ...". */
#define FLUX_WHAT(kernel, NAME, word, what, takes, call, ...) "; " word ": " what
#define LIMITER_WHAT(NAME, word, what) what
#define GRADIENT_WHAT(kernel, NAME, word, what, ...) "; " word ": " what

#endif
