#include "cgns_join.h"
int cgns_join_lists(struct cgns_interface *f)
{
    return cgns_error(f->node, "is not read so far");
}
