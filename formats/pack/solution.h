/* solution.h: the state of a run, one HDF5 file per rank: what ufv-solve writes
 * as checkpoint and result and what restart and ufv-post read.
 *
 *   RESULTS/latest                         text: the name of the newest complete
 *                                          fields folder, one line; replaced by
 *                                          rename once all ranks have written
 *   RESULTS/fields-000001200/rank-00000.h5 the state after iteration 1200
 *
 * Values carry global cell ids, so a run may be restarted, gathered and compared
 * on any number of ranks. Every array has a CRC-32, checked on reading.
 */
#ifndef UFV_FORMATS_PACK_SOLUTION_H
#define UFV_FORMATS_PACK_SOLUTION_H

#include "force_coefficients.h"
#include "rotor_coefficients.h"
#include "types.h"

#include <stdbool.h>

/* The most that a file holds: fields of cells or of faces, and extras. Neither writers nor readers take more. */
enum { SOLUTION_VERSION = 1, SOLUTION_MAX_FIELDS = 32, SOLUTION_MAX_EXTRAS = 1000 };

/* Of the extra "group:NAME", behind a number for each patch, where the group has reference values of its own: area,
 * length, span, centre. */
enum { SOLUTION_GROUP_NUMBERS = 6 };

/* An extra, a number for each patch: which ones a file has the faces of (1), where it has not those of all. */
#define SOLUTION_PATCHES "patches_written"
/* Extra of a series of a plane: which plane (axis, m); cells are only those that touch it, in pack order. */
#define SOLUTION_PLANE "plane"

/* Extra of a frame of a series: 1 if the run is viscous, else 0. Older frames do not have it. */
#define SOLUTION_VISCOUS "viscous"

/* The flow a run was made for: what coefficients are formed with. */
struct solution_reference {
    double gamma, gas_constant;       /* -, J/(kg K) */
    double density, velocity[3], pressure; /* free stream: kg/m^3, m/s, Pa */
    double mach, alpha, beta;         /* -, degrees, degrees */
    double area, length, span, centre[3]; /* m^2, m, m, m */
    double drag_axis[3], lift_axis[3], side_axis[3]; /* unit vectors */
    struct rotor_reference rotor; /* last; files have it only where the frame turns */
};

struct solution_field {
    char name[NAME_SIZE]; /* "density", "velocity_x", ..., "pressure" */
    char unit[16];
    double *value; /* owned; [n_cells] or, for boundary fields, [n_boundary] */
};

struct solution {
    char pack_id[NAME_SIZE];
    char packs[1024]; /* folder of the packs, absolute */
    int64_t rank, n_ranks;
    int64_t iteration;
    double time; /* s, of unsteady runs */
    bool single; /* fields stand in the file as floats: frames of a series */
    struct solution_reference reference;

    int64_t n_cells; /* owned cells of this rank, in pack order; 0 in a file without fields of cells */
    gid *cell_gid;   /* [n_cells] */
    int n_fields;    /* density, velocity_x, velocity_y, velocity_z, pressure first: kg/m^3, m/s, Pa; in frames of
                        a series only some fields are there */
    struct solution_field field[SOLUTION_MAX_FIELDS];

    int64_t n_boundary; /* boundary faces of this rank, in pack order */
    gid *face_gid;      /* [n_boundary] */
    int n_boundary_fields; /* pressure: as the solver's forces use it */
    struct solution_field boundary_field[SOLUTION_MAX_FIELDS];

    /* Whatever else a restart needs to go on bit for bit, by name:
     * residual references, Cauchy windows, frozen limiters. */
    int n_extra;
    struct solution_extra {
        char name[NAME_SIZE];
        int64_t n;
        double *value; /* owned; [n] */
    } *extra; /* owned; [n_extra], by solution_add_extra() */
};

/* One more extra of n numbers, to be filled by the caller: [n], owned by s. extra of s may move. Not collective. */
double *solution_add_extra(struct solution *s, const char *name, int64_t n);

/* The extra of that name, borrowed, NULL: there is none; and its values, NULL also where it has not n of them. */
const struct solution_extra *solution_find_extra(const struct solution *s, const char *name);
const double *solution_extra_values(const struct solution *s, const char *name, int64_t n);

/* Name of the fields folder of an iteration: "fields-000001200". */
void solution_folder_name(int64_t iteration, char name[NAME_SIZE]);

/* The iteration of such a name; -1: it is none. */
int64_t solution_folder_iteration(const char *name);

/* Nonzero with error_set() for the folder of a sweep, whose points have results of their own. folder is not "". Not
 * collective. */
int solution_refuse_sweep(const char *folder);

/* Reads RESULTS/latest and puts RESULTS/ and the name in it into folder, [size]. Fails when the file is missing,
 * no plain one, names nothing that can be a fields folder, or names one that is not there. */
int solution_latest(const char *results, char *folder, size_t size);

/* Replaces RESULTS/latest by rename. To be called once all ranks have written. */
int solution_set_latest(const char *results, const char *folder_name);

/* Writes folder/rank-RRRRR.h5 by way of a temporary name, flushed to disk. The
 * folder exists. Refuses what solution_read() would. Not collective. */
int solution_write(const char *folder, const struct solution *s);

/* Reads it back into s, which is overwritten, not freed; checks version, shapes and checksums. Fails with a
 * sentence that names the file; s is then zeroed. Free with solution_free(). Not collective. */
int solution_read(const char *folder, int rank, struct solution *s);

/* The same without the arrays, which stay NULL, and names of fields, which stay empty; nothing to free. */
int solution_read_header(const char *folder, int rank, struct solution *s);

/* The number of ranks that wrote a folder, from rank 0's file; fails as solution_read() does. */
int solution_read_n_ranks(const char *folder, int *n_ranks);

/* 0.5 rho V^2 of the free stream, Pa; where it is at rest, of the tip of a rotor that turns in it, or 0. */
double solution_dynamic_pressure(const struct solution_reference *r);

/* What coefficients are formed with, for force_coefficients(). Borrows the axes from r. */
struct force_reference solution_force_reference(const struct solution_reference *r);

/* Frees arrays, zeroes the struct. */
void solution_free(struct solution *s);

/* The values of a field by name, [n_cells] or [n_boundary], or NULL. Borrowed. */
const double *solution_field(const struct solution *s, const char *name);
const double *solution_boundary_field(const struct solution *s, const char *name);

#endif
