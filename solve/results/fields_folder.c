/* fields_folder.c: removing by one rule, and taking a name over so that at any moment a whole
 * checkpoint stands where RESULTS/latest says. */
#include "results/fields_folder.h"

#include "error.h"
#include "mem.h"
#include "pack/solution.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char fields_folder_diverged[] = "diverged";
static const char writing[] = ".tmp", replaced[] = ".replaced.tmp";

/* ---- what is ours ---- */

/* The iteration of a name with something behind it, *rest, or nothing; -1: it is none. */
static int64_t iteration_before(const char *name, const char **rest)
{
    char whole[NAME_SIZE];
    *rest = strchr(name, '.') ? strchr(name, '.') : name + strlen(name);
    snprintf(whole, sizeof whole, "%.*s", (int)(*rest - name), name);
    return *rest - name < NAME_SIZE ? solution_folder_iteration(whole) : -1;
}

bool fields_folder_is(const char *name)
{
    return solution_folder_iteration(name) >= 0;
}

/* By whole names: an iteration's or `diverged`, with one of the two suffixes and nothing behind them. */
static bool is_left_over(const char *name)
{
    const char *rest;
    size_t n = strlen(fields_folder_diverged);
    if (strncmp(name, fields_folder_diverged, n) == 0)
        return strcmp(name + n, writing) == 0;
    return iteration_before(name, &rest) >= 0 && (strcmp(rest, writing) == 0 || strcmp(rest, replaced) == 0);
}

int64_t fields_folder_iteration(const char *name)
{
    const char *rest;
    int64_t iteration = iteration_before(name, &rest);
    return *rest && !is_left_over(name) ? -1 : iteration;
}

/* rank-00000.h5 and rank-00000.h5.tmp. */
static bool is_rank_file(const char *name)
{
    static const char prefix[] = "rank-";
    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return false;
    const char *digits = name + strlen(prefix);
    size_t n = strspn(digits, "0123456789");
    return n >= 5 && (strcmp(digits + n, ".h5") == 0 || strcmp(digits + n, ".h5.tmp") == 0);
}

/* ---- removing ---- */

/* O_NOFOLLOW: a link is not opened, whatever it leads to.
 * File by file through the descriptor of the folder, so that a rename in between cannot lead elsewhere. */
static void remove_ours(const char *results, const char *name)
{
    char *path = text_join_path(results, name);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d && fd >= 0)
        close(fd);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        if (is_rank_file(e->d_name))
            unlinkat(fd, e->d_name, 0); /* fails on folders */
    if (d) {
        closedir(d);
        rmdir(path); /* fails when something else is in it */
    }
    mem_free(path);
}

void fields_folder_remove(const char *results, const char *name)
{
    if (fields_folder_is(name))
        remove_ours(results, name);
}

void fields_folder_remove_diverged(const char *results)
{
    remove_ours(results, fields_folder_diverged);
    fields_folder_remove_temporary(results, fields_folder_diverged);
}

void fields_folder_remove_temporary(const char *results, const char *name)
{
    char *temporary = text_format("%s%s", name, writing);
    if (is_left_over(temporary))
        remove_ours(results, temporary);
    mem_free(temporary);
}

/* The list is read while entries are removed; POSIX allows that, an entry removed may or may not be seen again, and
 * a second removal does nothing. */
void fields_folder_remove_others(const char *results, const char *name)
{
    DIR *d = opendir(results);
    if (!d)
        return;
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if ((fields_folder_is(e->d_name) && strcmp(e->d_name, name) != 0) || is_left_over(e->d_name))
            remove_ours(results, e->d_name);
    closedir(d);
}

/* ---- making ---- */

char *fields_folder_temporary(const char *results, const char *name)
{
    return text_format("%s/%s%s", results, name, writing);
}

/* Nothing, or a plain folder, stands there. */
static int check_place(const char *path)
{
    struct stat s;
    if (lstat(path, &s) != 0 || S_ISDIR(s.st_mode))
        return 0;
    return error_set("%s: is %s where a checkpoint must go; move it away and restart", path,
                     S_ISLNK(s.st_mode) ? "a symbolic link, which is never replaced," : "not a folder");
}

int fields_folder_check(const char *results, const char *name)
{
    char *folder = text_join_path(results, name), *temporary = fields_folder_temporary(results, name);
    int status = check_place(folder) || check_place(temporary);
    mem_free(folder);
    mem_free(temporary);
    return status;
}

/* What is left under the temporary name of a run that was killed goes first: ranks must not find files
 * of another moment among theirs. */
int fields_folder_make(const char *results, const char *name)
{
    TRY(fields_folder_check(results, name));
    char *path = fields_folder_temporary(results, name);
    fields_folder_remove_temporary(results, name);
    int status = mkdir(path, 0777) != 0 ? error_no_folder(path) : 0;
    mem_free(path);
    return status;
}

/* ---- publishing ---- */

/* Paths, and where the older checkpoint of that name is meanwhile. */
struct place {
    const char *results, *name;
    char *folder, *temporary, *aside_name, *aside; /* owned */
    enum { OLDER_NOT_TOUCHED, OLDER_NONE, OLDER_IN_TEMPORARY, OLDER_ASIDE } older;
};

/* Both names change hands at once where the file system can do that; else the older folder steps
 * aside first.
 * Without RENAME_EXCHANGE (some network file systems have none) there is a moment between the two renames at which
 * no folder has the name; a run killed then leaves both, whole, under their temporary names. */
static int take_name(struct place *p)
{
    struct stat s;
    bool replaces = lstat(p->folder, &s) == 0;
    if (replaces && renameat2(AT_FDCWD, p->temporary, AT_FDCWD, p->folder, RENAME_EXCHANGE) == 0) {
        p->older = OLDER_IN_TEMPORARY;
        return 0;
    }
    if (replaces && rename(p->folder, p->aside) != 0)
        return error_set("%s: cannot be renamed to %s: %s", p->folder, p->aside, strerror(errno));
    /* Before the next rename: give_back() has to know how far this one came. */
    p->older = replaces ? OLDER_ASIDE : OLDER_NONE;
    if (rename(p->temporary, p->folder) != 0)
        return error_set("%s: cannot be renamed to %s: %s", p->temporary, p->folder, strerror(errno));
    return 0;
}

/* After a failure: the older checkpoint as it was.
 * error_prefix() adds to the sentence of the failure that brought us here, and does not replace it. */
static void give_back(struct place *p)
{
    if (p->older == OLDER_IN_TEMPORARY &&
        renameat2(AT_FDCWD, p->temporary, AT_FDCWD, p->folder, RENAME_EXCHANGE) != 0) {
        error_prefix("the older fields are in %s", p->temporary);
        return;
    }
    if (p->older == OLDER_NONE || p->older == OLDER_ASIDE)
        fields_folder_remove(p->results, p->name);
    if (p->older == OLDER_ASIDE && rename(p->aside, p->folder) != 0)
        error_prefix("the older fields are in %s", p->aside);
    fields_folder_remove_temporary(p->results, p->name);
}

/* The order is what makes it safe: the name is taken, RESULTS/latest is set, and only then is the older folder
 * removed. */
int fields_folder_publish(const char *results, const char *name)
{
    struct place p = {.results = results, .name = name, .older = OLDER_NOT_TOUCHED};
    p.folder = text_join_path(results, name);
    p.temporary = fields_folder_temporary(results, name);
    /* Left by a run that was killed between the two renames; now a newer folder stands in its place. */
    p.aside_name = text_format("%s%s", name, replaced);
    p.aside = text_join_path(results, p.aside_name);
    remove_ours(results, p.aside_name);
    int status = take_name(&p);
    if (status == 0)
        status = solution_set_latest(results, name);
    if (status)
        give_back(&p);
    if (status == 0 && p.older == OLDER_IN_TEMPORARY)
        fields_folder_remove_temporary(results, name);
    if (status == 0 && p.older == OLDER_ASIDE)
        remove_ours(results, p.aside_name);
    mem_free(p.folder);
    mem_free(p.temporary);
    mem_free(p.aside_name);
    mem_free(p.aside);
    return status;
}

/* The older state is removed before the new one has its name: no restart counts on it. */
int fields_folder_publish_diverged(const char *results)
{
    char *folder = text_join_path(results, fields_folder_diverged);
    char *temporary = fields_folder_temporary(results, fields_folder_diverged);
    remove_ours(results, fields_folder_diverged);
    int status = rename(temporary, folder) != 0
                     ? error_set("%s: cannot be renamed to %s: %s", temporary, folder, strerror(errno))
                     : 0;
    if (status)
        fields_folder_remove_temporary(results, fields_folder_diverged);
    mem_free(folder);
    mem_free(temporary);
    return status;
}
