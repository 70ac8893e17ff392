/* protect.c: what is protected is known by device and inode, and by its name in its folder, so that no spelling of a
 * path and no link gets around it, nor a file that comes into being later. An inode counts as long as the path of
 * what is protected leads there: once that has been removed, a new file may get its number.
 */
#include "protect.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A place that a path leads to: the file, when there is one, and its name in its folder. */
struct place {
    bool exists, has_folder;
    dev_t device, folder_device;
    ino_t inode, folder_inode;
    char *name; /* owned; NULL: a protected folder, whose own place is folder_* */
    char *path; /* owned; of what is protected, else NULL */
};

static struct {
    struct place *item; /* [n]; not by mem.h: it lasts as long as the program, which is no leak */
    size_t n;
} protected;

static char *copy_of(const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        FATAL("out of memory");
    return copy;
}

/* A folder that is not there has no number, and nothing can be written into it either. */
static void set_folder(struct place *p, const char *path)
{
    struct stat st;
    p->has_folder = stat(path, &st) == 0;
    if (p->has_folder) {
        p->folder_device = st.st_dev;
        p->folder_inode = st.st_ino;
    }
}

/* exists, device, inode: of what the path leads to, links followed; the folder's by the path as it stands. */
static struct place place_of(const char *path)
{
    struct place p = {.name = copy_of(text_base_name(path))};
    struct stat st;
    /* "a/b/wing.csv" lies in "a/b/.", "wing.csv" in ".". */
    char *folder = text_format("%.*s.", (int)(text_base_name(path) - path), path);
    p.exists = stat(path, &st) == 0;
    if (p.exists) {
        p.device = st.st_dev;
        p.inode = st.st_ino;
    }
    set_folder(&p, folder);
    mem_free(folder);
    return p;
}

static bool is_same_folder(const struct place *a, const struct place *b)
{
    return a->has_folder && b->has_folder && a->folder_device == b->folder_device && a->folder_inode == b->folder_inode;
}

/* Does the path of what is protected still lead to that folder, and with `itself` to that file? */
static bool is_still_there(const struct place *by, bool itself)
{
    struct place now = {.name = NULL};
    if (by->name)
        now = place_of(by->path);
    else
        set_folder(&now, by->path);
    free(now.name);
    return is_same_folder(&now, by) &&
           (!itself || (now.exists && now.device == by->device && now.inode == by->inode));
}

/* Is the place `to` that of a file or folder that is protected, or in such a folder?
 * A folder protects itself and what lies directly in it, old or new; a file its name in its folder, and itself under
 * any other name (a hard link). */
static bool is_protected_by(const struct place *to, const struct place *by)
{
    bool same_folder = is_same_folder(to, by);
    if (!by->name)
        return (same_folder || (to->exists && by->has_folder && to->device == by->folder_device &&
                                to->inode == by->folder_inode)) && is_still_there(by, false);
    bool same_name = same_folder && strcmp(to->name, by->name) == 0;
    bool same_file = to->exists && by->exists && to->device == by->device && to->inode == by->inode;
    return (same_name && is_still_there(by, false)) || (same_file && is_still_there(by, true));
}

/* Takes over the name. What is there already, as an input that is read again and again, is not added. */
static void add(struct place p)
{
    for (size_t i = 0; i < protected.n; i++) {
        struct place *q = &protected.item[i];
        if (!q->name == !p.name && is_same_folder(q, &p) && (!p.name || strcmp(q->name, p.name) == 0)) {
            q->exists = p.exists;
            q->device = p.device;
            q->inode = p.inode;
            free(p.name);
            /* A later spelling replaces the earlier one: either leads there. */
            free(q->path);
            q->path = p.path;
            return;
        }
    }
    protected.item = realloc(protected.item, (protected.n + 1) * sizeof *protected.item);
    if (!protected.item)
        FATAL("out of memory");
    protected.item[protected.n++] = p;
}

void protect_file(const char *path)
{
    struct place p = place_of(path);
    p.path = copy_of(path);
    add(p);
}

void protect_folder(const char *path)
{
    struct place p = {.path = copy_of(path)};
    set_folder(&p, path);
    add(p);
}

size_t protect_count(void)
{
    return protected.n;
}

void protect_forget_from(size_t n)
{
    for (; protected.n > n; protected.n--) {
        free(protected.item[protected.n - 1].name);
        free(protected.item[protected.n - 1].path);
    }
}

void protect_nothing(void)
{
    protect_forget_from(0);
    free(protected.item);
    protected.item = NULL;
}

/* A path as it stands, or what it leads to through links. */
static int check_place(const char *path, const char *shown)
{
    struct place to = place_of(path);
    const struct place *by = NULL;
    for (size_t i = 0; i < protected.n && !by; i++)
        if (is_protected_by(&to, &protected.item[i]))
            by = &protected.item[i];
    free(to.name);
    if (!by)
        return 0;
    if (by->name)
        return error_set("%s: the output would replace %s, which belongs to the input or results; give it another "
                         "name", shown,
                         by->name);
    return error_set("%s: the output would replace or lie in a folder of the input or results; give it another folder",
                     shown);
}

/* The path itself is compared, and what it leads to through symbolic links. */
static int check_path(const char *path)
{
    if (protected.n == 0)
        return 0;
    TRY(check_place(path, path));
    char *target = realpath(path, NULL);
    int status = target ? check_place(target, path) : 0;
    free(target);
    return status;
}

/* The temporary name too: out_file.h writes there first, and a pack called wing.tmp would be overwritten. */
int protect_check(const char *path)
{
    TRY(check_path(path));
    char *temporary = text_format("%s.tmp", path);
    int status = check_path(temporary);
    mem_free(temporary);
    return status;
}

bool protect_is_one_place(const char *a, const char *b)
{
    struct place one = place_of(a), other = place_of(b);
    bool same = (is_same_folder(&one, &other) && strcmp(one.name, other.name) == 0) ||
                (one.exists && other.exists && one.device == other.device && one.inode == other.inode);
    free(one.name);
    free(other.name);
    return same;
}
