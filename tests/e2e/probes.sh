# Probes: values that are known, the same on any number of ranks, no row lost or made twice when a run is killed or
# continued, and spectra.
# Features: probes
. tests/lib.sh
"$box" --cells hex --n 40 3 3 --out "$T/b.cgns" >"$T/log" 2>&1 || { cat "$T/log"; fail probes_setup mesh; exit 1; }
printf '[periodic]\nalong = xmin xmax\n' >"$T/p.cfg"
for n in 1 3; do "$prep" --quiet "$T/b.cgns" --ranks $n --out "$T/p$n" --config "$T/p.cfg" || exit 1; done
# A density wave of 1 m that the wind carries through fixed points: 170.146 Hz.
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.5
[initial]
kind = wave
amplitude = 0.1
[numerics]
limiter = none
[time]
scheme = shu-osher
local = no
dt = 2e-5
steps = 2000
[patches]
y* = symmetry
z* = symmetry
[output]
history = 50
checkpoint = 200
[probes]
one = points at=0.5,0.5,0.5
rake = line from=0,0.5,0.5 to=1,0.5,0.5 count=11 every=10 variables=density,pressure
cut = plane origin=0.1,0.1,0.5 edge1=0.8,0,0 edge2=0,0.8,0 counts=9,5 interval=1e-3 value=cell
listed = points file=list.csv every=7
CFG
printf 'x,y,z\n0.25,0.5,0.5\n0.75 0.4 0.6 # blanks do as well\n' >"$T/list.csv"
run() { # run RANKS NAME ARGUMENTS...
    n=$1 out=$T/$2; shift 2
    run_solve "$n" "$T/case.cfg" --packs "$T/p$n" --out "$out" --device cpu --threads 1 "$@"
}
table() { "$post" probes "$1" --probe "$2" --out /dev/stdout --quiet; }
sets="one rake cut listed"
same_rows() { # same_rows A B
    for s in $sets; do
        table "$1" $s >"$T/a" && table "$2" $s >"$T/b" && [ -s "$T/a" ] || return 1
        cmp "$T/a" "$T/b" || return 1
    done
}
# Largest difference of two tables, as a part of the values.
near_rows() { # near_rows A B TOLERANCE
    for s in $sets; do
        table "$1" $s >"$T/a" && table "$2" $s >"$T/b" || return 1
        paste -d, "$T/a" "$T/b" | awk -F, -v most="$3" -v set=$s '
            NR > 1 { for (k = 1; k <= NF / 2; k++) {
                d = $k - $(k + NF / 2); d = d < 0 ? -d : d; size = $k < 0 ? -$k : $k
                if (!(d <= most * (size + 100))) { bad = 1; print set, NR, k, $k, $(k + NF / 2) } } }
            END { exit bad || NR < 3 }' || return 1
    done
}
check probes_run run 1 whole
check probes_3_ranks run 3 three
# The flow itself differs by rounding: 2000 steps of about 1e-16, of velocities of 170 m/s (100: of those about 0).
check probes_same_on_3_ranks near_rows "$T/whole" "$T/three" 1e-12
check probes_rows test "$(table "$T/whole" one | wc -l)" -eq 2002
check probes_rows_every_50 test "$(table "$T/whole" cut | wc -l)" -eq $((1 + 41 * 45))

# The first row is the initial field: 1.225 (1 + 0.1 sin(2 pi x)) at 0.25 is 1.3476 kg/m^3. Second-order cells of
# 1/40 m: their means are 1e-3 of the amplitude lower, gradients off by as much again.
first=$(table "$T/whole" listed | awk -F, 'NR == 2 { print $7 }')
check probes_initial_value awk "BEGIN { d = $first - 1.22507143 * 1.1; exit !(d < 5e-4 && d > -5e-4) }"

# ---- kill and restart ----------------------------------------------------------------------
reached() { read -r at 2>/dev/null <"$T/cut/latest" && [ "${at#fields-}" -ge "$1" ]; }
for ranks in 1 3; do
    for k in 1 2 3; do
        rm -rf "$T/cut"
        mpirun -np $ranks sh -c 'echo $$ >"$0.$OMPI_COMM_WORLD_RANK"; exec "$@"' "$T/pid" "$solve" --quiet \
            "$T/case.cfg" --packs "$T/p$ranks" --out "$T/cut" --device cpu --threads 1 >"$T/log" 2>&1 &
        mpi=$!
        await $mpi reached $((200 * k))
        for r in $(seq 0 $((ranks - 1))); do kill -9 "$(cat "$T/pid.$r")" 2>/dev/null; done
        wait $mpi 2>/dev/null
        cp -r "$T/cut" "$T/cut-own"
        run $ranks rest --restart "$T/cut" --until 2000 && run $ranks cut-own --restart "$T/cut-own" --until 2000
        other=$T/whole; [ $ranks = 3 ] && other=$T/three
        check probes_killed_${ranks}_ranks_$k same_rows "$other" "$T/rest"
        check probes_killed_${ranks}_ranks_${k}_in_place same_rows "$other" "$T/cut-own"
        rm -rf "$T/rest" "$T/cut-own"
    done
done
run 1 part --steps 777
run 1 rest --restart "$T/part" --until 2000
check probes_stopped_between_checkpoints same_rows "$T/whole" "$T/rest"

# A run that replaces another and dies before its first checkpoint: `latest` is the old run's, and so are its rows.
cp -r "$T/part" "$T/again"
run 1 again --steps 100 --set output.fields=no --set output.checkpoint=0
check probes_replaced test "$(table "$T/again" one | wc -l)" -eq 102
run 1 rest2 --restart "$T/again" --until 2000
check probes_of_the_replaced_run same_rows "$T/whole" "$T/rest2"
run 1 again --steps 10
check probes_aside_goes test -z "$(ls -d "$T"/again/probes.* 2>/dev/null)"

# ---- what is not the run's, and damage ----------------------------------------------------
rm -rf "$T/mine" "$T/elsewhere"; run 1 mine --steps 20
cp "$T/mine/probes/one.h5" "$T/mine/probes/one-keep.h5"; cp "$T/mine/probes/one.h5" "$T/mine/probes/two.h5"
echo notes >"$T/mine/probes/notes.h5"; mkdir "$T/mine/probes/sub.h5"
kept() { for f in one-keep two notes; do cksum <"$T/mine/probes/$f.h5"; done; ls -d "$T/mine/probes/sub.h5"; }
before=$(kept)
check probes_over_copies run 1 mine --steps 30
check probes_copies_stay test "$(kept)" = "$before"
check probes_own_are_new test "$(table "$T/mine" one | wc -l)" -eq 32 -a ! -e "$T/mine/probes.fields-000000020"
rm -r "$T/mine/probes"; mkdir "$T/elsewhere"; echo mine >"$T/elsewhere/one.h5"; ln -s "$T/elsewhere" "$T/mine/probes"
row() { # row NAME SENTENCE COMMAND...: status 1 and the sentence
    name=$1 sentence=$2; shift 2
    "$@" >"$T/out" 2>"$T/err"; got=$?
    if [ $got -ne 1 ] || ! grep -qF -- "$sentence" "$T/err"; then fail "$name" "status $got"; cat "$T/err"; else ok "$name"; fi
}
row probes_folder_is_a_link 'probes: is a symbolic link, which is never followed' run 1 mine --steps 5
check probes_behind_the_link_stays grep -q mine "$T/elsewhere/one.h5"
rm "$T/mine/probes"; echo mine >"$T/mine/probes"
row probes_folder_is_a_file 'probes: is not a folder' run 1 mine --steps 5
cp -r "$T/part" "$T/damaged"; rm -rf "$T/new"; echo text >"$T/damaged/probes/rake.h5"
row probes_damaged_restart 'rake.h5: is not a file of probes' run 1 new --restart "$T/damaged" --steps 5
check probes_damaged_restart_leaves_nothing test ! -e "$T/new"
rm "$T/damaged/probes/rake.h5"; mkfifo "$T/damaged/probes/rake.h5"
row probes_fifo_restart 'rake.h5: is a FIFO' patiently "$solve" --quiet --threads 1 "$T/case.cfg" --packs "$T/p1" --out "$T/new" \
    --restart "$T/damaged" --steps 5
listed() { # listed NAME SENTENCE: what $T/list.csv is
    row "$1" "$2" run 1 new --steps 5
}
cp "$T/list.csv" "$T/list.good"
printf '0.25,0.5,0.5\n0.5,0.5,0.5\0x\n0.75,0.5,0.5\n' >"$T/list.csv"; listed list_with_a_zero_byte 'holds a zero byte'
printf 'nan,0.5,0.5\n0.75,0.5,0.5\n' >"$T/list.csv"; listed list_that_begins_with_nan 'list.csv:1: needs three numbers'
printf 'inf 0.5 0.5\n0.75,0.5,0.5\n' >"$T/list.csv"; listed list_that_begins_with_inf 'list.csv:1: needs three numbers'
printf '\357\273\277"info",y,z\r\n0.25,0.5,0.5\r\n0.75,0.5,0.5\r\n' >"$T/list.csv"
check list_with_a_mark run 1 new --steps 7
check list_with_a_mark_is_read test "$(table "$T/new" listed | awk -F, 'NR == 2 { print $3, $4 }')" = "1 0.25"
cp "$T/list.good" "$T/list.csv"
rm -rf "$T/new" "$T/damaged"

# ---- outputs and the files of the run -----------------------------------------------------
outputs() { # outputs NAME FILE: of every command that reads it
    row "table_onto_$1" 'belongs to the input or results' "$post" probes "$T/part" --probe one --quiet --out "$2"
    row "table_of_a_file_onto_$1" 'belongs to the input or results' "$post" probes "$T/part/probes/one.h5" --quiet --out "$2"
    row "spectrum_of_a_file_onto_$1" 'belongs to the input or results' "$post" spectrum "$T/part/probes/one.h5" --segments 1 \
        --quiet --json "$2"
    row "spectrum_of_the_history_onto_$1" 'belongs to the input or results' "$post" spectrum "$T/part/history.csv" \
        --variable cd --segments 1 --quiet --out "$2"
}
state=$(cd "$T/part" && find . -type f -exec cksum {} + | sort)
for f in history.csv run.json forces.json latest; do outputs "$f" "$T/part/$f"; done
row table_onto_another_set 'in a folder of the input' "$post" probes "$T/part" --probe one --quiet --out "$T/part/probes/cut.h5"
row table_into_fields 'in a folder of the input' "$post" probes "$T/part/probes/one.h5" --quiet \
    --out "$T/part/$(cat "$T/part/latest")/x.csv"
check outputs_left_the_run_alone test "$(cd "$T/part" && find . -type f -exec cksum {} + | sort)" = "$state"

# ---- spectra ----------------------------------------------------------------------------------
"$post" spectrum "$T/whole" --probe one --variable density --segments 2 --length 1 --speed 170.146 --json "$T/s.json" \
    --out "$T/s.csv" --quiet
# 34 Hz apart in a segment: the parabola finds a sine to a few hundredths of that
check spectrum_strouhal awk "BEGIN { d = $(number "$T/s.json" strouhal) - 1; exit !(d < 5e-3 && d > -5e-3) }"
# a tenth of the density, less what the scheme has damped
check spectrum_amplitude awk "BEGIN { a = $(number "$T/s.json" peak_amplitude); exit !(a > 0.118 && a < 0.1226) }"
check spectrum_table grep -q '^frequency,density,amplitude,strouhal$' "$T/s.csv"
# Eight segments leave fewer than three periods to each: the peak may be what the mean leaves.
check spectrum_peak_is_uncertain sh -c '"$1" spectrum "$2" --probe one --variable density --segments 20 2>&1 >/dev/null |
    grep -q "less than 3 times the distance of the frequencies"' sh "$post" "$T/whole"
check spectrum_peak_is_certain sh -c '! "$1" spectrum "$2" --probe one --variable density --segments 2 2>&1 |
    grep -q note' sh "$post" "$T/whole"
check spectrum_of_history "$post" spectrum "$T/whole" --variable cd --segments 1
says() { # says NAME SENTENCE COMMAND...: status 1 and one sentence
    name=$1 sentence=$2; shift 2
    "$@" >"$T/out" 2>"$T/err"; got=$?
    if [ $got -ne 1 ] || ! grep -qF -- "$sentence" "$T/err"; then
        fail "$name" "status $got"; sed 's/^/  /' "$T/err"
    else ok "$name"; fi
}
says spectrum_short "rows are too few for a spectrum of 20 segments" "$post" spectrum "$T/whole" --probe cut --segments 20
says spectrum_late "rows in the time range" "$post" spectrum "$T/whole" --probe one --from 1
says spectrum_variable "has no variable 'densty', did you mean density" "$post" spectrum "$T/whole" --probe one \
    --variable densty
says spectrum_point "so --point is 1 to 11, not 12" "$post" spectrum "$T/whole" --probe rake --point 12
says spectrum_half_strouhal "needs --length and --speed" "$post" spectrum "$T/whole" --probe one --length 1
says spectrum_window "not one of hann, hamming, none" "$post" spectrum "$T/whole" --probe one --window han
says probes_of_nothing "has recorded no probes 'none'; there are:" "$post" probes "$T/whole" --probe none
says probes_unnamed "name a set of probes with --probe; there are: " "$post" probes "$T/whole"
says probes_of_fields "is not a file of probes" "$post" probes "$T/whole/$(cat "$T/whole/latest")/rank-00000.h5"
# A CFL number that rises: steps of many lengths.
sed '/^dt/d; s/^listed.*//; s/^cut.*//' "$T/case.cfg" >"$T/ramp.cfg"
run_solve 1 "$T/ramp.cfg" --packs "$T/p1" --out "$T/ramp" --device cpu --threads 1 --steps 200 \
    --set time.cfl_start=0.2 --set time.cfl_ramp=200
says spectrum_unequal_steps "are not at equal time steps" "$post" spectrum "$T/ramp" --probe one

# ---- mistakes ------------------------------------------------------------------------------------
with() { run 1 wrong --steps 5 --set "probes.more=$1"; }
says probe_outside "[probes] more: point 2 at (0.5, 2, 0.5) lies in no cell of the mesh" \
    with "points at=0.5,0.5,0.5 at=0.5,2,0.5"
says probe_just_outside "point 1 at (0.5, 1.01, 0.5) lies in no cell" with "points at=0.5,1.01,0.5"
says probe_outside_3_ranks "point 7 at (0.5, 1.1, 0.5) lies in no cell" run 3 wrong --steps 5 \
    --set "probes.more=line from=0.5,0.5,0.5 to=0.5,1.5,0.5 count=11 every=2" --set "probes.cut=points at=0.1,0.1,0.1"
check probe_outside_leaves_nothing test ! -e "$T/wrong/history.csv"
says probe_interval "is not a multiple of [time] dt = 2e-05 s (1.5 steps)" with "points at=0.5,0.5,0.5 interval=3e-5"
says probe_shape "begins with none of points, line, plane" with "point at=0.5,0.5,0.5"
says probe_key "line takes no 'at'" with "line at=0.5,0.5,0.5"
says probe_number "at needs 3 numbers" with "points at=0.5,0.5"
says probe_number_no_number "at needs 3 numbers" with "points at=0.5,x,0.5"
says probe_incomplete "needs from=X,Y,Z, to=X,Y,Z and count=N" with "line from=0.5,0.5,0.5"
says probe_line_of_one_point "from and to are the same point" with "line from=0.5,0.5,0.5 to=0.5,0.5,0.5 count=3"
says probe_plane_of_one_direction "edge1 and edge2 are parallel" \
    with "plane origin=0.1,0.1,0.1 edge1=0.2,0.1,0 edge2=0.6,0.3,0 counts=3,3"
says probe_variable "there is no variable 'presure'; did you mean pressure" with "points at=0.5,0.5,0.5 variables=presure"
says probe_value "not one of linear, cell" with "points at=0.5,0.5,0.5 value=nearest"
says probe_list "No such file or directory" with "points file=none.csv"
printf '0.5,0.5\n' >"$T/bad.csv"
says probe_list_line "bad.csv:1: needs three numbers" with "points file=bad.csv"
says probe_name "the name of a set becomes that of a file" run 1 wrong --set "probes.../x=points at=0.5,0.5,0.5"
says probe_section "unknown section 'probe'" run 1 wrong --set "probe.x=points at=0.5,0.5,0.5"
says probe_changed "holds rows of other points or variables than [probes] one" run 1 part --restart "$T/part" \
    --set "probes.one=points at=0.4,0.5,0.5"
sed 's/^dt.*//; s/^cut.*/cut = points at=0.5,0.5,0.5 interval=1e-3/' "$T/case.cfg" >"$T/free.cfg"
says probe_interval_without_dt "interval needs steps of a fixed length, [time] dt" run_solve 1 "$T/free.cfg" \
    --packs "$T/p1" --out "$T/wrong" --device cpu
exit $status
