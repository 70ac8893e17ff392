/* checkpoint_writer.h: checkpoints written while the march goes on.
 *
 *   host thread    | begin: copy on the device |  march on ...  | look |  march on ...  | look |
 *   second thread                 | download, write rank-R.h5 |        | rank 0: rename, latest |
 *
 * begin takes a copy of the state on the device and starts a thread that writes this
 * rank's file. look, called at moments when all ranks meet anyway, starts the second
 * part once all ranks have written: rank 0's thread renames the folder, lets `latest`
 * name it and, unless all are kept, removes the folder before the previous one
 * (fields_folder.h). finish waits for both. On failure `latest` still names the last good
 * checkpoint. The second threads, this one and those of
 * probes and series, use HDF5 in turn (h5_lock.h).
 */
#ifndef UFV_SOLVE_CHECKPOINT_CHECKPOINT_WRITER_H
#define UFV_SOLVE_CHECKPOINT_CHECKPOINT_WRITER_H

#include "checkpoint/checkpoint_gather.h"
#include "results/worker_thread.h"

struct checkpoint_writer {
    const char *results;       /* borrowed; the folder's path, of rank 0 for its folders */
    bool afresh;               /* as given to create */
    const struct monitor *m;   /* borrowed */
    bool beside;               /* there are copies; else begin is always followed by finish */
    struct state_arrays copy;  /* owned; [components][n_owned] of each row that is copied */
    void *copy_of_feature[FEATURES_MOST]; /* owned; [n][n_owned] of its fields; NULL: it has none */
    enum { CHECKPOINT_NONE, CHECKPOINT_WRITING, CHECKPOINT_PUBLISHING } state;
    struct worker_thread work;
    struct solution s;
    struct checkpoint_source source;
    char name[NAME_SIZE], newest[NAME_SIZE], before[NAME_SIZE]; /* folders this run writes and has written */
    char *temporary;           /* owned; path of the folder under way, NULL when none is */
    double seconds_behind;     /* s that the second thread has worked */
};

/* Not collective. results, m: borrowed until the writer is freed. afresh: fields that are there
 * already are of an earlier run, and go when this one has its first; beside: memory for a copy is
 * taken on the device, so that the march can go on. */
void checkpoint_writer_create(const char *results, bool afresh, const struct monitor *m, bool beside,
                              struct checkpoint_writer *w);

/* Not collective. Waits for this rank's part under way, which comes to nothing; may be called when
 * nothing was created. */
void checkpoint_writer_free(struct checkpoint_writer *w);

/* Collective; iteration and time (s) are the same on all ranks. Begins RESULTS/fields-ITERATION,
 * after finishing what is under way. On all ranks nonzero with error_set() when the checkpoint before
 * or the folder of this one failed. */
int checkpoint_writer_begin(struct checkpoint_writer *w, int64_t iteration, double time);

/* Collective; waits for nothing but the ranks. On all ranks nonzero with error_set() when what has
 * ended meanwhile has failed. */
int checkpoint_writer_look(struct checkpoint_writer *w);

/* Collective. Waits until nothing is under way. Fails as checkpoint_writer_look(). */
int checkpoint_writer_finish(struct checkpoint_writer *w);

#endif
