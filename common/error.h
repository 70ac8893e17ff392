/* error.h: two ways to fail.
 *
 * Expected trouble (bad input, a missing file, a full disk): a function returns
 * nonzero after error_set() has recorded one sentence that names the file, the
 * place in it, what is wrong and what to do. Callers hand the status up with
 * TRY(); main prints error_message() and ends with status 1. In ufv-solve the
 * status is first agreed between ranks (solve/parallel/comm.h), so all ranks go down
 * together.
 *
 * A broken environment (out of memory, a CUDA error, a broken invariant):
 * FATAL() prints the place and stops the program, all ranks of it, through the
 * handler installed with error_set_fatal_handler().
 */
#ifndef UFV_COMMON_ERROR_H
#define UFV_COMMON_ERROR_H

/* Exit statuses of all programs (the command-line contract). */
enum {
    EXIT_DONE = 0,        /* finished; a steady run has converged, or what was asked for was reached */
    EXIT_BAD = 1,         /* bad input or failed run */
    EXIT_USAGE = 2,       /* wrong usage */
    EXIT_STOPPED = 3,     /* stopped on request or by a limit after a checkpoint */
    EXIT_FAILED = 4,      /* diverged, no further step possible, unphysical cells at the end */
    EXIT_UNCONVERGED = 5, /* a steady run that has ended without having converged */
};

#ifdef __GNUC__
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))
#else
#define PRINTF_LIKE(f, a)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Records the sentence (replacing an earlier one) and returns 1, so that a
 * function can end with `return error_set(...)`. Per thread. At most 2047 bytes are kept, and what a terminal
 * would obey is replaced by '?' (printable.h). */
int error_set(const char *format, ...) PRINTF_LIKE(1, 2);

/* What to do about an output that failed with this errno: "; is the disk full?", and the like; "" where there is
 * nothing to say. A static string. */
const char *error_advice(int reason);

/* Records the sentence on a folder that mkdir() could not make, from errno; returns 1. */
int error_no_folder(const char *path);

/* Puts `text: ` in front of the recorded sentence of this thread; returns 1. */
int error_prefix(const char *format, ...) PRINTF_LIKE(1, 2);

/* The recorded sentence, "" when there is none. Borrowed; valid until the next
 * error_set() of this thread. */
const char *error_message(void);

/* Calls f, hands a nonzero status up. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        if ((call) != 0)                                                                           \
            return 1;                                                                              \
    } while (0)

/* Prints "ufv: FILE:LINE: sentence" and stops all ranks. Does not return. */
#define FATAL(...) error_fatal(__FILE__, __LINE__, __VA_ARGS__)
#ifdef __GNUC__
__attribute__((noreturn))
#endif
void error_fatal(const char *file, int line, const char *format, ...) PRINTF_LIKE(3, 4);

/* Sets what error_fatal() calls after printing, for the whole program; it must not return. NULL stands for exit(1).
 * ufv-solve installs MPI_Abort. Not collective. */
void error_set_fatal_handler(void (*handler)(void));

#ifdef __cplusplus
}
#endif

#endif
