# What a run leaves that has diverged: the last state that held, bit for bit that of a run which stops there, with the
# lost cells marked; what ufv-post makes of it, and that no restart takes it unasked.
. tests/lib.sh
"$box" --cells hex --n 12 8 8 --out "$T/box.cgns" >"$T/log" || { cat "$T/log"; exit 1; }
for n in 1 2; do "$prep" --quiet "$T/box.cgns" --ranks $n --out "$T/p$n" || exit 1; done
flow_case "$T/flow.cfg"
run() { n=$1; shift; run_solve "$n" "$T/flow.cfg" --packs "$T/p$n" --device cpu --threads 1 "$@" >"$T/out" 2>"$T/err"; }
diverges() { # diverges RANKS ARGUMENTS...: with status 4
    run "$@"; code=$?; cat "$T/err"; test $code -eq 4
}
says() { # says STATUS SENTENCE COMMAND...
    want=$1 sentence=$2; shift 2
    "$@" >"$T/out" 2>"$T/err"; code=$?
    [ $# -gt 0 ] && [ "$1" != run ] && cat "$T/out" >>"$T/err"
    cat "$T/err"; test $code -eq "$want" && grep -qF -- "$sentence" "$T/err"
}

# ---- explicit, beside a good checkpoint: a fault that comes in the middle of steps without a look --------------
grows="--set time.cfl=60 --set time.cfl_start=0.1 --set time.cfl_ramp=400 --set output.history=0"
for n in 1 2; do
    check "diverges_$n" diverges $n $grows --set output.checkpoint=20 --steps 400 --out "$T/r$n"
    kept=$(sed -n 's/.*holds the state after iteration \([0-9]*\) with \([1-9][0-9]*\) lost cell.* marked.*/\1/p' "$T/err")
    check "says_where_the_state_is_$n" test "${kept:-0}" -gt 0
    check "state_is_of_the_step_before_$n" grep -q "diverged at iteration $((${kept:-0} + 1)): cell" "$T/err"
    run $n $grows --steps "${kept:-1}" --out "$T/whole$n"
    check "state_has_the_bits_of_a_run_that_stops_there_$n" sh -c '"$1" compare "$2" "$3" --tolerance 0 >"$4" 2>&1
        grep -E "^(density|velocity_.|pressure) " "$4" | awk "{ n++; if (\$2 != 0) exit 1 } END { exit n != 5 }"' \
        sh "$post" "$T/whole$n" "$T/r$n/diverged" "$T/log"
done
check checkpoint_stays grep -q '^fields-' "$T/r2/latest"
check same_step_on_two_ranks test "$(sed -n 's/ *"at_iteration": //p' "$T/r1/run.json")" = \
    "$(sed -n 's/ *"at_iteration": //p' "$T/r2/run.json")"
check run_json_says_so sh -c 'grep -q "\"stopped_by\": \"diverged\"" "$1" && grep -q "\"converged\": false" "$1" &&
    grep -q "\"lost_first\": true" "$1" && grep -q "\"nearest_patch\": \"" "$1"' sh "$T/r2/run.json"
marks() { # marks RESULTS: how many cells of 768 are marked, of all of the slices that halve the mesh
    "$post" export "$1" --quiet --format tecplot --variables diverged --out "$T/marks.dat" 2>"$T/err" &&
        "$post" extremes "$1" --variables diverged --json "$T/marks.json" 2>/dev/null >"$T/log"
}
check export_reads_it marks "$T/r2/diverged"
check export_has_a_first_cell grep -qE '"(value|maximum)": 2|: 2,?$' "$T/marks.json"
check export_says_diverged grep -q '^ufv-post: note: diverged in iteration ' "$T/err"
check forces_of_the_checkpoint says 0 "note: the run diverged after these fields; $T/r2/diverged holds" "$post" forces "$T/r2"
check restart_takes_the_checkpoint run 2 --restart "$T/r2" --set time.cfl=0.5 --steps 1 --out "$T/r2"
check restart_forgets_the_divergence test ! -e "$T/r2/diverged"

# ---- without a checkpoint ---------------------------------------------------------------------------------
check diverges_at_once diverges 2 --set time.cfl=200 --steps 200 --out "$T/bad"
check opens_without_a_checkpoint says 0 'note: diverged in iteration 1' "$post" forces "$T/bad"
if command -v gnuplot >/dev/null; then
    check report_reads_it "$post" report "$T/bad" --out "$T/bad.html"
    check report_says_diverged grep -q '<p class="warning">diverged in iteration 1' "$T/bad.html"
    check report_begins_with_it grep -q '<b>Diverged</b>diverged at iteration 1' "$T/bad.html"
else
    skip report_reads_it "no gnuplot"
fi
check restart_refuses says 1 'the run diverged before its first checkpoint; start again with other settings' \
    run 2 --restart "$T/bad" --steps 1 --out "$T/no"
cp -r "$T/bad" "$T/named" && echo diverged >"$T/named/latest"
check restart_refuses_a_name says 1 '"diverged" is not the name of a fields folder' \
    run 2 --restart "$T/named" --steps 1 --out "$T/no"
mv "$T/named/diverged" "$T/named/fields-000000100" && echo fields-000000100 >"$T/named/latest"
check restart_refuses_another_name says 1 'holds the state of a run that has diverged, although it is not named diverged' \
    run 2 --restart "$T/named" --steps 1 --out "$T/no"
check restart_takes_it_when_asked run 2 --restart "$T/bad/diverged/" --steps 1 --out "$T/asked"
check fields_no_leaves_none sh -c '! test -e "$1"' sh "$T/asked/diverged"
run 2 --set time.cfl=200 --steps 200 --set output.fields=no --out "$T/none"
check no_fields_no_state sh -c 'test ! -e "$1/diverged" && grep -q "diverged at iteration 1" "$2"' sh "$T/none" "$T/err"
# ---- somebody else's things in its place: they stay, a note says why there is no state, and nothing half done is left --
mkdir -p "$T/mine/diverged" "$T/linked" "$T/elsewhere"; echo mine >"$T/mine/diverged/notes"
echo mine >"$T/elsewhere/rank-00000.h5"; ln -s "$T/elsewhere" "$T/linked/diverged"
for where in mine linked; do
    check "diverges_beside_$where" diverges 2 --set time.cfl=200 --steps 200 --out "$T/$where"
    check "says_why_no_state_$where" grep -q 'note: the diverged state was not written: ' "$T/err"
    check "nothing_half_done_$where" test ! -e "$T/$where/diverged.tmp"
done
check others_things_stay test "$(cat "$T/mine/diverged/notes" "$T/elsewhere/rank-00000.h5" | uniq -c | tr -d ' ')" = 2mine
exit $status
