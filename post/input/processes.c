/* processes.c: MPI as far as ufv-post needs it: the first process calls the others, and all agree on failure. */
#include "input/processes.h"

#include "error.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

static struct {
    int n, rank;       /* processes, this one's number */
    bool mpi, shares;
    bool has_agreed;   /* on a failure: every process knows of it */
} self = {.n = 1};

/* What the launchers of Open MPI, Slurm and others leave for the processes they start.
 * Asked for before MPI_Init(), which in a process without a launcher would fail or take seconds on some hosts. */
static bool is_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") || getenv("PMI_RANK");
}

static void abort_all(void)
{
    MPI_Abort(MPI_COMM_WORLD, EXIT_BAD);
}

void processes_begin(int *argc, char ***argv)
{
    int provided;
    if (!is_launched())
        return;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_size(MPI_COMM_WORLD, &self.n);
    MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    self.mpi = true;
    error_set_fatal_handler(abort_all);
}

/* The first process says whether there is something to share. */
static bool call(bool work)
{
    /* The counterpart of each call is the other processes' processes_are_called(): they are in this broadcast until
     * then. */
    int said = work;
    if (self.mpi)
        MPI_Bcast(&said, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return said;
}

/* Other processes wait in a broadcast here until the first one shares its work or ends. */
bool processes_are_called(void)
{
    return processes_is_first() || call(false);
}

void processes_share(void)
{
    self.shares = self.n > 1;
    /* The first one calls the others out of processes_are_called(); these come here by running the same command, with
     * nothing to send. */
    if (processes_is_first())
        call(true);
}

/* Three ends: a failure that the others do not know of aborts them; a first process that shared nothing releases
 * those that wait; then all return the first one's status. */
int processes_end(int status)
{
    if (!self.mpi)
        return status;
    error_set_fatal_handler(NULL);
    if ((self.shares || !processes_is_first()) && status != 0 && !self.has_agreed)
        MPI_Abort(MPI_COMM_WORLD, status); /* the others would wait */
    if (processes_is_first() && !self.shares)
        call(false);
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return status;
}

bool processes_is_first(void)
{
    return self.rank == 0;
}

bool processes_are_sharing(void)
{
    return self.shares;
}

bool processes_is_mine(int k)
{
    /* In turn, since ranks of a run have parts of about the same size. */
    return !self.shares || k % self.n == self.rank;
}

/* has_agreed tells processes_end() that all processes know of the failure and none waits. */
int processes_agree(int status)
{
    int any = status != 0;
    if (self.shares)
        MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    self.has_agreed = any;
    return any;
}

/* Only the lowest process with a sentence prints it, so that a failure is told once. */
bool processes_says(bool has_sentence)
{
    int first = has_sentence ? self.rank : INT_MAX;
    if (self.shares && self.has_agreed)
        MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return first == self.rank;
}
