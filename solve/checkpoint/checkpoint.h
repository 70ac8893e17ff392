/* checkpoint.h: reads the state of a run back from disk (formats/pack/solution.h); checkpoint_writer.h wrote it.
 */
#ifndef UFV_SOLVE_CHECKPOINT_CHECKPOINT_H
#define UFV_SOLVE_CHECKPOINT_CHECKPOINT_H

#include "case/case_changes.h"
#include "control/monitor.h"
#include "checkpoint/restart_mesh.h"
#include "checkpoint/restart_stream.h"

/* What a restart continues with. */
struct checkpoint_start {
    int64_t iteration;
    double time;     /* s, physical */
    bool exact;      /* same packs: continues bit for bit */
    bool other_mesh; /* values in the nearest cells; `note` says how near they were */
    bool other_nodes; /* values by cell id from a mesh of as many cells with other nodes, cells or patches */
    enum restart_difference other_flow; /* of steady flow: made from a state of another flow, which is a first guess */
    char differences[RESTART_DIFFERENCES_SIZE]; /* what is new then, as text */
    bool fields_go_on; /* of features, as far as the free stream and the equations have a say */
    double turned;   /* degrees by which the mesh lies otherwise at that time than in the run that is continued; the
                        state was turned against it */
    bool of_zone;    /* a zone of the run that is continued moves; not with another mesh */
    struct restart_mesh_note note;

    /* Of the run that is continued, as this rank has read it; not with another mesh. */
    struct case_settings set;
    char kinds[CASE_CHANGES_SIZE];      /* "patches.WING slip -> wall": patches whose kinds have changed since,
                                           and "groups.tail ymin -> ymax": groups that have */
};

/* Collective. Fills the flow from the newest checkpoint of a results folder:
 *
 *   the same packs                         as it was
 *   another partition of the same mesh     by global ids
 *   another mesh                           from the old cells and their slopes (restart_mesh.h)
 *   steady flow at another free stream     a first guess of the new flow (restart_stream.h)
 *   steady flow of other equations         as it was, also a first guess
 *
 * Where [motion] puts the mesh at another angle than before, velocities stay what they are as seen from rest.
 * First features may change the case by the free stream of the checkpoint.
 * Fields of features go on where the mesh, the free stream and the equations are the same.
 *
 * results, old_packs (see restart_mesh_read()): the same on all ranks. start: out, the same on all ranks. On all ranks
 * nonzero with error_set() when a file is missing, damaged, of another moment or of other equations; the flow is then
 * undefined. */
int checkpoint_read(const char *results, const char *old_packs, struct case_file *c, struct flow *f,
                    struct checkpoint_start *start);

/* Collective. After monitor_create(): the Cauchy window, the residuals that drops are counted from, and the numbers of
 * the integrator; of another flow (start) those residuals alone, and the integrator begins anew. Rank 0 reads
 * its file, which is as large as its part of the mesh. On all ranks nonzero with error_set() when it cannot be read. */
int checkpoint_read_monitor(const char *results, const struct checkpoint_start *start, struct monitor *m);

/* Collective. The numbers that features of d take back, as far as the checkpoint has them; features_resume() puts them
 * in force. same_flow: of the same mesh, stream and equations, so that what they have seen so far counts. Fails as
 * checkpoint_read_monitor(). */
int checkpoint_read_features(const char *results, bool same_flow, struct domain *d);

#endif
