/* mesh_write.c: nodes, sections of cells, sections of faces, patches. */
#include "run/mesh_write.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "text.h"
#include "viewers/cgns_write.h"

#include <string.h>

/* Runs of cells of one type in the mesh's own order that still become sections of their own. */
enum { MAX_RUNS = 64 };

struct file {
    struct cgns_writer w;
    const struct mesh *m;
    int64_t *boundary, n_boundary; /* faces on patches, in the mesh's order */
    int64_t *face;                 /* [n_boundary] those of one section */
    char (*patch)[CGNS_WRITE_NAME_SIZE], (*section)[CGNS_WRITE_NAME_SIZE], (*family)[CGNS_WRITE_NAME_SIZE];
};

/* ---- cells ------------------------------------------------------------------------------------ */

static bool has_polyhedra(const struct mesh *m)
{
    for (int64_t c = 0; c < m->n_cells; c++)
        if (m->cell_type[c] == ELEMENT_POLYHEDRON)
            return true;
    return false;
}

/* Cells begin .. end - 1 of that type as one section, elements from *first on; those of other types are passed over. */
static int write_run(struct file *f, int type, int64_t begin, int64_t end, int number, int64_t *first)
{
    const struct mesh *m = f->m;
    int n_nodes = element_info(type)->n_nodes, section;
    int64_t n = 0, *node;
    for (int64_t c = begin; c < end; c++)
        n += m->cell_type[c] == type;
    if (n == 0)
        return 0;
    MEM_NEW(node, n * n_nodes);
    n = 0;
    for (int64_t c = begin; c < end; c++)
        for (int k = 0; m->cell_type[c] == type && k < n_nodes; k++)
            node[n++] = m->cell_node[m->cell_node_offset[c] + k];
    n /= n_nodes;
    char *name = text_format("Cells %d %s", number, element_info(type)->name);
    int status = cgns_write_section(&f->w, name, type, *first, n, &section) ||
                 cgns_write_elements(&f->w, section, n_nodes, *first, n, node);
    *first += n;
    mem_free(name);
    mem_free(node);
    return status;
}

static int write_cells(struct file *f)
{
    const struct mesh *m = f->m;
    int64_t first = 0;
    int n_runs = 1, number = 0;
    for (int64_t c = 1; c < m->n_cells && n_runs <= MAX_RUNS; c++)
        n_runs += m->cell_type[c] != m->cell_type[c - 1];
    if (n_runs > MAX_RUNS) {
        for (int type = 0; type < ELEMENT_POLYHEDRON; type++)
            TRY(write_run(f, type, 0, m->n_cells, ++number, &first));
        return 0;
    }
    for (int64_t begin = 0, end; begin < m->n_cells; begin = end) {
        for (end = begin; end < m->n_cells && m->cell_type[end] == m->cell_type[begin];)
            end++;
        TRY(write_run(f, m->cell_type[begin], begin, end, ++number, &first));
    }
    return 0;
}

/* ---- faces ------------------------------------------------------------------------------------ */

static int corners(const struct mesh *m, int64_t face)
{
    return (int)(m->face_node_offset[face + 1] - m->face_node_offset[face]);
}

/* Faces list[0..n-1] as one section of elements from first on: of 3 or 4 nodes, or as polygons. */
static int write_faces(struct file *f, const char *name, const int64_t *list, int64_t n, int64_t first, bool polygons)
{
    const struct mesh *m = f->m;
    int64_t *offset, *node;
    int section, status;
    MEM_NEW(offset, n + 1);
    offset[0] = 0;
    for (int64_t i = 0; i < n; i++)
        offset[i + 1] = offset[i] + corners(m, list[i]);
    MEM_NEW(node, offset[n]);
    for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < corners(m, list[i]); k++)
            node[offset[i] + k] = m->face_node[m->face_node_offset[list[i]] + k];
    int type = n > 0 && corners(m, list[0]) == 3 ? ELEMENT_TRI : ELEMENT_QUAD;
    status = polygons ? cgns_write_polygons(&f->w, name, first, n, offset, node)
                      : cgns_write_section(&f->w, name, type, first, n, &section) ||
                            cgns_write_elements(&f->w, section, type == ELEMENT_TRI ? 3 : 4, first, n, node);
    mem_free(offset);
    mem_free(node);
    return status;
}

/* Faces of patch p with so many nodes (0: any), in the mesh's order, to list; returns how many. */
static int64_t list_faces(const struct file *f, int p, int n_nodes, int64_t *list)
{
    int64_t n = 0;
    for (int64_t i = 0; i < f->n_boundary; i++)
        if (~f->m->right[f->boundary[i]] == p && (n_nodes == 0 || corners(f->m, f->boundary[i]) == n_nodes))
            list[n++] = f->boundary[i];
    return n;
}

static void find_boundary(struct file *f)
{
    MEM_NEW(f->boundary, f->m->n_boundary);
    MEM_NEW(f->face, f->m->n_boundary);
    for (int64_t i = 0; i < f->m->n_faces; i++)
        if (mesh_is_on_patch(f->m, i))
            f->boundary[f->n_boundary++] = i;
}

/* A section of triangles and one of quadrilaterals for each patch, after the cells; faces of more nodes only polyhedra
 * have. */
static int write_boundary(struct file *f, int64_t first)
{
    const struct mesh *m = f->m;
    for (int p = 0; p < m->n_patches; p++) {
        int64_t begin = first;
        for (int n_nodes = 3; n_nodes <= 4; n_nodes++) {
            int64_t n = list_faces(f, p, n_nodes, f->face);
            if (n == 0)
                continue;
            char *name = text_format("%s %s", f->section[p], n_nodes == 3 ? "tri" : "quad");
            int status = write_faces(f, name, f->face, n, first, false);
            mem_free(name);
            TRY(status);
            first += n;
        }
        if (first > begin)
            TRY(cgns_write_patch(&f->w, f->patch[p], f->family[p], begin, first - begin));
    }
    return 0;
}

/* ---- polyhedra -------------------------------------------------------------------------------- */

/* All faces as polygons, those of patches first, then cells by their faces. */
static int write_polyhedra(struct file *f)
{
    const struct mesh *m = f->m;
    int64_t *list, *number, n = 0, *face, n_sides = m->cell_face_offset[m->n_cells];
    MEM_NEW(list, m->n_faces);
    MEM_NEW(number, m->n_faces);
    for (int p = 0; p < m->n_patches; p++)
        n += list_faces(f, p, 0, list + n);
    for (int64_t i = 0; i < m->n_faces; i++)
        if (!mesh_is_boundary(m, i))
            list[n++] = i;
    for (int64_t i = 0; i < n; i++)
        number[list[i]] = i;
    int status = write_faces(f, "Faces", list, n, 0, true);
    MEM_NEW(face, n_sides);
    for (int64_t c = 0; c < m->n_cells; c++)
        for (int64_t k = m->cell_face_offset[c]; k < m->cell_face_offset[c + 1]; k++)
            face[k] = m->left[m->cell_face[k]] == c ? number[m->cell_face[k]] : ~number[m->cell_face[k]];
    status = status || cgns_write_polyhedra(&f->w, "Cells", n, m->n_cells, m->cell_face_offset, face);
    int64_t first = 0;
    for (int p = 0; p < m->n_patches && status == 0; p++) {
        int64_t n_faces = m->patch[p].n_faces;
        if (n_faces > 0)
            status = cgns_write_patch(&f->w, f->patch[p], f->family[p], first, n_faces);
        first += n_faces;
    }
    mem_free(list);
    mem_free(number);
    mem_free(face);
    return status;
}

/* ---- the file --------------------------------------------------------------------------------- */

/* Room for " quad" behind the names of sections. */
static int write_families(struct file *f)
{
    int n = f->m->n_patches, status = 0;
    const char **name, **own, **family;
    enum bc_kind *kind;
    MEM_NEW(name, n);
    MEM_NEW(own, n);
    MEM_NEW(family, n);
    MEM_NEW(kind, n);
    for (int p = 0; p < n; p++) {
        name[p] = f->m->patch[p].name;
        own[p] = f->m->patch[p].family;
        kind[p] = f->m->patch[p].kind;
    }
    cgns_write_choose_families(n, name, own, kind, family);
    cgns_write_names(n, name, CGNS_WRITE_NAME_SIZE - 1, f->patch);
    cgns_write_names(n, name, CGNS_WRITE_NAME_SIZE - 1 - 5, f->section);
    cgns_write_names(n, family, CGNS_WRITE_NAME_SIZE - 1, f->family);
    for (int p = 0; p < n && status == 0; p++) {
        bool known = false;
        for (int k = 0; k < p; k++)
            known = known || strcmp(f->family[k], f->family[p]) == 0;
        status = known ? 0 : cgns_write_family(&f->w, f->family[p], kind[p]);
    }
    mem_free(name);
    mem_free(own);
    mem_free(family);
    mem_free(kind);
    return status;
}

static int write_all(struct file *f)
{
    const struct mesh *m = f->m;
    const double *const x[3] = {m->x[0], m->x[1], m->x[2]};
    TRY(cgns_write_zone(&f->w, "Zone", m->n_nodes, m->n_cells));
    TRY(cgns_write_coordinates(&f->w, 0, m->n_nodes, x));
    TRY(write_families(f));
    if (has_polyhedra(m))
        return write_polyhedra(f);
    return write_cells(f) || write_boundary(f, m->n_cells);
}

int mesh_write_cgns(const char *path, const struct mesh *m)
{
    struct file f = {.m = m};
    if (m->periodic.n_interfaces > 0)
        return error_set(
            "%s: would lose the periodic joins of the mesh; leave [periodic] of --config out, and join it when "
            "the file is read",
            path);
    TRY(cgns_write_begin(path, CGNS_TITLE_OF_MESHES, 3, &f.w));
    find_boundary(&f);
    MEM_NEW(f.patch, m->n_patches);
    MEM_NEW(f.section, m->n_patches);
    MEM_NEW(f.family, m->n_patches);
    int status = cgns_write_finish(&f.w, write_all(&f));
    mem_free(f.boundary);
    mem_free(f.face);
    mem_free(f.patch);
    mem_free(f.section);
    mem_free(f.family);
    return status;
}
