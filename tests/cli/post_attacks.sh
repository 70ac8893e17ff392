# What must not happen in ufv-post: inputs written over, output lost with status 0, names that are run as
# commands, sentences missing where a file is not what it should be, times that grow with the square.
. tests/lib.sh
"$box" --cells hex --n 4 4 4 --out "$T/box.cgns" >/dev/null || exit 1
"$prep" "$T/box.cgns" --out "$T/packs" --ranks 2 --quiet || exit 1
flow_case "$T/flow.cfg"
run_solve 2 "$T/flow.cfg" --packs "$T/packs" --out "$T/r" --device cpu --threads 1 --steps 5 || exit 1
cp -r "$T/r" "$T/kept"
cp -r "$T/packs" "$T/packs-kept"
printf 'x_over_c,cp\n0.1,0.2\n0.5,0.1\n' >"$T/ref.csv"
cp "$T/ref.csv" "$T/ref-kept.csv"
post=$(realpath "$post")
# says NAME SENTENCE COMMAND...: status 1 and one line of stderr with the sentence, and nothing temporary left
says() {
    name=$1 sentence=$2; shift 2
    "$@" >"$T/out" 2>"$T/err" </dev/null
    got=$?
    if [ $got -ne 1 ]; then fail "$name" "status $got, not 1"; tail -3 "$T/out" "$T/err" | sed 's/^/  /'
    elif ! grep -qF -- "$sentence" "$T/err" || [ "$(wc -l <"$T/err")" -ne 1 ]; then
        fail "$name" "it does not say: $sentence"; sed 's/^/  /' "$T/err" | tail -5
    elif [ -n "$(find "$T" -name '*.tmp' ! -name 'decoy*' ! -name ref.csv.tmp)" ]; then
        fail "$name" "left: $(find "$T" -name '*.tmp')"; find "$T" -name '*.tmp' -delete
    else ok "$name"; fi
}

# ---- inputs are not written over ----
refused() { name=$1; shift; says "refused_$name" "belongs to the input" "$@"; }
section="--patch zmax --section y=0.3"
# shellcheck disable=SC2086 # a list of words
{
refused reference "$post" cp "$T/r" $section --reference "$T/ref.csv" --out "$T/ref.csv"
refused reference_picture "$post" cp "$T/r" $section --reference "$T/ref.csv" --plot "$T/ref.csv"
refused reference_of_report "$post" report "$T/r" $section --reference "$T/ref.csv" --out "$T/ref.csv"
ln -s ref.csv "$T/link.csv"; ln "$T/ref.csv" "$T/hard.csv"; ln -s . "$T/here"
refused link "$post" cp "$T/r" $section --reference "$T/ref.csv" --out "$T/link.csv"
refused link_read "$post" cp "$T/r" $section --reference "$T/link.csv" --out "$T/ref.csv"
refused hard_link "$post" cp "$T/r" $section --reference "$T/ref.csv" --out "$T/hard.csv"
refused linked_folder "$post" cp "$T/r" $section --reference "$T/ref.csv" --out "$T/here/ref.csv"
cp "$T/ref.csv" "$T/ref.csv.tmp"
refused temporary_name "$post" cp "$T/r" $section --reference "$T/ref.csv.tmp" --out "$T/ref.csv"
rm "$T/ref.csv.tmp"
}
for f in history.csv run.json forces.json latest progress.json; do
    refused "$f" "$post" forces "$T/r" --json "$T/r/$f"
done
refused history_of_fields_folder "$post" forces "$T/r/fields-000000005" --json "$T/r/history.csv"
refused history_picture "$post" history "$T/r" --plot "$T/r/history.csv"
refused history_file "$post" history "$T/r/history.csv" --plot "$T/r/history.csv"
inside() { name=$1; shift; says "refused_$name" "in a folder of the input" "$@"; }
inside fields "$post" forces "$T/r" --json "$T/r/fields-000000005/rank-00000.h5"
inside packs "$post" forces "$T/r" --json "$T/packs/manifest.ini"
ln -s "$T/packs/rank-00000.h5" "$T/pack-link.csv"
inside pack_link "$post" span "$T/r" --out "$T/pack-link.csv"
for format in vtu vtkhdf tecplot plt cgns; do
    inside "export_$format" "$post" export "$T/r" --format $format --out "$T/packs/rank-00000"
    inside "export_${format}_fields" "$post" export "$T/r" --format $format --surface --out "$T/r/fields-000000005/x"
done
inside slice "$post" slice "$T/r" --plane y=0.5 --out "$T/packs/x.vtu"
inside flux "$post" flux "$T/r" --plane y=0.5 --json "$T/packs/x.json"
inside series "$post" series "$T/r" --format vtkhdf --out "$T/r/fields-000000005/x"
inside extremes "$post" extremes "$T/r" --json "$T/packs/rank-00001.h5"
check inputs_are_as_they_were sh -c 'diff -r "$1/r" "$1/kept" && diff -r "$1/packs" "$1/packs-kept" &&
    cmp "$1/ref.csv" "$1/ref-kept.csv"' sh "$T"
check beside_the_run "$post" forces "$T/r" --quiet --json "$T/r/mine.json"
check beside_the_run_again "$post" forces "$T/r" --quiet --json "$T/r/mine.json"

# ---- what is read is a plain file: a FIFO would be waited for ----
for f in history.csv run.json forces.json progress.json; do
    cp -r "$T/kept" "$T/j"; rm -f "$T/j/$f"; mkfifo "$T/j/$f"
    case $f in progress.json) c="watch --once $T/j" ;; *) c="report $T/j --out $T/x.html" ;; esac
    command -v gnuplot >/dev/null || [ "${c%% *}" != report ] || continue
    says "fifo_$f" "$f: is a FIFO" patiently "$post" $c
    rm -rf "$T/j"
done
mkfifo "$T/fifo.csv"
says fifo_reference "fifo.csv: is a FIFO" patiently "$post" cp "$T/r" $section --reference "$T/fifo.csv" --out "$T/x.csv"
says device_reference "zero: is a device" patiently "$post" cp "$T/r" $section --reference /dev/zero --out "$T/x.csv"

# ---- zero bytes within a table ----
cp -r "$T/kept" "$T/j"
for at in '2s/,/,\x00/2' '2s/^/\x00/' '3s/$/\x00/' '1s/,/\x00,/3'; do
    sed "$at" "$T/kept/history.csv" >"$T/j/history.csv"
    says "zero_byte_$at" "history.csv:${at%%s*}: holds a zero byte" "$post" history "$T/j"
done
cp "$T/kept/history.csv" "$T/j/history.csv"; printf '99,\0\0\0' >>"$T/j/history.csv"
check zeros_of_a_row_being_written "$post" history "$T/j"
rm -rf "$T/j"

# ---- a full or closed stdout ----
for c in "forces $T/r" "span $T/r" "cp $T/r $section" "extremes $T/r" "history $T/r" "watch --once $T/r" \
    "compare $T/r $T/r" "export $T/r --out $T/e" "series $T/r --out $T/s" "slice $T/r --plane y=0.5 --out $T/s.csv" \
    "flux $T/r --plane y=0.5" \
    "history --follow $T/r" "report $T/r --out $T/report.html" "--help" "forces --help" "--version"; do
    name=$(echo "${c%% /*}" | tr ' ' _)
    command -v gnuplot >/dev/null || [ "${c%% *}" != report ] || continue
    says "full_$name" "is the disk full, or stdout closed?" sh -c '"$@" >/dev/full' sh "$post" $c
    says "closed_$name" "is the disk full, or stdout closed?" sh -c '"$@" >&-' sh "$post" $c
done

# ---- names that gnuplot must not run ----
if command -v gnuplot >/dev/null; then
    mkdir "$T/names"
    plain() { # plain NAME FILE COMMAND...: a picture of that name is made, and nothing else
        name=$1 file=$2; shift 2
        (cd "$T/names" && "$@") >"$T/out" 2>&1
        if [ "$(ls "$T/names")" = "$file" ] && [ -s "$T/names/$file" ]; then ok "$name"
        else fail "$name" "in the folder: $(ls "$T/names")"; sed 's/^/  /' "$T/out"; fi
        rm -f "$T/names"/*
    }
    for file in '|touch PWNED;.png' '|touch PWNED;.svg' "';system 'touch PWNED';'.png" '`touch PWNED`.png' \
        '$(touch PWNED).png' '"|touch PWNED".png' '-e x.png' "$(printf 'a\n!touch PWNED\n.png')" '@x.png' '#x.svg'; do
        called=plot_called_$(printf %s "$file" | tr -c '[:alnum:].' _)
        plain "$called" "$file" "$post" history "$T/r" --plot "$file" --quiet
    done
    cp "$T/ref.csv" "$T/'
!touch PWNED
'.csv"
    plain reference_called_a_command x.png "$post" cp "$T/r" $section --reference "$T/'
!touch PWNED
'.csv" --plot x.png
    plain slice_called_a_command '|touch PWNED;.svg' "$post" slice "$T/r" --plane y=0.5 --plot '|touch PWNED;.svg'
    plain span_called_a_command '|touch PWNED;.png' "$post" span "$T/r" --plot '|touch PWNED;.png'
    plain cp_called_a_command '|touch PWNED;.png' "$post" cp "$T/r" $section --plot '|touch PWNED;.png'
    plain report_called_a_command '|touch PWNED;.html' "$post" report "$T/r" --out '|touch PWNED;.html'
else
    echo "skip names gnuplot is not installed"
fi

# ---- values that no axis holds ----
if command -v gnuplot >/dev/null; then
    printf 'x_over_c,cp\n0.1,1e308\n0.5,-1e308\n' >"$T/huge.csv"
    large="which is too large to draw"
    for value in 1e308 -1e308 2e100; do
        cp -r "$T/kept" "$T/j"
        awk -F, -v OFS=, -v x=$value 'NR == 1 { split($0, name) } NR > 1 { for (i = 1; i <= NF; i++)
            if (name[i] ~ /^(res_.*|cl|cd)$/) $i = x } 1' "$T/kept/history.csv" >"$T/j/history.csv"
        says "too_large_${value}_for_history" "$large" "$post" history "$T/j" --plot "$T/x.svg"
        says "too_large_${value}_for_overlay" "$large" "$post" overlay "$T/r" "$T/j" --out "$T/x.html"
        says "too_large_${value}_for_report" "$large" "$post" report "$T/j" --out "$T/x.html"
        rm -rf "$T/j"
    done
    sed '2,$s/,[^,]*/,1e308/7' "$T/kept/history.csv" >"$T/history.csv"
    # shellcheck disable=SC2086 # a list of words
    {
    says too_large_for_cp "$large" "$post" cp "$T/r" $section --reference "$T/huge.csv" --plot "$T/x.svg"
    says too_large_for_overlaid_cp "$large" "$post" overlay "$T/r" "$T/r" $section --reference "$T/huge.csv" \
        --out "$T/x.html"
    }
    check large_values_are_drawn sh -c 'sed "2,\$s/,[^,]*/,1e99/7" "$2" >"$3" && "$1" history "$3" --plot "$3.svg"' sh \
        "$post" "$T/kept/history.csv" "$T/large.csv"
    view() { name=$1 sentence=$2; shift 2; says "$name" "$sentence" "$post" slice "$T/r" --plane y=0.5 --plot "$T/x.svg" "$@"; }
    for w in -1e4:1e4 -1e8:1e9; do
        view "window_$w" "what it shows of the slice is smaller than a pixel" --window=$w,$w
    done
    view window_huge "give bounds from -1e9 to 1e9 m" --window=-1e308:1e308,-1:1
    view window_elsewhere "no part of the slice lies in it" --window 5:6,0:1
    view range_huge "give values from -1e100 to 1e100" --range=-1e308:1e308
    check window_of_ten_times_the_slice "$post" slice "$T/r" --plane y=0.5 --plot "$T/x.svg" --window=-5:5,-5:5
    check large_values_are_printed "$post" history "$T/history.csv"
fi

# ---- names with escape sequences ----
cp -r "$T/kept" "$T/escape"
sed '1s/cfl/\x1b[31mred\xc2\x9b/' "$T/kept/history.csv" >"$T/escape/history.csv"
"$post" history "$T/escape" >"$T/out" 2>&1
check no_escapes_on_the_terminal sh -c 'grep -q "?\[31mred??" "$1" && ! grep -q "$(printf "\033")" "$1"' sh "$T/out"

# ---- a folder with a line end in its name: titles are one line ----
lines=$(printf 'a\nb')
cp -r "$T/kept" "$T/$lines"
check titles_are_exported "$post" export "$T/$lines" --format tecplot --quiet --out "$T/title"
check title_is_one_line sh -c 'head -1 "$1" | grep -q "^TITLE = \".*/a\\\\nb, iteration 5.*\"$" && sed -n 2p "$1" | grep -q ^VARIABLES' \
    sh "$T/title.dat"
check title_of_plt "$post" export "$T/$lines" --format plt --quiet --out "$T/title"
rm -rf "${T:?}/$lines" "$T/title.dat" "$T/title.plt"

# ---- JSON of other types ----
json() { # json NAME FILE TEXT SENTENCE: of `report`, or of `watch --once` for progress.json
    cp -r "$T/kept" "$T/j"
    printf '%s' "$3" >"$T/j/$2"
    if [ "$2" = progress.json ]; then says "json_$1" "$4" "$post" watch --once "$T/j"
    else says "json_$1" "$4" "$post" report "$T/j" --out "$T/x.html"; fi
    rm -rf "$T/j"
}
json patches_array forces.json '{"patches":[1,2]}' 'patches is an array, not an object'
json patches_numbers forces.json '{"patches":{"w":1}}' 'patches.w is a number, not an object'
json coefficient forces.json '{"patches":{"w":{"cl":[1]}}}' 'patches.w.cl is an array, not a number or null'
json forces_whole forces.json '[1]' 'the top value is an array, not an object'
json forces_null forces.json 'null' 'the top value is null, not an object'
json forces_part forces.json '{"pressure":"x"}' 'pressure is a string, not an object'
json not_a_number forces.json '{"cl":nan}' 'line 1: a value is missing'
json forces_empty forces.json '' 'line 1: a value is missing'
json deep forces.json "$(printf '[%.0s' $(seq 1000))" 'nested too deeply'
json forces_without_lift forces.json '{"cd":1}' 'forces.json: has no member cl, so that it is damaged'
json run_settings run.json '{"settings":[1]}' 'settings is an array, not an object'
json run_section run.json '{"settings":{"flow":3}}' 'settings.flow is a number, not an object'
json run_mesh run.json '{"mesh":{"a":1}}' 'mesh is an object, not a string'
json run_ranks run.json '{"ranks":{"a":1}}' 'ranks is an object, not an array'
json run_seconds run.json '{"seconds":true}' 'seconds is true or false, not an object'
json progress_whole progress.json '7' 'the top value is a number, not an object'
json progress_waiting progress.json '{"seconds_waiting":{"a":"b"}}' 'seconds_waiting is an object, not an array'
json progress_wait progress.json '{"seconds_waiting":[1,"b"]}' 'seconds_waiting[1] is a string, not a number or null'
json progress_running progress.json '{"running":"yes"}' 'running is a string, not true or false'
json progress_number progress.json '{"iteration":[]}' 'iteration is an array, not a number'
json progress_null progress.json '{"iteration":null}' 'iteration is null, not a number'
json run_cells run.json '{"cells":true}' 'cells is true or false, not a number'

# ---- what is counted is whole: iterations and cells ----
says_all() { # says_all NAME SENTENCE: of all commands that read the history of $T/j
    for c in history "history --plot $T/x.svg" "watch --once" "overlay $T/r --out $T/x.html" "report --out $T/x.html" \
        spectrum; do # shellcheck disable=SC2086 # words
        says "$1_in_${c%% *}" "$2" "$post" $c "$T/j"
    done
    says "$1_in_a_file" "$2" "$post" history "$T/j/history.csv"
}
for i in 1e20 2.5 -1 nan inf 1e308; do
    cp -r "$T/kept" "$T/j"
    sed "2s/^[0-9]*/$i/" "$T/kept/history.csv" >"$T/j/history.csv"
    says_all "iteration_$i" "row 1 behind the names of columns: an iteration is $(printf %g "$i"), which is no number of steps"
    cp "$T/kept/history.csv" "$T/j"
    case $i in nan|inf) rm -r "$T/j"; continue ;; esac
    for member in cells iteration; do
        sed 's/^  "'$member'": .*/  "'$member'": '$i',/' "$T/kept/run.json" >"$T/j/run.json"
        for command in report "overlay $T/r"; do # shellcheck disable=SC2086 # words
            says "${member}_${i}_in_${command%% *}" "run.json: $member is $i, which is no whole number, or none that can be counted" \
                "$post" $command "$T/j" --out "$T/x.html"
        done
    done
    rm -r "$T/j"
    json "progress_$i" progress.json '{"last_iteration":'$i'}' "last_iteration is $i, which is no whole number"
done
newest=fields-000000005
for called in fields-1e20 fields-2.5 fields--1 fields-nan fields-5 fields-0000000005 fields-99999999999999999999 \
    $newest-keep "$newest " ./$newest "$newest/"; do
    cp -r "$T/kept" "$T/j"
    case $called in */*) ;; *) mv "$T/j/$newest" "$T/j/$called" ;; esac
    echo "$called" >"$T/j/latest"
    says "latest_'$called'" "latest: \"$called\" is not the name of a fields folder such as fields-000001000" "$post" forces "$T/j"
    run_solve 2 "$T/flow.cfg" --packs "$T/packs" --out "$T/x" --device cpu --threads 1 --restart "$T/j" 2>"$T/err"
    check "restart_'$called'" grep -qF "latest: \"$called\" is not the name of a fields folder" "$T/err"
    case $called in */*) ;; *) says "series_'$called'" "there is no fields folder" "$post" series "$T/j" --out "$T/x" ;; esac
    rm -rf "$T/j" "$T/x"
done

# ---- JSON without what it must have ----
cp -r "$T/kept" "$T/j"; echo '{}' >"$T/j/run.json"
says overlay_run_without_members 'j/run.json: has no member cells, so that it is damaged' \
    "$post" overlay "$T/kept" "$T/j" --out "$T/x.html"
check report_without_verdict "$post" report "$T/j" --out "$T/x.html"
check report_says_so grep -q '<b>No verdict</b>run.json does not say whether' "$T/x.html"
cp "$T/kept/run.json" "$T/j"; echo '{}' >"$T/j/forces.json"
says overlay_forces_without_members 'j/forces.json: has no member cl, so that it is damaged' \
    "$post" overlay "$T/kept" "$T/j" --out "$T/x.html"
rm -rf "$T/j" "$T/x.html"

# ---- many patches: in linear time, so 64,000 (in two tables) stay far below what 16,000 took with the square ----
if command -v gnuplot >/dev/null; then
    cp -r "$T/kept" "$T/many"
    awk 'BEGIN { printf "{\"cl\":1,\"cd\":1,\"patches\":{"; for (i = 0; i < 64000; i++)
        printf "%s\"patch %d\":{\"cl\":%.17g,\"cd\":1,\"pressure\":{\"cl\":0.1,\"cd\":2,\"cy\":3},\"force\":[1,2,3]}",
            i ? "," : "", i, i / 7; print "}}" }' >"$T/many/forces.json"
    # seconds of the processor, which a busy machine does not lengthen as it does those of the clock
    check many_patches sh -c 'ulimit -t 15; exec "$@"' sh "$post" report "$T/many" --out "$T/many.html"
    check many_patches_are_there sh -c '[ "$(grep -c "<th>patch " "$1")" -eq 128000 ]' sh "$T/many.html"
fi

# ---- fields that are replaced while they are read ----
mkdir "$T/moving"
cp "$T/r/history.csv" "$T/moving"
began=$(date +%s%N) # a folder lives as long as it takes to read, at first; one reading sees ten of them at most
"$post" forces "$T/r" >"$T/out"
life=$(awk -v t=$(($(date +%s%N) - began)) 'BEGIN { t *= 1e-9; print (t > 0.05 ? t : 0.05) }')
move_on() { # until told to stop: new fields, named by `latest`, and away with the ones before
    i=0 last= meanwhile=0
    while [ -d "$T/moving" ] && [ ! -e "$T/stop" ]; do
        i=$((i + 1))
        name=fields-$(printf %09d $i)
        cp -r "$T/r/fields-000000005" "$T/moving/$name"
        echo "$name" >"$T/latest.new" && mv "$T/latest.new" "$T/moving/latest"
        [ -z "$last" ] || rm -r "$T/moving/$last"
        last=$name meanwhile=$((meanwhile + 1))
        sleep $life
        # the reader looks twenty times, however slow it is beside other programs
        while [ $meanwhile -ge 10 ] && [ ! -e "$T/has_read" ] && [ ! -e "$T/stop" ]; do sleep 0.02; done
        [ ! -e "$T/has_read" ] || { rm "$T/has_read"; meanwhile=0; }
    done
}
move_on &
writer=$!
await $writer test -e "$T/moving/latest"
failures=0
for n in $(seq 150); do
    "$post" forces "$T/moving" >"$T/out" 2>"$T/err" || { failures=$((failures + 1)); cp "$T/err" "$T/failure"; }
    : >"$T/has_read"
done
"$post" compare "$T/moving" "$T/moving" --tolerance 0 >"$T/out" 2>&1 || failures=$((failures + 1))
touch "$T/stop"
wait $writer
check fields_that_move_on sh -c 'cat "$2" 2>/dev/null; [ "$1" -eq 0 ]' sh $failures "$T/failure"
mkdir "$T/gone" && echo fields-000000007 >"$T/gone/latest"
says fields_that_are_gone "which is not a folder" "$post" forces "$T/gone"

# ---- reports that are not of the run's end ----
cp -r "$T/r" "$T/on"
tail -n 1 "$T/on/history.csv" | sed 's/^5,/99,/' >>"$T/on/history.csv"
for command in report "overlay $T/r"; do
    # shellcheck disable=SC2086 # words
    says "gone_on_${command%% *}" "are of iteration 5, and the run has gone on to 99 without having ended" \
        "$post" $command "$T/on" --out "$T/on.html"
done
echo '[' >"$T/on/run.json"
"$post" forces "$T/on" >"$T/out"
check damage_is_told grep -qF "not known: $T/on/run.json: line" "$T/out"

# ---- reference values that make no numbers ----
says area_denormal "1e-18 to 1e+18" "$post" forces "$T/r" --area 1e-320
says length_huge "1e-09 to 1e+09" "$post" forces "$T/r" --length 1e308
for centre in 1e308,0,0 0,-1e10,0 0,0,1e155; do
    says "centre_$centre" "give coordinates from -1e9 to 1e9 m" "$post" forces "$T/r" --centre $centre
done
check centre_far_away sh -c '"$1" forces "$2" --centre 1e9,-1e9,0 >"$2.txt" && ! grep -q nan "$2.txt"' sh "$post" "$T/r"
for c in "cp $T/r --patch zmax --section eta=0.5" "span $T/r" "report $T/r --out $T/span.html" \
    "overlay $T/r $T/r --out $T/span.html"; do
    for zero in 0 -0 0e5; do # shellcheck disable=SC2086 # words
        says "span_${zero}_of_${c%% *}" "--span 0: give a span of 1e-9 to 1e9 m" "$post" $c --span $zero
    done
done
says span_denormal "1e-9 to 1e9 m" "$post" span "$T/r" --span 1e-320

# ---- numbers that are none ----
for row in "10,1e308 80,-1e308" "10,-1e308 80,1e308 640,-1e308"; do
    printf 'cells,cl\n%s\n' "$row" | tr ' ' '\n' >"$T/family.csv"
    says "extrapolated_$row" "column cl: no finite value follows from its rows" "$post" extrapolate "$T/family.csv"
done
for cell in nan inf -nan ''; do
    printf 'cells,cl,cd\n10,%s,1\n80,2,3\n' "$cell" >"$T/family.csv"
    says "extrapolated_from_'$cell'" "column cl has no finite number in row 1; fill it in" "$post" extrapolate "$T/family.csv"
    check "extrapolated_beside_'$cell'" "$post" extrapolate "$T/family.csv" --column cd
done
for side in 7 -2 0.5 inf; do
    printf 'x_over_c,cp,side\n0.1,1,1\n0.1,1,\n0.1,1,%s\n' $side >"$T/sides.csv"
    says "side_$side" "sides.csv: row 3 has side $side; write 1 for the upper side, -1 for the lower one" \
        "$post" cp "$T/r" $section --reference "$T/sides.csv"
done
printf 'x_over_c,cp,side\n0.1,1,1\n0.1,1,-1\n0.1,1,0\n0.1,1,\n' >"$T/sides.csv"
check sides_there_are "$post" cp "$T/r" $section --reference "$T/sides.csv"
mkdir "$T/double"; sed '1s/,cd,/,cl,/' "$T/kept/history.csv" >"$T/double/history.csv"
says column_twice 'history.csv: has two columns cl, and only one could be taken; rename one' "$post" history "$T/double/history.csv"
printf 'cells,cl\n10,1e300\n80,-1e300\n' >"$T/family.csv"
check extrapolated_large_values "$post" extrapolate "$T/family.csv"
"$post" extremes "$T/r" >"$T/out"
check no_distance_without_walls sh -c 'grep -q ^pressure "$1" && ! grep -e wall_distance -e e+30 "$1"' sh "$T/out"
says distance_without_walls "the mesh has no wall that a wall_distance could be measured from" \
    "$post" extremes "$T/r" --variables wall_distance

# ---- names that are not UTF-8 ----
latin=$(printf 'caf\351')
says name_in_xml "XML cannot hold" "$post" export "$T/r" --out "$T/$latin"
says name_in_a_series "XML cannot hold" "$post" series "$T/r" --out "$T/$latin"
says name_with_a_bell "XML cannot hold" "$post" export "$T/r" --out "$T/$(printf 'a\007')"
cp -r "$T/kept" "$T/$latin"; cp "$T/box.cgns" "$T/$latin.cgns"
is_utf8() { iconv -f UTF-8 -t UTF-8 "$1" >/dev/null && grep -q 'caf?' "$1"; }
"$prep" --check "$T/$latin.cgns" --picture "$T/x.html" --quiet >"$T/out" 2>&1
check page_of_a_mesh_is_utf8 is_utf8 "$T/x.html"
if command -v gnuplot >/dev/null; then
    for c in "overlay $T/r" report; do # shellcheck disable=SC2086 # words
        "$post" $c "$T/$latin" --out "$T/x.html" --quiet >"$T/out" 2>&1
        check "page_of_${c%% *}_is_utf8" is_utf8 "$T/x.html"
    done
    "$post" overlay "$T/r" "$T/kept" --name 'caf? é"<' --name 日本 --out "$T/x.html" --quiet >"$T/out" 2>&1
    check names_in_utf8_stay sh -c 'grep -q "é&quot;&lt;" "$1" && grep -q 日本 "$1"' sh "$T/x.html"
    check names_in_utf8_are_utf8 is_utf8 "$T/x.html"
fi
"$post" export "$T/r" --quiet --out "$T/$(printf 'two\nlines')" || fail name_of_two_lines "is refused"
check name_of_two_lines grep -qF 'Source="two&#10;lines-00000.vtu"' "$T/$(printf 'two\nlines').pvtu"

# ---- a folder's name of two lines in the comment of a table ----
cp -r "$T/kept" "$T/$(printf 'two\nlines,\t')"
for c in "cp --patch zmax --section y=0.3" span; do
    # shellcheck disable=SC2086 # words
    "$post" $c "$T/$(printf 'two\nlines,\t')" --quiet --out "$T/two.csv" || fail "two_lines_${c%% *}" "is refused"
    check "two_lines_${c%% *}" sh -c 'grep -qF "/two\nlines,\t" "$1" && awk -F, "
        /^#/ { next } !n { n = NF } NF != n { exit 1 }" "$1"' sh "$T/two.csv"
done

# ---- a constant signal has no spectrum: it is printed, and not drawn ----
awk 'BEGIN { print "iteration,time,cl"; for (i = 0; i < 64; i++) print i "," i / 64 ",0.5" }' >"$T/constant.csv"
check constant_signal "$post" spectrum "$T/constant.csv" --segments 1
command -v gnuplot >/dev/null && says constant_signal_drawn "cl is constant, so that there is no spectrum to draw" \
    "$post" spectrum "$T/constant.csv" --segments 1 --plot "$T/x.png"

# ---- a limit on the size of files, and gnuplot's settings of a user ----
says file_size "cannot be written: File too large" sh -c 'ulimit -f 1; exec "$@"' sh "$post" forces "$T/r" \
    --json "$T/x.json"
if command -v gnuplot >/dev/null; then
    echo 'no command' >"$T/.gnuplot"
    check settings_of_gnuplot env HOME="$T" GNUTERM=none "$post" history "$T/r" --plot "$T/settings.svg"
fi
exit $status
