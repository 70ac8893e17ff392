/* cgns_files.h: for tests of the CGNS importer: the file under test, its reading with
 * the notes kept, and changing files node by node.
 */
#ifndef UFV_TESTS_CGNS_FILES_H
#define UFV_TESTS_CGNS_FILES_H

#include "cgns/cgns_read.h"
#include "check.h"
#include "element.h"
#include "error.h"
#include "mem.h"

#include <cgns_io.h>
#include <cgnslib.h>
#include <stdlib.h>
#include <string.h>

enum { ADF = CG_FILE_ADF, HDF = CG_FILE_HDF5, PATH_SIZE = 512 };

static char folder[] = "/tmp/ufv-cgns-XXXXXX";
static char file_path[PATH_SIZE]; /* of the file under test */
static char notes[8192];          /* the notes of the last reading, one a line */

static inline void name_file(const char *name)
{
    snprintf(file_path, sizeof file_path, "%s/%s", folder, name);
    remove(file_path);
}

static inline void keep_note(void *context, const char *sentence)
{
    (void)context;
    strncat(notes, sentence, sizeof notes - strlen(notes) - 2);
    strcat(notes, "\n");
}

static inline int read_with(const struct cgns_read_options *o, struct raw_mesh *m)
{
    notes[0] = '\0';
    return cgns_read(file_path, o, keep_note, NULL, m);
}

/* Reads file_path, which must succeed. */
static inline struct raw_mesh read_good(void)
{
    struct raw_mesh m;
    int status = read_with(NULL, &m);
    CHECK(status == 0, "%s", error_message());
    return m;
}

/* Reading must fail with a sentence that names the file and has the fragment. */
static inline void expect_error(const char *fragment)
{
    struct raw_mesh m;
    size_t before = mem_current_bytes();
    int status = read_with(NULL, &m);
    CHECK(status != 0, "'%s' was expected of %s", fragment, file_path);
    if (status == 0) {
        raw_mesh_free(&m);
        return;
    }
    CHECK(strstr(error_message(), file_path) == error_message(), "%s", error_message());
    CHECK(strstr(error_message(), fragment) != NULL, "'%s' is not in: %s", fragment, error_message());
    /* A failed reading leaves no block behind and a mesh that may be freed or thrown away. */
    CHECK(mem_current_bytes() == before, "%zu bytes left", mem_current_bytes() - before);
    CHECK(m.n_nodes == 0 && m.x[0] == NULL && m.source == NULL, "mesh not emptied");
}

/* ---- writing and changing files ------------------------------------------------ */

static inline void put(int status)
{
    CHECK(status == 0, "%s", cg_get_error());
}

static int cgio;

/* By cgio, the layer below the mid-level library: it writes what the mid-level library would refuse, which is what
 * damaged and odd files hold. */
static inline double node_at(const char *path)
{
    double root, id = 0;
    CHECK(cgio_get_root_id(cgio, &root) == 0, "no root");
    if (path[0] == '\0')
        return root;
    CHECK(cgio_get_node_id(cgio, root, path, &id) == 0, "no node %s", path);
    return id;
}

static inline void change_begin(void)
{
    CHECK(cgio_open_file(file_path, CGIO_MODE_MODIFY, CGIO_FILE_NONE, &cgio) == 0, "%s not opened", file_path);
}

static inline void change_end(void)
{
    CHECK(cgio_close_file(cgio) == 0, "not closed");
}

/* New data of n items for a node. */
static inline void set_data(const char *path, const char *type, int n, const void *data)
{
    cgsize_t dim = n;
    change_begin();
    double id = node_at(path);
    CHECK(cgio_set_dimensions(cgio, id, type, 1, &dim) == 0, "dimensions of %s", path);
    CHECK(cgio_write_all_data(cgio, id, data) == 0, "data of %s", path);
    change_end();
}

static inline void set_ints(const char *path, int n, const int *value)
{
    set_data(path, "I4", n, value);
}

static inline void set_text(const char *path, const char *text)
{
    set_data(path, "C1", (int)strlen(text), text);
}

/* columns: 0 for an array of n items, else of n rows in so many columns, one column
 * after the other. */
static inline void add_table(const char *parent, const char *name, const char *label, const char *type, int n,
                             int columns, const void *data)
{
    cgsize_t dim[2] = {n, columns};
    double id;
    char label33[33] = ""; /* the library reads that many characters whatever is there */
    strncpy(label33, label, sizeof label33 - 1);
    change_begin();
    CHECK(cgio_new_node(cgio, node_at(parent), name, label33, type, columns ? 2 : 1, dim, data, &id) == 0, "%s/%s",
          parent, name);
    change_end();
}

static inline void add_node(const char *parent, const char *name, const char *label, const char *type, int n,
                            const void *data)
{
    add_table(parent, name, label, type, n, 0, data);
}

/* An Elements_t node below /Base/Zone; offset may be NULL. */
static inline void add_section(const char *name, int type, int first, int last, const int *number, int n_numbers,
                               const int *offset)
{
    int kind[2] = {type, 0}, range[2] = {first, last};
    char path[64];
    snprintf(path, sizeof path, "/Base/Zone/%s", name);
    add_node("/Base/Zone", name, "Elements_t", "I4", 2, kind);
    add_node(path, "ElementRange", "IndexRange_t", "I4", 2, range);
    if (offset)
        add_node(path, "ElementStartOffset", "DataArray_t", "I4", last - first + 2, offset);
    add_node(path, "ElementConnectivity", "DataArray_t", "I4", n_numbers, number);
}

static inline void delete_node(const char *parent, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", parent, name);
    change_begin();
    CHECK(cgio_delete_node(cgio, node_at(parent), node_at(path)) == 0, "delete %s", path);
    change_end();
}

static inline void rename_node(const char *parent, const char *name, const char *new_name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", parent, name);
    change_begin();
    CHECK(cgio_set_name(cgio, node_at(parent), node_at(path), new_name) == 0, "rename %s", path);
    change_end();
}

/* n: at most 512. single: stored with 4 bytes, as many generators do. */
static inline void write_coordinates(int fn, int z, int single, int n, double (*x)[3])
{
    static const char *const name[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    for (int d = 0; d < 3; d++) {
        double column[512];
        float column4[512];
        int c;
        for (int i = 0; i < n; i++) {
            column[i] = x[i][d];
            column4[i] = (float)x[i][d];
        }
        put(cg_coord_write(fn, 1, z, single ? CGNS_ENUMV(RealSingle) : CGNS_ENUMV(RealDouble), name[d],
                           single ? (void *)column4 : (void *)column, &c));
    }
}

/* ---- what came out --------------------------------------------------------------- */

static inline void check_patch(const struct raw_patch *p, const char *name, const char *family, const char *type,
                        enum bc_kind kind)
{
    CHECK(strcmp(p->name, name) == 0, "%s", p->name);
    CHECK(strcmp(p->family, family) == 0, "%s", p->family);
    CHECK(strcmp(p->bc_type, type) == 0, "%s", p->bc_type);
    CHECK(p->kind == kind, "%s", bc_kind_name(p->kind));
}

/* Faces of each patch, summed. */
static inline void count_faces(const struct raw_mesh *m, int *count)
{
    for (int64_t p = 0; p < m->n_patches; p++)
        count[p] = 0;
    for (int64_t f = 0; f < m->n_patch_faces; f++)
        count[m->patch_face_patch[f]]++;
}

static inline int cgns_files_begin(void)
{
    if (mkdtemp(folder))
        return 0;
    printf("FAIL no temporary folder\n");
    return 1;
}

static inline void nothing_left_behind(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

/* The last case and the program's status. */
static inline int cgns_files_end(void)
{
    CASE(nothing_left_behind);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return check_end() || system(command) != 0;
}

#endif
