/* probes_folder.c: only files of probes under the names of their sets, NAME.h5, and what a killed run left of them,
 * NAME.h5.tmp, are ever removed: a copy one-keep.h5 of one.h5 belongs to its user. Other things that were renamed with
 * the folder are moved back before anything is removed. All files are looked into before the march begins, while there
 * is only one thread to use HDF5. */
#include "features/probes/probes_folder.h"

#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "pack/probe_file.h"
#include "results/fields_folder.h"
#include "results/superseded.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder_name[] = "probes";

static bool has_kind(const char *path, mode_t kind)
{
    struct stat s;
    return lstat(path, &s) == 0 && (s.st_mode & S_IFMT) == kind;
}

/* ---- what is ours ---- */

/* Could it be, by its name? */
static bool is_called_ours(const char *path)
{
    return (text_glob("*.h5", path) || text_glob("*.h5.tmp", path)) && has_kind(path, S_IFREG);
}

/* By the set that a whole file holds; what a killed run left, .tmp, may not be readable. */
static bool is_ours(const char *path)
{
    if (!is_called_ours(path) || text_glob("*.tmp", path))
        return is_called_ours(path);
    char *set = text_format("%s", text_base_name(path));
    set[strlen(set) - strlen(".h5")] = '\0';
    bool ours = probe_file_is_of(path, set);
    mem_free(set);
    return ours;
}

/* The entry of a folder that is open; NULL behind the last one. *path: its path, new; free with mem_free(). */
static struct dirent *next_entry(DIR *d, const char *folder, char **path)
{
    struct dirent *e = d ? readdir(d) : NULL;
    while (e && (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0))
        e = readdir(d);
    *path = e ? text_join_path(folder, e->d_name) : NULL;
    return e;
}

/* ---- finding, removing ---- */

char *probes_folder_find(const char *results)
{
    return superseded_folder_find(results, folder_name);
}

/* Removes what `ours` says of a plain folder, and the folder if nothing else is in it. */
static void remove_from(const char *folder, bool (*ours)(const char *path))
{
    char *path;
    DIR *d = superseded_is_folder(folder) ? opendir(folder) : NULL;
    while (next_entry(d, folder, &path)) {
        if (ours(path))
            unlink(path);
        mem_free(path);
    }
    if (!d)
        return;
    closedir(d);
    /* Fails where something else is in it, which stays. */
    rmdir(folder);
}

/* Is it the name of a superseded folder? */
static bool is_superseded(const char *name)
{
    static const char prefix[] = "probes.";
    return strncmp(name, prefix, strlen(prefix)) == 0 && fields_folder_is(name + strlen(prefix));
}

static void remove_ours(const char *folder)
{
    remove_from(folder, is_ours);
}

/* Of a superseded folder, out of which what is not ours has been moved. */
static void remove_called_ours(const char *folder)
{
    remove_from(folder, is_called_ours);
}

void probes_folder_forget(const char *results)
{
    superseded_folder_forget(results, folder_name, remove_called_ours);
}

/* ---- beginning ---- */

/* Moves what is not ours in a superseded folder back to where it stood. */
static int give_back(const char *old, const char *folder)
{
    int status = 0;
    char *path;
    DIR *d = superseded_is_folder(old) ? opendir(old) : NULL;
    for (struct dirent *e = next_entry(d, old, &path); e; e = next_entry(d, old, &path)) {
        char *to = text_join_path(folder, e->d_name);
        /* Never over a file that is there by now. */
        if (status == 0 && !is_ours(path) && renameat2(AT_FDCWD, path, AT_FDCWD, to, RENAME_NOREPLACE) != 0)
            status = error_set("%s: is not a file of probes and cannot be moved to %s: %s; move it away", path, to,
                               strerror(errno));
        mem_free(to);
        mem_free(path);
    }
    if (d)
        closedir(d);
    return status;
}

/* A user's file may have been renamed along with the folder of any earlier run. */
static int give_back_all(const char *results, const char *folder)
{
    int status = 0;
    char *path;
    DIR *d = opendir(results);
    for (struct dirent *e = next_entry(d, results, &path); e; e = next_entry(d, results, &path)) {
        if (status == 0 && is_superseded(e->d_name))
            status = give_back(path, folder);
        mem_free(path);
    }
    if (d)
        closedir(d);
    return status;
}

/* Could the file be made there, or what is there be taken back? */
static int check_file(const char *folder, const char *set)
{
    char *path = text_format("%s/%s.h5", folder, set);
    int status = out_file_check(path) || out_file_check_temporary(path);
    mem_free(path);
    return status;
}

/* In a superseded folder and what would be put back beside it, or is there: a file of the same name that is not ours
 * either. */
static int check_strangers(const char *old, const char *results)
{
    int status = 0;
    char *path, *other;
    DIR *d = superseded_is_folder(old) ? opendir(old) : NULL;
    for (struct dirent *e = next_entry(d, old, &path); e; e = next_entry(d, old, &path)) {
        DIR *all = status == 0 && !is_ours(path) ? opendir(results) : NULL;
        for (struct dirent *f = next_entry(all, results, &other); f; f = next_entry(all, results, &other)) {
            char *twin = text_join_path(other, e->d_name);
            struct stat s;
            if (status == 0 && strcmp(other, old) != 0 &&
                (is_superseded(f->d_name) || strcmp(f->d_name, folder_name) == 0) && superseded_is_folder(other) &&
                lstat(twin, &s) == 0 && !is_ours(twin))
                status = error_set("%s and %s: are no files of probes, and one of them would be moved to where the "
                                   "other is; move one away", path, twin);
            mem_free(twin);
            mem_free(other);
        }
        if (all)
            closedir(all);
        mem_free(path);
    }
    if (d)
        closedir(d);
    return status;
}

int probes_folder_check_all(const char *results, bool goes_on)
{
    char *path;
    int status = goes_on ? 0 : superseded_folder_check_old(results, folder_name);
    DIR *d = opendir(results);
    for (struct dirent *e = next_entry(d, results, &path); e; e = next_entry(d, results, &path)) {
        if (status == 0 && is_superseded(e->d_name))
            status = check_strangers(path, results);
        mem_free(path);
    }
    if (d)
        closedir(d);
    return status;
}

int probes_folder_check(const char *results, const char *set)
{
    char *path, *folder = text_join_path(results, folder_name);
    int status = superseded_folder_check(folder, folder_name) || check_file(folder, set);
    DIR *d = opendir(results);
    for (struct dirent *e = next_entry(d, results, &path); e; e = next_entry(d, results, &path)) {
        if (status == 0 && is_superseded(e->d_name))
            status = check_file(path, set);
        mem_free(path);
    }
    if (d)
        closedir(d);
    mem_free(folder);
    return status;
}

int probes_folder_begin(const char *results, bool goes_on)
{
    TRY(superseded_folder_begin(results, folder_name, goes_on, remove_ours));
    char *folder = text_join_path(results, folder_name);
    int status = give_back_all(results, folder);
    mem_free(folder);
    return status;
}

/* Is there a folder of probes, of this run's name or of an earlier run? */
static bool is_any(const char *results)
{
    char *path;
    bool found = false;
    DIR *d = opendir(results);
    for (struct dirent *e = next_entry(d, results, &path); e; e = next_entry(d, results, &path)) {
        found = found || ((is_superseded(e->d_name) || strcmp(e->d_name, folder_name) == 0) &&
                          superseded_is_folder(path));
        mem_free(path);
    }
    if (d)
        closedir(d);
    return found;
}

int probes_folder_leave(const char *results)
{
    char *folder = text_join_path(results, folder_name);
    struct stat s;
    bool is_other = lstat(folder, &s) == 0 && !S_ISDIR(s.st_mode); /* no obstacle, since nothing is written there */
    int status = !is_other && is_any(results) ? probes_folder_begin(results, false) : 0;
    rmdir(folder); /* fails where something of the user's is in it */
    mem_free(folder);
    return status;
}
