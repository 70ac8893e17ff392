/* moving_mesh.h: what a run has of a mesh that moves. */
#ifndef UFV_SOLVE_FEATURES_MOTION_MOVING_MESH_H
#define UFV_SOLVE_FEATURES_MOTION_MOVING_MESH_H

#include "features/motion/motion_zone.h"

struct motion_run {
    const char *section; /* static; of the case that moves it */
    bool in_zone;        /* only a zone moves */
    double zone[N_ZONE]; /* of it, of all ranks */
};

#endif
