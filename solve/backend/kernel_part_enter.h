/* kernel_part_enter.h: the function of a part (backend/kernel_part.h) that enters its rows into the table.
 * Included once, where the functions launch_NAME(), sum_NAME() and minimum_NAME() of all its kernels are known.
 */
static void part_enter(struct kernel_table *table)
{
/* kind: which member of struct kernel is set and how the function's name begins: launch, sum or
 * minimum. */
#define ENTER(variant, number, kind, family, args, n)                                              \
    kernel_table_add(table, KERNEL_TEXT(family, variant), KERNEL_##family, KERNEL_EQUATIONS, (number), \
                     sizeof(struct args), (n))                                                     \
        ->kind = PASTE(kind##_##family, variant, PART_NAME);
#define KERNEL(family, over, cpu, gpu, args, variants, call) VARIANTS_##variants(ENTER, launch, family, args, 0)
#define SUM(family, over, n, args, variants, call) VARIANTS_##variants(ENTER, sum, family, args, n)
#define MINIMUM(family, over, args, variants, call) VARIANTS_##variants(ENTER, minimum, family, args, 1)
#include PART_ROWS
#undef KERNEL
#undef SUM
#undef MINIMUM
#undef ENTER
}
