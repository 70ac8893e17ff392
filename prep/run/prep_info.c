/* ufv-prep --info: a set of packs in a few lines, and their check. */
#include "run/prep_info.h"

#include "error.h"
#include "pack/pack.h"
#include "transform.h"

#include <stdio.h>
#include <string.h>

static void print_manifest(const struct pack_manifest *m)
{
    printf("packs      %" PRId64 ", set %s, format %" PRId64 "\n", m->ranks, m->id, m->schema_version);
    printf("mesh       %s\n", m->source);
    printf("cells      %" PRId64 "\nfaces      %" PRId64 ", of these %" PRId64 " on the boundary\nnodes      %" PRId64
           "\n",
           m->cells, m->faces, m->boundary_faces, m->nodes);
    for (int p = 0; p < m->n_patches; p++)
        printf("%s %-28s %-20s %9" PRId64 " faces\n", p ? "          " : "patches   ", m->patch[p].name,
               bc_kind_name(m->patch[p].kind), m->patch[p].n_faces);
    for (int i = 0; i < m->n_periodic; i++) {
        const struct pack_periodic *p = &m->periodic[i];
        struct transform t;
        char text[200];
        memcpy(t.rotation, p->rotation, sizeof t.rotation);
        memcpy(t.translation, p->translation, sizeof t.translation);
        transform_describe(&t, sizeof text, text);
        printf("%s %-28s %-20s %9" PRId64 " faces, %s\n", i ? "          " : "periodic  ", p->name, "joined in pairs",
               p->n_faces, text);
    }
}

/* What the packs have together. */
struct totals {
    int64_t cells, boundary_faces, faces, nodes; /* faces and nodes: the largest number and 1; 0: not looked at */
};

static void count(const struct pack *p, struct totals *t)
{
    t->cells += p->n_owned;
    t->boundary_faces += p->n_boundary;
    for (int64_t f = 0; p->face_gid && f < p->n_flux; f++)
        t->faces = p->face_gid[f] < t->faces ? t->faces : p->face_gid[f] + 1;
    for (int64_t v = 0; p->node_gid && v < p->n_nodes; v++)
        t->nodes = p->node_gid[v] < t->nodes ? t->nodes : p->node_gid[v] + 1;
}

static int print_rank(const char *folder, int rank, bool verbose, struct totals *t)
{
    struct pack p;
    TRY(pack_read(folder, rank, verbose ? PACK_ALL : 0, &p));
    count(&p, t);
    if (rank == 0)
        printf("options    %s\n\n rank      owned      inner   halo 1   halo 2   halo 3      faces   boundary      "
               "nodes neighbours%s\n",
               p.options, verbose ? "  checked" : "");
    printf("%5d %10" PRId64 " %10" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64 " %10" PRId64 " %10" PRId64
           " %10" PRId64 " %10d",
           rank, p.n_owned, p.n_inner, p.n_halo_face, p.n_halo_second, p.n_halo_node, p.n_faces, p.n_boundary,
           p.n_nodes, p.n_neighbours);
    int status = verbose ? pack_check(&p) : 0;
    printf("%s\n", !verbose ? "" : status ? "   FAILED" : "     good");
    pack_free(&p);
    return status ? error_prefix("%s, rank %d", folder, rank) : 0;
}

/* What no pack knows alone. Numbers of faces that were joined in pairs, and of nodes that no cell has, are missing in
 * the packs. */
static int check_totals(const char *folder, const struct pack_manifest *m, const struct totals *t)
{
    const struct {
        const char *name;
        int64_t manifest, packs;
        bool wrong;
    } row[] = {{"cells", m->cells, t->cells, t->cells != m->cells},
               {"boundary faces", m->boundary_faces, t->boundary_faces, t->boundary_faces != m->boundary_faces},
               {"faces", m->faces, t->faces, t->faces > m->faces || (t->faces > 0 && t->faces < m->faces &&
                                                                      m->n_periodic == 0)},
               {"nodes", m->nodes, t->nodes, t->nodes > m->nodes}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        if (row[k].wrong)
            return error_set("%s/manifest.ini: says %" PRId64 " %s, and the packs have %" PRId64 "; run ufv-prep again",
                             folder, row[k].manifest, row[k].name, row[k].packs);
    return 0;
}

int prep_info(const char *folder, bool verbose)
{
    struct pack_manifest m;
    struct totals t = {0};
    if (pack_manifest_read(folder, &m) != 0)
        return error_set("%s (ufv-prep MESH --check reports on a mesh)", error_message());
    print_manifest(&m);
    int status = 0;
    for (int r = 0; r < (int)m.ranks && status == 0; r++)
        status = print_rank(folder, r, verbose, &t);
    if (status == 0)
        status = check_totals(folder, &m, &t);
    pack_manifest_free(&m);
    return status;
}
