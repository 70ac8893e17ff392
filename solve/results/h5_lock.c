/* h5_lock.c: the one lock of the process: HDF5, unless it is built for threads, keeps its state in global variables. */
#include "results/h5_lock.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void h5_lock_acquire(void)
{
    pthread_mutex_lock(&mutex);
}

void h5_lock_release(void)
{
    pthread_mutex_unlock(&mutex);
}
