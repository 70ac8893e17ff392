# ufv-run: from a mesh and a case file to a page of results; the commands that it prints and writes do the same; what is
# finished is kept, and a run that was stopped goes on.
. tests/lib.sh
[ -x "$BUILD/ufv-run" ] || { skip ufv_run "no Python"; exit 0; }
run=$(realpath "$BUILD/ufv-run") UFV_BIN=$(realpath "$BUILD")
export UFV_BIN
"$box" --cells hex --n 6 4 4 --out "$T/box.cgns" >/dev/null || exit 1
flow_case "$T/flow.cfg"
sed -i '/^steps/d; /^\[time\]/a steps = 40' "$T/flow.cfg"
printf '[numerics]\npipeline = fast\n' >"$T/none" # not a case
cd "$T" || exit 1
it() { "$run" flow.cfg box.cgns --ranks 2 --device cpu --out here "$@"; }
exits() { name=$1 want=$2; shift 2; "$@" >out 2>err </dev/null; got=$?; [ $got -eq "$want" ] && ok "$name" || { sed 's/^/  /' err out | tail; fail "$name" "status $got, not $want"; }; }
exits plan 0 it --plan
check plan_prints_three sh -c '[ "$(grep -c "ufv-prep\|ufv-solve\|ufv-post" out)" -eq 3 ]'
check plan_runs_nothing test ! -e here/packs -a -x here/commands.sh
exits whole_run 5 it
check report_is_there test -s here/report.html
check commands_are_printed sh -c '[ "$(grep -c "^\$ " out)" -eq 3 ] && grep -q "report.html is the report" out'
check packs_for_two grep -q '^ranks = 2' here/packs/manifest.ini
cp here/results/history.csv first.csv
# again: only the report is made
exits once_more 5 it
check only_the_report sh -c '[ "$(grep -c "^\$ " out)" -eq 1 ] && grep -q "^\$ .*ufv-post" out && cmp -s here/results/history.csv first.csv'
# the script does the same as the program
cp -r here kept && rm -rf here/packs here/results here/report.html
check script_runs here/commands.sh
check script_gives_the_same sh -c '"$0" compare kept/results here/results --tolerance 0' "$UFV_BIN/ufv-post"
# a name with a newline is no command, and what a link points to stays
odd=$(printf 'odd\ntouch PWN\n#')
exits odd_name 0 "$run" flow.cfg box.cgns --ranks 1 --device cpu --out "$odd" --plan
sh "$odd/commands.sh" >/dev/null 2>&1
check no_command_of_a_name test -x "$odd/commands.sh" -a ! -e PWN
echo mine >mine.txt
ln -sf "$T/mine.txt" here/commands.sh
exits link_is_replaced 5 it
check link_is_not_followed sh -c '[ "$(cat mine.txt)" = mine ] && [ ! -L here/commands.sh ]'
# more steps continue
exits more_steps 0 it --more --steps 10
check more_steps_made sh -c 'tail -1 here/results/history.csv | grep -q "^50,"'
# a run that is stopped goes on where it was, to the same number of steps
"$run" flow.cfg box.cgns --ranks 1 --device cpu --out long --steps 100000000 >long.out 2>long.err &
job=$!
await $job test -s long/results/history.csv
touch long/results/stop
wait $job
check stopped_status test $? -eq 3
check stopped_says grep -q "the run was stopped; the same command goes on" long.err
check stopped_has_a_checkpoint test -e long/results/latest
at=$(tail -1 long/results/history.csv | cut -d, -f1)
"$run" flow.cfg box.cgns --ranks 1 --device cpu --out long --steps 100000000 >long.out 2>long.err &
job=$!
await $job sh -c 'grep -q -e "--restart long/results --until 100000000" long.out && [ "$(tail -1 long/results/history.csv | cut -d, -f1)" -gt "$1" ]' sh "$at"
touch long/results/stop
wait $job
check goes_on_and_stops test $? -eq 3
check divided_once sh -c '! grep -q "ufv-prep" long.out'
# what is wrong
page=$(dirname "$UFV_BIN")/docs/troubleshooting.md
answers another_case 1 "holds a run with another case file, which was changed; name another folder" sh -c 'echo "# more" >>flow.cfg; "$@"' sh "$run" flow.cfg box.cgns --ranks 2 --device cpu --out here
answers another_number_of_ranks 1 "holds a run with another --ranks; name another folder" sh -c 'sed -i "\$d" flow.cfg; "$@"' sh "$run" flow.cfg box.cgns --ranks 3 --device cpu --out here
answers no_mesh 1 "there is no such file; check the path" "$run" flow.cfg none.cgns
answers one_argument 2 "one case file and one mesh are needed" "$run" flow.cfg
answers wrong_option 2 "--packs: unknown option; see ufv-run --help" "$run" flow.cfg box.cgns --packs p
answers wrong_ranks 2 "a whole number of 1 or more is needed" "$run" flow.cfg box.cgns --ranks two
mkdir full && : >full/file
answers other_folder 1 "is a folder with other files in it; name another one with --out" "$run" flow.cfg box.cgns --out full
answers case_that_fails 1 "ufv-solve ended with status 1; its last lines say why" "$run" none box.cgns --out bad --device cpu
answers prep_that_fails 1 "ufv-prep ended with status 1; its last line says why" "$run" flow.cfg flow.cfg --out worse --device cpu
exit $status
