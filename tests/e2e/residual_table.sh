# cases/residual-table on rows that take a second: what the table says of a steady row that gets there, of one of an
# unsteady flow, of one that falls short and of one that failed; the exit status; the frequency of lift.
. tests/lib.sh
table() { # table STATUS ARGUMENTS...: a call that ends with that status; $T/table is the last line, as all, of stdout
    want=$1; shift
    cases/residual-table "$@" --out "$T/rows" >"$T/table" 2>"$T/log" </dev/null
    got=$?
    [ $got -eq "$want" ] || { echo "status $got, not $want"; cat "$T/log" "$T/table"; return 1; }
}
# column NAME NUMBER: of a row of the table, without blanks at its ends
column() { awk -F' *[|] *' -v name="\`$1\`" -v k="$2" '$2 == name { print $(k + 1) }' "$T/table"; }
ends() { tail -n 1 "$T/table" | grep -qx "$1"; }
# steady: ten decades asked for without a limiter and reached; no forces, since it has no walls
check all_reach table 0 --only vortex,sod --device cpu --wall 60 --jobs 2
check rows_in_the_order_of_the_list test "$(awk -F'`' 'NR > 2 { printf "%s ", $2 }' "$T/table")" = 'sod vortex  '
check two_rows ends '2 rows, 0 of them fall short'
check steady_asked test "$(column vortex 5)" = 10
check steady_reached awk -v d="$(column vortex 6)" 'BEGIN { exit !(d >= 10) }'
check steady_says_nothing test -z "$(column vortex 12)"
check steady_cells test "$(column vortex 2),$(column vortex 3),$(column vortex 4)" = euler,none,256
results=$T/rows/vortex/vortex
check steady_steps test "$(column vortex 7)" = "$(number "$results/run.json" iteration)"
check steady_without_walls test -z "$(column vortex 10)$(column vortex 11)"
# unsteady: no decades are asked for
check unsteady_row test "$(column sod 5),$(column sod 6),$(column sod 10),$(column sod 12)" \
    = '-,-,,unsteady, marched to t = 0.2 s'

# three steps are too few: the row says so, and where the residual is; the other row stays in the table
short() { STEPS=3 table 1 --only vortex --device cpu --wall 60; }
check falls_short short
check one_of_two ends '2 rows, 1 of them fall short'
check short_steps test "$(column vortex 7)" = 3
check short_reached awk -v d="$(column vortex 6)" 'BEGIN { exit !(d != "" && d < 10) }'
case $(column vortex 12) in
"all steps done; "*"the residual is largest in cell "*) ok short_says_why ;;
*) fail short_says_why "$(column vortex 12)" ;;
esac
check short_alone test "$(grep -c '^| `' "$T/rows/short.md"),$(grep -c '^| `vortex`' "$T/rows/short.md")" = 1,1
# the table alone, of what is there
check table_alone table 1 --table "$T/rows"
check table_alone_short ends '2 rows, 1 of them fall short'

# a row without results
rm "$T/rows/vortex/vortex/run.json"
echo 'FAIL vortex |  |  |  |  | status 1: no such thing' >"$T/rows/vortex/verdict"
check failed_status table 1 --table "$T/rows"
check failed_row test "$(column vortex 6),$(column vortex 12)" = 'failed,status 1: no such thing'
check failed_is_short test "$(grep -c '^| `vortex`' "$T/rows/short.md")" = 1

# a vortex street made up: lift of 12.5 Hz and amplitude 0.3 about 0.1, behind a start; drag 1.4 in the mean
mkdir -p "$T/rows/cylinder-re100/cylinder-re100"
sed 's/"mach": 0,/"mach": 0.5,/; s/"temperature": [^,]*,/"temperature": 300,/' "$T/rows/sod/sod/run.json" \
    >"$T/rows/cylinder-re100/cylinder-re100/run.json"
awk 'BEGIN {
    print "iteration,time,residual_drop,evaluations,wall_seconds,cl,cd"
    for (i = 1; i <= 1000; i++) {
        t = 0.001 * i; p = 2 * atan2(0, -1) * 12.5 * t
        lift = 0.1 + (i < 300 ? i / 300 : 1) * 0.3 * sin(p)
        printf "%d,%.6f,0,%d,%.1f,%.12g,%.12g\n", i, t, i, t, lift, 1.4 + 0.01 * sin(2 * p) } }' \
    >"$T/rows/cylinder-re100/cylinder-re100/history.csv"
check street_status table 1 --table "$T/rows"
# f L/V with L = 1 m, Mach number 0.5, 300 K and air: V = 0.5 sqrt(1.4 * 287.05 * 300) = 173.6 m/s
check street test "$(column cylinder-re100 12)" = \
    'unsteady: lift with 12.5 Hz (over 5 periods), Strouhal number 0.0720, amplitude 0.3; mean drag 1.4'
check street_forces test "$(column cylinder-re100 10),$(column cylinder-re100 11)" = 0.100000,1.4000000
exit $status
