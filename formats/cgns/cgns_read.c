/* cgns_read.c: from the file down to its zones: which base, what each zone says of itself, which reader it gets,
 * and the layer of cells that a plane mesh becomes.
 */
#include "cgns/cgns_read.h"

#include "cgns/cgns_zone.h"
#include "foreign/foreign.h"
#include "mem.h"
#include "raw/extrude.h"
#include "text.h"

#include <cgnslib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what a zone says of itself -------------------------------------------------- */

static int read_zone_type(struct cgns_zone *z)
{
    char type[NAME_SIZE];
    const struct cgns_node *t = cgns_find(&z->child, "ZoneType_t", NULL);
    z->structured = !cgns_find(&z->child, "Elements_t", NULL);
    if (!t) /* files older than the node: sections tell */
        return 0;
    TRY(cgns_read_text(t, type, sizeof type));
    z->structured = strcmp(type, "Structured") == 0;
    if (!z->structured && strcmp(type, "Unstructured") != 0)
        return cgns_error(z->node, "is of type '%s'; zones are structured or unstructured: export the mesh again",
                          type);
    return 0;
}

/* A zone without cells: one of several is passed over. Zones so left out have no nodes. */
static int leave_out(struct cgns_zones *zs, struct cgns_zone *z, const char *why)
{
    if (zs->n == 1)
        return cgns_error(z->node, "%s; export the mesh with its cells", why);
    cgns_note(z->file, "%s %s; the zone is left out", z->node->path, why);
    z->n_nodes = 0;
    z->left_out = true;
    return 0;
}

/* Zone_t of an unstructured zone: its numbers of nodes, cells, boundary nodes. */
static int read_unstructured_size(struct cgns_zones *zs, struct cgns_zone *z)
{
    int64_t size[3];
    TRY(cgns_read_few(z->node, 3, size));
    if (size[0] == 0 && size[1] == 0)
        return leave_out(zs, z, "has no nodes");
    if (size[0] < 1 || size[1] < 0)
        return cgns_error(z->node, "says it has %" PRId64 " nodes and %" PRId64 " cells; export the mesh again",
                          size[0], size[1]);
    z->n_nodes = size[0];
    z->n_cells_said = size[1];
    return 0;
}

/* Zone_t of a structured zone: nodes, cells, boundary nodes along each index.
 * Zone_t holds three rows of dim numbers: nodes, cells, boundary nodes. A product beyond 64 bits becomes a number
 * that the caller refuses. */
static int read_structured_size(struct cgns_zones *zs, struct cgns_zone *z)
{
    int64_t size[9];
    if (z->node->count == 3 * (z->dim - 1))
        return leave_out(zs, z, z->dim == 3 ? "is a surface of two indices" : "is a line of one index");
    TRY(cgns_read_few(z->node, 3 * z->dim, size));
    z->n_nodes = 1;
    for (int d = 0; d < z->dim; d++)
        /* Zones that are surfaces may stand beside those of the volume. */
        if (size[d] == 1 && size[z->dim + d] == 0)
            return leave_out(zs, z, z->dim == 3 ? "is a surface, one vertex thick (plane meshes belong in a base of "
                                                  "cell dimension 2)"
                                                : "is a line, one vertex thick");
    for (int d = 0; d < 3; d++) {
        z->size[d] = d < z->dim ? size[d] : 1;
        if (d < z->dim && (size[d] < 2 || size[z->dim + d] != size[d] - 1))
            return cgns_error(z->node, "says it has %" PRId64 " nodes and %" PRId64
                                       " cells along index %c; export the mesh again",
                              size[d], size[z->dim + d], "ijk"[d]);
        if (__builtin_mul_overflow(z->n_nodes, z->size[d], &z->n_nodes))
            z->n_nodes = INT64_MAX / 2;
    }
    return 0;
}

/* Opens the zone and checks all that room is made by.
 * All zones are opened before memory is asked for, so that a file that claims too many nodes fails with a sentence. */
static int open_zone(struct cgns_zones *zs, struct cgns_zone *z, int64_t n_nodes_before)
{
    TRY(cgns_children(z->node, &z->child));
    TRY(read_zone_type(z));
    TRY(z->structured ? read_structured_size(zs, z) : read_unstructured_size(zs, z));
    if (z->left_out)
        return 0;
    if (z->n_nodes >= LID_MAX - n_nodes_before)
        return cgns_error(z->node, "says it has %" PRId64 " nodes; a mesh of at most %d can be read", z->n_nodes,
                          LID_MAX);
    return cgns_check_coordinates(z);
}

/* ---- zones ------------------------------------------------------------------------ */

/* Cells of zone i and of the structured ones right behind it.
 * Consecutive structured zones make room once together: meshes of hundreds of blocks would otherwise move the list
 * of cells for each. */
static int64_t cells_to_come(const struct cgns_zones *zs, int i)
{
    int64_t n = 0;
    for (; i < zs->n && zs->zone[i].structured && !zs->zone[i].left_out; i++) {
        const struct cgns_zone *z = &zs->zone[i];
        n += (z->size[0] - 1) * (z->size[1] - 1) * (z->dim == 3 ? z->size[2] - 1 : 1);
    }
    return n;
}

static int read_structured(struct cgns_zones *zs, int i, struct raw_mesh *m)
{
    struct cgns_zone *z = &zs->zone[i];
    /* The first of a run of structured zones has made room for all of them. */
    bool room = i > 0 && zs->zone[i - 1].structured && !zs->zone[i - 1].left_out;
    cgns_structured_cells(z, room ? 0 : cells_to_come(zs, i), m);
    cgns_no_polyhedra(m, z->first_cell);
    return cgns_structured_boundary(z, m);
}

/* A zone without cells gives its nodes back by setting n_nodes to where it began. */
static int read_unstructured(struct cgns_zones *zs, struct cgns_zone *z, struct raw_mesh *m)
{
    TRY(cgns_read_sections(z, m));
    if (m->n_cells > z->first_cell)
        return cgns_read_boundary(z, m);
    m->n_nodes = z->first_node;
    return leave_out(zs, z, z->n_sections ? "has no cells in its sections" : "has no element sections (Elements_t)");
}

static int read_zone(struct cgns_zones *zs, int i, struct raw_mesh *m)
{
    struct cgns_zone *z = &zs->zone[i];
    z->first_cell = m->n_cells;
    z->first_patch = m->n_patches;
    z->first_node = m->n_nodes;
    if (z->left_out)
        return 0;
    TRY(cgns_read_coordinates(z, m));
    TRY(z->structured ? read_structured(zs, i, m) : read_unstructured(zs, z, m));
    z->n_cells = m->n_cells - z->first_cell;
    z->n_patches = m->n_patches - z->first_patch;
    return 0;
}

/* Puts zones without cells behind the others, which keep their order.
 * What follows then loops over zones 0 .. n - 1; those left out are kept only to be freed. */
static void part_zones(struct cgns_zones *zs)
{
    struct cgns_zone *sorted;
    int n = 0, n_all = zs->n;
    MEM_NEW(sorted, n_all);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < n_all; i++)
            if (zs->zone[i].left_out == (pass == 1))
                sorted[n++] = zs->zone[i];
        if (pass == 0)
            zs->n = n;
    }
    zs->n_left_out = n_all - zs->n;
    mem_free(zs->zone);
    zs->zone = sorted;
}

static void say_zones(const struct cgns_zones *zs)
{
    int n_structured = 0;
    for (int i = 0; i < zs->n; i++)
        n_structured += zs->zone[i].structured;
    if (zs->n > 1)
        cgns_note(zs->file, "base '%s' has %d zones (%d structured, %d unstructured)", zs->base->name, zs->n,
                  n_structured, zs->n - n_structured);
}

/* Zones are read in the order of the file, so that nodes and cells have the same numbers in every run; joining
 * merges nodes afterwards. */
static int read_zones(struct cgns_zones *zs, struct raw_mesh *m)
{
    int64_t n_nodes = 0;
    for (int i = 0; i < zs->n; i++) {
        TRY(open_zone(zs, &zs->zone[i], n_nodes));
        n_nodes += zs->zone[i].n_nodes;
    }
    say_zones(zs);
    for (int d = 0; d < 3; d++)
        MEM_NEW(m->x[d], n_nodes);
    for (int i = 0; i < zs->n; i++)
        TRY(read_zone(zs, i, m));
    /* Before patches are united and zones joined: both walk over zones with cells. */
    part_zones(zs);
    if (zs->n == 0)
        return cgns_error(zs->base, "has zones, and none of them has cells; export the mesh with its cells");
    cgns_unite_patches(zs, m);
    TRY(cgns_join_zones(zs, m));
    if (m->n_cells == 0)
        return cgns_error(zs->base, "has no cell left when coincident nodes are one; check coordinates and interfaces");
    return 0;
}

static void zones_free(struct cgns_zones *zs)
{
    for (int i = 0; i < zs->n + zs->n_left_out; i++) {
        mem_free(zs->zone[i].section);
        cgns_faces_free(&zs->zone[i].face);
        cgns_list_free(&zs->zone[i].child);
    }
    mem_free(zs->zone);
}

/* ---- base --------------------------------------------------------------------- */

/* CGNSBase_t: dimension of the cells, then number of coordinates. 2 and 3 is a surface in space; extrude.c reads it
 * when it lies in a plane across an axis. */
static int check_dimensions(const struct cgns_node *base, int64_t dim[2])
{
    TRY(cgns_read_few(base, 2, dim));
    if (dim[0] != 2 && dim[0] != 3)
        return error_set("%s: base '%s' holds cells of dimension %" PRId64 "; bases of 2 and 3 can be read",
                         base->file->path, base->name, dim[0]);
    if (dim[1] != 3 && !(dim[0] == 2 && dim[1] == 2))
        return error_set("%s: base '%s' has cell dimension %" PRId64 " and physical dimension %" PRId64
                         "; ufv-prep reads bases with 3 and 3, 2 and 2, or 2 and 3",
                         base->file->path, base->name, dim[0], dim[1]);
    return 0;
}

/* A plane mesh gets its layer of cells. */
static int extrude(const struct cgns_zones *zs, struct raw_mesh *m)
{
    struct extrusion e;
    TRY(raw_mesh_extrude(m, &e));
    cgns_note(zs->file, "base '%s' is two-dimensional; it became one layer of cells of %g m along %c between patches "
                        "symmetry-lower and symmetry-upper",
              zs->base->name, e.thickness, "xyz"[e.axis]);
    return 0;
}

/* Zeroed zones, each with what it has from above. */
static int list_zones(struct cgns_zones *zs, const struct cgns_list *child, const int64_t dim[2], double scale)
{
    int n = cgns_count(child, "Zone_t");
    if (n == 0)
        return error_set("%s: base '%s' has no zones; export the mesh again", zs->file->path, zs->base->name);
    MEM_NEW_ZERO(zs->zone, n);
    for (int i = 0; i < child->n; i++)
        if (strcmp(child->node[i].label, "Zone_t") == 0)
            zs->zone[zs->n++] = (struct cgns_zone){.file = zs->file,
                                                   .base = child,
                                                   .node = &child->node[i],
                                                   .dim = (int)dim[0],
                                                   .physical_dim = (int)dim[1],
                                                   .scale = scale};
    return 0;
}

static int read_base(struct cgns_file *f, const struct cgns_list *top, const struct cgns_node *base,
                     const struct cgns_read_options *o, struct raw_mesh *m)
{
    struct cgns_list child;
    struct cgns_zones zs = {.file = f, .base = base, .join = o->join};
    int64_t dim[2];
    TRY(check_dimensions(base, dim));
    TRY(cgns_children(base, &child));
    int status = list_zones(&zs, &child, dim, o->scale) || read_zones(&zs, m);
    if (status == 0 && m->n_patches == 0)
        status = cgns_patches_of_bases(f, top, base, dim[0], o->scale, m);
    if (status == 0 && dim[0] == 2)
        status = extrude(&zs, m);
    zones_free(&zs);
    cgns_list_free(&child);
    return status;
}

static bool has_child(void *context, const char *name)
{
    return cgns_find(context, NULL, name) != NULL;
}

/* Other programs keep their meshes in HDF5 and ADF too. */
static int no_base(const struct cgns_file *f, struct cgns_list *top)
{
    const char *is = foreign_tree(has_child, top);
    return is ? error_set("%s: %s", f->path, is)
              : error_set("%s: holds no CGNS base (CGNSBase_t), so it is not a mesh; export it again as CGNS", f->path);
}

/* The first base of those with the cells of most dimensions: boundaries may have bases of their own. */
static int largest_base(const struct cgns_list *top, const struct cgns_node **base)
{
    int64_t most = -1;
    for (int i = 0; i < top->n; i++) {
        int64_t dim[2];
        if (strcmp(top->node[i].label, "CGNSBase_t") != 0)
            continue;
        TRY(cgns_read_few(&top->node[i], 2, dim));
        if (dim[0] > most) {
            most = dim[0];
            *base = &top->node[i];
        }
    }
    return 0;
}

/* The base asked for, or one with a note when there are more.
 * Bases are meshes of their own; one is never mixed with another. */
static int choose_base(struct cgns_file *f, struct cgns_list *top, const char *name, const struct cgns_node **base)
{
    const struct cgns_node *first = cgns_find(top, "CGNSBase_t", NULL);
    int n = cgns_count(top, "CGNSBase_t");
    if (!first)
        return no_base(f, top);
    *base = name ? cgns_find(top, "CGNSBase_t", name) : first;
    if (!*base)
        return error_set("%s: has no base '%s'; the first of its %d is '%s'", f->path, name, n, first->name);
    if (!name && n > 1) {
        TRY(largest_base(top, base));
        cgns_note(f, "has %d bases; %s, '%s', is read", n, *base == first ? "the first" : "the one of the volume",
                  (*base)->name);
    }
    return 0;
}

static int read_file(struct cgns_file *f, const struct cgns_read_options *o, struct raw_mesh *m)
{
    struct cgns_node root;
    struct cgns_list top;
    const struct cgns_node *base;
    TRY(cgns_root(f, &root));
    TRY(cgns_children(&root, &top));
    f->version = cgns_version(&top);
    int status = choose_base(f, &top, o->base, &base) || read_base(f, &top, base, o, m);
    cgns_list_free(&top);
    return status;
}

/* scale 0, in a zeroed struct of options, stands for 1. After a failure m holds nothing. */
int cgns_read(const char *path, const struct cgns_read_options *o,
              void (*note)(void *context, const char *sentence), void *context, struct raw_mesh *m)
{
    struct cgns_file f;
    struct cgns_read_options how = o ? *o : (struct cgns_read_options){0};
    how.scale = how.scale != 0.0 ? how.scale : 1.0;
    memset(m, 0, sizeof *m);
    if (!(how.scale > 0.0) || !isfinite(how.scale))
        return error_set("%s: cannot be scaled by %g; give a positive factor", path, how.scale);
    if (!(how.join >= 0.0) || !isfinite(how.join))
        return error_set("%s: nodes cannot be joined within %g m; give a positive distance, or 0", path, how.join);
    TRY(cgns_open(&f, path, note, context));
    m->source = text_format("%s", path);
    int status = read_file(&f, &how, m);
    cgns_close(&f, status == 0);
    if (status != 0)
        raw_mesh_free(m);
    return status;
}

const char *cgns_library_version(void)
{
    static char text[64];
    snprintf(text, sizeof text, "CGNS %d.%d.%d (%d-bit)", CGNS_VERSION / 1000, CGNS_VERSION / 100 % 10,
             CGNS_VERSION / 10 % 10, (int)(8 * sizeof(cgsize_t)));
    return text;
}
