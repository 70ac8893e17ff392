#include "pack/pack_folder.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_ours(const char *name)
{
    return text_glob("rank-[0-9]*.h5", name) || text_glob("rank-[0-9]*.h5.tmp", name) ||
           text_glob("manifest.ini*", name) || strcmp(name, "report.json") == 0 ||
           strcmp(name, "report.json.tmp") == 0;
}

enum folder_state { FOLDER_NONE, FOLDER_EMPTY, FOLDER_PACKS, FOLDER_OTHER };

/* What a path is; `stranger` gets the first entry that is not ours. */
static enum folder_state look(const char *path, char *stranger, size_t size)
{
    DIR *d = opendir(path);
    if (!d) {
        text_copy(stranger, size, "it is not a folder that can be read");
        return errno == ENOENT ? FOLDER_NONE : FOLDER_OTHER;
    }
    enum folder_state state = FOLDER_EMPTY;
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        if (!is_ours(e->d_name)) {
            snprintf(stranger, size, "it holds %s", e->d_name);
            state = FOLDER_OTHER;
            break;
        }
        state = FOLDER_PACKS;
    }
    closedir(d);
    return state;
}

/* Removes our files and the folder; strangers keep it alive. */
static int remove_packs(const char *path)
{
    DIR *d = opendir(path);
    if (!d)
        return errno == ENOENT ? 0 : error_set("%s: cannot be read: %s", path, strerror(errno));
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (is_ours(e->d_name)) {
            char *file = text_join_path(path, e->d_name);
            unlink(file);
            mem_free(file);
        }
    closedir(d);
    return rmdir(path) == 0 ? 0 : error_set("%s: cannot be removed: %s", path, strerror(errno));
}

/* On the way out of a failure, whose sentence is kept. */
static void remove_packs_quietly(const char *path)
{
    char *sentence = text_format("%s", error_message());
    remove_packs(path);
    error_set("%s", sentence);
    mem_free(sentence);
}

static int refuse_other(const char *path)
{
    char stranger[512];
    if (look(path, stranger, sizeof stranger) == FOLDER_OTHER)
        return error_set("%s: is no folder of packs and is not overwritten: %s; name another folder", path, stranger);
    return 0;
}

int pack_folder_begin(const char *out, struct pack_folder *f)
{
    char real[PATH_MAX];
    /* A link is followed, so that the folder behind it is replaced, not the link. */
    f->out = text_format("%s", realpath(out, real) ? real : out);
    for (size_t n = strlen(f->out); n > 1 && f->out[n - 1] == '/'; n--)
        f->out[n - 1] = '\0';
    f->temporary = text_format("%s.tmp", f->out);
    int status = refuse_other(f->out) || refuse_other(f->temporary) || remove_packs(f->temporary);
    if (status == 0 && mkdir(f->temporary, 0777) != 0)
        status = error_no_folder(f->temporary);
    if (status != 0) {
        MEM_FREE(f->out);
        MEM_FREE(f->temporary);
    }
    return status;
}

int pack_folder_probe(const char *out)
{
    struct pack_folder f;
    if (out[0] == '\0')
        return error_set("--out: the name of the folder is empty");
    TRY(pack_folder_begin(out, &f));
    int status = remove_packs(f.temporary);
    MEM_FREE(f.out);
    MEM_FREE(f.temporary);
    return status;
}

static int put_in_place(const struct pack_folder *f)
{
    char stranger[512];
    char *old = text_format("%s.old", f->out);
    int status = refuse_other(f->out) || refuse_other(old);
    bool replace = status == 0 && look(f->out, stranger, sizeof stranger) != FOLDER_NONE;
    if (replace && (remove_packs(old) != 0 || rename(f->out, old) != 0))
        status = error_set("%s: the older packs cannot be moved to %s: %s", f->out, old, strerror(errno));
    if (status == 0 && rename(f->temporary, f->out) != 0) {
        status = error_set("%s: cannot be renamed to %s: %s", f->temporary, f->out, strerror(errno));
        if (replace && rename(old, f->out) != 0)
            error_prefix("the older packs are at %s", old);
    } else if (replace && status == 0) {
        remove_packs(old);
    }
    mem_free(old);
    return status;
}

int pack_folder_finish(struct pack_folder *f, int status)
{
    if (status == 0)
        status = put_in_place(f);
    if (status != 0)
        remove_packs_quietly(f->temporary);
    MEM_FREE(f->out);
    MEM_FREE(f->temporary);
    return status;
}
