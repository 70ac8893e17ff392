/* Sentences about a mesh: what was noticed and can be lived with, as notes, and what no solver can live
 * with, as errors. */
#include "mesh/mesh_check.h"

#include "element.h"
#include "error.h"
#include "progress/progress.h"

/* Elements, cells and faces are numbered from 1 in messages, as CGNS tools show them. */
static void face_note(const struct mesh *m, int64_t n, int64_t face, const char *what)
{
    double x[3];
    mesh_face_place(m, face, x);
    progress_note("%" PRId64 " %s; the first at (%g, %g, %g) of cell %" PRId64, n, what, x[0], x[1], x[2],
                  (int64_t)m->left[face] + 1);
}

/* element: of the file, 0 when it has none. */
static void patch_note(const struct raw_mesh *raw, int64_t n, int patch, int64_t element, const char *what)
{
    /* %.0: a zero, an element without a number, is printed as nothing. */
    progress_note("%" PRId64 " %s; the first is of patch %s%s%.0" PRId64, n, what, raw->patch[patch].name,
                  element ? ", element " : "", element);
}

/* Files have such faces where two zones or two bodies of fluid meet, or where a baffle without thickness is meant: only
 * the user knows which, so that the note names the option for the second. */
static void inside_note(const struct mesh *m, const struct raw_mesh *raw, const struct mesh_findings *f)
{
    double x[3];
    mesh_face_place(m, f->inside_face, x);
    progress_note("%" PRId64 " faces of patches lie inside the volume and are ignored; the first is of patch %s at "
                  "(%g, %g, %g); --internal-walls %s would make boundary faces on both sides of them",
                  f->inside, raw->patch[f->inside_patch].name, x[0], x[1], x[2], raw->patch[f->inside_patch].name);
}

static void doubly_note(const struct mesh *m, const struct raw_mesh *raw, const struct mesh_findings *f)
{
    double x[3];
    mesh_face_place(m, f->doubly_face, x);
    progress_note("%" PRId64 " boundary faces are listed by two patches; the first patch keeps them; the first at "
                  "(%g, %g, %g) is in %s and in %s",
                  f->doubly, x[0], x[1], x[2], raw->patch[f->doubly_patch[0]].name,
                  raw->patch[f->doubly_patch[1]].name);
}

void mesh_say_findings(const struct mesh *m, const struct raw_mesh *raw, const struct mesh_findings *f)
{
    if (f->mirrored)
        progress_note("%" PRId64 " cells are left-handed (mirrored CGNS node order); their nodes were reordered",
                      f->mirrored);
    if (f->unassigned)
        face_note(m, f->unassigned, f->unassigned_face,
                  "boundary faces belong to no patch; they were put into patch 'unassigned' of kind none");
    if (f->stray)
        patch_note(raw, f->stray, f->stray_patch, f->stray_element,
                   "patch faces are not faces of the mesh and are ignored");
    if (f->inside)
        inside_note(m, raw, f);
    if (f->split)
        progress_note("%" PRId64 " faces of patches inside the volume were made boundary faces on both sides",
                      f->split);
    if (f->repeated)
        patch_note(raw, f->repeated, f->repeated_patch, f->repeated_element,
                   "faces are listed twice by the same patch");
    if (f->doubly)
        doubly_note(m, raw, f);
    if (f->unused_nodes)
        progress_note("%" PRId64 " nodes belong to no cell", f->unused_nodes);
}

static int cell_error(const char *source, const struct mesh *m, int64_t cell, int64_t n, const char *what)
{
    double x[3];
    mesh_cell_place(m, cell, x);
    return error_set("%s: %" PRId64 " cells %s; the first is cell %" PRId64 " (%s) at (%g, %g, %g); repair the mesh",
                     source, n, what, cell + 1, element_info(m->cell_type[cell])->name, x[0], x[1], x[2]);
}

static int face_error(const char *source, const struct mesh *m, int64_t face, int64_t n, const char *what)
{
    double x[3];
    mesh_face_place(m, face, x);
    return error_set("%s: %" PRId64 " faces %s; the first is that of cells %" PRId64 " and %" PRId64
                     " at (%g, %g, %g); repair the mesh",
                     source, n, what, (int64_t)m->left[face] + 1, (int64_t)m->right[face] + 1, x[0], x[1], x[2]);
}

/* From the last cell to the first, which is the one that is named.
 * !(volume > 0) is true of NaN as well, which comes from coordinates that are no numbers. */
static int check_volumes(const char *source, const struct mesh *m, const struct metrics *g)
{
    int64_t bad = 0, first = 0;
    for (int64_t c = m->n_cells - 1; c >= 0; c--)
        if (!(g->volume[c] > 0.0)) {
            bad++;
            first = c;
        }
    return bad ? cell_error(source, m, first, bad, "have a zero or negative volume") : 0;
}

enum { N_CHECKS = 5 };

/* What no solver can live with, one kind after another.
 * k: 0 .. N_CHECKS - 1. 0 when that check finds nothing. */
static int check_one(int k, const char *source, const struct mesh *m, const struct metrics *g,
                     const struct mesh_findings *f)
{
    if (k == 0 && f->twins)
        return cell_error(source, m, f->twin_cell, f->twins, "are defined twice");
    if (k == 1 && f->triple)
        return face_error(source, m, f->triple_face, f->triple, "are shared by three cells");
    if (k == 2 && f->folded)
        return face_error(source, m, f->folded_face, f->folded,
                          "have both cells on the same side: cells overlap or are inside out");
    if (k == 3)
        return check_volumes(source, m, g);
    /* Rounding leaves about 1e-16 for cells near the origin, more for thin cells far from it. */
    if (k == 4 && !(g->closure_max < 1e-6))
        return cell_error(source, m, g->open_cell, 1, "or more are not closed by their faces");
    return 0;
}

/* In the order of causes: a cell that is given twice also makes faces of three cells, and these make negative
 * volumes; the first is what the user has to mend. */
static int first_fault(const char *source, const struct mesh *m, const struct metrics *g,
                       const struct mesh_findings *f)
{
    for (int k = 0; k < N_CHECKS; k++)
        TRY(check_one(k, source, m, g, f));
    return 0;
}

int mesh_check(const char *source, const struct mesh *m, const struct metrics *g, const struct raw_mesh *raw,
               const struct mesh_findings *f)
{
    mesh_say_findings(m, raw, f);
    return first_fault(source, m, g, f);
}

/* For --check: every kind of fault on a line of its own, not only the first that ends the program. The status
 * is that of mesh_check(). */
int mesh_list_faults(const char *source, const struct mesh *m, const struct metrics *g, const struct mesh_findings *f,
                     FILE *out)
{
    for (int k = 0; k < N_CHECKS; k++)
        if (check_one(k, source, m, g, f) != 0)
            fprintf(out, "refused    %s\n", error_message());
    return first_fault(source, m, g, f);
}
