# Mistakes of an engineer's day, with half models, engines, polars, sweeps, overlays and the report: each ends with its
# status and with a sentence that docs/troubleshooting.md explains.
. tests/lib.sh
page=docs/troubleshooting.md
sweep=$BUILD/ufv-sweep
"$box" --cells hex --n 4 4 4 --out "$T/box.cgns" >/dev/null && "$prep" "$T/box.cgns" --out "$T/packs" --quiet || exit 1
flow_case "$T/flow.cfg"
run() { "$solve" "$T/flow.cfg" --packs "$T/packs" --out "$T/r" --device cpu --threads 1 --steps 5 "$@"; }
run --quiet || exit 1
"$sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/polar" --alpha "0 2" --steps 5 --quiet --no-plots || exit 1
points() { "$sweep" "$T/flow.cfg" --packs "$T/packs" --out "$T/new" --no-plots --quiet "$@"; }
overlay() { "$post" overlay "$T/polar/points/a0" "$T/r" --out "$T/o.html" "$@"; }

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
answers misspelt_flow 1 "kind pressure-outlet takes no 'massflow'; did you mean mass_flow?" \
    run --set "patches.xmax=pressure-outlet massflow=5"

# ---- a case and its mesh ----
odd() { run --out "$T/x" --steps 1 "$@"; }
answers glob_of_no_patch 0 "no patch of the mesh matches 'WING*', so that the line has no effect" \
    odd --set "patches.WING*=slip"
answers glob_of_no_patch_in_a_group 0 "no patch of the mesh matches 'FLAP*', so that it has no effect" \
    odd --set "groups.wing=y* FLAP*"
answers no_wall 0 "no patch is a wall, so that there are no forces" odd --set "patches.*=farfield"
answers no_wall_in_viscous_flow 0 "no patch is a wall, so that there are no forces and no boundary layer" \
    odd --set "patches.*=farfield" --set model.equations=laminar --set flow.reynolds=1e6
answers outlets_all_around 0 "all boundaries that fluid passes are outlets, so that nothing keeps up the free stream" \
    odd --set "patches.x*=pressure-outlet" --set patches.zmax=pressure-outlet
for pressure in 1.013=bar 101.3=kPa 1013=hPa; do
    answers "pressure_in_${pressure#*=}" 0 "is in pascals; should it be ${pressure#*=}" \
        odd --set flow.gas_constant=287.05 --set "flow.pressure=${pressure%=*}"
done
answers mesh_in_millimetres 0 "is the mesh in other units, run ufv-prep --scale 0.001" odd --set reference.length=0.001
answers area_in_square_millimetres 0 "times the largest projected area of the walls" odd --set reference.area=1e6
# None of these notes where nothing is odd.
no_note() {
    run --out "$T/x" 2>"$T/err" >/dev/null && ! grep -e matches -e 'no patch' -e outlets -e pascals -e times "$T/err"
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

# ---- starting ----
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
exit $status
