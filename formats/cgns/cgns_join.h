/* cgns_join.h: what the parts that join zones hand one another.
 *
 *   cgns_join.c           ZoneGridConnectivity_t: which reader an interface gets
 *   cgns_join_spacing.c   distances, and how far nodes that are one may be apart
 *   cgns_join_ranges.c    GridConnectivity1to1_t of structured zones
 *   cgns_join_lists.c     GridConnectivity_t of kind Abutting1to1
 *   cgns_join_periodic.c  Periodic_t: motions, and the faces they join
 *   cgns_join_motion.c    motions made to fit the nodes
 *   cgns_join_near.c      nodes that coincide, with no interface to say so
 *
 * Until all interfaces are read, nodes keep the numbers they were read with: zone
 * after zone.
 */
#ifndef UFV_FORMATS_CGNS_CGNS_JOIN_H
#define UFV_FORMATS_CGNS_CGNS_JOIN_H

#include "cgns/cgns_zone.h"
#include "raw/node_merge.h"

/* x goes to rotation x + translation (m). */
struct cgns_motion {
    bool moves; /* else the identity */
    double rotation[3][3], translation[3];
    double centre[3]; /* a point of the axis of rotation */
};

struct cgns_join {
    const struct cgns_zones *zs; /* borrowed */
    struct raw_mesh *m;          /* borrowed */
    struct node_merge merge;
    float *spacing;              /* [m->n_nodes] m, the shortest edge at each node; NULL until asked for */
    int64_t n_interfaces;        /* descriptions read; those of both sides count as two */
    double gap, gap_worth;       /* largest distance of nodes made one, and over the local spacing there */
};

/* One interface while it is read. */
struct cgns_interface {
    struct cgns_join *j;
    const struct cgns_zone *zone, *donor;
    const struct cgns_node *node;  /* GridConnectivity..._t */
    const struct cgns_list *child; /* its children */
    struct cgns_motion motion;     /* from zone to donor */
};

/* Each reads the points of an interface of its kind and either unites the nodes that it makes one (j->merge)
 * or, where it moves, adds periodic faces. They fail, naming the interface, when points and donor points do
 * not lie on one another. f->motion is set before. */
int cgns_join_ranges(struct cgns_interface *f);
int cgns_join_lists(struct cgns_interface *f);

/* Periodic_t below the interface, if it has one, into f->motion, in metres and radians; else it stays as
 * it is. Fails on damage, and on averages (mixing planes), which are not read. */
int cgns_read_motion(struct cgns_interface *f);

/* How far (m) node a, moved, is from node b, both of j->m, and how far it may be: a tenth of the
 * shortest edge there, or the distance that the caller joins by if that is larger. */
double cgns_distance(const struct cgns_join *j, const struct cgns_motion *t, lid a, lid b);
double cgns_tolerance(struct cgns_join *j, lid a, lid b);

/* The shortest edge (m) at a node, FLT_MAX when all are collapsed. The first call measures all nodes'. */
double cgns_spacing(struct cgns_join *j, lid v);

/* The inverse of t: the motion from donor to zone. */
struct cgns_motion cgns_motion_back(const struct cgns_motion *t);

/* Do the nodes a, [n], lie, moved by f->motion, on the nodes b, [n], one by one, within cgns_tolerance()? */
bool cgns_pairs_fit(const struct cgns_interface *f, int64_t n, const lid *a, const lid *b);

/* Says that f->motion was turned round. */
void cgns_note_turned(const struct cgns_interface *f);

/* Makes a motion take the n nodes a to the nodes b more exactly, where it can: by the
 * angle alone, or by a rotation and a shift that leave the least squares (cgns_join_motion.c). */
void cgns_fit_motion(const struct raw_mesh *m, struct cgns_motion *t, int64_t n, const lid *a, const lid *b);

/* Checks that the n nodes a lie, moved, on the nodes b, turning f->motion round
 * with a note when they do so the other way, and fits it to them. */
int cgns_check_pairs(struct cgns_interface *f, int64_t n, const lid *a, const lid *b);

/* Adds n faces to the mesh's periodic faces; those of face i are a and b from offset[i]
 * to offset[i + 1]. All copied. */
void cgns_add_periodic(struct cgns_interface *f, int64_t n, const int64_t *offset, const lid *a, const lid *b);

/* Makes one of outer nodes of the zones that lie within zs->join of one another;
 * without that, says how many free outer faces of zones lie on one another. */
void cgns_join_near(struct cgns_join *j);

/* Leaves each periodic face once, and out those collapsed to a line. */
void cgns_tidy_periodic(struct raw_mesh *m);

#endif
