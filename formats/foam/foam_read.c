/* foam_read.c: where the files of a mesh lie, and what is made of them. */
#include "foam/foam_read.h"

#include "foam/foam_mesh.h"
#include "in_file.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* Do points lie there, packed or not? */
static bool has_points(const char *folder)
{
    char *plain = text_join_path(folder, "points"), *packed = text_join_path(folder, "points.gz");
    bool has = in_file_opens(plain) || in_file_opens(packed);
    mem_free(plain);
    mem_free(packed);
    return has;
}

/* The folder with the files, NULL where there is none; mem_free() it. */
static char *find_folder(const char *path)
{
    static const char *const below[] = {"constant/polyMesh", "polyMesh", "."};
    size_t n = strlen(path);
    bool is_foam = n > 5 && strcmp(path + n - 5, ".foam") == 0;
    char *base = text_format("%.*s", is_foam ? (int)(text_base_name(path) - path) : (int)n, path);
    char *found = NULL;
    for (size_t i = 0; i < sizeof below / sizeof *below && !found; i++) {
        char *folder = strcmp(below[i], ".") == 0 ? text_format("%s", base[0] ? base : ".")
                                                  : text_join_path(base, below[i]);
        if (has_points(folder))
            found = folder;
        else
            mem_free(folder);
    }
    mem_free(base);
    return found;
}

bool foam_is_mesh(const char *path)
{
    size_t n = strlen(path);
    const char *oddity = in_file_oddity(path);
    if (!(n > 5 && strcmp(path + n - 5, ".foam") == 0) && !(oddity && strcmp(oddity, "a folder") == 0))
        return false;
    char *folder = find_folder(path);
    mem_free(folder);
    return folder != NULL;
}

int foam_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
              struct raw_mesh *m)
{
    struct foam f = {.m = m, .append = {.m = m}, .scale = scale != 0.0 ? scale : 1.0, .notes = {path, note, context}};
    memset(m, 0, sizeof *m);
    if (!(f.scale > 0.0) || !isfinite(f.scale))
        return error_set("%s: cannot be scaled by %g; give a positive factor", path, f.scale);
    f.folder = find_folder(path);
    if (!f.folder)
        return error_set("%s: has no points in constant/polyMesh, so it is no OpenFOAM mesh; give the folder of a case "
                         "with a mesh", path);
    m->source = text_format("%s", path);
    int status = foam_read_cells(&f) || foam_read_boundary(&f);
    mem_free(f.owner);
    mem_free(f.neighbour);
    mem_free(f.folder);
    if (status != 0)
        raw_mesh_free(m);
    return status;
}
