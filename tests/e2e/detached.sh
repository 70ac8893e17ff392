# Detached-eddy models by the programs: other ranks and restarts give the same, explicit steps run too, and steady flow
# and what does not go together are refused; a converged layer on a plate stays as it is where cells would be fine enough
# to spoil it.
# Features: detached_eddies
. tests/lib.sh
"$BUILD/tools/plane_mesh" cylinder --out "$T/cylinder.cgns" >/dev/null || exit 1
"$prep" "$T/cylinder.cgns" --out "$T/packs-1" --quiet || exit 1
"$prep" "$T/cylinder.cgns" --out "$T/packs-2" --ranks 2 --quiet || exit 1
cat >"$T/case.cfg" <<'CFG'
[flow]
mach = 0.2
up = y
beta = 10
reynolds = 100000
[model]
equations = sa
scales = ddes
[numerics]
flux = keep
blending = travin
limiter = none
[time]
scheme = dual-time
local = no
dt = 0.002
sub_steps = 4
[patches]
WALL = wall
FARFIELD = farfield
SIDES = farfield
[output]
history = 1
CFG
run() { # run RANKS RESULTS ARGUMENTS...
    ranks=$1 results=$2; shift 2
    run_solve "$ranks" "$T/case.cfg" --packs "$T/packs-$ranks" --out "$T/$results" --threads 1 --device cpu "$@" \
        2>"$T/err" || cat "$T/err"
}
run 1 whole --steps 4
run 1 part --steps 2
run 1 part --steps 2 --restart "$T/part"
check restart same_bits "$T/whole" "$T/part"
run 1 held --steps 6
run 1 held_part --steps 4
run 1 held_part --steps 2 --restart "$T/held_part"
# a restart does not know the lengths that the step before was solved with
check restart_held same_bits "$T/held" "$T/held_part"
run 1 whole --steps 6 --set time.hold_scales=no
run 1 part --steps 4 --set time.hold_scales=no
run 1 part --steps 2 --restart "$T/part" --set time.hold_scales=no
check restart_not_held same_bits "$T/whole" "$T/part"
check held_differs sh -c "! '$post' compare '$T/whole' '$T/held' --tolerance 1e-12 >/dev/null"
for model in sa:ddes:hmax sa:iddes:hmax sst:ddes:hmax sst:iddes:hmax sa:ddes:sla sst:iddes:sla; do
    scales=${model#*:}
    set -- --set model.equations="${model%%:*}" --set model.scales="${scales%:*}" \
        --set model.scales_length="${scales#*:}" --set time.scheme=shu-osher --set time.dt=2e-6 --steps 5
    run 1 one "$@"
    run 2 two "$@"
    # other orders of summation, as in ranks.sh
    check "ranks_$model" "$post" compare "$T/one" "$T/two" --tolerance 1e-10
    run 1 rans "$@" --set model.scales=rans --set model.scales_length=hmax --set numerics.blending=none
    check "differs_from_rans_$model" sh -c "! '$post' compare '$T/one' '$T/rans' --tolerance 1e-10 >/dev/null"
done

# the turbulent plate: from the steady solution on, with a constant smaller than the model's
"$BUILD/tools/plane_mesh" plate --level 0 --out "$T/plate.cgns" >/dev/null
"$prep" --quiet "$T/plate.cgns" --out "$T/plate"
plate() { # plate RESULTS ARGUMENTS...
    results=$1; shift
    run_solve 1 cases/plate-turbulent/plate.cfg --packs "$T/plate" --out "$T/$results" --threads 1 --device cpu "$@" \
        2>"$T/err" || cat "$T/err"
}
plate steady
plate shielded --restart "$T/steady" --steps 10 --set model.scales=ddes --set model.c_des=0.4 \
    --set time.scheme=dual-time --set time.local=no --set time.dt=2e-3 --set stop.residual_drop=300
drag() { awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "cd") at = k; next } { v = $at } END { print v }' \
    "$T/$1/history.csv"; }
check plate_went_on test "$(tail -n 1 "$T/shielded/history.csv" | cut -d, -f1)" -gt \
    "$(tail -n 1 "$T/steady/history.csv" | cut -d, -f1)"
# the residual has dropped by eight decades: what else changes is the shield's
check plate_is_shielded awk "BEGIN { d = $(drag shielded) / $(drag steady) - 1; exit !(d * d < 1e-10) }"

# Steps in time behind a step in a channel are solved to two decades: eight take 275 evaluations with lengths that are
# held, 349 with others, and took 534 before turbulence was weighed by what is asked of it.
"$BUILD/tools/step_mesh" --coarse 8 --span 1 --n 4 --out "$T/channel.cgns" >/dev/null
"$prep" --quiet "$T/channel.cgns" --config cases/backward-step-iddes/periodic.ini --out "$T/channel"
channel() { # channel RESULTS ARGUMENTS...
    results=$1; shift
    run_solve 1 "$T/channel.cfg" --packs "$T/channel" --out "$T/$results" --threads 1 --device cpu "$@" 2>"$T/err" ||
        cat "$T/err"
}
step=cases/backward-step-iddes/step.cfg
sed '/^scales\|^flux\|^dissipation\|^shock_sensor\|^blending\|^gradient\|^scheme\|^method\|^dt\|^sub_steps/d' $step \
    >"$T/channel.cfg"
channel mean --set stop.residual_drop=2 --set time.steps=40
sed 's/^sub_steps.*/sub_steps = 60\nsub_drop = 2/; s/^history.*/history = 1/' $step >"$T/channel.cfg"
channel steps --restart "$T/mean" --steps 8 --set time.dt=5.64e-4
newest() { # newest RESULTS COLUMN: its values in the last nine rows of the history
    awk -F, -v column="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == column) at = k; next }
        { v[NR] = $at } END { for (k = NR - 8; k <= NR; k++) printf "%s ", v[k] }' "$T/$1/history.csv"
}
check held_steps_are_solved awk -v drops="$(newest steps sub_drop)" 'BEGIN {
    n = split(drops, v, " "); for (k = 2; k <= n; k++) if (!(v[k] >= 2)) exit 1; exit n != 9 }'
check held_steps_are_cheap awk -v made="$(newest steps evaluations)" 'BEGIN {
    split(made, v, " "); print "evaluations in eight steps:", v[9] - v[1]; exit !(v[9] - v[1] < 310) }'

refuses() { # refuses WORDS ARGUMENTS...: of $config
    words=$1; shift
    "$solve" "$config" --packs "$T/packs-1" --out "$T/never" --device cpu --quiet "$@" 2>"$T/err" && return 1
    grep -q "$words" "$T/err" || { cat "$T/err"; return 1; }
}
sed '/^dt\|^sub_steps\|^scheme\|^local/d' "$T/case.cfg" >"$T/steady.cfg"
config=$T/steady.cfg
check steady refuses 'unsteady flow: set \[time\] local = no'
config=$T/case.cfg
check laminar refuses 'scales = ddes: needs \[model\] equations = sa or sst' --set model.equations=laminar
check length_of_iddes refuses 'vorticity needs \[model\] scales = ddes' --set model.scales=iddes \
    --set model.scales_length=vorticity
check shear_layers_of_rans refuses 'sla needs \[model\] scales = ddes or iddes' --set model.scales=rans \
    --set model.scales_length=sla --set numerics.blending=none
check constant_of_rans refuses 'c_des = 0.6: needs' --set model.scales=rans --set model.c_des=0.6 \
    --set numerics.blending=none
check blending_of_rans refuses 'travin needs \[model\] scales' --set model.scales=rans
check blending_of_roe refuses 'travin needs \[numerics\] flux = keep' --set numerics.flux=roe
exit $status
