/* cgns_families.c: what Family_t says of boundaries that leave their type to a family. */
#include "cgns/cgns_zone.h"

#include "text.h"

#include <string.h>

/* Text of the first FamilyBC_t among children; untouched when there is none. */
static int read_family_bc(const struct cgns_list *child, char *bc_type, size_t size)
{
    const struct cgns_node *bc = cgns_find(child, "FamilyBC_t", NULL);
    return bc && bc->count > 0 ? cgns_read_text(bc, bc_type, size) : 0;
}

/* Goes down from `list`, whose first path component is at `path`. The last type on
 * the way holds. */
static int descend(const struct cgns_list *list, const char *path, char *bc_type, size_t size)
{
    size_t length = strcspn(path, "/");
    char name[NAME_SIZE];
    /* text_copy() takes one character less than the size it is given: the component without the slash. */
    text_copy(name, length + 1 < sizeof name ? length + 1 : sizeof name, path);
    const struct cgns_node *family = cgns_find(list, "Family_t", name);
    if (!family)
        return 0;
    struct cgns_list child;
    TRY(cgns_children(family, &child));
    const char *rest = path + length + (path[length] == '/');
    int status = read_family_bc(&child, bc_type, size);
    /* A family below this one overrides its type, if it has one. */
    if (status == 0 && *rest)
        status = descend(&child, rest, bc_type, size);
    cgns_list_free(&child);
    return status;
}

int cgns_family_bc_type(const struct cgns_list *base, const char *family, char *bc_type, size_t size)
{
    bc_type[0] = '\0';
    if (family[0] == '/') { /* "/Base/family": the base's name is passed over */
        family += 1 + strcspn(family + 1, "/");
        family += *family == '/';
    }
    return *family ? descend(base, family, bc_type, size) : 0;
}
