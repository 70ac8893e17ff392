/* VTKHDF files of a box with known fields, read back by HDF5: volumes and values
 * against the exact ones.
 */
#include "post_files.h"

#include <hdf5.h>

/* Returns the number of items. */
static int64_t read_set(hid_t f, const char *name, hid_t type, void *out, int64_t room)
{
    hid_t set = H5Dopen2(f, name, H5P_DEFAULT);
    CHECK(set >= 0, "%s is not there", name);
    if (set < 0)
        return 0;
    hid_t space = H5Dget_space(set);
    int64_t n = H5Sget_simple_extent_npoints(space);
    CHECK(n <= room, "%s has %d items", name, (int)n);
    CHECK(n <= room && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0, "%s", name);
    H5Sclose(space);
    H5Dclose(set);
    return n;
}

struct vtkhdf {
    int64_t points[3], cells[3], links[3], faces[3], face_links[3], cell_faces[3];
    double x[ROOM], pressure[ROOM], velocity[ROOM];
    int64_t node[ROOM], offset[ROOM], face_node[ROOM], face_offset[ROOM], face[ROOM], face_begin[ROOM], id[ROOM];
    unsigned char type[ROOM];
};

static void read_vtkhdf(const char *path, bool polyhedra, struct vtkhdf *v)
{
    hid_t f = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    int64_t version[2] = {0, 0};
    hid_t group = H5Gopen2(f, "VTKHDF", H5P_DEFAULT), a = H5Aopen(group, "Version", H5P_DEFAULT);
    H5Aread(a, H5T_NATIVE_INT64, version);
    H5Aclose(a);
    H5Gclose(group);
    CHECK(version[0] == (polyhedra ? 2 : 1) && version[1] == (polyhedra ? 5 : 0), "version %d.%d", (int)version[0],
          (int)version[1]);
    const hid_t number = H5T_NATIVE_INT64, real = H5T_NATIVE_DOUBLE;
    CHECK(read_set(f, "VTKHDF/NumberOfPoints", number, v->points, 3) == 3, "parts");
    read_set(f, "VTKHDF/NumberOfCells", number, v->cells, 3);
    read_set(f, "VTKHDF/NumberOfConnectivityIds", number, v->links, 3);
    read_set(f, "VTKHDF/Points", real, v->x, ROOM);
    read_set(f, "VTKHDF/Connectivity", number, v->node, ROOM);
    read_set(f, "VTKHDF/Offsets", number, v->offset, ROOM);
    read_set(f, "VTKHDF/Types", H5T_NATIVE_UINT8, v->type, ROOM);
    read_set(f, "VTKHDF/CellData/pressure", real, v->pressure, ROOM);
    if (polyhedra) {
        read_set(f, "VTKHDF/NumberOfFaces", number, v->faces, 3);
        read_set(f, "VTKHDF/NumberOfFaceConnectivityIds", number, v->face_links, 3);
        read_set(f, "VTKHDF/NumberOfPolyhedronToFaceIds", number, v->cell_faces, 3);
        read_set(f, "VTKHDF/FaceConnectivity", number, v->face_node, ROOM);
        read_set(f, "VTKHDF/FaceOffsets", number, v->face_offset, ROOM);
        read_set(f, "VTKHDF/PolyhedronToFaces", number, v->face, ROOM);
        read_set(f, "VTKHDF/PolyhedronOffsets", number, v->face_begin, ROOM);
    }
    read_set(f, "VTKHDF/CellData/global_id", number, v->id, ROOM);
    H5Fclose(f);
}

/* Points of a file stand x, y, z by point; the checks want them by component. */
static void turn(const double *in, int64_t n, double *out)
{
    for (int64_t i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            out[c * n + i] = in[3 * i + c];
}

/* Each part's numbers count from its own beginning; offsets have one entry more than cells, hence + part. */
static void check_vtkhdf_part(const struct vtkhdf *v, int part, bool polyhedra, double *volume, double *ids)
{
    int64_t point = 0, cell = 0, link = 0, face = 0, face_link = 0, cell_face = 0, n = v->points[part];
    for (int k = 0; k < part; k++) {
        point += v->points[k], cell += v->cells[k], link += v->links[k];
        face += v->faces[k], face_link += v->face_links[k], cell_face += v->cell_faces[k];
    }
    static double x[ROOM];
    turn(v->x + 3 * point, n, x);
    const int64_t *offset = v->offset + cell + part, *begin = v->face_begin + cell + part;
    CHECK(offset[0] == 0 && offset[v->cells[part]] == v->links[part], "offsets of part %d", part);
    for (int64_t i = 0; i < v->cells[part]; i++) {
        double centre[3];
        CHECK(v->type[cell + i] == (polyhedra ? 42 : 12), "type %d", v->type[cell + i]);
        centre_of(x, n, v->node + link + offset[i], offset[i + 1] - offset[i], centre);
        CHECK_NEAR(v->pressure[cell + i], linear(centre), 1e-12);
        *ids += (double)v->id[cell + i];
        for (int64_t k = begin[i]; polyhedra && k < begin[i + 1]; k++) {
            int64_t f = v->face[cell_face + k];
            const int64_t *range = v->face_offset + face + part + f;
            *volume += cone(x, n, v->face_node + face_link + range[0], range[1] - range[0]);
        }
    }
}

/* Hexahedra by the older version of the format, polyhedra by the one that has them. */
static void vtkhdf_volume(void)
{
    static struct vtkhdf v;
    for (int polyhedra = 0; polyhedra < 2; polyhedra++) {
        char out[96];
        double volume = 0, ids = 0;
        memset(&v, 0, sizeof v);
        CHECK(export_box("vtkhdf", false, polyhedra, out) == 0, "%s", error_message());
        read_vtkhdf(out, polyhedra, &v);
        CHECK(v.cells[0] + v.cells[1] + v.cells[2] == 120, "cells");
        for (int part = 0; part < 3; part++)
            check_vtkhdf_part(&v, part, polyhedra, &volume, &ids);
        CHECK_NEAR(ids, 120 * 119 / 2, 0); /* every cell once */
        if (polyhedra)
            CHECK_NEAR(volume, 1, 1e-12); /* rounding; only outward faces sum to it */
    }
}

static void vtkhdf_surface(void)
{
    static struct vtkhdf v;
    char out[96];
    memset(&v, 0, sizeof v);
    CHECK(export_box("vtkhdf", true, false, out) == 0, "%s", error_message());
    read_vtkhdf(out, false, &v);
    CHECK(v.cells[0] + v.cells[1] + v.cells[2] == 148, "faces");
    double volume = 0;
    for (int part = 0; part < 3; part++) {
        int64_t point = 0, cell = 0, link = 0, n = v.points[part];
        for (int k = 0; k < part; k++)
            point += v.points[k], cell += v.cells[k], link += v.links[k];
        static double x[ROOM];
        turn(v.x + 3 * point, n, x);
        for (int64_t i = 0; i < v.cells[part]; i++) {
            CHECK(v.type[cell + i] == 9, "type %d", v.type[cell + i]);
            volume += cone(x, n, v.node + link + v.offset[cell + part + i], 4);
        }
    }
    CHECK_NEAR(volume, 1, 1e-12); /* the boundary encloses the box */
}

int main(void)
{
    if (!files_begin())
        return 1;
    CASE(vtkhdf_volume);
    CASE(vtkhdf_surface);
    return files_end();
}
