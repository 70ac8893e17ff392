/* patch_picture.c: boundary faces as fans of triangles, drawn with a depth buffer. */
#include "run/patch_picture.h"

#include "error.h"
#include "mem.h"
#include "out_file.h"
#include "printable.h"
#include "text.h"
#include "viewers/picture.h"
#include "viewers/wall_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 900, MAX_HEIGHT = 900, HOVER_STEP = 3, N_COLOURS = 12, MOST_LEVELS = 255 };

/* A patch is seen in a picture if it has this many pixels there, a spot of 8 by 8; further views are tried out in
 * pictures of TRIAL pixels at most, in which it is correspondingly smaller. */
enum { SEEN = 64, TRIAL = 300, SEEN_IN_TRIAL = SEEN * TRIAL * TRIAL / (WIDTH * WIDTH) + 1 };

/* A patch is part of the outer boundary if it is longer than this part of the mesh. */
static const double OUTER = 0.6;

/* Apart in print and for the colour-blind as far as twelve can be; later patches begin anew. */
static const uint8_t colour[N_COLOURS][3] = {{86, 180, 233},  {230, 159, 0}, {0, 158, 115},   {240, 228, 66},
                                             {204, 121, 167}, {213, 94, 0},  {0, 114, 178},   {153, 153, 153},
                                             {170, 210, 120}, {150, 90, 60}, {190, 160, 230}, {70, 70, 110}};

struct patch_box {
    double low[3], high[3], area;
    double normal[3]; /* sum of the magnitudes of the faces' area vectors */
    bool shown, seen; /* is it drawn, and was it seen in a picture so far? */
};

struct patch_pages {
    const struct mesh *m;
    struct patch_box *patch; /* owned; [m->n_patches] */
    double low[3], high[3];  /* of all that is shown */
};

/* -1: the face is inside the mesh or periodic. */
static int patch_of(const struct mesh *m, int64_t face)
{
    return mesh_is_on_patch(m, face) ? ~m->right[face] : -1;
}

/* Node k of the face, m. */
static void corner_of(const struct mesh *m, int64_t face, int64_t k, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = m->x[d][m->face_node[m->face_node_offset[face] + k]];
}

/* Adds a triangle's area vector (m^2).
 * Half the cross product of two edges. */
static void add_area(const double a[3], const double b[3], const double c[3], double sum[3])
{
    for (int d = 0; d < 3; d++) {
        int e = (d + 1) % 3, f = (d + 2) % 3;
        sum[d] += 0.5 * ((b[e] - a[e]) * (c[f] - a[f]) - (b[f] - a[f]) * (c[e] - a[e]));
    }
}

static void widen(double low[3], double high[3], const double x[3])
{
    for (int d = 0; d < 3; d++) {
        low[d] = fmin(low[d], x[d]);
        high[d] = fmax(high[d], x[d]);
    }
}

/* The box that holds nothing: any point widens it to itself. */
static void empty(double low[3], double high[3])
{
    for (int d = 0; d < 3; d++)
        low[d] = HUGE_VAL, high[d] = -HUGE_VAL;
}

/* Boxes, areas and normals of all patches in one walk over the faces. A polygon is a fan of triangles about its first
 * node: good enough for a table and a choice of views, where geometry.c splits about the mean. */
static void measure_patches(struct patch_pages *p)
{
    const struct mesh *m = p->m;
    MEM_NEW_ZERO(p->patch, m->n_patches);
    for (int b = 0; b < m->n_patches; b++)
        empty(p->patch[b].low, p->patch[b].high);
    for (int64_t face = 0; face < m->n_faces; face++) {
        int b = patch_of(m, face);
        if (b < 0)
            continue;
        int64_t n = m->face_node_offset[face + 1] - m->face_node_offset[face];
        double x[3][3], area[3] = {0};
        /* x holds the first node of the fan, the node before and this one. */
        corner_of(m, face, 0, x[0]);
        for (int64_t k = 0; k < n; k++) {
            corner_of(m, face, k, x[2]);
            widen(p->patch[b].low, p->patch[b].high, x[2]);
            if (k >= 2)
                add_area(x[0], x[1], x[2], area);
            memcpy(x[1], x[2], sizeof x[1]);
        }
        p->patch[b].area += sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
        for (int d = 0; d < 3; d++)
            /* Magnitudes: the normals of a closed body would cancel. */
            p->patch[b].normal[d] += fabs(area[d]);
    }
}

/* -infinity of an empty box, so that it is never too long. */
static double longest(const double low[3], const double high[3])
{
    return fmax(high[0] - low[0], fmax(high[1] - low[1], high[2] - low[2]));
}

/* A far field would hide all that is inside of it. Where every patch is that long, as in a channel, all are shown. */
static void choose_shown(struct patch_pages *p)
{
    double low[3], high[3];
    bool any = false;
    empty(low, high);
    for (int b = 0; b < p->m->n_patches; b++)
        if (p->patch[b].area > 0) {
            widen(low, high, p->patch[b].low);
            widen(low, high, p->patch[b].high);
        }
    for (int b = 0; b < p->m->n_patches; b++) {
        struct patch_box *q = &p->patch[b];
        q->shown = q->area > 0 && longest(q->low, q->high) < OUTER * longest(low, high);
        any = any || q->shown;
    }
    /* Second walk: the box of what is shown alone, which the views are fitted to. */
    empty(p->low, p->high);
    for (int b = 0; b < p->m->n_patches; b++) {
        struct patch_box *q = &p->patch[b];
        q->shown = any ? q->shown : q->area > 0;
        if (q->shown) {
            widen(p->low, p->high, q->low);
            widen(p->low, p->high, q->high);
        }
    }
}

/* The span is the axis that the symmetry planes are normal to, y or z, and up the other one.
 * Without symmetry planes z is up, the commoner of the two. */
static void choose_up(const struct patch_pages *p, double up[3])
{
    double normal[3] = {0};
    for (int b = 0; b < p->m->n_patches; b++)
        for (int d = 0; d < 3; d++)
            normal[d] += p->m->patch[b].kind == BC_SYMMETRY ? p->patch[b].normal[d] : 0;
    bool z_is_span = normal[2] > normal[1];
    up[0] = 0;
    up[1] = z_is_span;
    up[2] = !z_is_span;
}

/* ---- the page ---- */

/* Names from the file must not be read as markup; control characters, and bytes that are not UTF-8, would not be
 * allowed in the page at all. */
static void write_text(FILE *f, const char *text)
{
    for (int n; *text; text += n == 0 ? 1 : n) {
        n = printable_bytes(text);
        if (strchr("<>&\"", *text))
            fprintf(f, "&#%d;", *text);
        else if (n == 0)
            fputc('?', f);
        else
            fwrite(text, 1, (size_t)n, f);
    }
}

static void begin_page(FILE *f, const char *title)
{
    fprintf(f, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
               "content=\"width=device-width, initial-scale=1\">\n<title>Patches of ");
    write_text(f, title);
    fprintf(
        f, "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n"
           "body{margin:0 auto;max-width:62rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:#1d2733;"
           "background:#f4f6f8}\nh1{font-size:1.5rem;overflow-wrap:anywhere}\n"
           ".views{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(19rem,100%%),1fr));gap:.6rem}\n"
           "figure{margin:0;background:#fff;border:1px solid #d8dee6;border-radius:6px;padding:.4rem}\n"
           "img{display:block;width:100%%;height:auto;cursor:crosshair}figcaption{font-size:.85rem;color:#4a5868}\n"
           "output{float:right;font-weight:600;color:#1d2733}\n"
           ".scroll{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;background:#fff;width:100%%}\n"
           "td,th{padding:.28rem .7rem;text-align:left;border-bottom:1px solid #eceff3}"
           "td.n,th.n{text-align:right}\ni{display:inline-block;width:1rem;height:1rem;border:1px solid #888;"
           "vertical-align:-.15rem}\n.none{color:#b34700;font-weight:600}\n</style>\n</head>\n<body>\n<h1>Patches of ");
    write_text(f, title);
    fprintf(f, "</h1>\n");
}

static void write_table(FILE *f, const struct patch_pages *p)
{
    fprintf(f, "<div class=\"scroll\"><table>\n<tr><th></th><th>patch</th><th>kind</th><th class=\"n\">faces</th>"
               "<th class=\"n\">area, m<sup>2</sup></th><th>x, y, z (m)</th></tr>\n");
    for (int b = 0; b < p->m->n_patches; b++) {
        const struct patch_box *q = &p->patch[b];
        const struct mesh_patch *patch = &p->m->patch[b];
        const uint8_t *c = colour[b % N_COLOURS];
        fprintf(f, "<tr><td>");
        if (q->shown)
            fprintf(f, "<i style=\"background:#%02x%02x%02x\"></i>", c[0], c[1], c[2]);
        fprintf(f, "</td><th>");
        write_text(f, patch->name);
        if (patch->kind == BC_NONE)
            fprintf(f, "</th><td class=\"none\">none yet: [patches] of the case file");
        else
            fprintf(f, "</th><td>%s", bc_kind_name(patch->kind));
        fprintf(f, "</td><td class=\"n\">%lld</td><td class=\"n\">%.6g</td><td>", (long long)patch->n_faces, q->area);
        /* A plane at 1e-17 is printed as one at 0. */
        double rounding = 1e-9 * longest(q->low, q->high);
        for (int d = 0; q->area > 0 && d < 3; d++)
            fprintf(f, "%s%.4g .. %.4g", d > 0 ? ", " : "", fabs(q->low[d]) > rounding ? q->low[d] : 0,
                    fabs(q->high[d]) > rounding ? q->high[d] : 0);
        fprintf(f, "</td></tr>\n");
    }
    /* Rows are in the order of the mesh's patches: level - 1 finds its name in write_script(). */
    fprintf(f, "</table></div>\n"
               "<p>Patches without a colour are not drawn, since they extend over the whole mesh.</p>\n");
}

/* Every pixel keeps a level beside its colour: 1 + the patch's number, 255 for all from the 255th on, since a level is
 * a byte.
 * One shade for the whole triangle: x is [3][3], its corners. */
static void draw(const struct patch_pages *p, const struct wall_view *v, struct picture *picture)
{
    const struct mesh *m = p->m;
    picture_begin(v->width, v->height, picture);
    for (int64_t face = 0; face < m->n_faces; face++) {
        int b = patch_of(m, face);
        int64_t n = m->face_node_offset[face + 1] - m->face_node_offset[face];
        for (int64_t k = 1; b >= 0 && p->patch[b].shown && k + 1 < n; k++) {
            double x[3][3];
            struct picture_point corner[3];
            for (int c = 0; c < 3; c++) {
                corner_of(m, face, c == 0 ? 0 : k + c - 1, x[c]);
                wall_view_project(v, x[c], &corner[c]);
                corner[c].value = 0;
            }
            uint8_t level = (uint8_t)(1 + (b < MOST_LEVELS - 1 ? b : MOST_LEVELS - 1));
            picture_triangle_plain(picture, corner, colour[b % N_COLOURS], level, wall_view_shade(v, x[0]));
        }
    }
}

/* Writes one byte for every third pixel: 0, or 1 + the patch's number. */
static void write_levels(FILE *f, const struct picture *picture)
{
    int columns = picture->width / HOVER_STEP, rows = picture->height / HOVER_STEP;
    uint8_t *level;
    MEM_NEW(level, (size_t)columns * (size_t)rows);
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++)
            level[j * columns + i] =
                /* The middle pixel of three by three. */
                picture->level[(size_t)(j * HOVER_STEP + 1) * (size_t)picture->width + (size_t)(i * HOVER_STEP + 1)];
    fprintf(f, "<figure data-columns=\"%d\" data-rows=\"%d\" data-levels=\"", columns, rows);
    picture_base64(f, level, (size_t)columns * (size_t)rows);
    mem_free(level);
}

/* Pixels of each patch, count[m->n_patches]; those of a level that patches share count for each of them. */
static void count_pixels(const struct patch_pages *p, const struct picture *picture, int64_t *count)
{
    memset(count, 0, (size_t)p->m->n_patches * sizeof *count);
    for (int64_t i = 0; i < (int64_t)picture->width * picture->height; i++)
        if (picture->level[i] > 0)
            count[picture->level[i] - 1]++;
    for (int b = MOST_LEVELS; b < p->m->n_patches; b++)
        count[b] = count[MOST_LEVELS - 1];
}

static void write_view(FILE *f, struct patch_pages *p, const struct wall_view *v, const char *name)
{
    struct picture picture;
    int64_t *count;
    size_t n;
    MEM_NEW(count, p->m->n_patches);
    draw(p, v, &picture);
    write_levels(f, &picture);
    uint8_t *png = picture_png(&picture, &n);
    fprintf(f, "\"><img alt=\"%s\" src=\"data:image/png;base64,", name);
    picture_base64(f, png, n);
    fprintf(f, "\"><figcaption>%s <output></output></figcaption></figure>\n", name);
    count_pixels(p, &picture, count);
    for (int b = 0; b < p->m->n_patches; b++)
        p->patch[b].seen = p->patch[b].seen || count[b] >= SEEN;
    mem_free(count);
    mem_free(png);
    picture_free(&picture);
}

/* How many patches that were not seen so far a further view shows. */
static int newly_seen(const struct patch_pages *p, const struct wall_view *v, int64_t *count)
{
    struct picture picture;
    int n = 0;
    draw(p, v, &picture);
    count_pixels(p, &picture, count);
    picture_free(&picture);
    for (int b = 0; b < p->m->n_patches; b++)
        n += p->patch[b].shown && !p->patch[b].seen && count[b] >= SEEN_IN_TRIAL;
    return n;
}

static bool any_unseen(const struct patch_pages *p)
{
    for (int b = 0; b < p->m->n_patches; b++)
        if (p->patch[b].shown && !p->patch[b].seen)
            return true;
    return false;
}

/* One after another the views that show most of what the others hide, such as a fan face within an intake. */
static void write_further_views(FILE *f, struct patch_pages *p, const double up[3], const double stream[3])
{
    int64_t *count;
    MEM_NEW(count, p->m->n_patches);
    for (int turn = 0; turn < N_FURTHER_VIEWS && any_unseen(p); turn++) {
        struct wall_view v;
        int best = -1, most = 0;
        for (int k = 0; k < N_FURTHER_VIEWS; k++) {
            wall_view_choose_further(up, stream, p->low, p->high, k, TRIAL, TRIAL, &v);
            int n = newly_seen(p, &v, count);
            best = n > most ? k : best;
            most = n > most ? n : most;
        }
        if (best < 0)
            break;
        wall_view_choose_further(up, stream, p->low, p->high, best, WIDTH, MAX_HEIGHT, &v);
        write_view(f, p, &v, v.name);
    }
    mem_free(count);
}

/* What no view from outside shows, since it is enclosed or too small: by itself, as large as the picture. */
static void write_hidden(FILE *f, struct patch_pages *p, const double up[3], const double stream[3])
{
    struct wall_view v;
    if (!any_unseen(p))
        return;
    empty(p->low, p->high);
    for (int b = 0; b < p->m->n_patches; b++) {
        struct patch_box *q = &p->patch[b];
        q->shown = q->shown && !q->seen;
        if (q->shown) {
            widen(p->low, p->high, q->low);
            widen(p->low, p->high, q->high);
        }
    }
    wall_view_choose(up, stream, p->low, p->high, 2, WIDTH, MAX_HEIGHT, &v);
    write_view(f, p, &v, "What is hidden or too small in the others, drawn alone");
}

static void write_views(FILE *f, struct patch_pages *p)
{
    /* The mesh does not know its free stream; x is the usual direction. */
    const double stream[3] = {1, 0, 0};
    double up[3];
    bool *shown;
    choose_up(p, up);
    MEM_NEW(shown, p->m->n_patches);
    for (int b = 0; b < p->m->n_patches; b++)
        shown[b] = p->patch[b].shown;
    for (int k = 0; k < N_WALL_VIEWS; k++) {
        struct wall_view v;
        wall_view_choose(up, stream, p->low, p->high, k, WIDTH, MAX_HEIGHT, &v);
        write_view(f, p, &v, v.name);
    }
    write_further_views(f, p, up, stream);
    write_hidden(f, p, up, stream);
    for (int b = 0; b < p->m->n_patches; b++)
        p->patch[b].shown = shown[b]; /* for the table */
    mem_free(shown);
}

/* The name of the patch under the pointer. */
static void write_script(FILE *f, const struct mesh *m)
{
    fprintf(
        f,
        "<script>\nconst names=[...document.querySelectorAll('tr th:nth-child(2)')].slice(1).map(t=>t.textContent);\n"
        "for(const g of document.querySelectorAll('figure')){\n"
        "  const d=g.dataset,b=atob(d.levels),o=g.querySelector('output'),i=g.querySelector('img');\n"
        "  const show=e=>{const r=i.getBoundingClientRect();\n"
        "    const x=Math.floor((e.clientX-r.left)/r.width*d.columns);\n"
        "    const y=Math.floor((e.clientY-r.top)/r.height*d.rows);\n"
        "    const l=x>=0&&y>=0&&x<d.columns&&y<d.rows?b.charCodeAt(y*d.columns+x):0;\n"
        "    o.textContent=l?%s:'';};\n"
        "  i.addEventListener('pointermove',show);i.addEventListener('pointerdown',show);\n}\n</script>\n",
        m->n_patches < MOST_LEVELS ? "names[l-1]" : "l<255?names[l-1]:'one of the last patches'");
}

/* One pass over the faces for the measures, one for each view and, where the first three hide patches, for each that is
 * tried out. Nothing but the page is left behind, by way of a
 * temporary name; the arrays are freed in every case. */
int patch_picture_write(const char *path, const char *title, const struct mesh *m)
{
    struct patch_pages p = {.m = m};
    struct out_file out;
    TRY(out_file_open(path, &out));
    measure_patches(&p);
    choose_shown(&p);
    begin_page(out.file, text_base_name(title));
    /* As in the report: faces of periodic pairs are none of the flow's boundary. */
    fprintf(out.file, "<p>%lld cells, %lld boundary faces.</p>\n<div class=\"views\">\n", (long long)m->n_cells,
            (long long)(m->n_boundary - 2 * m->periodic.n_pairs));
    if (longest(p.low, p.high) > 0)
        write_views(out.file, &p);
    fprintf(out.file, "</div>\n");
    write_table(out.file, &p);
    write_script(out.file, m);
    fprintf(out.file, "</body>\n</html>\n");
    mem_free(p.patch);
    return out_file_finish(&out, 0);
}
