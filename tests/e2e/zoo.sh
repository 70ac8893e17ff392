# The zoo of cases/zoo on small meshes: with default settings and from uniform flow each run falls by eight decades, has
# no hot cells and meets its checks of physics. tests/meshes/zoo has the meshes: cases/zoo/zoo_mesh NAME --size small,
# gzip -9n. Rows without a mesh there, and checks marked `run`, are not met yet; cases/zoo/run has them.
. tests/lib.sh
. cases/zoo/checks.sh
export OMP_NUM_THREADS=1
# value HOW VALUE EXPECTED BOUND
value() {
    awk -v how="$1" -v v="$2" -v e="$3" -v b="$4" 'BEGIN {
        print v, "expected", e, "bound", b
        good = v ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/
        d = v - e; if (how == "near") d *= 100 / e
        exit !(good && d <= b + 0 && -d <= b + 0) }'
}
is_whole() { # is_whole RESULTS: converged, and no cell is hotter than what could have heated it
    grep '"verdict"' "$1/run.json"
    grep -q '^  "converged": true' "$1/run.json" && ! grep '"hot_cells"' "$1/run.json"
}
grep -v '^#' cases/zoo/list >"$T/rows"
while read -r row mesh options <&3; do
    packed=tests/meshes/zoo/$mesh.su2.gz
    [ -e "$packed" ] || continue
    if grep -q '^wall_functions' "cases/zoo/$row.cfg" && lacks "$row" wall_functions; then continue; fi
    [ "$options" != - ] || options=
    gzip -dc "$packed" >"$T/$mesh.su2"
    # shellcheck disable=SC2086
    check "${row}_prep" "$prep" --quiet "$T/$mesh.su2" --ranks 1 --out "$T/packs" $options
    check "${row}_solve" "$solve" --quiet "cases/zoo/$row.cfg" --packs "$T/packs" --out "$T/$row" --device cpu --threads 1
    check "${row}_converges" is_whole "$T/$row"
    zoo_checks "$row" "$T/$row" small >"$T/checks" 2>"$T/err" || cat "$T/err"
    while IFS='|' read -r place how what got expected bound; do
        [ "$place" = ci ] || continue
        check "${row}_$(echo "$what" | tr -c 'a-zA-Z0-9\n' _)" value "$how" "$got" "$expected" "$bound"
    done <"$T/checks"
    rm -rf "$T/packs" "${T:?}/$row"
done 3<"$T/rows"
# and with Gmsh the meshes themselves: prisms cut into tetrahedra, a wedge about the axis
python=
for candidate in python3 /usr/bin/python3; do
    "$candidate" -c 'import gmsh' 2>/dev/null && python=$candidate && break
done
for mesh in spheroid-tets wedge; do
    [ "$python" ] || { skip "zoo_mesh_$mesh" "no Python has the module gmsh"; continue; }
    check "zoo_mesh_$mesh" "$python" cases/zoo/zoo_mesh $mesh --size small --out "$T/$mesh.su2"
    "$prep" --check "$T/$mesh.su2" >"$T/out" 2>&1
    check "zoo_mesh_${mesh}_is_closed" awk '/^closure/ { closed = $2 + 0 < 1e-12 } END { exit !closed }' "$T/out"
done
exit $status
