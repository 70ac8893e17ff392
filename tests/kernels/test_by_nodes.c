/* Gradients of tetrahedra by values at nodes (kernels/gradient_by_nodes.h), on a mesh of tetrahedra all of which take
 * them: values and gradients of random fields against what the header says, by elimination and by the linear function
 * through four values; and linear fields, of which both are exact, also where a node's cells lie in a plane.
 */
#include "kernel_bed.h"

#include "backend/cpu/backend_cpu.h"
#include "kernels/gradient_remainder.h"
#include "mem.h"
#include "scheme/flow_parts.h"

/* x = A^-1 b by Gauss's elimination with pivots; 0 where A is singular. */
static int eliminate(long double a[3][3], long double b[3], long double x[3])
{
    for (int k = 0; k < 3; k++) {
        int pivot = k;
        for (int r = k + 1; r < 3; r++)
            pivot = fabsl(a[r][k]) > fabsl(a[pivot][k]) ? r : pivot;
        if (a[pivot][k] == 0)
            return 0;
        for (int c = 0; c < 3; c++) {
            long double kept = a[k][c];
            a[k][c] = a[pivot][c];
            a[pivot][c] = kept;
        }
        long double kept = b[k];
        b[k] = b[pivot];
        b[pivot] = kept;
        for (int r = k + 1; r < 3; r++) {
            long double f = a[r][k] / a[k][k];
            for (int c = k; c < 3; c++)
                a[r][c] -= f * a[k][c];
            b[r] -= f * b[k];
        }
    }
    for (int k = 2; k >= 0; k--) {
        x[k] = b[k];
        for (int c = k + 1; c < 3; c++)
            x[k] -= a[k][c] * x[c];
        x[k] /= a[k][k];
    }
    return 1;
}

static double place(const struct bed *t, int d, lid slot)
{
    return t->d.view.centroid[d * (int64_t)t->d.view.n_slots + slot];
}

/* Variable v at node n as the header says; noise: s. */
static double node_value(const struct bed *t, lid n, int v, double *noise)
{
    const struct mesh_view *m = &t->d.view;
    const lid begin = m->node_cell_offset[n], end = m->node_cell_offset[n + 1];
    const real *q = t->f.q + v * (int64_t)m->n_slots;
    long double middle[3] = {0, 0, 0}, a[3][3] = {{0}}, way[3], y[3], mean = 0, s2 = 0, sum = 0;
    for (lid k = begin; k < end; k++) {
        mean += q[m->node_cell[k]] / (long double)(end - begin);
        for (int d = 0; d < 3; d++)
            middle[d] += place(t, d, m->node_cell[k]) / (long double)(end - begin);
    }
    for (lid k = begin; k < end; k++)
        for (int c = 0; c < 3; c++)
            for (int d = 0; d < 3; d++)
                a[c][d] += (place(t, c, m->node_cell[k]) - middle[c]) * (place(t, d, m->node_cell[k]) - middle[d]);
    for (int d = 0; d < 3; d++)
        way[d] = t->d.pack.node[d * t->d.pack.n_nodes + n] - middle[d];
    long double right[3] = {way[0], way[1], way[2]};
    *noise = HUGE_VAL;
    if (!eliminate(a, right, y))
        return (double)mean;
    for (int d = 0; d < 3; d++)
        s2 += way[d] * y[d];
    *noise = sqrt((double)s2);
    for (lid k = begin; k < end; k++)
        for (int d = 0; d < 3; d++)
            sum += y[d] * (place(t, d, m->node_cell[k]) - middle[d]) * q[m->node_cell[k]];
    return (double)(mean + fminl(1, 2.25L / s2) * sum);
}

/* Weights, values at nodes and gradients once more, by this file's kernels: what flow_weigh_sides() leaves is
 * overwritten. */
static void run_bodies(struct bed *t)
{
    const struct mesh_view *v = &t->d.view;
    const int nv = t->f.n_variables;
    double *lack = mem_zalloc("lack", 3 * (size_t)v->n_nodes, sizeof *lack);
    struct node_choice_args choice = {.m = *v, .by_faces = t->f.by_faces, .fitted = t->f.fitted};
    struct node_reach_args reach = {.m = *v, .position = t->f.position, .fitted = t->f.fitted,
                                    .reach = t->f.node_reach, .lack = lack};
    struct side_weight_args sides = {.m = *v, .ghost_weight = t->f.ghost_weight, .by_faces = t->f.by_faces,
                                     .position = t->f.position, .reach = t->f.node_reach, .lack = lack,
                                     .begin = t->f.side_begin, .weight = t->f.side_weight};
    reach.m.node = sides.m.node = t->d.pack.node;
    for (lid n = 0; n < v->n_nodes; n++) {
        node_choice_body(n, &choice);
        node_reach_body(n, &reach);
    }
    for (lid i = 0; i < v->n_stencil; i++)
        side_weight_body(i, &sides);
    for (lid n = 0; n < v->n_nodes; n++)
        node_gradient_body(n, &t->f.args.node, nv);
    for (lid i = 0; i < v->n_stencil; i++)
        gradient_body(i, &t->f.args.gradients, GRADIENT_NODE_LSQ, EQUATIONS_LAMINAR, ROWS_OF_4);
    mem_free(lack);
}

/* All cells take values at nodes; gradients of the field that q holds. */
static int find_gradients(struct bed *t)
{
    const struct mesh_view *v = &t->d.view;
    int others = 0;
    for (lid i = 0; i < v->n_stencil; i++) {
        others += !gradient_is_tetrahedron(i, row_of(v, i, ROWS_ANY), v);
        t->f.by_faces[i] = GREEN_GAUSS_NODES;
    }
    flow_weigh_sides(&t->f);
    KERNEL_LAUNCH(t->f.kernels.record, STREAM_COMPUTE, 0, record_pairs(t->f.n_variables) * v->n_cells,
                  &t->f.args.records);
    run_bodies(t);
    return others;
}

/* A box of tetrahedra, as make_packs(), but of other shapes: n, arguments of box_mesh. */
static int make_bed(const char *n, const char *arguments, struct bed *t)
{
    const char *b = pipeline_build(), *s = pipeline_scratch();
    make_packs_of("tet", n, 1);
    CHECK(pipeline_run("rm -rf %s; %s/tools/box_mesh --cells tet --n %s %s --bc ymin=BCWallViscous --out %s/box.cgns "
                       ">/dev/null && %s/ufv-prep --quiet %s/box.cgns --out %s >/dev/null",
                       packs, b, n, arguments, s, b, s, packs) == 0,
          "no packs");
    int status = bed_make(backend_cpu(1), "node-lsq", "laminar", t);
    CHECK(status == 0, "%s", error_message());
    return status;
}

/* The loss of cell i, from what its gradient makes of a rise of its own value by 1 (gradient_remainder.h). */
static double measured_loss(struct bed *t, lid i)
{
    const struct mesh_view *m = &t->d.view;
    struct row row = row_of(m, i, ROWS_ANY);
    real *q = t->f.q + Q_W * (int64_t)m->n_slots + i, kept = *q;
    struct limited_gradient before = limited_load(m, t->f.limited, t->f.n_variables, Q_W, i), after;
    double reach[3] = {0, 0, 0}, area = 0, loss = 0;
    int is_face;
    *q += 1;
    KERNEL_LAUNCH(t->f.kernels.record, STREAM_COMPUTE, 0, record_pairs(t->f.n_variables) * m->n_cells,
                  &t->f.args.records);
    run_bodies(t);
    after = limited_load(m, t->f.limited, t->f.n_variables, Q_W, i);
    *q = kept;
    KERNEL_LAUNCH(t->f.kernels.record, STREAM_COMPUTE, 0, record_pairs(t->f.n_variables) * m->n_cells,
                  &t->f.args.records);
    run_bodies(t);
    for (int j = 0; j < row.turns; j++) {
        lid signed_face = row_signed_face(m, row, j, &is_face), f;
        real s[3], dx[3];
        if (!is_face || row_cell(m, row, j) >= m->n_cells)
            continue;
        face_outward(m, signed_face, &f, s);
        face_from_cell(m, i, f, signed_face >= 0 ? SIDE_LEFT : SIDE_RIGHT, dx);
        area += sqrt((double)dot3(s, s));
        for (int d = 0; d < 3; d++)
            reach[d] += sqrt((double)dot3(s, s)) * (double)dx[d];
    }
    for (int d = 0; d < 3; d++)
        loss -= (double)(after.g[d] - before.g[d]) * reach[d] / area;
    return loss;
}

static void random_fields(void)
{
    struct bed t;
    double noise = 0;
    int bounded = 0, whole = 0;
    if (make_bed("5 4 6", "--size 1.2 1 0.9 --perturb 0.15 --seed 5 --stretch z:300", &t) != 0)
        return;
    const struct mesh_view *m = &t.d.view;
    random_state(&t, 7);
    CHECK(find_gradients(&t) == 0, "other cells than tetrahedra");
    for (lid n = 0; n < m->n_nodes; n++)
        for (int v = 0; v < NV; v++) {
            double wanted = node_value(&t, n, v, &noise), scale = v == Q_P ? 1e5 : v == Q_RHO ? 1 : 200;
            CHECK_NEAR(t.f.q_node[v * (int64_t)m->n_nodes + n], wanted, 1e-9 * scale);
            bounded += v == 0 && noise > 1.5;
        }
    for (lid i = 0; i < m->n_stencil; i++) {
        struct node_row nodes = node_row_of(m, i, ROWS_ANY);
        lid n[4];
        int clear = 1;
        for (int k = 0; k < 4; k++) {
            n[k] = m->node_slice[nodes.begin + k * SLICE];
            node_value(&t, n[k], 0, &noise);
            clear = clear && noise < 1.5;
        }
        for (int v = 0; clear && v < NV; v++) {
            /* (x_k - x_0) . g = q_k - q_0 */
            long double a[3][3], right[3], g[3] = {0, 0, 0}, dot = 0, square = 0, square0 = 0;
            struct limited_gradient found = limited_load(m, t.f.limited, t.f.n_variables, v, i);
            for (int k = 0; k < 3; k++) {
                right[k] = (long double)t.f.q_node[v * (int64_t)m->n_nodes + n[k + 1]] -
                           t.f.q_node[v * (int64_t)m->n_nodes + n[0]];
                for (int d = 0; d < 3; d++)
                    a[k][d] = t.d.pack.node[d * t.d.pack.n_nodes + n[k + 1]] -
                              t.d.pack.node[d * t.d.pack.n_nodes + n[0]];
            }
            CHECK(eliminate(a, right, g), "cell %d is flat", i);
            for (int d = 0; d < 3; d++) {
                dot += found.g[d] * g[d];
                square += g[d] * g[d];
                square0 += found.g[d] * found.g[d];
            }
            /* parallel, and as long unless the loss is too large (gradient_remainder.h) */
            CHECK(fabsl(dot - sqrtl(square * square0)) <= 1e-9L * square, "cell %d, variable %d", i, v);
            CHECK(square0 <= square * (1 + 1e-9L), "cell %d, variable %d: longer", i, v);
            int is_whole = square0 >= square * (1 - 1e-9L);
            whole += v == 0 && is_whole;
            if (v == 0 && !is_whole)
                CHECK_NEAR(measured_loss(&t, i), LOSS_MOST, 1e-6);
        }
    }
    CHECK(bounded > 5 && whole > m->n_stencil / 3, "%d nodes with a bound, %d whole gradients of %d", bounded, whole,
          m->n_stencil);
    bed_free(&t);
}

/* Cells whose gradient of a linear field in q is off by more than 1e-9. flat: nodes of three cells at most, which lie
 * in a plane. */
static int count_not_exact(const char *n, const char *arguments, int *cells, int *flat)
{
    struct bed t;
    int wrong = 0;
    *cells = *flat = 0;
    if (make_bed(n, arguments, &t) != 0)
        return -1;
    random_state(&t, 3);
    for (lid i = 0; i < t.d.view.n_slots; i++)
        t.f.q[Q_U * (int64_t)t.d.view.n_slots + i] =
            (real)(place(&t, 0, i) + 2 * place(&t, 1, i) + 3 * place(&t, 2, i));
    find_gradients(&t);
    *cells = t.d.view.n_stencil;
    for (lid n = 0; n < t.d.view.n_nodes; n++)
        *flat += t.d.view.node_cell_offset[n + 1] - t.d.view.node_cell_offset[n] <= 3;
    for (lid i = 0; i < *cells; i++) {
        struct limited_gradient g = limited_load(&t.d.view, t.f.limited, t.f.n_variables, Q_U, i);
        double off = fabs((double)g.g[0] - 1) + fabs((double)g.g[1] - 2) + fabs((double)g.g[2] - 3);
        wrong += !(off <= 1e-9);
    }
    bed_free(&t);
    return wrong;
}

static void linear_fields(void)
{
    int cells, flat, wrong = count_not_exact("6 5 7", "--size 1.2 1 0.9 --perturb 0.15 --seed 5", &cells, &flat);
    CHECK(cells > 1000 && wrong <= cells / 100, "%d of %d", wrong, cells);
    wrong = count_not_exact("5 5 12", "--stretch z:300 --map shell:1,2", &cells, &flat);
    CHECK(cells > 1000 && wrong <= cells / 100, "layers: %d of %d", wrong, cells);
    /* one cell deep */
    wrong = count_not_exact("12 9 1", "--size 1.2 1 0.1", &cells, &flat);
    CHECK(flat > 3, "%d nodes of cells in a plane", flat);
    CHECK(cells > 500 && wrong <= cells / 100, "a slab: %d of %d", wrong, cells);
}

/* Flat tetrahedra without usable fits are chosen for it, and nothing else is here. */
static void cells_that_are_chosen(void)
{
    struct bed t;
    int chosen[3] = {0, 0, 0};
    if (make_bed("5 5 12", "--stretch z:300 --map shell:1,2", &t) != 0)
        return;
    struct gradient_choice_args a = {.m = t.d.view, .position = t.f.position, .ghost_weight = t.f.ghost_weight,
                                     .by_faces = t.f.by_faces};
    for (lid i = 0; i < t.d.view.n_stencil; i++) {
        struct row row = row_of(&t.d.view, i, ROWS_ANY);
        gradient_choice_body(i, &a);
        chosen[t.f.by_faces[i]]++;
        CHECK((t.f.by_faces[i] == GREEN_GAUSS_FACES) == gradient_is_tiny_cell(i, row, &t.d.view), "cell %d: %d", i,
              t.f.by_faces[i]);
    }
    CHECK(chosen[GREEN_GAUSS_NODES] > t.d.view.n_stencil / 4 && chosen[GREEN_GAUSS_NOT] > t.d.view.n_stencil / 4,
          "%d by nodes, %d by fits", chosen[GREEN_GAUSS_NODES], chosen[GREEN_GAUSS_NOT]);
    bed_free(&t);
}

int main(int argc, char **argv)
{
    comm_init(&argc, &argv, &comm_self);
    CASE(random_fields);
    CASE(linear_fields);
    CASE(cells_that_are_chosen);
    comm_finish();
    return check_end();
}
