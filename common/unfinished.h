/* unfinished.h: a signal that ends a program leaves nothing half written.
 *
 * Whoever makes a file or a folder under a temporary name registers it here until it is whole and has its own name.
 * A program that calls unfinished_remove_on_signals() removes what is registered when SIGINT, SIGTERM or SIGHUP ends
 * it, and when exit() does while something is unfinished (a FATAL()). In others the list is kept and nobody reads it:
 * ufv-solve ends by signals in its own way (solve/results/stop_signal.h).
 */
#ifndef UFV_COMMON_UNFINISHED_H
#define UFV_COMMON_UNFINISHED_H

#ifdef __cplusplus
extern "C" {
#endif

/* Removes the path in a signal handler: may call nothing but what signal-safety(7) lists. */
typedef void unfinished_remover(const char *path);

/* From now on until unfinished_end(path) the path is unfinished. To be called before it is made. path: copied; one of
 * PATH_MAX bytes or more is not registered. remover: NULL for unlink(). Any thread. */
void unfinished_begin(const char *path, unfinished_remover *remover);

/* Makes a file of a name that nobody has and begins it, without a signal between the two. name: its template as
 * mkstemps() takes it, with `suffix` characters behind the XXXXXX; out: its name. Returns its descriptor, for the
 * caller to close, or -1 with errno. Any thread. */
int unfinished_make(char *name, int suffix);

/* The path has been removed, or renamed to the name that it was made for. One that is not registered is no error. */
void unfinished_end(const char *path);

/* From now on such a signal removes what is registered, newest first, says so in one line on stderr (nothing where
 * nothing was registered) and ends the program as it would have without: status 128 + its number in a shell. Signals
 * that were ignored (nohup) stay so. program: its name in that line, a string literal. Once, by main(). */
void unfinished_remove_on_signals(const char *program);

/* What exit() does then, at once: for whoever removes something at exit that a remover needs (folder_lock.h). Nothing
 * in a program that has not called unfinished_remove_on_signals(). */
void unfinished_remove_at_exit(void);

#ifdef __cplusplus
}
#endif

#endif
