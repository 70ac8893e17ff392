/* cgns_patches.c: the boundary conditions of several zones as patches of one mesh.
 *
 * Boundary conditions of one family are one patch, which has the family's name,
 * as long as they are of one kind. Others of the same name, family and kind are
 * one patch too. Names that still clash become ZONE/NAME.
 */
#include "cgns/cgns_zone.h"

#include "mem.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* A patch of the result. */
struct united {
    lid first;      /* the first boundary condition of it */
    bool by_family; /* is named after its family */
    bool clashes;
};

/* Are all boundary conditions of p's family of one kind? */
static bool family_agrees(const struct raw_mesh *m, const lid *first_of_family, lid p)
{
    return m->patch[p].family[0] && m->patch[first_of_family[p]].kind != BC_N_KINDS;
}

/* First patch of each one's family; the kind of that first patch is set to
 * BC_N_KINDS, which is none, when the family has several. */
static void find_families(struct raw_mesh *m, lid *first_of_family, enum bc_kind *kind)
{
    lid *family, n_families = 0;
    MEM_NEW(family, m->n_patches);
    for (lid p = 0; p < m->n_patches; p++) {
        lid f = 0;
        kind[p] = m->patch[p].kind;
        while (f < n_families && strcmp(m->patch[family[f]].family, m->patch[p].family) != 0)
            f++;
        if (f == n_families)
            family[n_families++] = p;
        first_of_family[p] = family[f];
        if (kind[p] != kind[family[f]])
            m->patch[family[f]].kind = BC_N_KINDS;
    }
    MEM_FREE(family);
}

static bool same(const struct raw_patch *a, const struct raw_patch *b, bool by_family, enum bc_kind kind_a,
                 enum bc_kind kind_b)
{
    if (strcmp(a->family, b->family) != 0)
        return false;
    return by_family || (strcmp(a->name, b->name) == 0 && kind_a == kind_b);
}

/* united[of[p]] is what patch p belongs to; returns their number. */
static lid sort_out(struct raw_mesh *m, struct united *united, lid *of)
{
    enum bc_kind *kind;
    lid *first_of_family, n = 0;
    MEM_NEW(kind, m->n_patches);
    MEM_NEW(first_of_family, m->n_patches);
    find_families(m, first_of_family, kind);
    for (lid p = 0; p < m->n_patches; p++) {
        bool by_family = family_agrees(m, first_of_family, p);
        lid u = 0;
        while (u < n && !(united[u].by_family == by_family && same(&m->patch[united[u].first], &m->patch[p], by_family,
                                                                   kind[united[u].first], kind[p])))
            u++;
        if (u == n)
            united[n++] = (struct united){.first = p, .by_family = by_family};
        of[p] = u;
    }
    for (lid p = 0; p < m->n_patches; p++)
        m->patch[p].kind = kind[p];
    MEM_FREE(first_of_family);
    MEM_FREE(kind);
    return n;
}

static const char *zone_of_patch(const struct cgns_zones *zs, lid p)
{
    int i = 0;
    while (i + 1 < zs->n && zs->zone[i + 1].first_patch <= p)
        i++;
    return zs->zone[i].node->name;
}

static void give_names(const struct cgns_zones *zs, struct raw_mesh *m, struct united *united, lid n)
{
    for (lid u = 0; u < n; u++)
        if (united[u].by_family)
            text_copy(m->patch[united[u].first].name, NAME_SIZE, m->patch[united[u].first].family);
    for (lid u = 0; u < n; u++)
        for (lid v = 0; v < u; v++)
            if (strcmp(m->patch[united[u].first].name, m->patch[united[v].first].name) == 0)
                united[u].clashes = united[v].clashes = true;
    for (lid u = 0; u < n; u++)
        if (united[u].clashes) {
            struct raw_patch *p = &m->patch[united[u].first];
            char name[2 * NAME_SIZE];
            snprintf(name, sizeof name, "%s/%s", zone_of_patch(zs, united[u].first), p->name);
            text_copy(p->name, NAME_SIZE, name);
        }
}

/* The vertices of b to those of a. */
static void append_nodes(struct raw_patch *a, struct raw_patch *b)
{
    MEM_RESIZE(a->node, a->n_nodes_listed + b->n_nodes_listed);
    memcpy(a->node + a->n_nodes_listed, b->node, (size_t)b->n_nodes_listed * sizeof *b->node);
    cgns_patch_take_nodes(a, a->node, a->n_nodes_listed + b->n_nodes_listed);
    MEM_FREE(b->node);
}

void cgns_unite_patches(const struct cgns_zones *zs, struct raw_mesh *m)
{
    struct united *united;
    lid *of;
    if (zs->n < 2 || m->n_patches == 0)
        return;
    MEM_NEW(united, m->n_patches);
    MEM_NEW(of, m->n_patches);
    lid n = sort_out(m, united, of);
    give_names(zs, m, united, n);
    for (lid p = 0; p < m->n_patches; p++)
        if (united[of[p]].first != p && m->patch[p].node)
            append_nodes(&m->patch[united[of[p]].first], &m->patch[p]);
    for (lid u = 0; u < n; u++)
        m->patch[u] = m->patch[united[u].first];
    for (int64_t i = 0; i < m->n_patch_faces; i++)
        m->patch_face_patch[i] = of[m->patch_face_patch[i]];
    if (n < m->n_patches)
        cgns_note(zs->file, "%" PRId64 " boundary conditions of the zones make %" PRI_LID
                            " patches, by families or by equal names",
                  m->n_patches, n);
    m->n_patches = n;
    MEM_FREE(of);
    MEM_FREE(united);
}
