/* case_patch_page.c: what the reference of the case file says of [patches]. The settings are read in case_patches.c. */
#include "case/case_parts.h"
#include "features/features.h"

#include "bc_kind.h"

#include <stdio.h>

void case_print_patches(void)
{
    printf("\n## [patches]: boundary kinds\n\n`NAME = kind [key=value ...]` sets the kind of a patch and its values. "
           "NAME may be a glob or a group of [groups]. If several lines match a patch, the last one is used; if none "
           "does, the patch keeps the kind that it has in the mesh. Kinds: ");
    for (int k = 1; k < BC_N_KINDS; k++)
        printf("%s`%s`", k > 1 ? ", " : "", bc_kind_name((enum bc_kind)k));
    printf(".\n\n| kind | keys |\n|---|---|\n"
           "| `pressure-outlet` | `pressure` (Pa); or `mass_flow` (kg/s, 1e-12 to 1e9), the mass flow out of the "
           "domain through all patches of the line together, for which a steady run finds the pressure |\n"
           "| `total-inflow` | `total_pressure` (Pa), `total_temperature` (K), `direction` |\n"
           "| `mass-inflow` | `mass_flux` (kg/(s m^2)), `total_temperature` (K), `direction` |\n"
           "| `opening` | an opening to still air outside, whatever free stream [flow] gives: `pressure` (Pa) and "
           "`temperature` (K) of that air. Where air enters, along the normal of the face, the pressure is its total "
           "pressure; where fluid leaves, it is the static pressure. Use it as the far field of a hovering rotor, or "
           "of a jet or a plume in air at rest |\n"
           "| `wall` | a slip wall in `euler` runs, otherwise a no-slip wall, which is adiabatic unless `temperature` "
           "(K) or `heat_flux` (into the fluid, W/m^2) is given. `velocity=X,Y,Z` (m/s) moves the wall along itself; "
           "`rotation=X,Y,Z` (rad/s) about `centre=X,Y,Z` (m) rotates it. Both are added to the motion of the mesh "
           "([frame], [motion]) |\n");
    features_print_kinds();
    printf("| all but `slip` and `wall` | `symmetry_plane=AXIS:X`, such as `y:0`: the faces of the patch in this "
           "coordinate plane become symmetry faces, for meshes whose generator put part of the symmetry plane into "
           "another patch |\n\n"
           "`direction` is the direction of the flow, a vector of any length (`direction=1,0,0`), or `normal`: into "
           "the domain along the normal of each face. Values that are not given are those of the free stream. "
           "Pressures are 1e-9 to 1e12 Pa, temperatures 1e-6 to 1e6 K, mass fluxes 1e-12 to 1e9 kg/(s m^2).\n");
}
