/* kernel_table.h: the kernels of a back end as rows to be found by family, set of equations
 * and variant. Back ends fill it from kernels/kernels_of_equations.inc and kernels/kernels_shared.inc, where a family
 * of kernels is one row.
 *
 * A kernel's name in profiles and timelines is FAMILY.VARIANT.EQUATIONS, as its row has the
 * parts: update.of_4.sa, flux.roe.euler, transfer_pack.all.
 */
#ifndef UFV_SOLVE_BACKEND_KERNEL_TABLE_H
#define UFV_SOLVE_BACKEND_KERNEL_TABLE_H

#include "kernels/kernel_variants.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The families: the rows of the kernels. */
#define KERNEL(family, ...) KERNEL_##family,
#define SUM KERNEL
#define MINIMUM KERNEL
enum kernel_family {
#include "kernels/kernels_of_equations.inc"
#include "kernels/kernels_shared.inc"
    N_KERNEL_FAMILIES
};
#undef KERNEL
#undef SUM
#undef MINIMUM

/* In place of a set of equations: the kernel knows nothing of them. */
enum { EQUATIONS_ANY = -1 };

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

/* All variants of all rows. */
#define KERNEL_ONE(variant, number, ...) +1
#define KERNEL(family, over, cpu, gpu, args, variants, call) VARIANTS_##variants(KERNEL_ONE, )
#define SUM(family, over, n, args, variants, call) VARIANTS_##variants(KERNEL_ONE, )
#define MINIMUM(family, over, args, variants, call) VARIANTS_##variants(KERNEL_ONE, )
enum {
    KERNELS_OF_EQUATIONS = 0
#include "kernels/kernels_of_equations.inc"
    ,
    KERNELS_SHARED = 0
#include "kernels/kernels_shared.inc"
    ,
    KERNELS_MAX = N_EQUATIONS * KERNELS_OF_EQUATIONS + KERNELS_SHARED
};
#undef KERNEL
#undef SUM
#undef MINIMUM
#undef KERNEL_ONE

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
