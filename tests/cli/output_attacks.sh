# What stands where a program wants to write: at temporary names, links of both kinds, FIFOs, folders and what a killed
# program has left; two outputs of one name. And surroundings that are short of something: threads, memory, disk.
in_memory=yes
# Features: probes
. tests/lib.sh
# shellcheck disable=SC2086 # $one and $section are lists of words
flow_case "$T/case.cfg"
sed -i 's/^cfl.*/&\nlocal = no/; s/^history.*/history = 2\ncheckpoint = 4/
    s/^limiter.*/&\nlimiter_k = 0.5/' "$T/case.cfg"
printf '[probes]\nwake = points at=0.5,0.5,0.5 every=1\n' >>"$T/case.cfg"
post=$(realpath "$post") prep=$(realpath "$prep") solve=$(realpath "$solve")
one="$solve --quiet --threads 1 --device cpu $T/case.cfg --packs $T/p --steps 8"
page=$T/err # no page has these sentences
{
    "$box" --cells hex --n 5 5 5 --out "$T/m.cgns" && "$prep" --quiet "$T/m.cgns" --ranks 1 --out "$T/p" &&
    $one --out "$T/r"
} >"$T/log" 2>&1 || { cat "$T/log"; fail output_attacks_setup "mesh, packs or run"; exit 1; }
mkdir "$T/w"; echo precious >"$T/precious"
# Of a program whose output is $T/w/NAME: what stands at NAME.tmp is a link to a file, a hard link of it, a left-over,
# a FIFO or a folder. The first three go and the output is made; the others stay and are refused.
attack() { # attack ROW NAME COMMAND...; NAME: relative to $T/w
    row=$1 name=$2; shift 2
    for what in symbolic hard dangling leftover fifo folder; do
        rm -rf "$T/w"; mkdir -p "$(dirname "$T/w/$name")"
        [ ! -d "$T/before" ] || cp -r "$T/before/." "$T/w"
        at=$T/w/$name.tmp want=0
        case $what in
            symbolic) ln -s "$T/precious" "$at" ;;
            hard) ln "$T/precious" "$at" ;;
            dangling) ln -s "$T/w/nowhere" "$at" ;;
            leftover) head -c 100000 /dev/zero >"$at" ;;
            fifo) mkfifo "$at"; want=1 ;;
            folder) mkdir "$at"; want=1 ;;
        esac
        patiently "$@" >"$T/out" 2>"$T/err" </dev/null; got=$?
        why=
        [ "$(cat "$T/precious")" = precious ] || why="the other file was written into"
        echo precious >"$T/precious"
        [ ! -e "$T/w/nowhere" ] || why="a file was made where a link led"
        if [ $got -ne $want ]; then why="status $got, not $want"
        elif [ $want = 1 ]; then
            [ -e "$at" ] || why="what stood there is gone"
            grep -q "$(basename "$name").tmp: is a" "$T/err" || why="it does not say what stands there"
        elif [ ! -f "$T/w/$name" ] || [ -L "$T/w/$name" ] || [ "$(stat -c %h "$T/w/$name")" != 1 ]; then
            why="no file of its own was made"
        elif [ -e "$at" ] || [ -L "$at" ]; then why="left $at"; fi
        if [ -z "$why" ]; then ok "${row}_$what"; else fail "${row}_$what" "$why"; tail -3 "$T/err" | sed 's/^/  /'; fi
    done
}
# ---- ufv-post ----
section="--patch zmax --section y=0.3"
W=$T/w
attack forces x.json "$post" forces "$T/r" --json "$W/x.json"
attack cp x.csv "$post" cp "$T/r" $section --out "$W/x.csv"
attack slice_vtu x.vtu "$post" slice "$T/r" --plane y=0.5 --out "$W/x.vtu"
attack flux x.json "$post" flux "$T/r" --plane y=0.5 --json "$W/x.json"
attack probes x.csv "$post" probes "$T/r" --probe wake --out "$W/x.csv"
attack spectrum x.csv "$post" spectrum "$T/r" --probe wake --segments 1 --out "$W/x.csv"
for format in vtu:x.pvtu vtkhdf:x.vtkhdf tecplot:x.dat plt:x.plt cgns:x.cgns; do
    attack "export_${format%:*}" "${format#*:}" "$post" export "$T/r" --format "${format%:*}" --out "$W/x"
done
attack series x.pvd "$post" series "$T/r" --out "$W/x"
if command -v gnuplot >/dev/null; then
    attack history_plot x.svg "$post" history "$T/r" --plot "$W/x.svg"
    attack report x.html "$post" report "$T/r" --out "$W/x.html"
    attack overlay x.html "$post" overlay "$T/r" "$T/r" --out "$W/x.html"
else
    skip pictures "no gnuplot"
fi
# ---- ufv-prep ----
attack prep_report x.json "$prep" --quiet "$T/m.cgns" --check --report "$W/x.json"
attack prep_picture x.html "$prep" --quiet "$T/m.cgns" --check --picture "$W/x.html"
# ---- ufv-solve ----
for name in history.csv run.json forces.json progress.json latest probes/wake.h5; do
    attack "run_$(basename "$name" | tr . _)" "$name" $one --out "$W"
done
attack timeline x.json $one --out "$T/other" --timeline "$W/x.json"
attack bench x.json "$solve" --quiet --threads 1 --device cpu "$T/case.cfg" --packs "$T/p" --bench 2 \
    --report "$W/x.json"
mkdir "$T/before"; cp -r "$T/r/." "$T/before"
attack restart_history history.csv $one --out "$W" --restart "$W"
rm -rf "$T/before"
# A folder under the name of a checkpoint that is being written, and a link: neither is written into.
mkdir "$T/far"; rm -rf "$W"; mkdir "$W"; ln -s "$T/far" "$W/fields-000000004.tmp"
answers link_at_a_checkpoint 1 fields-000000004.tmp $one --out "$W"
check link_at_a_checkpoint_not_followed test -z "$(ls "$T/far")"
# The history is replaced by a link while the run marches: rows do not go where it leads.
rm -rf "$W"
"$solve" --quiet --threads 1 --device cpu "$T/case.cfg" --packs "$T/p" --steps 100000000 --out "$W" 2>"$T/err" &
pid=$!
has_rows() { [ -s "$1" ] && [ "$(wc -l <"$1")" -gt 5 ]; }
await $pid has_rows "$W/history.csv"
ln -s "$T/precious" "$T/link"; mv -T "$T/link" "$W/history.csv" # at once, or the run makes a new one between
await $pid has_ended $pid
kill -KILL $pid 2>/dev/null; wait $pid; got=$?
check history_replaced_by_a_link test $got -eq 1
check history_replaced_by_a_link_said grep -q 'history.csv: was replaced by a link' "$T/err"
check history_replaced_by_a_link_kept test "$(cat "$T/precious")" = precious

# ---- two outputs of one name ----
twice() { # twice NAME COMMAND...: refused before anything is opened
    name=$1; shift
    rm -rf "$W"; mkdir "$W" "$W/d"; ln -s d "$W/l"
    (cd "$W" && exec "$@") >"$T/out" 2>"$T/err"; got=$?
    if [ $got -ne 2 ] || ! grep -q 'would write the same file' "$T/err"; then
        fail "twice_$name" "status $got"; cat "$T/err"
    elif [ "$(find "$W" -type f | wc -l)" != 0 ]; then fail "twice_$name" "something was written"
    else ok "twice_$name"; fi
}
twice flux "$post" flux "$T/r" --plane y=0.5 --out same --json ./same
twice flux_folder_link "$post" flux "$T/r" --plane y=0.5 --out d/same --json l/same
twice flux_temporary "$post" flux "$T/r" --plane y=0.5 --out same --json same.tmp
twice overlay "$post" overlay "$T/r" "$T/r" --out same.html --table "$W/same.html"
twice spectrum "$post" spectrum "$T/r" --probe wake --out same --json d/../same
twice spectrum_plot "$post" spectrum "$T/r" --probe wake --json same.png --plot same.png
twice cp "$post" cp "$T/r" --patch zmax --section y=0.3 --out same.png --plot same.png
twice slice "$post" slice "$T/r" --plane y=0.5 --out same.png --plot same.png
twice span "$post" span "$T/r" --out same.png --plot same.png
twice prep "$prep" "$T/m.cgns" --out same --report same/
twice prep_picture "$prep" "$T/m.cgns" --check --report same --picture ./same
twice solve "$solve" "$T/case.cfg" --packs "$T/p" --out r --timeline ./r
twice bench "$solve" "$T/case.cfg" --packs "$T/p" --bench 2 --report same --timeline same
echo old >"$T/file"; ln "$T/file" "$T/hard"
answers twice_hard_link 2 'would write the same file' "$post" flux "$T/r" --plane y=0.5 --out "$T/file" --json "$T/hard"
check twice_hard_link_kept test "$(cat "$T/file")" = old
check streams_take_both "$post" spectrum "$T/r" --probe wake --segments 1 --out /dev/stdout --json /dev/stdout

# ---- few files that may be open: the file is not to blame ----
few() { # few FILES COMMAND...
    (ulimit -n "$1" && shift && exec "$@")
}
said=
for n in 4 5 6 7 8; do
    for c in "forces $T/r" "export $T/r --format vtu --out $T/w/x" "slice $T/r --plane y=0.5 --out $T/w/x.csv"; do
        # shellcheck disable=SC2086 # words
        few $n "$post" $c --quiet >"$T/out" 2>"$T/err"; got=$?
        if [ $got -gt 1 ] || { [ $got -eq 1 ] && ! grep -q 'Too many open files' "$T/err"; } ||
            grep -q -e 'ufv-prep again' -e 'is not an HDF5' "$T/err"; then said="$said $n ${c%% *}: $(cat "$T/err")"; fi
    done
done
check few_files test -z "$said"
answers no_steps_of_a_benchmark 2 '--bench takes a positive number' "$solve" "$T/case.cfg" --packs "$T/p" --device cpu \
    --out "$T/w/r" --bench 0

# ---- a small stack ----
for row in "prep $prep --quiet $T/m.cgns --out $T/w/p" "post $post export $T/r --format cgns --out $T/w/x" \
    "solve $solve --quiet --device cpu $T/case.cfg --packs $T/p --steps 1 --out $T/w/r"; do
    # shellcheck disable=SC2086 # words
    answers "small_stack_${row%% *}" 1 'the stack may have 100 KB, and 256 are needed' \
        sh -c 'ulimit -s 100; exec "$@"' sh ${row#* }
    # shellcheck disable=SC2086 # words
    [ "${SAN:-0}" = 1 ] || check "stack_of_256_KB_${row%% *}" sh -c 'ulimit -s 256; exec "$@"' sh ${row#* }
done

# ---- threads and memory ----
for n in 100000 1000000000; do
    for row in "prep $prep $T/m.cgns --out $T/w/p" "info $prep --info $T/p" "post $post forces $T/r" \
        "solve $solve --device cpu $T/case.cfg --packs $T/p --out $T/w/r"; do
        answers "threads_${n}_${row%% *}" 1 "OMP_NUM_THREADS=$n asks for $n threads, more than 4096" \
            patiently env OMP_NUM_THREADS=$n ${row#* }
    done
done
check threads_given_otherwise env OMP_NUM_THREADS=100000 "$prep" --quiet --threads 2 "$T/m.cgns" --out "$T/w/p"
# A stack of 100 TB no system gives, and none as small as 20 KB holds what the C library puts on it.
for stack in 100000G 20 '20 k ' 20480B; do
    for row in "prep $prep --quiet $T/m.cgns --out $T/w/p" "post $post forces $T/r" \
        "solve $solve --quiet --device cpu $T/case.cfg --packs $T/p --steps 1 --out $T/w/r"; do
        answers "stack_${stack}_${row%% *}" 0 "there is no room for 3 threads with OMP_STACKSIZE=$stack (" \
            patiently env OMP_NUM_THREADS=3 OMP_STACKSIZE="$stack" ${row#* }
    done
done
for stack in 4M ' 4000 k' 4000000B 1g; do
    OMP_NUM_THREADS=2 OMP_STACKSIZE="$stack" "$post" forces "$T/r" >"$T/out" 2>"$T/err" || fail "stack_$stack" "refused"
    check "stack_${stack}_is_enough" test ! -s "$T/err"
done
# Sanitizers take more memory than this before main().
if [ "${SAN:-0}" = 1 ]; then
    skip little_memory "sanitizers need more"
else
    little() { (ulimit -v "$1" && shift && exec env OMP_NUM_THREADS=40 "$@"); }
    answers little_memory_post 0 'ufv-post: note: there is no room for 40 threads' little 100000 "$post" forces "$T/r"
    check little_memory_prep little 150000 "$prep" --quiet "$T/m.cgns" --out "$T/w/p"
    for threads in 2 40; do
        for limit in 50000 54000 60000; do
            for ranks in 1 2; do
                (ulimit -v $limit; export OMP_NUM_THREADS=$threads
                 exec "$prep" --quiet "$T/m.cgns" --out "$T/w/p" --ranks $ranks) >"$T/out" 2>"$T/err"; got=$?
                at=${threads}_threads_${limit}_kB_${ranks}_ranks
                check "less_memory_prep_$at" test $got -le 1
                check "less_memory_prep_${at}_said" sh -c '! grep -q libgomp "$1" && {
                    [ "$2" = 0 ] || grep -q -e "out of memory" -e "no thread can be started" "$1"; }' sh "$T/err" $got
            done
        done
    done
fi

# ---- lines of a case file ----
lines() { # lines N SECTION SHAPE: that many lines of a section
    cat "$T/case.cfg"; awk -v n="$1" -v s="$2" -v v="$3" \
        'BEGIN { if (s != "probes") print "[" s "]"; for (i = 1; i <= n; i++) print "s" i " = " v }'
}
lines 10000 probes 'points at=0.5,0.5,0.5' >"$T/many.cfg" # and the one there
answers too_many_probes 1 '[probes] has 10001 lines, more than 10000' "$solve" --quiet "$T/many.cfg" --packs "$T/p" \
    --device cpu --out "$T/w/r"
lines 10001 series 'volume every=1000' >"$T/many.cfg"
answers too_many_series 1 '[series] has 10001 lines, more than 10000' "$solve" --quiet "$T/many.cfg" --packs "$T/p" \
    --device cpu --out "$T/w/r"
# In time that grows with the square it would be a minute of CPU and more.
lines 9999 probes 'points at=0.5,0.5,0.5' >"$T/many.cfg"
answers probes_in_linear_time 1 'none/manifest.ini: No such file' sh -c 'ulimit -t 20; exec "$@"' sh \
    "$solve" --quiet "$T/many.cfg" --packs "$T/none" --device cpu --out "$T/w/r"

# ---- numbers ----
answers point_0 1 'so --point is 1 to 1, not 0' "$post" probes "$T/r" --probe wake --point 0
check point_1 "$post" probes "$T/r" --probe wake --point 1 --out "$W/one.csv"
answers length_nan 2 '--length: a finite number must follow' "$post" forces "$T/r" --length nan
answers json_empty 2 '--json: a name must follow, and it is empty' "$post" forces "$T/r" --json ''
answers area_inf 2 '--area: a finite number must follow' "$post" forces "$T/r" --area inf
printf 'x_over_c,cp\n0.1,1e-320\n0.5,-4.9e-324\n0.6,1e-400\n' >"$T/denormal.csv"
check denormal_in_a_reference "$post" cp "$T/r" --patch zmax --section y=0.3 --reference "$T/denormal.csv" \
    --out "$W/x.csv"
printf 'x_over_c,cp\n0.1,1e400\n' >"$T/huge.csv"
answers overflow_in_a_reference 1 '"1e400" is not a number' "$post" cp "$T/r" --patch zmax --section y=0.3 \
    --reference "$T/huge.csv" --out "$W/x.csv"

# ---- inputs at names that a run writes in its results, and what a run cannot replace there: told before the run ----
mkdir "$W/own"
for own in history.csv run.json forces.json latest progress.json; do
    cp "$T/case.cfg" "$W/own/$own"
    answers "case_at_$own" 1 "would replace $own, which belongs to the input" "$solve" --quiet --threads 1 \
        --device cpu "$W/own/$own" --packs "$T/p" --steps 1 --out "$W/own"
    check "case_at_${own}_stays" cmp "$T/case.cfg" "$W/own/$own"
    rm -r "$W/own"; mkdir -p "$W/own/$own"
    answers "folder_at_$own" 1 "own/$own: is a folder" $one --out "$W/own"
    check "folder_at_${own}_costs_nothing" test ! -e "$W/own/fields-000000008"
    rm -r "$W/own"; mkdir "$W/own"
done
mkdir "$W/own/probes" && echo 0.5 0.5 0.5 >"$W/own/probes/wake.h5"
sed 's,^wake.*,wake = points file=w/own/probes/wake.h5,' "$T/case.cfg" >"$T/list.cfg"
answers points_at_their_probes 1 'would replace wake.h5, which belongs to the input' "$solve" --quiet --threads 1 \
    --device cpu "$T/list.cfg" --packs "$T/p" --steps 1 --out "$W/own"
answers results_in_fields 1 'lies in the folder fields-000000008 of the run in' $one --restart "$T/r" --out "$T/r/fields-000000008"

# ---- a history that is none, and the reports of a run that another replaces ----
cp -r "$T/r" "$W/r" && printf '\357\273\277' | cat - "$T/r/history.csv" >"$W/r/history.csv"
cp "$W/r/history.csv" "$W/damaged.csv"
answers history_damaged 1 'does not begin with the column iteration' $one --restart "$W/r" --out "$W/r"
check history_damaged_stays cmp "$W/damaged.csv" "$W/r/history.csv"
rm -r "$W/r" && cp -r "$T/r" "$W/r"
"$solve" --quiet --threads 1 --device cpu "$T/case.cfg" --packs "$T/p" --steps 100000000 --out "$W/r" >"$T/log" 2>&1 &
run=$!
await $run grep -q '^1[0-9][0-9],' "$W/r/history.csv"
kill -9 $run; wait $run 2>/dev/null
check reports_of_another_run sh -c '[ -e "$1/history.csv" ] && [ ! -e "$1/run.json" ] && [ ! -e "$1/forces.json" ]' \
    sh "$W/r"

# ---- names that are not UTF-8 ----
if command -v python3 >/dev/null; then
    latin=$(printf '%s/caf\351' "$W")
    cp -r "$T/p" "$latin"
    "$solve" --quiet --threads 1 --device cpu "$T/case.cfg" --packs "$latin" --steps 1 --out "$W/latin" >"$T/log" 2>&1
    check json_of_any_name python3 -c 'import json, os, sys
packs = json.load(open(sys.argv[1], encoding="utf-8"))["packs"]
assert os.path.samefile(os.fsencode(packs), os.fsencode(sys.argv[2])), packs' "$W/latin/run.json" "$latin"
fi
exit $status
