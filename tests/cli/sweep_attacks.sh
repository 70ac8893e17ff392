# What must not happen in ufv-sweep: anybody else's files written over or removed, two at work on one folder, names in
# sweep.json that lead elsewhere, inputs that are waited for, Python's own words in place of a sentence.
. tests/lib.sh
command -v python3 >/dev/null || { echo "skip sweep_attacks python3 is not installed"; exit 0; }
program=$(realpath "$BUILD/ufv-sweep")
# Two steps do not converge, which status 5 says; here that is as good as 0.
sweep=$T/ufv-sweep
printf '#!/bin/sh\n"%s" "$@"\nstatus=$?\n[ $status -eq 5 ] || exit $status\n' "$program" >"$sweep"
chmod +x "$sweep"
{ "$box" --cells hex --n 3 3 3 --out "$T/box.cgns" && "$prep" "$T/box.cgns" --out "$T/p" --quiet; } >"$T/log" 2>&1 ||
    { cat "$T/log"; fail sweep_attacks_setup packs; exit 1; }
flow_case "$T/flow.cfg"
printf '#!/bin/sh\nexec %s %s --packs %s --device cpu --threads 1 --steps 2 --no-plots --quiet "$@"\n' \
    "$sweep" "$T/flow.cfg" "$T/p" >"$T/new"
chmod +x "$T/new"
"$T/new" --out "$T/good" --alpha "0 1" >"$T/log" 2>&1 || { cat "$T/log"; fail sweep_attacks_setup "a sweep"; exit 1; }
fresh() { rm -rf "$T/s"; cp -r "$T/good" "$T/s"; }
# says NAME SENTENCE COMMAND...: status 1 and one line of stderr with the sentence, and nothing temporary left
says() {
    name=$1 sentence=$2; shift 2
    timeout 30 "$@" >"$T/out" 2>"$T/err" </dev/null
    got=$?
    if [ $got -ne 1 ]; then fail "$name" "status $got, not 1"; cat "$T/out" "$T/err" | tail -n 3 | sed 's/^/  /'
    elif ! grep -qF -- "$sentence" "$T/err" || [ "$(wc -l <"$T/err")" -ne 1 ] || grep -q "$(printf '\033')" "$T/err"; then
        fail "$name" "it does not say: $sentence"; sed 's/^/  /' "$T/err" | tail -n 5
    elif [ -n "$(find "$T" -name '*.tmp' -o -name '*.lock')" ]; then
        fail "$name" "left: $(find "$T" -name '*.tmp' -o -name '*.lock')"; find "$T" -name '*.lock' -delete
    else ok "$name"; fi
}

# ---- what is somebody else's ----
fresh
for f in flow.cfg p/manifest.ini s/sweep.json s/points/a0.json; do
    cp "$T/$f" "$T/kept"
    says "array_onto_$(basename $f)" 'is not a job script of ufv-sweep' "$sweep" "$T/s" --again --array "$T/$f"
    check "array_onto_$(basename $f)_kept" cmp "$T/$f" "$T/kept"
    fresh
done
"$T/new" --out "$T/s7" --alpha 0 --array "$T/job.sh" || fail array "a script"
check array_onto_an_older_script "$T/new" --out "$T/s7" --alpha 0 --array "$T/job.sh"
mkdir "$T/mine"; echo mine >"$T/mine/table.csv"
says out_holds_a_table 'mine: holds table.csv and no sweep; name another folder' "$T/new" --out "$T/mine" --alpha 0
mkdir -p "$T/mine2/points/a0"; echo mine >"$T/mine2/points/a0/notes"
says out_holds_points 'mine2: holds points and no sweep' "$T/new" --out "$T/mine2" --alpha 0
says out_is_packs 'p: holds manifest.ini and no sweep' "$T/new" --out "$T/p" --alpha 0
says out_is_results 'and no sweep; name another folder' "$T/new" --out "$T/s/points/a0" --alpha 0
check somebody_s_stands sh -c 'grep -q mine "$1" && grep -q mine "$2"' sh "$T/mine/table.csv" "$T/mine2/points/a0/notes"
fresh; mkdir "$T/e"; echo mine >"$T/e/f"; ln -s "$T/e" "$T/s/points/a2"
says point_is_a_link 'points/a2: is a symbolic link, which is never followed' "$T/new" --out "$T/s" --alpha 2
check point_is_a_link_kept test "$(ls "$T/e")" = f
newest=$(cat "$T/good/points/a1/latest")
for mine in notes "$newest-keep" history.csv.old "$newest/mine.h5" diverged-keep probes/one-keep.h5; do
    fresh; a1=$T/s/points/a1; mkdir -p "$a1/probes"
    case $mine in *-keep) cp -r "$a1/$newest" "$a1/$mine" ;; *) echo mine >"$a1/$mine" ;; esac
    says "among_results_$(basename "$mine")" 'was not written by ufv-solve and is not removed' "$sweep" "$T/s" --alpha 1 --again --quiet
    check "among_results_$(basename "$mine")_kept" test -e "$a1/$mine" -a -s "$a1/run.json" -a -s "$a1/$newest/rank-00000.h5"
done
fresh; mkdir "$T/s/points/a1/$newest.tmp"; : >"$T/s/points/a1/$newest.tmp/rank-00000.h5.tmp"; : >"$T/s/points/a1/run.json.tmp"
check left_overs_go "$sweep" "$T/s" --alpha 1 --again --quiet --no-plots
check left_overs_are_gone test ! -e "$T/s/points/a1/$newest.tmp" -a ! -e "$T/s/points/a1/run.json.tmp"

# ---- sweep.json of anybody ----
damaged() { # damaged NAME SENTENCE SED
    fresh; sed -i "$3" "$T/s/sweep.json"
    says "$1" "$2" "$sweep" "$T/s" --again --quiet --no-plots
}
mkdir "$T/precious"; echo mine >"$T/precious/f"
damaged name_leads_out "is not the name of the point" 's|"a1": {|"../../precious": {|'
check name_leads_out_kept test -s "$T/precious/f"
damaged name_with_an_escape "'?[31ma1' is not the name" 's|"a1": {|"\\u001b[31ma1": {|'
damaged unknown_setting 'is not the name of the point' 's|"flow.alpha": 1|"flow.beta": 1|'
damaged not_a_number 'NaN is no number' 's|"flow.alpha": 1.0|"flow.alpha": NaN|'
damaged no_points 'sweep.json is damaged' 's|"points"|"poins"|'
damaged arguments 'sweep.json is damaged' 's|"arguments": \[|"arguments": [3,|'
table() { says "$1" "$2" "$sweep" "$T/s" --table --quiet --no-plots; }
fresh; echo '[1]' >"$T/s/sweep.json"; table plan_is_a_list 'it holds no object'
fresh; awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }' >"$T/s/sweep.json"; table plan_is_deep 'cannot be read'
fresh; echo '[1]' >"$T/s/points/a0.json"; table record_is_a_list 'it holds no object'
fresh; echo '[1]' >"$T/s/points/a0/forces.json"; table forces_are_a_list 'it holds no object'
fresh; sed -i 's/"cl": [^,]*/"cl": "x"/' "$T/s/points/a0/forces.json"; table lift_is_text 'is damaged'
fresh; echo '{}' >"$T/s/points/a0/run.json"; table no_settings 'is damaged'
fresh; sed -i '$s/^[0-9]*,/abc,/' "$T/s/points/a0/history.csv"; table history_of_text 'is damaged'
fresh; printf '\377\0\n' >>"$T/s/points/a0/history.csv"
check history_with_other_bytes "$sweep" "$T/s" --table --quiet --no-plots

# ---- what is read is a plain file ----
for f in sweep.json points/a0.json points/a0/forces.json points/a0/run.json points/a0/history.csv; do
    fresh; rm "$T/s/$f"; mkfifo "$T/s/$f"; table "fifo_$(echo $f | tr / _)" 'is a FIFO, not a plain file'
done
mkfifo "$T/fifo"
says fifo_case 'is a FIFO, not a plain file; a sweep reads the case again' "$sweep" "$T/fifo" --packs "$T/p" --out "$T/n" --alpha 0
says device_case 'is a device, not a plain file' "$sweep" /dev/zero --packs "$T/p" --out "$T/n" --alpha 0
cp -r "$T/p" "$T/q"; sed -i 's/^ranks.*/ranks = 99999999/' "$T/q/manifest.ini"
says manifest_of_too_many 'names no number of ranks' "$sweep" "$T/flow.cfg" --packs "$T/q" --out "$T/n" --alpha 0
sed -i 's/^ranks.*/ranks = 7/' "$T/q/manifest.ini"
says manifest_of_more_than_there_are 'rank-00006.h5 is missing' "$sweep" "$T/flow.cfg" --packs "$T/q" --out "$T/n" --alpha 0
rm "$T/q/manifest.ini"; mkfifo "$T/q/manifest.ini"
says fifo_manifest 'is a FIFO, not a plain file' "$sweep" "$T/flow.cfg" --packs "$T/q" --out "$T/n" --alpha 0
fresh; rm "$T/s/points/a0.log"; mkfifo "$T/s/points/a0.log"
says fifo_log 'a0.log' "$sweep" "$T/s" --alpha 0 --more --quiet --no-plots

# ---- streams ----
fresh
for c in "$T/s --table --no-plots" "$T/s --plan --alpha 5" --help --version; do
    name=$(echo "${c##* --}" | tr -d -c a-z-)
    says "full_$name" 'is the disk full, or stdout closed?' sh -c '"$@" >/dev/full' sh "$sweep" $c
    says "closed_$name" 'is the disk full, or stdout closed?' sh -c '"$@" >&-' sh "$sweep" $c
done
check head_of_a_table sh -c '{ "$@" 2>"$0"; echo $? >>"$0"; } | head -1 >/dev/null; [ "$(tail -n 1 "$0")" = 0 ]' "$T/err" "$sweep" "$T/s" --table --no-plots
fresh
{ "$sweep" "$T/s" --alpha "2 3" --no-plots 2>&1; echo $? >"$T/status"; } | head -1 >/dev/null
check readers_that_go_away test "$(cat "$T/status")" = 0 -a "$(grep -c ',unconverged,' "$T/s/table.csv")" = 4
fresh; "$sweep" "$T/s" --alpha 2 --no-plots >/dev/null 2>&-
check closed_stderr test $? -eq 0 -a "$(grep -c ',unconverged,' "$T/s/table.csv")" = 3
"$sweep" "$T/flow.cfg" --packs "$T/p" --out "$T/s" --alpha "$(printf '\033[31m')" >"$T/out" 2>&1
check no_escapes_in_sentences sh -c 'grep -qF "?[31m" "$1" && ! grep -q "$(printf "\033")" "$1"' sh "$T/out"

# ---- two at once ----
fresh
"$program" "$T/flow.cfg" --packs "$T/p" --device cpu --threads 1 --steps 100000000 --no-plots --quiet --out "$T/two" --alpha "0 1" 2>"$T/err1" &
job=$!
for _ in $(seq 400); do [ -s "$T/two/points/a0/history.csv" ] && break; sleep 0.05; done
# the locks of the one at work are no left-overs
says_in_use() {
    "$sweep" "$T/two" --quiet --no-plots $3 >"$T/out" 2>"$T/err"
    check "$1" test $? -eq 1 -a "$(grep -c "$2 is in use by process $job on .* since" "$T/err")" = 1
}
says_in_use second_sweep_refuses two ''
says_in_use second_sweep_refuses_again two --again
says_in_use second_point_refuses points/a0 '--point a0'
check table_meanwhile "$sweep" "$T/two" --quiet --no-plots --table
check first_goes_on kill -0 $job
kill -TERM $job; wait $job
check first_is_stopped test $? -eq 3 -a -e "$T/two/points/a0/latest" -a ! -e "$T/two/failed"
check locks_are_gone test -z "$(find "$T/two" -name '*.lock')"
exit $status
