#include "cgns_read.h"

#include "cgns_zone.h"
#include "mem.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* ---- zone --------------------------------------------------------------------- */

static int read_zone_type(const struct cgns_node *node, const struct cgns_list *child, bool *structured)
{
    char type[NAME_SIZE];
    const struct cgns_node *t = cgns_find(child, "ZoneType_t", NULL);
    *structured = !cgns_find(child, "Elements_t", NULL);
    if (!t) /* files older than the node: sections tell */
        return 0;
    TRY(cgns_read_text(t, type, sizeof type));
    *structured = strcmp(type, "Structured") == 0;
    if (!*structured && strcmp(type, "Unstructured") != 0)
        return cgns_error(node, "is of type '%s'; ufv-prep reads unstructured zones so far", type);
    return 0;
}

/* Zone_t of an unstructured zone: its numbers of nodes, cells, boundary nodes. */
static int read_zone_size(struct cgns_zone *z, const struct raw_mesh *m)
{
    int64_t size[3];
    TRY(cgns_read_few(z->node, 3, size));
    if (size[0] < 1 || size[1] < 0)
        return cgns_error(z->node, "says it has %" PRId64 " nodes and %" PRId64 " cells; export the mesh again",
                          size[0], size[1]);
    if (size[0] >= LID_MAX - m->n_nodes)
        return cgns_error(z->node, "says it has %" PRId64 " nodes; a mesh of at most %d can be read", size[0], LID_MAX);
    z->n_nodes = size[0];
    z->n_cells_said = size[1];
    return 0;
}

static int read_unstructured(struct cgns_zone *z, struct raw_mesh *m)
{
    TRY(read_zone_size(z, m));
    TRY(cgns_read_coordinates(z, m));
    TRY(cgns_read_sections(z, m));
    return cgns_read_boundary(z, m);
}

static int read_zone(struct cgns_file *f, const struct cgns_list *base, const struct cgns_node *node, double scale,
                     struct raw_mesh *m)
{
    bool structured;
    struct cgns_zone z = {.file = f, .base = base, .node = node, .scale = scale};
    TRY(cgns_children(node, &z.child));
    int status = read_zone_type(node, &z.child, &structured);
    if (status == 0 && structured)
        status = error_set("%s: zone '%s' is structured; ufv-prep reads unstructured zones so far", f->path,
                           node->name);
    if (status == 0)
        status = read_unstructured(&z, m);
    mem_free(z.section);
    cgns_faces_free(&z.face);
    cgns_list_free(&z.child);
    return status;
}

/* ---- base --------------------------------------------------------------------- */

static int check_dimensions(const struct cgns_node *base)
{
    int64_t dim[2];
    TRY(cgns_read_few(base, 2, dim));
    if (dim[0] == 2)
        return error_set("%s: base '%s' holds a two-dimensional mesh; ufv-prep reads three-dimensional ones so far: "
                         "extrude it by one layer of cells",
                         base->file->path, base->name);
    if (dim[0] != 3 || dim[1] != 3)
        return error_set("%s: base '%s' has cell dimension %" PRId64 " and physical dimension %" PRId64
                         "; ufv-prep reads bases with 3 and 3",
                         base->file->path, base->name, dim[0], dim[1]);
    return 0;
}

static int read_zones(struct cgns_file *f, const struct cgns_node *base, const struct cgns_list *child, double scale,
                      struct raw_mesh *m)
{
    int n = cgns_count(child, "Zone_t");
    const struct cgns_node *zone = cgns_find(child, "Zone_t", NULL);
    if (n == 0)
        return error_set("%s: base '%s' has no zones; export the mesh again", f->path, base->name);
    if (n > 1)
        return error_set("%s: base '%s' has %d zones, the first is '%s'; ufv-prep reads files of one zone so far: "
                         "join them into one unstructured zone",
                         f->path, base->name, n, zone->name);
    return read_zone(f, child, zone, scale, m);
}

static int read_base(struct cgns_file *f, const struct cgns_node *base, double scale, struct raw_mesh *m)
{
    struct cgns_list child;
    TRY(check_dimensions(base));
    TRY(cgns_children(base, &child));
    int status = read_zones(f, base, &child, scale, m);
    cgns_list_free(&child);
    return status;
}

/* The base asked for, or the first with a note when there are more. */
static int choose_base(struct cgns_file *f, const struct cgns_list *top, const char *name,
                       const struct cgns_node **base)
{
    const struct cgns_node *first = cgns_find(top, "CGNSBase_t", NULL);
    if (!first)
        return error_set("%s: holds no CGNS base (CGNSBase_t), so it is no mesh; export it again as CGNS", f->path);
    *base = name ? cgns_find(top, "CGNSBase_t", name) : first;
    if (!*base)
        return error_set("%s: has no base '%s'; the first of its %d is '%s'", f->path, name,
                         cgns_count(top, "CGNSBase_t"), first->name);
    if (!name && cgns_count(top, "CGNSBase_t") > 1)
        cgns_note(f, "has %d bases; the first, '%s', is read", cgns_count(top, "CGNSBase_t"), first->name);
    return 0;
}

static int read_file(struct cgns_file *f, const char *name, double scale, struct raw_mesh *m)
{
    struct cgns_node root;
    struct cgns_list top;
    const struct cgns_node *base;
    TRY(cgns_root(f, &root));
    TRY(cgns_children(&root, &top));
    f->version = cgns_version(&top);
    int status = choose_base(f, &top, name, &base) || read_base(f, base, scale, m);
    cgns_list_free(&top);
    return status;
}

int cgns_read(const char *path, const struct cgns_read_options *o,
              void (*note)(void *context, const char *sentence), void *context, struct raw_mesh *m)
{
    struct cgns_file f;
    double scale = o && o->scale != 0.0 ? o->scale : 1.0;
    memset(m, 0, sizeof *m);
    if (!(scale > 0.0) || !isfinite(scale))
        return error_set("%s: cannot be scaled by %g; give a positive factor", path, scale);
    TRY(cgns_open(&f, path, note, context));
    m->source = text_format("%s", path);
    int status = read_file(&f, o ? o->base : NULL, scale, m);
    cgns_close(&f, status == 0);
    if (status != 0)
        raw_mesh_free(m);
    return status;
}
