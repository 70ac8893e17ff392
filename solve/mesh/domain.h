/* domain.h: a rank's part of the mesh, on the device, with its boundaries: what all schemes read and none changes. It
 * is loaded once; afterwards only what patches prescribe may change (domain_renew_free_stream()).
 */
#ifndef UFV_SOLVE_MESH_DOMAIN_H
#define UFV_SOLVE_MESH_DOMAIN_H

#include "backend/backend.h"
#include "case/case_groups.h"
#include "case/case_notes.h"
#include "case/internal_start.h"
#include "parallel/comm.h"
#include "pack/pack.h"

/* Of a mesh that moves, or a zone of it. */
struct domain_motion {
    uint8_t *turning; /* device, owned; [n_cells] as frame.turning; NULL: the case has no zone */
    real *swept_kept; /* device, owned; [n_owned] m^3, what the faces of a cell sweep that turn (frame_args.kept); NULL:
                         no zone, or one that moves in time */
    double ends_at;   /* m, radius of the cylinder about the axis of a zone that moves at which the mesh ends, on both
                         sides; 0: none */
};

/* As pack.n_inner and pack.n_inner_nodes; they come first. */
struct domain_inner {
    lid cells, nodes;
};

/* Wall distances that are not the packs' (wall_changes.h). */
struct domain_walls {
    double *distance; /* owned; [n_owned] m; NULL: those of the packs hold */
    double seconds;   /* that this took */
};

/* What was measured of boundaries while the mesh was loaded. */
struct domain_measured {
    double (*open_face)[2];      /* owned; [n_patches] m^2 of all ranks' faces, and of them with sign what an inflow's
                                    direction leaves through; patches that let no fluid through: zeros */
    double (*open_vector)[3];    /* owned; [n_patches] their area vectors out of the domain, m^2 */
    double (*symmetry)[2];       /* owned; [n_patches] of symmetry patches, else zeros: m^2 of this rank's faces, and of
                                    their projections on a plane normal to the free stream */
    struct internal_start start; /* of internal flow, the same on all ranks */
    struct wall_extent walls;    /* of all ranks (case/case_notes.h) */
};

struct domain {
    const struct backend *backend; /* borrowed */
    struct comm comm;
    struct mesh_view view;         /* device arrays, owned by the domain */
    struct domain_inner inner;
    int widest_row; /* most faces of a cell, as the slice table has room for */

    /* Kept on the host: counts, patches, neighbours, halo lists, global ids,
     * centroids of cells; the other arrays are released once uploaded. With
     * pipeline = paper those of its loops are left for paper_view_create(). */
    struct pack pack;
    char packs[1024];              /* absolute path of the folder */

    struct bc_values *values;      /* [n_patches + 1] host; the last one is symmetry, for faces
                                      that symmetry_plane takes out of their patch */
    struct bc_values *values_device;
    struct patch_groups groups;    /* owned */

    struct feature_run *features;  /* owned; what the run has of features (features/features.h) */

    uint8_t *step_cells;           /* owned; [n_owned] the cells of time.dt_cfl (chosen_cells.h); NULL without it */

    struct domain_motion moving;   /* set by features that move the mesh; else zero */

    struct domain_walls new_walls;
    struct domain_measured measured;
};

/* What of the mesh a case reads beside cells and faces. */
struct domain_needs {
    bool nodes;         /* cells around nodes */
    bool node_fits;     /* gradient = node-lsq: positions too */
    bool node_weights;  /* gradient = node */
    bool paper;         /* pipeline = paper */
    bool cell_nodes;    /* nodes of cells and their places, on the device */
    bool swept;         /* what faces sweep: the mesh turns; nodes and nodes of faces, while it is loaded */
    bool wall_distance; /* on the device */
    bool host_walls;    /* wall distances on the host, while the mesh is loaded */
    bool colours;       /* of cells: scheme = implicit; they stay on the host */
    bool host_nodes;    /* nodes of cells and their places, while the mesh is loaded */
    unsigned groups;    /* of arrays of the pack (formats/pack/pack.h) */
};

/* Not collective. */
struct domain_needs domain_needs(const struct case_file *c);

/* Bytes that an array of the pack, by its member's name, of n entries takes on the device where kernels read
 * it as it is; -1: it is none of those (mesh_arrays.inc). Not collective. */
int64_t domain_array_bytes(const struct domain_needs *needs, const char *member, int64_t n);

/* Collective. Does the folder hold packs for so many ranks, the same set on every host? On all ranks nonzero with
 * error_set() where it does not. */
int domain_check_packs(const char *packs, const struct comm *comm);

/* Collective. Checks the packs (domain_check_packs()), loads this rank's pack and uploads what
 * the case's scheme needs. packs, c and comm are not kept; of c the entries of [patches] are marked as used. backend:
 * borrowed until domain_free(). d: out, domain_free() it, after a failure too. On all ranks nonzero with error_set()
 * when a pack cannot be read or does not fit the case. */
int domain_load(const char *packs, struct case_file *c, const struct comm *comm, const struct backend *backend,
                struct domain *d);

/* Not collective. Works out again what patches prescribe, for the free stream that the case has now (case_set_alpha()),
 * and copies it to the device; waits for the compute stream. c: otherwise as domain_load() had it. Nonzero with
 * error_set() where a patch does not go with the new free stream. */
int domain_renew_free_stream(struct domain *d, struct case_file *c);

/* Not collective. Copies d->values, in which the caller has changed pressures of outlets, to the device; waits for
 * the compute stream. */
void domain_renew_values(struct domain *d);

/* Not collective. May be called where nothing was loaded (all zero). */
void domain_free(struct domain *d);

/* A new array of the back end with a copy of host[bytes]; the caller's (backend->free()). label: a string literal. Not
 * collective. */
void *domain_upload(const struct domain *d, const char *label, const void *host, size_t bytes);

/* The same of numbers, host[n], which the device has as reals. */
void *domain_upload_reals(const struct domain *d, const char *label, const double *host, int64_t n);

/* Which patch, 0 .. n_patches - 1, a boundary face (0 .. n_boundary - 1) belongs to. Not collective. */
int domain_patch_of_face(const struct domain *d, lid face);

/* Do most cells touch the patch, as those of a plane mesh touch its sides? Then its name says nothing of where a cell
 * is. Not collective. */
bool domain_patch_is_everywhere(const struct domain *d, int patch);

#endif
