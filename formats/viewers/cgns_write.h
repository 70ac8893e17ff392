/* cgns_write.h: a CGNS file of unstructured zones, through the library: nodes,
 * sections of one element type, patches, and solutions in cells or at nodes.
 *
 * CGNS Standard Interface Data Structures (SIDS), HDF5 storage. Items are numbered
 * from 0 here, from 1 in the file. Arrays may be written piece by piece.
 *
 *   struct cgns_writer w;
 *   TRY(cgns_write_begin("wing.cgns", "title", 3, &w));
 *   status = cgns_write_zone(&w, "Zone", n_nodes, n_cells) || write_all(&w);
 *   return cgns_write_finish(&w, status);
 */
#ifndef UFV_FORMATS_VIEWERS_CGNS_WRITE_H
#define UFV_FORMATS_VIEWERS_CGNS_WRITE_H

#include "bc_kind.h"
#include "viewers/grid_view.h"

/* The title of meshes that ufv-prep writes, which it may replace. */
#define CGNS_TITLE_OF_MESHES "a mesh written by ufv-prep"

enum { CGNS_WRITE_NAME_SIZE = 33 /* of the standard's 32 characters, and a zero */ };

struct cgns_writer {
    char *path, *temporary; /* owned */
    int file, base, zone;   /* the library's numbers; file -1 when closed */
    int solution;           /* being written */
};

/* Names that a file can have, of at most `most` characters (32 or fewer): those that are
 * longer, or hold a '/', are changed, and those that are then alike get numbers. Equal
 * names get equal ones, different names different ones. */
void cgns_write_names(int n, const char *const *name, int most, char (*out)[CGNS_WRITE_NAME_SIZE]);

/* All that return int return nonzero after an error that names the file; cgns_write_finish() is then still due.
 * HDF5 is used: one thread at a time. */

/* Refuses what cgns_write_begin() does, before what takes long: what is no file, and a file that stands at PATH and is
 * none of ufv-post's, such as a mesh. */
int cgns_write_check(const char *path);

/* Starts PATH.tmp; path: copied. title: has ", iteration " in it, by which files of ufv-post are known. cell_dimension:
 * 3, or 2 for surfaces. (Or the title of meshes, above.) After a failure nothing is to be finished. */
int cgns_write_begin(const char *path, const char *title, int cell_dimension, struct cgns_writer *w);

/* Starts a zone, which all that follows is written to. */
int cgns_write_zone(struct cgns_writer *w, const char *name, int64_t n_nodes, int64_t n_cells);

/* Coordinates (m) of nodes begin .. begin + n - 1: x[d][0..n-1]. Pieces come in ascending order. */
int cgns_write_coordinates(struct cgns_writer *w, int64_t begin, int64_t n, const double *const x[3]);

/* Starts a section of elements first .. first + n - 1 of a type other than
 * polyhedra; *section: its number. */
int cgns_write_section(struct cgns_writer *w, const char *name, int type, int64_t first, int64_t n, int *section);

/* Elements begin .. begin + n - 1, of those that the section has; node: [n * n_corners], 0-based, those of
 * the elements one after another, CGNS order. */
int cgns_write_elements(struct cgns_writer *w, int section, int n_corners, int64_t begin, int64_t n,
                        const int64_t *node);

/* A whole section of polygons, elements first .. first + n - 1: offset [n + 1], node [offset[n]] around each. */
int cgns_write_polygons(struct cgns_writer *w, const char *name, int64_t first, int64_t n, const int64_t *offset,
                        const int64_t *node);

/* A whole section of polyhedra by their faces: signed numbers (as of faces in pack.h) of elements of a section
 * of polygons, f, or ~f where the face's normal points into the cell. offset: [n + 1]; face: [offset[n]]. */
int cgns_write_polyhedra(struct cgns_writer *w, const char *name, int64_t first, int64_t n, const int64_t *offset,
                         const int64_t *face);

/* A family whose patches are all of a kind, to be made before the patches that name it. */
int cgns_write_family(struct cgns_writer *w, const char *name, enum bc_kind kind);

/* A patch of elements first .. first + n - 1, of the kind of its family (FamilySpecified): ParaView's reader shows no
 * other ones. */
int cgns_write_patch(struct cgns_writer *w, const char *name, const char *family, int64_t first, int64_t n);

/* A family for each of n patches: its own if all patches of that family have its kind, else one of its own name.
 * patch, own: [n]; out: [n] borrowed texts of these. */
void cgns_write_choose_families(int n, const char *const *patch, const char *const *own, const enum bc_kind *kind,
                                const char **out);

/* Starts a solution, which cgns_write_values() then fills. */
int cgns_write_solution(struct cgns_writer *w, const char *name, bool at_nodes);

/* Items begin .. begin + n - 1 of an array of the solution begun last; values: [n] of that type. unit: "Pa", "" for
 * pure numbers. */
int cgns_write_values(const struct cgns_writer *w, const char *name, const char *unit, enum grid_type type,
                      int64_t begin, int64_t n, const void *values);

/* With status 0 closes, flushes and renames; otherwise removes. Returns nonzero
 * when status was or anything failed. */
int cgns_write_finish(struct cgns_writer *w, int status);

#endif
