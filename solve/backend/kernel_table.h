/* kernel_table.h: the kernels of a back end as rows to be found by family, set of equations
 * and variant. Back ends fill it from kernels/kernel_rows.inc; a new kernel is one row there
 * and, if it is of a new family, its name in one of the lists of KERNEL_FAMILIES.
 *
 * A kernel's name in profiles and timelines is FAMILY.VARIANT.EQUATIONS, as its row has the
 * parts: update.of_4.sa, flux.roe.euler, transfer_pack.all.
 */
#ifndef UFV_SOLVE_BACKEND_KERNEL_TABLE_H
#define UFV_SOLVE_BACKEND_KERNEL_TABLE_H

#include "physics/gradient_methods.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The families, by what their time is counted for (run/bench_ranks.h). Of cells: */
#define KERNELS_OF_CELLS(ROW)                                                                                          \
    ROW(update) ROW(residual_sum) ROW(record_state) ROW(record_position) ROW(residual_peak) ROW(residual_peak_cell)    \
    ROW(residual_peak_sum) ROW(time_step) ROW(residual) ROW(state_save) ROW(state_restore) ROW(combine) ROW(keep)      \
    ROW(dots) ROW(square) ROW(jacobian_row) ROW(jacobian_rhs) ROW(jacobian_line) ROW(jacobian_sweep)                   \
    ROW(jacobian_along) ROW(jacobian_sweep_sent) ROW(jacobian_along_sent) ROW(jacobian_join) ROW(implicit_clear)       \
    ROW(implicit_update) ROW(implicit_reach) ROW(implicit_perturb) ROW(coarse_border) ROW(coarse_row)                  \
    ROW(coarse_solve) ROW(coarse_rhs) ROW(coarse_sweep) ROW(coarse_prolong) ROW(implicit_advective)                    \
    ROW(implicit_scale) ROW(implicit_unscale) ROW(implicit_product) ROW(implicit_gather) ROW(implicit_scatter)         \
    ROW(implicit_norm) ROW(implicit_part) ROW(implicit_local_cfl) ROW(beyond_sum)                                      \
    ROW(time_rate) ROW(time_residual) ROW(time_per_volume) ROW(time_inertia) ROW(time_slopes)                          \
    ROW(time_extrapolate) ROW(crossing_time) ROW(correction) ROW(turn) ROW(frame_source) ROW(wall_next) ROW(wall_cell) \
    ROW(wall_hold) ROW(wall_flux) ROW(low_mach) ROW(integral_sum) ROW(scale_size) ROW(scale) ROW(scale_tilting)        \
    ROW(actuator_source) ROW(actuator_blade) ROW(actuator_load) ROW(actuator_sum)
/* Of faces; of flux_moving, and of flux_all on small meshes, the boundary's too: */
#define KERNELS_OF_FACES(ROW)                                                                                          \
    ROW(gradient) ROW(flux) ROW(flux_all) ROW(gradient_choice) ROW(side_weight) ROW(limiter_size)                      \
    ROW(gradient_choice_sum) ROW(side_weight_sum) ROW(flux_quadratic) ROW(flux_moving)
#define KERNELS_OF_NODES(ROW)                                                                                          \
    ROW(node_average) ROW(node_gradient) ROW(node_choice) ROW(node_reach)
#define KERNELS_OF_BOUNDARY(ROW)                                                                                       \
    ROW(ghost) ROW(flux_boundary) ROW(ghost_weight) ROW(force_sum) ROW(open_sum) ROW(sliding_pack) ROW(sliding_ghost)  \
    ROW(sliding_flux)
/* Of the cut between ranks, of probes and of statistics: */
#define KERNELS_OF_NOTHING(ROW)                                                                                        \
    ROW(transfer_pack) ROW(transfer_pack_to_all) ROW(transfer_unpack) ROW(transfer_unpack_turned) ROW(copy) ROW(probe) \
    ROW(moments)
#define KERNEL_FAMILIES(ROW)                                                                                           \
    KERNELS_OF_CELLS(ROW) KERNELS_OF_FACES(ROW) KERNELS_OF_NODES(ROW) KERNELS_OF_BOUNDARY(ROW) KERNELS_OF_NOTHING(ROW)

#define KERNEL_FAMILY(family) KERNEL_##family,
enum kernel_family { KERNEL_FAMILIES(KERNEL_FAMILY) N_KERNEL_FAMILIES };
#undef KERNEL_FAMILY

/* In place of a set of equations: the kernel knows nothing of them. */
enum { EQUATIONS_ANY = -1 };

/* Place of the instance of a method whose rows of the slice table are `rows` (ROWS_OF_4,
 * ROWS_TO_6 or ROWS_ANY, kernels/face_geometry.h) wide. */
#define KERNEL_PLACE(method, rows) (8 * (int)(method) + (int)(rows))

/* One kernel. Only the function that it is called by is not NULL. */
struct kernel {
    const char *name;   /* a literal; borrowed */
    enum kernel_family family;
    int equations;      /* enum equations or EQUATIONS_ANY */
    int place;          /* among the family's variants */
    size_t args_bytes;  /* sizeof its argument struct */
    int n_sums;         /* of a sum */
    /* body(i, args) for i = begin .. end - 1, in a stream */
    void (*launch)(struct kernel *k, int stream, lid begin, lid end, const void *args);
    /* Sums over items 0 .. count - 1 into out[n_sums] on the device, in the compute stream; always
     * added in the same order: pairwise in chunks of SUM_CHUNK, then the chunks' sums likewise. */
    void (*sum)(struct kernel *k, lid count, const void *args, double *out);
    /* The least value over items 0 .. count - 1 (HUGE_VAL for none) into *out on the device. */
    void (*minimum)(struct kernel *k, lid count, const void *args, double *out);
    double seconds; /* since the profile was started */
    int64_t calls;  /* likewise */
};

/* Room for all rows of all sets of equations; kernel_table_add() says when it is used up. */
enum { KERNELS_MAX = 384 };

struct kernel_table {
    int n;
    struct kernel row[KERNELS_MAX];
};

/* None of these is collective; all are for the host thread. */

/* Adds a row (members as in struct kernel) without a function, which the caller sets. Borrowed from the
 * table. FATAL() where that is full. */
struct kernel *kernel_table_add(struct kernel_table *t, const char *name, enum kernel_family family, int equations,
                                int place, size_t args_bytes, int n_sums);

/* The kernel of that family, set of equations and place; borrowed from the table. FATAL()
 * where there is none: a row is missing. */
struct kernel *kernel_table_find(struct kernel_table *t, enum kernel_family family, int equations, int place);

/* Sets all seconds and calls to zero. */
void kernel_table_reset_profile(struct kernel_table *t);

/* FATAL() unless the kernel takes arguments of so many bytes. */
void kernel_check_args(const struct kernel *k, size_t bytes);

/* Runs a kernel with arguments *a, whose type is checked by its size. */
#define KERNEL_LAUNCH(k, stream, begin, end, a)                                                    \
    (kernel_check_args((k), sizeof *(a)), (k)->launch((k), (stream), (begin), (end), (a)))

#ifdef __cplusplus
}
#endif

#endif
