/* restart_place.c: a walk from cell to cell, across the layers and along them by turns. */
#include "checkpoint/restart_place.h"

#include "mem.h"

#include <math.h>
#include <string.h>

/* Steps after which a walk ends where it is: more than the layers of a mesh. */
enum { STEPS_MOST = 200 };

/* Of the gradient of the distance from the wall, squared, which is 1: with less the cell lies where distances to two
 * walls meet, and no direction leads away from the wall. */
static const double STEEP_ENOUGH = 0.5;

/* Of the cosine between that gradient and a face's normal, squared: with more the face lies between two layers. */
static const double ACROSS = 0.5;

/* Packs have this where the mesh has no wall. */
static const double NO_WALL = 1e29;

/* Is it a face between two old cells? */
static bool is_between(const struct restart_place *p, int64_t face)
{
    lid l = p->faces.left[face], r = p->faces.right[face];
    return l >= 0 && l < p->n && r >= 0 && r < p->n;
}

/* First how many faces each cell has, two places further on; then, with sums of these one place further on, where its
 * next one goes. */
static void list_faces(struct restart_place *p)
{
    p->offset = mem_zalloc("faces of old cells", (size_t)p->n + 2, sizeof *p->offset);
    for (int64_t k = 0; k < p->faces.n; k++)
        if (is_between(p, k)) {
            p->offset[p->faces.left[k] + 2]++;
            p->offset[p->faces.right[k] + 2]++;
        }
    for (lid i = 0; i < p->n; i++)
        p->offset[i + 2] += p->offset[i + 1];
    p->face = mem_alloc("faces of old cells", (size_t)p->offset[p->n + 1], sizeof *p->face);
    for (int64_t k = 0; k < p->faces.n; k++)
        if (is_between(p, k)) {
            p->face[p->offset[p->faces.left[k] + 1]++] = k;
            p->face[p->offset[p->faces.right[k] + 1]++] = k;
        }
}

void restart_place_create(lid n, const double *centroid, int64_t stride, const double *wall,
                          const struct restart_faces *faces, struct restart_place *p)
{
    *p = (struct restart_place){.n = n, .centroid = centroid, .stride = stride, .wall = wall, .faces = *faces};
    restart_slopes_create(n, 1, &wall, centroid, stride, faces, &p->away);
    list_faces(p);
}

/* The unit vector away from the wall in cell i: false where there is none. */
static bool away_from_wall(const struct restart_place *p, lid i, double n[3])
{
    double square = 0;
    for (int c = 0; c < 3; c++) {
        n[c] = p->away.slope[(size_t)c * (size_t)p->n + (size_t)i];
        square += n[c] * n[c];
    }
    for (int c = 0; c < 3; c++)
        n[c] /= sqrt(fmax(square, STEEP_ENOUGH));
    return square >= STEEP_ENOUGH && p->wall[i] < NO_WALL;
}

/* The way along the layers from the centroid of cell i, in which n leads away from the wall, to x; its square. */
static double along_layers(const struct restart_place *p, lid i, const double n[3], const double x[3], double d[3])
{
    double across = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        d[c] = x[c] - p->centroid[c * p->stride + i];
        across += n[c] * d[c];
    }
    for (int c = 0; c < 3; c++) {
        d[c] -= across * n[c];
        square += d[c] * d[c];
    }
    return square;
}

/* The neighbours of cell i above and below (across), or beside it: that which is nearer than `nearest`, -1 if none is,
 * by its distance from the wall, or along the layers from x. */
static lid nearer(const struct restart_place *p, lid i, bool across, double nearest, const double n[3],
                  const double x[3], double wall)
{
    const struct restart_faces *f = &p->faces;
    lid found = -1;
    for (int64_t at = p->offset[i]; at < p->offset[i + 1]; at++) {
        const int64_t k = p->face[at];
        const lid j = f->left[k] == i ? f->right[k] : f->left[k];
        double along = 0, square = 0, unused[3];
        for (int c = 0; c < 3; c++) {
            double normal = f->normal[c * f->n + k];
            along += n[c] * normal;
            square += normal * normal;
        }
        if (across != (along * along > ACROSS * square))
            continue;
        double distance = across ? fabs(p->wall[j] - wall) : along_layers(p, j, n, x, unused);
        if (distance < nearest) {
            nearest = distance;
            found = j;
        }
    }
    return found;
}

/* First to the layer, by the distance from the wall, then beside, layer by layer again. Each step beside shortens the
 * way along the layers, or is not made. */
lid restart_place_find(const struct restart_place *p, lid start, const double x[3], double wall, double d[3])
{
    double n[3], least = HUGE_VAL;
    lid i = start;
    for (int step = 0; step < STEPS_MOST && wall < NO_WALL && away_from_wall(p, i, n); step++) {
        lid next = nearer(p, i, true, fabs(p->wall[i] - wall), n, x, wall);
        if (next < 0) {
            least = fmin(least, along_layers(p, i, n, x, d));
            next = nearer(p, i, false, least, n, x, wall);
        }
        if (next < 0)
            break;
        i = next;
    }
    if (wall < NO_WALL && away_from_wall(p, i, n)) {
        along_layers(p, i, n, x, d);
        for (int c = 0; c < 3; c++)
            d[c] += (wall - p->wall[i]) * n[c];
    } else
        for (int c = 0; c < 3; c++)
            d[c] = x[c] - p->centroid[c * p->stride + i];
    return i;
}

void restart_place_free(struct restart_place *p)
{
    restart_slopes_free(&p->away);
    mem_free(p->offset);
    mem_free(p->face);
    memset(p, 0, sizeof *p);
}
