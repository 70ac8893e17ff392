/* Lines of cells: strong faces, links through them, chains of links. */
#include "order/lines.h"

#include "mem.h"

#include <math.h>
#include <string.h>

/* In single precision: areas are only compared, with a ratio between them. */
static float *face_areas(const struct mesh *m)
{
    float *area;
    MEM_NEW(area, m->n_faces);
#pragma omp parallel for schedule(static)
    for (int64_t f = 0; f < m->n_faces; f++) {
        struct vec3 normal, centroid;
        face_geometry(m, f, &normal, &centroid);
        area[f] = (float)sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    }
    return area;
}

/* What the two cells share, m^2: of one face, or of several where a face has been split. Summed in the order of the
 * cell of the smaller number, so that it has the same bits from both sides. */
static float shared_area(const struct mesh *m, const float *area, lid cell, lid other)
{
    lid from = cell < other ? cell : other, to = cell < other ? other : cell;
    float sum = 0;
    for (int64_t k = m->cell_face_offset[from]; k < m->cell_face_offset[from + 1]; k++)
        if (mesh_across(m, m->cell_face[k], from) == to)
            sum += area[m->cell_face[k]];
    return sum;
}

/* Is there a face to that cell before place k of the lists of faces? */
static bool has_been_met(const struct mesh *m, lid cell, int64_t k, lid other)
{
    for (int64_t before = m->cell_face_offset[cell]; before < k; before++)
        if (mesh_across(m, m->cell_face[before], cell) == other)
            return true;
    return false;
}

/* The third largest area shared with another cell, or the least where there are fewer, as in corners; 0: there is
 * none. */
static float third_largest(const struct mesh *m, const float *area, lid cell)
{
    /* The three largest so far, descending. */
    float most[3] = {0, 0, 0};
    int n = 0;
    for (int64_t k = m->cell_face_offset[cell]; k < m->cell_face_offset[cell + 1]; k++) {
        lid other = mesh_across(m, m->cell_face[k], cell);
        if (other < 0 || other >= m->n_cells || has_been_met(m, cell, k, other))
            continue;
        float a = shared_area(m, area, cell, other);
        n += n < 3;
        for (int i = 0; i < 3; i++)
            if (a > most[i]) {
                float t = most[i];
                most[i] = a;
                /* What is pushed out goes on to the next place. */
                a = t;
            }
    }
    return most[n > 0 ? n - 1 : 0];
}

/* A chain of tetrahedra goes to and fro within a layer: lines along it cost time and save nothing. */
static bool has_four_faces(const struct mesh *m, lid cell)
{
    return m->cell_face_offset[cell + 1] - m->cell_face_offset[cell] == 4;
}

/* The cells whose shared faces are strong on both sides: link[2 c] and link[2 c + 1], -1: none.
 * Both cells must agree, so link is symmetric and a chain can be followed either way. A cell with more than
 * two strong neighbours keeps the first and the last different one: the chain does not branch. */
static lid *make_links(const struct mesh *m)
{
    float *area = face_areas(m), *least;
    lid *link;
    MEM_NEW(least, m->n_cells);
    MEM_NEW(link, 2 * m->n_cells);
    memset(link, -1, 2 * (size_t)m->n_cells * sizeof *link);
#pragma omp parallel for schedule(static)
    for (int64_t c = 0; c < m->n_cells; c++)
        least[c] = has_four_faces(m, (lid)c) ? INFINITY : (float)LINE_RATIO * third_largest(m, area, (lid)c);
#pragma omp parallel for schedule(static)
    for (int64_t c = 0; c < m->n_cells; c++)
        for (int64_t k = m->cell_face_offset[c]; k < m->cell_face_offset[c + 1]; k++) {
            lid other = mesh_across(m, m->cell_face[k], (lid)c);
            if (other < 0 || other >= m->n_cells || isinf(least[c]) || isinf(least[other]))
                continue;
            float shared = shared_area(m, area, (lid)c, other);
            if (!(shared > least[c] && shared > least[other]))
                continue;
            if (link[2 * c] < 0)
                link[2 * c] = other;
            else if (link[2 * c] != other)
                link[2 * c + 1] = other;
        }
    mem_free(area);
    mem_free(least);
    return link;
}

/* Does a face of the cell lead into line `number` elsewhere than from cell `before`? */
static bool touches(const struct mesh *m, const int64_t *line, int64_t number, lid cell, lid before)
{
    for (int64_t k = m->cell_face_offset[cell]; k < m->cell_face_offset[cell + 1]; k++) {
        lid other = mesh_across(m, m->cell_face[k], cell);
        if (other >= 0 && other < m->n_cells && other != before && line[other] == number)
            return true;
    }
    return false;
}

/* The chain from an end on, or from anywhere in a ring, as one line or several. line: of each cell, -1: none yet.
 * A chain that comes back beside itself is cut: a line whose cells are also neighbours across other faces
 * would not be tridiagonal, and Thomas's algorithm would leave something out. */
static void follow(const struct mesh *m, const lid *link, lid start, int64_t *line, struct cell_lines *l)
{
    int64_t at = l->begin[l->n];
    for (lid cell = start, before = -1; cell >= 0 && line[cell] < 0;) {
        /* A new line begins at this cell; the one before stays as it is. */
        if (before >= 0 && touches(m, line, l->n, cell, before))
            l->begin[++l->n] = at;
        line[cell] = l->n;
        l->cell[at++] = cell;
        /* The link that does not lead back. At an end it is -1, or the cell it came from was the only link. */
        lid next = link[2 * cell] != before ? link[2 * cell] : link[2 * cell + 1];
        before = cell;
        cell = next;
    }
    l->begin[++l->n] = at;
}

/* Pieces of nearly one length, of LINE_MOST cells at most. */
static void cut_long_lines(struct cell_lines *l, int64_t n_cells)
{
    int64_t *begin, n = 0;
    MEM_NEW(begin, n_cells + 1);
    for (int64_t k = 0; k < l->n; k++) {
        const int64_t cells = l->begin[k + 1] - l->begin[k], pieces = (cells + LINE_MOST - 1) / LINE_MOST;
        for (int64_t p = 0; p < pieces; p++)
            begin[n++] = l->begin[k] + cells * p / pieces;
    }
    begin[n] = n_cells;
    mem_free(l->begin);
    l->begin = begin;
    l->n = n;
}

static void measure(struct cell_lines *l)
{
    for (int64_t k = 0; k < l->n; k++) {
        int64_t n = l->begin[k + 1] - l->begin[k];
        l->longest = n > l->longest ? n : l->longest;
        l->joined += n > 1 ? n : 0;
    }
}

/* Chains begin at their ends, in the order of the cells: one link or none. Cells with two links that are left
 * after that form rings, as around a blunt trailing edge, and are cut where the walk begins. Every cell is in
 * exactly one line; most lines are of one cell. */
void cell_lines_find(const struct mesh *m, struct cell_lines *l)
{
    lid *link = make_links(m);
    int64_t *line;
    memset(l, 0, sizeof *l);
    MEM_NEW(l->begin, m->n_cells + 1);
    MEM_NEW(l->cell, m->n_cells);
    MEM_NEW(line, m->n_cells);
    memset(line, -1, (size_t)m->n_cells * sizeof *line);
    l->begin[0] = 0;
    for (lid c = 0; c < m->n_cells; c++)
        if (line[c] < 0 && (link[2 * c] < 0 || link[2 * c + 1] < 0))
            follow(m, link, c, line, l);
    for (lid c = 0; c < m->n_cells; c++) /* what is left are rings */
        if (line[c] < 0)
            follow(m, link, c, line, l);
    cut_long_lines(l, m->n_cells);
    measure(l);
    mem_free(line);
    mem_free(link);
}

void cell_lines_free(struct cell_lines *l)
{
    mem_free(l->begin);
    mem_free(l->cell);
    memset(l, 0, sizeof *l);
}
