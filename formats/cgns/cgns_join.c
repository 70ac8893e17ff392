/* cgns_join.c: walks over the interfaces of all zones, hands each to its reader, and then makes one node of those
 * that were found to be one.
 */
#include "cgns/cgns_join.h"

#include "mem.h"
#include "raw/joined_patches.h"

#include <string.h>

/* ---- one interface ------------------------------------------------------------------ */

/* The zone that an interface names: "Zone", "Base/Zone" or "/Base/Zone".
 * The name as it stands goes before the name without the base in front. */
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

/* An interface to a zone without cells joins nothing and is passed over. */
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
    struct lattice lattice = cgns_lattice(z);
    if (z->structured)
        lattice_unite_collapsed(&lattice, j->m, &j->merge);
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

/* Counts of what changed silently otherwise; a user who expects an interface sees by them whether it was there. */
static void say(const struct cgns_join *j, const struct node_merge_result *r)
{
    const struct cgns_file *f = j->zs->file;
    if (r->n_nodes_merged > 0)
        cgns_note(f, "%" PRId64 " nodes were joined to others at %" PRId64 " interfaces or collapsed edges",
                  r->n_nodes_merged, j->n_interfaces);
    /* A part of the local spacing: below this it is rounding, and above it the two zones were made apart. */
    if (j->gap_worth > 1e-6)
        cgns_note(f, "nodes of interfaces lay up to %g m apart, %.2g of the local spacing; those of the zone read "
                     "first are kept",
                  j->gap, j->gap_worth);
    if (r->n_changed > 0)
        cgns_note(f, "%" PRId64 " cells with a collapsed side became prisms, pyramids or tetrahedra", r->n_changed);
    if (r->n_collapsed > 0)
        cgns_note(f, "%" PRId64 " cells have a collapsed edge and keep their type, with a repeated node",
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
    bool *had = raw_patches_with_faces(j->m);
    /* The order matters: near nodes are looked for among those that interfaces left apart; periodic and patch faces are
     * tidied by final numbers. */
    cgns_join_near(j);
    node_merge_apply(&j->merge, j->m, &result);
    say(j, &result);
    cgns_tidy_periodic(j->m);
    int64_t n_left_out = raw_leave_joined_faces_out(j->m, result.merged);
    if (n_left_out > 0)
        cgns_note(j->zs->file, "%" PRId64 " faces of patches lie in interfaces of zones and are left out there",
                  n_left_out);
    raw_drop_emptied_patches(j->m, had);
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
