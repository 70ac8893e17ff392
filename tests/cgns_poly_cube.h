/* cgns_poly_cube.h: the cube of cgns_cube.h by its faces: NGON_n with NFACE_n or
 * ParentElements, in both layouts of lists.
 */
#ifndef UFV_TESTS_CGNS_POLY_CUBE_H
#define UFV_TESTS_CGNS_POLY_CUBE_H

#include "cgns_cube.h"

enum { N_FACES = 36, N_BOUNDARY = 24, CELL_FACES = 6, FACE_NODES = 4 };
enum { NGON = CGNS_ENUMV(NGON_n), NFACE = CGNS_ENUMV(NFACE_n) };
enum layout { LENGTHS_INLINE, OFFSETS };
enum { FIRST_CELL = 101, FIRST_INSIDE = 201 }; /* element numbers, with gaps */

/* Faces with 1-based nodes and 0-based cells (-1 outside); boundary first: the
 * floor z = 0, the lid z = 1, x = 1, and the rest. */
struct face {
    int node[FACE_NODES], cell[2];
};

/* The four faces of the plane p = 0, 1, 2 normal to axis d. Every other polygon runs the other way round: left and
 * right have to be told by the cells' lists or the parents' order, not by the nodes alone. */
static inline void make_plane(int d, int p, struct face *f)
{
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++, f++) {
            int cell[3], at[3], e = (d + 1) % 3, g = (d + 2) % 3;
            static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
            for (int k = 0; k < 4; k++) {
                at[d] = p, at[e] = a + corner[k][0], at[g] = b + corner[k][1];
                f->node[(a + b) % 2 ? 3 - k : k] = (int)point(at[0], at[1], at[2]); /* every other one turned */
            }
            for (int side = 0; side < 2; side++) {
                cell[d] = p - 1 + side, cell[e] = a, cell[g] = b;
                f->cell[side] = cell[d] < 0 || cell[d] > 1 ? -1 : cell[0] + 2 * cell[1] + 4 * cell[2];
            }
        }
}

static inline void make_faces(struct face f[N_FACES])
{
    static const int plane[9][2] = {{2, 0}, {2, 2}, {0, 2}, {0, 0}, {1, 0}, {1, 2}, {0, 1}, {1, 1}, {2, 1}};
    for (int i = 0; i < 9; i++)
        make_plane(plane[i][0], plane[i][1], f + 4 * i);
}

/* Numbers of elements leave gaps between boundary faces, cells and inner faces, so that a number cannot be taken for a
 * place. */
static inline int face_element(int face)
{
    return face < N_BOUNDARY ? face + 1 : FIRST_INSIDE + face - N_BOUNDARY;
}

/* ---- writing --------------------------------------------------------------------- */

/* n lists of `width` numbers each, in either layout. */
static inline void add_lists(const char *name, int type, int first, int n, int width, const int *number,
                             enum layout layout)
{
    int with[256], offset[64], end = 0;
    for (int i = 0; i <= n; i++)
        offset[i] = i * width;
    for (int i = 0; i < n; i++) {
        with[end++] = width;
        for (int k = 0; k < width; k++)
            with[end++] = number[i * width + k];
    }
    /* Before CGNS 3.4 each list has its length in front; since then ElementStartOffset says where lists begin. */
    if (layout == OFFSETS)
        add_section(name, type, first, first + n - 1, number, n * width, offset);
    else
        add_section(name, type, first, first + n - 1, with, end, NULL);
}

static inline void add_polygons(enum layout layout)
{
    struct face f[N_FACES];
    int number[N_FACES * FACE_NODES];
    make_faces(f);
    for (int i = 0; i < N_FACES; i++)
        memcpy(number + FACE_NODES * i, f[i].node, sizeof f[i].node);
    add_lists("Inside", NGON, FIRST_INSIDE, N_FACES - N_BOUNDARY, FACE_NODES, number + FACE_NODES * N_BOUNDARY, layout);
    add_lists("Outside", NGON, 1, N_BOUNDARY, FACE_NODES, number, layout);
}

/* NFACE_n of cells first...7; numbers negative where the cell is the second one. */
static inline void add_cells(int first, enum layout layout)
{
    struct face f[N_FACES];
    int number[CUBE_CELLS * CELL_FACES], end = 0;
    make_faces(f);
    for (int c = first; c < CUBE_CELLS; c++)
        for (int i = 0; i < N_FACES; i++)
            for (int side = 0; side < 2; side++)
                if (f[i].cell[side] == c)
                    number[end++] = side ? -face_element(i) : face_element(i);
    add_lists("Cells", NFACE, FIRST_CELL + first, CUBE_CELLS - first, CELL_FACES, number, layout);
}

/* Files without NFACE_n name each face's two cells in ParentElements, 0 for none; older ones do it in ParentData, whose
 * further two columns say which side of each cell the face is. */
static inline void add_parents(const char *section, int begin, int end, const char *name, int columns, int first_cell)
{
    struct face f[N_FACES];
    int table[4 * N_FACES] = {0}, n = end - begin;
    char path[64];
    make_faces(f);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < n; i++)
            table[side * n + i] = f[begin + i].cell[side] < 0 ? 0 : first_cell + f[begin + i].cell[side];
    for (int i = 2 * n; i < columns * n; i++)
        table[i] = 1 + i % 6; /* ParentData: which side of its parents the face is */
    snprintf(path, sizeof path, "/Base/Zone/%s", section);
    add_table(path, name, "DataArray_t", "I4", n, columns, table);
}

/* Range, list and vertices; the sections of the cube give way to others. */
static inline void write_bare(const char *name, int type)
{
    int range[2] = {1, 4}, list[4] = {8, 5, 6, 7};
    write_cube_as(name, type, 0);
    set_ints("/Base/Zone/ZoneBC/floor/PointRange", 2, range);
    set_ints("/Base/Zone/ZoneBC/lid/ElementList", 4, list);
    delete_node("/Base/Zone", "Hexes");
    delete_node("/Base/Zone", "Top");
    delete_node("/Base/Zone", "Bottom");
    delete_node("/Base/Zone", "Middle");
}

#endif
