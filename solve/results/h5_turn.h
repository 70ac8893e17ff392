/* h5_turn.h: one thread at a time in HDF5 and in background_copy_download(), where checkpoints, probes and series are
 * written by threads of their own. Around every use of them while the march runs. Not collective; any thread. */
#ifndef UFV_SOLVE_RESULTS_H5_TURN_H
#define UFV_SOLVE_RESULTS_H5_TURN_H

/* Waits until no other thread has it. Not to be taken twice. */
void h5_turn_take(void);
void h5_turn_give(void);

#endif
