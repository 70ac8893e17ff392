/* kernel_table.c: rows of kernels, added by back ends and found by the solver. */
#include "backend/kernel_table.h"

#include "error.h"

/* Rows never move: pointers to them are kept for the whole run. */
struct kernel *kernel_table_add(struct kernel_table *t, const char *name, enum kernel_family family, int equations,
                                int place, size_t args_bytes, int n_sums)
{
    if (t->n == KERNELS_MAX)
        FATAL("more than %d kernels", (int)KERNELS_MAX);
    struct kernel *k = &t->row[t->n++];
    *k = (struct kernel){.name = name, .family = family, .equations = equations, .place = place,
                         .args_bytes = args_bytes, .n_sums = n_sums};
    return k;
}

/* Row by row: what a step launches is looked up when the flow is made (flow_kernels.c). */
struct kernel *kernel_table_find(struct kernel_table *t, enum kernel_family family, int equations, int place)
{
    for (int k = 0; k < t->n; k++)
        if (t->row[k].family == family && t->row[k].equations == equations && t->row[k].place == place)
            return &t->row[k];
    FATAL("no kernel of family %d, equations %d, place %d", (int)family, equations, place);
}

void kernel_table_reset_profile(struct kernel_table *t)
{
    for (int k = 0; k < t->n; k++) {
        t->row[k].seconds = 0;
        t->row[k].calls = 0;
    }
}

/* Arguments are passed as bytes: a struct of another size is the one mistake that can be seen. */
void kernel_check_args(const struct kernel *k, size_t bytes)
{
    if (k->args_bytes != bytes)
        FATAL("kernel %s: arguments of %zu bytes instead of %zu", k->name, bytes, k->args_bytes);
}
