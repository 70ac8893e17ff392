/* threads.c: plain threads are tried first, since their failure is told. */
#include "threads.h"

#include "error.h"
#include "mem.h"

#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Waits until all have been started: threads that end at once would need no room beside one another. */
static void *wait_for_all(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* How many of n threads beside the calling one the system gives; *reason: why not all, an errno. */
static int try_threads(int n, int *reason)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *thread = mem_alloc("threads", (size_t)n, sizeof *thread);
    int started = 0;
    *reason = 0;
    pthread_mutex_lock(&gate);
    while (started < n && (*reason = pthread_create(&thread[started], NULL, wait_for_all, &gate)) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    mem_free(thread);
    return started;
}

int threads_start(const char *program, long wanted)
{
    const char *setting = getenv("OMP_NUM_THREADS");
    int reason;
    if (wanted <= 0)
        wanted = omp_get_max_threads();
    if (wanted > THREADS_MOST)
        return error_set("OMP_NUM_THREADS=%s asks for %ld threads, more than %d; set it to the number of cores to use",
                         setting ? setting : "", wanted, THREADS_MOST);
    if (wanted > omp_get_thread_limit())
        wanted = omp_get_thread_limit();
    /* Twice as many: loops within loops, and those who write files, start some of their own, while work takes
     * memory. */
    int beside = (int)wanted - 1, started = try_threads(2 * beside, &reason);
    if (started < 2 * beside) {
        beside = started / 4;
        fprintf(stderr, "%s: note: there is no room for %ld threads (%s): %d %s used; ulimit -a shows the limits "
                        "on memory and processes\n", program, wanted, strerror(reason), beside + 1,
                beside > 0 ? "are" : "is");
    }
    omp_set_num_threads(beside + 1);
/* The library starts its own now and keeps them, before memory is taken by anything else. */
#pragma omp parallel
    {
    }
    return 0;
}
