/* patch_faces.c: sums over the faces of patches, while the pack's normals and areas are on the host. */
#include "mesh/patch_faces.h"

#include <math.h>
#include <string.h>

/* Within 0.8 degrees of the plane's normal and a thousandth of the face's size: meshers write planes with rounding,
 * and a face that merely touches the plane is not meant. */
bool patch_faces_in_plane(const struct pack *p, lid f, const struct bc_values *v)
{
    if (v->plane_axis < 0)
        return false;
    double across = p->normal[v->plane_axis * p->n_faces + f], area = p->area[f];
    double off = p->face_centroid[v->plane_axis * p->n_faces + f] - (double)v->plane_at;
    return fabs(across) > 0.9999 * area && fabs(off) < 1e-3 * sqrt(area);
}

void patch_faces_measure(const struct pack *p, const struct bc_values *values, double (*face)[2], double (*vector)[3])
{
    memset(face, 0, (size_t)p->n_patches * sizeof *face);
    memset(vector, 0, (size_t)p->n_patches * sizeof *vector);
    for (int k = 0; k < p->n_patches; k++) {
        const struct bc_values *v = &values[k];
        const double to[3] = {(double)v->dx, (double)v->dy, (double)v->dz};
        for (lid f = p->patch[k].begin; bc_kind_is_open((enum bc_kind)v->kind) && f < p->patch[k].end; f++) {
            if (patch_faces_in_plane(p, f, v))
                continue;
            face[k][0] += p->area[f];
            for (int i = 0; i < 3; i++) {
                face[k][1] += to[i] * p->normal[i * (int64_t)p->n_faces + f];
                vector[k][i] += p->normal[i * (int64_t)p->n_faces + f];
            }
        }
    }
}
