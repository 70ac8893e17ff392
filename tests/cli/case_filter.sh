# UFV_CASE, which make test CASE= sets: of a test program only the cases whose name matches, of tests/run no scripts; and
# nothing passes for it that has failed or was not run.
. tests/lib.sh
of=unit/common/test_name_glob
program=$BUILD/tests/$of
[ -x "$program" ] || { echo "skip case_filter there is no $program"; exit 0; }
export UFV_CASE=
"$program" >"$T/all" || { cat "$T/all"; fail case_filter_setup "$program"; exit 1; }
n=$(grep -c '^ok ' "$T/all")
second=$(sed -n 's/^ok //p' "$T/all" | sed -n 2p)
check has_cases_to_choose_from test "$n" -gt 2
UFV_CASE=$second "$program" >"$T/out"
check one_case test "$(grep -c '^ok ' "$T/out") $(tail -n 1 "$T/out")" = "1 ok $second"
UFV_CASE=${second%?}[!.] "$program" >"$T/out"
check by_a_glob test "$(tail -n 1 "$T/out")" = "ok $second"
UFV_CASE='*' "$program" >"$T/out"
check all_by_a_star cmp "$T/out" "$T/all"
UFV_CASE=nowhere "$program" >"$T/out"
check none test $? -eq 0 -a ! -s "$T/out"

# tests/run in a build folder of its own: its log is that of the run that this script belongs to
mkdir -p "$T/b/tests/unit/common"
ln -s "$(realpath "$program")" "$T/b/tests/$of"
suite() { # suite NAME STATUS LINE CASE GLOB: how tests/run ends
    BUILD=$T/b JOBS=1 UFV_CASE=$4 tests/run "$5" >"$T/out"
    check "$1" test "$? $(tail -n 1 "$T/out")" = "$2 $3"
}
suite suite_of_all_cases 0 "$n passed, 0 failed" "" $of
suite suite_of_one_case 0 "1 passed, 0 failed" "$second" $of
check suite_says_what_is_left_out grep -qx "only cases whose name matches $second" "$T/out"
suite suite_of_no_case_fails 1 "0 passed, 0 failed" nowhere $of
suite suite_has_no_scripts 1 "0 passed, 0 failed" '*' cli/manuals
instead() { rm "$T/b/tests/$of"; printf '#!/bin/sh\n%s\n' "$1" >"$T/b/tests/$of"; chmod +x "$T/b/tests/$of"; }
instead 'exit 3'
suite program_that_dies_fails 1 "0 passed, 1 failed" nowhere $of
suite program_that_dies_fails_without_a_case 1 "0 passed, 1 failed" "" $of
instead :
suite program_without_cases_fails 1 "0 passed, 1 failed" "" $of
exit $status
