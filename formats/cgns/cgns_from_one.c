/* cgns_from_one.c: boundary conditions whose lists count the boundary faces from 1 instead of going on behind the
 * cells.
 *
 * Some grid generators write them so (HiLiftPW-1, grids of Centaur). As they stand these numbers are cells, or other
 * faces. They are doubted only if that is certain: a list names cells alone, and with the other reading all lists
 * together name no face twice and none that is not there.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"

#include <string.h>

struct doubt {
    struct cgns_zone *z;
    uint8_t *named; /* [z->face.n] by the other reading */
    int64_t n_named;
    bool cells_alone; /* a list names no face as it stands */
    bool fits;        /* the other reading, so far */
};

static void take_number(struct doubt *d, int64_t number, int64_t *n_faces)
{
    *n_faces += cgns_faces_find(d->z, number) >= 0;
    d->fits = d->fits && number >= 1 && number <= d->z->face.n && !d->named[number - 1];
    if (d->fits) {
        d->named[number - 1] = 1;
        d->n_named++;
    }
}

static int take_points(struct doubt *d, const struct cgns_node *points, bool range)
{
    int64_t *number, n = points->count, n_faces = 0;
    if (n == 0)
        return 0;
    TRY(cgns_check_integers(points));
    MEM_NEW(number, n);
    int status = cgns_read_int64(points, number);
    if (status == 0 && range) {
        int64_t first = n == 2 ? number[0] : 0, last = n == 2 ? number[1] : 0;
        d->fits = d->fits && first >= 1 && last >= first && last <= d->z->face.n;
        for (int64_t v = first; d->fits && v <= last; v++)
            take_number(d, v, &n_faces);
    }
    for (int64_t i = 0; status == 0 && !range && i < n; i++)
        take_number(d, number[i], &n_faces);
    d->cells_alone = d->cells_alone || n_faces == 0;
    mem_free(number);
    return status;
}

/* Lists of vertices have a reading of their own (cgns_boundary.c). */
static int take_bc(struct doubt *d, const struct cgns_node *bc)
{
    struct cgns_list child;
    char text[NAME_SIZE] = "Vertex";
    int status = 0;
    TRY(cgns_children(bc, &child));
    const struct cgns_node *location = cgns_find(&child, "GridLocation_t", NULL);
    const struct cgns_node *range = cgns_find(&child, NULL, "ElementRange"),
                           *list = cgns_find(&child, NULL, "ElementList");
    if (!range && !list && location && cgns_read_text(location, text, sizeof text) == 0 && text[0] != 'V') {
        range = cgns_find(&child, NULL, "PointRange");
        list = cgns_find(&child, NULL, "PointList");
    }
    if (range || list)
        status = take_points(d, range ? range : list, range != NULL);
    cgns_list_free(&child);
    return status;
}

static int take_zone_bc(struct doubt *d, const struct cgns_node *node)
{
    struct cgns_list child;
    int status = 0;
    TRY(cgns_children(node, &child));
    for (int i = 0; i < child.n && status == 0 && d->fits; i++)
        if (strcmp(child.node[i].label, "BC_t") == 0)
            status = take_bc(d, &child.node[i]);
    cgns_list_free(&child);
    return status;
}

/* Faces that are the first elements have these numbers anyway; those of polyhedra lie inside the volume too. */
int cgns_doubt_numbers(struct cgns_zone *z)
{
    struct doubt d = {.z = z, .fits = true};
    int status = 0;
    if (z->face.n == 0 || z->face.n_cells || z->face.element[0] == 1)
        return 0;
    MEM_NEW_ZERO(d.named, z->face.n);
    for (int i = 0; i < z->child.n && status == 0 && d.fits; i++)
        if (strcmp(z->child.node[i].label, "ZoneBC_t") == 0)
            status = take_zone_bc(&d, &z->child.node[i]);
    z->faces_from_one = status == 0 && d.fits && d.cells_alone && d.n_named > 0;
    if (z->faces_from_one)
        cgns_note(z->file, "the boundary conditions of zone %s name cells by their element numbers, so that these seem "
                           "to count the boundary faces from 1: read so, they name %" PRId64 " of the %" PRId64
                           " faces, none of them twice; see whether each patch lies where it should (--picture)",
                  z->node->path, d.n_named, z->face.n);
    mem_free(d.named);
    return status;
}
