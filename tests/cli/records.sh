# scripts/add-records and print-records: verdicts and tables become rows of records, these a table of a page, and a page
# that is not what is printed, a row that is damaged and a case without its command are found.
. tests/lib.sh
command -v python3 >/dev/null || { echo "skip records no python3"; exit 0; }
root=$PWD
mkdir -p "$T/tree/cases" "$T/tree/scripts" "$T/tree/pages"
cp scripts/print-records "$T/tree/scripts"
export RECORDS="$T/tree/cases/records.csv" MACHINE="a machine" BUILD="$T/none"
add() { python3 "$root/scripts/add-records" "$@" >"$T/out" 2>"$T/err"; }
row() { grep -qxF "$1" "$RECORDS" || { cat "$RECORDS"; false; }; }
print_pages() { python3 "$T/tree/scripts/print-records" "$@" >"$T/out" 2>&1 || { cat "$T/out"; false; }; }

cat >"$T/log" <<'LOG'
+ mpirun
PASS drag, level 1: 0.0029, expected 0.0028, +3.57 % off, bound 5 %
FAIL reattachment: 6.72, expected 6.26, bound +-0.4
PASS error: 0.001, bound 0.003
PASS lift: 1.09, other codes 1.08 to 1.1
FAIL fine-2: not converged: all 10 steps are done
FAIL step: 2 checks
LOG
check log_added add --command "cases/run-all FOLDER step" step "$T/log"
check log_rows test "$(wc -l <"$RECORDS")" -eq 6
check log_near row 'step,,"drag, level 1",0.0029,0.0028,5 %,PASS,unknown,a machine'
check log_within row 'step,,reattachment,6.72,6.26,+-0.4,FAIL,unknown,a machine'
check log_below row 'step,,error,0.001,,below 0.003,PASS,unknown,a machine'
check log_range row 'step,,lift,1.09,1.08 to 1.1,,PASS,unknown,a machine'
check log_end row 'step,,end of fine-2,not converged,,,FAIL,unknown,a machine'

cat >"$T/table.md" <<'TABLE'
| run | kind | evaluations | lsq: double, mixed |
|---|---|---|---|
| `plate` | sa | 1,054 | 3.38 (3.0), 4.25 |
| wing | sa | - | **2.5**, 2.75 |
TABLE
check table_added add --command "scripts/rates" --table --keys 2 rates "$T/table.md"
check table_number row 'rates,"plate, sa",evaluations,1054,,,,unknown,a machine'
check table_reference row 'rates,"plate, sa",lsq: double,3.38,3.0,,,unknown,a machine'
check table_second row 'rates,"plate, sa",lsq: mixed,4.25,,,,unknown,a machine'
check table_fails row 'rates,"wing, sa",lsq: double,2.5,,,FAIL,unknown,a machine'
check by_device env DEVICE=cpu python3 scripts/add-records --table --keys 2 --by-device rates "$T/table.md"
check on_the_cpu row 'rates-cpu,"plate, sa",evaluations,1054,,,,unknown,a machine'
sed -i '/^rates-cpu/d' "$RECORDS"
check table_gap test "$(grep -c '^rates,' "$RECORDS")" -eq 5
fails_to_add() { ! add "$@" && grep -q "$said" "$T/err"; }
said="no verdict with a value; nothing was added"
check nothing_to_add fails_to_add step "$T/table.md"
said="No such file"
check no_file fails_to_add step "$T/no-such-log"

# a page: printed, the same again, and once more after a new measurement, of which the last counts
printf 'Rates.\n\n<!-- records rates columns=lsq* -->\n<!-- end -->\n<!-- records step rows= long -->\nold\n<!-- end -->\nEnd.\n' >"$T/tree/pages/page.md"
(cd "$T/tree" && git init -q . && git add -A) || exit 1
not_printed() { ! print_pages --check && grep -q 'pages/page.md is not what' "$T/out"; }
check page_is_old not_printed
check printed print_pages
check printed_again print_pages --check
line() { grep -qxF -- "$1" "$T/tree/pages/page.md" || { cat "$T/tree/pages/page.md"; false; }; }
check command_line line '    scripts/rates'
check head_line line '|  | lsq: double, mixed |'
check reference_line line '| plate, sa | 3.38 (3.0), 4.25 |'
check failure_line line '| wing, sa | **2.5**, 2.75 |'
check long_line line '| reattachment | **6.72** | 6.26 | +-0.4 |'
check rest_stays sh -c 'head -1 "$1" | grep -qx Rates. && tail -1 "$1" | grep -qx End. && ! grep -q old "$1"' sh "$T/tree/pages/page.md"
printf '| run | lsq: double |\n|---|---|\n| wing, sa | 2.6 |\n' | add --table rates -
check newer_is_not_printed not_printed
check newer_printed print_pages
check newer_line line '| wing, sa | 2.6, 2.75 |'

finds() { ! print_pages --check && grep -q "$1" "$T/out"; }
cp "$RECORDS" "$T/good.csv"
echo 'rates,wing' >>"$RECORDS"
check short_row finds '2 columns, not 9'
cp "$T/good.csv" "$RECORDS"
echo 'rates,wing,lsq: double,,,,,unknown,a machine' >>"$RECORDS"
check row_without_value finds 'value is empty'
cp "$T/good.csv" "$RECORDS"
echo 'other,wing,drag,1,,,,unknown,a machine' >>"$RECORDS"
check case_without_command finds 'no command for other'
cp "$T/good.csv" "$RECORDS"
printf '\n[gone]\ncommand = x\n' >>"$T/tree/cases/commands.ini"
check command_without_record finds 'no record of gone'
exit $status
