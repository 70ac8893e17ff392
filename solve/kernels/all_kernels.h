/* all_kernels.h: every kernel body, for the back ends. */
#ifndef UFV_SOLVE_KERNELS_ALL_KERNELS_H
#define UFV_SOLVE_KERNELS_ALL_KERNELS_H

/* Not newton.h and time_terms.h, which know nothing of equations: the files of the shared part include them beside
 * this one. */
#include "kernels/actuator_source.h"
#include "kernels/coarse_level.h"
#include "kernels/correction.h"
#include "kernels/flux.h"
#include "kernels/frame_terms.h"
#include "kernels/gradient.h"
#include "kernels/gradient_choice.h"
#include "kernels/gradient_remainder.h"
#include "kernels/jacobian.h"
#include "kernels/limiter_size.h"
#include "kernels/low_mach_cells.h"
#include "kernels/moments.h"
#include "kernels/open_patch.h"
#include "kernels/probe.h"
#include "kernels/sliding_faces.h"
#include "kernels/cell_scales.h"
#include "kernels/transfer.h"
#include "kernels/update.h"
#include "kernels/vector.h"
#include "kernels/volume_integral.h"
#include "kernels/wall_cells.h"

#endif
