# ufv-prep --case begins a case file: ufv-solve refuses what stands in capitals and takes the rest; measures are right;
# names of patches with signs that mean something else in case files are in quotes, and work in every file.
. tests/lib.sh
make_case() { "$prep" --case "$T/$1" >"$T/$2" 2>"$T/err"; }
value() { sed -n "s/^$2 = *\([^#]*[^# ]\) *\(#.*\)*$/\1/p" "$T/$1"; } # value FILE KEY
decide() { sed -i "s/MACH/0.5/; s/EQUATIONS/${2:-euler}/; s/= KIND #/= ${3:-farfield} #/" "$T/$1"; }
solve_it() { "$solve" "$T/$1" --packs "$T/packs" --out "$T/out-$1" --device cpu --threads 1 --steps 3 --quiet; }

# ---- a wing with kinds in the mesh ----
"$BUILD/tools/wing_mesh" --n 8 --out "$T/wing.cgns" >"$T/log" 2>&1 || { fail setup wing_mesh; exit 1; }
"$prep" "$T/wing.cgns" --out "$T/packs" --quiet || exit 1
check case_of_a_wing make_case wing.cgns wing.cfg
answers capitals_are_refused 1 "mach = MACH: a number is needed here" solve_it wing.cfg
decide wing.cfg
check case_runs solve_it wing.cfg
check kinds_as_read sh -c 'grep -q "^WING[A-Z]* = slip # .* faces" "$1" && grep -q "^SYMMETRY = symmetry # .*in the plane y = 0" "$1"' \
    sh "$T/wing.cfg"
check up_of_a_wing test "$(value wing.cfg up)" = z
# the half wing has 0.7532 m^2 and 1.1963 m; its coarse mesh cuts corners
within() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && d <= t * b) }'; }
check area_of_a_wing within "$(value wing.cfg area)" 0.7532 0.05
check span_of_a_wing within "$(value wing.cfg span)" 1.1963 0.05

# ---- a plane mesh without kinds, and a name with #, blanks and brackets ----
cat >"$T/plane.su2" <<'SU2'
NDIME= 2
NELEM= 4
9 0 1 5 4
9 1 2 6 5
9 2 3 7 6
9 8 9 1 0
NPOIN= 10
0 0
1 0
2 0
3 0
0 1
1 1
2 1
3 1
0 -1
1 -1
NMARK= 4
MARKER_TAG= Body #2 (upper)
MARKER_ELEMS= 3
3 9 1
3 1 2
3 2 3
MARKER_TAG= a = b; c
MARKER_ELEMS= 3
3 4 5
3 5 6
3 6 7
MARKER_TAG= inlet
MARKER_ELEMS= 2
3 4 0
3 0 8
MARKER_TAG= rest
MARKER_ELEMS= 2
3 8 9
3 3 7
SU2
check case_of_a_plane make_case plane.su2 plane.cfg
check up_of_a_plane test "$(value plane.cfg up)" = y
check depth_is_told grep -q "a plane mesh, one layer of 1 m along z" "$T/plane.cfg"
check area_of_a_plane within "$(value plane.cfg area)" 2 1e-6
check name_in_quotes grep -q '^"Body #2 (upper)" = KIND # 3 faces, 3 m^2' "$T/plane.cfg"
check name_with_equals grep -q '^"a = b; c" = KIND' "$T/plane.cfg"
check guess_by_name grep -q '^inlet = KIND .*a guess by the name: total-inflow' "$T/plane.cfg"
rm -rf "$T/packs"
"$prep" "$T/plane.su2" --out "$T/packs" --quiet || exit 1
answers kind_in_capitals 1 "KIND: not a boundary kind" sh -c 'sed "s/MACH/0.5/; s/EQUATIONS/euler/" "$2" >"$3"; '"$solve"' "$3" --packs "$1" --out "$4" --device cpu' \
    sh "$T/packs" "$T/plane.cfg" "$T/half.cfg" "$T/new"
decide plane.cfg
printf '[groups]\nbody = "Body #2 (upper)", rest\n' >>"$T/plane.cfg"
check names_in_quotes_run solve_it plane.cfg
check group_of_names_in_quotes grep -q '"body"' "$T/out-plane.cfg/forces.json"
sed '/^"Body/d' "$T/plane.cfg" >"$T/lacks.cfg"
answers missing_line_in_quotes 1 "has no kind in the mesh; add to [patches]: \"Body #2 (upper)\" = slip|wall" solve_it lacks.cfg
sed 's/^"Body #2 (upper)"/Body #2 (upper)/' "$T/plane.cfg" >"$T/cut.cfg"
answers name_without_quotes 1 "'Body' is cut off by the comment behind it" solve_it cut.cfg
printf '[patches]\n"Body #2 (upper)" = slip\n"a = b; c" = symmetry\n' >"$T/kinds.cfg"
"$prep" --check "$T/plane.su2" --config "$T/kinds.cfg" >"$T/out" 2>"$T/err"
check quotes_for_ufv_prep grep -q 'Body #2 (upper)  *slip ' "$T/out"
check set_in_quotes "$solve" "$T/plane.cfg" --packs "$T/packs" --out "$T/set" --device cpu --threads 1 --steps 1 --quiet \
    --set 'patches."Body #2 (upper)"=wall'
# ---- the depth of plane meshes ----
box_of() { sed -n 's/^box  *//p' "$T/out"; }
depth() { name=$1 want=$2; shift 2; "$prep" --check "$@" >"$T/out" 2>"$T/err"; check "$name" sh -c 'case $1 in *"z 0 .. $2 m") ;; *) echo "$1"; false ;; esac' sh "$(box_of)" "$want"; }
depth depth_of_metres 1 "$T/plane.su2"
depth depth_of_small_cells 1 "$T/plane.su2" --scale 1e-5
depth depth_of_large_cells 1 "$T/plane.su2" --scale 1e5
depth depth_as_told 0.25 "$T/plane.su2" --depth 0.25
"$box" --cells hex --n 4 3 1 --out "$T/layer.cgns" >/dev/null
answers depth_of_a_file 0 "is one layer of cells, 0.01 m deep along z: forces are those of this depth; --depth 1 makes them" \
    "$prep" --check "$T/layer.cgns" --scale 0.01
depth depth_of_a_file_as_told 1 "$T/layer.cgns" --scale 0.01 --depth 1
check no_word_of_one_metre sh -c '! grep -q "one layer" "$1"' sh "$T/err"
answers depth_of_a_volume 1 "is not a plane mesh, nor one layer of cells" "$prep" --check "$T/wing.cgns" --depth 1
answers depth_of_nothing 2 "--depth must be between" "$prep" --check "$T/plane.su2" --depth -1
answers case_with_out 2 "--case prints a case file; leave --check, --out" "$prep" --case "$T/plane.su2" --out "$T/new"
check nothing_new test ! -e "$T/new"
exit $status
