/* bc_kind.h: the kinds of boundary, their names in case files and packs, and
 * what a mesh file's own BCType means by default.
 */
#ifndef UFV_COMMON_BC_KIND_H
#define UFV_COMMON_BC_KIND_H

enum bc_kind {
    BC_NONE = 0,           /* not said by the mesh; the case file must say */
    BC_SLIP,               /* slip (inviscid) wall */
    BC_WALL,               /* solid wall: no-slip; slip in inviscid runs */
    BC_SYMMETRY,           /* symmetry plane */
    BC_FARFIELD,           /* characteristic far field */
    BC_SUPERSONIC_INFLOW,  /* all given */
    BC_SUPERSONIC_OUTFLOW, /* all from inside */
    BC_PRESSURE_OUTLET,    /* static pressure given where the flow is subsonic */
    BC_TOTAL_INFLOW,       /* total pressure, total temperature, direction */
    BC_PRESCRIBED,         /* held at the initial field's value */
    BC_MASS_INFLOW,        /* mass flow per area, total temperature, direction */
    BC_SLIDING,            /* a side of a sliding interface: the fluid goes on across it */
    BC_OPENING,            /* to still air: its total pressure where it enters, its pressure where fluid leaves */
    BC_N_KINDS
};

#ifdef __cplusplus
extern "C" {
#endif

/* "slip", "wall", "symmetry", "farfield", "supersonic-inflow",
 * "supersonic-outflow", "pressure-outlet", "total-inflow", "prescribed",
 * "mass-inflow", "sliding", "opening"; "none" for BC_NONE, "unknown" for any number that is no kind. A static text. */
const char *bc_kind_name(enum bc_kind kind);

/* The kind of that name (as bc_kind_name() gives it, to the letter), or -1. */
int bc_kind_from_name(const char *name);

/* Default kind for a CGNS BCType_t name ("BCWallInviscid", ...), BC_NONE when
 * the name says nothing ("UserDefined", "FamilySpecified", "Null", unknown). */
enum bc_kind bc_kind_from_cgns(const char *bc_type);

/* Default kind for a boundary condition by FUN3D's number, as .mapbc files have it (4000, 5050, ...), BC_NONE for one
 * that is not known here. */
enum bc_kind bc_kind_from_fun3d(long number);

/* Nonzero for a word of a mesh file (a CGNS BCType_t name; "FUN3D 5051") that the functions above give a kind, though
 * it says less than the kind or more: "BCInflow" (farfield), "BCWall" (no-slip), "BCWallViscousIsothermal" (a wall
 * whose temperature is not read). */
int bc_kind_is_guess(const char *bc_type);

/* A clause about a word that is no kind but that other programs use, in any letters: "did you mean wall" for "no-slip";
 * NULL: it is not known. A static string. */
const char *bc_kind_elsewhere(const char *word);

/* Nonzero for solid surfaces (slip and no-slip walls): forces are summed over them. Wall distance is measured to
 * BC_WALL patches alone. */
int bc_kind_is_wall(enum bc_kind kind);

/* Nonzero where fluid enters or leaves. BC_PRESCRIBED is not among them: it may stand for any boundary of a
 * manufactured solution. */
int bc_kind_is_open(enum bc_kind kind);

#ifdef __cplusplus
}
#endif

#endif
