# A run that goes on from the fields of another angle of attack: its first guess, when it may stop, what its verdict
# counts, and sums of several runs as a first guess; and from the fields of other equations. The inviscid NACA 0012 of
# cases/naca0012 on 112 x 32 cells.
. tests/lib.sh
case=cases/naca0012/euler.cfg
"$BUILD/tools/plane_mesh" naca0012 --wall 1e-4 --far 100 --depth 0.05 --level 0 --out "$T/m.cgns" >"$T/log" 2>&1 ||
    { cat "$T/log"; fail other_stream_setup mesh; exit 1; }
for n in 1 2; do "$prep" --quiet "$T/m.cgns" --ranks $n --out "$T/p$n" >"$T/log" 2>&1 || cat "$T/log"; done
at() { # at RANKS RESULTS ALPHA ARGUMENTS...
    n=$1 out=$2 alpha=$3; shift 3
    mpirun --mca odls_base_sigkill_timeout 0 -np "$n" "$solve" "$case" --packs "$T/p$n" --out "$out" \
        --device cpu --threads 1 --set flow.alpha="$alpha" \
        --set stop.residual_drop=7 "$@"
}
column() { # column RESULTS NAME: of the last row of history.csv
    awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k } END { print $c }' "$1/history.csv"
}
same_forces() { # same_forces A B: cl and cd to a few digits behind what a drop of seven decades holds
    for key in cl cd; do
        awk -v a="$(number "$1/forces.json" $key)" -v b="$(number "$2/forces.json" $key)" \
            'BEGIN { d = a - b; exit !(d < 5e-5 && d > -5e-5) }' || { grep "\"$key\"" "$1/forces.json" "$2/forces.json"; return 1; }
    done
}
cost() { echo $(($(column "$1" evaluations) - $(column "$2" evaluations))); } # cost RESULTS START
for a in 1 2 3; do at 1 "$T/cold$a" $a >"$T/log" 2>&1 || cat "$T/log"; done
at 1 "$T/warm" 2 --restart "$T/cold1" >"$T/warm.log" 2>&1
check first_guess test $? -eq 0
check first_guess_is_said grep -q 'the free stream differs from that of the restart' "$T/warm.log"
check forces_are_those_of_the_angle same_forces "$T/warm" "$T/cold2"
check residual_drops_again test "$(number "$T/warm/run.json" iteration)" -ge $(($(number "$T/warm/run.json" first_iteration) + 5))
check converged grep -q '"converged": true' "$T/warm/run.json"
check costs_less test "$(cost "$T/warm" "$T/cold1")" -lt "$(column "$T/cold2" evaluations)"
at 2 "$T/warm2" 2 --restart "$T/cold1" >"$T/log" 2>&1
check other_ranks_same_forces same_forces "$T/warm2" "$T/cold2"
# the line through two runs is nearer than either
check sum_of_runs at 1 "$T/sum" 3 --restart "$T/cold2" --blend "$T/cold1=-1"
check sum_of_runs_same_forces same_forces "$T/sum" "$T/cold3"
at 1 "$T/plain" 3 --restart "$T/cold2" >"$T/log" 2>&1
check sum_of_runs_costs_less test "$(cost "$T/sum" "$T/cold2")" -lt "$(cost "$T/plain" "$T/cold2")"

# ---- cut and gone on with: bits, rows and verdict of the whole run --------------------------------------------
at 1 "$T/part" 2 --restart "$T/cold1" --steps 4 >"$T/log" 2>&1
check cut_goes_on at 1 "$T/part" 2 --restart "$T/part"
check cut_same_bits same_bits "$T/part" "$T/warm"
check cut_same_verdict test "$(grep -E '"(verdict|cl_remaining|cd_remaining)"' "$T/part/run.json")" = \
    "$(grep -E '"(verdict|cl_remaining|cd_remaining)"' "$T/warm/run.json")"

# ---- a window of old rows does not end a run, nor does the first row --------------------------------------------
check window at 1 "$T/window" 2 --restart "$T/cold1" --set stop.window=4 --set stop.tolerance=1e-7 --steps 200
check window_same_forces same_forces "$T/window" "$T/cold2"

# ---- limiters freeze by the drop at this stream, not by that of the old one ----------------------------------------
freezing() { # freezing RESULTS ALPHA ARGUMENTS...
    to=$1 angle=$2; shift 2
    at 1 "$to" "$angle" --set numerics.limiter=venkatakrishnan --set numerics.freeze_limiter_drop=3 "$@"
}
frozen_at() { sed -n 's/^the limiter values are frozen from iteration \([0-9]*\) on$/\1/p' "$1"; } # frozen_at LOG
freezing "$T/ice1" 1 >"$T/ice1.log" 2>&1
freezing "$T/ice2" 2 --restart "$T/ice1" >"$T/ice2.log" 2>&1
at=$(frozen_at "$T/ice2.log") first=$(number "$T/ice2/run.json" first_iteration)
check freezes_at_the_old_stream test "$(frozen_at "$T/ice1.log")" -gt 0
# res_density of the first row that is 1000 times smaller than the largest since `first`
by_hand=$(awk -F, -v first="$first" 'NR > 1 && $1 >= first { most = $4 > most ? $4 : most; if ($4 * 1000 <= most) { print $1; exit } }' \
    "$T/ice2/history.csv")
check freezes_by_the_drop_at_this_stream test "${at:-0}" -gt "$first" -a "${at:-0}" -eq "$by_hand"
for cut in $((at - 2)) $((at + 2)); do
    freezing "$T/icy" 2 --restart "$T/ice1" --until $cut >"$T/log" 2>&1
    freezing "$T/icy" 2 --restart "$T/icy" >"$T/icy.log" 2>&1
    check "freezing_cut_at_$((cut - at))_same_bits" same_bits "$T/icy" "$T/ice2"
done
check frozen_values_are_taken_from_the_checkpoint test -z "$(frozen_at "$T/icy.log")"

# ---- the same stream, other equations: the field stays what it is and the flow is another one -----------------------
other() { # other RESULTS RESTART ARGUMENTS...
    to=$1 from=$2; shift 2
    at 1 "$T/$to" 1 --restart "$T/$from" "$@" >"$T/$to.log" 2>&1
}
says() { grep -qxF "$2" "$T/$1.log" || { cat "$T/$1.log"; return 1; }; }
viscous="--set flow.viscosity=1e-2 --set patches.WALL=wall"
same='the free stream is that of the restart, whose field is a first guess of another flow:'
other laminar cold1 --set model.equations=laminar $viscous --steps 0
check viscosity_is_new says laminar "$same equations euler -> laminar, viscosity 0 -> 0.01 Pa s"
check field_is_kept same_bits "$T/laminar" "$T/cold1"
other thicker laminar --set model.equations=laminar $viscous --set flow.viscosity=2e-2 --steps 0
check viscosity_alone says thicker "$same viscosity 0.01 -> 0.02 Pa s"
other again laminar --set model.equations=laminar $viscous --steps 0
check same_flow sh -c '! grep -q "first guess" "$1"' sh "$T/again.log"
# a viscosity that was worked out from the Reynolds number is no change of the user's
other reynolds cold1 --set model.equations=laminar --set flow.reynolds=1e4 --set patches.WALL=wall --steps 0
other inviscid reynolds --set flow.reynolds=1e4 --steps 0
check what_the_user_changed says inviscid \
    'ufv-solve: changed since: model.equations laminar -> euler, patches.WALL wall -> slip'
# with the same viscosity too: a window of old rows does not end the run
"$BUILD/tools/plane_mesh" plate --level 0 --out "$T/plate.cgns" >"$T/log" 2>&1 && "$prep" --quiet "$T/plate.cgns" --out "$T/plate"
plate() { # plate RESULTS ARGUMENTS...
    to=$1; shift
    mpirun -np 1 "$solve" cases/plate-turbulent/plate.cfg --packs "$T/plate" --out "$T/$to" --device cpu --threads 1 \
        --set stop.window=4 --set stop.tolerance=1e-7 "$@" >"$T/$to.log" 2>&1 || [ $? -eq 5 ] # so short a window
}
plate sa && plate from_sa --restart "$T/sa" --set model.equations=laminar
check equations_alone says from_sa "$same equations sa -> laminar"
plate cold --set model.equations=laminar
check window_of_other_equations awk -v a="$(number "$T/from_sa/forces.json" cd)" -v b="$(number "$T/cold/forces.json" cd)" \
    'BEGIN { exit !(b > 0 && a < 1.01 * b && a > 0.99 * b) }'

# ---- what is refused -----------------------------------------------------------------------------------------------
refused() { # refused STATUS WORDS ARGUMENTS...
    want=$1 words=$2; shift 2
    at 1 "$T/no" 2 "$@" >"$T/out" 2>"$T/err"; code=$?
    cat "$T/err"
    [ $code -eq "$want" ] && grep -q -- "$words" "$T/err"
}
check blend_needs_restart refused 2 'belongs to --restart' --blend "$T/cold1=-1"
check blend_of_the_same_stream refused 1 'leave out --blend' --restart "$T/cold2" --blend "$T/cold1=-1"
check blend_without_weight refused 1 'write RESULTS=WEIGHT' --restart "$T/cold1" --blend "$T/cold3"
for weight in 1e10 nan 0x1 1e300; do
    check blend_weight_$weight refused 1 'a number of -1000 to 1000 as the weight' --restart "$T/cold1" --blend "$T/cold3=$weight"
done
for f in run.json forces.json "$(cat "$T/cold3/latest")/trace.json"; do
    check "blend_and_timeline_onto_$(basename "$f")" refused 1 'of the input or results\|belongs to the input' --restart "$T/cold1" \
        --blend "$T/cold3=-1" --timeline "$T/cold3/$f"
done
check blend_of_nothing refused 1 "$T/none/latest" --restart "$T/cold1" --blend "$T/none=1"
exit $status
