# Mistakes with files, folders and lists: what editors make of a case file, meshes that are packed or cut, the folder of
# one thing in the place of another, outputs over a mesh, files that may not be read, and lists of ufv-sweep. Each ends
# with its status and with a sentence that says what to do, or that docs/troubleshooting.md explains, and leaves nothing
# half written.
. tests/lib.sh
page=docs/troubleshooting.md
sweep=$BUILD/ufv-sweep
"$box" --cells hex --n 6 4 4 --out "$T/box.cgns" >/dev/null && "$box" --cells hex --n 5 4 4 --out "$T/other.cgns" >/dev/null &&
    "$prep" "$T/box.cgns" --out "$T/packs" --quiet && "$prep" "$T/other.cgns" --out "$T/others" --quiet || exit 1
flow_case "$T/flow.cfg"
solve_case() { # solve_case FILE ARGUMENTS...
    cfg=$1; shift
    # shellcheck disable=SC2046 # words
    "$solve" "$T/$cfg" $(defaults "--packs $T/packs --out $T/x --device cpu --threads 1 --steps 5" "$@") "$@"
}
run() { solve_case flow.cfg "$@"; }
gone() { check "$1" test ! -e "$2"; }
run --quiet --out "$T/r" || exit 1

# ---- a case file as editors leave it: the same bits ----
sed 's/$/\r/' "$T/flow.cfg" >"$T/crlf.cfg"
tr '\n' '\r' <"$T/flow.cfg" >"$T/cr.cfg"
sed 's/ = /\t=\t/; s/^/\t/' "$T/flow.cfg" >"$T/tabs.cfg"
{ printf '\357\273\277'; cat "$T/flow.cfg"; } >"$T/mark.cfg"
for form in crlf cr tabs mark; do
    rm -rf "$T/x"
    check "case_with_$form" solve_case $form.cfg --quiet
    check "case_with_${form}_same_bits" same_bits "$T/r" "$T/x"
done
rm -rf "$T/x"
sed 's/mach = /mach =\xc2\xa0/' "$T/flow.cfg" >"$T/blank.cfg"
sed 's/alpha = /alpha = \xe2\x88\x92/' "$T/flow.cfg" >"$T/minus.cfg"
sed 's/0\.7$/"0.7"/' "$T/flow.cfg" >"$T/quotes.cfg"
{ cat "$T/flow.cfg"; printf '[flow]\nmach = 0.5\n'; } >"$T/twice.cfg"
plain="it begins with a sign that only looks like a blank or a minus: type it again, in plain ASCII"
answers no_break_space 1 "$plain" solve_case blank.cfg
answers long_minus 1 "$plain" solve_case minus.cfg
answers number_in_quotes 1 "a number is needed here; leave the quotes out" solve_case quotes.cfg
answers key_twice_in_two_sections 1 "is already set in line 2; keep one of them" solve_case twice.cfg
answers reynolds_length_in_millimetres 0 "times the [flow] reynolds_length of 1000 m; write it in metres" \
    run --set model.equations=laminar --set flow.reynolds=1e3 --set flow.reynolds_length=1000 --set patches.ymin=wall
answers gas_at_rest 0 "mach = 0 and nothing else moves the gas" run --set flow.mach=0
# nothing of it where a wall, a boundary or a disk drives the gas
quiet_at_rest() { run --set flow.mach=0 "$@" >"$T/out" 2>&1 && ! grep -q 'moves the gas' "$T/out"; }
check no_word_of_rest_with_an_inflow quiet_at_rest --set "patches.xmin=total-inflow total_pressure=105000 total_temperature=300"
check no_word_of_rest_with_a_wall_that_moves quiet_at_rest --set model.equations=laminar --set flow.viscosity=1e-3 \
    --set "patches.ymin=wall velocity=10,0,0"
answers outlet_pressure_twice 1 "pressure is given twice; keep one of them" \
    run --set "patches.xmax=pressure-outlet pressure=1e5 pressure=2e5"
answers interval_twice 1 "every is given twice; keep one of them" run --set "series.movie=surface every=2 every=3"
check points_of_probes_may_be_many run --quiet --set "probes.two=points at=0.5,0.5,0.5 at=0.1,0.5,0.5"
# of two patterns that match a patch the last one counts, as docs/case-file.md says
run --quiet --set "patches.x*=slip" --set "patches.*n=symmetry"
kind_of() { tr -d ' \n' <"$T/x/run.json" | sed -n "s/.*\"$1\":{\"kind\":\"\([a-z-]*\)\".*/\1/p"; }
check last_pattern_counts test "$(kind_of xmin) $(kind_of xmax) $(kind_of zmin)" = "symmetry slip symmetry"
rm -rf "$T/x"

# ---- meshes ----
size=$(wc -c <"$T/box.cgns")
for part in 9000 $((size / 2)) $((size - 100)); do
    head -c "$part" "$T/box.cgns" >"$T/cut.cgns"
    answers "mesh_cut_to_$part" 1 "is not a CGNS file, or is cut short or damaged" "$prep" "$T/cut.cgns" --out "$T/new"
done
gzip -c "$T/box.cgns" >"$T/box.cgns.gz"
answers mesh_in_gzip 1 "is compressed (gzip); unpack it first" "$prep" "$T/box.cgns.gz" --out "$T/new"
for kind in 'PK\003\004=zip' 'BZh91AY=bzip2' '\3757zXZ=xz' '(\265/\375=zstd'; do
    # shellcheck disable=SC2059
    { printf "${kind%=*}"; head -c 999 "$T/flow.cfg"; } >"$T/packed.cgns"
    answers "mesh_in_${kind#*=}" 1 "(${kind#*=}); unpack it first" "$prep" "$T/packed.cgns" --out "$T/new"
done
"$post" export "$T/r" --format vtkhdf --out "$T/r.vtkhdf" >"$T/log"
answers hdf5_of_another_kind 1 "is a VTKHDF file, in which no patches are named" "$prep" "$T/r.vtkhdf" --out "$T/new"
answers more_ranks_than_cells 1 "the mesh has only 96 cells; ask for fewer ranks" "$prep" "$T/box.cgns" --out "$T/new" --ranks 200
gone no_packs_of_any_of_these "$T/new"
cp "$T/box.cgns" "$T/box.su2"
check cgns_by_the_name_of_su2 "$prep" "$T/box.su2" --out "$T/new" --quiet
rm -rf "$T/new"
# an SU2 mesh as editors leave it, and one that was cut where a marker ends
zcat tests/meshes/zoo/ramp.su2.gz >"$T/ramp.su2"
{ printf '\357\273\277'; cat "$T/ramp.su2"; } >"$T/mark.su2"
check su2_with_a_mark "$prep" "$T/mark.su2" --out "$T/new" --quiet
rm -rf "$T/new"
sed '/MARKER_TAG= RAMP/,$d' "$T/ramp.su2" >"$T/cut.su2"
answers su2_cut_at_a_marker 1 'NMARK announces 5 markers, and 1 are there, so that the file is cut short or NMARK wrong' \
    "$prep" "$T/cut.su2" --out "$T/new" --quiet
sed '/MARKER_TAG= RAMP/{n;Q}' "$T/ramp.su2" >"$T/cut.su2"
answers su2_cut_at_a_name 1 'marker RAMP, before this, has no MARKER_ELEMS' "$prep" "$T/cut.su2" --out "$T/new" --quiet
gone no_packs_of_cut_meshes "$T/new"
# what is read beside a mesh is looked at before the mesh is
early() { # early NAME SENTENCE ARGUMENTS...
    answers "$1" 1 "$2" "$prep" "$T/box.cgns" --out "$T/new" "$3" "$4"
    check "$1_before_the_mesh" sh -c '! grep -q "read [0-9]" "$1"' sh "$T/err"
}
early config_not_there "No such file or directory; check the path" --config "$T/nowhere.ini"
early case_file_for_config "unknown section 'flow'; there are: patches, periodic" --config "$T/flow.cfg"
printf '[patches]\nxmin = wal\n' >"$T/kinds.ini"
early kind_in_config "unknown kind of boundary 'wal'; did you mean 'wall'?" --config "$T/kinds.ini"
early weights_not_there "write it by ufv-solve CASE --packs PACKS --bench 50 --report" --weights "$T/nowhere.json"
gone no_packs_of_these_either "$T/new"

# ---- one folder in the place of another ----
answers results_into_other_packs 1 "holds packs of a mesh; name another folder for results with --out" run --out "$T/others"
check other_packs_stand sh -c 'test "$(ls -A "$1" | tr "\n" " ")" = "manifest.ini rank-00000.h5 report.json "' sh "$T/others"
empty="--packs and --restart take the name of a folder, which is empty here"
answers empty_packs 2 "$empty" run --packs ""
answers empty_out 2 "--out: a name must follow, and it is empty" run --out ""
answers empty_timeline 2 "--timeline: a name must follow, and it is empty" run --timeline ""
answers empty_restart 2 "$empty" run --restart ""
answers restart_from_packs 1 "holds packs, not results; give the folder that ufv-solve --out has written" run --restart "$T/others"
answers restart_from_a_mesh 1 "is a file, not a results folder" run --restart "$T/box.cgns"
answers bench_of_nothing 2 "give --bench STEPS, at least 1" "$solve" "$T/flow.cfg" --packs "$T/packs" --bench 0
long=$(printf 'a%.0s' $(seq 300))
answers name_of_results_too_long 1 "File name too long; give it a shorter name" run --out "$T/$long"
answers name_of_a_table_too_long 1 "File name too long; give it a shorter name" "$post" forces "$T/r" --json "$T/$long.json"
answers name_of_a_sweep_too_long 1 "File name too long; give it a shorter name" \
    "$sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/$long" --alpha 1
gone no_results_of_any_of_these "$T/x"
"$solve" "$T/flow.cfg" --packs "$T/packs" --out "$T/live" --device cpu --threads 1 --steps 100000000 --quiet 2>"$T/live.err" &
job=$!
await $job test -s "$T/live/history.csv"
answers fields_of_a_run_under_way 1 "its run has written no fields yet: wait for its end or its first [output] checkpoint" \
    "$post" forces "$T/live"
answers restart_from_a_run_under_way 1 "its run has written no fields yet" run --restart "$T/live"
check it_still_marches kill -0 $job
kill -TERM $job; wait $job
check fields_of_a_run_that_was_stopped "$post" forces "$T/live"

# ---- outputs ----
cp "$T/box.cgns" "$T/kept.cgns"
answers export_over_the_mesh 1 "was not written by ufv-post, so that it is not replaced: it may be a mesh" \
    "$post" export "$T/r" --format cgns --out "$T/box.cgns"
answers export_over_the_mesh_without_its_ending 1 "was not written by ufv-post" "$post" export "$T/r" --format cgns --out "$T/box"
check mesh_stands cmp "$T/box.cgns" "$T/kept.cgns"
echo text >"$T/text.cgns"
answers export_over_a_text 1 "was not written by ufv-post" "$post" export "$T/r" --format cgns --surface --out "$T/text.cgns"
mkdir "$T/folder.cgns"
page=$T/err answers surface_export_over_a_folder 1 "is a folder, which output cannot replace" \
    "$post" export "$T/r" --format cgns --surface --out "$T/folder.cgns"
page=docs/troubleshooting.md
for how in "" --surface ""; do
    check "export_over_an_export$how" "$post" export "$T/r" --format cgns --out "$T/view.cgns" $how
done
mkdir "$T/views"
for command in export series; do
    for name in .. . ../ "$T/.." "$T/." "$T/views/.." .vtkhdf "$T/views/.vtkhdf"; do
        answers "${command}_named_$name" 1 "the name of the file is missing behind the folder" \
            "$post" $command "$T/r" --format vtkhdf --out "$name"
    done
done
check export_hides_nothing sh -c '! find . .. "$1" -maxdepth 1 -name ".*vtk*" | grep .' sh "$T"
check export_named_with_points "$post" export "$T/r" --format vtkhdf --out "$T/..a"
answers export_into_a_folder 1 "the name of the file is missing behind the folder" "$post" export "$T/r" --out "$T/views/"
check no_nameless_file test -z "$(ls -A "$T/views")"
answers no_such_probes 1 "its run has recorded no probes; [probes] of the case file says where" \
    "$post" spectrum "$T/r" --probe wake
run --quiet --set "probes.tail=points at=0.5,0.5,0.5" --set "probes.nose=points at=0.1,0.5,0.5" --out "$T/probed"
lacks misspelt_probes probes || answers misspelt_probes 1 "its run has recorded no probes 'tial'; there are:" "$post" spectrum "$T/probed" --probe tial
lacks recorded_probes probes || check recorded_probes_are_named grep -q 'there are:.* nose.*' "$T/err"

# ---- files that may not be read ----
if [ "$(id -u)" -ne 0 ]; then somebody() { "$@"; }
elif setpriv --reuid 65534 --clear-groups test -x "$(realpath "$post")" 2>/dev/null; then
    somebody() { setpriv --reuid 65534 --clear-groups "$@"; }
else somebody() { return 99; }
fi
if somebody true; then
    chmod 755 "$T"; cp -r "$T/r" "$T/locked"; cp -r "$T/packs" "$T/sealed"; cp "$T/flow.cfg" "$T/secret.cfg"
    chmod 000 "$T"/locked/fields-*/rank-00000.h5 "$T/sealed/rank-00000.h5" "$T/sealed/manifest.ini" "$T/secret.cfg"
    answers fields_of_somebody_else 1 "Permission denied; check the permissions of the file and of its folder" \
        somebody "$post" forces "$T/locked"
    answers case_of_somebody_else 1 "Permission denied; check the permissions of it and of its folder" \
        somebody "$sweep" "$T/secret.cfg" --packs "$T/packs" --out "$T/new" --alpha 1
    answers packs_of_somebody_else 1 "Permission denied; check the permissions of it and of its folder" \
        somebody "$sweep" "$T/flow.cfg" --packs "$T/sealed" --out "$T/new" --alpha 1
    gone nothing_made_of_them "$T/new"
else
    skip files_that_may_not_be_read "there is no other user to run as"
fi

# ---- a disk that fills during the run: what was whole before is whole still ----
if [ "$(id -u)" -eq 0 ] && mkdir "$T/small" && mount -t tmpfs -o size=64k tmpfs "$T/small" 2>/dev/null; then
    trap 'umount "$T/small"; rm -rf "$T"' EXIT
    # of the fields, or of the history where that is the first to find no space: the page explains both
    full() {
        found=
        run --out "$T/small/x" --steps 50 --set output.checkpoint=10 --set output.history=1 >"$T/out" 2>"$T/err"
        [ $? -eq 1 ] || return 1
        for said in "is the disk full?" "No space left on device; free space there and restart"; do
            grep -qF "$said" "$page" || return 1
            if grep -qF "$said" "$T/err"; then found=yes; fi
        done
        [ "$found" ]
    }
    check disk_fills_during_a_run full
    check checkpoint_before_it_stands run --quiet --restart "$T/small/x" --out "$T/goes-on"
    check nothing_half_written_there test -z "$(find "$T/small" -name '*.tmp*' -o -name .lock)"
    rm -rf "$T/small/x"; head -c 64k /dev/zero >"$T/small/filled" 2>/dev/null
    answers run_on_a_full_disk 1 "is the disk full?" run --out "$T/small/x"
    answers bench_on_a_full_disk 1 "is the disk full?" \
        "$solve" "$T/flow.cfg" --packs "$T/packs" --device cpu --threads 1 --bench 2 --report "$T/small/b.json"
    answers section_on_a_full_disk 1 "is the disk full?" "$post" cp "$T/r" --patch zmin --section y=0.4 --out "$T/small/c.csv"
    answers slice_on_a_full_disk 1 "is the disk full?" "$post" slice "$T/r" --plane y=0.4 --out "$T/small/s.csv"
    answers overlay_on_a_full_disk 1 "is the disk full?" "$post" overlay "$T/r" "$T/goes-on" --out "$T/small/o.html"
    answers picture_of_patches_on_a_full_disk 1 "is the disk full?" "$prep" --check "$T/box.cgns" --picture "$T/small/p.html"
    check nothing_left_on_a_full_disk test "$(ls -A "$T/small")" = filled
else
    skip a_disk_that_fills "no disk could be mounted"
fi

# ---- sweeps ----
points() { "$sweep" "$T/flow.cfg" --packs "$T/packs" --device cpu --threads 1 --steps 2 --no-plots --quiet --out "$T/polar" "$@"; }
points --mach "0.5 0.6" --alpha 1 # two steps do not converge: status 5
[ $? -eq 5 ] || fail sweep_setup "a sweep"
check one_number_is_a_list test "$(cd "$T/polar/points" && echo *.json)" = "m0.5-a1.json m0.6-a1.json"
answers quantity_left_out 2 "holds a sweep over --mach and --alpha; give --mach too, as a list or one number" \
    "$sweep" "$T/polar" --alpha 2
answers quantity_too_many 2 "holds a sweep over --mach and --alpha; leave --beta out" "$sweep" "$T/polar" --mach 0.5 --alpha 2 --beta 1
"$sweep" "$T/polar" --mach 0.5 --alpha 2 --no-plots --quiet
check one_number_of_each test $? -eq 5
check one_point_more test "$(cd "$T/polar/points" && echo *.json)" = "m0.5-a1.json m0.5-a2.json m0.6-a1.json"
answers sweep_with_other_settings 2 "holds a sweep with other settings (" points --mach 0.5 --alpha 1 --set numerics.order=1
check other_settings_as_they_were_typed grep -q "(--steps 2 --device cpu --threads 1, now --set numerics.order=1 --steps 2" "$T/err"
cp -r "$T/flow.cfg" "$T/copy.cfg"
answers sweep_with_another_case 2 "holds a sweep with another case file (" \
    "$sweep" "$T/copy.cfg" --packs "$T/packs" --device cpu --threads 1 --steps 2 --out "$T/polar" --mach 0.5 --alpha 1
"$sweep" "$T/copy.cfg" --packs "$T/packs" --steps 2 --no-plots --quiet --out "$T/mine" --alpha 1; rm "$T/copy.cfg"
answers sweep_whose_case_is_gone 1 "a sweep reads its case again for each point: put the file back, or begin another sweep" \
    "$sweep" "$T/mine" --alpha 2
new() { in_place --out "$T/new" --packs "$T/packs" "$@"; }
in_place() { "$sweep" "$T/flow.cfg" --steps 2 --no-plots "$@"; }
answers decimal_commas_in_a_list 2 "has commas in what blanks divide; the decimal sign is a point, as in 0.5" new --mach "0,7 0,8"
answers no_number_in_a_list 2 'is no number; a list is one number, "0 1 2.5"' new --alpha 0-4
answers sweep_into_a_file 1 "is not a folder; name another one" in_place --alpha 1 --packs "$T/packs" --out "$T/flow.cfg"
answers sweep_into_nothing 2 "--out needs a value: FOLDER, and it is empty" in_place --alpha 1 --packs "$T/packs" --out ""
answers sweep_of_no_packs 2 "--packs needs a value" in_place --alpha 1 --out "$T/new" --packs ""
answers sweep_of_no_case 2 "the name of the case file, or of the folder of a sweep, is empty" \
    "$sweep" "" --packs "$T/packs" --out "$T/new" --alpha 1
answers point_of_no_list 2 "has no such point" new --alpha 1 --point a2
answers array_into_no_folder 1 "its folder does not exist; make it first" new --alpha 1 --array "$T/nowhere/a.sh"
mkdir "$T/lone" && cp "$sweep" "$T/lone"
answers sweep_without_ufv_solve 1 "ufv-solve was not found; install ufv, or give its folder: UFV_BIN=" \
    env PATH=/usr/bin:/bin "$T/lone/ufv-sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/new" --alpha 1
gone no_sweep_is_left_of_any_of_these "$T/new"
answers launcher_without_a_number 1 "the case cannot be run:" new --alpha 1 --launch "mpirun -np"
check launchers_lines_are_no_reason sh -c '! grep -q "cannot be run: -*\( \|$\)" "$1"' sh "$T/err"
rm -rf "$T/new"
answers angles_in_radians 5 "note: --alpha is in degrees; if radians are meant, 0.035 is 2.005 degrees" new --alpha "0 0.035"
exit $status
