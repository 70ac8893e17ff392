/* foreign_meshes.c: writes one mesh of four cell types in the formats of other programs into a folder, for
 * tests/cli/foreign_meshes.sh:
 *
 *   foreign_meshes FOLDER N      N^3 blocks, N even: box.su2, box.SUFFIX.ugrid and box.mapbc, box-VERSION-FORM.msh
 */
#include "foreign_mesh.h"

static FILE *create(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    if (!f) {
        perror(path);
        exit(1);
    }
    return f;
}

static void finish(FILE *f)
{
    if (fclose(f) != 0) {
        perror("foreign_meshes");
        exit(1);
    }
}

static void write_ugrids(const char *folder, const struct raw_mesh *m)
{
    struct ugrid_format format = {.real_bytes = 8, .int_bytes = 8}; /* a text */
    char name[32];
    for (int i = -1; i < 0 || ugrid_format_number(i, &format); i++) {
        snprintf(name, sizeof name, "box%s%s.ugrid", i < 0 ? "" : ".", format.suffix);
        FILE *f = create(folder, name);
        foreign_write_ugrid(f, &format, m);
        finish(f);
    }
    FILE *f = create(folder, "box.mapbc");
    foreign_write_mapbc(f, m);
    finish(f);
}

static void write_gmsh(const char *folder, const struct raw_mesh *m)
{
    static const char *const form[] = {"text", "little", "big"};
    char name[32];
    for (int newer = 0; newer < 2; newer++)
        for (int k = 0; k < 3; k++) {
            struct ugrid_format as = {.binary = k > 0, .big = k > 1, .real_bytes = 8, .int_bytes = 4};
            snprintf(name, sizeof name, "box-%s-%s.msh", newer ? "4.1" : "2.2", form[k]);
            FILE *f = create(folder, name);
            foreign_write_msh(f, newer, &as, foreign_tag_in_order, m);
            finish(f);
        }
}

int main(int argc, char **argv)
{
    struct raw_mesh m;
    int n = argc == 3 ? (int)strtol(argv[2], NULL, 10) : 0;
    if (n < 2 || n % 2 != 0) {
        fprintf(stderr, "usage: foreign_meshes FOLDER N\n");
        return 2;
    }
    foreign_mesh(n, &m);
    FILE *f = create(argv[1], "box.su2");
    foreign_write_su2(f, &m);
    finish(f);
    write_ugrids(argv[1], &m);
    write_gmsh(argv[1], &m);
    raw_mesh_free(&m);
    return 0;
}
