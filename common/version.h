/* version.h: what --version prints and results record. */
#ifndef UFV_COMMON_VERSION_H
#define UFV_COMMON_VERSION_H

extern const char version_number[];   /* "0.1.0" */
extern const char version_git[];      /* git describe of the tree built */
extern const char version_compiler[]; /* first line of the compiler's --version */
extern const char version_cuda[];     /* CUDA toolkit release, "none" without */
extern const char version_flags[];    /* optimisation flags */

#endif
