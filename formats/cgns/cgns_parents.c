/* cgns_parents.c: polyhedra of a zone that has NGON_n faces and no NFACE_n.
 *
 * ParentElements of a section of n faces is an array [2][n]: the element numbers
 * of the cells on either side, 0 for none. ParentData, its older form, is [4][n]
 * and begins with the same. The cells may or may not have numbers of their own
 * behind those of the faces; either way they are numbered without gaps, and the
 * least one is the first cell.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"

#include <string.h>

/* Parents of the zone's faces. */
struct parents {
    struct cgns_zone *z; /* borrowed */
    lid *number;         /* [2 * z->face.n] of face i: 2 i and 2 i + 1; 0 for none */
    int64_t least, most; /* of the numbers other than 0 */
    int64_t n;           /* how many there are */
    int64_t n_cells;     /* most - least + 1 */
    const struct cgns_section *without; /* an NGON_n section that has none, or NULL */
};

/* Numbers of cells that other sections hold are no polyhedra: 0 for them. */
static int keep_parent(struct parents *p, const struct cgns_section *s, int64_t face, lid number, lid *kept)
{
    const struct cgns_section *of = number > 0 ? cgns_section_of(p->z, number) : NULL;
    *kept = 0;
    if (number < 0 || number == INT32_MAX)
        return cgns_error(s->node, "gives element %" PRId64 " the parent %" PRI_LID
                                   ", which is not the number of an element; export the mesh again",
                          p->z->face.element[face], number);
    /* Polygons may also bound cells that a section gives by their nodes, as where prisms meet polyhedra. */
    if (number == 0 || (of && of->n_cells > 0))
        return 0;
    *kept = number;
    p->least = p->n == 0 || number < p->least ? number : p->least;
    p->most = p->n == 0 || number > p->most ? number : p->most;
    p->n++;
    return 0;
}

static int keep_parents(struct parents *p, const struct cgns_section *s, const lid *number)
{
    for (int64_t i = 0; i < s->n_faces; i++)
        for (int side = 0; side < 2; side++)
            TRY(keep_parent(p, s, s->first_face + i, number[side * s->n_faces + i],
                            &p->number[2 * (s->first_face + i) + side]));
    return 0;
}

static int read_array(struct parents *p, const struct cgns_section *s, const struct cgns_node *array)
{
    lid *number;
    TRY(cgns_check_integers(array));
    if (array->n_dims != 2 || array->dim[0] != s->n_faces || (array->dim[1] != 2 && array->dim[1] != 4))
        return cgns_error(array, "holds %" PRId64 " numbers, and %" PRId64
                                 " faces need two or four columns of as many; export the mesh again",
                          array->count, s->n_faces);
    MEM_NEW(number, array->count);
    int status = cgns_read_int32(array, number) || keep_parents(p, s, number);
    MEM_FREE(number);
    return status;
}

/* A section of faces alone. */
static int read_section_parents(struct parents *p, const struct cgns_section *s)
{
    struct cgns_list child;
    TRY(cgns_children(s->node, &child));
    const struct cgns_node *array = cgns_find(&child, "DataArray_t", "ParentElements");
    if (!array)
        array = cgns_find(&child, "DataArray_t", "ParentData");
    if (!array && s->element->kind == CGNS_POLYGON)
        p->without = s;
    int status = 0;
    /* The columns count rind faces too, which have left the pool. */
    if (array && s->rind[0] + s->rind[1] > 0)
        status = cgns_error(s->node, "has rind faces, and its cells are told by ParentElements alone; export the mesh "
                                     "without rind, or with NFACE_n sections");
    else if (array)
        status = read_array(p, s, array);
    cgns_list_free(&child);
    return status;
}

static int read_all(struct parents *p)
{
    for (int i = 0; i < p->z->n_sections; i++) {
        const struct cgns_section *s = &p->z->section[i];
        /* Sections of faces alone: the columns then have an entry for each face. */
        if (s->n_faces > 0 && s->n_faces == s->last - s->first + 1)
            TRY(read_section_parents(p, s));
    }
    if (p->n > 0 && p->without)
        return cgns_error(p->without->node, "has no ParentElements, and other sections of the zone have; export the "
                                            "mesh again, with NFACE_n sections if that can be chosen");
    return 0;
}

/* Without gaps each number is the cell of four faces or more, three in a plane. */
static int check_numbers(struct parents *p, const struct raw_mesh *m)
{
    p->n_cells = p->most - p->least + 1;
    if (p->n_cells > p->n / cgns_least_faces(p->z))
        return cgns_error(p->z->node,
                          "has ParentElements that name cells %" PRId64 "..%" PRId64 " with %" PRId64
                          " faces in all, too few for so many; export the mesh again, with NFACE_n sections if that "
                          "can be chosen",
                          p->least, p->most, p->n);
    if (p->n_cells >= LID_MAX - m->n_cells)
        return cgns_error(p->z->node, "brings the cells to %" PRId64 "; a mesh of at most %d can be read",
                          m->n_cells + p->n_cells, LID_MAX);
    return 0;
}

/* A counting sort of the faces by their cells. */
static int make_cells(struct parents *p, int64_t first_polygon, struct raw_mesh *m)
{
    struct cgns_faces *f = &p->z->face;
    cgns_polyhedra_reserve(m, p->n_cells, p->n);
    /* Rows of the new cells stand behind those of the mesh: offset[0] is where the last one ends. */
    int64_t *offset = m->cell_polygon_offset + m->n_cells;
    memset(offset + 1, 0, (size_t)p->n_cells * sizeof *offset);
    for (int64_t i = 0; i < 2 * f->n; i++)
        if (p->number[i] > 0)
            offset[p->number[i] - p->least + 1]++;
    for (int64_t c = 0; c < p->n_cells; c++) {
        if (offset[c + 1] < cgns_least_faces(p->z))
            return cgns_error(p->z->node, "has ParentElements that give cell %" PRId64 " %" PRId64
                                          " faces, and it needs %d at least; export the mesh again",
                              p->least + c, offset[c + 1], cgns_least_faces(p->z));
        offset[c + 1] += offset[c];
    }
    int64_t *next;
    MEM_NEW(next, p->n_cells);
    memcpy(next, offset, (size_t)p->n_cells * sizeof *next);
    for (int64_t i = 0; i < 2 * f->n; i++)
        if (p->number[i] > 0) {
            m->cell_polygon[next[p->number[i] - p->least]++] = (lid)(first_polygon + i / 2);
            f->n_cells[i / 2]++;
        }
    MEM_FREE(next);
    m->n_cells += p->n_cells;
    return 0;
}

static int cells_of_parents(struct parents *p, int64_t first_polygon, int64_t n_cells_read, struct raw_mesh *m)
{
    TRY(read_all(p));
    if (p->n == 0 && n_cells_read == 0)
        return cgns_error(p->z->node, "has polygons (NGON_n), and neither NFACE_n sections nor ParentElements say "
                                      "which cells they bound; export the mesh with NFACE_n sections");
    if (p->n == 0)
        return 0;
    TRY(check_numbers(p, m));
    return make_cells(p, first_polygon, m);
}

int cgns_read_parents(struct cgns_zone *z, int64_t n_cells_read, int64_t first_polygon, struct raw_mesh *m)
{
    struct parents p = {.z = z};
    MEM_NEW_ZERO(p.number, 2 * z->face.n);
    int status = cells_of_parents(&p, first_polygon, n_cells_read, m);
    MEM_FREE(p.number);
    return status;
}
