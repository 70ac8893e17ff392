# ufv-sweep: points of a box flow one from another, tables, what is kept, what fails and is tried again, job arrays
# under a stand-in for Slurm; and its rules alone (sweep_rules.py).
. tests/lib.sh
python=$(command -v python3) || { echo "skip sweep python3 is not installed"; exit 0; }
sweep=$(realpath "$BUILD/ufv-sweep")
mkdir -p "$T/rules" && cp -r "$BUILD/sweep/ufv_sweep" "$T/rules"
PYTHONPATH=$T/rules PYTHONDONTWRITEBYTECODE=1 "$python" tests/cli/sweep_rules.py || status=1
check sweep_one_angle_twice env PYTHONPATH="$T/rules" PYTHONDONTWRITEBYTECODE=1 "$python" -c 'from ufv_sweep import hints
assert hints.lift_break([0, 2, 2, 4, 6, 8], [0, 0.22, 0.22, 0.44, 0.66, 0.7]) == 8
assert hints.lift_break([2] * 4, [0.1, 0.2, 0.3, 0.4]) is None and hints.drag_rise([0.7] * 3, [0.01, 0.02, 0.03]) is None'
"$box" --cells hex --n 6 4 4 --out "$T/box.cgns" >/dev/null || exit 1
"$prep" "$T/box.cgns" --out "$T/packs" --ranks 2 --quiet || exit 1
flow_case "$T/flow.cfg"
# ends STATUS COMMAND...
ends() { want=$1; shift; "$@"; [ $? -eq "$want" ]; }
# A few steps do not converge: the points end as unconverged, and ufv-sweep with status 5.
lists() { "$sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/s" --device cpu --threads 1 --steps 10 "$@"; }
column() { # column KEY POINT: of table.csv; reasons, which hold commas, stand last
    awk -F, -v key="$1" -v point="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == key) c = k }
        $1 == point { print $c }' "$T/s/table.csv"
}
lists --alpha "2 0" --mach 0.5,0.6 >"$T/out" 2>"$T/err"
check sweep_ends test $? -eq 5
check sweep_says_that_points_have_not_converged grep -qx 'ufv-sweep: m0.5-a2, m0.5-a0, m0.6-a2 and 1 more: not converged; --more continues by as many steps' "$T/err"
check sweep_has_four test "$(column state m0.5-a0)$(column state m0.5-a2)$(column state m0.6-a0)$(column state m0.6-a2)" = unconvergedunconvergedunconvergedunconverged
for p in m0.5-a0 m0.6-a2; do
    check "sweep_cl_$p" test "$(column cl $p)" = "$(number "$T/s/points/$p/forces.json" cl)"
    check "sweep_steps_$p" test "$(column steps $p)" = 10
done
check sweep_prints_the_table grep -qE '^m0.6-a2 +0?.* 10 ' "$T/out"
check sweep_starts test "$(column start m0.5-a0),$(column start m0.5-a2),$(column start m0.6-a2)" = uniform,m0.5-a0,m0.5-a2
check sweep_is_warm grep -q 'the free stream differs from that of the restart' "$T/s/points/m0.5-a2.log"
check sweep_not_converged test "$(column converged m0.5-a0)" = no
check sweep_json "$python" -c 'import json, sys; t = json.load(open(sys.argv[1])); assert len(t["points"]) == 4 and t["points"][3]["mach"] == 0.6' \
    "$T/s/table.json"
if command -v gnuplot >/dev/null 2>&1; then
    check sweep_plots test "$(wc -c <"$T/s/lift.png")" -gt 5000 -a "$(wc -c <"$T/s/mach.png")" -gt 5000
else
    echo "skip sweep_plots gnuplot is not installed"
fi

# ---- kept, extended, gone on with, anew --------------------------------------------------------------------------
stamp() { cksum "$T/s/points/$1/run.json"; }
before=$(stamp m0.5-a0)
check sweep_keeps_and_extends ends 5 lists --alpha "0 2 4" --mach 0.5
check sweep_kept test "$(stamp m0.5-a0)" = "$before" -a "$(column start m0.5-a4)" = m0.5-a2
check sweep_is_on_a_line grep -q '"m0.5-a0": -1.0' "$T/s/points/m0.5-a4.json"
check sweep_more ends 5 "$sweep" "$T/s" --mach 0.5 --alpha 0 --more --no-plots
check sweep_more_steps test "$(column steps m0.5-a0)" = 20
rm -r "$T/s/points/m0.5-a0.json"
check sweep_by_its_folder ends 5 "$sweep" "$T/s" --no-plots --quiet
check sweep_unrecorded_anew test "$(column steps m0.5-a0)" = 10
check sweep_again ends 5 "$sweep" "$T/s" --mach 0.5 --alpha 4 --again --cold --quiet --no-plots
check sweep_again_cold test "$(column start m0.5-a4)" = uniform
cp -r "$T/s/points/m0.5-a2" "$T/a b"
check sweep_names_with_blanks ends 5 "$sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/c d" --device cpu --steps 4 --alpha 1 \
    --start "$T/a b" --quiet
check sweep_started_there grep -q '^restart from iteration' "$T/c d/points/a1.log"

# ---- failures ------------------------------------------------------------------------------------------------------
fails() { # fails STATUS WORDS COMMAND...: with a sentence that holds the words
    want=$1 words=$2; shift 2
    "$@" >"$T/out" 2>"$T/err"; code=$?
    cat "$T/err"
    [ $code -eq "$want" ] && grep -q -- "$words" "$T/err"
}
bad() { "$sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/s2" --device cpu --threads 1 --no-plots "$@"; }
# a Mach number at which this box diverges, between two at which it does not
cfl="--set time.cfl=2 --steps 20"
check sweep_tells_what_failed fails 4 'm30 failed: status 4: diverged' bad --mach "0.5 30" $cfl
check sweep_failed_apart test -s "$T/s2/failed/m30.log" -a ! -e "$T/s2/points/m30" -a -e "$T/s2/points/m0.5"
check sweep_failed_in_table grep -q '^m30,30.0,.*,failed,.*diverged at iteration' "$T/s2/table.csv"
check sweep_tried_cold_too test "$(grep -c '^rank ' "$T/s2/failed/m30.log")" -eq 1
check sweep_failed_is_left fails 4 'm30 failed' bad --mach "0.5 30" $cfl
check sweep_failed_was_left sh -c '! grep -q "point 1 of" "$1"' sh "$T/err"
check sweep_retry fails 4 'point 1 of 1: Mach 30' bad --mach "0.5 30" $cfl --retry
check sweep_case_cannot_run fails 1 'the case cannot be run: .*did you mean' "$sweep" "$T/flow.cfg" --packs "$T/packs" \
    --out "$T/s3" --alpha "0 1" --set flow.mahc=1
check sweep_case_cannot_run_once test "$(ls "$T/s3/failed" | wc -l)" -eq 2 # results folder is not made: log and record

# ---- mistakes ------------------------------------------------------------------------------------------------------
flow=$T/flow.cfg; base="--packs $T/packs --out $T/new"
say() { # say NAME WORDS ARGUMENTS...
    row=$1 words=$2; shift 2
    check "sweep_$row" fails 2 "$words" "$sweep" "$@"
}
say nothing 'one case file' --alpha 0
say option 'did you mean --alpha' "$flow" $base --alhpa 0
say no_list 'a list of points is needed' "$flow" $base
say no_packs '--packs is needed' "$flow" --out "$T/new" --alpha 0
say no_value 'needs a value' "$flow" $base --alpha
say words "'a' is no number" "$flow" $base --alpha "0 a"
say range 'a step from first towards last' "$flow" $base --alpha 0:4:-1
say many 'at most 10000' "$flow" $base --alpha 0:1:1e-6
say mach 'is not positive' "$flow" $base --mach 0
say twice 'set the same key' "$flow" $base --alpha 0 --set flow.alpha=2
say target 'exclude one another' "$flow" $base --alpha 0 --target-cl 0.5
say set_target '--set target.cl exclude one another' "$flow" $base --alpha 0 --set target.cl=0.5
{ cat "$flow"; printf '[ target ] # lift\n  cl=0.5\n'; } >"$T/target.cfg"
say case_target 'target.cfg exclude one another' "$T/target.cfg" $base --alpha "0 1"
check sweep_target_by_mach sh -c '"$@" | grep -q "^m0.6: "' sh "$sweep" "$T/target.cfg" --packs "$T/packs" --out "$T/n3" \
    --mach "0.5 0.6" --plan
check sweep_plan_writes_nothing test ! -e "$T/n3"
"$sweep" "$T/target.cfg" --packs "$T/packs" --out "$T/n3" --mach "0.5 0.6" --array "$T/n3.sh" >/dev/null
say case_target_by_folder 'target.cfg exclude one another' "$T/n3" --mach 0.5 --alpha 0
"$sweep" "$flow" --packs "$T/packs" --out "$T/keys" --mach "0.5 0.6" --array "$T/keys.sh" >/dev/null
say other_keys 'holds a sweep over --mach; leave --alpha out' "$T/keys" --mach 0.5 --alpha 0
say setting 'write SECTION.KEY=VALUE' "$flow" $base --alpha 0 --set alpha
say given_twice 'is given twice' "$flow" $base --alpha 0 --alpha 1
say other_settings 'holds a sweep with other settings (' "$flow" --packs "$T/packs" --out "$T/s" --alpha 0
say settled 'already settled' "$T/s" --steps 3
say point 'has no such point' "$T/s" --point m9
say launcher 'was not found' "$flow" $base --alpha 0 --launch /none/mpirun
check sweep_no_packs_there fails 1 'give --packs a folder that ufv-prep has written' "$sweep" "$flow" --packs "$T" --out "$T/n2" --alpha 0
check sweep_no_sweep_there fails 1 'holds no sweep' "$sweep" "$T/packs"
sed 's/^mach.*/mach = 0.65/' "$flow" >"$T/flow2.cfg"; cp "$flow" "$T/kept.cfg"; cp "$T/flow2.cfg" "$flow"
say changed_case 'has changed since' "$T/s"
cp "$T/kept.cfg" "$flow"

# ---- stopped on request, and gone on with ------------------------------------------------------------------------
"$sweep" "$flow" --packs "$T/packs" --out "$T/s4" --device cpu --threads 1 --steps 400000 --alpha "0 1" >"$T/out" 2>"$T/err" &
job=$!
await $job grep -qs '^[1-9]' "$T/s4/points/a0/history.csv"
kill -TERM $job; wait $job
check sweep_stopped test $? -eq 3 -a -e "$T/s4/points/a0/latest"
check sweep_stopped_point grep -q '"state": "stopped"' "$T/s4/points/a0.json"
cut=$(sed 's/fields-0*//' "$T/s4/points/a0/latest")
left() { sed -i 's/"until": 400000/"until": '"$2"'/' "$T/$1.json"; } # a shorter run from here on
left s4/points/a0 $((cut + 20)); sed -i 's/400000/20/' "$T/s4/sweep.json"
check sweep_goes_on ends 5 "$sweep" "$T/s4" --no-plots
check sweep_went_on test "$(number "$T/s4/points/a0/run.json" first_iteration)" = "$cut"
steps=$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "steps") c = k } $1 == "a0" { print $c }' "$T/s4/table.csv")
check sweep_counts_both_parts test "$steps" = $((cut + 20))

# ---- runs that somebody else ends: they are not done ---------------------------------------------------------------
"$sweep" "$flow" --packs "$T/packs" --out "$T/s5" --device cpu --threads 1 --steps 400000 --alpha "0 1" >"$T/out" 2>"$T/err" &
job=$!
for point in a0 a1; do
    await $job grep -qs '^[1-9]' "$T/s5/points/$point/history.csv"
    # one rank of the run, which is ufv-solve and not its launcher
    for path in $(grep -lF "$T/s5/points/$point" /proc/[0-9]*/cmdline 2>/dev/null); do
        read -r name <"${path%cmdline}comm" && [ "$name" = ufv-solve ] || continue
        path=${path#/proc/}; kill -USR1 "${path%/cmdline}"; break
    done
done
wait $job
check sweep_with_ended_runs test $? -eq 3
check sweep_says_that_runs_were_ended test "$(cat "$T/out" "$T/err" | grep -c 'a signal ended its run; the same command goes on with it')" -eq 2
for p in a0 a1; do left s5/points/$p $(($(sed 's/fields-0*//' "$T/s5/points/$p/latest") + 20)); done
check sweep_goes_on_with_ended_runs ends 5 "$sweep" "$T/s5" --no-plots
check sweep_has_all_points test "$(grep -c ',unconverged,' "$T/s5/table.csv")" -eq 2

# ---- job arrays, by a stand-in for sbatch that runs its jobs at once ----------------------------------------------
mkdir "$T/bin"
cat >"$T/bin/sbatch" <<'SH'
#!/bin/bash
# one array, or one command of --wrap
n=0 wrap=
while [ $# -gt 0 ]; do
    case $1 in
        --array=0-*) n=${1#--array=0-} ;;
        --wrap) wrap=$2; shift ;;
        --*) ;;
        *) break ;;
    esac
    shift
done
if [ -n "$wrap" ]; then SLURM_JOB_ID=9 bash -c "$wrap" >&2; exit 0; fi
for k in $(seq 0 "$n"); do SLURM_JOB_ID=7 SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$k bash "$@" >&2; done
echo 7
SH
chmod +x "$T/bin/sbatch"
mkdir "$T/b in" && cp "$sweep" "$T/b in/ufv-sweep"
export UFV_BIN; UFV_BIN=$(dirname "$sweep")
check sweep_array "$T/b in/ufv-sweep" "$flow" --packs "$T/packs" --out "$T/s 5" --device cpu --threads 1 --steps 10 --alpha "0 2 4" \
    --mach "0.5 0.6" --launch "mpirun -np 2" --array "$T/array 5.sh"
check sweep_array_asks_for_no_gpu sh -c '! grep -q gpus "$1"' sh "$T/array 5.sh"
PATH="$T/bin:$PATH" bash "$T/array 5.sh" --partition=gpu >"$T/out" 2>"$T/err" || tail -5 "$T/err"
check sweep_array_generations test "$(grep -c '^generation' "$T/out")" -eq 4
check sweep_array_points test "$(grep -c ',unconverged,' "$T/s 5/table.csv")" -eq 6
export PYTHONPATH="$T/rules" PYTHONDONTWRITEBYTECODE=1
check sweep_array_of_module "$python" -m ufv_sweep "$flow" --packs "$T/packs" --out "$T/s6" --device cpu --threads 1 \
    --steps 4 --alpha 0 --launch "mpirun -np 2" --array "$T/array6.sh"
PATH="$T/bin:$PATH" bash "$T/array6.sh" >"$T/out" 2>"$T/err" || tail -5 "$T/err"
check sweep_array_of_module_points test "$(grep -c ',unconverged,' "$T/s6/table.csv")" -eq 1
exit $status
