/* h5_turn.c: a lock. */
#include "run/h5_turn.h"

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
