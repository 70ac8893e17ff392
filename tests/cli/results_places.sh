# What stands in a results folder where a run will write: all of it is looked at before anything of an earlier run is
# removed. And results in the folders of another run.
# Features: probes series
. tests/lib.sh
solve=$(realpath "$solve")
flow_case "$T/case.cfg"
sed -i 's/^cfl.*/&\nlocal = no/; s/^history.*/history = 2\ncheckpoint = 4/; s/^limiter.*/&\nlimiter_k = 0.5/' "$T/case.cfg"
printf '[probes]\nwake = points at=0.5,0.5,0.5 every=1\n[series]\nmovie = surface every=2\n' >>"$T/case.cfg"
page=$T/err # the sentences are general ones
one() { patiently "$solve" --quiet --threads 1 --device cpu "$T/case.cfg" --packs "$T/p" "$@"; }
{
    "$box" --cells hex --n 4 4 4 --out "$T/m.cgns" && "$prep" --quiet "$T/m.cgns" --out "$T/p" &&
    one --steps 8 --out "$T/kept"
} >"$T/log" 2>&1 || { cat "$T/log"; fail results_places_setup "mesh, packs or run"; exit 1; }
mkdir "$T/far"; echo precious >"$T/far/precious"
listed() { (cd "$1" && find . -not -type d -exec ls -ld --time-style=+ {} + && find . -type f -exec cksum {} +); }
# refused NAME SENTENCE PLACE KIND [OPTION...]: of an 8-step run into results with that in the place, which stay as they
# were; PLACE: relative to the results
refused() {
    row=$1 sentence=$2 place=$T/r/$3 kind=$4; shift 4
    rm -rf "$T/r"; cp -r "$T/kept" "$T/r"; rm -rf "$place"
    case $kind in
        link) ln -s "$T/far" "$place" ;;
        fifo) mkfifo "$place" ;;
        folder) mkdir "$place" ;;
        file) echo mine >"$place" ;;
    esac
    listed "$T/r" >"$T/before"; listed "$T/far" >>"$T/before"
    # shellcheck disable=SC2046 # words
    answers "$row" 1 "$sentence" one $(defaults "--steps 8" "$@") --out "$T/r" "$@"
    listed "$T/r" >"$T/after"; listed "$T/far" >>"$T/after"
    check "${row}_keeps_all" cmp "$T/before" "$T/after"
}
for how in afresh restart; do
    [ $how = restart ] && again="--restart $T/r" || again=
    # shellcheck disable=SC2086 # no or two words
    {
    refused ${how}_probes_link 'probes: is a symbolic link' probes link $again
    refused ${how}_probes_fifo 'probes: is not a folder' probes fifo $again
    refused ${how}_probes_file_fifo 'wake.h5: is a FIFO' probes/wake.h5 fifo $again
    refused ${how}_probes_temporary 'wake.h5.tmp: is a FIFO' probes/wake.h5.tmp fifo $again
    refused ${how}_series_link 'series: is a symbolic link' series link $again
    refused ${how}_series_fifo 'series: is not a folder' series fifo $again
    refused ${how}_one_series_link 'movie: is a symbolic link' series/movie link $again
    refused ${how}_one_series_file 'movie: is not a folder' series/movie file $again
    refused ${how}_series_latest 'latest: is a FIFO' series/movie/latest fifo $again
    refused ${how}_series_latest_temporary 'latest.tmp: is a folder' series/movie/latest.tmp folder $again
    for name in history.csv run.json forces.json latest progress.json; do
        refused ${how}_$name.tmp "$name.tmp: is a FIFO" $name.tmp fifo $again
    done
    }
done
at='is a symbolic link, which is never replaced, where a checkpoint must go'
refused checkpoint_link "fields-000000004: $at" fields-000000004 link
refused checkpoint_temporary_link "fields-000000004.tmp: $at" fields-000000004.tmp link
refused last_checkpoint_link "fields-000000007: $at" fields-000000007 link --steps 7
refused checkpoint_of_a_restart_link "fields-000000012: $at" fields-000000012 link --restart "$T/r"
refused frame_link "fields-000000006: $at" series/movie/fields-000000006 link
refused frame_temporary_fifo 'fields-000000010.tmp: is not a folder where' series/movie/fields-000000010.tmp fifo \
    --restart "$T/r"
refused old_probes_file 'probes.fields-000000008: is not a folder where probes of the earlier run must be kept' \
    probes.fields-000000008 file
refused old_series_file 'series.fields-000000008: is not a folder where series of the earlier run must be kept' \
    series.fields-000000008 file
# files of a user's of one name, in probes and in those of an earlier run
for how in afresh restart; do
    [ $how = restart ] && again="--restart $T/r" || again=
    rm -rf "$T/r"; cp -r "$T/kept" "$T/r"; mkdir "$T/r/probes.fields-000000004"
    for at in probes probes.fields-000000004; do echo $at >"$T/r/$at/notes"; done
    listed "$T/r" >"$T/before"
    # shellcheck disable=SC2086 # no or two words
    answers ${how}_notes_twice 1 'are no files of probes, and one of them would be moved to where the other is' \
        one --steps 8 --out "$T/r" $again
    listed "$T/r" >"$T/after"
    check ${how}_notes_twice_keep_all cmp "$T/before" "$T/after"
    rm "$T/r/probes/notes"
    # shellcheck disable=SC2086 # no or two words
    check ${how}_notes_once one --steps 8 --out "$T/r" $again
    check ${how}_notes_once_stay grep -q probes.fields-000000004 "$T/r/probes/notes"
done
# what the run will not write stays and is no obstacle
rm -rf "$T/r"; cp -r "$T/kept" "$T/r"
for name in fields-000000003 fields-000000012.tmp series/movie/fields-000000005; do ln -s "$T/far" "$T/r/$name"; done
check other_links_are_no_obstacle one --steps 8 --out "$T/r"
check other_links_stay test -L "$T/r/fields-000000003" -a -L "$T/r/fields-000000012.tmp" -a -e "$T/far/precious"

# ---- a run without probes and series, which replaces one that had them ----
sed '/^.probes/,$d' "$T/case.cfg" >"$T/plain.cfg"
plain() { patiently "$solve" --quiet --threads 1 --device cpu "$T/plain.cfg" --packs "$T/p" --out "$T/r" "$@"; }
again() { rm -rf "$T/r"; cp -r "$T/kept" "$T/r"; }
records() { (cd "$T/r" && find . -path '*probes*' -type f -o -path '*series*' -type f); }
again
check plain_replaces plain --steps 8
check plain_leaves_no_records test -z "$(records)" -a ! -e "$T/r/probes" -a ! -e "$T/r/series"
again; echo mine >"$T/r/probes/notes"; cp "$T/r/probes/wake.h5" "$T/r/probes/keep.h5"; echo mine >"$T/r/series/notes"
check plain_beside_notes plain --steps 8
check plain_keeps_notes test "$(records | sort | tr '\n' ' ')" = \
    './probes/keep.h5 ./probes/notes ./series.fields-000000008/notes '
again
check plain_without_a_checkpoint plain --steps 8 --set output.fields=no --set output.checkpoint=0
check records_are_set_aside test -e "$T/r/probes.fields-000000008/wake.h5" -a ! -e "$T/r/probes" -a \
    -e "$T/r/series.fields-000000008/movie/latest" -a ! -e "$T/r/series"
check restart_finds_them one --restart "$T/r" --out "$T/r" --steps 4
check restart_has_all_rows grep -q 'rows  *13,' "$("$post" probes "$T/r" --probe wake >"$T/rows"; echo "$T/rows")"
again
check plain_restart plain --restart "$T/r" --steps 4
check plain_restart_keeps_them test -e "$T/r/probes/wake.h5" -a -e "$T/r/series/movie/latest"
again; rm -rf "$T/r/probes" "$T/r/series"; ln -s "$T/far" "$T/r/probes"; ln -s "$T/far" "$T/r/series"
check plain_beside_links plain --steps 8
check plain_keeps_links test -L "$T/r/probes" -a -L "$T/r/series" -a -e "$T/far/precious"

# ---- a damaged history ----
page=docs/troubleshooting.md
damaged() { # damaged NAME SENTENCE SED: of restarts in place and elsewhere, which leave all as it was
    rm -rf "$T/r" "$T/to"; cp -r "$T/kept" "$T/r"; sed -i "$3" "$T/r/history.csv"; listed "$T/r" >"$T/before"
    answers "history_$1" 1 "$2" one --restart "$T/r" --out "$T/r" --steps 1
    answers "history_${1}_elsewhere" 1 "$2" one --restart "$T/r" --out "$T/to" --steps 1
    listed "$T/r" >"$T/after"
    check "history_${1}_keeps_all" cmp "$T/before" "$T/after"
}
damaged word 'has no number in column' '3s/,[^,]*/,word/3'
damaged sign 'has no number in column' '2s/,[^,]*/,1.2.3/5'
damaged short 'has fewer cells than the first line, so that it is damaged' '3s/,[^,]*//4'
damaged long 'has more cells than the first line, so that it is damaged' '3s/,/,,/'
damaged long_at_an_end 'has more cells than the first line, so that it is damaged' '4s/$/,1/'
damaged negative 'has a negative iteration, so that it is damaged' '4s/^/-/'
damaged again 'is not of a later iteration than the row before, so that it is damaged' '4s/^[0-9]*/2/'
damaged later 'is not of a later iteration than the row before, so that it is damaged' '3s/^[0-9]*/99/'
damaged zero_byte 'holds a zero byte, or is too long, so that it is damaged' '3s/,/\x00,/6'
damaged zero_byte_at_an_end 'holds a zero byte, or is too long, so that it is damaged' '3s/$/\x00/'
damaged iteration 'does not begin with an iteration, so that it is damaged' '3s/^/x/'
damaged no_iteration 'does not begin with an iteration, so that it is damaged' '3s/^[0-9]*//'
sound() { # sound NAME SED: of a restart that goes on
    rm -rf "$T/r"; cp -r "$T/kept" "$T/r"; sed -i "$2" "$T/r/history.csv"; printf '99,1.2' >>"$T/r/history.csv"
    check "history_$1" one --restart "$T/r" --out "$T/r" --steps 2
    check "history_${1}_is_read" "$post" history "$T/r"
}
sound half_a_row ''
sound empty_cells '3s/,[^,]*/,/5'
sound no_numbers '3s/,[^,]*/,-nan/5; 4s/,[^,]*/,inf/5'
sound comments '3s/^/# mine\n\n/'
page=$T/err

# ---- results within the results of another run ----
rm -rf "$T/r"; cp -r "$T/kept" "$T/r"; ln -s r "$T/alias"; ln -s r/series/movie "$T/link"; mkdir "$T/r/series/movie/mine"
listed "$T/r" >"$T/before"
for inside in r/series/movie r/series/new r/series r/probes/ r/probes/x r/fields-000000008 r/fields-000000100.tmp \
    r/diverged r/series.fields-000000004/movie r/series/movie/mine alias/probes/x link r/../r/series/movie/; do
    mkdir -p "$T/r/series.fields-000000004"
    answers "inside_$inside" 1 'which removes files there; name a folder outside of it with --out' \
        one --steps 1 --out "$T/$inside"
done
(cd "$T/r/series" && "$solve" --quiet --device cpu "$T/case.cfg" --packs "$T/p" --out movie) 2>"$T/err"
check inside_by_a_relative_path grep -q 'movie: lies in the folder series of the run in' "$T/err"
listed "$T/r" >"$T/after"
check inside_keeps_all cmp "$T/before" "$T/after"
mkdir "$T/series" "$T/r/other"
check series_of_no_run one --steps 1 --out "$T/series/movie"
check beside_the_run one --steps 1 --out "$T/r/other"
exit $status
