/* cgns_bc.c: what BC_t nodes of structured and unstructured zones have in common: their
 * name, type and family, and the node that says what they name.
 *
 * That is one of four. ElementRange and ElementList number faces whatever
 * GridLocation says; PointRange and PointList number vertices where GridLocation is
 * Vertex or absent (SIDS), and faces otherwise.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"
#include "printable.h"
#include "text.h"

#include <string.h>

/* ---- name, type, family ------------------------------------------------------------ */

/* The BC_t node's own data are its type as text; a file may leave it empty. */
static int read_type(struct cgns_zone *z, const struct cgns_node *node, const struct cgns_list *child,
                     struct raw_patch *p)
{
    const struct cgns_node *family = cgns_find(child, "FamilyName_t", NULL);
    if (node->count > 0)
        TRY(cgns_read_text(node, p->bc_type, sizeof p->bc_type));
    if (family)
        TRY(cgns_read_text(family, p->family, sizeof p->family));
    /* Types that say nothing (UserDefined, Null) leave it to the family too. */
    bool by_family = strcmp(p->bc_type, "FamilySpecified") == 0;
    if (by_family || bc_kind_from_cgns(p->bc_type) == BC_NONE) {
        char type[NAME_SIZE];
        TRY(cgns_family_bc_type(z->base, p->family, type, sizeof type));
        /* A family that says as little as the BC_t does not replace its word, which messages name. */
        if (type[0] && (by_family || bc_kind_from_cgns(type) != BC_NONE))
            text_copy(p->bc_type, sizeof p->bc_type, type);
        else if (by_family)
            cgns_note(z->file, "%s takes its type from family '%s', which has none", node->path, p->family);
    }
    p->kind = bc_kind_from_cgns(p->bc_type);
    printable_clean(p->bc_type);
    printable_clean(p->family);
    return 0;
}

struct raw_patch *cgns_add_patch(struct raw_mesh *m, const char *name)
{
    MEM_GROW(m->patch, m->n_patches + 1);
    struct raw_patch *p = &m->patch[m->n_patches++];
    *p = (struct raw_patch){.kind = BC_NONE};
    text_copy(p->name, sizeof p->name, name);
    printable_clean(p->name);
    return p;
}

/* ---- where ---------------------------------------------------------------------------- */

/* Does the word mean faces, and which ones? In plane meshes faces are edges.
 * CellCenter is how some programs say "elements" of an unstructured zone; which of
 * them are faces is seen when they are looked up. */
static bool means_faces(const struct cgns_zone *z, const char *word, int *facing)
{
    *facing = -1;
    /* IFaceCenter, JFaceCenter, KFaceCenter: faces on which that index is constant. */
    if (z->structured && word[0] && strcmp(word + 1, "FaceCenter") == 0 && word[0] >= 'I' && word[0] < 'I' + z->dim) {
        *facing = word[0] - 'I';
        return true;
    }
    return strcmp(word, "FaceCenter") == 0 || (strcmp(word, "EdgeCenter") == 0 && z->dim == 2) ||
           (strcmp(word, "CellCenter") == 0 && !z->structured);
}

static int read_location(const struct cgns_zone *z, const struct cgns_node *bc, const struct cgns_list *child,
                         struct cgns_place *p)
{
    char text[NAME_SIZE] = "Vertex";
    const struct cgns_node *n = cgns_find(child, "GridLocation_t", NULL);
    if (n)
        TRY(cgns_read_text(n, text, sizeof text));
    p->location = CGNS_AT_VERTICES;
    p->facing = -1;
    if (strcmp(text, "Vertex") == 0)
        return 0;
    p->location = means_faces(z, text, &p->facing) ? CGNS_AT_FACES : CGNS_AT_NEITHER;
    if (p->location == CGNS_AT_NEITHER)
        cgns_note(z->file, "%s has the grid location %s, which names no faces; nothing of it is read", bc->path, text);
    return 0;
}

int cgns_find_place(const struct cgns_zone *z, const struct cgns_node *bc, const struct cgns_list *child,
                    struct cgns_place *p)
{
    const struct cgns_node *list = cgns_find(child, NULL, "ElementList");
    *p = (struct cgns_place){.location = CGNS_AT_FACES, .facing = -1, .points = cgns_find(child, NULL, "ElementRange")};
    p->range = p->points != NULL;
    if (!p->points)
        p->points = list;
    if (p->points)
        return 0;
    TRY(read_location(z, bc, child, p));
    if (p->location == CGNS_AT_NEITHER)
        return 0;
    p->points = cgns_find(child, NULL, "PointRange");
    p->range = p->points != NULL;
    if (!p->points)
        p->points = cgns_find(child, NULL, "PointList");
    if (!p->points)
        cgns_note(z->file, "%s has neither a PointRange nor a PointList; nothing of it is read", bc->path);
    return 0;
}

/* ---- all of a zone ----------------------------------------------------------------- */

static int read_bc(struct cgns_zone *z, const struct cgns_node *bc, struct raw_mesh *m, cgns_bc_reader *read)
{
    struct cgns_list child;
    if (m->n_patches >= LID_MAX)
        return cgns_error(bc, "is one boundary condition too many; at most %d can be read", LID_MAX);
    TRY(cgns_children(bc, &child));
    int status = read_type(z, bc, &child, cgns_add_patch(m, bc->name)) || read(z, bc, &child, m);
    cgns_list_free(&child);
    return status;
}

static int read_zone_bc(struct cgns_zone *z, const struct cgns_node *node, struct raw_mesh *m, cgns_bc_reader *read)
{
    struct cgns_list child;
    int status = 0;
    TRY(cgns_children(node, &child));
    for (int i = 0; i < child.n && status == 0; i++)
        if (strcmp(child.node[i].label, "BC_t") == 0)
            status = read_bc(z, &child.node[i], m, read);
    cgns_list_free(&child);
    return status;
}

int cgns_each_bc(struct cgns_zone *z, struct raw_mesh *m, cgns_bc_reader *read)
{
    for (int i = 0; i < z->child.n; i++)
        if (strcmp(z->child.node[i].label, "ZoneBC_t") == 0)
            TRY(read_zone_bc(z, &z->child.node[i], m, read));
    return 0;
}
