/* stop_signal.h: signals that ask a run to end: SIGTERM, SIGINT, SIGHUP, and SIGUSR1, which
 * batch systems send before the time limit.
 *
 *   start ........ packs, restart ........ | first step ........ | reports | end
 *   nothing to lose: ends with status 3      checkpoint, status 3
 *
 * While a run is set up, a signal is remembered; the ranks look at moments when they meet
 * anyway and end together. Should the next such moment be far away (a pack of 100 GB), the
 * process ends by itself after STOP_SIGNAL_GRACE s, or at once at a second signal. Once the
 * march has begun, it looks by itself and writes a checkpoint first.
 *
 * A run ignores SIGPIPE: a reader of stdout or stderr that goes away (`| head`) must not end it.
 *
 * Nothing here is collective but stop_signal_any().
 */
#ifndef UFV_SOLVE_RESULTS_STOP_SIGNAL_H
#define UFV_SOLVE_RESULTS_STOP_SIGNAL_H

enum { STOP_SIGNAL_GRACE = 5 }; /* s */

/* Called first in main(). SIGHUP stays ignored where it is so already (nohup). Signals that stop_signal_hold() held
 * back arrive now. */
void stop_signal_catch(void);

/* From here on nobody needs to read what is printed: SIGPIPE is ignored. For runs, not for what prints
 * a page. */
void stop_signal_ignore_lost_readers(void);

/* From here on a signal is only remembered: who calls looks often enough. */
void stop_signal_leave_to_march(void);

/* A file to be removed, too, should the process end by itself before the first step: a lock. Copied; NULL:
 * none. */
void stop_signal_unlink(const char *path);

/* The newest signal's number, 0 when none has come. Any thread. */
int stop_signal_caught(void);

/* Collective. The same on all ranks: the highest number that any of them has caught, 0 when none has. */
int stop_signal_any(void);

/* The name of the signal, "SIGTERM" for example. A static string. */
const char *stop_signal_name(int number);

/* Before execv(): signals are held back, one caught before comes again, and the program that takes
 * this one's place hears of them in stop_signal_catch(). Call that when execv() has failed, too. */
void stop_signal_hold(void);

#endif
