/* version.c: the texts that the Makefile stamps into the programs. */
#include "version.h"

#include "version_stamp.h" /* made by the Makefile */

const char version_number[] = "0.1.0";
const char version_git[] = VERSION_GIT;
const char version_compiler[] = VERSION_COMPILER;
const char version_cuda[] = VERSION_CUDA;
const char version_flags[] = VERSION_FLAGS;
