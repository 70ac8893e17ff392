/* post_box.h: a box of nx * ny * nz cells as packs on any number of ranks, made by
 * hand, and results on it with given fields: what the tests of ufv-post work on.
 * The six sides are the patches xmin, xmax, ymin, ymax, zmin, zmax, slip walls;
 * cells are dealt to the ranks like cards, so that ranks meet everywhere.
 */
#ifndef UFV_TESTS_UNIT_POST_BOX_H
#define UFV_TESTS_UNIT_POST_BOX_H

#include "element.h"
#include "error.h"
#include "mem.h"
#include "pack/pack.h"
#include "pack/pack_rows.h"
#include "pack/solution.h"
#include "protect.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct box {
    int n[3];          /* cells along each axis */
    double origin[3], length[3]; /* m */
    int n_ranks;
    bool polyhedra; /* the same hexahedra, called polyhedra */
    double (*pressure)(const double x[3]);
    const char *const *name, *const *family; /* [6] of the patches; NULL: box_patch, and none */
};

static const char *const box_patch[6] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};

/* Cells and nodes are numbered along x, then y, then z; tests compute with these numbers. */
static inline gid box_cell(const struct box *b, const int i[3])
{
    return i[0] + (gid)b->n[0] * (i[1] + (gid)b->n[1] * i[2]);
}

static inline gid box_node(const struct box *b, const int i[3])
{
    return i[0] + (gid)(b->n[0] + 1) * (i[1] + (gid)(b->n[1] + 1) * i[2]);
}

static inline void box_place(const struct box *b, gid cell, int i[3])
{
    i[0] = (int)(cell % b->n[0]);
    i[1] = (int)(cell / b->n[0] % b->n[1]);
    i[2] = (int)(cell / b->n[0] / b->n[1]);
}

/* Knuth's multiplicative hash: neighbours are rarely of one rank. */
static inline int box_rank(const struct box *b, gid cell)
{
    return (int)((uint64_t)cell * UINT64_C(2654435761) / 64 % (uint64_t)b->n_ranks);
}

static inline gid box_n_cells(const struct box *b)
{
    return (gid)b->n[0] * b->n[1] * b->n[2];
}

/* The local cell and node of global ones, or -1; and back. */
struct box_maps {
    lid *cell, *node;
    gid *cell_gid, *node_gid;
};

/* Owned cells in the order of their ids, then those of other ranks across a face, rank by rank: one layer of halo,
 * which stands where packs have the second one, so that the stencil is the owned cells alone. */
static inline void box_count_cells(const struct box *b, struct pack *p, struct box_maps *m)
{
    gid n = box_n_cells(b);
    MEM_NEW(m->cell, n);
    MEM_NEW(m->cell_gid, n);
    for (gid g = 0; g < n; g++)
        m->cell[g] = box_rank(b, g) == p->rank ? (lid)p->n_owned++ : -1;
    p->n_cells = p->n_owned;
    MEM_NEW_ZERO(p->neighbour, b->n_ranks);
    for (int r = 0; r < b->n_ranks; r++) {
        lid begin = (lid)(p->n_cells - p->n_owned);
        for (gid g = 0; g < n; g++) {
            int i[3], touches = 0;
            box_place(b, g, i);
            for (int a = 0; a < 3; a++)
                for (int s = -1; s <= 1; s += 2) {
                    int k[3] = {i[0], i[1], i[2]};
                    k[a] += s;
                    if (k[a] >= 0 && k[a] < b->n[a] && box_rank(b, box_cell(b, k)) == p->rank)
                        touches = 1;
                }
            if (r != p->rank && box_rank(b, g) == r && touches)
                m->cell[g] = (lid)p->n_cells++;
        }
        if (p->n_cells - p->n_owned == begin)
            continue;
        struct pack_neighbour *nb = &p->neighbour[p->n_neighbours++];
        nb->rank = r;
        nb->recv_begin[0] = begin;
        for (int l = 1; l < 4; l++)
            nb->recv_begin[l] = (lid)(p->n_cells - p->n_owned);
    }
    p->n_halo_second = p->n_recv = p->n_cells - p->n_owned;
    p->n_stencil = p->n_owned;
    p->n_slices = (p->n_stencil + SLICE - 1) / SLICE;
}

static const int box_corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

static inline gid box_corner_node(const struct box *b, gid cell, int k)
{
    int i[3];
    box_place(b, cell, i);
    for (int a = 0; a < 3; a++)
        i[a] += box_corner[k][a];
    return box_node(b, i);
}

/* Nodes of owned cells, in the order in which they are met. */
static inline void box_count_nodes(const struct box *b, struct pack *p, struct box_maps *m)
{
    gid n = (gid)(b->n[0] + 1) * (b->n[1] + 1) * (b->n[2] + 1);
    MEM_NEW(m->node, n);
    MEM_NEW(m->node_gid, n);
    for (gid g = 0; g < n; g++)
        m->node[g] = -1;
    for (gid g = 0; g < box_n_cells(b); g++)
        if (m->cell[g] >= 0)
            m->cell_gid[m->cell[g]] = g;
    for (lid c = 0; c < p->n_owned; c++)
        for (int k = 0; k < 8; k++) {
            gid g = box_corner_node(b, m->cell_gid[c], k);
            if (m->node[g] >= 0)
                continue;
            m->node_gid[p->n_nodes] = g;
            m->node[g] = (lid)p->n_nodes++;
        }
    p->n_cell_nodes = 8 * p->n_owned;
}

static inline void box_cells(const struct box *b, struct pack *p, const struct box_maps *m)
{
    double h[3];
    for (int a = 0; a < 3; a++)
        h[a] = b->length[a] / b->n[a];
    for (lid c = 0; c < p->n_cells; c++) {
        int i[3];
        box_place(b, m->cell_gid[c], i);
        p->cell_gid[c] = m->cell_gid[c];
        p->cell_type[c] = b->polyhedra ? ELEMENT_POLYHEDRON : ELEMENT_HEXA;
        p->volume[c] = h[0] * h[1] * h[2];
        for (int a = 0; a < 3; a++)
            p->centroid[a * p->n_slots + c] = b->origin[a] + h[a] * (i[a] + 0.5);
        for (int k = 0; k < 8 && c < p->n_owned; k++)
            p->cell_node[8 * c + k] = m->node[box_corner_node(b, m->cell_gid[c], k)];
    }
    for (lid c = 0; c <= p->n_owned; c++)
        p->cell_node_offset[c] = 8 * c;
    for (lid n = 0; n < p->n_nodes; n++) {
        gid g = p->node_gid[n] = m->node_gid[n];
        int at[3] = {(int)(g % (b->n[0] + 1)), (int)(g / (b->n[0] + 1) % (b->n[1] + 1)),
                     (int)(g / (b->n[0] + 1) / (b->n[1] + 1))};
        for (int a = 0; a < 3; a++)
            p->node[a * p->n_nodes + n] = b->origin[a] + h[a] * at[a];
    }
    for (lid k = 0; k < p->n_recv; k++)
        p->recv_cell[k] = (lid)p->n_owned + k;
}

/* The face of a cell on its high (or low) side along an axis. */
static inline void box_add_face(const struct box *b, struct pack *p, const struct box_maps *m, const int i[3],
                                int axis, int high, lid right, lid f)
{
    int low[3] = {i[0], i[1], i[2]}, u = (axis + 1) % 3, v = (axis + 2) % 3;
    low[axis] += high;
    double hu = b->length[u] / b->n[u], hv = b->length[v] / b->n[v], ha = b->length[axis] / b->n[axis];
    for (int k = 0; k < 4; k++) {
        int at[3] = {low[0], low[1], low[2]};
        at[u] += k == 1 || k == 2;
        at[v] += k >= 2;
        p->face_node[4 * f + (high ? k : 3 - k)] = m->node[box_node(b, at)];
    }
    p->left[f] = m->cell[box_cell(b, i)];
    p->right[f] = right;
    p->area[f] = hu * hv;
    for (int a = 0; a < 3; a++)
        p->normal[a * p->n_faces + f] = 0;
    p->normal[axis * p->n_faces + f] = high ? hu * hv : -hu * hv;
    p->face_centroid[axis * p->n_faces + f] = b->origin[axis] + ha * low[axis];
    p->face_centroid[u * p->n_faces + f] = b->origin[u] + hu * (low[u] + 0.5);
    p->face_centroid[v * p->n_faces + f] = b->origin[v] + hv * (low[v] + 0.5);
    p->face_gid[f] = axis * (box_n_cells(b) * 8) + box_node(b, low);
}

/* Counts the faces, or with arrays there fills them in. */
static inline void box_faces(const struct box *b, struct pack *p, const struct box_maps *m, bool fill)
{
    lid f = 0;
    for (int side = 0; side < 6; side++) {
        int axis = side / 2, high = side % 2;
        p->patch[side].begin = f;
        for (lid c = 0; c < p->n_owned; c++) {
            int i[3];
            box_place(b, m->cell_gid[c], i);
            if (i[axis] != (high ? b->n[axis] - 1 : 0))
                continue;
            if (fill)
                box_add_face(b, p, m, i, axis, high, (lid)p->n_cells + f, f);
            f++;
        }
        p->patch[side].end = f;
    }
    p->n_boundary = f;
    for (lid c = 0; c < p->n_owned; c++)
        for (int side = 0; side < 6; side++) {
            int i[3], k[3];
            box_place(b, m->cell_gid[c], i);
            memcpy(k, i, sizeof k);
            k[side / 2] += side % 2 ? 1 : -1;
            if (k[side / 2] < 0 || k[side / 2] >= b->n[side / 2])
                continue;
            lid other = m->cell[box_cell(b, k)];
            if (other < c)
                continue;
            if (fill)
                box_add_face(b, p, m, i, side / 2, side % 2, other, f);
            f++;
        }
    p->n_faces = p->n_flux = f;
    for (int side = 0; side < 6; side++)
        p->patch[side].halo_begin = p->patch[side].halo_end = f;
    p->n_slots = p->n_cells + p->n_boundary;
    p->n_face_nodes = 4 * f;
}

static inline void box_patches(const struct box *b, struct pack_patch *patch)
{
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        text_copy(patch[side].name, NAME_SIZE, b->name ? b->name[side] : box_patch[side]);
        text_copy(patch[side].family, NAME_SIZE, b->family ? b->family[side] : "");
        patch[side].kind = BC_SLIP;
        patch[side].n_faces = box_n_cells(b) / b->n[axis];
    }
}

/* The cells of this rank, owned and of the halo, around each node: [n_nodes] lists; counted, or with arrays there
 * filled in. */
static inline void box_node_cells(const struct box *b, struct pack *p, const struct box_maps *m, bool fill)
{
    int64_t n = 0;
    for (lid node = 0; node < p->n_nodes; node++) {
        if (fill)
            p->node_cell_offset[node] = (lid)n;
        for (lid c = 0; c < p->n_cells; c++)
            for (int k = 0; k < 8; k++) {
                if (box_corner_node(b, m->cell_gid[c], k) != m->node_gid[node])
                    continue;
                if (fill)
                    p->node_cell[n] = c;
                n++;
            }
    }
    p->n_node_cells = n;
    if (fill)
        p->node_cell_offset[p->n_nodes] = (lid)n;
}

/* Every array that ufv-post reads, zeroed. */
static inline void box_allocate(struct pack *p)
{
    struct pack_row row[PACK_N_ROWS];
    pack_rows(p, row);
    for (int i = 0; i < PACK_N_ROWS; i++)
        if (row[i].group & (PACK_CORE | PACK_NODES | PACK_FACE_NODES))
            pack_row_set_array(p, &row[i],
                               mem_zalloc(row[i].member, (size_t)(row[i].components * row[i].count),
                                          h5_io_type_size(row[i].type)));
}

static inline void box_make_pack(const struct box *b, int rank, const char *id, struct pack *p)
{
    struct box_maps m;
    pack_init(p);
    text_copy(p->id, sizeof p->id, id);
    p->rank = rank;
    p->n_ranks = b->n_ranks;
    p->n_cells_global = box_n_cells(b);
    p->n_transforms = 1; /* the identity */
    p->n_patches = 6;
    MEM_NEW_ZERO(p->patch, 6);
    box_patches(b, p->patch);
    box_count_cells(b, p, &m);
    box_count_nodes(b, p, &m);
    box_faces(b, p, &m, false);
    box_node_cells(b, p, &m, false);
    box_allocate(p);
    for (int d = 0; d < 3; d++)
        p->transform[3 * d + d] = 1.0;
    box_cells(b, p, &m);
    box_faces(b, p, &m, true);
    box_node_cells(b, p, &m, true);
    for (lid f = 0; f <= p->n_faces; f++)
        p->face_node_offset[f] = 4 * f;
    mem_free(m.cell);
    mem_free(m.node);
    mem_free(m.cell_gid);
    mem_free(m.node_gid);
}

/* Free stream: rho 1, V 2 along x, p 10; lift along z; area and length 1. */
static inline void box_reference(struct solution_reference *r)
{
    *r = (struct solution_reference){
        .gamma = 1.4, .gas_constant = 287, .density = 1, .velocity = {2, 0, 0}, .pressure = 10, .mach = 0.5,
        .area = 1, .length = 1, .span = 2, .drag_axis = {1, 0, 0}, .lift_axis = {0, 0, 1}, .side_axis = {0, 1, 0},
    };
}

static inline void box_add_field(struct solution_field *f, const char *name, const char *unit, int64_t n)
{
    text_copy(f->name, sizeof f->name, name);
    text_copy(f->unit, sizeof f->unit, unit);
    MEM_NEW_ZERO(f->value, n);
}

/* Density 1 + x / 10, velocity (2, z / 10, 0), pressure as the test has it, in cells and on faces at their
 * centroids. */
static inline void box_make_solution(const struct box *b, const struct pack *p, const char *packs, struct solution *s)
{
    static const char *const name[5] = {"density", "velocity_x", "velocity_y", "velocity_z", "pressure"};
    memset(s, 0, sizeof *s);
    text_copy(s->pack_id, sizeof s->pack_id, p->id);
    text_copy(s->packs, sizeof s->packs, packs);
    s->rank = p->rank;
    s->n_ranks = p->n_ranks;
    s->iteration = 42;
    box_reference(&s->reference);
    s->n_cells = p->n_owned;
    MEM_NEW(s->cell_gid, s->n_cells);
    memcpy(s->cell_gid, p->cell_gid, (size_t)s->n_cells * sizeof(gid));
    s->n_fields = 5;
    for (int i = 0; i < 5; i++)
        box_add_field(&s->field[i], name[i], i == 0 ? "kg/m^3" : i == 4 ? "Pa" : "m/s", s->n_cells);
    for (int64_t i = 0; i < s->n_cells; i++) {
        double x[3] = {p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]};
        s->field[0].value[i] = 1 + 0.1 * x[0];
        s->field[1].value[i] = 2;
        s->field[2].value[i] = 0.1 * x[2];
        s->field[4].value[i] = b->pressure(x);
    }
    s->n_boundary = p->n_boundary;
    MEM_NEW(s->face_gid, s->n_boundary);
    memcpy(s->face_gid, p->face_gid, (size_t)s->n_boundary * sizeof(gid));
    s->n_boundary_fields = 1;
    box_add_field(&s->boundary_field[0], "pressure", "Pa", s->n_boundary);
    for (int64_t i = 0; i < s->n_boundary; i++) {
        double x[3] = {p->face_centroid[i], p->face_centroid[p->n_faces + i], p->face_centroid[2 * p->n_faces + i]};
        s->boundary_field[0].value[i] = b->pressure(x);
    }
}

/* folder/packs and folder/results with one fields folder. */
static inline int box_write(const struct box *b, const char *folder)
{
    protect_nothing(); /* what an earlier command of this program has read */
    char *packs = text_format("%s/packs", folder), *results = text_format("%s/results", folder);
    char *fields = text_format("%s/fields-000000042", results);
    char id[NAME_SIZE];
    snprintf(id, sizeof id, "box-%d-%d-%d-on-%d", b->n[0], b->n[1], b->n[2], b->n_ranks);
    mkdir(folder, 0777), mkdir(packs, 0777), mkdir(results, 0777), mkdir(fields, 0777);
    struct pack_patch patch[6];
    memset(patch, 0, sizeof patch);
    box_patches(b, patch);
    struct pack_manifest m = {.schema_version = PACK_SCHEMA_VERSION, .ranks = b->n_ranks, .cells = box_n_cells(b),
                              .nodes = (gid)(b->n[0] + 1) * (b->n[1] + 1) * (b->n[2] + 1),
                              .boundary_faces = 2 * ((gid)b->n[0] * b->n[1] + (gid)b->n[1] * b->n[2] +
                                                     (gid)b->n[2] * b->n[0]),
                              .n_patches = 6, .patch = patch};
    text_copy(m.id, sizeof m.id, id);
    text_copy(m.source, sizeof m.source, "a box");
    int status = pack_manifest_write(packs, &m);
    for (int rank = 0; status == 0 && rank < b->n_ranks; rank++) {
        struct pack p;
        struct solution s;
        box_make_pack(b, rank, id, &p);
        box_make_solution(b, &p, packs, &s);
        status = pack_write(packs, &p) || solution_write(fields, &s);
        pack_free(&p);
        solution_free(&s);
    }
    status = status || solution_set_latest(results, "fields-000000042");
    mem_free(packs);
    mem_free(results);
    mem_free(fields);
    return status;
}

#endif
