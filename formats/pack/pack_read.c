/* pack_read.c: a pack from its file: kind and version, then counts, then arrays, each checked before room is made
 * for what follows from it.
 */
#include "pack/pack_rows.h"

#include "error.h"
#include "mem.h"
#include "printable.h"
#include "text.h"

#include <string.h>

static const char advice[] = "run ufv-prep again";

void pack_init(struct pack *p)
{
    memset(p, 0, sizeof *p);
}

/* Arrays are found by the rows of pack_schema.inc, so that an array that is added there is freed, too. */
void pack_free(struct pack *p)
{
    struct pack_row row[PACK_N_ROWS];
    pack_rows(p, row);
    for (int i = 0; i < PACK_N_ROWS; i++)
        mem_free(pack_row_array(p, &row[i]));
    mem_free(p->patch);
    mem_free(p->neighbour);
    pack_init(p);
}

/* The kind first: an HDF5 file of another program gets another sentence than a pack of another version. */
static int check_kind(const struct h5_io *f)
{
    char kind[NAME_SIZE] = "";
    int64_t version = 0;
    if (!h5_io_has_attribute(f, "/", "kind") || h5_io_get_text(f, "/", "kind", sizeof kind, kind) != 0 ||
        strcmp(kind, "ufv pack") != 0)
        return error_set("%s: is not a pack; name a folder that ufv-prep --out has written", f->path);
    TRY(h5_io_get_integer(f, "/", "schema_version", &version));
    if (version != PACK_SCHEMA_VERSION)
        return error_set("%s: pack format %" PRId64 " is %s than the %d this program reads; %s", f->path, version,
                         version < PACK_SCHEMA_VERSION ? "older" : "newer", PACK_SCHEMA_VERSION,
                         version < PACK_SCHEMA_VERSION ? advice : "use the ufv-solve of the ufv-prep that wrote it");
    return 0;
}

/* Counts are checked in a copy, so that p never holds damaged ones. */
static int read_header(const struct h5_io *f, int rank, struct pack *p)
{
    int64_t count[PACK_N_COUNTS], crc, n_patches, n_neighbours;
    for (int i = 0; i < PACK_N_COUNTS; i++)
        TRY(h5_io_get_integer(f, "/", pack_count_name[i], &count[i]));
    TRY(h5_io_get_integer(f, "/", "counts_crc32", &crc));
    TRY(h5_io_get_integer(f, "/", "n_patches", &n_patches));
    TRY(h5_io_get_integer(f, "/", "n_neighbours", &n_neighbours));
    if (crc != h5_io_crc32(count, sizeof count))
        return error_set("%s: the counts do not match their checksum: the file is damaged; %s", f->path, advice);
    struct pack said = *p;
    pack_set_counts(&said, count);
    if (pack_check_counts(&said) != 0)
        return error_set("%s: %s; %s", f->path, error_message(), advice);
    pack_set_counts(p, count);
    if (p->rank != rank)
        return error_set("%s: holds the pack of rank %" PRId64 ", not %d; %s", f->path, p->rank, rank, advice);
    /* These two are not under the counts' checksum; the sizes of their arrays are looked at before room is made. */
    if (n_patches < 0 || n_patches > 1000000 || n_neighbours < 0 || n_neighbours > p->n_ranks)
        return error_set("%s: the number of patches or neighbours is damaged; %s", f->path, advice);
    p->n_patches = (int)n_patches;
    p->n_neighbours = (int)n_neighbours;
    TRY(h5_io_get_text(f, "/", "id", sizeof p->id, p->id));
    TRY(h5_io_get_text(f, "/", "source", sizeof p->source, p->source));
    return h5_io_get_text(f, "/", "options", sizeof p->options, p->options);
}

/* Names may hold anything in a damaged or foreign file; they are made printable before any message shows
 * them. */
static int patch_from_text(const struct h5_io *f, struct pack_patch *patch, const char *name, const char *family,
                           const char *kind)
{
    text_copy(patch->name, NAME_SIZE, name);
    text_copy(patch->family, NAME_SIZE, family);
    printable_clean(patch->name);
    printable_clean(patch->family);
    int k = bc_kind_from_name(kind);
    if (k < 0)
        return error_set("%s: patch %s is of the unknown kind '%s'; %s", f->path, name, kind, advice);
    patch->kind = (enum bc_kind)k;
    return 0;
}

/* Asked before room is made, so that a damaged count costs no memory. */
static int check_items(const struct h5_io *f, const char *name, int64_t n)
{
    int64_t count;
    TRY(h5_io_count(f, name, &count));
    return count == n ? 0
                      : error_set("%s: %s has %" PRId64 " items instead of %" PRId64 ": the file is damaged; %s",
                                  f->path, name, count, n, advice);
}

/* n texts of NAME_SIZE bytes each, ranges as [4][n]: begin, end of owned boundary faces and of the halo's. */
static int read_patches(const struct h5_io *f, struct pack *p)
{
    TRY(check_items(f, "patch/n_faces", p->n_patches));
    static const char *const path[3] = {"patch/name", "patch/family", "patch/kind"};
    int n = p->n_patches, status = 0;
    char *text[3];
    lid *range;
    gid *n_faces;
    MEM_NEW_ZERO(p->patch, n);
    MEM_NEW(range, 4 * n);
    MEM_NEW(n_faces, n);
    for (int k = 0; k < 3; k++) {
        MEM_NEW_ZERO(text[k], n * NAME_SIZE);
        status = status || h5_io_read_texts(f, path[k], n, NAME_SIZE, text[k]);
    }
    status = status || h5_io_read(f, "patch/range", H5_IO_INT32, 4, n, range);
    status = status || h5_io_read(f, "patch/n_faces", H5_IO_INT64, 1, n, n_faces);
    for (int i = 0; i < n && status == 0; i++) {
        size_t at = (size_t)i * NAME_SIZE;
        status = patch_from_text(f, &p->patch[i], text[0] + at, text[1] + at, text[2] + at);
        p->patch[i].begin = range[i];
        p->patch[i].end = range[n + i];
        p->patch[i].halo_begin = range[2 * n + i];
        p->patch[i].halo_end = range[3 * n + i];
        p->patch[i].n_faces = n_faces[i];
    }
    for (int k = 0; k < 3; k++)
        mem_free(text[k]);
    mem_free(range);
    mem_free(n_faces);
    return status;
}

/* send_begin, recv_begin: [4][n], where layers 1, 2, 3 begin in the lists, and the end. */
static int read_neighbours(const struct h5_io *f, struct pack *p)
{
    TRY(check_items(f, "halo/neighbour_rank", p->n_neighbours));
    int n = p->n_neighbours;
    int32_t *rank;
    lid *send, *recv;
    MEM_NEW_ZERO(p->neighbour, n);
    MEM_NEW(rank, n);
    MEM_NEW(send, 4 * n);
    MEM_NEW(recv, 4 * n);
    int status = h5_io_read(f, "halo/neighbour_rank", H5_IO_INT32, 1, n, rank) ||
                 h5_io_read(f, "halo/send_begin", H5_IO_INT32, 4, n, send) ||
                 h5_io_read(f, "halo/recv_begin", H5_IO_INT32, 4, n, recv);
    for (int i = 0; i < n && status == 0; i++) {
        p->neighbour[i].rank = rank[i];
        for (int l = 0; l < 4; l++) {
            p->neighbour[i].send_begin[l] = send[l * n + i];
            p->neighbour[i].recv_begin[l] = recv[l * n + i];
        }
    }
    mem_free(rank);
    mem_free(send);
    mem_free(recv);
    return status;
}

/* groups: which arrays the caller needs (ufv-post reads far fewer than ufv-solve). */
static int read_arrays(const struct h5_io *f, unsigned groups, struct pack *p)
{
    struct pack_row row[PACK_N_ROWS];
    pack_rows(p, row);
    for (int i = 0; i < PACK_N_ROWS; i++) {
        if (!(row[i].group & groups))
            continue;
        int64_t count = row[i].count;
        TRY(check_items(f, row[i].path, count));
        void *array = mem_alloc(row[i].member, (size_t)(count * row[i].components), h5_io_type_size(row[i].type));
        pack_row_set_array(p, &row[i], array);
        TRY(h5_io_read(f, row[i].path, row[i].type, row[i].components, count, array));
    }
    return 0;
}

/* For every pack: one of another set, left by a copy, may stand among these. */
static int check_set(const struct h5_io *f, const struct pack_manifest *m, const struct pack *p)
{
    if (strcmp(m->id, p->id) != 0 || m->ranks != p->n_ranks)
        return error_set("%s: belongs to another set of packs (%s) than its folder's manifest (%s); %s", f->path,
                         p->id, m->id, advice);
    return 0;
}

static bool is_same_patch(const struct pack_patch *a, const struct pack_patch *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->family, b->family) == 0 && a->kind == b->kind &&
           a->n_faces == b->n_faces;
}

/* A manifest is text, without a checksum; what it says of the mesh is printed and recorded by name. */
static int check_mesh(const struct h5_io *f, const struct pack_manifest *m, const struct pack *p)
{
    if (m->cells != p->n_cells_global)
        return error_set("%s: is of a mesh of %" PRId64 " cells, and its folder's manifest of %" PRId64 ", so that "
                         "one of them is damaged; %s", f->path, p->n_cells_global, m->cells, advice);
    if (m->n_patches != p->n_patches)
        return error_set("%s: has %d patches, and its folder's manifest %d, so that one of them is damaged; %s",
                         f->path, p->n_patches, m->n_patches, advice);
    for (int i = 0; i < p->n_patches; i++) {
        const struct pack_patch *a = &p->patch[i], *b = &m->patch[i];
        if (!is_same_patch(a, b))
            return error_set("%s: patch %d is %s (%s, family '%s', %" PRId64 " faces), and in its folder's manifest "
                             "%s (%s, family '%s', %" PRId64 " faces), so that one of them is damaged; %s", f->path, i,
                             a->name, bc_kind_name(a->kind), a->family, a->n_faces, b->name, bc_kind_name(b->kind),
                             b->family, b->n_faces, advice);
    }
    return 0;
}

static int read_set_and_patches(const struct h5_io *f, const char *directory, struct pack *p)
{
    struct pack_manifest m;
    TRY(pack_manifest_read(directory, &m));
    int status = check_set(f, &m, p) || read_patches(f, p) || check_mesh(f, &m, p);
    pack_manifest_free(&m);
    return status;
}

/* In an order in which each step's counts are checked before the next makes room by them. */
static int read_all(const struct h5_io *f, const char *directory, int rank, unsigned groups, struct pack *p)
{
    TRY(check_kind(f));
    TRY(read_header(f, rank, p));
    TRY(read_set_and_patches(f, directory, p));
    TRY(read_neighbours(f, p));
    TRY(read_arrays(f, groups, p));
    if (pack_check_indices(p) != 0)
        return error_set("%s: %s; %s", f->path, error_message(), advice);
    return 0;
}

/* On errors p is empty. Any number of ranks may read at once; nothing is locked. */
int pack_read(const char *directory, int rank, unsigned groups, struct pack *p)
{
    char name[NAME_SIZE];
    pack_init(p);
    pack_file_name(rank, name);
    char *path = text_join_path(directory, name);
    struct h5_io f;
    int status = h5_io_open(path, advice, &f);
    if (status == 0) {
        status = read_all(&f, directory, rank, groups, p);
        h5_io_close(&f);
    }
    if (status != 0)
        pack_free(p);
    mem_free(path);
    return status;
}
