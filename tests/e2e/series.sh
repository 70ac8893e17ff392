# Series: frames written beside the march have the checkpoint's values, the same on any number of ranks, and a run that
# is killed or continued has each frame once.
# Features: series
. tests/lib.sh
"$box" --cells hex --n 24 3 3 --out "$T/b.cgns" >"$T/log" 2>&1 || { cat "$T/log"; fail series_setup mesh; exit 1; }
printf '[periodic]\nalong = xmin xmax\n' >"$T/p.cfg"
for n in 1 3; do "$prep" --quiet "$T/b.cgns" --ranks $n --out "$T/p$n" --config "$T/p.cfg" || exit 1; done
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.5
viscosity = 0.1
[model]
equations = laminar
[initial]
kind = wave
amplitude = 0.1
[numerics]
limiter = none
[time]
scheme = shu-osher
local = no
dt = 2e-5
steps = 600
[patches]
y* = symmetry
z* = wall
[output]
history = 50
checkpoint = 100
[series]
movie = volume every=30 variables=density,pressure
exact = volume interval=1e-3 precision=double
skin = surface every=100 precision=double
part = surface every=200 precision=double variables=wall_shear_x,pressure patches=zmin,zma*
cut = plane at=x:0.51 every=150 precision=double variables=pressure,density
edge = plane at=x:0.5 every=600 precision=double variables=pressure
half = volume every=600 precision=double variables=velocity_x,velocity_z
CFG
run() { # run RANKS NAME ARGUMENTS...
    n=$1 out=$T/$2; shift 2
    run_solve "$n" "$T/case.cfg" --packs "$T/p$n" --out "$out" --device cpu --threads 1 "$@"
}
frames() { # frames RESULTS SERIES: names of its frames, one a line
    (cd "$1/series/$2" && ls -d fields-*)
}
# Every frame of every series of A is in B, and B has no other ones; with the same values in the series named.
same_frames() { # same_frames A B TOLERANCE SERIES...
    most=$3
    for s in movie exact skin; do
        [ "$(frames "$1" $s)" = "$(frames "$2" $s)" ] || { frames "$2" $s; return 1; }
    done
    a=$1 b=$2; shift 3
    for s in "$@"; do
        for f in $(frames "$a" $s); do
            "$post" compare "$a/series/$s/$f" "$b/series/$s/$f" --tolerance "$most" || return 1
        done
    done
}
faces() { # faces FIELDS-FOLDER FILE: the surface's own values as text without its title
    "$post" export "$1" --surface --format tecplot --variables pressure,wall_shear,heat_flux --out "$2.dat" --quiet &&
        sed 1d "$2.dat" >"$2"
}
check series_run run 1 whole
check series_3_ranks run 3 three
check series_frames test "$(frames "$T/whole" movie | wc -l)" -eq 21
check series_interval test "$(frames "$T/whole" exact | tr '\n' ' ')" = "$(seq -f 'fields-%09g' -s ' ' 0 50 600) "
# Values are the state's of that step: in double precision bit for bit, in single to a rounding, half of 2^-23.
newest=$(cat "$T/whole/latest")
check series_has_the_checkpoint_values "$post" compare "$T/whole" "$T/whole/series/exact/$newest" --tolerance 0
check series_in_single_precision "$post" compare "$T/whole" "$T/whole/series/movie/$newest" --tolerance 6e-8
single_differs() { ! "$post" compare "$T/whole" "$T/whole/series/movie/$newest" --tolerance 0; }
check series_single_is_single single_differs
faces "$T/whole/$newest" "$T/a" && faces "$T/whole/series/skin/$newest" "$T/b"
check series_surface_has_the_checkpoint_values cmp "$T/a" "$T/b"
check series_surface_is_not_empty test "$(wc -l <"$T/b")" -gt 100
along() { # along RESULTS SERIES PATCH: values on the faces that a plane cuts
    "$post" slice "$1/series/$2" --surface --patch "$3" --plane x=0.51 --out "$T/cut.csv" \
        --variables pressure,wall_shear_x --quiet && cat "$T/cut.csv"
}
for n in whole three; do
    along "$T/$n" skin 'z*' >"$T/a" && along "$T/$n" part 'z*' >"$T/b"
    check series_of_patches_$n cmp "$T/a" "$T/b"
    check series_of_patches_is_there_$n test "$(wc -l <"$T/b")" -gt 6
done
no_other_values() { along "$T/whole" part 'y*' | awk -F, 'NR > 1 && tolower($0) !~ /nan/ { bad = 1 } END { exit bad || NR < 3 }'; }
check series_of_patches_has_no_others no_other_values
check series_of_patches_is_smaller test "$(du -sb "$T/whole/series/part" | cut -f1)" -lt \
    "$(($(du -sb "$T/whole/series/skin" | cut -f1) / 3))"
# A plane has the values of the volume in the cells that it cuts, and NaN elsewhere; one between two layers has both.
across() { # across FIELDS-FOLDER: the polygons of the plane with their values, by cell
    "$post" slice "$1" --plane x=0.51 --out "$T/cut.csv" --variables pressure,density --quiet &&
        cut -d, -f1-5,7- "$T/cut.csv" | sort
}
for n in whole three; do
    across "$T/$n/series/cut/$newest" >"$T/a" && across "$T/$n/$newest" >"$T/b"
    check series_plane_$n cmp "$T/a" "$T/b"
    check series_plane_is_there_$n test "$(wc -l <"$T/b")" -eq 10
done
check series_plane_frames test "$(frames "$T/whole" cut | tr '\n' ' ')" = "$(seq -f 'fields-%09g' -s ' ' 0 150 600) "
cells_with_values() { # cells_with_values FIELDS-FOLDER
    "$post" slice "$1" --plane z=0.5 --out "$T/cut.csv" --variables pressure --quiet &&
        awk -F, 'NR > 1 && tolower($NF) !~ /nan/' "$T/cut.csv" | wc -l
}
check series_plane_has_no_other_cells test "$(cells_with_values "$T/whole/series/cut/$newest")" -eq 3
check series_plane_between_layers test "$(cells_with_values "$T/whole/series/edge/$newest")" -eq 6
# Of a vector without all of its components, which cannot be formed, those that were asked for are there.
components() {
    "$post" slice "$1" --plane x=0.51 --out "$T/cut.csv" --variables "$2" --quiet && sed 1d "$T/cut.csv" | cut -d, -f7- | sort
}
components "$T/whole/series/half/$newest" velocity_x,velocity_z >"$T/a"
components "$T/whole/$newest" velocity | cut -d, -f1,3 | sort >"$T/b"
check series_components test "$(wc -l <"$T/a")" -eq 9
check series_components_alone cmp "$T/a" "$T/b"
check series_components_by_default "$post" export "$T/whole/series/half" --format tecplot --out "$T/half" --quiet
check series_components_are_in_it grep -q '"velocity_z"' "$T/half.dat"
plane_movie() {
    "$post" series "$T/three/series/cut" --plane x=0.51 --variables pressure --out "$T/plane.pvd" --quiet &&
        [ "$(grep -c '<DataSet.*plane-000000[0-9]*.vtu' "$T/plane.pvd")" -eq 5 ] &&
        grep -q 'NumberOfCells="9"' "$T/plane-000000150.vtu" && ! grep -qi nan "$T/plane-000000150.vtu"
}
check series_plane_movie plane_movie
no_plane() { ! run 1 nowhere --set 'series.cut=plane at=x:7 every=1' >"$T/log" 2>&1 && grep -q 'touches no cell' "$T/log"; }
check series_plane_nowhere no_plane
# The flow itself differs by rounding, 1e-15 of density and pressure after 600 steps, so that a number in single
# precision may be the next one, 2^-23 away. (Velocities across the flow are rounding alone.)
check series_same_on_3_ranks same_frames "$T/whole" "$T/three" 1.2e-7 movie
check series_nothing_left test -z "$(find "$T/whole/series" "$T/three/series" -name '*.tmp*')"

# ---- viewers ---------------------------------------------------------------------------------
check series_vtkhdf "$post" series "$T/three/series/movie" --format vtkhdf --out "$T/movie" --quiet
check series_vtkhdf_is_there test -s "$T/movie.vtkhdf"
check series_pvd "$post" series "$T/whole/series/skin" --format vtu --surface --out "$T/skin" --quiet
check series_pvd_has_all test "$(grep -c timestep "$T/skin.pvd")" -eq 7
check series_frame_alone "$post" export "$T/three/series/movie" --format vtu --out "$T/one" --quiet

# ---- kill and restart ------------------------------------------------------------------------
for ranks in 1 3; do
    at=600 tries=50
    while [ "$at" -ge 600 ] && [ $((tries -= 1)) -gt 0 ]; do # beside other programs it may be killed too late
        rm -rf "$T/cut"
        mpirun -np $ranks sh -c 'echo $$ >"$0.$OMPI_COMM_WORLD_RANK"; exec "$@"' "$T/pid" "$solve" --quiet \
            "$T/case.cfg" --packs "$T/p$ranks" --out "$T/cut" --device cpu --threads 1 --set time.steps=100000 >"$T/log" 2>&1 &
        mpi=$!
        await $mpi test -e "$T/cut/fields-000000200"
        for r in $(seq 0 $((ranks - 1))); do kill -9 "$(cat "$T/pid.$r")" 2>/dev/null; done
        wait $mpi 2>/dev/null
        at=$(sed 's/.*-0*//' "$T/cut/latest")
    done
    [ "$at" -lt 600 ] || { fail series_killed "it got to $at before it was killed"; exit 1; }
    cp -r "$T/cut" "$T/own"
    run $ranks rest --restart "$T/cut" --until 600
    run $ranks own --restart "$T/own" --until 600
    other=$T/whole; [ $ranks = 3 ] && other=$T/three
    check series_killed_${ranks}_ranks same_frames "$other" "$T/rest" 0 movie exact
    check series_killed_${ranks}_ranks_in_place same_frames "$other" "$T/own" 0 movie exact
    check series_killed_${ranks}_ranks_leaves_nothing test -z "$(find "$T/own/series" "$T/rest/series" -name '*.tmp*')"
    rm -rf "$T/cut" "$T/rest" "$T/own"
done

# A run that replaces another and stops before its first checkpoint: `latest` is the old run's, and so are its frames.
cp -r "$T/whole" "$T/again"
run 1 again --steps 40 --set output.fields=no --set output.checkpoint=0
check series_replaced test "$(frames "$T/again" movie | wc -l)" -eq 2
run 1 rest2 --restart "$T/again" --until 630
check series_of_the_replaced_run test "$(frames "$T/rest2" movie | wc -l)" -eq 22
run 1 again --steps 10
check series_aside_goes test -z "$(ls -d "$T"/again/series.* 2>/dev/null)"

# ---- mistakes ----------------------------------------------------------------------------------
says() { # says NAME SENTENCE COMMAND...: status 1 and one sentence
    name=$1 sentence=$2; shift 2
    "$@" >"$T/out" 2>"$T/err"; got=$?
    if [ $got -ne 1 ] || ! grep -qF -- "$sentence" "$T/err"; then
        fail "$name" "status $got"; sed 's/^/  /' "$T/err"
    else ok "$name"; fi
}
with() { run 1 wrong --steps 5 --set "series.more=$1"; }
says series_shape "begins with none of volume, surface, plane" with "planes every=5"
says series_plane_at "write an axis, a colon and metres" with "plane at=0.5 every=5"
says series_plane_needs_at "needs at=AXIS:X" with "plane every=5"
says series_how_often "needs every=N, steps between frames, or interval=T" with "volume"
says series_key "surface takes no 'patch'" with "surface every=5 patch=zmin"
says series_variable "there is no variable 'presure'; did you mean pressure" with "volume every=5 variables=presure"
says series_surface_variable "there is no variable of surfaces 'density'" with "surface every=5 variables=density"
says series_patch "no patch or group is called 'zmn'; did you mean zmin?" with "surface every=5 patches=zmax,zmn"
says series_patches_of_a_volume "volume takes no 'patches'" with "volume every=5 patches=zmin"
says series_interval_of_no_step "is not a multiple of [time] dt" with "volume interval=3e-5"
says series_precision "not one of single, double" with "volume every=5 precision=half"
says series_both "both say how often" with "volume every=5 interval=1e-3"
says series_name "becomes that of a file" run 1 wrong --set "series.../x=volume every=5"
says series_of_a_surface "holds values on the surface alone; add --surface" "$post" series "$T/whole/series/skin" \
    --format vtkhdf --out "$T/volume"
says series_of_a_surface_cut "holds values on the surface alone; add --surface" "$post" slice "$T/whole/series/skin" \
    --plane x=0.5 --out "$T/cut.csv"
mkdir "$T/mixed" && cp -r "$T/whole/series/movie/fields-000000000" "$T/whole/series/exact/fields-000000050" "$T/mixed"
says series_of_other_fields "its fields are not those of" "$post" series "$T/mixed" --format vtkhdf --out "$T/mixed"
check series_leaves_nothing test ! -e "$T/wrong/history.csv"
exit $status
