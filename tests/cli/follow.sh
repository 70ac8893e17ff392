# ufv-post watch and history --follow beside a run: from before its first row to its end.
. tests/lib.sh
r=$T/results
mkdir "$r"
begin() { printf 'iteration,wall_seconds,time,res_density,cl,cd\n' >"$r/history.csv"; }
# both at once: the run is the same, which writes rows, then says that it is over
"$post" watch "$r" >"$T/watched" 2>"$T/said" &
watching=$!
"$post" history "$r" --follow >"$T/rows" 2>"$T/said-too" &
following=$!
await $watching grep -q 'no row yet' "$T/said"
await $following grep -q 'no row yet' "$T/said-too"
begin
sleep 1.1 # they look once a second: this and the next pause let them meet what is half done, and end well without it
printf '0,0,0,1,0.1,0.01\n10,1,0,0.1,0.2,0.02\n' >>"$r/history.csv"
await $following grep -qE '^ *10 ' "$T/rows"
printf '20,2,0,0.01,0.25,0.03\n' >>"$r/history.csv"
printf '{"running": false, "iteration": 20, "last_iteration": 20}\n' >"$r/progress.json"
wait $following
check follow_waits_for_the_first_row test $? -eq 0
check follow_prints_all_rows test "$(grep -cE '^ *(0|10|20) ' "$T/rows")" -eq 3
wait $watching
check watch_waits_for_the_first_row test $? -eq 0
check watch_says_that_it_waits grep -q 'no row yet' "$T/said"
check watch_ends_with_the_run grep -q 'ended after' "$T/watched"
wait
# what will never have a row is not waited for
patiently "$post" watch "$T/nowhere" >"$T/log" 2>&1
check watch_of_no_folder test $? -eq 1
mkdir "$T/dead" && cp "$r/progress.json" "$T/dead"
patiently "$post" history "$T/dead" --follow >"$T/log" 2>&1
check follow_of_a_run_that_ended_without_rows test $? -eq 1
exit $status
