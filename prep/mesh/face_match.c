/* Which two sides of cells are one face, and the numbering of the faces: the same whatever the number of threads.
 *
 *   count_sides()           sides of each cell and in each bucket; a bucket has the sides of one smallest node
 *   fill_buckets()          the sides, in each bucket in any order, as the threads come
 *   find_pairs()            sorts each bucket; from here on nothing depends on threads
 *   number_first_sides()    faces in the order in which a walk over the cells first meets them
 *   number_second_sides()   a second walk gives the faces their right cells
 *
 * A counting sort needs neither a hash table nor a copy of the nodes: they are read again from the cells where two
 * keys are equal. On the way cell_face holds other things than faces, told apart by their sign:
 *
 *   behind                  first side of a face      second side
 *   find_pairs()            -1                        place of the first side in cell_face
 *   number_first_sides()    ~face                     the same
 *   number_second_sides()   face                      face
 */
#include "mesh/face_match.h"

#include "error.h"
#include "hash.h"
#include "mem.h"

#include <stdlib.h>
#include <string.h>

/* A side of a cell, in the bucket of its smallest node. */
struct side {
    uint64_t key; /* of its nodes, whatever their order */
    lid cell;
    lid place; /* in cell_face; -1 once the side has found its partner */
};

struct match {
    const struct cell_sides *s;
    const struct face_split *split;
    struct mesh *m;
    /* One array for three things in turn: how many sides a bucket has (count_sides()), where the next one of it goes
     * (from place_buckets() on), and where it ends (after fill_buckets()). */
    lid *bucket_end;   /* [n_nodes] */
    struct side *side; /* [sides] by bucket */
    int64_t n_side_nodes, n_pairs, n_pair_nodes, n_triple, n_split;
    int64_t first_triple; /* a side of it */
};

enum { BLOCK = 2048 }; /* cells */

/* An interior face is two sides, a boundary face one. This number, not that of faces, is what 32 bits limit
 * here: place and cell_face hold it. */
static int64_t n_sides(const struct mesh *m)
{
    return m->cell_face_offset[m->n_cells];
}

/* The mixtures of a side's nodes are added, so that their order does not count. One multiplication and not the three
 * steps of hash_mix(): this is done for every side of a mesh. */
static uint64_t mix_node(lid v)
{
    uint64_t h = (uint64_t)(uint32_t)v * HASH_GOLDEN;
    return h ^ h >> 29;
}

/* Of a triangle its two larger nodes: in one bucket the same key means the same nodes.
 * Of others a mixture with the highest bit set: where two are equal the nodes have to be compared. */
static uint64_t make_key(int64_t n, const lid *node)
{
    uint64_t key = (uint64_t)n;
    if (n == 3) {
        lid a = node[0], b = node[1], c = node[2];
        lid low = a < b ? a : b, high = a < b ? b : a;
        lid middle = c < low ? low : c < high ? c : high;
        return (uint64_t)middle << 32 | (uint64_t)(c < high ? high : c);
    }
    for (int64_t i = 0; i < n; i++)
        key += mix_node(node[i]);
    return key | UINT64_C(1) << 63;
}

/* Keys of triangles have the highest bit clear, since nodes are below 2^31. */
static bool is_of_triangle(uint64_t key)
{
    return key >> 63 == 0;
}

/* The bucket of a side. Both cells beside a face agree on it, whatever corner they begin with. A node is the
 * smallest of some six to twenty sides, so buckets stay short. */
static lid find_smallest(int64_t n, const lid *node)
{
    lid smallest = node[0];
    for (int64_t i = 1; i < n; i++)
        smallest = node[i] < smallest ? node[i] : smallest;
    return smallest;
}

/* Sides that have not vanished, of each cell and in each bucket. */
static int count_sides(struct match *w)
{
    const struct cell_sides *s = w->s;
    struct mesh *m = w->m;
    int64_t all_nodes = 0;
    MEM_NEW(m->cell_face_offset, m->n_cells + 1);
    MEM_NEW_ZERO(w->bucket_end, m->n_nodes);
    m->cell_face_offset[0] = 0;
#pragma omp parallel reduction(+ : all_nodes)
    {
        lid *node;
        MEM_NEW(node, s->most_nodes);
#pragma omp for schedule(static)
        for (int64_t c = 0; c < m->n_cells; c++) {
            int64_t count = 0, n_sides_c = cell_sides_count(s, c);
            for (int64_t j = 0; j < n_sides_c; j++) {
                int64_t n = cell_side_nodes(s, c, j, node);
                if (n == 0)
                    continue;
                lid *bucket = &w->bucket_end[find_smallest(n, node)];
                /* Cells of several threads have sides in one bucket; whole numbers add up alike in any order. */
#pragma omp atomic
                (*bucket)++;
                count++;
                all_nodes += n;
            }
            m->cell_face_offset[c + 1] = count;
        }
        mem_free(node);
    }
    /* Until here cell_face_offset[c + 1] is the number of the cell's own sides. */
    for (int64_t c = 0; c < m->n_cells; c++)
        m->cell_face_offset[c + 1] += m->cell_face_offset[c];
    w->n_side_nodes = all_nodes;
    if (n_sides(m) > LID_MAX)
        return error_set("%s: its cells have %" PRId64 " faces, those between two cells counted twice; at most %d can "
                         "be numbered",
                         s->raw->source, n_sides(m), LID_MAX);
    return 0;
}

/* The nodes of the side that stands there in cell_face: returns their number. */
static int64_t nodes_at(const struct match *w, const struct side *side, lid *node)
{
    int64_t at = w->m->cell_face_offset[side->cell];
    for (int64_t j = 0;; j++) {
        int64_t n = cell_side_nodes(w->s, side->cell, j, node);
        if (n > 0 && at++ == side->place)
            return n;
    }
}

/* Where buckets begin, from how many sides each holds. */
static void place_buckets(struct match *w)
{
    lid at = 0;
    for (int64_t v = 0; v < w->m->n_nodes; v++) {
        lid n = w->bucket_end[v];
        w->bucket_end[v] = at;
        at += n;
    }
    MEM_NEW(w->side, at);
}

/* Puts the sides into their buckets; leaves where each ends. */
static void fill_buckets(struct match *w)
{
    const struct cell_sides *s = w->s;
    place_buckets(w);
#pragma omp parallel
    {
        lid *node;
        MEM_NEW(node, s->most_nodes);
#pragma omp for schedule(static)
        for (int64_t c = 0; c < s->m->n_cells; c++) {
            int64_t count = cell_sides_count(s, c);
            lid place = (lid)s->m->cell_face_offset[c];
            for (int64_t j = 0; j < count; j++) {
                int64_t n = cell_side_nodes(s, c, j, node);
                lid at;
                if (n == 0)
                    continue;
                lid *end = &w->bucket_end[find_smallest(n, node)];
#pragma omp atomic capture
                at = (*end)++;
                w->side[at] = (struct side){make_key(n, node), (lid)c, place++};
            }
        }
        mem_free(node);
    }
}

/* Two sides never compare as equal, since their places differ: qsort(), which is not stable, and the insertion below
 * give the same order. */
static int compare_sides(const void *a, const void *b)
{
    const struct side *s = a, *t = b;
    if (s->key != t->key)
        return s->key < t->key ? -1 : 1;
    return (s->place > t->place) - (s->place < t->place);
}

/* By key, then in the order of the cells: what is found does not depend on threads.
 * Insertion beats qsort() on the usual lengths; a hub node, such as the apex of a fan or the pole of a
 * structured zone, may own thousands of sides, which insertion would sort in quadratic time. */
static void sort_bucket(struct side *side, lid n)
{
    if (n > 128) {
        qsort(side, (size_t)n, sizeof *side, compare_sides);
        return;
    }
    for (lid i = 1; i < n; i++) {
        struct side x = side[i];
        lid at = i;
        for (; at > 0 && compare_sides(&side[at - 1], &x) > 0; at--)
            side[at] = side[at - 1];
        side[at] = x;
    }
}

/* As sets: the two cells run round their face in opposite directions and begin anywhere. No node is repeated
 * within a side (mesh_cell_face_nodes(), clean_polygons()). */
static bool same_nodes(int64_t n, const lid *a, const lid *b)
{
    for (int64_t i = 0; i < n; i++) {
        bool there = false;
        for (int64_t k = 0; k < n && !there; k++)
            there = a[i] == b[k];
        if (!there)
            return false;
    }
    return true;
}

/* Is that face one that the user wants to be two boundary faces?
 * Only faces named by the patches of --internal-walls; without the option the table is not even looked at. */
static bool is_split(const struct match *w, int64_t n, const lid *node)
{
    if (!w->split->split)
        return false;
    int64_t i = patch_table_find(w->split->table, n, node);
    return i >= 0 && w->split->split[w->s->raw->patch_face_patch[i]];
}

struct count {
    int64_t pairs, nodes, triple, first_triple, split;
};

/* Are two sides with the same key one face? *n and a: number of nodes and nodes of the
 * first side, found when they are needed: *n = 0 before; b: room for the second's. */
static bool is_same_face(const struct match *w, const struct side *s, const struct side *t, int64_t *n, lid *a, lid *b)
{
    if (is_of_triangle(s->key))
        return true;
    if (*n == 0)
        *n = nodes_at(w, s, a);
    return nodes_at(w, t, b) == *n && same_nodes(*n, a, b);
}

/* Sides of a bucket in pairs: the later one gets the earlier one's place. Three with
 * the same nodes: the first two are a pair, the third becomes a boundary face and is counted, for mesh_check() to
 * refuse. node [2][most_nodes]. */
static void pair_bucket(struct match *w, struct side *side, lid n, lid *node, struct count *count)
{
    lid *a = node, *b = node + w->s->most_nodes;
    sort_bucket(side, n);
    for (lid i = 0; i < n; i++) {
        lid first = side[i].place;
        int64_t n_a = 0;
        bool found = false;
        /* Sorted by key: possible partners of side i stand right behind it. A negative place on either: taken
         * already. */
        for (lid k = i + 1; k < n && first >= 0 && side[k].key == side[i].key; k++) {
            if (side[k].place < 0 || !is_same_face(w, &side[i], &side[k], &n_a, a, b))
                continue;
            /* Triangles are told by their keys alone; to look them up among the patches their nodes are needed after
             * all. */
            if (w->split->split && n_a == 0)
                n_a = nodes_at(w, &side[i], a);
            if (found) {
                count->triple++;
                count->first_triple = first < count->first_triple ? first : count->first_triple;
            } else if (is_split(w, n_a, a)) {
                count->split++;
            } else {
                w->m->cell_face[side[k].place] = first;
                count->pairs++;
                count->nodes += n_a ? n_a : 3;
            }
            side[k].place = -1;
            found = true;
        }
    }
}

/* cell_face: the place of the side that came first, or -1 for those that do. */
static void find_pairs(struct match *w)
{
    struct mesh *m = w->m;
    int64_t pairs = 0, nodes = 0, triple = 0, first = INT64_MAX, n_split = 0;
    MEM_NEW(m->cell_face, n_sides(m));
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n_sides(m); i++)
        m->cell_face[i] = -1;
#pragma omp parallel reduction(+ : pairs, nodes, triple, n_split) reduction(min : first)
    {
        lid *node;
        struct count count = {.first_triple = INT64_MAX};
        MEM_NEW(node, 2 * w->s->most_nodes);
#pragma omp for schedule(dynamic, 4096)
        for (int64_t v = 0; v < m->n_nodes; v++) {
            /* Buckets adjoin: one begins where that of the node before ends. */
            lid begin = v ? w->bucket_end[v - 1] : 0;
            pair_bucket(w, w->side + begin, w->bucket_end[v] - begin, node, &count);
        }
        mem_free(node);
        pairs += count.pairs;
        nodes += count.nodes;
        triple += count.triple;
        n_split += count.split;
        first = count.first_triple;
    }
    w->n_pairs = pairs;
    w->n_pair_nodes = nodes;
    w->n_triple = triple;
    w->first_triple = first;
    w->n_split = n_split;
}

/* ---- numbering: faces in the order in which a walk over the cells meets them ---- */

/* Where the faces of each block of cells begin, and their nodes. */
struct starts {
    int64_t n_blocks, *face, *node; /* [n_blocks + 1] */
};

/* First sides of a block's cells: numbers their faces from *face on and puts their nodes at *face_node, both of which
 * it leaves behind the last one. fill false: only counts. Blocks of fixed size, so that the starts of all blocks can
 * be added up before they are filled by threads. */
static void number_block(const struct match *w, int64_t b, bool fill, int64_t *face, int64_t *face_node)
{
    struct mesh *m = w->m;
    lid *node;
    MEM_NEW(node, w->s->most_nodes);
    for (int64_t c = b * BLOCK; c < (b + 1) * BLOCK && c < m->n_cells; c++) {
        lid *side = m->cell_face + m->cell_face_offset[c];
        for (int64_t j = 0; j < cell_sides_count(w->s, c); j++) {
            int64_t n = cell_side_nodes(w->s, c, j, node);
            /* A second side (place >= 0) has its number from the first one. side moves on with every side that is
             * there, as the places in cell_face were counted. */
            if (n == 0 || *side++ >= 0)
                continue;
            if (fill) {
                side[-1] = ~(lid)*face;
                m->left[*face] = (lid)c;
                m->right[*face] = MESH_NO_PATCH;
                m->face_node_offset[*face] = *face_node;
                memcpy(m->face_node + *face_node, node, (size_t)n * sizeof *node);
            }
            (*face)++;
            *face_node += n;
        }
    }
    mem_free(node);
}

/* Twice over the cells: first counting per block, then filling at the places that the running sums give. The
 * numbering is that of a serial walk over the cells, which partition.c and reorder.c expect to be local. */
static void number_first_sides(struct match *w)
{
    struct mesh *m = w->m;
    struct starts s = {.n_blocks = (m->n_cells + BLOCK - 1) / BLOCK};
    MEM_NEW_ZERO(s.face, s.n_blocks + 1);
    MEM_NEW_ZERO(s.node, s.n_blocks + 1);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < s.n_blocks; b++)
        number_block(w, b, false, &s.face[b + 1], &s.node[b + 1]);
    for (int64_t b = 0; b < s.n_blocks; b++) {
        s.face[b + 1] += s.face[b];
        s.node[b + 1] += s.node[b];
    }
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < s.n_blocks; b++) {
        int64_t face = s.face[b], node = s.node[b];
        number_block(w, b, true, &face, &node);
    }
    mem_free(s.face);
    mem_free(s.node);
}

/* Does the other cell see the face's nodes the other way round? If not, both cells lie on the same side of the face:
 * the mesh is folded there. */
static bool is_opposite(int64_t n, const lid *face_node, const lid *node)
{
    for (int64_t i = 0; i < n; i++)
        if (node[i] == face_node[0])
            return node[(i + 1) % n] == face_node[n - 1];
    return false;
}

/* Fetches what the sides a few places behind `side` will need of the sides before theirs: first the place in
 * cell_face, by then known, then what is stored about its face. Right cells are written in the order of the second
 * sides, which jumps through the faces; without this the walk waits for memory. */
static void look_ahead(const struct mesh *m, const lid *side)
{
    enum { FAR = 48, NEAR = 24 };
    if (side + FAR >= m->cell_face + n_sides(m))
        return;
    lid far = side[FAR], near = side[NEAR], face = near >= 0 ? ~m->cell_face[near] : -1;
    if (far >= 0)
        __builtin_prefetch(&m->cell_face[far]);
    if (face < 0)
        return;
    __builtin_prefetch(&m->right[face], 1);
    __builtin_prefetch(&m->face_node_offset[face]);
    __builtin_prefetch(&m->face_node[3 * (int64_t)face]); /* where they are when most faces are triangles */
}

/* Faces whose second side this is get their right cell. */
static void number_second_sides(struct match *w, struct mesh_findings *found)
{
    struct mesh *m = w->m;
    int64_t folded = 0, first = INT64_MAX;
#pragma omp parallel reduction(+ : folded) reduction(min : first)
    {
        lid *node;
        MEM_NEW(node, w->s->most_nodes);
#pragma omp for schedule(static)
        for (int64_t c = 0; c < m->n_cells; c++) {
            lid *side = m->cell_face + m->cell_face_offset[c];
            for (int64_t j = 0; j < cell_sides_count(w->s, c); j++) {
                int64_t n = cell_side_nodes(w->s, c, j, node);
                if (n == 0 || *side++ < 0)
                    continue;
                look_ahead(m, side);
                /* The first side holds ~face by now; this one names it by its place. Places are read and faces written
                 * by different threads only in different entries: a first side is not changed in this walk. */
                side[-1] = m->cell_face[side[-1]];
                lid f = ~side[-1];
                m->right[f] = (lid)c;
                if (!is_opposite(n, m->face_node + m->face_node_offset[f], node)) {
                    folded++;
                    first = f < first ? f : first;
                }
            }
        }
        mem_free(node);
    }
    found->folded = folded;
    found->folded_face = folded ? first : 0;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n_sides(m); i++)
        m->cell_face[i] = ~m->cell_face[i];
}

int faces_match(const struct cell_sides *s, const struct face_split *split, struct mesh *m,
                struct mesh_findings *found)
{
    struct match w = {.s = s, .split = split, .m = m};
    if (count_sides(&w) != 0) {
        mem_free(w.bucket_end);
        return 1;
    }
    fill_buckets(&w);
    find_pairs(&w);
    MEM_FREE(w.bucket_end);
    MEM_FREE(w.side);
    /* A pair makes one face of two sides; what has no partner is a boundary face: sides = 2 pairs + boundary. */
    m->n_faces = n_sides(m) - w.n_pairs;
    m->n_boundary = m->n_faces - w.n_pairs;
    MEM_NEW(m->left, m->n_faces);
    MEM_NEW(m->right, m->n_faces);
    MEM_NEW(m->face_node_offset, m->n_faces + 1);
    MEM_NEW(m->face_node, w.n_side_nodes - w.n_pair_nodes);
    m->face_node_offset[m->n_faces] = w.n_side_nodes - w.n_pair_nodes;
    number_first_sides(&w);
    number_second_sides(&w, found);
    found->split = w.n_split;
    found->triple = w.n_triple;
    /* first_triple is a place in cell_face, which holds the face's number only now. */
    found->triple_face = w.n_triple ? m->cell_face[w.first_triple] : 0;
    return 0;
}
