/* Faces of an open boundary that lie in a symmetry plane: found by their normals and places. */
#include "mesh/patch_planes.h"

#include "mesh/geometry.h"
#include "mem.h"
#include "progress/progress.h"
#include "vec3.h"

#include <math.h>
#include <stdio.h>

/* A plane n.x = at; flat: do all faces of the patch lie in it? */
struct plane {
    struct vec3 n;
    double at;
    bool flat;
};

/* Does face f lie in the plane? It may be off by a hundredth of a degree and by a thousandth of its width. */
static bool lies_in(const struct mesh *m, int64_t f, const struct plane *p)
{
    struct vec3 s, x;
    face_geometry(m, f, &s, &x);
    double area = vec3_norm(s);
    /* cos(0.01 degrees) = 1 - 1.5e-8. Either direction of the normal: the open patch may face the other way. */
    return fabs(vec3_dot(s, p->n)) > (1.0 - 1.5e-8) * area && fabs(vec3_dot(x, p->n) - p->at) < 1e-3 * sqrt(area);
}

/* The plane of every symmetry patch, by its first face.
 * Planar patches only: a symmetry patch of both sides of a plane mesh, say, has no plane of its own. */
static void find_planes(const struct mesh *m, struct plane *plane)
{
    for (int64_t f = 0; f < m->n_faces; f++)
        if (mesh_is_on_patch(m, f) && m->patch[~m->right[f]].kind == BC_SYMMETRY && !plane[~m->right[f]].flat) {
            struct plane *p = &plane[~m->right[f]];
            struct vec3 s, x;
            face_geometry(m, f, &s, &x);
            p->n = vec3_scale(1.0 / vec3_norm(s), s);
            p->at = vec3_dot(p->n, x);
            if (fabs(p->at) < 1e-6 * sqrt(vec3_norm(s))) /* rounding of the mesh generator */
                p->at = 0.0;
            p->flat = true;
        }
    for (int64_t f = 0; f < m->n_faces; f++)
        if (mesh_is_on_patch(m, f) && plane[~m->right[f]].flat && !lies_in(m, f, &plane[~m->right[f]]))
            plane[~m->right[f]].flat = false;
}

/* The advice is a line to copy; only planes normal to an axis can be written so. + 0.0 turns -0 into 0. */
static void say(const struct mesh *m, int patch, int symmetry, const struct plane *p, int64_t n)
{
    double part[3] = {p->n.x, p->n.y, p->n.z};
    int axis = -1;
    for (int d = 0; d < 3; d++)
        /* Within 0.8 degrees of an axis, as close as a mesh that was turned on purpose will hardly be. */
        if (fabs(part[d]) > 0.9999)
            axis = d;
    const struct mesh_patch *own = &m->patch[patch];
    char advice[160] = "move them in the mesh generator";
    if (axis >= 0)
        snprintf(advice, sizeof advice, "write in the case file: %s = %s symmetry_plane=%c:%g", own->name,
                 bc_kind_name(own->kind), "xyz"[axis], p->at / part[axis] + 0.0);
    progress_note("%" PRId64 " of the %" PRId64 " faces of patch %s (%s) lie in the plane of symmetry patch %s; if "
                  "they should be symmetry, %s",
                  n, own->n_faces, own->name, bc_kind_name(own->kind), m->patch[symmetry].name, advice);
}

/* For each symmetry plane in turn all faces of open patches: meshes have one or two such planes. Returns the
 * number of faces found, of all planes together. */
int64_t patch_planes_note(const struct mesh *m)
{
    struct plane *plane;
    int64_t *count, all = 0;
    MEM_NEW_ZERO(plane, m->n_patches);
    MEM_NEW_ZERO(count, m->n_patches);
    find_planes(m, plane);
    for (int s = 0; s < m->n_patches; s++) {
        if (!plane[s].flat)
            continue;
        for (int p = 0; p < m->n_patches; p++)
            count[p] = 0;
        for (int64_t f = 0; f < m->n_faces; f++)
            if (mesh_is_on_patch(m, f) && bc_kind_is_open(m->patch[~m->right[f]].kind) && lies_in(m, f, &plane[s]))
                count[~m->right[f]]++;
        for (int p = 0; p < m->n_patches; p++)
            if (count[p] > 0) {
                say(m, p, s, &plane[s], count[p]);
                all += count[p];
            }
    }
    mem_free(count);
    mem_free(plane);
    return all;
}
