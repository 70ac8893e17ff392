/* case_notes.h: what is allowed in a case file but often a slip, and what was chosen for it.
 */
#ifndef UFV_SOLVE_CASE_CASE_NOTES_H
#define UFV_SOLVE_CASE_CASE_NOTES_H

#include "case/case_file.h"

#include <stdio.h>

/* Prints to f, one line each: the scheme in time of a steady case that names none, small angles that look like
 * radians, a temperature or a pressure that looks like one in other units, a Reynolds number that nothing uses, and one
 * whose length was not given. Not collective; rank 0 calls it. */
void case_notes(struct case_file *c, FILE *f);

/* Prints to f one line when the free stream crosses symmetry patches, which names them: a note, or from 1 % of the
 * stream on a warning, since a steady run then stalls; important: the warning only. patch[n]: all patches of the mesh;
 * symmetry[n]: of each the area (m^2) and its projection on a plane normal to the free stream, zeros where it is no
 * symmetry patch. Not collective; rank 0 calls it with the sums over all ranks. */
void case_note_symmetry(const struct case_file *c, const struct pack_patch *patch, int n, double (*symmetry)[2],
                        bool important, FILE *f);

/* How far the walls reach, of all ranks; without walls low > high. low, high: m, of the centroids of their faces;
 * projected: m^2, half of the sum of |area vector| along each axis, which of a closed body is at least its shadow.
 * far_low, far_high: m, the same of patches of kind farfield. */
struct wall_extent {
    double low[3], high[3], projected[3], far_low[3], far_high[3];
};

/* Prints to f, one line each: globs of [patches] and [groups] that match no patch, outlets all around, no walls, walls
 * around the far field, a duct whose far field yields to its outlet, no reference area, and walls whose size is far
 * from the reference length or area. patch[n], values[n]: all patches of the mesh. Not collective; rank 0 calls it. */
void case_note_patches(const struct case_file *c, const struct pack_patch *patch, int n,
                       const struct bc_values *values, const struct wall_extent *w, FILE *f);

#endif
