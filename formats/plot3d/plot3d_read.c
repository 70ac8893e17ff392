/* plot3d_read.c: blocks into nodes and hexahedra, or quadrilaterals of a plane. */
#include "plot3d/plot3d_read.h"

#include "element.h"
#include "foreign/foreign.h"
#include "mem.h"
#include "plot3d/plot3d_mesh.h"
#include "raw/joined_patches.h"
#include "text.h"

#include <math.h>
#include <string.h>
#include <strings.h>

struct values {
    struct stream *in;
    int64_t left; /* plot3d_text_number() */
    double value;
};

static int next_real(struct values *v, double *x)
{
    const char *what = "a coordinate";
    if (v->in->binary)
        return stream_real(v->in, what, x);
    TRY(plot3d_text_number(v->in, what, &v->left, &v->value));
    *x = v->value;
    return 0;
}

static int next_blank(struct values *v, int64_t *blank)
{
    const char *what = "an iblank";
    if (v->in->binary)
        return stream_integer(v->in, PLOT3D_INT_BYTES, INT32_MIN, INT32_MAX, what, blank);
    TRY(plot3d_text_number(v->in, what, &v->left, &v->value));
    *blank = v->value == 0.0 ? 0 : 1;
    return 0;
}

/* ---- blocks ----------------------------------------------------------------------------------- */

static bool is_plane(const int64_t size[3])
{
    return size[0] == 1 || size[1] == 1 || size[2] == 1;
}

/* Indices along which a block of a plane grid is one thick are left out of its lattice; nodes keep their order. */
static void make_lattice(const int64_t size[3], int64_t first_node, struct plot3d_block *b)
{
    *b = (struct plot3d_block){.lattice = {.dim = 0, .size = {1, 1, 1}, .first_node = first_node}};
    for (int d = 0; d < 3; d++) {
        b->index_of[d] = size[d] > 1 ? b->lattice.dim : -1;
        if (size[d] > 1)
            b->lattice.size[b->lattice.dim++] = size[d];
    }
}

static int make_blocks(struct plot3d *p)
{
    int64_t n = 0;
    MEM_NEW(p->block, p->n_blocks);
    p->plane = is_plane(p->size[0]);
    for (int64_t b = 0; b < p->n_blocks; b++) {
        if (is_plane(p->size[b]) != p->plane)
            return error_set("%s: block %" PRId64 " is %s, and block 1 is not; give a grid of one kind of blocks",
                             p->path, b + 1, p->plane ? "of a volume" : "one node thick");
        make_lattice(p->size[b], n, &p->block[b]);
        n += p->size[b][0] * p->size[b][1] * p->size[b][2];
    }
    p->m->n_nodes = n;
    for (int d = 0; d < 3; d++)
        MEM_NEW_ZERO(p->m->x[d], n);
    node_merge_init(&p->merge, n);
    return 0;
}

static int read_coordinates(struct plot3d *p, struct values *v, const struct lattice *l, int64_t n, double scale)
{
    for (int d = 0; d < p->form.dim; d++)
        for (int64_t i = l->first_node; i < l->first_node + n; i++) {
            double x = 0.0;
            TRY(next_real(v, &x));
            p->m->x[d][i] = x * scale;
            if (!(fabs(p->m->x[d][i]) <= RAW_COORDINATE_MOST))
                return stream_error(v->in, "has a coordinate of %g before this, too far away for areas and volumes; "
                                    "write the grid again", p->m->x[d][i]);
        }
    return 0;
}

/* Points are 1, 2 on walls, -n where block n meets them; 0 is a hole that another grid covers. */
static int read_blanks(const struct plot3d *p, struct values *v, int64_t b, int64_t n)
{
    int64_t holes = 0;
    for (int64_t i = 0; p->form.iblank && i < n; i++) {
        int64_t blank = 1;
        TRY(next_blank(v, &blank));
        holes += blank == 0;
    }
    return holes == 0 ? 0
                      : error_set("%s: blanks %" PRId64 " of the %" PRId64 " nodes of block %" PRId64 " out (iblank "
                                  "0), so that it is an overset grid, which is not read; give one whose blocks meet "
                                  "node to node",
                                  p->path, holes, n, b + 1);
}

static int read_block(struct plot3d *p, struct stream *in, struct values *v, int64_t b, double scale)
{
    const struct lattice *l = &p->block[b].lattice;
    int64_t n = p->size[b][0] * p->size[b][1] * p->size[b][2];
    if (p->form.records)
        TRY(stream_record_begin(in, n * (p->form.dim * p->form.real_bytes + (p->form.iblank ? PLOT3D_INT_BYTES : 0))));
    TRY(read_coordinates(p, v, l, n, scale));
    TRY(read_blanks(p, v, b, n));
    return p->form.records ? stream_record_end(in) : 0;
}

static void make_cells(struct plot3d *p)
{
    int64_t n_cells = 0;
    lid node[8];
    for (int64_t b = 0; b < p->n_blocks; b++)
        n_cells += lattice_cells(&p->block[b].lattice);
    raw_append_begin(&p->append, n_cells, n_cells * (p->plane ? 4 : 8));
    for (int64_t b = 0; b < p->n_blocks; b++) {
        const struct lattice *l = &p->block[b].lattice;
        int64_t layers = p->plane ? 1 : l->size[2] - 1;
        for (int64_t k = 0; k < layers; k++)
            for (int64_t j = 0; j < l->size[1] - 1; j++)
                for (int64_t i = 0; i < l->size[0] - 1; i++) {
                    lattice_cell(l, i, j, k, node);
                    raw_append_cell(&p->append, p->plane ? ELEMENT_QUAD : ELEMENT_HEXA, p->plane ? 4 : 8, node);
                }
    }
}

/* ---- joining ---------------------------------------------------------------------------------- */

static int merge(struct plot3d *p)
{
    struct node_merge_result r;
    struct raw_mesh *m = p->m;
    bool *had = raw_patches_with_faces(m);
    for (int64_t b = 0; b < p->n_blocks; b++)
        lattice_unite_collapsed(&p->block[b].lattice, m, &p->merge);
    node_merge_apply(&p->merge, m, &r);
    int64_t n_inner = raw_leave_joined_faces_out(m, r.merged);
    raw_drop_emptied_patches(m, had);
    if (r.n_nodes_merged > 0)
        raw_notes_say(&p->notes, "%" PRId64 " nodes were joined to others where blocks meet or edges are collapsed",
                      r.n_nodes_merged);
    if (r.n_changed + r.n_collapsed + r.n_cells_dropped > 0)
        raw_notes_say(&p->notes,
                      "%" PRId64 " cells with a collapsed side became prisms, pyramids or tetrahedra, %" PRId64
                      " keep a collapsed edge, %" PRId64 " collapsed to nothing are left out",
                      r.n_changed, r.n_collapsed, r.n_cells_dropped);
    if (n_inner > 0)
        raw_notes_say(&p->notes, "%" PRId64 " faces of patches lie where blocks are joined and are left out there",
                      n_inner);
    mem_free(r.merged);
    mem_free(had);
    return m->n_cells > 0 ? 0 : error_set("%s: has no cell with a volume; give a grid", p->path);
}

/* ---- file ------------------------------------------------------------------------------------- */

static int read_blocks(struct plot3d *p, struct stream *in, double scale)
{
    struct values v = {.in = in};
    char words[PLOT3D_WORDS_SIZE];
    TRY(plot3d_form_find(in, &p->form, &p->n_blocks, &p->size));
    plot3d_form_words(&p->form, words);
    raw_notes_say(&p->notes, "is read as a PLOT3D grid: %s", words);
    TRY(make_blocks(p));
    for (int64_t b = 0; b < p->n_blocks; b++)
        TRY(read_block(p, in, &v, b, scale));
    make_cells(p);
    return 0;
}

static int read_all(struct plot3d *p, double scale)
{
    struct stream in = {0};
    int status = stream_open(p->path, "a PLOT3D grid", &in) || read_blocks(p, &in, scale);
    stream_close(&in);
    TRY(status);
    TRY(plot3d_read_patches(p));
    TRY(merge(p));
    return p->plane ? raw_notes_extrude(&p->notes, p->m) : 0;
}

bool plot3d_is_mesh(const char *path)
{
    static const char *const endings[] = {".p3d", ".p3dfmt", ".plot3d", ".xyz", ".x", ".xfmt",
                                          ".g", ".gfmt", ".grd", ".fmt", ".ufmt"};
    size_t n = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t e = strlen(endings[i]);
        if (n > e && strcasecmp(path + n - e, endings[i]) == 0)
            return !foreign_is_cgns(path);
    }
    return false;
}

int plot3d_read(const char *path, double scale, void (*note)(void *context, const char *sentence), void *context,
                struct raw_mesh *m)
{
    struct plot3d p = {.path = path, .m = m, .append = {.m = m}, .notes = {path, note, context}};
    memset(m, 0, sizeof *m);
    scale = scale != 0.0 ? scale : 1.0;
    if (!(scale > 0.0) || !isfinite(scale))
        return error_set("%s: cannot be scaled by %g; give a positive factor", path, scale);
    m->source = text_format("%s", path);
    int status = read_all(&p, scale);
    node_merge_free(&p.merge);
    mem_free(p.size);
    mem_free(p.block);
    if (status != 0)
        raw_mesh_free(m);
    return status;
}
