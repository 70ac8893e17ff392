/* kernel_args.h: what the kernels read and write: one plain struct per kernel family, passed by value to the device.
 * Pointers are to the back end's memory; shapes, ranges and orders are those of formats/pack/pack.h; all arrays are
 * structures of arrays ([components][count]). Nothing is owned. nv: the number of variables of the equations
 * (equations_variables()).
 */
#ifndef UFV_SOLVE_KERNELS_KERNEL_ARGS_H
#define UFV_SOLVE_KERNELS_KERNEL_ARGS_H

#include "pack/pack.h"
#include "physics/boundary.h"
#include "physics/frame.h"
#include "physics/gradient_methods.h"
#include "physics/jacobian_storage.h"
#include "physics/limiter.h"
#include "physics/turbulence_model.h"
#include "physics/wall.h"

/* In place of a limiter: what it was before (gradient_args.phi). */
enum { LIMITER_FROZEN = 100 };

/* A mesh that is one cell thick, each cell with one face on each of two sides that are planes of symmetry: a plane
 * mesh, or a wedge (mesh/cell_layer.h). How thick it is says nothing of the flow. */
enum layer_kind { LAYER_NONE, LAYER_WEDGE, LAYER_PLANE };
/* Least cosine between the normal of a face and that of the side that it lies in: mesh files may have five digits. */
#define LAYER_COSINE_LEAST ((real)0.9999)
struct layer {
    int kind;        /* enum layer_kind */
    real side[2][3]; /* unit normals of the two sides, out of the mesh */
};

/* The mesh as every kernel sees it. */
struct mesh_view {
    lid n_owned, n_stencil, n_cells, n_slots;         /* cells: each a part, from 0 on, of the next */
    lid n_boundary, n_flux, n_halo_boundary, n_faces; /* faces 0 .. n_flux - 1 get fluxes, the boundary's first;
                                                         behind them come the boundary faces of the halo */
    const real *volume;       /* [n_cells] m^3 */
    const stored *normal;     /* [3][n_faces] m^2, left to right */
    /* Positions: read by kernels of faces unless GEOMETRY_IS_RELATIVE (kernels/face_geometry.h). */
    lid n_face_centroids;        /* n_faces; n_boundary where geometry is relative */
    const double *centroid;      /* [3][n_slots] m; NULL where nobody reads it */
    const double *face_centroid; /* [3][n_face_centroids] m */
    /* Where geometry is relative, NULL elsewhere: from the centroid of the left and of the
     * right cell (at boundaries the ghost) to the face's. */
    const stored *left_to_face, *right_to_face; /* [3][n_faces] m */
    const real *swept_beyond; /* [n_faces] m, as struct swept_volume; NULL where the mesh does not turn */
    const lid *left, *right;  /* [n_faces] */
    const lid *slice_offset;            /* [n_slices + 1] where a slice begins (formats/pack/pack.h) */
    const lid *slice_face, *slice_cell; /* [entries] signed face, or SLICE_PAD; slot across it, or the cell */
    const uint8_t *face_patch; /* [n_boundary + n_halo_boundary] patch of each boundary face */
    const real *wall_distance; /* [n_cells] m; NULL without a turbulence model */
    /* On the CPU: gradients lie as [slices][3 nv][SLICE], limited ones as [slices][4 nv][SLICE], so that
     * a cell's are in few pages of memory (gradient_entry() and limited_load() of kernels/face_geometry.h);
     * a GPU has 3 nv components of n_stencil in fours (layout_fours()) and [nv][n_stencil] records. The papers'
     * pipeline has [3 nv][n_stencil] on both. */
    int gradients_in_slices, gradients_in_fours;
    struct layer layer;
    lid n_nodes; /* 0 where nobody asks for nodes */
    const lid *node_cell_offset, *node_cell; /* CSR over n_nodes, where gradients are fitted there; else NULL */
    /* The nodes of the stencil cells in slices, like slice_cell; behind a cell's last node
     * ~(its first). node_weight: shares of the area vectors of the cell's faces inside
     * the mesh, outward, m^2; gradient = node only. */
    int64_t n_node_entries;
    const lid *node_slice_offset, *node_slice; /* [n_slices + 1], [n_node_entries] */
    const stored *node_weight;                 /* [3][n_node_entries] */
    /* Set with pipeline = paper, otherwise NULL. */
    const lid *face_node_offset, *face_node; /* CSR over n_faces */
    /* Set with pipeline = paper and with model.scales_length = sla, otherwise NULL. */
    const lid *cell_node_offset, *cell_node; /* CSR over n_stencil */
    const double *node;                      /* [3][n_nodes] m; the latter only */
};

/* Fills ghost slots from the cells before them. Index: boundary faces, those of the halo after the owned ones (0 ..
 * n_boundary + n_halo_boundary - 1). */
struct ghost_args {
    struct mesh_view m;
    const struct bc_values *patch; /* [n_patches] */
    struct fluid fluid;
    real *q;                /* [nv][n_slots] in: cells, out: ghosts */
    struct frame frame;     /* as flux_args */
    const real *prescribed; /* [nv][n_boundary + n_halo_boundary] values in the ghosts of
                               BC_PRESCRIBED patches; NULL without such patches */
};

/* States and positions of cells as records, for kernels that gather from cells here and
 * there: neighbouring numbers come in one piece of memory. */
enum { RECORD_PAIRS_MAX = (NV_MAX + 1) / 2 };
struct UFV_ALIGN(2 * sizeof(real)) record_pair {
    real first, second;
};
/* Two numbers of a node's gradients. */
struct UFV_ALIGN(2 * sizeof(stored)) stored_pair {
    stored first, second;
};
struct UFV_ALIGN(16) record_position {
    double x, y, z, unused; /* m */
};

/* Makes them; index: pairs of cells, record_pairs(nv) to a cell; of positions: cells. */
struct record_args {
    struct mesh_view m;
    const real *q;                    /* [nv][n_slots] */
    struct record_pair *record;       /* [n_cells][record_pairs(nv)] */
    struct record_position *position; /* [n_cells] */
};

/* Averages over the cells around each node, or fits gradients to them. Index: nodes. */
struct node_args {
    struct mesh_view m;
    const struct record_pair *record; /* as record_args */
    const struct record_position *position;
    real *q_node;        /* [nv][n_nodes]; node_average, and node_gradient where there is reach */
    const uint8_t *fitted; /* [n_nodes] as node_choice_args; node_gradient */
    const real *reach;     /* [3][n_nodes] as node_reach_args; NULL: no cell takes values at nodes */
    stored *gradient_node; /* 3 nv + 1 components of n_nodes at node_entry(): d/dx, d/dy, d/dz of the first
                            variable, then of the next; the last component is 1, or 0 where the fit has no
                            answer; of nodes that are not fitted left alone */
    real *extremes; /* 2 nv components of n_nodes at node_entry(): of each variable the largest value in the cells
                       around a fitted node and the smallest; NULL where nothing is limited */
};

/* Weights of ghosts in least squares over face neighbours, from the geometry alone;
 * index: stencil cells. */
struct ghost_weight_args {
    struct mesh_view m;
    const struct bc_values *patch; /* [n_patches] */
    real *weight;                  /* [n_boundary + n_halo_boundary] */
};

/* What a cell takes behind node-lsq: fits about its nodes or, where there are none, about itself; Green-Gauss over its
 * faces (kernels/gradient_remainder.h); of tetrahedra, over values at nodes (kernels/gradient_by_nodes.h). */
enum green_gauss { GREEN_GAUSS_NOT, GREEN_GAUSS_FACES, GREEN_GAUSS_NODES };

/* Which cells take Green-Gauss behind node-lsq; index: stencil cells. */
struct gradient_choice_args {
    struct mesh_view m;
    const struct record_position *position; /* as record_args */
    const real *ghost_weight;               /* as gradient_args */
    const uint8_t *layer;                   /* [n_stencil] 1: periodic with itself; NULL: no such cell */
    uint8_t *by_faces;                      /* [n_stencil] enum green_gauss */
};

/* What gradient_choice_sum counts over owned cells: those with Green-Gauss and their faces, the nodes of the others,
 * and the cells that are taken as constant, which are among those with Green-Gauss. */
enum choice_sum { CHOICE_CELLS, CHOICE_FACES, CHOICE_NODES, CHOICE_CONSTANT, N_CHOICE };

/* What nodes have whose values some cell takes, from the geometry alone (kernels/gradient_by_nodes.h); index: nodes. */
struct node_reach_args {
    struct mesh_view m; /* with nodes' positions */
    const struct record_position *position; /* as record_args */
    const uint8_t *fitted;                  /* as node_choice_args */
    real *reach;                            /* [3][n_nodes] 1/m: y */
    double *lack;                           /* [3][n_nodes] m: from where the value lies to the node */
};

/* Weights of the differences across the face sides of cells with Green-Gauss behind node-lsq, and of values at nodes
 * from the cell's, from the geometry alone (kernels/gradient_remainder.h); index: stencil cells. */
struct side_weight_args {
    struct mesh_view m;       /* with positions, with those of nodes where a cell has GREEN_GAUSS_NODES */
    const real *ghost_weight; /* as gradient_args */
    const uint8_t *by_faces;  /* as gradient_choice_args */
    const struct record_position *position; /* as record_args; this and the next two where m has nodes */
    const real *reach;        /* as node_reach_args */
    const double *lack;
    const lid *begin;         /* [n_slices] where the rows of a slice with such cells begin, face sides; -1: none */
    stored *weight;           /* 1/m, at side_entry(): like slice_cell, but three components of SLICE each to a face;
                                 where a cell of the slice has GREEN_GAUSS_NODES four nodes follow, side_node_entry() */
};

/* Sizes of cells for the thresholds of limiters (kernels/limiter_size.h); index: stencil cells. */
struct limiter_size_args {
    struct mesh_view m;
    const uint8_t *by_faces;   /* as gradient_choice_args; NULL: the loss does not count */
    const lid *side_begin;     /* as `begin` and `weight` of side_weight_args */
    const stored *side_weight;
    real *size;                /* [n_stencil] m^3 */
};

/* What some cell takes of a node. */
enum node_choice { NODE_HAS_FIT = 1, NODE_HAS_VALUE = 2 };

/* Which nodes' fits or values some cell takes; index: nodes. */
struct node_choice_args {
    struct mesh_view m;
    const uint8_t *by_faces, *layer; /* as gradient_choice_args */
    uint8_t *fitted;                 /* [n_nodes] enum node_choice, sums of it */
};

/* The gradient of a variable in a cell and its limiter (1: none), together so that a face
 * finds them in one sector of memory. Of viscous equations, which need both apart; the
 * papers' pipeline keeps components apart there too. */
struct UFV_ALIGN(16) limited_gradient {
    stored g[3], phi;
};
enum gradient_layout { GRADIENTS_TOGETHER, GRADIENTS_APART };

/* Gradients and limiters; index: stencil cells. */
struct gradient_args {
    struct mesh_view m;
    const real *q;      /* [nv][n_slots] */
    const real *q_node; /* [nv][n_nodes]; method node, and node-lsq where a cell has GREEN_GAUSS_NODES */
    const stored *gradient_node; /* as node_args; method node-lsq only */
    const real *node_extremes;   /* as node_args.extremes */
    const real *ghost_weight; /* [n_boundary + n_halo_boundary + 1] in least squares over face neighbours */
    const uint8_t *by_faces;  /* [n_stencil] as gradient_choice_args; method node-lsq only */
    const lid *side_begin;    /* as side_weight_args.begin; method node-lsq only */
    const stored *side_weight; /* 1/m, as side_weight_args.weight */
    struct fluid fluid;
    struct turbulence turbulence;
    const real *size;   /* [n_stencil] as limiter_size_args; negative: a cell of first order, whose limiter is 0; NULL:
                           no limiter */
    int limiter;        /* LIMITER_NONE .. of physics/limiter.h, LIMITER_FROZEN */
    stored *gradient;   /* Euler: 3 nv components of n_stencil at gradient_entry(): d/dx of the nv variables, d/dy,
                           d/dz, each times the limiter */
    struct limited_gradient *limited; /* viscous equations: [nv][n_stencil], or in slices */
    stored *phi;        /* [nv][n_stencil] limiter values, to be frozen; NULL: not kept */
    real *mu_t, *f1;    /* [n_stencil] model_keeps_eddies(): viscosity (Pa s), blending function; else NULL */
    stored *terms;      /* [equations_terms()][n_stencil] struct turbulence_terms; NULL: no turbulence model */
    real eps2_scale[NV_MAX]; /* Venkatakrishnan: eps^2 = eps2_scale * size * (1 + eps2_rise * share), in the
                                variable's unit squared, with the share of limiter_weak_share() */
    real eps2_rise;          /* of weak shocks' threshold over that of strong ones (which have no slopes); 0: K is
                                given and one for all, or the limiter has no threshold */
};

/* Fluxes through faces; index: faces 0 .. n_flux - 1. */
struct flux_args {
    struct mesh_view m;
    const real *q;          /* [nv][n_slots] */
    /* As record_args: the same of cells, which a GPU reads instead; NULL: not there, or of inviscid flow. */
    const struct record_pair *record;
    const struct record_position *position;
    const real *mu_t, *f1;  /* as gradient_args */
    const stored *gradient; /* as gradient_args; GRADIENTS_APART: of viscous equations too, without limiter */
    const struct limited_gradient *limited; /* as gradient_args */
    const struct bc_values *patch;
    const real *prescribed_face; /* [nv][n_boundary], like ghost_args.prescribed at face centroids */
    const real *prescribed_gradient; /* [3 nv][n_boundary] gradients there, as `gradient`; NULL: the
                                        cells' are taken, which costs an order along such patches */
    struct fluid fluid;
    struct turbulence turbulence;
    real reference_pressure; /* Pa, taken off the momentum fluxes where GEOMETRY_IS_RELATIVE: the area
                                vectors of a cell, rounded, do not add up to nothing, and a pressure
                                that is the same all around must not push */
    real entropy_fix;      /* of the Roe flux on BC_PRESCRIBED patches */
    real scheme_parameter; /* of inviscid_flux() inside */
    real dissipation;      /* FLUX_KEEP: least share of Roe's flux */
    int shock_sensor;      /* FLUX_KEEP: enum shock_sensor */
    const real *upwinding; /* FLUX_KEEP: as scale_args; NULL: none */
    real slope, turbulence_slope; /* 1: linear reconstruction; 0: none (viscous equations) */
    real wall_damping; /* 1: walls carry the pressure of HLLE's flux to the mirrored state; 0: that inside */
    real *flux;     /* [nv][n_flux] from left to right, times area */
    real *speed;    /* [n_flux] (|un| + c) times area and the viscous part, m^3/s; NULL: not asked for */
    real *pressure; /* [n_boundary] on the face, Pa: what forces are summed from */
    real *wall;     /* [N_WALL][n_boundary] as enum wall_value; NULL in inviscid runs */
    struct frame frame; /* kernels of meshes that move read it, and the scheme */
    int scheme;     /* enum flux_scheme, or a form of it for low Mach numbers */
    real slowest;   /* m/s, the cut-off speed of low Mach numbers (physics/low_mach.h); 0: not preconditioned */
};

/* One stage: w = keep w0 + (1 - keep) w(q) + coefficient dt (sources - sum of fluxes /
 * volume), w the conserved variables; index: owned cells. keep is 1 in Runge-Kutta
 * schemes. */
struct update_args {
    struct mesh_view m;
    const real *flux;       /* as flux_args */
    const real *speed;      /* as flux_args; read where dt or a time step is made */
    const stored *terms;    /* as gradient_args, as mu_t and f1 */
    const real *mu_t, *f1;
    const real *source; /* [nv][n_owned] per volume, added to the right-hand side; NULL: none */
    const real *correction; /* as correction_args; NULL: none */
    struct fluid fluid;
    struct turbulence turbulence;
    const real *q0; /* [nv][n_owned] state at the start of the step */
    real *q;        /* [nv][n_slots] */
    real *save;     /* [nv][n_owned] first stage: copy of q before the update; NULL in the others */
    struct record_pair *record; /* as record_args, written beside q by a GPU; NULL: not kept, or by another kernel */
    real *dt;       /* [n_owned] s, written by the first stage; NULL: global_dt */
    real keep, coefficient; /* 0 .. 1, as above: of the stage */
    real cfl;               /* CFL number that the first stage makes dt with */
    real global_dt; /* s */
    lid *diverged_cell;  /* smallest index of a cell that has diverged; LID_MAX when none */
    lid *clipped;   /* turbulence variables set to their least value: a count */
    double held[NV_MODEL]; /* least values that the integrator lets the turbulence variables take; read by norms */
};

/* Sizes of cells for lengths of detached-eddy models (kernels/cell_scales.h); index: stencil cells. */
struct scale_size_args {
    struct mesh_view m;
    real *size; /* [2][n_stencil] m: the largest, and that along the wall's normal */
};

/* Computes those lengths from a state and its gradients. Index: stencil cells. */
struct scale_args {
    struct mesh_view m;
    const real *q;                          /* [nv][n_slots] */
    const struct limited_gradient *limited; /* as gradient_args */
    const real *mu_t, *f1;                  /* likewise */
    struct fluid fluid;
    struct turbulence turbulence;
    const real *size;  /* as scale_size_args */
    real *tilting;     /* [n_stencil] vortex tilting measure of LENGTH_SLA; NULL with other lengths */
    real stream_nu_t;  /* m^2/s, eddy viscosity of the free stream, of scales_tilting() */
    real least_rate;   /* 1/s, of scales_upwinding() */
    real *length;      /* [n_stencil] m, in place of the wall distance (SA) or of root(k) / (beta* omega) (SST) */
    real *upwinding;   /* [n_stencil] share of Roe's flux, 0 .. 1; NULL: not asked for */
};

/* Corrections of the turbulence model for rotation, for compressible mixing layers and for resolved scales, from
 * evaluated fluxes; index: owned cells. */
struct correction_args {
    struct update_args u;                   /* the state, fluxes, terms; time steps and stage are not read */
    const struct limited_gradient *limited; /* as gradient_args */
    const real *length; /* as scale_args; NULL: the model's own */
    real *correction; /* [2 (nv - NV)][n_owned] what they add to the sources of the turbulence variables, per
                         volume, then to the derivatives of their destruction, 1/s */
};

/* The residual as an array; index: owned cells. */
struct residual_args {
    struct update_args u; /* what it is made of; its time steps and stage are not read */
    stored *residual;     /* [nv][n_owned] right-hand side times volume, conserved variables per second */
    stored *spectral;     /* [n_owned] m^3/s, of an evaluation with wave speeds; NULL: not asked for */
};

/* Which cells hold the density residual; index: owned cells. */
struct residual_peak_args {
    struct update_args u; /* as residual_args */
    double peak;          /* size of a residual, per volume */
};

/* States saved and restored; index: owned cells. */
struct state_copy_args {
    lid n_slots, n_owned; /* lengths of the two arrays' rows */
    int n_variables;
    real *q;     /* [n_variables][n_slots] */
    real *saved; /* [n_variables][n_owned] */
};

/* Vectors that dot products and linear combinations take together. */
enum { VECTORS_TOGETHER = 8 };

/* How vectors of the Krylov method are kept: as floats, or in 16 bits (kernels/vector.h). */
enum { VECTOR_FLOAT, VECTOR_COMPACT };

/* Dot products vector[k] . with for k < n; index: entries. */
struct dots_args {
    const void *vector[VECTORS_TOGETHER];  /* [entries] float or uint16_t */
    const stored *with;                    /* [entries] */
    int n;
};

/* The square of a vector's length; index: entries. */
struct square_args {
    const stored *of; /* [entries] */
};

/* to = keep to + sum of coefficient[k] vector[k], k < n; index: entries. */
struct lincomb_args {
    const void *vector[VECTORS_TOGETHER];  /* [entries] float or uint16_t */
    double coefficient[VECTORS_TOGETHER];
    stored *to;                            /* [entries] */
    double keep;                           /* 0: what stands in `to` is not read */
    int n;                                 /* 0 .. VECTORS_TOGETHER */
};

/* A vector times a factor is kept, rounded, and becomes what was kept; index: entries. */
struct keep_args {
    stored *of; /* [entries] */
    void *kept; /* [entries] float or uint16_t */
    double factor;
};

/* Numbers of the stored Jacobian. */
typedef float jacobian_number;

/* In jacobian_rows.side: an entry that only fills a slice. */
enum { ENTRY_PAD = UINT16_MAX };

/* The first-order Jacobian by rows (kernels/jacobian.h), sorted by colour. The cells of a line (formats/pack/pack.h)
 * are solved for together; a cell that is in none is a line of its own. Lanes are lines: SLICE of them, of one colour
 * and sorted by length, are a group, and slice first[g] + k of rows has the k-th cells of the lines of group g. Row p
 * is row p % SLICE of slice s = p / SLICE; its entries, one a face between cells, are offset[s] + j SLICE + p % SLICE
 * for j < width = (offset[s + 1] - offset[s]) / SLICE: first that of the cell before in its line, unless s is the
 * group's first slice, then that of the cell after, unless it is the last, then all others.
 * The vector x that is solved for has a place for each row, and behind them one for each halo cell that has a face
 * with an owned cell: what rows of a colour change and read stands together. */
struct jacobian_rows {
    lid n_lanes;   /* a multiple of SLICE */
    lid n_rows;    /* likewise */
    lid n_entries; /* likewise */
    lid n_places;  /* of x: rows, then halo cells */
    lid n_doubled; /* entries along lines of cells that share several faces */
    lid stride, step; /* variable v of place p of x stands at v stride + p step: a place's together on CPUs, which
                         gather them, a variable's on GPUs, where neighbouring threads write neighbouring places */
    const lid *first;  /* [n_lanes / SLICE + 1] slice of rows */
    const lid *cell;   /* [n_rows] owned cell; -1: none */
    const lid *place;  /* [n_owned] row of a cell */
    const lid *offset; /* [n_rows / SLICE + 1] */
    const lid *others; /* [n_rows / SLICE] where the entries that are of no line begin */
    const lid *column; /* [n_entries] place of the cell across the face; -1: none, or the entry is added to another */
    const uint16_t *side; /* [n_entries] that face's number in the cell's row of the slice table; ENTRY_PAD: no entry */
    const lid *doubled;       /* [n_doubled] entry along a line, */
    const lid *doubled_begin; /* [n_doubled + 1] whose further faces are doubled_entry[doubled_begin[k]] and so on: */
    const lid *doubled_entry; /* [doubled_begin[n_doubled]] entries whose blocks are added to it */
    jacobian_number *inverse;            /* [n_rows / SLICE][NV NV][SLICE] */
    void *beside;                        /* [n_entries / SLICE] blocks of SLICE entries, jacobian_entry() */
    enum jacobian_storage storage;       /* of beside */
    jacobian_number *inverse_turbulence; /* [variables behind NV][n_rows] */
    jacobian_number *beside_turbulence;  /* [variables behind NV][n_entries] */
};

/* Assembly; index: rows. */
struct jacobian_args {
    struct update_args u; /* the evaluated state and its sources; time steps and stage are not read */
    const struct bc_values *patch;
    struct frame frame;          /* as flux_args */
    const real *prescribed_face; /* as flux_args */
    const real *load;            /* as actuator_args.load; NULL: there are no disks */
    real entropy_fix, wall_damping; /* of Roe's matrix, over the speed of sound; as flux_args */
    bool smears_shear;           /* as upwind_face */
    double cfl;                  /* of the step: the diagonal has spectral / (cfl local_cfl) */
    const float *local_cfl;      /* [n_owned] part of the CFL number that the cell takes, 0 < .. <= 1; NULL: 1 */
    const stored *spectral; /* [n_owned] m^3/s, as residual_args */
    real unit[NV];          /* of the conserved variables: the free stream's */
    real slowest;           /* as flux_args */
    const double *scaling;  /* [n_owned] b of physics/low_mach.h in the step in pseudo-time; NULL: not preconditioned */
    const stored *pseudo;   /* [n_owned] `spectral` without physical time; read with scaling */
    const stored *residual; /* [nv][n_owned] of the state; read with restrained */
    double floor[NV_MODEL]; /* as implicit_args; read with restrained */
    int restrained;         /* 1: rows of turbulence variables have jacobian_turbulence_restraint() */
    struct jacobian_rows rows;
};

/* b of physics/low_mach.h by cells; index: owned cells. */
struct low_mach_args {
    struct jacobian_args j; /* the state, the frame, slowest */
    double rate;            /* 1/s, of physical time, as time_args.factor; 0: steady flow */
    double *scaling;        /* [n_owned] */
};

/* Right-hand side and sweeps (index: rows), and elimination and solution along lines (index: lanes). x holds the flow
 * in `unit`, and rho df for the turbulence variables. */
struct jacobian_solve_args {
    struct jacobian_rows rows;
    lid n_owned;
    int n_variables;
    const stored *residual; /* [nv][n_owned] */
    jacobian_number *b;     /* [nv][n_rows] */
    jacobian_number *x;     /* nv values at each of n_places */
};

/* An implicit step but for its sweeps; index: owned cells. direction, to: [nv][n_owned] in units of implicit_unit(). */
struct implicit_args {
    lid n_owned, n_slots;          /* cells */
    lid n_places, x_stride, x_step; /* of x, as jacobian_rows */
    int n_variables;
    real gamma;
    double unit[NV_MAX];    /* scheme/implicit_units.h; from variable by_value on, times its own value in each cell */
    double floor[NV_MODEL]; /* least values of the turbulence variables */
    int by_value;
    real *q;             /* [nv][n_slots] */
    const real *q0;      /* [nv][n_owned] the state that the step starts from */
    jacobian_number *x;  /* as jacobian_solve_args */
    const lid *place;    /* [n_owned] as jacobian_rows */
    stored *residual;    /* [nv][n_owned] */
    const stored *base;  /* [nv][n_owned] residual of q0 */
    const stored *direction; /* that is perturbed along, or scattered */
    stored *to;
    const stored *spectral; /* [n_owned] m^3/s, of q0 */
    float *local_cfl, *taken; /* [n_owned] as jacobian_args; the part that the cell took of the last try */
    const double *scaling;  /* [n_owned] as jacobian_args, of q0 */
    uint8_t *held;       /* [nv - NV][n_owned] 1: a turbulence variable that stays at its floor */
    lid *limited;        /* cells whose change was limited: a count */
    double cfl;          /* of the step in pseudo-time */
    double share;        /* of the step, or of `direction`, that is taken */
    double fall_most, rise_most; /* of density and pressure in a cell, of themselves */
    double least_cfl, explicit_cfl; /* CFL numbers: of a limited cell the least, and up to which its step is explicit */
    double entry;        /* implicit_reach in mixed precision: the largest change of a variable, in its unit */
    int restrained;      /* as jacobian_args */
    int find;            /* 1: which variables are held at their floor is found anew */
    int unsteady;        /* 1: norms are of the residual less what the step in pseudo-time stands for */
};

/* The derivative of the conserved variables W in physical time, factor (W(to) - W(from)) + rate, per volume; index:
 * owned cells. */
struct time_args {
    lid n_owned, to_stride; /* lengths of rows: of all arrays but `to`, and of that */
    int n_variables;
    real gamma;
    const real *volume;  /* [n_owned] m^3 */
    const real *from;    /* [nv][n_owned] a state */
    const real *to;      /* [nv][to_stride] a state */
    double factor;       /* 1/s */
    const stored *rate;  /* [nv][n_owned]; NULL: none */
    stored *out;         /* [nv][n_owned] */
};

/* Rates of the stages of a step in physical time, as a sum; index: entries. */
enum { TIME_SLOPES = 4 };
struct slopes_args {
    const stored *slope[TIME_SLOPES]; /* [entries] conserved variables per second */
    double share[TIME_SLOPES];        /* without unit */
    stored *out;                      /* [entries] sum of share[k] slope[k], k < n */
    int n;
};

/* What the diagonal of a step in pseudo-time has of pseudo-time and of physical time; index: owned cells. */
struct inertia_args {
    const real *volume;     /* [n_owned] m^3 */
    const stored *spectral; /* [n_owned] m^3/s */
    double factor;          /* 1/s */
    stored *out;            /* [n_owned] spectral + factor volume */
};

/* Vectors turned with the axes of the mesh, of a state or of rates of conserved variables; index: owned cells. */
struct turn_args {
    int64_t stride;  /* of the array that is there; the other is NULL */
    real by[9];      /* by rows */
    const uint8_t *turning; /* [n_cells] as frame.turning */
    real *state;     /* [nv][stride] */
    stored *rate;    /* [nv][stride] */
};

/* The time step that a cell allows, s: cfl times its volume over half the sum of its faces' speeds; index: owned cells
 * (kernels/update.h, update_time_step()). */
struct time_step_args {
    struct mesh_view m;
    const real *speed; /* as flux_args */
    real cfl;
};

/* Forces and their moments on faces begin .. end-1 of a patch. */
struct force_args {
    struct mesh_view m;
    const real *pressure;  /* [n_boundary] Pa */
    const real *wall;      /* as flux_args.wall */
    double reference;      /* Pa */
    double centre[3];      /* m */
    lid begin;             /* item i is face begin + i */
};

/* What a cell adds to integrals over the volume, from its state and gradients as they are stored; index: owned
 * cells. */
enum integral_sum { INTEGRAL_KINETIC_ENERGY, INTEGRAL_ENSTROPHY, INTEGRAL_DILATATION, N_INTEGRALS };
struct integral_args {
    struct mesh_view m;
    const real *q;                          /* [nv][n_slots] */
    const stored *gradient;                 /* as flux_args */
    const struct limited_gradient *limited; /* likewise */
};

/* What crosses the faces of a patch, from evaluated fluxes; index: its faces. */
struct open_args {
    struct mesh_view m;
    const real *flux;      /* as flux_args.flux */
    const real *pressure;  /* [n_boundary] Pa */
    double reference;      /* Pa, that forces are counted from */
    double taken_off;      /* Pa, that the momentum fluxes lack (flux_args.reference_pressure); 0: nothing */
    double gamma;
    int patch;             /* faces that mesh_view.face_patch gives another do not count */
    lid begin;             /* item i is face begin + i */
};

/* Values at points in the cells that hold them; index: k n_points + i, variable k of the set at point i. */
struct probe_args {
    struct mesh_view m;
    int nv, linear;       /* linear: at the point, by the cell's limited gradient; else the cell's */
    lid n_points;
    int variable[NV_MAX]; /* [variables of the set] 0 .. nv - 1 */
    const lid *cell;      /* [n_points] owned */
    const real *dx;       /* [3][n_points] m, from the cell's centroid */
    const real *q;        /* [nv][n_slots] */
    const stored *gradient;                 /* as gradient_args; one of the two is NULL */
    const struct limited_gradient *limited;
    double *value;        /* [variables of the set][n_points] */
};

/* Running means and second moments; index: cells, or boundary faces. The shape of a table of values is that of
 * features/statistics/averages.h. */
enum { MOMENTS_VALUES = 5, MOMENTS_PAIRS = 8 };
struct moments_args {
    int n_values, n_pairs;              /* at most those */
    lid n;
    const real *value[MOMENTS_VALUES];  /* [n] each */
    uint8_t first[MOMENTS_PAIRS], second[MOMENTS_PAIRS]; /* the values that a pair is of */
    double share;                       /* of the weight so far, the new one included, that the new values have */
    double *moment;                     /* [n_values + n_pairs][n] means, then covariances */
};

#endif
