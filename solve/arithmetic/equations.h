/* equations.h: the sets of equations and the turbulence models among them, a row each.
 *
 * A turbulence model is a row here and a header in physics/turbulence/ with its value functions
 * (physics/turbulence/models.h lists them). Sizes of arrays and loops over variables follow from the rows.
 */
#ifndef UFV_SOLVE_ARITHMETIC_EQUATIONS_H
#define UFV_SOLVE_ARITHMETIC_EQUATIONS_H

#include "backend/device.h"

/* ROW(name, ENUMERATOR, unknowns, source terms, viscous, turbulent, what, (variables)): the sets of equations, a line
 * each (the Makefile reads the names). name: the case file's word, the last part of kernels' names (update.of_4.sa)
 * and, of a turbulence model, the first part of its functions' names; source terms: numbers that the model's sources
 * take of a cell's gradients; turbulent: with eddy viscosity, sources and wall distance; variables: {name, unit} of
 * each unknown behind the flow's, as in files, {0} for none. The arguments behind ROW are passed on; none: an empty
 * one. */
#define EQUATIONS(ROW, ...)                                                                                            \
    ROW(euler, EULER, 5, 0, 0, 0, "inviscid flow", ({0}), __VA_ARGS__)                                                 \
    ROW(laminar, LAMINAR, 5, 0, 1, 0, "viscous flow without a turbulence model", ({0}), __VA_ARGS__)                   \
    TURBULENCE_MODELS(ROW, __VA_ARGS__)

/* Up to four variables: 6 to 9 unknowns. A number of unknowns that no other row has also needs a line in
 * EQUATIONS_WIDTHS. */
#define TURBULENCE_MODELS(ROW, ...)                                                                                    \
    ROW(sa, SA, 6, 3, 1, 1, "with Spalart and Allmaras' turbulence model", ({"nu_tilde", "m^2/s"}), __VA_ARGS__)       \
    ROW(sst, SST, 7, 2, 1, 1, "with Menter's k-omega SST", ({"k", "m^2/s^2"}, {"omega", "1/s"}), __VA_ARGS__)

/* ROW(unknowns, ...): every number of unknowns that a row above has: kernels that know nothing else of the equations
 * are compiled once for each. */
#define EQUATIONS_WIDTHS(ROW, ...) ROW(5, __VA_ARGS__) ROW(6, __VA_ARGS__) ROW(7, __VA_ARGS__)

#define EQUATIONS_ENUMERATOR(name, NAME, ...) EQUATIONS_##NAME,
enum equations { EQUATIONS(EQUATIONS_ENUMERATOR, ) N_EQUATIONS };
#undef EQUATIONS_ENUMERATOR

/* Unknowns in every array of states: the NV of the flow, density, velocity and pressure, and behind them those of a
 * turbulence model, at most NV_MODEL, NV_MAX in all; TERMS_MAX: the most numbers that sources take. Each is the size of
 * a union with a member for each row. */
#define EQUATIONS_MEMBER(name, NAME, unknowns, terms, ...) char name[unknowns];
union equations_most_unknowns {
    EQUATIONS(EQUATIONS_MEMBER, )
};
#undef EQUATIONS_MEMBER
#define EQUATIONS_MEMBER(name, NAME, unknowns, terms, ...) char name[(terms) + 1];
union equations_most_terms {
    EQUATIONS(EQUATIONS_MEMBER, )
};
#undef EQUATIONS_MEMBER
enum {
    NV = 5,
    NV_MAX = sizeof(union equations_most_unknowns),
    NV_MODEL = NV_MAX - NV,
    TERMS_MAX = sizeof(union equations_most_terms) - 1
};
/* kg/m^3, m/s, Pa; a model's header numbers its variables from NV on. */
enum { Q_RHO, Q_U, Q_V, Q_W, Q_P };

#define EQUATIONS_UNKNOWNS(name, NAME, unknowns, ...) equations == EQUATIONS_##NAME ? (unknowns):
#define EQUATIONS_TERMS(name, NAME, unknowns, terms, ...) equations == EQUATIONS_##NAME ? (terms):
#define EQUATIONS_VISCOUS(name, NAME, unknowns, terms, viscous, ...) equations == EQUATIONS_##NAME ? (viscous):
#define EQUATIONS_TURBULENT(name, NAME, unknowns, terms, viscous, turbulent, ...)                                      \
    equations == EQUATIONS_##NAME ? (turbulent):

/* Unknowns of a set of equations: NV and those behind the flow's. */
UFV_HD int equations_variables(const int equations)
{
    return EQUATIONS(EQUATIONS_UNKNOWNS, ) 0;
}

/* Numbers that the sources of a set of equations take of a cell's gradients. */
UFV_HD int equations_terms(const int equations)
{
    return EQUATIONS(EQUATIONS_TERMS, ) 0;
}

/* 1 when the equations have molecular viscosity and heat conduction, else 0. */
UFV_HD int equations_are_viscous(const int equations)
{
    return EQUATIONS(EQUATIONS_VISCOUS, ) 0;
}

/* 1 when the equations have a turbulence model: eddy viscosity, sources and wall distances; else 0. */
UFV_HD int equations_are_turbulent(const int equations)
{
    return EQUATIONS(EQUATIONS_TURBULENT, ) 0;
}
#undef EQUATIONS_UNKNOWNS
#undef EQUATIONS_TERMS
#undef EQUATIONS_VISCOUS
#undef EQUATIONS_TURBULENT

#endif
