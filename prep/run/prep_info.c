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

static int print_rank(const char *folder, int rank, bool verbose)
{
    struct pack p;
    TRY(pack_read(folder, rank, verbose ? PACK_ALL : 0, &p));
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

int prep_info(const char *folder, bool verbose)
{
    struct pack_manifest m;
    if (pack_manifest_read(folder, &m) != 0)
        return error_set("%s (ufv-prep MESH --check reports on a mesh)", error_message());
    print_manifest(&m);
    int status = 0, n_ranks = (int)m.ranks;
    pack_manifest_free(&m);
    for (int r = 0; r < n_ranks && status == 0; r++)
        status = print_rank(folder, r, verbose);
    return status;
}
