# A run that is killed or asked to stop goes on from its last checkpoint and ends
# with the bits, the history and the stop of a run that nobody touched.
. tests/lib.sh
flow_case "$T/case.cfg"
sed -i "s/^limiter.*/&\nlimiter_k = 0.5/" "$T/case.cfg" # 5 is too weak a limiter for so coarse a mesh
sed -i 's/^history.*/history = 20\ncheckpoint = 25/' "$T/case.cfg" # some checkpoints fall between two rows
{ "$box" --cells mixed --n 10 6 5 --perturb 0.15 --seed 3 --out "$T/m.cgns" &&
    "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/p"; } \
    >"$T/log" 2>&1 || { cat "$T/log"; fail restart_setup "mesh or packs"; exit 1; }
march() { # march NAME ARGUMENTS...: to the end
    out=$T/$1; shift
    rm -rf "$out"
    run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$out" --device cpu --threads 1 "$@"
}
begin() { # begin NAME ARGUMENTS...: an endless run in the background; rank R's process id is in $T/pid.R
    out=$T/$1; shift
    rm -rf "$out" "$T"/pid.*
    mpirun -np 2 sh -c 'echo $$ >"$0.$OMPI_COMM_WORLD_RANK"; exec "$@"' "$T/pid" "$solve" --quiet "$T/case.cfg" \
        --packs "$T/p" --out "$out" --device cpu --threads 1 --steps 100000000 "$@" >"$T/log" 2>&1 &
    mpi=$!
}
latest() { sed 's/fields-0*//' "$1/latest" 2>/dev/null || echo 0; }
is_at() { read -r at 2>/dev/null <"$1/latest" && [ "${at#fields-}" -ge "$2" ]; }
reach() { # reach RESULTS ITERATION: waits for a checkpoint of that iteration or later
    await "$mpi" is_at "$1" "$2" && return 0
    fail reach "no checkpoint of iteration $2 in $1"; cat "$T/log"; return 1
}
end() { wait "$mpi"; code=$?; }
whole() { # whole RESULTS: `latest` names a folder with both ranks, and no temporary is left beside it
    [ "$(ls "$1/$(cat "$1/latest")" | tr '\n' ' ')" = "rank-00000.h5 rank-00001.h5 " ] &&
        [ -z "$(find "$1" -name '*.tmp' -o -name '*.old')" ]
}
# rows and columns of a history but for wall seconds
rows() { cut -d, -f1,3- "$1/history.csv"; }
same_history() { rows "$1" >"$T/rows-a" && rows "$2" >"$T/rows-b" && [ -s "$T/rows-a" ] &&
    diff "$T/rows-a" "$T/rows-b"; }
march first --steps 1 >"$T/log" 2>&1 || { cat "$T/log"; fail restart_setup "a run of one step"; exit 1; }

# ---- kill -9 ---------------------------------------------------------------------------
killed() { # killed NAME SETTINGS...
    row=$1; shift
    begin cut "$@"
    reach "$T/cut" 200
    kill -9 "$(cat "$T/pid.0")" "$(cat "$T/pid.1")" 2>/dev/null
    end
    at=$(latest "$T/cut"); echo "  killed: goes on from iteration $at"
    steps=$((at + 120))
    check "${row}_left_no_end" test ! -e "$T/cut/forces.json"
    march rest "$@" --restart "$T/cut" --steps 120 || fail "$row" "restart from iteration $at"
    march whole "$@" --steps $steps || fail "$row" "uninterrupted run"
    check "${row}_same_bits" same_bits "$T/whole" "$T/rest"
    check "${row}_same_history" same_history "$T/whole" "$T/rest"
    cp -r "$T/cut" "$T/own" # and in its own folder, over what the dead run left
    run_solve 2 "$T/case.cfg" --packs "$T/p" --restart "$T/own" --out "$T/own" --device cpu --threads 1 \
        --steps 120 "$@" ||
        fail "$row" "restart in its own folder"
    check "${row}_in_its_own_folder_same_bits" same_bits "$T/whole" "$T/own"
    check "${row}_in_its_own_folder_same_history" same_history "$T/whole" "$T/own"
    rm -rf "$T/own"
}
killed killed
killed killed_node --set numerics.gradient=node --set numerics.limiter=pressure
killed killed_frozen_limiter --set numerics.freeze_limiter=110
killed killed_before_freezing --set numerics.freeze_limiter=100000
killed killed_global_step --set time.local=no --set time.stages=3

# Frozen at an iteration that has a checkpoint, and right after one.
for f in 75 76; do
    march whole --steps 150 --set numerics.freeze_limiter=$f
    march cut --steps 75 --set numerics.freeze_limiter=$f
    march rest --steps 75 --set numerics.freeze_limiter=$f --restart "$T/cut"
    check "frozen_at_${f}_cut_at_75" same_bits "$T/whole" "$T/rest"
done

# Frozen once the residual has dropped that far: before the cut and behind it.
other_bits() { ! same_bits "$1" "$2"; }
march plain --steps 150
for at in 60 120; do
    drop=$(awk -F, -v at=$at 'NR == 1 { for (k = 1; k <= NF; k++) c[$k] = k } $1 == at { print $c["residual_drop"] }' "$T/plain/history.csv")
    march whole --steps 150 --set numerics.freeze_limiter_drop="$drop"
    march cut --steps 75 --set numerics.freeze_limiter_drop="$drop"
    march rest --steps 75 --set numerics.freeze_limiter_drop="$drop" --restart "$T/cut"
    check "frozen_at_drop_of_${at}_cut_at_75" same_bits "$T/whole" "$T/rest"
    check "frozen_at_drop_of_${at}_matters" other_bits "$T/whole" "$T/plain"
done

# ---- the end: a time, a window, a drop ------------------------------------------------------
march part --set time.local=no --steps 50
t=$(awk -F, 'END { printf "%.17g", 2.13 * $3 }' "$T/part/history.csv")
march whole --set time.local=no --set time.end_time="$t"
march rest --set time.local=no --set time.end_time="$t" --restart "$T/part"
check end_time_same_bits same_bits "$T/whole" "$T/rest"
check end_time_same_history same_history "$T/whole" "$T/rest"
check end_time_exact awk -F, -v t="$t" 'END { exit !($3 == t) }' "$T/rest/history.csv"
check end_time_said grep -q '"stopped_by": "end time reached"' "$T/rest/run.json"
ends_alike() { # ends_alike NAME REASON SETTINGS...: cut 30 iterations, and again half-way, before its stop
    row=$1 reason=$2; shift 2
    march whole --steps 4000 "$@"
    last=$(latest "$T/whole")
    check "${row}_stops_by_itself" grep -q "\"stopped_by\": \"$reason\"" "$T/whole/run.json"
    for cut in $((last - 30)) $((last / 2)); do
        march cut --steps $cut "$@"
        march rest --steps 4000 "$@" --restart "$T/cut"
        check "${row}_cut_at_${cut}_same_iteration" test "$(latest "$T/rest")" -eq "$last"
        check "${row}_cut_at_${cut}_same_bits" same_bits "$T/whole" "$T/rest"
        check "${row}_cut_at_${cut}_same_history" same_history "$T/whole" "$T/rest"
    done
}
ends_alike window 'cl and cd are steady' --set stop.window=60 --set stop.tolerance=2e-4
ends_alike drop 'residual dropped as asked' --set stop.residual_drop=0.8

# ---- dual time: the state a step before is in the checkpoint -------------------------------------
dual="--set time.scheme=dual-time --set time.dt=2e-4"
march whole $dual --steps 30
for cut in 1 12; do # right after the first step, which has none before it, and later
    march cut $dual --steps $cut
    march rest $dual --steps $((30 - cut)) --restart "$T/cut"
    check "dual_cut_at_${cut}_same_bits" same_bits "$T/whole" "$T/rest"
    check "dual_cut_at_${cut}_same_history" same_history "$T/whole" "$T/rest"
done
march cut $dual --steps 25 --set output.checkpoint=5 # written while the run goes on
march rest $dual --steps 5 --restart "$T/cut"
check dual_written_beside_same_bits same_bits "$T/whole" "$T/rest"
march whole $dual --steps 15 --set time.method=esdirk3
march cut $dual --steps 6 --set time.method=esdirk3
march rest $dual --steps 9 --set time.method=esdirk3 --restart "$T/cut"
check dual_esdirk3_same_bits same_bits "$T/whole" "$T/rest"
check dual_esdirk3_same_history same_history "$T/whole" "$T/rest"
march whole $dual --steps 15 --set time.method=bdf2opt # two states before
for cut in 1 2 6; do
    march cut $dual --steps $cut --set time.method=bdf2opt
    march rest $dual --steps $((15 - cut)) --set time.method=bdf2opt --restart "$T/cut"
    check "dual_bdf2opt_cut_at_${cut}_same_bits" same_bits "$T/whole" "$T/rest"
done
march cut $dual --steps 9 --set output.checkpoint=3 --set time.method=bdf2opt
march rest $dual --steps 6 --set time.method=bdf2opt --restart "$T/cut"
check dual_bdf2opt_written_beside_same_bits same_bits "$T/whole" "$T/rest"
# lengths of steps by the CFL number of a box, found anew every third step
by_region="--set time.scheme=dual-time --set time.dt_cfl=0.5 --set time.cfl_every=3 --set output.history=1"
inside="time.cfl_box=0 0 0 0.3 1 1"
march whole $by_region --set "$inside" --steps 12
check dual_by_region_steps_differ awk -F, 'NR > 2 { step = $3 - t; if (step > 1.000001 * before || step < 0.999999 * before) n++; before = step }
    { t = $3 } END { exit n != 4 }' "$T/whole/history.csv"
for cut in 3 4; do
    march cut $by_region --set "$inside" --steps $cut
    march rest $by_region --set "$inside" --steps $((12 - cut)) --restart "$T/cut"
    check "dual_by_region_cut_at_${cut}_same_bits" same_bits "$T/whole" "$T/rest"
done
# lengths of steps by their errors: some of the first are made again, since they are far too long
by_error="--set time.scheme=dual-time --set time.method=esdirk3 --set time.dt=1e-3 --set time.tolerance=1e-4 \
    --set time.sub_drop=4 --set output.history=1"
march whole $by_error --steps 12
check dual_by_error_steps_differ awk -F, 'NR > 3 { step = $3 - t; if (step != before) n++; before = step } { t = $3 }
    END { exit !(n > 6) }' "$T/whole/history.csv"
for cut in 1 5; do
    march cut $by_error --steps $cut
    march rest $by_error --steps $((12 - cut)) --restart "$T/cut"
    check "dual_by_error_cut_at_${cut}_same_bits" same_bits "$T/whole" "$T/rest"
    check "dual_by_error_cut_at_${cut}_same_history" same_history "$T/whole" "$T/rest"
done
march rest $by_error --set time.end_time=1e-2 # without steps: to the end
check dual_by_error_ends awk -F, 'END { exit !($3 == 1e-2) }' "$T/rest/history.csv"

march whole $dual --steps 30
march cut $dual --steps 25
"$prep" --quiet "$T/m.cgns" --ranks 1 --out "$T/p1" >"$T/log" 2>&1 || cat "$T/log"
run_solve 1 "$T/case.cfg" --packs "$T/p1" --out "$T/rest" --device cpu --threads 1 $dual --steps 5 --restart "$T/cut" \
    >"$T/log" 2>&1 || cat "$T/log"
# another number of ranks: each step is solved to four decades of a change of some percent
check dual_on_other_ranks "$post" compare "$T/whole" "$T/rest" --tolerance 1e-4
march rest $dual --set time.end_time=7.1e-3 --restart "$T/cut"
check dual_end_time_exact awk -F, 'END { exit !($1 == 36 && $3 == 7.1e-3) }' "$T/rest/history.csv"
check dual_end_time_said grep -q '"stopped_by": "end time reached"' "$T/rest/run.json"
march rest $dual --set time.end_time=7.1e-3 --steps 3 --restart "$T/cut" 2>"$T/err"
check steps_before_end_time_said grep -q 'note: \[time\] steps ended the run at 0.0056 s, before end_time = 0.0071 s' "$T/err"
march rest $dual --set time.end_time=4e-3 --restart "$T/cut" 2>"$T/err"
check end_time_before_restart_refused grep -q 'set time.end_time = 4e-3: that end, 0.004 s, lies before the time of the restart, 0.005 s; give a later one' "$T/err"
march rest --set time.scheme=dual-time --set time.period=2e-3 --set time.steps_per_period=10 --set time.periods=2 --restart "$T/cut" 2>"$T/err"
check periods_before_restart_refused grep -q 'set time.periods = 2: that end, 0.004 s, lies before the time of the restart, 0.005 s; give more' "$T/err"
"$solve" "$T/case.cfg" --packs "$T/p1" --out "$T/said" --device cpu --threads 1 --steps 4 --set time.scheme=dual-time \
    --set time.period=4e-3 --set time.steps_per_period=20 >"$T/log" 2>"$T/err"
check progress_has_time_and_period grep -q 'iteration 4  time 0.0008 s  period 0.20 (20 steps)  ' "$T/err"

# ---- stopped on request: status 3 and a good checkpoint ---------------------------------------
stopped() { # stopped NAME REASON
    check "$1_status_3" test "$code" -eq 3
    check "$1_checkpoint" whole "$T/stop"
    check "$1_said" grep -q "\"stopped_by\": \"$2\"" "$T/stop/run.json"
    at=$(latest "$T/stop")
    march rest --restart "$T/stop" --steps 20 || fail "$1" "restart from iteration $at"
    march whole --steps $((at + 20))
    check "$1_same_bits" same_bits "$T/whole" "$T/rest"
    check "$1_same_history" same_history "$T/whole" "$T/rest"
}
mkdir -p "$T/folder/stop" # asks for nothing
run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$T/folder" --device cpu --threads 1 --steps 2 >"$T/log" 2>&1
check stop_folder grep -q '"iteration": 2,' "$T/folder/run.json"
begin stop; reach "$T/stop" 25 && kill -TERM "$(cat "$T/pid.0")" "$(cat "$T/pid.1")"; end; stopped sigterm signal
begin stop; reach "$T/stop" 25 && kill -USR1 "$(cat "$T/pid.1")"; end; stopped sigusr1_to_one_rank signal
begin stop; reach "$T/stop" 25 && : >"$T/stop/stop"; end; stopped stop_file 'stop file'
check stop_file_is_removed test ! -e "$T/stop/stop"
begin stop --set stop.wall_time=0.3; end; stopped wall_time 'wall-time limit'

# ---- hosts whose clocks disagree: what a file's time says plays no part -------------------------
march part --steps 100
find "$T/part" "$T/p" -exec touch -d 2099-01-01 {} +
find "$T/part/fields-000000075" "$T/part/latest" -exec touch -d 1990-01-01 {} +
march rest --restart "$T/part" --steps 50
march whole --steps 150
check strange_file_times_same_bits same_bits "$T/whole" "$T/rest"
run_solve 2 "$T/case.cfg" --packs "$T/p" --restart "$T/part" --out "$T/part" --device cpu --threads 1 --steps 50
check strange_file_times_in_its_own_folder same_bits "$T/whole" "$T/part"
check strange_file_times_newest_two_kept test "$(cd "$T/part" && ls -d fields-* | tr '\n' ' ')" \
    = "fields-000000075 fields-000000100 fields-000000125 fields-000000150 "

# ---- what a results folder holds ------------------------------------------------------------
keys() { # keys FILE KEY...: of JSON
    file=$1; shift
    for key in "$@"; do grep -q "\"$key\":" "$file" || { echo "$file has no $key"; return 1; }; done
}
march whole --steps 40
check history_columns grep -qx \
    'iteration,wall_seconds,time,res_density,res_momentum_x,res_momentum_y,res_momentum_z,res_energy,cl,cd,cy,cmx,cmy,cmz,cfl,evaluations,krylov_vectors,linear_reduction,limited_cells,sub_steps,sub_drop,residual_drop,angle,mass:xmax' "$T/whole/history.csv"
check history_iterations test "$(rows "$T/whole" | cut -d, -f1 | tr '\n' ' ')" = "iteration 0 20 40 "
check forces_keys keys "$T/whole/forces.json" cl cd cy cmx cmy cmz iteration pressure friction patches ymin zmin
check forces_are_the_last_row awk -v a="$(number "$T/whole/forces.json" cl)" \
    -v b="$(tail -1 "$T/whole/history.csv" | cut -d, -f9)" 'BEGIN { exit !(a != "" && a + 0 == b + 0) }'
check run_keys keys "$T/whole/run.json" settings mach cfl limiter steps ranks device host seconds march total \
    stopped_by versions exchange patches
check run_verdict_keys keys "$T/whole/run.json" converged verdict cl_remaining cd_remaining
check forces_verdict_keys keys "$T/whole/forces.json" converged cl_remaining cd_remaining
check checkpoints_kept test "$(ls -d "$T"/whole/fields-* | wc -l)" -eq 2
march none --steps 10 --set output.checkpoint=0 --set output.fields=no
check fields_no test ! -e "$T/none/latest" -a -e "$T/none/forces.json"
exit $status
