/* kernel_part_enter.h: the function of a part (backend/kernel_part.h) that enters its rows into the table.
 * Included once, where the functions launch_NAME(), sum_NAME() and minimum_NAME() of all its kernels are known.
 */
static void part_enter(struct kernel_table *table)
{
/* kind: which member of struct kernel is set and how the function's name begins: launch, sum or
 * minimum. */
#define ENTER(kind, family, variant, place, args, n)                                               \
    kernel_table_add(table, KERNEL_TEXT(family, variant), KERNEL_##family, KERNEL_EQUATIONS, (place), \
                     sizeof(struct args), (n))                                                     \
        ->kind = PASTE(kind##_##family, variant, PART_NAME);
#define KERNEL(family, variant, place, args, call) ENTER(launch, family, variant, place, args, 0)
#define SUM(family, variant, place, args, n, call) ENTER(sum, family, variant, place, args, n)
#define MINIMUM(family, variant, place, args, call) ENTER(minimum, family, variant, place, args, 1)
#define LINES(family, variant, place, nv, storage) ENTER(launch, family, variant, place, jacobian_solve_args, 0)
#define SWEEPS LINES
#define COARSE_ROWS(family, variant, kind) ENTER(launch, family, variant, kind, coarse_row_args, 0)
#define COARSE_SWEEPS(family, variant, place) ENTER(launch, family, variant, place, jacobian_solve_args, 0)
#define SENT(family, variant, place, nv, storage) ENTER(launch, family, variant, place, jacobian_sent_args, 0)
#define SENT_LINES SENT
#define PEERS KERNEL
#include "kernels/kernel_rows.inc"
#undef KERNEL
#undef LINES
#undef SWEEPS
#undef COARSE_ROWS
#undef COARSE_SWEEPS
#undef SENT
#undef SENT_LINES
#undef PEERS
#undef SUM
#undef MINIMUM
#undef ENTER
}
