# A structured mesh of three blocks as CGNS and as PLOT3D in every form, with a neutral map file: the same packs, and the
# same forces and fields in every digit. Then what is read without a map file, plane grids, and what does not fit.
. tests/lib.sh
"$BUILD/tools/structured_meshes" "$T" || exit 1
flow_case "$T/flow.cfg"
sed -n '/\[patches\]/,/^zmax/p' "$T/flow.cfg" >"$T/kinds.cfg"
packs() { "$prep" "$T/$1" --quiet --config "$T/kinds.cfg" --out "$T/packs-$1"; }
id_of() { sed -n 's/^id *= *//p' "$T/packs-$1/manifest.ini"; }
same_id() { packs "$1" && [ -n "$(id_of "$1")" ] && [ "$(id_of "$1")" = "$(id_of blocks.cgns)" ]; }
check packs_of_cgns packs blocks.cgns
n=0
for mesh in "$T"/blocks-*.p3d; do
    mesh=${mesh##*/} n=$((n + 1))
    check "same_packs_of_$mesh" same_id "$mesh"
done
check all_forms test $n -eq 18
check ranges_exchanged grep -q true "$T/blocks-b8.nmf"
forces_of() {
    run_solve 1 "$T/flow.cfg" --packs "$T/packs-$1" --out "$T/run-$1" --device cpu --threads 1 --steps 20 &&
        sed 's/"packs": .*//; s/packs-[^"]*//' "$T/run-$1/forces.json" >"$T/forces-$1"
}
for mesh in blocks.cgns blocks-text.p3d blocks-r4-i.p3d; do check "run_of_$mesh" forces_of $mesh; done
for mesh in blocks-text.p3d blocks-r4-i.p3d; do
    check "same_forces_of_$mesh" cmp "$T/forces-blocks.cgns" "$T/forces-$mesh"
    check "same_fields_of_$mesh" same_bits "$T/run-blocks.cgns" "$T/run-$mesh"
done
check form_is_told sh -c '"$1" --check "$2" 2>&1 | grep -q "3-D, several blocks, with iblank, single precision, big-endian, records of Fortran"' \
    sh "$prep" "$T/blocks-r4-i.p3d"

# ---- without a map file: a patch for each side, and word of what touches ----
cp "$T/blocks-b8.p3d" "$T/alone.p3d"
answers no_map 0 "has no alone.nmf beside it, so that patches are named by the sides of the blocks" \
    "$prep" --check "$T/alone.p3d"
check sides_of_blocks grep -q 'block-3-kmax  *none' "$T/out"
check touching_is_told grep -q '70 outer faces of its blocks lie on one another' "$T/err"
answers joined_by_places 0 "54 outer nodes lay within 1e-06 m of others and were joined to them; 70 faces of patches" \
    "$prep" --check "$T/alone.p3d" --join 1e-6
# the kinds that a map file's words name
sed 's/xmin/Viscous_Solid/; s/ymin/symmetry-y/; s/zmin/farfield_riem/; s/xmax/back_pressure/' "$T/blocks-b8.nmf" >"$T/alone.nmf"
"$prep" --check "$T/alone.p3d" >"$T/out" 2>"$T/err"
for pair in "Viscous_Solid *wall" "symmetry-y *symmetry" "farfield_riem *farfield" "back_pressure *pressure-outlet"; do
    check "kind_of_${pair%% *}" grep -q "$pair" "$T/out"
done

# ---- plane grids: of two coordinates, and of three with one node across ----
printf '3 2\n0 1 2 0 1 2\n0 0 0 3*1.0\n' >"$T/plane.fmt"
printf '1\n1 2\n2\n3 1 2\n0 1 2 0 1 2\n6*5.0D-1\n0 0 0 1 1 1\n' | tail -n +4 >"$T/thin.fmt"
sed -i '1i 1' "$T/thin.fmt"
for mesh in plane.fmt thin.fmt; do
    "$prep" --check "$T/$mesh" >"$T/out" 2>"$T/err"
    check "plane_grid_$mesh" sh -c 'grep -q "^cells  *2 (HEXA_8 2)" "$1" && grep -q "symmetry-lower .* 2 faces" "$1" &&
        grep -q "imin  *none  *1 faces" "$1" && grep -q "volume  *2 m^3" "$1"' sh "$T/out"
done
# ---- what does not fit ----
refuses() { answers "$1" 1 "$3" "$prep" "$T/$2" --out "$T/new"; }
head -c 4000 "$T/blocks-b8.p3d" >"$T/cut.p3d"
refuses cut cut.p3d "has 4000 bytes, which fit no form of PLOT3D; its first numbers are 3 blocks of a grid that takes 4264 bytes"
head -n 50 "$T/blocks-text.p3d" >"$T/cut.fmt"
refuses cut_text cut.fmt "numbers, which fit no form of PLOT3D; by its first ones it is a grid of"
printf 'wing\n' >"$T/words.fmt"
refuses words words.fmt "has 'wing' where a number belongs"
printf '2 2 2\n0 1 0 1 0 1 0 1\n0 0 1 1 0 0 1 1\n0 0 0 0 1 1 1 1\n1 1 1 1 1 1 0 1\n' >"$T/holes.fmt"
refuses holes holes.fmt "blanks 1 of the 8 nodes of block 1 out (iblank 0), so that it is an overset grid"
map() { sed "$2" "$T/blocks-b8.nmf" >"$T/alone.nmf"; refuses "$1" alone.p3d "$3"; }
map map_of_another_grid 's/^ 2 3 6 4/ 2 3 6 5/' "alone.nmf:5: gives block 2 5 nodes along k, and the grid has 4"
map map_with_no_such_side "s/'xmin' 1 3/'xmin' 1 7/" "has '7' where the number of a side of 1..6 belongs"
map map_beyond_a_side "s/'xmin' 1 3 1 5/'xmin' 1 3 1 9/" "has '9' where the end of a range of 1..5 belongs"
map map_that_joins_other_nodes 's/FALSE/true/; s/ true$/ FALSE/' "alone.nmf"
map map_with_a_line "s/'xmin' 1 3 1 5/'xmin' 1 3 1 1/" "names a line of nodes where a range of faces belongs"
map map_patched "s/'xmin'/'patched'/" "joins sides whose nodes do not lie on one another (patched), which is not read"
map map_without_swap 's/ FALSE$//' "ends where true or false belongs, whether the ranges are exchanged"
check no_packs_of_these test ! -e "$T/new"
exit $status
