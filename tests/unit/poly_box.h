/* poly_box.h: the box of box_mesh.h with cells made polyhedra, for tests.
 *
 * Some cells stay what they are, some become polyhedra by the same faces, some are
 * joined with a neighbour into one polyhedron. The polygons' nodes start anywhere
 * and run either way round; the second cell of a face names the first one's
 * polygon or one of its own; some polygons repeat a node.
 */
#ifndef UFV_TESTS_POLY_BOX_H
#define UFV_TESTS_POLY_BOX_H

#include "box_mesh.h"
#include "mesh/side_table.h"

struct poly_options {
    double as_polyhedra; /* chance that a cell of its own becomes a polyhedron */
    double joined;       /* chance that a cell is joined with a neighbour */
    uint64_t seed;
};

struct poly_box {
    struct raw_mesh *from, *to;
    const struct poly_options *o;
    uint64_t state;
    struct side_table table;
    lid *side_face;   /* [6 * cells] face of each side of each old cell, -1: none */
    lid (*around)[2]; /* [faces] old cells of a face, -1: none */
    lid *polygon;     /* [faces] its polygon, -1 as yet */
    lid *group;       /* [cells] number of the new cell */
    lid *parts;       /* [2 * new cells] old cells of a new one, second -1: none */
};

static bool poly_chance(struct poly_box *b, double chance)
{
    return random_signed(&b->state) < 2.0 * chance - 1.0;
}

static int poly_side_nodes(const struct raw_mesh *m, int64_t c, int j, lid node[4])
{
    const struct element_info *e = element_info(m->cell_type[c]);
    for (int k = 0; k < e->face_n_nodes[j]; k++)
        node[k] = m->cell_node[m->cell_node_offset[c] + e->face_node[j][k]];
    return e->face_n_nodes[j];
}

/* The faces of the elements, by a table of sides: around[f] has the two cells. */
static void poly_find_faces(struct poly_box *b)
{
    int64_t n = b->from->n_cells;
    side_table_init(&b->table, b->from->n_nodes, 6 * n);
    MEM_NEW(b->side_face, 6 * n);
    MEM_NEW(b->around, 6 * n);
    MEM_NEW(b->polygon, 6 * n);
    for (int64_t c = 0; c < n; c++)
        for (int j = 0; j < 6; j++) {
            lid node[4];
            bool added;
            b->side_face[6 * c + j] = -1;
            if (j >= element_info(b->from->cell_type[c])->n_faces)
                continue;
            lid f = side_table_find_or_add(&b->table, poly_side_nodes(b->from, c, j, node), node, &added);
            b->side_face[6 * c + j] = f;
            if (added)
                b->around[f][0] = b->around[f][1] = b->polygon[f] = -1;
            b->around[f][added ? 0 : 1] = (lid)c;
        }
}

/* Each old cell goes into one new one, alone or with the first neighbour that is still free. Two convex cells that
 * share a face may join to one that is not convex: what readers have to stand. */
static void poly_group_cells(struct poly_box *b)
{
    int64_t n = b->from->n_cells;
    lid n_new = 0;
    MEM_NEW(b->group, n);
    MEM_NEW(b->parts, 2 * n);
    memset(b->group, -1, (size_t)n * sizeof *b->group);
    for (lid c = 0; c < n; c++) {
        if (b->group[c] >= 0)
            continue;
        b->group[c] = n_new;
        b->parts[2 * n_new] = c;
        b->parts[2 * n_new + 1] = -1;
        bool join = poly_chance(b, b->o->joined);
        for (int j = 0; j < 6 && join; j++) {
            lid f = b->side_face[6 * c + j], other = f < 0 ? -1 : b->around[f][b->around[f][0] == c];
            if (other < 0 || b->group[other] >= 0)
                continue;
            b->group[other] = n_new;
            b->parts[2 * n_new + 1] = other;
            join = false;
        }
        n_new++;
    }
    b->to->n_cells = n_new;
}

/* A polygon whose nodes start anywhere and run either way round. */
static lid poly_add_polygon(struct poly_box *b, int n, const lid *node)
{
    struct raw_mesh *m = b->to;
    int64_t at = m->polygon_node_offset[m->n_polygons];
    int start = (int)(random_signed(&b->state) * 1000.0 + 1000.0) % n;
    bool back = poly_chance(b, 0.5), repeat = poly_chance(b, 0.1);
    for (int k = 0; k < n; k++)
        m->polygon_node[at++] = node[(start + (back ? n - k : k)) % n];
    if (repeat) {
        m->polygon_node[at] = m->polygon_node[at - 1];
        at++;
    }
    m->polygon_node_offset[m->n_polygons + 1] = at;
    return (lid)m->n_polygons++;
}

static void poly_add_faces(struct poly_box *b, lid c, lid new_cell, int64_t *n)
{
    for (int j = 0; j < 6; j++) {
        lid f = b->side_face[6 * c + j], node[4];
        if (f < 0)
            continue;
        lid other = b->around[f][b->around[f][0] == c];
        if (other >= 0 && b->group[other] == new_cell)
            continue; /* between the parts of a joined cell */
        int n_nodes = poly_side_nodes(b->from, c, j, node);
        /* Most files name a face's one polygon from both cells; some have a copy for each, which must be found to be
         * the same. */
        if (b->polygon[f] < 0 || poly_chance(b, 0.3))
            b->polygon[f] = poly_add_polygon(b, n_nodes, node);
        b->to->cell_polygon[(*n)++] = b->polygon[f];
    }
}

static void poly_add_cells(struct poly_box *b)
{
    struct raw_mesh *m = b->to;
    const struct raw_mesh *from = b->from;
    int64_t n_polygons = 0, n_nodes = 0;
    for (lid c = 0; c < m->n_cells; c++) {
        lid old = b->parts[2 * c], second = b->parts[2 * c + 1];
        m->cell_node_offset[c] = n_nodes;
        m->cell_polygon_offset[c] = n_polygons;
        m->cell_type[c] = from->cell_type[old];
        if (second >= 0 || poly_chance(b, b->o->as_polyhedra)) {
            m->cell_type[c] = ELEMENT_POLYHEDRON;
            poly_add_faces(b, old, c, &n_polygons);
            if (second >= 0)
                poly_add_faces(b, second, c, &n_polygons);
            continue;
        }
        for (int64_t k = from->cell_node_offset[old]; k < from->cell_node_offset[old + 1]; k++)
            m->cell_node[n_nodes++] = from->cell_node[k];
    }
    m->cell_node_offset[m->n_cells] = n_nodes;
    m->cell_polygon_offset[m->n_cells] = n_polygons;
}

/* parts: NULL, or gets the old cells of each new one, [2 * cells] (mem_free()). */
static void poly_box(enum box_kind kind, int n, double move, const struct poly_options *o, struct raw_mesh *m,
                     lid **parts)
{
    struct raw_mesh from;
    box_mesh(kind, n, move, &from);
    struct poly_box b = {.from = &from, .to = m, .o = o, .state = o->seed};
    int64_t cells = from.n_cells;
    poly_find_faces(&b);
    *m = from; /* nodes and patches stay; cells are made anew */
    m->n_polygons = 0;
    MEM_NEW(m->cell_type, cells);
    MEM_NEW(m->cell_node_offset, cells + 1);
    MEM_NEW(m->cell_node, 8 * cells);
    MEM_NEW(m->cell_polygon_offset, cells + 1);
    MEM_NEW(m->cell_polygon, 6 * cells);
    MEM_NEW(m->polygon_node_offset, 6 * cells + 1);
    MEM_NEW(m->polygon_node, 30 * cells);
    m->polygon_node_offset[0] = 0;
    poly_group_cells(&b);
    poly_add_cells(&b);
    mem_free(from.cell_type);
    mem_free(from.cell_node_offset);
    mem_free(from.cell_node);
    side_table_free(&b.table);
    mem_free(b.side_face);
    mem_free(b.around);
    mem_free(b.polygon);
    mem_free(b.group);
    if (parts)
        *parts = b.parts;
    else
        mem_free(b.parts);
}

#endif
