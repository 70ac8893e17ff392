# Mistakes of an engineer's day, with half models, engines, polars, sweeps, overlays and the report: each ends with its
# status and with a sentence that says what to do, or that docs/troubleshooting.md explains.
# Features: low_mach
. tests/lib.sh
page=docs/troubleshooting.md
sweep=$BUILD/ufv-sweep
"$box" --cells hex --n 4 4 4 --out "$T/box.cgns" >/dev/null && "$prep" "$T/box.cgns" --out "$T/packs" --quiet || exit 1
flow_case "$T/flow.cfg"
# shellcheck disable=SC2046 # words
run() {
    "$solve" "$T/flow.cfg" $(defaults "--packs $T/packs --out $T/r --device cpu --threads 1 --steps 5" "$@") "$@"
}
run --quiet || exit 1
"$sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/polar" --alpha "0 2" --steps 5 --quiet --no-plots ; [ $? -eq 5 ] || exit 1
points() { "$sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/new" --no-plots --quiet "$@"; }
# shellcheck disable=SC2046 # words
overlay() { "$post" overlay "$T/polar/points/a0" "$T/r" $(defaults "--out $T/o.html" "$@") "$@"; }

# ---- a sweep in the place of a run ----
for command in forces span extremes "report --out $T/o.html"; do
    # shellcheck disable=SC2086
    answers "sweep_for_${command%% *}" 1 "holds a sweep, not the results of one run; name a point of it" \
        "$post" ${command%% *} "$T/polar" $(echo "$command" | cut -s -d ' ' -f 2-)
done
answers sweep_for_history 1 "holds a sweep, not the results of one run" "$post" history "$T/polar"
answers sweep_for_overlay 1 "holds a sweep, not the results of one run" "$post" overlay "$T/polar" "$T/r" --out "$T/o.html"
answers sweep_for_compare 1 "holds a sweep, not the results of one run" "$post" compare "$T/r" "$T/polar"
answers sweep_for_restart 1 "holds a sweep, not the results of one run" run --restart "$T/polar" --out "$T/x"

# ---- sweeps ----
answers reynolds_of_euler 2 "--reynolds changes nothing, since the case has [model] equations = euler" \
    points --reynolds "1e6 2e6"
answers option_for_a_file 2 "--array needs a value: FILE, not the option --no-plots" points --alpha 0:2:1 --array --no-plots
answers word_for_alpha 2 "unknown option; did you mean --alpha?" points --aoa 0:2:1
answers sweep_not_there 1 "there is no such case file, nor a sweep of that name" "$sweep" "$T/nowhere" --more
answers packs_without_option 2 "packs are named by --packs" "$sweep" "$T/flow.cfg" "$T/packs" --out "$T/new" --alpha 0:2:1
answers another_setting 2 "is already settled for the sweep in" "$sweep" "$T/polar" --alpha 4 --set flow.mach=0.5
check no_file_of_an_option test ! -e ./--no-plots

# ---- engines ----
answers cold_inflow 0 "it is in kelvin, not in degrees Celsius" \
    run --set "patches.xmin=total-inflow total_pressure=200000 total_temperature=27" --steps 1 --out "$T/x"
answers weak_inflow 0 "is below the free stream's pressure of" \
    run --set "patches.xmin=total-inflow total_pressure=60000" --steps 1 --out "$T/x"
viscous="--set model.equations=laminar --set flow.reynolds=1e5"
# shellcheck disable=SC2086
answers cold_wall 0 "ymin: temperature 20 K is less than half of the free stream's temperature of" \
    run $viscous --set "patches.ymin=wall temperature=20" --steps 1 --out "$T/x"
answers outlet_in_kilopascals 0 "xmax: pressure 90 Pa is 0.000888 times the free stream's pressure of" \
    run --set "patches.xmax=pressure-outlet pressure=90" --steps 1 --out "$T/x"
# A reservoir's total values are not taken for static ones, and sound values are not talked about.
totals() {
    run --set "patches.xmin=total-inflow total_pressure=200000 total_temperature=300" --set "patches.xmax=pressure-outlet\
 pressure=60000" --steps 1 --out "$T/x" 2>"$T/err" >/dev/null && ! grep -e 'free stream.s pressure' -e kelvin "$T/err"
}
check nothing_said_of_sound_boundaries totals
answers misspelt_flow 1 "kind pressure-outlet takes no 'massflow'; did you mean mass_flow?" \
    run --set "patches.xmax=pressure-outlet massflow=5"

# ---- a plane mesh: that all cells touch its sides says nothing of where the residual is largest ----
"$box" --cells hex --n 6 6 1 --out "$T/plane.cgns" >/dev/null && "$prep" "$T/plane.cgns" --out "$T/plane" --quiet || exit 1
"$solve" "$T/flow.cfg" --packs "$T/plane" --out "$T/x" --device cpu --threads 1 --steps 2 --set stop.residual_drop=12 \
    >/dev/null 2>"$T/err"
check a_place_is_named grep -q 'the residual is largest in cell [0-9]* at (' "$T/err"
check sides_of_a_plane_mesh_are_no_place sh -c '! grep -q "on patch z" "$1"' sh "$T/err"

# ---- fluxes ----
flux() { "$post" flux "$T/r" "$@"; }
answers flux_through_nothing 1 "say through what: --plane x=1.2, or --point X,Y,Z --normal X,Y,Z, or --patch NAME" flux
answers flux_beside_the_mesh 1 "cuts no cell; choose one within the mesh" flux --plane x=12
answers flux_of_a_part_elsewhere 1 "nothing of the plane x=0.5 is within --circle" flux --plane x=0.5 --circle 0,5,0,0.1
answers flux_through_a_wall 1 "the run has recorded no flow through it" flux --patch ymin
answers flux_without_normal 1 "a plane in any direction needs both --point X,Y,Z and --normal X,Y,Z" flux --point 0.5,0,0
answers flux_of_a_circle_without_radius 1 "its centre and a positive radius" flux --plane x=0.5 --circle 0,0.5,0.5
answers flux_of_a_circle_far_away 1 "its centre lies beyond 1e9 m" flux --plane x=0.5 --circle 0,2e9,0,2e9
answers flux_of_a_box_of_two 1 "write X0:X1,Y0:Y1,Z0:Z1 in metres, ascending" flux --plane x=0.5 --box 0:1,0:1
answers flux_of_a_part_of_a_patch 1 "a part can be taken of planes, not of patches" flux --patch xmin --box 0:1,0:1,0:1
answers flux_to_text 1 "what is written is a table; end the name in .csv" flux --plane x=0.5 --out "$T/f.txt"
answers flux_of_eta 1 "write AXIS=VALUE in metres, such as y=0.5" flux --plane eta=0.5

# ---- measured points in the form of other programs ----
cp_beside() { "$post" cp "$T/r" --patch ymin --section z=0.4 --reference "$T/$1"; }
printf '0.0 1.0\n0.1 -0.9\n' >"$T/blanks.dat"
printf 'x_over_c;cp\n0,0;1,0\n' >"$T/semicolons.csv"
printf 'x/c,cp\n0.0,1.0\n' >"$T/names.csv"
for form in blanks.dat semicolons.csv; do
    answers "reference_with_${form%.*}" 1 "columns are separated by commas (not blanks or semicolons)" cp_beside $form
done
answers reference_with_other_names 1 "there is no column x_over_c in its first line, which has x/c, cp" cp_beside names.csv

# ---- a case and its mesh ----
# shellcheck disable=SC2046 # words
odd() { run $(defaults "--out $T/x --steps 1" "$@") "$@"; }
answers glob_of_no_patch 0 "no patch of the mesh matches 'WING*', so that the line has no effect" \
    odd --set "patches.WING*=slip"
answers setting_of_a_group 1 "a group takes no 'chord'; it takes area, length, span and centre" odd --set "groups.a=ymin chord=2"
answers misspelt_setting_of_a_group 1 "a group takes no 'centr'; did you mean centre?" odd --set "groups.a=ymin centr=0,0,0"
answers centre_of_two_numbers 1 "centre needs 3 numbers" odd --set "groups.a=ymin centre=0,0"
answers group_of_an_area_alone 1 "no patch of the mesh is in this group; name patches" odd --set "groups.a=area=3"
answers glob_of_no_patch_in_a_group 0 "no patch of the mesh matches 'FLAP*', so that it has no effect" \
    odd --set "groups.wing=y* FLAP*"
answers no_wall 0 "no patch is a wall, so that there are no forces" odd --set "patches.*=farfield"
answers no_wall_in_viscous_flow 0 "no patch is a wall, so that there are no forces and no boundary layer" \
    odd --set "patches.*=farfield" --set model.equations=laminar --set flow.reynolds=1e6
answers outlets_all_around 0 "all boundaries that fluid passes are outlets, so that nothing maintains the free stream" \
    odd --set "patches.x*=pressure-outlet" --set patches.zmax=pressure-outlet
for pressure in 1.013=bar 14.7=psi 101.3=kPa 1013=hPa; do
    answers "pressure_in_${pressure#*=}" 0 "is in pascals; if ${pressure#*=}" \
        odd --set flow.gas_constant=287.05 --set "flow.pressure=${pressure%=*}"
done
answers mesh_in_millimetres 0 "if the mesh is in other units, run ufv-prep --scale 0.001" odd --set reference.length=0.001
answers area_in_square_millimetres 0 "times the largest projected area of the walls" odd --set reference.area=1e6
answers viscous_mesh_in_millimetres 0 "or, if the mesh is in millimetres, run ufv-prep --scale 0.001" \
    odd --set model.equations=laminar --set flow.reynolds=1e5 --set flow.reynolds_length=0.001 \
    --set model.slip_only=yes
# A block whose walls, a cube of 1 m, are 1 m^2 large seen from each side needs no area; one of 8 m^3 does.
"$prep" "$T/box.cgns" --out "$T/large" --quiet --scale 2 || exit 1
answers no_area 0 "[reference] area is not given, so that coefficients are formed with 1 m^2" \
    "$solve" "$T/flow.cfg" --packs "$T/large" --out "$T/x" --device cpu --threads 1 --steps 1
"$solve" "$T/flow.cfg" --packs "$T/large" --out "$T/x" --device cpu --threads 1 --steps 1 --set reference.area=4 \
    >/dev/null 2>"$T/err"
check nothing_said_of_an_area_that_is_given sh -c '! grep -q "area is not given" "$1"' sh "$T/err"
"$BUILD/tools/ring_mesh" --joined --radii 0.5 1 3 --out "$T/ring.cgns" >/dev/null &&
    "$prep" "$T/ring.cgns" --out "$T/ring" --quiet 2>/dev/null || exit 1
printf '[flow]\nmach = 0.3\n' >"$T/ring.cfg"
ring() { "$solve" "$T/ring.cfg" --packs "$T/ring" --out "$T/x" --device cpu --threads 1 --steps 1 "$@"; }
answers swapped_patches 0 "if the two kinds are swapped, exchange them in [patches]" \
    ring --set patches.HUB=farfield --set patches.RIM=wall
said_nothing() { ring "$@" 2>"$T/err" >/dev/null && ! grep swapped "$T/err"; }
check nothing_said_of_sound_patches said_nothing --set patches.HUB=wall --set patches.RIM=farfield
answers end_before_a_step 0 "is shorter than a step, dt = 0.001 s, so that the run has one step, of that length" \
    odd --set time.scheme=dual-time --set time.dt=1e-3 --set time.end_time=1e-4
duct="--set time.scheme=implicit --set numerics.low_mach=yes --set flow.mach=0.1 --set patches.xmin=farfield"
# shellcheck disable=SC2086
answers duct_with_a_far_field 0 "with [numerics] low_mach the flow through the far field" \
    odd $duct --set "patches.xmax=pressure-outlet pressure=100000"
# None of these notes where nothing is odd.
no_note() {
    run --out "$T/x" 2>"$T/err" >/dev/null &&
        ! grep -e matches -e 'no patch' -e outlets -e pascals -e times -e swapped "$T/err"
}
check nothing_said_of_a_sound_case no_note
answers no_step 0 "no step was asked for, so that convergence is not judged" run --out "$T/x" --steps 0

# ---- words and numbers of others ----
answers decimal_comma 1 "the decimal sign is a point, as in 0.84" odd --set flow.mach=0,84
answers semicolons_in_a_vector 1 "3 numbers are needed here, with spaces or commas between" \
    odd --set "reference.centre=0.25;0;0"
answers inlet 1 "did you mean total-inflow, mass-inflow or supersonic-inflow" odd --set patches.xmin=inlet
answers no_slip 1 "not a boundary kind; did you mean wall" odd --set patches.ymin=no-slip
answers device_gpu 1 "write cuda (CUDA_VISIBLE_DEVICES chooses among several GPUs)" odd --device gpu
answers results_before_command 2 "the command comes first; write ufv-post forces" "$post" "$T/r" forces

# What other programs call it: sections, keys, values. Nothing of it is accepted, and what is meant is said.
answers section_elsewhere 1 "unknown section 'freestream', did you mean 'flow'; sections are flow, model, initial," \
    odd --set freestream.mach=0.5
if [ "$left_out" ]; then skip all_sections "ufv-solve is built without features"
else check all_sections grep -q ' output, body_force, target, statistics, patches, groups, actuators, synthetic_turbulence, probes, series; ufv-solve --case-reference' "$T/err"; fi
answers velocity 1 "write [flow] mach, the velocity over the speed of sound" odd --set flow.velocity=200
answers velocity_at_the_start 1 "a run begins with the free stream of [flow], or with the results that --restart names" \
    odd --set initial.velocity=200
answers density_at_the_start 1 "a run begins with the free stream of [flow]" odd --set initial.rho=1
answers frequency_of_means 1 "write [statistics] start, in seconds; from then on every step is averaged" \
    odd --set statistics.frequency=10
answers velocity_of_a_disk 1 "does not begin with disk or line; a line of [actuators] is NAME = disk centre=X,Y,Z" \
    odd --set actuators.velocity=200
answers probe_without_shape 1 "a line of [probes] is NAME = points at=X,Y,Z ..., for example" odd --set probes.one=1,2,3
answers series_without_shape 1 "a line of [series] is NAME = surface every=100, for example" odd --set series.movie=100
answers angle_of_attack 1 "unknown key 'AoA'; write [flow] alpha, in degrees" odd --set flow.AoA=3
answers mach_number 1 "unknown key 'MACH_NUMBER'; write [flow] mach" odd --set flow.MACH_NUMBER=0.8
answers markers 1 "write a line NAME = KIND in [patches] for each, such as WING = wall" odd --set flow.MARKER_EULER=w
answers turbulence_model 1 "write [model] equations = euler, laminar, sa or sst" odd --set numerics.turbulence_model=sa
answers residual_of_1e_8 1 "write [stop] residual_drop, the decades by which the residual is to drop" \
    odd --set stop.residual=1e-8
answers key_in_another_section 1 "unknown key 'flux'; [numerics] has a key of that name" odd --set model.flux=roe
answers capitals 1 "; did you mean sa" odd --set model.equations=SA
answers rans 1 "; write sa or sst" odd --set model.equations=rans
for word in navier-stokes NS; do
    answers "equations_$word" 1 "; write laminar, or sa or sst for turbulent flow" \
        odd --set model.equations=$word
done
answers explicit_scheme 1 "; write rk" odd --set time.scheme=RK4
answers unsteady_scheme 1 "write dual-time, and the method by the key method" odd --set time.scheme=bdf2
answers automatic_cfl 1 "leave the line out: the implicit scheme finds its CFL number itself" odd --set time.cfl=auto
answers unit_behind_a_number 1 "a number is needed here; 'K' behind it is not understood" odd --set "flow.temperature=288 K"
answers alpha_in_a_patch 1 "kind farfield takes no 'alpha': [flow] alpha is that of all patches" \
    odd --set "patches.xmin=farfield alpha=3"
answers alpha_round 0 "alpha = 300 is in degrees and means the same wind as alpha = -60" odd --set flow.alpha=300
answers alpha_from_behind 0 "beyond 90 the wind blows against the x axis" odd --set flow.alpha=120
check alpha_of_90_is_sound sh -c '! "$@" 2>&1 | grep "in degrees"' sh "$solve" "$T/flow.cfg" --packs "$T/packs" \
    --out "$T/x" --device cpu --threads 1 --steps 1 --set flow.alpha=90
answers viscous_wall 1 "not a boundary kind; did you mean wall" odd --set patches.ymin=viscous_wall
answers wall_of_cgns 1 "not a boundary kind; did you mean slip" odd --set patches.ymin=BCWallInviscid
answers periodic_kind 1 "periodic patches are joined by ufv-prep --config, in its section [periodic]" \
    odd --set patches.ymin=periodic

# ---- starting ----
answers packs_as_argument 2 "packs: one argument too many; the folder of packs is named by --out" \
    "$prep" "$T/box.cgns" packs
answers packs_and_case 2 "one argument too many; the folder of packs is named by --packs, that of results by --out" \
    "$solve" "$T/packs" "$T/flow.cfg"
answers case_for_a_mesh 1 "is a file of settings, such as a case file; ufv-prep needs a mesh" \
    "$prep" "$T/flow.cfg" --out "$T/new"
printf '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n' >"$T/wing.msh"
answers gmsh_mesh_without_nodes 1 "has no section \$Nodes, so it is no mesh of a volume or a plane; mesh it first" \
    "$prep" "$T/wing.msh" --out "$T/new"
printf '(0 "GAMBIT to Fluent File")\n' >"$T/fluent.msh"
answers fluent_mesh 1 "is a Fluent mesh (.msh, .cas); export the mesh in one of the formats that are read" "$prep" "$T/fluent.msh" --out "$T/new"
printf 'solid wing\nfacet normal 0 0 1\n' >"$T/wing.stl"
answers surface_for_a_mesh 1 "is a surface (STL)" "$prep" "$T/wing.stl" --out "$T/new"
answers ranks_as_option 2 "mpirun -np N starts N ranks, before the name of the program" run -np 2
answers gpu_as_option 2 "unknown option; write --device cuda" run --gpu
answers iterations_as_option 2 "unknown option; write --steps N" run --iterations 5
answers short_out 2 "unknown option; write --out PACKS" "$prep" "$T/box.cgns" -o "$T/new"
answers key_as_option 2 "keys of the case file are set by --set SECTION.KEY=VALUE, such as --set flow.alpha=2" run --alpha 2
answers mesh_for_a_case 1 "is an HDF5 file, such as a mesh or a pack, not a case file" \
    "$solve" "$T/packs/rank-00000.h5" --packs "$T/packs" --out "$T/x" --device cpu

# ---- looking ----
answers no_command 2 "ufv-post: a command is missing; give one of" "$post"
answers picture_as_gif 1 "pictures are PNG or SVG; give it a name that ends in .png or .svg" \
    "$post" history "$T/r" --plot "$T/h.gif"
check no_picture_of_another_kind test ! -e "$T/h.gif"
answers no_area 1 "give a positive number of m^2, or leave the option out" "$post" forces "$T/r" --area 0
answers eta_in_per_cent 1 "eta is a fraction of the span, from 0 to 1; write eta=0.65 for 65 %" \
    overlay --patch zmin --section eta=65
answers page_as_picture 1 "what is written is an HTML page; give it a name that ends in .html" \
    "$post" report "$T/r" --out "$T/report.pdf"
answers overlay_as_picture 1 "what is written is an HTML page" \
    "$post" overlay "$T/polar/points/a0" "$T/r" --out "$T/overlay.png"
answers overlay_of_fields 1 "is a fields folder; an overlay shows whole runs" \
    "$post" overlay "$T/r" "$T/r/$(cat "$T/r/latest")" --out "$T/o.html"
answers quantity_in_capitals 1 "not cp, cf, y_plus or heat_flux; did you mean cf?" \
    "$post" cp "$T/r" --patch zmin --section y=0.4 --quantity Cf
# A load along the span is no section's coefficient: the columns carry the chord.
span_header() { "$post" span "$T/r" --patch zmin 2>"$T/err" | grep -E ' cl c/l +cd c/l .* cm c2/l2$'; }
check span_says_that_chords_are_in_it span_header

# ---- numbers, blanks and names on the command line ----
answers steps_with_exponent 2 "--steps: a whole number must follow, not '1e3'; write 1000" odd --steps 1e3
answers steps_in_letters 2 "a whole number must follow, not 'four'" odd --steps four
answers ranks_with_exponent 2 "--ranks: a whole number must follow, not '1e1'; write 10" \
    "$prep" "$T/box.cgns" --out "$T/new" --ranks 1e1
answers blank_for_an_equals_sign 2 "write --set flow.mach=0.5, without a blank around =" odd --set flow.mach 0.5
answers resume 2 "unknown option; write --restart RESULTS, the folder of the earlier run" odd --resume "$T/r"
answers mach_as_an_option 2 "keys of the case file are set by --set SECTION.KEY=VALUE" odd --mach 0.5
check no_far_fetched_option sh -c "! grep -q 'did you mean' '$T/err'"
answers a_pack_for_a_mesh 1 "is a file of packs or results, not a mesh" "$prep" "$T/packs/rank-00000.h5" --out "$T/new"
fields=$T/r/$(cat "$T/r/latest")
answers fields_for_a_mesh 1 "is a file of packs or results, not a mesh" "$prep" "$fields/rank-00000.h5" --out "$T/new"
answers a_pack_for_packs 1 "is a file, not a folder of packs; give the folder that ufv-prep --out has written" \
    run --packs "$T/packs/rank-00000.h5"
answers a_mesh_for_info 1 "ufv-prep MESH --check reports on a mesh" "$prep" --info "$T/box.cgns"
answers restart_from_fields 1 "is a folder of fields; give the results folder that holds it" run --restart "$fields" \
    --out "$T/x"
answers ending_of_another_format 1 "this ending belongs to --format tecplot, but the format is vtu" \
    "$post" export "$T/r" --out "$T/x.dat"
check no_file_of_another_ending sh -c "! ls '$T'/x.dat* 2>/dev/null | grep ."
answers drop_as_a_ratio 1 "must be positive, from 0.001 to 300 decades; 8 decades are a drop by 1e-8" odd --set stop.residual_drop=1e-8
answers number_behind_a_kind 1 "'1e5' is not key=value; settings such as pressure=101325 follow the kind" \
    odd --set "patches.xmax=pressure-outlet 1e5"
echo "mach = 0.7" >"$T/bare.cfg"
answers key_without_section 1 "stands before the first [section]; write the name of its section above it" \
    "$solve" "$T/bare.cfg" --packs "$T/packs" --out "$T/x"
printf '[flow]\nmach = 0.7;\n' >"$T/semicolon.cfg"
answers semicolon 1 "a number is needed here; ';' behind it is not understood" \
    "$solve" "$T/semicolon.cfg" --packs "$T/packs" --out "$T/x"

# ---- the root folder, engines by their parts, other units, other meshes ----
root="is the root of all folders, not one for"
answers root_for_packs 1 "$root packs; name another with --out" "$prep" "$T/box.cgns" --out /
answers root_for_packs_by_slashes 1 "$root packs" "$prep" "$T/box.cgns" --out //
answers root_for_results 1 "not one for results" run --out / --steps 1
ln -s / "$T/root"
answers root_behind_a_link 1 "$root packs" "$prep" "$T/box.cgns" --out "$T/root"
leaves="what leaves the flow is pressure-outlet mass_flow=120, in kg/s (a fan face, a bleed)"
for word in fan bleed mass_flow_outlet intake; do
    answers "outlet_called_$word" 1 "not a boundary kind; $leaves" odd --set "patches.xmax=$word mass_flow=100"
done
answers inflow_called_exhaust 1 "not a boundary kind; what enters the flow is total-inflow total_pressure=60e3" \
    odd --set patches.xmin=exhaust
answers mass_flow_of_an_inflow 1 "kind mass-inflow takes no 'mass_flow'; write mass_flux" \
    odd --set "patches.xmin=mass-inflow mass_flow=10"
answers pressure_of_a_reservoir 1 "write total_pressure, which is that of the gas at rest" \
    odd --set "patches.xmin=total-inflow pressure=2e5"
answers group_called_total 1 "total is the row of all walls together; give the group another name" \
    odd --set groups.total=ymin
answers mach_in_per_cent 0 "[flow] mach = 70 is far beyond any flight; the Mach number is the velocity over the speed of sound, neither m/s nor per cent" \
    odd --set flow.mach=70
answers reynolds_in_millions 0 "[flow] reynolds = 18 is too small for a turbulent flow; if millions are meant, write 18e6" \
    odd --set flow.reynolds=18 --set model.equations=sa --set patches.ymin=wall
laminar_creeps() { odd --set flow.reynolds=18 --set model.equations=laminar --set patches.ymin=wall 2>&1 | grep -c millions; }
check creeping_flow_is_sound test "$(laminar_creeps)" = 0
answers patch_in_capitals 1 ", did you mean 'xmin'?" odd --set patches.XMIN=slip
answers patch_of_a_group_in_capitals 1 ", did you mean 'xmin'?" odd --set groups.a=XMIN
printf '[flow]\nmach 0.7\n' >"$T/blank.cfg"
answers line_without_equals 1 "'mach 0.7' is neither [section] nor key = value; write = between a key and its value" \
    "$solve" "$T/blank.cfg" --packs "$T/packs" --out "$T/x"
answers disk_by_its_diameter 1 "a disk takes no 'diameter'; write radius, half of it" \
    odd --set "actuators.p=disk centre=0,0,0 diameter=1"
answers disk_in_american 1 "a disk takes no 'center'; did you mean centre?" odd --set "actuators.p=disk center=0,0,0"
"$prep" "$T/box.cgns" --scale 1000 --out "$T/large" --quiet
large() { "$solve" "$T/flow.cfg" --packs "$T/large" --out "$T/x" --device cpu --threads 1 --steps 1 --restart "$T/r"; }
answers restart_at_another_scale 0 "of another mesh with as many cells, by cell id; if its cells lie elsewhere, start without" \
    large
"$prep" "$T/box.cgns" --order hilbert --out "$T/ordered" --quiet
ordered() { "$solve" "$T/flow.cfg" --packs "$T/ordered" --out "$T/x" --device cpu --threads 1 --steps 1 --restart "$T/r" 2>&1; }
check restart_on_the_same_mesh sh -c 'echo "$1" | grep -q "of another partition" && ! echo "$1" | grep -q "another mesh"' \
    sh "$(ordered)"
answers picture_of_patches_as_png 2 "--picture writes an HTML page: give it a name that ends in .html" \
    "$prep" "$T/box.cgns" --check --picture "$T/p.png"
check no_page_called_png test ! -e "$T/p.png"
answers command_that_is_none 2 "plot: unknown command; give one of" "$post" plot "$T/r"
check all_commands_are_named grep -q ' forces, .* overlay, .* report, such as ufv-post report RESULTS' "$T/err"
answers report_of_two_runs 2 "one argument too many; use ufv-post overlay to put several runs on one page" \
    "$post" report "$T/r" "$T/polar/points/a0" --out "$T/o.html"
answers section_without_patch 1 "name the surface of the section with --patch NAME" \
    "$post" report "$T/r" --section y=0.4 --out "$T/o.html"
answers sweep_for_watch 1 "holds a sweep, not the results of one run" patiently "$post" watch "$T/polar"

# ---- sweeps that go wrong ----
another() { "$sweep" "$T/flow.cfg" --packs "$T/packs" --no-plots --quiet --out "$@" >"$T/out" 2>"$T/err"; }
answers angles_beyond_all_sense 2 "--alpha: 400 is not from -90 to 90 degrees" points --alpha 0:400:100
answers packs_of_a_sweep_not_there 1 "manifest.ini cannot be read; give --packs a folder that ufv-prep has written" \
    "$sweep" "$T/flow.cfg" --packs "$T/nowhere" --out "$T/begun" --alpha 0:2:1 --no-plots
check no_sweep_is_begun test ! -e "$T/begun"
another "$T/failing" --mach "0.5 60" --steps 40 --set time.cfl=2
check failed_point_has_status_4 test $? -eq 4
check failed_point_may_be_repeated grep -q 'm60 failed: .*; --retry repeats it with the same settings, other settings' "$T/err"
check failed_point_is_where_it_is_said_to_be sh -c \
    'there=$(sed -n "s/^ufv-sweep: m60 failed: .* \([^ ]*diverged\) holds the state.*/\1/p" "$1"); test -d "$there"' sh "$T/err"
# a start from another mesh: its evaluations are none of the point's
"$box" --cells hex --n 3 3 3 --out "$T/coarse.cgns" >/dev/null && "$prep" "$T/coarse.cgns" --out "$T/coarse" --quiet
"$solve" "$T/flow.cfg" --packs "$T/coarse" --out "$T/first" --device cpu --threads 1 --quiet \
    --steps 9 --set time.scheme=implicit 2>/dev/null
another "$T/started" --alpha "0 2" --start "$T/first" --steps 3 --set time.scheme=implicit
check evaluations_of_a_start_elsewhere awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) c[$k] = k; next }
    { n++; bad += $c["steps"] != 3 || $c["evaluations"] != 3 } END { exit !(n == 2 && !bad) }' "$T/started/table.csv"
# lift without camber or angle is rounding, which has no sign worth a minus
another "$T/flat" --alpha "0 2" --steps 3
"$sweep" "$T/flat" --table >"$T/out" 2>"$T/err"
check no_minus_before_zero sh -c 'grep -q "^a0 .* 0.00000" "$1" && ! grep -q -e "-0\.0* " "$1"' sh "$T/out"

# ---- drag in counts, of what has drag ----
run --set "groups.engine=xmin xmax" --set "groups.skin=y* z*" --out "$T/x" --quiet && "$post" forces "$T/x" >"$T/out"
check groups_without_walls_have_no_drag sh -c \
    'sed -n "/^by group/,/^inflows/p" "$1" | grep -q ^skin && ! sed -n "/^by group/,/^inflows/p" "$1" | grep -q ^engine' sh "$T/out"
"$post" forces "$T/r" >"$T/out"
check drag_in_counts awk '$1 == "total" { cl = $2; cd = $3 } $1 == "drag:" { n = $2; p = $5; f = $7; r = $NF }
    END { d = n - 1e4 * cd; e = n - p - f; q = r / (cl / cd) - 1   # counts have two digits, cl and cd six
          exit !(d * d < 1e-4 && e * e < 1e-4 && q * q < 1e-6 && n != 0) }' "$T/out"
check no_drag_of_open_patches sh -c '! "$1" forces "$2" --patch xmax | grep -q ^drag:' sh "$post" "$T/r"

# ---- a value that a later one overrides is a value: these are sentences of the page without the place ----
page=$T/err
printf '[flow]\nmach = 0.7\n[time]\nsteps = abc\n' >"$T/steps.cfg"
printf '[flow]\nmach = 0.7\n[numerics]\norder = 3\n' >"$T/order.cfg"
of_file() { # of_file FILE ARGUMENTS...
    cfg=$1; shift
    "$solve" "$T/$cfg" --packs "$T/packs" --out "$T/x" --device cpu --threads 1 "$@"
}
answers steps_of_the_file_under_an_option 1 "steps.cfg:4: [time] steps = abc: a whole number is needed here" \
    of_file steps.cfg --steps 1
answers steps_of_the_file_under_until 1 "steps.cfg:4: [time] steps = abc" of_file steps.cfg --until 1
answers order_of_the_file_under_set 1 "order.cfg:4: [numerics] order = 3: must be positive, from 1 to 2" \
    of_file order.cfg --steps 1 --set numerics.order=2
answers steps_under_an_option 1 "--set time.steps = abc: a whole number is needed here" odd --set time.steps=abc
answers negative_steps_under_an_option 1 "--set time.steps = -4: must be from 0 to" odd --set time.steps=-4
# overrides KEY WRONG RIGHT SENTENCE: refused although the right one stands behind it, and the right one alone is taken
overrides() {
    answers "$1_overridden" 1 "$4" odd --set "$1=$2" --set "$1=$3"
    answers "$1_right" 0 "" odd --set "$1=$3"
}
overrides flow.mach 0,84 0.5 "the decimal sign is a point, as in 0.84"
overrides flow.alpha 1e9 2 "must be from -360 to 360 degrees"
overrides numerics.flux ROE roe "did you mean roe"
overrides time.local maybe yes "write yes or no"
overrides reference.centre 0,0 0,0,0 "3 numbers are needed here"
overrides patches.xmin inlet farfield "did you mean total-inflow, mass-inflow or supersonic-inflow"
overrides groups.tail xmim "xmin zmin" "the mesh has no patch 'xmim', nor is there such a group, did you mean 'xmin'?"
overrides probes.one 1,2,3 "points at=0.5,0.5,0.5" "begins with none of points, line, plane"
overrides probes.one "points at=0.5,0.5" "points at=0.5,0.5,0.5" "at needs 3 numbers"
check overridden_records_are_forgotten sh -c 'test "$(ls "$1")" = one.h5' sh "$T/x/probes"
overrides series.one "surface evry=3" "surface every=100" "surface takes no 'evry'"
overrides actuators.one "disk centre=0.5,0.5,0.5" "disk centre=0.5,0.5,0.5 axis=1,0,0 radius=0.5 thickness=0.5 thrust=1" \
    "needs"
# what an overridden line says of keys that are overridden too is no slip: the variable of a model, the step
answers lines_of_another_model 0 "" odd --set "series.one=volume every=1 variables=nu_tilde" \
    --set "series.one=volume every=1 variables=pressure"
answers lines_of_another_step 0 "" odd --set time.local=no --set time.scheme=rk --set time.dt=1e-5 \
    --set "probes.one=points at=0.5,0.5,0.5 interval=1.5e-5" --set "probes.one=points at=0.5,0.5,0.5"
answers groups_that_change_places 0 "" odd --set "groups.a=b" --set "groups.b=ymin" --set "groups.b=a" --set "groups.a=ymin"

# ---- folders, names and quotes ----
page=docs/troubleshooting.md
answers results_for_packs 1 "holds results of ufv-solve, not packs; their run.json names the packs" run --packs "$T/r" --out "$T/x"
answers results_for_info 1 "holds results of ufv-solve, not packs" "$prep" --info "$T/r"
answers commas_for_blanks 1 "holds several assignments; write a --set for each" odd --set flow.mach=0.5,flow.alpha=2
answers commas_behind_a_word 1 "holds several assignments; write a --set for each" \
    odd --set numerics.flux=roe,time.steps=5
answers key_alone 1 "--set mach=0.5: the section is missing; write --set flow.mach=0.5" odd --set mach=0.5
answers key_of_two_sections 1 "write --set section.key=value" odd --set tolerance=1e-5
answers vector_without_quotes 2 "one argument too many; the folder of packs is named by --packs, that of results by --out; a value with blanks needs quotes" \
    odd --set reference.centre=0 0 0
answers list_without_quotes 2 "packs are named by --packs, and a list with blanks needs quotes" \
    points --alpha 0 2
answers home_in_quotes 2 "the shell has left ~ as it is; write \$HOME, or leave the quotes or the = out" run --packs '~/packs'
answers home_behind_an_equals_sign 2 "the shell has left ~ as it is" run --out='~/results'
answers home_of_a_mesh 2 "the shell has left ~ as it is" "$prep" '~/wing.cgns' --out "$T/new"
check no_folder_called_tilde test ! -e '~'
# what is written replaces neither a case file nor a mesh
cp "$T/flow.cfg" "$T/mine.cfg" && cp "$T/box.cgns" "$T/mine.cgns"
for words in "forces $T/r --json $T/mine.cfg" "cp $T/r --patch zmin --section y=0.4 --out $T/mine.cfg" \
    "span $T/r --out $T/mine.cgns" "extremes $T/r --json $T/mine.cgns"; do
    # shellcheck disable=SC2086
    answers "${words%% *}_over_an_input" 1 "is there already and has the name of a mesh or a case file, so that it is not replaced" \
        "$post" $words
done
check inputs_are_as_they_were sh -c 'cmp "$1/flow.cfg" "$1/mine.cfg" && cmp "$1/box.cgns" "$1/mine.cgns"' sh "$T"

# ---- blanks in names, folders seen from elsewhere, results that were moved ----
mkdir "$T/my work" && cp "$T/box.cgns" "$T/my work/my box.cgns" && cp "$T/flow.cfg" "$T/my work/my case.cfg"
programs=$(realpath "$BUILD")
blanks() {
    (cd "$T/my work" && "$programs/ufv-prep" --quiet "my box.cgns" --out "my packs" &&
        "$programs/ufv-solve" "my case.cfg" --packs "my packs" --out "my results" --device cpu --threads 1 --quiet \
            --steps 2 && mkdir away && cp "my case.cfg" away && cd away &&
        "$programs/ufv-solve" "my case.cfg" --packs "../my packs" --out "more results" --device cpu --threads 1 --quiet \
            --restart "../my results" --steps 2 && mv "more results" ../moved && cd / &&
        "$programs/ufv-post" forces "$T/my work/moved" &&
        "$programs/ufv-post" export "$T/my work/moved" --format vtu --out "$T/my work/my view" &&
        test -s "$T/my work/my view.pvtu")
}
check blanks_in_names blanks

# ---- disks that are full or may not be written ----
if [ "$(id -u)" -eq 0 ] && mkdir "$T/small" "$T/fixed" && mount -t tmpfs -o size=16k tmpfs "$T/small" 2>/dev/null &&
    mount -t tmpfs -o ro tmpfs "$T/fixed" 2>/dev/null; then
    trap 'umount "$T/small" "$T/fixed"; rm -rf "$T"' EXIT
    box9() { "$box" --cells hex --n 9 9 9 --out "$T/box9.cgns" >/dev/null && "$prep" --quiet "$T/box9.cgns" --out "$T/packs9" &&
        "$solve" "$T/flow.cfg" --packs "$T/packs9" --out "$T/r9" --quiet --steps 1 --device cpu --threads 1; }
    check larger_run box9
    nothing_there() { check "nothing_left_of_$1" sh -c 'test -z "$(ls -A "$1")"' sh "$T/small"; rm -rf "$T/small"/*; }
    answers packs_on_a_full_disk 1 "is the disk full?" "$prep" "$T/box9.cgns" --out "$T/small/p"
    nothing_there packs
    for format in vtu vtkhdf cgns tecplot; do
        answers "${format}_on_a_full_disk" 1 "is the disk full?" "$post" export "$T/r9" --format $format --out "$T/small/x"
        nothing_there $format
    done
    head -c 16k /dev/zero >"$T/small/filled" 2>/dev/null
    for words in "history $T/r9 --plot $T/small/h.png" "report $T/r9 --out $T/small/r.html" \
        "forces $T/r9 --json $T/small/f.json"; do
        # shellcheck disable=SC2086
        answers "${words%% *}_on_a_full_disk" 1 "is the disk full?" "$post" $words
        check "nothing_left_of_${words%% *}" sh -c 'test "$(ls -A "$1")" = filled' sh "$T/small"
    done
    sweep_in() { "$sweep" "$T/flow.cfg" --packs "$T/packs" --no-plots --quiet --alpha 0:2:1 --out "$1"; }
    answers sweep_on_a_full_disk 1 "is the disk full?" sweep_in "$T/small/polar"
    may_not="nothing may be written there: name another folder"
    answers packs_on_a_fixed_disk 1 "$may_not" "$prep" "$T/box.cgns" --out "$T/fixed/p"
    answers results_on_a_fixed_disk 1 "$may_not" run --out "$T/fixed/r"
    answers page_on_a_fixed_disk 1 "$may_not" "$post" report "$T/r" --out "$T/fixed/r.html"
    answers sweep_on_a_fixed_disk 1 "$may_not" sweep_in "$T/fixed/polar"
else
    skip full_disks "no disk could be mounted"
fi
exit $status
