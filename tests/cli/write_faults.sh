# Every write, flush, rename, open and close of every program fails once, and the disk fills up at every one of
# them: status 1 and one sentence that names the file, nothing half written left, and what was good is good.
#
#   FAULTS=n  tries n calls a row and mode, drawn with SEED=s (default: one fault a row); FAULTS=all tries each
#   ROWS='prep*'  only the rows of that name;  MODES='once full quota io short' (tests/faults/fail_write.c)
. tests/lib.sh
faults=${FAULTS:-1} seed=${SEED:-1} rows=${ROWS:-*}
fail_write=$(realpath "$BUILD/tests/faults/fail_write")
mkdir "$T/w"
if ! "$fail_write" "$T/w" 0 once "$T/log" true 2>/dev/null; then
    echo "skip write_faults calls cannot be traced here"
    exit 0
fi
echo "  seed $seed"
flow_case "$T/case.cfg"
sed -i "s/^limiter.*/&\nlimiter_k = 0.5/; s/^history.*/history = 2\ncheckpoint = 4/" "$T/case.cfg"
one() { "$solve" --quiet --threads 1 --device cpu "$T/case.cfg" --packs "$T/p1" "$@"; }
{
    "$box" --cells tet --n 5 4 4 --perturb 0.1 --out "$T/m.cgns" &&
    "$prep" --quiet "$T/m.cgns" --ranks 1 --out "$T/p1" && "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/p2" &&
    "$prep" --quiet "$T/m.cgns" --ranks 3 --out "$T/p3" && one --out "$T/r1" --steps 10 &&
    one --out "$T/long" --steps 18 &&
    run_solve 2 "$T/case.cfg" --packs "$T/p2" --out "$T/r2" --steps 8 --threads 1 --device cpu &&
    run_solve 2 "$T/case.cfg" --packs "$T/p2" --out "$T/long2" --steps 12 --threads 1 --device cpu
} >"$T/log" 2>&1 || { cat "$T/log"; fail write_faults_setup "a good mesh, packs or run"; exit 1; }
printf 'x_over_c,cp\n0.1,0.2\n0.5,0.1\n' >"$T/ref.csv"

# ---- one fault ---------------------------------------------------------------------------
# Where a call may fail and all is well: what is written is complete by another way, or is no result.
#   progress.json   tells what a run is doing; the next one comes in a second
#   open of .h5.tmp, .vtkhdf.tmp, .cgns.tmp  HDF5 looks whether there is a file before it makes one; and arrays go
#                   past the page cache or through it
#   close of .h5    it has been flushed and renamed by then
#   rename fields-N both names at once, or where that cannot be, one after the other
#   fsync of a folder, which some file systems do not have
#   locks, and .write-test, which have another way (no links) or are only tried
#   link history.csv  renamed instead
#   points/NAME.log   what a run of a sweep prints
no_matter='progress\.json|\.lock|\.write-test-[A-Za-z0-9]*|^open .*\.(h5|vtkhdf|cgns)\.tmp$|^close .*/rank-[0-9]*\.h5$|^rename .*/fields-[0-9]*$'
no_matter="$no_matter|^fsync .*/(w|p|r|c|[a-z]+-?[0-9]*\.tmp)\$|^fsync .*/fields-[0-9]*(\.tmp)?\$|^link .*/history\.csv|points/[a-z0-9]*\.log"
call_failed() { sed -n 's/^FAILED [0-9]* //p' "$T/log"; }
judge() { # judge STATUS: why the outcome is bad, on stdout
    where=$(call_failed | cut -d' ' -f2-) name=$(basename "${where%.tmp}")
    grep -aE '^ufv-(prep|solve|post|sweep)( [a-z]+)?: ' "$T/err" | grep -av ': note: ' >"$T/sentence"
    n=$(wc -l <"$T/sentence")
    case $1 in
    1)  [ "$n" -eq 1 ] || echo "$n sentences instead of one"
        grep -qF "$T/w" "$T/sentence" || echo "the sentence names no file of the output"
        grep -qE "No space|disk full|full\?|quota|Input/output|Disk|cannot be" "$T/sentence" || echo "no cause" ;;
    0)  call_failed | grep -qE "$no_matter" || [ -d "$where" ] || is_whole_cgns "$where" || is_told_in_a_note ||
            echo "status 0" ;;
    *)  echo "status $1" ;;
    esac
    grep -ahE 'Segmentation|Aborted|HDF5-DIAG|Sanitizer|runtime error|leak' "$T/err" | head -1
    left=$(find "$T/w" -name '*.tmp' -o -name '*.lock' -o -name '*.old' -o -name '*.break' | head -3 | tr '\n' ' ')
    [ -z "$left" ] || echo "left $left"
    "verify_$row" "$1"
}
# HDF5 writes again what it could not flush while the CGNS library made the file.
is_whole_cgns() { # is_whole_cgns TEMPORARY
    case $1 in *.cgns.tmp) ;; *) return 1 ;; esac
    [ "$(wc -c <"${1%.tmp}")" -ge "$(wc -c <"$T/good.cgns")" ] || return 1
    for f in "$T/good.cgns" "${1%.tmp}"; do "$prep" --check "$f" 2>/dev/null | sed "s|$f||; /^seconds/d" >"$f.says"; done
    cmp -s "$T/good.cgns.says" "${1%.tmp}.says"
    whole_cgns=$?; rm "${1%.tmp}.says"; return $whole_cgns
}
# The status of a run that diverges tells of that; what is not left of it then is told in a note.
is_told_in_a_note() { [ -n "${diverges-}" ] && grep -qE 'note: .*(was not written|cannot be [a-z ]*)' "$T/err"; }
# The numbers of the calls to try: all, or some of 1 .. TOTAL.
draw() { # draw TOTAL MODE
    if [ "$faults" = all ]; then seq "$1"; else
        seq "$1" | awk -v k="$faults" -v seed="$seed$2$row" 'BEGIN { for (i = 1; i <= length(seed); i++)
            s = (s * 31 + index("0123456789abcdefghijklmnopqrstuvwxyz_", substr(seed, i, 1))) % 1000003; srand(s) }
            { line[NR] = $1 } END { for (i = 0; i < k && NR; i++) { j = 1 + int(rand() * NR); print line[j]
            line[j] = line[NR--] } }' | sort -n; fi
}
faulty() { # faulty NAME COMMAND...: with setup_NAME and verify_NAME
    row=$1 tried=0 found=0; shift
    # shellcheck disable=SC2254 # a pattern
    case $row in $rows) ;; *) return ;; esac
    rm -rf "$T/w"; mkdir "$T/w"; "setup_$row"
    "$fail_write" "$T/w" 0 once "$T/log" "$@" >"$T/out" 2>"$T/err" </dev/null
    s=$? total=$(sed -n 's/^CALLS //p' "$T/log")
    [ -z "${diverges-}" ] || [ $s -ne 4 ] || s=0
    [ $s -ne 5 ] || s=0 # a few steps do not converge
    if [ $s -ne 0 ] || [ "${total:-0}" -eq 0 ]; then cat "$T/err"; fail "$row" "status $s, $total calls without a fault"; return; fi
    [ ! -e "$T/w/e.cgns" ] || cp "$T/w/e.cgns" "$T/good.cgns"
    modes=${MODES:-once full}
    if [ "$faults.${MODES-}" = 1. ]; then [ $(((${#row} + seed) % 2)) = 0 ] && modes=once || modes=full; fi
    for mode in $modes; do
        for k in $(draw "$total" "$mode"); do
            rm -rf "$T/w"; mkdir "$T/w"; "setup_$row"
            patiently "$fail_write" "$T/w" "$k" "$mode" "$T/log" "$@" >"$T/out" 2>"$T/err" </dev/null
            s=$?
            [ -z "${diverges-}" ] || [ $s -ne 4 ] || s=0
            [ $s -ne 5 ] || s=0
            [ -n "$(call_failed)" ] || continue # threads: it had fewer this time
            tried=$((tried + 1))
            judge $s >"$T/why" 2>&1
            [ -s "$T/why" ] || continue
            found=$((found + 1))
            echo "  $row $mode $k: $(call_failed | sed "s|$T/||"): $(tr '\n' ';' <"$T/why" | sed "s|$T/||g")"
            sed "s|$T/||g; s/^/    | /" "$T/err" | head -3
        done
    done
    echo "  $row: $total calls, $tried faults tried, $found findings"
    if [ $found -eq 0 ]; then ok "$row"; else fail "$row" "$found of $tried faults"; fi
}

# ---- ufv-prep ------------------------------------------------------------------------------
whole_packs() { "$prep" --info --verbose "$1" >/dev/null 2>"$T/info" || { echo "packs are not whole:"; head -1 "$T/info"; }; }
old_or_json() { cmp -s "$1" "$T/old" || "$post_python" "$1" 2>/dev/null || echo "$1 is neither the old one nor a whole new one"; }
post_python=$T/is_json
printf '#!/bin/sh\ntail -c 3 "$1" | grep -q "}" && head -c 1 "$1" | grep -q "{"\n' >"$post_python"; chmod +x "$post_python"
echo '{ "old": true }' >"$T/old"

setup_prep_fresh() { :; }
verify_prep_fresh() { [ ! -e "$T/w/p" ] || whole_packs "$T/w/p"; [ ! -e "$T/w/report.json" ] || old_or_json "$T/w/report.json"; }
setup_prep_over() { cp -r "$T/p3" "$T/w/p"; cp "$T/old" "$T/w/report.json"; }
verify_prep_over() {
    whole_packs "$T/w/p"
    old_or_json "$T/w/report.json"
    [ "$1" -ne 0 ] || [ -e "$T/w/p/rank-00001.h5" -a ! -e "$T/w/p/rank-00002.h5" ] || echo "status 0 and the old packs"
}
setup_prep_compressed() { setup_prep_over; }
verify_prep_compressed() { verify_prep_over "$1"; }
setup_prep_count() { mkdir "$T/w/c"; cp "$T/old" "$T/w/c/ranks-2.json"; }
verify_prep_count() { for f in "$T"/w/c/*.json; do old_or_json "$f"; done; }
faulty prep_fresh "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/w/p" --report "$T/w/report.json"
faulty prep_over "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/w/p" --report "$T/w/report.json"
faulty prep_compressed "$prep" --quiet --compress --repartition "$T/p1" --ranks 2 --out "$T/w/p"
faulty prep_count "$prep" --quiet "$T/m.cgns" --count 2,3 --out "$T/w/c"

# ---- ufv-solve -----------------------------------------------------------------------------
# What `latest` names is whole and can be restarted; with the rows of the history up to there.
restartable() { # restartable RESULTS [SMALLEST_ITERATION]
    rm -rf "$T/again"; mkdir "$T/again"
    at=$(sed 's/fields-0*//' "$1/latest" 2>/dev/null)
    if [ -z "$at" ]; then [ -z "$2" ] || echo "no checkpoint is left"; return; fi
    [ "$at" -ge "${2:-0}" ] || echo "the checkpoint of iteration $2 is gone"
    one --restart "$1" --out "$T/again" --steps 1 >/dev/null 2>"$T/again.err" ||
        { echo "cannot be restarted:"; head -1 "$T/again.err"; }
    for f in "$T/again" "$long"; do
        awk -F, -v at="$at" 'NR > 1 && $1 < at' "$f/history.csv" | cut -d, -f1,3- >"$f.rows"
    done
    cmp -s "$T/again.rows" "$long.rows" || echo "the history before $at is gone: $(wc -l <"$T/again.rows") rows are left"
}
json_whole() { for f in "$@"; do [ ! -e "$f" ] || "$post_python" "$f" || echo "$f is not whole"; done; }
long=$T/long
setup_solve_fresh() { :; }
verify_solve_fresh() {
    restartable "$T/w/r"
    json_whole "$T/w/r/run.json" "$T/w/r/forces.json" "$T/w/t.json"
    [ "$1" -ne 0 ] || [ "$(cat "$T/w/r/latest")" = fields-000000010 ] || echo "status 0 and no last checkpoint"
}
setup_solve_over() { cp -r "$T/r1" "$T/w/r"; cp "$T/old" "$T/w/t.json"; }
verify_solve_over() { verify_solve_fresh "$1"; [ -e "$T/w/r/latest" ] || echo "no checkpoint at all is left"; }
setup_solve_restart() { cp -r "$T/r1" "$T/w/r"; }
verify_solve_restart() {
    restartable "$T/w/r" 10
    json_whole "$T/w/r/run.json" "$T/w/r/forces.json"
    [ "$1" -ne 0 ] || [ "$(cat "$T/w/r/latest")" = fields-000000018 ] || echo "status 0 and no last checkpoint"
}
setup_solve_same() { cp -r "$T/r1" "$T/w/r"; }
verify_solve_same() { restartable "$T/w/r" 10; }
setup_solve_two_ranks() { cp -r "$T/r2" "$T/w/r"; }
verify_solve_two_ranks() { long=$T/long2; restartable "$T/w/r" 8; long=$T/long; }
setup_solve_series() { cp -r "$T/r1" "$T/w/r"; }
verify_solve_series() {
    restartable "$T/w/r" 10
    for f in "$T"/w/r/series/a/fields-*; do
        [ ! -e "$f" ] || "$post" compare "$f" "$f" --quiet 2>"$T/again.err" || head -1 "$T/again.err"
    done
    [ "$1" -ne 0 ] || [ "$(ls -d "$T"/w/r/series/a/fields-* | wc -l)" -eq 5 ] || echo "status 0 and a frame is missing"
}
setup_solve_bench() { cp "$T/old" "$T/w/bench.json"; }
verify_solve_bench() { old_or_json "$T/w/bench.json"; }
# Probes: rows of two sets, over those of an older run or behind them; statistics in the checkpoints.
setup_solve_probes() { cp -r "$T/w1" "$T/w/r"; }
verify_solve_probes() { # the rows of the run that wrote the newest checkpoint are there up to it
    json_whole "$T/w/r/run.json" "$T/w/r/forces.json"
    [ -e "$T/w/r/latest" ] || { echo "no checkpoint at all is left"; return; }
    rm -rf "$T/again"
    waves --restart "$T/w/r" --out "$T/again" --until 24 >/dev/null 2>"$T/again.err" ||
        { echo "cannot be restarted:"; head -1 "$T/again.err"; return; }
    for s in one rake; do
        for r in "$T/again" "$T/w24"; do "$post" probes "$r" --probe $s --quiet --out "$r.rows" 2>"$r.err" || cat "$r.err"; done
        cmp -s "$T/again.rows" "$T/w24.rows" || echo "rows of $s are gone or others"
    done
    "$post" compare "$T/again" "$T/w24" --tolerance 0 >"$T/compare" 2>&1 || echo "other fields or means: $(tail -n 1 "$T/compare")"
    [ -e "$T/w/r/probes/mine.h5" ] || echo "its user's copy of a file of probes is gone"
}
setup_solve_probes_restart() { setup_solve_probes; }
verify_solve_probes_restart() { verify_solve_probes "$1"; }
setup_solve_probes_fresh() { :; }
verify_solve_probes_fresh() { [ ! -e "$T/w/r/latest" ] || { mkdir -p "$T/w/r/probes"; : >"$T/w/r/probes/mine.h5"; verify_solve_probes "$1"; }; }
waves() { "$solve" --quiet --threads 1 --device cpu "$T/wave.cfg" --packs "$T/p1" "$@"; }
# A run that diverges: what it leaves, over an older run with a state of that kind.
setup_solve_diverged() { cp -r "$T/d1" "$T/w/r"; }
verify_solve_diverged() {
    json_whole "$T/w/r/run.json" "$T/w/r/forces.json"
    [ ! -e "$T/w/r/diverged" ] || "$post" forces "$T/w/r/diverged" >/dev/null 2>"$T/again.err" || head -1 "$T/again.err"
}
S="$solve --quiet --threads 1 --device cpu $T/case.cfg"
faulty solve_fresh $S --packs "$T/p1" --out "$T/w/r" --steps 10 --timeline "$T/w/t.json"
faulty solve_over $S --packs "$T/p1" --out "$T/w/r" --steps 10 --timeline "$T/w/t.json"
faulty solve_restart $S --packs "$T/p1" --restart "$T/w/r" --out "$T/w/r" --steps 8
faulty solve_same $S --packs "$T/p1" --restart "$T/w/r" --out "$T/w/r" --steps 0
faulty solve_two_ranks mpirun -np 2 $S --packs "$T/p2" --restart "$T/w/r" --out "$T/w/r" --steps 4
{
    sed "s/^\[numerics\]/[initial]\nkind = wave\namplitude = 0.05\n&/; s/^cfl.*/scheme = shu-osher\nlocal = no\ndt = 1e-5/" \
        "$T/case.cfg" >"$T/wave.cfg"
    printf '[probes]\none = points at=0.5,0.5,0.5\nrake = line from=0.1,0.5,0.5 to=0.9,0.5,0.5 count=4 every=2\n[statistics]\nstart = 2e-5\n' \
        >>"$T/wave.cfg"
    waves --out "$T/w1" --steps 6 && waves --out "$T/w24" --steps 24 && cp "$T/w1/probes/one.h5" "$T/w1/probes/mine.h5"
    W="$solve --quiet --threads 1 --device cpu $T/wave.cfg --packs $T/p1"
    cp -r "$T/r1" "$T/d1"; cp -r "$T/r1/fields-000000010" "$T/d1/diverged"
} >"$T/log" 2>&1 || { cat "$T/log"; fail write_faults_setup "a run with probes"; }
lacks solve_probes probes || faulty solve_probes $W --out "$T/w/r" --steps 10
lacks solve_probes_restart probes || faulty solve_probes_restart $W --restart "$T/w/r" --out "$T/w/r" --steps 8
lacks solve_probes_fresh probes || faulty solve_probes_fresh $W --out "$T/w/r" --steps 6
diverges=1 faulty solve_diverged $S --packs "$T/p1" --out "$T/w/r" --steps 40 --set time.scheme=rk --set time.cfl=50 \
    --set initial.kind=wave --set initial.amplitude=0.9
lacks solve_series series || faulty solve_series $S --packs "$T/p1" --restart "$T/w/r" --out "$T/w/r" --steps 8 \
    --set "series.a=volume every=2"
faulty solve_bench $S --packs "$T/p1" --bench 2 --report "$T/w/bench.json"

# ---- ufv-post ------------------------------------------------------------------------------
# A single output: absent or old after a failure. NEW is what a run without a fault writes.
section="--patch zmax --section y=0.3"
output() { # output NAME FILE COMMAND...: over an old file, and where there is none
    called=$1 file=$2; shift 2
    eval "setup_$called() { echo old >'$T/w/$file'; }"
    eval "verify_$called() { verify_output '$T/w/$file' \"\$1\"; }"
    faulty "$called" "$@"
    eval "setup_${called}_fresh() { :; }"
    eval "verify_${called}_fresh() { verify_absent '$T/w' \"\$1\"; }"
    [ "$faults" != all ] || faulty "${called}_fresh" "$@"
}
verify_output() { # verify_output FILE STATUS
    [ "$2" -eq 0 ] || [ "$(cat "$1" 2>/dev/null)" = old ] || echo "$1 is not what it was"
    [ "$2" -ne 0 ] || [ "$(cat "$1" 2>/dev/null)" != old ] || echo "status 0 and the old file"
}
verify_absent() { [ "$2" -eq 0 ] || [ -z "$(ls -A "$1")" ] || echo "left $(ls -A "$1" | tr '\n' ' ')"; }
output post_forces f.json "$post" forces "$T/r1" --quiet --json "$T/w/f.json"
output post_cp cp.csv "$post" cp "$T/r1" $section --out "$T/w/cp.csv"
output post_span span.csv "$post" span "$T/r1" --out "$T/w/span.csv"
output post_extremes x.json "$post" extremes "$T/r1" --json "$T/w/x.json"
output post_slice s.vtu "$post" slice "$T/r1" --plane y=0.5 --out "$T/w/s.vtu"
output post_slice_csv s.csv "$post" slice "$T/r1" --plane y=0.5 --out "$T/w/s.csv"
output post_flux f.csv "$post" flux "$T/r1" --plane y=0.5 --out "$T/w/f.csv"
output post_flux_json f.json "$post" flux "$T/r1" --plane y=0.5 --json "$T/w/f.json"
output post_export_tecplot e.dat "$post" export "$T/r2" --format tecplot --out "$T/w/e"
output post_export_plt e.plt "$post" export "$T/r2" --format plt --out "$T/w/e"
output post_export_vtkhdf e.vtkhdf "$post" export "$T/r2" --format vtkhdf --out "$T/w/e"
# Of CGNS files an export replaces only earlier exports.
"$post" export "$T/r1" --format cgns --out "$T/old" >"$T/log" || fail write_faults_setup "an export"
output_cgns() { # output_cgns NAME COMMAND...: over an old export, and where there is none
    called=$1; shift
    eval "setup_$called() { cp '$T/old.cgns' '$T/w/e.cgns'; }"
    eval "verify_$called() { verify_export \"\$1\"; }"
    faulty "$called" "$@"
    eval "setup_${called}_fresh() { :; }"
    eval "verify_${called}_fresh() { verify_absent '$T/w' \"\$1\"; }"
    [ "$faults" != all ] || faulty "${called}_fresh" "$@"
}
verify_export() { # verify_export STATUS
    if [ "$1" -ne 0 ]; then cmp -s "$T/old.cgns" "$T/w/e.cgns" || echo "e.cgns is not what it was"
    elif cmp -s "$T/old.cgns" "$T/w/e.cgns"; then echo "status 0 and the old file"; fi
}
output_cgns post_export_cgns "$post" export "$T/r2" --format cgns --out "$T/w/e"
output_cgns post_export_surface "$post" export "$T/r2" --format cgns --surface --out "$T/w/e"
output post_series_vtkhdf e.vtkhdf "$post" series "$T/r2" --format vtkhdf --out "$T/w/e"
if command -v gnuplot >/dev/null; then
    output post_cp_plot cp.png "$post" cp "$T/r1" $section --plot "$T/w/cp.png"
    output post_history_plot h.png "$post" history "$T/r1" --plot "$T/w/h.png"
    output post_slice_plot s.png "$post" slice "$T/r1" --plane y=0.5 --plot "$T/w/s.png"
    output post_report r.html "$post" report "$T/r1" --out "$T/w/r.html"
else
    echo "skip post_plots gnuplot is not installed"
fi
# Several files: each is old or whole, and the one that names the others comes last.
whole_vtu() { for f in "$T"/w/*vtu; do [ ! -e "$f" ] || grep -q '^old$' "$f" || tail -c 20 "$f" | grep -q '</VTKFile>' ||
    echo "$f is neither the old one nor whole"; done; }
if command -v python3 >/dev/null; then
    # ufv-sweep: tables, records and the plan of a sweep that is there; its run is traced too.
    { "$BUILD/ufv-sweep" "$T/case.cfg" --packs "$T/p1" --device cpu --threads 1 --steps 2 --launch env --out "$T/sweep" --alpha 0 \
        --no-plots --quiet; } >"$T/log" 2>&1
    [ $? -eq 5 ] || { cat "$T/log"; fail write_faults_setup "a sweep"; }
    setup_sweep_more() { cp -r "$T/sweep" "$T/w/s"; }
    verify_sweep_more() {
        json_whole "$T/w/s/sweep.json" "$T/w/s/table.json" "$T"/w/s/points/*.json
        [ -e "$T/w/s/points/a0/latest" ] || echo "the point that was done is gone"
        [ "$1" -ne 0 ] || [ "$(grep -c ',unconverged,' "$T/w/s/table.csv")" = 2 ] || echo "status 0 and no second point in the table"
        PYTHONDONTWRITEBYTECODE=1 "$BUILD/ufv-sweep" "$T/w/s" --alpha "0 1" --no-plots --quiet --retry >/dev/null 2>"$T/again.err"
        [ $? -eq 5 ] || { echo "cannot be gone on with:"; head -1 "$T/again.err"; }
    }
    export PYTHONDONTWRITEBYTECODE=1
    faulty sweep_more "$BUILD/ufv-sweep" "$T/w/s" --alpha 1 --no-plots --quiet
    setup_sweep_table() { cp -r "$T/sweep" "$T/w/s"; echo old >"$T/w/s/table.csv"; }
    verify_sweep_table() { json_whole "$T/w/s/table.json"; [ "$1" -eq 0 ] || grep -qE '^(old|point,)' "$T/w/s/table.csv" || echo "half a table"; }
    faulty sweep_table "$BUILD/ufv-sweep" "$T/w/s" --table --no-plots --quiet
    setup_sweep_array() { cp -r "$T/sweep" "$T/w/s"; }
    verify_sweep_array() { [ "$1" -eq 0 ] || [ ! -e "$T/w/job.sh" ] || echo "left half a script"; }
    faulty sweep_array "$BUILD/ufv-sweep" "$T/w/s" --again --alpha 0 --array "$T/w/job.sh" --quiet
else
    echo "skip sweep python3 is not installed"
fi
lacks post_probes probes || output post_probes p.csv "$post" probes "$T/w1" --probe one --quiet --out "$T/w/p.csv"
lacks post_spectrum probes || output post_spectrum s.csv "$post" spectrum "$T/w24" --probe one --segments 1 --quiet --out "$T/w/s.csv"
lacks post_spectrum_json probes || output post_spectrum_json s.json "$post" spectrum "$T/w24" --probe one --segments 1 --quiet --json "$T/w/s.json"
setup_post_export_vtu() { :; }
verify_post_export_vtu() { whole_vtu; [ "$1" -eq 0 ] || [ ! -e "$T/w/e.pvtu" ] || echo "e.pvtu names pieces that are not all there"; }
faulty post_export_vtu "$post" export "$T/r2" --format vtu --out "$T/w/e"
setup_post_series_vtu() { :; }
verify_post_series_vtu() { whole_vtu; }
faulty post_series_vtu "$post" series "$T/r2" --format vtu --out "$T/w/e"
exit $status
