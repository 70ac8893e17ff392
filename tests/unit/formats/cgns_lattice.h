/* cgns_lattice.h: parts of the lattice of cgns_box.h as zones of any form, written node
 * by node so that every layout of any version can be had: elements of all kinds, in any
 * order, with any numbers; boundary conditions of all kinds; joined to one another.
 * What is said is always the same box.
 */
#ifndef UFV_TESTS_CGNS_LATTICE_H
#define UFV_TESTS_CGNS_LATTICE_H

#include "cgns_box.h"
#include "random.h"

enum lattice_layout {
    LATTICE_HEXA,        /* HEXA_8 and QUAD_4 */
    LATTICE_MIXED_OLD,   /* no ElementStartOffset */
    LATTICE_MIXED,
    LATTICE_NFACE_OLD,   /* lengths in front of the lists */
    LATTICE_NFACE,
    LATTICE_PARENTS,     /* NGON_n alone */
    LATTICE_HEXA_20,     /* with QUAD_8 */
    LATTICE_HEXA_27,     /* with QUAD_9 */
    LATTICE_STRUCTURED,
    LATTICE_LAYOUTS
};
enum lattice_bc { BC_BY_RANGE, BC_BY_LIST, BC_BY_ELEMENT_RANGE, BC_BY_ELEMENT_LIST, BC_BY_VERTICES, BC_FORMS };

static const char *const layout_name[LATTICE_LAYOUTS] = {"HEXA_8",   "MIXED without offsets", "MIXED",
                                                         "NFACE_n without offsets", "NFACE_n", "NGON_n with parents",
                                                         "HEXA_20",  "HEXA_27",               "structured"};

struct quad {
    int node[4]; /* lattice nodes of the part */
    int cell[2]; /* cells on either side, -1 outside */
    int side;    /* of the box, 0..5; 6: where another part is; 7: inside */
    int number;  /* of its element, 0 when it is none */
};

/* A part while it is written. Lattice nodes and cells: numbers along x first. */
struct lattice_zone {
    struct part part;
    enum lattice_layout layout;
    enum lattice_bc bc;
    bool families; /* types by families, else in the BC_t */
    bool orderly;  /* nothing is permuted */
    double id;
    int n[3], n_nodes, n_all_nodes, n_cells, n_quads;
    int *node;            /* [n_all_nodes] 1-based number of each node; those behind n_nodes are mid nodes */
    double (*x)[3];       /* [n_all_nodes] by number */
    struct quad *quad;
    int *cell;            /* [n_cells] element number */
    int next;             /* element number */
};

static uint64_t lattice_state = 1;

/* 0..n-1 */
static inline int draw(int n)
{
    return random_below(&lattice_state, n);
}

/* Fisher and Yates: every order is as likely. */
static inline void shuffle(int *v, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = draw(i + 1), t = v[i];
        v[i] = v[k];
        v[k] = t;
    }
}

/* ---- nodes of the file ------------------------------------------------------------------ */

static inline double sub_table(double parent, const char *name, const char *label, const char *type, int n_dims,
                               const cgsize_t *dim, const void *data)
{
    double id = 0;
    char name33[33] = "", label33[33] = ""; /* the library reads that many characters whatever is there */
    snprintf(name33, sizeof name33, "%s", name);
    snprintf(label33, sizeof label33, "%s", label);
    CHECK(cgio_new_node(cgio, parent, name33, label33, type, n_dims, dim, data, &id) == 0, "node %s", name);
    return id;
}

static inline double sub(double parent, const char *name, const char *label, const char *type, int n, const void *data)
{
    cgsize_t dim = n;
    return sub_table(parent, name, label, type, n > 0, &dim, data);
}

static inline double sub_text(double parent, const char *name, const char *label, const char *text)
{
    return sub(parent, name, label, "C1", (int)strlen(text), text);
}

/* Numbers of four or eight bytes. */
static inline void sub_ints(double parent, const char *name, const char *label, int n, const int *value)
{
    int64_t *wide = malloc((size_t)n * sizeof *wide);
    bool eight = draw(4) == 0;
    for (int i = 0; i < n; i++)
        wide[i] = value[i];
    sub(parent, name, label, eight ? "I8" : "I4", n, eight ? (const void *)wide : (const void *)value);
    free(wide);
}

/* Points of so many indices each. */
static inline void sub_points(double parent, const char *name, int indices, int n, const int *value)
{
    cgsize_t dim[2] = {indices, n};
    sub_table(parent, name, "IndexArray_t", "I4", 2, dim, value);
}

/* ---- the part's lattice -------------------------------------------------------------------- */

static inline int zone_node(const struct lattice_zone *z, int i, int j, int k)
{
    return i + (z->n[0] + 1) * (j + (z->n[1] + 1) * k);
}

static inline int zone_cell(const struct lattice_zone *z, const int at[3])
{
    for (int d = 0; d < 3; d++)
        if (at[d] < 0 || at[d] >= z->n[d])
            return -1;
    return at[0] + z->n[0] * (at[1] + z->n[1] * at[2]);
}

/* Of the plane `plane` of the part's own lattice along axis d. */
static inline int side_of(const struct lattice_zone *z, int d, int plane)
{
    if (plane != 0 && plane != z->n[d])
        return 7;
    int g = z->part.low[d] + plane;
    return g == 0 ? 2 * d : g == N[d] ? 2 * d + 1 : 6;
}

/* The quadrilateral normal to axis d whose lowest corner is `at`; its nodes run so that the normal points from cell[0]
 * to cell[1]. */
static inline void add_quad(struct lattice_zone *z, int d, const int at[3])
{
    struct quad *q = &z->quad[z->n_quads++];
    int e = (d + 1) % 3, f = (d + 2) % 3, low[3] = {at[0], at[1], at[2]};
    static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int c = 0; c < 4; c++) {
        int p[3] = {at[0], at[1], at[2]};
        p[e] += corner[c][0];
        p[f] += corner[c][1];
        q->node[c] = zone_node(z, p[0], p[1], p[2]);
    }
    q->cell[1] = zone_cell(z, low);
    low[d]--;
    q->cell[0] = zone_cell(z, low);
    q->side = side_of(z, d, at[d]);
    q->number = 0;
}

static inline void make_quads(struct lattice_zone *z)
{
    int at[3];
    z->quad = malloc((size_t)(3 * (z->n[0] + 1) * (z->n[1] + 1) * (z->n[2] + 1)) * sizeof *z->quad);
    for (int d = 0; d < 3; d++)
        for (at[2] = 0; at[2] < z->n[2] + (d == 2); at[2]++)
            for (at[1] = 0; at[1] < z->n[1] + (d == 1); at[1]++)
                for (at[0] = 0; at[0] < z->n[0] + (d == 0); at[0]++)
                    add_quad(z, d, at);
}

/* How many nodes elements of higher order have besides their corners. */
static inline int mid_nodes(const struct lattice_zone *z, bool cell)
{
    return z->layout == LATTICE_HEXA_20 ? (cell ? 12 : 4) : z->layout == LATTICE_HEXA_27 ? (cell ? 19 : 5) : 0;
}

static inline void make_nodes(struct lattice_zone *z)
{
    z->n_all_nodes = z->n_nodes + z->n_cells * mid_nodes(z, true) + z->n_quads * mid_nodes(z, false);
    z->node = malloc((size_t)z->n_all_nodes * sizeof *z->node);
    z->x = malloc((size_t)z->n_all_nodes * sizeof *z->x);
    for (int v = 0; v < z->n_all_nodes; v++)
        z->node[v] = v + 1;
    if (!z->orderly)
        shuffle(z->node, z->n_all_nodes);
    for (int v = 0; v < z->n_all_nodes; v++) {
        int g[3] = {v % (z->n[0] + 1), v / (z->n[0] + 1) % (z->n[1] + 1), v / ((z->n[0] + 1) * (z->n[1] + 1))};
        double far[3] = {0.5, 0.5, 0.5}; /* mid nodes are not to be used: anywhere */
        for (int d = 0; d < 3; d++)
            g[d] += z->part.low[d];
        if (v < z->n_nodes)
            place(g, far);
        memcpy(z->x[z->node[v] - 1], far, sizeof far);
    }
}

/* ---- elements ------------------------------------------------------------------------------- */

/* Entries: cell c as c, quad q as ~q. */
struct block {
    int n, *entry;
};

/* The numbers of an element's nodes; returns how many. */
static inline int element_nodes(const struct lattice_zone *z, int entry, int *number)
{
    int n = 0, mid = z->n_nodes, cells = mid_nodes(z, true), quads = mid_nodes(z, false);
    if (entry >= 0) {
        int i = entry % z->n[0], j = entry / z->n[0] % z->n[1], k = entry / (z->n[0] * z->n[1]);
        static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        int turned = z->orderly ? 0 : draw(2); /* mirrored: the top first */
        for (int c = 0; c < 8; c++)
            number[n++] = z->node[zone_node(z, i + corner[c % 4][0], j + corner[c % 4][1], k + ((c / 4) ^ turned))];
        for (int c = 0; c < cells; c++)
            number[n++] = z->node[mid + entry * cells + c];
        return n;
    }
    /* Faces may begin anywhere and run either way: which side is outside follows from the cells. */
    int begin = z->orderly ? 0 : draw(4), back = z->orderly ? 0 : draw(2);
    for (int c = 0; c < 4; c++)
        number[n++] = z->node[z->quad[~entry].node[(begin + (back ? 4 - c : c)) % 4]];
    for (int c = 0; c < quads; c++)
        number[n++] = z->node[mid + z->n_cells * cells + ~entry * quads + c];
    return n;
}

static inline int element_type(const struct lattice_zone *z, int entry)
{
    static const int hexa[3] = {CGNS_ENUMV(HEXA_8), CGNS_ENUMV(HEXA_20), CGNS_ENUMV(HEXA_27)};
    static const int quad[3] = {CGNS_ENUMV(QUAD_4), CGNS_ENUMV(QUAD_8), CGNS_ENUMV(QUAD_9)};
    int order = z->layout == LATTICE_HEXA_20 ? 1 : z->layout == LATTICE_HEXA_27 ? 2 : 0;
    return entry >= 0 ? hexa[order] : quad[order];
}

static inline bool is_mixed(const struct lattice_zone *z)
{
    return z->layout == LATTICE_MIXED_OLD || z->layout == LATTICE_MIXED;
}

static inline bool is_polyhedral(const struct lattice_zone *z)
{
    return z->layout >= LATTICE_NFACE_OLD && z->layout <= LATTICE_PARENTS;
}

/* The faces of a cell by their element numbers, inward ones negative. */
static inline int cell_faces(const struct lattice_zone *z, int c, int *number)
{
    int n = 0;
    for (int q = 0; q < z->n_quads; q++)
        for (int side = 0; side < 2; side++)
            if (z->quad[q].cell[side] == c)
                number[n++] = side ? -z->quad[q].number : z->quad[q].number;
    if (!z->orderly)
        shuffle(number, n);
    return n;
}

static inline void number_block(struct lattice_zone *z, const struct block *b)
{
    for (int i = 0; i < b->n; i++) {
        if (b->entry[i] >= 0)
            z->cell[b->entry[i]] = z->next++;
        else
            z->quad[~b->entry[i]].number = z->next++;
    }
}

static inline void write_parents(const struct lattice_zone *z, double section, const struct block *b)
{
    int *table = malloc((size_t)b->n * 2 * sizeof *table);
    cgsize_t dim[2] = {b->n, 2};
    for (int i = 0; i < b->n; i++)
        for (int side = 0; side < 2; side++) {
            int c = z->quad[~b->entry[i]].cell[side];
            table[side * b->n + i] = c < 0 ? 0 : z->cell[c];
        }
    sub_table(section, "ParentElements", "DataArray_t", "I4", 2, dim, table);
    free(table);
}

/* One block as a section in the layout of the zone: what stands before an element's nodes is its type in MIXED, the
 * length of its list in old polygons, and nothing else. */
static inline void write_section(const struct lattice_zone *z, const char *name, const struct block *b)
{
    bool lists = is_polyhedral(z), mixed = is_mixed(z), cells = b->entry[0] >= 0;
    bool inline_lengths = z->layout == LATTICE_NFACE_OLD;
    bool offsets = z->layout == LATTICE_MIXED || (lists && !inline_lengths);
    int first = cells ? z->cell[b->entry[0]] : z->quad[~b->entry[0]].number, at = 0;
    int range[2] = {first, first + b->n - 1}, type[2] = {element_type(z, b->entry[0]), 0};
    int *number = malloc((size_t)b->n * 32 * sizeof *number), *offset = malloc((size_t)(b->n + 1) * sizeof *offset);
    for (int i = 0; i < b->n; i++) {
        offset[i] = at;
        int head = at;
        at += mixed || inline_lengths;
        int n = lists && cells ? cell_faces(z, b->entry[i], number + at) : element_nodes(z, b->entry[i], number + at);
        if (mixed || inline_lengths)
            number[head] = mixed ? element_type(z, b->entry[i]) : n;
        at += n;
    }
    offset[b->n] = at;
    type[0] = mixed ? CGNS_ENUMV(MIXED) : lists ? (cells ? CGNS_ENUMV(NFACE_n) : CGNS_ENUMV(NGON_n)) : type[0];
    double id = sub(z->id, name, "Elements_t", "I4", 2, type);
    sub_ints(id, "ElementRange", "IndexRange_t", 2, range);
    sub_ints(id, "ElementConnectivity", "DataArray_t", at, number);
    if (offsets)
        sub_ints(id, "ElementStartOffset", "DataArray_t", b->n + 1, offset);
    if (z->layout == LATTICE_PARENTS)
        write_parents(z, id, b);
    free(number);
    free(offset);
}

/* The quads of one side each (0..6), those inside, the cells, which may be in two. */
enum { BLOCKS = 10, CELLS = 8, MORE_CELLS = 9 };

static inline void make_blocks(const struct lattice_zone *z, struct block block[BLOCKS])
{
    bool faces = z->bc != BC_BY_VERTICES || is_polyhedral(z) || draw(2) == 0;
    int second = z->orderly || draw(2) ? z->n_cells : draw(z->n_cells);
    for (int b = 0; b < BLOCKS; b++)
        block[b] = (struct block){0, malloc((size_t)(z->n_quads + z->n_cells) * sizeof(int))};
    for (int q = 0; q < z->n_quads; q++)
        if (z->quad[q].side == 7 ? is_polyhedral(z) : faces)
            block[z->quad[q].side].entry[block[z->quad[q].side].n++] = ~q;
    for (int c = 0; c < z->n_cells; c++) {
        struct block *b = &block[c < second ? CELLS : MORE_CELLS];
        b->entry[b->n++] = c;
    }
    for (int b = 0; b < BLOCKS && !z->orderly; b++)
        shuffle(block[b].entry, block[b].n);
}

/* Puts b behind a. */
static inline void join_blocks(struct block *a, struct block *b)
{
    if (b->n > 0)
        memcpy(a->entry + a->n, b->entry, (size_t)b->n * sizeof *b->entry);
    a->n += b->n;
    b->n = 0;
}

/* Sections in any order, numbered in another, with gaps between the numbers; those of
 * parents alone last. */
static inline void write_sections(struct lattice_zone *z)
{
    struct block block[BLOCKS];
    int order[BLOCKS];
    make_blocks(z, block);
    for (int b = 0; b < BLOCKS; b++)
        order[b] = b;
    if (!z->orderly)
        shuffle(order, BLOCKS);
    bool one_ngon = is_polyhedral(z) && (z->orderly || draw(2));
    for (int i = 1; i < BLOCKS; i++)
        if (is_mixed(z) || (one_ngon && order[0] < CELLS && order[i] < CELLS))
            join_blocks(&block[order[0]], &block[order[i]]);
    bool by_range = z->bc == BC_BY_RANGE || z->bc == BC_BY_ELEMENT_RANGE;
    if (is_mixed(z) && !by_range && !z->orderly)
        shuffle(block[order[0]].entry, block[order[0]].n);
    for (int i = 0; i < BLOCKS; i++)
        if (z->layout != LATTICE_PARENTS || order[i] < CELLS) {
            z->next += z->orderly ? 0 : draw(3);
            number_block(z, &block[order[i]]);
        }
    if (z->layout == LATTICE_PARENTS) {
        join_blocks(&block[CELLS], &block[MORE_CELLS]);
        number_block(z, &block[CELLS]);
    }
    if (!z->orderly)
        shuffle(order, BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Section%d", order[i]);
        if (block[order[i]].n > 0 && (z->layout != LATTICE_PARENTS || order[i] < CELLS))
            write_section(z, name, &block[order[i]]);
    }
    for (int b = 0; b < BLOCKS; b++)
        free(block[b].entry);
}

/* ---- boundary conditions ---------------------------------------------------------------------- */

static inline double bc_begin(const struct lattice_zone *z, double zone_bc, int side)
{
    double id = sub_text(zone_bc, side_name[side], "BC_t",
                         z->families ? "FamilySpecified" : BCTypeName[side_type[side]]);
    if (z->families)
        sub_text(id, "FamilyName", "FamilyName_t", side_name[side]);
    return id;
}

static inline void bc_by_elements(const struct lattice_zone *z, double id, int side)
{
    int *number = malloc((size_t)z->n_quads * sizeof *number), n = 0, range[2] = {0, 0};
    for (int q = 0; q < z->n_quads; q++)
        if (z->quad[q].side == side)
            number[n++] = z->quad[q].number;
    range[0] = range[1] = number[0];
    for (int i = 0; i < n; i++) {
        range[0] = number[i] < range[0] ? number[i] : range[0];
        range[1] = number[i] > range[1] ? number[i] : range[1];
    }
    if (z->bc == BC_BY_RANGE)
        sub_ints(id, "PointRange", "IndexRange_t", 2, range);
    else if (z->bc == BC_BY_ELEMENT_RANGE)
        sub_ints(id, "ElementRange", "IndexRange_t", 2, range);
    else
        sub_points(id, z->bc == BC_BY_LIST ? "PointList" : "ElementList", 1, n, number);
    if (z->bc == BC_BY_RANGE || z->bc == BC_BY_LIST)
        sub_text(id, "GridLocation", "GridLocation_t", "FaceCenter");
    free(number);
}

static inline void bc_by_vertices(const struct lattice_zone *z, double id, int side)
{
    int *number = malloc((size_t)z->n_quads * 4 * sizeof *number), n = 0;
    for (int q = 0; q < z->n_quads; q++)
        for (int c = 0; c < 4 && z->quad[q].side == side; c++)
            number[n++] = z->node[z->quad[q].node[c]];
    shuffle(number, n);
    sub_points(id, "PointList", 1, n, number);
    free(number);
}

/* Ranges of a structured zone: of vertices, of faces, with the corners in any order. */
static inline void bc_structured(const struct lattice_zone *z, double id, int side)
{
    const struct part *p = &z->part;
    int d = side / 2, low[3], high[3], range[6], axis = 0;
    cgsize_t corner[6];
    char location[16];
    memcpy(low, p->low, sizeof low);
    memcpy(high, p->high, sizeof high);
    low[d] = high[d] = side % 2 ? p->high[d] : p->low[d];
    part_range(p, low, high, corner);
    bool faces = draw(2);
    for (int e = 0; e < 3; e++) {
        int a = (int)corner[e], b = (int)corner[3 + e], thin = p->axis[e] == d;
        axis = thin ? e : axis;
        range[e] = a < b ? a : b;
        range[3 + e] = (a < b ? b : a) - (faces && !thin);
        if (draw(2)) {
            int t = range[e];
            range[e] = range[3 + e];
            range[3 + e] = t;
        }
    }
    cgsize_t dim[2] = {3, 2};
    sub_table(id, "PointRange", "IndexRange_t", "I4", 2, dim, range);
    snprintf(location, sizeof location, "%cFaceCenter", "IJK"[axis]);
    if (faces)
        sub_text(id, "GridLocation", "GridLocation_t", location);
}

/* A condition for each side of the box that the part touches. */
static inline void write_bcs(const struct lattice_zone *z)
{
    double zone_bc = 0;
    for (int side = 0; side < 6; side++) {
        int d = side / 2;
        if ((side % 2 ? z->part.high[d] : z->part.low[d]) != (side % 2 ? N[d] : 0))
            continue;
        if (zone_bc == 0)
            zone_bc = sub(z->id, "ZoneBC", "ZoneBC_t", "MT", 0, NULL);
        double id = bc_begin(z, zone_bc, side);
        if (z->layout == LATTICE_STRUCTURED)
            bc_structured(z, id, side);
        else if (z->bc == BC_BY_VERTICES)
            bc_by_vertices(z, id, side);
        else
            bc_by_elements(z, id, side);
    }
}

/* ---- zones ---------------------------------------------------------------------------------------- */

static inline void write_grid(const struct lattice_zone *z, int n_dims, const cgsize_t *dim)
{
    static const char *const axis[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    double grid = sub(z->id, "GridCoordinates", "GridCoordinates_t", "MT", 0, NULL), *column;
    column = malloc((size_t)z->n_all_nodes * sizeof *column);
    for (int d = 0; d < 3; d++) {
        for (int v = 0; v < z->n_all_nodes; v++)
            column[v] = z->x[v][d];
        sub_table(grid, axis[d], "DataArray_t", "R8", n_dims, dim, column);
    }
    free(column);
}

static inline void write_structured(struct lattice_zone *z, double base)
{
    const struct part *p = &z->part;
    cgsize_t dim[2] = {3, 3}, points[3];
    int size[9] = {0}, index[3];
    for (int d = 0; d < 3; d++) {
        size[d] = p->high[p->axis[d]] - p->low[p->axis[d]] + 1;
        size[3 + d] = size[d] - 1;
        points[d] = size[d];
    }
    z->id = sub_table(base, p->name, "Zone_t", "I4", 2, dim, size);
    sub_text(z->id, "ZoneType", "ZoneType_t", "Structured");
    for (int v = 0; v < z->n_nodes; v++) {
        int g[3];
        index[0] = v % size[0], index[1] = v / size[0] % size[1], index[2] = v / (size[0] * size[1]);
        global_index(p, index, g);
        place(g, z->x[v]);
    }
    write_grid(z, 3, points);
}

/* Nodes, cells and patches; z->part and how it is to be said are set. */
static inline void lattice_zone_write(struct lattice_zone *z, double base)
{
    cgsize_t dim[2] = {1, 3}, points;
    z->n_nodes = z->n_cells = z->next = 1;
    for (int d = 0; d < 3; d++) {
        z->n[d] = z->part.high[d] - z->part.low[d];
        z->n_nodes *= z->n[d] + 1;
        z->n_cells *= z->n[d];
    }
    make_quads(z);
    make_nodes(z);
    z->cell = malloc((size_t)z->n_cells * sizeof *z->cell);
    if (z->layout == LATTICE_STRUCTURED) {
        write_structured(z, base);
    } else {
        int size[3] = {z->n_all_nodes, z->n_cells, 0};
        z->id = sub_table(base, z->part.name, "Zone_t", "I4", 2, dim, size);
        sub_text(z->id, "ZoneType", "ZoneType_t", "Unstructured");
        points = z->n_all_nodes;
        write_grid(z, 1, &points);
        write_sections(z);
    }
    write_bcs(z);
}

static inline void lattice_zone_free(struct lattice_zone *z)
{
    free(z->node);
    free(z->x);
    free(z->quad);
    free(z->cell);
}

/* Base with its families; file_path is opened for writing. */
static inline double lattice_begin(const char *name, int type)
{
    int dim[2] = {3, 3};
    float version = 4.2F;
    double root = 0;
    name_file(name);
    CHECK(cgio_open_file(file_path, CGIO_MODE_WRITE, type == ADF ? CGIO_FILE_ADF : CGIO_FILE_HDF5, &cgio) == 0, "%s",
          file_path);
    CHECK(cgio_get_root_id(cgio, &root) == 0, "no root");
    sub(root, "CGNSLibraryVersion", "CGNSLibraryVersion_t", "R4", 1, &version);
    double base = sub(root, "Base", "CGNSBase_t", "I4", 2, dim);
    for (int side = 0; side < 6; side++) {
        double family = sub(base, side_name[side], "Family_t", "MT", 0, NULL);
        sub_text(family, "FamilyBC", "FamilyBC_t", BCTypeName[side_type[side]]);
    }
    return base;
}

static inline void lattice_end(void)
{
    CHECK(cgio_close_file(cgio) == 0, "not closed");
}

#endif
