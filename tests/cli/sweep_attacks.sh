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
    patiently "$@" >"$T/out" 2>"$T/err" </dev/null
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

# a case with [series] and [probes]: the frames and probes are the point's own
timed() { "$sweep" "$T/flow.cfg" --packs "$T/p" --device cpu --threads 1 --steps 2 --no-plots --quiet --set time.scheme=dual-time \
    --set time.dt=1e-5 --set "series.one=volume every=1" --set "probes.two=points at=0.5,0.5,0.5" --out "$T/timed" --alpha "0 1" "$@"; }
if ! lacks series_of_points series && ! lacks probes_of_points probes; then
timed; frame=$(cat "$T/timed/points/a1/series/one/latest") older=$T/timed/points/a1/series.$newest
cp -r "$T/timed/points/a1/series" "$older"
check series_go_with_again timed --again
check series_of_earlier_runs_go_too test -s "$T/timed/points/a1/series/one/$frame/rank-00000.h5" -a ! -e "$older"
for mine in series/notes series/three/$frame "series/one/$frame-keep" series/one/notes "series/one/$frame/mine.h5"; do
    at=$T/timed/points/a1/$mine; mkdir -p "$(dirname "$at")"; echo mine >"$at"
    says "among_series_$(echo "$mine" | tr / _)" 'was not written by ufv-solve and is not removed' "$sweep" "$T/timed" --alpha 1 --again --quiet
    check "among_series_$(echo "$mine" | tr / _)_kept" test -e "$at" -a -s "$T/timed/points/a1/series/one/$frame/rank-00000.h5"
    rm "$at"; rmdir "$T/timed/points/a1/series/three" 2>/dev/null
done
mkdir "$T/timed/failed"; mv "$T/timed/points/a1" "$T/timed/points/a1.json" "$T/timed/points/a1.log" "$T/timed/failed"
sed -i 's/"state": "[a-z]*"/"state": "failed"/' "$T/timed/failed/a1.json"
check series_go_with_retry timed --retry
check series_of_failed_ones_are_gone test ! -e "$T/timed/failed/a1" -a -s "$T/timed/points/a1/series/one/$frame/rank-00000.h5"
fi

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
damaged no_launch 'sweep.json is damaged' 's|"launch"|"lunch"|'
damaged arguments 'sweep.json is damaged' 's|"arguments": \[|"arguments": [3,|'
table() { says "$1" "$2" "$sweep" "$T/s" --table --quiet --no-plots; }
fresh; echo '[1]' >"$T/s/sweep.json"; table plan_is_a_list 'it holds no object'
fresh; awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }' >"$T/s/sweep.json"; table plan_is_deep 'cannot be read'
fresh; echo '[1]' >"$T/s/points/a0.json"; table record_is_a_list 'it holds no object'
fresh; echo '[1]' >"$T/s/points/a0/forces.json"; table forces_are_a_list 'it holds no object'
fresh; sed -i 's/"cl": [^,]*/"cl": "x"/' "$T/s/points/a0/forces.json"; table lift_is_text 'is damaged'
for key in cl cd cmy; do
    fresh; sed -i 's/^  "'$key'": [^,]*/  "'$key'": null/' "$T/s/points/a0/forces.json"; table "${key}_is_null" 'is damaged'
done
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

# ---- records, histories and numbers that are none ----
damaged_record() { # NAME KEY-PATTERN TEXT
    fresh; sed -i "s|$2|$3|" "$T/s/points/a0.json"
    says "record_$1" 'points/a0.json is damaged; delete it, and the point is computed anew' "$sweep" "$T/s" --table --quiet --no-plots
    says "record_$1_gone_on_with" 'points/a0.json is damaged' "$sweep" "$T/s" --more --quiet --no-plots
}
damaged_record settings_of_a_list '"settings": {' '"settings": [], "x": {'
damaged_record settings_of_a_word '"settings": {' '"settings": "x", "x": {'
damaged_record state_of_a_list '"state": "[a-z]*"' '"state": ["done"]'
damaged_record state_of_an_object '"state": "[a-z]*"' '"state": {}'
damaged_record state_of_no_kind '"state": "[a-z]*"' '"state": "maybe"'
damaged_record beginning_of_a_word '"began_at": \[' '"began_at": ["x",'
damaged_record until_true '"until": [0-9]*' '"until": true'
damaged_record until_negative '"until": [0-9]*' '"until": -3'
damaged_record until_of_a_word '"until": [0-9]*' '"until": "3"'
damaged_record beginning_of_endless_seconds '"began_at": \[' '"began_at": [0, 0, 1e30], "x": ['
damaged_record beginning_within_a_step '"began_at": \[' '"began_at": [0.5, 0, 0], "x": ['
damaged_record beginning_beyond_all_steps '"began_at": \[' '"began_at": [1e20, 0, 0], "x": ['
damaged_record uniform_flow_behind_a_step '"began_at": \[' '"began_at": [1, 0, 0], "x": ['
damaged_record beginning_before_0 '"began_at": \[' '"began_at": [-1, 0, 0], "x": ['
for a in 0 1; do
    fresh; : >"$T/s/points/a$a/history.csv"; table "empty_history_of_a$a" "a$a/history.csv is damaged (it holds no row)"
    fresh; sed -i 2,\$d "$T/s/points/a$a/history.csv"; table "history_of_names_of_a$a" "a$a/history.csv is damaged (it holds no row)"
done
fresh; sed -i '$s/^[0-9]*,/99999999999999999999,/' "$T/s/points/a0/history.csv"
table history_beyond_all_iterations "a0/history.csv is damaged (iteration is '99999999999999999999' in its last row)"
fresh; printf 'iteration\n25\n' >"$T/s/points/a0/history.csv"
table history_without_its_columns 'a0/history.csv is damaged (it has no column evaluations)'
fresh; sed -i '$s/^[0-9]*,/0,/' "$T/s/points/a1/history.csv"
table history_before_its_beginning 'a1/history.csv is damaged (it ends at iteration 0, and the point began at 2)'
fresh; sed -i 's/"began_at": \[/"began_at": [2, 0, 1e6], "x": [/' "$T/s/points/a1.json"
table seconds_before_their_beginning 'points/a1.json or '
# --plan leaves all as it is, also what --again would compute anew
fresh
for words in '--alpha 7' '--again' '--alpha 1 --again'; do
    "$sweep" "$T/s" $words --plan >"$T/out"
    check "plan_writes_nothing_$(echo "$words" | tr -dc a-z0-9)" sh -c 'diff -r "$1" "$2" && grep -q "^a[17]: " "$3"' sh "$T/s" "$T/good" "$T/out"
done
"$sweep" "$T/flow.cfg" --packs "$T/p" --out "$T/nowhere" --alpha 1 --plan >"$T/out"
check plan_makes_no_folder test $? -eq 0 -a ! -e "$T/nowhere" -a -s "$T/out"
says plan_in_a_folder_of_others 'mine: holds table.csv and no sweep' "$T/new" --out "$T/mine" --alpha 0 --plan
fresh; sed -i 's/"began_at": \[/"began_at": [1e999,/' "$T/s/points/a0.json"; table record_of_infinity '1e999 is no number'
for end in inf 1e999 nan -inf; do
    fresh; sed -i "\$s/^[0-9]*,/$end,/" "$T/s/points/a0/history.csv"; table "history_ends_at_$end" "history.csv is damaged (iteration is '$end'"
    rm -rf "$T/n"; says "start_from_a_history_at_$end" "history.csv is damaged (iteration is '$end'" \
        "$T/new" --out "$T/n" --alpha 0 --start "$T/s/points/a0"
done
fresh; sed -i '$s/^[0-9]*,/word,/' "$T/s/points/a0/history.csv"; rm -rf "$T/n"
says start_from_a_history_of_words "history.csv is damaged (iteration is 'word'" "$T/new" --out "$T/n" --alpha 0 --start "$T/s/points/a0"
fresh; sed -i 's/"cl": [^,]*/"cl": 1e999/' "$T/s/points/a0/forces.json"; table infinite_lift '1e999 is no number'
fresh; sed -i 's/"cd": [^,]*/"cd": 1e305/' "$T/s/points/a0/forces.json"; table lift_beyond_all_numbers 'is damaged'
fresh; awk 'BEGIN { printf "{\"cl\": "; for (i = 0; i < 400; i++) printf "9"; print "}" }' >"$T/s/points/a0/forces.json"
table lift_of_400_digits 'is no number'
check no_infinity_in_json sh -c '! grep -rlE "Infinity|NaN" "$1" "$2" --include=*.json' sh "$T/s" "$T/good"
"$program" "$T/flow.cfg" --packs "$T/p" --out "$T/zero" --steps 0 --alpha "0 1" >"$T/out" 2>"$T/err"
check no_steps test $? -eq 2 -a ! -e "$T/zero" -a "$(grep -c 'a sweep without steps computes nothing' "$T/err")" = 1
comma() { # NAME LIST
    "$sweep" "$T/flow.cfg" --packs "$T/p" --out "$T/n" --alpha "$2" >"$T/out" 2>"$T/err"
    check "comma_$1" test $? -eq 2 -a "$(grep -c 'the decimal sign is a point' "$T/err")" = 1
}
comma one_of_two '0 0,5'; comma first '0,5 1'; comma step 0:4:0,5; comma step_beside 0:4:1,5
# results of another scheme, whose evaluations are counted anew
for scheme in rk implicit; do
    "$solve" "$T/flow.cfg" --packs "$T/p" --device cpu --threads 1 --steps 20 --set time.scheme=$scheme --out "$T/of-$scheme" --quiet 2>/dev/null
done
for pair in rk:implicit implicit:rk; do
    rm -rf "$T/n"
    check "start_with_${pair#*:}_from_${pair%:*}" "$sweep" "$T/flow.cfg" --packs "$T/p" --device cpu --threads 1 --steps 2 --no-plots \
        --set time.scheme=${pair#*:} --out "$T/n" --alpha "1 2" --start "$T/of-${pair%:*}" --quiet
    awk -F, '$1 == "a1" || $1 == "a2" { n++; if ($14 != 2 || $15 < 2 || $15 > 40) bad = 1 } END { exit bad || n != 2 }' "$T/n/table.csv"
    check "start_with_${pair#*:}_from_${pair%:*}_counts" test $? -eq 0
done
mkdir "$T/gone"
says folder_that_was_removed 'the folder in which it was started has been removed; change to one that is there' \
    python3 -c 'import os, sys
os.chdir(sys.argv[1]); os.rmdir(sys.argv[1]); os.execv(sys.executable, [sys.executable] + sys.argv[2:])' \
    "$T/gone" "$program" "$T/flow.cfg" --packs "$T/p" --out "$T/n" --alpha 0
check ten_thousand_points_are_planned patiently "$sweep" "$T/flow.cfg" --packs "$T/p" --out "$T/many" \
    --mach 0.2:0.699:0.005 --alpha -5:4.9:0.1 --plan

# ---- names in the job script, by a stand-in for sbatch that runs the command of --wrap and the last job ----
mkdir "$T/bin"
cat >"$T/bin/sbatch" <<'SH'
#!/bin/bash
while [ $# -gt 0 ]; do
    case $1 in --wrap) SLURM_JOB_ID=9 sh -c "$2" >&2; exit 0 ;; --*) shift ;; *) break ;; esac
done
SLURM_JOB_ID=7 SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=0 bash "$@" >&2
echo 7
SH
chmod +x "$T/bin/sbatch"
n=0 # sbatch takes #SBATCH above the first command alone, which is the line sweep=(...)
for odd in "$(printf 'a\ntouch PWN\n#')" "a'; touch PWN; '" '$(touch PWN)' '`touch PWN`' "$(printf 'a\n#SBATCH --output=PWN\n')b" \
    'a" ; touch PWN ; "' '{PWN}' "$(printf '\377\n\303touch PWN')" '-e touch PWN'; do
    n=$((n + 1)); home=$T/odd/$n; mkdir -p "$home/$odd"
    if ! (cd "$home" && "$T/new" --out "$home/$odd/s" --alpha 0 --launch "env" --array "$odd/job.sh" >"$T/out" 2>&1 &&
        "$T/new" --out "$home/$odd/s" --alpha 0 --launch "env" --array "$home/$odd.sh" &&
        PATH=$T/bin:$PATH bash "./$odd/job.sh" >"$T/out" 2>&1); then fail "odd_name_$n" "no script, or it fails"; tail -3 "$T/out"; continue; fi
    check "odd_name_${n}_is_a_name" test -z "$(find "$T/odd" -name PWN)" -a ! -e PWN -a -s "$home/$odd/s/table.csv"
    check "odd_name_${n}_in_no_comment" sh -c '! sed "/^sweep=/,\$d" "$1" | grep -aq PWN' sh "$home/$odd.sh"
done
rm -rf "$T/odd"

# ---- what stands at the name of a temporary file is left as it is; none is waited for ----
echo precious >"$T/precious.txt"
for at in table.csv table.json sweep.json points/a1.json lift.png; do
    for kind in link hardlink fifo file; do
        fresh; t=$T/s/$at.tmp; cp "$T/precious.txt" "$T/mine.txt"
        case $kind in link) ln -s "$T/mine.txt" "$t" ;; hardlink) ln "$T/mine.txt" "$t" ;; fifo) mkfifo "$t" ;; file) echo precious >"$t" ;; esac
        patiently "$program" "$T/s" --alpha "0 1 2" --again --quiet >"$T/out" 2>"$T/err"; got=$?
        check "${kind}_at_$(basename "$at").tmp" test $got -eq 5 -a "$(cat "$T/mine.txt")" = precious -a ! -L "$T/s/$at" -a \
            "$(find "$T/s" -name '.ufv-sweep-*' | wc -l)" = 0 -a \( $kind = fifo -a -p "$t" -o "$([ ! -f "$t" ] || cat "$t")" = precious \)
    done
done
fresh; ln -s "$T/mine.txt" "$T/s/points/a1.log.x"; rm "$T/s/points/a1.log"; ln "$T/mine.txt" "$T/s/points/a1.log"
says log_with_another_name 'a1.log: has another name (a hard link), under which it would change too' "$sweep" "$T/s" --alpha 1 --more --quiet --no-plots
for lock in .lock .lock-table points/a1.lock; do
    for kind in hardlink fifo file link; do
        fresh; rm -f "$T/mine.txt"; cp "$T/precious.txt" "$T/mine.txt"; t=$T/s/$lock
        case $kind in link) ln -s "$T/mine.txt" "$t" ;; hardlink) ln "$T/mine.txt" "$t" ;; fifo) mkfifo "$t" ;; file) echo precious >"$t" ;; esac
        patiently "$program" "$T/s" --alpha 1 --again --quiet --no-plots >"$T/out" 2>"$T/err"; got=$?
        check "${kind}_at_$(basename "$lock")" test $got -eq 1 -a "$(cat "$T/mine.txt")" = precious -a \( -e "$t" -o -L "$t" \) -a \
            "$(grep -c "$lock.*move it away" "$T/err")" = 1
    done
done
for part in points failed; do
    fresh; [ -e "$T/s/$part" ] || mkdir "$T/s/$part"
    mv "$T/s/$part" "$T/elsewhere"; ln -s "$T/elsewhere" "$T/s/$part"
    says "${part}_is_a_link" "s/$part: is a symbolic link, which is never followed; move it away" "$sweep" "$T/s" --again --quiet --no-plots
    [ $part = failed ] || check points_is_a_link_kept test -s "$T/elsewhere/a0/run.json" -a -s "$T/elsewhere/a1.json"
    rm -rf "$T/elsewhere"
done

# ---- two outputs to one file ----
mkdir "$T/fresh"
for f in sweep.json table.csv lift.png .lock ./table.json mine.sh; do
    says "array_at_$(basename "$f")" 'is in the folder of the sweep, which holds its results; name a file in another folder' \
        "$T/new" --out "$T/fresh" --alpha 0 --array "$T/fresh/$f"
done
check array_in_the_sweep_begins_none test -z "$(ls -A "$T/fresh")"
fresh
for p in a0 ../points/a1; do
    "$sweep" "$T/s" --alpha 0 --again --start "$T/s/points/$p" --quiet --no-plots >"$T/out" 2>"$T/err"
    check "start_from_the_sweep_itself_$(basename $p)" test $? -eq 2 -a -s "$T/s/points/a0/run.json" -a \
        "$(grep -c 'is a point of this sweep' "$T/err")" = 1
done

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
await $job test -s "$T/two/points/a0/history.csv"
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
# ---- options that say nothing, or two things ----
wrong() { # wrong NAME SENTENCE ARGUMENTS...: wrong usage, and nothing is computed
    name=$1 sentence=$2; shift 2
    "$T/new" --out "$T/none" "$@" >"$T/out" 2>"$T/err"
    check "$name" sh -c '[ "$1" -eq 2 ] && grep -qF -- "$2" "$3" && [ ! -e "$4" ]' sh $? "$sentence" "$T/err" "$T/none"
}
for option in start alpha array point set; do
    wrong "${option}_is_empty" "--$option needs a value" --beta 1 --$option ""
    wrong "${option}_is_empty_too" "--$option needs a value" --beta 1 --$option=
done
for two in "plan table" "plan array=$T/x.sh" "plan point=a1" "table array=$T/x.sh" "table point=a1" "array=$T/x.sh point=a1"; do
    a=${two% *} b=${two#* }
    wrong "$two" "--${a%%=*} and --${b%%=*} exclude one another" --alpha 1 "--$a" "--$b"
done
fresh
check logs_are_no_programs test ! -x "$T/s/points/a0.log"

# ---- `latest` names a folder as ufv-solve makes it ----
for name in fields-1e20 fields-2.5 fields-2 fields-0000000002 fields-99999999999999999999 ../a0 "$newest.tmp" ''; do
    fresh; echo "$name" >"$T/s/points/a1/latest"
    what="points/a1/latest: '$name' is not the name of a folder of fields such as fields-000001000"
    says "latest_'$name'_of_a_start" "$what" "$T/new" --out "$T/s" --alpha 1.2
    says "latest_'$name'_of_the_first_start" "$what" "$T/new" --out "$T/none" --alpha 3 --start "$T/s/points/a1"
    says "latest_'$name'_of_a_point" "$what" "$sweep" "$T/s" --alpha 1 --more --quiet
    rm -rf "$T/none"
done
exit $status
