/* export_cgns.c: cells in sections of one type, in the order of the mesh as long as that
 * gives few of them; boundary faces in sections by patch and shape; or, in meshes with
 * polyhedra, all cells by their faces. Packs are read again for each window of the file,
 * so that no array of the whole mesh is in memory but the types.
 */
#include "export/export_cgns.h"

#include "element.h"
#include "error.h"
#include "export/export_cgns_values.h"
#include "mem.h"
#include "text.h"

#include <string.h>

/* Runs of cells of one type in the mesh's own order that still become sections of
 * their own; beyond, cells are sorted by type. */
enum { MAX_RUNS = 64, CHUNK = 1 << 18 };

/* ---- the order of cells ------------------------------------------------------------------ */

/* Runs of equal type in the mesh's order; counting ends when there are too many to be sections. */
static int count_runs(const struct mesh_gather *m)
{
    int n = 1;
    for (gid i = 1; i < m->n_cells && n <= MAX_RUNS; i++)
        n += m->type[i] != m->type[i - 1];
    return n;
}

/* By type, each in the mesh's order; sorts m.type along. */
static void sort_by_type(struct cgns_export *e)
{
    struct mesh_gather *m = &e->m;
    /* A counting sort, which keeps the order within a type: place[i] is where cell i of the mesh stands in the file.
     * Values follow by cgns_export_place(), and the global ids written as GlobalNumber lead back. */
    gid begin[ELEMENT_N_TYPES + 1] = {0};
    for (gid i = 0; i < m->n_cells; i++)
        begin[m->type[i] + 1]++;
    for (int t = 0; t < ELEMENT_N_TYPES; t++)
        begin[t + 1] += begin[t];
    gid at[ELEMENT_N_TYPES];
    memcpy(at, begin, sizeof at);
    MEM_NEW(e->place, m->n_cells);
    for (gid i = 0; i < m->n_cells; i++)
        e->place[i] = at[m->type[i]]++;
    for (int t = 0; t < ELEMENT_N_TYPES; t++)
        memset(m->type + begin[t], t, (size_t)(begin[t + 1] - begin[t]));
}

/* The end of the run of one type that begins at a place. */
static gid end_of_run(const struct mesh_gather *m, gid begin)
{
    gid end = begin + 1;
    while (end < m->n_cells && m->type[end] == m->type[begin])
        end++;
    return end;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static int create_sections(struct cgns_export *e, int *section)
{
    int n = 0;
    for (gid begin = 0, end; begin < e->m.n_cells; begin = end) {
        end = end_of_run(&e->m, begin);
        int type = e->m.type[begin];
        /* Names of sections must differ within a zone (SIDS), hence the number before the type. */
        char *name = text_format("Cells %d %s", n + 1, element_info(type)->name);
        int status = cgns_write_section(&e->w, name, type, begin, end - begin, &section[n++]);
        mem_free(name);
        TRY(status);
    }
    return 0;
}

/* Corners of the widest type there is. */
static int widest_cell(const struct mesh_gather *m)
{
    int widest = 4;
    for (gid i = 0; i < m->n_cells; i++) {
        int n = element_info(m->type[i])->n_nodes;
        widest = n > widest ? n : widest;
    }
    return widest;
}

/* Corners of the cells at places begin .. begin + n - 1, `slots` each. */
static int gather_corners(const struct cgns_export *e, gid begin, int64_t n, int slots, uint32_t *corner)
{
    /* All ranks are read for each window; a cell's corners are written where the window has its place. Cells narrower
     * than the widest type leave the rest of their slots unused. */
    const struct results *r = e->plan->r;
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        TRY(pack_read(r->packs, rank, PACK_SHAPE, &p));
        for (int64_t i = 0; i < p.n_owned; i++) {
            gid at = cgns_export_place(e, p.cell_gid[i]) - begin;
            lid first = p.cell_node_offset[i];
            for (lid k = first; at >= 0 && at < n && k < p.cell_node_offset[i + 1]; k++)
                corner[slots * at + k - first] = (uint32_t)p.node_gid[p.cell_node[k]];
        }
        pack_free(&p);
    }
    return 0;
}

/* The part of a window that belongs to one section. */
static int write_part(struct cgns_export *e, int section, int type, gid begin, int64_t n, int slots,
                      const uint32_t *corner)
{
    /* The library takes 8 byte numbers, the window holds 4 byte ones, which doubles the cells that it holds; they are
     * widened in chunks. */
    int per_cell = element_info(type)->n_nodes, status = 0;
    int64_t *node;
    MEM_NEW(node, CHUNK * per_cell);
    for (int64_t at = 0; status == 0 && at < n; at += CHUNK) {
        int64_t m = n - at < CHUNK ? n - at : CHUNK;
        for (int64_t i = 0; i < m; i++)
            for (int k = 0; k < per_cell; k++)
                node[per_cell * i + k] = corner[slots * (at + i) + k];
        status = cgns_write_elements(&e->w, section, per_cell, begin + at, m, node);
    }
    mem_free(node);
    return status;
}

static int write_window(struct cgns_export *e, const int *section, gid begin, int64_t n, int slots, uint32_t *corner)
{
    /* Runs are counted from the first cell of the file, since section[s] is the s-th run; those that end before the
     * window are walked over, and a run that begins or ends outside of it is written in parts. */
    int s = 0;
    TRY(gather_corners(e, begin, n, slots, corner));
    for (gid run = 0, end; run < begin + n; run = end, s++) {
        end = end_of_run(&e->m, run);
        gid first = run > begin ? run : begin, last = end < begin + n ? end : begin + n;
        if (first < last)
            TRY(write_part(e, section[s], e->m.type[run], first, last - first, slots,
                           corner + slots * (first - begin)));
    }
    return 0;
}

static int write_cells(struct cgns_export *e)
{
    /* As many sections as there are runs: MAX_RUNS at most in the mesh's order, else one for each type. */
    int section[MAX_RUNS + ELEMENT_N_TYPES], slots = widest_cell(&e->m);
    int64_t window = cgns_window_bytes / (slots * (int64_t)sizeof(uint32_t));
    uint32_t *corner;
    if (e->m.n_nodes > UINT32_MAX)
        return error_set("%s: %" PRId64 " nodes are too many for CGNS; use --format vtkhdf", e->w.path, e->m.n_nodes);
    window = window < e->m.n_cells ? window : e->m.n_cells;
    TRY(create_sections(e, section));
    MEM_NEW(corner, slots * window);
    int status = 0;
    for (gid begin = 0; status == 0 && begin < e->m.n_cells; begin += window)
        status = write_window(e, section, begin, begin + window < e->m.n_cells ? window : e->m.n_cells - begin, slots,
                              corner);
    mem_free(corner);
    return status;
}

/* ---- faces -------------------------------------------------------------------------------------- */

/* Faces begin .. end - 1 as one section: all have the same number of nodes, 3 or 4,
 * or polygons are told by `polygons`. */
static int write_faces(struct cgns_export *e, const char *name, int64_t begin, int64_t end, int64_t first,
                       bool polygons)
{
    /* m.face is sorted so that the faces of one section stand together (by_place() in mesh_gather.c). */
    const struct mesh_face *face = e->m.face + begin;
    int64_t n = end - begin, *offset, *node;
    MEM_NEW(offset, n + 1);
    offset[0] = 0;
    for (int64_t i = 0; i < n; i++)
        offset[i + 1] = offset[i] + face[i].n_nodes;
    MEM_NEW(node, offset[n]);
    for (int64_t i = 0; i < n; i++)
        memcpy(node + offset[i], e->m.face_node + face[i].node, (size_t)face[i].n_nodes * sizeof *node);
    int section, per_face = n > 0 ? face[0].n_nodes : 3;
    int status;
    if (polygons)
        status = cgns_write_polygons(&e->w, name, first, n, offset, node);
    else
        status = cgns_write_section(&e->w, name, per_face == 3 ? ELEMENT_TRI : ELEMENT_QUAD, first, n, &section) ||
                 cgns_write_elements(&e->w, section, per_face, first, n, node);
    mem_free(offset);
    mem_free(node);
    return status;
}

/* Room for " quad" behind the names of faces. */
static void names_make(const struct pack_manifest *m, const enum bc_kind *kind, struct cgns_names *n)
{
    const char **name, **own, **family;
    MEM_NEW(name, m->n_patches);
    MEM_NEW(own, m->n_patches);
    MEM_NEW(family, m->n_patches);
    MEM_NEW(n->patch, m->n_patches);
    MEM_NEW(n->faces, m->n_patches);
    MEM_NEW(n->family, m->n_patches);
    for (int i = 0; i < m->n_patches; i++)
        name[i] = m->patch[i].name;
    cgns_write_names(m->n_patches, name, CGNS_WRITE_NAME_SIZE - 1, n->patch);
    cgns_write_names(m->n_patches, name, CGNS_WRITE_NAME_SIZE - 1 - 5, n->faces);
    for (int i = 0; i < m->n_patches; i++)
        own[i] = m->patch[i].family;
    cgns_write_choose_families(m->n_patches, name, own, kind, family);
    cgns_write_names(m->n_patches, family, CGNS_WRITE_NAME_SIZE - 1, n->family);
    mem_free(name);
    mem_free(own);
    mem_free(family);
}

static void names_free(struct cgns_names *n)
{
    mem_free(n->patch);
    mem_free(n->faces);
    mem_free(n->family);
}

static int write_families(struct cgns_export *e)
{
    /* A family is a node of its own under the base and is written once, however many patches are of it. */
    char (*family)[CGNS_WRITE_NAME_SIZE] = e->names.family;
    for (int i = 0; i < e->plan->r->manifest.n_patches; i++) {
        bool known = false;
        for (int k = 0; k < i; k++)
            known = known || strcmp(family[k], family[i]) == 0;
        if (!known)
            TRY(cgns_write_family(&e->w, family[i], e->plan->r->kind[i]));
    }
    return 0;
}

static int write_patches(struct cgns_export *e, int64_t first)
{
    const struct mesh_gather *m = &e->m;
    TRY(write_families(e));
    for (int64_t begin = 0, end; begin < m->n_faces && m->face[begin].patch >= 0; begin = end) {
        /* The elements of a patch are one range, also across its sections of triangles and of quadrilaterals; inner
         * faces, with patch -1, are sorted behind all patches and end the loop. */
        int patch = m->face[begin].patch;
        for (end = begin; end < m->n_faces && m->face[end].patch == patch;)
            end++;
        TRY(cgns_write_patch(&e->w, e->names.patch[patch], e->names.family[patch], first + begin, end - begin));
    }
    return 0;
}

/* A section of triangles and one of quadrilaterals a patch, after the cells. */
static int write_boundary(struct cgns_export *e)
{
    const struct mesh_gather *m = &e->m;
    for (int64_t begin = 0, end; begin < m->n_faces; begin = end) {
        for (end = begin; end < m->n_faces && m->face[end].patch == m->face[begin].patch &&
                          m->face[end].n_nodes == m->face[begin].n_nodes;)
            end++;
        char *name = text_format("%s %s", e->names.faces[m->face[begin].patch],
                                 m->face[begin].n_nodes == 3 ? "tri" : "quad");
        int status = write_faces(e, name, begin, end, m->n_cells + begin, false);
        mem_free(name);
        TRY(status);
    }
    return write_patches(e, m->n_cells);
}

/* ---- polyhedra: all cells by their faces ------------------------------------------------------------ */

/* Faces first (elements 0 .. n_faces - 1), then cells; face normals point out of
 * their left cell. */
static int write_polyhedra(struct cgns_export *e)
{
    const struct mesh_gather *m = &e->m;
    int64_t *offset, *at, *face;
    TRY(write_faces(e, "Faces", 0, m->n_faces, 0, true));
    MEM_NEW_ZERO(offset, m->n_cells + 1);
    for (int64_t f = 0; f < m->n_faces; f++) {
        offset[m->face[f].left + 1]++;
        if (m->face[f].right >= 0)
            offset[m->face[f].right + 1]++;
    }
    MEM_NEW(at, m->n_cells);
    for (gid i = 0; i < m->n_cells; i++) {
        offset[i + 1] += offset[i];
        at[i] = offset[i];
    }
    MEM_NEW(face, offset[m->n_cells]);
    for (int64_t f = 0; f < m->n_faces; f++) {
        /* The sign of a face in NFACE_n says whether its normal points out of the cell (SIDS, "Elements_t"); numbers
         * begin at 1 there, so that here ~f stands for the negative one of f = 0 too. */
        face[at[m->face[f].left]++] = f;
        if (m->face[f].right >= 0)
            face[at[m->face[f].right]++] = ~f;
    }
    int status = cgns_write_polyhedra(&e->w, "Cells", m->n_faces, m->n_cells, offset, face);
    mem_free(offset);
    mem_free(at);
    mem_free(face);
    return status || write_patches(e, 0);
}

/* ---- nodes -------------------------------------------------------------------------------------------- */

/* Of the nodes of owned cells: others may be periodic images, which stand elsewhere. */
static int gather_coordinates(const struct results *r, gid begin, int64_t n, double *x)
{
    for (int rank = 0; rank < r->n_ranks; rank++) {
        struct pack p;
        TRY(pack_read(r->packs, rank, PACK_SHAPE, &p));
        /* Nodes that ranks share are written by each of them, with the same coordinates. */
        for (lid k = 0; p.n_owned > 0 && k < p.cell_node_offset[p.n_owned]; k++) {
            lid node = p.cell_node[k];
            gid at = p.node_gid[node] - begin;
            for (int c = 0; at >= 0 && at < n && c < 3; c++)
                x[c * n + at] = p.node[c * p.n_nodes + node];
        }
        pack_free(&p);
    }
    return 0;
}

/* Nodes that belong to no cell are in no pack; they stand at the origin. */
static int write_nodes(struct cgns_export *e)
{
    int64_t window = cgns_window_bytes / (3 * (int64_t)sizeof(double));
    window = window < e->m.n_nodes ? window : e->m.n_nodes;
    double *x;
    int status = 0;
    MEM_NEW(x, 3 * window);
    for (gid begin = 0; status == 0 && begin < e->m.n_nodes; begin += window) {
        int64_t n = begin + window < e->m.n_nodes ? window : e->m.n_nodes - begin;
        memset(x, 0, (size_t)(3 * window) * sizeof *x);
        const double *component[3] = {x, x + n, x + 2 * n};
        status = gather_coordinates(e->plan->r, begin, n, x) || cgns_write_coordinates(&e->w, begin, n, component);
    }
    mem_free(x);
    return status;
}

/* ---- the file ------------------------------------------------------------------------------------------- */

static int write_all(struct cgns_export *e)
{
    TRY(write_nodes(e));
    TRY(e->m.polyhedra ? write_polyhedra(e) : write_cells(e) || write_boundary(e));
    TRY(cgns_export_solution(e, false));
    return cgns_export_solution(e, true);
}

int export_cgns(const struct export_plan *plan, const char *path, const char *title)
{
    struct cgns_export e = {.plan = plan};
    TRY(cgns_write_check(path));
    TRY(mesh_gather(plan->r, &e.m));
    names_make(&plan->r->manifest, plan->r->kind, &e.names);
    if (!e.m.polyhedra && count_runs(&e.m) > MAX_RUNS)
        sort_by_type(&e);
    int status = cgns_write_begin(path, title, 3, &e.w);
    if (status == 0)
        status = cgns_write_finish(&e.w, cgns_write_zone(&e.w, "Zone", e.m.n_nodes, e.m.n_cells) || write_all(&e));
    names_free(&e.names);
    mem_free(e.place);
    mesh_gather_free(&e.m);
    return status;
}
