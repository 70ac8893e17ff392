/* test_cgns_meshes.c: the CGNS importer on other people's meshes, when UFV_MESHES names
 * the folder that holds them.
 */
#include "cgns_files.h"

#include <unistd.h>

static const struct {
    const char *name;
    long cells;       /* 0: to be refused */
    long patch_faces; /* all boundary faces of files with face patches */
    int patches;
} known[] = {
    {"BHCLLBHCLL__cgns2openfoam__build__bladerotating_coarser_hdf.cgns", 82704, 13562, 2},
    {"CGNS__CGNS__src__tests__data__cgnslib_vers-3110.cgns", 2560, 1216, 3},
    {"CGNS__CGNS__src__tests__data__cgnslib_vers-4400.cgns", 2560, 1216, 3},
    {"CGNS__cgns.github.io__example_cgns_files__AdapcoTut21__tut21_hdf5.cgns", 1584, 960, 3},
    {"CGNS__cgns.github.io__example_cgns_files__CFX__StaticMixer.cgns", 13761, 0, 4},
    {"felipegiacomelli__MSHtoCGNS__Zeta__Test__CgnsInterface__3D-Region1-Mixed__12523v_57072e.cgns", 57072, 0, 6},
    {"oneram6_pyhyp_rans_366k_hex.cgns", 365568, 16064, 3},
    {"BHCLLBHCLL__cradlecgns__box_ngons.cgns", 6, 12, 1},
    {"oneram6_snappy_ngon.cgns", 139229, 24011, 3},
    {"sphere_polydual_ngon.cgns", 17479, 5693, 3},
    {"maia_U_ATB_45.cgns", 460, 132, 4},
    {"oneram6_tmrcad_tet_167k.cgns", 166835, 18800, 3},
    {"oneram6_tmrcad_tet_582k.cgns", 581753, 47860, 3},
    {"su2_bluntbody_91.cgns", 3060, 6368, 4},
    {"su2_brick_prism.cgns", 29640, 5284, 6},
    {"su2_brick_pyra.cgns", 72625, 6631, 6},
    {"su2_bump_inv_256x128.cgns", 32385, 65534, 6},
    {"su2_cylinder_lam.cgns", 26192, 52864, 4},
    {"su2_flatplate_tmr_035x025.cgns", 816, 1748, 7},
    {"su2_flatplate_tmr_069x049.cgns", 3264, 6760, 7},
    {"su2_lam_flatplate_65x65.cgns", 4096, 8448, 7},
    {"su2_naca0012_inv.cgns", 10216, 20682, 4},
    {"su2_naca0012_lam_v1.cgns", 13156, 26562, 4},
    {"su2_rae2822_hybrid.cgns", 22842, 45916, 4},
    {"su2_sphere_slice_2syms.cgns", 8454, 5834, 4},
    {"su2_wedge_inv.cgns", 3626, 7498, 6},
    {"su2code__TestCases__incomp_navierstokes__bend__mesh_bend_coarse.cgns", 1288, 620, 5},
    {"tmr_bump3d_17x177x81_hex.cgns", 225280, 36352, 5},
    {"tmr_bump3d_9x89x41_hex.cgns", 28160, 9088, 5},
    {"tmr_flatplate_137x97_hex.cgns", 13056, 26576, 6},
    {"tmr_n0012_113x33_hex.cgns", 3584, 7408, 3},
    {"tmr_n0012_225x65_hex.cgns", 14336, 29152, 3},
    {"ugawg_om6ste01.cgns", 29822, 2446, 12},
    {"zeliboba7__freecfd__examples__channel__channel.cgns", 5000, 10300, 5},
    {"CGNS__cgns.github.io__example_cgns_files__Chris__multi.cgns", 28168, 57220, 6},
    {"CGNS__cgns.github.io__example_cgns_files__ConstrictingChannel__sqnz_s.hdf.cgns", 11264, 3328, 4},
    {"mdolab__adflow__reg_tests__mdo_tutorial_000_vol.cgns", 24192, 3072, 3},
    {"mdolab__cgnsutilities__examples__717_wl_L2.cgns", 15120, 2312, 3},
    {"oneram6_pyhyp_rans_183k_str.cgns", 182784, 11840, 22},
    {"su2code__VandV__rans__bump_in_channel_2d__mesh_bump_2d_0177x081.cgns", 14080, 28672, 8},
    {"tmr_bump2d_177x81_str.cgns", 14080, 28672, 8},
    {"tmr_flatplate_35x25_str.cgns", 816, 1748, 7},
    {"tmr_n0012_225x65_str.cgns", 14336, 29152, 6},
};

/* Every polygon is a face of two cells, or of one at the boundary: a patch's or,
 * in the one file with a periodic interface, 230 on either side of that. */
static void check_polygons(const struct raw_mesh *m, int64_t n_joined)
{
    int64_t n_once = 0, n_otherwise = 0;
    uint8_t *count;
    MEM_NEW_ZERO(count, m->n_polygons);
    for (int64_t k = 0; k < m->cell_polygon_offset[m->n_cells]; k++)
        count[m->cell_polygon[k]] += count[m->cell_polygon[k]] < 3;
    for (int64_t p = 0; p < m->n_polygons; p++) {
        n_once += count[p] == 1;
        n_otherwise += count[p] != 1 && count[p] != 2;
    }
    CHECK(n_otherwise == 0, "%s: %ld polygons", file_path, (long)n_otherwise);
    CHECK(n_once == m->n_patch_faces + n_joined, "%s: %ld polygons", file_path, (long)n_once);
    MEM_FREE(count);
}

/* The numbers of the table must come out. Files that are not in the folder are passed over, but some must be there. */
static void real_meshes(void)
{
    int n_found = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        snprintf(file_path, sizeof file_path, "%s/%s", getenv("UFV_MESHES"), known[i].name);
        if (access(file_path, R_OK) != 0)
            continue;
        n_found++;
        if (known[i].cells == 0) {
            expect_error("so far");
            continue;
        }
        struct raw_mesh m = read_good();
        CHECK(m.n_cells == known[i].cells, "%s: %ld cells", known[i].name, (long)m.n_cells);
        CHECK(m.n_patch_faces == known[i].patch_faces, "%s: %ld faces", known[i].name, (long)m.n_patch_faces);
        CHECK(m.n_patches == known[i].patches, "%s: %ld patches", known[i].name, (long)m.n_patches);
        if (m.n_polygons > 0)
            check_polygons(&m, strstr(known[i].name, "maia") ? 2 * 230 : 0);
        raw_mesh_free(&m);
    }
    CHECK(n_found > 0, "none of the known meshes is in %s", getenv("UFV_MESHES"));
}

int main(void)
{
    if (cgns_files_begin() != 0)
        return 1;
    if (getenv("UFV_MESHES"))
        CASE(real_meshes);
    else
        printf("skip real_meshes UFV_MESHES names no folder\n");
    return cgns_files_end();
}
