/* restart_mesh.c: each rank reads the old run's files one after the other, with the geometry of their
 * packs, and keeps for each of its cells the value by the nearest old one so far. */
#include "checkpoint/restart_mesh.h"

#include "error.h"
#include "h5/h5_io.h"
#include "kd_tree.h"
#include "mem.h"
#include "checkpoint/checkpoint_check.h"
#include "checkpoint/restart_place.h"
#include "checkpoint/restart_slopes.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* What the cells of this rank have found so far; n: owned cells. */
struct found {
    lid n;
    double *d2;     /* [n] m^2 */
    double *reach;  /* [n] m, of the old cell */
    gid *id;        /* [n] the old cell */
    double *wall;   /* [>= n] m, from the centroid to the wall */
    double *q;      /* [n_variables][n] */
};

/* One rank of the old run. */
struct old_rank {
    struct solution s;
    double *centroid; /* [3][stride] */
    double *reach;    /* [s.n_cells] m: nothing of the cell is further from its centroid */
    int64_t stride;
    double *wall;     /* [>= s.n_cells] m, of centroids */
    double *face_centroid, *normal; /* [3][faces] */
    lid *left, *right;              /* [faces] */
    /* Fitted to the cells of this old rank alone, so that cells at its border have neighbours on one side only. */
    struct restart_slopes slopes;
    struct restart_place place;
};

static const char advice[] = "run ufv-prep again";

/* Fields have no coordinates: they are in the packs of the old run alone.
 * The fields name their packs by id; a folder of the same name may have been made again since. */
static int check_packs(const char *packs, const struct solution *head)
{
    struct pack_manifest m;
    int status = pack_manifest_read(packs, &m);
    if (status == 0 && strcmp(m.id, head->pack_id) != 0)
        status = error_set("%s: are not the packs of that run (id %s, not %s)", packs, m.id, head->pack_id);
    pack_manifest_free(&m);
    if (status)
        return error_set("%s; a restart on another mesh needs the packs of the old one: make them again there with "
                         "ufv-prep or name their folder by --restart-packs", error_message());
    return 0;
}

/* An array of the old pack; n: items, in; NULL with error_set().
 * mem_free() it. */
static void *read_array(const struct h5_io *f, const char *name, enum h5_io_type type, int components, int64_t *n)
{
    if (h5_io_count(f, name, n) != 0)
        return NULL;
    void *array = mem_alloc("array of an old pack", (size_t)(components * *n), h5_io_type_size(type));
    if (h5_io_read(f, name, type, components, *n, array) == 0)
        return array;
    mem_free(array);
    return NULL;
}

/* [>= least] m, from the centroids of a pack's cells to the wall; as read_array(). */
static double *read_walls(const struct h5_io *f, int64_t least)
{
    int64_t n = 0;
    double *wall = read_array(f, "cell/wall_distance", H5_IO_DOUBLE, 1, &n);
    if (!wall || n >= least)
        return wall;
    mem_free(wall);
    (void)error_set("%s: has too few distances from walls; %s", f->path, advice);
    return NULL;
}

/* Only owned cells of the old rank; its halo is another's. */
static void widen(struct old_rank *o, lid cell, const double *x, int64_t stride, int64_t face)
{
    double d2 = 0;
    if (cell < 0 || cell >= o->s.n_cells)
        return;
    for (int c = 0; c < 3; c++) {
        double d = x[c * stride + face] - o->centroid[c * o->stride + cell];
        d2 += d * d;
    }
    o->reach[cell] = fmax(o->reach[cell], 3 * sqrt(d2));
}

/* Reach: three times the way to the furthest face's centroid, as far as the corners of a tetrahedron, further than
 * those of other cells. */
static int read_faces(const struct h5_io *f, int n_variables, struct old_rank *o)
{
    const double *q[SOLUTION_MAX_FIELDS];
    int64_t n = 0, n_other[3] = {0};
    o->face_centroid = read_array(f, "face/centroid", H5_IO_DOUBLE, 3, &n);
    /* Each only where the one before could be read, so that error_set() has the first failure. */
    o->normal = o->face_centroid ? read_array(f, "face/normal", H5_IO_DOUBLE, 3, &n_other[0]) : NULL;
    o->left = o->normal ? read_array(f, "face/left", H5_IO_INT32, 1, &n_other[1]) : NULL;
    o->right = o->left ? read_array(f, "face/right", H5_IO_INT32, 1, &n_other[2]) : NULL;
    if (!o->right)
        return 1;
    for (int k = 0; k < 3; k++)
        if (n_other[k] != n)
            return error_set("%s: its arrays of faces differ in length; %s", f->path, advice);
    o->reach = mem_zalloc("reach of old cells", (size_t)o->s.n_cells, sizeof *o->reach);
    for (int64_t k = 0; k < n; k++) {
        widen(o, o->left[k], o->face_centroid, n, k);
        widen(o, o->right[k], o->face_centroid, n, k);
    }
    for (int v = 0; v < n_variables; v++)
        q[v] = o->s.field[v].value;
    const struct restart_faces faces = {n, o->left, o->right, o->face_centroid, o->normal};
    restart_slopes_create((lid)o->s.n_cells, n_variables, q, o->centroid, o->stride, &faces, &o->slopes);
    restart_place_create((lid)o->s.n_cells, o->centroid, o->stride, o->wall, &faces, &o->place);
    return 0;
}

/* The fields' ids must be the first ids of the pack, as fields are of owned cells in the pack's order. */
static int read_geometry(const struct h5_io *f, int n_variables, struct old_rank *o)
{
    int64_t n_ids;
    gid *id = read_array(f, "cell/global_id", H5_IO_INT64, 1, &n_ids);
    int status = !id;
    o->centroid = id ? read_array(f, "cell/centroid", H5_IO_DOUBLE, 3, &o->stride) : NULL;
    status = status || !o->centroid;
    /* Owned cells are the first of a pack; halo cells, which have no fields, stand behind them. */
    if (status == 0 && (n_ids < o->s.n_cells || o->stride < n_ids ||
                        memcmp(id, o->s.cell_gid, (size_t)o->s.n_cells * sizeof *id) != 0))
        status = error_set("%s: its cells are not those of the fields; %s", f->path, advice);
    mem_free(id);
    o->wall = status ? NULL : read_walls(f, o->s.n_cells);
    return o->wall ? read_faces(f, n_variables, o) : 1;
}

/* o is to be freed after a failure too: what had been read by then is in it. */
static int read_old_rank(const char *folder, const struct solution *head, const char *packs, int rank,
                         const struct flow *f, struct old_rank *o)
{
    char name[NAME_SIZE];
    struct h5_io file;
    memset(o, 0, sizeof *o);
    TRY(solution_read(folder, rank, &o->s));
    TRY(checkpoint_check(folder, rank, &o->s, head, f));
    pack_file_name(rank, name);
    char *path = text_join_path(packs, name);
    int status = h5_io_open(path, advice, &file);
    if (status == 0) {
        status = read_geometry(&file, f->n_variables, o);
        h5_io_close(&file);
    }
    mem_free(path);
    return status;
}

static void free_old_rank(struct old_rank *o)
{
    solution_free(&o->s);
    mem_free(o->centroid);
    mem_free(o->reach);
    mem_free(o->wall);
    mem_free(o->face_centroid);
    mem_free(o->normal);
    mem_free(o->left);
    mem_free(o->right);
    restart_slopes_free(&o->slopes);
    restart_place_free(&o->place);
}

/* The values q[n_variables][stride] of one cell at x, m, with the distance wall from the wall. nearest: the old cell
 * with the nearest centroid, d2 m^2 away. Outside the old mesh, where slopes say nothing, its values are taken. */
static void take_values(const struct old_rank *o, lid nearest, double d2, const double x[3], double wall,
                        int n_variables, double *q, size_t stride)
{
    double d[3] = {0, 0, 0};
    lid cell = d2 > o->reach[nearest] * o->reach[nearest] ? nearest
                                                          : restart_place_find(&o->place, nearest, x, wall, d);
    for (int v = 0; v < n_variables; v++)
        q[(size_t)v * stride] = restart_slopes_at(&o->slopes, v, cell, o->s.field[v].value[cell], d,
                                                  v == Q_RHO || v >= Q_P);
}

/* found->d2 is what earlier old ranks left: a cell changes only when this rank has a nearer one, or an
 * equally near one with a smaller id, so that the order of files does not matter.
 * One old rank's tree is in memory at a time, whatever the number of ranks of the old run. */
static void take_nearest(const struct old_rank *o, const struct flow *f, struct found *found)
{
    const struct pack *p = &f->domain->pack;
    struct kd_tree tree;
    kd_tree_build(o->centroid, o->stride, (lid)o->s.n_cells, &tree);
#pragma omp parallel for schedule(dynamic, 1024)
    for (lid i = 0; i < found->n; i++) {
        double x[3] = {p->centroid[i], p->centroid[p->n_slots + i], p->centroid[2 * p->n_slots + i]};
        /* < 0: nothing nearer than what was found before. */
        lid k = kd_tree_find(&tree, x, o->s.cell_gid, &found->d2[i], &found->id[i]);
        if (k < 0)
            continue;
        found->reach[i] = o->reach[k];
        take_values(o, k, found->d2[i], x, found->wall[i], f->n_variables, found->q + i, (size_t)found->n);
    }
    kd_tree_free(&tree);
}

/* The pack that the domain was made of has let them go. */
static int read_own_walls(const struct flow *f, struct found *found)
{
    char name[NAME_SIZE];
    struct h5_io file;
    pack_file_name(f->domain->comm.rank, name);
    char *path = text_join_path(f->domain->packs, name);
    int status = h5_io_open(path, advice, &file);
    if (status == 0) {
        found->wall = read_walls(&file, found->n);
        status = !found->wall;
        h5_io_close(&file);
    }
    mem_free(path);
    return status;
}

/* Every rank reads every file of the old run: the old division tells nothing about where this rank's
 * cells were. */
static int read_all(const char *folder, const struct solution *head, const char *packs, const struct flow *f,
                    struct found *found, int64_t *old_cells)
{
    TRY(check_packs(packs, head));
    TRY(read_own_walls(f, found));
    for (int r = 0; r < (int)head->n_ranks; r++) {
        struct old_rank o;
        int status = read_old_rank(folder, head, packs, r, f, &o);
        if (status == 0)
            take_nearest(&o, f, found);
        *old_cells += o.s.n_cells;
        free_old_rank(&o);
        TRY(status);
    }
    return 0;
}

/* Collective.
 * far: by the reach of the old cell that was taken, so that fine and coarse parts of a mesh are
 * measured by their own cells. */
static void sum_up(const struct found *found, int64_t old_cells, struct restart_mesh_note *note)
{
    double largest = 0;
    int64_t far_cells = 0;
    for (lid i = 0; i < found->n; i++) {
        double d = sqrt(found->d2[i]);
        largest = fmax(largest, d);
        /* reach: m, of the old cell that was nearest. */
        far_cells += d > found->reach[i];
    }
    comm_maximum(&largest, 1);
    *note = (struct restart_mesh_note){comm_sum_int(found->n), old_cells, largest, comm_sum_int(far_cells)};
}

/* Cells outside the old mesh are normal at a far field of another size; more than half of them means another body,
 * or millimetres for metres, and is refused.
 * Values follow the slopes within an old cell: eight new cells with one value are stairs in the layers at walls. */
int restart_mesh_read(const char *folder, const struct solution *head, const char *old_packs, struct flow *f,
                      struct restart_mesh_note *note)
{
    struct found found = {.n = f->domain->view.n_owned};
    int64_t old_cells = 0;
    MEM_NEW(found.d2, found.n);
    MEM_NEW(found.reach, found.n);
    MEM_NEW(found.id, found.n);
    MEM_NEW(found.q, (size_t)found.n * (size_t)f->n_variables);
    for (lid i = 0; i < found.n; i++) {
        found.d2[i] = HUGE_VAL;
        found.id[i] = -1;
    }
    int status = comm_agree(read_all(folder, head, old_packs ? old_packs : head->packs, f, &found, &old_cells));
    if (status == 0) {
        flow_upload(f, found.q);
        sum_up(&found, old_cells, note);
        /* Sums over all ranks: each comes to the same answer. */
        if (2 * note->far_cells > note->cells)
            status = error_set("%s: %" PRId64 " of the %" PRId64 " cells lie outside the mesh of these results, up to "
                               "%.3g m; restart from results of the same body in the same unit of length",
                               folder, note->far_cells, note->cells, note->largest);
    }
    mem_free(found.d2);
    mem_free(found.reach);
    mem_free(found.id);
    mem_free(found.wall);
    mem_free(found.q);
    return status;
}
