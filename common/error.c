/* error.c: the recorded sentence, one a thread, and the end of a program that cannot go on. */
#include "error.h"

#include "printable.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_SIZE = 2048 };

static _Thread_local char message[MESSAGE_SIZE];
static void (*fatal_handler)(void);

static void format_sentence(char text[MESSAGE_SIZE], const char *format, va_list ap)
{
    vsnprintf(text, MESSAGE_SIZE, format, ap);
    printable_clean(text);
    /* A sentence is one line, whatever it quotes: who reads a log takes the last. */
    for (char *end = strchr(text, '\n'); end; end = strchr(end, '\n'))
        *end = '?';
}

int error_set(const char *format, ...)
{
    /* Formatted aside first: an argument may be the old message. */
    char text[MESSAGE_SIZE];
    va_list ap;
    va_start(ap, format);
    format_sentence(text, format, ap);
    va_end(ap);
    memcpy(message, text, sizeof message);
    return 1;
}

const char *error_advice(int reason)
{
    switch (reason) {
    case ENOSPC:
    case EDQUOT:
        return "; is the disk full?";
    case EROFS:
    case EACCES:
    case EPERM:
        return "; nothing may be written there: name another folder";
    case ENAMETOOLONG:
        return "; give it a shorter name";
    default:
        return "";
    }
}

int error_no_folder(const char *path)
{
    const char *advice = errno == ENOENT    ? "; make the folder that it should lie in first"
                         : errno == ENOTDIR ? "; a file has the name of a folder on the way: name another folder"
                                            : error_advice(errno);
    return error_set("%s: cannot be made: %s%s", path, strerror(errno), advice);
}

int error_prefix(const char *format, ...)
{
    char prefix[MESSAGE_SIZE / 2], rest[MESSAGE_SIZE];
    va_list ap;
    va_start(ap, format);
    vsnprintf(prefix, sizeof prefix, format, ap);
    va_end(ap);
    memcpy(rest, message, sizeof rest);
    int n = snprintf(message, sizeof message, "%s: ", prefix);
    strncat(message, rest, sizeof message - (size_t)n - 1);
    printable_clean(message);
    return 1;
}

const char *error_message(void)
{
    return message;
}

void error_fatal(const char *file, int line, const char *format, ...)
{
    char text[MESSAGE_SIZE];
    va_list ap;
    va_start(ap, format);
    format_sentence(text, format, ap);
    va_end(ap);
    fprintf(stderr, "ufv: %s:%d: %s\n", file, line, text);
    /* What the program has printed so far goes out before the handler, which may end the process (MPI_Abort()). */
    fflush(NULL);
    if (fatal_handler)
        fatal_handler();
    exit(EXIT_BAD);
}

void error_set_fatal_handler(void (*handler)(void))
{
    fatal_handler = handler;
}
