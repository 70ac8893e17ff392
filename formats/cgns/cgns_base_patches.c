/* cgns_base_patches.c: patches that a file keeps in bases of their own, one for each boundary.
 *
 * Such a base has cells of one dimension less than those of the mesh, and nodes of its own, which lie on those of the
 * mesh. It becomes a patch of its name, of the outer faces that have these nodes.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"
#include "raw/coincident_nodes.h"
#include "raw/near_nodes.h"

#include <float.h>
#include <string.h>

struct nearest {
    const struct raw_mesh *m;
    int64_t first; /* nodes from here on are those of the boundary */
    lid *node;     /* [number of these] the nearest of the mesh, -1: none is near */
};

static double square(const struct raw_mesh *m, lid a, lid b)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++)
        s += (m->x[d][a] - m->x[d][b]) * (m->x[d][a] - m->x[d][b]);
    return s;
}

static void take_pair(void *context, lid a, lid b)
{
    struct nearest *n = context;
    if (a >= n->first || b < n->first)
        return;
    lid *best = &n->node[b - n->first];
    if (*best < 0 || square(n->m, a, b) < square(n->m, *best, b))
        *best = a;
}

/* Appends the nodes of the zone to m, to be taken away again. */
static int read_nodes(struct cgns_zone *z, struct raw_mesh *m)
{
    int64_t size[9] = {0};
    char type[NAME_SIZE] = "Structured";
    const struct cgns_node *t = cgns_find(&z->child, "ZoneType_t", NULL);
    if (t)
        TRY(cgns_read_text(t, type, sizeof type));
    z->structured = strcmp(type, "Structured") == 0;
    TRY(cgns_read_few(z->node, z->structured ? 3 * z->dim : 3, size));
    z->n_nodes = 1;
    for (int d = 0; d < 3; d++) {
        z->size[d] = d == 0 || (z->structured && d < z->dim) ? size[d] : 1;
        if (z->size[d] < 1 || __builtin_mul_overflow(z->n_nodes, z->size[d], &z->n_nodes))
            return cgns_error(z->node, "says it has %" PRId64 " nodes along an index; export the mesh again", size[d]);
    }
    if (z->n_nodes >= LID_MAX - m->n_nodes)
        return cgns_error(z->node, "says it has %" PRId64 " nodes; a mesh of at most %d can be read", z->n_nodes,
                          LID_MAX);
    TRY(cgns_check_coordinates(z));
    for (int d = 0; d < 3; d++)
        MEM_GROW(m->x[d], m->n_nodes + z->n_nodes);
    return cgns_read_coordinates(z, m);
}

/* Adds to the patch's list the nodes of the mesh under those that were read; they go again. */
static void take_nodes(struct cgns_zone *z, struct raw_mesh *m, lid **list, int64_t *n)
{
    struct nearest near = {.m = m, .first = z->first_node};
    lid *all;
    int64_t n_far = 0;
    double distance = raw_rounding(m);
    MEM_NEW(near.node, z->n_nodes);
    MEM_NEW(all, m->n_nodes);
    for (lid v = 0; v < m->n_nodes; v++)
        all[v] = v;
    for (int64_t i = 0; i < z->n_nodes; i++)
        near.node[i] = -1;
    coincident_nodes(m, all, m->n_nodes, distance, take_pair, &near);
    MEM_GROW(*list, *n + z->n_nodes);
    for (int64_t i = 0; i < z->n_nodes; i++)
        if (near.node[i] >= 0)
            (*list)[(*n)++] = near.node[i];
        else
            n_far++;
    if (n_far > 0)
        cgns_note(z->file, "%" PRId64 " of the %" PRId64 " nodes of %s are no nodes of the mesh and are left out",
                  n_far, z->n_nodes, z->node->path);
    mem_free(near.node);
    mem_free(all);
    m->n_nodes = z->first_node;
}

static int read_zones(struct cgns_file *f, const struct cgns_list *child, const int64_t dim[2], double scale,
                      struct raw_mesh *m, lid **list, int64_t *n)
{
    for (int i = 0; i < child->n; i++) {
        if (strcmp(child->node[i].label, "Zone_t") != 0)
            continue;
        struct cgns_zone z = {.file = f, .base = child, .node = &child->node[i], .dim = (int)dim[0],
                              .physical_dim = (int)dim[1], .scale = scale};
        int64_t n_before = m->n_nodes;
        TRY(cgns_children(z.node, &z.child));
        int status = read_nodes(&z, m);
        cgns_list_free(&z.child);
        if (status == 0)
            take_nodes(&z, m, list, n);
        m->n_nodes = n_before;
        TRY(status);
    }
    return 0;
}

static int read_base(struct cgns_file *f, const struct cgns_node *base, const int64_t dim[2], double scale,
                     struct raw_mesh *m)
{
    struct cgns_list child;
    lid *list = NULL;
    int64_t n = 0;
    TRY(cgns_children(base, &child));
    int status = read_zones(f, &child, dim, scale, m, &list, &n);
    cgns_list_free(&child);
    if (status == 0 && n > 0) {
        cgns_patch_take_nodes(cgns_add_patch(m, base->name), list, n);
        cgns_note(f, "base '%s' lies on the boundary of the mesh; its faces become a patch of that name", base->name);
    } else {
        mem_free(list);
    }
    return status;
}

int cgns_patches_of_bases(struct cgns_file *f, const struct cgns_list *top, const struct cgns_node *of, int64_t dim,
                          double scale, struct raw_mesh *m)
{
    for (int i = 0; i < top->n; i++) {
        const struct cgns_node *base = &top->node[i];
        int64_t d[2] = {0, 0};
        if (base == of || strcmp(base->label, "CGNSBase_t") != 0)
            continue;
        TRY(cgns_read_few(base, 2, d));
        if (d[0] == dim - 1 && d[0] >= 1 && (d[1] == 2 || d[1] == 3))
            TRY(read_base(f, base, d, scale, m));
    }
    return 0;
}
