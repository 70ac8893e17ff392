#include "cgns/cgns_join.h"

#include "element.h"
#include "mem.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- how near is near ------------------------------------------------------------ */

static double edge_length(const struct raw_mesh *m, lid a, lid b)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++)
        s += (m->x[d][a] - m->x[d][b]) * (m->x[d][a] - m->x[d][b]);
    return sqrt(s);
}

static void take_edge(struct cgns_join *j, lid a, lid b)
{
    float length = (float)edge_length(j->m, a, b);
    if (!(length > 0.0F))
        return;
    j->spacing[a] = length < j->spacing[a] ? length : j->spacing[a];
    j->spacing[b] = length < j->spacing[b] ? length : j->spacing[b];
}

static void take_cell(struct cgns_join *j, int type, const lid *node)
{
    const struct element_info *e = element_info(type);
    if (type == ELEMENT_TRI || type == ELEMENT_QUAD)
        for (int i = 0; i < e->n_nodes; i++)
            take_edge(j, node[i], node[(i + 1) % e->n_nodes]);
    for (int f = 0; f < e->n_faces; f++)
        for (int i = 0; i < e->face_n_nodes[f]; i++)
            take_edge(j, node[e->face_node[f][i]], node[e->face_node[f][(i + 1) % e->face_n_nodes[f]]]);
}

/* Asked for when two nodes are seen not to coincide exactly. */
static void measure_spacing(struct cgns_join *j)
{
    const struct raw_mesh *m = j->m;
    MEM_NEW(j->spacing, m->n_nodes);
    for (int64_t v = 0; v < m->n_nodes; v++)
        j->spacing[v] = FLT_MAX;
    for (int64_t c = 0; c < m->n_cells; c++)
        take_cell(j, m->cell_type[c], m->cell_node + m->cell_node_offset[c]);
    for (int64_t p = 0; p < m->n_polygons; p++) {
        const lid *node = m->polygon_node + m->polygon_node_offset[p];
        int64_t n = m->polygon_node_offset[p + 1] - m->polygon_node_offset[p];
        for (int64_t i = 0; i < n; i++)
            take_edge(j, node[i], node[(i + 1) % n]);
    }
}

double cgns_distance(const struct cgns_join *j, const struct cgns_motion *t, lid a, lid b)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++) {
        double x = j->m->x[d][a];
        if (t->moves) {
            x = t->translation[d];
            for (int e = 0; e < 3; e++)
                x += t->rotation[d][e] * j->m->x[e][a];
        }
        s += (x - j->m->x[d][b]) * (x - j->m->x[d][b]);
    }
    return sqrt(s);
}

double cgns_spacing(struct cgns_join *j, lid v)
{
    if (!j->spacing)
        measure_spacing(j);
    return j->spacing[v];
}

double cgns_tolerance(struct cgns_join *j, lid a, lid b)
{
    double spacing = fmin(cgns_spacing(j, a), cgns_spacing(j, b)), size = 0.0;
    for (int d = 0; d < 3; d++)
        size = fmax(size, fabs(j->m->x[d][a]));
    /* Where every edge is collapsed only rounding is allowed. */
    double tolerance = spacing < FLT_MAX ? 0.1 * spacing : 16.0 * DBL_EPSILON * size;
    return fmax(tolerance, j->zs->join);
}

/* ---- one interface ------------------------------------------------------------------ */

/* The zone that an interface names: "Zone", "Base/Zone" or "/Base/Zone". */
static const struct cgns_zone *find_donor(const struct cgns_zones *zs, const char *name)
{
    size_t n = strlen(zs->base->name);
    name += *name == '/';
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < zs->n + zs->n_left_out; i++)
            if (strcmp(zs->zone[i].node->name, name) == 0)
                return &zs->zone[i];
        if (strncmp(name, zs->base->name, n) != 0 || name[n] != '/')
            break;
        name += n + 1;
    }
    return NULL;
}

/* GridConnectivityType_t; without the node, lists of donor points tell that it is
 * one-to-one (SIDS's default is Overset). */
static int read_kind(const struct cgns_interface *f, char kind[NAME_SIZE])
{
    const struct cgns_node *n = cgns_find(f->child, "GridConnectivityType_t", NULL);
    strcpy(kind, cgns_find(f->child, NULL, "PointListDonor") ? "Abutting1to1" : "Overset");
    return n ? cgns_read_text(n, kind, NAME_SIZE) : 0;
}

static int read_lists(struct cgns_interface *f)
{
    char kind[NAME_SIZE];
    TRY(read_kind(f, kind));
    if (strcmp(kind, "Abutting1to1") == 0)
        return cgns_read_motion(f) || cgns_join_lists(f);
    return cgns_error(f->node, "joins zone '%s' to zone '%s' by an interface of kind %s, which is not read; export the "
                               "mesh with zones that meet node to node",
                      f->zone->node->name, f->donor->node->name, kind);
}

static int read_interface(struct cgns_join *j, const struct cgns_zone *z, const struct cgns_node *node)
{
    char donor[4 * CGNS_NAME_SIZE];
    struct cgns_list child;
    TRY(cgns_read_text(node, donor, sizeof donor));
    struct cgns_interface f = {.j = j, .zone = z, .node = node, .donor = find_donor(j->zs, donor), .child = &child};
    if (!f.donor)
        return cgns_error(node, "joins zone '%s' to zone '%s', which base '%s' does not have; correct the interface",
                          z->node->name, donor, j->zs->base->name);
    if (f.donor->left_out)
        return 0;
    TRY(cgns_children(node, &child));
    int status = strcmp(node->label, "GridConnectivity1to1_t") == 0 ? cgns_read_motion(&f) || cgns_join_ranges(&f)
                                                                    : read_lists(&f);
    j->n_interfaces++;
    cgns_list_free(&child);
    return status;
}

static int read_connectivity(struct cgns_join *j, const struct cgns_zone *z, const struct cgns_node *node)
{
    struct cgns_list child;
    int status = 0;
    TRY(cgns_children(node, &child));
    for (int i = 0; i < child.n && status == 0; i++) {
        const struct cgns_node *n = &child.node[i];
        if (strcmp(n->label, "GridConnectivity1to1_t") == 0 || strcmp(n->label, "GridConnectivity_t") == 0)
            status = read_interface(j, z, n);
        else if (strcmp(n->label, "OversetHoles_t") == 0)
            status = cgns_error(n, "cuts overset holes into zone '%s', which is not read; export a mesh whose zones "
                                   "meet node to node",
                                z->node->name);
    }
    cgns_list_free(&child);
    return status;
}

static int read_zone(struct cgns_join *j, const struct cgns_zone *z)
{
    /* Several sets are those of a moving grid's times, which ZoneIterativeData_t tells,
     * or else all hold. */
    bool moving = cgns_find(&z->child, "ZoneIterativeData_t", NULL) != NULL;
    int n = cgns_count(&z->child, "ZoneGridConnectivity_t"), n_read = 0;
    if (z->structured)
        cgns_join_collapsed(j, z);
    for (int i = 0; i < z->child.n; i++) {
        const struct cgns_node *node = &z->child.node[i];
        if (strcmp(node->label, "ZoneGridConnectivity_t") != 0 || (moving && n_read > 0))
            continue;
        n_read++;
        if (moving && n > 1)
            cgns_note(z->file, "%s has %d sets of interfaces at different times; the first, '%s', is read",
                      z->node->path, n, node->name);
        TRY(read_connectivity(j, z, node));
    }
    return 0;
}

/* ---- all of them --------------------------------------------------------------------- */

static void say(const struct cgns_join *j, const struct node_merge_result *r)
{
    const struct cgns_file *f = j->zs->file;
    if (r->n_nodes_merged > 0)
        cgns_note(f, "%" PRId64 " nodes were joined to others at %" PRId64 " interfaces or collapsed edges",
                  r->n_nodes_merged, j->n_interfaces);
    if (j->gap_worth > 1e-6)
        cgns_note(f, "nodes of interfaces lay up to %g m apart, %.2g of the local spacing; those of the zone read "
                     "first are kept",
                  j->gap, j->gap_worth);
    if (r->n_changed > 0)
        cgns_note(f, "%" PRId64 " cells with a collapsed side became prisms, pyramids or tetrahedra", r->n_changed);
    if (r->n_collapsed > 0)
        cgns_note(f, "%" PRId64 " cells have a collapsed edge and stay what they are with a node repeated",
                  r->n_collapsed);
    if (r->n_cells_dropped > 0)
        cgns_note(f, "%" PRId64 " cells collapsed to nothing are left out", r->n_cells_dropped);
    if (r->n_faces_dropped > 0)
        cgns_note(f, "%" PRId64 " faces of patches are collapsed to a line or a point and are left out",
                  r->n_faces_dropped);
}

static void merge(struct cgns_join *j)
{
    struct node_merge_result result;
    bool *had = cgns_patches_with_faces(j->m);
    cgns_join_near(j);
    node_merge_apply(&j->merge, j->m, &result);
    say(j, &result);
    cgns_tidy_periodic(j->m);
    cgns_leave_joined_faces_out(j->zs->file, j->m, result.merged);
    cgns_drop_emptied_patches(j->m, had);
    mem_free(result.merged);
    MEM_FREE(had);
}

int cgns_join_zones(const struct cgns_zones *zs, struct raw_mesh *m)
{
    struct cgns_join j = {.zs = zs, .m = m};
    int status = 0;
    node_merge_init(&j.merge, m->n_nodes);
    for (int i = 0; i < zs->n && status == 0; i++)
        status = read_zone(&j, &zs->zone[i]);
    if (status == 0)
        merge(&j);
    MEM_FREE(j.spacing);
    node_merge_free(&j.merge);
    return status;
}
