/* vtk_write.c: the XML of a .vtu, whose arrays follow it as compressed blocks; offsets are filled in afterwards. */
#include "viewers/vtk_write.h"

#include "element.h"
#include "error.h"
#include "mem.h"
#include "printable.h"
#include "text.h"

#include <string.h>
#include <zlib.h>

/* Bytes per compressed block, and blocks compressed at a time.
 * 1 MB: small enough for a reader to unpack only what it needs, large enough that zlib's window (32 kB) is no
 * matter. */
enum { BLOCK = 1 << 20, BATCH = 16 };

/* Room for an offset in the XML text, filled in when it is known. */
enum { OFFSET_WIDTH = 24 };

static const char *const type_name[] = {"UInt8", "Int32", "Int64", "Float64"};
static const size_t type_size[] = {1, 4, 8, 8};

enum { MAX_ARRAYS = 80 };

/* ---- one array as a stream of values ---------------------------------------------- */

/* Writes items begin .. begin + n - 1 of an array into out; n_components apart. */
struct stream {
    enum grid_type type;
    int n_components;
    int64_t n_items;
    const void *component[3];
    const uint8_t *table; /* maps UINT8 values; NULL: as they are */
};

static void stream_read(const struct stream *s, int64_t begin, int64_t n, unsigned char *out)
{
    size_t size = type_size[s->type];
    if (s->table) {
        const uint8_t *in = s->component[0];
        for (int64_t i = 0; i < n; i++)
            /* Types of ours become VTK's while they are written: no second array. */
            out[i] = s->table[in[begin + i]];
        return;
    }
    if (s->n_components == 1) {
        memcpy(out, (const char *)s->component[0] + (size_t)begin * size, (size_t)n * size);
        return;
    }
    for (int c = 0; c < s->n_components; c++)
        for (int64_t i = 0; i < n; i++)
            memcpy(out + (size_t)(i * s->n_components + c) * size,
                   (const char *)s->component[c] + (size_t)(begin + i) * size, size);
}

/* ---- compressed blocks --------------------------------------------------------------- */

struct blocks {
    int64_t n_blocks, items_per_block, last_items; /* last_items: of the last block */
    uint64_t *size;                                /* [n_blocks] compressed bytes */
    unsigned char *raw, *packed;                   /* [BATCH] blocks each */
    size_t packed_room;
};

/* The blocks of a batch are compressed side by side and written in order, so that the file does not depend on
 * threads. Z_BEST_SPEED is zlib's fastest level. */
static int compress_batch(const struct stream *s, struct blocks *b, int64_t first, int n)
{
    size_t item = type_size[s->type] * (size_t)s->n_components;
    int bad = 0;
#pragma omp parallel for schedule(dynamic) reduction(| : bad)
    for (int k = 0; k < n; k++) {
        int64_t block = first + k;
        int64_t items = block == b->n_blocks - 1 ? b->last_items : b->items_per_block;
        unsigned char *raw = b->raw + (size_t)k * BLOCK;
        stream_read(s, block * b->items_per_block, items, raw);
        uLongf size = (uLongf)b->packed_room;
        bad |= compress2(b->packed + (size_t)k * b->packed_room, &size, raw, (uLong)((size_t)items * item),
                         Z_BEST_SPEED) != Z_OK;
        b->size[block] = size;
    }
    return bad;
}

/* [number of blocks][bytes of a block][bytes of a partial last one, or 0][compressed
 * bytes of each], then the blocks. */
static int write_blocks(FILE *f, const struct stream *s, struct blocks *b)
{
    size_t item = type_size[s->type] * (size_t)s->n_components;
    uint64_t head[3] = {(uint64_t)b->n_blocks, (uint64_t)b->items_per_block * item,
                        b->last_items == b->items_per_block ? 0 : (uint64_t)b->last_items * item};
    fwrite(head, sizeof *head, 3, f);
    /* The compressed sizes stand in front of the blocks and are known behind them: zeros first, filled in later. */
    off_t sizes_at = ftello(f);
    memset(b->size, 0, (size_t)b->n_blocks * sizeof *b->size);
    fwrite(b->size, sizeof *b->size, (size_t)b->n_blocks, f);
    for (int64_t first = 0; first < b->n_blocks; first += BATCH) {
        int n = b->n_blocks - first < BATCH ? (int)(b->n_blocks - first) : BATCH;
        if (compress_batch(s, b, first, n))
            return error_set("zlib cannot compress a block of an array to view; is the machine out of memory?");
        for (int k = 0; k < n; k++)
            fwrite(b->packed + (size_t)k * b->packed_room, 1, b->size[first + k], f);
    }
    off_t end = ftello(f);
    fseeko(f, sizes_at, SEEK_SET);
    fwrite(b->size, sizeof *b->size, (size_t)b->n_blocks, f);
    fseeko(f, end, SEEK_SET);
    return 0;
}

/* Nothing but one batch of blocks is held in memory, however long the array is. */
static int write_stream(FILE *f, const struct stream *s)
{
    size_t item = type_size[s->type] * (size_t)s->n_components;
    struct blocks b;
    b.items_per_block = (int64_t)(BLOCK / item);
    b.n_blocks = (s->n_items + b.items_per_block - 1) / b.items_per_block;
    b.last_items = s->n_items - (b.n_blocks - 1) * b.items_per_block;
    if (b.n_blocks == 0) {
        uint64_t none[3] = {0, 0, 0};
        fwrite(none, sizeof *none, 3, f);
        return 0;
    }
    b.packed_room = compressBound(BLOCK);
    int64_t at_once = b.n_blocks < BATCH ? b.n_blocks : BATCH;
    MEM_NEW(b.size, b.n_blocks);
    MEM_NEW(b.raw, at_once * BLOCK);
    MEM_NEW(b.packed, (size_t)at_once * b.packed_room);
    int status = write_blocks(f, s, &b);
    mem_free(b.size);
    mem_free(b.raw);
    mem_free(b.packed);
    return status;
}

/* ---- the XML text ----------------------------------------------------------------------- */

/* The arrays of a file in order, with the places of their offsets. */
struct plan {
    int n;
    struct stream stream[MAX_ARRAYS];
    off_t offset_at[MAX_ARRAYS];
};

int vtk_check_name(const char *path)
{
    const char *s = text_base_name(path);
    uint32_t c;
    for (int n; (n = printable_character(s, &c)) != 0; s += n) {
        if (n < 0 || (c < ' ' && !strchr("\t\n\r", (int)c)))
            return error_set("%s: the name holds bytes that XML cannot hold, which must name the files; give the "
                             "output another name", path);
    }
    return 0;
}

/* The characters that XML gives a meaning in texts and attributes, where a line end would become a blank. */
void vtk_write_text(FILE *f, const char *text)
{
    static const struct {
        char character;
        const char *escape;
    } row[] = {{'<', "&lt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\t', "&#9;"}, {'\n', "&#10;"}, {'\r', "&#13;"}};
    for (; *text; text++) {
        const char *escape = NULL;
        for (size_t k = 0; k < sizeof row / sizeof *row; k++)
            escape = row[k].character == *text ? row[k].escape : escape;
        if (escape)
            fputs(escape, f);
        else
            fputc(*text, f);
    }
}

static void begin_array(FILE *f, const char *tag, const char *name, enum grid_type type, int n_components)
{
    fprintf(f, "<%s type=\"%s\" Name=\"", tag, type_name[type]);
    vtk_write_text(f, name);
    fprintf(f, "\" NumberOfComponents=\"%d\"", n_components);
}

/* Leaves room for the offset, which is known when the array is written behind the XML (write_appended()). */
static void plan_array(FILE *f, struct plan *p, const char *name, const struct stream *s)
{
    begin_array(f, "DataArray", name, s->type, s->n_components);
    fprintf(f, " format=\"appended\" offset=");
    p->offset_at[p->n] = ftello(f);
    p->stream[p->n++] = *s;
    fprintf(f, "%*s/>\n", OFFSET_WIDTH, "");
}

static void plan_column(FILE *f, struct plan *p, const char *name, int64_t n, const int64_t *values)
{
    struct stream s = {.type = GRID_INT64, .n_components = 1, .n_items = n, .component = {values}};
    plan_array(f, p, name, &s);
}

/* header_type UInt64: block sizes beyond 4 GB. Appended data are binary, so that the file is XML only up to
 * them. */
static void begin_file(FILE *f, const char *type)
{
    fprintf(f, "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" byte_order=\"LittleEndian\" "
               "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n", type);
}

/* ---- polyhedra ---------------------------------------------------------------------------- */

/* VTK's face streams: for each polyhedron its number of faces, then for each face
 * its number of nodes and the nodes; -1 as the end for other cells. */
struct face_stream {
    int64_t n;
    int64_t *value; /* [n] */
    int64_t *end;   /* [n_cells] */
};

/*    value: n_faces | n_nodes v v v | n_nodes v v v v | ...      end[cell]: behind its last entry */
static void face_stream_make(const struct grid_view *g, struct face_stream *s)
{
    struct grid_faces f;
    grid_faces_make(g, &f);
    MEM_NEW(s->end, g->n_cells);
    MEM_NEW(s->value, g->n_cells + f.n + f.offset[f.n]);
    s->n = 0;
    for (int64_t i = 0; i < g->n_cells; i++) {
        s->end[i] = -1;
        if (g->type[i] != ELEMENT_POLYHEDRON)
            continue;
        s->value[s->n++] = f.cell_offset[i + 1] - f.cell_offset[i];
        for (int64_t k = f.cell_offset[i]; k < f.cell_offset[i + 1]; k++) {
            s->value[s->n++] = f.offset[k + 1] - f.offset[k];
            for (int64_t m = f.offset[k]; m < f.offset[k + 1]; m++)
                s->value[s->n++] = f.node[m];
        }
        s->end[i] = s->n;
    }
    grid_faces_free(&f);
}

/* ---- pieces and their index ------------------------------------------------------------------ */

uint8_t vtk_face_type(int64_t n_nodes)
{
    return n_nodes == 2 ? 3 : n_nodes == 3 ? 5 : n_nodes == 4 ? 9 : 7; /* line, triangle, quad, polygon */
}

/* VTK's cell types: those of elements by table; faces by their number of nodes.
 * g->type: elements of a volume. Faces (g->type NULL) get a type each from their number of nodes; *own is the
 * caller's to free. */
static const uint8_t *cell_types(const struct grid_view *g, uint8_t table[256], uint8_t **own)
{
    *own = NULL;
    memset(table, 0, 256);
    if (g->type) {
        for (int t = 0; t < ELEMENT_N_TYPES; t++)
            table[t] = (uint8_t)element_info(t)->vtk_type;
        return g->type;
    }
    for (int t = 0; t < 256; t++)
        table[t] = (uint8_t)t;
    *own = mem_alloc("cell types to view", (size_t)g->n_cells, 1);
    for (int64_t i = 0; i < g->n_cells; i++)
        (*own)[i] = vtk_face_type(g->offset[i + 1] - g->offset[i]);
    return *own;
}

/* Each offset counts from the byte behind the underscore, as VTK has it. */
static int write_appended(FILE *f, const struct plan *p)
{
    fprintf(f, "<AppendedData encoding=\"raw\">\n_");
    off_t base = ftello(f);
    for (int i = 0; i < p->n; i++) {
        off_t begin = ftello(f);
        fseeko(f, p->offset_at[i], SEEK_SET);
        fprintf(f, "\"%" PRId64 "\"", (int64_t)(begin - base));
        fseeko(f, begin, SEEK_SET);
        TRY(write_stream(f, &p->stream[i]));
    }
    fprintf(f, "\n</AppendedData>\n</VTKFile>\n");
    return 0;
}

static void plan_cells(FILE *f, struct plan *p, const struct grid_view *g, const uint8_t *types, const uint8_t *table,
                       const struct face_stream *faces)
{
    fprintf(f, "<Cells>\n");
    plan_column(f, p, "connectivity", g->offset[g->n_cells], g->node);
    plan_column(f, p, "offsets", g->n_cells, g->offset + 1);
    struct stream s = {.type = GRID_UINT8, .n_components = 1, .n_items = g->n_cells, .component = {types},
                       .table = table};
    plan_array(f, p, "types", &s);
    if (faces->value) {
        plan_column(f, p, "faces", faces->n, faces->value);
        plan_column(f, p, "faceoffsets", g->n_cells, faces->end);
    }
    fprintf(f, "</Cells>\n");
}

static void plan_values(FILE *f, struct plan *p, const char *tag, int64_t n_items, int n_arrays,
                        const struct grid_array *array)
{
    fprintf(f, "<%s>\n", tag);
    for (int i = 0; i < n_arrays; i++) {
        const struct grid_array *a = &array[i];
        struct stream s = {.type = a->type, .n_components = a->n_components, .n_items = n_items,
                           .component = {a->component[0], a->component[1], a->component[2]}};
        plan_array(f, p, a->name, &s);
    }
    fprintf(f, "</%s>\n", tag);
}

/* Field data: numbers, and strings as the codes of their characters, each ended by 0. */
static void write_facts(FILE *f, const struct grid_facts *facts)
{
    if (!facts)
        return;
    fprintf(f, "<FieldData>\n");
    for (int i = 0; i < facts->n; i++)
        fprintf(f, "<DataArray type=\"Float64\" Name=\"%s\" NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n",
                facts->item[i].name, facts->item[i].value);
    if (facts->n_names > 0)
        fprintf(f, "<Array type=\"String\" Name=\"%s\" NumberOfTuples=\"%d\" format=\"ascii\">", facts->names_title,
                facts->n_names);
    for (int i = 0; i < facts->n_names; i++) {
        for (const char *c = facts->names[i]; *c; c++)
            fprintf(f, "%d ", (unsigned char)*c);
        fprintf(f, "0%s", i + 1 < facts->n_names ? " " : "</Array>\n");
    }
    fprintf(f, "</FieldData>\n");
}

static int write_piece(FILE *f, const struct grid_view *g, const uint8_t *types, const uint8_t *table,
                       const struct face_stream *faces)
{
    struct plan p = {.n = 0};
    begin_file(f, "UnstructuredGrid");
    fprintf(f, "<UnstructuredGrid>\n");
    write_facts(f, g->facts);
    fprintf(f, "<Piece NumberOfPoints=\"%" PRId64 "\" NumberOfCells=\"%" PRId64 "\">\n<Points>\n", g->n_points,
            g->n_cells);
    /* The arrays stay the caller's; a stream only says where they are. */
    struct stream points = {.type = GRID_DOUBLE, .n_components = 3, .n_items = g->n_points,
                            .component = {g->x[0], g->x[1], g->x[2]}};
    plan_array(f, &p, "Points", &points);
    fprintf(f, "</Points>\n");
    plan_cells(f, &p, g, types, table, faces);
    plan_values(f, &p, "PointData", g->n_points, g->n_point_arrays, g->point_array);
    plan_values(f, &p, "CellData", g->n_cells, g->n_arrays, g->array);
    fprintf(f, "</Piece>\n</UnstructuredGrid>\n");
    return write_appended(f, &p);
}

/* - 8: points, connectivity, offsets, types and those of polyhedra are arrays, too. */
int vtk_write_piece(FILE *f, const struct grid_view *g)
{
    int n_arrays = g->n_arrays + g->n_point_arrays;
    if (n_arrays > MAX_ARRAYS - 8)
        return error_set("%d arrays are too many for a VTK file; at most %d can be written", n_arrays, MAX_ARRAYS - 8);
    uint8_t table[256], *own;
    const uint8_t *types = cell_types(g, table, &own);
    struct face_stream faces = {0, NULL, NULL};
    if (g->type && g->n_faces > 0)
        face_stream_make(g, &faces);
    int status = write_piece(f, g, types, table, &faces);
    mem_free(faces.value);
    mem_free(faces.end);
    mem_free(own);
    return status;
}

/* The index repeats what each piece has, without values: readers plan by it before they open a piece. */
static void declare_values(FILE *f, const char *tag, int n_arrays, const struct grid_array *array)
{
    fprintf(f, "<%s>\n", tag);
    for (int i = 0; i < n_arrays; i++) {
        begin_array(f, "PDataArray", array[i].name, array[i].type, array[i].n_components);
        fprintf(f, "/>\n");
    }
    fprintf(f, "</%s>\n", tag);
}

/* A comment of XML may not contain two hyphens in a row; it may hold the name of a folder. */
int vtk_write_index(FILE *f, const struct grid_view *g, int n, const char *const *piece, const char *comment)
{
    begin_file(f, "PUnstructuredGrid");
    char *clean = text_format("%s", comment);
    printable_clean(clean);
    fprintf(f, "<!-- ");
    for (const char *c = clean; *c; c++)
        fputc(*c == '-' && c[1] == '-' ? ' ' : *c, f);
    mem_free(clean);
    fprintf(f, " -->\n<PUnstructuredGrid GhostLevel=\"0\">\n");
    write_facts(f, g->facts);
    fprintf(f, "<PPoints>\n");
    begin_array(f, "PDataArray", "Points", GRID_DOUBLE, 3);
    fprintf(f, "/>\n</PPoints>\n");
    declare_values(f, "PPointData", g->n_point_arrays, g->point_array);
    declare_values(f, "PCellData", g->n_arrays, g->array);
    for (int i = 0; i < n; i++) {
        fprintf(f, "<Piece Source=\"");
        vtk_write_text(f, piece[i]);
        fprintf(f, "\"/>\n");
    }
    fprintf(f, "</PUnstructuredGrid>\n</VTKFile>\n");
    return 0;
}
