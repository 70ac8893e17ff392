/* types.h: the index types of ufv and their names in print, HDF5 and MPI.
 *
 *   lid   local index on one rank: cells, faces, nodes, slots (0-based)
 *   gid   global index over all ranks, in the numbering of the mesh file (0-based)
 *
 * A floating-point type for fields is not defined here: host-side programs use
 * double, and the solver's kernels use `real` (solve/arithmetic/real.h).
 */
#ifndef UFV_COMMON_TYPES_H
#define UFV_COMMON_TYPES_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t lid;
typedef int64_t gid;

#define PRI_LID PRId32
#define PRI_GID PRId64
#define H5_LID H5T_NATIVE_INT32
#define H5_GID H5T_NATIVE_INT64
#define MPI_LID MPI_INT32_T
#define MPI_GID MPI_INT64_T

#define LID_MAX INT32_MAX

/* Ascending, for qsort() of lid. */
static inline int lid_compare(const void *a, const void *b)
{
    lid x = *(const lid *)a, y = *(const lid *)b;
    return (x > y) - (x < y);
}

/* Longest patch, family and variable name kept, with the final zero. CGNS
 * itself allows 32 characters; joined names of several zones may be longer. */
enum { NAME_SIZE = 64 };

#endif
