/* periodic_box.h: raw meshes with periodic interfaces made in memory: the boxes of
 * box_mesh.h, and sectors of an annulus or a cylinder.
 */
#ifndef UFV_TESTS_PERIODIC_BOX_H
#define UFV_TESTS_PERIODIC_BOX_H

#include "unit/box_mesh.h"

#include <math.h>

static inline void periodic_add(struct raw_mesh *m, const char *name, struct raw_periodic *p)
{
    MEM_RESIZE(m->periodic, m->n_periodic + 1);
    text_copy(p->name, NAME_SIZE, name);
    m->periodic[m->n_periodic++] = *p;
}

/* Joins the faces of a patch to those whose nodes lie `shift` further on.
 * On a lattice the partner of a node across the box has a number larger by the stride of the axis times n. */
static inline void periodic_join_shifted(struct raw_mesh *m, int patch, lid shift, struct raw_periodic *p)
{
    MEM_NEW_ZERO(p->node_offset, m->n_patch_faces + 1);
    for (int side = 0; side < 2; side++)
        MEM_NEW(p->node[side], m->patch_face_node_offset[m->n_patch_faces]);
    int64_t at = 0;
    for (int64_t i = 0; i < m->n_patch_faces; i++) {
        if (m->patch_face_patch[i] != patch)
            continue;
        for (int64_t k = m->patch_face_node_offset[i]; k < m->patch_face_node_offset[i + 1]; k++, at++) {
            p->node[0][at] = m->patch_face_node[k];
            p->node[1][at] = m->patch_face_node[k] + shift;
        }
        p->node_offset[++p->n_faces] = at;
    }
}

/* A box of n^3 blocks periodic along the axes of the mask (1: x, 2: y, 4: z). */
static inline void periodic_box(enum box_kind kind, int n, double move, int mask, struct raw_mesh *m)
{
    static const char *const name[3] = {"x", "y", "z"};
    const lid stride[3] = {1, n + 1, (n + 1) * (n + 1)};
    box_mesh(kind, n, move, m);
    for (int d = 0; d < 3; d++)
        if (mask & (1 << d)) {
            struct raw_periodic p = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
            p.translation[d] = 1.0;
            periodic_join_shifted(m, 2 * d, n * stride[d], &p);
            periodic_add(m, name[d], &p);
        }
}

/* A sector of an annulus or, where r[0] is 0, of a cylinder. */
struct sector {
    int axis;           /* 0: x, 2: z */
    double step;        /* angle of a cell, in radians */
    const double *r;    /* [2], radii */
    double length;
    const int *n;       /* [3], cells around, outward, along */
    int64_t row, layer; /* nodes of an arc, of all arcs of one height */
    bool solid;         /* wedges about the axis */
};

static inline void sector_nodes(const struct sector *s, struct raw_mesh *m)
{
    m->n_nodes = s->layer * (s->n[2] + 1);
    for (int d = 0; d < 3; d++)
        MEM_NEW(m->x[d], m->n_nodes);
    for (int64_t v = 0; v < m->n_nodes; v++) {
        double outward = (double)(v / s->row % (s->n[1] + 1)) / s->n[1];
        double angle = s->step * (double)(v % s->row), radius = s->r[0] + (s->r[1] - s->r[0]) * outward;
        m->x[s->axis][v] = s->length * (double)(v / s->layer) / s->n[2];
        m->x[(s->axis + 1) % 3][v] = radius * cos(angle);
        m->x[(s->axis + 2) % 3][v] = radius * sin(angle);
    }
}

static inline void sector_room(const struct sector *s, struct raw_mesh *m)
{
    static const char *const name[4] = {"inner", "outer", "low", "high"};
    int64_t cells = (int64_t)s->n[0] * s->n[1] * s->n[2];
    MEM_NEW(m->cell_type, cells);
    MEM_NEW_ZERO(m->cell_node_offset, cells + 1);
    MEM_NEW(m->cell_node, 8 * cells);
    MEM_NEW_ZERO(m->patch_face_node_offset, 6 * cells + 1);
    MEM_NEW(m->patch_face_node, 24 * cells);
    MEM_NEW(m->patch_face_patch, 6 * cells);
    MEM_NEW(m->patch_face_element, 6 * cells);
    m->n_patches = 4;
    MEM_NEW_ZERO(m->patch, 5);
    for (int p = 0; p < 4; p++)
        text_copy(m->patch[p].name, NAME_SIZE, name[p]);
}

/* Cell i around, j outward, k along, and its faces on patches. */
static inline void sector_cell(const struct sector *s, int i, int j, int k, struct box *b)
{
    bool wedge = s->solid && j == 0;
    lid v = (lid)(k * s->layer + j * s->row + i), u = (lid)s->row, w = (lid)s->layer;
    /* (around, outward, along) is left-handed about the axis: outward first */
    lid h[8] = {v, v + u, v + u + 1, v + 1, v + w, v + w + u, v + w + u + 1, v + w + 1};
    if (wedge) {
        h[0] = h[3] = (lid)(k * s->layer); /* one node on the axis for each layer */
        h[4] = h[7] = (lid)((k + 1) * s->layer);
        box_cell(b, ELEMENT_PENTA, (lid[]){h[0], h[1], h[2], h[4], h[5], h[6]});
    } else {
        box_cell(b, ELEMENT_HEXA, h);
    }
    if (j == 0 && !wedge)
        box_face(b, 0, 4, (lid[]){h[0], h[3], h[7], h[4]});
    if (j == s->n[1] - 1)
        box_face(b, 1, 4, (lid[]){h[1], h[2], h[6], h[5]});
    if (k == 0)
        box_face(b, 2, wedge ? 3 : 4, wedge ? (lid[]){h[0], h[1], h[2]} : h);
    if (k == s->n[2] - 1)
        box_face(b, 3, wedge ? 3 : 4, wedge ? (lid[]){h[4], h[5], h[6]} : h + 4);
}

/* Side 0 is the half-plane of angle 0, side 1 that of the sector's angle; nodes on the axis of a solid sector are their
 * own partners. */
static inline void sector_join(const struct sector *s, struct raw_mesh *m)
{
    struct raw_periodic p = {.n_faces = (int64_t)s->n[1] * s->n[2]};
    int a = s->axis, e = (s->axis + 1) % 3, f = (s->axis + 2) % 3;
    p.rotation[a][a] = 1.0;
    p.rotation[e][e] = p.rotation[f][f] = cos(s->step * s->n[0]);
    p.rotation[f][e] = sin(s->step * s->n[0]);
    p.rotation[e][f] = -p.rotation[f][e];
    MEM_NEW_ZERO(p.node_offset, p.n_faces + 1);
    for (int side = 0; side < 2; side++)
        MEM_NEW(p.node[side], 4 * p.n_faces);
    for (int64_t i = 0, at = 0; i < p.n_faces; i++, at += 4) {
        int64_t j = i % s->n[1], k = i / s->n[1];
        lid v = (lid)(k * s->layer + j * s->row);
        lid q[4] = {v, v + (lid)s->row, v + (lid)(s->row + s->layer), v + (lid)s->layer};
        for (int c = 0; c < 4; c++) {
            bool on_axis = s->solid && j == 0 && (c == 0 || c == 3);
            p.node[0][at + c] = q[c];
            p.node[1][at + c] = on_axis ? q[c] : q[c] + s->n[0];
        }
        p.node_offset[i + 1] = at + 4;
    }
    periodic_add(m, "sector", &p);
}

/* A sector of `degrees` of an annulus about the axis (0: x, 2: z) between radii
 * r[0] and r[1] and over the length `length`; n cells around, outward, along.
 * r[0] = 0: wedges about the axis. Patches: inner, outer, low, high; the sides
 * are joined. Cell (i, j, k) has number (k n[1] + j) n[0] + i: around, outward,
 * along. */
static inline void periodic_sector(double degrees, int axis, const double r[2], double length, const int n[3],
                                   struct raw_mesh *m)
{
    int64_t row = n[0] + 1;
    struct sector s = {.axis = axis, .step = degrees / 57.29577951308232 / n[0], .r = r, .length = length, .n = n,
                       .row = row, .layer = row * (n[1] + 1), .solid = r[0] == 0.0};
    struct box b = {.m = m};
    memset(m, 0, sizeof *m);
    m->source = text_format("sector of %g degrees", degrees);
    sector_nodes(&s, m);
    sector_room(&s, m);
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++)
                sector_cell(&s, i, j, k, &b);
    sector_join(&s, m);
}

#endif
