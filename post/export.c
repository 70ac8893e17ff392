#include "export.h"

#include "error.h"
#include "export_grid.h"
#include "mem.h"
#include "out_file.h"
#include "tecplot_write.h"
#include "text.h"
#include "vtk_write.h"

#include <string.h>

struct export_run {
    const struct results *r;
    const struct export_options *o;
    char *base;            /* owned; the path without its ending */
    struct out_file index; /* vtu: the .pvtu; tecplot: the .dat */
};

/* "a/b" of "a/b.vtu"; the path itself when it ends in none of the endings. */
static char *without_ending(const char *path, const char *const *ending, int n)
{
    size_t length = strlen(path);
    for (int i = 0; i < n; i++) {
        size_t tail = strlen(ending[i]);
        if (length > tail && strcmp(path + length - tail, ending[i]) == 0)
            return text_format("%.*s", (int)(length - tail), path);
    }
    return text_format("%s", path);
}

static char *piece_path(const struct export_run *e, int rank)
{
    return text_format("%s-%05d.vtu", e->base, rank);
}

static int write_piece(const struct export_run *e, int rank, const struct grid_view *g)
{
    char *path = piece_path(e, rank);
    struct out_file o;
    int status = out_file_open(path, &o);
    if (status == 0)
        status = out_file_finish(&o, vtk_write_piece(o.file, g));
    mem_free(path);
    return status;
}

/* "patch 0 wing, 1 symmetry": what the numbers in the array patch stand for. */
static char *describe(const struct export_run *e)
{
    const struct pack_manifest *m = &e->r->manifest;
    char *text = text_format("%s, iteration %" PRId64, e->r->path, e->r->iteration);
    for (int b = 0; e->o->surface && b < m->n_patches; b++) {
        char *longer = text_format("%s%s %d %s", text, b ? "," : "; patch", b, m->patch[b].name);
        mem_free(text);
        text = longer;
    }
    return text;
}

static int write_index(const struct export_run *e, const struct grid_view *g)
{
    int n = e->r->n_ranks;
    char **piece;
    MEM_NEW(piece, n);
    for (int i = 0; i < n; i++) {
        char *path = piece_path(e, i);
        const char *slash = strrchr(path, '/');
        piece[i] = text_format("%s", slash ? slash + 1 : path);
        mem_free(path);
    }
    char *comment = describe(e);
    int status = vtk_write_index(e->index.file, g, n, (const char *const *)piece, comment);
    mem_free(comment);
    for (int i = 0; i < n; i++)
        mem_free(piece[i]);
    mem_free(piece);
    return status;
}

static int write_rank(const struct export_run *e, int rank, const struct grid_view *g)
{
    if (strcmp(e->o->format, "vtu") == 0) {
        TRY(write_piece(e, rank, g));
        return rank == e->r->n_ranks - 1 ? write_index(e, g) : 0;
    }
    if (rank == 0) {
        char *title = describe(e);
        tecplot_write_head(e->index.file, title, g);
        mem_free(title);
    }
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "rank %d", rank);
    tecplot_write_zone(e->index.file, name, g);
    return 0;
}

static int write_ranks(const struct export_run *e)
{
    unsigned groups = PACK_CORE | PACK_NODES | PACK_FACE_NODES;
    for (int rank = 0; rank < e->r->n_ranks; rank++) {
        struct pack p;
        struct solution s;
        TRY(results_read_rank(e->r, rank, groups, &p, &s));
        struct export_grid g;
        if (e->o->surface)
            export_grid_surface(e->r, &p, &s, &g);
        else
            export_grid_volume(e->r, &p, &s, &g);
        int status = write_rank(e, rank, &g.view);
        export_grid_free(&g);
        pack_free(&p);
        solution_free(&s);
        TRY(status);
    }
    return 0;
}

static int check_format(const char *format)
{
    static const char *const known[] = {"vtu", "tecplot"};
    if (strcmp(format, "vtu") == 0 || strcmp(format, "tecplot") == 0)
        return 0;
    if (strcmp(format, "vtkhdf") == 0 || strcmp(format, "cgns") == 0)
        return error_set("--format %s: not written by this version yet; use --format vtu, which ParaView and VisIt "
                         "read", format);
    const char *near = text_nearest(format, known, 2);
    return error_set("--format %s: no such format%s%s; known are vtu and tecplot", format,
                     near ? ", did you mean " : "", near ? near : "");
}

int export_command(const struct results *r, const struct export_options *o)
{
    TRY(check_format(o->format));
    bool vtu = strcmp(o->format, "vtu") == 0;
    static const char *const vtu_ending[] = {".pvtu", ".vtu"}, *const dat_ending[] = {".dat", ".tec", ".plt"};
    struct export_run e = {.r = r, .o = o};
    e.base = vtu ? without_ending(o->out, vtu_ending, 2) : without_ending(o->out, dat_ending, 3);
    char *path = text_format("%s%s", e.base, vtu ? ".pvtu" : ".dat");
    int status = out_file_open(path, &e.index);
    if (status == 0)
        status = out_file_finish(&e.index, write_ranks(&e));
    if (status == 0 && !o->quiet)
        printf("%s\n", path);
    mem_free(path);
    mem_free(e.base);
    return status;
}
