/* cgns_links.c: a walk over the links of an HDF5 file, and over the files that they lead to. */
#include "cgns/cgns_links.h"

#include "error.h"
#include "in_file.h"
#include "mem.h"
#include "name_index.h"
#include "text.h"

#include <hdf5.h>
#include <stdbool.h>
#include <string.h>

/* Files in turn: those met are appended while the first ones are walked over. */
struct walk {
    struct name_index files; /* paths */
    const char *path;        /* of the present one, borrowed from files */
};

/* The k-th place where a linked file may lie, or NULL; the caller's.
 * As HDF5 looks for external links: as named, then beside the linking file, first with its folders, then by its bare
 * name. */
static char *candidate(const char *from, const char *file, int k)
{
    const char *slash = strrchr(from, '/');
    int n = slash ? (int)(slash - from) + 1 : 0;
    if (k == 0)
        return text_format("%s", file);
    return k < 3 ? text_format("%.*s%s", n, from, k == 1 ? file : text_base_name(file)) : NULL;
}

const char *cgns_link_oddity(const char *from, const char *file)
{
    const char *what = NULL;
    char *path;
    for (int k = 0; file[0] && !what && (path = candidate(from, file, k)); k++) {
        what = in_file_oddity(path);
        mem_free(path);
    }
    return what;
}

/* A file that `name` refers to: refused, or to be walked over as well.
 * A device or a pipe would block HDF5 forever, or feed it something else at each opening; hence only plain files. */
static int take_file(struct walk *w, const char *name, const char *file)
{
    const char *what = cgns_link_oddity(w->path, file);
    char *path;
    if (what)
        return error_set("%s: '%s' refers to %s, which is %s, not a plain file; export the mesh again into one file",
                         w->path, name, file, what);
    for (int k = 0; (path = candidate(w->path, file, k)); k++) {
        if (H5Fis_hdf5(path) > 0)
            name_index_add(&w->files, path);
        mem_free(path);
    }
    return 0;
}

static int take_link(struct walk *w, hid_t root, const char *name, size_t bytes)
{
    const char *file, *object;
    unsigned flags;
    char *value = mem_zalloc("link", bytes + 1, 1);
    int status = 0;
    if (H5Lget_val(root, name, value, bytes, H5P_DEFAULT) >= 0 &&
        H5Lunpack_elink_val(value, bytes, &flags, &file, &object) >= 0)
        status = take_file(w, name, file);
    mem_free(value);
    return status;
}

/* The files in which the bytes of an array lie, if not in this one. */
static int take_array(struct walk *w, hid_t root, const char *name)
{
    hid_t set = H5Dopen2(root, name, H5P_DEFAULT);
    hid_t layout = set >= 0 ? H5Dget_create_plist(set) : -1;
    int n = layout >= 0 ? H5Pget_external_count(layout) : 0, status = 0;
    for (int i = 0; i < n && status == 0; i++) {
        char file[1024] = "";
        off_t offset;
        hsize_t size;
        if (H5Pget_external(layout, (unsigned)i, sizeof file - 1, file, &offset, &size) >= 0)
            status = take_file(w, name, file);
    }
    if (n == 0 && layout >= 0 && H5Pget_layout(layout) == H5D_VIRTUAL)
        status = error_set("%s: '%s' is put together from arrays of other places; export the mesh again into one file",
                           w->path, name);
    H5Pclose(layout);
    H5Dclose(set);
    return status;
}

/* For H5Lvisit(): 0 goes on, a positive number stops the walk and is returned. Soft links stay within the file. */
static herr_t take(hid_t root, const char *name, const H5L_info_t *info, void *context)
{
    static const char array[] = " data"; /* CGNS's name of the array of a node */
    size_t n = strlen(name), m = sizeof array - 1;
    if (info->type == H5L_TYPE_EXTERNAL)
        return take_link(context, root, name, info->u.val_size);
    if (info->type == H5L_TYPE_HARD && n >= m && strcmp(name + n - m, array) == 0)
        return take_array(context, root, name);
    return 0;
}

static int walk_file(struct walk *w)
{
    hid_t file = H5Fopen(w->path, H5F_ACC_RDONLY, H5P_DEFAULT);
    /* What cannot be opened is for cgns_open() to speak of. */
    if (file < 0)
        return 0;
    herr_t status = H5Lvisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, take, w);
    H5Fclose(file);
    return status > 0;
}

/* name_index keeps each file once, so that links in a circle end. */
int cgns_check_links(const char *path)
{
    struct walk w = {0};
    int status = 0;
    if (H5Fis_hdf5(path) > 0)
        name_index_add(&w.files, path);
    for (int i = 0; i < w.files.n && status == 0; i++) {
        w.path = w.files.name[i];
        status = walk_file(&w);
        if (status != 0 && i > 0)
            error_prefix("%s", path);
    }
    name_index_free(&w.files);
    return status;
}
