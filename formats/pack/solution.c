/* solution.c: fields and checkpoints of a run, one file a rank, and the name of the newest. */
#include "pack/solution.h"

#include "error.h"
#include "h5/h5_io.h"
#include "mem.h"
#include "out_file.h"
#include "pack/pack.h"
#include "text.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The file, in order:
 *
 *   /            attributes: format, version, pack_id, packs, rank, n_ranks,
 *                iteration, time, n_fields, n_boundary_fields, n_extra, header_crc32; single: fields are floats,
 *                else not there
 *   reference    attributes: one per member of struct solution_reference
 *   cell         global_id, names, units, field/NAME
 *   boundary     global_id, names, units, field/NAME
 *   extra        names, value/NAME
 *
 * Arrays bring their own CRC; header_crc32 is that of all attributes together,
 * so that a flipped bit in the iteration number is noticed too. */

static const char format_name[] = "ufv-solution", single_name[] = "single";
static const char advice[] = "use an older fields folder or run ufv-solve again";

/* The members before rotor are doubles without gaps, which header_crc() takes as one array. */
#define N_REFERENCE ((int)(offsetof(struct solution_reference, rotor) / sizeof(double)))

struct reference_row {
    const char *name;
    size_t offset;
    int n; /* numbers */
};

#define ROW(member, n) {#member, offsetof(struct solution_reference, member), n}
static const struct reference_row reference_rows[] = {
    ROW(gamma, 1),     ROW(gas_constant, 1), ROW(density, 1),   ROW(velocity, 3),  ROW(pressure, 1),
    ROW(mach, 1),      ROW(alpha, 1),        ROW(beta, 1),      ROW(area, 1),      ROW(length, 1),
    ROW(span, 1),      ROW(centre, 3),       ROW(drag_axis, 3), ROW(lift_axis, 3), ROW(side_axis, 3),
};
#define ROTOR_ROW(member, n) {"rotor_" #member, offsetof(struct solution_reference, rotor.member), n}
/* Attributes that a file has where the frame turns. */
static const struct reference_row rotor_rows[] = {
    ROTOR_ROW(rotation, 3), ROTOR_ROW(centre, 3), ROTOR_ROW(radius, 1), ROTOR_ROW(sectors, 1),
};
#undef ROTOR_ROW
#undef ROW
enum {
    N_REFERENCE_ROWS = sizeof reference_rows / sizeof *reference_rows,
    N_ROTOR_ROWS = sizeof rotor_rows / sizeof *rotor_rows
};

/* A row names its member's place; the numbers there. */
static double *reference_value(struct solution_reference *r, const struct reference_row *row)
{
    return (double *)(void *)((char *)r + row->offset);
}

/* mem_free() it.
 * Five digits: as packs' names, up to 100,000 ranks in the order of their numbers. */
static char *rank_path(const char *folder, int64_t rank)
{
    return text_format("%s/rank-%05" PRId64 ".h5", folder, rank);
}

double *solution_add_extra(struct solution *s, const char *name, int64_t n)
{
    s->extra = mem_grow("table of extras", s->extra, (size_t)s->n_extra + 1, sizeof *s->extra);
    struct solution_extra *e = &s->extra[s->n_extra++];
    text_copy(e->name, sizeof e->name, name);
    e->n = n;
    e->value = mem_alloc("extra values", (size_t)n, sizeof *e->value);
    return e->value;
}

const struct solution_extra *solution_find_extra(const struct solution *s, const char *name)
{
    for (int k = 0; k < s->n_extra; k++)
        if (strcmp(s->extra[k].name, name) == 0)
            return &s->extra[k];
    return NULL;
}

const double *solution_extra_values(const struct solution *s, const char *name, int64_t n)
{
    const struct solution_extra *e = solution_find_extra(s, name);
    return e && e->n == n ? e->value : NULL;
}

/* By a rename (out_file.h), so that a reader sees the old name or the new one. */
int solution_set_latest(const char *results, const char *folder_name)
{
    char *path = text_join_path(results, "latest");
    struct out_file o;
    int status = out_file_open(path, &o);
    if (status == 0) {
        fprintf(o.file, "%s\n", folder_name);
        status = out_file_finish(&o, 0);
    }
    mem_free(path);
    return status;
}

/* ---- the header ------------------------------------------------------------ */

/* Everything the attributes say, packed without gaps for its checksum. */
struct header {
    int64_t rank, n_ranks, iteration, n_fields, n_boundary_fields, n_extra;
    double time;
    double reference[N_REFERENCE];
    char pack_id[NAME_SIZE];
    char packs[1024];
};
_Static_assert(sizeof(struct header) == 7 * 8 + 8 * N_REFERENCE + NAME_SIZE + 1024, "no gaps");

/* Attributes are read into the struct and packed again on reading: what differs in any bit gives another sum.
 * A reference without rotor gives the same sum as before rotors existed, so older files stay readable. */
static int64_t header_crc(const struct solution *s)
{
    struct header h;
    memset(&h, 0, sizeof h); /* the texts' tails too */
    h.rank = s->rank;
    h.n_ranks = s->n_ranks;
    h.iteration = s->iteration;
    h.n_fields = s->n_fields;
    h.n_boundary_fields = s->n_boundary_fields;
    h.n_extra = s->n_extra;
    h.time = s->time;
    memcpy(h.reference, &s->reference, sizeof h.reference);
    text_copy(h.pack_id, sizeof h.pack_id, s->pack_id);
    text_copy(h.packs, sizeof h.packs, s->packs);
    int64_t crc = h5_io_crc32(&h, sizeof h) ^ (s->single ? h5_io_crc32(single_name, sizeof single_name) : 0);
    return rotor_turns(&s->reference.rotor) ? crc ^ h5_io_crc32(&s->reference.rotor, sizeof s->reference.rotor) : crc;
}

/* By the same table, so that no member is written and not read. */
static int write_rows(struct h5_io *f, struct solution_reference *r, const struct reference_row *row, int n)
{
    for (int i = 0; i < n; i++)
        TRY(h5_io_set_doubles(f, "reference", row[i].name, row[i].n, reference_value(r, &row[i])));
    return 0;
}

static int read_rows(const struct h5_io *f, struct solution_reference *r, const struct reference_row *row, int n)
{
    for (int i = 0; i < n; i++)
        TRY(h5_io_get_doubles(f, "reference", row[i].name, row[i].n, reference_value(r, &row[i])));
    return 0;
}

/* What read_n() would refuse. */
static int check_numbers(const struct h5_io *f, const struct solution *s)
{
    if (s->n_fields > SOLUTION_MAX_FIELDS || s->n_boundary_fields > SOLUTION_MAX_FIELDS ||
        s->n_extra > SOLUTION_MAX_EXTRAS)
        return error_set("%s: cannot hold %d fields of cells, %d of faces and %d tables of numbers, at most %d, %d and "
                         "%d; please report this case", f->path, s->n_fields, s->n_boundary_fields, s->n_extra,
                         SOLUTION_MAX_FIELDS, SOLUTION_MAX_FIELDS, SOLUTION_MAX_EXTRAS);
    return 0;
}

/* Attributes have no checksum in HDF5; header_crc32 is the last that is written. */
static int write_header(struct h5_io *f, const struct solution *s)
{
    TRY(h5_io_set_text(f, "/", "format", format_name));
    TRY(h5_io_set_integer(f, "/", "version", SOLUTION_VERSION));
    TRY(h5_io_set_text(f, "/", "pack_id", s->pack_id));
    TRY(h5_io_set_text(f, "/", "packs", s->packs));
    TRY(h5_io_set_integer(f, "/", "rank", s->rank));
    TRY(h5_io_set_integer(f, "/", "n_ranks", s->n_ranks));
    TRY(h5_io_set_integer(f, "/", "iteration", s->iteration));
    TRY(h5_io_set_doubles(f, "/", "time", 1, &s->time));
    TRY(h5_io_set_integer(f, "/", "n_fields", s->n_fields));
    TRY(h5_io_set_integer(f, "/", "n_boundary_fields", s->n_boundary_fields));
    TRY(h5_io_set_integer(f, "/", "n_extra", s->n_extra));
    if (s->single)
        TRY(h5_io_set_integer(f, "/", single_name, 1));
    TRY(h5_io_make_group(f, "reference"));
    struct solution_reference r = s->reference;
    TRY(write_rows(f, &r, reference_rows, N_REFERENCE_ROWS));
    if (rotor_turns(&r.rotor))
        TRY(write_rows(f, &r, rotor_rows, N_ROTOR_ROWS));
    return h5_io_set_integer(f, "/", "header_crc32", header_crc(s));
}

/* Reads a number of fields or extras, which must lie in 0 .. most. */
static int read_n(const struct h5_io *f, const char *name, int most, int *n)
{
    int64_t value;
    TRY(h5_io_get_integer(f, "/", name, &value));
    if (value < 0 || value > most)
        return error_set("%s: attribute %s is %" PRId64 ", more than %d or negative: the file is damaged; %s",
                         f->path, name, value, most, advice);
    *n = (int)value;
    return 0;
}

/* Older versions are read, newer ones are not: what was added could change the meaning of what is known. */
static int check_format(const struct h5_io *f)
{
    char text[NAME_SIZE];
    int64_t version;
    if (!h5_io_has_attribute(f, "/", "format") || !h5_io_has_attribute(f, "/", "version"))
        return error_set("%s: not a fields file of ufv-solve; give a results folder", f->path);
    TRY(h5_io_get_text(f, "/", "format", sizeof text, text));
    if (strcmp(text, format_name) != 0)
        return error_set("%s: its format is \"%s\", not %s; give a results folder of ufv-solve", f->path, text,
                         format_name);
    TRY(h5_io_get_integer(f, "/", "version", &version));
    if (version > SOLUTION_VERSION)
        return error_set("%s: written by a newer ufv (fields version %" PRId64 ", this program reads up to %d); use "
                         "that ufv or a newer one", f->path, version, SOLUTION_VERSION);
    if (version < 1)
        return error_set("%s: fields version %" PRId64 " does not exist: the file is damaged; %s", f->path, version,
                         advice);
    return 0;
}

static int read_header(const struct h5_io *f, struct solution *s)
{
    TRY(check_format(f));
    TRY(h5_io_get_text(f, "/", "pack_id", sizeof s->pack_id, s->pack_id));
    TRY(h5_io_get_text(f, "/", "packs", sizeof s->packs, s->packs));
    TRY(h5_io_get_integer(f, "/", "rank", &s->rank));
    TRY(h5_io_get_integer(f, "/", "n_ranks", &s->n_ranks));
    TRY(h5_io_get_integer(f, "/", "iteration", &s->iteration));
    TRY(h5_io_get_doubles(f, "/", "time", 1, &s->time));
    TRY(read_n(f, "n_fields", SOLUTION_MAX_FIELDS, &s->n_fields));
    TRY(read_n(f, "n_boundary_fields", SOLUTION_MAX_FIELDS, &s->n_boundary_fields));
    TRY(read_n(f, "n_extra", SOLUTION_MAX_EXTRAS, &s->n_extra));
    s->single = h5_io_has_attribute(f, "/", single_name);
    TRY(read_rows(f, &s->reference, reference_rows, N_REFERENCE_ROWS));
    if (h5_io_has_attribute(f, "reference", rotor_rows[0].name))
        TRY(read_rows(f, &s->reference, rotor_rows, N_ROTOR_ROWS));
    int64_t crc;
    TRY(h5_io_get_integer(f, "/", "header_crc32", &crc));
    if (crc != header_crc(s))
        return error_set("%s: the attributes do not match their checksum: the file is damaged; %s", f->path, advice);
    if (s->rank < 0 || s->rank >= s->n_ranks || s->n_ranks > INT32_MAX)
        return error_set("%s: rank %" PRId64 " of %" PRId64 " makes no sense: the file is damaged; %s", f->path,
                         s->rank, s->n_ranks, advice);
    return 0;
}

/* ---- arrays ------------------------------------------------------------------ */

/* Names become paths in the file: neither a slash nor a leading dot. */
static int check_name(const struct h5_io *f, const char *name)
{
    if (name[0] == '\0' || name[0] == '.' || strchr(name, '/') || !memchr(name, '\0', NAME_SIZE))
        return error_set("%s: \"%.*s\" cannot be the name of a field", f->path, NAME_SIZE, name);
    return 0;
}

enum { UNIT_SIZE = sizeof((struct solution_field *)0)->unit };

/* Items of an array, which cannot be more than the file has bytes for: a damaged
 * size must not ask for all the machine's memory. */
static int read_count(const struct h5_io *f, const char *name, int64_t *n)
{
    TRY(h5_io_count(f, name, n));
    struct stat st;
    if (*n < 0 || stat(f->path, &st) != 0 || *n > (int64_t)st.st_size / (int64_t)sizeof(double))
        return error_set("%s: %s claims %" PRId64 " items, more than the file holds: it is damaged; %s", f->path, name,
                         *n, advice);
    return 0;
}

/* Values beyond float's range become infinite; frames are for looking at, checkpoints are never single. */
static int write_singly(struct h5_io *f, const char *path, int64_t n, const struct solution_field *field)
{
    float *value = mem_alloc("field in single precision", (size_t)n, sizeof *value);
    for (int64_t i = 0; i < n; i++)
        value[i] = (float)field->value[i];
    int status = h5_io_write(f, path, H5_IO_FLOAT, 1, n, value, field->unit);
    mem_free(value);
    return status;
}

/* The floats lie in the array's upper half and are widened from its bottom up. */
static int read_singly(const struct h5_io *f, const char *path, int64_t n, double *value)
{
    char *place = (char *)value + (size_t)n * (sizeof *value - sizeof(float));
    TRY(h5_io_read(f, path, H5_IO_FLOAT, 1, n, place));
    for (int64_t i = 0; i < n; i++) {
        float number;
        memcpy(&number, place + (size_t)i * sizeof number, sizeof number);
        value[i] = (double)number;
    }
    return 0;
}

/* names and units in arrays of fixed width keep the order of the fields, which HDF5 groups do not. */
static int write_fields(struct h5_io *f, const char *group, bool single, int64_t n, const gid *id, int n_fields,
                        const struct solution_field *field)
{
    char names[SOLUTION_MAX_FIELDS][NAME_SIZE] = {{0}}, units[SOLUTION_MAX_FIELDS][UNIT_SIZE] = {{0}};
    char path[2 * NAME_SIZE + 16];
    snprintf(path, sizeof path, "%s/global_id", group);
    TRY(h5_io_write(f, path, H5_IO_INT64, 1, n, id, NULL));
    for (int i = 0; i < n_fields; i++) {
        TRY(check_name(f, field[i].name));
        text_copy(names[i], NAME_SIZE, field[i].name);
        text_copy(units[i], UNIT_SIZE, field[i].unit);
        snprintf(path, sizeof path, "%s/field/%s", group, field[i].name);
        TRY(single ? write_singly(f, path, n, &field[i])
                   : h5_io_write(f, path, H5_IO_DOUBLE, 1, n, field[i].value, field[i].unit));
    }
    if (n_fields == 0)
        return 0;
    snprintf(path, sizeof path, "%s/names", group);
    TRY(h5_io_write_texts(f, path, n_fields, NAME_SIZE, names[0]));
    snprintf(path, sizeof path, "%s/units", group);
    return h5_io_write_texts(f, path, n_fields, UNIT_SIZE, units[0]);
}

static int read_fields(const struct h5_io *f, const char *group, bool single, int64_t *n, gid **id, int n_fields,
                       struct solution_field *field)
{
    char names[SOLUTION_MAX_FIELDS][NAME_SIZE], units[SOLUTION_MAX_FIELDS][UNIT_SIZE];
    char path[2 * NAME_SIZE + 16];
    snprintf(path, sizeof path, "%s/global_id", group);
    TRY(read_count(f, path, n));
    *id = mem_alloc("solution global ids", (size_t)*n, sizeof **id);
    TRY(h5_io_read(f, path, H5_IO_INT64, 1, *n, *id));
    if (n_fields == 0)
        return 0;
    snprintf(path, sizeof path, "%s/names", group);
    TRY(h5_io_read_texts(f, path, n_fields, NAME_SIZE, names[0]));
    snprintf(path, sizeof path, "%s/units", group);
    TRY(h5_io_read_texts(f, path, n_fields, UNIT_SIZE, units[0]));
    for (int i = 0; i < n_fields; i++) {
        TRY(check_name(f, names[i]));
        text_copy(field[i].name, NAME_SIZE, names[i]);
        text_copy(field[i].unit, UNIT_SIZE, units[i]);
        field[i].value = mem_alloc("solution field", (size_t)*n, sizeof(double));
        snprintf(path, sizeof path, "%s/field/%s", group, field[i].name);
        TRY(single ? read_singly(f, path, *n, field[i].value)
                   : h5_io_read(f, path, H5_IO_DOUBLE, 1, *n, field[i].value));
    }
    return 0;
}

/* extra: numbers of a run that are no fields (controllers, histories of trends), by name; a program that does
 * not know a name ignores it. */
static int write_extra(struct h5_io *f, const struct solution *s)
{
    char path[NAME_SIZE + 16], (*names)[NAME_SIZE] = mem_zalloc("names of extras", (size_t)s->n_extra, sizeof *names);
    int status = 0;
    for (int i = 0; i < s->n_extra && status == 0; i++) {
        text_copy(names[i], NAME_SIZE, s->extra[i].name);
        snprintf(path, sizeof path, "extra/value/%s", s->extra[i].name);
        status = check_name(f, s->extra[i].name) ||
                 h5_io_write(f, path, H5_IO_DOUBLE, 1, s->extra[i].n, s->extra[i].value, NULL);
    }
    if (status == 0 && s->n_extra > 0)
        status = h5_io_write_texts(f, "extra/names", s->n_extra, NAME_SIZE, names[0]);
    mem_free(names);
    return status;
}

static int read_one_extra(const struct h5_io *f, const char *name, struct solution *s)
{
    char path[NAME_SIZE + 16];
    int64_t n;
    TRY(check_name(f, name));
    snprintf(path, sizeof path, "extra/value/%s", name);
    TRY(read_count(f, path, &n));
    return h5_io_read(f, path, H5_IO_DOUBLE, 1, n, solution_add_extra(s, name, n));
}

static int read_extra(const struct h5_io *f, int n, struct solution *s)
{
    char (*names)[NAME_SIZE] = mem_zalloc("names of extras", (size_t)n, sizeof *names);
    int status = n > 0 ? h5_io_read_texts(f, "extra/names", n, NAME_SIZE, names[0]) : 0;
    for (int i = 0; i < n && status == 0; i++)
        status = read_one_extra(f, names[i], s);
    mem_free(names);
    return status;
}

/* ---- files --------------------------------------------------------------------- */

static int write_all(struct h5_io *f, const struct solution *s)
{
    TRY(check_numbers(f, s));
    TRY(write_header(f, s));
    TRY(write_fields(f, "cell", s->single, s->n_cells, s->cell_gid, s->n_fields, s->field));
    TRY(write_fields(f, "boundary", s->single, s->n_boundary, s->face_gid, s->n_boundary_fields,
                     s->boundary_field));
    return write_extra(f, s);
}

/* Each rank writes its own file; not collective. The folder has a temporary name until all ranks are done
 * (checkpoint_writer.h). */
int solution_write(const char *folder, const struct solution *s)
{
    char *path = rank_path(folder, s->rank);
    struct h5_io f;
    int status = h5_io_create(path, &f);
    if (status == 0)
        status = h5_io_finish(&f, write_all(&f, s));
    mem_free(path);
    return status;
}

static int read_all(const struct h5_io *f, int rank, struct solution *s)
{
    TRY(read_header(f, s));
    if (s->rank != rank)
        return error_set("%s: the file holds rank %" PRId64 ", not %d; it was renamed or copied here by mistake",
                         f->path, s->rank, rank);
    TRY(read_fields(f, "cell", s->single, &s->n_cells, &s->cell_gid, s->n_fields, s->field));
    TRY(read_fields(f, "boundary", s->single, &s->n_boundary, &s->face_gid, s->n_boundary_fields,
                    s->boundary_field));
    int n_extra = s->n_extra;
    s->n_extra = 0; /* of those in memory */
    return read_extra(f, n_extra, s);
}

/* On errors s is empty; else solution_free() it. */
int solution_read(const char *folder, int rank, struct solution *s)
{
    memset(s, 0, sizeof *s);
    char *path = rank_path(folder, rank);
    struct h5_io f;
    int status = h5_io_open(path, advice, &f);
    if (status == 0) {
        status = read_all(&f, rank, s);
        h5_io_close(&f);
    }
    mem_free(path);
    if (status != 0)
        solution_free(s);
    return status;
}

int solution_read_header(const char *folder, int rank, struct solution *s)
{
    memset(s, 0, sizeof *s);
    char *path = rank_path(folder, rank);
    struct h5_io f;
    int status = h5_io_open(path, advice, &f);
    if (status == 0) {
        status = read_header(&f, s);
        h5_io_close(&f);
    }
    mem_free(path);
    if (status != 0) /* what a damaged file says is not left for anybody to use */
        memset(s, 0, sizeof *s);
    return status;
}

int solution_read_n_ranks(const char *folder, int *n_ranks)
{
    struct solution s;
    int status = solution_read_header(folder, 0, &s);
    *n_ranks = (int)s.n_ranks;
    return status;
}

/* Pa. In air at rest that of the tips, 0 where there is no rotor either. */
double solution_dynamic_pressure(const struct solution_reference *r)
{
    const double *v = r->velocity, square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    double tip = rotor_tip_speed(&r->rotor);
    return 0.5 * r->density * (square > 0 ? square : tip * tip);
}

struct force_reference solution_force_reference(const struct solution_reference *r)
{
    return (struct force_reference){.density = r->density, .velocity = r->velocity,
                                    .still_air_speed = rotor_tip_speed(&r->rotor), .area = r->area,
                                    .length = r->length, .lift_axis = r->lift_axis, .drag_axis = r->drag_axis,
                                    .side_axis = r->side_axis};
}

void solution_free(struct solution *s)
{
    mem_free(s->cell_gid);
    mem_free(s->face_gid);
    for (int i = 0; i < SOLUTION_MAX_FIELDS; i++) {
        mem_free(s->field[i].value);
        mem_free(s->boundary_field[i].value);
    }
    for (int i = 0; s->extra && i < s->n_extra; i++)
        mem_free(s->extra[i].value);
    mem_free(s->extra);
    memset(s, 0, sizeof *s);
}

static const double *find_field(const struct solution_field *field, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(field[i].name, name) == 0)
            return field[i].value;
    return NULL;
}

const double *solution_field(const struct solution *s, const char *name)
{
    return find_field(s->field, s->n_fields, name);
}

const double *solution_boundary_field(const struct solution *s, const char *name)
{
    return find_field(s->boundary_field, s->n_boundary_fields, name);
}
