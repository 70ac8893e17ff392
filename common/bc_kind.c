/* bc_kind.c: the tables of boundary kinds: our names with what is true of each kind, and what CGNS's BCType_t names
 * and FUN3D's numbers mean. */
#include "bc_kind.h"

#include "elsewhere.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    bool is_wall, is_open;
} kinds[] = {
    [BC_NONE] = {"none", false, false},
    [BC_SLIP] = {"slip", true, false},
    [BC_WALL] = {"wall", true, false},
    [BC_SYMMETRY] = {"symmetry", false, false},
    [BC_FARFIELD] = {"farfield", false, true},
    [BC_SUPERSONIC_INFLOW] = {"supersonic-inflow", false, true},
    [BC_SUPERSONIC_OUTFLOW] = {"supersonic-outflow", false, true},
    [BC_PRESSURE_OUTLET] = {"pressure-outlet", false, true},
    [BC_TOTAL_INFLOW] = {"total-inflow", false, true},
    [BC_PRESCRIBED] = {"prescribed", false, false},
    [BC_MASS_INFLOW] = {"mass-inflow", false, true},
    [BC_SLIDING] = {"sliding", false, false},
    [BC_OPENING] = {"opening", false, true},
};

_Static_assert(sizeof kinds / sizeof *kinds == BC_N_KINDS, "every kind has a word");

/* exact: the word says what the kind is; any other is given the kind that it most often means. */
static const struct {
    const char *cgns;
    enum bc_kind kind;
    bool exact;
} cgns_kinds[] = {
    {"BCWall", BC_WALL, false},
    {"BCWallInviscid", BC_SLIP, true},
    {"BCWallViscous", BC_WALL, true},
    {"BCWallViscousHeatFlux", BC_WALL, false},
    {"BCWallViscousIsothermal", BC_WALL, false},
    {"BCSymmetryPlane", BC_SYMMETRY, true},
    {"BCFarfield", BC_FARFIELD, true},
    /* An inflow or outflow without more says nothing of its speed; the far field's characteristic condition takes
     * either. */
    {"BCInflow", BC_FARFIELD, false},
    {"BCOutflow", BC_FARFIELD, false},
    {"BCInflowSubsonic", BC_TOTAL_INFLOW, false},
    {"BCInflowSupersonic", BC_SUPERSONIC_INFLOW, true},
    {"BCOutflowSubsonic", BC_PRESSURE_OUTLET, false},
    {"BCOutflowSupersonic", BC_SUPERSONIC_OUTFLOW, true},
    {"BCTunnelInflow", BC_TOTAL_INFLOW, false},
    {"BCTunnelOutflow", BC_PRESSURE_OUTLET, false},
    {"BCExtrapolate", BC_SUPERSONIC_OUTFLOW, false},
};

/* Biedron et al., FUN3D Manual, "Boundary Conditions". 3, 4 and 5 are the numbers of its older grids; a number below 0
 * is one with a transition of its own to turbulence (4000 and 4100). */
static const struct {
    int number;
    enum bc_kind kind;
    bool exact;
} fun3d_kinds[] = {
    {3, BC_FARFIELD, true},          /* 5000 */
    {4, BC_WALL, true},              /* 4000 */
    {5, BC_SLIP, true},              /* 3000 */
    {3000, BC_SLIP, true},           /* tangency */
    {4000, BC_WALL, true},
    {-4000, BC_WALL, false},
    {4075, BC_WALL, false},          /* rough */
    {4100, BC_WALL, false},          /* with a wall function, which the case file asks for here */
    {-4100, BC_WALL, false},
    {4110, BC_WALL, true},           /* imposed weakly */
    {-4110, BC_WALL, false},
    {5000, BC_FARFIELD, true},       /* Riemann invariants */
    {5025, BC_FARFIELD, true},
    {5026, BC_SUPERSONIC_OUTFLOW, true},
    {5050, BC_FARFIELD, true},       /* the free stream outside */
    {5051, BC_PRESSURE_OUTLET, true},
    {5052, BC_PRESSURE_OUTLET, false}, /* its pressure follows from a Mach number */
    {6021, BC_SYMMETRY, true},       /* imposed strongly, x, y, z */
    {6022, BC_SYMMETRY, true},
    {6023, BC_SYMMETRY, true},
    {6661, BC_SYMMETRY, true},
    {6662, BC_SYMMETRY, true},
    {6663, BC_SYMMETRY, true},
    {7011, BC_TOTAL_INFLOW, true},
    {7012, BC_PRESSURE_OUTLET, true},
    {7031, BC_PRESSURE_OUTLET, false}, /* with a mass flow, which the case file gives here */
    {7036, BC_MASS_INFLOW, true},
    {7100, BC_SUPERSONIC_INFLOW, false}, /* all is given, also where the flow is subsonic */
};

const char *bc_kind_name(enum bc_kind kind)
{
    return (unsigned)kind < BC_N_KINDS ? kinds[kind].name : "unknown";
}

int bc_kind_from_name(const char *name)
{
    for (int k = 0; k < BC_N_KINDS; k++)
        if (strcmp(kinds[k].name, name) == 0)
            return k;
    return -1;
}

/* Names that are not in the table, BCTypeUserDefined and Null among them, become BC_NONE: the case file has
 * to name the kind. */
enum bc_kind bc_kind_from_cgns(const char *bc_type)
{
    for (size_t i = 0; i < sizeof cgns_kinds / sizeof *cgns_kinds; i++)
        if (strcmp(cgns_kinds[i].cgns, bc_type) == 0)
            return cgns_kinds[i].kind;
    return BC_NONE;
}

enum bc_kind bc_kind_from_fun3d(long number)
{
    for (size_t i = 0; i < sizeof fun3d_kinds / sizeof *fun3d_kinds; i++)
        if (fun3d_kinds[i].number == number)
            return fun3d_kinds[i].kind;
    return BC_NONE;
}

int bc_kind_is_guess(const char *bc_type)
{
    if (strncmp(bc_type, "FUN3D ", 6) == 0) {
        long number = strtol(bc_type + 6, NULL, 10);
        for (size_t i = 0; i < sizeof fun3d_kinds / sizeof *fun3d_kinds; i++)
            if (fun3d_kinds[i].number == number)
                return !fun3d_kinds[i].exact;
        return 0;
    }
    for (size_t i = 0; i < sizeof cgns_kinds / sizeof *cgns_kinds; i++)
        if (strcmp(cgns_kinds[i].cgns, bc_type) == 0)
            return !cgns_kinds[i].exact;
    return 0;
}

const char *bc_kind_elsewhere(const char *word)
{
    static const struct elsewhere rows[] = {
        {"inlet inflow velocity-inlet pressure-inlet mass-flow-inlet subsonic-inflow",
         "did you mean total-inflow, mass-inflow or supersonic-inflow"},
        {"outlet outflow subsonic-outflow exit", "did you mean pressure-outlet or supersonic-outflow"},
        {"fan fan-face fan-inlet engine-inlet intake engine-intake engine bleed mass-outlet mass-outflow "
         "mass-flow-outlet mass-flow suction",
         "what leaves the flow is pressure-outlet mass_flow=120, in kg/s (a fan face, a bleed)"},
        {"exhaust nozzle jet engine-exhaust engine-outlet fan-exhaust core-exhaust blowing",
         "what enters the flow is total-inflow total_pressure=60e3 total_temperature=310 direction=normal (an "
         "exhaust)"},
        {"freestream free-stream far far-field riemann characteristic infinity", "did you mean farfield"},
        {"noslip no-slip viscous viscous-wall wall-viscous adiabatic adiabatic-wall isothermal isothermal-wall solid "
         "heatflux bcwall bcwallviscous bcwallviscousheatflux bcwallviscousisothermal",
         "did you mean wall"},
        {"inviscid euler inviscid-wall euler-wall slip-wall wall-slip free-slip wall-inviscid bcwallinviscid",
         "did you mean slip"},
        {"sym symmetry-plane mirror symmetric", "did you mean symmetry"},
        {"periodic cyclic", "periodic patches are joined by ufv-prep --config, in its section [periodic]"},
        {"interface internal interior", "faces between zones need no kind; ufv-prep --join merges zones that touch"},
    };
    return elsewhere_find(rows, (int)(sizeof rows / sizeof *rows), word);
}

int bc_kind_is_wall(enum bc_kind kind)
{
    return (unsigned)kind < BC_N_KINDS && kinds[kind].is_wall;
}

/* What is open may have mass flow and thrust reported (solve/control/patch_flows.c). */
int bc_kind_is_open(enum bc_kind kind)
{
    return (unsigned)kind < BC_N_KINDS && kinds[kind].is_open;
}
