# Viscous and turbulent runs as a user starts them: cases that cannot be are refused
# with one sentence; runs repeat on any number of threads and go on after a restart
# bit for bit; what they report is there.
# Features: motion
. tests/lib.sh
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.5
reynolds = 1e4
[model]
equations = sa
[time]
cfl = 0.8
steps = 60
[numerics]
turbulence_order = 2
[patches]
xmin = farfield
xmax = pressure-outlet
ymin = wall
ymax = farfield
z* = symmetry
[output]
history = 10
CFG
{ "$box" --cells mixed --n 10 6 4 --bc ymin=BCWallViscous --out "$T/m.cgns" &&
    "$prep" --quiet "$T/m.cgns" --ranks 2 --out "$T/p"; } \
    >"$T/log" 2>&1 || { cat "$T/log"; fail viscous_setup "mesh or packs"; exit 1; }

# ---- refusals --------------------------------------------------------------------
refuse() { # refuse NAME PATTERN SETTINGS...: status 1, one sentence, nothing left
    row=refused_$1 pattern=$2; shift 2
    run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$T/r" --device cpu --threads 1 "$@" >"$T/out" 2>"$T/err"
    code=$?
    if lacks_feature "$T/err"; then skip "$row" 'ufv-solve is built without its feature'
    elif [ "$code" -eq 1 ] && [ "$(grep -ac '^ufv-solve: ' "$T/err")" -eq 1 ] && grep -aqE "$pattern" "$T/err" &&
        [ ! -e "$T/r" ]
    then ok "$row"; else sed 's/^/  /' "$T/err" | head; fail "$row" "status $code, or not the sentence /$pattern/"; fi
    rm -rf "$T/r"
}
sed '/^reynolds/d' "$T/case.cfg" >"$T/none.cfg"
cp "$T/case.cfg" "$T/good.cfg"
cp "$T/none.cfg" "$T/case.cfg"
refuse no_viscosity 'reynolds.*viscous equations need it'
refuse zero_viscosity 'viscosity.*must be positive' --set flow.viscosity=0
cp "$T/good.cfg" "$T/case.cfg"
refuse two_viscosities 'viscosity.*leave one out' --set flow.viscosity=1e-5
refuse reynolds_at_rest 'reynolds.*moving free stream' --set flow.mach=0
refuse negative_temperature 'temperature.*must be positive' --set flow.temperature=-10
refuse negative_wall_temperature 'temperature needs a positive number' --set "patches.ymin=wall temperature=-10"
refuse two_wall_temperatures 'leave one out' --set "patches.ymin=wall temperature=300 heat_flux=10"
refuse wall_velocity 'velocity needs three numbers' --set "patches.ymin=wall velocity=1,2"
refuse inflow_direction 'direction needs three numbers with commas between .direction=1,0,0.' \
    --set "patches.xmin=total-inflow direction=1"
refuse inflow_without_direction 'direction needs a vector into the fluid that is not zero' \
    --set "patches.xmin=mass-inflow direction=0,0,0"
refuse outlet_direction 'pressure-outlet takes no .direction.*total-inflow: total_pressure, total_temperature, direction' \
    --set "patches.xmax=pressure-outlet direction=1,0,0"
refuse opening_direction 'opening takes no .direction.*opening: pressure, temperature' \
    --set "patches.xmax=opening direction=1,0,0"
refuse opening_pressure 'pressure needs a positive number' --set "patches.xmax=opening pressure=-1"
refuse opening_temperature 'temperature needs a positive number' --set "patches.xmax=opening temperature=0"
refuse opening_total 'opening takes no .total_temperature' --set "patches.xmax=opening total_temperature=300"
refuse heated_inviscid_wall 'no temperature in inviscid flow' --set model.equations=euler \
    --set "patches.ymin=wall temperature=300"
refuse no_far_field 'nothing fixes a steady state.*farfield' --set "patches.x*=symmetry" --set patches.xmin=symmetry \
    --set patches.xmax=symmetry --set patches.ymax=symmetry
refuse slip_walls_alone 'equations = sa, but all walls are slip walls .ymin, zmin, zmax.* = wall .*slip_only = yes' \
    --set patches.ymin=slip --set 'patches.z*=slip'
refuse negative_pressure 'pressure.*must be positive' --set flow.pressure=-1e5
refuse no_density 'density.*must be positive' --set flow.density=0
refuse isothermal_gas 'gamma.*must be positive, from 1.001 to 10' --set flow.gamma=1
refuse negative_gas_constant 'gas_constant.*must be positive' --set flow.gas_constant=-287
refuse no_prandtl_number 'prandtl.*must be positive' --set flow.prandtl=0
refuse no_turbulent_prandtl_number 'prandtl_turbulent.*must be positive' --set flow.prandtl_turbulent=0
refuse negative_sutherland 'sutherland.*must be from 0 to' --set flow.sutherland=-110
refuse negative_reynolds 'reynolds.*must be positive' --set flow.reynolds=-1e6
refuse no_turbulence_outside 'freestream_nu.*must be positive' --set model.freestream_nu=0
refuse no_eddy_viscosity_outside 'freestream_viscosity_ratio.*must be positive' --set model.equations=sst \
    --set model.freestream_viscosity_ratio=0
refuse negative_outlet_pressure 'pressure needs a positive number' --set "patches.xmax=pressure-outlet pressure=-1"
refuse negative_total_pressure 'total_pressure needs a positive number' \
    --set "patches.xmin=total-inflow total_pressure=-1"
refuse negative_total_temperature 'total_temperature needs a positive number' \
    --set "patches.xmin=total-inflow total_temperature=0"
refuse mass_flux_outwards 'mass_flux needs a positive number' --set "patches.xmin=mass-inflow mass_flux=-3"
refuse temperature_not_a_number 'temperature.*a number is needed' --set flow.temperature=nan
refuse three_of_two 'leave one out' --set flow.temperature=300 --set flow.pressure=1e5 --set flow.density=1
refuse unknown_equations 'not one of euler\|laminar\|sa\|sst' --set model.equations=rans
refuse laminar_qcr 'qcr.*needs .model. equations = sa or sst' --set model.equations=laminar --set model.qcr=2000
refuse euler_rotation 'rotation_correction.*needs .model. equations' --set model.equations=euler \
    --set model.rotation_correction=yes
refuse laminar_compressibility 'compressibility_correction.*needs .model. equations' --set model.equations=laminar \
    --set model.compressibility_correction=yes
refuse laminar_wall_functions 'wall_functions.*needs .model. equations = sa or sst' --set model.equations=laminar \
    --set model.wall_functions=yes
refuse turning_wall_functions 'wall_functions.*does not go with .frame. and .motion.' --set model.equations=sa \
    --set model.wall_functions=yes --set frame.type=rotating --set frame.rpm=10 --set 'frame.axis=1 0 0'
refuse sst_qcr_2013 '2013-v is for .model. equations = sa' --set model.equations=sst --set model.qcr=2013-v
refuse unsteady_rotation 'needs .time. local = yes' --set model.equations=sa --set model.rotation_correction=yes \
    --set time.local=no --set time.dt=1e-6
for key in qcr=2000 rotation_correction=yes compressibility_correction=yes wall_functions=yes; do
    refuse "paper_${key%=*}" 'does not go with .numerics. pipeline = paper' --set model.equations=sa --set model.$key \
        --set numerics.pipeline=paper --set numerics.gradient=node --set numerics.limiter=pressure
done
refuse ramp_without_start 'needs cfl_start' --set time.cfl_ramp=10

# ---- runs ------------------------------------------------------------------------
march() { # march NAME RANKS SETTINGS...
    out=$T/$1 n=$2; shift 2
    run_solve "$n" "$T/case.cfg" --packs "$T/p" --out "$out" --device cpu "$@" || fail "$(basename "$out")" "$*"
}
for model in laminar sa sst; do
    march "$model" 2 --threads 1 --set model.equations=$model
    march "$model-threads" 2 --threads 3 --set model.equations=$model
    march "$model-begin" 2 --threads 1 --set model.equations=$model --steps 25
    march "$model-rest" 2 --threads 1 --set model.equations=$model --steps 35 --restart "$T/$model-begin"
    check "${model}_threads_same_bits" same_bits "$T/$model" "$T/$model-threads"
    check "${model}_restart_same_bits" same_bits "$T/$model" "$T/$model-rest"
    check "${model}_y_plus_reported" grep -q '"y_plus_mean": [0-9.]*[1-9]' "$T/$model/run.json"
done
march slip_meant 2 --steps 2 --set model.equations=laminar --set patches.ymin=slip --set model.slip_only=yes
check slip_walls_where_meant grep -q '"slip_only": true' "$T/slip_meant/run.json"
march no_walls 2 --steps 2 --set model.equations=laminar --set patches.ymin=symmetry
check viscous_flow_without_walls test -s "$T/no_walls/forces.json"
march inflow 2 --steps 10 --set patches.xmin=total-inflow
march inflow_along 2 --steps 10 --set "patches.xmin=total-inflow direction=3,0,0"
march inflow_aslant 2 --steps 10 --set "patches.xmin=total-inflow direction=3,0,0.5"
check inflow_along_the_wind same_bits "$T/inflow" "$T/inflow_along"
check inflow_aslant sh -c '! "$1" compare "$2" "$3" --tolerance 1e-4' sh "$post" "$T/inflow" "$T/inflow_aslant"
check sa_history_column grep -q 'res_energy,res_nu_tilde,cl' "$T/sa/history.csv"
check sst_history_columns grep -q 'res_energy,res_k,res_omega,cl' "$T/sst/history.csv"
check sa_eddy_viscosity_reported grep -q 'eddy_viscosity_ratio_max' "$T/sa/run.json"
run_solve 2 "$T/case.cfg" --packs "$T/p" --out "$T/other" --restart "$T/laminar" >"$T/out" 2>&1
check restart_without_turbulence_refused grep -q 'does not hold nu_tilde' "$T/out"

# drag is that of pressure and friction together, to the digits printed
awk '/"cd"/ { gsub(/[^0-9.e+-]/, "", $2); cd[++n] = $2 } END { d = cd[1] - cd[2] - cd[3]; exit !(n >= 3 && cd[3] > 0 && d * d < 1e-24) }' \
    "$T/sa/forces.json" && ok forces_add_up || fail forces_add_up "$(head -30 "$T/sa/forces.json")"

# ---- a frame of pressure alone has no friction, and no forces of a wall; one with the shear has those of the run -----
if ! lacks frames series; then
march frames 2 --steps 4 --set model.equations=laminar --set time.local=no \
    --set 'series.bare=surface every=4 variables=pressure' --set 'series.whole=surface every=4 precision=double' \
    --set 'series.part=surface every=4 variables=pressure,wall_shear_x'
page=docs/troubleshooting.md
for series in bare part; do
    for command in 'forces --json' 'span --span-axis z --out'; do
        rm -f "$T/made.csv"
        # shellcheck disable=SC2086 # words
        answers "no_friction_${series}_${command%% *}" 1 'without the friction, which this viscous run has and the force needs' \
            "$post" ${command%% *} "$T/frames/series/$series" ${command#* } "$T/made.csv"
        check "no_friction_${series}_${command%% *}_writes_nothing" test ! -e "$T/made.csv"
    done
done
check pressure_of_the_far_field "$post" forces "$T/frames/series/bare" --patch ymax
for from in frames frames/series/whole; do "$post" forces "$T/$from" --json "$T/$(basename $from).json" >"$T/out" 2>&1; done
check forces_of_a_whole_frame cmp "$T/frames.json" "$T/whole.json"
march inviscid_frames 2 --steps 4 --set model.equations=euler --set time.local=no \
    --set 'series.bare=surface every=4 variables=pressure'
check forces_of_an_inviscid_frame "$post" forces "$T/inviscid_frames/series/bare"
fi

# ---- what surfaces export: the wall shear as one vector, cf from it, what the file is of ---------------------------
"$post" slice "$T/sa" --plane x=0.43 --surface --patch ymin --variables wall_shear,cf --out "$T/shear.csv" >"$T/out" 2>&1 || cat "$T/out"
check cf_is_of_the_shear awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { s = sqrt($at["wall_shear_x"] ^ 2 + $at["wall_shear_y"] ^ 2 + $at["wall_shear_z"] ^ 2) / (0.5 * 1.4 * 101325 * 0.25)
      good += $at["wall_shear_x"] > 0 && $at["cf"] > 0.999 * s && $at["cf"] < 1.001 * s }
    END { exit !(NR > 3 && good == NR - 1) }' "$T/shear.csv"
"$post" export "$T/sa" --format vtu --surface --out "$T/surface" >"$T/out" 2>&1 || cat "$T/out"
for file in surface.pvtu surface-00001.vtu; do
    check "facts_of_$file" grep -q 'Name="freestream_mach" NumberOfTuples="1" format="ascii">0.5<' "$T/$file"
    check "iteration_of_$file" grep -q 'Name="iteration" NumberOfTuples="1" format="ascii">60<' "$T/$file"
    # "xmin" first, as the codes of its characters, of six names
    check "names_of_$file" grep -q 'Name="patch_names" NumberOfTuples="6" format="ascii">120 109 105 110 0 120 109 97 120 0 ' "$T/$file"
done
check shear_is_one_array sh -c 'grep -q "\"wall_shear\" NumberOfComponents=\"3\"" "$1" && ! grep -q wall_shear_x "$1"' sh "$T/surface.pvtu"
exit $status
