# Bad input and broken surroundings, one row each: the exit status, in time,
# one sentence on stderr that names what is wrong (printed once, not by every rank),
# nothing half-written left, no rank left running, no crash and no library's stack.
. tests/lib.sh
export OMPI_MCA_odls_base_sigkill_timeout=0 # mpirun need not wait after a failure
fault=$BUILD/tests/unit/solve/checkpoint/test_fault_files
S1="mpirun -np 1 $solve --quiet --threads 1 --device cpu"
S2="mpirun -np 2 $solve --quiet --threads 1 --device cpu"
S3="mpirun -np 3 $solve --quiet --threads 1 --device cpu"
flow_case "$T/case.cfg"
sed -i "s/^limiter.*/&\nlimiter_k = 0.5/" "$T/case.cfg" # 5 is too weak a limiter for so coarse a mesh
{
    "$box" --cells tet --n 6 6 5 --perturb 0.1 --out "$T/m.cgns" &&
    "$box" --cells hex --n 5 5 5 --out "$T/other.cgns" &&
    "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/p2" &&
    "$prep" --quiet "$T/m.cgns" --ranks 1 --out "$T/p1" &&
    "$prep" --quiet "$T/other.cgns" --ranks 2 --out "$T/q2" &&
    $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/base" --steps 20 --set output.checkpoint=10
} >"$T/setup.log" 2>&1 || { cat "$T/setup.log"; fail faults_setup "a good mesh, pack or run failed"; exit 1; }

# Rows write results to $T/r and packs to $T/new; both must be gone after a fault,
# unless keep=1: then what is there must be whole.
clean() { rm -rf "$T/r" "$T/new" "$T/new.cgns" "$T/post-out"; keep=0; }
whole() { # whole RESULTS RANKS: `latest` names a folder with all its ranks
    [ -e "$1/latest" ] && [ "$(ls "$1/$(cat "$1/latest")"/rank-*.h5 2>/dev/null | wc -l)" -eq "$2" ]
}
# Names what still runs of a row's programs; on a busy machine the last rank's end may come a moment after mpirun's.
running() {
    for _ in $(seq $((patience * 10))); do
        grep -lF "$T/" /proc/[0-9]*/cmdline 2>/dev/null || return 1
        sleep 0.1
    done >"$T/running"
}
judge() { # judge NAME WANTED_STATUS PATTERN STATUS: of $T/out and $T/err
    name=$1
    if lacks_feature "$T/err"; then skip "$name" 'ufv-solve is built without its feature'; return; fi
    grep -aE '^ufv(-prep|-solve|-post|)( [a-z]+)?: ' "$T/err" | grep -av '^ufv-[a-z]*: note: ' >"$T/sentence"
    n=$(wc -l <"$T/sentence") why=
    [ "$4" -eq "$2" ] || why="status $4, not $2"
    [ "$4" -ne 124 ] || why="still running after $patience s"
    [ "$n" -eq 1 ] || why="$why; $n sentences instead of one"
    grep -aqE "$3" "$T/sentence" || why="$why; no /$3/ in the sentence"
    grep -aqE '^ufv: .*\.cu?:[0-9]+:|ufv-[a-z]+: *$' "$T/sentence" && why="$why; not a sentence for a user"
    grep -ahE 'Segmentation fault|Aborted|Bus error|HDF5-DIAG|HDF5: infinite|AddressSanitizer|runtime error|MPI_ABORT' \
        "$T/out" "$T/err" >"$T/crash" && why="$why; $(head -1 "$T/crash")"
    left=$(find "$T" -name '*.tmp' | head -1); [ -z "$left" ] || why="$why; left $left"
    if [ "$keep" -eq 0 ]; then
        for path in "$T/r" "$T/new" "$T/post-out"; do [ ! -e "$path" ] || why="$why; left $path"; done
    elif [ -e "$T/r/latest" ]; then
        whole "$T/r" 2 || why="$why; latest names an incomplete folder"
    fi
    running && why="$why; a process is still running"
    if [ -z "$why" ]; then ok "$name"; else
        sed 's/^/  | /' "$T/err" | head -20
        fail "$name" "${why#; }"
        find "$T" -name '*.tmp' -exec rm -rf {} + 2>/dev/null
    fi
}
fault() { # fault NAME STATUS PATTERN COMMAND...
    row=$1 want=$2 pattern=$3; shift 3
    patiently "$@" >"$T/out" 2>"$T/err" </dev/null
    judge "$row" "$want" "$pattern" $?
    clean
}
clean

# ---- ufv-solve: packs --------------------------------------------------------------
bad_packs() { rm -rf "$T/bad"; cp -r "$T/p2" "$T/bad"; f0=$T/bad/rank-00000.h5; f1=$T/bad/rank-00001.h5; }
packs_row() { row=$1 pattern=$2; fault "packs_$row" 1 "$pattern" $S2 "$T/case.cfg" --packs "$T/bad" --out "$T/r"; }
bad_packs; rm "$f1"; packs_row rank_missing 'rank-00001.h5.*No such file'
bad_packs; rm "$f0"; packs_row rank_0_missing 'rank-00000.h5.*No such file'
bad_packs; truncate -s -3000 "$f1"; packs_row truncated 'rank-00001.h5.*(damaged|cut short).*run ufv-prep again'
bad_packs; truncate -s 0 "$f1"; packs_row empty_file 'rank-00001.h5.*run ufv-prep again'
bad_packs; "$fault" flip "$f1" face/normal; packs_row bit_in_normals 'rank-00001.h5.*normal.*checksum.*run ufv-prep'
bad_packs; "$fault" flip "$f0" cell/global_id; packs_row bit_in_ids 'rank-00000.h5.*global_id.*checksum'
bad_packs; "$fault" flip "$f0" patch/range; packs_row bit_in_patches 'rank-00000.h5.*patch/range.*checksum'
bad_packs; "$fault" attribute "$f0" n_owned 7; packs_row count_changed 'rank-00000.h5.*counts.*checksum'
bad_packs; echo "not a pack" >"$f1"; packs_row text_file 'rank-00001.h5.*not an HDF5 file'
bad_packs; "$fault" hdf5 "$f1"; packs_row other_hdf5 'rank-00001.h5.*not a pack'
bad_packs; "$fault" attribute "$f1" schema_version 0; packs_row older_schema 'rank-00001.h5.*older.*run ufv-prep again'
bad_packs; "$fault" attribute "$f1" schema_version 99; packs_row newer_schema 'rank-00001.h5.*newer'
bad_packs; cp "$T/q2/rank-00001.h5" "$f1"; packs_row of_another_set 'rank-00001.h5.*another set'
bad_packs; cp "$f0" "$f1"; packs_row swapped_rank 'rank-00001.h5.*rank 0, not 1'
bad_packs; rm "$T/bad/manifest.ini"; packs_row manifest_missing 'manifest.ini.*No such file.*ufv-prep'
bad_packs; echo '%%% garbage' >"$T/bad/manifest.ini"; packs_row manifest_garbled 'manifest.ini:1'
bad_packs; sed -i '/^cells/d' "$T/bad/manifest.ini"
packs_row manifest_key_missing "manifest.ini.*'cells'.*run ufv-prep again"
bad_packs; sed -i 's/^ranks = 2/ranks = 5/' "$T/bad/manifest.ini"
packs_row manifest_ranks 'holds packs for 5 ranks but this run has 2'
bad_packs; sed -i 's/^schema_version = .*/schema_version = 99/' "$T/bad/manifest.ini"
packs_row manifest_version 'manifest.ini.*format 99'
damaged_manifest() { # damaged_manifest NAME SED PATTERN: ufv-prep --info refuses it, too
    bad_packs; sed -i "$2" "$T/bad/manifest.ini"
    packs_row "manifest_$1" "$3"
    fault "info_manifest_$1" 1 "$3" "$prep" --info "$T/bad"
}
damaged_manifest cells 's/^cells = 1*/&9/' 'rank-0000..h5: is of a mesh of .* cells, and its folder.s manifest of .*damaged'
damaged_manifest patch_name 's/^name = xmin/&2/' 'patch 0 is xmin .*and in its folder.s manifest xmin2 .*damaged'
damaged_manifest patch_kind '/^name = xmin/,/^faces/s/^kind = .*/kind = slip/' 'patch 0 is xmin .*and in its folder.s manifest xmin .slip,'
damaged_manifest patch_faces '0,/^faces = .*/!{0,/^faces = /s/^faces = 1*/&9/}' 'patch 0 is xmin .* faces.*and in its folder.s manifest xmin .* faces'
damaged_manifest patches 's/^patches = 6/patches = 5/' 'has 6 patches, and its folder.s manifest 5'
bad_packs; sed -i 's/^boundary_faces = /&9/' "$T/bad/manifest.ini"
fault info_manifest_boundary_faces 1 'manifest.ini: says 9[0-9]* boundary faces, and the packs have [0-9]*; run ufv-prep again' \
    "$prep" --info "$T/bad"
for of in faces nodes; do
    bad_packs; sed -i "0,/^$of = .*/s//$of = 7/" "$T/bad/manifest.ini"
    fault "info_manifest_$of" 1 "manifest.ini: says 7 $of, and the packs have" "$prep" --info --verbose "$T/bad"
done
bad_packs; head -c 40 "$T/p2/manifest.ini" >"$T/bad/manifest.ini"
packs_row manifest_cut 'manifest.ini.*(damaged|neither)'
rm -rf "$T/bad"; packs_row folder_missing 'bad.*No such file'
mkdir "$T/bad"; packs_row folder_empty 'manifest.ini.*is .*bad a folder that ufv-prep'
rm -rf "$T/bad"; echo x >"$T/bad"; packs_row folder_is_file 'bad.*(Not a directory|ufv-prep)'
rm -f "$T/bad"
fault packs_2_for_3_ranks 1 'for 2 ranks but this run has 3; start 2 ranks' $S3 "$T/case.cfg" --packs "$T/p2" \
    --out "$T/r"
fault packs_2_for_1_rank 1 'for 2 ranks but this run has 1' $S1 "$T/case.cfg" --packs "$T/p2" --out "$T/r"
fault packs_1_for_2_ranks 1 'for 1 rank but this run has 2' $S2 "$T/case.cfg" --packs "$T/p1" --out "$T/r"

# A host without the packs, one with those of another set, and one with an older copy:
# rank 1 runs where the same path leads elsewhere, and is named.
elsewhere() { # elsewhere NAME PATTERN
    fault "$1" 1 "$2" mpirun -np 2 sh -c 'cd "$0/host-$OMPI_COMM_WORLD_RANK" && exec "$@"' "$T" "$(realpath "$solve")" \
        --quiet \
        --threads 1 --device cpu "$T/case.cfg" --packs packs --out "$T/r"
}
mkdir "$T/host-0" "$T/host-1" && ln -s "$T/p2" "$T/host-0/packs"
elsewhere host_without_packs 'rank 1 on .*: packs/manifest.ini: .*No such file.*ufv-prep'
cp -r "$T/p2" "$T/host-1/packs" && rm "$T/host-1/packs/rank-00001.h5"
elsewhere host_without_its_pack 'rank 1 on .*rank-00001.h5.*No such file'
rm -r "$T/host-1/packs" && cp -r "$T/q2" "$T/host-1/packs"
elsewhere host_with_other_packs 'rank 1 on .*: packs.*another set'

# ---- ufv-solve: results it restarts from ---------------------------------------------
old_results() {
    rm -rf "$T/old"; cp -r "$T/base" "$T/old"
    o=$T/old/fields-000000020 o0=$T/old/fields-000000020/rank-00000.h5 o1=$T/old/fields-000000020/rank-00001.h5
}
restart_row() {
    row=$1 pattern=$2
    fault "restart_$row" 1 "$pattern" $S2 "$T/case.cfg" --packs "$T/p2" --restart "$T/old" --out "$T/r" --steps 10
}
old_results; truncate -s -2000 "$o1"; restart_row truncated 'rank-00001.h5.*(damaged|cut short).*older'
old_results; truncate -s 100 "$o0"; restart_row rank_0_truncated 'rank-00000.h5.*(damaged|cut short|not an HDF5)'
old_results; "$fault" flip "$o1" cell/field/pressure; restart_row bit 'rank-00001.h5.*pressure.*checksum.*older'
old_results; "$fault" attribute "$o1" iteration 19; restart_row iteration_changed 'rank-00001.h5.*checksum'
old_results; "$fault" shift "$o" 1 10; restart_row ranks_of_two_moments 'rank-00001.h5.*iteration 30.*rank 0'
old_results; "$fault" nan "$o" 1 density; restart_row nan 'rank-00001.h5.*cell [0-9]+.*density -?nan'
old_results; "$fault" nan "$o" 1 velocity_y; restart_row nan_velocity 'rank-00001.h5.*cell [0-9]+'
old_results; "$fault" attribute "$o0" version 99; restart_row newer 'rank-00000.h5.*newer'
old_results; "$fault" hdf5 "$o1"; restart_row other_hdf5 'rank-00001.h5.*(not a fields file|missing)'
old_results; rm "$o1"; restart_row rank_missing 'rank-00001.h5.*No such file'
old_results; cp "$o0" "$o1"; restart_row renamed_rank 'rank-00001.h5.*rank 0, not 1'
old_results; rm "$T/old/latest"; restart_row latest_missing 'latest: No such file.*results folder'
old_results; echo fields-000009999 >"$T/old/latest"
restart_row latest_names_nothing 'latest.*fields-000009999.*not a folder'
old_results; : >"$T/old/latest"; restart_row latest_empty 'latest.*empty'
old_results; echo ../base >"$T/old/latest"; restart_row latest_strange 'latest.*not the name of a fields folder'
# File times mean nothing: a clock years behind where packs and fields were written, years ahead where `latest` was.
old_results; cp -rp "$T/p2" "$T/skewed"
find "$T/skewed" "$T/old" -exec touch -d 2001-02-03 {} +; touch -d 2037-01-01 "$T/old/latest" "$T/skewed/rank-00001.h5"
check clock_skew_runs $S2 "$T/case.cfg" --packs "$T/skewed" --restart "$T/old" --out "$T/old" --steps 20 \
    --set output.checkpoint=10
$S2 "$T/case.cfg" --packs "$T/p2" --restart "$T/base" --out "$T/r" --steps 20 >/dev/null 2>&1
check clock_skew_same_bits same_bits "$T/r" "$T/old"
clean; rm -rf "$T/skewed"
rm -rf "$T/old"; restart_row folder_missing 'old/latest: No such file'
cp -r "$T/q2" "$T/q3"; $S2 "$T/case.cfg" --packs "$T/q3" --out "$T/old" --steps 1 >/dev/null 2>&1; rm -r "$T/q3"
restart_row of_another_mesh_without_its_packs 'q3/manifest.ini.*No such file.*restart-packs'
fault restart_packs_alone 2 'belongs to --restart' $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/r" \
    --restart-packs "$T/q2"
fault restart_empty_name 2 'empty' $S2 "$T/case.cfg" --packs "$T/p2" --restart "" --out "$T/r"

# ---- ufv-solve: where it writes ---------------------------------------------------------
echo x >"$T/file"
fault out_below_a_file 1 'file/r.*cannot be made.*Not a directory.*name another folder' $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/file/r"
fault out_is_a_file 1 'file.*cannot be written to' $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/file"
fault out_parent_missing 1 'nowhere/r.*No such file.*make the folder' $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/nowhere/r"
keep=1; mkdir -p "$T/r/history.csv"
fault out_history_is_a_folder 1 'history.csv.*is a folder, which output cannot replace' $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/r"
keep=1; mkdir -p "$T/r/fields-000000010.tmp/mine"
fault_strange_folder() {
    patiently $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/r" --steps 10 >"$T/out" 2>"$T/err"; s=$?
    rm -rf "$T/r/fields-000000010.tmp"
    judge out_checkpoint_folder_taken 1 'fields-000000010.tmp.*cannot be made' $s; clean
}
fault_strange_folder

# A disk that holds one checkpoint and not two: the first one stays and can be restarted.
full_disk() { # full_disk: mounts a small disk at $T/disk, false when that is not permitted
    mkdir -p "$T/disk"
    kilobytes=$(du -sk "$T/base/fields-000000020" | cut -f1)
    mount -t tmpfs -o "size=$((kilobytes * 17 / 10 + 16))k" none "$T/disk" 2>/dev/null
}
if full_disk; then
    trap 'umount "$T/disk"; rm -rf "$T"' EXIT
    patiently $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/disk/r" --steps 40 --set output.checkpoint=10 >"$T/out" \
        2>"$T/err"
    judge disk_full 1 '(fields-000000020.tmp|history.csv).*(disk full|No space)' $?
    check disk_full_keeps_the_last_checkpoint whole "$T/disk/r" 2
    check disk_full_names_it grep -q fields-000000010 "$T/disk/r/latest"
    check disk_full_can_be_restarted $S2 "$T/case.cfg" --packs "$T/p2" --restart "$T/disk/r" --out "$T/r" --steps 10
    rm -rf "$T/disk/r"; clean
    # a restart in its own folder, whose first checkpoint would replace the one it came from
    mkdir "$T/disk/r"; cp -r "$T/base/fields-000000020" "$T/base/latest" "$T/disk/r"
    patiently $S2 "$T/case.cfg" --packs "$T/p2" --restart "$T/disk/r" --out "$T/disk/r" --steps 0 >"$T/out" 2>"$T/err"
    judge disk_full_over_itself 1 '(disk full|No space)' $?
    check disk_full_over_itself_keeps_it same_bits "$T/base" "$T/disk/r"
    rm -rf "$T/disk/r"; clean
    patiently "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/disk/new" >"$T/out" 2>"$T/err"
    judge prep_disk_full 1 '(disk full|No space)' $?
    check prep_disk_full_leaves_nothing test -z "$(ls -A "$T/disk")"
    # Disks that hold the first files of a run, and not the next ones: of probes, of series, of checkpoints.
    { cat "$T/case.cfg"; printf '[probes]\nw = points at=0.5,0.5,0.5\n[series]\nm = volume every=3\n'; } >"$T/more.cfg"
    for k in 16 48 $((kilobytes / 2 + 48)) $((kilobytes + 96)); do
        mount -o "remount,size=${k}k" "$T/disk"
        patiently $S2 "$T/more.cfg" --packs "$T/p2" --out "$T/disk/r" --steps 400 >"$T/out" 2>"$T/err"
        judge "disk_of_${k}_kb" 1 'disk/r.*disk full' $?
        check "disk_of_${k}_kb_half_nothing" sh -c 'test -z "$(find "$1" -name "*.tmp")" &&
            { ! test -e "$1/r/latest" || "$2" forces "$1/r" --quiet; }' sh "$T/disk" "$post"
        rm -rf "$T/disk/r"; clean
    done
    umount "$T/disk"; trap 'rm -rf "$T"' EXIT
else
    echo "skip disk_full mounting a small tmpfs is not permitted here"
fi
# The same without a mount, by the limit on file sizes (256 blocks of 512 or 1024 bytes).
limited() { patiently sh -c 'trap "" XFSZ; ulimit -f "$1"; shift; exec "$@"' sh "$@" >"$T/out" 2>"$T/err" </dev/null; }
limited 40 "$prep" --quiet "$T/m.cgns" --out "$T/new"
judge prep_file_too_large 1 '(disk full|cannot be written|File too large)' $?; clean
limited 40 "$post" export "$T/base" --format tecplot --out "$T/post-out"
judge export_file_too_large 1 'post-out.*(disk full|cannot be written|File too large)' $?; clean
keep=1 # the run itself is done by then
fault timeline_not_writable 1 'file/t.json.*cannot be written' $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/r" \
    --steps 1 --timeline "$T/file/t.json"

# ---- ufv-solve: memory ----------------------------------------------------------------
if [ "${SAN:-0}" = 1 ]; then
    echo "skip memory_limit the sanitizer needs more address space than any limit"
else
    # a process of its libraries alone takes some 190 MB of address space, 245 MB with the kernels for GPUs; 64 MB a rank
    # are kept for MPI
    fault memory_limit 1 'GB of memory are needed for 2 ranks but [0-9.]+ GB are free; about [0-9]+ such hosts' \
        mpirun -np 2 sh -c 'ulimit -v $(($(awk "/^VmSize/ { print \$2 }" /proc/self/status) + 280000)); exec "$@"' sh \
        "$solve" --quiet --threads 1 --device cpu "$T/case.cfg" --packs "$T/p2" --out "$T/r"
fi

# ---- ufv-solve: case file -------------------------------------------------------------
case_row() { # case_row NAME PATTERN SED_SCRIPT
    sed "$3" "$T/case.cfg" >"$T/bad.cfg"
    fault "case_$1" 1 "$2" $S2 "$T/bad.cfg" --packs "$T/p2" --out "$T/r"
}
fault case_missing 1 'none.cfg.*No such file' $S2 "$T/none.cfg" --packs "$T/p2" --out "$T/r"
fault case_is_a_folder 1 'p2.*is a folder' $S2 "$T/p2" --packs "$T/p2" --out "$T/r"
case_row misspelt_key "bad.cfg:2.*'mahc'.*did you mean 'mach'" 's/^mach/mahc/'
case_row misspelt_section "bad.cfg.*'numericss'.*did you mean 'numerics'" 's/numerics/numericss/'
case_row bad_number 'bad.cfg:2: \[flow\] mach = 0.7x.*number' 's/^mach.*/mach = 0.7x/'
case_row nan_number 'bad.cfg:2: \[flow\] mach = nan.*number' 's/^mach.*/mach = nan/'
case_row infinite_number 'bad.cfg:2: \[flow\] mach = inf.*finite' 's/^mach.*/mach = inf/'
case_row mach_not_given 'bad.cfg: \[flow\] mach.*must be given' '/^mach/d'
case_row negative_mach 'bad.cfg:2: \[flow\] mach = -1.*must be from 0 to' 's/^mach.*/mach = -1/'
case_row negative_cfl 'bad.cfg:[0-9]+: \[time\] cfl = -1.*positive' 's/^cfl.*/cfl = -1/'
case_row five_stages 'stages = 5.*1 to 4' 's/^cfl/stages = 5\ncfl/'
case_row negative_steps 'bad.cfg:[0-9]+: \[time\] steps = -3: must be from 0 to' 's/^steps.*/steps = -3/'
case_row not_whole 'steps = 2.5.*whole number' 's/^steps.*/steps = 2.5/'
case_row steps_too_large 'steps = 99999999999999999999.*whole number' 's/^steps.*/steps = 99999999999999999999/'
case_row switch 'local = maybe.*yes or no' 's/^cfl/local = maybe\ncfl/'
case_row unknown_limiter 'limiter = minmod.*not one of.*venkatakrishnan' 's/^limiter =.*/limiter = minmod/'
case_row vector 'centre = 1 2.*3 numbers' 's/^\[numerics\]/[reference]\ncentre = 1 2\n[numerics]/'
case_row end_time_needs_global 'end_time.*needs local = no' 's/^cfl/end_time = 1\ncfl/'
case_row too_much_given 'density.*leave one out' 's/^alpha/pressure = 1e5\ntemperature = 300\ndensity = 1.2\nalpha/'
case_row unknown_kind 'xmin = farfeld.*did you mean farfield' 's/^xmin.*/xmin = farfeld/'
case_row unknown_patch "'xmim'.*did you mean 'xmin'" 's/^xmin/xmim/'
case_row kind_setting 'slip takes no .pressure' 's/^ymin.*/ymin = slip pressure=3/'
case_row kind_setting_value 'pressure needs a positive number' 's/^xmax.*/xmax = pressure-outlet pressure=-3/'
case_row symmetry_plane_of_a_wall 'slip patch takes no symmetry_plane' 's/^ymin = slip/& symmetry_plane=y:0/'
case_row window_too_long 'window = 5000000000.*a million rows' '$a [stop]\nwindow = 5000000000'
case_row first_coefficient 'coefficients = 0 1 0 0.*must be positive' 's/^cfl/stages = 2\ncoefficients = 0 1 0 0\n&/'
case_row coefficients_of_shu_osher 'coefficients.*belong to scheme = rk' 's/^cfl/scheme = shu-osher\ncoefficients = 0.5 1 0 0\n&/'
case_row initial_field 'kind = vortex: density -?nan.*choose values of' 's/^.numerics./[initial]\nkind = vortex\n&/'
case_row key_before_section "bad.cfg:1: 'steps' stands before" '1i steps = 3'
case_row garbage "bad.cfg:3.*neither" '2a what is this'
case_row broken_section "bad.cfg:1.*not a section" '1s/.*/[flow/'
# A byte in front: the first line of random ones may be empty or begin as a comment does.
{ printf x; head -c 3000 /dev/urandom; } | tr '\0' x >"$T/bad.cfg"
fault case_binary 1 'bad.cfg:1' $S2 "$T/bad.cfg" --packs "$T/p2" --out "$T/r"
bad_packs
"$box" --cells hex --n 4 4 4 --bc xmin=UserDefined --out "$T/k.cgns" >/dev/null 2>&1 &&
    "$prep" --quiet "$T/k.cgns" --ranks 2 --out "$T/k2" >/dev/null 2>&1
sed '/^xmin/d' "$T/case.cfg" >"$T/bad.cfg"
fault case_patch_without_kind 1 "patch 'xmin'.*no kind.*add to \[patches\]" $S2 "$T/bad.cfg" --packs "$T/k2" \
    --out "$T/r"
sed 's/^xmin = farfield/& symmetry_plane=w:0/' "$T/case.cfg" >"$T/bad.cfg"
fault case_symmetry_plane 1 'bad.cfg:.*symmetry_plane needs an axis' $S2 "$T/bad.cfg" --packs "$T/p2" --out "$T/r"
fault set_malformed 1 'set cfl=3: the section is missing; write --set time.cfl=3' $S2 "$T/case.cfg" --packs "$T/p2" --out "$T/r" \
    --set cfl=3

# ---- ufv-solve: command line ----------------------------------------------------------
run="$S2 $T/case.cfg --packs $T/p2 --out $T/r"
fault set_unknown_key 1 'time.cf.*did you mean .cfl' $run --set time.cf=3
fault set_bad_value 1 'set time.cfl = x.*number' $run --set time.cfl=x
fault unknown_exchange 1 'exchange carrier-pigeon.*not one of' $run --exchange carrier-pigeon
fault exchange_cuda_aware_on_cpus 1 'exchange cuda-aware.*this run uses CPUs; use staged' $run --exchange cuda-aware
fault exchange_peer_on_cpus 1 'exchange peer.*this run uses CPUs; use staged' $run --exchange peer
fault unknown_device 1 'device tpu.*not one of auto, cpu, cuda' ${run%--device cpu*} ${run#*--device cpu} --device tpu
fault no_gpu 1 'device cuda.*(no GPU|without).*device cpu' env CUDA_VISIBLE_DEVICES= \
    ${run%--device cpu*} ${run#*--device cpu} --device cuda
fault device_twice 2 'device: is given twice; give it once' $run --device cpu
fault unknown_option 2 'unknown option.*did you mean --steps' $run --step 3
fault option_without_value 2 'value must follow' $run --steps
fault option_not_a_number 2 'whole number' $run --steps three
fault negative_steps_option 2 'steps' $run --steps -5
fault too_many_threads 2 'threads' $run --threads 100000
fault no_arguments 2 'case file is needed' $S2
fault no_packs 2 'packs PACKS is needed' $S2 "$T/case.cfg" --out "$T/r"
fault no_out 2 'out RESULTS is needed' $S2 "$T/case.cfg" --packs "$T/p2"
fault timeline_of_a_bench 2 'not to --bench' $S2 "$T/case.cfg" --packs "$T/p2" --bench 1 --timeline "$T/t.json"
fault report_of_a_run 2 'report belongs to --bench' $run --report "$T/x.json"
deep=$T/$(printf '%0250d/%0250d/%0250d/%0250d' 1 2 3 4)
mkdir -p "$deep" && cp "$T"/p2/* "$deep"
fault packs_too_deep 1 'path from the root has more than 1023 characters' $S2 "$T/case.cfg" --packs "$deep" --out "$T/r"
fault two_cases 2 'one argument too many' $run "$T/case.cfg"
fault bench_report_not_writable 1 'file/x.json.*cannot be written' $S2 "$T/case.cfg" --packs "$T/p2" --bench 1 \
    --report "$T/file/x.json"

# ---- divergence -----------------------------------------------------------------------
keep=1
fault diverged 4 'diverged at iteration [0-9]+: cell [0-9]+ at \(.*\).*(density|pressure).*cfl' $run --set time.cfl=50
keep=1; cp -r "$T/base" "$T/r"; cp -r "$T/base/fields-000000020" "$T/good"
patiently $run --restart "$T/r" --set time.cfl=50 --set output.checkpoint=10 >"$T/out" 2>"$T/err"
judge diverged_after_restart 4 'diverged at iteration (2[1-9]|[3-9][0-9]|1[0-9][0-9]): cell' $?
check diverged_keeps_the_last_checkpoint whole "$T/r" 2
check diverged_can_be_restarted $S2 "$T/case.cfg" --packs "$T/p2" --restart "$T/r" --out "$T/r" --steps 10
clean

# ---- ufv-prep ---------------------------------------------------------------------------
P="$prep --quiet"
fault mesh_missing 1 'none.cgns.*no such file' $P "$T/none.cgns" --out "$T/new"
fault mesh_is_text 1 'case.cfg.*settings.*needs a mesh' $P "$T/case.cfg" --out "$T/new"
fault mesh_is_a_folder 1 'p2' $P "$T/p2" --out "$T/new"
head -c 20000 "$T/m.cgns" >"$T/bad.cgns"
fault mesh_truncated 1 'bad.cgns.*(damaged|cut|cannot|not)' $P "$T/bad.cgns" --out "$T/new"
: >"$T/bad.cgns"
fault mesh_empty_file 1 'bad.cgns' $P "$T/bad.cgns" --out "$T/new"
"$fault" hdf5 "$T/bad.cgns"
fault mesh_other_hdf5 1 'bad.cgns.*(base|CGNS)' $P "$T/bad.cgns" --out "$T/new"
cp "$T/m.cgns" "$T/bad.cgns"; "$fault" fold "$T/bad.cgns"
fault mesh_negative_volume 1 'bad.cgns.*cell.*(volume|inside out|negative)' $P "$T/bad.cgns" --out "$T/new"
fault mesh_check_negative_volume 1 'bad.cgns.*cell' $P --check "$T/bad.cgns"
rm -f "$T/bad.cgns"; "$fault" faces "$T/bad.cgns"
fault mesh_without_cells 1 'bad.cgns.*(no cells|volume)' $P "$T/bad.cgns" --out "$T/new"
rm -f "$T/bad.cgns"; "$fault" overset "$T/bad.cgns"
fault mesh_overset 1 'bad.cgns.*chimera.*[Oo]verset' $P "$T/bad.cgns" --out "$T/new"
fault mesh_base_missing 1 'm.cgns.*Wing' $P "$T/m.cgns" --base Wing --out "$T/new"
mkdir "$T/mine"; echo precious >"$T/mine/thesis.txt"
fault prep_out_holds_other_files 1 'mine.*not overwritten.*thesis.txt' $P "$T/m.cgns" --out "$T/mine"
check prep_out_keeps_other_files grep -q precious "$T/mine/thesis.txt"
fault prep_out_is_a_file 1 'file.*not' $P "$T/m.cgns" --out "$T/file"
fault prep_out_below_a_file 1 'file/new' $P "$T/m.cgns" --out "$T/file/new"
fault prep_out_parent_missing 1 'nowhere/new.*No such file.*make the folder' $P "$T/m.cgns" --out "$T/nowhere/new"
fault prep_out_empty 2 'out.*empty' $P "$T/m.cgns" --out ""
fault prep_more_ranks_than_cells 1 'ranks 5000.*only [0-9]+ cells' $P "$T/m.cgns" --ranks 5000 --out "$T/new"
printf '[patches]\nxmim = wall\n' >"$T/bad.cfg"
fault prep_config_unknown_patch 1 "bad.cfg:2.*'xmim'; did you mean 'xmin'" $P "$T/m.cgns" --config "$T/bad.cfg" \
    --out "$T/new"
printf '[patches]\nxmin = wal\n' >"$T/bad.cfg"
fault prep_config_unknown_kind 1 "bad.cfg:2.*'wal'; did you mean 'wall'" $P "$T/m.cgns" --config "$T/bad.cfg" \
    --out "$T/new"
printf '[patch]\nxmin = wall\n' >"$T/bad.cfg"
fault prep_config_section 1 "bad.cfg:2.*'patch'; did you mean 'patches'" $P "$T/m.cgns" --config "$T/bad.cfg" \
    --out "$T/new"
fault prep_config_missing 1 'none.cfg.*No such file' $P "$T/m.cgns" --config "$T/none.cfg" --out "$T/new"
keep=1
fault prep_report_not_writable 1 'file/r.json' $P "$T/m.cgns" --out "$T/new" --report "$T/file/r.json"
fault prep_no_out 2 'out PACKS' $P "$T/m.cgns"
fault prep_no_mesh 2 'missing' $P --out "$T/new"
fault prep_ranks_0 2 'ranks' $P "$T/m.cgns" --out "$T/new" --ranks 0
fault prep_partition 2 'partition must be metis or bisect' $P "$T/m.cgns" --out "$T/new" --partition scotch
fault prep_order 2 'order must be' $P "$T/m.cgns" --out "$T/new" --order hilbrt
fault prep_scale 2 'scale must be between 1e-12 and 1e12' $P "$T/m.cgns" --out "$T/new" --scale -1
fault prep_scale_small 2 'scale must be between 1e-12 and 1e12' $P "$T/m.cgns" --out "$T/new" --scale 1e-300
fault prep_scale_large 2 'scale must be between 1e-12 and 1e12' $P "$T/m.cgns" --out "$T/new" --scale 1e13
fault prep_join_large 2 'join takes a distance of 0 to 1e9 metres' $P "$T/m.cgns" --out "$T/new" --join 1e10
fault prep_refine 2 'refine must be between 0 and 8' $P "$T/m.cgns" --out "$T/new" --refine -1
fault prep_unknown_option 2 'did you mean --ranks' $P "$T/m.cgns" --out "$T/new" --rank 2
fault info_missing 1 'none.*No such file' $P --info "$T/none"
bad_packs; "$fault" flip "$f1" cell/volume
fault info_damaged 1 'rank-00001.h5.*volume.*checksum' $P --info --verbose "$T/bad"

# ---- ufv-post ---------------------------------------------------------------------------
fault post_results_missing 1 'none.*No such file.*ufv-solve' "$post" forces "$T/none"
fault post_results_is_file 1 'file.*not a folder' "$post" forces "$T/file"
fault post_results_are_packs 1 'p2' "$post" forces "$T/p2"
fault post_results_empty 1 'latest.*No such file' "$post" forces "$T/mine"
fault post_unknown_patch 1 'yminn.*nearest is ymin' "$post" cp "$T/base" --patch yminn --section z=0.5 \
    --out "$T/post-out"
fault post_section_misses 1 'z *= *9' "$post" cp "$T/base" --patch ymin --section z=9 --out "$T/post-out"
fault post_section_malformed 1 'section' "$post" cp "$T/base" --patch ymin --section q --out "$T/post-out"
fault post_span 1 'span -1: give a span of 1e-9 to 1e9 m' "$post" span "$T/base" --span -1 --out "$T/post-out"
fault post_span_of_eta 1 'span 1e.300: give a span' "$post" cp "$T/base" --patch ymin --section eta=0.5 --span 1e300 \
    --out "$T/post-out"
fault post_section_missing 1 'section' "$post" cp "$T/base" --patch ymin --out "$T/post-out"
fault post_reference_missing 1 'none.csv.*No such file' "$post" cp "$T/base" --patch ymin --section z=0.5 \
    --reference "$T/none.csv" --out "$T/post-out"
fault post_unknown_format 1 'stl.*vtu' "$post" export "$T/base" --format stl --out "$T/post-out"
fault post_export_no_out 1 'out PATH' "$post" export "$T/base" --format vtu
fault post_export_not_writable 1 'file/x' "$post" export "$T/base" --format vtu --out "$T/file/x"
fault post_json_not_writable 1 'file/x.json' "$post" forces "$T/base" --json "$T/file/x.json"
fault post_other_packs 1 'q2.*not those of the run.*packs' "$post" forces "$T/base" --packs "$T/q2"
fault post_packs_missing 1 'none.*packs' "$post" forces "$T/base" --packs "$T/none"
old_results; rm "$o1"
fault post_rank_missing 1 'rank-00001.h5.*No such file' "$post" forces "$T/old"
old_results; "$fault" flip "$o1" boundary/field/pressure
fault post_bit 1 'rank-00001.h5.*pressure.*checksum' "$post" forces "$T/old"
rm "$T/old/history.csv"
fault post_history_missing 1 'history.csv.*No such file' "$post" history "$T/old"
echo garbage >"$T/old/history.csv"
fault post_history_garbled 1 'history.csv' "$post" history "$T/old"
$S2 "$T/case.cfg" --packs "$T/q2" --out "$T/other" --steps 1 >/dev/null 2>&1
fault post_compare_other_mesh 1 '(other|mesh|cell)' "$post" compare "$T/base" "$T/other"
fault post_compare_tolerance 1 'differ by more than' "$post" compare "$T/base/fields-000000010" "$T/base" --tolerance 0
fault post_unknown_command 2 'forcse.*did you mean forces' "$post" forcse "$T/base"
fault post_no_results 2 'argument is missing' "$post" forces
fault post_unknown_option 2 'did you mean --json' "$post" forces "$T/base" --jsn x
exit $status
