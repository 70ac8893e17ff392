#include "pack_rows.h"

#include "error.h"
#include "mem.h"
#include "text.h"

#include <string.h>

void pack_file_name(int rank, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "rank-%05d.h5", rank);
}

static int write_header(struct h5_io *f, const struct pack *p)
{
    int64_t count[PACK_N_COUNTS];
    pack_counts(p, count);
    TRY(h5_io_set_text(f, "/", "kind", "ufv pack"));
    TRY(h5_io_set_integer(f, "/", "schema_version", PACK_SCHEMA_VERSION));
    for (int i = 0; i < PACK_N_COUNTS; i++)
        TRY(h5_io_set_integer(f, "/", pack_count_name[i], count[i]));
    TRY(h5_io_set_integer(f, "/", "n_patches", p->n_patches));
    TRY(h5_io_set_integer(f, "/", "n_neighbours", p->n_neighbours));
    /* Attributes have no checksum of their own in HDF5: the counts get one. */
    TRY(h5_io_set_integer(f, "/", "counts_crc32", h5_io_crc32(count, sizeof count)));
    TRY(h5_io_set_text(f, "/", "id", p->id));
    TRY(h5_io_set_text(f, "/", "source", p->source));
    return h5_io_set_text(f, "/", "options", p->options);
}

static int write_patches(struct h5_io *f, const struct pack *p)
{
    int n = p->n_patches, status = 0;
    char *text[3];
    lid *range;
    gid *n_faces;
    MEM_NEW(range, 4 * n);
    MEM_NEW(n_faces, n);
    for (int k = 0; k < 3; k++)
        MEM_NEW_ZERO(text[k], n * NAME_SIZE);
    for (int i = 0; i < n; i++) {
        const struct pack_patch *patch = &p->patch[i];
        text_copy(text[0] + i * NAME_SIZE, NAME_SIZE, patch->name);
        text_copy(text[1] + i * NAME_SIZE, NAME_SIZE, patch->family);
        text_copy(text[2] + i * NAME_SIZE, NAME_SIZE, bc_kind_name(patch->kind));
        range[i] = patch->begin;
        range[n + i] = patch->end;
        range[2 * n + i] = patch->halo_begin;
        range[3 * n + i] = patch->halo_end;
        n_faces[i] = patch->n_faces;
    }
    static const char *const path[3] = {"patch/name", "patch/family", "patch/kind"};
    for (int k = 0; k < 3; k++) {
        status = status || h5_io_write_texts(f, path[k], n, NAME_SIZE, text[k]);
        mem_free(text[k]);
    }
    status = status || h5_io_write(f, "patch/range", H5_IO_INT32, 4, n, range, NULL);
    status = status || h5_io_write(f, "patch/n_faces", H5_IO_INT64, 1, n, n_faces, NULL);
    mem_free(range);
    mem_free(n_faces);
    return status;
}

static int write_neighbours(struct h5_io *f, const struct pack *p)
{
    int n = p->n_neighbours;
    int32_t *rank;
    lid *send, *recv;
    MEM_NEW(rank, n);
    MEM_NEW(send, 4 * n);
    MEM_NEW(recv, 4 * n);
    for (int i = 0; i < n; i++) {
        rank[i] = p->neighbour[i].rank;
        for (int l = 0; l < 4; l++) {
            send[l * n + i] = p->neighbour[i].send_begin[l];
            recv[l * n + i] = p->neighbour[i].recv_begin[l];
        }
    }
    int status = h5_io_write(f, "halo/neighbour_rank", H5_IO_INT32, 1, n, rank, NULL);
    status = status || h5_io_write(f, "halo/send_begin", H5_IO_INT32, 4, n, send, NULL);
    status = status || h5_io_write(f, "halo/recv_begin", H5_IO_INT32, 4, n, recv, NULL);
    mem_free(rank);
    mem_free(send);
    mem_free(recv);
    return status;
}

struct pack_writer {
    struct h5_io file;
    bool written[PACK_N_ROWS];
};

int pack_write_begin(const char *directory, int rank, bool compress, struct pack_writer **w)
{
    char name[NAME_SIZE];
    pack_file_name(rank, name);
    char *path = text_join_path(directory, name);
    *w = mem_zalloc("pack writer", 1, sizeof **w);
    int status = h5_io_create(path, &(*w)->file);
    mem_free(path);
    if (status != 0)
        MEM_FREE(*w);
    else
        (*w)->file.compress = compress;
    return status;
}

int pack_write_arrays(struct pack_writer *w, const struct pack *p)
{
    struct pack_row row[PACK_N_ROWS];
    pack_rows(p, row);
    for (int i = 0; i < PACK_N_ROWS; i++) {
        const struct pack_row *r = &row[i];
        const void *array = pack_row_array(p, r);
        if (!array || w->written[i])
            continue;
        w->written[i] = true;
        TRY(h5_io_write(&w->file, r->path, r->type, r->components, r->count, array, r->unit));
    }
    return 0;
}

int pack_write_end(struct pack_writer *w, const struct pack *p, int status)
{
    struct h5_io *f = &w->file;
    status = status || write_header(f, p) || write_patches(f, p) || write_neighbours(f, p);
    status = h5_io_finish(f, status);
    mem_free(w);
    return status;
}

int pack_write(const char *directory, const struct pack *p)
{
    struct pack_writer *w;
    TRY(pack_write_begin(directory, (int)p->rank, false, &w));
    return pack_write_end(w, p, pack_write_arrays(w, p));
}
