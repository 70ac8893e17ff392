# ufv-prep --write makes CGNS of meshes of every kind: the file gives the same packs as the mesh, with kinds and names.
. tests/lib.sh
"$BUILD/tools/foreign_meshes" "$T" 4 && "$BUILD/tools/structured_meshes" "$T" || exit 1
"$box" --cells poly --n 5 4 4 --out "$T/poly.cgns" >"$T/log" 2>&1 || "$box" --cells hex --n 5 4 4 --out "$T/poly.cgns" >"$T/log"
flow_case "$T/flow.cfg"
sed -n '/\[patches\]/,/^zmax/p' "$T/flow.cfg" >"$T/kinds.cfg"
id_of() { sed -n 's/^id *= *//p' "$T/$1/manifest.ini"; }
same_packs() { # same_packs MESH OPTIONS...: by way of the file
    mesh=$1; shift
    rm -rf "$T/w.cgns" "$T/a" "$T/b"
    "$prep" "$T/$mesh" --quiet "$@" --out "$T/a" && "$prep" --write "$T/w.cgns" "$T/$mesh" --quiet "$@" &&
        "$prep" "$T/w.cgns" --quiet --out "$T/b" && [ -n "$(id_of a)" ] && [ "$(id_of a)" = "$(id_of b)" ]
}
for mesh in box.su2 box.b8.ugrid box-4.1-little.msh blocks-lr8.p3d blocks.cgns; do
    check "same_packs_of_$mesh" same_packs $mesh --config "$T/kinds.cfg"
done
# polyhedra, of OpenFOAM
mkdir -p "$T/case/constant/polyMesh"
put() {
    printf 'FoamFile { version 2.0; format ascii; class %s; object %s; }\n%s\n' "$2" "$1" "$3" >"$T/case/constant/polyMesh/$1"
}
put points vectorField '5((0 0 0)(1 0 0)(0 1 0)(0 0 1)(0 0 -1))'
put faces faceList '7(3(0 1 2) 3(0 1 3) 3(1 2 3) 3(2 0 3) 3(1 0 4) 3(2 1 4) 3(0 2 4))'
put owner labelList '7(0 0 0 0 1 1 1)'
put neighbour labelList '1(1)'
put boundary polyBoundaryMesh '2(up{type wall;nFaces 3;startFace 1;} low{type empty;nFaces 3;startFace 4;})'
check same_packs_of_polyhedra same_packs case
check same_packs_of_a_refined_mesh sh -c 'rm -rf "$2/w.cgns" "$2/a" "$2/b"; "$1" "$2/blocks.cgns" --refine 1 --config "$2/kinds.cfg" --quiet --out "$2/a" &&
    "$1" --write "$2/w.cgns" "$2/blocks.cgns" --refine 1 --config "$2/kinds.cfg" --quiet && "$1" "$2/w.cgns" --quiet --out "$2/b" &&
    [ "$(grep ^id "$2/a/manifest.ini")" = "$(grep ^id "$2/b/manifest.ini")" ]' sh "$prep" "$T"
check beside_packs sh -c 'rm -rf "$2/w.cgns" "$2/a"; "$1" "$2/box.su2" --quiet --out "$2/a" --write "$2/w.cgns" && [ -s "$2/w.cgns" ] && [ -d "$2/a" ]' \
    sh "$prep" "$T"
check kinds_survive sh -c '"$1" "$2/box.su2" --config "$2/kinds.cfg" --quiet --write "$2/w.cgns" && "$1" --check "$2/w.cgns" 2>/dev/null >"$2/out" &&
    grep -q "xmax  *pressure-outlet " "$2/out" && grep -q "ymin  *slip " "$2/out"' sh "$prep" "$T"
cp "$T/blocks.cgns" "$T/kept.cgns"
answers over_another_mesh 1 "so that it is not replaced: it may be a mesh" "$prep" --write "$T/kept.cgns" "$T/box.su2"
check mesh_stands cmp "$T/kept.cgns" "$T/blocks.cgns"
answers over_the_mesh_itself 1 "box.su2.cgns" sh -c 'cp "$2/blocks.cgns" "$2/box.su2.cgns"; "$1" --write "$2/box.su2.cgns" "$2/box.su2.cgns"' sh "$prep" "$T"
answers another_ending 2 "--write writes a CGNS file: give it a name that ends in .cgns" "$prep" --write "$T/w.vtu" "$T/box.su2"
printf '[periodic]\nx = xmin xmax\n' >"$T/periodic.cfg"
answers periodic_joins 1 "would lose the periodic joins of the mesh" "$prep" --write "$T/p.cgns" "$T/blocks.cgns" --config "$T/periodic.cfg"
check nothing_half_written sh -c '! ls "$1"/p.cgns* 2>/dev/null' sh "$T"
exit $status
