# What ufv-sweep makes of the ends of runs, by a stand-in for ufv-solve (sweep_solver.py) that ends as it is told: states
# of points, its own status, what the same command goes on with, and by how many steps, also after kill -9.
. tests/lib.sh
command -v python3 >/dev/null || { echo "skip sweep_states python3 is not installed"; exit 0; }
sweep=$(realpath "$BUILD/ufv-sweep")
{ "$box" --cells hex --n 2 2 2 --out "$T/box.cgns" && "$prep" "$T/box.cgns" --out "$T/p" --quiet; } >"$T/log" 2>&1 || {
    cat "$T/log"; fail sweep_states_setup packs; exit 1; }
flow_case "$T/flow.cfg"
mkdir "$T/bin" && cp tests/cli/sweep_solver.py "$T/bin/ufv-solve"
export UFV_BIN="$T/bin" FAKE="$T/fake" PYTHONDONTWRITEBYTECODE=1
run() { "$sweep" "$T/flow.cfg" --packs "$T/p" --out "$T/s" --steps 10 --launch env --no-plots "$@" >"$T/out" 2>"$T/err"; }
new() { rm -rf "$T/s" "$T/fake"; mkdir "$T/fake"; }
asks() { echo "$2" >"$T/fake/$1"; } # asks POINT "STATUS CONVERGED STOPPED_BY"
state() { sed -n "s/^$1,.*,\(done\|unconverged\|stopped\|failed\|running\|not computed\),.*/\1/p" "$T/s/table.csv"; }
calls() { cat "$T/fake/calls"; }

# ---- one end after another -----------------------------------------------------------------------------------------
end() { # end NAME "STATUS CONVERGED STOPPED_BY" STATE STATUS
    new; asks a1 "$2"
    run --alpha 1
    got=$?
    if [ $got -ne "$4" ] || [ "$(state a1)" != "$3" ]; then
        fail "$1" "status $got and state '$(state a1)', not $4 and $3"; cat "$T/err"
    else ok "$1"; fi
}
end converged '0 true residual dropped as asked' done 0
end unsteady '0 null end time reached' done 0
end without_convergence '5 false all steps done' unconverged 5
end without_convergence_of_an_older_solver '0 false all steps done' unconverged 5
end asked_by_a_signal '3 false signal' stopped 3
end asked_by_a_file '3 false stop file' stopped 3
end asked_by_a_time_limit '3 false wall-time limit' stopped 3
end asked_before_the_first_step '3 false nothing' stopped 3
end diverged '4 false nothing' failed 4
end stuck '4 false no further step is possible' failed 4
end killed_without_memory '-9 false nothing' stopped 3
end ended_by_a_launcher '-15 false nothing' stopped 3
end crashed '-11 false nothing' failed 4
new; asks a1 '1 false nothing'; run --alpha 1
check bad_input test $? -eq 1 -a "$(grep -c 'the case cannot be run: what it says' "$T/err")" = 1
check usage_is_2 sh -c '"$@"; [ $? -eq 2 ]' sh "$sweep" "$T/s" --nothing

# ---- several: what was stopped comes before what failed, that before what has not converged --------------------------
new
asks a0 '0 true so'; asks a1 '5 false all steps done'
run --alpha "0 1"; check one_has_not_converged test $? -eq 5 -a "$(state a0),$(state a1)" = done,unconverged
asks a2 '4 false nothing'
run --alpha "0 1 2"; check one_failed test $? -eq 4 -a "$(state a2)" = failed
check failed_from_both_starts test "$(grep -c '^a2 from a[01] ' "$T/fake/calls"),$(grep -c '^a2 from uniform' "$T/fake/calls")" = 1,1
asks a3 '3 false stop file'
run --alpha "0 1 2 3"; check one_was_stopped test $? -eq 3 -a "$(state a3)" = stopped
check nobody_starts_from_one_that_was_stopped sh -c '! grep -q "from a3" "$1"' sh "$T/fake/calls"
check the_table_has_its_numbers grep -q '^a3,.*,so: it is$' "$T/s/table.csv"
"$sweep" "$T/s" --table --quiet --no-plots 2>/dev/null; check table_has_the_status test $? -eq 3
asks a3 '0 true so'; asks a2 '0 true so'; asks a1 '0 true so'
run --alpha "0 1 2 3"; check goes_on_with_what_was_stopped test $? -eq 4 -a "$(state a3)" = done
check by_the_steps_that_are_left test "$(calls | tail -n 1)" = "a3 from a3 steps 10 until $(sed -n 's/.*"until": \([0-9]*\).*/\1/p' "$T/s/points/a3.json")"
run --alpha "0 1 2 3" --more --retry; check more_and_retry test $? -eq 0 -a "$(state a1),$(state a2)" = done,done
check more_is_as_many_steps_again test "$(grep -c '^a1 from a1 steps 10 until 30$' "$T/fake/calls")" = 1

# ---- jobs say how their point ended ---------------------------------------------------------------------------------
for row in '0:0 true so' '5:5 false all steps done' '3:3 false signal' '4:4 false nothing'; do
    new; asks a1 "${row#*:}"; run --alpha 1 --point a1
    check "job_of_${row%%:*}" test $? -eq "${row%%:*}"
done

# ---- kill -9 ---------------------------------------------------------------------------------------------------------
wait_for() { await $job test -e "$1"; }
# of the run and of ufv-sweep: the run begins at its checkpoint and has the steps that it had left
new; asks a1 wait
run --alpha 1 &
job=$!; wait_for "$T/s/points/a1/latest"
pid=$(pgrep -f "^[^ ]*python3 $T/bin/ufv-solve " | head -n 1); program=$(pgrep -f "python3 $sweep .*--out $T/s ")
kill -9 $program $pid; wait $job 2>/dev/null
rm -f "$T/s/points/a1/.lock"; asks a1 '0 true so'
run --alpha 1
check goes_on_after_kill_9 test $? -eq 0 -a "$(calls | tail -n 1)" = "a1 from a1 steps 10 until 10"
check counts_the_steps_of_both grep -q '^a1,.*,10,20,1.5,done,' "$T/s/table.csv"
# after the last step and before the report: one step more, since a run without a step is not judged
new; asks a1 '0 true so'; run --alpha 1
rm "$T/s/points/a1/run.json"; sed -i 's/"done"/"running"/' "$T/s/points/a1.json"
run --alpha 1
check one_step_more_for_a_report test $? -eq 0 -a "$(calls | tail -n 1)" = "a1 from a1 steps 10 until 11"
# of ufv-sweep alone: its run goes on, is waited for, and nobody writes beside it
for again in 1 2 3; do
    new; asks a1 wait; asks a2 '0 true so'
    run --alpha "1 2" &
    job=$!; wait_for "$T/s/points/a1/latest"
    kill -9 $(pgrep -f "python3 $sweep .*--out $T/s "); wait $job 2>/dev/null
    "$sweep" "$T/s" --alpha 1 --again --no-plots --quiet >"$T/out" 2>"$T/err"
    check "its_run_is_in_the_way_of_again_$again" test $? -eq 1 -a "$(grep -c 'a run whose ufv-sweep is gone; wait for it' "$T/err")" = 1
    run --alpha "1 2" &
    job=$!
    await $job grep -q 'it is waited for' "$T/err"; : >"$T/fake/go"
    wait $job
    check "waits_for_its_run_$again" test $? -eq 0 -a "$(state a1),$(state a2)" = done,done -a \
        "$(grep -c 'a1: process [0-9]* computes it still, a run whose ufv-sweep is gone; it is waited for' "$T/err")" = 1
    check "one_at_a_time_$again" sh -c '! grep -q TWO "$1"' sh "$T/fake/calls"
done
# a sweep that is removed while it is computed
new; asks a1 wait
run --alpha 1 &
job=$!; wait_for "$T/s/points/a1/latest"
rm -rf "$T/s"; : >"$T/fake/go"; wait $job
check removed_while_it_was_computed test $? -eq 1 -a "$(grep -c 's: the sweep was removed while it was computed' "$T/err")" = 1
# the results alone: both forms of the command compute them anew
new; asks a1 wait
run --alpha 1 &
job=$!; wait_for "$T/s/points/a1/latest"
rm -rf "$T/s/points"; : >"$T/fake/go"; wait $job
check results_removed_while_computed test $? -eq 1 -a \
    "$(grep -c 'a1: the point was removed while it was computed; the same command computes it anew' "$T/err")" = 1
asks a1 '0 true so'; "$sweep" "$T/s" --launch env --no-plots --quiet 2>"$T/err"
check results_removed_are_computed_anew test $? -eq 0 -a "$(state a1)" = done
for words in --again '--point a1'; do
    rm -rf "$T/s/points"; "$sweep" "$T/s" --launch env --no-plots --quiet $words 2>"$T/err"
    check "results_removed_are_computed_anew_$(echo "$words" | tr -dc a-z)" test $? -eq 0 -a -s "$T/s/points/a1/run.json"
done
# a signal while it waits
new; asks a1 wait
run --alpha 1 &
job=$!; wait_for "$T/s/points/a1/latest"
kill -9 $(pgrep -f "python3 $sweep .*--out $T/s "); wait $job 2>/dev/null
run --alpha 1 &
job=$!
await $job grep -q 'it is waited for' "$T/err"
kill -TERM $(pgrep -f "python3 $sweep .*--out $T/s "); wait $job
check a_signal_ends_waiting test $? -eq 3
: >"$T/fake/go"
# a launcher that is killed by the signal, as mpirun before it is ready for one
new; asks a1 wait; asks a2 '0 true so'
run --alpha "1 2" &
job=$!; wait_for "$T/s/points/a1/latest"
kill -TERM $(pgrep -f "python3 $sweep .*--out $T/s "); wait $job
check a_launcher_killed_by_the_signal test $? -eq 3 -a ! -e "$T/s/failed" -a "$(state a1)" = stopped
exit $status
