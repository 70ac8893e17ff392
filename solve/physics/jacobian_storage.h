/* jacobian_storage.h: how the blocks beside the diagonal of the stored Jacobian are kept (kernels/jacobian_entry.h),
 * once: the enumerators and the words in the case file come from these rows.
 */
#ifndef UFV_SOLVE_PHYSICS_JACOBIAN_STORAGE_H
#define UFV_SOLVE_PHYSICS_JACOBIAN_STORAGE_H

/* ROW(ENUMERATOR, word) */
#define JACOBIAN_STORAGES(ROW) ROW(JACOBIAN_SINGLE, "single") ROW(JACOBIAN_HALF, "half")

#define JACOBIAN_ENUMERATOR(NAME, word) NAME,
enum jacobian_storage { JACOBIAN_STORAGES(JACOBIAN_ENUMERATOR) };
#undef JACOBIAN_ENUMERATOR

#endif
