#include "mesh_check.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "progress.h"
#include "vec3.h"

#include <stdlib.h>
#include <string.h>

static struct vec3 pick(const double *array, int64_t n, int64_t i)
{
    return vec3_make(array[i], array[n + i], array[2 * n + i]);
}

static void face_note(const struct mesh *m, int64_t n, int64_t face, const char *what)
{
    double x[3];
    mesh_face_place(m, face, x);
    progress_note("%" PRId64 " %s; the first at (%g, %g, %g) of cell %" PRId64, n, what, x[0], x[1], x[2],
                  (int64_t)m->left[face] + 1);
}

/* element: of the file, 0 when it has none. */
static void patch_note(const struct raw_mesh *raw, int64_t n, int patch, int64_t element, const char *what)
{
    progress_note("%" PRId64 " %s; the first is of patch %s%s%.0" PRId64, n, what, raw->patch[patch].name,
                  element ? ", element " : "", element);
}

static void inside_note(const struct mesh *m, const struct raw_mesh *raw, const struct mesh_findings *f)
{
    double x[3];
    mesh_face_place(m, f->inside_face, x);
    progress_note("%" PRId64 " faces of patches lie inside the volume and are ignored; the first is of patch %s at "
                  "(%g, %g, %g); --internal-walls %s would make boundary faces on both sides of them",
                  f->inside, raw->patch[f->inside_patch].name, x[0], x[1], x[2], raw->patch[f->inside_patch].name);
}

static void doubly_note(const struct mesh *m, const struct raw_mesh *raw, const struct mesh_findings *f)
{
    double x[3];
    mesh_face_place(m, f->doubly_face, x);
    progress_note("%" PRId64 " boundary faces are in two patches; the first patch keeps them; the first at "
                  "(%g, %g, %g) is in %s and in %s",
                  f->doubly, x[0], x[1], x[2], raw->patch[f->doubly_patch[0]].name,
                  raw->patch[f->doubly_patch[1]].name);
}

static void say_notes(const struct mesh *m, const struct raw_mesh *raw, const struct mesh_findings *f)
{
    if (f->mirrored)
        progress_note("%" PRId64 " cells are mirrored with respect to the CGNS node order; they were turned round",
                      f->mirrored);
    if (f->unassigned)
        face_note(m, f->unassigned, f->unassigned_face,
                  "boundary faces belong to no patch; they go to patch 'unassigned' of kind none");
    if (f->stray)
        patch_note(raw, f->stray, f->stray_patch, f->stray_element,
                   "faces of patches are no faces of the mesh and are ignored");
    if (f->inside)
        inside_note(m, raw, f);
    if (f->split)
        progress_note("%" PRId64 " faces of patches inside the volume were made boundary faces on both sides", f->split);
    if (f->repeated)
        patch_note(raw, f->repeated, f->repeated_patch, f->repeated_element,
                   "faces are named again by the patch that has them already");
    if (f->doubly)
        doubly_note(m, raw, f);
    if (f->unused_nodes)
        progress_note("%" PRId64 " nodes belong to no cell", f->unused_nodes);
}

static int cell_error(const char *source, const struct mesh *m, int64_t cell, int64_t n, const char *what)
{
    double x[3];
    mesh_cell_place(m, cell, x);
    return error_set("%s: %" PRId64 " cells %s; the first is cell %" PRId64 " (%s) at (%g, %g, %g); repair the mesh",
                     source, n, what, cell + 1, element_info(m->cell_type[cell])->name, x[0], x[1], x[2]);
}

static int face_error(const char *source, const struct mesh *m, int64_t face, int64_t n, const char *what)
{
    double x[3];
    mesh_face_place(m, face, x);
    return error_set("%s: %" PRId64 " faces %s; the first is that of cells %" PRId64 " and %" PRId64
                     " at (%g, %g, %g); repair the mesh",
                     source, n, what, (int64_t)m->left[face] + 1, (int64_t)m->right[face] + 1, x[0], x[1], x[2]);
}

static int check_volumes(const char *source, const struct mesh *m, const struct metrics *g)
{
    int64_t bad = 0, first = 0;
    for (int64_t c = m->n_cells - 1; c >= 0; c--)
        if (!(g->volume[c] > 0.0)) {
            bad++;
            first = c;
        }
    return bad ? cell_error(source, m, first, bad, "have no volume or a negative one") : 0;
}

int mesh_check(const char *source, const struct mesh *m, const struct metrics *g, const struct raw_mesh *raw,
               const struct mesh_findings *f)
{
    say_notes(m, raw, f);
    if (f->twins)
        return cell_error(source, m, f->twin_cell, f->twins, "are given twice");
    if (f->triple)
        return face_error(source, m, f->triple_face, f->triple, "are shared by three cells");
    if (f->folded)
        return face_error(source, m, f->folded_face, f->folded,
                          "have both cells on one side: cells overlap or are turned inside out");
    TRY(check_volumes(source, m, g));
    /* Rounding leaves about 1e-16 for cells near the origin, more for thin cells far from it. */
    if (!(g->closure_max < 1e-6))
        return cell_error(source, m, g->open_cell, 1, "or more do not close");
    return 0;
}

/* ---- quality ---- */

struct sums {
    double orthogonality, orthogonality_max, skewness, skewness_max, ratio, ratio_max;
};

static void measure_face(const struct mesh *m, const struct metrics *g, int64_t f, struct sums *s)
{
    lid left = m->left[f], right = m->right[f];
    struct vec3 a = pick(g->centroid, m->n_cells, left), b = pick(g->centroid, m->n_cells, right);
    struct vec3 n, x;
    face_geometry(m, f, &n, &x);
    struct vec3 line = vec3_sub(b, a), arm = vec3_sub(x, a);
    double along = vec3_dot(line, n), length = vec3_norm(line);
    double cosine = along / (length * vec3_norm(n));
    double angle = acos(cosine > 1.0 ? 1.0 : cosine < -1.0 ? -1.0 : cosine) * 57.29577951308232;
    /* Where the line meets the face plane, against the face centroid. */
    double skewness = along > 0.0 ? vec3_norm(vec3_sub(arm, vec3_scale(vec3_dot(arm, n) / along, line))) / length : 1e3;
    double u = g->volume[left], v = g->volume[right], ratio = u > v ? u / v : v / u;
    s->orthogonality += angle;
    s->skewness += skewness;
    s->ratio += ratio;
    s->orthogonality_max = angle > s->orthogonality_max ? angle : s->orthogonality_max;
    s->skewness_max = skewness > s->skewness_max ? skewness : s->skewness_max;
    s->ratio_max = ratio > s->ratio_max ? ratio : s->ratio_max;
}

/* Blocks of fixed size, so that sums do not depend on the number of threads. */
enum { BLOCK = 65536 };

static void measure_faces(const struct mesh *m, const struct metrics *g, struct mesh_quality *q)
{
    int64_t n_blocks = (m->n_faces + BLOCK - 1) / BLOCK;
    struct sums *block, all = {0};
    MEM_NEW_ZERO(block, n_blocks);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < n_blocks; b++)
        for (int64_t f = b * BLOCK; f < (b + 1) * BLOCK && f < m->n_faces; f++)
            if (!mesh_is_boundary(m, f))
                measure_face(m, g, f, &block[b]);
    for (int64_t b = 0; b < n_blocks; b++) {
        all.orthogonality += block[b].orthogonality;
        all.skewness += block[b].skewness;
        all.ratio += block[b].ratio;
        all.orthogonality_max = fmax(all.orthogonality_max, block[b].orthogonality_max);
        all.skewness_max = fmax(all.skewness_max, block[b].skewness_max);
        all.ratio_max = fmax(all.ratio_max, block[b].ratio_max);
    }
    mem_free(block);
    double n = m->n_faces > m->n_boundary ? (double)(m->n_faces - m->n_boundary) : 1.0;
    q->orthogonality_max = all.orthogonality_max;
    q->orthogonality_mean = all.orthogonality / n;
    q->skewness_max = all.skewness_max;
    q->skewness_mean = all.skewness / n;
    q->size_ratio_max = all.ratio_max;
    q->size_ratio_mean = all.ratio / n;
}

void mesh_quality_measure(const struct mesh *m, const struct metrics *g, struct mesh_quality *q)
{
    memset(q, 0, sizeof *q);
    q->volume_min = q->volume_max = g->volume[0];
    for (int64_t c = 0; c < m->n_cells; c++) {
        q->volume_sum += g->volume[c];
        q->volume_max = fmax(q->volume_max, g->volume[c]);
        if (g->volume[c] < q->volume_min) {
            q->volume_min = g->volume[c];
            q->smallest_cell = c;
        }
    }
    q->closure_max = g->closure_max;
    measure_faces(m, g, q);
}
