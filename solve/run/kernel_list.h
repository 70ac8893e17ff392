/* kernel_list.h: the kernels by the names that profiles print, with the places of their bodies: ufv-solve --kernels. */
#ifndef UFV_SOLVE_RUN_KERNEL_LIST_H
#define UFV_SOLVE_RUN_KERNEL_LIST_H

/* Prints a line for each kernel: its name, its family, FILE:LINE of its body, and the call of that. name: NULL: of
 * all; or as --bench, a timeline or a profiler prints it (update.of_4.sa, kernel_update_of_4_sa), or its first part
 * (update); also a function of a kernel (update_body, few_rows_kernel). Nonzero with error_set() where there is none.
 * Not collective. */
int kernel_list_print(const char *name);

#endif
