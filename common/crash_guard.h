/* crash_guard.h: one sentence that names the file when a library crashes on it.
 *
 * HDF5 and CGNS believe what a file says: a few changed bytes can make them use a wild pointer, divide by
 * zero, recurse without end or abort. While a file is guarded such a signal (SIGSEGV, SIGBUS, SIGFPE,
 * SIGILL, SIGABRT) ends the program with status 1 after "ufv: FILE: ..." on stderr, where the shell would
 * say "Segmentation fault". Signals at other times go to whoever had them before.
 *
 * Builds with an address sanitizer do without: they are to show the place.
 */
#ifndef UFV_COMMON_CRASH_GUARD_H
#define UFV_COMMON_CRASH_GUARD_H

#ifdef __cplusplus
extern "C" {
#endif

/* From now on until crash_guard_end() a crash is blamed on that file. Returns the number to end it by.
 * Several files may be guarded at once: the last begun of those left is named. path: copied. advice: how
 * the sentence ends ("run ufv-prep again"), a string literal. Any thread; the stack of a thread that
 * recurses without end is guarded when the thread called this. Never fails. */
int crash_guard_begin(const char *path, const char *advice);

/* Ends what crash_guard_begin() returned; a negative number is allowed and does nothing. */
void crash_guard_end(int guard);

#ifdef __cplusplus
}
#endif

#endif
