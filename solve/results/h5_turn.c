/* h5_turn.c: the one lock of the process: HDF5, unless it is built for threads, keeps its state in global variables. */
#include "results/h5_turn.h"

#include <pthread.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

void h5_turn_take(void)
{
    pthread_mutex_lock(&turn);
}

void h5_turn_give(void)
{
    pthread_mutex_unlock(&turn);
}
