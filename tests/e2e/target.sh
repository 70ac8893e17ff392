# [target] cl: the angle of attack of a plane airfoil and of the coarse wing of the ONERA M6, found on the way: the flow
# of a plain run at that angle, at about twice its cost, bit for bit over a restart, on two ranks, implicit and explicit;
# what cannot be reached, and twenty mistakes.
# Features: target_lift motion
. tests/lib.sh
airfoil=cases/naca0012/euler.cfg wing=cases/onera-m6/euler.cfg
{
    "$BUILD/tools/plane_mesh" naca0012 --wall 2e-4 --far 50 --depth 0.05 --level 0 --out "$T/a.cgns" &&
    "$BUILD/tools/wing_mesh" --n 12 --out "$T/w.cgns" && "$box" --cells hex --n 6 4 4 --out "$T/b.cgns" &&
    "$prep" --quiet "$T/a.cgns" --out "$T/a1" && "$prep" --quiet "$T/w.cgns" --out "$T/w1" &&
    "$prep" --quiet "$T/w.cgns" --ranks 2 --out "$T/w2" && "$prep" --quiet "$T/b.cgns" --out "$T/b1"
} >"$T/log" 2>&1 || { cat "$T/log"; fail target_setup mesh; exit 1; }
flow_case "$T/box.cfg"
sed -i '/^cfl/d' "$T/box.cfg"
flies() { # flies MESH RANKS RESULTS ARGUMENTS...
    case $1 in a) c=$airfoil ;; w) c=$wing ;; b) c=$T/box.cfg ;; esac
    packs=$T/$1$2 n=$2 out=$T/$3; shift 3
    run_solve "$n" "$c" --packs "$packs" --out "$out" --device cpu --threads 1 "$@" 2>"$T/err"
}
last() { # last RESULTS COLUMN: of the last row of history.csv
    awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k } END { print $c }' "$T/$1/history.csv"
}
within() { awk -v a="$1" -v b="$2" -v r="$3" 'BEGIN { d = a - b; exit !(d <= r && d >= -r) }'; }
alpha() { sed -n 's/^    "alpha": \(.*\),$/\1/p' "$T/$1/run.json" | tail -1; }
# found NAME MESH CL ARGUMENTS...: at that lift, as a plain run at the angle; twice_most: evaluations of it
found() {
    row=$1 mesh=$2 wanted=$3; shift 3
    check "${row}_converges" flies $mesh 1 $row --set stop.window=0 --set target.cl=$wanted "$@"
    check "${row}_is_met" within "$(last $row cl)" $wanted 1e-4
    check "${row}_verdict" grep -q "\"verdict\": \"converged: .*; cl ${wanted}0* at alpha $(printf %.4f "$(alpha $row)") degrees" "$T/$row/run.json"
    flies $mesh 1 plain-$row --set stop.window=0 "$@" --set flow.alpha="$(alpha $row)"
    check "${row}_lift_of_a_plain_run" within "$(last $row cl)" "$(last plain-$row cl)" 1e-6
    check "${row}_drag_of_a_plain_run" within "$(last $row cd)" "$(last plain-$row cd)" 1e-6
    check "${row}_cost" test "$(last $row evaluations)" -le $((22 * $(last plain-$row evaluations) / 10))
}
found airfoil a 0.5 --set flow.alpha=3 --set stop.residual_drop=10
found below a -0.3 --set flow.alpha=0 --set stop.residual_drop=10
found wing w 0.35 --set stop.residual_drop=9 --set numerics.coarse=no # coarse cells are of one rank each
check alpha_in_the_history within "$(last wing alpha)" "$(alpha wing)" 0
check plain_histories_have_no_alpha sh -c '! head -1 "$1" | grep -q alpha' sh "$T/plain-wing/history.csv"
"$post" forces "$T/wing" --json "$T/f.json" >/dev/null
check axes_follow_alpha within "$(number "$T/f.json" cl)" "$(last wing cl)" 1e-9
flies w 1 part --set numerics.coarse=no --set stop.window=0 --set target.cl=0.35 --set stop.residual_drop=9 --until 30
check restart flies w 1 rest --set numerics.coarse=no --set stop.window=0 --set target.cl=0.35 --set stop.residual_drop=9 --restart "$T/part"
check restart_bits same_bits "$T/wing" "$T/rest"
for r in wing rest; do cut -d, -f1,3- "$T/$r/history.csv" >"$T/$r.rows"; done
check restart_rows cmp "$T/wing.rows" "$T/rest.rows"
check two_ranks flies w 2 two --set numerics.coarse=no --set stop.window=0 --set target.cl=0.35 --set stop.residual_drop=9
check two_ranks_same_alpha within "$(alpha two)" "$(alpha wing)" 1e-5
check warm flies w 1 warm --set stop.window=0 --set target.cl=0.4 --restart "$T/wing"
check warm_is_met within "$(last warm cl)" 0.4 1e-4
check from_a_plain_run flies w 1 from --set stop.window=0 --set target.cl=0.4 --set flow.alpha=9 --restart "$T/plain-wing"
check from_a_plain_run_same_alpha within "$(alpha from)" "$(alpha warm)" 1e-3
check explicit flies w 1 rk --set time.scheme=rk --set time.cfl=0.7 --set time.stages=4 --set stop.window=0 \
    --set stop.residual_drop=3.5 --set output.history=20 --steps 6000 --set target.cl=0.3 --set target.tolerance=2e-3
check explicit_is_met within "$(last rk cl)" 0.3 2e-3
check explicit_converged grep -q '"verdict": "converged: ' "$T/rk/run.json"

# ---- what cannot be had, and mistakes ----
page=docs/troubleshooting.md
says() { # says NAME STATUS SENTENCE MESH ARGUMENTS...
    name=$1 want=$2 sentence=$3 mesh=$4; shift 4
    flies $mesh 1 no "$@"; got=$?
    if [ $got -ne "$want" ]; then fail "$name" "status $got, not $want"; tail -3 "$T/err"
    elif ! grep -qF -- "$sentence" "$T/err"; then fail "$name" "it does not say: $sentence"; tail -3 "$T/err"
    elif ! is_explained "$sentence"; then fail "$name" "neither the line nor $page says what to do: $sentence"
    else ok "$name"; fi
}
cl="--set target.cl=0.3"
says lift_beyond_the_limit 0 "is out of reach, since alpha is at its limit of" w --set target.cl=0.45 --set target.alpha_max=5
check wider_limits flies w 1 wider --set stop.window=0 --set target.cl=0.45 --restart "$T/no"
check wider_limits_are_used within "$(last wider cl)" 0.45 1e-4
says limit_stops_the_run 0 "is out of reach, since alpha is at its limit of" w --set target.cl=-0.9 --set target.alpha_min=2
says side_walls_alone 0 "is out of reach, since lift does not rise between alpha" a $cl --set patches.WALL=farfield \
    --set patches.SIDES=slip --steps 200
says too_few_steps 0 "not the 0.3 asked for" w $cl --steps 12
says no_wall 1 "needs a wall that lifts, and the mesh has none" b $cl --set 'patches.*=farfield'
says nothing_turns 1 "needs a patch that turns with the wind" b $cl --set patches.xmin=total-inflow\ direction=1,0,0 \
    --set patches.zmax=slip
says prescribed 1 "needs boundaries that turn with the wind, but patch" b $cl --set patches.zmax=prescribed
says unsteady 1 "is for steady flow: set [time] scheme = implicit" b $cl --set time.local=no --set time.scheme=rk
says dual_time 1 "is for steady flow: set [time] scheme = implicit" b $cl --set time.scheme=dual-time --set time.dt=1e-4
says no_wind 1 "needs a moving free stream; set [flow] mach" b $cl --set flow.mach=0
says rotating 1 "does not go with [frame] type = rotating" b $cl --set frame.type=rotating --set frame.rate=1 \
    --set frame.axis=1,0,0 --set flow.alpha=0
says frozen 1 "does not go with [numerics] freeze_limiter" b $cl --set numerics.freeze_limiter=10
says frozen_later 1 "does not go with [numerics] freeze_limiter" b $cl --set numerics.freeze_limiter_drop=3
says paper 1 "needs [numerics] pipeline = fast" b $cl --set numerics.pipeline=paper --set numerics.gradient=node \
    --set numerics.limiter=none
says vortex 1 "needs [initial] kind = uniform" b $cl --set initial.kind=wave
says alpha_outside 1 "is where the search for [target] cl starts and must lie between" b $cl --set flow.alpha=14
says limits_swapped 1 "must be less than alpha_max" b $cl --set target.alpha_min=5 --set target.alpha_max=-5
says limit_without_cl 1 "has no effect without [target] cl" b --set target.alpha_max=5
says tolerance_without_cl 1 "has no effect without [target] cl" b --set target.tolerance=1e-3
says tolerance_zero 1 "must be positive, from 1e-12 to 1" b $cl --set target.tolerance=0
says limit_too_wide 1 "must be from -90 to 90 degrees" b $cl --set target.alpha_max=200
says misspelt 1 "unknown key 'lift'" b --set target.lift=0.3
says wrong_section 1 "unknown key 'target_cl'" b --set flow.target_cl=0.3
says until_with_steps 2 "counts iterations in all and --steps those of this run; give one of them" w $cl --until 5 --steps 5
says until_passed 1 "is at iteration 30 already, beyond --until 5" w $cl --restart "$T/part" --until 5
says until_of_a_benchmark 2 "--until belongs to a run, not to --bench" w $cl --until 5 --bench 2
"$solve" "$wing" --packs "$T/w1" --out "$T/no" --device cpu --threads 1 --set flow.alpha=2 $cl --steps 1 2>"$T/err" >/dev/null
check alpha_is_a_start grep -q 'searching for the alpha of cl 0.3 (within 0.0001), starting at 2 degrees, between -5 and 12' "$T/err"
check restart_without_target flies w 1 plain --restart "$T/wing" --steps 1
check says_what_is_gone grep -q '"changed_at_restart": "flow.alpha 4.3[0-9]* -> 3.06, .*target.cl 0.35 -> not given"' "$T/plain/run.json"
exit $status
