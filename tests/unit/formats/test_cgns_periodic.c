/* test_cgns_periodic.c: periodic interfaces by ranges and by lists of vertices,
 * translations and rotations, the wrong way round, inexact and wrong ones.
 */
#include "cgns_box.h"

static void set_periodic(int zone, int one_to_one, int conn, const float centre[3], const float angle[3],
                         const float shift[3])
{
    if (one_to_one)
        put(cg_1to1_periodic_write(fn, 1, zone, conn, centre, angle, shift));
    else
        put(cg_conn_periodic_write(fn, 1, zone, conn, centre, angle, shift));
}

/* The nodes of side 0, moved, lie on those of side 1 to within `tolerance`; returns
 * the number of faces. */
static int64_t check_periodic(const struct raw_periodic *p, double *const x[3], double tolerance)
{
    for (int64_t i = 0; i < p->node_offset[p->n_faces]; i++)
        for (int d = 0; d < 3; d++) {
            double moved = p->translation[d];
            for (int e = 0; e < 3; e++)
                moved += p->rotation[d][e] * x[e][p->node[0][i]];
            CHECK_NEAR(moved, x[d][p->node[1][i]], tolerance);
        }
    return p->n_faces;
}

/* The whole box, x = 0 periodic with x = 1, said from both sides; sign -1: the
 * wrong way round. */
static void write_periodic_box(float sign, float length)
{
    struct part whole = {"Box", {0, 0, 0}, {6, 4, 5}, {2, 0, 1}, {1, 0, 1}};
    int low[3] = {0, 0, 0}, high[3] = {0, 4, 5}, far_low[3] = {6, 0, 0}, far_high[3] = {6, 4, 5};
    int conn, t[3] = {1, 2, 3};
    cgsize_t here[6], there[6];
    const float zero[3] = {0, 0, 0}, forth[3] = {sign * length, 0, 0}, back[3] = {-sign * length, 0, 0};
    file_begin("periodic.cgns");
    int zone = part_write(&whole);
    part_range(&whole, low, high, here);
    part_range(&whole, far_low, far_high, there);
    put(cg_1to1_write(fn, 1, zone, "forth", "Box", here, there, t, &conn));
    set_periodic(zone, 1, conn, zero, zero, forth);
    put(cg_1to1_write(fn, 1, zone, "back", "Box", there, here, t, &conn));
    set_periodic(zone, 1, conn, zero, zero, back);
    file_end();
}

/* Files have the sense of the motion both ways: the one that brings the nodes together is taken, with a note where it
 * is not the standard's. A length that fits neither way is an error. */
static void periodic_translation(void)
{
    struct raw_mesh m;
    for (int wrong = 0; wrong < 2; wrong++) {
        write_periodic_box(wrong ? -1.0F : 1.0F, 1.0F);
        CHECK(read_with(NULL, &m) == 0, "%s", error_message());
        CHECK(m.n_periodic == 1 && m.n_nodes == 7 * 5 * 6, "%ld interfaces", (long)m.n_periodic);
        if (m.n_periodic == 1)
            CHECK(check_periodic(&m.periodic[0], m.x, 0.0) == 20, "%ld faces", (long)m.periodic[0].n_faces);
        CHECK((strstr(notes, "the wrong way round") != NULL) == (wrong == 1), "%s", notes);
        raw_mesh_free(&m);
    }
    write_periodic_box(1.0F, 0.9F);
    expect_error("by its Periodic motion, from which it is 0.1 m away");
}

enum { SECTOR = 5 }; /* cells around a sector of 30 degrees */

/* Nodes of a sector of a ring about the line x, y = (1, 2) along z. */
static void sector_coordinates(int zone)
{
    double y[3][3 * (SECTOR + 1) * 4], *x[3] = {y[0], y[1], y[2]};
    for (int v = 0; v < 3 * (SECTOR + 1) * 4; v++) {
        double r = 1.0 + v % 3, phi = M_PI / 6.0 * (v / 3 % (SECTOR + 1)) / SECTOR;
        x[0][v] = 1.0 + r * cos(phi);
        x[1][v] = 2.0 + r * sin(phi);
        x[2][v] = v / (3 * (SECTOR + 1));
    }
    coordinates_write(zone, 3, x);
}

static void sector_cells(int zone)
{
    cgsize_t cell[8 * 2 * SECTOR * 3];
    int s, n = 0;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < SECTOR; j++)
            for (int i = 0; i < 2; i++)
                for (int c = 0; c < 8; c++) {
                    int di = (c & 3) == 1 || (c & 3) == 2, dj = (c & 3) >= 2, dk = c >= 4;
                    cell[n++] = 1 + i + di + 3 * (j + dj + (SECTOR + 1) * (k + dk));
                }
    put(cg_section_write(fn, 1, zone, "Cells", CGNS_ENUMV(HEXA_8), 1, 2 * SECTOR * 3, 0, cell, &s));
}

/* The sector as a structured zone or as one of hexahedra, whose ends are joined by
 * vertices. Angles in degrees. */
static void write_sector(int unstructured, float angle)
{
    cgsize_t size[9] = {3, SECTOR + 1, 4, 2, SECTOR, 3, 0, 0, 0}, flat[3] = {3 * (SECTOR + 1) * 4, 2 * SECTOR * 3, 0};
    cgsize_t here[6] = {1, 1, 1, 3, 1, 4}, there[6] = {1, SECTOR + 1, 1, 3, SECTOR + 1, 4}, near[12], far[12];
    const float centre[3] = {1, 2, 0}, turn[3] = {0, 0, angle}, zero[3] = {0, 0, 0};
    int zone, conn, t[3] = {1, 2, 3};
    file_begin("sector.cgns");
    put(cg_goto(fn, 1, "end"));
    put(cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Meter), CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin),
                       CGNS_ENUMV(Degree)));
    put(cg_zone_write(fn, 1, "Sector", unstructured ? flat : size,
                      unstructured ? CGNS_ENUMV(Unstructured) : CGNS_ENUMV(Structured), &zone));
    sector_coordinates(zone);
    if (unstructured) {
        sector_cells(zone);
        for (int v = 0; v < 12; v++) {
            near[v] = 1 + v % 3 + 3 * (SECTOR + 1) * (v / 3);
            far[v] = near[v] + 3 * SECTOR;
        }
        put(cg_conn_write(fn, 1, zone, "ends", CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting1to1), CGNS_ENUMV(PointList), 12,
                          near, "Sector", CGNS_ENUMV(Unstructured), CGNS_ENUMV(PointListDonor),
                          CGNS_ENUMV(DataTypeNull), 12, far, &conn));
    } else {
        put(cg_1to1_write(fn, 1, zone, "ends", "Sector", here, there, t, &conn));
    }
    set_periodic(zone, !unstructured, conn, centre, turn, zero);
    file_end();
}

/* Structured and by elements; with the angle's sign either way; with an angle that is rounded in the file, which the
 * positions of the nodes correct. */
static void periodic_rotation(void)
{
    struct raw_mesh m;
    for (int unstructured = 0; unstructured < 2; unstructured++)
        for (int wrong = 0; wrong < 2; wrong++) {
            write_sector(unstructured, wrong ? -30.0F : 30.0F);
            CHECK(read_with(NULL, &m) == 0, "%s", error_message());
            CHECK(m.n_periodic == 1, "%ld interfaces", (long)m.n_periodic);
            if (m.n_periodic == 1) { /* coordinates up to 5, a few roundings each */
                CHECK(check_periodic(&m.periodic[0], m.x, 4e-15) == 6, "%ld faces", (long)m.periodic[0].n_faces);
                CHECK_NEAR(m.periodic[0].rotation[1][0], 0.5, 1e-15); /* sin 30 degrees */
            }
            CHECK((strstr(notes, "the wrong way round") != NULL) == (wrong == 1), "%s", notes);
            raw_mesh_free(&m);
        }
    /* An angle with four digits, 0.0003 degrees off, as it may stand in a file. */
    write_sector(0, 30.0003F);
    CHECK(read_with(NULL, &m) == 0 && m.n_periodic == 1, "%s", error_message());
    if (m.n_periodic == 1)
        check_periodic(&m.periodic[0], m.x, 1e-10); /* the correction's error is the square of 5e-6 */
    raw_mesh_free(&m);
    write_sector(0, 33.0F);
    expect_error("by its Periodic motion");
}

int main(void)
{
    progress_set_quiet(true);
    if (cgns_files_begin() != 0)
        return 1;
    CASE(periodic_translation);
    CASE(periodic_rotation);
    return cgns_files_end();
}
