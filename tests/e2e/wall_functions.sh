# Wall functions on coarse turbulent plates (cases/plate-turbulent, 34 x 24 cells): from y+ of 1 to 100 one setting
# gives the drag of a resolved wall, by both models, steady by eight decades; the same on two ranks.
. tests/lib.sh
near() { # near A B RELATIVE
    awk -v a="$1" -v b="$2" -v r="$3" 'BEGIN { d = a - b; d = d < 0 ? -d : d; exit !(a + 0 > 0 && d <= r * b) }'
}
plate() { # plate RESULTS PACKS RANKS MODEL ARGUMENTS...
    out=$1 packs=$2 n=$3 model=$4; shift 4
    run_solve "$n" cases/plate-turbulent/plate.cfg --packs "$packs" --out "$out" --device cpu --threads 1 \
        --set model.equations="$model" --set time.steps=400 "$@"
}
drag() { number "$1/forces.json" cd; }
for height in 5e-7 3e-5 1e-4; do # y+ of 0.8, 50 and 160
    "$BUILD/tools/plane_mesh" plate --level 0 --wall $height --out "$T/m.cgns" >"$T/log" 2>&1 || cat "$T/log"
    for n in 1 2; do "$prep" --quiet "$T/m.cgns" --ranks $n --out "$T/p-$height-$n" >"$T/log" 2>&1 || cat "$T/log"; done
done
for model in sa sst; do
    check "wall_resolved_$model" plate "$T/resolved-$model" "$T/p-5e-7-1" 1 $model
    for height in 5e-7 3e-5 1e-4; do
        at=$T/$model-$height
        check "wall_functions_${model}_$height" plate "$at" "$T/p-$height-1" 1 $model --set model.wall_functions=yes
        check "wall_functions_${model}_${height}_drag" near "$(drag "$at")" "$(drag "$T/resolved-$model")" 0.04
        check "wall_functions_${model}_${height}_steady" grep -q '"converged": true' "$at/run.json"
    done
    plate "$T/two-$model" "$T/p-3e-5-2" 2 $model --set model.wall_functions=yes >"$T/log" 2>&1
    check "wall_functions_${model}_two_ranks" near "$(drag "$T/two-$model")" "$(drag "$T/$model-3e-5")" 1e-6
done
check wall_functions_y_plus awk -v y="$(sed -n 's/.*"y_plus_mean": \([0-9.]*\).*/\1/p' "$T/sa-3e-5/run.json")" \
    'BEGIN { exit !(y > 30 && y < 70) }'
exit $status
