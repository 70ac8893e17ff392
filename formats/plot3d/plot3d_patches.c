/* plot3d_patches.c: ranges of sides as faces of patches, or as nodes that are one. */
#include "plot3d/plot3d_mesh.h"

#include "in_file.h"
#include "mem.h"
#include "name_index.h"
#include "raw/near_nodes.h"
#include "raw/node_spacing.h"
#include "text.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

struct patches {
    struct plot3d *p;
    const char *path;      /* of the map file */
    struct name_index names; /* name i of these is patch i */
    float *spacing;        /* owned; NULL until asked for */
    double gap;            /* m, between nodes made one */
    bool in_plane;         /* rows for the sides of a plane grid itself were left out */
    char unknown[512];     /* types without a kind */
    bool unknown_full;
};

/* ---- faces ------------------------------------------------------------------------------------ */

/* All faces across lattice index d at its index `at`, from first to last along the two others. */
static void add_faces(struct plot3d *p, const struct lattice *l, int d, int64_t at, const int64_t first[3],
                      const int64_t last[3], lid patch)
{
    int64_t low[3] = {first[0], first[1], first[2]}, high[3] = {last[0] - 1, last[1] - 1, last[2] - 1}, v[3];
    lid node[4];
    low[d] = high[d] = at;
    if (l->dim == 2)
        high[2] = low[2] = 0;
    for (v[2] = low[2]; v[2] <= high[2]; v[2]++)
        for (v[1] = low[1]; v[1] <= high[1]; v[1]++)
            for (v[0] = low[0]; v[0] <= high[0]; v[0]++)
                raw_append_face(&p->append, patch, lattice_face(l, d, v, node), node);
}

static lid patch_of(struct patches *s, const char *name, const char *type)
{
    enum bc_kind kind = type[0] ? nmf_kind_of(type) : BC_NONE;
    lid i = name_index_add(&s->names, name);
    if (i < s->p->m->n_patches)
        return i;
    if (type[0] && kind == BC_NONE)
        s->unknown_full = s->unknown_full || !text_list_add(s->unknown, sizeof s->unknown, name);
    return raw_append_patch(&s->p->append, name, type, kind);
}

static int row_error(const struct patches *s, const struct nmf_row *row, const char *what)
{
    return error_set("%s:%" PRId64 ": %s", s->path, row->line, what);
}

static int add_row(struct patches *s, const struct nmf_row *row)
{
    struct plot3d *p = s->p;
    const struct plot3d_block *b = &p->block[row->range.block];
    int64_t first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
    int d = b->index_of[row->range.axis];
    if (d < 0) {
        s->in_plane = true;
        return 0;
    }
    for (int k = 0; k < 2; k++) {
        int e = b->index_of[row->range.along[k]];
        int64_t begin = row->range.begin[k], end = row->range.end[k];
        if (e < 0)
            continue;
        if (begin == end)
            return row_error(s, row, "names a line of nodes where a range of faces belongs; correct the ranges");
        first[e] = begin < end ? begin : end;
        last[e] = begin < end ? end : begin;
    }
    add_faces(p, &b->lattice, d, row->range.high ? b->lattice.size[d] - 1 : 0, first, last,
              patch_of(s, row->type, row->type));
    return 0;
}

/* ---- joins ------------------------------------------------------------------------------------ */

static double distance(const struct raw_mesh *m, lid a, lid b)
{
    double s = 0.0;
    for (int d = 0; d < 3; d++)
        s += (m->x[d][a] - m->x[d][b]) * (m->x[d][a] - m->x[d][b]);
    return sqrt(s);
}

/* Node of a side at so many steps along its ranges. */
static lid node_at(const struct plot3d *p, const struct nmf_range *r, int64_t step0, int64_t step1)
{
    const struct plot3d_block *b = &p->block[r->block];
    int64_t v[3] = {0, 0, 0}, step[2] = {step0, step1};
    int d = b->index_of[r->axis];
    if (d >= 0)
        v[d] = r->high ? b->lattice.size[d] - 1 : 0;
    for (int k = 0; k < 2; k++) {
        int e = b->index_of[r->along[k]];
        if (e >= 0)
            v[e] = r->begin[k] + (r->end[k] < r->begin[k] ? -step[k] : step[k]);
    }
    return lattice_node(&b->lattice, v[0], v[1], v[2]);
}

/* A tenth of the shortest edge there, as of CGNS interfaces. */
static int check_pair(struct patches *s, const struct nmf_row *row, lid a, lid b)
{
    const struct raw_mesh *m = s->p->m;
    double apart = distance(m, a, b);
    char what[256];
    if (apart == 0.0)
        return 0;
    if (!s->spacing)
        s->spacing = raw_node_spacing(m);
    if (apart <= 0.1 * fmin((double)s->spacing[a], (double)s->spacing[b])) {
        s->gap = fmax(s->gap, apart);
        return 0;
    }
    snprintf(what, sizeof what,
             "joins nodes that lie %g m apart, at (%g, %g, %g) and (%g, %g, %g); correct the ranges, "
             "or leave the line out and join periodic sides by [periodic] of --config",
             apart, m->x[0][a], m->x[1][a], m->x[2][a], m->x[0][b], m->x[1][b], m->x[2][b]);
    return row_error(s, row, what);
}

static int join_row(struct patches *s, const struct nmf_row *row)
{
    int64_t n[2];
    for (int k = 0; k < 2; k++)
        n[k] = row->range.end[k] > row->range.begin[k] ? row->range.end[k] - row->range.begin[k]
                                                        : row->range.begin[k] - row->range.end[k];
    for (int64_t j = 0; j <= n[1]; j++)
        for (int64_t i = 0; i <= n[0]; i++) {
            lid a = node_at(s->p, &row->range, i, j);
            lid b = row->swap ? node_at(s->p, &row->other, j, i) : node_at(s->p, &row->other, i, j);
            TRY(check_pair(s, row, a, b));
            node_merge_unite(&s->p->merge, a, b);
        }
    return 0;
}

/* ---- with a map file, and without ------------------------------------------------------------- */

static int apply_map(struct patches *s, const struct nmf *map)
{
    for (int64_t i = 0; i < map->n; i++)
        if (map->row[i].what != NMF_COLLAPSED)
            TRY(map->row[i].what == NMF_JOIN ? join_row(s, &map->row[i]) : add_row(s, &map->row[i]));
    struct raw_notes notes = {s->path, s->p->notes.note, s->p->notes.context};
    if (s->unknown[0])
        raw_notes_say(&notes, "gives no kind of boundary by the types %s; the case file or --config must", s->unknown);
    if (s->in_plane)
        raw_notes_say(&notes, "names the plane of the grid itself, whose two sides become symmetry-lower and "
                              "symmetry-upper");
    if (s->gap > 0.0)
        raw_notes_say(&notes, "joins nodes that lie up to %g m apart; those of the block read first are kept", s->gap);
    return 0;
}

/* Nothing says which sides that touch are to be one: the two sides of a thin plate touch too. */
static void say_touching(struct plot3d *p, const char *map)
{
    struct exterior_faces e;
    double near = raw_rounding(p->m);
    float *spacing = raw_node_spacing(p->m);
    raw_near_faces(p->m, &p->merge, spacing, near, &e);
    if (e.n > 0)
        raw_notes_say(&p->notes,
                      "%" PRId64 " outer faces of its blocks lie on one another (within %.1g m): --join %.1g "
                      "joins them all, %s says which ones",
                      e.n, near, near, map);
    exterior_faces_free(&e);
    mem_free(spacing);
}

static void name_sides(struct patches *s)
{
    struct plot3d *p = s->p;
    char name[NAME_SIZE];
    for (int64_t b = 0; b < p->n_blocks; b++)
        for (int side = 0; side < 6; side++) {
            const struct lattice *l = &p->block[b].lattice;
            int d = p->block[b].index_of[side / 2];
            const int64_t first[3] = {0, 0, 0}, last[3] = {l->size[0] - 1, l->size[1] - 1, l->size[2] - 1};
            if (d < 0)
                continue;
            if (p->n_blocks > 1)
                snprintf(name, sizeof name, "block-%" PRId64 "-%c%s", b + 1, "ijk"[side / 2], side % 2 ? "max" : "min");
            else
                snprintf(name, sizeof name, "%c%s", "ijk"[side / 2], side % 2 ? "max" : "min");
            add_faces(p, l, d, side % 2 ? l->size[d] - 1 : 0, first, last, patch_of(s, name, ""));
        }
}

int plot3d_read_patches(struct plot3d *p)
{
    struct patches s = {.p = p};
    struct nmf map = {0};
    const char *base = text_base_name(p->path), *dot = strrchr(base, '.');
    char *path = text_format("%.*s.nmf", (int)((dot ? dot : base + strlen(base)) - p->path), p->path);
    s.path = path;
    bool is_there = in_file_opens(path) || errno != ENOENT;
    int status = is_there ? nmf_read(path, p->n_blocks, p->size, &map) || apply_map(&s, &map) : 0;
    if (!is_there) {
        name_sides(&s);
        raw_notes_say(&p->notes,
                      "has no %s beside it, so that patches are named by the sides of the blocks and have no "
                      "kinds; the case file or --config must give one to each",
                      text_base_name(path));
        say_touching(p, text_base_name(path));
    }
    nmf_free(&map);
    name_index_free(&s.names);
    mem_free(s.spacing);
    mem_free(path);
    return status;
}
