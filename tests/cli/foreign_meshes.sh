# One mesh through the formats of other programs: SU2, UGRID of every suffix with its .mapbc, Gmsh of both versions as
# text and bytes. Every one gives the same packs (their id is a hash of the mesh and its division), and runs of some
# have the same forces and fields in every digit. Then what is said of kinds, and of files that do not fit.
. tests/lib.sh
"$BUILD/tools/foreign_meshes" "$T" 4 || exit 1
flow_case "$T/flow.cfg"
sed -n '/\[patches\]/,/^zmax/p' "$T/flow.cfg" >"$T/kinds.cfg"
packs() { "$prep" "$T/$1" --quiet --ranks 2 --config "$T/kinds.cfg" --out "$T/packs-$1"; }
id_of() { sed -n 's/^id *= *//p' "$T/packs-$1/manifest.ini"; }
same_id() { packs "$1" && [ -n "$(id_of "$1")" ] && [ "$(id_of "$1")" = "$(id_of box.su2)" ]; }
check packs_of_su2 packs box.su2
n=0
for mesh in "$T"/box*.ugrid "$T"/box*.msh; do
    mesh=${mesh##*/} n=$((n + 1))
    check "same_packs_of_$mesh" same_id "$mesh"
done
check all_forms_of_files test $n -eq 23
forces_of() { # forces_of MESH: of a run of some steps
    run_solve 1 "$T/flow.cfg" --packs "$T/packs-$1" --out "$T/run-$1" --device cpu --threads 1 --steps 20 &&
        sed 's/"packs": .*//; s/packs-[^"]*//' "$T/run-$1/forces.json" >"$T/forces-$1"
}
packs1() { "$prep" "$T/$1" --quiet --config "$T/kinds.cfg" --out "$T/packs-$1"; }
for mesh in box.su2 box.ugrid box.lb8.ugrid box.r8.ugrid box-2.2-text.msh box-4.1-little.msh; do
    check "run_of_$mesh" packs1 "$mesh"
    check "run_of_$mesh" forces_of "$mesh"
    check "same_forces_of_$mesh" cmp "$T/forces-box.su2" "$T/forces-$mesh"
    check "same_fields_of_$mesh" same_bits "$T/run-box.su2" "$T/run-$mesh"
done

# ---- kinds of a .mapbc file, without --config ----
"$prep" --check "$T/box.b8.ugrid" >"$T/out" 2>"$T/err"
check kinds_of_mapbc sh -c 'grep -q "xmin  *wall " "$1" && grep -q "zmin  *pressure-outlet " "$1"' sh "$T/out"
sed -i 's/5051/5052/; s/5050/1234/' "$T/box.mapbc"
answers kind_by_choice 0 "FUN3D 5052 is taken as pressure-outlet (zmin)" "$prep" --check "$T/box.b8.ugrid"
answers unknown_condition 0 "gives zmax (1234) a boundary condition that is not known here; the case file" \
    "$prep" --check "$T/box.b8.ugrid"
rm "$T/box.mapbc"
answers no_mapbc 0 "box.mapbc: is not there, so patches are named by the tags of their faces (10, 20, 30, 40, 50, 60)" \
    "$prep" --check "$T/box.b8.ugrid"

# ---- an OpenFOAM case: two tetrahedra between a wall and an empty side ----
mkdir -p "$T/case/constant/polyMesh"
put() { # put NAME CLASS LIST
    printf 'FoamFile { version 2.0; format ascii; class %s; object %s; }\n%s\n' "$2" "$1" "$3" \
        >"$T/case/constant/polyMesh/$1"
}
put points vectorField '5((0 0 0)(1 0 0)(0 1 0)(0 0 1)(0 0 -1))'
put faces faceList '7(3(0 1 2) 3(0 1 3) 3(1 2 3) 3(2 0 3) 3(1 0 4) 3(2 1 4) 3(0 2 4))'
put owner labelList '7(0 0 0 0 1 1 1)'
put neighbour labelList '1(1)'
put boundary polyBoundaryMesh '2(up{type wall;nFaces 3;startFace 1;} low{type empty;nFaces 3;startFace 4;})'
"$prep" --check "$T/case" >"$T/out" 2>"$T/err"
check openfoam_case sh -c 'grep -q "^cells  *2 (polyhedron 2)" "$1" && grep -q "up  *wall  *3 faces" "$1" &&
    grep -q "low  *symmetry  *3 faces" "$1"' sh "$T/out"
check openfoam_packs "$prep" "$T/case/constant/polyMesh" --quiet --ranks 2 --out "$T/packs-foam"
gzip "$T/case/constant/polyMesh"/*
"$prep" "$T/case" --quiet --ranks 2 --out "$T/packs-gz"
check openfoam_in_gzip test "$(id_of gz)" = "$(id_of foam)"

# ---- an SU2 mesh of two zones: apart, and joined ----
cat >"$T/zones.su2" <<'SU2'
NZONE= 2
IZONE= 1
NDIME= 2
NELEM= 1
9 0 1 2 3
NPOIN= 4
0 0
1 0
1 1
0 1
NMARK= 1
MARKER_TAG= left
MARKER_ELEMS= 4
3 0 1
3 1 2
3 2 3
3 3 0
IZONE= 2
NDIME= 2
NELEM= 1
9 0 1 2 3
NPOIN= 4
1 0
2 0
2 1
1 1
NMARK= 2
MARKER_TAG= right
MARKER_ELEMS= 3
3 0 1
3 1 2
3 2 3
MARKER_TAG= between
MARKER_ELEMS= 1
3 3 0
SU2
answers zones_apart 0 "2 outer faces of its zones lie on one another (within 2e-07 m): --join 2e-07 joins them" \
    "$prep" --check "$T/zones.su2"
check zones_apart_patches sh -c 'grep -q "left  *[a-z]*  *4 faces" "$1" && grep -q "between  *[a-z]*  *1 faces" "$1"' sh "$T/out"
answers zones_joined 0 "4 outer nodes lay within 1e-06 m of others and were joined to them; 2 faces of patches lie there" \
    "$prep" --check "$T/zones.su2" --join 1e-6
check zones_joined_patches sh -c 'grep -q "left  *[a-z]*  *3 faces" "$1" && ! grep -q "between  *none" "$1"' sh "$T/out"

# ---- what does not fit ----
cp "$T/box.b8.ugrid" "$T/other.lb8.ugrid"
answers wrong_suffix 1 "its bytes are those of .b8.ugrid (big-endian, 8 bytes a coordinate, 4 a whole number)" \
    "$prep" "$T/other.lb8.ugrid" --out "$T/new"
head -c 5000 "$T/box.b8.ugrid" >"$T/cut.b8.ugrid"
answers ugrid_cut 1 "has 5000 bytes, and 141 nodes and 200 cells, by its first seven numbers, take" \
    "$prep" "$T/cut.b8.ugrid" --out "$T/new"
head -c 5000 "$T/box-4.1-little.msh" >"$T/cut.msh"
answers msh_cut 1 "announces 141 nodes, and the " "$prep" "$T/cut.msh" --out "$T/new"
answers ugrid_with_base 1 "is a UGRID mesh, which has no bases; leave --base out" \
    "$prep" "$T/box.b8.ugrid" --base wing --out "$T/new"
answers join_where_nothing_is_apart 0 "0 outer nodes lay within 1e-06 m of others" \
    "$prep" --check "$T/box-2.2-text.msh" --join 1e-6
answers output_over_a_mesh 1 "has the name of a mesh or a case file" \
    "$prep" --check "$T/box-2.2-text.msh" --picture "$T/cut.msh"
check no_packs_of_these test ! -e "$T/new"
exit $status
