/* processes.h: ufv-post started several times by mpirun or srun.
 *
 * The first process does the work, or calls the others to share it, as it does with the
 * pieces of a VTU export; until then they wait. Without a launcher there is one
 * process, and MPI is not touched.
 */
#ifndef UFV_POST_INPUT_PROCESSES_H
#define UFV_POST_INPUT_PROCESSES_H

#include <stdbool.h>

/* Collective. To be called first; starts MPI when a launcher has started this process. */
void processes_begin(int *argc, char ***argv);

/* Waits for the first process to share its work or to end; true when this one has
 * something to do: always on the first. */
bool processes_are_called(void);

/* Collective. Ends MPI and returns the exit status, which is that of the first process. */
int processes_end(int status);

/* Is this the first process? Always without a launcher. */
bool processes_is_first(void);

/* From now on work is shared: the first calls the others, which come to this place by
 * themselves. */
void processes_share(void);

/* Is work shared among several processes now? */
bool processes_are_sharing(void);

/* Is piece k of some work, 0 or more, this process's? Always while work is not shared. */
bool processes_is_mine(int k);

/* Collective while work is shared: waits for all. Nonzero when status is on any. */
int processes_agree(int status);

/* After a failure, collective when it was agreed on: is this the process that prints its
 * sentence? The first one of those that have one; without agreement each. */
bool processes_says(bool has_sentence);

#endif
