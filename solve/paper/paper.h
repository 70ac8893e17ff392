/* paper.h: `pipeline = paper`: the step of papers 1 to 3 as they have it, kernel by
 * kernel, with the loop of each hot spot, the settling of races and the splitting of
 * loops over variables by option. The baseline that the default pipeline is measured
 * against; its answers are those of the default pipeline with gradient = node.
 */
#ifndef UFV_SOLVE_PAPER_PAPER_H
#define UFV_SOLVE_PAPER_PAPER_H

#include "mesh/domain.h"
#include "kernels/paper/paper_update.h"
#include "backend/paper_kernels.h"

/* How a hot spot is run. */
struct paper_way {
    enum paper_loop loop;
    enum paper_race race; /* face loops; node sums and node loops are always atomic */
    bool split;           /* a launch for each variable */
};

struct paper {
    const struct backend *backend; /* borrowed */
    const struct paper_kernels *kernels;
    enum equations equations;
    struct paper_args a;           /* arrays that only this pipeline has are owned */
    struct paper_update_args update;
    struct paper_way interpolation, gradient, extremes, limiter, states, sum;
    bool with_gradients, limited;
    int n_colours;
    lid *colour_offset;            /* [n_colours + 1], host, owned */
    lid n_face_nodes, n_cell_nodes, n_node_cells, n_cell_faces; /* entries, for the byte model */
};

/* Hot spots and steps go into the compute stream and are not waited for. Nothing here is collective: the halo is filled
 * before. Memory that cannot be had is FATAL(). */

/* The arrays of the mesh that only this pipeline needs, from the pack's groups NODES,
 * FACE_NODES and PAPER, some of them built here; the pack's are released. d: loaded
 * with pipeline = paper. p: zeroed. */
void paper_view_create(struct domain *d, struct paper *p);

/* The rest: ways of the case, own arrays. f, u: filled arguments, whose arrays the kernels read and write, borrowed
 * until paper_free(), as q_node [nv][n_nodes] is; c is not kept. */
void paper_create(struct domain *d, const struct case_file *c, const struct flux_args *f, const struct update_args *u,
                  real *q_node, struct paper *p);
void paper_free(struct paper *p);

/* The hot spots, each with what starts and ends it, in the order of a step:
 *   states          the cells' states to the faces: q_left, q_right [nv][n_flux]
 *   interpolate     q at nodes: q_node [nv][n_nodes], the mean of the cells around (paper 1, Eq. 6)
 *   gradients       gradient [3][nv][n_stencil] by Green-Gauss over the nodes' values (paper 2, Eq. 6)
 *   extremes        least, most [n_stencil]: pressures around a cell
 *   limiter         phi [n_stencil], of the pressure, for all variables
 *   reconstruction  the limited gradients' steps onto q_left and q_right (paper 1, K5)
 *   sum             sum [nv][n_owned]: of the fluxes out of each cell */
void paper_interpolate(const struct paper *p);
void paper_gradients(const struct paper *p);
void paper_extremes(const struct paper *p);
void paper_limiter(const struct paper *p);
void paper_states(const struct paper *p);
void paper_reconstruction(const struct paper *p);
void paper_sum(const struct paper *p);

/* Their kernels alone, without what starts and ends them; to be timed. */
void paper_interpolate_loop(const struct paper *p);
void paper_gradients_loop(const struct paper *p);
void paper_extremes_loop(const struct paper *p);
void paper_limiter_loop(const struct paper *p);
void paper_sum_loop(const struct paper *p);

/* All of them: fluxes of the state held, whose halo and ghosts are filled, and their
 * sums. speed: where wave speeds go, as flux_args.speed; NULL: not asked for. */
void paper_evaluate(struct paper *p, real *speed);

/* Runs one stage. u is what the default pipeline's update takes. */
void paper_step(struct paper *p, const struct update_args *u);

/* Bytes of the model, of one run of a hot spot on this rank: each array that the run touches, once; twice where it is
 * read and written; connectivity of a split run once for each launch. */
double paper_bytes_interpolation(const struct paper *p);
double paper_bytes_gradient(const struct paper *p);
double paper_bytes_extremes(const struct paper *p);
double paper_bytes_limiter(const struct paper *p);
double paper_bytes_states(const struct paper *p);
double paper_bytes_reconstruction(const struct paper *p);
double paper_bytes_sum(const struct paper *p);
double paper_bytes_viscous(const struct paper *p);
double paper_bytes_diffusion(const struct paper *p);

/* Of an evaluation and an update, in bytes per owned cell; without what only the first
 * stage touches. */
double paper_model_bytes(const struct paper *p, bool local);

#endif
