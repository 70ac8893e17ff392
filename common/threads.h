/* threads.h: OpenMP's threads, started before work begins: the library ends the program without a sentence where it
 * cannot start one.
 */
#ifndef UFV_COMMON_THREADS_H
#define UFV_COMMON_THREADS_H

#include <stdbool.h>

/* More are a mistake: no host has so many cores, and the library needs memory for each. */
enum { THREADS_MOST = 4096 };

/* Starts `wanted` threads, 0: OMP_NUM_THREADS or one a core, for the loops of the calling thread to come. Where the
 * system would not give twice as many, fewer are used, so that something is left for the work, and a note on stderr
 * says so; results do not depend on it. Fails where more than THREADS_MOST are asked for. program: for the note. Once,
 * by the main thread, before its first loop. Not collective. */
int threads_start(const char *program, long wanted);

/* Would the system start n more threads now? Asked before a loop within a loop, for which OpenMP starts its own, and
 * ends the program where it cannot. Not collective. */
bool threads_have_room(int n);

#endif
