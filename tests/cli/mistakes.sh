# Mistakes of a first-time user: each ends with its status and with a sentence that says what to do, or that
# docs/troubleshooting.md explains.
# Features: motion
. tests/lib.sh
page=docs/troubleshooting.md
"$box" --cells hex --n 6 4 4 --out "$T/box.cgns" >/dev/null || exit 1
"$box" --cells hex --n 5 4 4 --out "$T/other.cgns" >/dev/null || exit 1
"$prep" "$T/box.cgns" --out "$T/packs" --ranks 1 --quiet || exit 1
"$prep" "$T/box.cgns" --out "$T/packs-2" --ranks 2 --quiet || exit 1
"$prep" "$T/other.cgns" --out "$T/packs-other" --ranks 1 --quiet || exit 1
flow_case "$T/flow.cfg"
echo "no mesh at all" >"$T/notes.txt"
# shellcheck disable=SC2046 # words
run() {
    "$solve" "$T/flow.cfg" $(defaults "--packs $T/packs --out $T/r --device cpu --threads 1 --steps 5" "$@") "$@"
}
run --quiet || exit 1

# ---- the mesh ----
answers mesh_is_not_there 1 "there is no such file on this host; check the path" "$prep" "$T/wing.cgns" --out "$T/p"
answers mesh_is_no_mesh 1 "and not a mesh that is known here" "$prep" "$T/notes.txt" --out "$T/p"
answers no_out 2 "--out PACKS is missing" "$prep" "$T/box.cgns"
answers option_twice 2 "--out: is given twice; give it once" "$prep" "$T/box.cgns" --out "$T/p" --ranks 1 --out="$T/q"
answers number_twice 2 "is given twice; give it once" "$prep" "$T/box.cgns" --out "$T/p" --ranks 1 --ranks 1
check neither_is_written test ! -e "$T/p" -a ! -e "$T/q"
check flags_twice "$prep" "$T/box.cgns" --check --quiet --check --quiet
for words in "slice $T/r --plane x=0.5 --plane x=0.7 --out $T/s.csv" "span $T/r --out $T/s.csv --out $T/s2.csv" \
    "extremes $T/r --json $T/s.csv --json $T/s.csv"; do
    # shellcheck disable=SC2086 # words
    answers "twice_in_${words%% *}" 2 "is given twice; give it once" "$post" $words
done
check planes_twice "$post" flux "$T/r" --plane x=0.5 --plane x=0.7
answers misspelt_option 2 "unknown option; did you mean --ranks?" "$prep" "$T/box.cgns" --out "$T/p" --rank 2
answers report_on_the_mesh 1 "which belongs to the input or results; give it another name" "$prep" "$T/box.cgns" \
    --out "$T/p" --report "$T/box.cgns"
strip() { # strip N: as many squares in a row, each with two patches of its own
    awk -v m="$1" 'BEGIN { print "NDIME= 2\nNELEM= " m
        for (i = 0; i < m; i++) print 9, i, i + 1, m + 2 + i, m + 1 + i
        print "NPOIN= " 2 * (m + 1)
        for (j = 0; j < 2; j++) for (i = 0; i <= m; i++) print i, j
        print "NMARK= " 2 * m + 2
        for (i = 0; i < 2 * m; i++) print "MARKER_TAG= p" i "\nMARKER_ELEMS= 1\n3", i + (i >= m), i + 1 + (i >= m)
        print "MARKER_TAG= west\nMARKER_ELEMS= 1\n3 0", m + 1
        print "MARKER_TAG= east\nMARKER_ELEMS= 1\n3", m, 2 * m + 1 }'
}
for n in 125 126; do strip $n >"$T/$n.su2"; done
check most_patches sh -c '! "$1" --quiet "$2/125.su2" --out "$2/p125" 2>&1 | grep .' sh "$prep" "$T"
answers too_many_patches 0 "patches, and ufv-solve takes 254 at most" "$prep" --quiet "$T/126.su2" --out "$T/p126"
answers too_many_patches_checked 0 "patches, and ufv-solve takes 254 at most" "$prep" "$T/126.su2" --check
{ sed '/patches/,/zmax/d' "$T/flow.cfg"; printf '[patches]\np* = slip\nwest = farfield\neast = farfield\n'; } >"$T/strip.cfg"
strips() { "$solve" "$T/strip.cfg" --quiet --packs "$T/p$1" --out "$T/strip" --device cpu --threads 1 --steps 1; }
check a_run_of_most_patches strips 125
answers a_run_of_too_many_patches 1 "patches; at most 254 can be used" strips 126

# ---- starting a run ----
answers forgot_mpirun 1 "holds packs for 2 ranks but this run has 1; start 2 ranks (mpirun -np 2)" \
    "$solve" "$T/flow.cfg" --packs "$T/packs-2" --out "$T/r" --device cpu
answers packs_are_a_mesh 1 "is a file, not a folder of packs; give the folder that ufv-prep --out has written" run --packs "$T/box.cgns"
answers packs_are_cut_short 1 "is damaged or cut short; run ufv-prep again" sh -c 'cp -r "$1/packs" "$1/cut" &&
    head -c 20000 "$1/packs/rank-00000.h5" >"$1/cut/rank-00000.h5" &&
    exec "$2" "$1/flow.cfg" --packs "$1/cut" --out "$1/r" --device cpu' sh "$T" "$solve"
if [ -z "$(ls /dev/nvidia[0-9]* 2>/dev/null)" ]; then
    answers no_gpu 1 "see nvidia-smi, or use --device cpu" run --device cuda
else
    echo "skip no_gpu this host has one"
fi
answers no_results_folder 2 "--out RESULTS is needed" "$solve" "$T/flow.cfg" --packs "$T/packs"
answers restart_from_nothing 1 "a results folder whose run has written its first fields?" run --restart "$T/nothing"

# ---- the case file ----
answers wrong_patch 1 "the mesh has no patch 'xmn', did you mean 'xmin'?" run --set patches.xmn=slip
for mach in 1e-320 9e-9; do
    answers mach_of_$mach 1 "must be 0, or from 1e-8 to 100" run --set flow.mach=$mach
done
answers no_patch_like_it 1 "; there are " run --set patches.AIRFOIL=slip
check it_lists_the_patches grep -q "has no patch 'AIRFOIL'; there are xmin, xmax, ymin, ymax, zmin, zmax$" "$T/err"
answers no_group_like_it 1 "; there are the patches xmin, xmax" run --set groups.a=AIRFOIL
answers wrong_kind 1 "not a boundary kind; did you mean" run --set patches.xmin=wal
answers wrong_key 1 "unknown key 'machh', did you mean 'mach'" run --set flow.machh=0.8
answers key_twice 1 "is already set in line 2; keep one of them" sh -c 'printf "[flow]\nmach = 0.5\nmach = 0.6\n" >"$1/twice.cfg"
    exec "$2" "$1/twice.cfg" --packs "$1/packs" --out "$1/r"' sh "$T" "$solve"
answers wrong_section 1 "unknown section 'wall'" sh -c 'printf "[wall]\n[flow]\nmach = 0.5\n" >"$1/section.cfg"
    exec "$2" "$1/section.cfg" --packs "$1/packs" --out "$1/r"' sh "$T" "$solve"
answers results_of_an_earlier_run 0 "holds an earlier run, which this one replaces" run
answers wrong_flux 1 "not one of " run --set numerics.flux=roee
answers unit_in_a_number 1 "a number is needed here" run --set flow.alpha=3deg
answers radians 0 "is in degrees; if radians are meant, write 3.0" run --set flow.alpha=0.0534
answers celsius 0 "temperature = 15 is in kelvin; if degrees Celsius are meant, write 288.15" run --set flow.temperature=15 \
    --set flow.gas_constant=287.05
answers wind_through_symmetry 0 "warning: the free stream crosses the symmetry patches zmin (at 2 degrees), zmax (at 2" \
    run --set flow.alpha=2 --set patches.z*=symmetry --quiet
answers little_wind_through_symmetry 0 "note: the free stream crosses the symmetry patches" \
    run --set flow.alpha=0.1 --set patches.zmin=symmetry
answers steps_are_done 0 "not converged: all" run
answers no_reynolds_number 1 "viscous equations need it, or [flow] viscosity" run --set model.equations=laminar
answers no_reynolds_length 0 "is for a length of 1 m; set reynolds_length" run --set patches.ymin=wall \
    --set model.equations=laminar --set flow.reynolds=1e6
answers reynolds_of_euler 0 "reynolds has no effect, since [model] equations = euler" run --set flow.reynolds=1e6
answers reynolds_and_viscosity 1 "the Reynolds number already gives it; leave one out" \
    run --set model.equations=laminar --set flow.reynolds=1e6 --set flow.viscosity=1e-5
answers time_step_of_a_steady_run 1 "needs local = no" run --set time.dt=1e-5
answers probe_outside 1 "point 2 at (0.5, 2, 0.5) lies in no cell of the mesh" \
    run --set "probes.wake=points at=0.5,0.5,0.5 at=0.5,2,0.5"
unsteady="--set time.scheme=dual-time --set time.dt=1e-4"
answers tolerance_method 1 "needs scheme = dual-time and method = esdirk3" run $unsteady --set time.tolerance=1e-3
answers predictor_of_stages 1 "has no effect with method = esdirk3" run $unsteady --set time.method=esdirk3 \
    --set time.predictor=linear
answers scales_held_without 1 "needs [model] scales = ddes or iddes, and scheme = dual-time" run $unsteady \
    --set time.hold_scales=yes
answers scales_held_of_stages 1 "needs method = bdf2 or bdf2opt and a predictor" run $unsteady --set time.method=esdirk3 \
    --set time.hold_scales=yes --set model.equations=sa --set model.scales=ddes --set flow.reynolds=1e6
answers steps_not_solved 0 "steps were not solved to [time] sub_drop" run $unsteady --steps 2 --set time.sub_steps=1 \
    --set time.sub_drop=9
answers line_of_one_point 1 "from and to are the same point" run \
    --set "probes.wake=line from=0.5,0.5,0.5 to=0.5,0.5,0.5 count=5"
answers tolerance_none 1 "needs tolerance" run $unsteady --set time.dt_most=1
answers tolerance_and_interval 1 "interval needs steps of a fixed length" run $unsteady --set time.method=esdirk3 \
    --set time.tolerance=1e-3 --set "probes.wake=points at=0.5,0.5,0.5 interval=1e-3"
answers odd_period 0 "is 20.5 steps of [time] dt" run $unsteady --set time.dt=1e-3 --set motion.pitch=1 \
    --set motion.frequency=48.7804878048780 --set motion.centre="0.5 0.5 0.5"
answers few_steps_to_a_period 1 "leaves fewer than 4 steps to a period of [motion]" run $unsteady --set motion.pitch=1 \
    --set motion.frequency=9000
answers nothing_moves 1 "needs pitch, plunge, spin, velocity or table, or nothing moves" run $unsteady --set "motion.axis=0 0 1"
answers axis_without_length 1 "three numbers, not all zero" run --set frame.type=rotating --set frame.rpm=9 \
    --set "frame.axis=0 0 0"
run --quiet $unsteady || exit 1
answers end_time_before_restart 1 "lies before the time of the restart" run $unsteady --restart "$T/r" \
    --set time.end_time=1e-4
answers steps_per_period 1 "needs period" run --set time.scheme=dual-time --set time.steps_per_period=20
answers series_interval 1 "is not a multiple of [time] dt" run --set time.local=no --set time.dt=1e-5 \
    --set "series.movie=volume interval=1.5e-5"
answers series_variable 1 "there is no variable 'presure'; did you mean pressure" run \
    --set "series.movie=volume every=2 variables=presure"
answers probe_interval 1 "is not a multiple of [time] dt" run --set time.local=no --set time.dt=1e-5 \
    --set "probes.wake=points at=0.5,0.5,0.5 interval=1.5e-5"
answers cfl_too_large 4 "lower [time] cfl, use [numerics] order = 1 to start, or check the mesh there" run \
    --set time.cfl=200 --steps 200 --out "$T/bad"
answers time_step_too_long 4 "lower [time] dt or take scheme = dual-time, use [numerics] order = 1" run \
    --set time.local=no --set time.dt=1 --steps 20 --out "$T/bad"
answers too_few_steps_per_period 4 "raise [time] steps_per_period or take scheme = dual-time" run \
    --set time.local=no --set time.period=20 --set time.steps_per_period=20 --steps 20 --out "$T/bad"

# ---- looking at results ----
answers packs_of_another_mesh 1 "are not those of the run in" "$post" forces "$T/r" --packs "$T/packs-other"
answers packs_for_results 1 "not a fields file of ufv-solve; give a results folder" "$post" forces "$T/packs"
answers no_such_patch 1 "the nearest is zmax" "$post" forces "$T/r" --patch zmx
answers cut_beside_the_wing 1 "which reaches from y = 0 to 1 m" "$post" cp "$T/r" --patch zmax --section y=7
answers section_without_axis 1 "write AXIS=VALUE in metres, such as y=0.5, or eta=0.65" "$post" cp "$T/r" --patch zmax \
    --section 0.5
answers friction_of_euler 1 "which only a run of ufv-solve with viscous walls writes" \
    "$post" cp "$T/r" --patch zmax --section y=0.3 --quantity cf
run --quiet --set time.local=no --set "probes.wake=points at=0.5,0.5,0.5" --set time.cfl_ramp=20 \
    --set time.cfl_start=0.1 --steps 40 --out "$T/unsteady"
lacks unequal_steps probes || answers unequal_steps 1 "are not at equal time steps" "$post" spectrum "$T/unsteady" --probe wake
answers wrong_format 1 "no such format, did you mean vtu" "$post" export "$T/r" --format vtk --out "$T/e"
answers wrong_variable 1 "there is no 'machh', did you mean mach" "$post" export "$T/r" --variables machh --out "$T/e"
answers folder_is_missing 1 "does its folder exist?" "$post" export "$T/r" --out "$T/none/e"
mkdir "$T/empty"
answers no_gnuplot 1 "gnuplot was not found, so there is no picture" \
    env PATH="$T/empty" "$(realpath "$post")" history "$T/r" --plot "$T/h.png"
exit $status
