/* wall_changes.c: the wall faces of all ranks on each rank, the distances of its cells to them, and the halo's from
 * their owners: an image behind a periodic face has the distance of its cell, to the last bit. */
#include "mesh/wall_changes.h"

#include "error.h"
#include "mem.h"
#include "wall_search.h"

#include <math.h>
#include <string.h>

/* Of this rank; callers ask all ranks, since a patch may have faces on others alone. Slip walls are no walls
 * to turbulence models. */
bool wall_changes_any(const struct pack *p, const struct bc_values *values)
{
    for (int k = 0; k < p->n_patches; k++)
        if ((values[k].kind == BC_WALL) != (p->patch[k].kind == BC_WALL) && p->patch[k].n_faces > 0)
            return true;
    return false;
}

/* Lists this rank's wall faces as triangles, or only counts them where triangle is NULL. Only owned boundary faces are
 * taken, so that each wall face of the mesh belongs to one rank. */
static int64_t list_triangles(const struct pack *p, const struct bc_values *values, struct tree_triangle *triangle)
{
    double *const x[3] = {p->node, p->node + p->n_nodes, p->node + 2 * p->n_nodes};
    int64_t n = 0;
    for (int k = 0; k < p->n_patches; k++)
        for (lid f = p->patch[k].begin; values[k].kind == BC_WALL && f < p->patch[k].end; f++) {
            lid begin = p->face_node_offset[f];
            n += wall_triangles(x, p->face_node_offset[f + 1] - begin, p->face_node + begin,
                                triangle ? triangle + n : NULL);
        }
    return n;
}

/* The wall triangles of all ranks; owned by the caller. */
static struct tree_triangle *gather_triangles(const struct pack *p, const struct bc_values *values, int64_t *n_all)
{
    struct tree_triangle *mine;
    int64_t n = list_triangles(p, values, NULL);
    MEM_NEW(mine, n);
    list_triangles(p, values, mine);
    struct tree_triangle *all = comm_gather_all(mine, n, sizeof *mine, n_all);
    mem_free(mine);
    return all;
}

/* The box around the nodes of all ranks' cells. Which periodic images of the wall can matter depends on where the cells
 * are (wall_views_make()). */
static void find_box(const struct pack *p, double low[3], double high[3])
{
    for (int d = 0; d < 3; d++) {
        low[d] = HUGE_VAL;
        high[d] = -HUGE_VAL;
        for (lid k = 0; k < p->cell_node_offset[p->n_owned]; k++) {
            double x = p->node[d * p->n_nodes + p->cell_node[k]];
            low[d] = fmin(low[d], x);
            high[d] = fmax(high[d], x);
        }
    }
    comm_minimum(low, 3);
    comm_maximum(high, 3);
}

/* Periodic transforms come from the manifest, since packs hold images, not interfaces. */
static void make_views(const struct pack_manifest *m, const struct pack *faces, struct transform_table *views)
{
    struct transform *map;
    double low[3], high[3];
    MEM_NEW(map, m->n_periodic);
    for (int i = 0; i < m->n_periodic; i++) {
        memcpy(map[i].rotation, m->periodic[i].rotation, sizeof map[i].rotation);
        memcpy(map[i].translation, m->periodic[i].translation, sizeof map[i].translation);
    }
    find_box(faces, low, high);
    wall_views_make(vec3_make(low[0], low[1], low[2]), vec3_make(high[0], high[1], high[2]), m->n_periodic, map, views);
    mem_free(map);
}

/* All three layers. A rank that is its own neighbour (images) sends to itself. */
static void swap_halo(struct pack *p)
{
    struct comm_part *part;
    double *send, *receive;
    MEM_NEW(part, p->n_neighbours);
    MEM_NEW(send, p->n_send);
    MEM_NEW(receive, p->n_recv);
    for (int k = 0; k < p->n_neighbours; k++) {
        const struct pack_neighbour *nb = &p->neighbour[k];
        part[k] = (struct comm_part){nb->rank, nb->send_begin[0], nb->send_begin[3], nb->recv_begin[0],
                                     nb->recv_begin[3]};
    }
    for (int64_t i = 0; i < p->n_send; i++)
        send[i] = p->wall_distance[p->send_cell[i]];
    comm_swap(part, p->n_neighbours, send, receive);
    for (int64_t i = 0; i < p->n_recv; i++)
        p->wall_distance[p->recv_cell[i]] = receive[i];
    mem_free(part);
    mem_free(send);
    mem_free(receive);
}

/* `faces` is p read again with nodes and the nodes of faces. Every rank holds the wall of the whole mesh in the
 * meantime, and searches it for its own cells only. */
static void measure(const struct pack_manifest *m, const struct pack *faces, const struct bc_values *values,
                    struct pack *p)
{
    const struct wall_points cells = {.n = p->n_owned, .x = p->centroid, .stride = p->n_slots};
    struct transform_table views;
    int64_t n;
    struct tree_triangle *triangle = gather_triangles(faces, values, &n);
    make_views(m, faces, &views);
    wall_search(triangle, n, &views, &cells, p->wall_distance);
    transform_table_free(&views);
    swap_halo(p);
}

/* Collective. The pack is read again for its nodes, which the solver does not keep. */
int wall_changes_measure(const char *packs, const struct comm *comm, const struct bc_values *values, struct pack *p)
{
    struct pack_manifest m;
    struct pack faces;
    pack_init(&faces);
    memset(&m, 0, sizeof m);
    int status = pack_manifest_read(packs, &m);
    status = comm_agree(status ? status : pack_read(packs, comm->rank, PACK_SHAPE | PACK_FACE_NODES, &faces));
    if (status == 0)
        measure(&m, &faces, values, p);
    pack_free(&faces);
    pack_manifest_free(&m);
    return status;
}
