/* su2_zones.c: files of several zones. Each begins with IZONE; all are put into one mesh, one behind the other. */
#include "su2/su2_mesh.h"

#include "mem.h"
#include "raw/near_nodes.h"
#include "raw/node_spacing.h"

#include <math.h>

int su2_read_zone_count(struct su2 *s)
{
    TRY(su2_lines_count(&s->lines, INT32_MAX, &s->n_zones_announced));
    return s->n_zones_announced > 0 ? 0 : su2_lines_error(&s->lines, "announces no zones; export the mesh again");
}

int su2_begin_zone(struct su2 *s)
{
    int64_t number = 0;
    TRY(su2_lines_count(&s->lines, INT32_MAX, &number));
    if (number != s->n_zones + 1 || number > s->n_zones_announced)
        return su2_lines_error(&s->lines, "begins zone %" PRId64 " behind zone %" PRId64 " of the %" PRId64
                                          " of NZONE; number them from 1 in their order", number, s->n_zones,
                               s->n_zones_announced);
    if (s->n_zones > 0)
        TRY(su2_end_zone(s));
    else if (s->zone.has_dimensions)
        return su2_lines_error(&s->lines, "begins zone 1 behind lists of it; put IZONE before its NDIME");
    s->n_zones++;
    s->marker = -1;
    s->zone = (struct su2_zone){.first_node = s->m->n_nodes, .first_cell = s->m->n_cells,
                                .first_face = s->m->n_patch_faces};
    return 0;
}

int su2_need_elements(const struct su2 *s)
{
    if (!s->zone.awaits_elements)
        return 0;
    return su2_lines_error(&s->lines, "marker %s, before this, has no MARKER_ELEMS; export the mesh again, or copy the "
                                      "whole file", s->marker < 0 ? "SEND_RECEIVE" : s->m->patch[s->marker].name);
}

/* " of zone 2", "" where there is one. */
static const char *of_zone(const struct su2 *s, char text[32])
{
    text[0] = '\0';
    if (s->n_zones_announced > 1)
        snprintf(text, 32, " of zone %" PRId64, s->n_zones);
    return text;
}

/* Plane meshes of three coordinates lie across z. */
static int check_plane(const struct su2 *s, const char *of)
{
    const struct su2_zone *z = &s->zone;
    double extent = 1e7 * raw_rounding(s->m);
    if (s->n_dims == 2 && z->high - z->low > 1e-6 * extent)
        return error_set("%s: the points%s have third coordinates from %g to %g m and NDIME= 2, so that they are a "
                         "surface and no plane; export a mesh in the x-y plane, or one of three dimensions",
                         s->lines.path, of, z->low, z->high);
    return 0;
}

int su2_end_zone(struct su2 *s)
{
    char text[32];
    const struct su2_zone *z = &s->zone;
    const char *path = s->lines.path, *of = of_zone(s, text);
    if (!z->has_dimensions || !z->listed_cells || !z->listed_points || s->m->n_cells == z->first_cell)
        return error_set("%s: has no %s%s; it is not an SU2 mesh, or it is cut short", path,
                         !z->has_dimensions ? "NDIME" : !z->listed_points ? "NPOIN" : "elements (NELEM)", of);
    if (z->n_nodes > z->n_points)
        return error_set("%s: elements%s name node %" PRId64 ", and NPOIN lists 0..%" PRId64 "; export the mesh again",
                         path, of, z->n_nodes - 1, z->n_points - 1);
    TRY(su2_need_elements(s));
    if (z->n_markers < z->n_announced)
        return error_set("%s: NMARK%s announces %" PRId64 " markers, and %" PRId64
                         " are there, so that the file is cut "
                         "short or NMARK wrong; export the mesh again, or copy the whole file",
                         path, of, z->n_announced, z->n_markers);
    TRY(check_plane(s, of));
    int status = su2_drop_halo(s);
    MEM_FREE(s->zone.halo);
    return status;
}

/* Nothing in the file says whether zones that touch are to be one: the two sides of a thin plate touch too. */
static void say_touching(const struct su2 *s)
{
    struct node_merge g;
    struct exterior_faces e;
    double distance = raw_rounding(s->m);
    float *spacing = raw_node_spacing(s->m);
    node_merge_init(&g, s->m->n_nodes);
    raw_near_faces(s->m, &g, spacing, distance, &e);
    if (e.n > 0)
        raw_notes_say(&s->notes, "%" PRId64 " outer faces of its zones lie on one another (within %.1g m): --join %.1g "
                                 "joins them; without it each needs a boundary condition", e.n, distance, distance);
    else
        raw_notes_say(&s->notes, "its zones meet nowhere node to node, so that no flow goes from one to another");
    exterior_faces_free(&e);
    node_merge_free(&g);
    mem_free(spacing);
}

int su2_end_zones(struct su2 *s)
{
    int64_t n = s->n_zones > 0 ? s->n_zones : 1;
    if (n != s->n_zones_announced)
        return error_set("%s: NZONE announces %" PRId64 " zones, and %" PRId64 " are there, so that the file is cut "
                         "short or NZONE wrong; copy the whole file", s->lines.path, s->n_zones_announced, n);
    if (n == 1)
        return 0;
    raw_notes_say(&s->notes, "has %" PRId64 " zones, which are read as one mesh of one gas", n);
    say_touching(s);
    return 0;
}
