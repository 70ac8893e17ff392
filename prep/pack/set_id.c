/* The id of a set of packs: hashes of the mesh, and of its division. */
#include "pack/set_id.h"

#include "h5/h5_io.h"
#include "hash.h"
#include "pack/pack.h"

#include <stdio.h>

static void add_bytes(uint64_t *hash, const void *data, size_t n)
{
    *hash = hash_bytes(*hash, data, n);
}

/* Large arrays go through their CRC-32, which is quick. */
static void add_array(uint64_t *hash, const void *data, int64_t count, size_t size)
{
    uint32_t crc = h5_io_crc32(data, (size_t)count * size);
    add_bytes(hash, &count, sizeof count);
    add_bytes(hash, &crc, sizeof crc);
}

void set_id_make(const struct mesh *m, const struct ordering *o, char id[NAME_SIZE])
{
    /* Everything hashed has the same bytes in every run: names are zero behind their end. */
    uint64_t mesh = HASH_BYTES_BEGIN, set = mesh;
    for (int d = 0; d < 3; d++)
        add_array(&mesh, m->x[d], m->n_nodes, sizeof *m->x[d]);
    add_array(&mesh, m->cell_type, m->n_cells, sizeof *m->cell_type);
    add_array(&mesh, m->cell_node, m->cell_node_offset[m->n_cells], sizeof *m->cell_node);
    add_array(&mesh, m->right, m->n_faces, sizeof *m->right);
    for (int p = 0; p < m->n_patches; p++)
        add_bytes(&mesh, m->patch[p].name, sizeof m->patch[p].name);
    for (int side = 0; side < 2 && m->periodic.n_pairs > 0; side++)
        add_array(&mesh, m->periodic.face[side], m->periodic.n_pairs, sizeof *m->periodic.face[side]);
    for (int i = 0; i < m->periodic.n_interfaces; i++)
        add_bytes(&mesh, &m->periodic.interface[i].map, sizeof m->periodic.interface[i].map);
    /* Kinds of patches are of the set, not of the mesh: wall distances depend on them, the cells do not. */
    add_array(&set, o->cell, m->n_cells, sizeof *o->cell);
    add_array(&set, o->rank_offset, o->n_ranks + 1, sizeof *o->rank_offset);
    for (int p = 0; p < m->n_patches; p++)
        add_bytes(&set, &m->patch[p].kind, sizeof m->patch[p].kind);
    int32_t rest[2] = {PACK_SCHEMA_VERSION, (int32_t)o->method};
    add_bytes(&set, rest, sizeof rest);
    /* Both halves of the 64 bits enter the 32 that are printed. */
    snprintf(id, NAME_SIZE, "%016" PRIx64 "-%08" PRIx32, mesh, (uint32_t)(set ^ set >> 32));
}
