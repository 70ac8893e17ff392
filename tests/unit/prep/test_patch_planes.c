/* Open patches that reach into a symmetry plane are counted, others are not. */
#include "check.h"

#include "unit/box_mesh.h"
#include "error.h"
#include "mesh/geometry.h"
#include "mesh/mesh.h"
#include "mesh/patch_planes.h"
#include "progress/progress.h"
#include "run/mesh_from_raw.h"

enum { N = 4 }; /* N^2 faces on each side of the box */

static int patch_of(const struct mesh *m, const char *name)
{
    for (int p = 0; p < m->n_patches; p++)
        if (strcmp(m->patch[p].name, name) == 0)
            return p;
    return -1;
}

/* A box whose ymin (symmetry) loses the faces beyond x to xmax (far field). */
static int64_t count_with_slip(enum box_kind kind, double x)
{
    struct raw_mesh raw;
    struct mesh m;
    struct mesh_findings found;
    box_mesh(kind, N, 0.2, &raw);
    CHECK(mesh_build(&raw, &m, &found) == 0, "%s", error_message());
    int symmetry = patch_of(&m, "ymin"), open = patch_of(&m, "xmax");
    CHECK(symmetry >= 0 && open >= 0, "patches %d %d", symmetry, open);
    int64_t moved = 0;
    for (int64_t f = 0; f < m.n_faces; f++)
        if (m.right[f] == ~symmetry) {
            struct vec3 normal, place;
            face_geometry(&m, f, &normal, &place);
            if (place.x > x) {
                m.right[f] = ~open;
                moved++;
            }
        }
    int64_t counted = patch_planes_note(&m);
    CHECK(counted == moved, "%s: %lld counted, %lld moved", box_name[kind], (long long)counted, (long long)moved);
    mesh_free(&m);
    raw_mesh_free(&raw);
    return moved;
}

/* Half of the symmetry plane's faces are given to the far field: each of them is counted. */
static void faces_in_the_plane_are_counted(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++)
        CHECK(count_with_slip((enum box_kind)kind, 0.5) >= N * N / 2, "%s", box_name[kind]);
}

/* Nothing lies beyond x = 2: a far field that meets the symmetry plane at a right angle is no fault. */
static void sound_boxes_give_no_note(void)
{
    for (int kind = 0; kind < BOX_N_KINDS; kind++)
        CHECK(count_with_slip((enum box_kind)kind, 2.0) == 0, "%s", box_name[kind]);
}

int main(void)
{
    progress_set_quiet(true);
    CASE(faces_in_the_plane_are_counted);
    CASE(sound_boxes_give_no_note);
    return check_end();
}
