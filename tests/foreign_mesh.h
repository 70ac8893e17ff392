/* foreign_mesh.h: one mesh of hexahedra, prisms, pyramids and tetrahedra, written in the formats of other programs, for
 * tests that they are all read alike.
 *
 * Its cells are in the order of UGRID files (tetrahedra first, hexahedra last), its faces too (triangles first), and
 * its coordinates are whole multiples of 2^-20, so that single precision and decimal digits hold them exactly.
 */
#ifndef UFV_TESTS_FOREIGN_MESH_H
#define UFV_TESTS_FOREIGN_MESH_H

#include "raw/raw_append.h"
#include "ugrid/ugrid_format.h"
#include "unit/box_mesh.h"

#include <math.h>
#include <stdlib.h>

/* Tag of patch p where a format has tags. */
static inline int64_t foreign_tag(int64_t p)
{
    return 10 * (p + 1);
}

/* Those cells of the box that are of that type; a pyramid whose base lies on a side of the box is two tetrahedra. */
static inline void foreign_cells(const struct raw_mesh *box, int n, int type, struct raw_append *a)
{
    for (int64_t c = 0; c < box->n_cells; c++) {
        const lid *v = box->cell_node + box->cell_node_offset[c];
        bool split = box->cell_type[c] == ELEMENT_PYRA && box_side(n, 4, v) >= 0;
        if (split && type == ELEMENT_TETRA) {
            raw_append_cell(a, type, 4, (lid[]){v[0], v[1], v[2], v[4]});
            raw_append_cell(a, type, 4, (lid[]){v[0], v[2], v[3], v[4]});
        } else if (!split && box->cell_type[c] == type) {
            raw_append_cell(a, type, element_info(type)->n_nodes, v);
        }
    }
}

/* The faces of so many nodes that lie on the sides of the box, in the order of cells. */
static inline void foreign_faces(int n, int n_nodes, struct raw_append *a)
{
    const struct raw_mesh *m = a->m;
    for (int64_t c = 0; c < m->n_cells; c++) {
        const struct element_info *e = element_info(m->cell_type[c]);
        for (int f = 0; f < e->n_faces; f++) {
            lid node[4];
            for (int k = 0; k < e->face_n_nodes[f]; k++)
                node[k] = m->cell_node[m->cell_node_offset[c] + e->face_node[f][k]];
            int side = e->face_n_nodes[f] == n_nodes ? box_side(n, n_nodes, node) : -1;
            if (side >= 0)
                raw_append_face(a, side, n_nodes, node);
        }
    }
}

/* Leaves out nodes of the box that no cell has. */
static inline void foreign_nodes(const struct raw_mesh *box, struct raw_mesh *m)
{
    lid *place;
    MEM_NEW_ZERO(place, box->n_nodes);
    for (int d = 0; d < 3; d++)
        MEM_NEW(m->x[d], box->n_nodes);
    for (int64_t k = 0; k < m->cell_node_offset[m->n_cells]; k++)
        place[m->cell_node[k]] = 1;
    for (int64_t v = 0; v < box->n_nodes; v++) {
        if (!place[v])
            continue;
        for (int d = 0; d < 3; d++)
            m->x[d][m->n_nodes] = round(box->x[d][v] * 1048576.0) / 1048576.0;
        place[v] = (lid)m->n_nodes++;
    }
    for (int64_t k = 0; k < m->cell_node_offset[m->n_cells]; k++)
        m->cell_node[k] = place[m->cell_node[k]];
    for (int64_t k = 0; k < m->patch_face_node_offset[m->n_patch_faces]; k++)
        m->patch_face_node[k] = place[m->patch_face_node[k]];
    mem_free(place);
}

/* n^3 blocks, n even. Free with raw_mesh_free(). */
static inline void foreign_mesh(int n, struct raw_mesh *m)
{
    static const int order[4] = {ELEMENT_TETRA, ELEMENT_PYRA, ELEMENT_PENTA, ELEMENT_HEXA};
    struct raw_mesh box;
    struct raw_append a = {.m = m};
    box_mesh(BOX_MIXED, n, 0.1, &box);
    memset(m, 0, sizeof *m);
    m->source = text_format("a mesh of four types");
    raw_append_begin(&a, 0, 0);
    for (int k = 0; k < 4; k++)
        foreign_cells(&box, n, order[k], &a);
    for (int p = 0; p < 6; p++)
        raw_append_patch(&a, box.patch[p].name, "", BC_NONE);
    foreign_faces(n, 3, &a);
    foreign_faces(n, 4, &a);
    foreign_nodes(&box, m);
    raw_mesh_free(&box);
}

/* ---- writing ------------------------------------------------------------------------------------ */

struct foreign_file {
    FILE *file;
    struct ugrid_format as; /* how numbers are written; text where as.binary is false */
    int on_line;            /* numbers on the present line */
};

static inline void foreign_bytes(struct foreign_file *f, uint64_t v, int n)
{
    for (int i = 0; i < n; i++)
        fputc((int)(v >> 8 * (f->as.big ? n - 1 - i : i) & 255), f->file);
}

static inline void foreign_integer(struct foreign_file *f, int64_t v, int bytes)
{
    if (f->as.binary)
        foreign_bytes(f, (uint64_t)v, bytes);
    else
        fprintf(f->file, "%lld ", (long long)v);
}

static inline void foreign_real(struct foreign_file *f, double v)
{
    uint64_t bits = 0;
    float single = (float)v;
    if (!f->as.binary) {
        fprintf(f->file, "%.17g ", v);
    } else {
        if (f->as.real_bytes == 4) {
            uint32_t low;
            memcpy(&low, &single, sizeof low);
            bits = low;
        } else {
            memcpy(&bits, &v, sizeof bits);
        }
        foreign_bytes(f, bits, f->as.real_bytes);
    }
}

static inline void foreign_line(struct foreign_file *f)
{
    if (!f->as.binary)
        fputc('\n', f->file);
}

static inline void foreign_mark(struct foreign_file *f, int64_t bytes)
{
    if (f->as.records)
        foreign_bytes(f, (uint64_t)bytes, 4);
}

static inline void foreign_counts(const struct raw_mesh *m, int64_t *count)
{
    memset(count, 0, UGRID_COUNTS * sizeof *count);
    count[UGRID_NODES] = m->n_nodes;
    for (int64_t f = 0; f < m->n_patch_faces; f++)
        count[m->patch_face_node_offset[f + 1] - m->patch_face_node_offset[f] == 3 ? UGRID_TRIANGLES : UGRID_QUADS]++;
    for (int64_t c = 0; c < m->n_cells; c++)
        count[UGRID_TETRAHEDRA + m->cell_type[c] - ELEMENT_TETRA]++; /* both in the same order */
}

static inline void foreign_ugrid_cell(struct foreign_file *f, int type, const lid *node)
{
    static const int pyramid[5] = {1, 0, 4, 2, 3};
    for (int k = 0; k < element_info(type)->n_nodes; k++)
        foreign_integer(f, node[type == ELEMENT_PYRA ? pyramid[k] : k] + 1, f->as.int_bytes);
    foreign_line(f);
}

/* format: as ugrid_format_of() gives it. */
static inline void foreign_write_ugrid(FILE *file, const struct ugrid_format *format, const struct raw_mesh *m)
{
    struct foreign_file f = {.file = file, .as = *format};
    int64_t count[UGRID_COUNTS];
    foreign_counts(m, count);
    foreign_mark(&f, UGRID_COUNTS * f.as.int_bytes);
    for (int i = 0; i < UGRID_COUNTS; i++)
        foreign_integer(&f, count[i], f.as.int_bytes);
    foreign_mark(&f, UGRID_COUNTS * f.as.int_bytes);
    foreign_line(&f);
    foreign_mark(&f, ugrid_format_bytes(&f.as, count));
    for (int64_t v = 0; v < m->n_nodes; v++, foreign_line(&f))
        for (int d = 0; d < 3; d++)
            foreign_real(&f, m->x[d][v]);
    for (int64_t k = 0; k < m->n_patch_faces; k++, foreign_line(&f))
        for (int64_t i = m->patch_face_node_offset[k]; i < m->patch_face_node_offset[k + 1]; i++)
            foreign_integer(&f, m->patch_face_node[i] + 1, f.as.int_bytes);
    for (int64_t k = 0; k < m->n_patch_faces; k++)
        foreign_integer(&f, foreign_tag(m->patch_face_patch[k]), f.as.int_bytes);
    foreign_line(&f);
    for (int64_t c = 0; c < m->n_cells; c++)
        foreign_ugrid_cell(&f, m->cell_type[c], m->cell_node + m->cell_node_offset[c]);
    foreign_mark(&f, ugrid_format_bytes(&f.as, count));
}

/* wall, farfield, symmetry, slip, pressure outlet and farfield, by FUN3D's numbers. */
static inline void foreign_write_mapbc(FILE *file, const struct raw_mesh *m)
{
    static const int number[6] = {4000, 5000, 6662, 3000, 5051, 5050};
    fprintf(file, "%d\n", (int)m->n_patches);
    for (int64_t p = 0; p < m->n_patches; p++)
        fprintf(file, "%d %d %s\n", (int)foreign_tag(p), number[p], m->patch[p].name);
}

static inline void foreign_write_su2(FILE *file, const struct raw_mesh *m)
{
    fprintf(file, "NDIME= 3\nNELEM= %lld\n", (long long)m->n_cells);
    for (int64_t c = 0; c < m->n_cells; c++) {
        fprintf(file, "%d", element_info(m->cell_type[c])->vtk_type);
        for (int64_t k = m->cell_node_offset[c]; k < m->cell_node_offset[c + 1]; k++)
            fprintf(file, " %d", (int)m->cell_node[k]);
        fprintf(file, "\n");
    }
    fprintf(file, "NPOIN= %lld\n", (long long)m->n_nodes);
    for (int64_t v = 0; v < m->n_nodes; v++)
        fprintf(file, "%.17g %.17g %.17g\n", m->x[0][v], m->x[1][v], m->x[2][v]);
    fprintf(file, "NMARK= %lld\n", (long long)m->n_patches);
    for (int64_t p = 0; p < m->n_patches; p++) {
        int64_t n = 0;
        for (int64_t f = 0; f < m->n_patch_faces; f++)
            n += m->patch_face_patch[f] == p;
        fprintf(file, "MARKER_TAG= %s\nMARKER_ELEMS= %lld\n", m->patch[p].name, (long long)n);
        for (int64_t f = 0; f < m->n_patch_faces; f++) {
            if (m->patch_face_patch[f] != p)
                continue;
            int64_t first = m->patch_face_node_offset[f], end = m->patch_face_node_offset[f + 1];
            fprintf(file, "%d", end - first == 3 ? 5 : 9);
            for (int64_t k = first; k < end; k++)
                fprintf(file, " %d", (int)m->patch_face_node[k]);
            fprintf(file, "\n");
        }
    }
}

/* ---- Gmsh --------------------------------------------------------------------------------------- */

struct foreign_msh {
    struct foreign_file f;
    bool newer;                                /* 4.1, else 2.2 */
    int64_t (*node_tag)(int64_t v);            /* of node v */
};

static inline int64_t foreign_tag_in_order(int64_t v)
{
    return v + 1;
}

static inline int foreign_msh_type(int n_nodes, bool is_cell)
{
    static const int cell[9] = {[4] = 4, [5] = 7, [6] = 6, [8] = 5};
    return is_cell ? cell[n_nodes] : n_nodes == 3 ? 2 : 3;
}

/* The tags and nodes of an element, in 2.2 behind its number. */
static inline void foreign_msh_element(struct foreign_msh *w, int64_t number, int type, int64_t tag, int n,
                                       const lid *node)
{
    int bytes = w->newer ? 8 : 4;
    if (!w->newer && w->f.as.binary) { /* each its own block */
        foreign_integer(&w->f, type, 4);
        foreign_integer(&w->f, 1, 4);
        foreign_integer(&w->f, 2, 4);
    }
    foreign_integer(&w->f, number, bytes);
    if (!w->newer && !w->f.as.binary) {
        foreign_integer(&w->f, type, 4);
        foreign_integer(&w->f, 2, 4);
    }
    if (!w->newer) {
        foreign_integer(&w->f, tag, 4);
        foreign_integer(&w->f, tag + 1, 4);
    }
    for (int k = 0; k < n; k++)
        foreign_integer(&w->f, w->node_tag(node[k]), bytes);
    foreign_line(&w->f);
}

/* $Entities: surface TAG + 1 is in group TAG; a volume in none. */
static inline void foreign_msh_entities(struct foreign_msh *w, const struct raw_mesh *m)
{
    const int64_t n[4] = {0, 0, m->n_patches, 1};
    fprintf(w->f.file, "$Entities\n");
    for (int d = 0; d < 4; d++)
        foreign_integer(&w->f, n[d], 8);
    foreign_line(&w->f);
    for (int64_t p = 0; p <= m->n_patches; p++) {
        bool surface = p < m->n_patches;
        foreign_integer(&w->f, surface ? foreign_tag(p) + 1 : 1, 4);
        for (int d = 0; d < 6; d++)
            foreign_real(&w->f, d < 3 ? 0.0 : 1.0);
        foreign_integer(&w->f, surface, 8);
        if (surface)
            foreign_integer(&w->f, foreign_tag(p), 4);
        foreign_integer(&w->f, 0, 8);
        foreign_line(&w->f);
    }
    fprintf(w->f.file, "%s$EndEntities\n", w->f.as.binary ? "\n" : "");
}

static inline void foreign_msh_nodes(struct foreign_msh *w, const struct raw_mesh *m)
{
    fprintf(w->f.file, "$Nodes\n");
    if (w->newer) {
        const int64_t head[4] = {1, m->n_nodes, w->node_tag(0), w->node_tag(m->n_nodes - 1)};
        for (int k = 0; k < 4; k++)
            foreign_integer(&w->f, head[k], 8);
        foreign_line(&w->f);
        for (int k = 0; k < 3; k++)
            foreign_integer(&w->f, k == 0 ? 3 : k == 1, 4);
        foreign_integer(&w->f, m->n_nodes, 8);
        foreign_line(&w->f);
        for (int64_t v = 0; v < m->n_nodes; v++, foreign_line(&w->f))
            foreign_integer(&w->f, w->node_tag(v), 8);
    } else {
        fprintf(w->f.file, "%lld\n", (long long)m->n_nodes);
    }
    for (int64_t v = 0; v < m->n_nodes; v++, foreign_line(&w->f)) {
        if (!w->newer)
            foreign_integer(&w->f, w->node_tag(v), 4);
        for (int d = 0; d < 3; d++)
            foreign_real(&w->f, m->x[d][v]);
    }
    fprintf(w->f.file, "%s$EndNodes\n", w->f.as.binary ? "\n" : "");
}

/* The head of a block of n elements of an entity; of MSH 2.2: nothing. */
static inline void foreign_msh_block(struct foreign_msh *w, int dimension, int64_t entity, int type, int64_t n)
{
    if (!w->newer)
        return;
    foreign_integer(&w->f, dimension, 4);
    foreign_integer(&w->f, entity, 4);
    foreign_integer(&w->f, type, 4);
    foreign_integer(&w->f, n, 8);
    foreign_line(&w->f);
}

/* A block for each element: files may have them so, and the order of the mesh stays. */
static inline void foreign_msh_elements(struct foreign_msh *w, const struct raw_mesh *m)
{
    int64_t n = m->n_patch_faces + m->n_cells;
    fprintf(w->f.file, "$Elements\n");
    if (w->newer) {
        const int64_t head[4] = {n, n, 1, n};
        for (int k = 0; k < 4; k++)
            foreign_integer(&w->f, head[k], 8);
        foreign_line(&w->f);
    } else {
        fprintf(w->f.file, "%lld\n", (long long)n);
    }
    for (int64_t i = 0; i < n; i++) {
        bool is_cell = i >= m->n_patch_faces;
        int64_t k = is_cell ? i - m->n_patch_faces : i;
        const int64_t *offset = is_cell ? m->cell_node_offset : m->patch_face_node_offset;
        const lid *node = (is_cell ? m->cell_node : m->patch_face_node) + offset[k];
        int n_nodes = (int)(offset[k + 1] - offset[k]), type = foreign_msh_type(n_nodes, is_cell);
        int64_t tag = is_cell ? 0 : foreign_tag(m->patch_face_patch[k]);
        foreign_msh_block(w, is_cell ? 3 : 2, tag + 1, type, 1);
        foreign_msh_element(w, i + 1, type, tag, n_nodes, node);
    }
    fprintf(w->f.file, "%s$EndElements\n", w->f.as.binary ? "\n" : "");
}

/* format: binary, big; reals have 8 bytes. */
static inline void foreign_write_msh(FILE *file, bool newer, const struct ugrid_format *format,
                                     int64_t (*node_tag)(int64_t v), const struct raw_mesh *m)
{
    struct foreign_msh w = {.f = {.file = file, .as = *format}, .newer = newer, .node_tag = node_tag};
    fprintf(file, "$MeshFormat\n%s %d 8\n", newer ? "4.1" : "2.2", format->binary);
    if (format->binary) {
        foreign_bytes(&w.f, 1, 4);
        fputc('\n', file);
    }
    fprintf(file, "$EndMeshFormat\n$PhysicalNames\n%d\n", (int)m->n_patches);
    for (int64_t p = 0; p < m->n_patches; p++)
        fprintf(file, "2 %d \"%s\"\n", (int)foreign_tag(p), m->patch[p].name);
    fprintf(file, "$EndPhysicalNames\n");
    if (newer)
        foreign_msh_entities(&w, m);
    foreign_msh_nodes(&w, m);
    foreign_msh_elements(&w, m);
}

#endif
