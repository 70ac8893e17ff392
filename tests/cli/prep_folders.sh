#!/bin/sh
# What ufv-prep writes takes the place of packs of its own and of nothing else; one process at a time
# writes packs; what is printed and does not arrive is noticed.
. "$(dirname "$0")/../lib.sh"
P="$prep --quiet"
"$box" --cells hex --n 8 6 5 --out "$T/m.cgns" >/dev/null && $P "$T/m.cgns" --out "$T/p" --ranks 2 || exit 1
# refused NAME PATTERN COMMAND...: status 1, one sentence that matches, and nothing in $T has changed
state() { find "$T" ! -name err ! -name out ! -name state ! -name check.log -exec ls -ldi --time-style=+ {} + | sort; }
refused() {
    name=$1 pattern=$2; shift 2
    state >"$T/state"
    "$@" >"$T/out" 2>"$T/err"; s=$?
    if [ $s != 1 ]; then fail "$name" "status $s"; cat "$T/err"
    elif ! grep -qE "$pattern" "$T/err" || [ "$(wc -l <"$T/err")" != 1 ]; then fail "$name" "$(cat "$T/err")"
    elif ! state | cmp -s - "$T/state"; then fail "$name" "something changed"
    else ok "$name"; fi
}
# printed NAME COMMAND...: status 1 and a sentence with a full and with a closed stdout, 0 with a good one
printed() {
    name=$1; shift
    "$@" >/dev/full 2>"$T/err"; full=$?
    "$@" >&- 2>>"$T/err"; closed=$?
    "$@" >/dev/null 2>>"$T/err"; good=$?
    if [ $full$closed$good != 110 ]; then fail "$name" "status $full, $closed, $good"
    elif [ "$(grep -c 'stdout: not all of the output could be written' "$T/err")" != 2 ]; then fail "$name" "$(cat "$T/err")"
    else ok "$name"; fi
}

# ---- folders ----
check packs_replace_packs $P "$T/m.cgns" --out "$T/p" --ranks 3
check packs_replaced_whole test "$(find "$T/p" -type f | wc -l)" = 5
check packs_fill_an_empty_folder sh -c "mkdir '$T/e' && $P '$T/m.cgns' --out '$T/e'"
flow_case "$T/case.cfg"
run_solve 1 "$T/case.cfg" --packs "$T/e" --out "$T/R" --steps 20 --threads 1 --device cpu >"$T/out" 2>&1 ||
    { cat "$T/out"; exit 1; }
refused checkpoint_kept 'fields-000000020.*not overwritten.*no manifest' $P "$T/m.cgns" --out "$T/R/fields-000000020"
cp "$T/p/manifest.ini" "$T/R/fields-000000020"
refused checkpoint_with_a_manifest_kept 'not overwritten: it holds rank-00000.h5' $P "$T/m.cgns" \
    --out "$T/R/fields-000000020"
mkdir "$T/a"; echo '{}' >"$T/a/report.json"
refused report_of_others_kept 'a: is not a folder of packs.*report.json' $P "$T/m.cgns" --out "$T/a"
mv "$T/a/report.json" "$T/a/manifest.ini.notes"
refused notes_of_others_kept 'manifest.ini.notes' $P "$T/m.cgns" --out "$T/a"
echo '[pack]' >"$T/a/manifest.ini"; rm "$T/a/manifest.ini.notes"
refused manifest_of_others_kept 'manifest.ini' $P "$T/m.cgns" --out "$T/a"
cp -r "$T/p" "$T/q"; echo notes >"$T/q/manifest.ini.notes"
refused notes_among_packs_kept 'holds manifest.ini.notes' $P "$T/m.cgns" --out "$T/q"
rm "$T/q/manifest.ini.notes"; echo '{}' >"$T/q/report.json"
refused report_among_packs_kept 'holds report.json' $P "$T/m.cgns" --out "$T/q"
rm "$T/q/report.json"; cp "$T/q/rank-00000.h5" "$T/q/rank-00007.h5"
refused rank_beyond_the_set_kept 'holds rank-00007.h5' $P "$T/m.cgns" --out "$T/q"
rm "$T/q/rank-00007.h5"; mv "$T/q/rank-00001.h5" "$T/kept.h5"; ln -s "$T/kept.h5" "$T/q/rank-00001.h5"
refused linked_rank_kept 'holds rank-00001.h5' $P "$T/m.cgns" --out "$T/q"
rm "$T/q/rank-00001.h5"; head -c 3000 "$T/kept.h5" >"$T/q/rank-00001.h5"
check damaged_packs_replaced $P "$T/m.cgns" --out "$T/q"
mkdir "$T/q.tmp"; cp "$T/kept.h5" "$T/q.tmp/rank-00000.h5"
refused temporary_of_others_kept 'q.tmp.*rank-00000.h5' $P "$T/m.cgns" --out "$T/q"
printf 'ufv-prep is writing packs here, or was stopped while it did.\n' >"$T/q.tmp/unfinished"
check unfinished_packs_replaced $P "$T/m.cgns" --out "$T/q"
mkdir "$T/q.tmp"; : >"$T/q.tmp/unfinished"; echo half >"$T/q.tmp/rank-00000.h5.tmp"
check unfinished_before_its_mark_replaced $P "$T/m.cgns" --out "$T/q"
mkdir "$T/q.tmp"; echo "ufv-prep is not finished, says the user" >"$T/q.tmp/unfinished"
refused mark_of_others_kept 'q.tmp.*unfinished' $P "$T/m.cgns" --out "$T/q"
rm -r "$T/q.tmp"
check nothing_beside_the_packs test "$(cd "$T" && echo q*)" = q
ln -s q "$T/linked"
check link_to_packs_followed $P "$T/m.cgns" --out "$T/linked" --ranks 2
check link_stays sh -c "test -L '$T/linked' && test -f '$T/q/rank-00001.h5'"

# ---- outputs and inputs ----
printf '[patches]\nxmin = wall\n' >"$T/c.cfg"; ln -s m.cgns "$T/l.json"; ln "$T/m.cgns" "$T/h.json"
printf '{ "cost": { "cell": 1, "face": 1, "node": 0, "boundary_face": 1 } }\n' >"$T/w.json"
for r in m.cgns l.json h.json c.cfg w.json; do
    refused "report_on_$r" 'belongs to the input' $P "$T/m.cgns" --out "$T/q" --config "$T/c.cfg" --weights "$T/w.json" \
        --report "$T/$r"
    refused "check_report_on_$r" 'belongs to the input' $P --check "$T/m.cgns" --config "$T/c.cfg" --weights "$T/w.json" \
        --report "$T/$r"
done
refused report_on_a_manifest 'part of the packs' $P "$T/m.cgns" --out "$T/q" --report "$T/q/manifest.ini"
refused report_on_a_pack_to_be 'part of the packs' $P "$T/m.cgns" --out "$T/new" --report "$T/new/rank-00000.h5"
refused report_on_packs_replaced 'part of the packs' $P "$T/m.cgns" --out "$T/q" --report "$T/linked/rank-00000.h5"
refused report_on_other_text 'not a JSON report' $P "$T/m.cgns" --out "$T/q" --report "$T/case.cfg"
refused report_on_a_device 'a device' $P "$T/m.cgns" --out "$T/q" --report /dev/zero
refused report_on_packs_read 'a folder of the input' $P --repartition "$T/p" --out "$T/new" --report "$T/p/rank-00001.h5"
refused packs_on_packs_read 'a folder of the input' $P --repartition "$T/q" --out "$T/linked" --ranks 2
refused packs_into_packs_read 'a folder of the input' $P --repartition "$T/q" --out "$T/q/inner" --ranks 2
refused packs_on_the_mesh 'belongs to the input' $P "$T/m.cgns" --out "$T/h.json"
refused counts_into_packs_read 'holds packs' $P --repartition "$T/p" --out "$T/p" --count 2
ln "$T/w.json" "$T/ranks-2.json"
refused counts_on_the_weights 'belongs to the input' $P "$T/m.cgns" --weights "$T/w.json" --out "$T" --count 2
rm "$T/ranks-2.json"; mkfifo "$T/fifo"
refused weights_from_a_fifo 'fifo: is a FIFO' patiently $P "$T/m.cgns" --out "$T/q" --weights "$T/fifo"
check report_on_a_report sh -c "$P '$T/m.cgns' --out '$T/q' --report '$T/r.json' && $P '$T/m.cgns' --out '$T/q' --report '$T/r.json'"

# ---- the lock ----
# Held by this shell: the process lives.
lock() { # lock PID PLACE START
    printf 'ufv folder lock 1\nhost far\npid %s\nsince 2026-01-01T00:00:00Z\nplace %s\nstart %s\nnanosecond 1\n' "$@" >"$T/q.lock"
}
place=$(cat /proc/sys/kernel/random/boot_id)/$(readlink /proc/self/ns/pid)
start=$(sed 's/.*) //' /proc/$$/stat | cut -d' ' -f20)
lock $$ "$place" "$start"
refused lock_of_a_living_process "q is in use by process $$ on far since 2026-01-01T00:00:00Z; wait for it, or use --force" \
    $P "$T/m.cgns" --out "$T/q"
check lock_forced $P "$T/m.cgns" --out "$T/q" --force
lock $$ "$place" 1
check lock_of_an_earlier_process_of_that_number $P "$T/m.cgns" --out "$T/q"
lock 4194305 "$place" 0
check lock_of_a_process_gone $P "$T/m.cgns" --out "$T/q"
lock 1 elsewhere 1
mv "$T/q.lock" "$T/counts.lock"
refused lock_of_counts 'counts is in use by process 1 on far' $P "$T/m.cgns" --out "$T/counts" --count 2,3
check lock_of_counts_forced $P "$T/m.cgns" --out "$T/counts" --count 2,3 --force
check lock_of_counts_released test ! -e "$T/counts.lock" -a -s "$T/counts/ranks-3.json"
lock 1 elsewhere 1
refused lock_of_another_host 'in use by process 1 on far' $P "$T/m.cgns" --out "$T/q"
touch -d '10 minutes ago' "$T/q.lock"
check lock_of_another_host_not_touched $P "$T/m.cgns" --out "$T/q"
echo thesis >"$T/q.lock"
refused lock_file_of_others_kept 'q.lock: this name is needed for the lock of a folder' $P "$T/m.cgns" --out "$T/q" --force
rm "$T/q.lock"
refused lock_released_on_failure 'none.cgns' $P "$T/none.cgns" --out "$T/q"
check lock_released test ! -e "$T/q.lock"
# Counts that found no packs, and took the lock after another one had written some there.
if "$BUILD/tests/faults/fail_write" "$T" 0 once "$T/log" true 2>/dev/null; then
    "$BUILD/tests/faults/fail_write" "$T" 1 wait "$T/log" "$prep" --quiet "$T/m.cgns" --out "$T/late" --count 2 2>"$T/err1" & pid=$!
    await $pid grep -q 'late.lock' "$T/log"
    check packs_before_the_lock_of_counts $P "$T/m.cgns" --out "$T/late" --ranks 2
    : >"$T/log.go"; wait $pid
    check packs_before_the_lock_of_counts_kept test $? -eq 1 -a ! -e "$T/late/ranks-2.json" -a -s "$T/late/manifest.ini"
    check packs_before_the_lock_of_counts_said grep -q 'late: holds packs' "$T/err1"
    rm -f "$T/log.go"
else
    echo "skip packs_before_the_lock_of_counts calls cannot be traced here"
fi
# Pairs at once: one wins, the other refuses (or comes when the first is done), and the set is whole.
pairs=0
for k in 1 2 3 4 5 6 7 8 9 10; do
    ($P "$T/m.cgns" --out "$T/two" --ranks 2 2>"$T/err1"; echo $? >"$T/s1") &
    ($P "$T/m.cgns" --out "$T/two" --ranks 3 2>"$T/err2"; echo $? >"$T/s2") &
    wait
    case $(cat "$T/s1" "$T/s2" | tr -d '\n') in
    00) ;;
    01 | 10) grep -q 'two is in use by process' "$T/err1" "$T/err2" || pairs="$(cat "$T/err1" "$T/err2")" ;;
    *) pairs="$(cat "$T/err1" "$T/err2")" ;;
    esac
    "$prep" --info --verbose "$T/two" >/dev/null 2>&1 || pairs="the set of pair $k is not whole"
done
check one_of_two_at_once test "$pairs" = 0
$P "$T/m.cgns" --out "$T/killed" --refine 3 2>/dev/null & pid=$!
while [ ! -e "$T/killed.lock" ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null
check packs_after_a_kill $P "$T/m.cgns" --out "$T/killed"
check nothing_left_of_the_kill test "$(cd "$T" && echo killed*)" = killed

# ---- what is printed ----
printed info_to_a_full_stdout "$prep" --info "$T/p"
printed check_to_a_full_stdout "$prep" --check "$T/m.cgns"
printed format_to_a_full_stdout "$prep" --pack-format
printed help_to_a_full_stdout "$prep" --help
printed version_to_a_full_stdout "$prep" --version
note() { "$prep" "$@" --repartition "$T/p" --refine 1 --weights "$T/w.json" --out "$T/noted" 2>&1; }
check note_said sh -c "echo '$(note | tr -d "'")' | grep -q 'note: .*with --refine only'"
check quiet_prints_nothing test -z "$(note --quiet)"

# ---- boundary types of CGNS whose kind is a choice ----
"$box" --cells hex --n 3 3 3 --bc xmin=BCInflow --bc xmax=BCOutflow --bc ymin=BCInflow --bc zmin=BCWallViscousIsothermal \
    --bc zmax=BCWallInviscid --out "$T/types.cgns" >/dev/null
"$prep" --check "$T/types.cgns" >/dev/null 2>"$T/notes"
says_type() { grep -q "note: $1 is taken as $2; .patches. of --config" "$T/notes" || { cat "$T/notes"; return 1; }; }
check type_inflow says_type BCInflow 'farfield (xmin, ymin)'
check type_outflow says_type BCOutflow 'farfield (xmax)'
check type_isothermal says_type BCWallViscousIsothermal 'wall (zmin)'
check type_quiet test -z "$("$prep" --quiet "$T/types.cgns" --out "$T/types" 2>&1)"
check type_once_each test "$(grep -c 'is taken as' "$T/notes")" = 3
for beside in lock old; do
    "$prep" "$T/types.cgns" --out "$T/beside" --report "$T/beside.$beside" >/dev/null 2>"$T/notes"
    check "report_at_$beside" sh -c '[ "$1" -eq 1 ] && grep -q "needs this name itself" "$2"' sh $? "$T/notes"
done
# A picture in the folder of the packs would be replaced with them, or one of them by it; one at a table of --count too.
"$prep" "$T/types.cgns" --out "$T/pictured" --quiet
cp -r "$T/pictured" "$T/pictured.kept"
ln -s pictured "$T/pictured.link"
for at in pictured/report.json pictured/rank-00000.h5 pictured/page.html pictured/./page.html pictured.link/page.html \
    pictured/in/page.html; do
    "$prep" "$T/types.cgns" --out "$T/pictured" --picture "$T/$at" --quiet 2>"$T/notes"
    check "picture_at_$at" sh -c '[ "$1" -eq 1 ] && grep -q "lies in the folder of the packs" "$2"' sh $? "$T/notes"
    check "picture_at_${at}_keeps_all" diff -r "$T/pictured" "$T/pictured.kept"
done
check picture_beside "$prep" "$T/types.cgns" --out "$T/pictured" --picture "$T/pictured.html" --quiet
mkdir "$T/counted"
"$prep" "$T/types.cgns" --out "$T/counted" --count 1,2 --picture "$T/counted/ranks-2.json" --quiet 2>"$T/notes"
check count_at_picture sh -c '[ "$1" -eq 1 ] && grep -q -- "--count writes this file itself" "$2"' sh $? "$T/notes"
check count_at_picture_writes_nothing test -z "$(ls "$T/counted")"
printf '[patches]\nx* = farfield\nymin = total-inflow\n' >"$T/kinds.cfg"
"$prep" --check "$T/types.cgns" --config "$T/kinds.cfg" >/dev/null 2>"$T/notes"
check type_given_is_not_noted test "$(grep 'is taken as' "$T/notes" | cut -d ' ' -f 3)" = BCWallViscousIsothermal
exit $status
