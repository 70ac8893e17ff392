/* cgns_join_periodic.c: Periodic_t: interfaces whose sides lie a rotation and a
 * translation apart.
 *
 * SIDS, "Periodic Interface Structure Definition": Translation goes from this
 * interface to the donor's; RotationAngle is about axes through RotationCenter
 * along x, then y, then z. So a point x of this side lies at
 * R (x - centre) + centre + translation on the donor's, R = Rz Ry Rx.
 */
#include "cgns/cgns_join.h"

#include "mem.h"
#include "printable.h"
#include "raw/face_set.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the motion ------------------------------------------------------------------- */

/* v: x, y, z of an array of lengths or angles, 0 for what is not there. */
static int read_vector(const struct cgns_interface *f, const struct cgns_list *list, const char *name, bool angle,
                       double v[3])
{
    double factor;
    const struct cgns_node *n = cgns_find(list, NULL, name);
    v[0] = v[1] = v[2] = 0.0;
    if (!n)
        return 0;
    TRY(cgns_check_reals(n));
    if (n->count != f->zone->physical_dim)
        return cgns_error(n, "holds %" PRId64 " numbers where %d belong; export the mesh again", n->count,
                          f->zone->physical_dim);
    TRY(cgns_read_double(n, v));
    TRY(angle ? cgns_angle_factor(f->zone, n, list, &factor) : cgns_length_factor(f->zone, n, list, &factor));
    for (int d = 0; d < 3; d++) {
        v[d] *= factor;
        if (!isfinite(v[d]))
            return cgns_error(n, "has no finite numbers; export the mesh again");
    }
    return 0;
}

/* r = (rotation by angle about axis d) r
 * Called for d = 0, 1, 2 in turn: r = Rz Ry Rx. */
static void turn(double r[3][3], int d, double angle)
{
    int e = (d + 1) % 3, f = (d + 2) % 3;
    double c = cos(angle), s = sin(angle);
    for (int k = 0; k < 3; k++) {
        double p = r[e][k], q = r[f][k];
        r[e][k] = c * p - s * q;
        r[f][k] = s * p + c * q;
    }
}

/* R (x - c) + c + t = R x + (c + t - R c): one translation for all. A Periodic_t of zeros moves nothing and is an
 * ordinary interface. */
static int read_periodic(struct cgns_interface *f, const struct cgns_list *list)
{
    struct cgns_motion *t = &f->motion;
    double *centre = t->centre, angle[3], translation[3];
    TRY(read_vector(f, list, "RotationCenter", false, centre));
    TRY(read_vector(f, list, "RotationAngle", true, angle));
    TRY(read_vector(f, list, "Translation", false, translation));
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++)
            t->rotation[d][e] = d == e;
    for (int d = 0; d < 3; d++) {
        turn(t->rotation, d, angle[d]);
        t->moves = t->moves || angle[d] != 0.0 || translation[d] != 0.0;
    }
    for (int d = 0; d < 3; d++) {
        t->translation[d] = centre[d] + translation[d];
        for (int e = 0; e < 3; e++)
            t->translation[d] -= t->rotation[d][e] * centre[e];
    }
    return 0;
}

/* AverageInterface_t: what goes through a mixing plane is averaged; that joins no cells. */
static int refuse_average(const struct cgns_interface *f, const struct cgns_list *property)
{
    char type[NAME_SIZE] = "Null";
    struct cgns_list child;
    const struct cgns_node *average = cgns_find(property, "AverageInterface_t", NULL);
    if (!average)
        return 0;
    TRY(cgns_children(average, &child));
    const struct cgns_node *t = cgns_find(&child, "AverageInterfaceType_t", NULL);
    int status = t ? cgns_read_text(t, type, sizeof type) : 0;
    cgns_list_free(&child);
    if (status != 0 || strcmp(type, "Null") == 0)
        return status;
    return cgns_error(f->node, "joins zone '%s' to zone '%s' by averages (%s), a mixing plane, which is not read; "
                               "export the mesh with zones that meet node to node, or without this interface",
                      f->zone->node->name, f->donor->node->name, type);
}

int cgns_read_motion(struct cgns_interface *f)
{
    struct cgns_list property, list;
    const struct cgns_node *p = cgns_find(f->child, "GridConnectivityProperty_t", NULL);
    if (!p)
        return 0;
    TRY(cgns_children(p, &property));
    const struct cgns_node *periodic = cgns_find(&property, "Periodic_t", NULL);
    int status = refuse_average(f, &property) || (periodic && cgns_children(periodic, &list));
    if (status == 0 && periodic) {
        status = read_periodic(f, &list);
        cgns_list_free(&list);
    }
    cgns_list_free(&property);
    return status;
}

/* x = R^T (y - t), since R is a rotation. */
struct cgns_motion cgns_motion_back(const struct cgns_motion *t)
{
    struct cgns_motion b = {.moves = true};
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++) {
            b.rotation[d][e] = t->rotation[e][d];
            b.translation[d] -= t->rotation[e][d] * t->translation[e];
        }
    memcpy(b.centre, t->centre, sizeof b.centre);
    return b;
}

/* ---- do the pairs fit? --------------------------------------------------------------- */

/* The pair that is furthest apart against its tolerance: its number, and how far
 * beyond (at most 1: all fit).
 * By the tolerance at each pair, which follows from the cells there: a gap of a millimetre is nothing at the far
 * field and too much in a boundary layer. */
static double worst_pair(struct cgns_join *j, const struct cgns_motion *t, int64_t n, const lid *a, const lid *b,
                         int64_t *pair, double *gap)
{
    double worst = 0.0;
    *pair = 0;
    *gap = 0.0;
    for (int64_t i = 0; i < n; i++) {
        double distance = cgns_distance(j, t, a[i], b[i]);
        double beyond = distance > 0.0 ? distance / cgns_tolerance(j, a[i], b[i]) : 0.0;
        if (!(beyond <= worst)) {
            worst = beyond;
            *pair = i;
        }
        *gap = fmax(*gap, distance);
    }
    return worst;
}

static int apart(const struct cgns_interface *f, lid a, lid b)
{
    struct cgns_join *j = f->j;
    double *const *x = j->m->x;
    return cgns_error(f->node,
                      "joins zone '%s' to zone '%s', and its node at (%g, %g, %g) is to meet the one at (%g, %g, %g)"
                      "%s, from which it is %g m away where %g are allowed; correct the interface, or allow more "
                      "with --join",
                      f->zone->node->name, f->donor->node->name, x[0][a], x[1][a], x[2][a], x[0][b], x[1][b], x[2][b],
                      f->motion.moves ? " by its Periodic motion" : "", cgns_distance(j, &f->motion, a, b),
                      cgns_tolerance(j, a, b));
}

bool cgns_pairs_fit(const struct cgns_interface *f, int64_t n, const lid *a, const lid *b)
{
    int64_t pair;
    double gap;
    return worst_pair(f->j, &f->motion, n, a, b, &pair, &gap) <= 1.0;
}

void cgns_note_turned(const struct cgns_interface *f)
{
    cgns_note(f->zone->file, "%s has its Periodic motion the wrong way round; it was turned", f->node->path);
}

/* A motion that fits is then fitted to the nodes (cgns_fit_motion()): files round angles to a few digits, and images
 * of cells must lie where the other side's cells are. */
int cgns_check_pairs(struct cgns_interface *f, int64_t n, const lid *a, const lid *b)
{
    struct cgns_join *j = f->j;
    int64_t pair, other;
    double gap, worst = worst_pair(j, &f->motion, n, a, b, &pair, &gap);
    if (!(worst <= 1.0) && f->motion.moves) {
        /* Files give the motion the wrong way round at times: from the donor's side, or with the other hand's angle. */
        struct cgns_motion back = cgns_motion_back(&f->motion);
        worst = worst_pair(j, &back, n, a, b, &other, &gap);
        if (worst <= 1.0) {
            f->motion = back;
            cgns_note_turned(f);
        }
    }
    if (!(worst <= 1.0))
        return apart(f, a[pair], b[pair]);
    if (f->motion.moves) {
        cgns_fit_motion(j->m, &f->motion, n, a, b);
    } else {
        j->gap = fmax(j->gap, gap);
        /* worst is a part of the tolerance, which is a tenth of the spacing (unless --join is larger). */
        j->gap_worth = fmax(j->gap_worth, 0.1 * worst);
    }
    return 0;
}

/* ---- periodic faces ------------------------------------------------------------------- */

void cgns_add_periodic(struct cgns_interface *f, int64_t n, const int64_t *offset, const lid *a, const lid *b)
{
    struct raw_mesh *m = f->j->m;
    const lid *side[2] = {a, b};
    MEM_GROW(m->periodic, m->n_periodic + 1);
    struct raw_periodic *p = &m->periodic[m->n_periodic++];
    *p = (struct raw_periodic){.n_faces = n};
    char *name = text_format("%s/%s", f->zone->node->name, f->node->name);
    text_copy(p->name, sizeof p->name, name);
    printable_clean(p->name);
    mem_free(name);
    memcpy(p->rotation, f->motion.rotation, sizeof p->rotation);
    memcpy(p->translation, f->motion.translation, sizeof p->translation);
    MEM_NEW(p->node_offset, n + 1);
    memcpy(p->node_offset, offset, (size_t)(n + 1) * sizeof *offset);
    for (int s = 0; s < 2; s++) {
        MEM_NEW(p->node[s], offset[n]);
        memcpy(p->node[s], side[s], (size_t)offset[n] * sizeof *a);
    }
}

/* Distinct places of a face on side 0, with side 1 alongside; returns their number. */
static int64_t tighten(const struct raw_periodic *p, int64_t begin, int64_t end, int64_t at)
{
    int64_t used = 0;
    for (int64_t i = begin; i < end; i++) {
        bool seen = false;
        for (int64_t k = 0; k < used; k++)
            seen = seen || p->node[0][at + k] == p->node[0][i];
        if (seen)
            continue;
        p->node[0][at + used] = p->node[0][i];
        p->node[1][at + used++] = p->node[1][i];
    }
    return used;
}

static void tidy(struct raw_periodic *p, struct face_set *set)
{
    int64_t kept = 0, at = 0, begin = 0;
    for (int64_t i = 0; i < p->n_faces; i++) {
        /* An edge of a plane mesh has two nodes. */
        int64_t end = p->node_offset[i + 1], least = end - begin < 3 ? end - begin : 3;
        int64_t n = tighten(p, begin, end, at);
        begin = end;
        uint64_t key[2] = {face_key(p->node[0] + at, n), face_key(p->node[1] + at, n)};
        /* In this order: lines; faces that are their own image, on the axis; pairs that are known from the other
         * side. */
        if (n < least || key[0] == key[1] || face_set_find(set, key[0]) || face_set_find(set, key[1]))
            continue;
        face_set_add(set, key[0], 0);
        face_set_add(set, key[1], 0);
        at += n;
        p->node_offset[++kept] = at;
    }
    p->n_faces = kept;
}

/* Called when merging has given nodes their final numbers. Most files describe an interface twice, once from each
 * zone; the second description is left out here, as are faces that have become a line or their own image. */
void cgns_tidy_periodic(struct raw_mesh *m)
{
    struct face_set set;
    int64_t n_faces = 0, kept = 0;
    for (int64_t p = 0; p < m->n_periodic; p++)
        n_faces += m->periodic[p].n_faces;
    if (n_faces == 0)
        return;
    face_set_init(&set, 2 * n_faces);
    for (int64_t p = 0; p < m->n_periodic; p++) {
        struct raw_periodic *q = &m->periodic[p];
        tidy(q, &set);
        if (q->n_faces > 0) {
            m->periodic[kept++] = *q;
            continue;
        }
        mem_free(q->node_offset);
        mem_free(q->node[0]);
        mem_free(q->node[1]);
    }
    m->n_periodic = kept;
    face_set_free(&set);
}
