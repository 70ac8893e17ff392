# Verdicts of cases (cases/lib.sh): a steady run that has not converged makes its case fail, whatever its forces, with
# the reason; one that is in time, or that need not converge, is said to be so by the case.
. tests/lib.sh
case $BUILD in /*) ;; *) BUILD=$PWD/$BUILD ;; esac
export BUILD DEVICE=cpu
"$box" --cells hex --n 6 4 4 --out "$T/box.cgns" >/dev/null || exit 1
flow_case "$T/flow.cfg"
sed -i '/^cfl/d; s/^steps.*/local = yes/' "$T/flow.cfg"
sed '/^local/s/.*/local = no\nscheme = rk\ncfl = 0.5\nsteps = 3/' "$T/flow.cfg" >"$T/time.cfg"
printf '[stop]\nresidual_drop = 4\n' >>"$T/flow.cfg"

# judged COMMAND CASE [ARGUMENTS]: a case of one run, flow.cfg or time.cfg, with a check that it passes, and its output in $T/log
mkdir -p "$T/cases/box"
cat >"$T/cases/box/run" <<CASE
set -eu
here=$T/cases/box
. "$PWD/cases/lib.sh"
[ -d "$T/packs" ] || prep "$T/box.cgns" "$T/packs"
run=\$1 of=\$2
shift 2
\$run "$T/\$of.cfg" "$T/packs" "$T/results" "\$@"
below "a force within its bound" 1 2
verdict
CASE
judged() { sh "$T/cases/box/run" "$@" >"$T/log" 2>&1 </dev/null; }
passes() { judged "$@" && grep -q '^PASS box$' "$T/log" && ! grep -q '^FAIL' "$T/log"; }
# fails SENTENCE COMMAND...: with that line, and the check passed all the same
fails() {
    sentence=$1; shift
    ! judged "$@" && grep -q "^FAIL results: $sentence" "$T/log" && grep -q '^PASS a force' "$T/log" &&
        grep -q '^FAIL box: 1 checks$' "$T/log"
}
shown() { check "$@"; [ "$status" -eq 0 ] || tail -5 "$T/log"; }

shown converged passes solve flow
shown steps_done fails \
    'not converged: all 2 steps are done, the residual has dropped [0-9.]* of the 4 decades asked for; ' \
    solve flow --steps 2
shown by_the_clock fails 'not converged: the wall-time limit ended the run after [0-9]* steps, ' \
    solve flow --set stop.wall_time=1e-6
shown need_not_converge passes march flow --steps 2
shown in_time passes march time
shown in_time_by_the_clock fails 'stopped by the clock' march time --set stop.wall_time=1e-6
# An unsteady run where a steady one is judged would pass without a judgement: the script ends.
ends() { ! judged "$@" && grep -q 'not a steady run' "$T/log" && ! grep -q '^PASS box$' "$T/log"; }
shown in_time_where_steady_is_judged ends solve time
# A run of a former call must not answer for one that breaks off.
broken() { ! judged "$@" && ! grep -q '^PASS' "$T/log"; }
shown refused broken solve flow --set numerics.flux=rue

# Ranges of other codes: how far a value lies outside, widened or not; a value that is no number fails.
cat >"$T/cases/box/ranges" <<CASE
set -eu
here=$T/cases/box
. "$PWD/cases/lib.sh"
"\$@"
verdict
CASE
# range_of LINE COMMAND...: the command prints the line, and its verdict is that of the line's first word
range_of() {
    line=$1; shift
    sh "$T/cases/box/ranges" "$@" >"$T/log" 2>&1 </dev/null
    code=$?
    case $line in FAIL*) [ $code -eq 1 ] || return 1 ;; *) [ $code -eq 0 ] || return 1 ;; esac
    grep -qxF "$line" "$T/log"
}
shown inside_a_range range_of 'PASS a: 2, other codes 1 to 2' inside a 2 1 2
shown outside_a_range range_of 'FAIL a: 2.01, other codes 1 to 2, 0.5 % above' inside a 2.01 1 2
shown no_number_in_a_range range_of 'FAIL a: nan, other codes 1 to 2' inside a nan 1 2
shown widened_range range_of 'PASS a: 2.48, other codes 1 to 2, 24 % above' between a 2.48 1 2
shown outside_a_widened_range range_of 'FAIL a: 0.49, other codes 1 to 2, 51 % below' between a 0.49 1 2
shown no_number_in_a_widened_range range_of 'FAIL a: nan, other codes 1 to 2' between a nan 1 2
shown beside_a_range range_of 'a: 3, other codes 1 to 2, 50 % above' beside a 3 1 2
exit $status
