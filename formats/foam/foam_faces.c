/* foam_faces.c: nodes, faces and the cells on both sides of them. Faces between cells come first; each has an owner,
 * and those a neighbour. */
#include "foam/foam_mesh.h"

#include "element.h"
#include "mem.h"

#include <math.h>
#include <string.h>

/* The shortest items of a text: "(0 0 0)", "3(0 1 2)", "0 ". */
enum { TEXT_POINT = 7, TEXT_FACE = 8, TEXT_LABEL = 2, FACE_NODES_LEAST = 3, CELL_FACES_LEAST = 4 };

static int read_point(struct foam *f, struct foam_file *in, int64_t i)
{
    struct raw_mesh *m = f->m;
    if (!in->binary)
        TRY(foam_expect(in, "("));
    for (int d = 0; d < 3; d++) {
        double x = 0.0;
        TRY(stream_real(&in->in, "a coordinate", &x));
        m->x[d][i] = x * f->scale;
        if (!(fabs(m->x[d][i]) <= RAW_COORDINATE_MOST))
            return stream_error(&in->in, "has a coordinate of %g before this, too far away for areas and volumes",
                                m->x[d][i]);
    }
    return in->binary ? 0 : foam_expect(in, ")");
}

static int read_points(struct foam *f, struct foam_file *in)
{
    struct raw_mesh *m = f->m;
    bool one = false;
    int64_t n = 0;
    TRY(foam_list_begin(in, "points", 1, LID_MAX - 1, TEXT_POINT, 3 * in->in.real_bytes, &n, &one));
    if (one)
        return stream_error(&in->in, "has one point for all; copy or write the mesh again");
    m->n_nodes = n;
    for (int d = 0; d < 3; d++)
        MEM_NEW(m->x[d], n);
    for (int64_t i = 0; i < n; i++)
        TRY(read_point(f, in, i));
    return foam_list_end(in, n, false);
}

/* ---- faces -------------------------------------------------------------------------------------- */

/* Lists of nodes, one after another, as a text has them: 4(0 1 2 3). */
static int read_face_lists(struct foam *f, struct foam_file *in, int64_t n)
{
    struct raw_mesh *m = f->m;
    int64_t room = 4 * n, end = 0;
    MEM_NEW(m->polygon_node, room);
    for (int64_t i = 0; i < n; i++) {
        int64_t k = 0;
        TRY(stream_integer(&in->in, in->label_bytes, FACE_NODES_LEAST, stream_left(&in->in), "the number of nodes of a "
                           "face", &k));
        TRY(foam_expect(in, "("));
        if (end + k > room) {
            room = end + k + room / 2;
            MEM_RESIZE(m->polygon_node, room);
        }
        TRY(foam_labels(in, "a node of a face", m->n_nodes, k, false, m->polygon_node + end));
        TRY(foam_expect(in, ")"));
        m->polygon_node_offset[i] = end;
        end += k;
    }
    m->polygon_node_offset[n] = end;
    return 0;
}

/* As bytes: where the nodes of each face begin, then the nodes of all. */
static int read_compact(struct foam *f, struct foam_file *in, int64_t n)
{
    struct raw_mesh *m = f->m;
    bool one;
    int64_t n_nodes = 0;
    for (int64_t i = 0; i <= n; i++) {
        int64_t least = i == 0 ? 0 : m->polygon_node_offset[i - 1] + FACE_NODES_LEAST;
        TRY(stream_integer(&in->in, in->label_bytes, least, i == 0 ? 0 : in->in.bytes,
                           "the place where the nodes of a face begin", &m->polygon_node_offset[i]));
    }
    TRY(foam_list_end(in, n + 1, false));
    TRY(foam_list_begin(in, "nodes of faces", m->polygon_node_offset[n], m->polygon_node_offset[n], TEXT_LABEL,
                        in->label_bytes, &n_nodes, &one));
    if (one)
        return stream_error(&in->in, "has one node for all faces; copy or write the mesh again");
    MEM_NEW(m->polygon_node, n_nodes);
    return foam_labels(in, "a node of a face", m->n_nodes, n_nodes, false, m->polygon_node);
}

static int read_faces(struct foam *f, struct foam_file *in)
{
    struct raw_mesh *m = f->m;
    bool one = false, compact = strcmp(in->class, "faceCompactList") == 0;
    int64_t n = 0;
    if (in->binary && !compact)
        return stream_error(&in->in, "holds bytes of the class '%.40s', and faceCompactList can be read; write the "
                            "mesh as text: foamFormatConvert", in->class);
    TRY(foam_list_begin(in, compact ? "places of faces" : "faces", 1, LID_MAX - 1, compact ? TEXT_LABEL : TEXT_FACE,
                        in->label_bytes, &n, &one));
    n -= compact;
    if (one || n == 0)
        return stream_error(&in->in, "has %s; copy or write the mesh again", one ? "one face for all" : "no faces");
    MEM_NEW(m->polygon_node_offset, n + 1);
    TRY(compact ? read_compact(f, in, n) : read_face_lists(f, in, n));
    m->n_polygons = n;
    return foam_list_end(in, n, false);
}

/* ---- cells -------------------------------------------------------------------------------------- */

static int read_owner(struct foam *f, struct foam_file *in)
{
    bool one;
    int64_t n = 0, faces = f->m->n_polygons;
    TRY(foam_list_begin(in, "owners of faces", faces, faces, TEXT_LABEL, in->label_bytes, &n, &one));
    MEM_NEW(f->owner, n);
    TRY(foam_labels(in, "the owner of a face", n, n, one, f->owner));
    return foam_list_end(in, n, one);
}

/* Some programs list -1 for the faces of the boundary too. */
static int read_neighbour(struct foam *f, struct foam_file *in)
{
    bool one;
    int64_t listed = 0, n = 0, faces = f->m->n_polygons;
    TRY(foam_list_begin(in, "neighbours of faces", 0, faces, TEXT_LABEL, in->label_bytes, &listed, &one));
    MEM_NEW(f->neighbour, listed);
    for (int64_t i = 0, v = -1; i < listed; i++) {
        if (i == 0 || !one)
            TRY(stream_integer(&in->in, in->label_bytes, -1, faces - 1, "the neighbour of a face", &v));
        f->neighbour[i] = (lid)v;
    }
    for (n = listed; n > 0 && f->neighbour[n - 1] < 0;)
        n--;
    for (f->n_inner = 0; f->n_inner < n; f->n_inner++)
        if (f->neighbour[f->n_inner] < 0 || f->neighbour[f->n_inner] == f->owner[f->n_inner])
            return stream_error(&in->in, "gives face %" PRId64 " %s, and faces behind it have one; renumber the mesh",
                                f->n_inner, f->neighbour[f->n_inner] < 0 ? "no neighbour" : "its owner as neighbour");
    return foam_list_end(in, listed, one);
}

/* Opens a file of the mesh, reads it with `read` and closes it. */
static int read_file(struct foam *f, const char *name, int (*read)(struct foam *f, struct foam_file *in))
{
    struct foam_file in;
    int status = foam_file_open(f->folder, name, &in) || read(f, &in);
    foam_file_close(&in);
    return status;
}

/* The faces of each cell, in their order. */
static int make_cells(struct foam *f)
{
    struct raw_mesh *m = f->m;
    int64_t most = -1;
    for (int64_t i = 0; i < m->n_polygons; i++) {
        most = f->owner[i] > most ? f->owner[i] : most;
        most = i < f->n_inner && f->neighbour[i] > most ? f->neighbour[i] : most;
    }
    m->n_cells = most + 1;
    MEM_NEW(m->cell_type, m->n_cells);
    memset(m->cell_type, ELEMENT_POLYHEDRON, (size_t)m->n_cells);
    MEM_NEW_ZERO(m->cell_node_offset, m->n_cells + 1);
    MEM_NEW(m->cell_node, 0);
    MEM_NEW_ZERO(m->cell_polygon_offset, m->n_cells + 1);
    MEM_NEW(m->cell_polygon, m->n_polygons + f->n_inner);
    int64_t *end = m->cell_polygon_offset;
    for (int64_t i = 0; i < m->n_polygons; i++)
        end[f->owner[i] + 1]++;
    for (int64_t i = 0; i < f->n_inner; i++)
        end[f->neighbour[i] + 1]++;
    for (int64_t c = 0; c < m->n_cells; c++) {
        if (end[c + 1] < CELL_FACES_LEAST)
            return error_set("%s/owner: cell %" PRId64 " has %" PRId64 " faces, and a cell has 4 at least; copy or "
                             "write the mesh again", f->folder, c, end[c + 1]);
        end[c + 1] += end[c];
    }
    for (int64_t i = 0; i < m->n_polygons; i++)
        for (int side = 0; side < (i < f->n_inner ? 2 : 1); side++)
            m->cell_polygon[end[side ? f->neighbour[i] : f->owner[i]]++] = (lid)i;
    /* Each end is now where the next cell begins. */
    memmove(end + 1, end, (size_t)m->n_cells * sizeof *end);
    end[0] = 0;
    return 0;
}

int foam_read_cells(struct foam *f)
{
    TRY(read_file(f, "points", read_points));
    TRY(read_file(f, "faces", read_faces));
    TRY(read_file(f, "owner", read_owner));
    TRY(read_file(f, "neighbour", read_neighbour));
    return make_cells(f);
}
