/* test_cgns_polyhedra.c: the cube of 2 x 2 x 2 cells written as polyhedra in all the
 * ways there are, and as other elements: the same cells, faces and patches. Cells
 * are compared by the lattice points of their faces, which are written down here
 * without element tables.
 */
#include "cgns_poly_cube.h"
#include "random.h"

/* ---- comparing ---------------------------------------------------------------------- */

static int by_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int by_face(const void *a, const void *b)
{
    return memcmp(a, b, FACE_NODES * sizeof(int)); /* any order will do */
}

static int by_cell(const void *a, const void *b)
{
    return memcmp(a, b, CELL_FACES * FACE_NODES * sizeof(int));
}

static void sort_cells(int (*cell)[CELL_FACES][FACE_NODES])
{
    for (int c = 0; c < CUBE_CELLS; c++) {
        for (int j = 0; j < CELL_FACES; j++)
            qsort(cell[c][j], FACE_NODES, sizeof(int), by_int);
        qsort(cell[c], CELL_FACES, sizeof cell[c][0], by_face);
    }
    qsort(cell, CUBE_CELLS, sizeof cell[0], by_cell);
}

/* [CUBE_CELLS], sorted. */
static void expected_cells(int (*cell)[CELL_FACES][FACE_NODES])
{
    struct face f[N_FACES];
    int n[CUBE_CELLS] = {0};
    make_faces(f);
    for (int i = 0; i < N_FACES; i++)
        for (int side = 0; side < 2; side++)
            if (f[i].cell[side] >= 0)
                memcpy(cell[f[i].cell[side]][n[f[i].cell[side]]++], f[i].node, sizeof f[i].node);
    sort_cells(cell);
}

/* The faces of cell c with 1-based nodes; false when they are not six of four. */
static bool found_cell(const struct raw_mesh *m, int c, int (*face)[FACE_NODES])
{
    if (m->cell_type[c] == ELEMENT_HEXA) {
        const struct element_info *e = element_info(ELEMENT_HEXA);
        for (int j = 0; j < CELL_FACES; j++)
            for (int k = 0; k < FACE_NODES; k++)
                face[j][k] = m->cell_node[m->cell_node_offset[c] + e->face_node[j][k]] + 1;
        return true;
    }
    int64_t begin = m->cell_polygon_offset[c];
    if (m->cell_type[c] != ELEMENT_POLYHEDRON || m->cell_polygon_offset[c + 1] - begin != CELL_FACES ||
        m->cell_node_offset[c + 1] != m->cell_node_offset[c])
        return false;
    for (int j = 0; j < CELL_FACES; j++) {
        lid p = m->cell_polygon[begin + j];
        if (p < 0 || p >= m->n_polygons || m->polygon_node_offset[p + 1] - m->polygon_node_offset[p] != FACE_NODES)
            return false;
        for (int k = 0; k < FACE_NODES; k++)
            face[j][k] = m->polygon_node[m->polygon_node_offset[p] + k] + 1;
    }
    return true;
}

static void check_same_cells(const struct raw_mesh *m)
{
    static int found[CUBE_CELLS][CELL_FACES][FACE_NODES], expected[CUBE_CELLS][CELL_FACES][FACE_NODES];
    CHECK(m->n_nodes == CUBE_NODES && m->n_cells == CUBE_CELLS, "%ld nodes, %ld cells", (long)m->n_nodes,
          (long)m->n_cells);
    if (m->n_cells != CUBE_CELLS)
        return;
    for (int c = 0; c < CUBE_CELLS; c++)
        CHECK(found_cell(m, c, found[c]), "cell %d", c);
    sort_cells(found);
    expected_cells(expected);
    CHECK(memcmp(found, expected, sizeof found) == 0, "other cells");
}

/* The patch has the four faces that begin at `first` among the cube's. */
static void check_same_patch(const struct raw_mesh *m, int patch, int first)
{
    struct face f[N_FACES];
    int found[FACE_NODES][FACE_NODES], expected[FACE_NODES][FACE_NODES], n = 0;
    make_faces(f);
    for (int64_t i = 0; i < m->n_patch_faces; i++)
        if (m->patch_face_patch[i] == patch && n < 4) {
            int64_t begin = m->patch_face_node_offset[i];
            CHECK(m->patch_face_node_offset[i + 1] - begin == FACE_NODES, "face %ld", (long)i);
            for (int k = 0; k < FACE_NODES; k++)
                found[n][k] = m->patch_face_node[begin + k] + 1;
            qsort(found[n++], FACE_NODES, sizeof(int), by_int);
        }
    CHECK(n == 4, "%d faces in patch %d", n, patch);
    if (n != 4)
        return;
    for (int i = 0; i < 4; i++) {
        memcpy(expected[i], f[first + i].node, sizeof f[i].node);
        qsort(expected[i], FACE_NODES, sizeof(int), by_int);
    }
    qsort(found, 4, sizeof found[0], by_face);
    qsort(expected, 4, sizeof expected[0], by_face);
    CHECK(memcmp(found, expected, sizeof found) == 0, "other faces in patch %d", patch);
}

static void check_same(void)
{
    struct raw_mesh m = read_good();
    check_same_cells(&m);
    CHECK(m.n_patches >= 3 && m.n_patch_faces >= 8, "%ld patches, %ld faces", (long)m.n_patches,
          (long)m.n_patch_faces);
    if (m.n_patches >= 3) {
        check_same_patch(&m, 0, 0);
        check_same_patch(&m, 1, 4);
        CHECK(m.patch[2].n_nodes_listed == 9, "%ld", (long)m.patch[2].n_nodes_listed);
    }
    raw_mesh_free(&m);
}

/* ---- the same box ---------------------------------------------------------------------- */

static const int storage[2] = {HDF, ADF};

/* NGON_n with NFACE_n in both layouts of lists and both kinds of storage. */
static void faces_and_cells(void)
{
    for (int i = 0; i < 4; i++) {
        write_bare("nface.cgns", storage[i % 2]);
        add_cells(0, i / 2 ? OFFSETS : LENGTHS_INLINE);
        add_polygons(i / 2 ? OFFSETS : LENGTHS_INLINE);
        check_same();
        CHECK(strstr(notes, "no cell names") == NULL && strstr(notes, "says it has") == NULL, "%s", notes);
    }
}

/* NGON_n alone, with cells numbered like elements or from 1, in the present form and the old one. */
static void faces_and_parents(void)
{
    static const struct {
        const char *name;
        int columns, first_cell;
    } form[3] = {{"ParentElements", 2, FIRST_CELL}, {"ParentElements", 2, 1}, {"ParentData", 4, FIRST_CELL}};
    for (int i = 0; i < 6; i++) {
        write_bare("parents.cgns", storage[i % 2]);
        add_polygons(OFFSETS);
        add_parents("Outside", 0, N_BOUNDARY, form[i / 2].name, form[i / 2].columns, form[i / 2].first_cell);
        add_parents("Inside", N_BOUNDARY, N_FACES, form[i / 2].name, form[i / 2].columns, form[i / 2].first_cell);
        check_same();
    }
}

/* The lower four cells as hexahedra, the upper ones by their faces. */
static void hexahedra_and_polyhedra(void)
{
    cgsize_t node[8 * CUBE_CELLS];
    int hexa[32];
    cube_cells(node);
    for (int i = 0; i < 32; i++)
        hexa[i] = (int)node[i];
    write_bare("both.cgns", HDF);
    add_polygons(OFFSETS);
    add_cells(4, OFFSETS);
    add_section("Hexes", CGNS_ENUMV(HEXA_8), 50, 53, hexa, 32, NULL);
    check_same();
    CHECK(strstr(notes, "no cell names") != NULL, "%s", notes); /* faces of hexahedra alone */
}

/* Boundary faces as quadrilaterals, which NFACE_n names as well. */
static void cells_of_quadrilaterals(void)
{
    struct face f[N_FACES];
    int number[N_FACES * FACE_NODES];
    make_faces(f);
    for (int i = 0; i < N_FACES; i++)
        memcpy(number + FACE_NODES * i, f[i].node, sizeof f[i].node);
    write_bare("quads.cgns", HDF);
    add_cells(0, LENGTHS_INLINE);
    add_lists("Inside", NGON, FIRST_INSIDE, N_FACES - N_BOUNDARY, FACE_NODES, number + FACE_NODES * N_BOUNDARY,
              LENGTHS_INLINE);
    add_section("Outside", 7, 1, N_BOUNDARY, number, N_BOUNDARY * FACE_NODES, NULL);
    check_same();
}

/* Hexahedra of the first or third order with their boundary faces. */
static void add_hexahedra(int type, int n_nodes)
{
    cgsize_t node[8 * CUBE_CELLS];
    struct face f[N_FACES];
    int number[27 * CUBE_CELLS], face[N_BOUNDARY * FACE_NODES];
    cube_cells(node);
    for (int c = 0; c < CUBE_CELLS; c++)
        for (int k = 0; k < n_nodes; k++)
            number[n_nodes * c + k] = k < 8 ? (int)node[8 * c + k] : 1;
    make_faces(f);
    for (int i = 0; i < N_BOUNDARY; i++)
        memcpy(face + FACE_NODES * i, f[i].node, sizeof f[i].node);
    add_section("Faces", 7, 1, N_BOUNDARY, face, N_BOUNDARY * FACE_NODES, NULL);
    add_section("Hexes", type, FIRST_CELL, FIRST_CELL + CUBE_CELLS - 1, number, n_nodes * CUBE_CELLS, NULL);
}

static void add_mixed(void)
{
    cgsize_t node[8 * CUBE_CELLS];
    struct face f[N_FACES];
    int number[5 * N_BOUNDARY + 9 * CUBE_CELLS], end = 0;
    cube_cells(node);
    make_faces(f);
    for (int i = 0; i < N_BOUNDARY; i++) {
        number[end++] = 7;
        for (int k = 0; k < 4; k++)
            number[end++] = f[i].node[k];
    }
    for (int c = 0; c < CUBE_CELLS; c++) {
        number[end++] = CGNS_ENUMV(HEXA_8);
        for (int k = 0; k < 8; k++)
            number[end++] = (int)node[8 * c + k];
    }
    add_section("All", CGNS_ENUMV(MIXED), 1, N_BOUNDARY + CUBE_CELLS, number, end, NULL);
}

/* Of higher order the corners alone are taken. */
static void elements_of_other_kinds(void)
{
    for (int i = 0; i < 2; i++) {
        write_bare("hexa8.cgns", storage[i]);
        add_hexahedra(CGNS_ENUMV(HEXA_8), 8);
        check_same();
        write_bare("hexa27.cgns", storage[i]);
        add_hexahedra(CGNS_ENUMV(HEXA_27), 27);
        check_same();
        CHECK(strstr(notes, "has 8 elements of higher order") != NULL, "%s", notes);
        write_bare("mixed.cgns", storage[i]);
        add_mixed();
        check_same();
    }
}

/* ---- any order of everything --------------------------------------------------------------- */

static uint64_t random_state = 20240229;

static void shuffle(int *item, int n)
{
    for (int i = 0; i < n; i++)
        item[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = random_below(&random_state, i + 1), keep = item[i];
        item[i] = item[j];
        item[j] = keep;
    }
}

/* A run of elements of one section. */
struct piece {
    bool cells;
    int first, n; /* place in the shuffled faces or cells */
    int element;  /* number of its first */
};

/* Cuts faces and cells into pieces, which get element numbers in random order, with
 * gaps; number[i] is the element number of face i. */
static int cut(const int *face, struct piece *piece, int *number)
{
    struct piece all[16];
    int n = 0, order[16], element = 1 + random_below(&random_state, 5);
    for (int kind = 0; kind < 2; kind++)
        for (int at = 0, n_all = kind ? CUBE_CELLS : N_FACES; at < n_all; n++) {
            int left = n_all - at, size = n < (kind ? 12 : 6) ? 1 + random_below(&random_state, left) : left;
            all[n] = (struct piece){kind == 1, at, size, 0};
            at += size;
        }
    shuffle(order, n);
    for (int k = 0; k < n; k++) {
        piece[k] = all[order[k]];
        piece[k].element = element;
        for (int i = 0; i < piece[k].n && !piece[k].cells; i++)
            number[face[piece[k].first + i]] = element + i;
        element += piece[k].n + random_below(&random_state, 4);
    }
    return n;
}

static void write_piece(const struct piece *p, int which, const int *face, const int *cell, const int *number,
                        enum layout layout)
{
    struct face f[N_FACES];
    int list[N_FACES * CELL_FACES], end = 0;
    char name[16];
    make_faces(f);
    snprintf(name, sizeof name, "Section%d", which);
    for (int i = p->first; i < p->first + p->n; i++) {
        for (int k = 0; k < FACE_NODES && !p->cells; k++)
            list[end++] = f[face[i]].node[k];
        for (int j = 0; j < N_FACES && p->cells; j++)
            if (f[j].cell[0] == cell[i] || f[j].cell[1] == cell[i])
                list[end++] = random_below(&random_state, 2) ? number[j] : -number[j];
    }
    add_lists(name, p->cells ? NFACE : NGON, p->element, p->n, p->cells ? CELL_FACES : FACE_NODES, list, layout);
}

/* Sections of any number and order, with gaps, faces and cells in any order, signs
 * that mean nothing: always the same cells. */
static void sections_in_any_order(void)
{
    for (int variant = 0; variant < 60; variant++) {
        int face[N_FACES], cell[CUBE_CELLS], number[N_FACES], order[16];
        struct piece piece[16];
        write_bare("any.cgns", storage[variant % 2]);
        delete_node("/Base/Zone", "ZoneBC");
        shuffle(face, N_FACES);
        shuffle(cell, CUBE_CELLS);
        int n = cut(face, piece, number);
        shuffle(order, n);
        for (int k = 0; k < n; k++)
            write_piece(&piece[order[k]], order[k], face, cell, number,
                        random_below(&random_state, 2) ? OFFSETS : LENGTHS_INLINE);
        struct raw_mesh m = read_good();
        check_same_cells(&m);
        raw_mesh_free(&m);
    }
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    CASE(faces_and_cells);
    CASE(faces_and_parents);
    CASE(hexahedra_and_polyhedra);
    CASE(cells_of_quadrilaterals);
    CASE(elements_of_other_kinds);
    CASE(sections_in_any_order);
    return cgns_files_end();
}
