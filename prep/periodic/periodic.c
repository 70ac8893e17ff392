/* Joins boundary faces in pairs, finds those that a file names, and moves nodes so that both sides of an
 * interface have the same shape.
 *
 * A joined face leaves its patch: mesh.right becomes MESH_PERIODIC, and the pair is listed with the pairs of its
 * nodes. Files place partners to single precision at best, and their angles too. Cells would not close, and fluxes
 * through the two faces would differ, so periodic_settle() moves nodes: all that coincide through any chain of
 * interfaces (an orbit) go to where the smallest node's images lie. It follows the last join, since an interface may
 * add to an orbit that another began: the corner of a box has nodes on three.
 */
#include "periodic/periodic.h"

#include "error.h"
#include "mem.h"
#include "mesh/side_table.h"
#include "progress/progress.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* Of all nodes (m); unused ones too, which only make tolerances a little wider. */
static void bounding_box(const struct mesh *m, struct vec3 *low, struct vec3 *high)
{
    *low = *high = vec3_at(m->x, 0);
    for (lid v = 1; v < m->n_nodes; v++) {
        struct vec3 x = vec3_at(m->x, v);
        *low = vec3_make(fmin(low->x, x.x), fmin(low->y, x.y), fmin(low->z, x.z));
        *high = vec3_make(fmax(high->x, x.x), fmax(high->y, x.y), fmax(high->z, x.z));
    }
}

static struct transform map_of(const struct raw_periodic *p)
{
    struct transform t;
    memcpy(t.rotation, p->rotation, sizeof t.rotation);
    memcpy(t.translation, p->translation, sizeof t.translation);
    return t;
}

/* ---- joining ---- */

/* The face that each periodic face is joined to, -1 for others; [n_faces]. */
static lid *list_partners(const struct mesh *m)
{
    lid *partner;
    MEM_NEW(partner, m->n_faces);
    memset(partner, -1, (size_t)m->n_faces * sizeof *partner);
    for (int64_t i = 0; i < m->periodic.n_pairs; i++)
        for (int side = 0; side < 2; side++)
            partner[m->periodic.face[side][i]] = m->periodic.face[1 - side][i];
    return partner;
}

/* Names the interface and the place, for all that can be wrong with one pair. */
static int pair_error(const struct mesh *m, const char *source, const char *name, lid face, const char *what)
{
    double x[3];
    mesh_face_place(m, face, x);
    return error_set("%s: periodic interface '%s': the face at (%g, %g, %g) %s", source, name, x[0], x[1], x[2], what);
}

/* Do the nodes of face pair i lie where the transform takes them? The tolerance is a part of the shortest edge of this
 * face, so that thin cells at walls are not joined one off, and a little of the whole size for what single precision
 * leaves. *gap: the largest distance so far. */
static int check_gap(const struct mesh *m, const char *source, const struct raw_periodic *p, int64_t i, lid face,
                     double size, double *gap)
{
    struct transform map = map_of(p);
    int64_t begin = p->node_offset[i], n = p->node_offset[i + 1] - begin;
    double here = 0.0, edge = HUGE_VAL;
    for (int64_t k = 0; k < n; k++) {
        struct vec3 x = vec3_at(m->x, p->node[0][begin + k]), next = vec3_at(m->x, p->node[0][begin + (k + 1) % n]);
        here = fmax(here, vec3_norm(vec3_sub(transform_point(&map, x), vec3_at(m->x, p->node[1][begin + k]))));
        edge = fmin(edge, vec3_norm(vec3_sub(next, x)));
    }
    *gap = fmax(*gap, here);
    if (here <= PERIODIC_REACH * edge + PERIODIC_REACH_OF_SIZE * size)
        return 0;
    char what[300], text[200];
    transform_describe(&map, sizeof text, text);
    snprintf(what, sizeof what, "misses its partner by %g m after %s; correct the interface", here, text);
    return pair_error(m, source, p->name, face, what);
}

/* n_faces counts what is left on the patch, n_joined what has left it: a patch that lost all is dropped
 * (drop_empty_patches()), one that was empty in the file stays. */
static void leave_patch(struct mesh *m, lid face)
{
    if (m->right[face] > MESH_OUTSIDE) {
        struct mesh_patch *patch = &m->patch[~m->right[face]];
        patch->n_faces--;
        patch->n_joined++;
    }
    m->right[face] = MESH_PERIODIC;
}

/* Side 0 is where the interface's map begins. The number of the interface is the one that is being added. */
static void add_face_pair(struct mesh *m, lid a, lid b)
{
    struct mesh_periodic *q = &m->periodic;
    leave_patch(m, a);
    leave_patch(m, b);
    q->face[0][q->n_pairs] = a;
    q->face[1][q->n_pairs] = b;
    q->face_interface[q->n_pairs++] = q->n_interfaces;
}

/* seen [n_nodes]: the partner that a node of side 0 had last, -1: none. A node stands in several faces; a pair that is
 * listed twice all the same does no harm (orbit_add() drops it). */
static void add_node_pairs(struct mesh *m, const struct raw_periodic *p, int64_t i, lid *seen)
{
    struct mesh_periodic *q = &m->periodic;
    for (int64_t k = p->node_offset[i]; k < p->node_offset[i + 1]; k++) {
        lid a = p->node[0][k], b = p->node[1][k];
        if (seen[a] == b)
            continue;
        seen[a] = b;
        q->node[0][q->n_node_pairs] = a;
        q->node[1][q->n_node_pairs] = b;
        q->node_interface[q->n_node_pairs++] = q->n_interfaces;
    }
}

/* For the most that the interface can add; pairs that are known already use less. */
static void make_room(struct mesh_periodic *q, const struct raw_periodic *p)
{
    for (int side = 0; side < 2; side++) {
        MEM_RESIZE(q->face[side], q->n_pairs + p->n_faces);
        MEM_RESIZE(q->node[side], q->n_node_pairs + p->node_offset[p->n_faces]);
    }
    MEM_RESIZE(q->face_interface, q->n_pairs + p->n_faces);
    MEM_RESIZE(q->node_interface, q->n_node_pairs + p->node_offset[p->n_faces]);
    MEM_RESIZE(q->interface, q->n_interfaces + 1);
}

/* A pair that another interface has joined already, as files give one from both of its zones, is passed over;
 * a face that would get a second partner is an error. */
static int join_faces(struct mesh *m, const char *source, const struct raw_periodic *p, const lid *const face[2],
                      double size, double *gap, lid *partner, lid *seen)
{
    for (int64_t i = 0; i < p->n_faces; i++) {
        lid a = face[0][i], b = face[1][i];
        if (partner[a] == b)
            continue;
        for (int side = 0; side < 2; side++)
            if (partner[face[side][i]] >= 0)
                return pair_error(m, source, p->name, face[side][i], "is joined to two others; correct the interfaces");
        if (a == b)
            return pair_error(m, source, p->name, a, "is joined to itself; correct the interface");
        TRY(check_gap(m, source, p, i, a, size, gap));
        add_face_pair(m, a, b);
        partner[a] = b;
        partner[b] = a;
        add_node_pairs(m, p, i, seen);
    }
    return 0;
}

/* A transform that moves no corner of the box is no periodicity but a join of coincident faces. The interface
 * is kept only if it has joined something. */
int periodic_join(struct mesh *m, const char *source, const struct raw_periodic *p, const lid *const face[2])
{
    struct mesh_periodic *q = &m->periodic;
    struct transform map = map_of(p);
    struct vec3 low, high;
    bounding_box(m, &low, &high);
    double size = vec3_norm(vec3_sub(high, low)), gap = 0.0;
    /* A rotation may leave one corner where it is, if the corner is on its axis, but hardly two opposite ones. */
    struct vec3 moved_low = transform_point(&map, low), moved_high = transform_point(&map, high);
    if (vec3_norm(vec3_sub(moved_low, low)) + vec3_norm(vec3_sub(moved_high, high)) <= 1e-9 * size)
        return error_set("%s: periodic interface '%s' neither rotates nor translates; join its zones instead", source,
                         p->name);
    make_room(q, p);
    lid *partner = list_partners(m), *seen;
    int64_t before = q->n_pairs;
    MEM_NEW(seen, m->n_nodes);
    memset(seen, -1, (size_t)m->n_nodes * sizeof *seen);
    int status = join_faces(m, source, p, face, size, &gap, partner, seen);
    mem_free(partner);
    mem_free(seen);
    /* All of its pairs were joined before: the other zone's statement of the same interface. */
    if (q->n_pairs == before)
        return status;
    struct mesh_interface *f = &q->interface[q->n_interfaces++];
    memset(f, 0, sizeof *f);
    text_copy(f->name, sizeof f->name, p->name);
    f->map = map;
    f->n_faces = q->n_pairs - before;
    f->gap = gap;
    return status;
}

/* ---- faces of a file ---- */

/* A periodic face's nodes, each once: returns their number. node: room for all. */
static int face_nodes(const struct raw_periodic *p, int side, int64_t i, lid *node)
{
    int n = 0;
    for (int64_t k = p->node_offset[i]; k < p->node_offset[i + 1]; k++) {
        bool seen = false;
        for (int j = 0; j < n; j++)
            seen = seen || node[j] == p->node[side][k];
        if (!seen)
            node[n++] = p->node[side][k];
    }
    return n;
}

/* All periodic faces of a file, found by their nodes among the boundary faces. */
struct raw_faces {
    struct side_table table;
    lid *face; /* [table.n_entries] of the mesh, -1: none */
    lid *node; /* room for the nodes of one */
};

/* One table for all interfaces, filled with the file's faces and then looked up by the mesh's boundary faces:
 * the mesh has many more faces than its interfaces name. */
static void raw_faces_make(const struct mesh *m, const struct raw_mesh *raw, struct raw_faces *r)
{
    int64_t count = 0, most = 1;
    for (int64_t i = 0; i < raw->n_periodic; i++) {
        const struct raw_periodic *p = &raw->periodic[i];
        count += 2 * p->n_faces;
        for (int64_t k = 0; k < p->n_faces; k++)
            most = p->node_offset[k + 1] - p->node_offset[k] > most ? p->node_offset[k + 1] - p->node_offset[k] : most;
    }
    side_table_init(&r->table, m->n_nodes, count);
    MEM_NEW(r->node, most);
    for (int64_t i = 0; i < raw->n_periodic; i++)
        for (int64_t k = 0; k < 2 * raw->periodic[i].n_faces; k++) {
            bool added;
            int n = face_nodes(&raw->periodic[i], (int)(k % 2), k / 2, r->node);
            if (n >= 3)
                side_table_find_or_add(&r->table, n, r->node, &added);
        }
    MEM_NEW(r->face, r->table.n_entries);
    memset(r->face, -1, (size_t)r->table.n_entries * sizeof *r->face);
    for (lid f = 0; f < m->n_faces; f++) {
        int64_t begin = m->face_node_offset[f];
        int n = (int)(m->face_node_offset[f + 1] - begin);
        lid entry = mesh_is_boundary(m, f) ? side_table_find(&r->table, n, m->face_node + begin) : -1;
        if (entry >= 0)
            r->face[entry] = f;
    }
}

static void raw_faces_free(struct raw_faces *r)
{
    side_table_free(&r->table);
    mem_free(r->face);
    mem_free(r->node);
}

/* r->node[0] is of the face that was not found. */
static int find_raw_faces(const struct mesh *m, const char *source, const struct raw_periodic *p,
                          const struct raw_faces *r, lid *const face[2])
{
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < p->n_faces; i++) {
            int n = face_nodes(p, side, i, r->node);
            lid entry = n >= 3 ? side_table_find(&r->table, n, r->node) : -1;
            face[side][i] = entry >= 0 ? r->face[entry] : -1;
            if (face[side][i] >= 0)
                continue;
            struct vec3 x = vec3_at(m->x, r->node[0]);
            return error_set("%s: periodic interface '%s': face %" PRId64 " of its %s side, at (%g, %g, %g), is not "
                             "a boundary face of the mesh; correct the interface",
                             source, p->name, i + 1, side ? "second" : "first", x.x, x.y, x.z);
        }
    return 0;
}

int periodic_join_raw(struct mesh *m, const struct raw_mesh *raw)
{
    struct raw_faces faces;
    int status = 0;
    if (raw->n_periodic == 0)
        return 0;
    raw_faces_make(m, raw, &faces);
    for (int64_t i = 0; i < raw->n_periodic && status == 0; i++) {
        const struct raw_periodic *p = &raw->periodic[i];
        const char *source = raw->source ? raw->source : "mesh";
        lid *face[2];
        MEM_NEW(face[0], p->n_faces);
        MEM_NEW(face[1], p->n_faces);
        status = find_raw_faces(m, source, p, &faces, face);
        status = status || periodic_join(m, source, p, (const lid *const[2]){face[0], face[1]});
        mem_free(face[0]);
        mem_free(face[1]);
    }
    raw_faces_free(&faces);
    return status;
}

/* ---- settling ---- */

/* Patches all of whose faces became periodic. */
static void drop_empty_patches(struct mesh *m)
{
    lid *number;
    int kept = 0;
    MEM_NEW(number, m->n_patches + 1);
    for (int p = 0; p < m->n_patches; p++) {
        /* number[]: of a patch that goes is never asked for, since no face is on it. */
        number[p] = kept;
        if (m->patch[p].n_faces > 0 || m->patch[p].n_joined == 0)
            m->patch[kept++] = m->patch[p];
    }
    for (int64_t f = 0; f < m->n_faces; f++)
        if (mesh_is_on_patch(m, f))
            m->right[f] = ~number[~m->right[f]];
    m->n_patches = kept;
    mem_free(number);
}

/* Each interface's map gets its number; tolerances of the table need all maps first. */
static int make_table(struct mesh *m)
{
    struct mesh_periodic *q = &m->periodic;
    struct transform *map;
    struct vec3 low, high;
    bounding_box(m, &low, &high);
    MEM_NEW(map, q->n_interfaces);
    for (int i = 0; i < q->n_interfaces; i++)
        map[i] = q->interface[i].map;
    transform_table_init(&q->table, low, high, q->n_interfaces, map);
    int status = 0;
    for (int i = 0; i < q->n_interfaces && status == 0; i++) {
        q->interface[i].number = transform_table_add(&q->table, &map[i]);
        status = q->interface[i].number < 0;
    }
    mem_free(map);
    double size = vec3_norm(vec3_sub(high, low));
    for (int i = 0; i < q->n_interfaces; i++)
        if (q->interface[i].gap > 1e-9 * size)
            progress_note("periodic interface %s: nodes were moved by up to %.3g m onto the images of "
                          "their partners",
                          q->interface[i].name, q->interface[i].gap);
    return status;
}

/* Every node of the orbit to where the smallest one's image lies. */
static void settle_orbit(struct mesh *m, const struct periodic_orbit *o)
{
    struct vec3 x = vec3_at(m->x, o->node[0]);
    for (int k = 1; k < o->n; k++) {
        /* On the axis of a rotation a node is its own partner and stays. */
        if (o->node[k] == o->node[0])
            continue;
        /* transform[k] takes node k to the place of node 0, so that its inverse takes that place to where node k
         * belongs. */
        struct transform back = transform_inverse(&m->periodic.table.item[o->transform[k]]);
        struct vec3 y = transform_point(&back, x);
        m->x[0][o->node[k]] = y.x;
        m->x[1][o->node[k]] = y.y;
        m->x[2][o->node[k]] = y.z;
    }
}

/* From here on a periodic face finds its pair and its side in one look. */
static void list_pairs(struct mesh *m)
{
    struct mesh_periodic *q = &m->periodic;
    MEM_NEW(q->pair_of, m->n_faces);
    memset(q->pair_of, -1, (size_t)m->n_faces * sizeof *q->pair_of);
    for (int64_t i = 0; i < q->n_pairs; i++)
        for (int side = 0; side < 2; side++)
            q->pair_of[q->face[side][i]] = 2 * i + side;
}

/* Once, after all interfaces of the file and of --config are joined. Orbits are taken at their smallest node,
 * which stays where it is. */
int periodic_settle(struct mesh *m)
{
    if (m->periodic.n_pairs == 0)
        return 0;
    drop_empty_patches(m);
    list_pairs(m);
    TRY(make_table(m));
    struct periodic_links links;
    struct periodic_orbit orbit = {0};
    uint8_t *done;
    int status = periodic_links_make(m, &links);
    MEM_NEW_ZERO(done, m->n_nodes);
    for (lid v = 0; v < m->n_nodes && status == 0; v++) {
        if (links.slot[v] < 0 || done[v])
            continue;
        status = periodic_orbit_find(m, &links, v, &orbit);
        if (status == 0)
            settle_orbit(m, &orbit);
        for (int k = 0; k < orbit.n; k++)
            done[orbit.node[k]] = 1;
    }
    mem_free(done);
    periodic_orbit_free(&orbit);
    periodic_links_free(&links);
    return status;
}
