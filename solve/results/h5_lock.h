/* h5_lock.h: one thread at a time in HDF5 and in background_copy_download(), where checkpoints, probes and series are
 * written by threads of their own. Held around every use of them while the march runs. Not collective; any thread. */
#ifndef UFV_SOLVE_RESULTS_H5_LOCK_H
#define UFV_SOLVE_RESULTS_H5_LOCK_H

/* Waits until no other thread holds the lock. A thread that holds it must not acquire it again. */
void h5_lock_acquire(void);
void h5_lock_release(void);

#endif
