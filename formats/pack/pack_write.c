/* pack_write.c: a pack to its file, whole or a few arrays at a time by a queue.
 *
 * The jobs of one pack: open, arrays and releases in the order in which they were asked for, end. HDF5 is used by the
 * queue's thread alone, which takes one job after another, so nothing is locked. An array is freed by a job behind the
 * one that writes it. After a failure later jobs still run, to free what they hold, and write nothing.
 */
#include "pack/pack_rows.h"

#include "error.h"
#include "mem.h"
#include "pack/write_queue.h"
#include "text.h"

#include <string.h>

void pack_file_name(int rank, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "rank-%05d.h5", rank);
}

/* At the end of the file's life, when all counts are known; p's arrays may be gone by then. */
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

/* What one pack's jobs share. file is for the queue's thread alone, handed_over for the caller's. */
struct pack_writer {
    struct write_queue *queue; /* borrowed */
    struct h5_io file;
    char *path;
    bool compress;
    bool handed_over[PACK_N_ROWS];
    const struct pack *pack; /* at the end; borrowed */
};

/* ---- jobs of the queue ---- */

/* A failure of an earlier pack leaves this one unopened (file -1), and end_file() passes it. */
static int open_file(void *writer, bool failed)
{
    struct pack_writer *w = writer;
    w->file.file = -1;
    if (failed)
        return 0;
    TRY(h5_io_create(w->path, &w->file));
    w->file.compress = w->compress;
    h5_io_write_past_cache(&w->file);
    return 0;
}

struct array_job {
    struct pack_writer *writer;
    struct pack_row row;
    const void *array;
};

static int write_array(void *argument, bool failed)
{
    struct array_job job = *(struct array_job *)argument;
    const struct pack_row *r = &job.row;
    /* The job is freed whether it writes or not. */
    mem_free(argument);
    return failed ? 0
                  : h5_io_write(&job.writer->file, r->path, r->type, r->components, r->count, job.array, r->unit);
}

/* Behind the job that wrote the array; also after a failure, or memory would not come back. */
static int release_array(void *array, bool failed)
{
    (void)failed;
    mem_free(array);
    return 0;
}

/* The last job that uses the writer, which it frees. */
static int end_file(void *writer, bool failed)
{
    struct pack_writer *w = writer;
    struct h5_io *f = &w->file;
    int status = failed || write_header(f, w->pack) || write_patches(f, w->pack) || write_neighbours(f, w->pack);
    if (f->file >= 0)
        status = h5_io_finish(f, status);
    mem_free(w->path);
    mem_free(w);
    return status;
}

/* ---- */

struct pack_writer *pack_write_begin(struct write_queue *queue, const char *directory, int rank, bool compress)
{
    char name[NAME_SIZE];
    struct pack_writer *w = mem_zalloc("pack writer", 1, sizeof *w);
    pack_file_name(rank, name);
    w->queue = queue;
    w->path = text_join_path(directory, name);
    w->compress = compress;
    write_queue_add(queue, open_file, w);
    return w;
}

/* Hands over what is there and was not handed over before; the arrays must stay as they are until released or
 * until the end. */
void pack_write_arrays(struct pack_writer *w, const struct pack *p)
{
    struct pack_row row[PACK_N_ROWS];
    pack_rows(p, row);
    for (int i = 0; i < PACK_N_ROWS; i++) {
        const void *array = pack_row_array(p, &row[i]);
        if (!array || w->handed_over[i])
            continue;
        w->handed_over[i] = true;
        struct array_job *job;
        MEM_NEW(job, 1);
        *job = (struct array_job){w, row[i], array};
        write_queue_add(w->queue, write_array, job);
    }
}

void pack_write_release(struct pack_writer *w, void *array)
{
    write_queue_add(w->queue, release_array, array);
}

void pack_write_wait(struct pack_writer *w, size_t most_bytes)
{
    write_queue_wait(w->queue, most_bytes);
}

void pack_write_end(struct pack_writer *w, const struct pack *p)
{
    w->pack = p;
    write_queue_add(w->queue, end_file, w);
}

/* Writes a pack as a whole and at once; for tests and small packs. */
int pack_write(const char *directory, const struct pack *p)
{
    struct write_queue *queue = write_queue_begin();
    struct pack_writer *w = pack_write_begin(queue, directory, (int)p->rank, false);
    pack_write_arrays(w, p);
    pack_write_end(w, p);
    return write_queue_end(queue);
}
