/* Which sides of cells are one face, and how faces are numbered, against a comparison of
 * every side with every other: on boxes of all cell types with their nodes numbered at random.
 */
#include "check.h"

#include "unit/box_mesh.h"
#include "error.h"
#include "mesh/face_match.h"
#include "random.h"

#include <omp.h>

enum { N = 3, SIDES = 6 * 6 * N * N * N, THREADS = 3 };

struct bed {
    struct raw_mesh raw;
    struct mesh m;
    struct mesh_findings found;
};

static uint64_t seed = 5;

/* The box's nodes by other numbers. */
static void renumber(struct raw_mesh *raw)
{
    lid *name;
    MEM_NEW(name, raw->n_nodes);
    for (lid v = 0; v < raw->n_nodes; v++)
        name[v] = v;
    for (int v = (int)raw->n_nodes - 1; v > 0; v--) {
        int k = random_below(&seed, v + 1);
        lid keep = name[v];
        name[v] = name[k];
        name[k] = keep;
    }
    for (int64_t i = 0; i < raw->cell_node_offset[raw->n_cells]; i++)
        raw->cell_node[i] = name[raw->cell_node[i]];
    for (int64_t i = 0; i < raw->patch_face_node_offset[raw->n_patch_faces]; i++)
        raw->patch_face_node[i] = name[raw->patch_face_node[i]];
    mem_free(name);
}

/* The mesh borrows the raw mesh's nodes and cells. split: patches whose faces stay two; NULL: none. */
static void match(struct bed *b, const uint8_t *split, int threads)
{
    struct cell_sides sides;
    struct patch_table table;
    memset(&b->m, 0, sizeof b->m);
    memset(&b->found, 0, sizeof b->found);
    b->m.n_nodes = b->raw.n_nodes;
    b->m.n_cells = b->raw.n_cells;
    b->m.cell_type = b->raw.cell_type;
    b->m.cell_node_offset = b->raw.cell_node_offset;
    b->m.cell_node = b->raw.cell_node;
    patch_table_make(&b->raw, b->m.n_nodes, &table);
    cell_sides_init(&sides, &b->m, &b->raw);
    omp_set_num_threads(threads);
    CHECK(faces_match(&sides, &(struct face_split){split, &table}, &b->m, &b->found) == 0, "%s", error_message());
    patch_table_free(&table);
}

static void unmatch(struct bed *b)
{
    b->m.cell_type = NULL;
    b->m.cell_node_offset = NULL;
    b->m.cell_node = NULL;
    mesh_free(&b->m);
}

struct side {
    int n;
    lid node[4], sorted[4], cell;
};

/* All sides in the order of the cells and the element table; returns their number. */
static int list_sides(const struct raw_mesh *raw, struct side *side)
{
    int n = 0;
    for (lid c = 0; c < raw->n_cells; c++) {
        const struct element_info *e = element_info(raw->cell_type[c]);
        for (int j = 0; j < e->n_faces; j++, n++) {
            struct side *s = &side[n];
            s->n = e->face_n_nodes[j];
            s->cell = c;
            for (int k = 0; k < s->n; k++)
                s->node[k] = s->sorted[k] = raw->cell_node[raw->cell_node_offset[c] + e->face_node[j][k]];
            for (int k = 0; k < s->n; k++)
                for (int i = 1; i < s->n; i++)
                    if (s->sorted[i - 1] > s->sorted[i]) {
                        lid keep = s->sorted[i];
                        s->sorted[i] = s->sorted[i - 1];
                        s->sorted[i - 1] = keep;
                    }
        }
    }
    return n;
}

static bool same_side(const struct side *a, const struct side *b)
{
    return a->n == b->n && memcmp(a->sorted, b->sorted, (size_t)a->n * sizeof(lid)) == 0;
}

/* Faces are numbered as their first sides come; the second side's cell is on the right. */
static void check_faces(const struct bed *b)
{
    static struct side side[SIDES];
    static lid face[SIDES];
    const struct mesh *m = &b->m;
    int n = list_sides(&b->raw, side), n_faces = 0, n_boundary = 0;
    for (int i = 0; i < n; i++) {
        int first = 0;
        while (!same_side(&side[first], &side[i]))
            first++;
        face[i] = first < i ? face[first] : n_faces++;
        CHECK(m->cell_face[i] == face[i], "side %d is face %d, not %d", i, (int)m->cell_face[i], (int)face[i]);
        /* Seen before: this side is the second of its face and takes it off the boundary. */
        if (first < i) {
            n_boundary--;
            CHECK(m->right[face[i]] == side[i].cell, "right of face %d", (int)face[i]);
            continue;
        }
        n_boundary++;
        const lid *node = m->face_node + m->face_node_offset[face[i]];
        CHECK(m->left[face[i]] == side[i].cell, "left of face %d", (int)face[i]);
        CHECK(m->face_node_offset[face[i] + 1] - m->face_node_offset[face[i]] == side[i].n &&
                  memcmp(node, side[i].node, (size_t)side[i].n * sizeof *node) == 0, "nodes of face %d", (int)face[i]);
        bool alone = true;
        for (int k = i + 1; k < n; k++)
            alone = alone && !same_side(&side[i], &side[k]);
        CHECK(!alone || m->right[face[i]] == MESH_NO_PATCH, "face %d is no boundary", (int)face[i]);
    }
    CHECK(m->n_faces == n_faces && m->n_boundary == n_boundary, "%d faces, %d of them boundary", (int)m->n_faces,
          (int)m->n_boundary);
    CHECK(m->cell_face_offset[m->n_cells] == n, "%d sides", (int)m->cell_face_offset[m->n_cells]);
}

/* By one thread and by three: numbers of faces must not depend on them, since packs are to be the same to the bit. */
static void every_side_against_every_other(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++)
        for (int threads = 1; threads <= THREADS; threads += 2) {
            struct bed b;
            box_mesh((enum box_kind)kind, N, 0, &b.raw);
            renumber(&b.raw);
            match(&b, NULL, threads);
            check_faces(&b);
            CHECK(b.found.folded == 0 && b.found.triple == 0 && b.found.split == 0, "%s: %d folded, %d triple",
                  box_name[kind], (int)b.found.folded, (int)b.found.triple);
            unmatch(&b);
            raw_mesh_free(&b.raw);
        }
}

/* A cell given once more: each of its sides is one too many, where there is a cell behind it already; the others
 * lead to the first copy, which lies on the same side of them. */
static void a_cell_given_twice(void)
{
    struct bed b;
    box_mesh(BOX_HEXA, N, 0, &b.raw);
    int64_t last = b.raw.n_cells - 1; /* a corner: three sides on the boundary */
    MEM_RESIZE(b.raw.cell_type, b.raw.n_cells + 1);
    MEM_RESIZE(b.raw.cell_node_offset, b.raw.n_cells + 2);
    MEM_RESIZE(b.raw.cell_node, b.raw.cell_node_offset[b.raw.n_cells] + 8);
    b.raw.cell_type[last + 1] = ELEMENT_HEXA;
    b.raw.cell_node_offset[last + 2] = b.raw.cell_node_offset[last + 1] + 8;
    memcpy(b.raw.cell_node + b.raw.cell_node_offset[last + 1], b.raw.cell_node + b.raw.cell_node_offset[last],
           8 * sizeof(lid));
    b.raw.n_cells++;
    match(&b, NULL, 1);
    CHECK(b.found.triple == 3 && b.found.folded == 3, "%d triple, %d folded", (int)b.found.triple, (int)b.found.folded);
    const lid f = (lid)b.found.triple_face, g = (lid)b.found.folded_face;
    CHECK(b.m.right[f] == last && b.m.left[f] < last, "face %d between %d and %d", (int)f, (int)b.m.left[f],
          (int)b.m.right[f]);
    CHECK(b.m.left[g] == last && b.m.right[g] == last + 1, "face %d between %d and %d", (int)g, (int)b.m.left[g],
          (int)b.m.right[g]);
    unmatch(&b);
    raw_mesh_free(&b.raw);
}

/* Of the two patches that name an inner face each, the one to be split makes two boundary faces of it. */
static void split_faces(void)
{
    struct bed b;
    uint8_t split[6] = {0};
    box_mesh(BOX_TETRA, N, 0, &b.raw);
    match(&b, NULL, 1);
    const int64_t n_faces = b.m.n_faces, n_boundary = b.m.n_boundary;
    for (int k = 0, f = 0; k < 2; k++, f++) { /* patch face k becomes the next interior face */
        while (b.m.right[f] == MESH_NO_PATCH)
            f++;
        memcpy(b.raw.patch_face_node + b.raw.patch_face_node_offset[k], b.m.face_node + b.m.face_node_offset[f],
               3 * sizeof(lid));
        b.raw.patch_face_patch[k] = k;
    }
    unmatch(&b);
    for (int patch = 0; patch < 3; patch++) {
        memset(split, 0, sizeof split);
        split[patch % 2] = 1;
        split[1 - patch % 2] = patch == 2;
        match(&b, split, THREADS);
        int64_t n = patch == 2 ? 2 : 1;
        CHECK(b.found.split == n && b.m.n_faces == n_faces + n && b.m.n_boundary == n_boundary + 2 * n,
              "%d split: %d faces, %d boundary", (int)b.found.split, (int)b.m.n_faces, (int)b.m.n_boundary);
        unmatch(&b);
    }
    raw_mesh_free(&b.raw);
}

/* Of a hexahedron with an edge of one side pulled together one side has three nodes and, with all four in
 * two places, one has vanished. */
static void vanished_sides(void)
{
    struct bed b;
    box_mesh(BOX_HEXA, 1, 0, &b.raw);
    b.raw.cell_node[1] = b.raw.cell_node[0];
    match(&b, NULL, 1);
    CHECK(b.m.n_faces == 6 && b.m.face_node_offset[6] == 6 * 4 - 2, "%d faces, %d nodes", (int)b.m.n_faces,
          (int)b.m.face_node_offset[b.m.n_faces]);
    unmatch(&b);
    b.raw.cell_node[5] = b.raw.cell_node[4]; /* and the edge across that side */
    match(&b, NULL, 1);
    CHECK(b.m.n_faces == 5 && b.m.face_node_offset[5] == 3 * 4 + 2 * 3, "%d faces, %d nodes", (int)b.m.n_faces,
          (int)b.m.face_node_offset[b.m.n_faces]);
    unmatch(&b);
    raw_mesh_free(&b.raw);
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    CASE(every_side_against_every_other);
    CASE(a_cell_given_twice);
    CASE(split_faces);
    CASE(vanished_sides);
    CASE(nothing_leaks);
    return check_end();
}
