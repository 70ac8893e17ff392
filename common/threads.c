/* threads.c: plain threads are tried first, since their failure is told. */
#include "threads.h"

#include "error.h"
#include "mem.h"

#include <ctype.h>
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char stack_setting[] = "OMP_STACKSIZE";

/* What OMP_STACKSIZE gives each of OpenMP's threads, which the library keeps to itself: a number and B, K, M or G, K
 * when not given. In bytes; 0: not set, or nothing that the library takes. */
static size_t stack_size(void)
{
    static const char unit[] = "BKMG";
    const char *text = getenv(stack_setting);
    if (!text)
        return 0;
    text += strspn(text, " \t");
    char *end;
    errno = 0;
    unsigned long long n = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    if (n == 0 || errno != 0)
        return 0;
    end += strspn(end, " \t");
    const char *u = *end ? strchr(unit, toupper((unsigned char)*end)) : unit + 1;
    end += *end != '\0';
    int shift = u ? 10 * (int)(u - unit) : 0;
    return !u || end[strspn(end, " \t")] || n > SIZE_MAX >> shift ? 0 : (size_t)(n << shift);
}

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
    pthread_attr_t as_openmp;
    *reason = pthread_attr_init(&as_openmp);
    pthread_attr_setstacksize(&as_openmp, stack_size()); /* what it refuses OpenMP does not use either */
    pthread_mutex_lock(&gate);
    while (started < n && (*reason = pthread_create(&thread[started], &as_openmp, wait_for_all, &gate)) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    pthread_attr_destroy(&as_openmp);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    mem_free(thread);
    return started;
}

bool threads_have_room(int n)
{
    int reason;
    return try_threads(n, &reason) == n;
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
        const char *stack = stack_size() > 0 ? getenv(stack_setting) : NULL;
        fprintf(stderr, "%s: note: there is no room for %ld threads%s%s (%s): %d %s used; ulimit -a shows the limits "
                        "on memory and processes\n", program, wanted, stack ? " with OMP_STACKSIZE=" : "",
                stack ? stack : "", strerror(reason), beside + 1, beside > 0 ? "are" : "is");
    }
    omp_set_num_threads(beside + 1);
/* The library starts its own now and keeps them, before memory is taken by anything else. */
#pragma omp parallel
    {
    }
    return 0;
}
